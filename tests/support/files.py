"""Files of a test."""

from __future__ import annotations

from pathlib import Path


def put(folder: Path, name: str, text: str) -> Path:
    """Writes a file in the folder, or in one below it."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
