"""A host who does this and that, by the seed of a test: a game of Auction Poker with slips,
rulings, renamed players and an outbox in use.

What is bid is told apart by its amount: no two bids offer the same, and no other number is like it.
"""

from __future__ import annotations

import random
import re
import shlex
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

from hosting import SEED, Answered, Host
from msgspec.structs import replace

from gmtool.desk.desk import Desk, the_game
from gmtool.desk.session.loading import load
from gmtool.desk.session.session import Session
from gmtool.desk.texts.writing import Writer
from gmtool.engine.game import Turn
from gmtool.engine.instants import Instant
from gmtool.engine.moves import RawMessage
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step
from gmtool.engine.table import wanted
from gmtool.engine.text import CHANCE, HOST
from gmtool.store import Block, Draft, Sent, Store

NAMES = ("Ann", "Bob", "Cid", "Dee")
NEW_NAMES = ("Quin", "Rex", "Sue", "Tom", "Uma", "Vic", "Wim", "Yan")
HUSH = "hush-hush"
"""Stands in every note of the host's own, and so in no text."""
COINS = 1_000_000
AMOUNTS = range(100_003, 180_000)
"""What is bid: six digits, which nothing else in a text has."""
ZONES = ("Asia/Kathmandu", "America/Toronto", "UTC", "")
DIALECTS = ("phpbb", "discourse", "proboards", "plain", "")


@dataclass(frozen=True)
class Seen:
    """A game as the database has it at one moment."""

    session: Session
    replay: Replay
    drafts: dict[int, Draft]
    sent: dict[int, Sent]
    waits: frozenset[int]
    export: tuple[str, ...]

    @property
    def waiting(self) -> list[Draft]:
        """The messages still to go out."""
        return [one for number, one in self.drafts.items() if number in self.waits]

    @property
    def told(self) -> list[Draft]:
        """The messages that went out or are to."""
        return [one for number, one in self.drafts.items() if number in self.waits | {*self.sent}]

    def went_out(self, one: Draft) -> tuple[bool, Instant, int]:
        """By which messages that went out, or will, are in the order in which they are read."""
        sent = self.sent.get(one.number)
        return sent is None, sent.at if sent else one.drafted_at, one.number

    @cached_property
    def sealed(self) -> dict[int, Step]:
        """The moves that players sent and that stand, by entry."""
        moves = (s for s in self.replay.effective if not isinstance(s.move, RawMessage))
        return {s.entry.number: s for s in moves if s.entry.who not in {HOST, CHANCE}}

    def place(self, name: str) -> int:
        """The seat of whom a message calls so, from 0."""
        return self.session.table.players.index(self.session.table.seat(name))


@dataclass
class Did:
    """One command: what was typed, the answer, and what the database had before and after."""

    line: str
    answer: Answered
    before: Seen
    after: Seen
    in_part: bool = False

    def __str__(self) -> str:
        return f"{self.line} -> {self.answer.code}"


@dataclass
class Wanderer:
    """A host who wanders through one game; `typed` are the amounts each seat ever offered,
    `dropped` and `queued` the entries of whose receipts a draft was dropped or asked for once more,
    `proposed` the words of an amendment that the last answer says would do it.
    """

    host: Host
    dice: random.Random
    seats: int = 3
    typed: dict[int, set[int]] = field(default_factory=dict)
    dropped: set[int] = field(default_factory=set)
    queued: set[int] = field(default_factory=set)
    proposed: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=list)

    def begin(self) -> Wanderer:
        """A short game of that many seats, set up and started."""
        names = " ".join(NAMES[: self.seats])
        options = f"-o coins={COINS} -o lots=6 -o batch_size=3 -o change_sessions=2"
        line = f"new auction-poker R3 {names} --zone Europe/London --seed {SEED} {options}"
        assert self.host(line).code == 0
        assert self.host("record host start").code == 0
        self.typed = {place: set() for place in range(self.seats)}
        return self

    def step(self) -> Did:
        """Some command, most often one that may well be right."""
        before = self.look()
        weights, ways = zip(*_WAYS, strict=True)
        way = self.dice.choices(ways, weights)[0]
        words, pasted = way(self, before)
        return self.do(words, pasted, before)

    def do(self, words: list[str], pasted: str = "", before: Seen | None = None) -> Did:
        """That command, and the clock a little later."""
        before = before or self.look()
        line = " ".join(words) + (f" <<< {pasted!r}" if pasted else "")
        self.log.append(f"{self.host.now} {line}")
        answer = self.host("", *words, pasted=pasted)
        self.log[-1] += f" -> {answer.code}"
        in_part = words[0] == "record" and "--dry-run" not in words
        did = Did(line, answer, before, self.look(), in_part)
        if words[0] == "outbox" and "--drop" in words and not answer.code:
            number = int(words[1])
            blocks = before.drafts[number].blocks
            about = [w["number"] for block in blocks for w in block.extra.get("wrong", ())]
            blocks += tuple(b for one in about for b in before.drafts[one].blocks)
            self.dropped |= {block.entry for block in blocks}
        self.proposed = _proposed(answer)
        if words[0] == "amend" and "--yes" in words and not answer.code:
            self._may_know(did.after)
        if words[0] == "pm" and "receipt" in words and "--queue" in words:
            self.queued |= {block.entry for one in did.after.waiting for block in one.blocks}
        self.later(timedelta(minutes=self.dice.choice((0, 1, 7, 60))))
        return did

    def _may_know(self, seen: Seen) -> None:
        """Whoever has said something in fact knows what it offers."""
        for step in seen.sealed.values():
            offered = {int(found) for found in re.findall(r"\b\d{6}\b", step.entry.text)}
            self.typed[seen.place(step.entry.who)] |= offered & {*AMOUNTS}

    def later(self, span: timedelta) -> None:
        """Let time pass."""
        self.host.now = Instant(self.host.now).plus(span)

    def look(self) -> Seen:
        """The game as it is kept now."""
        with Store.open(str(self.host.database)) as store, store.reading() as transaction:
            session = load(transaction, the_game(transaction, self.desk))
            game = session.record.id
            drafts = {one.number: one for one in transaction.drafts(game)}
            waits = frozenset(one.number for one in transaction.waiting(game))
            entries = tuple(repr(entry) for entry in transaction.entries(game))
            return Seen(
                session, session.replay(), drafts, transaction.all_sent(game), waits, entries
            )

    @property
    def desk(self) -> Desk:
        """The desk of this host, now."""
        return Desk(str(self.host.database), Instant(self.host.now), "here")

    def again(
        self, blocks: Iterable[tuple[Draft, Block]]
    ) -> Iterator[tuple[Draft, Block, list[Block | None]]]:
        """Blocks, each written anew by the table as it is: as of each of its drafts, since nothing
        is drafted anew only because time goes on, and as of now.
        """
        with Store.open(str(self.host.database)) as store, store.reading() as transaction:
            session = load(transaction, the_game(transaction, self.desk))
            now = Writer.at(self.desk, session, transaction)
            for one, block in blocks:
                revisions = transaction.revisions(session.record.id, one.number)
                times = [*(then.drafted_at for then in reversed(revisions)), now.now]
                anew = [replace(now, now=time) for time in dict.fromkeys(times)]
                yield one, block, [then.again(one.to, block) for then in anew]

    def drop_snapshot(self) -> None:
        """Forget what is kept of the table beside the journal."""
        with Store.open(str(self.host.database)) as store, store.writing() as transaction:
            current = transaction.current()
            assert current is not None
            transaction.drop_snapshot(current)

    def amount(self, place: int) -> int:
        """A bid of its own kind, by that seat."""
        taken = {amount for own in self.typed.values() for amount in own}
        found = self.dice.choice(AMOUNTS)
        while found in taken:
            found += 1
        self.typed[place].add(found)
        return found


_PROPOSED = re.compile(r"^ *gmtool (amend .*?--yes)(?:  .*)?$|^ *gmtool (amend --before .*)$", re.M)


def _proposed(answer: Answered) -> list[str]:
    """The amendment that an answer proposes, with a reason, as words; none where it doesn't."""
    found = _PROPOSED.search(answer.all)
    if not found:
        return []
    words = shlex.split((found[1] or found[2]).replace("“", '"'))
    return [word if word != "…" else "as proposed" for word in words]


Words = tuple[list[str], str]
Way = Callable[[Wanderer, Seen], Words]


def _turn(w: Wanderer, seen: Seen) -> Turn | None:
    turns = [t for t in wanted(seen.session.game, seen.session.table).turns if t.window]
    fresh = [t for t in turns if t in seen.session.awaited]
    return w.dice.choice(fresh or turns) if turns else None


def _move(w: Wanderer, seen: Seen, place: int) -> str:
    """What that seat might send: seldom wrong."""
    state = seen.session.table.state
    player = state.players[place]
    if state.batch:
        labels = [lot.label for lot in state.batch] + ["Z"] * (w.dice.random() < 0.1)
        kind = w.dice.random()
        if kind < 0.15:
            return "pass"
        if kind < 0.2:
            return w.dice.choice(("bid A lots", "bid A 2000000", "trash 3S", "keep"))
        many = 1 if kind < 0.7 else 2
        chosen = [w.dice.choice(labels) for _ in range(many)]
        return "bid " + ", ".join(f"{lot} {w.amount(place)}" for lot in chosen)
    if w.dice.random() < 0.15 or not player.hand:
        return w.dice.choice(("keep", "bid A 5", "trash 3S"))
    return "trash " + " ".join(w.dice.sample(player.hand, w.dice.randint(1, len(player.hand))))


def _called(w: Wanderer, seen: Seen, name: str) -> str:
    """A player as a host may type the name: also by one it had before."""
    others = seen.session.table.aliases.get(name, ())
    return w.dice.choice((name, name, *others))


def _record(w: Wanderer, seen: Seen) -> Words:
    turn = _turn(w, seen)
    players = seen.session.table.players
    who = turn.who if turn and w.dice.random() < 0.9 else w.dice.choice(players)
    place = players.index(who)
    words = ["record", _called(w, seen, who)]
    options: list[str] = []
    if w.dice.random() < 0.1:
        options += ["--note", HUSH]
    if w.dice.random() < 0.1:
        options += ["--at", w.dice.choice(("20:01", "yesterday 21:00", "09:00"))]
    if w.dice.random() < 0.1:
        options += ["--late", "the forum was down"]
    if w.dice.random() < 0.05:
        options += ["--dry-run"]
    if w.dice.random() < 0.25:
        lines = [_move(w, seen, place) for _ in range(w.dice.randint(1, 3))]
        lines.insert(w.dice.randrange(len(lines) + 1), "Hello there!")
        return [*words, "--from", "-", *options], "\n".join(lines) + "\n"
    if w.dice.random() < 0.07:
        return [*words, "stand", *options], ""
    return [*words, *_move(w, seen, place).split(), *options], ""


def _close(w: Wanderer, seen: Seen) -> Words:
    windows = seen.session.table.windows
    if windows and w.dice.random() < 0.9 and not seen.session.table.paused:
        deadline = min(window.deadline for window in windows)
        w.host.now = max(w.host.now, deadline)
    return ["close", *["--dry-run"] * (w.dice.random() < 0.1)], ""


def _close_early(_w: Wanderer, _seen: Seen) -> Words:
    return ["close", "--early"], ""


def _undo(w: Wanderer, seen: Seen) -> Words:
    last = seen.session.last_by_a_person
    number = [str(last.number)] if last and w.dice.random() < 0.3 else []
    return ["undo", *number, *(["--why", "a slip"] * (w.dice.random() < 0.3))], ""


def _redo(_w: Wanderer, _seen: Seen) -> Words:
    return ["redo"], ""


def _rule(w: Wanderer, seen: Seen) -> Words:
    why = ["--why", "a ruling"]
    who = _called(w, seen, w.dice.choice(seen.session.table.players))
    if seen.session.table.paused and w.dice.random() < 0.7:
        return ["rule", "resume"], ""
    ways = (
        (6, ["rule", "extend", w.dice.choice(("+1h", "+12h", "+90m")), *why]),
        (2, ["rule", "pause", *why]),
        (1, ["rule", "resume"]),
        (3, ["rule", "adjust", who, "coins", w.dice.choice(("+20", "-7")), *why]),
        (1, ["rule", "inactive", who, *why]),
        (2, ["rule", "note", HUSH]),
        (0.2, ["rule", "end", *why]),
    )
    return w.dice.choices([way for _, way in ways], [weight for weight, _ in ways])[0], ""


def _set(w: Wanderer, seen: Seen) -> Words:
    players = seen.session.table.players
    who = _called(w, seen, w.dice.choice(players))
    name = w.dice.choice((*NEW_NAMES, *NAMES[: w.seats]))
    ways = (
        [f"dialect={w.dice.choice(DIALECTS)}"],
        [f"zone={w.dice.choice(ZONES[:3])}"],
        [f"host={w.dice.choice(('Mara', 'Gus', ''))}"],
        [f"suits={w.dice.choice(('ascii', 'unicode'))}"],
        [f"post_limit={w.dice.choice(('1500', '60000', ''))}"],
        [who, f"name={name}"],
        [who, f"name={name}"],
        [who, f"zone={w.dice.choice(ZONES)}"],
        [who, f"mention={w.dice.choice(('nick_7', 'nick_8', ''))}"],
    )
    return ["set", *w.dice.choice(ways)], ""


def _amend(w: Wanderer, seen: Seen) -> Words:
    """Something that counts put right: what was said, by whom or when, or that it wasn't; or
    something put in before it.
    """
    if w.proposed and w.dice.random() < 0.8:
        return w.proposed, ""
    live = [step.entry for step in seen.replay.effective if step.entry.who != CHANCE]
    if not live:
        return ["amend", "1", "--strike"], ""
    said = [entry for entry in live if entry.who != HOST]
    entry = w.dice.choice(said if said and w.dice.random() < 0.8 else live)
    options = ["--why", "put right", "--yes"] if w.dice.random() < 0.6 else []
    minutes = timedelta(minutes=w.dice.choice((-300, -45, -3, 3, 60)))
    at = ["--at", str(entry.received_at.plus(minutes))]
    players = seen.session.table.players
    place = players.index(entry.who) if entry.who in players else w.dice.randrange(w.seats)
    otherwise = re.sub(r"\b\d{6}\b", lambda _: str(w.amount(place)), entry.text)
    if otherwise == entry.text:
        otherwise = _move(w, seen, place)
    other = w.dice.choice(players)
    who, move = _called(w, seen, other), _move(w, seen, players.index(other))
    number = str(entry.number)
    ways = (
        (4, [number, *otherwise.split()]),
        (3, [number, *at]),
        (1, [number, "--who", who]),
        (3, [number, "--strike"]),
        (3, ["--before", number, who, *move.split(), *at]),
    )
    way = w.dice.choices([way for _, way in ways], [weight for weight, _ in ways])[0]
    return ["amend", *way, *options], ""


def _queue(w: Wanderer, seen: Seen) -> Words:
    who = _called(w, seen, w.dice.choice(seen.session.table.players))
    ways = (
        ["remind", "--queue"],
        ["remind", who, "--queue"],
        ["pm", who, "inventory", "--queue"],
        ["pm", who, "inventory", "--queue"],
        ["pm", who, w.dice.choice(("receipt", "refusal", "lot-won", "reminder")), "--queue"],
        ["post", "standings", "--queue"],
        ["post", w.dice.choice(("batch-open", "batch-result", "opening")), "--queue"],
        ["pm", who, "inventory"],
        ["remind"],
    )
    return w.dice.choice(ways), ""


def _sent(w: Wanderer, seen: Seen) -> Words:
    waiting = sorted(seen.waits)
    some = w.dice.choice(waiting) if waiting else 1
    kind = w.dice.random()
    if kind < 0.5:
        return ["sent", str(some)], ""
    if kind < 0.65:
        return ["sent", f"{some}-{some + w.dice.randint(0, 5)}"], ""
    if kind < 0.75:
        return ["sent", "all"], ""
    if kind < 0.85:
        return ["sent", str(some), "--link", f"https://forum.example/t/{some}"], ""
    return ["sent", str(some), "--text", "-"], "My own words.\n"


def _unusual(w: Wanderer, seen: Seen) -> Words:
    """What a host does to a message only by mistake: revokes it, or sends what was withdrawn."""
    gone = sorted(set(seen.drafts) - seen.waits - {*seen.sent})
    if seen.sent and w.dice.random() < 0.6:
        return ["sent", str(w.dice.choice(sorted(seen.sent))), "--revoke"], ""
    return ["sent", str(w.dice.choice(gone) if gone else len(seen.drafts) + 1)], ""


def _drop(w: Wanderer, seen: Seen) -> Words:
    number = w.dice.choice(sorted(seen.waits)) if seen.waits else 1
    return ["outbox", str(number), "--drop"], ""


def _look_on(w: Wanderer, seen: Seen) -> Words:
    number = str(w.dice.choice(sorted(seen.drafts))) if seen.drafts else "1"
    ways = (["outbox"], ["outbox", "--plain"], ["outbox", number], ["status"], ["due"], ["log"])
    return w.dice.choice((*ways, ["outbox", number, "--plain"])), ""


_WAYS: tuple[tuple[float, Way], ...] = (
    (30, _record),
    (6, _close),
    (3, _close_early),
    (7, _undo),
    (8, _amend),
    (5, _redo),
    (6, _rule),
    (6, _set),
    (6, _queue),
    (10, _sent),
    (2, _unusual),
    (1.5, _drop),
    (2, _look_on),
)


def facts(host: Host, line: str) -> Any:
    """What a command says as JSON; it must go through."""
    done = host(line)
    assert done.code == 0, done.all
    return done.facts


def wander(database: Path, seed: int) -> Wanderer:
    """A host at the start of a game; the seed tells who plays and what is done."""
    dice = random.Random(seed)  # noqa: S311
    return Wanderer(Host(database), dice, dice.randint(2, 4)).begin()
