"""What an amendment would change, in a long game played at random, beside replaying that game"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import desks
from measuring import Size, in_turn, of_processor
from msgspec.structs import replace

from gmtool.desk.moves.amend import Slip, amend
from gmtool.desk.session.session import replayed_session
from gmtool.games.auction_poker import GAME

EARLY = 40
"""The entry that is struck: a bid, with nearly all of the game behind it."""


def rows(folder: Path, size: Size) -> Iterator[str]:
    database = folder / "played.db"
    desks.play(database, 1, desks.NAMES[: size.short // 4])
    desk = replace(desks.desk(database, desks.NOW), game_name="Random 0")
    with desk.store() as store, store.reading() as room:
        (record,) = room.games()
        entries = room.entries(record.id)
    struck = f"a strike, {len(entries):,} entries"
    replay = partial(replayed_session, record, GAME, entries)
    contest = {
        struck: partial(of_processor, partial(amend, desk, Slip(EARLY, strike=True))),
        "replay": partial(of_processor, replay),
    }
    yield in_turn(contest, size.replays).row(struck, "replay", aim="≤ 4")
