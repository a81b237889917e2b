"""What everybody may know of an entry: all of it, or what the record of the ended game shows."""

from __future__ import annotations

from msgspec.structs import replace

from gmtool.engine.amendments import Amend, Amendment, Insert, Undo
from gmtool.engine.effective import about, amendment_of, amends, taken_back_by
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC
from gmtool.engine.host_moves import Clarify, Dismiss, Note, host_form
from gmtool.engine.moves import HostMove, RawMessage, read_raw_message
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step
from gmtool.engine.table import OpenWindow
from gmtool.engine.text import CHANCE, HOST
from gmtool.engine.window_moves import Close, Extend

_OWN = "the host's own"
_OWN_WORDS = "a message"


def is_public(step: Step) -> bool:
    """Whether everybody may know the whole move."""
    public = step.move.public
    return bool(public) and public == str(step.move) and is_for_all(step)


def is_for_all(step: Step) -> bool:
    """Whether everybody may know of a host's move: not where it concerns only private windows, nor
    where it might name a player of one.
    """
    move, at = step.move, step.entry.received_at
    match move:
        case Extend(who=""):
            return any(window.known_to(PUBLIC) for window in put_off(step))
        case Extend():
            return any(window.is_for(PUBLIC) for window in put_off(step))
        case Close():
            about = [w for w in step.was if move.is_about(w.name)]
            if move.who:
                return all(window.is_for(PUBLIC) for window in about)
            return any(w.known_to(PUBLIC) for w in about if move.early or w.deadline <= at)
    return True


def is_nobodys(step: Step) -> bool:
    """Whether not even who said it is for everybody: it may have come for a private window, which
    what is void is told of no more.
    """
    said = step.entry.who not in {HOST, CHANCE} and not step.move.public
    return said and (bool(step.void) or any(step.who in window.private for window in step.was))


def put_off(step: Step) -> list[OpenWindow]:
    """The windows in which a deadline was changed."""
    return [window for window in step.table.windows if window not in step.was]


def entry_concerned(entry: Entry) -> int:
    """The number of the entry that an undo, a redo or an amendment is about; else its own."""
    return taken_back_by(entry) or about(entry)


def is_known(entry: Entry, step: Step | None, *, was: Step | None, now: Step | None) -> bool:
    """Whether everybody may know all of an entry, as it is on record.

    `step` is what it did, `was` and `now` the steps of the entry that it is about, before and after
    it. The reason of an undo may tell what it takes back; an amendment tells both.
    """
    if step is None:
        return False
    if entry.takes_back:
        reason = step.move.why if isinstance(step.move, Undo) else ""
        return not reason or (was is not None and not amends(was.entry) and is_public(was))
    if amends(entry):
        return all(one is None or is_public(one) for one in (was, now))
    return is_public(step)


def apply_entry(replay: Replay, entry: Entry) -> tuple[Step | None, bool]:
    """Apply an entry that is on record: what it did, and whether everybody may know all of it."""
    number = entry_concerned(entry)
    was = replay.step(number, void=True)
    step = replay.keep(entry)
    return step, is_known(entry, step, was=was, now=replay.step(number, void=True))


def without_remarks(entry: Entry) -> Entry:
    """An entry without what concerns nobody else: the host's remarks, the pasted message, and the
    link of a private one.
    """
    link = "" if entry.source == "pm" else entry.link
    return replace(entry, note="", raw="", link=link)


def redact_entry(entry: Entry, step: Step | None) -> Entry:
    """An entry as the record of the ended game has it, for ever. A private move of the host's keeps
    only its number, which an undo may name; of a message only the fact that it came is kept.
    """
    if amendment := amendment_of(entry):
        return replace(without_remarks(entry), text=str(_redact_text(amendment)))
    if entry.who != HOST:
        text = str(RawMessage(_OWN_WORDS)) if read_raw_message(entry.text) else entry.text
        return replace(without_remarks(entry), text=text)
    text = _own_words(entry.text)
    # The number stays: an undo may name it.
    own = step is not None and isinstance(step.move, HostMove) and not step.move.public
    return replace(without_remarks(entry), text=text or (str(Note(_OWN)) if own else entry.text))


def _redact_text(move: Amendment) -> Amendment:
    """An amendment without the words of a message or of a host's remark."""
    text = move.to if isinstance(move, Amend) else move.text if isinstance(move, Insert) else ""
    own = str(RawMessage(_OWN_WORDS)) if read_raw_message(text) else _own_words(text)
    if own and isinstance(move, Amend):
        return replace(move, to=own)
    return replace(move, text=own) if own and isinstance(move, Insert) else move


def _own_words(text: str) -> str:
    """A host's remark, or what it says to one player, without its words; empty for any other."""
    verb, _, rest = (host_form(text) or text).partition(" ")
    number, _, _ = rest.partition(" ")
    if verb in {"asks", "aside"} and number.isdigit():
        return str((Clarify if verb == "asks" else Dismiss)(int(number), _OWN))
    return str(Note(_OWN)) if verb == "note" else ""
