"""What can be seen in a recorded episode: what became of its cards, questions and bonus hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, product

from recorded import Recording, Taken, taken_back

from gmtool.engine import moves
from gmtool.engine.entries import Entry
from gmtool.engine.telling import News
from gmtool.games.split_decision.hands import Hand
from gmtool.games.split_decision.state import Asked, Player


def some(where: Recording | Taken, news: str, **facts: object) -> list[News]:
    """News of that name with these facts, of a whole recording or of one entry."""
    return [one for one in where.news(news) if all(one[key] == fact for key, fact in facts.items())]


def by_default(game: Recording, news: str, **facts: object) -> list[News]:
    """What stood for a player whose time was up (SD-36)."""
    return some(game, news, how="default", **facts)


def told(game: Recording) -> list[News]:
    """All that is told of it, in order."""
    return [one for taken in game.live for one in taken.step.news]


def late(game: Recording, kind: type[moves.Move]) -> list[Taken]:
    """Moves of that kind that the host took though they came late."""
    return [taken for taken in game.said(kind) if taken.entry.late]


# ---- rounds


def out_by_default(game: Recording, number: int, *why: str) -> bool:
    """Whether that round was won by default, players being out for these reasons."""
    return any(
        over.number == number
        and over.how == "default"
        and tuple(seat.out for seat in over.seats if seat.out) == why
        for over in game.state.rounds
    )


def two_of_round_2(game: Recording) -> list[Player]:
    """As they were when it began, in the order of its head start (SD-14)."""
    for taken in game.live:
        for began in some(taken, "RoundBegan", number=2):
            return [taken.after.state.player(name) for name in began["order"]]
    return []


def podiums(game: Recording) -> list[str]:
    """Those of round 2, in the order of its head start."""
    return [player.podium for player in two_of_round_2(game)]


def money(game: Recording) -> list[int]:
    """What these two had."""
    return [player.money for player in two_of_round_2(game)]


def day_winner(game: Recording) -> str:
    """The podium of the day's winner."""
    now = game.state.bonus
    return str(game.state.player(now.who).podium) if now else ""


# ---- questions


def tied(game: Recording, many: int) -> list[News]:
    """Sets that so many were nearest in."""
    return [used for used in game.news("SetUsed") if len(used["tied"]) == many]


def two_discarded(game: Recording) -> bool:
    """Whether two sets were discarded one after the other."""
    used = [bool(one["tied"]) for one in game.news("SetUsed")]
    return any(first and second for first, second in pairwise(used))


def redrawn_by(game: Recording) -> set[str]:
    """By whom a new code was drawn after a tie (SD-7)."""
    found = set()
    tie = False
    for one in told(game):
        match one.name:
            case "CodeDrawn" if tie:
                found.add(one["by"])
            case "SetUsed":
                tie = bool(one["tied"])
            case "BuzzedIn":
                tie = False
    return found


def harmless_tie(game: Recording) -> bool:
    """SD-8: two are equally far behind the one asked, who is right; nothing is discarded."""
    return any(
        max(Counter(b.distance for b in used["buzzes"] if b.distance is not None).values()) > 1
        and not used["tied"]
        and len(asked_after(game, taken)) == 1
        for taken in game.live
        for used in taken.news("SetUsed")
    )


def asked_after(game: Recording, since: Taken) -> list[str]:
    """Who was asked the question from that entry on."""
    found: list[str] = []
    for taken in game.live[game.live.index(since) :]:
        found += [buzzed["who"] for buzzed in taken.news("BuzzedIn")]
        if taken.news("QuestionCompleted"):
            break
    return found


def codes_again(game: Recording) -> list[Taken]:
    """SD-9: the entries that found no set left."""
    return [taken for taken in game.live if some(taken, "CodesOpened", again=True)]


def sent_after_sitting_out(game: Recording) -> bool:
    """SD-9: codes of a player whose list was shorter than the sets used by others."""
    return any(
        0 < len(taken.before.state.player(given["who"]).codes) < taken.before.state.sets_used
        for taken in game.live
        for given in taken.news("CodesGiven")
    )


def questions(game: Recording) -> list[Asked]:
    """The questions of the rounds that are over."""
    return [asked for over in game.state.rounds for asked in over.questions]


def dead(game: Recording, *, expired: bool) -> bool:
    """SD-11: a question that nobody could answer, all in vain or all too late."""
    return any(
        not asked.winner and all(tried.expired is expired for tried in asked.tries)
        for asked in questions(game)
    )


def right_all_the_same(game: Recording) -> bool:
    """SD-11: the host judges right what the comparison calls wrong."""
    agrees = True
    for one in told(game):
        if one.name == "AnswerGiven":
            agrees = one["agrees"]
        elif one.name == "Judged" and one["right"] and not agrees:
            return True
    return False


def right_then_wrong(game: Recording) -> bool:
    """A right answer taken back, and judged wrong."""
    undone = [t for t in game.taken if t.entry in gone(game) and t.entry.text == "right"]
    return any(
        _asking(first) == _asking(second)
        for first, second in product(undone, game.live)
        if second.entry.text == "wrong"
    )


def _asking(taken: Taken) -> tuple[int, str, str]:
    """The question that was being answered, and what was said."""
    asking = taken.before.state.asking
    return (asking.number, asking.text, asking.given)


def gone(game: Recording) -> list[Entry]:
    """The entries that were taken back, put back later or not."""
    return [entry for group in taken_back(game) for entry in group]


def same_code_again(game: Recording) -> bool:
    """A draw taken back with its code, and the same code when it is drawn again (ALL-3)."""
    for entry in gone(game):
        if entry.drawn == "seed":
            later = (t.entry for t in game.live if t.entry.number > entry.number)
            return next(one for one in later if one.drawn == "seed").text == entry.text
    return False


# ---- the cards of the rounds

OUTCOMES = {
    "Placed": "placed",
    "Pushed": "push",
    "Discarded": "chip",
    "Declined": "refused",
    "WentOut": "out",
    "RoundWon": "won",
}
ACES = ("AC", "AD", "AH", "AS")


@dataclass(frozen=True)
class Fate:
    """A card that somebody saw, and its end. As text `passed, with a chip: forced push`."""

    shown: News
    end: News
    taken: Taken

    @property
    def holder(self) -> Player:
        """Who decided on it, as it was before."""
        player: Player = self.taken.before.state.player(self.end["who"])
        return player

    @property
    def hand(self) -> Hand:
        """What the holder held before."""
        return self.holder.hand

    @property
    def ranks(self) -> set[str]:
        """The ranks of what the holder held before."""
        return {held.rank for held in self.hand.cards}

    @property
    def beside_a_free_ace(self) -> bool:
        return "A" in {held.card for held in self.hand.cards}

    def __str__(self) -> str:
        situation = self.shown["situation"]
        if situation == "passed":
            situation += f", {'with' if self.holder.chips else 'without'} a chip"
        nobody_chooses = self.end.name in {"WentOut", "RoundWon"}
        how = "forced" if nobody_chooses else self.end["how"]
        return " ".join(filter(None, (f"{situation}:", how, OUTCOMES[self.end.name])))


def fates(game: Recording) -> Iterator[Fate]:
    """Each card that was seen in a round, in order; not one that still waits at the end."""
    shown = None
    for taken in game.live:
        for one in taken.step.news:
            if one.name == "CardShown":
                shown = one
            elif shown and one.name in OUTCOMES and one["card"] == shown["card"]:
                yield Fate(shown, one, taken)
                shown = None


def fate(game: Recording, text: str, *cards: str) -> list[Fate]:
    """The cards, of these if any are named, that had that fate."""
    return [f for f in fates(game) if str(f) == text and (not cards or f.shown["card"] in cards)]


def head_starts_refused(game: Recording) -> list[Fate]:
    """SD-14: the second cards refused."""
    return [f for f in fate(game, "head-start: refused") if f.shown["look"] == 2]


def pushed_by_a_joker(game: Recording) -> list[Fate]:
    """SD-16: a card of the rank that a Joker was placed as."""
    return [
        f
        for f in fates(game)
        if f.end.name == "Pushed"
        and f.shown["card"][:-1] in {held.rank for held in f.hand.cards if held.card == "JOKER"}
    ]


# ---- the bonus


def fate_of(dealt: News) -> str:
    if dealt["outcome"] == "lost":
        return "by the Devil" if dealt["by_devil"] else "outside"
    if dealt["outcome"] == "won":
        return "Joker" if dealt["card"] == "JOKER" else "between"
    return str(dealt["outcome"])


def hands(game: Recording) -> Iterator[str]:
    """How each hand of the bonus went, as `outside, AGAIN 2ND: push`."""
    dealt: list[str] = []
    suits: list[str] = []
    for one in told(game):
        match one.name:
            case "BonusDealt":
                dealt.append(fate_of(one))
            case "SuitUncovered":
                suits.append(one["behind"])
            case "HandEnded":
                tried = f", {' '.join(suits)}" if suits else ""
                yield ": ".join([dealt[0] + tried, *dealt[1:]])
                dealt, suits = [], []


def every_way() -> Iterator[str]:
    """SD-31 and SD-32: every way in which a hand can go. With the Devil there is no push."""
    yield from ("between", "Joker", "push")
    for first, suits in product(("outside", "by the Devil"), ("", "AGAIN ")):
        yield f"{first}, {suits}NO"
        for second in ("between", "Joker", "push", "outside", "by the Devil"):
            if (first, second) != ("by the Devil", "push"):
                yield f"{first}, {suits}2ND: {second}"


def suit_boards(game: Recording) -> list[list[tuple[int, str]]]:
    """For each suit board what was uncovered, with the number of the hand (SD-33)."""
    boards: list[list[tuple[int, str]]] = []
    for taken in game.live:
        for one in taken.step.news:
            if one.name == "SuitBoardLaid":
                boards.append([])
            elif one.name == "SuitUncovered":
                boards[-1].append((taken.before.state.bonus.number, one["behind"]))
    return boards


def half_wagered(game: Recording) -> list[Taken]:
    """SD-28: just half the bankroll in a Last Call, which steps of 50 wouldn't allow."""
    return [
        taken
        for taken in game.live
        for wagered in taken.news("Wagered")
        if taken.before.state.bonus.number == 5
        and wagered["amount"] * 2 == taken.before.state.bonus.bankroll
        and wagered["amount"] % 50
    ]
