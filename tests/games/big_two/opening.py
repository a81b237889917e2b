"""What the lines of this kind's clauses stand for: decks that deal the hands a case wants, a round
played out; and the table in a few words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from playing import START, Played, play, script_of

from gmtool.engine.text import HOST

if TYPE_CHECKING:
    from clauses import Trial

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
CARDS = tuple(rank + suit for rank in RANKS for suit in "DCHS")
"""From low to high (BT-1)."""
_AFTER_A_ROUND: dict[str, Played] = {}


def deck(trial: Trial, text: str) -> Iterator[str]:
    """`deck 3D 9S / 3C 9H / - rest KS 2S` shuffles so that these are dealt in seat order, and then
    the rest of the deck begins so. A hand of too few cards is filled with the lowest of all others,
    the first hand before the second; `-` and no hand at all are such.
    """
    state, seats = trial.game.state, len(trial.players)
    dealt, _, beside = text.partition("rest ")
    given = [[card for card in hand.split() if card != "-"] for hand in dealt.split("/")]
    given += [[] for _ in range(seats - len(given))]
    rest = beside.split()
    cards = [*CARDS, *("LJ", "HJ")[: state.terms.jokers]]
    free = [card for card in cards if card not in {*rest, *(c for hand in given for c in hand)}]
    many = state.terms.hand_size * seats or len(cards) - (state.terms.floating_card != "none")
    turns = [(len(state.rounds) + turn) % seats for turn in range(many)]
    for seat, hand in enumerate(given):
        wanting = turns.count(seat) - len(hand)
        hand.extend(free[:wanting])
        del free[:wanting]
    yield "chance: shuffle " + " ".join([*(given[seat].pop(0) for seat in turns), *rest, *free])


def hands(trial: Trial, text: str) -> Iterator[str]:
    """The same, and the first round begins; anew, where it has begun."""
    if trial.game.entries:
        trial.game, trial.clock = play(script_of(trial.game.header)), START
    yield from deck(trial, text)
    yield "host: start"


def after(trial: Trial, _text: str = "") -> Iterator[str]:
    """The first round is over: Ann led, and places are in seat order."""
    key = script_of(trial.game.header)
    if key not in _AFTER_A_ROUND:
        yield from hands(trial, "3D")
        if trial.game.state.phase == "free-trade":
            yield "+48h host: close"
        yield from sweep(trial)
        _AFTER_A_ROUND[key] = trial.game
    trial.game = _AFTER_A_ROUND[key]
    trial.clock = trial.game.entries[-1].received_at


def second(trial: Trial, text: str) -> Iterator[str]:
    """After it these hands are dealt."""
    yield from after(trial)
    yield from deck(trial, text)


def sweep(trial: Trial, _text: str = "") -> Iterator[str]:
    """The round is played out: who leads plays all it has of its lowest rank, the others pass. So
    they go out in seat order, beginning with who leads.
    """
    while trial.game.state.phase == "play":
        trick = trial.game.state.trick
        hand = trial.game.state.player(trick.actor).hand
        same = " ".join(card for card in hand if card[:-1] == hand[0][:-1])
        yield f"{trick.actor}: pass" if trick.last else f"{trick.actor}: play {same}"


def passes(trial: Trial, text: str = "") -> Iterator[str]:
    """All pass until the trick is won, or `passes until Ann`."""
    number, until = trial.game.state.trick.number, text.removeprefix("until ")
    while (trick := trial.game.state.trick).number == number and trick.actor != until:
        yield f"{trick.actor}: pass"


def climb(_trial: Trial, _text: str = "") -> Iterator[str]:
    """Ann and Bob play all cards from low to high by turns."""
    yield "chance: shuffle " + " ".join(CARDS)
    yield "host: start"
    for place, card in enumerate(CARDS[:-1]):
        yield f"{('Ann', 'Bob')[place % 2]}: play {card}"


def undo(trial: Trial, span: str) -> Iterator[str]:
    """The last entry is taken back, so long after it."""
    yield f"{span} host: undo {trial.game.entries[-1].number}".strip()


def redo(trial: Trial, _text: str = "") -> Iterator[str]:
    """What was taken back with the last entry is put back."""
    yield f"host: {trial.game.entries[-1].text.replace('undo', 'redo')}"


def lead(trial: Trial, text: str) -> Iterator[str]:
    """`lead 4D 4C / 5D 5C` deals the one to Ann, the other to Bob, and Ann, who has led 3D and won
    if it isn't among her cards, leads them; Cid holds the rest. `as 4H` stands for no card.
    """
    ann, bob = (side.strip() for side in text.split("/"))
    low, high = (side.partition(" as ")[0] for side in (ann, bob))
    first = "3D" not in low.split()
    yield from hands(trial, f"{'3D ' * first}{low} / {high}")
    if first:
        yield "Ann: play 3D"
        yield from passes(trial)
    if low:
        yield f"Ann: play {ann}"


def reads(_trial: Trial, text: str) -> Iterator[str]:
    """`reads Ann as pass | I pass | not me`: each of these messages of Ann's is read as that."""
    head, *messages = text.split(" | ")
    who, _, read = head.partition(" as ")
    for message in messages:
        yield f"{who} writes: {message}  = {read}"


# ---- what is shown


def trick(trial: Trial) -> str:
    """The trick in play: who played what."""
    told = trial.game.view()["public"]["trick"]
    return "; ".join(f"{one['who']} {' '.join(one['cards']) or 'pass'}" for one in told)


def left(trial: Trial) -> str:
    """Everybody's cards, as the host may know them."""
    rows = trial.game.view(HOST)["players"]
    return " / ".join(" ".join(row["secret"]["hand"]) or "-" for row in rows)


def counts(trial: Trial) -> str:
    """How many cards each holds, as everybody may know it."""
    return " ".join(str(row["cards"]) for row in trial.game.view()["players"])


def held(trial: Trial) -> str:
    """How many cards each really holds."""
    return " ".join(str(len(player.hand)) for player in trial.game.state.players)


def roles(trial: Trial) -> str:
    return ", ".join(row["role"] or "-" for row in trial.game.view()["players"])


def places(trial: Trial) -> str:
    """As they finished, round by round."""
    return "; ".join(" ".join(then.places) for then in trial.game.state.rounds)
