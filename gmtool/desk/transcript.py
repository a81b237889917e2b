"""A journal as everybody may see it: in part while the game goes on, whole after its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from gmtool.desk import texts
from gmtool.desk.session import Session, empty_replay
from gmtool.engine import chance, journal
from gmtool.engine.amending import about, amendment_of, amends
from gmtool.engine.entries import Entry
from gmtool.engine.moves import (
    Amend,
    Amendment,
    Aside,
    Asks,
    HostMove,
    Insert,
    Move,
    Note,
    Says,
    host_form,
)
from gmtool.engine.steps import Step

RUNNING = "# what everybody may know of a game that goes on; sealed moves are left out"
"""The first line of a public export that is no complete journal."""
_WHOLE = (
    "# the whole game; beside each sealed move stands what its receipt was made of",
    "# a receipt: the SHA-256 of “NONCE WHO: MOVE” is the digest; where moves were secret only "
    "until a window closed, the post that closed it lists its first 32 digits",
    "# a nonce: the first 16 bytes of HMAC-SHA256(SEED, “gmtool nonce NUMBER”), in hex; "
    "“gmtool nonce NUMBER WHO” for a move that was put down as somebody else's first",
)
_OWN = "the host's own"
_OWN_WORDS = "a message"
_SEED = "# the seed: its SHA-256 is the commitment in the opening post"


def public(
    session: Session, steps: Sequence[Step], entries: Sequence[Entry]
) -> tuple[str, tuple[Entry, ...]]:
    """The text, which is a complete journal once the game has ended, and the entries in it.

    `steps` are the valid ones, `entries` all there are.
    """
    if session.ended:
        applied = tuple(_applied(session, entries))
        shown = tuple(one.entry for one in applied)
        counts = {step.entry.number: step.entry for step in steps}
        return journal.with_end_line(
            (*_WHOLE, *_committed(session), *_whole(session, counts, applied))
        ), shown
    by_number = {step.entry.number: step for step in steps}
    stand = (by_number[entry.number].entry for entry in entries if _is_public(entry, by_number))
    shown = tuple(replace(_bare(one), planned=0) for one in stand)  # nobody learns of a plan
    bare_header = journal.header_lines(replace(session.header, seed=""))
    return journal.with_end_line((RUNNING, *bare_header, *map(journal.write_entry, shown))), shown


def _bare(entry: Entry) -> Entry:
    """An entry without what concerns nobody else: the host's remarks, the pasted message, and the
    link of a private one.
    """
    link = "" if entry.source == "pm" else entry.link
    return replace(entry, note="", raw="", link=link)


def _discreet(entry: Entry, move: Move) -> Entry:
    """An entry as the complete transcript has it, for ever. A private move of the host's keeps only
    its number, which an undo may name; of a message only the fact that it came is kept.
    """
    if amendment := amendment_of(entry):
        return replace(_bare(entry), text=str(_discreetly(amendment)))
    if isinstance(move, Says):
        return replace(_bare(entry), text=str(Says(_OWN_WORDS)))
    if isinstance(move, Asks):
        return replace(_bare(entry), text=str(Asks(move.number, _OWN)))
    if isinstance(move, Aside):
        return replace(_bare(entry), text=str(Aside(move.number, _OWN)))
    # The number stays: an undo may name it.
    own = isinstance(move, HostMove) and not move.public
    return replace(_bare(entry), text=str(Note(_OWN))) if own else _bare(entry)


def _discreetly(move: Amendment) -> Amendment:
    """An amendment without the words of a message or of a host's remark."""
    text = move.to if isinstance(move, Amend) else move.text if isinstance(move, Insert) else ""
    verb, _, rest = (host_form(text) or text).partition(" ")
    own = {"says": str(Says(_OWN_WORDS)), "note": str(Note(_OWN))}
    number, _, _ = rest.partition(" ")
    if verb in {"asks", "aside"} and number.isdigit():
        own[verb] = str((Asks if verb == "asks" else Aside)(int(number), _OWN))
    if verb not in own:
        return move
    if isinstance(move, Amend):
        return replace(move, to=own[verb])
    return replace(move, text=own[verb]) if isinstance(move, Insert) else move


def _is_public(entry: Entry, steps: dict[int, Step]) -> bool:
    step = steps.get(entry.number)
    return step is not None and texts.is_public(step)


def _committed(session: Session) -> tuple[str, ...]:
    return (_SEED,) if texts.commitment(session) else ()


class _Applied(NamedTuple):
    """An entry as everybody may see it, and the sealed move that it is or makes of another
    entry.
    """

    entry: Entry
    sealed: Entry | None


def _whole(
    session: Session, counts: Mapping[int, Entry], applied: Sequence[_Applied]
) -> Iterator[str]:
    """The journal's lines. Behind each sealed move stands its receipt in a remark, which `import`
    skips; `counts` are the entries that count.
    """
    seed = bytes.fromhex(session.header.seed)
    yield from journal.header_lines(session.header)
    for one in applied:
        yield journal.write_entry(one.entry)
        if one.sealed:
            now = counts.get(one.sealed.number)
            same = now and (now.who, now.text) == (one.sealed.who, one.sealed.text)
            yield _receipt(
                seed, one.sealed, "" if same else ", put right later" if now else ", taken back"
            )


def _applied(session: Session, entries: Sequence[Entry]) -> Iterator[_Applied]:
    """Every entry as everybody may see it, undone ones included. An entry that was never
    valid has no receipt.
    """
    replay = empty_replay(session.game, session.header)
    for entry in entries:
        step = replay.keep(entry)
        counts = replay.step(about(entry)) if step and amends(entry) else step
        is_sealed = counts and not entry.takes_back and texts.is_sealed(counts)
        shown = _discreet(entry, step.move if step else Move())
        yield _Applied(shown, counts.entry if counts and is_sealed else None)


def _receipt(seed: bytes, entry: Entry, state: str) -> str:
    """The remark with a receipt. It may have been sent though the move was taken back
    afterwards.
    """
    nonce, digest = chance.seal(seed, entry)
    return f"# entry {entry.number}{state}: nonce {nonce}, digest {digest}"
