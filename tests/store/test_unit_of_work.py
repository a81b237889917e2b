"""What is planned reads as if it were written, and is put in only where nobody was faster."""

from collections.abc import Callable
from typing import Any

import pytest
from storing import START, Begin, drafted, head, said, went

from gmtool.engine.header import Header
from gmtool.store import NameTaken, Store, StoreProblem, WriteTransaction


def _look(transaction: WriteTransaction, game: int) -> dict[str, Any]:
    """All that a command may read again after it wrote."""
    numbers = range(1, 6)
    return {
        "drafts": transaction.drafts(game),
        "later drafts": transaction.drafts(game, 1),
        "each": [transaction.draft(game, number) for number in numbers],
        "revisions": [transaction.revisions(game, number) for number in numbers],
        "last": transaction.last_message(game),
        "sent": transaction.all_sent(game),
        "each sent": [transaction.sent(game, number) for number in numbers],
        "waiting": transaction.waiting(game),
        "passing": transaction.waiting(game, passing=True),
        "many": transaction.how_many_wait(game),
    }


def test_a_plan_reads_as_what_comes_of_it(store: Store, begin: Begin) -> None:
    game = begin("Round 3").id
    with store.writing() as transaction:
        for number in (1, 2, 3):
            transaction.put_draft(game, drafted(number, passing=number == 2))
        transaction.add_sent(game, went(1))
    looks = []

    def work(transaction: WriteTransaction) -> None:
        changes: tuple[Callable[[], None], ...] = (
            lambda: transaction.put_draft(game, drafted(2, 2, passing=True)),
            lambda: transaction.put_draft(game, drafted(4, entry=1)),
            lambda: transaction.put_draft(game, drafted(4, 2, entry=1, parts=(), blocks=())),
            lambda: transaction.put_draft(game, drafted(5, passing=True)),
            lambda: transaction.add_sent(game, went(3, link="https://x")),
            lambda: transaction.add_sent(game, went(1, revoked=True)),
            lambda: transaction.put_draft(game, drafted(1, 2)),
        )
        for change in changes:
            change()
            looks.append(_look(transaction, game))

    store.write(work)
    planned, looks = looks, []
    with store.reading() as reading:
        assert _look(reading, game) == planned[-1]  # type: ignore[arg-type]
    other = begin("Round 4").id
    with store.writing() as transaction:
        for number in (1, 2, 3):
            transaction.put_draft(other, drafted(number, passing=number == 2))
        transaction.add_sent(other, went(1))
        game = other
        work(transaction)
    assert looks == planned
    assert store.check() == ()


def test_a_game_is_begun_with_all_that_belongs_to_it(store: Store) -> None:
    def work(transaction: WriteTransaction) -> str:
        game = transaction.add_game(
            Header("auction-poker", 1, "Round 3", "UTC", ("Ann",)), START
        ).id
        transaction.append(game, [said(1)], "laptop")
        transaction.put_snapshot(game, head(1))
        transaction.put_draft(game, drafted(1))
        transaction.use(game)
        return "done"

    assert store.write(work) == "done"
    with store.reading() as transaction:
        (game,) = transaction.games()
        assert (transaction.current(), transaction.entries(game.id)) == (game.id, (said(1),))
        assert (transaction.snapshot(game.id), len(transaction.waiting(game.id))) == (head(1), 1)
    with pytest.raises(NameTaken):
        store.write(work)


def test_who_was_slower_looks_again(store: Store, game: int) -> None:
    looked: list[int] = []

    def work(transaction: WriteTransaction) -> int:
        number = transaction.last_number(game) + 1
        looked.append(number)
        if number == 1:  # another desk, meanwhile: it has to wait for nobody
            store.write(other)
        transaction.append(game, [said(number)], "laptop")
        return number

    def other(transaction: WriteTransaction) -> None:
        transaction.append(game, [said(transaction.last_number(game) + 1)], "phone")

    assert store.write(work) == 2
    assert looked == [1, 2]
    with store.reading() as transaction:
        assert [kept.desk for kept in transaction.kept(game)] == ["phone", "laptop"]


def test_who_begins_a_game_of_the_same_name_too_late_is_told_by_its_own_work(store: Store) -> None:
    header = Header("auction-poker", 1, "Round 3", "UTC", ("Ann",))
    applied: list[str] = []

    def work(transaction: WriteTransaction) -> None:
        try:
            transaction.add_game(header, START)
        except NameTaken as taken:
            applied.append(taken.name)
            raise LookupError from taken
        if not applied:
            applied.append("")
            store.write(lambda other: other.add_game(header, START))

    with pytest.raises(LookupError):
        store.write(work)
    assert applied == ["", "Round 3"]


def test_what_happens_to_another_game_is_no_matter(store: Store, begin: Begin) -> None:
    game, another = begin("Round 3").id, begin("Round 4").id
    looks: list[int] = []

    def work(transaction: WriteTransaction) -> None:
        looks.append(transaction.last_number(game))
        with store.writing() as meanwhile:
            meanwhile.append(another, [said(1)], "phone")
        transaction.append(game, [said(1)], "laptop")

    store.write(work)
    assert looks == [0]


def test_nothing_is_kept_of_a_plan_that_fails(store: Store, game: int) -> None:

    def work(transaction: WriteTransaction) -> None:
        transaction.append(game, [said(1)], "laptop")
        raise LookupError

    with pytest.raises(LookupError):
        store.write(work)
    with store.reading() as transaction:
        assert transaction.last_number(game) == 0


def test_a_damaged_database_is_not_even_planned_for(store: Store) -> None:
    store.damage = ("the guard entry_no_update is missing",)
    with pytest.raises(StoreProblem, match="gmtool repair"):
        store.write(lambda transaction: transaction.use(1))
