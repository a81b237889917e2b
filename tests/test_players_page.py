"""Every example on the page for players is read as the page says."""

import re
from hashlib import sha256
from pathlib import Path

import pytest
from corpus import FOLDER, TAKE, Case, Tables

PAGE = Path(__file__).parents[1] / "docs" / "players.md"
WAITS = "waits"
_EXAMPLE = re.compile(
    r"<!-- (?P<kind>\S+) (?P<situation>\S+) (?P<who>\w+): (?P<moves>.*) -->\n> (?P<text>.*)\n"
)


@pytest.mark.slow
def test_each_message_is_read_as_the_page_says(tmp_path: Path, migrated: Path) -> None:
    tables = Tables(FOLDER, tmp_path, migrated)
    text = PAGE.read_text("utf-8")
    examples = list(_EXAMPLE.finditer(text))
    assert len(examples) == text.count("\n> ") == text.count("<!--")
    for number, one in enumerate(examples, 1):
        moves = () if one["moves"] == WAITS else tuple(one["moves"].split("; "))
        case = Case(one["kind"], number, one["situation"], one["who"], one["text"], TAKE, moves, "")
        facts = tables.applied(case)
        recorded, refused = facts["recorded"], facts["refused"]
        assert (recorded, refused) == (list(moves), []), (one[0], facts)


def test_the_seal_on_the_page_is_the_digest_of_its_line() -> None:
    text = PAGE.read_text("utf-8")
    (line,) = re.findall(r"printf %s '(.*)' \| sha256sum", text)
    assert f"`{sha256(line.encode()).hexdigest()}`" in text
