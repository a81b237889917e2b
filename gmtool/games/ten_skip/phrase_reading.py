"""Phrases of several words that say one thing, each made one word: “You're on notice!”, “You're
dead to me!”, “that's it”, and the names of other players.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from gmtool.engine.card_words import BOTH_JOKERS, CARD, OTHER, Item, scan
from gmtool.engine.cards import JOKERS, rank
from gmtool.engine.phrases import DENIALS, HEDGES, unadorned, words
from gmtool.engine.wording import fold
from gmtool.games.ten_skip.sentence_reading import FILLERS, Sentence

# Private characters, which nobody types: the words that phrases become.
CLAIM, CHALLENGE, END, GIVING = "\ue000", "\ue001", "\ue002", "\ue003"
"""“On notice”, said of all others; “dead to me”; the end of a turn; “Get a load of THIS”."""
PHRASES = frozenset({CLAIM, CHALLENGE, END, GIVING})
_PLAYER = "\ue010"
"""Before the number of a seat: that player's name."""
_PRIVATE = re.compile("[\ue000-\ue010]")
_PLAYERS_NAME = re.compile(rf"{_PLAYER}(?P<seat>\d+)(?P<own>'s?)?")

_ALL = r"(?:all|both|guys|now|hereby|officially|everyone|everybody|folks|people|of\s+you|lot|here)"
_CLAIM = re.compile(
    rf"""\b(?:
        (?:you(?:'re|\s+are)|your|y'all(?:'re|\s+are)?|all\s+of\s+you(?:\s+are)?
          | every(?:one|body)(?:'s|\s+is)?|consider\s+yoursel(?:f|ves))\s+(?:{_ALL}\s+)*
      | (?:(?:i|we)(?:'m|'ll|\s+am|\s+will)?\s+)?(?:hereby\s+|now\s+)?put(?:ting)?\s+
        (?:you|y'all|all|every(?:one|body)|(?:the\s+(?:whole\s+)?table))\s+(?:{_ALL}\s+)*
    )on\s+notice\b
    | (?:(?<=^)|(?<=[.,;:!(]\s)|(?<=\band\s)|(?<=\band\snow\s))on\s+notice\b
    | (?:(?<=[-.,;:!&+]\s)|(?<=\band\s))notice(?=\s*(?:$|[.!?,;]))""",
    re.IGNORECASE | re.VERBOSE,
)
_CHALLENGE = re.compile(
    r"""\b(?:(?:you(?:'re|\s+are)|your)\s+)?(?:so\s+|totally\s+)?dead\s+to\s+me\b
      | \bcall(?:ing)?\s+(?:(?:your|the|that|this|his|her|their|\ue010\d+'s?)\s+)?bluff\b
      | (?<!\ba\s)(?<!\bthe\s)\bchallenge\b
      | (?<!\bis\s)(?<!\bit's\s)(?<!\bthat's\s)(?<!\bso\s)\bchallenging\b""",
    re.IGNORECASE | re.VERBOSE,
)
_NO_CHALLENGE = re.compile(
    r"""\b(?:no|not|without\s+a|won't|will\s+not|don't|do\s+not)\s+(?:going\s+to\s+)?
        challeng(?:e|ing)\b(?:\s+(?:you|that|this|it|him|her|them))?""",
    re.IGNORECASE | re.VERBOSE,
)
_NO_CLAIM = re.compile(
    r"""\b(?:won't|will\s+not|don't|do\s+not|not)\s+(?:going\s+to\s+)?
        (?:claim|put(?:ting)?\s+(?:you|any(?:one|body)|every(?:one|body))\s+on\s+notice)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_END = re.compile(
    r"""\b(?:no|not|without\s+a)\s+(?:claims?|claiming|notice)\b
      | \bthat(?:'s|\s+is)\s+(?:it|all)(?:\s+(?:for|from)\s+me)?\b
      | \bend(?:ing|s)?\s+(?:of\s+)?(?:(?:my|the)\s+)?turn\b
      | \b(?:my\s+)?turn(?:'s|\s+is)?\s+(?:over|done|finished|ended)\b
      | (?<!well\s)\b(?:done|finished)\b(?!\s+for\b)""",
    re.IGNORECASE | re.VERBOSE,
)
_STAGE = re.compile(
    r"""\b(?:slowly\s+)?(?:
        (?:stand|sit)(?:s|ing|ting)?\s+(?:back\s+)?(?:up|down)(?:\s+slowly)?
      | look(?:s|ing)?\s+around
      | (?:turn(?:s|ing)?\s+to(?:wards?)?|point(?:s|ing)?\s+at)\s+(?:you|him|her|\ue010\d+)
      | point(?:s|ing)?
    )(?![\w'])""",
    re.IGNORECASE | re.VERBOSE,
)
"""What the rulebook has players do as they speak."""
_GIVING = re.compile(r"\bget\s+a\s+load\s+of\s+(?:this|that)\b(?:\s+one\b)?", re.IGNORECASE)
_NO_RANKS = frozenset({"J", "Q", "K", *JOKERS, BOTH_JOKERS})
"""Cards of other games only, which may well be names."""
_NO_NAMES = (
    FILLERS
    | HEDGES
    | DENIALS
    | words(
        "discard throw toss dump drop ditch keep take steal swap trade give giving from offer show "
        "hand notice done finished challenge bluff bluffing liar dead pass skip check reveal top "
        "card cards him her them you your his their one other turn end load draw pile deck"
    )
)
"""Words that are never taken for a player's name."""


def scanned(said: Sentence) -> tuple[Item, ...]:
    """All that a sentence says, each of these phrases and names as one word."""
    text = _with_names(said, _PRIVATE.sub("", said.text))
    text = _STAGE.sub(" ", _NO_CHALLENGE.sub(" ", text))
    for pattern, word in (
        (_NO_CLAIM, END),
        (_CLAIM, CLAIM),
        (_CHALLENGE, CHALLENGE),
        (_END, END),
        (_GIVING, GIVING),
    ):
        text = pattern.sub(f" {word} ", text)
    return scan(text)


def named(said: Sentence, items: tuple[Item, ...]) -> tuple[str, ...]:
    """The other players who are named, in order."""
    seats = (found["seat"] for item in items if (found := _name(item)))
    players = said.state.players
    return tuple(dict.fromkeys(players[int(seat)].name for seat in seats))


def is_name(item: Item) -> bool:
    """Whether a word is another player's name, “Bob's” included."""
    return _name(item) is not None


def is_possessive(item: Item) -> bool:
    """Whether a word is “Bob's”."""
    found = _name(item)
    return found is not None and bool(found["own"])


def without_names(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """All words but the names of players."""
    return tuple(item for item in items if not is_name(item))


def _name(item: Item) -> re.Match[str] | None:
    return _PLAYERS_NAME.fullmatch(item.written) if item.kind == OTHER else None


def _with_names(said: Sentence, text: str) -> str:
    names = tuple(player.name for player in said.state.players)
    called, pattern = _called(names, said.who)
    return pattern.sub(lambda found: f"{_PLAYER}{called.get(fold(found[0]), '?')}", text)


@lru_cache(maxsize=64)
def _called(names: tuple[str, ...], who: str) -> tuple[Mapping[str, int], re.Pattern[str]]:
    """What each player but `who` may be called in prose, with its seat: the whole name, or a first
    word that is no other's (ALL-4); and the pattern that finds these, the longest first.
    """
    called: dict[str, int] = {}
    plainly = [unadorned(name).strip() for name in names]
    for seat, name in enumerate(plainly):
        if names[seat] == who or not _is_clear(name):
            continue
        called[fold(name)] = seat
        first = name.split()[0]
        shared = [other for other in plainly if fold(other).startswith(fold(first))]
        if len(shared) == 1 and _is_clear(first):
            called[fold(first)] = seat
    longest_first = sorted(called, key=len, reverse=True)
    ways = "|".join(r"\s+".join(map(re.escape, name.split())) for name in longest_first)
    return called, re.compile(rf"(?<!\w)(?:{ways})(?!\w)" if ways else r"(?!)", re.IGNORECASE)


def _is_clear(name: str) -> bool:
    """Whether a name has a word that means nothing else in this game."""
    return any(_is_strange(item) for item in scan(name))


def _is_strange(item: Item) -> bool:
    if item.kind == OTHER:
        return item.value.casefold() not in _NO_NAMES
    value = rank(item.value) if item.kind == CARD else item.value
    return value in _NO_RANKS
