"""The one Jinja environment: a view and a template in, text to paste out.

`write` makes the text of an occasion, `letter` puts such texts as blocks into one message to a
player, and `finish` turns either into the text to paste.

A template gets these facts and nothing else; any other name is an error. Instants are ISO strings
in UTC, which `when` and `deadline` show. Moves are in their text form.

In every text:
game      {name, kind, title, host, thread, verify_page (where records can be checked, or empty),
          zone, texts (short, or full: what players know by now is said again), players (names),
          commitment (hex), chance (seed, hold or typed),
          words (of players, mixed into chance), start (an instant or empty), started, paused (an
          instant or empty), ended, called_off (why, or empty), seed (hex; only once the game has
          ended), policy {ends_at (`21:00`, or empty), skip (days in words), grace and
          longest_absence (hours, or 0)}, inactive (players who were ruled so, at the moment that is
          told), substitutes (who took seats over: {name, was, since})}
phase, players, public
          what the game's view shows everybody
news      what has just happened, as the reader may know it: {news, and its facts}
windows   the open windows that the reader may know of: {key, name (by which the host closes it, or
          empty), title, opened, deadline (of this reader), over (whether that has passed), own (of
          others, who still have time: {who, deadline}), early (it may close earlier, when all are
          done), at_will (or when the host likes), done (this reader has said so), grace (hours, or
          0)}; window is the first of them, or none; in a receipt that which the move was for
course    before the start how long the game takes, in words without a stop (`about 12 evenings, at
          most 22 if …`); later, and where a kind doesn't say, none
earlier   when and where the first post that says in full how to answer went out: {at (an instant),
          link (or empty)}; none where it hasn't
seals     in the result of a sealed window 32 digits of the seals of its moves, sorted; else empty

channel   the words for what is said in private, as `gmtool.render.delivery` has them

In a text for a player:
to        its name
you       what the view shows that player alone

In the text of that occasion:
receipt      entry {number, who, text, received, recorded, late, late_by and grace (hours, 0 where
             it was in time), seal (the line of which the digest is made, or empty), digest (32
             digits of it), later (what counts in its place, since it came later and was on record
             before: {text, received}; else none), planned (whether a plan was carried out by it),
             plan (of a plan {stages, done (the moves made by it so far), holds (whether something
             is left of it), asked (and its player for something else), until (the stretch of the
             game whose end it holds at most, or empty), for_good, in_thread}; else none)}; busy,
             whether the player has been asked for a move since
record       lines (of the record; none where it is attached as a file)
late         who, late_by and grace (hours), at the end of the post about a move within the grace
late-hands   hands {many, who (of a public move, or empty), sealed (in a sealed window), arrived
             (the first), recorded (the last)}, at the end of a text about moves that were put on
             record after their deadline, as of before it
refusal      recorded, the moves of that message that were recorded; refusals, those that were
             refused: {clause, quoted, sentence, readings}
unclear      question, what the host asks back; said, the words of the message
reminder     asked {task, moves (with placeholders: `bid LOT COINS`), window, several (tasks),
             each ({task, deadline} where their deadlines differ, else empty), came (a message from
             which no move was made), question (what the host asked back about it and wasn't
             answered, or empty)}; window is the one it is about
ruling       ruling {verb, at (its instant), who (a player, or empty), what (`coins`), amount
             (signed, or none), absolute, hours (or none), since and until (instants, or empty),
             window (the title of the only one that it is about, or empty), for_good (who is
             inactive stays so), was and name (who left a seat and who took it, or
             empty), why}; was, the windows before it, as in windows. It is a text for a player
             where the deadline of a private window has changed
briefing     briefing {was (who left the seat), brief, standings and own (names of templates), asked
             ({task, awaited, moves, window}), live (moves in open windows), windows (those that
             everybody may know), receipts (each as `entry` of receipt)}
correction   wrong, what turned out wrong: {occasion, subject, title (the subject now, or empty),
             sent (an instant), link, was and now (texts without markup, or none), lines (those
             that differ), whole (too many lines differ), seals, moves (those the message was
             about), again (the text is sent again), reason, holds_after_all}; amended, the entries
             that were: {number, was, now, moved, missed, dropped}; why (or empty); differs, the
             news before and after: {was, now}; yours, the keys of `you` that differ; figures,
             numbers that differ: {who, what, was, now}; recorded, in a text for a player, the
             player's moves on record in open windows
pm           the wrapper of a message to a player: blocks {occasion, subject, body}; the body is
             printed as it is; seals, the lines of the seals of all that it confirms

A block has no greeting and no signature; `pm` has. A template sets the subject of its text at its
top level: for a post the whole subject (`{% set subject = game.name ~ ": result" %}`, which its
heading shows too), for a block a topic (`{% set subject = "your bid" %}`).

A template can call and filter with the functions in `markup`, and those of Jinja's own that
`sandbox` lists. Whatever it prints is made literal, so that nothing a player wrote can be markup;
only what `markup` has made is printed as it is.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from gmtool.render import dialects
from gmtool.render.dialects import nodes as marks
from gmtool.render.dialects.atomic import kept
from gmtool.render.dialects.dialect import Dialect
from gmtool.render.environment.loader import Loader, files_read, problem
from gmtool.render.environment.markup import Marked, MarkupWriter, Style
from gmtool.render.environment.sandbox import Sandbox, names_of
from gmtool.render.folders import EVERY_KIND, SUFFIX, occasion_exists, occasion_name
from gmtool.render.last_lines import disarmed
from gmtool.render.layout import TooLong, divided, whole
from gmtool.render.problems import TemplateProblem

__all__ = [
    "Style",
    "TemplateProblem",
    "Written",
    "amiss_in",
    "fact_names",
    "files_read",
    "finish",
    "letter",
    "occasion_exists",
    "write",
]

MOST_POSTS = 20
"""How many posts of its forum a text of the host's own may be long."""
_NUMBER = 20
"""Room for the number of a part, in which a text of the host's own has to fit."""
_AS_IT_IS = frozenset((int, bool, float, type(None)))
"""Types, not of their subclasses, of facts that needn't be copied."""
_OWN_DIGITS = ("seals", "record")
"""Facts that hold what players look for in a post."""
WRAPPER, POST_WRAPPER = "pm", "post"
"""The occasion of the template around the blocks of a text for a player."""


class Written(Struct, frozen=True):
    """The result of a template, not yet finished.

    subject  plain text on one line; empty where the template sets none
    body     markup, with marks that tell its units apart; `finish` removes them
    amiss    what is wrong with a template of the host's own, for which the shipped ones were taken
    """

    subject: str
    body: str
    amiss: TemplateProblem | None = None


def write(kinds: tuple[str, ...], occasion: str, facts: Mapping[str, Any], style: Style) -> Written:
    """The result of the template for that occasion.

    The template is `<kind>/<occasion>.j2` of the first of `kinds` that has one, else
    `any/<occasion>.j2`. A file of the same name in one of the host's folders takes precedence over
    the one that travels with gmtool, or with the kind's own package; but where it has a mistake,
    those that travel are taken. Raises TemplateProblem for a mistake in one of these, TypeError for
    facts that aren't plain data.
    """
    return _written(kinds, occasion, _plain(facts, _words(facts)), style)


def fact_names(kinds: tuple[str, ...], occasion: str, style: Style) -> frozenset[str] | None:
    """Names among which are those of all facts that the template for that occasion may look at, or
    the shipped one that is taken where the host's own has a mistake: `you` for the whole of it,
    `you.hand` for a part. None where that can't be told: there is no such template, or it can't be
    read, or names another one only as it is rendered.
    """
    environment, names = _environment(style), set[str]()
    templates = [occasion_name(kinds, occasion, style.folders)]
    for one in templates:  # which grows by those that they name
        if one is None:
            return None
        try:
            template = environment.get_template(one)
        except Exception:  # whatever is wrong, writing it says so
            return None
        own, others = names_of(template)
        names.update(own)
        templates += [other for other in others if other not in templates]
    shipped = fact_names(kinds, occasion, replace(style, folders=())) if style.folders else names
    return None if shipped is None else frozenset(names | shipped)


def amiss_in(name: str, folders: Sequence[Path]) -> TemplateProblem | None:
    """What is wrong with the template of that name, as far as reading it shows."""
    plain = Style(dialects.find("plain"), ZoneInfo("UTC"), folders=tuple(folders))
    environment = _environment(plain)
    try:
        environment.get_template(name)
    except Exception as error:
        return problem(error, environment.templates, name)
    return None


def letter(
    kinds: tuple[str, ...],
    facts: Mapping[str, Any],
    blocks: Sequence[tuple[str, Written]],
    style: Style,
) -> Written:
    """A message made of blocks, each with its occasion, in the wrapper `pm` or, for everybody,
    `post`. Raises as `write` does.
    """
    inside = [
        {"occasion": occasion, "subject": block.subject, "body": Marked.of(block.body)}
        for occasion, block in blocks
    ]
    wrapper = WRAPPER if facts["to"] else POST_WRAPPER
    return _written(kinds, wrapper, _plain(facts, _words(facts)) | {"blocks": inside}, style)


def finish(written: Written, style: Style, *, limit: int) -> tuple[str, ...]:
    """The texts to paste, each within `limit` as the dialect counts: one, or several numbered ones.

    Raises ValueError for a limit too small for any text, TemplateProblem where something that can't
    be divided, such as a table's row, is longer than the limit, or pieces stand within pieces
    without an end.
    """
    try:
        return divided(_without_title(written, style.dialect), style.dialect, limit)
    except TooLong as error:
        raise TemplateProblem(f"the text “{written.subject}”", 0, str(error)) from error
    except RecursionError as error:
        raise TemplateProblem(
            "the text", 0, "too many pieces of it stand one within the other"
        ) from error


def _without_title(written: Written, dialect: Dialect) -> str:
    """The body, without a heading that only repeats the title which posts have on that forum."""
    subject = written.subject
    heading = kept(marks.heading(dialect, dialect.literal(subject), subject))
    rest = written.body.lstrip("\n").removeprefix(heading) if dialect.own_title else ""
    return rest if rest.strip() and len(rest) < len(written.body) else written.body


def _written(kinds: tuple[str, ...], occasion: str, facts: dict[str, Any], style: Style) -> Written:
    try:
        return _by_templates(kinds, occasion, facts, style)
    except TemplateProblem as problem:
        if not style.folders:
            raise
        try:
            written = _by_templates(kinds, occasion, facts, replace(style, folders=()))
        except TemplateProblem:
            raise problem from None
        return replace(written, amiss=problem)


def _by_templates(
    kinds: tuple[str, ...], occasion: str, facts: dict[str, Any], style: Style
) -> Written:
    environment = _environment(style)
    name = occasion_name(kinds, occasion, style.folders)
    if name is None:
        first, *others = (f"{kind}/{occasion}{SUFFIX}" for kind in (*kinds, EVERY_KIND))
        missing = f"there is no such template, nor {', nor '.join(others)}"
        raise TemplateProblem(first, 0, missing)
    try:
        written = _run(environment, name, facts)
        if environment.templates.has_own:
            limit = style.dialect.pm_limit if facts.get("to") else style.dialect.post_limit
            _see_that_it_can_be_posted(written, style, limit, environment.templates.file_of(name))
    except Exception as error:
        raise problem(error, environment.templates, name) from error
    return written


def _see_that_it_can_be_posted(written: Written, style: Style, limit: int, file: str) -> None:
    """Raises TemplateProblem, about that file, for a text that no host would post, or that would
    stop the command in the end.
    """
    many, most = style.dialect.counted(whole(written.body, style.dialect)), MOST_POSTS * limit
    if many > most:
        too_long = f"longer than {MOST_POSTS} posts of this forum, which hold {most:,}"
        raise TemplateProblem(file, 0, f"it makes a text of {many:,} characters, {too_long}")
    try:
        finish(written, style, limit=limit - _NUMBER)
    except TemplateProblem as amiss:
        raise TemplateProblem(file, 0, amiss.sentence) from amiss


def _run(environment: Sandbox, name: str, facts: dict[str, Any]) -> Written:
    environment.templates.files.clear()
    template = environment.get_template(name)
    try:
        context = template.new_context(facts)
        body = environment.concat(template.root_render_func(context))
        subject = context.get_exported().get("subject", "")
    except Exception:
        environment.handle_exception()  # raises, with the template's line
    return Written(environment.writer.subject(subject), body)


@lru_cache(maxsize=16)
def _environment(style: Style) -> Sandbox:
    return Sandbox(MarkupWriter(style), Loader(style.folders))


def _words(facts: Mapping[str, Any]) -> Callable[[str], str]:
    """How texts are given to a template: for a post, which `verify` reads, in such a way that only
    gmtool's own digits look like them.
    """
    return str if facts.get("to") else disarmed


def _plain(value: Any, words: Callable[[str], str]) -> Any:
    """A copy of plain data in which nothing counts as marked up; texts are as `words` has them."""
    kind = type(value)
    if isinstance(value, str):
        return words(str(value))
    if kind in _AS_IT_IS:
        return value
    if kind is dict:
        return {
            (k if type(k) is str else str(k)): v
            if type(v) in _AS_IT_IS
            else _plain(v, str if k in _OWN_DIGITS else words)
            for k, v in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [one if type(one) in _AS_IT_IS else _plain(one, words) for one in value]
    if isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(item, words) for key, item in value.items()}
    raise TypeError(f"templates get plain data, not a {type(value).__name__}")
