"""The state after an event; never refuses."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch

from gmtool.engine.game import Event
from gmtool.games.split_decision import events as e
from gmtool.games.split_decision.bonus_evolve import evolve_bonus
from gmtool.games.split_decision.hands import EMPTY, LOW, Held
from gmtool.games.split_decision.state import (
    ANSWER,
    BETWEEN,
    BLIND,
    BY_CHANCE,
    CARD,
    CHIPS,
    CODES,
    CUT,
    DRAW,
    FREE_ACE,
    FREE_LOOK,
    FREE_LOOK_AFTER,
    HEAD_START,
    KEPT,
    NO_PEEK,
    OWN,
    PASSED,
    QUESTION,
    SHUFFLE,
    VERDICT,
    Asked,
    Asking,
    Play,
    Player,
    State,
    Try,
    UsedSet,
)


def evolve(state: State, event: Event) -> State:
    """The state after `event`."""
    return _evolve(event, state)


@singledispatch
def _evolve(event: Event, state: State) -> State:
    return evolve_bonus(event, state)


def _with(state: State, player: Player) -> State:
    players = tuple(player if p.name == player.name else p for p in state.players)
    return replace(state, players=players)


def _paid(state: State, name: str, dollars: int, entry: int) -> State:
    """Money, and the entry by which it came to be so much (SD-14)."""
    if not dollars:
        return state
    player = state.player(name)
    return _with(state, replace(player, money=player.money + dollars, reached=entry))


@_evolve.register
def _deck_shuffled(event: e.DeckShuffled, state: State) -> State:
    if not event.again:
        return replace(state, deck=event.cards)
    return replace(state, deck=event.cards, reshuffled=state.reshuffled + 1, phase=BETWEEN)


@_evolve.register
def _codes_opened(event: e.CodesOpened, state: State) -> State:
    return replace(state, phase=CODES, waiting_codes=event.who, collections=state.collections + 1)


@_evolve.register
def _codes_given(event: e.CodesGiven, state: State) -> State:
    """Codes are appended; of who sat out while sets were used they begin with the next (SD-9)."""
    player = state.player(event.who)
    void = (0,) * (state.sets_used - len(player.codes))
    state = _with(state, replace(player, codes=(*player.codes, *void, *event.codes)))
    return replace(
        state,
        waiting_codes=tuple(name for name in state.waiting_codes if name != event.who),
        late_codes=tuple(name for name in state.late_codes if name != event.who),
    )


@_evolve.register
def _codes_overdue(event: e.CodesOverdue, state: State) -> State:
    return replace(
        state,
        waiting_codes=tuple(name for name in state.waiting_codes if name not in event.who),
        late_codes=(*state.late_codes, *event.who),
    )


@_evolve.register
def _codes_complete(event: e.CodesComplete, state: State) -> State:
    return replace(state, phase=BETWEEN if event.again else CUT)


@_evolve.register
def _deck_cut(event: e.DeckCut, state: State) -> State:
    deck = (*state.deck[event.cards :], *state.deck[: event.cards])
    return replace(state, deck=deck, cut=event.cards, phase=BETWEEN)


@_evolve.register
def _round_began(event: e.RoundBegan, state: State) -> State:
    """Hands are cleared, and those who play have two chips (SD-13)."""
    players = tuple(
        replace(
            player,
            chips=CHIPS if player.name in event.order else 0,
            hand=EMPTY,
            third="",
            out="",
            out_by="",
        )
        for player in state.players
    )
    return replace(
        state,
        players=players,
        phase=BETWEEN,
        round=event.number,
        abbreviated=event.abbreviated,
        playing=event.order,
        free_aces=event.order if event.abbreviated else (),
        head_starts=event.order,
        asked=(),
        asking=None,
        play=None,
        won="",
    )


@_evolve.register
def _turn_came(event: e.TurnCame, state: State) -> State:
    play = Play(event.who, event.situation, look=event.look, number=state.decisions)
    return replace(
        state,
        play=play,
        free_aces=state.free_aces[1:] if event.situation == FREE_ACE else state.free_aces,
        head_starts=state.head_starts[1:] if event.situation == HEAD_START else state.head_starts,
    )


@_evolve.register
def _deck_ran_out(_event: e.DeckRanOut, state: State) -> State:
    return replace(state, phase=SHUFFLE)


def _play(state: State) -> Play:
    if state.play is None:
        raise TypeError("no card is on its way")
    return state.play


@_evolve.register
def _card_shown(event: e.CardShown, state: State) -> State:
    deck = state.deck if event.situation == FREE_ACE else state.deck[1:]
    return replace(state, deck=deck, play=replace(_play(state), card=event.card))


@_evolve.register
def _offered(event: e.Offered, state: State) -> State:
    number = state.decisions + 1
    phase = NO_PEEK if event.situation == BLIND else CARD
    if event.situation in {FREE_ACE, HEAD_START}:
        phase = event.situation
    return replace(state, phase=phase, decisions=number, play=replace(_play(state), number=number))


@_evolve.register
def _placed(event: e.Placed, state: State) -> State:
    player = state.player(event.who)
    held = Held(event.card, event.rank)
    hand = player.hand
    hand = replace(hand, low=held) if event.place == LOW else replace(hand, high=held)
    state = _with(state, replace(player, hand=hand))
    return _done(_paid(state, event.who, event.paid, event.entry))


def _done(state: State) -> State:
    """The card has found its end, and play goes on."""
    return replace(state, play=None, phase=BETWEEN)


@_evolve.register
def _pushed(event: e.Pushed, state: State) -> State:
    return _done(_paid(state, event.who, event.paid, event.entry))


@_evolve.register
def _discarded(event: e.Discarded, state: State) -> State:
    return _done(_with(state, replace(state.player(event.who), chips=event.chips)))


@_evolve.register
def _declined(event: e.Declined, state: State) -> State:
    """A second head start card follows the first; after a free look the card itself (SD-21)."""
    if event.situation == HEAD_START and event.look == 1:
        return replace(state, phase=BETWEEN, play=Play(event.who, HEAD_START, look=2))
    if event.situation == FREE_LOOK:
        return replace(state, phase=BETWEEN, play=_own(state.player(event.who)))
    return _done(state)


def _own(player: Player) -> Play:
    """A card won: seen with a chip left, else no peek (SD-18, SD-19)."""
    return Play(player.name, OWN if player.chips else BLIND)


@_evolve.register
def _kept(event: e.Kept, state: State) -> State:
    return replace(state, phase=BETWEEN, play=Play(event.who, KEPT))


@_evolve.register
def _passed_on(event: e.PassedOn, state: State) -> State:
    return replace(state, phase=BETWEEN, play=Play(event.to, PASSED))


@_evolve.register
def _went_out(event: e.WentOut, state: State) -> State:
    player = replace(state.player(event.who), out=event.why, out_by=event.card)
    return _done(_with(state, player))


@_evolve.register
def _round_won(event: e.RoundWon, state: State) -> State:
    state = _with(state, replace(state.player(event.who), third=event.card))
    state = _paid(state, event.who, event.paid, event.entry)
    return replace(_done(state), won=event.how, winners=(*state.winners, event.who))


@_evolve.register
def _gift_given(event: e.GiftGiven, state: State) -> State:
    return _with(state, replace(state.player(event.who), gift=True))


@_evolve.register
def _round_ended(event: e.RoundEnded, state: State) -> State:
    return replace(state, rounds=(*state.rounds, event.round))


@_evolve.register
def _question_awaited(_event: e.QuestionAwaited, state: State) -> State:
    return replace(state, phase=QUESTION)


def _asking(state: State) -> Asking:
    if state.asking is None:
        raise TypeError("no question is in play")
    return state.asking


@_evolve.register
def _question_posed(event: e.QuestionPosed, state: State) -> State:
    return replace(state, phase=DRAW, asking=Asking(event.number, event.text, event.answer))


@_evolve.register
def _chance_asked(_event: e.ChanceAsked, state: State) -> State:
    return replace(state, asking=replace(_asking(state), drawn_by=BY_CHANCE))


@_evolve.register
def _code_drawn(event: e.CodeDrawn, state: State) -> State:
    asking = replace(_asking(state), code=event.code, drawn_by=event.by)
    return replace(state, phase=BETWEEN, asking=asking)


@_evolve.register
def _set_used(event: e.SetUsed, state: State) -> State:
    """A tie discards the set; by option the actual code too, if nobody was asked yet (SD-7)."""
    asking = _asking(state)
    used = UsedSet(event.number, event.code, event.buzzes, event.tied)
    number = 0 if event.tied else event.number
    asking = replace(asking, set_number=number, sets=(*asking.sets, used))
    state = replace(state, sets_used=event.number, asking=asking)
    if event.tied and state.terms.redraw_on_tie and not asking.asked:
        return replace(state, phase=DRAW, asking=replace(asking, code=0))
    return state


@_evolve.register
def _next_tied(_event: e.NextTied, state: State) -> State:
    return replace(state, asking=replace(_asking(state), set_number=0))


@_evolve.register
def _buzzed_in(event: e.BuzzedIn, state: State) -> State:
    asking = _asking(state)
    asking = replace(asking, who=event.who, given="", asked=(*asking.asked, event.who))
    return replace(state, phase=ANSWER, asking=asking)


@_evolve.register
def _answer_given(event: e.AnswerGiven, state: State) -> State:
    return replace(state, phase=VERDICT, asking=replace(_asking(state), given=event.text))


@_evolve.register
def _judged(event: e.Judged, state: State) -> State:
    """A right answer gives control of the next card, seen freely from the sixth question of the
    round on (SD-12, SD-21).
    """
    asking = _asking(state)
    tries = (*asking.tries, Try(event.who, event.text, event.expired))
    state = replace(state, phase=BETWEEN, asking=replace(asking, who="", given="", tries=tries))
    if not event.right:
        return state
    state = _paid(state, event.who, event.paid, event.entry)
    if state.completed >= FREE_LOOK_AFTER:
        return replace(state, play=Play(event.who, FREE_LOOK))
    return replace(state, play=_own(state.player(event.who)))


@_evolve.register
def _question_completed(event: e.QuestionCompleted, state: State) -> State:
    asked = Asked(event.number, event.text, event.answer, event.winner, _asking(state).tries)
    return replace(state, asking=None, asked=(*state.asked, asked))


@_evolve.register
def _adjusted(event: e.Adjusted, state: State) -> State:
    if event.what == "bankroll" and state.bonus:
        return replace(state, bonus=replace(state.bonus, bankroll=event.after))
    player = state.player(event.who)
    if event.what == "chips":
        return _with(state, replace(player, chips=event.after))
    if event.after == event.before:
        return state
    return _with(state, replace(player, money=event.after, reached=event.entry))
