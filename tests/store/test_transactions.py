"""What goes into the store comes out the same (design: store)."""

from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lengths import few_or_many
from msgspec.structs import replace
from storing import START, Begin, drafted, head, said, went

from gmtool.engine.entries import Entry
from gmtool.engine.header import Header
from gmtool.engine.instants import Instant
from gmtool.store import Attempt, GameRecord, NameTaken, Snapshot, Store, StoredEntry, StoreProblem

NAMES = ("Ann", "Bob", "Cid, Jr.", "李")
ALIASES = {"Ann": ("A.", "Annie"), "Bob": ()}
OPTIONS = {"lots": "4", "batch_size": "2", "a": "z"}


def test_a_game_comes_back_as_it_was_begun(store: Store) -> None:
    chosen = (OPTIONS, {"dialect": "phpbb"}, "6f" * 32)
    file = "[words]\n\ttitle = “é”  \n\n"
    zone, of = "Europe/London", (*chosen, file)
    header = Header("a-kind", 3, "Röund  3 “final”", zone, NAMES, ALIASES, *of)
    with store.writing() as transaction:
        made = transaction.add_game(header, START)
    kept = replace(header, aliases={"Ann": ALIASES["Ann"]})  # who has no other name has no line
    assert made == GameRecord(made.id, kept, START)
    with store.reading() as transaction:
        assert transaction.games() == (made,)
        assert transaction.game(made.id) == made
        (again,) = transaction.games()
    assert list(again.header.options) == ["lots", "batch_size", "a"], "in the order typed"
    assert isinstance(again.created_at, Instant)
    assert isinstance(again.header.players, tuple)
    assert isinstance(again.header.aliases["Ann"], tuple)


def test_games_come_in_the_order_they_were_made(store: Store) -> None:
    names = ["Zoe's", "anna's", "Mid"]
    with store.writing() as transaction:
        for hour, name in enumerate(names):
            clock_set_back = Instant(f"2026-11-20T{20 - hour}:00:00Z")
            transaction.add_game(Header("k", 1, name, "UTC", ("Ann",)), clock_set_back)
    with store.reading() as transaction:
        assert [game.header.name for game in transaction.games()] == names


def test_a_game_is_found_however_its_name_is_typed_and_none_is_called_so_too(
    store: Store, begin: Begin
) -> None:
    made = begin("Straße  3")
    with pytest.raises(NameTaken, match="There is a game called “STRASSE 3” already"):
        begin("STRASSE 3")
    with store.reading() as transaction:
        for typed in ("Straße  3", "STRASSE 3", " strasse 3 "):
            assert transaction.find_game(typed) == made
        assert transaction.find_game("Straße") is None
        assert transaction.game(made.id + 1) is None
        assert transaction.games() == (made,)


def test_entries_come_back_as_they_were_said(store: Store, game: int) -> None:
    times = (Instant("2026-11-20T21:10:00Z"), Instant("2026-11-21T08:00:59Z"))
    beside = ("pm", "https://example.org/t?p=1#2", "the forum was down", "sent twice")
    raw = "> quoted\r\n\tbid A 30 \u200b♠ 😀\n"
    far = (Instant("0001-01-01T00:00:00Z"), Instant("9999-12-31T23:59:59Z"))
    entries = (
        Entry(1, "Cid, Jr.", "bid A 30, B 12", *times, *beside, raw),
        Entry(2, "chance", "draw 57", *far, drawn="seed"),
    )
    with store.writing() as transaction:
        transaction.append(game, entries, "laptop")
        assert transaction.entries(game) == entries, "seen at once by whoever wrote them"
    with store.reading() as transaction:
        assert transaction.entries(game) == entries
        assert transaction.entries(game, after=1) == entries[1:]
        assert transaction.kept(game, after=1) == (StoredEntry(entries[1], "laptop"),)
        assert all(type(e.received_at) is type(e.recorded_at) is Instant for e in entries)


_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
_INSTANTS = st.datetimes().map(lambda moment: Instant(moment.strftime("%Y-%m-%dT%H:%M:%SZ")))


@pytest.mark.slow
@given(text=_TEXT, raw=_TEXT, at=_INSTANTS.filter(lambda at: len(at) == 20), options=st.data())
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=few_or_many(25, 100)
)
def test_any_text_and_any_second_come_back(
    store: Store, text: str, raw: str, at: Instant, options: st.DataObject
) -> None:
    typed = options.draw(st.dictionaries(st.text(), st.text()))
    entry = Entry(1, "Ann", text, at, at, raw=raw)
    with suppress(_Undone), store.writing() as transaction:
        game = transaction.add_game(Header("k", 1, "Any", "UTC", ("Ann",), {}, typed), at)
        transaction.append(game.id, [entry], "")
        assert transaction.entries(game.id) == (entry,)
        assert transaction.find_game("any") == game
        assert game.header.options == typed
        raise _Undone


class _Undone(Exception):
    pass


def test_half_a_character_is_refused_with_its_place(store: Store, game: int) -> None:
    half = r"The text “bid A \\udc80” has half a character"
    with pytest.raises(StoreProblem, match=half), store.writing() as transaction:
        transaction.append(game, [said(1, "bid A \udc80 30")], "laptop")
    with pytest.raises(StoreProblem, match=half), store.writing() as transaction:
        transaction.put_draft(game, drafted(1, subject="bid A \udc80"))
    with store.reading() as transaction:
        assert (transaction.last_number(game), transaction.last_message(game)) == (0, 0)


def test_a_character_that_no_server_keeps(store: Store, game: int, keeper: str) -> None:
    entry = said(1, raw="> quoted \0\nbid A 30")
    if keeper == "file":
        _append(store, game, [entry])
    else:
        with pytest.raises(StoreProblem, match=r"character NUL \(\\x00\) in it; nothing was"):
            _append(store, game, [entry])
    with store.reading() as transaction:
        assert transaction.entries(game) == ((entry,) if keeper == "file" else ())


def test_numbers_go_on_without_a_gap(store: Store, begin: Begin) -> None:
    game, other = begin("Round 3").id, begin("Round 4").id
    with store.writing() as transaction:
        transaction.append(game, (), "laptop")
        assert transaction.last_number(game) == 0
        transaction.append(game, iter([said(1), said(2)]), "laptop")
        transaction.append(game, [said(3)], "phone")
        transaction.append(other, [said(1)], "laptop")
        assert (transaction.last_number(game), transaction.last_number(other)) == (3, 1)
    for wrong in ([said(3)], [said(5)], [said(4), said(6)], [said(4), said(4)], [said(0)]):
        with pytest.raises(ValueError, match=f"of game {game} stands where"):
            _append(store, game, wrong)
    with store.reading() as transaction:
        assert [kept.desk for kept in transaction.kept(game)] == ["laptop", "laptop", "phone"]
    with pytest.raises(StoreProblem, match="refused to change what is on record"):
        _append(store, 7, [said(1)])


def _append(store: Store, game: int, entries: list[Entry]) -> None:
    with store.writing() as transaction:
        transaction.append(game, entries, "laptop")


def test_what_was_recorded_lately(store: Store, game: int) -> None:
    clocks = ["10:00:00", "09:00:00", "09:59:59", "10:10:00"]
    entries = [said(n, recorded=f"2026-11-20T{c}Z") for n, c in enumerate(clocks, 1)]
    _append(store, game, entries)
    with store.reading() as transaction:
        lately = transaction.kept_since(game, Instant("2026-11-20T10:00:00Z"))
        assert [kept.entry.number for kept in lately] == [1, 4]
        assert transaction.kept_since(game, Instant("2026-11-20T10:10:01Z")) == ()


def test_a_head_is_put_changed_and_dropped(store: Store, game: int) -> None:
    _append(store, game, [said(1)])
    first = Snapshot(0, 1, '{"lots": []}', False, ("Ann", "Bob"), "0.1.0")
    with store.writing() as transaction:
        assert transaction.snapshot(game) is None
        assert [*transaction.running_players()] == []
        transaction.put_snapshot(game, first)
        assert transaction.snapshot(game) == first
    second = replace(first, entry=1, state="{}", players=("Ann", "Cid"))
    with store.writing() as transaction:
        assert transaction.snapshot(game) == first
        assert [*transaction.running_players()] == [(game, first.players)]
        transaction.put_snapshot(game, second)
    with store.writing() as transaction:
        assert transaction.snapshot(game) == second
        transaction.drop_snapshot(game)
        transaction.drop_snapshot(game)
    with store.reading() as transaction:
        assert transaction.snapshot(game) is None
        assert [*transaction.running_players()] == []
    with (
        pytest.raises(ValueError, match="at entry 2, its journal at 1"),
        store.writing() as transaction,
    ):
        transaction.put_snapshot(game, head(2))


def test_running_games_are_listed_apart(store: Store, begin: Begin) -> None:
    games = [begin(f"Round {n}").id for n in range(4)]
    with store.writing() as transaction:
        for game in games[:3]:
            transaction.put_snapshot(game, head(ended=game == games[1]))
    with store.reading() as transaction:
        assert transaction.running_games() == (games[0], games[2], games[3])
        assert [*transaction.running_players()] == [(games[0], ()), (games[2], ())]


def test_refused_attempts_are_kept_in_order(store: Store, begin: Begin) -> None:
    game, other = begin("Round 3").id, begin("Round 4").id
    later = Instant("2026-11-21T00:00:00Z")
    first = Attempt("Ann", "bid A 30", START, later, "AP-8", "Ann has bid.", "raw\n", 4)
    second = replace(first, text="bid A 31", after_entry=0)
    with store.writing() as transaction:
        transaction.add_attempt(game, first)
        transaction.add_attempt(other, first)
        transaction.add_attempt(game, second)
    with store.reading() as transaction:
        assert transaction.attempts(game) == (first, second)


def test_one_game_is_current(store: Store, begin: Begin) -> None:
    one, two = begin("Round 3").id, begin("Round 4").id
    with store.writing() as transaction:
        assert transaction.current() is None
        transaction.use(one)
        transaction.use(two)
    with store.reading() as transaction:
        assert transaction.current() == two
    with pytest.raises(LookupError), store.writing() as transaction:
        transaction.use(two + 1)
    with store.reading() as transaction:
        assert transaction.current() == two


def test_all_or_nothing(store: Store, game: int) -> None:
    with store.writing() as transaction:
        transaction.put_draft(game, drafted(1))
        transaction.put_draft(game, drafted(2))
    with suppress(_Undone), store.writing() as transaction:
        transaction.append(game, [said(1)], "laptop")
        transaction.put_snapshot(game, head(1))
        transaction.use(game)
        transaction.add_sent(game, went(1))
        transaction.put_draft(game, drafted(2, 2, parts=()))
        transaction.put_draft(game, drafted(3))
        assert transaction.waiting(game) == (drafted(3),)
        raise _Undone
    with store.reading() as transaction:
        assert (
            transaction.last_number(game),
            transaction.snapshot(game),
            transaction.current(),
        ) == (0, None, None)
        assert transaction.waiting(game) == (drafted(1), drafted(2))
        assert (transaction.last_message(game), transaction.all_sent(game)) == (2, {})


def test_what_is_written_meanwhile_is_not_seen(store: Store, game: int) -> None:
    with store.reading() as transaction:
        assert transaction.last_number(game) == 0
        _append(store, game, [said(1)])
        assert transaction.last_number(game) == 0
        assert transaction.entries(game) == ()
    with store.reading() as transaction:
        assert transaction.last_number(game) == 1


def test_a_room_left_is_closed(store: Store, game: int) -> None:
    with store.writing() as transaction:
        pass
    with pytest.raises(Exception, match="closed"):
        transaction.append(game, [said(1)], "laptop")
