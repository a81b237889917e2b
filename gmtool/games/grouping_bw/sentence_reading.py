"""The words of Grouping Black & White in a player's sentence, and what a player is asked for."""

from __future__ import annotations

import re

from gmtool.engine import phrases, sentences
from gmtool.engine.phrases import DENIALS, HEDGES, unadorned, words
from gmtool.engine.sentences import Task, doubt, without_chatter, without_shell_quotes
from gmtool.games.grouping_bw.state import BETTING, FIRST, GROUPING, ORDER, SETUP, State
from gmtool.games.grouping_bw.wanting import betting_moves

FILLERS = sentences.FILLERS | words("please turn round")
ELSE = Task(
    "",
    "ALL-6",
    "players say `group A TILE … B TILE … C TILE …`, `ante CHIPS`, `first NAME`, `bet CHIPS`, "
    "`raise CHIPS`, `call`, `fold`, `peek`, `order`",
)
TO_GROUP = Task(
    GROUPING,
    "GB-2",
    "write two tiles for A, three for B and four for C, as in `group A 0 1 B 2 3 4 C 5 6 7 8`",
)
_BEFORE_VERBS = phrases.intent(
    r"""bet|betting|raise|raising|re-?raise|call|calling|fold|folding|check|checking|see|match
      | matching|go|going|put|putting|open|opening|make|peek|peeking|use|using|spend|order|ante
      | propose|proposing|offer|suggest|group|grouping|start|begin|take|play|agree"""
)
_MEANING = (
    HEDGES
    | DENIALS
    | words(
        "a b c group groups grouping tile tiles ante order peek bet raise call fold check "
        "max see match pass out first start starts begin begins"
    )
)
"""Words that make a line more than a greeting."""
_TAKES_BACK = re.compile(
    r"(?:if|or|unless|only|but|except|depending|provided|as long as|instead|wait|actually|ignore"
    r"|scratch|cancel|forget|never ?mind|don't|do not|not)\b",
    re.IGNORECASE,
)
"""What a line begins with that may take back the one before it."""


def tidied(text: str) -> str:
    """A sentence without what surrounds it, “I'd like to use my Peek” as “use my Peek”."""
    plainly = without_chatter(unadorned(without_shell_quotes(text)))
    return phrases.tidied(plainly, _BEFORE_VERBS)


def without_frame(who: str, text: str) -> str:
    """The lines of a text that aren't a greeting, thanks or a signature."""
    lines = text.split("\n")
    return "\n".join(line for line in lines if not sentences.is_frame(who, line, _MEANING))


def task_of(state: State, who: str) -> Task:
    """What `who` is asked for, which is what a sentence of its own words is read as."""
    if state.phase == GROUPING:
        return TO_GROUP
    if state.phase == BETTING and state.round:
        if state.round.actor != who:
            return Task(BETTING, "GB-6", f"it is {state.round.actor}'s turn")
        forms = [f"`{form}`" for form in betting_moves(state, who)]
        return Task(BETTING, "GB-6", f"say {', '.join(forms[:-1])} or {forms[-1]}")
    if state.namer == who and not state.starter and state.phase in {SETUP, ORDER, FIRST}:
        return Task(FIRST, "GB-5", "say who starts, as in `first NAME`")
    return ELSE


def doubt_taken_back(task: Task, text: str, quoted: str) -> None:
    """Raise Ambiguous for a line that makes the one before it depend on something, or undoes it."""
    if _TAKES_BACK.match(text):
        what = "may take a move back or make it depend on something, which it can't"
        raise doubt(task, quoted, (), what)
