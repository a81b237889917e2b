"""The files that travel with gmtool are as a host would have them: bots find nothing odd in them
but what only their host can do.
"""

from __future__ import annotations

import pytest
from lengths import few_or_many, some_of

from gmtool.desk.begin import setup_files
from gmtool.desk.rehearse import setup_check
from gmtool.desk.session import kinds
from gmtool.games import MADE_OF_FILES

GAMES = few_or_many(20, 60)
BY_HAND = {
    "roll-to-dodge": [
        f"In none of {GAMES} games did anything come of act, which you resolve yourself."
    ],
    "survivor": [f"In none of {GAMES} games did anybody have idol, which only you can give."],
}


@pytest.mark.parametrize(
    "name", some_of(["minority"], [one.name for one in kinds.setups(MADE_OF_FILES)])
)
def test_nothing_is_odd_about_the_files_that_travel_with_gmtool(name: str) -> None:
    assert setup_check.check(setup_files.find_setup_file(name), GAMES).facts["odd"] == BY_HAND.get(
        name, []
    )
