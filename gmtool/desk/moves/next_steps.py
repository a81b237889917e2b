"""Where a game stands, in lines, and what the host should do next, as commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from gmtool.desk.answers import Commands, Hint
from gmtool.desk.session.disclosure import Disclosure
from gmtool.desk.session.labels import name_entry
from gmtool.engine import entropy
from gmtool.engine.game import Turn
from gmtool.engine.refusals import Refusal
from gmtool.engine.table import OpenWindow
from gmtool.engine.text import ANSWERED, CHANCE, HOST, IN_PRIVATE, listed
from gmtool.render.when import span

if TYPE_CHECKING:
    from gmtool.desk.desk import Desk
    from gmtool.desk.session.other_games import OtherGames
    from gmtool.desk.session.position import Position

SILENT = 2
"""After so many windows in a row in which nothing came a player looks inactive, where the game has
no number of its own.
"""
MOST_NAMED = 4
"""The most players who get a command of their own in the hints."""


def summary(desk: Desk, told: Disclosure) -> list[str]:
    """Lines about the state of the game: which windows are open until when, and who is awaited."""
    game = told.position
    if game.failure:
        return [f"{game.what_failed}; nothing more is recorded until that is put right"]
    if game.table.called_off:
        return [f"called off: {game.table.called_off}"]
    if game.ended:
        return ["the game has ended"]
    lines = []
    if game.table.paused:
        lines.append(f"paused since {game.show(game.table.paused)}")
    lines += [_window(desk, told, window) for window in told.windows]
    lines += words(desk, game)
    if game.planned_start:
        lines.append(f"planned start: {game.show_both(game.planned_start)}")
    lines += [*_messages_waiting(game), *_seats(desk, game)]
    for turn in told.turns:
        if turn.who in {HOST, CHANCE}:
            lines.append(f"waiting for {turn.who}: {turn.task}")
    hidden = listed([turn.who for turn in told.turns if turn.task == IN_PRIVATE])
    return [*lines, *([f"waiting for {hidden}: {IN_PRIVATE}"] if hidden else [])]


def words(desk: Desk, game: Position) -> Iterator[str]:
    """What a host is told of words while the first draw waits."""
    until = entropy.closes(game.table)
    if game.is_held and not game.ended and until:
        over = "closed" if desk.now > until else "close"
        yield f"words {over} {game.show_both(until)}"


def _seats(desk: Desk, game: Position) -> Iterator[str]:
    """Lines about players who are away or will be, who are silent for good, and substitutes."""
    for absence in game.table.absences:
        if absence.until > desk.now:
            since, until = game.show(absence.since), game.show(absence.until)
            yield f"away: {absence.who}, from {since} to {until}"
    for name in game.table.inactive:
        yield f"inactive: {name}; what is asked of it is done at once as if its time were up"


def _messages_waiting(game: Position) -> list[str]:
    """Lines about the messages that wait, without their words, which the host asks for
    separately.
    """
    return [
        f"message {one.number} of {game.table.seat(one.who)}'s, {stands(one.state)}, arrived "
        f"{game.show(one.at)}"
        for one in game.table.inbox
    ]


def stands(state: str) -> str:
    """The state of a message as a host would say it: it is the host who has asked."""
    return "asked back" if state == ANSWERED else state


def _window(desk: Desk, told: Disclosure, window: OpenWindow) -> str:
    game, title = told.position, window.title
    deadlines = window.own if told.names(window) else {}
    own = (f"{who} until {game.show(at)}" for who, at in deadlines.items())
    minutes = window.policy.grace
    grace = [f"{span(timedelta(minutes=minutes))} of grace"] * bool(minutes)
    also = f" ({'; '.join((*own, *grace))})" if deadlines or grace else ""
    until = f"{game.show_both(window.deadline)}{also}"
    if paused := game.table.paused:
        left = paused.until(window.deadline)
        theirs = "".join(f", {who} {span(paused.until(at))}" for who, at in deadlines.items())
        if left.total_seconds() < 0:
            return f"open: {title}; time was up {span(-left)} before the pause{theirs}"
        return f"open: {title}; time left when it goes on: {span(left)}{theirs}"
    left = desk.now.until(window.deadline)
    if left.total_seconds() > 0:
        return f"open: {title}, until {until}, {span(left)} left"
    return f"open: {title}; the deadline was {until}, {span(-left)} ago"


def hints(desk: Desk, told: Disclosure, others: OtherGames) -> tuple[Hint, ...]:
    """The commands that come next, the most needed first; `others` are the other running games."""
    if told.position.failure:
        repair = Hint(desk.commands.line("repair"), "what would put it right")
        return (repair, *_undo(desk, told))
    return (*_needed(desk, told, others), *_quiet(desk, told), *_undo(desk, told))


def _needed(desk: Desk, told: Disclosure, others: OtherGames) -> Iterator[Hint]:
    commands, game, turns = desk.commands, told.position, told.turns
    if game.ended:
        yield Hint(commands.line("post"), "the posts of this game, the last ones at the end")
        yield Hint(
            commands.line("export", "--public", "FILE"), "the record, as a file for the players"
        )
        if game.game.sequel and not game.table.called_off:
            line = commands.line("new", game.header.kind, "…", "--from", game.name)
            yield Hint(f"{line} PLAYER…", "the next game, with those who sign up for it")
        return
    if game.table.paused:
        yield Hint(commands.line("rule", "resume"), "the game goes on, with the time that was left")
        return
    for message in game.unread:
        line = commands.line("inbox", str(message.number))
        does = "message waits for you: what it says, and what to do"
        yield Hint(line, f"{game.table.seat(message.who)}'s {does}")
    until = entropy.closes(game.table)
    if game.is_held and not (until and until < desk.now):
        when = game.show_both(until) if until else "the draw"
        yield Hint(commands.record(HOST, 'words "Ann: banana"'), f"players' words, until {when}")
    for turn in turns:
        if turn.who == HOST:
            for place, move in enumerate(turn.moves):
                yield Hint(commands.record(HOST, move), f"or `{move}`" if place else turn.task)
        elif turn.who == CHANCE and game.mode == entropy.TYPED:
            yield Hint(commands.line("record", CHANCE, turn.moves[0]), turn.task)
    if any(turn.task == IN_PRIVATE for turn in turns):
        line = commands.line("status", "--secret")
        yield Hint(line, "whom it waits for in private, and until when")
    missing = [t for t in turns if t.who not in {HOST, CHANCE} and t.task != IN_PRIVATE]
    yield from _windows(desk, told, missing, others)


def _windows(
    desk: Desk, told: Disclosure, missing: Sequence[Turn], others: OtherGames
) -> Iterator[Hint]:
    commands, due = desk.commands, told.position.table.overdue(desk.now)
    apart = _are_apart(told)
    if due:
        yield from _overdue(desk, told, due, missing)
    windows = [window for window in told.windows if window not in due]
    if not windows or (due and not apart):
        return
    over = {window.key for window in due}
    missing = [turn for turn in missing if turn.window not in over]
    groups = [[window] for window in windows] if apart else [windows]
    quiet = [one for one in groups if not _in(one, missing, apart=apart)]
    at_once = [one for one in quiet if _may_end(desk, told, one)]
    for group in groups:
        early, of = _close(desk, told, group, "--early"), _of(told, group)
        if group in at_once:
            yield Hint(early, f"nobody may add anything any more{of}")
        elif any(window.at_will for window in group):
            yield Hint(early, f"before time is up{of}, whenever you like")
        elif group in quiet:
            yield from _once_done(desk, told, group, others)
    is_said = apart and any(turn.task == IN_PRIVATE for turn in told.turns)
    if not (told.secret or is_said) and any(told.hides(w) for one in quiet for w in one):
        # Who could still add something follows from what was said in secret.
        line = commands.line("status", "--secret")
        yield Hint(line, "who may still add something, and whether it can close at once")
    if at_once == groups:
        return
    soonest = min(window.ends for window in windows)
    if not missing:
        yield Hint(commands.line("close"), f"when time is up, {told.position.show_both(soonest)}")
        return
    for turn in missing[:MOST_NAMED]:
        name = turn.who
        line = _about(desk, told, others, name).line("record", name, "--from", "-")
        forms = f": {listed(turn.moves, 'or')}" if turn.moves else ""
        yield Hint(line, f"{name}'s message, pasted{forms}")
    if missing[MOST_NAMED:]:
        rest = ", ".join(dict.fromkeys(turn.who for turn in missing[MOST_NAMED:]))
        line = commands.line("record", "WHO", "--from", "-")
        yield Hint(line, f"and of {len(missing) - MOST_NAMED} more: {rest}")
    yield Hint(commands.line("remind", "--queue"), "reminders, into the outbox")
    yield Hint(commands.line("close"), f"from {told.position.show_both(soonest)} on")


def _are_apart(told: Disclosure) -> bool:
    """Whether several windows are open that the host closes one by one, by their names."""
    return len(told.position.table.windows) > 1 and all(window.name for window in told.windows)


def _in(windows: Sequence[OpenWindow], missing: Sequence[Turn], *, apart: bool) -> bool:
    """Whether somebody is missing in these of the windows, or where they aren't apart anywhere."""
    keys = {window.key for window in windows}
    return any(not apart or turn.window in keys for turn in missing)


def _overdue(
    desk: Desk, told: Disclosure, due: Sequence[OpenWindow], missing: Sequence[Turn]
) -> Iterator[Hint]:
    """How windows are closed whose deadline has passed, or given more time."""
    came = {who for window in due if told.names(window) for who in window.came}
    named = [window for window in due if told.tells(window)]
    keys = {window.key for window in named}
    late = (turn.who for turn in missing if turn.window in keys)
    who = ", ".join(dict.fromkeys(name for name in late if name not in came))
    apart = _are_apart(told)
    titles = listed(window.title for window in named) if apart else ""
    passed = f"the deadline{f' for {titles}' if titles else ''} has passed"
    # A plain one closes all that are overdue, and leaves the others open.
    yield Hint(desk.commands.line("close"), f"{passed}; nothing from {who}" if who else passed)
    for own in [[one.name] for one in named] if apart else [[]]:
        line = desk.commands.line("rule", "extend", *own, "+24h", "--why", "…")
        yield Hint(line, f"or give more time{f' for {own[0]}' if own else ''}")


def _of(told: Disclosure, windows: Sequence[OpenWindow]) -> str:
    return f" for {windows[0].title}" if _are_apart(told) else ""


def _close(desk: Desk, told: Disclosure, windows: Sequence[OpenWindow], *early: str) -> str:
    """The command that closes these windows."""
    own = [windows[0].name] if _are_apart(told) else []
    return desk.commands.line("close", *early, *own)


def _may_end(desk: Desk, told: Disclosure, windows: Sequence[OpenWindow]) -> bool:
    """Whether windows in which nobody is missing may be closed at once, as far as that is told."""
    about = windows if _are_apart(told) else told.position.table.windows
    is_told = told.secret or not any(told.hides(w) or not told.tells(w) for w in about)
    left = (told.may_add(window, desk.now) for window in about)
    return is_told and all(map(told.may_end_early, about)) and not any(left)


def _once_done(
    desk: Desk, told: Disclosure, windows: Sequence[OpenWindow], others: OtherGames
) -> Iterator[Hint]:
    """How those say that they are done who may still add something in windows that may then be
    closed before their time, as far as that is told.
    """
    is_told = told.secret or not any(map(told.hides, windows))
    if is_told and all(map(told.may_end_early, windows)):
        left = (name for window in windows for name in told.may_add(window, desk.now))
        for name in list(dict.fromkeys(left))[:MOST_NAMED]:
            line = _about(desk, told, others, name).record(name, "done")
            yield Hint(line, f"once {name} says that this is all")


def _about(desk: Desk, told: Disclosure, others: OtherGames, who: str) -> Commands:
    """Writes commands that record what a player said: they name the game where another one waits
    for a player of that name too.
    """
    is_clear = desk.game_name is not None or not any(others.awaiting(who))
    return desk.commands if is_clear else desk.commands.about(told.position.name)


def _quiet(desk: Desk, told: Disclosure) -> Iterator[Hint]:
    """Hints about awaited players who sent nothing in so many windows in a row that they look
    inactive: to rule them so, or to replace them.
    """
    game, awaited = told.position, {turn.who for turn in told.turns}
    limit = _silence(game)
    for name, windows in game.table.quiet.items():
        if windows < limit or name not in awaited:
            continue
        last = "the last window" if windows == 1 else f"{windows} windows in a row"
        yield Hint(
            desk.commands.line("rule", "inactive", name, "--why", "…"),
            f"{game.game.inactivity or 'ALL-11'}: nothing came from {name} in {last}",
        )
        yield Hint(
            desk.commands.line("rule", "replace", name, "NAME", "--why", "…"),
            f"if somebody else can play on for {name}",
        )


def _silence(game: Position) -> int:
    """After so many windows in a row in which nothing came a player looks inactive."""
    for option in game.game.options:
        if option.name == "inactive_after":
            given = game.header.options.get(option.name)
            return int(option.read(given) if given else option.default or 0)
    return SILENT


def _undo(desk: Desk, told: Disclosure) -> Iterator[Hint]:
    last = told.position.last_by_a_person
    if told.position.redoable:
        line = desk.commands.line("redo", str(told.position.redoable))
        yield Hint(line, "puts back what was undone")
    if last is None:
        return
    try:
        entropy.check_back(told.position.table, last, desk.now)
    except Refusal:
        return
    is_told = told.secret or told.position.is_last_open
    name = name_entry(last) if is_told else "what was said last"
    yield Hint(desk.commands.line("undo", str(last.number)), f"takes back {name}")
