"""Games that follow one another: `new --from` takes over what came of the earlier one."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from unittest import mock

import pytest
from hosting import Answered, Host
from playing import deck

from gmtool.cli.app import run
from gmtool.engine.cards import DECK
from gmtool.engine.options import Value
from gmtool.engine.refusals import Refused
from gmtool.games import auction_poker
from gmtool.games.auction_poker.state import ENDED, State

pytestmark = pytest.mark.slow  # each plays or imports whole games

RICHEST = "AP-24"
"""The clause that the kind of these tests refuses by."""


def richest_again(
    state: State, signed_up: tuple[str, ...]
) -> tuple[Mapping[str, Value | None], tuple[str, ...]]:
    """Whoever has most coins left plays again, for as many lots as usual."""
    if state.phase != ENDED:
        raise Refused(RICHEST, "the game hasn't ended yet.")
    richest = max(state.players, key=lambda player: player.coins)
    if richest.name in signed_up:
        raise Refused(RICHEST, "{name} plays again anyway.", quoted=richest.name, name=richest.name)
    if len(signed_up) != 1:
        raise Refused(RICHEST, "one more player is needed, not {count}.", count=len(signed_up))
    return {"min_bid": 2, "low_ace_straight": True, "lots": None}, (richest.name, *signed_up)


KIND = replace(auction_poker.GAME, sequel=richest_again, seats=("North", "South"))
"""A kind of game of which one follows the other; its players sit North and South."""


@pytest.fixture
def sequels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auction_poker, "GAME", KIND)


@pytest.fixture(scope="session")
def cups(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Ann and Bob bid on two lots, after which nothing comes; and the same game with its end, when
    Bob has more coins left.
    """
    with mock.patch.object(auction_poker, "GAME", KIND):
        going, over = (tmp_path_factory.mktemp("cup") / "games.db" for _ in range(2))
        shutil.copy(migrated, going)
        host = Host(going)
        line = "new auction-poker Cup Ann Bob --zone Europe/London --dialect phpbb --host Barbaro"
        options = "-o lots=2 -o change_sessions=0 -o reveal_bids=all"
        for each in (f"{line} {options}", "record host start", "record Ann bid A 30"):
            assert host(each).code == 0, each
        assert host("record Bob bid B 20").code == 0
        shutil.copy(going, over)
        assert Host(over, host.at("20 21:00").now)("close --early").code == 0
    return going, over


@pytest.fixture
def begun(cups: tuple[Path, Path], host: Host, sequels: None) -> Host:
    """The game that goes on."""
    shutil.copy(cups[0], host.database)
    return host.at("20 21:00")


@pytest.fixture
def ended(cups: tuple[Path, Path], host: Host, sequels: None) -> Host:
    """The game that has ended: Bob has won."""
    shutil.copy(cups[1], host.database)
    return host.at("22 20:00")


def header(host: Host) -> list[str]:
    """The header of the current game, as exported."""
    return host("export").out.partition("---\n")[0].splitlines()


def entries(host: Host, who: str = "host") -> list[str]:
    """What was said by `who` in the current game, as exported, without the instant."""
    lines = host("export").out.partition("---\n")[2].splitlines()
    return [line.partition(" ")[2] for line in lines if line.split(" ")[1].startswith(who)]


def follow(host: Host, *words: str, line: str = "") -> Answered:
    return host(f"new auction-poker Next --from Cup {line}", *words)


def test_the_next_game_is_set_up_as_the_earlier_one_was(ended: Host) -> None:
    done = follow(ended, "Cid")
    assert done.code == 0, done.all
    assert [line for line in header(ended) if not line.startswith("seed")] == [
        "gmtool-journal 2",
        "kind: auction-poker",
        "rules: 1",
        "name: Next",
        "zone: Europe/London",
        "players: Bob, Cid",
        "option change_sessions: 0",
        "option low_ace_straight: on",
        "option min_bid: 2",
        "option reveal_bids: all",
        "set dialect: phpbb",
        "set host: Barbaro",
    ]
    assert entries(ended) == []
    assert ended("status --json").facts["game"] == "Next"


def test_the_answer_says_who_sits_where_and_what_was_taken_over(ended: Host) -> None:
    told = follow(ended, "Cid").err.splitlines()
    assert told[0].startswith("Next: Auction Poker set up for 2 players (Bob, Cid), in the zone")
    assert told[1:4] == [
        "  seats: North Bob, South Cid",
        "  by how Cup ended: min_bid=2, low_ace_straight=on",
        "  as in Cup: change_sessions=0, reveal_bids=all, dialect=phpbb, host=Barbaro, "
        "zone=Europe/London",
    ]


def test_the_seed_is_a_new_one(ended: Host) -> None:
    earlier = ended("export").out
    follow(ended, "Cid")
    seeds = [
        line
        for text in (earlier, ended("export").out)
        for line in text.splitlines()
        if line.startswith("seed: ")
    ]
    assert len(seeds) == len(set(seeds)) == 2


def test_what_is_typed_wins(ended: Host) -> None:
    line = "-o min_bid=7 -o reveal_bids=winners -o lots=4 --zone UTC --dialect discourse --host Pat"
    done = follow(ended, "Cid", line=line)
    assert done.code == 0, done.all
    found = header(ended)
    for own in (
        "zone: UTC",
        "option lots: 4",
        "option min_bid: 7",
        "option reveal_bids: winners",
        "set dialect: discourse",
        "set host: Pat",
    ):
        assert own in found
    assert "  by how Cup ended: low_ace_straight=on\n" in done.err
    assert "  as in Cup: change_sessions=0\n" in done.err


def test_what_is_typed_can_contradict_how_the_earlier_game_ended(ended: Host) -> None:
    done = follow(ended, "Cid", line="-o min_bid=301")
    assert (done.code, ended("games --json").facts[-1]["game"]) == (1, "Cup")
    assert "refused (AP-7): nobody could bid" in done.err


def test_settings_are_taken_over_as_they_stand_by_now(ended: Host) -> None:
    for line in (
        "set dialect=discourse",
        "set host=Pat",
        "set suits=ascii",
        "set post_limit=9000",
        "set thread=https://forum.example/t/12",
        "set zone=America/Toronto",
    ):
        assert ended(line).code == 0, line
    assert follow(ended, "Cid").code == 0
    found = header(ended)
    assert "zone: America/Toronto" in found
    assert [line for line in found if line.startswith("set ")] == [
        "set dialect: discourse",
        "set host: Pat",
        "set post_limit: 9000",
        "set suits: ascii",
    ]


def test_a_setting_taken_back_is_not_taken_over(ended: Host) -> None:
    ended("set suits=ascii")
    ended("set host=Pat")
    ended("set suits=")
    ended("set host=")
    assert follow(ended, "Cid").code == 0
    assert "set host: Barbaro" in header(ended)
    assert not [line for line in header(ended) if "suits" in line]


def test_a_boards_limits_are_not_for_another_forum_software(ended: Host) -> None:
    for line in ("set post_limit=9000", "set pm_limit=900", "set spoiler=off", "set suits=ascii"):
        assert ended(line).code == 0, line
    assert follow(ended, "Cid", line="--dialect discourse").code == 0
    kept = [line for line in header(ended) if line.startswith("set ")]
    assert kept == ["set dialect: discourse", "set host: Barbaro", "set suits: ascii"]
    assert ended("new auction-poker Third --from Cup Cid --dialect phpbb").code == 0
    assert "set post_limit: 9000" in header(ended)


def test_neither_start_nor_chance_is_taken_over(host: Host, sequels: None) -> None:
    host("new auction-poker Cup Ann Bob -o lots=2 -o change_sessions=0 --typed-chance --zone UTC")
    assert host("set thread=https://forum.example/t/12").code == 0
    for line in (f"record chance {deck()}", "record host start", "record Ann bid A 30"):
        assert host(line).code == 0, line
    assert host("record Bob bid B 20").code == 0
    assert host("close --early").code == 0
    assert follow(host, "Cid").code == 0
    assert not [line for line in header(host) if line.startswith("set ch")]
    assert len(entries(host, "chance")) == 1
    done = host("new auction-poker Third --from Cup Cid --typed-chance --start", "sun 12:00")
    assert done.code == 0, done.all
    assert {"set chance: typed", "set start: 2026-11-22T12:00:00Z"} <= {*header(host)}


# the players


def test_the_returning_player_is_the_same_as_before(ended: Host) -> None:
    for words in ("name=Zoe", "mention=zoe_99", "zone=Asia/Tokyo"):
        assert ended("set Bob", words).code == 0
    for words in ("mention=ann", "zone=Asia/Tokyo", "zone="):
        assert ended("set Ann", words).code == 0
    done = follow(ended, "Cid")
    assert done.code == 0, done.all
    assert "players: Zoe, Cid" in header(ended)
    assert 'alias Zoe: "Bob"' in header(ended)
    assert entries(ended) == [
        'host [note "as in Cup"]: set Zoe mention=zoe_99',
        'host [note "as in Cup"]: set Zoe zone=Asia/Tokyo',
    ]
    assert done.err.splitlines()[3].endswith(
        "; Zoe mention=zoe_99, zone=Asia/Tokyo, also called Bob"
    )
    ended("record host start")
    answered = ended("record Bob bid A 30 --json")
    assert answered.facts["recorded"] == ["bid A 30"]
    (pm,) = (row for row in ended("outbox --json").facts if row["to"])
    assert "zoe_99" in ended("outbox").out
    assert "05:00 JST" in ended(f"outbox {pm['number']}").out


def test_what_was_set_for_a_player_comes_with_a_typed_deal_and_with_a_held_one(ended: Host) -> None:
    assert ended("set Bob mention=zoe_99").code == 0
    for name, mode in (("Second", "--hold"), ("Third", "--typed-chance")):
        done = ended(f"new auction-poker {name} --from Cup Cid {mode}")
        assert done.code == 0, done.all
        assert entries(ended, "chance") == []
        assert entries(ended) == ['host [note "as in Cup"]: set Bob mention=zoe_99']
    ended("use Second")
    assert ended("record host words banana").code == 0
    assert ended("record host start").code == 0


def test_whoever_signs_up_again_is_known_by_a_former_name(ended: Host) -> None:
    for words in ("name=Zoe", "mention=zoe_99", "zone=Asia/Tokyo", "mention="):
        assert ended("set Ann", words).code == 0
    done = follow(ended, "ann")
    assert done.code == 0, done.all
    assert "players: Bob, Zoe" in header(ended)
    assert "  ann played in Cup too, and is Zoe here as well\n" in done.err
    assert entries(ended) == ['host [note "as in Cup"]: set Zoe zone=Asia/Tokyo']


def test_whoever_signs_up_with_a_name_that_only_begins_so_is_somebody_else(ended: Host) -> None:
    assert follow(ended, "An").code == 0
    assert "players: Bob, An" in header(ended)


def test_the_winner_who_signs_up_is_told_by_a_former_name_too(ended: Host) -> None:
    assert ended("set Bob name=Zoe").code == 0
    for name in ("Zoe", "zoe", "Bob"):
        done = follow(ended, name)
        assert done.code == 1
        assert "Cup: refused (AP-24): Zoe plays again anyway." in done.err


def test_all_4_a_player_called_like_a_seat_that_is_anothers_now_is_renamed_in_the_earlier_game(
    ended: Host,
) -> None:
    assert ended("set Bob name=South").code == 0
    done = follow(ended, "Cid")
    assert done.code == 1
    assert "refused (ALL-4): “South” is what the player in the South seat is called too" in done.err
    assert ended("set South name=Southey").code == 0
    assert follow(ended, "Cid").code == 0
    assert "players: Southey, Cid" in header(ended)
    assert 'alias Southey: "Bob"' in header(ended)


# what can't be followed


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        (
            "new auction-poker Next --from Nowhere Cid",
            1,
            "there is no game “Nowhere”; there are “C",
        ),
        ("new auction-poker Next --from= Cid", 1, "there is no game “”"),
        ("new auction-poker Next --from Cup", 1, "Cup: refused (AP-24): one more player is needed"),
        ("new auction-poker Next --from Cup Cid Dee", 1, "Cup: refused (AP-24): one more player"),
        ("new auction-poker Next --from Cup Bob", 1, "Cup: refused (AP-24): Bob plays again"),
        ("new auction-poker Next --from Cup host", 1, "refused (ALL-4)"),
        ("new auction-poker cup --from Cup Cid", 1, "there is a game of that name already"),
        ("new auction-poker Next --from Cup Cid -o lost=9", 2, "did you mean lots?"),
        ("new auction-poker Next Cid --from", 2, "--from"),
    ],
)
def test_what_the_next_game_cant_be_is_refused_and_nothing_is_set_up(
    ended: Host, line: str, code: int, words: str
) -> None:
    answered = ended(line)
    assert answered.code == code, answered.all
    assert words in answered.err
    assert [row["game"] for row in ended("games --json").facts] == ["Cup"]


def test_the_earlier_game_is_named_as_hosts_type_names(ended: Host) -> None:
    done = ended("new auction-poker Next --from cUP Cid --json")
    assert done.facts["from"] == "Cup"


@pytest.mark.parametrize("line", ["status", "rule pause --why holidays"])
def test_a_game_that_goes_on_is_not_followed(begun: Host, line: str) -> None:
    assert begun(line).code == 0
    done = follow(begun, "Cid")
    assert done.code == 1
    assert done.err == "Cup: refused (AP-24): the game hasn't ended yet.\n"


def test_all_6_a_game_that_was_called_off_is_not_followed(begun: Host) -> None:
    begun("rule end --why", "the forum is gone")
    done = follow(begun, "Cid", "--json")
    assert done.code == 1
    (refused,) = done.facts["refused"]
    assert (refused["clause"], refused["quoted"]) == ("ALL-6", "Cup")
    assert "Cup: refused (ALL-6): the game was called off (the forum is gone)" in done.err


def test_a_kind_whose_games_dont_follow_one_another(host: Host) -> None:
    host.begin()
    done = host("new auction-poker Next --from R3 Cid")
    assert done.code == 2
    assert done.err == ("R3: games of this kind don't follow one another; leave --from out.\n")


# the answer


def test_a_dry_run_tells_the_same_and_sets_nothing_up(ended: Host) -> None:
    ended("set Bob mention=zoe_99")
    before = Path(ended.database).read_bytes()
    told = follow(ended, "Cid", "--dry-run").out
    assert "a dry run, nothing was set up for Bob, Cid." in told
    assert "  seats: North Bob, South Cid\n  by how Cup ended: min_bid=2" in told
    assert "zone=Europe/London; Bob mention=zoe_99\n" in told
    facts = follow(ended, "Cid", "--dry-run", "--json").facts
    assert (facts["from"], facts["players"]) == ("Cup", ["Bob", "Cid"])
    assert Path(ended.database).read_bytes() == before
    assert [row["game"] for row in ended("games --json").facts] == ["Cup"]


def test_facts_name_the_earlier_game_or_none(ended: Host) -> None:
    facts = follow(ended, "Cid", "--json").facts
    assert (facts["from"], facts["players"]) == ("Cup", ["Bob", "Cid"])
    assert ended("new auction-poker Other Ann Bob --json").facts["from"] is None
    assert ended("new auction-poker Third Ann Bob --json --dry-run").facts["from"] is None


def test_a_game_that_has_ended_says_how_to_go_on(ended: Host) -> None:
    shown = ended("status").out
    assert '  gmtool new auction-poker "…" --from Cup PLAYER…  ' in shown
    line = json.loads(ended("status --json").out)["next"][-2]
    assert line == 'gmtool new auction-poker "…" --from Cup PLAYER…'


def test_a_game_that_none_can_follow_says_no_such_thing(begun: Host) -> None:
    assert "new auction-poker" not in begun("status").out
    assert begun("rule end --why enough").code == 0
    assert "new auction-poker" not in begun("status").out
    begun("undo")
    assert 'new auction-poker "…" --from Cup' in begun("close --early").err
    with mock.patch.object(auction_poker, "GAME", replace(KIND, sequel=None)):
        assert "new auction-poker" not in begun("status").out


def test_what_comes_next_is_typed_for_the_new_game(ended: Host) -> None:
    done = ended("--game Cup new auction-poker", "Cup 2", "--from", "Cup", "Cid")
    assert 'gmtool --game "Cup 2" record host start' in done.err
    assert "--game Cup " not in done.err
    assert "gmtool record host start" in ended("new auction-poker Third --from Cup Cid").err


def test_the_earlier_game_stays_as_it_was(ended: Host) -> None:
    before = ended.snapshot()
    follow(ended, "Cid")
    assert ended("export --game Cup").out == before


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("new auction-poker Next --from ", ["Cup", "Older Cup"]),
        ("new auction-poker Next --from 'old", ["Older Cup"]),
        ("new auction-poker Next Cid --from=C", ["--from=Cup"]),
        ("new auction-poker Next --fr", ["--from"]),
        ("record Ann --from ", []),
    ],
)
def test_a_shell_offers_the_games_there_are(
    ended: Host, capsys: pytest.CaptureFixture[str], line: str, words: list[str]
) -> None:
    assert ended("new auction-poker", "Older Cup", "Ann", "Bob").code == 0
    asked = {
        "_GMTOOL_COMPLETE": "complete_fish",
        "_TYPER_COMPLETE_ARGS": f"gmtool {line}",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        "GMTOOL_DB": str(ended.database),
    }
    with mock.patch.dict(os.environ, asked):
        assert run([]) == 0
    offered = [line.partition("\t")[0] for line in capsys.readouterr().out.splitlines() if line]
    assert sorted(offered) == words


# Split Decision: an episode follows the other (SD-35)

PLAYERS = ("Ann", "Bob", "Cid")
CODES = {"Ann": 10, "Bob": 50, "Cid": 90}
"""What each has for all its buzzcodes: whoever's code is drawn is asked."""
DEALT = "3C KS KH KD 2S 7S KC QS 2H 7H QH QD 2D 7D"
"""The deck's top. The first card is cut away; then in every round the head start cards are placed
high, and a 2 and a 7 go to whoever is asked.
"""


def episode(winner: str = "Ann", titles: int = 2, *, is_over: bool = True) -> str:
    """The journal of an episode with the champion Ann, which that player wins; or up to the cut."""
    others = tuple(name for name in PLAYERS if name != winner)
    rounds = ((winner, PLAYERS), (others[0], others), (winner, (winner, others[0])))
    said = [f"chance: {shuffled(DEALT)}", "host: start"]
    said += [f"{name}: codes {' '.join([str(code)] * 6)}" for name, code in CODES.items()]
    if is_over:
        said.append("Ann: cut 1")
        for best, playing in rounds:
            said += [f"{name}: high" for name in playing]
            said += [*asked(best), f"{best}: low", *asked(best)]
        said += bonus(winner, {4: 2, 5: 5}.get(titles + 1, 1) if winner == "Ann" else 1)
    head = ["gmtool-journal 1", "kind: split-decision", "rules: 1", "name: Episode 6", "zone: UTC"]
    head += ["players: Ann, Bob, Cid", "option buzzcodes: 6", f"option titles: {titles}"]
    entries = (f"2026-11-20T20:00:00Z {line}\n" for line in said)
    return "\n".join([*head, "set dialect: phpbb", "---", *entries])


def shuffled(top: str) -> str:
    """`shuffle …` of the 54 cards with those of `top` first."""
    first = top.split()
    return " ".join(["shuffle", *first, *(c for c in (*DECK, *["JOKER"] * 2) if c not in first)])


def asked(name: str) -> list[str]:
    """A question that this player has right."""
    return [
        'host: question "What comes after 6?" answer "7"',
        f"host: draw {CODES[name]}",
        f'{name}: answer "7"',
        "host: right",
    ]


def bonus(who: str, factor: int) -> list[str]:
    """Five hands, each won between two Aces: four of the least wager, the last for half of all."""
    said = [f"chance: {shuffled('5S 6S 8S 9S 10S')}"]
    for wager in (250, 250, 250, 250, 1750):
        said += ["chance: board A A K Q J 10 9 8 7 6 5 4 3 2 DEVIL", f"{who}: pick 1 2 3 4"]
        said += [f"{who}: range A A", f"{who}: wager {wager * factor}"]
    return said


def of_episode(host: Host, journal: str, *after: str) -> Host:
    """A host with that episode, after which these commands were given."""
    done = host("import -", pasted=journal)
    assert done.code == 0, done.all
    host.at("22 20:00")
    for line in after:
        assert host(line).code == 0, line
    return host


def episode_7(host: Host, *players: str, line: str = "") -> Answered:
    """The answer to the dry run of the next episode."""
    words = ["Episode 7", "--from", "Episode 6", *players]
    return host(f"new split-decision {line} --dry-run", *words)


def test_sd_35_the_champion_who_wins_returns_with_one_title_more(host: Host) -> None:
    done = episode_7(of_episode(host, episode("Ann", 2)), "Gold", "Blue")
    assert done.code == 0, done.all
    assert "  seats: red Ann, gold Gold, blue Blue\n" in done.out
    assert "  by how Episode 6 ended: champion=on, titles=3\n" in done.out
    assert "  as in Episode 6: buzzcodes=6, dialect=phpbb, zone=UTC\n" in done.out


def test_sd_35_the_next_episode_begins_with_the_champion_at_the_red_podium(host: Host) -> None:
    of_episode(host, episode("Bob", 2))
    words = ["Episode 7", "--from", "episode 6", "Gold", "Blue"]
    assert host("new split-decision", *words).code == 0
    assert {"players: Bob, Gold, Blue", "option champion: on", "option titles: 1"} <= {
        *header(host)
    }
    assert host("record host start").code == 0
    assert host("record red codes 1 2 3 4 5 6 --json").facts["recorded"] == ["codes 1 2 3 4 5 6"]
    facts = host("status --json").facts
    assert (facts["moved"], [turn["who"] for turn in facts["waiting"]]) == (
        ["Bob"],
        ["Gold", "Blue"],
    )


def test_sd_35_a_challenger_who_wins_is_the_champion_with_one_title(host: Host) -> None:
    done = episode_7(of_episode(host, episode("Cid", 4)), "Gold", "Ann")
    assert "  seats: red Cid, gold Gold, blue Ann\n" in done.out
    assert "  by how Episode 6 ended: champion=on, titles=1\n" in done.out


def test_sd_35_with_the_fifth_title_the_winner_retires_and_three_sign_up(host: Host) -> None:
    of_episode(host, episode("Ann", 4))
    done = episode_7(host, "Red", "Gold", "Blue")
    assert "  seats: red Red, gold Gold, blue Blue\n" in done.out
    assert "  by how Episode 6 ended: champion=off, titles=0\n" in done.out
    few = episode_7(host, "Gold", "Blue")
    assert few.code == 1
    assert few.err == (
        "Episode 6: refused (SD-35): 2 signed up; 3 are needed, as Ann has retired undefeated.\n"
    )
    assert "Ann has retired undefeated with 5 titles" in episode_7(host, "Ann", "Bob", "Cid").err


@pytest.mark.parametrize(
    ("players", "words"),
    [
        ("", "nobody signed up; 2 are needed beside Ann"),
        ("Gold", "1 signed up; 2 are needed beside Ann"),
        ("Red Gold Blue", "3 signed up; 2 are needed beside Ann"),
        ("Ann Gold", "Ann returns as the champion at the red podium"),
        ("Gold ann", "Ann returns as the champion at the red podium"),
    ],
)
def test_sd_35_who_signs_up_doesnt_fit(host: Host, players: str, words: str) -> None:
    of_episode(host, episode())
    done = episode_7(host, *players.split(), line="--json")
    assert done.code == 1
    assert f"Episode 6: refused (SD-35): {words}" in done.err
    (refused,) = done.facts["refused"]
    assert (refused["clause"], refused["quoted"]) == (
        "SD-35",
        "Ann" if "returns as the champion at" in words else ", ".join(players.split()),
    )
    assert [row["game"] for row in host("games --json").facts] == ["Episode 6"]


def test_sd_35_the_winner_returns_under_the_name_by_now(host: Host) -> None:
    of_episode(host, episode(), "set Ann name=Zoe", "set Zoe mention=zoe_99")
    done = episode_7(host, "Gold", "Blue")
    assert "  seats: red Zoe, gold Gold, blue Blue\n" in done.out
    assert "; Zoe mention=zoe_99, also called Ann\n" in done.out
    for name in ("Ann", "zoe"):
        assert "refused (SD-35): Zoe returns as the champion" in episode_7(host, name, "Blue").err


def test_sd_1_titles_typed_win_and_may_not_contradict(host: Host) -> None:
    of_episode(host, episode())
    done = episode_7(host, "Gold", "Blue", line="-o titles=4 -o buzzcodes=30")
    assert "  by how Episode 6 ended: champion=on\n" in done.out
    assert "  as in Episode 6: dialect=phpbb, zone=UTC\n" in done.out
    for wrong in ("-o titles=5", "-o titles=0", "-o champion=off"):
        assert "refused (SD-1)" in episode_7(host, "Gold", "Blue", line=wrong).err
    line = "-o champion=off -o titles=0"
    assert episode_7(host, "Gold", "Blue", line=line).code == 0


def test_sd_35_an_episode_that_goes_on_isnt_followed(host: Host) -> None:
    of_episode(host, episode(is_over=False), "rule pause --why holidays")
    for line in ("status", "rule resume"):
        assert host(line).code == 0
        assert episode_7(host, "Gold", "Blue").err == (
            "Episode 6: refused (SD-35): the episode hasn't ended; the next is set up from its "
            "end.\n"
        )


def test_sd_35_an_end_that_was_taken_back_isnt_followed(host: Host) -> None:
    of_episode(host, episode(), "undo")
    assert "refused (SD-35): the episode hasn't ended" in episode_7(host, "Gold", "Blue").err


def test_all_4_a_winner_called_like_anothers_podium_has_to_be_renamed(host: Host) -> None:
    of_episode(host, episode("Bob"), "set Bob name=Gold")
    done = episode_7(host, "Cid", "Blue")
    assert done.code == 1
    assert "refused (ALL-4): “gold” is what the player in the gold seat is called too" in done.err
    assert host("set Gold name=Goldie").code == 0
    assert "seats: red Goldie, gold Cid, blue Blue" in episode_7(host, "Cid", "Blue").out


def test_a_game_of_another_kind_is_not_followed(host: Host) -> None:
    of_episode(host, episode())
    done = host("new auction-poker Next --from", "Episode 6", "Gold", "Blue")
    assert done.code == 2
    assert done.err == (
        "Episode 6: this is a game of split-decision, and one of auction-poker can't follow it; "
        "give --from a game of the same kind, or leave it out.\n"
    )
