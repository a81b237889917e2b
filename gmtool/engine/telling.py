"""News: what a rule tells, once, about what it did, carried by the state after it.

News isn't stored or replayed; the engine takes it off the state when it has the texts that follow
from it. It is closed by default: a player who isn't named hears nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Self, TypeAlias, cast

from msgspec import Struct, json
from msgspec.structs import replace

from gmtool.engine.instants import encode_instant
from gmtool.engine.text import HOST

if TYPE_CHECKING:
    Fact: TypeAlias = str | int | bool | tuple["Fact", ...] | Mapping[str, "Fact"] | Struct | None
    """Frozen data, as states are made of."""


class News(Struct, frozen=True):
    """Something that happened: its `name`, and the `facts` told to each player who hears of it.

    `to` are the players who hear of it, or None for everybody. `secret` are facts for the host and
    the players in `knows`; they are added to `facts`, or replace those of the same name. `remark`
    is a sentence for the host alone, with its clause, shown at once.
    """

    name: str
    facts: Mapping[str, Any]
    to: tuple[str, ...] | None = None
    secret: Mapping[str, Any] = {}
    knows: tuple[str, ...] = ()
    remark: str = ""

    def __getitem__(self, fact: str) -> Any:
        """A fact as the host knows it; raises KeyError where there is none."""
        return self.secret[fact] if fact in self.secret else self.facts[fact]

    def seen_by(self, viewer: str) -> dict[str, Any] | None:
        """What `viewer` may know of it, as plain data with its name under `news`; None
        where that is nothing.
        """
        known = viewer == HOST or viewer in self.knows
        if not known and self.to is not None and viewer not in self.to:
            return None
        return {"news": self.name, **plain({**self.facts, **(self.secret if known else {})})}


def plain(value: Any) -> Any:
    """Frozen data as a reader gets it: lists and dicts, without the names of classes."""
    return json.decode(json.encode(value, enc_hook=encode_instant))


class Telling(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The base of a state, which carries news; it has `players`, each with a `name`. `rules` is the
    version of the rules by which it goes on, 0 for the newest.
    """

    news: tuple[News, ...] = ()
    rules: int = 0

    def follows(self, version: int) -> bool:
        """Whether it goes by the rules of that version or a later one."""
        return not self.rules or self.rules >= version

    def tell(
        self,
        news: str,
        /,
        *,
        only_to: Iterable[str] | None = None,
        secret: Mapping[str, Fact] | None = None,
        known_to: Iterable[str] = (),
        remark: str = "",
        **facts: Fact,
    ) -> Self:
        """The state with news for everybody, or `only_to` some, with `secret` facts for
        those in `known_to`.
        """
        to = None if only_to is None else tuple(only_to)
        told = News(news, facts, to, secret or {}, tuple(known_to), remark)
        return replace(self, news=(*self.news, told))

    def but(self, name: str, **changes: Any) -> Self:
        """The state with the player of that name changed."""
        return self.each(lambda one: replace(one, **changes) if one.name == name else one)

    def each(self, change: Callable[[Any], Any]) -> Self:
        """The state with every player replaced by `change` of it."""
        players: tuple[Any, ...] = getattr(self, "players")  # noqa: B009 - of the game's own type
        return cast("Self", replace(cast("Any", self), players=tuple(map(change, players))))
