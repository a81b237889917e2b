"""Sets up a game that follows an earlier one: what its outcome decides, and what is taken over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.desk import Desk, the_game
from gmtool.desk.problems import Rejected, UsageProblem
from gmtool.desk.session.loading import load
from gmtool.desk.session.session import Session
from gmtool.desk.session.speakers import rejection
from gmtool.engine.entries import Entry
from gmtool.engine.game import Game
from gmtool.engine.header import Header
from gmtool.engine.host_moves import GAME_KEYS, Set
from gmtool.engine.options import write_value
from gmtool.engine.refusals import Refusal
from gmtool.engine.table import Table
from gmtool.engine.text import HOST, casefolded

STAYS = tuple(key for key in GAME_KEYS if key not in {"thread", "zone"})
"""The settings that the next game takes over. Another game has a thread of its own, and its zone is
in its header; its start, and who draws, are never taken over.
"""


class Sequel(Struct, frozen=True):
    """What the next game takes over from the earlier one, unless the host says otherwise.

    `players` are those of the next game, by their current names where they were in the earlier one;
    `typed` maps such a name to what the host typed, where that differs. `outcome` are the options
    that the end of the earlier game decides, `options` and `settings` those that it had. `people`
    is what was set for each player who plays again, `file` what the earlier game was made of.
    """

    game: str
    players: tuple[str, ...]
    typed: Mapping[str, str]
    outcome: Mapping[str, str]
    options: Mapping[str, str]
    settings: Mapping[str, str]
    zone: str
    aliases: Mapping[str, tuple[str, ...]]
    people: Mapping[str, Mapping[str, str]]
    file: str = ""

    def lines(self, header: Header) -> Iterator[str]:
        """What a game with that header has taken over, in words for the host."""
        for name, typed in self.typed.items():
            yield f"{typed} played in {self.game} too, and is {name} here as well"
        outcome = _alike(self.outcome, header.options)
        if outcome:
            yield f"by how {self.game} ended: {', '.join(_pairs(outcome))}"
        zone = {"zone": self.zone} if self.zone == header.zone else {}
        alike = _alike(self.options, header.options) | _alike(self.settings, header.settings) | zone
        file = "its file" if self.file and self.file == header.file else ""
        groups = filter(None, (file, ", ".join(_pairs(alike)), *self._of_players()))
        yield f"as in {self.game}: {'; '.join(groups) or 'nothing'}"

    def _of_players(self) -> Iterator[str]:
        for name in self.players:
            own = list(_pairs(self.people.get(name, {})))
            if self.aliases.get(name):
                own.append(f"also called {', '.join(self.aliases[name])}")
            if own:
                yield f"{name} {', '.join(own)}"


def follow(desk: Desk, game: Game, name: str, signed_up: tuple[str, ...]) -> Sequel:
    """What the next game of the kind `game` takes over from the game of that name.

    Raises DeskProblem for a name that no game has, UsageProblem for a game that none of this kind
    can follow, and Rejected where it hasn't ended, or the players who signed up don't fit.
    """
    with desk.store() as store, store.reading() as transaction:
        record = the_game(transaction, replace(desk, game_name=name))
        if record.header.kind != game.kind:
            raise UsageProblem(
                f"{record.header.name}: this is a game of {record.header.kind}, and one of "
                f"{game.kind} can't follow it; give --from a game of the same kind, or leave it "
                "out."
            )
        session = load(transaction, record)
    game, table = session.game, session.table
    if game.sequel is None:
        raise UsageProblem(
            f"{session.name}: games of this kind don't follow one another; leave --from out."
        )
    _check_called_off(session, name)
    known = {typed: _by_now(table, typed) for typed in signed_up}
    try:
        outcome, players = game.sequel(table.state, tuple(known[typed] for typed in signed_up))
    except Refusal as refusal:
        raise rejection(session, "", refusal) from refusal
    options = {key: value for key, value in session.header.options.items() if key not in outcome}
    again = [player for player in players if player in table.players]
    return Sequel(
        game=session.name,
        players=players,
        typed={own: typed for typed, own in known.items() if own != typed},
        outcome={key: write_value(value) for key, value in outcome.items() if value is not None},
        options=options,
        settings={key: session.settings[key] for key in STAYS if session.settings.get(key)},
        zone=session.zone.key,
        aliases={player: own for player in again if (own := _aliases(game, table, player))},
        people={
            player: {key: value for key, value in table.people.get(player, {}).items() if value}
            for player in again
        },
        file=session.header.file,
    )


def set_again(session: Session, sequel: Sequel, desk: Desk) -> None:
    """Record the settings of players who play again, which a header can't hold."""
    note = f"as in {sequel.game}"
    for player, own in sequel.people.items():
        for key, value in own.items():
            text = str(Set(player, key, value))
            session.apply(Entry(0, HOST, text, desk.now, desk.now, note=note))


def _check_called_off(session: Session, typed: str) -> None:
    """Raise Rejected where the game was called off, which games don't know (ALL-6); the game
    itself judges everything else about its end.
    """
    why = session.table.called_off
    if why:
        raise Rejected(
            session.name,
            "ALL-6",
            typed,
            f"the game was called off ({why}), so none can follow it; leave --from out, and name "
            "all the players.",
        )


def _by_now(table: Table, typed: str) -> str:
    """The current name of the player who has that full name or alias; else the text as typed."""
    for name in table.players:
        if casefolded(typed) in {casefolded(own) for own in (name, *table.aliases.get(name, ()))}:
            return name
    return typed


def _aliases(game: Game, table: Table, player: str) -> tuple[str, ...]:
    """The player's aliases, except for names of seats, which may be another player's now."""
    seats = {casefolded(seat) for seat in game.seats}
    return tuple(own for own in table.aliases.get(player, ()) if casefolded(own) not in seats)


def _alike(earlier: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    return {key: value for key, value in earlier.items() if now.get(key) == value}


def _pairs(values: Mapping[str, str]) -> Iterator[str]:
    return (f"{key}={value}" for key, value in values.items())
