"""What is added to what everybody knows, for each who looks."""

from __future__ import annotations

from gmtool.engine.game import PUBLIC, SECRET, View
from gmtool.engine.views import view_for
from gmtool.engine.wording import HOST


def seen_by(seer: str) -> View:
    known: View = {"public": {"round": 1}, "players": [{"name": "Ann"}, {"name": "Bob"}]}
    return view_for(
        seer,
        known,
        you=lambda name: {"hand": f"{name}'s cards"},
        secret=lambda: {"deck": "all cards"},
        secret_of=lambda name: {"hand": f"{name}'s cards"},
    )


def test_the_public_knows_what_everybody_knows() -> None:
    assert seen_by(PUBLIC) == {
        "public": {"round": 1},
        "players": [{"name": "Ann"}, {"name": "Bob"}],
    }


def test_a_seat_knows_its_own_beside_it_and_nothing_of_others() -> None:
    assert seen_by("Bob") == seen_by(PUBLIC) | {"you": {"hand": "Bob's cards"}}
    assert "Ann's" not in str(seen_by("Bob"))


def test_what_only_the_host_knows_stands_under_secret() -> None:
    assert seen_by(HOST) == {
        "public": {"round": 1},
        "players": [
            {"name": "Ann", SECRET: {"hand": "Ann's cards"}},
            {"name": "Bob", SECRET: {"hand": "Bob's cards"}},
        ],
        SECRET: {"deck": "all cards"},
    }
