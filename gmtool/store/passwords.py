"""Removes passwords from what is printed of a database's URL.

It imports next to nothing, since every line that is printed goes through it.
"""

import re

from gmtool.engine.lazy_regex import lazy_regex

_SCHEMES_OF_LINKS = ("http", "https")
_SETTINGS = {
    *("host", "hostaddr", "port", "user", "dbname", "service", "passfile", "application_name"),
    *("sslmode", "sslrootcert", "sslcert", "sslkey", "channel_binding"),
    *("target_session_attrs", "connect_timeout", "mode", "cache", "uri"),
}
"""Settings in a URL, behind the question mark, that are no secret. Any other could be one, if only
by a slip in its name.
"""
_ANYWHERE = lazy_regex(
    r"(https?:/{1,2}[^\s/?#:@]{0,200}):[^\s/?#]{0,200}@"  # a link may have an @ behind its host
    r"|((?<!http)(?<!https)[:;]/{1,2}[^\s/?#:@]{0,200}):\S{0,200}@"
    r"|(\w{0,20}password\s?=\s?)(?:'[^']*'|\"[^\"]*\"|[^\s&]+)",
    re.IGNORECASE,
)
"""A password in a line, with the text before it."""
_SETTING = lazy_regex(r"(?P<name>(?<=[?&])[^?&=]*)=[^&]*")


def without_password(text: str) -> str:
    """A URL, or a text with one in it, as it may be printed: without passwords, and without the
    values of settings that aren't known.

    The result works as it stands where the password is kept elsewhere. Links and paths are
    unchanged.
    """
    before, there, rest = text.partition("://")
    if not there or before.endswith(_SCHEMES_OF_LINKS):
        return without_passwords(text)
    if not (before.endswith(("sqlite", "pysqlite")) and rest.startswith("/")):
        # Up to the last @: a password may hold one that should have been written %40.
        rest = re.sub(r"\A([^:@]*):.*@", r"\1@", rest, flags=re.DOTALL)
    return before + there + _SETTING.sub(_shown, rest)


def without_passwords(line: str) -> str:
    """A line to print without the passwords of URLs in it: a host may have typed one
    where none belongs.
    """

    def hidden(found: re.Match[str]) -> str:
        return f"{found[1] or found[2]}@" if found[3] is None else found[3]

    if "@" not in line and "password" not in line.casefold():
        return line  # as nearly all are: without the expression, which takes its time to compile
    return _ANYWHERE.sub(hidden, line)


def _shown(setting: re.Match[str]) -> str:
    return setting[0] if setting["name"] in _SETTINGS else f"{setting['name']}="
