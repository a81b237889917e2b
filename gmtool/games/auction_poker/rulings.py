"""What the page rules where its source is silent or unclear."""

from gmtool.engine.rulings import Ruling

RULINGS = (
    Ruling(
        "AP-1",
        source="aces are high, which leaves open whether they may be low in a straight",
        rule="aces are high only, unless A-2-3-4-5 is to be a straight",
        options=("low_ace_straight",),
        told={
            "off": "Aces are high only, so A-2-3-4-5 is no straight.",
            "on": "Aces are high, and low in A-2-3-4-5.",
        },
    ),
    Ruling(
        "AP-2",
        source="it doesn't say how many can play",
        rule="2 to 26 play, in sign-up order; of more than 10 the host is warned",
        fixed="whom to invite is the host's choice, and a warning forbids nothing",
    ),
    Ruling(
        "AP-4",
        source="lots are evenly distributed, of a number that isn't named",
        rule="how many opening lots; by default the larger of 10 and the number of players",
        options=("lots",),
    ),
    Ruling(
        "AP-5",
        source="lots are offered in batches of a size that isn't named",
        rule="how many lots are offered at a time",
        options=("batch_size",),
    ),
    Ruling(
        "AP-7",
        source="one bids the coins that one is willing to spend, without a least number",
        rule="the least bid, in coins; 0 lets a player without coins bid, too",
        options=("min_bid",),
        told={
            "0": "A bid may be 0 coins, and is at most what you have.",
            "1": "A bid is at least 1 coin and at most what you have.",
            "": "A bid is at least {value} coins and at most what you have.",
        },
    ),
    Ruling(
        "AP-8",
        source="a bid can't be changed or cancelled; of several in one message nothing is said",
        rule="of several bids in a message the good ones stand, the others are refused one by one",
        fixed="a slip in one bid shouldn't cost a player the others",
    ),
    Ruling(
        "AP-10",
        source="of equal bids the one made first wins; of one instant nothing is said",
        rule="of equal bids received in the same instant the one recorded first wins",
        fixed="a matter of bookkeeping, not of taste",
    ),
    Ruling(
        "AP-11",
        source="of equal bids of one's own the next highest bidder gets one of the lots and the "
        "player another; how that goes on from lot to lot isn't said",
        rule="from the highest bid down, a holder moves on for the next bidder to a lot on which "
        "it bid the same, as long as nobody loses a lot for none",
        fixed="every host must get the same answer",
        told={
            "": "If you are on top of several lots you get the one you bid most on; if you bid the "
            "same on them, the highest next bidder on one of them gets that one, and you another.",
        },
    ),
    Ruling(
        "AP-12",
        source="it doesn't say whether losing bids are shown",
        rule="results name the winners' bids only, or all bids",
        options=("reveal_bids",),
        told={
            "winners": "Results show winners and prices; losing bids stay secret until the game "
            "has ended.",
            "all": "Results show all bids.",
        },
    ),
    Ruling(
        "AP-13",
        source="lots that nobody bid on are re-auctioned one at a time until all have a hand",
        rule="how often each lot left over is offered again, to players without one",
        options=("reoffers", "reauction"),
        told={
            "0": "Lots left over aren't offered again, so you may end up without one.",
            "1": "Lots left over are offered once more, one at a time, to players who have none.",
            "": "Lots left over are offered up to {value} times more, one at a time, to players "
            "who have none.",
        },
    ),
    Ruling(
        "AP-13",
        source="it doesn't say what becomes of lots on which nobody may bid",
        rule="no window is opened in which nobody may bid, and its lots pass at once",
        fixed="waiting for nobody would only cost days",
    ),
    Ruling(
        "AP-14",
        source="it doesn't say what becomes of lots that nobody takes in the end",
        rule="lots still left go back to the deck",
        fixed="all 52 cards are to stay in the game",
        told={"": "Lots that nobody takes go back to the deck."},
    ),
    Ruling(
        "AP-16",
        source="cards go back to the deck at once; of second messages and wrong cards it's silent",
        rule="a trash is final, a second one adds to it, and one with a wrong card doesn't count",
        fixed="the deck has the cards by then, and a wrong card may stand for another",
    ),
    Ruling(
        "AP-17",
        source="change lots come from first trash to last; labels and whose they are aren't named",
        rule="change lots are labelled afresh from A, and nobody is told whose trash made which",
        fixed="a name beside a lot would tell who changed how many cards",
    ),
    Ruling(
        "AP-18",
        source="one may win several change lots; whether one must be able to pay isn't said",
        rule="live bids in a batch of change lots can't add up to more than the bidder's coins",
        fixed="a winner must always be able to pay",
    ),
    Ruling(
        "AP-21",
        source="its post about tiebreakers isn't preserved",
        rule="ties are broken by the ranks that make the hand, then by the rest of the five cards",
        fixed="that is what the sentences that are preserved say",
    ),
    Ruling(
        "AP-22",
        source="Pigs are last; who is where there is no Pig isn't said",
        rule="without a Pig the lowest hand is last; where all are drawn nobody is",
        fixed="the payouts come from somebody in last place",
        told={"": "Without a Pig the lowest hand is last."},
    ),
    Ruling(
        "AP-23",
        source="it doesn't say what drawn players receive",
        rule="who is in last place receives nothing, and drawn players share what their places do",
        fixed="any other division would pay out more or less than the places have",
        told={"": "Equal hands share what their places receive."},
    ),
    Ruling(
        "AP-26",
        source="who is deemed inactive loses cards and coins; from when on isn't said",
        rule="windows in a row without a word after which a player looks inactive to the host",
        options=("inactive_after",),
        told={
            "1": "Whoever stays silent in a window may be ruled inactive and loses all cards and "
            "coins.",
            "": "Whoever stays silent in {value} windows in a row may be ruled inactive and loses "
            "all cards and coins.",
        },
    ),
    Ruling(
        "AP-28",
        source="it knows of no word for wanting nothing",
        rule="`pass` and `keep` may be followed by a move, after which they say that this is all",
        fixed="a player may change its mind until the window closes",
    ),
)
"""One for each **R** of the page, in its order."""
