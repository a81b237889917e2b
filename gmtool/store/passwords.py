"""What may be printed of a database's name: a URL can hold a password.

It loads nothing, since every line that is printed to be typed goes through here.
"""

import re

_SCHEMES_OF_LINKS = ("http", "https")
_SETTINGS = {
    *("host", "hostaddr", "port", "user", "dbname", "service", "passfile", "application_name"),
    *("sslmode", "sslrootcert", "sslcert", "sslkey", "channel_binding"),
    *("target_session_attrs", "connect_timeout", "mode", "cache", "uri"),
}
"""What a URL may set behind its question mark and is no secret. Whatever else stands there could
be one, if only for a slip in its name."""
_SETTING = re.compile(r"(?P<name>(?<=[?&])[^?&=]*)=[^&]*")


def without_password(text: str) -> str:
    """A URL, or a text with one in it, as it may be printed: passwords are left out, and values of
    settings that are none of those known. Typed like that it works where the password is kept
    elsewhere. Links and paths stay as they are.
    """
    before, there, rest = text.partition("://")
    if not there or before.endswith(_SCHEMES_OF_LINKS):
        return text
    if not (before.endswith(("sqlite", "pysqlite")) and rest.startswith("/")):
        # To the last @: a password may hold one that should have been written %40.
        rest = re.sub(r"\A([^:@]*):.*@", r"\1@", rest, flags=re.DOTALL)
    return before + there + _SETTING.sub(_shown, rest)


def _shown(setting: re.Match[str]) -> str:
    return setting[0] if setting["name"] in _SETTINGS else f"{setting['name']}="
