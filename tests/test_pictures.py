"""The pictures of the README: they can be taken, and show what the program says today."""

from __future__ import annotations

from pathlib import Path

import pytest
from gallery import DOCS
from manual import pictures, png
from manual.chromium import BROWSER, NONE_HERE

STALE = "stale; run: python docs/pictures.py"
MOST_BYTES = 200_000
SIZES = {pictures.RESULT: (900, 980), pictures.DESK: (1100, 850)}
"""Width and height, about, in pixels of a page, of which each is two by two in a picture."""


def test_the_post_in_the_picture_is_what_the_program_writes_today(tmp_path: Path) -> None:
    assert png.read_text(DOCS / "images" / pictures.RESULT) == pictures.play(tmp_path).post, STALE


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason=NONE_HERE)
def test_the_pictures_are_taken_anew_and_show_the_same(tmp_path: Path) -> None:
    pictures.take(tmp_path)
    for name, (width, height) in SIZES.items():
        taken, kept = tmp_path / name, DOCS / "images" / name
        assert png.read_text(taken) == png.read_text(kept), STALE
        for file in (taken, kept):
            wide, high = png.read_size(file)
            assert wide == 2 * width
            assert high == pytest.approx(2 * height, rel=0.1)
            assert file.stat().st_size < MOST_BYTES
