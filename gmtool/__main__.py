"""`gmtool`, and `python -m gmtool`."""

from __future__ import annotations

import gc
import os
import signal
import sys
from contextlib import suppress

USAGE, UNUSABLE, INTERRUPTED = 2, 3, 130
NOTHING = "nothing was recorded in the database."


def main() -> None:
    """Run the command line of this process and exit with its code."""
    gc.disable()  # a command is over before collecting pays; imports are a third faster without
    # or pydantic asks every package that is installed whether it plugs in
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        _open_streams()
        code = _run()
    except KeyboardInterrupt:
        code = _say("stopped; nothing was recorded.", INTERRUPTED)
    except (ImportError, OSError) as error:
        code = _say(f"gmtool can't be started ({error}); {NOTHING}", UNUSABLE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is said, and the exit code stands
    gc.freeze()  # on the way out Python would search everything that was loaded once more
    sys.exit(code)


def _run() -> int:
    from gmtool.cli.app import run
    from gmtool.cli.show import complain, drop
    from gmtool.cli.signals import INTERRUPT_HANDLER, LOOK

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is to be ignored
        signal.signal(signal.SIGINT, INTERRUPT_HANDLER)
    code = 0
    try:
        code = run([os.fsencode(word).decode("utf-8") for word in sys.argv[1:]])
        sys.stdout.flush()
    except UnicodeDecodeError as error:
        typed = error.object.decode("utf-8", "backslashreplace")
        complain(f"“{typed}” isn't text in UTF-8; nothing was done.")
        return USAGE
    except KeyboardInterrupt:
        return _say(INTERRUPT_HANDLER.message, INTERRUPTED)
    except BrokenPipeError:  # whoever read it has read enough
        drop(sys.stdout)
    except (ImportError, OSError) as error:
        drop(sys.stdout)
        kept = LOOK if INTERRUPT_HANDLER.kept else NOTHING
        return _say(f"the answer couldn't be made or written ({error}); {kept}", UNUSABLE)
    return code


def _open_streams() -> None:
    """See to it that there are all three, and that no file takes the place of one: what is said to
    a stream that was closed must not land in a database. Standard output that was closed answers
    as a full one does.
    """
    while (spare := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(spare)
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115 -- till the end
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # half a character must not stop an answer about what is recorded already
            errors = "strict" if stream is sys.stdin else "backslashreplace"
            stream.reconfigure(encoding="utf-8", errors=errors)


def _say(sentence: str, code: int) -> int:
    """Say it on standard error, as far as that can be; returns the code."""
    with suppress(OSError):
        sys.stderr.write(f"{sentence}\n")
        sys.stderr.flush()
    return code


if __name__ == "__main__":
    main()
