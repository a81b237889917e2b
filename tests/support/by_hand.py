"""Records written by hand, straight from what players are told of them: an independent writer for
the tests of `verify`, with a thread that shows what it should. Only the rules are the program's.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace

from gmtool.desk.session import kinds, transcript
from gmtool.desk.session.seals import has_seal, is_sealed
from gmtool.desk.session.session import empty_replay
from gmtool.desk.session.transcript import all_standings
from gmtool.desk.session.visibility import apply_entry, redact_entry
from gmtool.engine import chance, journal
from gmtool.engine.effective import about, amendment_of
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC, Game
from gmtool.engine.header import Header
from gmtool.engine.moves import RawMessage
from gmtool.engine.options import write_value
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step
from gmtool.engine.table import Table, wanted
from gmtool.engine.text import CHANCE, HOST, write_name

BOUND = "set (chance|ends_at|grace|longest_absence|skip|words_until): "
"""How the lines of settings begin that the commitment covers."""
RECORDED = Path(__file__).parents[1] / "recorded"


def digest(text: str) -> str:
    """The SHA-256 of a text, in hex."""
    return sha256(text.encode()).hexdigest()


def drawn_from(game: Game, before: Table, seed: bytes) -> tuple[int, str, str]:
    """The number of the draw that is due, what it is drawn from, and the move that it gives."""
    key = seed
    if before.words:
        key = hmac.digest(seed, ("gmtool words\n" + "\n".join(before.words)).encode(), "sha256")
    number = before.drawn + 1
    stream = chance.Stream(hmac.digest(key, f"gmtool draw {number}".encode(), "sha256"))
    draw = game.draw(before.state)
    assert draw is not None
    return number, draw.made_from, draw.text(stream)


@dataclass
class Ledger:
    """A game written down: `record` after its end, `running` as far as it is public before, the
    thread's `posts` and the players' `receipts`.
    """

    header: Header
    record: str = ""
    running: str = ""
    posts: str = ""
    receipts: dict[int, str] = field(default_factory=dict)
    hashes: list[str] = field(default_factory=list)


@dataclass
class Writing:
    """What is being written."""

    game: Game
    seed: bytes
    replay: Replay
    ledger: Ledger
    lines: list[str] = field(default_factory=list)
    public: list[str] = field(default_factory=list)
    posts: list[str] = field(default_factory=list)

    def seal(self, number: int, who: str, said: str, at: str, before: str = "") -> tuple[str, str]:
        """The line of a receipt and its digest."""
        about = f"{number} {before}" if before else str(number)
        nonce = hmac.digest(self.seed, f"gmtool nonce {about}".encode(), "sha256")[:16].hex()
        line = f"{nonce} {self.ledger.hashes[0][:8]} {number} {at} {who}: {said}"
        return line, digest(line)


def written(name: str, player: str = "Ann") -> Ledger:
    """The recorded game of that name, as in `ten-skip/three-with-two-decks`, with another name for
    the player Ann.
    """
    text = (RECORDED / f"{name}.journal").read_text("utf-8")
    if player != "Ann":
        text = ended(re.sub(r"\bAnn\b", lambda _: write_name(player), text))
    read = journal.read(text)
    game = kinds.of_game(read.header)
    seed = bytes.fromhex(read.header.seed)
    head = list(_header(game, read.header))
    begins = ("kind:", "rules:", "players:", "zone:")
    covered = [line for begin in begins for line in head if line.startswith(begin)]
    covered += [line for line in head if line.startswith("option ")]
    covered += [line for line in head if re.match(BOUND, line)]
    covered += [line for line in head if line.startswith("setup:")]
    committed = sha256(seed + "".join(f"{line}\n" for line in covered).encode()).hexdigest()
    ledger = Ledger(read.header, hashes=[committed])
    writing = Writing(game, seed, empty_replay(game, read.header), ledger)
    writing.posts.append(f"Barbaro wrote:\nA new game.\n[code]{committed}[/code]")
    for entry in read.entries:
        _write(writing, entry.number, entry)
    found = all_standings(game, writing.replay.effective)
    lines = []
    for line in writing.lines:
        lines.append(line)
        parts = line.split(" ")
        if line.startswith("# record ") and int(parts[2]) in found:
            lines.append(f"# standing after {parts[2]}: {found[int(parts[2])]}")
    remarks = ["# the whole game; beside each sealed move stands its receipt", "# a remark"]
    ledger.record = journal.with_end_line(
        [*remarks, *head[:-1], f"seed: {read.header.seed}", "---", *lines]
    )
    ledger.running = journal.with_end_line(
        [transcript.RUNNING, *head[:-1], f"# commitment {committed}", "---", *writing.public]
    )
    ledger.posts = "\n\n".join(writing.posts) + "\n"
    return ledger


def _header(game: Game, header: Header) -> Iterator[str]:
    """The header with all options, defaults too, and without the seed."""
    options = {
        one.name: header.options.get(one.name)
        or write_value("" if one.default is None else one.default)
        for one in game.options
        if header.options.get(one.name) or one.default not in {None, ""}
    }
    yield from journal.header_lines(replace(header, options=options, seed=""))


def _write(w: Writing, number: int, entry: Entry) -> None:
    before, was = w.replay.table, list(w.replay.effective)
    step, is_known = apply_entry(w.replay, entry)
    assert step is not None, entry
    shown = redact_entry(entry, step)
    line = journal.write_entry(shown)
    remarks: list[str] = []
    said = f"{write_name(entry.who)}: {shown.text}" + (" [late]" if entry.late else "")
    seat = _seat(w, entry.who)
    amendment = amendment_of(entry) if not entry.takes_back else None
    if not is_known:
        before_it = HOST if entry.who == HOST and entry.text.startswith("insert ") else ""
        own, seal = w.seal(number, seat, shown.text, entry.received_at, before_it)
        remarks.append(f"# seal {number} {seal}: {own}")
        said = seal
        if entry.who != HOST and not isinstance(step.move, RawMessage):
            w.ledger.receipts[number] = f"Got it:\n{own}\n{seal[:32]}\nKeep this.\n"
    if entry.is_drawn:
        count, what, move = drawn_from(w.game, before, w.seed)
        assert move == entry.text
        remarks.append(f"# draw {count}: {what}")
    if amendment:
        remarks += _made_again(w, number, was)
        now = w.replay.step(about(entry))
        if now and is_sealed(now):
            one = now.entry
            own, seal = w.seal(
                one.number, _seat(w, one.who), one.text, one.received_at,
                _seat(w, one.who) if one.put_down_as else "",
            )  # fmt: skip
            remarks.append(f"# seal {one.number} by {number} {seal}: {own}")
    quiet = [] if entry.takes_back else list(_silent(w, number, step, before))
    remarks += [f"# silence {number} {seal}: {who}" for who, seal in quiet]
    times = f"{entry.recorded_at}\n{entry.received_at}"
    chained = digest(f"{w.ledger.hashes[-1]}\n{number}\n{times}\n{said}")
    w.ledger.hashes.append(chained)
    w.lines += [line, *remarks, f"# record {number} · {chained}"]
    if is_known:
        w.public += [line, f"# record {number} · {chained}"]
    else:
        in_part = " ".join(entry.text.split(" ")[:2])
        known = f" · host: {in_part}" if entry.takes_back or amendment else ""
        w.public.append(f"# record {number} · {chained}{known}")
    _post(w, number, step, [seal for _, seal in quiet])


def _seat(w: Writing, who: str) -> str:
    """The name at sign-up of whoever speaks."""
    if who in {HOST, CHANCE}:
        return who
    now = w.replay.table.players.index(w.replay.table.seat(who))
    return w.ledger.header.players[now]


def _made_again(w: Writing, number: int, was: list[Step]) -> Iterator[str]:
    texts_before = {one.entry.number: one.entry.text for one in was}
    table = w.replay.start
    for one in w.replay.effective:
        if one.entry.is_drawn and texts_before.get(one.entry.number) != one.entry.text:
            count, what, move = drawn_from(w.game, table, w.seed)
            yield f"# draw {count} again by {number}: {what} gives {move}"
        table = one.table


def _silent(w: Writing, number: int, step: Step, before: Table) -> Iterator[tuple[str, str]]:
    """The seats that could move in a sealed window and from which nothing sealed came."""
    for window in step.closed:
        if not window.sealed or window.closed_by != number:
            continue
        turns = wanted(w.game, before).turns
        asked = {turn.who for turn in turns if turn.window == window.key} | {*window.moved}
        asked = {*window.asked} if window.private else asked  # else the list told who may move
        key = (window.key, window.entry)
        came = {s.who for s in w.replay.effective if s.sealed == key and has_seal(s.move)}
        for who in w.replay.table.players:
            if who in asked - came:
                name = _seat(w, who)
                about = f"gmtool silence {number} {name}".encode()
                yield name, hmac.new(w.seed, about, "sha256").hexdigest()


def _post(w: Writing, number: int, step: Step, quiet: list[str]) -> None:
    """The post that an entry gives rise to, with the window's seals before its result."""
    news = [m for m in w.game.messages(step.news) if m.to == PUBLIC]
    closed = [one for one in step.closed if one.sealed and one.closed_by == number]
    if not news and not closed:
        return
    keys = {(one.key, one.entry) for one in closed}
    of_window = [one for one in w.replay.effective if one.sealed in keys]
    own = {one.entry.number for one in of_window if has_seal(one.move)}
    sealed = [line.split(" ")[3][:-1] for line in w.lines if line.startswith("# seal ")
              and int(line.split(" ")[2]) in own and " by " not in line[:40]]  # fmt: skip
    shown = "\n".join(f"[*] {seal[:32]}" for seal in sorted([*sealed, *quiet]))
    small = f"[size=85]record {number} · {w.ledger.hashes[-1][:32]}[/size]"
    w.posts.append(f"Barbaro wrote:\nWhat happened.\n{shown}\n{small}")


# ---- as a forger does it


def ended(text: str) -> str:
    """The record with an end line that fits."""
    return journal.with_end_line(
        [line for line in text.splitlines() if not line.startswith("end:")]
    )


def chained(text: str, *, seals: bool = True) -> str:
    """The record with chain and end line, and with its `seals` too, made anew by whoever has the
    seed.
    """
    lines, seed = text.splitlines(), bytes.fromhex(text.split("\nseed: ")[1][:64])
    begins = ("kind:", "rules:", "players:", "zone:", "option ")
    covered = [line for begin in begins for line in lines if line.startswith(begin)]
    covered += [line for line in lines if re.match(BOUND, line)]
    covered += [line for line in lines if line.startswith("setup:")]
    before = sha256(seed + "".join(f"{line}\n" for line in covered).encode()).hexdigest()
    game, made, number, said, at, arrived = before[:8], [], 0, "", "", ""
    for line in lines:
        parts, now = line.split(" "), line
        if line.startswith("# seal ") and " by " not in line[:20]:
            nonce = hmac.digest(seed, f"gmtool nonce {parts[2]}".encode(), "sha256")[:16].hex()
            own = " ".join((nonce, game, *parts[6:]) if seals else parts[4:])
            now, said = f"# seal {parts[2]} {digest(own)}: {own}", digest(own)
        elif line.startswith("# record "):
            number += 1
            before = digest(f"{before}\n{number}\n{at}\n{arrived}\n{said}")
            now = f"# record {number} · {before}"
        elif line[:4].isdigit():
            found = re.fullmatch(r'\S+ ("[^"]*"|[^\[:]*?)( \[.*?\])?: (.*)', line)
            assert found, line
            recorded = re.search(r"recorded (\S{20})", found[2] or "")
            late = " [late]" if re.search(r'[\[ ]late "', found[2] or "") else ""
            arrived, at = parts[0], recorded[1] if recorded else parts[0]
            said = f"{found[1]}: {found[3]}{late}"
        made.append(now)
    return ended("\n".join(made))
