"""What binds a game to what its players saw: a commitment, seals of moves, a chain of entries.

The bytes are those of design §6. Games that were begun before carry `trust: 1`: their commitment
covers the seed alone, their seals the move alone, and they have no chain.
"""

from __future__ import annotations

import hashlib
import hmac

from gmtool.engine.entries import Entry
from gmtool.engine.frozen import frozen, replace
from gmtool.engine.header import Header
from gmtool.engine.instants import Instant
from gmtool.engine.journal import header_lines
from gmtool.engine.options import Option, read_options, write_value
from gmtool.engine.wording import HOST, write_name

OLDER, TRUST = 1, 2
"""How games that were begun before are bound, and how those that begin now."""
SHORT = 8
"""So many digits of a hash stand in a post, and of the commitment in a seal."""
_COVERED = ("kind: ", "rules: ", "players: ", "zone: ", "option ", "setup:")


def with_all_options(header: Header, options: tuple[Option, ...]) -> Header:
    """The header with every option that has a value, defaults too, as it is typed.

    Raises UnknownOption, and Refused for a value that an option can't have.
    """
    values = read_options(options, header.options).items()
    every = {name: write_value(value) for name, value in values if value not in {None, ""}}
    return replace(header, options=every)


def header_text(header: Header) -> str:
    """What the commitment covers of a header with all options: what the opening post tells."""
    lines = (line for line in header_lines(header) if line.startswith(_COVERED))
    return "".join(f"{line}\n" for line in sorted(lines, key=_place))


def _place(line: str) -> int:
    return next(place for place, key in enumerate(_COVERED) if line.startswith(key))


def short(seal: str) -> str:
    """The first 32 digits of a digest, as the post that closes a window lists them."""
    return seal[:32]


@frozen
class Seal:
    """A move that nobody else may know, as its receipt shows it: the `digest`, in hex, is the
    SHA-256 of the `line`, and the nonce at its beginning keeps anybody from guessing the rest.
    """

    nonce: str
    line: str

    @property
    def digest(self) -> str:
        """The SHA-256 of the line, in hex."""
        return hashlib.sha256(self.line.encode()).hexdigest()


def about_silence(closing: int, who: str, nth: int = 1) -> str:
    """What the digest of a silence is about."""
    return f"silence {closing}{f'.{nth}' if nth > 1 else ''} {who}"


@frozen
class Ledger:
    """The means of binding one game, by the version of its `trust`."""

    seed: bytes
    trust: int
    commitment: str
    """In hex. The opening post shows it, so that neither seed nor set-up can be changed unseen."""

    @classmethod
    def of(cls, header: Header, options: tuple[Option, ...]) -> Ledger:
        """The ledger of a game with these options; raises as `with_all_options` does."""
        seed = bytes.fromhex(header.seed)
        is_older = header.trust < TRUST
        covered = "" if is_older else header_text(with_all_options(header, options))
        return cls(seed, header.trust, hashlib.sha256(seed + covered.encode()).hexdigest())

    @property
    def has_chain(self) -> bool:
        """Whether its entries are chained."""
        return self.trust >= TRUST

    def seal(self, entry: Entry, who: str) -> Seal:
        """The seal of an entry by `who`, who is named as at sign-up.

        An entry that was put down as another player's first has another nonce than the receipt
        that the other player has; so has an insert, since the player whose move it puts in has the
        plain one, and could find the host's reason by trying.
        """
        who = who if self.trust >= TRUST else entry.who
        is_insert = self.has_chain and entry.who == HOST and entry.text.startswith("insert ")
        own = entry.put_down_as or is_insert
        about = f"{entry.number} {who}" if own else f"{entry.number}"
        nonce = self._keyed(f"nonce {about}")[:16].hex()
        if self.trust < TRUST:
            return Seal(nonce, f"{nonce} {who}: {entry.text}")
        bound = f"{self.commitment[:SHORT]} {entry.number} {entry.received_at}"
        return Seal(nonce, f"{nonce} {bound} {who}: {entry.text}")

    def silence(self, closing: int, who: str, nth: int = 1) -> str:
        """The digest, in hex, that stands among the seals of the window which entry `closing`
        closed, for a seat from which no sealed move came; nobody can tell it from a seal. Where the
        entry closed several sealed windows, it is the `nth` of that seat.
        """
        return self._keyed(about_silence(closing, who, nth)).hex()

    def _keyed(self, about: str) -> bytes:
        return hmac.digest(self.seed, f"gmtool {about}".encode(), "sha256")


def said(entry: Entry) -> str:
    """An entry that everybody may know, as it stands in the chain."""
    return f"{write_name(entry.who)}: {entry.text}"


def link(before: str, number: int, recorded_at: Instant, said: str) -> str:
    """The hash, in hex, of an entry in the chain; `before` is that of the entry before it, at first
    the commitment. `said` is the entry where everybody may know it, else its digest.
    """
    return hashlib.sha256(f"{before}\n{number}\n{recorded_at}\n{said}".encode()).hexdigest()
