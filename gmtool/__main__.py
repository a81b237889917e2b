"""`gmtool`, and `python -m gmtool`."""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    """Run the command line of this process and exit with its code."""
    gc.disable()  # a command is over before collecting pays; imports are a third faster without
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8")
    from gmtool.cli.app import run

    try:
        code = run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code)


if __name__ == "__main__":
    main()
