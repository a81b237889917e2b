"""The look of a game's texts, and the functions that templates write with in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from itertools import groupby
from pathlib import Path
from typing import Any, Self
from zoneinfo import ZoneInfo

from jinja2.exceptions import TemplateRuntimeError
from jinja2.runtime import Undefined
from markupsafe import Markup
from msgspec import Struct

from gmtool.engine.instants import Instant
from gmtool.engine.text import plural
from gmtool.render import delivery, when
from gmtool.render.dialects import nodes
from gmtool.render.dialects.atomic import flat, kept, pieces
from gmtool.render.dialects.columns import Column, Inline
from gmtool.render.dialects.dialect import Dialect
from gmtool.render.dialects.neutral import one_line
from gmtool.render.dialects.nodes import SUITS


class Marked(Markup):
    """Marked-up text. `plain` is the same as plain text, for places where markup would show as
    such; None for text that fills lines of its own.
    """

    __slots__ = ("plain",)
    plain: str | None

    @classmethod
    def of(cls, marked: str, plain: str | None = None) -> Self:
        """The marked-up text with these two forms; `marked` is markup of the dialect, which
        is printed as it is.
        """
        text = cls(kept(marked))
        text.plain = plain
        return text


class Style(Struct, frozen=True):
    """How a text is written; raises ValueError for an unknown way of showing suits.

    dialect   the forum's, with the settings of this game's board
    zone      the zone for instants: the game's, in a PM the player's own if it has one
    suits     unicode or ascii
    folders   the host's own templates, the first before the others
    mentions  players' names with their names on this forum, where these differ
    channel   how the reader and the host write to each other in private, as `delivery` names it
    """

    dialect: Dialect
    zone: ZoneInfo
    suits: str = "unicode"
    folders: tuple[Path, ...] = ()
    mentions: tuple[tuple[str, str], ...] = ()
    channel: str = delivery.PM

    def __post_init__(self) -> None:
        if self.suits not in SUITS:
            raise ValueError(f"suits are shown as {' or '.join(SUITS)}, not “{self.suits}”")


class MarkupWriter:
    """The functions of templates (`OWN`). What they return is marked up and printed as it is; all
    other text is made literal first, wherever it is passed in.
    """

    def __init__(self, style: Style) -> None:
        self._dialect = style.dialect
        self._zone = style.zone
        self._suits = style.suits
        self._mentions = dict(style.mentions)
        self.words = {"channel": delivery.words(style.channel)}

    def functions(self) -> dict[str, Callable[..., Any]]:
        """The functions by the names under which templates call them and filter with them."""
        own = {name: getattr(self, name) for name in OWN}
        return own | FIGURES

    def subject(self, value: object) -> str:
        """The subject that a template sets, as plain text on one line; raises TemplateRuntimeError
        for a value that has no plain form.
        """
        mere = self._mere_piece(value, "a subject")
        return " ".join(one_line(mere).split())

    def text(self, value: object) -> Markup:
        """The text printed for `value`; raises TemplateRuntimeError for a value that is no text."""
        return value if isinstance(value, Markup) else Marked.of(*self._inline(value))

    def joined(self, parts: Iterable[object]) -> str:
        """The parts as one text, which is marked up if any of them is."""
        parts = tuple(parts)
        if not any(isinstance(part, Markup) for part in parts):
            return "".join(map(_mere, parts))
        texts = tuple(map(self.text, parts))
        plains = [plain for text in texts if (plain := _plain(text)) is not None]
        whole = "".join(plains) if len(plains) == len(texts) else None
        return Marked.of("".join(texts), whole)

    def join(self, parts: Iterable[object], between: object = "") -> str:
        """The parts with `between` between them."""
        parts = tuple(parts)
        apart = [item for part in parts for item in (between, part)]
        return self.joined(apart[1:])

    def listed(self, parts: Iterable[object], last: str = "and") -> str:
        """`A, B and C`."""
        *most, end = tuple(parts) or ("",)
        return self.joined((self.join(most, ", "), f" {last} " if most else "", end))

    def named(self, labels: Iterable[object], one: str, many: str = "") -> str:
        """`lot A`, `lots A and B`."""
        labels = tuple(labels)
        thing = one if len(labels) == 1 else many or f"{one}s"
        return self.joined((f"{thing} ", self.listed(labels)))

    def literal(self, value: object) -> Markup:
        """The value as text in which nothing is markup, as all printed values are."""
        return self.text(value)

    def bold(self, value: object) -> Markup:
        return self._between(self._dialect.bold, value)

    def italic(self, value: object) -> Markup:
        return self._between(self._dialect.italic, value)

    def underlined(self, value: object) -> Markup:
        return self._between(self._dialect.underlined, value)

    def struck(self, value: object) -> Markup:
        """Text that holds no more, with a line through it."""
        return self._between(self._dialect.struck, value)

    def veiled(self, value: object) -> Markup:
        """Hidden text within a sentence, where the board hides text."""
        return self._between(self._dialect.veil, value)

    def typed(self, value: object) -> Markup:
        """Text that a player is to type, within a sentence."""
        text = self.text(value)
        plain = _plain(text)
        if plain is None:
            return self._between(self._dialect.bold, text)
        return Marked.of(nodes.typed(self._dialect, text, plain), plain)

    def mention(self, name: object) -> Markup:
        """A mention of a player, by the name that the player has on this forum."""
        mere = self._mere_piece(name, "a mention")
        mere = self._mentions.get(mere, mere)
        return Marked.of(nodes.mention(self._dialect, mere), mere)

    def card(self, card: object, rank: object = "") -> Markup:
        """`10♥` for `10H`, `Ace` for `A`; for a Joker that counts as a `rank` `Joker (9)`."""
        mere = self._mere_piece(card, "a card")
        return self._coloured(nodes.card(mere, self._suits, self._mere_piece(rank, "a rank")))

    def cards(self, cards: Iterable[object]) -> str:
        """Cards side by side; neighbours of one colour have one tag."""
        shown = [nodes.card(self._mere_piece(one, "a card"), self._suits) for one in cards]
        runs = groupby(shown, nodes.is_red)
        return self.join((self._coloured(" ".join(run)) for _, run in runs), " ")

    def suit(self, sign: object) -> Markup:
        """`♥` for `H`."""
        return self._coloured(nodes.suit(self._mere_piece(sign, "a suit"), self._suits))

    def _coloured(self, shown: str) -> Markup:
        if nodes.is_red(shown) and any(self._dialect.red):
            return self._between(self._dialect.red, shown)
        return self.text(shown)

    def when(self, instant: object, *, year: bool = False) -> str:
        """An instant in the game's zone: `Fri 20 Nov 20:44 GMT`."""
        return when.when(Instant.read(_mere(instant)).moment, self._zone, short=not year)

    def deadline(self, instant: object) -> Markup:
        """An instant in the game's zone and in UTC."""
        moment = Instant.read(_mere(instant)).moment
        marked = nodes.deadline(self._dialect, moment, self._zone)
        return Marked.of(marked, when.deadline(moment, self._zone))

    def link(self, url: object, text: object) -> Markup:
        """A text that leads to a web address; plain text where there is none."""
        mere = self._mere_piece(text, "a link")
        return Marked.of(nodes.link(self._dialect, _mere(url), mere), mere)

    def heading(self, value: object) -> Markup:
        """A heading on a line of its own, in the words of the subject beside it."""
        plain = self._piece(value, "a heading").plain
        return self._block(nodes.heading(self._dialect, self._dialect.literal(plain), plain))

    def rule(self) -> Markup:
        """A line across the post."""
        return self._block(self._dialect.rule)

    def code(self, *lines: object) -> Markup:
        """Plain text line by line, as it is to be typed or copied."""
        return self._block(nodes.code(self._dialect, [self._mere_piece(x, "code") for x in lines]))

    def hidden(self, title: object, caller: Callable[[], str] | None = None) -> Markup:
        """`{% call hidden("Title") %}…{% endcall %}`: text that a reader opens by its title."""
        inside = self.text(_called(caller, 'hidden("Title")')()).strip("\n")
        title = self._mere_piece(title, "a title")
        return self._block(nodes.hidden(self._dialect, title, inside), "\n")

    def bullets(
        self, items: Iterable[object] = (), caller: Callable[..., str] | None = None
    ) -> Markup:
        """A list of `items`, or of what is passed to `item` in its block: `{% call(item) bullets()
        %}{{ item("…") }}{% endcall %}`, `{% call item() %}…{% endcall %}`.
        """
        texts: list[str] = [self.text(item) for item in items]

        def item(value: object = None, caller: Callable[[], str] | None = None) -> Markup:
            texts.append(self.text(caller()).strip() if caller else self.text(value))
            return Marked.of("")

        if caller:
            _nothing_else(caller(item), "items")
        return self._block(nodes.bullets(self._dialect, texts), "\n" if caller else "")

    def numbered(self, items: Iterable[object]) -> Markup:
        """A list of numbered items."""
        texts = [self.text(item) for item in items]
        return self._block(nodes.bullets(self._dialect, texts, numbered=True))

    def quoted(self, name: object, value: object) -> Markup:
        """What somebody wrote."""
        mere = self._mere_piece(name, "a name")
        return self._block(nodes.quoted(self._dialect, mere, self.text(value)))

    def image(self, url: object) -> Markup:
        """A picture, by its web address."""
        return self._block(nodes.image(self._dialect, _mere(url)))

    def table(self, *columns: object, caller: Callable[..., str] | None = None) -> Markup:
        """A table, empty where it has no rows: `{% call(row) table("Lot", right("Price")) %}{{
        row("A", 30) }}{% endcall %}`.
        """
        heads = [self._column(column) for column in columns]
        rows: list[list[Inline]] = []

        def row(*cells: object) -> Markup:
            if len(cells) != len(heads):
                counts = f"{plural(len(heads), 'column')}, its row {len(cells)}"
                raise TemplateRuntimeError(f"the table has {counts}")
            rows.append([self._piece(cell, "a table") for cell in cells])
            return Marked.of("")

        _nothing_else(_called(caller, 'table("Lot", "Cards")', "(row)")(row), "rows")
        return self._block(nodes.table(self._dialect, heads, rows), "\n" if rows else "")

    def right(self, title: object) -> Column:
        """The title of a column that is aligned to the right."""
        return Column(self._mere_piece(title, "a table"), right=True)

    def only(self, news: Iterable[Mapping[str, Any]], name: str) -> list[Mapping[str, Any]]:
        """The news of that name."""
        return [one for one in news if one["news"] == name]

    def _column(self, column: object) -> Column:
        if isinstance(column, Column):
            return column
        return Column(self._mere_piece(column, "a table"))

    def _between(self, tags: tuple[str, str], value: object) -> Markup:
        text = self.text(value)
        return Marked.of(nodes.stressed(tags, text), _plain(text))

    def _block(self, text: str, after: str = "") -> Markup:
        """Text that fills lines of its own, with empty lines around it where the
        dialect needs them.
        """
        gap = "\n" * (self._dialect.apart and bool(text))
        return Marked.of(gap + kept(text) + gap + after)

    def _inline(self, value: object) -> Inline:
        mere = _mere(value)
        return Inline(self._dialect.literal(mere), one_line(mere))

    def _piece(self, value: object, place: str) -> Inline:
        text = self.text(value)
        plain = _plain(text)
        if plain is None:
            raise TemplateRuntimeError(
                f"{place} holds texts, numbers and cards, but no list, macro or {{% set %}} block"
            )
        return Inline(text, plain)

    def _mere_piece(self, value: object, place: str) -> str:
        if isinstance(value, Markup):
            return self._piece(value, place).plain
        return _mere(value)


OWN = (
    *("bold", "italic", "underlined", "struck", "veiled", "typed", "mention"),
    *("card", "cards", "suit", "when", "deadline"),
    *("link", "literal"),
    *("heading", "rule", "code", "hidden", "bullets", "numbered", "quoted", "image"),
    *("table", "right"),
    *("join", "listed", "named", "only"),
)


def _plain(text: Markup) -> str | None:
    """The text without markup; None for whole lines, and for what a macro or a {% set %} block
    made.
    """
    return getattr(text, "plain", None)


def _mere(value: object) -> str:
    if isinstance(value, Undefined):
        return str(value)  # raises, naming the missing name
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        what = "nothing (None)" if value is None else f"a {type(value).__name__}"
        raise TemplateRuntimeError(f"{what} can't be printed; texts and numbers can")
    return str(value)


def _called(caller: Callable[..., str] | None, call: str, given: str = "") -> Callable[..., str]:
    if caller is None:
        raise TemplateRuntimeError(f"it reads {{% call{given} {call} %}}…{{% endcall %}}")
    return caller


def _nothing_else(printed: str, things: str) -> None:
    if printed.strip():
        raise TemplateRuntimeError(f"“{flat(pieces(printed)).strip()}” stands between the {things}")


# ---- numbers as posts show them

_MINUS = "−"


def money(amount: int, sign: str = "", *, plus: bool = False) -> str:
    """`¥5,000,000` with `sign` ¥, `−¥7,500,000`; with `plus` gains are signed too."""
    before = _MINUS if amount < 0 else "+" * (plus and amount > 0)
    return f"{before}{sign}{abs(amount):,}"


def coins(count: int) -> str:
    """`1 coin`, `300 coins`."""
    return plural(count, "coin")


def ordinal(number: int) -> str:
    """`1st`, `12th`, `23rd`."""
    teens = number // 10 % 10 == 1
    ending = "th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def span(hours: float) -> str:
    """A number of hours as days and hours."""
    return when.span(timedelta(hours=hours))


FIGURES = {one.__name__: one for one in (money, coins, plural, ordinal, span)}
