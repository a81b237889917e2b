"""What happens in Split Decision. Each event says who may know what of it; unsaid is unseen.

Where a move was forced or a default, `how` says so: `forced` (SD-36), `default` or empty. `entry`
is the number of the entry in which it happened, for who reached its money first (SD-14).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gmtool.engine.codec import to_json
from gmtool.engine.game import Event
from gmtool.engine.wording import HOST
from gmtool.games.split_decision.state import Buzz, RoundThen

FORCED, DEFAULT = "forced", "default"


def _plain(data: Any) -> Any:
    """Data for a reader: the codec's names of classes left out."""
    if isinstance(data, list):
        return [_plain(item) for item in data]
    if isinstance(data, dict):
        return {key: _plain(item) for key, item in data.items() if key != "$"}
    return data


class _Public(Event):
    """Everybody may know all of it but what `_hidden` names, which only the host does."""

    _hidden: tuple[str, ...] = ()

    def seen_by(self, seer: str) -> dict[str, Any] | None:
        facts = {"event": type(self).__name__, **_plain(to_json(self))}
        return {k: v for k, v in facts.items() if seer == HOST or k not in self._hidden}


@dataclass(frozen=True)
class DeckShuffled(_Public):
    """The deck of rounds 1 to 3, or a new one (SD-3, SD-4); only what leaves it is seen."""

    _hidden = ("cards",)

    cards: tuple[str, ...]
    again: bool


@dataclass(frozen=True)
class CodesOpened(_Public):
    """Buzzcodes are collected from `who`, the first time or again (SD-5, SD-9)."""

    who: tuple[str, ...]
    again: bool


@dataclass(frozen=True)
class CodesGiven(Event):
    """A player's sealed codes, sent or drawn (SD-5, SD-10)."""

    who: str
    codes: tuple[int, ...]
    drawn: bool

    def seen_by(self, seer: str) -> dict[str, Any] | None:
        if seer not in {self.who, HOST}:
            return None
        return {"event": "CodesGiven", **_plain(to_json(self))}


@dataclass(frozen=True)
class CodesOverdue(_Public):
    """Chance gives codes to those who sent none."""

    who: tuple[str, ...]


@dataclass(frozen=True)
class CodesComplete(_Public):
    again: bool


@dataclass(frozen=True)
class DeckCut(_Public):
    who: str
    cards: int
    how: str


@dataclass(frozen=True)
class RoundBegan(_Public):
    """`order` is that of the head start (SD-14)."""

    number: int
    order: tuple[str, ...]
    abbreviated: bool


@dataclass(frozen=True)
class TurnCame(_Public):
    """A card is on its way to `who`, in a situation as in `Play`."""

    who: str
    situation: str
    look: int


@dataclass(frozen=True)
class DeckRanOut(_Public):
    pass


@dataclass(frozen=True)
class CardShown(_Public):
    """The top card of the deck, or a free Ace, for whom it came."""

    who: str
    card: str
    situation: str
    look: int


@dataclass(frozen=True)
class Offered(_Public):
    """`who` has a choice; `choices` are moves in their text form."""

    who: str
    card: str
    situation: str
    choices: tuple[str, ...]


@dataclass(frozen=True)
class Placed(_Public):
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
class Pushed(_Public):
    who: str
    card: str
    paid: int
    situation: str
    how: str
    entry: int


@dataclass(frozen=True)
class Discarded(_Public):
    """A chip spent; `chips` are left (SD-18)."""

    who: str
    card: str
    chips: int
    situation: str
    how: str


@dataclass(frozen=True)
class Declined(_Public):
    """A head start card or a free look refused without penalty (SD-14, SD-21)."""

    who: str
    card: str
    situation: str
    look: int
    how: str


@dataclass(frozen=True)
class Kept(_Public):
    who: str
    how: str


@dataclass(frozen=True)
class PassedOn(_Public):
    who: str
    to: str


@dataclass(frozen=True)
class WentOut(_Public):
    """Out of the round: a card `kept` or `passed` that can't be used (SD-19, SD-20)."""

    who: str
    card: str
    why: str


@dataclass(frozen=True)
class RoundWon(_Public):
    """`how` is `third-card`, `joker` or `default`; `paid` is dollars (SD-24)."""

    number: int
    who: str
    card: str
    how: str
    paid: int
    entry: int


@dataclass(frozen=True)
class GiftGiven(_Public):
    """The loser's gift card (SD-25)."""

    who: str


@dataclass(frozen=True)
class RoundEnded(_Public):
    round: RoundThen


@dataclass(frozen=True)
class QuestionAwaited(_Public):
    number: int


@dataclass(frozen=True)
class QuestionPosed(_Public):
    """The answer is the host's until the question is completed (SD-11)."""

    _hidden = ("answer",)

    number: int
    text: str
    answer: str


@dataclass(frozen=True)
class ChanceAsked(_Public):
    """The host has chance draw the actual code."""


@dataclass(frozen=True)
class CodeDrawn(_Public):
    """The actual code, told with the set it is compared with; `by` is `chance` or `host` (SD-7)."""

    _hidden = ("code",)

    code: int
    by: str


@dataclass(frozen=True)
class SetUsed(_Public):
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
class NextTied(_Public):
    """Those next in the set are tied, so the next set decides (SD-8)."""

    who: tuple[str, ...]
    set_number: int


@dataclass(frozen=True)
class BuzzedIn(_Public):
    """`who` is asked; `code` and `distance` are by the set that decided (SD-7, SD-8)."""

    who: str
    set_number: int
    code: int
    distance: int
    number: int


@dataclass(frozen=True)
class AnswerGiven(_Public):
    """What the player asked says; how it compares with the kept answer is for the host."""

    _hidden = ("kept", "agrees")

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
class Judged(_Public):
    """The verdict, or that the time ran out; `paid` is dollars (SD-11, SD-12)."""

    who: str
    text: str
    right: bool
    expired: bool
    paid: int
    entry: int


@dataclass(frozen=True)
class QuestionCompleted(_Public):
    """Nobody was right where `winner` is empty: the question is dead (SD-11)."""

    number: int
    text: str
    answer: str
    winner: str


@dataclass(frozen=True)
class Adjusted(_Public):
    """Corrected by the host: `what` is `money`, `chips` or `bankroll`."""

    who: str
    what: str
    before: int
    after: int
    why: str
    entry: int


@dataclass(frozen=True)
class BonusBegan(_Public):
    """Luck of the Draw: amounts in dollars, multiplied by `factor` (SD-27, SD-28)."""

    who: str
    day: int
    factor: int
    bankroll: int


@dataclass(frozen=True)
class BonusDeckShuffled(_Public):
    _hidden = ("cards",)

    cards: tuple[str, ...]


@dataclass(frozen=True)
class BoardLaid(_Public):
    """The 15 places of a hand; what is on them is seen when it is picked (SD-30)."""

    _hidden = ("cards",)

    hand: int
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Revealed(_Public):
    who: str
    numbers: tuple[int, ...]
    cards: tuple[str, ...]
    how: str


@dataclass(frozen=True)
class RangeNamed(_Public):
    who: str
    high: str
    low: str
    how: str


@dataclass(frozen=True)
class Wagered(_Public):
    who: str
    amount: int
    how: str


@dataclass(frozen=True)
class BonusDealt(_Public):
    """The card on the wager; `second` on a second chance, `by_devil` where a push is a loss; the
    `outcome` is `won`, `push` or `lost` (SD-31, SD-32).
    """

    card: str
    outcome: str
    second: bool
    by_devil: bool


@dataclass(frozen=True)
class SecondChanceOffered(_Public):
    """A wager is lost unless a suit hides the second chance; `new_board` is to be made (SD-32)."""

    who: str
    new_board: bool


@dataclass(frozen=True)
class SuitBoardLaid(_Public):
    _hidden = ("behind",)

    behind: tuple[str, ...]


@dataclass(frozen=True)
class SuitUncovered(_Public):
    """What was behind a suit: `2ND`, `AGAIN` or `NO` (SD-32)."""

    who: str
    suit: str
    behind: str
    how: str


@dataclass(frozen=True)
class HandEnded(_Public):
    """`outcome` is `won`, `push` or `lost`; `bankroll` is after it, in dollars."""

    number: int
    outcome: str
    wager: int
    bankroll: int


@dataclass(frozen=True)
class ToppedUp(_Public):
    """$500, times the factor, once (SD-29)."""

    amount: int
    bankroll: int


@dataclass(frozen=True)
class HandBegan(_Public):
    """The next hand; the Last Call is the fifth, `staked` what it adds, `skipped` that hands were
    left out (SD-28, SD-29).
    """

    number: int
    staked: int
    bankroll: int
    skipped: bool


@dataclass(frozen=True)
class EpisodeEnded(_Public):
    """The day's winner with its total in dollars and its titles since (SD-34)."""

    who: str
    money: int
    bankroll: int
    total: int
    titles: int
    retires: bool
