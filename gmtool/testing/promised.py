"""The promises of a kind, in the order in which they are checked; each stands on the one before.

`gmtool kinds KIND --check` shows them to a host or an author who has no tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from gmtool.desk.answers import Answer
from gmtool.engine.game import Game
from gmtool.engine.text import plural
from gmtool.testing import (
    check_amendments,
    check_declared,
    check_moves,
    check_names,
    check_order,
    check_plans,
    check_reports,
    check_rulings,
    check_secrets,
    check_states,
    check_texts,
    check_windows,
)
from gmtool.testing.broken import Broken, shown_by
from gmtool.testing.played import GAMES, Subject


class Promise(Struct, frozen=True):
    """What a kind must hold: a name of a few words, and what raises Broken where it breaks."""

    name: str
    holds: Callable[[Subject], None]

    def check(self, subject: Subject) -> None:
        """Raise Broken, with this promise's name and a journal, where it doesn't hold."""
        try:
            with shown_by(None, str, subject.game.kind):
                self.holds(subject)
        except Broken as broken:
            broken.promise = self.name
            raise


def games_are_played_to_their_end(subject: Subject) -> None:
    """Random games end, and recorded ones are taken; undo and redo leave nothing behind."""
    for _ in subject.played():
        pass


PROMISES = (
    Promise("it is put together right", check_declared.is_put_together_right),
    Promise("games are played to their end", games_are_played_to_their_end),
    Promise("moves are one line and read back", check_moves.moves_read_back),
    Promise("what is suggested stands", check_moves.what_is_suggested_stands),
    Promise("what isn't asked for is refused", check_moves.what_isnt_asked_for_is_refused),
    Promise("refusals name a clause", check_moves.refusals_name_a_clause),
    Promise("two replays agree", check_states.replays_agree),
    Promise("another process agrees", check_states.another_process_agrees),
    Promise("views are plain data", check_states.views_are_plain),
    Promise("what is counted is conserved", check_states.what_is_counted_is_conserved),
    Promise("no purse is overdrawn", check_states.no_purse_is_overdrawn),
    Promise("the windows are those wanted", check_states.windows_are_those_wanted),
    Promise("windows end in every way", check_windows.windows_end),
    Promise("no more open than its course says", check_windows.no_more_open_than_the_course_says),
    Promise("every text can be written", check_texts.every_text_can_be_written),
    Promise("a rename changes nothing else", check_names.a_rename_changes_nothing_else),
    Promise(
        "an amended game is as if said right",
        check_amendments.an_amended_game_is_as_if_all_had_been_said_right,
    ),
    Promise(
        "the order of typing makes no difference",
        check_order.the_order_of_typing_makes_no_difference,
    ),
    Promise("a plan is as if its moves were sent", check_plans.a_plan_is_as_if_its_moves_were_sent),
    Promise("what is ruled comes about", check_rulings.what_is_ruled_comes_about),
    Promise("nobody learns of a plan", check_plans.nobody_learns_of_a_plan),
    Promise("secrets stay secret", check_secrets.secrets_stay_secret),
    Promise("no report tells a secret", check_reports.no_report_tells_a_secret),
    Promise("a desk takes it in and out", check_reports.a_desk_takes_it_in_and_out),
)
FIRST = 2
"""So many promises are such that nothing more can be checked where one is broken."""


def check(subject: Subject) -> Iterator[tuple[Promise, Broken | None]]:
    """Each promise, with what breaks it, or None where it holds. Where a game isn't put together
    right or can't be played, the rest isn't checked.
    """
    for number, promise in enumerate(PROMISES):
        try:
            promise.check(subject)
        except Broken as broken:
            yield promise, broken
            if number < FIRST:
                return
        else:
            yield promise, None


KEPT, BROKEN, UNCHECKED = "kept", "broken", "not checked"


def checked(game: Game) -> Answer:
    """Each promise, and whether it is kept in random games and in those that the kind's
    package has recorded; of a broken one what is wrong, and a journal that shows it.
    """
    subject = Subject.of(game, GAMES)
    found = {promise.name: broken for promise, broken in check(subject)}
    rows = [
        {"promise": promise.name, "became": _became(found, promise.name)} for promise in PROMISES
    ]
    broken = [one for one in found.values() if one]
    lines = [f"{game.kind}: {_summary(subject, len(broken))}"]
    lines += [f"  {row['became']:11}  {row['promise']}" for row in rows]
    for one in broken:
        lines += ["", *str(one).split("\n")]
    facts = [row | _told(found.get(row["promise"])) for row in rows]
    return Answer(tuple(lines), facts=facts, ok=not broken)


def _became(found: dict[str, Broken | None], promise: str) -> str:
    if promise not in found:
        return UNCHECKED
    return BROKEN if found[promise] else KEPT


def _summary(subject: Subject, broken: int) -> str:
    if broken:
        return f"{broken} of {len(PROMISES)} promises broken"
    played = list(subject.played())
    entries = sum(len(one.entries) for one in played)
    games = plural(len(played), "game")
    return f"{len(PROMISES)} promises kept, in {games} of {plural(entries, 'entry', 'entries')}"


def _told(broken: Broken | None) -> dict[str, object]:
    """What is wrong, as facts."""
    if broken is None:
        return {"sentence": None, "entry": None, "journal": None}
    number = broken.entry.number if broken.entry else None
    return {"sentence": broken.sentence, "entry": number, "journal": broken.journal or None}
