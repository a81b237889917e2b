"""Pairs of games that differ only in what one reader may not know, and all that reader gets to see.

A pair is played in lockstep: the same people say something at the same times, with the same public
outcome, but other players' losing bids, passes, trashes and stands differ, and so do the host's
remarks. The `seer` is a seat, or PUBLIC.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import combinations
from typing import TYPE_CHECKING, Any, cast

from hosting import Host

from gmtool.desk import texts
from gmtool.desk.differing import Topic, in_few_words
from gmtool.desk.occasions import CORRECTION, REMINDER, occasions
from gmtool.desk.posting import reminder
from gmtool.desk.session import Desk, Session
from gmtool.desk.writing import Writer
from gmtool.engine import journal, modes
from gmtool.engine.cards import DECK
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC, STATE, Game, Message
from gmtool.engine.instants import Instant
from gmtool.engine.options import read_options
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step, apply
from gmtool.engine.table import Table, awaited, lay, wanted
from gmtool.engine.wording import CHANCE, HOST
from gmtool.games.auction_poker import GAME
from gmtool.games.auction_poker.state import State
from gmtool.store import Block, GameRecord
from gmtool.testing.random_play import Dice

if TYPE_CHECKING:
    from gmtool.store import ReadingRoom

BEGIN = Instant("2026-11-20T20:00:00Z")
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")
TRIES = 16
_DIGEST = re.compile(r"\b[0-9a-f]{32,64}\b")

Texts = dict[str, str]
"""What somebody gets to see, by what it is."""


@dataclass(frozen=True)
class Told:
    """Something said in both games, by the same person at the same time; `noted` tells that the
    host adds a remark, which differs.
    """

    who: str
    at: Instant
    recorded: Instant
    left: str
    right: str
    noted: bool = False


@dataclass
class Side:
    """One of the two games."""

    header: journal.Header
    replay: Replay
    entries: list[Entry] = field(default_factory=list)

    @property
    def table(self) -> Table:
        return self.replay.table

    @property
    def state(self) -> State:
        state: State = self.replay.table.state
        return state

    @property
    def mode(self) -> str:
        """Who draws chance."""
        return self.header.settings.get("chance", modes.SEED)

    def text(self, entries: int) -> str:
        """The journal of so many entries."""
        return journal.write(self.header, self.entries[:entries])

    def copy(self) -> Side:
        """The same to try something out."""
        replay = Replay(
            self.replay.game, self.replay.start, list(self.replay.live), seed=self.replay.seed
        )
        return Side(self.header, replay, list(self.entries))

    def apply(self, entry: Entry) -> None:
        """Take an entry in, with chance before and after it where that is drawn from the seed."""
        self._draw(entry)
        self._take(replace(entry, number=len(self.entries) + 1))
        self._draw(entry)

    def _draw(self, cause: Entry) -> None:
        while self.replay.chance_due and modes.draws_now(self.mode, self.table):
            number = len(self.entries) + 1
            self._take(self.replay.draw(number, cause.received_at, cause.recorded_at))

    def _take(self, entry: Entry) -> None:
        self.replay.apply(entry)
        self.entries.append(entry)

    def before_the_end(self) -> Side:
        """The same without the entry that ended the game."""
        side = self.copy()
        while wanted(GAME, side.table).nothing or side.replay.chance_due:
            side.replay.steps.pop()
            side.entries.pop()
        return side


@dataclass
class Pair:
    """Two games that `seer` may not be able to tell apart; `varied` counts what differs."""

    seer: str
    left: Side
    right: Side
    varied: Counter[str] = field(default_factory=Counter)


# ---- making a pair


def make_pair(number: int) -> Pair:
    """A pair by its number: reader, players, options and all that is said follow from it."""
    return _Twins(number).played()


def outcome(table: Table) -> tuple[object, ...]:
    """What everybody may know by the rulebook: what two games of a pair must have in common."""
    state: State = table.state
    revealed = state.terms.reveal_bids == "all"
    return (
        state.phase,
        state.session,
        state.in_opening,
        (state.batch, state.catalogue, state.left),
        tuple(d if revealed else replace(d, offers=()) for d in state.decided),
        tuple((p.name, p.coins, p.active, p.lot, len(p.hand)) for p in state.players),
        table.windows,
    )


class _Twins:
    def __init__(self, number: int) -> None:
        self.dice = Dice(number)
        self.random = self.dice.random
        players = tuple(self.random.sample(NAMES, self.random.choice((2, 3, 4, 5, 6, 8))))
        mode = self.random.choice((modes.SEED, modes.TYPED, modes.TYPED))
        left = _begin(number, players, mode, self.random)
        header = left.header
        if mode == modes.TYPED:
            header = replace(header, seed=self.random.randbytes(32).hex())
        right = Side(header, Replay(GAME, left.replay.start, seed=bytes.fromhex(header.seed)))
        self.typed = mode == modes.TYPED
        self.pair = Pair(self.random.choice((PUBLIC, *players)), left, right)
        self.now = BEGIN

    @property
    def left(self) -> Side:
        return self.pair.left

    @property
    def right(self) -> Side:
        return self.pair.right

    def often(self, chance: float) -> bool:
        return self.random.random() < chance

    def played(self) -> Pair:
        """The pair, without the entry that ends the game: secrets end with it."""
        self._both(Told(HOST, BEGIN, BEGIN, 'note "in the left game"', 'note "in the right game"'))
        while not wanted(GAME, self.left.table).nothing:
            self._go_on()
        self.pair.left, self.pair.right = self.left.before_the_end(), self.right.before_the_end()
        return self.pair

    def _go_on(self) -> None:
        if self.left.replay.chance_due:
            self._shuffle()
        elif not self.left.table.started:
            self._both(Told(HOST, self.now, self.now, "start", "start"))
        else:
            self._window()

    def _both(self, told: Told) -> None:
        self.left.apply(_entry(told, told.left, "left"))
        self.right.apply(_entry(told, told.right, "right"))
        assert outcome(self.left.table) == outcome(self.right.table), told

    # ---- chance

    def _shuffle(self) -> None:
        """Typed chance: lots of the same cards, from what both decks hold; the rest as it comes."""
        decks = (self.left.state.deck, self.right.state.deck)
        common = self.dice.shuffle([card for card in decks[0] if card in decks[1]])
        top = common[: _dealt(self.left.state)]
        left, right = (
            f"shuffle {' '.join((*top, *self.dice.shuffle([c for c in deck if c not in top])))}"
            for deck in decks
        )
        self._both(Told(CHANCE, self.now, self.now, left, right))

    # ---- windows

    def _window(self) -> None:
        """A window in which people speak, until the right game has the outcome of the left one."""
        silent = False
        while True:
            left = self.left.copy()
            told = [*self._spoken(left, silent=silent)]
            for attempt in range(TRIES):
                right = self.right.copy()
                varied = [*self._varied(told, right, 1 - attempt / (TRIES - 1))]
                if len(varied) == len(told) and self._fits(left, right):
                    self._close(varied)
                    return
            # Both decks together hold too few cards for what the others would trash.
            assert not silent, f"no outcome fits: {told}"
            silent = True

    def _spoken(self, left: Side, *, silent: bool) -> Iterator[Told]:
        """What is said in the left game; `silent` are all but the seer."""
        (window,) = left.table.windows
        minutes = int(window.opened.until(window.deadline) / timedelta(minutes=1))
        turns = [turn.who for turn in wanted(GAME, left.table).turns if self.often(0.9)]
        recorded = self.now
        for who in self.dice.shuffle(turns + turns[::2]):
            move = str(GAME.suggest(left.state, who, self.dice) or "")
            if move and self.often(0.2) and not _has_spoken(left.state, who):
                move = "pass" if left.state.batch else "keep"
            if not move or (silent and who != self.pair.seer):
                continue
            at = window.opened.plus(timedelta(minutes=self.dice.below(minutes + 1)))
            recorded = max(recorded, at)
            told = Told(who, at, recorded, move, move, noted=self.often(0.3))
            left.apply(_entry(told, told.left, "left"))
            yield told

    def _varied(self, told: list[Told], right: Side, bold: float) -> Iterator[Told]:
        """The same, what the seer may not know changed more or less boldly; ends where the right
        game refuses it.
        """
        of_each: dict[str, list[str]] = {}
        for one in told:
            of_each.setdefault(one.who, []).append(one.left)
        if right.state.batch and self.often(bold):
            self._swap(of_each)
        for one in told:
            alone = len(of_each[one.who]) == 1
            text = of_each[one.who].pop(0)
            if one.who != self.pair.seer:
                text = self._otherwise(one.who, text, right, bold, alone=alone)
            varied = replace(one, right=text)
            try:
                right.apply(_entry(varied, text, "right"))
            except Refusal:
                return
            yield varied

    def _swap(self, of_each: dict[str, list[str]]) -> None:
        """Two others, who spoke equally often, say what the other said."""
        pairs = [
            (one, other)
            for one, other in combinations(of_each, 2)
            if len(of_each[one]) == len(of_each[other]) and self.pair.seer not in {one, other}
        ]
        if pairs:
            one, other = self.random.choice(pairs)
            of_each[one], of_each[other] = of_each[other], of_each[one]

    def _otherwise(self, who: str, text: str, right: Side, bold: float, *, alone: bool) -> str:
        """Something else that looks the same from outside."""
        verb, _, rest = text.partition(" ")
        player = right.state.player(who)
        if verb == "trash":
            return self._other_cards(player.hand, rest.split(), bold)
        if verb == "bid" and self.often(0.8 * bold):
            lot, coins = rest.split()
            most = self.random.choice((player.coins, int(coins), int(coins)))
            return f"bid {lot} {1 + self.dice.below(most)}"
        may_stand = alone and right.state.session and not player.standing
        if verb in {"pass", "keep"} and may_stand and self.often(0.7 * bold):
            return "stand"
        return text

    def _other_cards(self, hand: tuple[str, ...], cards: list[str], bold: float) -> str:
        """As many cards of the hand, others where chance is typed; a seed's draw would show it."""
        kept = [card for card in cards if card in hand and not (self.typed and self.often(bold))]
        free = [card for card in self.dice.shuffle(hand) if card not in kept]
        return f"trash {' '.join([*kept, *free][: len(cards)])}"

    def _fits(self, left: Side, right: Side) -> bool:
        """Whether both games go on alike after the close, as far as anybody may know."""
        left, right = left.copy(), right.copy()
        close = self._closing(left, right)
        for side in (left, right):
            side.apply(_entry(close, close.left, "x"))
        if outcome(left.table) != outcome(right.table):
            return False
        common = set(left.state.deck) & set(right.state.deck)
        return not left.replay.chance_due or len(common) >= _dealt(left.state)

    def _closing(self, left: Side, right: Side) -> Told:
        (window,) = left.table.windows
        last = max([self.now, *(e.recorded_at for e in left.entries)])
        waiting = awaited(GAME, left.table) or awaited(GAME, right.table)
        if waiting or last >= window.deadline:
            at = max(last, window.deadline)
            return Told(HOST, at, at, "close", "close", noted=True)
        return Told(HOST, last, last, "close early", "close early", noted=True)

    def _close(self, told: list[Told]) -> None:
        for one in told:
            self._count(one)
            self.left.apply(_entry(one, one.left, "left"))
            self.right.apply(_entry(one, one.right, "right"))
        close = self._closing(self.left, self.right)
        self.now = close.at
        self._both(close)

    def _count(self, one: Told) -> None:
        if one.left != one.right:
            verbs = sorted({one.left.split()[0], one.right.split()[0]})
            self.pair.varied[" for ".join(verbs)] += 1
        if one.noted:
            self.pair.varied["note"] += 1


def _has_spoken(state: State, who: str) -> bool:
    return bool(state.bids_of(who) or state.trashed_by(who) or who in state.said)


def _begin(number: int, players: tuple[str, ...], mode: str, dice: random.Random) -> Side:
    values: dict[str, tuple[Any, ...]] = {
        "coins": (10, 40, 300),
        "lots": (len(players), len(players) + 2, 13),
        "batch_size": (2, 5, 52),
        "change_sessions": (1, 2, 3),
        "reveal_bids": ("winners", "winners", "winners", "all"),
    }
    options = {key: str(dice.choice(found)) for key, found in values.items()}
    settings = {"dialect": "plain"} | ({} if mode == modes.SEED else {"chance": mode})
    header = journal.Header(
        "auction-poker",
        1,
        f"Pair {number}",
        "UTC",
        players,
        {},
        options,
        settings,
        dice.randbytes(32).hex(),
    )
    start = lay(GAME, players, read_options(GAME.options, options))
    return Side(header, Replay(GAME, start, seed=bytes.fromhex(header.seed)))


def _entry(told: Told, text: str, side: str) -> Entry:
    note = f"in the {side} game" if told.noted else ""
    drawn = "typed" if told.who == CHANCE else ""
    return Entry(0, told.who, text, told.at, told.recorded, note=note, raw=note, drawn=drawn)


def _dealt(state: State) -> int:
    """How many cards the lots take that are due."""
    return sum(len(t.cards) for t in state.trashes) if state.session else len(DECK)


# ---- what the seer sees


def differences(pair: Pair, game: Game = GAME) -> list[str]:
    """What the seer sees otherwise in one game of the pair than in the other, a line each."""
    found: list[str] = []
    for left, right in zip(
        _shown(pair.left, pair.seer, game), _shown(pair.right, pair.seer, game), strict=True
    ):
        found += unlike(*left, right[1])
    return found


def unlike(where: str, left: Texts, right: Texts) -> Iterator[str]:
    """The texts that differ, digests and the like set aside."""
    for what in {**left, **right}:
        one, other = (_DIGEST.sub("#", shown.get(what, "(none)")) for shown in (left, right))
        if one != other:
            yield f"{where}: {what}\n--- left\n{one}\n--- right\n{other}"


def asked(host: Host, side: Side, entries: int, seer: str) -> Texts:
    """What the seer, or an onlooker of the host's screen, gets to see of so many entries."""
    host.now = side.entries[entries - 1].recorded_at
    imported = host("import -", pasted=side.text(entries))
    assert imported.code == 0, imported.all
    shown: Texts = {}
    lines = ["log", "log --json", "export --public", "post"]
    lines += [f"post {row['occasion']}" for row in host("post --json").facts]
    if seer != PUBLIC:
        lines += [f"pm {seer}", f"pm {seer} inventory"]
        rows = host(f"pm {seer} --json").facts
        lines += [f"pm {seer} {row['occasion']}" for row in rows if row["occasion"] == "receipt"]
    for line in lines:
        shown[line] = host(line).all
    return shown | {"status": _status(host)}


def _status(host: Host) -> str:
    """What everybody may know of a status without its secrets."""
    facts = host("status --json").facts
    known = ("name", "coins", "active", "cards")
    kept = {key: facts[key] for key in ("phase", "entry", "deadline", "moved", "public")}
    players = [{key: player[key] for key in known} for player in facts["players"]]
    return _json({**kept, "players": players})


def _shown(side: Side, seer: str, game: Game) -> Iterator[tuple[str, Texts]]:
    """After every entry all that `seer` gets to see."""
    arisen = texts.arisen(_sitting(side, len(side.replay.live) - 1, game), side.replay.live)
    for place, step in enumerate(side.replay.live):
        session = _sitting(side, place, game)
        desk = Desk("no/such/games.db", step.entry.recorded_at, "test")
        room = cast("ReadingRoom", _Room(side.entries[: step.entry.number]))
        shown: Texts = {
            "the public view": _json(game.view(step.table.state, PUBLIC)),
            "the public news": _news(step, PUBLIC),
        }
        writer = Writer(desk, session, room, step.table, desk.now)
        for one in arisen:
            if one.step is step and one.message.to in {PUBLIC, seer}:
                shown |= _text(writer, one.message, writer.arose(one))
        shown |= _as_it_stands(writer, PUBLIC)
        if seer != PUBLIC:
            shown |= _to_a_seat(step, seer, game, writer)
        yield f"entry {step.entry.number}, {step.entry.who}", shown


def _text(writer: Writer, message: Message, block: Block) -> Texts:
    subject, parts = writer.finished(message.to, (block,))
    where = f"to {message.to}" if message.to else "post"
    return {f"{where}: {block.occasion}: {subject}": "\n\n".join(parts)}


def _as_it_stands(writer: Writer, to: str) -> Texts:
    """The texts that a reader can be given at any time."""
    known = occasions(writer.session.game)
    found: Texts = {}
    for occasion in known:
        if occasion.to_player == bool(to) and occasion.life == STATE:
            message = Message(occasion.name, to)
            found |= _text(writer, message, writer.stands(message))
    message = Message(CORRECTION, to)
    topic = Topic(1, "x", 1, "s", writer.now, "", "what was", None)
    extra = {"wrong": in_few_words([topic]), "why": "", "amended": [], "recorded": [], "yours": []}
    extra |= {"differs": [], "figures": []}
    return found | _text(writer, message, writer.stands(message, extra))


def _to_a_seat(step: Step, seer: str, game: Game, writer: Writer) -> Texts:
    """What a seat sees beyond the public, the replies to what it might try among it."""
    reminded = [t for t in writer.session.awaited if t.who == seer and t.window]
    message = Message(REMINDER, seer)
    return {
        "its view": _json(game.view(step.table.state, seer)),
        "its news": _news(step, seer),
        **_as_it_stands(writer, seer),
        **(_text(writer, message, reminder(writer, reminded)) if reminded else {}),
        **{f"the reply to {text}": body for text, body in _replies(step, seer, writer)},
    }


def _replies(step: Step, seer: str, writer: Writer) -> Iterator[tuple[str, str]]:
    at = step.entry.recorded_at
    for text in ("bid A 1", "bid B 10000", "pass", "trash AS KS"):
        try:
            apply(GAME, step.table, Entry(step.entry.number + 1, seer, text, at, at))
        except Refusal as refusal:
            block = writer.refusal(seer, [(text, refusal)], (), at)
            yield text, "\n".join(writer.finished(seer, (block,))[1])
        else:
            yield text, "taken"


def _sitting(side: Side, place: int, game: Game) -> Session:
    """The game on a desk as it stood after the live entry at that place."""
    table = side.replay.live[place].table
    record = GameRecord(1, side.header, BEGIN)
    return Session(record, game, table, side.replay.live[place].entry.number, None, None, "")


@dataclass
class _Room:
    """A database that holds one game."""

    journal: list[Entry]

    def entries(self, _game_id: int, after: int = 0) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.journal if entry.number > after)


def _news(step: Step, seer: str) -> str:
    seen = (one.seen_by(seer) for one in step.news)
    return _json([facts for facts in seen if facts is not None])


def _json(facts: Any) -> str:
    return json.dumps(facts, ensure_ascii=False, indent=1)
