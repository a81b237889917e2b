"""Messages from draft to sent come out as they went in, and none gets lost (design: messages)."""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lengths import few_or_many
from storing import START, Begin, drafted, went

from gmtool.engine.instants import Instant
from gmtool.store import (
    Block,
    Draft,
    Sent,
    Store,
    StoreProblem,
    WriteTransaction,
)

Put = Callable[..., list[tuple[int, int]]]


class _Undone(Exception):
    pass


@pytest.fixture
def put(store: Store) -> Put:
    """Keeps drafts and what is said of them, in this order, in one transaction; what waits then."""

    def put(game: int, *what: Draft | Sent) -> list[tuple[int, int]]:
        with store.writing() as transaction:
            _put(transaction, game, *what)
        return _waiting(store, game)

    return put


def _put(transaction: WriteTransaction, game: int, *what: Draft | Sent) -> None:
    for one in what:
        if isinstance(one, Draft):
            transaction.put_draft(game, one)
        else:
            transaction.add_sent(game, one)


def _waiting(store: Store, game: int) -> list[tuple[int, int]]:
    """The number and revision of each that waits, and so many are counted."""
    with store.reading() as transaction:
        waiting = transaction.waiting(game)
        assert transaction.how_many_wait(game) == len(waiting)
    return [(one.number, one.revision) for one in waiting]


def test_a_message_comes_back_as_it_was_drafted_and_sent(store: Store, game: int) -> None:
    blocks = (
        Block("results", 14, "Batch 1", "[b]A[/b]\n", {"lots": ["A", {"coins": 30}], "n": None}),
        Block("reminder", 0, "", "", {}),
    )
    later = Instant("2026-11-21T08:00:59Z")
    draft = Draft(1, 1, "", 14, "“Röund 3” ♠", ("1/2\r\n\t😀", ""), blocks, START, "why", True)
    sent = Sent(1, 1, START, later, "https://example.org/t?p=1#2", ("as typed\x00", "2"))
    with store.writing() as transaction:
        transaction.put_draft(game, draft)
        assert transaction.draft(game, 1) == draft, "seen at once by whoever wrote it"
        transaction.add_sent(game, sent)
        assert transaction.sent(game, 1) == sent
    with store.reading() as transaction:
        again, went = transaction.draft(game, 1), transaction.sent(game, 1)
        assert (again, went) == (draft, sent)
        assert transaction.drafts(game) == transaction.revisions(game, 1) == (draft,)
        assert transaction.all_sent(game) == {1: sent}
    assert again
    assert went
    assert type(again.drafted_at) is type(went.at) is type(went.recorded_at) is Instant
    assert {type(kept) for kept in (again.parts, again.blocks, went.parts)} == {tuple}


_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
_TEXTS = st.lists(_TEXT, max_size=3).map(tuple)
_INSTANTS = st.datetimes().map(lambda moment: Instant.of(moment.replace(tzinfo=UTC)))
_FACTS = st.recursive(
    st.none() | st.booleans() | st.integers() | _TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=8,
)
_NUMBERS = st.integers(0, 999)
_BLOCKS = st.lists(
    st.builds(Block, _TEXT, _NUMBERS, _TEXT, _TEXT, st.dictionaries(_TEXT, _FACTS, max_size=3)),
    max_size=3,
).map(tuple)
_FIRST = (st.just(1), st.just(1))
_DRAFTS = st.builds(
    Draft, *_FIRST, _TEXT, _NUMBERS, _TEXT, _TEXTS, _BLOCKS, _INSTANTS, _TEXT, st.booleans()
)


@pytest.mark.slow
@given(draft=_DRAFTS, sent=st.builds(Sent, *_FIRST, _INSTANTS, _INSTANTS, _TEXT, _TEXTS))
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    max_examples=few_or_many(25, 100),
)
def test_any_text_and_any_second_come_back(
    store: Store, begin: Begin, draft: Draft, sent: Sent
) -> None:
    with store.reading() as reader:
        found = reader.find_game("Any")
    game = (found or begin("Any")).id
    with suppress(_Undone), store.writing() as transaction:
        transaction.put_draft(game, draft)
        assert transaction.draft(game, 1) == draft
        assert transaction.waiting(game) == ((draft,) if draft.parts else ())
        transaction.add_sent(game, sent)
        assert transaction.sent(game, 1) == sent
        raise _Undone


def test_what_is_drafted_waits_until_it_went_out(store: Store, game: int, put: Put) -> None:
    assert put(game, drafted(1), drafted(2), drafted(3)) == [(1, 1), (2, 1), (3, 1)]
    assert put(game, went(2)) == [(1, 1), (3, 1)]
    assert put(game, went(3), went(1)) == []
    with store.reading() as transaction:
        assert transaction.last_message(game) == 3
        assert transaction.all_sent(game) == {1: went(1), 2: went(2), 3: went(3)}
        assert list(transaction.all_sent(game)) == [1, 2, 3], "not in the order they were marked"


def test_a_message_drafted_anew_waits_in_its_last_revision(
    store: Store, game: int, put: Put
) -> None:
    both = drafted(1), drafted(1, 2, note="drafted anew", passing=True)
    waits = put(game, both[0], drafted(2), both[1])
    assert waits == [(1, 2), (2, 1)], "its place in the queue stays"
    with store.reading() as transaction:
        assert transaction.last_message(game) == 2
        assert transaction.draft(game, 1) == both[1]
        assert transaction.revisions(game, 1) == both
        assert transaction.drafts(game) == transaction.waiting(game) == (both[1], drafted(2))
    assert put(game, *(drafted(1, number) for number in range(3, 11))) == [(1, 10), (2, 1)]
    with store.reading() as transaction:
        assert (
            transaction.drafts(game)
            == (transaction.draft(game, 1), drafted(2))
            == (drafted(1, 10), drafted(2))
        )
        assert [one.revision for one in transaction.revisions(game, 1)] == list(range(1, 11))


def test_a_message_withdrawn_waits_no_longer(store: Store, game: int, put: Put) -> None:
    withdrawn = drafted(1, 2, parts=(), blocks=(), note="taken back")
    assert put(game, drafted(1), drafted(2), withdrawn) == [(2, 1)]
    with store.reading() as transaction:
        assert transaction.draft(game, 1) == withdrawn
        assert transaction.drafts(game) == (withdrawn, drafted(2))
    assert put(game, drafted(1, 3)) == [(1, 3), (2, 1)], "unless it is drafted once more"
    assert put(game, drafted(3, parts=())) == [(1, 3), (2, 1)], "nor one that never waited"
    with store.reading() as transaction:
        assert transaction.last_message(game) == 3


def test_passing_messages_can_be_asked_for_alone(store: Store, game: int, put: Put) -> None:
    passing = [drafted(number, passing=number % 2 == 0) for number in range(1, 7)]
    put(game, *passing, went(4), drafted(6, 2), drafted(3, 2, passing=True))
    with store.reading() as transaction:
        assert transaction.waiting(game, passing=True) == (passing[1], drafted(3, 2, passing=True))
        assert transaction.waiting(game, passing=False) == transaction.waiting(game)
        assert [one.number for one in transaction.waiting(game)] == [1, 2, 3, 5, 6]


def test_drafts_since_an_entry(store: Store, game: int, put: Put) -> None:
    drafts = [drafted(1, entry=4), drafted(2, entry=0), drafted(3, entry=5), drafted(4, entry=4)]
    anew = drafted(1, 2, entry=4)
    put(game, *drafts, anew)
    with store.reading() as transaction:
        assert transaction.drafts(game) == transaction.drafts(game, 0) == (anew, *drafts[1:])
        assert transaction.drafts(game, 4) == (anew, drafts[2], drafts[3])
        assert transaction.drafts(game, 5) == (drafts[2],)
        assert transaction.drafts(game, 6) == ()


def test_games_have_outboxes_of_their_own(store: Store, begin: Begin, put: Put) -> None:
    one, two = begin("Round 3").id, begin("Round 4").id
    its = drafted(1, to="Bob", passing=True, entry=7), drafted(2, to="Cid")
    put(one, drafted(1), drafted(2, passing=True))
    assert put(two, *its) == [(1, 1), (2, 1)]
    assert put(one, went(1, link="#1"), drafted(2, 2, passing=True)) == [(2, 2)]
    assert _waiting(store, two) == [(1, 1), (2, 1)]
    with store.reading() as transaction:
        assert transaction.drafts(two) == transaction.waiting(two) == its
        assert transaction.drafts(two, 7) == transaction.waiting(two, passing=True) == (its[0],)
        assert transaction.draft(two, 1) == its[0]
        assert transaction.revisions(two, 2) == (its[1],)
        assert (transaction.sent(two, 1), transaction.all_sent(two)) == (None, {})
        assert transaction.all_sent(one) == {1: went(1, link="#1")}
    put(two, drafted(3))
    with store.reading() as transaction:
        assert (transaction.last_message(one), transaction.last_message(two)) == (2, 3)


def test_what_is_sent_again_or_revoked(store: Store, game: int, put: Put) -> None:
    put(game, drafted(1), drafted(2), went(1, link="#1"), went(2))
    assert put(game, went(1, revoked=True)) == [(1, 1)], "it hadn't gone out after all"
    with store.reading() as transaction:
        assert transaction.sent(game, 1) is None
        assert transaction.all_sent(game) == {2: went(2)}
    assert put(game, went(1, link="#2"), went(2, link="#3")) == []
    with store.reading() as transaction:
        assert transaction.sent(game, 1) == went(1, link="#2")
        assert transaction.all_sent(game) == {1: went(1, link="#2"), 2: went(2, link="#3")}
        rows = transaction._statements.rows("SELECT link FROM sent ORDER BY id")
        assert [link for (link,) in rows] == ["#1", "", "", "#2", "#3"], "all are kept"


def test_what_is_revoked_waits_in_its_last_revision(store: Store, game: int, put: Put) -> None:
    anew = drafted(1, 2, passing=True)
    assert put(game, drafted(1), anew, went(1, 1), went(1, 1, revoked=True)) == [(1, 2)]
    with store.reading() as transaction:
        assert transaction.waiting(game, passing=True) == (anew,)
    assert put(game, drafted(1, 3)) == [(1, 3)], "and can be drafted anew"
    put(game, drafted(1, 4, parts=()), went(1))
    with store.reading() as transaction:
        assert transaction.sent(game, 1) == went(1), "what is withdrawn may have gone out"
    assert put(game, went(1, revoked=True)) == [], "it is withdrawn still"


def test_what_went_out_is_never_queued_again(store: Store, game: int, put: Put) -> None:
    put(game, drafted(1), went(1))
    for anew in (drafted(1, 2), drafted(1, 2, parts=())):
        with pytest.raises(ValueError, match=f"message 1 of game {game} went out"):
            put(game, anew)
    assert _waiting(store, game) == []
    with store.reading() as transaction:
        assert transaction.draft(game, 1) == drafted(1)


@pytest.fixture
def busy(begin: Begin, put: Put) -> int:
    """A game with two revisions of message 1, and message 2, before another with more of both."""
    game, other = begin("Round 3").id, begin("Round 4").id
    put(game, drafted(1), drafted(1, 2), drafted(2))
    put(other, *(drafted(number) for number in range(1, 6)), drafted(2, 2), drafted(1, 2))
    put(other, drafted(1, 3))
    return game


@pytest.mark.parametrize("number", [4, 6, 5, 0, -1])
def test_numbers_go_on_without_a_gap(store: Store, busy: int, put: Put, number: int) -> None:
    with pytest.raises(ValueError, match=f"message {number} of game 1 stands where 3 should"):
        put(busy, drafted(number, 2 if number == 5 else 1))
    assert _waiting(store, busy) == [(1, 2), (2, 1)]


@pytest.mark.parametrize(("number", "revision"), [(3, 1), (0, 1), (1, 0), (1, 3), (2, 2)])
def test_only_what_was_drafted_can_go_out(
    store: Store, busy: int, put: Put, number: int, revision: int
) -> None:
    said = f"no revision {revision} of message {number} of game {busy}"
    with pytest.raises(LookupError, match=said):
        put(busy, went(number, revision))
    assert _waiting(store, busy) == [(1, 2), (2, 1)]


def test_a_revision_is_of_the_same_message(store: Store, game: int, put: Put) -> None:
    """To another reader it would be a leak; from another entry `drafts` would lose it."""
    put(game, drafted(1, to="Ann", entry=4))
    for other in ({"to": "Bob", "entry": 4}, {"to": "", "entry": 4}, {"to": "Ann", "entry": 5}):
        with pytest.raises(ValueError, match=f"message 1 of game {game} was to another reader"):
            put(game, drafted(1, 2, **other))
    assert _waiting(store, game) == [(1, 1)]
    with pytest.raises(StoreProblem, match="refused to change what is on record"):
        put(7, drafted(1))


@pytest.mark.parametrize("wrong", [(3, 1), (2, 2)])
@pytest.mark.parametrize("kind", ["waiting", "sent"])
def test_nothing_waits_or_went_out_that_is_no_message(
    store: Store, busy: int, kind: str, wrong: tuple[int, int]
) -> None:
    """By the database itself, whatever a room lets through."""
    key = {"game_id": busy, "number": wrong[0], "revision": wrong[1]}
    more: dict[str, object] = {"passing": False}
    if kind == "sent":
        more = {"at": START, "recorded_at": START, "link": "", "parts": [], "revoked": False}
    with (
        pytest.raises(StoreProblem, match="refused to change what is on record"),
        store.writing() as transaction,
    ):
        transaction._add(kind, {**key, **more})
