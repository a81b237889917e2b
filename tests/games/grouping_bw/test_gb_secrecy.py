"""What nobody may know: groupings, the order of the tiles, tiles face down, folded tiles, who has
grouped, offers of an ante, what Peek and Order told (GB-2, GB-4, GB-7, GB-12, GB-14, GB-17).

Two matches that differ only in what a reader may not know must look the same to that reader.
"""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
import secrecy
from hosting import SEED, Host
from lengths import few_first
from playing import START, Played
from secrecy import Side

from gmtool.desk.writing import Writer
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC, SECRET
from gmtool.engine.journal import Header
from gmtool.engine.options import read_options
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step, apply
from gmtool.engine.table import lay, wanted
from gmtool.engine.telling import News
from gmtool.engine.wording import CHANCE, HOST
from gmtool.games.grouping_bw import GAME
from gmtool.games.grouping_bw.state import SHOWDOWN, RoundThen, State
from gmtool.testing.random_play import Dice

from .matches import (
    BEGIN,
    DOWN,
    FINAL,
    KIND,
    UP,
    journal,
    played,
    you,
)

SEATS = ("Ann", "Bob")
EVERYBODY = (PUBLIC, *SEATS)
ITEMS = {**FINAL, "items": "Ann: peek; Bob: order"}
View = Callable[[State, str], Any]


def told(game: Played | Replay, seer: str, view: View = GAME.view) -> list[Any]:
    """All that `seer` is told, entry by entry: the move, what followed, the view after it; of its
    own moves all.
    """
    fold = game.replay if isinstance(game, Played) else game
    return [
        (
            step.entry.text if step.who == seer else step.move.public,
            [news.seen_by(seer) for news in step.news],
            view(step.table.state, seer),
            [(w.title, w.opened, w.deadline) for w in step.table.windows],
        )
        for step in fold.live
    ]


def differ(left: Played | Replay, right: Played | Replay, seer: str, view: View = GAME.view) -> int:
    """After how many entries `seer` could tell the two matches apart."""
    pairs = zip_longest(told(left, seer, view), told(right, seer, view))
    return sum(_applied(one) != _applied(other) for one, other in pairs)


def _applied(one: Any) -> Any:
    """News of which nothing is seen leaves no trace, not even its number."""
    return one and (one[0], [news for news in one[1] if news is not None], *one[2:])


def who_can_tell(left: Played, right: Played) -> list[str]:
    assert differ(left, right, HOST)
    return [seer or "public" for seer in EVERYBODY if differ(left, right, seer)]


# ---- groupings

OTHER_GROUPS = (
    "group A 0 1 B 2 3 4 C 5 6 7 8",
    "group A 0 1 B 6 7 8 C 2 3 4 5",
    "group A 3 4 B 0 1 2 C 5 6 7 8",
    "group A 7 8 B 0 1 2 C 3 4 5 6",
    "group A 4 5 B 6 7 8 C 0 1 2 3",
    "group A 7 8 B 4 5 6 C 0 1 2 3",
)
"""From each the order 0 to 8 can come."""
ROUNDS = """
    Ann: bet 2 | Ann: peek | Bob: call
    Bob: bet 1 | Ann: raise 2 | Bob: fold
    Ann: fold
    Bob: bet 3
"""


@pytest.mark.parametrize("groups", OTHER_GROUPS[1:])
def test_gb_02_gb_04_a_grouping_is_known_to_its_player_alone(groups: str) -> None:
    body = f"{BEGIN}Ann: {{}}\nBob: group A 7 8 B 4 5 6 C 0 1 2 3\norder {UP} / {DOWN}\n{ROUNDS}"
    left, right = (played(body.format(g), **ITEMS) for g in (OTHER_GROUPS[0], groups))
    assert who_can_tell(left, right) == ["Ann"]


def test_gb_02_nobody_learns_who_has_grouped_nor_how_often() -> None:
    groups = OTHER_GROUPS[0]
    left = played(f"{BEGIN}Ann: {groups}\nAnn: {groups}")
    right = played(f"{BEGIN}Bob: {groups}\nBob: {groups}")
    assert not differ(left, right, PUBLIC)
    nobody = played(f'{BEGIN}host: note "x"\nhost: note "y"')
    assert not differ(left, nobody, PUBLIC)
    assert not differ(left, nobody, "Bob")
    assert not differ(right, nobody, "Ann")
    assert differ(left, nobody, "Ann")


def test_gb_02_nobody_learns_who_is_still_asked_for_groups() -> None:
    """A correction asks anew who hasn't grouped."""
    slip = 'host: adjust Ann chips -1 why "a slip"'
    left, right = (played(f"{BEGIN}{who}: {OTHER_GROUPS[0]}\n{slip}") for who in SEATS)
    assert not differ(left, right, PUBLIC)
    asked = [[news["who"] for news in game.news("Asked")[2:]] for game in (left, right)]
    assert asked == [["Bob"], ["Ann"]]


def test_gb_02_a_set_that_is_over_tells_no_grouping_either() -> None:
    body = f"{BEGIN}Ann: {{}}\nBob: group A 7 8 B 4 5 6 C 0 1 2 3\norder {UP} / {DOWN}\nfolds 9 Ann"
    left, right = (played(body.format(g), **FINAL) for g in (OTHER_GROUPS[0], OTHER_GROUPS[5]))
    assert left.state.set == 2
    assert who_can_tell(left, right) == ["Ann"]


# ---- orders and tiles


def rounds(ann: str, bob: str, body: str, **options: object) -> Played:
    """Groups are made from other orders, so that both may be dealt in any order below."""
    groups = "Ann: group A 0 2 B 1 3 5 C 4 6 7 8\nBob: group A 0 2 B 1 3 5 C 4 6 7 8"
    return played(f"{BEGIN}{groups}\norder {ann} / {bob}\n{body}", **{**FINAL, **options})


SAME = "group A 0 2 B 1 3 5 C 4 6 7 8"
ONE, SWAPPED = "0 2 1 3 5 4 6 7 8", "2 0 3 1 5 6 4 7 8"
"""The same colours from the same groups."""


def test_gb_04_tiles_face_down_are_nobodys_to_know() -> None:
    for left, right in (
        (rounds(ONE, ONE, ""), rounds(SWAPPED, ONE, "")),
        (rounds(ONE, ONE, ""), rounds(ONE, SWAPPED, "")),
        (rounds(ONE, ONE, "Ann: bet 3"), rounds(SWAPPED, SWAPPED, "Ann: bet 3")),
    ):
        assert who_can_tell(left, right) == []


def test_gb_07_the_folder_doesnt_learn_its_own_tile_nor_do_others() -> None:
    body = "Ann: fold\nBob: fold\nAnn: fold"
    left = rounds("0 2 1 3 5 4 6 7 8", ONE, body)
    right = rounds("2 0 1 3 5 4 6 7 8", ONE, body)
    # Bob folds round 2 and sees Ann's there
    assert who_can_tell(left, right) == ["Bob"]
    left, right = (rounds(o, ONE, "Ann: fold\nBob: bet 1") for o in (ONE, "2 0 1 3 5 4 6 7 8"))
    assert who_can_tell(left, right) == []


def test_gb_07_the_winner_by_a_fold_doesnt_learn_its_own_tile() -> None:
    body = "Ann: fold\nBob: bet 2"
    left, right = rounds(ONE, ONE, body), rounds(ONE, SWAPPED, body)
    assert who_can_tell(left, right) == ["Ann"]


def test_gb_07_what_a_folder_saw_stays_private_to_the_end_of_the_set_and_beyond() -> None:
    """0 or 2 in round 1, both in rounds that Ann gives up or that aren't shown to Bob."""
    body = "Ann: fold\nBob: bet 1 | Ann: fold\n" + "folds 7 Bob"
    left, right = (rounds(ONE, order, body) for order in (ONE, "2 0 1 3 5 4 6 7 8"))
    assert left.state.set == 2
    assert who_can_tell(left, right) == ["Ann"]


def test_gb_08_a_call_is_seen_by_all() -> None:
    body = "Ann: bet 1 | Bob: call"
    left, right = rounds(ONE, ONE, body), rounds(SWAPPED, ONE, body)
    assert who_can_tell(left, right) == ["public", "Ann", "Bob"]


def test_gb_14_an_8_folded_is_seen_by_all_and_any_other_tile_by_nobody() -> None:
    orders = ("4 6 7 8 0 2 1 3 5", "6 4 7 8 0 2 1 3 5", "8 6 7 4 0 2 1 3 5")
    games = [rounds(order, ONE, "Ann: fold\nBob: bet 1") for order in orders]
    assert who_can_tell(games[0], games[1]) == []
    assert who_can_tell(games[0], games[2]) == ["public", "Ann", "Bob"]
    # in death-match it isn't announced
    games = [rounds(o, ONE, "Ann: fold\nBob: bet 1", variant="death-match") for o in orders]
    assert who_can_tell(games[0], games[2]) == []


def test_gb_09_the_order_of_the_second_half_is_nobodys_to_know() -> None:
    body = "folds 9 Ann\norder {} / 0 2 1 3 5 4 6 7 8\nBob: bet 1"
    games = [
        rounds(ONE, ONE, body.format(order), variant="death-match") for order in (ONE, SWAPPED)
    ]
    assert who_can_tell(*games) == []


# ---- items


def test_gb_17_what_a_peek_shows_is_its_users_alone() -> None:
    items = {"items": "Ann: peek"}
    left, right = (rounds(ONE, o, "Ann: peek\nAnn: bet 2", **items) for o in (ONE, SWAPPED))
    assert who_can_tell(left, right) == ["Ann"]
    left, right = (rounds(o, ONE, "Ann: peek\nAnn: bet 2", **items) for o in (ONE, SWAPPED))
    assert who_can_tell(left, right) == []


def test_gb_17_what_an_order_told_is_its_users_alone() -> None:
    """The colours of both orders are b b w w w b b w b."""
    items = {"items": "Ann: order"}
    groups = "Ann: group A 0 2 B 1 3 5 C 4 6 7 8\nBob: group A 0 2 B 1 3 5 C 4 6 7 8"
    alike = ("4 8 6 7 0 2 1 3 5", "0 2 4 7 6 8 1 3 5")
    for asked in ("\nAnn: order\norder {} / {}", "\norder {} / {}\nAnn: order"):
        body = f"{BEGIN}{groups}{asked}\nAnn: bet 2"
        left, right = (played(body.format(o, ONE), **{**FINAL, **items}) for o in alike)
        assert who_can_tell(left, right) == ["Ann"]
    left, right = (rounds(o, ONE, "Ann: bet 2", **items) for o in alike)
    assert who_can_tell(left, right) == []


def test_gb_17_that_the_order_is_asked_for_isnt_told_before_it_is_answered() -> None:
    groups = OTHER_GROUPS[0]
    left = played(f"{BEGIN}Bob: {groups}\nBob: order", **ITEMS)
    right = played(f'{BEGIN}Bob: {groups}\nhost: note "x"', **ITEMS)
    assert who_can_tell(left, right) == ["Bob"]


# ---- antes


def test_gb_12_an_offer_is_the_opponents_and_nobody_elses() -> None:
    left, right = (played(f"{BEGIN}Ann: ante {n}", **FINAL) for n in (3, 4))
    assert who_can_tell(left, right) == ["Ann", "Bob"]
    silent = played(f'{BEGIN}host: note "x"', **FINAL)
    assert not differ(left, silent, PUBLIC)
    assert you(left, "Bob")["ante_offered"] == 3


def test_gb_12_offers_that_came_to_nothing_are_never_public() -> None:
    end = f"\ndeal {UP} / {DOWN}\nAnn: bet 2 | Bob: fold"
    left = played(f"{BEGIN}Ann: ante 3\nBob: ante 5{end}", **FINAL)
    right = played(f"{BEGIN}Ann: ante 4\nBob: ante 9{end}", **FINAL)
    silent = played(f'{BEGIN}host: note "x"\nhost: note "y"{end}', **FINAL)
    assert not differ(left, right, PUBLIC)
    assert not differ(left, silent, PUBLIC)


# ---- only the host's view has secrets, under their key


def test_only_the_hosts_view_has_secrets_and_only_under_their_key() -> None:
    game = rounds(ONE, ONE, "Ann: fold\nBob: bet 2")
    host = game.view(HOST)
    rows = {row["name"]: row[SECRET] for row in host["players"]}
    assert rows["Ann"]["tile"] == 2
    assert rows["Ann"]["order"] == [0, 2, 1, 3, 5, 4, 6, 7, 8]
    assert rows["Ann"]["grouping"] == {"A": [0, 2], "B": [1, 3, 5], "C": [4, 6, 7, 8]}
    for row in (host, *host["players"]):
        row.pop(SECRET)
    assert host == game.view()
    for seer in SEATS:
        view = game.view(seer)
        assert view.pop("you")
        assert view == game.view()


PLAYER = {"name": str, "chips": int, "bet": int}
PUBLIC_KEYS = {
    "set": int,
    "round": int,
    "ante": int,
    "pot": int,
    "colours": dict,
    "starter": str,
    "shown": list,
}


def check_contract(facts: Mapping[str, Any]) -> None:
    """The keys that the rules page promises."""
    for row in facts["players"]:
        for key, kind in PLAYER.items():
            assert isinstance(row[key], kind), key
    for key, kind in PUBLIC_KEYS.items():
        assert isinstance(facts["public"][key], kind), key


def test_the_views_keep_the_contract_of_the_rules_page_at_every_entry() -> None:
    game = rounds(ONE, SWAPPED, ROUNDS, **ITEMS)
    for step in game.replay.live:
        for seer in (*EVERYBODY, HOST):
            check_contract(GAME.view(step.table.state, seer))


# ---- random pairs


class Pair:
    """A random match, and the same with tiles changed that `seer` may not know: those of the same
    colour swapped throughout a set, its own only inside its groups.
    """

    def __init__(self, number: int, entries: int = 60) -> None:
        self.dice = Dice(number)
        self.random: random.Random = self.dice.random
        self.seer = EVERYBODY[number % 3]
        final = number % 2 == 0
        items = "Ann: peek order; Bob: peek order bonus" if number % 4 == 0 else ""
        given = {"variant": "final-match" if final else "death-match"}
        given |= {"items": items} if final and items else {}
        self.options = given
        self.start = lay(GAME, SEATS, read_options(GAME.options, given))
        self.left = self._played(entries)
        self.right = self._varied()

    def _played(self, entries: int) -> Replay:
        fold = Replay(GAME, self.start)
        for number in range(1, entries + 1):
            turns = wanted(GAME, fold.table).turns
            if not turns:
                break
            who = CHANCE if fold.chance_due else self.random.choice([turn.who for turn in turns])
            move = GAME.suggest(fold.table.state, who, self.dice)
            if move is None:
                continue
            entry = Entry(number, who, str(move), START, START, drawn="typed" * (who == CHANCE))
            try:
                fold.apply(entry)
            except Refusal:  # a set-up move said too late
                continue
        if fold.table.state.phase == "ended":
            fold.steps.pop()  # secrets end with the match
        return fold

    def _varied(self) -> Replay:
        final = self.left.table.state.terms.is_final
        sets = range(self.left.table.state.set + 1)
        for bold in (*[True] * 4, False):
            changes = {(who, n): self._change(who, n, bold=bold) for who in SEATS for n in sets}
            if final:
                changes = {(who, n): changes[who, 0] for who, n in changes}
            fold = Replay(GAME, self.start)
            try:
                for step in self.left.live:
                    fold.apply(_changed(step.entry, fold.table.state.set, changes))
            except Refusal:
                continue
            if outcome(fold) == outcome(self.left):
                return fold
        raise AssertionError("no other match fits")

    def _change(self, owner: str, number: int, *, bold: bool) -> dict[str, str]:
        """Which tile takes the place of which in that set of that player."""
        state: State = self.left.table.state
        place = state.seat(owner)
        known = {
            then.tiles[place]
            for then in state.rounds
            if self._as_one(then.set, number) and saw(then, self.seer, owner)
        }
        if state.round and owner != self.seer in state.round.peeks:
            known.add(state.round.tiles[place])
        if state.terms.is_final and not bold:
            known.add(8)
        change: dict[int, int] = {}
        for together in self._mixed(owner, number):
            free = [tile for tile in together if tile not in known]
            change.update(zip(free, self.dice.shuffle(free), strict=True))
        return {str(one): str(other) for one, other in change.items()}

    def _as_one(self, number: int, other: int) -> bool:
        """Whether groups of one set say something of those of the other (GB-15)."""
        return number == other or self.left.table.state.terms.is_final

    def _mixed(self, owner: str, number: int) -> list[list[int]]:
        """Tiles that may take each other's place: of the same colour, one's own in one group."""
        groups: dict[Any, list[int]] = {}
        made = [
            (news["grouping"].a, news["grouping"].b)
            for step in self.left.live
            for news in step.news
            if news.name == "Grouped" and news["who"] == owner == self.seer
            if self._as_one(step.table.state.set, number)
        ]
        for tile in range(9):
            key = (tile % 2, *((tile in a, tile in b) for a, b in made))
            groups.setdefault(key, []).append(tile)
        return list(groups.values())


def saw(then: RoundThen, seer: str, owner: str) -> bool:
    """Whether that reader was shown that player's tile (GB-7, GB-8, GB-14, GB-17)."""
    if then.ended == SHOWDOWN or (then.eight and then.folder == owner):
        return True
    return seer not in ("", owner) and (then.folder == seer or seer in then.peeks)


def _changed(entry: Entry, number: int, changes: dict[tuple[str, int], dict[str, str]]) -> Entry:
    """The entry with the tiles it names put otherwise; an own grouping stays as it was sent."""
    words = entry.text.split()
    owner = words[1] if entry.who == CHANCE else entry.who
    if words[0] not in {"group", "order"} or len(words) < 9:
        return entry
    change = changes[owner, number]
    if words[0] == "group":
        tiles = [change.get(word, word) for word in words]
        return replace(entry, text=_tidy(tiles))
    return replace(entry, text=" ".join(change.get(word, word) for word in words))


def _tidy(words: list[str]) -> str:
    """A grouping with the tiles of each group in rising order."""
    groups = (words[2:4], words[5:8], words[9:])
    return "group " + " ".join(
        f"{letter} {' '.join(sorted(group))}" for letter, group in zip("ABC", groups, strict=True)
    )


def outcome(fold: Replay) -> Any:
    """What everybody may know by the rulebook of how the match went."""
    state: State = fold.table.state
    return (
        state.phase,
        [(p.chips, p.bet) for p in state.players],
        [(r.ended, r.winner, r.eight, r.bets, r.chips) for r in state.rounds],
    )


FAST, AT_ONCE, SLOW = 6, 2, 42
TEXTS = (1, 2, 3, 4)


@pytest.fixture(scope="module")
def pairs() -> list[Pair]:
    return [Pair(number, 50) for number in range(FAST)]


def test_gb_04_nobody_can_tell_matches_apart_by_what_it_may_not_know(pairs: list[Pair]) -> None:
    for pair in pairs[:AT_ONCE]:
        assert not differ(pair.left, pair.right, pair.seer)


@pytest.mark.slow
@pytest.mark.parametrize("part", few_first(1, range(4)))
def test_gb_04_nor_in_many_others(part: int) -> None:
    for number in range(AT_ONCE + part, SLOW, 4):
        pair = Pair(number, 80)
        assert not differ(pair.left, pair.right, pair.seer), number


def side(fold: Replay, **options: str) -> Side:
    header = Header(KIND, 1, "Pair", "UTC", SEATS, {}, options, {"dialect": "plain"}, SEED)
    return Side(header, fold, [step.entry for step in fold.live])


TRIED = ("raise 99", "bet 99", "call", "peek", "order", "ante 0", "group A 0 1 2 B 3 4 C 5 6 7 8")


def replies(step: Step, seer: str, writer: Writer) -> Iterator[tuple[str, str]]:
    """What the reader is told who tries this and that."""
    at = step.entry.recorded_at
    for text in TRIED:
        try:
            apply(GAME, step.table, Entry(step.entry.number + 1, seer, text, at, at))
        except Refusal as refusal:
            block = writer.refusal(seer, [(text, refusal)], (), at)
            yield text, "\n".join(writer.finished(seer, (block,))[1])
        else:
            yield text, "taken"


@pytest.fixture
def _own_replies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrecy, "_replies", replies)


def texts_differ(seer: str, left: Replay, right: Replay, **options: str) -> list[str]:
    """What that reader is given otherwise in one match than in the other: posts and letters that
    arose, and those that it may be sent at any time.
    """
    two = secrecy.Pair(seer, side(left, **options), side(right, **options))
    return secrecy.differences(two, GAME)


@pytest.mark.slow
@pytest.mark.usefixtures("_own_replies")
@pytest.mark.parametrize("number", few_first(1, TEXTS))
def test_gb_04_nor_by_any_text(number: int) -> None:
    pair = Pair(number, 28)
    assert not texts_differ(pair.seer, pair.left, pair.right, **pair.options)


NOTES = 'host: note "x"\nhost: note "y"'
GROUP = "group A 0 1 B 2 3 4 C 5 6 7 8"
UNSEEN = {
    "who has grouped": (PUBLIC, f"Ann: {GROUP}\nAnn: {GROUP}", f"Bob: {GROUP}\nBob: {GROUP}"),
    "whether anybody has": (PUBLIC, f"Ann: {GROUP}\nAnn: {GROUP}", NOTES),
    "whether the opponent has": ("Bob", f"Ann: {GROUP}\nAnn: {GROUP}", NOTES),
    "offers": (PUBLIC, "Ann: ante 3\nBob: ante 5", "Bob: ante 9\nBob: ante 8"),
    "whether there are any": (PUBLIC, "Ann: ante 3\nBob: ante 5", NOTES),
    "that the Order is asked for": ("Ann", f"Bob: {GROUP}\nBob: order", NOTES),
}


QUICK = ("offers", "whether there are any", "whether anybody has")


@pytest.mark.usefixtures("_own_replies")
@pytest.mark.parametrize(
    "what", [w if w in QUICK else pytest.param(w, marks=pytest.mark.slow) for w in UNSEEN]
)
def test_gb_02_gb_12_gb_17_no_text_tells(what: str) -> None:
    seer, *bodies = UNSEEN[what]
    left, right = (played(f"{BEGIN}{body}", **ITEMS).replay for body in bodies)
    assert not texts_differ(seer, left, right, **ITEMS)


SECRETS: dict[str, Callable[[State], Any]] = {
    "groupings": lambda state: [player.grouping for player in state.players],
    "orders": lambda state: [player.order for player in state.players],
    "tiles in play": lambda state: state.round and state.round.tiles,
    "folded tiles": lambda state: [then.tiles for then in state.rounds],
    "last groupings": lambda state: [player.last for player in state.players],
}


@pytest.mark.parametrize("secret", SECRETS)
def test_the_pairs_differ_in_every_secret(secret: str, pairs: list[Pair]) -> None:
    """Otherwise they would show nothing: a view that told it would be found."""

    def view(state: State, _seer: str) -> Any:
        return SECRETS[secret](state)

    assert any(differ(pair.left, pair.right, pair.seer, view) for pair in pairs)


def leak(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody sees of news of that name what the host does."""
    seen_by = News.seen_by

    def leaking(news: News, seer: str) -> dict[str, Any] | None:
        return seen_by(news, HOST if news.name == name else seer)

    monkeypatch.setattr(News, "seen_by", leaking)


def without_view(_state: State, _seer: str) -> None:
    return None


@pytest.mark.parametrize("name", ["OrderDrawn", "RoundDealt", "Grouped", "TileShown"])
def test_a_leak_in_news_is_found(
    name: str, pairs: list[Pair], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(name, monkeypatch)
    assert any(differ(pair.left, pair.right, pair.seer, without_view) for pair in pairs)


HELD_BY: dict[str, Callable[[], None]] = {
    "AnteNamed": test_gb_12_an_offer_is_the_opponents_and_nobody_elses,
    "OrderTold": test_gb_17_what_an_order_told_is_its_users_alone,
    "OrderAsked": test_gb_17_that_the_order_is_asked_for_isnt_told_before_it_is_answered,
    "Grouped": test_gb_02_nobody_learns_who_has_grouped_nor_how_often,
    "Asked": test_gb_02_nobody_learns_who_is_still_asked_for_groups,
}


@pytest.mark.parametrize("name", HELD_BY)
def test_a_leak_of_what_is_told_to_one_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    HELD_BY[name]()
    leak(name, monkeypatch)
    with pytest.raises(AssertionError):
        HELD_BY[name]()


# ---- at the desk


def without_texts(tmp_path: Path) -> None:
    """What posts say is no matter here."""
    folder = tmp_path / "templates" / KIND
    folder.mkdir(parents=True)
    for occasion in GAME.occasions:
        (folder / f"{occasion.name}.j2").write_text("a text\n")


REPORTS = (
    *("status", "status --json", "due", "due --json", "log", "log --json", "games", "outbox"),
    *("outbox --all", "export --public", "log --refused", "log --refused --json"),
)
TYPED = ("record Bob raise 99", "record Ann peek", "record Bob call 8", "record Bob order")


def reports(host: Host, path: Path) -> list[str]:
    """All that a host's screen shows of that match unasked, refusals and an undo among it."""
    done = host(f"import {path} --as Match")
    assert done.code == 0, done.all
    host.at("21 12:00")
    shown = []
    for line in (*TYPED, "record Bob raise 1", *REPORTS):
        told = host(line)
        assert told.code == (line in TYPED), (line, told.all)
        shown.append(told.all)
    number = host("log --json").facts[-1]["number"]
    shown += [host(line).all for line in (f"undo {number}", *REPORTS[:8])]
    plain = (text.replace(path.name, "") for text in shown)
    return [re.sub(r"\b[0-9a-f]{16,64}\b", "#", text) for text in plain]


AT_THE_DESK = {
    "groupings": (
        f"Ann: {OTHER_GROUPS[0]}\nBob: {OTHER_GROUPS[5]}\norder {UP} / {DOWN}",
        f"Ann: {OTHER_GROUPS[4]}\nBob: {OTHER_GROUPS[3]}\norder {UP} / {DOWN}",
    ),
    "orders": (
        f"Ann: {SAME}\nBob: {SAME}\norder {ONE} / {SWAPPED}",
        f"Ann: {SAME}\nBob: {SAME}\norder {SWAPPED} / {ONE}",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", few_first(1, AT_THE_DESK))
def test_at_the_desk_no_report_refusal_or_undo_tells_a_secret_unasked(
    what: str, host: Host, tmp_path: Path
) -> None:
    without_texts(tmp_path)
    shutil.copy(host.database, tmp_path / "other.db")
    end = "Ann: bet 2 | Ann: peek | Bob: fold\nAnn: bet 3"
    shown: list[list[str]] = []
    for desk, body in zip((host, Host(tmp_path / "other.db")), AT_THE_DESK[what], strict=True):
        path = tmp_path / f"{len(shown)}.journal"
        path.write_text(journal(f"{BEGIN}{body}\n{end}", **ITEMS))
        shown.append(reports(desk, path))
    assert shown[0] == shown[1]


def test_at_the_desk_status_json_keeps_the_contract_and_secrets_come_on_demand(
    host: Host, tmp_path: Path
) -> None:
    without_texts(tmp_path)
    path = tmp_path / "M.journal"
    body = AT_THE_DESK["orders"][0].replace(ONE, "0 2 1 3 5 4 6 7 8")
    path.write_text(journal(f"{BEGIN}{body}\nAnn: bet 2", **ITEMS))
    assert host(f"import {path}").code == 0
    plain = host("status --json").facts
    check_contract(plain)
    assert not {SECRET, "grouping", "order", "tile"} & {key for key, _ in _keys(plain)}
    secret = host("status --json --secret").facts
    rows = {row["name"]: row for row in secret["players"]}
    assert rows["Ann"]["grouping"] == {"A": [0, 2], "B": [1, 3, 5], "C": [4, 6, 7, 8]}
    assert rows["Ann"]["order"] == [0, 2, 1, 3, 5, 4, 6, 7, 8]
    assert (rows["Ann"]["tile"], rows["Bob"]["tile"]) == (0, 2)


def _keys(facts: Any) -> Iterator[tuple[str, Any]]:
    """All keys of plain data, at any depth."""
    if isinstance(facts, dict):
        for key, value in facts.items():
            yield key, value
            yield from _keys(value)
    elif isinstance(facts, list):
        for item in facts:
            yield from _keys(item)
