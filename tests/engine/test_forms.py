"""Text forms: a move is written and read by the same form, both ways (design §5)."""

from __future__ import annotations

import inspect
from importlib import import_module

import pytest
from msgspec import Struct
from msgspec.structs import replace
from two_rooms import GAME

from gmtool import api
from gmtool.engine.entry_texts import addressed
from gmtool.engine.forms import KINDS, read_form, take_apart
from gmtool.engine.grammar import Form, Grammar
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Move
from gmtool.engine.shuffling import Shuffle
from gmtool.engine.table import lay
from gmtool.games import BUILT_IN
from gmtool.games.outside import amiss_in


class Swap(Move, frozen=True):
    form = "swap {whom:player} giving {cards:cards}[ for {chips:amount}][ saying {words:string}]"

    whom: str
    cards: tuple[str, ...]
    chips: str = ""
    words: str = ""


FORMS = {
    "swap Ann giving 3S 10H": Swap("Ann", ("3S", "10H")),
    'swap "Cid, Jr." giving LJ for 5': Swap("Cid, Jr.", ("LJ",), "5"),
    "swap Big Bob giving 3S for +5": Swap("Big Bob", ("3S",), "+5"),
    'swap Ann giving 3S saying "a, \\"b\\"\\n"': Swap("Ann", ("3S",), words='a, "b"\n'),
    'swap Ann giving 3S for 5 saying "x"': Swap("Ann", ("3S",), "5", "x"),
}


@pytest.mark.parametrize("text", FORMS)
def test_a_form_is_written_and_read_back(text: str) -> None:
    verb, _, rest = text.partition(" ")
    assert str(FORMS[text]) == text
    values = read_form(Swap.form, rest)
    assert values is not None
    assert (verb, Swap(**values)) == (take_apart(Swap.form).verb, FORMS[text])


@pytest.mark.parametrize(
    "rest",
    [
        *("", "Ann", "Ann giving", "Ann giving 3S for", "Ann giving 3s", "Ann giving 3S 77"),
        *("Ann  giving 3S", "Ann giving 3S for x", "Ann giving 3S saying x", "Ann giving 3S more"),
        *('"" giving 3S', 'Ann giving 3S saying ""', 'Ann giving 3S saying "x" for 5'),
    ],
)
def test_what_isnt_of_the_form_is_no_such_move(rest: str) -> None:
    assert read_form(Swap.form, rest) is None


class Cheer(Move, frozen=True):
    form = "cheer[ for {whom:player}][ with {all:players}]"

    whom: str = ""
    all: tuple[str, ...] = ()


class Hex(Move, frozen=True):
    form = "hex {whom:player} why {why:string}"

    whom: str
    why: str


def test_a_slot_that_cant_fill_its_move_is_told_before_its_game_is_played() -> None:
    def amiss(slot: api.Slot) -> list[str]:
        grammar = Grammar((Form('hex bob why "x"', Hex, "TR-1", "at any time", slot),))
        return [*amiss_in(replace(GAME, grammar=grammar))]

    assert amiss(api.Slot()) == []
    assert amiss(api.player()) == [
        "has a move Hex with 2 fields to fill, and a slot that finds one"
    ]


def test_names_are_told_by_the_form() -> None:
    assert Swap.naming == ("whom",)
    assert FORMS["swap Ann giving 3S 10H"].named == ("Ann",)
    assert Cheer("Ann", ("Bob", "Cid")).named == ("Ann", "Bob", "Cid")


def test_a_player_who_needn_t_be_named_is_nobody() -> None:
    table = lay(GAME, ("Ann", "Bob", "Cid"), {"vote": True})
    assert Cheer().named == ()
    assert addressed(Cheer(), table) == Cheer()
    assert addressed(Cheer(all=("bo", "cid")), table) == Cheer(all=("Bob", "Cid"))


AMISS = {
    "{coins:amount}": "begins with no verb",
    "bid {coins:amount": "a bracket isn't closed",
    "bid[ {coins:amount}": "a bracket isn't closed",
    "bid {coins:amonut}": "coins is of the kind “amonut”; there are word, ",
    "bid {chips:amount}": "names chips, no field of it",
}


@pytest.mark.parametrize("form", AMISS)
def test_a_form_that_cant_be_is_told_before_its_game_is_played(form: str) -> None:
    bid = type("Bid", (Move,), {"form": form, "__annotations__": {"coins": str}}, frozen=True)
    grammar = Grammar((Form("bid 5", bid, "TR-1", "a bid is asked for"),))
    (told,) = amiss_in(replace(GAME, grammar=grammar))
    assert "a move Bid" in told
    assert AMISS[form] in told


def test_a_hint_is_the_form_with_placeholders_for_what_cant_be_missing() -> None:
    assert Swap.hint() == "swap NAME giving CARD …"
    assert Shuffle.hint() == "shuffle CARD …"


def moves_of(package: str) -> list[type[Move]]:
    """The classes of moves that a game has with a form."""
    module = import_module(f"{package}.moves")
    found = [one for one in vars(module).values() if isinstance(one, type)]
    return [one for one in found if issubclass(one, Move) and one.form]


@pytest.mark.parametrize(
    "package", sorted({place.partition(":")[0] for place in BUILT_IN.values()})
)
def test_the_forms_of_a_game_name_fields_that_are_there_by_kinds_that_are_there(
    package: str,
) -> None:
    for move in moves_of(package):
        for name, kind in take_apart(move.form).fields:
            assert name in move.__struct_fields__, move
            assert kind in KINDS, move


def test_of_what_a_package_may_use_help_shows_the_fields_with_their_types() -> None:
    there = [getattr(api, name) for name in api.__all__]
    structs = [one for one in there if isinstance(one, type) and issubclass(one, Struct)]
    assert len(structs) > 15
    for one in structs:
        shown = inspect.signature(one).parameters
        assert [*shown] == [*one.__struct_fields__] or set(shown) == set(one.__struct_fields__)
        assert all(field.annotation is not field.empty for field in shown.values())
    window = inspect.signature(api.Window).parameters["until"]
    assert (window.annotation, window.default) in [("Instant | None", None), (Instant | None, None)]
