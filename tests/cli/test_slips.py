"""Lines that went wrong: each answer is the next line to type, and nothing is done on a guess."""

import shlex

import pytest
from hosting import Host
from lengths import one_in

pytestmark = pytest.mark.slow  # two commands for each
SEVERAL = ("Round 3", "Mary Ann", "Bob", "Cid")


@pytest.fixture
def game(host: Host) -> Host:
    """A game and a player whose names are of two words; nothing has begun."""
    name, *players = SEVERAL
    done = host("new auction-poker", name, *players, "--zone", "UTC")
    assert done.code == 0, done.all
    return host


def tried(host: Host, typed: str, code: int) -> list[str]:
    """The lines that the answer to `gmtool TYPED` shows to try, after a look at its exit code."""
    answered = host("", *shlex.split(typed))
    assert answered.code == code, answered.all
    assert "Traceback" not in answered.all
    *_, lines = answered.err.partition("try:\n")
    found = [line.strip() for line in lines.splitlines()]
    assert all(line.startswith("gmtool ") for line in found), answered.err
    return [line.removeprefix("gmtool ") for line in found]


FIRST = [
    # what is typed before there is any game, exit code, what to type instead
    ("stauts", 2, "status"),
    ("stauts --secret", 2, "status --secret"),
    ("--db x.db stauts", 2, "--db x.db status"),
    ("outboxx", 2, "outbox"),
    ("help", 2, "--help"),
    ("help record", 2, "record --help"),
    ("frobnicate", 2, "--help"),
    ("rule frob", 2, "rule --help"),
    ("rule extnd +12h", 2, "rule extend +12h"),
    ('extend +12h --why "forum down"', 2, 'rule extend +12h --why "forum down"'),
    ("status --secrt", 2, "status --secret"),
    ("due --isc=x.ics", 2, "due --ics=x.ics"),
    ("status now", 2, "status --help"),
    ("new", 2, 'new auction-poker "Round 1" Ann Bob Cid Dee'),
    ("new --zone UTC", 2, 'new --zone UTC auction-poker "Round 1" Ann Bob Cid Dee'),
    ("new auction-poker", 2, 'new auction-poker "Round 1" Ann Bob Cid Dee'),
    ("new split-decision", 2, 'new split-decision "Round 1" Ann Bob Cid'),
    ("new grouping-bw", 2, 'new grouping-bw "Round 1" Ann Bob'),
    ('new auction-poker "Round 3"', 1, 'new auction-poker "Round 3" Ann Bob Cid Dee'),
    ('new split-decision "Episode 7"', 1, 'new split-decision "Episode 7" Ann Bob Cid'),
    ('new auction-poker "Round 3 Ann Bob Cid"', 1, 'new auction-poker "Round 3" Ann Bob Cid'),
    ('new auction-poker "Cup Ann Bob Cid"', 1, "new auction-poker Cup Ann Bob Cid"),
    ("new auction-poker Round 3 Ann Bob", 2, 'new auction-poker "Round 3" Ann Bob'),
    ("new auction-poker Round #3 Ann Bob", 2, 'new auction-poker "Round #3" Ann Bob'),
    ("new -o lots=9 auction-poker Cup 3 Ann", 2, 'new -o lots=9 auction-poker "Cup 3" Ann'),
    ('new aucton-poker "Round 3" Ann Bob', 2, 'new auction-poker "Round 3" Ann Bob'),
    ("new Auction Poker Cup Ann Bob", 2, "new auction-poker Cup Ann Bob"),
    ('new "Big Two" Cup Ann Bob', 2, "new big-two Cup Ann Bob"),
    ("new Ten-Skip Challenge Cup Ann", 2, "new ten-skip Cup Ann"),
    ("new poker Cup Ann Bob", 2, "kinds"),
    ("new auction-poker Cup Ann, Bob, Cid", 2, "new auction-poker Cup Ann Bob Cid"),
    ("new auction-poker Cup Ann,Bob", 2, "new auction-poker Cup Ann Bob"),
    ("new auction-poker Cup 1. Ann 2. Bob", 2, 'new auction-poker "Cup 1." Ann 2. Bob'),
    ("new auction-poker Cup Ann lots=9 Bob", 2, "new auction-poker Cup Ann Bob -o lots=9"),
    ("new auction-poker Cup Ann Bob -o lots 9", 2, "new auction-poker Cup Ann Bob -o lots=9"),
    ("new auction-poker Cup Ann Bob -o Lot=9", 2, "new auction-poker Cup Ann Bob -o lots=9"),
    ("new auction-poker Cup Ann Bob --zon UTC", 2, "new auction-poker Cup Ann Bob --zone UTC"),
    ("new auction-poker Cup Ann Bob --lots=9", 2, "new auction-poker Cup Ann Bob -o lots=9"),
    (
        "new auction-poker Cup Ann Bob --zone London",
        2,
        "new auction-poker Cup Ann Bob --zone Europe/London",
    ),
    (
        "new auction-poker Cup Ann Bob --dialect phpb",
        2,
        "new auction-poker Cup Ann Bob --dialect phpbb",
    ),
    ("new tenskip", 2, "new ten-skip"),
    ("remove", 2, "--help"),
    ("restore b.db", 2, "--help"),
    ("-help", 2, "--help"),
    ("rule note", 2, "rule note --help"),
    ("close --at 09:45 pm", 2, 'close --at "09:45 pm"'),
    ("close --at 09:45 PM, ", 2, 'close --at "09:45 PM"'),
    ("close --at 22:10 CET", 2, 'close --at "22:10 CET"'),
    ("close Bob --at 21:20 yesterday --dry-run", 2, 'close Bob --at "21:20 yesterday" --dry-run'),
    ("rules bigtwo", 2, "rules big-two"),
    ("rules big two BT-7", 2, "rules big-two BT-7"),
    ("rules AP-8", 2, "rules auction-poker AP-8"),
    ("rules bt-11", 2, "rules big-two bt-11"),
    ("kinds poker", 2, "kinds"),
    ("demo tenskip --chapter 2", 2, "demo ten-skip --chapter 2"),
]


@pytest.mark.parametrize(("typed", "code", "line"), FIRST)
def test_before_the_first_game_a_slip_is_answered_with_the_line_to_type(
    host: Host, typed: str, code: int, line: str
) -> None:
    assert tried(host, typed, code) == [line]


LATER = [
    ("use Round 3", 2, 'use "Round 3"'),
    ("use round 3", 2, 'use "Round 3"'),
    ("-g Round 3 status", 2, '-g "Round 3" status'),
    ("status Round 3", 2, 'status --game "Round 3"'),
    ("record start", 2, "record host start"),
    ("record Bobb bid A 30", 1, "record Bob bid A 30"),
    ("pm Ciid inventory", 1, "pm Cid inventory"),
    ("status --game Round 3", 2, 'status --game "Round 3"'),
    ("record Mary Ann bid A 30", 2, 'record "Mary Ann" bid A 30'),
    ("record mary ann bid A 30", 2, 'record "Mary Ann" bid A 30'),
    ("pm Mary Ann inventory", 2, 'pm "Mary Ann" inventory'),
    ("remind Mary Ann", 1, 'remind "Mary Ann"'),
    ("close Bob Mary Ann", 1, 'close Bob "Mary Ann"'),
    ("start", 2, "record host start"),
    ("start --at 21:00", 2, "record host start --at 21:00"),
    ("bid A 30", 2, "record WHO bid A 30"),
    ("Bob bid A 30", 2, "record Bob bid A 30"),
    ("host start", 2, "record host start"),
    ("record", 2, 'record "Mary Ann" --from -'),
    ("record Bob", 2, "record Bob --from -"),
    ("rule extend +12h --why the forum was down", 1, 'rule extend +12h --why "the forum was down"'),
    ("rule inactive Bob --why silent for days", 2, 'rule inactive Bob --why "silent for days"'),
    ("record Bob bid A 30 --at fri 20:00", 2, 'record Bob bid A 30 --at "fri 20:00"'),
    ("record Bob --at 11 dec 9pm bid A 30", 2, 'record Bob --at "11 dec 9pm" bid A 30'),
    ('rule pause --why "ill" --at 20 nov 20:00', 2, 'rule pause --why ill --at "20 nov 20:00"'),
    ("close --at fri 20:00 UTC", 2, 'close --at "fri 20:00 UTC"'),
    ("record Bob bid A 30 --note sent twice", 1, 'record Bob bid A 30 --note "sent twice"'),
]


@pytest.mark.parametrize(("typed", "code", "line"), one_in(3, LATER))
def test_names_and_reasons_without_quotation_marks_are_answered_with_them(
    game: Host, typed: str, code: int, line: str
) -> None:
    before = game.snapshot(), game("outbox --all").out
    assert tried(game, typed, code) == [line]
    if "--note" not in typed:  # read as another move, which is refused and kept as such
        assert (game.snapshot(), game("outbox --all").out) == before


def test_what_goes_well_or_is_refused_by_the_rules_proposes_nothing(game: Host) -> None:
    assert not tried(game, "status", 0)
    assert not tried(game, "record host start", 0)
    assert not tried(game, "record Bob bid A 300000", 1)
    assert not tried(game, "record Bob --note twice bid A 300000", 1)
    assert not tried(game, "close", 1)
    assert not tried(game, "new auction-poker Cup Ann Bob --zone UTC -o lots=1", 1)
    assert not tried(game, "new auction-poker Cup Ann Ann --zone utc --dialect plain", 1)
    assert not tried(game, "undo 99", 1)


def test_a_name_is_only_put_together_where_it_stands(game: Host) -> None:
    assert game("record host start").code == 0
    answered = game("record Mary bid A 30")
    assert answered.code == 0
    assert "Mary Ann: bid A 30" in answered.all
    assert game("record Mary Annabel").code == 1


def test_a_player_may_be_called_by_a_number_in_a_game_of_two_words(host: Host) -> None:
    assert host("new auction-poker", "Cup Final", "3", "Bob").code == 0
    assert "3, Bob" in host("record Zed bid A 1").err


@pytest.mark.parametrize("said", ["A 30", "pass", "bid A 30, KD 5", "5 bid A", "trash KD 3S AT"])
def test_a_move_behind_its_time_is_no_part_of_it(game: Host, said: str) -> None:
    assert game("record host start").code == 0
    answered = game(f"record Bob --at 2026-11-20T20:00Z {said}")
    assert "quotation marks" not in answered.err
    begun = "bid A 30" if "A 30" in said else said
    assert f"Bob: {begun}" in answered.err or f"“{said}" in answered.err


def test_a_name_with_a_comma_may_be_typed(host: Host) -> None:
    assert host("new auction-poker Cup Ann", "Cid, Jr.").code == 0
    assert host("status --json").facts["players"][1]["name"] == "Cid, Jr."


def test_a_player_may_be_called_like_what_is_no_option(host: Host) -> None:
    assert host("new auction-poker Cup", "x=y", "Bob").code == 0
    asked = host("new auction-poker Cup2", "Ann,", "Bob")
    assert 'gmtool set PLAYER "name=NAME"' in asked.err
    asked = host("new auction-poker Cup2", "Ann", "Bob", "lots=2")
    assert "  gmtool new auction-poker Cup2 Ann Bob -o lots=2\n" in asked.err


@pytest.mark.parametrize(
    ("players", "said", "who"),
    [
        (("Mary", "Mary Bid"), "bid A 30", "Mary"),
        (("Mary", "Mary Pass"), "pass", "Mary"),
        (("Mary Bid", "Bob"), "bid A 30", ""),
    ],
    ids=str,
)
def test_who_is_called_just_so_is_meant_before_a_longer_name(
    host: Host, players: tuple[str, str], said: str, who: str
) -> None:
    """ALL-4: the full name is meant; without such a player quotation marks are missing."""
    assert host("new auction-poker Cup", *players).code == 0
    assert host("record host start").code == 0
    answered = host(f"record Mary {said}")
    assert (answered.code, f"{who}: {said}" in answered.all) == (0 if who else 2, bool(who))
    assert ("“Mary Bid” is one name" in answered.err) is not bool(who)


def test_lines_to_try_keep_what_was_said_of_the_database(game: Host) -> None:
    answered = game(f"--db {game.database} stauts")
    assert f"  gmtool --db {game.database} status\n" in answered.err
