"""Moves: one line that reads back; what is asked for can be said, and what isn't is refused."""

from __future__ import annotations

from functools import partial

from msgspec import convert

from gmtool.desk.rehearse.bots import Dice, verb
from gmtool.engine.entries import Entry
from gmtool.engine.entry_texts import read
from gmtool.engine.instants import decode_instant
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import HostMove
from gmtool.engine.refusals import Refusal
from gmtool.engine.steps import apply
from gmtool.engine.table import wanted
from gmtool.engine.telling import plain
from gmtool.engine.text import CHANCE, HOST
from gmtool.testing.broken import Broken, need
from gmtool.testing.check_declared import clauses
from gmtool.testing.played import Played, Subject, Taken

_NUMBER = lazy_regex(r"[0-9]+")
APART = 7
"""After one of so many entries everything is tried."""


def moves_read_back(subject: Subject) -> None:
    """Each move's text form is one line, reads back to it, and is kept and read by the database."""
    for played in subject.played():
        played.at(_reads_back)


def _reads_back(played: Played, one: Taken) -> None:
    move = one.step.move
    if not one.is_plain:
        return
    need("\n" not in str(move), f"“{move}” isn't one line.")
    if isinstance(move, HostMove):
        return  # those of every game are gmtool's own
    again = read(played.game, one.before, one.before.seat(one.entry.who), str(move))
    told = f"“{move}” doesn't read back: it is {move!r}, and was read as {again!r}."
    need(again == move, told)
    kept = convert(plain(move), type(move), dec_hook=decode_instant)
    need(kept == move, f"“{move}” isn't the same when it was kept: {kept!r}.")
    public = move.public
    need(isinstance(public, str) and "\n" not in public, f"`public` of “{move}” isn't one line.")


def what_is_suggested_stands(subject: Subject) -> None:
    """Who is asked can say what is suggested to it; to who isn't asked nothing is suggested."""
    for played in subject.played():
        played.at(_suggestions, every=APART)


def what_isnt_asked_for_is_refused(subject: Subject) -> None:
    """Who isn't asked for a move can't make it, but for moves that the kind takes `unasked`."""
    for played in subject.random():
        for step in played.unasked:
            if verb(step.entry.text) not in subject.game.unasked:
                told = (
                    f"“{step.entry.text}” was taken, but wanted() didn't ask for it; where the "
                    "rules want that, the game names its verb in `unasked`."
                )
                raise Broken(told, step.entry, played.text(step.entry.number))


def _suggestions(played: Played, one: Taken) -> None:
    game, table = played.game, one.after
    if table.paused or table.called_off:
        return
    asked = wanted(game, table)
    for who in (HOST, CHANCE, *table.players):
        move = game.some_move(table.state, who, Dice(one.entry.number))
        turns = [turn for turn in asked.turns if turn.who == who]
        if not turns:
            need(move is None, f"{who} isn't asked for anything, but suggest() gives “{move}”.")
            continue
        if move is None:
            continue
        verbs = {verb(form) for turn in turns for form in turn.moves}
        told = f"suggest() gives {who} “{move}”, which wanted() doesn't ask for."
        need(verb(str(move)) in verbs, told)
        windows = [w for turn in turns if (w := table.window(turn.window))]
        last = [table.last_at] if who == HOST and table.last_at else []
        at = max([one.entry.received_at, *last, *(w.opened for w in windows)])
        if any(at > w.deadline for w in windows):
            continue
        try:
            apply(game, table, Entry(one.entry.number + 1, who, str(move), at, at))
        except Refusal as refusal:
            raise Broken(
                f"suggest() gives {who} “{move}”, which is refused: {refusal}"
            ) from refusal


def refusals_name_a_clause(subject: Subject) -> None:
    """Whatever is tried stands or is refused, by a clause that exists, in a whole sentence."""
    known = clauses(subject.game.kind)
    for played in subject.played():
        for entry, refusal in played.refused:
            _says_why(refusal, known, entry, played)
        played.at(partial(_tries_all, known=known), every=4 * APART)


def _tries_all(played: Played, one: Taken, known: frozenset[str]) -> None:
    """Everybody says everything that the phrase book has as an example, with other numbers, too."""
    game, table, at = played.game, one.after, one.entry.received_at
    said = [(form.by, form.example) for form in game.grammar.forms]
    said += [(by, _NUMBER.sub(wrong, text)) for by, text in said for wrong in ("0", "999")]
    for by, text in dict.fromkeys(said):
        for who in [by] if by in {HOST, CHANCE} else table.players:
            entry = Entry(one.entry.number + 1, who, text, at, at)
            try:
                apply(game, table, entry)
            except Refusal as refusal:
                _says_why(refusal, known, entry, played)


def _says_why(refusal: Refusal, known: frozenset[str], entry: Entry, played: Played) -> None:
    said = f"“{entry.text}” of {entry.who}"
    try:
        sentence = refusal.sentence()
    except (KeyError, IndexError, ValueError) as error:
        told = f"the refusal of {said} names a fact that isn't given: {error}."
        raise Broken(told, entry, played.text(entry.number - 1)) from error
    if refusal.clause not in known:
        told = f"{said} is refused by {refusal.clause}, which isn't in rules.md: {sentence}"
        raise Broken(told, entry, played.text(entry.number - 1))
    need(sentence.strip(), f"the refusal of {said} says nothing.")
