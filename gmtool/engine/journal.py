"""The journal's text form: for export, import, fixtures, demos and transcripts alike.

A header of `key: value` lines, a line `---`, then one line an entry: `INSTANT WHO [FIELDS]: MOVE`.
A game that is made of a file has a header line `setup: LINE` for each line of that file, kept as it
is. Lines beginning with `#` are remarks. A journal that gmtool writes ends with `end: N entries,
DIGEST`, the first 32 hex digits of the SHA-256 of all lines before it, so that a journal that was
cut or changed is recognized. The older form, for scripts written by hand, has no such line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gmtool.engine import files, unicode_hygiene
from gmtool.engine.entries import Entry
from gmtool.engine.header import TRUST, Header
from gmtool.engine.instants import Instant
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.text import quote, read_names, unquote, write_name, write_names

FIRST_LINE = "gmtool-journal 2"
OLDER_FIRST_LINE = "gmtool-journal 1"
END_OF_HEADER = "---"
MOST_CHARACTERS = 50_000_000
MOST_LINES = 200_000
"""The most that a journal has: a long game has some thousand lines, and reading more
would only fill memory.
"""
_END = lazy_regex(r"end: (0|[1-9]\d{0,6}) entr(?:y|ies), ([0-9a-f]{32})")
_LINE_OF_FILE = lazy_regex(r"setup:(?: (.*))?", re.DOTALL)
_HEADER_KEYS = (
    *("kind", "rules", "trust", "name", "zone", "players"),
    *("alias", "option", "setup", "set", "seed"),
)
_STRINGS = ("late", "note", "raw")
_STRING_OR_NOT = lazy_regex(r'(?P<string>"(?:[^"\\]|\\.)*")|[^"]+')


class Misread(ValueError):
    """A line that can't stand in a journal: its number from 1, the line itself, and why."""

    def __init__(self, line_number: int, line: str, why: str) -> None:
        super().__init__(f"line {line_number}: {why}: {line}")
        self.line_number = line_number
        self.line = line
        self.why = why


class Line(Struct, frozen=True):
    """An entry as it stands in a journal, with the number of its line in the text."""

    line_number: int
    text: str
    entry: Entry


class Journal(Struct, frozen=True):
    """A journal that was read.

    Entries are numbered as they stand in the text, from 1; where chance lines are missing, the
    reader that knows the rules numbers them again. `older`: the form without an end line, so that
    nobody can tell whether it is complete. `left_out` is set where only the good part of a journal
    was read: the first line that is left out, and why.
    """

    header: Header
    lines: tuple[Line, ...]
    older: bool = False
    left_out: Misread | None = None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries in order."""
        return tuple(line.entry for line in self.lines)


def write(header: Header, entries: Iterable[Entry], *remarks: str) -> str:
    """The journal as text with a final line end, and lines of remarks above it; it is canonical:
    equal journals give equal texts.
    """
    return with_end_line([*remarks, *header_lines(header), *map(write_entry, entries)])


def with_end_line(lines: Sequence[str]) -> str:
    """The text of a journal's lines, remarks included, with the end line added."""
    text = "".join(f"{line}\n" for line in lines)
    kept = [line for line in lines if not line.startswith("#")]
    many = len(kept) - kept.index(END_OF_HEADER) - 1
    return f"{text}end: {many} {'entry' if many == 1 else 'entries'}, {_digest_of(text)}\n"


def _digest_of(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def write_entry(entry: Entry) -> str:
    """The line of one entry."""
    fields = []
    if entry.recorded_at != entry.received_at:
        fields.append(f"recorded {entry.recorded_at}")
    if entry.source:
        fields.append(f"from {entry.source}")
    if entry.link:
        fields.append(f"link {entry.link}")
    fields += [f"{name} {quote(getattr(entry, name))}" for name in _STRINGS if getattr(entry, name)]
    if entry.drawn:
        fields.append(f"drawn {entry.drawn}")
    if entry.of:
        fields.append(f"of {entry.of}")
    if entry.planned:
        fields.append(f"planned {entry.planned}")
    if entry.refused:
        fields.append(f"refused {entry.refused}")
    bracket = f" [{'; '.join(fields)}]" if fields else ""
    return f"{entry.received_at} {write_name(entry.who)}{bracket}: {entry.text}"


def unwritable(entries: Iterable[Entry]) -> Entry | None:
    """The first of `entries` whose line would not read back as the same entry; None where all
    would.

    No entry that was typed is such a one; a damaged database may hold one.
    """
    for number, entry in enumerate(entries, 1):
        line = write_entry(entry)
        try:
            if "\n" in line or replace(read_entry(number, line), number=number) != entry:
                return entry
        except Misread:
            return entry
    return None


def is_writable(header: Header) -> bool:
    """Whether the lines of a header read back as the same header."""
    try:
        return [*header_lines(read(write(header, ())).header)] == [*header_lines(header)]
    except Misread:
        return False


def header_lines(header: Header) -> Iterator[str]:
    """The lines of a journal before its first entry.

    Values outside quoted strings lose characters that steer a terminal, which nobody meant there.
    An entry's text stays as it was sealed.
    """
    yield FIRST_LINE
    yield f"kind: {header.kind}"
    yield f"rules: {header.rules}"
    yield f"trust: {TRUST}"
    yield f"name: {unicode_hygiene.without_harm(header.name)}"
    yield f"zone: {header.zone}"
    yield f"players: {write_names(header.players)}"
    for name in header.players:
        if header.aliases.get(name):
            quoted = ", ".join(map(quote, header.aliases[name]))
            yield f"alias {write_name(name)}: {quoted}"
    for key, value in sorted(header.options.items()):
        yield f"option {key}: {unicode_hygiene.without_harm(value)}"
    for line in files.lines_of(header.file):
        yield f"setup: {line}" if line else "setup:"
    for key, value in sorted(header.settings.items()):
        yield f"set {key}: {unicode_hygiene.without_harm(value)}"
    if header.seed:
        yield f"seed: {header.seed}"
    yield END_OF_HEADER


def read(text: str, *, cut: bool = False) -> Journal:
    """The journal that `text` holds.

    Raises Misread at the first line that isn't a journal's, and for a journal that doesn't end as
    it was written. With `cut` the result is the good part of such a journal: the lines before the
    first that isn't whole or can't be read.
    """
    _check_size(text)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    kept = ((n, line) for n, line in _lines(text) if line.strip() and not line.startswith("#"))
    number, first = next(kept, (1, ""))
    if not first:
        raise Misread(1, "", "there is nothing in it; a journal is what `gmtool export` writes")
    if re.fullmatch(r"gmtool-journal [3-9]", first.strip()):
        raise Misread(number, first, "this journal was written by a newer gmtool; install that")
    if first.strip() not in {FIRST_LINE, OLDER_FIRST_LINE}:
        raise Misread(number, first, f"a journal begins with “{FIRST_LINE}”")
    older = first.strip() == OLDER_FIRST_LINE
    header = _read_header(kept)
    bad = None if older else not_whole(text)
    if bad and not cut:
        raise bad
    return _read_entries(header, kept, older=older, cut=cut, bad=bad)


def _read_entries(
    header: Header,
    lines: Iterator[tuple[int, str]],
    *,
    older: bool,
    cut: bool,
    bad: Misread | None,
) -> Journal:
    entries: list[Line] = []
    for number, line in lines:
        try:
            if end := _END.fullmatch(line.strip()):
                if older:
                    raise Misread(number, line, f"it ends as one that begins “{FIRST_LINE}”")
                _see_that_it_is_right(number, line, int(end[1]), len(entries), lines)
                break
            if bad and bad.line_number == number:
                raise bad
            entry = replace(read_entry(number, line), number=len(entries) + 1)
        except Misread as misread:
            if not cut:
                raise
            return Journal(header, tuple(entries), older, misread)
        entries.append(Line(number, line.strip(), entry))
    return Journal(header, tuple(entries), older, bad)


def _see_that_it_is_right(
    number: int, line: str, said: int, there: int, following: Iterator[tuple[int, str]]
) -> None:
    if next(following, None) is not None:
        raise Misread(number, line, "something stands behind the end line")
    if said != there:
        raise Misread(number, line, f"it says {said} entries and there are {there}")


def _check_size(text: str) -> None:
    """Raise Misread for a text that is longer than a journal can be."""
    lines = text.count("\n")
    if len(text) > MOST_CHARACTERS or lines > MOST_LINES:
        raise Misread(
            1,
            "",
            f"it has {lines:,} lines and {len(text):,} characters; a journal has at most "
            f"{MOST_LINES:,} lines and {MOST_CHARACTERS:,} characters",
        )


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, one at a time: all at once would fill memory."""
    start, number = 0, 0
    while start <= len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        number += 1
        yield number, text[start:end]
        start = end + 1


def not_whole(text: str) -> Misread | None:
    """Why a journal isn't complete, by its end line; None where it is as it was written.

    The line to blame is the last one, or the end line that is missing behind it.
    """
    body = text.rstrip()
    start = body.rfind("\n") + 1
    last, number = body[start:], text.count("\n", 0, start) + 1
    found = _END.fullmatch(last)
    if found is None:
        is_whole = text[len(body) :].startswith("\n")
        why = "it was cut or added to, for its last line isn't the end line that gmtool wrote"
        why += "; the line before it may be cut too" if is_whole else ""
        return Misread(number + is_whole, "" if is_whole else last, why)
    if found[2] == _digest_of(text[:start]):
        return None
    why = "some line above was changed since gmtool wrote this, the last line"
    return Misread(number, last, why)


def tidied(read: Journal) -> Journal:
    """The journal as it was meant, without characters that nobody sees: its names, options and
    settings, and moves outside quotation marks. Within them stands what somebody wrote, as it was.
    """
    header = replace(
        read.header,
        name=_one_line(read.header.name),
        players=tuple(map(_one_line, read.header.players)),
        aliases={
            _one_line(name): tuple(map(_one_line, own)) for name, own in read.header.aliases.items()
        },
        options={key: unicode_hygiene.cleaned(value) for key, value in read.header.options.items()},
        settings={
            key: unicode_hygiene.cleaned(value) for key, value in read.header.settings.items()
        },
    )
    lines = (replace(line, entry=as_meant(line.entry)) for line in read.lines)
    return replace(read, header=header, lines=tuple(lines))


def as_meant(entry: Entry) -> Entry:
    """The entry without characters that nobody sees, but for what stands in quotation marks."""
    text = _STRING_OR_NOT.sub(
        lambda found: found["string"] or unicode_hygiene.cleaned(found[0]), entry.text
    )
    return replace(entry, who=_one_line(entry.who), text=text.strip())


def _one_line(name: str) -> str:
    return " ".join(unicode_hygiene.tidied(name).split())


def _read_header(lines: Iterator[tuple[int, str]]) -> Header:
    plain: dict[str, str] = {}
    aliases: dict[str, tuple[str, ...]] = {}
    pairs: dict[str, dict[str, str]] = {"option": {}, "set": {}}
    number = 1
    for number, line in lines:
        if line.strip() == END_OF_HEADER:
            return _header(number, line, plain, aliases, pairs)
        try:
            _read_header_line(line, plain, aliases, pairs)
        except ValueError as error:
            raise Misread(number, line, str(error)) from error
    raise Misread(number, "", f"the header isn't ended: what ends it is a line “{END_OF_HEADER}”")


def _read_header_line(
    line: str,
    plain: dict[str, str],
    aliases: dict[str, tuple[str, ...]],
    pairs: dict[str, dict[str, str]],
) -> None:
    key = re.split(r"[ :]", line, maxsplit=1)[0]
    if key not in _HEADER_KEYS:
        raise ValueError(f"“{key}” is no header key; there are {', '.join(_HEADER_KEYS)}")
    rest = line[len(key) :].strip()
    if key == "alias":
        name, names = _split_name(rest)
        aliases[name] = aliases.get(name, ()) + read_names(names)
        return
    if key == "setup":
        plain[key] = _file_so_far(plain.get(key, ""), line)
        return
    sub, colon, value = rest.partition(":")
    if not colon:
        raise ValueError("a colon is missing")
    target, field_name = (pairs[key], sub.strip()) if key in pairs else (plain, key)
    if key in plain or (key in pairs and field_name in target):
        raise ValueError(f"{key} {sub.strip()} stands there twice".replace("  ", " "))
    if (key in pairs) != bool(sub.strip()):
        raise ValueError(f"“{key}” reads `{key}{' NAME' if key in pairs else ''}: VALUE`")
    if value.strip() or key == "trust":
        _check_value(key, value.strip())
    target[field_name] = value.strip()


def _file_so_far(before: str, line: str) -> str:
    """The file that a game is made of, with the line that stands in this one added to it."""
    found = _LINE_OF_FILE.fullmatch(line)
    if found is None:
        raise ValueError("“setup” reads `setup: LINE`, with one blank before the line of the file")
    file = f"{before}{found[1] or ''}\n"
    for mistake in files.amiss_in(file if len(file) > files.MOST_CHARACTERS else line):
        raise ValueError(f"of the file that the game is made of: {mistake.why}")
    return file


def _check_value(key: str, value: str) -> None:
    """Raise ValueError for a value that a header line of that key can't have."""
    if key == "seed" and not re.fullmatch(r"[0-9a-f]{64}", value.lower()):
        raise ValueError("a seed is 64 hex digits")
    if key == "rules" and not re.fullmatch(r"[1-9]\d{0,5}", value):
        raise ValueError("a version of the rules is a whole number, as in `rules: 1`")
    if key == "trust" and value != str(TRUST):
        raise ValueError(
            f"there is `trust: {TRUST}` alone; leave the line out of a journal that you write by "
            "hand, and read any other with the version of gmtool that wrote it"
        )
    if key == "players":
        read_names(value)


def _header(
    number: int,
    line: str,
    plain: dict[str, str],
    aliases: dict[str, tuple[str, ...]],
    pairs: dict[str, dict[str, str]],
) -> Header:
    for key in ("kind", "rules", "name", "zone", "players"):
        if not plain.get(key):
            raise Misread(number, line, f"the header has no “{key}:”")
    return Header(
        plain["kind"],
        int(plain["rules"]),
        plain["name"],
        plain["zone"],
        read_names(plain["players"]),
        aliases,
        pairs["option"],
        pairs["set"],
        plain.get("seed", "").lower(),
        plain.get("setup", ""),
    )


def _split_name(text: str) -> tuple[str, str]:
    if text.startswith('"'):
        name, rest = unquote(text)
        rest = rest.strip()
        if not rest.startswith(":"):
            raise ValueError("a colon is missing after the name")
        return name, rest[1:]
    name, colon, rest = text.partition(":")
    if not colon:
        raise ValueError("a colon is missing after the name")
    return name.strip(), rest


def read_entry(line_number: int, line: str) -> Entry:
    """The entry of one line, with number 0; raises Misread for any other line."""
    try:
        instant, _, rest = line.partition(" ")
        received = Instant.read(instant)
        who, rest = _read_who(rest.strip())
        fields: dict[str, Any] = {}
        if rest.startswith("["):
            fields, rest = _read_fields(rest[1:])
        if not rest.startswith(":"):
            raise ValueError("a colon is missing before the move")
        move = rest[1:].strip()
        if not move:
            raise ValueError("the move is missing")
    except ValueError as error:
        raise Misread(line_number, line, str(error)) from error
    recorded = Instant(fields.pop("recorded", received))
    of, planned = (int(fields.pop(name, "0")) for name in ("of", "planned"))
    return Entry(0, who, move, received, recorded, of=of, planned=planned, **fields)


def _read_who(text: str) -> tuple[str, str]:
    if text.startswith('"'):
        name, rest = unquote(text)
        return name, rest.strip()
    found = re.match(r"[^\[:]*", text)
    name = found[0].strip() if found else ""
    if not name:
        raise ValueError("who said it is missing")
    return name, text[len(found[0]) if found else 0 :]


def _read_fields(text: str) -> tuple[dict[str, str], str]:
    fields: dict[str, str] = {}
    while True:
        name, _, rest = text.strip().partition(" ")
        value, text = _read_field(name, rest.strip())
        key = "source" if name == "from" else name
        if key in fields:
            raise ValueError(f"“{name}” stands there twice")
        fields[key] = value
        text = text.strip()
        if text.startswith("]"):
            return fields, text[1:].strip()
        if not text.startswith(";"):
            raise ValueError("the bracket isn't closed")
        text = text[1:]


def _read_field(name: str, rest: str) -> tuple[str, str]:
    if name in _STRINGS:
        return unquote(rest)
    word = re.split(r"[;\]\s]", rest, maxsplit=1)[0]
    if name == "recorded":
        word = Instant.read(word)
    elif name == "from" and word not in {"pm", "post"}:
        raise ValueError(f"“from {word}” is neither `from pm` nor `from post`")
    elif name == "drawn" and word not in {"seed", "typed"}:
        raise ValueError(f"“drawn {word}” is neither `drawn seed` nor `drawn typed`")
    elif name in {"of", "planned"} and not re.fullmatch(r"[1-9]\d{0,8}", word):
        what = "message" if name == "of" else "plan"
        raise ValueError(f"“{name} {word}” names no {what}; it takes the number of its entry")
    elif name in {"link", "refused"} and not word:
        raise ValueError(f"what “{name}” takes is missing")
    elif name not in {"recorded", "from", "drawn", "link", "of", "planned", "refused"}:
        raise ValueError(
            f"“{name}” is no field; there are recorded, from, link, late, note, raw, drawn, of, "
            "planned, refused"
        )
    return word, rest[len(word) :]
