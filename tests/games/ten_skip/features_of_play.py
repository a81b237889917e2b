"""What recorded games show of dealing, exchanges, claims and scores, and of how it all ends."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

from recorded import Feature, Recording, Taken

from gmtool.engine.cards import rank
from gmtool.engine.telling import News
from gmtool.games.ten_skip.state import (
    CLAIM_TRUE,
    DEFAULT,
    ONE_LEFT,
    PILE_EMPTY,
    UNCHALLENGED,
    RoundThen,
    State,
)
from gmtool.games.ten_skip.terms import AGAIN, ONCE, SAME_PLAYER

from .results import happened

Found = list[Any]


def some(where: Recording | Taken, name: str, /, **facts: object) -> Found:
    """News of that name with these facts, of a whole recording or of one entry."""
    return [
        news for news in where.news(name) if all(news[key] == fact for key, fact in facts.items())
    ]


def at(game: Recording, name: str) -> list[tuple[State, News, State]]:
    """The news of that name, with the game before and after each."""
    return [one for one in happened(game) if one[1].name == name]


# ---- deals


def seats(game: Recording, number: int, hand_size: int, run_length: int, decks: int) -> bool:
    """TS-1, TS-2."""
    terms = game.state.terms
    return (len(game.header.players), terms.hand_size, terms.run_length, terms.decks) == (
        number,
        hand_size,
        run_length,
        decks,
    )


def chosen(game: Recording, name: str) -> bool:
    return name in game.header.options


def ties(game: Recording) -> set[int]:
    """How many times round it took to find the dealers (TS-3)."""
    return {len(news["draws"]) for news in game.news("RoundOpened") if news["draws"]}


def passed_over(game: Recording, *, dealing: bool) -> Found:
    """Rounds dealt, or turns begun, past a seat that is empty of a player eliminated earlier."""
    found = []
    for before, news, _ in at(game, "RoundOpened" if dealing else "TurnBegun"):
        came = before.dealer if dealing else before.actor
        then = news["first"] if dealing else news["who"]
        names = [player.name for player in before.players]
        between = names.index(then) - names.index(came) - 1
        passed = [names[(names.index(came) + 1 + n) % len(names)] for n in range(between)]
        found += [name for name in passed if before.player(name).eliminated]
    return found


def drawn_for(game: Recording) -> bool:
    """TS-3: anew in every round, also by fewer than sat down."""
    opened = game.news("RoundOpened")
    return all(o["draws"] for o in opened) and len({len(o["draws"][0]) for o in opened}) > 1


DEALS = (
    Feature(
        "two players",
        "two-to-a-thousand",
        partial(seats, number=2, hand_size=7, run_length=4, decks=1),
    ),
    Feature(
        "three players",
        "three-until-one-is-left",
        partial(seats, number=3, hand_size=7, run_length=4, decks=1),
    ),
    Feature(
        "four players",
        "four-until-two-share",
        partial(seats, number=4, hand_size=7, run_length=4, decks=1),
    ),
    Feature(
        "five players, shorter hands and runs",
        "five-with-shorter-hands",
        lambda g: seats(g, 5, 6, 3, 1) and not chosen(g, "hand_size"),
    ),
    Feature(
        "five players, five cards each",
        "five-with-five-cards",
        partial(seats, number=5, hand_size=5, run_length=3, decks=1),
    ),
    Feature(
        "six players, two decks",
        "six-with-two-decks",
        lambda g: seats(g, 6, 6, 3, 2) and not chosen(g, "decks"),
    ),
    Feature("two decks by choice", "three-with-two-decks", lambda g: seats(g, 3, 9, 3, 2)),
    Feature(
        "large hands",
        "two-with-sixteen-cards",
        partial(seats, number=2, hand_size=16, run_length=4, decks=1),
    ),
    Feature("a tie for dealer", "two-with-sixteen-cards", lambda g: 2 in ties(g)),
    Feature(
        "a tie for dealer, and a tie again", "four-who-draw-for-dealer", lambda g: 3 in ties(g)
    ),
    Feature(
        "a tie of twins for dealer",
        "six-with-two-decks",
        lambda g: [
            d
            for o in g.news("RoundOpened")
            for d in o["draws"]
            if len({one.card for one in d}) < len(d)
        ],
    ),
    Feature("a draw for dealer in every round", "four-who-draw-for-dealer", drawn_for),
    Feature(
        "the deal passes to the left",
        "two-to-a-thousand",
        lambda g: not any(o["draws"] for o in g.news("RoundOpened")[1:]),
    ),
    Feature(
        "who is eliminated is skipped in the turn order",
        "five-with-shorter-hands",
        partial(passed_over, dealing=False),
    ),
    Feature(
        "who is eliminated is skipped in the deal",
        "six-with-two-decks",
        partial(passed_over, dealing=True),
    ),
)


# ---- exchanges


def shown(game: Recording, *, known: bool) -> Found:
    """Cards offered that everybody knew to be there already, or not (TS-15)."""
    return [
        news
        for before, news, _ in at(game, "Offered")
        if (news["card"] in before.player(news["who"]).known) is known
    ]


def handed_unseen(game: Recording) -> Found:
    """TS-15: by somebody of whom two cards or more were known, of which one can be left at most."""
    return [
        news
        for before, news, after in at(game, "Handed")
        if len(before.player(news["who"]).known) > 1
        and after.player(news["who"]).known == (news["shown"],)
    ]


def known_shed(game: Recording) -> Found:
    """Known cards that were discarded, the others staying known."""
    return [
        news
        for before, news, after in at(game, "Discarded")
        if news["card"] in (known := before.player(news["who"]).known)
        and len(after.player(news["who"]).known) == len(known) - 1 > 0
    ]


def still_known(game: Recording) -> Found:
    """Turns that a bluffer began with its hand known, and ended so but for what it discarded."""
    return [
        news
        for before, news, after in at(game, "Kept")
        if before.refuted
        and before.player(news["who"]).known == after.player(news["who"]).known != ()
        and news["who"] in before.refuted
    ]


def last_cards(game: Recording, *, default: bool) -> Found:
    return [
        taken
        for taken in game.live
        if some(taken, "Discarded", how=DEFAULT if default else "")
        and [drew for drew in taken.news("Drew") if len(drew["cards"]) == 1]
        and not taken.news("Kept")
    ]


def with_empty_pile(game: Recording, name: str) -> Found:
    return [news for before, news, _ in at(game, name) if not before.draw_pile]


EXCHANGES = (
    Feature("two drawn, one kept", "two-to-a-thousand", lambda g: g.news("Kept")),
    Feature("a card taken", "three-until-one-is-left", lambda g: g.news("Handed")),
    Feature(
        "a twin of the shown card handed over",
        "six-with-two-decks",
        lambda g: [x for x in g.news("Handed") if x["card"] == x["shown"]],
    ),
    Feature(
        "the last card of the pile", "five-with-five-cards", partial(last_cards, default=False)
    ),
    Feature(
        "with an empty pile a card taken",
        "five-with-shorter-hands",
        partial(with_empty_pile, name="Offered"),
    ),
    Feature(
        "with an empty pile a pass",
        "two-with-sixteen-cards",
        lambda g: [x for x in with_empty_pile(g, "Passed") if not x["how"]],
    ),
    Feature(
        "with an empty pile a challenge",
        "four-until-two-share",
        partial(with_empty_pile, name="Challenged"),
    ),
    Feature(
        "a shown card is known",
        "three-until-one-is-left",
        lambda g: [
            x
            for b, x, a in at(g, "Handed")
            if x["shown"] not in b.player(x["who"]).known and x["shown"] in a.player(x["who"]).known
        ],
    ),
    Feature("a known card given on", "four-who-draw-for-dealer", partial(shown, known=True)),
    Feature(
        "nothing known any more after a card unseen", "four-who-draw-for-dealer", handed_unseen
    ),
    Feature(
        "a known card discarded, the others known still", "four-who-draw-for-dealer", known_shed
    ),
    Feature("a bluffer plays on with a known hand", "four-who-draw-for-dealer", still_known),
)


# ---- claims


def claims(game: Recording, option: str) -> list[tuple[State, News, State]]:
    """Claims after a refuted one, in a game with that option (TS-12)."""
    return [
        one
        for one in at(game, "PutOnNotice")
        if game.state.terms.claims == option and one[0].refuted
    ]


def without_claim(game: Recording, option: str) -> Found:
    """Turns that ended by themselves with nobody on notice, since no claim was left (TS-12)."""
    return [
        news
        for before, news in ended_by_itself(game)
        if game.state.terms.claims == option and not before.on_notice
    ]


def ended_by_itself(game: Recording) -> list[tuple[State, News]]:
    """Exchanges after which nobody was asked for the end of the turn, with the game before."""
    return [
        (before, news)
        for (before, news, _), (_, then, _) in pairwise(happened(game))
        if news.name in {"Kept", "Handed", "Drew"} and then.name != "Asked"
    ]


CLAIMS = (
    Feature(
        "another player claims after a refuted claim",
        "three-until-one-is-left",
        lambda g: [x for b, x, _ in claims(g, AGAIN) if x["who"] not in b.refuted],
    ),
    Feature(
        "the refuted player claims again, as any may",
        "six-with-two-decks",
        lambda g: [x for b, x, _ in claims(g, AGAIN) if x["who"] in b.refuted],
    ),
    Feature(
        "only the refuted player claims again",
        "five-with-five-cards",
        partial(claims, option=SAME_PLAYER),
    ),
    Feature(
        "others can't, and their turns end by themselves",
        "five-with-five-cards",
        partial(without_claim, option=SAME_PLAYER),
    ),
    Feature(
        "one claim in a round",
        "four-until-two-share",
        lambda g: without_claim(g, ONCE) and not claims(g, ONCE),
    ),
    Feature(
        "two claims refuted in a round",
        "three-until-one-is-left",
        lambda g: [s for _, _, s in at(g, "Challenged") if len(s.refuted) == 2],
    ),
    Feature(
        "a turn ends by itself while somebody is on notice",
        "two-to-a-thousand",
        lambda g: [x for b, x in ended_by_itself(g) if b.on_notice and x.name == "Kept"],
    ),
    Feature(
        "the card on top chosen", "three-until-one-is-left", lambda g: some(g, "Topped", how="")
    ),
)


# ---- how rounds end


def ends(game: Recording, how: str) -> Found:
    return some(game, "RoundOver", how=how)


def rounds(game: Recording, how: str) -> list[RoundThen]:
    return [then for then in game.state.rounds if then.how == how]


def won(game: Recording, *, bluff: bool, revealed: bool) -> Found:
    """TS-17: hands that won unchallenged, by what was in them."""
    found = []
    for before, news, _ in at(game, "RoundOver"):
        if news["how"] == UNCHALLENGED:
            hand = before.player(news["claimant"]).hand
            then = game.state.rounds[news["number"] - 1]
            length = before.terms.run_length
            made = any(set(run) <= {rank(card) for card in hand} for run in RUNS[length])
            if (made, bool(then.revealed)) == (not bluff, revealed):
                found.append(news)
    return found


RUNS = {
    4: [run.split("-") for run in ["A-3-5-7", "2-4-6-8", "3-5-7-9", "4-6-8-10"]],
    3: [run.split("-") for run in ["A-3-5", "2-4-6", "3-5-7", "4-6-8", "5-7-9", "6-8-10"]],
}
"""TS-9, as the page has them."""


def in_entry(game: Recording, *names: str, how: str) -> Found:
    """Entries in which these happened and a round ended so."""
    return [t for t in game.live if some(t, "RoundOver", how=how) and all(map(t.news, names))]


def losers(game: Recording, how: str, number: int) -> Found:
    return [then for then in ends(game, how) if len(then["scores"]) == number]


def safe_at_the_end(game: Recording) -> Found:
    """TS-18: an empty pile that didn't cost all who were dealt cards."""
    return [
        news
        for before, news, _ in at(game, "RoundOver")
        if news["how"] == PILE_EMPTY and len(news["scores"]) < len(before.playing)
    ]


ROUNDS = (
    Feature("a claim that was true", "two-to-a-thousand", partial(ends, how=CLAIM_TRUE)),
    Feature(
        "one left of two",
        "two-to-a-thousand",
        lambda g: [
            t for t in in_entry(g, "Challenged", how=ONE_LEFT) if len(t.before.state.playing) == 2
        ],
    ),
    Feature(
        "one left of three, the top not asked for",
        "three-until-one-is-left",
        lambda g: [
            t
            for t in in_entry(g, "Challenged", how=ONE_LEFT)
            if len(t.before.state.playing) == 3 and not t.news("Topped")
        ],
    ),
    Feature(
        "one left of five",
        "six-with-two-decks",
        lambda g: [
            t for t in in_entry(g, "Challenged", how=ONE_LEFT) if len(t.before.state.playing) == 5
        ],
    ),
    Feature(
        "unchallenged, a made hand that was shown",
        "five-with-shorter-hands",
        partial(won, bluff=False, revealed=True),
    ),
    Feature(
        "unchallenged, a made hand that wasn't shown",
        "five-with-five-cards",
        partial(won, bluff=False, revealed=False),
    ),
    Feature(
        "unchallenged, a bluff that was shown",
        "five-with-shorter-hands",
        partial(won, bluff=True, revealed=True),
    ),
    Feature(
        "unchallenged, a bluff that wasn't shown",
        "four-who-draw-for-dealer",
        partial(won, bluff=True, revealed=False),
    ),
    Feature(
        "unchallenged, four lose",
        "five-with-shorter-hands",
        partial(losers, how=UNCHALLENGED, number=4),
    ),
    Feature(
        "the pile empty after a turn",
        "three-share-the-win",
        lambda g: in_entry(g, "Finished", how=PILE_EMPTY),
    ),
    Feature(
        "the pile empty at once after a right challenge",
        "four-until-two-share",
        lambda g: in_entry(g, "Topped", how=PILE_EMPTY),
    ),
    Feature(
        "the pile empty, no claim being left",
        "four-until-two-share",
        lambda g: [
            t
            for t in in_entry(g, "Kept", how=PILE_EMPTY)
            if t.before.state.refuted and not t.news("Finished")
        ],
    ),
    Feature("the pile empty, who was right safe", "four-until-two-share", safe_at_the_end),
)


# ---- scores


def scores(game: Recording, *, taken: bool, pairs: bool) -> Found:
    """Scores with the claimant's cards or not, the own hand holding a pair or not (TS-19)."""
    return [
        score
        for over in game.news("RoundOver")
        for score in over["scores"]
        if (bool(score.taken), bool(score.pairs)) == (taken, pairs)
    ]


def others_pair(game: Recording) -> Found:
    """A pair in the claimant's hand, none in the challenger's: not doubled."""
    return [
        score
        for score in scores(game, taken=True, pairs=False)
        if len({rank(one.card) for one in score.taken}) < len(score.taken)
        and score.points == sum(one.points for one in (*score.own, *score.taken))
    ]


def all_doubled(game: Recording) -> Found:
    return [
        score
        for score in scores(game, taken=True, pairs=True)
        if score.points == 2 * sum(one.points for one in (*score.own, *score.taken))
    ]


def twins(game: Recording) -> Found:
    """A pair of one card twice."""
    return [
        score
        for score in scores(game, taken=False, pairs=True)
        if len({one.card for one in score.own}) < len(score.own)
    ]


def put_out_by_host(game: Recording) -> Found:
    """TS-20: out when the round ended, though it lost nothing in it."""
    return [
        (over, name)
        for over in game.news("RoundOver")
        for name in over["eliminated"]
        if name not in {score.name for score in over["scores"]}
    ]


SCORES = (
    Feature(
        "a hand without a pair",
        "five-with-shorter-hands",
        partial(scores, taken=False, pairs=False),
    ),
    Feature(
        "a loser's hand doubled", "three-share-the-win", partial(scores, taken=False, pairs=True)
    ),
    Feature("a failed challenger's doubled with the claimant's", "two-to-a-thousand", all_doubled),
    Feature("a pair of the claimant's doubles nothing", "five-with-shorter-hands", others_pair),
    Feature("twins are a pair", "six-with-two-decks", twins),
    Feature(
        "an ace is 20",
        "two-to-a-thousand",
        lambda g: [
            s
            for o in g.news("RoundOver")
            for s in o["scores"]
            for one in s.own
            if rank(one.card) == "A" and one.points == 20
        ],
    ),
    Feature(
        "eliminated by points of the host's, when the round ends",
        "four-who-draw-for-dealer",
        put_out_by_host,
    ),
)


# ---- how games end


def winners(game: Recording) -> int:
    return len(game.state.winners)


def all_out(game: Recording) -> bool:
    """TS-20: the last round put out everybody left, of whom the lowest totals won."""
    last = game.news("RoundOver")[-1]
    state = game.state
    left = [p for p in state.players if p.eliminated == last["number"]]
    lowest = min((p.score for p in left), default=0)
    return not state.playing and {p.name for p in left if p.score == lowest} == set(state.winners)


def called_off(game: Recording) -> bool:
    return bool(game.played.table.called_off)


ENDINGS = (
    Feature(
        "the last of two left",
        "two-to-a-thousand",
        lambda g: winners(g) == 1 == len(g.state.playing) and g.state.terms.limit == 1000,
    ),
    Feature(
        "the last of five left",
        "five-with-shorter-hands",
        lambda g: winners(g) == 1 == len(g.state.playing) and len(g.state.players) == 5,
    ),
    Feature(
        "everybody out, the lowest wins",
        "two-with-sixteen-cards",
        lambda g: all_out(g) and winners(g) == 1,
    ),
    Feature(
        "everybody out, two share the win",
        "four-until-two-share",
        lambda g: all_out(g) and winners(g) == 2,
    ),
    Feature(
        "who was out before shares nothing",
        "four-until-two-share",
        lambda g: all_out(g) and len({p.eliminated for p in g.state.players}) == 2,
    ),
    Feature(
        "everybody out, three share the win",
        "three-share-the-win",
        lambda g: all_out(g) and winners(g) == 3,
    ),
    Feature(
        "two out in one round",
        "five-with-five-cards",
        lambda g: [o for o in g.news("RoundOver") if len(o["eliminated"]) == 2],
    ),
    Feature("called off", "drawn-and-called-off", called_off),
)
