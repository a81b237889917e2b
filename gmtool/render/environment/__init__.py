"""The one Jinja environment: a view and a template in, text to paste out.

A template gets these facts, and nothing else; a name that isn't among them is an error. Instants
are ISO strings in UTC, which `when` and `deadline` show.

game      {name, kind, title, host, thread, zone, players (names), commitment (hex, or empty),
          chance (seed, hold or typed), words (of players, mixed into chance), start (an instant or
          empty), started, ended, called_off (why, or empty), seed (hex; only once the game has
          ended)}
phase, players, public
          what the game's view tells everybody
you       in a text for a player what the view tells that player alone
to        in a text for a player its name
events    what has just happened, as the reader may know it: {event, and its facts}
windows   the open windows: {key, title, opened, deadline}; window is the first of them, or none
seals     in the result of a window the digests of what came in it, sorted; else empty
entry     in a receipt {number, who, text, received, recorded, late, nonce, digest}
recorded, refusals
          in a refusal the texts of what stands, and what doesn't: {clause, quoted, sentence,
          readings}

What a template can call or filter with is in `pen` and in `gmtool.render.figures`; of Jinja's own
filters and functions those that `closed` lists. Whatever it prints is made literal, so that nothing
a player wrote can be markup; only what `pen` has made is printed as it is.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from gmtool.render import dialects
from gmtool.render.dialects.nodes import SUITS
from gmtool.render.environment.closed import Closed
from gmtool.render.environment.loading import Loader, problem
from gmtool.render.environment.pen import Pen
from gmtool.render.folders import SUFFIX, occasion_exists, occasion_name
from gmtool.render.problems import TemplateProblem

__all__ = ["TemplateProblem", "occasion_exists", "render"]


def render(
    kind: str,
    occasion: str,
    facts: Mapping[str, Any],
    *,
    dialect: str,
    zone: ZoneInfo,
    suits: str = "unicode",
    folders: Sequence[Path] = (),
) -> str:
    """The text of that occasion, ready to paste.

    The template is `<kind>/<occasion>.j2`, else `any/<occasion>.j2`; a file of the same name in one
    of the host's `folders` goes before the one that travels with the program. Raises
    TemplateProblem for a mistake in a template, ValueError for an unknown dialect or way of showing
    suits, TypeError for facts that aren't plain data.
    """
    environment = _environment(dialect, zone, suits, tuple(folders))
    plain = {key: _plain(value) for key, value in facts.items()}
    name = occasion_name(kind, occasion, folders)
    if name is None:
        missing = f"there is no such template, nor any/{occasion}{SUFFIX}"
        raise TemplateProblem(f"{kind}/{occasion}{SUFFIX}", 0, missing)
    try:
        text = environment.get_template(name).render(plain)
    except Exception as error:
        raise problem(error, environment.templates) from error
    return _tidy(text)


@lru_cache(maxsize=16)
def _environment(dialect: str, zone: ZoneInfo, suits: str, folders: tuple[Path, ...]) -> Closed:
    if suits not in SUITS:
        raise ValueError(f"suits are shown as {' or '.join(SUITS)}, not “{suits}”")
    return Closed(Pen(dialects.find(dialect), zone, suits), Loader(folders))


def _plain(value: object) -> Any:
    """A copy of plain data; nothing in it counts as marked up, whatever it was."""
    if isinstance(value, str):
        return str(value)
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    raise TypeError(f"templates get plain data, not a {type(value).__name__}")


def _tidy(text: str) -> str:
    """`text` without blanks at the ends of lines, and with one empty line where there are more."""
    lines: list[str] = []
    for line in text.split("\n"):
        bare = line.rstrip()
        if bare or (lines and lines[-1]):
            lines.append(bare)
    return "\n".join(lines).rstrip("\n")
