"""Whole recorded games, one for each way in which a batch, a session or a game can end.

NAME.journal is what a host recorded; NAME.result was worked out by hand from the rulebook, with the
reasoning in its remarks. A feature without a recording is named by `test_every_feature_…`.
"""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hosting import Host
from lengths import few_first
from playing import Played
from recorded import (
    RECORDED,
    Feature,
    Recording,
    Taken,
    adjusted,
    at_the_deadline,
    check_canonical,
    check_import_and_export,
    check_shown,
    check_taken_back,
    closes,
    ended_by,
    extended,
    folder,
    long_after,
    names,
    never_chosen,
    never_happened,
    never_ruled,
    never_said,
    out_of_order,
    recording,
    taken_back,
    worked_out,
)
from recorded import recordings as recordings_of

from gmtool.engine import moves
from gmtool.engine.cards import DECK
from gmtool.games import BUILT_IN
from gmtool.games.auction_poker import GAME, rules
from gmtool.games.auction_poker import moves as own_moves
from gmtool.games.auction_poker.state import LiveBid, Player, State

NAMES = names(GAME)


def recordings() -> tuple[Recording, ...]:
    return recordings_of(GAME)


# ---- what an entry did


def bids(taken: Taken) -> tuple[LiveBid, ...]:
    """The live bids before the entry."""
    state: State = taken.before.state
    return state.bids


def decisions(taken: Taken) -> list[Any]:
    """What became of the lots of the batch that the entry closed."""
    return [one["decision"] for one in taken.news("LotDecided")]


def batches_of(game: Recording, *, opening: bool) -> list[Taken]:
    """The closes that decided a batch of the opening, or of change sessions."""
    decided = [taken for taken in game.live if decisions(taken)]
    return [taken for taken in decided if (decisions(taken)[0].session == 0) is opening]


# ---- the results


def report(played: Played) -> str:
    """What a .result says, as the program has it."""
    return "\n".join([*_end(played), "", *_places(played), "", *_lots(played), ""])


def _end(played: Played) -> Iterator[str]:
    yield f"entries: {len(played.entries)}"
    called_off = played.table.called_off
    ended = "shown down" if played.state.phase == "ended" else "running"
    yield f"end: {f'called off: {called_off}' if called_off else ended}"


def _places(played: Played) -> Iterator[str]:
    yield "place | player | hand | coins | payout | result | cards"
    state = played.state
    players = {player.name: player for player in state.players}
    rows = [
        (str(r.place or "last"), r.name, r.hand_name, r.payout, r.result) for r in state.results
    ]
    for place, name, hand, payout, result in rows or [("-", n, "-", "-", "-") for n in players]:
        held = " ".join(players[name].hand) or "-"
        yield f"{place} | {name} | {hand} | {players[name].coins} | {payout} | {result} | {held}"


def _lots(played: Played) -> Iterator[str]:
    yield "session | lot | winner | price | bids"
    for d in played.state.decided:
        price = d.price if d.winner else "-"
        same = " | same instant" if d.same_instant else ""
        yield f"{d.session} | {d.lot.label} | {d.winner or '-'} | {price} | {d.bids}{same}"


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_game_ends_as_it_did_to_the_last_coin(name: str) -> None:
    assert report(recording(GAME, name).played) == worked_out(GAME, name)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_gets_lost_after_any_entry_of_a_recorded_game(name: str) -> None:
    for taken in recording(GAME, name).taken:
        assert sorted(_cards(taken.after.state)) == sorted(DECK), taken.entry
        if not taken.entry.takes_back:
            due = [_coins_due(player, taken) for player in taken.before.state.players]
            assert [p.coins for p in taken.after.state.players] == due, taken.entry
        assert min(player.coins for player in taken.after.state.players) >= 0, taken.entry


def _cards(state: State) -> Iterator[str]:
    yield from state.deck
    for player in state.players:
        yield from player.hand
    for lot in (*state.batch, *state.catalogue, *state.left):
        yield from lot.cards


def _coins_due(player: Player, taken: Taken) -> int:
    """What a player has after an entry: less what it paid, corrected, or revoked."""
    if any(one["who"] == player.name for one in taken.news("RuledInactive")):
        return 0
    paid: int = sum(d.price for d in decisions(taken) if d.winner == player.name)
    corrected: int = sum(
        one["after"] - one["before"]
        for one in taken.news("CoinsAdjusted")
        if one["who"] == player.name
    )
    return player.coins - paid + corrected


@pytest.mark.parametrize("name", NAMES)
def test_what_is_taken_back_leaves_the_table_as_it_was(name: str) -> None:
    check_taken_back(recording(GAME, name))


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_journal_is_written_canonically(name: str) -> None:
    check_canonical(recording(GAME, name))


@pytest.mark.parametrize(
    "name", few_first(1, ["two-with-words", "thirteen-players", "two-all-drawn"])
)
def test_import_and_export_give_the_recording_back_byte_for_byte(name: str, host: Host) -> None:
    check_import_and_export(recording(GAME, name), host)


def test_every_recording_has_a_result_and_every_kind_has_recordings() -> None:
    assert {path.stem for path in folder(GAME).glob("*.result")} == set(NAMES)
    without = [kind for kind in BUILT_IN if not list((RECORDED / kind).glob("*.journal"))]
    assert not without, f"kinds without a recorded game: {without}"


# ---- what the recordings must show


def batches(game: Recording) -> list[Taken]:
    return [*batches_of(game, opening=True), *batches_of(game, opening=False)]


def re_auctions(game: Recording) -> list[Taken]:
    return [t for t in batches_of(game, opening=True) if t.before.state.phase == "re-auction"]


def same_bid(one: LiveBid, other: LiveBid) -> bool:
    return (one.lot, one.coins) == (other.lot, other.coins) and one.who != other.who


def ties(taken: Taken) -> Iterator[tuple[LiveBid, LiveBid]]:
    """The winning bids of a batch with those as high, by players who won nothing better."""
    winners = {d.winner for d in decisions(taken)}
    for d in decisions(taken):
        for won in (b for b in bids(taken) if (b.who, b.lot) == (d.winner, d.lot.label)):
            for lost in bids(taken):
                if same_bid(won, lost) and (d.session or lost.who not in winners):
                    yield won, lost


def tops(taken: Taken) -> Counter[str]:
    """On how many lots of a batch each player has the highest bid, of equal ones the earliest."""
    best: dict[str, LiveBid] = {}
    for bid in sorted(bids(taken), key=lambda b: (-b.coins, b.order)):
        best.setdefault(bid.lot, bid)
    return Counter(bid.who for bid in best.values())


def beaten_on_top(taken: Taken) -> Iterator[tuple[LiveBid, LiveBid]]:
    """The highest bid on a lot with the lower one that won it (AP-11)."""
    for d in decisions(taken):
        on_it = [b for b in bids(taken) if b.lot == d.lot.label]
        for won in (b for b in on_it if b.who == d.winner):
            yield from ((top, won) for top in on_it if top.coins > won.coins)


def equal_on_two(taken: Taken) -> bool:
    """Somebody bid the same on two lots and won one; the other went to a lower bid."""
    price = {d.winner: d.price for d in decisions(taken)}
    return any(price.get(top.who) == top.coins for top, _ in beaten_on_top(taken))


def placed(game: Recording) -> Counter[int | None]:
    """How many players ended on each place; None is last place."""
    return Counter(result.place for result in game.state.results)


def pigs(game: Recording) -> int:
    return sum(result.hand_name == "Pig" for result in game.state.results)


def opening(game: Recording, why: str) -> list[Any]:
    """The entries that ended the opening so."""
    return [t for t in game.live for one in t.news("OpeningClosed") if one["why"] == why]


def sessions(game: Recording, why: str) -> list[Any]:
    return [one for one in game.news("SessionClosed") if one["why"] == why]


def lacking(taken: Taken) -> list[Any]:
    return [player for player in taken.after.state.players if not player.lot]


def inactive(game: Recording) -> Iterator[tuple[Taken, State]]:
    for taken in game.said(moves.Inactive):
        yield taken, taken.before.state


def spoke_twice(taken: Taken) -> bool:
    spoken = {(bid.who, bid.entry) for bid in bids(taken)}
    return len(spoken) > len({who for who, _ in spoken})


def five_sessions(game: Recording) -> bool:
    """AP-15: five change sessions, one of them without a trash, several with."""
    opened = game.news("ChangeOpened")
    dealt = [one for one in game.news("CatalogueDealt") if one["session"]]
    trashers = Counter(t.before.state.session for t in game.said(own_moves.Trash))
    return (
        len(opened) == 5
        and len(dealt) >= 3
        and bool(sessions(game, "nobody-trashed"))
        and max(trashers.values()) >= 4
    )


FEATURES = (
    # how a batch ends
    Feature(
        "a lot won by its only bid",
        "two-all-drawn",
        lambda g: [d for t in batches(g) for d in decisions(t) if d.winner and d.bids == 1],
    ),
    Feature(
        "a tie by the time received",
        "six-five-sessions",
        lambda g: [1 for t in batches(g) for won, lost in ties(t) if won.received < lost.received],
    ),
    Feature(
        "a tie won by the bid recorded later",
        "six-five-sessions",
        lambda g: [1 for t in batches(g) for won, lost in ties(t) if won.entry > lost.entry],
    ),
    Feature(
        "a tie in the same instant",
        "six-drawn-first-and-last",
        lambda g: [d for t in batches(g) for d in decisions(t) if d.same_instant],
    ),
    Feature(
        "a player on top of three lots",
        "six-five-sessions",
        lambda g: [t for t in batches_of(g, opening=True) if max(tops(t).values(), default=0) >= 3],
    ),
    Feature(
        "the next bidder gets a lot",
        "six-poor",
        lambda g: [t for t in batches_of(g, opening=True) if any(beaten_on_top(t))],
    ),
    Feature(
        "equal bids on two lots",
        "thirteen-players",
        lambda g: [t for t in batches_of(g, opening=True) if equal_on_two(t)],
    ),
    Feature(
        "bids on a lot but no winner",
        "ten-players",
        lambda g: [
            d for t in batches_of(g, opening=True) for d in decisions(t) if d.bids and not d.winner
        ],
    ),
    Feature(
        "a batch sold out",
        "thirteen-players",
        lambda g: [t for t in batches_of(g, opening=True) if all(d.winner for d in decisions(t))],
    ),
    Feature(
        "a batch nobody bids in",
        "two-with-words",
        lambda g: [t for t in batches(g) if not any(d.bids for d in decisions(t))],
    ),
    Feature(
        "a player bids in two messages",
        "six-poor",
        lambda g: [t for t in batches(g) if spoke_twice(t)],
    ),
    Feature(
        "a re-auction with a bid",
        "ten-players",
        lambda g: [t for t in re_auctions(g) if decisions(t)[0].winner],
    ),
    Feature(
        "a re-auction without bids",
        "ten-players",
        lambda g: [t for t in re_auctions(g) if not decisions(t)[0].bids],
    ),
    Feature(
        "several change lots won by one",
        "six-drawn-first-and-last",
        lambda g: [
            t
            for t in batches_of(g, opening=False)
            if max(Counter(d.winner for d in decisions(t) if d.winner).values(), default=0) > 1
        ],
    ),
    Feature(
        "a change lot nobody wins",
        "two-all-drawn",
        lambda g: [d for t in batches_of(g, opening=False) for d in decisions(t) if not d.winner],
    ),
    Feature(
        "three batches in one session",
        "thirteen-players",
        lambda g: [one for one in g.news("BatchOpened") if one["session"] and one["number"] == 3],
    ),
    Feature(
        "all bids revealed",
        "six-drawn-first-and-last",
        lambda g: [d for d in g.state.decided if len(d.offers) > 1],
    ),
    # how a window is closed
    Feature("closed early", "two-stand", lambda g: [t for t in closes(g) if t.move.early]),
    Feature(
        "closed at the deadline",
        "ten-players",
        lambda g: [t for t in closes(g) if at_the_deadline(t)],
    ),
    Feature(
        "closed long after it", "ten-players", lambda g: [t for t in closes(g) if long_after(t)]
    ),
    # how the opening ends
    Feature(
        "everybody has a lot, others never offered",
        "six-three-drawn-second",
        lambda g: [
            t for t in opening(g, "all-served") if not lacking(t) and t.before.state.catalogue
        ],
    ),
    Feature(
        "everybody has a lot after a re-auction",
        "two-with-words",
        lambda g: [t for t in opening(g, "all-served") if not lacking(t) and t in re_auctions(g)],
    ),
    Feature(
        "all lots sold, one to each",
        "thirteen-players",
        lambda g: [
            one
            for one in g.news("OpeningClosed")
            if one["why"] == "all-served" and not one["returned"]
        ],
    ),
    Feature(
        "nobody left who waits: standing",
        "two-stand",
        lambda g: [t for t in opening(g, "all-served") if any(p.standing for p in lacking(t))],
    ),
    Feature(
        "nobody left who waits: inactive",
        "six-called-off",
        lambda g: [t for t in opening(g, "all-served") if any(not p.active for p in lacking(t))],
    ),
    Feature("the lots ran out", "ten-players", lambda g: opening(g, "all-offered")),
    Feature("nobody may bid in the opening", "six-poor", lambda g: opening(g, "nobody-may-bid")),
    # how a change session ends
    Feature("nobody trashes", "two-all-drawn", lambda g: sessions(g, "nobody-trashed")),
    Feature("nobody may bid on the catalogue", "six-poor", lambda g: sessions(g, "nobody-may-bid")),
    Feature("nobody holds a card", "two-all-pigs", lambda g: sessions(g, "nobody-holds-cards")),
    Feature("five change sessions", "six-five-sessions", five_sessions),
    # how the game ends
    Feature(
        "with the last lot of the last session",
        "six-five-sessions",
        lambda g: ended_by(g, "GameEnded", "LotDecided") and g.state.session == 5,
    ),
    Feature(
        "with a session in which nobody trashes",
        "two-all-drawn",
        lambda g: ended_by(g, "GameEnded", "SessionClosed nobody-trashed"),
    ),
    Feature(
        "with a catalogue nobody may bid on",
        "six-poor",
        lambda g: ended_by(g, "GameEnded", "CatalogueDealt", "SessionClosed nobody-may-bid"),
    ),
    Feature(
        "with the opening, no change sessions",
        "six-three-drawn-second",
        lambda g: ended_by(g, "GameEnded", "OpeningClosed all-served") and g.state.session == 0,
    ),
    Feature(
        "with the opening, every session skipped",
        "two-stand",
        lambda g: ended_by(
            g, "GameEnded", "OpeningClosed all-served", "SessionClosed nobody-holds-cards"
        ),
    ),
    Feature(
        "called off with bids live",
        "six-called-off",
        lambda g: g.played.table.called_off and g.state.bids,
    ),
    # who gets what
    Feature("one Pig", "six-five-sessions", lambda g: pigs(g) == 1),
    Feature("several Pigs", "thirteen-players", lambda g: 1 < pigs(g) < len(g.header.players)),
    Feature("all Pigs", "two-all-pigs", lambda g: pigs(g) == len(g.header.players)),
    Feature(
        "no Pig, the lowest hand last",
        "six-three-drawn-second",
        lambda g: not pigs(g) and placed(g)[None] == 1,
    ),
    Feature(
        "drawn in last place",
        "six-drawn-first-and-last",
        lambda g: not pigs(g) and placed(g)[None] > 1,
    ),
    Feature(
        "drawn for first place",
        "six-drawn-first-and-last",
        lambda g: placed(g)[1] > 1 and placed(g)[None],
    ),
    Feature(
        "drawn for second, a share rounded down",
        "six-three-drawn-second",
        lambda g: [
            r for r in g.state.results if r.place == 2 and r.payout % 10 and placed(g)[2] == 3
        ],
    ),
    Feature(
        "drawn for second, the share rounded only once",
        "ten-three-drawn-second",
        lambda g: [r for r in g.state.results if r.place == 2 and r.payout == 7_500_000 // 3],
    ),
    Feature(
        "all drawn, nobody last", "two-all-drawn", lambda g: placed(g)[1] == len(g.header.players)
    ),
    Feature("a place nobody fills", "two-with-words", lambda g: placed(g) == {1: 1, None: 1}),
    Feature("a place that isn't paid", "ten-players", lambda g: placed(g)[4] and placed(g)[5]),
    # conduct and rulings
    Feature(
        "ruled inactive with bids live",
        "six-poor",
        lambda g: [t for t, state in inactive(g) if state.bids_of(t.move.who)],
    ),
    Feature(
        "ruled inactive after a trash",
        "ten-players",
        lambda g: [
            t for t, s in inactive(g) if s.trashed_by(t.move.who) and s.player(t.move.who).hand
        ],
    ),
    Feature("a stander", "two-all-drawn", lambda g: g.news("Stood")),
    Feature("a stand taken back", "six-five-sessions", lambda g: g.news("StandTakenBack")),
    Feature(
        "a keep, then a trash",
        "six-five-sessions",
        lambda g: [t for t in g.said(own_moves.Trash) if t.entry.who in t.before.state.said],
    ),
    Feature("coins added", "six-called-off", lambda g: adjusted(g, "coins", "+")),
    Feature("coins taken", "six-five-sessions", lambda g: adjusted(g, "coins", "-")),
    Feature("coins set", "six-poor", lambda g: adjusted(g, "coins", "=")),
    Feature(
        "more time before the deadline", "six-five-sessions", lambda g: extended(g, overdue=False)
    ),
    Feature("more time after the deadline", "two-with-words", lambda g: extended(g, overdue=True)),
    Feature("a setting", "six-called-off", lambda g: g.played.table.settings),
    Feature("a player's own zone", "six-called-off", lambda g: g.played.table.people),
    Feature("a new name", "six-called-off", lambda g: g.played.table.players != g.header.players),
    Feature("a pause", "six-five-sessions", lambda g: g.said(moves.Resume)),
    Feature(
        "an undo with the chance that followed",
        "two-all-pigs",
        lambda g: [gone for gone in taken_back(g) if gone[-1].drawn == "seed"],
    ),
    Feature(
        "an undo of typed chance",
        "two-all-drawn",
        lambda g: [gone for gone in taken_back(g) if gone[-1].drawn == "typed"],
    ),
    Feature(
        "an undo of the game's end, and a redo",
        "two-all-pigs",
        lambda g: (
            [t for t in g.taken if t.entry.text.startswith("undo") and t.before.state.results]
            and g.state.results
        ),
    ),
    # how it was recorded
    Feature("a late move taken", "six-five-sessions", lambda g: any(t.entry.late for t in g.live)),
    Feature("recorded out of order", "six-five-sessions", out_of_order),
    Feature(
        "recorded later than received",
        "thirteen-players",
        lambda g: any(t.entry.recorded_at > t.entry.received_at for t in g.live),
    ),
    Feature("a remark on an entry", "two-all-pigs", lambda g: any(t.entry.note for t in g.live)),
    Feature("a link", "two-with-words", lambda g: any(t.entry.link for t in g.live)),
    Feature("a message as pasted", "six-five-sessions", lambda g: any(t.entry.raw for t in g.live)),
    Feature(
        "said in public", "two-with-words", lambda g: "post" in {t.entry.source for t in g.live}
    ),
    Feature("names that need quotes", "thirteen-players", lambda g: '"[mod] Rex"' in g.text),
    Feature("aliases", "thirteen-players", lambda g: g.header.aliases),
    Feature("chance from the seed", "ten-players", lambda g: "chance" not in g.header.settings),
    Feature("players' words mixed in", "two-with-words", lambda g: g.played.table.words),
    Feature("typed chance", "two-all-drawn", lambda g: g.header.settings.get("chance") == "typed"),
    Feature("two players", "two-stand", lambda g: len(g.header.players) == 2),
    Feature("six players", "six-poor", lambda g: len(g.header.players) == 6),
    Feature("ten players", "ten-players", lambda g: len(g.header.players) == 10),
    Feature("thirteen players", "thirteen-players", lambda g: len(g.header.players) == 13),
)


@pytest.mark.parametrize("feature", FEATURES, ids=lambda feature: feature.what)
def test_every_feature_has_a_recording(feature: Feature) -> None:
    check_shown(feature, recordings())


def test_all_news_and_every_move_has_a_recording() -> None:
    """Whatever the rulebook gains, here it is missed until a recorded game shows it."""
    missing = never_happened("gmtool.games.auction_poker", recordings())
    missing += never_said(own_moves, moves.Move, recordings())
    missing += never_ruled(GAME, recordings())
    assert not missing, f"without a recording: {', '.join(missing)}"


def test_every_way_in_which_a_session_can_end_has_a_recording() -> None:
    shown = {
        (one.name, one["why"])
        for game in recordings()
        for one in (*game.news("OpeningClosed"), *game.news("SessionClosed"))
    }
    ways = set(_ways_to_end())
    assert len(ways) >= 6
    assert not ways - shown, f"without a recording: {sorted(ways - shown)}"


def _ways_to_end() -> Iterator[tuple[str, str]]:
    """The reasons that the rules give where they end the opening or a change session."""
    for node in ast.walk(ast.parse(inspect.getsource(rules))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        ends = {"_opening_closed": "OpeningClosed", "_session_closed": "SessionClosed"}
        if node.func.id in ends:
            yield ends[node.func.id], ast.literal_eval(node.args[-1])


def test_every_option_has_a_recording_with_another_value_than_its_default() -> None:
    assert not never_chosen(GAME, recordings())
