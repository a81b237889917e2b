"""`gmtool template check`: the host's own templates in games played by chance, and in the host's
game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from msgspec.structs import replace

from gmtool.desk.answers import Answer
from gmtool.desk.desk import Desk
from gmtool.desk.problems import DeskProblem, FileProblem
from gmtool.desk.session import kinds
from gmtool.desk.session.loading import the_session
from gmtool.desk.texts import templates, triggers
from gmtool.desk.texts.templates import Own
from gmtool.engine.game import PUBLIC, Game, Message
from gmtool.engine.text import plural
from gmtool.render.environment import TemplateProblem, amiss_in, files_read
from gmtool.render.folders import EVERY_KIND, SUFFIX
from gmtool.store import Block, StoreProblem
from gmtool.testing.check_texts import PLAIN, Texts, session_after
from gmtool.testing.played import Played, Subject

GAMES = (0, 1)
"""The random games of a kind: with other options, and played otherwise."""
_LAST = 200
"""So many entries of the host's own game are looked at, the last ones."""


def checked(desk: Desk, typed: str | None = None) -> Answer:
    """What is wrong with the host's own templates: in every text that arises in some games of a
    kind, or of all kinds that they are for, or in one text of it. `typed` is a kind, or a text as
    in `auction-poker/final`.
    """
    kind, _, occasion = (typed or "").removesuffix(SUFFIX).partition("/")
    own = [one for one in templates.of_the_host(desk) if _is_meant(one, kind, occasion)]
    if not own:
        nothing = "you have no template of your own for that; `template copy` makes one to change"
        facts = {"templates": 0, "games": 0, "texts": 0, "mistakes": [], "notes": []}
        return Answer((nothing,), facts=facts)
    is_part = occasion.startswith("_") or any(one.name == occasion for one in templates.AROUND)
    files = {one.name.removesuffix(SUFFIX).rpartition("/")[2]: str(one.file) for one in own}
    found = _Found(replace(desk, tell=lambda _: None, amiss={}), "" if is_part else occasion, files)
    for name in _kinds(kind, own):
        found.look_at(name)
    problems = [*found.problems.values(), *_unread(desk, own, found)]
    rows = [_row(one.file, one.line, one.sentence) for one in problems]
    rows += [_row(str(one.file), 0, one.note) for one in own if not one.is_used]
    notes = [f"{one.file}: {one.note}" for one in own if one.is_used and one.note]
    notes += [f"{file}: no text of these games used it; it was only read" for file in found.unused]
    many = plural(len(own), "template")
    head = f"{many} of your own, in {plural(found.texts, 'text')} of {plural(found.games, 'game')}"
    wrong = plural(len(rows), "mistake") if rows else "nothing amiss"
    lines = [
        f"{head}: {wrong}",
        *(f"  {_told(row)}" for row in rows),
        *(f"  note, {n}" for n in notes),
    ]
    facts = {
        "templates": len(own),
        "games": found.games,
        "texts": found.texts,
        "mistakes": rows,
        "notes": notes,
    }
    return Answer(tuple(lines), facts=facts, ok=not rows)


def _is_meant(one: Own, kind: str, occasion: str) -> bool:
    folder, _, name = one.name.removesuffix(SUFFIX).rpartition("/")
    fits = not kind or folder in {kind, EVERY_KIND} or kind == EVERY_KIND or not one.is_used
    return fits and (not occasion or name == occasion or name.startswith("_"))


def _kinds(kind: str, own: Sequence[Own]) -> Iterator[str]:
    """The kinds in whose games the templates are tried."""
    if kind and kind != EVERY_KIND:
        yield kinds.find(kind).game.kind
        return
    used = {one.name.partition("/")[0] for one in own if one.is_used}
    for row in kinds.names():
        if EVERY_KIND in used or used & set(kinds.find(row).game.text_kinds):
            yield row
    yield from sorted(used - {EVERY_KIND, *kinds.names()})


@dataclass
class _Found:
    """What is found; `problems` by file, line and sentence."""

    desk: Desk
    occasion: str
    own: Mapping[str, str]
    """The host's own files by their occasions."""
    problems: dict[str, TemplateProblem] = field(default_factory=dict)
    games: int = 0
    texts: int = 0
    unused: list[str] = field(default_factory=list)

    def look_at(self, kind: str) -> None:
        """Write the texts of some games of a kind."""
        game = kinds.find(kind).game
        for played in Subject.of(game, GAMES).random():
            self._in_game(played, PLAIN)
        for played in _own_game(self.desk, game):
            self._in_game(played, dialect="")

    def _in_game(self, played: Played, dialect: str) -> None:
        """Write the texts of a game, in the game's own dialect where none is named."""
        self.games += 1
        told = Texts(played, desk=self.desk)
        asked: set[tuple[str, str]] = set()
        for one in reversed(played.taken[-_LAST:]):  # first as things are now
            session = session_after(played, one.after, one.entry.number)
            writer = told.writer(session, one.after, one.entry, dialect)
            for arisen in triggers.find_triggers(session, (one.step,)):
                self._try(writer.finished, arisen.message, partial(writer.write_block, arisen))
            phase = str(played.game.view(one.after.state, PUBLIC)["phase"])
            for message, turns in told.at_any_time(one.after):
                if (message.occasion, phase) not in asked:
                    asked.add((message.occasion, phase))
                    make = partial(told.stands, writer, message, turns)
                    self._try(writer.finished, message, make)

    def _try(
        self, finish: Callable[..., object], message: Message, make: Callable[[], Block]
    ) -> None:
        if self.occasion and message.occasion != self.occasion:
            return
        self.texts += 1
        try:
            block = make()
            finish(message.to, (block,))
            self._see_that_it_says_something(block)
        except FileProblem as error:  # nothing shipped could take its place
            self.desk.amiss[""] = TemplateProblem("the text", 0, str(error))
        for problem in self.desk.amiss.values():
            self.problems[str(problem)] = problem
        self.desk.amiss.clear()

    def _see_that_it_says_something(self, block: Block) -> None:
        """A text without a word, or without a subject, is none that a host means to send."""
        file = self.own.get(block.occasion)
        if file and not block.body.strip():
            self.problems[f"{file} empty"] = TemplateProblem(file, 0, "it writes nothing")
        elif file and not block.subject:
            sentence = 'its text has no subject; it sets one by {% set subject = "…" %}'
            self.problems[f"{file} subject"] = TemplateProblem(file, 0, sentence)


def _own_game(desk: Desk, game: Game) -> Iterator[Played]:
    """The host's game, if it is of that kind."""
    try:
        with desk.store(make=False) as store, store.reading() as transaction:
            session = the_session(desk, transaction)
            if session.game.kind == game.kind:
                entries = transaction.entries(session.record.id)
                yield Played.of(session.game, session.record.header, entries)
    except (DeskProblem, StoreProblem):
        return  # there is no such game, or it can't be replayed


def _unread(desk: Desk, own: Sequence[Own], found: _Found) -> Iterator[TemplateProblem]:
    """What is wrong with those that no text used, as far as it can be seen by reading them."""
    read = files_read()
    for one in own:
        if one.is_used and str(one.file) not in read:
            found.unused.append(str(one.file))
            problem = amiss_in(one.name, desk.templates)
            if problem:
                yield problem


def _row(file: str, line: int, sentence: str) -> dict[str, object]:
    return {"file": file, "line": line, "sentence": sentence}


def _told(row: dict[str, object]) -> str:
    return str(TemplateProblem(str(row["file"]), int(str(row["line"])), str(row["sentence"])))
