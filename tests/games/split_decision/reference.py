"""Split Decision at a kitchen table: a second opinion on the program.

Written from the rules page alone; it shares nothing with the program. Lists, dictionaries and
numbers that change in place; `say` takes what anybody says in its canonical text or raises
`Illegal`, `public` tells what everybody knows, `deadlines` when windows end. At a `close` whoever
is awaited is overdue.

Where the page is open it does what the program does, and only here is that written down:
- A set is needed once the actual code is drawn, not before (SD-9).
- After a tie chance draws again if it drew the last code, else the host does; where only the turn
  of the next is tied the code stays (SD-7, SD-8).
- Who has codes left when a set is needed that another one has none for sends as many as that one,
  and they come after its own (SD-9).
- A free look comes from the sixth question of the round on (SD-21).
- The deck is shuffled anew when a card is needed, also one to be kept or passed unseen, from what
  is in nobody's hand; a player who is out keeps its hand until the round ends, a free Ace is none
  of the 54 (SD-4).
- Who isn't in the round has no chips and no hand (SD-13, SD-18).
- The head start knows no push: an Ace beside a free Ace takes the other end or is refused (SD-14).
- Money has been reached by the entry that changed it last, none at the start (SD-14).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from rules_page import SILENT, Illegal, deadline, expect

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
FULL = [rank + suit for suit in "CDHS" for rank in RANKS] + ["JOKER", "JOKER"]
BOARD = ["A", "A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "DEVIL"]
PODIUMS = ["red", "gold", "blue"]
SUITS = ["clubs", "diamonds", "hearts", "spades"]
ANSWER = {1: 100, 2: 50, 3: 100}
CARD = {1: 250, 2: 125, 3: 500}
WINNER = {1: 1000, 2: 500, 3: 1000}
SPEAKS_OF = {
    "high": ["SD-14", "SD-15", "SD-16", "SD-17"],
    "low": ["SD-14", "SD-15", "SD-16", "SD-17"],
    "push": ["SD-14", "SD-16"],
    "chip": ["SD-16", "SD-18", "SD-19", "SD-20"],
    "refuse": ["SD-16", "SD-18", "SD-21"],
}
"""The clauses that say when a seen card can't be used so."""


def number(rank: str, end: str) -> int:
    """A rank at an end: the Ace is 14 high and 1 low (SD-2)."""
    if rank == "A":
        return 14 if end == "high" else 1
    return RANKS.index(rank) + 2


def rank_of(card: str) -> str:
    """The rank of a card that is no Joker."""
    return card[:-1]


class Reference:
    """The table. `task` is what is waited for; the methods called `do_…` hear it."""

    def __init__(self, names: list[str], **options: Any) -> None:
        self.names = list(names)
        self.option: dict[str, Any] = {
            "champion": True,
            "buzzcodes": 30,
            "buzz_max": 100,
            "redraw_on_tie": False,
            "answer_hours": 48,
            "decision_hours": 48,
        }
        self.option |= options
        self.option.setdefault("titles", 1 if self.option["champion"] else 0)
        self.entries = 0
        self.opened = 0
        self.task = "shuffle"
        self.then: Callable[[], None] = self.shuffled_for_the_episode
        self.deck: list[str] = []
        self.undealt = True
        # of each player
        self.money = dict.fromkeys(names, 0)
        self.reached = dict.fromkeys(names, 0)
        self.chips = dict.fromkeys(names, 0)
        self.hand: dict[str, dict[str, tuple[str, str]]] = {name: {} for name in names}
        self.out: list[str] = []
        self.gift = ""
        # of the round
        self.round = 0
        self.order: list[str] = []
        self.questions = 0
        self.completed = 0
        self.questions_of: dict[int, int] = {}
        self.won: dict[int, str] = {}
        # of the question
        self.codes: dict[str, dict[int, int]] = {name: {} for name in names}
        self.requests = 0
        self.used = 0
        self.actual = 0
        self.drawn_by = ""
        self.asked: list[str] = []
        self.buzzed: list[dict[str, Any]] = []
        self.distance: dict[str, int] = {}
        # who speaks, and on which card
        self.who = ""
        self.card = ""
        self.queue: list[str] = []
        self.overdue: list[str] = []
        self.tries = 0
        self.legal: list[str] = []
        # the bonus
        self.bonus = False
        self.times = 1
        self.bankroll = 0
        self.hand_number = 0
        self.helped = False
        self.board: list[str] = []
        self.places: list[int] = []
        self.picked: list[str] = []
        self.range: tuple[str, str] = ("", "")
        self.wager = 0
        self.suits: dict[str, str] = {}
        self.uncovered: dict[str, str] = {}

    # ---- what everybody knows

    def public(self) -> dict[str, Any]:
        """The facts of the page's last paragraph, and who is awaited with which moves.

        Moves that are too many to list are left out.
        """
        players = []
        for place, name in enumerate(self.names):
            facts: dict[str, Any] = {
                "name": name,
                "podium": PODIUMS[place],
                "money": self.money[name],
                "chips": self.chips[name],
                "low": self.hand[name].get("low", (None, ""))[0],
                "high": self.hand[name].get("high", (None, ""))[0],
                "out": name in self.out,
                "gift": name == self.gift,
            }
            if self.task == "over" and name == self.won[3]:
                facts["bankroll"] = self.bankroll
                facts["total"] = self.money[name] + self.bankroll
                facts["titles"] = self.days_before(name) + 1
            players.append(facts)
        left = FULL if self.undealt else sorted(self.deck, key=FULL.index)
        table = {"round": self.round, "question": self.questions, "cards_remaining": list(left)}
        return {
            "players": players,
            "public": table | {"sets_used": self.used},
            "bonus": self.bonus_boards(),
            "awaited": self.awaited(),
        }

    def unused(self, name: str) -> list[int]:
        """The codes of a player for sets to come, in their order (SD-6, SD-9)."""
        return [code for place, code in sorted(self.codes[name].items()) if place >= self.used]

    def bonus_boards(self) -> dict[str, Any]:
        """How the bonus stands, its boards as far as uncovered."""
        if not self.bonus:
            return {}
        facts: dict[str, Any] = {"hand": self.hand_number, "bankroll": self.bankroll}
        if self.task in {"pick", "range", "wager", "suits", "suit"}:
            facts["board"] = [
                card if place in self.places else None for place, card in enumerate(self.board, 1)
            ]
        facts["suits"] = {} if self.suits_are_finished() else dict(self.uncovered)
        return facts

    def suits_are_finished(self) -> bool:
        """SD-33: the next loss needs a new suit board."""
        seen = list(self.uncovered.values())
        return "2ND" in seen or seen.count("NO") == 2

    def awaited(self) -> list[tuple[str, list[str]]]:
        """Who is waited for, with its legal moves where they can be listed."""
        if self.task == "over":
            return []
        if self.task in {"shuffle", "chance draw", "board", "suits"}:
            return [("chance", [])]
        if self.task in {"start", "question", "draw", "verdict"}:
            return [("host", ["right", "wrong"] if self.task == "verdict" else [])]
        if self.task == "codes":
            chance = ["chance"] if self.overdue else []
            return [(who, []) for who in chance + self.queue]
        return [(self.who, sorted(self.legal))]

    # ---- saying something

    def say(self, who: str, text: str, at: int) -> None:
        """Hear it; raises Illegal and changes nothing where the page refuses it."""
        if self.task == "over":
            raise Illegal(SILENT)
        before = (self.task, self.requests)
        self.entries += 1
        try:
            self.apply(who, text)
        except Illegal:
            self.entries -= 1
            raise
        if self.task != "codes" or before != ("codes", self.requests):
            self.opened = at

    def deadlines(self) -> list[int]:
        """Hours from what put somebody to it (SD-5, SD-11, SD-36)."""
        which = "answer_hours" if self.task == "answer" else "decision_hours"
        waits = any(who in self.names for who, _ in self.awaited())
        return [deadline(self.opened, int(self.option[which]))] if waits else []

    def apply(self, who: str, text: str) -> None:
        """Pass it on to whatever waits for it."""
        verb, _, rest = text.partition(" ")
        if who == "host" and verb == "close":
            self.close([name for name in rest.split(", ") if name])
            return
        asked = {name for name, _ in self.awaited()}
        if self.task == "codes" and verb == "codes" and who in self.names and who not in asked:
            raise Illegal("SD-5", "SD-9", SILENT)
        if who not in asked:
            raise Illegal(SILENT)
        getattr(self, "do_" + self.task.replace(" ", "_"))(who, verb, rest)

    # ---- SD-3, SD-4: the deck

    def do_shuffle(self, _who: str, verb: str, rest: str) -> None:
        expect(verb == "shuffle", SILENT)
        held = [card for hand in self.hand.values() for card, _ in hand.values() if card != "A"]
        if self.bonus:
            held = []
        expected = list(FULL)
        for card in held:
            expected.remove(card)
        expect(sorted(rest.split()) == sorted(expected), "ALL-3", "SD-3", "SD-4", "SD-27")
        self.deck = rest.split()
        self.undealt = False
        then, self.then = self.then, self.nothing
        then()

    def nothing(self) -> None:
        """Nothing waits for a shuffle."""

    def shuffled_for_the_episode(self) -> None:
        self.task = "start"

    def with_a_deck(self, then: Callable[[], None]) -> None:
        """Go on once there is a card to deal, shuffling where none is left (SD-4)."""
        if self.deck:
            then()
        else:
            self.task, self.then = "shuffle", then

    def top(self, then: Callable[[str], None]) -> None:
        """Take the next card and go on with it."""
        self.with_a_deck(lambda: then(self.deck.pop(0)))

    def do_start(self, _who: str, verb: str, rest: str) -> None:
        expect(verb == "start" and not rest, SILENT)
        self.ask_for_codes(self.names)

    def do_cut(self, _who: str, verb: str, rest: str) -> None:
        expect(verb == "cut", SILENT)
        expect(rest in [str(n) for n in range(1, 54)], "SD-3")
        self.deck = self.deck[int(rest) :] + self.deck[: int(rest)]
        self.begin_round(1)

    # ---- SD-5, SD-9: buzzcodes

    def ask_for_codes(self, players: list[str]) -> None:
        self.queue = [name for name in self.names if name in players]
        self.task = "codes"
        self.requests += 1

    def do_codes(self, who: str, verb: str, rest: str) -> None:
        """A player's, or of those who sent none in time by chance in seat order (ALL-3)."""
        expect(verb == "codes", SILENT)
        numbers = self.read_codes(rest)
        expect(numbers is not None, "SD-5", "SD-9", "ALL-3" if who == "chance" else "SD-5")
        if who == "chance":
            who = self.overdue.pop(0)
        else:
            self.queue.remove(who)
        self.add_codes(who, numbers or [])

    def read_codes(self, text: str) -> list[int] | None:
        allowed = [str(n) for n in range(1, self.option["buzz_max"] + 1)]
        words = text.split()
        if len(words) != self.option["buzzcodes"] or not set(words) <= set(allowed):
            return None
        return [int(word) for word in words]

    def add_codes(self, who: str, numbers: list[int]) -> None:
        """SD-9: appended; a list that ends before the next unused set goes on there."""
        own = self.codes[who]
        first = max([self.used, *(place + 1 for place in own)])
        own |= {first + n: code for n, code in enumerate(numbers)}
        if self.queue or self.overdue:
            return
        if self.round:
            self.next_in_question()
        else:
            self.task, self.who = "cut", self.names[0]
            self.legal = [f"cut {n}" for n in range(1, 54)]

    # ---- SD-13, SD-14, SD-23: a round begins

    def begin_round(self, which: int) -> None:
        self.round, self.questions, self.completed = which, 0, 0
        self.out = []
        if which == 1:
            self.order = list(self.names)
        elif which == 2:
            losers = [name for name in self.names if name != self.won[1]]
            self.order = sorted(losers, key=lambda n: (-self.money[n], self.reached[n]))
        else:
            self.order = [self.won[1], self.won[2]]
        for name in self.names:
            self.chips[name], self.hand[name] = 2 if name in self.order else 0, {}
        if which == 2 and self.questions_of[1] > 8:
            self.queue = list(self.order)
            self.next_free_ace()
        else:
            self.begin_head_start()

    def next_free_ace(self) -> None:
        if not self.queue:
            self.begin_head_start()
            return
        self.task, self.who, self.legal = "free ace", self.queue[0], ["high", "low"]

    def do_free_ace(self, who: str, verb: str, rest: str) -> None:
        expect(not rest and verb in self.legal, SILENT)
        self.put(who, verb, "A", "A")
        self.queue.pop(0)
        self.next_free_ace()

    def begin_head_start(self) -> None:
        self.queue, self.tries = list(self.order), 0
        self.next_head_start()

    def next_head_start(self) -> None:
        if self.tries == 2:
            self.queue.pop(0)
            self.tries = 0
        if not self.queue:
            self.task = "question"
            return
        self.top(self.show_head_start)

    def show_head_start(self, card: str) -> None:
        self.task, self.who, self.card = "head start", self.queue[0], card
        self.legal = [*self.placings(self.who, card), "refuse"]

    def do_head_start(self, who: str, verb: str, rest: str) -> None:
        self.check_card_move(verb, rest, {"high", "low", "refuse"})
        self.tries += 1
        if verb != "refuse":
            self.place(who, verb, rest)
            self.tries = 2
        self.next_head_start()

    # ---- SD-7, SD-8, SD-11: a question

    def do_question(self, _who: str, verb: str, rest: str) -> None:
        expect(verb == "question", SILENT)
        text = r'"(?:[^"\\]|\\.)+"'
        expect(re.fullmatch(f"{text} answer {text}", rest) is not None, SILENT)
        self.questions += 1
        self.asked, self.distance, self.actual, self.drawn_by = [], {}, 0, "host"
        self.next_in_question()

    def next_in_question(self) -> None:
        """Whoever is to be asked now, or what is needed to know it."""
        left = [name for name in self.order if name not in self.out and name not in self.asked]
        if not left:
            self.completed += 1
            self.task = "question"
            return
        if len(left) == 1:
            self.ask(left[0], {})
            return
        if len(self.distance) < len(left):
            self.need_a_set()
            return
        nearest = min(self.distance[name] for name in left)
        best = [name for name in left if self.distance[name] == nearest]
        if len(best) == 1:
            code = self.codes[best[0]][self.used - 1]
            self.ask(best[0], {"set_number": self.used, "code": code, "distance": nearest})
            return
        self.distance = {}
        if self.option["redraw_on_tie"] and not self.asked:
            self.actual = 0
        self.need_a_set()

    def need_a_set(self) -> None:
        """SD-6: the next set, with new codes and the actual code where they are missing."""
        if not self.actual:
            self.task = "chance draw" if self.drawn_by == "chance" else "draw"
            return
        may_be_asked = [name for name in self.order if name not in self.out]
        if any(self.used not in self.codes[name] for name in may_be_asked):
            self.ask_for_codes(may_be_asked)
            return
        for name in self.order:
            if name not in self.out and name not in self.asked:
                self.distance[name] = abs(self.codes[name][self.used] - self.actual)
        self.used += 1
        self.next_in_question()

    def do_draw(self, _who: str, verb: str, rest: str) -> None:
        expect(verb == "draw", SILENT)
        if not rest:
            self.task = "chance draw"
            return
        self.draw("host", rest)

    def do_chance_draw(self, _who: str, verb: str, rest: str) -> None:
        expect(verb == "draw", SILENT)
        self.draw("chance", rest)

    def draw(self, who: str, text: str) -> None:
        allowed = [str(n) for n in range(1, self.option["buzz_max"] + 1)]
        expect(text in allowed, "SD-7", "ALL-3")
        self.actual, self.drawn_by = int(text), who
        self.need_a_set()

    def ask(self, who: str, how: dict[str, int]) -> None:
        """SD-11; `how` are the set, the code and its distance, nothing where no set decided."""
        self.buzzed.append({"who": who, "number": self.questions} | how)
        self.asked.append(who)
        self.distance.pop(who, None)
        self.task, self.who, self.legal = "answer", who, []

    def do_answer(self, _who: str, verb: str, rest: str) -> None:
        expect(verb == "answer" and rest != "", SILENT)
        self.task = "verdict"

    def do_verdict(self, _who: str, verb: str, rest: str) -> None:
        expect(verb in {"right", "wrong"} and not rest, SILENT)
        if verb == "wrong":
            self.next_in_question()
            return
        self.pay(self.who, ANSWER[self.round])
        self.completed += 1
        if self.completed > 5:
            self.top(self.free_look)
        else:
            self.control()

    # ---- SD-15 to SD-21: a card

    def judge(self, who: str, card: str) -> str:
        """What a card is to a hand: win, push, choice (SD-16), ends or none (it can't be used)."""
        hand = self.hand[who]
        placed = {rank for _, rank in hand.values()}
        if len(hand) == 2:
            if card == "JOKER":
                return "win"
            if rank_of(card) in placed:
                return "push"
            low, high = number(hand["low"][1], "low"), number(hand["high"][1], "high")
            if rank_of(card) == "A":
                return "none"
            return "win" if low < number(rank_of(card), "low") < high else "none"
        if card != "JOKER" and rank_of(card) in placed:
            return "choice" if rank_of(card) == "A" else "push"
        return "ends" if self.placings(who, card) else "none"

    def placings(self, who: str, card: str) -> list[str]:
        """The moves that place it, whether or not it would also be a push."""
        hand = self.hand[who]
        if not hand:
            return ["high", "low"]
        if len(hand) == 2:
            return []
        end = "low" if "high" in hand else "high"
        ranks = RANKS if card == "JOKER" else [rank_of(card)]
        fitting = []
        for rank in ranks:
            at = {end: rank} | {other: placed for other, (_, placed) in hand.items()}
            if number(at["low"], "low") < number(at["high"], "high"):
                fitting.append(rank)
        if card != "JOKER":
            return [end] * len(fitting)
        return [end if rank == "A" else f"{end} as {rank}" for rank in fitting]

    def check_card_move(self, verb: str, rest: str, verbs: set[str]) -> None:
        """Refuse what isn't among the legal moves, by the clause that speaks of it."""
        if rest == "as A" and self.card == "JOKER":
            rest = ""
        if f"{verb} {rest}".strip() in self.legal:
            return
        expect(verb in verbs, SILENT)
        raise Illegal(*SPEAKS_OF[verb])

    def place(self, who: str, end: str, rest: str) -> None:
        """Put the card that is seen at that end; a Joker as the rank said, or an Ace."""
        rank = "A" if self.card == "JOKER" else rank_of(self.card)
        if rest:
            rank = rest.removeprefix("as ")
        self.put(who, end, self.card, rank)

    def put(self, who: str, end: str, card: str, rank: str) -> None:
        """SD-24: each of the first two cards placed is paid."""
        self.hand[who][end] = (card, rank)
        self.pay(who, CARD[self.round])

    def pay(self, who: str, dollars: int) -> None:
        self.money[who] += dollars
        self.reached[who] = self.entries

    def free_look(self, card: str) -> None:
        """SD-21."""
        who, self.card = self.who, card
        found = self.judge(who, card)
        if found in {"win", "push"}:
            self.finish(who, found)
        elif found == "none":
            self.control()
        else:
            also = "push" if found == "choice" else "refuse"
            self.task, self.legal = "free look", [*self.placings(who, card), also]

    def do_free_look(self, who: str, verb: str, rest: str) -> None:
        self.check_card_move(verb, rest, {"high", "low", "refuse", "push"})
        if verb == "refuse":
            self.control()
        else:
            self.use(who, verb, rest)

    def control(self) -> None:
        """SD-18 with a chip, SD-19 without."""
        if self.chips[self.who]:
            self.top(self.face)
        else:
            self.with_a_deck(self.no_peek)

    def no_peek(self) -> None:
        others = [name for name in self.order if name != self.who and name not in self.out]
        self.task, self.legal = "blind", ["keep", *(f"pass {name}" for name in others)]

    def do_blind(self, who: str, verb: str, rest: str) -> None:
        expect(verb in {"keep", "pass"}, SILENT)
        if verb == "pass":
            others = [text.removeprefix("pass ") for text in self.legal if text != "keep"]
            if rest in PODIUMS:
                rest = self.names[PODIUMS.index(rest)]
            if not rest and len(others) == 1:
                rest = others[0]
            expect(rest in others, "SD-19", SILENT)
            self.who = rest
        else:
            expect(not rest, SILENT)
            self.who = who
        self.top(self.face)

    def face(self, card: str) -> None:
        """A card that `who` must deal with: its own with a chip, kept, or passed to it."""
        who, self.card = self.who, card
        found = self.judge(who, card)
        ways = self.placings(who, card)
        if found in {"win", "push"}:
            self.finish(who, found)
        elif found == "choice":
            self.task, self.legal = "card", [*ways, "push"]
        elif self.chips[who]:
            self.task, self.legal = "card", [*ways, "chip"]
            if not ways:
                self.use(who, "chip", "")
        elif not ways:
            self.out.append(who)
            self.next_card_is_over()
        else:
            self.task, self.legal = "card", ways
            if len(ways) == 1:
                verb, _, rest = ways[0].partition(" ")
                self.use(who, verb, rest)

    def do_card(self, who: str, verb: str, rest: str) -> None:
        self.check_card_move(verb, rest, {"high", "low", "push", "chip"})
        self.use(who, verb, rest)

    def use(self, who: str, verb: str, rest: str) -> None:
        if verb == "push":
            self.finish(who, "push")
            return
        if verb == "chip":
            self.chips[who] -= 1
        else:
            self.place(who, verb, rest)
        self.next_card_is_over()

    def finish(self, who: str, found: str) -> None:
        if found == "win":
            self.win_round(who)
            return
        self.pay(who, ANSWER[self.round])
        self.next_card_is_over()

    def next_card_is_over(self) -> None:
        """SD-22: one left wins; else the host's next question."""
        left = [name for name in self.order if name not in self.out]
        if len(left) == 1:
            self.win_round(left[0])
        else:
            self.task = "question"

    def win_round(self, who: str) -> None:
        self.pay(who, WINNER[self.round])
        self.won[self.round] = who
        self.questions_of[self.round] = self.questions
        if self.round == 2:
            loser = next(name for name in self.order if name != who)
            if not (self.option["champion"] and loser == self.names[0]):
                self.gift = loser
        if self.round < 3:
            self.begin_round(self.round + 1)
        else:
            self.begin_bonus()

    # ---- SD-27 to SD-34: the bonus

    def days_before(self, who: str) -> int:
        """The titles that the winner came with."""
        return int(self.option["titles"]) if who == self.names[0] else 0

    def begin_bonus(self) -> None:
        self.bonus, self.undealt = True, True
        self.who = self.won[3]
        self.times = {4: 2, 5: 5}.get(self.days_before(self.who) + 1, 1)
        self.bankroll = 1500 * self.times
        self.hand_number = 1
        self.task, self.then = "shuffle", self.ask_for_board

    def ask_for_board(self) -> None:
        self.task = "board"

    def do_board(self, _who: str, verb: str, rest: str) -> None:
        expect(verb == "board", SILENT)
        expect(sorted(rest.split()) == sorted(BOARD), "ALL-3", "SD-30")
        self.board, self.places = rest.split(), []
        self.task, self.legal = "pick", []

    def do_pick(self, _who: str, verb: str, rest: str) -> None:
        expect(verb == "pick", SILENT)
        numbers = rest.split()
        expect(len(numbers) == 4 == len(set(numbers)), "SD-30")
        expect(set(numbers) <= {str(n) for n in range(1, 16)}, "SD-30")
        self.places = [int(n) for n in numbers]
        self.picked = [self.board[place - 1] for place in self.places]
        self.task = "range"
        self.legal = [f"range {high} {low}" for high, low in self.ranges()]

    def ranges(self) -> Iterator[tuple[str, str]]:
        """Every high and low that the four cards allow."""
        cards = [card for card in self.picked if card != "DEVIL"]
        found = set()
        for i, high in enumerate(cards):
            for j, low in enumerate(cards):
                if i != j and number(high, "high") > number(low, "low"):
                    found.add((high, low))
        yield from sorted(found)

    def do_range(self, _who: str, verb: str, rest: str) -> None:
        expect(verb == "range", SILENT)
        expect(f"range {rest}" in self.legal, "SD-30")
        high, low = rest.split()
        self.range = high, low
        self.task, self.legal = "wager", [f"wager {n}" for n in self.wagers()]

    def wagers(self) -> list[int]:
        """SD-28."""
        step, least = 50 * self.times, 250 * self.times
        if self.hand_number == 5:
            step = 25 * self.times
            least = -(-self.bankroll // (2 * step)) * step
        return [n for n in range(step, self.bankroll + 1, step) if n >= least]

    def do_wager(self, _who: str, verb: str, rest: str) -> None:
        expect(verb == "wager", SILENT)
        expect(f"wager {rest}" in self.legal, "SD-28", "SD-27")
        self.wager = int(rest)
        if self.deal_bonus_card() == "lost":
            self.second_chance()

    def deal_bonus_card(self) -> str:
        """SD-31: won, push or lost; what is won or pushed ends the hand."""
        card = self.deck.pop(0)
        high, low = self.range
        if card == "JOKER":
            result = "won"
        elif rank_of(card) in self.range:
            result = "lost" if "DEVIL" in self.picked else "push"
        elif rank_of(card) == "A":
            result = "lost"
        else:
            between = number(low, "low") < number(rank_of(card), "low") < number(high, "high")
            result = "won" if between else "lost"
        if result != "lost":
            self.end_hand(self.wager if result == "won" else 0)
        return result

    def second_chance(self) -> None:
        """SD-32, SD-33."""
        if not self.suits or self.suits_are_finished():
            self.task = "suits"
        else:
            self.ask_suit()

    def do_suits(self, _who: str, verb: str, rest: str) -> None:
        expect(verb == "suits", SILENT)
        expect(sorted(rest.split()) == ["2ND", "AGAIN", "NO", "NO"], "ALL-3", "SD-32")
        self.suits = dict(zip(SUITS, rest.split(), strict=True))
        self.uncovered = {}
        self.ask_suit()

    def ask_suit(self) -> None:
        self.task = "suit"
        self.legal = [f"suit {suit}" for suit in SUITS if suit not in self.uncovered]

    def do_suit(self, _who: str, verb: str, rest: str) -> None:
        expect(verb == "suit" and rest in SUITS, SILENT)
        expect(rest not in self.uncovered, "SD-32", "SD-33")
        found = self.uncovered[rest] = self.suits[rest]
        if found == "AGAIN":
            self.ask_suit()
        elif found == "NO" or self.deal_bonus_card() == "lost":
            self.end_hand(-self.wager)

    def end_hand(self, gain: int) -> None:
        """SD-28, SD-29."""
        self.bankroll += gain
        if self.hand_number == 5:
            self.task = "over"
            return
        self.hand_number += 1
        if self.hand_number <= 4 and self.bankroll < 250 * self.times:
            if self.helped:
                self.hand_number = 5
            else:
                self.helped = True
                self.bankroll += 500 * self.times
        if self.hand_number == 5:
            self.bankroll += 1000 * self.times
        self.task = "board"

    # ---- at expiry

    def close(self, names: list[str]) -> None:
        """The page's default for everybody who is awaited, or for those named (ALL-2)."""
        awaited = self.awaited()
        late = [name for name, _ in awaited if name in self.names]
        expect(late != [] and set(names) <= set(late), "ALL-2")
        if self.task == "codes":
            late = [name for name in late if name in (names or late)]
            self.overdue = [name for name in self.names if name in [*self.overdue, *late]]
            self.queue = [name for name in self.queue if name not in late]
            return
        if self.task == "answer":
            self.next_in_question()
            return
        who, legal = awaited[0]
        verb, _, rest = self.default(legal).partition(" ")
        getattr(self, "do_" + self.task.replace(" ", "_"))(who, verb, rest)

    def default(self, legal: list[str]) -> str:
        if self.task == "cut":
            return "cut 27"
        if self.task == "pick":
            return "pick 1 2 3 4"
        if self.task == "range":
            pairs = list(self.ranges())
            widest = max(pairs, key=lambda p: (self.width(*p), number(p[0], "high")))
            return "range {} {}".format(*widest)
        if self.task == "wager":
            return f"wager {self.wagers()[0]}"
        if self.task == "suit":
            return self.legal[0]
        return next(m for m in ("refuse", "chip", "keep", "push", "low", "high") if m in legal)

    @staticmethod
    def width(high: str, low: str) -> int:
        return number(high, "high") - number(low, "low")
