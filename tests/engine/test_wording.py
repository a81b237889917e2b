"""Things in a row, as refusals name them."""

from __future__ import annotations

import pytest

from gmtool.engine.wording import listed


@pytest.mark.parametrize(
    ("items", "said"),
    [((), ""), (("A",), "A"), (("A", "B"), "A and B"), (("A", "B", "C"), "A, B and C")],
)
def test_things_in_a_row(items: tuple[str, ...], said: str) -> None:
    assert listed(items) == said
    assert listed(iter(items), "or") == said.replace("and", "or")
