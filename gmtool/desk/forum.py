"""The forum of a game: its dialect, whatever became of a file of the host's own."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from gmtool.desk.problems import UsageProblem
from gmtool.desk.session import Desk, Session
from gmtool.desk.settings import dialect_of, dialects_of
from gmtool.engine.instants import Instant

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


@lru_cache(maxsize=8)
def _tell_once(tell: Callable[[str], None], _now: Instant, sentence: str) -> None:
    """Tell the host a sentence that all texts of a command give rise to."""
    tell(sentence)
