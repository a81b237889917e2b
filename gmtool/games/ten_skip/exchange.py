"""A turn's exchange: drawing, taking, or nothing where neither can be (TS-5 to TS-8)."""

from __future__ import annotations

from gmtool.engine.game import Event
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.wording import listed
from gmtool.games.ten_skip import events as e
from gmtool.games.ten_skip.moves import Discard, Hand, Keep, Pass, Take
from gmtool.games.ten_skip.state import HAND, KEEP, TURN, State
from gmtool.games.ten_skip.terms import without
from gmtool.games.ten_skip.wording import check_held, now


def check_turn(state: State, who: str, phase: str, clause: str, quoted: str) -> None:
    """Refuse what isn't asked of this player now, and say who is asked for what."""
    if state.phase == phase and state.awaited == who:
        return
    raise NotNow(
        clause,
        "that can't be said now; {now}.",
        now=now(state),
        quoted=quoted,
    )


def discard(state: State, who: str, move: Discard, how: str = "") -> tuple[Event, ...]:
    """A card discarded before everybody, then the top two drawn, or the last one (TS-6)."""
    check_turn(state, who, TURN, "TS-6", str(move))
    if not state.draw_pile:
        raise Refused(
            "TS-8",
            "the draw pile is empty, so nothing can be drawn for {card}; {right}.",
            card=move.card,
            right=_instead(state, who),
            quoted=str(move),
        )
    check_held(state, who, move.card, "TS-6", str(move))
    cards = state.draw_pile[:2]
    return (
        e.Discarded(who, move.card, how),
        e.Drew(who, cards, len(state.draw_pile) - len(cards)),
    )


def _instead(state: State, who: str) -> str:
    """What a player does who can't draw (TS-8)."""
    victims = state.victims(who)
    if not victims:
        return "`challenge`, or `pass`"
    return f"`challenge`, or take from {listed(victims, 'or')}, as in `take NAME giving CARD`"


def keep(state: State, who: str, move: Keep, how: str = "") -> tuple[Event, ...]:
    """One of the two is kept, the other laid on top of the discard pile (TS-6)."""
    check_turn(state, who, KEEP, "TS-6", str(move))
    if move.card not in state.drawn:
        raise Refused(
            "TS-6",
            "{card} isn't one of the two cards drawn; {right}.",
            card=move.card,
            right=" or ".join(f"`keep {card}`" for card in dict.fromkeys(state.drawn)),
            quoted=str(move),
        )
    (laid,) = without(state.drawn, move.card)
    return (e.Kept(who, move.card, laid, how),)


def take(state: State, who: str, move: Take) -> tuple[Event, ...]:
    """A card shown to everybody, for one that its victim picks (TS-7)."""
    check_turn(state, who, TURN, "TS-7", str(move))
    victims = state.victims(who)
    if move.victim not in victims:
        raise Refused(
            "TS-7",
            "nothing can be taken from {victim}, {why}; {right}.",
            victim="oneself" if move.victim == who else move.victim,
            why=_why_no_victim(state, who, move.victim),
            right=f"a victim may be {listed(victims, 'or')}"
            if victims
            else "nobody can be a victim now",
            quoted=str(move),
        )
    check_held(state, who, move.card, "TS-7", str(move))
    return (e.Offered(who, move.victim, move.card),)


def _why_no_victim(state: State, who: str, victim: str) -> str:
    if victim == who:
        return "only from another player"
    if victim == state.on_notice:
        return "who has put everyone on notice: those cards are out of reach (TS-11)"
    if state.player(victim).eliminated:
        return "who is out of the game"
    return "who is safely out of the round"


def hand(state: State, who: str, move: Hand, how: str = "") -> tuple[Event, ...]:
    """The victim's own card for the shown one (TS-7)."""
    check_turn(state, who, HAND, "TS-7", str(move))
    held = state.player(who).hand
    if move.card == state.shown and move.card not in held:
        raise Refused(
            "TS-7",
            "{card} is the card that {taker} shows; what is handed over for it is another, from "
            "the victim's own hand.",
            card=move.card,
            taker=state.actor,
            quoted=str(move),
        )
    check_held(state, who, move.card, "TS-7", str(move))
    return (e.Handed(who, state.actor, move.card, state.shown, how),)


def pass_turn(state: State, who: str, how: str = "") -> tuple[Event, ...]:
    """No exchange: only where the pile is empty and nobody can be a victim (TS-8)."""
    quoted = str(Pass())
    check_turn(state, who, TURN, "TS-8", quoted)
    if state.may_pass or how:
        return (e.Passed(who, how),)
    raise Refused(
        "TS-8",
        "a turn can be passed only where the draw pile is empty and nobody can be a victim; "
        "{right}.",
        right=_instead(state, who) if not state.draw_pile else _exchanges(state, who),
        quoted=quoted,
    )


def _exchanges(state: State, who: str) -> str:
    challenge = " or `challenge`" if state.on_notice else ""
    victims = state.victims(who)
    if not victims:
        return f"`discard CARD`{challenge}"
    comma = "," if challenge else " or"
    return f"`discard CARD`{comma} `take NAME giving CARD`{challenge}"
