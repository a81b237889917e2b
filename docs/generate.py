"""Writes the generated pages beside it: python docs/generate.py"""

from __future__ import annotations

import sys
from pathlib import Path

from manual import errors, reference, sampling
from manual.tree import Commands

HERE = Path(__file__).parent


def main() -> int:
    """Write the pages; 1 where a case can't be performed, or a place of the program has none."""
    gallery = errors.perform()
    complaints = [
        *gallery.misprints,
        *(f"no case provokes {site}" for site in gallery.not_provoked()),
        *(f"an excuse for nothing: {excuse}" for excuse in gallery.idle_excuses()),
    ]
    (HERE / "errors.md").write_text(gallery.page(), encoding="utf-8")
    commands = Commands()
    samples = sampling.take(commands)
    complaints += [f"no session shows {what}" for what in samples.missing(commands)]
    pages = reference.pages(commands, samples)
    for left_over in HERE.glob("kinds/*.md"):
        left_over.unlink()
    for place, page in pages.items():
        (HERE / place).write_text(page, encoding="utf-8")
    for complaint in complaints:
        sys.stderr.write(f"{complaint}\n")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
