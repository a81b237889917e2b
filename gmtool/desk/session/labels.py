"""How a report names an entry, and what it shows of a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gmtool.engine.entries import Entry
from gmtool.engine.text import HOST

MOST_THINGS = 20
"""The most words of a move that are told in full."""
SEALED = "(sealed)"
"""What stands for a secret in a report without them."""
_LONGEST_SHOWN = 100
_ABOUT_ANOTHER = {"asks", "aside", "amend", "strike", "insert"}


def name_entry(entry: Entry) -> str:
    """An entry without secrets: a player's move is named by its speaker alone."""
    if entry.who != HOST:
        return f"what {entry.who} said"
    verb, *things = entry.text.split(" ")
    if verb in _ABOUT_ANOTHER:  # the message or move that it is about is secret
        return f"host: {' '.join((verb, *things[:1]))}"
    return f"host: {shorten(entry.text)}"


def name_briefly(entry: Entry) -> str:
    """The same where nobody has judged it: of the host's own move its first word alone, for the
    others may be secret.
    """
    told = name_entry(entry)
    is_bare = entry.who != HOST or told.split(" ")[1] in _ABOUT_ANOTHER
    return told if is_bare else " ".join(told.split(" ")[:2])


def shorten(text: str) -> str:
    """A move's text on one line; a shuffled deck is cut, and its length is told."""
    verb, *things = text.split(" ")
    if len(things) <= MOST_THINGS and len(text) <= _LONGEST_SHOWN:
        return text
    return f"{verb} {' '.join(things[:5])} … ({len(things)} in all)"


def in_columns(player: Mapping[str, Any]) -> dict[str, Any]:
    """A player's facts, with how much it has of several things as facts behind them."""
    facts = {key: value for key, value in player.items() if not _is_ledger(value)}
    ledgers = [value.items() for value in player.values() if _is_ledger(value)]
    return facts | {key: many for one in ledgers for key, many in one if key not in facts}


def _is_ledger(value: object) -> bool:
    return isinstance(value, dict) and all(type(many) is int for many in value.values())
