"""Tables of cases in few lines, for `parametrize`."""

from __future__ import annotations


def cells(text: str, between: str = " | ") -> list[str]:
    """A case for each line, or several in a line."""
    return [case for line in text.split("\n") for case in line.split(between) if case.strip()]


def rows(text: str, between: str = " = ") -> list[tuple[str, ...]]:
    """A case for each `typed = meant` in the text; in a line several are parted by ` | `. A column
    that is empty is written `-`.
    """
    return [tuple(_cell(cell) for cell in case.split(between)) for case in cells(text)]


def _cell(written: str) -> str:
    return "" if written.strip() == "-" else written.strip()


def headed(text: str) -> list[tuple[str, list[str]]]:
    """A case for each line, with the indented lines below it."""
    cases: list[tuple[str, list[str]]] = []
    for line in filter(None, text.split("\n")):
        if line.startswith(" "):
            cases[-1][1].append(line.strip())
        else:
            cases.append((line, []))
    return cases


def ways(text: str, between: str = " | ") -> list[tuple[str, str]]:
    """A case for each of `a` and `b` in a line `meant = a | b`, with what is meant behind it."""
    lines = (line.partition(" = ") for line in text.split("\n") if line.strip())
    return [(way, _cell(meant)) for meant, _, all_ways in lines for way in all_ways.split(between)]
