"""A state is believed only with the seal of this user's key, and there is one key."""

import os
import stat
from collections.abc import Callable
from pathlib import Path
from threading import Barrier, Thread

import pytest
from msgspec.structs import replace
from storing import START, Outside, head, said

from gmtool.store import Snapshot, Store
from gmtool.store.sealing import Seals

KEPT = replace(head(1, players=("Ann",)), program="1.0 abc")
User = Callable[[str], Path]


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> User:
    """Becomes a user of that name, each with settings of their own; returns the key's file."""

    def become(name: str) -> Path:
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / name))
        return tmp_path / name / "gmtool" / "states.key"

    return become


def _sealed(*, entry: int = 1) -> str:
    return Seals().seal(1, replace(KEPT, entry=entry))


def _keep(store: Store, game: int, kept: Snapshot = KEPT) -> None:
    with store.writing() as transaction:
        transaction.append(game, [said(1)], "laptop")
        transaction.put_snapshot(game, kept)


def test_the_key_is_made_on_first_use_for_its_owner_alone(user: User) -> None:
    key = user("Ann")
    assert not Seals().is_of(1, KEPT, "")
    assert not key.parent.exists(), "who only reads needs none"
    assert _sealed() == _sealed() != _sealed(entry=2)
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert stat.S_IMODE(key.parent.stat().st_mode) == 0o700
    assert [one.name for one in key.parent.iterdir()] == [key.name]


def test_the_rights_of_a_folder_that_was_there_stay(user: User) -> None:
    key = user("Ann")
    key.parent.mkdir(parents=True)
    key.parent.chmod(0o755)
    assert _sealed()
    assert stat.S_IMODE(key.parent.stat().st_mode) == 0o755


def test_several_commands_at_once_make_one_key(user: User) -> None:
    for number in range(20):
        key = user(f"user {number}")
        together, made = Barrier(8), list[str]()

        def seal(start: Barrier = together, all_: list[str] = made) -> None:
            seals = Seals()
            start.wait()
            all_.append(seals.seal(1, KEPT))

        threads = [Thread(target=seal) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(made) == 8
        assert len(set(made)) == 1
        assert made[0]
        assert [one.name for one in key.parent.iterdir()] == [key.name]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="there are no such rights")
def test_a_key_that_others_may_read_is_replaced(user: User) -> None:
    key = user("Ann")
    before = _sealed()
    key.chmod(0o644)
    assert not Seals().is_of(1, KEPT, before)
    after = _sealed()
    assert after[:8] != before[:8]
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    for damaged in ("short", f"{'z' * 64}\n"):
        key.write_text(damaged)
        assert _sealed()[:8] not in {"", after[:8], before[:8]}


def test_where_no_key_can_be_kept_nothing_is_believed_and_all_goes_on(
    store: Store, game: int, user: User
) -> None:
    user("nobody").parents[1].write_text("a file where a folder should be")
    assert _sealed() == ""
    with store.writing() as transaction:
        transaction.append(game, [said(1)], "laptop")
        transaction.put_snapshot(game, KEPT)
        assert transaction.snapshot(game) is None
        transaction.store_snapshot(game, KEPT)
        assert not transaction.has_snapshot(game)
        assert transaction.running_games() == (game,)


def _tampered_with() -> list[str]:
    return [
        "entry = 2",
        "rules_version = 2",
        "program = '1.1 abc'",
        "state = '{\"phase\": 1}'",
        "ended = true",
        """players = '["Bob"]'""",
        """players = '["Ann", "Bob"]'""",
        "players = '{'",
        "seal = ''",
        "seal = replace(seal, ':', '.')",
    ]


@pytest.mark.parametrize("change", _tampered_with())
def test_of_a_state_in_which_anything_was_changed_nothing_is_believed(
    store: Store, game: int, outside: Outside, change: str
) -> None:
    told: list[str] = []
    store._seals = Seals(tell=told.append)
    _keep(store, game)
    with store.reading() as transaction:
        assert transaction.snapshot(game) == KEPT == transaction.stored_snapshot(game)
        assert [*transaction.running_players()] == [(game, KEPT.players)]
    outside.run(f"UPDATE head SET {change}")
    with store.reading() as transaction:
        for _ in range(2):
            assert transaction.snapshot(game) is None
            assert transaction.stored_snapshot(game) is None
            assert transaction.running_games() == (game,)
            if not change.startswith(("state", "program", "rules_version")):
                # those aren't looked at there
                assert dict(transaction.running_players()) == {game: None}
    assert len(told) == 1, "it is told once"
    assert "was damaged or changed" in told[0]


def test_a_state_is_that_of_its_game(store: Store, game: int, outside: Outside) -> None:
    _keep(store, game, replace(KEPT, ended=True))
    with store.writing() as transaction:
        other = transaction.add_game(
            replace(transaction.games()[0].header, name="Another"), START
        ).id
        transaction.append(other, [said(1)], "laptop")
        transaction.put_snapshot(other, KEPT)
    outside.run("UPDATE head SET " + ", ".join(
        f"{name} = (SELECT {name} FROM head AS one WHERE one.game_id = {game})"
        for name in ("ended", "seal")
    ) + f" WHERE game_id = {other}")  # fmt: skip
    with store.reading() as transaction:
        assert transaction.snapshot(other) is None
        assert transaction.running_games() == (other,)
        assert dict(transaction.running_players()) == {other: None}


def test_a_game_that_went_on_after_its_end_is_one_that_goes_on(store: Store, game: int) -> None:
    _keep(store, game, replace(KEPT, ended=True))
    with store.writing() as transaction:
        assert (transaction.running_games(), dict(transaction.running_players())) == ((), {})
        transaction.append(game, [said(2)], "laptop")
        assert transaction.running_games() == (game,)
        assert dict(transaction.running_players()) == {game: None}


def test_what_another_user_kept_is_made_anew_in_silence_and_then_both_believe_it(
    store: Store, where: str, game: int, user: User
) -> None:
    told: list[str] = []
    for ended in (False, True):
        kept = replace(KEPT, ended=ended)
        user("Ann")
        with Store.open(where, tell=told.append) as hers, hers.writing() as transaction:
            if not ended:
                transaction.append(game, [said(1)], "laptop")
            transaction.put_snapshot(game, kept)
        user("Bob")
        with Store.open(where, tell=told.append) as his:
            with his.reading() as transaction:
                assert transaction.snapshot(game) is None
                assert transaction.stored_snapshot(game) == kept
                assert transaction.running_games() == (game,)
                assert dict(transaction.running_players()) == {game: None}
                transaction.remade[game] = kept
            with his.reading() as transaction:
                assert transaction.snapshot(game) == kept
        user("Ann")
        with Store.open(where, tell=told.append) as hers, hers.reading() as transaction:
            assert transaction.snapshot(game) == kept
            assert transaction.running_games() == (game,) * (not ended)
    assert told == []


def test_a_state_made_anew_is_kept_only_of_the_last_entry(store: Store, game: int) -> None:
    _keep(store, game)
    with store.reading() as transaction:
        transaction.remade[game] = replace(KEPT, entry=0)
    with store.reading() as transaction:
        assert transaction.snapshot(game) == KEPT


def test_who_makes_a_state_anew_waits_for_nobody(store: Store, where: str, game: int) -> None:
    """Another writer at work: the next command makes it anew once more."""
    with Store.open(where) as other, other.writing() as writer:
        writer.append(game, [said(1)], "laptop")
        with store.reading() as transaction:
            transaction.remade[game] = head(0)
    with store.reading() as transaction:
        assert not transaction.has_snapshot(game)
