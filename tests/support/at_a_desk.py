"""Cases that go on at a desk: lines `$ sent all` are commands, and what waits to go out is looked
at. The game so far is imported; texts that were drafted before don't come with it.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from hosting import Host
from msgspec.structs import replace
from playing import Played

from gmtool.engine import journal
from gmtool.engine.instants import Instant
from gmtool.store import Store


@cache
def _migrated() -> tuple[TemporaryDirectory[str], Path]:
    """An empty database, and the folder that holds it until the end of the run."""
    folder = TemporaryDirectory()
    path = Path(folder.name) / "games.db"
    Store.open(path).close()
    return folder, path


@dataclass
class AtADesk:
    """A game at a desk; `now` is when the next command is typed, a minute after the one before."""

    host: Host
    now: Instant

    @classmethod
    @contextmanager
    def importing(cls, game: Played) -> Iterator[AtADesk]:
        """The desk of a host who has imported the game and posts in plain words, in a folder that
        is gone afterwards.
        """
        with TemporaryDirectory() as folder:
            path = Path(folder) / "games.db"
            shutil.copy(_migrated()[1], path)
            path.chmod(0o600)
            now = game.entries[-1].recorded_at
            desk = cls(Host(path, now), now)
            settings = {**game.header.settings, "dialect": "plain"}
            header = replace(game.header, settings=settings)
            desk.command("import -", journal.write(header, game.entries))
            yield desk

    def command(self, line: str, pasted: str = "") -> str:
        """What a command prints, which must go well."""
        self.now = self.now.plus(timedelta(minutes=1))
        self.host.now = self.now
        done = self.host("", *shlex.split(line), pasted=pasted)
        assert done.code == 0, done.all
        return done.all

    def outbox(self) -> dict[str, str]:
        """What waits to go out, by its reader: the subject and the text."""
        rows = self.host("outbox --json --secret").facts
        found: dict[str, str] = {}
        for row in rows:
            texts = self.host(f"outbox {row['number']} --json").facts["texts"]
            found[row["to"]] = "\n\n".join(
                (*filter(None, [found.get(row["to"])]), row["subject"], *texts)
            )
        return found
