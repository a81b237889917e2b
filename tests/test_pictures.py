"""The pictures of the README: they can be taken, and their words are those of today."""

from __future__ import annotations

from pathlib import Path

import pytest
from gallery import DOCS
from manual import pictures
from manual.chromium import BROWSER, NONE_HERE
from PIL import Image

STALE = "stale; run: python docs/pictures.py"
MOST_BYTES = 400_000
SIZES = {pictures.RESULT: (900, 700), pictures.DESK: (1100, 850)}
"""Width and height, about, in pixels of a page, of which each is two by two in a picture."""


def test_the_post_in_the_picture_is_what_the_program_writes_today(tmp_path: Path) -> None:
    with Image.open(DOCS / "images" / pictures.RESULT) as kept:
        assert kept.info[pictures.WORDS] == pictures.play(tmp_path).post, STALE


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason=NONE_HERE)
def test_the_pictures_are_taken_anew_and_show_the_same(tmp_path: Path) -> None:
    pictures.take(tmp_path)
    for name, (width, height) in SIZES.items():
        taken, kept = tmp_path / name, DOCS / "images" / name
        with Image.open(taken) as new, Image.open(kept) as old:
            assert new.info[pictures.WORDS] == old.info[pictures.WORDS], STALE
            for picture in (new, old):
                assert picture.width == 2 * width
                assert picture.height == pytest.approx(2 * height, rel=0.1)
        assert max(taken.stat().st_size, kept.stat().st_size) < MOST_BYTES
