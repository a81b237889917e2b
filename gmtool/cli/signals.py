"""Ctrl-C: it stops a command until the command begins to commit; from then on it waits."""

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
"""What was kept may be an entry, a refused attempt, or that a text was sent."""
KEPT = f"stopped; {LOOK}"
PERHAPS = "stopped while it was written; it may be on record: see gmtool log before you repeat it."
_MOST = 2
"""How often an interrupt is put off; a host who presses on wants out, whatever was kept."""

Keeping = Callable[[], AbstractContextManager[None]]
"""Makes a context manager in which the database commits."""


class InterruptHandler:
    """Handles interrupts of one process. `kept` tells whether anything was committed.

    A command that has committed must say so: if it were stopped before that, the host would repeat
    it, and a deadline would be put off twice.
    """

    def __init__(self) -> None:
        self.kept = False
        self._keeping = False
        self._waits = False
        self._asked = 0
        self._depth = 0

    def __call__(self, signal: int, frame: Any) -> None:
        """The signal's handler. Raises KeyboardInterrupt while nothing is being committed, but only
        once: a command that says it was stopped isn't stopped again.
        """
        self._asked += 1
        if not self._waits or self._asked > _MOST:
            self._waits = True
            raise KeyboardInterrupt

    @property
    def message(self) -> str:
        """What to print about a command that was stopped."""
        return KEPT if self.kept else PERHAPS if self._keeping else STOPPED

    @contextmanager
    def command(self) -> Iterator[Keeping]:
        """The context of one command; yields the context manager for its commits. Commands that
        another one runs, as a demo does, store nothing of value and may be stopped at any time.
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
            self._keeping = False  # the commit failed, and the error says so
            raise
        self.kept = True


INTERRUPT_HANDLER = InterruptHandler()
