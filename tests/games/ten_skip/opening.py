"""What the lines of this kind's clauses stand for: decks that deal the hands a case wants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from gmtool.engine.text import HOST

if TYPE_CHECKING:
    from clauses import Trial

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
"""From low to high (TS-1)."""
BY_RANK = tuple(rank + suit for rank in RANKS for suit in "CDHS")


def deck(trial: Trial, text: str) -> Iterator[str]:
    """`deck 9C 7* -10S` shuffles so that the 9C lies on top and all sevens below it, the rest from
    low to high; 10S is missing.
    """
    words = list(_cards(text))
    gone = Counter(word[1:] for word in words if word.startswith("-"))
    first = [word for word in words if not word.startswith("-")]
    yield "chance: shuffle " + " ".join((*first, *_rest(trial, Counter(first) + gone)))


def dealer(trial: Trial, who: str) -> Iterator[str]:
    """`dealer Bob`: who is still playing draws for dealer, and Bob draws the highest card."""
    names = [player.name for player in trial.game.state.playing]
    low = iter(BY_RANK)
    yield from deck(trial, " ".join("10S" if name == who else next(low) for name in names))


def hands(trial: Trial, text: str) -> Iterator[str]:
    """`hands 3D 9S / 2* / - // 7C 8C` shuffles so that these hands are dealt to those who play, in
    seat order (TS-4), with 7C and 8C on top of the draw pile. A hand of too few cards is filled
    with the lowest of the rest, the first hand before the others. If there is no dealer yet, the
    last in seat order is drawn; and the first round begins.
    """
    if not trial.game.state.dealer:
        yield from dealer(trial, trial.game.state.playing[-1].name)
    state = trial.game.state
    dealt, _, pile = text.partition("//")
    names = [player.name for player in state.playing]
    given = [list(_cards(hand)) for hand in dealt.split("/")]
    given += [[] for _ in names[len(given) :]]
    named = Counter(_cards(pile)) + Counter(card for hand in given for card in hand)
    free = list(_rest(trial, named))
    for hand in given:
        wanting = state.terms.hand_size - len(hand)
        hand.extend(free[:wanting])
        del free[:wanting]
    order = [given[names.index(name)] for name in state.turn_order]
    cards = [hand[place] for place in range(state.terms.hand_size) for hand in order]
    yield " ".join(("chance: shuffle", *cards, *_cards(pile), *free))
    if not trial.game.table.started:
        yield "host: start"


def _cards(text: str) -> Iterator[str]:
    """The cards of a text; `7*` is short for all sevens of a deck."""
    for word in text.split():
        if word != "-":
            yield from [word[:-1] + suit for suit in "CDHS"] if word.endswith("*") else [word]


def _rest(trial: Trial, named: Counter[str]) -> Iterator[str]:
    """The other cards, from low to high."""
    left = Counter(BY_RANK * trial.game.state.terms.decks)
    left.subtract(named)
    for card in BY_RANK:
        yield from [card] * left[card]


def draws(trial: Trial, many: str) -> Iterator[str]:
    """`draws 3`: three turns, in which the lowest card is discarded, the first drawn is kept, and
    nobody claims.
    """
    for _ in range(int(many)):
        who = trial.game.state.actor
        yield f"{who}: discard {trial.game.state.player(who).hand[0]}"
        if trial.game.state.phase == "keep":
            yield f"{who}: keep {trial.game.state.drawn[0]}"
        if trial.game.state.phase == "notice":
            yield f"{who}: done"


# ---- what they show


def drawn(trial: Trial) -> str:
    """Who drew what for dealer, in all rounds, a part for every time round."""
    around = [each for news in trial.game.news("DealerDrawn") for each in news["draws"]]
    return " / ".join(" ".join(f"{one.who} {one.card}" for one in each) for each in around)


def left(trial: Trial) -> str:
    """Everybody's hand, as the host may know it."""
    rows = trial.game.view(HOST)["players"]
    return " / ".join(" ".join(row["secret"]["hand"]) or "-" for row in rows)


def known(trial: Trial) -> str:
    """What everybody knows of each hand."""
    return " / ".join(" ".join(row["known"]) or "-" for row in trial.game.view()["players"])


def scores(trial: Trial) -> str:
    """Everybody's points, in seat order."""
    return " ".join(str(row["score"]) for row in trial.game.view()["players"])


def out(trial: Trial) -> str:
    """Who is eliminated."""
    rows = trial.game.view()["players"]
    return " ".join(row["name"] for row in rows if row["eliminated"])


def over(trial: Trial) -> str:
    """How the last round ended, and what each loser scored in it."""
    (*_, last) = trial.game.news("RoundOver")
    return f"{last['how']}: {', '.join(f'{one.name} {one.points}' for one in last['scores'])}"


def turns(trial: Trial) -> str:
    """Whose turn it was, turn by turn, in all rounds."""
    whose = {"RoundOpened": "first", "TurnBegun": "who"}
    told = (news for step in trial.game.replay.effective for news in step.news)
    return " ".join(news[whose[news.name]] for news in told if news.name in whose)


def cards(trial: Trial) -> str:
    """The cards that everybody is told of, but for those of the rules."""
    view = trial.game.view()
    told = str({**view, "public": {**view["public"], "deck": [], "draws": [], "example": {}}})
    return " ".join(card for card in BY_RANK if f"'{card}'" in told)


def remarks(trial: Trial) -> str:
    """What the host is told beside what happens."""
    return " ".join(news.remark for step in trial.steps for news in step.news)


def window(trial: Trial) -> Any:
    """The one window that is open."""
    (found,) = trial.game.table.windows
    return found


def printed(trial: Trial) -> str:
    """What the last command printed."""
    return trial.printed


class _Each(dict[str, Any]):
    """What is found for a name."""

    def __init__(self, find: Callable[[str], Any]) -> None:
        self.find = find

    def __missing__(self, name: str) -> Any:
        return self.find(name)


def to(trial: Trial) -> _Each:
    """`to.Bob.hand has 3♦` looks into that text."""
    return _Each(lambda who: _Each(lambda occasion: " ".join(trial.written(occasion, who).split())))


def post(trial: Trial) -> Any:
    """`post.turn lacks may claim` looks into that post."""
    return to(trial)[""]
