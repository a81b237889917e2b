"""Windows that only some players may know of: no text for anybody else tells that one opened,
closed, or until when it is open (`two_rooms`).
"""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from itertools import count

import pytest
import two_rooms
from hosting import Host

from gmtool.engine.spoken import Spoken
from gmtool.games import BUILT_IN

pytestmark = pytest.mark.slow  # a game at the desk for each


@pytest.fixture
def desk(host: Host, monkeypatch: pytest.MonkeyPatch) -> Host:
    """A host who knows that game."""
    monkeypatch.setitem(BUILT_IN, two_rooms.KIND, two_rooms.PLACE)
    two_rooms.put_templates(host.database.parent / "templates")
    return host


def begun(host: Host, options: str = "") -> Host:
    """Ann and Bob may whisper until 02:00 on the 22nd, which Cid mustn't know; all texts so far
    have gone out.
    """
    for line in (f"new two-rooms W Ann Bob Cid --zone UTC {options}", "record host start"):
        done = host(line)
        assert done.code == 0, done.all
    return all_sent(host)


def all_sent(host: Host) -> Host:
    assert host("sent all").code == 0
    return host


def texts(host: Host, to: str = "") -> list[str]:
    """All texts in the outbox to that player, or to the thread, the last of them last."""
    with closing(sqlite3.connect(host.database)) as database:
        rows = database.execute("SELECT recipient, subject, parts FROM message ORDER BY number")
        return ["\n\n".join((title, *json.loads(parts))) for who, title, parts in rows if who == to]


def waiting(host: Host) -> list[tuple[str, str]]:
    """To whom what is still to go out, by their occasions."""
    return [(row["to"], row["occasions"]) for row in host("outbox --json --secret").facts]


def seen_by_others(host: Host) -> str:
    """All that the thread and Cid were told, and what everybody may have of the journal, but for
    the lines of the chain, which count every entry.
    """
    export = re.sub(r"(?m)^(?:# record|end:) .*\n", "", host("export --public").out)
    board = re.sub(r"(?m)^record .*\n", "", host("post board").out)
    return "\n".join([*texts(host), *texts(host, "Cid"), export, board])


def test_all_06_a_private_window_an_extension_and_a_pause_are_told_to_those_who_may_know(
    desk: Host,
) -> None:
    begun(desk)
    (opening, board) = texts(desk)
    assert "We begin" in opening
    assert "Open: the vote" in board
    assert "First: the vote" in board
    assert "a whisper, until Sun 22 Nov 02:00" in texts(desk, "Ann")[-1]
    assert "the vote, until Sat 21 Nov 20:00" in texts(desk, "Cid")[-1]
    assert "whisper" not in seen_by_others(desk)
    done = desk("rule extend +12h --why away")
    assert "the post of this ruling tells what holds" in done.all
    assert waiting(desk) == [("", "ruling"), ("Ann", "ruling"), ("Bob", "ruling")]
    post, pm = texts(desk)[-1], texts(desk, "Ann")[-1]
    assert "The vote: by Sun 22 Nov 08:00" in post
    assert "Was open: the vote" in post
    assert "Was open: a whisper" in pm
    assert "by Sun 22 Nov 14:00 UTC instead of Sun 22 Nov 02:00" in pm
    assert "deadline put off by 12 hours" in pm.splitlines()[0]
    assert "whisper" not in seen_by_others(desk)
    assert "14:00" not in seen_by_others(desk)
    desk("rule pause --why holidays")
    all_sent(desk.at("20 22:00"))
    assert desk("rule resume").code == 0
    assert waiting(desk) == [("", "ruling"), ("Ann", "ruling"), ("Bob", "ruling")]
    assert "A whisper: by Sun 22 Nov 16:00" in texts(desk, "Bob")[-1]
    assert "whisper" not in seen_by_others(desk)


def test_all_02_an_extension_and_a_close_of_nothing_else_are_no_affair_of_others(
    desk: Host,
) -> None:
    begun(desk, "-o vote=off")
    before = seen_by_others(desk)
    done = desk("rule extend +12h --why away")
    assert "the message of this ruling tells what holds" in done.all
    assert waiting(desk) == [("Ann", "ruling"), ("Bob", "ruling")]
    assert seen_by_others(desk) == before
    assert "extend" in desk("log").out
    all_sent(desk)
    assert desk("undo --why slip").code == 0
    assert waiting(desk) == [("Ann", "correction"), ("Bob", "correction")]
    assert desk.at("22 02:00")("close Ann").code == 0
    assert seen_by_others(desk) == before
    assert "close Ann" in desk("log").out


def test_all_02_a_close_that_names_nobody_is_public_where_a_public_window_closes(
    desk: Host,
) -> None:
    begun(desk).at("21 20:00")
    assert desk("close Cid").code == 0
    assert "close" not in desk("export --public").out  # it might have been for a whisper
    assert desk("close").code == 0
    assert "host: close\n" in desk("export --public").out
    assert desk.at("21 21:00")("rule redeal --why shown").code == 0
    assert desk.at("22 02:00")("close").code == 0  # the new vote runs on
    assert desk("export --public").out.count("close") == 1


def test_all_01_who_doesn_t_know_of_it_is_not_judged_by_it(desk: Host) -> None:
    begun(desk, "-o vote=off").at("22 03:00")
    refused = desk("record Cid whisper")
    assert refused.code == 1
    assert "22 Nov" not in refused.all
    assert "not now" in refused.all
    told = desk("pm Cid refusal").out
    assert "a whisper," not in told
    assert "Nov" not in told
    assert desk("record Cid shout").code == 0, "what nobody asked for is late for none of others"
    assert "after the deadline for a whisper" in desk("record Ann whisper").all


def test_all_06_cards_are_dealt_anew_and_what_counts_since_is_told_to_those_who_may_know(
    desk: Host,
) -> None:
    """What is on record in the open windows stands in a correction: else that would tell of one."""
    begun(desk, "-o vote=off").at("21 10:00")
    for who in ("Ann", "Cid"):
        desk(f"record {who} shout")
    assert desk("rule redeal", "--why", "a hand was posted").code == 0
    assert 'redeal why "a hand was posted"' in desk("log").out
    assert waiting(desk)[0] == ("", "ruling, board")
    post = next(text for text in texts(desk) if "dealt anew" in text)
    assert post.startswith("W: the cards are dealt anew, board\n")
    assert "The hands dealt so far no longer count" in post
    assert "Reason: a hand was posted" in post
    all_sent(desk)
    desk("undo --why slip")
    assert "shout" in texts(desk, "Ann")[-1]
    told = texts(desk, "Cid")[-1]
    assert "correction" in told
    assert "shout" not in told


def test_all_06_the_host_sees_all_of_it(desk: Host) -> None:
    begun(desk, "-o vote=off")
    for secret, deadline in (("", None), (" --secret", "2026-11-22T02:00:00Z")):
        facts = json.loads(desk(f"status --json{secret}").out)
        assert {one["who"] for one in facts["waiting"]} == {"Ann", "Bob"}
        assert facts["deadline"] == deadline
        assert ("a whisper" in desk(f"status{secret}").out) == bool(secret)
        assert ("a whisper" in desk(f"due{secret}").out) == bool(secret)
    assert desk("remind --queue").code == 0
    assert waiting(desk) == [("Ann", "reminder"), ("Bob", "reminder")]
    assert {row["to"] for row in desk("outbox --json").facts} == {"(sealed)"}


def test_check_folds_twice_and_finds_rules_that_look_beyond_the_journal(
    desk: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(desk)
    rules, turn = two_rooms.GAME, count()

    def play(state: two_rooms.State, spoken: Spoken) -> two_rooms.State:
        after: two_rooms.State = rules.play(state, spoken)
        return replace(after, voting=state.players[: next(turn) % 2])

    assert "nothing amiss" in desk("check").all
    monkeypatch.setattr(two_rooms, "GAME", replace(rules, play=play))
    checked = desk("check")
    assert checked.code == 1
    assert "W: replayed twice, its journal gives two games" in checked.all
