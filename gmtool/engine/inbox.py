"""The inbox: messages from which no move was made, and what becomes of them (ALL-7, design §3a)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from gmtool.engine.deadlines import meant
from gmtool.engine.effective import effective_entries
from gmtool.engine.entries import Entry
from gmtool.engine.game import Action, Wanted
from gmtool.engine.host_moves import Clarify, Dismiss
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import Move, RawMessage, read_raw_message
from gmtool.engine.refusals import Refused
from gmtool.engine.table import OpenWindow, Table, Waiting
from gmtool.engine.text import ANSWERED, CHANCE, HOST, OPEN, REFUSED, listed, told, unquote
from gmtool.engine.window_moves import Close

TAKEN, ASIDE = "taken", "set aside"
"""The states of a message that waits no more."""
ABOUT = lazy_regex(r"(?P<verb>asks|aside) (?P<number>\d{1,9}) ")
"""The text form in which the host asks back about a message, or sets it aside."""


def questions_asked(entries: Iterable[Entry]) -> dict[int, str]:
    """What the host has asked back in these entries: the last question about each message, by the
    message's number.
    """
    host = (entry.text for entry in entries if entry.who == HOST)
    found = ((ABOUT.match(text), text) for text in host)
    return {
        int(about["number"]): unquote(text[about.end() :])[0]
        for about, text in found
        if about and about["verb"] == "asks"
    }


def states(entries: Sequence[Entry]) -> dict[int, str]:
    """The state of each message that isn't undone, by its number.

    Only entries about the message itself count: none is recorded where the sender's later
    message takes its place.
    """
    found: dict[int, str] = {}
    for entry in effective_entries(entries):
        if read_raw_message(entry.text):
            found[entry.number] = f"{REFUSED} ({entry.refused})" if entry.refused else OPEN
        elif entry.of:
            found[entry.of] = TAKEN
        elif entry.who == HOST and (about := ABOUT.match(entry.text)):
            found[int(about["number"])] = ANSWERED if about["verb"] == "asks" else ASIDE
    return found


def check_message(table: Table, entry: Entry, move: Move) -> None:
    """Raise Refused where the entry is about a message that doesn't wait (ALL-7)."""
    number = move.number if isinstance(move, (Clarify, Dismiss)) else entry.of
    # One message may give several moves: it has left the inbox after the first of them.
    if not number or table.message(number) or (entry.of and number == table.taken):
        return
    waiting = listed(f"{one.number} of {one.who}" for one in table.inbox)
    others = told(f"what does is {waiting}" if waiting else "none does")
    raise Refused("ALL-7", f"message {number} doesn't wait for you; {others}.")


def check_none_open(table: Table, action: Action, move: Close) -> None:
    """Raise Refused where a `close` would end a window while an open message in it waits (ALL-7).

    Such a message came before the deadline, from a player who is overdue, or from one who may have
    changed a move in a sealed window.
    """
    about = meant(table, move, "ALL-2")
    due = tuple(window for window in table.overdue(action.received_at) if window in about)
    due = due if due and not move.early else about  # one's own time may be up earlier
    last = max(window.ends for window in due)
    sealed = [window for window in due if window.sealed]
    waiting = [
        one
        for one in table.inbox
        if one.state == OPEN
        and one.at <= last
        and (one.who in move.who if move.who else _is_over(one, sealed, action.overdue))
    ]
    if waiting:
        first, *more = waiting
        others = f" (and {listed(f'{one.number} of {one.who}' for one in more)})" if more else ""
        raise Refused(
            "ALL-7",
            "message {number} of {who}'s came {at}, before time was up, and still waits for "
            "you{others}: `{inbox}` shows it; to close all the same, set aside what waits with "
            "`{leave}`.",
            number=first.number,
            who=first.who,
            at=first.at,
            others=others,
            inbox=("gmtool", "inbox", str(first.number)),
            leave=tuple(word for one in waiting for word in ("--leave", str(one.number))),
        )


def overtaken(before: Table, after: Table, by: str) -> tuple[Waiting, ...]:
    """The open messages that came in time for a sealed window which a move of `by` has closed.

    The window closed since nobody else was awaited; but the senders may have meant moves in it.
    """
    runs = {(window.key, window.entry) for window in after.windows}
    ended = [w for w in before.windows if w.sealed and (w.key, w.entry) not in runs]
    return tuple(
        one
        for one in before.inbox
        if one.state == OPEN
        and one.who != by
        and any(w.is_for(one.who) and w.opened <= one.at <= w.last_call(one.who) for w in ended)
    )


def with_message(
    asked: Wanted, table: Table, action: Action, entry: Entry, closed: tuple[OpenWindow, ...]
) -> Table:
    """The table with its inbox as it is after the entry.

    The entry may add a message, ask back about one, set one aside or take moves from one. What a
    player says later replaces its messages that aren't open, and so does the end of the window,
    unless it may be about another one that stays open for its sender.
    """
    inbox, move = table.inbox, action.move
    if isinstance(move, RawMessage):
        state = REFUSED if entry.refused else OPEN
        new = Waiting(entry.number, entry.who, entry.received_at, state, entry.refused)
        windows = tuple(_with_writer(window, entry) for window in table.windows)
        return replace(table, inbox=(*inbox, new), windows=windows)
    if isinstance(move, Clarify):
        changed = (replace(m, state=ANSWERED) if m.number == move.number else m for m in inbox)
        return replace(table, inbox=tuple(changed))
    if not (inbox or entry.of):
        return table
    gone = {move.number} if isinstance(move, Dismiss) else {entry.of}
    sealed = [window for window in closed if window.sealed]
    speaks = entry.who if entry.who not in {HOST, CHANCE} and not move.aside else ""
    left = tuple(
        one
        for one in inbox
        if one.number not in gone
        and (one.state == OPEN or one.who != speaks)
        and (
            one.state == OPEN
            or _may_be_for_another(one, asked, table, action)
            or not _is_over(one, sealed, action.overdue)
        )
    )
    if len(left) == len(inbox) and not entry.of:
        return table
    return replace(table, inbox=left, taken=entry.of or table.taken)


def _with_writer(window: OpenWindow, entry: Entry) -> OpenWindow:
    """The window, with the sender added to `wrote` where the message came while the window was
    open.
    """
    if entry.who in window.wrote or not window.opened <= entry.received_at <= window.last_call(
        entry.who
    ):
        return window
    return replace(window, wrote=(*window.wrote, entry.who))


def _may_be_for_another(one: Waiting, asked: Wanted, table: Table, action: Action) -> bool:
    """Whether a message came in time for a window that asks something of its sender, whose time
    isn't up there.
    """
    keys = {turn.window for turn in asked.turns if turn.who == one.who}
    keys -= {key for who, key in action.lapsed if who == one.who}
    return any(
        w.key in keys and w.entry != action.number and w.opened <= one.at <= w.last_call(one.who)
        for w in table.windows
    )


def _is_over(one: Waiting, sealed: Iterable[OpenWindow], overdue: Collection[str]) -> bool:
    """Whether the sender's time is up, or the sealed window of the message closes."""
    return one.who in overdue or any(
        window.is_for(one.who) and one.at <= window.last_call(one.who) for window in sealed
    )
