"""Whole recorded games: every way in which a round and a game can end.

NAME.journal is what a host recorded; NAME.result was worked out from the rulebook without the
program, with the reasoning in its remarks. A feature without a recording is named by
`test_every_feature_…`.
"""

from __future__ import annotations

from collections import Counter

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
    never_ruled,
    never_said,
    recording,
    recordings,
    worked_out,
)

from gmtool.engine import moves
from gmtool.engine.entries import Entry
from gmtool.engine.refusals import Refusal, Refused
from gmtool.engine.steps import Step, apply
from gmtool.engine.wording import HOST
from gmtool.games.ten_skip import GAME
from gmtool.games.ten_skip import moves as own_moves
from gmtool.games.ten_skip.state import (
    CLAIM_TRUE,
    DEAL,
    DEFAULT,
    DRAW,
    ENDED,
    KEEP,
    ONE_LEFT,
    PILE_EMPTY,
    TURN,
    UNCHALLENGED,
    State,
)

from .features_of_conduct import CONDUCT
from .features_of_play import CLAIMS, DEALS, ENDINGS, EXCHANGES, ROUNDS, RUNS, SCORES, at
from .results import applied, happened, report

NAMES = names(GAME)
every_recording = pytest.mark.parametrize("name", NAMES)
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
FORTY = Counter(r + s for r in RANKS for s in "CDHS")
"""TS-1."""


@every_recording
def test_a_recorded_game_ends_as_it_did_to_the_last_card(name: str) -> None:
    assert report(recording(GAME, name)) == worked_out(GAME, name)


# ---- what holds after every entry


@every_recording
def test_every_card_is_somewhere_and_no_more_often_than_dealt_after_every_entry(name: str) -> None:
    """TS-1, TS-4, TS-6, TS-15: in a hand, in the draw pile, among the two drawn, or discarded; once
    a round is over, where it lay then. What is known of a hand is in it.
    """
    one = recording(GAME, name)
    for taken in one.taken:
        state = taken.after.state
        if not state.deal:
            assert not places(state), taken.entry
            continue
        if state.phase in {DEAL, DRAW, ENDED}:
            assert not any(player.hand or player.known for player in state.players)
            state = as_it_ended(one, taken)
        assert places(state) == cards(state.terms.decks), taken.entry
        for player in state.players:
            assert not Counter(player.known) - Counter(player.hand), taken.entry


def cards(decks: int) -> Counter[str]:
    return Counter(dict.fromkeys(FORTY, decks))


def places(state: State) -> Counter[str]:
    """Where every card is."""
    found = Counter([*state.draw_pile, *state.discards])
    if state.phase == KEEP:
        found.update(state.drawn)
    for player in state.players:
        found.update(player.hand)
    return found


def as_it_ended(one: Recording, taken: Taken) -> State:
    """The round that was over last, right before its hands were laid aside; what is undone or put
    back may come between.
    """
    ended = [t for t in one.taken if t.entry.number <= taken.entry.number and t.news("RoundOver")]
    wanted = taken.after.state.rounds[-1].number
    for then in reversed(ended):
        for before, news, _ in applied(then):
            if news.name == "RoundOver" and news["number"] == wanted:
                return before
    raise AssertionError(f"no round {wanted} before {taken.entry}")


@every_recording
def test_hands_keep_their_size_and_lie_in_order(name: str) -> None:
    """TS-2, TS-6, TS-7, TS-13: one card fewer only while its owner chooses from two."""
    for before, news, state in happened(recording(GAME, name)):
        for player in state.players if news.name == "TurnBegun" else ():
            assert len(player.hand) in {0, state.terms.hand_size}, news
            assert bool(player.hand) == player.in_round, news
            assert list(player.hand) == sorted(player.hand, key=in_the_deck), news
        if news.name == "RoundOver":
            assert all(len(score.own) == before.terms.hand_size for score in news["scores"])


def in_the_deck(card: str) -> tuple[int, int]:
    return RANKS.index(card[:-1]), "CDHS".index(card[-1])


@every_recording
def test_ts_19_every_score_is_the_sum_of_its_cards(name: str) -> None:
    """Counted apart from how the game counts."""
    totals: Counter[str] = Counter()
    for before, news, _ in happened(recording(GAME, name)):
        if news.name == "Adjusted":
            totals[news["who"]] = news["after"]
        if news.name == "RoundOver":
            for score in news["scores"]:
                own = before.player(score.name).hand
                theirs = before.player(news["claimant"]).hand if news["how"] == CLAIM_TRUE else ()
                worth = sum({"A": 20}.get(c[:-1]) or int(c[:-1]) for c in (*own, *theirs))
                doubled = len({card[:-1] for card in own}) < len(own)
                totals[score.name] += worth * (1 + doubled)
                assert score.total == totals[score.name], score


@every_recording
def test_ts_9_a_claim_is_true_where_the_shown_hand_holds_a_run(name: str) -> None:
    for before, news, after in at(recording(GAME, name), "Challenged"):
        held = {card[:-1] for card in before.player(before.on_notice).hand}
        runs = [run for run in RUNS[before.terms.run_length] if held >= set(run)]
        assert [list(run) for run in news["runs"]] == runs
        assert after.player(news["who"]).in_round == bool(runs)


@every_recording
def test_what_is_taken_back_leaves_the_table_as_it_was(name: str) -> None:
    check_taken_back(recording(GAME, name))


@every_recording
def test_a_recorded_journal_is_written_canonically(name: str) -> None:
    one = recording(GAME, name)
    check_canonical(one)
    said_so = [taken for taken in one.taken if not isinstance(taken.move, moves.Set)]
    assert [str(taken.move) for taken in said_so] == [taken.entry.text for taken in said_so]


@every_recording
def test_ts_15_what_is_known_of_a_hand_was_shown(name: str) -> None:
    """A card is known only of who got it openly, or had its hand shown, since the deal."""
    shown: set[tuple[str, str]] = set()
    for _, news, after in happened(recording(GAME, name)):
        match news.name:
            case "Dealt":
                shown = set()
            case "Handed":
                shown.add((news["who"], news["shown"]))
            case "Challenged":
                shown |= {(news["who"], card) for card in news["hand"]}
                shown |= {(news["claimant"], card) for card in news["claimed"]}
        for player in after.players:
            assert {(player.name, card) for card in player.known} <= shown


SHORT = {"drawn-and-called-off"}
"""One that is done at once; the others with the slow tests."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in SHORT else [pytest.mark.slow], id=name)
        for name in NAMES
    ],
)
def test_import_and_export_give_the_recording_back_byte_for_byte(name: str, host: Host) -> None:
    check_import_and_export(recording(GAME, name), host)


def test_every_recording_has_a_result() -> None:
    assert NAMES
    assert {path.stem for path in folder(GAME).glob("*.result")} == set(NAMES)


# ---- what they show

FEATURES = {
    "deal": DEALS,
    "exchange": EXCHANGES,
    "claim": CLAIMS,
    "end of a round": ROUNDS,
    "score": SCORES,
    "end of the game": ENDINGS,
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
    if not feature.sees(recording(GAME, feature.shown_in)):
        check_shown(feature, recordings(GAME))


def test_every_event_and_every_move_has_a_recording() -> None:
    """Whatever the rulebook gains, here it is missed until a recorded game shows it."""
    missing = never_happened("gmtool.games.ten_skip", recordings(GAME))
    missing += never_said(own_moves, moves.Move, recordings(GAME))
    missing += never_ruled(GAME, recordings(GAME))
    assert not missing, f"without a recording: {', '.join(missing)}"


def test_every_way_in_which_a_round_ends_has_a_recording() -> None:
    ways = {then.how for one in recordings(GAME) for then in one.state.rounds}
    assert ways == {CLAIM_TRUE, ONE_LEFT, UNCHALLENGED, PILE_EMPTY}


def test_every_decision_runs_out_in_a_recording() -> None:
    """What is told that a player does can also stand for one whose time is over."""
    told = [news for one in recordings(GAME) for t in one.live for news in t.step.news]
    decided = {news.name for news in told if "how" in news.facts} - {"RoundOver"}
    assert decided == {"Discarded", "Kept", "Handed", "Passed", "Finished", "Topped"}
    for name in decided:
        assert {news["how"] for news in told if news.name == name} == {"", DEFAULT}, name


def test_every_option_has_a_recording_with_another_value_than_its_default() -> None:
    assert not never_chosen(GAME, recordings(GAME))


# ---- what was refused there


REFUSED = (
    ("two-with-sixteen-cards", "pass", "discard 2D", "TS-8"),
    ("two-with-sixteen-cards", "pass", "take Anouk giving 2D", "TS-7"),
    ("two-with-sixteen-cards", "take Anouk giving 6C", "pass", "TS-8"),
    ("two-with-sixteen-cards", "take Anouk giving 6C", "discard 9H", "TS-6"),
    ("two-with-sixteen-cards", "take Anouk giving 6C", "challenge", "TS-13"),
    ("two-with-sixteen-cards", "take Anouk giving 6C", "reveal", "TS-17"),
    ("two-with-sixteen-cards", "hand 9H", "hand 6C", "TS-7"),
    ("two-with-sixteen-cards", "hand 9H", "hand 10H", "TS-7"),
    ("two-with-sixteen-cards", "keep 4S", "keep 10H", "TS-6"),
    # TS-11: the claimant's cards are out of reach; one claim at a time
    ("six-with-two-decks", "take Jude giving 7H", "take Gus giving 7H", "TS-7"),
    ("six-with-two-decks", "take Jude giving 7H", "take Kit giving 7H", "TS-7"),
    ("six-with-two-decks", "take Jude giving 7H", "take Hal giving 7H", "TS-7"),
    ("six-with-two-decks", "take Jude giving 7H", "notice", "TS-10"),
    ("six-with-two-decks", "take Jude giving 7H", "done", "TS-10"),
    ("six-with-two-decks", "top 5H", "top 6S", "TS-15"),
    ("six-with-two-decks", "top 5H", "done", "TS-10"),
)


@pytest.mark.parametrize(("name", "text", "instead_of_it", "clause"), REFUSED)
def test_something_else_would_have_been_refused(
    name: str, text: str, instead_of_it: str, clause: str
) -> None:
    game = recording(GAME, name)
    taken = next(t for t in game.live if t.entry.text == text)
    with pytest.raises(Refusal) as refused:
        instead(game, taken, instead_of_it)
    assert refused.value.clause == clause


@pytest.mark.parametrize(
    ("name", "who", "text", "clause"),
    [
        # Kit was right in round 1, Bo is eliminated in round 2
        ("six-with-two-decks", "Kit", "discard 5H", "TS-15"),
        ("four-until-two-share", "Bo", "challenge", "TS-20"),
        ("four-until-two-share", HOST, 'adjust Bo points =0 why "a slip"', "TS-20"),
        ("four-until-two-share", HOST, "start", "TS-4"),
    ],
)
def test_who_is_out_says_nothing_more(name: str, who: str, text: str, clause: str) -> None:
    game = recording(GAME, name)
    after = next(t for t in game.live if out(t.after.state, who))
    with pytest.raises(Refusal) as refused:
        said(game, after, who, text)
    assert refused.value.clause == clause


def out(state: State, who: str) -> bool:
    """Whether that player, or anybody, is out of the round or the game, while others play."""
    name = "Bo" if who == HOST else who
    player = state.player(name)
    return state.phase == TURN and not player.in_round


@pytest.mark.parametrize("name", ["four-until-two-share", "five-with-five-cards"])
def test_ts_12_no_claim_is_taken_where_none_is_left(name: str) -> None:
    """The turn has ended by itself, and the next player is awaited."""
    game = recording(GAME, name)
    turns = [t for t in game.live if t.news("Kept") and t.after.state.refuted]
    turns = [t for t in turns if t.news("TurnBegun") and not t.after.state.on_notice]
    taken = next(t for t in turns if not t.news("Finished"))
    with pytest.raises(Refusal) as refused:
        said(game, taken, taken.before.state.actor, "notice")
    assert refused.value.clause == "TS-12"


def test_what_came_late_would_have_been_refused() -> None:
    """Without the host's reason for taking it."""
    tardy = [(game, t) for game in recordings(GAME) for t in game.live if t.entry.late]
    assert len(tardy) >= 2
    for game, taken in tardy:
        with pytest.raises(Refused, match="after the deadline"):
            instead(game, taken, taken.entry.text)


def instead(game: Recording, taken: Taken, text: str) -> Step:
    """What that player would have done with something else than in that entry."""
    at_ = taken.entry.received_at
    entry = Entry(taken.entry.number, taken.entry.who, text, at_, at_)
    return apply(game.game, taken.before, entry)


def said(game: Recording, taken: Taken, who: str, text: str) -> Step:
    """What that does right after an entry."""
    at_ = taken.entry.received_at
    return apply(game.game, taken.after, Entry(taken.entry.number + 1, who, text, at_, at_))
