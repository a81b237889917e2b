"""Two Rooms with newer rules, for tests: since version 2 one vote is enough, and one whisper, and
since version 3 nobody votes. How many there were is told when the vote is over, or in private.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from unittest import mock

import two_rooms
from msgspec.structs import replace

from gmtool import api
from gmtool.games import outside

NEWER = (
    api.Change(2, "ALL-1", "Everybody votes.", "One vote is enough, and one whisper."),
    api.Change(3, "ALL-1", "Votes are taken one by one.", "Nobody votes."),
)


class State(two_rooms.State, frozen=True):
    votes: int = 0
    whispers: int = 0


def _setup(options: api.Options, players: tuple[str, ...]) -> State:
    return State(players, options["vote"])


def _play(state: State, action: api.Action) -> State:
    after: State = two_rooms.GAME.play(state, action)
    voted = len(set(state.voting).difference(after.voting))
    whispered = len(set(state.whispering).difference(after.whispering))
    if after.follows(2):
        voted, whispered = min(voted, 1), min(whispered, 1)
        after = replace(
            after,
            voting=() if voted else after.voting,
            whispering=() if whispered else after.whispering,
        )
    after = replace(after, votes=state.votes + voted, whispers=state.whispers + whispered)
    if voted and not after.voting:
        after = after.tell("Counted", votes=after.votes)
    if whispered and not after.whispering:
        after = after.tell("Heard", only_to=after.players[:2], whispers=after.whispers)
    return after


def _forced(state: State) -> State:
    return replace(state, voting=()) if state.voting and state.follows(3) else state


def _view(state: State, viewer: str) -> api.View:
    is_over = state.begun and not state.voting
    public = {"votes": state.votes} if is_over else {}
    return {**two_rooms.GAME.view(state, viewer), "public": public}


def _messages(news: tuple[api.News, ...]) -> tuple[api.Message, ...]:
    told = two_rooms.GAME.messages(news)
    for one in news:
        if one.name == "Counted":
            told += (api.Message("counted"),)
        elif one.name == "Heard":
            told += tuple(api.Message("heard", who) for who in one.to or ())
    return told


def kind(newest: int) -> api.Game:
    """The kind as it is with rules of that version."""
    return replace(
        two_rooms.GAME,
        kind="newer-rooms",
        rules_version=newest,
        changes=tuple(one for one in NEWER if one.version <= newest),
        message_types=(
            *two_rooms.GAME.message_types,
            api.MessageType("counted", api.POST, "how many voted"),
            api.MessageType("heard", api.PM, "how many whispered", in_private=True),
        ),
        state_type=State,
        setup=_setup,
        play=_play,
        automatic=_forced,
        view=_view,
        messages=_messages,
    )


GAME = kind(2)


def known() -> AbstractContextManager[object]:
    """The kind is found as one that was installed."""
    offers = {GAME.kind: (outside.Offer(GAME.kind, f"{__name__}:GAME", "its-rooms 1.0"),)}
    return mock.patch.object(outside, "_offers", return_value=offers)
