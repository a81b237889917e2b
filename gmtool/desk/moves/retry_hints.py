"""Helps with moves that are refused only because of the order of recording (design: time).

A message may be recorded after a later one of the same player, or after the window it came in time
for was closed. The answer says so and prints the commands that help.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.desk import Desk
from gmtool.desk.moves.requests import Response
from gmtool.desk.session.session import Session
from gmtool.engine.amendments import Insert
from gmtool.engine.effective import may_be_inserted
from gmtool.engine.entries import Entry
from gmtool.engine.entry_texts import read_typed
from gmtool.engine.host_moves import End
from gmtool.engine.moves import Done
from gmtool.engine.refusals import (
    Ambiguous,
    EndsOtherwise,
    NotNow,
    Refusal,
    Refused,
    Unreadable,
)
from gmtool.engine.replay import Replay
from gmtool.engine.steps import apply
from gmtool.engine.table import Table
from gmtool.engine.text import CHANCE, HOST
from gmtool.engine.windows import came_earlier

MOST_TRIED = 20
"""Before so many entries at most it is tried to put one in."""


def retry_lines(response: Response) -> list[str]:
    """Lines that tell the host how to record a move that was refused for such a reason."""
    request, session = response.request, response.session
    by_rule = [(t, r) for t, r in response.refused if not isinstance(r, (Unreadable, Ambiguous))]
    by_rule = [(text, why) for text, why in by_rule if may_be_inserted(response.who, text)]
    if not by_rule or response.who == CHANCE:
        return []
    lines = []
    if (
        response.is_by_player
        and not (request.at or request.of)
        and session.table.overdue(response.desk.now)
    ):
        commands, number = response.desk.commands, response.message
        take = commands.line("take", str(number)) if number else ""
        options = (("--at", "WHEN"), ("--late", '"why"'))
        at, late = (
            f"{take} {' '.join(o)}" if take else f"add {commands.part(*o)}" for o in options
        )
        lines.append(
            f"  taken as received now, which is late; if it arrived in time {at}; "
            f"to take it all the same {late}"
        )
    replay = session.replay()
    for text, refusal in by_rule:
        now = response.desk.now
        entry = Entry(session.number + 1, response.who, text, response.at, now, late=request.late)
        place = _in_the_way(replay, entry, refusal)
        if place is not None:
            lines += _command(response.desk, entry, place)
    return lines


def name_later_move(session: Session, entry: Entry, refusal: Refusal) -> Refusal:
    """The refusal of a player's move; of one that would take back what its player said only after
    it (ALL-8), with that, which counts.
    """
    move = session.game.grammar.typed(entry.text)
    if not isinstance(refusal, Refused) or not came_earlier(session.table, entry):
        return refusal
    who, steps = session.table.seat(entry.who), session.replay().effective
    own = (one for one in steps if one.who == who and one.entry.received_at > entry.received_at)
    last = {step.window: step for step in own if step.window and not isinstance(step.move, Done)}
    later = next((one for one in last.values() if move and move.gives_way_to(one.move)), None)
    if later is None or isinstance(refusal, EndsOtherwise):
        return refusal
    came = later.entry.received_at
    more = "; {later} came later, {came}, and counts"
    return refusal.again(Refused, more, later=f"`{later.move}`", came=came)


def _in_the_way(replay: Replay, entry: Entry, refusal: Refusal) -> tuple[int, str] | None:
    """The number of the entry before which this one can be put in, and why; None where there is
    none.
    """
    places = _where_it_stood(replay, entry)
    if isinstance(refusal, EndsOtherwise):
        places = _since(replay, refusal)
    for number, why in islice(places, MOST_TRIED):
        put_in = Insert(number, "x", (), entry.who, entry.received_at, entry.text)
        said = replace(entry, who=HOST, text=str(put_in), received_at=entry.recorded_at)
        with suppress(Refusal):
            replay.judge_amendment(said)
            return number, why
    return None


def _where_it_stood(replay: Replay, entry: Entry) -> Iterator[tuple[int, str]]:
    """The entries that are in the way of another one which would have been valid before them."""
    before = replay.start
    for step in replay.effective:
        earlier, before = before, step.table
        same = step.who == entry.who and step.entry.received_at > entry.received_at
        inside = step.window and earlier.window(step.window[0])
        same = same and not (inside and inside.by_arrival)  # it was judged in its place there
        later = step.who != entry.who and entry.received_at <= step.entry.received_at
        closes = later and any(
            w.opened <= entry.received_at <= w.deadline and step.table.window(w.key) is None
            for w in earlier.windows
        )
        if isinstance(step.move, End):
            return  # a game isn't called off by mistake about the order of two messages
        if (same or closes) and _stands(replay, earlier, entry):
            number = step.entry.number
            if same:
                yield number, f"entry {number} of {entry.who} arrived later but was recorded first"
            else:
                yield number, f"it came in time for a window that entry {number} closed"


def _since(replay: Replay, refusal: EndsOtherwise) -> Iterator[tuple[int, str]]:
    """The entries before which one that would end a window otherwise may belong: the first that
    arrived later or, where what it builds on was recorded behind that, those recorded since.
    """
    why = f"entry {refusal.before} arrived later but was recorded first"
    for number in sorted(
        {step.entry.number for step in replay.effective} - {*range(refusal.before)}
    ):
        yield number, why


def _stands(replay: Replay, before: Table, entry: Entry) -> bool:
    try:
        apply(replay.game, before, entry)
    except Refusal:
        return False
    return True


def _command(desk: Desk, entry: Entry, place: tuple[int, str]) -> Iterator[str]:
    number, why = place
    command = desk.commands.amend(number, entry.who, entry.text, entry.received_at)
    yield f"  refused only because of the order: {why}. What would change with it in its place:"
    yield f"    {command}"


class WrongSender(Struct, frozen=True):
    """A refused text by a player who isn't asked for it, which would be the valid `move` of
    `who`.
    """

    text: str
    who: str
    move: str
    is_private: bool


def wrong_senders(response: Response) -> tuple[WrongSender, ...]:
    """Texts of a player's message that seem to be another player's: that player is asked for such a
    move, and it would be valid. A reply to the first player would reveal what the other one said.
    """
    if not response.is_by_player:
        return ()
    texts = dict.fromkeys(t for t, refusal in response.refused if isinstance(refusal, NotNow))
    return tuple(found for text in texts for found in _of_others(response, text))


def wrong_sender_lines(response: Response, strays: tuple[WrongSender, ...]) -> Iterator[str]:
    """The lines that tell the host of them."""
    for one in strays:
        commands = response.desk.commands
        command = commands.record(one.who, one.move)
        if response.message:
            command = commands.line("take", str(response.message), "--who", one.who)
        yield f"  if {one.who} said it: {command}"
    if response.not_told:
        yield (
            f"  no reply to {response.who} is drafted: it would tell what {strays[0].who} may have "
            "said in private"
        )


def _of_others(response: Response, text: str) -> Iterator[WrongSender]:
    session = response.session
    asked = dict.fromkeys(turn.who for turn in session.awaited)
    for who in asked:
        if who in {response.who, HOST, CHANCE}:
            continue
        received, now = response.at, response.desk.now
        try:
            moves = read_typed(session.game, session.table, who, text)
            for move in moves[:1]:
                session.try_out(Entry(0, who, str(move), received, max(received, now)))
        except Refusal:
            continue
        yield from (WrongSender(text, who, str(move), not move.public) for move in moves[:1])
