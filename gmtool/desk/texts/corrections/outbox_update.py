"""Brings the outbox up to date, and tells the host what became of the texts in it: new messages
are put in, and unsent ones lose what these supersede and what is stale.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.session.message_types import (
    CORRECTION,
    OPENING,
    REFUSAL,
    REMINDER,
    UNCLEAR,
    life_of,
)
from gmtool.desk.session.recipients import Recipients, forum_of
from gmtool.desk.texts.blocks import FOLLOWED, MESSAGE, POLICY, TRIED
from gmtool.desk.texts.corrections.before_after import is_stale, rewrite
from gmtool.desk.texts.message_drafts import Outgoing, draft, revise, title_of
from gmtool.desk.texts.rate_limit import rate_limit_lines
from gmtool.desk.texts.writing import Writer
from gmtool.engine.game import EVENT, Game
from gmtool.engine.plans import PLAN
from gmtool.engine.table import Table
from gmtool.store import Block, Draft, Sent, WriteTransaction

MOST_NAMED = 4
"""The most messages that are told line by line; more only by number."""
REPLACED = "replaced by "
"""The note of a withdrawn draft, followed by the number of the message that supersedes it."""
PARTLY_REPLACED = "replaced in part by "
"""The note of a draft that still waits, without what that message tells."""
STALE = "nobody is asked for it any more"
SUPERSEDED = "drafted anew"
"""Why there is another revision of a draft."""

Kind = tuple[str, int]


def kind_of(game: Game, block: Block) -> Kind | None:
    """The kind of a block, by which a newer block supersedes it; None for one that
    is never superseded.
    """
    if block.occasion == UNCLEAR:
        return UNCLEAR, block.extra[MESSAGE]
    if block.extra.get(POLICY):
        return POLICY, 0
    if block.occasion == REFUSAL and not block.extra["recorded"]:
        return "; ".join([REFUSAL, *block.extra[TRIED]]), 0  # the same said again
    # A receipt that is replaced would be a seal that its player never gets.
    return None if life_of(game, block.occasion) == EVENT else (block.occasion, 0)


class Review(Struct):
    """What became of texts: sent ones that are now `wrong`, or `right` after all; unsent ones that
    were `revised` or withdrawn; and those `drafted`.

    `joined` are unsent posts, each with the newer one that has it all. `briefed` are the briefings
    of substitutes who have no seat any more, and get no text.

    `told_by` names the message that informs readers without a correction of their own: for a ruling
    its post, or messages where the thread may not know of it; else a correction in the thread.
    """

    wrong: list[tuple[Draft, Sent]] = []
    right: list[tuple[Draft, Sent]] = []
    revised: list[Draft] = []
    drafted: list[Draft] = []
    joined: list[tuple[Draft, Draft]] = []
    briefed: list[tuple[Draft, Sent]] = []
    told_by: str = ""

    def lines(self, writer: Writer, *, drafted: bool = False) -> list[str]:
        """Lines that tell the host about it, with the `drafted` ones or without."""
        show, forum = writer.session.show, forum_of(writer.desk, writer.session)
        sent = (*self.wrong, *self.right)
        at = {one.number: f" (sent {show(sent.at)})" for one, sent in sent}
        wrong, right = ([one for one, _ in pairs] for pairs in (self.wrong, self.right))
        revised = list({one.number: one for one in self.revised}.values())
        return [
            *_list_messages(writer, "already sent, and now wrong", wrong, at),
            *_list_messages(writer, "already sent, and right after all", right, at),
            *([f"  the {self.told_by} tells what holds"] if wrong and self.told_by else []),
            *(_briefing_line(writer, one, sent) for one, sent in self.briefed),
            *_list_messages(writer, "not sent yet, drafted anew", [d for d in revised if d.parts]),
            *_list_messages(writer, "not sent yet, withdrawn", [d for d in revised if not d.parts]),
            *(_list_messages(writer, "drafted", self.drafted) if drafted else ()),
            *self._joined_lines(writer),
            *rate_limit_lines(forum, Recipients.of(writer.session), writer.desk.now, self.drafted),
        ]

    def of_the_thread(self) -> Review:
        """The same of posts alone: to whom messages went, and how many, may tell a secret."""
        return replace(
            self,
            wrong=[(one, sent) for one, sent in self.wrong if not one.to],
            right=[(one, sent) for one, sent in self.right if not one.to],
            revised=[one for one in self.revised if not one.to],
            drafted=[one for one in self.drafted if not one.to],
        )

    def _joined_lines(self, writer: Writer) -> Iterator[str]:
        """Lines that tell the host of unsent posts that newer ones contain."""
        for old, new in self.joined:
            line = writer.desk.commands.line("sent", str(old.number))
            yield (
                f"  post {new.number} has all of {old.number} as well; if that is posted already, "
                f"say {line}, and {new.number} keeps only what is new"
            )


def put(writer: Writer, transaction: WriteTransaction, messages: Sequence[Outgoing]) -> Review:
    """Put messages that the host asked for into the outbox, in the transaction. Unsent
    messages lose the blocks that these supersede.
    """
    outbox = Outbox(writer, transaction, writer.by)
    outbox.put(messages)
    return outbox.review


@dataclass
class Outbox:
    """A game's outbox that is brought up to date; `before` is the table before the command."""

    writer: Writer
    transaction: WriteTransaction
    before: Table
    review: Review = field(default_factory=Review)

    def waiting(self, *, passing: bool = False) -> tuple[Draft, ...]:
        """The unsent messages by number; with `passing` only those that are passing."""
        return self.transaction.waiting(self.writer.session.record.id, passing=passing)

    def revise(self, old: Draft, blocks: Iterable[Block], why: str) -> Draft:
        """Store the next revision of an unsent message, as `message_drafts.revise` does."""
        return revise(self.writer, self.transaction, old, tuple(blocks), why)

    def put(self, messages: Iterable[Outgoing]) -> None:
        """Draft the messages, and bring those that wait up to date. A post that goes together with
        an unsent one has both texts and a number of its own: the older number stays what the host
        may have posted by it.
        """
        game_id = self.writer.session.record.id
        for number, out in enumerate(messages, self.transaction.last_message(game_id) + 1):
            grows = not out.to and out.blocks[0].occasion in self._own_posts
            old = self._growing_post() if grows else None
            before = self._blocks_that_stay(old, out) if old else ()
            new = draft(self.writer, replace(out, blocks=(*before, *out.blocks)), number)
            self.transaction.put_draft(game_id, new)
            self.review.drafted.append(new)
            if old is not None:
                self.revise(old, (), f"{REPLACED}{number}")
                self.review.joined.append((old, new))
        self._revise_waiting()

    @property
    def _own_posts(self) -> frozenset[str]:
        """The occasions of the game's own posts that go together; the opening stands alone."""
        own = (o.name for o in self.writer.session.game.message_types if not o.to_player)
        return frozenset(own) - {OPENING}

    def _growing_post(self) -> Draft | None:
        """The unsent post to which the next ones are added: where the host wants one a day, or
        where nobody has been asked for anything since it arose, as after a verdict. None where
        another is to go out after it.
        """
        daily = self.writer.session.settings.get("posts") == "daily"
        if not daily and self.before.windows:
            return None
        posts = [one for one in self.waiting() if not one.to]
        last = posts[-1] if posts else None
        return last if last and last.blocks[0].occasion in self._own_posts else None

    def _blocks_that_stay(self, old: Draft, new: Outgoing) -> Iterator[Block]:
        """What an unsent post has told that stays, before what is added to it."""
        writer, kinds = self.writer, self._kinds(new.blocks)
        for block in old.blocks:
            if kind_of(writer.session.game, block) in kinds:
                continue
            if is_stale(writer, old, block, writer.counts.effective):
                continue
            followed = replace(block, extra={**block.extra, FOLLOWED: True})
            yield writer.again(old.to, followed, as_drafted=True) or block

    def _kinds(self, blocks: Iterable[Block]) -> set[Kind | None]:
        return {kind_of(self.writer.session.game, block) for block in blocks} - {None}

    def _revise_waiting(self) -> None:
        """Remove from unsent messages the blocks that a newer message supersedes, and
        those that are stale.
        """
        writer, new = self.writer, {one.number for one in self.review.drafted}
        for old in self.waiting(passing=True):
            if old.number in new:
                continue
            for one in self.review.drafted:
                old = self._without_superseded(old, one)  # noqa: PLW2901 - step by step
            applied = writer.session.applied
            blocks = tuple(b for b in old.blocks if not is_stale(writer, old, b, applied))
            if blocks != old.blocks:
                old = self.revise(old, blocks, STALE)  # noqa: PLW2901
            blocks = tuple(self._by_now(old, block) for block in old.blocks)
            if blocks != old.blocks:
                self.revise(old, blocks, SUPERSEDED)

    def _without_superseded(self, old: Draft, new: Draft) -> Draft:
        """An unsent message without the blocks that the message `new` supersedes."""
        if not old.parts or old.to != new.to:
            return old
        kinds = self._kinds(new.blocks)
        if any(block.occasion == REFUSAL for block in new.blocks):
            kinds.add((REMINDER, 0))  # something has come, and the reply tells what is wanted
        game = self.writer.session.game
        blocks = tuple(block for block in old.blocks if kind_of(game, block) not in kinds)
        if blocks == old.blocks:
            return old
        return self.revise(old, blocks, f"{PARTLY_REPLACED if blocks else REPLACED}{new.number}")

    def _by_now(self, old: Draft, block: Block) -> Block:
        """An unsent correction with what counts now, and the receipt of a plan with what became of
        it; any other block, or one where only time has passed, is unchanged.
        """
        if PLAN in block.extra:
            is_told = block.extra[PLAN] == self.writer.plan_by_now(block.entry, old.to)
            return block if is_told else self.writer.again(old.to, block) or block
        new = rewrite(self.writer, old, block) if block.occasion == CORRECTION else None
        return new or block


def _briefing_line(writer: Writer, one: Draft, sent: Sent) -> str:
    who = Recipients.of(writer.session).reader(one, sent)
    read = f"the briefing ({one.number}, sent {writer.session.show(sent.at)})"
    return f"  tell {who}, who has read {read}, that it doesn't hold"


def _list_messages(
    writer: Writer, what: str, drafts: Sequence[Draft], at: Mapping[int, str] | None = None
) -> Iterator[str]:
    """A line for each message, posts first; of many the rest only by number."""
    drafts = sorted(drafts, key=lambda one: (bool(one.to), one.number))
    for one in drafts[:MOST_NAMED]:
        yield f"  {what}: {title_of(writer.session, one)}{(at or {}).get(one.number, '')}"
    if drafts[MOST_NAMED:]:
        numbers = ", ".join(str(one.number) for one in drafts[MOST_NAMED:])
        yield f"  {what}: {len(drafts) - MOST_NAMED} more, {numbers}"
