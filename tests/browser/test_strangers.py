"""Whatever calls at the port, the host is told once, and finds the desk as quick as ever."""

from __future__ import annotations

import signal
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest
from hosting import Host
from lengths import few_or_many
from serving import BEGINS, ENDS, Served, served

from gmtool.browser.strangers import MOST, NOISE

pytestmark = [pytest.mark.slow, pytest.mark.attack]  # processes
resource = pytest.importorskip("resource", reason="open files are limited otherwise there")

TOLD = f"{BEGINS}{NOISE}\n"
BROKEN = (
    b"nothing that is a request\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),  # TLS
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET / HTTP/1.1\r\nX: " + b"a" * 200_000,
    b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 20_000,
    bytes(100_000),
    b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
    # answered already when the rest of it turns out to be broken
    b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\n\r\nnothing that is a request\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
)
HALF = b"GET / HTTP/1.1\r\nHost: 127"


@contextmanager
def attacked(host: Host, files: int) -> Iterator[Served]:
    """A desk that may have so many files open, and a test that may have all of them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    limit = (files, files)
    try:
        with served(
            host,
            "--no-open",
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, limit),
        ) as desk:
            is_answered(desk)
            yield desk
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def is_answered(desk: Served) -> None:
    """The host is answered, before the one who asks gives up."""
    assert "R3" in desk.ask(desk.path)[1]


def call(desk: Served, says: bytes = b"", *, resets: bool = False) -> socket.socket:
    """A connection on which that was said; it is waited for no longer than for a moment."""
    one = socket.socket()
    one.setblocking(False)
    if resets:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    one.connect_ex(("127.0.0.1", desk.port))
    if says:
        one.settimeout(5)
        with suppress(OSError):  # it may be hung up on before all was said
            one.sendall(says)
    return one


def asking(desk: Served) -> bytes:
    """What the host's browser asks."""
    return f"GET {desk.path} HTTP/1.1\r\nHost: 127.0.0.1:{desk.port}\r\n\r\n".encode()


def hears(one: socket.socket) -> bool:
    """Whether more of an answer comes in a moment, which is read."""
    one.settimeout(0.2)
    try:
        return bool(one.recv(1 << 16))
    except TimeoutError:
        return False


def is_connected(one: socket.socket) -> bool:
    """Whether it wasn't hung up on; it has nothing to hear."""
    one.setblocking(False)
    try:
        return bool(one.recv(1))
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


def test_a_flood_is_told_of_in_one_line_and_the_desk_goes_on(host: Host) -> None:
    """With more callers than the desk may have files open, which on some systems are so few."""
    many = few_or_many(400, 6000)
    with attacked(host.begin(), 256) as desk, ExitStack() as calls:
        for begun in (b"", HALF):
            for _ in range(many):
                calls.enter_context(call(desk, begun))
            is_answered(desk)
        for _ in range(many):
            call(desk, resets=True).close()
        for _ in range(many // 4):
            assert desk.ask("/no-secret")[0] == 404
        is_answered(desk)
        calls.close()
        is_answered(desk)
        assert desk.said() == TOLD
        assert desk.ended() == (0, TOLD + ENDS)


def test_the_host_is_heard_amid_a_crowd(host: Host) -> None:
    """All of it calls before the desk hears anybody; more than that may be there are hung up on."""
    many = 3 * MOST
    with attacked(host.begin(), 256) as desk, ExitStack() as calls:
        desk.process.send_signal(signal.SIGSTOP)
        crowd = [calls.enter_context(call(desk)) for _ in range(many)]
        own = calls.enter_context(call(desk, asking(desk)))
        crowd += [calls.enter_context(call(desk)) for _ in range(many)]
        desk.process.send_signal(signal.SIGCONT)
        assert b"200 OK" in own.recv(1 << 16)
        while len(left := [one for one in crowd if is_connected(one)]) > MOST:
            time.sleep(0.01)
        assert left == crowd[-MOST:]
        assert desk.said() == TOLD


def test_where_no_more_files_can_be_open_the_strangers_go(host: Host) -> None:
    """The desk listens again after a second, which is for Python to say."""
    with attacked(host.begin(), 50) as desk, ExitStack() as calls:
        crowd = [calls.enter_context(call(desk)) for _ in range(90)]
        ends = time.monotonic() + 20
        while sum(map(is_connected, crowd)) > 50 and time.monotonic() < ends:
            time.sleep(0.05)
        assert sum(map(is_connected, crowd)) <= 50
        calls.close()
        is_answered(desk)
        assert desk.ended() == (0, TOLD + ENDS)


def test_what_is_no_request_is_told_of_in_one_line(host: Host) -> None:
    with attacked(host.begin(), 256) as desk:
        for _ in range(few_or_many(2, 100)):
            for broken in BROKEN:
                with call(desk, broken) as one:
                    heard = b""
                    with suppress(ConnectionError):
                        while piece := one.recv(1 << 16):  # the desk hangs up
                            heard += piece
                    assert desk.path.encode() not in heard
                call(desk, broken, resets=True).close()
        is_answered(desk)
        assert desk.ended() == (0, TOLD + ENDS)


def test_a_browser_that_connects_ahead_is_no_noise_and_is_kept(host: Host) -> None:
    """As browsers do in case something is asked; and what was asked once may be asked again."""
    with attacked(host.begin(), 256) as desk, ExitStack() as calls:
        ahead = [calls.enter_context(call(desk)) for _ in range(6)]
        ahead[0].settimeout(20)
        ahead[0].sendall(asking(desk))
        assert b"200 OK" in ahead[0].recv(1 << 16)
        ahead[1].close()
        is_answered(desk)
        assert desk.said() == BEGINS
        for _ in range(3 * MOST):  # strangers take no place of the host's
            calls.enter_context(call(desk))
        is_answered(desk)
        while hears(ahead[0]):
            pass
        ahead[0].settimeout(20)
        ahead[0].sendall(asking(desk))
        assert b"200 OK" in ahead[0].recv(1 << 16)


OTHERWISE = """
import asyncio.events
asyncio.events.new_event_loop = None
from gmtool.__main__ import main
main()
"""


def test_the_desk_runs_in_the_same_loop_on_every_system(host: Host) -> None:
    """That of Windows closes the port for good where a caller resets before it is taken."""
    with served(host.begin(), "--no-open", code=OTHERWISE) as desk:
        is_answered(desk)
        assert desk.ended() == (0, BEGINS + ENDS)


BROKEN_DESK = """
import gmtool.browser.page_model as page_model
def of(desk, told, beside):
    raise KeyError("a mistake of ours")
page_model.Page.of = of
from gmtool.__main__ import main
main()
"""


def test_a_mistake_of_ours_is_shown_whole_each_time(host: Host) -> None:
    with served(host.begin(), "--no-open", code=BROKEN_DESK) as desk:
        for _ in range(2):
            assert desk.ask(desk.path)[0] == 500
        code, said = desk.ended()
        assert code == 0
        assert said.count("Traceback") == said.count("KeyError: 'a mistake of ours'") == 2
        assert NOISE not in said
