"""What is said in a random game that the program and `reference` hear: mostly what is right."""

from __future__ import annotations

import random

import second_opinion
from second_opinion import seconds

from gmtool.engine.text import CHANCE, HOST

from .reference import HOUR, Reference
from .reference_cards import ONE_DECK, RANKS, height, made, rank_of
from .reference_match import Match


class Talk(second_opinion.Talk[Reference]):
    most_entries = 160

    def __init__(self, dice: random.Random, match: Match) -> None:
        super().__init__(dice, match)
        self.lateness = dice.choice([0.0, 0.02, 0.05, 0.3])
        self.mischief = dice.choice([0.05, 0.15, 0.3])
        self.forgets = dice.choice([0.0, 0.0, 0.03])
        self.bluffs = dice.choice([0.0, 0.1, 0.3, 0.8])
        self.doubts = dice.choice([0.05, 0.3, 0.7])
        self.takes = dice.choice([0.1, 0.3, 0.6])
        self.ties = dice.choice([0.0, 0.5, 0.9])
        """How often the draw for dealer is stacked so that it ends in ties."""
        self.fair = dice.choice([0.2, 0.6, 1.0])
        """How often a deal isn't stacked."""

    @property
    def began(self) -> int:
        """Nothing is dated before the first entry (ALL-1)."""
        return seconds(self.match.entries[0].received_at)

    def aside(self) -> None:
        """What isn't the next move: wrong, or unasked, or by the host."""
        while self.often(self.mischief):
            self.misbehave()
        if self.often(self.forgets):
            self.take_back()
        if self.page.windows and self.often(0.02):
            self.extend()
        if not self.match.ended and self.often(0.02):
            self._adjust()
        if self.often(0.01):
            self.must(HOST, 'note "x"')
        for name in [*self.page.may_reveal] if self.often(0.1) else []:
            self.must(name, "reveal")
        if not self.match.ended and self.often(0.001):
            self.must(HOST, 'end why "no more time"')

    def _adjust(self) -> None:
        """A correction, often of everybody to nearly the limit or beyond it."""
        page, dice = self.page, self.dice
        if self.often(0.3):
            score = max(0, page.option["limit"] - dice.choice([0, 1, 20, 60]))
            for name in page.names:
                self.apply(HOST, f'adjust {name} points ={score} why "a wager"')
            return
        amount = dice.choice(["+20", "-5", "=0", "+1", "+0", f"={page.option['limit']}"])
        self.apply(HOST, f'adjust {dice.choice(page.names)} points {amount} why "a fine"')

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
        if page.task == "draw":
            self.must(CHANCE, self._shuffle_for_dealer())
        elif page.task == "deal":
            self.must(CHANCE, self._shuffle_to_deal())
        elif page.task == "start":
            self.must(HOST, "start")
        else:
            (who,) = page.windows
            self.must(who, self._move(who))

    def _move(self, who: str) -> str:
        """Something legal."""
        page = self.page
        verbs = page.verbs(who) - {"reveal"}
        if page.task == "end":
            true = made(page.hands[who], page.option["run_length"])
            return "notice" if self.often(0.9 if true else self.bluffs) else "done"
        if "challenge" in verbs and (self.often(self.doubts) or verbs == {"challenge"}):
            return "challenge"
        verbs -= {"challenge"}
        if verbs == {"discard", "take"}:
            verbs -= {"discard" if self.often(self.takes) else "take"}
        if page.task == "hand" and page.shown in page.hands[who] and self.often(0.5):
            return f"hand {page.shown}"
        return self.dice.choice([move for move in page.legal(who) if move.split(" ")[0] in verbs])

    def _shuffle(self) -> list[str]:
        return self.dice.sample(self.page.deck, len(self.page.deck))

    def _shuffle_for_dealer(self) -> str:
        """Often everybody draws the same rank, time after time, so that all are tied to the end."""
        page, cards = self.page, self._shuffle()
        if page.tied or not self.often(self.ties):
            return f"shuffle {' '.join(cards)}"
        together, rest, many = [], [], len(page.left())
        for rank in self.dice.sample(RANKS, len(RANKS)):
            like = [card for card in cards if rank_of(card) == rank]
            tied = len(like) // many * many
            together += like[:tied]
            rest += like[tied:]
        return f"shuffle {' '.join(together + rest)}"

    def _shuffle_to_deal(self) -> str:
        cards = self._shuffle()
        if not self.often(self.fair):
            cards.sort(key=lambda card: (height(card) % 2, self.dice.random() < 0.3))
        return f"shuffle {' '.join(cards)}"

    # ---- late

    def _let_expire(self) -> None:
        """Too late for somebody; the host closes, perhaps by name (ALL-2)."""
        if self.often(0.5) and self.in_time():
            self.apply(HOST, "close")  # too soon, unless the deadline is now
            if not self.page.windows:
                return
        self.now = max(self.now, *self.page.deadlines())
        (who,) = self.page.windows
        if self.often(0.4):
            self.now += self.dice.choice([1, HOUR])
            self.apply(who, self._move(who))
        self.must(HOST, f"close {who}" if self.often(0.3) else "close")

    # ---- wrong

    def misbehave(self) -> None:
        """Something said at the wrong time, by the wrong one, or wrong in itself; rarely right."""
        page, dice = self.page, self.dice
        who = dice.choice([HOST, CHANCE, *page.names[:3], *page.names[:3]])
        if page.awaited() and self.often(0.6):
            who = dice.choice([*page.awaited()])
        if who == HOST:
            self.apply(HOST, self._wrong_of_host())
        elif who == CHANCE:
            self.apply(CHANCE, self._wrong_of_chance())
        else:
            text = self._wrong(who)
            at = self.now
            if page.windows and self.often(0.05) and text != "reveal":
                at = max(self.began, self.now - dice.choice([1, 10, 1000]))
            self.match.apply(who, text, at)

    def _wrong_of_host(self) -> str:
        name = self.dice.choice(self.page.names)
        return self.dice.choice(
            [
                *(f"undo {len(self.match.entries) + 3}", "redo 1000", "close", "close early"),
                *(f"close {name}", "start", "pass", "done", 'redeal why "a card was shown"'),
                *(f'inactive {name} why "silent"', f'adjust {name} coins +2 why "x"'),
                f'adjust {name} points -100000 why "x"',
            ]
        )

    def _wrong_of_chance(self) -> str:
        cards = self._shuffle()
        return self.dice.choice(
            [
                f"shuffle {' '.join(cards[:-1])}",
                f"shuffle {' '.join([*cards[:-1], cards[1]])}",
                f"shuffle {' '.join(['KS', *cards[1:]])}",
                "draw 5",
                f"shuffle {' '.join(cards)}" if self.often(0.1) else "done",
            ]
        )

    def _wrong(self, who: str) -> str:
        """Some text that is seldom right."""
        page, dice = self.page, self.dice
        cards = [*page.hands[who], *page.drawn, page.shown or "AC", dice.choice(ONE_DECK)]
        if self.often(0.02):
            cards = ["KS", "LJ"]
        card = dice.choice(cards)
        name = dice.choice([*page.names, page.on_notice or who, *page.safe, *page.eliminated])
        kinds = [
            *(f"discard {card}", f"keep {card}", f"take {name} giving {card}"),
            *(f"take {name} giving {card}", f"hand {card}", f"top {card}", "notice", "done"),
            *("challenge", "pass", "reveal", "hello there", "discard"),
        ]
        likely = [kind for kind in kinds if kind.split(" ")[0] in page.verbs(who)]
        return dice.choice(likely if likely and self.often(0.5) else kinds)
