"""The generated pages, as they lie in docs/."""

from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def page(name: str) -> str:
    """A generated page as it lies there."""
    return (DOCS / name).read_text(encoding="utf-8")
