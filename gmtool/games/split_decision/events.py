"""What happens in Split Decision. Each event says who may know what of it; unsaid is unseen.

Where a move was forced or a default, `how` says so: `forced` (SD-36), `default` or empty. `entry`
is the number of the entry in which it happened, for who reached its money first (SD-14).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gmtool.engine.events import PrivateEvent, PublicEvent
from gmtool.games.split_decision.state import Buzz, RoundThen

FORCED, DEFAULT = "forced", "default"


@dataclass(frozen=True)
class DeckShuffled(PublicEvent):
    """The deck of rounds 1 to 3, or a new one (SD-3, SD-4); only what leaves it is seen."""

    hidden: ClassVar[tuple[str, ...]] = ("cards",)

    cards: tuple[str, ...]
    again: bool


@dataclass(frozen=True)
class CodesOpened(PublicEvent):
    """Buzzcodes are collected from `who`, the first time or again (SD-5, SD-9)."""

    who: tuple[str, ...]
    again: bool


@dataclass(frozen=True)
class CodesGiven(PrivateEvent):
    """A player's sealed codes, sent or drawn (SD-5, SD-10)."""

    who: str
    codes: tuple[int, ...]
    drawn: bool


@dataclass(frozen=True)
class CodesOverdue(PublicEvent):
    """Chance gives codes to those who sent none."""

    who: tuple[str, ...]


@dataclass(frozen=True)
class CodesComplete(PublicEvent):
    again: bool


@dataclass(frozen=True)
class DeckCut(PublicEvent):
    who: str
    cards: int
    how: str


@dataclass(frozen=True)
class RoundBegan(PublicEvent):
    """`order` is that of the head start (SD-14)."""

    number: int
    order: tuple[str, ...]
    abbreviated: bool


@dataclass(frozen=True)
class TurnCame(PublicEvent):
    """A card is on its way to `who`, in a situation as in `Play`."""

    who: str
    situation: str
    look: int


@dataclass(frozen=True)
class DeckRanOut(PublicEvent):
    pass


@dataclass(frozen=True)
class CardShown(PublicEvent):
    """The top card of the deck, or a free Ace, for whom it came."""

    who: str
    card: str
    situation: str
    look: int


@dataclass(frozen=True)
class Offered(PublicEvent):
    """`who` has a choice; `choices` are moves in their text form."""

    who: str
    card: str
    situation: str
    choices: tuple[str, ...]


@dataclass(frozen=True)
class Placed(PublicEvent):
    """`rank` is the card's own, or what a Joker was made; `paid` is dollars (SD-24)."""

    who: str
    card: str
    place: str
    rank: str
    paid: int
    situation: str
    how: str
    entry: int


@dataclass(frozen=True)
class Pushed(PublicEvent):
    who: str
    card: str
    paid: int
    situation: str
    how: str
    entry: int


@dataclass(frozen=True)
class Discarded(PublicEvent):
    """A chip spent; `chips` are left (SD-18)."""

    who: str
    card: str
    chips: int
    situation: str
    how: str


@dataclass(frozen=True)
class Declined(PublicEvent):
    """A head start card or a free look refused without penalty (SD-14, SD-21)."""

    who: str
    card: str
    situation: str
    look: int
    how: str


@dataclass(frozen=True)
class Kept(PublicEvent):
    who: str
    how: str


@dataclass(frozen=True)
class PassedOn(PublicEvent):
    who: str
    to: str


@dataclass(frozen=True)
class WentOut(PublicEvent):
    """Out of the round: a card `kept` or `passed` that can't be used (SD-19, SD-20)."""

    who: str
    card: str
    why: str


@dataclass(frozen=True)
class RoundWon(PublicEvent):
    """`how` is `third-card`, `joker` or `default`; `paid` is dollars (SD-24)."""

    number: int
    who: str
    card: str
    how: str
    paid: int
    entry: int


@dataclass(frozen=True)
class GiftGiven(PublicEvent):
    """The loser's gift card (SD-25)."""

    who: str


@dataclass(frozen=True)
class RoundEnded(PublicEvent):
    round: RoundThen


@dataclass(frozen=True)
class QuestionAwaited(PublicEvent):
    number: int


@dataclass(frozen=True)
class QuestionPosed(PublicEvent):
    """The answer is the host's until the question is completed (SD-11)."""

    hidden: ClassVar[tuple[str, ...]] = ("answer",)

    number: int
    text: str
    answer: str


@dataclass(frozen=True)
class ChanceAsked(PublicEvent):
    """The host has chance draw the actual code."""


@dataclass(frozen=True)
class CodeDrawn(PublicEvent):
    """The actual code, told with the set it is compared with; `by` is `chance` or `host` (SD-7)."""

    hidden: ClassVar[tuple[str, ...]] = ("code",)

    code: int
    by: str


@dataclass(frozen=True)
class SetUsed(PublicEvent):
    """A set that becomes public. `tied` are the nearest where there are several: then it decides
    nothing. `left` is how many sets are unused (SD-6 to SD-10).
    """

    number: int
    code: int
    buzzes: tuple[Buzz, ...]
    tied: tuple[str, ...]
    left: int
    warn_from: int

    def remark(self) -> str:
        """SD-9: the tool warns when sets become few."""
        if self.left > self.warn_from:
            return ""
        many = "no unused set is" if not self.left else f"only {self.left} unused "
        many += "" if not self.left else "set is" if self.left == 1 else "sets are"
        return f"SD-9: {many} left; when one is needed and none is left, new codes are asked for."


@dataclass(frozen=True)
class NextTied(PublicEvent):
    """Those next in the set are tied, so the next set decides (SD-8)."""

    who: tuple[str, ...]
    set_number: int


@dataclass(frozen=True)
class BuzzedIn(PublicEvent):
    """`who` is asked; `code` and `distance` are by the set that decided (SD-7, SD-8)."""

    who: str
    set_number: int
    code: int
    distance: int
    number: int


@dataclass(frozen=True)
class AnswerGiven(PublicEvent):
    """What the player asked says; how it compares with the kept answer is for the host."""

    hidden: ClassVar[tuple[str, ...]] = ("kept", "agrees")

    who: str
    text: str
    kept: str
    agrees: bool

    def remark(self) -> str:
        """SD-11: the tool suggests a verdict."""
        verdict = "right" if self.agrees else "wrong"
        how = "agrees with" if self.agrees else "isn't"
        return f"SD-11: it {how} the kept answer “{self.kept}”, which suggests `{verdict}`."


@dataclass(frozen=True)
class Judged(PublicEvent):
    """The verdict, or that the time ran out; `paid` is dollars (SD-11, SD-12)."""

    who: str
    text: str
    right: bool
    expired: bool
    paid: int
    entry: int


@dataclass(frozen=True)
class QuestionCompleted(PublicEvent):
    """Nobody was right where `winner` is empty: the question is dead (SD-11)."""

    number: int
    text: str
    answer: str
    winner: str


@dataclass(frozen=True)
class Adjusted(PublicEvent):
    """Corrected by the host: `what` is `money`, `chips` or `bankroll`."""

    who: str
    what: str
    before: int
    after: int
    why: str
    entry: int


@dataclass(frozen=True)
class BonusBegan(PublicEvent):
    """Luck of the Draw: amounts in dollars, multiplied by `factor` (SD-27, SD-28)."""

    who: str
    day: int
    factor: int
    bankroll: int


@dataclass(frozen=True)
class BonusDeckShuffled(PublicEvent):
    hidden: ClassVar[tuple[str, ...]] = ("cards",)

    cards: tuple[str, ...]


@dataclass(frozen=True)
class BoardLaid(PublicEvent):
    """The 15 places of a hand; what is on them is seen when it is picked (SD-30)."""

    hidden: ClassVar[tuple[str, ...]] = ("cards",)

    hand: int
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Revealed(PublicEvent):
    who: str
    numbers: tuple[int, ...]
    cards: tuple[str, ...]
    how: str


@dataclass(frozen=True)
class RangeNamed(PublicEvent):
    who: str
    high: str
    low: str
    how: str


@dataclass(frozen=True)
class Wagered(PublicEvent):
    who: str
    amount: int
    how: str


@dataclass(frozen=True)
class BonusDealt(PublicEvent):
    """The card on the wager; `second` on a second chance, `by_devil` where a push is a loss; the
    `outcome` is `won`, `push` or `lost` (SD-31, SD-32).
    """

    card: str
    outcome: str
    second: bool
    by_devil: bool


@dataclass(frozen=True)
class SecondChanceOffered(PublicEvent):
    """A wager is lost unless a suit hides the second chance; `new_board` is to be made (SD-32)."""

    who: str
    new_board: bool


@dataclass(frozen=True)
class SuitBoardLaid(PublicEvent):
    hidden: ClassVar[tuple[str, ...]] = ("behind",)

    behind: tuple[str, ...]


@dataclass(frozen=True)
class SuitUncovered(PublicEvent):
    """What was behind a suit: `2ND`, `AGAIN` or `NO` (SD-32)."""

    who: str
    suit: str
    behind: str
    how: str


@dataclass(frozen=True)
class HandEnded(PublicEvent):
    """`outcome` is `won`, `push` or `lost`; `bankroll` is after it, in dollars."""

    number: int
    outcome: str
    wager: int
    bankroll: int


@dataclass(frozen=True)
class ToppedUp(PublicEvent):
    """$500, times the factor, once (SD-29)."""

    amount: int
    bankroll: int


@dataclass(frozen=True)
class HandBegan(PublicEvent):
    """The next hand; the Last Call is the fifth, `staked` what it adds, `skipped` that hands were
    left out (SD-28, SD-29).
    """

    number: int
    staked: int
    bankroll: int
    skipped: bool


@dataclass(frozen=True)
class EpisodeEnded(PublicEvent):
    """The day's winner with its total in dollars and its titles since (SD-34)."""

    who: str
    money: int
    bankroll: int
    total: int
    titles: int
    retires: bool
