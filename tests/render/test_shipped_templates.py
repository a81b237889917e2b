"""The shipped templates in random games of every kind: each forum shows what they mean, and what
they propose can be sent. Texts as they were approved stand in `tests/games/*/texts.clauses`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial

import pytest
from forums import LINED, check, shown
from jinja2 import Environment
from lengths import few_first, few_or_many, one_in

from gmtool.desk.texts import triggers
from gmtool.engine.entries import Entry
from gmtool.engine.entry_texts import read_typed
from gmtool.engine.game import Message
from gmtool.engine.refusals import Refusal
from gmtool.engine.steps import apply
from gmtool.engine.table import Table, awaited
from gmtool.games import BUILT_IN, load
from gmtool.render.dialects import NAMES, find
from gmtool.render.folders import shipped
from gmtool.render.when import when
from gmtool.testing.check_texts import Texts, session_after, written
from gmtool.testing.played import Played, Subject, Taken

KINDS = list(BUILT_IN)
APART = few_or_many(len(NAMES), 4)
"""Of the dialects so many are apart in which a text is written: by turns in each of them."""
FEW, MANY = 10, 100
"""One of so many entries is looked at: a tenth of the texts, of long games less."""
PROPOSE = {"inventory", "reminder", *("your-turn", "trade", "offer", "ante-offer")} | {
    *("choose", "victim", "end-of-turn", "on-top")
}
"""The texts to a player that say what can be sent."""
_CODE = re.compile(r"^```\w*\n(.*?)\n```$", re.DOTALL | re.MULTILINE)
GAMES = few_first(len(KINDS), [(kind, number) for number in (1, 2, 3) for kind in KINDS])


WORDS = "plain"
"""The dialect without markup."""
_ONE = r"coin|lot|card|hour|day|player|bid|minute|window|chip|question|set|title|code|number"


def check_words(text: str) -> None:
    """What a reader would stumble over."""
    assert text.strip()
    assert not re.search(rf"(?<![\d.,])1 (?:\w+ )?(?:{_ONE})s\b", text)
    assert not re.search(r"\b(a|(?i:the|is|of|to|you|until|for|and)) \1\b", text)
    assert not re.search(r"[a-z][.,:;](?:[.,:;]|[a-z]{3,})", re.sub(r"\S*//\S*", "", text))
    assert not re.search(r"\b(?:None(?! of)|True|False|undefined)\b|[{}]| [,.;]", text)
    shown = re.sub(r"(?m)^[0-9a-f]{32} [0-9a-f]{8} \d+ \S+Z ", "", text)  # a seal, byte for byte
    assert not re.search(r"(?m)[.!?] *[.!?]$|\d{4}-\d\d-\d\dT\d\d", shown)


@cache
def game_of(kind: str, number: int) -> Played:
    (played,) = Subject.of(load(BUILT_IN[kind]), [number]).random()
    return played


def entries(kind: str, number: int) -> Iterator[tuple[Texts, Taken]]:
    """Entries of a random game, spread over it."""
    played = game_of(kind, number)
    apart = max(FEW, len(played.taken) // MANY)
    for one in played.taken[number % FEW :: apart]:
        yield Texts(played), one


def texts_of(told: Texts, one: Taken, dialect: str) -> Iterator[tuple[Message, str]]:
    """What arises with an entry, and its text with the subject."""
    session = session_after(told.played, one.after, one.entry.number)
    writer = told.writer(session, one.after, one.entry, dialect)
    for arisen in triggers.find_triggers(session, (one.step,)):
        make = partial(writer.write_block, arisen)
        yield arisen.message, written(writer, arisen.message, make)


def asked_for(
    told: Texts, table: Table, entry: Entry, dialect: str
) -> Iterator[tuple[Message, str]]:
    """What the host can ask for at that point."""
    writer = told.writer(session_after(told.played, table, entry.number), table, entry, dialect)
    for message, turns in told.at_any_time(table):
        make = partial(told.stands, writer, message, turns)
        yield message, written(writer, message, make)


@pytest.mark.slow  # every text in every dialect
@pytest.mark.parametrize(("kind", "number"), GAMES)
def test_every_forum_shows_a_text_as_it_is_meant(kind: str, number: int) -> None:
    for place, (told, one) in enumerate(entries(kind, number), KINDS.index(kind)):
        plain = list(texts_of(told, one, WORDS))
        for _, text in plain:
            check_words(text)
        for dialect in NAMES[place % APART :: APART]:
            for (_, words), (_, text) in zip(plain, texts_of(told, one, dialect), strict=True):
                subject, _, body = text.partition("\n\n")
                assert check(dialect, body) == []
                repeated = words.startswith(f"{subject}\n\n{subject}\n")
                left_out = subject if repeated and find(dialect).own_title else ""
                for name in one.after.players:
                    seen = shown(dialect, text).count(name) + left_out.count(name)
                    # where a table is lines, its titles stand in each of them
                    more = seen > words.count(name) and dialect in LINED
                    assert more or seen == words.count(name), (dialect, name)


@pytest.mark.slow  # every line that a text proposes is sent
@pytest.mark.parametrize("kind", one_in(3, KINDS))
def test_what_a_text_proposes_to_a_player_can_be_sent_as_it_stands(kind: str) -> None:
    proposed = 0
    for told, one in entries(kind, 1):
        for message, text in asked_for(told, one.after, one.entry, "discourse"):
            asked = any(turn.who == message.to for turn in awaited(told.played.game, one.after))
            if asked and message.occasion in PROPOSE:
                for line in "\n".join(_CODE.findall(text)).splitlines():
                    sent(told, one, message.to, line, text)
                    proposed += 1
    assert proposed


def sent(told: Texts, one: Taken, who: str, line: str, text: str) -> None:
    """A line of a text is sent: it stands, but for the places that are to be filled in."""
    game, at = told.played.game, one.entry.recorded_at
    try:
        for move in read_typed(game, one.after, who, line):
            apply(game, one.after, Entry(one.entry.number + 1, who, str(move), at, at))
    except Refusal as refusal:
        late = any(w.deadline < at for w in one.after.windows)
        if not late and not re.search(r"\b[A-Z]{4,}\b|…", line):
            raise AssertionError(f"{refusal}\n{text}") from refusal


@pytest.mark.slow
@pytest.mark.parametrize("kind", one_in(3, KINDS))
def test_no_text_promises_a_deadline_in_a_pause(kind: str) -> None:
    for told, one in entries(kind, 1):
        if not one.after.windows or one.after.paused:
            continue
        at = one.entry.recorded_at
        pause = Entry(one.entry.number + 1, "host", 'pause why "x"', at, at)
        paused = apply(told.played.game, one.after, pause).table
        zone = session_after(told.played, paused, pause.number).zone
        deadlines = [when(w.deadline.moment, zone, short=True) for w in one.after.windows]
        for _, text in asked_for(told, paused, pause, WORDS):
            assert not [one for one in deadlines if one in text], text


def test_shipped_templates_hold_no_forum_s_markup_and_no_suit() -> None:
    """One template serves all dialects: what it says in its own words is markup in none, and suits
    can be letters.
    """
    lexer = Environment(autoescape=True)
    for path in shipped().rglob("*.j2"):
        for line, kind, text in lexer.lex(path.read_text("utf-8")):
            if kind == "data":
                assert not set(text) & set("[]<>*_`#|~\\♣♦♥♠"), f"{path}, line {line}: {text}"
