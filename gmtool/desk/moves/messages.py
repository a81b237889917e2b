"""Reads players' messages: moves that are sure are recorded, all else is kept and
offered to the host.

A pasted message is kept whole: as the words of the move made from it, or as an entry of its own
that waits for the host (design §3a).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.moves.requests import Offer, Response
from gmtool.desk.problems import UsageProblem
from gmtool.desk.session.session import Session
from gmtool.desk.texts.too_late import as_late
from gmtool.engine import reading
from gmtool.engine.effective import effective_entries
from gmtool.engine.entries import Entry
from gmtool.engine.entry_texts import addressed, asked_of, read, read_typed
from gmtool.engine.game import PUBLIC, Game
from gmtool.engine.grammar import PLAYER, Asked
from gmtool.engine.host_moves import Clarify
from gmtool.engine.instants import Instant
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import Divisible, Move, RawMessage, read_raw_message
from gmtool.engine.parts import ABOUT_A_MOVE, Reading
from gmtool.engine.paste import compared, own_words
from gmtool.engine.plan_execution import lacking, moves_of
from gmtool.engine.plan_words import Told, depends
from gmtool.engine.plan_words import told as told_plan
from gmtool.engine.plans import NOTHING, PLAN, Choice, Plan, Stage, is_plan
from gmtool.engine.reading import ANOTHER_S, read_message, what_is_right
from gmtool.engine.refusals import Ambiguous, NotNow, Refusal, Unreadable
from gmtool.engine.steps import apply
from gmtool.engine.stop_words import is_assent, unadorned, without_politeness
from gmtool.engine.text import ANSWERED, told
from gmtool.engine.unicode_hygiene import cleaned
from gmtool.store import ReadTransaction

RECENT_TEXTS = 60
"""How many entries back the game's texts are compared with a message; nobody quotes older ones."""
_LATER = lazy_regex(r"\b(?:plans?|next|tonight|tomorrow)\b", re.IGNORECASE)
"""Words that speak of a round to come."""
MOST_LEFT = 20
"""The most pieces in which words that aren't understood are told."""


class Message(Struct, frozen=True, dict=True):
    """A message of `who` that arrived `at` an instant, to be read in a session; `late` is the
    host's reason for accepting it late. `own_lines` are those of the game's texts, by reader, as
    far as they were looked up for other messages of the same page, and `signature` are its last
    lines where the others of its sender's there end so.
    """

    session: Session
    transaction: ReadTransaction
    who: str
    at: Instant
    now: Instant
    text: str
    late: str = ""
    own_lines: dict[str, frozenset[str]] = {}
    signature: str = ""
    doubt: str = ""
    """Why it isn't sure that these were the words when they came, for a post that was edited."""

    @cached_property
    def words(self) -> str:
        """The text as it is read: without a signature, unless that may be a move."""
        text = cleaned(self.text).rstrip()
        last = cleaned(self.signature).rstrip() or self._repeated
        if not last or not text.endswith(last) or not text.removesuffix(last).strip():
            return text
        asked = asked_of(self.session.game, self.session.table, self.who)
        found = read_message(self.session.game.grammar, asked, last)
        may_move = found.moves or found.readings or found.refused
        return text if may_move else text.removesuffix(last)

    @property
    def _repeated(self) -> str:
        """The last lines, set off by an empty one, where an earlier message of this player's that
        began otherwise ended with them.
        """
        begun, last = _apart(cleaned(self.text))
        if not last:
            return ""
        others = (
            _apart(e.raw or (says.text if (says := read_raw_message(e.text)) else ""))
            for e in self._own
        )
        return last if any(end == last and own != begun for own, end in others) else ""

    @property
    def reading(self) -> Reading:
        """What the message says; raises UsageProblem where it is empty."""
        if not self.text.strip():
            raise UsageProblem(f"{self.session.name}: the message is empty.")
        found = (self._confirmed() if is_assent(self.words) else None) or self.plainly
        return replace(found, doubts=(self.doubt, *found.doubts)) if self.doubt else found

    @property
    def plainly(self) -> Reading:
        """What the message says, whatever its sender was asked."""
        asked = asked_of(self.session.game, self.session.table, self.who)
        if is_plan(self.words) and "\n" not in self.words.strip():
            return self._plan_in_full()
        reading = read_message(self.session.game.grammar, asked, self.words, self._copied)
        try:
            self.named((*reading.moves, *reading.readings))
        except Refusal as refusal:  # it names nobody, or could mean two players
            return Reading(refused=refusal)
        return reading

    @cached_property
    def _copied(self) -> frozenset[str]:
        """The lines of the game's own texts that the message may quote."""
        if "\n" not in self.words.strip():
            return frozenset()
        if self.who not in self.own_lines:
            self.own_lines[self.who] = self._own_lines()
        return self.own_lines[self.who]

    def _plan_in_full(self) -> Reading:
        """The reading of a message that says by its first word that it is a plan."""
        game, table = self.session.game, self.session.table
        plainly = without_politeness(unadorned(self.words)).strip(" ,.!")
        doubts: list[str] = []
        for text in dict.fromkeys((self.words, plainly)):
            try:
                moves = read_typed(game, table, self.who, text)
            except (Ambiguous, Unreadable) as unread:
                doubts.append(unread.sentence(self.session.show))
            except Refusal as refusal:
                return Reading(refused=refusal)
            else:
                return Reading(moves)
        return Reading(doubts=tuple(doubts[:1]), left=(self.words,))

    def plan(self, moves: Sequence[Move], refused: Sequence[Refusal] = ()) -> Told | None:
        """The plan that the message may mean: one in its own words, or its moves where they come
        out of turn; None where there is none that the rules would take (ALL-9).
        """
        game = self.session.game
        if game.plans is None or any(isinstance(move, Plan) for move in moves):
            return None
        asked = asked_of(game, self.session.table, self.who)
        lines = own_words(self.words, self._copied).lines
        found = told_plan(game.grammar, game.plans, asked, lines)
        if found is None and refused and all(isinstance(one, NotNow) for one in refused):
            found = self._out_of_turn(game, asked, lines, moves)
        if found is None or self._is_late(found.plan):
            return None
        if not found.is_said and lacking(game, self.session.table, self.who, found.plan):
            return None  # a move of cards that were played, said again
        try:
            apply(game, self.session.table, self._entry(found.plan))
        except Refusal:
            return None
        return found

    def _is_late(self, plan: Plan) -> bool:
        """Whether what seems to be a plan is for a round that has ended, and nothing in its words
        is about another one.
        """
        first = moves_of(self.session.game, replace(plan, stages=plan.stages[:1]))
        not_now = NotNow("ALL-9", "")
        late = (as_late(self.session, self._entry(move), not_now) for move in first)
        return not _LATER.search(self.words) and any(one is not not_now for one in late)

    def _out_of_turn(
        self, game: Game, asked: Asked, lines: Sequence[str], moves: Sequence[Move]
    ) -> Told | None:
        """The plan that is the moves of a message which came out of turn; None where one of them is
        an answer in free words, which would answer whatever is asked next.
        """
        assert game.plans is not None  # noqa: S101 - the caller looked
        free = {f.verb for f in game.grammar.of(PLAYER) if f.takes_string}
        if not asked.verbs and game.plans.begins:
            begun = reading.read(game.grammar, replace(asked, verbs=game.plans.begins), lines)
            moves = begun.moves or moves
        texts = [str(move) for move in self.named(moves)]
        if not texts or any(text.partition(" ")[0] in free for text in texts):
            return None
        if any(map(depends, lines)):
            return None
        return Told(Plan(tuple(Stage((Choice(text),)) for text in texts)), is_said=False)

    def is_out_of_turn(self, found: Reading) -> bool:
        """Whether the moves of a message aren't asked for now, and can be a plan for later."""
        stand, refused = self.stand(found.moves)
        return bool(not stand and refused and self.plan(found.moves, refused))

    @cached_property
    def twin(self) -> int:
        """The number of the entry that records the very same words of this player; 0 for none."""
        same = (e.number for e in self._own if self.text.strip() in {e.raw.strip(), e.text})
        return next(same, 0)

    @property
    def _own(self) -> Iterator[Entry]:
        """The recent entries of this player."""
        entries = effective_entries(
            self.transaction.entries(self.session.record.id, self._recently)
        )
        return (entry for entry in entries if self.session.table.seat(entry.who) == self.who)

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
        entries = effective_entries(self.transaction.entries(self.session.record.id, number))
        earlier = replace(self, text=stored_words(self.session, self.transaction, number)[1])
        reading = earlier.plainly
        found = earlier.offer(reading)
        question = found.question(self.session.game.grammar)
        moves = reading.moves or reading.readings
        is_one = bool(found.proposed) or len(found.readings) == len(moves) == 1
        if not is_one or str(Clarify(number, question)) not in {e.text for e in entries}:
            return None
        return Reading(moves, doubts=(f"it says yes to what was asked about message {number}",))

    def _own_lines(self) -> frozenset[str]:
        """The lines of the game's recent texts that the sender may have seen, in the form in which
        they are compared with a message.
        """
        drafts = self.transaction.drafts(self.session.record.id, self._recently)
        seen = {PUBLIC, self.session.signed_up(self.who)}
        texts = (part for draft in drafts if draft.to in seen for part in draft.parts)
        return frozenset(compared(line) for text in texts for line in text.splitlines()) - {""}

    def named(self, moves: Sequence[Move]) -> tuple[Move, ...]:
        """The moves with their players called by full name."""
        return tuple(addressed(move, self.session.table) for move in moves)

    def offer(self, reading: Reading) -> Offer:
        """What may be made of a message that isn't surely read: of its moves those that the rules
        would accept (design §3a).
        """
        show = self.session.show
        proposed, refused = self.stand(reading.moves)
        readings = [text for move in reading.readings for text in self.stand((move,))[0]]
        would = (f"it would be refused ({r.clause}): {r.sentence(show)}" for r in refused)
        doubts = (*map(told, reading.doubts), *would)
        plan, parts = self.plan(reading.moves, refused), reading.left
        begun = tuple(map(str, plan.plan.stages[:1])) if plan and plan.is_whole else ()
        goes_on = bool(begun) and proposed == begun
        if plan and proposed and not goes_on:
            readings.append(str(plan.plan))
        elif plan:
            proposed, parts = (str(plan.plan),), plan.left
            others = (d for d in reading.doubts if not plan.is_said or d.startswith(ANOTHER_S))
            own = (told(one) for one in others if not one.endswith(ABOUT_A_MOVE))
            doubts = (*(f"it isn't asked for now: {r.sentence(show)}" for r in refused[:1]), *own)
        left = [told(part) for part in parts[:MOST_LEFT]]
        if parts[MOST_LEFT:]:
            left.append(f"… and {len(parts) - MOST_LEFT} more")
        game, planning = self.session.game, self.session.game.plans
        right = what_is_right(game.grammar, asked_of(game, self.session.table, self.who))[1]
        if planning and planning.example and re.search(r"\bplans?\b", self.words, re.IGNORECASE):
            right = f"say it as in `{planning.example}` or `{PLAN} {NOTHING}`"
        return Offer(
            proposed,
            tuple(text for text in dict.fromkeys(readings) if (text,) != proposed),
            doubts,
            tuple(left),
            right,
        )

    def planned(self, found: Offer) -> tuple[Move, ...]:
        """The plan that is proposed of a message; none where something else is."""
        game, table = self.session.game, self.session.table
        plans = [text for text in found.proposed if is_plan(text)]
        return tuple(read(game, table, self.who, text) for text in plans)

    def stand(self, moves: Sequence[Move]) -> tuple[tuple[str, ...], list[Refusal]]:
        """The text forms of moves that are valid one after the other, of a Divisible one its valid
        parts; and the refusals of the rest.
        """
        table, texts = self.session.table, []
        refused: list[Refusal] = []
        for move in moves:
            good: list[Move] = []
            for part in move.parts() if isinstance(move, Divisible) else (move,):
                one = move.joined((*good, part)) if isinstance(move, Divisible) else part
                entry = self._entry(one)
                try:
                    after = apply(self.session.game, table, entry).table
                except Refusal as refusal:
                    refused.append(as_late(self.session, entry, refusal))
                    continue
                good.append(part)
                last, text = after, entry.text
            if not good:
                return (), refused
            table = last
            texts.append(text)
        return tuple(texts), refused

    def _entry(self, move: Move) -> Entry:
        (named,) = self.named((move,))
        return Entry(0, self.who, str(named), self.at, max(self.at, self.now), late=self.late)


def _apart(text: str) -> tuple[str, str]:
    """What stands before the last empty line of a text, and what behind it; both empty where there
    is none.
    """
    *before, last = re.split(r"\n[^\S\n]*\n", text.strip())
    return ("\n\n".join(before), last) if before else ("", "")


def stored_words(session: Session, transaction: ReadTransaction, number: int) -> tuple[Entry, str]:
    """The entry of that number, and the words of the message in it."""
    entry = transaction.entries(session.record.id, number - 1)[0]
    says = read_raw_message(entry.text)
    return entry, says.text if says else ""


def store_message(response: Response, text: str, *, refused: str = "", source: str = "") -> None:
    """Keep a message from which no move was made as an entry that waits for the host, or, with the
    clause by which it was `refused`, for another message of its sender.
    """
    request, at = response.request, response.at
    entry = Entry(
        0,
        response.who,
        str(RawMessage(text)),
        at,
        max(response.desk.now, at),
        source=source,
        link=request.address,
        note=request.note,
        refused=refused,
    )
    response.message = response.session.apply(entry).entry.number
