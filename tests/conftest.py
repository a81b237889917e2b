"""Fixtures for all rooms."""

import atexit
import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import none

TESTS = Path(__file__).parent
# what helpers assert tells what differs, too: those of all tests, and those of a kind's, which are
# a package; before any of them is imported
pytest.register_assert_rewrite(
    *(path.stem for folder in ("support", "games") for path in (TESTS / folder).iterdir())
)

import compiling  # noqa: E402
import lengths  # noqa: E402
from hosting import Host  # noqa: E402

from gmtool.store import Store  # noqa: E402

if TYPE_CHECKING:
    from server import Server

# a job in the background inherits that Ctrl-C is ignored, and so would the programs that tests
# start and stop
signal.signal(signal.SIGINT, signal.default_int_handler)

# the same examples every time, and no clock: machines are shared and noisy
settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")

MEMORY = Path("/dev/shm")  # noqa: S108
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK):
    # the store syncs each commit to the disk, and the tests commit thousands of times
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

if sys.dont_write_bytecode and sys.pycache_prefix is None:
    # with its assertions made to tell more, compiling the tests takes each process ten seconds:
    # it is kept, and where pytest keeps its own things, so that none of it lies about
    sys.pycache_prefix = str(TESTS.parent / ".pytest_cache" / "compiled")
    sys.dont_write_bytecode = False
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix  # for the programs that tests start
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

os.environ["GMTOOL_CACHE"] = ""  # no test depends on what another one left

OWN = tempfile.mkdtemp(prefix="gmtool-tests-")
"""The settings of whoever runs the tests: no key is made among the real ones."""
os.environ["XDG_CONFIG_HOME"] = OWN
atexit.register(shutil.rmtree, OWN, ignore_errors=True)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A file of cases is one of tests."""
    if file_path.suffix not in {".clauses", ".evenings"}:
        return None
    from casefiles import CaseFile  # who runs none needn't load what plays them

    return CaseFile.from_parent(parent, path=file_path)


LEFT_OUT = pytest.StashKey[int]()
"""How many of the tests asked for are left out since they are for the long form alone."""


def pytest_report_header() -> str:
    """How the long form is run, or that this is it."""
    if lengths.IS_LONG:
        return "long form: every case of every test"
    return f"short form of the exhaustive tests; all of each: {lengths.HOW}"


@pytest.hookimpl(trylast=True)  # after `-m` and `-k`, so that what they leave out isn't counted
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is for the long form alone."""
    without = lengths.left_out(items)
    config.hook.pytest_deselected(items=without)
    config.stash[LEFT_OUT] = len(without)
    if hasattr(config, "workeroutput"):
        config.workeroutput["left_out"] = len(without)


@given(none())
def _first(_: None) -> None:
    """Hypothesis's first test in a process makes its generator of random numbers."""


def pytest_collection_finish() -> None:
    """The tests themselves stay to the end: they needn't be looked through for what can go, and
    what they leave behind not after every seven hundred new things.
    """
    # first: with Python 3.14 it warns where `gc.freeze` came before
    _first()
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000)


@pytest.hookimpl(optionalhook=True)  # where several processes share the run
def pytest_testnodedown(node: Any) -> None:
    """One of them is done, and tells how much it left out: all the same."""
    told = getattr(node, "workeroutput", {})
    node.config.stash[LEFT_OUT] = told.get("left_out", 0)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """How many were left out."""
    count = config.stash.get(LEFT_OUT, 0)
    if count:
        terminalreporter.write_line(f"{count:,} cases left out; to run all: {lengths.HOW}")


@pytest.fixture(scope="session", autouse=True)
def _each_thing_made_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patching:
        compiling.each_command_once(patching)
        yield


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database, made once by the migrations."""
    path = tmp_path_factory.mktemp("migrated") / "games.db"
    Store.open(path).close()
    return path


@pytest.fixture
def host(migrated: Path, tmp_path: Path) -> Host:
    """A host with an empty desk."""
    path = tmp_path / "games.db"
    shutil.copy(migrated, path)
    path.chmod(0o600)
    return Host(path)


@pytest.fixture(scope="session")
def server() -> Iterator["Server"]:
    """A PostgreSQL server; without the programs for one, what asks for it is skipped."""
    from server import HOW, programs, running  # who doesn't ask for it needn't load its driver

    found = programs()
    if found is None:
        pytest.skip(HOW)
    with running(found) as server:
        yield server


@pytest.fixture(scope="session")
def template(server: "Server") -> str:
    """The name of an empty database on it, made once by the migrations."""
    name = server.make()
    Store.open(server.url(name)).close()
    return name


@pytest.fixture
def on_server(server: "Server", template: str) -> Iterator[str]:
    """The name of an empty database of the test's own on it."""
    name = server.make(template)
    yield name
    server.drop(name)
