"""Messages that wait: kept, proposed, taken, asked about, set aside (ALL-7, design §3a)."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest
from hosting import Answered, Host
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lengths import few_or_many

UNCLEAR = "80 on B and 25 on E, cheers from the pub!"


def pasted(host: Host, who: str, text: str, *more: str) -> Answered:
    return host("record", who, "--from", "-", *more, pasted=text)


def kept(host: Host, who: str = "Ann", text: str = UNCLEAR) -> int:
    """The number of a message that waits."""
    answered = pasted(host, who, text, "--json")
    assert answered.code == 1, answered.all
    number = answered.facts["message"]
    assert isinstance(number, int)
    return number


def journal(host: Host) -> list[str]:
    return [line for line in host("export").out.splitlines() if line.startswith("2026-")]


@pytest.fixture
def open_batch(host: Host) -> Host:
    """Bids are taken; it is an hour later."""
    return host.begin("Ann Bob TomK").at("20 21:10")


# ---- what is surely read is recorded, all else is kept


def test_what_is_surely_read_is_recorded_with_the_words(open_batch: Host) -> None:
    answered = pasted(open_batch, "Ann", "Hi,\n80 on B and 25 on E, thanks!\nAnn", "--json")
    assert answered.code == 0
    facts = answered.facts
    assert (facts["message"], facts["recorded"]) == (None, ["bid B 80, E 25"])
    assert (facts["proposed"], facts["doubts"], facts["reply"]) == ([], [], None)
    assert journal(open_batch)[-1].endswith(
        r'Ann [from pm; raw "Hi,\n80 on B and 25 on E, thanks!\nAnn"]: bid B 80, E 25'
    )


def test_all_07_what_is_not_surely_read_is_kept_and_proposed(open_batch: Host) -> None:
    answered = pasted(open_batch, "Ann", UNCLEAR, "--json")
    assert answered.code == 1
    assert answered.facts == {
        "game": "R3",
        "message": 3,
        "recorded": [],
        "proposed": ["bid B 80, E 25"],
        "readings": [],
        "doubts": [],
        "left": ["from the pub!"],
        "refused": [],
        "reply": "80 on B and 25 on E, right?",
        "next": ["gmtool take 3", "gmtool ask 3", 'gmtool aside 3 --why "…"'],
        "entries": [3],
        "outbox": [],
    }
    assert journal(open_batch)[-1] == (f'2026-11-20T21:10:00Z Ann [from pm]: says "{UNCLEAR}"')


@pytest.mark.parametrize(
    ("text", "proposed", "readings", "doubt"),
    [
        ("B 80\nEDIT: 85", [], ["bid B 80", "bid B 85"], "second thought"),
        ("bid A 30\ncancel that", [], ["bid A 30"], "“cancel that”"),
        ("My bids if I lose B:\nA 20\nC 30", [], ["bid A 20", "bid C 30"], "leaves open"),
        ("B 30\nTomK", ["bid B 30"], [], "signed TomK: is it TomK's?"),
        ("A 25 or maybe C 25, whichever is cheaper", [], ["bid A 25", "bid C 25"], "leaves open"),
        ("maybe A 25", ["bid A 25"], [], "outright"),
    ],
)
def test_a_doubt_anywhere_leaves_the_message_to_the_host(
    open_batch: Host, text: str, proposed: list[str], readings: list[str], doubt: str
) -> None:
    facts = pasted(open_batch, "Ann", text, "--json").facts
    assert (facts["recorded"], facts["proposed"]) == ([], proposed)
    assert set(readings) <= set(facts["readings"])
    assert any(doubt in told for told in facts["doubts"]), facts["doubts"]


def test_what_was_copied_from_the_thread_is_no_bid(open_batch: Host) -> None:
    text = open_batch("outbox 2").out + "\n\n45 on C please!"
    facts = pasted(open_batch, "Ann", "Quill said:\n" + text, "--json").facts
    assert (facts["recorded"], facts["proposed"]) == ([], ["bid C 45"])
    facts = pasted(open_batch, "Ann", text, "--json").facts
    assert (facts["recorded"], facts["proposed"]) == ([], ["bid C 45"])


def test_a_post_that_is_pasted_whole_is_quotation(open_batch: Host) -> None:
    post = open_batch("outbox 2").out
    assert "How to bid" in post
    facts = pasted(open_batch, "Ann", f"{post}\n\nmy bids: E 9", "--json").facts
    assert (facts["proposed"], facts["doubts"], facts["left"]) == (["bid E 9"], [], [])


def test_what_the_rules_refuse_is_kept_answered_and_told(open_batch: Host) -> None:
    open_batch("record Ann bid A 30")
    answered = pasted(open_batch, "Ann", "bid A 31\nthanks!", "--json")
    assert answered.code == 1
    assert [one["clause"] for one in answered.facts["refused"]] == ["AP-8"]
    assert "final" in answered.facts["reply"]
    assert answered.facts["message"] == 4
    assert "[from pm; refused AP-8]: says" in journal(open_batch)[-1]
    assert open_batch("inbox --json").facts[0]["state"] == "refused (AP-8)"


def test_only_what_the_rules_would_let_stand_is_proposed(open_batch: Host) -> None:
    open_batch("record Ann bid A 30")
    facts = pasted(open_batch, "Ann", "I think A 31", "--json").facts
    assert facts["proposed"] == []
    assert any("refused (AP-8)" in doubt for doubt in facts["doubts"])


def test_a_dry_run_keeps_nothing(open_batch: Host) -> None:
    before = open_batch.snapshot()
    answered = pasted(open_batch, "Ann", UNCLEAR, "--dry-run")
    assert "would be kept" in answered.all
    assert open_batch.snapshot() == before


def test_an_empty_message_is_wrong_usage(open_batch: Host) -> None:
    assert pasted(open_batch, "Ann", " \n\n").code == 2


# ---- take, ask, aside


def test_taking_a_message_records_what_it_says_as_of_when_it_arrived(open_batch: Host) -> None:
    number = kept(open_batch)
    assert open_batch.at("20 23:00")("take", str(number)).code == 0
    assert journal(open_batch)[-1] == (
        "2026-11-20T21:10:00Z Ann [recorded 2026-11-20T23:00:00Z; from pm; of 3]: bid B 80, E 25"
    )
    assert open_batch("inbox").out == "R3: no message waits for you\n"
    assert open_batch("inbox --all --json").facts[0]["state"] == "taken"


def test_taking_it_as_something_else(open_batch: Host) -> None:
    number = kept(open_batch)
    answered = open_batch(f"take {number} bid B 85", "--json")
    assert answered.facts["recorded"] == ["bid B 85"]
    answered = open_batch(f"take {number}")
    assert (answered.code, answered.out) == (1, "")
    assert "doesn't wait any more: it is taken" in answered.err


def test_taking_it_for_whom_it_is_signed_by(open_batch: Host) -> None:
    number = kept(open_batch, "Bob", "B 30\nTomK")
    assert open_batch(f"take {number} --who TomK").code == 0
    assert " TomK [from pm; of 3]: bid B 30" in journal(open_batch)[-1]


def test_an_unclear_message_is_taken_only_as_a_move(open_batch: Host) -> None:
    number = kept(open_batch, text="bid A 30\ncancel that")
    before = open_batch.snapshot()
    answered = open_batch(f"take {number}")
    assert answered.code == 1
    assert "isn't clear" in answered.err
    assert f"gmtool take {number} bid A 30" in answered.err
    assert open_batch.snapshot() == before


def test_asking_back_drafts_a_question_which_taking_withdraws(open_batch: Host) -> None:
    number = kept(open_batch)
    asked = open_batch(f"ask {number}")
    assert asked.code == 0
    assert "Thanks for your message. 80 on B and 25 on E, right?" in asked.out
    assert UNCLEAR in asked.out
    (question,) = open_batch("outbox --json").facts[-1:]
    assert question["to"] == "Ann"
    assert open_batch("inbox --json").facts[0]["state"] == "answered"
    assert "message 3 of Ann's, asked back, arrived" in open_batch("status").out
    assert "  asked back: 80 on B and 25 on E, right?" in open_batch(f"inbox {number}").out
    open_batch(f"take {number}")
    waiting = [one["number"] for one in open_batch("outbox --json").facts]
    assert question["number"] not in waiting


def test_a_yes_to_the_question_is_what_was_asked(open_batch: Host) -> None:
    number = kept(open_batch)
    open_batch(f"ask {number}")
    facts = pasted(open_batch, "Ann", "Yes, exactly! Thanks :)", "--json").facts
    assert facts["proposed"] == ["bid B 80, E 25"]
    assert facts["doubts"] == ["it says yes to what was asked about message 3"]
    assert open_batch(f"take {facts['message']}").code == 0
    assert open_batch("inbox").out == "R3: no message waits for you\n"


@pytest.mark.parametrize("question", ["", "80 or 85?"])
def test_a_yes_to_anything_else_says_nothing(open_batch: Host, question: str) -> None:
    if question:
        open_batch("ask", str(kept(open_batch)), question)
    facts = pasted(open_batch, "Ann", "yes", "--json").facts
    assert (facts["recorded"], facts["proposed"], facts["readings"]) == ([], [], [])


def test_a_yes_is_not_asked_for_where_something_was_left_out(open_batch: Host) -> None:
    text = "forty-five on B and a tenner on D pls"
    reply = pasted(open_batch, "Ann", text, "--json").facts["reply"]
    assert reply == "Do you mean 45 on B and nothing else?"


def test_asking_again_replaces_the_question_that_was_not_sent(open_batch: Host) -> None:
    number = kept(open_batch)
    open_batch(f"ask {number}")
    open_batch("ask", str(number), "80 or 85?")
    texts = [one["number"] for one in open_batch("outbox --json").facts if one["to"] == "Ann"]
    assert len(texts) == 1
    assert "80 or 85?" in open_batch(f"outbox {texts[0]}").out


def test_what_a_host_typed_wrong_is_told_to_the_host_alone(open_batch: Host) -> None:
    number = kept(open_batch)
    before = open_batch.snapshot()
    for line in (f"take {number} bid Q 4", f"take {number} bid A 30, Q 4", f"take {number} hm"):
        answered = open_batch(line)
        assert (answered.code, answered.out) == (1, ""), line
        assert f"message {number} waits as before; to tell Ann so: gmtool ask 3" in answered.err
    assert open_batch.snapshot() == before


def test_all_01_a_window_opened_by_a_message_that_waited_is_told_to_run_since(host: Host) -> None:
    host("new ten-skip Skip Ann Bob Cid --seed " + "11" * 32)
    host("record host start")
    actor = host("status --json").facts["waiting"][0]["who"]
    seats = host("status --json --secret").facts["players"]
    card = next(seat["hand"][0] for seat in seats if seat["name"] == actor)
    number = kept(host.at("20 21:00"), actor, f"hm, {card} I think?")
    host.at("20 21:30")
    assert "runs since" not in host(f"take {number} discard {card} --dry-run").err
    taken = host.at("21 03:10")(f"take {number} discard {card}")
    assert taken.code == 0, taken.all
    assert 'to give back what is gone of it: gmtool rule extend +7h --why "…"' in taken.err


def test_what_a_take_leaves_out_is_told(open_batch: Host) -> None:
    answered = open_batch(f"take {kept(open_batch)}")
    assert "  left out: from the pub!" in answered.err


def test_typing_what_a_waiting_message_says_takes_it(open_batch: Host) -> None:
    kept(open_batch, text="maybe 30 on A?")
    assert open_batch.at("20 23:00")("record Ann bid A 30").code == 0
    assert journal(open_batch)[-1] == (
        "2026-11-20T21:10:00Z Ann [recorded 2026-11-20T23:00:00Z; from pm; of 3]: bid A 30"
    )
    kept(open_batch, text="maybe 30 on B?")
    open_batch("record Ann bid C 30")
    assert "of" not in journal(open_batch)[-1].partition("]")[0]


def test_the_same_words_twice_are_refused_to_the_host_alone(open_batch: Host) -> None:
    pasted(open_batch, "Ann", "Hi, bid A 30 please")
    before = journal(open_batch)
    answered = pasted(open_batch, "Ann", "Hi, bid A 30 please")
    assert (answered.code, answered.out) == (1, "")
    assert "refused (ALL-7): entry 3 has it word for word already." in answered.err
    assert journal(open_batch) == before


def test_a_refusal_goes_no_more_once_its_message_is_followed(open_batch: Host) -> None:
    open_batch("record Ann bid A 30")
    pasted(open_batch, "Ann", "bid A 31\nthanks!")
    assert any("couldn't take" in one["subject"] for one in open_batch("outbox --json").facts)
    open_batch("record Ann bid B 31")
    assert not any("couldn't take" in one["subject"] for one in open_batch("outbox --json").facts)


def test_a_correction_has_nothing_on_record_of_what_only_waits(open_batch: Host) -> None:
    open_batch(f"ask {kept(open_batch)}")
    open_batch.at("21 20:00")("close")
    open_batch("sent all")
    texts = open_batch("undo").all
    for one in open_batch("outbox --json").facts:
        texts += open_batch(f"outbox {one['number']}").out
    assert "says" not in texts
    assert "On record for you" not in texts


def test_a_question_that_was_not_sent_is_named_at_the_close(open_batch: Host) -> None:
    open_batch(f"ask {kept(open_batch)}")
    answered = open_batch.at("21 20:00")("close")
    asked = "message 3 of Ann's was asked about, and nothing followed it; outbox 3 about it wasn't"
    assert asked in answered.all


def test_a_question_of_one_s_own(open_batch: Host) -> None:
    number = kept(open_batch)
    assert "80 or 85?" in open_batch("ask", str(number), "80 or 85?").out


def test_setting_aside_needs_a_reason_and_goes_on_record(open_batch: Host) -> None:
    number = kept(open_batch, text="what a lousy hand")
    assert open_batch(f"aside {number}").code == 2
    assert open_batch(f"aside {number} --why …").code == 2
    assert open_batch(f"aside {number} --why banter").code == 0
    assert journal(open_batch)[-1].endswith('host: aside 3 why "banter"')
    assert open_batch("inbox --all --json").facts[0]["state"] == "set aside"


def test_undo_makes_a_message_wait_again(open_batch: Host) -> None:
    number = kept(open_batch)
    open_batch(f"take {number}")
    open_batch("undo")
    assert open_batch("inbox --json").facts[0]["state"] == "open"


@pytest.mark.parametrize("line", ["take 2", "ask 2", "aside 2 --why x", "inbox 2", "take 99"])
def test_what_is_no_message_is_told(open_batch: Host, line: str) -> None:
    answered = open_batch(line)
    assert answered.code == 1
    assert "is no message; none waits" in answered.err


@pytest.mark.parametrize("line", ["take x", "ask 0", "aside -1 --why x", "inbox B"])
def test_what_is_no_number_is_wrong_usage(open_batch: Host, line: str) -> None:
    assert open_batch(line).code == 2


# ---- what follows from a message that waits


def test_all_07_nobody_is_told_that_nothing_came_from_who_wrote(open_batch: Host) -> None:
    kept(open_batch)
    reminded = open_batch("remind --json").facts
    assert [one["to"] for one in reminded] == ["Bob", "TomK"]
    assert "A message came from you" in open_batch("remind Ann").out
    due = open_batch("due --json").facts[0]
    assert due["messages"] == [3]
    assert open_batch("games --json").facts[0]["messages"] == [3]
    assert open_batch("status --json").facts["messages"] == [
        {"number": 3, "who": "Ann", "at": "2026-11-20T21:10:00Z", "state": "open"}
    ]
    assert "gmtool inbox 3" in open_batch("status --json").facts["next"]


def test_all_07_a_player_who_wrote_does_not_look_inactive(host: Host) -> None:
    host.begin("Ann Bob TomK", "-o inactive_after=1").at("20 21:10")
    kept(host)
    host("record Bob bid A 30")
    host.at("21 20:00")
    assert "inactive" in host("close --leave 3").all
    assert "inactive Ann" not in host("status").all
    assert "inactive TomK" in host("status").all


def test_all_07_a_window_is_not_closed_over_a_message_that_came_in_time(open_batch: Host) -> None:
    kept(open_batch)
    open_batch.at("21 20:00")
    answered = open_batch("close")
    assert answered.code == 1
    assert (
        "(ALL-7): message 3 of Ann's came Fri 20 Nov 21:10 GMT, before time was up" in answered.err
    )
    before = open_batch.snapshot()
    assert open_batch("close --leave 9").code == 1
    assert open_batch.snapshot() == before
    assert open_batch("close --leave 3").code == 0
    assert [line.split(": ", 1)[1] for line in journal(open_batch)[3:5]] == [
        'aside 3 why "left when the window was closed"',
        "close",
    ]


def test_all_07_nothing_is_left_by_a_close_that_is_refused(open_batch: Host) -> None:
    number = kept(open_batch)
    before = open_batch.snapshot()
    answered = open_batch(f"close --leave {number}")
    assert (answered.code, open_batch.snapshot()) == (1, before)
    assert "refused (ALL-2)" in answered.err
    assert "--leave" not in open_batch("close").err


def test_all_07_no_window_ends_over_a_message_by_the_last_who_moves(host: Host) -> None:
    host("new grouping-bw Duel Alice Bob")
    host("record host start")
    host.at("20 21:00")
    groups = "group A 0 1 B 2 3 4 C 5 6 7 8"
    host(f"record Alice {groups}")
    number = kept(host, "Alice", "changed my mind, can I swap the 1 and the 8?")
    typed = host(f"record Bob {groups}")
    assert typed.code == 1
    assert f"(ALL-7): with it the window ends, and message {number} of Alice's" in typed.err
    facts = pasted(host, "Bob", groups, "--json").facts
    assert (facts["recorded"], facts["proposed"]) == ([], [groups])
    assert any("with it the window ends" in doubt for doubt in facts["doubts"])
    assert host(f"take {number} group A 0 8 B 2 3 4 C 5 6 7 1").code == 0
    assert host(f"take {facts['message']}").code == 0


def test_a_message_that_came_too_late_keeps_no_window_open(open_batch: Host) -> None:
    open_batch.at("21 20:30")
    kept(open_batch)
    assert open_batch("close").code == 0
    assert open_batch("inbox --json").facts[0]["state"] == "open"


def test_a_refusal_that_nobody_followed_up_is_named_at_the_close(open_batch: Host) -> None:
    pasted(open_batch, "Ann", "bid A 999")
    open_batch.at("21 20:00")
    answered = open_batch("close")
    assert answered.code == 0
    assert "message 3 of Ann's was refused (AP-7), and nothing followed it" in answered.all
    assert open_batch("inbox --all --json").facts[0]["state"] == "over"


def test_a_message_is_a_secret(open_batch: Host) -> None:
    number = kept(open_batch)
    open_batch(f"ask {number}")
    for line in ("status", "due", "inbox", "log", "outbox", "games", "export --public"):
        told = open_batch(line).all
        assert "B 80" not in told, line
        assert "pub!" not in told, line
    assert UNCLEAR in open_batch(f"inbox {number}").out
    assert UNCLEAR in open_batch("inbox --secret").out


def test_a_message_stays_a_secret_when_the_game_is_over(open_batch: Host) -> None:
    number = kept(open_batch)
    open_batch(f"ask {number}")
    open_batch(f"aside {number} --why banter")
    open_batch("rule end --why over")
    told = open_batch("export --public").out
    assert "pub!" not in told
    assert "B 80" not in told
    assert ': says "a message"' in told


# ---- the journal


def test_messages_go_through_export_and_import(open_batch: Host) -> None:
    number = kept(open_batch, text="80 on B\n\nand 25 on E, cheers from\tthe pub!")
    open_batch(f"ask {number}")
    open_batch(f"take {number} bid B 80")
    kept(open_batch, "Bob", "hello?")
    pasted(open_batch, "TomK", "bid A 999")
    whole = open_batch("export").out
    again = open_batch("import - --as again", pasted=whole)
    assert again.code == 0, again.all
    assert (
        open_batch("export").out.replace("name: again", "name: R3").split("end:")[0]
        == (whole.split("end:")[0])
    )


def script(*lines: str) -> str:
    head = ("gmtool-journal 1", "kind: auction-poker", "rules: 1", "name: S", "zone: UTC")
    return "\n".join((*head, "players: Ann, Bob", f"seed: {'11' * 32}", "---", *lines, ""))


def test_prose_in_a_journal_is_refused_with_the_text_form_it_may_be(host: Host) -> None:
    text = script("2026-11-20T20:00:00Z host: start", "2026-11-20T20:10:00Z Ann: 30 on A, please")
    answered = host("import -", pasted=text)
    assert answered.code == 1
    assert "“30 on A, please” is no text form of a move; perhaps `bid A 30` is meant." in (
        answered.err
    )
    assert "--read" in answered.err
    answered = host("import - --read", pasted=text)
    assert answered.code == 0
    assert "entry 3, “30 on A, please”, is bid A 30" in answered.out
    assert host("export").out.splitlines()[-2].endswith('Ann [raw "30 on A, please"]: bid A 30')


def test_what_is_nothing_is_refused_with_and_without_reading(host: Host) -> None:
    text = script("2026-11-20T20:00:00Z host: start", "2026-11-20T20:10:00Z Ann: hello there")
    for line in ("import -", "import - --read"):
        answered = host(line, pasted=text)
        assert answered.code == 1
        assert "is no text form of a move" in answered.err


def test_json_of_a_message_in_a_list_is_whole_only_with_secret(open_batch: Host) -> None:
    kept(open_batch)
    assert json.loads(open_batch("inbox --json").out)[0]["text"] == ""
    assert json.loads(open_batch("inbox --json --secret").out)[0]["text"] == UNCLEAR


# ---- databases of before


def as_of_before(host: Host, number: int, words: str) -> None:
    """The database as a gmtool left it that kept words in its journal, one entry in these."""
    with closing(sqlite3.connect(host.database)) as kept, kept:
        guards = kept.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in guards:
            kept.execute(f'DROP TRIGGER "{name}"')
        kept.execute("UPDATE entry SET text = ? WHERE number = ?", (words, number))
        kept.execute("ALTER TABLE entry DROP COLUMN message")
        kept.execute("ALTER TABLE entry DROP COLUMN refused")
        kept.execute("UPDATE alembic_version SET version_num = '0004'")


def test_words_in_an_older_database_are_written_in_their_text_form(open_batch: Host) -> None:
    open_batch("record Ann bid A 30, B 12")
    before = journal(open_batch)[-1]
    as_of_before(open_batch, 3, "30 on A and 12 on B please")
    answered = open_batch("status")
    assert answered.code == 0
    assert (
        "R3: entry 3, “30 on A and 12 on B please”, is written bid A 30, B 12 from now on; the "
        "words are kept" in answered.err
    )
    assert journal(open_batch)[-1] == before.replace(
        "Ann:", 'Ann [raw "30 on A and 12 on B please"]:'
    )
    assert open_batch("check").code == 0
    assert "entry 3" not in open_batch("status").err


def test_what_an_older_database_says_in_words_that_are_no_move_stays(open_batch: Host) -> None:
    open_batch("record Ann bid A 30, B 12")
    as_of_before(open_batch, 3, "hello there")
    assert "entry 3" in open_batch("check").all
    assert "Ann: hello there" in journal(open_batch)[-1]


# ---- nothing is lost

_ODD = (
    "A 30",
    "bid B 12",
    "thanks",
    "no wait",
    "> bid A 5",
    "[quote]",
    "[/quote]",
    "-- ",
    "Ann",
    "?",
)
_TEXTS = st.lists(
    st.sampled_from((*_ODD, "\n", "\r\n", "\0", "\u202e", "👍")) | st.text(max_size=6)
)


@pytest.mark.slow
@settings(
    derandomize=True,
    deadline=None,
    max_examples=few_or_many(25, 600),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(pieces=_TEXTS)
def test_all_07_nothing_pasted_is_lost(open_batch: Host, pieces: list[str]) -> None:
    text = " ".join(pieces).encode("utf-8", "ignore").decode()
    answered = pasted(open_batch, "Ann", text)
    if not text.strip():
        assert answered.code == 2
        return
    assert answered.code in {0, 1}, answered.all
    row = open_batch("log --json --secret").facts[-1]
    said = text.replace("\r\n", "\n").replace("\r", "\n")
    kept_words = row["raw"] or json.loads(row["move"].removeprefix("says "))
    assert kept_words.replace("\r\n", "\n").replace("\r", "\n") == said
    assert open_batch("undo").code == 0
