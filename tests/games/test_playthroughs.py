"""What everybody could see after every entry of recorded games (`recorded/KIND/NAME.playthrough`).

In no file is what a seat doesn't know: a card of another hand or of the deck, a tile that lies face
down, another seat's grouping, code, answer, trade or offer; nor, in a short deal of Big Two, which
card must be played, but for the leader.
"""

from __future__ import annotations

import pytest
from playthrough import check_playthrough
from recorded import RECORDED

from gmtool.games import BUILT_IN, load

ALL = [
    pytest.param(kind, path.stem, id=f"{kind}: {path.stem}")
    for kind in BUILT_IN
    for path in sorted((RECORDED / kind).glob("*.playthrough"))
]


@pytest.mark.parametrize(("kind", "name"), ALL)
def test_what_was_seen_after_every_entry_is_what_was_seen_before(kind: str, name: str) -> None:
    check_playthrough(load(BUILT_IN[kind]), name)


def test_every_kind_has_a_playthrough() -> None:
    assert {case.values[0] for case in ALL} == {*BUILT_IN}
