"""What recorded games show of dealing, playing, tricks and roles."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

from recorded import (
    Feature,
    Recording,
    Taken,
)

from gmtool.engine.game import Game
from gmtool.games.big_two import PRESIDENT_GAME
from gmtool.games.big_two.state import PLAY, TRADING, State
from gmtool.games.big_two.terms import (
    BOTH,
    FACE_DOWN,
    FACE_UP,
    FIVE_CARDS,
    FIVES,
    FOURS,
    FULL_HOUSE,
    HIGH,
    PAIR,
    QUAD,
    SINGLE,
    TRIPLE,
    WILD,
    is_joker,
)

# ---- deals

Found = list[Any]


def some(where: Recording | Taken, name: str, /, **facts: object) -> Found:
    """News of that name with these facts, of a whole recording or of one entry."""
    return [
        news for news in where.news(name) if all(news[key] == fact for key, fact in facts.items())
    ]


def seats(game: Recording, kind: Game, number: int) -> bool:
    return game.game is kind and len(game.state.players) == number


def whole_deck(game: Recording, number: int) -> bool:
    """BT-2: so many players, and nothing beside the deal."""
    return len(game.state.players) == number and all(
        len(news["hands"]) == number and not news["stock"] and not news["floating"]
        for news in game.news("Dealt")
    )


def floating(game: Recording, how: str, card: str = "") -> Found:
    """BT-4: the deals whose last card lay so, and went to who was dealt 3D or, for 3D, 3C."""
    found = []
    if game.state.terms.floating_card == how:
        for taken in game.live:
            for dealt in some(taken, "Dealt", **({"floating": card} if card else {})):
                claim = "3C" if dealt["floating"] == "3D" else "3D"
                (seat,) = (n for n, hand in enumerate(dealt["hands"]) if claim in hand)
                assert dealt["floating"] in taken.after.state.players[seat].hand
                found.append(dealt)
    return found


def shown_face_up(game: Recording, *, is_open: bool) -> bool:
    """BT-4: what the round's opening tells of the card beside the deal."""
    told = [news["floating"] for news in game.news("RoundOpened") if news["floating_to"]]
    return bool(told) and all(bool(card) == is_open for card in told)


def dealt_short(game: Recording) -> int:
    """BT-3: how many cards are left beside the deal."""
    return min((len(news["stock"]) for news in game.news("Dealt")), default=0)


def until_empty(game: Recording) -> bool:
    """BT-3: the last card of the deck is drawn, and who passes then draws none."""
    acted = [news for t in game.live for news in t.step.news if news.name in PASSING]
    last = next((n for n, ev in enumerate(acted) if ev.name == "Drew" and not ev["left"]), None)
    return last is not None and len(acted) > last + 1


PASSING = {"Passed", "Drew"}


def led_without(game: Recording, card: str) -> bool:
    """BT-6: its holder leads a later round, and doesn't play it at first."""
    return any(
        card in taken.before.state.player(news["who"]).hand and card not in news["cards"]
        for taken in game.live
        if taken.before.state.trick and not taken.before.state.has_played
        for news in taken.news("Played")
        if taken.before.state.round > 1
    )


def dealt_on(game: Recording) -> bool:
    """BT-2: another seat has the most cards in the next round."""
    counts = [news["counts"] for news in game.news("RoundOpened")]
    return any(one != then for one, then in pairwise(counts) if len(set(one)) > 1)


def uses(game: Recording, use: str, jokers: int) -> bool:
    """BT-16: the option, and that jokers are played under it."""
    terms = game.state.terms
    return (terms.joker_use, terms.jokers) == (use, jokers) and any(
        is_joker(card) for news in game.news("Played") for card in news["cards"]
    )


DEALS = (
    Feature("two players, the whole deck", "two-with-the-whole-deck", lambda g: whole_deck(g, 2)),
    Feature("two players, a short deal", "two-seven-each", lambda g: dealt_short(g) > 30),
    Feature("draws until the deck is empty", "two-until-the-stock-is-empty", until_empty),
    Feature(
        "the lowest card dealt isn't 3D",
        "two-seven-each",
        lambda g: some(g, "PlayOpened", must="5C") and some(g, "Played", cards=("5C",)),
    ),
    Feature(
        "only the leader is told which card it is",
        "two-seven-each",
        lambda g: all(not news.facts["must"] for news in g.news("PlayOpened")),
    ),
    Feature(
        "a card face up",
        "three-with-a-card-face-up",
        lambda g: floating(g, FACE_UP, "7H") and shown_face_up(g, is_open=True),
    ),
    Feature("3D itself face up", "three-with-a-card-face-up", lambda g: floating(g, FACE_UP, "3D")),
    Feature(
        "a card face down, which is 3D itself",
        "three-with-a-card-face-down",
        lambda g: floating(g, FACE_DOWN, "3D") and shown_face_up(g, is_open=False),
    ),
    Feature("four players", "every-kind-of-play", lambda g: whole_deck(g, 4)),
    Feature("five players", "five-with-two-jokers", lambda g: whole_deck(g, 5)),
    Feature("seven players", "seven-with-free-trade", lambda g: whole_deck(g, 7)),
    Feature("the first seat dealt to moves on", "five-with-two-jokers", dealt_on),
    Feature("jokers as they like", "two-with-two-jokers", lambda g: uses(g, BOTH, 2)),
    Feature("a joker as a wild card only", "four-with-a-wild-joker", lambda g: uses(g, WILD, 1)),
    Feature("a joker as a high card only", "three-and-one-to-steal", lambda g: uses(g, HIGH, 1)),
    Feature(
        "3D need not be played after the first round",
        "every-kind-of-play",
        lambda g: led_without(g, "3D"),
    ),
    Feature(
        "3D is stolen, and another leads",
        "four-side-by-side",
        lambda g: [t for t in g.live if t.news("PlayOpened") and stolen(g, t, "3D")],
    ),
    Feature(
        "dealt anew before the first play",
        "drawn-and-called-off",
        lambda g: [t for t in g.live if t.news("DealtAnew") and t.before.state.phase == PLAY],
    ),
    Feature(
        "dealt anew while cards are traded",
        "four-side-by-side",
        lambda g: [t for t in g.live if t.news("DealtAnew") and half_done(t.before.state)],
    ),
    Feature("roles stay when dealt anew", "four-side-by-side", lambda g: roles_stay(g)),  # noqa: PLW0108 - told below
)


def stolen(game: Recording, taken: Taken, card: str) -> bool:
    """BT-6: who leads is who took it from whom it was dealt to."""
    dealt = [news for t in game.live for news in t.news("Dealt") if t.entry.number < number(taken)]
    (leader,) = (news["leader"] for news in taken.news("PlayOpened"))
    seat = taken.after.state.seat(leader)
    return card in taken.after.state.player(leader).hand and card not in dealt[-1]["hands"][seat]


def number(taken: Taken) -> int:
    return taken.entry.number


def half_done(state: State) -> bool:
    """BT-23: cards have been taken, and none were given back."""
    return state.phase == TRADING and any(t.taken and not t.returned for t in state.trades)


def roles_stay(game: Recording) -> bool:
    """BT-2."""
    opened = [(news["number"], news["roles"]) for news in game.news("RoundOpened")]
    again = [(one, then) for one, then in pairwise(opened) if one[0] == then[0]]
    return bool(again) and all(one == then and any(one[1]) for one, then in again)


# ---- plays


def over(game: Recording) -> Found:
    """The tricks that are over, as it was told of them."""
    ends = {"TrickOver", "RoundOver"}
    return [news for t in game.live for news in t.step.news if news.name in ends]


def plays(trick: Any) -> Found:
    return [action for action in trick["actions"] if action["cards"]]


def beaten(game: Recording) -> list[tuple[Any, Any]]:
    """Every play with that which beat it."""
    return [both for trick in over(game) for both in pairwise(plays(trick))]


def led_and_beaten(game: Recording, kind: str) -> bool:
    """BT-7, BT-9: a trick begins with such a play, and another of its kind is higher."""
    return any(
        trick["actions"][0]["kind"] == plays(trick)[1]["kind"] == kind
        for trick in over(game)
        if len(plays(trick)) > 1
    )


def beats(game: Recording, low: str, high: str) -> bool:
    """Whether these cards of all that were played were beaten by those, one right after another."""
    both = (set(low.split()), set(high.split()))
    return both in [(set(one["cards"]), set(then["cards"])) for one, then in beaten(game)]


def stands(game: Recording, cards: str, for_them: str, kind: str) -> Found:
    """BT-20: whether these cards were played as that."""
    return some(
        game, "Played", cards=tuple(cards.split()), stands=tuple(for_them.split()), kind=kind
    )


KINDS = (SINGLE, PAIR, TRIPLE, QUAD, *FIVE_CARDS)
LED = {
    **dict.fromkeys(KINDS, "every-kind-of-play"),
    FIVES: "five-with-two-jokers",
}
BEATEN_BY = (
    ("a single by its suit", "every-kind-of-play", "JC", "JS"),
    ("a pair by the spade", "every-kind-of-play", "7D 7C", "7H 7S"),
    ("a triple by its rank", "every-kind-of-play", "6D 6C 6H", "10D 10C 10H"),
    ("a quad by its rank", "every-kind-of-play", "4D 4C 4H 4S", "9D 9C 9H 9S"),
    ("a straight by its top suit", "every-kind-of-play", "3D 4C 5H 6S 7D", "3S 4S 5D 6H 7S"),
    ("a straight by its top rank", "every-kind-of-play", "3C 4H 5C 6D 7C", "8D 9D 10D JD QH"),
    ("a straight by a flush", "every-kind-of-play", "3S 4S 5D 6H 7S", "4D 6D 9D JD KD"),
    ("a flush by its suit", "every-kind-of-play", "4D 6D 9D JD KD", "5C 6C 8C 10C QC"),
    ("a flush by its top card", "every-kind-of-play", "KC JC 8C 6C 4C", "AC QC 10C 9C 2C"),
    ("a flush by a full house", "every-kind-of-play", "5C 6C 8C 10C QC", "8D 8H 8S 2D 2C"),
    ("a full house by its three", "every-kind-of-play", "5D 5H 5S 7D 7S", "KD KH KS 3H 3S"),
    ("a full house by fours", "every-kind-of-play", "8D 8H 8S 2D 2C", "AD AC AH AS 4H"),
    ("fours by the four", "every-kind-of-play", "3D 5D 5C 5H 5S", "QD QC QH QS 8D"),
    ("fours by a straight flush", "every-kind-of-play", "AD AC AH AS 4H", "9H 10H JH QH KH"),
    ("a straight flush by its top", "every-kind-of-play", "6H 7H 8H 9H 10H", "8S 9S 10S JS QS"),
    ("five of a kind by its rank", "five-with-two-jokers", "6D 6C 6H 6S LJ", "9D 9C 9H 9S HJ"),
    ("a 2 by the low joker", "two-with-two-jokers", "AC", "LJ"),
    ("the low joker by the high one", "two-with-two-jokers", "LJ", "HJ"),
    ("the 2 of spades by a joker", "five-with-free-trade", "2S", "LJ"),
    ("a king by a wild king", "four-with-a-wild-joker", "KS", "LJ"),
    ("a wild king by an ace", "four-with-a-wild-joker", "LJ", "AD"),
    ("a pair of 2s by two jokers", "two-with-two-jokers", "2H 2S", "LJ HJ"),
    ("a pair with the spade by a wild", "two-with-two-jokers", "5D 5S", "5H LJ"),
    ("a pair by the higher wild", "two-with-two-jokers", "5H LJ", "5C HJ"),
    ("a pair with a wild by the next rank", "two-with-two-jokers", "5C HJ", "6D 6C"),
    ("a triple by the higher wild", "two-with-two-jokers", "7D 7C LJ", "7H 7S HJ"),
    ("a straight by a wild on top", "five-with-two-jokers", "3D 4D 5C 6D 7S", "3H 4S 5S 6C LJ"),
    ("… by the higher wild", "five-with-two-jokers", "3H 4S 5S 6C LJ", "3C 4H 5D 6H HJ"),
    ("… and that by the next rank", "five-with-two-jokers", "3C 4H 5D 6H HJ", "4C 5H 6S 7D 8D"),
    ("wilds in flush and full house", "two-with-two-jokers", "3D 6D 9D JD LJ", "KD KC 4H 4S HJ"),
)
PLAYS = (
    *(
        Feature(f"{kind}, led and beaten", name, partial(led_and_beaten, kind=kind))
        for kind, name in LED.items()
    ),
    *(
        Feature(f"beaten: {what}", name, partial(beats, low=low, high=high))
        for what, name, low, high in BEATEN_BY
    ),
    Feature(
        "the kicker may be the card that must be played",
        "every-kind-of-play",
        lambda g: some(g, "Played", cards=("3D", "5D", "5C", "5H", "5S"), kind=FOURS),
    ),
    Feature(
        "a wild is said to stand for a card",
        "four-with-a-wild-joker",
        lambda g: stands(g, "7S LJ", "7S 7C", PAIR) and stands(g, "LJ", "KC", SINGLE),
    ),
    Feature(
        "a wild that isn't said is the highest",
        "two-with-two-jokers",
        lambda g: stands(g, "4H 4S KD KC HJ", "4H 4S KD KC KS", FULL_HOUSE),
    ),
    Feature(
        "five of a kind doubles a card by its rank alone",
        "five-with-two-jokers",
        lambda g: stands(g, "6D 6C 6H 6S LJ", "6D 6C 6H 6S 6", FIVES),
    ),
)


# ---- tricks, rounds, roles


def passed_and_played(trick: Any) -> bool:
    """BT-12: somebody passes and plays later in the same trick."""
    actions = trick["actions"]
    passed = [n for n, action in enumerate(actions) if not action["cards"]]
    return any(
        later["who"] == actions[n]["who"] and later["cards"]
        for n in passed
        for later in actions[n + 1 :]
    )


def won_by_passes(game: Recording) -> bool:
    """BT-12: by as many passes in a row as others are still in."""
    won = [news for news in over(game) if news.facts.get("winner")]
    return bool(won) and all(
        news["actions"][-others - 1]["who"] == news["winner"]
        and not any(action["cards"] for action in news["actions"][-others:])
        for news in won
        for others in [len({action["who"] for action in news["actions"]}) - 1]
    )


def went_out(game: Recording, *, leading: bool) -> Found:
    """BT-13: with the first play of a trick, or over somebody else's; the next in seat order who
    still holds cards leads.
    """
    found = []
    for taken in game.live:
        for news in taken.news("TrickOver"):
            if news["out"] and (len(news["actions"]) == 1) == leading:
                assert news["leader"] == taken.after.state.after(news["out"])
                found.append(news)
    return found


def passed_over(game: Recording) -> Found:
    """BT-13: the next seat is out already, so that the one after it leads."""
    names_ = [player.name for player in game.state.players]
    return [
        news
        for news in game.news("TrickOver")
        if news["out"] and names_[(names_.index(news["out"]) + 1) % len(names_)] != news["leader"]
    ]


ROLES = {
    2: ["president", "bum"],
    3: ["president", "neutral", "bum"],
    4: ["president", "vice president", "vice bum", "bum"],
    5: ["president", "vice president", "neutral", "vice bum", "bum"],
    7: ["president", "vice president", *["neutral"] * 3, "vice bum", "bum"],
}


def roles_of(game: Recording, number_: int) -> bool:
    """BT-21: none in the first round, later by the places of the one before."""
    if not seats(game, PRESIDENT_GAME, number_):
        return False
    title = game.state.terms.bum_title
    due = [role.replace("bum", title) for role in ROLES[number_]]
    names_ = [player.name for player in game.state.players]
    places: tuple[str, ...] = ()
    for news in (news for t in game.live for news in t.step.news):
        if news.name == "RoundOpened":
            roles = dict(zip(names_, news["roles"], strict=True))
            assert [roles[name] for name in places] == (due if places else [])
            assert places or set(news["roles"]) == {""}
        elif news.name == "RoundOver":
            places = news["places"]
    return bool(places)


TRICKS = (
    Feature(
        "a pass, and a play later in the trick",
        "every-kind-of-play",
        lambda g: list(filter(passed_and_played, over(g))),
    ),
    Feature("a trick won by passes", "every-kind-of-play", won_by_passes),
    Feature(
        "out in the middle of a trick",
        "every-kind-of-play",
        lambda g: went_out(g, leading=False),
    ),
    Feature("out by leading", "every-kind-of-play", lambda g: went_out(g, leading=True)),
    Feature("the next seat is out as well", "every-kind-of-play", passed_over),
    Feature("out with a pair", "every-kind-of-play", lambda g: 2 in out_with(g)),
    Feature("out with three cards", "two-with-all-questions", lambda g: 3 in out_with(g)),
    Feature(
        "last with many cards",
        "two-seven-each",
        lambda g: [news for news in g.news("RoundOver") if news["left"] >= 5],
    ),
    Feature("a round of nine", "two-with-all-questions", lambda g: len(g.state.rounds) == 9),
    *(
        Feature(f"roles of {number_}", name, partial(roles_of, number_=number_))
        for number_, name in {
            2: "two-with-all-questions",
            3: "three-and-one-to-steal",
            4: "four-side-by-side",
            5: "five-with-free-trade",
            7: "seven-drawn-and-called-off",
        }.items()
    ),
    Feature(
        "another title for the last one",
        "two-with-all-questions",
        lambda g: any("ass" in news["roles"] for news in g.news("RoundOpened")),
    ),
    Feature(
        "and for the last but one",
        "five-with-free-trade",
        lambda g: any("vice scum" in news["roles"] for news in g.news("RoundOpened")),
    ),
    Feature(
        "cards of earlier tricks are shown",
        "every-kind-of-play",
        lambda g: len(g.played.view()["public"]["tricks"]) == len(g.state.tricks) > 0,
    ),
    Feature(
        "cards of earlier tricks are not shown",
        "five-with-two-jokers",
        lambda g: not g.played.view()["public"]["tricks"] and g.state.tricks,
    ),
)


def out_with(game: Recording) -> set[int]:
    """With how many cards at once players went out."""
    return {len(news["cards"]) for news in game.news("Played") if not news["left"]}
