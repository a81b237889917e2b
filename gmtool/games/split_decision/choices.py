"""What a player does with a card: head start, free look, place, push, chip, no peek.

One table of choices tells what is legal (SD-14 to SD-21), for players, for what is forced, for
defaults and for refusals, so that these can't disagree.
"""

from __future__ import annotations

from msgspec.structs import replace

from gmtool.engine.cards import RANKS
from gmtool.engine.moves import Move
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.text import listed, told
from gmtool.games.split_decision.hands import (
    ACE,
    HIGH,
    JOKER,
    LOW,
    Held,
    Uses,
    called,
    rank_of,
    uses,
)
from gmtool.games.split_decision.moves import Chip, Keep, Pass, Place, Push, Refuse
from gmtool.games.split_decision.state import (
    BETWEEN,
    BLIND,
    CARD,
    FORCED,
    FREE_ACE,
    FREE_LOOK,
    HEAD_START,
    KEPT,
    NO_PEEK,
    OWN,
    PASSED,
    SHUFFLE,
    Play,
    Player,
    State,
)
from gmtool.games.split_decision.terms import ANSWER_PAYS, CARD_PAYS, ROUND_PAYS

DECIDING = frozenset({CARD, HEAD_START, FREE_ACE, NO_PEEK})
"""The phases in which a player decides on a card."""
_SITUATION = {
    HEAD_START: "SD-14",
    OWN: "SD-18",
    BLIND: "SD-19",
    KEPT: "SD-19",
    PASSED: "SD-20",
    FREE_LOOK: "SD-21",
    FREE_ACE: "SD-23",
}
"""The clause by which a player decides, by situation."""


def choices(state: State) -> tuple[Move, ...]:
    """The legal moves for the card in play; none where it wins the round, or puts the player out.

    A card that wins or pushes can't be discarded, passed on or refused (SD-18).
    """
    play = _in_play(state)
    if play.situation == BLIND:
        return (Keep(), *(Pass(name) for name in state.opponents(play.who)))
    use = uses(state.player(play.who).hand, play.card)
    places = tuple(_place(play.card, where, rank) for where, rank in use.places)
    if play.situation == HEAD_START:
        return (*places, Refuse())
    if play.situation == FREE_ACE or use.wins:
        return places
    if use.pushes:
        return (Push(), *places)
    return (*places, *_ways_out(state, play))


def _ways_out(state: State, play: Play) -> tuple[Move, ...]:
    if play.situation == FREE_LOOK:
        return (Refuse(),)
    if play.situation in {OWN, PASSED} and state.player(play.who).chips:
        return (Chip(),)
    return ()


def _place(card: str, where: str, rank: str) -> Place:
    """The move that places a card; a Joker that isn't made an Ace names its rank."""
    return Place(where, rank if card == JOKER and rank != ACE else "")


def _in_play(state: State) -> Play:
    if state.play is None:
        raise NotNow("SD-15", "no card is to be decided on now.")
    return state.play


def own(player: Player) -> Play:
    """A card won: seen by a player with a chip left, else no peek (SD-18, SD-19)."""
    return Play(player.name, OWN if player.chips else BLIND)


def next_of(state: State, play: Play) -> State:
    """The state after what follows for the card in play: it is shown, offered, or does the only
    thing that it can.
    """
    if not play.card:
        return _dealt(state, play)
    if _use(state, play).wins:
        return won(state, play.who, play.card, "joker" if play.card == JOKER else "third-card")
    legal = choices(state)
    if len(legal) > 1:
        return _offered(state, play)
    return done(state, legal[0], FORCED) if legal else _out(state, play)


def _dealt(state: State, play: Play) -> State:
    """The state with the card taken from the deck, which may have run out; a free Ace comes from
    nowhere (SD-4, SD-23).
    """
    if play.situation == FREE_ACE:
        return _shown(state, replace(play, card=ACE))
    # Shuffled before a player without chips decides, since it may rely on the cards that are left.
    if not state.deck:
        return replace(state, phase=SHUFFLE).tell("DeckRanOut")
    if play.situation == BLIND:
        return _offered(state, play)
    return _shown(replace(state, deck=state.deck[1:]), replace(play, card=state.deck[0]))


def _shown(state: State, play: Play) -> State:
    state = replace(state, play=play)
    return state.tell(
        "CardShown", who=play.who, card=play.card, situation=play.situation, look=play.look
    )


def _use(state: State, play: Play) -> Uses:
    if play.situation in {HEAD_START, FREE_ACE}:  # nobody wins or pushes there (SD-14)
        return Uses()
    return uses(state.player(play.who).hand, play.card)


_PHASES = {HEAD_START: HEAD_START, FREE_ACE: FREE_ACE, BLIND: NO_PEEK}


def _offered(state: State, play: Play) -> State:
    """The state with the player asked to choose among moves, told in text form."""
    told = replace(state, decisions=state.decisions + 1).tell(
        "Offered",
        who=play.who,
        card=play.card,
        situation=play.situation,
        choices=tuple(map(str, choices(state))),
    )
    return told.asks(_PHASES.get(play.situation, CARD), play.who)


def _out(state: State, play: Play) -> State:
    """The state with the player out of the round: the card was kept or passed on, and can't be
    used (SD-19, SD-20).
    """
    why = "passed" if play.situation == PASSED else "kept"
    state = replace(state.but(play.who, out=why, out_by=play.card), play=None)
    return state.tell("WentOut", who=play.who, card=play.card, why=why)


def won(state: State, who: str, card: str, how: str) -> State:
    """The state with the round won (SD-15, SD-17, SD-22) and paid (SD-24)."""
    paid = ROUND_PAYS[state.round]
    state = state.but(who, third=card).paid(who, paid)
    state = replace(state, play=None, won=how, winners=(*state.winners, who))
    return state.tell(
        "RoundWon",
        number=state.round,
        who=who,
        card=card,
        how=how,
        paid=paid,
        entry=state.entry,
    )


def done(state: State, move: Move, how: str) -> State:
    """The state after the legal `move` with the card in play."""
    play = _in_play(state)
    who, card = play.who, play.card
    on = replace(state, phase=BETWEEN, play=None)
    match move:
        case Place():
            return _placed(on, play, move, how)
        case Push():
            paid = ANSWER_PAYS[state.round]
            return on.paid(who, paid).tell(
                "Pushed",
                who=who,
                card=card,
                paid=paid,
                situation=play.situation,
                how=how,
                entry=state.entry,
            )
        case Chip():
            chips = state.player(who).chips - 1
            return on.but(who, chips=chips).tell(
                "Discarded", who=who, card=card, chips=chips, situation=play.situation, how=how
            )
        case Refuse():
            return _declined(on, play, how)
        case Keep():
            return replace(on, play=Play(who, KEPT)).tell("Kept", who=who, how=how)
        case Pass():
            return replace(on, play=Play(move.to, PASSED)).tell("PassedOn", who=who, to=move.to)
    raise TypeError(f"{move} does nothing with a card")


def _placed(state: State, play: Play, move: Place, how: str) -> State:
    """The state with one of the player's first two cards placed and paid (SD-15, SD-24)."""
    hand = state.player(play.who).hand
    rank = placed_as(state, play, move)
    paid = CARD_PAYS[state.round]
    placed = replace(hand, **{move.place: Held(play.card, rank)})
    return (
        state.but(play.who, hand=placed)
        .paid(play.who, paid)
        .tell(
            "Placed",
            who=play.who,
            card=play.card,
            place=move.place,
            rank=rank,
            paid=paid,
            situation=play.situation,
            how=how,
            entry=state.entry,
        )
    )


def placed_as(state: State, play: Play, move: Place) -> str:
    """The rank that the card counts as: a Joker is an Ace unless the player says otherwise
    (SD-17).
    """
    return move.rank or uses(state.player(play.who).hand, play.card).at(move.place)[0]


def _declined(state: State, play: Play, how: str) -> State:
    """The state after a refusal: a second head start card follows the first; a refused free look is
    followed by a card of the player's own (SD-14, SD-21).
    """
    if play.situation == FREE_LOOK:
        state = replace(state, play=own(state.player(play.who)))
    elif play.look == 1:
        state = replace(state, play=Play(play.who, HEAD_START, look=2))
    return state.tell(
        "Declined",
        who=play.who,
        card=play.card,
        situation=play.situation,
        look=play.look,
        how=how,
    )


def decide(state: State, who: str, move: Move, how: str) -> State:
    """The state after a player's move on the card in play; raises Refused or NotNow."""
    play = state.play
    if state.phase not in DECIDING or play is None:
        raise NotNow(_clause(move), "no card is to be decided on now.")
    if play.who != who:
        raise NotNow(_SITUATION[play.situation], f"it is {play.who} who decides on the card now.")
    if isinstance(move, Place) and move.rank == ACE and rank_of(play.card) in {JOKER, ACE}:
        move = Place(move.place)
    legal = choices(state)
    if move not in legal:
        raise _refused(state, play, move, legal)
    return done(state, move, how)


def default(state: State) -> Move:
    """The move for a player whose time is up: refuse; a chip if it has one, else keep; a card that
    must be placed goes low, else to the only end; an Ace with a choice is a push, a Joker an Ace.
    """
    legal = choices(state)
    for move in (Refuse(), Chip(), Keep(), Push(), Place(LOW), Place(HIGH)):
        if move in legal:
            return move
    return legal[0]


def _clause(move: Move) -> str:
    """The clause on which a move on a card rests."""
    match move:
        case Refuse():
            return "SD-21"
        case Push():
            return "SD-16"
        case Chip():
            return "SD-18"
        case Keep() | Pass():
            return "SD-19"
        case Place(rank=""):
            return "SD-15"
    return "SD-17"


def _refused(state: State, play: Play, move: Move, legal: tuple[Move, ...]) -> Refused:
    clause, why = _why(state, play, move)
    return Refused(
        clause, f"{told(why)}; what can be said now is {_named(legal)}.", quoted=str(move)
    )


def _named(legal: tuple[Move, ...]) -> str:
    """The legal moves as part of a sentence; of the ranks that a Joker can be made only the last is
    written as a move.
    """
    plain = [f"`{move}`" for move in legal if not (isinstance(move, Place) and move.rank)]
    made = [move for move in legal if isinstance(move, Place) and move.rank]
    if made:
        ranks = f" ({made[0].rank} to {made[-1].rank})" if made[1:] else ""
        plain.insert(1, f"`{made[-1]}`{ranks}")
    return listed(plain, "or")


def _why(state: State, play: Play, move: Move) -> tuple[str, str]:
    """The clause and the reason why a move isn't legal for the card in play."""
    if play.situation == BLIND:
        return _why_not_blind(state, play, move)
    if isinstance(move, (Keep, Pass)):
        return _why_seen(play, move)
    if isinstance(move, Push):
        return _why_no_push(play)
    if isinstance(move, Place):
        return _why_not_there(state, play, move)
    if _use(state, play).pushes:
        card = called(play.card)
        return "SD-18", f"{card} is a push, which can't be discarded, passed on or refused"
    return _why_no_way_out(state, play, move)


def _why_no_push(play: Play) -> tuple[str, str]:
    if play.situation == HEAD_START:
        return "SD-14", "there are no pushes in a head start"
    if play.card == JOKER:
        return "SD-16", "a Joker is never a push"
    return "SD-16", f"{called(play.card)} matches no card in {play.who}'s hand"


def _why_seen(play: Play, move: Keep | Pass) -> tuple[str, str]:
    if isinstance(move, Pass) and play.situation == PASSED:
        return "SD-20", "a card is passed only once"
    return "SD-19", "a card is kept or passed by a player with no chips left, before it is seen"


def _why_not_blind(state: State, play: Play, move: Move) -> tuple[str, str]:
    if isinstance(move, Pass):
        if move.to == play.who:
            return "SD-19", "a card is passed to an opponent, not to oneself"
        where = "out of the round" if state.player(move.to).out else "not in this round"
        return "SD-19", f"{move.to} is {where}, so no card can be passed there"
    return "SD-19", f"{play.who} has no chips left: who has none decides before the card is seen"


_NO_WAY_OUT = {
    HEAD_START: ("SD-14", "a head start card is refused without a chip being spent"),
    FREE_LOOK: ("SD-21", "a free look is refused without a chip being spent"),
    FREE_ACE: ("SD-23", "a free Ace has to be placed"),
    KEPT: ("SD-19", "a card that is kept has to be placed"),
}


def _why_no_way_out(state: State, play: Play, move: Move) -> tuple[str, str]:
    """The clause and the reason why a card can't be refused, or not with a chip."""
    if play.situation in _NO_WAY_OUT:
        return _NO_WAY_OUT[play.situation]
    if state.player(play.who).chips:
        return "SD-18", "only a head start card or a free look is refused without a chip"
    if isinstance(move, Chip):
        return "SD-18", f"{play.who} has no chips left"
    return "SD-20", "a passed card that can be placed has to be"


def _why_not_there(state: State, play: Play, move: Place) -> tuple[str, str]:
    hand = state.player(play.who).hand
    if move.rank and play.card != JOKER:
        return "SD-17", f"only a Joker is made a rank, and this is {called(play.card)}"
    if move.rank and move.rank not in RANKS:
        return "SD-17", f"“{move.rank}” is no rank"
    if move.rank and hand.is_empty:
        return "SD-17", "a Joker that is the first card is an Ace, high or low"
    taken = hand.high if move.place == HIGH else hand.low
    if taken:
        return "SD-15", f"the {move.place} place is taken by {called(taken.card)}"
    return "SD-17", f"a Joker made {move.rank} wouldn't leave low below high"
