"""The settings of a game and of its players, checked before they go on record."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from gmtool.desk.problems import UsageProblem
from gmtool.desk.session.recipients import OVERRIDES, Dialects, dialect_of
from gmtool.engine import entropy
from gmtool.engine.entropy import WORDS_UNTIL
from gmtool.engine.header import Header
from gmtool.engine.host_moves import GAME_KEYS, Set
from gmtool.engine.instants import Instant
from gmtool.engine.names import LONGEST_NAME, check
from gmtool.engine.policy import POLICY_KEYS, canonical
from gmtool.engine.text import casefolded, listed, short
from gmtool.engine.unicode_hygiene import is_harmful, tidied
from gmtool.render import delivery

_LATER = ("zone", WORDS_UNTIL)
AT_SET_UP = ("chance", "start", *(key for key in GAME_KEYS if key not in _LATER))
"""The keys that `set KEY: VALUE` in a journal's header may name."""
CHOICES = {
    "channel": delivery.NAMES,
    "suits": ("unicode", "ascii"),
    "posts": ("each", "daily"),
    "record": ("posted", "attached"),
    "your_turn": ("pm", "post"),
    "receipts": ("sealed", "all"),
    "texts": ("short", "full"),
}
"""What some settings may be, what holds without them first; the channel is the forum's then."""
ADDRESSES = {
    "thread": "the thread's address",
    "verify_page": "the address of the page that checks records",
}
"""The settings that are addresses."""
_LONGEST = 200


def check_header(header: Header, own: Dialects = ()) -> None:
    """Raise UsageProblem or Refused for names and settings that no game can have, in
    `new` and `import`.
    """
    name = header.name
    is_one_line = name == " ".join(name.split()) and not is_harmful(name)
    if not casefolded(name) or len(name) > LONGEST_NAME or not is_one_line:
        raise UsageProblem(
            f"“{name}” can't be a game's name: that has 1 to {LONGEST_NAME} visible characters on "
            "one line."
        )
    check(header.players, header.aliases)
    check_settings(header.settings, own)


def check_settings(settings: Mapping[str, str], own: Dialects = ()) -> None:
    """Raise UsageProblem for settings that no game can begin with."""
    for key, value in settings.items():
        if key not in AT_SET_UP:
            known = ", ".join(sorted(AT_SET_UP))
            raise UsageProblem(f"there is no setting “{key}”; there are {known}.")
        if key == "chance" and value not in entropy.MODES:
            raise UsageProblem(f"chance is {', '.join(entropy.MODES)}, not “{value}”.")
        if key == "start":
            try:
                Instant.read(value)
            except ValueError as error:
                raise UsageProblem(f"the planned start: {error}.") from error
        elif key != "chance":
            checked(Set("", key, value), settings, own)


def checked(move: Set, settings: Mapping[str, str], own: Dialects = ()) -> Set:
    """The setting as it goes on record, with a zone's own spelling, in a game with these
    `settings`; raises UsageProblem for a value that it can't have.
    """
    key, value = move.key, move.value
    if key == "name":
        # A name can come with unseen characters from a page; `engine.names.check` refuses the rest.
        return replace(move, value=tidied(value))
    if len(value) > _LONGEST or not value.isprintable():
        yours = f"; yours has {len(value)}" if len(value) > _LONGEST else ""
        raise UsageProblem(f"“{key}” takes one line of {_LONGEST} characters at most{yours}.")
    if not value:
        return move
    if key == "zone":
        from gmtool.desk.times.zones import TimeProblem, read_zone

        try:
            return replace(move, value=read_zone(value).key)
        except TimeProblem as problem:
            raise UsageProblem(str(problem)) from problem
    if key in POLICY_KEYS:
        try:
            return replace(move, value=canonical(key, value))
        except ValueError as error:
            raise UsageProblem(str(error)) from error
    if key in CHOICES or key == "dialect":
        value = value.casefold()
    if key in CHOICES and value not in CHOICES[key]:
        raise UsageProblem(f"“{key}” is {listed(CHOICES[key], 'or')}, not “{move.value}”.")
    if key in ADDRESSES:
        check_address(ADDRESSES[key], value)
    if key in {"dialect", *OVERRIDES}:
        dialect_of({**settings, key: value}, own)
    return replace(move, value=value)


def check_address(what: str, value: str) -> None:
    """Raise UsageProblem where a text is no address of a page."""
    if not value.startswith(("https://", "http://")):
        raise UsageProblem(f"{what} begins with https://; “{value}” doesn't.")
    if any(map(str.isspace, value)) or not value.isprintable():
        raise UsageProblem(f"{what} has no blanks; “{short(value)}” has.")


def see_that_none_is_ignored(move: Set, own: Dialects) -> None:
    """Raise UsageProblem for a dialect of gmtool's whose name a file of the host's own has too."""
    from gmtool.render import dialects

    name, file = move.value, f"{move.value}.toml"
    if (
        move.key == "dialect"
        and name in dialects.NAMES
        and any((folder / file).is_file() for folder in own)
    ):
        raise UsageProblem(
            f"your own {file} isn't read, since gmtool's own dialect has that name; call the file "
            f"otherwise, such as my-{file}, and set dialect=my-{name}."
        )
