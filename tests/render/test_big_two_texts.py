"""Texts of Big Two and President: what holds for them beside what holds for every game's."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Iterator
from itertools import combinations

import pytest
from fit_to_paste import WORDS
from lengths import few_first
from situations import (
    ALL,
    BOB,
    LONDON,
    ONEIL,
    ZOE,
    Message,
    pm,
    post,
    quoted,
    random_game,
    receipt_facts,
)
from situations_big_two import (
    FIVES,
    Table,
    asked,
    first_trick,
    letter,
    market,
    offered,
    short,
    shuffled,
    situation,
)
from situations_president import asked_for, five, held, left, president, trading
from situations_president import situation as presidents

from gmtool.engine.instants import Instant
from gmtool.games.big_two.legal import legal
from gmtool.games.big_two.plays import best
from gmtool.games.big_two.state import Action
from gmtool.games.big_two.terms import HIGH, WILD, deck
from gmtool.games.big_two.tricks import possible
from gmtool.games.big_two.view import to_beat
from gmtool.render.when import when

SIGNS = {"D": "♦", "C": "♣", "H": "♥", "S": "♠"}
CODE = re.compile(r"(?s)\[code\](.*?)\[/code\]")


def shown(card: str) -> str:
    """A card as texts have it."""
    return card[:-1] + SIGNS[card[-1]]


def proposed(play: Table, occasion: str, to: str) -> list[str]:
    """The lines that a letter gives to be sent, without those that have a word to be filled in."""
    text = asked(play, occasion, to).pasted("phpbb")
    lines = [line for block in CODE.findall(text) for line in block.split("\n")]
    return [line for line in lines if not re.search(r"CARD|NAME", line)]


def posts_of(play: Table, since: int = 0) -> list[str]:
    """Every post that the game has given rise to since so many steps, in plain words."""
    return [
        post(one.occasion, play.facts(step=step)).pasted(WORDS)
        for step in play.fold.live[since:]
        for one in play.game.messages(step.news)
        if not one.to
    ]


def letters_to(play: Table, who: str, since: int = 0) -> list[str]:
    """Every letter to that player, likewise."""
    return [
        pm(who, (one.occasion, play.facts(who, step))).pasted(WORDS)
        for step in play.fold.live[since:]
        for one in play.game.messages(step.news)
        if one.to == who
    ]


# ---- what can be sent


@pytest.mark.parametrize(
    ("questions", "who", "count"),
    [
        ([], BOB, 11),
        (["lowest"], BOB, 7),
        (["any clubs"], BOB, 5),
        (["any 7"], BOB, 4),
        (["at least 2 hearts"], BOB, 4),
        (["9D"], ALL, 1),
    ],
)
def test_bt_26_what_a_trade_s_letter_proposes_can_be_sent_as_it_stands(
    questions: list[str], who: str, count: int
) -> None:
    play = asked_for(*questions)
    lines = proposed(play, "trade", who)
    assert len(lines) == count
    for line in lines:
        play.copied().as_proposed(who, line, 5)


def test_bt_24_what_the_first_to_speak_is_told_can_be_sent_as_it_stands() -> None:
    for who in (ALL, ZOE):
        lines = proposed(trading(), "trade", who)
        assert lines == ["surrender", "hold", "demand lowest"]
        for line in lines:
            trading().as_proposed(who, line, 5)


def test_bt_29_what_an_offer_s_letter_proposes_can_be_sent_as_it_stands() -> None:
    lines = proposed(offered(), "offer", ONEIL)
    assert lines == [f"accept {quoted(BOB)}", f"decline {quoted(BOB)}"]
    for line in lines:
        offered().as_proposed(ONEIL, line, 5)


def test_bt_29_who_can_t_accept_an_offer_isn_t_told_to() -> None:
    play = market().say(BOB, f"offer {quoted(ONEIL)} 4C for 10S", 30)
    assert proposed(play, "offer", ONEIL) == [f"decline {quoted(BOB)}"]


def test_bt_12_no_play_is_proposed_to_who_has_the_turn() -> None:
    assert proposed(first_trick(), "your-turn", BOB) == []
    assert proposed(first_trick().act("play 3D"), "your-turn", ONEIL) == ["pass"]


@pytest.mark.slow
@pytest.mark.parametrize("number", few_first(1, range(2)))
def test_bt_25_what_is_proposed_in_random_games_can_be_sent_as_it_stands(number: int) -> None:
    sent = 0
    for play, _ in random_game(presidents, number):
        assert isinstance(play, Table)
        if play.state.phase != "trading":
            continue
        for who in play.fold.table.players:
            for line in proposed(play, "trade", who):
                play.copied().as_proposed(who, line)
                sent += 1
    assert sent


# ---- what beats a play


def beaten_by(cards: tuple[str, ...], jokers: int, joker_use: str) -> str:
    """What the post of a trick says of these cards, which are the play to beat."""
    reading = best(cards, joker_use)
    assert reading is not None
    play = played(jokers, joker_use)
    action = Action(BOB, cards, reading.stands, reading.kind, reading.key)
    facts, last = play.now(), to_beat(action, play.state.terms)
    public = {**facts["public"], "to_beat": last, "trick": [last]}
    return Message("", (("trick", facts | {"public": public}),)).pasted(WORDS)


def played(jokers: int, joker_use: str) -> Table:
    deal = shuffled("3D", "", "", "", jokers=jokers)
    return Table(deal, jokers=jokers, joker_use=joker_use).start().act("play 3D")


@pytest.mark.parametrize(
    ("jokers", "joker_use"), [(0, "both"), (1, "both"), (2, "both"), (2, WILD), (2, HIGH)]
)
def test_bt_9_nothing_is_said_to_be_higher_only_where_nothing_is(
    jokers: int, joker_use: str
) -> None:
    """Of every size up to three, the highest that there are and some others."""
    dice = random.Random(4)  # noqa: S311
    cards = deck(jokers)
    for count in (1, 2, 3):
        plays = legal(cards, joker_use, count=count)
        natural = legal(deck(0), joker_use, count=count)
        for one in (*plays[-2:], natural[-1], *dice.sample(plays, 2)):
            rest = [card for card in cards if card not in one.cards]
            higher = legal(rest, joker_use, one.reading, count)
            text = beaten_by(one.cards, jokers, joker_use)
            assert ("Nothing is higher." in text) is not bool(higher), one


@pytest.mark.parametrize("cards", [("9H",), ("7D", "7H"), ("7C", "7S"), ("2S",), ("KD", "KH")])
def test_bt_10_the_cards_named_are_those_that_beat_it(cards: tuple[str, ...]) -> None:
    """Every card of the rank that is named makes a higher play, and no other one does."""
    reading = best(cards, "both")
    assert reading is not None
    text = beaten_by(cards, 0, "both")
    sentence = re.search(r"It takes .*|Nothing is higher", text)
    assert sentence
    rank = cards[0][:-1]
    rest = [rank + suit for suit in SIGNS if rank + suit not in cards]
    higher = {
        card
        for some in combinations(rest, len(cards))
        if (found := best(some, "both")) and found.key > reading.key
        for card in some
    }
    if len(cards) == 2:
        higher &= {rank + "S"}  # the pair with the spade is named by the spade
    named = {card for card in rest if shown(card) in sentence[0]}
    assert named == higher
    assert not any(shown(card) in sentence[0] for card in cards)


# ---- hints


def test_bt_15_hints_name_every_play() -> None:
    play = Table(FIVES, hints="yes").start()
    text = asked(play, "your-turn", BOB).pasted(WORDS)
    for cards, _ in possible(play.state, BOB):
        assert " ".join(map(shown, cards)) in text
    assert "What you can play" not in asked(Table(FIVES).start(), "your-turn", BOB).pasted(WORDS)


def test_bt_15_without_hints_nobody_is_told_that_it_can_only_pass() -> None:
    deal = shuffled("3D 4D 5D 6D 7D", "10S JS QS KS AS", "", "")
    play = Table(deal).start().act("play 3D 4D 5D 6D 7D", "play 10S JS QS KS AS")
    assert "play CARD CARD CARD CARD CARD\npass" in letter(play, ZOE).pasted(WORDS)


# ---- who is asked


def asking() -> Iterator[Message]:
    yield asked(first_trick(), "round-start")
    yield asked(first_trick().act("play 3D"), "trick")
    yield asked(first_trick().act("play 3D", "pass", "pass", "pass"), "trick-won")
    yield asked(first_trick().act("play 3D"), "standings")


def test_bt_12_a_post_says_who_is_asked_and_until_when() -> None:
    for found in asking():
        facts = found.blocks[0][1]
        until = Instant(facts["window"]["deadline"]).moment
        line = rf"(?m)^{re.escape(facts['public']['actor'])}, .*"
        said = re.search(line, found.pasted(WORDS))
        assert said
        assert when(until, LONDON, short=True) in said[0]


def test_bt_12_a_play_made_for_who_was_late_is_told_as_such() -> None:
    for play, occasion in (
        (first_trick().close(), "trick"),
        (first_trick().act("play 3D").close(), "trick"),
        (first_trick().act("play 3D", "pass", "pass").close(), "trick-won"),
    ):
        text = post(occasion, play.facts()).pasted(WORDS)
        assert text.count("(time was up)") == 1


# ---- what nobody else may know


def test_bt_15_posts_are_the_same_whatever_nobody_has_seen() -> None:
    """Two deals that differ in what is never played."""
    told = []
    for zoe, other in (("4S 10S", "4H 10H"), ("4H 10H", "4S 10S")):
        deal = shuffled("3D 4C 5D 6H", "2S 9H 4D 8C", zoe, other)
        play = Table(deal).start().act("play 3D", "play 2S", "pass", "pass", "pass")
        told.append(posts_of(play.act("play 4D", "pass").close()))
    assert told[0] == told[1]
    assert len(told[0]) > 5


def test_bt_3_which_card_must_be_played_is_told_to_the_leader_alone() -> None:
    play = short()
    for text in (*posts_of(play), *letters_to(play, ZOE)):
        assert "3♦" not in text
    assert "with 3♦ among its cards" in asked(play, "your-turn", BOB).pasted(WORDS)


def test_bt_3_a_card_drawn_is_told_to_who_drew_it_alone() -> None:
    play = short().act("play 3D", "pass")
    (drawn,) = set(play.state.player(ZOE).hand) - {"4C", "8D", "KS"}
    card = shown(drawn)
    assert f"drawn {card} from the deck" in letter(play, ZOE).pasted(WORDS)
    assert all(card not in text for text in posts_of(play))
    assert card not in pm(BOB, ("hand", play.facts(BOB))).pasted(WORDS)
    assert "drew a card from the deck" in posts_of(play)[-1]


def test_bt_25_nobody_else_is_told_of_a_trade() -> None:
    """Two trades that differ in all that was said, up to the moment at which one is done."""
    told = []
    since = len(trading().fold.live) - 1
    for first, second, back in (("9D", "2 highest", "KD AC"), ("any 7", "7H", "8C 8D")):
        play = held().say(BOB, f"ask {first}", 11).say(BOB, f"ask {second}", 11)
        if play.state.trade(BOB).open:
            play.say(BOB, "ask highest")
        play.say(BOB, f"return {back}", 5)
        told.append(
            (posts_of(play, since), *(letters_to(play, who, since) for who in (ONEIL, ZOE)))
        )
    assert told[0] == told[1]


def test_bt_25_neutrals_get_no_letter_of_trading() -> None:
    play = five().say(":x", "surrender", 9)
    assert [one.to for one in play.game.messages(play.last.news)] == [BOB, ":x"]
    assert "takes two cards from :x" in posts_of(play, -2)[-1]


def test_bt_29_nobody_else_is_told_of_an_offer() -> None:
    quiet = letters_to(market(), ZOE)
    assert letters_to(offered().say(ONEIL, f"accept {quoted(BOB)}", 30), ZOE) == quiet
    assert posts_of(offered()) == posts_of(market())


def test_bt_29_why_an_offer_no_longer_stands_is_told_to_nobody_else() -> None:
    """Whether it was taken back, or its cards went elsewhere."""
    play = offered().say(BOB, f"offer {quoted(ZOE)} 4C for 10S", 30)
    gone = play.copied().say(ONEIL, f"accept {quoted(BOB)}", 30)
    back = play.copied().say(BOB, f"withdraw {quoted(ZOE)}", 30)
    assert letters_to(gone, ZOE) == letters_to(back, ZOE)


# ---- of their own kind


@pytest.mark.slow
def test_big_two_has_no_presidents() -> None:
    for found in situation.texts.values():
        message = found()
        text = f"{message.written(WORDS).subject} {message.pasted(WORDS)}".lower()
        assert not re.search(r"president|\bbum\b|\broles?\b", text)


def test_bt_21_titles_are_the_host_s() -> None:
    text = post("opening", president(bum_title="Poor Sod").facts()).pasted(WORDS)
    assert "vice president, vice Poor Sod, Poor Sod" in text
    assert not re.search(r"\bbum\b", text)


def test_the_receipt_s_seal_can_be_checked_by_hand() -> None:
    text = pm(BOB, ("receipt", receipt_facts(asked_for("9D"), BOB))).pasted("phpbb")
    sealed, digest = CODE.findall(text)[1].split("\n")
    assert sealed.endswith(": ask 9D")
    assert hashlib.sha256(sealed.encode()).hexdigest() == digest


def test_bt_27_the_choice_among_what_is_due_is_shown_to_the_giver() -> None:
    text = asked(left(), "trade", ALL).pasted(WORDS)
    assert "You hold 5♥ 7♥ K♥ 2♥." in text
