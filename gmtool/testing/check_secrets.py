"""Secrets: pairs of games that differ in what one player said in secret, or in what chance gave.

Whoever wasn't told of the difference must see the same in both: the same view, windows and texts,
and the same answer to whatever it tries. What is told is the news, and of a move its public part;
so a view that tells more leaks. While a sealed window is open nobody else may even see that
something came. That the pairs would show a leak is proved by one planted in the view.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.rehearse.bots import Dice, verb
from gmtool.desk.session.disclosure import Disclosure
from gmtool.desk.session.message_types import RECORD, message_types
from gmtool.desk.texts import triggers
from gmtool.desk.texts.facts import windows_for
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC, SECRET, STATE, Game, Message, View
from gmtool.engine.instants import NEVER
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import Done, HostMove, RawMessage
from gmtool.engine.plans import Plan
from gmtool.engine.refusals import Refusal
from gmtool.engine.steps import Step, apply
from gmtool.engine.table import OpenWindow, Table, wanted
from gmtool.engine.text import CHANCE, HOST
from gmtool.testing.broken import Broken, need, shown_by
from gmtool.testing.check_texts import PLAIN, Texts, session_after, written
from gmtool.testing.played import Played, Subject, Taken

MOST = 20
"""About so many of the secret entries of a game are varied."""
PAIRS = 40
"""About so many pairs are made of a game."""
ON = 6
"""For so many entries a pair is played on."""
READ = 5
"""Of one of so many pairs the texts are read."""
DONE = str(Done())
DIGEST = lazy_regex(r"\b[0-9a-f]{32,64}\b|(?<= · )[0-9a-f]{8}\b")
"""A digest, a seal, a hash of the chain, or the beginning of one at the end of a post."""


def secrets_stay_secret(subject: Subject) -> None:
    """In pairs of games nobody sees a difference that it wasn't told of."""
    secret = compared = 0
    for played in subject.some():
        secret += sum(map(_may_be_secret, played.taken))
        for place, pair in pairs_of(played):
            one = played.taken[place]
            journal = partial(played.text, one.entry.number)
            with shown_by(one.entry, journal, played.game.kind):
                if not compared:
                    _shows_a_planted_leak(pair)
                compared += 1
                _is_answered_the_same(pair)
                if compared % READ == 0:
                    _reads_the_same(played, pair)
                for then in played_on(pair, played.taken[place + 1 : place + 1 + ON]):
                    _looks_the_same(then)
                    # who has sent something in a window that is public stands in a report
                    same = pair.left.window == pair.right.window and one.entry.text != DONE
                    if compared % READ == 0 and same:
                        _is_reported_the_same(played, then)
    told = (
        "something is said in secret, but no two games could be made that differ in it; does "
        "suggest() ever give another move?"
    )
    need(compared or not secret, told)


def pairs_of(played: Played) -> Iterator[tuple[int, Pair]]:
    """The pairs of a game, each with the place of the entry in which its two games differ."""
    places = [n for n, one in enumerate(played.taken) if _may_be_secret(one)]
    places = places[:: 1 + len(places) // MOST]
    for place in places:
        one = played.taken[place]
        with shown_by(one.entry, partial(played.text, one.entry.number), played.game.kind):
            for pair in islice(_pairs(played, one), 1 + PAIRS // len(places)):
                yield place, pair


class Pair(Struct, frozen=True):
    """Two games after the same entry: in one it is what was said, in the other something else that
    could have been; `viewers` are those who weren't told of the difference.
    """

    game: Game
    entry: Entry
    other: Entry
    left: Step
    right: Step
    viewers: tuple[str, ...]

    @property
    def what(self) -> str:
        """What differs, and since when."""
        said = f"whether {self.entry.who} said “{self.entry.text}” or “{self.other.text}”"
        last = self.left.entry
        if last == self.entry:
            return said
        return f"{said} (after entry {last.number}, {last.who}: {last.text})"

    def of_the_untold(self) -> Pair:
        """The same for those alone who aren't told of it. What chance gives a player, such as a
        hand, that player may see without being told: it is a secret of its own in the host's view.
        """
        untold = [s for s in self.viewers if _told(self.left, s) == _told(self.right, s)]
        if self.entry.who == CHANCE:
            untold = [s for s in untold if not (s and self._gives_otherwise(s))]
        return replace(self, viewers=tuple(untold))

    def _gives_otherwise(self, who: str) -> bool:
        left, right = (
            next(
                one
                for one in self.game.view(step.table.state, HOST)["players"]
                if one["name"] == who
            )
            for step in (self.left, self.right)
        )
        return bool(left.get(SECRET) != right.get(SECRET))


def _may_be_secret(one: Taken) -> bool:
    """Whether something was said that not everybody may know. For plans see `plans`."""
    move = one.step.move
    if isinstance(move, (HostMove, RawMessage, Plan)) or not one.is_plain:
        return False
    return one.entry.who != HOST and move.public != str(move)


def _pairs(played: Played, one: Taken) -> Iterator[Pair]:
    """The entry beside others that could have been said instead, and looked the same."""
    game, before = played.game, one.before
    left = _applied(game, before, one.entry)
    if left is None or _ends(left, left.sealed):
        return  # with its window what came in it is told
    _nobody_sees_that_it_came(played, before, left)
    tried = {one.entry.text}
    for text in _others(game, one):
        if text in tried:
            continue
        tried.add(text)
        other = replace(one.entry, text=text, drawn=one.entry.drawn and "typed")
        right = _applied(game, before, other)
        if right is None or _ends(right, left.sealed):
            continue
        if _public_part(left) != _public_part(right):
            continue
        viewers = tuple(viewer for viewer in (PUBLIC, *before.players) if viewer != left.who)
        pair = Pair(game, one.entry, other, left, right, viewers).of_the_untold()
        if pair.viewers and left.table.state != right.table.state:
            yield pair


def _others(game: Game, one: Taken) -> Iterator[str]:
    """What could have been said instead: what the game suggests, and the same words with two of
    them exchanged, such as two cards of a shuffled deck.
    """
    for number in range(PAIRS):
        dice = Dice(1000 + number)
        move = game.some_move(one.before.state, one.before.seat(one.entry.who), dice)
        if move is not None:
            yield str(move)
        verb, *words = one.entry.text.split(" ")
        if len(words) > 1:
            first, other = dice.random.sample(range(len(words)), 2)
            words[first], words[other] = words[other], words[first]
            yield " ".join((verb, *words))


def _applied(game: Game, table: Table, entry: Entry) -> Step | None:
    try:
        return apply(game, table, entry, noted=True)
    except Refusal:
        return None


def _ends(step: Step, window: tuple[str, int] | None) -> bool:
    """Whether a step ends that window."""
    return window is not None and window in {(one.key, one.entry) for one in step.closed}


def _public_part(step: Step) -> tuple[str, str]:
    """What everybody may know of a move; of one that is secret as a whole, its verb, unless it came
    to a sealed window.
    """
    move = step.move
    is_hidden = move.public or step.sealed
    return move.public, "" if is_hidden else verb(str(move))


def _told(step: Step, viewer: str) -> list[Any]:
    """The news that a viewer hears."""
    return [told for one in step.news if (told := one.seen_by(viewer)) is not None]


def _nobody_sees_that_it_came(played: Played, before: Table, step: Step) -> None:
    """In a sealed window that stays open, and in one that is announced, others see nothing of what
    came; of the latter no report says who has sent something either.
    """
    game, still = played.game, {(one.key, one.entry): one for one in step.table.windows}
    window = still.get(step.sealed or step.window or ("", 0))
    if window is None or not (step.sealed or window.announced) or isinstance(step.move, Done):
        return  # `done` counts in every window of its player's
    if window.announced:
        was, now = (reported(played, table, step) for table in (before, step.table))
        where = differs(was, now)
        need(not where, f"a report shows that something came to an announced window: {where}.")
    for viewer in (PUBLIC, *before.players):
        if viewer == step.who:
            continue
        told = _told(step, viewer)
        need(not told or viewer, f"everybody is told of what came to a sealed window: {told}.")
        if told:
            continue  # the rules tell this player of it
        was, now = game.view(before.state, viewer), game.view(step.table.state, viewer)
        where = differs(was, now)
        sees = f"the view of {_whom(viewer)} shows that something came to a sealed window: {where}."
        need(not where, sees)


def _looks_the_same(pair: Pair) -> None:
    """Nobody who wasn't told sees the difference."""
    for viewer in pair.viewers:
        left, right = (pair.game.view(s.table.state, viewer) for s in (pair.left, pair.right))
        where = differs(left, right)
        need(not where, f"the view of {_whom(viewer)} tells {pair.what}: {where}.")
        windows = [
            windows_for(viewer, step.table.windows, step.entry.recorded_at)
            for step in (pair.left, pair.right)
        ]
        told = f"the windows tell {_whom(viewer)} {pair.what}: {windows[0]} or {windows[1]}."
        need(windows[0] == windows[1], told)


def _shows_a_planted_leak(pair: Pair) -> None:
    """A view that showed everybody the whole state would be found by this pair."""

    def leaky(state: Any, viewer: str) -> View:
        return {**pair.game.view(state, viewer), "planted": repr(state)}

    try:
        _looks_the_same(replace(pair, game=replace(pair.game, view=leaky)))
    except Broken:
        return
    raise Broken(f"a leak planted in the view isn't seen: nobody is shown {pair.what}.")


def _is_answered_the_same(pair: Pair) -> None:
    """Whatever a player tries is refused in the same words in both games; what it isn't asked for
    is taken in both or in neither.
    """
    forms = [form.example for form in pair.game.grammar.forms if form.by not in {HOST, CHANCE}]
    for viewer in pair.viewers:
        if not viewer:
            continue
        asked = {
            verb(move)
            for side in (pair.left, pair.right)
            for turn in wanted(pair.game, side.table).turns
            if turn.who == viewer
            for move in turn.moves
        }
        for text in forms:
            left, right = (
                _answer(pair.game, side, viewer, text) for side in (pair.left, pair.right)
            )
            may_depend = verb(text) in asked and not (left and right)
            told = f"what {viewer} hears to “{text}” tells {pair.what}: {left!r} or {right!r}."
            need(left == right or may_depend, told)


def _answer(game: Game, side: Step, who: str, text: str) -> str:
    """What somebody hears who tries that after a step: the refusal; nothing where it is taken."""
    at = side.entry.received_at
    try:
        apply(game, side.table, Entry(side.entry.number + 1, who, text, at, at))
    except Refusal as refusal:
        return str(refusal)
    return ""


def _reads_the_same(played: Played, pair: Pair) -> None:
    """The texts that arise and those that can be asked for are the same to one who wasn't told;
    receipts, seals and commitments set aside.
    """
    viewer = pair.viewers[pair.entry.number % len(pair.viewers)]
    left, right = (
        texts_for(viewer, replace(played, game=pair.game), entry, side)
        for entry, side in ((pair.entry, pair.left), (pair.other, pair.right))
    )
    for what in {**left, **right}:
        one, other = left.get(what, "no text"), right.get(what, "no text")
        told = f"the text {what} tells {_whom(viewer)} {pair.what}:\n{one}\nor\n{other}"
        need(one == other, told)


def _is_reported_the_same(played: Played, pair: Pair) -> None:
    """No report without secrets tells of the difference."""
    if PUBLIC in pair.viewers:
        left, right = (reported(played, side.table, side) for side in (pair.left, pair.right))
        where = differs(left, right)
        need(not where, f"a report tells everybody {pair.what}: {where}.")


def reported(played: Played, table: Table, step: Step) -> dict[str, Any]:
    """What a report without secrets tells of the windows at a table after a step, and of whom they
    wait for.
    """
    told = Disclosure(session_after(played, table, step.entry.number), secret=False)
    return {
        "windows": [_reported(told, window) for window in told.windows],
        "turns": [(turn.who, turn.task, turn.moves, turn.window) for turn in told.turns],
    }


def _reported(told: Disclosure, window: OpenWindow) -> dict[str, Any]:
    """What such a report tells of a window."""
    known = ("key", "name", "title", "entry", "deadline", "ends", "early", "at_will", "sealed")
    named = ("own", "moved", "came") if told.names(window) else ()
    return {
        **{name: getattr(window, name) for name in (*known, *named)},
        "grace": window.policy.grace,
        "may_end_early": told.may_end_early(window),
        "is_secret": told.hides(window),
        "may_add": told.may_add(window, NEVER),
    }


def texts_for(viewer: str, played: Played, entry: Entry, step: Step) -> dict[str, str]:
    """All texts that a viewer may be given after a step of that game, by what they are; digests are
    replaced by `#`. The record is left out: it is the public export, which has a test of its own.
    """
    table, number = step.table, entry.number
    entries = (*(one for one in played.entries if one.number < number), entry)
    kept = replace(played, entries=entries)
    session = session_after(kept, table, number)
    writer = replace(Texts(kept).writer(session, table, entry, PLAIN), replay=None)
    found = {}
    for arisen in triggers.find_triggers(session, (step,)):
        if arisen.message.to in {PUBLIC, viewer} and arisen.message.occasion != RECORD:
            found[f"“{arisen.message.occasion}”"] = partial(writer.write_block, arisen)
    for occasion in message_types(played.game):
        if occasion.name == RECORD:
            continue
        if occasion.life == STATE and (viewer or not occasion.to_player):
            message = Message(occasion.name, viewer if occasion.to_player else PUBLIC)
            found[f"“{occasion.name}”, asked for,"] = partial(writer.stands, message)
    return {
        what: DIGEST.sub("#", written(writer, Message(what, viewer), make))
        for what, make in found.items()
    }


def played_on(pair: Pair, later: tuple[Taken, ...]) -> Iterator[Pair]:
    """The pair, and what it is after each of the entries that come next in both games, as long as
    somebody isn't told of the difference and the window in which it was made is open.
    """
    yield pair
    window = pair.left.sealed
    for one in later:
        if one.entry.takes_back:
            return
        left, right = (_applied(pair.game, s.table, one.entry) for s in (pair.left, pair.right))
        if left is None or right is None or _ends(left, window) or _ends(right, window):
            return  # with its window what came in it is told
        still = tuple(viewer for viewer in pair.viewers if viewer != left.who)
        pair = replace(pair, left=left, right=right, viewers=still).of_the_untold()
        if not pair.viewers:
            return
        yield pair


def _whom(viewer: str) -> str:
    return viewer or "everybody"


def differs(left: Any, right: Any, path: str = "") -> str:
    """Where two views differ first, and how; empty where they are the same."""
    if left == right:  # as nearly everything does: the interpreter compares faster than the rest
        return ""
    if isinstance(left, dict) and isinstance(right, dict):
        keys = (*left, *(key for key in right if key not in left))
        at = f"{path}." if path else ""
        found = (differs(left.get(key), right.get(key), f"{at}{key}") for key in keys)
        return next(filter(None, found), "")
    lists = isinstance(left, list | tuple) and isinstance(right, list | tuple)
    if lists and len(left) == len(right):
        pairs = enumerate(zip(left, right, strict=True))
        found = (differs(one, other, f"{path}[{n}]") for n, (one, other) in pairs)
        return next(filter(None, found), "")
    return f"`{path}` is {left!r} or {right!r}"
