"""A kind whose host opens windows of every sort, several at once (rules.md), and which has two
versions of its rules.

What is told of whom a window asks, of what came, and of how each ends alone is tested with it, and
what becomes of a game that began by older rules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

from gmtool import api
from gmtool.engine.instants import Instant

KIND = "overlapping"
PLACE = "overlapping:GAME"
WINDOWS = {
    "vote": api.Window("", "the vote", 24, "OV-2"),
    "bids": api.Window("", "the bids", 30, "OV-3", sealed=True),
    "swap": api.Window("", "the swap", 12, "OV-4"),
    "night": api.Window("", "the night", 10, "OV-5", True, ends_at="21:00", announced=True),
    "poll": api.Window("", "the poll", 0, "OV-6", at_will=True),
}
OF_SOME = ("swap", "night")
"""The windows that ask only those whom chance has chosen."""


@dataclass(frozen=True)
class Open(api.Move):
    """The host opens a window; a poll is open until an instant."""

    what: str
    until: str = ""

    @property
    def public(self) -> str:
        return "" if self.what == "swap" else str(self)

    def __str__(self) -> str:
        return f"open {self.what}{f' until {self.until}' if self.until else ''}"


@dataclass(frozen=True)
class Answer(api.Move):
    """A number for a window; in the open where that isn't secret."""

    what: str
    number: str

    @property
    def public(self) -> str:
        return str(self) if self.what in {"vote", "poll"} else ""

    def __str__(self) -> str:
        return f"answer {self.what} {self.number}"


@dataclass(frozen=True)
class Choose(api.Move):
    """Chance puts the seats in an order, in secret: the first two are chosen."""

    seats: tuple[str, ...]

    def __str__(self) -> str:
        return f"choose {' '.join(self.seats)}"


@dataclass(frozen=True)
class Room:
    """An open window: whom it asks, what they have answered, and until when it is, if that was
    said.
    """

    what: str
    key: str
    asked: tuple[str, ...]
    until: str = ""
    said: tuple[tuple[str, int], ...] = ()

    @property
    def missing(self) -> tuple[str, ...]:
        answered = {who for who, _ in self.said}
        return tuple(who for who in self.asked if who not in answered)


@dataclass(frozen=True)
class Player:
    name: str


@dataclass(frozen=True)
class State(api.Telling):
    players: tuple[Player, ...]
    phase: str = "setup"
    chosen: tuple[str, ...] = ()
    opened: int = 0
    rooms: tuple[Room, ...] = ()
    counted: tuple[str, ...] = ()
    at: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(str(10 + place) for place in range(len(self.players)))

    @property
    def may_open(self) -> tuple[str, ...]:
        there = {room.what for room in self.rooms}
        is_full = self.phase != "open" or self.opened == 7 or len(there) == 4
        return () if is_full else tuple(what for what in WINDOWS if what not in there)


def setup(options: api.Options, players: tuple[str, ...]) -> State:
    if len(players) < 3:
        raise api.Refused("OV-1", "at least three play.", quoted=str(len(players)))
    return State(tuple(map(Player, players)))


def wanted(state: State) -> api.Wanted:
    if state.phase == "setup":
        return api.Wanted((api.Turn(api.HOST, "the start", ("start",)),))
    if state.phase == "choosing":
        return api.Wanted((api.Turn(api.CHANCE, "who is chosen", ("choose SEATS",)),))
    if not (state.rooms or state.may_open):
        return api.Wanted()
    turns = [turn for room in state.rooms for turn in turns_in(room)]
    if state.may_open:
        form = ("open WINDOW",)
        turns.append(api.Turn(api.HOST, "to open one", form, expected=not state.rooms))
    return api.Wanted(tuple(turns), tuple(map(window, state.rooms)), state.names)


def turns_in(room: Room) -> list[api.Turn]:
    form, private = (f"answer {room.what} N",), room.what in OF_SOME
    task = f"an answer for {WINDOWS[room.what].title}"
    return [
        api.Turn(who, task, form, room.key, expected=who in room.missing, private=private)
        for who in room.asked
    ]


def window(room: Room) -> api.Window:
    private = room.asked if room.what in OF_SOME else ()
    until = Instant(room.until) if room.until else None
    own = WINDOWS[room.what]
    return replace(own, key=room.key, name=room.what, private=private, until=until)


def play(state: State, spoken: api.Spoken) -> State:
    state = replace(state, at=str(spoken.received_at))
    match spoken.move:
        case api.Start() if state.phase == "setup":
            return replace(state, phase="choosing")
        case Choose(seats) if state.phase == "choosing" and sorted(seats) == sorted(state.seats):
            chosen = tuple(state.names[state.seats.index(seat)] for seat in seats[:2])
            return replace(state, phase="open", chosen=chosen)
        case Open(what, until) if spoken.who == api.HOST and what in state.may_open:
            return opened(state, what, until)
        case Answer(what, number) if room := asking(state, what, spoken.who):
            return answered(state, room, spoken.who, number)
        case api.Close():
            for who, key in spoken.lapsed:
                if key not in spoken.closing:
                    state = silent(state, who, key)
            for key in spoken.closing:
                state = counted(state, key)
            return state
    raise api.NotNow("OV-1", "that isn't for you to say now.", quoted=str(spoken.move))


def opened(state: State, what: str, until: str) -> State:
    if bool(until) != (what == "poll"):
        raise api.Refused("OV-6", "a poll has a time, and nothing else.", quoted=what)
    asked = state.chosen if what in OF_SOME else state.names
    room = Room(what, f"{what}-{state.opened}", asked, until)
    state = replace(state, opened=state.opened + 1, rooms=(*state.rooms, room))
    return called(state, what, asked) if what in OF_SOME else state.tell("Opened", what=what)


def called(state: State, what: str, asked: tuple[str, ...]) -> State:
    """The state after a window of some was opened: only the night is announced."""
    state = state.tell("Called", only_to=asked, what=what, who=asked)
    return state.tell("Opened", what=what) if what == "night" else state


def asking(state: State, what: str, who: str) -> Room | None:
    return next((room for room in state.rooms if room.what == what and who in room.asked), None)


def answered(state: State, room: Room, who: str, number: str) -> State:
    if number not in map(str, range(1, 10)):
        raise api.Refused("OV-1", "“{number}” is no number from 1 to 9.", number=number, quoted="x")
    said = tuple(one for one in room.said if one[0] != who)
    state = put(state, replace(room, said=(*said, (who, int(number)))))
    if room.what in {"vote", "poll"}:
        state = state.tell("Answered", who=who, what=room.what, number=int(number))
    return state


def silent(state: State, who: str, key: str) -> State:
    """The state in which nothing more is asked of a player in a window."""
    room = next(one for one in state.rooms if one.key == key)
    if who not in room.missing:
        return state
    return put(state, replace(room, asked=tuple(one for one in room.asked if one != who)))


def put(state: State, room: Room) -> State:
    rooms = tuple(room if one.key == room.key else one for one in state.rooms)
    return replace(state, rooms=rooms)


def counted(state: State, key: str) -> State:
    """The state after a window is closed: the sum of what came is told to those it asked, or to
    everybody.
    """
    room = next(one for one in state.rooms if one.key == key)
    numbers = [number for _, number in room.said]
    total = sum(set(numbers) if state.follows(2) else numbers)
    rooms = tuple(one for one in state.rooms if one is not room)
    state = replace(state, rooms=rooms)
    if room.what == "swap":
        return state.tell("Swapped", only_to=room.asked, total=total, who=room.asked)
    state = replace(state, counted=(*state.counted, f"{room.what} {total}"))
    return state.tell("Counted", what=room.what, total=total)


def forced(state: State) -> State:
    done = next((r for r in state.rooms if r.what == "swap" and not r.missing), None)
    return counted(state, done.key) if done and state.follows(2) else state


def view(state: State, seer: str) -> api.View:
    rooms = [room for room in state.rooms if room.what != "swap"]
    known = {
        "phase": state.phase,
        "players": [{"name": name} for name in state.names],
        "public": {"open": [room.what for room in rooms], "counted": list(state.counted)},
    }
    return api.view_for(
        seer,
        known,
        you=lambda who: {
            "chosen": who in state.chosen,
            "said": [f"{r.what} {n}" for r in state.rooms for name, n in r.said if name == who],
        },
        secret_of=lambda who: {"chosen": who in state.chosen},
    )


def suggest(state: State, who: str, choose: api.Choose) -> api.Move | None:
    own = [turn for turn in wanted(state).turns if turn.who == who]
    if not own:
        return None
    if who == api.CHANCE:
        return Choose(choose.shuffle(state.seats))
    if who == api.HOST:
        if state.phase == "setup":
            return api.Start()
        what = state.may_open[choose.below(len(state.may_open))]
        hours = timedelta(hours=2 + choose.below(40))
        return Open(what, str(Instant(state.at).plus(hours)) if what == "poll" else "")
    _, what, _ = own[choose.below(len(own))].moves[0].split(" ")
    return Answer(what, str(1 + choose.below(9)))


def messages(news: tuple[api.News, ...]) -> tuple[api.Message, ...]:
    found = []
    for one in news:
        if one.name in {"Opened", "Counted"}:
            found.append(api.Message("board" if one.name == "Opened" else "counted"))
        elif one.name in {"Called", "Swapped"}:
            name = "called" if one.name == "Called" else "swapped"
            found += [api.Message(name, who) for who in one["who"]]
    return tuple(dict.fromkeys(found))  # several windows may close at once, in one post


def read_open(rest: str) -> tuple[str, str] | None:
    what, word, until = (*rest.split(" "), "", "")[:3]
    is_time = not word or (word == "until" and len(until) == len("2026-11-20T20:00:00Z"))
    return (what, until) if what in WINDOWS and is_time else None


def read_answer(rest: str) -> tuple[str, str] | None:
    what, _, number = rest.partition(" ")
    return (what, number) if what in WINDOWS and number.isalnum() else None


def read_seats(rest: str) -> tuple[str, ...]:
    return tuple(rest.split(" "))


def make_open(said: tuple[str, str]) -> Open:
    return Open(*said)


def make_answer(said: tuple[str, str]) -> Answer:
    return Answer(*said)


GAME = api.Game(
    kind=KIND,
    title="Overlapping",
    rules_version=2,
    changes=(
        api.Change(2, "OV-1", "Every number counted.", "Of equal numbers one counts."),
        api.Change(
            2,
            "OV-4",
            "A swap was open until its time was up.",
            "A swap closes when both have answered.",
        ),
    ),
    api=api.VERSION,
    options=(),
    grammar=api.Grammar(
        forms=(
            api.Form("answer vote 3", make_answer, "OV-1", "asked", api.Slot(read_answer)),
            api.Form("open vote", make_open, "OV-1", "host", api.Slot(read_open), by=api.HOST),
            api.Form("choose 10 12 11", Choose, "OV-4", "c", api.Slot(read_seats), by=api.CHANCE),
        ),
    ),
    occasions=(
        api.Occasion("opening", api.POST, "the game"),
        api.Occasion("board", api.POST, "what is open", api.STATE),
        api.Occasion("counted", api.POST, "what came"),
        api.Occasion("called", api.PM, "what is asked of some", api.CALL, in_private=True),
        api.Occasion("swapped", api.PM, "what came of it", in_private=True),
    ),
    state_type=State,
    setup=setup,
    wanted=wanted,
    play=play,
    forced=forced,
    view=view,
    suggest=suggest,
    messages=messages,
    plans=None,
)


def put_beside(site: Path) -> None:
    """What an installer leaves in a folder that is on the path, so that the kind is found."""
    info = site / "overlapping_kind-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: overlapping-kind\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[gmtool.games]\n{KIND} = {PLACE}\n")
