"""Reads players' messages: moves that are sure are recorded, all else is kept and
offered to the host.

A pasted message is kept whole: as the words of the move made from it, or as an entry of its own
that waits for the host (design §3a).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from gmtool.desk import questions
from gmtool.desk.problems import UsageProblem
from gmtool.desk.requests import Offer, Response
from gmtool.desk.session import Session
from gmtool.engine.amending import live
from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.lexicon import is_assent
from gmtool.engine.moves import Asks, Divisible, Move, Says, read_says
from gmtool.engine.paste import compared
from gmtool.engine.reading import Reading, read_message, what_is_right
from gmtool.engine.refusals import Refusal
from gmtool.engine.steps import addressed, apply, asked_of
from gmtool.engine.table import ANSWERED
from gmtool.engine.wording import told
from gmtool.store import ReadingRoom

RECENT_TEXTS = 60
"""How many entries back the game's texts are compared with a message; nobody quotes older ones."""
MOST_LEFT = 20
"""The most pieces in which words that aren't understood are told."""


@dataclass(frozen=True)
class Letter:
    """A message of `who` that arrived `at` an instant, to be read in a session; `late` is the
    host's reason for accepting it late.
    """

    session: Session
    room: ReadingRoom
    who: str
    at: Instant
    now: Instant
    text: str
    late: str = ""

    @property
    def reading(self) -> Reading:
        """What the message says; raises UsageProblem where it is empty."""
        if not self.text.strip():
            raise UsageProblem(f"{self.session.name}: the message is empty.")
        return (self._confirmed() if is_assent(self.text) else None) or self.plainly

    @property
    def plainly(self) -> Reading:
        """What the message says, whatever its sender was asked."""
        asked = asked_of(self.session.game, self.session.table, self.who)
        lines = self._own_lines() if "\n" in self.text.strip() else frozenset[str]()
        return read_message(self.session.game.grammar, asked, self.text, lines)

    @cached_property
    def twin(self) -> int:
        """The number of the entry that records the very same words of this player; 0 for none."""
        entries = self.room.entries(self.session.record.id, self._recently)
        own = (e for e in live(entries) if self.session.table.seat(e.who) == self.who)
        same = (e.number for e in own if self.text.strip() in {e.raw.strip(), e.text})
        return next(same, 0)

    @property
    def _recently(self) -> int:
        return max(self.session.number - RECENT_TEXTS, 0)

    def _confirmed(self) -> Reading | None:
        """The reading of a yes: that of the message that the host asked back about last; None
        where there is none.
        """
        asked = [m for m in self.session.table.inbox if (m.who, m.state) == (self.who, ANSWERED)]
        if not asked:
            return None
        # A yes counts only if the question still reads the same: the game may have gone on since.
        number = asked[-1].number
        entries = live(self.room.entries(self.session.record.id, number))
        earlier = replace(self, text=kept_words(self.session, self.room, number)[1])
        reading = earlier.plainly
        found = earlier.offer(reading)
        question = questions.question(self.session.game.grammar, found)
        moves = reading.moves or reading.readings
        is_one = bool(found.proposed) or len(found.readings) == len(moves) == 1
        if not is_one or str(Asks(number, question)) not in {e.text for e in entries}:
            return None
        return Reading(moves, doubts=(f"it says yes to what was asked about message {number}",))

    def _own_lines(self) -> frozenset[str]:
        """The lines of the game's recent texts, in the form in which they are compared with a
        message.
        """
        drafts = self.room.drafts(self.session.record.id, self._recently)
        texts = (part for draft in drafts for part in draft.parts)
        return frozenset(compared(line) for text in texts for line in text.splitlines()) - {""}

    def named(self, moves: Sequence[Move]) -> tuple[Move, ...]:
        """The moves with their players called by full name."""
        return tuple(addressed(move, self.session.table) for move in moves)

    def offer(self, reading: Reading) -> Offer:
        """What may be made of a message that isn't surely read: of its moves those that the rules
        would accept (design §3a).
        """
        proposed, refused = self._stand(reading.moves)
        readings = [text for move in reading.readings for text in self._stand((move,))[0]]
        show = self.session.show
        would = (f"it would be refused ({r.clause}): {r.sentence(show)}" for r in refused)
        left = [told(part) for part in reading.left[:MOST_LEFT]]
        if reading.left[MOST_LEFT:]:
            left.append(f"… and {len(reading.left) - MOST_LEFT} more")
        asked = asked_of(self.session.game, self.session.table, self.who)
        return Offer(
            proposed,
            tuple(text for text in dict.fromkeys(readings) if (text,) != proposed),
            (*map(told, reading.doubts), *would),
            tuple(left),
            what_is_right(self.session.game.grammar, asked)[1],
        )

    def _stand(self, moves: Sequence[Move]) -> tuple[tuple[str, ...], list[Refusal]]:
        """The text forms of moves that are valid one after the other, of a Divisible one its valid
        parts; and the refusals of the rest.
        """
        table, texts = self.session.table, []
        refused: list[Refusal] = []
        for move in moves:
            good: list[Move] = []
            for part in move.parts() if isinstance(move, Divisible) else (move,):
                one = move.joined((*good, part)) if isinstance(move, Divisible) else part
                try:
                    after = apply(self.session.game, table, self._entry(one)).table
                except Refusal as refusal:
                    refused.append(refusal)
                    continue
                good.append(part)
                last, text = after, self._entry(one).text
            if not good:
                return (), refused
            table = last
            texts.append(text)
        return tuple(texts), refused

    def _entry(self, move: Move) -> Entry:
        (named,) = self.named((move,))
        return Entry(0, self.who, str(named), self.at, max(self.at, self.now), late=self.late)


def kept_words(session: Session, room: ReadingRoom, number: int) -> tuple[Entry, str]:
    """The entry of that number, and the words of the message in it."""
    entry = room.entries(session.record.id, number - 1)[0]
    says = read_says(entry.text)
    return entry, says.text if says else ""


def keep(response: Response, text: str, *, refused: str = "", source: str = "") -> None:
    """Keep a message from which no move was made as an entry that waits for the host, or, with the
    clause by which it was `refused`, for another message of its sender.
    """
    request, at = response.request, response.at
    entry = Entry(
        0,
        response.who,
        str(Says(text)),
        at,
        max(response.desk.now, at),
        source=source,
        link=request.link,
        note=request.note,
        refused=refused,
    )
    response.message = response.session.apply(entry).entry.number
