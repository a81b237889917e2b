"""What is said in a random game that the program and `reference` hear: mostly what is right."""

from __future__ import annotations

import random

import second_opinion
from rules_page import Illegal
from second_opinion import seconds

from gmtool.engine.text import HOST

from .reference import HOUR, Reference
from .reference_market import Offer
from .reference_match import Match
from .reference_plays import JOKERS, NATURAL, RANKS, SUITS, WORDS, deck, rank_of, rising, suit_of


class Talk(second_opinion.Talk[Reference]):
    most_entries = 170
    match: Match

    def __init__(self, dice: random.Random, match: Match) -> None:
        super().__init__(dice, match)
        self.lateness = dice.choice([0.0, 0.02, 0.05, 0.3])
        self.mischief = dice.choice([0.05, 0.15, 0.3])
        self.passes = dice.choice([0.05, 0.1, 0.4])
        self.forgets = dice.choice([0.0, 0.0, 0.03])
        self.meek = dice.choice([0.1, 0.5])
        self.trades = dice.choice([4, 10, 25])
        """About as much is said in free trade."""
        self.again = dice.choice([0.0, 0.9] if match.page.kind == "president" else [0.0, 0.5])
        """How often hands are dealt anew, so that there is more trading."""

    def aside(self) -> None:
        """What isn't the next move: wrong, or by the host."""
        while self.often(self.mischief):
            self.misbehave()
        if self.often(self.forgets):
            self.take_back()
        if self.often(0.02) and self.page.windows and self.in_time():
            self.extend()
        if self.often(0.01) and self.page.task != "start":
            self.apply(HOST, 'redeal why "a card was shown"')

    # ---- right

    def next(self) -> None:
        """Somebody who may says something the page allows, or is late."""
        page = self.page
        if page.windows and (self.often(self.lateness) or not self.in_time()):
            self._let_expire()
            return
        if self.often(0.7):
            later = self.now + self.dice.choice([1, 60, self.dice.randrange(2 * HOUR)])
            self.now = min([later, *page.deadlines()])
        if page.task == "shuffle":
            self.must("chance", self._shuffle())
        elif page.task == "start":
            self.must(HOST, "start")
        elif page.task == "play" and self._again():
            self.must(HOST, 'redeal why "a card was shown"')
        elif page.task == "play":
            self._play()
        elif page.task == "trading":
            self._haggle()
        else:
            self._trade_freely()

    def _again(self) -> bool:
        page = self.page
        traded = page.round > 1 if page.kind == "president" else page.option["free_trade"]
        return traded and not page.has_played and self.often(self.again)

    def _shuffle(self) -> str:
        cards = deck(self.page.option["jokers"])
        return f"shuffle {' '.join(self.dice.sample(cards, len(cards)))}"

    def _play(self) -> None:
        page, who = self.page, self.page.turn
        last = page.to_beat()
        if self.often(0.5):
            self.match.check_plays(who, [self._some_play(page.hands[who])], self.now)
        if last and self.often(self.passes):
            self.must(who, "pass")
            return
        plays = []
        for _ in range(8):
            text = self._some_play(page.hands[who])
            try:
                page.judged(who, text.partition(" ")[2])
            except Illegal:
                continue
            plays.append(text)
            if self.often(0.3):
                break
        if plays:
            self.must(who, max(plays, key=len) if self.often(0.7) else self.dice.choice(plays))
        elif last:
            self.must(who, "pass")
        else:
            self.must(who, f"play {page.must or self.dice.choice(page.hands[who])}")

    def _some_play(self, hand: list[str]) -> str:
        """Cards of a hand that may well be a play, perhaps of as many as the last."""
        page, dice = self.page, self.dice
        last = page.to_beat()
        count = len(last[1]) if last and self.often(0.9) else dice.choice([1, 2, 3, 4, 5, 5])
        jokers = [card for card in hand if card in JOKERS]
        joins = [joker for joker in jokers if self.often(0.5)]
        base = page.must if page.must and self.often(0.9) else dice.choice(hand)
        if count < 5:
            like = [card for card in hand if rank_of(card) == rank_of(base)]
            cards = self._pick(like, joins, count, base)
        else:
            cards = self._five(hand, joins, base)
        cards = dice.sample(cards, len(cards))
        stands = self._stands(cards)
        if len(set(cards) & set(JOKERS)) == 1 and self.often(0.1):
            cards = ["JOKER" if card in JOKERS else card for card in cards]
        return f"play {' '.join(cards)}{stands}"

    def _pick(self, like: list[str], joins: list[str], count: int, base: str) -> list[str]:
        """So many of these, that one and the jokers first."""
        rest = [card for card in like if card != base and card not in joins]
        mixed = self.dice.sample(rest, len(rest))
        return [base, *(card for card in [*joins, *mixed] if card != base)][:count]

    def _five(self, hand: list[str], joins: list[str], base: str) -> list[str]:
        """Five cards that belong together in some way."""
        dice = self.dice
        kind = dice.choice(["straight", "flush", "house", "house", "any"])
        if base in JOKERS or kind == "any":
            return dice.sample(hand, min(5, len(hand)))
        if kind == "flush":
            return self._pick([c for c in hand if suit_of(c) == suit_of(base)], joins, 5, base)
        if kind == "house":
            other = rank_of(dice.choice(hand))
            first = [card for card in hand if rank_of(card) == rank_of(base)]
            then = [card for card in hand if rank_of(card) == other and other != rank_of(base)]
            many = dice.choice([2, 3, 4])
            cards = [*self._pick(first, [], many, base), *joins]
            return [*cards, *(card for card in then if card not in cards)][:5]
        start = max(0, RANKS.index(rank_of(base)) - dice.randrange(5))
        cards = []
        for rank in RANKS[start : start + 5]:
            own = [card for card in hand if rank_of(card) == rank]
            cards += [base] if base in own else dice.sample(own, min(1, len(own)))
        return [*cards, *joins][:5]

    def _stands(self, cards: list[str]) -> str:
        """What jokers of the play may be said to stand for, often wrongly."""
        if not set(cards) & set(JOKERS) or self.often(0.5):
            return ""
        if len(cards) == 5 and self.often(0.1):
            return f" as {self.dice.choice(RANKS)}"
        near = [rank for card in cards for rank in self._near(card)] or RANKS
        suits = [suit_of(card) for card in cards if card not in JOKERS] or SUITS
        stands = []
        for card in cards:
            if card not in JOKERS:
                stands.append(card if self.often(0.99) else self.dice.choice(NATURAL))
            elif self.often(0.1):
                stands.append(self.dice.choice(JOKERS[: self.page.option["jokers"]]))
            else:
                suit = self.dice.choice(suits if self.often(0.5) else SUITS)
                stands.append(self.dice.choice(near) + suit)
        return f" as {' '.join(stands)}"

    @staticmethod
    def _near(card: str) -> list[str]:
        if card in JOKERS:
            return []
        place = RANKS.index(rank_of(card))
        return [RANKS[place], *RANKS[max(0, place - 1) : place + 2]]

    def _haggle(self) -> None:
        page, dice = self.page, self.dice
        one = dice.choice([one for one in page.haggles if one.stage != "done"])
        if not one.demanded and self.often(0.08):
            self.must(one.giver, "demand lowest")
        elif one.left and not one.waived and self.often(0.05):
            self.must(one.giver, "waive")
        elif one.stage == "words":
            self._answer_in_words()
        elif one.stage == "ask" and not one.asked and self.often(0.1):
            self.must(one.giver, "surrender")
        elif one.stage == "speak":
            self.must(one.giver, "surrender" if self.often(self.meek) else "hold")
        elif one.stage == "give":
            many = one.due[1] if one.due else 0
            self.must(one.giver, f"give {' '.join(dice.sample(one.owed(), many))}")
        elif one.stage == "return":
            self.must(
                one.taker, f"return {' '.join(dice.sample(page.hands[one.taker], one.count))}"
            )
        elif one.due and self.often(0.3):
            self.must(one.taker, "take")
        else:
            narrow = one.due and self.often(0.6)
            of = one.due[0] if one.due and narrow else ""
            some = [self._about(of) if of else self._question()]
            while self.often(0.25):
                some.append(self._question())
            self.apply(one.taker, f"ask {', '.join(dict.fromkeys(some))}")

    def _answer_in_words(self) -> None:
        """Of what may be revealed, often; else anything of that hand."""
        dice, one = self.dice, self.page.in_words[0]
        held = one.owed() if one.due and self.often(0.7) else one.own()
        most = one.left if self.often(0.8) else one.left + 1
        cards = dice.sample(held, min(len(held), dice.randrange(most + 1)))
        self.apply(HOST, f"yes {' '.join(cards)}" if cards else "no")

    def _about(self, of: str) -> str:
        """A question about that suit or rank."""
        dice = self.dice
        word = next((word for word, suit in WORDS.items() if suit == of), of)
        card = dice.choice([card for card in NATURAL if of in {rank_of(card), suit_of(card)}])
        ends = [f"highest {word}", f"2 lowest {word}", f"lowest {word}"] if word != of else []
        return dice.choice([card, f"any {word}", f"at least 2 {word}", *ends])

    def _question(self) -> str:
        """Something of the list, or nearly; allowed or not."""
        dice = self.dice
        of = dice.choice([*WORDS, *RANKS])
        number = dice.choice(["", "", "2 ", "2 ", "3 "])
        end = dice.choice(["highest", "lowest"])
        return dice.choice(
            [
                dice.choice(deck(self.page.option["jokers"])),
                dice.choice(NATURAL),
                f"{number}{end}",
                f"{number}{end} {dice.choice([*WORDS])}",
                "highest pair",
                f"any {of}",
                f"any {dice.choice([*WORDS])}",
                f"at least {number or '2 '}{of}",
                f"at least 2 {dice.choice([*WORDS])}",
                dice.choice(["any triples", "lowest pair", "highest K", "0 highest"]),
                dice.choice(['"both aces"', '"any pairs"', '"lowest"', '"a red ten"']),
            ]
        )

    def _trade_freely(self) -> None:
        page, dice = self.page, self.dice
        if self.often(1 / self.trades):
            self._end_free_trade()
            return
        market, who = page.market, dice.choice(page.names)
        assert market is not None
        if market.swaps and self.often(0.3):
            self._pass_on(dice.choice(market.swaps))
            return
        mine = [offer for offer in market.offers if offer[1] == who]
        own = [offer for offer in market.offers if offer[0] == who]
        if mine and self.often(0.6):
            self.apply(who, f"{dice.choice(['accept', 'accept', 'decline'])} {mine[0][0]}")
        elif own and self.often(0.1):
            self.must(who, f"withdraw {own[0][1]}")
        else:
            self.apply(who, self._offer(who))

    def _pass_on(self, swap: Offer) -> None:
        """A card that has changed hands goes on to a third."""
        page, dice = self.page, self.dice
        card = dice.choice([*swap[2], *swap[3]])
        who = next(name for name in page.names if card in page.hands[name])
        to = dice.choice([name for name in page.names if name != who])
        wants = dice.choice([*page.hands[to], "nothing"])
        if self.apply(who, f"offer {to} {card} for {wants}") and self.often(0.9):
            self.must(to, f"accept {who}")

    def _offer(self, who: str) -> str:
        page, dice = self.page, self.dice
        to = dice.choice([name for name in page.names if name != who])
        sides = []
        for hand in (page.hands[who], page.hands[to]):
            many = min(dice.choice([0, 1, 1, 1, 2]), len(hand))
            sides.append(" ".join(dice.sample(hand, many)) or "nothing")
        if sides == ["nothing", "nothing"]:
            sides[0] = dice.choice(page.hands[who] or NATURAL)
        return f"offer {to} {sides[0]} for {sides[1]}"

    def _end_free_trade(self) -> None:
        """At its deadline, or early when everybody has said something."""
        page = self.page
        if self.often(0.5):
            for name in page.names:
                assert page.market is not None
                if name not in page.market.spoke:
                    self.apply(name, self._offer(name))
            if page.market and self.often(0.7):
                for who, to, *_ in [*page.market.offers]:
                    self.apply(to, f"decline {who}")
                for name in page.names:
                    self.apply(name, "done")
            self.apply(HOST, "close early")
        else:
            self.now = max(self.now, *page.deadlines())
            self.must(HOST, "close")

    def _let_expire(self) -> None:
        """Too late for somebody; the host closes, perhaps for one only (ALL-2)."""
        if self.often(0.5) and self.in_time():
            self.apply(HOST, "close")  # too soon, unless the deadline is now
            if self.match.ended or not self.page.windows:
                return
        self.now = max(self.now, min(self.page.deadlines()))
        if self.often(0.4):
            self.now += self.dice.choice([1, HOUR])
            self._late_tries()
            if not self.page.windows:
                return
            self.now = max(self.now, min(self.page.deadlines()))
        one = self.dice.choice([*self.page.windows])
        by_name = self.often(0.3) and not self.page.market
        self.apply(HOST, f"close {one}" if by_name else "close")

    def _late_tries(self) -> None:
        """What might be right, but for some comes too late."""
        for _ in range(3):
            page = self.page
            who = self.dice.choice([*page.awaited()] or page.names)
            one = page.haggle_of(who)
            if one and self.often(0.3):
                who = self.dice.choice([one.taker, one.giver])
            if who in page.names:
                self.apply(who, self._likely(who))

    def _likely(self, who: str) -> str:
        """Something that may well be right but for its time."""
        page, dice = self.page, self.dice
        one = page.haggle_of(who)
        if page.market:
            return self._offer(who)
        if page.task == "play":
            return "pass" if page.to_beat() else f"play {page.must or page.hands[who][0]}"
        if not one:
            return "pass"
        if who == one.giver:
            some = dice.sample(one.owed(), min(len(one.owed()), one.due[1] if one.due else 0))
            owed = [f"give {' '.join(some)}"] if one.stage == "give" else ["surrender", "hold"]
            return dice.choice([*owed, "demand lowest"])
        back = f"return {' '.join(rising(page.hands[who])[: one.count])}"
        return back if one.stage == "return" else f"ask {self._question()}"

    # ---- wrong

    def misbehave(self) -> None:
        """Something said at the wrong time, by the wrong one, or wrong in itself; rarely right."""
        page, dice = self.page, self.dice
        who = dice.choice([HOST, "chance", *page.names[:3], *page.names[:3]])
        if page.awaited() and self.often(0.6):
            who = dice.choice([*page.awaited()])
        if page.haggles and self.often(0.4):
            one = dice.choice(page.haggles)
            who = dice.choice([one.taker, one.giver])
        at = self.now
        if page.windows and self.often(0.05):
            began = seconds(self.match.entries[0].received_at)
            at = max(began, self.now - dice.choice([1, 10, 1000]))
        if who == HOST:
            self.apply(HOST, self._wrong_of_host())
        elif who == "chance":
            self.apply("chance", self._wrong_of_chance())
        else:
            self.match.apply(who, self._wrong(who), at)

    def _wrong_of_host(self) -> str:
        last = len(self.match.entries)
        texts = [f"undo {last + 3}", "close", "close early", "start", "pass", "play 3D", "no"]
        texts += ["yes", "yes 3D", f"yes {self.dice.choice(NATURAL)}"]
        if not self.page.market:
            texts.append(f"close {self.dice.choice(self.page.names)}")
        return self.dice.choice(texts)

    def _wrong_of_chance(self) -> str:
        cards = self._shuffle().split()
        return self.dice.choice(
            [" ".join(cards[:-1]), " ".join([*cards[:-1], cards[1]]), "draw 5", " ".join(cards)]
        )

    def _wrong(self, who: str) -> str:
        """Some text that is seldom right."""
        dice, page = self.dice, self.page
        hand = page.hands[who] or NATURAL
        other = dice.choice(page.names)
        any_cards = [" ".join(dice.sample(NATURAL, dice.choice([1, 1, 2, 5]))) for _ in "ab"]
        own = " ".join(dice.sample(hand, min(len(hand), dice.choice([1, 1, 2, 3, 5]))))
        like = [card for card in hand if page.haggle_of(who) and rank_of(card) == rank_of(hand[0])]
        kinds = [
            *(f"play {any_cards[0]}", f"play {own}", f"play {own}", f"play {hand[0]} {hand[0]}"),
            self._some_play(hand),
            self._some_play(dice.choice([*page.hands.values()]) or hand),
            *(
                "pass",
                "pass",
                "surrender",
                "hold",
                "waive",
                "take",
                "demand lowest",
                "hello there",
                "play",
            ),
            *(f"give {own}", f"give {' '.join(like) or own}", f"give {any_cards[0]}"),
            *(f"return {own}", f"return {any_cards[0]}"),
            *(f"ask {self._question()}", f"ask {self._question()}"),
            *(f"offer {other} {own} for {any_cards[0]}", f"accept {other}", f"decline {other}"),
            *(f"offer {other} {any_cards[0]} for {any_cards[1]}", f"withdraw {other}"),
        ]
        return dice.choice(kinds)
