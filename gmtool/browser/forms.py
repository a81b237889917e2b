"""Reads what a form of the page holds."""

from __future__ import annotations

from urllib.parse import parse_qsl

from msgspec import Struct
from starlette.requests import Request

from gmtool.engine.bounds import MOST_OF_A_PAGE
from gmtool.engine.unicode_hygiene import cleaned

_MOST_BYTES = 13 * MOST_OF_A_PAGE
"""A character may take four bytes, and each of these three letters."""
_MOST_FIELDS = 200
KIND = "application/x-www-form-urlencoded"


class Form(Struct, frozen=True):
    """The fields of a form, or of an address, in order."""

    fields: tuple[tuple[str, str], ...]

    @classmethod
    def read(cls, text: str) -> Form:
        """Raises ValueError for what isn't written as forms are."""
        return cls(
            tuple(
                parse_qsl(
                    text, keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS
                )
            )
        )

    def pasted(self, name: str) -> str:
        """A text as it was pasted, but for the line ends, which a browser changes; empty where
        there is none.
        """
        found = next((value for key, value in self.fields if key == name), "")
        return found.replace("\r\n", "\n")

    def __getitem__(self, name: str) -> str:
        """A line as it looks, without blanks around it; empty where there is none."""
        return cleaned(self.pasted(name)).strip()

    def __contains__(self, name: str) -> bool:
        return any(key == name for key, _ in self.fields)

    def every(self, name: str) -> tuple[str, ...]:
        """All values of a field."""
        return tuple(cleaned(value).strip() for key, value in self.fields if key == name)

    def number(self, name: str) -> int:
        """A whole number; 0 for anything else."""
        typed = self[name]
        return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 10 else 0

    def numbers(self, name: str) -> tuple[int, ...]:
        """The numbers in a list such as `25,27`."""
        listed = (word.strip() for word in self[name].split(","))
        return tuple(int(word) for word in listed if word.isascii() and word.isdecimal())


def asked_with(request: Request) -> Form:
    """What stands in the address; nothing where it isn't written as forms are."""
    try:
        return Form.read(request.url.query)
    except ValueError:
        return Form(())


async def sent_with(request: Request) -> Form | None:
    """The form that was sent; None for what no form of the page sends."""
    if request.headers.get("content-type", "").partition(";")[0] != KIND:
        return None
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > _MOST_BYTES:
            return None
    try:
        return Form.read(body.decode("ascii"))
    except ValueError:
        return None
