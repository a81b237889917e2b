"""A journal as everybody may see it: in part while the game goes on, whole after its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gmtool.desk import texts
from gmtool.desk.sitting import Sitting, laid
from gmtool.engine import chance, journal
from gmtool.engine.entries import Entry
from gmtool.engine.moves import Aside, Asks, Move, Note, Says
from gmtool.engine.replay import Fold, live
from gmtool.engine.steps import Step
from gmtool.engine.wording import CHANCE, HOST

RUNNING = "# what everybody may know of a game that goes on; sealed moves are left out"
"""The first line of a public export that is no whole journal."""
_WHOLE = (
    "# the whole game; beside each sealed move stands what its receipt was made of",
    "# a receipt: the SHA-256 of “NONCE WHO: MOVE” is the digest; where moves were secret only "
    "until a window closed, the post that closed it lists its first 32 digits",
    "# a nonce: the first 16 bytes of HMAC-SHA256(SEED, “gmtool nonce NUMBER”), in hex",
)
_OWN = "the host's own"
_OWN_WORDS = "a message"
_SEED = "# the seed: its SHA-256 is the commitment in the opening post"


def public(
    sitting: Sitting, steps: Sequence[Step], entries: Sequence[Entry]
) -> tuple[str, tuple[Entry, ...]]:
    """The text, which is a whole journal once the game has ended, and the entries in it.

    `steps` are the live ones, `entries` all there are.
    """
    if sitting.ended:
        heard = [(_discreet(entry, move), move) for entry, move in _heard(sitting, entries)]
        shown = tuple(entry for entry, _ in heard)
        return journal.closed((*_WHOLE, *_committed(sitting), *_whole(sitting, heard))), shown
    bare = tuple(map(_bare, entries))
    by_number = {step.entry.number: step for step in steps}
    shown = tuple(entry for entry in bare if _is_public(entry, by_number))
    bare_header = journal.header_lines(replace(sitting.header, seed=""))
    return journal.closed((RUNNING, *bare_header, *map(journal.write_entry, shown))), shown


def _bare(entry: Entry) -> Entry:
    """An entry without what is nobody else's affair: the host's remarks, the message as pasted, and
    the link of a private one.
    """
    link = "" if entry.source == "pm" else entry.link
    return replace(entry, note="", raw="", link=link)


def _discreet(entry: Entry, move: Move) -> Entry:
    """The same; a host's move that isn't public keeps just its number, which an undo may name, and
    of a message one sees that it came, for ever.
    """
    if isinstance(move, Says):
        return replace(_bare(entry), text=str(Says(_OWN_WORDS)))
    if isinstance(move, Asks):
        return replace(_bare(entry), text=str(Asks(move.number, _OWN)))
    if isinstance(move, Aside):
        return replace(_bare(entry), text=str(Aside(move.number, _OWN)))
    own = entry.who == HOST and not move.public
    return replace(_bare(entry), text=str(Note(_OWN))) if own else _bare(entry)


def _is_public(entry: Entry, steps: dict[int, Step]) -> bool:
    step = steps.get(entry.number)
    return step is not None and step.move.public == str(step.move) and texts.is_for_all(step)


def _committed(sitting: Sitting) -> tuple[str, ...]:
    return (_SEED,) if texts.commitment(sitting) else ()


def _whole(sitting: Sitting, heard: Sequence[tuple[Entry, Move]]) -> Iterator[str]:
    """The journal's lines, each sealed move with its receipt in a remark, which `import` skips."""
    seed = bytes.fromhex(sitting.header.seed)
    standing = {entry.number for entry in live([entry for entry, _ in heard])}
    yield from journal.header_lines(sitting.header)
    for entry, move in heard:
        yield journal.write_entry(entry)
        if entry.who not in {HOST, CHANCE} and not (move.public or isinstance(move, Says)):
            yield _receipt(seed, entry, stands=entry.number in standing)


def _heard(sitting: Sitting, entries: Sequence[Entry]) -> Iterator[tuple[Entry, Move]]:
    """Every entry with its move, those among them that were taken back later; what never went
    through was taken for none.
    """
    fold = Fold(sitting.game, laid(sitting.game, sitting.header))
    for entry in entries:
        step = fold.keep(entry)
        yield entry, step.move if step else Move()


def _receipt(seed: bytes, entry: Entry, *, stands: bool) -> str:
    """What the receipt said; it may have been sent for a move that was taken back afterwards."""
    nonce = chance.nonce(seed, entry.number)
    digest = chance.digest(nonce, entry.who, entry.text)
    state = "" if stands else ", taken back"
    return f"# entry {entry.number}{state}: nonce {nonce}, digest {digest}"
