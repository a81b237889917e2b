"""What nobody may know: unused codes, the kept answer, the order of the deck, what is covered on
the boards of the bonus (SD-4, SD-10, SD-11, SD-27, SD-36); and what programs are told.

Two episodes that differ only in a secret must look the same to whoever may not know it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from hosting import Host
from playing import Played, deck, play

from gmtool.engine.game import PUBLIC, SECRET
from gmtool.engine.wording import HOST
from gmtool.games.split_decision import GAME

from .episodes import (
    BOARD,
    CARDS_OF_1,
    CARDS_OF_2,
    CARDS_OF_3,
    FULL,
    NEXT_BOARD,
    NO_HEAD_START,
    QUESTION,
    TO_ROUND_3,
    WON_BY,
    bonus,
    episode,
    hand,
    more,
    played,
    public,
    seat,
)

SEATS = ("Ann", "Bob", "Cid")
EVERYBODY = (PUBLIC, *SEATS)
CARDS = " ".join((*CARDS_OF_1, *CARDS_OF_2, *CARDS_OF_3))


def told(game: Played, seer: str) -> list[Any]:
    """All that `seer` is told, entry by entry: the move, what followed, the view after it."""
    return [
        (
            step.move.public,
            [one.seen_by(seer) for one in step.news],
            GAME.view(step.table.state, seer),
        )
        for step in game.replay.live
    ]


def differ(left: Played, right: Played, seer: str) -> list[int]:
    """The entries after which `seer` could tell the two episodes apart."""
    pairs = zip_longest(told(left, seer), told(right, seer))
    return [number for number, (one, other) in enumerate(pairs, 1) if one != other]


WHOLE = f"{TO_ROUND_3}{WON_BY['Ann']}"
BEGUN = f"{WHOLE}chance: {deck('', FULL)}\nchance: board {BOARD}\n"


def other_line(text: str, begins: str, change: Callable[[list[str]], list[str]]) -> str:
    """The journal with the things of its last line that says `begins` put otherwise."""
    lines = text.split("\n")
    place = max(n for n, line in enumerate(lines) if f": {begins} " in line)
    start, _, rest = lines[place].partition(f": {begins} ")
    lines[place] = f"{start}: {begins} {' '.join(change(rest.split()))}"
    return "\n".join(lines)


def test_sd_04_the_order_of_the_deck_is_nobodys_to_know() -> None:
    """One card, cut to the bottom, and 18 that are seen; the rest lies the other way round."""
    text = episode(CARDS, WHOLE.rpartition("right Ann")[0])
    other = other_line(text, "shuffle", lambda cards: [*cards[:19], *cards[:18:-1]])
    left, right = play(text), play(other)
    assert left.state.deck != right.state.deck
    assert [differ(left, right, seer) for seer in EVERYBODY] == [[]] * 4
    assert differ(left, right, HOST)


@pytest.mark.parametrize("name", SEATS)
def test_sd_10_unused_codes_are_known_to_their_player_alone(name: str) -> None:
    body = f"{NO_HEAD_START}right Ann\nAnn: chip\ndead Bob Ann Cid\n"
    own = {"Ann": 10, "Bob": 50, "Cid": 90}[name]
    used = [str(own)] * 2
    left = played("2C", body, {name: " ".join([*used, "11", "22"])}, buzzcodes=4)
    right = played("2C", body, {name: " ".join([*used, "33", "44"])}, buzzcodes=4)
    for seer in EVERYBODY:
        assert bool(differ(left, right, seer)) == (seer == name)
    assert left.view(name)["you"]["codes"] == [11, 22]
    assert left.replay.live[2].move.public == ""
    host = {p["name"]: p[SECRET]["codes"] for p in left.view(HOST)["players"]}
    assert host[name] == [11, 22]


def test_sd_10_codes_that_chance_gave_are_known_to_their_player_alone() -> None:
    start = episode("2C").partition("Ann: codes")[0].rpartition("\n")[0]
    text = f"{start}\n2026-11-22T21:00:00Z host: close\n"
    given = "2026-11-22T21:00:00Z chance: codes "
    lists = [" ".join([str(code)] * 30) for code in (11, 22, 33, 44)]
    left = play(text + "".join(f"{given}{each}\n" for each in lists[:3]))
    right = play(text + "".join(f"{given}{each}\n" for each in (lists[0], lists[3], lists[2])))
    assert [bool(differ(left, right, seer)) for seer in EVERYBODY] == [False, False, True, False]


def question(kept: str, rest: str) -> Played:
    """A question with that answer, Bob asked."""
    asked = f'{NO_HEAD_START}host: question "Capital?" answer "{kept}"\nhost: draw 40\n'
    return played("2C", asked + rest)


WRONG = """Bob: answer "Rome"
    host: wrong
    Ann: answer "Oslo"
    host: wrong
    Cid: answer "Bern"
"""


def test_sd_11_the_kept_answer_is_the_hosts_until_the_question_is_completed() -> None:
    left, right = question("Paris", WRONG), question("Berlin", WRONG)
    assert [differ(left, right, seer) for seer in EVERYBODY] == [[]] * 4
    assert differ(left, right, HOST)
    over = [more(game, "host: wrong") for game in (left, right)]
    assert [differ(over[0], over[1], seer) for seer in EVERYBODY] == [
        [len(over[0].replay.live)]
    ] * 4


def test_sd_11_nor_does_anybody_learn_whether_an_answer_agrees_with_it() -> None:
    rest = 'Bob: answer "Rome"\n'
    left, right = question("Rome", rest), question("Paris", rest)
    assert [differ(left, right, seer) for seer in EVERYBODY] == [[]] * 4


@pytest.mark.slow
def test_sd_11_nor_does_a_standing_report_tell_it(host: Host, tmp_path: Path) -> None:
    """Reports show secrets only with `--secret`; whether an answer is right is one until the
    verdict, and the suggestion stands in the answer to what the host has just typed.
    """
    without_texts(tmp_path)
    path = tmp_path / "E1.journal"
    path.write_text(episode("2C", NO_HEAD_START))
    shown = []
    for name, kept in (("Quiz A", "Rome"), ("Quiz B", "Paris")):
        assert host(f"import {path} --as", name).code == 0
        host.at("21 20:00")
        assert host("record host question Capital? answer", kept).code == 0
        assert host("record host draw 50").code == 0
        done = host("record Bob answer Rome")
        assert done.code == 0, done.all
        assert ("`right`" in done.all) == (kept == "Rome")
        reports = [host(report).all for report in ("status", "status --json", "log")]
        due = [line for line in host("due").all.splitlines() if name in line]
        shown.append([report.replace(name, "Quiz") for report in (*reports, *due)])
    assert shown[0] == shown[1]


def covered(game: Played) -> tuple[list[Any], dict[str, str]]:
    facts = public(game)["bonus"]
    return facts["board"], facts["suits"]


def test_sd_30_what_lies_under_a_number_is_known_when_it_is_picked() -> None:
    """The 11 places that aren't picked are the other way round in the other episode."""
    text = episode(CARDS, f"{BEGUN}Ann: pick 1 2 3 4\n")
    other = other_line(text, "board", lambda cards: [*cards[:4], *cards[:3:-1]])
    left, right = play(text), play(other)
    assert left.state.bonus.board != right.state.bonus.board
    assert [differ(left, right, seer) for seer in EVERYBODY] == [[]] * 4
    picked = play(text.replace("pick 1 2 3 4", "pick 1 2 3 15"))
    assert covered(picked)[0] == ["A", "A", "K", *[None] * 11, "DEVIL"]
    before = play(text.rstrip().rpartition("\n")[0] + "\n")
    assert covered(before)[0] == [None] * 15


LOST = hand("3 11 4 12", "K 5", 250)


def test_sd_32_what_is_behind_a_suit_is_known_when_it_is_named() -> None:
    games = [
        bonus("2H", f"{LOST}chance: suits NO {rest}\nAnn: suit clubs\n{NEXT_BOARD}{LOST}")
        for rest in ("2ND AGAIN NO", "NO 2ND AGAIN")
    ]
    assert [differ(games[0], games[1], seer) for seer in EVERYBODY] == [[]] * 4
    assert covered(games[0])[1] == {"clubs": "NO"}


def test_sd_27_the_order_of_the_bonus_deck_is_nobodys_to_know() -> None:
    win = hand("1 2 3 4", "A A", 250)
    left, right = bonus("7H 8H 9H", win), bonus("7H 9H 8H", win)
    assert left.state.deck != right.state.deck
    assert [differ(left, right, seer) for seer in EVERYBODY] == [[]] * 4


def test_sd_36_all_else_is_public() -> None:
    """What a seat is told beside its own codes is what everybody is."""
    game = play(episode(CARDS, WHOLE))
    for seer in SEATS:
        view = game.view(seer)
        assert {key: value for key, value in view.items() if key != "you"} == game.view()
    assert SECRET not in repr(game.view())
    for step in game.replay.live:
        if step.entry.who in SEATS and not step.entry.text.startswith("codes"):
            assert step.move.public == step.entry.text


def test_sd_36_only_the_hosts_view_has_secrets_and_only_under_their_key() -> None:
    game = question("Paris", "")
    host = game.view(HOST)
    assert "Paris" in repr(host[SECRET])
    for row in (host, *host["players"]):
        row.pop(SECRET)
    assert host == game.view()


# ---- what programs are told


def without_texts(tmp_path: Path) -> None:
    """What posts say is no matter here."""
    folder = tmp_path / "templates" / GAME.kind
    folder.mkdir(parents=True)
    for occasion in GAME.occasions:
        (folder / f"{occasion.name}.j2").write_text("a text\n")


PLAYER = {"name": str, "podium": str, "money": int, "chips": int, "out": bool, "gift": bool}


def check_contract(facts: dict[str, Any]) -> None:
    """The keys that the rules page promises."""
    for row in facts["players"]:
        for key, kind in PLAYER.items():
            assert isinstance(row[key], kind), key
        for end in ("low", "high"):
            assert row[end] is None or isinstance(row[end], str)
    assert isinstance(facts["public"]["round"], int)
    assert isinstance(facts["public"]["question"], int)
    assert all(isinstance(card, str) for card in facts["public"]["cards_remaining"])


def test_the_views_keep_the_contract_of_the_rules_page_at_every_entry() -> None:
    five = NEXT_BOARD.join(
        [hand("1 2 3 4", "A A", amount) for amount in (250, 250, 250, 250, 1750)]
    )
    game = bonus("2H 3H 4H 5H 6H", five)
    for step in game.replay.live:
        for seer in (*EVERYBODY, HOST):
            check_contract(GAME.view(step.table.state, seer))
    winner = seat(game, "Ann")
    assert (winner["bankroll"], winner["total"], winner["titles"]) == (5250, 9150, 2)


def test_the_round_and_the_number_of_the_question_in_it() -> None:
    game = played("2C", NO_HEAD_START)
    assert [public(game)[key] for key in ("round", "question")] == [1, 0]
    game = more(game, QUESTION)
    assert [public(game)[key] for key in ("round", "question")] == [1, 1]
    game = more(game, 'host: draw 10\nAnn: answer "Paris"\nhost: right')
    assert [public(game)[key] for key in ("round", "question")] == [1, 1]
    game = more(game, f"Ann: chip\n{QUESTION}")
    assert [public(game)[key] for key in ("round", "question")] == [1, 2]


def test_a_hand_is_told_by_its_cards_and_a_joker_with_its_rank() -> None:
    body = NO_HEAD_START.replace("Ann: refuse\n    Ann: refuse\n", "Ann: high\n")
    game = played("9D 4C 5C 6C 7C JOKER", f"{body}right Ann\nAnn: low as 5")
    facts = seat(game, "Ann")
    assert (facts["low"], facts["high"]) == ("JOKER", "9D")
    assert "5" in {str(value) for key, value in facts.items() if key != "money"}


@pytest.mark.slow
def test_at_the_desk_status_json_keeps_the_contract_and_secrets_come_on_demand(
    host: Host, tmp_path: Path
) -> None:
    without_texts(tmp_path)
    path = tmp_path / "E1.journal"
    asked = f"{NO_HEAD_START}{QUESTION}host: draw 50\n"
    path.write_text(episode("2C", asked, {"Bob": "50 47"}, buzzcodes=2))
    done = host(f"import {path}")
    assert done.code == 0, done.all
    plain = host("status --json").facts
    check_contract(plain)
    assert "Paris" not in repr(plain)
    assert SECRET not in plain
    secret = host("status --json --secret").facts
    assert "Paris" in repr(secret[SECRET])
    (bob,) = (row for row in secret["players"] if row["name"] == "Bob")
    assert 47 in bob["codes"]


REPORTS = (
    *("status", "status --json", "due", "due --json", "log", "log --json", "games", "outbox"),
    *("outbox --all", "export --public", "log --refused"),
)


@pytest.mark.slow
def test_at_the_desk_no_report_tells_a_secret_unasked(host: Host, tmp_path: Path) -> None:
    """Neither codes that aren't used yet nor the kept answer, nor which card comes next."""
    without_texts(tmp_path)
    path = tmp_path / "E1.journal"
    asked = f"{NO_HEAD_START}{QUESTION}host: draw 50\n"
    codes = {"Ann": "10 9137", "Bob": "50 9138", "Cid": "90 9139"}
    path.write_text(episode("2C 3C 4C 5C 6C 7C", asked, codes, buzzcodes=2, buzz_max=10000))
    assert host(f"import {path}").code == 0
    host.at("21 20:00")
    assert host("record Bob codes 9137 9138").code == 1
    for report in REPORTS:
        told = host(report)
        assert told.code == 0, (report, told.all)
        for secret in ("9137", "9138", "9139", "Paris", "shuffle 2C", " 2C 3C 4C"):
            assert secret not in told.all, (report, secret)
    assert "Paris" in host("log --secret").all
    assert "9139" in host("log --secret").all
