"""What tests stand on: helpers that tell what differs, and programs that can be stopped."""

from __future__ import annotations

import signal
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import find_spec
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
HELPERS = [
    *(path.stem for path in TESTS.glob("support/*.py")),
    *(
        f"{path.parent.name}.{path.stem}"
        for path in TESTS.glob("games/*/*.py")
        if not path.stem.startswith(("test_", "_"))
    ),
]
ON_CTRL_C = "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"


@pytest.mark.parametrize("name", HELPERS)
def test_what_a_helper_asserts_tells_what_differs(name: str) -> None:
    """pytest loads it, and not Python alone."""
    found = find_spec(name)
    assert found
    assert not isinstance(found.loader, SourceFileLoader)


def test_what_a_test_starts_stops_on_ctrl_c() -> None:
    said = subprocess.run([sys.executable, "-c", ON_CTRL_C], capture_output=True, check=True)
    assert said.stdout.split() == [b"True"]


@pytest.mark.slow
def test_also_where_the_tests_began_with_ctrl_c_ignored() -> None:
    this = f"{__file__}::{test_what_a_test_starts_stops_on_ctrl_c.__name__}"
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        run = [sys.executable, "-m", "pytest", "-n", "1", this]
        ended = subprocess.run(run, capture_output=True, text=True, check=False, cwd=TESTS.parent)
    finally:
        signal.signal(signal.SIGINT, before)
    assert ended.returncode == 0, ended.stdout
