"""Previews: texts as their forum shows them, on a page for the host's browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gmtool.desk.answers import Answer, Text
from gmtool.desk.desk import Desk
from gmtool.desk.problems import FileProblem
from gmtool.desk.session.recipients import forum_for
from gmtool.engine.text import plural
from gmtool.store.atomic_files import put_aside

if TYPE_CHECKING:
    from gmtool.desk.session.session import Session


def on_a_page(
    desk: Desk, answer: Answer, shown: Sequence[tuple[Session, Sequence[Text]]]
) -> Answer:
    """The answer with a page of these games' texts instead of its own texts; raises FileProblem
    where it can't be written.
    """
    from gmtool.render.preview.html_page import Shown, page

    texts = [
        Shown(
            f"{session.name}: {text.title}",
            text.subject,
            text.body,
            forum_for(desk, session, text.to),
        )
        for session, found in shown
        for text in found
    ]
    if not texts:
        return answer
    title = f"{plural(len(texts), 'text')} to paste"
    try:
        file = str(put_aside("preview.html", page(title, texts)))
    except OSError as error:
        raise FileProblem(f"the preview can't be written: {error.strerror}.") from error
    line = f"  as the forum shows it: {file}"
    return replace(answer, lines=(*answer.lines, line), texts=(), page=file)
