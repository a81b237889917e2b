"""Big Two and President at a kitchen table: a second opinion on the program.

Written from the rules page alone; it shares nothing with the program. Lists, dictionaries and
numbers that change in place; `say` takes what anybody says in its text form, at an instant in
seconds, or raises `Illegal` and has changed nothing.

Where the page is open, what is done here is written down here alone:
- The floating card goes to its holder as soon as the cards are dealt (BT-4).
- Where only jokers were dealt, the lowest of them takes the part of 3D (BT-3, BT-6).
- A lead by default is the lowest card, as the highest that it can be (BT-12, BT-20).
- When a round is over the last one puts its cards away; places stay until the next deal (BT-14).
- Roles are given with the deal of the next round (BT-21).
- Who wants a card for which it has no need, since it holds it, is refused (BT-29).
- `redeal` before `start` isn't judged: nobody has seen a hand (BT-2).
- `demand lowest` is never late: it stands until `return` is received (BT-28).
- What closes free trade early is its end as well: unequal hands get their cards back (BT-29).
- Trades are undone until all hands are as large as they were, and no further (BT-29).
- `close` of free trade for one player only isn't judged: the tests don't say such things.
"""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any

from rules_page import SILENT, Illegal, deadline, expect

from .reference_market import Market, Offer
from .reference_plays import JOKERS, NATURAL, Worth, best, deck, rising, stated, strong
from .reference_trades import TRADING, Haggle

HOUR = 3600
WHEN = ("ALL-3", "BT-2", "BT-12", "BT-23", "BT-24", "BT-29")
"""What a move at another stage of the game may be refused by."""
NOT_A_PLAY = ("BT-7", "BT-8", "BT-16", "BT-20")
NO_MOVE = ("ALL-3", "BT-12")
"""What can't be read may be refused as such even when the game is over."""
LATE = ("BT-12", "BT-24", "BT-29")
TOO_LOW = ("BT-9", "BT-10", "BT-11", "BT-17", "BT-18", "BT-19")


def _bare(verb: str) -> Any:
    """What is said in a trade in one word."""

    def said(page: Reference, who: str, rest: str, at: int) -> None:
        expect(not rest, SILENT)
        page.bargain(who, verb, at)

    return said


class Reference:
    """The table. `task` is what is waited for: shuffle, start, trading, free trade, play, over."""

    def __init__(self, kind: str, names: list[str], **options: Any) -> None:
        self.kind = kind
        self.names = list(names)
        self.option: dict[str, Any] = {
            "rounds": 5 if kind == "president" else 1,
            "hand_size": 0,
            "floating_card": "none",
            "jokers": 0,
            "joker_use": "both",
            "open_with_lowest": "every-round",
            "steal": 2,
            "bum_title": "bum",
            "free_trade": False,
            "trade_hours": 48,
            "move_hours": 24,
        }
        self.option |= options
        self.task = "shuffle"
        self.started = False
        self.round = 1
        self.hands: dict[str, list[str]] = {name: [] for name in names}
        self.sizes = dict.fromkeys(names, 0)
        """Of the hands as dealt."""
        self.stock: list[str] = []
        self.floating = ""
        self.floating_to = ""
        self.places = dict.fromkeys(names, 0)
        self.roles = dict.fromkeys(names, "")
        self.rounds: list[tuple[list[str], list[str]]] = []
        """Of each round that is over: names as they finished, and their roles in it."""
        self.haggles: list[Haggle] = []
        self.in_words: list[Haggle] = []
        """Those whose question in words waits for the host, the first first."""
        self.market: Market | None = None
        self.undone: list[Offer] = []
        """The swaps that were undone by what was said last."""
        self.windows: dict[str, list[int]] = {}
        """Opened and deadline by who has to act, or under `everybody` for free trade."""
        self.clear_tricks()

    def clear_tricks(self) -> None:
        self.for_them: list[tuple[str, str]] = []
        self.must = ""
        self.leader = ""
        self.turn = ""
        self.number = 0
        self.trick: list[tuple[str, list[str], Worth | None]] = []
        self.has_played = False

    # ---- what can be asked

    def awaited(self) -> dict[str, int]:
        """Who should speak, and until when in seconds; 0 where there is no deadline."""
        if self.task in {"shuffle", "start"}:
            return {{"shuffle": "chance", "start": "host"}[self.task]: 0}
        if self.market:
            offered = {to for _, to, *_ in self.market.offers}
            applied = self.market.spoke - offered
            silent = [name for name in self.names if name not in applied]
            return dict.fromkeys(silent, self.windows["everybody"][1])
        waiting = {one.taker for one in self.in_words}
        found = {who: end for who, (_, end) in self.windows.items() if who not in waiting}
        return found | ({"host": 0} if self.in_words else {})

    def deadlines(self) -> list[int]:
        return sorted(deadline for _, deadline in self.windows.values())

    def counts(self) -> list[int]:
        """BT-15: what everybody sees of the hands. Who holds the 3 that the floating card goes to
        isn't to be seen before the round opens (BT-4).
        """
        if self.task in {"trading", "free trade"}:
            return list(self.sizes.values())
        hidden = "" if self.started else self.floating_to
        return [len(self.hands[name]) - (name == hidden) for name in self.names]

    def to_beat(self) -> tuple[str, list[str], Worth] | None:
        for who, cards, worth in reversed(self.trick):
            if worth:
                return who, cards, worth
        return None

    def haggle_of(self, name: str) -> Haggle | None:
        return next((one for one in self.haggles if name in {one.taker, one.giver}), None)

    def holding(self) -> list[str]:
        return [name for name in self.names if self.hands[name]]

    def next_after(self, name: str) -> str:
        """BT-12, BT-13: in seat order, who still holds cards."""
        place = self.names.index(name)
        for step in range(1, len(self.names) + 1):
            other = self.names[(place + step) % len(self.names)]
            if self.hands[other]:
                return other
        raise AssertionError("nobody holds cards")

    # ---- saying something

    def say(self, who: str, text: str, at: int = 0) -> None:
        """Hear it; raises Illegal and changes nothing where the page refuses it. What comes late
        is refused as late only where it would have been right in time.
        """
        if (who, text.partition(" as ")[0]) in self.for_them:
            return
        expect(self.task != "over", "ALL-6", *NO_MOVE)
        window = "everybody" if self.market else who
        self.undone = []
        beside = ("demand", "waive", "surrender") if self.is_asking(who) else ("demand", "waive")
        if who in self.names and window in self.windows and not text.startswith(beside):
            opened, deadline = self.windows[window]
            if not opened <= at <= deadline:
                deepcopy(self).apply(who, text, min(max(at, opened), deadline))
                raise Illegal("ALL-1", *(LATE if at > deadline else ()))
        self.apply(who, text, at)

    def is_asking(self, who: str) -> bool:
        """Whether the other of its trade has the word."""
        one = self.haggle_of(who)
        return one is not None and one.stage in {"ask", "words"}

    def apply(self, who: str, text: str, at: int) -> None:
        verb, _, rest = text.partition(" ")
        if who == "host":
            applied = getattr(self, "host_" + verb, None)
        elif who == "chance":
            applied = self.chance_shuffle if verb == "shuffle" else None
        else:
            applied = getattr(self, "player_" + verb, None)
        if applied is None:
            raise Illegal(SILENT)
        applied(who, rest, at)

    def open(self, window: str, at: int, hours: str = "move_hours") -> None:
        self.windows[window] = [at, deadline(at, self.option[hours])]

    # ---- BT-2 to BT-5: the deal

    def chance_shuffle(self, _who: str, rest: str, at: int) -> None:
        cards = rest.split()
        expect(self.task == "shuffle", "ALL-3", "BT-2")
        expect(
            sorted(cards) == sorted(deck(self.option["jokers"])), "ALL-3", "BT-1", "BT-2", "BT-5"
        )
        count = len(self.names)
        all_dealt = self.option["hand_size"] * count or len(cards)
        if self.option["floating_card"] != "none":
            all_dealt = 51
        first = self.names[(self.round - 1) % count :] + self.names[: (self.round - 1) % count]
        self.hands = {name: [] for name in self.names}
        for number, card in enumerate(cards[:all_dealt]):
            self.hands[first[number % count]].append(card)
        self.stock = cards[all_dealt:]
        self.floating = self.floating_to = ""
        if self.option["floating_card"] != "none":
            self.floating = self.stock.pop()
            called = "3C" if self.floating == "3D" else "3D"
            self.floating_to = next(name for name in self.names if called in self.hands[name])
            self.hands[self.floating_to].append(self.floating)
        self.sizes = {name: len(self.hands[name]) for name in self.names}
        self.places = dict.fromkeys(self.names, 0)
        self.clear_tricks()
        if self.kind == "president" and self.rounds:
            self.give_roles(self.rounds[-1][0])
        self.task = "start"
        if self.started:
            self.trade(at)

    def host_start(self, _who: str, rest: str, at: int) -> None:
        expect(self.task == "start" and not rest, "ALL-3", "ALL-6", "BT-2", SILENT)
        self.started = True
        self.trade(at)

    def host_redeal(self, _who: str, rest: str, _at: int) -> None:
        """BT-2: from the deal to the first play."""
        expect(re.fullmatch(r'why ".+"', rest) is not None, "ALL-6")
        expect(self.task != "shuffle" and not self.has_played, "BT-2")
        self.task = "shuffle"
        self.hands = {name: [] for name in self.names}
        self.stock = []
        self.haggles, self.in_words, self.market = [], [], None
        self.windows.clear()
        self.clear_tricks()

    # ---- BT-23 to BT-28: trading

    def trade(self, at: int) -> None:
        if self.kind == "president" and self.round > 1:
            last, hands = self.rounds[-1][0], self.hands
            if len(last) < 4:
                self.haggles = [Haggle(last[0], last[-1], self.option["steal"], hands)]
            else:
                self.haggles = [
                    Haggle(last[0], last[-1], 2, hands),
                    Haggle(last[1], last[-2], 1, hands),
                ]
            self.task = "trading"
        self.trade_on(at)

    def trade_on(self, at: int) -> None:
        """New windows for who is awaited anew; on when all trades are done (BT-24)."""
        for one in self.haggles:
            if one.stage == "done" or one.fresh:
                self.windows.pop(one.giver, None)
                self.windows.pop(one.taker, None)
            if one.stage != "done" and one.fresh:
                one.fresh = False
                self.open(one.awaited, at)
        if all(one.stage == "done" for one in self.haggles):
            self.haggles = []
            self.trade_freely(at)

    def bargain(self, who: str, verb: str, at: int, *said: Any) -> None:
        """What is said in a mandatory trade."""
        expect(self.task == "trading", *WHEN, *TRADING)
        one = self.haggle_of(who)
        if one is None:
            raise Illegal(*TRADING)
        getattr(one, verb)(who, *said)
        self.note_words(one)
        self.trade_on(at)

    player_surrender, player_hold, player_take = map(_bare, ("surrender", "hold", "take"))
    player_waive = _bare("waive")

    def host_yes(self, _who: str, rest: str, at: int) -> None:
        """BT-26."""
        words = rest.split()
        expect(words != [] and set(words) <= {*NATURAL, *JOKERS}, SILENT)
        self.answer_in_words(words, at)

    def host_no(self, _who: str, rest: str, at: int) -> None:
        expect(not rest, SILENT)
        self.answer_in_words([], at)

    def answer_in_words(self, cards: list[str], at: int) -> None:
        """BT-26: of two such questions the first is answered first."""
        expect(self.kind == "president", "ALL-6")
        expect(bool(self.in_words), "BT-26")
        one = self.in_words.pop(0)
        try:
            one.in_words(cards, self.option["jokers"])
        except Illegal:
            self.in_words.insert(0, one)
            raise
        self.note_words(one)
        self.trade_on(at)

    def note_words(self, one: Haggle) -> None:
        if one.stage == "words" and one not in self.in_words:
            self.in_words.append(one)
        elif one.stage != "words" and one in self.in_words:
            self.in_words.remove(one)

    def player_demand(self, who: str, rest: str, at: int) -> None:
        expect(rest == "lowest", SILENT)
        self.bargain(who, "demand", at)

    def player_ask(self, who: str, rest: str, at: int) -> None:
        if ", " in rest:  # where a later one isn't allowed the earlier ones aren't put either
            deepcopy(self).bargain(who, "ask", at, rest, self.option["jokers"])
        self.bargain(who, "ask", at, rest, self.option["jokers"])

    def player_give(self, who: str, rest: str, at: int) -> None:
        self.bargain(who, "give", at, self.cards(who, rest))

    def player_return(self, who: str, rest: str, at: int) -> None:
        self.bargain(who, "give_back", at, self.cards(who, rest))

    def cards(self, who: str, text: str) -> list[str]:
        """BT-5: `JOKER` is the only one in play or in the hand."""
        held = [card for card in self.hands[who] if card in JOKERS]
        only = JOKERS[:1] if self.option["jokers"] == 1 else held
        cards = []
        for word in text.split():
            if word != "JOKER":
                expect(word in [*NATURAL, *JOKERS], SILENT)
                cards.append(word)
                continue
            expect(len(only) == 1, "BT-5", SILENT)
            cards += only
        expect(cards != [], SILENT)
        return cards

    # ---- BT-29: free trade

    def trade_freely(self, at: int) -> None:
        if not self.option["free_trade"]:
            self.begin_play(at)
            return
        self.task = "free trade"
        self.market = Market(self.hands)
        self.open("everybody", at, "trade_hours")

    def at_market(self, who: str, verb: str, *said: Any) -> None:
        """What is said in free trade."""
        if self.market is None:
            raise Illegal(*WHEN)
        getattr(self.market, verb)(*said)
        self.market.spoke.add(who)
        self.market.done.discard(who)

    def player_offer(self, who: str, rest: str, _at: int) -> None:
        expect(self.market is not None, *WHEN)
        left, found, right = rest.rpartition(" for ")
        words = left.split()
        expect(bool(found) and len(words) > 1, SILENT)
        expect(words[0] in self.names, "ALL-4")
        gives = [] if words[1:] == ["nothing"] else self.cards(who, " ".join(words[1:]))
        wants = [] if right == "nothing" else self.cards(who, right)
        self.at_market(who, "offer", who, words[0], gives, wants)

    def player_accept(self, who: str, rest: str, _at: int) -> None:
        expect(self.market is not None, *WHEN)
        expect(rest in self.names, "ALL-4")
        self.at_market(who, "accept", who, rest)

    def player_decline(self, who: str, rest: str, _at: int) -> None:
        expect(self.market is not None, *WHEN)
        expect(rest in self.names, "ALL-4")
        self.at_market(who, "drop", rest, who)

    def player_withdraw(self, who: str, rest: str, _at: int) -> None:
        expect(self.market is not None, *WHEN)
        expect(rest in self.names, "ALL-4")
        self.at_market(who, "drop", who, rest)

    # ---- BT-6: play begins

    def begin_play(self, at: int) -> None:
        self.market = None
        self.windows.clear()
        self.task = "play"
        held = rising([card for hand in self.hands.values() for card in hand])
        natural = [card for card in held if card not in JOKERS]
        lowest = (natural or held)[0]
        if self.round == 1 or self.option["open_with_lowest"] == "every-round":
            self.must = lowest
        self.lead(next(name for name in self.names if lowest in self.hands[name]), at)

    def lead(self, who: str, at: int) -> None:
        self.leader = who
        self.trick = []
        self.number += 1
        self.on_turn(who, at)

    def on_turn(self, who: str, at: int) -> None:
        """ALL-3: where all see what must follow, it follows."""
        self.turn = who
        self.windows.clear()
        last, hand = self.to_beat(), self.hands[who]
        if last is None and len(hand) == 1:
            self.for_them.append((who, f"play {hand[0]}"))
            worth = best(tuple(hand), self.option["joker_use"])
            assert worth
            self.put_down(who, [*hand], worth, at)
        elif last and (len(hand) < len(last[1]) or self.is_highest(last[1], last[2])):
            self.for_them.append((who, "pass"))
            self.no_play(who, at)
        else:
            self.open(who, at)

    def is_highest(self, cards: list[str], worth: Worth) -> bool:
        """Whether no other cards of the deck beat it, whoever holds them, but for those that lie in
        the trick (BT-12).
        """
        lie = {card for _, own, _ in self.trick for card in own}
        rest = [card for card in deck(self.option["jokers"]) if card not in lie]
        use = self.option["joker_use"]
        found = (best(some, use) for some in strong(rest, len(cards)))
        return not any(one and one.height > worth.height for one in found)

    # ---- BT-7 to BT-14: play

    def player_play(self, who: str, rest: str, at: int) -> None:
        expect(rest != "", SILENT)
        cards, worth = self.judged(who, rest)
        self.for_them.clear()
        self.put_down(who, cards, worth, at)

    def judged(self, who: str, rest: str) -> tuple[list[str], Worth]:
        """The cards, and what they are played as; raises Illegal where they may not be."""
        expect(self.task == "play", *WHEN)
        expect(who == self.turn, "BT-12", "BT-13")
        said, _, stands = rest.partition(" as ")
        cards = self.cards(who, said)
        held = len(set(cards)) == len(cards) and set(cards) <= set(self.hands[who])
        last = self.to_beat()
        wrong: list[str] = [] if held else [SILENT]
        if self.must and self.must not in cards:
            wrong += ["BT-6", "BT-3"]
        if last and len(cards) != len(last[1]):
            wrong += ["BT-9"]
        use = self.option["joker_use"]
        worth = stated(cards, stands.split(), use) if stands else best(tuple(rising(cards)), use)
        if worth is None:
            raise Illegal(*wrong, *NOT_A_PLAY)
        if last and len(cards) == len(last[1]) and worth.height <= last[2].height:
            wrong += TOO_LOW
        expect(not wrong, *wrong)
        return cards, worth

    def put_down(self, who: str, cards: list[str], worth: Worth, at: int) -> None:
        for card in cards:
            self.hands[who].remove(card)
        self.has_played, self.must = True, ""
        self.trick.append((who, rising(cards), worth))
        if self.hands[who]:
            self.on_turn(self.next_after(who), at)
            return
        self.places[who] = max(self.places.values()) + 1
        if len(self.holding()) > 1:
            self.lead(self.next_after(who), at)
            return
        self.places[self.holding()[0]] = len(self.names)
        self.end_round()

    def player_pass(self, who: str, rest: str, at: int) -> None:
        expect(not rest, SILENT)
        expect(self.task == "play", *WHEN)
        expect(who == self.turn, "BT-12", "BT-13")
        expect(self.to_beat() is not None, "BT-12")
        self.for_them.clear()
        self.no_play(who, at)

    def no_play(self, who: str, at: int) -> None:
        """BT-12, BT-3."""
        self.trick.append((who, [], None))
        if self.stock:
            self.hands[who].append(self.stock.pop(0))
        passes = 0
        for _, _, worth in reversed(self.trick):
            if worth:
                break
            passes += 1
        if passes == len(self.holding()) - 1:
            self.lead(self.next_after(who), at)  # who played last is next
            return
        self.on_turn(self.next_after(who), at)

    def end_round(self) -> None:
        """BT-14, BT-21, BT-22."""
        order = sorted(self.names, key=lambda name: self.places[name])
        self.rounds.append((order, [self.roles[name] for name in order]))
        self.windows.clear()
        self.turn = ""
        self.hands = {name: [] for name in self.names}
        if self.round == self.option["rounds"]:
            self.task = "over"
            return
        self.round += 1
        self.task = "shuffle"

    def give_roles(self, order: list[str]) -> None:
        """BT-21, by the finishing order of the last round."""
        bum = self.option["bum_title"]
        self.roles = dict.fromkeys(self.names, "neutral")
        if len(order) >= 4:
            self.roles[order[1]] = "vice president"
            self.roles[order[-2]] = f"vice {bum}"
        self.roles[order[0]] = "president"
        self.roles[order[-1]] = bum

    def player_done(self, who: str, rest: str, _at: int) -> None:
        """ALL-2: nothing more comes from that player."""
        expect(not rest and self.market is not None, "ALL-2", SILENT)
        assert self.market is not None
        self.market.spoke.add(who)
        self.market.done.add(who)

    # ---- the host

    def host_close(self, _who: str, rest: str, at: int) -> None:
        """ALL-2, and the page's defaults."""
        expect(bool(self.windows), "ALL-2")
        due = [window for window, times in self.windows.items() if times[1] <= at]
        early = rest == "early"
        if early:
            words = ("BT-24", "BT-26") if self.in_words else ()
            expect(self.market is not None and not due, "ALL-2", *words)
            done = self.market.done if self.market else set()
            expect(not self.awaited() and done == set(self.names), "ALL-2")
            expect(self.counts() == [len(self.hands[name]) for name in self.names], "BT-29")
        else:
            expect(due != [], "ALL-2")
        if self.market:
            expect(early or not rest, SILENT)
            self.market.end()
            self.undone = self.market.undone
            self.begin_play(at)
            return
        named = [name for name in rest.split(", ") if name]
        waiting = {one.taker for one in self.in_words}
        due = [name for name in due if name not in waiting]
        expect(set(named) <= set(due), "ALL-2")
        expect(bool(due) or not waiting, "BT-26")
        late = named or due
        if self.task == "play":
            self.default_play(late[0], at)
            return
        for one in self.haggles:
            if one.stage != "done" and one.awaited in late:
                one.overdue()
        self.trade_on(at)

    def default_play(self, who: str, at: int) -> None:
        self.for_them.clear()
        if self.to_beat():
            self.no_play(who, at)
            return
        lowest = self.must or rising(self.hands[who])[0]
        worth = best((lowest,), self.option["joker_use"])
        assert worth is not None
        self.put_down(who, [lowest], worth, at)

    def host_extend(self, _who: str, rest: str, at: int) -> None:
        found = re.fullmatch(r'\+(\d+)h why ".+"', rest)
        expect(found is not None and self.windows != {}, "ALL-6")
        more = int(found[1] if found else 0) * HOUR
        expect(any(times[1] + more >= at for times in self.windows.values()), "ALL-6")
        for times in self.windows.values():
            times[1] += more
