"""A host's evenings at the command line, in order."""

import pytest
from hosting import SEED, Host
from playing import by_hand

pytestmark = pytest.mark.slow  # a game at the desk for each


def test_gmtool_alone_says_what_to_do_first(host: Host) -> None:
    answered = host("")
    assert answered.code == 0
    assert "gmtool new " in answered.out


def test_new_prints_the_opening_post_alone_and_what_comes_next(host: Host) -> None:
    answered = host(f"new auction-poker R3 Ann Bob --zone Europe/London --seed {SEED}")
    assert answered.code == 0
    assert answered.out.startswith("R3: Auction Poker")
    assert "02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc" in answered.out
    assert answered.err.startswith(
        "R3: Auction Poker set up for 2 players (Ann, Bob), in the zone Europe/London"
    )
    assert "gmtool record host start" in answered.err
    assert "gmtool" not in answered.out


def test_new_dry_run_prints_the_timetable_and_sets_nothing_up(host: Host) -> None:
    answered = host(
        "new auction-poker R3 Ann Bob --zone UTC --dry-run --json", "--start", "sat 20:00"
    )
    assert answered.facts["ends"] == "2026-12-03T20:00:00Z"
    assert answered.facts["timetable"][0] == {
        "what": "bids on lots A, B, C, D, E",
        "opens": "2026-11-21T20:00:00Z",
        "closes": "2026-11-22T20:00:00Z",
    }
    assert host("games --json").facts == []


def test_a_recorded_bid_gives_its_receipt(host: Host) -> None:
    host.begin()
    answered = host.at("20 21:00")("record Ann bid A 30, C 12 --at 20:44")
    assert answered.code == 0
    assert "bid A 30, C 12" in answered.out
    assert "Fri 20 Nov 20:44 GMT" in answered.out
    assert answered.err.startswith(
        "R3: recorded entry 3, Ann: bid A 30, C 12 (received Fri 20 Nov 20:44 GMT (20:44 UTC))"
    )


def test_one_good_and_one_bad_bid_write_one_entry_with_the_good_one(host: Host) -> None:
    host.begin()
    answered = host.at("20 21:00")("record Ann bid A 30, Q 5 --json")
    assert answered.code == 1
    assert answered.facts["recorded"] == ["bid A 30"]
    (refused,) = answered.facts["refused"]
    assert (refused["clause"], refused["quoted"]) == ("AP-7", "Q 5")
    assert "there is no lot Q" in refused["sentence"]
    assert "there is no lot Q" in refused["reply"]
    assert "Ann: bid A 30\n" in host.snapshot()


def test_a_refusal_names_its_clause_and_brings_the_reply(host: Host) -> None:
    host.begin()
    host.at("20 21:00")("record Ann bid A 30 --at 20:44")
    answered = host("record Ann bid A 31")
    assert answered.code == 1
    assert answered.err.startswith(
        "R3: refused (AP-8): Ann has already bid 30 on lot A (received Fri 20 Nov 20:44 GMT); "
        "a bid is final."
    )
    assert "reply to Ann:" in answered.err
    assert answered.out.startswith("Hi Ann")
    assert host("pm Ann refusal").out == answered.out


def test_a_pasted_message_is_read_as_one_thing(host: Host) -> None:
    host.begin()
    pasted = "Hi Barbaro,\r\n\r\n> bid A 5\nLot\u200b A: 30\nLot C - 12\n\ngood luck!\nAnn\n"
    answered = host.at("20 21:00")("record Ann --from - --json", pasted=pasted)
    assert answered.code == 0
    assert answered.facts["recorded"] == ["bid A 30, C 12"]
    assert (answered.facts["message"], answered.facts["left"]) == (None, [])
    assert '[from pm; raw "Hi Barbaro,' in host.snapshot()


def test_status_says_who_has_moved_but_not_what(host: Host) -> None:
    host.begin()
    host.at("20 21:00")("record Ann bid A 33")
    shown = host("status")
    assert "has moved: Ann" in shown.out
    assert "hasn't yet: Bob, Cid" in shown.out
    assert "33" not in shown.out
    assert "33" in host("status --secret").out


def test_status_as_json_is_the_contract(host: Host) -> None:
    host.begin()
    host.at("20 21:00")("record Ann bid A 33")
    facts = host("status --json").facts
    assert facts["game"] == "R3"
    assert facts["kind"] == "auction-poker"
    assert (facts["phase"], facts["entry"]) == ("bidding", 3)
    assert (facts["ended"], facts["paused"]) == (False, False)
    assert facts["deadline"] == "2026-11-21T20:00:00Z"
    assert facts["waiting"][0] == {
        "who": "Bob",
        "for": "bids on lots A, B, C, D, E",
        "deadline": "2026-11-21T20:00:00Z",
        "moves": ["bid LOT COINS", "pass", "stand"],
        "overdue": False,
    }
    assert facts["players"][0] == {
        "name": "Ann",
        "coins": 300,
        "active": True,
        "cards": 0,
        "standing": False,
    }
    assert facts["public"]["session"] == 0
    first = facts["public"]["batch"][0]
    assert first == {"lot": "A", "cards": ["9C", "AS", "6S", "6H", "8H", "KC"]}
    assert facts["public"]["decided"] == []
    assert len(facts["public"]["catalogue"]) == 5
    assert "secret" not in facts
    secret = host("status --json --secret").facts
    assert secret["players"][0]["bids"] == [
        {"lot": "A", "coins": 33, "received": "2026-11-20T21:00:00Z"}
    ]
    assert "deck" in secret["secret"]


def test_a_time_of_day_still_to_come_is_taken_as_yesterdays_and_says_so(host: Host) -> None:
    host.begin()
    host.at("21 20:00")("close")
    done = host.at("22 20:00")("record Ann bid F 3 --at 20:01")
    assert "20:01 is yesterday's (Sat 21 Nov 20:01 GMT)" in done.err
    assert "yesterday's" not in host("record Bob bid F 3 --at 19:59").err
    assert "yesterday's" not in host.at("22 09:00")("record Cid bid F 3 --at 20:01").err


def test_an_earlier_start_than_planned_says_so(host: Host) -> None:
    host("new auction-poker R3 Ann Bob --zone UTC --start", "sun 12:00")
    done = host("record host start")
    assert "earlier than planned (Sun 22 Nov 12:00 UTC)" in done.err


def test_close_decides_the_batch_and_prints_what_to_post(host: Host) -> None:
    host.begin()
    host.at("20 21:00")("record Ann bid A 30")
    answered = host.at("21 20:07:33")("close")
    assert answered.code == 0
    assert answered.out.startswith("R3: result for lots A, B, C, D and E")
    assert "R3: bids on lots F, G, H, I and J" in answered.out
    assert "host: close (Sat 21 Nov 20:07 GMT" in answered.err
    assert host("post batch-result").out in answered.out
    winner = next(row for row in host("outbox --json").facts if "lot-won" in row["occasions"])
    assert f"gmtool outbox {winner['number']}  " in answered.err, "what the winner is to be told"


def test_a_close_is_dated_the_full_minute_but_never_before_deadline_or_last_entry(
    host: Host,
) -> None:
    host.begin()
    host.at("21 20:00:59")("close")
    assert "2026-11-21T20:00:00Z host [recorded 2026-11-21T20:00:59Z]: close" in host.snapshot()
    host.at("22 20:05:40")("record Ann bid F 3 --late sorry")
    host("close")
    assert "2026-11-22T20:05:40Z host: close" in host.snapshot()


def test_a_dry_run_writes_nothing(host: Host) -> None:
    host.begin()
    before = host.snapshot()
    dry = host.at("20 21:00")("record Ann bid A 30 --dry-run")
    assert "would record entry 3" in dry.out
    assert "seal" not in dry.all
    assert "gmtool undo" not in dry.all
    assert "result for lots" in host.at("21 20:00")("close --dry-run").out
    assert "refused (AP-7)" in host("record Ann bid A 0 --dry-run --at 19:00").err
    assert host.snapshot() == before


def test_undo_names_what_was_taken_back_and_redo_puts_it_back(host: Host) -> None:
    host.begin()
    host.at("20 21:00")("record Ann bid A 30")
    status = host("status").out
    assert "gmtool undo 3" in status
    undone = host("undo 3")
    assert undone.code == 0
    assert "taken back: 3 Ann: bid A 30" in undone.out
    assert host("undo 3").code == 1
    assert "put back: 3 Ann: bid A 30" in host("redo").out
    assert "host: undo 3" in host.snapshot()
    assert "host: redo 3" in host.snapshot()


def test_rulings_are_on_record_with_their_reason(host: Host) -> None:
    host.begin()
    for line in (
        "rule extend +12h --why forum",
        "rule adjust Ann coins -20 --why charged",
        "rule pause --why holidays",
        "rule resume",
        "rule inactive Bob --why silent",
        "rule note asked",
        "rule end --why enough",
    ):
        assert host(line).code == 0, line
    journal = host.snapshot()
    for text in (
        'extend +12h why "forum"',
        'adjust Ann coins -20 why "charged"',
        'pause why "holidays"',
        'inactive Bob why "silent"',
        'note "asked"',
        'end why "enough"',
    ):
        assert f"host: {text}\n" in journal
    assert host("status --json").facts["ended"]


def test_what_looks_inactive_is_told_with_the_ruling_ready_to_paste(host: Host) -> None:
    host.begin("Ann Bob")
    host.at("20 21:00")("record Ann bid A 5")
    host.at("21 20:00")("close")
    assert "rule inactive" not in host("status").out
    host.at("22 20:00")("close")
    assert "gmtool rule inactive Bob" in host("status").out
    host.at("22 20:30")("record Bob pass")
    assert "rule inactive" not in host("status").out


def test_export_and_import_give_the_same_game(host: Host) -> None:
    host.begin()
    host.at("20 21:00")("record Ann bid A 30")
    host.at("21 20:00")("close")
    journal = host.snapshot()
    answered = host("import - --as again", pasted=journal)
    assert answered.code == 0, answered.all
    assert by_hand(host("export").out) == by_hand(journal).replace("name: R3\n", "name: again\n")
    assert host("export --game R3").out == journal


def test_a_public_export_of_a_running_game_has_no_seed_and_no_sealed_move(host: Host) -> None:
    host.begin()
    host.at("20 21:00")("record Ann bid A 30")
    public = host("export --public").out
    assert "seed" not in public
    assert "bid A" not in public
    assert "shuffle" not in public
    assert "host: start" in public
    host("rule end --why enough")
    assert "bid A 30" in host("export --public").out
    assert f"seed: {SEED}" in host("export --public").out


def test_options_may_stand_anywhere(host: Host) -> None:
    host.begin()
    host(f"new auction-poker R4 Ann Bob --zone UTC --seed {SEED}")
    for line in ("--game R3 status --json", "status --json --game R3", "-g R3 --json status"):
        assert host(line).facts["game"] == "R3"
    assert host("--json rule note x --game R3").facts["game"] == "R3"
    assert host("--game=R3 rule note y").code == 0


def test_words_of_a_dash_and_a_digit_belong_to_the_move(host: Host) -> None:
    host.begin()
    answered = host("record Ann bid A -5 --json")
    assert answered.facts["refused"][0]["quoted"] == "A -5"


def test_words_that_held_blanks_are_quoted_again(host: Host) -> None:
    host.begin()
    assert host("record host note", "Bob asked: why?").code == 0
    assert 'host: note "Bob asked: why?"' in host.snapshot()
    assert host("record host", 'note "as one word"').code == 0
    assert 'host: note "as one word"' in host.snapshot()


def test_due_lists_deadlines_overdue_first(host: Host) -> None:
    host.begin()
    host(f"new auction-poker R4 Ann Bob --zone UTC --seed {SEED}")
    host.at("21 12:00")("record host start")
    host.at("21 20:00")
    rows = host("due --json").facts
    assert [(row["game"], row["overdue"]) for row in rows] == [("R3", True), ("R4", False)]
    assert "gmtool close --game R3" in host("due").out


def test_due_writes_a_calendar(host: Host) -> None:
    host.begin()
    file = host.database.parent / "deadlines.ics"
    assert host(f"due --ics {file}").code == 0
    text = file.read_text(encoding="utf-8")
    assert "DTSTART:20261121T200000Z" in text
    assert "SUMMARY:R3: bids on lots A\\, B" in text


def test_games_and_use(host: Host) -> None:
    host.begin()
    host(f"new auction-poker R4 Ann Bob --zone UTC --seed {SEED}")
    assert [row["current"] for row in host("games --json").facts] == [False, True]
    assert host("use r3").code == 0
    assert host("status --json").facts["game"] == "R3"


def test_players_words_are_mixed_into_a_held_deal(host: Host) -> None:
    answered = host(f"new auction-poker R3 Ann Bob --zone UTC --hold --seed {SEED}")
    assert "02d449a3" in answered.out
    assert "9♣ A♠" not in answered.out
    assert host("record host words", "Ann: banana").code == 0
    started = host("record host start")
    assert "K♦ 7♥ A♦ 7♣ 3♠" in started.out
    assert host("post").code == 0


def test_typed_chance_is_awaited_from_the_host(host: Host) -> None:
    from playing import deck

    answered = host("new auction-poker R3 Ann Bob --zone UTC --typed-chance")
    assert "gmtool record chance" in answered.err
    assert host("record host start").code == 1
    assert host(f"record chance {deck('AS KS')}").code == 0
    assert "A♠ K♠" in host("record host start").out


def test_log_shows_sealed_moves_only_on_demand(host: Host) -> None:
    host.begin()
    host.at("20 21:00")("record Ann bid A 30 --note private")
    host("undo 3")
    assert "bid A 30" not in host("log").out
    assert "private" not in host("log --json").out
    assert "taken back" in host("log").out
    assert "bid A 30" in host("log --secret").out
    assert "bid A 30" in host("log 3").out


def test_texts_on_demand_are_listed_with_their_commands(host: Host) -> None:
    host.begin()
    listed = host("post").out
    assert "gmtool post opening" in listed
    assert "gmtool post batch-open" in listed
    assert "batch-result" not in listed
    assert host("post batch-result").code == 1
    assert host("post batch-resul").code == 2
    assert "gmtool pm Ann inventory" in host("pm Ann").out
    assert host("pm Ann inventory").out.startswith("Hi Ann")


def test_kinds_and_rules_need_no_database(host: Host) -> None:
    host.database.unlink()
    assert host("kinds --json").facts[0]["kind"] == "auction-poker"
    assert "reveal_bids" in host("kinds auction-poker").out
    assert host("rules auction-poker ap-8").out.startswith("AP-8 A bid is final")
    assert not host.database.exists()


def test_words_are_fixed_by_the_first_draw(host: Host) -> None:
    host(f"new auction-poker R3 Ann Bob --zone UTC --hold --seed {SEED}")
    assert "gmtool record host start" in host("status").out
    assert host("record host start --dry-run").code == 1
    host("record host words", "Ann: banana")
    host("record Ann stand")
    dealt = host("record host start").out
    assert host("undo").code == 0  # the start
    assert host("undo").code == 0  # what Ann said, and with it the draw
    refused = host("undo")
    assert refused.code == 1
    assert "these words are part of every draw" in refused.err
    assert host("record host words x").code == 1
    assert host("record Ann stand").code == 0
    again = host("record host start").out
    assert again.splitlines()[-20:] == dealt.splitlines()[-20:]


def test_a_planned_start_is_due(host: Host) -> None:
    host(f"new auction-poker R3 Ann Bob --zone UTC --seed {SEED} --start", "sat 20:00")
    assert "planned start: Sat 21 Nov 20:00 UTC" in host("status").out
    host.at("21 20:01")
    (row,) = host("due --json").facts
    assert (row["deadline"], row["overdue"]) == ("2026-11-21T20:00:00Z", True)


def test_typed_cards_are_only_for_games_that_await_them(host: Host) -> None:
    from playing import deck

    host(f"new auction-poker R3 Ann Bob --zone UTC --hold --seed {SEED}")
    answered = host(f"record chance {deck()}")
    assert answered.code == 1
    assert "--typed-chance" in answered.err


def test_the_result_of_a_typed_deal_lists_the_seals_of_the_window(host: Host) -> None:
    from playing import deck

    host("new auction-poker R3 Ann Bob --zone UTC --typed-chance -o lots=2")
    host(f"record chance {deck()}")
    host("record host start")
    host("record Ann bid A 5")
    host("record Bob bid B 5")
    host.at("21 20:00")("close")
    host("record Ann trash 2C")
    assert "Seals" not in host.at("22 20:00")("close").out
    assert "Seals" in host("record chance shuffle 2C").out


def test_a_game_called_off_has_its_final_post(host: Host) -> None:
    host.begin()
    host("record Ann bid A 30")
    answered = host("rule end --why enough")
    assert answered.out.startswith("R3: called off")
    assert SEED in answered.out
    assert "Seals" in answered.out
    assert host("post final").out == answered.out


def test_an_extended_deadline_is_in_posts_written_afterwards(host: Host) -> None:
    host.begin()
    assert "Sat 21 Nov 20:00" in host("post batch-open").out
    host("rule extend +12h --why forum")
    assert "Sun 22 Nov 08:00" in host("post batch-open").out
    assert "Sat 21 Nov 20:00" not in host("post batch-open").out


def test_every_answer_can_be_had_as_facts(host: Host) -> None:
    host.begin()
    host.at("20 21:00")
    for line in (
        "status",
        "games",
        "due",
        "log",
        "log 2",
        "export",
        "post",
        "post opening",
        "pm Ann",
        "pm Ann inventory",
        "record Ann bid A 3",
        "undo",
        "redo",
        "rule note x",
        "check",
        "use R3",
        "kinds",
        "kinds auction-poker",
        "rules auction-poker AP-8",
    ):
        answered = host(f"{line} --json")
        assert answered.code == 0, line
        assert answered.facts, line
        assert answered.err == "", line


def test_a_running_games_public_export_cant_be_imported(host: Host) -> None:
    host.begin()
    answered = host("import - --as again", pasted=host("export --public").out)
    assert answered.code == 2
    assert "sealed moves" in answered.err


def test_a_message_that_is_in_time_but_behind_a_draw_is_put_before_it_and_the_draw_made_anew(
    host: Host,
) -> None:
    """ALL-3: what is drawn from differs, so it is drawn anew, from the same sub-seed."""
    host.begin("Ann Bob", "-o lots=2")
    host("record Ann bid A 5")
    host("record Bob bid B 5")
    host.at("21 20:00")("close")
    card = host("status --json --secret").facts["players"][0]["hand"][0]
    host(f"record Ann trash {card}")
    host.at("22 20:00")("close")
    other = host("status --json --secret").facts["players"][1]["hand"][0]
    answered = host(f"record Bob trash {other} --at", "2026-11-22 19:00")
    assert answered.code == 1
    (line,) = (line.strip() for line in answered.err.splitlines() if line.startswith("    gmtool"))
    assert line == f"gmtool amend --before 7 Bob trash {other} --at 2026-11-22T19:00:00Z"
    done = host(f"{line.removeprefix('gmtool ')} --yes --why", "it lay in the junk folder")
    assert done.code == 0, done.all
    assert "drawn otherwise, from the same sub-seed: entry 8: shuffle" in done.err
    lots = [lot["cards"] for lot in host("status --json").facts["public"]["batch"]]
    assert sorted(lots) == sorted([[card], [other]])
