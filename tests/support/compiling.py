"""Templates compiled once in a test run, not once for each desk."""

from types import CodeType

import pytest

from gmtool.render.environment.closed import Closed


def each_template_once(patching: pytest.MonkeyPatch) -> None:
    """From now on a template is compiled anew only where its text or its file is another one.

    All styles share what it compiles to: `Closed` works nothing out before a text is written
    (`optimized=False`). It is more than half of what a command at a desk takes.
    """
    original = Closed.compile
    done: dict[tuple[str, str | None, str | None], CodeType] = {}

    def compiled(
        self: Closed, source: str, name: str | None = None, filename: str | None = None
    ) -> CodeType:
        key = (source, name, filename)
        if key not in done:
            done[key] = original(self, source, name, filename)
        return done[key]

    patching.setattr(Closed, "compile", compiled)
