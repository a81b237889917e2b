"""Which plans hold, which of them is due, and what becomes of it (ALL-9)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from gmtool.engine.entries import Entry
from gmtool.engine.game import Game, Turn, Wanted
from gmtool.engine.grammar import PLAYER
from gmtool.engine.host_moves import Redeal
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Move
from gmtool.engine.plans import FORCED, Choice, Plan, Planning, Stage, Standing
from gmtool.engine.refusals import NotNow, Refusal, Refused, Slip
from gmtool.engine.table import Table, awaited, is_awaited, wanted
from gmtool.engine.text import CHANCE
from gmtool.engine.windows import turn_for

Judge = Callable[[Table, Entry], Move]
"""Judges an entry at a table: returns its move, with names in full, or raises a Refusal."""


class VoidPlan(Struct, frozen=True, eq=False):
    """A plan that can't be carried out any more: its player, the entry by which it was left, the
    stage that was due, and why the first of its moves is refused, which is no part of what it is.
    """

    who: str
    number: int
    stage: Stage
    refusal: Refusal

    def __eq__(self, other: object) -> bool:
        return isinstance(other, VoidPlan) and self._plan == other._plan

    def __hash__(self) -> int:
        return hash(self._plan)

    @property
    def _plan(self) -> tuple[str, int, Stage]:
        return self.who, self.number, self.stage


def no_plans(quoted: str = "") -> Refused:
    """The refusal of a plan in a game without turns."""
    return Refused(
        "ALL-9",
        "in this game nobody waits for a turn, so there is nothing to plan ahead; what you want to "
        "do is sent while the window for it is open.",
        quoted=quoted,
    )


def left(game: Game, table: Table, entry: Entry, move: Plan) -> Table:
    """The table with a player's plan, in place of its last one; raises a Refusal."""
    if game.plans is None:
        raise no_plans()
    last = plan_of(table, entry.who)
    if last is not None and last.at > entry.received_at:
        raise Slip(
            "ALL-9",
            "plan {number} of {who}'s, which came {at}, is newer and holds.",
            number=last.number,
            who=entry.who,
            at=last.at,
        )
    if last is None and not move.stages:
        raise NotNow("ALL-9", "no plan of yours holds now.")
    others = tuple(one for one in table.plans if one is not last)
    if not move.stages:
        return replace(table, plans=others)
    verbs = verbs_asked(game, table, entry.who)
    for planned in moves_of(game, move):
        if str(planned).partition(" ")[0] not in verbs:
            game.plans.check(table.state, entry.who, planned)
    standing = Standing(entry.who, entry.number, entry.received_at, move.stages)
    return replace(table, plans=(*others, _begun(game.plans, table, standing)))


def after(game: Game, before: Table, table: Table, entry: Entry, move: Move) -> Table:
    """The table after an entry, with the plan of its player as far as it was carried out by it, or
    without it where the player moved by itself at the turn that it was for.
    """
    standing = plan_of(table, entry.who)
    if standing is None or game.plans is None:
        return table
    if entry.planned:
        turns = (turn.window for turn in awaited(game, before) if turn.who == entry.who)
        return _put(table, _advanced(game.plans, table, standing, next(turns, "")))
    is_own = not (move.anytime or move.aside or game.plans.stretch_of(standing.stages[0]))
    was_asked = any(turn.who == entry.who for turn in awaited(game, before))
    asked, texts = wanted(game, before), [one.move for one in standing.stages[0].choices]
    own = {_asks_for(asked, entry.who, t) for t in texts if _is_for(game, before, standing, t)}
    is_for_it = not standing.stages[0].lasts and was_asked
    is_for_it = is_for_it and _asks_for(asked, entry.who, str(move)) in own
    return _without(table, standing) if is_own and is_for_it else table


def _asks_for(asked: Wanted, who: str, text: str) -> str:
    """The key of the window in which such a move is asked of a player; empty where it is none."""
    turn = turn_for(asked, who, text)
    return turn.window if turn else ""


def settled(
    game: Game, table: Table, entry: Entry, move: Move, judge: Judge
) -> tuple[Table, tuple[VoidPlan, ...]]:
    """The table after an entry without the plans whose stretch is over or which can't be carried
    out any more, and the latter.
    """
    if not table.plans or game.plans is None:
        return table, ()
    ended = [(one, _end_of(table, one, move)) for one in table.plans]
    void = [VoidPlan(p.who, p.number, p.stages[0], why) for p, why in ended if why]
    table = replace(table, plans=tuple(one for one, why in ended if not why))
    for standing in table.plans:
        table = _put(table, _passed(game.plans, table, _current(game.plans, table, standing)))
    while (found := _first(game, table, entry, judge)) and isinstance(found, VoidPlan):
        void.append(found)
        table = replace(table, plans=tuple(p for p in table.plans if p.number != found.number))
    return table, tuple(void)


def _end_of(table: Table, standing: Standing, move: Move) -> Refusal | None:
    """Why a ruling ends a plan; None where it doesn't."""
    if standing.who in table.inactive:
        return Refused("ALL-11", f"{standing.who} was ruled inactive.")
    if isinstance(move, Redeal):
        return Refused("ALL-6", "the cards are dealt anew.")
    return None


def due(game: Game, table: Table, cause: Entry, judge: Judge) -> Entry | None:
    """The entry by which a plan is carried out now, after the entry that made it due; None where
    none is due.
    """
    found = _first(game, table, cause, judge) if table.plans else None
    return found if isinstance(found, Entry) else None


def check_planned(game: Game, table: Table, entry: Entry, judge: Judge) -> None:
    """Raise Refused for an entry that claims to carry out a plan and isn't what is due (ALL-9)."""
    like_its_plan = replace(entry, number=entry.planned)  # it is late by the same ruling
    found = due(game, table, like_its_plan, judge)
    if found and _is_same(table, found, entry, judge):
        return
    raise Refused(
        "ALL-9",
        f"this line says that plan {entry.planned} of {entry.who}'s is carried out, and that "
        "isn't due.",
        quoted=entry.text,
    )


def _is_same(table: Table, found: Entry, entry: Entry, judge: Judge) -> bool:
    """Whether an entry makes the move that is due, perhaps with a name that a player had before."""
    if (found.who, found.planned) != (entry.who, entry.planned):
        return False
    if found.text == entry.text:
        return True
    try:
        return judge(table, found) == judge(table, replace(entry, planned=0))
    except Refusal:
        return False


def lacking(game: Game, table: Table, who: str, plan: Plan) -> tuple[str, ...]:
    """The cards that a plan names for its first turn and its player doesn't hold now."""
    if game.plans is None:
        return ()
    moves = moves_of(game, replace(plan, stages=plan.stages[:1]))
    found = (game.plans.lacks(table.state, who, move) for move in moves)
    return tuple(dict.fromkeys(card for cards in found for card in cards))


def moves_of(game: Game, plan: Plan) -> tuple[Move, ...]:
    """The moves that are written out in a plan, not named."""
    named = game.plans.choices if game.plans else ()
    written = (choice.move for stage in plan.stages for choice in stage.choices)
    moves = (game.grammar.typed(text) for text in written if text not in named)
    return tuple(filter(None, moves))


def waits_for(game: Game, stage: Stage) -> list[str]:
    """The verbs for which a stage of a plan waits, in order; none where it is for whatever its
    player's next turn begins with, or names what it does by no verb.
    """
    begins = game.plans.begins if game.plans else frozenset()
    known = {form.verb for form in game.grammar.of(PLAYER)}
    is_named = stage.verbs <= known and not stage.verbs & begins
    return sorted(stage.verbs) if is_named else []


def plan_of(table: Table, who: str) -> Standing | None:
    """The plan of a player that holds; None where there is none."""
    return next((one for one in table.plans if one.who == who), None)


def _first(game: Game, table: Table, cause: Entry, judge: Judge) -> Entry | VoidPlan | None:
    """What becomes of the first plan whose seat is awaited and that doesn't wait for something
    else.
    """
    asked = wanted(game, table)
    if table.paused or asked.turn(CHANCE) is not None:
        return None
    for turn in asked.turns:
        standing, window = plan_of(table, turn.who), table.window(turn.window)
        if standing is None or _has_served(standing, turn) or not _is_due(table, turn, standing):
            continue
        # A plan may be recorded when its seat is awaited since long, though it arrived before that.
        opened = window.opened if window else standing.at
        at: Instant = max(cause.received_at, standing.at, opened)
        late = cause.late if cause.number == standing.number else ""
        like = replace(cause, received_at=at, recorded_at=max(cause.recorded_at, at), late=late)
        found = _weighed(game, table, turn, like, judge)
        if found:
            return found
    return None


def _has_served(standing: Standing, turn: Turn) -> bool:
    """Whether a stage that lasts was carried out in that turn already, which goes on."""
    return standing.stages[0].lasts and standing.served == turn.window != ""


def _is_due(table: Table, turn: Turn, standing: Standing) -> bool:
    """Whether a plan may be carried out in a turn: it is awaited or, where its player needn't take
    it, the plan names a move that it asks for.
    """
    named = standing.stages[0].verbs & {form.partition(" ")[0] for form in turn.moves}
    return is_awaited(table, replace(turn, expected=True) if named else turn)


def verbs_asked(game: Game, table: Table, who: str) -> frozenset[str]:
    """The verbs of the moves that are asked of a player."""
    own = (turn for turn in wanted(game, table).turns if turn.who == who)
    return frozenset(form.partition(" ")[0] for turn in own for form in turn.moves)


def _is_for(game: Game, table: Table, standing: Standing, choice: str) -> bool:
    """Whether a choice of a plan is for what is asked of its player now, else it waits. In a game
    in which turns begin with certain moves it doesn't wait past the beginning of its player's turn,
    if it is for that; nor does what follows in a plan of which something was carried out.
    """
    assert game.plans is not None  # noqa: S101 - a plan was left
    begins, verb = game.plans.begins, choice.partition(" ")[0]
    asked = verbs_asked(game, table, standing.who)
    if verb in asked or verb not in {form.verb for form in game.grammar.of(PLAYER)}:
        return True
    return bool(begins) and (standing.begun or (verb in begins and bool(asked & begins)))


def _weighed(
    game: Game, table: Table, turn: Turn, like: Entry, judge: Judge
) -> Entry | VoidPlan | None:
    """The entry that the plan of the player of a turn makes there, after the one that it is dated
    like; its lapse, where no choice of its stage stands; None where it waits for its condition or
    for another window, or lasts, and the seat is asked this time.
    """
    standing, asked = plan_of(table, turn.who), wanted(game, table)
    assert standing is not None  # noqa: S101 - the caller looked
    stage = standing.stages[0]
    waits = stage.lasts
    refused: Refusal | None = None
    for choice in stage.choices:
        is_for = _is_for(game, table, standing, choice.move)
        text = _text(game, table, standing.who, choice) if is_for else None
        if text is None or _asks_for(asked, turn.who, text) != turn.window:
            waits = True
            continue
        entry = Entry(
            like.number + 1,
            standing.who,
            text,
            like.received_at,
            like.recorded_at,
            planned=standing.number,
            late=like.late,
        )
        try:
            if not text:
                raise NotNow("ALL-9", f"“{choice.move}” means no move now.")
            judge(table, entry)
        except Refusal as refusal:
            refused = refused or refusal
        else:
            return entry
    if waits or refused is None:
        return None
    return VoidPlan(standing.who, standing.number, stage, refused)


def _text(game: Game, table: Table, who: str, choice: Choice) -> str | None:
    """The move of a choice as it is now; empty where it means none, None while it waits."""
    planning, state = game.plans, table.state
    assert planning is not None  # noqa: S101 - a plan was left
    if choice.when and not planning.conditions[choice.when].holds(state, who):
        return None
    if choice.move == FORCED and planning.only:
        only = planning.only(state, who)
        return None if only is None else str(only)
    if choice.move in planning.choices:
        return str(planning.choices[choice.move].move(state, who) or "")
    return choice.move


# ---- stages


def _advanced(planning: Planning, table: Table, standing: Standing, window: str) -> Standing:
    """The plan after its first stage was carried out once, in that window."""
    standing = replace(standing, begun=True)
    if standing.stages[0].lasts:
        return replace(standing, served=window)
    return _begun(planning, table, replace(standing, stages=standing.stages[1:]))


def _begun(planning: Planning, table: Table, standing: Standing) -> Standing:
    """The plan, with the stretch marked in which its first stage begins to hold."""
    stretch = planning.end_of(standing.stages[0]) if standing.stages else ""
    mark = planning.stretches[stretch].mark(table.state) if stretch else ""
    return replace(standing, mark=mark, served="")


def _current(planning: Planning, table: Table, standing: Standing) -> Standing:
    """The plan without stages whose stretch is over: what holds `until` then gives way to what
    follows, anything else that wasn't done by then is the end of the plan.
    """
    while standing.stages:
        stretch = planning.end_of(standing.stages[0])
        now = planning.stretches[stretch].mark(table.state) if stretch else ""
        if not standing.mark or standing.mark == now:
            return replace(standing, mark=now)
        if not standing.stages[0].until:
            return replace(standing, stages=())
        standing = _begun(planning, table, replace(standing, stages=standing.stages[1:]))
    return standing


def _passed(planning: Planning, table: Table, standing: Standing) -> Standing:
    """The plan, once it has begun, without stages of which the rules have done what they say."""

    def is_done(stage: Stage) -> bool:
        return all(planning.is_done(table.state, standing.who, verb) for verb in stage.verbs)

    while standing.begun and standing.stages and is_done(standing.stages[0]):
        standing = _begun(planning, table, replace(standing, stages=standing.stages[1:]))
    return standing


def _put(table: Table, standing: Standing) -> Table:
    """The table with a plan as it is now; without it where nothing is left of it."""
    plans = (standing if one.number == standing.number else one for one in table.plans)
    return replace(table, plans=tuple(one for one in plans if one.stages))


def _without(table: Table, standing: Standing) -> Table:
    return _put(table, replace(standing, stages=()))
