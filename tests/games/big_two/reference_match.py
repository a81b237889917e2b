"""A game that the program and `reference` both hear; a failure prints what differs and the journal
up to the entry, ready to be replayed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import second_opinion
from rules_page import Illegal
from second_opinion import differ, refusals_differ, seconds

from gmtool.engine.entries import Entry
from gmtool.engine.table import awaited
from gmtool.engine.text import HOST

from .reference import Reference
from .reference_plays import JOKERS, deck, judge, rising
from .reference_trades import Haggle


@dataclass(kw_only=True)
class Match(second_opinion.Match[Reference]):
    """A game that both are hearing."""

    def differences(self) -> Iterator[str]:
        table, page = self.replay.table, self.page
        view = self.game.view(table.state, HOST)
        yield from standings_differ(view, page)
        yield from secrets_differ(view, page)
        waiting = {}
        for turn in awaited(self.game, table):
            window = table.window(turn.window)
            waiting[turn.who] = seconds(window.deadline) if window else 0
        yield from differ("awaited", waiting, page.awaited())
        deadlines = sorted(seconds(window.deadline) for window in table.windows)
        yield from differ("deadlines", deadlines, page.deadlines())
        last = self.replay.effective[-1:] if not self.entries[-1].takes_back else []
        undone = [_offer(one["offer"]) for s in last for one in s.news if one.name == "SwapUndone"]
        if last:
            yield from differ("swaps undone", undone, [list(swap) for swap in page.undone])

    def looked_at(self) -> str:
        return self.page.task

    def note(self, entry: Entry, before: str) -> None:
        """What the game came to by it."""
        page, verb = self.page, entry.text.split(" ")[0]
        said = {
            "undo": "undone",
            "redo": "put back",
            "extend": "extended",
            "close": "closed early" if "early" in entry.text else "overdue",
            "redeal": "dealt anew",
            "surrender": "surrendered",
            "waive": "waived",
            "yes": "answered in words",
            "demand": "demanded",
            "take": "took",
            "give": "gave",
            "return": "gave back",
            "accept": "swapped",
        }
        came = {
            page.task: True,
            said.get(verb, ""): verb in said,
            "two trades": len(page.haggles) > 1,
            "revealed": verb == "ask"
            and any(cards for h in page.haggles for _, _, cards in h.asked),
            "put in words": bool(page.in_words),
            "several asked": verb == "ask" and ", " in entry.text,
            "swaps undone": bool(page.undone),
            "said what for": verb == "play" and " as " in entry.text,
            "joker played": verb == "play" and any(joker in entry.text for joker in JOKERS),
            "drew": verb == "pass" and page.option["hand_size"] and page.stock,
            "floating card": bool(page.floating),
            "first round only": before == "play" and page.round > 1 and not page.must,
            "went out": page.task == "play" and max(page.places.values()) > 0,
        }
        last = page.to_beat()
        if last:
            came[last[2].kind] = True
        self.came_to.update(what for what, did in came.items() if did)

    def check_plays(self, who: str, texts: Sequence[str], at: int) -> None:
        """Of these plays the program takes exactly those of the page."""
        for text in texts:
            entry = self.entry(who, text, at)
            judged = None
            try:
                self.page.judged(who, text.partition(" ")[2])
            except Illegal as illegal:
                judged = illegal
            refusal = self.refusal_of(entry)
            if refusal:
                differs = list(refusals_differ(refusal, judged))
            else:
                differs = [f"“{text}” is taken, but refused by {judged}"] if judged else []
            if differs:
                self.fail(differs, entry)


def _offer(offer: Any) -> list[Any]:
    return [offer.who, offer.to, list(offer.gives), list(offer.wants)]


def standings_differ(view: Any, page: Reference) -> Iterator[str]:
    """Everything that everybody may know."""
    public, players = view["public"], view["players"]
    yield from differ("cards", [player["cards"] for player in players], page.counts())
    places = [page.places[name] for name in page.names]
    yield from differ("places", [player["place"] for player in players], places)
    roles = [page.roles[name] for name in page.names]
    yield from differ("roles", [player["role"] for player in players], roles)
    yield from differ("round", public["round"], page.round)
    rounds = [(list(then["places"]), list(then["roles"])) for then in public["rounds"]]
    yield from differ("rounds", rounds, page.rounds)
    yield from differ("over", view["phase"] == "ended", page.task == "over")
    if page.task != "shuffle":
        yield from differ("stock", public["stock"], len(page.stock))
    yield from differ("deck", sorted(public["deck"]), sorted(deck(page.option["jokers"])))
    if page.task == "play":
        yield from differ("leader", public["leader"], page.leader)
        yield from differ("turn", public["actor"], page.turn)
        yield from differ("trick number", public["trick_number"], page.number)
        yield from differ("must", public["must"], "" if page.stock else page.must)
        yield from _trick_differs(public["trick"], page)
    else:
        yield from differ("turn", public["actor"], "")


def _trick_differs(trick: Any, page: Reference) -> Iterator[str]:
    rows = [(act["who"], rising(act["cards"]), act["kind"]) for act in trick]
    own = [(who, cards, worth.kind if worth else "") for who, cards, worth in page.trick]
    yield from differ("trick", rows, own)
    for act, (_, _, worth) in zip(trick, page.trick, strict=False):
        if worth:
            stands = judge(tuple(act["cards"]), tuple(act["stands"]))
            yield from differ(f"what {act['cards']} stand for", stands, worth)


def secrets_differ(view: Any, page: Reference) -> Iterator[str]:
    """What the host alone knows."""
    hands = {player["name"]: list(player["secret"]["hand"]) for player in view["players"]}
    yield from differ("hands", hands, {name: rising(page.hands[name]) for name in page.names})
    secret = view["secret"]
    if page.task != "shuffle":
        yield from differ("stock", list(secret["stock"]), page.stock)
        yield from differ("must", secret["must"], page.must)
    if page.task == "trading":
        for trade, one in zip(secret["trades"], page.haggles, strict=True):
            yield from _trade_differs(trade, one)
    offers = [
        [row["who"], row["to"], list(row["gives"]), list(row["wants"])] for row in secret["offers"]
    ]
    own = [list(offer) for offer in page.market.offers] if page.market else []
    yield from differ("offers", sorted(offers), sorted(own))
    if page.market:
        swaps = [
            [row["who"], row["to"], list(row["gives"]), list(row["wants"])]
            for row in secret["swaps"]
        ]
        yield from differ("swaps", swaps, [list(swap) for swap in page.market.swaps])


def _trade_differs(trade: Any, one: Haggle) -> Iterator[str]:
    due = (trade["due"]["of"], trade["due"]["count"]) if trade["due"] else None
    asked = [(row["question"], row["yes"], rising(row["cards"])) for row in trade["asked"]]
    program = {
        "parties": (trade["taker"], trade["giver"]),
        "stage": trade["stage"],
        "open": trade["open"],
        "due": due,
        "taken": rising(trade["taken"]),
        "returned": rising(trade["returned"]),
        "demanded": trade["demanded"],
        "asked": asked,
        "awaited": trade["awaited"],
    }
    page = {
        "parties": (one.taker, one.giver),
        "stage": one.stage,
        "open": one.left,
        "due": one.due,
        "taken": rising(one.taken),
        "returned": one.back,
        "demanded": one.demanded,
        "asked": [(question, yes, rising(cards)) for question, yes, cards in one.asked],
        "awaited": one.awaited if one.stage != "done" else "",
    }
    for key, value in program.items():
        yield from differ(f"{one.taker}'s trade: {key}", value, page[key])
