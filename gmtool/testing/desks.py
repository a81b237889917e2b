"""The desk: a game of the kind goes out of one database and into another, and nothing is amiss."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from gmtool.desk import care, journals, outbox, reports
from gmtool.desk.desk import Desk
from gmtool.engine import journal
from gmtool.engine.table import wanted
from gmtool.store import Store
from gmtool.testing.broken import need, shown_by
from gmtool.testing.played import LATER, Played, Subject

GAMES = 1
"""So many random games and so many recorded ones are taken to a desk."""


def a_desk_takes_it_in_and_out(subject: Subject) -> None:
    """A journal is imported and exported byte for byte; `status`, `outbox` and `check` answer; the
    public export of a game that is over can be imported, too.
    """
    for games in (subject.random(), subject.recorded()):
        for played, _ in zip(games, range(GAMES), strict=False):
            with shown_by(None, played.text, subject.game.kind), TemporaryDirectory() as folder:
                _at_a_desk(played, Path(folder) / "games.db")


def _at_a_desk(played: Played, database: Path) -> None:
    Store.open(database).close()
    desk = Desk(str(database), LATER, "promises")
    text = played.text()
    journals.import_journal(desk, text, "the journal")
    exported = journals.export(desk).facts["text"]
    whole = journal.with_end_line((journals.WHOLE_GAME, *text.splitlines()[:-1]))
    need(exported == whole, "the game isn't exported as it was imported.")
    need(reports.status(desk).lines, "`status` says nothing.")
    outbox.outbox(desk)
    amiss = care.check(desk)
    need("nothing amiss" in "\n".join(amiss.lines), f"`check` finds: {' '.join(amiss.lines)}")
    if wanted(played.game, played.replay.table).nothing:
        public = journals.export(desk, public=True).facts["text"]
        journals.import_journal(desk, public, "the public journal", f"{played.header.name} II")
