"""The grammar of Split Decision: how its moves are written and said (SD-3 to SD-32),
and what plans may say beside them (ALL-9).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from gmtool.engine import card_words
from gmtool.engine.argument_parsers import names_in
from gmtool.engine.cards import RANK_WORDS, RANKS, read_card
from gmtool.engine.forms import read_amount
from gmtool.engine.grammar import UNSAID, Asked, Form, Grammar, Known, Match, Slot, WholeMatch
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import Move
from gmtool.engine.paste import plain
from gmtool.engine.plans import Planning, Until
from gmtool.engine.refusals import Refused
from gmtool.engine.shuffling import shuffle
from gmtool.engine.stop_words import words
from gmtool.engine.text import CHANCE, HOST
from gmtool.engine.words import DOUBTS, NUMBER, Word, WordsOf, words_in
from gmtool.engine.words import SECOND as SECOND_THOUGHT
from gmtool.games.split_decision import moves as m
from gmtool.games.split_decision.bonus import limits
from gmtool.games.split_decision.code_list import ORDINAL, codes_of, places_of
from gmtool.games.split_decision.hands import ACE, HIGH, JOKER, LOW, is_below, rank_of
from gmtool.games.split_decision.moves import Answer, Cut
from gmtool.games.split_decision.said_questions import (
    answer_of,
    question_of,
    typed_question,
)
from gmtool.games.split_decision.state import ROUNDS, State
from gmtool.games.split_decision.terms import AGAIN, BOARD, DEVIL, NO, SECOND

_RANK = {sign.casefold(): sign for sign in RANKS} | {w: sign for sign, w in RANK_WORDS.items()}
_RANK |= {"t": "10", "deuce": "2", "devil": DEVIL}
_BEHIND = {"no": NO, "again": AGAIN, "2nd": SECOND, "second": SECOND}
_SUIT = {one: name for name in m.SUITS for one in (name, name[:-1])}
_SUIT |= dict(zip("♣♦♥♠♧♢♡♤", m.SUITS * 2, strict=True))
_LETTER = {name[0]: name for name in m.SUITS}
_GLUED = lazy_regex(r"(?<=\w)(?:[-–—/=]|,(?![0-9]{3}\b))(?=\w)|(?=[♣♦♥♠♧♢♡♤])")
_DOLLARS = lazy_regex(r"^(?:usd?)?\$*|\$+$|usd$")
_THOUSANDS = lazy_regex(r"[-+]?[0-9]{1,3}(?:,[0-9]{3})+")
_ENDED_BY_K = lazy_regex(r"([0-9]+)(?:\.([0-9]))?k")
_END = lazy_regex(
    r"\W*(?:(?:high|top|low|bottom)(?: card| end)?\W+\w+|\w+\W+(?:high|top|low|bottom))\W*",
    re.IGNORECASE,
)
_PASSED_ON = (
    r"\bpass(?:ing)? (?:on(?: it| this| that)?(?=\W*$)|for now|now|this (?:time|round|turn))"
)
_HAVE = r"(?:have|take|keep)\b"
_DECLINED = r"^(?:no|nope|not (?:this|that)(?: one)?)[.!]*$"
_GOT_RID_OF = (
    r"\b(?:get(?:ting)? rid of|turn(?:ing)? (?:it|this|that)(?: one| card)? down"
    r"|let (?:it|this|that) (?:one )?go|leave (?:it|this|that)|toss|tossing|bin|dump|ditch|trash"
    r"|lose|nah|throw (?:it|this|that)(?: one)? (?:away|out|back)|too rich for me|count me out"
    r"|(?:i )?don't (?:want|like|need) (?:it|this|that)(?: one)?"
    r"|not (?:taking|keeping|using|touching|wanting|for me))\b(?!.*\b(?:high|low|top|bottom)\b)"
)
_ON_A_CARD = (
    "go going put putting place placing play set make making made call want on as side spot slot "
    "end way down in me position nice card joker wild use using spend spending burn last first "
    "second remaining has have having take taking stick becomes ace king queen jack hearts clubs "
    "diamonds spades"
)
_SAYS = {
    "codes": "code buzzcodes",
    "cut": "cuts cutting chop",
    "refuse": "refusing decline declining reject rejecting",
    "push": "pushing",
    "chip": "discard discarding",
    "keep": "keeping",
    "pass": "passing",
    "pick": "picking picks choose choosing number numbers",
    "range": "upper lower",
    "wager": "wagers wagering bet bets betting risk risking stake",
    "right": "correct",
    "wrong": "incorrect",
}
_PERHAPS = {
    "high": "take taking",
    "low": "take taking",
    "refuse": "skip next another",
    "chip": "skip next",
    "keep": "take taking hold stay gimme mine stick risk gamble",
    "pass": "give giving send sending skip yours",
}
_BESIDE = dict.fromkeys(("high", "low", "refuse", "push", "chip"), _ON_A_CARD) | {
    "codes": "buzz number numbers random lucky below order from",
    "cut": "do go going with the number take deck card cards top bottom middle deep down into "
    "off from after say",
    "keep": "card",
    "pass": "to card on over along him her them opponent other player problem",
    "pick": "go with take taking reveal revealing show flip flipping turn open give gimme try "
    "lucky corners",
    "range": f"{_ON_A_CARD} cards from",
    "wager": "this go dollar dollars bucks usd hand card next put down total say make of in on "
    "with for throw drop shove baby safe playing at try line all full everything",
    "suit": f"{_ON_A_CARD} of going with behind under uncover show open look try trying chance",
    "suits": "chance pick",
}
"""By verb: words beside it that mean the move, that may mean it, and that change nothing
about it.
"""
_TO_PASS = words("pass passing give giving send sending skip")
_UPPER_FIRST = {"rurl": True, "urlr": True, "rlru": False, "lrur": False}
"""Whether the upper rank stands first, by the sequence of ranks (r) and the words upper
(u) and lower (l).
"""

_Find = Callable[[Asked, Sequence[Word]], list[Match]]


def words_of(asked: Asked) -> WordsOf:
    """The function that splits a sentence into words. Verbs of moves that aren't asked for are
    replaced by words of those that are.
    """
    meant: dict[str, str] = {}
    if asked.verbs and "pick" not in asked.verbs:
        meant |= dict.fromkeys(
            [*words(_SAYS["pick"]), "pick"], "codes" if "codes" in asked.verbs else "take"
        )
    if asked.verbs & {"high", "low", "push", "chip", "refuse"}:
        meant |= {"keep": "take", "keeping": "take", "pass": "skip", "passing": "skip"}
        meant |= {"top": HIGH, "upper": HIGH, "bottom": LOW, "lower": LOW}
    if "range" in asked.verbs:
        meant |= {HIGH: "upper", "top": "upper", LOW: "lower", "bottom": "lower", "below": "lower"}
        meant["keep"] = "take"

    def of(text: str) -> list[Word]:
        if "shuffle" in asked.verbs:
            return card_words.words_in(text)
        is_glued = asked.verbs & {"range", "pick", "suit"}
        apart = _GLUED.sub(" ", text) if is_glued else text.replace("top card", "card")
        return [word._replace(text=meant.get(word.text, word.text)) for word in words_in(apart)]

    return of


# ---- numbers and dollars


def _one(fits: Callable[[str], object]) -> Callable[[str], str | None]:
    """A reader of one word in text form."""
    return lambda rest: rest if rest and " " not in rest and fits(rest) else None


def _some(fits: Callable[[str], object]) -> Callable[[str], tuple[str, ...] | None]:
    """A reader of several words in text form."""
    return lambda rest: tuple(rest.split(" ")) if all(map(_one(fits), rest.split(" "))) else None


def _two(fits: Callable[[str], object]) -> Callable[[str], tuple[str, ...] | None]:
    """A reader of two words in text form."""
    return lambda rest: _some(fits)(rest) if rest.count(" ") == 1 else None


def _is_number(word: str) -> bool:
    is_glued = re.search(r"\w[-–—/]|,(?!\d{3}(?!\d))", word)
    return bool(read_amount(word)) and plain(word) == word and not is_glued


def _dollars(written: str) -> str:
    """An amount as written, without the dollar sign, commas between thousands and a k for a
    thousand.
    """
    bare = _DOLLARS.sub("", written)
    if thousands := _ENDED_BY_K.fullmatch(bare):
        return thousands[1] + (thousands[2] or "").ljust(3, "0")
    return bare.replace(",", "") if _THOUSANDS.fullmatch(bare) else bare


def _is_sum(word: str) -> bool:
    return _is_number(word) and _dollars(word) == word and not ORDINAL.search(word)


def _numbers(verb: str, *, many: bool = False) -> _Find:
    """A function that finds numbers, each an alternative or, with `many`, all together: beside the
    verb, or where they are asked for and nothing else is said.
    """
    means = words(_SAYS.get(verb, "")) | {verb}

    def find(asked: Asked, said: Sequence[Word]) -> list[Match]:
        others = {word.text for word in said if word.kind not in {NUMBER, *DOUBTS}}
        is_asked = verb in asked.verbs
        written = {n: _dollars(word.text) for n, word in enumerate(said) if word.kind == NUMBER}
        named = {n: number for n, number in written.items() if _is_sum(number)}
        if not named or not (is_asked or others & means):
            return []
        if many:
            is_changed = any(word.kind == SECOND_THOUGHT for word in said[min(named) :])
            is_one = len(named) > 1 and not is_changed
            return [Match(tuple(named.values()), frozenset(named))] if is_one else []
        return [Match(number, frozenset({n})) for n, number in named.items()]

    return find


def _wager(asked: Asked, said: Sequence[Word]) -> list[Match]:
    """The dollars that are wagered; “all” and “the minimum” are no numbers but tell which."""
    found = _numbers("wager")(asked, said)
    written = " ".join(word.text for word in said if word.kind in {NUMBER, *DOUBTS})
    if re.fullmatch("[0-9]{1,3} [0-9]{3}", written):
        used = frozenset[int]().union(*(one.used for one in found))
        return [Match(written.replace(" ", ""), used, UNSAID), *found]
    if found or not asked.verbs & {"wager", "range"}:
        return found
    least, _, most = limits(asked.state.bonus)
    told = dict.fromkeys(words("min minimum least"), str(least)) | {"half": str(most // 2)}
    told |= dict.fromkeys(words("all everything max maximum whole entire farm"), str(most))
    places = {n: told[word.text] for n, word in enumerate(said) if word.text in told}
    return [Match(dollars, frozenset({n}), UNSAID) for n, dollars in places.items()]


# ---- cards: where one goes, to whom, which are high and low


def _ones(said: Sequence[Word]) -> frozenset[int]:
    """The indexes of “one”, as in “the low one”."""
    return frozenset(n for n, word in enumerate(said) if word.written.casefold() == "one")


def _ranks(said: Sequence[Word]) -> dict[int, str]:
    """The ranks by their indexes; “a” is an article."""
    return {n: _RANK[w.text] for n, w in enumerate(said) if w.text in _RANK and w.written != "a"}


def _made(asked: Asked, said: Sequence[Word]) -> list[Match]:
    """What a Joker is to be made; nothing for an Ace. For any other card its own name changes
    nothing.
    """
    card = asked.state.play.card if asked.state.play else ""
    ranks = _ranks(said)
    if card == JOKER and ranks:
        made = {rank if rank != ACE else None: n for n, rank in ranks.items()}
        return [Match(rank, _ones(said) | {n}) for rank, n in made.items()]
    named = {n for n, rank in ranks.items() if card and rank == rank_of(card)}
    own = {card, _LETTER.get(card[-1:].casefold(), "") if card != JOKER else ""} - {""}
    meant = {n: read_card(word.text) or _SUIT.get(word.text) for n, word in enumerate(said)}
    return [Match(None, _ones(said) | named | {n for n, one in meant.items() if one in own})]


def _to(asked: Asked, said: Sequence[Word]) -> list[Match]:
    """The player to whom a card is passed; any opponent where a card is passed and nobody is
    named.
    """
    named = {name: used for name, used in names_in(asked, said).items() if name != asked.who}
    is_passed = any(word.text in _TO_PASS for word in said)
    anybody = dict.fromkeys(asked.state.opponents(asked.who) if is_passed else (), frozenset[int]())
    return [Match(name, used) for name, used in (named or anybody).items()]


def _range(asked: Asked, said: Sequence[Word]) -> list[Match]:
    """The high and the low rank, in this order where the words don't say; alternatives where it
    isn't sure which is which.
    """
    ranks = _ranks(said)
    if len(ranks) != 2 or not ("range" in asked.verbs or said[0].text == "range"):
        return []
    one, other = ranks.values()
    ends = {n: word.text[0] for n, word in enumerate(said) if word.text in {"upper", "lower"}}
    kinds = "".join(kind for _, kind in sorted([*ends.items(), *((n, "r") for n in ranks)]))
    stands = DEVIL in {one, other} or one == other or (said[0].text, *ranks) == ("range", 1, 2)
    stands = stands or (ACE not in {one, other} and is_below(other, one))
    if kinds in _UPPER_FIRST or (kinds == "rr" and stands):
        pair = (one, other) if _UPPER_FIRST.get(kinds, True) else (other, one)
        return [Match(pair, frozenset(ranks))]
    fits = [pair for pair in ((one, other), (other, one)) if is_below(pair[1], pair[0])]
    return [Match(pair, frozenset(ranks), UNSAID) for pair in fits]


def _range_of_lines(asked: Asked, text: str) -> WholeMatch | None:
    """The ranks where the high and the low one stand on lines of their own."""
    lines = text.split("\n")
    ends = [line for line in lines if _END.fullmatch(line)]
    found = _range(asked, words_of(asked)(" ".join(ends))) if len(ends) == 2 else []
    rest = "\n".join(line for line in lines if line not in ends)
    return WholeMatch((found[0].value,), rest) if len(found) == 1 and not found[0].doubt else None


def _suit(asked: Asked, said: Sequence[Word]) -> list[Match]:
    is_told = any(word.text == "suit" for word in said)
    known = _SUIT | (_LETTER if is_told else {}) if is_told or "suit" in asked.verbs else {}
    named = {n: known[word.text] for n, word in enumerate(said) if word.text in known}
    return [Match(suit, _ones(said) | {n}) for n, suit in named.items()]


def _laid_out(names: Mapping[str, str]) -> Slot:
    """A slot for things that chance lays out, all together one value."""

    def find(_asked: Asked, said: Sequence[Word]) -> list[Match]:
        named = {n: names.get(word.text.casefold()) for n, word in enumerate(said)}
        used = frozenset(n for n, thing in named.items() if thing)
        return [Match(tuple(filter(None, named.values())), used)] if used else []

    return Slot(find, typed=_some(lambda word: word in names.values()))


# ---- the moves


def together(moves: Sequence[Move]) -> bool:
    """Whether the moves are compatible: one move, or a range and a wager on it, which are one
    decision.
    """
    return len(moves) < 2 or [type(move) for move in moves] == [m.Range, m.Wager]


def _form(
    example: str,
    make: Callable[..., Move],
    clause: str,
    when: str,
    slot: Slot | None = None,
    **marks: Any,
) -> Form:
    """A form with the words for its verb."""
    verb = example.split(maxsplit=1)[0]
    says, perhaps, beside = (words(of.get(verb, "")) for of in (_SAYS, _PERHAPS, _BESIDE))
    return Form(example, make, clause, when, slot, says, perhaps, beside, **marks)


def _of_two(make: Callable[..., Move]) -> Callable[[tuple[str, str]], Move]:
    return lambda pair: make(*pair)


_CODES = Slot(_numbers("codes", many=True), codes_of, _some(_is_number), is_raw=True)
_PLACES = Slot(_numbers("pick", many=True), places_of, _some(_is_number), alone=True, is_raw=True)
_CUT = Slot(_numbers("cut"), typed=_one(_is_number), alone=True)
_PLACE = Slot(
    _made, typed=lambda rest: rest[3:] if re.fullmatch(r"as \w{1,2}", rest) else None, optional=True
)
_RANGE = Slot(_range, _range_of_lines, _two(BOARD.__contains__), alone=True)
_WAGER = Slot(_wager, typed=_one(_is_sum), alone=True)
_SUITS = Slot(
    _suit, typed=_one(lambda word: len(word) > 1 and _SUIT.get(word, word) == word), alone=True
)
_DRAWN = Slot(_numbers("draw"), typed=_one(_is_number))
_DRAW = Slot(_numbers("draw"), optional=True)
_POSED = Slot(typed=typed_question, whole=question_of, is_raw=True)
_ANSWER = Slot(whole=answer_of, is_raw=True)
_TO = Slot(_to)
_LAID, _BEHIND_SUITS = _laid_out(_RANK), _laid_out(_BEHIND)
_high, _low = partial(m.Place, HIGH), partial(m.Place, LOW)
_SEEN = "head start, free look, free Ace, a card it has seen"

_strict = partial(_form, strict=True)
_by_chance = partial(_form, by=CHANCE)
_by_host = partial(_form, by=HOST)

GRAMMAR = Grammar(
    forms=(
        shuffle("the deck, top first: set-up; it ran out; bonus"),
        _by_chance("draw 57", m.Draw, "SD-7", "the host has asked for a question's code", _DRAWN),
        _by_chance(
            "board A 7 DEVIL …", m.Board, "SD-30", "a bonus hand: the 15 places in order", _LAID
        ),
        _by_chance(
            "suits NO 2ND AGAIN NO",
            m.Suits,
            "SD-32",
            "behind clubs, diamonds, hearts, spades",
            _BEHIND_SUITS,
        ),
        _by_chance(
            "codes 17 4 100 …", m.Codes, "SD-5", "codes of a player who sent none in time", _CODES
        ),
        _form(
            "codes 17 4 100 …",
            m.Codes,
            "SD-5",
            "before the episode; again when none are left",
            _CODES,
        ),
        _form("cut 17", m.Cut, "SD-3", "red, before the episode", _CUT),
        _form("high", _high, "SD-15", _SEEN, _PLACE),
        _form("low", _low, "SD-15", _SEEN, _PLACE),
        _strict("low as 9", _low, "SD-17", "a Joker beside a card placed; or `high as 9`", _PLACE),
        _form("refuse", m.Refuse, "SD-14", "head start, free look"),
        _form("push", m.Push, "SD-16", "an Ace that could go to the other end"),
        _form("chip", m.Chip, "SD-18", "a card it has seen, not for free"),
        _form("keep", m.Keep, "SD-19", "no peek"),
        _form(
            "pass gold",
            m.Pass,
            "SD-19",
            "no peek; bare `pass` with one opponent",
            _TO,
            is_to_players=True,
        ),
        _form('answer "…"', m.Answer, "SD-11", "asked", _ANSWER),
        _form("pick 1 5 9 15", m.Pick, "SD-30", "bonus: four places of the board", _PLACES),
        _form(
            "range A 3",
            _of_two(m.Range),
            "SD-30",
            "bonus: high and low of what is revealed",
            _RANGE,
        ),
        _form("wager 750", m.Wager, "SD-28", "bonus: dollars on the next card", _WAGER),
        _form("suit hearts", m.Suit, "SD-32", "bonus: a loss, for the second chance", _SUITS),
        _by_host(
            'question "…" answer "…"', _of_two(m.Question), "SD-11", "no question is open", _POSED
        ),
        _by_host("draw", m.Draw, "SD-7", "a question is posted: chance draws the code", _DRAW),
        _by_host(
            "draw 57",
            m.Draw,
            "SD-7",
            "a question is posted: a code drawn elsewhere",
            _DRAW,
            strict=True,
        ),
        _by_host("right", partial(m.Verdict, True), "SD-11", "an answer is in"),
        _by_host("wrong", partial(m.Verdict, False), "SD-11", "an answer is in"),
    ),
    known=(
        Known("start", "set-up: opens the collection of codes"),
        Known("close", "an answer or a decision is overdue"),
    ),
    words_of=words_of,
    aliases=(
        (r"^on the (high|low) (?:side|end)(?= \w)", r"perhaps \1"),
        (r"\bno,? (?:thanks|thank you|thx|ty)\b", "refuse"),
        *((pattern, "skip") for pattern in (_DECLINED, _PASSED_ON, _GOT_RID_OF)),
        (rf"\blet (\w+) {_HAVE}|\b(?!(?:i|it|that|this)\b)(\w+) can {_HAVE}", r"give \1\2"),
        (rf"\byou {_HAVE}", "give"),
        (r"\b(?:four|4) (?=(?:numbers|corners)\b)|(?<=\b(?:this|that|next)) one\b", ""),
        (r"\bup(?=\s+(?:high|top)\b)|\bdown(?=\s+(?:low|below)\b)", ""),
        (r"(?<!\bor )(?:\bus)?\$ ?(?=[0-9])", "wager "),
        (r"^(?:over )?to (?=\w+$)", "give "),
        (r"\b(?:at|after|behind) the ([0-9]+)(?:st|nd|rd|th)\b", r"after \1"),
    ),
    together=together,
)
"""The moves of players, the host and chance."""


def _check(state: State, who: str, move: Move) -> None:
    """Raise Refused for what is never asked of a player any more: all of this is public."""
    last = state.playing if state.round == ROUNDS else ()
    last = (state.bonus.who,) if state.bonus else last
    if last and who not in last:
        raise Refused("SD-13", f"{who} is asked for nothing more.", quoted=move.public)
    if isinstance(move, Cut) and (state.cut or who != state.red.name):
        raise Refused(
            "SD-3", f"{state.red.name}, at the red podium, cuts the deck, once.", quoted=str(move)
        )
    if isinstance(move, Answer) and state.asking and who in state.asking.asked:
        raise Refused("SD-8", f"{who} has been asked this question already.", quoted=str(move))


PLANNING = Planning(
    stretches={
        "round": Until(lambda state: str(state.round), "at every turn until the round is over"),
        "question": Until(
            lambda state: f"{state.round}.{state.asking.number}" if state.asking else "",
            "at every turn until the question is over",
        ),
    },
    begins=frozenset({"high", "low", "refuse", "push", "chip", "keep", "pass"}),
    ends={"answer": "question"},
    check=_check,
    example="plan low else chip",
)
