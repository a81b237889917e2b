"""What every command makes anew, made once in a test run that runs thousands of them."""

import sys
from functools import cache

import pytest

from gmtool.cli.command import command


def each_command_once(patching: pytest.MonkeyPatch) -> None:
    """From now on a command is made once of its function: a tenth of what it takes to run it, and
    most of what it takes to ask all of them what they offer.
    """
    once = cache(command)
    for module in [*sys.modules.values()]:
        if getattr(module, "__dict__", {}).get("command") is command:
            patching.setattr(module, "command", once)
