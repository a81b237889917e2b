"""The makers of the generated pages; they lie beside what they write, in docs/."""

import sys
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
if str(DOCS) not in sys.path:
    sys.path.insert(0, str(DOCS))


def page(name: str) -> str:
    """A generated page as it lies there."""
    return (DOCS / name).read_text(encoding="utf-8")
