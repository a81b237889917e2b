"""Text to what the parties of a trade say, beside questions (BT-24, BT-27, BT-28)."""

from __future__ import annotations

import re

from gmtool.engine.card_words import (
    CARD,
    COUNT,
    GROUP,
    OTHER,
    RANK,
    SUIT,
    Item,
    cards_in,
    others_in,
)
from gmtool.engine.moves import Move
from gmtool.engine.phrases import in_words, words
from gmtool.engine.sentences import HEDGE, WORD, Word, besides, only_doubts
from gmtool.games.big_two.card_reading import scan
from gmtool.games.big_two.joker_reading import in_hand, resolved
from gmtool.games.big_two.moves import (
    DemandLowest,
    Give,
    Hold,
    Return,
    Surrender,
    Take,
)
from gmtool.games.big_two.question_reading import read_question
from gmtool.games.big_two.questions import is_of, named
from gmtool.games.big_two.sentence_reading import FILLERS, Sentence
from gmtool.games.big_two.state import ASK, DONE, GIVE, RETURN, SPEAK, Trade

_SURRENDERS = words("surrender surrenders surrendering")
_HOLDS = words("hold holds holding")
_DEMANDS = words("demand demands demanding")
_WANTS = words("want get give have")
_BACK = words("back return exchange")
_TAKES = words("take takes taking give")
_CHOICE = words("whatever whichever choose choice pick")
_WILL_DO = words("any will do")
_GIVES = words("give gives giving hand handing take have get")
_RETURNS = words("return returns returning back give gives giving hand get take have")
_CARDS = words("card cards in from up over one ones me back two")
_AT_A_TAKE = FILLERS | _TAKES | _CHOICE | _CARDS | _WILL_DO | words("like likes want them")
_ASK_AWAY = re.compile(
    r"(?:ask|fire)\s+away|ask\s+me(?:\s+(?:anything|something|your\s+questions?))?|go\s+ahead(?:\s+"
    r"and\s+ask)?|(?:what(?:'s|\s+are)?\s+)?your\s+questions?",
    re.IGNORECASE,
)
_AND_LOWEST = re.compile(
    r"^(?P<word>.*?)(?:[.;,!]|\band\b|\bbut\b)+(?P<demand>.*\blowest\b.*)$", re.I
)
_ENDS = " .,;:!"


def read_trade(said: Sentence) -> tuple[Move, ...]:
    """What a party of a trade says in a tidied sentence; none where it is nothing of the kind.

    A demand for the lowest cards may stand beside the word that a trade waits for.
    """
    own = said.state.trade(said.who)
    if own is None or own.stage == DONE:
        return ()
    if said.who == own.giver:
        return _giver(said, own)
    move: Move | None = None
    if own.stage == ASK:
        move = _take(said, own) or read_question(said)
    elif own.stage == RETURN:
        move = _cards(said, Return)
    return (move,) if move else ()


# ---- who gives


def _giver(said: Sentence, own: Trade) -> tuple[Move, ...]:
    beside = _AND_LOWEST.match(said.text) if "lowest" in said.text.casefold() else None
    if beside and own.stage in {SPEAK, GIVE}:
        demand = _demand(_part(said, beside["demand"]), own)
        word = _awaited(_part(said, beside["word"]), own) if demand else None
        if word and demand:
            return word, demand
    move = _demand(said, own) or _awaited(said, own)
    return (move,) if move else ()


def _part(said: Sentence, text: str) -> Sentence:
    return Sentence(said.state, said.who, said.task, text.strip(), said.quoted)


def _awaited(said: Sentence, own: Trade) -> Move | None:
    if own.stage == SPEAK:
        return _word(said, own)
    return _cards(said, Give) if own.stage == GIVE else None


def _demand(said: Sentence, own: Trade) -> Move | None:
    items = scan(said.text)
    all_said = {item.written.casefold() for item in items}
    if "lowest" not in all_said or any(i.kind not in {OTHER, COUNT, RANK} for i in items):
        return None
    rest = besides(others_in(items), FILLERS | _DEMANDS | _WANTS | _BACK | _CARDS | {"lowest"})
    rest += _miscounted(items, own.count)
    is_outright = bool(all_said & _DEMANDS or (all_said & _WANTS and "back" in all_said))
    if is_outright:
        return said.settled([DemandLowest()], rest)
    if only_doubts(rest):
        raise said.doubt([DemandLowest()], "doesn't demand outright")
    return None


def _word(said: Sentence, own: Trade) -> Move | None:
    """Surrender or hold (BT-24)."""
    if _ASK_AWAY.fullmatch(said.text.strip(_ENDS)):
        raise said.doubt([Hold()], "doesn't say so outright")
    items = scan(said.text)
    all_said = {item.written.casefold() for item in items}
    found: list[Move] = [Surrender()] if all_said & _SURRENDERS else []
    found += [Hold()] if all_said & _HOLDS else []
    known = FILLERS | _SURRENDERS | _HOLDS | _CARDS | _GIVES | {"highest"}
    rest = besides(others_in(items), known) + _miscounted(items, own.count)
    if any(item.kind not in {OTHER, COUNT, RANK} for item in items):
        rest.append(Word(WORD, "", ""))
    if not found and only_doubts(rest):
        highest = "highest" in all_said or all_said >= {"give", "up"}
        if highest:
            raise said.doubt([Surrender()], "doesn't say so outright")
    return said.settled(found, rest)


def _miscounted(items: tuple[Item, ...], count: int) -> list[Word]:
    """Numbers that aren't how many cards the trade is of."""
    numbers = [item.value for item in items if item.kind in {COUNT, RANK}]
    return [Word(HEDGE, number, number) for number in numbers if number != str(count)]


# ---- who takes


def _take(said: Sentence, own: Trade) -> Move | None:
    """The choice among what is due left to who gives (BT-27)."""
    count = own.due.count if own.due else 0
    items = scan(_many(count).sub("", said.text))
    all_said = {item.written.casefold() for item in items}
    if all_said == {"take"}:
        return Take()
    is_choice = bool(all_said & _CHOICE) or all_said >= _WILL_DO
    if own.due is None or "?" in all_said or not (is_choice or all_said & _TAKES):
        return None
    of = {item.value for item in items if item.kind in {SUIT, GROUP, RANK}} - {str(count)}
    if of - {own.due.of} or cards_in(items):
        return None
    rest = besides(others_in(items), _AT_A_TAKE)
    rest += _miscounted(tuple(i for i in items if i.kind == COUNT), count)
    is_any = "any" in all_said or (bool(of) and not all_said & {"the", "your"})
    if is_choice or is_any:
        return said.settled([Take()], rest)
    if only_doubts(rest):
        what = f"doesn't leave the choice among the {named(own.due.of)} outright"
        raise said.doubt([Take()], what)
    return None


def _many(count: int) -> re.Pattern[str]:
    """The number in “any two hearts”, which would be read as a card."""
    return re.compile(rf"\b(?:{count}|{in_words(count)})\s+(?=\w+s\b)", re.IGNORECASE)


# ---- cards given


def _cards(said: Sentence, kind: type[Give] | type[Return]) -> Move | None:
    """The cards that a tidied sentence gives."""
    items = scan(said.text)
    known = FILLERS | _CARDS | (_GIVES if kind is Give else _RETURNS)
    rest = besides(others_in(items), known)
    named_cards = cards_in(items)
    if not named_cards:
        _doubt_unnamed(said, items, rest, kind)
        return None
    if any(item.kind not in {CARD, OTHER, COUNT} for item in items):
        rest.append(Word(WORD, "", ""))
    found = [kind(cards) for cards in resolved(named_cards, in_hand(said.state, said.who))]
    if any(word.text == "or" for word in rest):
        raise said.doubt((), "leaves open which cards are meant")
    return said.settled(found, rest)


def _doubt_unnamed(
    said: Sentence, items: tuple[Item, ...], rest: list[Word], kind: type[Give] | type[Return]
) -> None:
    """Raise Ambiguous for “my two lowest”, with what they are in the player's own hand."""
    own = said.state.trade(said.who)
    ends = [word for word in rest if word.text in {"lowest", "highest"}]
    left = [word for word in rest if word not in ends]
    if own is None or not only_doubts(left) or not (ends or _has_group(items)):
        return
    hand, count = said.hand, len(own.taken)
    if own.due is not None:
        due = own.due
        hand, count = tuple(card for card in hand if is_of(card, due.of)), due.count
    cards = () if not ends else hand[:count] if ends[0].text == "lowest" else hand[-count:]
    raise said.doubt([kind(cards)] if cards and not left else [], "doesn't name the cards")


def _has_group(items: tuple[Item, ...]) -> bool:
    return any(item.kind in {SUIT, GROUP, RANK} for item in items)
