"""The bytes of chance: every published check value."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace
from two_rooms import GAME

from gmtool.engine import chance
from gmtool.engine.cards import DECK
from gmtool.engine.steps import draw
from gmtool.engine.table import lay

SEED = bytes([0x11]) * 32
VECTOR = bytes.fromhex("600d8d3d6e4f300530a2ebd4301b32f1afc512237d98947703260d7577287f78")


def stream(subseed: bytes) -> chance.Stream:
    return chance.Stream(subseed)


def test_the_first_sub_seed_and_its_deck() -> None:
    subseed = chance.subseed(chance.key(SEED), 1)
    assert subseed.hex() == "964f747370e4053317f8a33fcfb59b8dd5a2373972f6372f78e99994fa4e97e5"
    top = stream(subseed).shuffle(DECK)[:8]
    assert " ".join(top) == "9C AS 6S 6H 8H KC 2H 7C"


def test_the_second_draw_from_1_to_100() -> None:
    assert 1 + stream(chance.subseed(chance.key(SEED), 2)).below(100) == 93


def test_words_are_mixed_into_the_key() -> None:
    key = chance.key(SEED, ("Ann: banana",))
    assert key.hex() == "25b0b27023e65cfff59aded9a9d6ef2db403c5d25cb8b9967e83d583c1c84e23"
    top = stream(chance.subseed(key, 1)).shuffle(DECK)[:5]
    assert " ".join(top) == "KD 7H AD 7C 3S"
    assert chance.key(SEED, ("a", "b")) != chance.key(SEED, ("b", "a"))


def test_the_vectors_of_cardpack_v1() -> None:
    assert stream(VECTOR).shuffle(range(5)) == (4, 1, 3, 0, 2)
    first = (16, 30, 46, 47, 27, 18, 25, 50, 2, 26)
    assert stream(VECTOR).shuffle(range(52))[:10] == first
    assert stream(VECTOR).below(2**31 + 1) == 904556844


@pytest.mark.parametrize("n", [1, 2, 3, 52, 2**32])
def test_numbers_lie_below_n(n: int) -> None:
    drawn = stream(SEED)
    assert all(0 <= drawn.below(n) < n for _ in range(200))


def test_a_shuffle_loses_nothing() -> None:
    assert sorted(stream(SEED).shuffle(DECK)) == sorted(DECK)


class First:
    """Takes the first of everything, and turns what is shuffled round."""

    def below(self, n: int) -> int:
        return n - 1

    def shuffle(self, things: Sequence[chance.Thing]) -> tuple[chance.Thing, ...]:
        return tuple(reversed(things))


DRAWS = {
    "shuffle 4S 3S": (chance.Draw("shuffle", (("3S", "4S"),)), "shuffle 3S 4S"),
    "rolled 6 20": (chance.Draw("rolled", numbers=(6, 20)), "below 6; below 20"),
    "order Ann 3 2 1": (
        chance.Draw("order Ann", (("1",), ("2", "3")), lots_shuffled=True),
        "shuffle 1; shuffle 2 3; shuffle A B",
    ),
}


@pytest.mark.parametrize("text", DRAWS)
def test_all_03_a_draw_ends_with_what_was_drawn_each_a_word_of_its_own(text: str) -> None:
    draw, made_from = DRAWS[text]
    assert (draw.text(First()), draw.made_from) == (text, made_from)


@pytest.mark.parametrize("thing", ["two words", "", "a\tb", " x"])
def test_all_03_what_is_no_single_word_is_never_drawn(thing: str) -> None:
    with pytest.raises(ValueError, match="word of its own"):
        chance.Draw("shuffle", (("3S", thing),)).text(First())


def test_all_03_no_lot_is_lost_where_there_are_more_than_letters() -> None:
    lots = tuple((str(number),) for number in range(27))
    with pytest.raises(ValueError, match="27 lots"):
        chance.Draw("order", lots, lots_shuffled=True).text(First())


def test_all_03_a_game_that_waits_for_chance_has_to_say_what_for() -> None:
    silent = replace(GAME, draw=lambda _state: None)
    with pytest.raises(ValueError, match="asks for no draw"):
        draw(silent, lay(silent, ("Ann", "Bob", "Cid"), {"vote": True}), SEED)
