"""The moves of a game as its file makes them: each round is a verb (FF-5), as the host's are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from gmtool.api import (
    CHANCE,
    HOST,
    Asked,
    Form,
    Grammar,
    Known,
    Match,
    Slot,
    WholeMatch,
    Word,
    casefolded,
    names_in,
    read_amount,
    unadorned,
    words,
)
from gmtool.games.free import moves as m
from gmtool.games.free.argument_parsers import (
    NOBODY_WORDS,
    Value,
    parse_answer,
    parse_finish,
    parse_give,
    parse_key,
    parse_open,
    parse_pick,
    parse_resolve,
    parse_roll,
    parse_tell,
)
from gmtool.games.free.moves import NOBODY, STRIKES
from gmtool.games.free.rounds import hides_whom
from gmtool.games.free.terms import (
    ALL,
    CHOICE,
    IN,
    LINES,
    OUT,
    PLAYERS,
    Asks,
    Round,
    Setup,
)
from gmtool.games.free.view import example

_BESIDE = (
    "for my our i we is on to against and it now please changing switching moving casting cast say "
    "random rvs omgus go goes put putting place placing lay laying from her him them"
)
_TAKES_BACK = words("unvote retract withdraw withdraws withdrawing rescind takeback")
_ALSO = {
    "vote": "lynch lynching hang hanging eliminate banish banishing",
    "kill": "target murder shoot stab eliminate",
    "check": "investigate investigating inspect",
    "protect": "guard guarding save saving heal healing",
}
"""Words that may mean an answer in a round of that name."""
_BULLET = re.compile(r"^\s*(?:\(?\d{1,2}[.):]|[-*•])\s+")


def grammar_of(setup: Setup) -> Grammar:
    """The phrase book of a game."""
    names = tuple(one.name for one in setup.rounds)
    return Grammar(
        forms=(
            *(_of_round(one) for one in setup.rounds),
            *_withdrawing(setup),
            *_of_host(setup, names),
            *_of_chance(setup),
        ),
        known=(
            Known("start", "set-up: deals the roles, if there are any"),
            Known("close", "time is up in a round"),
        ),
        aliases=(
            (r"\bno one\b", "nobody"),
            (r"##\s*(?=\w)", ""),
            (r"(?<=\w )from \w+ to (?=\w+\b)", "to "),
            (r"\btak(?:e|ing) (?:back my (\w+)|my (\w+) back)\b", r"withdraw \1\2"),
            *(
                (
                    rf"\b(?!nobody|none)(\w+) (?:gets|has|earns|receives) my (?={name}\b(?! of\b))",
                    rf"my {name} for \1 ",
                )
                for name in names
            ),
            *_against_all(setup),
        ),
        together=lambda moves: len({getattr(one, "round", "") for one in moves}) == len(moves),
    )


def _against_all(setup: Setup) -> Iterator[tuple[str, str]]:
    """Turns of phrase for an answer that names nobody: “no lynch” in a vote."""
    for one in setup.rounds:
        if one.asks.nobody:
            yield rf"\b(?:{one.name} )?(?:no[- ]lynch|no-{one.name})\b", f"{one.name} {NOBODY}"
            return


# ---- what players answer


def _of_round(round_: Round) -> Form:
    asks, is_open = round_.asks, not (round_.sealed or round_.secret)
    unit = asks.unit
    return Form(
        example(round_.name, asks),
        partial(_answer, round_.name, asks, is_open),
        "FF-5",
        f"while {round_.called} is open",
        _slot(round_),
        says=words(_inflected(round_.name)),
        perhaps=words(f"next time {_ALSO.get(round_.name, '')}"),
        beside=words(f"{_BESIDE} {unit.removesuffix('s')} {unit}"),
    )


def _inflected(verb: str) -> str:
    """The other forms of a verb, and some that are none: votes, voting; bids, bidding."""
    return f"{verb}s {verb}ing {verb.removesuffix('e')}ing {verb}{verb[-1]}ing"


def _answer(name: str, asks: Asks, is_open: bool, value: Value | None = None) -> m.Answer:
    """The answer of that value; without one that of a round with a single choice."""
    whom, said = value or ((), asks.choices[:1])
    return m.Answer(name, asks.what, whom, said, is_open)


def _slot(round_: Round) -> Slot:
    """The slot for what a round asks for. In a sealed round a bare answer is one; in the thread
    people speak of players and numbers who don't answer, so that the verb is needed.
    """
    asks = round_.asks
    typed = partial(parse_answer, asks)
    alone = round_.sealed or round_.secret
    if asks.is_of_words:
        return Slot(typed=typed, whole=partial(_words_of, round_), is_raw=True)
    only = asks.what == CHOICE and len(asks.choices) == 1
    find = partial(_found, asks)
    return Slot(find, typed=typed, may=alone, alone=alone, optional=only)


def _found(asks: Asks, asked: Asked, said: Sequence[Word]) -> list[Match]:
    """The answers in a sentence."""
    match asks.what:
        case "choice":
            chosen = _choices_in(asks.choices, said)
            return [Match(((), (one,)), at) for one, at in chosen if not _denies(said, max(at))]
        case "number":
            numbers = ((read_amount(word.text), place) for place, word in enumerate(said))
            return [Match(((), (n,)), frozenset({place})) for n, place in numbers if n]
        case "player":
            named = names_in(asked, said)
            players = [Match(((name,), ()), at) for name, at in named.items()]
            no_one = [n for n, word in enumerate(said) if word.text in NOBODY_WORDS]
            nobody = [Match(((), (NOBODY,)), frozenset({n})) for n in no_one if asks.nobody]
            return [*players, *nobody]
        case "players" | "order" if not asks.choices:
            named = names_in(asked, said, together=True)
            if asks.what == PLAYERS and len(named) == asks.many + 1:
                named = names_in(asked, said)  # “Bob and Cid for me”
            at = frozenset().union(*named.values())
            return [Match((tuple(named), ()), at)] if named else []
        case "order":
            placed = _choices_in(asks.choices, said)
            at = frozenset().union(*(used for _, used in placed))
            return [Match(((), tuple(one for one, _ in placed)), at)] if placed else []
    return _points_in(asks, asked, said)


def _choices_in(choices: Sequence[str], said: Sequence[Word]) -> list[tuple[str, frozenset[int]]]:
    """The choices that a sentence names, in the order in which it does; the longest wins."""
    found: list[tuple[str, frozenset[int]]] = []
    place = 0
    by_length = sorted(choices, key=lambda one: -len(one.split()))
    while place < len(said):
        for one in by_length:
            size = len(one.split())
            action = casefolded(" ".join(word.written for word in said[place : place + size]))
            if action == casefolded(one):
                found.append((one, frozenset(range(place, place + size))))
                place += size - 1
                break
        place += 1
    return found


def _denies(said: Sequence[Word], place: int) -> bool:
    """Whether a word denies what follows it, as in “no idea”, instead of being an answer."""
    is_no = said[place].text in {"no", "not"}
    return is_no and place + 1 < len(said) and said[place + 1].text.isalpha()


def _points_in(asks: Asks, asked: Asked, said: Sequence[Word]) -> list[Match]:
    """Things with a number before or behind each, in one sentence."""
    if asks.choices:
        return _points_of(asks, dict(_choices_in(asks.choices, said)), said)
    named = names_in(asked, said, together=True)
    return _points_of(asks, named, said) or _points_of(asks, names_in(asked, said), said)


def _points_of(asks: Asks, things: dict[str, frozenset[int]], said: Sequence[Word]) -> list[Match]:
    """These things, if there is a number for each."""
    used = frozenset().union(*things.values()) if things else frozenset()
    numbers = [(n, read_amount(word.text)) for n, word in enumerate(said) if n not in used]
    points = [(n, text) for n, text in numbers if text]
    if not things or len(points) != len(things):
        return []
    at = used | {n for n, _ in points}
    many = tuple(text for _, text in points)
    value: Value = ((), (*things, *many)) if asks.choices else (tuple(things), many)
    return [Match(value, at)]


def _words_of(round_: Round, asked: Asked, text: str) -> WholeMatch | None:
    """An answer in free words: what stands behind the verb; without it all of a message in a sealed
    round may be one, which isn't sure. Of several lines each is one, without its number; they are
    sure where there are just as many as are asked for.
    """
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    verb = re.compile(rf"^(?:##?\s*)?(?:my )?{re.escape(round_.name)}\b\s*[:=-]?\s*", re.IGNORECASE)
    begins = next((n for n, line in enumerate(lines) if verb.match(unadorned(line))), None)
    if begins is None and not (round_.sealed or round_.secret):
        return None
    own = (
        lines if begins is None else [verb.sub("", unadorned(lines[begins])), *lines[begins + 1 :]]
    )
    rest = "" if begins is None else "\n".join(lines[:begins])
    numbered = [line for line in own if _BULLET.match(line)]
    if round_.asks.what == LINES:
        told = numbered if len(numbered) == round_.asks.many else own
        by_word = own[0].split() if len(own) == 1 else []
        is_by_line = round_.asks.many == 1 or len(by_word) != round_.asks.many
        texts = tuple(_BULLET.sub("", line).strip() for line in (told if is_by_line else by_word))
        texts = tuple(filter(None, texts))
        is_told = begins is not None or bool(numbered) or _are_answers(asked, own)
        is_sure = len(texts) == round_.asks.many and is_told and is_by_line
    else:
        texts = (" ".join(own).strip().strip('"“”'),)
        is_sure = begins is not None
    if not all(texts) or not texts:
        return None
    doubt = "" if is_sure else f"is all of it the answer for {round_.called}?"
    return WholeMatch((((), texts),), rest, doubt)


def _are_answers(asked: Asked, lines: Sequence[str]) -> bool:
    """Whether lines without numbers can be nothing but an answer each: there are several, of which
    none leads to the next, asks something or begins like another move.
    """
    verbs = asked.verbs | _TAKES_BACK | {"plan"}
    begun = {casefolded(line.split()[0]).strip(",:;!.") for line in lines}
    return len(lines) > 1 and not (verbs & begun or any(one.endswith((":", "?")) for one in lines))


def _withdrawing(setup: Setup) -> list[Form]:
    """The form by which an answer is taken back, for rounds in which that may be."""
    open_to_all = {one.name: not (one.sealed or one.secret) for one in setup.rounds}
    may = [one.name for one in setup.rounds if not one.first]
    if not may:
        return []

    def make(name: str) -> m.Withdraw:
        return m.Withdraw(name, open_to_all[name])

    def typed(rest: str) -> str | None:
        return rest if rest in open_to_all else None

    def find(asked: Asked, said: Sequence[Word]) -> list[Match]:
        named = [(n, word.text) for n, word in enumerate(said) if word.text in open_to_all]
        if named:
            return [Match(name, frozenset({n})) for n, name in named]
        running = [one for one in asked.state.running if one.is_open and one.round in may]
        own = [one for one in running if one.of(asked.who)] or running[:1]
        return [Match(one.round, frozenset()) for one in own]

    slot = Slot(find, typed=typed)
    when = "while a round is open in which something of yours is on record"
    beside = words("my back from on for her him them")
    return [Form(f"withdraw {may[0]}", make, "FF-7", when, slot, says=_TAKES_BACK, beside=beside)]


# ---- what the host says


def _of_host(setup: Setup, names: tuple[str, ...]) -> list[Form]:
    groups = _groups(setup)
    secret = {one.name for one in setup.rounds if one.secret}
    of_roles = {one.name for one in setup.rounds if hides_whom(setup, one)}
    first = names[0] if names else "vote"
    unit = setup.units[0].name if setup.units else STRIKES
    hidden = {one.name for one in setup.units if one.secret}
    hidden |= {STRIKES} if setup.hides_strikes else set()

    def opens(value: Any) -> m.Open:
        rounds, text, found, whom, until = value
        is_hidden = bool(whom and of_roles & {*rounds})
        return m.Open(rounds, text, found, whom, until, bool(secret & {*rounds}), is_hidden)

    def gives(value: Any) -> m.Give:
        found, whom, many, what = value
        return m.Give(found, whom, many, what, what in hidden)

    units = {one.name for one in setup.units} | ({STRIKES} if setup.striking else set())
    opening, roll, pick, tell, give = (
        partial(typed, groups)
        for typed in (parse_open, parse_roll, parse_pick, parse_tell, partial(parse_give, units))
    )
    resolve, finish = partial(parse_resolve, setup), Slot(typed=parse_finish, optional=True)
    return [
        _strict(f"open {first}", opens, "FF-4", "opens a round", opening, until=True),
        _strict(f'key {first} "Paris"', lambda v: m.Key(*v), "FF-14", "what is right", parse_key),
        _strict(f"resolve {first}", lambda v: m.Resolve(*v), "FF-14", "resolves a round", resolve),
        _strict(f"reveal {first}", m.Reveal, "FF-13", "shows who answered what"),
        _strict("out Ann", m.Out, "FF-15", "puts a player out"),
        _strict("back Ann", m.Back, "FF-15", "takes a player in again"),
        _strict("roll 2d6+1 for Ann", lambda v: m.Roll(*v), "FF-16", "rolls dice", roll),
        _strict("pick 1 of in", lambda v: m.Pick(*v), "FF-16", "picks players", pick),
        _strict('tell Ann "Bob is asleep."', lambda v: m.Tell(*v), "FF-15", "a message", tell),
        _strict('say "Dawn breaks."', m.Say, "FF-15", "said to everybody"),
        _strict("finish winner Ann", m.Finish, "FF-17", "ends the game", finish),
        _strict(f"give Ann 3 {unit}", gives, "FF-15", "gives or takes", give),
        Form(
            "deal", m.Deal, "FF-3", "deals the roles anew, if there are any", by=HOST, strict=True
        ),
    ]


def _strict(
    text: str,
    make: Any,
    clause: str,
    when: str,
    typed: Any = None,
    *,
    by: str = HOST,
    until: bool = False,
) -> Form:
    """A form of the host or of chance, which is read only as it is written."""
    slot = typed if isinstance(typed, Slot) else Slot(typed=typed)
    return Form(text, make, clause, when, slot, by=by, strict=True, until=until)


def _groups(setup: Setup) -> frozenset[str]:
    """The words by which the host speaks of several players."""
    named = (*(one.name for one in setup.groups), *(one.name for one in setup.roles))
    return frozenset((IN, OUT, ALL, *named))


# ---- what chance gives


def _of_chance(setup: Setup) -> list[Form]:
    form = partial(_strict, by=CHANCE)
    forms = [
        form("rolled 3 5", m.Rolled, "FF-16", "after a roll"),
        form("picked 3 1 2", m.Picked, "FF-16", "after a pick: the places of the picked"),
        form("lot 2", m.Lot, "FF-12", "after a tie: the place of what decides it"),
    ]
    if setup.roles:
        dealt = " ".join(one.name for one in setup.roles)
        forms.append(form(f"dealt {dealt}", m.Dealt, "FF-3", "the deal of the roles"))
    return forms
