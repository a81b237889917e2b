"""How a reader of the rules page refuses a move; it shares nothing with the program."""

from __future__ import annotations

SILENT = "*"
"""In place of a clause: the page names none for this refusal."""


class Illegal(Exception):
    """Refused; `clauses` are those of which the page would have any one cited."""

    def __init__(self, *clauses: str) -> None:
        super().__init__(", ".join(clauses))
        self.clauses = clauses

    def allows(self, clause: str) -> bool:
        """Whether a refusal may cite `clause`."""
        return clause in self.clauses or SILENT in self.clauses


def expect(right: bool, *clauses: str) -> None:
    """Refuse by these clauses unless it is right."""
    if not right:
        raise Illegal(*clauses)


def deadline(opened: int, hours: int) -> int:
    """The second at which a window ends: its hours run from the next full minute (ALL-1)."""
    return -(-opened // 60) * 60 + hours * 3600
