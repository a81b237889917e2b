"""Messages as players write them, by the numbers of the sample messages: what is read, recorded,
refused. Lots A to E are open, or a change window is; Ann holds 3S 10H KD 7C 7D.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from gmtool.engine.cards import DECK
from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Divisible
from gmtool.engine.options import read_options
from gmtool.engine.paste import Reading, read_message
from gmtool.engine.refusals import Ambiguous, Entangled, Refusal, Refused
from gmtool.engine.steps import hear
from gmtool.engine.table import Table, lay
from gmtool.games.auction_poker import GAME

START = Instant("2026-11-20T20:00:00Z")
CLOSE = Instant("2026-11-21T20:00:00Z")
HAND = ("3S", "10H", "KD", "7C", "7D")  # dealt into lot C, which Ann wins for 30


@dataclass(frozen=True)
class Answer:
    """What a message came to: moves recorded, refusals, and lines not understood."""

    recorded: tuple[str, ...]
    refused: tuple[Refusal, ...]
    reading: Reading


def say(table: Table, number: int, who: str, text: str, at: Instant) -> Table:
    return hear(GAME, table, Entry(number, who, text, at, at)).table


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


def answer(table: Table, raw: str) -> Answer:
    """Ann's message recorded as a host's desk would: bids one by one, all else whole."""
    reading = read_message(lambda line: GAME.read(table.state, "Ann", line), raw)
    recorded: list[str] = []
    refused = [refusal for _, refusal in reading.refused]
    at = table.windows[0].opened
    for move in reading.moves:
        for part in move.parts() if isinstance(move, Divisible) else (move,):
            try:
                table = say(table, 9 + len(recorded), "Ann", str(part), at)
                recorded.append(str(part))
            except Refusal as refusal:
                refused.append(refusal)
    return Answer(tuple(recorded), tuple(refused), reading)


def moves(reading: Reading) -> tuple[str, ...]:
    return tuple(map(str, reading.moves))


def test_the_tables_are_as_the_samples_say(bidding: Table, changing: Table) -> None:
    assert [lot.label for lot in bidding.state.batch] == ["A", "B", "C", "D", "E"]
    assert set(changing.state.player("Ann").hand) == set(HAND)
    assert changing.state.phase == "change"


SAMPLE_1 = """\
Hi Barbaro,

here are my bids for batch 1:

Lot A: 30
Lot C - 12

good luck everyone!
Ann
"""


def test_sample_01_bids_between_greetings(bidding: Table) -> None:
    said = answer(bidding, SAMPLE_1)
    assert moves(said.reading) == ("bid A 30, C 12",)
    assert said.recorded == ("bid A 30", "bid C 12")
    assert said.refused == ()
    assert said.reading.not_understood == (
        "Hi Barbaro,",
        "here are my bids for batch 1:",
        "good luck everyone!",
        "Ann",
    )


SAMPLE_2 = "I'd like to bid thirty coins on lot B please. And 5 on D.\n"


def test_sample_02_bids_in_words(bidding: Table) -> None:
    said = answer(bidding, SAMPLE_2)
    assert moves(said.reading) == ("bid B 30, D 5",)
    assert said.recorded == ("bid B 30", "bid D 5")
    assert said.reading.not_understood == ()


SAMPLE_3 = """\
[quote="Barbaro"]Bidding is open for lots A, B, C, D, E. PM me e.g. "bid A 30".[/quote]
[b]B 40[/b]
"""


def test_sample_03_nothing_from_the_quote(bidding: Table) -> None:
    said = answer(bidding, SAMPLE_3)
    assert moves(said.reading) == said.recorded == ("bid B 40",)
    assert said.reading.not_understood == ()


SAMPLE_4 = """\
> bid A 30
bid A 31
"""


def test_sample_04_nothing_from_the_quoted_line(bidding: Table) -> None:
    said = answer(bidding, SAMPLE_4)
    assert moves(said.reading) == said.recorded == ("bid A 31",)


SAMPLE_5 = "A 25 or maybe C 25, whichever is cheaper\n"


def test_sample_05_a_bid_cannot_depend_on_another(bidding: Table) -> None:
    said = answer(bidding, SAMPLE_5)
    assert said.recorded == ()
    [refusal] = said.refused
    assert isinstance(refusal, Ambiguous)
    assert refusal.clause == "AP-7"
    assert refusal.readings == ("bid A 25", "bid C 25")
    assert "`bid A 25` or `bid C 25`" in refusal.sentence()
    assert "one line for each bid" in refusal.sentence()


SAMPLE_6 = """\
bid A 30.5
bid B 1,000
bid C -4
bid D 20
"""


def test_sample_06_bad_amounts_are_judged_one_by_one(bidding: Table) -> None:
    said = answer(bidding, SAMPLE_6)
    assert moves(said.reading) == ("bid A 30.5, B 1,000, C -4, D 20",)
    assert said.recorded == ("bid D 20",)
    assert [refusal.clause for refusal in said.refused] == ["AP-7"] * 3
    first, second, third = (refusal.sentence() for refusal in said.refused)
    assert "“30.5” is not a whole number of coins" in first
    assert "“1,000” is not a whole number of coins" in second
    assert "300" in second
    assert "at least 1 coin, not -4" in third


SAMPLE_7 = """\
lot a\u200b: 3 0
lot \uff21 15
"""


def test_sample_07_lines_that_contradict_each_other(bidding: Table) -> None:
    said = answer(bidding, SAMPLE_7)
    assert said.recorded == moves(said.reading) == ()
    [(line, refusal)] = said.reading.refused
    assert line == "lot a: 3 0"
    assert isinstance(refusal, Ambiguous)
    assert refusal.readings == ("bid A 30", "bid A 3")
    assert [str(move) for move in said.reading.withheld] == ["bid A 15"]


SAMPLE_8 = "No bids from me this time, sorry!\n"


def test_sample_08_a_pass_is_offered_not_recorded(bidding: Table) -> None:
    said = answer(bidding, SAMPLE_8)
    assert said.recorded == ()
    [refusal] = said.refused
    assert isinstance(refusal, Ambiguous)
    assert refusal.readings == ("pass",)


SAMPLE_9 = """\
Trash: 3♠, ten of hearts
Keep the rest.
"""


def test_sample_09_cards_and_the_rest_kept(changing: Table) -> None:
    said = answer(changing, SAMPLE_9)
    assert moves(said.reading) == said.recorded == ("trash 3S 10H",)
    assert said.reading.not_understood == ()


SAMPLE_10 = "please change my sevens and the king\n"


def test_sample_10_groups_of_cards_are_not_guessed(changing: Table) -> None:
    said = answer(changing, SAMPLE_10)
    assert said.recorded == ()
    [refusal] = said.refused
    assert isinstance(refusal, Ambiguous)
    assert refusal.readings == ("trash 7C 7D KD",)


SAMPLE_11 = "trash 3S 10H QD\n"


def test_sample_11_a_trash_stands_or_falls_whole(changing: Table) -> None:
    said = answer(changing, SAMPLE_11)
    assert moves(said.reading) == ("trash 3S 10H QD",)
    assert said.recorded == ()
    [refusal] = said.refused
    assert isinstance(refusal, Refused)
    assert (refusal.clause, refusal.quoted) == ("AP-16", "QD")


@pytest.mark.parametrize("raw", [SAMPLE_9, SAMPLE_1 + SAMPLE_9, "Hello,\n" + SAMPLE_9 + "Ann"])
def test_a_trash_is_read_between_greetings_too(changing: Table, raw: str) -> None:
    assert "trash 3S 10H" in moves(
        read_message(lambda line: GAME.read(changing.state, "Ann", line), raw)
    )


@pytest.mark.parametrize("number", range(1, 12))
def test_line_ends_and_blanks_change_nothing(number: int, bidding: Table, changing: Table) -> None:
    table = changing if number >= 9 else bidding
    raw = str(globals()[f"SAMPLE_{number}"])
    plain = answer(table, raw)
    for other in (raw.replace("\n", "\r\n"), f"\n\n  {raw}  \n", raw.replace("\n", " \n\u200b\n")):
        assert answer(table, other).recorded == plain.recorded


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
    ],
)
def test_ap_07_no_bid_is_read_beside_a_line_that_may_belong_to_one(
    bidding: Table, raw: str
) -> None:
    said = answer(bidding, f"Hi,\n{raw}\nAnn")
    assert said.recorded == ()
    [refusal] = said.refused
    assert isinstance(refusal, Entangled)
    assert "isn't understood" in refusal.sentence()


@pytest.mark.parametrize(
    "raw", ["trash 3S\n10H 7C thanks mate!", "trash 3S\nand also the king", "KD too\ntrash 3S"]
)
def test_ap_16_a_trash_over_two_lines_is_read_whole_or_not_at_all(
    changing: Table, raw: str
) -> None:
    said = answer(changing, raw)
    assert said.recorded == ()
    assert [type(refusal) for refusal in said.refused] == [Entangled]
    assert answer(changing, "trash 3S\n10H KD").recorded == ("trash 3S 10H KD",)


@pytest.mark.parametrize(
    "line",
    [
        "I hope that's enough",
        "what a lousy hand",
        "A pity about the last round.",
        "No one will stop us!",
        "My bids for tonight:",
        "here are my bids for batch 1:",
        "Evening! My bids:",
        "Good evening! Bids for the first batch, and good luck to all:",
        "Hello Barbaro, here's what I want to bid tonight:",
        "see you tomorrow",
        "A is mine, I hope!!",
        "> Lot C: 50",
    ],
)
def test_ap_07_chatter_beside_a_bid_changes_nothing_about_it(bidding: Table, line: str) -> None:
    for raw in (f"bid A 30\n{line}", f"{line}\nbid A 30\nB 12\nAnn"):
        assert answer(bidding, raw).recorded[:1] in {("bid A 30",), ("bid A 30, B 12",)}
