"""Compares an answer with the kept one, to suggest a verdict to the host (SD-11)."""

from __future__ import annotations

import re
import unicodedata

from gmtool.engine.expressions import expression

_QUOTED = expression(r"[\"“„«]([^\"“”„«»]+)[\"”“»]")
_LEAD = expression(
    r"^(?:is it|is that|it is|it's|its|that is|that's|what is|what's|what are|who is|who was"
    r"|who are|where is|(?:my|the) answer is|my guess is|i (?:say|think|guess|believe)(?: it's"
    r"| it is| that it is| that it's| that's)?|i'd say|i would say)\b[\s:,]*",
    re.IGNORECASE,
)
_ARTICLE = expression(r"^(?:the|an|a)\s+(?=\S)")


def agrees(given: str, kept: str) -> bool:
    """Whether two answers are equal except for case, accents, punctuation, leading articles, words
    such as “is it” before them, and text around one in quotation marks (SD-11).
    """
    return bool(_forms(given) & _forms(kept))


def _forms(text: str) -> set[str]:
    """The ways in which `text` may be meant, each in plain words."""
    straight = text.replace("’", "'").strip()
    quoted = _QUOTED.findall(straight)
    ways = {straight, _LEAD.sub("", straight)}
    if len(quoted) == 1:
        ways.add(quoted[0])
    return {plain for way in ways if (plain := _plain(way))}


def _plain(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c for c in apart if not unicodedata.combining(c)).replace("'", "")
    words = " ".join("".join(c if _counts(c) else " " for c in bare).split())
    return _ARTICLE.sub("", words) or " ".join(text.split())


def _counts(char: str) -> bool:
    """Whether a character counts: letters, digits and symbols do. $5 isn't €5, but a comma is
    nothing.
    """
    return char.isalnum() or unicodedata.category(char).startswith("S")
