"""The one Jinja environment: a view and a template in, text to paste out.

`write` makes an occasion's text, `letter` puts such texts as blocks into one message to a player,
and `finish` makes of either what is pasted.

A template gets these facts, and nothing else; a name that isn't among them is an error. Instants
are ISO strings in UTC, which `when` and `deadline` show. Moves are in their text form.

In every text:
game      {name, kind, title, host, thread, zone, players (names), commitment (hex, or empty),
          chance (seed, hold or typed), words (of players, mixed into chance), start (an instant or
          empty), started, ended, called_off (why, or empty), seed (hex; only once the game has
          ended)}
phase, players, public
          what the game's view tells everybody
news      what has just happened, as the reader may know it: {news, and its facts}
windows   the open windows of which the reader may know: {key, title, opened, deadline}; window is
          the first of them, or none
seals     in the result of a window the digests of what came in it, sorted; else empty

In a text for a player:
to        its name
you       what the view tells that player alone

In the text of that occasion:
receipt      entry {number, who, text, received, recorded, late, nonce, digest}
refusal      recorded, the moves of that message that stand; refusals, what doesn't: {clause,
             quoted, sentence, readings}
reminder     asked {task, moves (with placeholders: `bid LOT COINS`), window}; window is the one it
             is about
ruling       ruling {verb, who (a player, or empty), what (`coins`), amount (signed, or none),
             absolute, minutes (or none), why}, was, the windows before it, as in windows; it is a
             text for a player where a window has another deadline of which not everybody knows
correction   wrong, the texts that turned out wrong: {occasion, subject, sent (an instant), link,
             moves (those the message was about; in a text for a player)}; why (or empty); again,
             true where what was announced holds after all; recorded, in a text for a player, its
             moves on record in the open windows
pm           around the blocks of a message to a player: blocks {occasion, subject, body}, the body
             printed as it is

A block has no greeting and no signature; `pm` has. A template sets the subject of its text at its
top level, for a post the whole of it (`{% set subject = game.name ~ ": result" %}`, which its
heading shows too), for a block a topic (`{% set subject = "your bid" %}`).

What a template can call or filter with is in `pen` and in `gmtool.render.figures`; of Jinja's own
filters and functions those that `sandbox` lists. Whatever it prints is made literal, so that
nothing a player wrote can be markup; only what `pen` has made is printed as it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from gmtool.render.environment.loading import Loader, problem
from gmtool.render.environment.pen import Marked, Pen
from gmtool.render.environment.sandbox import Sandbox
from gmtool.render.folders import EVERY_KIND, SUFFIX, occasion_exists, occasion_name
from gmtool.render.problems import TemplateProblem
from gmtool.render.splitting import TooLong, divided
from gmtool.render.style import Style

__all__ = [
    "Style",
    "TemplateProblem",
    "Written",
    "finish",
    "letter",
    "occasion_exists",
    "write",
]

WRAPPER = "pm"
"""The occasion of the template that goes around the blocks of a text for a player."""


@dataclass(frozen=True)
class Written:
    """What a template gave, not yet finished.

    subject  mere text on one line; empty where the template sets none
    body     markup, with marks in it that tell its units apart; `finish` takes them out
    """

    subject: str
    body: str


def write(kinds: tuple[str, ...], occasion: str, facts: Mapping[str, Any], style: Style) -> Written:
    """What the template of that occasion gives.

    The template is `<kind>/<occasion>.j2` of the first of `kinds` that has one, else
    `any/<occasion>.j2`; a file of the same name in one of the host's folders goes before the one
    that travels with the program, or with the kind's own package. Raises TemplateProblem for a
    mistake in a template, TypeError for facts that aren't plain data.
    """
    return _written(kinds, occasion, _plain(facts), style)


def letter(
    kinds: tuple[str, ...],
    facts: Mapping[str, Any],
    blocks: Sequence[tuple[str, Written]],
    style: Style,
) -> Written:
    """A message to a player: the blocks, each with its occasion, in the wrapper `pm`.

    Raises as `write` does.
    """
    inside = [
        {"occasion": occasion, "subject": block.subject, "body": Marked.of(block.body)}
        for occasion, block in blocks
    ]
    return _written(kinds, WRAPPER, _plain(facts) | {"blocks": inside}, style)


def finish(written: Written, style: Style, *, limit: int) -> tuple[str, ...]:
    """The texts to paste, each within `limit` as the dialect counts: one, or several numbered ones.

    Raises ValueError for a limit too small for any text, TemplateProblem where something that can't
    be divided, a table's row say, is longer than the limit.
    """
    try:
        return divided(written.body, style.dialect, limit)
    except TooLong as error:
        raise TemplateProblem(f"the text “{written.subject}”", 0, str(error)) from error


def _written(kinds: tuple[str, ...], occasion: str, facts: dict[str, Any], style: Style) -> Written:
    environment = _environment(style)
    name = occasion_name(kinds, occasion, style.folders)
    if name is None:
        first, *others = (f"{kind}/{occasion}{SUFFIX}" for kind in (*kinds, EVERY_KIND))
        missing = f"there is no such template, nor {', nor '.join(others)}"
        raise TemplateProblem(first, 0, missing)
    try:
        return _run(environment, name, facts)
    except Exception as error:
        raise problem(error, environment.templates) from error


def _run(environment: Sandbox, name: str, facts: dict[str, Any]) -> Written:
    template = environment.get_template(name)
    try:
        module = template.make_module(facts)
        subject = getattr(module, "subject", "")
    except Exception:
        environment.handle_exception()  # it raises, with the lines of the template
    return Written(environment.pen.subject(subject), str(module))


@lru_cache(maxsize=16)
def _environment(style: Style) -> Sandbox:
    return Sandbox(Pen(style), Loader(style.folders))


def _plain(value: object) -> Any:
    """A copy of plain data; nothing in it counts as marked up, whatever it was."""
    if isinstance(value, str):
        return str(value)
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    raise TypeError(f"templates get plain data, not a {type(value).__name__}")
