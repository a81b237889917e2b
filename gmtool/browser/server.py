"""Serves the page on the loopback address until the host ends it."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import cast

import uvicorn

from gmtool.browser.app import made
from gmtool.browser.guard import Guard, Key
from gmtool.browser.strangers import AT_ONCE, QUEUE, Caller, Strangers
from gmtool.browser.tickets import Ticket
from gmtool.desk.answers import Answer
from gmtool.desk.desk import Desk, the_game
from gmtool.desk.problems import DeskProblem, FileProblem

LOOPBACK = "127.0.0.1"
_ENDS = (signal.SIGINT, signal.SIGTERM)
_TWICE = (
    "the desk in the browser is closed: the ticket that led your browser to it was used twice. "
    "Either the browser asked twice, or somebody else had the ticket too and may have been at the "
    "desk."
)
_AND_NOW = (
    "what was done there is on record; look through it with `gmtool log`, then start `gmtool desk` "
    "again"
)


class _Server(uvicorn.Server):
    """Ends at the first Ctrl-C when what was begun is done, and says nothing of it itself; ends too
    when its ticket is used twice.
    """

    def __init__(self, config: uvicorn.Config, ticket: Ticket, strangers: Strangers) -> None:
        super().__init__(config)
        self.ticket = ticket
        self.strangers = strangers

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(self.strangers.handle_problem)
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(QUEUE)  # it was made as short as what is taken at once

    async def on_tick(self, counter: int) -> bool:
        """Whether the run ends; asked ten times a second."""
        if self.ticket.uses or self.ticket.is_late:
            self.ticket.remove_file()
        return await super().on_tick(counter) or self.ticket.is_used_twice

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        kept = {one: signal.signal(one, self.handle_exit) for one in _ENDS}
        try:
            yield
        finally:
            for one, handler in kept.items():
                signal.signal(one, handler)


def serve(
    desk: Desk, port: int = 0, *, tell: Callable[[str], object], opens: bool = True
) -> Answer:
    """Serve the page until Ctrl-C, on that port or a free one, and `tell` its address; with
    `opens` a browser is called to it, where there is a screen for one.

    Raises as the desk does where there is no such database or game, FileProblem where the port
    isn't free, and DeskProblem at the end of a run whose ticket was used twice.
    """
    with desk.store() as store, store.reading() as transaction:
        if desk.game_name is not None:
            the_game(transaction, desk)
    key, strangers = Key(), Strangers(desk.tell)
    with _listening(port) as listener:
        port = listener.getsockname()[1]
        here = f"http://{LOOPBACK}:{port}"
        desk.tell("the desk in the browser is at:")
        tell(f"{here}/{key.secret}/")
        desk.tell("keep the address to yourself; Ctrl-C closes the desk")
        gc.enable()  # no command that is over in a moment
        config = uvicorn.Config(
            Guard(made(desk), key, port, strangers.tell_once),
            http=cast("type[asyncio.Protocol]", partial(Caller, strangers)),
            backlog=AT_ONCE,
            log_config=None,
            log_level="error",  # what is below is said of strangers, each time
            access_log=False,
            server_header=False,
            proxy_headers=False,
            lifespan="off",
            ws="none",
            timeout_graceful_shutdown=10,
        )
        try:
            if opens and _has_a_screen():
                _call_browser(key.ticket, here, desk.tell)
            # The usual loop of Windows closes the port for good where a caller hangs up too early.
            with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
                runner.run(_Server(config, key.ticket, strangers).serve([listener]))
        finally:
            key.ticket.remove_file()
    if key.ticket.is_used_twice:
        raise DeskProblem(_TWICE, [_AND_NOW])
    desk.tell("the desk in the browser is closed; what was done there is on record")
    return Answer()


def _call_browser(ticket: Ticket, here: str, tell: Callable[[str], object]) -> None:
    """Start a browser with the file that leads to the ticket; a run without one goes on."""
    try:
        file = ticket.write_file(f"{here}/open/{ticket.word}")
    except (OSError, RuntimeError) as error:  # a full disk, or nobody's home
        tell(f"no browser was opened ({error}); paste the address into yours")
        return
    threading.Thread(target=webbrowser.open, args=(file.as_uri(),), daemon=True).start()


def _has_a_screen() -> bool:
    """Whether a browser can be seen; else one that draws with letters would take the terminal."""
    named = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME")
    return sys.platform in {"win32", "darwin"} or any(map(os.environ.get, named))


@contextmanager
def _listening(port: int) -> Iterator[socket.socket]:
    """A socket on which the browser can call."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":
        # Else the port of a run just over is taken for a minute. On Windows it isn't, and this
        # would let another program in at ours.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        try:
            listener.bind((LOOPBACK, port))
            listener.listen()  # from now on nobody is turned away
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            why = "another program has it" if taken else error.strerror
            raise FileProblem(
                f"port {port} can't be used ({why}); leave --port out, and a free one is found."
            ) from error
        yield listener
    finally:
        listener.close()
