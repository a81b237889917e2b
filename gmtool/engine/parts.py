"""The parts of a message, each a sentence or a clause, and the one reading that they make together
(design §3a).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from gmtool.engine.grammar import Asked, Grammar, all_words
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import Divisible, Gathered, Move
from gmtool.engine.refusals import Refusal
from gmtool.engine.text import listed, short
from gmtool.engine.words import DENIAL, DOUBTS, NUMBER, OPEN, SOFT, TAKEN_BACK, Word

MOST_READINGS = 20
_UNSAYS = lazy_regex(
    r"\W*(?:or|unless|only if|but only|as long as|provided|except|depending)\b", re.IGNORECASE
)
"""The beginning of a sentence that makes the one before it depend on something."""
_UNDECIDED = lazy_regex(
    r"\bwho knows\b|\bstill (?:thinking|deciding|undecided|discuss\w*|torn)\b"
    r"|\bi (?:haven't decided|don't know (?:yet|whom?|what to|which))\b",
    re.IGNORECASE,
)
"""What says that nothing is decided yet; a value without a verb is none then."""
SEVERAL = "could be several things"
LEADS_UP = "is taken for talk"
DEPENDS = "leaves open what is meant or makes it depend on something"
NOT_ASKED = "it isn't asked for now"
ABOUT_A_MOVE = (SEVERAL, DEPENDS, NOT_ASKED)
"""The ends of doubts that are none where the message is a plan."""


class Reading(Struct, frozen=True):
    """What a message says.

    `moves` are the moves of the one proposal, in the order in which they count; there are none
    where the message could mean several things or nothing. `readings` are the moves that an
    ambiguous message could mean. `doubts` are sentences for the host, `left` are words that aren't
    understood, as written. `refused` is the refusal of what is surely meant and surely wrong.
    """

    moves: tuple[Move, ...] = ()
    readings: tuple[Move, ...] = ()
    doubts: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    refused: Refusal | None = None

    @property
    def is_sure(self) -> bool:
        """Whether no word is left and nothing is doubtful, so that the moves may be recorded at
        once.
        """
        return bool(self.moves) and not (self.readings or self.doubts or self.left or self.refused)

    @property
    def is_empty(self) -> bool:
        """Whether the message holds nothing of the sender's own."""
        return not (self.moves or self.readings or self.doubts or self.left or self.refused)


class Part(Struct, frozen=True):
    """What one sentence or clause says.

    `moves` are its moves, `readings` those that it may mean where that is open. `left` are words
    that aren't understood, and `doubts` say why it isn't sure. `is_second` marks a second thought.
    """

    text: str
    moves: tuple[Move, ...] = ()
    readings: tuple[Move, ...] = ()
    left: str = ""
    doubts: tuple[str, ...] = ()
    is_second: bool = False
    said: tuple[Word, ...] = ()
    is_bare: bool = False
    """Whether its moves have no verb, but only values that may mean them."""
    begun: frozenset[str] = frozenset()
    """The verbs of moves that it names without all that they need."""

    @property
    def has_moves(self) -> bool:
        """Whether it says a move or may mean one."""
        return bool(self.moves or self.readings)

    def has_words_of(self, kinds: Collection[str]) -> bool:
        """Whether one of its words is of one of these kinds."""
        return any(word.kind in kinds for word in self.said)

    def left_open(self) -> Part:
        """The part with its moves as what it may mean."""
        return replace(self, moves=(), readings=self.moves) if self.moves else self


def combine_parts(
    book: Grammar, asked: Asked, parts: Sequence[Part], first_doubts: Iterable[str]
) -> Reading:
    """The one reading of all parts of a message, with `first_doubts` about it before all others."""
    moves: list[Move] = []
    readings: list[Move] = []
    doubts = list(first_doubts)
    is_open = False
    asks: tuple[Move, ...] = ()
    outright = {move for part in parts for move in part.moves}
    parts = [*_without_asides(book, asked, parts)]
    left = [part.left for part in parts if part.left]
    for part in (_told_elsewhere(part, outright) for part in parts):
        doubts += part.doubts
        if part.is_second and moves:
            before = (*_joined(book, moves), *part.moves)
            after = book.meant(asked, before)
            if part.moves and after != before:
                moves = list(after)  # it says what changes, and nothing else
                continue
            changed = part.moves or part.readings or _amended(book, moves, part.said)
            if part.has_words_of({TAKEN_BACK}) and not changed:
                moves, readings, is_open = [], [], True
                continue
            stand = not changed or book.fit((*_joined(book, moves), *changed))
            readings += [*(moves if stand else ()), *changed]
            moves, is_open = [], True
        elif asks and not part.moves and part.has_words_of({DENIAL}):
            moves = moves[: -len(asks)]  # “pass? no way”
        elif not part.has_moves and moves and _UNSAYS.match(part.text):
            readings, moves, is_open = [*readings, *moves], [], True
        elif part.readings:
            readings += part.readings
        else:
            kept = (one for one in moves if not any(map(one.gives_way_to, part.moves)))
            moves = [*kept, *part.moves]
        asks = part.moves if part.text.rstrip().endswith("?") else ()
    said = book.meant(asked, _joined(book, moves))
    readings = [one for move in readings for one in book.meant(asked, (move,))]
    verbs = {str(move).partition(" ")[0] for move in said}
    doubts += [
        f"“{short(part.text)}” names a move and doesn't say all of it"
        for part in parts
        if part.begun - verbs and not part.doubts
    ]
    is_open = is_open or bool(readings)
    now = tuple(move for move in said if str(move).partition(" ")[0] in asked.verbs)
    if now and not book.fit(said) and now != said and book.fit(now):
        others = (f"`{move}`" for move in said if move not in now)
        doubts.append(f"it says {listed(others)} too, which isn't asked for now")
        said = now
    elif said and not book.fit(said):
        is_open = True
        doubts.append("it says several things that don't go together")
    if is_open:
        readings, said = [*said, *readings], ()
    offered = [one for move in readings for one in _offered(move)]
    return Reading(
        said,
        tuple(dict.fromkeys(offered))[:MOST_READINGS],
        tuple(dict.fromkeys(doubts)),
        tuple(dict.fromkeys(left)),
    )


def _amended(book: Grammar, moves: Iterable[Move], said: Sequence[Word]) -> tuple[Move, ...]:
    """The last move with the one number that a second thought names, as in “EDIT: 85”."""
    numbers = [word.text for word in said if word.kind == NUMBER]
    last, changes = (
        re.subn(r"[0-9]+$", lambda _: numbers[0], str(_joined(book, moves)[-1]))
        if len(numbers) == 1
        else ("", 0)
    )
    move = book.typed(last) if changes else None
    return (move,) if move else ()


def _without_asides(book: Grammar, asked: Asked, parts: Sequence[Part]) -> Iterator[Part]:
    """The parts; beside a move that is said by its verb, a bare value that may mean another and
    doesn't go with it is none: “keep. Two aces!” Nor is one beside talk of the move: “If I throw
    the 8 … AD AS KS.”
    """
    outright = (move for part in parts if not part.is_bare for move in part.moves)
    said = tuple(move for move in outright if str(move).partition(" ")[0] in asked.verbs)
    talk = (p.said for p in parts if any(doubt.endswith(LEADS_UP) for doubt in p.doubts))
    unreal = (words for words in talk if not said and any(w.kind in {OPEN, SOFT} for w in words))
    weighed = {word.text for words in unreal for word in words}
    is_undecided = bool(_UNDECIDED.search(asked.text))
    for part in parts:
        is_aside = part.is_bare and part.has_moves and (part.left or part.doubts)
        is_other = said and not book.fit(_joined(book, (*said, *part.moves, *part.readings)))
        verbs = {str(move).partition(" ")[0] for move in (*part.moves, *part.readings)}
        is_weighed = not weighed.isdisjoint(all_words(f for f in book.forms if f.verb in verbs))
        is_weighed = is_weighed or is_undecided
        if is_aside and (is_weighed or (is_other and not part.is_second)):
            yield Part(part.text, left=part.text, doubts=part.doubts, said=part.said)
        else:
            yield part


def _told_elsewhere(part: Part, outright: set[Move]) -> Part:
    """The part; where it is open and another sentence says which move is meant, with that move
    only.
    """
    said = outright & {*part.readings}
    if not said or part.has_words_of(DOUBTS):
        return part
    return replace(part, moves=tuple(said), readings=())


def _offered(move: Move) -> Iterator[Move]:
    """The readings that an open move gives: each of its parts may be what is meant."""
    if isinstance(move, Divisible) and len(move.parts()) > 1:
        yield from move.parts()
    yield move


def _joined(book: Grammar, moves: Iterable[Move]) -> tuple[Move, ...]:
    """The moves in the order in which they count, each once; Gathered moves of one type are
    joined.
    """
    groups: dict[object, list[Move]] = {}
    for move in dict.fromkeys(moves):
        key = type(move) if isinstance(move, Gathered) else move
        groups.setdefault(key, []).append(move)
    return tuple(sorted(map(_one, groups.values()), key=book.place))


def _one(group: list[Move]) -> Move:
    first = group[0]
    if len(group) > 1 and isinstance(first, Gathered):
        return first.joined(tuple(group))
    return first
