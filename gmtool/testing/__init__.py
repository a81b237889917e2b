"""What every kind of game must hold, for the kinds of gmtool and for anybody's.

A package's tests are one call:

    from gmtool.testing import promises
    from gmtool_lone_number import GAME

    test_promises = promises(GAME)

That is a test with a case for each promise (`gmtool.testing.promised` lists them). They are checked
in random games that the kind itself suggests moves for, and in the journals of a folder. A failure
says the kind, the promise, the entry, what is wrong, and a journal that shows it. Who has no tests
types `gmtool kinds KIND --check`.

The kind has to be installed, for its texts are found where it lies; `pip install --editable` will
do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from gmtool.engine.game import Game
from gmtool.testing.broken import Broken
from gmtool.testing.played import GAMES, Subject
from gmtool.testing.promised import PROMISES, Promise, check
from gmtool.testing.random_play import Keeps, nothing_more

__all__ = ["Broken", "check", "promises"]


def promises(
    game: Game,
    *,
    games: int | Iterable[int] = GAMES,
    journals: Path | str | None = None,
    keeps: Keeps = nothing_more,
) -> Callable[..., None]:
    """A test with a case for each promise of a kind, for a module of tests to hold; it needs
    pytest.

    `games` says how many random games are played, or which by their numbers. `journals` is a folder
    with recorded games, files `*.journal`; without it the folder `recorded` of the kind's package,
    if it has one. `keeps` says what else must hold after every entry: given the table before, the
    step, and the table after, it yields a sentence for each thing that doesn't.

    Raises ValueError where there is no game to play, or no recorded game in the folder.
    """
    import pytest

    subject = Subject.of(game, games, journals, keeps)

    @pytest.mark.parametrize("promise", [pytest.param(one, id=one.name) for one in PROMISES])
    def test_promises(promise: Promise) -> None:
        promise.check(subject)

    test: Callable[..., None] = test_promises
    return test
