"""The roles of a game: a value with pure functions, nothing else.

A game never computes a deadline, draws a card or writes a sentence: the engine wraps its state
with windows, pauses and rulings, chance speaks in the journal, and templates hold the sentences.
A state is an `engine.telling.Telling`: what a rule tells of what it did stands beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from gmtool.engine.chance import Choose
from gmtool.engine.entries import Spoken
from gmtool.engine.grammar import Grammar
from gmtool.engine.moves import Move
from gmtool.engine.options import Option, Options
from gmtool.engine.telling import News

PUBLIC = ""
"""The seer that knows only what everybody knows; no player can have this name."""

SECRET = "secret"  # noqa: S105 - a key of views, no password
"""The key under which the host's view keeps what a report shows only on demand."""

State = Any
View = dict[str, Any]


@dataclass(frozen=True)
class Window:
    """A time in which players may speak. `key` is its own among all windows of the game.

    `title` says what it is for (`bidding on lots A, B`), `hours` is the rule's length and `clause`
    the rule that a late move is refused by. What comes in a `sealed` one is secret until it
    closes; the post that tells its result lists the digests. Of a `private` one nobody else may
    know that it is open, but the players named; nobody named: everybody may. What comes in it is
    never sealed, since no post could list the digests.

    With `early` off it isn't closed before its deadline, whoever has moved. With `final` the first
    thing that a player says in it is its last: anything later is refused by `clause`.
    """

    key: str
    title: str
    hours: int
    clause: str
    sealed: bool = False
    private: tuple[str, ...] = ()
    early: bool = True
    final: bool = False


@dataclass(frozen=True)
class Turn:
    """Somebody who may speak now: a player, host or chance.

    `task` says what for, `moves` are text forms with placeholders, `window` is the key of its
    window or empty. `expected` is off for who may but needn't: it is never awaited or reminded.
    With `again` it is awaited also if something came from it in the window already.
    """

    who: str
    task: str
    moves: tuple[str, ...]
    window: str = ""
    expected: bool = True
    again: bool = False


@dataclass(frozen=True)
class Wanted:
    """Who may speak, and in which windows. A game that wants nobody and no window has ended."""

    turns: tuple[Turn, ...] = ()
    windows: tuple[Window, ...] = ()

    def turn(self, who: str) -> Turn | None:
        """The first turn of `who`."""
        return next((turn for turn in self.turns if turn.who == who), None)

    @property
    def nothing(self) -> bool:
        """Whether the game is over."""
        return not self.turns and not self.windows


@dataclass(frozen=True)
class Message:
    """An occasion that arose, for a seat or for PUBLIC; with `on_demand` another text says the
    same already, and this one is written only when asked for.
    """

    occasion: str
    to: str = PUBLIC
    on_demand: bool = False


POST, PM = False, True
"""Whether a text is for one player."""
EVENT, STATE, CALL = "event", "state", "call"
"""The lives of a text. About something that happened once: it goes out whatever comes later. How
things stand: a newer one of its kind replaces it while it isn't sent. What is asked for in a
window: replaced likewise, and moot once the window has closed.
"""


@dataclass(frozen=True)
class Occasion:
    """A text that a host may post, or send to a player; `life` is EVENT, STATE or CALL."""

    name: str
    to_player: bool
    doc: str
    life: str = EVENT


def _nothing(_state: State) -> Mapping[str, object]:
    return {}


@dataclass(frozen=True)
class Game:
    """One rulebook.

    setup(options, players)      the state before anything was said; raises Refused
    wanted(state)                who may or must speak now, and the windows open for it
    grammar                      the moves as a phrase book: how they are written, said and asked
    play(state, spoken)          the state after it, with what is told of it; raises Refused
    forced(state)                the state after what the rules force next, or the same one
    view(state, seer)            what PUBLIC, one seat or HOST may know, as plain data
    suggest(state, who, choose)  some legal move; for chance, what it gives
    messages(news)               the texts that an entry's news give rise to, in order

    In the host's view what a report hides stands under the key SECRET, at the top and in
    each of `players`. `inactivity` is the clause by which a host rules somebody inactive after
    `inactive_after` windows in a row, or empty. `seats` are names of the places players sit at,
    in their order, by which they may be called too.

    `texts` is the kind whose templates it uses where it has none of its own, or empty. `redeal` is
    the clause by which a host has hands dealt anew that shouldn't have been seen, or empty.

    `at_a_glance` are keys of the public view, of names, numbers and cards, that a status tells in a
    line of its own while the game goes on.

    sequel(state, players)       for games that follow one another: the options and the players of
                                 the next with those who have signed up; raises Refused
    conserved(state)             quantities by their names that no entry changes but a ruling, as
                                 all cards or all coins; where one isn't defined it is left out

    `api` is the number of `gmtool.api` that the package of the game was written for. A kind that
    travels with gmtool has none: it changes together with the engine.
    """

    kind: str
    title: str
    rules_version: int
    options: tuple[Option, ...]
    grammar: Grammar
    occasions: tuple[Occasion, ...]
    state_type: type
    setup: Callable[[Options, tuple[str, ...]], State]
    wanted: Callable[[State], Wanted]
    play: Callable[[State, Spoken], State]
    forced: Callable[[State], State]
    view: Callable[[State, str], View]
    suggest: Callable[[State, str, Choose], Move | None]
    messages: Callable[[tuple[News, ...]], tuple[Message, ...]]
    inactivity: str = ""
    redeal: str = ""
    texts: str = ""
    seats: tuple[str, ...] = ()
    at_a_glance: tuple[str, ...] = ()
    sequel: Callable[[State, tuple[str, ...]], tuple[Options, tuple[str, ...]]] | None = None
    conserved: Callable[[State], Mapping[str, object]] = _nothing
    api: int = 0

    @property
    def text_kinds(self) -> tuple[str, ...]:
        """The kinds whose templates tell of it, the first that has one before the others."""
        return (self.kind, self.texts) if self.texts else (self.kind,)
