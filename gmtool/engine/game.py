"""The interface of a game: a value made of pure functions and nothing else.

A game never computes a deadline, draws a card or writes a sentence. The engine wraps its state with
windows, pauses and rulings, chance speaks through entries in the journal, and templates hold the
sentences. A state is an `engine.telling.Telling`: it carries the news that a rule tells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypedDict

from msgspec import Struct

from gmtool.engine.chance import Choose, Draw
from gmtool.engine.grammar import Grammar
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Move
from gmtool.engine.options import Option, Options
from gmtool.engine.plans import PLAIN, Planning
from gmtool.engine.rulings import Change, Ruling
from gmtool.engine.telling import News
from gmtool.engine.text import CHANCE
from gmtool.engine.window_moves import Close

PUBLIC = ""
"""The viewer who knows only what everybody knows; no player can have this name."""

SECRET = "secret"  # noqa: S105 - a key of views, no password
"""The key under which the host's view keeps what a report shows only on demand."""

State = Any
View = dict[str, Any]


class Window(Struct, frozen=True):
    """A time in which players may move.

    `key` is unique among the game's windows. `title` says what the window is for (`bidding on
    lots A, B`), `hours` is the length that the rules give it, and `clause` the rule by which a
    late move is refused. Moves in a `sealed` window are secret until it closes; the post with
    its result lists their digests. Only the players in `private` may know that the window is
    open; if it is empty everybody may. Moves in a private window are never sealed, since no post
    could list the digests, unless it is announced.

    In a window `by_arrival` several seats speak independently of one another, so that what is said
    there counts in the order in which it arrived (ALL-8); a sealed one is always such a window.

    With `early` off the window isn't closed before its deadline, whoever has moved, by the rule
    `early_clause`, else by `clause`. With `final` a player's first move in it is the last: any
    later one is refused by `clause`. In any other window a player may add to what it said for as
    long as the game has a turn for it there, until it says that it is done (ALL-2).

    By its `name`, which no other open window has, the host closes and extends it by itself. With
    `until` it ends at that instant, which the host named: no policy and no absence puts it off.
    With `ends_at`, as in `21:00`, it goes on after its hours to that local time, whatever the
    policy of the game says. With `at_will` the host may close it early whenever it likes, as
    everybody knows.

    Of a private window that is `announced` everybody may know that it is open and until when, but
    not whom it asks, nor who has sent something. It may be sealed: the post with its result then
    lists one seal for every player of the game, asked or not.
    """

    key: str
    title: str
    hours: int
    clause: str
    sealed: bool = False
    private: tuple[str, ...] = ()
    early: bool = True
    early_clause: str = ""
    final: bool = False
    name: str = ""
    until: Instant | None = None
    ends_at: str = ""
    at_will: bool = False
    announced: bool = False
    by_arrival: bool = False


class Turn(Struct, frozen=True):
    """A seat that may move now: a player, host or chance.

    `task` says what for, `moves` are text forms with placeholders, and `window` is the key of its
    window or empty. `expected` is off for a player who may move but needn't: nobody awaits or
    reminds it. With `again` it is awaited even after it has moved in the window. `done` tells that
    by the rules nothing more comes from it: it has said so by a move of the game's own, or can't
    add anything. `private`: what it is asked for isn't for everybody; a report names it only on
    demand.
    """

    who: str
    task: str
    moves: tuple[str, ...]
    window: str = ""
    expected: bool = True
    again: bool = False
    done: bool = False
    private: bool = False


class Wanted(Struct, frozen=True):
    """Who may move, and in which windows. A game that wants nobody and no window has ended.

    `in_private` are the players among whom, as everybody knows, something goes on in private
    windows; a report names them instead of those whom these windows wait for, and nobody where a
    game gives none: else it would tell of a window that nobody else may know of.
    """

    turns: tuple[Turn, ...] = ()
    windows: tuple[Window, ...] = ()
    in_private: tuple[str, ...] = ()

    def turn(self, who: str) -> Turn | None:
        """The first turn of `who`; None where it has none."""
        for turn in self.turns:  # several times an entry, and so without a generator
            if turn.who == who:
                return turn
        return None

    @property
    def nothing(self) -> bool:
        """Whether the game is over."""
        return not self.turns and not self.windows


class Action(Struct, frozen=True):
    """An entry with its move parsed: the input of a game's rules.

    `overdue` are, for a `close`, the players whose window has run out, or those whom it names;
    `lapsed` are their turns, each as the player and the key of its window, and `closing` the keys
    of the windows that end with it for everybody. A game with one window needs only the first.
    `away` are the players who are absent while a window is open, each with its key.

    `link` is where it was said, as an address, and `source` how it came: `pm`, `post` or empty.
    """

    number: int
    who: str
    move: Move
    received_at: Instant
    overdue: tuple[str, ...] = ()
    lapsed: tuple[tuple[str, str], ...] = ()
    closing: tuple[str, ...] = ()
    away: tuple[tuple[str, str], ...] = ()
    link: str = ""
    source: str = ""

    @property
    def for_all(self) -> bool:
        """Whether it is a `close` that names nobody, which ends the window for everybody, even
        where nobody was awaited in it. `close Bob` leaves the window open for the others.
        """
        return isinstance(self.move, Close) and not self.move.who


class Message(Struct, frozen=True):
    """A text that news gives rise to, by its occasion, for a seat or for PUBLIC.

    With `on_demand` another text already says the same, and this one is written only on request.
    """

    occasion: str
    to: str = PUBLIC
    on_demand: bool = False


POST, PM = False, True
"""Whether a text goes to one player."""
EVENT, STATE, CALL = "event", "state", "call"
"""The life of a text. An EVENT tells of something that happened once: it goes out whatever comes
later. A STATE tells how things are: while it is unsent a newer one of its kind supersedes it. A
CALL asks for moves in a window: it is superseded likewise, and stale once the window has closed.
"""


class MessageType(Struct, frozen=True):
    """A kind of text that a host may post or send to a player; `life` is EVENT, STATE or CALL.

    `in_post`: what it asks of its player stands in the post too, so that a host may leave it out.
    `in_private`: that it arose isn't for everybody, so that a list doesn't say who gets the text.
    `how` is the occasion whose first post says in full how to answer, to which later texts refer.
    """

    name: str
    to_player: bool
    doc: str
    life: str = EVENT
    in_post: bool = False
    in_private: bool = False
    how: str = ""


def _nothing(*_given: object) -> Any:
    """What a game says of itself that says nothing of the kind."""


def _no_figures(_state: State) -> Mapping[str, Any]:
    return {}


class Game(Struct, frozen=True, eq=False):
    """One rulebook, as a value.

    setup(options, players)      the state before the first entry; raises Refused
    wanted(state)                who may or must move now, and the windows open for it
    grammar                      the moves as a phrase book: their text forms, words and slots
    play(state, action)          the state after an entry, with its news; raises Refused
    automatic(state)             the state after what follows by itself next, or the same object
    view(state, viewer)          what PUBLIC, one seat or HOST may know, as plain data
    draw(state)                  what chance is asked for next; None where it is for nothing
    suggest(state, who, choose)  some legal move of a player or the host
    messages(news)               the texts that an entry's news give rise to, in order

    The host's view keeps what a report hides under the key SECRET, at the top level and in each of
    `players`. `inactivity` is the clause by which a host rules a player inactive after
    `inactive_after` windows in a row, or empty. `seats` are the names of the seats in order; a
    player may be called by the name of its seat too.

    `texts` is the kind whose templates the game uses where it has none of its own, or empty.
    `redeal` is the clause by which a host has hands dealt again that were seen by mistake, or
    empty. `at_a_glance` are keys of the public view that a status shows in a line of its own while
    the game goes on; their values are names, numbers and cards. Where it `hides_who` is asked in
    some windows, no list tells who gets a receipt, a reminder or the like.

    sequel(state, players)       for games that follow one another: the options and the players of
                                 the next one, including those who have signed up; raises Refused
    course(state)                about how long a game takes, asked of the state that setup gave;
                                 None where it isn't said
    outcome(state)               how a game that is over came out, in figures; None where it isn't
                                 told
    foreseen(state)              what its set-up foresees, in words that follow on “in none of 200
                                 games” (`was the swap opened`), and whether it has come about; told
                                 by a rehearsal
    conserved(state)             quantities, by name, that only a ruling may change, such as all
                                 cards or all coins; a quantity that isn't defined now is left out
    purses(state)                what each player can spend or lose no further, by name (`Ann's
                                 coins`), as so much above the least that it can have

    is_said_already(state, who, move)
                                 whether a player says what the rules have made for it just now,
                                 since everybody knew it for the only move (ALL-3); that is taken,
                                 and changes nothing

    `plans` is what players may say in plans beside the moves (ALL-9); None for a game in which
    everybody moves at once, so that there is nothing to plan.

    `unasked` are the verbs of moves that the rules take though `wanted` asks nobody for them; by
    the promises of a kind any other such move is refused.

    `rulings` are those of its clauses that say more than its source, or choose between its
    readings. A game is played by the version of the rules that it was begun with, from `oldest` to
    `rules_version`, until its host adopts another: `changes` are what a later version changed for
    games that had begun, and a rule asks its state which it follows (`Telling.follows`). Rules that
    are kept no longer are older than `oldest`; no game goes on by them.

    made(file)                   for a kind whose games are each made of a file: the game of this
                                 canonical text, with the text as its `file`; raises Misset. The
                                 kind itself is made of a file that travels with it, so that it can
                                 be looked at and checked like any other

    `api` is the number of `gmtool.api` that the game's package was written for. A kind that travels
    with gmtool has none: it changes together with the engine.
    """

    kind: str
    title: str
    rules_version: int
    options: tuple[Option, ...]
    grammar: Grammar
    message_types: tuple[MessageType, ...]
    state_type: type
    setup: Callable[[Options, tuple[str, ...]], State]
    wanted: Callable[[State], Wanted]
    play: Callable[[State, Action], State]
    automatic: Callable[[State], State]
    view: Callable[[State, str], View]
    suggest: Callable[[State, str, Choose], Move | None]
    messages: Callable[[tuple[News, ...]], tuple[Message, ...]]
    inactivity: str = ""
    redeal: str = ""
    texts: str = ""
    seats: tuple[str, ...] = ()
    at_a_glance: tuple[str, ...] = ()
    hides_who: bool = False
    sequel: Callable[[State, tuple[str, ...]], tuple[Options, tuple[str, ...]]] | None = None
    course: Callable[[State], Course | None] = _nothing
    outcome: Callable[[State], Outcome | None] = _nothing
    conserved: Callable[[State], Mapping[str, object]] = _no_figures
    purses: Callable[[State], Mapping[str, int]] = _no_figures
    is_said_already: Callable[[State, str, Move], bool] = _nothing
    draw: Callable[[State], Draw | None] = _nothing
    plans: Planning | None = PLAIN
    unasked: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    changes: tuple[Change, ...] = ()
    oldest: int = 1
    api: int = 0
    made: Callable[[str], Game] | None = None
    file: str = ""
    foreseen: Callable[[State], Mapping[str, bool]] = _no_figures

    def adjudicates(self, version: int) -> bool:
        """Whether it knows the rules of that version."""
        return self.oldest <= version <= self.rules_version

    def some_move(self, state: State, who: str, choose: Choose) -> Move | None:
        """Some legal move of `who`, or None where it has none; of chance what is drawn."""
        if who != CHANCE:
            return self.suggest(state, who, choose)
        draw = self.draw(state)
        return self.grammar.typed(draw.text(choose), CHANCE) if draw else None

    @property
    def text_kinds(self) -> tuple[str, ...]:
        """The kinds whose templates may tell of this game, in the order in which they are looked
        up.
        """
        return (self.kind, self.texts) if self.texts else (self.kind,)


Windows = tuple[tuple[int, int], ...]
"""How many windows there are one after the other, and how many hours the rules give to each of
them; several such pairs where they aren't as long.
"""


class Course(Struct, frozen=True):
    """About so many `windows` as a game usually takes, which it says once, for its set-up; the desk
    makes a sentence of it, with the deadlines of the game's policy (`desk.session.game_length`).

    In a game of `turns` one player after the other is asked, and the next one as soon as it has
    answered; else all play in the same windows.

    `most` are the windows of the longest game, where the rules set a simple bound; `longer_if` says
    in a clause when it comes to that, or where there is no bound what makes a game longer.
    """

    windows: Windows
    turns: bool = False
    most: Windows = ()
    longer_if: str = ""


class Outcome(TypedDict):
    """How one game came out, as plain data.

    `ending` is how it ended, in words, and `endings` are all the ways in which it could by its
    set-up. `winners` are players. `figures` are what each has in the end, in seat order, by what it
    is and in what unit (`coins left`). `shares` are what a host may not want, by what it is (`lots
    that nobody buys`): how many, of how many in this game, and how many per cent of them over many
    games are nothing to warn of.
    """

    ending: str
    endings: tuple[str, ...]
    winners: tuple[str, ...]
    figures: dict[str, tuple[int, ...]]
    shares: dict[str, tuple[int, int, int]]
