"""What everybody could see after every entry of three recorded games (`playthrough.py`).

One is a short deal in three rounds, one was drawn from the seed and called off, one is President
for five with trading and free trade. In no file is a card of another hand, of the rest of the deck
or of a trade or an offer of two others; nor, in a short deal, which card must be played, but for
the leader.
"""

from __future__ import annotations

import pytest
from hosting import Host
from playthrough import check_playthrough
from recorded import folder

from gmtool.engine.game import Game
from gmtool.games.big_two import GAME, PRESIDENT_GAME

NAMES = (
    (GAME, "drawn-and-called-off"),
    (GAME, "two-seven-each"),
    (PRESIDENT_GAME, "five-with-free-trade"),
)


@pytest.mark.parametrize(
    ("game", "name"),
    [*NAMES[:2], pytest.param(*NAMES[2], marks=pytest.mark.slow)],
    ids=[name for _, name in NAMES],
)
def test_what_was_seen_after_every_entry_is_what_was_seen_before(game: Game, name: str) -> None:
    check_playthrough(game, name)


@pytest.mark.parametrize("game", [GAME, PRESIDENT_GAME], ids=lambda game: game.kind)
def test_every_playthrough_has_its_test(game: Game) -> None:
    kept = {path.stem for path in folder(game).glob("*.playthrough")}
    assert kept == {name for kind, name in NAMES if kind is game}


def test_bt_2_the_hand_in_a_preview_is_the_one_that_goes_out(host: Host) -> None:
    """Also when the game has gone on since."""
    assert host("new president Lunch Ann Bob -o hand_size=4 --dialect plain").code == 0
    assert host("record host start").code == 0
    leader = host("status --json").facts["waiting"][0]["who"]
    card = host("status --json --secret").facts["secret"]["must"]
    assert host(f"record {leader} play {card}").code == 0
    for number in (3, 4):
        goes_out = host(f"outbox {number}").out
        assert "Round 1 of 5 is dealt" in goes_out
        assert host(f"outbox {number} --preview").out == goes_out
