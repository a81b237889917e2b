"""Text to moves of Ten-Skip Challenge: what is typed, or a pasted message and its lines."""

from __future__ import annotations

from gmtool.engine.moves import Move
from gmtool.engine.paste import Remarked
from gmtool.engine.refusals import Ambiguous, Entangled, NotNow, Refusal, Unreadable
from gmtool.engine.remarks import doubt_taken_back, is_of_later, read_lines, remarked
from gmtool.engine.sentences import unread
from gmtool.engine.shuffling import read_shuffle
from gmtool.engine.wording import CHANCE, HOST, short
from gmtool.games.ten_skip.answer_reading import read_hand, read_keep, read_top
from gmtool.games.ten_skip.banter_reading import bantered, may_be_of_a_move
from gmtool.games.ten_skip.claim_reading import claims_in, read_end, read_reveal
from gmtool.games.ten_skip.exchange_reading import read_turn
from gmtool.games.ten_skip.moves import (
    Challenge,
    Discard,
    Done,
    Hand,
    Keep,
    Notice,
    Pass,
    Reveal,
    Take,
    Top,
)
from gmtool.games.ten_skip.phrase_reading import scanned
from gmtool.games.ten_skip.sentence_reading import Sentence, is_frame, sentence, task_of
from gmtool.games.ten_skip.state import HAND, KEEP, NOTICE, TOP, TURN, State
from gmtool.games.ten_skip.wording import now
from gmtool.games.ten_skip.written_reading import read_written

_STARTS, _ENDS = (Discard, Take, Challenge, Pass), (Notice, Done)
_TURNS = (Reveal, *_STARTS, Keep, Hand, Top, *_ENDS)
"""The order in which the moves of one message count: a hand can be revealed until the next move."""
_CLAUSES: dict[type[Move], str] = {
    Discard: "TS-6",
    Take: "TS-7",
    Challenge: "TS-13",
    Notice: "TS-10",
}
"""By which what is surely said out of turn is refused; all else said then is table talk."""
_MOST_ON_TWO_LINES = 200
_LONGEST_LINE = 1000
"""Characters; the longest move has fewer than 100."""


def read(state: State, who: str, text: str) -> tuple[Move, ...]:
    """The moves that `text` is as a whole; raises a Refusal that says what would be right.

    More than one are only the card kept with the end of the turn, and a hand revealed beside them.
    """
    quoted = text.strip()
    if who == HOST:
        raise Unreadable(
            "ALL-6",
            "“{text}” is nothing that a host says in this game; what a player says goes under its "
            "name.",
            quoted=quoted,
            text=short(quoted),
        )
    if who == CHANCE:
        return (read_shuffle(quoted),)
    if "\n" in quoted:
        return _message(state, who, quoted)
    return _line(state, who, quoted)


def _line(state: State, who: str, quoted: str) -> tuple[Move, ...]:
    """The moves of one line."""
    task = task_of(state, who)
    if len(quoted) > _LONGEST_LINE:
        raise unread(task, quoted)
    move = read_written(state, quoted)
    if move:
        return (move,)
    beside = remarked(task, quoted, lambda text: _sure(state, who, text))
    if beside:
        raise beside
    said = sentence(state, who, quoted)
    moves = () if is_of_later(said.text) else _beside_banter(said)
    if isinstance(moves, Remarked):
        raise moves
    if not moves:
        if task.what:
            doubt_taken_back(task, said.text, quoted)
        raise unread(task, quoted)
    if len(moves) > 1 and not state.may_claim(who):
        # the turn ends by itself, so that who says so says nothing (TS-10)
        return tuple(move for move in moves if not isinstance(move, Done))
    return moves


def _sure(state: State, who: str, quoted: str) -> tuple[Move, ...]:
    """The moves of a line that stands beside others. What is said out of turn is none: “You're dead
    to me!” is also what players call each other; but who has the turn may end it there.
    """
    try:
        return _line(state, who, quoted)
    except (NotNow, Unreadable):
        said = sentence(state, who, quoted)
        may_end = said.task.what in {TURN, KEEP} and len(quoted) <= _LONGEST_LINE
        move = read_end(said) if may_end and claims_in(scanned(said)) else None
        if move:
            return (move,)
        raise unread(said.task, quoted) from None


def _beside_banter(said: Sentence) -> tuple[Move, ...] | Remarked:
    """What a player says in words of its own, with the banter beside it; raises a Refusal."""
    try:
        moves = _in_own_words(said)
    except Entangled:
        raise
    except Ambiguous:
        beside = bantered(said, _as_asked)
        if beside is None:
            raise
        return beside
    return moves or bantered(said, _as_asked) or ()


def _in_own_words(said: Sentence) -> tuple[Move, ...]:
    """What a player says in words of its own, read as what it is asked for."""
    state = said.state
    shown = read_reveal(said) if state.unrevealed_of(said.who) else None
    if shown:
        return (shown,)
    moves = _as_asked(said)
    if not moves:
        _check_asked(said)
    return moves


def _as_asked(said: Sentence) -> tuple[Move, ...]:
    if said.task.what == TURN:
        return read_turn(said)
    if said.task.what == KEEP:
        return read_keep(said)
    reader = {HAND: read_hand, TOP: read_top, NOTICE: read_end}.get(said.task.what)
    move = reader(said) if reader else None
    return (move,) if move else ()


def _check_asked(said: Sentence) -> None:
    """Raise NotNow for what is surely a move that isn't asked of its speaker now."""
    for reader in (_turn_only, _end_only):
        try:
            moves = reader(said)
        except Refusal:
            continue
        clause = _CLAUSES.get(type(moves[0])) if len(moves) == 1 else None
        if clause:
            raise NotNow(
                clause,
                "that can't be said now; {now}.",
                now=now(said.state),
                quoted=said.quoted,
            )


def _turn_only(said: Sentence) -> tuple[Move, ...]:
    return read_turn(said) if said.task.what != TURN else ()


def _end_only(said: Sentence) -> tuple[Move, ...]:
    move = read_end(said) if said.task.what != NOTICE else None
    return (move,) if move else ()


# ---- messages of several lines


def _message(state: State, who: str, quoted: str) -> tuple[Move, ...]:
    """The moves of all the lines, each some or none; raises Unreadable where they are to be read
    one by one, Entangled where they don't go together.
    """
    lines = list(dict.fromkeys(line.strip() for line in quoted.split("\n") if line.strip()))
    lines = [line for line in lines if not _is_frame(who, line)] or lines
    if not state.may_claim(who):
        lines = [line for line in lines if not _only_ends(state, who, line)] or lines
    task = task_of(state, who)
    if len(lines) == 2 and sum(map(len, lines)) <= _MOST_ON_TWO_LINES:
        try:
            return _line(state, who, " ".join(lines))
        except Refusal:
            pass
    moves = read_lines(
        task,
        quoted,
        lines,
        lambda line: _sure(state, who, line),
        lambda found: _check_together(sentence(state, who, quoted), found),
        may_belong=lambda line: may_be_of_a_move(sentence(state, who, line)),
    )
    return tuple(sorted(moves, key=lambda move: _TURNS.index(type(move))))


def _is_frame(who: str, line: str) -> bool:
    return len(line) <= _LONGEST_LINE and is_frame(who, line)


def _only_ends(state: State, who: str, line: str) -> bool:
    """Whether a line says only what happens by itself (TS-10)."""
    try:
        return _sure(state, who, line) == (Done(),)
    except Refusal:
        return False


def _check_together(said: Sentence, moves: tuple[Move, ...]) -> None:
    """Raise Entangled for moves that one message can't make: all but the last depend on what the
    others don't know yet.
    """
    kinds = [type(move) for move in moves if not isinstance(move, Reveal)]
    ends = [kind for kind in kinds if kind in _ENDS]
    first = [kind for kind in kinds if kind not in _ENDS]
    may_end = first in ([], [Keep]) or (first == [Discard] and len(said.state.draw_pile) == 1)
    if len(kinds) < 2 or (may_end and len(ends) == 1):
        return
    if len(ends) == 1 and len(first) == 1:
        what = "ends the turn at once, which comes only after the exchange"
        begins = [move for move in moves if type(move) in first]
        raise said.doubt(begins, what, Entangled)
    raise said.doubt(moves, "names more than one move", Entangled)
