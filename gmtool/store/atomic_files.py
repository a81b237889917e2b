"""Writes files that are complete or not there: beside their place, and named when all is well.

Whatever ends a command midway (a kill, a full disk, a drive pulled out), no half of a file is left
under the name that was asked for, and no file that was there is lost.
"""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from gmtool.store.database_urls import OWNER_ALONE
from gmtool.store.problems import StoreProblem

_OWNERS_FOLDER = 0o700
_SIDE_FILES = ("-journal", "-wal", "-shm")
"""Endings of the files that SQLite puts beside a database, and removes again."""
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EINVAL}
"""Errors of a file system without hard links, such as that of most USB sticks; EINVAL is what
Windows says of it.
"""


@contextmanager
def whole(path: str | os.PathLike[str], over: bytes = b"") -> Iterator[Path]:
    """A new file to write to, beside `path` and readable by its owner alone. At the end of the
    block it is flushed to the disk and named `path`; if the block raises, it is deleted.

    It replaces a file only where `over` is given and that file's first line is `over`. Raises
    StoreProblem where another file is there, or where the file can't be made.
    """
    named = Path(path).expanduser()
    try:
        _see_that_it_is_a_name(os.fspath(path), named)
        target = _free(named, over)
        part = target.with_name(f".gmtool-{secrets.token_hex(6)}.part")
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ALONE))
        try:
            yield part
            bring_to_disk(part)
            # Checked again: another program may have made a file there meanwhile.
            _name(part, _free(named, over), replacing=bool(over))
        finally:
            with suppress(OSError):
                part.unlink()
        with suppress(OSError):  # some systems, and some folders, don't support that
            bring_to_disk(target.parent)
    except FileExistsError:
        what = f"and doesn't begin with {over.decode()}" if over else "already"
        raise StoreProblem(
            f"{named} is there {what}; it was left as it is. Choose another name."
        ) from None
    except OSError as error:
        raise StoreProblem(
            f"{named} can't be written: {error.strerror}. Choose another place."
        ) from error


def write_whole(
    path: str | os.PathLike[str], text: bytes, is_right: Callable[[bytes], bool], over: bytes = b""
) -> None:
    """Write a file of these bytes with `whole`. It gets its name only if `is_right` of what is read
    back; raises StoreProblem otherwise.
    """
    with whole(path, over) as part:
        part.write_bytes(text)
        bring_to_disk(part)
        if not is_right(part.read_bytes()):
            raise StoreProblem(
                f"{path} couldn't be written: what was read back isn't what was written. Check "
                "the drive, or choose another place."
            )


def make_folder(folder: Path) -> None:
    """Make the folder and those above it, as far as they are missing, for their owner alone."""
    missing = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    for parent in reversed(missing):
        parent.mkdir(_OWNERS_FOLDER, exist_ok=True)


def put_aside(name: str, text: str, within: Path | None = None) -> Path:
    """A file of that name in a new folder, which only its owner can read; the folder is a temporary
    one of the system, or is made within another.
    """
    import tempfile  # with what it needs as much as all the rest here

    path = Path(tempfile.mkdtemp(prefix="gmtool-", dir=within)) / name
    path.touch(OWNER_ALONE)
    path.write_text(text, encoding="utf-8")
    return path


def _see_that_it_is_a_name(typed: str, named: Path) -> None:
    """Raise StoreProblem for a path that names no file, and for one that SQLite would take for
    a file of its own.
    """
    if typed.strip() in {"", "-"}:
        raise StoreProblem(f"“{typed}” is no name for a file; choose one.")
    database = next((named.name.removesuffix(x) for x in _SIDE_FILES if named.name.endswith(x)), "")
    if database and named.with_name(database).exists():
        raise StoreProblem(
            f"{named} would be taken for a part of the database {database} and lost; choose "
            "another name."
        )


def bring_to_disk(path: Path) -> None:
    """Flush the file, or the names in the folder, so that they survive a power cut."""
    opened = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _free(named: Path, over: bytes) -> Path:
    """The path to write; raises FileExistsError where a file is there that may not be replaced. A
    link is followed to a file that may be, and is never replaced itself.
    """
    target = Path(os.path.realpath(named)) if over else named.absolute()
    if os.path.lexists(target) and not (over and _begins_with(target, over)):
        raise FileExistsError
    return target


def _begins_with(file: Path, first: bytes) -> bool:
    if not file.is_file():
        return False
    with file.open("rb") as there:
        return there.readline(len(first) + 2).rstrip(b"\r\n") == first


def _name(part: Path, target: Path, *, replacing: bool) -> None:
    """Give the file its name. Where the file system has hard links, a file that came there
    meanwhile is safe.
    """
    if replacing:
        part.replace(target)
        return
    try:
        target.hardlink_to(part)  # unlike renaming, it fails where a file is there
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        part.rename(target)
