"""What the host sets while the game goes on, names among it (ALL-4, ALL-6)."""

import pytest
from playing import journal_of, play, refusal

from gmtool.engine.host_moves import Set, read_host_move
from gmtool.engine.table import decode, encode
from gmtool.games.auction_poker import GAME

TWO = "Ann, Bob"
START = "20 20:00 host: start\n"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("set dialect=phpbb", Set("", "dialect", "phpbb")),
        ("set dialect =  phpbb", Set("", "dialect", "phpbb")),
        ('set host="Barbaro the Great"', Set("", "host", "Barbaro the Great")),
        ("set host=Barbaro the Great", Set("", "host", "Barbaro the Great")),
        ("set Ann mention=annie_42", Set("Ann", "mention", "annie_42")),
        ('set "Cid, Jr." zone=Europe/Paris', Set("Cid, Jr.", "zone", "Europe/Paris")),
        ("set Ann zone=", Set("Ann", "zone", "")),
        ('set thread="https://x.de/t?a=1&b=2"', Set("", "thread", "https://x.de/t?a=1&b=2")),
    ],
)
def test_all_6_a_setting_reads_back_to_itself(text: str, move: Set) -> None:
    read = read_host_move(text, ("Ann", "Cid, Jr."), {})
    assert read == move
    assert read_host_move(str(move), ("Ann", "Cid, Jr."), {}) == move


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("set dialect", "it reads `set dialect=phpbb`"),
        ("set colour=red", "what can be set of a game is channel, dialect, ends_at, "),
        ("set Ann dialect=phpbb", "of a player is channel, mention, name, thread, zone"),
        ("set Zed zone=UTC", "nobody here is called “Zed”"),
    ],
)
def test_all_6_what_cannot_be_set_is_refused(line: str, sentence: str) -> None:
    refused = refusal(journal_of(TWO, f"{START}20 20:10 host: {line}"))
    assert sentence in refused.sentence()


def test_all_6_settings_are_kept_beside_the_game_and_undone_like_anything() -> None:
    body = START + "20 20:10 host: set dialect=phpbb\n20 20:11 host: set Ann zone=Europe/Paris"
    played = play(journal_of(TWO, body))
    assert played.table.settings == {"dialect": "phpbb"}
    assert played.table.people == {"Ann": {"zone": "Europe/Paris"}}
    back = play(journal_of(TWO, body + "\n20 20:12 host: undo 4"))
    assert back.table.people == {}
    for state in ("pause", "end"):
        then = f'20 20:10 host: {state} why "x"\n20 20:11 host: set dialect=phpbb'
        assert play(journal_of(TWO, START + then)).table.settings


RENAMED = (
    START + "20 20:10 Ann: bid A 30\n20 20:11 host: set Ann name=Annie\n20 20:12 Annie: bid B 12"
)


def test_all_4_names_can_be_swapped_and_taken_back_by_setting_the_old_one() -> None:
    body = START + "20 20:10 Ann: bid A 30\n20 20:11 host: set Ann name=Annie\n"
    body += "20 20:12 host: set Annie name=Ann\n20 20:13 Ann: bid B 12"
    played = play(journal_of(TWO, body))
    assert played.table.players == ("Ann", "Bob")
    assert played.table.aliases == {"Ann": ("Annie",)}
    assert {bid.lot for bid in played.state.bids} == {"A", "B"}


@pytest.mark.parametrize("name", ["Bob", "host", "", "-x"])
def test_all_4_a_name_nobody_could_tell_apart_is_refused(name: str) -> None:
    line = f'{START}20 20:10 host: set Ann name="{name}"'
    assert refusal(journal_of(TWO, line)).clause == "ALL-4"


def test_the_table_reads_back_with_settings_and_names() -> None:
    table = play(journal_of(TWO, RENAMED + "\n20 20:13 host: set Ann zone=UTC")).table
    assert decode(GAME, encode(table), table.calendar) == table


def test_a_players_zone_is_no_public_matter() -> None:
    assert Set("Ann", "zone", "UTC").public == ""
    assert Set("Ann", "name", "Annie").public == "set Ann name=Annie"
    assert Set("", "dialect", "phpbb").public == "set dialect=phpbb"
