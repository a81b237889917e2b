"""What everybody could see after every entry of three recorded games (`playthrough.py`).

One is a short deal in three rounds, one was drawn from the seed and called off, one is President
for five with trading and free trade. In no file is a card of another hand, of the rest of the deck
or of a trade or an offer of two others; nor, in a short deal, which card must be played, but for
the leader.
"""

from __future__ import annotations

import pytest
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
