"""What is read of messages made by rules, where reading.clauses has them one by one (SD-5)."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import few_or_many
from playing import play
from recorded import RECORDED
from saying import asked_of, read_as, reading

from gmtool.engine.grammar import PLAYER
from gmtool.engine.reading import read
from gmtool.games.split_decision import GAME
from gmtool.games.split_decision import moves as m

CODES = "17 4 100 55 55 23 81 9 64 37 1 72 48 90 12 33 66 5 29 78 41 99 58 14 86 20 51 3 69 44"
THIRTY = CODES.split()


@cache
def states() -> dict[str, Any]:
    """An episode in each of its phases."""
    text = (RECORDED / GAME.kind / "by-default.journal").read_text("utf-8")
    return {step.table.state.phase: step.table.state for step in play(text).replay.effective}


def said(phase: str, text: str) -> str:
    state = states()[phase]
    who = next(turn.who for turn in GAME.wanted(state).turns)
    return read_as(GAME, state, who, text.replace("Ann", who))


def numbered(form: str, between: str = "\n") -> str:
    return between.join(form.format(k=k, code=code) for k, code in enumerate(THIRTY, 1))


PARTED = (" ", ", ", "; ", ",", "\n", "\n\n", "\r\n", "\t", " | ", " - ", "-", " / ", ". ", " & ")
COUNTED = (
    "{k}) {code}",
    "{k}. {code}",
    "{k}: {code}",
    "#{k} {code}",
    "{k} - {code}",
    "({k}) {code}",
)
ON_LINES = (
    *("{k}){code}", "{k}:{code}", "{k}.{code}", "{k}-{code}", "{k} = {code}", "{k} -> {code}"),
    *("{k}→{code}", "{k}.) {code}", "[{k}] {code}", "No. {k}: {code}", "Code {k}: {code}"),
    *("#{k} - {code}", "{k} {code}", "{k}\t{code}", "{k}) {code}.", "- {code}", "• {code}"),
    *("{code}.", "{code},"),
)
BEFORE = (
    *("codes: ", "CODES - ", "My 30 codes!\n", "My thirty codes:\n", "Buzzcodes: "),
    *("My buzz codes are ", "Here are my 30 buzzcodes for episode 7:\n", "30 codes (1-100):\n"),
    *("Here are 30 random numbers from 1 to 100:\n", "Hi Bill,\nhere are my numbers:\n"),
    "[quote]codes 1-30[/quote]\n",
)
LISTS = (", ".join(THIRTY), numbered("{k}) {code}"), numbered("{code}"))
ROWS = [
    "\n".join(form.format(k + 1, k + 10) + ", ".join(THIRTY[k : k + 10]) for k in (0, 10, 20))
    for form in ("{}-{}: ", "Codes {} to {}:\n", "First ten ({}-{}): ")
]


@pytest.mark.parametrize(
    "text",
    [
        *(between.join(THIRTY) for between in PARTED),
        *(numbered(form, between) for form in COUNTED for between in ("\n", " ", ", ")),
        *map(numbered, ON_LINES),
        *(
            before + body + after
            for before in BEFORE
            for body in LISTS
            for after in ("", "\nThanks", "\n\nGood luck everyone!\n- Ann")
        ),
        *ROWS,
        *(f"\n\n  {LISTS[1]}  \n".replace("\n", end) for end in ("\r\n", " \n\u200b\n")),
    ],
)
def test_sd_05_thirty_codes_however_they_are_written(text: str) -> None:
    assert said("codes", text) == f"codes {CODES}"


def test_sd_05_what_is_beside_a_list_leaves_a_doubt() -> None:
    for text in (
        *(f"{rows}. Enjoy\n\nSorry, was away!" for rows in ROWS),
        f"{LISTS[1]}\n7 is lucky",
    ):
        assert said("codes", text) == f"? codes {CODES}"


@pytest.mark.parametrize(
    ("phase", "text", "move"),
    [
        ("codes", "17\u202e 4 100 5 6", "-"),
        ("head-start", "Ｈｉ\u200bｇｈ", "high"),
        ("head-start", "h\u0337i\u0337g\u0337h\u0337", "-"),
        ("head-start", "\u202ehgih", "-"),
        ("head-start", "\r\n\r\n  high  \r\n", "high"),
        ("answer", "\u202eParis", "? " + str(m.Answer("\u202eParis"))),
        ("answer", "\u200b", "-"),
    ],
)
def test_signs_that_arent_seen(phase: str, text: str, move: str) -> None:
    assert said(phase, text) == move


# ---- what is said by chance

_VOCABULARY = """
high low as 9 K ace A a joker refuse no thanks push chip use discard keep pass to Bob gold on it
this time codes my 17 4 100 1) 2) 3) 1. #1 1-30 1,000 5,100 5.5 -3 random cut at 1 5 15 pick numbers
range 3 devil both wager $750 all in bet hundred and seven suit hearts ♥ or maybe if not ? ! . , ;
answer "Paris" my is question right draw Hi Ann thanks \u274c \u202e \U0001f389 Ｈ don't please I'll
board suits 2ND AGAIN NO shuffle 3S JOKER
"""
_WORDS = st.sampled_from((*_VOCABULARY.split(), "\n"))
_TEXTS = st.lists(_WORDS | st.text(max_size=4)).map(" ".join) | st.text()


@pytest.mark.slow
@settings(max_examples=few_or_many(200, 1000))
@given(text=_TEXTS, data=st.data())
def test_every_reading_is_a_text_form_that_reads_back(text: str, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(list(states().values())))
    who = data.draw(st.sampled_from((*(p.name for p in state.players[:2]), "host", "chance")))
    by = who if who in {"host", "chance"} else PLAYER
    found = read(GAME.grammar, asked_of(GAME, state, who), text.split("\n"), by)
    for move in (*found.moves, *found.readings):
        assert GAME.grammar.typed(str(move), by) == move
    if found.refused:
        assert found.refused.sentence()
    reading(GAME, state, who, text)
