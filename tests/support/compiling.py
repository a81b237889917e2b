"""What every command makes anew, made once in a test run that runs thousands of them."""

from functools import cache

import pytest

from gmtool.cli.command import command


def each_command_once(patching: pytest.MonkeyPatch) -> None:
    """From now on a command is made once of its function: a tenth of what it takes to run it."""
    patching.setattr("gmtool.cli.app.command", cache(command))
