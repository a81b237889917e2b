"""What the page shows: reports of the desk, in the order in which a host needs them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gmtool.browser.command_lines import BLANK
from gmtool.browser.form_handlers import Told, failed
from gmtool.desk.desk import Desk
from gmtool.desk.intake import inbox, inbox_list
from gmtool.desk.moves.next_steps import stands
from gmtool.desk.problems import DeskProblem
from gmtool.desk.reports import all_games, status
from gmtool.desk.session.loading import the_session
from gmtool.desk.session.recipients import Recipients, forum_for
from gmtool.desk.texts import outbox
from gmtool.engine.instants import Instant
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.text import CHANCE, HOST, OPEN
from gmtool.render.dialects import Dialect
from gmtool.render.when import span


class Table(Struct, frozen=True):
    """The game that is looked at: its last entry, who plays, its forum, its address book."""

    name: str
    number: int
    players: tuple[str, ...]
    dialect: Dialect
    book: Recipients

    @classmethod
    def of(cls, desk: Desk, to: str = "") -> Table:
        """The forum is that of texts for a player, if one is named.

        Raises as the desk does where there is no such game, or it can't be read here.
        """
        with desk.store() as store, store.reading() as transaction:
            session = the_session(desk, transaction)
            book = Recipients.of(session)
        return cls(
            session.name,
            session.number,
            session.table.players,
            forum_for(desk, session, to),
            book,
        )


class Row(Struct, frozen=True):
    """A game in the list: what it waits for, from whom, and until when."""

    game: str
    waits: str = ""
    who: str = ""
    deadline: str = ""
    left: str = ""
    overdue: bool = False
    messages: int = 0
    unsent: int = 0
    ended: bool = False


class Card(Struct, frozen=True):
    """A text of the outbox: `title` says what it is and where it goes. `texts` are its parts, where
    it is shown at once, with its `subject` and the `thread` that it goes to.
    """

    number: int
    title: str
    note: str = ""
    texts: tuple[str, ...] = ()
    waits: bool = True
    subject: str = ""
    thread: str = ""


_STANDS_FOR = lazy_regex(r"…|[A-Z]{3,}")
"""A word of a move's form that stands for something."""


class Ask(Struct, frozen=True):
    """A move that is awaited of the host: whole as it stands; or with `blanks`, each named by the
    word before it; or one of which only the first words are known, how it `begins`.
    """

    move: str
    blanks: tuple[str, ...] = ()
    begins: str | None = None

    @classmethod
    def of(cls, move: str, names: Collection[str]) -> Ask:
        """The move of a form such as `draw CODE`; a player's name is no such word."""
        if BLANK in move:
            return cls(move, tuple(piece.strip() for piece in move.split(BLANK)[:-1]))
        words = move.split(" ")
        for at, word in enumerate(words):
            if _STANDS_FOR.fullmatch(word) and word not in names:
                return cls(move, begins="".join(f"{known} " for known in words[:at]))
        return cls(move)


@dataclass
class Page:
    """All that is shown of one game, read when it is needed; `told` is the answer to what was just
    done or asked, `beside` what the desk said beside it. Without a `table` there is no game to
    show.
    """

    desk: Desk
    told: Told | None = None
    beside: list[str] = field(default_factory=list)
    games: Sequence[Row] = ()
    table: Table | None = None
    status: Sequence[str] = ()
    turns: Sequence[Mapping[str, Any]] = ()
    """What is awaited of the host, and of chance where the host draws, with what they may say."""
    awaits: bool = False
    """Whether a player is awaited."""

    @classmethod
    def of(cls, desk: Desk, told: Told | None, beside: list[str]) -> Page:
        """The page of the game that is meant, and where there is no such game the reason why.

        The game itself is looked at first: whatever else is shown is as new or newer.
        """
        if not all_games.games(desk).facts:
            return cls(desk, told, beside)
        try:
            table, answer = Table.of(desk), status.status(desk)
        except DeskProblem as problem:
            return cls(desk, told or failed(problem), beside, _games(desk))
        waiting, names = answer.facts["waiting"], set(table.players)
        turns = [
            {**row, "asks": [Ask.of(move, names) for move in row["moves"]]}
            for row in waiting
            if row["who"] in {HOST, CHANCE}
        ]
        awaits = len(turns) < len(waiting)
        return cls(desk, told, beside, _games(desk), table, answer.lines, turns, awaits)

    @cached_property
    def messages(self) -> list[dict[str, Any]]:
        """The messages that wait, without their words."""
        facts: list[dict[str, Any]] = inbox_list.inbox(self.desk).facts
        return [
            {
                **row,
                "arrived": self.when(row["received"]),
                "stands": "" if row["state"] == OPEN else stands(row["state"]),
            }
            for row in facts
        ]

    @cached_property
    def cards(self) -> list[Card]:
        """The outbox in order. What goes out next is shown at once where it is a post, everything
        else on demand: somebody may look over the host's shoulder.
        """
        rows = outbox.outbox(self.desk).facts
        told = self.told.outbox if self.told else ()
        return [
            self.card(row["number"])
            if row is rows[0] and not row["to"] and row["number"] not in told
            else Card(row["number"], self.titled(row), row["note"])
            for row in rows
        ]

    def when(self, at: str) -> str:
        """An instant in the game's zone; it is shown with a game alone."""
        return self.table.book.show(Instant(at)) if self.table else at

    def titled(self, row: Mapping[str, Any]) -> str:
        """What a text of the outbox is, and where it goes."""
        parts = f" ({row['parts']} parts)" if row["parts"] > 1 else ""
        openly = bool(row["thread"])  # a list without secrets leaves a private one out
        where = self.table.book.goes_to(row["to"], openly=openly) if self.table else row["to"]
        return f"{where}: {row['subject']}{parts}"

    def card(self, number: int) -> Card:
        """A text of the outbox, whole."""
        facts = outbox.text(self.desk, str(number)).facts
        return Card(
            number,
            self.titled(facts),
            facts["note"],
            tuple(facts["texts"]),
            facts["state"] == "waiting",
            facts["subject"],
            facts["thread"],
        )

    @cached_property
    def just_drafted(self) -> list[Card]:
        """The texts to which what was just done gave rise; those for the thread, or for who spoke,
        are shown at once.
        """
        told, cards = self.told, []
        numbers = told.outbox if told else ()
        # What isn't read at once is titled as the list has it, which keeps what is sealed.
        listed = outbox.outbox(self.desk, every=True).facts if numbers else ()
        for row in (row for row in listed if row["number"] in numbers):
            card = self.card(row["number"])
            whole = told and any(text in told.whole for text in card.texts)
            cards.append(card if whole else replace(card, title=self.titled(row), texts=()))
        return cards

    def message(self, number: int) -> dict[str, Any]:
        """A message whole: what the desk tells of it, and what it may say."""
        answer = inbox.read(self.desk, number)
        return {**answer.facts, "lines": answer.lines}


def _games(desk: Desk) -> list[Row]:
    """All games: those that run, overdue first, then those that have ended; first of these such
    with something that is still to go out.
    """
    running = [_row(row, desk.now) for row in all_games.due(desk).facts]
    known = {row.game for row in running}
    over = [
        Row(row["game"], unsent=row["unsent"], ended=True)
        for row in all_games.games(desk).facts
        if row["game"] not in known
    ]
    return [*running, *sorted(over, key=lambda row: not row.unsent)]


def _row(row: dict[str, Any], now: Instant) -> Row:
    deadline = row["deadline"]
    left = now.until(Instant(deadline)) if deadline else None
    if row["paused"]:
        told = "the clock stands still"
    elif left is None:
        told = ""
    else:
        told = f"{span(left)} left" if left.total_seconds() > 0 else f"{span(left)} ago"
    return Row(
        row["game"],
        row["for"],
        ", ".join(row["waiting"]),
        deadline or "",
        told,
        row["overdue"],
        len(row["messages"]),
        row["unsent"],
    )
