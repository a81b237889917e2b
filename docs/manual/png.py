"""Pictures as PNG files: few colours, well packed, with a text in them."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

_BEGINS = b"\x89PNG\r\n\x1a\n"
_ONE_BYTE_EACH, _BY_PALETTE = 8, 3
_KEYWORD = b"Description\0\0\0\0\0"
"""Of a text in UTF-8 that isn't packed, without a language."""


def write(file: Path, size: tuple[int, int], colours: list[int], pixels: bytes, text: str) -> None:
    """Write a picture: `pixels` are places in `colours`, each of which is red, green, blue and
    alpha, from its lowest byte on.
    """
    width, height = size
    each = [colour.to_bytes(4, "little") for colour in colours]
    rows = (pixels[at : at + width] for at in range(0, len(pixels), width))
    packed = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    header = struct.pack(">IIBBBBB", width, height, _ONE_BYTE_EACH, _BY_PALETTE, 0, 0, 0)
    chunks = {
        b"IHDR": header,
        b"PLTE": b"".join(one[:3] for one in each),
        b"tRNS": b"".join(one[3:] for one in each),
        b"iTXt": _KEYWORD + text.encode(),
        b"IDAT": packed,
        b"IEND": b"",
    }
    file.write_bytes(_BEGINS + b"".join(_chunk(*one) for one in chunks.items()))


def read_size(file: Path) -> tuple[int, int]:
    """Width and height of a picture."""
    width, height = struct.unpack(">II", _chunks(file)[b"IHDR"][:8])
    return width, height


def read_text(file: Path) -> str:
    """The text in a picture."""
    return _chunks(file)[b"iTXt"].removeprefix(_KEYWORD).decode()


def _chunk(name: bytes, inside: bytes) -> bytes:
    whole = name + inside
    return struct.pack(">I", len(inside)) + whole + struct.pack(">I", zlib.crc32(whole))


def _chunks(file: Path) -> dict[bytes, bytes]:
    return dict(_read(file.read_bytes()[len(_BEGINS) :]))


def _read(left: bytes) -> Iterator[tuple[bytes, bytes]]:
    while left:
        (length,) = struct.unpack(">I", left[:4])
        yield left[4:8], left[8 : 8 + length]
        left = left[12 + length :]
