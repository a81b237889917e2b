"""Journals as no gmtool wrote them: bytes, lines, fields, instants and names are changed by chance,
and rulings put in.
"""

from __future__ import annotations

import json
import random
import re

from gmtool.engine.journal import END_OF_HEADER
from gmtool.engine.text import read_names, write_name

NAMES = (
    *("Ann", "A", "start", "early", "host", "chance", "A: 30", '"x"', " ", "all", "red", "gold"),
    *("9", "lot A", "Ann Bob", "ann", "-x", "x\u200b", "\uff21\uff2e\uff2e", "\u00df", "SS", "why"),
    *("\u0130", "x=1", "a,b", "#x", "[b]", "else", "then", "until"),
)
INSTANTS = (
    *("0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"),
    *("10000-01-01T00:00:00Z", "2026-02-30T00:00:00Z", "1970-01-01T00:00:00Z"),
    *("2026-03-29T01:30:00Z", "\uff12026-11-20T20:00:00Z", "2027-01-19T00:00:00Z"),
)
SETTINGS = (
    *("dialect: phpbb", "zone: UTC", "suits: ascii", "ends_at: 21:00", "skip: sat sun"),
    *("grace: 30m", "chance: typed", "chance: held", "start: 2026-11-20T20:00:00Z"),
    *("thread: https://x", "receipts: all", "posts: daily", "post_limit: 1", "spoiler: on"),
    *("longest_absence: 99d", "dialect: klingon", "ends_at: 25:00", "skip: 9999-12-31"),
    *("skip: 0001-01-01..9999-12-31", "start: never", "host: Ann\u202e"),
)
MOVES = (
    *('note "x"', 'pause why "x"', "resume", 'extend +24h why "x"', 'extend +366d why "x"'),
    *('extend until 9999-12-31T23:59:59Z why "x"', "set dialect=phpbb", "set zone=Mars/X"),
    *("set {p} name=Zed", "set {p} name={q}", "alias {p} {n}", "alias {p} {q}", "close {p}"),
    *('replace {p} {n} why "x"', 'replace {p} {q} why "x"', 'set {p} name="{n}"', "undo {k}"),
    *("redo {k}", 'strike {k} why "x"', 'amend {k} at 9999-12-31T23:59:59Z why "x"'),
    *('amend {k} by {q} why "x"', 'inactive {p} why "x"', 'active {p} why "x"', 'end why "x"'),
    *('insert {k} {p} at 2026-11-20T20:10:00Z "pass" why "x"', "close", "close early", "start"),
    *('absent {p} from 0001-01-01T00:00:00Z until 9999-12-31T23:59:59Z why "x"', 'words "x"'),
    *('absent {p} from 2026-11-20T20:00:00Z until 2026-12-31T23:59:59Z why "x"',),
    *('redeal why "x"', "set ends_at=21:00", 'set skip="sat sun"', 'asks {k} "x"'),
    *('aside {k} why "x"', "set posts=daily", "set {p} mention=@x", "set {p} zone=Asia/Tokyo"),
)
HEADS = (
    *("zone: Mars/X", "zone: ../x", "zone: UTC\0", "zone: localtime", "zone: /etc/passwd"),
    *("rules: 999999", "players: Ann", "players: Ann, Ann", "kind: no", "kind: ../x"),
    *("option lots: 99999", "option lots:", f"name: {'x' * 99}", "option x: y", "zone: Asia/"),
)
FIELDS = (
    *('late "x"', 'note "a\\u0000b"', 'raw "x\\ud800"', "from pm", "drawn seed", "drawn typed"),
    *("of 3", "planned 4", "refused AP-8", "refused X", "link https://x/\0", 'note "\u202e"'),
)
SIGNS = "\0\x1b\x85\u200b\u202e\u2028\ud83d"


def mutated(text: str, rng: random.Random) -> str:
    """The journal with one to three things in it changed, without an end line."""
    lines = [one for one in text.split("\n") if not one.startswith("end: ")]
    lines[0] = "gmtool-journal 1"
    named = next(line for line in lines if line.startswith("players: "))
    players = read_names(named.removeprefix("players: "))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        rng.choice(WAYS)(lines, players, rng)
    return "\n".join(lines) + "\n"


def _begins(lines: list[str]) -> int:
    return lines.index(END_OF_HEADER) if END_OF_HEADER in lines else len(lines) // 2


def _entry(lines: list[str], rng: random.Random) -> int:
    return rng.randrange(min(_begins(lines) + 1, len(lines) - 1), len(lines))


def _a_sign(lines: list[str], _players: tuple[str, ...], rng: random.Random) -> None:
    at = rng.randrange(len(lines))
    place = rng.randrange(len(lines[at]) + 1)
    sign = rng.choice([chr(rng.randrange(32, 127)), chr(rng.randrange(0x3000)), *SIGNS])
    lines[at] = f"{lines[at][:place]}{sign}{lines[at][place + rng.choice((0, 1)) :]}"


def _two_lines(lines: list[str], _players: tuple[str, ...], rng: random.Random) -> None:
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def _a_line_twice(lines: list[str], _players: tuple[str, ...], rng: random.Random) -> None:
    lines.insert(rng.randrange(len(lines)), rng.choice(lines))


def _no_line(lines: list[str], _players: tuple[str, ...], rng: random.Random) -> None:
    if len(lines) > 3:
        del lines[rng.randrange(len(lines))]


def _an_instant(lines: list[str], _players: tuple[str, ...], rng: random.Random) -> None:
    at = _entry(lines, rng)
    lines[at] = re.sub(r"^\S+", rng.choice(INSTANTS), lines[at])


def _a_field(lines: list[str], _players: tuple[str, ...], rng: random.Random) -> None:
    at, said = _entry(lines, rng), rng.choice([*FIELDS, f"recorded {rng.choice(INSTANTS)}"])
    lines[at] = re.sub(r"^(\S+ [^:\[]+?) ?(\[.*?\])?:", lambda f: f"{f[1]} [{said}]:", lines[at])


def _a_setting(lines: list[str], _players: tuple[str, ...], rng: random.Random) -> None:
    lines.insert(_begins(lines), f"set {rng.choice(SETTINGS)}")


def _an_alias(lines: list[str], players: tuple[str, ...], rng: random.Random) -> None:
    called = (json.dumps(rng.choice([*NAMES, *players])) for _ in range(rng.choice((1, 2))))
    lines.insert(_begins(lines), f"alias {write_name(rng.choice(players))}: {', '.join(called)}")


def _a_ruling(lines: list[str], players: tuple[str, ...], rng: random.Random) -> None:
    at, move = _entry(lines, rng), rng.choice(MOVES)
    names = {"{p}": write_name(rng.choice(players)), "{q}": write_name(rng.choice(players))}
    number = rng.randrange(1, max(2, at - _begins(lines)))
    for hole, told in {**names, "{n}": rng.choice(NAMES), "{k}": str(number)}.items():
        move = move.replace(hole, told)
    lines.insert(at, f"{lines[at].partition(' ')[0] or INSTANTS[0]} host: {move}")


def _a_name(lines: list[str], players: tuple[str, ...], rng: random.Random) -> None:
    old, new = rng.choice(players), json.dumps(rng.choice(NAMES), ensure_ascii=False)
    lines[:] = [re.sub(rf"\b{re.escape(old)}\b", lambda _: new, line) for line in lines]


def _a_head(lines: list[str], _players: tuple[str, ...], rng: random.Random) -> None:
    lines[min(rng.randrange(1, _begins(lines) + 1), len(lines) - 1)] = rng.choice(HEADS)


def _numbers(lines: list[str], _players: tuple[str, ...], rng: random.Random) -> None:
    at, others = _entry(lines, rng), [0, 1, -1, 10**12, 10**25]
    lines[at] = re.sub(
        r"\d+", lambda _: str(rng.choice(others)), lines[at], count=rng.choice((1, 9))
    )


def _words(lines: list[str], _players: tuple[str, ...], rng: random.Random) -> None:
    at = _entry(lines, rng)
    words = lines[at].split(" ")
    rng.shuffle(words)
    lines[at] = " ".join(words)


WAYS = (
    *(_a_sign, _two_lines, _a_line_twice, _no_line, _an_instant, _a_field, _a_setting, _an_alias),
    *(_a_name, _a_head, _numbers, _words, *[_a_ruling] * 6),
)
