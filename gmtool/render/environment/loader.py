"""Loads templates from their folders, finds the place where one went wrong, and keeps them
compiled: to compile them takes most of what writing a text does.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import secrets
import stat
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType

import jinja2
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.environment import Environment
from jinja2.exceptions import TemplateError, TemplateNotFound, TemplateSyntaxError
from jinja2.loaders import BaseLoader

import gmtool
from gmtool.render.dialects.neutral import unreserved
from gmtool.render.folders import find_file, text_of
from gmtool.render.problems import TemplateProblem

_READ: set[str] = set()


def files_read() -> frozenset[str]:
    """The files of all templates that this process has read."""
    return frozenset(_READ)


class Loader(BaseLoader):
    """Reads templates from the host's folders and gmtool's own; `files` are those that the present
    rendering has used.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(folders)
        self.files: list[Path] = []

    def get_source(
        self, _environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """The text of the template, its file, and a function that tells whether it is unchanged."""
        path = find_file(template, self._folders)
        if path is None:
            raise TemplateNotFound(template)
        self.files.append(path)
        _READ.add(str(path))
        try:
            text = unreserved(text_of(path))
            changed = path.stat().st_mtime_ns
        except (OSError, UnicodeDecodeError) as error:
            raise TemplateProblem(str(path), 0, f"it can't be read ({error})") from error
        return text, str(path), lambda: self._is(template, path, changed)

    def file_of(self, name: str) -> str:
        """The file to blame for what is wrong with a text as a whole: the template of that name, or
        the host's own that was used last for it.
        """
        file = find_file(name, self._folders)
        if file is None or not self._is_own(file):
            file = next(filter(self._is_own, reversed(self.files)), file)
        return str(file or name)

    @property
    def has_own(self) -> bool:
        """Whether one of the files used is the host's."""
        return any(map(self._is_own, self.files))

    def _is_own(self, file: Path) -> bool:
        return any(map(file.is_relative_to, self._folders))

    def _is(self, template: str, path: Path, changed: int) -> bool:
        """Whether it is still that file, which is used then as it was read."""
        is_same = find_file(template, self._folders) == path and path.stat().st_mtime_ns == changed
        if is_same:
            self.files.append(path)
        return is_same


def problem(error: Exception, loader: Loader, name: str) -> TemplateProblem:
    """What went wrong in the template of that name, and where: the innermost template line that was
    being rendered.
    """
    if isinstance(error, TemplateProblem):
        return error
    if isinstance(error, TemplateSyntaxError):
        file = error.filename or error.name or ""
        return TemplateProblem(file, error.lineno, error.message or "")
    file, line = loader.file_of(name), 0
    step, files = error.__traceback__, set(map(str, loader.files))
    while step is not None:
        if step.tb_frame.f_code.co_filename in files:
            file, line = step.tb_frame.f_code.co_filename, step.tb_lineno
        step = step.tb_next
    return TemplateProblem(file, line, _sentence(error))


def _sentence(error: Exception) -> str:
    if isinstance(error, TemplateNotFound):
        return f"there is no template “{error.name}”"
    if isinstance(error, RecursionError):
        return "it goes on within itself without an end; does a macro, block or file use itself?"
    said = str(error) or "something went wrong"
    return said if isinstance(error, TemplateError) else f"{type(error).__name__}: {said}"


VARIABLE = "GMTOOL_CACHE"
"""The environment variable that names another folder than the user's own for such things; where it
is empty nothing is kept.
"""
_OWNER_ALONE = 0o077
"""The rights that nobody else may have."""
_DIGEST = hashlib.sha256().digest_size


class Compiled(BytecodeCache):
    """A cache of compiled templates for all styles of a process, since a demo runs hundreds of
    commands in one, and for the next process in files that only their owner can read and write.

    A file is used only where nobody else could have written it, and where this very gmtool, Jinja
    and Python compiled it from this text. Windows doesn't say of a file who may write it; there it
    has to lie within the user's own folder, which Windows keeps for its user. The files lie in the
    user's own cache and not beside the database: that is handed from host to host, and code must
    not come with it.

    With `optimized=False` nothing in compiled code depends on a style.
    """

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the code that the text of that name and file compiled to, if it is kept."""
        kept = bucket.key, bucket.checksum
        if kept not in self._codes and (folder := _folder()):
            self._codes[kept] = _read(folder / bucket.key, bucket.checksum)
        bucket.code = self._codes.get(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the compiled code."""
        self._codes[bucket.key, bucket.checksum] = bucket.code
        if bucket.code is not None and (folder := _folder()):
            with suppress(OSError):  # the next command compiles it again
                _write(folder / bucket.key, bucket.checksum, bucket.code)


def _folder() -> Path | None:
    """The folder for the files, which need not be there; None where none are kept."""
    named = os.environ.get(VARIABLE)
    if named == "":
        return None
    folder = Path(named) / "templates" if named else _users_own()
    return folder if folder and (hasattr(os, "getuid") or _is_at_home(folder)) else None


@cache
def _users_own() -> Path | None:
    import platformdirs

    with suppress(OSError, RuntimeError):  # somebody without a home
        return Path(platformdirs.user_cache_dir("gmtool", appauthor=False)) / "templates"
    return None


@cache
def _is_at_home(folder: Path) -> bool:
    """Whether a folder lies within the user's own, wherever links lead."""
    with suppress(OSError, RuntimeError):
        return Path(os.path.realpath(folder)).is_relative_to(os.path.realpath(Path.home()))
    return False


def _read(file: Path, checksum: str) -> CodeType | None:
    """The code in a file; None where there is none that may be used."""
    with suppress(OSError, ValueError, EOFError, TypeError):
        if not _is_ours(os.lstat(file.parent), stat.S_ISDIR):
            return None
        # no link, and no pipe that would wait; on Windows nobody else can have laid one there
        as_it_is = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        opened = os.open(file, os.O_RDONLY | as_it_is)
        with os.fdopen(opened, "rb") as there:
            if not _is_ours(os.fstat(opened), stat.S_ISREG):
                return None
            digest, code = there.read(_DIGEST), there.read()
        if digest == _digest(checksum, code):
            found = marshal.loads(code)  # noqa: S302 -- nobody else can have written it
            return found if isinstance(found, CodeType) else None
    return None


def _is_ours(found: os.stat_result, is_kind: Callable[[int], bool]) -> bool:
    """Whether it is of that kind, and nobody but this user can write to it."""
    if not is_kind(found.st_mode):
        return False
    if not hasattr(os, "getuid"):
        return True  # on Windows it lies within the user's own folder
    return found.st_uid == os.getuid() and not found.st_mode & _OWNER_ALONE


def _write(file: Path, checksum: str, code: CodeType) -> None:
    file.parent.mkdir(0o700, parents=True, exist_ok=True)
    if not _is_ours(os.lstat(file.parent), stat.S_ISDIR):
        return
    part = file.with_name(f"{file.name}.{secrets.token_hex(6)}")
    content = marshal.dumps(code)
    try:
        opened = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(opened, "wb") as new:
            new.write(_digest(checksum, content) + content)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def _digest(checksum: str, code: bytes) -> bytes:
    """Ties code to the text that it was compiled from and to what compiled it."""
    return hashlib.sha256(_compiler() + checksum.encode() + code).digest()


@cache
def _compiler() -> bytes:
    """What identifies this gmtool, Jinja and Python; a change in this package counts too."""
    own = (file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py")))
    versions = f"{gmtool.__version__} {jinja2.__version__} {sys.implementation.cache_tag}"
    return hashlib.sha256(versions.encode() + MAGIC_NUMBER + b"".join(own)).digest()


COMPILED = Compiled()
