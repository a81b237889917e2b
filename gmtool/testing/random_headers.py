"""The headers of random games: players, options, policy and seed, which all follow from the game's
number.
"""

from __future__ import annotations

import random

from gmtool.desk.rehearse.bots import Dice
from gmtool.desk.session.session import empty_replay
from gmtool.engine import entropy
from gmtool.engine.game import Game
from gmtool.engine.header import Header
from gmtool.engine.options import Option, write_value
from gmtool.engine.refusals import Refusal
from gmtool.engine.text import quote
from gmtool.testing.broken import Broken

NAMES = (
    *("Ann", "Bob", "Cid, Jr.", "Dee", "#5", "Fay", "A; B"),
    *("[Hal]", "Agent 47", "Joe", "Kim", "Lou", "Zoë"),
)


SEATS = (2, 2, 2, 3, 3, 3, 4, 5, 6, 8, 13)
"""How many may want to play."""


TITLES = ("Scum", "Poor Sod", "l'Âne-Roi")
"""What options of free words may say."""


DEFAULT = 0.4
"""How often an option isn't spoken of."""


LENGTHENING = {"rounds"}
"""Options by which a game gets as much longer: small numbers of them show all there is."""


LIMITS = {"limit": 150}
"""Options that end a game, late by default: always spoken of, with a number up to this."""


def by_defaults(game: Game, number: int) -> Header:
    """As few players as can be, and every option as it comes."""
    for seats in sorted(set(SEATS)):
        header = _header(game, number, NAMES[:seats], {}, entropy.SEED)
        if _may_be(game, header):
            return header
    raise Broken("no number of players can play it as it comes.", kind=game.kind)


def by_chance(game: Game, number: int) -> Header:
    """Players, options and the mode of chance by the number."""
    dice = Dice(number).random
    for _ in range(500):
        players = tuple(dice.sample(NAMES, dice.choice(SEATS)))
        options = {
            option.name: _value(option, players, dice)
            for option in game.options
            if option.name in LIMITS or dice.random() >= DEFAULT
        }
        mode = dice.choice((entropy.SEED, entropy.SEED, entropy.TYPED, entropy.HOLD))
        header = _header(game, number, players, options, mode)
        if _may_be(game, header):
            return header
    raise Broken("hardly any set-up of it is allowed.", kind=game.kind)


def _value(option: Option, players: tuple[str, ...], dice: random.Random) -> str:
    """Some value as it is typed: one of the choices, or a number that keeps games short."""
    if option.for_players:
        shares = {
            name: dice.sample(option.choices, dice.randint(1, len(option.choices)))
            for name in players
            if dice.random() < 0.7
        }
        return "; ".join(f"{quote(name)}: {' '.join(own)}" for name, own in shares.items())
    if option.choices:
        return dice.choice(option.choices)
    if isinstance(option.default, bool):
        return write_value(dice.random() < 0.5)
    if option.words:
        return dice.choice(TITLES)
    if option.name in LIMITS:
        return str(dice.randint(option.low, LIMITS[option.name]))
    reach = dice.choice((0, 2, 5) if option.name in LENGTHENING else (0, 2, 5, 25, 60))
    return str(min(option.high, option.low + dice.randint(0, reach)))


def _header(
    game: Game, number: int, players: tuple[str, ...], options: dict[str, str], mode: str
) -> Header:
    return Header(
        game.kind,
        game.rules_version,
        f"Random {number}",
        "UTC",
        players,
        options=options,
        settings=_policy(number) | ({} if mode == entropy.SEED else {"chance": mode}),
        seed=Dice(number).random.randbytes(32).hex(),
        file=game.file,
    )


def _policy(number: int) -> dict[str, str]:
    """A deadline policy; in half of the games there is none."""
    if not number % 2:
        return {}
    among = {"ends_at": "21:00", "skip": "sat sun", "grace": "30m", "longest_absence": "1d"}
    dice = Dice(number)
    return {key: value for key, value in among.items() if dice.below(2)}


def _may_be(game: Game, header: Header) -> bool:
    try:
        empty_replay(game, header)
    except Refusal:
        return False
    return True
