"""Situations of Grouping Black & White, of both its variants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from situations import (
    ALL,
    BOB,
    SEED,
    ZOE,
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

from gmtool.engine import chance
from gmtool.games.grouping_bw import GAME

SEATS = (ZOE, BOB)
FINAL = "final-match"
GROUPS = "group A 0 1 B 2 3 4 C 5 6 7 8"
FALLING, RISING, CENTRE = "8765 10 432", "5678 01 234", "234 01 5678"
"""Orders of the tiles of GROUPS; the first of FALLING meets the first of another."""
ITEMS = f"{quoted(ZOE)}: bonus peek; {quoted(BOB)}: order"
JUST_ITEMS = f"{quoted(ZOE)}: peek; {quoted(BOB)}: order"


class Match(Playing):
    """A match in which tiles are dealt in given orders, in pairs, or from the seed."""

    name = "Game 7"

    def __init__(self, *orders: str, names: Sequence[str] = SEATS, **options: Any) -> None:
        chances = [
            f"order {quoted(names[place % 2])} {' '.join(tiles.replace(' ', ''))}"
            for place, tiles in enumerate(orders)
        ]
        super().__init__(GAME, names, chances=chances, **options)

    @property
    def actor(self) -> str:
        who: str = self.state.round.actor
        return who

    def start(self) -> Self:
        return self.say("host", "start")

    def group(self, *names: str, groups: str = GROUPS) -> Self:
        """Those named group, or both."""
        for who in names or self.fold.table.players:
            self.say(who, groups, 7)
        return self

    def first(self, who: str = ZOE) -> Self:
        return self.say(self.state.namer or "host", f"first {quoted(who)}", 3)

    def begin(self, who: str = ZOE) -> Self:
        """Up to the first betting action, which is `who`'s."""
        return self.start().group().first(who)

    def act(self, *moves: str) -> Self:
        """What the players whose turn it is say, in order."""
        for move in moves:
            self.say(self.actor, move, 20)
        return self

    def chips(self, one: int, two: int) -> Self:
        """Both have so many chips, by the host's word."""
        for who, chips in zip(self.fold.table.players, (one, two), strict=True):
            if self.state.player(who).chips != chips:
                self.say("host", f'adjust {quoted(who)} chips ={chips} why "I miscounted"')
        return self

    def half(self, *, rounds: int = 9) -> Self:
        """So many rounds of a bet of 1 and a fold, in turn by either."""
        for _ in range(rounds):
            self.act("bet 1", "fold")
        return self


def random_play(number: int) -> Match:
    """The match of that number, with few chips: with many it takes weeks."""
    names = [(ZOE, BOB), ("[code]", ALL), ("アン", ":x")][number % 3]
    one, two = map(quoted, names)
    options: dict[str, Any] = {"opening_check": ("no", "yes")[number // 2 % 2]}
    if number % 2 == 0:
        items = [f"{one}: bonus peek; {two}: order", f"{one}: peek order; {two}: bonus peek order"]
        options |= {"variant": FINAL, "items": items[number // 2 % 2]}
    play = Match(names=names, seed=bytes([number]) * 32, **options).start()
    return play.chips(30, 31) if number % 2 == 0 else play.chips(20, 19)


situation = Situations(
    GAME,
    random_play,
    ("set-start", "dealt", "bet", "your-turn", "reminder"),
    r"(group A \d|- “(bet|call|fold|raise)|bet \d|call|raise \d|first |peek|order|ante \d)",
)


def arisen(play: Playing, occasion: str, **game: object) -> Message:
    """The latest post of that occasion, as it arose."""
    return post(occasion, told(play, occasion, **game))


def turn(play: Playing, who: str) -> Message:
    """What a player is told of how things stand for it."""
    return pm(who, ("your-turn", play.facts(who)))


def final(*orders: str, items: str = ITEMS, **options: Any) -> Match:
    return Match(*orders, variant=FINAL, items=items, **options)


# ---- before the match


@situation("opening", everywhere=True)
def death_match() -> Message:
    return post("opening", Match().facts(start="2026-11-21T20:00:00Z"))


@situation("opening", everywhere=True)
def final_match() -> Message:
    return post("opening", final().facts(start="2026-11-21T20:00:00Z"))


@situation("opening")
def opening_check() -> Message:
    play = Match(opening_check="yes", grouping_hours=24, betting_hours=1)
    return post("opening", play.facts(zone="UTC"))


@situation("opening")
def no_items() -> Message:
    return post("opening", final(items="").facts(chance="typed", commitment=""))


@situation("opening")
def both_have_the_bonus() -> Message:
    items = f"{quoted(ZOE)}: bonus peek order; {quoted(BOB)}: bonus peek order"
    return post("opening", final(items=items).facts())


@situation("opening")
def hold() -> Message:
    return post("opening", Match().facts(chance="hold", start="2026-11-21T20:00:00Z"))


@situation("opening")
def words_used() -> Message:
    return post("opening", with_words().begin().facts(chance="hold"))


# ---- a set begins


@situation("set-start", everywhere=True)
def set_1() -> Message:
    return post("set-start", Match().start().facts())


@situation("set-start", everywhere=True)
def set_1_of_a_final() -> Message:
    return post("set-start", final().start().facts())


@situation("set-start")
def set_1_without_words() -> Message:
    return post("set-start", Match().start().facts(chance="hold"))


@situation("set-start")
def set_2() -> Message:
    return arisen(whole_set(), "set-start")


@situation("set-start", everywhere=True)
def set_2_of_a_final() -> Message:
    return arisen(final_set(), "set-start")


@situation("set-start")
def for_a_sudden_hand() -> Message:
    return arisen(sudden_set(), "set-start")


@situation("set-start")
def paused() -> Message:
    return post("set-start", pause(final().start()).now())


# ---- who starts


@situation("first", everywhere=True)
def named_by_the_host() -> Message:
    return arisen(Match().begin(), "first")


@situation("first")
def named_by_the_bonus() -> Message:
    return arisen(final().begin(BOB), "first")


@situation("first")
def named_before_the_start() -> Message:
    return arisen(final().first(BOB), "first")


@situation("first", everywhere=True)
def bonus_overdue() -> Message:
    return arisen(final().start().group().close(), "first")


@situation("first")
def bonus_overdue_with_the_groups() -> Message:
    play = final().start().close()
    return post("first", told(play, "first") | {"seals": seals(1)})


# ---- tiles and bets


@situation("dealt", everywhere=True)
def round_1() -> Message:
    return arisen(Match(FALLING, CENTRE).begin(), "dealt")


@situation("dealt")
def round_1_of_a_final() -> Message:
    return arisen(final(FALLING, CENTRE).begin(BOB), "dealt")


@situation("dealt")
def agreed_ante() -> Message:
    return arisen(with_ante().group().first(), "dealt")


@situation("dealt")
def opening_check_allowed() -> Message:
    return arisen(Match(FALLING, CENTRE, opening_check="yes").begin(), "dealt")


@situation("dealt", everywhere=True)
def second_half() -> Message:
    return arisen(Match().begin().half(), "dealt")


@situation("dealt")
def in_the_middle_of_bets() -> Message:
    return post("dealt", Match(FALLING, CENTRE).begin().act("bet 5", "raise 3").now())


@situation("dealt")
def in_a_pause() -> Message:
    return post("dealt", pause(Match(FALLING, CENTRE).begin()).now())


@situation("bet", everywhere=True)
def opened() -> Message:
    return arisen(Match(FALLING, CENTRE).begin().act("bet 5"), "bet")


@situation("bet", everywhere=True)
def raised() -> Message:
    return arisen(final(FALLING, CENTRE).begin().act("bet 5", "raise 3"), "bet")


@situation("bet")
def all_in() -> Message:
    play = Match(FALLING, CENTRE).start().chips(6, 30).group().first()
    return arisen(play.act("bet 5"), "bet")


@situation("bet")
def a_call_takes_all() -> Message:
    play = Match(FALLING, CENTRE).start().chips(30, 6).group().first()
    return arisen(play.act("bet 5"), "bet")


@situation("bet")
def limited_by_what_the_opponent_has() -> Message:
    play = Match(FALLING, CENTRE).start().chips(9, 30).group().first()
    return arisen(play.act("bet 4"), "bet")


@situation("bet")
def limited_by_what_both_have() -> Message:
    play = Match(FALLING, CENTRE).start().chips(9, 9).group().first()
    return arisen(play.act("bet 4"), "bet")


@situation("bet")
def in_a_break() -> Message:
    return post("bet", pause(Match(FALLING, CENTRE).begin().act("bet 5")).now())


@situation("peek", everywhere=True)
def before_a_bet() -> Message:
    return arisen(peeked(), "peek")


@situation("peek")
def on_the_other_s_turn() -> Message:
    return arisen(final(FALLING, CENTRE).begin(BOB).say(ZOE, "peek", 9), "peek")


@situation("order", everywhere=True)
def with_the_groups() -> Message:
    return arisen(ordered().group(ZOE).first(), "order")


@situation("order")
def before_the_first_bet() -> Message:
    return arisen(final(FALLING, CENTRE).begin().say(BOB, "order", 9), "order")


@situation("order")
def by_both() -> Message:
    items = f"{quoted(ZOE)}: order; {quoted(BOB)}: order"
    play = final(FALLING, CENTRE, items=items).start().first().group(ZOE).say(ZOE, "order")
    play.hear(BOB, GROUPS)  # and before the tiles are shuffled
    play.hear(BOB, "order")
    return arisen(play.deal(), "order")


# ---- how a round ends


@situation("fold", everywhere=True)
def death_match_fold() -> Message:
    return arisen(Match(FALLING, CENTRE).begin().act("bet 5", "fold"), "fold")


@situation("fold", everywhere=True)
def no_eight() -> Message:
    return arisen(final(FALLING, CENTRE).begin(BOB).act("bet 5", "raise 1", "fold"), "fold")


@situation("fold", everywhere=True)
def an_eight() -> Message:
    return arisen(final(FALLING, CENTRE).begin().act("bet 5", "raise 2", "fold"), "fold")


@situation("fold")
def an_eight_with_few_chips() -> Message:
    play = final(FALLING, CENTRE).start().chips(6, 30).group().first()
    return arisen(play.act("bet 2", "raise 2", "fold"), "fold")


@situation("fold")
def by_default() -> Message:
    return arisen(Match(FALLING, CENTRE).begin().act("bet 5").close(), "fold")


@situation("fold")
def set_over() -> Message:
    return arisen(whole_set(), "fold")


@situation("fold")
def then_tiles_without_bets() -> Message:
    play = Match(CENTRE, RISING).start().chips(30, 2).group().first(BOB)
    return arisen(play.act("fold"), "fold")


@situation("fold")
def later_on() -> Message:
    play = final(FALLING, CENTRE).begin().act("bet 5", "fold", "bet 1")
    return post("fold", play.now())


@situation("showdown", everywhere=True)
def death_match_call() -> Message:
    return arisen(Match(FALLING, CENTRE).begin().act("bet 5", "raise 3", "call"), "showdown")


@situation("showdown", everywhere=True)
def final_match_call() -> Message:
    return arisen(final(FALLING, CENTRE).begin().act("bet 5", "call"), "showdown")


@situation("showdown")
def a_draw_split() -> Message:
    return arisen(Match(RISING, "5876 01 234").begin().act("bet 5", "call"), "showdown")


@situation("showdown")
def a_draw_discarded() -> Message:
    return arisen(final(RISING, "5876 01 234").begin().act("bet 5", "call"), "showdown")


@situation("showdown")
def a_draw_that_takes_nothing() -> Message:
    play = final(RISING, "5876 01 234", items="").start().chips(6, 6).group().first()
    return arisen(play.act("bet 5", "call"), "showdown")


@situation("showdown")
def called_at_once() -> Message:
    play = Match(FALLING, CENTRE, opening_check="yes").begin()
    return arisen(play.act("call"), "showdown")


@situation("showdown")
def short_stack() -> Message:
    return arisen(short_stacks(), "showdown")


@situation("showdown")
def no_chips_from_the_start() -> Message:
    play = Match(FALLING, CENTRE).start().chips(1, 30).group().first()
    return arisen(play, "showdown")


@situation("showdown")
def half_over() -> Message:
    play = Match(FALLING, CENTRE).begin().half(rounds=8).act("bet 1", "call")
    return arisen(play, "showdown")


@situation("showdown", everywhere=True)
def out_of_chips() -> Message:
    return arisen(ruined(), "showdown")


@situation("showdown")
def then_two_hands_decide() -> Message:
    return arisen(sudden_draws(), "showdown")


@situation("showdown")
def sudden_draws_run_out() -> Message:
    return arisen(sudden_set(), "showdown")


@situation("showdown")
def in_a_sudden_set() -> Message:
    play = sudden_set(FALLING, RISING)
    return arisen(play.group(), "showdown")


# ---- what the whole table is told


@situation("set-summary", everywhere=True)
def of_a_death_match() -> Message:
    return arisen(whole_set(), "set-summary")


@situation("set-summary", everywhere=True)
def of_a_final() -> Message:
    return arisen(final_set(), "set-summary")


@situation("set-summary")
def that_ends_the_match() -> Message:
    return arisen(over_with_a_set(), "set-summary")


@situation("standings", everywhere=True)
def in_a_round() -> Message:
    play = final(FALLING, CENTRE).begin().act("bet 5", "call", "bet 1", "fold", "bet 2")
    return post("standings", play.now())


@situation("standings")
def grouping_is_open() -> Message:
    return post("standings", final().start().now())


@situation("standings")
def at_the_end() -> Message:
    return post("standings", ruined().now())


@situation("final", everywhere=True)
def nothing_left() -> Message:
    return arisen(ruined(), "final")


@situation("final", everywhere=True)
def ante_not_paid() -> Message:
    return arisen(can_not_pay(), "final")


@situation("final")
def more_chips() -> Message:
    return arisen(drawn(RISING, RISING, chips=(6, 7)), "final")


@situation("final", everywhere=True)
def one_hand_decided() -> Message:
    return arisen(sudden_set(FALLING, RISING).group(), "final")


@situation("final")
def chips_taken_before_the_first_round() -> Message:
    return arisen(with_ante().group().chips(3, 30).first(), "final")


@situation("final")
def seed_shown() -> Message:
    play = ruined(with_words(Match(FALLING, CENTRE)))
    return arisen(play, "final", chance="hold", seed=SEED.hex())


@situation("final")
def drawn_by_other_means() -> Message:
    return arisen(ruined(), "final", chance="typed", commitment="")


@situation("final")
def called_off() -> Message:
    play = final_set().group(ZOE).say("host", 'end why "the forum is closing down"')
    return post("final", play.facts() | {"seals": seals(2)})


@situation("final")
def called_off_before_it_began() -> Message:
    return post("final", Match().say("host", 'end why "nobody came"').facts())


# ---- messages to players


@situation("grouping", everywhere=True)
def stands_in_set_1() -> Message:
    play = Match().start().group(ZOE).close()
    return pm(BOB, ("grouping", told(play, "grouping", BOB)))


@situation("grouping")
def stands_again() -> Message:
    groups = "group A 1 8 B 2 3 4 C 5 6 7 0"
    play = Match().start().group(ZOE).group(BOB, groups=groups).first()
    play.half(rounds=18).group(ZOE).close()
    return pm(BOB, ("grouping", told(play, "grouping", BOB)))


@situation("grouping")
def as_they_are() -> Message:
    return pm(BOB, ("grouping", Match().begin().now(BOB)))


@situation("ante-offer", everywhere=True)
def offered() -> Message:
    play = final().start().say(ZOE, "ante 4", 9)
    return pm(BOB, ("ante-offer", told(play, "ante-offer", BOB)))


@situation("ante-offer")
def another_one() -> Message:
    play = final().start().say(ZOE, "ante 4", 9).say(BOB, "ante 6", 9)
    return pm(ZOE, ("ante-offer", told(play, "ante-offer", ZOE)))


@situation("ante-offer")
def the_same() -> Message:
    play = final().start().say(ZOE, "ante 4", 9).say(BOB, "ante 4", 9)
    return pm(ZOE, ("ante-offer", told(play, "ante-offer", ZOE)))


@situation("ante-offer")
def none_offered() -> Message:
    return pm(ZOE, ("ante-offer", Match().begin().now(ZOE)))


@situation("tile-shown", everywhere=True)
def after_a_fold() -> Message:
    play = Match(FALLING, CENTRE).begin().act("bet 5", "fold")
    return pm(BOB, ("tile-shown", told(play, "tile-shown", BOB)))


@situation("tile-shown")
def by_a_peek() -> Message:
    return pm(ZOE, ("tile-shown", told(peeked(), "tile-shown", ZOE)))


@situation("tile-shown")
def at_the_end_of_a_set() -> Message:
    play = whole_set()
    who = play.state.rounds[-1].folder
    return pm(who, ("tile-shown", told(play, "tile-shown", who)), ("your-turn", play.facts(who)))


@situation("tile-shown")
def a_while_ago() -> Message:
    play = Match(FALLING, CENTRE).begin().act("bet 5", "fold", "bet 1")
    return pm(BOB, ("tile-shown", play.now(BOB)))


@situation("group-order", everywhere=True)
def told_with_the_tiles() -> Message:
    play = ordered().group(ZOE).first()
    return pm(BOB, ("group-order", told(play, "group-order", BOB)))


@situation("group-order")
def told_at_once() -> Message:
    play = final(FALLING, CENTRE).begin().say(BOB, "order", 9)
    facts = told(play, "group-order", BOB)
    return pm(BOB, ("group-order", facts), ("receipt", receipt_facts(play, BOB)))


@situation("your-turn", everywhere=True)
def to_bet() -> Message:
    return turn(Match(FALLING, CENTRE).begin(), ZOE)


@situation("your-turn", everywhere=True)
def to_answer() -> Message:
    play = final(FALLING, CENTRE).begin(BOB).act("bet 5", "call", "bet 1", "fold", "bet 2", "fold")
    return turn(play.act("bet 3"), play.actor)


@situation("your-turn", everywhere=True)
def to_group() -> Message:
    return turn(final().start(), ZOE)


@situation("your-turn", everywhere=True)
def to_group_again() -> Message:
    return turn(final_set(), BOB)


@situation("your-turn")
def to_group_with_an_offer() -> Message:
    return turn(final().start().say(ZOE, "ante 4", 9), BOB)


@situation("your-turn")
def grouped_already() -> Message:
    return turn(final().start().say(BOB, "ante 3", 9).group(BOB), BOB)


@situation("your-turn")
def to_group_for_a_sudden_hand() -> Message:
    return turn(sudden_set(), ZOE)


@situation("your-turn")
def to_say_who_starts() -> Message:
    return turn(final().start().group(), ZOE)


@situation("your-turn")
def waits_for_who_starts() -> Message:
    return turn(final().start().group(), BOB)


@situation("your-turn")
def with_a_peek() -> Message:
    return turn(peeked(), ZOE)


@situation("your-turn")
def peek_on_the_other_s_turn() -> Message:
    return turn(final(FALLING, CENTRE).begin(BOB), ZOE)


@situation("your-turn")
def knows_its_order() -> Message:
    return turn(ordered(FALLING, CENTRE).group(ZOE).first(BOB), BOB)


@situation("your-turn")
def second_half_of_a_set() -> Message:
    play = Match(FALLING, CENTRE, RISING, CENTRE).begin().act("bet 1", "call").half(rounds=8)
    play.half(rounds=2).act("bet 1", "call", "bet 1")
    return turn(play, play.actor)


@situation("your-turn")
def an_eight_was_folded() -> Message:
    play = final(FALLING, CENTRE).begin().act("bet 1", "raise 1", "fold", "bet 1")
    return turn(play, ZOE)


@situation("your-turn")
def no_raise_possible() -> Message:
    play = Match(FALLING, CENTRE).start().chips(30, 6).group().first().act("bet 5")
    return turn(play, BOB)


@situation("your-turn")
def not_asked() -> Message:
    return turn(Match(FALLING, CENTRE).begin().act("bet 1"), ZOE)


@situation("your-turn")
def before_it_begins() -> Message:
    return turn(Match(), ZOE)


@situation("your-turn")
def may_say_who_starts_already() -> Message:
    return turn(final(), ZOE)


@situation("your-turn")
def tiles_are_being_shuffled() -> Message:
    play = Match().start().group(ZOE)
    play.hear(BOB, GROUPS)
    return turn(play, BOB)


@situation("your-turn")
def in_a_long_break() -> Message:
    return turn(pause(Match(FALLING, CENTRE).begin()), ZOE)


@situation("your-turn")
def when_time_is_up() -> Message:
    play = Match(FALLING, CENTRE).begin()
    return pm(ZOE, ("your-turn", play.now(ZOE) | {"windows": [], "window": None}))


@situation("your-turn")
def match_over() -> Message:
    return turn(ruined(), ZOE)


# ---- what every game has


@situation("receipt", everywhere=True)
def groups_sealed() -> Message:
    play = Match().start().group(ZOE)
    return pm(ZOE, ("receipt", receipt_facts(play, ZOE)))


@situation("receipt")
def groups_of_the_second() -> Message:
    play = Match(FALLING, CENTRE).start().say("host", f"first {quoted(BOB)}").group(ZOE)
    play.hear(BOB, GROUPS)
    facts = receipt_facts(play, BOB) | {"window": None, "windows": []}
    return pm(BOB, ("receipt", facts), ("your-turn", play.deal().facts(BOB)))


@situation("receipt")
def groups_with_an_order_to_use() -> Message:
    play = final().start().group(BOB)
    return pm(BOB, ("receipt", receipt_facts(play, BOB)))


@situation("receipt")
def ante_named() -> Message:
    play = final().start().say(ZOE, "ante 4", 9)
    return pm(ZOE, ("receipt", receipt_facts(play, ZOE)))


@situation("receipt")
def ante_named_by_both() -> Message:
    play = with_ante()
    return pm(BOB, ("receipt", receipt_facts(play, BOB)))


@situation("receipt")
def order_used() -> Message:
    return pm(BOB, ("receipt", receipt_facts(ordered(), BOB)))


@situation("refusal", everywhere=True)
def wrong_groups() -> Message:
    return refused(Match().start(), ZOE, "group A 0 1 B 2 3 C 3 5 6 7")


@situation("refusal")
def too_many_leave() -> Message:
    return refused(final_set(), ZOE, "group A 2 3 B 0 1 4 C 5 6 7 8")


@situation("refusal")
def no_such_ante() -> Message:
    return refused(final().start(), ZOE, "ante 1")


@situation("refusal")
def bet_after_a_bet() -> Message:
    return refused(Match(FALLING, CENTRE).begin().act("bet 2"), BOB, "bet 5")


@situation("refusal", everywhere=True)
def too_much() -> Message:
    return refused(Match(FALLING, CENTRE).begin(), ZOE, "bet 20")


@situation("refusal")
def too_much_after_matching() -> Message:
    play = Match(FALLING, CENTRE).start().chips(30, 9).group().first().act("bet 5")
    return refused(play, BOB, "raise 5")


@situation("refusal")
def not_ones_turn() -> Message:
    return refused(Match(FALLING, CENTRE).begin(), BOB, "fold")


@situation("refusal")
def no_peek() -> Message:
    return refused(final(FALLING, CENTRE).begin(), BOB, "peek")


@situation("refusal")
def order_too_late() -> Message:
    return refused(final(FALLING, CENTRE).begin().act("bet 1"), BOB, "order")


@situation("unclear", everywhere=True)
def asked_back() -> Message:
    return question(Match().start(), ZOE, "what would you like me to record?", "same as last time?")


@situation("reminder", everywhere=True)
def of_an_answer() -> Message:
    play = Match(FALLING, CENTRE).begin().act("bet 2", "call", "bet 3")
    return reminder(play, play.actor)


@situation("reminder")
def of_the_groups() -> Message:
    return reminder(final(items=JUST_ITEMS).start(), BOB)


@situation("reminder")
def of_who_starts() -> Message:
    return reminder(final().start().group(), ZOE)


@situation("ruling", everywhere=True)
def chips_in_a_round() -> Message:
    play = Match(FALLING, CENTRE).begin().act("bet 2")
    return adjusted(play, f"{quoted(BOB)} chips -20")


@situation("ruling")
def more_time() -> Message:
    play = Match(FALLING, CENTRE).begin()
    return ruling(play.say("host", 'extend +12h why "the forum was down"', 30))


@situation("ruling")
def goes_on() -> Message:
    return ruling(pause(final().start()).say("host", "resume", 600))


@situation("correction", everywhere=True)
def showdown_taken_back() -> Message:
    play = Match(FALLING, CENTRE).begin().act("bet 5", "call")
    wrong = arisen(play, "showdown")
    return correction(play.undo(), wrong, why="I took a bet for a call")


@situation("correction", everywhere=True)
def turn_taken_back() -> Message:
    play = Match(FALLING, CENTRE).begin().act("bet 5")
    wrong = turn(play, BOB)
    return correction(play.undo(), wrong)


@situation("correction")
def groups_on_record() -> Message:
    play = final().start().group(BOB).say(BOB, "ante 3")
    wrong = pm(BOB, ("receipt", receipt_facts(play, BOB)))
    return correction(play.undo(), wrong, moves=["ante 3"], recorded=[GROUPS])


# ---- matches


def seals(many: int) -> list[str]:
    """Digests of so many sealed moves."""
    return sorted(chance.digest(chance.nonce(SEED, n), "x", "x") for n in range(many))


def adjusted(play: Match, what: str) -> Message:
    """The post of a correction by the host."""
    return ruling(play.say("host", f'adjust {what} why "I miscounted"'))


def with_words(play: Match | None = None) -> Match:
    """A match for which players have given words."""
    play = play or Match()
    play.hear("host", 'words "banana"')
    play.hear("host", 'words "[i]Arsenal[/i] 2 : 1"')
    return play


def with_ante() -> Match:
    """Both have named an ante of 4, and nobody has grouped."""
    return final(FALLING, CENTRE).start().say(ZOE, "ante 4", 9).say(BOB, "ante 4", 9)


def peeked() -> Match:
    """Zoë, whose turn it is, has used the Peek."""
    return final(FALLING, CENTRE).begin().say(ZOE, "peek", 9)


def ordered(*orders: str) -> Match:
    """Bob has grouped and used the Order."""
    return final(*orders).start().group(BOB).say(BOB, "order", 5)


def whole_set(*orders: str) -> Match:
    """A set of a death match is over, mostly by folds."""
    play = Match(*(orders or (FALLING, CENTRE, RISING, CENTRE))).begin()
    return play.act("bet 5", "call", "bet 3", "raise 2", "call").half(rounds=16)


def final_set(sets: int = 1, *, order: bool = False) -> Match:
    """So many sets of a final match are over."""
    play = final(FALLING, CENTRE, RISING, CENTRE).start()
    for number in range(sets):
        play.group()
        if not number:
            play.first()
        if order and not number:
            play.say(BOB, "order", 5)
        play.act("bet 5", "call", "bet 3", "fold").half(rounds=7)
    return play


def short_stacks() -> Match:
    """In set 2 Bob has one chip, and the ante is two: tiles are shown twice without bets."""
    orders = (FALLING, CENTRE, RISING, CENTRE, CENTRE, RISING)
    return whole_set(*orders).chips(59, 1).group()


def ruined(play: Match | None = None) -> Match:
    """Bob loses all chips at once."""
    play = (play or Match(FALLING, CENTRE)).start().chips(30, 6)
    return play.group().first().act("bet 5", "call")


def can_not_pay() -> Match:
    """Bob has no chips for the next ante of a final match."""
    play = final(FALLING, CENTRE, items="").start().chips(30, 6).group().first()
    return play.act("bet 5", "call")


def drawn(*orders: str, chips: tuple[int, int] = (6, 6)) -> Match:
    """With an ante of 4 a draw takes 5 chips of each."""
    play = final(*orders, items="").start().chips(*chips)
    play.say(ZOE, "ante 4", 9).say(BOB, "ante 4", 9)
    return play.group().first().act("bet 1", "call")


def sudden_draws() -> Match:
    """Neither can pay the ante, both have as many chips; the next tiles are equal, too."""
    return drawn(RISING, "5678 10 234")


def sudden_set(*last: str) -> Match:
    """All sudden hands were draws, up to the last tile."""
    return drawn(RISING, RISING, *last)


def over_with_a_set() -> Match:
    """Bob loses the last chip in the last round of a set."""
    play = final(CENTRE, RISING, items="").start().chips(30, 18).group().first()
    return play.half(rounds=8).act("bet 1", "call")
