"""What stands beside a move: remarks, talk of another turn, what takes a move back; and messages of
several lines, of which some are moves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from gmtool.engine.moves import Move
from gmtool.engine.paste import ReadLine, Remarked
from gmtool.engine.refusals import Ambiguous, Entangled, Refusal, Unreadable
from gmtool.engine.sentences import Task, doubt, unread
from gmtool.engine.wording import short

Check = Callable[[tuple[Move, ...]], None]
_BRACKETS = re.compile(r"(?P<said>[^()]*[.!])\s*(?P<remark>\([^()]*\)\W*)")
_THEN = re.compile(r"(?P<said>[^.!?]*[.!]+)\s+(?P<remark>\S.*)")
_TAKES_BACK = re.compile(
    r"(?:if|or|unless|only|but|except|depending|provided|as long as|instead|wait|actually|ignore"
    r"|scratch|cancel|forget|never ?mind|don't|do not|not)\b",
    re.IGNORECASE,
)
"""What a sentence begins with that may take back the one before it."""
_LATER = re.compile(
    r"(?:if|when|once)\b[^?]*\b(?:again|next\s+(?:time|turn|trick|round)|later|comes?\s+back)\b"
    r"|(?:maybe\s+|perhaps\s+)?(?:next\s+(?:time|turn|trick|round)|later)\b",
    re.IGNORECASE,
)
"""What a sentence begins with that is of another turn only."""


def is_of_later(text: str) -> bool:
    """Whether a sentence is of another turn than this, and so changes nothing about it."""
    return _LATER.match(text.lstrip("( ")) is not None


def doubt_taken_back(task: Task, text: str, quoted: str) -> None:
    """Raise Ambiguous for a sentence that may make the one before it depend on something, or undo
    it.
    """
    if _TAKES_BACK.match(text.lstrip("( ")) and not is_of_later(text):
        what = "may take a move back or make it depend on something, which it can't"
        raise doubt(task, quoted, (), what)


def remarked(task: Task, quoted: str, read_line: ReadLine) -> Remarked | None:
    """A sentence that is a move, before one in brackets or of another turn, which is none: “I'll
    pass. (Next time I'd play.)”
    """
    found = _BRACKETS.fullmatch(quoted) or _THEN.fullmatch(quoted)
    if found is None or (found.re is _THEN and not is_of_later(found["remark"])):
        return None
    try:
        moves = read_line(found["said"].strip())
    except Refusal:
        return None
    try:
        read_line(found["remark"].strip("() "))
    except Unreadable:
        return _remark(task, quoted, moves, (found["remark"],))
    except Refusal:
        return None
    return None


def read_lines(
    task: Task,
    quoted: str,
    lines: Iterable[str],
    read_line: ReadLine,
    check: Check,
    *,
    may_belong: Callable[[str], bool] = lambda _line: False,
) -> tuple[Move, ...]:
    """The moves of all the lines of a message, each some or none, in the order written; `check`
    raises a Refusal for moves that don't go together.

    Raises Remarked where some lines are none, Unreadable where the lines are to be read one by one,
    and Entangled where a line that isn't understood `may_belong` to a move.
    """
    found: dict[Move, None] = {}
    strange: list[str] = []
    left_over: list[str] = []
    is_doubtful = False
    for line in dict.fromkeys(lines):
        try:
            found |= dict.fromkeys(read_line(line))
        except Remarked as beside:
            found |= dict.fromkeys(beside.moves)
            strange += beside.remarks
        except Unreadable:
            strange.append(line)
            left_over.append(line)
        except Refusal:
            is_doubtful = True
    moves = tuple(found)
    check(moves)
    if moves:
        doubt_left_over(task, quoted, filter(may_belong, left_over))
    if is_doubtful or not moves:
        raise unread(task, quoted)
    if strange:
        raise _remark(task, quoted, moves, tuple(strange)) or unread(task, quoted)
    return moves


def doubt_left_over(task: Task, quoted: str, left_over: Iterable[str]) -> None:
    """Raise Entangled for a line beside moves that isn't understood and may belong to one of them:
    which then may be another move than it seems.
    """
    for line in left_over:
        what = f"has a line that isn't understood, “{short(line)}”, and that may belong to a move"
        raise doubt(task, quoted, (), what, Entangled)


def _remark(
    task: Task, quoted: str, moves: tuple[Move, ...], remarks: tuple[str, ...]
) -> Remarked | None:
    """The moves with what stands beside them; None where one names a player, whom only the engine
    finds.
    """
    if any(move.naming for move in moves):
        return None
    doubted: Ambiguous = doubt(task, quoted, map(str, moves), "says more than a move")
    return Remarked(doubted, moves, remarks)
