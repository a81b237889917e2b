"""Kinds that other packages supply, by the entry-point group `gmtool.games`.

The name of an entry point is the kind, and its value the place of the Game, `package:NAME`. The
package's folder holds `rules.md` with the clauses, `templates/<kind>/<occasion>.j2` with the
texts and, if it brings any, `demos`. Only templates under the name of its own kind are used, so
that a package can't change the texts of another kind or those for any kind. A package can't
supply a kind that is built in.

The entry points are read only for a kind that isn't built in, since reading them takes time.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module, resources
from pathlib import Path

from msgspec import Struct

from gmtool.engine.forms import take_apart
from gmtool.engine.game import Game, MessageType
from gmtool.engine.grammar import Form, Grammar, Slot
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import Move
from gmtool.engine.options import Option
from gmtool.engine.rulings import Change, Ruling
from gmtool.games import BUILT_IN, load

GROUP = "gmtool.games"
"""The entry-point group."""
FOR_ANY_KIND = "any"
"""The folder of the templates for any kind; no kind can have this name."""
TEMPLATES = "templates"
ROLES = ("setup", "wanted", "play", "automatic", "view", "suggest", "messages")
_LISTS = {"options": Option, "message_types": MessageType, "rulings": Ruling, "changes": Change}
INACTIVE_AFTER = "inactive_after"
"""The option for the number of windows in a row after which a silent player looks inactive."""
_KIND = lazy_regex(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


class Unusable(Exception):
    """What a package supplies can't be used; the message is a whole sentence that names the
    kind and the package.

    Whatever its author did wrong, the host sees a sentence and no traceback.
    """

    exit_code = 3


class Supplied(Struct, frozen=True):
    """A kind of an outside package: the game, the package's name, and its folder."""

    game: Game
    package: str
    folder: Path


class Offer(Struct, frozen=True):
    """An entry point: its kind, the place of its game, and the name and version of the
    distribution.
    """

    kind: str
    place: str
    by: str

    def refused(self, why: str) -> Unusable:
        """The problem that a host is told."""
        return Unusable(f"the kind “{self.kind}” of {self.by} can't be used: {why}.")


def offered() -> tuple[str, ...]:
    """The kinds that outside packages offer, usable or not, in alphabetical order."""
    return tuple(sorted(_offers(tuple(sys.path))))


def find(kind: str) -> Supplied | None:
    """The kind of that name that an outside package supplies; None where none does. Raises Unusable
    where it can't be used.
    """
    first, *others = _offers(tuple(sys.path)).get(kind) or (None,)
    if first is None:
        return None
    if others:
        both = " and ".join(offer.by for offer in (first, *others) if offer)
        raise Unusable(f"the kind “{kind}” is supplied by {both}; uninstall all but one.")
    if kind in BUILT_IN:
        # A package must not replace the rules of games that are running.
        raise first.refused("gmtool has a kind of that name already")
    if kind == FOR_ANY_KIND or not _KIND.fullmatch(kind):
        raise first.refused(
            "a kind is named in small letters, digits and single hyphens, and not “any”"
        )
    return _supplied(first)


def templates(kind: str) -> Path | None:
    """The template folder of the outside package with that kind; None for a built-in kind and where
    no package supplies it. Raises Unusable.
    """
    if kind == FOR_ANY_KIND or kind in BUILT_IN:
        return None
    found = find(kind)
    return found.folder / TEMPLATES if found else None


@cache
def _offers(_path: tuple[str, ...]) -> dict[str, tuple[Offer, ...]]:
    """All entry points of the group by kind, as found on this path."""
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
    """What is wrong with a game of that name, or empty. It checks what types say, which
    nobody may have checked.
    """
    if not isinstance(game, Game):
        return f"is a {type(game).__name__}, not a gmtool.api.Game"
    if game.kind != kind:
        return f"calls its kind “{game.kind}”; the entry point has to have the same name"
    return next(_other_interface(game.api), "") or next(amiss_in(game), "")


def _amiss_in_move(of: Form) -> Iterator[str]:
    """What is wrong with a move's class, as far as that shows without a game."""
    make, finds = of.make, of.slot and (of.slot.whole or of.slot.find is not Slot().find)
    if not (isinstance(make, type) and issubclass(make, Move)):
        return
    needed = len(make.__struct_fields__) - len(make.__struct_defaults__)
    if finds and needed > 1:
        yield f"has a move {make.__name__} with {needed} fields to fill, and a slot that finds one"
    if not make.form:
        return
    try:
        form = take_apart(make.form)
    except ValueError as error:
        yield f"has a move {make.__name__} that can't be written: {error}"
        return
    if not form.verb:
        yield f"has a move {make.__name__} with the form “{make.form}”, which begins with no verb"
    for name, _ in form.fields:
        if not hasattr(make, name):
            yield f"has a move {make.__name__} with a form that names {name}, no field of it"


def amiss_in(game: Game) -> Iterator[str]:
    """What a game lacks that gmtool requires of every game."""
    for role in ROLES:
        if not callable(getattr(game, role)):
            yield f"has no function for its role `{role}`"
    grammar: object = game.grammar
    if not isinstance(grammar, Grammar):
        yield "has a `grammar` that is no Grammar"
    elif not all(isinstance(form, Form) for form in grammar.forms):
        yield "has a `grammar` with `forms` that are no tuple of Forms"
    else:
        for form in grammar.forms:
            yield from _amiss_in_move(form)
    for name, of in _LISTS.items():
        things = getattr(game, name)
        if not isinstance(things, tuple) or not all(isinstance(thing, of) for thing in things):
            yield f"has `{name}` that are no tuple of {of.__name__}s"
    if type(game.rules_version) is not int or game.rules_version < 1:
        yield "has a `rules_version` that is no whole number from 1 on"
    if bool(game.made) != bool(game.file):
        yield "has `made` without a `file` of which it is made itself, or a `file` without `made`"
    if not (isinstance(game.state_type, type) and issubclass(game.state_type, Struct)):
        yield "has a `state_type` that is no `msgspec.Struct`"
    names = [option.name for option in game.options if isinstance(option, Option)]
    if game.inactivity and INACTIVE_AFTER not in names:
        yield (
            f"says by `inactivity` that a host may rule players inactive, but has no option "
            f"`{INACTIVE_AFTER}` that says after how many windows"
        )


def _other_interface(number: object) -> Iterator[str]:
    """What a host is told of a package that was written for another version of `gmtool.api`."""
    from gmtool.api import VERSION  # imports all that a game needs: only where there is one

    if type(number) is not int or number < 1:
        yield f"doesn't say for which gmtool.api it was written; this gmtool has api={VERSION}"
    elif number != VERSION:
        newer = "a newer gmtool" if number > VERSION else "a newer release of that package"
        yield f"was written for gmtool.api {number}, and this gmtool has {VERSION}; install {newer}"
