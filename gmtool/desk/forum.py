"""The forum of a game: its dialect, whatever became of a file of the host's own, and that of
messages which go another way.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from gmtool.desk.channels import set_for
from gmtool.desk.desk import Desk
from gmtool.desk.problems import UsageProblem
from gmtool.desk.session import Session
from gmtool.desk.settings import dialect_of, dialects_of
from gmtool.engine.instants import Instant
from gmtool.render.channels import MARKUP

if TYPE_CHECKING:
    from gmtool.render.dialects import Dialect


def forum_of(desk: Desk, session: Session) -> Dialect:
    """The dialect of a game's forum; that of text without markup, as the host is told, while a file
    of the host's own is gone or broken.
    """
    try:
        return dialect_of(session.settings, dialects_of(desk.where))
    except UsageProblem as problem:
        sentence = f"{session.name}: {problem}; until that is put right its texts are plain."
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
