"""The list of commands: the module of each, its line of help and an example.

This is all that `gmtool --help` reads. The function has the command's name, with `_` added where
that is a keyword of Python's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gmtool.games import EXAMPLE as KIND


class Line(NamedTuple):
    """A command; `gives_facts` is off where `--json` has nothing to print."""

    module: str
    help: str
    example: str
    gives_facts: bool = True


class Group(NamedTuple):
    """A command with commands of its own."""

    help: str
    lines: Mapping[str, Line]


OVERVIEW = Line("games", "What waits for you in all games.", "gmtool")
"""What `gmtool` without a command does."""
COMMANDS = {
    "new": Line(
        "games",
        "Set a game up and print its opening post.",
        f'gmtool new {KIND} "Round 3" Ann Bob Cid Dee --host Barbaro',
    ),
    "games": Line("games", "List all games, the current one marked.", "gmtool games"),
    "use": Line("games", "Make a game the current one.", 'gmtool use "Round 3"'),
    "status": Line("games", "Where the game stands and what to type next.", "gmtool status"),
    "due": Line(
        "games",
        "Deadlines over all running games, overdue first.",
        "gmtool due --ics deadlines.ics",
    ),
    "export": Line(
        "games",
        "Write the game as a journal, to a file or to standard output.",
        "gmtool export round3.journal",
    ),
    "import": Line(
        "games",
        "Read a game from its journal, judged line by line.",
        'gmtool import round3.journal --as "Round 3 again"',
    ),
    "verify": Line(
        "verify",
        "Check a game's record, the thread's posts, and receipts.",
        "gmtool verify round3.record --posts thread.txt",
    ),
    "record": Line(
        "moves",
        "Record what was said; print what to send back.",
        "gmtool record Ann bid A 30, C 12 --at 20:44",
    ),
    "inbox": Line(
        "inbox", "Messages that wait for you; one, with what it may say.", "gmtool inbox 17"
    ),
    "take": Line(
        "inbox",
        "Record what a message says, as of when it arrived.",
        "gmtool take 17 bid B 80, E 25",
    ),
    "ask": Line(
        "inbox", "Ask a player back what a message means.", 'gmtool ask 17 "80 or 85 on B?"'
    ),
    "aside": Line(
        "inbox",
        "Set a message aside: nothing in it is to be recorded.",
        'gmtool aside 17 --why "banter"',
    ),
    "close": Line("moves", "Close the window whose deadline has passed.", "gmtool close"),
    "amend": Line(
        "moves",
        "Put right what is on record; first show what would change.",
        'gmtool amend 23 bid C 45 --why "typed 54" --yes',
    ),
    "undo": Line("moves", "Take back what was said last; it stays on record.", "gmtool undo 14"),
    "redo": Line("moves", "Put back what the last undo took back.", "gmtool redo"),
    "log": Line("moves", "The journal, a line an entry.", "gmtool log --secret"),
    "post": Line(
        "posts", "Print a post for the thread, ready to paste.", "gmtool post batch-result"
    ),
    "pm": Line(
        "posts", "Print a private message to a player, ready to paste.", "gmtool pm Ann inventory"
    ),
    "remind": Line(
        "posts",
        "Print reminders for those from whom nothing has come.",
        "gmtool remind --due 6h",
    ),
    "outbox": Line(
        "outbox", "What is still to be posted or sent; with a number, its text.", "gmtool outbox 7"
    ),
    "sent": Line(
        "outbox",
        "Mark texts as posted or sent; they are kept as they went out.",
        "gmtool sent 3-9 --link https://forum.example/t/12",
    ),
    "desk": Line(
        "maintenance",
        "The desk in the browser, on this machine alone, until Ctrl-C.",
        'gmtool desk --game "Round 3"',
        gives_facts=False,
    ),
    "set": Line(
        "settings",
        "Set how texts look, or a player's name, zone or channel.",
        "gmtool set Dee name=Eve mention=@eve",
    ),
    "check": Line("maintenance", "Check the database and replay all games.", "gmtool check"),
    "repair": Line(
        "maintenance", "Put right what `check` finds; shows it first.", "gmtool repair --yes"
    ),
    "backup": Line(
        "maintenance",
        "Copy the database, also while it is in use.",
        "gmtool backup games-friday.db",
    ),
    "kinds": Line(
        "rulebooks",
        "The kinds of game; of one: its options, moves and occasions.",
        f"gmtool kinds {KIND}",
    ),
    "rules": Line(
        "rulebooks", "The rulebook of a kind, or one clause of it.", f"gmtool rules {KIND} AP-8"
    ),
    "rehearse": Line(
        "rehearse",
        "Let bots play your set-up: how long it takes, what looks wrong.",
        f'gmtool rehearse {KIND} -o lots=20 -o skip="sat sun" --players 5',
    ),
    "demo": Line(
        "demo",
        "A short game, shown; of a kind, a whole one in chapters.",
        f"gmtool demo {KIND} --chapter 2",
        gives_facts=False,
    ),
}

RULINGS = {
    "extend": Line(
        "host_rulings",
        "Put the open window's deadline off, or only one player's, also after it has passed.",
        'gmtool rule extend +12h --why "the forum was down"',
    ),
    "absent": Line(
        "host_rulings",
        "A player told you that it will be away: its turns are open until then.",
        'gmtool rule absent Bob --from "fri 18:00" --until "mon 9:00" --why "a wedding"',
    ),
    "alias": Line(
        "host_rulings", "Understand another name of a player.", "gmtool rule alias Bob Robby"
    ),
    "pause": Line(
        "host_rulings",
        "Stop the clock; the time left is kept.",
        'gmtool rule pause --why "holidays"',
    ),
    "resume": Line("host_rulings", "Let the clock run again.", "gmtool rule resume"),
    "inactive": Line(
        "host_rulings",
        "Rule a player inactive: what the rulebook says, else its default whenever it is awaited.",
        'gmtool rule inactive Bob --why "silent for a week"',
    ),
    "active": Line(
        "host_rulings",
        "A player who was ruled inactive, or away, plays again.",
        'gmtool rule active Bob --why "is back from the hospital"',
    ),
    "replace": Line(
        "host_rulings",
        "A substitute takes a player's seat as it stands, and is told all that the seat knows.",
        'gmtool rule replace Bob Robin --why "Bob has no time any more"',
    ),
    "adjust": Line(
        "host_rulings",
        "Correct what a player has.",
        'gmtool rule adjust Ann coins +20 --why "charged twice"',
    ),
    "redeal": Line(
        "host_rulings",
        "Have the cards dealt anew, where the rulebook knows of it.",
        'gmtool rule redeal --why "a hand was posted in the thread"',
    ),
    "adopt": Line(
        "host_rulings",
        "Newer rules for a game that began under older ones; first show what would change.",
        'gmtool rule adopt --why "ties are fairer so"',
    ),
    "note": Line(
        "host_rulings",
        "Keep a remark of yours in the journal.",
        'gmtool rule note "Bob asked about ties"',
    ),
    "end": Line(
        "host_rulings", "Call the game off.", 'gmtool rule end --why "too few players left"'
    ),
}

TEMPLATES = {
    "list": Line(
        "templates",
        "The texts there are, and which templates are your own.",
        f"gmtool template list {KIND}",
    ),
    "show": Line(
        "templates",
        "Print the template that a text is made from.",
        f"gmtool template show {KIND}/final",
    ),
    "copy": Line(
        "templates",
        "Copy a template among your own, to change it.",
        f"gmtool template copy {KIND}/final",
    ),
    "check": Line(
        "templates",
        "Try your own templates in games played by chance, and in your game.",
        f"gmtool template check {KIND}",
    ),
}

SETUPS = {
    "list": Line("setups", "The files that travel with gmtool.", "gmtool setup list"),
    "show": Line("setups", "Print a file that travels with gmtool.", "gmtool setup show minority"),
    "copy": Line(
        "setups",
        "Copy a file that travels with gmtool, to change it.",
        "gmtool setup copy minority my-game.toml",
    ),
    "check": Line(
        "setups",
        "Name the mistakes in a file; of one without, say what it makes and what looks odd.",
        "gmtool setup check my-game.toml",
    ),
}

GROUPS = {
    "rule": Group("Rulings: more time, a pause, a silent player, the end.", RULINGS),
    "template": Group("Templates: what texts are made from, and your own.", TEMPLATES),
    "setup": Group("Games of your own, each made of one file.", SETUPS),
}
