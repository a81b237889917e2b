"""Fixtures for all rooms."""

import os
import shutil
from pathlib import Path

import pytest
from hosting import Host
from hypothesis import HealthCheck, settings

# the same examples every time, and no clock: machines are shared and noisy
settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")

MEMORY = Path("/dev/shm")  # noqa: S108
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK):
    # the store syncs each commit to the disk, and the tests commit thousands of times
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database, made once by the migrations."""
    path = tmp_path_factory.mktemp("migrated") / "games.db"
    answered = Host(path)("games")
    assert answered.code == 0, answered.all
    return path


@pytest.fixture
def host(migrated: Path, tmp_path: Path) -> Host:
    """A host with an empty desk."""
    path = tmp_path / "games.db"
    shutil.copy(migrated, path)
    path.chmod(0o600)
    return Host(path)
