"""Places that no case can provoke, each with the reason why.

They are named by file, function and some words of their sentence, since lines move. A name that
fits no place, or one that a case does provoke, is a mistake.
"""

from __future__ import annotations

from dataclasses import dataclass

from manual.sites import Site


@dataclass(frozen=True)
class Excuse:
    """Why a place needs no case; without `words` it speaks for the whole function."""

    file: str
    function: str
    words: str
    reason: str

    def is_for(self, site: Site) -> bool:
        """Whether it is about that place."""
        here = (site.file, site.function) == (self.file, self.function)
        return here and (not self.words or any(self.words in piece for piece in site.pieces))


_NOT_READ = "no text reads as such a move, so only a mistake in the program comes here"
_NOT_HERE = "only moves of that part of the game are handed on to it, and it knows all of them"
_COUNTED = "for programmers: the desk alone calls it, with what it has read in the same transaction"
_SERVER = "needs a database server"
_SAID_BY_SERVER = "needs a database server that fails; the page lists what is said of each error"
_TOLD = "needs a disk or a file that fails; the page lists what is said of each of SQLite's errors"

_IN_A_FORM = "needs somebody else's package; tests/engine/test_forms.py shows each"
_OF_LOTS = "needs somebody else's package; tests/engine/test_chance.py has 27 lots"
_OUTSIDE = "needs somebody else's package; tests/desk/session/test_kinds_outside.py shows each"

_MENDED = "what `repair` would do is no mistake"

_UNSEEN = "needs a sign that isn't seen; tests/engine/test_journal.py has one"

_NO_KIND = "free games say it first, by their own clause; tests/engine/test_windows.py has a window"
_ENDLESS = "a mistake in a kind's rules; tests/test_your_own_game.py plants it"

_ASTRAY = "a mistake in a kind's rules; tests/desk/rehearse/test_rehearse.py plants one"

_HANDED_ON = "the promise kit hands on what was refused or broken before"

_NO_GAME = "only the host's own database, which is made by any command, can be without a game"

_AT_A_TERMINAL = "is asked for at a terminal alone; tests/cli/test_terminal.py answers it"

_SHIPPED = "a mistake in a template that is shipped; tests/cli/test_templates.py plants one"

_AT_THE_PAGE = "is told at the page in the browser alone; tests/browser provokes it"

_OF_THE_PROGRAM = "a mistake in the program; tests/engine provokes it"

_FOLDER = "for programmers: a folder that they name is none of recorded games"

_DAMAGED = "needs a database that is damaged; tests/cli provokes it"

_NO_FILE = "needs a pipe, or a file too long to show; tests/cli and tests/render have them"

EXCUSES = (
    Excuse("gmtool/cli/input_files.py", "_see_that_it_ends", "", _NO_FILE),
    Excuse("gmtool/cli/input_files.py", "_first", "", _NO_FILE),
    Excuse("gmtool/desk/care/check.py", "read_game", "", _DAMAGED),
    Excuse("gmtool/render/dialects/own.py", "_said_in", "", _NO_FILE),
    Excuse("gmtool/render/dialects/own.py", "_shown", "", _NO_FILE),
    Excuse("gmtool/engine/lazy_regex.py", "LazyRegex.__getattr__", "", _OF_THE_PROGRAM),
    Excuse("gmtool/engine/steps.py", "draw", "", _OF_THE_PROGRAM),
    Excuse("gmtool/engine/forms.py", "take_apart", "", _IN_A_FORM),
    Excuse("gmtool/engine/chance.py", "Draw.text", "lots to shuffle", _OF_LOTS),
    Excuse("gmtool/browser/form_handlers.py", "_said", "", _AT_THE_PAGE),
    Excuse("gmtool/browser/form_handlers.py", "_thread", "", _AT_THE_PAGE),
    Excuse("gmtool/browser/form_handlers.py", "aside", "", _AT_THE_PAGE),
    Excuse("gmtool/browser/command_lines.py", "read", "", _AT_THE_PAGE),
    Excuse("gmtool/browser/command_lines.py", "_taken_apart", "", _AT_THE_PAGE),
    Excuse("gmtool/browser/command_lines.py", "_spoken", "", _AT_THE_PAGE),
    Excuse(
        "gmtool/browser/server.py", "_listening", "", "needs a port that is taken; tests/browser"
    ),
    Excuse("gmtool/browser/server.py", "serve", "", "needs somebody else's browser; tests/browser"),
    Excuse("gmtool/desk/session/loading.py", "_tell_host", "", _AT_THE_PAGE),
    Excuse("gmtool/render/environment/__init__.py", "finish", "", _SHIPPED),
    Excuse("gmtool/render/environment/__init__.py", "_written", "", _SHIPPED),
    Excuse("gmtool/desk/texts/writing.py", "Writer.finished", "", _SHIPPED),
    Excuse("gmtool/desk/texts/writing.py", "Writer.write", "", _SHIPPED),
    Excuse("gmtool/desk/texts/templates.py", "copy", "no folder for templates", _SERVER),
    Excuse("gmtool/cli/clipboard.py", "_hand_over", "", _AT_A_TERMINAL),
    Excuse("gmtool/desk/texts/previews.py", "on_a_page", "", _TOLD),
    Excuse("gmtool/store/problems.py", "_sentence", "still was after the waiting", _TOLD),
    Excuse("gmtool/engine/windows.py", "check_window", "first answer is final", _NO_KIND),
    Excuse("gmtool/engine/steps.py", "with_automatic", "", _ENDLESS),
    Excuse("gmtool/engine/steps.py", "apply", "", "hands on why a plan's move is refused"),
    Excuse("gmtool/engine/plans.py", "typed_plan.read", "", "a journal's reader says it itself"),
    Excuse("gmtool/testing/played.py", "Subject.of", "has no recorded game", _FOLDER),
    Excuse("gmtool/testing/played.py", "Subject._once", "", _HANDED_ON),
    Excuse("gmtool/testing/random_play.py", "RandomGame._take", "", _HANDED_ON),
    Excuse("gmtool/cli/app.py", "_misread", "", "a mistake in the program, handed on as it is"),
    Excuse("gmtool/cli/app.py", "run", "", "Ctrl-C"),
    Excuse("gmtool/cli/prompts.py", "_ask", "", _AT_A_TERMINAL),
    Excuse("gmtool/cli/prompts.py", "_name", "", _AT_A_TERMINAL),
    Excuse("gmtool/cli/prompts.py", "_agreed", "", _AT_A_TERMINAL),
    Excuse("gmtool/desk/care/check.py", "see_that_there_are_games", "", _NO_GAME),
    Excuse("gmtool/desk/desk.py", "the_game", "begin with", _NO_GAME),
    Excuse("gmtool/desk/desk.py", "_no_such_game", "begin with", _NO_GAME),
    Excuse("gmtool/cli/input_files.py", "_named", "standard input", "needs one that can't be read"),
    Excuse("gmtool/cli/script.py", "_do", "", "Ctrl-C while a demo is played"),
    Excuse("gmtool/cli/signals.py", "InterruptHandler.__call__", "", "Ctrl-C"),
    Excuse("gmtool/desk/care/journal_files.py", "export.is_right", "", _TOLD),
    Excuse("gmtool/desk/care/repair.py", "backup.look_at", "", _TOLD),
    Excuse("gmtool/store/atomic_files.py", "write_whole", "", _TOLD),
    Excuse("gmtool/store/database.py", "_put_in", "", "needs a database with a damaged index"),
    Excuse("gmtool/store/database_urls.py", "_absolute", "", "needs a working folder that is gone"),
    Excuse(
        "gmtool/store/transactions.py",
        "WriteTransaction.add_game",
        "",
        "needs two who set up the same name",
    ),
    Excuse(
        "gmtool/engine/replay/__init__.py",
        "Replay.apply",
        "",
        "the desk says it first, in its own words",
    ),
    Excuse("gmtool/engine/journal.py", "_read_entries", "", "hands on what other places say"),
    Excuse("gmtool/engine/journal.py", "_file_so_far", "that the game is", _UNSEEN),
    Excuse("gmtool/engine/journal.py", "_check_size", "", "needs a journal of 200,000 lines"),
    Excuse(
        "gmtool/desk/session/kinds.py",
        "story",
        "",
        "the kind that help speaks of brings one, which a test reads",
    ),
    Excuse(
        "gmtool/desk/moves/requests.py",
        "Request.__post_init__",
        "",
        "takes sixty thousand characters on the command line; tests/cli/test_too_long.py has them",
    ),
    Excuse("gmtool/games/outside.py", "find", "", _OUTSIDE),
    Excuse("gmtool/games/outside.py", "_supplied", "", _OUTSIDE),
    Excuse("gmtool/games/outside.py", "_amiss", "", _OUTSIDE),
    Excuse("gmtool/desk/session/kinds.py", "rulebook", "", _OUTSIDE),
    Excuse("gmtool/desk/session/kinds.py", "of_game", "", _OUTSIDE),
    Excuse(
        "gmtool/desk/session/kinds.py",
        "demo",
        "brings no demo",
        "each built-in kind brings one; this is for kinds of outside packages",
    ),
    Excuse(
        "gmtool/desk/session/kinds.py",
        "demo",
        "with all options by default",
        "each built-in kind brings such a demo; this is for kinds of outside packages",
    ),
    Excuse("gmtool/games/auction_poker/rules.py", "_player", "only the host", _NOT_READ),
    Excuse("gmtool/games/auction_poker/rules.py", "_host", "for a player to say", _NOT_READ),
    Excuse("gmtool/games/grouping_bw/rules.py", "_host", "for the host to say", _NOT_READ),
    Excuse(
        "gmtool/games/grouping_bw/grouping.py",
        "check_grouping",
        "is grouped",
        "the desk says first that it came too late",
    ),
    Excuse(
        "gmtool/engine/replay/recount.py",
        "_check_draws",
        "",
        "it takes an amendment by which plans undo one draw and leave a later one, in random games",
    ),
    Excuse("gmtool/games/split_decision/rules.py", "_player", "only the host", _NOT_READ),
    Excuse("gmtool/games/split_decision/rules.py", "_host", "for a player to say", _NOT_READ),
    Excuse("gmtool/games/split_decision/rules.py", "_chance", "chance doesn't say that", _NOT_READ),
    Excuse(
        "gmtool/games/split_decision/choices.py",
        "_in_play",
        "",
        "for programmers: it is asked only about a card in play",
    ),
    Excuse(
        "gmtool/games/split_decision/choices.py",
        "done",
        "",
        "for programmers: only a move that is legal for the card comes here",
    ),
    Excuse("gmtool/games/grouping_bw/rules.py", "_player", "only the host", _NOT_READ),
    Excuse("gmtool/games/ten_skip/rules.py", "_player", "only the host", _NOT_READ),
    Excuse("gmtool/games/ten_skip/rules.py", "_host", "for the host to say", _NOT_READ),
    Excuse("gmtool/games/free/rules.py", "play", "only the host", _NOT_READ),
    Excuse("gmtool/games/free/rules.py", "_host", "for the host to say", _NOT_READ),
    Excuse("gmtool/games/big_two/trading.py", "trade", "for trading", _NOT_HERE),
    Excuse(
        "gmtool/engine/steps.py",
        "with_automatic",
        "makes another state",
        "for programmers: a game whose `automatic` never ends is mended before it is published",
    ),
    Excuse("gmtool/engine/reading.py", "_check", "", "what a game's slot refuses is raised on"),
    Excuse("gmtool/store/database.py", "Store.backup", "is no file", _SERVER),
    Excuse(
        "gmtool/store/sqlalchemy_engines.py",
        "_engine_of_server",
        "",
        "needs an installation without the driver",
    ),
    Excuse("gmtool/store/on_server.py", "look", "", _SERVER),
    Excuse(
        "gmtool/store/migrating.py",
        "_upgrade",
        "would belong to nothing",
        "a guard for migrations to come: none so far rewrites rows",
    ),
    Excuse(
        "gmtool/store/migrating.py",
        "bring_up_to_date",
        "",
        "for migrations to come: nothing is in the way of the first; tests/store plants one",
    ),
    Excuse(
        "gmtool/store/migrating.py",
        "_safety_copy",
        "",
        "needs a folder that may not be written to, or a full disk",
    ),
    Excuse(
        "gmtool/store/database_urls.py",
        "migrations_folder",
        "",
        "needs an installation with files missing",
    ),
    Excuse("gmtool/store/problems.py", "_sentence", "can't be opened. Check that the file", _TOLD),
    Excuse("gmtool/store/problems.py", "_sentence", "you have no right to", _TOLD),
    Excuse("gmtool/store/problems.py", "_sentence", "the disk is full", _TOLD),
    Excuse("gmtool/store/problems.py", "_sentence", "Check the drive", _TOLD),
    Excuse("gmtool/store/problems.py", "_sentence", "refused to change what is on record", _TOLD),
    Excuse("gmtool/store/problems.py", "_sentence", "answered “", _TOLD),
    Excuse(
        "gmtool/store/problems.py", "_sentence", "Run `gmtool log` to see whether", _SAID_BY_SERVER
    ),
    Excuse("gmtool/store/problems.py", "_sentence", "with the character NUL", _SAID_BY_SERVER),
    Excuse(
        "gmtool/store/problems.py", "_sentence", "Ask whoever keeps the server", _SAID_BY_SERVER
    ),
    Excuse("gmtool/store/problems.py", "_sentence", "Check user and password", _SAID_BY_SERVER),
    Excuse("gmtool/store/problems.py", "_sentence", "have it made with `createdb", _SAID_BY_SERVER),
    Excuse("gmtool/store/problems.py", "_sentence", "the server's disk is full", _SAID_BY_SERVER),
    Excuse("gmtool/store/problems.py", "_sentence", "Try again later", _SAID_BY_SERVER),
    Excuse("gmtool/store/problems.py", "_sentence", "Have it checked", _SAID_BY_SERVER),
    Excuse(
        "gmtool/store/problems.py", "_sentence", "wants a password and got none", _SAID_BY_SERVER
    ),
    Excuse("gmtool/store/problems.py", "_sentence", "that the server is running", _SAID_BY_SERVER),
    Excuse("gmtool/store/check.py", "mendings", "missing guards", _MENDED),
    Excuse("gmtool/store/check.py", "_remaking", "DROP TRIGGER", _MENDED),
    Excuse("gmtool/store/check.py", "mendings", "what waits to go out", _MENDED),
    Excuse(
        "gmtool/store/check.py",
        "_of_the_file",
        "SQLite says",
        "needs a file that a failing disk has damaged",
    ),
    Excuse(
        "gmtool/engine/steps.py",
        "with_defaults",
        "the defaults of",
        "for programmers: a kind whose defaults never end",
    ),
    Excuse(
        "gmtool/desk/times/deadline_calculation.py",
        "_zone",
        "",
        "a journal written by hand, cut by --cut",
    ),
    Excuse(
        "gmtool/engine/policy.py",
        "_check_plain",
        "",
        "for programmers: the desk always has a calendar",
    ),
    Excuse(
        "gmtool/store/__init__.py",
        "__getattr__",
        "",
        "for programmers: how Python says that a module has no such name",
    ),
    Excuse("gmtool/desk/rehearse/rehearse.py", "rehearse", "", _ASTRAY),
    Excuse("gmtool/desk/rehearse/life.py", "Life._go_on", "", _ASTRAY),
    Excuse("gmtool/desk/rehearse/life.py", "Life._moves", "", _ASTRAY),
    Excuse("gmtool/desk/rehearse/life.py", "Life._closes", "", _ASTRAY),
    Excuse("gmtool/desk/rehearse/sample.py", "sent", "", _ASTRAY),
    Excuse("gmtool/desk/rehearse/setup_check.py", "_whole", "", _ASTRAY),
    Excuse(
        "gmtool/games/free/file.py",
        "read",
        "too large",
        "a number of thousands of digits; tests/games/free/test_file.py has one",
    ),
    Excuse(
        "gmtool/store/transactions.py",
        "WriteTransaction._run",
        "",
        "what is said by halves is cleaned",
    ),
    Excuse("gmtool/store/transactions.py", "WriteTransaction.append", "", _COUNTED),
    Excuse("gmtool/store/transactions.py", "WriteTransaction.add_sent", "", _COUNTED),
    Excuse("gmtool/store/transactions.py", "WriteTransaction._see_that_it_follows", "", _COUNTED),
    Excuse("gmtool/store/transactions.py", "WriteTransaction.put_snapshot", "", _COUNTED),
    Excuse("gmtool/store/transactions.py", "WriteTransaction.use", "", _COUNTED),
)
