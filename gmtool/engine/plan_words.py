"""Reads plans in players' own words, “10h if it still beats, else pass”: never surely, so that the
host decides (ALL-9, design §3c).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace

from gmtool.engine.grammar import NOTHING, PLAYER, Asked, Grammar
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import Move
from gmtool.engine.plans import FORCED, Choice, Plan, Planning, Stage
from gmtool.engine.reading import read
from gmtool.engine.stop_words import unadorned, without_politeness

_ELSE = (
    r"or else|otherwise|else|failing that|as a fallback|"
    r"(?:or )?if (?:not|i (?:can't|cannot|can not)(?: (?:beat|top|play) (?:it|that))?|"
    r"(?:that|it) (?:fails|is beaten|isn't possible|doesn't (?:work|beat|stand|fit)|"
    r"(?:won't|can't|is too low|isn't enough|isn't high enough)))"
)
_THEN = (
    r"and then|then|after that|afterwards|next turn|(?:and )?if it (?:comes|gets) (?:back )?"
    r"(?:round|around|back)(?: to me)?(?: again)?|"
    r"(?:the )?second time(?: (?:it's|its) my (?:go|turn))?"
)
_IF_IT_STANDS = (
    r"(?:only )?(?:if|provided|as long as|so long as|assuming) (?:(?:it|that|they|this)"
    r"(?:'s|'ll| is| are| will| would| can)? ?(?:still )?(?:be )?(?:beats?|beat|possible|legal|"
    r"allowed|good|enough|stands?|works?|wins?|fits?|high enough|playable|played)"
    r"(?: (?:it|that|this|what(?:'s| is) (?:there|down|on the table)|"
    r"the (?:last|top|current) (?:play|card|one)))?"
    r"|i (?:still )?can(?: (?:play|beat|top)(?: (?:it|that|this))?)?)"
)
_WHEN = (
    r"when(?:ever)? (?:it is|it's|its) (?:my|our) (?:turn|go)|"
    r"when (?:my turn comes|it comes to me|i'm up|im up|i am up)|"
    r"(?:the )?first time(?: (?:it's|its) my (?:go|turn))?|ahead of time|"
    r"if[ ,]+(?:i'?m +)?(?:asleep|away|offline|out|at work|busy|late|not (?:here|around|back)):?|"
    r"(?:on|for) my (?:next )?(?:turn|go)|in advance|my plan(?: is)?\b:?|orders?:|pre-?move:?|"
    r"standing order:?"
)
_FORCED = lazy_regex(
    r"\b(?:auto-?pass(?:ing)?(?: me)?(?: (?:if|when|whenever) .*)?|"
    r"(?:pass|play) (?:me )?automatically\b.*|"
    r"(?:(?:make|play|do) )?(?:any(?:thing)?|all|my)? ?(?:moves? )?(?:that (?:is|are) )?forced"
    r"(?: (?:moves?|plays?))?(?: for me)?(?: always)?|"
    r"(?:if|when(?:ever)?|where(?:ver)?) (?:i|there)(?:'ve|'s| have| only have| is)?(?: got)?"
    r"(?: only| just| but)? (?:one|no other) (?:legal |possible )?(?:move|choice|thing|option)\b.*|"
    r"(?:pass (?:for me )?)?(?:if|when(?:ever)?) i (?:can't|cannot) (?:beat|top|play) "
    r"(?:it|anything|that)(?: at all)?,? (?:just )?pass(?: for me)?)",
    re.IGNORECASE,
)
_NOTHING = lazy_regex(
    r"(?:sorry,? |can you |could you |i want to |i(?: would|'d) like to )*"
    r"(?:cancel|scrap|drop|forget|scratch|delete|withdraw|take back|ignore) "
    r"(?:my|the|that) (?:plans?|orders?)(?: now| again)?",
    re.IGNORECASE,
)
_DEPENDS = lazy_regex(r"\b(?:if|unless|should|depend(?:s|ing) on)\b", re.IGNORECASE)
_MARK = lazy_regex(r"⟦(\w+)(?: ([^⟧]*))?⟧")
_WORD = lazy_regex(r"[\w'-]+")
_NAMED = lazy_regex(r"⟨([^⟩]*)⟩")


class Told(Struct, frozen=True):
    """A plan that a message may say, and what of its words is left. With `is_said` its words speak
    of turns to come; else it is a plan only because its moves aren't asked for now. With `is_whole`
    each of its moves is said outright, and no word is left.
    """

    plan: Plan
    left: tuple[str, ...] = ()
    is_said: bool = True
    is_whole: bool = False


def depends(text: str) -> bool:
    """Whether words make what is said depend on something, so that nothing is a plan without
    it.
    """
    return bool(_DEPENDS.search(text))


def told(book: Grammar, planning: Planning, asked: Asked, lines: Sequence[str]) -> Told | None:
    """The plan that the sender's own lines may say; None where they speak of no turn to come, or
    where a part of them isn't one move.
    """
    text = ". ".join(filter(None, (without_politeness(unadorned(line)) for line in lines)))
    if _NOTHING.fullmatch(text.strip(" ,.!")):
        return Told(Plan())
    if planning.only and (rest := _around_forced(planning, text)) is not None:
        return Told(Plan((Stage((Choice(FORCED),)),)), rest)
    marked = _marked(planning, text)
    if not (_MARK.search(marked) or _NAMED.search(marked)):
        return None
    reader = _Reader(book, planning, asked)
    stages: list[Stage] = []
    for part in re.split("⟦then⟧", marked):
        found = reader.stages(part, first=not stages)
        if found is None:
            return None
        stages += found
    if not stages or depends(_MARK.sub(" ", marked)):
        return None
    is_whole = reader.is_sure and not reader.left
    return Told(Plan(tuple(stages)), tuple(reader.left), is_whole=is_whole)


def _around_forced(planning: Planning, text: str) -> tuple[str, ...] | None:
    """The other sentences, where one asks for forced moves and the others for nothing in turns to
    come; else None.
    """
    parts = [part.strip(" ,") for part in re.split(r"[.!?]+(?:\s|$)|\s[-–—]+\s", text)]
    parts = [part for part in parts if part]
    rest = tuple(part for part in parts if not _FORCED.fullmatch(part))
    marked = _marked(planning, ". ".join(rest))
    is_alone = len(rest) == len(parts) - 1 and not _MARK.search(marked)
    return rest if is_alone and not _NAMED.search(marked) else None


def _marked(planning: Planning, text: str) -> str:
    """The text with everything that makes it a plan replaced by marks."""

    def put(pattern: str, mark: str, text: str) -> str:
        return re.sub(rf"\b(?:{pattern})(?!\w),?", mark, text, flags=re.IGNORECASE)

    for name, choice in planning.choices.items():
        text = put(choice.said, f" ⟨{name}⟩ ", text) if choice.said else text
    for name, condition in planning.conditions.items():
        text = put(condition.said, f" ⟦if {name}⟧ ", text) if condition.said else text
    for name in planning.stretches:
        ends = rf"(?:the |this |that |current |next )*{name}(?: (?:is|'s)? ?(?:over|done|ends))?"
        whole = (
            rf"(?:until|till|til|for) (?:the )?(?:(?:rest|end) of )?{ends}|this (?:whole )?{name}"
        )
        text = put(whole, f" ⟦until {name}⟧ ", text)
    text = put(_IF_IT_STANDS, " ⟦stands⟧ ", text)
    text = put(_WHEN, " ⟦stands⟧ ", text)
    text = put(_ELSE, " ⟦else⟧ ", text)
    return put(_THEN, " ⟦then⟧ ", text)


@dataclass
class _Reader:
    """Reads the pieces of a marked text; `left` are the words that aren't understood, and `is_sure`
    tells whether every move so far is said outright.
    """

    book: Grammar
    planning: Planning
    asked: Asked
    left: list[str] = field(default_factory=list)
    is_sure: bool = True
    verb: str = ""
    """Of the last move that was said, for a value without one: “kill Gus, else Ann”."""

    def stages(self, text: str, *, first: bool) -> list[Stage] | None:
        """The stages that a part of the text says; None where something in it isn't a move."""
        choices: list[Choice] = []
        until = ""
        for said in re.split("⟦else⟧", text):
            marks = dict(_MARK.findall(said))
            until = marks.get("until", "") or until
            moves = list(self.moves(_MARK.sub(" ", said), first=first))
            if not moves:
                if re.search(r"\w", _MARK.sub("", said)) or not (choices or first):
                    return None
                continue
            if len(moves) > 1:
                more = [Stage((Choice(move),)) for move in moves]
                return None if choices or until or "⟦else⟧" in text else more
            choices.append(Choice(moves[0], marks.get("if", "")))
        return [Stage(tuple(choices), until)] if choices else []

    def moves(self, text: str, *, first: bool) -> Iterator[str]:
        """The moves of a piece of the text in their text forms, each of which is the one that it
        may mean.
        """
        for at, piece in enumerate(re.split(r"(⟨[^⟩]*⟩)", text)):
            if named := _NAMED.fullmatch(piece):
                yield named[1]
                continue
            bare = piece.strip(" .,;:!-–—()")
            if not bare:
                continue
            begins = self.asked.verbs or self.planning.begins if first and not at else NOTHING
            found = read(self.book, replace(self.asked, verbs=begins), [bare])
            if self.verb and not (self.planning.begins or self._names_a_move(bare)):
                own = replace(self.asked, verbs=frozenset({self.verb}))
                again = read(self.book, own, [f"{self.verb} {bare}"])
                found = again if again.moves else found
            moves: tuple[Move, ...] = found.moves or found.readings
            if len(found.readings) > 1:
                moves = ()
            self.verb = str(moves[-1]).partition(" ")[0] if moves else self.verb
            self.is_sure = self.is_sure and found.is_sure
            self.left += found.left if moves else ()
            yield from map(str, moves)

    def _names_a_move(self, text: str) -> bool:
        """Whether one of the words is the verb of a move, or means one."""
        texts = {*_WORD.findall(text.casefold())}
        return any(form.words & texts for form in self.book.of(PLAYER))
