"""Kinds that other people's packages supply, by the entry-point group `gmtool.games`.

An entry point's name is the kind, its value the place of the Game, `package:NAME`. In the package's
folder lie `rules.md` with the clauses, `templates/<kind>/<occasion>.j2` with the texts and, if it
brings any, `demos`. The templates are looked for under the names of their own kind alone, so that a
package can't change the texts of another kind, or those for any kind. A kind that is built in can't
be supplied anew.

The entry points are read only for a kind that isn't built in: it takes a host's time.
"""

from __future__ import annotations

import dataclasses
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from pathlib import Path

from gmtool.engine.game import Game, Occasion
from gmtool.engine.grammar import Form, Grammar
from gmtool.engine.options import Option
from gmtool.games import BUILT_IN, load

GROUP = "gmtool.games"
"""The entry-point group."""
FOR_ANY_KIND = "any"
"""The folder of the templates for any kind, which no kind can be called."""
TEMPLATES = "templates"
ROLES = ("setup", "wanted", "play", "forced", "view", "suggest", "messages")
_LISTS = {"options": Option, "occasions": Occasion}
INACTIVE_AFTER = "inactive_after"
"""The option that says after how many windows in a row without a word a player looks inactive."""
_KIND = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


class Unusable(Exception):
    """What a package supplies can't be used; a whole sentence that names the kind and the package.

    Whatever its author did wrong, a host is told in a sentence and not by a traceback.
    """

    exit_code = 3


@dataclass(frozen=True)
class Supplied:
    """A kind of an outside package: the game, the package's name, and the folder it lies in."""

    game: Game
    package: str
    folder: Path


@dataclass(frozen=True)
class Offer:
    """An entry point: the kind it names, the place of its game, and the package's name on the
    index, with its version.
    """

    kind: str
    place: str
    by: str

    def refused(self, why: str) -> Unusable:
        """What a host is told."""
        return Unusable(f"the kind “{self.kind}” of {self.by} can't be used: {why}.")


def offered() -> tuple[str, ...]:
    """The kinds that outside packages offer, usable or not, by the alphabet."""
    return tuple(sorted(_offers(tuple(sys.path))))


def find(kind: str) -> Supplied | None:
    """The kind of that name as an outside package supplies it, None where none does.

    Raises Unusable where it can't be used.
    """
    first, *others = _offers(tuple(sys.path)).get(kind) or (None,)
    if first is None:
        return None
    if others:
        both = " and ".join(offer.by for offer in (first, *others) if offer)
        raise Unusable(f"the kind “{kind}” is supplied by {both}; uninstall all but one.")
    if kind in BUILT_IN:
        raise first.refused("gmtool has a kind of that name already")
    if kind == FOR_ANY_KIND or not _KIND.fullmatch(kind):
        raise first.refused(
            "a kind is named in small letters, digits and single hyphens, and not “any”"
        )
    return _supplied(first)


def package_of(kind: str) -> str | None:
    """The package that holds a kind, without loading one that is built in; None where none does.
    Raises Unusable.
    """
    if kind in BUILT_IN:
        return BUILT_IN[kind].partition(":")[0]
    found = find(kind)
    return found.package if found else None


def templates(kind: str) -> Path | None:
    """The folder in which the outside package of that kind has its templates; None for a built-in
    kind and where no package supplies it. Raises Unusable.
    """
    if kind == FOR_ANY_KIND or kind in BUILT_IN:
        return None
    found = find(kind)
    return found.folder / TEMPLATES if found else None


@cache
def _offers(_path: tuple[str, ...]) -> dict[str, tuple[Offer, ...]]:
    """All entry points of the group by their kinds, as they are found on this path."""
    from importlib.metadata import entry_points

    found: dict[str, tuple[Offer, ...]] = {}
    for point in entry_points(group=GROUP):
        by = f"{point.dist.name} {point.dist.version}" if point.dist else point.value
        found[point.name] = (*found.get(point.name, ()), Offer(point.name, point.value, by))
    return found


def _supplied(offer: Offer) -> Supplied:
    module = offer.place.partition(":")[0]
    try:
        game: object = load(offer.place)
        spec = import_module(module).__spec__
    except (Exception, SystemExit) as error:
        raise offer.refused(f"{offer.place} fails with {_told(error)}") from error
    amiss = _amiss(game, offer.kind)
    if amiss:
        raise offer.refused(f"{offer.place} {amiss}")
    package = spec.parent if spec else ""
    if not package:
        raise offer.refused(
            f"{module} is a lone file; rules.md and templates lie in the folder of a package"
        )
    assert isinstance(game, Game)  # noqa: S101 - _amiss saw to it
    return Supplied(game, package, Path(str(resources.files(package))))


def _told(error: BaseException) -> str:
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {said.rstrip('.')}" if said else type(error).__name__


def _amiss(game: object, kind: str) -> str:
    """What is wrong with a game of that name, nothing where all is well: what the types say, which
    nobody may have checked.
    """
    if not isinstance(game, Game):
        return f"is a {type(game).__name__}, not a gmtool.api.Game"
    if game.kind != kind:
        return f"calls its kind “{game.kind}”; the entry point has to have the same name"
    return next(_other_interface(game.api), "") or next(amiss_in(game), "")


def amiss_in(game: Game) -> Iterator[str]:
    """What a game lacks of what gmtool asks of one, whoever supplies it."""
    for role in ROLES:
        if not callable(getattr(game, role)):
            yield f"has no function for its role `{role}`"
    grammar: object = game.grammar
    if not isinstance(grammar, Grammar):
        yield "has a `grammar` that is no Grammar"
    elif not all(isinstance(form, Form) for form in grammar.forms):
        yield "has a `grammar` with `forms` that are no tuple of Forms"
    for name, of in _LISTS.items():
        things = getattr(game, name)
        if not isinstance(things, tuple) or not all(isinstance(thing, of) for thing in things):
            yield f"has `{name}` that are no tuple of {of.__name__}s"
    if type(game.rules_version) is not int or game.rules_version < 1:
        yield "has a `rules_version` that is no whole number from 1 on"
    if not (isinstance(game.state_type, type) and dataclasses.is_dataclass(game.state_type)):
        yield "has a `state_type` that is no dataclass"
    names = [option.name for option in game.options if isinstance(option, Option)]
    if game.inactivity and INACTIVE_AFTER not in names:
        yield (
            f"says by `inactivity` that a host may rule players inactive, but has no option "
            f"`{INACTIVE_AFTER}` that says after how many windows"
        )


def _other_interface(number: object) -> Iterator[str]:
    """What a host is told of a package that was written for another gmtool."""
    from gmtool.api import VERSION  # it imports all that a game needs: not where there is none

    if type(number) is not int or number < 1:
        yield f"doesn't say for which gmtool.api it was written; this gmtool has api={VERSION}"
    elif number != VERSION:
        newer = "a newer gmtool" if number > VERSION else "a newer release of that package"
        yield f"was written for gmtool.api {number}, and this gmtool has {VERSION}; install {newer}"
