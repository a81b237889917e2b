"""What everybody, a player or the host may know of a game, closed by default (FF-2, FF-3,
FF-13).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from gmtool.api import View, listed, plain, redact, write_name
from gmtool.games.free import answering, counting, resolving, rounds, wanting
from gmtool.games.free.chancing import partners_of
from gmtool.games.free.moves import NOBODY, STRIKES, written
from gmtool.games.free.rounds import asks_the_same, hides_answers, hides_whom, may_still_answer
from gmtool.games.free.state import ENDED, PLAYING, Given, Player, Result, Running, State, Total
from gmtool.games.free.terms import (
    CHOICE,
    COUNTS,
    IMMUNE,
    IN,
    LINES,
    MAJORITY,
    NAMES,
    NUMBER,
    ORDER,
    OUT,
    PLAYER,
    PLAYERS,
    RESULT,
    SPLIT,
    TEXT,
    Asks,
    Round,
    Setup,
)

OPEN = "open"
"""The phase while a round that everybody may know of is open."""


def view(setup: Setup, state: State, viewer: str) -> View:
    """What `viewer` may know, as plain data."""
    known = {
        "phase": _phase(setup, state),
        "players": [_player(setup, state, one) for one in state.players],
        "public": _public(setup, state),
    }
    return redact(
        viewer,
        known,
        you=partial(_you, setup, state),
        secret=partial(_secret, setup, state),
        secret_of=partial(_secret_of, setup, state),
    )


def _phase(setup: Setup, state: State) -> str:
    if state.phase != PLAYING:
        return state.phase
    is_open = any(one.is_open and not setup.round(one.round).secret for one in state.running)
    return OPEN if is_open else PLAYING


def _public(setup: Setup, state: State) -> View:
    rounds = [one for one in state.running if not setup.round(one.round).secret]
    results = [one for one in state.results if not setup.round(one.round).secret]
    return {
        "title": setup.title,
        "rules": setup.rules,
        "how": setup.how,
        "units": _units(setup, secret=False),
        "secret_units": _units(setup, secret=True),
        "one": {name: singular(name) for name in _counted(setup)},
        "roles": [{"name": one.name, "many": one.many} for one in setup.roles],
        "shows_roles": setup.shows_roles,
        "kinds": [_kind(setup, one) for one in setup.rounds if not one.secret],
        "rounds": [_running(setup, state, one) for one in rounds],
        "results": [_result(setup, one) for one in results],
        "inside": list(state.inside),
        "end": {**plain(setup.end), "of": "".join(_called(setup, filter(None, [setup.end.of])))},
        "winners": list(state.winners),
        "won_by": state.won_by,
        "prize": _prize(setup, state),
    }


def _counted(setup: Setup) -> list[str]:
    """What players may have: units and, where a round gives them, strikes."""
    return [*(one.name for one in setup.units), *([STRIKES] if setup.striking else [])]


def _units(setup: Setup, *, secret: bool) -> list[View]:
    those = (one for one in setup.units if one.secret == secret)
    return [{"name": one.name, "start": one.start} for one in those]


def _prize(setup: Setup, state: State) -> list[View]:
    """The parts of a prize that was shared."""
    if setup.end.prize is None or not state.shares:
        return []
    parts = zip(state.players, state.shares, strict=True)
    unit = setup.end.prize.unit
    return [{"who": one.name, "many": many, "unit": unit} for one, many in parts if many]


def _player(setup: Setup, state: State, player: Player) -> View:
    is_shown = state.phase == ENDED or (player.is_out and setup.shows_roles)
    amounts = zip(setup.units, player.held, strict=True)
    over = state.phase == ENDED
    strikes = setup.striking and not setup.hides_strikes
    return {
        "name": player.name,
        "out": player.is_out,
        "role": player.role if is_shown else "",
        **({"strikes": player.strikes} if strikes else {}),
        "has": {unit.name: many for unit, many in amounts if over or not unit.secret},
    }


def _kind(setup: Setup, round_: Round) -> View:
    """A round of the file, as the rules in brief show it."""
    same = [one for one in round_.then if asks_the_same(setup, round_, setup.round(one))]
    return {
        "round": round_.name,
        "title": round_.called,
        "sealed": round_.sealed,
        "hidden": hides_whom(setup, round_),
        "whom": list(round_.whom),
        "asks": asked_in_words(round_.asks),
        "of": _subject(round_.asks),
        "lines": to_copy(round_.name, round_.asks),
        "hours": round_.hours,
        "until": round_.until,
        "early": round_.early,
        "first": round_.first,
        "uses": round_.uses,
        "silent": plain(round_.silent),
        "costs": plain(round_.costs),
        "weights": plain(round_.weights),
        "resolve": _how_resolved(setup, round_),
        "then": _called(setup, round_.then),
        # told where these may be others than all who are in
        "then_same": _called(setup, same if round_.whom != (IN,) else ()),
    }


def _how_resolved(setup: Setup, round_: Round) -> View:
    """How a round is resolved; where something happens in another round, with its title."""
    titles = {one.name: one.called for one in setup.rounds}
    resolve = round_.resolve
    hits = [{**plain(one), "of": titles.get(one.of, one.of)} for one in resolve.hits]
    return {**plain(resolve), "hits": hits, "after": _called(setup, resolve.after)}


def _called(setup: Setup, names: Iterable[str]) -> list[str]:
    """The titles of those of some rounds of which everybody may know."""
    found = [setup.round(name) for name in names]
    return [one.called for one in found if not one.secret]


def _running(setup: Setup, state: State, running: Running) -> View:
    """A running round: of one in the thread also what was answered, and what that comes to."""
    round_ = setup.round(running.round)
    is_hidden = hides_whom(setup, round_)
    given = () if round_.secret or hides_answers(setup, round_) else running.given
    counted = [one for one in given if not one.passed]
    asked = () if is_hidden else running.asked
    has_hammer = asked and round_.early == MAJORITY
    possible = counting.possible(setup, state, running) if has_hammer else 0
    return {
        **_kind(setup, round_),
        "title": wanting.called(setup, running),
        "number": running.number,
        "text": running.text,
        "words": round_.words,
        "asks": asked_in_words(round_.asks, running.among),
        "window": running.window,
        "open": running.is_open,
        "among": list(running.among),
        "before": _tallies(round_, _before(setup, running), ()),
        "names": list(running.among or state.inside),
        "lines": to_copy(round_.name, round_.asks, running.among),
        "asked": list(asked),
        "answers": _answers(round_, given),
        "tallies": _tallies(round_, counting.totals(setup, state, round_, counted), given),
        "waits": _called(setup, [one for one in round_.resolve.after if state.ongoing(one)]),
        "for_host": resolving.waits_for_host(setup, state, running),
        "tied": bool(running.tied),
        "missing": [who for who in asked if not any(one.who == who for one in given)]
        if given or not round_.sealed
        else [],
        "needed": possible // 2 + 1 if possible else 0,
        "possible": possible,
    }


def _before(setup: Setup, running: Running) -> tuple[Total, ...]:
    """What the vote before a second one came to, where a result would show that."""
    round_ = setup.round(running.round)
    return running.before if _tells(setup, round_) and not round_.asks.is_of_words else ()


def _tells(setup: Setup, round_: Round) -> bool:
    """Whether a result tells more than what comes of it, or all have seen that."""
    return round_.resolve.show != RESULT or not hides_answers(setup, round_)


def _answers(round_: Round, given: Sequence[Given]) -> list[View]:
    return [_answer(round_, one) for one in given]


def _answer(round_: Round, one: Given) -> View:
    return {
        "who": one.who,
        "whom": list(one.whom),
        "said": list(one.said),
        "text": written(round_.asks.what, one.whom, one.said),
        "at": one.at,
        "link": one.link,
        "by_silence": one.by_silence,
        "passed": one.passed,
    }


def _tallies(
    round_: Round, totals: Sequence[Total], given: Sequence[Given], *, names: bool = True
) -> list[View]:
    """What each answer came to, the most first; with `names` who gave it, in the order of time."""
    return [
        {
            "value": _as_said(round_, given, one.value),
            "count": one.count,
            "answers": [_answer(round_, by) for by in _givers(round_, given, one.value) if names],
        }
        for one in totals
    ]


def _givers(round_: Round, given: Sequence[Given], value: str) -> list[Given]:
    those = [one for one in given if not one.passed]
    return [by for by in those if value in {same for same, _ in counting.values(round_, by)}]


def _as_said(round_: Round, given: Sequence[Given], value: str) -> str:
    """An answer as whoever gave it first wrote it: words are compared without their case."""
    givers = _givers(round_, given, value) if round_.asks.is_of_words else []
    return givers[0].said[0] if givers else value


def _result(setup: Setup, result: Result) -> View:
    """How a round came out, as far as its file shows that (FF-13)."""
    round_ = setup.round(result.round)
    resolve, hides = round_.resolve, hides_whom(setup, round_)
    names = result.is_shown or not hides_answers(setup, round_)
    counts = names or resolve.show == COUNTS
    tells = counts or not (hides or rounds.is_about_each(round_))
    is_told = rounds.tells_what_is_chosen(setup, round_, is_shown=result.is_shown)
    chosen, tied = result.chosen if is_told else (), result.tied if tells else ()
    in_vain = result.in_vain if tells else ""
    hit = result.hit if names or _is_seen(setup, round_) else ()
    return {
        "round": result.round,
        "title": wanting.called(setup, result),
        "number": result.number,
        "text": result.text,
        "count": resolve.count,
        "by_host": resolve.by_host,
        "tie": resolve.tie,
        "early": round_.early,
        "what": round_.asks.what,
        "of": _subject(round_.asks),
        "show": NAMES if names else COUNTS if counts else RESULT,
        "answers": _answers(round_, result.given) if names else [],
        "tallies": _tallies(round_, result.totals, result.given, names=names) if counts else [],
        "uncounted": _tallies(round_, _uncounted(setup, result), result.given, names=names)
        if counts
        else [],
        "chosen": [_as_said(round_, result.given, one) for one in chosen],
        "tied": [_as_said(round_, result.given, one) for one in tied],
        "in_vain": in_vain,
        "hit": list(hit),
        "hits": plain(resolve.hits),
        "key": list(result.key),
        "quiet": not (counts or chosen or tied or in_vain or hit or result.key or resolve.by_host),
    }


def _uncounted(setup: Setup, result: Result) -> tuple[Total, ...]:
    """What came to somebody who is immune, where all see who that is."""
    makes_immune = [
        one
        for one in setup.rounds
        if any(hit.what == IMMUNE and hit.of == result.round for hit in one.resolve.hits)
    ]
    is_told = all(not one.secret and _tells(setup, one) for one in makes_immune)
    return result.uncounted if is_told else ()


def _is_seen(setup: Setup, round_: Round) -> bool:
    """Whether everybody sees who is hit in a round: that puts out, or changes what all know."""
    amounts = [one.amount.unit for one in round_.resolve.hits if one.amount]
    seen = any(not setup.unit(name).secret for name in amounts)
    return seen or any(one.what == OUT for one in round_.resolve.hits)


# ---- what one player, and the host, knows


def _you(setup: Setup, state: State, who: str) -> View:
    player = state.player(who)
    role = next((one for one in setup.roles if one.name == player.role), None)
    return {
        "role": player.role,
        "words": role.words if role else "",
        "partners": list(partners_of(setup, state, who)),
        "has": _all_of(setup, player),
        "asked": _asked(setup, state, who),
        "answers": [
            {"round": run.round, "number": run.number, **_answer(setup.round(run.round), own)}
            for run in state.running
            if (own := run.of(who))
        ],
    }


def _all_of(setup: Setup, player: Player) -> dict[str, int]:
    """What a player has of every unit."""
    return {unit.name: many for unit, many in zip(setup.units, player.held, strict=True)}


def _secret_of(setup: Setup, state: State, who: str) -> View:
    """What the host may know of a player beside what everybody knows, where the game has such."""
    player = state.player(who)
    answers = [_in_words(setup, run, own) for run in state.running if (own := run.of(who))]
    return {
        **({"role": player.role} if setup.roles else {}),
        **({"has": _all_of(setup, player)} if setup.units else {}),
        **({"strikes": player.strikes} if setup.hides_strikes else {}),
        "answers": answers,
    }


def _asked(setup: Setup, state: State, who: str) -> list[View]:
    """What a player is asked for in private: in rounds that are for its role, or secret."""
    found = []
    for one in state.running:
        round_ = setup.round(one.round)
        is_private = round_.secret or hides_whom(setup, round_)
        is_asked = who in one.asked and may_still_answer(state, round_, who)
        if is_private and one.is_open and is_asked and who not in one.closed_for:
            asked = _running(setup, state, one)
            left = round_.uses - state.player(who).used.count(one.round) if round_.uses else 0
            names = list(one.among or answering.nameable(state, round_.asks, who))
            with_ = _with(setup, state, one, who)
            found.append({**asked, "left": left, "names": names, "with": with_})
    return found


def _with(setup: Setup, state: State, running: Running, who: str) -> list[str]:
    """The others who are asked, as far as a player knows them: of those with a role only its
    partners.
    """
    others = [one for one in running.asked if one != who]
    if hides_whom(setup, setup.round(running.round)):
        partners = partners_of(setup, state, who)
        return [one for one in others if one in partners]
    return others


def _secret(setup: Setup, state: State) -> View:
    """What only the host may know."""
    return {
        "rounds": [
            {
                "round": one.round,
                "number": one.number,
                "asked": list(one.asked),
                "answers": _answers(setup.round(one.round), one.given),
                "key": list(one.key),
                "tied": list(one.tied),
            }
            for one in state.running
        ],
        "results": [
            {"round": one.round, "answers": _answers(setup.round(one.round), one.given)}
            for one in state.results
        ],
        "may_answer": {
            round_.name: [p.name for p in state.players if may_still_answer(state, round_, p.name)]
            for round_ in setup.rounds
            if round_.uses
        },
        "not_covered": listed(_not_covered(setup, state)),
    }


def _not_covered(setup: Setup, state: State) -> list[str]:
    """The answers that cost more than their players have left (FF-10)."""
    return [
        f"{given.who}'s {_in_words(setup, run, given)}"
        for run in state.running
        for given in run.given
        if answering.short_of(setup, state, run, given)
    ]


def _in_words(setup: Setup, running: Running, given: Given) -> str:
    """An answer as its player may write it."""
    return (
        f"{running.round} {written(setup.round(running.round).asks.what, given.whom, given.said)}"
    )


# ---- what is asked for, in words


def singular(unit: str) -> str:
    """A unit as there is one of it; a name that is none of many stays as it is."""
    for many, one in (("lives", "life"), ("ies", "y"), ("xes", "x"), ("ches", "ch"), ("ss", "ss")):
        if unit.endswith(many):
            return unit.removesuffix(many) + one
    return unit.removesuffix("s")


def _subject(asks: Asks) -> str:
    """What is counted: players, points for something, numbers, choices, or words."""
    if asks.is_of_players:
        return "points for players" if asks.what in {SPLIT, ORDER} else "players"
    if asks.what in {SPLIT, ORDER}:
        return "points"
    return {NUMBER: "numbers", CHOICE: "choices"}.get(asks.what, "words")


def asked_in_words(asks: Asks, among: Sequence[str] = ()) -> str:
    """What a round asks for, as a post says it; in a second vote between those that tied."""
    if among and asks.what in {PLAYER, CHOICE}:
        return "one of them"
    other, others = ("another player", "other players") if asks.others else ("a player", "players")
    things = listed(asks.choices) or f"the {others}"
    most = f"all your {asks.unit}" if asks.unit else f"{asks.high:,}"
    return {
        TEXT: "your answer in your own words",
        LINES: f"{asks.many} answers, each on a line of its own",
        CHOICE: listed([f"“{one}”" for one in asks.choices], "or"),
        NUMBER: f"a whole number from {asks.low:,} to {most}",
        PLAYER: f"the name of {other}{' or “nobody”' if asks.nobody else ''}",
        PLAYERS: f"the names of {asks.many} {others}",
        SPLIT: f"how you split {asks.many:,} points over {things}",
        ORDER: f"{things} in your order",
    }[asks.what]


def to_copy(name: str, asks: Asks, among: Sequence[str] = ()) -> list[str]:
    """Answers as a post shows them, to be copied, with NAME for a player; in a second vote all that
    can be given.
    """
    players = asks.what == PLAYER
    if among and (players or asks.what == CHOICE):
        return [f"{name} {write_name(one) if players and one != NOBODY else one}" for one in among]
    lines = min(asks.many, 3)
    each = asks.choices or ("NAME", "NAME")
    return {
        TEXT: [f"{name} my answer"],
        LINES: [name, *(f"{n}. my answer" for n in range(1, lines + 1)), *"…"[: asks.many - lines]],
        CHOICE: [f"{name} {one}" for one in asks.choices],
        NUMBER: [example(name, asks)],
        PLAYER: [f"{name} NAME", *([f"{name} {NOBODY}"] if asks.nobody else [])],
        PLAYERS: [f"{name} {', '.join(('NAME',) * asks.many)}"],
        SPLIT: [example(name, asks)] if asks.choices else [f"{name} NAME {asks.many - 1}, NAME 1"],
        ORDER: [f"{name} {', '.join(each)}{'' if asks.choices else ', …'}"],
    }[asks.what]


def example(name: str, asks: Asks) -> str:
    """An answer as the phrase book shows it; names stand for any."""
    pairs = dict.fromkeys(asks.choices, 0) or {"Ann": 0, "Bob": 0}
    first, *rest = pairs
    split = [f"{first} {asks.many}"] if not rest else [f"{first} {asks.many - 1}", f"{rest[0]} 1"]
    return {
        "text": f'{name} "my answer"',
        "lines": " ".join((name, *(f'"answer {n}"' for n in range(1, asks.many + 1)))),
        "choice": f"{name} {asks.choices[0] if asks.choices else ''}",
        "number": f"{name} {asks.low + 1 if asks.unit else max(asks.low, asks.high // 2)}",
        "player": f"{name} Ann",
        "players": f"{name} {', '.join(('Ann', 'Bob', 'Cid', 'Dee', 'Eve')[: asks.many])}",
        "split": f"{name} {', '.join(split)}",
        "order": f"{name} {', '.join(asks.choices or ('Ann', 'Bob'))}",
    }[asks.what]
