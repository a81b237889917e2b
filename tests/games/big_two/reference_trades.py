"""A mandatory trade, and what was asked in it: part of `reference`."""

from __future__ import annotations

import re

from rules_page import expect

from .reference_plays import NATURAL, RANKS, WORDS, deck, rank_of, rising, suit_of

TRADING = ("BT-23", "BT-24", "BT-25", "BT-26", "BT-27", "BT-28")

NOT_HELD = {True: (), False: ("BT-23",)}
"""Only what one holds can change hands."""


class Haggle:
    """A trade of `count` cards. `hands` are those of the table and change in place; `stage` is
    speak, ask, words, give, return or done; `due` is what of and how many, or None. `fresh` tells
    that whoever is awaited has a new window.
    """

    def __init__(self, taker: str, giver: str, count: int, hands: dict[str, list[str]]) -> None:
        self.taker = taker
        self.giver = giver
        self.count = count
        self.hands = hands
        self.stage = "speak"
        self.due: tuple[str, int] | None = None
        self.taken: list[str] = []
        self.back: list[str] = []
        self.asked: list[tuple[str, bool, list[str]]] = []
        self.demanded = False
        self.waived = False
        self.behind: list[str] = []
        """The question in words that waits for the host, and what stands behind it."""
        self.fresh = True

    @property
    def left(self) -> int:
        """How many are still to be taken."""
        return self.count - len(self.taken)

    @property
    def awaited(self) -> str:
        if self.stage == "words":
            return "host"
        return self.giver if self.stage in {"speak", "give"} else self.taker

    def own(self) -> list[str]:
        """The giver's hand, from low to high."""
        return rising(self.hands[self.giver])

    def owed(self) -> list[str]:
        """What is due in the giver's hand."""
        return [card for card in self.own() if self.due and is_of(card, self.due[0])]

    # ---- what is said

    def surrender(self, who: str) -> None:
        """BT-24."""
        early = self.stage in {"ask", "words"} and not self.asked
        expect(who == self.giver and (self.stage == "speak" or early), *TRADING)
        self.behind = []
        self.pass_over(self.own()[-self.count :])

    def hold(self, who: str) -> None:
        expect(who == self.giver and self.stage == "speak", *TRADING)
        self.go_to("ask")

    def waive(self, who: str) -> None:
        """BT-26."""
        expect(who == self.giver, *TRADING)
        expect(self.left > 0 and not self.waived, "BT-26")
        self.waived = True

    def ask(self, who: str, questions: str, jokers: int) -> None:
        """BT-25 to BT-27."""
        asked = apart(questions)
        known = (one.startswith('"') or understood(one, jokers) is not None for one in asked)
        expect(bool(asked) and all(known), "BT-12", *TRADING)  # else it can't be read
        expect(who == self.taker and self.stage == "ask", *TRADING)
        self.put(asked, jokers, strict=True)

    def put(self, asked: list[str], jokers: int, *, strict: bool = False) -> None:
        """BT-26: up to the first yes that makes something due. What had to wait for the host's
        answer isn't put where it isn't allowed.
        """
        for place, question in enumerate(asked):
            right = self.allowed(question, jokers)
            if not right and not self.waived:
                expect(not strict, "BT-26", "BT-27")
                return
            if question.startswith('"'):
                self.stage, self.behind = "words", asked[place:]
                return
            due = self.answer(question, jokers, passes=right)
            if due or self.stage != "ask":
                return

    def allowed(self, question: str, jokers: int) -> bool:
        """BT-26: whether a yes would reveal no more than is still to be taken, and nothing else is
        due first.
        """
        if question.startswith('"'):
            words = question.strip('"')
            return {"any pairs": 2, "any triples": 3, "any quads": 4}.get(words, 0) <= self.left
        what = understood(question, jokers)
        assert what is not None
        verb, many, of = what
        fits = {"card": 1, "pair": 2, "any": 1}.get(verb, many) <= self.left
        return fits and (self.due is None or concerns(verb, of, self.due[0]))

    def answer(self, question: str, jokers: int, *, passes: bool) -> bool:
        """The true answer; whether it makes something due."""
        what = understood(question, jokers)
        assert what is not None
        verb, many, of = what
        if verb in {"any", "at least"}:
            yes = len([card for card in self.own() if is_of(card, of)]) >= many
            self.asked.append((question, yes, []))
            if yes and passes:
                self.due = (of, max(many, self.due[1] if self.due else 0))
            return yes and passes
        cards = self.named(verb, many, of)
        self.asked.append((question, bool(cards), cards))
        if cards and passes:
            self.pass_over(cards)
        return False

    def in_words(self, cards: list[str], jokers: int) -> None:
        """BT-26: the host's answer, of what a yes reveals."""
        expect(len(set(cards)) == len(cards) and set(cards) <= set(self.own()), "BT-26")
        due = self.due
        fits = len(cards) <= self.left and (not due or all(is_of(c, due[0]) for c in cards))
        expect(fits or self.waived, "BT-26")
        question, *behind = self.behind
        self.stage, self.behind = "ask", []
        self.asked.append((question, bool(cards), rising(cards)))
        if cards and fits:
            self.pass_over(rising(cards))
        if self.stage == "ask":
            self.put(behind, jokers)

    def named(self, verb: str, many: int, of: str) -> list[str]:
        """The cards that a true answer names."""
        own = self.own()
        if verb == "card":
            return [of] if of in own else []
        if verb == "pair":
            if "LJ" in own and "HJ" in own:
                return ["LJ", "HJ"]
            pairs = [[c for c in own if rank_of(c) == rank][-2:] for rank in RANKS]
            return next((pair for pair in reversed(pairs) if len(pair) == 2), [])
        some = [card for card in own if not of or is_of(card, of)]
        return some[:many] if verb == "lowest" else some[-many:]

    def take(self, who: str) -> None:
        expect(who == self.taker and self.stage == "ask" and self.due is not None, *TRADING)
        self.go_to("give")

    def give(self, who: str, cards: list[str]) -> None:
        expect(who == self.giver and self.stage == "give" and self.due is not None, *TRADING)
        right = len(set(cards)) == len(cards) == (self.due[1] if self.due else 0)
        held = set(cards) <= set(self.hands[who])
        expect(right and held and set(cards) <= set(self.owed()), "BT-27", *NOT_HELD[held])
        self.pass_over(rising(cards), given=True)

    def demand(self, who: str) -> None:
        """BT-28: until `return` is received."""
        expect(who == self.giver, *TRADING)
        expect(self.stage != "done" and not self.demanded, "BT-28")
        self.demanded = True
        if self.stage == "return":
            self.lowest_back()

    def give_back(self, who: str, cards: list[str]) -> None:
        expect(who == self.taker and self.stage == "return", *TRADING)
        held = set(cards) <= set(self.hands[who])
        expect(held and len(set(cards)) == len(cards) == self.count, "BT-28", *NOT_HELD[held])
        self.back_pass(cards)

    def overdue(self) -> None:
        """The default of who is awaited (BT-12)."""
        if self.stage == "speak":
            self.pass_over(self.own()[-self.count :])
        elif self.stage == "give":
            self.pass_over(self.owed()[-self.due[1] :] if self.due else [], given=True)
        elif self.stage == "return":
            self.lowest_back()
        elif self.stage == "ask":
            first = self.owed()[-self.due[1] :] if self.due else []
            rest = [card for card in self.own() if card not in first]
            more = self.left - len(first)
            self.pass_over(first + (rest[-more:] if more else []))

    # ---- what happens

    def go_to(self, stage: str) -> None:
        self.stage, self.fresh = stage, True

    def pass_over(self, cards: list[str], given: bool = False) -> None:
        for card in cards:
            self.hands[self.giver].remove(card)
            self.hands[self.taker].append(card)
        self.taken += cards
        if self.due:
            of, many = self.due
            many -= len([card for card in cards if is_of(card, of)])
            self.due = (of, many) if many > 0 else None
        if self.left:
            if given:
                self.go_to("ask")
            return
        self.due = None
        self.go_to("return")
        if self.demanded:
            self.lowest_back()

    def lowest_back(self) -> None:
        self.back_pass(rising(self.hands[self.taker])[: self.count])

    def back_pass(self, cards: list[str]) -> None:
        for card in cards:
            self.hands[self.taker].remove(card)
            self.hands[self.giver].append(card)
        self.back = rising(cards)
        self.stage = "done"


def apart(questions: str) -> list[str]:
    """Several questions, apart by commas; those in quotation marks hold none of their own here. One
    that says its own list, or pairs and the like, is known in words too.
    """
    found = []
    for one in questions.split(", "):
        words = one.strip('"')
        is_listed = understood(words, 0) is not None
        is_put = one != words or words in {"any pairs", "any triples", "any quads"}
        found += [f'"{words}"' if is_put and not is_listed else words] if words.strip() else []
    return found


def is_of(card: str, of: str) -> bool:
    """Whether it is of that suit or rank; a joker is of neither (BT-25)."""
    return of != "" and of in {rank_of(card), suit_of(card)}


def concerns(verb: str, of: str, due: str) -> bool:
    """BT-27: whether a question is about that suit or rank only."""
    if verb == "card":
        return is_of(of, due)
    return of == due


def understood(question: str, jokers: int) -> tuple[str, int, str] | None:
    """BT-25: verb, how many, and of what; None where it isn't on the list."""
    if question in [*NATURAL, *deck(jokers)]:
        return "card", 1, question
    if question == "JOKER" and jokers == 1:
        return "card", 1, "LJ"
    if question == "highest pair":
        return "pair", 2, ""
    end = re.fullmatch(r"(?:([1-9]\d*) )?(highest|lowest)(?: (\w+))?", question)
    if end and (end[3] is None or end[3] in WORDS):
        return end[2], int(end[1] or 1), WORDS.get(end[3] or "", "")
    some = re.fullmatch(r"(any|at least ([1-9]\d*)) (\w+)", question)
    if some and (some[3] in WORDS or some[3] in RANKS):
        verb = "any" if some[1] == "any" else "at least"
        return verb, int(some[2] or 1), WORDS.get(some[3], some[3])
    return None
