"""What others may not know: hands, the rest of a short deal and what is drawn from it, a floating
card face down, every step of a trade and of an offer, who takes them and until when (BT-2 to BT-4,
BT-15, BT-23, BT-25, BT-29).

Two games that differ only in what a reader may not know must look the same to that reader.
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
import secrecy
from hosting import SEED, Host
from lengths import few_first, some_of
from playing import START, Played
from secrecy import Side

from gmtool.desk.writing import Writer
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC, SECRET
from gmtool.engine.instants import Instant
from gmtool.engine.journal import write
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step, apply
from gmtool.engine.table import wanted
from gmtool.engine.telling import News, plain
from gmtool.engine.wording import CHANCE, HOST
from gmtool.games.big_two import GAME, PRESIDENT_GAME
from gmtool.games.big_two.state import State
from gmtool.testing.random_play import Dice, choosing

from .tables import (
    CARDS,
    KIND,
    NAMES,
    PRESIDENT,
    after_a_round,
    begun,
    hands,
    lines_of,
    more,
    played,
    second_round,
)

RULES = {KIND: GAME, PRESIDENT: PRESIDENT_GAME}
View = Callable[[State, str], Any]


# ---- what a reader is told


def told(replay: Replay, seer: str, view: View, since: int = 0) -> Iterator[Any]:
    """All that `seer` is told from that entry on, entry by entry: the move, what followed, the
    texts that arose, the view after it and the windows it may know of; of its own moves all. What
    leaves no trace isn't among it, so that nobody can count what it may not know.
    """

    def stands(step: Step) -> Any:
        known = [w for w in step.table.windows if w.known_to(seer) or seer == HOST]
        shown = [(w.title, w.opened, w.deadline) for w in known]
        return view(step.table.state, seer), shown

    before = stands(replay.live[since - 1]) if since else None
    for step in replay.live[since:]:
        seen = [news.seen_by(seer) for news in step.news]
        said = (
            step.entry.text if step.who == seer else step.move.public,
            [news for news in seen if news is not None],
            [m for m in replay.game.messages(step.news) if m.to == seer],
        )
        after = stands(step)
        if any(said) or after != before:
            yield step.entry.received_at, *said, *after
        before = after


def differ(left: Played | Replay, right: Played | Replay, seer: str, view: View = GAME.view) -> int:
    """After how many entries `seer` could tell the two games apart; what both share isn't looked
    at.
    """
    one, other = (game.replay if isinstance(game, Played) else game for game in (left, right))
    steps = zip(one.live, other.live, strict=False)
    shared = next((i for i, (a, b) in enumerate(steps) if a is not b), 0)
    pairs = zip_longest(told(one, seer, view, shared), told(other, seer, view, shared))
    return sum(a != b for a, b in pairs)


def who_can_tell(left: Played, right: Played) -> list[str]:
    """Which readers can tell these games apart; the host can."""
    assert differ(left, right, HOST)
    everybody = (PUBLIC, *left.table.players)
    return [seer or "public" for seer in everybody if differ(left, right, seer)]


# ---- hands


@pytest.mark.parametrize("kind", RULES)
def test_bt_02_a_hand_is_known_to_its_player_alone(kind: str) -> None:
    """Bob and Cid have a card of each other's."""
    body = "Ann: play 3D | Bob: pass | Cid: pass"
    left = more(begun("3D", "2S 9S", "2H 9H", kind=kind), body)
    right = more(begun("3D", "2H 9S", "2S 9H", kind=kind), body)
    assert who_can_tell(left, right) == ["Bob", "Cid"]


def test_bt_02_also_after_the_round_is_over() -> None:
    """What the last one still held, and the rest of a short deal, are never shown."""
    games = [begun("3D", hand, hand_size=1, rounds=2) for hand in ("4D", "2S")]
    left, right = (more(game, "Ann: play 3D") for game in games)
    assert left.state.phase == "deal"
    assert who_can_tell(left, right) == ["Bob"]


def test_bt_12_a_pass_of_who_cant_beat_it_looks_like_any_other() -> None:
    """Bob has nothing above the joker, or has one; all is the same for all others, what is asked
    of it too.
    """
    games = [begun("3D LJ 9S", bob, hand_size=3, jokers=2) for bob in ("4D 5D 6D", "4D 5D HJ")]
    body = "Ann: play 3D | Bob: pass | Ann: play LJ"
    games = [more(game, body) for game in games]
    assert [turn.moves for turn in games[0].waiting()] == [("play CARD …", "pass")]
    assert games[0].waiting() == games[1].waiting()
    left, right = (more(game, "Bob: pass") for game in games)
    assert who_can_tell(left, right) == ["Bob"]


def test_bt_12_who_has_too_few_cards_is_asked_like_all_others() -> None:
    game = more(begun("3D 3C 3H 9S", "4D", *[""] * 15), "Ann: play 3D 3C 3H")
    assert game.waiting()[0].moves == ("play CARD …", "pass")


def test_bt_03_the_rest_of_a_short_deal_is_nobodys_to_know() -> None:
    left, right = (begun("3D 9S", "4D 5D", hand_size=2, stock=s) for s in ("2S 7H", "7H 2S"))
    assert who_can_tell(left, right) == []


def test_bt_03_a_card_drawn_is_known_to_who_drew_it() -> None:
    body = "Ann: play 3D | Bob: pass"
    games = [begun("3D 9S", "4D 5D", hand_size=2, stock=s) for s in ("2S 7H", "7H 2S")]
    left, right = (more(game, body) for game in games)
    assert who_can_tell(left, right) == ["Bob"]


def test_bt_03_the_lowest_card_of_a_short_deal_is_known_to_who_leads_with_it() -> None:
    left, right = (begun(ann, "9D 9C", hand_size=2) for ann in ("4D 7S", "5D 7S"))
    assert who_can_tell(left, right) == ["Ann"]


@pytest.mark.parametrize(
    ("floating", "knowing"), [("face-down", ["Bob"]), ("face-up", ["public", "Ann", "Bob", "Cid"])]
)
def test_bt_04_a_floating_card_face_down_is_known_to_who_got_it(
    floating: str, knowing: list[str]
) -> None:
    """Bob gets the 2S, and the 2H is nowhere: no, it is in nobody's but his hand."""
    left, right = (
        begun("KS", f"3D {own}", "", floating=card, floating_card=floating)
        for own, card in (("2H", "2S"), ("2S", "2H"))
    )
    assert hands(left) == hands(right)
    # he holds the same cards; which of them lay beside the deal is told only where it lay open
    assert who_can_tell(left, right) == ([] if floating == "face-down" else knowing)


# ---- trading

FOUR = ("", "", "9C 9H", "9S 9D JS")
"""Cid is the vice bum, Dee the bum."""
TO_THE_END = "21 12:00 Ann: return 4D 4C | 21 13:00 Bob: return 6C"
STEPS = {
    "surrender": "Dee: surrender | Cid: surrender",
    "questions": "Dee: hold | Ann: ask 9S | Ann: ask any diamonds | Ann: take | Dee: give 9D"
    " | Cid: hold | Bob: ask 9H",
    "others": "Dee: hold | Cid: hold | Ann: ask 9H | Ann: ask 9C | Bob: ask lowest"
    " | Ann: ask 2 highest",
}


def traded(steps: str) -> Played:
    """Two trades with these steps; both end at the same times."""
    return more(second_round(*FOUR), f"{STEPS[steps]} | {TO_THE_END}")


@pytest.mark.parametrize(("one", "other"), [("surrender", "questions"), ("questions", "others")])
def test_bt_25_nobody_else_hears_how_or_what_was_traded(one: str, other: str) -> None:
    """Cid and Bob know of one trade, Dee and Ann of the other, the public of none."""
    left, right = traded(one), traded(other)
    assert left.state.phase == right.state.phase == "play"
    assert not differ(left, right, PUBLIC)
    assert {*who_can_tell(left, right)} == set(NAMES[:4])


def test_bt_25_the_other_trade_is_no_affair_of_its_parties() -> None:
    """Only Ann's and Dee's differs."""
    bob = "21 11:00 Cid: surrender | 21 12:00 Bob: return 6C | 21 13:00 Ann: return 4D 4C"
    games = [
        more(second_round(*FOUR), f"{steps} | {bob}")
        for steps in ("Dee: surrender", "Dee: hold | Ann: ask 9S | Ann: ask 9H | Ann: ask 9D")
    ]
    assert who_can_tell(*games) == ["Ann", "Dee"]


def test_bt_25_neutrals_hear_nothing_while_it_goes_on() -> None:
    games = [
        more(second_round("", "", "9S 9D"), body)
        for body in ('host: note "x"', "Cid: surrender", "Cid: hold | Ann: ask 9S | Ann: ask 9D")
    ]
    for game in games[1:]:
        assert who_can_tell(games[0], game) == ["Ann", "Cid"]


def test_bt_25_nor_who_has_spoken_nor_who_is_awaited() -> None:
    silent = more(second_round(*FOUR), 'host: note "x"')
    for steps in ("Cid: hold", "Dee: hold", "Dee: surrender", "Dee: demand lowest"):
        assert not differ(silent, more(second_round(*FOUR), steps), PUBLIC), steps


def test_bt_25_a_trade_that_is_done_isnt_told_before_the_other_is() -> None:
    silent = more(second_round(*FOUR), 'host: note "x"')
    done = more(second_round(*FOUR), "Cid: surrender | Bob: return 6C")
    assert who_can_tell(silent, done) == ["Bob", "Cid"]


def test_bt_25_the_window_of_a_trade_is_known_to_the_two() -> None:
    game = second_round(*FOUR)
    for seer in (PUBLIC, *NAMES[:4]):
        known = [w.private for w in game.table.windows if w.known_to(seer)]
        assert all(seer in parties for parties in known)
        assert len(known) == (seer != PUBLIC)


def test_bt_23_the_size_of_a_hand_while_it_is_traded_tells_nothing() -> None:
    game = more(second_round(*FOUR), "Dee: hold")
    for line in ("Ann: ask 9S", "Ann: ask 9D"):
        game = more(game, line)
        for seer in (PUBLIC, *NAMES[:4]):
            assert [row["cards"] for row in game.view(seer)["players"]] == [13] * 4


def test_bt_28_what_went_back_by_demand_or_choice_is_known_to_the_two() -> None:
    games = [
        more(second_round("", "3D", "9S 9D"), f"Cid: surrender | 21 12:00 {last}")
        for last in ("Cid: demand lowest", "Ann: return 3C 3H", "Ann: return 2S 2H")
    ]
    for game in games[1:]:
        assert set(who_can_tell(games[0], game)) <= {"Ann", "Cid"}


def test_bt_26_a_question_refused_or_never_asked_is_the_same_to_all() -> None:
    """Whether a question is refused doesn't hang on the hand."""
    for question in ("3 highest", "any triples", "lowest", "any clubs"):
        found = set()
        for bum in ("3C 5D 5H 9S", "4H 5H 6H 7H", "9H 9S 9C 9D"):
            game = second_round("", bum, hand_size=4)
            game = more(game, "Bob: hold | Ann: ask any hearts")
            with pytest.raises(Refusal) as refused:
                more(game, f"Ann: ask {question}")
            found.add(str(refused.value))
        assert len(found) == 1, question


# ---- free trade

DEALT = ("3D 4D 5D", "9H 9D 8H", "9S 10S JS")
TWOS = (("2S", "2H"), ("2H", "2S"))
OFFERS = {
    "none": 'host: note "x"',
    "an offer": "Ann: offer Bob 4D for 9H",
    "declined": "Ann: offer Bob 4D for 9H | Bob: decline Ann",
    "withdrawn": "Ann: offer Bob 4D for 9H | Ann: withdraw Bob",
    "a swap": "Ann: offer Bob 4D for 9H | Bob: accept Ann",
    "uneven": "Ann: offer Bob 4D for nothing | Bob: accept Ann",
    "the other way": "Bob: offer Ann 9H for 4D | Ann: accept Bob",
}


@pytest.mark.parametrize("offers", [name for name in OFFERS if name != "none"])
def test_bt_29_offers_and_swaps_are_known_to_the_two(offers: str) -> None:
    """And so is that a swap was undone at the end."""
    start = begun(*DEALT, free_trade=True)
    end = "22 21:00 host: close"
    left, right = (more(start, f"{OFFERS[name]} | {end}") for name in ("none", offers))
    assert not differ(left, right, PUBLIC)
    assert not differ(left, right, "Cid")
    assert set(who_can_tell(left, right)) == {"Ann", "Bob"}


def test_bt_29_an_offer_tells_the_other_nothing_of_the_hand_it_comes_from() -> None:
    """Ann has the 2S or Cid has: Bob hears of the 4D that she names alone."""
    games = [begun(f"3D 4D {one}", "9H", two, free_trade=True) for one, two in TWOS]
    left, right = (more(game, OFFERS["an offer"]) for game in games)
    assert who_can_tell(left, right) == ["Ann", "Cid"]


def test_bt_29_an_offer_tells_who_made_it_nothing_of_the_other_hand() -> None:
    """Bob has the 2S that she wants, or Cid has."""
    games = [begun("3D", one, two, free_trade=True) for one, two in TWOS]
    body = "Ann: offer Bob 3D for 2S | Bob: decline Ann"
    assert who_can_tell(*(more(game, body) for game in games)) == ["Bob", "Cid"]


def test_bt_29_why_an_offer_no_longer_stands_only_who_made_it_knows() -> None:
    start = more(
        begun(*DEALT, free_trade=True), "Ann: offer Cid 4D for 9S | Ann: offer Bob 4D for 9H"
    )
    left, right = more(start, "Bob: accept Ann"), more(start, "Ann: withdraw Cid")
    assert not differ(left, right, "Cid")
    assert not differ(left, right, PUBLIC)


# ---- only the host's view has secrets, under their key


@pytest.mark.parametrize("kind", RULES)
def test_only_the_hosts_view_has_secrets_and_only_under_their_key(kind: str) -> None:
    if kind == PRESIDENT:
        game = more(second_round(*FOUR), STEPS["questions"])
    else:
        game = more(begun(*DEALT, free_trade=True), OFFERS["an offer"])
    host = game.view(HOST)
    rows = {row["name"]: row[SECRET]["hand"] for row in host["players"]}
    assert {who: " ".join(cards) for who, cards in rows.items()} == hands(game)
    for row in (host, *host["players"]):
        row.pop(SECRET)
    assert host == game.view()
    for seer in game.table.players:
        view = game.view(seer)
        assert view.pop("you")["hand"] == rows[seer]
        assert view == game.view()


def test_the_public_view_names_no_card_but_those_played() -> None:
    game = more(begun("3D", "4D 2S", "", show_played=True), "Ann: play 3D | Bob: play 4D")
    shown = {**game.view(), "public": {**game.view()["public"], "deck": []}}
    assert {card for card in CARDS if f"'{card}'" in str(shown)} == {"3D", "4D"}


# ---- random pairs


TABLES = (
    {"seats": 2, "hand_size": 5, "jokers": 2, "hints": "on"},
    {"seats": 3, "floating_card": "face-down", "show_played": "on"},
    {"seats": 3, "floating_card": "face-up"},
    {"seats": 4},
    {"seats": 5, "jokers": 1},
)


class Pair:
    """A random game, and the same with cards of others exchanged that `seer` may not know of: so
    many that all that it does know is the same.
    """

    def __init__(self, number: int, entries: int) -> None:
        self.random = Dice(number).random
        self.dice = choosing(self.random)
        self.kind = (KIND, PRESIDENT)[number % 2]
        self.rules = RULES[self.kind]
        begins = self._begins()
        self.header = replace(begins.header, name="Pair", seed=SEED)
        self.seer = self.random.choice((PUBLIC, PUBLIC, *begins.table.players))
        self.left = self._played(begins, entries)
        self.right, self.varied = self._varied()

    def _begins(self) -> Played:
        """President after a first round, Big Two from the start and often with free trade."""
        options: dict[str, Any] = {"rounds": 4, **self.random.choice(TABLES)}
        seats = options.pop("seats")
        if self.kind == PRESIDENT:
            return after_a_round(seats, **options)
        options["free_trade"] = self.random.choice(("on", "on", "off"))
        return played(", ".join(NAMES[:seats]), "", self.kind, **options)

    def _played(self, begins: Played, entries: int) -> Replay:
        replay = Replay(self.rules, begins.replay.start, list(begins.replay.live))
        now = begins.entries[-1].received_at if begins.entries else START
        for number in range(len(replay.live) + 1, len(replay.live) + entries + 1):
            turns = wanted(self.rules, replay.table).turns
            if not turns:
                replay.steps.pop()  # secrets end with the game
                break
            now = now.plus(timedelta(minutes=1))
            who = CHANCE if replay.chance_due else self.random.choice([turn.who for turn in turns])
            text = str(self.rules.suggest(replay.table.state, who, self.dice))
            if replay.table.state.phase == "free-trade" and self.random.random() < 0.15:
                who, text = HOST, "close"
                now = replay.table.windows[0].deadline
            replay.apply(Entry(number, who, text, now, now, drawn="typed" * (who == CHANCE)))
        return replay

    def _varied(self) -> tuple[Replay, int]:
        """Cards of a deal are exchanged two by two, as long as nothing changes that is known."""
        best, varied = self.left, 0
        known = knowledge(best, self.seer)
        for _ in range(TRIES):
            deals = [place for place, step in enumerate(best.live) if step.who == CHANCE]
            place = self.random.choice(deals[-2:])
            end = next((other for other in deals if other > place), len(best.live))
            free = self._unknown(best, place, end)
            if len(free) < 2:
                continue
            one, other = self.random.sample(free, 2)
            named = [card for card in free if card in self._named(best, place, end)]
            one = self.random.choice([card for card in named if card != other] or [one])
            replay = self._exchanged(best, {one: other, other: one}, place, end)
            if replay and knowledge(replay, self.seer) == known:
                best, varied = replay, varied + 1
        return best, varied

    def _unknown(self, replay: Replay, place: int, end: int) -> list[str]:
        """The cards of a deal that weren't played nor ever in the seer's hand."""
        cards = set(replay.live[place].entry.text.split()[1:])
        for step in replay.live[place:end]:
            cards -= {c for news in step.news if news.name == "Played" for c in news["cards"]}
            if self.seer:
                cards -= set(step.table.state.player(self.seer).hand)
        return sorted(cards)

    def _named(self, replay: Replay, place: int, end: int) -> str:
        """What is said of cards between two players, or of cards drawn."""
        happened = (news for step in replay.live[place:end] for news in step.news)
        return str([news for news in happened if news.to is not None or news.name == "Drew"])

    def _exchanged(
        self, replay: Replay, change: dict[str, str], place: int, end: int
    ) -> Replay | None:
        """The game with these cards exchanged from one deal to the next; None where a move that
        was said can't be said then.
        """
        again = Replay(self.rules, replay.start, replay.live[:place])
        for number, step in enumerate(replay.live[place:], place):
            words = step.entry.text.split()
            if number < end:
                words = [change.get(word, word) for word in words]
            try:
                again.apply(replace(step.entry, text=" ".join(words)))
            except Refusal:
                return None
        return again


def knowledge(replay: Replay, seer: str) -> list[Any]:
    """What the rules page lets that reader know: what is played and when, its own hand, and what
    is between it and another; who else traded what, and in how many steps, it is not.
    """
    known: list[Any] = []
    for step in replay.live:
        state: State = step.table.state
        open_ones = {"Played", "Passed", "WentOut", "TrickOver", "RoundOver", "TradingOver"}
        known += [news for news in step.news if news.name in open_ones]
        known += [news for news in step.news if news.to is not None and seer in news.to]
        trick = state.trick
        known.append((state.phase, trick and (trick.leader, trick.actor), len(state.stock)))
        known.append(state.floating if state.terms.floating_card == "face-up" else "")
        known.append(state.floating_to)
        if trick and state.must and (not state.stock or trick.leader == seer):
            known.append(state.must)
        if seer:
            known.append(state.player(seer).hand)
            known.append(step.entry.text if step.who == seer else "")
    return known


FAST, SLOW, TRIES = (2, 7, 12, 14, 29), 48, 6
"""The fast ones are such that in some pair each secret differs that a reader may not know."""
TEXTS = (2, 7, 12, 19, 31)


@pytest.fixture(scope="module")
def pairs() -> list[Pair]:
    return [Pair(number, 25) for number in FAST]


def test_bt_02_bt_25_nobody_can_tell_games_apart_by_what_it_may_not_know(
    pairs: list[Pair],
) -> None:
    for pair in pairs:
        assert not differ(pair.left, pair.right, pair.seer, pair.rules.view)
    assert all(pair.varied for pair in pairs)


@pytest.mark.slow
@pytest.mark.parametrize("part", some_of((2,), range(4)))
def test_bt_02_bt_25_nor_in_many_others(part: int) -> None:
    for number in range(part, SLOW, 4):
        pair = Pair(number, 20 + number % 60)
        assert not differ(pair.left, pair.right, pair.seer, pair.rules.view), number


TRIED = (
    *("play 3D", "pass", "play AS 2S", "ask 9S", "ask any hearts", "ask 3 highest", "give 9S"),
    *("return 3D 3C", "surrender", "take", "demand lowest", "accept Ann", "offer Ann 9S for 3D"),
)


def replies(step: Step, seer: str, writer: Writer) -> Iterator[tuple[str, str]]:
    """What the reader is told who tries this and that."""
    at = step.entry.recorded_at
    for text in TRIED:
        try:
            apply(writer.session.game, step.table, Entry(step.entry.number + 1, seer, text, at, at))
        except Refusal as refusal:
            block = writer.refusal(seer, [(text, refusal)], (), at)
            yield text, "\n".join(writer.finished(seer, (block,))[1])
        else:
            yield text, "taken"


@pytest.fixture
def _own_replies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrecy, "_replies", replies)


def side(pair: Pair, replay: Replay) -> Side:
    return Side(pair.header, replay, [step.entry for step in replay.live])


@pytest.mark.slow
@pytest.mark.usefixtures("_own_replies")
@pytest.mark.parametrize("number", some_of((31,), TEXTS))
def test_bt_02_bt_25_nor_by_any_text(number: int) -> None:
    pair = Pair(number, 25)
    two = secrecy.Pair(pair.seer, side(pair, pair.left), side(pair, pair.right))
    assert not secrecy.differences(two, pair.rules)


# ---- leaks are found


SECRETS: dict[str, Callable[[State], Any]] = {
    "hands": lambda state: [player.hand for player in state.players],
    "the rest of the deck": lambda state: state.stock,
    "trades": lambda state: state.trades,
    "what was taken": lambda state: [trade.taken for trade in state.trades],
    "swaps": lambda state: state.swaps,
}


@pytest.mark.parametrize("secret", SECRETS)
def test_the_pairs_differ_in_every_secret(secret: str, pairs: list[Pair]) -> None:
    """Otherwise they would show nothing: a view that told it would be found."""

    def view(state: State, _seer: str) -> Any:
        return SECRETS[secret](state)

    assert any(differ(pair.left, pair.right, pair.seer, view) for pair in pairs)


def leak(name: str, patch: pytest.MonkeyPatch) -> None:
    """From now on everybody hears all news of that name, with what is secret of it."""
    seen_by = News.seen_by

    def leaking(news: News, seer: str) -> dict[str, Any] | None:
        if news.name != name:
            return seen_by(news, seer)
        return {"news": name, **plain({**news.facts, **news.secret})}

    patch.setattr(News, "seen_by", leaking)


def without_view(_state: State, _seer: str) -> None:
    return None


HELD_BY: dict[str, Callable[[], None]] = {
    "Dealt": lambda: test_bt_02_a_hand_is_known_to_its_player_alone(KIND),
    "Drew": test_bt_03_a_card_drawn_is_known_to_who_drew_it,
    "PlayOpened": test_bt_03_the_lowest_card_of_a_short_deal_is_known_to_who_leads_with_it,
    "Held": test_bt_25_neutrals_hear_nothing_while_it_goes_on,
    "Answered": test_bt_25_neutrals_hear_nothing_while_it_goes_on,
    "Taken": test_bt_25_neutrals_hear_nothing_while_it_goes_on,
    "LeftToGiver": lambda: test_bt_25_nobody_else_hears_how_or_what_was_traded(
        "surrender", "questions"
    ),
    "Demanded": test_bt_25_nor_who_has_spoken_nor_who_is_awaited,
    "Returned": test_bt_25_a_trade_that_is_done_isnt_told_before_the_other_is,
    "Offered": lambda: test_bt_29_offers_and_swaps_are_known_to_the_two("an offer"),
    "Declined": lambda: test_bt_29_offers_and_swaps_are_known_to_the_two("declined"),
    "Withdrawn": lambda: test_bt_29_offers_and_swaps_are_known_to_the_two("withdrawn"),
    "Swapped": lambda: test_bt_29_offers_and_swaps_are_known_to_the_two("a swap"),
    "SwapUndone": lambda: test_bt_29_offers_and_swaps_are_known_to_the_two("uneven"),
}


@pytest.mark.parametrize("name", HELD_BY)
def test_a_leak_in_news_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    HELD_BY[name]()
    leak(name, monkeypatch)
    with pytest.raises(AssertionError):
        HELD_BY[name]()


@pytest.mark.parametrize("name", ["Dealt", "Drew"])
def test_a_leak_in_news_of_random_pairs_is_found(
    name: str, pairs: list[Pair], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(name, monkeypatch)
    assert any(differ(pair.left, pair.right, pair.seer, without_view) for pair in pairs)


# ---- at the desk

DUMP = """{% set subject = 'what there is' %}
{%- macro all(thing) -%}
  {%- if thing is mapping -%}
    {%- for key in thing %}{{ key }}: {{ all(thing[key]) }}; {% endfor -%}
  {%- elif thing is none or thing is boolean -%}{{ 'yes' if thing else 'no' }}
  {%- elif thing is string or thing is number -%}{{ thing }}
  {%- else -%}{%- for one in thing %}{{ all(one) }}, {% endfor -%}
  {%- endif -%}
{%- endmacro -%}
{{ all([phase, players, public, news, windows, window]) }}
"""
"""A template that tells all it is given."""
DEAL = ("", "", "9S 9D 10D")
"""Cid is the bum; Bob, who is neutral, and the public are to hear of nothing."""


def at_the_desk(host: Host, game: Played, *, dump: bool = False) -> Host:
    """A host with that game; all texts so far have gone out."""
    if dump:
        folder = host.database.parent / "templates" / game.header.kind
        folder.mkdir(parents=True)
        for occasion in RULES[game.header.kind].occasions:
            (folder / f"{occasion.name}.j2").write_text(DUMP)
    done = host("import -", pasted=write(game.header, game.entries))
    assert done.code == 0, done.all
    host.now = game.entries[-1].received_at
    return host


def does(host: Host, body: str) -> None:
    """Commands, a minute after each other; those with `!` are refused. All texts go out."""
    for line in lines_of(body):
        host.now = Instant(host.now).plus(timedelta(minutes=1))
        done = host(line.removeprefix("!"))
        assert done.code == line.startswith("!"), (line, done.all)
        if host("outbox --json").facts:
            host("sent all")


def texts_to(host: Host, *readers: str) -> list[str]:
    """All texts drafted for these, the thread being the empty name, in order."""
    with closing(sqlite3.connect(host.database)) as database:
        rows = database.execute("SELECT recipient, subject, parts FROM message ORDER BY number")
        return [f"{title}\n{json.loads(parts)}" for to, title, parts in rows if to in readers]


def public_of(host: Host, outsider: str = "Bob") -> list[str]:
    """What the thread and who has no part were told, and what everybody may have of the journal."""
    return [*texts_to(host, PUBLIC, outsider), host("export --public").out]


RULED = "rule extend +5h17m --why storm | rule pause --why away | rule resume"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("steps", "dump"),
    few_first(
        2,
        [
            ("record Cid hold | record Ann ask 9S | undo | redo", False),
            ("record Cid surrender | undo | !record Ann ask 9S", False),
            (
                "record Cid hold | record Ann ask any 9 | record Ann take | !record Cid give 9C",
                True,
            ),
            ("record Cid demand lowest | record Cid hold | record Ann ask highest | undo", True),
        ],
    ),
)
def test_bt_25_no_text_for_others_tells_a_step_of_a_trade(
    steps: str, dump: bool, host: Host, tmp_path: Path
) -> None:
    shutil.copy(host.database, tmp_path / "other.db")
    game = second_round(*DEAL)
    spoken = at_the_desk(host, game, dump=dump)
    silent = at_the_desk(Host(tmp_path / "other.db"), game)
    does(spoken, steps)
    does(silent, " | ".join(["record host note x"] * len(lines_of(steps))))
    assert public_of(spoken) == public_of(silent)
    for desk in (spoken, silent):
        does(desk, RULED)
    assert public_of(spoken) == public_of(silent)


@pytest.mark.slow
@pytest.mark.parametrize(
    "dump", few_first(1, [True, False]), ids=["all that a text is given", "as shipped"]
)
def test_bt_29_no_text_for_others_tells_of_an_offer(dump: bool, host: Host, tmp_path: Path) -> None:
    shutil.copy(host.database, tmp_path / "other.db")
    game = begun(*DEALT, free_trade=True)
    spoken = at_the_desk(host, game, dump=dump)
    silent = at_the_desk(Host(tmp_path / "other.db"), game)
    offers = "record Ann offer Bob 4D 5D for 9H | record Bob accept Ann | undo | redo"
    does(spoken, offers)
    does(silent, " | ".join(["record host note x"] * 4))
    assert public_of(spoken, "Cid") == public_of(silent, "Cid")
    for desk in (spoken, silent):
        does(desk, RULED)
        desk.at("24 20:00")
        does(desk, "close")
    assert public_of(spoken, "Cid") == public_of(silent, "Cid")
    assert "3D" in host("status --json").facts["public"]["must"]


@pytest.mark.slow
def test_bt_25_no_text_for_others_tells_until_when_a_trade_is_open(host: Host) -> None:
    at_the_desk(host, second_round(*DEAL), dump=True)
    before = public_of(host)
    does(host, "rule extend +5h17m --why storm | remind --queue | undo | redo")
    assert public_of(host) == before
    assert "storm" in "".join(texts_to(host, "Cid"))
    does(host, "rule pause --why away | rule resume")
    told = "".join(public_of(host)[len(before) - 1 :])
    assert "away" in told
    ends = [row["deadline"] for row in host("status --json").facts["waiting"]]
    assert len(ends) == 1
    assert ends[0][11:16] not in told
    assert "trading of round" not in told


REPORTS = (
    *("status", "status --json", "due", "due --json", "log", "log --json", "games", "outbox"),
    *("outbox --all", "export --public", "log --refused", "log --refused --json"),
)
TYPED = "!record Cid give 9C | !record Ann return 3D | !record Bob hold | !record Ann play 9S"


def reports(host: Host) -> list[str]:
    """All that a host's screen shows of that game unasked, after refusals and an undo."""
    does(host, TYPED)
    shown = [host(line).all for line in REPORTS]
    does(host, "undo")
    shown += [host(line).all for line in REPORTS]
    return [re.sub(r"\b[0-9a-f]{16,64}\b", "#", text) for text in shown]


@pytest.mark.slow
@pytest.mark.parametrize(
    "given",
    [
        ("give 9D", "give 10D"),
        pytest.param(
            ("give 9D | Ann: ask lowest", "give 10D | Ann: ask lowest"), marks=pytest.mark.long
        ),
    ],
)
def test_at_the_desk_no_report_refusal_or_undo_tells_a_secret_unasked(
    given: tuple[str, str], host: Host, tmp_path: Path
) -> None:
    """The bum holds other cards and gives another."""
    shutil.copy(host.database, tmp_path / "other.db")
    shown: list[list[str]] = []
    bums = (("", "", "9S 9D 10D 2S"), ("", "2S", "9C 9D 10D"))
    for desk, own, bum in zip((host, Host(tmp_path / "other.db")), given, bums, strict=True):
        game = more(
            second_round(*bum), f"Cid: hold | Ann: ask any diamonds | Ann: take | Cid: {own}"
        )
        shown.append(reports(at_the_desk(desk, game)))
    assert shown[0] == shown[1]


def test_at_the_desk_status_json_has_no_card_of_a_hand_without_secret(host: Host) -> None:
    game = more(second_round(*DEAL), "Cid: hold | Ann: ask 9S")
    at_the_desk(host, game)
    plain = host("status --json").facts
    assert plain["public"].pop("deck")
    assert not [card for card in CARDS if f'"{card}"' in json.dumps(plain)]
    assert "hand" not in plain["players"][0]
    secret = host("status --json --secret").facts
    rows = {row["name"]: " ".join(row["hand"]) for row in secret["players"]}
    assert rows == hands(game)
    for row in secret["players"]:
        assert (row["cards"], row["place"]) == (18 - (row["name"] != "Bob"), 0)
