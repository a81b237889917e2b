"""Moves typed under the wrong name: finds whose they may be, and keeps them from everybody else."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.desk.requests import Response
from gmtool.engine.entries import Entry
from gmtool.engine.frozen import frozen
from gmtool.engine.refusals import NotNow, Refusal
from gmtool.engine.steps import read_typed
from gmtool.engine.wording import CHANCE, HOST


@frozen
class Astray:
    """A refused text by a player who isn't asked for it, which would be the valid `move` of
    `who`.
    """

    text: str
    who: str
    move: str
    is_private: bool


def astray(response: Response) -> tuple[Astray, ...]:
    """Texts of a player's message that seem to be another player's: that player is asked for such a
    move, and it would be valid. A reply to the first player would reveal what the other one said.
    """
    if not response.to_player:
        return ()
    texts = dict.fromkeys(t for t, refusal in response.refused if isinstance(refusal, NotNow))
    return tuple(found for text in texts for found in _of_others(response, text))


def astray_lines(response: Response, strays: tuple[Astray, ...]) -> Iterator[str]:
    """The lines that tell the host of them."""
    for one in strays:
        commands = response.desk.commands
        command = commands.record(one.who, one.move)
        if response.message:
            command = commands.line("take", str(response.message), "--who", one.who)
        yield f"  if {one.who} said it: {command}"
    if response.not_told:
        yield (
            f"  no reply to {response.who} is drafted: it would tell what {strays[0].who} may have "
            "said in private"
        )


def _of_others(response: Response, text: str) -> Iterator[Astray]:
    session = response.session
    asked = dict.fromkeys(turn.who for turn in session.awaited)
    for who in asked:
        if who in {response.who, HOST, CHANCE}:
            continue
        received, now = response.at, response.desk.now
        try:
            moves = read_typed(session.game, session.table, who, text)
            for move in moves[:1]:
                session.try_out(Entry(0, who, str(move), received, max(received, now)))
        except Refusal:
            continue
        yield from (Astray(text, who, str(move), not move.public) for move in moves[:1])
