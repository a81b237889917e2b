"""Where a game stands, in lines, and what the host should do next, as commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from gmtool.desk.answers import Commands, Hint
from gmtool.desk.session import bulletin
from gmtool.desk.session.bulletin import Bulletin, Turn, Window, shows, when_both, windows_told
from gmtool.engine.instants import Instant
from gmtool.engine.text import ANSWERED, CHANCE, HOST, IN_PRIVATE, OPEN, listed
from gmtool.render.when import span

if TYPE_CHECKING:
    from gmtool.desk.desk import Desk
    from gmtool.desk.session.other_games import OtherGames

MOST_NAMED = 4
"""The most players who get a command of their own in the hints."""


def summary(desk: Desk, told: Bulletin) -> list[str]:
    """Lines about the state of the game: which windows are open until when, and who is awaited."""
    if told["failed"]:
        return [f"{told['failed']}; nothing more is recorded until that is put right"]
    if told["called_off"]:
        return [f"called off: {told['called_off']}"]
    if told["ended"]:
        return ["the game has ended"]
    lines = []
    if told["paused"]:
        lines.append(f"paused since {shows(told)(told['paused'])}")
    lines += [_window(desk, told, window) for window in windows_told(told)]
    lines += words(desk, told)
    if told["planned_start"]:
        lines.append(f"planned start: {when_both(told, told['planned_start'])}")
    lines += [*_messages_waiting(told), *_seats(desk, told)]
    turns = told["turns"]
    for turn in turns:
        if turn["who"] in {HOST, CHANCE}:
            lines.append(f"waiting for {turn['who']}: {turn['task']}")
    hidden = listed([turn["who"] for turn in turns if turn["task"] == IN_PRIVATE])
    return [*lines, *([f"waiting for {hidden}: {IN_PRIVATE}"] if hidden else [])]


def words(desk: Desk, told: Bulletin) -> Iterator[str]:
    """What a host is told of words while the first draw waits."""
    held = told["words"]
    if held is None or told["ended"] or held["until"] is None:
        return
    over = "closed" if desk.now > held["until"] else "close"
    yield f"words {over} {when_both(told, held['until'])}"


def _seats(desk: Desk, told: Bulletin) -> Iterator[str]:
    """Lines about players who are away or will be, who are silent for good, and substitutes."""
    show = shows(told)
    for absence in told["absent"]:
        if absence["until"] > desk.now:
            since, until = show(absence["since"]), show(absence["until"])
            yield f"away: {absence['who']}, from {since} to {until}"
    for name in told["inactive"]:
        yield f"inactive: {name}; what is asked of it is done at once as if its time were up"


def _messages_waiting(told: Bulletin) -> list[str]:
    """Lines about the messages that wait, without their words, which the host asks for
    separately.
    """
    show = shows(told)
    return [
        f"message {one['number']} of {one['who']}'s, {stands(one['state'])}, arrived "
        f"{show(one['at'])}"
        for one in told["messages"]
    ]


def stands(state: str) -> str:
    """The state of a message as a host would say it: it is the host who has asked."""
    return "asked back" if state == ANSWERED else state


def _window(desk: Desk, told: Bulletin, window: Window) -> str:
    show, title = shows(told), window["title"]
    own = (f"{who} until {show(at)}" for who, at in window["own"].items())
    grace = [f"{span(timedelta(minutes=window['grace']))} of grace"] * bool(window["grace"])
    also = f" ({'; '.join((*own, *grace))})" if window["own"] or grace else ""
    until = f"{when_both(told, window['deadline'])}{also}"
    if told["paused"]:
        paused = Instant(told["paused"])
        left = paused.until(window["deadline"])
        theirs = "".join(f", {who} {span(paused.until(at))}" for who, at in window["own"].items())
        if left.total_seconds() < 0:
            return f"open: {title}; time was up {span(-left)} before the pause{theirs}"
        return f"open: {title}; time left when it goes on: {span(left)}{theirs}"
    left = desk.now.until(window["deadline"])
    if left.total_seconds() > 0:
        return f"open: {title}, until {until}, {span(left)} left"
    return f"open: {title}; the deadline was {until}, {span(-left)} ago"


def hints(desk: Desk, told: Bulletin, others: OtherGames) -> tuple[Hint, ...]:
    """The commands that come next, the most needed first; `others` are the other running games."""
    if told["failed"]:
        repair = Hint(desk.commands.line("repair"), "what would put it right")
        return (repair, *_undo(desk, told))
    return (*_needed(desk, told, others), *_quiet(desk, told), *_undo(desk, told))


def _needed(desk: Desk, told: Bulletin, others: OtherGames) -> Iterator[Hint]:
    commands, turns = desk.commands, told["turns"]
    if told["ended"]:
        yield Hint(commands.line("post"), "the posts of this game, the last ones at the end")
        yield Hint(
            commands.line("export", "--public", "FILE"), "the record, as a file for the players"
        )
        if told["has_sequel"] and not told["called_off"]:
            line = commands.line("new", told["kind"], "…", "--from", told["game"])
            yield Hint(f"{line} PLAYER…", "the next game, with those who sign up for it")
        return
    if told["paused"]:
        yield Hint(commands.line("rule", "resume"), "the game goes on, with the time that was left")
        return
    for message in told["messages"]:
        if message["state"] == OPEN:
            line = commands.line("inbox", str(message["number"]))
            does = "message waits for you: what it says, and what to do"
            yield Hint(line, f"{message['who']}'s {does}")
    held = told["words"]
    if held and not (held["until"] and held["until"] < desk.now):
        when = when_both(told, held["until"]) if held["until"] else "the draw"
        yield Hint(commands.record(HOST, 'words "Ann: banana"'), f"players' words, until {when}")
    for turn in turns:
        if turn["who"] == HOST:
            for place, move in enumerate(turn["moves"]):
                yield Hint(commands.record(HOST, move), f"or `{move}`" if place else turn["task"])
        elif turn["who"] == CHANCE and told["typed_chance"]:
            yield Hint(commands.line("record", CHANCE, turn["moves"][0]), turn["task"])
    if any(turn["task"] == IN_PRIVATE for turn in turns):
        line = commands.line("status", "--secret")
        yield Hint(line, "whom it waits for in private, and until when")
    missing = [t for t in turns if t["who"] not in {HOST, CHANCE} and t["task"] != IN_PRIVATE]
    yield from _windows(desk, told, missing, others)


def _windows(
    desk: Desk, told: Bulletin, missing: Sequence[Turn], others: OtherGames
) -> Iterator[Hint]:
    commands, due = desk.commands, bulletin.overdue(told, desk.now)
    apart = _are_apart(told)
    if due:
        yield from _overdue(desk, told, due, missing)
    windows = [window for window in windows_told(told) if window not in due]
    if not windows or (due and not apart):
        return
    over = {window["key"] for window in due}
    missing = [turn for turn in missing if turn["window"] not in over]
    groups = [[window] for window in windows] if apart else [windows]
    quiet = [one for one in groups if not _in(one, missing, apart=apart)]
    at_once = [one for one in quiet if _may_end(desk, told, one)]
    for group in groups:
        early, of = _close(desk, told, group, "--early"), _of(told, group)
        if group in at_once:
            yield Hint(early, f"nobody may add anything any more{of}")
        elif any(window["at_will"] for window in group):
            yield Hint(early, f"before time is up{of}, whenever you like")
        elif group in quiet:
            yield from _once_done(desk, told, group, others)
    is_said = apart and any(turn["task"] == IN_PRIVATE for turn in told["turns"])
    if not (told["whole"] or is_said) and any(w["secret"] for one in quiet for w in one):
        # Who could still add something follows from what was said in secret.
        line = commands.line("status", "--secret")
        yield Hint(line, "who may still add something, and whether it can close at once")
    if at_once == groups:
        return
    soonest = min(map(bulletin.ends, windows))
    if not missing:
        yield Hint(commands.line("close"), f"when time is up, {when_both(told, soonest)}")
        return
    for turn in missing[:MOST_NAMED]:
        name = turn["who"]
        line = _about(desk, told, others, name).line("record", name, "--from", "-")
        forms = f": {listed(turn['moves'], 'or')}" if turn["moves"] else ""
        yield Hint(line, f"{name}'s message, pasted{forms}")
    if missing[MOST_NAMED:]:
        rest = ", ".join(dict.fromkeys(turn["who"] for turn in missing[MOST_NAMED:]))
        line = commands.line("record", "WHO", "--from", "-")
        yield Hint(line, f"and of {len(missing) - MOST_NAMED} more: {rest}")
    yield Hint(commands.line("remind", "--queue"), "reminders, into the outbox")
    yield Hint(commands.line("close"), f"from {when_both(told, soonest)} on")


def _are_apart(told: Bulletin) -> bool:
    """Whether several windows are open that the host closes one by one, by their names."""
    return len(told["windows"]) > 1 and all(window["name"] for window in windows_told(told))


def _in(windows: Sequence[Window], missing: Sequence[Turn], *, apart: bool) -> bool:
    """Whether somebody is missing in these of the windows, or where they aren't apart anywhere."""
    keys = {window["key"] for window in windows}
    return any(not apart or turn["window"] in keys for turn in missing)


def _overdue(
    desk: Desk, told: Bulletin, due: Sequence[Window], missing: Sequence[Turn]
) -> Iterator[Hint]:
    """How windows are closed whose deadline has passed, or given more time."""
    came = {who for window in due for who in window["came"]}
    keys = {window["key"] for window in due if window["told"]}
    late = (turn["who"] for turn in missing if turn["window"] in keys)
    who = ", ".join(dict.fromkeys(name for name in late if name not in came))
    apart = _are_apart(told)
    titles = listed(window["title"] for window in due if window["told"]) if apart else ""
    passed = f"the deadline{f' for {titles}' if titles else ''} has passed"
    # A plain one closes all that are overdue, and leaves the others open.
    yield Hint(desk.commands.line("close"), f"{passed}; nothing from {who}" if who else passed)
    for own in [[one["name"]] for one in due if one["told"]] if apart else [[]]:
        line = desk.commands.line("rule", "extend", *own, "+24h", "--why", "…")
        yield Hint(line, f"or give more time{f' for {own[0]}' if own else ''}")


def _of(told: Bulletin, windows: Sequence[Window]) -> str:
    return f" for {windows[0]['title']}" if _are_apart(told) else ""


def _close(desk: Desk, told: Bulletin, windows: Sequence[Window], *early: str) -> str:
    """The command that closes these windows."""
    own = [windows[0]["name"]] if _are_apart(told) and windows[0]["told"] else []
    return desk.commands.line("close", *early, *own)


def _may_end(desk: Desk, told: Bulletin, windows: Sequence[Window]) -> bool:
    """Whether windows in which nobody is missing may be closed at once, as far as that is told."""
    about = windows if _are_apart(told) else told["windows"]
    is_told = told["whole"] or not any(w["secret"] or not w["told"] for w in about)
    left = (bulletin.adding(told, desk.now, window) for window in about)
    return is_told and all(window["may_end_early"] for window in about) and not any(left)


def _once_done(
    desk: Desk, told: Bulletin, windows: Sequence[Window], others: OtherGames
) -> Iterator[Hint]:
    """How those say that they are done who may still add something in windows that may then be
    closed before their time, as far as that is told.
    """
    is_told = told["whole"] or not any(window["secret"] for window in windows)
    if is_told and all(window["may_end_early"] for window in windows):
        left = (name for window in windows for name in bulletin.adding(told, desk.now, window))
        for name in list(dict.fromkeys(left))[:MOST_NAMED]:
            line = _about(desk, told, others, name).record(name, "done")
            yield Hint(line, f"once {name} says that this is all")


def _about(desk: Desk, told: Bulletin, others: OtherGames, who: str) -> Commands:
    """Writes commands that record what a player said: they name the game where another one waits
    for a player of that name too.
    """
    is_clear = desk.game_name is not None or not any(others.awaiting(who))
    return desk.commands if is_clear else desk.commands.about(told["game"])


def _quiet(desk: Desk, told: Bulletin) -> Iterator[Hint]:
    """Hints about players who have been silent: to rule them inactive, or to replace them."""
    awaited = [turn["who"] for turn in told["turns"]]
    for name, windows in bulletin.looks_inactive(told, awaited):
        last = "the last window" if windows == 1 else f"{windows} windows in a row"
        yield Hint(
            desk.commands.line("rule", "inactive", name, "--why", "…"),
            f"{told['silence']}: nothing came from {name} in {last}",
        )
        yield Hint(
            desk.commands.line("rule", "replace", name, "NAME", "--why", "…"),
            f"if somebody else can play on for {name}",
        )


def _undo(desk: Desk, told: Bulletin) -> Iterator[Hint]:
    said = told["said"]
    if told["redo"]:
        yield Hint(desk.commands.line("redo", str(told["redo"])), "puts back what was undone")
    if said and (said["stays"] is None or desk.now < said["stays"]):
        yield Hint(desk.commands.line("undo", str(said["number"])), f"takes back {said['told']}")
