"""A kind whose games are each made of a file, for tests: the sealed kind of the tutorial, of which
the file says how many rounds are played. Its package is put where an installer would put it.
"""

from __future__ import annotations

from pathlib import Path

import tutorial
from files import put

KIND = "filed-number"
LONG, SHORT = "rounds = 3\n", '# two: "rounds"\n\nrounds = 2\t\ntitle = "A: b"\n'
"""The files that travel with it, `long` and `short`."""
_PACKAGE = "gmtool_lone_number"
_CODE = '''"""Filed Number: a file says how many rounds are played."""

from msgspec.structs import replace
from importlib import resources

from gmtool import api
from gmtool_lone_number import sealed

NUMBER = str.isdecimal
KEYS = {"rounds": NUMBER, "hours": NUMBER, "title": lambda value: value.startswith('"')}


def made(file: str) -> api.Game:
    said, mistakes = {}, []
    for number, line in enumerate(file.split("\\n"), 1):
        key, _, value = (part.strip() for part in line.partition("#")[0].partition("="))
        if key and not KEYS.get(key, lambda _: False)(value):
            mistakes.append(api.Mistake(number, key, f"“{value}” can't stand there"))
        said[key] = value
    if "rounds" not in said:
        mistakes.append(api.Mistake(0, "rounds", "it is missing; it says how many are played"))
    if mistakes:
        raise api.Misset(*mistakes)
    fixed = {key: int(said[key]) for key in ("rounds", "hours") if key in said}

    def setup(options, names):
        return sealed.GAME.setup({**options, **fixed}, names)

    def sequel(state, names):
        return {}, names

    return replace(
        sealed.GAME,
        kind="filed-number",
        title=said.get("title", "Filed Number").strip('"'),
        options=() if "hours" in fixed else (sealed.HOURS,),
        setup=setup,
        sequel=sequel,
        made=made,
        file=file,
    )


GAME = made(resources.files(__package__).joinpath("setups/long.toml").read_text("utf-8"))
'''


def installed(site: Path) -> Path:
    """The folder, with the package in it; `tutorial.on_path` makes it be found."""
    tutorial.unpack_installed(site)
    put(site, f"{_PACKAGE}/filed.py", _CODE)
    templates = site / _PACKAGE / "templates"
    silent = (templates / "sealed-number/silent.j2").read_text("utf-8")
    put(templates, f"{KIND}/silent.j2", silent)
    put(site, f"{_PACKAGE}/setups/long.toml", LONG)
    put(site, f"{_PACKAGE}/setups/short.toml", SHORT)
    with next(site.glob("*.dist-info/entry_points.txt")).open("a", encoding="utf-8") as points:
        points.write(f"\n[gmtool.games]\n{KIND} = {_PACKAGE}.filed:GAME\n")
    return site
