"""Plans: what a player wants done the moment its seat is awaited (ALL-9, design §3c).

A plan is a row of stages. At each turn of its seat the first stage holds: the first of its choices
that the rules let stand is made. What may be said is a closed vocabulary: the game's own moves, and
the words of its `Planning`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gmtool.engine.grammar import PLAYER, Grammar
from gmtool.engine.instants import Instant
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import Move
from gmtool.engine.refusals import Refusal, Unreadable
from gmtool.engine.text import listed, quote, said, short, told

State = Any

PLAN, NOTHING, FORCED = "plan", "nothing", "forced"
THEN, ELSE, IF, UNTIL = "then", "else", "if", "until"
_JOINTS = frozenset({THEN, ELSE, IF, UNTIL})
_TOKEN = lazy_regex(r'"(?:[^"\\]|\\.)*"|\S+')
MOST_STAGES = 20
"""The most stages of a plan, and the most choices of a stage; more is nobody's plan."""


class Choice(Struct, frozen=True):
    """One move of a stage, in text form, made only while the condition `when` holds, if any.

    `move` may also be FORCED, or a choice that the game names.
    """

    move: str
    when: str = ""

    def __str__(self) -> str:
        written = quote(self.move) if _JOINTS & {*_TOKEN.findall(self.move)} else self.move
        return f"{written} {IF} {self.when}" if self.when else written


class Stage(Struct, frozen=True):
    """What is done at a turn: the first of `choices` that the rules let stand.

    With `until` it is done at every turn for as long as that stretch of the game lasts, else once.
    """

    choices: tuple[Choice, ...]
    until: str = ""

    @property
    def is_forced(self) -> bool:
        """Whether it makes the only legal move, at every turn that has no other."""
        return self.choices == (Choice(FORCED),)

    @property
    def lasts(self) -> bool:
        """Whether it still holds after it was carried out."""
        return bool(self.until) or self.is_forced

    @property
    def verbs(self) -> frozenset[str]:
        """The first words of its choices: of moves written out, their verbs."""
        return frozenset(choice.move.partition(" ")[0] for choice in self.choices)

    def __str__(self) -> str:
        choices = f" {ELSE} ".join(map(str, self.choices))
        return f"{choices} {UNTIL} {self.until}" if self.until else choices


class Plan(Move, frozen=True):
    """A player's plan; without stages it takes the plan back that holds."""

    stages: tuple[Stage, ...] = ()
    anytime = True
    aside = True

    def each(self, change: Callable[[str], str]) -> Plan:
        """The plan with each of its moves replaced by `change` of its text form."""
        return Plan(
            tuple(
                replace(one, choices=tuple(replace(c, move=change(c.move)) for c in one.choices))
                for one in self.stages
            )
        )

    def __str__(self) -> str:
        return f"{PLAN} {f' {THEN} '.join(map(str, self.stages)) or NOTHING}"


class Standing(Struct, frozen=True):
    """A player's plan that holds, left by the entry of that `number` at an instant.

    `stages` are those still to be carried out. `mark` tells in which stretch of the game the first
    of them began to hold, where it holds for a stretch; `served` is the window in which a stage
    that lasts was carried out last, so that it makes one move a turn. `begun` tells whether
    anything of the plan was carried out.
    """

    who: str
    number: int
    at: Instant
    stages: tuple[Stage, ...]
    mark: str = ""
    served: str = ""
    begun: bool = False


class Condition(Struct, frozen=True):
    """A condition of a plan: whether it `holds` for a player, what it means in words, and the
    stretch for which a stage that depends on it stands where the plan names none. `said` is a
    pattern of what players write for it.
    """

    holds: Callable[[State, str], bool]
    doc: str
    stretch: str
    said: str = ""


class Named(Struct, frozen=True):
    """A choice of a plan that is named and not written out, such as `keep lower`: the move that it
    is for a player now, None where it is none, and what it means in words. `said` is a pattern of
    what players write for it.
    """

    move: Callable[[State, str], Move | None]
    doc: str
    said: str = ""


class Until(Struct, frozen=True):
    """A stretch of the game for which a plan can stand: a mark that differs in every such stretch,
    empty where none is running, and what it means in words.
    """

    mark: Callable[[State], str]
    doc: str


def _nothing(*_given: object) -> Any:
    """What a game says that adds nothing here: anything may be planned, for it may be asked for one
    day.
    """
    return ()


class Planning(Struct, frozen=True):
    """What players of a game may say in plans beside its moves (ALL-9).

    `only` returns the one move that a player whose turn it is can make, None where it has a choice;
    a game without it has no `plan forced`. `begins` are the verbs of the moves that a turn begins
    with: what comes out of turn is read as one of them. `is_done` returns whether the rules have
    done in a player's turn what it would say by a verb, so that a plan which has begun passes it
    over. `ends` names by verb the stretch with which a plan of such moves ends at the latest: what
    was meant for one hand isn't for the next. `lacks` returns which cards of a move its player
    doesn't hold now. `example` is a plan as texts show it.
    """

    only: Callable[[State, str], Move | None] | None = None
    stretches: Mapping[str, Until] = {}
    conditions: Mapping[str, Condition] = {}
    choices: Mapping[str, Named] = {}
    begins: frozenset[str] = frozenset()
    is_done: Callable[[State, str, str], bool] = _nothing
    ends: Mapping[str, str] = {}
    lacks: Callable[[State, str, Move], tuple[str, ...]] = _nothing
    check: Callable[[State, str, Move], None] = _nothing
    example: str = ""

    def stretch_of(self, stage: Stage) -> str:
        """The stretch for which a stage stands; empty where it stands until it is carried out."""
        waits = (one.when for one in stage.choices)
        return stage.until or next((self.conditions[w].stretch for w in waits if w), "")

    def end_of(self, stage: Stage) -> str:
        """The stretch with which a stage ends at the latest; empty where it holds for good."""
        ends = (self.ends[verb] for verb in sorted(stage.verbs) if verb in self.ends)
        return self.stretch_of(stage) or next(ends, "")

    @property
    def vocabulary(self) -> Iterator[tuple[str, str]]:
        """What may be said in a plan beside the moves, each with its meaning."""
        yield f"{PLAN} MOVE {ELSE} MOVE", "at the next turn the first of them that is possible"
        yield f"{PLAN} MOVE {THEN} MOVE", "one after the other, in that turn and those after it"
        if self.only:
            yield f"{PLAN} {FORCED}", "whenever there is only one legal move, that one"
        for name, stretch in self.stretches.items():
            yield f"{PLAN} MOVE {UNTIL} {name}", stretch.doc
        for name, condition in self.conditions.items():
            yield f"{PLAN} MOVE {IF} {name}", condition.doc
        for name, choice in self.choices.items():
            yield f"{PLAN} {name}", choice.doc
        yield f"{PLAN} {NOTHING}", "takes the plan back"


PLAIN = Planning()
"""What may be said in plans of a game that adds no words of its own."""
ReadMove = Callable[[str], str]
"""Reads one move of a plan; returns its text form or raises a Refusal."""


def is_plan(text: str) -> bool:
    """Whether a text says by its first word that it is a plan."""
    return text.strip().partition(" ")[0].casefold() == PLAN


def read_plan(planning: Planning, text: str, read: ReadMove) -> Plan:
    """The plan that a text beginning with `plan` says, each move of it read by `read`; raises a
    Refusal.
    """
    tokens = _TOKEN.findall(text.strip())[1:]
    if [token.casefold() for token in tokens] == [NOTHING]:
        return Plan()
    stages = tuple(_stage(planning, text, part, read) for part in _split(tokens, THEN))
    if len(stages) > MOST_STAGES:
        raise _unreadable(planning, text, f"it has more than {MOST_STAGES} parts")
    if any(stage.is_forced and not stage.until for stage in stages[:-1]):
        raise _unreadable(planning, text, f"`{FORCED}` stands for good, so nothing follows it")
    return Plan(stages)


def typed_plan(planning: Planning, grammar: Grammar, text: str) -> Plan | None:
    """The plan of which `text` is the text form; None for any other text. Journals are read with
    it, so it depends on no state and no word list.
    """

    def read(move: str) -> str:
        found = grammar.typed(move, PLAYER)
        if found is None:
            raise _unreadable(planning, text, f"“{short(move)}” is no text form of a move")
        return str(found)

    if not text.startswith(f"{PLAN} ") or "\n" in text:
        return None
    try:
        return read_plan(planning, text, read)
    except Refusal:
        return None


def _stage(planning: Planning, text: str, tokens: Sequence[str], read: ReadMove) -> Stage:
    tokens, until = _named_behind(planning, text, tokens, UNTIL, planning.stretches)
    choices = tuple(_choice(planning, text, part, read) for part in _split(tokens, ELSE))
    if len(choices) > MOST_STAGES or (len(choices) > 1 and Choice(FORCED) in choices):
        raise _unreadable(planning, text, f"`{FORCED}` stands alone, and a few moves are enough")
    return Stage(choices, until)


def _named_behind(
    planning: Planning, text: str, tokens: Sequence[str], word: str, names: Collection[str]
) -> tuple[Sequence[str], str]:
    """The tokens before a word, and which of the names stands behind it; empty without the word."""
    before, *behind = _split(tokens, word)
    named = " ".join(behind[0]).casefold() if behind else ""
    if behind[1:] or (behind and named not in names):
        known = listed((f"`{word} {name}`" for name in names), "or")
        why = f"what may follow `{word}` is {known}" if known else f"this game has no `{word}`"
        raise _unreadable(planning, text, why)
    return before, named


def _choice(planning: Planning, text: str, tokens: Sequence[str], read: ReadMove) -> Choice:
    tokens, when = _named_behind(planning, text, tokens, IF, planning.conditions)
    move = " ".join(tokens)
    move = said(move) if len(tokens) == 1 else move
    plainly = move.casefold()
    if not move or plainly == NOTHING:
        raise _unreadable(planning, text, "a move is missing")
    if plainly in planning.choices or (plainly == FORCED and planning.only and not when):
        return Choice(plainly, when)
    return Choice(read(move), when)


def _split(tokens: Sequence[str], joint: str) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for token in tokens:
        if token.casefold() == joint:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _unreadable(planning: Planning, text: str, why: str) -> Unreadable:
    forms = listed((f"`{form}`" for form, _ in planning.vocabulary), "or")
    return Unreadable(
        "ALL-9",
        f"“{short(text)}” can't be read as a plan: {told(why)}. A plan is {told(forms)}.",
        quoted=text.strip(),
    )
