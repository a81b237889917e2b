"""Situations of President: roles and trading; how a trick is told is Big Two's."""

from __future__ import annotations

from functools import cache
from typing import Any

from situations import (
    ALL,
    BOB,
    ONEIL,
    PLAYERS,
    SEED,
    ZOE,
    Message,
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
)
from situations_big_two import (
    ENDING,
    EXAMPLE,
    SWEEP,
    THREE,
    TWO,
    Table,
    arisen,
    asked,
    letter,
    ruled,
    shuffled,
)

from gmtool.games.big_two import PRESIDENT_GAME

OPTIONS: tuple[dict[str, Any], ...] = (
    {"names": PLAYERS[:2], "hand_size": 8},
    {"names": PLAYERS, "jokers": 2, "bum_title": "Poor Sod"},
    {"names": (*PLAYERS, ":x"), "free_trade": "yes"},
    {"names": THREE, "steal": 1, "floating_card": "face-down"},
)


def random_play(number: int) -> Table:
    """The game of that number."""
    options = OPTIONS[number % len(OPTIONS)]
    seed = bytes([number + 1]) * 32
    return Table(game=PRESIDENT_GAME, rounds=2, seed=seed, **options).start()


situation = Situations(
    PRESIDENT_GAME,
    random_play,
    ("your-turn", "reminder", "free-trade", "offer"),
    EXAMPLE,
)


def president(*deals: str, **options: Any) -> Table:
    return Table(*deals, game=PRESIDENT_GAME, **options)


# ---- before the game


@situation("opening", everywhere=True)
def four_players() -> Message:
    return post("opening", president().facts(start="2026-11-21T20:00:00Z"))


@situation("opening")
def two_players_stealing_one() -> Message:
    return post("opening", president(names=TWO, steal=1, hand_size=17, rounds=3).facts())


@situation("opening")
def three_players_with_a_title_of_their_own() -> Message:
    play = president(names=THREE, bum_title="Poor Sod", floating_card="face-up")
    return post("opening", play.facts())


@situation("opening")
def five_players_with_free_trade() -> Message:
    names = (*PLAYERS, ":x")
    return post("opening", president(names=names, free_trade="yes", jokers=1).facts())


@situation("opening")
def one_round_has_no_roles() -> Message:
    return post("opening", president(rounds=1).facts())


# ---- a round begins


@situation("trading", everywhere=True)
def of_four() -> Message:
    return arisen(trading(), "trading")


@situation("trading")
def of_two_with_a_short_deal() -> Message:
    return arisen(pair_of(), "trading")


@situation("trading")
def of_three() -> Message:
    deals = (SWEEP_OF_THREE, shuffled("", "3D", "", first=1, last="9H"))
    options: dict[str, Any] = {"steal": 1, "floating_card": "face-up", "bum_title": "Scum"}
    return arisen(president(*deals, names=THREE, rounds=2, **options).start().sweep(), "trading")


@situation("trading")
def of_five_before_free_trade() -> Message:
    return arisen(five(), "trading")


@situation("trading")
def in_a_pause() -> Message:
    return asked(pause(trading()), "trading")


@situation("round-start", everywhere=True)
def after_trading() -> Message:
    return arisen(traded(), "round-start")


@situation("free-trade", everywhere=True)
def after_the_mandatory_trades() -> Message:
    return arisen(market(), "free-trade")


# ---- hands


@situation("hand", everywhere=True)
def of_a_neutral() -> Message:
    return letter(five(), ZOE)


@situation("hand")
def while_trading() -> Message:
    return asked(asked_for("any clubs").say(ALL, "demand lowest", 5), "hand", ALL)


# ---- trading, step by step


@situation("trade", everywhere=True)
def opened_to_the_bum() -> Message:
    return letter(trading(), ALL)


@situation("trade", everywhere=True)
def opened_to_the_president() -> Message:
    return letter(trading(), BOB)


@situation("trade")
def opened_to_the_vice_bum() -> Message:
    return letter(trading(), ZOE)


@situation("trade")
def surrendered_to_the_president() -> Message:
    return letter(trading().say(ALL, "surrender", 30), BOB)


@situation("trade", everywhere=True)
def held_to_the_president() -> Message:
    return letter(held(), BOB)


@situation("trade")
def held_by_the_bum() -> Message:
    return letter(held(), ALL)


@situation("trade")
def held_by_the_vice_bum() -> Message:
    return letter(trading().say(ZOE, "hold", 30), ONEIL)


@situation("trade")
def asked_and_no() -> Message:
    return letter(asked_for("9D"), BOB)


@situation("trade")
def asked_and_no_to_the_bum() -> Message:
    return letter(asked_for("9D"), ALL)


@situation("trade")
def asked_for_the_lowest() -> Message:
    return letter(asked_for("9D", "lowest"), BOB)


@situation("trade")
def asked_for_all_at_once() -> Message:
    return letter(asked_for("highest pair"), BOB)


@situation("trade")
def any_of_a_suit() -> Message:
    return letter(asked_for("any clubs"), BOB)


@situation("trade")
def any_of_a_rank() -> Message:
    return letter(asked_for("any 7"), BOB)


@situation("trade")
def at_least_two_of_a_suit() -> Message:
    return letter(asked_for("at least 2 hearts"), BOB)


@situation("trade")
def narrowed_down() -> Message:
    return letter(asked_for("any clubs", "lowest clubs"), BOB)


@situation("trade")
def left_to_the_bum() -> Message:
    return letter(left(), ALL)


@situation("trade")
def left_by_the_president() -> Message:
    return letter(left(), BOB)


@situation("trade")
def given_by_the_bum() -> Message:
    return letter(left().say(ALL, "give 5H 7H", 30), BOB)


@situation("trade")
def given_one_of_two() -> Message:
    return letter(asked_for("any clubs").say(BOB, "take", 9).say(ALL, "give 4C", 9), BOB)


@situation("trade")
def demanded_at_once() -> Message:
    return letter(trading().say(ALL, "demand lowest", 30), ALL)


@situation("trade")
def demanded_at_once_of_the_president() -> Message:
    return letter(trading().say(ALL, "demand lowest", 30), BOB)


@situation("trade")
def demanded_while_asked() -> Message:
    return letter(asked_for("lowest").say(ALL, "demand lowest", 30), BOB)


@situation("trade")
def demanded_when_all_are_taken() -> Message:
    return letter(asked_for("2 highest").say(ALL, "demand lowest", 30), ALL)


@situation("trade")
def demanded_before_the_last_is_taken() -> Message:
    play = asked_for("highest").say(ALL, "demand lowest", 9).say(BOB, "ask highest", 9)
    return letter(play, BOB)


@situation("trade", everywhere=True)
def done_to_the_bum() -> Message:
    return letter(returned(), ALL)


@situation("trade")
def done_to_the_president() -> Message:
    return letter(returned(), BOB)


@situation("trade")
def done_by_who_leads() -> Message:
    play = president(SWEEP, ROUND_2, rounds=2).start().sweep().say(ZOE, "surrender", 9)
    play.say(ONEIL, f"return {play.state.player(ONEIL).hand[0]}", 9).say(ALL, "surrender", 9)
    play.say(BOB, "return 3C 4D", 9)
    return letter(play, play.actor if play.actor in {BOB, ALL} else BOB)


@situation("trade")
def overdue_first_word() -> Message:
    return letter(trading().late(ALL), ALL)


@situation("trade")
def overdue_questions() -> Message:
    return letter(asked_for("any clubs").late(BOB), BOB)


@situation("trade")
def overdue_questions_to_the_bum() -> Message:
    return letter(asked_for("9D").late(BOB), ALL)


@situation("trade")
def overdue_choice() -> Message:
    return letter(left().late(ALL), ALL)


@situation("trade")
def overdue_return() -> Message:
    return letter(asked_for("highest pair").late(BOB), ALL)


@situation("trade")
def in_the_pause() -> Message:
    return asked(pause(asked_for("9D")), "trade", BOB)


@situation("trade")
def when_time_was_up() -> Message:
    facts = held().now(BOB)
    return pm(BOB, ("trade", facts | {"windows": [], "window": None}))


@situation("trade")
def when_all_is_played() -> Message:
    return asked(traded(), "trade", BOB)


@situation("trade")
def of_who_has_no_part() -> Message:
    return asked(five(), "trade", ZOE)


# ---- free trade


@situation("offer", everywhere=True)
def made() -> Message:
    play = market()
    return letter(play.say(BOB, f"offer {quoted(ALL)} 3D for AS", 30), ALL)


# ---- play


@situation("your-turn", everywhere=True)
def leading() -> Message:
    play = traded()
    return asked(play, "your-turn", play.actor)


@situation("your-turn")
def while_others_trade() -> Message:
    return asked(returned(), "your-turn", BOB)


@situation("your-turn")
def while_one_s_own_trade_is_on() -> Message:
    return asked(held(), "your-turn", BOB)


@situation("trick", everywhere=True)
def with_roles() -> Message:
    play = traded()
    return arisen(play.act(f"play {play.state.must}"), "trick")


@situation("trick-won", everywhere=True)
def in_round_2() -> Message:
    play = traded()
    return arisen(play.act(f"play {play.state.must}", "pass", "pass", "pass"), "trick-won")


@situation("out", everywhere=True)
def first_out() -> Message:
    return arisen(president(SWEEP, rounds=2).start().sweep(until=1), "out")


# ---- rounds


@situation("round-summary", everywhere=True)
def of_four_players() -> Message:
    return arisen(trading(), "round-summary")


@situation("round-summary")
def of_five_players() -> Message:
    return arisen(five(), "round-summary")


@situation("round-summary")
def of_the_last_round() -> Message:
    return arisen(finished(), "round-summary")


@situation("standings", everywhere=True)
def with_trading_on() -> Message:
    return asked(trading(), "standings")


@situation("standings")
def in_round_3() -> Message:
    return asked(after_two(), "standings")


@situation("final", everywhere=True)
def after_five_rounds() -> Message:
    return arisen(finished(), "final", seed=SEED.hex())


@situation("final")
def won_by_two() -> Message:
    return arisen(evenly(), "final")


@situation("final")
def called_off_in_trading() -> Message:
    return post("final", asked_for("9D").say("host", 'end why "too few of you"').facts())


# ---- of every game


@situation("receipt", everywhere=True)
def of_a_question() -> Message:
    play = asked_for("any clubs")
    return pm(BOB, ("trade", play.facts(BOB)), ("receipt", receipt_facts(play, BOB)))


@situation("receipt")
def of_what_is_given_back() -> Message:
    play = returned()
    return pm(BOB, ("receipt", receipt_facts(play, BOB, late="the forum was down")))


@situation("refusal", everywhere=True)
def too_much_revealed() -> Message:
    return refused(held(), BOB, "ask 3 highest")


@situation("refusal")
def no_question_of_the_list() -> Message:
    return refused(held(), BOB, "ask any triples")


@situation("refusal")
def before_what_is_due() -> Message:
    return refused(asked_for("any hearts"), BOB, "ask any clubs")


@situation("refusal")
def before_the_bum_has_spoken() -> Message:
    return refused(trading(), BOB, "ask highest")


@situation("refusal")
def cards_that_are_not_due() -> Message:
    return refused(left(), ALL, "give 2S 2H")


@situation("refusal")
def with_a_question_that_stands() -> Message:
    play = asked_for("9D")
    refusal = play.refused(BOB, "ask 3 highest")
    told = play.now(BOB) | {"recorded": ["ask 9D"], "refusals": [refusal]}
    return pm(BOB, ("refusal", told), ("receipt", receipt_facts(play, BOB)))


@situation("unclear", everywhere=True)
def asked_back() -> Message:
    return question(trading(), ALL, "`hold`, right?", "I'd rather keep them :(")


@situation("reminder", everywhere=True)
def to_the_bum() -> Message:
    return reminder(trading(), ALL)


@situation("reminder")
def to_the_president() -> Message:
    return reminder(asked_for("any clubs"), BOB)


@situation("reminder")
def to_give_back() -> Message:
    return reminder(asked_for("highest pair"), BOB)


@situation("ruling", everywhere=True)
def redeal_in_trading() -> Message:
    return ruled(asked_for("9D").say("host", 'redeal why "a card was shown"'))


@situation("ruling")
def resumed_in_trading() -> Message:
    return ruling(pause(trading()).say("host", "resume", 90))


@situation("ruling")
def extended_for_who_trades() -> Message:
    play = held().say("host", 'extend +24h why "the forum was down"')
    return ruled(play, BOB)


@situation("correction", everywhere=True)
def of_the_post() -> Message:
    play = traded()
    was = arisen(play, "round-start")
    return correction(play.undo(), was, why="I misread a card")


@situation("correction", everywhere=True)
def of_an_answer() -> Message:
    play = asked_for("9D")
    was = letter(play, BOB)
    return correction(play.undo(), was, moves=["ask 9D"])


# ---- games played so far

ROUND_2 = shuffled(
    "3C 4D 5C",
    "3S",
    "2D AH 3H",
    "2S 2H AS AD KH 9S 7H 7C 5H 5D 4C 3D 6S",
    first=1,
)
"""By the places of the first round, which `SWEEP` decides, the last seat is the bum."""
SWEEP_OF_THREE = shuffled(
    "3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD 2D 4C 4H 4S 6C", "3C", "", last="9H"
)


@cache
def _trading() -> Table:
    return president(SWEEP, ROUND_2, rounds=2).start().sweep()


def trading() -> Table:
    """Round 2 is dealt; @everyone, the bum, and Zoë, the vice bum, are asked first."""
    return _trading().copied()


def held() -> Table:
    """The bum holds, so Bob, the president, asks."""
    return trading().say(ALL, "hold", 30)


def asked_for(*questions: str) -> Table:
    """And asks these."""
    play = held()
    for one in questions:
        play.say(BOB, f"ask {one}", 11)
    return play


def left() -> Table:
    """Which of its hearts the bum gives is left to it."""
    return asked_for("at least 2 hearts").say(BOB, "take", 30)


def returned() -> Table:
    """Bob has taken the highest pair and given back what he chose."""
    return asked_for("highest pair").say(BOB, "return 3C 4D", 30)


def traded() -> Table:
    """Both trades are done, and play begins."""
    play = returned().say(ZOE, "surrender", 9)
    return play.say(ONEIL, "return 3S", 9)


@cache
def _five() -> Table:
    names = (*PLAYERS, ":x")
    first = shuffled("3D 4D 5D 6D 7D 8D 9D 10D JD QD KD", "3C", "", "", "")
    second = shuffled("3D", "", "", "AS", "", first=1)
    play = president(first, second, names=names, rounds=2, free_trade="yes").start()
    return play.close().sweep()


def five() -> Table:
    """Five players, and free trade to come."""
    return _five().copied()


def market() -> Table:
    """Mandatory trading is done, and free trade is open."""
    play = five().say(":x", "surrender", 9).say(ALL, "surrender", 9)
    for who, number in ((BOB, 2), (ONEIL, 1)):
        hand = [card for card in play.state.player(who).hand if card != "3D"]
        play.say(who, f"return {' '.join(hand[-number:])}", 9)
    return play


def pair_of() -> Table:
    """Two players with three cards each; Zoë, the bum, is asked first."""
    first = shuffled("3D 9D 10C", "4C 8D KS", each=3)
    second = shuffled("3D 9D 10C", "4C 8D KS", each=3, first=1)
    play = president(first, second, names=TWO, hand_size=3, rounds=2).start()
    return play.act("play 3D", "pass", "play 9D", "pass", "play 10C")


def after_two() -> Table:
    """Two rounds of two players are over."""
    return _rounds(ENDING, ENDING, rounds=3)


def _rounds(*deals: str, rounds: int = 0) -> Table:
    """Rounds of two players with two cards each; trading changes nothing."""
    play = president(*deals, names=TWO, hand_size=2, rounds=rounds or len(deals)).start()
    for number in range(len(deals)):
        if number:
            taker, giver = play.state.trades[0].parties
            own = play.state.player(giver).hand
            play.say(giver, "surrender", 9).say(taker, f"return {' '.join(own)}", 9)
        play.act("play 3D", "pass", "play 9D")
    return play


def finished() -> Table:
    """Five rounds of two players, of which Bob has won three."""
    return _rounds(*[ENDING] * 5)


def evenly() -> Table:
    """Two rounds of two players, of which either has won one."""
    return _rounds(ENDING, ENDING)
