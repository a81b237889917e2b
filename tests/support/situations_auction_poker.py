"""Situations of Auction Poker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Self

from situations import (
    ALL,
    BOB,
    ONEIL,
    PLAYERS,
    SEED,
    ZOE,
    Message,
    Playing,
    Situations,
    correction,
    pause,
    pm,
    post,
    put_right,
    question,
    quoted,
    receipt_facts,
    refused,
    reminder,
    ruling,
)

from gmtool.engine import chance
from gmtool.engine.cards import DECK
from gmtool.games.auction_poker import GAME


class Round(Playing):
    """A game of Auction Poker, of four players with all sorts of names unless others are given."""

    def __init__(self, *names: str, shuffles: Sequence[str] = (), **options: Any) -> None:
        chances = [f"shuffle {cards}" for cards in shuffles]
        super().__init__(GAME, names or PLAYERS, chances=chances, **options)

    def start(self) -> Self:
        return self.say("host", "start")

    def hand(self, who: str) -> list[str]:
        return list(self.state.player(who).hand)


def random_play(number: int) -> Round:
    """The game of that number."""
    names = [*PLAYERS, "[code]", "アン", ":x"][: 2 + number % 6]
    sizes: dict[str, Any] = {"lots": max(len(names), 4 + number % 5), "batch_size": 1 + number % 4}
    return Round(*names, change_sessions=number % 4, coins=20 + number, **sizes).start()


situation = Situations(
    GAME,
    random_play,
    ("batch-open", "re-auction", "change-open", "change-catalogue", "reminder"),
    r"(bid [A-Z]+ (\d+|COINS)|trash \w+)|.*next post",
)


# ---- posts


@situation("opening", everywhere=True)
def seed() -> Message:
    return post("opening", Round().facts(start="2026-11-21T20:00:00Z"))


@situation("opening")
def other_options() -> Message:
    options: dict[str, Any] = {"lots": 4, "batch_size": 4, "min_bid": 5, "change_sessions": 1}
    play = Round(reveal_bids="all", low_ace_straight="on", inactive_after=1, **options)
    return post("opening", play.facts(zone="UTC"))


@situation("opening")
def shortest() -> Message:
    options: dict[str, Any] = {"lots": 2, "batch_size": 1, "change_sessions": 0, "coins": 1}
    return post("opening", Round(BOB, ONEIL, bidding_hours=1, **options).facts())


@situation("opening", everywhere=True)
def crowd() -> Message:
    names = [f"{PLAYERS[n % 4]} {n}" for n in range(1, 27)]
    return post("opening", Round(*names, lots=52, batch_size=3).facts())


@situation("opening")
def hold() -> Message:
    facts = Round(dealt=False).facts(chance="hold", start="2026-11-21T20:00:00Z")
    return post("opening", facts)


@situation("opening", everywhere=True)
def words() -> Message:
    return post("opening", with_words().deal().facts(chance="hold"))


@situation("opening")
def words_so_far() -> Message:
    return post("opening", with_words().facts(chance="hold"))


@situation("opening")
def no_words() -> Message:
    return post("opening", Round().start().facts(chance="hold"))


@situation("opening")
def typed() -> Message:
    return post("opening", Round().facts(chance="typed", commitment=""))


@situation("opening")
def typed_not_dealt() -> Message:
    return post("opening", Round(dealt=False).facts(chance="typed", commitment=""))


@situation("batch-open", everywhere=True)
def first() -> Message:
    return post("batch-open", Round().start().facts())


@situation("batch-open")
def second() -> Message:
    return post("batch-open", some_bids().facts())


@situation("batch-open")
def change_batch() -> Message:
    return post("batch-open", change_lots().say(BOB, "bid A 10").close().facts())


@situation("batch-open")
def whole_deck() -> Message:
    play = Round(lots=52, batch_size=52, min_bid=50, reveal_bids="all", inactive_after=1)
    return post("batch-open", play.start().facts())


@situation("batch-open")
def small_purses() -> Message:
    return post("batch-open", Round(coins=20).start().facts())


@situation("batch-open")
def names_with_commas() -> Message:
    play = Round("Ann", "Bob, PhD", "Cid", "Dee, Jr.", lots=8, batch_size=4).start()
    return post("batch-open", play.say("Ann", "bid A 30").close().facts())


@situation("batch-open")
def all_but_a_few() -> Message:
    names = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida")
    play = Round(*names, lots=9, batch_size=5).start()
    return post("batch-open", play.say("Ann", "bid A 30").say("Bob", "bid B 30").close().facts())


@situation("batch-open")
def paused() -> Message:
    return post("batch-open", pause(Round().start()).now())


@situation("batch-open")
def none_open() -> Message:
    return post("batch-open", opening_over().now())


@situation("re-auction", everywhere=True)
def of_many() -> Message:
    return post("re-auction", some_bids().close().facts())


@situation("re-auction")
def of_the_last() -> Message:
    return post("re-auction", some_bids().close().close().close().close().facts())


@situation("re-auction")
def none_up() -> Message:
    return post("re-auction", Round().now())


@situation("batch-result", everywhere=True)
def tie() -> Message:
    digests = [chance.digest(chance.nonce(SEED, n), "x", "x") for n in range(4)]
    return post("batch-result", some_bids().facts() | {"seals": sorted(digests)})


@situation("batch-result")
def then_re_auction() -> Message:
    return post("batch-result", some_bids().close().facts())


@situation("batch-result")
def re_auction_won() -> Message:
    return post("batch-result", some_bids().close().say(ALL, "bid C 300", 5).close().facts())


@situation("batch-result")
def all_offered() -> Message:
    play = some_bids()
    while play.state.in_opening:
        play.close()
    return post("batch-result", play.facts())


@situation("batch-result")
def all_served() -> Message:
    play = Round(lots=8, batch_size=4).start()
    for lot, who in zip("ABCD", PLAYERS, strict=True):
        play.say(who, f"bid {lot} 40", 3)
    return post("batch-result", play.close().facts())


@situation("batch-result")
def inactive_and_standing() -> Message:
    play = Round(lots=4, batch_size=4).start().say(BOB, "bid A 40").say(ONEIL, "bid B 40")
    play.say("host", f'inactive {ZOE} why "gone"').say(ALL, "stand")
    return post("batch-result", play.close().facts())


@situation("batch-result")
def without_a_lot_at_the_end() -> Message:
    play = Round(lots=4, batch_size=2, change_sessions=0).start()
    play.say(BOB, "bid A 40").say(ONEIL, "bid B 40").say(ZOE, "stand").say(ALL, "stand")
    return post("batch-result", play.close().facts())


@situation("batch-result")
def neither() -> Message:
    return post("batch-result", Round(lots=4, batch_size=2).start().close().facts())


@situation("batch-result")
def sessions_skipped() -> Message:
    play = Round().start()
    for who in PLAYERS:
        play.say(who, "stand")
    return post("batch-result", play.close().facts())


@situation("batch-result")
def too_poor() -> Message:
    play = Round(lots=4, batch_size=4, coins=10).start().say(BOB, "bid A 4").close()
    for who in (ONEIL, ZOE, ALL):
        play.say("host", f'adjust {quoted(who)} coins =0 why "a fine"')
    return post("batch-result", play.close().facts())


@situation("batch-result")
def two_lots_one_bidder() -> Message:
    play = Round(lots=4, batch_size=2).start().say(BOB, "bid A 40, B 40").close()
    return post("batch-result", play.facts())


@situation("batch-result")
def all_bids() -> Message:
    play = Round(lots=4, batch_size=4, reveal_bids="all").start()
    play.say(BOB, "bid A 50, B 40").say(ONEIL, "bid A 45, B 10", 1)
    return post("batch-result", play.close().facts())


@situation("batch-result")
def paused_since() -> Message:
    play = some_bids()
    step = play.last
    return post("batch-result", play.facts(step=step, paused=step.entry.received_at))


@situation("batch-result")
def change() -> Message:
    play = change_lots().say(BOB, "bid A 10, B 3").say(ONEIL, "bid A 10", 1)
    return post("batch-result", play.close().facts())


@situation("batch-result")
def one_batch_of_session() -> Message:
    play = opening_over()
    return post("batch-result", play.say(BOB, trash(play, BOB, 3)).close().close().facts())


@situation("batch-result")
def last_of_session() -> Message:
    return post("batch-result", two_batches().facts())


@situation("batch-result")
def last_of_game() -> Message:
    play = opening_over(change_sessions=1)
    return post("batch-result", play.say(BOB, trash(play, BOB, 1)).close().close().facts())


@situation("batch-result")
def no_coins_for_the_rest() -> Message:
    return post("batch-result", broke_on_the_way().facts())


@situation("batch-result")
def so_far() -> Message:
    return post("batch-result", two_batches().now())


@situation("batch-result")
def none_yet() -> Message:
    return post("batch-result", Round().now())


@situation("change-open", everywhere=True)
def after_opening() -> Message:
    return post("change-open", opening_over().facts())


@situation("change-open")
def nobody_trashed() -> Message:
    digests = [chance.digest(chance.nonce(SEED, n), "x", "x") for n in range(2)]
    return post("change-open", opening_over().close().facts() | {"seals": sorted(digests)})


@situation("change-open")
def last_session() -> Message:
    play = opening_over(change_sessions=2, inactive_after=1).close()
    return post("change-open", play.facts())


@situation("change-open")
def none_open_yet() -> Message:
    return post("change-open", Round().start().now())


@situation("change-catalogue", everywhere=True)
def dealt() -> Message:
    return post("change-catalogue", change_lots().facts())


@situation("change-catalogue")
def one_lot() -> Message:
    play = opening_over()
    return post("change-catalogue", play.say(BOB, trash(play, BOB, 1)).close().facts())


@situation("change-catalogue")
def no_coins() -> Message:
    play = opening_over(coins=40)
    return post("change-catalogue", play.say(BOB, trash(play, BOB, 1)).close().facts())


@situation("change-catalogue")
def no_coins_at_the_end() -> Message:
    play = opening_over(coins=40, change_sessions=1)
    return post("change-catalogue", play.say(BOB, trash(play, BOB, 1)).close().facts())


@situation("change-catalogue")
def as_it_is() -> Message:
    return post("change-catalogue", change_lots().now())


@situation("change-catalogue")
def none_dealt() -> Message:
    return post("change-catalogue", Round().start().now())


@situation("change-summary", everywhere=True)
def of_two_batches() -> Message:
    return post("change-summary", two_batches().facts())


@situation("change-summary")
def of_the_last_session() -> Message:
    return post("change-summary", two_batches(change_sessions=1).facts())


@situation("change-summary")
def not_all_offered() -> Message:
    return post("change-summary", broke_on_the_way().facts())


@situation("change-summary")
def on_the_way() -> Message:
    return post("change-summary", change_lots().say(BOB, "bid A 10").close().now())


@situation("change-summary")
def of_none() -> Message:
    return post("change-summary", opening_over().now())


@situation("standings", everywhere=True)
def in_the_opening() -> Message:
    return post("standings", some_bids().now())


@situation("standings")
def in_a_re_auction() -> Message:
    return post("standings", some_bids().close().now())


@situation("standings")
def in_a_session() -> Message:
    play = two_batches().say("host", f'inactive {ZOE} why "silent since Friday"')
    return post("standings", play.now())


@situation("standings")
def at_first() -> Message:
    return post("standings", Round().facts(start="2026-11-21T20:00:00Z"))


@situation("standings")
def in_a_pause() -> Message:
    return post("standings", pause(opening_over()).now())


@situation("standings")
def at_the_end() -> Message:
    return post("standings", opening_over(change_sessions=0).now())


@situation("standings")
def called_off() -> Message:
    return post("standings", some_bids().say("host", 'end why "sorry"').now())


@situation("final", everywhere=True)
def ranking() -> Message:
    play = opening_over(change_sessions=1)
    play.say(ONEIL, f"trash {' '.join(play.hand(ONEIL)[4:])}").close().close()
    return post("final", play.facts())


@situation("final")
def seed_shown() -> Message:
    play = opening_over(change_sessions=0)
    words = ["banana", "[i]Arsenal[/i] 2 : 1"]
    return post("final", play.facts(chance="hold", words=words, seed=SEED.hex(), host=""))


@situation("final", everywhere=True)
def drawn() -> Message:
    play = showdown("AS KS QS JS 9S AH KH QH JH 9H 2C 3C 4C 5C 7C 2D 3D 4D 5D 8D")
    return post("final", play.facts())


@situation("final")
def all_drawn() -> Message:
    play = showdown("AS KS QS JS 9S AH KH QH JH 9H AC KC QC JC 9C AD KD QD JD 9D")
    return post("final", play.facts())


@situation("final")
def two_players() -> Message:
    play = Round(BOB, ONEIL, lots=2, batch_size=2, change_sessions=0).start()
    return post("final", play.say(BOB, "bid A 1").say(ONEIL, "bid B 2").close().facts())


@situation("final")
def all_pigs() -> Message:
    play = Round(lots=4, batch_size=4, change_sessions=0).start()
    facts = play.close().close().close().close().close().facts(chance="typed")
    return post("final", facts)


@situation("final")
def nobody_trashed_at_last() -> Message:
    digests = [chance.digest(chance.nonce(SEED, n), "x", "x") for n in range(2)]
    play = opening_over(change_sessions=1).close()
    return post("final", play.facts() | {"seals": sorted(digests)})


@situation("final")
def after_the_last_catalogue() -> Message:
    play = opening_over(coins=40, change_sessions=1)
    return post("final", play.say(BOB, trash(play, BOB, 1)).close().facts())


@situation("final", everywhere=True)
def game_called_off() -> Message:
    play = some_bids().say("host", 'end why "the forum is closing, sorry"')
    return post("final", play.facts())


@situation("ruling", everywhere=True)
def extend() -> Message:
    return ruling(Round().start().say("host", 'extend +12h why "the forum was down"', 30))


@situation("ruling")
def extend_by_a_minute() -> Message:
    play = opening_over().say("host", 'extend +1m why "[b]typing[/b]"', 30)
    return ruling(play)


@situation("ruling")
def extend_in_a_pause() -> Message:
    return ruling(pause(Round().start()).say("host", 'extend +90m why "still down"', 30))


@situation("ruling", everywhere=True)
def game_paused() -> Message:
    return ruling(pause(Round().start()))


@situation("ruling")
def resume() -> Message:
    return ruling(pause(Round().start()).say("host", "resume", 600))


@situation("ruling", everywhere=True)
def inactive() -> Message:
    return ruling(some_bids().say("host", f'inactive {ONEIL} why "silent since Friday"'))


@situation("ruling")
def inactive_in_a_change_window() -> Message:
    return ruling(opening_over().say("host", f'inactive {ONEIL} why "silent since Friday"'))


@situation("ruling")
def adjust() -> Message:
    return ruling(some_bids().say("host", f'adjust {quoted(BOB)} coins +20 why "I miscounted"'))


@situation("ruling")
def set_coins() -> Message:
    return ruling(Round().say("host", f'adjust {quoted(BOB)} coins =1 why "a fine"'))


@situation("ruling")
def of_any_game() -> Message:
    play = some_bids().say("host", f'adjust {quoted(BOB)} coins -20 why "I miscounted"')
    return replace(ruling(play), kind="another-game")


@situation("ruling")
def of_a_kind_to_come() -> Message:
    message = ruling(Round().start().say("host", 'extend +12h why "the forum was down"', 30))
    ((occasion, facts),) = message.blocks
    return post(occasion, facts | {"ruling": facts["ruling"] | {"verb": "adopt"}})


@situation("ruling")
def of_cards_dealt_anew() -> Message:
    message = ruling(Round().start().say("host", 'extend +12h why "a hand was posted"', 30))
    ((occasion, facts),) = message.blocks
    changed = facts | {"ruling": facts["ruling"] | {"verb": "redeal", "hours": None}}
    return replace(post(occasion, changed), kind="another-game")


@situation("ruling")
def for_a_player_alone() -> Message:
    play = Round().start().say("host", 'extend +12h why "the forum was down"', 30)
    ((occasion, facts),) = ruling(play).blocks
    return pm(BOB, (occasion, facts | play.facts(BOB)))


@situation("correction", everywhere=True)
def post_taken_back() -> Message:
    play = some_bids()
    wrong = post("batch-result", play.facts()), post("batch-open", play.facts())
    return correction(play.undo(), *wrong, why="I had overlooked a bid")


def typed_wrong() -> tuple[Round, Round]:
    """Four lots, two of them open; Bob's bid on A was put down as 45 and was 25: O'Neil wins it."""
    rounds = []
    for coins in (45, 25):
        play = Round(lots=4, batch_size=2).start().say(BOB, f"bid A {coins}, B 10", 44)
        rounds.append(play.say(ONEIL, "bid A 30, B 12").close())
    return rounds[0], rounds[1]


AMENDED = {
    "number": 3,
    "was": {"who": BOB, "text": "bid A 45, B 10", "at": "2026-11-20T20:44:00Z"},
    "now": {"who": BOB, "text": "bid A 25, B 10", "at": "2026-11-20T20:44:00Z"},
    "moved": False,
    "missed": False,
    "dropped": False,
    "tell": False,
}


@situation("correction", everywhere=True)
def winner_put_right() -> Message:
    was, now = typed_wrong()
    pair = post("batch-result", was.facts()), post("batch-result", now.facts())
    return put_right(now, pair, before=was)


@situation("correction", everywhere=True)
def bid_put_right() -> Message:
    was, now = typed_wrong()
    pair = pm(BOB, ("lot-won", was.facts(BOB))), pm(BOB, ("lot-won", now.facts(BOB)))
    return put_right(now, pair, before=was, amended=[AMENDED], why="typed 45 for 25")


@situation("correction")
def before_the_start() -> Message:
    play = Round().start()
    wrong = post("batch-open", play.facts())
    return correction(play.undo(), wrong)


@situation("correction")
def pause_put_back() -> Message:
    play = pause(Round().start()).say("host", "resume", 600)
    wrong = ruling(play)
    return correction(play.undo(), wrong)


@situation("correction")
def post_put_back() -> Message:
    play = some_bids()
    return correction(play, post("batch-result", play.facts()), again=True)


@situation("correction", everywhere=True)
def message_taken_back() -> Message:
    play = Round().start().say(BOB, "bid A 30", 44).say(BOB, "bid C 12", 10)
    wrong = pm(BOB, ("receipt", receipt_facts(play, BOB)))
    why = "it was somebody else's bid"
    return correction(play.undo(), wrong, moves=["bid C 12"], recorded=["bid A 30"], why=why)


@situation("correction")
def nothing_left_on_record() -> Message:
    play = Round().start().say(BOB, "pass", 44)
    wrong = pm(BOB, ("receipt", receipt_facts(play, BOB)))
    return correction(play.undo(), wrong, moves=["pass"])


@situation("correction")
def message_put_back() -> Message:
    play = Round().start().say(BOB, "pass", 44)
    wrong = pm(BOB, ("receipt", receipt_facts(play, BOB)))
    return correction(play, wrong, moves=["pass"], recorded=["pass"], again=True)


@situation("correction")
def lot_not_won() -> Message:
    play = some_bids()
    wrong = pm(BOB, ("lot-won", play.facts(BOB)))
    return correction(play.undo(), wrong, recorded=["bid A 30, B 12"])


@situation("correction")
def nothing_to_do() -> Message:
    play = some_bids().say("host", f'adjust {quoted(BOB)} coins +20 why "I miscounted"')
    wrong = pm(BOB, ("inventory", play.facts(BOB)))
    return correction(play.undo(), wrong)


# ---- messages to players


@situation("receipt", everywhere=True)
def sealed() -> Message:
    play = Round().start().say(BOB, "bid A 30, C 12", 44)
    return pm(BOB, ("receipt", receipt_facts(play, BOB)))


@situation("receipt")
def unsealed_and_late() -> Message:
    play = Round().start().say(ALL, "stand", 5)
    facts = receipt_facts(play, ALL, sealed=False, late="the forum was down")
    return pm(ALL, ("receipt", facts | {"window": None, "windows": []}))


@situation("receipt", everywhere=True)
def with_a_refusal() -> Message:
    play = Round().start().say(ZOE, "bid D 20", 44)
    receipt = receipt_facts(play, ZOE)
    refusals = [play.refused(ZOE, "bid D 21"), play.refused(ZOE, "bid B 30.5")]
    facts = play.now(ZOE) | {"recorded": ["bid D 20"], "refusals": refusals}
    return pm(ZOE, ("receipt", receipt), ("refusal", facts))


@situation("receipt", everywhere=True)
def with_the_hand_left() -> Message:
    play = opening_over()
    play.say(ONEIL, trash(play, ONEIL, 2))
    return pm(ONEIL, ("receipt", receipt_facts(play, ONEIL)), ("inventory", play.facts(ONEIL)))


@situation("receipt")
def keep_taken_back() -> Message:
    play = opening_over().say(BOB, "keep")
    play.say(BOB, trash(play, BOB, 1), 10)
    return pm(BOB, ("receipt", receipt_facts(play, BOB)), ("inventory", play.facts(BOB)))


@situation("receipt")
def stand() -> Message:
    play = Round().start().say(BOB, "bid A 30", 44).say(BOB, "stand", 5)
    return pm(BOB, ("receipt", receipt_facts(play, BOB)))


@situation("receipt")
def stand_taken_back() -> Message:
    play = Round().start().say(BOB, "stand", 44).say(BOB, "bid A 30", 5)
    return pm(BOB, ("receipt", receipt_facts(play, BOB)))


@situation("receipt")
def last_coins() -> Message:
    play = change_lots().say(BOB, "bid B 260")
    return pm(BOB, ("receipt", receipt_facts(play, BOB)))


@situation("receipt")
def no_bid() -> Message:
    return pm(BOB, ("receipt", receipt_facts(Round().start().say(BOB, "pass", 44), BOB)))


@situation("receipt")
def nothing_to_trash() -> Message:
    return pm(BOB, ("receipt", receipt_facts(opening_over().say(BOB, "keep"), BOB)))


@situation("refusal", everywhere=True)
def final_bid() -> Message:
    play = Round().start().say(ONEIL, "bid A 30", 44)
    return refused(play, ONEIL, "bid A 31")


@situation("refusal")
def not_in_hand() -> Message:
    return refused(opening_over(), ONEIL, "trash AS")


@situation("refusal")
def unreadable() -> Message:
    return refused(Round().start(), ONEIL, "`what` now?")


@situation("refusal")
def lot_won_already() -> Message:
    return refused(some_bids(), BOB, "bid D 30", "pass")


@situation("refusal")
def too_few_coins() -> Message:
    play = change_lots(min_bid=20)
    play.say("host", f'adjust {quoted(BOB)} coins =15 why "a fine"')
    return refused(play, BOB, "bid A 15")


@situation("refusal")
def when_time_is_up() -> Message:
    play = Round().start()
    facts = play.now(BOB) | {"recorded": [], "refusals": [play.refused(BOB, "bid A 301")]}
    return pm(BOB, ("refusal", facts | {"windows": [], "window": None}))


@situation("refusal")
def too_late() -> Message:
    return refused(opening_over(change_sessions=0), BOB, "bid A 30")


@situation("refusal")
def in_a_break() -> Message:
    play = pause(Round().start())
    play.clock = play.clock.plus(timedelta(hours=1))
    return refused(play, BOB, "bid A 30")


@situation("lot-won", everywhere=True)
def opening_lot() -> Message:
    return pm(BOB, ("lot-won", some_bids().facts(BOB)))


@situation("lot-won")
def two_lots() -> Message:
    play = change_lots().say(BOB, "bid A 10, B 1").close()
    return pm(BOB, ("lot-won", play.facts(BOB)))


@situation("lot-won")
def one_more() -> Message:
    return pm(BOB, ("lot-won", two_batches().facts(BOB)))


@situation("lot-won")
def at_last() -> Message:
    play = opening_over(change_sessions=1)
    play.say(BOB, trash(play, BOB, 1)).close().say(BOB, "bid A 10").close()
    return pm(BOB, ("lot-won", play.facts(BOB)), ("final-result", play.facts(BOB)))


@situation("lot-won")
def not_yet() -> Message:
    return pm(BOB, ("lot-won", Round().start().now(BOB)))


@situation("inventory")
def before() -> Message:
    return pm(BOB, ("inventory", Round().facts(BOB)))


@situation("inventory")
def open_lots() -> Message:
    return pm(BOB, ("inventory", Round().start().facts(BOB)))


@situation("inventory", everywhere=True)
def live_bids() -> Message:
    play = Round().start().say(BOB, "bid A 30, C 12", 44)
    return pm(BOB, ("inventory", play.facts(BOB)))


@situation("inventory")
def all_bids_in() -> Message:
    play = Round(lots=4, batch_size=1).start().say(BOB, "bid A 1", 44)
    return pm(BOB, ("inventory", play.facts(BOB)))


@situation("inventory")
def passed() -> Message:
    return pm(BOB, ("inventory", Round().start().say(BOB, "pass", 44).facts(BOB)))


@situation("inventory")
def won() -> Message:
    return pm(BOB, ("inventory", some_bids().facts(BOB)))


@situation("inventory")
def in_the_pause() -> Message:
    return pm(ALL, ("inventory", pause(some_bids()).now(ALL)))


@situation("inventory")
def may_trash() -> Message:
    return pm(BOB, ("inventory", opening_over().facts(BOB)))


@situation("inventory")
def kept() -> Message:
    return pm(BOB, ("inventory", opening_over().say(BOB, "keep").facts(BOB)))


@situation("inventory")
def trashed_all() -> Message:
    play = opening_over()
    return pm(BOB, ("inventory", play.say(BOB, trash(play, BOB, 13)).facts(BOB)))


@situation("inventory", everywhere=True)
def change_bids() -> Message:
    return pm(BOB, ("inventory", change_lots().say(BOB, "bid B 260").facts(BOB)))


@situation("inventory")
def no_coins_left() -> Message:
    play = change_lots().say(BOB, "bid B 260").close()
    return pm(BOB, ("inventory", play.now(BOB)))


@situation("inventory")
def standing() -> Message:
    return pm(BOB, ("inventory", change_lots().say(BOB, "stand").facts(BOB)))


@situation("inventory")
def ruled_inactive() -> Message:
    play = some_bids().say("host", f'inactive {ONEIL} why "silent since Friday"')
    return pm(ONEIL, ("inventory", play.facts(ONEIL)))


@situation("inventory")
def coins_adjusted() -> Message:
    play = some_bids().say("host", f'adjust {quoted(BOB)} coins +20 why "I miscounted"')
    return pm(BOB, ("inventory", play.facts(BOB)))


@situation("inventory")
def game_over() -> Message:
    return pm(BOB, ("inventory", opening_over(change_sessions=0).now(BOB)))


@situation("inventory")
def ruled_inactive_after_a_trash() -> Message:
    play = opening_over()
    play.say(ONEIL, trash(play, ONEIL, 2)).say("host", f'inactive {ONEIL} why "gone"')
    return pm(ONEIL, ("inventory", play.facts(ONEIL)))


@situation("inventory")
def neither_cards_nor_coins() -> Message:
    play = opening_over(coins=40)
    return pm(BOB, ("inventory", play.say(BOB, trash(play, BOB, 13)).facts(BOB)))


@situation("unclear", everywhere=True)
def asked_back() -> Message:
    return question(
        Round().start(),
        BOB,
        "`bid A 80` or `bid A 85`?",
        "80 on A, [b]no[/b] 85? @everyone\nEDIT: 85",
    )


@situation("reminder")
def something_came() -> Message:
    return reminder(Round().start(), BOB, came=True)


@situation("reminder", everywhere=True)
def to_bid() -> Message:
    return reminder(Round().start(), BOB)


@situation("reminder")
def to_trash() -> Message:
    return reminder(opening_over(inactive_after=1), ONEIL)


@situation("reminder")
def after_the_deadline() -> Message:
    message = reminder(Round().start(), BOB)
    ((occasion, facts),) = message.blocks
    return pm(BOB, (occasion, facts | {"windows": [], "window": None}))


@situation("reminder")
def in_any_game() -> Message:
    return replace(reminder(Round().start(), BOB), kind="another-game")


@situation("final-result", everywhere=True)
def second_place() -> Message:
    play = opening_over(change_sessions=1)
    play.say(ONEIL, f"trash {' '.join(play.hand(ONEIL)[4:])}").close().close()
    return pm(ZOE, ("final-result", play.facts(ZOE)))


@situation("final-result")
def pig() -> Message:
    play = opening_over(change_sessions=1)
    play.say(ONEIL, f"trash {' '.join(play.hand(ONEIL)[4:])}").close().close()
    return pm(ONEIL, ("final-result", play.facts(ONEIL, seed=SEED.hex())))


@situation("final-result")
def inactive_at_the_end() -> Message:
    play = opening_over(change_sessions=1).say("host", f'inactive {ONEIL} why "gone"')
    return pm(ONEIL, ("final-result", play.close().facts(ONEIL)))


@situation("final-result")
def drawn_first() -> Message:
    play = showdown("AS KS QS JS 9S AH KH QH JH 9H 2C 3C 4C 5C 7C 2D 3D 4D 5D 8D")
    return pm(BOB, ("final-result", play.facts(BOB)))


@situation("final-result")
def last_with_a_hand() -> Message:
    play = showdown("AS KS QS JS 9S AH KH QH JH 9H 2C 3C 4C 5C 7C 2D 3D 4D 5D 8D")
    return pm(ZOE, ("final-result", play.facts(ZOE)))


@situation("final-result")
def nobody_last() -> Message:
    play = showdown("AS KS QS JS 9S AH KH QH JH 9H AC KC QC JC 9C AD KD QD JD 9D")
    return pm(BOB, ("final-result", play.facts(BOB, chance="typed")))


@situation("final-result")
def no_places() -> Message:
    play = some_bids().say("host", 'end why "the forum is closing, sorry"')
    return pm(BOB, ("final-result", play.now(BOB)))


@situation("final-result")
def still_on() -> Message:
    return pm(BOB, ("final-result", some_bids().now(BOB)))


# ---- games


def trash(play: Round, who: str, many: int) -> str:
    """The text that trashes so many of a player's cards."""
    return f"trash {' '.join(play.hand(who)[:many])}"


def with_words() -> Round:
    """Nothing is dealt yet, and players have given words."""
    play = Round(dealt=False)
    play.hear("host", 'words "banana"')
    play.hear("host", 'words "[i]Arsenal[/i] 2 : 1"')
    return play


def some_bids() -> Round:
    """Six lots; the first batch is decided: two lots sold, one of them by a tie, one left over."""
    play = Round(lots=6, batch_size=3).start()
    play.say(BOB, "bid A 30, B 12", 44).say(ONEIL, "bid A 30").say(ZOE, "bid B 12", 60)
    return play.close()


def opening_over(batch_size: int = 4, **options: Any) -> Round:
    """Everybody has bought a lot for 40 coins."""
    play = Round(lots=4, batch_size=batch_size, **options).start()
    owners = dict(zip("ABCD", PLAYERS, strict=True))
    while play.state.in_opening:
        for lot in play.state.batch:
            play.say(owners[lot.label], f"bid {lot.label} 40", 3)
        play.close()
    return play


def change_lots(**options: Any) -> Round:
    """Three players have trashed; two of the lots are open, the last comes later."""
    play = opening_over(batch_size=2, **options)
    for who, many in ((ZOE, 3), (BOB, 5), (ALL, 1)):
        play.say(who, trash(play, who, many), 20)
    return play.close()


def two_batches(**options: Any) -> Round:
    """A change session that ended with its second batch; one lot of each was sold."""
    play = change_lots(**options).say(ONEIL, "bid A 10").close()
    return play.say(BOB, "bid C 7").close()


def broke_on_the_way() -> Round:
    """A change session whose second batch isn't opened, because nobody has coins left."""
    play = change_lots(coins=41)
    for lot, who in zip("AB", (BOB, ONEIL), strict=True):
        play.say(who, f"bid {lot} 1")
    for who in (ZOE, ALL):
        play.say("host", f'adjust {quoted(who)} coins =0 why "a fine"')
    return play.close()


def showdown(hands: str) -> Round:
    """A game that the four players end with these five cards each."""
    cards = hands.split()
    rest = [card for card in DECK if card not in cards]
    fives = [cards[i : i + 5] for i in range(0, 20, 5)]
    others = [rest[i : i + 8] for i in range(0, 32, 8)]
    deck = [card for five, more in zip(fives, others, strict=True) for card in five + more]
    play = opening_over(change_sessions=1, shuffles=[" ".join(deck)])
    for who, more in zip(PLAYERS, others, strict=True):
        play.say(who, f"trash {' '.join(more)}", 1)
    while play.state.phase != "ended":
        play.close()
    return play
