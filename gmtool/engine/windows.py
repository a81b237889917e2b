"""Windows: how they open, run and close, and what may be said in them when (ALL-1, ALL-2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from functools import partial
from itertools import takewhile

from msgspec.structs import replace

from gmtool.engine.amendments import Adopt, Amendment
from gmtool.engine.deadlines import put_off_while_away
from gmtool.engine.entries import Entry
from gmtool.engine.game import Game, Turn, Wanted, Window
from gmtool.engine.host_moves import (
    Alias,
    Clarify,
    Dismiss,
    End,
    Note,
    Redeal,
    Replace,
    Set,
    Start,
    Words,
)
from gmtool.engine.instants import Instant, write_span
from gmtool.engine.moves import Done, HostMove, Move, RawMessage
from gmtool.engine.plans import Plan
from gmtool.engine.policy import Policy
from gmtool.engine.refusals import NotNow, Refused, Slip
from gmtool.engine.table import OpenWindow, Table, wanted
from gmtool.engine.text import CHANCE, HOST, listed, told
from gmtool.engine.window_moves import Absent, Close, Extend, Pause, Resume

_ALLOWED_IN_A_PAUSE = (
    *(Note, End, Extend, Set, RawMessage, Clarify, Dismiss),
    *(Amendment, Adopt, Absent, Alias, Replace),
)


def check_pause(table: Table, entry: Entry, move: Move) -> None:
    """Raise Refused or NotNow for what can't be said in a pause, or arrived during one (ALL-6)."""
    if isinstance(move, Resume):
        if table.paused is None:
            raise NotNow("ALL-6", "the game isn't paused.")
        if entry.received_at < table.paused:
            raise Refused(
                "ALL-6",
                "it was paused at {paused}; it can't go on before that.",
                paused=table.paused,
            )
        return
    if not (table.paused or table.pauses):
        return
    if (
        isinstance(move, _ALLOWED_IN_A_PAUSE)
        # A plan would be carried out the moment the game goes on, before its player could take it
        # back.
        or (isinstance(move, Plan) and not move.stages)
        or entry.who == CHANCE
    ):
        return
    if isinstance(move, Pause) and any(entry.received_at < until for _, until in table.pauses):
        raise Refused(
            "ALL-6",
            "the game was paused until {until}; the next pause can't begin before that.",
            until=table.pauses[-1][1],
        )
    # What arrived before the pause counts.
    if table.paused and (entry.who == HOST or entry.received_at > table.paused):
        raise NotNow(
            "ALL-6",
            "the game has been paused since {paused}; {right}.",
            paused=table.paused,
            right="it goes on with `resume`"
            if entry.who == HOST
            else "what is said meanwhile doesn't count, so send it again when it has gone on",
        )
    # Typing after `resume` doesn't help: what arrived in the pause doesn't count.
    for since, until in table.pauses:
        if entry.who != HOST and since < entry.received_at < until:
            raise Refused(
                "ALL-6",
                "it came {at}, while the game was paused ({since} to {until}); "
                "what is said in a pause doesn't count and has to be said again.",
                at=entry.received_at,
                since=since,
                until=until,
            )


def check_order(table: Table, entry: Entry, move: Move, *, recorded: bool) -> None:
    """Raise Refused for an entry dated before the game began, but for messages and what is done
    with them, and for what can't be struck: `amend` may have moved the beginning past it.

    A start or a close is also refused before the last entry, and so is a move of the game's own by
    the host, unless it counts by arrival in a window that was open by then, or comes to the same
    (ALL-8), as it did where it is `recorded`.
    """
    at = entry.received_at
    if table.last_at is None or at >= table.last_at >= (table.began or table.last_at):
        return
    beside = isinstance(move, (RawMessage, Clarify, Dismiss, Set, Adopt))
    if table.began and at < table.began and not beside:
        raise Refused("ALL-1", "{at} is before the game began ({began}).", at=at, began=table.began)
    is_own = entry.who == HOST and not isinstance(move, HostMove)
    # Among what came to a window by arrival the host's own move has its place by its instant.
    is_placed = any(window.by_arrival and window.opened <= at for window in table.windows)
    follows = isinstance(move, (Start, Close)) or (is_own and not (is_placed or recorded))
    if follows and table.last_at and at < table.last_at:
        raise Refused(
            "ALL-1",
            "“{move}” can't be dated {at}, before the last entry ({last}).",
            move=move,
            at=at,
            last=table.last_at,
        )


def check_window(
    asked: Wanted, table: Table, entry: Entry, move: Move, window: OpenWindow | None
) -> None:
    """Raise Refused where a player's move, which the rules allow, didn't come in its `window`
    (ALL-1).

    Raises Slip where the host gives a reason for a late move that came in time.
    """
    at = entry.received_at
    if move.anytime or entry.who in {HOST, CHANCE}:
        return
    if isinstance(move, Done):
        window = _best_for(asked, table, entry) or window
    if window is None:
        return
    if at < window.opened:
        raise Refused(
            "ALL-1",
            "it came {at}; the window for {title} only opened {opened}.",
            at=at,
            title=window.title,
            opened=window.opened,
        )
    deadline, last = window.deadline_of(entry.who), window.last_call(entry.who)
    if at > last and not entry.late:
        raise Refused(
            window.clause,
            "it came {at}, after the deadline for {title} ({deadline}){grace}.",
            at=at,
            title=window.title,
            deadline=deadline,
            grace=f" and the {write_span(window.policy.grace)} of grace" if last > deadline else "",
        )
    if entry.late and at <= last:
        raise Slip(
            "ALL-1",
            "it came {at}, in time for {title} (deadline {deadline}); leave {option} out.",
            at=at,
            title=window.title,
            deadline=deadline,
            option=("--late",),
        )
    if entry.who not in window.moved or move.aside:
        return
    is_awaited = any(t.again for t in asked.turns if (t.who, t.window) == (entry.who, window.key))
    if window_asked_for(asked, window).final and not is_awaited:
        raise Refused(
            window.clause,
            f"{entry.who} has already answered for {told(window.title)}; the first answer is "
            "final.",
        )


def window_asked_for(asked: Wanted, window: OpenWindow) -> Window:
    """The window of the rules that an open window was opened for."""
    return next(one for one in asked.windows if one.key == window.key)


def window_of(asked: Wanted, table: Table, who: str, move: Move) -> OpenWindow | None:
    """The window that a player's move is for: of several in which something is asked of it, the one
    that asks for such a move; for `done`, which counts in each of them, a sealed one first.
    """
    turn = turn_for(asked, who, move)
    if turn is None:
        known = [window for window in table.windows if window.is_for(who)]
        return known[0] if len(known) == 1 else None
    if isinstance(move, Done) and (own := _asking(asked, table, who)):
        return max(own, key=lambda window: window.sealed)
    return table.window(turn.window)


def turn_for(asked: Wanted, who: str, move: Move | str) -> Turn | None:
    """The turn that a move of `who`, or its text, is for: of several the first whose form begins
    with the most words of the move; None where it has none.
    """
    turns = [turn for turn in asked.turns if turn.who == who]
    if len(turns) < 2:
        return turns[0] if turns else None
    words = str(move).split(" ")
    return max(turns, key=lambda turn: max(map(partial(_alike, words), turn.moves), default=0))


def _alike(words: Sequence[str], form: str) -> int:
    """So many words of a move are those with which a form begins."""
    pairs = zip(form.split(" "), words, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _asking(asked: Wanted, table: Table, who: str) -> list[OpenWindow]:
    """The windows in which something is asked of a player."""
    keys = dict.fromkeys(turn.window for turn in asked.turns if turn.who == who)
    return [window for window in map(table.window, keys) if window]


def _best_for(asked: Wanted, table: Table, entry: Entry) -> OpenWindow | None:
    """Of the windows in which something is asked of a player one for which an entry came in time,
    else the one that ends last.
    """
    own = _asking(asked, table, entry.who)
    return max(own, key=lambda w: (_is_in(w, entry), w.last_call(entry.who)), default=None)


def _is_in(window: OpenWindow, entry: Entry) -> bool:
    """Whether an entry came while the window was open for its player."""
    return window.opened <= entry.received_at <= window.last_call(entry.who)


def is_lasting(asked: Wanted, key: str) -> bool:
    """Whether players may add to what they said in a window: one of several players, or a sealed
    one, in which the first answer isn't final.
    """
    several = len({turn.who for turn in asked.turns if turn.window == key}) > 1
    fits = (one for one in asked.windows if one.key == key and not one.final)
    return any(several or one.sealed for one in fits)


def check_done(asked: Wanted, table: Table, entry: Entry, move: Done) -> None:
    """Raise NotNow for a `done` of a player of whom nothing is asked, and Refused where something
    is still to come from it first (ALL-2).
    """
    turns = [turn for turn in asked.turns if turn.who == entry.who and turn.window]
    if not turns:
        raise NotNow(
            "ALL-2", f"nothing is asked of {entry.who} now, so there is nothing to be done with."
        )
    for turn in turns:
        window = table.window(turn.window)
        moved = window is None or entry.who in window.moved
        if turn.expected and not moved and str(move) not in turn.moves:
            title = told(window.title if window else turn.task)
            moves = told(listed([f"`{form}`" for form in turn.moves], "or"))
            raise Refused(
                "ALL-2",
                f"nothing is on record for {title} yet that could be all; what is asked for is "
                f"{moves}.",
            )


def own_window(asked: Wanted, table: Table, who: str, move: Move) -> OpenWindow | None:
    """The window that a player's move is for; None for a move of anybody else, or for no window."""
    return None if who in {HOST, CHANCE} else window_of(asked, table, who, move)


def sealed_window(
    table: Table, who: str, move: Move, window: OpenWindow | None
) -> tuple[str, int] | None:
    """The sealed window that a player's move, which is for that `window`, or its message is for:
    its key and the entry that opened it; None where there is none.
    """
    if who in {HOST, CHANCE} or isinstance(move, Plan):
        return None
    if isinstance(move, RawMessage):
        window = next((w for w in table.windows if w.sealed and w.is_for(who)), None)
    return (window.key, window.entry) if window and window.sealed else None


def arrived_before(table: Table, entry: Entry) -> bool:
    """Whether an entry arrived before another one that is on record, and may count before it in a
    window by arrival (ALL-8).
    """
    return came_earlier(table, entry) and any(window.by_arrival for window in table.windows)


def came_earlier(table: Table, entry: Entry) -> bool:
    """Whether an entry arrived before another one that is on record."""
    return table.last_at is not None and entry.received_at < table.last_at


_IN_ITS_PLACE = (Start, Close, Pause, Resume, Amendment, Adopt, Redeal, Words, End)


def is_in_its_place(who: str, move: Move) -> bool:
    """Whether a move counts where it was recorded, whenever it arrived: what chance gives, and the
    host's word by which windows begin or end.
    """
    return who == CHANCE or (who == HOST and isinstance(move, _IN_ITS_PLACE))


def is_by_arrival(
    who: str, move: Move, window: tuple[str, int] | None, there: Sequence[OpenWindow]
) -> bool:
    """Whether a move counts in the order of arrival among what came to the windows `there` (ALL-8):
    a player's that is for one of those by arrival, or for none at all, such as a plan or a message;
    a ruling, or a move of the game's own by the host.
    """
    if is_in_its_place(who, move) or not any(one.by_arrival for one in there):
        return False
    if who == HOST:
        return True
    is_for_none = window is None or isinstance(move, (RawMessage, Plan))
    return is_for_none or window in {(w.key, w.entry) for w in there if w.by_arrival}


def note_mover(
    asked: Wanted, table: Table, entry: Entry, move: Move, window: OpenWindow | None
) -> tuple[OpenWindow, ...]:
    """The open windows with the player noted as having moved in those that it moved in.

    Neither an aside nor a plan is noted as a move.
    """
    if entry.who in {HOST, CHANCE} or move.aside:
        return table.windows
    own = {one.key for one in _moved_in(asked, table, entry, move, window)}
    return tuple(_with_mover(w, entry, move) if w.key in own else w for w in table.windows)


def _moved_in(
    asked: Wanted, table: Table, entry: Entry, move: Move, window: OpenWindow | None
) -> Iterable[OpenWindow]:
    """The windows in which a move counts: the `window` that it is for; where it is for none, all
    but those that don't concern its player; and for `done` all in which something is asked of it.
    """
    if isinstance(move, Done):
        own = _asking(asked, table, entry.who)
        return [window for window in own if entry.late or _is_in(window, entry)]
    if window is None:
        return [w for w in table.windows if not w.announced or w.is_for(entry.who)]
    return [window]


def open_and_close(
    game: Game,
    asked: Wanted,
    before: Table,
    after: Table,
    entry: Entry,
    *,
    windows: tuple[OpenWindow, ...],
    known_at: Instant | None,
) -> tuple[Table, tuple[OpenWindow, ...]]:
    """The table with these `windows`, some opened and closed, and its counts updated; and the
    windows that the entry closed, or that a chance entry answers for. `known_at` is the instant at
    which it was on record that the entry closes them, of one that counts by arrival.
    """
    at = entry.received_at
    next_wanted = wanted(game, after)
    now_open = next_wanted.windows
    still_chance = entry.who != CHANCE or next_wanted.turn(CHANCE) is not None
    keys, were = {window.key for window in now_open}, {window.key for window in before.windows}
    closed = tuple(_closed(w, asked, after, entry) for w in windows if w.key not in keys)
    # What ended a window early is for the host to find out: till then nobody's time runs.
    ended = closed or (before.closed if entry.who == CHANCE else ())
    is_late = any(window.by_arrival for window in ended) and known_at and known_at > at
    since = known_at if is_late else None
    opened = tuple(
        _open(w, entry, next_wanted, after, since) for w in now_open if w.key not in were
    )
    if closed or opened:
        still = tuple(w for w in windows if w.key in keys)
        windows = _beside((*still, *opened)) if opened else still
    table = replace(
        after,
        windows=windows,
        closed=closed or (before.closed if still_chance else ()),
        quiet=after.quiet if after.called_off else _quiet(asked, after, closed),
        pauses=() if opened else after.pauses,
        began=before.began or at,
        last_at=max(before.last_at or at, at),
        drawn=before.drawn + (entry.who == CHANCE),
        words_fixed=before.words_fixed or entry.drawn == "seed",
    )
    return table, ended


def _closed(window: OpenWindow, asked: Wanted, table: Table, entry: Entry) -> OpenWindow:
    """A window that closes by an entry, with those who could move in it; of an announced one with
    everybody, so that its list of seals tells nothing.
    """
    could = (turn.who for turn in asked.turns if turn.window == window.key)
    seats = table.players if window.announced else tuple(dict.fromkeys((*could, *window.moved)))
    return replace(window, asked=seats, closed_by=entry.number)


def _beside(windows: tuple[OpenWindow, ...]) -> tuple[OpenWindow, ...]:
    """The windows, marked where several are open together."""
    return tuple(replace(w, beside=True) for w in windows) if len(windows) > 1 else windows


def _policy(window: Window, policy: Policy) -> Policy:
    """The policy that a window goes by: that of the game, as far as the window has no own time."""
    if window.until:
        return replace(policy, ends_at="", skip="")
    return replace(policy, ends_at=window.ends_at) if window.ends_at else policy


def _open(
    window: Window, entry: Entry, asked: Wanted, table: Table, since: Instant | None
) -> OpenWindow:
    opened, policy = entry.received_at, _policy(window, table.policy)
    hours = timedelta(hours=window.hours)
    deadline = window.until or table.calendar.reckon(policy, since or opened, hours)
    # How many an announced window asks isn't told by whether it may close early either.
    early = window.early and (window.announced or is_lasting(asked, window.key))
    open_one = OpenWindow(
        window.key,
        window.title,
        window.clause,
        entry.number,
        opened,
        deadline,
        sealed=window.sealed,
        private=window.private,
        hours=window.hours,
        policy=policy,
        early=early,
        name=window.name,
        until=window.until,
        at_will=window.at_will,
        announced=window.announced,
        by_arrival=window.by_arrival or window.sealed,
        since=since,
    )
    return put_off_while_away(open_one, asked, table)


def _with_mover(window: OpenWindow, entry: Entry, move: Move) -> OpenWindow:
    """The window with the player as having moved in it, and as done or, by a later move, not."""
    who, is_done = entry.who, isinstance(move, Done)
    if who in window.moved and not is_done and who not in window.done:
        return window
    moved = window.moved if who in window.moved else (*window.moved, who)
    done = tuple(name for name in window.done if name != who)
    return replace(window, moved=moved, done=(*done, who) if is_done else done)


def _quiet(asked: Wanted, table: Table, closed: tuple[OpenWindow, ...]) -> dict[str, int]:
    """For each player, the windows in a row in which it sent nothing.

    Whatever it sends ends the row, even unasked and even if it is no move (ALL-7). A window during
    which it was away isn't counted (ALL-10), nor is one that was announced: the count is told, and
    whom that one asked isn't.
    """
    closed = tuple(window for window in closed if not window.announced)
    if not closed:
        return table.quiet
    counts = dict(table.quiet)
    for window in closed:
        counts.update(dict.fromkeys((*window.moved, *window.wrote), 0))
        for turn in asked.turns:
            is_away = table.is_away(turn.who, window.opened, window.deadline)
            if turn.window == window.key and turn.who not in window.came and not is_away:
                counts[turn.who] = counts.get(turn.who, 0) + 1 if turn.expected else 0
    return counts
