"""What every command makes anew, made once in a test run that runs thousands of them."""

from functools import cache
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine

from gmtool.cli.command import command


def each_command_once(patching: pytest.MonkeyPatch) -> None:
    """From now on a command is made once of its function: a tenth of what it takes to run it."""
    patching.setattr("gmtool.cli.app.command", cache(command))


def each_statement_once(patching: pytest.MonkeyPatch) -> None:
    """From now on what SQLAlchemy makes of a statement is made once for all SQLite databases.

    It keeps that by engine and dialect, and every command has an engine of its own: a process runs
    one command, the tests run thousands in one. It is half of what a command takes here. Were the
    two attributes called otherwise one day, each would compile for itself again.
    """
    shared: dict[str, Any] = {}

    def sharing(url: Any, **options: Any) -> Engine:
        engine: Any = create_engine(url, **options)
        if url == "sqlite://":
            engine.dialect = engine.pool._dialect = shared.setdefault("dialect", engine.dialect)
            engine._compiled_cache = shared.setdefault("compiled", engine._compiled_cache)
        made: Engine = engine
        return made

    patching.setattr("gmtool.store.connecting.create_engine", sharing)
