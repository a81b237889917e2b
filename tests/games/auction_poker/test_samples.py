"""Messages as players write them, by the numbers of the sample messages: what is read, and what the
rules say to it. Lots A to E are open, or a change window is; Ann holds 3S 10H KD 7C 7D.
"""

from __future__ import annotations

import pytest
from saying import in_a_line

from gmtool.engine.cards import DECK
from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Divisible, Move
from gmtool.engine.options import read_options
from gmtool.engine.reading import Reading, read_message
from gmtool.engine.refusals import Refusal
from gmtool.engine.steps import apply, asked_of
from gmtool.engine.table import Table, lay
from gmtool.games.auction_poker import GAME

START = Instant("2026-11-20T20:00:00Z")
CLOSE = Instant("2026-11-21T20:00:00Z")
HAND = ("3S", "10H", "KD", "7C", "7D")  # dealt into lot C, which Ann wins for 30


def say(table: Table, number: int, who: str, text: str, at: Instant) -> Table:
    return apply(GAME, table, Entry(number, who, text, at, at)).table


@pytest.fixture(scope="module")
def bidding() -> Table:
    """Batch 1 with lots A to E is open."""
    others = tuple(card for card in DECK if card not in HAND)
    shuffled = (*others[:12], *HAND, *others[12:])
    table = lay(GAME, ("Ann", "Bob"), read_options(GAME.options, {}))
    table = say(table, 1, "chance", f"shuffle {' '.join(shuffled)}", START)
    return say(table, 2, "host", "start", START)


@pytest.fixture(scope="module")
def changing(bidding: Table) -> Table:
    """The first change window is open."""
    table = say(bidding, 3, "Ann", "bid C 30", START)
    table = say(table, 4, "Bob", "bid A 10", START)
    return say(table, 5, "host", "close", CLOSE)


def read(table: Table, raw: str) -> Reading:
    return read_message(GAME.grammar, asked_of(GAME, table, "Ann"), raw)


def recorded(table: Table, move: Move) -> tuple[list[str], list[Refusal]]:
    """What of Ann's move stands and what the rules refuse: bids one by one, all else whole."""
    stood: list[str] = []
    refused: list[Refusal] = []
    at = table.windows[0].opened
    for part in move.parts() if isinstance(move, Divisible) else (move,):
        try:
            table = say(table, 9 + len(stood), "Ann", str(part), at)
            stood.append(str(part))
        except Refusal as refusal:
            refused.append(refusal)
    return stood, refused


def test_the_tables_are_as_the_samples_say(bidding: Table, changing: Table) -> None:
    assert [lot.label for lot in bidding.state.batch] == ["A", "B", "C", "D", "E"]
    assert set(changing.state.player("Ann").hand) == set(HAND)
    assert changing.state.phase == "change"


SAMPLES = {
    1: (
        "Hi Barbaro,\n\nhere are my bids for batch 1:\n\nLot A: 30\nLot C - 12\n\n"
        "good luck everyone!\nAnn\n",
        "bid A 30, C 12",
    ),
    2: ("I'd like to bid thirty coins on lot B please. And 5 on D.\n", "bid B 30, D 5"),
    3: (
        '[quote="Barbaro"]Bidding is open for lots A, B, C, D, E. PM me e.g. "bid A 30".[/quote]\n'
        "[b]B 40[/b]\n",
        "bid B 40",
    ),
    4: ("> bid A 30\nbid A 31\n", "bid A 31"),
    5: (
        "A 25 or maybe C 25, whichever is cheaper\n",
        "?? bid A 25 | bid C 25 | bid A 25, C 25",
    ),
    6: (
        "bid A 30.5\nbid B 1,000\nbid C -4\nbid D 20\n",
        "bid A 30.5, B 1,000, C -4, D 20",
    ),
    7: ("lot a\u200b: 3 0\nlot \uff21 15\n", "?? bid A 15 | bid A 30 | bid A 3"),
    8: ("No bids from me this time, sorry!\n", "pass"),
    9: ("Trash: 3♠, ten of hearts\nKeep the rest.\n", "trash 3S 10H"),
    10: ("please change my sevens and the king\n", "? trash 7C 7D KD"),
    11: ("trash 3S 10H QD\n", "trash 3S 10H QD"),
}


@pytest.mark.parametrize("number", SAMPLES)
def test_samples_read_the_same_however_lines_end(
    number: int, bidding: Table, changing: Table
) -> None:
    table = changing if number >= 9 else bidding
    raw, said = SAMPLES[number]
    for text in (
        raw,
        raw.replace("\n", "\r\n"),
        f"\n\n  {raw}  \n",
        raw.replace("\n", " \n\u200b\n"),
    ):
        assert in_a_line(read(table, text)) == said


def test_sample_06_bad_amounts_are_judged_one_by_one(bidding: Table) -> None:
    [move] = read(bidding, SAMPLES[6][0]).moves
    stood, refused = recorded(bidding, move)
    assert stood == ["bid D 20"]
    assert [refusal.clause for refusal in refused] == ["AP-7"] * 3
    first, second, third = (refusal.sentence() for refusal in refused)
    assert "“30.5” is not a whole number of coins" in first
    assert "“1,000” is not a whole number of coins" in second
    assert "300" in second
    assert "at least 1 coin, not -4" in third


def test_sample_11_a_trash_stands_or_falls_whole(changing: Table) -> None:
    [move] = read(changing, SAMPLES[11][0]).moves
    stood, [refusal] = recorded(changing, move)
    assert (stood, refusal.clause, refusal.quoted) == ([], "AP-16", "QD")
    assert recorded(changing, read(changing, SAMPLES[9][0]).moves[0])[0] == ["trash 3S 10H"]


@pytest.mark.parametrize(
    "raw",
    [
        "bid A 30\nand for lot C the same",
        "bid A 30\nB twelvty",
        "A 30\nsame for B",
        "A 30\nand another 5 if I may",
        "Lot A: 30\nLot C: lots",
        "A 30\nsorry, wrong lot, it should be this:",
        "A 30\nand for C:",
        "bid A 30\nOops, wrong lot",
        "pass\nkeep my coins for D",
        "A 30\nI hope that's enough",
        "what a lousy hand\nA 30",
        "A 30\nsee you tomorrow, and not later",
    ],
)
def test_ap_07_no_bid_is_sure_beside_what_may_belong_to_it(bidding: Table, raw: str) -> None:
    found = read(bidding, f"Hi,\n{raw}\nAnn")
    assert not found.is_sure
    assert found.left or found.doubts


@pytest.mark.parametrize("raw", ["trash 3S\nand also the king", "KD too\ntrash 3S"])
def test_ap_16_a_trash_over_two_lines_is_proposed_whole(changing: Table, raw: str) -> None:
    found = read(changing, raw)
    assert not found.is_sure
    assert in_a_line(read(changing, "trash 3S\n10H KD")) == "trash 3S 10H KD"


@pytest.mark.parametrize(
    "line",
    [
        "My bids for tonight:",
        "here are my bids for batch 1:",
        "Evening! My bids:",
        "Hello Barbaro",
        "Good luck to all!",
        "> Lot C: 50",
        "Thanks, Barbaro!",
    ],
)
def test_ap_07_politeness_beside_a_bid_changes_nothing_about_it(bidding: Table, line: str) -> None:
    said = [
        in_a_line(read(bidding, raw))
        for raw in (f"{line}\nbid A 30\nB 12\nAnn", f"bid A 30\n{line}")
    ]
    assert [one.removeprefix("? ") for one in said] == ["bid A 30, B 12", "bid A 30"]
