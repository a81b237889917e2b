"""Auction Poker as a host with a spreadsheet would play it: a second opinion on the program.

Written from the rules page alone, slowly and literally, clause by clause; it shares no rule with
the program. It hears the same entries, says of each whether it is taken (and if not, on which
clauses the page refuses it), and keeps its own coins, hands, deck, lots and windows.

Where the page is silent it does what the program does, and only here is that written down:
- `pass` is only for those who may bid, `keep` also for those without cards; neither comes twice.
- What is acceptable goes by the order of recording; who was earliest goes by the time received.
- The open batch is played out although everybody without a lot stands or was ruled inactive.
- A change window in which nobody holds a card isn't opened.
- Who could have moved in a window is judged when it closes; where that is nobody's turn, only a
  move ends a player's row of silent windows.
- Of equal bids of one instant only where the one recorded first has won is anybody told.
- What arrived in the same instant as a `stand` comes before it or after it as recorded.
- A ruled-inactive player's coins can't be adjusted, nobody's below what it has bid.
- In a pause only `resume`, `extend`, `end` and `note` are taken, and what was received before it.
- `start` and `close` aren't dated before any other entry, nothing before the first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace
from rules_page import SILENT

from gmtool.engine.cards import DECK, RANKS
from gmtool.engine.entries import Entry
from gmtool.engine.header import Header
from gmtool.engine.instants import Instant

_HANDS = (
    "high card, one pair, two pair, three of a kind, straight, flush, full house, four of a kind"
)
HAND_TYPES = (*_HANDS.split(", "), "straight flush", "royal straight flush")
"""AP-21, from the lowest to the highest."""

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LABELS = (*_LETTERS, *(f"A{letter}" for letter in _LETTERS))
"""AP-4: A, B, C … Z, AA, AB …"""
_NUMBERS = {
    "coins": 300,
    "coin_value": 50_000,
    "repayment": 5_000_000,
    "batch_size": 5,
    "bidding_hours": 24,
    "change_hours": 24,
    "change_sessions": 5,
    "min_bid": 1,
    "reoffers": 1,
    "payout_first": 5_000_000,
    "payout_second": 2_000_000,
    "payout_third": 500_000,
}


@dataclass
class Row:
    """A player's line in the spreadsheet."""

    name: str
    coins: int
    hand: set[str] = field(default_factory=set)
    lot: str = ""
    active: bool = True
    standing: bool = False
    quiet: int = 0
    said: list[tuple[Instant, int, str]] = field(default_factory=list)
    """AP-26: when each of its moves arrived, the number of its entry, and its verb."""


class Bid(NamedTuple):
    """A line of the list of bids; of equal ones the least `when` is the earliest (AP-10)."""

    who: str
    lot: str
    coins: int
    when: tuple[str, int, int]

    def equals(self, other: Bid) -> bool:
        """Whether only the order of recording tells the two apart (AP-10)."""
        alike = (self.lot, self.coins, self.when[0]) == (other.lot, other.coins, other.when[0])
        return alike and self.who != other.who


class Reference:
    """The host at its desk. `sheet` is the spreadsheet as it stands."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._live: list[Entry] = []
        self._undone: list[list[Entry]] = []
        self._rows: list[tuple[Entry, tuple[int, str, str] | None]] = []
        """All that is live in the order in which it counts, with the window open when it came."""
        self.sheet = Sheet(header)

    def apply(self, entry: Entry) -> set[str]:
        """The clauses by which the page refuses `entry`; none where it is taken."""
        verb, _, rest = entry.text.partition(" ")
        if entry.who == "host" and verb in {"undo", "redo"}:
            return self._take_back(verb, int(rest.partition(" ")[0]))
        grounds = self._count(entry)
        if not grounds:
            self._live.append(entry)
            if not _drawn(entry):
                self._undone = []
        return grounds

    def _count(self, entry: Entry) -> set[str]:
        """ALL-8: a move in a sealed window counts before those that arrived later in it, and these
        stand or not as they then may.
        """
        place, sheet = self._place(entry), self.sheet
        window = sheet.open_window
        if place < len(self._rows):
            sheet = Sheet(self._header)
            for one, _ in self._rows[:place]:
                sheet.apply(one)
        if grounds := sheet.grounds(entry):
            return grounds
        sheet.take(entry)
        said_of_it = sheet.same_instant
        for one, _ in self._rows[place:]:
            found = sheet.apply(one)
            if found and one.who in {"host", "chance"}:
                return self.sheet.grounds(entry) or found
        self.sheet, sheet.same_instant = sheet, said_of_it
        self._rows.insert(place, (entry, window))
        return set()

    def _place(self, entry: Entry) -> int:
        place, window = len(self._rows), self.sheet.open_window
        if window is None or entry.who in {"host", "chance"}:
            return place
        for i in reversed(range(len(self._rows))):
            one, other = self._rows[i]
            if other != window:
                break
            if one.who not in {"host", "chance"}:
                if one.received_at <= entry.received_at:
                    break
                place = i
        return place

    def _take_back(self, verb: str, number: int) -> set[str]:
        """ALL-6: the last entry that somebody said with all that chance gave since, and back."""
        if verb == "redo":
            if not self._undone or self._undone[-1][0].number != number:
                return {"ALL-6"}
            self._live += self._undone.pop()
        else:
            said = [i for i, entry in enumerate(self._live) if not _drawn(entry)]
            if not said or self._live[said[-1]].number != number:
                return {"ALL-6"}
            self._undone.append(self._live[said[-1] :])
            self._live = self._live[: said[-1]]
        self.sheet, self._rows = Sheet(self._header), []
        for entry in self._live:
            self._count(entry)
        return set()

    @property
    def said_last(self) -> int:
        """The number of the last live entry said by somebody, 0 if there is none."""
        return max((e.number for e in self._live if not _drawn(e)), default=0)

    @property
    def taken_back_last(self) -> int:
        """The number of the entry that could be put back, 0 if there is none."""
        return self._undone[-1][0].number if self._undone else 0


def _drawn(entry: Entry) -> bool:
    return entry.who == "chance" and entry.drawn == "seed"


class Sheet:
    """The spreadsheet: AP-1 to AP-28 by hand."""

    def __init__(self, header: Header) -> None:
        typed = header.options
        self.number = {k: int(typed.get(k, default)) for k, default in _NUMBERS.items()}
        self.number["lots"] = int(typed.get("lots", max(10, len(header.players))))
        self.low_ace = typed.get("low_ace_straight", "off") == "on"
        self.only_unbid = typed.get("reauction") == "unbid"
        self.rows = {name: Row(name, self.number["coins"]) for name in header.players}
        self.deck: set[str] = set(DECK)
        self.phase, self.session = "setup", 0
        self.shuffle_due, self.dealt, self.called_off = True, False, False
        self.open: dict[str, tuple[str, ...]] = {}
        self.to_come: dict[str, tuple[str, ...]] = {}
        self.left_over: dict[str, tuple[str, ...]] = {}
        self.next_round: dict[str, tuple[str, ...]] = {}
        self.round = 1
        self.bids: list[Bid] = []
        self.trashes: list[tuple[str, int, tuple[str, int]]] = []  # who, how many cards, when
        self.nothing_said: set[str] = set()
        self.same_instant = 0
        # Session, lot, winner, price, number of bids, and the bids.
        self.sales: list[tuple[int, str, str, int, int, list[tuple[str, int]]]] = []
        # AP-10: the lots just sold to the one recorded first of equal bids, and who is told.
        self.told_equal: dict[str, set[str]] = {}
        # Place, type of hand, payout, and result.
        self.outcomes: dict[str, tuple[int | None, str, int, int]] = {}
        # The window, and who something came from in it.
        self.window = False
        self.opened = self.deadline = Instant("")
        self.came: set[str] = set()
        self.first = self.latest = Instant("")
        self.paused: Instant | None = None
        self.pauses: list[tuple[Instant, Instant]] = []

    @property
    def over(self) -> bool:
        return self.phase == "ended" or self.called_off

    # ---- who may do what

    def may_bid(self, row: Row) -> bool:
        """AP-7, AP-9, AP-13, AP-18."""
        able = row.active and row.coins >= self.number["min_bid"]
        return able and (self.session > 0 or not row.lot)

    def may_move(self, row: Row) -> bool:
        """Whether the open window asks anything of the player."""
        if not self.window or not row.active:
            return False
        return bool(row.hand) if self.phase == "change" else self.may_bid(row)

    def awaited(self) -> set[str]:
        """AP-26: who may move, hasn't, and isn't standing."""
        rows = self.rows.values()
        asked = {row.name for row in rows if self.may_move(row) and not row.standing}
        return asked - self.came

    def undone(self) -> set[str]:
        """ALL-2, AP-28: who hasn't said that nothing more comes, and could add something."""
        rows = self.rows.values()
        asked = {row.name for row in rows if self.may_move(row) and not row.standing}
        adding = {name for name in asked - self.nothing_said if self._can_add(self.rows[name])}
        return adding | self.awaited()

    def _can_add(self, row: Row) -> bool:
        if self.phase == "change":
            return bool(row.hand)
        mine = [bid for bid in self.bids if bid.who == row.name]
        spent = sum(bid.coins for bid in mine) if self.session else 0
        left = set(self.open) - {bid.lot for bid in mine}
        return bool(left) and row.coins - spent >= self.number["min_bid"]

    @property
    def open_window(self) -> tuple[int, str, str] | None:
        """The sealed window that is open."""
        return (self.session, self.phase, self.opened) if self.window else None

    def apply(self, entry: Entry) -> set[str]:
        """Take an entry where it stands, or those of its bids that do (AP-8); what refuses it."""
        found = self.grounds(entry)
        verb, _, rest = entry.text.partition(" ")
        if found and verb == "bid":
            good: list[str] = []
            for pair in rest.split(", "):
                one = replace(entry, text=f"bid {', '.join([*good, pair])}")
                good += [] if self.grounds(one) else [pair]
            if good:
                entry, found = replace(entry, text=f"bid {', '.join(good)}"), set()
        if not found:
            self.take(entry)
        return found

    # ---- grounds for refusing an entry; none means it is taken

    def grounds(self, entry: Entry) -> set[str]:
        """The clauses by which the page refuses `entry`."""
        judge = {"host": self._host, "chance": self._chance}.get(entry.who, self._player)
        return judge(entry) | self._dated(entry)

    def _dated(self, entry: Entry) -> set[str]:
        """ALL-1: time doesn't run backwards."""
        moves_on = entry.who == "host" and entry.text.split()[0] in {"start", "close"}
        since = self.latest if moves_on else self.first
        return {"ALL-1"} if entry.received_at < since else set()

    def _chance(self, entry: Entry) -> set[str]:
        """ALL-3: exactly the deck, when it is to be shuffled."""
        if not self.shuffle_due or self.over:
            return {SILENT}
        cards = entry.text.split()[1:]
        return set() if sorted(cards) == sorted(self.deck) else {"ALL-3"}

    def _host(self, entry: Entry) -> set[str]:
        """ALL-2 and ALL-6."""
        verb, _, rest = entry.text.partition(" ")
        if verb == "note":
            return set()
        if self.over:
            return {SILENT}
        if self.paused and verb not in {"resume", "end", "extend"}:
            return {"ALL-6"}
        at, clause, fits = entry.received_at, "ALL-6", True
        match verb:
            case "close":
                return self._close(at, rest)
            case "adjust":
                return self._adjust(rest)
            case "inactive":
                clause, fits = "AP-26", self.rows[_before_why(rest)].active
            case "start":
                clause, fits = SILENT, self.phase == "setup" and self.dealt
            case "resume":
                fits = self.paused is not None and at >= self.paused
            case "extend":
                fits = self.window
            case "words":
                fits = not self.dealt
        return set() if fits else {clause}

    def _close(self, at: Instant, rest: str) -> set[str]:
        """ALL-2; AP-10 and AP-17: a window closes for everybody at once."""
        if self.window and rest not in {"", "early"}:
            return {SILENT}
        in_time = at < self.deadline
        right = in_time and not self.undone() if rest == "early" else not in_time
        return set() if self.window and right else {"ALL-2"}

    def _adjust(self, rest: str) -> set[str]:
        """ALL-6; what is bid must stay payable (AP-7, AP-18)."""
        name, what, after = self._adjusted(rest)
        if not self.rows[name].active:
            return {SILENT}
        if what != "coins" or after < 0:
            return {"ALL-6"}
        live = [bid.coins for bid in self.bids if bid.who == name]
        bound, clause = (sum(live), "AP-18") if self.session else (max(live, default=0), "AP-7")
        return {clause} if bound > after else set()

    def _adjusted(self, rest: str) -> tuple[str, str, int]:
        name, what, amount = _before_why(rest).rsplit(" ", 2)
        if amount.startswith("="):
            return name, what, int(amount[1:])
        return name, what, self.rows[name].coins + int(amount)

    def _player(self, entry: Entry) -> set[str]:
        row = self.rows[entry.who]
        verb, _, rest = entry.text.partition(" ")
        if self.over:
            return {SILENT}
        found = set() if row.active else {"AP-26"}
        at = entry.received_at
        if (self.paused and at > self.paused) or any(a < at < b for a, b in self.pauses):
            found |= {"ALL-6"}
        if verb == "stand":
            return found | ({"AP-26"} if row.standing else set())
        if not self.window or (verb in {"trash", "keep"}) != (self.phase == "change"):
            return found | {SILENT}
        found |= self._in_time(entry)
        if verb == "bid":
            return found | self._bid(row, rest)
        cards = rest.split()
        if verb != "trash":
            found |= self._nothing(row)
        elif len(set(cards)) < len(cards) or not set(cards) <= row.hand:
            found |= {"AP-15", "AP-16"}  # cards in the hand, each once, or nothing of it stands
        return found

    def _in_time(self, entry: Entry) -> set[str]:
        """ALL-1, AP-6, AP-15: from the opening to the deadline, both included."""
        own = "AP-15" if self.phase == "change" else "AP-6"
        late = entry.received_at > self.deadline
        if entry.received_at < self.opened or (late and not entry.late):
            return {"ALL-1", own}
        return {"ALL-1"} if entry.late and not late else set()

    def _bid(self, row: Row, text: str) -> set[str]:
        """AP-7 to AP-9, AP-13, AP-18: every pair of one message."""
        found: set[str] = set()
        if not self.session and row.lot:
            found |= {"AP-9", "AP-13"} if self.phase == "re-auction" else {"AP-9"}
        named = [bid.lot for bid in self.bids if bid.who == row.name]
        spent = sum(bid.coins for bid in self.bids if bid.who == row.name)
        for pair in text.split(", "):
            lot, _, coins = pair.partition(" ")
            if lot not in self.open:
                found.add("AP-7")
            if lot in named:
                found.add("AP-8")
            named.append(lot)
            if not re.fullmatch(r"[0-9]{1,9}", coins):
                found.add("AP-7")
                continue
            if not self.number["min_bid"] <= int(coins) <= row.coins:
                found.add("AP-7")
            spent += int(coins)
            if self.session and spent > row.coins:
                found.add("AP-18")
        return found

    def _nothing(self, row: Row) -> set[str]:
        """AP-28: not a second time."""
        if self.phase != "change" and not self.may_bid(row):
            return {SILENT}
        return {"AP-28"} if row.name in self.nothing_said else set()

    # ---- taking an entry

    def take(self, entry: Entry) -> None:
        """Bring everything up to date with an entry that is taken."""
        self.first = self.first or entry.received_at
        self.latest = max(self.latest, entry.received_at)
        {"host": self._take_host, "chance": self._deal}.get(entry.who, self._take_player)(entry)

    def _take_host(self, entry: Entry) -> None:
        verb, _, rest = entry.text.partition(" ")
        at = entry.received_at
        if verb == "start":
            self.phase = "bidding"
            self._go_on_with_opening(at)
        elif verb == "close":
            self._close_window(at)
        elif verb == "pause":
            self.paused = at
        elif verb == "resume" and self.paused:
            # The time that was left is kept: of a window opened in the pause all of it.
            stopped = max(self.paused, self.opened) if self.window else self.paused
            self._put_off(stopped.until(at) if stopped < at else timedelta())
            self.pauses.append((self.paused, at))
            self.paused = None
        elif verb == "extend":
            self._put_off(_span(_before_why(rest)))
        elif verb == "inactive":  # AP-26
            row = self.rows[_before_why(rest)]
            self.deck |= row.hand
            row.hand, row.coins, row.active = set(), 0, False
            self.bids = [bid for bid in self.bids if bid.who != row.name]
        elif verb == "adjust":
            name, _, after = self._adjusted(rest)
            self.rows[name].coins = after
        elif verb == "end":
            self.called_off, self.window, self.paused = True, False, None

    def _put_off(self, span: timedelta) -> None:
        if self.window:
            self.deadline = self.deadline.plus(span)

    def _take_player(self, entry: Entry) -> None:
        row = self.rows[entry.who]
        verb, _, rest = entry.text.partition(" ")
        row.said.append((entry.received_at, entry.number, verb))
        row.standing = max(row.said)[2] == "stand"
        if self.window:
            self.came.add(row.name)
        when = (str(entry.received_at), entry.number)
        if verb in {"bid", "trash"}:
            self.nothing_said.discard(row.name)
        if verb == "bid":
            self.same_instant = 0
            for place, pair in enumerate(rest.split(", ")):
                lot, coins = pair.split()
                bid = Bid(row.name, lot, int(coins), (*when, place))
                self.same_instant += any(bid.equals(other) for other in self.bids)
                self.bids.append(bid)
        elif verb == "trash":
            cards = set(rest.split())
            row.hand -= cards
            self.deck |= cards
            self.trashes.append((row.name, len(cards), when))
        elif verb in {"pass", "keep"}:
            self.nothing_said.add(row.name)

    # ---- windows

    def _open_window(self, at: Instant, hours: str) -> None:
        """ALL-1."""
        self.window, self.opened = True, at
        self.deadline = at.plus(timedelta(hours=self.number[hours]))
        self.came, self.nothing_said = set(), set()
        self.bids, self.trashes, self.pauses = [], [], []

    def _close_window(self, at: Instant) -> None:
        for row in self.rows.values():
            if row.name in self.came:
                row.quiet = 0
            elif self.may_move(row):
                row.quiet = 0 if row.standing else row.quiet + 1
        self.window, self.told_equal = False, {}
        if self.phase == "change" and self.trashes:
            self.shuffle_due = True  # AP-17
        elif self.phase == "change":
            self._next_session(at)  # AP-19
        elif self.session:
            self._sell(dict(self._highest_bids()))
            self._go_on_with_change_lots(at)
        else:
            self._sell(nobody_wins_two(list(self.open), self.bids))
            self._go_on_with_opening(at)

    def _highest_bids(self) -> Iterator[tuple[str, Bid]]:
        """AP-10: the highest, of equal ones the earliest."""
        for lot in self.open:
            on_it = [bid for bid in self.bids if bid.lot == lot]
            if on_it:
                highest = max(bid.coins for bid in on_it)
                yield lot, min((b for b in on_it if b.coins == highest), key=lambda b: b.when)

    def _sell(self, winners: dict[str, Bid]) -> None:
        for lot, cards in self.open.items():
            on_it = [bid for bid in self.bids if bid.lot == lot]
            who, price = "", 0
            if won := winners.get(lot):
                who, price = won.who, won.coins
                equal = {b.who for b in on_it if won.equals(b) and won.when < b.when}
                if equal:
                    self.told_equal[lot] = {who, *equal}
                row = self.rows[who]
                row.coins -= price
                row.hand |= set(cards)
                row.lot = row.lot or ("" if self.session else lot)
            elif self.session or (self.only_unbid and on_it):
                self.deck |= set(cards)  # AP-13, AP-14, AP-19
            elif self.phase == "re-auction" and self.round < self.number["reoffers"]:
                self.next_round[lot] = cards
            elif self.phase == "bidding" and self.number["reoffers"]:
                self.left_over[lot] = cards
            else:
                self.deck |= set(cards)
            offers = sorted((bid.who, bid.coins) for bid in on_it)
            self.sales.append((self.session, lot, who, price, len(on_it), offers))
        self.open, self.bids = {}, []

    # ---- the opening session

    def _go_on_with_opening(self, at: Instant) -> None:
        """AP-5, AP-13: batch after batch, then what is left over, one at a time, in rounds."""
        while True:
            if not self.to_come and not self.left_over:
                self.left_over, self.next_round = self.next_round, {}
                self.round += 1
            here = [row for row in self.rows.values() if row.active and not row.standing]
            if all(row.lot for row in here) or not (self.to_come or self.left_over):
                break
            re_auction = not self.to_come
            shelf = self.left_over if re_auction else self.to_come
            labels = list(shelf)[: 1 if re_auction else self.number["batch_size"]]
            offered = {label: shelf.pop(label) for label in labels}
            if any(map(self.may_bid, self.rows.values())):
                self.phase = "re-auction" if re_auction else "bidding"
                self.open = offered
                self._open_window(at, "bidding_hours")
                return
            if re_auction:
                self.deck |= {card for cards in offered.values() for card in cards}
            else:
                self.left_over.update(offered)
        for shelf in (self.to_come, self.left_over, self.next_round):  # AP-14
            self.deck |= {card for cards in shelf.values() for card in cards}
            shelf.clear()
        self._next_session(at)

    # ---- change sessions

    def _next_session(self, at: Instant) -> None:
        """AP-15, AP-20."""
        while self.session < self.number["change_sessions"]:
            self.session += 1
            if any(row.hand for row in self.rows.values()):
                self.phase = "change"
                self._open_window(at, "change_hours")
                return
        self.phase = "ended"
        self._show_down()

    def _deal(self, entry: Entry) -> None:
        """AP-4 for the opening, AP-17 for a change catalogue."""
        cards = entry.text.split()[1:]
        if self.dealt:
            first: dict[str, tuple[str, int]] = {}
            amount: Counter[str] = Counter()
            for who, cards_trashed, at in self.trashes:
                first[who] = min(first.get(who, at), at)
                amount[who] += cards_trashed
            sizes = [amount[who] for who in sorted(first, key=lambda who: first[who])]
        else:
            each, larger = divmod(len(DECK), self.number["lots"])
            sizes = [each + (n < larger) for n in range(self.number["lots"])]
        self.shuffle_due = False
        self.to_come = {}
        for label, size in zip(_LABELS, sizes, strict=False):
            self.to_come[label] = tuple(cards[:size])
            cards = cards[size:]
        self.deck = set(cards)
        if self.dealt:
            self.phase = "change-bidding"
            self._go_on_with_change_lots(entry.received_at)
        self.dealt = True

    def _go_on_with_change_lots(self, at: Instant) -> None:
        """AP-18, AP-19."""
        while self.to_come:
            labels = list(self.to_come)[: self.number["batch_size"]]
            offered = {label: self.to_come.pop(label) for label in labels}
            if any(map(self.may_bid, self.rows.values())):
                self.open = offered
                self._open_window(at, "bidding_hours")
                return
            self.deck |= {card for cards in offered.values() for card in cards}
        self._next_session(at)

    # ---- the end

    def _show_down(self) -> None:
        """AP-20 to AP-24."""
        pigs = [row for row in self.rows.values() if len(row.hand) < 5]
        others = [row for row in self.rows.values() if len(row.hand) >= 5]
        strength = {row.name: strongest(row.hand, self.low_ace) for row in others}
        in_order = sorted(set(strength.values()), reverse=True)
        groups = [[row for row in others if strength[row.name] == s] for s in in_order]
        last = pigs or (groups.pop() if len(groups) > 1 else [])
        place = 1
        payouts = [self.number[f"payout_{place}"] for place in ("first", "second", "third")]
        for group in groups:
            receive = payouts[place - 1 : place - 1 + len(group)]
            share = Fraction(sum(receive) * len(last), len(group))
            self._outcomes(group, place, int(share), strength)
            place += len(group)
        self._outcomes(last, None, -sum(payouts), strength)

    def _outcomes(
        self, group: list[Row], place: int | None, payout: int, strength: dict[str, tuple[int, ...]]
    ) -> None:
        """AP-24."""
        for row in group:
            hand_type = HAND_TYPES[strength[row.name][0]] if row.name in strength else "Pig"
            worth = row.coins * self.number["coin_value"] - self.number["repayment"]
            self.outcomes[row.name] = (place, hand_type, payout, worth + payout)


def nobody_wins_two(catalogue: list[str], bids: list[Bid]) -> dict[str, Bid]:
    """AP-11, sentence by sentence; the bid that each lot sold goes to."""
    held: dict[str, Bid] = {}
    # "take the bids from the highest down, of equal ones the one received first"
    for bid in sorted(bids, key=lambda bid: (-bid.coins, bid.when)):
        # "a bid by a player who has no lot yet wins its lot if …"
        if bid.who in {other.who for other in held.values()}:
            continue
        # "of several such ways the one with the fewest moves, then the one whose lots come first
        # in catalogue order, from the bid's own lot on"
        ways = sorted(
            _ways(bid, held, bids, {bid.lot}),
            key=lambda way: (len(way), [catalogue.index(one.lot) for one in way]),
        )
        for one in ways[0] if ways else ():
            held[one.lot] = one
    return held


def _ways(bid: Bid, held: dict[str, Bid], bids: list[Bid], on_it: set[str]) -> Iterator[list[Bid]]:
    """AP-11: every way in which the lot of that bid is got free for it."""
    # "if the lot is free"
    if bid.lot not in held:
        yield [bid]
        return
    # "or if its holder can move to another lot on which it bid exactly what it pays, that lot being
    # free or its holder able to move likewise, and so on to a free one"
    holder = held[bid.lot]
    for other in bids:
        if (other.who, other.coins) == (holder.who, holder.coins) and other.lot not in on_it:
            for way in _ways(other, held, bids, {*on_it, other.lot}):
                yield [bid, *way]


def strongest(hand: Iterable[str], low_ace: bool) -> tuple[int, ...]:
    """AP-20, AP-21: the best five of the hand, by looking at every five."""
    cards = [(RANKS.index(card[:-1]), card[-1]) for card in hand]
    ranks = sorted(rank for rank, _ in cards)
    found = {_strength(five, False, low_ace) for five in combinations(ranks, 5)}
    for suit in "CDHS":
        ranks = sorted(rank for rank, own in cards if own == suit)
        found |= {_strength(five, True, low_ace) for five in combinations(ranks, 5)}
    return max(found)


@cache
def _strength(ranks: tuple[int, ...], flush: bool, low_ace: bool) -> tuple[int, ...]:
    """Of five cards: hand type, then the ranks that make it, then the others, from the top."""
    of_each = Counter(ranks)
    counts = tuple(sorted(of_each.values(), reverse=True))
    in_order = tuple(sorted(of_each, key=lambda rank: (of_each[rank], rank), reverse=True))
    top = -1
    if len(of_each) == 5 and ranks[4] - ranks[0] == 4:
        top = ranks[4]
    elif low_ace and [RANKS[rank] for rank in ranks] == ["2", "3", "4", "5", "A"]:
        top = RANKS.index("5")
    if flush and top >= 0:
        return (9 if RANKS[top] == "A" else 8, top)
    if top >= 0:
        return (4, top)
    if flush:
        return (5, *in_order)
    types = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (types.get(counts, 0), *in_order)


def _before_why(rest: str) -> str:
    return rest.partition(" why ")[0]


def _span(text: str) -> timedelta:
    found = re.fullmatch(r"\+(?:(\d+)h)?(?:(\d+)m)?", text)
    assert found, text
    return timedelta(hours=int(found[1] or 0), minutes=int(found[2] or 0))
