"""Loads templates from their folders, and finds the place where one went wrong."""

from collections.abc import Callable, Sequence
from pathlib import Path

from jinja2.environment import Environment
from jinja2.exceptions import TemplateError, TemplateNotFound, TemplateSyntaxError
from jinja2.loaders import BaseLoader

from gmtool.render.dialects.neutral import unreserved
from gmtool.render.environment.bounds import LONGEST_FILE
from gmtool.render.folders import find_file
from gmtool.render.problems import TemplateProblem

_READ: set[str] = set()


def files_read() -> frozenset[str]:
    """The files of all templates that this process has read."""
    return frozenset(_READ)


class Loader(BaseLoader):
    """Reads templates from the host's folders and gmtool's own; `files` are those it has read, and
    `has_own` tells whether one of them is the host's.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(folders)
        self.files: list[str] = []
        self.has_own = False

    def get_source(
        self, _environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """The text of the template, its file, and a function that tells whether it is unchanged."""
        path = find_file(template, self._folders)
        if path is None:
            raise TemplateNotFound(template)
        self.files.append(str(path))
        _READ.add(str(path))
        self.has_own = self.has_own or self._is_own(path)
        if not path.is_file():
            raise TemplateProblem(str(path), 0, "it is no file that can be read")
        try:
            with path.open(encoding="utf-8") as file:
                text = unreserved(file.read(LONGEST_FILE + 1))
            changed = path.stat().st_mtime_ns
        except (OSError, UnicodeDecodeError) as error:
            raise TemplateProblem(str(path), 0, f"it can't be read ({error})") from error
        if len(text) > LONGEST_FILE:
            line = text.count("\n") + 1
            raise TemplateProblem(
                str(path), line, f"a template has {LONGEST_FILE:,} characters at most; divide it"
            )
        return text, str(path), lambda: self._is(template, path, changed)

    def file_of(self, name: str) -> str:
        """The file to blame for what is wrong with a text as a whole: the template of that name, or
        the host's own that was read last for it.
        """
        file = find_file(name, self._folders)
        if file is None or not self._is_own(file):
            file = next((one for one in map(Path, reversed(self.files)) if self._is_own(one)), file)
        return str(file or name)

    def _is_own(self, file: Path) -> bool:
        return any(map(file.is_relative_to, self._folders))

    def _is(self, template: str, path: Path, changed: int) -> bool:
        found = find_file(template, self._folders)
        return found == path and path.stat().st_mtime_ns == changed


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
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename in loader.files:
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
