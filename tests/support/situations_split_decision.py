"""Situations of Split Decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
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
from gmtool.engine.cards import DECK
from gmtool.games.split_decision import GAME

RED, GOLD, BLUE = PODIUMS = (ZOE, BOB, ALL)
FULL_DECK = (*DECK, "JOKER", "JOKER")
CODES = {RED: 20, GOLD: 50, BLUE: 85}
"""Every code of a player where nothing else is said: an actual code names who is asked first."""
LIST = " ".join(str(1 + 37 * n % 100) for n in range(30))
BOARD = "board A 7 DEVIL K 3 Q 10 2 A 9 5 J 8 6 4"
SUITS = "suits NO 2ND AGAIN NO"
QUESTIONS = (
    ("Who wrote “Faust”?", "Goethe"),
    ("What is the capital of Australia?", "Canberra"),
    ("Unscramble: [b]A C E R P[/b]", "caper"),
    ("Which planet has the most moons?", "Saturn"),
    ("In which year did the Titanic sink?", "1912"),
)


def shuffled(top: str) -> str:
    """A deck that has these cards on top once it is cut at 1."""
    first = top.split()
    rest = list((Counter(FULL_DECK) - Counter(first)).elements())
    return " ".join(["shuffle", rest[-1], *first, *rest[:-1]])


class Episode(Playing):
    """An episode of Split Decision with a deck of one's choice, and later chances, if they are
    given; `codes` are lists that differ from CODES.
    """

    name = "Episode 6"

    def __init__(
        self,
        top: str = "",
        *chances: str,
        names: Sequence[str] = PODIUMS,
        codes: dict[str, str] | None = None,
        **options: Any,
    ) -> None:
        typed = [shuffled(top), *chances] if top else []
        super().__init__(GAME, names, chances=typed, **options)
        self.lists = codes or {}
        self._asked = 0

    def start(self) -> Self:
        return self.say("host", "start")

    def codes_of(self, who: str) -> str:
        """The list that a player sends."""
        many = self.state.terms.buzzcodes
        return f"codes {self.lists.get(who) or ' '.join([str(CODES.get(who, 1))] * many)}"

    def send(self, *names: str) -> Self:
        """Their codes come, or those of everybody who is asked for them."""
        for who in names or tuple(self.state.waiting_codes):
            self.say(who, self.codes_of(who), 7)
        return self

    def begin(self) -> Self:
        """Up to the first head start card."""
        return self.start().send().say(self.state.red.name, "cut 1", 20)

    def skip(self) -> Self:
        """All refuse what is left of the head start."""
        while self.state.phase == "head-start":
            self.say(self.state.play.who, "refuse", 3)
        return self

    def heads(self, *moves: str) -> Self:
        """What is said to the head start cards, in order."""
        for move in moves:
            self.say(self.state.play.who, move, 3)
        return self

    def pose(self) -> Self:
        """A question."""
        text, answer = QUESTIONS[self._asked % len(QUESTIONS)]
        self._asked += 1
        quoted_text, quoted_answer = (f'"{one}"' for one in (text, answer))
        return self.say("host", f"question {quoted_text} answer {quoted_answer}", 30)

    def ask(self, who: str = "", code: int = 0) -> Self:
        """A question, with the code of whom it is to ask first."""
        return self.pose().say("host", f"draw {code or CODES[who]}", 1)

    def right(self) -> Self:
        """Who is asked gives the right answer."""
        asking = self.state.asking
        return self.say(asking.who, f'answer "{asking.answer}"', 60).say("host", "right", 5)

    def wrong(self, text: str = "Schiller") -> Self:
        """Who is asked gives a wrong answer."""
        return self.say(self.state.asking.who, f'answer "{text}"', 60).say("host", "wrong", 5)

    def win(self, who: str, *moves: str) -> Self:
        """Who answers right, and what is said to the card then."""
        self.ask(who).right()
        for move in moves:
            self.say(self.state.play.who, move, 10)
        return self

    def dead(self) -> Self:
        """A question that nobody answers right."""
        self.ask(RED if RED in self.state.standing else self.state.standing[0])
        while self.state.asking:
            self.wrong()
        return self


def random_play(number: int) -> Episode:
    """The episode of that number."""
    names = [(ZOE, BOB, ALL), ("[code]", "アン", ":x")][number % 2]
    options: dict[str, Any] = {
        "buzzcodes": (30, 3, 1)[number % 3],
        "buzz_max": (100, 5)[number % 2],
        "redraw_on_tie": ("off", "on")[number // 2 % 2],
        **({"champion": "off"} if number % 4 == 1 else {"titles": 1 + number % 4}),
    }
    return Episode(names=names, seed=bytes([number]) * 32, **options).start()


situation = Situations(
    GAME,
    random_play,
    ("codes-open", "cut", "bonus", "your-turn", "reminder"),
    r"(codes \d+|cut \d+|pick \d+|range |wager \d+|suit |answer |high|low|keep|push)",
)


def arisen(play: Playing, occasion: str, **game: object) -> Message:
    """The latest post of that occasion, as it arose."""
    return post(occasion, told(play, occasion, **game))


def turn(play: Playing, who: str) -> Message:
    """What a player is asked for, as it stands."""
    return pm(who, ("your-turn", play.facts(who)))


# ---- before the episode


@situation("opening", everywhere=True)
def seed() -> Message:
    return post("opening", Episode().facts(start="2026-11-21T20:00:00Z"))


@situation("opening")
def no_champion() -> Message:
    options: dict[str, Any] = {"champion": "off", "buzzcodes": 12, "buzz_max": 50}
    play = Episode(redraw_on_tie="on", answer_hours=24, decision_hours=1, **options)
    return post("opening", play.facts(zone="UTC"))


@situation("opening")
def day_four() -> Message:
    return post("opening", Episode(titles=3, buzzcodes=1).facts())


@situation("opening")
def hold() -> Message:
    return post("opening", Episode(dealt=False).facts(chance="hold", start="2026-11-21T20:00:00Z"))


@situation("opening", everywhere=True)
def words() -> Message:
    return post("opening", with_words().deal().facts(chance="hold"))


@situation("opening")
def words_so_far() -> Message:
    return post("opening", with_words().facts(chance="hold"))


@situation("opening")
def no_words() -> Message:
    return post("opening", Episode().facts(chance="hold"))


@situation("opening")
def typed() -> Message:
    return post("opening", Episode().facts(chance="typed", commitment=""))


@situation("opening")
def typed_not_shuffled() -> Message:
    return post("opening", Episode(dealt=False).facts(chance="typed", commitment=""))


@situation("opening")
def on_its_way() -> Message:
    return post("opening", Episode().begin().now())


@situation("codes-open", everywhere=True)
def first() -> Message:
    return post("codes-open", Episode().start().facts())


@situation("codes-open")
def of_one_number() -> Message:
    return post("codes-open", Episode(buzzcodes=1, buzz_max=9).start().facts())


@situation("codes-open")
def paused() -> Message:
    return post("codes-open", pause(Episode().start()).now())


@situation("codes-open")
def again() -> Message:
    return arisen(sets_run_out(), "codes-open")


@situation("codes-open")
def again_before_anybody_is_asked() -> Message:
    play = Episode(buzzcodes=1).begin().skip().dead().ask(GOLD)
    return arisen(play, "codes-open")


@situation("codes-open")
def none_asked_for() -> Message:
    return post("codes-open", Episode().begin().now())


@situation("cut", everywhere=True)
def all_codes_in() -> Message:
    facts = Episode().start().send().facts()
    return post("cut", facts | {"seals": seals(3)})


@situation("cut")
def not_yet() -> Message:
    return post("cut", Episode().start().now())


@situation("cut")
def done_already() -> Message:
    return post("cut", Episode().begin().now())


@situation("cut")
def in_a_pause() -> Message:
    return post("cut", pause(Episode().start().send()).now())


# ---- head start


@situation("head-start", everywhere=True)
def round_1() -> Message:
    return arisen(Episode("9H").begin(), "head-start")


@situation("head-start")
def cut_by_default() -> Message:
    return arisen(Episode("9H").start().send().close(), "head-start")


@situation("head-start")
def ace_first() -> Message:
    return arisen(Episode("AH").begin(), "head-start")


@situation("head-start")
def second_card() -> Message:
    return arisen(Episode("9H JOKER").begin().heads("refuse"), "head-start")


@situation("head-start")
def placed_then_next() -> Message:
    return arisen(Episode("9H 4C").begin().heads("high"), "head-start")


@situation("head-start")
def both_refused() -> Message:
    return arisen(Episode("9H 4C 5S").begin().heads("refuse", "refuse"), "head-start")


@situation("head-start")
def refused_by_default() -> Message:
    return arisen(Episode("9H 4C").begin().close(), "head-start")


@situation("head-start")
def over() -> Message:
    play = Episode("9H JOKER 5S 6S").begin().heads("high", "low", "refuse", "refuse")
    return arisen(play, "head-start")


@situation("head-start", everywhere=True)
def round_2() -> Message:
    return arisen(round_1_won(), "head-start")


@situation("head-start")
def free_ace() -> Message:
    return arisen(long_round_1(), "head-start")


@situation("head-start")
def free_ace_placed() -> Message:
    return arisen(long_round_1().heads("high"), "head-start")


@situation("head-start")
def free_ace_by_default() -> Message:
    return arisen(long_round_1("JOKER").heads("high").close(), "head-start")


@situation("head-start")
def beside_a_free_ace() -> Message:
    return arisen(long_round_1("KC JOKER").heads("high", "low", "low"), "head-start")


@situation("head-start")
def joker_beside_a_free_ace() -> Message:
    play = long_round_1("KC JOKER").heads("high", "low", "low", "high as 9")
    return arisen(play, "head-start")


@situation("head-start")
def deck_run_out() -> Message:
    play = without_cards(Episode("9H").begin()).heads("refuse")
    return post("head-start", play.facts(step=play.fold.live[-2]))


@situation("head-start")
def out_of_a_new_deck() -> Message:
    return arisen(without_cards(Episode("9H").begin()).heads("refuse"), "head-start")


@situation("head-start")
def before_it() -> Message:
    return post("head-start", Episode().start().now())


@situation("head-start")
def as_it_stands() -> Message:
    return post("head-start", Episode("9H").begin().now())


@situation("head-start")
def after_it() -> Message:
    return post("head-start", Episode("9H").begin().heads("high").skip().now())


@situation("head-start")
def paused_since() -> Message:
    return post("head-start", pause(Episode("9H").begin()).now())


# ---- questions


@situation("question", everywhere=True)
def first_one() -> Message:
    return arisen(Episode().begin().skip().pose(), "question")


@situation("question")
def free_look_to_win() -> Message:
    return arisen(after_five().pose(), "question")


@situation("question")
def few_sets() -> Message:
    return arisen(Episode(buzzcodes=2).begin().skip().pose(), "question")


@situation("question")
def last_set_used() -> Message:
    return arisen(Episode(buzzcodes=1).begin().skip().dead().pose(), "question")


@situation("question")
def asked_already() -> Message:
    return post("question", Episode().begin().skip().ask(GOLD).now())


@situation("question")
def none_open() -> Message:
    return post("question", Episode().begin().skip().now())


@situation("question")
def none_yet() -> Message:
    return post("question", Episode().now())


@situation("buzz", everywhere=True)
def drawn_by_chance() -> Message:
    return post("buzz", Episode().begin().skip().pose().say("host", "draw", 1).facts())


@situation("buzz")
def drawn_elsewhere() -> Message:
    return arisen(Episode().begin().skip().ask(code=21), "buzz")


@situation("buzz")
def typed_chance() -> Message:
    play = Episode().begin().skip().pose().say("host", "draw", 1)
    return post("buzz", play.facts(chance="typed"))


@situation("buzz", everywhere=True)
def tie() -> Message:
    return arisen(ties().ask(code=35), "buzz")


@situation("buzz")
def tie_of_three() -> Message:
    lists = dict.fromkeys(PODIUMS, "7 8")
    return arisen(Episode(codes=lists, buzzcodes=2).begin().skip().ask(code=5), "buzz")


@situation("buzz")
def tie_and_a_new_code() -> Message:
    return arisen(ties(redraw_on_tie="on").ask(code=35), "buzz")


@situation("buzz")
def tie_and_no_set_left() -> Message:
    return arisen(Episode(buzzcodes=1).begin().skip().ask(code=35), "buzz")


@situation("buzz")
def last_set() -> Message:
    return arisen(Episode(buzzcodes=1).begin().skip().ask(GOLD), "buzz")


@situation("buzz")
def out_and_not_in_the_round() -> Message:
    return arisen(round_1_won().skip().ask(GOLD), "buzz")


@situation("buzz")
def somebody_is_out() -> Message:
    return arisen(kept_out().ask(GOLD), "buzz")


@situation("buzz")
def with_new_codes() -> Message:
    play = sets_run_out().send(GOLD, BLUE, RED)
    facts = told(play, "buzz")
    return post("buzz", facts | {"seals": seals(3)})


@situation("buzz")
def on_demand() -> Message:
    return post("buzz", Episode().begin().skip().ask(GOLD).wrong().now())


@situation("buzz")
def ties_on_demand() -> Message:
    return post("buzz", ties().ask(code=35).now())


@situation("buzz")
def new_code_on_demand() -> Message:
    play = ties(redraw_on_tie="on").ask(code=35).say("host", "draw 52")
    return post("buzz", play.now())


@situation("buzz")
def nothing_asked() -> Message:
    return post("buzz", Episode().begin().skip().now())


# ---- verdicts


@situation("verdict", everywhere=True)
def right_and_a_card() -> Message:
    return arisen(head_started("9H").ask(RED).right(), "verdict")


@situation("verdict")
def right_in_other_words() -> Message:
    play = head_started("9H").ask(RED).say(RED, 'answer "J. W. von Goethe"', 60)
    return arisen(play.say("host", "right", 5), "verdict")


@situation("verdict")
def to_an_empty_hand() -> Message:
    return arisen(Episode("2C 2D 2H 2S 3C 3D 9H").begin().skip().win(RED), "verdict")


@situation("verdict")
def joker_to_an_empty_hand() -> Message:
    return arisen(Episode("2C 2D 2H 2S 3C 3D JOKER").begin().skip().win(RED), "verdict")


@situation("verdict")
def joker_beside_a_card() -> Message:
    return arisen(Episode("5C 2D 2H 2S 3C JOKER").begin().heads("low").skip().win(RED), "verdict")


@situation("verdict")
def joker_beside_a_high_card() -> Message:
    return arisen(Episode("3C 2D 2H 2S 4C JOKER").begin().heads("high").skip().win(RED), "verdict")


@situation("verdict")
def push() -> Message:
    return arisen(head_started("5H").win(RED), "verdict")


@situation("verdict")
def ace_push_or_other_end() -> Message:
    play = Episode("AC 2D 2H 2S 3C AD").begin().heads("low").skip().win(RED)
    return arisen(play, "verdict")


@situation("verdict", everywhere=True)
def forced_chip() -> Message:
    return arisen(head_started("8H 2C").win(RED, "high").win(RED), "verdict")


@situation("verdict")
def last_chip() -> Message:
    return arisen(head_started("8H 2C 3C").win(RED, "high").win(RED).win(RED), "verdict")


@situation("verdict")
def wins_the_round() -> Message:
    return arisen(round_1_won(), "verdict")


@situation("verdict")
def joker_wins_the_round() -> Message:
    return arisen(head_started("8H JOKER").win(RED, "high").win(RED), "verdict")


@situation("verdict", everywhere=True)
def no_peek() -> Message:
    return arisen(no_chips().ask(RED).right(), "verdict")


@situation("verdict")
def no_peek_with_an_empty_hand() -> Message:
    play = Episode("2C 2D 2H 2S 3C 3D 9H 9C").begin().skip().win(RED, "chip").win(RED, "chip")
    return arisen(play.win(RED), "verdict")


@situation("verdict")
def no_peek_of_two() -> Message:
    return arisen(round_2_no_chips().ask(GOLD).right(), "verdict")


@situation("verdict")
def free_look() -> Message:
    return arisen(after_five("7H").win(RED), "verdict")


@situation("verdict")
def free_look_of_no_use() -> Message:
    return arisen(after_five("2D QC", full=True).win(RED), "verdict")


@situation("verdict")
def free_look_of_no_use_then_no_peek() -> Message:
    return arisen(after_five("2D", full=True, chips=0).win(RED), "verdict")


@situation("verdict")
def free_look_is_a_push() -> Message:
    return arisen(after_five("5D", full=True).win(RED), "verdict")


@situation("verdict")
def free_look_wins() -> Message:
    return arisen(after_five("7H", full=True).win(RED), "verdict")


@situation("verdict")
def fifth_question() -> Message:
    return arisen(after_five(), "verdict")


@situation("verdict", everywhere=True)
def wrong_then_next() -> Message:
    return arisen(Episode().begin().skip().ask(GOLD).wrong(), "verdict")


@situation("verdict")
def wrong_then_the_last() -> Message:
    return arisen(Episode().begin().skip().ask(GOLD).wrong().wrong("[b]?[/b]"), "verdict")


@situation("verdict")
def time_was_up() -> Message:
    return arisen(Episode().begin().skip().ask(GOLD).close(), "verdict")


@situation("verdict")
def tie_for_being_next() -> Message:
    play = Episode(codes={BLUE: "80 90 90", RED: "20 30 20", GOLD: "50 50 50"}, buzzcodes=3)
    return arisen(play.begin().skip().ask(GOLD).wrong(), "verdict")


@situation("verdict")
def tie_and_codes_run_out() -> Message:
    return arisen(sets_run_out(), "verdict")


@situation("verdict", everywhere=True)
def dead_question() -> Message:
    return arisen(Episode().begin().skip().ask(GOLD).wrong().wrong().close(), "verdict")


@situation("verdict")
def card_out_of_an_empty_deck() -> Message:
    play = without_cards(head_started()).ask(GOLD).right()
    return arisen(play, "verdict")


@situation("verdict")
def last_round_won() -> Message:
    return arisen(round_3_won(), "verdict")


@situation("verdict")
def none_so_far() -> Message:
    return post("verdict", Episode().begin().now())


@situation("verdict")
def of_an_open_question() -> Message:
    return post("verdict", Episode().begin().skip().ask(GOLD).wrong().close().now())


@situation("verdict")
def of_the_last_question() -> Message:
    return post("verdict", Episode().begin().skip().dead().now())


@situation("verdict")
def of_the_last_round() -> Message:
    return post("verdict", round_1_won().now())


# ---- cards


@situation("card", everywhere=True)
def placed() -> Message:
    return arisen(head_started("9H").win(RED, "high"), "card")


@situation("card")
def placed_by_default() -> Message:
    return arisen(with_a_card_kept("10C").close(), "card")


@situation("card")
def joker_as_a_king() -> Message:
    play = Episode("5C 2D 2H 2S 3C JOKER").begin().heads("low").skip().win(RED, "high as K")
    return arisen(play, "card")


@situation("card")
def pushed() -> Message:
    play = Episode("AC 2D 2H 2S 3C AD").begin().heads("low").skip().win(RED, "push")
    return arisen(play, "card")


@situation("card")
def pushed_by_default() -> Message:
    play = Episode("AC 2D 2H 2S 3C AD").begin().heads("low").skip().win(RED).close()
    return arisen(play, "card")


@situation("card")
def chip() -> Message:
    return arisen(head_started("9H").win(RED, "chip"), "card")


@situation("card")
def chip_by_default() -> Message:
    return arisen(head_started("9H").win(RED).close(), "card")


@situation("card")
def free_look_refused() -> Message:
    return arisen(after_five("9H 10H").win(RED, "refuse"), "card")


@situation("card")
def free_look_refused_by_default() -> Message:
    return arisen(after_five("9H 10H", chips=0).win(RED).close(), "card")


@situation("card")
def kept_and_placed() -> Message:
    play = head_started("9H 9C 9D").win(RED, "chip").win(RED, "chip")
    return arisen(play.win(RED, "keep"), "card")


@situation("card")
def kept_by_default() -> Message:
    return arisen(no_chips("5H").win(RED).close(), "card")


@situation("card")
def kept_to_choose() -> Message:
    return arisen(with_a_card_kept("10C"), "card")


@situation("card")
def kept_and_out() -> Message:
    return arisen(kept_out(), "card")


@situation("card")
def kept_and_won() -> Message:
    return arisen(no_chips("6H").win(RED, "keep"), "card")


@situation("card", everywhere=True)
def passed_to_one_with_a_chip() -> Message:
    return arisen(no_chips("9D").win(RED, f"pass {quoted(GOLD)}"), "card")


@situation("card")
def passed_and_of_no_use() -> Message:
    play = head_started("8H QS 2C 3C 2D").win(RED, "high").win(GOLD, "low").win(RED).win(RED)
    return arisen(play.win(RED, f"pass {quoted(GOLD)}"), "card")


@situation("card")
def passed_and_placed() -> Message:
    play = head_started("8H 2C 3C 9D 9S 2D 10D").win(RED, "high").win(RED).win(RED)
    play.win(GOLD, "chip").win(GOLD, "chip")
    return arisen(play.win(RED, f"pass {quoted(GOLD)}"), "card")


@situation("card")
def passed_and_out() -> Message:
    return arisen(passed_out(), "card")


@situation("card")
def passed_and_won() -> Message:
    play = head_started("8H 4S 2C 3C 9D").win(RED, "high").win(GOLD, "low").win(RED).win(RED)
    return arisen(play.win(RED, f"pass {quoted(GOLD)}"), "card")


@situation("card")
def out_and_so_the_other_wins() -> Message:
    return arisen(round_2_won(), "card")


@situation("card")
def new_deck() -> Message:
    return arisen(without_cards(head_started()).ask(GOLD).right(), "card")


@situation("card")
def as_it_is() -> Message:
    return post("card", head_started("9H").win(RED).now())


@situation("card")
def none_in_play() -> Message:
    return post("card", head_started().now())


# ---- what the whole table is told


@situation("board", everywhere=True)
def after_the_head_start() -> Message:
    return arisen(Episode("9H JOKER 5S 6S").begin().heads("high", "low").skip(), "board")


@situation("board")
def for_a_no_peek() -> Message:
    return arisen(no_chips().ask(RED).right(), "board")


@situation("board")
def shuffled_anew() -> Message:
    return arisen(without_cards(head_started()).ask(GOLD).right(), "board")


@situation("board")
def shuffled_anew_before() -> Message:
    return post("board", without_cards(head_started()).ask(GOLD).right().now())


@situation("board")
def no_card_left() -> Message:
    return post("board", without_cards(head_started()).now())


@situation("board")
def one_card_left() -> Message:
    return post("board", without_cards(head_started(), left=1).now())


@situation("board")
def of_the_bonus() -> Message:
    return post("board", in_bonus().now())


@situation("standings", everywhere=True)
def in_a_round() -> Message:
    return post("standings", no_chips().now())


@situation("standings")
def before_the_first() -> Message:
    return post("standings", Episode().facts(start="2026-11-21T20:00:00Z"))


@situation("standings")
def in_round_2() -> Message:
    return post("standings", round_1_won().now())


@situation("standings")
def somebody_out() -> Message:
    return post("standings", kept_out().now())


@situation("standings")
def in_the_bonus() -> Message:
    return post("standings", second_hand().now())


@situation("standings")
def in_a_break() -> Message:
    return post("standings", pause(head_started().ask(GOLD)).now())


@situation("standings")
def at_the_end() -> Message:
    return post("standings", whole().now())


@situation("standings")
def called_off() -> Message:
    return post("standings", head_started().say("host", 'end why "sorry"').now())


@situation("round-summary", everywhere=True)
def third_card() -> Message:
    return arisen(round_1_won(), "round-summary")


@situation("round-summary")
def by_a_joker() -> Message:
    return arisen(head_started("8H JOKER").win(RED, "high").win(RED), "round-summary")


@situation("round-summary")
def same_money_got_first() -> Message:
    play = Episode("5C KD 4H 8H 6S").begin().heads("low", "high", "low")
    return arisen(play.win(RED, "high").win(RED), "round-summary")


@situation("round-summary")
def same_money_from_the_start() -> Message:
    play = Episode("5C 2C 2D 2H 2S 8H 6S").begin().heads("low").skip()
    return arisen(play.win(RED, "high").win(RED), "round-summary")


@situation("round-summary")
def a_long_round() -> Message:
    return arisen(long_round_1(), "round-summary")


@situation("round-summary", everywhere=True)
def by_default() -> Message:
    return arisen(round_2_won(), "round-summary")


@situation("round-summary")
def champion_out() -> Message:
    return arisen(champion_lost(), "round-summary")


@situation("round-summary")
def of_round_3() -> Message:
    return arisen(round_3_won(), "round-summary")


@situation("round-summary")
def jokers_in_hand() -> Message:
    play = Episode("JOKER KD 2H 2S JOKER 6S").begin().heads("low", "high", "refuse", "refuse")
    return arisen(play.win(RED, "high as 9").win(RED), "round-summary")


@situation("round-summary")
def later_on() -> Message:
    return post("round-summary", round_2_won().heads("high").now())


@situation("round-summary")
def none_over() -> Message:
    return post("round-summary", head_started().now())


# ---- the bonus


@situation("bonus", everywhere=True)
def first_hand() -> Message:
    return arisen(in_bonus(), "bonus")


@situation("bonus")
def on_day_five() -> Message:
    return arisen(in_bonus(titles=4), "bonus")


@situation("bonus", everywhere=True)
def revealed() -> Message:
    return arisen(in_bonus().say(RED, "pick 1 5 9 15", 9), "bonus")


@situation("bonus")
def revealed_with_the_devil() -> Message:
    return arisen(in_bonus().say(RED, "pick 3 4 5 6", 9), "bonus")


@situation("bonus")
def picked_by_default() -> Message:
    return arisen(in_bonus().close(), "bonus")


@situation("bonus")
def wager() -> Message:
    return arisen(picked(), "bonus")


@situation("bonus")
def wager_with_the_devil() -> Message:
    return arisen(picked("pick 3 4 5 6", "range K 3"), "bonus")


@situation("bonus")
def range_by_default() -> Message:
    return arisen(in_bonus().say(RED, "pick 1 5 9 15", 9).close(), "bonus")


@situation("bonus")
def wager_of_the_last_call() -> Message:
    play = whole(until=5)
    return arisen(play.close().close(), "bonus")


@situation("bonus", everywhere=True)
def second_chance() -> Message:
    return arisen(lost(), "bonus")


@situation("bonus")
def another_suit() -> Message:
    return arisen(lost().say(RED, "suit hearts", 9), "bonus")


@situation("bonus")
def suits_uncovered_before() -> Message:
    return arisen(second_hand().say(RED, "wager 250"), "bonus")


@situation("bonus")
def second_board() -> Message:
    return arisen(lost().say(RED, "suit clubs"), "bonus")


@situation("bonus")
def board_to_come() -> Message:
    play = in_bonus()
    step = play.fold.live[-3]
    return post("bonus", play.facts(step=step) | {"news": []})


@situation("bonus")
def suit_board_to_come() -> Message:
    play = lost()
    return post("bonus", play.facts(step=play.fold.live[-2]) | {"news": []})


@situation("bonus")
def not_begun() -> Message:
    return post("bonus", head_started().now())


@situation("bonus")
def at_its_end() -> Message:
    return post("bonus", whole().now())


@situation("bonus")
def called_off_on_the_way() -> Message:
    return post("bonus", second_hand().say("host", 'end why "sorry"').now())


@situation("bonus-hand", everywhere=True)
def won() -> Message:
    return arisen(picked(top="9H").say(RED, "wager 750"), "bonus-hand")


@situation("bonus-hand")
def by_the_joker() -> Message:
    return arisen(picked(top="JOKER").say(RED, "wager 250"), "bonus-hand")


@situation("bonus-hand")
def a_push() -> Message:
    return arisen(picked(top="3H").say(RED, "wager 750"), "bonus-hand")


@situation("bonus-hand")
def both_aces_and_an_ace() -> Message:
    return arisen(picked("pick 1 5 9 15", "range A A", "AH").say(RED, "wager 750"), "bonus-hand")


@situation("bonus-hand")
def push_with_the_devil() -> Message:
    play = picked("pick 3 4 5 6", "range K 3", "KH").say(RED, "wager 750")
    return arisen(play, "bonus-hand")


@situation("bonus-hand")
def lost_at_first() -> Message:
    return arisen(lost(), "bonus-hand")


@situation("bonus-hand")
def wager_by_default() -> Message:
    return arisen(picked(top="9H").close(), "bonus-hand")


@situation("bonus-hand")
def no_behind_the_suit() -> Message:
    return arisen(lost().say(RED, "suit clubs"), "bonus-hand")


@situation("bonus-hand", everywhere=True)
def pick_again() -> Message:
    return arisen(lost().say(RED, "suit hearts"), "bonus-hand")


@situation("bonus-hand")
def saved() -> Message:
    return arisen(lost("9H").say(RED, "suit diamonds"), "bonus-hand")


@situation("bonus-hand")
def saved_by_a_push() -> Message:
    return arisen(lost("3H").say(RED, "suit diamonds"), "bonus-hand")


@situation("bonus-hand")
def lost_after_all() -> Message:
    return arisen(lost("2H").say(RED, "suit hearts").say(RED, "suit diamonds"), "bonus-hand")


@situation("bonus-hand")
def suit_by_default() -> Message:
    return arisen(lost().close(), "bonus-hand")


@situation("bonus-hand")
def topped_up() -> Message:
    return arisen(lost(wager=1500).say(RED, "suit clubs"), "bonus-hand")


@situation("bonus-hand")
def to_the_last_call() -> Message:
    return arisen(ruined(), "bonus-hand")


@situation("bonus-hand")
def fourth_hand() -> Message:
    return arisen(whole(until=5), "bonus-hand")


@situation("bonus-hand")
def last_call() -> Message:
    return arisen(whole(), "bonus-hand")


@situation("bonus-hand")
def suits_as_before() -> Message:
    return arisen(second_hand().say(RED, "wager 250"), "bonus-hand")


@situation("bonus-hand")
def so_far() -> Message:
    return post("bonus-hand", second_hand().now())


@situation("bonus-hand")
def no_bonus() -> Message:
    return post("bonus-hand", head_started().now())


@situation("final", everywhere=True)
def champion_stays() -> Message:
    return arisen(whole(), "final")


@situation("final")
def new_champion() -> Message:
    return arisen(let_time_pass(challenger_won()), "final")


@situation("final")
def first_champion() -> Message:
    return arisen(whole(champion="off"), "final", chance="hold", words=["banana"], seed=SEED.hex())


@situation("final")
def retires() -> Message:
    return arisen(whole(titles=4), "final", chance="typed", commitment="")


@situation("final", everywhere=True)
def game_called_off() -> Message:
    play = head_started().say("host", 'end why "the forum is closing, sorry"')
    return post("final", play.facts())


@situation("final")
def called_off_among_the_codes() -> Message:
    play = Episode().start().send(RED).say("host", 'end why "too few players"')
    return post("final", play.facts() | {"seals": seals(1)})


@situation("final")
def called_off_in_the_bonus() -> Message:
    return post("final", picked().say("host", 'end why "sorry"').facts())


@situation("final")
def still_on() -> Message:
    return post("final", round_2_won().now())


# ---- rulings and corrections


@situation("ruling", everywhere=True)
def extend() -> Message:
    play = head_started().ask(GOLD)
    return ruling(play.say("host", 'extend +12h why "the forum was down"', 30))


@situation("ruling")
def extend_for_codes() -> Message:
    return ruling(Episode().start().say("host", 'extend +12h why "the forum was down"', 30))


@situation("ruling")
def game_paused() -> Message:
    return ruling(pause(head_started("9H").win(RED)))


@situation("ruling")
def resume() -> Message:
    return ruling(pause(head_started("9H").win(RED)).say("host", "resume", 600))


@situation("ruling")
def money() -> Message:
    return adjusted(head_started(), f"{quoted(GOLD)} money -50")


@situation("ruling")
def discard_chips() -> Message:
    return adjusted(head_started(), f"{quoted(GOLD)} chips =1")


@situation("ruling")
def bankroll() -> Message:
    return adjusted(picked(), f"{quoted(RED)} bankroll +500")


@situation("correction", everywhere=True)
def verdict_taken_back() -> Message:
    play = head_started("9H").ask(RED).right()
    wrong = arisen(play, "verdict")
    return correction(play.undo(), wrong, why="I had misread the answer")


@situation("correction", everywhere=True)
def turn_taken_back() -> Message:
    play = head_started("9H").ask(RED).right()
    wrong = turn(play, RED)
    return correction(play.undo(), wrong)


# ---- messages to players


@situation("codes", everywhere=True)
def drawn() -> Message:
    play = Episode().start().send(RED, GOLD).close()
    return pm(BLUE, ("codes", told(play, "codes", BLUE)))


@situation("codes")
def unused() -> Message:
    return pm(GOLD, ("codes", head_started().dead().now(GOLD)))


@situation("codes")
def used_up() -> Message:
    return pm(GOLD, ("codes", Episode(buzzcodes=1).begin().skip().dead().now(GOLD)))


@situation("your-turn", everywhere=True)
def card_to_place() -> Message:
    return turn(head_started("9H").win(RED), RED)


@situation("your-turn")
def send_codes() -> Message:
    return turn(Episode().start(), GOLD)


@situation("your-turn")
def send_codes_again() -> Message:
    return turn(sets_run_out(), GOLD)


@situation("your-turn")
def cut() -> Message:
    return turn(Episode().start().send(), RED)


@situation("your-turn")
def head_start() -> Message:
    return turn(Episode("9H").begin(), RED)


@situation("your-turn")
def ace_of_ones_own() -> Message:
    return turn(long_round_1(), GOLD)


@situation("your-turn")
def answer() -> Message:
    return turn(head_started().ask(GOLD), GOLD)


@situation("your-turn")
def keep_or_pass() -> Message:
    return turn(no_chips().win(RED), RED)


@situation("your-turn")
def passed_card() -> Message:
    return turn(no_chips("9D").win(RED, f"pass {quoted(GOLD)}"), GOLD)


@situation("your-turn")
def joker() -> Message:
    play = Episode("5C 2D 2H 2S 3C JOKER").begin().heads("low").skip().win(RED)
    return turn(play, RED)


@situation("your-turn")
def free_look_offered() -> Message:
    return turn(after_five("7H", chips=0).win(RED), RED)


@situation("your-turn")
def pick() -> Message:
    return turn(in_bonus(), RED)


@situation("your-turn")
def name_the_range() -> Message:
    return turn(in_bonus().say(RED, "pick 3 4 5 6", 9), RED)


@situation("your-turn")
def make_the_wager() -> Message:
    return turn(picked(), RED)


@situation("your-turn")
def name_a_suit() -> Message:
    return turn(lost().say(RED, "suit hearts"), RED)


@situation("your-turn")
def not_asked() -> Message:
    return turn(head_started("9H").win(RED), GOLD)


@situation("your-turn")
def in_a_long_break() -> Message:
    return turn(pause(head_started("9H").win(RED)), RED)


@situation("your-turn")
def when_time_is_up() -> Message:
    play = head_started("9H").win(RED)
    return pm(RED, ("your-turn", play.now(RED) | {"windows": [], "window": None}))


@situation("receipt", everywhere=True)
def sealed() -> Message:
    play = Episode(codes={RED: LIST}).start().send(RED)
    return pm(RED, ("receipt", receipt_facts(play, RED)))


@situation("receipt")
def late() -> Message:
    play = Episode(codes={GOLD: LIST}).start().send(GOLD)
    facts = receipt_facts(play, GOLD, late="the forum was down")
    return pm(GOLD, ("receipt", facts | {"window": None, "windows": []}))


@situation("receipt")
def then_the_cut() -> Message:
    play = Episode(codes={RED: LIST}).start().send(GOLD, BLUE, RED)
    return pm(RED, ("receipt", receipt_facts(play, RED)), ("your-turn", play.facts(RED)))


@situation("refusal", everywhere=True)
def too_few_codes() -> Message:
    return refused(Episode().start(), GOLD, "codes " + " ".join(["7"] * 28 + ["101"]))


@situation("refusal")
def complete_already() -> Message:
    play = Episode().start().send(GOLD)
    facts = play.now(GOLD) | {"window": None, "windows": []}
    refusals = [play.refused(GOLD, play.codes_of(GOLD))]
    return pm(GOLD, ("refusal", facts | {"recorded": [], "refusals": refusals}))


@situation("refusal")
def not_possible() -> Message:
    return refused(head_started("9H").win(RED), RED, "low")


@situation("refusal")
def not_ones_turn() -> Message:
    return refused(head_started("9H").win(RED), GOLD, "high")


@situation("refusal")
def too_much() -> Message:
    return refused(picked(), RED, "wager 2000")


@situation("refusal")
def game_over() -> Message:
    return refused(whole(), RED, "wager 2000")


@situation("unclear", everywhere=True)
def asked_back() -> Message:
    return question(
        Episode().start(), BLUE, "what would you like me to record?", "you choose, *please*"
    )


@situation("reminder", everywhere=True)
def to_place() -> Message:
    return reminder(head_started("9H").win(RED), RED)


@situation("reminder")
def for_codes() -> Message:
    return reminder(Episode().start(), BLUE)


@situation("reminder")
def to_answer() -> Message:
    return reminder(head_started().ask(GOLD), GOLD)


@situation("reminder")
def to_wager() -> Message:
    return reminder(picked(), RED)


# ---- games


def seals(many: int) -> list[str]:
    """Digests of so many sealed moves."""
    return sorted(chance.digest(chance.nonce(SEED, n), "x", "x") for n in range(many))


def adjusted(play: Episode, what: str) -> Message:
    """The post of a correction by the host."""
    return ruling(play.say("host", f'adjust {what} why "I miscounted"'))


def with_words() -> Episode:
    """Nothing is shuffled yet, and players have given words."""
    play = Episode(dealt=False)
    play.hear("host", 'words "banana"')
    play.hear("host", 'words "[i]Arsenal[/i] 2 : 1"')
    return play


def without_cards(play: Episode, left: int = 0) -> Episode:
    """The deck with so many cards only: to use them up would take forty questions."""
    table = play.last.table
    short = replace(table.state, deck=table.state.deck[:left])
    play.fold.steps[-1] = replace(play.last, table=replace(table, state=short))
    return play


def ties(**options: Any) -> Episode:
    """With the actual code 35 the first two sets are ties of red and gold."""
    lists = {GOLD: " ".join(["50"] * 2 + ["41"] * 7)}
    return Episode(codes=lists, buzzcodes=9, **options).begin().skip()


def sets_run_out() -> Episode:
    """Red and blue are equally near in the only set, once gold's answer was wrong."""
    play = Episode(codes={BLUE: "80"}, buzzcodes=1).begin().skip().ask(GOLD).wrong()
    play.lists = {BLUE: "60"}
    return play


def head_started(top: str = "", *chances: str, **options: Any) -> Episode:
    """Red has a low five, gold a high king, blue nothing; then come the cards of `top`."""
    play = Episode(f"5C KD 2H 2S {top}", *chances, **options)
    return play.begin().heads("low", "high", "refuse", "refuse")


def after_five(top: str = "", *, full: bool = False, chips: int = 2) -> Episode:
    """Five questions are over. Red has a low five, if `full` a high nine too, and so many chips."""
    spent = ["2C", "3C"][chips:] if full else ["QH", "QC"][chips:]
    play = head_started(" ".join([*(["9D"] if full else []), *spent, top]))
    for _ in range(5 - len(spent) - full):
        play.dead()
    if full:
        play.win(RED, "high")
    for _ in spent:
        play.win(RED, *([] if full else ["chip"]))
    return play


def no_chips(top: str = "9D") -> Episode:
    """Red has five and eight, and has spent both chips."""
    return head_started(f"8H 2C 3C {top}").win(RED, "high").win(RED).win(RED)


def kept_out() -> Episode:
    """Red has kept a nine beside five and eight."""
    return no_chips("9D").win(RED, "keep")


def with_a_card_kept(card: str) -> Episode:
    """Blue, with nothing placed and no chips, has kept that card."""
    play = head_started(f"9H 9C {card}").win(BLUE, "chip").win(BLUE, "chip")
    return play.win(BLUE, "keep")


def passed_out() -> Episode:
    """Gold, with queen and king and no chips, is passed a four by red."""
    play = head_started("8H QS 2C 3C 2D 3D 4D 3H 4H").win(RED, "high").win(GOLD, "low")
    play.win(RED).win(RED).win(GOLD).win(GOLD)
    return play.win(RED, f"pass {quoted(GOLD)}")


def round_1_won(top: str = "", *chances: str, **options: Any) -> Episode:
    """Red has won round 1 with a six between five and eight."""
    return head_started(f"8H 6S {top}", *chances, **options).win(RED, "high").win(RED)


def long_round_1(top: str = "") -> Episode:
    """Red has won round 1 with the ninth question."""
    play = head_started(f"8H 6S {top}")
    for _ in range(7):
        play.dead()
    return play.win(RED, "high").win(RED)


def champion_lost(top: str = "") -> Episode:
    """Gold has won round 1, and red has kept a nine beside five and eight in round 2."""
    play = head_started(f"4S 9D 5D 2C 3C 8D 2D 3D 9S {top}").win(GOLD, "low").win(GOLD)
    return play.heads("low").skip().win(RED, "high").win(RED).win(RED).win(RED, "keep")


def round_2_no_chips(top: str = "", *chances: str, **options: Any) -> Episode:
    """Gold has five and eight and no chips, blue nothing."""
    play = round_1_won(f"5D 2C 3C 8D 2D 3D 9S {top}", *chances, **options)
    return play.heads("low").skip().win(GOLD, "high").win(GOLD).win(GOLD)


def round_2_won(top: str = "4H 7C 7D", *chances: str, **options: Any) -> Episode:
    """Gold has kept a nine beside five and eight, so blue has won round 2."""
    return round_2_no_chips(top, *chances, **options).win(GOLD, "keep")


def round_3_won(*chances: str, **options: Any) -> Episode:
    """Red has won round 3 as well."""
    play = round_2_won("4H 7C 7D QH 9C", *chances, **options).heads("low").skip()
    return play.win(RED, "high").win(RED)


def in_bonus(top: str = "", *chances: str, board: str = BOARD, **options: Any) -> Episode:
    """The first board of the bonus lies; the deck has these cards on top."""
    rest = Counter(FULL_DECK) - Counter(top.split())
    deck = " ".join(["shuffle", *top.split(), *rest.elements()])
    return round_3_won(deck, board, *chances, **options)


def picked(
    numbers: str = "pick 1 5 9 15", pair: str = "range A 3", top: str = "", *chances: str
) -> Episode:
    """High and low of the first hand are named."""
    return in_bonus(top, *chances).say(RED, numbers, 9).say(RED, pair, 9)


def lost(then: str = "", wager: int = 750) -> Episode:
    """The first hand is lost, unless a suit saves it; `then` are the next cards."""
    return picked("pick 1 5 9 15", "range A 3", f"2C {then}", SUITS).say(RED, f"wager {wager}", 9)


def second_hand() -> Episode:
    """The second hand lacks the wager; a NO is uncovered from the first."""
    play = picked("pick 1 5 9 15", "range A 3", "2C 2D", SUITS, BOARD).say(RED, "wager 750", 9)
    return play.say(RED, "suit clubs").say(RED, "pick 1 5 9 15").say(RED, "range A 4")


def ruined() -> Episode:
    """The bankroll is lost twice."""
    play = picked("pick 1 5 9 15", "range A 3", "2C 2D", SUITS, BOARD).say(RED, "wager 1500", 9)
    play.say(RED, "suit clubs").say(RED, "pick 1 5 9 15").say(RED, "range A 3")
    return play.say(RED, "wager 500").say(RED, "suit spades")


def whole(until: int = 0, **options: Any) -> Episode:
    """An episode to its end, or to that hand of the bonus, in which the winner lets time pass."""
    return let_time_pass(in_bonus("9H", **options), until)


def challenger_won() -> Episode:
    """The champion has lost rounds 1 and 2, and gold has won round 3."""
    play = champion_lost("4H 7C 7D QH 9C").heads("low").skip()
    return play.win(GOLD, "high").win(GOLD)


def let_time_pass(play: Episode, until: int = 0) -> Episode:
    """The bonus by what stands when nothing comes, to its end or to that hand."""
    while play.state.phase != "ended" and play.state.bonus.number != until:
        play.close()
    return play
