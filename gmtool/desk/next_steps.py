"""What a command did, in lines, and what the host should do next, as commands."""

from __future__ import annotations

from collections.abc import Container, Iterator
from datetime import timedelta

from gmtool.desk import beacons, late_hands, texts
from gmtool.desk.answers import Commands, Hint
from gmtool.desk.reckoning import reckon
from gmtool.desk.session import Desk, Session
from gmtool.engine import mixing
from gmtool.engine.entries import Entry
from gmtool.engine.game import Turn
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Alias, Close, Extend, Replace, Set, Start
from gmtool.engine.policy import POLICY_KEYS
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step, read
from gmtool.engine.table import OpenWindow, is_secret, openly, undone, wanted
from gmtool.engine.wording import ANSWERED, CHANCE, HOST, IN_PRIVATE, listed, write_names
from gmtool.render.when import deadline, span

MOST_NAMED = 4
"""The most players who get a command of their own in the hints."""
SILENT = 2
"""After so many windows in a row in which nothing came a player looks inactive, where the game has
no number of its own.
"""
MOST_THINGS = 20
"""The most words of a move that are told in full."""
SEALED = "(sealed)"
"""What stands for a secret in a report without them."""
_LONGEST_SHOWN = 100
_ABOUT_ANOTHER = {"asks", "aside", "amend", "strike", "insert"}


def recorded(session: Session, step: Step, *, dry_run: bool = False) -> list[str]:
    """Lines about one entry that was recorded."""
    entry = step.entry
    verb = "would record" if dry_run else "recorded"
    if entry.planned:
        does = "would carry out" if dry_run else "carried out"
        line = (
            f"{session.name}: {does} plan {entry.planned} of {entry.who}'s, entry {entry.number}: "
            f"{described(step)} ({when_both(session, entry.received_at)})"
        )
        return [line, *_beside(step)]
    late = f", taken late: {entry.late}" if entry.late else ""
    received = "" if entry.who in {HOST, CHANCE} else "received "
    lines = [
        f"{session.name}: {verb} entry {entry.number}, {entry.who}: {described(step)} "
        f"({received}{when_both(session, entry.received_at)}{late})"
    ]
    if isinstance(step.move, (Set, Replace)) and step.move.new_name:
        others = step.table.aliases.get(step.move.new_name, ())
        too = f"; {listed(others)} {'is' if len(others) == 1 else 'are'} understood too"
        lines.append(f"  {step.move.new_name} from now on{too if others else ''}")
    if isinstance(step.move, Set) and step.move.key in POLICY_KEYS and step.table.policy.warning:
        lines.append(f"  note, {step.table.policy.warning}")
    lines += beacons.found(step)
    if isinstance(step.move, Alias):
        lines.append(f"  {step.move.name} is understood as {step.move.who} from now on")
    late_by, grace = texts.late_by(step)
    if late_by:
        lines.append(f"  {span(late_by)} late, within the grace of {span(grace)}")
    if late_hands.is_one(step):
        lines.append("  put on record after its deadline: the text that tells of it says so")
    planned = session.header.settings.get("start")
    if isinstance(step.move, Start) and planned and planned > entry.received_at:
        lines.append(
            f"  earlier than planned ({when_both(session, Instant(planned))}): if the opening post "
            "is out, say so in the thread"
        )
    return [*lines, *_beside(step)]


def _beside(step: Step) -> Iterator[str]:
    """Lines for the host alone about what came of an entry."""
    yield from (f"  {one.remark}" for one in step.news if one.remark)
    for one in step.lapsed:
        yield f"  plan {one.number} of {one.who}'s can't be carried out any more; it is void"


def described(step: Step) -> str:
    """The move of a step; of a draw only what everybody sees."""
    if step.entry.who != CHANCE or step.move.public:
        return shortened(step.entry.text)
    verb, *things = step.entry.text.split(" ")
    whose = write_names(step.move.named)
    count = len(things) - len(whose.split())
    return f"{verb}{whose and ' '}{whose} … ({count} in all)"


def shortened(text: str) -> str:
    """A move's text on one line; a shuffled deck is cut, and its length is told."""
    verb, *things = text.split(" ")
    if len(things) <= MOST_THINGS and len(text) <= _LONGEST_SHOWN:
        return text
    return f"{verb} {' '.join(things[:5])} … ({len(things)} in all)"


def when_both(session: Session, instant: Instant) -> str:
    """An instant in the game's zone and in UTC."""
    return deadline(instant.moment, session.zone)


def summary(desk: Desk, session: Session, *, secret: bool = True) -> list[str]:
    """Lines about the state of the game: which windows are open until when, and who is awaited;
    with `secret` off without what isn't for everybody.
    """
    if session.failure:
        return [f"{session.what_failed}; nothing more is recorded until that is put right"]
    table = session.table
    if table.called_off:
        return [f"called off: {table.called_off}"]
    if session.ended:
        return ["the game has ended"]
    lines = []
    if table.paused:
        lines.append(f"paused since {session.show(table.paused)}")
    windows = table.windows if secret else openly(table)
    lines += [_window(desk, session, window) for window in windows]
    lines += beacons.lines(desk, session)
    if session.planned_start:
        lines.append(f"planned start: {when_both(session, session.planned_start)}")
    lines += [*messages_waiting(session), *_seats(desk, session)]
    awaited = session.awaited if secret else session.awaited_openly
    turns = (turn for turn in awaited if turn.who in {HOST, CHANCE})
    lines += [f"waiting for {turn.who}: {turn.task}" for turn in turns]
    hidden = listed([turn.who for turn in awaited if turn.task == IN_PRIVATE])
    return [*lines, *([f"waiting for {hidden}: {IN_PRIVATE}"] if hidden else [])]


def _seats(desk: Desk, session: Session) -> Iterator[str]:
    """Lines about players who are away or will be, who are silent for good, and substitutes."""
    for absence in session.table.absences:
        if absence.until > desk.now:
            since, until = session.show(absence.since), session.show(absence.until)
            yield f"away: {absence.who}, from {since} to {until}"
    for name in session.table.inactive:
        yield f"inactive: {name}; what is asked of it is done at once as if its time were up"


def messages_waiting(session: Session) -> list[str]:
    """Lines about the messages that wait, without their words, which the host asks for
    separately.
    """
    return [
        f"message {one.number} of {session.table.seat(one.who)}'s, {stands(one.state)}, arrived "
        f"{session.show(one.at)}"
        for one in session.table.inbox
    ]


def stands(state: str) -> str:
    """The state of a message as a host would say it: it is the host who has asked."""
    return "asked back" if state == ANSWERED else state


def _window(desk: Desk, session: Session, window: OpenWindow) -> str:
    own = (f"{who} until {session.show(at)}" for who, at in window.own.items())
    grace = [f"{span(timedelta(minutes=window.policy.grace))} of grace"] * bool(window.policy.grace)
    also = f" ({'; '.join((*own, *grace))})" if window.own or grace else ""
    until = f"{when_both(session, window.deadline)}{also}"
    if session.table.paused:
        left, paused = session.table.paused.until(window.deadline), session.table.paused
        theirs = "".join(f", {who} {span(paused.until(at))}" for who, at in window.own.items())
        if left.total_seconds() < 0:
            return f"open: {window.title}; time was up {span(-left)} before the pause{theirs}"
        return f"open: {window.title}; time left when it goes on: {span(left)}{theirs}"
    left = desk.now.until(window.deadline)
    if left.total_seconds() > 0:
        return f"open: {window.title}, until {until}, {span(left)} left"
    return f"open: {window.title}; the deadline was {until}, {span(-left)} ago"


def hints(desk: Desk, session: Session, *, secret: bool = True) -> tuple[Hint, ...]:
    """The commands that come next, the most needed first; with `secret` off without what isn't for
    everybody.
    """
    if session.failure:
        repair = Hint(desk.commands.line("repair"), "what would put it right")
        return (repair, *_undo(desk, session, secret=secret))
    awaited = session.awaited if secret else session.awaited_openly
    return (
        *_needed(desk, session, awaited, secret=secret),
        *_quiet(desk, session, {turn.who for turn in awaited}),
        *_undo(desk, session, secret=secret),
    )


def closed_late(desk: Desk, session: Session) -> Iterator[Hint]:
    """The command by which what was just opened ends at the policy's hour earlier (ALL-10): where
    it missed that hour only because the host closed a while after the deadline.
    """
    for step in session.applied:
        due = max((window.ends for window in step.closed), default=step.entry.received_at)
        if not isinstance(step.move, Close) or due >= step.entry.received_at:
            continue
        for window in session.table.windows:
            ends = reckon(window.policy, due, timedelta(hours=window.hours))
            if window.entry >= step.entry.number and ends.moment < window.deadline.moment:
                at = session.show(due)
                yield Hint(
                    desk.commands.line("amend", str(step.entry.number), "--at", str(due)),
                    f"as if closed {at}: {window.title} until {session.show(ends)}",
                )
                return


def _needed(
    desk: Desk, session: Session, turns: tuple[Turn, ...], *, secret: bool
) -> Iterator[Hint]:
    commands = desk.commands
    if session.ended:
        yield Hint(commands.line("post"), "the posts of this game, the last ones at the end")
        yield Hint(
            commands.line("export", "--public", "FILE"), "the record, as a file for the players"
        )
        if session.game.sequel and not session.table.called_off:
            line = commands.line("new", session.game.kind, "…", "--from", session.name)
            yield Hint(f"{line} PLAYER…", "the next game, with those who sign up for it")
        return
    if session.table.paused:
        yield Hint(commands.line("rule", "resume"), "the game goes on, with the time that was left")
        return
    for message in session.unread:
        line = commands.line("inbox", str(message.number))
        yield Hint(line, f"{message.who}'s message waits for you: what it says, and what to do")
    until = mixing.closes(session.table)
    if session.is_held and not (until and until < desk.now):
        when = when_both(session, until) if until else "the draw"
        yield Hint(commands.record(HOST, 'words "Ann: banana"'), f"players' words, until {when}")
    for turn in turns:
        if turn.who == HOST:
            for place, move in enumerate(turn.moves):
                yield Hint(commands.record(HOST, move), f"or `{move}`" if place else turn.task)
        elif turn.who == CHANCE and session.mode == "typed":
            yield Hint(commands.line("record", CHANCE, turn.moves[0]), turn.task)
    hidden = any(turn.task == IN_PRIVATE for turn in turns)
    if hidden:
        told = "whom it waits for in private, and until when"
        yield Hint(commands.line("status", "--secret"), told)
    missing = tuple(t for t in turns if t.who not in {HOST, CHANCE} and t.task != IN_PRIVATE)
    yield from _windows(desk, session, missing, secret=secret)


def _windows(
    desk: Desk, session: Session, missing: tuple[Turn, ...], *, secret: bool
) -> Iterator[Hint]:
    table, commands = session.table, desk.commands
    if not table.windows:
        return
    due = table.overdue(desk.now)
    if due:
        came = {who for window in due for who in window.came}
        late = (turn.who for turn in missing if turn.window in {window.key for window in due})
        who = ", ".join(dict.fromkeys(name for name in late if name not in came))
        yield Hint(
            commands.line("close"),
            f"the deadline has passed; nothing from {who}" if who else "the deadline has passed",
        )
        yield Hint(commands.line("rule", "extend", "+24h", "--why", "…"), "or give more time")
        return
    windows = table.windows if secret else openly(table)
    if not windows:
        return
    soonest = min(window.ends for window in windows)
    if not missing:
        asked, left = wanted(session.game, table), undone(session.game, table, desk.now)
        if not secret and any(is_secret(asked, window) for window in windows):
            # Who could still add something follows from what was said in secret.
            told = "who may still add something, and whether it can close at once"
            yield Hint(commands.line("status", "--secret"), told)
        elif all(w.early for w in asked.windows):
            if not left:
                yield Hint(commands.line("close", "--early"), "nobody may add anything any more")
                return
            for who in left[:MOST_NAMED]:
                line = _about(desk, session, who).record(who, "done")
                yield Hint(line, f"once {who} says that this is all")
        yield Hint(commands.line("close"), f"when time is up, {when_both(session, soonest)}")
        return
    for turn in missing[:MOST_NAMED]:
        line = _about(desk, session, turn.who).line("record", turn.who, "--from", "-")
        forms = f": {listed(turn.moves, 'or')}" if turn.moves else ""
        yield Hint(line, f"{turn.who}'s message, pasted{forms}")
    if missing[MOST_NAMED:]:
        rest = ", ".join(dict.fromkeys(turn.who for turn in missing[MOST_NAMED:]))
        line = commands.line("record", "WHO", "--from", "-")
        yield Hint(line, f"and of {len(missing) - MOST_NAMED} more: {rest}")
    yield Hint(commands.line("remind", "--queue"), "reminders, into the outbox")
    yield Hint(commands.line("close"), f"from {when_both(session, soonest)} on")


def _about(desk: Desk, session: Session, who: str) -> Commands:
    """Writes commands that record what a player said: they name the game where another one waits
    for a player of that name too.
    """
    is_clear = desk.game_name is not None or not session.others.awaiting(who)
    return desk.commands if is_clear else desk.commands.about(session.name)


def _quiet(desk: Desk, session: Session, awaited: Container[str]) -> Iterator[Hint]:
    """Hints about players who have been silent: to rule them inactive, or to replace them."""
    clause = session.game.inactivity or "ALL-11"
    for name, windows in looks_inactive(session, awaited):
        yield Hint(
            desk.commands.line("rule", "inactive", name, "--why", "…"),
            f"{clause}: nothing came from {name} in {_in_a_row(windows)}",
        )
        yield Hint(
            desk.commands.line("rule", "replace", name, "NAME", "--why", "…"),
            f"if somebody else can play on for {name}",
        )


def _in_a_row(windows: int) -> str:
    return "the last window" if windows == 1 else f"{windows} windows in a row"


def looks_inactive(session: Session, awaited: Container[str]) -> tuple[tuple[str, int], ...]:
    """Those of the awaited players who sent nothing in as many windows in a row as the game's
    option says, or in two where it has none, with the count.
    """
    if session.ended:
        return ()
    limit = SILENT
    for option in session.game.options:
        if option.name == "inactive_after":
            given = session.header.options.get(option.name)
            limit = int(option.read(given) if given else option.default or 0)
    return tuple(
        (name, count)
        for name, count in session.table.quiet.items()
        if count >= limit and name in awaited
    )


def _undo(desk: Desk, session: Session, *, secret: bool) -> Iterator[Hint]:
    if session.redoable:
        yield Hint(desk.commands.line("redo", str(session.redoable)), "puts back what was undone")
    said = session.last_by_a_person
    if said and _may_go(desk, session, said):
        told = named(said) if secret or _is_for_all(session, said) else "what was said last"
        yield Hint(desk.commands.line("undo", str(said.number)), f"takes back {told}")


def _is_for_all(session: Session, said: Entry) -> bool:
    """Whether everybody may know of that entry, the last by a person; a close of a private window
    tells of it.
    """
    try:
        move = read(session.game, session.table, said.who, said.text)
    except Refusal:  # read with the names of that time
        return False
    is_in_private = wanted(session.game, session.table).in_private and isinstance(
        move, (Close, Extend)
    )
    return move.public == str(move) and not is_in_private


def _may_go(desk: Desk, session: Session, entry: Entry) -> bool:
    """Whether it isn't one of words that stay as they are by now (ALL-3)."""
    try:
        mixing.check_back(session.table, entry, desk.now, entry.text)
    except Refusal:
        return False
    return True


def named(entry: Entry) -> str:
    """An entry without secrets: a player's move is named by its speaker alone."""
    if entry.who != HOST:
        return f"what {entry.who} said"
    verb, *things = entry.text.split(" ")
    if verb in _ABOUT_ANOTHER:  # the message or move that it is about is secret
        return f"host: {' '.join((verb, *things[:1]))}"
    return f"host: {shortened(entry.text)}"


def left_out(session: Session, was: Replay, now: Replay) -> Iterator[str]:
    """Lines about parts of moves that became invalid since others arrived before them (ALL-8)."""
    before = {step.entry.number for step in was.live if step.left_out}
    for step in now.live:
        if step.left_out and step.typed and step.entry.number not in before:
            why = step.left_out
            yield (
                f"  of entry {step.entry.number}, {step.who}: {step.typed.text}, only "
                f"{step.entry.text} stands ({why.clause}): {why.sentence(session.show)}"
            )
