"""Texts of Grouping Black & White: what holds for them beside what holds for every game's."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest
from fit_to_paste import WORDS
from lengths import few_first
from situations import BOB, LONDON, SEED, ZOE, Message, Playing, pm, post, random_game
from situations_grouping_bw import (
    CENTRE,
    FALLING,
    FINAL,
    GROUPS,
    Match,
    arisen,
    final,
    final_set,
    ordered,
    ruined,
    situation,
    turn,
    whole_set,
)

from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import Refusal
from gmtool.engine.steps import Step, hear
from gmtool.games.grouping_bw import GAME
from gmtool.games.grouping_bw.moves import Group, Order
from gmtool.games.grouping_bw.state import DEFAULT
from gmtool.render.when import deadline

POSTS = [known.name for known in GAME.occasions if not known.to_player]
LETTERS = [known.name for known in GAME.occasions if known.to_player]


@cache
def random_steps(number: int) -> list[tuple[Playing, Step]]:
    """A whole random match."""
    return list(random_game(situation, number))


def sampled(every: int, games: int = 2) -> Iterator[tuple[Playing, Step]]:
    """One of so many entries of random matches, of either variant in turn."""
    for number in range(games):
        yield from random_steps(number)[number::every]


def closely(few: int, many: int) -> pytest.MarkDecorator:
    """A test that looks at one of `few` entries, and in its long form at one of `many`."""
    every = few_first(1, [few, pytest.param(many, marks=pytest.mark.slow)])
    return pytest.mark.parametrize("every", every)


def posts(play: Playing, step: Step) -> dict[str, str]:
    """The posts that an entry gives rise to, in plain words."""
    found = GAME.messages(step.news)
    names = [one.occasion for one in found if not one.to]
    return {name: post(name, play.facts(step=step)).pasted(WORDS) for name in names}


def said(play: Playing, step: Step, who: str, text: str) -> Step:
    """What follows if `who` says that after the step; raises Refusal."""
    now = step.table.last_at or play.clock
    return hear(GAME, step.table, Entry(9999, who, text, now, now))


_LINE = r"(?:group A|ante|first|bet|raise) \S.*|call|fold|peek|order"


def proposed(text: str) -> list[str]:
    """The moves in the code blocks of a text made for phpBB."""
    blocks = re.findall(r"(?s)\[code\](.*?)\[/code\]", text)
    lines = "\n".join(blocks).replace("\u200b", "").split("\n")
    return [line for line in lines if re.fullmatch(_LINE, line)]


@closely(45, 4)
def test_what_is_proposed_can_be_sent_as_it_stands(every: int) -> None:
    verbs = set()
    for play, step in sampled(every, 5 if every == 4 else 2):
        for who in step.table.players:
            text = pm(who, ("your-turn", play.facts(who, step))).pasted("phpbb")
            for line in proposed(text):
                said(play, step, who, line)
                verbs.add(line.split(" ")[0])
    usual = {"bet", "fold"}
    every_one = {"group", "ante", "order", "first", "raise", "call", "peek"} | usual
    assert verbs >= (every_one if every == 4 else usual)


@pytest.mark.parametrize("name", [n for n in situation.texts if n.startswith("your-turn-to-")])
def test_who_is_asked_is_told_a_move_to_send(name: str) -> None:
    assert proposed(situation.texts[name]().pasted("phpbb"))


@closely(40, 4)
def test_gb_6_limits_in_the_texts_are_those_of_the_rules(every: int) -> None:
    kinds = set()
    for play, step in sampled(every):
        state = step.table.state
        if state.phase != "betting":
            continue
        who = state.round.actor
        texts = [
            post("dealt", play.facts(step=step)).pasted(WORDS),
            pm(who, ("your-turn", play.facts(who, step))).pasted(WORDS),
        ]
        for text in texts:
            kinds.add(check_limits(play, step, who, text))
    assert kinds >= {("bet", True), ("raise", True)}


def check_limits(play: Playing, step: Step, who: str, text: str) -> tuple[str, bool]:
    """What a text says of how much can be bet or raised, and what a call costs, is so; returns the
    verb, and whether it is possible.
    """
    verb = "raise" if step.table.state.round.actions else "bet"
    found = re.findall(rf"(?m)^- “{verb} (\d+)”(?: to “{verb} (\d+)”)?: ", text)
    least, most = 1, 0
    if found:
        least, most = int(found[0][0]), int(found[0][1] or found[0][0])
    assert least == 1
    for chips in {least, most, most + 1, 11} - {0}:
        if chips <= most:
            said(play, step, who, f"{verb} {chips}")
        else:
            with pytest.raises(Refusal):
                said(play, step, who, f"{verb} {chips}")
    for cost in re.findall(r"(?m)^- “call”: costs you (\d+) chip", text):
        called = said(play, step, who, "call").news[0]
        assert called.name == "Acted"
        assert called["paid"] == int(cost)
    assert ("There can be no raise" in text) is (most == 0)
    return verb, most > 0


WHY: dict[str, tuple[tuple[int, int], str]] = {
    "the rule": ((30, 30), "10 is the most at a time"),
    "the opponent's chips": ((9, 30), "Zoë 🎲 has no more than that left"),
    "one's own": ((30, 9), "that is all you have beyond the 4 to match"),
    "one's own last": ((30, 6), "that is all you have beyond the 4 to match"),
    "what both have": ((9, 9), "4 is all that either of you has left after matching"),
    "nothing of one's own": ((30, 5), "matching takes all you have"),
    "nothing of the opponent's": ((5, 30), "Zoë 🎲 has no chips left"),
}


@pytest.mark.parametrize("why", WHY)
def test_gb_6_the_text_says_which_limit_binds(why: str) -> None:
    chips, words = WHY[why]
    play = Match(FALLING, CENTRE).start().chips(*chips).group().first().act("bet 4")
    for message in (arisen(play, "bet"), turn(play, BOB)):
        text = message.pasted(WORDS)
        assert [words in text for _, words in WHY.values()] == [words == w for _, w in WHY.values()]
    for line in proposed(turn(play, BOB).pasted("phpbb")):
        said(play, play.last, BOB, line)


@closely(20, 2)
def test_the_posts_of_an_entry_say_who_is_asked_and_until_when(every: int) -> None:
    asked = 0
    for play, step in sampled(every):
        for window in step.table.windows:
            if window.entry != step.entry.number:
                continue
            found = posts(play, step)
            text = "\n".join(found.values())
            if not found and window.key == "first":
                continue
            assert deadline(Instant(window.deadline).moment, LONDON) in text
            turns = [t for t in GAME.wanted(step.table.state).turns if t.expected]
            for name in (t.who for t in turns if t.window == window.key):
                assert re.search(rf"(?m)^(.* and )?{re.escape(name)}(, | and .*, )", text), name
            asked += 1
    assert asked > 60 / every


@closely(15, 2)
def test_each_round_is_told_in_one_post_of_its_entry(every: int) -> None:
    ended = began = 0
    for play, step in sampled(every):
        over = [x for x in step.news if x.name == "RoundOver"]
        opened = [x for x in step.news if x.name == "BettingOpened"]
        if not over and not opened:
            continue
        found = posts(play, step)
        told = [t for name, t in found.items() if name in {"fold", "showdown"}]
        assert len(told) == bool(over)
        for one in over:
            chips = zip(step.table.players, one["chips"], strict=True)
            line = "Chips now: " + ", ".join(f"{name} {left}" for name, left in chips)
            assert told[0].count(line) >= 1 if any(one["bets"]) else line not in told[0]
        lines = [text.count("your tiles lie face down") for text in found.values()]
        assert sum(lines) == len(opened)
        ended, began = ended + len(over), began + len(opened)
    assert ended > 60 / every
    assert began > 60 / every


def shown(text: str) -> set[str]:
    """The tiles whose numbers a text tells."""
    return set(re.findall(r"\b(?:black|white) \d", text))


@closely(60, 12)
def test_gb_4_posts_tell_no_number_but_of_tiles_that_all_have_seen(every: int) -> None:
    for play, step in sampled(every):
        facts = play.facts(step=step)
        rounds = facts["public"]["rounds"]
        seen = {
            f"{colour} {tile}"
            for then in rounds
            for colour, tile in zip(then["colours"], then["tiles"], strict=True)
            if tile is not None
        }
        for occasion in POSTS:
            for version in (facts, facts | {"news": []}):
                assert shown(post(occasion, version).pasted(WORDS)) <= seen


SAME_TO_BOB = {
    "other tiles": ("death-match", FALLING, "6785 10 432", GROUPS),
    "other groups": ("death-match", FALLING, "8765 12 430", "group A 1 2 B 0 3 4 C 5 6 7 8"),
    "final, other tiles": (FINAL, "5678 10 432", "7658 10 432", GROUPS),
    "final, other groups": (FINAL, "5678 10 432", "5678 12 430", "group A 1 2 B 0 3 4 C 5 6 7 8"),
}


@pytest.mark.parametrize(
    ("secret", "rounds"),
    [
        ("final, other tiles", 1),
        *few_first(1, [pytest.param(secret, 9, marks=pytest.mark.slow) for secret in SAME_TO_BOB]),
    ],
)
def test_gb_4_gb_7_texts_of_matches_that_differ_in_secrets_only_are_the_same(
    secret: str, rounds: int
) -> None:
    """Zoë folds every round, so that Bob never sees a tile of Zoë's."""

    def texts(tiles: str, groups: str) -> list[str]:
        play = Match(tiles, CENTRE, tiles, CENTRE, variant=variant).start()
        play.group(ZOE, groups=groups).group(BOB).first()
        told = []
        for number in range(rounds):
            told += every_text(play) if number % 3 == 1 else []
            play.act("fold") if play.actor == ZOE else play.act("bet 1", "fold")
        told += every_text(play)
        return told

    variant, tiles, others, groups = SAME_TO_BOB[secret]
    told = texts(tiles, GROUPS)
    assert texts(others, groups) == told
    assert texts("01 8765 432", GROUPS) != told  # their colours differ


def every_text(play: Playing) -> list[str]:
    """All that the public and Bob could be shown, as things stand and of the last entry."""
    return [
        Message(seer, ((name, facts),)).pasted(WORDS)
        for seer, names in ((PUBLIC, POSTS), (BOB, LETTERS))
        for facts in (play.facts(seer), play.now(seer))
        for name in names
    ]


def test_gb_17_the_thread_isn_t_told_what_the_order_told() -> None:
    first = ordered("8765 10 432", CENTRE).group(ZOE).first()
    other = ordered("8765 10 432", "234 5678 01").group(ZOE).first()
    for occasion in POSTS:
        told = [post(occasion, play.facts()).pasted(WORDS) for play in (first, other)]
        assert told[0] == told[1]
    letters = [pm(BOB, ("your-turn", play.facts(BOB))).pasted(WORDS) for play in (first, other)]
    assert "B A C (your Order told you)" in letters[0]
    assert "B C A (your Order told you)" in letters[1]


@closely(60, 3)
def test_what_can_be_is_what_the_view_says(every: int) -> None:
    many = 0
    for play, step in sampled(every):
        if step.table.state.phase != "betting":
            continue
        for who in step.table.players:
            facts = play.facts(who, step)
            text = pm(who, ("your-turn", facts)).pasted(WORDS)
            found = re.findall(r"(?m) tile (?:can be|can only be|is): ([\d, or]+)", text)
            tiles = [[int(n) for n in re.findall(r"\d", one)] for one in found]
            you = facts["you"]
            assert tiles == [you["own"]["possible"], you["theirs"]["possible"]]
            many += 1
    assert many > 100 / every


@closely(60, 3)
def test_the_table_of_tiles_is_what_the_player_was_shown(every: int) -> None:
    """GB-7, GB-8: a row a round, with each number that was shown and no other."""
    rows = 0
    for play, step in sampled(every):
        for who in step.table.players:
            facts = play.facts(who, step)
            text = pm(who, ("your-turn", facts)).pasted(WORDS)
            if "so far\n" not in text:
                continue
            you, now = facts["you"], facts["public"]["round"]
            for mine, theirs in zip(you["own"]["dealt"], you["theirs"]["dealt"], strict=True):
                if mine["number"] == now:
                    continue
                row = next(x for x in text.split("\n") if re.match(rf" *{mine['number']}  ", x))
                cells = re.findall(r"(black|white) (\d|\?)", row)
                shows = [(x["colour"], str(x["tile"])) for x in (mine, theirs)]
                assert cells == [(c, "?" if t == "None" else t) for c, t in shows]
                rows += 1
    assert rows > 60 / every


def test_gb_14_a_black_tile_folded_without_a_penalty_is_told_to_be_no_8() -> None:
    texts = {
        "black": arisen(final(CENTRE, FALLING).begin().act("fold"), "fold"),
        "white": arisen(final("5678 01 234", FALLING).begin().act("fold"), "fold"),
        "8": arisen(final(FALLING, CENTRE).begin().act("fold"), "fold"),
        "death match": arisen(Match(CENTRE, FALLING).begin().act("fold"), "fold"),
    }
    told = {name: message.pasted(WORDS) for name, message in texts.items()}
    assert [name for name, text in told.items() if "is no 8" in text] == ["black"]
    assert [name for name, text in told.items() if "is an 8" in text] == ["8"]


def in_other_groups() -> Match:
    """Bob's groups aren't those of the example."""
    play = Match().start().group(ZOE)
    return play.group(BOB, groups="group A 1 8 B 2 3 4 C 0 5 6 7").first()


STANDS: dict[str, Callable[[], Match]] = {
    "first set": lambda: Match().start(),
    "later set": whole_set,
    "later set of a final": final_set,
    "other groups than the example's": lambda: in_other_groups().half(rounds=18),
}


@pytest.mark.parametrize("where", STANDS)
def test_gb_2_the_groups_that_are_said_to_stand_do(where: str) -> None:
    play = STANDS[where]()
    text = turn(play, BOB).pasted("phpbb")
    assert "If nothing comes in time, these groups stand." in text
    sent = next(line for line in proposed(text) if line.startswith("group"))
    end = play.fold.table.windows[0].deadline
    by_default = hear(GAME, play.fold.table, Entry(999, "host", "close", end, end)).news
    (grouped,) = hear(GAME, play.fold.table, Entry(999, BOB, sent, end, end)).news
    assert grouped.name == "Grouped"
    assert replace(grouped, facts={**grouped.facts, "how": DEFAULT}) in by_default


def test_gb_6_a_fold_is_said_to_stand_and_does() -> None:
    play = Match(FALLING, CENTRE).begin().act("bet 5")
    for message in (arisen(play, "bet"), turn(play, BOB)):
        assert "If nothing comes in time, you fold." in message.pasted(WORDS)
    end = play.fold.table.windows[0].deadline
    news = hear(GAME, play.fold.table, Entry(999, "host", "close", end, end)).news
    assert news[0].name == "Folded"


def test_gb_15_the_message_says_how_many_tiles_may_leave_each_group() -> None:
    text = turn(final_set(), BOB).pasted(WORDS)
    assert "A 0 1: at most one of them may leave A" in text
    for groups, allowed in (
        ("group A 0 2 B 1 3 4 C 5 6 7 8", True),
        ("group A 2 3 B 0 1 4 C 5 6 7 8", False),
        ("group A 0 5 B 6 3 4 C 1 2 7 8", True),
        ("group A 0 1 B 5 6 4 C 2 3 7 8", False),
    ):
        play = final_set()
        if allowed:
            play.say(BOB, groups)
        else:
            play.refused(BOB, groups)


@closely(60, 3)
def test_who_isn_t_asked_is_told_so(every: int) -> None:
    for play, step in sampled(every):
        table = step.table
        asked = {t.who for t in GAME.wanted(table.state).turns if t.expected and t.window}
        for name in table.players:
            text = pm(name, ("your-turn", play.facts(name, step))).pasted(WORDS)
            nothing = re.search("nothing (more to do|for you to do|that you must do)", text)
            assert bool(nothing) is (name not in asked), text


def test_the_receipt_s_seal_can_be_checked_by_hand() -> None:
    text = situation.texts["receipt-groups-sealed"]().pasted("phpbb")
    groups, sealed = re.findall(r"(?s)\[code\](.*?)\[/code\]", text)
    sealed, digest = sealed.split("\n")
    assert f"group {groups.replace(chr(10), ' ')}" == GROUPS
    assert sealed.endswith(f" {ZOE}: {GROUPS}")
    assert hashlib.sha256(sealed.encode()).hexdigest() == digest


def test_gb_3_the_draws_can_be_redone_by_what_the_final_post_says() -> None:
    """In the words of the post: no line of this is the program's."""

    def below(m: int, numbers: Iterator[int]) -> int:
        return next(n for n in numbers if n < 2**32 - 2**32 % m) % m

    def stream(number: int) -> Iterator[int]:
        subseed = hmac.digest(SEED, f"gmtool draw {number}".encode(), "sha256")
        for counter in range(99):
            block = hashlib.sha256(subseed + counter.to_bytes(4, "big")).digest()
            yield from (int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4))

    def shuffled(things: list[str], numbers: Iterator[int]) -> list[str]:
        for i in range(len(things) - 1, 0, -1):
            other = below(i + 1, numbers)
            things[i], things[other] = things[other], things[i]
        return things

    groups = {"A": ["1", "8"], "B": ["2", "3", "4"], "C": ["0", "5", "6", "7"]}
    play = Match().start().group(ZOE, groups="group A 1 8 B 2 3 4 C 0 5 6 7").group(BOB).first()
    play.half()
    given = {ZOE: groups, BOB: {"A": ["0", "1"], "B": ["2", "3", "4"], "C": ["5", "6", "7", "8"]}}
    moves = [step.move for step in play.fold.live if step.entry.who == "chance"]
    drawn = [move for move in moves if isinstance(move, Order)]
    assert [move.who for move in drawn] == [ZOE, BOB, ZOE, BOB]
    for number, move in enumerate(drawn, 1):
        numbers = stream(number)
        tiles = {letter: shuffled(list(t), numbers) for letter, t in given[move.who].items()}
        letters = shuffled(["A", "B", "C"], numbers)
        assert list(move.tiles) == [tile for letter in letters for tile in tiles[letter]]
    text = arisen(ruined(), "final").pasted(WORDS)
    assert "the tiles of a group lie in rising order, and the groups as A B C" in text
    assert "the tiles of A, those of B, those of C, and then the three groups" in text


def test_a_default_grouping_is_told_word_for_word() -> None:
    play = Match().start().group(ZOE).close()
    (found,) = (m for m in GAME.messages(play.fold.live[-3].news) if m.to)
    text = pm(BOB, (found.occasion, play.facts(BOB, play.fold.live[-3]))).pasted(WORDS)
    move = GAME.grammar.typed(GROUPS)
    assert isinstance(move, Group)
    for letter, tiles in zip("ABC", (move.a, move.b, move.c), strict=True):
        assert f"\n{letter} {' '.join(tiles)}\n" in text
