"""The kinds of games and their clauses. Loads one rulebook at a time, and no database; to read a
page of clauses it loads none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import asdict

from gmtool import games
from gmtool.desk.problems import DeskProblem, FileProblem, UsageProblem
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.text import listed
from gmtool.games import BUILT_IN, load

if TYPE_CHECKING:
    from gmtool.engine.game import Game
    from gmtool.engine.grammar import Line
    from gmtool.engine.header import Header
    from gmtool.engine.options import Value
    from gmtool.engine.rulings import Ruling

RULES = "rules.md"
COMMON_RULES = "common.md"
DEMOS = "demos"
STORY = "story.txt"
SETUPS, SETUP = "setups", ".toml"
"""The folder of a kind's package with the files that games can be made of, and how they end."""
_OURS = Path(games.__path__[0])
_CLAUSE = lazy_regex(r"^- (?P<number>[A-Z]{2,4}-\d+)\b", re.MULTILINE)


class Kind(Struct, frozen=True):
    """A rulebook and the package that holds it."""

    game: Game
    package: str


class Setup(Struct, frozen=True):
    """A file that games are made of, by the `name` that it was handed in by, or has among those
    that travel with its kind; `text` is as it was written.
    """

    name: str
    text: str

    @property
    def told(self) -> str:
        """The name as a host is told it."""
        return "standard input" if self.name == "-" else self.name


class Demo(Struct, frozen=True):
    """The script of a whole game: commands as a host would type them. `options` are those, as
    typed, in which its game differs from the defaults; `setup` names the file that it is made of,
    where that is another than in the kind's first demo.
    """

    options: Mapping[str, str]
    file: Path
    setup: str = ""

    @property
    def script(self) -> str:
        """The commands of the demo."""
        return self.file.read_text(encoding="utf-8")

    def command(self, kind: str) -> str:
        """The command line that plays the demo."""
        made = f" --setup {self.setup}" if self.setup else ""
        chosen = (f" -o {key}={value}" for key, value in self.options.items())
        return f"gmtool demo {kind}{made}{''.join(chosen)}"


def names() -> tuple[str, ...]:
    """The built-in kinds."""
    return tuple(BUILT_IN)


def titles() -> dict[str, str]:
    """The built-in kinds with the titles of their rulebooks."""
    return {kind: find(kind).game.title for kind in BUILT_IN}


def others() -> tuple[tuple[dict[str, Any], ...], tuple[str, ...]]:
    """The kinds of outside packages as `describe` returns them, and why others can't be used."""
    from gmtool.games import outside

    described, broken = [], []
    for kind in outside.offered():
        try:
            outside.find(kind)
            described.append(describe(kind))
        except outside.Unusable as error:
            broken.append(str(error))
    return tuple(described), tuple(broken)


def find(kind: str) -> Kind:
    """The kind of that name: built in, or supplied by an outside package.

    Raises UsageProblem that names the nearest kind, `outside.Unusable` for a kind that is broken.
    """
    place = BUILT_IN.get(kind)
    if place is not None:
        return Kind(load(place), place.partition(":")[0])
    # Only now: a scan of the entry points costs more than the rest of a short command.
    import difflib

    from gmtool.games import outside

    supplied = outside.find(kind)
    if supplied is not None:
        return Kind(supplied.game, supplied.package)
    if any(one.name == kind for one in setups(games.MADE_OF_FILES)):
        raise UsageProblem(
            f"“{kind}” is no kind of game but a file that travels with one: give the kind "
            f"{games.MADE_OF_FILES}, and --setup {kind}."
        )
    known = (*BUILT_IN, *outside.offered())
    near = difflib.get_close_matches(kind, known, n=1)
    hint = f"did you mean {near[0]}?" if near else f"the kinds are: {', '.join(known)}."
    raise UsageProblem(f"there is no kind of game “{kind}”; {hint}")


def find_by_name(typed: str) -> Kind:
    """The kind of that name or title, whatever stands between the words; raises as `find` does."""
    wanted = _letters(typed)
    for kind, title in titles().items():
        if wanted in {_letters(kind), _letters(title)}:
            return find(kind)
    return find(typed)


def _letters(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


def of_game(header: Header) -> Game:
    """The rulebook of a game on record, made of its file where games of its kind are.

    Raises DeskProblem where the package that supplies it is missing or broken, or the game can't be
    made any more; the game is kept.
    """
    from gmtool.engine.files import Misset
    from gmtool.games import outside

    name = header.name
    try:
        return made(find(header.kind).game, header.file)
    except UsageProblem as error:
        raise DeskProblem(
            f"{name}: its kind “{header.kind}” isn't here any more; install again the package that "
            "brought it. `log` and `export` still work."
        ) from error
    except outside.Unusable as error:
        raise DeskProblem(f"{name}: {error} `log` and `export` still work.") from error
    except Misset as error:
        raise DeskProblem(
            f"{name}: this gmtool can't make the game of its file any more "
            f"({error.mistakes[0].told('setup')}); use the release it was begun with. "
            "`log` and `export` still work."
        ) from error


def made(game: Game, file: str) -> Game:
    """The game that a kind makes of that canonical text, the same for the same text; of no text the
    kind itself, where its games aren't made of files. Raises Misset.
    """
    if file == game.file:
        return game
    if game.made and file:
        return _made(game.made, file)
    from gmtool.engine.files import Misset, Mistake

    a_game = f"game of the kind {game.kind} is made of a file"
    raise Misset(Mistake(0, "", f"a {a_game}, and there is none" if game.made else f"no {a_game}"))


@cache
def _made(make: Callable[[str], Game], file: str) -> Game:
    return make(file)


def setups(kind: str) -> tuple[Setup, ...]:
    """The files that travel with a kind, by name; none for a kind whose games are made of none."""
    there = folder(kind) / SETUPS
    files = sorted(there.glob(f"*{SETUP}")) if there.is_dir() else ()
    return tuple(Setup(file.stem, file.read_text(encoding="utf-8")) for file in files)


def describe(kind: str) -> dict[str, Any]:
    """The options, moves and occasions of a kind, as plain data."""
    from gmtool.desk.session.message_types import message_types

    game = find(kind).game
    return {
        "kind": game.kind,
        "title": game.title,
        "rules": game.rules_version,
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "takes": option.takes,
                "doc": option.doc,
                "clause": option.clause,
            }
            for option in game.options
        ],
        "moves": [line._asdict() for line in (*game.grammar.lines, *_of_plans(game))],
        "rulings": [
            {
                "clause": one.clause,
                "source": one.source,
                "rule": one.rule,
                "options": list(one.options),
                "fixed": one.fixed,
            }
            for one in rulings(kind)
        ],
        "changes": [asdict(one) for one in game.changes],
        "occasions": [
            {"name": o.name, "to": "a player" if o.to_player else "the thread", "doc": o.doc}
            for o in message_types(game)
        ],
        "demos": [one.command(kind) for one in demos(kind)],
    }


def _of_plans(game: Game) -> Iterator[Line]:
    """The lines of the table of moves about plans (ALL-9)."""
    from gmtool.engine.grammar import PLAYER, Line

    for form, doc in game.plans.vocabulary if game.plans else ():
        yield Line(PLAYER, form, f"in advance: {doc}")


def rulebook(kind: str) -> str:
    """The clauses of a kind, followed by those common to all games; raises FileProblem where
    its package has none.
    """
    try:
        own = (folder(kind) / RULES).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FileProblem(
            f"{kind}: the package {find(kind).package} has no {RULES} that can be read ({error})."
        ) from error
    return f"{own.rstrip()}\n\n{_common()}"


def folder(kind: str) -> Path:
    """Where the pages of a kind lie; raises as `find` does. A built-in kind isn't loaded."""
    place = BUILT_IN.get(kind)
    if place is not None:
        return _OURS / place.partition(":")[0].rpartition(".")[2]
    from importlib import resources

    return Path(str(resources.files(find(kind).package)))


def rulings(kind: str) -> tuple[Ruling, ...]:
    """What a kind rules where its source leaves something open, and what holds so for all kinds."""
    from gmtool.games.rulings import RULINGS

    return (*find(kind).game.rulings, *RULINGS)


def in_words(ruling: Ruling) -> str:
    """A ruling in a line."""
    chosen = [f"-o {name}=…" for name in ruling.options]
    how = f"Chosen with {listed(chosen)}." if chosen else f"Fixed: {_ended(ruling.fixed)}"
    rule = ruling.rule[:1].upper() + ruling.rule[1:]
    return f"R: {_ended(rule)} The source: {_ended(ruling.source)} {how}"


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def clause(kind: str, number: str) -> str:
    """One clause with all its lines, and its rulings; raises UsageProblem, which names the existing
    clauses.
    """
    from gmtool.engine.rulings import about

    clauses = {**split_clauses(_common()), **split_clauses(rulebook(kind))}
    wanted = number.strip().upper()
    if wanted not in clauses:
        raise UsageProblem(f"{kind} has no clause “{number}”; there are {_ranges(clauses)}.")
    ruled = (f"  {in_words(one)}" for one in about(rulings(kind), wanted))
    return "\n".join((clauses[wanted], *ruled))


def demos(kind: str) -> tuple[Demo, ...]:
    """The demos in the folder `demos` of a kind's package: first `KIND.txt`, with default options,
    then `KIND-SETUP.txt` for each file that travels with the kind and has a demo, and
    `KIND-OPTION-VALUE.txt` for each option value that has one.
    """
    there = folder(kind) / DEMOS
    made = "|".join(re.escape(one.name) for one in setups(kind))
    own = "|".join(re.escape(option.name) for option in find(kind).game.options)
    name = re.compile(
        rf"{re.escape(kind)}(?:-(?P<setup>{made})|-(?P<option>{own})-(?P<value>.+))?\.txt"
    )
    found = []
    for file in there.iterdir() if there.is_dir() else ():
        named = name.fullmatch(file.name)
        if named:
            options = {named["option"]: named["value"]} if named["option"] else {}
            found.append(Demo(options, file, named["setup"] or ""))
    return tuple(sorted(found, key=lambda one: (one.setup, sorted(one.options.items()))))


def story(kind: str) -> str:
    """The script of the kind's short story for newcomers; raises FileProblem where its package has
    none.
    """
    try:
        return (folder(kind) / STORY).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FileProblem(f"{kind} has no {STORY} that can be read ({error}).") from error


def demo(kind: str, options: Sequence[str] = (), setup: str = "") -> Demo:
    """The kind's demo for these options, typed as in `new`, and for the file `setup` that travels
    with the kind; an option with its default value doesn't count.

    Raises UsageProblem, which names the existing demos, where there is none for these options, and
    Refused for a value that an option can't have.
    """
    game = find(kind).game
    wanted = read_typed(game, split_typed(game, options))
    there_are = demos(kind)
    for one in there_are:
        if one.setup == setup and read_typed(game, one.options) == wanted:
            return one
    if not there_are:
        raise UsageProblem(f"{kind} brings no demo.")
    given = [*([f"the file “{setup}”"] if setup else ()), *options]
    chosen = f"with {', '.join(given)}" if given else "with all options by default"
    lines = ", ".join(f"`{one.command(kind)}`" for one in there_are)
    raise UsageProblem(f"{kind} has no demo {chosen}; it brings {lines}.")


def split_typed(game: Game, typed: Sequence[str]) -> dict[str, str]:
    """Options typed as key=value, each at most once; raises UsageProblem."""
    given: dict[str, str] = {}
    for text in typed:
        key, equals, value = text.partition("=")
        if not equals:
            raise UsageProblem(
                f"an option reads key=value, as in -o {game.options[0].name}=…; “{text}” doesn't."
            )
        if key.strip() in given:
            raise UsageProblem(f"option {key.strip()} is given twice; give it once.")
        given[key.strip()] = value.strip()
    return given


def read_typed(game: Game, given: Mapping[str, str]) -> dict[str, Value | None]:
    """The value of every option; raises UsageProblem for an option that the kind doesn't have, and
    Refused for a value that an option can't have.
    """
    from gmtool.engine.options import UnknownOption, read_options
    from gmtool.engine.policy import POLICY_KEYS

    try:
        return read_options(game.options, given, POLICY_KEYS)
    except UnknownOption as error:
        raise UsageProblem(f"{game.kind}: {error}") from error


def split_clauses(text: str) -> dict[str, str]:
    """The clauses in a rules text, by number, each up to the next clause or heading."""
    found = list(_CLAUSE.finditer(text))
    parts = {}
    for match in found:
        rest = text[match.start() :]
        end = re.search(r"\n(?=- |#|\|)", rest)
        parts[match["number"]] = rest[2 : end.start() if end else None].rstrip()
    return parts


def _common() -> str:
    return (_OURS / COMMON_RULES).read_text(encoding="utf-8")


def _ranges(clauses: dict[str, str]) -> str:
    groups: dict[str, list[int]] = {}
    for number in clauses:
        prefix, _, digits = number.rpartition("-")
        groups.setdefault(prefix, []).append(int(digits))
    return " and ".join(f"{p}-{min(n)} to {p}-{max(n)}" for p, n in groups.items())
