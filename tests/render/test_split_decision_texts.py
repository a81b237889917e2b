"""Texts of Split Decision: what holds for them beside what holds for every game's."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest
from fit_to_paste import WORDS
from situations import (
    LONDON,
    SEED,
    Facts,
    Message,
    Playing,
    pm,
    post,
    quoted,
    random_game,
    receipt_facts,
    told,
)
from situations_split_decision import (
    BLUE,
    CODES,
    FULL_DECK,
    GOLD,
    LIST,
    PODIUMS,
    RED,
    Episode,
    after_five,
    arisen,
    head_started,
    in_bonus,
    long_round_1,
    no_chips,
    seals,
    sets_run_out,
    situation,
    with_a_card_kept,
)

from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC
from gmtool.engine.instants import Instant
from gmtool.engine.steps import Step, hear, read_typed
from gmtool.engine.telling import News
from gmtool.games.split_decision import GAME
from gmtool.render.when import deadline

POSTS = [known.name for known in GAME.occasions if not known.to_player]
LETTERS = [known.name for known in GAME.occasions if known.to_player]


@cache
def random_steps(number: int) -> list[tuple[Playing, Step]]:
    """A whole random episode."""
    return list(random_game(situation, number))


def sampled(every: int = 5) -> Iterator[tuple[Playing, Step]]:
    """One of so many entries of two random episodes."""
    for number in (0, 1):
        yield from random_steps(number)[number::every]


def posts(play: Playing, step: Step) -> dict[str, str]:
    """The posts that an entry gives rise to, in plain words."""
    found = GAME.messages(step.news)
    names = [one.occasion for one in found if not one.to]
    return {name: post(name, play.facts(step=step)).pasted(WORDS) for name in names}


@pytest.mark.slow
def test_the_posts_of_an_entry_say_who_is_asked_and_until_when() -> None:
    asked = 0
    for play, step in sampled():
        for window in step.table.windows:
            if window.entry != step.entry.number:
                continue
            text = "\n".join(posts(play, step).values())
            assert deadline(Instant(window.deadline).moment, LONDON) in text
            turns = GAME.wanted(step.table.state).turns
            for name in (turn.who for turn in turns if turn.window == window.key):
                own = re.escape(name)
                assert re.search(rf"(?m)^{own}(, it is|, please|, you)|{own}.*: please PM", text)
            asked += 1
    assert asked > 50


@pytest.mark.slow
def test_each_card_is_told_in_one_post_of_its_entry() -> None:
    shown = 0
    for play, step in sampled(2):
        cards = [
            one for one in step.news if one.name == "CardShown" and one["situation"] != "free-ace"
        ]
        texts = posts(play, step)
        texts.pop("board", "")
        lines = [line for text in texts.values() for line in text.split("\n")]
        ways = ("head start card", "The free look for", "The card for", "turns it over")
        assert sum(any(way in line for way in ways) for line in lines) == len(cards)
        shown += len(cards)
    assert shown > 40


@pytest.mark.slow
def test_what_is_forced_and_what_stands_when_time_is_up_is_told_as_such() -> None:
    """SD-36."""
    found = set()
    for play, step in sampled(3):
        for how, words in (("forced", "only"), ("default", "time was up")):
            if any(one.facts.get("how") == how for one in step.news):
                assert words in "\n".join(posts(play, step).values())
                found.add(how)
    assert found == {"forced", "default"}


def test_a_verdict_says_that_time_was_up() -> None:
    """SD-11."""
    text = situation.texts["verdict-time-was-up"]().pasted(WORDS)
    assert f"{GOLD}'s time to answer was up, which counts as wrong." in text


@pytest.mark.parametrize("occasion", POSTS)
def test_the_kept_answer_is_told_when_its_question_is_over_and_not_before(occasion: str) -> None:
    """SD-11."""
    play = head_started().ask(GOLD).wrong()
    assert "Goethe" not in post(occasion, play.facts()).pasted(WORDS)
    assert "Goethe" not in post(occasion, play.now()).pasted(WORDS)
    assert "Goethe" in arisen(play.wrong().wrong(), "verdict").pasted(WORDS)


@pytest.mark.slow
def test_what_is_proposed_can_be_sent_as_it_stands() -> None:
    proposed = 0
    for play, step in sampled(11):
        for turn in GAME.wanted(step.table.state).turns:
            if turn.who not in step.table.players:
                continue
            text = pm(turn.who, ("your-turn", play.facts(turn.who, step))).pasted("phpbb")
            now = step.table.last_at or Instant("2026-11-20T20:00:00Z")
            (block,) = re.findall(r"(?s)\[code\](.*?)\[/code\]", text)
            for line in block.replace("\u200b", "").split("\n"):
                if not line.startswith("codes"):
                    (move,) = read_typed(GAME, step.table, turn.who, line)
                    hear(GAME, step.table, Entry(999, turn.who, str(move), now, now))
                    proposed += 1
    assert proposed > 30


@pytest.mark.slow
def test_who_isn_t_asked_is_told_so() -> None:
    for play, step in sampled(7):
        asked = {turn.who for turn in GAME.wanted(step.table.state).turns}
        for name in step.table.players:
            text = pm(name, ("your-turn", play.facts(name, step))).pasted(WORDS)
            nothing = "nothing for you to do" in text or "nothing more to do" in text
            assert nothing is (name not in asked)


DECISIONS: dict[str, Callable[[], Episode]] = {
    "head start": lambda: Episode("9H").begin(),
    "free Ace": long_round_1,
    "head start beside a free Ace": lambda: long_round_1("KC").heads("high", "low"),
    "a card": lambda: head_started("9H").win(RED),
    "an Ace": lambda: Episode("AC 2D 2H 2S 3C AD").begin().heads("low").skip().win(RED),
    "a Joker": lambda: Episode("5C 2D 2H 2S 3C JOKER").begin().heads("low").skip().win(RED),
    "free look": lambda: after_five("7H").win(RED),
    "no peek": lambda: no_chips().win(RED),
    "kept, beside nothing": lambda: with_a_card_kept("10C"),
    "kept, a Joker": lambda: with_a_card_kept("JOKER"),
    "passed": lambda: no_chips("9D").win(RED, f"pass {quoted(GOLD)}"),
}


@pytest.mark.parametrize("decision", DECISIONS)
def test_what_is_said_to_stand_if_nothing_comes_does(decision: str) -> None:
    """SD-36."""
    play = DECISIONS[decision]()
    who = play.state.play.who
    text = pm(who, ("your-turn", play.facts(who))).pasted(WORDS)
    (stands,) = re.findall(r"If nothing comes in time, “(\w+)” stands", text)
    table = play.fold.table
    end = table.windows[0].deadline
    by_default = hear(GAME, table, Entry(999, "host", "close", end, end)).news
    said = hear(GAME, table, Entry(999, who, stands, end, end)).news
    assert by_default[0]["how"] == "default"
    assert [as_said(one) for one in by_default] == [as_said(one) for one in said]


def as_said(one: News) -> News:
    """News whatever brought it about."""
    return replace(one, facts={**one.facts, "how": ""}) if "how" in one.facts else one


STANDS = {
    "your-turn-cut": "the deck is cut at 27",
    "your-turn-answer": "it counts as wrong",
    "your-turn-pick": "the lowest four numbers are picked",
    "your-turn-name-the-range": "the widest range stands",
    "your-turn-make-the-wager": "the least wager stands",
    "your-turn-name-a-suit": "the first of them is named",
}


@pytest.mark.parametrize("name", STANDS)
def test_every_message_says_what_stands_if_nothing_comes(name: str) -> None:
    """SD-36."""
    assert f"If nothing comes in time, {STANDS[name]}." in situation.texts[name]().pasted(WORDS)


def test_seals_are_listed_in_one_post_when_codes_are_complete() -> None:
    """SD-10: after the first collection with the cut, later with who has buzzed in."""
    first = Episode().start().send()
    again = sets_run_out().send()
    for play, where in ((first, "cut"), (again, "buzz")):
        facts = told(play, where) | {"seals": seals(3)}
        names = [one.occasion for one in GAME.messages(play.last.news) if not one.to]
        listing = [n for n in names if seals(3)[0][:32] in post(n, facts).pasted(WORDS)]
        assert listing == [where]


def test_the_receipt_s_seal_can_be_checked_by_hand() -> None:
    play = Episode(codes={RED: LIST}).start().send(RED)
    text = pm(RED, ("receipt", receipt_facts(play, RED))).pasted("phpbb")
    rows, sealed = re.findall(r"(?s)\[code\](.*?)\[/code\]", text)
    assert " ".join(rows.split("\n")) == LIST
    assert [len(row.split(" ")) for row in rows.split("\n")] == [10, 10, 10]
    sealed, digest = sealed.split("\n")
    assert sealed.endswith(f" {RED}: codes {LIST}")
    assert hashlib.sha256(sealed.encode()).hexdigest() == digest


@pytest.mark.slow
def test_texts_of_episodes_that_differ_in_secrets_only_are_the_same() -> None:
    """SD-4, SD-10, SD-11: unused codes, the order of the deck, the kept answer, what is covered on
    the boards of the bonus.
    """

    def texts(codes: str, below: str, answer: str) -> list[str]:
        lists = {who: f"{CODES[who]} {codes if who == RED else 7} 9" for who in PODIUMS}
        play = Episode(f"5C KD 2H 2S 9H {below}", codes=lists, buzzcodes=3)
        play.begin().heads("low", "high", "refuse", "refuse")
        play.say("host", f'question "Who?" answer "{answer}"').say("host", "draw 50")
        play.say(GOLD, 'answer "me"').say("host", "wrong")
        return every_text(play, PUBLIC) + every_text(play, BLUE)

    assert texts("1", "3C 4C", "sphinx") == texts("99", "4C 3C", "riddle")

    def of_bonus(board: str, suits: str) -> list[str]:
        play = in_bonus("2C", f"suits {suits}", board=f"board {board}")
        play.say(RED, "pick 1 5 9 15").say(RED, "range A 3").say(RED, "wager 750")
        return every_text(play) + every_text(play.say(RED, "suit spades"))

    first = of_bonus("A 7 DEVIL K 3 Q 10 2 A 9 5 J 8 6 4", "NO 2ND AGAIN NO")
    assert first == of_bonus("A K 7 DEVIL 3 J 5 9 A 2 10 Q 6 8 4", "2ND AGAIN NO NO")


def every_text(play: Playing, seer: str = PUBLIC) -> list[str]:
    """All that a seer could be shown as things stand, and of the last entry."""
    names = LETTERS if seer else POSTS
    versions: list[Facts] = [play.facts(seer), play.now(seer)]
    return [Message(seer, ((n, facts),)).pasted(WORDS) for n in names for facts in versions]


def test_a_deck_shuffled_after_the_opening_post_has_a_post_of_its_own() -> None:
    for name, own in (("opening-seed", False), ("opening-words", True), ("opening-typed", True)):
        text = situation.texts[name]().pasted(WORDS)
        assert text.startswith("Episode 6: the deck is shuffled" if own else "Episode 6: Split D")
        assert ("The game in brief" in text) is not own


def test_the_opening_says_after_the_end_what_it_said_before() -> None:
    """SD-1, SD-27: who was champion with how many titles, and what its bonus could bring."""

    def said(titles: int) -> Iterator[str]:
        play = Episode(titles=titles)
        yield post("opening", play.now()).pasted(WORDS)
        play.begin()
        while play.state.phase != "ended":
            if play.state.phase == "question":
                play.pose().say("host", "draw")
            elif play.state.asking:
                play.right()
            else:
                play.close()
        yield post("opening", play.now()).pasted(WORDS)

    def told(text: str) -> list[str]:
        return [line for line in text.split("\n") if re.match("Welcome|- Red|- Bonus", line)]

    for titles, most in ((1, "$50,000."), (3, "$100,000 ("), (4, "$250,000 (")):
        before, after = map(told, said(titles))
        assert before == after
        assert most in before[0]


@pytest.mark.parametrize("left", [6, 5, 1, 0])
def test_a_warning_comes_when_few_sets_are_left(left: int) -> None:
    """SD-9."""
    play = Episode(buzzcodes=left + 1).begin().skip().ask(GOLD)
    said = re.findall(r"(?m)^(.*) of buzzcodes (?:is|are) left", arisen(play, "buzz").pasted(WORDS))
    few = {5: "Only 5 unused sets", 1: "Only 1 unused set", 0: "No unused set"}
    assert said == ([few[left]] if left in few else [])


def test_money_is_what_the_view_says() -> None:
    """SD-24, SD-26, SD-34."""
    ended = 0
    for number in (0, 1):
        play, step = random_steps(number)[-1]
        view = GAME.view(step.table.state, PUBLIC)
        text = posts(play, step)["final"]
        for player in view["players"]:
            table = text[text.index("The money") :].split("\n")
            row = next(line for line in table if line.startswith(player["name"]))
            assert row.endswith(f" ${player.get('total', player['money']):,}")
            ended += 1
    assert ended == 6


def test_a_round_s_summary_names_every_question_with_who_was_right() -> None:
    """SD-12, SD-13."""
    for number in (0, 1):
        for play, step in random_steps(number):
            for ended in (one for one in step.news if one.name == "RoundEnded"):
                text = posts(play, step)["round-summary"]
                for asked in ended["round"].questions:
                    assert f"- {asked.text} – {asked.answer} ({asked.winner or 'nobody'})" in text


def test_the_draws_can_be_redone_by_what_the_final_post_says() -> None:
    """SD-3, SD-7, SD-27, in the words of the post: no line of this is the program's."""

    def stream(number: int) -> Iterator[int]:
        subseed = hmac.digest(SEED, f"gmtool draw {number}".encode(), "sha256")
        for counter in range(99):
            block = hashlib.sha256(subseed + counter.to_bytes(4, "big")).digest()
            yield from (int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4))

    def below(m: int, numbers: Iterator[int]) -> int:
        return next(n for n in numbers if n < 2**32 - 2**32 % m) % m

    def shuffled(things: list[str], number: int) -> str:
        numbers = stream(number)
        for i in range(len(things) - 1, 0, -1):
            other = below(i + 1, numbers)
            things[i], things[other] = things[other], things[i]
        return " ".join(things)

    play = Episode().begin()
    while play.state.phase != "ended":
        if play.state.phase == "question":
            play.pose().say("host", "draw")
        elif play.state.asking:
            play.right()
        else:
            play.close()
    drawn = [step.entry.text.split(" ", 1) for step in play.fold.live if step.entry.who == "chance"]
    text = arisen(play, "final").pasted(WORDS)
    board, suits = re.findall(r"from (A A .* DEVIL), .* from (2ND NO NO AGAIN),", text)[0]
    assert "clubs, diamonds, hearts, spades, each from 2 to ace, then the two Jokers" in text
    assert {verb for verb, _ in drawn} == {"shuffle", "draw", "board", "suits"}
    for number, (verb, things) in enumerate(drawn, 1):
        if verb == "draw":
            assert things == str(1 + below(100, stream(number)))
        else:
            laid = {"board": board.split(), "suits": suits.split()}.get(verb, list(FULL_DECK))
            assert things == shuffled(laid, number)
