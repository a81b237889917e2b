"""What a host waits for, beside what it can be compared with: `python benchmarks/run.py`.

Everything compared is run in turn, many rounds, and what is printed are medians: of the times, and
of the rounds' ratios of times. Databases are made in a folder that is thrown away; an append is as
fast as the disk that it is on (TMPDIR names another). `--quick` only shows that all of it runs,
`--only` runs some parts.
"""

import argparse
import os
import tempfile
from pathlib import Path

import amending
import appending
import clicking
import growing
import moves
import replaying
import starting
from measuring import FULL, QUICK

PARTS = (starting, growing, appending, replaying, moves, amending, clicking)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a smoke run; its figures say nothing")
    names = [part.__name__ for part in PARTS]
    parser.add_argument("--only", nargs="+", choices=names, default=names, help="these parts")
    chosen = parser.parse_args()
    size = QUICK if chosen.quick else FULL
    for name in [name for name in os.environ if name.startswith("GMTOOL_")]:
        del os.environ[name]
    with tempfile.TemporaryDirectory(prefix="gmtool-benchmark-") as folder:
        for part in [part for part in PARTS if part.__name__ in chosen.only]:
            own = Path(folder) / part.__name__
            own.mkdir()
            print(f"\n{part.__doc__}")
            for row in part.rows(own, size):
                print(f"  {row}", flush=True)


if __name__ == "__main__":
    main()
