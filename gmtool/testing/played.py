"""The games in which promises are checked: random ones and recorded ones, each played once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from importlib import resources
from itertools import islice
from pathlib import Path

from msgspec import Struct

from gmtool.desk.session.kinds import find, made
from gmtool.desk.session.session import empty_replay
from gmtool.engine import entropy, journal
from gmtool.engine.effective import amends
from gmtool.engine.entries import Entry
from gmtool.engine.files import Misset
from gmtool.engine.game import Game
from gmtool.engine.header import Header
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.replay.journal_reader import JournalReader, LineRefused
from gmtool.engine.steps import Step
from gmtool.engine.table import Table
from gmtool.testing.broken import Broken, need, shown_by
from gmtool.testing.random_play import Keeps, nothing_more, random_game

RECORDED, JOURNALS = "recorded", "*.journal"
"""The folder of a package that holds recorded games, and the files that they are."""
GAMES = 6
"""So many random games show most of what a kind can do."""
SOME = 3
"""So many recorded games are enough for what takes long."""
LATER = Instant("2030-01-01T00:00:00Z")
"""When chance comes that no line of a recorded game made due."""


class Taken(Struct, frozen=True):
    """An entry as it was taken: the table before it, and the step that it was then."""

    before: Table
    entry: Entry
    step: Step

    @property
    def after(self) -> Table:
        """The table after it."""
        return self.step.table

    @property
    def is_plain(self) -> bool:
        """Whether it counts as it was said: neither an undo nor an amendment, nor taken in part."""
        return not (self.entry.takes_back or amends(self.entry) or self.step.typed)


class Played(Struct, frozen=True):
    """A game played whole: `taken` are all its entries, those taken back later too; `refused` is
    what was tried in a random game and refused, `unasked` what was taken there though nobody was
    asked for it.
    """

    game: Game
    header: Header
    replay: Replay
    entries: tuple[Entry, ...]
    taken: tuple[Taken, ...]
    refused: tuple[tuple[Entry, Refusal], ...] = ()
    unasked: tuple[Step, ...] = ()

    @classmethod
    def of(cls, game: Game, header: Header, entries: Iterable[Entry]) -> Played:
        """A game on record, as far as its entries go through the rules."""
        replay, again = empty_replay(game, header), empty_replay(game, header)
        entries = tuple(entries)
        for entry in entries:
            replay.keep(entry)
        return cls(game, header, replay, entries, tuple(_taken(again, entries)))

    def text(self, until: int | None = None) -> str:
        """The journal, or so many entries of it, as a host would send it in with a complaint."""
        return journal.write(self.header, self.entries[:until])

    def begun(self) -> Replay:
        """The game before its first entry."""
        return empty_replay(self.game, self.header)

    def at(self, check: Callable[[Played, Taken], None], *, every: int = 1) -> None:
        """Check something after one of so many entries; what breaks is told with the journal."""
        for one in self.taken[::every]:
            with shown_by(one.entry, partial(self.text, one.entry.number), self.game.kind):
                check(self, one)


class Subject(Struct, frozen=True, dict=True):
    """A kind whose promises are checked: by which random games, and which recorded journals."""

    game: Game
    numbers: tuple[int, ...]
    folder: Path | None = None
    keeps: Keeps = nothing_more
    _played: dict[object, Played | Broken] = {}

    @classmethod
    def of(
        cls,
        game: Game,
        games: int | Iterable[int],
        journals: Path | str | None = None,
        keeps: Keeps = nothing_more,
    ) -> Subject:
        """That of a kind, as `promises` is asked for it; raises ValueError where there is nothing
        to check: no random game, or a folder without a recorded one.
        """
        numbers = tuple(range(games) if isinstance(games, int) else games)
        folder = Path(journals) if journals else None
        if not numbers:
            raise ValueError("at least one random game is to be played")
        if folder and not any(folder.glob(JOURNALS)):
            raise ValueError(f"the folder {folder} has no recorded game, no file {JOURNALS}")
        return cls(game, numbers, folder, keeps)

    @cached_property
    def package(self) -> str:
        """The package that holds the kind; raises Broken where gmtool doesn't find it."""
        try:
            return find(self.game.kind).package
        except Exception as error:
            raise Broken(f"gmtool doesn't find the kind; install its package: {error}") from error

    @property
    def amended(self) -> tuple[int, ...]:
        """The random games in which the host puts things right: fewer, for each takes long."""
        return self.numbers[: -(-len(self.numbers) // 4)]

    def random(self) -> Iterator[Played]:
        """Its random games."""
        for number in self.numbers:
            yield self._once(number, partial(self._by_chance, number))

    def recorded(self) -> Iterator[Played]:
        """Its recorded games."""
        folder = self.folder or Path(str(resources.files(self.package))) / RECORDED
        for path in sorted(folder.glob(JOURNALS)):
            yield self._once(path, partial(self._by_journal, path))

    def played(self) -> Iterator[Played]:
        """All of its games."""
        yield from self.random()
        yield from self.recorded()

    def some(self) -> Iterator[Played]:
        """Its random games, and some of the recorded ones: enough for what takes long."""
        yield from self.random()
        yield from islice(self.recorded(), SOME)

    def _once(self, key: object, play: Callable[[], Played]) -> Played:
        if key not in self._played:
            try:
                self._played[key] = play()
            except Broken as broken:
                self._played[key] = broken
        found = self._played[key]
        if isinstance(found, Broken):
            raise found
        return found

    def _by_chance(self, number: int) -> Played:
        game = random_game(self.game, number, self.keeps)
        taken = (Taken(game.before[step.entry.number], step.entry, step) for step in game.steps)
        entries, refused = tuple(game.entries), tuple(game.refused)
        unasked = tuple(game.unasked)
        return Played(self.game, game.header, game.replay, entries, tuple(taken), refused, unasked)

    def _by_journal(self, path: Path) -> Played:
        text = path.read_text("utf-8")
        with shown_by(None, lambda: text, self.game.kind):
            read = journal.read(text)
            need(read.header.kind == self.game.kind, f"{path.name} is one of {read.header.kind}.")
            try:
                game = made(self.game, read.header.file)
            except Misset as error:
                raise Broken(f"{path.name}: no game is made of its file: {error}.") from error
            replay = empty_replay(game, read.header)
            mode = read.header.settings.get("chance", entropy.SEED)
            try:
                entries = JournalReader(replay, mode, bool(read.header.seed)).read(
                    read.lines, LATER
                )
            except LineRefused as error:
                raise Broken(f"{path.name}: {error.refusal}", error.line.entry) from error
            again = empty_replay(game, read.header)
            taken = tuple(_taken(again, entries))
        played = Played(game, read.header, replay, entries, taken)
        played.at(self._keeps)
        return played

    def _keeps(self, _played: Played, one: Taken) -> None:
        if amends(one.entry):
            return  # its step isn't the whole of what changed
        found = [*self.keeps(one.before, one.step, one.after)]
        need(not found, "; ".join(found))


def _taken(replay: Replay, entries: Iterable[Entry]) -> Iterator[Taken]:
    """The entries as they are taken one by one; what never went through is left out."""
    for entry in entries:
        before = replay.table
        step = replay.keep(entry)
        if step:
            yield Taken(before, entry, step)
