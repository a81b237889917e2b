"""Texts of Ten-Skip Challenge: what holds for them beside what holds for every game's."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from fit_to_paste import WORDS
from lengths import few_first
from situations import (
    BOB,
    LONDON,
    ONEIL,
    ZOE,
    Facts,
    Message,
    Playing,
    pm,
    post,
    quoted,
    random_game,
    receipt_facts,
    reminder,
)
from situations_ten_skip import (
    HANDS,
    PILE,
    TWO,
    Table,
    arisen,
    asked,
    begun,
    bluff_won,
    bluffed,
    claimed,
    last_card,
    left_known,
    letter,
    level,
    one_left,
    pile_gone,
    refuted,
    situation,
    take,
    unchallenged,
    won,
)

from gmtool.engine.game import PUBLIC
from gmtool.engine.steps import Step
from gmtool.games.ten_skip.terms import deck
from gmtool.render.when import when

SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
CODE = re.compile(r"(?s)\[code\](.*?)\[/code\]")
CARD = re.compile(r"(?<![\w])(10|[A2-9])([♣♦♥♠])")
SUM = re.compile(r"(\d+(?: \+ \d+)+) = (\d+)")

ASKING: dict[str, Callable[[], Table]] = {
    "at the start": begun,
    "on notice": claimed,
    "nobody to draw from": pile_gone,
    "neither to draw nor to take": lambda: level().act("discard 10H", "keep 10D", "notice"),
    "two drawn": lambda: begun().act("discard 10D"),
    "asked for a card": lambda: begun().act(take(ZOE, "9H")),
    "at the end": lambda: begun().act("discard 10D", "keep 4S"),
    "safely out": refuted,
    "won unchallenged": bluff_won,
}


def shown(card: str) -> str:
    """A card as texts have it."""
    return card[:-1] + SIGNS[card[-1]]


def posts_of(play: Playing, since: int = 0) -> list[str]:
    """Every post that the game has given rise to since so many steps, in plain words."""
    return [
        post(one.occasion, play.facts(step=step)).pasted(WORDS)
        for step in play.fold.live[since:]
        for one in play.game.messages(step.news)
        if not one.to
    ]


def awaited_letter(play: Table) -> Message:
    """All that the last thing said has for the player who is awaited."""
    found = letter(play, play.state.awaited)
    assert found.blocks
    return found


# ---- what can be sent


def lines(message: Message) -> list[str]:
    """What a text gives to be sent."""
    return [line for block in CODE.findall(message.pasted("phpbb")) for line in block.split("\n")]


def filled(line: str, play: Playing) -> str:
    """A form with what the text says that its capitals stand for."""
    name = next(iter(play.state.victims(play.state.actor)), "")
    card = play.state.player(play.state.awaited).hand[0]
    return line.replace("NAME", quoted(name)).replace("CARD", card)


@pytest.mark.parametrize("stage", ASKING)
def test_ts_5_what_is_proposed_can_be_sent(stage: str) -> None:
    play = ASKING[stage]()
    who = play.state.awaited
    for message in (awaited_letter(play), reminder(play, who)):
        found = lines(message)
        assert found
        for line in found:
            play.copied().say(who, filled(line, play), 5)


@pytest.mark.parametrize("stage", ASKING)
def test_ts_5_what_stands_as_an_example_can_be_sent(stage: str) -> None:
    play = ASKING[stage]()
    text = awaited_letter(play).pasted(WORDS)
    for line in re.findall(r"as in “((?:discard|hand|top) \w+)”", text):
        play.copied().say(play.state.awaited, line, 5)


@pytest.mark.parametrize("stage", ASKING)
def test_ts_5_all_that_can_be_said_is_proposed(stage: str) -> None:
    play = ASKING[stage]()
    facts = play.facts(play.state.awaited)
    proposed = {line.split()[0] for line in lines(awaited_letter(play))}
    assert proposed >= {move.split()[0] for move in facts["public"]["moves"]}
    assert ("challenge" in proposed) is bool(play.state.on_notice)


@pytest.mark.slow
@pytest.mark.parametrize("number", few_first(1, range(3)))
def test_ts_5_what_is_proposed_in_random_games_can_be_sent(number: int) -> None:
    sent = 0
    for play, step in random_game(situation, number):
        assert isinstance(play, Table)
        who = step.table.state.awaited
        if not who or step is not play.last or step.entry.number % 3:
            continue
        for line in lines(asked(play, "your-turn", who)):
            play.copied().say(who, filled(line, play))
            sent += 1
    assert sent


DEFAULTS = {
    "at the start": r"I discard (\S+) for you",
    "two drawn": r"you keep (\S+), which scores",
    "asked for a card": r"in time, (\S+) goes",
    "safely out": r"in time, it is (\S+)\.\n",
}


def default_card(play: Table) -> str:
    """The first card that is played where nothing comes in time."""
    one, before = play.copied(), len(play.fold.live)
    (news, *_) = one.close().fold.live[before].news
    assert news.name in {"Discarded", "Kept", "Handed", "Topped"}
    return shown(news["card"])


@pytest.mark.parametrize("stage", DEFAULTS)
def test_ts_5_what_stands_if_nothing_comes_is_what_happens(stage: str) -> None:
    play = ASKING[stage]()
    text = awaited_letter(play).pasted(WORDS)
    promised = re.search(DEFAULTS[stage], text)
    assert promised
    assert default_card(play) == promised[1]


@pytest.mark.slow
@pytest.mark.parametrize("number", few_first(1, range(3)))
def test_ts_5_what_stands_if_nothing_comes_in_random_games_is_what_happens(number: int) -> None:
    seen = 0
    for play, step in random_game(situation, number):
        assert isinstance(play, Table)
        who = step.table.state.awaited
        if not who or step is not play.last or not play.facts(who)["window"]:
            continue
        promised = re.search("|".join(DEFAULTS.values()), asked_of(play, who))
        if promised:
            assert default_card(play) in promised.groups()
            seen += 1
    assert seen


def asked_of(play: Table, who: str) -> str:
    """What the player is asked, in words."""
    return asked(play, "your-turn", who).pasted(WORDS)


# ---- who is asked


def check_asks(play: Playing, step: Step) -> int:
    """Every post of an entry that leaves somebody to speak says who, and until when; returns the
    number of posts.
    """
    state = step.table.state
    posts = [one.occasion for one in play.game.messages(step.news) if not one.to]
    if not state.awaited:
        return 0
    until = when(step.table.windows[0].deadline.moment, LONDON, short=True)
    for occasion in posts:
        text = post(occasion, play.facts(step=step)).pasted(WORDS)
        said = re.search(rf"(?m)^{re.escape(state.awaited)}, .*", text)
        assert said, (occasion, text)
        assert until in said[0]
        assert re.search(r"(?m)^If nothing comes in time, ", text)
    return len(posts)


@pytest.mark.parametrize("stage", ASKING)
def test_ts_5_a_post_says_who_is_asked_and_until_when(stage: str) -> None:
    play = ASKING[stage]()
    for step in play.fold.live[-3:]:
        check_asks(play, step)
    assert sum(check_asks(play, step) for step in play.fold.live[-2:])


@pytest.mark.slow
@pytest.mark.parametrize("number", few_first(1, range(3)))
def test_ts_5_posts_of_random_games_say_who_is_asked(number: int) -> None:
    assert sum(check_asks(play, step) for play, step in random_game(situation, number))


def test_ts_10_who_is_still_to_move_is_who_moves_before_it_comes_round() -> None:
    play = claimed()
    said = re.search(r"Still to move before it comes round: (.*?)\. ", posts_of(play)[-1])
    assert said
    movers = []
    while play.state.round == 1:
        movers.append(play.state.actor)
        play.act(f"discard {play.state.player(play.state.actor).hand[-1]}")
        play.act(f"keep {play.state.drawn[0]}")
    assert said[1] == " and ".join(movers)


@pytest.mark.parametrize("size", [10, 11, 12])
def test_ts_18_who_takes_the_last_card_is_told_in_time(size: int) -> None:
    """At most one time round before the end, with one, two or more cards left over."""
    play = Table(hand_size=size).start()
    promised = []
    while play.state.round == 1:
        said = re.search(r"If all draw, (.*?) takes the last", posts_of(play, -1)[-1])
        promised += [said[1]] if said else []
        who = play.state.actor
        if play.state.phase == "turn":
            play.act(f"discard {play.state.player(who).hand[0]}")
        else:
            play.act(f"keep {play.state.drawn[0]}" if play.state.drawn else "done")
    assert promised
    assert set(promised) == {who}


# ---- what nobody else may know


def test_ts_10_a_claim_is_told_the_same_whether_it_is_true() -> None:
    """Two deals that differ in what nobody has seen."""
    told = []
    for bob, zoe in ((HANDS[0], HANDS[2]), (f"{HANDS[2][:-3]} 10D", f"{HANDS[0][:-3]} 10H")):
        play = Table(bob, HANDS[1], zoe, pile=PILE).start()
        play.act("discard 10D", "keep 4S", "notice", "discard 10C", "keep 7H")
        told.append(posts_of(play))
    assert told[0] == told[1]
    assert len(told[0]) > 4


def test_ts_6_a_card_kept_is_in_no_post() -> None:
    told = []
    for pile in ("4S 8C", "4C 8C"):
        play = Table(*HANDS, pile=pile).start()
        told.append(posts_of(play.act("discard 10D", f"keep {pile[:2]}", "done")))
    assert told[0] == told[1]


def test_ts_7_a_card_handed_over_is_told_to_two_alone() -> None:
    posts, to_third = [], []
    for card in ("2D", "5C"):
        play = begun().act(take(ZOE, "9H"), f"hand {card}")
        posts.append(posts_of(play))
        to_third.append(asked(play, "hand", ONEIL).pasted(WORDS))
        assert shown(card) in letter(play, BOB).pasted(WORDS)
        assert shown(card) in letter(play, ZOE).pasted(WORDS)
    assert posts[0] == posts[1]
    assert to_third[0] == to_third[1]


def public_cards(facts: Facts) -> set[str]:
    """The cards that everybody knows of, as texts have them."""
    public = facts["public"]
    found = [*public["discards"], public["shown"], *(act["card"] for act in public["acts"])]
    found += [one["card"] for draw in public["draws"] for one in draw]
    found += [card for player in facts["players"] for card in player["known"]]
    for then in public["rounds"]:
        found += then["revealed"]
        found += [one["card"] for s in then["scores"] for one in (*s["own"], *s["taken"])]
    for event in facts["news"]:
        if event["news"] == "Challenged":
            found += [*event["hand"], *event["claimed"]]
    return {shown(card) for card in found if card}


def cards_in(text: str) -> set[str]:
    return {rank + sign for rank, sign in CARD.findall(text)}


def check_posts(play: Playing, step: Step) -> int:
    """No text for everybody names a card that everybody doesn't know, nor one for a player a card
    that it doesn't; returns how many texts were looked at.
    """
    count = 0
    for known in play.game.occasions:
        if known.name == "opening":
            continue
        for to in play.fold.table.players if known.to_player else [PUBLIC]:
            facts = play.facts(to, step)
            allowed = public_cards(facts)
            if to:
                mine = [*facts["you"]["hand"], *facts["you"]["drawn"]]
                own = [e for e in facts["news"] if to in {e.get("who"), e.get("taker")}]
                mine += [card for e in own for card in (e.get("card"), *e.get("cards", ())) if card]
                allowed |= {shown(card) for card in mine}
            text = Message(to, ((known.name, facts),)).pasted(WORDS)
            assert cards_in(text) <= allowed, (known.name, to, text)
            count += 1
    return count


@pytest.mark.parametrize("play", [bluffed, left_known, unchallenged, one_left])
def test_ts_15_no_text_names_a_card_that_its_reader_can_t_know(play: Callable[[], Table]) -> None:
    table = play()
    assert check_posts(table, table.last) > 20


@pytest.mark.slow
@pytest.mark.parametrize("number", few_first(1, range(5)))
def test_ts_15_no_text_of_a_random_game_names_such_a_card(number: int) -> None:
    places = (found for place, found in enumerate(random_game(situation, number)) if not place % 9)
    assert sum(check_posts(play, step) for play, step in places)


def test_ts_15_known_cards_are_shown_until_one_is_handed_over_unseen() -> None:
    play = left_known()
    for card in play.state.player(ONEIL).hand:
        assert shown(card) in cards_in(asked(play, "turn").pasted(WORDS))
    play.act(take(ONEIL, "9H"), "hand 2C")
    (line,) = re.findall(r"(?m)^- O'Neil holds .*", arisen(play, "turn").pasted(WORDS))
    assert cards_in(line) == {"9♥"}


# ---- points


def check_sums(text: str) -> int:
    """Every sum of a text adds up; returns how many there are."""
    found = SUM.findall(text)
    for parts, total in found:
        assert sum(map(int, parts.split(" + "))) == int(total)
    return len(found)


def check_summary(play: Playing, step: Step) -> int:
    """The points in a post on a round are those of the game, and it shows where they come from."""
    state = step.table.state
    then = state.rounds[-1]
    text = post("round-summary", play.facts(step=step)).pasted(WORDS)
    for score in then.scores:
        start = text.index(f"- {score.name} +{score.points:,}\n")
        item = text[start:].split("\n\n")[0].split("\n- ")[0]
        sums = [int(total) for _, total in SUM.findall(item)] or [score.sum]
        assert sum(sums) == score.sum
        assert ("doubled" in item) is (score.points == 2 * score.sum)
        assert not score.pairs or item.split("\nNothing to pay")[0].endswith(f": {score.points}")
        row = re.search(rf"(?m)^{re.escape(score.name)} +([\d,]+)(?: |$)", text)
        assert row
        assert int(row[1].replace(",", "")) == state.player(score.name).score
    return check_sums(text)


@pytest.mark.parametrize(
    "play",
    [
        unchallenged,
        one_left,
        won,
        lambda: claimed().act("discard 10C", "keep 7H", "challenge"),
        lambda: last_card().act("discard 10D", "done"),
    ],
)
def test_ts_19_the_points_of_a_summary_add_up(play: Callable[[], Table]) -> None:
    table = play()
    over = [step for step in table.fold.live if step.table.state.rounds]
    assert check_summary(table, over[0])


@pytest.mark.slow
@pytest.mark.parametrize("number", few_first(1, range(5)))
def test_ts_19_the_points_of_random_summaries_add_up(number: int) -> None:
    found = list(random_game(situation, number))
    steps = [b for a, b in pairwise(found) if rounds_over(b) > rounds_over(a)]
    assert sum(check_summary(play, step) for play, step in steps)


def rounds_over(found: tuple[Playing, Step]) -> int:
    return len(found[1].table.state.rounds)


@pytest.mark.parametrize("size", [4, 5, 6, 7, 13])
def test_ts_19_the_example_of_the_opening_adds_up(size: int) -> None:
    text = post("opening", Table(hand_size=size).facts()).pasted(WORDS)
    (line,) = re.findall(r"(?m)^- What losing costs.*", text)
    assert check_sums(line) == 1
    (example,) = re.findall(r"(?:you hold|there are) ([^:]*?)(?: among your cards)?:", line)
    assert len(example.split()) == min(size, 7)
    worth = [20 if card[0] == "A" else int(card[:-1]) for card in example.split()]
    assert f"makes it {2 * sum(worth)}." in line


def test_ts_19_what_a_hand_would_cost_is_what_it_costs() -> None:
    play = begun().act("discard 10D", "keep 4S", "notice", "discard 10C", "keep 7H")
    promised = re.search(
        r"would cost you (\d+) points: \d+, doubled by a pair of twos",
        asked(play, "hand", ZOE).pasted(WORDS),
    )
    assert promised
    play.act("discard 10H", "keep 6C")
    assert play.state.rounds[0].scores[1].pairs  # other cards by now, but a pair still
    text = asked(claimed(), "hand", ONEIL).pasted(WORDS)
    assert "would cost you 38 points\n" in text


# ---- what is told


def test_ts_1_the_opening_is_of_this_game_s_options_only() -> None:
    two = post("opening", Table(names=TWO).facts()).pasted(WORDS)
    assert "A-3-5-7, 2-4-6-8, 3-5-7-9 or 4-6-8-10" in two
    assert "another player" not in two
    assert "claim again" not in two
    many = post("opening", Table(names=("Ann", "Bo", "Cy", "Di", "Ed", "Flo")).facts())
    text = many.pasted(WORDS)
    assert "two decks of 40" in text
    assert "A-3-5, 2-4-6, 3-5-7, 4-6-8, 5-7-9 or 6-8-10" in text
    assert "A-3-5-7" not in text


@pytest.mark.parametrize(
    ("play", "times"),
    [
        (lambda: begun().close(), 1),
        (lambda: begun().act("discard 10D").close(), 1),
        (lambda: begun().act(take(ZOE, "9H")).close(), 1),
        (lambda: refuted().close(), 2),  # once more among the turns so far
        (lambda: begun().act("discard 10D", "keep 4S", "done"), 0),
    ],
)
def test_ts_6_what_was_a_default_is_told_as_such(play: Callable[[], Table], times: int) -> None:
    assert arisen(play(), "turn").pasted(WORDS).count("(by default: ") == times


def test_ts_10_the_end_of_a_turn_that_was_a_default_is_told_as_such() -> None:
    text = arisen(begun().act("discard 10D", "keep 4S").close(), "turn").pasted(WORDS)
    assert "Nothing more came from [/b]Bob in time, so nobody is on notice." in text


def test_ts_15_a_bluff_and_a_true_claim_are_told_apart() -> None:
    true = arisen(claimed().act("challenge"), "challenge").pasted(WORDS)
    false = arisen(refuted(), "challenge").pasted(WORDS)
    assert "the claim was true" in true
    assert "A-3-5-7 and 3-5-7-9" in true
    assert "a bluff!" in false
    assert "true" not in false


def test_ts_17_a_hand_that_was_shown_is_told_for_what_it_is() -> None:
    bluff = arisen(bluff_won().say(ONEIL, "reveal"), "reveal").pasted(WORDS)
    true = arisen(unchallenged().say(BOB, "reveal"), "reveal").pasted(WORDS)
    assert "total BLUFF!" in bluff
    assert "A-3-5-7 and 3-5-7-9: the claim was true" in true


def test_ts_17_the_other_player_isn_t_told_how_it_was_won() -> None:
    facts = [play.facts() for play in (bluff_won(), unchallenged())]
    for known in facts:
        text = post("round-summary", known).pasted(WORDS)
        assert not re.search("bluff|true", text, re.IGNORECASE)


def test_the_receipt_s_seal_can_be_checked_by_hand() -> None:
    play = begun().act("discard 10D", "keep 4S")
    text = pm(BOB, ("receipt", receipt_facts(play, BOB))).pasted("phpbb")
    sealed, digest = CODE.findall(text)[1].split("\n")
    assert sealed.endswith(": keep 4S")
    assert hashlib.sha256(sealed.encode()).hexdigest() == digest


def test_ts_16_with_two_left_it_is_said_what_a_right_challenge_does() -> None:
    play = Table(*HANDS[:2], pile=PILE, names=TWO).start().act("discard 10D", "keep 4S", "notice")
    for found in (arisen(play, "notice"), letter(play, ONEIL)):
        assert "left alone, loses" in found.pasted(WORDS)
    for found in (arisen(claimed(), "notice"), letter(claimed(), ONEIL)):
        assert "left alone, loses" not in found.pasted(WORDS)


def test_ts_1_cards_are_those_of_the_deck() -> None:
    """What the checks above take for a card is one, and all are found."""
    assert cards_in(" ".join(map(shown, deck(1)))) == set(map(shown, deck(1)))
