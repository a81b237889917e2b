"""The words for what is said in private stand in one table."""

import re
from pathlib import Path

import pytest

from gmtool.render import dialects
from gmtool.render.delivery import FOR_THE_HOST, NAMES, PM, SEVERAL, words

TEMPLATES = Path(__file__).parents[2] / "templates"
BARE = re.compile(r"\b[PD]M(s|ed|ing)?\b|(?i:private (message|thread)s?|on discord)")


def test_no_template_names_a_way_to_write_in_private_itself() -> None:
    bare = [
        f"{file.relative_to(TEMPLATES)}:{number}: {line}"
        for file in TEMPLATES.rglob("*.j2")
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if BARE.search(line)
    ]
    assert not bare, "\n".join(bare)


def test_templates_use_only_words_that_there_are() -> None:
    used = {
        word
        for file in TEMPLATES.rglob("*.j2")
        for word in re.findall(r"\bchannel\.(\w+)", file.read_text("utf-8"))
    }
    assert used <= set(words(PM))
    assert {word.lower() for word in used} == {key.lower() for key in words(PM)}


def test_each_way_has_words_of_its_own() -> None:
    every = [words(name) for name in (*NAMES, SEVERAL)]
    assert len({told["by_it"] for told in every}) == len(every)
    for told in every:
        assert told["Tell_me"][1:] == told["tell_me"][1:]
        assert all(text == text.rstrip() for text in told.values())
    assert set(FOR_THE_HOST) == set(NAMES)


@pytest.mark.parametrize("name", dialects.NAMES)
def test_what_a_forum_has_is_one_of_them(name: str) -> None:
    assert dialects.find(name).channel in NAMES
