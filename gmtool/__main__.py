"""`gmtool`, and `python -m gmtool`."""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    """Run the command line of this process and exit with its code."""
    gc.disable()  # a command is over before collecting pays; imports are a third faster without
    # or pydantic asks every package that is installed whether it plugs in
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8")
    from gmtool.cli.app import run

    try:
        code = run([os.fsencode(word).decode("utf-8") for word in sys.argv[1:]])
        sys.stdout.flush()
    except UnicodeDecodeError as error:
        sys.stderr.write(f"{error.object!r} isn't text in UTF-8; nothing was done.\n")
        code = 2
    except BrokenPipeError:  # whoever read it has read enough
        _drop_output()
        code = 0
    except OSError as error:
        _drop_output()
        sys.stderr.write(
            f"the answer couldn't be written ({error.strerror}); what was recorded is recorded: "
            "see gmtool log.\n"
        )
        code = 3
    gc.freeze()  # on the way out Python would search everything that was loaded once more
    sys.exit(code)


def _drop_output() -> None:
    """Whatever still waits to be written goes nowhere, so that leaving doesn't fail too."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
