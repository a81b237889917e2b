"""Replays journals of a kind in a process of its own: `python -m gmtool.testing.replaying KIND`
reads them from standard input, each as a JSON string on a line, and prints a digest of each.
"""

from __future__ import annotations

import json
import sys

from msgspec.structs import replace

from gmtool.desk.session.kinds import find, made
from gmtool.desk.session.session import empty_replay
from gmtool.engine import journal
from gmtool.engine.replay.journal_reader import replay_journal
from gmtool.testing.check_states import digest


def main(kind: str) -> None:
    """Print the digests."""
    for line in sys.stdin:
        read = journal.read(json.loads(line))
        game = made(find(kind).game, read.header.file)
        replay = empty_replay(game, read.header)
        entries = [replace(one.entry, number=n) for n, one in enumerate(read.lines, 1)]
        table = replay_journal(game, replay.start, entries, replay.seed).table
        sys.stdout.write(f"{digest(table)}\n")


if __name__ == "__main__":
    main(sys.argv[1])
