"""Finds the host's question with its answer, and a player's answer in a message, of which nothing
else goes on record (SD-11).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from gmtool.engine.grammar import Asked, WholeMatch
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.paste import compared, plain
from gmtool.engine.refusals import Refused
from gmtool.engine.stop_words import (
    FILLERS,
    after_greeting,
    unadorned,
    without_politeness,
    without_smileys,
    words,
)
from gmtool.engine.text import said, short
from gmtool.games.split_decision import moves as m
from gmtool.games.split_decision.questions import agrees

_SENTENCE = lazy_regex(
    r"\n|(?<=[^\s.]{4}[.!])\s+(?=\S)|(?<=[^\s.]{3}!)\s+(?=\S)|(?<=\?)\s+(?=\S)"
    r"|(?<![\s,;…-])[\s,;…-]+(?=no,? wait\b)|,? (?:so|but) (?=(?:i'(?:ll|d|m)|let's|my)\b)"
    r"|,\s+(?=i(?:'ll| will) (?:say|go|try)\b)"
    r"|(?<!\bno)(?<!\bno,)(?<![\s,;…-])[\s,;…-]+(?=(?:wait|actually|edit|scratch that"
    r"|or rather)\b)",
    re.IGNORECASE,
)
_OUTRIGHT = lazy_regex(
    r"(?:a[:)](?= )|(?:here's )?(?:(?:my|the) )?(?:final )?answer"
    r"(?:'s\b| is\b|(?=\s*(?:[:=\"“]|$)))|(?:i )?answer\b)\s*(?:[:=]|[-–—](?=\s))?\s*(?P<said>.*)",
    re.IGNORECASE,
)
_ASIDE = lazy_regex(
    r"(?:(?:(?:hi|hello|hey) \w+|o+h+|a+h+|u+h+|hm+|um+|well|so|ok|yes|no|sorry"
    r"|(?:no,? )?wait|actually|edit)\b *[,!:.…-]+\s*"
    r"|(?:no,? wait|or|rather|maybe|perhaps|probably|possibly)\b[\s,:…]+)+",
    re.IGNORECASE,
)
_HEDGE = lazy_regex(
    r"(?:(?:(?:i'm )?go(?:ing|nna)(?: to)? (?:with|for|say|go with)"
    r"|i(?:'ll| will) (?:go with|say|try|answer)|i(?:'d)? (?:think|say|guess|believe)"
    r"|(?:(?:my|just|a|total|wild|best|pure) )*guess(?: is| would be|(?=:))"
    r"|is (?:it|that)|could it be|it(?:'s| is| was| must be)(?: \w+ly)?|that's"
    r"|(?:that|it) would be|(?:it )?(?:must be|has (?:got )?to be|gotta be)"
    r"|let's (?:go with|say)|(?:what|who|where) (?:is|are|was))\b"
    r"(?: that\b)?[\s,:]*)+",
    re.IGNORECASE,
)
"""Words before an answer that isn't surely given."""
_SECOND = lazy_regex(r"(?:no|wait|actually|edit|or|rather)\b(?=.)|oops", re.IGNORECASE)
_APART = lazy_regex(r"[,;:!]\s+|\s[-–—]+\s|\s(?:but|or)\s")
_EITHER = lazy_regex(r"(?:either )?(\S+(?: \S+)?),? or (\S+(?: \S+)?)", re.IGNORECASE)
_SOUND = lazy_regex(
    r"(?:oh|ooh|ah|aha|ha|haha|hehe|heh|yes|yay|well|hm+|ugh|wow)\W*", re.IGNORECASE
)
_STOP = lazy_regex(r"(?<=[^\s.!]{4})(?:\.|!+)$")
_QUOTED = lazy_regex(r"[\"“„«]([^\"“”„«»]+)[\"”“»]")
_LIKE_A_NAME = lazy_regex(
    r"\W*(?:(?:the|an?|le|la|les|der|die|das) )?(?P<first>\w)(?P<more>\S*\s+\S)?", re.IGNORECASE
)
_THANKS = lazy_regex(
    r"(?<!\bno)(?<![\s,.!(-])[\s,.!(-]+"
    r"(?:please|thanks|thank you|thx|ty|cheers|final answer)[\s.!:)]*$",
    re.IGNORECASE,
)
_TALK = words(
    "i i'm im i'll i'd i've can could hope sorry maybe perhaps probably think guess sure idea "
    "either answer please question until because can't hm hmm unless if need "
    "clue dunno later wait actually ? ,no ,or ,not ,but ,because"
)
"""Words that make a line no answer, or not surely one."""
_NOT_YET = lazy_regex(
    r"(?:not|going to|comes?|coming|arrives|as|on (?:its|the|my) (?:way|tip)|still|almost|nearly"
    r"|ready|late|later|soon|a secret|below|above|pending|attached|obvious|brb"
    r"|in (?:the|my|a)|tomorrow|tonight|give me|wait|follows)\b(?! (?-i:[A-Z]))"
    r"|(?:due|me this|the same as)\b",
    re.IGNORECASE,
)
"""The beginning of what is said of an answer instead of it: “my answer is on its way”."""
_NO_ANSWER = lazy_regex(
    r"(?-i:(?:[Ww]h(?:ich|at|o|ere|en|y)|[Hh]ow) (?!(?:is|was|are|were)\b)[a-z][^A-Z]*(?:$|\.\.))"
    r"|(?-i:(?:[Nn]ot|[Bb]ut|[Aa]nd|[Oo]r|[Ss]o|[Bb]ecause) [a-z])"
    r"|not yet\b|(?:kein\w*|nicht|niet|geen)\b",
    re.IGNORECASE,
)
_SMALL = words("a an the of and or in on at to by with from for de la le du von van")
_OF_TALK = FILLERS | words(
    "me we us our you your you're he she they them yes no ok okay sure right haha hahaha hehe "
    "heh lol lmao yay hmm easy nice good great cool thanks really question question's fair done "
    "ready sorry wow omg hi hello hey fun sounds looks happy birthday congrats isn't wasn't "
    "doesn't can't didn't know think guess saw need want love hate already everyone"
)
"""Words that no answer holds that isn't written like a title."""
_PROMISES = lazy_regex(
    r"\b(?:working|thinking|asking (?:before|for|if)|wondering|googling|looking|checking|coming"
    r"|waiting|brb|afk|bear with|stand by|hang on|hold on|give me|back (?:soon|later|in)"
    r"|(?:one|a|half a|two|just a) (?:sec\w*|moment|mo|min\w*|tick|bit)"
    r"|later|soon|tonight|tomorr?ow|follows|(?:on|at|in) (?:the |my |a )?"
    r"(?:train|bus|phone|road|way|work|school|home|meeting)|today|right now|more time|clue|dunno"
    r"|next week)\b"
    r"|\bi(?:'ll| will)\b.*\b(?:when|after|once|as soon as)\b"
    r"|^(?:why|how come|do i|can i|did)\b",
    re.IGNORECASE,
)
"""What says that an answer will come, or that there is none."""
_STILL_TO_COME = lazy_regex(
    r"\b(?:give me|tip of my|(?:answer|it)(?:'ll| will)? comes?|(?:still|am|i'm) thinking"
    r"|need (?:some |more )?time|let me (?:think|check|look|sleep))\b",
    re.IGNORECASE,
)
"""What says at a message's end that what stands before it is no answer."""
_CUT = lazy_regex(
    r"(?<![\s,;(–-])[\s,;(–-]+(?:unless|if|but|because|though|isn't it|wasn't it|right"
    r"|maybe|perhaps|probably|can i|i(?:'m)? \w+)\b.*|\s*[,.(–-]\s*sorry\b.*|\?+$",
    re.IGNORECASE,
)
_ASKS = lazy_regex(
    r"(?:(?:and|but|so|also),? )?"
    r"(?:what's|when|why|how|can|could|may|do|does|will|would)\b(?! it be\b).*\?"
    r"|that's my (?:final )?answer\W*$",
    re.IGNORECASE,
)
_TELLS = lazy_regex(
    r"^(?!it|that|wh|i |is (?:it|that)\b|(?:has|have|must|gotta)\b)"
    r".*\b(?:is|was|are|were|been|be|have|had|has)\b",
    re.IGNORECASE,
)
"""_ASKS matches a question; this matches, beside other sentences, one that tells something.
Neither is an answer.
"""
_NONE = "it says no answer"
_MORE = "it isn't surely an answer, or says more than it"
_LONGEST, _LONGEST_OF_SEVERAL, _LONGEST_IN_SMALL = 8, 5, 3
"""The most words of an answer, alone on a line, beside others, and there in small letters."""


class _Part(NamedTuple):
    """The answers that a sentence may be; `is_said`: it calls itself one."""

    answers: tuple[str, ...] = ()
    is_sure: bool = False
    is_said: bool = False


def answer_of(asked: Asked, text: str) -> WholeMatch | None:
    """The answer in a message of the player asked; None where none is asked for and none
    is given outright.

    It is sure where it agrees with the kept one, where it calls itself an answer and is written
    like one, and where it is alone on a line behind the question as a quotation. Of a longer
    message it is the likeliest part.
    """
    is_asked = "answer" in asked.verbs and not re.fullmatch(r"codes(?: [0-9]+){2,}", text.strip())
    if not is_asked and not _OUTRIGHT.match(text.strip()):
        return None
    text = without_smileys(text)
    if asked.host:
        spoken_to = rf"(?:(?<=\w),|\b(?:please|thanks|cheers))\s*{re.escape(asked.host)}\W*$"
        text = re.sub(spoken_to, "", text, flags=re.IGNORECASE)
    written = [part.strip() for part in _SENTENCE.split(text) if plain(part).strip()]
    own = [part for part in written if without_politeness(unadorned(part)).strip(" .,!")]
    frames = [part for part in own if (found := _OUTRIGHT.fullmatch(part)) and not found["said"]]
    own = [part for part in own if part not in frames]
    lines = {line.strip() for line in text.split("\n")}
    own = [part if part in lines else _STOP.sub("", part) for part in own]
    asking = asked.state.asking if is_asked else None
    fits = [fit for part in own if asking and (fit := _fitting(part, asking.answer))]
    is_changed = any(map(_SECOND.match, own[1:]))
    parts = [_part(part, _LONGEST if len(own) == 1 else _LONGEST_OF_SEVERAL) for part in own]
    if asking and fits and not (is_changed or any(part.is_said for part in parts)):
        is_quoting = bool(re.search(r"\w", _QUOTED.sub("", fits[0]))) and _QUOTED.search(fits[0])
        if len(own) == 1 and said(_THANKS.sub("", own[0])) == fits[0] and not is_quoting:
            return WholeMatch((fits[0],))
        return WholeMatch(_said_beside(own, asking.answer, fits[0]), "", _MORE)
    if not parts:
        return WholeMatch((), "", _NONE) if written else None
    if _STILL_TO_COME.search(own[-1]) and not any(part.is_said for part in parts):
        return WholeMatch((), "", _NONE)
    told = [part for part in parts if part.is_said]
    if not told or is_changed:
        told = parts
    answers = tuple(dict.fromkeys(answer for part in told for answer in part.answers))
    is_reply = asking is not None and compared(asking.text) in compared(asked.raw)
    action = {word.casefold() for word in re.findall(r"\w+", text)}
    is_reply = is_reply and action.isdisjoint(asked.called)
    is_sure = len(parts) == len(answers) == 1 and parts[0].is_sure
    is_sure = is_sure and (parts[0].is_said or is_reply or bool(frames))
    answers = tuple(one for one in answers if is_sure or not _names_somebody(asked, one))
    return WholeMatch(answers, "", "" if is_sure else _MORE if answers else _NONE)


def _names_somebody(asked: Asked, answer: str) -> bool:
    """Whether an answer speaks to or of a player or the host: “Happy birthday, Boris”."""
    action = {word.casefold() for word in re.findall(r"\w+", answer)}
    return not action.isdisjoint({*asked.called, asked.host.casefold()})


def _said_beside(parts: Sequence[str], kept: str, fit: str) -> tuple[str, ...]:
    """The answers of a message one of which agrees with the kept one: that it does mustn't choose
    for the player who named several.
    """
    pieces = [piece for part in parts for piece in _APART.split(part)]
    each = [(_fitting(piece, kept), piece) for piece in pieces]
    found = (
        (agreed,) if agreed else _part(piece, _LONGEST_OF_SEVERAL).answers for agreed, piece in each
    )
    answers = tuple(dict.fromkeys(answer for some in found for answer in some))
    if len(answers) < 2 and any(" or " in part for part in parts):
        return ()  # “is it the Danube or the Rhine … can't decide”
    return answers if any(agreed for agreed, _ in each) else (fit,)


def _fitting(text: str, kept: str) -> str:
    """The words of a sentence that agree with the kept answer, without what stands around them;
    empty where none do.
    """
    bare = _THANKS.sub("", text)
    for part in (bare, *_APART.split(bare)):
        aside = _ASIDE.match(part)
        behind = part[aside.end() :] if aside else part
        hedge = _HEDGE.match(behind)
        answer = _THANKS.sub("", behind[hedge.end() :] if hedge else behind)
        frame = _OUTRIGHT.fullmatch(answer)
        answer = frame["said"] if frame else answer
        if not answer.endswith("?") and agrees(answer, kept):
            return said(answer)
    return ""


def _part(text: str, longest: int) -> _Part:
    """The answers in a sentence."""
    aside = _ASIDE.match(text)
    outright = _OUTRIGHT.fullmatch(text) or _OUTRIGHT.fullmatch(text, aside.end() if aside else 0)
    plainly = _CUT.sub("", _THANKS.sub("", text[aside.end() if aside else 0 :]))
    if _NO_ANSWER.match(text) or (outright and _NOT_YET.match(outright["said"].strip())):
        return _Part()
    is_promise = _ASKS.match(text) or _PROMISES.search(text)
    if not outright and (is_promise or _says_none(plainly, is_alone=longest == _LONGEST)):
        return _Part()
    action = outright["said"] if outright else text
    is_more = re.search(r",\s+(?:\S+\s+){2,}\S", action)
    is_changed = re.search(r"[.!…,-] *(?:no|wait|actually|or rather)\b", action, re.IGNORECASE)
    bare = _THANKS.sub("", action)
    is_sure = (
        not (is_changed or is_more)
        and not re.match("not ", text, re.I)
        and after_greeting(text) is None
        and not (aside and outright)
        and (bare == action or action[len(bare) :].strip()[0] in ",.!(")
    )
    aside = _ASIDE.match(bare)
    behind = bare[aside.end() :] if aside else bare
    hedge = _HEDGE.match(behind)
    answer = behind[hedge.end() :] if hedge else behind
    if _NO_ANSWER.match(answer):
        return _Part()
    if _is_talk(answer):
        is_sure, answer = False, _CUT.sub("", answer)
        answer = "" if _SOUND.fullmatch(answer) else answer
    if aside or hedge:
        is_sure, answer = False, answer.rstrip(".!?")
    if (
        not answer.strip(' "“”')
        or _is_talk(answer)
        or len(answer.split()) > (longest + 6 * bool(hedge or outright))
    ):
        return _Part()
    quoted = _QUOTED.findall(answer)
    either = _EITHER.fullmatch(answer)
    several = quoted if len(quoted) > 1 else either.groups() if either else ()
    if not several and quoted and (aside or hedge or _QUOTED.fullmatch(answer)):
        answer = quoted[0]
    answers = (*several, *([] if quoted[1:] else [said(answer)]))
    is_sure = is_sure and (not outright or _is_like_one(text, answer))
    return _Part(answers, is_sure, outright is not None)


def _is_like_one(text: str, answer: str) -> bool:
    """Whether what calls itself an answer is written like one, instead of telling of it, as “the
    answer is too easy” does: in quotation marks, with a capital, or as one word behind a colon.
    """
    first = _LIKE_A_NAME.match(answer)
    if first is None or _QUOTED.search(text):
        return first is not None
    is_name = first["first"].isdigit() or first["first"].isupper()
    return is_name or (":" in text and not first["more"])


def _says_none(text: str, *, is_alone: bool) -> bool:
    """Whether a sentence tells something, or says that an answer will come, instead of being
    one. What is written like a title, “Let It Be”, is one.
    """
    action = re.findall(r"[\w']+", text.replace("’", "'"))
    if not action:
        return True
    if len(action) > 1 and all(w[:1].isupper() or w in _SMALL for w in action):
        return False
    hedge = _HEDGE.match(text)
    is_long = len({*action} - _SMALL) > _LONGEST_IN_SMALL and not hedge
    if not is_alone and (is_long or _TELLS.search(text)):
        return True
    rest = {w.casefold() for w in re.findall(r"[\w']+", text[hedge.end() if hedge else 0 :])}
    return bool((rest - _SMALL) & _OF_TALK)


def _is_talk(text: str) -> bool:
    apart = text.casefold().replace("’", "'").replace("?", " ? ").replace(", ", " ,").split()
    return not _TALK.isdisjoint(word.strip('.!:;()"') for word in apart)


_QUESTION = lazy_regex(
    r"""question\b\s*:?\s*(?P<text>"(?:[^"\\]|\\.)*"|[“„][^”“]*[”“]|[^"“„\s].*?[?.!:])[\s,;]*
    \banswer\b\s*[:=]?\s*(?P<answer>.+)""",
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)


def _posed(written: str) -> tuple[str, str] | None:
    found = _QUESTION.fullmatch(written.strip())
    both = [
        said(part) if part[0] == '"' else part.strip(" \n“”„")
        for part in (found.group("text", "answer") if found else ())
    ]
    return (both[0], both[1]) if both and all(plain(part).strip() for part in both) else None


def typed_question(rest: str) -> tuple[str, str] | None:
    pair = _posed(f"question {rest}")
    return pair if pair and str(m.Question(*pair)) == f"question {rest}" else None


def question_of(_asked: Asked, written: str) -> WholeMatch | None:
    """A question with its answer, as a host may type them; raises Refused where the
    answer is missing.
    """
    if not re.match(r"\s*question\b", written, re.IGNORECASE):
        return None
    pair = _posed(written)
    if not pair:
        right = '`question "Who wrote Faust?" answer "Goethe"`'
        raise Refused(
            "SD-11",
            f"“{short(written)}” isn't a question with its answer; write {right}.",
            quoted=written.strip(),
        )
    is_quoted = re.match(r'\s*question\s*:?\s*["“„]', written, re.IGNORECASE)
    in_question = not is_quoted and re.search(r"\banswer\b", " ".join(pair), re.IGNORECASE)
    is_part = in_question or re.match(r"(?:is|are|was|were)\b", pair[1])
    return WholeMatch((pair,), "", "the word answer may belong to the question" * bool(is_part))
