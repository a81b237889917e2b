"""Text to a question of a trade (BT-25), in the words of the list: “What's your highest spade?” is
`ask highest spades`.

A question that isn't in the list keeps its words, so that the rules can refuse it with the list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gmtool.engine.card_words import CARD, OTHER, SUIT_OF
from gmtool.engine.cards import RANK_WORDS, read_card
from gmtool.engine.cards import RANKS as RANK_SIGNS
from gmtool.engine.moves import Move
from gmtool.engine.refusals import Entangled
from gmtool.engine.wording import short
from gmtool.games.big_two.card_reading import scan
from gmtool.games.big_two.joker_reading import in_deck, resolved
from gmtool.games.big_two.moves import Ask
from gmtool.games.big_two.questions import SUIT_WORDS, parse
from gmtool.games.big_two.sentence_reading import Sentence
from gmtool.games.big_two.state import State

_ASKS = re.compile(
    r"(?:(?:i|i'll|let me|can|may|could|can i|may i|could i) )?ask(?:ing)?(?: you)?"
    r"(?: (?:for|about|if|whether))?(?: |$)"
)
_FRAME = re.compile(
    r"(?:do|d') ?(?:you|u|ya) (?:happen to )?(?:have|hold|got)(?: got)? |have you(?: got)? "
    r"|(?:you )?got |you(?:'ve| have)(?: got)? |have |(?:is|are) there "
    r"|(?:(?:can|could|would|will) you )?tell me "
    r"|(?:what|which)(?:'s|s| is| are)? (?=(?:your|the)\b)"
)
_WANTS = re.compile(r"(?:i'll (?:take|have)|give me|i (?:want|take)|hand over|take) ")
_BEHIND = re.compile(
    r" (?:(?:in|from) your hand|(?:that |which )?you (?:have|hold|'ve got)|at all)$"
)
_BEFORE = re.compile(r"^(?:(?:so|and|well|hm+|alright) )+")
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_N = rf"(\d{{1,2}}|{'|'.join(_NUMBERS)})"
_MOST = "highest|biggest|largest|top"
_LEAST = "lowest|smallest"
_MY = r"(?:(?:your|the|what|is|are) )*"
_RANK = {
    way: sign
    for sign, word in (*((sign, RANK_WORDS[sign]) for sign in RANK_SIGNS), ("2", "deuce"))
    for name in (word, sign.casefold())
    for way in (name, f"{name}s", f"{name}es", f"{name}'s")
} | {"sixes": "6"}
_AWAY = re.compile(r"away|me\b.*")
"""“ask away” asks nothing."""
_CARD_LIKE = frozenset({"as", "ah", "th"})
"""Cards that in small letters are words too."""
_IN_CAPITALS = re.compile(r"(?<!\w)(?:AS|AH|TH)(?!\w)")
_GROUPS = re.compile(
    r"(?:(?:any|an?|some) )?(pair|triple|quad)s?|(?:(?:any|a) )?(three) of a kind|(?:any )?(trips)"
)
_END = re.compile(
    rf"{_MY}(?:{_N} )?({_MOST}|{_LEAST})(?: {_N})?(?: cards?)?(?:(?: of)? (\w+))?(?: cards?)?"
)
_RANK_WORD = {"A": "ace of", "T": "10 of"}
_PAIR = re.compile(rf"{_MY}(?:{_MOST}) pair")
_ANY = re.compile(r"(?:(any|some|an?) )?(?:cards? of )?([\w'♣♧♦♢♥♡♠♤]+)(?: cards?)?")
_AT_LEAST = (
    re.compile(rf"(?:at least |any )?{_N} ([\w']+)(?: cards?)?"),
    re.compile(rf"{_N} or more ([\w']+)"),
    re.compile(rf"{_N} ([\w']+) or more"),
    re.compile(rf"{_N}\+ ?([\w']+)"),
    re.compile(r"(?:any |a )?(pair) of ([\w']+)"),
)


def read_question(said: Sentence) -> Move | None:
    """The question that a tidied sentence asks; None where it is none.

    Raises Ambiguous where it may be none, or asks two things at once.
    """
    folded = _folded(_without_address(said))
    left = " ".join(_BEFORE.sub("", folded.replace("?", " ").strip()).split())
    asked, wanted = _ASKS.match(left) or _FRAME.match(f"{left} "), _WANTS.match(left)
    body = _body(left[wanted.end() :] if wanted else left)
    found = _questions(said.state, body)
    parts = re.split(r" (?:or|and) | ?[?,] ?", folded.rstrip(" ?"))
    several = [] if found else [q for part in parts for q in _questions(said.state, _body(part))]
    if len(found) > 1:
        raise said.doubt(found, "doesn't say which joker is asked for")
    if not found and len(several) > 1:
        what = "asks several things; one is asked at a time"
        raise said.doubt(several, what, Entangled)
    if not found:
        return Ask(short(body)) if asked and body else None
    is_sure = asked or "?" in folded or _is_of_ends(str(found[0]))
    if wanted or not is_sure:
        raise said.doubt(found, "doesn't say outright that it is a question")
    return found[0]


def read_typed_question(state: State, text: str) -> tuple[Ask, ...]:
    """What `ask` asks in whatever words; several where there are two jokers.

    What is in no way a question of the list is kept as it is.
    """
    if re.match(r"ask(?::| )", text.casefold()) is None:
        return ()
    body = _body(" ".join(_folded(text).replace("?", " ").split()))
    if not body or _AWAY.fullmatch(body):
        return ()
    return tuple(_questions(state, body)) or (Ask(short(body)),)


def _folded(text: str) -> str:
    text = _IN_CAPITALS.sub(lambda found: f"{_RANK_WORD[found[0][0]]} {found[0][1]}", text)
    bare = re.sub(r"[!.:;()\"“”]", " ", text.casefold()).rstrip(" ,")
    return " ".join(bare.replace("?", " ? ").split())


def _without_address(said: Sentence) -> str:
    """The text without “Dee, …” or “…, Dee?”."""
    text = said.text
    for player in said.state.players:
        name = re.escape(player.name)
        text = re.sub(rf"^{name}\s*[,:]\s*|\s*,\s*{name}(?=[\s?!.]*$)", "", text, flags=re.I)
    return text


def _body(text: str) -> str:
    """What is asked about, without “do you have …” and “… in your hand”."""
    for frame in (_BEFORE, _ASKS, _FRAME):
        found = frame.match(f"{text} ")
        text = text[found.end() :] if found else text
    return _BEHIND.sub("", text.strip())


def _is_of_ends(text: str) -> bool:
    """Whether it is of the highest or lowest, which nothing but a question is."""
    return "highest" in text or "lowest" in text


def _questions(state: State, body: str) -> list[Ask]:
    """The questions of the list that the words may mean; several where there are two jokers."""
    texts = list(dict.fromkeys(_texts(state, body)))
    return [
        Ask(text)
        for text in texts
        if parse(text) or text in {"any pairs", "any triples", "any quads"}
    ]


def _texts(state: State, body: str) -> Iterator[str]:
    if body in _CARD_LIKE:
        yield read_card(body) or ""
    elif _is_card(body):
        cards = tuple(item.value for item in scan(body) if item.kind == CARD)
        yield from (card for one in resolved(cards, in_deck(state)) for card in one)
    elif _PAIR.fullmatch(body):
        yield "highest pair"
    elif found := _GROUPS.fullmatch(body):
        yield f"any {(found[1] or 'triple')}s"
    elif found := _END.fullmatch(body):
        yield from _end(found)
    else:
        yield from _of_suit_or_rank(body)


def _of_suit_or_rank(body: str) -> Iterator[str]:
    found = next(filter(None, (pattern.fullmatch(body) for pattern in _AT_LEAST)), None)
    if found and _of(found[2]):
        count = 2 if found[1] == "pair" else _NUMBERS.get(found[1]) or int(found[1])
        yield f"at least {count} {_of(found[2])}"
        return
    found = _ANY.fullmatch(body)
    if found and _of(found[2]) and not (found[1] is None and _is_one(found[2])):
        yield f"any {_of(found[2])}"


def _is_card(body: str) -> bool:
    """Whether it names one card and nothing else."""
    items = scan(body)
    rest = {item.value for item in items if item.kind == OTHER}
    cards = [item for item in items if item.kind == CARD]
    return len(cards) == 1 and len(items) == 1 + len(rest) and rest <= {"the", "your", "a", "card"}


def _end(found: re.Match[str]) -> Iterator[str]:
    before, which, behind, of = found.groups()
    if (before and behind) or (of and of not in SUIT_OF):
        return
    number = before or behind or "1"
    count = _NUMBERS.get(number) or int(number)
    many = f"{count} " if count != 1 else ""
    end = "lowest" if which in _LEAST.split("|") else "highest"
    yield f"{many}{end}{' ' + SUIT_WORDS[SUIT_OF[of]] if of else ''}"


def _of(word: str) -> str:
    """A suit or rank as the list has it; empty for any other word."""
    if word in SUIT_OF:
        return SUIT_WORDS[SUIT_OF[word]]
    return _RANK.get(word, "")


def _is_one(word: str) -> bool:
    """Whether a word is of one card, so that “do you have ace” isn't surely of any."""
    return word not in SUIT_WORDS.values() and not word.endswith("s")
