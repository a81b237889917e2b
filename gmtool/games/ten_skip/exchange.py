"""The exchange of a turn: drawing, taking, or nothing where neither is possible (TS-5 to TS-8)."""

from __future__ import annotations

from msgspec.structs import replace

from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.text import listed, told
from gmtool.games.ten_skip.moves import Discard, Hand, Keep, Take
from gmtool.games.ten_skip.state import (
    DISCARDED,
    HAND,
    HANDED,
    IN_A_ROUND,
    KEEP,
    KEPT_LAST,
    LAID,
    NOTICE,
    PASSED,
    SHOWN,
    TURN,
    TURN_OVER,
    State,
)
from gmtool.games.ten_skip.terms import in_order, without
from gmtool.games.ten_skip.wording import check_held, now

_DRAWN = 2
"""How many cards a draw takes off the pile, while there are that many (TS-6)."""


def check_turn(state: State, who: str, phase: str, clause: str) -> None:
    """Raise NotNow for what isn't asked of this player now; it says who is asked for what."""
    if state.phase == phase and state.awaited == who:
        return
    raise NotNow(clause, f"that can't be said now; {now(state)}.")


def discard(state: State, who: str, move: Discard, how: str = "") -> State:
    """The state after a card was discarded face up and the top two cards were drawn, or
    the last one (TS-6).
    """
    check_turn(state, who, TURN, "TS-6")
    if not state.draw_pile:
        raise Refused(
            "TS-8",
            f"the draw pile is empty, so nothing can be drawn for {move.card}; "
            f"{told(_instead(state, who))}.",
        )
    check_held(state, who, move.card, "TS-6")
    state = _given_away(state, who, move.card)
    state = replace(state, discards=(*state.discards, move.card), shown=move.card)
    state = state.seen(DISCARDED, who, move.card, how=how)
    return _drawn(state.tell("Discarded", who=who, card=move.card, how=how), who)


def _given_away(state: State, who: str, card: str) -> State:
    """The state without a card that left the hand of `who` before everybody's eyes."""
    player = state.player(who)
    return state.but(who, hand=without(player.hand, card), known=without(player.known, card))


def _gained(state: State, who: str, card: str) -> State:
    return state.but(who, hand=in_order((*state.player(who).hand, card)), newest=card)


def _drawn(state: State, who: str) -> State:
    """The state with cards drawn, which only the player sees; a single one it just keeps (TS-6)."""
    cards, left = state.draw_pile[:_DRAWN], state.draw_pile[_DRAWN:]
    state = replace(state, draw_pile=left)
    is_last = len(cards) == 1
    if is_last:
        state = _gained(state, who, cards[0]).seen(KEPT_LAST, who)
    state = state.tell(
        "Drew",
        who=who,
        cards=(),
        count=len(cards),
        left=len(left),
        secret={"cards": cards},
        known_to=[who],
    )
    return _exchanged(state) if is_last else state.ask(KEEP, drawn=cards)


def last_draws(state: State) -> tuple[str, ...]:
    """The players who empty the pile if each draws in turn; none where it lasts longer than once
    around the table (TS-6).
    """
    draws = -(-len(state.draw_pile) // _DRAWN)
    return state.coming[:draws] if draws <= len(state.coming) else ()


def _exchanged(state: State) -> State:
    """The state after the exchange: the end of the turn is asked for, or comes by itself where the
    player may put nobody on notice (TS-10, TS-12).
    """
    state = replace(state, shown="", victim="")
    if state.may_claim(state.actor):
        return state.ask(NOTICE)
    return replace(state, phase=TURN_OVER)


def is_done(state: State, who: str, verb: str) -> bool:
    """Whether the player needn't say that any more, since the last turn was its own and the rules
    did it: `keep` of the last card of the pile (TS-6), or `done` where the turn is over (TS-10).
    """
    acts = [act for act in state.acts if act.turn == state.acts[-1].turn]
    if not acts or acts[0].who != who:
        return False
    if verb == "keep":
        return any(act.what == KEPT_LAST for act in acts)
    return verb == "done" and (state.phase not in IN_A_ROUND or state.turn > acts[0].turn)


def _instead(state: State, who: str) -> str:
    """What a player who can't draw may do, as part of a sentence (TS-8)."""
    victims = state.victims(who)
    if not victims:
        return "`challenge`, or `pass`"
    return f"`challenge`, or take from {listed(victims, 'or')}, as in `take NAME giving CARD`"


def keep(state: State, who: str, move: Keep, how: str = "") -> State:
    """The state after one of the two cards was kept and the other laid on top of the
    discard pile (TS-6).
    """
    check_turn(state, who, KEEP, "TS-6")
    if move.card not in state.drawn:
        right = " or ".join(f"`keep {card}`" for card in dict.fromkeys(state.drawn))
        raise Refused("TS-6", f"{move.card} isn't one of the two cards drawn; {right}.")
    (laid,) = without(state.drawn, move.card)
    state = _gained(state, who, move.card)
    state = replace(state, discards=(*state.discards, laid), drawn=())
    state = state.seen(LAID, who, laid, how=how)
    state = state.tell(
        "Kept",
        who=who,
        card="",
        laid=laid,
        how=how,
        secret={"card": move.card},
        known_to=[who],
    )
    return _exchanged(state)


def take(state: State, who: str, move: Take) -> State:
    """The state after a card was shown to everybody; its victim picks another one for it (TS-7)."""
    check_turn(state, who, TURN, "TS-7")
    victims = state.victims(who)
    if move.victim not in victims:
        victim = "oneself" if move.victim == who else move.victim
        why = _why_no_victim(state, who, move.victim)
        right = told(
            f"a victim may be {listed(victims, 'or')}" if victims else "nobody can be a victim now"
        )
        raise Refused("TS-7", f"nothing can be taken from {victim}, {why}; {right}.")
    check_held(state, who, move.card, "TS-7")
    state = state.seen(SHOWN, who, move.card, other=move.victim)
    state = state.tell("Offered", who=who, victim=move.victim, card=move.card)
    return state.ask(HAND, shown=move.card, victim=move.victim)


def _why_no_victim(state: State, who: str, victim: str) -> str:
    if victim == who:
        return "only from another player"
    if victim == state.on_notice:
        return "who has put everyone on notice: those cards are out of reach (TS-11)"
    if state.player(victim).eliminated:
        return "who is out of the game"
    return "who is safely out of the round"


def hand(state: State, who: str, move: Hand, how: str = "") -> State:
    """The state after the victim gave a card of its own, which only the taker sees, for the shown
    one (TS-7). Of the victim's hand only the card that it gets is known from then on, since it may
    have given away any known one (TS-15).
    """
    check_turn(state, who, HAND, "TS-7")
    held = state.player(who).hand
    if move.card == state.shown and move.card not in held:
        raise Refused(
            "TS-7",
            f"{move.card} is the card that {state.actor} shows; what is handed over for it is "
            "another, from the victim's own hand.",
        )
    check_held(state, who, move.card, "TS-7")
    taker, shown = state.actor, state.shown
    state = state.but(who, hand=without(held, move.card), known=(shown,))
    state = _gained(_given_away(state, taker, shown), taker, move.card)
    state = _gained(state, who, shown).seen(HANDED, who, other=taker, how=how)
    state = state.tell(
        "Handed",
        who=who,
        taker=taker,
        card="",
        shown=shown,
        how=how,
        secret={"card": move.card},
        known_to=[who, taker],
    )
    return _exchanged(state)


def pass_turn(state: State, who: str, how: str = "") -> State:
    """The state after a turn without an exchange, possible only where the pile is empty and nobody
    can be a victim (TS-8).
    """
    check_turn(state, who, TURN, "TS-8")
    if state.may_pass or how:
        return _exchanged(state.seen(PASSED, who, how=how).tell("Passed", who=who, how=how))
    right = told(_instead(state, who) if not state.draw_pile else _exchanges(state, who))
    raise Refused(
        "TS-8",
        "a turn can be passed only where the draw pile is empty and nobody can be a victim; "
        f"{right}.",
    )


def _exchanges(state: State, who: str) -> str:
    challenge = " or `challenge`" if state.on_notice else ""
    victims = state.victims(who)
    if not victims:
        return f"`discard CARD`{challenge}"
    comma = "," if challenge else " or"
    return f"`discard CARD`{comma} `take NAME giving CARD`{challenge}"
