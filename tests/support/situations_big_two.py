"""Situations of Big Two, and the table at which President is played too."""

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
    Facts,
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
    window_facts,
)

from gmtool.engine import chance
from gmtool.engine.game import Game
from gmtool.engine.moves import Extend
from gmtool.engine.table import wanted
from gmtool.games.big_two import GAME
from gmtool.games.big_two.state import PLAY
from gmtool.games.big_two.terms import deck
from gmtool.games.big_two.tricks import possible

THREE, TWO = PLAYERS[:3], (BOB, ZOE)


def shuffled(*hands: str, first: int = 0, jokers: int = 0, each: int = 0, last: str = "") -> str:
    """A deck that gives each seat at least these cards, the seat `first` being dealt to first;
    `each` is the size of all hands in a short deal, `last` the card beside the deal.
    """
    whole = [card for card in deck(jokers) if card != last]
    named = [hand.split() for hand in hands]
    left = list(Luck(7).shuffle([card for card in whole if not any(card in own for own in named)]))
    seats = len(hands)
    total = each * seats or len(whole)
    dealt: list[str] = []
    for place in range(total):
        own = named[(place + first) % seats]
        dealt.append(own.pop(0) if own else left.pop())
    assert not any(named), "a hand is too large"
    return " ".join(["shuffle", *dealt, *left, *([last] if last else [])])


class Table(Playing):
    """A game with given deals, else from the seed; of four players with all sorts of names unless
    others are given.
    """

    def __init__(
        self, *deals: str, names: Sequence[str] = PLAYERS, game: Game = GAME, **options: Any
    ) -> None:
        super().__init__(game, names, chances=deals, **options)

    @property
    def actor(self) -> str:
        who: str = self.state.trick.actor
        return who

    def start(self) -> Self:
        return self.say("host", "start")

    def act(self, *moves: str) -> Self:
        """What the players whose turn it is say, in order."""
        for move in moves:
            self.say(self.actor, move, 20)
        return self

    def sweep(self, *, until: int = 0) -> Self:
        """Who leads plays as many cards as can be and all others pass, until so many are out, or
        the round is over.
        """
        number = self.state.round
        while self.state.phase == PLAY and self.state.round == number:
            if until and sum(player.place > 0 for player in self.state.players) >= until:
                break
            if self.state.trick.last:
                self.act("pass")
            else:
                cards, _ = possible(self.state, self.actor)[-1]
                self.act(f"play {' '.join(cards)}")
        return self

    def close(self) -> Self:
        """All deadlines come and the host closes: trades have windows of their own."""
        deadlines = [window.deadline for window in self.fold.table.windows]
        self.clock = max(self.clock, *deadlines)
        return self.say("host", "close")

    def late(self, who: str) -> Self:
        """The time of that player is up, and the host closes."""
        turn = wanted(self.game, self.fold.table).turn(who)
        window = self.fold.table.window(turn.window) if turn else None
        assert window is not None
        self.clock = window.deadline
        return self.say("host", f"close {quoted(who)}")

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


def random_play(number: int) -> Table:
    """The game of that number."""
    seats = (2, 3, 4, 2, 3, 6)[number % 6]
    names = [*PLAYERS, "[code]", "アン", ":x"][-seats:] if number % 2 else PLAYERS[:seats]
    options: dict[str, Any] = {"rounds": 1 + number % 2}
    if len(names) == 2:
        options |= {"hand_size": 7, "hints": "yes"}
    if len(names) == 3:
        options |= {"floating_card": ("face-up", "face-down")[number // 3 % 2]}
    else:
        options |= {"jokers": number % 3, "free_trade": ("no", "yes")[number % 2]}
    options |= {"show_played": ("yes", "no")[number % 2]}
    return Table(names=names[:seats], seed=bytes([number + 1]) * 32, **options).start()


EXAMPLE = (
    r"(play \w+|pass|offer |accept |decline |- .*“(?:offer|play)|surrender|ask |take|give |re)"
)

situation = Situations(GAME, random_play, ("your-turn", "reminder", "free-trade", "offer"), EXAMPLE)


# ---- before the game


@situation("opening", everywhere=True)
def one_round() -> Message:
    return post("opening", Table().facts(start="2026-11-21T20:00:00Z"))


@situation("opening")
def short_deal_for_two() -> Message:
    return post("opening", Table(names=TWO, hand_size=13, rounds=3).facts(zone="UTC"))


@situation("opening")
def floating_card_face_down_and_first_round_only() -> Message:
    options: dict[str, Any] = {"floating_card": "face-down", "open_with_lowest": "first-round"}
    play = Table(names=THREE, rounds=4, **options)
    return post("opening", play.facts(chance="typed", commitment=""))


@situation("opening", everywhere=True)
def two_jokers_and_free_trade() -> Message:
    options: dict[str, Any] = {"free_trade": "yes", "show_played": "yes", "hints": "yes"}
    return post("opening", Table(jokers=2, **options).facts())


@situation("opening")
def one_wild_joker() -> Message:
    return post("opening", Table(names=TWO, jokers=1, joker_use="wild").facts())


@situation("opening")
def two_high_jokers() -> Message:
    return post("opening", Table(jokers=2, joker_use="high").facts())


@situation("opening")
def hold() -> Message:
    play = Table(dealt=False)
    return post("opening", play.facts(chance="hold", start="2026-11-21T20:00:00Z"))


# ---- a round begins


@situation("round-start", everywhere=True)
def four_players() -> Message:
    return arisen(Table().start(), "round-start")


@situation("round-start")
def one_card_more() -> Message:
    return arisen(Table(names=THREE).start(), "round-start")


@situation("round-start")
def floating_up_is_the_lowest_itself() -> Message:
    deal = shuffled("", "3C", "", last="3D")
    return arisen(Table(deal, names=THREE, floating_card="face-up").start(), "round-start")


@situation("round-start")
def floating_down() -> Message:
    deal = shuffled("", "", "3D", last="9H")
    return arisen(Table(deal, names=THREE, floating_card="face-down").start(), "round-start")


@situation("round-start")
def short_deal() -> Message:
    return arisen(short(), "round-start")


@situation("round-start")
def later_round_opened_with_anything() -> Message:
    return arisen(second_round(open_with_lowest="first-round"), "round-start")


@situation("round-start", everywhere=True)
def after_free_trade() -> Message:
    play = swapped().close()
    seals = chance.digest(chance.nonce(SEED, 3), BOB, "offer x")
    return post("round-start", told(play, "round-start") | {"seals": [seals]})


# ---- tricks


@situation("trick", everywhere=True)
def single_led() -> Message:
    return arisen(first_trick().act("play 3D"), "trick")


@situation("trick")
def single_two_of_spades() -> Message:
    return arisen(first_trick().act("play 3D", "play 2S"), "trick")


@situation("trick", everywhere=True)
def pair() -> Message:
    play = Table(shuffled("3D 3C", "7D 7H", "7C 7S", "")).start()
    return arisen(play.act("play 3D 3C", "play 7D 7H"), "trick")


@situation("trick")
def pair_with_the_spade() -> Message:
    play = Table(shuffled("3D 3C", "7D 7H", "7C 7S", "")).start()
    return arisen(play.act("play 3D 3C", "play 7D 7H", "play 7C 7S"), "trick")


@situation("trick")
def triple() -> Message:
    play = Table(shuffled("3D 3C 3H", "7D 7H 7C", "", "")).start()
    return arisen(play.act("play 3D 3C 3H", "play 7D 7H 7C"), "trick")


@situation("trick")
def quad() -> Message:
    play = Table(shuffled("3D 3C 3H 3S", "KD KH KC KS", "", "")).start()
    return arisen(play.act("play 3D 3C 3H 3S", "play KD KH KC KS"), "trick")


FIVES = shuffled(
    "3D 4S 5H 6C 7H", "8D 9S 10C JC QH 4H 5S", "3S 6S 8S 9C KS", "10D JD QD KD AD 9D 9H 4C 4D"
)


@situation("trick")
def straight() -> Message:
    play = Table(FIVES).start()
    return arisen(play.act("play 7H 6C 5H 4S 3D", "play 8D 9S 10C JC QH"), "trick")


@situation("trick")
def flush() -> Message:
    deal = shuffled("3D 4D 5D 6D 8D", "3H 6H 8H JH AH", "", "")
    return arisen(Table(deal).start().act("play 3D 4D 5D 6D 8D", "play AH JH 8H 6H 3H"), "trick")


@situation("trick")
def full_house() -> Message:
    deal = shuffled("3D 3C 3H 9D 9S", "4D 4H 10D 10H 10S", "", "")
    play = Table(deal).start().act("play 3D 3C 3H 9D 9S", "play 10D 10H 10S 4D 4H")
    return arisen(play, "trick")


@situation("trick")
def four_of_a_kind() -> Message:
    deal = shuffled("3D 3C 3H 3S 9S", "", "", "")
    return arisen(Table(deal).start().act("play 3D 3C 3H 3S 9S"), "trick")


@situation("trick")
def straight_flush() -> Message:
    deal = shuffled("3D 4D 5D 6D 7D", "10S JS QS KS AS", "", "")
    play = Table(deal).start().act("play 3D 4D 5D 6D 7D")
    return arisen(play, "trick")


@situation("trick")
def the_highest_play_of_all() -> Message:
    deal = shuffled("3D 4D 5D 6D 7D", "10S JS QS KS AS", "", "")
    play = Table(deal).start().act("play 3D 4D 5D 6D 7D", "play 10S JS QS KS AS")
    return arisen(play, "trick")


JOKERS = shuffled("3D 7S LJ 7C 7D 7H 8D", "9D 9C HJ 9H 9S 10D", "", "", jokers=2)


@situation("trick", everywhere=True)
def joker_wild_in_a_pair() -> Message:
    deal = shuffled("3D LJ", "9D HJ", "", "", jokers=2)
    return arisen(Table(deal, jokers=2).start().act("play 3D LJ"), "trick")


@situation("trick")
def joker_said_to_be_a_card() -> Message:
    deal = shuffled("3D 4S 6H 7C", "9D JH QC KH JOKER".replace("JOKER", "LJ"), "", "", jokers=1)
    play = Table(deal, jokers=1).start().act("play 3D", "play LJ as 7S")
    return arisen(play, "trick")


@situation("trick")
def joker_in_a_straight() -> Message:
    deal = shuffled("3D 4S 6H 7C LJ", "", "", "", jokers=2)
    return arisen(Table(deal, jokers=2).start().act("play 3D 4S LJ 6H 7C"), "trick")


@situation("trick")
def joker_as_the_highest_single() -> Message:
    deal = shuffled("3D", "LJ", "HJ", "", jokers=2)
    return arisen(Table(deal, jokers=2).start().act("play 3D", "play LJ"), "trick")


@situation("trick")
def both_jokers() -> Message:
    deal = shuffled("3D 3C", "LJ HJ", "", "", jokers=2)
    return arisen(Table(deal, jokers=2).start().act("play 3D 3C", "play HJ LJ"), "trick")


@situation("trick")
def five_of_a_kind() -> Message:
    deal = shuffled("3D 4D 5D 6D 7D", "9D 9C LJ 9H 9S 10D", "", "", jokers=2)
    play = Table(deal, jokers=2).start()
    return arisen(play.act("play 3D 4D 5D 6D 7D", "play 9D 9C 9H 9S LJ"), "trick")


@situation("trick")
def default_pass() -> Message:
    return arisen(first_trick().act("play 3D").close(), "trick")


@situation("trick")
def default_lead() -> Message:
    return arisen(first_trick().close(), "trick")


@situation("trick")
def few_cards_left() -> Message:
    play = short().act("play 3D", "play 4C", "play 9D")
    return arisen(play, "trick")


@situation("trick")
def somebody_is_out() -> Message:
    return arisen(one_out().copied().act("play 3C"), "trick")


@situation("trick", everywhere=True)
def earlier_tricks_shown() -> Message:
    play = first_trick(show_played="yes").act("play 3D", "play 2S", "pass", "pass", "pass")
    return arisen(play.act("play 4H"), "trick")


@situation("trick-won", everywhere=True)
def by_all_others_passing() -> Message:
    play = first_trick().act("play 3D", "play 2S", "pass", "pass", "pass")
    return arisen(play, "trick-won")


@situation("trick-won")
def by_a_pass_that_never_came() -> Message:
    play = first_trick().act("play 3D", "play 2S", "pass", "pass").close()
    return arisen(play, "trick-won")


@situation("trick-won")
def against_one_who_draws() -> Message:
    return arisen(short().act("play 3D", "pass"), "trick-won")


@situation("trick-won")
def asked_for_later() -> Message:
    return asked(first_trick().act("play 3D", "play 2S", "pass", "pass", "pass"), "trick-won")


@situation("out", everywhere=True)
def first_out() -> Message:
    return arisen(one_out(), "out")


@situation("out")
def second_out() -> Message:
    return arisen(swept().copied().sweep(until=2), "out")


# ---- rounds


@situation("round-summary", everywhere=True)
def round_1_of_2() -> Message:
    return arisen(second_round(), "round-summary")


@situation("round-summary")
def the_only_round() -> Message:
    return arisen(finished(), "round-summary")


@situation("round-summary")
def by_a_card_played_for_who_was_late() -> Message:
    play = Table(ENDING, names=TWO, hand_size=2).start().act("play 3D", "pass").close()
    return arisen(play, "round-summary")


@situation("standings")
def before_the_first_round() -> Message:
    return asked(Table(), "standings")


@situation("standings", everywhere=True)
def in_round_2() -> Message:
    return asked(second_round(), "standings")


@situation("standings")
def after_the_end() -> Message:
    return asked(finished(), "standings")


@situation("final", everywhere=True)
def after_one_round() -> Message:
    return arisen(finished(), "final", seed=SEED.hex())


@situation("final")
def after_three_short_rounds() -> Message:
    play = Table(ENDING, ENDING, ENDING, names=TWO, hand_size=2, rounds=3).start()
    for _ in range(3):
        play.act("play 3D", "pass", "play 9D")
    return arisen(play, "final", seed=SEED.hex(), words=["Zoë: banana"], chance="hold")


@situation("final")
def after_two_rounds_won_by_two() -> Message:
    other = shuffled("8D 4C", "3D 9D", each=2)
    play = Table(ENDING, other, names=TWO, hand_size=2, rounds=2).start()
    for _ in range(2):
        play.act("play 3D", "pass", "play 9D")
    return arisen(play, "final")


@situation("final")
def called_off() -> Message:
    play = second_round().copied().say("host", 'end why "[b]Bob has left[/b]"')
    return post("final", play.facts())


@situation("final")
def called_off_before_the_start() -> Message:
    return post("final", Table().say("host", 'end why "too few of you"').facts())


@situation("final")
def still_on() -> Message:
    return asked(second_round(), "final")


# ---- hands


@situation("hand", everywhere=True)
def with_the_deal() -> Message:
    return arisen(Table().start(), "hand", ZOE)


@situation("hand")
def with_both_jokers() -> Message:
    play = Table(shuffled("", "LJ HJ", "", "", jokers=2), jokers=2).start()
    return arisen(play, "hand", ONEIL)


@situation("hand")
def with_the_only_joker() -> Message:
    play = Table(shuffled("", "LJ", "", "", jokers=1), jokers=1).start()
    return arisen(play, "hand", ONEIL)


@situation("hand")
def with_the_floating_card() -> Message:
    deal = shuffled("3D", "", "", last="9H")
    return letter(Table(deal, names=THREE, floating_card="face-up").start(), BOB)


@situation("hand", everywhere=True)
def with_a_card_drawn() -> Message:
    return letter(short().act("play 3D", "pass"), ZOE)


@situation("hand")
def after_a_swap() -> Message:
    return letter(swapped().close(), ONEIL)


@situation("hand")
def of_who_is_out() -> Message:
    return asked(one_out(), "hand", BOB)


@situation("hand")
def before_the_start() -> Message:
    return asked(Table(), "hand", BOB)


# ---- your turn


@situation("your-turn", everywhere=True)
def leading_the_round() -> Message:
    return asked(first_trick(), "your-turn", BOB)


@situation("your-turn")
def leading_a_later_trick() -> Message:
    play = first_trick().act("play 3D", "play 2S", "pass", "pass", "pass")
    return letter(play, ONEIL)


@situation("your-turn", everywhere=True)
def answering_a_single() -> Message:
    return letter(first_trick().act("play 3D"), ONEIL)


@situation("your-turn")
def answering_a_pair() -> Message:
    play = Table(shuffled("3D 3C", "7D 7H", "7C 7S", "")).start()
    return letter(play.act("play 3D 3C", "play 7D 7H"), ZOE)


@situation("your-turn")
def answering_five_cards() -> Message:
    play = Table(FIVES).start()
    return letter(play.act("play 7H 6C 5H 4S 3D"), ONEIL)


@situation("your-turn")
def leading_in_a_short_deal() -> Message:
    return asked(short(), "your-turn", BOB)


@situation("your-turn", everywhere=True)
def hints_leading() -> Message:
    return asked(Table(FIVES, hints="yes").start(), "your-turn", BOB)


@situation("your-turn")
def hints_answering() -> Message:
    play = Table(shuffled("3D 3C", "7D 7H 7S", "", ""), hints="yes").start()
    return letter(play.act("play 3D 3C"), ONEIL)


@situation("your-turn")
def hints_with_jokers() -> Message:
    deal = shuffled("3D 3C", "LJ 7D 7H HJ", "", "", jokers=2)
    return letter(Table(deal, jokers=2, hints="yes").start().act("play 3D 3C"), ONEIL)


@situation("your-turn")
def hints_very_many() -> Message:
    return asked(Table(names=TWO, jokers=1, hints="yes").start(), "your-turn", BOB)


@situation("your-turn")
def hints_nothing_beats_it() -> Message:
    deal = shuffled("3D 4D 5D 6D 7D", "10S JS QS KS AS", "", "")
    play = Table(deal, hints="yes").start()
    return letter(play.act("play 3D 4D 5D 6D 7D", "play 10S JS QS KS AS"), ZOE)


@situation("your-turn")
def not_my_turn() -> Message:
    return asked(first_trick(), "your-turn", ZOE)


@situation("your-turn")
def in_the_pause() -> Message:
    return asked(pause(first_trick().act("play 3D")), "your-turn", ONEIL)


@situation("your-turn")
def overdue() -> Message:
    facts = first_trick().act("play 3D").now(ONEIL)
    return pm(ONEIL, ("your-turn", facts | {"windows": [], "window": None}))


@situation("your-turn")
def of_one_who_is_out() -> Message:
    return asked(one_out(), "your-turn", BOB)


@situation("your-turn")
def while_trade_is_free() -> Message:
    return asked(market(), "your-turn", BOB)


# ---- free trade


@situation("free-trade", everywhere=True)
def opened() -> Message:
    return arisen(market(), "free-trade")


@situation("free-trade")
def paused() -> Message:
    return asked(pause(market()), "free-trade")


@situation("offer", everywhere=True)
def made() -> Message:
    return letter(offered(), ONEIL)


@situation("offer")
def for_what_one_does_not_hold() -> Message:
    return letter(market().say(BOB, f"offer {quoted(ONEIL)} 4C for 10S", 30), ONEIL)


@situation("offer", everywhere=True)
def accepted() -> Message:
    return letter(swapped(), BOB)


@situation("offer")
def accepted_by_oneself() -> Message:
    return letter(swapped(), ONEIL)


@situation("offer")
def declined() -> Message:
    return letter(offered().say(ONEIL, f"decline {quoted(BOB)}", 30), BOB)


@situation("offer")
def withdrawn() -> Message:
    return letter(offered().say(BOB, f"withdraw {quoted(ONEIL)}", 30), ONEIL)


@situation("offer")
def whose_card_is_gone() -> Message:
    play = offered().say(BOB, f"offer {quoted(ZOE)} 4C for 10S", 30)
    return letter(play.say(ONEIL, f"accept {quoted(BOB)}", 30), BOB)


@situation("offer")
def whose_card_went_elsewhere() -> Message:
    play = offered().say(BOB, f"offer {quoted(ZOE)} 4C for 10S", 30)
    return letter(play.say(ONEIL, f"accept {quoted(BOB)}", 30), ZOE)


@situation("offer")
def uneven() -> Message:
    play = market().say(BOB, f"offer {quoted(ONEIL)} 4C 5D for nothing", 30)
    return letter(play.say(ONEIL, f"accept {quoted(BOB)}", 30), ONEIL)


@situation("offer")
def undone_at_the_end() -> Message:
    play = market().say(BOB, f"offer {quoted(ONEIL)} 4C 5D for nothing", 30)
    return letter(play.say(ONEIL, f"accept {quoted(BOB)}", 30).close(), ONEIL)


@situation("offer")
def open_ones_of_both() -> Message:
    play = offered().say(ONEIL, f"offer {quoted(BOB)} nothing for 4C", 30)
    return asked(play, "offer", ONEIL)


# ---- of every game


@situation("receipt", everywhere=True)
def of_an_offer() -> Message:
    return pm(BOB, ("receipt", receipt_facts(offered(), BOB)))


@situation("receipt")
def of_an_answer_with_what_it_did() -> Message:
    play = swapped()
    return pm(
        ONEIL,
        ("receipt", receipt_facts(play, ONEIL, late="the forum was down")),
        ("offer", play.facts(ONEIL)),
    )


@situation("refusal", everywhere=True)
def too_low() -> Message:
    play = first_trick().act("play 3D", "play 9H")
    return refused(play, ZOE, "play 4D")


@situation("refusal")
def not_held() -> Message:
    return refused(first_trick().act("play 3D"), ONEIL, "play 3D", "play 9H 9H")


@situation("refusal")
def a_pass_by_who_leads() -> Message:
    return refused(first_trick(), BOB, "pass")


@situation("refusal")
def on_another_s_turn() -> Message:
    return refused(first_trick(), ZOE, "play 10S")


@situation("refusal")
def of_a_wrong_offer() -> Message:
    return refused(market(), BOB, f"offer {quoted(ONEIL)} 2S for 4C")


@situation("unclear", everywhere=True)
def asked_back() -> Message:
    return question(first_trick().act("play 3D"), ONEIL, "`play 9H`, right?", "the nine, *I guess*")


@situation("reminder", everywhere=True)
def to_who_is_next() -> Message:
    return reminder(first_trick().act("play 3D"), ONEIL)


@situation("reminder")
def to_who_leads() -> Message:
    return reminder(first_trick(), BOB)


@situation("reminder")
def of_free_trade() -> Message:
    return reminder(offered(), ONEIL)


@situation("ruling", everywhere=True)
def extend() -> Message:
    return ruling(first_trick().act("play 3D").say("host", 'extend +24h why "the forum was down"'))


@situation("ruling", everywhere=True)
def redeal() -> Message:
    return ruled(first_trick().say("host", 'redeal why "a card was shown"'))


@situation("ruling")
def pause_in_free_trade() -> Message:
    return ruling(pause(market()))


@situation("correction", everywhere=True)
def of_a_play() -> Message:
    play = first_trick().act("play 3D", "play 9H")
    was = arisen(play, "trick")
    return correction(play.undo(), was, why="I misread a card")


@situation("correction", everywhere=True)
def of_somebody_s_turn() -> Message:
    play = first_trick().act("play 3D", "play 9H")
    was = letter(play, ZOE)
    return correction(play.undo(), was)


@situation("correction")
def to_who_is_next_again() -> Message:
    play = first_trick().act("play 3D")
    was = letter(play, ONEIL)
    return correction(play.act("pass").undo(), was)


# ---- games played so far

FIRST = shuffled("3D 4C 5D 6H", "2S 9H 4H 8C", "4D 10S", "")
ENDING = shuffled("3D 9D", "4C 8D", each=2)


def first_trick(**options: Any) -> Table:
    """Before the first play of four players, which is Bob's."""
    return Table(FIRST, **options).start()


def short() -> Table:
    """Two players with three cards each, Bob to lead."""
    return Table(shuffled("3D 9D 10C", "4C 8D KS", each=3), names=TWO, hand_size=3).start()


@cache
def swept() -> Table:
    """Bob is the first who is out."""
    return Table(SWEEP, rounds=2).start().sweep(until=1)


SWEEP = shuffled("3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD 2D", "3C", "", "")


def one_out() -> Table:
    return swept().copied()


def finished() -> Table:
    """Two players, one round of two cards each, won by Bob."""
    return Table(ENDING, names=TWO, hand_size=2).start().act("play 3D", "pass", "play 9D")


@cache
def _second_round(open_with_lowest: str) -> Table:
    second = shuffled("", "3D", "", "", first=1)
    play = Table(SWEEP, second, rounds=2, open_with_lowest=open_with_lowest)
    return play.start().sweep()


def second_round(open_with_lowest: str = "every-round") -> Table:
    """The second round is dealt; the first was won by Bob."""
    return _second_round(open_with_lowest).copied()


def market() -> Table:
    """Free trade is open."""
    return Table(FIRST, free_trade="yes").start()


def offered() -> Table:
    """Bob offers O'Neil a four for a nine."""
    return market().say(BOB, f"offer {quoted(ONEIL)} 4C for 9H", 30)


def swapped() -> Table:
    """And O'Neil takes it."""
    return offered().say(ONEIL, f"accept {quoted(BOB)}", 30)


def ruled(play: Table, to: str = "") -> Message:
    """The post of the last ruling, or what it tells a player, before chance spoke after it."""
    step = next(step for step in reversed(play.fold.live) if step.entry.who == "host")
    move: Any = step.move
    facts: Facts = {
        "verb": str(move).partition(" ")[0],
        "who": "",
        "what": "",
        "amount": None,
        "absolute": False,
        "hours": move.minutes / 60 if isinstance(move, Extend) else None,
        "why": move.why,
    }
    was = [window_facts(window) for window in step.was if window.known_to(to)]
    return Message(to, (("ruling", play.facts(to, step) | {"ruling": facts, "was": was}),))
