"""What is added to what everybody knows, for each who looks."""

from __future__ import annotations

from gmtool.engine.game import PUBLIC, SECRET, View
from gmtool.engine.text import HOST
from gmtool.engine.views import redact


def seen_by(viewer: str) -> View:
    known: View = {"public": {"round": 1}, "players": [{"name": "Ann"}, {"name": "Bob"}]}
    return redact(
        viewer,
        known,
        you=lambda name: {"hand": f"{name}'s cards"},
        secret=lambda: {"deck": "all cards"},
        secret_of=lambda name: {"hand": f"{name}'s cards"},
    )


def test_a_seat_knows_its_own_beside_what_all_know_and_the_host_all_secrets() -> None:
    public = {"public": {"round": 1}}
    for_all = public | {"players": [{"name": "Ann"}, {"name": "Bob"}]}
    secrets = [{"name": who, SECRET: {"hand": f"{who}'s cards"}} for who in ("Ann", "Bob")]
    assert seen_by(PUBLIC) == for_all
    assert seen_by("Bob") == for_all | {"you": {"hand": "Bob's cards"}}
    assert seen_by(HOST) == public | {"players": secrets, SECRET: {"deck": "all cards"}}
