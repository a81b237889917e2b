"""What many rehearsed games come to: spreads, endings, final figures, and what looks wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from math import ceil, sqrt

from msgspec import Struct

from gmtool.desk.rehearse.life import Rehearsed
from gmtool.engine.game import Outcome
from gmtool.engine.text import plural

FEW = 20
"""In fewer games much comes by chance, and that isn't called wrong."""
OFTEN, EARLY = 1 / 2, 1 / 3
"""Somebody is out at once whom nobody asks for anything after the second share of the windows; that
looks wrong in more than the first share of the games.
"""
ASTRAY, FAR = 4.0, 1.5
"""A seat wins too often by so many standard deviations, and so many times its share."""
BARS = 6
"""The most bars of a histogram."""
LEVELS = {"least": 0.0, "p25": 0.25, "median": 0.5, "p75": 0.75, "p90": 0.9, "most": 1.0}
"""The figures of a spread, each with the share of games that come to that much at most."""
SIZES: dict[str, Callable[[Rehearsed], float]] = {
    "days": lambda one: one.days,
    "windows": lambda one: one.windows,
    "posts": lambda one: one.posts,
    "messages": lambda one: one.messages,
}
"""How long a game is, and how much there is to send."""


class Bar(Struct, frozen=True):
    """How many values lie from `low` to `high`, both included."""

    low: int
    high: int
    count: int


class Share(Struct, frozen=True):
    """What a host may not want: `part` of `whole` in all games. Up to `most` per cent are nothing
    to warn of.
    """

    what: str
    part: int
    whole: int
    most: int

    @property
    def percent(self) -> float:
        """How many per cent of the whole it is."""
        return 100 * self.part / self.whole


class Figures(Struct, frozen=True, dict=True):
    """The figures of `games`; `players` are in seat order, and within the days of `within` a game
    should be over.
    """

    games: Sequence[Rehearsed]
    players: Sequence[str]
    within: int

    @cached_property
    def outcomes(self) -> list[Outcome]:
        """How those games came out that were over."""
        return [one.outcome for one in self.games if one.outcome]

    @property
    def spreads(self) -> dict[str, dict[str, float]]:
        """Each of the SIZES at the LEVELS."""
        return {name: spread([size(one) for one in self.games]) for name, size in SIZES.items()}

    @property
    def endings(self) -> dict[str, int]:
        """In how many games each ending came, the most frequent first, and those that could have
        come last.
        """
        found = Counter(one["ending"] for one in self.outcomes)
        possible = dict.fromkeys(ending for one in self.outcomes for ending in one["endings"])
        return {**dict(found.most_common()), **{way: found[way] for way in possible}}

    @property
    def wins(self) -> dict[str, float]:
        """How many games each player won; one that several won counts for each by its part."""
        won = dict.fromkeys(self.players, 0.0)
        for one in self.outcomes:
            for name in one["winners"]:
                won[name] += 1 / len(one["winners"])
        return won

    @property
    def values(self) -> dict[str, list[int]]:
        """What all players had in the end, by what it is."""
        found: dict[str, list[int]] = {}
        for one in self.outcomes:
            for what, values in one["figures"].items():
                found.setdefault(what, []).extend(values)
        return found

    @property
    def shares(self) -> list[Share]:
        """What the kind counts that a host may not want; nothing of which there was none."""
        found: dict[str, Share] = {}
        for one in self.outcomes:
            for what, (part, whole, most) in one["shares"].items():
                sofar = found.get(what, Share(what, 0, 0, most))
                found[what] = Share(what, sofar.part + part, sofar.whole + whole, most)
        return [share for share in found.values() if share.whole]

    @property
    def typical(self) -> Rehearsed:
        """The game of the median length in days."""
        by_days = sorted(self.games, key=lambda one: (one.days, one.number))
        return by_days[(len(by_days) - 1) // 2]

    def warnings(self) -> Iterator[str]:
        """What looks wrong with the configuration, each with the figures that say so."""
        yield from self._length()
        if len(self.games) >= FEW:
            yield from self._endings()
            yield from self._seats()
            yield from self._out()
        yield from self._idle()
        yield from self.of_the_set_up()

    def of_the_set_up(self) -> Iterator[str]:
        """What looks wrong whoever plays, and however many do."""
        for share in self.shares:
            if share.percent > share.most:
                yield f"{in_words(share)}. Up to {share.most} % would be nothing unusual."
        came = Counter(what for one in self.games for what, is_so in one.foreseen.items() if is_so)
        foreseen = dict.fromkeys(what for one in self.games for what in one.foreseen)
        if len(self.games) >= FEW:
            never = (what for what in foreseen if not came[what])
            yield from (f"In none of {plural(len(self.games), 'game')} {what}." for what in never)

    def _length(self) -> Iterator[str]:
        many, endless = len(self.games), sum(not one.is_over for one in self.games)
        long = sum(one.days > self.within for one in self.games)
        if long:
            yield (
                f"{long:,} of {plural(many, 'game')} {'takes' if long == 1 else 'take'} more than "
                f"{plural(self.within, 'day')}."
            )
        if endless:
            yield f"{endless:,} of {plural(many, 'game')} had no end after ten years."

    def _endings(self) -> Iterator[str]:
        endings = self.endings
        never = [ending for ending, count in endings.items() if not count]
        if never and len(endings) - len(never) == 1:
            always = next(iter(endings))
            yield f"All games end in one way: {always}. It never comes to this: {'; '.join(never)}."

    def _seats(self) -> Iterator[str]:
        won = sum(self.wins.values())
        fair = won / len(self.players)
        deviation = sqrt(fair * (1 - 1 / len(self.players)))
        for seat, (name, count) in enumerate(self.wins.items(), 1):
            if count > max(fair + ASTRAY * deviation, FAR * fair):
                yield (
                    f"{name}, in seat {seat}, wins {count:,.0f} of {plural(round(won), 'game')}; "
                    f"its share would be {fair:,.0f}."
                )

    def _out(self) -> Iterator[str]:
        out = sum(one.first_out <= EARLY for one in self.games)
        if out > OFTEN * len(self.games):
            yield (
                f"In {out:,} of {plural(len(self.games), 'game')} somebody is out at once: nobody "
                f"asks it for anything after the first third of the windows."
            )

    def _idle(self) -> Iterator[str]:
        idle, windows = (
            sum(c) for c in zip(*((g.idle, g.windows) for g in self.games), strict=True)
        )
        if idle:
            yield f"In {idle:,} of {plural(windows, 'window')} nobody could do anything."


def in_words(share: Share) -> str:
    """A share in words: 12 % (48 of 400) of the lots."""
    return f"{share.what}: {share.percent:.0f} % ({share.part:,} of {share.whole:,})"


def spread(values: Sequence[float]) -> dict[str, float]:
    """The least of the values of which that share is as small, at each of the LEVELS."""
    ranked = sorted(values)
    return {name: ranked[max(0, ceil(level * len(ranked)) - 1)] for name, level in LEVELS.items()}


def bars(values: Sequence[int]) -> list[Bar]:
    """A histogram of whole numbers: each value by itself where there are few, else in stretches of
    equal length that begin at round numbers.
    """
    found = Counter(values)
    if len(found) <= BARS:
        return [Bar(value, value, found[value]) for value in sorted(found)]
    low, high = min(found), max(found)
    step = next(step for step in _round() if high // step - low // step < BARS)
    stretches = range(low // step, high // step + 1)
    counts = Counter(value // step for value in values)
    return [Bar(at * step, (at + 1) * step - 1, counts[at]) for at in stretches]


def _round() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 …"""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10
