"""The page about forums: what each of them gets, from the modules of the dialects."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.engine.options import write_value
from gmtool.render import dialects
from gmtool.render.dialects import own
from gmtool.render.dialects.atomic import AFTER_TAG, SEAM
from gmtool.render.dialects.dialect import Dialect
from manual.tables import code

_TAGS = (
    *("bold", "italic", "underlined", "struck", "red", "typed", "heading", "code", "list"),
    *("hidden", "veil", "quote", "link", "mention"),
)
_OURS = """base = "phpbb"                              # which of the dialects it is like
post_limit = 20000                          # what the board has otherwise
spoiler = true
hidden = ["[hide={title}]", "[/hide]"]      # the tags before and after
smilies = [":town:", "8)"]                  # what becomes a picture on this board"""


_TOP = """# Forums

A game's texts are written in the markup of its forum: `gmtool set dialect=phpbb`, or
`gmtool new … --dialect phpbb`. What players write is literal text everywhere, and no word of a
text becomes a picture or a mention by itself. A board that differs from its forum as installed is
told by `gmtool set post_limit=…`, `pm_limit=…` and `spoiler=on`, or by a file as below.

## Limits

| dialect | post | message | counted in | recipients of a message | pace | `spoiler` |
| --- | --: | --: | --- | --: | --- | --- |"""
_BETWEEN = """
On Reddit the text that opens a thread can have 40,000; replies are comments. `spoiler` is whether
the board hides text that a reader opens; where it is off, the text stands under its title.

## Tags
"""
_OWN = """## A dialect of your own

A file `NAME.toml` in the folder `dialects` beside the database, or in the one that
`GMTOOL_DIALECTS` names, is a dialect: `gmtool set dialect=NAME`.

```toml
{ours}
```

It can say {said}.

A mistake in the file is told when the dialect is set. Where the file is gone or broken later, no
command stops: texts are plain until it is put right, and each command says so. Then
`gmtool set dialect=NAME` drafts anew what waits in the outbox."""


def page() -> str:
    """The page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    found = [dialects.find(name) for name in dialects.NAMES]
    yield _TOP
    for one in found:
        limits = f"{one.post_limit:,} | {one.pm_limit:,} | {_unit(one)} | {one.recipients or ''}"
        yield f"| `{one.name}` | {limits} | {_pace(one)} | {write_value(one.spoiler)} |"
    yield _BETWEEN
    for one in found[1:]:
        yield f"### {one.name}\n"
        yield "| what | before | after |\n| --- | --- | --- |"
        yield from (_row(key, getattr(one, key)) for key in _TAGS if any(getattr(one, key)))
        yield f"\n{_table(one)}\n"
    yield _OWN.format(ours=_OURS, said=", ".join(f"`{key}`" for key in own.words()))


def _unit(one: Dialect) -> str:
    if one.counted("é") > 1:
        return "bytes"
    return "characters, `&` as 5 and quotation marks as 6" if one.counted("&") > 1 else "characters"


def _pace(one: Dialect) -> str:
    told = (
        f"{one.between_posts} seconds between posts" if one.between_posts else "",
        f"{one.between_messages} seconds between messages" if one.between_messages else "",
        f"{one.messages_an_hour} messages an hour" if one.messages_an_hour else "",
    )
    return ", ".join(filter(None, told))


def _row(key: str, tags: tuple[str, str]) -> str:
    return f"| {key} | {' | '.join(map(_cell, tags))} |"


def _cell(tag: str) -> str:
    bare = tag.replace(SEAM, "").replace(AFTER_TAG, "").replace("\n", "⏎")
    return code(bare) if bare.strip() else ""


def _table(one: Dialect) -> str:
    how = one.table.__name__
    said = {
        "lined": "Tables are lines of text.",
        "narrow_or_lined": "Narrow tables are aligned in a block of code, others lines of text.",
        "in_code": "Tables are aligned in a block of code.",
    }
    return said.get(how, "Tables are tables.")
