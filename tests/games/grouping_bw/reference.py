"""Grouping Black & White at a kitchen table: a second opinion on the program.

Written from the rules page alone; it shares nothing with the program. Lists, dictionaries and
numbers that change in place; `say` takes what anybody says in its canonical text, at an instant in
seconds, or raises `Illegal` and has changed nothing; `public` tells what everybody knows,
`deadlines` until when, `learned` what one player was shown.

Where the page is open it does what the program does, and only here is that written down:
- Groups may be sent again until both have grouped; the latest count (GB-2).
- Who starts is named from set-up on. The only holder of the Bonus has as long as for grouping, from
  `start`, and until that window is closed nobody else may name (GB-5, GB-17).
- What a player says in a window, its items among it, is late after its deadline (ALL-1).
- A correction of chips (ALL-6) leaves everybody one chip in `death-match`; while betting is open
  one chip, and what it costs to match, in both variants.
- While the next hand decides there is no ante to agree on (GB-12, GB-16).
- A set that nobody can begin, since the ante can't be paid, doesn't count (GB-16).
- A named ante that a correction made too high isn't judged here: the tests don't say such things.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from rules_page import SILENT, Illegal, deadline, expect

HOUR = 3600
LETTERS = ["A", "B", "C"]
SIZE = {"A": 2, "B": 3, "C": 4}
LEAVE = {"A": 1, "B": 1, "C": 2}
FIRST_GROUPS = {"A": [0, 1], "B": [2, 3, 4], "C": [5, 6, 7, 8]}
"""For who sends none for the first set."""


def colour(tile: int) -> str:
    """GB-1."""
    return ["black", "white"][tile % 2]


def whole(text: str) -> int:
    """A number as the moves have it, below 0 where it is none."""
    return int(text) if re.fullmatch(r"0|[1-9]\d*", text) else -1


class Reference:
    """The table. `task` is what is waited for: setup, group, order, first, bet, over."""

    def __init__(self, names: list[str], **options: Any) -> None:
        self.names = list(names)
        self.option: dict[str, Any] = {
            "variant": "death-match",
            "opening_check": False,
            "items": {},
            "grouping_hours": 48,
            "betting_hours": 24,
        }
        self.option |= options
        self.final = self.option["variant"] == "final-match"
        self.items = {name: list(self.option["items"].get(name, [])) for name in names}
        self.task = "setup"
        self.windows: dict[str, list[int]] = {}
        """Opened and deadline of each that is open: group, first, bet."""
        # of each player
        self.chips = dict.fromkeys(names, 100 if self.final else 30)
        for name in names:
            self.chips[name] += 10 if "bonus" in self.items[name] else 0
        self.bet = dict.fromkeys(names, 0)
        self.groups: dict[str, dict[str, list[int]]] = {name: {} for name in names}
        self.before: dict[str, dict[str, list[int]]] = {name: {} for name in names}
        self.line: dict[str, list[int]] = {name: [] for name in names}
        self.spent: dict[str, list[str]] = {name: [] for name in names}
        self.named = dict.fromkeys(names, 0)
        # of the match
        self.set = 0
        self.half = 1
        self.ante = 0
        self.starter = ""
        self.bonus_overdue = False
        self.discards = 0
        self.sudden = False
        self.winner = ""
        self.why = ""
        # of the round
        self.dealt = 0
        self.number = 0
        self.paid = 0
        self.turn = ""
        self.actions: list[tuple[str, str, int]] = []
        self.acted_in_set = False
        # what was seen
        self.rounds: list[dict[str, Any]] = []
        self.told: list[tuple[str, str, int, int, int, int]] = []
        """Seer, owner, set, half, place in the half from 1, tile: after a fold or a Peek."""
        self.order_told: dict[str, int] = dict.fromkeys(names, 0)
        """The set whose group order it was told; -1 while it waits for it."""
        self.answers: list[tuple[str, list[str]]] = []
        """Group orders told, to whom."""

    # ---- what everybody knows

    def public(self, since: int = 0) -> dict[str, Any]:
        """The facts of the page's last paragraph, without that many rounds that came first."""
        betting = self.task == "bet"
        return {
            "chips": [self.chips[name] for name in self.names],
            "bets": [self.bet[name] for name in self.names],
            "pot": sum(self.bet.values()),
            "discards": self.discards,
            "set": self.set,
            "half": self.half,
            "round": self.number if betting else 0,
            "ante": self.ante,
            "paid": self.paid if betting else 0,
            "starter": self.starter,
            "turn": self.turn if betting else "",
            "colours": [colour(self.tile(name)) for name in self.names] if betting else [],
            "shown": [
                (row["number"], row["tiles"])
                for row in self.rounds[since:]
                if row["how"] == "shown" and row["set"] == self.set
            ],
            "winner": self.winner,
            "why": self.why,
        }

    def history(self, since: int = 0) -> list[dict[str, Any]]:
        """The rounds that are over, without that many that came first; tiles only where all saw
        them (GB-7, GB-8, GB-14).
        """
        rows = []
        for row in self.rounds[since:]:
            folded = [row["eight"] and row["folder"] == name for name in self.names]
            seen = [row["how"] == "shown" or eight for eight in folded]
            facts = {key: value for key, value in row.items() if key != "place"}
            facts["tiles"] = [t if yes else None for t, yes in zip(row["tiles"], seen, strict=True)]
            rows.append(facts | {"colours": [colour(tile) for tile in row["tiles"]]})
        return rows

    def awaited(self) -> list[str]:
        """Who should speak."""
        if self.task == "over":
            return []
        if self.task == "bet":
            return [self.turn]
        waited = {"setup": ["host"], "order": ["chance"], "first": [], "group": []}[self.task]
        if self.task == "group":
            waited = [name for name in self.names if not self.groups[name]]
        if not self.starter and self.task != "setup":
            waited = [*waited, self.namer()]
        return sorted(set(waited))

    def deadlines(self) -> list[int]:
        """Those of the windows that are open, in seconds."""
        return sorted(deadline for _, deadline in self.windows.values())

    def betting(self) -> list[str]:
        """What the player whose turn it is may do (GB-6)."""
        if self.task != "bet":
            return []
        first = not self.actions
        verb = "bet" if first else "raise"
        moves = [f"{verb} {n}" for n in range(1, self.most() + 1)]
        if not first or self.option["opening_check"]:
            moves.append("call")
        return [*moves, "fold"]

    def asides(self, name: str) -> list[str]:
        """The items that it may use now (GB-17)."""
        moves = []
        if self.task == "bet" and self.has(name, "peek"):
            moves.append("peek")
        if self.has(name, "order") and self.may_ask_order(name):
            moves.append("order")
        return moves

    def learned(self, viewer: str, owner: str) -> list[dict[str, Any]]:
        """What `viewer` was shown of all the tiles of `owner` dealt so far, one row each: `set`,
        `half`, `place` from 1, `colour`, `tile` or None, `no_eight`, and its `groups` and the
        `letters` of its group order where the seer knows them of the set that is played.
        """
        at = self.names.index(owner)
        seen = {(told[2:5]): told[5] for told in self.told if (told[0], told[1]) == (viewer, owner)}
        rows = []
        for row in self.rounds:
            key = (row["set"], row["half"], row["place"])
            folded = row["folder"] == owner
            tile = seen.get(key)
            if row["how"] == "shown" or (folded and row["eight"]):
                tile = row["tiles"][at]
            no_eight = self.final and folded and not row["eight"]
            rows.append((*key, colour(row["tiles"][at]), tile, no_eight))
        if self.task == "bet":
            key = (self.set, self.half, self.dealt)
            rows.append((*key, colour(self.tile(owner)), seen.get(key), False))
        names = ("set", "half", "place", "colour", "tile", "no_eight")
        return [dict(zip(names, row, strict=True)) for row in rows]

    def letters(self, name: str) -> list[str]:
        """The order of its groups, if it was told it for this set (GB-17)."""
        if self.order_told[name] != self.set or not self.line[name]:
            return []
        letters = []
        for tile in self.line[name]:
            letter = next(key for key in LETTERS if tile in self.groups[name][key])
            if letter not in letters:
                letters.append(letter)
        return letters

    # ---- small questions

    def other(self, name: str) -> str:
        return next(other for other in self.names if other != name)

    def tile(self, name: str) -> int:
        return self.line[name][self.dealt - 1]

    def missing(self, name: str) -> int:
        """What it takes to match."""
        return self.bet[self.other(name)] - self.bet[name]

    def most(self) -> int:
        """GB-6: the most that whose turn it is may bet, or raise by."""
        own = self.chips[self.turn] - self.missing(self.turn)
        return min(10, self.chips[self.other(self.turn)], own)

    def has(self, name: str, item: str) -> bool:
        return item in self.items[name] and item not in self.spent[name]

    def may_ask_order(self, name: str) -> bool:
        """GB-17: with or after its grouping, until the first betting action of the set."""
        if self.task not in {"group", "order", "first", "bet"} or not self.groups[name]:
            return False
        return not self.acted_in_set

    def namer(self) -> str:
        """GB-5: who names the first starting player."""
        holders = [name for name in self.names if "bonus" in self.items[name]]
        return holders[0] if len(holders) == 1 and not self.bonus_overdue else "host"

    def schedule(self, which: int) -> int:
        """GB-9, GB-12: 1 2 3 4 … in a death match, 1 1 2 2 3 3 … in a final match."""
        return (which + 1) // 2 if self.final else which

    # ---- saying something

    def say(self, who: str, text: str, at: int = 0) -> None:
        """Hear it; raises Illegal and changes nothing where the page refuses it."""
        expect(self.task != "over", "ALL-6", SILENT)
        verb, _, rest = text.partition(" ")
        if who == "host":
            applied = getattr(self, "host_" + verb, None)
        elif who == "chance":
            applied = self.chance_order if verb == "order" else None
        else:
            applied = getattr(self, "player_" + verb, None)
        if applied is None:
            raise Illegal(SILENT)
        applied(who, rest, at)

    def in_time(self, window: str, at: int, *clauses: str) -> None:
        """ALL-1: at the deadline is in time, later is late; before it opened is too soon."""
        if window in self.windows:
            opened, deadline = self.windows[window]
            expect(at >= opened, "ALL-1")
            expect(at <= deadline, "ALL-1", *clauses)

    def open(self, window: str, at: int) -> None:
        which = "betting_hours" if window == "bet" else "grouping_hours"
        self.windows[window] = [at, deadline(at, self.option[which])]

    # ---- the host

    def host_start(self, _who: str, rest: str, at: int) -> None:
        expect(self.task == "setup" and not rest, SILENT)
        if not self.starter and self.namer() != "host":
            self.open("first", at)
        self.begin_set(at)

    def host_first(self, who: str, rest: str, at: int) -> None:
        self.name_first(who, rest, at)

    def host_close(self, _who: str, rest: str, at: int) -> None:
        """ALL-2, and the page's defaults."""
        due = [window for window, times in self.windows.items() if times[1] <= at]
        late = [name for name in self.names for window in due if self.is_late(name, window)]
        named = [name for name in rest.split(", ") if name]
        expect(rest != "early" and late != [] and set(named) <= set(late), "ALL-2")
        late = named or late
        if "bet" in due:
            self.fold(at)
            return
        if "first" in due and self.namer() in late:
            self.bonus_overdue = True
            del self.windows["first"]
        if "group" not in due:
            return
        for name in self.names:
            if name in late and not self.groups[name]:
                self.groups[name] = dict(self.before[name] or FIRST_GROUPS)
        self.look_whether_grouped()

    def is_late(self, name: str, window: str) -> bool:
        if window == "group":
            return not self.groups[name]
        return name == (self.turn if window == "bet" else self.namer())

    def host_extend(self, _who: str, rest: str, _at: int) -> None:
        found = re.fullmatch(r'\+(\d+)h why ".+"', rest)
        expect(found is not None and self.windows != {}, "ALL-6")
        for times in self.windows.values():
            times[1] += int(found[1] if found else 0) * HOUR

    def host_adjust(self, _who: str, rest: str, _at: int) -> None:
        found = re.fullmatch(r'(\w+) chips =(\d+) why ".+"', rest)
        expect(found is not None, SILENT)
        name, amount = (found[1], int(found[2])) if found else ("", 0)
        least = 0 if self.final else 1
        if self.task == "bet":
            least = max(1, self.missing(name))
        expect(amount >= least, "ALL-6", "GB-6", "GB-11")
        self.chips[name] = amount

    # ---- GB-5: who starts

    def player_first(self, who: str, rest: str, at: int) -> None:
        self.name_first(who, rest, at)

    def name_first(self, who: str, name: str, at: int) -> None:
        expect(name in self.names, "ALL-4", "GB-5", "GB-17")
        expect(self.task != "bet" and not self.rounds, "GB-5", "GB-17")
        expect(not self.starter, "GB-5", "GB-17")
        expect(who == self.namer(), "GB-5", "GB-17")
        if who != "host":
            self.in_time("first", at, "GB-5", "GB-17")
        self.starter = name
        self.windows.pop("first", None)
        if self.task == "first":
            self.play_on(at)

    # ---- GB-2, GB-12, GB-15: a set begins

    def begin_set(self, at: int) -> None:
        ante = self.schedule(self.set + 1)
        if self.final and self.over_for_want_of(ante):
            return
        self.set += 1
        self.half, self.number, self.dealt = 1, 0, 0
        self.ante = ante
        self.acted_in_set = False
        for name in self.names:
            self.before[name], self.groups[name] = self.groups[name], {}
            self.line[name], self.named[name] = [], 0
        self.task = "group"
        self.open("group", at)

    def player_group(self, who: str, rest: str, at: int) -> None:
        found = re.fullmatch(r"A ?(.*) B ?(.*) C ?(.*)", rest)
        expect(found is not None, "GB-2", SILENT)
        words = [part.split() for part in found.groups()] if found else []
        expect(self.task == "group", "GB-2")
        expect([len(group) for group in words] == [2, 3, 4], "GB-2")
        expect(sorted(word for group in words for word in group) == list("012345678"), "GB-2")
        groups = dict(zip(LETTERS, [sorted(map(int, group)) for group in words], strict=True))
        self.regroup(who, groups, at)

    def player_same(self, who: str, rest: str, at: int) -> None:
        expect(not rest, SILENT)
        self.exchange(who, [], at)

    def player_swap(self, who: str, rest: str, at: int) -> None:
        pairs = [pair.split() for pair in rest.split(", ")]
        expect(all(len(pair) == 2 for pair in pairs), SILENT)
        self.exchange(who, pairs, at)

    def exchange(self, who: str, pairs: list[list[str]], at: int) -> None:
        """GB-15: the grouping of the set before, with each pair of numbers exchanged."""
        expect(self.task == "group", "GB-15")
        expect(self.before[who] != {}, "GB-15")
        said = [word for pair in pairs for word in pair]
        expect(len(set(said)) == len(said) and set(said) <= set("012345678"), "GB-15")
        new = {letter: list(tiles) for letter, tiles in self.before[who].items()}
        for one, other in pairs:
            homes = [next(key for key in LETTERS if int(n) in new[key]) for n in (one, other)]
            expect(homes[0] != homes[1], "GB-15")
            for home, gone, comes in zip(homes, (one, other), (other, one), strict=True):
                new[home][new[home].index(int(gone))] = int(comes)
        self.regroup(who, {letter: sorted(tiles) for letter, tiles in new.items()}, at)

    def regroup(self, who: str, groups: dict[str, list[int]], at: int) -> None:
        if self.final and self.before[who]:
            for letter in LETTERS:
                gone = [tile for tile in self.before[who][letter] if tile not in groups[letter]]
                expect(len(gone) <= LEAVE[letter], "GB-15")
        self.in_time("group", at, "GB-2")
        self.groups[who] = groups
        self.look_whether_grouped()

    def player_ante(self, who: str, rest: str, at: int) -> None:
        expect(self.final and self.task == "group" and not self.sudden, "GB-12", "GB-16")
        expect(self.ante < whole(rest) <= min(self.chips.values()), "GB-12")
        self.in_time("group", at, "GB-2", "GB-12")
        self.named[who] = whole(rest)

    def look_whether_grouped(self) -> None:
        if not all(self.groups.values()):
            return
        agreed = set(self.named.values())
        if len(agreed) == 1 and agreed != {0}:
            self.ante = agreed.pop()
        del self.windows["group"]
        self.task = "order"

    # ---- GB-3: the tiles are put in order

    def chance_order(self, _who: str, rest: str, at: int) -> None:
        name, _, words = rest.partition(" ")
        expect(len(words.split()) == 9, "GB-3", SILENT)
        expect(self.task == "order", "ALL-3", "GB-3")
        expect(name in self.names, "ALL-3", "ALL-4", "GB-3")
        first = next(name for name in self.names if not self.line[name])
        expect(name == first, "ALL-3", "GB-3")
        expect(sorted(words.split()) == list("012345678"), "ALL-3", "GB-3")
        tiles = [int(word) for word in words.split()]
        expect(any(self.fits(tiles, layout, name) for layout in layouts()), "ALL-3", "GB-3")
        self.line[name] = tiles
        if not all(self.line.values()):
            return
        for owner in self.names:
            if self.order_told[owner] == -1:
                self.tell_order(owner)
        if self.starter:
            self.play_on(at)
        else:
            self.task = "first"

    def fits(self, tiles: list[int], layout: list[str], name: str) -> bool:
        """Whether the groups lie in that order, each in one piece."""
        left = list(tiles)
        for letter in layout:
            part, left = left[: SIZE[letter]], left[SIZE[letter] :]
            if sorted(part) != self.groups[name][letter]:
                return False
        return True

    # ---- GB-17: items

    def player_order(self, who: str, rest: str, at: int) -> None:
        expect(not rest, "GB-17", SILENT)
        expect(self.has(who, "order") and self.may_ask_order(who), "GB-17")
        self.in_time("bet" if self.task == "bet" else "group", at, "GB-2", "GB-6", "GB-17")
        self.spent[who].append("order")
        self.order_told[who] = -1
        if self.task in {"first", "bet"}:
            self.tell_order(who)

    def tell_order(self, who: str) -> None:
        self.order_told[who] = self.set
        self.answers.append((who, self.letters(who)))

    def player_peek(self, who: str, rest: str, at: int) -> None:
        expect(not rest, "GB-17", SILENT)
        expect(self.has(who, "peek") and self.task == "bet", "GB-17")
        self.in_time("bet", at, "GB-6", "GB-17")
        self.spent[who].append("peek")
        self.show_to(who)

    def show_to(self, who: str) -> None:
        """The opponent's tile, privately."""
        owner = self.other(who)
        self.told.append((who, owner, self.set, self.half, self.dealt, self.tile(owner)))

    # ---- rounds

    def over_for_want_of(self, ante: int) -> bool:
        """GB-16: whether the match is over since that ante can't be paid; where neither can and
        both have as many chips the next hand decides.
        """
        one, other = self.names
        unable = [name for name in self.names if self.chips[name] < ante]
        if not unable or self.sudden:
            return False
        if len(unable) == 1:
            self.win(self.other(unable[0]), "cannot-pay")
        elif self.chips[one] == self.chips[other]:
            self.sudden = True
        else:
            self.win(one if self.chips[one] > self.chips[other] else other, "more-chips")
        return self.task == "over"

    def win(self, name: str, why: str) -> None:
        self.winner, self.why, self.task = name, why, "over"
        self.windows.clear()

    def play_on(self, at: int) -> None:
        """Rounds, until somebody is awaited."""
        while self.task != "over":
            if self.dealt == 9:
                self.tiles_ran_out(at)
                return
            if self.final and self.over_for_want_of(self.ante):
                return
            self.deal()
            if self.sudden or 0 in self.chips.values():
                self.show()
                continue
            self.task, self.turn = "bet", self.starter
            self.open("bet", at)
            return

    def tiles_ran_out(self, at: int) -> None:
        if self.final or self.half == 2:
            self.begin_set(at)
            return
        self.half, self.dealt = 2, 0
        self.line = {name: [] for name in self.names}
        self.task = "order"

    def deal(self) -> None:
        """GB-4, GB-5, GB-10."""
        self.dealt += 1
        self.number += 1
        self.actions = []
        self.paid = 0 if self.sudden else min(self.ante, *self.chips.values())
        for name in self.names:
            self.pay(name, self.paid)

    def pay(self, name: str, chips: int) -> None:
        self.chips[name] -= chips
        self.bet[name] += chips

    def act(self, who: str, verb: str, at: int) -> None:
        """Whether it may say that kind of thing at all."""
        expect(self.task == "bet", "GB-5", "GB-6")
        expect(who == self.turn, "GB-5", "GB-6")
        kinds = {move.split(" ")[0] for move in self.betting()}
        expect(verb in kinds, "GB-6")

    def player_bet(self, who: str, rest: str, at: int) -> None:
        self.put_in(who, "bet", rest, at)

    def player_raise(self, who: str, rest: str, at: int) -> None:
        self.put_in(who, "raise", rest, at)

    def put_in(self, who: str, verb: str, rest: str, at: int) -> None:
        self.act(who, verb, at)
        expect(1 <= whole(rest) <= self.most(), "GB-6", *([SILENT] if whole(rest) < 0 else []))
        self.in_time("bet", at, "GB-6")
        self.pay(who, self.missing(who) + whole(rest))
        self.actions.append((who, verb, whole(rest)))
        self.acted_in_set = True
        self.turn = self.other(who)
        self.open("bet", at)

    def player_call(self, who: str, rest: str, at: int) -> None:
        expect(not rest, SILENT)
        self.act(who, "call", at)
        self.in_time("bet", at, "GB-6")
        self.pay(who, self.missing(who))
        self.actions.append((who, "call", 0))
        self.acted_in_set = True
        del self.windows["bet"]
        self.show()
        self.play_on(at)

    def player_fold(self, who: str, rest: str, at: int) -> None:
        expect(not rest, SILENT)
        self.act(who, "fold", at)
        self.in_time("bet", at, "GB-6")
        self.fold(at)

    def fold(self, at: int) -> None:
        """GB-7, GB-10, GB-13, GB-14."""
        folder = self.turn
        winner = self.other(folder)
        self.acted_in_set = True
        self.actions.append((folder, "fold", 0))
        self.show_to(folder)
        eight = self.final and self.tile(folder) == 8
        penalty = min(8, self.chips[folder]) if eight else 0
        lost = self.bet[folder]
        if self.final:
            self.chips[winner] += self.bet[winner]
            self.chips[folder] -= penalty
            gone = lost + penalty
        else:
            self.chips[winner] += self.bet[winner] + lost
            gone = 0
        del self.windows["bet"]
        self.round_over(winner, gone, folder, eight)
        self.play_on(at)

    def show(self) -> None:
        """GB-8, GB-10, GB-13, GB-16."""
        one, other = self.names
        mine, its = self.tile(one), self.tile(other)
        winner = "" if mine == its else one if mine > its else other
        gone = 0
        if not self.final:
            pot = sum(self.bet.values())
            for name in self.names:
                self.chips[name] += pot if name == winner else 0 if winner else pot // 2
        elif winner:
            self.chips[winner] += self.bet[winner]
            gone = self.bet[self.other(winner)]
        elif self.chips[one] == self.chips[other] == 0:
            self.chips = dict(self.bet)
        else:
            gone = sum(self.bet.values())
        self.round_over(winner, gone)

    def round_over(self, winner: str, gone: int, folder: str = "", eight: bool = False) -> None:
        self.discards += gone
        self.rounds.append(
            {
                "set": self.set,
                "half": self.half,
                "number": self.number,
                "place": self.dealt,
                "tiles": [self.tile(name) for name in self.names],
                "ante": self.paid,
                "starter": self.starter,
                "actions": list(self.actions),
                "how": "folded" if folder else "shown",
                "folder": folder,
                "eight": eight,
                "winner": winner,
                "bets": [self.bet[name] for name in self.names],
                "discarded": gone,
                "chips": [self.chips[name] for name in self.names],
            }
        )
        self.bet = dict.fromkeys(self.names, 0)
        self.starter = winner or self.starter
        if self.sudden and winner:
            self.win(winner, "won-the-hand")
            return
        if not self.final and 0 in self.chips.values():
            self.win(next(name for name in self.names if self.chips[name]), "out-of-chips")


def layouts() -> Iterator[list[str]]:
    """The six orders of the groups."""
    for first in LETTERS:
        for second in LETTERS:
            for third in LETTERS:
                if len({first, second, third}) == 3:
                    yield [first, second, third]
