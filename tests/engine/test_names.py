"""Whom a name means (ALL-4)."""

import pytest
from playing import journal_of, refusal
from rows import rows

from gmtool.engine.names import called, check, check_seats, find
from gmtool.engine.refusals import Ambiguous, Refused, Unreadable

NAMES = ("Ann", "Anna", "Bob", "Big Bob", "Ästhet")
ALIASES = {"Bob": ("Bobby",), "Anna": ("Nan",)}


MEANT = """Ann = Ann | ann = Ann | ANNA = Anna | Bob = Bob | Bobby = Bob | nan = Anna
big = Big Bob | Big  Bob = Big Bob | äst = Ästhet | Ａｎｎ = Ann | A\u200bnn\u202e = Ann"""


@pytest.mark.parametrize(("typed", "meant"), rows(MEANT))
def test_all_04_full_name_or_alias_else_the_only_beginning(typed: str, meant: str) -> None:
    assert find(typed, NAMES, ALIASES) == meant


def test_all_04_several_are_all_named() -> None:
    with pytest.raises(Ambiguous) as found:
        find("b", NAMES, ALIASES)
    assert found.value.readings == ("Bob", "Big Bob")
    assert "Bob or Big Bob" in found.value.sentence()


@pytest.mark.parametrize("typed", ["Zed", "", "  ", "Annabel", "Bobb"])
def test_all_04_nobody_is_refused_with_all_players(typed: str) -> None:
    with pytest.raises(Unreadable, match="Ann, Anna, Bob"):
        find(typed, NAMES, ALIASES)


@pytest.mark.parametrize(
    ("names", "aliases"),
    [
        *((("Ann", bob), {}) for bob in ("ann", "Ann", "host", "Chance", " ", "a\nb", "x" * 61)),
        *((("Ann", bob), {}) for bob in ("Ann\u200b", "\u200b\u3164\ufeff", "B\x1b[2K", "B\ud83d")),
        (("Ann", "Bob"), {"Ann": ("bob",)}),
        (("Ann", "Bob"), {"Bob": ("An\u00adn",)}),
        (("Ann", "Bob"), {"Cid": ("C",)}),
    ],
)
def test_all_04_names_nobody_could_tell_apart_are_refused(
    names: tuple[str, ...], aliases: dict[str, tuple[str, ...]]
) -> None:
    with pytest.raises(Refused, match="ALL-4"):
        check(names, aliases)


def test_all_04_a_name_is_its_owners_to_the_letter_and_may_be_its_alias_too() -> None:
    """The first in a game that was set up while such names were two."""
    assert find("Ann\u200b", ("Ann", "Ann\u200b"), {}) == "Ann\u200b"
    check(("Ann", "Bob"), {"Ann": ("ann", "A.")})


def test_all_04_a_line_of_somebody_who_doesnt_play_is_refused() -> None:
    refused = refusal(journal_of("Ann, Bob", "20 20:00 host: start\n20 20:10 Zed: bid A 30"))
    assert refused.clause == "ALL-4"
    assert refused.sentence() == "nobody here is called “Zed”; the players are Ann, Bob."


SEATS = ("red", "gold", "blue")


def test_all_04_a_player_may_be_called_by_its_whole_seat() -> None:
    names = ("Ann", "Bob", "Cid")
    callable_names = called(names, {"Bob": ("Bobby",)}, SEATS)
    typed = ("gold", "Bobby", "BLUE")
    assert [find(one, names, callable_names) for one in typed] == ["Bob", "Bob", "Cid"]
    with pytest.raises(Unreadable):
        find("gol", names, callable_names)


@pytest.mark.parametrize(
    ("names", "aliases"),
    [
        (("Ann", "Bob", "Red"), {}),
        (("GOLD", "Bob", "Cid"), {}),
        (("Ann", "Bob", "Cid"), {"Cid": ("gold",)}),
    ],
)
def test_all_04_nobody_is_called_like_the_seat_of_another(
    names: tuple[str, ...], aliases: dict[str, tuple[str, ...]]
) -> None:
    with pytest.raises(Refused) as refused:
        check_seats(names, aliases, SEATS)
    assert refused.value.clause == "ALL-4"
    # one's own is no other's
    check_seats(("Red", "Bob", "Blue"), {"Bob": ("gold",)}, SEATS)
