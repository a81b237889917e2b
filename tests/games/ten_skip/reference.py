"""Ten-Skip Challenge at a kitchen table: a second opinion on the program.

Written from the rules page alone; it shares nothing with the program. Lists, dictionaries and
numbers that change in place; `say` takes what anybody says in its text form, at an instant in
seconds, or raises `Illegal` and has changed nothing.

Where the page is open, what is done here is written down here alone:
- A shown card stays with who shows it until the victim has handed one over (TS-7).
- A move by default is the player's own: it ends the time for `reveal` (TS-5, TS-17).
- The last card of the pile is taken by the rule itself, never by default (TS-6).
- Who is eliminated moves no more, and may reveal until the game ends (TS-17).
- Who has shown its hand once doesn't show it again (TS-17).
- The score of who is eliminated stays as it is (ALL-6, TS-20).
- No correction takes a score below 0 (ALL-6).
- Who wins although the round puts it out counts as eliminated all the same (TS-20).
- What comes late may be refused by the clause that asks for it (ALL-1, TS-5).
- `inactive` and `redeal`: no rule of this game speaks of them.
"""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any

from rules_page import SILENT, Illegal, deadline, expect

from .reference_cards import (
    ONE_DECK,
    cheapest,
    dearest,
    height,
    made,
    round_score,
    whole,
    without,
)

HOUR = 3600
STAGES = {
    "draw": ("ALL-3", "TS-3", "TS-4"),
    "deal": ("ALL-3", "TS-4"),
    "start": ("ALL-3", "ALL-6", "TS-4"),
    "turn": ("TS-4", "TS-5"),
    "keep": ("TS-4", "TS-5", "TS-6"),
    "hand": ("TS-4", "TS-5", "TS-7"),
    "end": ("TS-4", "TS-5", "TS-10"),
    "top": ("TS-4", "TS-5", "TS-15"),
    "over": ("ALL-6", "TS-20"),
}
"""What may be cited where something else is waited for, or somebody else."""
NOT_A_CARD = ("ALL-5", "TS-1", SILENT)


class Reference:
    """The table. `task` is what is waited for: draw, deal (shuffles), start, turn, keep, hand, end,
    top, over.
    """

    def __init__(self, names: list[str], **options: Any) -> None:
        many = len(names) >= 5
        self.names = list(names)
        self.option: dict[str, Any] = {
            "decks": 2 if len(names) >= 6 else 1,
            "hand_size": 6 if many else 7,
            "run_length": 3 if many else 4,
            "redraw_dealer": False,
            "claims": "again",
            "limit": 1000,
            "move_hours": 24,
        }
        self.option |= options
        self.deck = ONE_DECK * self.option["decks"]
        size = self.option["hand_size"]
        expect(len(names) >= 2, "TS-2")
        expect(len(names) * size + 1 <= len(self.deck), "TS-2")
        expect(self.option["run_length"] <= size, "TS-2")
        self.task = "draw"
        self.started = False
        self.round = 1
        self.dealer = ""
        self.tied: list[str] = []
        """Who draws again, where a shuffle didn't settle it (TS-3)."""
        self.draws: list[dict[str, str]] = []
        """What each time round was drawn for the dealer of the round (TS-3)."""
        self.score = dict.fromkeys(names, 0)
        self.eliminated: list[str] = []
        self.winners: list[str] = []
        self.may_reveal: dict[str, dict[str, Any]] = {}
        """Who has won a round unchallenged and not moved since, with that round (TS-17)."""
        self.rounds: list[dict[str, Any]] = []
        """Of each that is over: how, and what its losers scored with which cards."""
        self.windows: dict[str, list[int]] = {}
        """Opened and deadline, by who is awaited."""
        self.clear_table()

    def clear_table(self) -> None:
        self.hands: dict[str, list[str]] = {name: [] for name in self.names}
        self.known: dict[str, list[str]] = {name: [] for name in self.names}
        self.safe: list[str] = []
        """Out of the round, by a right challenge (TS-15)."""
        self.pile: list[str] = []
        self.discards: list[str] = []
        """The last lies on top."""
        self.on_notice = ""
        self.refuted: list[str] = []
        """Whose claims were refuted in the round."""
        self.turn = ""
        self.turns = 0
        self.seen: list[tuple[int, str, str, str, str, bool]] = []
        """What everybody saw: turn, what, who, card, other player, by default or not."""
        self.by_default = False
        self.drawn: list[str] = []
        self.victim = self.shown = ""

    # ---- what can be asked

    def left(self) -> list[str]:
        """Who isn't eliminated, in seat order."""
        return [name for name in self.names if name not in self.eliminated]

    def in_round(self) -> list[str]:
        return [name for name in self.left() if name not in self.safe]

    def after(self, name: str, others: list[str]) -> str:
        """The first of `others` to the left of a player (TS-4)."""
        place = self.names.index(name)
        for other in self.names[place + 1 :] + self.names[:place]:
            if other in others:
                return other
        raise AssertionError(f"nobody to the left of {name}")

    def awaited(self) -> dict[str, int]:
        """Who should speak, and until when in seconds; 0 where there is no deadline."""
        if self.task in {"draw", "deal", "start"}:
            return {"host" if self.task == "start" else "chance": 0}
        return {name: deadline for name, (_, deadline) in self.windows.items()}

    def deadlines(self) -> list[int]:
        return sorted(deadline for _, deadline in self.windows.values())

    def victims(self) -> list[str]:
        """TS-7, TS-11: of whom the player on turn may take."""
        out = {self.turn, self.on_notice}
        return [name for name in self.in_round() if name not in out]

    def may_claim(self, who: str) -> bool:
        """TS-10, TS-12."""
        if self.on_notice:
            return False
        if not self.refuted or self.option["claims"] == "again":
            return True
        return self.option["claims"] == "same-player" and who in self.refuted

    def verbs(self, who: str) -> set[str]:
        """What kinds of moves a player may make now."""
        found = {"reveal"} if who in self.may_reveal else set()
        if who not in self.windows:
            return found
        if self.task == "turn":
            found |= {"discard"} if self.pile else set()
            found |= {"take"} if self.victims() else set()
            found |= {"challenge"} if self.on_notice else set()
            found |= {"pass"} if not self.pile and not self.victims() else set()
            return found
        return found | {"end": {"notice", "done"}}.get(self.task, {self.task})

    def legal(self, who: str) -> list[str]:
        """Every move of a player, in its text form."""
        hand = sorted(set(self.hands[who]))
        moves = []
        for verb in sorted(self.verbs(who)):
            if verb in {"discard", "hand", "top"}:
                moves += [f"{verb} {card}" for card in hand]
            elif verb == "keep":
                moves += [f"keep {card}" for card in sorted(set(self.drawn))]
            elif verb == "take":
                moves += [f"take {of} giving {card}" for of in self.victims() for card in hand]
            else:
                moves.append(verb)
        return moves

    # ---- saying something

    def say(self, who: str, text: str, at: int = 0) -> None:
        """Hear it; raises Illegal and changes nothing where the page refuses it."""
        if who in self.windows and text != "reveal":
            opened, deadline = self.windows[who]
            if not opened <= at <= deadline:
                self.out_of_time(who, text, at)
        self.apply(who, text, at)

    def out_of_time(self, who: str, text: str, at: int) -> None:
        """ALL-1; and what would be wrong in time too."""
        opened, deadline = self.windows[who]
        also: tuple[str, ...] = ()
        try:
            deepcopy(self).apply(who, text, opened)
        except Illegal as illegal:
            also = illegal.clauses
        raise Illegal("ALL-1", *(STAGES[self.task] if at > deadline else ()), *also)

    def apply(self, who: str, text: str, at: int) -> None:
        verb, _, rest = text.partition(" ")
        role = who if who in {"host", "chance"} else "player"
        applied = getattr(self, f"{role}_{verb}", None)
        if applied is None:
            raise Illegal(SILENT)
        if verb in {"notice", "done", "challenge", "pass", "reveal", "start"}:
            expect(not rest, SILENT)
        applied(who, rest, at)

    def open(self, who: str, task: str, at: int) -> None:
        """ALL-1, TS-5: one player is awaited for so many hours."""
        self.task = task
        self.windows = {who: [at, deadline(at, self.option["move_hours"])]}

    def expect_turn(self, who: str, task: str, *clauses: str) -> None:
        """That this is waited for, and from that player."""
        wrong = [*clauses, *STAGES[self.task]]
        wrong += ["TS-15"] if who in self.safe else []
        wrong += ["TS-20"] if who in self.eliminated else []
        expect(self.task == task and who in self.windows, *wrong)

    # ---- TS-1, TS-3, TS-4: dealer and deal

    def chance_shuffle(self, _who: str, rest: str, at: int) -> None:
        cards = rest.split()
        expect(all(card in ONE_DECK for card in cards), *NOT_A_CARD, "ALL-3")
        expect(self.task in {"draw", "deal"}, "ALL-3", *STAGES[self.task])
        expect(sorted(cards) == sorted(self.deck), "ALL-3", *STAGES[self.task], "TS-1")
        if self.task == "draw":
            self.draw_for_dealer(cards)
        else:
            self.deal(cards, at)

    def draw_for_dealer(self, cards: list[str]) -> None:
        """TS-3. Those still tied when the cards run out draw from the next shuffle."""
        tied = self.tied or self.left()
        while len(tied) > 1 and len(cards) >= len(tied):
            drew = {name: cards.pop(0) for name in tied}
            self.draws.append(drew)
            highest = max(height(card) for card in drew.values())
            tied = [name for name in tied if height(drew[name]) == highest]
        self.tied = tied
        if len(tied) == 1:
            self.dealer = tied[0]
            self.tied = []
            self.task = "deal"

    def deal(self, cards: list[str], at: int) -> None:
        self.clear_table()
        order = [self.after(self.dealer, self.left())]
        while len(order) < len(self.left()):
            order.append(self.after(order[-1], self.left()))
        for _ in range(self.option["hand_size"]):
            for name in order:
                self.hands[name].append(cards.pop(0))
        self.pile = cards
        self.task = "start"
        if self.started:
            self.begin_turn(order[0], at)

    def host_start(self, _who: str, _rest: str, at: int) -> None:
        expect(self.task == "start", "ALL-3", "ALL-6", SILENT)
        self.started = True
        self.begin_turn(self.after(self.dealer, self.left()), at)

    # ---- TS-5 to TS-8: a turn

    def begin_turn(self, who: str, at: int) -> None:
        self.turn = who
        self.turns += 1
        if who == self.on_notice:
            self.end_round("unchallenged", [name for name in self.in_round() if name != who])
        elif not self.pile and not self.on_notice:
            self.end_round("pile-empty", self.in_round())
        else:
            self.open(who, "turn", at)

    def next_turn(self, at: int) -> None:
        self.begin_turn(self.after(self.turn, self.in_round()), at)

    def moved(self, who: str) -> None:
        """TS-17: its time to show what it has won with is over."""
        self.may_reveal.pop(who, None)

    def saw(self, what: str, who: str, card: str = "", other: str = "") -> None:
        self.seen.append((self.turns, what, who, card, other, self.by_default))

    def player_discard(self, who: str, rest: str, at: int) -> None:
        expect(rest in ONE_DECK, *NOT_A_CARD)
        self.expect_turn(who, "turn", "TS-6")
        wrong = ["TS-6"] if rest not in self.hands[who] else []
        wrong += ["TS-8"] if not self.pile else []
        expect(not wrong, *wrong)
        self.moved(who)
        self.draw(who, rest)
        if self.drawn:
            self.open(who, "keep", at)
        else:
            self.after_exchange(at)

    def draw(self, who: str, card: str) -> None:
        """TS-6: `drawn` are two to choose from, or none."""
        self.lose_sight(who, card)
        self.hands[who] = without(self.hands[who], card)
        self.discards.append(card)
        self.saw("discarded", who, card)
        if len(self.pile) == 1:
            self.hands[who].append(self.pile.pop())
            self.seen.append((self.turns, "kept-last", who, "", "", False))
        else:
            self.drawn = [self.pile.pop(0), self.pile.pop(0)]

    def lose_sight(self, who: str, card: str) -> None:
        """A card that everybody saw leave its hand isn't known there any more (TS-15)."""
        if card in self.known[who]:
            self.known[who] = without(self.known[who], card)

    def player_keep(self, who: str, rest: str, at: int) -> None:
        expect(rest in ONE_DECK, *NOT_A_CARD)
        self.expect_turn(who, "keep", "TS-6")
        expect(rest in self.drawn, "TS-6")
        self.moved(who)
        self.keep(who, rest)
        self.after_exchange(at)

    def keep(self, who: str, card: str) -> None:
        self.hands[who].append(card)
        (other,) = without(self.drawn, card)
        self.discards.append(other)
        self.saw("laid", who, other)
        self.drawn = []

    def player_take(self, who: str, rest: str, at: int) -> None:
        victim, _, card = rest.rpartition(" giving ")
        expect(card in ONE_DECK and victim != "", *NOT_A_CARD)
        expect(victim in self.names, "ALL-4")
        self.expect_turn(who, "turn", "TS-7")
        wrong = ["TS-7"] if card not in self.hands[who] or victim not in self.victims() else []
        wrong += ["TS-11"] if victim == self.on_notice else []
        wrong += ["TS-15", "TS-4"] if victim in self.safe else []
        wrong += ["TS-20", "TS-4"] if victim in self.eliminated else []
        expect(not wrong, *wrong)
        self.moved(who)
        self.victim, self.shown = victim, card
        self.saw("shown", who, card, victim)
        self.open(victim, "hand", at)

    def player_hand(self, who: str, rest: str, at: int) -> None:
        expect(rest in ONE_DECK, *NOT_A_CARD)
        self.expect_turn(who, "hand", "TS-7")
        expect(rest in self.hands[who], "TS-7")
        self.moved(who)
        self.hand_over(rest)
        self.after_exchange(at)

    def hand_over(self, card: str) -> None:
        """TS-7, TS-15: one card unseen, then the shown one openly."""
        taker, victim = self.turn, self.victim
        self.saw("handed", victim, other=taker)
        self.hands[victim] = without(self.hands[victim], card)
        self.known[victim] = []
        self.lose_sight(taker, self.shown)
        self.hands[taker] = without(self.hands[taker], self.shown)
        self.hands[taker].append(card)
        self.hands[victim].append(self.shown)
        self.known[victim].append(self.shown)
        self.victim = self.shown = ""

    def player_pass(self, who: str, _rest: str, at: int) -> None:
        self.expect_turn(who, "turn", "TS-8")
        expect(not self.pile and not self.victims(), "TS-8")
        self.moved(who)
        self.saw("passed", who)
        self.next_turn(at)

    # ---- TS-10 to TS-12: everyone on notice

    def after_exchange(self, at: int) -> None:
        if self.may_claim(self.turn):
            self.open(self.turn, "end", at)
        else:
            self.next_turn(at)

    def player_notice(self, who: str, _rest: str, at: int) -> None:
        self.expect_turn(who, "end", "TS-10", "TS-12")
        self.moved(who)
        self.on_notice = who
        self.saw("notified", who)
        self.next_turn(at)

    def player_done(self, who: str, _rest: str, at: int) -> None:
        self.expect_turn(who, "end", "TS-10")
        self.moved(who)
        self.next_turn(at)

    # ---- TS-13 to TS-16: a challenge

    def player_challenge(self, who: str, _rest: str, at: int) -> None:
        self.expect_turn(who, "turn", "TS-13")
        expect(self.on_notice != "", "TS-5", "TS-13")
        self.moved(who)
        claimant = self.on_notice
        hand = self.hands[claimant]
        if made(hand, self.option["run_length"]):
            self.end_round("claim-true", [who], hand)
            return
        self.saw("refuted", who, other=claimant)
        self.known[claimant] = list(hand)
        self.known[who] = list(self.hands[who])
        self.on_notice = ""
        self.refuted.append(claimant)
        self.safe.append(who)
        if self.in_round() == [claimant]:
            self.end_round("one-left", [claimant])
        else:
            self.open(who, "top", at)

    def player_top(self, who: str, rest: str, at: int) -> None:
        expect(rest in ONE_DECK, *NOT_A_CARD)
        self.expect_turn(who, "top", "TS-15")
        expect(rest in self.hands[who], "TS-15")
        self.moved(who)
        self.lay_down(who, rest)
        self.next_turn(at)

    def lay_down(self, who: str, card: str) -> None:
        self.discards += [*without(self.hands[who], card), card]
        self.hands[who] = []
        self.known[who] = []
        self.saw("topped", who, card)

    # ---- TS-17 to TS-20: the end of a round

    def player_reveal(self, who: str, _rest: str, _at: int) -> None:
        expect(self.task != "over", "ALL-6", "TS-17", "TS-20")
        expect(who in self.may_reveal, "TS-17")
        won = self.may_reveal.pop(who)
        won["revealed"] = won["hand"]

    def end_round(self, how: str, losers: list[str], claimants: list[str] | None = None) -> None:
        """A failed challenger scores the claimant's cards too (TS-14, TS-19)."""
        self.windows = {}
        self.turn = ""
        taken = claimants or []
        scores = []
        for name in losers:
            more = round_score(self.hands[name], taken)
            self.score[name] += more
            scores.append((name, sorted(self.hands[name]), sorted(taken), more, self.score[name]))
        then: dict[str, Any] = {
            "number": self.round,
            "dealer": self.dealer,
            "how": how,
            "claimant": self.on_notice,
            "scores": scores,
            "hand": sorted(self.hands[self.on_notice]) if self.on_notice else [],
            "revealed": [],
        }
        self.rounds.append(then)
        if how == "unchallenged":
            self.may_reveal[self.on_notice] = then
        here = self.left()
        then["eliminated"] = [name for name in here if self.score[name] >= self.option["limit"]]
        self.eliminated += then["eliminated"]
        if not self.left():
            lowest = min(self.score[name] for name in here)
            self.winners = [name for name in here if self.score[name] == lowest]
        elif len(self.left()) == 1:
            self.winners = self.left()
        if self.winners:
            self.over()
            return
        self.round += 1
        self.draws = []
        if self.option["redraw_dealer"]:
            self.task = "draw"
        else:
            self.dealer = self.after(self.dealer, self.left())
            self.task = "deal"

    # ---- the host

    def host_close(self, _who: str, rest: str, at: int) -> None:
        """ALL-2, and the defaults of TS-5."""
        expect(self.task != "over", "ALL-2", "ALL-6")
        due = [name for name, (_, deadline) in self.windows.items() if deadline <= at]
        expect(due != [], "ALL-2")
        expect(not rest or rest in due, "ALL-2", *(() if rest in self.names else (SILENT,)))
        self.overdue(due[0], at)

    def overdue(self, who: str, at: int) -> None:
        task, hand = self.task, self.hands[who]
        self.moved(who)
        self.by_default = True
        self.play_default(task, who, hand, at)
        self.by_default = False

    def play_default(self, task: str, who: str, hand: list[str], at: int) -> None:
        if task == "hand":
            self.hand_over(dearest(hand))
            self.after_exchange(at)
            return
        if task == "top":
            self.lay_down(who, dearest(hand))
        elif task == "turn" and self.pile:
            self.draw(who, dearest(hand))
        elif task == "turn":
            self.saw("passed", who)
        if self.drawn:
            self.keep(who, cheapest(self.drawn))
        self.next_turn(at)

    def host_extend(self, _who: str, rest: str, _at: int) -> None:
        found = re.fullmatch(r'\+(\d+)h why ".+"', rest)
        expect(found is not None and self.windows != {}, "ALL-6")
        for times in self.windows.values():
            times[1] += int(found[1] if found else 0) * HOUR

    def host_adjust(self, _who: str, rest: str, _at: int) -> None:
        """ALL-6, TS-20."""
        expect(self.task != "over", "ALL-6", SILENT)
        found = re.fullmatch(r'(.+) points ([+=-])(\d+) why ".+"', rest)
        if not found:
            raise Illegal("ALL-6", SILENT)
        name, sign, number = found.groups()
        expect(name in self.names, "ALL-4")
        now = {"=": 0, "+": self.score[name], "-": self.score[name]}[sign]
        after = now - whole(number) if sign == "-" else now + whole(number)
        expect(name not in self.eliminated, "TS-20")
        expect(after >= 0, "ALL-6", "TS-20")
        self.score[name] = after

    def host_note(self, _who: str, rest: str, _at: int) -> None:
        expect(rest != "", "ALL-6")

    def host_end(self, _who: str, rest: str, _at: int) -> None:
        expect(self.task != "over", "ALL-6")
        expect(rest.startswith('why "'), "ALL-6")
        self.over()

    def over(self) -> None:
        """TS-17: nothing more is said."""
        self.task = "over"
        self.windows = {}
        self.may_reveal = {}
