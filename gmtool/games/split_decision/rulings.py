"""What the page rules where its source is silent or unclear."""

from gmtool.engine.rulings import Ruling

RULINGS = (
    Ruling(
        "SD-4",
        source="one deck serves three rounds; what happens when it runs out isn't said",
        rule="the cards in nobody's hand are shuffled into a new deck",
        fixed="the game has to go on, and cards that lie in a hand can't come again",
    ),
    Ruling(
        "SD-5",
        source="each player sends 30 codes; of their order and of repeats nothing is said",
        rule="the order of the codes matters, repeats are allowed, and a list is final",
        fixed="each code is compared with those of its set, so it needs its place, and a list that "
        "could be changed could be fitted to the codes of others as they become known",
    ),
    Ruling(
        "SD-7",
        source="tied codes are discarded and the next set is used; whether with a new actual code "
        "isn't said",
        rule="whether a tie for who has buzzed in draws a new actual code too",
        options=("redraw_on_tie",),
        told={
            "off": "If the nearest are equally near, the set is discarded and the next one counts.",
            "on": "If the nearest are equally near, the set is discarded and the next one counts, "
            "with a new actual code.",
        },
    ),
    Ruling(
        "SD-8",
        source="after a wrong answer the next closest code is asked; not what a tie does there",
        rule="a tie for being next is broken by the next set among those still to be asked",
        fixed="only those whose turn depends on it need another set, and one that nobody's turn "
        "depends on would be wasted",
    ),
    Ruling(
        "SD-9",
        source="30 codes are sent before the episode; what happens after the last isn't said",
        rule="the question waits until all who may still be asked in the round have sent new codes",
        fixed="a question needs a set, and concerns only those who can be asked",
        told={"": "When no set is left, I ask for new numbers."},
    ),
    Ruling(
        "SD-11",
        source="after a wrong answer the next player is asked, and so on; not what comes last",
        rule="a question that nobody answers right is over, and counts as completed",
        fixed="the free look and the short round 2 count questions, and this one was asked",
    ),
    Ruling(
        "SD-14",
        source="of equal totals the one reached first goes first; not if that was at once",
        rule="of totals reached by the same entry the order is red, gold, blue",
        fixed="a matter of bookkeeping, not of taste",
    ),
    Ruling(
        "SD-14",
        source="a head start card is kept or refused, before anybody holds another one; a free Ace "
        "changes that, and of Jokers and pushes beside it nothing is said",
        rule="a Joker beside a free Ace takes the open place, and a head start has no pushes",
        fixed="a head start is for placing one card, and what can be refused for nothing needn't "
        "be paid for",
        told={"": "There are no pushes in a head start."},
    ),
    Ruling(
        "SD-16",
        source="a card that matches one placed is a push; an Ace may be high or low as well",
        rule="an Ace beside a single Ace is a push or goes to the other end, as its player chooses",
        fixed="both are right by the source, and the choice takes neither from a player",
        told={"": "An Ace beside a single Ace is a push or goes to the other end, as you choose."},
    ),
    Ruling(
        "SD-18",
        source="chips are for cards that are undesirable or can't be used; not whether one may be "
        "spent on a card that wins or pushes",
        rule="a card that wins or pushes can't be discarded, passed on or refused",
        fixed="nobody gains by giving up a win or money, unless it is to help another player",
        told={"": "A card that wins or is a push can't be discarded or refused."},
    ),
    Ruling(
        "SD-20",
        source="a card is passed to an opponent; not whether it may go on, nor what it pays there",
        rule="a card is passed on once, and pays its receiver as a card or a push, not for the "
        "answer",
        fixed="a card that went round would never be dealt with, and the receiver gave no answer",
        told={"": "A card is passed on only once."},
    ),
    Ruling(
        "SD-23",
        source="each player is given a free Ace; not whether it pays, nor whether a head start "
        "follows",
        rule="a free Ace pays as the first card placed, and the head start follows",
        fixed="the first two cards placed pay, and every round begins with a head start",
        told={"": "It pays like any card that is placed, and the head start follows."},
    ),
    Ruling(
        "SD-27",
        source="the bonus is worth up to $50,000, on day 4 $100,000 and on day 5 $250,000; not how",
        rule="all amounts of the bonus are multiplied by 2 on the fourth day and by 5 on the fifth",
        fixed="so the most that can be won is just what the source says",
    ),
    Ruling(
        "SD-31",
        source="a card that ties the high or low card is a push; an Ace is both high and low",
        rule="an Ace matches any Ace that is used",
        fixed="it is the same rank, whichever end it stands at",
    ),
    Ruling(
        "SD-32",
        source="the second chance is to win the wager; not what a push on it does",
        rule="a push on the card of the second chance saves the wager",
        fixed="a push loses nothing unless the Devil is there, and so it is with this card",
    ),
    Ruling(
        "SD-36",
        source="a player decides what to do with each card, also where there is nothing to decide",
        rule="the only legal move is made by the tool, and the post says so",
        fixed="nobody should wait two days for the only thing that can be said",
    ),
    Ruling(
        "SD-36",
        source="an answer has 48 hours; of all else nothing is said",
        rule="hours for the codes and for any decision",
        options=("decision_hours",),
        told={
            "1": "You have 1 hour for your buzzcodes and for each decision.",
            "": "You have {value} hours for your buzzcodes and for each decision.",
        },
    ),
    Ruling(
        "SD-36",
        source="what becomes of a player who says nothing isn't said, but for an answer",
        rule="each decision has a default that commits its player to the least, and the host may "
        "give more time instead",
        fixed="everybody should know before what will stand, and a host who chose could favour "
        "somebody",
    ),
)
"""The rulings of the page, in its order."""
