"""What everybody could see after every entry of a recorded game, kept as a file beside it.

Only what changed since the entry before is written: for the public, and for each seat what it knows
beyond the public. A card that leaks is a new line in a diff. `GMTOOL_GOLDEN=write pytest
tests/games` writes the files anew; read them before you commit them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from playing import play
from recorded import folder

from gmtool.desk.session.session import empty_replay
from gmtool.engine.game import PUBLIC, Game

Facts = dict[str, str]
"""What is known, a line for each thing."""


def called(item: dict[str, Any], number: int) -> str:
    """What an item of a list is called: a player by its name, a lot of cards by its label, anything
    else by its place, from 1.
    """
    return str(item["lot"] if set(item) == {"lot", "cards"} else item.get("name", number))


def check_playthrough(game: Game, name: str) -> None:
    """What was seen after every entry is what the file beside the journal keeps."""
    text = (folder(game) / f"{name}.journal").read_text("utf-8")
    seen = "".join(f"{line}\n" for line in playthrough(game, text))
    kept = folder(game) / f"{name}.playthrough"
    if os.environ.get("GMTOOL_GOLDEN") == "write":
        kept.write_text(seen, "utf-8")
    assert seen.split("\n") == kept.read_text("utf-8").split("\n")


def playthrough(game: Game, text: str) -> Iterator[str]:
    """The lines of a playthrough file."""
    played = play(text, game)
    game = played.replay.game
    replay = empty_replay(game, played.header)
    known: dict[str, Facts] = {}
    for entry in played.entries:
        replay.apply(entry)
        yield f"# {entry.number} {entry.received_at} {entry.who}: {entry.text}"
        state = replay.table.state
        public = facts(game.view(state, PUBLIC))
        yield from changes("everybody", known, public)
        for name in replay.table.players:
            own = facts(game.view(state, name))
            beyond = {what: fact for what, fact in own.items() if public.get(what) != fact}
            beyond |= dict.fromkeys(public.keys() - own.keys(), "(hidden from this seat)")
            yield from changes(name, known, beyond)


def changes(who: str, known: dict[str, Facts], now: Facts) -> Iterator[str]:
    """What `who` knows now that it didn't know before, and the other way round."""
    before = known.get(who, {})
    known[who] = now
    for what, fact in now.items():
        if before.get(what) != fact:
            yield f"{who} | {what}: {fact}"
    gone = [what for what in before if what not in now]
    if gone:
        yield f"{who} | gone: {', '.join(gone)}"


def facts(view: dict[str, Any]) -> Facts:
    """A view as a line for each thing in it; what is empty is left out."""
    found: Facts = {}
    for key, value in view.items():
        if isinstance(value, dict):
            found |= {f"{key}.{inner}": fact for inner, fact in facts(value).items()}
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            found |= {f"{key}.{called(item, n)}": short(item) for n, item in enumerate(value, 1)}
        elif value != []:
            found[key] = short(value)
    return found


def short(value: Any) -> str:
    """Plain data on one line."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {short(item)}" for key, item in value.items())
    if isinstance(value, list):
        return f"[{' '.join(map(short, value))}]"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value in {None, ""} else str(value)
