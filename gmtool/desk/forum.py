"""The forum of a game: its dialect, whatever became of a file of the host's own, and that of
messages which go another way.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from gmtool.desk.channels import set_for
from gmtool.desk.desk import Desk
from gmtool.desk.problems import UsageProblem
from gmtool.engine.instants import Instant
from gmtool.render.channels import MARKUP

if TYPE_CHECKING:
    from gmtool.desk.session import Session
    from gmtool.render.dialects import Dialect


Dialects = Sequence[Path]
"""The folders of a host's own dialects."""
OVERRIDES = ("pm_limit", "post_limit", "spoiler")
"""The settings in which a board may differ from its forum software as installed."""


FORUM = ("dialect", *OVERRIDES)
"""The settings that say what the forum of a game is."""


def dialects_of(where: str | None) -> tuple[Path, ...]:
    """The folders in which a host's own dialects are looked for, for a database."""
    return own_folders(where, os.environ.get("GMTOOL_DIALECTS"), "dialects")


def own_folders(where: str | None, named: str | None, beside: str) -> tuple[Path, ...]:
    """The folder that was named, and the one beside the database."""
    from gmtool.store.database_urls import FilePlace, default_path, place_of

    place = place_of(where) if where else FilePlace(default_path())
    near = (place.file.parent / beside,) if isinstance(place, FilePlace) else ()
    return (*((Path(named),) if named else ()), *near)


def dialect_of(settings: Mapping[str, str], own: Dialects = ()) -> Dialect:
    """The dialect of a game's texts, with the host's own in these folders; raises UsageProblem for
    settings that no dialect can have.
    """
    from gmtool.render import dialects

    overrides = {key: settings[key] for key in OVERRIDES if settings.get(key)}
    try:
        return dialects.find((settings.get("dialect") or "plain").casefold(), overrides, own)
    except ValueError as error:
        raise UsageProblem(str(error)) from error


def forum_of(desk: Desk, session: Session) -> Dialect:
    """The dialect of a game's forum; that of text without markup, as the host is told, while a file
    of the host's own is gone or broken.
    """
    return forum_by(desk, session.name, session.settings)


def forum_by(desk: Desk, game: str, settings: Mapping[str, str]) -> Dialect:
    """The same for the game of that name with these settings."""
    try:
        return dialect_of(settings, dialects_of(desk.where))
    except UsageProblem as problem:
        sentence = f"{game}: {problem}; until that is put right its texts are plain."
        _tell_once(desk.tell, desk.now, sentence)
        return dialect_of({})


def forum_for(desk: Desk, session: Session, to: str) -> Dialect:
    """The dialect of a text for that reader: the forum's, but for a message that goes by a way with
    markup of its own.
    """
    forum = forum_of(desk, session)
    own = MARKUP.get(set_for(session, session.table.seat(to))) if to else None
    return dialect_of({"dialect": own}) if own and own != forum.name else forum


@lru_cache(maxsize=8)
def _tell_once(tell: Callable[[str], None], _now: Instant, sentence: str) -> None:
    """Tell the host a sentence that all texts of a command give rise to."""
    tell(sentence)
