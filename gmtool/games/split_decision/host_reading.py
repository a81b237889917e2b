"""Text to what the host says: questions, codes drawn, verdicts (SD-7, SD-11)."""

from __future__ import annotations

import re

from gmtool.engine.moves import Move
from gmtool.engine.paste import plain
from gmtool.engine.refusals import Ambiguous, Refused, Unreadable
from gmtool.engine.wording import said, short, unquote
from gmtool.games.split_decision.moves import Draw, Question, Verdict

_VERDICTS = {"right": True, "correct": True, "wrong": False, "incorrect": False}
_QUESTION = re.compile(r"question\b\s*:?\s*(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
_ANSWER = re.compile(r"\banswer\b", re.IGNORECASE)
_AFTER_ANSWER = re.compile(r"\s*[,;]?\s*answer\b\s*[:=]?\s*(?P<said>.*)", re.IGNORECASE | re.DOTALL)
_PART_OF_QUESTION = re.compile(
    r".*\b(?:the|an|this|that|your|my|no|right|correct|same|which|what|short|and)\s*", re.I | re.S
)
_GOES_ON = re.compile(r"(?:to|for|of|that|me|this|the following)\b.*|.*\?", re.I | re.S)
_IS = re.compile(r"(?:is|are|was|were)\b", re.IGNORECASE)
_CURLY = re.compile(r"[“„](?P<text>[^”“]*)[”“](?P<rest>.*)", re.DOTALL)
MOST_READINGS = 4
"""So many places where a question may end are shown."""
_RIGHT = 'write `question "Who wrote Faust?" answer "Goethe"`'


def read_host(text: str, quoted: str) -> Move:
    """The move of the host that `text` is; raises a Refusal that says what would be right."""
    question = _QUESTION.fullmatch(text.strip())
    if question:
        return _question(question["rest"].strip(), quoted)
    words = plain(text).casefold().split()
    match [word.strip(".!,") for word in words]:
        case ["draw"]:
            return Draw()
        case ["draw", code] if code:
            return Draw(words[1].rstrip(".!,"))
        case [verdict] if verdict in _VERDICTS:
            return Verdict(_VERDICTS[verdict])
    _doubt_verdict(words, quoted)
    raise Unreadable(
        "ALL-6",
        "“{text}” is nothing that a host says; a host says {moves}; what a player says goes "
        "under its name.",
        quoted=quoted,
        text=short(quoted),
        moves='`question "…" answer "…"`, `draw`, `right`, `wrong`',
    )


def _doubt_verdict(words: list[str], quoted: str) -> None:
    named = [word for word in _VERDICTS if any(word == said.strip(".!,?") for said in words)]
    if named and any("?" in word for word in words):
        raise Ambiguous(
            "SD-11",
            "“{text}” isn't surely a verdict; say just `right` or `wrong`.",
            readings=tuple(dict.fromkeys(str(Verdict(_VERDICTS[word])) for word in named)),
            quoted=quoted,
            text=short(quoted),
        )


def _question(rest: str, quoted: str) -> Question:
    if rest.startswith('"'):
        try:
            text, after = unquote(rest)
        except ValueError:
            raise _incomplete(quoted, "has a quotation mark that isn't closed") from None
        return _with_answer(text, after, quoted)
    curly = _CURLY.fullmatch(rest)
    if curly and _AFTER_ANSWER.fullmatch(curly["rest"]):
        return _with_answer(curly["text"], curly["rest"], quoted)
    return _unquoted(rest, quoted)


def _with_answer(text: str, after: str, quoted: str) -> Question:
    """A question in quotation marks, and what follows it."""
    if not after.strip():
        raise _incomplete(quoted, "has no answer, which you keep until the verdict")
    found = _AFTER_ANSWER.fullmatch(after)
    if found is None:
        raise _incomplete(quoted, "doesn't go on with the answer after the question")
    return _complete(text, found["said"], quoted)


def _unquoted(rest: str, quoted: str) -> Question:
    """A question without quotation marks, which mustn't hold the word answer itself."""
    places = [found.span() for found in _ANSWER.finditer(rest)]
    if not places:
        raise _incomplete(quoted, "has no answer, which you keep until the verdict")
    splits = [
        (rest[:start].rstrip(" \t\r\n,;"), rest[end:].lstrip(" :="))
        for start, end in places[:MOST_READINGS]
    ]
    if len(splits) > 1 or _is_part_of_question(*splits[0]):
        readings = [Question(text, said(kept)) for text, kept in splits if text and said(kept)]
        raise Ambiguous(
            "SD-11",
            "“{text}” has the word answer where it may belong to the question; put both in "
            "quotation marks: {right}.",
            readings=tuple(map(str, readings)),
            quoted=quoted,
            text=short(quoted),
            right=_RIGHT,
        )
    return _complete(*splits[0], quoted)


def _is_part_of_question(before: str, after: str) -> bool:
    if _IS.match(after):
        return True
    asks = before.rstrip().endswith(("?", ".", "!", ":"))
    return not asks and bool(_PART_OF_QUESTION.fullmatch(before) or _GOES_ON.fullmatch(after))


def _complete(text: str, answer: str, quoted: str) -> Question:
    curly = _CURLY.fullmatch(answer.strip())
    kept = curly["text"] if curly and not curly["rest"].strip() else said(answer)
    for what, words in (("question", text), ("answer", kept)):
        if not plain(words).strip():
            raise _incomplete(quoted, f"has an empty {what}")
    return Question(text, kept)


def _incomplete(quoted: str, what: str) -> Refused:
    return Refused(
        "SD-11",
        "“{text}” {what}; {right}.",
        quoted=quoted,
        text=short(quoted),
        what=what,
        right=_RIGHT,
    )
