"""Lines of a message beside bids and cards: chatter, or what may belong to them (AP-7, AP-16)."""

from __future__ import annotations

import re
from collections.abc import Callable

from gmtool.engine.cards import RANK_WORDS, read_card
from gmtool.engine.moves import Move
from gmtool.engine.refusals import Refusal, Unreadable
from gmtool.engine.remarks import doubt_left_over, is_of_later
from gmtool.engine.sentences import NUMBER, Task, Word, is_frame, is_number_word, words_in
from gmtool.games.auction_poker.card_reading import KEEP_REST
from gmtool.games.auction_poker.phrases import DENIALS, HEDGES, tidied, words
from gmtool.games.auction_poker.state import CHANGE, State

_TAKES_BACK = words(
    "wait oops whoops mistake typo wrong misread misclick meant correction instead undo changed "
    "nvm nevermind scrap scratch cancel ignore disregard forget withdraw retract"
)
_OF_A_MOVE = _TAKES_BACK | words(
    "bid bids bidding offer lot lots coin coins trash trashing discard discarding change changing "
    "exchange exchanging keep keeping pass passing stand standing "
)
"""What a line says that is a part of a move, or takes one back."""
_OF_A_CARD = frozenset(
    name + end
    for name in (*RANK_WORDS.values(), "club", "diamond", "heart", "spade")
    for end in ("", "s", "es")
)
_MEANING = HEDGES | DENIALS | _OF_A_MOVE | _OF_A_CARD
_HEADING = re.compile(
    r"""(?:(?:here|these|this|those)\s+(?:are|is|come)\s+)?(?:(?:my|the|our|all)\s+)*
        (?:bids?|offers?|moves?|trash|cards|changes?)
        (?:[^0-9:]{0,40}: | (?:\s+(?:for|in|on|of|to)\s+(?:the\s+|this\s+)?
          (?:batch|round|session|auction|re-?auction|game|change|lots)(?:\s+[0-9]{1,3})?)*)
        [\s:.!…–—-]*""",
    re.IGNORECASE | re.VERBOSE,
)


def check_left_over(
    state: State, who: str, task: Task, quoted: str, read_line: Callable[[str], Move]
) -> None:
    """Raise Entangled for a message of which some lines are moves and another isn't understood,
    but may belong to one.
    """
    moves: list[Move] = []
    left_over: list[str] = []
    for line in dict.fromkeys(filter(str.strip, quoted.split("\n"))):
        try:
            moves.append(read_line(line))
        except Unreadable:
            left_over.append(line)
        except Refusal:
            continue
    if moves:
        told = {word for move in moves for word in str(move).replace(",", " ").split()}
        others = {lot.label for lot in state.batch} - told
        belong = (line for line in left_over if _may_belong(state, who, line, others))
        doubt_left_over(task, quoted, belong)


def _may_belong(state: State, who: str, line: str, others: set[str]) -> bool:
    """Whether a line says anything of other lots than the moves beside it, of coins or of cards, or
    may take back what another says.
    """
    text = tidied(line)
    if is_frame(who, line, _MEANING) or _HEADING.fullmatch(text) or is_of_later(text):
        return False
    said = words_in(KEEP_REST.sub(" ", text))
    if text.rstrip().endswith(":"):  # it says what follows, unless it is about a lot or a number
        said = [word for word in said if word.text not in _OF_A_MOVE - _TAKES_BACK]
    return any(_is_of_a_move(state, word) for word in said) or _names_a_lot(others, said)


def _is_of_a_move(state: State, word: Word) -> bool:
    if word.kind == NUMBER:
        return not is_number_word(word) or word.text != "1"
    if state.phase == CHANGE and word.text in _OF_A_CARD:
        return True
    return word.text in _OF_A_MOVE or (read_card(word.text) is not None and word.text != "as")


def _names_a_lot(labels: set[str], said: list[Word]) -> bool:
    """Whether one of those labels stands there; “A” and “I” before a word are words themselves."""
    return any(
        word.written in labels and not (word.written in {"A", "I"} and place + 1 < len(said))
        for place, word in enumerate(said)
    )
