"""Questions, answers, verdicts and their windows (SD-11, SD-12, ALL-1, ALL-2), and undo."""

from __future__ import annotations

import pytest
from playing import Played

from gmtool.engine.game import SECRET
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.wording import HOST

from .episodes import (
    CARDS_OF_1,
    CARDS_OF_2,
    NO_HEAD_START,
    QUESTION,
    ROUND_1_WON,
    ROUND_2_WON,
    happened,
    money,
    more,
    played,
    public,
    refused,
    said,
    seat,
    waits_for,
)

TOP = "2C 3C 4C 5C 6C 7C 8C 9C 10C"
"""The head starts refused, the eighth card of the deck comes first."""


def open_question(rest: str = "", /, **options: object) -> Played:
    """On the 21st at 10:00 Bob is asked, with Ann and Cid to follow (40: 10, 30 and 50 away)."""
    body = f"{NO_HEAD_START}{QUESTION}21 10:00 host: draw 40\n{rest}"
    return played(TOP, body, **options)


def asked(game: Played) -> str:
    """Who is asked now."""
    return str(public(game)["asking"]["who"])


def deadline(game: Played) -> str:
    (window,) = game.table.windows
    return str(window.deadline)


# ---- SD-11: the question


def test_sd_11_a_question_is_posted_and_its_answer_kept() -> None:
    game = open_question()
    (posed,) = game.news("QuestionPosed")
    assert (posed["number"], posed["text"], posed["answer"]) == (1, "Capital of France?", "Paris")
    for seer in ("", "Ann", "Bob", "Cid"):
        facts = posed.seen_by(seer)
        assert facts is not None
        assert "Paris" not in repr((facts, game.view(seer)))
    assert "Paris" in repr(game.view("host").pop(SECRET))
    number = game.entries[-2].number
    step = game.replay.step(number)
    assert step is not None
    assert step.move.public == 'question "Capital of France?"'


def test_sd_11_one_question_at_a_time() -> None:
    for game in (open_question(), open_question('Bob: answer "Paris"')):
        found = refused(game, QUESTION)
        assert (found.clause, "question 1 is still open" in found.sentence()) == ("SD-11", True)
    undecided = open_question('Bob: answer "Paris"\nhost: right')
    assert refused(undecided, QUESTION).clause == "SD-11"  # Bob decides on a card
    assert refused(played(TOP), QUESTION).clause == "SD-11"


@pytest.mark.parametrize("line", ['question "" answer "Paris"', 'question "Who?" answer " "'])
def test_sd_11_a_question_and_its_answer_are_both_needed(line: str) -> None:
    found = refused(played(TOP, NO_HEAD_START), f"host: {line}")
    assert found.clause == "SD-11"


def test_sd_11_only_the_host_poses_questions() -> None:
    game = played(TOP, NO_HEAD_START)
    assert refused(game, QUESTION.replace("host", "Ann")).clause.startswith(("SD", "ALL"))


# ---- SD-11: 48 hours each


def test_sd_11_48_hours_from_the_moment_of_buzzing_in() -> None:
    game = open_question()
    (window,) = game.table.windows
    assert (window.opened, window.deadline) == ("2026-11-21T10:00:00Z", "2026-11-23T10:00:00Z")
    assert deadline(open_question(answer_hours=24)) == "2026-11-22T10:00:00Z"
    drawn = played(TOP, f"{NO_HEAD_START}{QUESTION}21 10:00 host: draw")
    assert deadline(drawn) == "2026-11-23T10:00:00Z"


def test_sd_11_an_answer_at_the_deadline_instant_is_in_time() -> None:
    game = open_question('23 10:00 Bob: answer "Paris"')
    assert happened(game) == ["AnswerGiven"]


def test_sd_11_a_later_one_is_refused_and_taken_only_with_the_hosts_reason() -> None:
    found = refused(open_question(), '23 10:00:01 Bob: answer "Paris"')
    assert (found.clause, type(found)) == ("SD-11", Refused)
    assert "2026-11-23T10:00:00Z" in found.sentence()
    late = open_question('23 10:00:01 Bob [late "the forum was down"]: answer "Paris"\nhost: right')
    assert money(late) == [0, 100, 0]
    in_time = refused(open_question(), '23 10:00 Bob [late "sorry"]: answer "Paris"')
    assert in_time.clause == "ALL-1"


def test_sd_11_no_late_answer_once_the_next_is_asked() -> None:
    game = open_question("23 10:00 host: close")
    for late in ("", ' [late "the forum was down"]'):
        found = refused(game, f'Bob{late}: answer "Paris"')
        assert (found.clause, "already" in found.sentence()) == ("SD-8", True)


def test_sd_11_nobody_closes_before_the_deadline() -> None:
    for line in ("close", "close Bob", "close early"):
        found = refused(open_question(), f"23 09:59:59 host: {line}")
        assert (found.clause, type(found)) == ("ALL-2", Refused)


def test_sd_11_close_asks_the_next_player_with_48_hours_of_its_own() -> None:
    game = open_question("23 12:00 host: close")
    assert happened(game) == ["Judged", "BuzzedIn"]
    judged = said(game)[0]
    assert (judged["who"], judged["expired"], judged["right"], judged["paid"]) == (
        "Bob",
        True,
        False,
        0,
    )
    assert (asked(game), deadline(game)) == ("Ann", "2026-11-25T12:00:00Z")
    game = more(game, "25 12:00 host: close")
    assert (asked(game), deadline(game)) == ("Cid", "2026-11-27T12:00:00Z")
    assert money(game) == [0, 0, 0]


def test_sd_11_a_wrong_answer_asks_the_next_from_the_verdict_on() -> None:
    game = open_question('21 11:00 Bob: answer "Rome"\n22 08:00 host: wrong')
    assert (asked(game), deadline(game)) == ("Ann", "2026-11-24T08:00:00Z")


def test_sd_11_the_verdict_has_no_deadline() -> None:
    game = open_question('21 11:00 Bob: answer "Rome"')
    assert game.table.windows == ()
    assert refused(game, "28 08:00 host: close").clause == "ALL-2"
    assert asked(more(game, "28 08:00 host: wrong")) == "Ann"


def test_all_02_close_with_a_name_is_for_who_is_overdue() -> None:
    game = open_question()
    found = refused(game, "23 10:00 host: close Ann")
    assert (found.clause, "Ann isn't overdue" in found.sentence()) == ("ALL-2", True)
    assert asked(more(game, "23 10:00 host: close Bob")) == "Ann"
    assert asked(more(game, "23 10:00 host: close gold")) == "Ann"


def test_all_02_extending_puts_the_deadline_off_before_it_and_after() -> None:
    for said_at in ("22 10:00", "24 10:00"):
        game = open_question(f'{said_at} host: extend +36h why "the forum was down"')
        assert deadline(game) == "2026-11-24T22:00:00Z"
        assert refused(game, "24 21:59 host: close").clause == "ALL-2"
        assert happened(more(game, '24 22:00 Bob: answer "Paris"')) == ["AnswerGiven"]
        assert asked(more(game, "24 22:00 host: close")) == "Ann"


def test_all_02_an_extension_is_for_the_open_window_alone() -> None:
    game = open_question('22 10:00 host: extend +36h why "ill"\n22 11:00 Bob: answer "Rome"')
    game = more(game, "22 12:00 host: wrong")
    assert deadline(game) == "2026-11-24T12:00:00Z"


def test_all_06_a_pause_keeps_the_time_that_is_left() -> None:
    game = open_question('22 10:00 host: pause why "the forum is down"')
    assert refused(game, '22 11:00 Bob: answer "Paris"').clause == "ALL-6"
    assert refused(game, "24 10:00 host: close").clause == "ALL-6"
    game = more(game, "24 10:00 host: resume")
    assert deadline(game) == "2026-11-25T10:00:00Z"


def test_all_01_an_answer_before_its_window_opened_is_refused() -> None:
    """One host recorded the draw; the other an answer that came before it."""
    game = open_question()
    found = refused(game, '21 09:59:59 Bob [recorded 2026-11-21T11:00:00Z]: answer "Paris"')
    assert (found.clause, "2026-11-21T10:00:00Z" in found.sentence()) == ("ALL-1", True)
    assert happened(more(game, '21 10:00 Bob: answer "Paris"')) == ["AnswerGiven"]


def test_all_01_two_hosts_record_in_another_order_than_things_came() -> None:
    """What counts is when a message arrived, whatever was recorded before it."""
    game = open_question('22 09:00 host: note "nothing yet"')
    game = more(game, '21 12:00 Bob [recorded 2026-11-22T09:30:00Z]: answer "Rome"')
    game = more(game, "22 10:00 host: wrong")
    found = refused(game, '22 09:30 Ann [recorded 2026-11-22T11:00:00Z]: answer "Paris"')
    assert found.clause == "ALL-1"
    game = more(game, '22 10:30 Ann [recorded 2026-11-22T11:00:00Z]: answer "Paris"')
    game = more(game, "22 11:30 host: right")
    assert deadline(game) == "2026-11-24T11:30:00Z"
    found = refused(game, "22 11:00 Ann [recorded 2026-11-22T12:00:00Z]: chip")
    assert found.clause == "ALL-1"


def test_all_01_a_close_cant_be_dated_before_what_it_follows() -> None:
    game = open_question('23 11:00 host: note "nothing came"')
    assert refused(game, "23 10:30 host: close").clause == "ALL-1"
    assert asked(more(game, "23 11:00 host: close")) == "Ann"


# ---- SD-11: answers and verdicts


def test_sd_11_only_who_is_asked_answers_and_only_once() -> None:
    game = open_question()
    for other in ("Ann", "Cid"):
        found = refused(game, f'{other}: answer "Paris"')
        assert (found.clause, type(found)) == ("SD-7", NotNow)
        assert "Bob" in found.sentence()
    game = more(game, 'Bob: answer "Rome"')
    found = refused(game, 'Bob: answer "Paris"')
    assert (found.clause, type(found)) == ("SD-11", Refused)
    game = more(game, "host: wrong")
    assert refused(game, 'Bob: answer "Paris"').clause == "SD-8"
    assert refused(played(TOP, NO_HEAD_START), 'Bob: answer "Paris"').clause == "SD-11"


def test_sd_11_an_answer_is_kept_as_written() -> None:
    game = open_question('Bob: answer "Is it \\"The Eiffel Tower\\"?"')
    assert public(game)["asking"]["given"] == 'Is it "The Eiffel Tower"?'


def test_sd_11_a_verdict_needs_an_answer() -> None:
    for verdict in ("right", "wrong"):
        found = refused(open_question(), f"host: {verdict}")
        assert (found.clause, "Bob hasn't answered yet" in found.sentence()) == ("SD-11", True)
        assert refused(played(TOP, NO_HEAD_START), f"host: {verdict}").clause == "SD-11"
        given = open_question('Bob: answer "Paris"')
        assert refused(given, f"Ann: {verdict}").clause.startswith(("SD", "ALL"))


SUGGESTED_RIGHT = [
    ("Paris", "Paris"),
    ("PARIS", "Paris"),
    ("paris!", "Paris"),
    ("  Paris.  ", "Paris"),
    ("Café Zoë", "cafe zoe"),
    ("cafe zoe", "Café Zoë"),
    ("Pokémon", "pokemon"),
    ("Curaçao", "CURAÇAO"),
    ("Pokemon", "poke\u0301mon"),
    ("The Eiffel Tower", "Eiffel tower"),
    ("Eiffel Tower", "the Eiffel Tower"),
    ("an apple", "a apple"),
    ("Rock 'n' Roll", "rock n roll"),
    ("Spider-Man", "spider man"),
    ("don't", "dont"),
    ("STRASSE", "straße"),
    ("A", "a"),
    ("The The", "The"),
]
SUGGESTED_WRONG = [
    ("Rome", "Paris"),
    ("Paris, Texas", "Paris"),
    ("Pari", "Paris"),
    ("Tower of the Eiffel", "Tower of Eiffel"),
    ("42", "4 2"),
    ("C++", "C#"),  # + is no punctuation
    ("$5", "€5"),  # nor are these
]


def suggested(given: str, kept: str) -> str:
    """The verdict that the host hears when the answer is recorded."""
    question = f'host: question "What?" answer "{kept}"\nhost: draw 50\n'
    game = played(TOP, f'{NO_HEAD_START}{question}Bob: answer "{given}"')
    assert waits_for(game) == ["host: right, wrong"]
    (event,) = game.news("AnswerGiven")
    assert event.remark.startswith("SD-11: ")
    verdict = "right" if "`right`" in event.remark else "wrong"
    assert f"`{verdict}`" in event.remark
    assert event["agrees"] == (verdict == "right")
    assert game.view(HOST)[SECRET]["suggested_verdict"] == verdict
    return verdict


@pytest.mark.parametrize(("given", "kept"), SUGGESTED_RIGHT)
def test_sd_11_right_is_suggested_but_for_case_accents_punctuation_and_leading_articles(
    given: str, kept: str
) -> None:
    assert suggested(given, kept) == "right"


@pytest.mark.parametrize(("given", "kept"), SUGGESTED_WRONG)
def test_sd_11_else_wrong_is_suggested(given: str, kept: str) -> None:
    assert suggested(given, kept) == "wrong"


def test_sd_11_the_host_decides_whatever_is_suggested() -> None:
    wrong = open_question('Bob: answer "Paris"\nhost: wrong')
    assert (asked(wrong), money(wrong)) == ("Ann", [0, 0, 0])
    right = open_question('Bob: answer "the city of light"\nhost: right')
    assert money(right) == [0, 100, 0]


NOBODY = """Bob: answer "Rome"
    host: wrong
    +48h host: close
    Cid: answer "Oslo"
    host: wrong
"""


def test_sd_11_nobody_right_is_a_dead_question_that_counts_as_completed() -> None:
    game = open_question(NOBODY)
    assert happened(game)[:2] == ["Judged", "QuestionCompleted"]
    (over,) = public(game)["asked"]
    assert (over["winner"], over["answer"]) == ("", "Paris")
    assert [(t["who"], t["text"], t["expired"]) for t in over["tries"]] == [
        ("Bob", "Rome", False),
        ("Ann", "", True),
        ("Cid", "Oslo", False),
    ]
    assert (public(game)["completed"], public(game)["asking"]) == (1, None)
    assert waits_for(game) == ['host: question "…" answer "…"']
    assert more(game, QUESTION).news("QuestionPosed")[-1]["number"] == 2
    assert money(game) == [0, 0, 0]


def test_sd_11_the_answer_is_told_when_the_question_is_completed() -> None:
    wrong = open_question('Bob: answer "Rome"\nhost: wrong')
    assert all("Paris" not in repr(wrong.view(seer)) for seer in ("", "Ann", "Bob", "Cid"))
    right = more(wrong, 'Ann: answer "Paname"\nhost: right')
    assert public(right)["asked"][0]["answer"] == "Paris"
    assert public(right)["asked"][0]["winner"] == "Ann"


# ---- SD-12: what a right answer pays


def test_sd_12_a_right_answer_pays_and_gives_control_of_the_next_card() -> None:
    game = open_question('Bob: answer "Rome"\nhost: wrong\nAnn: answer "Paris"\nhost: right')
    assert money(game) == [100, 0, 0]
    card = public(game)["play"]
    assert (card["who"], card["card"], card["situation"]) == ("Ann", "8C", "own")


def test_sd_12_100_50_and_100_dollars_in_rounds_1_2_and_3() -> None:
    cards = " ".join((*CARDS_OF_1, *CARDS_OF_2))
    answer = f'{QUESTION}host: draw 50\nBob: answer "Paris"\nhost: right'
    heads = {
        "": "Ann: refuse\nAnn: refuse\nBob: refuse\nBob: refuse\nCid: refuse\nCid: refuse",
        ROUND_1_WON: "Bob: refuse\nBob: refuse\nCid: refuse\nCid: refuse",
        ROUND_1_WON + ROUND_2_WON: "Ann: refuse\nAnn: refuse\nBob: refuse\nBob: refuse",
    }
    paid = []
    for before, head_start in heads.items():
        game = played(cards, f"{before}{head_start}")
        paid.append(seat(more(game, answer), "Bob")["money"] - seat(game, "Bob")["money"])
    assert paid == [100, 50, 100]


# ---- undo and redo

RIGHT = 'Bob: answer "Paris"\n21 12:00 host: right'


def test_all_06_undo_of_a_right_answer_takes_back_money_and_card() -> None:
    before = open_question('Bob: answer "Paris"')
    game = open_question(RIGHT)
    number = game.entries[-1].number
    assert (money(game), public(game)["play"]["card"]) == ([0, 100, 0], "8C")
    undone = more(game, f"host: undo {number}")
    assert undone.table.state == before.table.state
    assert undone.table.windows == before.table.windows == ()
    assert undone.view() == before.view()
    redone = more(undone, f"host: redo {number}")
    assert redone.table == game.table
    wrong = more(undone, "host: wrong")
    assert (asked(wrong), money(wrong)) == ("Ann", [0, 0, 0])
    again = more(undone, "host: right")
    assert public(again)["play"]["card"] == "8C"


def test_all_06_undo_takes_the_forced_card_with_the_entry_that_brought_it() -> None:
    body = """Ann: refuse
        Ann: refuse
        Bob: high
        Cid: refuse
        Cid: refuse
        right Bob"""
    game = played("2C 3C 4C 5C 6C 10S", body)
    assert happened(game)[-3:] == ["CardShown", "Discarded", "QuestionAwaited"]
    assert seat(game, "Bob")["chips"] == 1
    undone = more(game, f"host: undo {game.entries[-1].number}")
    assert seat(undone, "Bob")["chips"] == 2
    assert "10S" in public(undone)["cards_remaining"]


def test_all_06_undo_is_of_the_last_alone_and_an_answer_can_be_taken_back_too() -> None:
    game = open_question(RIGHT)
    number = game.entries[-1].number
    assert refused(game, f"host: undo {number - 1}").clause == "ALL-6"
    undone = more(game, f"host: undo {number}\nhost: undo {number - 1}")
    assert (asked(undone), public(undone)["asking"]["given"]) == ("Bob", "")
    assert deadline(undone) == "2026-11-23T10:00:00Z"
    assert more(undone, f"host: redo {number - 1}\nhost: redo {number}").table == game.table


def test_all_06_undo_of_a_close_gives_the_player_its_time_again() -> None:
    game = open_question("23 10:00 host: close")
    undone = more(game, f"host: undo {game.entries[-1].number}")
    assert asked(undone) == "Bob"
    late = more(undone, '23 11:00 Bob [late "the forum was down"]: answer "Paris"\nhost: right')
    assert money(late) == [0, 100, 0]


def test_all_01_a_verdict_is_not_dated_before_the_answer_it_follows() -> None:
    game = open_question('Bob: answer "Rome"')
    found = refused(game, "20 20:01 host: wrong")
    assert found.clause == "ALL-1"
    assert "before the last entry" in found.sentence()
