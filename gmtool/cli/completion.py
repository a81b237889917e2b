"""What may stand at the cursor when the host presses Tab: the callbacks of arguments and options.

They offer nothing that a host's reports wouldn't show: names, kinds, clauses, numbers. Each gets
the context of the command line, with the values given so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gmtool.engine.game import Game
    from gmtool.store.completion_queries import Candidates

Offer = str | tuple[str, str]
"""A word, alone or with what it is."""


def rulebook(seen: Candidates) -> Game | None:
    """The rules of the game that is seen; None where its kind isn't there any more."""
    from gmtool.desk.problems import DeskProblem
    from gmtool.desk.session import kinds

    with suppress(DeskProblem):
        return kinds.of_game(seen.header) if seen.header else None
    return None


def _seen(ctx: Any) -> Candidates:
    from gmtool.store.completion_queries import read_candidates

    return read_candidates(ctx.params["db"], ctx.params["game"])


def games(ctx: Any) -> Iterator[Offer]:
    """The names of the games."""
    yield from _seen(ctx).games


def players(ctx: Any) -> Iterator[Offer]:
    """The players of the game, without those who are named already."""
    named = ctx.params.get("who") or ()
    yield from (name for name in _seen(ctx).players if name not in named)


def speakers(ctx: Any) -> Iterator[Offer]:
    """All who may say something."""
    from gmtool.engine.text import CHANCE, HOST

    yield from _seen(ctx).players
    yield HOST, "you"
    yield CHANCE, "what you drew elsewhere"


def moves(ctx: Any) -> Iterator[Offer]:
    """The first words of the speaker's moves; only the rules know what may follow."""
    from gmtool.engine.text import CHANCE, HOST, casefolded

    game = rulebook(_seen(ctx))
    if ctx.params["move"] or game is None:
        return
    who = casefolded(ctx.params["who"] or "")
    role = who if who in {HOST, CHANCE} else "player"
    lines = [line for line in game.grammar.lines if line.who == role]
    first = {line.text.split()[0]: line.when for line in reversed(lines)}
    yield from reversed(first.items())


def kinds() -> Iterator[Offer]:
    """The kinds that travel with gmtool."""
    from gmtool.games import BUILT_IN

    yield from BUILT_IN


def templates(ctx: Any) -> Iterator[Offer]:
    """The names of the templates of the game's kind."""
    game = rulebook(_seen(ctx))
    if game is not None:
        from gmtool.desk.texts.templates import texts_of

        yield from {f"{game.kind}/{one.name}": one.doc for one in texts_of(game)}.items()


def setups() -> Iterator[Offer]:
    """The files that travel with gmtool."""
    from gmtool.desk.session import kinds
    from gmtool.games import MADE_OF_FILES

    yield from (one.name for one in kinds.setups(MADE_OF_FILES))


def clauses(ctx: Any) -> Iterator[Offer]:
    """The clauses of the kind."""
    from gmtool.desk.problems import FileProblem, UsageProblem
    from gmtool.desk.session import kinds
    from gmtool.games import outside

    with suppress(UsageProblem, FileProblem, outside.Unusable):
        for number, clause in kinds.split_clauses(kinds.rulebook(ctx.params["kind"])).items():
            yield number, clause.removeprefix(number).partition(".")[0].strip()


def occasions(ctx: Any) -> Iterator[Offer]:
    """What a post, or a message to a player, can be about."""
    game = rulebook(_seen(ctx))
    to_player = "player" in ctx.params
    for occasion in game.message_types if game else ():
        if occasion.to_player == to_player:
            yield occasion.name, occasion.doc


def dialects(ctx: Any) -> Iterator[Offer]:
    """The dialects there are, the host's own among them."""
    from gmtool.desk.session.recipients import dialects_of
    from gmtool.render import dialects

    yield from dialects.known(dialects_of(ctx.params["db"]))


def messages(ctx: Any) -> Iterator[Offer]:
    """The numbers of the messages that wait for the host."""
    yield from ((str(number), "a message that waits for you") for number in _seen(ctx).messages)


def unsent(ctx: Any) -> Iterator[Offer]:
    """The numbers of the texts that are still to go out."""
    for number, to_player in _seen(ctx).unsent:
        # to whom may be a secret, which the list of the outbox keeps
        yield str(number), "to a player" if to_player else "to the thread"


BY_NAME: Mapping[str, Callable[..., Iterator[Offer]]] = {
    "game": games,
    "use name": games,
    "new earlier": games,
    "player": players,
    "who": players,
    "record who": speakers,
    "set what": players,
    "move": moves,
    "kind": kinds,
    "clause": clauses,
    "occasion": occasions,
    **dict.fromkeys(("show name", "copy name", "check which"), templates),
    **dict.fromkeys(("show which", "copy which"), setups),
    "dialect": dialects,
    **dict.fromkeys(("inbox number", "take number", "ask number", "aside number"), messages),
    "close leave": messages,
    **dict.fromkeys(("outbox number", "sent which"), unsent),
}
"""The callbacks by a parameter's name, or by a command's and a parameter's where that name means
something else there.
"""
