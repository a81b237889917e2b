"""Text to claims, challenges and the end of a turn (TS-10, TS-13), and to a hand that is shown
(TS-17).
"""

from __future__ import annotations

import re

from gmtool.engine.card_words import OTHER, Item, cards_in
from gmtool.engine.moves import Move
from gmtool.engine.phrases import words
from gmtool.engine.sentences import DENIAL, WORD, Word, only_doubts
from gmtool.games.ten_skip.moves import Challenge, Discard, Done, Notice, Reveal
from gmtool.games.ten_skip.phrase_reading import (
    CHALLENGE,
    CLAIM,
    END,
    named,
    scanned,
    without_names,
)
from gmtool.games.ten_skip.sentence_reading import FILLERS, Sentence, rest_of, said_in

_AT_A_CLAIM = FILLERS | words("everyone everybody all now officially hereby") | {CLAIM}
_AT_AN_END = FILLERS | words("turn end from all time round") | {END}
_ENDS = words("pass passing skip check nothing next nope no nah continue continuing")
_NOTHING_ELSE = words("nothing pass passing skip next")
_CLAIMS = words("notice claim claiming")
_AT_A_CHALLENGE = (
    FILLERS | words("you your you're who claim claims hand notice player") | {CHALLENGE}
)
_DOUBTS_IT = re.compile(
    r"""\b(?:(?:you(?:'re|\s+are)|your|he's|she's|they're)\s+(?:just\s+|totally\s+|so\s+|all\s+)*
          (?:a\s+)?(?:bluffing|bluff|bluffer|liar|lying)
      | (?:that's|it's|what)\s+(?:a|an|such\s+a)\s+(?:\w+\s+)?(?:bluff|lie)
      | i\s+(?:don't|do\s+not)\s+(?:believe|buy)\s+(?:you|it|that|this)
      | ^call(?:\s+(?:it|that|you))?(?=\W*$)
      | i\s+doubt\s+(?:it|that|you)
      | (?:a|the)\s+challenge\b
      | (?:bluff|liar|bullshit)(?=\W*$)
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_REVEALS = words("reveal reveals")
_SHOWS = words("show shows showing revealing behold")
_AT_A_REVEAL = FILLERS | _REVEALS | words("revealing hand cards card them all")
_HERE_IT_IS = re.compile(r"here(?:'s|\s+is|\s+are|\s+was|\s+were)\s+(?:my|the)\s+(?:hand|cards)")


def read_end(said: Sentence) -> Move | None:
    """The end of a turn, with a claim or without (TS-10); raises Ambiguous."""
    items = scanned(said)
    found = claims_in(items)
    if not found:
        _doubt_end(said, items)
        return None
    rest = rest_of(items, _AT_A_CLAIM | _AT_AN_END)
    rest += more_than_words(items)
    if found == [Notice()] and any(word.kind == DENIAL for word in rest) and only_doubts(rest):
        raise said.doubt([Done()], "says no to a claim")
    if found == [Done()]:
        rest = rest_of(items, _AT_AN_END | _NOTHING_ELSE) + more_than_words(items)
    return said.settled(found, rest)


def claims_in(items: tuple[Item, ...]) -> list[Move]:
    """How a turn ends by what is said outright; both where both is."""
    spoken = said_in(items)
    found: list[Move] = [Notice()] if CLAIM in spoken else []
    return [*found, Done()] if END in spoken else found


def more_than_words(items: tuple[Item, ...]) -> list[Word]:
    """Cards where none is spoken of."""
    return [Word(WORD, item.value, item.written) for item in items if item.kind != OTHER][:1]


def _doubt_end(said: Sentence, items: tuple[Item, ...]) -> None:
    """Raise Ambiguous for what may be the end of a turn in other words."""
    spoken = said_in(items)
    for marks, move in ((_CLAIMS, Notice()), (_ENDS, Done())):
        rest = rest_of(items, _AT_A_CLAIM | _AT_AN_END | marks)
        if spoken & marks and only_doubts(rest) and not more_than_words(items):
            readings = [] if any(word.kind == DENIAL for word in rest) else [move]
            raise said.doubt(readings, "doesn't say outright how the turn ends")


# ---- challenges


def read_challenge(said: Sentence, items: tuple[Item, ...]) -> Move | None:
    """A challenge of the player on notice, whoever else is named leaves a doubt (TS-13)."""
    if CHALLENGE not in said_in(items):
        _doubt_challenge(said)
        return None
    notifier = said.state.on_notice
    others = [name for name in named(said, items) if name != notifier]
    cards = cards_in(items)
    known = _AT_A_CHALLENGE | (words("discard discarding") if cards else frozenset())
    rest = rest_of(without_names(items), known)
    rest += [] if cards else more_than_words(items)
    if notifier and others and not rest:
        raise said.doubt(
            [Challenge()], f"names {others[0]}, but it is {notifier} who has everyone on notice"
        )
    return said.settled([Challenge(), *map(Discard, cards)], rest)


def _doubt_challenge(said: Sentence) -> None:
    if said.state.on_notice and _DOUBTS_IT.search(said.text):
        raise said.doubt([Challenge()], "doesn't challenge outright")


# ---- a hand that is shown


def read_reveal(said: Sentence) -> Move | None:
    """Whether who won the last round unchallenged shows its hand; raises Ambiguous where it doesn't
    say so outright.
    """
    items = scanned(said)
    spoken = said_in(items)
    is_outright = bool(spoken & _REVEALS) or spoken >= {"revealing", "hand"}
    is_shown = bool(spoken & _SHOWS and spoken & words("hand cards behold"))
    if not (is_outright or is_shown or _HERE_IT_IS.match(said.text.casefold())):
        return None
    rest = rest_of(items, _AT_A_REVEAL | (frozenset() if is_outright else _SHOWS))
    rest += more_than_words(items)
    if not is_outright:
        readings = [] if any(word.kind == DENIAL for word in rest) else [Reveal()]
        raise said.doubt(readings, "doesn't say outright that the hand is revealed")
    return said.settled([Reveal()], rest)
