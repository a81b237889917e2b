"""The words for the way in which host and players write to each other in private.

A template prints them as `channel.tell_me` and so on, with a capital as `channel.Tell_me`, so that
a text says “PM me your bids” or “send me your bids in your private thread”, whatever the way is:

tell_me   what the reader does, before what is told; `there` comes after that
there     where it is told, with a blank before it; empty where `tell_me` says it
by_it     how something is told: “by PM”
to_me     how something is told to the host: “by PM to me”
it_to_me  what else the reader may do with what was named before: “PM it to me”
i_send    what the host does with a thing: “I PM your hands”
i_tell    what the host does with a person: “I PM whoever is asked”
in_yours  where the reader finds it: “in your PMs”
message   one of them: “a second PM”
"""

from collections.abc import Mapping
from functools import cache

PM, THREAD, SEVERAL = "pm", "thread", "several"
"""Private messages of the forum; a private thread for each player; words that fit every way, for
texts whose readers have different ones.
"""

_KEYS = (
    *("tell_me", "there", "by_it", "to_me", "it_to_me", "i_send", "i_tell", "in_yours", "message"),
)


def _by_verb(verb: str, one: str = "", where: str = "") -> tuple[str, ...]:
    """The words of a way that is a verb, and called `one`."""
    one = one or verb
    by = (f"by {one}{where}", f"by {one} to me{where}", f"{verb} it to me{where}")
    return (f"{verb} me", where, *by, verb, verb, f"in your {one}s{where}", one)


def _in_place(there: str, one: str) -> tuple[str, ...]:
    """The words of a way that is a place, where a message is called `one`."""
    return ("send me", f" {there}", there, there, f"write it {there}", "send", "tell", there, one)


_TABLE = {
    PM: _by_verb("PM"),
    "dm": _by_verb("DM"),
    "discord": _by_verb("DM", where=" on Discord"),
    "geekmail": _by_verb("GeekMail"),
    "mail": (*_by_verb("mail")[:7], "in your mail", "mail"),
    "chat": _in_place("in our chat", "chat message"),
    THREAD: _in_place("in your private thread", "message"),
    SEVERAL: _in_place("in private", "message"),
}
NAMES = tuple(name for name in _TABLE if name != SEVERAL)
"""The ways that a host can set."""
FOR_THE_HOST = {
    PM: "by PM",
    "dm": "by DM",
    "discord": "on Discord",
    "geekmail": "by GeekMail",
    "mail": "by mail",
    "chat": "by chat",
    THREAD: "in a private thread",
}
"""Where a message goes, as the host's lists say it."""
MARKUP = {"discord": "discord", "mail": "plain"}
"""The dialects of ways that aren't the forum's."""


@cache
def words(name: str) -> Mapping[str, str]:
    """The words of the way of that name, each also with a capital."""
    own = dict(zip(_KEYS, _TABLE[name], strict=True))
    return own | {key.capitalize(): text[:1].upper() + text[1:] for key, text in own.items()}
