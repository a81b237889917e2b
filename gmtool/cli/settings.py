"""The command that changes settings: set."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated

import typer

from gmtool.desk.answers import Answer
from gmtool.desk.problems import UsageProblem
from gmtool.engine.text import HOST, quote, write_name

if TYPE_CHECKING:
    from gmtool.desk.desk import Desk


def set(  # noqa: A001 - a function has its command's name
    desk: "Desk",
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="[WHO] KEY=VALUE…",
            help="channel (pm, dm, discord, geekmail, mail, chat, thread), dialect, "
            "ends_at, grace, host, longest_absence, pm_limit, post_limit, posts (each, daily), "
            "receipts (sealed, all), record (posted, attached), skip, spoiler, suits, texts "
            "(short, full), thread, verify_page, words_until, your_turn (pm, post), zone; of a "
            "player channel, mention, name, thread (a private one), zone",
        ),
    ],
) -> Answer:
    from gmtool.desk.moves import record
    from gmtool.desk.moves.requests import Request

    _check_spelling(what)
    first, *more = _texts(what)
    if not first:
        said = " ".join(what)
        raise UsageProblem(f"“{said}” sets nothing; it reads KEY=VALUE: gmtool set dialect=phpbb")
    return record.record(desk, Request(HOST, first, more=tuple(more)))


def _texts(what: Sequence[str]) -> Iterator[str]:
    """The settings in these words, each as a text for the journal; a word that begins with a known
    key and an equals sign begins another one. A first empty text where there is none.
    """

    first = next((place for place, word in enumerate(what) if "=" in word), len(what))
    begins = [at for at, word in enumerate(what) if at == first or (at > first and _begins(word))]
    who = write_name(" ".join(what[:first])) if first else ""
    if not begins:
        yield ""
    for start, end in pairwise((*begins, len(what))):
        key, _, value = " ".join(what[start:end]).partition("=")
        bare = value if value.isalnum() else quote(value) if value else ""
        yield " ".join(filter(None, ("set", who, f"{key}={bare}")))
        if key.casefold() == "name" and value:
            who = write_name(value)  # what follows is about the same player


def _begins(word: str) -> bool:
    key, equals, _ = word.partition("=")
    return bool(equals) and key.casefold() in _keys()


def _keys() -> frozenset[str]:
    from gmtool.engine.host_moves import GAME_KEYS, PLAYER_KEYS

    return frozenset((*GAME_KEYS, *PLAYER_KEYS))


def _check_spelling(what: Sequence[str]) -> None:
    """Raise UsageProblem for a word in a value that seems to be meant as another setting."""
    from difflib import get_close_matches

    settings = [word for word in what if "=" in word]
    for word in settings[1:]:
        key, _, value = word.partition("=")
        near = get_close_matches(key.casefold(), sorted(_keys()), n=1, cutoff=0.7)
        if near and not _begins(word):
            raise UsageProblem(
                f"there is no setting “{key}”; did you mean {near[0]}={value}? What belongs to the "
                "value before it stands in quotation marks together with that."
            )
