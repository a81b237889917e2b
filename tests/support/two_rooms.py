"""A game of two windows at once, for tests: everybody votes, unless `vote` is off, and meanwhile
Ann and Bob, who sit first, whisper. Who is silent has voted, or whispered, when its time is up.
"""

from __future__ import annotations

from msgspec.structs import replace

from gmtool.api import VERSION
from gmtool.engine.chance import Choose
from gmtool.engine.game import STATE, Action, Game, Message, MessageType, Turn, View, Wanted, Window
from gmtool.engine.grammar import Form, Grammar
from gmtool.engine.host_moves import Start
from gmtool.engine.moves import Move
from gmtool.engine.options import Option, Options
from gmtool.engine.refusals import NotNow
from gmtool.engine.telling import News, Telling
from gmtool.engine.text import HOST
from gmtool.engine.window_moves import Close

TEMPLATES = {
    "opening": "{% set subject = game.name ~ ': opening' %}We begin.",
    "board": "{% set subject = game.name ~ ': board' %}{% for w in windows %}"
    "Open: {{ w.title }}, until {{ w.deadline | deadline }}.\n{% endfor %}First: "
    "{{ window.title if window else 'none' }}",
}


class Vote(Move, frozen=True):
    @property
    def public(self) -> str:
        return str(self)

    def __str__(self) -> str:
        return "vote"


class Whisper(Move, frozen=True):
    def __str__(self) -> str:
        return "whisper"


class State(Telling, frozen=True):
    """Who has still to vote and to whisper; nobody has to before it begins."""

    players: tuple[str, ...]
    vote: bool
    begun: bool = False
    voting: tuple[str, ...] = ()
    whispering: tuple[str, ...] = ()


def _setup(options: Options, players: tuple[str, ...]) -> State:
    return State(players, options["vote"])


def _wanted(state: State) -> Wanted:
    if not state.begun:
        return Wanted((Turn(HOST, "to begin", ("start",)),))
    # the private window comes first: what stands first in a list is what leaks first
    parties = state.players[:2]
    private = Window("w", "a whisper", 30, "ALL-1", private=parties)
    windows = [private] if state.whispering else []
    if state.voting:
        windows.append(Window("v", "the vote", 24, "ALL-1"))
    turns = [Turn(who, "a whisper", ("whisper",), "w") for who in state.whispering]
    turns += [Turn(who, "a vote", ("vote",), "v") for who in state.voting]
    return Wanted(tuple(turns), tuple(windows))


GRAMMAR = Grammar(
    (
        Form("vote", Vote, "ALL-6", "always"),
        Form("whisper", Whisper, "ALL-6", "always"),
    )
)


def _play(state: State, action: Action) -> State:
    match action.move:
        case Start() if not state.begun:
            return _begun(state)
        case Vote() if action.who in state.voting:
            return _voted(state, action.who)
        case Whisper() if action.who in state.whispering:
            return _whispered(state, action.who)
        case Close():
            for who in action.overdue:
                state = (_voted if who in state.voting else _whispered)(state, who)
            return state
    raise NotNow("ALL-6", "not now.")


def _begun(state: State) -> State:
    voting = state.players if state.vote else ()
    state = replace(state, begun=True, voting=voting, whispering=state.players[:2])
    return state.tell("Began", who=state.players)


def _voted(state: State, who: str) -> State:
    state = replace(state, voting=tuple(one for one in state.voting if one != who))
    return state.tell("Voted", who=who)


def _whispered(state: State, who: str) -> State:
    return replace(state, whispering=tuple(one for one in state.whispering if one != who))


def _forced(state: State) -> State:
    return state


def _view(state: State, viewer: str) -> View:
    view: View = {"phase": "talk", "public": {}}
    view["players"] = [{"name": name} for name in state.players]
    return {**view, "you": {}} if viewer in state.players else view


def _suggest(state: State, who: str, _choose: Choose) -> Move | None:
    return Whisper() if who in state.whispering else Vote()


def _messages(news: tuple[News, ...]) -> tuple[Message, ...]:
    return (Message("board"),) if any(one.name == "Began" for one in news) else ()


GAME = Game(
    kind="two-rooms",
    title="Two Rooms",
    rules_version=1,
    options=(Option("vote", True, "whether there is a vote", "ALL-1"),),
    grammar=GRAMMAR,
    message_types=(
        MessageType("opening", to_player=False, doc="the game"),
        MessageType("board", to_player=False, doc="what is open", life=STATE),
    ),
    state_type=State,
    setup=_setup,
    wanted=_wanted,
    play=_play,
    automatic=_forced,
    view=_view,
    suggest=_suggest,
    messages=_messages,
    api=VERSION,
)
