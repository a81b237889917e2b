"""Text to what is said in free trade: offers and the answers to them (BT-29).

A name is kept as it is written; whom it means is for the engine.
"""

from __future__ import annotations

import re

from gmtool.engine.card_words import CARD, OTHER, Item, cards_in
from gmtool.engine.cards import read_card
from gmtool.engine.moves import Move
from gmtool.engine.paste import plain
from gmtool.engine.phrases import DENIALS, words
from gmtool.engine.refusals import NotNow
from gmtool.engine.sentences import WORD, Word, besides, only_doubts
from gmtool.engine.wording import fold, said, unquote
from gmtool.games.big_two.card_reading import scan
from gmtool.games.big_two.joker_reading import in_deck, in_hand, resolved
from gmtool.games.big_two.moves import FOR, NOTHING, Accept, Decline, Propose, Withdraw
from gmtool.games.big_two.sentence_reading import FILLERS, Sentence
from gmtool.games.big_two.state import FREE_TRADE, State

Answer = Accept | Decline | Withdraw
ANSWERS: dict[str, type[Answer]] = {"accept": Accept, "decline": Decline, "withdraw": Withdraw}

_TYPED = re.compile(r"offer:?\s+(?P<body>\S.*)")
_ANSWERED = re.compile(
    r"(?:(?P<whose>[^,]+), )?(?:i |we )?(?:(?P<accept>accept(?:ing|ed)?)"
    r"|(?P<decline>declin(?:e|ing|ed)|reject(?:ing|ed)?)"
    r"|(?P<withdraw>withdraw(?:ing|n)?|retract(?:ing|ed)?))\b(?P<rest>.*)",
    re.IGNORECASE,
)
_THE_OFFER = re.compile(r"(?:(?:the|your|my|this|that|his|her) )?(?:offer|trade|deal|swap)", re.I)
_OF = re.compile(rf"(?:{_THE_OFFER.pattern},? )?(?:(?:from|of|by|to|with) )?(?P<who>\S.*)", re.I)
_WHOSE = re.compile(r"(?P<who>\S.*?)(?:['’]s?) (?:offer|trade|deal|swap)", re.IGNORECASE)
_YES = words("deal yes agreed done sure fine yep sold accept accepting accepted")
_NO = words("no nope nah pass decline declining")
_OFFERS = words("offer offers offering")
_SWAPS = words("give gives giving swap swaps swapping trade trades trading exchange")
_AROUND = FILLERS | words("his her their him them card cards you're and to from exchange return")
_ENDS = " .,;:!"
_BETWEEN = re.compile(r"[,.;:!?]")


# ---- as it is written


def typed_answer(state: State, who: str, verb: str, body: str) -> Move:
    """`accept Ann`, in whatever words the offer is named; alone it is the only one that is open."""
    kind = ANSWERS[verb]
    body = body.strip()
    if not body.strip(_ENDS) or _THE_OFFER.fullmatch(body.strip(_ENDS)):
        return kind(_only(state, who, kind))
    if body.startswith('"'):
        return kind(said(body))
    return kind(_whose(state, body))


def _whose(state: State, body: str) -> str:
    """The name in “Ann's offer” or “the offer of Ann”, if a player is called so; else as it is."""
    bare = body.strip(_ENDS)
    ways = (body, bare, *(found["who"] for p in (_WHOSE, _OF) if (found := p.fullmatch(bare))))
    return next((way for way in ways if is_player(state, way)), body)


def is_player(state: State, text: str) -> bool:
    """Whether a player's name begins so."""
    folded = fold(text)
    return bool(folded) and any(fold(p.name).startswith(folded) for p in state.players)


def _only(state: State, who: str, kind: type[Answer]) -> str:
    """With whom the only open offer is; raises NotNow where there isn't one, or more than one."""
    names = _open(state, who, kind)
    if len(names) == 1:
        return names[0]
    whose = "by you" if kind is Withdraw else "to you"
    verb = next(verb for verb, one in ANSWERS.items() if one is kind)
    if state.phase != FREE_TRADE or not names:
        sentence = "there is no open offer {whose}."
        raise NotNow("BT-29", sentence, whose=whose, quoted=verb)
    raise NotNow(
        "BT-29",
        "there are several open offers {whose}; say which: {readings}.",
        whose=whose,
        readings=" or ".join(f"`{kind(name)}`" for name in names),
        quoted=verb,
    )


def _open(state: State, who: str, kind: type[Answer]) -> list[str]:
    if kind is Withdraw:
        return [offer.to for offer in state.offers if offer.who == who]
    return [offer.who for offer in state.offers if offer.to == who]


def typed_offer(state: State, who: str, text: str) -> tuple[Propose, ...]:
    """`offer Bob 4C for 9H`; none for anything else, several where `JOKER` could be either."""
    found = _TYPED.fullmatch(text)
    left, cut, right = found["body"].rpartition(f" {FOR} ") if found else ("", "", "")
    wants = _side(right)
    if not cut or wants is None:
        return ()
    name, own = _addressee(left)
    gives = _side(own)
    if gives is None or not name.strip():
        return ()
    return _offers(state, who, name, (gives, wants))


def _addressee(text: str) -> tuple[str, str]:
    """The name before the cards, and the cards; no name where cards stand in it."""
    if text.startswith('"'):
        try:
            return unquote(text)
        except ValueError:
            return "", text
    said_words = text.split(" ")
    place = len(said_words)
    while place and (_card(said_words[place - 1]) or plain(said_words[place - 1]) == NOTHING):
        place -= 1
    before = said_words[:place]
    name = " ".join(before)
    return "" if any(map(_card, before)) else name.rstrip(":, "), " ".join(said_words[place:])


def _side(text: str) -> tuple[str, ...] | None:
    """The cards of one side, none for nothing; None where it is anything else."""
    if plain(text).strip() == NOTHING:
        return ()
    cards = tuple(card for word in text.split() if (card := _card(word)))
    return cards if cards and len(cards) == len(text.split()) else None


def _card(word: str) -> str | None:
    return read_card(plain(word).rstrip(","))


def _offers(
    state: State, who: str, name: str, sides: tuple[tuple[str, ...], tuple[str, ...]]
) -> tuple[Propose, ...]:
    return tuple(
        Propose(name, gives, wants)
        for gives in resolved(sides[0], in_hand(state, who))
        for wants in resolved(sides[1], in_deck(state))
    )


# ---- in a player's own words


def read_free_trade(sentence: Sentence) -> Move | None:
    """What a tidied sentence says in free trade; None where it is nothing of the kind."""
    found = _ANSWERED.fullmatch(sentence.text.strip(_ENDS))
    if found and (found["whose"] is None or is_player(sentence.state, found["whose"])):
        return _answer(sentence, found)
    offer = _offer(sentence)
    if offer is None:
        _doubt_answer(sentence)
    return offer


def _answer(sentence: Sentence, found: re.Match[str]) -> Move | None:
    verb = next(verb for verb in ANSWERS if found[verb])
    rest = found["rest"].strip(_ENDS)
    is_the_offer = not rest or _THE_OFFER.fullmatch(rest)
    if is_the_offer and found["whose"]:
        return ANSWERS[verb](found["whose"])
    move = typed_answer(sentence.state, sentence.who, verb, rest)
    name = getattr(move, move.naming[0])
    if is_player(sentence.state, name) and not found["whose"]:
        return move
    meant = _named(sentence, rest) or ([found["whose"]] if found["whose"] else [])
    what = "says more than that, and a move can't depend on anything"
    raise sentence.doubt([ANSWERS[verb](who) for who in meant], what)


def _named(sentence: Sentence, text: str) -> list[str]:
    """The players whose names stand in a text."""
    folded = f" {' '.join(_BETWEEN.sub(' ', fold(text)).split())} "
    return [p.name for p in sentence.state.players if f" {fold(p.name)} " in folded]


def _doubt_answer(sentence: Sentence) -> None:
    """Raise Ambiguous for a yes or no to an offer that is open."""
    all_said = [item.written for item in scan(sentence.text)]
    names = {word for p in sentence.state.players for word in fold(p.name).split()}
    folded = {word.casefold() for word in all_said}
    kind = Decline if folded & _NO else Accept if folded & _YES else None
    around = _YES | _NO | FILLERS | names
    if kind is None or any(w.kind == WORD for w in besides(all_said, around)):
        return
    open_ones = _open(sentence.state, sentence.who, kind)
    denies = kind is Accept and any(word in DENIALS for word in folded)
    named = [who for who in _named(sentence, sentence.text) if who in open_ones]
    if open_ones:
        readings = [] if denies else [kind(who) for who in named or open_ones]
        raise sentence.doubt(readings, "doesn't say outright what becomes of an offer")


def _offer(sentence: Sentence) -> Move | None:
    """“I offer Bob 4C and 5D for his 9H”."""
    parts = re.split(r"\bfor\b", sentence.text, flags=re.IGNORECASE)
    if len(parts) != 2:
        return None
    sides = [scan(part) for part in parts]
    has_all = all(cards_in(side) or _is_nothing(side) for side in sides)
    verbs = {item.value for side in sides for item in side if item.kind == OTHER}
    if not has_all or not verbs & (_OFFERS | _SWAPS):
        return None
    known = _AROUND | _OFFERS | _SWAPS | {NOTHING}
    rest = [word for side in sides for word in besides(_others(side), known)]
    names = [word.written for word in rest if word.kind == WORD]
    doubts = [word for word in rest if word.kind != WORD]
    name = " ".join(names)
    if not is_player(sentence.state, name) and (doubts or len(names) != 1):
        found = _named(sentence, name)
        doubts.append(Word(WORD, "", ""))
        name = found[0] if len(found) == 1 else ""
    if not name:
        raise sentence.doubt((), "doesn't say to whom the offer is made")
    offers = _offers(sentence.state, sentence.who, name, (cards_in(sides[0]), cards_in(sides[1])))
    if any(word.text == "or" for word in doubts):
        raise sentence.doubt((), "leaves open which cards are meant")
    if not verbs & _OFFERS and not doubts:
        raise sentence.doubt(offers, "doesn't say outright that it is an offer")
    if len(offers) > 1 and only_doubts(doubts):
        raise sentence.doubt(offers, "doesn't say which joker")
    return sentence.settled(offers, doubts)


def _is_nothing(side: tuple[Item, ...]) -> bool:
    return any(item.value == NOTHING for item in side)


def _others(side: tuple[Item, ...]) -> list[str]:
    return [item.written for item in side if item.kind != CARD]
