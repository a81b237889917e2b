"""Asks a host at a terminal: what a new game needs, question by question, where `new` was typed
alone; and what to do about a message: take it, type a move, ask back, or leave it.

Questions and complaints go to standard error, so that standard output holds the opening post alone.
Where nobody can answer, nothing is asked.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from msgspec.structs import replace

from gmtool.cli.show import complain, show, write_lines
from gmtool.engine.unicode_hygiene import shown, tidied

if TYPE_CHECKING:
    from gmtool.desk.answers import Answer, Choice
    from gmtool.desk.desk import Desk
    from gmtool.engine.game import Game

T = TypeVar("T")
_MARKS = "\"'“”"
"""Quotation marks, which an answer doesn't need."""
YES, EDIT, ASK, LATER = "yes", "edit", "ask", "later"
_ENTER = frozenset("\r\n")


def can_ask() -> bool:
    """Whether somebody is at the terminal who can answer."""
    return sys.stdin.isatty() and sys.stderr.isatty()


# ---- a new game


class Asked(NamedTuple):
    """The answers; `setup` names the file that the game is made of, for a kind that needs one, and
    `line` is the command that says the same at once.
    """

    kind: str
    name: str
    players: list[str]
    zone: str
    setup: str | None
    line: str


def new_game(where: str | None) -> Asked:
    """Ask for the kind, name, players and zone of a game that isn't in the database `where` yet.
    Raises KeyboardInterrupt where no more answers come.
    """
    from gmtool.desk.answers import Commands, table
    from gmtool.desk.session.kinds import names as kinds
    from gmtool.desk.session.kinds import titles
    from gmtool.desk.times.zones import machine_zone

    sys.stderr.write("A few questions, then the opening post. Ctrl-C stops; nothing is set up.\n")
    rows = [(f"{number}.", *row) for number, row in enumerate(titles().items(), 1)]
    write_lines(table(rows), sys.stderr)
    kind = _ask("Which game?", kinds()[0], _kind)
    setup = _file(kind)
    name = _ask("What shall yours be called?", _free_name(where), lambda typed: _name(where, typed))
    players = _ask(
        "Who plays? In the order of their sign-up, with commas between:",
        "",
        lambda typed: _players(kind, setup, typed),
    )
    zone = _ask("In which time zone?", machine_zone().key, _zone)
    seats = ", ".join(players)
    title = _made(kind, setup).title
    _ask(f"{title} “{name}” with {len(players)} players: {seats}. Right?", "yes", _agreed)
    file = ["--setup", setup] if setup else []
    line = Commands().line("new", kind, name, *players, *file, "--zone", zone)
    return Asked(kind, name, players, zone, setup, line)


def _ask(question: str, usual: str, read: Callable[[str], T]) -> T:
    """Ask until an answer can be read, and return it; Enter alone means the usual
    answer, if there is one.
    """
    while True:
        sys.stderr.write(shown(f"{question} {f'[{usual}] ' if usual else ''}"))
        sys.stderr.flush()
        line = sys.stdin.readline()
        if not line:
            sys.stderr.write("\n")
            raise KeyboardInterrupt
        try:
            return read(" ".join(line.split()) or usual)
        except Exception as error:
            if not (hasattr(error, "exit_code") or hasattr(error, "clause")):
                raise
            sentence = getattr(error, "sentence", None)
            complain(f"  {sentence() if callable(sentence) else error}")


def _kind(typed: str) -> str:
    """The kind of that name, or of that number in the list."""
    from gmtool.desk.session import kinds

    listed = {str(number): kind for number, kind in enumerate(kinds.names(), 1)}
    return kinds.find_by_name(listed.get(typed.rstrip("."), typed)).game.kind


def _file(kind: str) -> str | None:
    """The file that the game is to be made of; None for a kind whose games are made of none."""
    from gmtool.desk.session import kinds
    from gmtool.engine.text import listed

    def read(typed: str) -> str:
        _made(kind, typed)
        return typed

    if kinds.find(kind).game.made is None:
        return None
    shipped = [one.name for one in kinds.setups(kind)]
    return _ask(f"Made of which file, your own or one of {listed(shipped)}?", shipped[0], read)


def _made(kind: str, setup: str | None) -> Game:
    from gmtool.cli.input_files import read_setup
    from gmtool.desk.begin import new
    from gmtool.desk.session import kinds

    return new.make_game(kinds.find(kind).game, read_setup(kind, setup))


def _free_name(where: str | None) -> str:
    """A name that no game has yet."""
    from gmtool.engine.text import casefolded
    from gmtool.store.completion_queries import read_candidates

    taken = set(map(casefolded, read_candidates(where, None).games))
    number = next(n for n in range(1, len(taken) + 2) if casefolded(f"Round {n}") not in taken)
    return f"Round {number}"


def _name(where: str | None, typed: str) -> str:
    from gmtool.desk.problems import UsageProblem
    from gmtool.engine.text import casefolded
    from gmtool.store.completion_queries import read_candidates

    name = tidied(typed.strip(_MARKS))
    if casefolded(name) in map(casefolded, read_candidates(where, None).games):
        raise UsageProblem(f"there is a game called “{name}” already; choose another name.")
    return name


def _players(kind: str, setup: str | None, typed: str) -> list[str]:
    """The names, separated by commas or, where there are none, by blanks; judged as the
    set-up will judge them.
    """
    from gmtool.cli.argv import tidy
    from gmtool.engine.names import check
    from gmtool.engine.options import read_options
    from gmtool.engine.table import lay

    words = re.split("[,;]", typed) if re.search("[,;]", typed) else typed.split()
    bare = [tidied(re.sub(r"^\d+[.)] ", "", word.strip()).strip(_MARKS)) for word in words]
    names, _ = tidy([*filter(None, bare)], kind)
    check(tuple(names), {})
    game = _made(kind, setup)
    lay(game, tuple(names), read_options(game.options, {}))
    return names


def _agreed(typed: str) -> None:
    """Raise KeyboardInterrupt for a no, UsageProblem for anything but yes or no."""
    from gmtool.desk.problems import UsageProblem

    answer = typed.lower()
    if answer in {"n", "no"}:
        raise KeyboardInterrupt
    if answer not in {"y", "yes"}:
        raise UsageProblem("yes sets it up, no stops.")


def _zone(typed: str) -> str:
    from gmtool.desk.times.zones import read_zone

    return read_zone(typed).key


# ---- a message


def decided(desk: Desk, answer: Answer) -> Answer:
    """The answer to the host's decision about the message in `answer`, which is stored already;
    without its lines, the same answer where the host leaves it for later.
    """
    from gmtool.desk.intake import inbox
    from gmtool.desk.moves.requests import Request

    choice = answer.choice
    assert choice is not None  # noqa: S101 -- whoever calls has looked
    show(replace(answer, hints=()), as_json=False)
    key = _key(choice)
    if key == YES:
        return inbox.take(desk, choice.number, Request(""))
    if key.isdigit():
        return inbox.take(desk, choice.number, Request("", choice.readings[int(key) - 1]))
    if key == EDIT and (typed := _typed(choice)):
        return inbox.take(desk, choice.number, Request("", typed))
    if key == ASK:
        return inbox.ask(desk, choice.number)
    return replace(answer, lines=(), choice=None)


def _key(choice: Choice) -> str:
    """The host's choice, made with one key. Enter means yes where nothing is doubtful, else
    later.
    """
    numbers = [str(place) for place, _ in enumerate(choice.readings, 1)]
    keys = [YES] * bool(choice.says) + [*numbers, EDIT, ASK, LATER]
    usual = YES if choice.says and not choice.is_doubtful else LATER
    told = {number: f"{number} {choice.readings[int(number) - 1]}" for number in numbers}
    names = " / ".join(f"[{key}]" if key == usual else told.get(key, key) for key in keys)
    says = f"{choice.says}?" if choice.says else "what does it say?"
    return _pressed(f"{choice.who}, {choice.number}: {says}  {names} ", keys, usual)


def _pressed(question: str, keys: Sequence[str], usual: str) -> str:
    """The one of the keys that the host presses; Enter means the usual one. Who goes away leaves it
    for later.
    """
    import typer

    sys.stderr.write(shown(question))
    sys.stderr.flush()
    while True:
        try:
            pressed = typer.getchar()
        except (EOFError, KeyboardInterrupt):
            pressed = LATER  # what was said is stored, and the answer says how to go on
        begun = (key for key in keys if key[0] == pressed.casefold()[:1])
        chosen = usual if pressed in _ENTER else next(begun, "")
        if chosen:
            complain(chosen)
            return chosen


def _typed(choice: Choice) -> str:
    """The move that the host types instead; empty for none."""
    sys.stderr.write(shown(f"{choice.who}, {choice.number}, the move: "))
    sys.stderr.flush()
    return " ".join(sys.stdin.readline().split())


def agreed(answer: Answer, question: str) -> bool:
    """Whether the host says yes, with one key or Enter, to what an answer shows."""
    show(replace(answer, hints=()), as_json=False)
    return _pressed(f"{question} [{YES}] / {LATER} ", (YES, LATER), YES) == YES
