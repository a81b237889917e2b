"""Asks a host at a terminal what to do about a message: take it, type a move, ask
back, or leave it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gmtool.cli.show import complain, show
from gmtool.engine.frozen import replace
from gmtool.engine.signs import shown

if TYPE_CHECKING:
    from gmtool.desk.answers import Answer, Choice
    from gmtool.desk.desk import Desk

YES, EDIT, ASK, LATER = "yes", "edit", "ask", "later"
_ENTER = frozenset("\r\n")


def can_ask() -> bool:
    """Whether somebody is at the terminal who can answer."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def decided(desk: Desk, answer: Answer) -> Answer:
    """The answer to the host's decision about the message in `answer`, which is stored already;
    without its lines, the same answer where the host leaves it for later.
    """
    from gmtool.desk import inbox
    from gmtool.desk.requests import Request

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
