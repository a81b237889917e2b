"""Texts of Auction Poker: what holds for them beside what holds for every game's."""

from __future__ import annotations

import hashlib
import re

import pytest
from fit_to_paste import WORDS
from lengths import few_first
from situations import BEGAN, BOB, LONDON, pause, pm, post, random_game, receipt_facts
from situations_auction_poker import Round, opening_over, situation, trash

from gmtool.engine.entries import Entry
from gmtool.engine.steps import hear
from gmtool.games.auction_poker import GAME
from gmtool.render.dialects import find
from gmtool.render.environment import Style, write


def test_a_pause_and_what_it_means_is_told() -> None:
    text = post("batch-open", pause(Round().start()).now()).pasted(WORDS)
    assert "The game is paused: what you send now doesn't count." in text


@pytest.mark.slow
@pytest.mark.parametrize("number", few_first(2, range(10)))
def test_what_an_inventory_proposes_can_be_sent_as_it_stands(number: int) -> None:
    proposed = 0
    for play, step in random_game(situation, number):
        for who in play.fold.table.players:
            text = pm(who, ("inventory", play.facts(who, step))).pasted("phpbb")
            for block in re.findall(r"(?s)\[code\](.*?)\[/code\]", text):
                for line in block.split("\n"):
                    now = step.table.last_at or BEGAN
                    hear(GAME, step.table, Entry(999, who, line, now, now))
                    proposed += 1
    assert proposed


def test_the_receipt_s_seal_can_be_checked_by_hand() -> None:
    play = Round("[i]Ann", "Bob").start().say("[i]Ann", "bid A 30")
    text = pm("[i]Ann", ("receipt", receipt_facts(play, "[i]Ann"))).pasted("phpbb")
    sealed, digest = re.findall(r"(?s)\[code\](.*?)\[/code\]", text)[1].split("\n")
    assert sealed.endswith(" [i]Ann: bid A 30")
    assert hashlib.sha256(sealed.encode()).hexdigest() == digest


def test_public_texts_of_games_that_differ_in_secrets_only_are_the_same() -> None:
    """What one player trashes or keeps, and how losing bids differ, isn't told to the others."""

    def texts(bid: str, trashed: int) -> list[str]:
        play = Round("Ann", "Bob", lots=2, batch_size=2, change_sessions=1).start()
        play.say("Ann", "bid A 50", 1).say("Bob", f"bid A {bid}, B 9", 1)
        told = [post("batch-result", play.close().facts())]
        play.say("Ann", f"trash {play.hand('Ann')[trashed]}", 1)
        told += [post("change-open", play.facts()), post("standings", play.now())]
        told.append(pm("Bob", ("inventory", play.facts("Bob"))))
        return [one.pasted(WORDS) for one in told]

    assert texts("7", 0) == texts("49", 5)


def test_a_message_of_two_blocks_greets_and_signs_once() -> None:
    text = situation.texts["receipt-with-a-refusal"]().pasted(WORDS)
    assert text.count("Hi ") == text.count("host of") == 1
    assert text.count("UTC") == 1, "the deadline is said once"


def test_what_wants_an_answer_comes_first_and_the_seal_last() -> None:
    text = situation.texts["receipt-with-a-refusal"]().pasted(WORDS)
    asked, taken = text.index("I couldn't take all"), text.index("This is on record")
    assert asked < taken < text.index("The seal of your move")
    text = situation.texts["receipt-with-the-hand-left"]().pasted(WORDS)
    assert text.index("This is where you stand") < text.index("The seal of your move")


@pytest.mark.parametrize("name", ["ruling-adjust", "ruling-inactive", "ruling-of-any-game"])
def test_a_ruling_calls_a_player_by_one_name(name: str) -> None:
    found = situation.texts[name]()
    ((occasion, facts),) = found.blocks
    forum = tuple((player, f"{player}_88") for player in facts["game"]["players"])
    written = write(
        (found.kind or GAME.kind,), occasion, facts, Style(find("plain"), LONDON, mentions=forum)
    )
    assert "_88" not in written.body


def test_what_a_text_before_it_said_of_a_session_isn_t_said_again() -> None:
    """The result or the catalogue of the same close comes first, and tells why a session ended."""
    play = opening_over(coins=40, change_sessions=2)
    play.say(BOB, trash(play, BOB, 1)).close()
    told = [
        post(one, play.facts()).pasted(WORDS).count("so change session 1 is over")
        for one in ("change-catalogue", "change-open")
    ]
    assert told == [1, 0]
    assert "so change session" not in situation.texts["final-after-the-last-catalogue"]().pasted(
        WORDS
    )


def test_a_deal_has_a_post_of_its_own_where_it_comes_after_the_opening_post() -> None:
    for name, own in (("opening-seed", False), ("opening-words", True), ("opening-typed", True)):
        text = situation.texts[name]().pasted(WORDS)
        assert text.startswith("Round 3: the catalogue" if own else "Round 3: Auction Poker")
        assert ("The game in brief" in text) is not own
        assert "A    " in text


def test_a_message_without_a_host_s_name_and_thread_is_signed_all_the_same() -> None:
    play = Round().start().say(BOB, "bid A 30")
    facts = play.facts(BOB, host="", thread="")
    text = pm(BOB, ("inventory", facts)).pasted(WORDS)
    assert text.endswith("\n\nThe host of Round 3")


REASONS = {
    "{who} has already bid 30 on lot A.": "You have already bid 30 on lot A.",
    "{who} has its opening lot and needn't pass.": "You have your opening lot and needn't pass.",
    "{who} was ruled inactive and makes no more moves.": "You were ruled inactive and make no",
    "{who} stands already.": "You stand already.",
    "AS is not in {who}'s hand (2C).": "AS is not in your hand (2C).",
    "“pass?” isn't a move (perhaps `pass`).": "“pass?” isn't a move (perhaps “pass”).",
    "write `bid A 30`, or `pass`.": "Write “bid A 30”, or “pass”.",
    "“a `b” can't be read; say `pass`.": "“a `b” can't be read; say `pass`.",
    "{who}'s name begins a sentence.": "{who}'s name begins a sentence.",
}


@pytest.mark.parametrize("sentence", REASONS)
def test_a_reason_is_said_to_the_player(sentence: str) -> None:
    refusal = {"clause": "AP-7", "quoted": "", "sentence": sentence.format(who=BOB), "readings": []}
    facts = Round().now(BOB) | {"recorded": [], "refusals": [refusal]}
    assert REASONS[sentence].format(who=BOB) in pm(BOB, ("refusal", facts)).pasted(WORDS)
