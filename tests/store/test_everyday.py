"""What commands do every day goes by an index, and costs no more for what went out long ago."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from storing import START, drafted, head, said, went

from gmtool.store import ReadTransaction, Store, WriteTransaction

Plans = Callable[[], list[str]]
_LOOKS: dict[str, Callable[[ReadTransaction, int], object]] = {
    "find_game": lambda transaction, _: transaction.find_game("Round 3"),
    "game": lambda transaction, game: transaction.game(game),
    "current": lambda transaction, _: transaction.current(),
    "snapshot": lambda transaction, game: transaction.snapshot(game),
    "running_players": lambda transaction, _: [*transaction.running_players()],
    "last_number": lambda transaction, game: transaction.last_number(game),
    "entries after": lambda transaction, game: transaction.entries(game, after=2),
    "kept_since": lambda transaction, game: transaction.kept_since(game, START),
    "attempts": lambda transaction, game: transaction.attempts(game),
    "how_many_wait": lambda transaction, game: transaction.how_many_wait(game),
    "waiting": lambda transaction, game: transaction.waiting(game),
    "waiting, passing": lambda transaction, game: transaction.waiting(game, passing=True),
    "draft": lambda transaction, game: transaction.draft(game, 1),
    "revisions": lambda transaction, game: transaction.revisions(game, 1),
    "last_message": lambda transaction, game: transaction.last_message(game),
    "sent": lambda transaction, game: transaction.sent(game, 1),
}


class _Undone(Exception):
    pass


@pytest.mark.parametrize("look", _LOOKS)
def test_looks_go_by_an_index(store: Store, game: int, plans: Plans, look: str) -> None:
    steps = plans()
    with store.reading() as transaction:
        _LOOKS[look](transaction, game)
    assert steps
    assert all(step.startswith("SEARCH") for step in steps), steps


def test_what_is_written_goes_by_an_index(store: Store, game: int, plans: Plans) -> None:
    steps = plans()
    with store.writing() as transaction:
        transaction.append(game, [said(1)], "laptop")
        transaction.put_snapshot(game, head(1))
        transaction.put_draft(game, drafted(1))
        transaction.put_draft(game, drafted(1, 2))
        for revoked in (False, True, False):
            transaction.add_sent(game, went(1, revoked=revoked))
    assert {"message", "waiting", "sent"} <= {step.split()[1] for step in steps}
    assert all(step.startswith("SEARCH") for step in steps), steps


def test_what_waits_is_looked_up_message_by_message(store: Store, game: int, plans: Plans) -> None:
    """The other way round SQLite would walk through all messages, by an index too."""
    for passing, key in ((False, "(game_id=?)"), (True, "(game_id=? AND passing=?)")):
        steps = plans()
        with store.reading() as transaction:
            transaction.waiting(game, passing=passing)
        queue, message = steps
        assert queue.startswith("SEARCH waiting")
        assert queue.endswith(key)
        assert message.startswith("SEARCH message")
        assert message.endswith("(game_id=? AND number=? AND revision=?)")


_MANY = 40
"""Messages that went out, to see if anything costs a step for each."""


@pytest.mark.usefixtures("path")
def test_nothing_of_every_day_costs_more_for_what_went_out(store: Store, game: int) -> None:
    def steps(last: int) -> dict[str, int]:
        tasks: dict[str, Callable[[WriteTransaction, int], object]] = {
            **_LOOKS,
            "a message": lambda transaction, game: transaction.put_draft(game, drafted(last + 1)),
            "a revision": lambda transaction, game: transaction.put_draft(game, drafted(last, 2)),
            "withdrawn": lambda transaction, game: transaction.put_draft(
                game, drafted(last, 2, parts=())
            ),
            "went out": lambda transaction, game: transaction.add_sent(game, went(last)),
            "revoked": lambda transaction, game: transaction.add_sent(game, went(1, revoked=True)),
        }
        return {name: _steps(store, task, game) for name, task in tasks.items()}

    with store.writing() as transaction:
        for number in (1, 2, 3):
            transaction.put_draft(game, drafted(number, passing=number == 2))
        transaction.add_sent(game, went(1))
    before = steps(3)
    with store.writing() as transaction:
        for number in range(4, 4 + _MANY):
            transaction.put_draft(game, drafted(number))
            transaction.add_sent(game, went(number - 1))
        assert [one.number for one in transaction.waiting(game)] == [2, 3 + _MANY]
    after = steps(3 + _MANY)
    assert min(before.values()) > 5, "else nothing was counted"
    grown = {name: (before[name], after[name]) for name in before}
    assert {name: n for name, n in grown.items() if n[1] - n[0] >= _MANY} == {}


def _steps(store: Store, task: Callable[[WriteTransaction, int], object], game: int) -> int:
    """How many instructions SQLite's machine goes through; the task is undone."""
    counted = 0

    def count() -> int:
        nonlocal counted
        counted += 1
        return 0

    with suppress(_Undone), store.writing() as transaction:
        connection: Any = transaction._statements._connection  # type: ignore[attr-defined]
        connection.set_progress_handler(count, 1)
        task(transaction, game)
        connection.set_progress_handler(None, 1)
        raise _Undone
    return counted
