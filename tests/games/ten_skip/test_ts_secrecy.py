"""What others may not know: hands, the order of the draw pile, the two cards drawn, which of them
is kept, what a victim hands over, and whether a claim is true before somebody doubts it (TS-4,
TS-6, TS-7, TS-10, TS-17).

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
from hosting import Host
from lengths import few_first
from playing import Played
from secrecy import Side

from gmtool.desk.writing import Writer
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC, SECRET
from gmtool.engine.instants import Instant
from gmtool.engine.journal import write
from gmtool.engine.moves import Move
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step, apply
from gmtool.engine.table import wanted
from gmtool.engine.telling import News
from gmtool.engine.wording import HOST
from gmtool.games.ten_skip import GAME
from gmtool.games.ten_skip.moves import Hand, Keep
from gmtool.games.ten_skip.state import State

from .tables import (
    CARDS,
    CLOSE,
    all_of,
    begun,
    deal,
    hands,
    lines_of,
    more,
    over,
    seen,
    small,
)
from .test_ts_known import Talk

View = Callable[[State, str], Any]

# ---- what a reader is told


def told(replay: Replay, seer: str, view: View, since: int = 0) -> Iterator[Any]:
    """All that `seer` is told from that entry on, entry by entry: the move, what followed, the
    texts that arose, the view after it, who is awaited and the windows; of its own moves all.
    """
    for step in replay.live[since:]:
        asked = wanted(GAME, step.table)
        yield (
            step.entry.received_at,
            step.who,
            step.entry.text if step.who == seer else step.move.public,
            [news.seen_by(seer) for news in step.news],
            [m for m in GAME.messages(step.news) if m.to == seer],
            view(step.table.state, seer),
            asked,
            [(w.title, w.opened, w.deadline) for w in step.table.windows],
        )


def differ(left: Played | Replay, right: Played | Replay, seer: str, view: View = GAME.view) -> int:
    """After how many entries `seer` could tell the two games apart."""
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


# ---- hands and the pile

ANN, BOB, CID = "AC 2C 9H", "3C 4C 9S", "5D 6D 10D"
PILE = "7C 8C 9C 10C 7D 9D 10H 10S"
BLUFF = "Ann: discard 9H | Ann: keep 7C | Ann: notice"


def table(ann: str = ANN, bob: str = BOB, cid: str = CID, pile: str = PILE) -> Played:
    return small(ann, bob, cid, pile=pile)


def test_ts_04_a_hand_is_known_to_its_player_alone() -> None:
    """Bob and Cid have a card of each other's."""
    body = f"{BLUFF} | Bob: discard 9S | Bob: keep 9C"
    left = more(table(bob="3C 4C 9S", cid="5D 6D 10D"), body)
    right = more(table(bob="3C 5D 9S", cid="4C 6D 10D"), body)
    assert who_can_tell(left, right) == ["Bob", "Cid"]


def test_ts_04_the_deal_itself_tells_nobody_a_hand() -> None:
    left, right = table("AC 2C 9H", "3C 4C 9S"), table("AC 2C 4C", "3C 9H 9S")
    for game in (left, right):
        (dealt,) = game.news("Dealt")
        assert not {"hands", "draw_pile"} & set(seen(dealt, "Ann"))
    assert who_can_tell(left, right) == ["Ann", "Bob"]


def test_ts_04_the_order_of_the_pile_is_nobodys_to_know() -> None:
    left = more(table(), BLUFF)
    right = more(table(pile="7C 8C 10C 9C 7D 9D 10S 10H"), BLUFF)
    assert who_can_tell(left, right) == []


def test_ts_06_the_two_cards_drawn_and_which_is_kept_only_who_drew_knows() -> None:
    left = more(table(pile="7C 8C"), "Ann: discard 9H")
    right = more(table(pile="7D 8C"), "Ann: discard 9H")
    assert who_can_tell(left, right) == ["Ann"]
    assert left.waiting() == right.waiting()
    left, right = more(left, "Ann: keep 7C"), more(right, "Ann: keep 7D")
    assert who_can_tell(left, right) == ["Ann"]
    left, right = (more(game, "Ann: done | Bob: discard 3C") for game in (left, right))
    assert who_can_tell(left, right) == ["Ann"]


def test_ts_06_nor_in_which_order_they_came() -> None:
    left = more(table(pile="7C 8C"), "Ann: discard 9H | Ann: keep 7C")
    right = more(table(pile="8C 7C"), "Ann: discard 9H | Ann: keep 7C")
    assert who_can_tell(left, right) == ["Ann"]


def test_ts_06_by_default_neither() -> None:
    left = more(table(pile="7C 8C"), f"Ann: discard 9H | {CLOSE}")
    right = more(table(pile="7D 8C"), f"Ann: discard 9H | {CLOSE}")
    assert who_can_tell(left, right) == ["Ann"]
    left, right = (more(table(pile=pile), CLOSE) for pile in ("7C 8C", "7D 8C"))
    assert who_can_tell(left, right) == ["Ann"]


def test_ts_06_the_single_last_card_is_known_to_who_takes_it() -> None:
    ann = " ".join(all_of("A", "2", "3", "4").split()[:13])
    bob = " ".join(all_of("7", "8", "9").split())
    games = [begun(ann, bob + " 10C", "", hand_size=13, pile=card) for card in ("10S", "5S")]
    left, right = (more(game, "Ann: discard AC") for game in games)
    assert who_can_tell(left, right) == ["Ann", "Cid"]


# ---- what a victim hands over


def test_ts_07_a_card_handed_over_is_known_to_the_two() -> None:
    game = more(table(), "Ann: take Bob giving 9H")
    left, right = more(game, "Bob: hand 3C"), more(game, "Bob: hand 4C")
    assert who_can_tell(left, right) == ["Ann", "Bob"]
    left, right = (more(game, "Ann: notice | Bob: discard 9S") for game in (left, right))
    assert who_can_tell(left, right) == ["Ann", "Bob"]


def test_ts_07_of_two_players_both_see_it_and_nobody_else() -> None:
    game = more(small(ANN, BOB), "Ann: take Bob giving 9H")
    left, right = more(game, "Bob: hand 3C"), more(game, "Bob: hand 4C")
    assert who_can_tell(left, right) == ["Ann", "Bob"]
    for seer in ("Ann", "Bob"):
        assert seen(left.news("Handed")[0], seer)["card"] == "3C"
    assert seen(left.news("Handed")[0])["card"] == ""


def test_ts_07_nor_by_default() -> None:
    body = f"Ann: take Bob giving 2C | {CLOSE}"
    left = more(table(bob="3C 4C 9S", cid="5D 6D 9D", pile="7C 8C"), body)
    right = more(table(bob="3C 4C 9D", cid="5D 6D 9S", pile="7C 8C"), body)
    assert who_can_tell(left, right) == ["Ann", "Bob", "Cid"]


def test_ts_07_who_is_asked_tells_nothing_of_its_hand() -> None:
    left = more(table(bob="3C 4C 9S"), "Ann: take Bob giving 9H")
    right = more(table(bob="3C 4C 8S"), "Ann: take Bob giving 9H")
    assert who_can_tell(left, right) == ["Bob"]
    assert left.waiting() == right.waiting()


def test_ts_15_what_isnt_known_any_more_isnt_told() -> None:
    """Ann, whose hand was shown, hands over one card or another."""
    game = more(table(), f"{BLUFF} | Bob: challenge | Bob: top 3C | Cid: take Ann giving 5D")
    left, right = more(game, "Ann: hand AC"), more(game, "Ann: hand 7C")
    assert who_can_tell(left, right) == ["Ann", "Cid"]


# ---- claims

TRUTHS = ("3D 5C 9H", "4S 5C 9H")
"""With the 7C of the pile the first is a made hand."""


@pytest.mark.parametrize(
    "body",
    [
        BLUFF,
        f"{BLUFF} | Bob: discard 3C | Bob: keep 9C",
        f"{BLUFF} | Bob: take Cid giving 3C | Cid: hand 5D",
        "Ann: discard 9H | Ann: keep 7C | Ann: done",
    ],
)
def test_ts_10_whether_a_claim_is_true_nobody_else_can_tell(body: str) -> None:
    left, right = (more(table(ann), body) for ann in TRUTHS)
    assert who_can_tell(left, right) == ["Ann"]


def test_ts_13_a_challenge_tells_it_to_all() -> None:
    left, right = (more(table(ann), f"{BLUFF} | Bob: challenge") for ann in TRUTHS)
    assert who_can_tell(left, right) == ["public", "Ann", "Bob", "Cid"]


def test_ts_17_nor_after_it_has_won_unchallenged() -> None:
    body = f"{BLUFF} | Bob: discard 3C | Bob: keep 9C | Cid: discard 5D | Cid: keep 7D"
    games = [more(table(ann), body) for ann in TRUTHS]
    assert {over(game)[1] for game in games} == {"unchallenged"}
    assert who_can_tell(*games) == ["Ann"]
    second = deal("", "", "", first=1, size=3)
    left, right = (more(game, second) for game in games)
    assert who_can_tell(left, right) == ["Ann"]
    left, right = (more(game, "Ann: reveal") for game in (left, right))
    assert who_can_tell(left, right) == ["public", "Ann", "Bob", "Cid"]


def test_ts_18_hands_that_score_are_shown_to_all() -> None:
    bobs = ("3C 4C 9S", "3C 4D 9S")
    body = f"{BLUFF} | Bob: discard 3C | Bob: keep 9C | Cid: discard 5D | Cid: keep 7D"
    left, right = (more(table(bob=bob), body) for bob in bobs)
    assert who_can_tell(left, right) == ["public", "Ann", "Bob", "Cid"]


def test_ts_19_hands_of_who_doesnt_score_arent() -> None:
    """Ann's claim was true and Bob doubted it: Cid's hand is never shown."""
    cids = ("5D 6D 10D", "5D 6D 8D")
    left, right = (more(table("3D 5C 9H", cid=cid), f"{BLUFF} | Bob: challenge") for cid in cids)
    assert over(left)[1] == "claim-true"
    assert who_can_tell(left, right) == ["Cid"]


# ---- taken back


def test_all_06_a_keep_taken_back_tells_nothing() -> None:
    games = []
    for card in ("7C", "7D"):
        game = more(table(pile=f"{card} 8C"), f"Ann: discard 9H | Ann: keep {card}")
        games.append(more(game, f"host: undo {game.entries[-1].number} | Ann: keep {card}"))
    assert who_can_tell(*games) == ["Ann"]


# ---- refusals


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("Ann: discard 9H", "Bob: keep 7C"),
        ("Ann: discard 9H", "Bob: discard 3C"),
        ("Ann: discard 9H | Ann: keep 7C", "Bob: keep 7C"),
        (BLUFF, "Bob: take Ann giving 3C"),
        (BLUFF, "Cid: challenge"),
        (BLUFF, "Bob: hand 3C"),
        ("Ann: take Cid giving 9H", "Bob: hand 3C"),
    ],
)
def test_all_06_no_refusal_tells_more_than_everybody_knows(before: str, line: str) -> None:
    """Whatever Ann, Cid and the pile hold."""
    found = set()
    for ann, cid, pile in (
        ("AC 2C 9H", "5D 6D 10D", "7C 8C"),
        ("3D 5C 9H", "2C AC 10D", "7C 8D"),
        ("AC 2D 9H", "5D 6D 8H", "7C 8S"),
    ):
        game = more(table(ann, cid=cid, pile=pile), before)
        with pytest.raises(Refusal) as refused:
            more(game, line)
        found.add(str(refused.value))
    assert len(found) == 1


# ---- only the host's view has secrets, under their key


@pytest.mark.parametrize(
    "body", ["Ann: discard 9H", "Ann: take Bob giving 9H", BLUFF, f"{BLUFF} | Bob: challenge"]
)
def test_only_the_hosts_view_has_secrets_and_only_under_their_key(body: str) -> None:
    game = more(table(), body)
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


@pytest.mark.parametrize(
    ("body", "cards"),
    [
        ("Ann: discard 9H", {"9H"}),
        ("Ann: discard 9H | Ann: keep 7C", {"9H", "8C"}),
        ("Ann: take Bob giving 9H", {"9H"}),
        ("Ann: take Bob giving 9H | Bob: hand 3C", {"9H"}),
        (BLUFF, {"9H", "8C"}),
    ],
)
def test_the_public_view_names_no_card_but_those_shown(body: str, cards: set[str]) -> None:
    view = more(table(), body).view()
    shown = {**view, "public": {**view["public"], "deck": [], "draws": [], "example": {}}}
    assert {card for card in CARDS if f"'{card}'" in str(shown)} == cards


# ---- random pairs


class Pair:
    """A random game, and the same with cards of others exchanged that `seer` may not know of: so
    that all that it does know is the same.
    """

    def __init__(self, number: int, entries: int) -> None:
        talk = Talk(number, entries)
        for _ in talk.steps():
            pass
        self.random = talk.random
        self.header = talk.header
        self.seer = self.random.choice((PUBLIC, PUBLIC, *talk.header.players))
        live = list(talk.replay.live)
        while live and live[-1].table.state.phase == "ended":
            live.pop()  # secrets end with the game
        self.left = Replay(GAME, talk.replay.start, live)
        self.right, self.varied = self._varied()

    def _varied(self) -> tuple[Replay, int]:
        best, varied = self.left, 0
        known = knowledge(best, self.seer)
        deals = [
            place
            for place, step in enumerate(best.live)
            if any(news.name == "Dealt" for news in step.news)
        ]
        for _ in range(TRIES):
            place = self.random.choice(deals[-3:])
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
        """The cards of which the seer was never told where they are in that round."""
        cards = set(replay.live[place].entry.text.split()[1:])
        for step in replay.live[place:end]:
            cards -= set(re.findall(r"\w+", str(list(known_of(step, self.seer)))))
        return sorted(cards)

    def _named(self, replay: Replay, place: int, end: int) -> set[str]:
        """The cards that are drawn, kept or handed over."""
        told = (news for step in replay.live[place:end] for news in step.news)
        told_of = [news for news in told if news.name in {"Drew", "Kept", "Handed"}]
        return set(re.findall(r"\w+", str(told_of)))

    def _exchanged(
        self, replay: Replay, change: dict[str, str], place: int, end: int
    ) -> Replay | None:
        """The game with these cards exchanged from one deal to the next; None where a move that
        was said can't be said then.
        """
        again = Replay(GAME, replay.start, replay.live[:place])
        for number, step in enumerate(replay.live[place:], place):
            words = step.entry.text.split()
            if number < end:
                words = [change.get(word, word) for word in words]
            try:
                again.apply(replace(step.entry, text=" ".join(words)))
            except Refusal:
                return None
        return again


def known_of(step: Step, seer: str) -> Iterator[Any]:
    """What the rules page lets that reader know of an entry: what lies or is shown openly and who
    did what when; its own hand, the two cards that it drew, what was handed over by it or to it.
    """
    state: State = step.table.state
    for news in step.news:
        facts = {**news.facts, **news.secret}
        match news.name, facts:
            case "Dealt", _:
                yield "dealt", news["round"]
            case "Drew", {"who": who, "cards": cards, "left": left}:
                yield who, len(cards), left, cards if who == seer else ()
            case "Kept", {"who": who, "card": card, "laid": laid, "how": how}:
                yield who, laid, how, card if who == seer else ""
            case "Handed", {"who": who, "taker": taker, "card": card, "shown": shown, "how": how}:
                yield who, taker, shown, how, card if seer in {who, taker} else ""
            case _:
                yield news
    yield state.phase, state.actor, state.awaited, len(state.draw_pile)
    if seer:
        yield state.player(seer).hand if state.started else ()
        yield step.entry.text if step.who == seer else ""


def knowledge(replay: Replay, seer: str) -> list[Any]:
    """All that this reader may know."""
    return [fact for step in replay.live for fact in known_of(step, seer)]


FAST, SLOW, TRIES = range(4), 16, 6
TEXTS = (0, 3)


@pytest.fixture(scope="module")
def pairs() -> list[Pair]:
    return [Pair(number, 32) for number in FAST]


def test_ts_04_ts_07_nobody_can_tell_games_apart_by_what_it_may_not_know(
    pairs: list[Pair],
) -> None:
    for pair in pairs:
        assert not differ(pair.left, pair.right, pair.seer), pair.seer
    assert sum(bool(pair.varied) for pair in pairs) >= len(pairs) - 1


@pytest.mark.slow
@pytest.mark.parametrize("part", few_first(1, range(2)))
def test_ts_04_ts_07_nor_in_many_others(part: int) -> None:
    for number in range(100 + part, 100 + SLOW, 2):
        pair = Pair(number, 30 + number % 60)
        assert not differ(pair.left, pair.right, pair.seer), number


TRIED = (
    *("discard 9H", "discard AC", "keep 7C", "keep AC", "take Ann giving 9H", "hand 5C", "done"),
    *("take Bob giving AC", "notice", "challenge", "pass", "top 9H", "reveal"),
)


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


def side(pair: Pair, replay: Replay) -> Side:
    return Side(pair.header, replay, [step.entry for step in replay.live])


@pytest.mark.slow
@pytest.mark.usefixtures("_own_replies")
@pytest.mark.parametrize("number", few_first(1, TEXTS))
def test_ts_04_ts_07_nor_by_any_text(number: int) -> None:
    pair = Pair(number, 20)
    two = secrecy.Pair(pair.seer, side(pair, pair.left), side(pair, pair.right))
    assert not secrecy.differences(two, GAME)


# ---- leaks are found


SECRETS: dict[str, Callable[[State], Any]] = {
    "hands": lambda state: [player.hand for player in state.players],
    "the draw pile": lambda state: state.draw_pile,
    "the two cards drawn": lambda state: state.drawn,
}


@pytest.mark.parametrize("secret", SECRETS)
def test_the_pairs_differ_in_every_secret(secret: str, pairs: list[Pair]) -> None:
    """Otherwise they would show nothing: a view that told it would be found."""

    def view(state: State, _seer: str) -> Any:
        return SECRETS[secret](state)

    assert any(differ(pair.left, pair.right, pair.seer, view) for pair in pairs)


def leaking(name: str) -> Callable[[News, str], dict[str, Any] | None]:
    """How news would be seen if those of that name were for everybody, with their secrets."""
    seen_by = News.seen_by
    return lambda news, seer: seen_by(news, HOST if news.name == name else seer)


HELD_BY: dict[str, Callable[[], None]] = {
    "Dealt": test_ts_04_a_hand_is_known_to_its_player_alone,
    "Drew": test_ts_06_the_two_cards_drawn_and_which_is_kept_only_who_drew_knows,
    "Kept": test_ts_06_by_default_neither,
    "Handed": test_ts_07_a_card_handed_over_is_known_to_the_two,
}


@pytest.mark.parametrize("name", HELD_BY)
def test_a_leak_in_news_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    HELD_BY[name]()
    monkeypatch.setattr(News, "seen_by", leaking(name))
    with pytest.raises(AssertionError):
        HELD_BY[name]()


@pytest.mark.parametrize("name", HELD_BY)
def test_a_leak_in_news_of_random_pairs_is_found(
    name: str, pairs: list[Pair], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(News, "seen_by", leaking(name))
    assert any(
        differ(pair.left, pair.right, pair.seer, lambda _state, _seer: None) for pair in pairs
    )


OPENLY: dict[type[Move], Callable[[], None]] = {
    Keep: test_all_06_a_keep_taken_back_tells_nothing,
    Hand: test_ts_15_what_isnt_known_any_more_isnt_told,
}


@pytest.mark.parametrize("move", OPENLY)
def test_a_leak_in_a_move_is_found(move: type[Move], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(move, "public", property(str))
    with pytest.raises(AssertionError):
        OPENLY[move]()


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


def at_the_desk(host: Host, game: Played, *, dump: bool = False) -> Host:
    """A host with that game; all texts so far have gone out."""
    if dump:
        folder = host.database.parent / "templates" / game.header.kind
        folder.mkdir(parents=True, exist_ok=True)
        for occasion in GAME.occasions:
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


def masked(texts: list[str]) -> list[str]:
    return [re.sub(r"\b[0-9a-f]{16,64}\b", "#", text) for text in texts]


REPORTS = (
    *("status", "status --json", "due", "due --json", "log", "log --json", "games", "outbox"),
    *("outbox --all", "export --public", "log --refused", "log --refused --json"),
)


def shown(host: Host, body: str, reports: tuple[str, ...]) -> list[str]:
    """All that a host's screen shows unasked where `?` stands among these commands, and what was
    posted or sent to anybody but Ann and Bob.
    """
    found = []
    for part in body.split(" | ? | "):
        does(host, part)
        found += [host(report).all for report in reports]
    return masked([*found, *texts_to(host, PUBLIC, "Cid")])


CHOSEN = (("7C", "8C"), ("7D", "8C"))
"""Which two cards Ann draws; she keeps the first."""


def desks(host: Host, tmp_path: Path) -> Iterator[Host]:
    """Two desks, neither of which has a game."""
    shutil.copy(host.database, tmp_path / "other.db")
    yield host
    yield Host(tmp_path / "other.db")


HOW = [(False, REPORTS), (True, ())]
"""With the templates as shipped, or with such as tell all that they are given."""
IDS = ["as shipped", "all that a text is given"]


@pytest.mark.slow
@pytest.mark.parametrize(("dump", "reports"), few_first(1, HOW), ids=IDS)
def test_ts_06_no_report_post_refusal_undo_or_correction_tells_what_was_drawn(
    host: Host, tmp_path: Path, dump: bool, reports: tuple[str, ...]
) -> None:
    found = []
    for desk, (kept, laid) in zip(desks(host, tmp_path), CHOSEN, strict=True):
        game = more(table(pile=f"{kept} {laid}"), "Ann: discard 9H")
        at_the_desk(desk, game, dump=dump)
        body = (
            f"!record Ann keep 2C | record Ann keep {kept} | undo | ? | remind --queue"
            f" | rule extend +5h --why storm | record Ann keep {kept} | record Ann done"
        )
        found.append(shown(desk, body, reports))
    assert found[0] == found[1]


@pytest.mark.slow
@pytest.mark.parametrize(("dump", "reports"), few_first(1, HOW), ids=IDS)
def test_ts_07_nor_what_was_handed_over(
    host: Host, tmp_path: Path, dump: bool, reports: tuple[str, ...]
) -> None:
    found = []
    for desk, card in zip(desks(host, tmp_path), ("3C", "4C"), strict=True):
        at_the_desk(desk, more(table(), "Ann: take Bob giving 9H"), dump=dump)
        body = (
            f"!record Bob hand 9H | record Bob hand {card} | undo | ? | redo"
            " | record Ann notice | undo | record Ann done"
        )
        found.append(shown(desk, body, reports))
    assert found[0] == found[1]


@pytest.mark.slow
def test_ts_10_nor_whether_a_claim_is_true(host: Host, tmp_path: Path) -> None:
    found = []
    for desk, ann in zip(desks(host, tmp_path), TRUTHS, strict=True):
        game = more(table(ann), "Ann: discard 9H | Ann: keep 7C")
        at_the_desk(desk, game)
        body = "record Ann notice | undo | redo | record Bob discard 3C | !record Cid challenge"
        found.append(shown(desk, body, REPORTS))
    assert found[0] == found[1]


def test_at_the_desk_status_json_has_no_card_of_a_hand_without_secret(host: Host) -> None:
    at_the_desk(host, more(table(), "Ann: discard 9H"))
    plain = host("status --json").facts
    assert plain["public"].pop("deck")
    assert plain["public"].pop("example")
    plain["public"].pop("draws")
    assert {card for card in CARDS if f'"{card}"' in json.dumps(plain)} == {"9H"}
    assert "hand" not in plain["players"][0]
    secret = host("status --json --secret").facts
    rows = {row["name"]: " ".join(row["hand"]) for row in secret["players"]}
    assert rows == {"Ann": "AC 2C", "Bob": BOB, "Cid": CID}
    text = host("status").all
    assert "7C" not in text
    assert "7♣" not in text


def test_the_facts_of_the_json_are_those_of_the_rules_page(host: Host) -> None:
    at_the_desk(host, more(table(), BLUFF))
    facts_ = host("status --json").facts
    (ann, *_) = facts_["players"]
    assert {key: ann[key] for key in ("name", "score", "eliminated", "in_round", "known")} == {
        "name": "Ann",
        "score": 0,
        "eliminated": False,
        "in_round": True,
        "known": [],
    }
    keys = ("round", "dealer", "draw_pile", "discard_top", "on_notice")
    assert {key: facts_["public"][key] for key in keys} == {
        "round": 1,
        "dealer": "Cid",
        "draw_pile": 29,
        "discard_top": "8C",
        "on_notice": "Ann",
    }
