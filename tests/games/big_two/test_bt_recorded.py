"""Whole recorded games of both kinds: every kind of play, every role table, every step of trading.

NAME.journal is what a host recorded; NAME.result was worked out from the rulebook without the
program, with the reasoning in its remarks. A feature without a recording is named by
`test_every_feature_…`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hosting import Host
from recorded import (
    Feature,
    Recording,
    Taken,
    check_canonical,
    check_import_and_export,
    check_shown,
    check_taken_back,
    folder,
    names,
    never_chosen,
    never_happened,
    never_said,
    recording,
    worked_out,
)
from recorded import recordings as recordings_of

from gmtool.engine import moves
from gmtool.engine.entries import Entry
from gmtool.engine.game import Game
from gmtool.engine.refusals import Refusal, Refused
from gmtool.engine.steps import Step, apply
from gmtool.engine.table import Table
from gmtool.engine.wording import HOST
from gmtool.games.big_two import GAME, PRESIDENT_GAME
from gmtool.games.big_two import moves as own_moves
from gmtool.games.big_two.state import DEFAULT, State
from gmtool.games.big_two.terms import (
    deck,
    in_order,
)

from .features_of_conduct import CONDUCT
from .features_of_play import DEALS, KINDS, PLAYS, TRICKS, led_and_beaten, some
from .features_of_trading import FREE, NAMES_OF_SUITS, QUESTIONS, TRADES, asked
from .results import report

GAMES = (GAME, PRESIDENT_GAME)
NAMES = [
    pytest.param(game, name, id=f"{game.kind}/{name}") for game in GAMES for name in names(game)
]
every_recording = pytest.mark.parametrize(("game", "name"), NAMES)


def recordings() -> tuple[Recording, ...]:
    return tuple(one for game in GAMES for one in recordings_of(game))


@every_recording
def test_a_recorded_game_ends_as_it_did_to_the_last_card(game: Game, name: str) -> None:
    assert report(recording(game, name).played) == worked_out(game, name)


# ---- what holds after every entry


@every_recording
def test_every_card_is_somewhere_and_none_twice_after_every_entry(game: Game, name: str) -> None:
    """BT-2 to BT-5, BT-14, BT-23, BT-29: in a hand, in the rest of the deck, played in the round or
    laid aside by its last; nothing is out between two deals.
    """
    one = recording(game, name)
    for taken in one.taken:
        state = taken.after.state
        if not state.deal or any(t.news("DealtAnew") for t in [taken]):
            assert not any(player.hand for player in state.players)
            continue
        places = [*held(state), *played(state), *laid_aside(one, taken)]
        assert len(places) == len(set(places)), taken.entry
        assert set(places) == set(deck(state.terms.jokers)), taken.entry


def held(state: State) -> Iterator[str]:
    """In hands, each from low to high, and in the rest of a short deal."""
    for player in state.players:
        assert player.hand == in_order(player.hand)
        yield from player.hand
    yield from state.stock


def played(state: State) -> Iterator[str]:
    """In the tricks of the round."""
    actions = [action for then in state.tricks for action in then.actions]
    if state.trick:
        actions += state.trick.actions
    for action in actions:
        yield from action.cards


def laid_aside(one: Recording, taken: Taken) -> tuple[str, ...]:
    """By the last of a round that is over, until the next deal; what a host says, or takes back and
    puts back, comes between.
    """
    until = [t for t in one.taken if t.entry.number <= taken.entry.number]
    for then in reversed(until):
        if then.news("Dealt"):
            return ()
        for over in then.news("RoundOver"):
            hand: tuple[str, ...] = then.before.state.player(over["places"][-1]).hand
            assert len(hand) == over["left"]
            return hand
    return ()


@every_recording
def test_hands_are_as_large_at_the_first_play_as_they_were_dealt(game: Game, name: str) -> None:
    """BT-2, BT-23, BT-29: and differ by one card at most, the earlier seats having more."""
    for taken in recording(game, name).live:
        for opened in taken.news("RoundOpened"):
            first = (opened["number"] - 1) % len(opened["counts"])
            around = [*opened["counts"][first:], *opened["counts"][:first]]
            more = [n for n, count in enumerate(around) if count > around[-1]]
            assert opened["floating_to"] or more == [*range(len(more))]
            assert max(around) - min(around) <= 1
        if taken.news("PlayOpened"):
            state = taken.after.state
            assert tuple(len(player.hand) for player in state.players) == state.sizes


@every_recording
def test_every_answer_is_true(game: Game, name: str) -> None:
    """BT-25: by the hand that is asked about, told apart from how the game finds it."""
    for taken in recording(game, name).live:
        for told in taken.news("Answered"):
            hand = taken.before.state.player(told["parties"][1]).hand
            asked = told["question"].split()
            cards = [card for card in hand if of(card, asked[-1])]
            if asked[0] == "any":
                assert told["yes"] == bool(cards)
            elif asked[0] == "at":
                assert told["yes"] == (len(cards) >= int(asked[2]))
            elif len(asked) == 1 and asked[0] not in {"highest", "lowest"}:
                assert told["yes"] == (asked[0] in hand)
            else:
                assert set(told["cards"]) <= set(hand)
                assert told["yes"] == bool(told["cards"])


def of(card: str, word: str) -> bool:
    """Whether a card is of the suit or rank that a question names."""
    return card[:-1] == word or NAMES_OF_SUITS.get(word) == card[-1]


@every_recording
def test_what_is_taken_back_leaves_the_table_as_it_was(game: Game, name: str) -> None:
    check_taken_back(recording(game, name))


@every_recording
def test_a_recorded_journal_is_written_canonically(game: Game, name: str) -> None:
    """Cards from low to high, too, so that each move reads back to itself."""
    one = recording(game, name)
    check_canonical(one)
    said_so = [taken for taken in one.taken if not isinstance(taken.move, moves.Set)]
    assert [str(taken.move) for taken in said_so] == [taken.entry.text for taken in said_so]


@every_recording
def test_the_public_is_told_the_places_of_every_round(game: Game, name: str) -> None:
    """BT-15, BT-22."""
    one = recording(game, name)
    told = one.played.view()["public"]["rounds"]
    assert [then["places"] for then in told] == [list(o["places"]) for o in one.news("RoundOver")]


SHORT = {"drawn-and-called-off", "two-seven-each"}
"""Two that are done at once; the others with the slow tests."""


@pytest.mark.parametrize(
    ("game", "name"),
    [
        pytest.param(
            game,
            name,
            marks=[] if name in SHORT else [pytest.mark.slow],
            id=f"{game.kind}/{name}",
        )
        for game in GAMES
        for name in names(game)
    ],
)
def test_import_and_export_give_the_recording_back_byte_for_byte(
    game: Game, name: str, host: Host
) -> None:
    check_import_and_export(recording(game, name), host)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.kind)
def test_every_recording_has_a_result(game: Game) -> None:
    assert names(game)
    assert {path.stem for path in folder(game).glob("*.result")} == set(names(game))


# ---- what they show

FEATURES = {
    "deal": DEALS,
    "play": PLAYS,
    "trick": TRICKS,
    "trade": TRADES,
    "free trade": FREE,
    "conduct": CONDUCT,
}


@pytest.mark.parametrize(
    "feature",
    [
        pytest.param(feature, id=f"{part}: {feature.what}")
        for part, features in FEATURES.items()
        for feature in features
    ],
)
def test_every_feature_has_a_recording(feature: Feature) -> None:
    if not feature.sees(named(feature.shown_in)):
        check_shown(feature, recordings())


def test_every_kind_of_play_is_led_and_beaten_in_a_recording() -> None:
    assert {kind for game in recordings() for kind in KINDS if led_and_beaten(game, kind)} == {
        *KINDS
    }


def test_every_question_that_was_put_is_named() -> None:
    assert {key for game in recordings() for key in asked(game)} == set(QUESTIONS)


def test_all_news_and_every_move_have_a_recording() -> None:
    """Whatever the rulebook gains, here it is missed until a recorded game shows it; nobody is
    ruled inactive in these games, and nothing of a player's can be corrected.
    """
    missing = never_happened("gmtool.games.big_two", recordings())
    missing += never_said(own_moves, moves.Move, recordings())
    missing += set(never_said(moves, moves.HostMove, recordings())) - {"Inactive", "Adjust"}
    assert not missing, f"without a recording: {', '.join(missing)}"


def test_every_decision_runs_out_in_a_recording() -> None:
    """BT-12: what news tells that a player does can also stand for one whose time is over."""
    happened = [news for g in recordings() for t in g.live for news in t.step.news]
    decided = {news.name for news in happened if "how" in news.facts}
    assert decided == {"Played", "Passed", "Taken", "Returned"}
    assert all(any(some(g, name, how=DEFAULT) for g in recordings()) for name in decided)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.kind)
def test_every_option_has_a_recording_with_another_value_than_its_default(game: Game) -> None:
    """Of either kind, but for what the one has alone."""
    assert not never_chosen(game, recordings())


# ---- what was refused there


REFUSED = (
    # BT-26 and BT-27: what the source allows and what not, two cards to steal
    ("two-with-all-questions", "ask 9S", "ask 3 highest", "BT-26"),
    ("two-with-all-questions", "ask 9S", "ask any triples", "BT-26"),
    ("two-with-all-questions", "ask 9S", "ask at least 3 hearts", "BT-26"),
    ("two-with-all-questions", "ask 9S", "ask the sum", "BT-25"),
    ("two-with-all-questions", "ask KH", "ask any clubs", "BT-26"),
    ("two-with-all-questions", "ask KH", "ask lowest", "BT-26"),
    ("seven-drawn-and-called-off", "ask lowest", "ask 2 highest", "BT-26"),
    ("two-with-all-questions", "return 3S 4H", "ask lowest", "BT-24"),
    ("two-with-all-questions", "ask 9S", "take", "BT-27"),
    ("two-with-all-questions", "give 7D 7H", "give 7D", "BT-27"),
    ("two-with-all-questions", "give 7D 7H", "give 3H 7D", "BT-27"),
    ("two-with-all-questions", "return 3H 5C", "return 3H", "BT-28"),
    # play
    ("every-kind-of-play", "play 3D 4C 5H 6S 7D", "play 2D", "BT-6"),
    ("every-kind-of-play", "play 3S 4S 5D 6H 7S", "play 2S", "BT-9"),
    ("every-kind-of-play", "play 7H 7S", "play 6S 8H", "BT-7"),
    ("every-kind-of-play", "play 4H AD AC AH AS", "play 3H 4D 6D 7C 9D", "BT-7"),
    ("every-kind-of-play", "play JC", "pass", "BT-12"),
    ("five-with-two-jokers", "play 4C 5H 6S 7D 8D", "play 8D", "BT-9"),
    ("four-with-a-wild-joker", "play LJ as KC", "play LJ as LJ", "BT-16"),
    ("four-with-a-wild-joker", "play 7S LJ as 7S 7C", "play 7S LJ as 7S 7S", "BT-16"),
)


@pytest.mark.parametrize(("name", "text", "instead_of_it", "clause"), REFUSED)
def test_something_else_would_have_been_refused(
    name: str, text: str, instead_of_it: str, clause: str
) -> None:
    game = named(name)
    taken = next(t for t in game.live if t.entry.text == text)
    with pytest.raises(Refusal) as refused:
        instead(game, taken, instead_of_it)
    assert refused.value.clause == clause


@pytest.mark.parametrize(
    "question",
    ["9S", "lowest", "highest spades", "highest pair", "any clubs", "at least 2 hearts"],
)
def test_bt_27_the_questions_that_the_source_allows_were_allowed(question: str) -> None:
    game = named("two-with-all-questions")
    taken = next(t for t in game.live if t.entry.text == "ask 9S")
    assert instead(game, taken, f"ask {question}").news[0].name == "Answered"


def test_bt_12_what_came_late_would_have_been_refused() -> None:
    """Without the host's reason for taking it."""
    tardy = [(game, t) for game in recordings() for t in game.live if t.entry.late]
    assert len(tardy) >= 2
    for game, taken in tardy:
        with pytest.raises(Refused, match="after the deadline"):
            instead(game, taken, taken.entry.text)


def test_bt_29_who_offers_is_not_told_what_the_other_lacks_but_who_accepts_is() -> None:
    game = named("seven-with-free-trade")
    taken = next(t for t in game.live if t.entry.text == "withdraw Eve")
    elsewhere = taken.before.state.player("Cleo").hand[0]
    offered = instead(game, taken, f"offer Aoife 8C for {elsewhere}").table
    with pytest.raises(Refused, match=f"{elsewhere} isn't in your hand") as refused:
        said(game, offered, taken, "Aoife", "accept Dan")
    assert refused.value.clause == "BT-29"


def test_bt_02_nothing_is_dealt_anew_once_a_card_is_played() -> None:
    game = named("every-kind-of-play")
    taken = next(t for t in game.live if t.before.state.has_played)
    with pytest.raises(Refused) as refused:
        said(game, taken.before, taken, HOST, 'redeal why "a card was shown"')
    assert refused.value.clause == "BT-2"


def named(name: str) -> Recording:
    """The recording of that name, of whichever kind."""
    return next(one for one in recordings() if one.name == name)


def instead(game: Recording, taken: Taken, text: str) -> Step:
    """What that player would have done with something else than in that entry."""
    return said(game, taken.before, taken, taken.entry.who, text)


def said(game: Recording, table: Table, taken: Taken, who: str, text: str) -> Step:
    """What that does at a table, at the instant of an entry."""
    at = taken.entry.received_at
    return apply(game.game, table, Entry(taken.entry.number, who, text, at, at))
