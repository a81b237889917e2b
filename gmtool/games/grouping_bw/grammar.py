"""The grammar of Grouping Black & White: how its moves are written and said (GB-2 to GB-17),
and what plans may say beside them (ALL-9).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from gmtool.engine.argument_parsers import names_in, number, player
from gmtool.engine.forms import read_amount, read_player
from gmtool.engine.grammar import Asked, Form, Grammar, Idiom, Known, Match, Slot
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import Move
from gmtool.engine.plans import Condition, Named, Planning, Until
from gmtool.engine.stop_words import words
from gmtool.engine.text import CHANCE, FIRST_NUMERALS, HOST
from gmtool.engine.words import NUMBER, Word
from gmtool.games.grouping_bw import layouts
from gmtool.games.grouping_bw import moves as m
from gmtool.games.grouping_bw.moves import Group
from gmtool.games.grouping_bw.state import BET, BETTING, GROUPING, RAISE, State
from gmtool.games.grouping_bw.terms import MOST_BET, TILES

_ANTE = words(
    "propose proposing offer suggest set make higher agree agreed have per new tell of to"
)
_USE = words("have get use using used spend spending play playing take item items groups opponent")
_STARTS = words("first starts start starting begins begin beginning opens")
_BESIDE_FIRST = words("go plays play round set match game have let want opponent player name")
CHIPS = replace(
    number(), typed=lambda rest: None if rest.startswith(("+", "$")) else read_amount(rest)
)


def _starter(asked: Asked, said: Sequence[Word]) -> list[Match]:
    """Players by name, else “I” or “my opponent” beside a verb."""
    others = [player.name for player in asked.state.players if player.name != asked.who]
    called = {"i": asked.who, "me": asked.who, "myself": asked.who, "opponent": others[0]}
    named = names_in(asked, said)
    if not named and _STARTS & {word.text for word in said}:
        named = names_in(replace(asked, called=called), said)
    return [Match(name, used) for name, used in named.items()]


def _typed_order(rest: str) -> Any:
    """A name and nine tiles in text form. The last nine words are the tiles, since a name
    may end in numbers.
    """
    name, *tiles = rest.rsplit(" ", len(TILES))
    are_tiles = len(tiles) == len(TILES) and all(re.fullmatch("[0-9]+", tile) for tile in tiles)
    return (read_player(name), tuple(tiles)) if are_tiles and read_player(name) else None


def _order(asked: Asked, said: Sequence[Word]) -> list[Match]:
    """A player and nine digits, separated by anything."""
    found = []
    for name, used in names_in(asked, said).items():
        rest = [n for n, word in enumerate(said) if word.kind == NUMBER and n not in used]
        tiles = tuple(digit for n in rest for digit in re.findall("[0-9]", said[n].written))
        found += [Match((name, tiles), used | {*rest})] * (len(tiles) == len(TILES))
    return found


def _put_in(asked: Asked, *amounts: int) -> list[Move]:
    """Bets or raises by these amounts, where they are possible; a raise by 0 is a call."""
    if not asked.verbs & {"bet", "raise", "call", "fold"}:
        return []
    opens, most = asked.state.is_open, asked.state.most(asked.who)
    verb = m.Bet if opens else m.Raise
    calls = [0] * (not opens)
    possible = dict.fromkeys(by for by in amounts if 1 <= by <= most or by in calls)
    return [verb(str(by)) if by else m.Call() for by in possible]


def _number(found: re.Match[str]) -> int:
    """The number in an idiom; -1, which no move can have, where it isn't whole."""
    written = next(filter(None, found.groups())).lstrip("+$")
    return int(written) if re.fullmatch("[0-9]{1,6}", written) else -1


def _extreme(asked: Asked, found: re.Match[str]) -> Sequence[Move]:
    """The most or the least that may be put in."""
    amounts = (1, 0) if found[1].startswith("min") else range(MOST_BET, -1, -1)
    return _put_in(asked, *amounts)[:1]


def together(moves: Sequence[Move]) -> bool:
    """Whether the moves are compatible: one move, or moves for the start of a set, each once."""
    beside = [type(move) for move in moves if isinstance(move, m.First | m.Ante | m.AskOrder)]
    groups = [move for move in moves if isinstance(move, m.Group | m.Same | m.Swap)]
    is_start = len(beside) + len(groups) == len(moves) and len(groups) < 2
    return len(moves) < 2 or (is_start and len({*beside}) == len(beside))


_N = r"(\S{0,20}[0-9]\S{0,20})"
_RAISED_TO = (
    r"\b(?:(?:re-?)?rais\w+|bet\w*|mak\w+|go|going|bump|up|increase)(?: (?:it|that|this|the|bet|pot"
    rf"|up|you|by|more|chips|[0-9]+)){{0,5}} to(?: a)?(?: total(?: of)?)? {_N}"
    rf"|\b(?:wait|mak\w+ it)(?: a)? {_N}$|(?<!\S){_N}(?: chips)?(?: in)? total\b"
    rf"|\b(?:in for|pay(?:ing)?|cover(?:ing)?)(?: (?:the|your|his|her|that))? {_N}"
)
_ANTE_BY = rf"\bantes?\b.*\bby {_N}|\bantes?\b.* {_N} more\b"
_EXTREME = (
    r"^(?!.*[0-9]).*?\b(all[- ]?in(?! (?:all|favou?r|agreement|the|good))"
    r"|max(?:imum)?|min(?:imum)?|as (?:much|high|many) as"
    r"|(?:bet\w*|rais\w+) (?:it |the )?(?:all|everything|most))\b"
)
_BARE = (
    rf"^(?:(?:i|let's|do|go|going|with|just|for|at|a|another|extra) )*{_N}"
    r"(?: (?:chips?|coins?|more|on|in|for|me|extra|top))*$"
)
_SELF = r"^me$|^(?:start|begin|(?:go|play) first)(?: the)?(?: first)?(?: (?:round|match))?$"
_MATCHING = (
    r"\b(?:see|call|match)(?:ing)?\b"
    r"(?: (?:your?|his|her|the|that|this|it|\w+'s|bets?|raises?|[0-9]+"
    rf"|{'|'.join(FIRST_NUMERALS)}))*,? "
    r"(?:and|then|&) (?=(?:re-?)?rais|put|another|add)"
)
_THEIRS_AND = r"\b(?:your|his|her|the) [0-9]+,? (?:and|plus|\+) (?=[0-9]+ more\b)"
_THEIRS = (
    r"(?:\bon )?\b(?:your|his|her|their|the|that|this|\w+'s) (?:re-?)?(?:raise|bet|tile)\b"
    r"(?! (?:is|to|of|[0-9]))"
)
_GIVEN_UP = (
    r"\bit(?:'s| is) all yours\b|\bgiv(?:e|ing) (?:(?:it|this|that) )?up\b|\bcount me out\b"
    r"|\blet(?:ting)? (?:(?:it|this|that)(?: one| round)? )?go\b(?! first)"
    r"|\b(?:you|he|she|they)(?:'ll| can)? (?:have|take|wins?)(?: (?:it|this|that|the pot))?"
    r"(?=\W*$|[,.!])"
)
GRAMMAR = Grammar(
    forms=(
        Form(
            "first alice",
            m.First,
            "GB-5",
            "before the first round: the Bonus holder",
            Slot(_starter),
            says=_STARTS,
            perhaps=words("pick choose"),
            beside=_BESIDE_FIRST,
        ),
        Form(
            "ante 3",
            m.Ante,
            "GB-12",
            "the start of a set, final-match; both the same",
            CHIPS,
            beside=_ANTE,
        ),
        Form(
            "group A 0 1 B 2 3 4 C 5 6 7 8",
            lambda lists: m.Group(*lists),
            "GB-2",
            "the start of a set",
            Slot(typed=layouts.typed, whole=layouts.groups),
            says=words("groups grouping groupings"),
            beside=words("you"),
            perhaps=words("a b c"),
        ),
        Form(
            "same",
            lambda _said=None: m.Same(),
            "GB-15",
            "the start of a later set: the groups of the set before",
            Slot(typed=lambda _rest: None, whole=layouts.same, optional=True),
            strict=True,
        ),
        Form(
            "swap 1 6",
            m.Swap,
            "GB-15",
            "the start of a later set: these groups, but for 1 and 6; also `swap 1 6, 2 7`",
            Slot(typed=layouts.typed_pairs, whole=layouts.swaps),
            strict=True,
        ),
        Form(
            "order",
            m.AskOrder,
            "GB-17",
            "has the Order, from its grouping to the first action",
            beside=_USE,
        ),
        Form("peek", m.Peek, "GB-17", "has the Peek, while betting is open", beside=_USE),
        Form(
            "bet 5",
            m.Bet,
            "GB-6",
            "nothing has been bet in the round",
            replace(CHIPS, may=True),
            says=words("bets betting"),
            perhaps=words(
                "open opening put putting wager push pushes pushing toss slide slides lead"
            ),
            beside=words("in go going with"),
        ),
        Form(
            "raise 3",
            m.Raise,
            "GB-6",
            "its turn: 3 more than what it takes to match",
            CHIPS,
            says=words("raises raising reraise re-raise re-raising"),
            perhaps=words("bump bumping increase up"),
            beside=words("more another extra further you by go going"),
        ),
        Form(
            "call",
            m.Call,
            "GB-6",
            "its turn",
            says=words("calls calling"),
            beside=words("you hand round bet turn"),
            perhaps=words("see seeing match matches matching stay staying"),
        ),
        Form(
            "fold",
            m.Fold,
            "GB-6",
            "its turn",
            says=words("folds folding"),
            perhaps=words("pass out quit muck surrender concede rich yours drop skip done"),
            beside=words("all hand round bet turn"),
        ),
        Form(
            "first alice",
            m.First,
            "GB-5",
            "before the first round",
            player(others=False),
            says=_STARTS,
            beside=_BESIDE_FIRST,
            by=HOST,
        ),
        Form(
            "order alice 7 5 8 6 0 1 3 2 4",
            lambda given: m.Order(*given),
            "GB-3",
            "both have grouped; a new half",
            Slot(_order, typed=_typed_order),
            by=CHANCE,
        ),
    ),
    known=(
        Known("start", "set-up: opens the grouping of the first set"),
        Known("close", "a grouping or a betting action is overdue"),
    ),
    idioms=(
        Idiom(
            lazy_regex(_RAISED_TO),
            lambda asked, found: _put_in(asked, _number(found) - asked.state.level),
            "tells how high, and raises are told by how much more (GB-6)",
        ),
        Idiom(
            lazy_regex(_ANTE_BY),
            lambda asked, found: [m.Ante(str(asked.state.scheduled + _number(found)))],
            "tells by how much more, and an ante is told by how high it is (GB-12)",
        ),
        Idiom(lazy_regex(_EXTREME), _extreme, "doesn't say how many chips"),
        Idiom(
            lazy_regex(r"\bcheck(?:s|ing)?\b"),
            lambda asked, _: [m.Call()] * ("bet" in asked.verbs),
            "is a check, which only opens a round",
        ),
        Idiom(
            lazy_regex(_BARE),
            lambda asked, n: _put_in(asked, _number(n), _number(n) - asked.state.level),
            "doesn't say what the number is for",
        ),
        Idiom(
            lazy_regex(_SELF),
            lambda asked, _: [m.First(asked.who)] * ("first" in asked.verbs),
            "doesn't say outright who starts",
        ),
    ),
    aliases=(
        (r"\b(if|unless|when|once|until) (?!i\b|it\b|that\b|possible)[^.!?\n]*", r"\1"),
        (r" ?\b(?:in order|(?:this|that) (?:one|time))\b", ""),
        (r"\b(?:rais|increas)\w+ (?:the |our )?ante\b", "ante"),
        (r"\b(rais\w+|bump\w*)((?: it| you)?) up\b(?! to)", r"\1"),
        (_GIVEN_UP, "muck"),
        (r"\b(call|match|see)(?:ing)? (?:your|his|her|the|that) bluff\b", r"\1"),
        (_THEIRS_AND, "raise "),
        (_MATCHING, "perhaps "),
        (
            r"\b(call|match|see)(?:ing)? (?:your|his|her|the)"
            rf" (?:[0-9]+|{'|'.join(FIRST_NUMERALS)})\b",
            r"\1",
        ),
        (_THEIRS, " "),
        (r"\b(?:put |another |add |plus )*([0-9]+) on top\b", r"raise \1"),
        (r"(?<!\S)[+$](?=[0-9])", ""),
    ),
    chatter=words("chip chips coin coins pot by of into round hand card tile"),
    together=together,
)
"""The moves of players, the host and chance."""


_IF = r"if (?:he|she|they|you|anyone|somebody|\w+) "


def _did(state: State, who: str, what: str) -> bool:
    """Whether the opponent's last action in the round was that one."""
    actions = state.round.actions if state.phase == BETTING and state.round else ()
    return bool(actions) and actions[-1].who != who and actions[-1].what == what


def _same(state: State, who: str) -> Move | None:
    """The grouping of the last set again (GB-15)."""
    last = state.player(who).last
    if state.phase != GROUPING or last is None:
        return None
    return Group(*(tuple(map(str, tiles)) for _, tiles in last.groups))


_BETS = frozenset({"bet", "raise", "call", "fold"})


def _is_betting(state: State) -> bool:
    return state.phase == BETTING and state.round is not None


PLANNING = Planning(
    stretches={
        "round": Until(
            lambda state: f"{state.set}.{state.round.number}" if _is_betting(state) else "",
            "at every turn until the round is over",
        ),
        "set": Until(lambda state: str(state.set), "at every turn until the set is over"),
    },
    conditions={
        "bet": Condition(
            lambda state, who: _did(state, who, BET),
            "once the other has bet",
            "round",
            rf"(?:to|on) (?:any|a|every) bet|{_IF}bets?(?: anything| at all)?",
        ),
        "raised": Condition(
            lambda state, who: _did(state, who, RAISE),
            "once the other has raised",
            "round",
            rf"(?:to|on) (?:any|a|every) (?:re-?)?raise|if (?:i(?:'m| am)? |i get )?raised|"
            rf"{_IF}(?:re-?)?raises?(?: (?:me|it|again|at all))*",
        ),
    },
    choices={
        "same": Named(
            _same,
            "the groups of the last set once more",
            r"(?:the )?same (?:groups|grouping)(?: (?:again|as (?:before|last (?:time|set))))?",
        )
    },
    begins=_BETS,
    ends=dict.fromkeys(_BETS, "round"),
    example="plan fold if raised",
)
