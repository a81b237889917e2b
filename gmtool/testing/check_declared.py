"""What a kind says of itself: clauses that exist, forms that read, a template for each text."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from importlib import resources
from pathlib import Path

from gmtool.desk.rehearse.bots import verb
from gmtool.desk.session.kinds import rulebook, split_clauses
from gmtool.desk.session.message_types import OPENING, message_types
from gmtool.engine.files import canonical
from gmtool.engine.game import Game
from gmtool.engine.moves import Move
from gmtool.games.outside import amiss_in
from gmtool.render.folders import occasion_exists
from gmtool.testing.broken import Broken, need
from gmtool.testing.played import Subject

CUT = "…"
"""With this ends an example that is too long to be given whole."""


def clauses(kind: str) -> frozenset[str]:
    """The numbers of the clauses of a kind's rulebook, and of those that all games have."""
    return frozenset(split_clauses(rulebook(kind)))


def is_put_together_right(subject: Subject) -> None:
    """The game has what gmtool asks of one, and names what there is."""
    game = subject.game
    found = next(amiss_in(game), "")
    need(not found, f"the game {found}.")
    if game.made:
        need(canonical(game.file) == game.file, "`file` of the game isn't a canonical text.")
        again = game.made(game.file)
        told = "`made` of the game's own `file` gives another game."
        need((again.kind, again.file, again.made) == (game.kind, game.file, game.made), told)
    known = clauses(game.kind)
    for where, clause in (*_cited(game), *_written(subject.package, known)):
        need(clause in known, f"{where} cites {clause}, which isn't in rules.md.")
    for form in game.grammar.forms:
        if form.example.endswith(CUT):
            continue
        move = game.grammar.typed(form.example, form.by)
        need(move is not None, f"the form “{form.example}” isn't read as a move itself.")
        told = f"the form “{form.example}” makes a move that is written “{move}”."
        need(verb(str(move)) == form.verb, told)
        _names_its_fields(form.make)
    _texts_exist(game)


def _names_its_fields(make: object) -> None:
    """What `naming` of a move's class names are fields of it."""
    if not (isinstance(make, type) and issubclass(make, Move)):
        return
    naming = make.naming
    if not isinstance(naming, tuple):
        raise Broken(f"`naming` of {make.__name__} is to be a tuple of names of fields.")
    for name in naming:
        need(
            name in make.__struct_fields__,
            f"`naming` of {make.__name__} has “{name}”, which is no field of it.",
        )


def _cited(game: Game) -> Iterator[tuple[str, str]]:
    """The clauses that its tables cite, and where."""
    for option in game.options:
        yield f"the option `{option.name}`", option.clause
    for form in game.grammar.forms:
        yield f"the form “{form.example}”", form.clause
    for role in ("inactivity", "redeal"):
        if getattr(game, role):
            yield f"`{role}`", getattr(game, role)


def _written(package: str, known: Collection[str]) -> Iterator[tuple[str, str]]:
    """The clauses that stand in the sources of its package, such as those of rare refusals, and
    where.
    """
    prefixes = {clause.rpartition("-")[0] for clause in known}
    clause = re.compile(rf"(?:{'|'.join(map(re.escape, sorted(prefixes)))})-[0-9]+")
    for path in sorted(Path(str(resources.files(package))).rglob("*.py")):
        nodes = ast.walk(ast.parse(path.read_text("utf-8")))
        for node in (one for one in nodes if isinstance(one, ast.Constant)):
            if isinstance(node.value, str) and clause.fullmatch(node.value):
                yield f"{path.name}, line {node.lineno},", node.value


def _texts_exist(game: Game) -> None:
    names = [(occasion.name, occasion.to_player) for occasion in game.message_types]
    for name, _ in names:
        need(names.count((name, _)) == 1, f"the occasion “{name}” is declared twice.")
    need((OPENING, False) in names, "no occasion “opening” is declared; every game begins with it.")
    for occasion in message_types(game):
        exists = occasion_exists(game.text_kinds, occasion.name)
        need(exists, f"the text “{occasion.name}” has no template {game.kind}/{occasion.name}.j2.")
