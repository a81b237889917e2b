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

import uvicorn

from gmtool.browser.app import made
from gmtool.browser.guard import Guard, Key
from gmtool.desk.answers import Answer
from gmtool.desk.desk import Desk, the_game
from gmtool.desk.problems import FileProblem

LOOPBACK = "127.0.0.1"
_ENDS = (signal.SIGINT, signal.SIGTERM)


class _Server(uvicorn.Server):
    """Ends at the first Ctrl-C when what was begun is done, and says nothing of it itself."""

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

    Raises as the desk does where there is no such database or game, and FileProblem where the port
    isn't free.
    """
    with desk.store() as store, store.reading() as room:
        if desk.game_name is not None:
            the_game(room, desk)
    key = Key()
    with _listening(port) as listener:
        port = listener.getsockname()[1]
        here = f"http://{LOOPBACK}:{port}"
        listener.listen()  # from now on nobody is turned away
        desk.tell("the desk in the browser is at:")
        tell(f"{here}/{key.secret}/")
        desk.tell("keep the address to yourself; Ctrl-C closes the desk")
        gc.enable()  # no command that is over in a moment
        if opens and _has_a_screen():
            ticket = f"{here}/open/{key.ticket}"
            threading.Thread(target=webbrowser.open, args=(ticket,), daemon=True).start()
        config = uvicorn.Config(
            Guard(made(desk), key, port),
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            lifespan="off",
            ws="none",
            timeout_graceful_shutdown=10,
        )
        asyncio.run(_Server(config).serve([listener]))
    desk.tell("the desk in the browser is closed; what was done there is on record")
    return Answer()


def _has_a_screen() -> bool:
    """Whether a browser can be seen; else one that draws with letters would take the terminal."""
    named = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME")
    return sys.platform in {"win32", "darwin"} or any(map(os.environ.get, named))


@contextmanager
def _listening(port: int) -> Iterator[socket.socket]:
    """A socket on which the browser can call."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        try:
            listener.bind((LOOPBACK, port))
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            why = "another program has it" if taken else error.strerror
            raise FileProblem(
                f"port {port} can't be used ({why}); leave --port out, and a free one is found."
            ) from error
        yield listener
    finally:
        listener.close()
