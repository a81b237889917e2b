"""Ctrl-C: a command is stopped by it until it begins to keep something; then it waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

INTERRUPTED = 130
"""The exit code of a command that was stopped."""
STOPPED = "stopped; nothing was recorded."
LOOK = (
    "something was kept all the same: before you repeat it look at gmtool log, gmtool log "
    "--refused and gmtool outbox."
)
"""It may be what was said, that it was refused, or that a text went out."""
KEPT = f"stopped; {LOOK}"
PERHAPS = "stopped while it was written; it may be on record: see gmtool log before you repeat it."
_MOST = 2
"""So often an interrupt is put off; who presses on wants out, whatever was kept."""

Keeping = Callable[[], AbstractContextManager[None]]
"""What the database does its keeping in."""


class Patience:
    """Of one process. What was kept stays: were a command stopped before it has said so, the host
    would give it again, and a deadline be put off twice. `kept` says whether anything was.
    """

    def __init__(self) -> None:
        self.kept = False
        self._keeping = False
        self._waits = False
        self._asked = 0
        self._depth = 0

    def __call__(self, signal: int, frame: Any) -> None:
        """The handler of the signal; raises KeyboardInterrupt where nothing is being kept, and
        once: what a command says of being stopped isn't stopped.
        """
        self._asked += 1
        if not self._waits or self._asked > _MOST:
            self._waits = True
            raise KeyboardInterrupt

    @property
    def told(self) -> str:
        """What to say of a command that was stopped."""
        return KEPT if self.kept else PERHAPS if self._keeping else STOPPED

    @contextmanager
    def command(self) -> Iterator[Keeping]:
        """One command; gives what its database shall do its keeping in. The commands that another
        one runs, as a demo does, keep what nobody misses, and are stopped at any time.
        """
        if not self._depth:
            self.kept, self._keeping, self._waits, self._asked = False, False, False, 0
        self._depth += 1
        try:
            yield nullcontext if self._depth > 1 else self._keep
        finally:
            self._depth -= 1

    @contextmanager
    def _keep(self) -> Iterator[None]:
        self._waits = self._keeping = True
        try:
            yield
        except Exception:
            self._keeping = False  # the database couldn't, and says so
            raise
        self.kept = True


PATIENCE = Patience()
