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
_TABLE = {
    PM: ("PM me", "", "by PM", "by PM to me", "PM it to me", "PM", "PM", "in your PMs", "PM"),
    "dm": ("DM me", "", "by DM", "by DM to me", "DM it to me", "DM", "DM", "in your DMs", "DM"),
    "discord": (
        *("DM me", " on Discord", "by DM on Discord", "by DM to me on Discord"),
        *("DM it to me on Discord", "DM", "DM", "in your DMs on Discord", "DM"),
    ),
    "chat": (
        *("send me", " in our chat", "in our chat", "in our chat", "send it to me in our chat"),
        *("send", "tell", "in our chat", "chat message"),
    ),
    "mail": (
        *("mail me", "", "by mail", "by mail to me", "mail it to me", "mail", "mail"),
        *("in your mail", "mail"),
    ),
    THREAD: (
        *("send me", " in your private thread", "in your private thread"),
        *("in your private thread", "write it in your private thread", "send", "tell"),
        *("in your private thread", "message"),
    ),
    SEVERAL: (
        *("send me", " in private", "in private", "in private", "send it to me in private"),
        *("send", "tell", "with you", "message"),
    ),
}
NAMES = tuple(name for name in _TABLE if name != SEVERAL)
"""The ways that a host can set."""


@cache
def words(name: str) -> Mapping[str, str]:
    """The words of the way of that name, each also with a capital."""
    own = dict(zip(_KEYS, _TABLE[name], strict=True))
    return own | {key.capitalize(): text[:1].upper() + text[1:] for key, text in own.items()}
