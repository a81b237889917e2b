"""The texts of one rehearsed game, as its host would post and send them: the game is played again
at a desk of its own, command by command.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.answers import Text
from gmtool.desk.begin import new
from gmtool.desk.begin.new import Plan
from gmtool.desk.desk import Desk
from gmtool.desk.moves import record
from gmtool.desk.moves.requests import Request
from gmtool.desk.rehearse.life import Bill, Life, Said
from gmtool.desk.session.loading import the_session
from gmtool.desk.texts import message_drafts, sending
from gmtool.desk.texts.sending import Sending
from gmtool.engine.instants import Instant
from gmtool.engine.text import HOST
from gmtool.render.when import when
from gmtool.store import Store


class Sent(Struct, frozen=True):
    """What goes out by a command, which is None for the set-up: `posts` messages to the thread and
    `messages` to players, with all their texts.
    """

    said: Said | None
    posts: int
    messages: int
    texts: tuple[Text, ...]


def sent(plan: Plan, bill: Bill, life: Life) -> Iterator[Sent]:
    """What goes out in a game, command by command."""
    own = replace(
        plan,
        players=bill.header.players,
        zone=bill.header.zone,
        start="",
        seed=life.session.header.seed,
    )
    with _opened(bill.start) as desk:
        new.new(desk, own)
        yield _gone_out(desk, None)
        for said in life.said:
            now, (first, *more) = replace(desk, now=said.at), said.moves
            answer = record.record(now, Request(said.who, first, more=tuple(more)))
            if not answer.ok:
                raise RuntimeError(f"{said.who} can't say “{first}”: {'; '.join(answer.lines)}")
            yield _gone_out(now, said)


@contextmanager
def _opened(now: Instant) -> Iterator[Desk]:
    """A desk whose database stays open from one command to the next, which saves most of the
    time.
    """
    with TemporaryDirectory(prefix="gmtool-rehearsal-") as folder:
        where = str(Path(folder) / "rehearsal.db")
        store = Store.open(where, make=True)
        try:
            yield Desk(where, now, "rehearsal", at_hand=store)
        finally:
            store.close()


def _gone_out(desk: Desk, said: Said | None) -> Sent:
    with desk.store() as store, store.reading() as transaction:
        session = the_session(desk, transaction)
        waiting = transaction.waiting(session.record.id)
        texts = [text for one in waiting for text in message_drafts.to_paste(session, one)]
    if waiting:
        sending.sent(desk, Sending(("all",)))
    posts = sum(not one.to for one in waiting)
    return Sent(said, posts, len(waiting) - posts, tuple(texts))


def written(bill: Bill, what: Iterable[Sent]) -> str:
    """All of it as one text, with a line that says by what command each came, and where it goes."""
    zone, parts = ZoneInfo(bill.header.zone), []
    for one in what:
        who, moves = (one.said.who, one.said.moves) if one.said else (HOST, ("sets the game up",))
        at = when((one.said.at if one.said else bill.start).moment, zone)
        parts.append(f"======== {at}, {who}: {'; '.join(moves)} ========")
        parts += [f"--- {text.title} ---\n{text.body.rstrip()}" for text in one.texts]
    return "\n\n".join(parts) + "\n"
