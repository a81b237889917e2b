"""Situations of Ten-Skip Challenge."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cache
from typing import Any, Self

from situations import (
    BOB,
    ONEIL,
    PLAYERS,
    SEED,
    ZOE,
    Luck,
    Message,
    Playing,
    Situations,
    correction,
    pause,
    pm,
    post,
    question,
    quoted,
    receipt_facts,
    refused,
    reminder,
    ruling,
    told,
)

from gmtool.games.ten_skip import GAME
from gmtool.games.ten_skip.terms import deck, without

SIX = (*PLAYERS, "[code]", "アン")
TWO, THREE, FIVE = SIX[:2], SIX[:3], SIX[:5]
HANDS = ("AS 3H 5D 7C 9C 9H 10D", "2C 4D 6S 8H 10C 3C 5S", "AC 2D 2H 5C 6H 9S 10H")
"""A made hand with a pair, one without, and none."""
PILE = "4S 8C 7H 3D AH 6C 8D 4C 7S 9D"
MADE = "2-4-6-8 and 4-6-8-10"


def shuffled(*top: str, decks: int = 1) -> str:
    """A deck with these cards on top."""
    rest = deck(decks)
    for card in top:
        rest = without(rest, card)
    assert len(rest) + len(top) == 40 * decks
    return " ".join(("shuffle", *top, *rest))


def last_deals(seats: int, decks: int) -> str:
    """A draw for dealer in which the last seat draws the highest card."""
    return shuffled(*(f"{height}C" for height in range(2, seats + 1)), "10S", decks=decks)


def dealt(
    *hands: str, size: int, pile: str = "", left: int = 0, decks: int = 1, first: int = 0
) -> str:
    """A deal that gives each seat at least these cards, the seat `first` being dealt to first, with
    these cards on top of the draw pile; `left` is the number of cards that this leaves.
    """
    rest = deck(decks)
    for card in " ".join((*hands, pile)).split():
        assert card in rest, f"{card} is in two places"
        rest = without(rest, card)
    left_over = list(Luck(7).shuffle(rest))
    own = [
        hand.split() + [left_over.pop() for _ in range(size - len(hand.split()))] for hand in hands
    ]
    order = own[first:] + own[:first]
    return " ".join(
        ("shuffle", *(hand[n] for n in range(size) for hand in order), *pile.split(), *left_over)
    )


class Table(Playing):
    """A game in which the last seat deals first, with the hands of the first round and what is on
    top of its draw pile given, else from the seed; `later` is what chance says afterwards. Of three
    players with all sorts of names unless others are given.
    """

    def __init__(
        self,
        *hands: str,
        pile: str = "",
        names: Sequence[str] = THREE,
        draw: str = "",
        later: Sequence[str] = (),
        **options: Any,
    ) -> None:
        super().__init__(GAME, names, dealt=False, **options)
        terms, seats = self.state.terms, len(names)
        self._chances = [draw or last_deals(seats, terms.decks)]
        if hands:
            own = (*hands, *("" for _ in range(seats - len(hands))))
            self._chances.append(dealt(*own, size=terms.hand_size, pile=pile, decks=terms.decks))
        self._chances += later
        self.deal()

    def start(self) -> Self:
        return self.say("host", "start")

    def act(self, *moves: str) -> Self:
        """What those who are awaited say, in order."""
        for move in moves:
            self.say(self.state.awaited, move, 20)
        return self

    def closes(self, count: int) -> Self:
        """So many times the deadline comes and the host closes."""
        for _ in range(count):
            self.close()
        return self

    def copied(self) -> Self:
        """The same game, to be played on."""
        one = copy(self)
        one.fold = self.fold.copy()
        one._chances = list(self._chances)
        return one


def arisen(play: Playing, occasion: str, to: str = "", /, **game: object) -> Message:
    """The latest text of that occasion, as it arose."""
    facts = told(play, occasion, to, **game)
    return pm(to, (occasion, facts)) if to else post(occasion, facts)


def letter(play: Playing, to: str) -> Message:
    """All that the last thing said has for that player, as one message."""
    arose = play.game.messages(play.last.news)
    blocks = [(one.occasion, play.facts(to)) for one in arose if one.to == to]
    return pm(to, *blocks)


def asked(play: Playing, occasion: str, to: str = "") -> Message:
    """The text as the host asks for it, of how things stand."""
    return pm(to, (occasion, play.now(to))) if to else post(occasion, play.now())


def take(victim: str, card: str) -> str:
    return f"take {quoted(victim)} giving {card}"


def random_play(number: int) -> Table:
    """The game of that number, which a low limit keeps short."""
    names = SIX[: (2, 3, 6, 4, 5)[number % 5]]
    options: dict[str, Any] = {
        "limit": (150, 40)[number % 2],
        "claims": ("again", "same-player", "once")[number % 3],
        "redraw_dealer": ("yes", "no")[number // 2 % 2],
    }
    return Table(names=names, seed=bytes([number + 1]) * 32, **options).start()


EXAMPLE = r"(discard |take |challenge|pass|keep |hand |notice|done|top |reveal)"

situation = Situations(
    GAME,
    random_play,
    ("your-turn", "choose", "victim", "end-of-turn", "on-top", "reminder"),
    EXAMPLE,
)


# ---- tables to begin with


@cache
def _begun() -> Table:
    return Table(*HANDS, pile=PILE).start()


def begun() -> Table:
    """Bob begins, with a made hand and a pair."""
    return _begun().copied()


def claimed() -> Table:
    """Bob has everyone on notice, truthfully."""
    return begun().act("discard 10D", "keep 4S", "notice")


def bluffed() -> Table:
    """O'Neil has everyone on notice without a made hand; Zoë is next."""
    play = begun().act("discard 10D", "keep 4S", "done")
    return play.act("discard 8H", "keep 7H", "notice")


def refuted() -> Table:
    """Zoë has challenged O'Neil and was right."""
    return bluffed().act("challenge")


def left_known() -> Table:
    """Zoë is safely out, O'Neil's hand is known, and Bob is next."""
    return refuted().act("top 10H")


def last_card(**options: Any) -> Table:
    """One card is left to draw, and Bob begins."""
    hands = ("AS 3H 5D 7C 10D", "2C 4D 6S 8H 10C", "AC 2D 2H 9S 10H")
    return Table(*hands, pile="4S", hand_size=13, **options).start()


def pile_gone() -> Table:
    """Bob has taken the last card and put everyone on notice."""
    return last_card().act("discard 10D", "notice")


EVENS = tuple(" ".join(h + s for s in suits for h in "A23456789") for suits in ("HS", "CD"))
"""The same for both, but for a ten; with two more tens to draw."""


def level(**options: Any) -> Table:
    """Bob may get as many points as O'Neil."""
    hands = (f"{EVENS[0]} 10H", f"{EVENS[1]} 10C")
    options = {"hand_size": 19, "limit": 200} | options
    return Table(*hands, pile="10D 10S", names=TWO, **options).start()


def unchallenged(**options: Any) -> Table:
    """Bob has won round 1 unchallenged, and O'Neil begins round 2."""
    play = Table(*HANDS, pile=PILE, **options).start().act("discard 10D", "keep 4S", "notice")
    return play.act("discard 10C", "keep 7H", "discard 10H", "keep AH")


def bluff_won() -> Table:
    """O'Neil has won round 1 with a bluff, and begins round 2."""
    return bluffed().act("discard 10H", "keep AH", "discard 9C", "keep 8D")


def won() -> Table:
    """Two players, and the first round decides."""
    play = Table(*HANDS[:2], pile=PILE, names=TWO, limit=30).start()
    return play.act("discard 10D", "keep 4S", "notice", "discard 10C", "keep 7H")


# ---- before the game


@situation("opening", everywhere=True)
def three_players() -> Message:
    return post("opening", Table().facts(start="2026-11-21T20:00:00Z"))


@situation("opening")
def two_players() -> Message:
    return post("opening", Table(names=TWO, limit=300, move_hours=48).facts(zone="UTC"))


@situation("opening")
def five_players() -> Message:
    play = Table(names=FIVE, claims="same-player")
    return post("opening", play.facts(chance="typed", commitment=""))


@situation("opening")
def six_players_with_words() -> Message:
    play = Playing(GAME, SIX, dealt=False, claims="once", redraw_dealer="yes")
    return post("opening", play.facts(chance="hold", start="2026-11-21T20:00:00Z"))


@situation("opening")
def the_largest_hands() -> Message:
    return post("opening", Table(hand_size=13).facts())


# ---- a round begins


@situation("round-start", everywhere=True)
def the_first() -> Message:
    return arisen(begun(), "round-start")


@situation("round-start")
def dealer_drawn_for_twice() -> Message:
    draw = shuffled("10C", "10D", "4S", "3C", "9H")
    return arisen(Table(draw=draw).start(), "round-start")


@situation("round-start")
def the_second() -> Message:
    return arisen(unchallenged(), "round-start")


@situation("round-start", everywhere=True)
def the_second_with_a_new_draw() -> Message:
    return arisen(unchallenged(redraw_dealer="yes"), "round-start")


@situation("round-start")
def without_one_who_is_out() -> Message:
    return arisen(unchallenged(limit=60), "round-start")


@situation("round-start")
def six_with_two_decks() -> Message:
    return arisen(Table(names=SIX).start(), "round-start")


# ---- an exchange


@situation("discard", everywhere=True)
def drawing() -> Message:
    return arisen(begun().act("discard 10D"), "discard")


@situation("discard", everywhere=True)
def taking() -> Message:
    return arisen(begun().act(take(ZOE, "9H")), "discard")


@situation("discard")
def drawing_while_on_notice() -> Message:
    return arisen(claimed().act("discard 10C"), "discard")


@situation("discard")
def drawing_as_the_last_before_it_comes_round() -> Message:
    return arisen(claimed().act("discard 10C", "keep 7H", "discard 10H"), "discard")


@situation("discard")
def drawing_the_last_two() -> Message:
    return arisen(level().act("discard 10H"), "discard")


@situation("discard")
def taking_with_the_pile_empty() -> Message:
    return arisen(pile_gone().act(take(ZOE, "10C")), "discard")


# ---- turns


@situation("turn", everywhere=True)
def one_of_two_kept() -> Message:
    return arisen(begun().act("discard 10D", "keep 4S"), "turn")


@situation("turn")
def done() -> Message:
    return arisen(begun().act("discard 10D", "keep 4S", "done"), "turn")


@situation("turn")
def a_card_handed_over() -> Message:
    return arisen(begun().act(take(ZOE, "9H"), "hand 2D"), "turn")


@situation("turn", everywhere=True)
def all_of_it_by_default() -> Message:
    return arisen(begun().close(), "turn")


@situation("turn")
def kept_by_default() -> Message:
    return arisen(begun().act("discard 10D").close(), "turn")


@situation("turn")
def ended_by_default() -> Message:
    return arisen(begun().act("discard 10D", "keep 4S").close(), "turn")


@situation("turn")
def handed_over_by_default() -> Message:
    return arisen(begun().act(take(ZOE, "9H")).close(), "turn")


@situation("turn")
def the_last_card_taken() -> Message:
    return arisen(last_card().act("discard 10D"), "turn")


@situation("turn")
def while_on_notice() -> Message:
    return arisen(claimed().act("discard 10C", "keep 7H"), "turn")


@situation("turn")
def the_pile_empty_and_a_card_taken() -> Message:
    return arisen(pile_gone().act(take(ZOE, "10C"), "hand 9S"), "turn")


@situation("turn")
def passed_by_default() -> Message:
    return arisen(pile_gone().close(), "turn")


@situation("turn", everywhere=True)
def the_challenger_gone() -> Message:
    return arisen(left_known(), "turn")


@situation("turn")
def the_challenger_gone_by_default() -> Message:
    return arisen(refuted().close(), "turn")


@situation("turn")
def known_cards_gained_and_lost() -> Message:
    return arisen(left_known().act(take(ONEIL, "9H"), "hand 2C"), "turn")


@situation("turn")
def only_the_same_player_may_claim_again() -> Message:
    play = Table(*HANDS, pile=PILE, claims="same-player").start()
    play.act("discard 10D", "keep 4S", "done", "discard 8H", "keep 7H", "notice", "challenge")
    return arisen(play.act("top AC", "discard 9C", "keep 6C"), "turn")


@situation("turn")
def nobody_may_claim_again() -> Message:
    play = Table(*HANDS, pile=PILE, claims="once").start()
    play.act("discard 10D", "keep 4S", "done", "discard 8H", "keep 7H", "notice", "challenge")
    return arisen(play.act("top AC", "discard 9C", "keep 6C"), "turn")


@situation("turn")
def few_cards_left() -> Message:
    play = Table(pile=PILE, hand_size=11).start()
    return arisen(play.closes(2), "turn")


@situation("turn")
def paused() -> Message:
    return asked(pause(begun().act("discard 10D", "keep 4S", "done")), "turn")


# ---- claims


@situation("notice", everywhere=True)
def true_or_not() -> Message:
    return arisen(claimed(), "notice")


@situation("notice")
def again_after_a_false_claim() -> Message:
    play = left_known().act("discard 9C", "keep AH", "done", "discard 10C", "keep 4C", "notice")
    return arisen(play, "notice")


@situation("notice")
def with_the_last_card() -> Message:
    return arisen(pile_gone(), "notice")


@situation("challenge", everywhere=True)
def of_a_true_claim() -> Message:
    return arisen(claimed().act("challenge"), "challenge")


@situation("challenge", everywhere=True)
def of_a_false_claim() -> Message:
    return arisen(refuted(), "challenge")


@situation("challenge")
def that_leaves_one() -> Message:
    return arisen(one_left(), "challenge")


@situation("challenge")
def asked_for_later() -> Message:
    return asked(left_known(), "challenge")


def one_left() -> Table:
    """O'Neil has claimed falsely twice, and is the only one left."""
    play = left_known().act("discard 9C", "keep AH", "done", "discard 10C", "keep 4C", "notice")
    return play.act("challenge")


@situation("reveal", everywhere=True)
def of_a_bluff() -> Message:
    return arisen(bluff_won().say(ONEIL, "reveal", 5), "reveal")


@situation("reveal")
def of_a_made_hand() -> Message:
    return arisen(unchallenged().say(BOB, "reveal", 5), "reveal")


# ---- the end of a round


@situation("round-summary", everywhere=True)
def won_unchallenged() -> Message:
    return arisen(unchallenged(), "round-summary")


@situation("round-summary", everywhere=True)
def lost_by_a_doubled_challenge() -> Message:
    play = claimed().act("discard 10C", "keep 7H", "challenge")
    return arisen(play, "round-summary")


@situation("round-summary")
def won_since_nobody_could_take() -> Message:
    play = level().act("discard 10H", "keep 10D", "notice", "pass")
    return arisen(play, "round-summary")


@situation("round-summary")
def lost_by_a_challenge_and_out() -> Message:
    play = Table(*HANDS, pile=PILE, limit=60).start()
    return arisen(play.act("discard 10D", "keep 4S", "notice", "challenge"), "round-summary")


@situation("round-summary")
def the_pile_ran_out() -> Message:
    return arisen(last_card().act("discard 10D", "done"), "round-summary")


@situation("round-summary")
def the_pile_ran_out_by_default() -> Message:
    return arisen(level(limit=1000).close(), "round-summary")


@situation("round-summary")
def the_only_one_left() -> Message:
    return arisen(one_left(), "round-summary")


@situation("round-summary")
def out_by_what_the_host_adjusted() -> Message:
    play = begun().say("host", f'adjust {quoted(ZOE)} points =1000 why "a slip in round 0"')
    play.act("discard 10D", "keep 4S", "notice", "challenge")
    return arisen(play, "round-summary")


@situation("round-summary")
def asked_for_in_round_2() -> Message:
    return asked(unchallenged(), "round-summary")


@situation("round-summary")
def the_last() -> Message:
    return arisen(won(), "round-summary")


@situation("standings")
def before_the_start() -> Message:
    return asked(Table(), "standings")


@situation("standings", everywhere=True)
def in_round_2() -> Message:
    return asked(bluff_won().say(ONEIL, "reveal", 5).closes(1), "standings")


@situation("standings")
def with_a_score_that_was_corrected() -> Message:
    play = bluff_won().say("host", f'adjust {quoted(ZOE)} points +15 why "a slip"', 30)
    return asked(play, "standings")


@situation("final", everywhere=True)
def won_by_the_last_one_left() -> Message:
    return arisen(won(), "final", seed=SEED.hex())


@situation("final")
def won_by_the_lowest_total() -> Message:
    play = level(redraw_dealer="yes").act("discard 2H", "keep 10D", "done")
    return arisen(play, "final", seed=SEED.hex(), words=["Zoë: banana"], chance="hold")


@situation("final")
def shared() -> Message:
    return arisen(level().act("discard 10H", "keep 10D", "done"), "final")


@situation("final")
def called_off() -> Message:
    play = unchallenged().say("host", 'end why "[b]Bob has left[/b]"')
    return post("final", play.facts())


@situation("final")
def still_on() -> Message:
    return asked(unchallenged(), "final")


# ---- what players are told


@situation("hand", everywhere=True)
def with_the_deal() -> Message:
    return letter(begun(), ZOE)


@situation("hand")
def with_the_deal_of_round_2() -> Message:
    return letter(unchallenged(), BOB)


@situation("hand")
def after_taking_while_on_notice() -> Message:
    return letter(claimed().act(take(ZOE, "10C"), "hand 2D"), ONEIL)


@situation("hand")
def after_handing_over() -> Message:
    return letter(begun().act(take(ZOE, "9H"), "hand 2D"), ZOE)


@situation("hand")
def after_handing_over_at_the_end_of_a_round() -> Message:
    play = claimed().act("discard 10C", "keep 7H", take(ONEIL, "10H"), "hand 2C")
    over = next(step for step in play.fold.live if step.table.state.rounds)
    return pm(ONEIL, ("hand", play.facts(ONEIL, over)))


@situation("hand")
def after_a_turn_by_default() -> Message:
    return letter(begun().close(), BOB)


@situation("hand")
def while_all_are_on_my_notice() -> Message:
    return asked(claimed(), "hand", BOB)


@situation("hand")
def all_of_it_known() -> Message:
    return asked(left_known(), "hand", ONEIL)


@situation("hand")
def safely_out() -> Message:
    return asked(left_known(), "hand", ZOE)


@situation("hand")
def of_who_was_eliminated() -> Message:
    return asked(unchallenged(limit=60), "hand", ZOE)


@situation("your-turn", everywhere=True)
def to_begin() -> Message:
    return letter(begun(), BOB)


@situation("your-turn", everywhere=True)
def to_challenge_or_not() -> Message:
    return letter(claimed(), ONEIL)


@situation("your-turn")
def to_draw_the_last_card() -> Message:
    return asked(last_card(), "your-turn", BOB)


@situation("your-turn")
def with_the_pile_empty() -> Message:
    return letter(pile_gone(), ONEIL)


@situation("your-turn")
def to_pass_or_challenge() -> Message:
    return letter(level().act("discard 10H", "keep 10D", "notice"), ONEIL)


@situation("your-turn")
def after_handing_a_card_over() -> Message:
    return letter(claimed().act(take(ZOE, "10C"), "hand 2D"), ZOE)


@situation("your-turn")
def in_the_pause() -> Message:
    return asked(pause(begun()), "your-turn", BOB)


@situation("your-turn")
def overdue() -> Message:
    return pm(BOB, ("your-turn", begun().now(BOB) | {"windows": [], "window": None}))


@situation("your-turn")
def of_another() -> Message:
    return asked(begun(), "your-turn", ZOE)


@situation("choose", everywhere=True)
def one_makes_the_hand() -> Message:
    play = Table(*HANDS, pile="4S 8C 4C 9D").start()
    return letter(play.act("discard 10D", "keep 4S", "done", "discard 4D"), ONEIL)


@situation("choose")
def neither_does() -> Message:
    return letter(begun().act("discard 7C"), BOB)


@situation("victim", everywhere=True)
def of_the_first_turn() -> Message:
    return letter(begun().act(take(ZOE, "9H")), ZOE)


@situation("victim")
def whose_hand_is_known() -> Message:
    return letter(left_known().act(take(ONEIL, "9H")), ONEIL)


@situation("end-of-turn", everywhere=True)
def with_a_made_hand() -> Message:
    return letter(begun().act("discard 10D", "keep 4S"), BOB)


@situation("end-of-turn")
def with_a_card_taken() -> Message:
    return letter(begun().act(take(ZOE, "7C"), "hand 2D"), BOB)


@situation("end-of-turn")
def with_the_last_card_drawn() -> Message:
    return letter(last_card().act("discard 3H"), BOB)


@situation("on-top", everywhere=True)
def of_the_discard_pile() -> Message:
    return letter(refuted(), ZOE)


@situation("unchallenged", everywhere=True)
def by_a_bluff() -> Message:
    return arisen(bluff_won(), "unchallenged", ONEIL)


@situation("receipt", everywhere=True)
def of_a_card_kept() -> Message:
    return pm(BOB, ("receipt", receipt_facts(begun().act("discard 10D", "keep 4S"), BOB)))


@situation("receipt")
def of_a_card_handed_over() -> Message:
    play = begun().act(take(ZOE, "9H"), "hand 2D")
    return pm(ZOE, ("receipt", receipt_facts(play, ZOE, late="a train was late")))


@situation("refusal", everywhere=True)
def not_in_the_hand() -> Message:
    return refused(begun(), BOB, "discard 2C")


@situation("refusal")
def of_who_is_not_asked() -> Message:
    return refused(begun(), ZOE, "discard AC")


@situation("refusal")
def not_one_of_the_two() -> Message:
    return refused(begun().act("discard 10D"), BOB, "keep 10D")


@situation("refusal")
def from_who_is_on_notice() -> Message:
    return refused(claimed(), ONEIL, take(BOB, "2C"))


@situation("unclear", everywhere=True)
def asked_back() -> Message:
    return question(claimed(), ONEIL, "`challenge`, right?", "you are bluffing, aren't you?")


@situation("reminder", everywhere=True)
def of_a_turn() -> Message:
    return reminder(claimed(), ONEIL)


@situation("reminder")
def of_a_choice() -> Message:
    return reminder(begun().act("discard 10D"), BOB)


@situation("reminder")
def of_a_card_to_hand_over() -> Message:
    return reminder(begun().act(take(ZOE, "9H")), ZOE)


@situation("reminder")
def of_the_end_of_a_turn() -> Message:
    return reminder(begun().act("discard 10D", "keep 4S"), BOB)


@situation("reminder")
def of_the_card_on_top() -> Message:
    return reminder(refuted(), ZOE)


@situation("ruling", everywhere=True)
def extended() -> Message:
    return ruling(begun().say("host", 'extend +12h why "Bob travels"', 30))


@situation("ruling")
def pause_of_the_game() -> Message:
    return ruling(pause(claimed()))


@situation("ruling")
def adjusted_to_the_limit() -> Message:
    play = begun().say("host", f'adjust {quoted(ZOE)} points +1000 why "a slip"', 30)
    return ruling(play)


@situation("correction", everywhere=True)
def of_a_claim() -> Message:
    play = claimed()
    wrong = arisen(play, "notice")
    return correction(play.undo(), wrong, why="Bob had sent it for another game")


@situation("correction")
def of_a_turn_to_who_had_it() -> Message:
    play = claimed()
    wrong = arisen(play, "your-turn", ONEIL)
    return correction(play.undo(), wrong)


@situation("correction", everywhere=True)
def of_one_s_own_card_kept() -> Message:
    play = begun().act("discard 10D", "keep 4S")
    wrong = arisen(play, "end-of-turn", BOB)
    return correction(play.undo(), wrong, moves=("keep 4S",))
