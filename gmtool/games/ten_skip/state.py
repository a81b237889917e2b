"""The state of a game, and what can be derived from it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gmtool.engine.telling import Telling
from gmtool.games.ten_skip.terms import AGAIN, SAME_PLAYER, deck

SETUP = "setup"
DRAW = "draw-for-dealer"
DEAL = "deal"
"""Chance is to shuffle: for the draw for dealer, or for the deal."""
TURN = "turn"
"""The start of a turn: an exchange or a challenge."""
KEEP = "keep"
"""The player chooses which of the two cards drawn to keep."""
HAND = "hand"
"""The victim chooses which card to hand over."""
NOTICE = "notice"
"""The end of a turn: everyone on notice, or not."""
TOP = "top"
"""A challenger who was right chooses the card on top."""
ENDED = "ended"
IN_A_ROUND = frozenset({TURN, KEEP, HAND, NOTICE, TOP})
"""The phases in which the cards of a round are out."""
DEALT, TURN_OVER, CLAIM_HELD, ROUND_OVER = "dealt", "turn-over", "claim-held", "round-over"
"""Nobody is awaited: only within an entry, until the rules have forced what comes next."""

DEFAULT = "default"
"""Marks a move made by default for a player whose time ran out; empty for any other."""


class Terms(Struct, frozen=True):
    """The options of one game; hours are whole numbers, `limit` is in points."""

    decks: int
    hand_size: int
    run_length: int
    redraw_dealer: bool
    claims: str
    limit: int
    move_hours: int

    def pile(self, seats: int) -> int:
        """How many cards are left to draw when that many players are dealt hands; below 1 they
        are too few (TS-2).
        """
        return len(deck(self.decks)) - seats * self.hand_size


class Player(Struct, frozen=True):
    """A seat. `hand` is in order from low to high; `known` are the cards of it that the public
    knows, `newest` is the card that came to it last. `eliminated` is the round in which the player
    was eliminated, 0 for none.
    """

    name: str
    hand: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    newest: str = ""
    score: int = 0
    in_round: bool = False
    eliminated: int = 0


class Drawn(Struct, frozen=True):
    """A card drawn for dealer, face up (TS-3)."""

    who: str
    card: str


DISCARDED, LAID, KEPT_LAST = "discarded", "laid", "kept-last"
SHOWN, HANDED, PASSED = "shown", "handed", "passed"
NOTIFIED, REFUTED, TOPPED = "notified", "refuted", "topped"


class Act(Struct, frozen=True):
    """Something that everybody saw in the turn of that number. `who` DISCARDED a card; LAID the
    drawn one that it didn't keep; KEPT_LAST, the last of the pile; has SHOWN a card to `other`;
    HANDED it one unseen; PASSED; NOTIFIED everyone; REFUTED the claim of `other`; or TOPPED, chose
    the card on top. `default` where its time was up.
    """

    turn: int
    what: str
    who: str
    card: str = ""
    other: str = ""
    default: bool = False


class Counted(Struct, frozen=True):
    """A card with the points that it scores (TS-19)."""

    card: str
    points: int


class Score(Struct, frozen=True):
    """What a loser scores in a round: its `own` cards and those `taken` over from the
    claimant, worth `own_sum` and `taken_sum` points, together `sum`, which is doubled where
    its own hold a pair. `pairs` are the ranks of pairs; `points` is the score and `total` the
    player's total so far (TS-19).
    """

    name: str
    own: tuple[Counted, ...]
    taken: tuple[Counted, ...]
    pairs: tuple[str, ...]
    own_sum: int
    taken_sum: int
    sum: int
    points: int
    total: int


UNCHALLENGED, CLAIM_TRUE, PILE_EMPTY, ONE_LEFT = (
    "unchallenged",
    "claim-true",
    "pile-empty",
    "one-left",
)
"""How a round ends (TS-17, TS-14, TS-18, TS-16)."""


class RoundThen(Struct, frozen=True):
    """A finished round. `claimant` had everyone on notice at its end, else empty; `revealed` is its
    hand where it showed it afterwards (TS-17), and `runs` are the made hands in it once everybody
    has seen it. `scores` are those of the losers in seat order; `safe` players score nothing;
    `eliminated` are those whom it put out of the game (TS-20).
    """

    number: int
    dealer: str
    how: str
    claimant: str
    scores: tuple[Score, ...]
    eliminated: tuple[str, ...]
    safe: tuple[str, ...]
    runs: tuple[tuple[str, ...], ...] = ()
    revealed: tuple[str, ...] = ()


class Unrevealed(Struct, frozen=True):
    """A hand that won unchallenged and may still be shown (TS-17)."""

    who: str
    round: int
    hand: tuple[str, ...]


class State(Telling, frozen=True):
    """The whole game. `drawing` are the players who draw for dealer next; `draws` are the cards
    drawn, a tuple for each time around. `draw_pile` has its top first, `discards` its top last. In
    a turn it is `actor`'s; `shown` is the card discarded, or shown to the `victim`; `drawn` are the
    two to choose from. `refuted` are the players whose claims in the round were false.
    """

    terms: Terms
    players: tuple[Player, ...]
    phase: str = SETUP
    started: bool = False
    drawing: tuple[str, ...] = ()
    draws: tuple[tuple[Drawn, ...], ...] = ()
    dealer: str = ""
    deal: int = 0
    draw_pile: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    turn: int = 0
    actor: str = ""
    shown: str = ""
    victim: str = ""
    drawn: tuple[str, ...] = ()
    on_notice: str = ""
    refuted: tuple[str, ...] = ()
    acts: tuple[Act, ...] = ()
    unrevealed: tuple[Unrevealed, ...] = ()
    rounds: tuple[RoundThen, ...] = ()
    winners: tuple[str, ...] = ()

    def player(self, name: str) -> Player:
        """The player of that name."""
        return next(player for player in self.players if player.name == name)

    @property
    def round(self) -> int:
        """The number, from 1, of the round that is in play, will be dealt next or, at the
        end, was played last.
        """
        return len(self.rounds) + (self.phase != ENDED)

    @property
    def playing(self) -> tuple[Player, ...]:
        """The players who aren't eliminated, in seat order."""
        return tuple(player for player in self.players if not player.eliminated)

    @property
    def in_round(self) -> tuple[Player, ...]:
        """The players still in the round, in seat order."""
        return tuple(player for player in self.players if player.in_round)

    @property
    def awaited(self) -> str:
        """The player for whom the round waits; empty for none."""
        if self.phase == HAND:
            return self.victim
        return self.actor if self.phase in IN_A_ROUND else ""

    def _around(self, name: str) -> tuple[Player, ...]:
        """The other players, beginning to the left of that player."""
        seat = next(seat for seat, player in enumerate(self.players) if player.name == name)
        return (*self.players[seat + 1 :], *self.players[:seat])

    @property
    def turn_order(self) -> tuple[str, ...]:
        """The players who aren't eliminated, in seat order from the dealer's left (TS-3, TS-4)."""
        around = (*self._around(self.dealer), self.player(self.dealer))
        return tuple(player.name for player in around if not player.eliminated)

    @property
    def coming(self) -> tuple[str, ...]:
        """The players still in the round, in seat order from the one who begins a turn next
        (TS-4).
        """
        others, own = self._around(self.actor), self.player(self.actor)
        around = (own, *others) if self.phase == TURN else (*others, own)
        return tuple(player.name for player in around if player.in_round)

    def victims(self, name: str) -> tuple[str, ...]:
        """The players from whom that player may take a card (TS-7)."""
        return tuple(p.name for p in self.in_round if p.name not in {name, self.on_notice})

    def may_claim(self, name: str) -> bool:
        """Whether that player may put everyone on notice at the end of its turn (TS-10, TS-12)."""
        if self.on_notice:
            return False
        if not self.refuted or self.terms.claims == AGAIN:
            return True
        return self.terms.claims == SAME_PLAYER and name in self.refuted

    def unrevealed_of(self, name: str) -> Unrevealed | None:
        """The hand that this player may still show; None for none (TS-17)."""
        return next((won for won in self.unrevealed if won.who == name), None)

    @property
    def may_pass(self) -> bool:
        """Whether the player whose turn it is can neither draw nor take (TS-8)."""
        return not self.draw_pile and not self.victims(self.actor)

    def seen(self, what: str, who: str, card: str = "", other: str = "", how: str = "") -> State:
        """The state with one more act that everybody saw."""
        act = Act(self.turn, what, who, card, other, default=bool(how))
        return replace(self, acts=(*self.acts, act))

    def hidden_for_good(self, name: str) -> State:
        """The state in which this player can reveal no hand of an earlier round any more
        (TS-17).
        """
        return replace(self, unrevealed=tuple(won for won in self.unrevealed if won.who != name))

    def ask(self, phase: str, **changes: Any) -> State:
        """The state with these changes, waiting in that phase, with news for the
        player who is asked.
        """
        asking = replace(self, phase=phase, **changes)
        return asking.tell("Asked", only_to=[asking.awaited], who=asking.awaited, what=phase)


def conserved(state: State) -> dict[str, object]:
    """The cards of a round: each is in a hand, in a pile, or is one of the two drawn (TS-1)."""
    cards = [*state.draw_pile, *state.discards, *state.drawn]
    cards += (card for player in state.players for card in player.hand)
    return {"cards": sorted(cards)} if state.phase in IN_A_ROUND else {}
