"""Text to bids: pairs of a lot and coins (AP-7, “Reading bids”)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from gmtool.engine.refusals import Ambiguous, Refused
from gmtool.engine.sentences import Task, doubt
from gmtool.engine.wording import short
from gmtool.games.auction_poker.bid_tokens import GLUED, Token, amount, kinds_of, tokens_of
from gmtool.games.auction_poker.moves import Bid, Pair
from gmtool.games.auction_poker.state import State, label

_FORWARD = "w?L[:f]?Nc?(?!N)"
_BACKWARD = "Nc?[of]w?L"
_PAIR = re.compile(f"{_FORWARD}|{_BACKWARD}")
_BETWEEN = "(?:[sp]|p[of:]|p?w:)*"
_WHOLE = re.compile(f"{_BETWEEN}(?:(?:{_FORWARD}|{_BACKWARD}){_BETWEEN})+")
_TORN = re.compile(r"L[:f]?NN|NNc?[of]w?L")
_DENIED = re.compile("x.*L|^[^h]*x[^h]*$")
_MIGHT_BE_PAIR = re.compile(f"{_FORWARD}|{_BACKWARD}|NcL|NL")
_LONE = re.compile("p?[of:]?(?:w?L[:f]?|Nc?)")


def read_bid(state: State, text: str, quoted: str) -> Bid | None:
    """The bids of a tidied text; None where it is nothing of the kind; raises Ambiguous."""
    labels = {label(number) for number in range(max(state.terms.lots, len(state.players)))}
    tokens = tokens_of(text, labels)
    pairs = _whole(tokens)
    if pairs:
        return Bid(pairs)
    _check_doubt(state, tokens, quoted)
    return None


def _whole(tokens: list[Token]) -> tuple[Pair, ...]:
    """The pairs that the tokens wholly consist of, or none."""
    kinds = kinds_of(tokens)
    if not _WHOLE.fullmatch(kinds):
        return ()
    named = (_named(tokens[slice(*found.span())]) for found in _PAIR.finditer(kinds))
    return tuple(Pair(lot, coins) for (lot,), (coins,) in named)


def _check_doubt(state: State, tokens: list[Token], quoted: str) -> None:
    """Raise Ambiguous where the tokens are something like bids, but not surely which."""
    apart = _apart(tokens)
    kinds = kinds_of(apart)
    guess = _guess(apart)
    if _TORN.search(kinds):
        raise _doubt(
            quoted,
            _torn_readings(apart),
            "has two numbers where one is right",
            "write the coins without blanks",
        )
    if guess.pairs and _DENIED.search(kinds):
        raise _doubt(quoted, (), "names a bid and says it isn't one", "write just what you bid")
    if guess.pairs and re.search("[hq]", kinds):
        raise _doubt(
            quoted,
            (*guess.one_by_one, *("pass" for t in apart if t.kind == "q")),
            "leaves the bid open",
            "a bid can't depend on another, or on anything: write one line for each bid, as in "
            "`bid A 30`",
        )
    if "u" in kinds or "x" in kinds:
        _refuse_overlooked(state, apart, guess, quoted)
        return
    if guess.pairs or _is_without_lot(state, apart):
        raise _doubt(
            quoted,
            guess.readings or _on_any_lot(state, apart),
            "isn't surely a bid",
            "write the lot, then the coins, as in `bid A 30`",
        )


def _refuse_overlooked(state: State, tokens: list[Token], guess: Guess, quoted: str) -> None:
    """Raise Refused where a sentence names an open lot with coins: it may have been meant."""
    open_lots = {lot.label for lot in state.batch}
    outright = {t.text for t in tokens if t.kind == "L" and t.written.isupper()}
    if open_lots & outright & {pair.lot for pair in guess.pairs}:
        raise Refused(
            "AP-7",
            "“{text}” names a lot and coins among other words, so it wasn't read; "
            "write each bid on a line of its own, as in `bid A 30`.",
            quoted=quoted,
            text=short(quoted),
        )


def _doubt(quoted: str, readings: Iterable[str], what: str, right: str) -> Ambiguous:
    return doubt(Task("bid", "AP-7", right), quoted, readings, what)


def _torn_readings(tokens: list[Token]) -> Iterator[str]:
    """The bids with each run of numbers read as one, as its first, as its last, and as several."""
    comma = Token("s", "", ",")
    for choose in (
        lambda run: [run[0]._replace(text=amount("".join(t.written for t in run)))],
        lambda run: run[:1],
        lambda run: run[-1:],
        lambda run: [each for t in run for each in (comma, t)][1:],
    ):
        runs = [tokens[slice(*run.span())] for run in re.finditer("N+|[^N]", kinds_of(tokens))]
        mended = [t for run in runs for t in (choose(run) if len(run) > 1 else run)]
        pairs = _whole(mended)
        torn = [t.text for run in runs if len(run) > 1 for t in run]
        coins = [pair.coins for pair in pairs]
        if pairs and all(map(_is_plain, (*torn, *coins))) and "0" not in coins:
            yield str(Bid(pairs))


def _apart(tokens: list[Token]) -> list[Token]:
    """The tokens with `A30` as a lot and coins."""
    apart: list[Token] = []
    for t in tokens:
        found = GLUED.fullmatch(t.written) if t.kind == "g" else None
        if found:
            apart.append(Token("L", found["lot"].upper(), found["lot"]))
            apart.append(Token("N", amount(found["coins"]), found["coins"]))
        else:
            apart.append(t)
    return apart


class Guess(NamedTuple):
    """The pairs that tokens seem to be about; `are_all` tells that no lot or number is left."""

    pairs: tuple[Pair, ...]
    are_all: bool

    @property
    def one_by_one(self) -> tuple[str, ...]:
        return tuple(str(Bid((pair,))) for pair in self.pairs)

    @property
    def readings(self) -> tuple[str, ...]:
        return (str(Bid(self.pairs)),) if self.pairs and self.are_all else self.one_by_one


def _guess(tokens: list[Token]) -> Guess:
    """What lots and coins seem to belong together, piece by piece between separators."""
    found = list(_seeming(tokens))
    lots = {lot for lots, _ in found for lot in lots}
    coins = {each for _, amounts in found for each in amounts}
    pairs: dict[Pair, None] = {}
    are_all = True
    for own_lots, own_coins in found:
        lots_meant = own_lots or (lots if len(lots) == 1 else ())
        coins_meant = own_coins or (coins if len(coins) == 1 else ())
        are_all = are_all and len(lots_meant) == len(coins_meant) == 1
        each = product(dict.fromkeys(lots_meant), dict.fromkeys(coins_meant))
        pairs.update(dict.fromkeys(Pair(*pair) for pair in each))
    return Guess(tuple(pair for pair in pairs if _is_plain(pair.coins)), are_all)


def _seeming(tokens: list[Token]) -> Iterator[tuple[list[str], list[str]]]:
    """The lots and coins of each pair, or of each piece that is no pair."""
    for piece in re.finditer("(?:q[fo])?[^shxq]+", kinds_of(tokens)):
        inside = tokens[slice(*piece.span())]
        matches = list(_MIGHT_BE_PAIR.finditer(piece[0]))
        left = re.search("[LN]", _MIGHT_BE_PAIR.sub("", piece[0]))
        if matches and (not left or "u" in piece[0]):
            yield from (_named(inside[slice(*match.span())]) for match in matches)
        elif matches or (_LONE.fullmatch(piece[0]) and not _is_only_a_word(inside)):
            yield _named(inside)


def _is_only_a_word(tokens: list[Token]) -> bool:
    """Whether it is a number word and no more, as in “no one”."""
    return len(tokens) == 1 and tokens[0].kind == "N" and tokens[0].written.isalpha()


def _named(tokens: list[Token]) -> tuple[list[str], list[str]]:
    """The lots and the coins among the tokens."""
    return (
        [t.text for t in tokens if t.kind == "L"],
        [t.text for t in tokens if t.kind == "N"],
    )


def _is_plain(coins: str) -> bool:
    return re.fullmatch("[0-9]+", coins) is not None


def _is_without_lot(state: State, tokens: list[Token]) -> bool:
    """Whether the tokens are coins and no lot while lots are open."""
    kinds = kinds_of(tokens)
    amounts = [t.text for t in tokens if t.kind == "N"]
    if not state.batch or not amounts or not re.fullmatch("[Ncsph:fo]+", kinds):
        return False
    return "p" in kinds or "h" in kinds or all(map(_is_plain, amounts))


def _on_any_lot(state: State, tokens: list[Token]) -> tuple[str, ...]:
    amounts = [t.text for t in tokens if t.kind == "N"]
    if len(amounts) > 1 or not _is_plain(amounts[0]):
        return ()
    return tuple(f"bid {lot.label} {amounts[0]}" for lot in state.batch)
