"""Steps: what an entry does at the table. Judging a move and applying it are one function."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gmtool.engine import plan_execution
from gmtool.engine.amendments import Adopt, AdoptThroughout, Amendment
from gmtool.engine.bounds import check_numbers_of
from gmtool.engine.chance import Stream, key, subseed
from gmtool.engine.closing import ends_of_close
from gmtool.engine.deadlines import on_the_clock
from gmtool.engine.effective import amendment_of
from gmtool.engine.entries import Entry
from gmtool.engine.entropy import check_set, mix_in
from gmtool.engine.entry_texts import read
from gmtool.engine.game import Action, Game, State, Wanted
from gmtool.engine.host_moves import Alias, Clarify, Dismiss, End, Note, Redeal, Set, Start, Words
from gmtool.engine.inbox import check_message, check_none_open, with_message
from gmtool.engine.instants import YEARS, Instant
from gmtool.engine.moves import Done, HostMove, Move, RawMessage
from gmtool.engine.plan_execution import VoidPlan
from gmtool.engine.plans import Plan
from gmtool.engine.refusals import NotNow, Refusal, Refused, quoting
from gmtool.engine.seats import back_again, is_back, on_seats
from gmtool.engine.settings import put
from gmtool.engine.table import OpenWindow, Table, by_rules, wanted
from gmtool.engine.telling import News
from gmtool.engine.text import CHANCE, HOST, told
from gmtool.engine.window_moves import Close
from gmtool.engine.windows import (
    check_done,
    check_order,
    check_pause,
    check_window,
    is_by_arrival,
    is_in_its_place,
    note_mover,
    open_and_close,
    own_window,
    sealed_window,
)


class Step(Struct, frozen=True):
    """What an entry did: its move, its news, and the table after it.

    `closed` are the windows that it closed, `was` those open before it. `window` is the window that
    a player's move is for, `sealed` the sealed one: its key and the number of the entry that opened
    it. A `void` step was refused: its move tells nothing and counts for nothing. With `back` its
    player was inactive until then (ALL-11). Where only some parts of the `typed` entry are valid,
    `left_out` is the refusal of the others, and `entry` holds the valid ones (ALL-8). `void_plans`
    are the plans that can't be carried out any more (ALL-9). `known_at` is the instant at which it
    was on record what it closed (ALL-1).
    """

    entry: Entry
    move: Move
    news: tuple[News, ...]
    table: Table
    closed: tuple[OpenWindow, ...] = ()
    was: tuple[OpenWindow, ...] = ()
    sealed: tuple[str, int] | None = None
    void: Refusal | None = None
    typed: Entry | None = None
    left_out: Refusal | None = None
    back: bool = False
    void_plans: tuple[VoidPlan, ...] = ()
    window: tuple[str, int] | None = None
    known_at: Instant | None = None

    @property
    def who(self) -> str:
        """The current name of who made the move."""
        return self.table.seat(self.entry.who)


def chance_due(game: Game, table: Table) -> bool:
    """Whether the rules want a draw."""
    return wanted(game, table).turn(CHANCE) is not None


def draw(game: Game, table: Table, seed: bytes) -> str:
    """What chance gives now by the seed, in its text form."""
    stream = Stream(subseed(key(seed, table.words), table.drawn + 1))
    asked = game.draw(table.state)
    if asked is None:
        raise ValueError(f"{game.kind} waits for chance and asks for no draw")
    return asked.text(stream)


def apply(
    game: Game,
    table: Table,
    entry: Entry,
    *,
    noted: bool = False,
    recorded: bool = False,
    known_at: Instant | None = None,
) -> Step:
    """The step of `entry` at this table; raises a Refusal. Nothing is changed: a dry
    run throws it away.

    With `noted` the messages it concerns aren't checked again: they were when it was recorded, and
    entries have changed their order since. With `recorded` it is on record, and whether an early
    close came too soon isn't asked again. `known_at` is the instant at which it was on record that
    the entry ends a window, if that wasn't when it was recorded.
    """

    judge = partial(_move_of, game)
    if entry.planned:
        plan_execution.check_planned(game, table, _as_called_now(table, entry), judge)
    step = _judged(game, table, entry, noted=noted, recorded=recorded, known_at=known_at)
    if not (table.plans or step.table.plans):
        return step
    own = replace(entry, who=step.who)
    then = plan_execution.after(game, table, step.table, own, step.move)
    then, void_plans = plan_execution.settled(game, then, own, step.move, judge)
    for one in void_plans:
        if one.number == entry.number:
            raise one.refusal  # it is the player's turn, and nothing in the plan is possible
    return replace(step, table=then, void_plans=void_plans)


def due(game: Game, table: Table, cause: Entry) -> Entry | None:
    """The entry by which a plan is carried out now, after the entry that made it due; None where
    none is due (ALL-9).
    """

    return plan_execution.due(game, table, cause, partial(_move_of, game))


def _move_of(game: Game, table: Table, entry: Entry) -> Move:
    return _judged(game, table, entry, noted=False, recorded=False).move


def _judged(
    game: Game,
    table: Table,
    entry: Entry,
    *,
    noted: bool,
    recorded: bool,
    known_at: Instant | None = None,
) -> Step:
    """The step of an entry, before what becomes of plans by it; raises a Refusal."""
    if recorded and (amendment := amendment_of(entry)):
        # What it puts right counts that way already, whoever it names is called by now.
        return Step(entry, amendment, (), table, was=table.windows)
    kept, entry = entry, _as_called_now(table, entry)
    move = read(game, table, entry.who, entry.text)
    with quoting(move):
        return _step_of(
            game, table, kept, entry, move, noted=noted, recorded=recorded, known_at=known_at
        )


def _step_of(
    game: Game,
    table: Table,
    kept: Entry,
    entry: Entry,
    move: Move,
    *,
    noted: bool,
    recorded: bool,
    known_at: Instant | None,
) -> Step:
    """The step of a move that is read, by the entry as it was `kept` and as its player is called
    now; raises a Refusal.
    """
    check_numbers_of(move, entry.text)
    asked = wanted(game, table)
    if _is_said_already(game, table, entry, move):
        return Step(kept, move, (), table, was=table.windows)
    _check_over(asked, table, move)
    check_pause(table, entry, move)
    check_order(table, entry, move, recorded=recorded)
    _check_ruling(game, table, move, recorded=recorded)
    if not noted:
        check_message(table, entry, move)
    action = Action(
        entry.number,
        entry.who,
        move,
        entry.received_at,
        link=entry.link,
        source=entry.source,
        away=table.away,
    )
    own = own_window(asked, table, entry.who, move)
    by_engine = after = _by_engine(game, asked, table, entry, move, own=own)
    news: tuple[News, ...] = ()
    if after is None:
        if isinstance(move, Close):
            ends = ends_of_close(asked, table, action.received_at, move, recorded=recorded)
            late = move.who or tuple(dict.fromkeys(who for who, _ in ends.lapsed))
            action = replace(action, overdue=late, lapsed=ends.lapsed, closing=ends.closing)
            check_none_open(table, action, move)
        # The rules judge before the window: a move that is wrong and late is answered with what is
        # wrong.
        state = with_automatic(game, game.play(table.state, action))
        check_window(asked, table, entry, move, own)
        news, after = _told(table, state)
    if isinstance(move, Adopt):
        news, after = _told(after, with_automatic(game, after.state))
    back = is_back(after, entry.who, entry.received_at)
    if back:
        after = back_again(after, entry.who)
    if after.inactive and not after.called_off:
        state = with_defaults(game, after, replace(after.state, news=news), entry)
        news, after = _told(after, state)
    if isinstance(move, Start):
        after = replace(after, started=True)
    windows = note_mover(asked, after, entry, move, own)
    if not is_in_its_place(entry.who, move):
        known_at = known_at or entry.recorded_at
    table_then, closed = open_and_close(
        game, asked, table, after, entry, windows=windows, known_at=known_at
    )
    if by_engine or table_then.windows is not windows:
        _check_years(table_then)
    table_then = with_message(asked, table_then, action, entry, closed)
    sealed = sealed_window(table, entry.who, move, own)
    return Step(
        kept,
        move,
        news,
        table_then,
        closed,
        table.windows,
        sealed,
        back=back,
        window=(own.key, own.entry) if own else None,
        known_at=known_at if closed else None,
    )


def _as_called_now(table: Table, entry: Entry) -> Entry:
    """The entry by the current name of who made it."""
    who = table.seat(entry.who)
    return entry if who == entry.who else replace(entry, who=who)


def _told(table: Table, state: Any) -> tuple[tuple[News, ...], Table]:
    """The news that a state carries, and the table with that state without them."""
    if state.news:
        return state.news, replace(table, state=replace(state, news=()))
    return (), table if state is table.state else replace(table, state=state)


def _check_years(table: Table) -> None:
    """Raise Refused for a move with which a window would stay open until a year of no game."""
    for window in table.windows:
        if int(window.ends[:4]) not in YEARS:
            raise Refused(
                "ALL-1",
                f"with that {told(window.title)} would be open beyond the year {YEARS[-1]}.",
            )


def _is_said_already(game: Game, table: Table, entry: Entry, move: Move) -> bool:
    is_move = entry.who in table.players and not isinstance(move, (RawMessage, Plan, Done))
    return is_move and game.is_said_already(table.state, entry.who, move)


def is_said_already(game: Game, table: Table, entry: Entry) -> bool:
    """Whether a player says what the rules have made for it just now (ALL-3), so that it changes
    nothing.
    """
    who = table.seat(entry.who)
    if who not in table.players:
        return False
    move = read(game, table, who, entry.text)
    return _is_said_already(game, table, replace(entry, who=who), move)


def is_placed(game: Game, table: Table, entry: Entry) -> tuple[bool, tuple[str, int] | None]:
    """Whether an entry counts in the order of arrival at this table (ALL-8), and the window that it
    is for: its key and the entry that opened it, or None.
    """
    who = table.seat(entry.who)
    move = read(game, table, who, entry.text)
    own = own_window(wanted(game, table), table, who, move)
    window = (own.key, own.entry) if own else None
    return is_by_arrival(who, move, window, table.windows), window


def _check_over(asked: Wanted, table: Table, move: Move) -> None:
    if not asked.nothing or isinstance(
        move, (Note, Set, Alias, RawMessage, Clarify, Dismiss, Amendment)
    ):
        return
    how = f"was called off ({table.called_off})" if table.called_off else "has ended"
    raise NotNow("ALL-6", f"the game {told(how)}; nothing more can be said in it.")


def _check_ruling(game: Game, table: Table, move: Move, *, recorded: bool) -> None:
    """Raise Refused for a ruling that the game has no clause for, and for rules that it can't go by
    any more; of one on record that is so where newer rules hold from the beginning by now.
    """
    if isinstance(move, Adopt) and not recorded:
        check_version(game, table, move)
    # Every game reads these rulings, so that they are undone and announced in one way.
    if isinstance(move, Redeal) and not game.redeal:
        raise Refused("ALL-6", "cards aren't dealt anew in this game.")


def check_version(game: Game, table: Table, move: Adopt | AdoptThroughout) -> None:
    """Raise Refused for a version of the rules that isn't there, or that is older."""
    now = table.state.rules or game.rules_version
    newest = max(move.version, move.instead if isinstance(move, Adopt) else 0)
    if newest > game.rules_version:
        raise Refused(
            "ALL-6",
            f"there is no version {newest} of the rules of {game.title} here; the newest is "
            f"{game.rules_version}.",
        )
    stays = isinstance(move, Adopt) and move.instead <= now == move.version
    if move.version < now or stays:
        raise Refused(
            "ALL-6",
            f"the game goes by version {now} of the rules already, and by no older one again.",
        )
    if isinstance(move, Adopt) and move.instead and move.version != now:
        raise Refused(
            "ALL-6",
            f"the game goes by version {now} of the rules; it can stay with that one alone.",
        )


def _by_engine(
    game: Game, asked: Wanted, table: Table, entry: Entry, move: Move, *, own: OpenWindow | None
) -> Table | None:
    """The table after a move that no game needs to know of; None for any other move."""
    if not isinstance(move, (HostMove, RawMessage, Done, Plan)):
        return None
    after: Table | None
    match move:
        case Note() | RawMessage() | Clarify() | Dismiss() | Amendment():
            after = table
        case Done():
            check_done(asked, table, entry, move)
            check_window(asked, table, entry, move, own)
            after = table
        case Words():
            after = mix_in(table, entry, move)
        case Set():
            check_set(table, entry, move)
            after = put(table, move)
        case Alias():
            after = put(table, move)
        case Adopt():
            after = by_rules(table, max(move.version, table.state.rules))
            after = replace(after, decided=max(after.decided, move.instead))
        case End():
            after = replace(table, called_off=move.why, paused=None)
        case Plan():
            after = plan_execution.left(game, table, entry, move)
        case _:
            after = on_the_clock(asked, table, entry, move) or on_seats(game, table, entry, move)
    return after


MOST_AUTOMATIC = 10_000
"""The most steps that the rules may force after one entry; rules that force more never end."""
MOST_DEFAULTS = 1_000
"""The most defaults that may follow from one entry; rules that want more never end."""


def with_automatic(game: Game, state: State) -> State:
    """The state after all that the rules force by themselves (ALL-3), with the news of it."""
    for _ in range(MOST_AUTOMATIC):
        after = game.automatic(state)
        if after is state:
            return state
        if replace(after, news=state.news) == state:
            raise RuntimeError(f"automatic() of {game.kind} makes another state that is the same")
        state = after
    raise RuntimeError(f"automatic() of {game.kind} goes on after {MOST_AUTOMATIC:,} steps")


def with_defaults(game: Game, table: Table, state: State, entry: Entry) -> State:
    """The state after the defaults at expiry of all inactive players who are awaited (ALL-11), and
    what the rules force after each, with the news of it.

    Nothing happens in a window that the rules close for everybody at once.
    """
    refused: set[tuple[str, str]] = set()
    for _ in range(MOST_DEFAULTS):
        found = _awaited(game.wanted(state), table, refused)
        if found is None:
            return state
        who = (found[0],)
        at, away = entry.received_at, table.away
        action = Action(entry.number, HOST, Close(who), at, who, (found,), away=away)
        try:
            after = game.play(state, action)
        except Refusal:
            refused.add(found)
            continue
        if replace(after, news=state.news) == state:
            refused.add(found)
        state = with_automatic(game, after)
    raise RuntimeError(f"the defaults of {game.kind} go on after {MOST_DEFAULTS:,}")


def _awaited(asked: Wanted, table: Table, refused: set[tuple[str, str]]) -> tuple[str, str] | None:
    """An inactive player who should take a turn, and its window; None while chance is due."""
    if asked.turn(CHANCE) is not None:
        return None
    for turn in asked.turns:
        window = table.window(turn.window)
        moved = window is not None and turn.who in window.moved and not turn.again
        is_due = turn.who in table.inactive and turn.expected and turn.window and not moved
        if is_due and (turn.who, turn.window) not in refused:
            return turn.who, turn.window
    return None
