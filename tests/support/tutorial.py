"""The page `docs/your-own-game.md`: the files of its package, taken from it, and what it shows of
the command line.
"""

from __future__ import annotations

import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from gmtool.engine.game import Game

PAGE = Path(__file__).parents[2] / "docs" / "your-own-game.md"
KIND = "lone-number"
KINDS = (KIND, "sealed-number")
"""The kinds that the page builds."""
_FILE = re.compile(r"^\*\*`(?P<path>[\w./-]+)`\*\*\n\n```\w+\n(?P<text>.*?)^```$", re.M | re.S)
_SESSION = re.compile(r"^```console\n(?P<text>.*?)^```$", re.M | re.S)
_STEP = re.compile(r"^\$ (?P<line>.*)\n(?P<shown>(?:(?!\$ ).*\n)*)", re.M)
LEFT_OUT = "…"


@dataclass(frozen=True)
class Step:
    """A command line as the page shows it, with the lines below it."""

    line: str
    shown: tuple[str, ...]

    @property
    def words(self) -> list[str]:
        return shlex.split(self.line)

    def differs(self, printed: str) -> str:
        """Where what was printed isn't what the page shows: a line alone that says … stands for
        lines left out. Nothing where all is as shown.
        """
        rest = printed.removesuffix("\n").split("\n")
        stretch: list[str] = []
        left_out = False
        for line in (*self.shown, None):
            if line is not None and line != LEFT_OUT:
                stretch.append(line)
                continue
            is_last = line is None and not left_out
            places = range(len(rest) - len(stretch) + 1) if left_out else range(1)
            if line is None and left_out and stretch:
                places = range(len(rest) - len(stretch), len(rest) - len(stretch) + 1)
            at = next((p for p in places if rest[p : p + len(stretch)] == stretch), None)
            if at is None or (is_last and len(rest) != len(stretch)):
                return "\n".join(["the page shows:", *stretch, "but this was printed:", *rest])
            rest = rest[at + len(stretch) :]
            stretch, left_out = [], True
        return ""


def page() -> str:
    """Its text."""
    return PAGE.read_text(encoding="utf-8")


def files() -> dict[str, str]:
    """The files of the package, by their paths in it."""
    return {found["path"]: found["text"] for found in _FILE.finditer(page())}


def session() -> tuple[Step, ...]:
    """The commands that it shows, in order."""
    text = "".join(found["text"] for found in _SESSION.finditer(page()))
    return tuple(
        Step(found["line"], tuple(found["shown"].splitlines())) for found in _STEP.finditer(text)
    )


def unpack(folder: Path) -> Path:
    """Write the package's files into that folder, which is made."""
    for path, text in files().items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    return folder


def unpack_installed(site: Path) -> Path:
    """The package's code in that folder as an installer leaves it there: its metadata, entry point
    and all, lie beside it. So it is found as soon as the folder is on the path.
    """
    source = unpack(site / "source")
    project = tomllib.loads((source / "pyproject.toml").read_text("utf-8"))["project"]
    name, version = project["name"], project["version"]
    package = name.replace("-", "_")
    (source / package).rename(site / package)
    info = site / f"{package}-{version}.dist-info"
    info.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    points = [
        f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in named.items())
        for group, named in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(points), encoding="utf-8")
    return site


@contextmanager
def on_path(site: Path) -> Iterator[None]:
    """While the folder is on the path its package can be imported and its kind is found; a package
    of that name that was imported before is forgotten, and so is this one afterwards.
    """
    name = KIND.replace("-", "_")
    forget = f"gmtool_{name}"
    kept = {key: sys.modules.pop(key) for key in list(sys.modules) if key.startswith(forget)}
    sys.path.insert(0, str(site))
    try:
        yield
    finally:
        sys.path.remove(str(site))
        for key in [key for key in sys.modules if key.startswith(forget)]:
            del sys.modules[key]
        sys.modules.update(kept)


def game() -> Game:
    """The game of the package, which is on the path."""
    found: Game = import_module(f"gmtool_{KIND.replace('-', '_')}").GAME
    return found
