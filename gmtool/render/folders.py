"""Where templates lie: in the host's folders first, then in those that travel with gmtool, or with
the outside package that supplies the kind.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path, PurePosixPath

from gmtool.games import outside

SUFFIX = ".j2"
EVERY_KIND = outside.FOR_ANY_KIND
"""The folder of the templates for any kind."""


@cache
def shipped() -> Path:
    """The folder of gmtool's own templates: in the installed package, else in the source tree."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "templates"
    return installed if installed.is_dir() else package.parent / "templates"


def find_file(name: str, folders: Sequence[Path]) -> Path | None:
    """The first file of that name, `kind/occasion.j2`; never one outside the folders, as `C:/x.j2`
    is on Windows. In these it may be something else than a file, for which the host is to know that
    it can't be used.

    An outside package supplies only the templates of its own kind. Raises `outside.Unusable`.
    """
    inner = PurePosixPath(name)
    if inner.is_absolute() or ".." in inner.parts or any(sign in name for sign in "\\:\0"):
        return None
    own = (_place(folder, name) for folder in folders)
    if found := next(filter(is_there, own), None):
        return found
    travelling = (_place(folder, name) for folder in _that_travel(inner))
    return next(filter(Path.is_file, travelling), None)


@lru_cache(maxsize=256)
def _place(folder: Path, name: str) -> Path:
    """Where a file of that name lies in a folder; each text asks for the same few."""
    return folder / name


def text_of(file: Path) -> str:
    """The text of a template, without the mark that some editors of Windows put before it. Raises
    UnicodeDecodeError, and OSError also for what is no file: a pipe would wait, and a device never
    end.
    """
    if not file.is_file():
        raise OSError("it is no file")
    return file.read_text("utf-8-sig")


def is_there(place: Path) -> bool:
    """Whether something of that name is there, as far as its folder lets one see."""
    try:
        place.lstat()
    except PermissionError:
        return True
    except OSError:
        return False
    return True


def _that_travel(inner: PurePosixPath) -> Iterator[Path]:
    yield shipped()
    own = outside.templates(inner.parts[0]) if len(inner.parts) > 1 else None
    if own:
        yield own


def occasion_name(kinds: tuple[str, ...], occasion: str, folders: Sequence[Path]) -> str | None:
    """The name of the occasion's template: of the first of `kinds` that has one, else for any kind;
    None where there is none.
    """
    names = (f"{kind}/{occasion}{SUFFIX}" for kind in (*kinds, EVERY_KIND))
    return next((name for name in names if find_file(name, folders)), None)


def occasion_exists(kinds: tuple[str, ...], occasion: str, folders: Sequence[Path] = ()) -> bool:
    """Whether there is a template for that occasion."""
    return occasion_name(kinds, occasion, folders) is not None
