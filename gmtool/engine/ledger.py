"""What binds a game to what its players saw: a commitment, seals of moves, a chain of entries.

A journal names its bytes by a number, `header.TRUST`.
"""

from __future__ import annotations

import hashlib
import hmac

from msgspec import Struct
from msgspec.structs import replace

from gmtool.engine.entries import Entry
from gmtool.engine.header import Header
from gmtool.engine.journal import header_lines
from gmtool.engine.options import Option, read_options, write_value
from gmtool.engine.text import HOST, write_name

_OF_THE_GAME = 8
"""So many digits of the commitment stand in a seal."""
COVERED_SETTINGS = ("chance", "words_until", "ends_at", "skip", "grace", "longest_absence")
"""Settings of the set-up that the commitment covers: when time is up, and where chance is from."""
_COVERED = (
    *("kind: ", "rules: ", "players: ", "zone: ", "option "),
    tuple(f"set {key}: " for key in COVERED_SETTINGS),
    "setup:",
)
"""How the lines of a header begin that it covers, in their order."""


def with_all_options(header: Header, options: tuple[Option, ...]) -> Header:
    """The header with every option that has a value, defaults too, as it is typed.

    Raises UnknownOption, and Refused for a value that an option can't have.
    """
    values = read_options(options, header.options).items()
    every = {name: write_value(value) for name, value in values if value not in {None, ""}}
    return replace(header, options=every)


def header_text(header: Header) -> str:
    """What the commitment covers of a header with all options: what the opening post tells."""
    lines = list(header_lines(header))
    covered = (line for begin in _COVERED for line in lines if line.startswith(begin))
    return "".join(f"{line}\n" for line in covered)


def as_posted(digest: str) -> str:
    """The first 32 digits of a digest, as posts and receipts show them. With 8 a host could
    prepare two games that fit one post, within seconds, and with 16 within minutes.
    """
    return digest[:32]


def commitment(header: Header) -> str:
    """The commitment, in hex, of a game whose header has its seed and all options."""
    return hashlib.sha256(bytes.fromhex(header.seed) + header_text(header).encode()).hexdigest()


class Seal(Struct, frozen=True):
    """A move that nobody else may know, as its receipt shows it: the `digest`, in hex, is the
    SHA-256 of the `line`, and the nonce at its beginning keeps anybody from guessing the rest.
    """

    line: str

    @property
    def digest(self) -> str:
        """The SHA-256 of the line, in hex."""
        return hashlib.sha256(self.line.encode()).hexdigest()


class Ledger(Struct, frozen=True):
    """The means of binding one game."""

    seed: bytes
    commitment: str
    """In hex. The opening post shows it, so that neither seed nor set-up can be changed unseen."""

    @classmethod
    def of(cls, header: Header, options: tuple[Option, ...]) -> Ledger:
        """The ledger of a game with these options; raises as `with_all_options` does."""
        own = commitment(with_all_options(header, options))
        return cls(bytes.fromhex(header.seed), own)

    def seal(self, entry: Entry, who: str) -> Seal:
        """The seal of an entry by `who`, who is named as at sign-up.

        An entry that was put down as another player's first has another nonce than the receipt
        that the other player has; so has an insert, since the player whose move it puts in has the
        plain one, and could find the host's reason by trying.
        """
        is_insert = entry.who == HOST and entry.text.startswith("insert ")
        own = entry.put_down_as or is_insert
        about = f"{entry.number} {who}" if own else f"{entry.number}"
        nonce = self._keyed(f"nonce {about}")[:16].hex()
        bound = f"{self.commitment[:_OF_THE_GAME]} {entry.number} {entry.received_at}"
        return Seal(f"{nonce} {bound} {who}: {entry.text}")

    def silence(self, closing: int, who: str, nth: int = 1) -> str:
        """The digest, in hex, that stands among the seals of the window which entry `closing`
        closed, for a seat from which no sealed move came; nobody can tell it from a seal. Where the
        entry closed several sealed windows, it is the `nth` of that seat.
        """
        return self._keyed(f"silence {closing}{f'.{nth}' if nth > 1 else ''} {who}").hex()

    def _keyed(self, about: str) -> bytes:
        return hmac.digest(self.seed, f"gmtool {about}".encode(), "sha256")


def said(entry: Entry) -> str:
    """An entry that everybody may know, as it stands in the chain: with a mark where the host took
    it though it came late.
    """
    return f"{write_name(entry.who)}: {entry.text}{' [late]' if entry.late else ''}"


def link(before: str, entry: Entry, said: str) -> str:
    """The hash, in hex, of an entry in the chain; `before` is that of the entry before it, at first
    the commitment. `said` is the entry where everybody may know it, else its digest.
    """
    times = f"{entry.recorded_at}\n{entry.received_at}"
    return hashlib.sha256(f"{before}\n{entry.number}\n{times}\n{said}".encode()).hexdigest()
