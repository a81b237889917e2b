"""Who calls at the port without the address: programs that look for open ports, or mean ill.

All that they do costs the host one line in the terminal, and never a place at the desk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST = 100
"""How many may be connected before they ask for anything. A browser asks at once, while at most
twice `AT_ONCE` others can come; and with these all are fewer than the files that a program may have
open, of which some systems give it 256.
"""
AT_ONCE = 32
"""How many connections are taken before those that are there are heard again."""
QUEUE = 4096
"""How many more the system keeps for us meanwhile; it may keep fewer. Whom it turns away comes
again in a second at the earliest, and that may be the host.
"""
NOISE = (
    "something on this machine calls at the desk without its address (an old tab does that too); "
    "it is turned away, and no more is said of it"
)


@dataclass
class Strangers:
    """The connections on which no whole request has come, the oldest first, and whether the host
    was told that there is noise.
    """

    tell: Callable[[str], object]
    callers: dict[Caller, None] = field(default_factory=dict)
    was_told: bool = False

    def tell_once(self) -> None:
        """Tell the host that there is noise, the first time."""
        if not self.was_told:
            self.was_told = True
            self.tell(NOISE)

    def add(self, caller: Caller) -> None:
        """Take one more in, for which the oldest goes if they are too many."""
        self.callers[caller] = None
        self.drop_down_to(MOST)

    def drop_down_to(self, most: int) -> None:
        """Hang up on the oldest, until so many are left."""
        while len(self.callers) > most:
            oldest = next(iter(self.callers))
            self.remove(oldest)
            oldest.transport.abort()
            self.tell_once()

    def remove(self, caller: Caller) -> None:
        """Count one as a stranger no more."""
        self.callers.pop(caller, None)

    def handle_problem(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Take what the loop complains of: that a connection broke is said to nobody, and where too
        many files are open the strangers go. All else is a mistake of ours, and is shown whole.
        """
        problem = context.get("exception")
        if not isinstance(problem, OSError):
            loop.default_exception_handler(context)
        elif not isinstance(problem, ConnectionError):
            self.tell_once()
            self.drop_down_to(0)


class Caller(H11Protocol):
    """A connection, which is a stranger's until a whole request has come; whether that holds the
    secret is for the guard to see, who keeps no connection open for others.
    """

    def __init__(self, strangers: Strangers, **given: Any) -> None:
        super().__init__(**given)
        self.strangers = strangers

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.strangers.add(self)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is not None:
            self.strangers.remove(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.strangers.remove(self)
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Hang up on who sends what is no request: an answer might come amid another."""
        self.strangers.tell_once()
        self.transport.abort()
