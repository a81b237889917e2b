"""Commands about games as a whole: new, games, use, status, due, export, import; gmtool alone."""

from typing import TYPE_CHECKING, Annotated

import typer

from gmtool.cli.input_files import SetupFile
from gmtool.desk.answers import Answer
from gmtool.desk.problems import UsageProblem

if TYPE_CHECKING:
    from gmtool.desk.desk import Desk


def new(
    desk: "Desk",
    kind: Annotated[
        str | None,
        typer.Argument(
            metavar="KIND", help="see: gmtool kinds; without it you are asked", show_default=False
        ),
    ] = None,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="the game's name", show_default=False)
    ] = None,
    players: Annotated[
        list[str] | None, typer.Argument(metavar="PLAYER…", help="in sign-up order")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            "-o",
            metavar="KEY=VALUE",
            help="an option of the kind, or the game's deadline policy: ends_at, skip, grace, "
            "longest_absence",
        ),
    ] = None,
    setup: SetupFile = None,
    zone: Annotated[str, typer.Option(metavar="ZONE", help="the game's time zone (IANA)")] = "",
    dialect: Annotated[str, typer.Option(metavar="NAME", help="the forum's markup")] = "",
    host: Annotated[str, typer.Option(metavar="NAME", help="whom players write to")] = "",
    start: Annotated[str, typer.Option(metavar="WHEN", help="the planned start")] = "",
    hold: Annotated[
        bool, typer.Option("--hold", help="draw nothing before the start, to mix in words")
    ] = False,
    words_until: Annotated[
        str,
        typer.Option(metavar="WHEN", help="with --hold: when words close (the start, or in a day)"),
    ] = "",
    typed_chance: Annotated[
        bool, typer.Option("--typed-chance", help="you draw elsewhere and type the result")
    ] = False,
    seed: Annotated[str, typer.Option(metavar="HEX", help="a seed of your own, 64 digits")] = "",
    earlier: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="GAME",
            help="as the next after that game: its winner, options and settings",
            show_default=False,
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="only tell how long it takes")] = False,
) -> Answer:
    from gmtool.cli.argv import is_number, tidy
    from gmtool.cli.input_files import read_setup
    from gmtool.cli.prompts import can_ask, new_game
    from gmtool.cli.show import complain
    from gmtool.desk.begin import new
    from gmtool.engine import entropy

    if kind is None and can_ask():
        kind, name, players, zone, setup, line = new_game(desk.where)
        complain(f"the same at once: {line}")
    if kind is None:
        raise UsageProblem("which game, what is it called, and who plays?")
    if name is None:
        raise UsageProblem("what shall the game be called, and who plays?")
    # It could be carried out, but a game can't be deleted again, and nobody is called 3.
    if players and is_number(players[0]) and " " not in name:
        raise UsageProblem(
            f"“{players[0]}” looks like a part of the game's name rather than its first player; a "
            "name of several words stands in quotation marks. (Is somebody really called so? Give "
            "the game a name of two words.)"
        )
    if tidy(players or (), kind) != (players or [], []):
        raise UsageProblem(
            "players are words with blanks between them, without commas; an option of the game "
            "stands behind -o. (A comma of the player's own is given later, with: gmtool set "
            'PLAYER "name=NAME")'
        )
    if hold and typed_chance:
        raise UsageProblem("--hold and --typed-chance contradict each other; give one of them.")
    if typed_chance and seed:
        raise UsageProblem("--typed-chance draws nothing; leave --seed out.")
    mode = entropy.HOLD if hold else entropy.TYPED if typed_chance else entropy.SEED
    plan = new.Plan(
        kind,
        name,
        tuple(players or ()),
        tuple(option or ()),
        zone,
        dialect,
        host,
        start,
        mode,
        seed,
        earlier,
        words_until,
        read_setup(kind, setup),
    )
    return new.new(desk, plan, dry_run=dry_run)


def overview(desk: "Desk") -> Answer:
    from gmtool.desk.reports import all_games

    return all_games.overview(desk)


def games(desk: "Desk") -> Answer:
    from gmtool.desk.reports import all_games

    return all_games.games(desk)


def use(
    desk: "Desk",
    name: Annotated[str, typer.Argument(metavar="NAME", help="or the beginning of it")],
) -> Answer:
    from gmtool.desk.reports import all_games

    return all_games.use(desk, name)


def status(
    desk: "Desk",
    secret: Annotated[bool, typer.Option("--secret", help="hands, bids and all")] = False,
) -> Answer:
    from gmtool.desk.reports import status

    return status.status(desk, secret=secret)


def due(
    desk: "Desk",
    ics: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="write the deadlines for a calendar", show_default=False),
    ] = None,
    why: Annotated[bool, typer.Option("--why", help="how each deadline came about")] = False,
    secret: Annotated[
        bool, typer.Option("--secret", help="also what waits in private windows")
    ] = False,
) -> Answer:
    from gmtool.desk.reports import all_games

    return all_games.due(desk, ics, why=why, secret=secret)


def export(
    desk: "Desk",
    file: Annotated[str | None, typer.Argument(metavar="FILE", show_default=False)] = None,
    public: Annotated[
        bool, typer.Option("--public", help="only what everybody may know by now")
    ] = False,
) -> Answer:
    from gmtool.desk.care import journal_files

    return journal_files.export(desk, file, public=public)


def import_(
    desk: "Desk",
    file: Annotated[str, typer.Argument(metavar="FILE", help="a journal, - for standard input")],
    name: Annotated[str, typer.Option("--as", metavar="NAME", help="under another name")] = "",
    cut: Annotated[
        bool, typer.Option("--cut", help="the good part of a journal that isn't whole any more")
    ] = False,
) -> Answer:
    from gmtool.cli.input_files import read_text
    from gmtool.desk.care import journal_files

    text = read_text(file, "the journal")
    return journal_files.import_journal(desk, text, file, name, cut=cut)
