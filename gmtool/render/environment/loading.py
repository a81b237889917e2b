"""Loads templates from their folders, and finds the place where one went wrong."""

from collections.abc import Callable, Sequence
from pathlib import Path

from jinja2.environment import Environment
from jinja2.exceptions import TemplateError, TemplateNotFound, TemplateSyntaxError
from jinja2.loaders import BaseLoader

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
