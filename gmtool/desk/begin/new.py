"""Sets up a game: seats, options, seed, the first draw and the opening post."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.answers import Answer, Hint
from gmtool.desk.begin import sequels
from gmtool.desk.begin.sequels import Sequel
from gmtool.desk.desk import Desk
from gmtool.desk.moves import next_steps
from gmtool.desk.problems import DeskProblem, MistakesInFile, UsageProblem
from gmtool.desk.session import kinds
from gmtool.desk.session.disclosure import Disclosure
from gmtool.desk.session.game_length import length_of
from gmtool.desk.session.kinds import Setup
from gmtool.desk.session.loading import write
from gmtool.desk.session.message_types import OPENING
from gmtool.desk.session.recipients import OVERRIDES, dialects_of
from gmtool.desk.session.session import Session, begin
from gmtool.desk.session.settings import check_header
from gmtool.desk.texts import message_drafts, triggers
from gmtool.desk.texts.corrections.outbox_update import put
from gmtool.desk.texts.message_drafts import Outgoing
from gmtool.desk.texts.writing import Writer
from gmtool.desk.times.parse import look_forward
from gmtool.desk.times.zones import machine_zone, read_zone
from gmtool.engine import entropy
from gmtool.engine.chance import SEED_BYTES
from gmtool.engine.entries import Entry
from gmtool.engine.entropy import WORDS_UNTIL
from gmtool.engine.files import Misset, canonical
from gmtool.engine.game import PUBLIC, Game, Message
from gmtool.engine.header import Header
from gmtool.engine.host_moves import Set
from gmtool.engine.instants import Instant
from gmtool.engine.policy import POLICY_KEYS
from gmtool.engine.text import HOST, listed, write_names
from gmtool.engine.unicode_hygiene import tidied
from gmtool.store import GameRecord, NameTaken, WriteTransaction


class Plan(Struct, frozen=True):
    """A game to be set up, as typed; `earlier` is the name of the game that it
    follows, None for none, and `setup` the file that it is made of, None where none was given.
    """

    kind: str
    name: str
    players: tuple[str, ...]
    options: tuple[str, ...] = ()
    zone: str = ""
    dialect: str = ""
    host: str = ""
    start: str = ""
    mode: str = entropy.SEED
    seed: str = ""
    earlier: str | None = None
    words_until: str = ""
    setup: Setup | None = None


def new(desk: Desk, plan: Plan, *, dry_run: bool = False) -> Answer:
    """Set up a game and make it current; with `dry_run` only tell how long it takes.

    Raises UsageProblem for what can't be read, Refused for what the rules forbid, and Rejected
    for an earlier game that this one can't follow, and MistakesInFile for a file of which no game
    can be made.
    """
    plan = replace(plan, name=tidied(plan.name), players=tuple(map(tidied, plan.players)))
    kind, sequel = kinds.find(plan.kind).game, None
    if plan.earlier is not None:
        sequel = sequels.follow(desk, kind, plan.earlier, plan.players)
    game = make_game(kind, plan.setup, sequel)
    header = header_of(desk, game, plan, sequel)
    held = _words_until(desk, plan, header)
    session = _begun(desk, header, game, held)
    if dry_run:
        return _dry_run(session, sequel)
    desk = desk.turned_to(header.name)

    def work(transaction: WriteTransaction) -> Answer:
        session = _begun(desk, header, game, held)
        try:
            session.record = transaction.add_game(header, desk.now)
        except NameTaken as taken:
            raise DeskProblem(
                f"{header.name}: there is a game of that name already; choose another."
            ) from taken
        session.deal(desk.now)
        if sequel is not None:
            sequels.set_again(session, sequel, desk)
        answer = _answer(desk, session, transaction, sequel)
        write(transaction, session, desk.terminal)
        transaction.use(session.record.id)
        return answer

    with desk.store(make=True) as store:
        return store.write(work)


def make_game(kind: Game, setup: Setup | None, sequel: Sequel | None = None) -> Game:
    """The game that is to be set up: of the file that was given, else of that of the earlier game;
    for a kind whose games aren't made of files the kind itself.

    Raises UsageProblem for a file that the kind doesn't take, or lacks, and MistakesInFile.
    """
    if kind.made is None:
        if setup:
            raise UsageProblem(
                f"--setup: no game of the kind {kind.kind} is made of a file; leave it out."
            )
        return kind
    if setup is None:
        if sequel:
            return kinds.made(kind, sequel.file)  # of which the earlier game was made just now
        shipped = listed(one.name for one in kinds.setups(kind.kind))
        raise UsageProblem(
            f"a game of the kind {kind.kind} is made of a file: give --setup FILE, a file of your "
            f"own or one of those that travel with gmtool: {shipped} (see: gmtool setup list)."
        )
    try:
        return kinds.made(kind, canonical(setup.text))
    except Misset as error:
        raise MistakesInFile(setup.told, error.mistakes, "Nothing was set up.") from error


def header_of(desk: Desk, game: Game, plan: Plan, sequel: Sequel | None = None) -> Header:
    """What the game is begun with; raises as `new` does where that can't be read."""
    usual = ZoneInfo(sequel.zone) if sequel else machine_zone()
    zone = read_zone(plan.zone) if plan.zone else usual
    given = kinds.split_typed(game, plan.options)
    typed = {key: given.pop(key) for key in _settings_among(game, given)}
    settings = {**_settings(plan, sequel), **typed}
    if plan.start:
        start = look_forward(plan.start, now=desk.now.moment, zone=zone)
        settings["start"] = Instant.of(start)
    if plan.mode != entropy.SEED:
        settings["chance"] = plan.mode
    header = Header(
        kind=game.kind,
        rules=game.rules_version,
        name=" ".join(plan.name.split()),
        zone=zone.key,
        players=sequel.players if sequel else plan.players,
        aliases=sequel.aliases if sequel else {},
        options=_options(game, given, sequel),
        settings=settings,
        seed=_seed(plan.seed),
        file=game.file,
    )
    check_header(header, dialects_of(desk.where))
    return header


def _words_until(desk: Desk, plan: Plan, header: Header) -> Set | None:
    """The setting, on record as an entry, of when words close: as typed, else at the planned start,
    else a day from now on the next full hour; None where the first draw doesn't wait.
    """
    if plan.mode != entropy.HOLD:
        if plan.words_until:
            raise UsageProblem("--words-until goes with --hold, which waits for words.")
        return None
    start, now = header.settings.get("start", ""), desk.now.moment
    if plan.words_until:
        until = Instant.of(look_forward(plan.words_until, now=now, zone=ZoneInfo(header.zone)))
    elif start:
        until = Instant(start)
    else:
        hour = (now + timedelta(days=1, seconds=3599)).replace(minute=0, second=0, microsecond=0)
        until = Instant.of(hour)
    if start and until > start:
        raise UsageProblem("words would close after the planned start; give an earlier time.")
    return Set("", WORDS_UNTIL, until)


def _begun(desk: Desk, header: Header, game: Game, held: Set | None) -> Session:
    session = begin(GameRecord(0, header, desk.now), game)
    if held:
        session.apply(Entry(0, HOST, str(held), desk.now, desk.now))
    return session


def _settings(plan: Plan, sequel: Sequel | None) -> dict[str, str]:
    """The settings: as typed, else as in the earlier game. What its board has unlike its forum
    software is dropped where the new game's software is another.
    """
    before = dict(sequel.settings) if sequel else {}
    if plan.dialect and plan.dialect != before.get("dialect"):
        # Limits of one board say nothing about a board of other software.
        before = {key: value for key, value in before.items() if key not in OVERRIDES}
    typed = {"dialect": plan.dialect, "host": plan.host}
    return {
        "dialect": "plain",
        **before,
        **{key: value for key, value in typed.items() if value},
    }


def _settings_among(game: Game, given: Mapping[str, str]) -> list[str]:
    """The keys of settings that were typed as options are, such as `-o ends_at=21:00`."""
    own = {option.name for option in game.options}
    return [key for key in given if key in POLICY_KEYS and key not in own]


def _options(game: Game, given: dict[str, str], sequel: Sequel | None) -> dict[str, str]:
    """The options: as typed, else as the end of the earlier game decides, else as that game had
    them.
    """
    if sequel:
        before = {**sequel.options, **sequel.outcome}
        if game.file != sequel.file:  # a game of another file may have other options
            known = {option.name for option in game.options}
            before = {key: value for key, value in before.items() if key in known}
        given = {**before, **given}
    kinds.read_typed(game, given)
    return given


def draw_seed() -> str:
    """A seed of the operating system's, in hex."""
    return secrets.token_hex(SEED_BYTES)


def _seed(typed: str) -> str:
    if not typed:
        return draw_seed()
    try:
        seed = bytes.fromhex(typed)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise UsageProblem(f"a seed is {2 * SEED_BYTES} hex digits; “{typed}” isn't.")
    return seed.hex()


def _answer(
    desk: Desk, session: Session, transaction: WriteTransaction, sequel: Sequel | None
) -> Answer:
    header = session.header
    lines = [
        f"{session.name}: {session.game.title} set up for {len(header.players)} players "
        f"({write_names(header.players)}), in the zone {header.zone} "
        f"(now {session.show_both(desk.now)})",
        *_taken_over(session, sequel),
        *_warnings(session),
    ]
    if header.settings.get("start"):
        start = Instant(header.settings["start"])
        lines.append(f"  to start {session.show_both(start)}")
    lines += (f"  {line}" for line in next_steps.words(desk, session))
    writer = Writer.at(desk, session, transaction)
    messages = message_drafts.outgoing(writer, triggers.find_triggers(session, session.applied))
    if not messages:
        messages = (Outgoing(PUBLIC, (writer.stands(Message(OPENING)),)),)
    drafts = put(writer, transaction, messages).drafted
    hints = next_steps.hints(desk, Disclosure(session), session.others)
    numbers = [str(one.number) for one in drafts]
    hints = (Hint(desk.commands.line("sent", *numbers), "once it is posted"), *hints)
    facts = {
        "game": session.name,
        "kind": header.kind,
        "zone": header.zone,
        "players": list(header.players),
        "from": sequel.game if sequel else None,
        "commitment": session.ledger.commitment,
        "entry": session.number,
        "warnings": _warned(session),
        "outbox": [one.number for one in drafts],
    }
    posts = tuple(text for one in drafts for text in message_drafts.to_paste(session, one))
    return Answer(tuple(lines), posts, hints, facts)


def _taken_over(session: Session, sequel: Sequel | None) -> Iterator[str]:
    """Lines about who sits where, and what is taken over from the earlier game."""
    seats = zip(session.game.seats, session.table.players, strict=False)
    if session.game.seats:
        yield f"  seats: {', '.join(f'{seat} {name}' for seat, name in seats)}"
    if sequel:
        yield from (f"  {line}" for line in sequel.lines(session.header))


def _warnings(session: Session) -> list[str]:
    return [f"  note, {warning}" for warning in _warned(session)]


def _warned(session: Session) -> list[str]:
    """The game's warnings about a set-up that is allowed but unusual."""
    view = session.game.view(session.table.state, PUBLIC)
    policy = session.table.policy.warning
    return [*view["public"].get("warnings", ()), *([policy] if policy else [])]


def _dry_run(session: Session, sequel: Sequel | None) -> Answer:
    """The answer to a dry run: how long the game takes from the planned start, or from now."""
    names = write_names(session.table.players)
    told: dict[str, Any] = {"sentence": None, "timetable": [], "ends": None}
    how_long: Iterable[str] = ("How long it takes isn't known: the kind doesn't say.",)
    if length := length_of(session, session.table.policy):
        told, how_long = length.facts, length.lines(session.zone)
    lines = (
        f"{session.name}: a dry run, nothing was set up for {names}.",
        *how_long,
        "To set it up, give the same command without --dry-run.",
        *_taken_over(session, sequel),
        *_warnings(session),
    )
    about = {
        "game": session.name,
        "players": list(session.table.players),
        "from": sequel.game if sequel else None,
    }
    return Answer(lines, facts=about | told)
