"""Finds the answer to a question in a message; nothing else of it goes on record (SD-11)."""

from __future__ import annotations

import re
from typing import NamedTuple

from gmtool.engine.expressions import expression
from gmtool.engine.grammar import Asked, Whole
from gmtool.engine.lexicon import after_greeting, unadorned, without_politeness, words
from gmtool.engine.paste import plain
from gmtool.engine.wording import said

_SENTENCE = expression(
    r"\n|(?<=[^\s.]{4}[.!])\s+(?=\S)|(?<=[^\s.]{3}!)\s+(?=\S)|(?<=\?)\s+(?=\S)"
    r"|[\s,;…-]+(?=no,? wait\b)|,? (?:so|but) (?=(?:i'(?:ll|d|m)|let's|my)\b)"
    r"|(?<!\bno)(?<!\bno,)[\s,;…-]+(?=(?:wait|actually|edit|scratch that|or rather)\b)",
    re.IGNORECASE,
)
_OUTRIGHT = expression(
    r"(?:a[:)](?= )|(?:here's )?(?:(?:my|the) )?(?:final )?answer"
    r"(?:'s\b| is\b|(?=\s*(?:[:=\"“]|$)))|answer\b)\s*(?:[:=]|[-–—](?=\s))?\s*(?P<said>.*)",
    re.IGNORECASE,
)
_ASIDE = expression(
    r"(?:(?:(?:hi|hello|hey) \w+|o+h+|a+h+|u+h+|hm+|um+|well|so|ok|yes|no|sorry"
    r"|(?:no,? )?wait|actually|edit)\b *[,!:.…-]+\s*"
    r"|(?:no,? wait|or|rather|maybe|perhaps|probably|possibly)\b[\s,:…]+)+",
    re.IGNORECASE,
)
_HEDGE = expression(
    r"(?:(?:(?:i'm )?go(?:ing|nna)(?: to)? (?:with|for|say|go with)"
    r"|i(?:'ll| will) (?:go with|say|try|answer)|i(?:'d)? (?:think|say|guess|believe)"
    r"|(?:(?:my|just|a|total|wild|best|pure) )*guess(?: is| would be|(?=:))"
    r"|is (?:it|that)|could it be|it(?:'s| is| was| must be)|must be|that's"
    r"|let's (?:go with|say)|(?:what|who|where) (?:is|are|was))\b"
    r"(?: that\b)?[\s,:]*)+",
    re.IGNORECASE,
)
"""Words before an answer that isn't surely given."""
_SECOND = expression(r"(?:no|wait|actually|edit|or|rather)\b(?=.)|oops", re.IGNORECASE)
_EITHER = expression(r"(?:either )?(\S+(?: \S+)?),? or (\S+(?: \S+)?)", re.IGNORECASE)
_SOUND = expression(r"(?:oh|ooh|ah|aha|yes|yay|well|hm+|ugh|wow)\W*", re.IGNORECASE)
_STOP = expression(r"(?<=[^\s.]{4})[.!]$")
_QUOTED = expression(r"[\"“„«]([^\"“”„«»]+)[\"”“»]")
_THANKS = expression(
    r"(?<!\bno)[\s,.!(-]+(?:please|thanks|thank you|thx|ty|cheers|final answer)[\s.!:)]*$",
    re.IGNORECASE,
)
_TALK = words(
    "i i'm im i'll i'd i've can could hope sorry maybe perhaps probably think guess sure idea "
    "either answer please question until because can't hm hmm unless if need "
    "clue dunno later wait actually ? ,no ,or ,not ,but ,because"
)
"""Words that make a line no answer, or not surely one."""
_CUT = expression(
    r"[\s,;(–-]+(?:unless|if|but|because|though|isn't it|wasn't it|right"
    r"|maybe|perhaps|probably|can i|i(?:'m)? \w+)\b.*|\s*[,.(–-]\s*sorry\b.*|\?+$",
    re.IGNORECASE,
)
_ASKS = expression(
    r"(?:what's|when|why|how|can|could|may|do|does|will|would)\b(?! it be\b).*\?"
    r"|that's my (?:final )?answer\W*$",
    re.IGNORECASE,
)
_TELLS = expression(
    r"^(?!it|that|wh|i ).*\b(?:is|was|are|were|been|be|have|had|has)\b", re.IGNORECASE
)
"""_ASKS matches a question; this matches, beside other sentences, one that tells something.
Neither is an answer.
"""
_NONE = "it says no answer"
_LONGEST, _LONGEST_OF_SEVERAL = 8, 5
"""The most words of an answer, alone on a line and beside others."""


class _Part(NamedTuple):
    """The answers that a sentence may be; `is_said`: it calls itself one."""

    answers: tuple[str, ...] = ()
    is_sure: bool = False
    is_said: bool = False


def answer_of(asked: Asked, text: str) -> Whole | None:
    """The answer in a message of the player asked; None where none is asked for and none
    is given outright.

    One short line is the answer as a whole, whatever its words; of a longer message it is
    the likeliest part.
    """
    is_asked = "answer" in asked.verbs and not re.fullmatch(r"codes(?: [0-9]+){2,}", text.strip())
    if not is_asked and not _OUTRIGHT.match(text.strip()):
        return None
    written = [part.strip() for part in _SENTENCE.split(text) if plain(part).strip()]
    own = [part for part in written if without_politeness(unadorned(part)).strip(" .,!")]
    own = [part for part in own if not (found := _OUTRIGHT.fullmatch(part)) or found["said"]]
    lines = {line.strip() for line in text.split("\n")}
    own = [part if part in lines else _STOP.sub("", part) for part in own]
    parts = [_part(part, _LONGEST if len(own) == 1 else _LONGEST_OF_SEVERAL) for part in own]
    if not parts:
        return Whole((), "", _NONE) if written else None
    told = [part for part in parts if part.is_said]
    if not told or any(map(_SECOND.match, own[1:])):
        told = parts
    answers = tuple(dict.fromkeys(answer for part in told for answer in part.answers))
    is_sure = len(parts) == len(answers) == 1 and parts[0].is_sure
    unsure = "it isn't surely an answer, or says more than it" if answers else _NONE
    return Whole(answers, "", "" if is_sure else unsure)


def _part(text: str, longest: int) -> _Part:
    """The answers in a sentence."""
    aside = _ASIDE.match(text)
    outright = _OUTRIGHT.fullmatch(text) or _OUTRIGHT.fullmatch(text, aside.end() if aside else 0)
    if not outright and (_ASKS.match(text) or (longest < _LONGEST and _TELLS.search(text))):
        return _Part()
    spoken = outright["said"] if outright else text
    bare = _THANKS.sub("", spoken)
    is_sure = (
        not re.match("not ", text, re.I)
        and after_greeting(text) is None
        and not (aside and outright)
        and (bare == spoken or spoken[len(bare) :].strip()[0] in ",.!(")
    )
    aside = _ASIDE.match(bare)
    behind = bare[aside.end() :] if aside else bare
    hedge = _HEDGE.match(behind)
    answer = behind[hedge.end() :] if hedge else behind
    if _is_talk(answer):
        is_sure, answer = False, _CUT.sub("", answer)
        answer = "" if _SOUND.fullmatch(answer) else answer
    if aside or hedge:
        is_sure, answer = False, answer.rstrip(".!?")
    if (
        not answer.strip(' "“”')
        or _is_talk(answer)
        or len(answer.split()) > (longest + 6 * bool(hedge or outright))
    ):
        return _Part()
    quoted = _QUOTED.findall(answer)
    either = _EITHER.fullmatch(answer)
    several = quoted if len(quoted) > 1 else either.groups() if either else ()
    if not several and quoted and (aside or hedge or _QUOTED.fullmatch(answer)):
        answer = quoted[0]
    answers = (*several, *([] if quoted[1:] else [said(answer)]))
    return _Part(answers, is_sure, outright is not None)


def _is_talk(text: str) -> bool:
    apart = text.casefold().replace("’", "'").replace("?", " ? ").replace(", ", " ,").split()
    return not _TALK.isdisjoint(word.strip('.!:;()"') for word in apart)
