"""What the page rules where its source is silent or unclear."""

from gmtool.engine.rulings import Ruling

RULINGS = (
    Ruling(
        "BT-2",
        source="it names no greatest number of players",
        rule="at most 17 play",
        fixed="with more a hand would have two cards",
    ),
    Ruling(
        "BT-2",
        source="hands may differ by a card, and who gets more isn't said",
        rule="the seats that are dealt to first get more, and the first moves on by one each round",
        fixed="every seat gets its turn, so that nobody is favoured",
    ),
    Ruling(
        "BT-2",
        source="a player whose card was shown in dealing may demand a new deal",
        rule="a new deal is a ruling of the host's, and comes before the first play of the round",
        fixed="what has been played can't be picked up again",
    ),
    Ruling(
        "BT-3",
        source="the lowest card dealt must be used at once; who may know which it is isn't said",
        rule="which card must be played is told to the leader alone",
        fixed="it would tell everybody what isn't in play",
    ),
    Ruling(
        "BT-4",
        source="seventeen cards each and one left over, which is so without jokers",
        rule="the floating card is for a deck without jokers",
        fixed="with jokers more than one card, or none, is left over",
    ),
    Ruling(
        "BT-5",
        source="usually one joker is higher than the other",
        rule="with two jokers one is always the higher",
        fixed="with equal ones there would be no order of plays that hold one each",
    ),
    Ruling(
        "BT-6",
        source="the first trick of the game opens with the three of diamonds; of later rounds "
        "nothing is said",
        rule="whether 3D must be in the first play of every round or of the first only",
        options=("open_with_lowest",),
        told={
            "every-round": "That card must be in the first play of every round.",
            "first-round": "That card must be in the first play of the first round; later its "
            "holder leads with anything.",
        },
    ),
    Ruling(
        "BT-6",
        source="it doesn't say who leads where that card isn't in play or has changed hands",
        rule="the lowest natural card takes its part, and its holder when play begins leads",
        fixed="somebody has to lead, and trading comes before play",
    ),
    Ruling(
        "BT-6",
        source="a deal of jokers alone isn't thought of",
        rule="where only jokers are held the lowest of them takes its part",
        fixed="somebody has to lead",
    ),
    Ruling(
        "BT-11",
        source="flushes of a suit go by their highest card; of equal ones nothing is said",
        rule="flushes of a suit go by their highest card, then by the next, and so on down",
        fixed="equal highest cards only come with jokers",
        told={"": "Of two in a suit the highest card decides, then the next, and so on down."},
    ),
    Ruling(
        "BT-12",
        source="who can't beat the last play must pass",
        rule="where all see that nothing can be higher the pass is made at once; cards that lie in "
        "the trick can't be in what is higher",
        fixed="it tells nothing of any hand, and saves a day",
    ),
    Ruling(
        "BT-12",
        source="a game at a table has no deadlines",
        rule="hours for each move, in trading too",
        options=("move_hours",),
        told={"1": "You have 1 hour for every move.", "": "You have {value} hours for every move."},
    ),
    Ruling(
        "BT-15",
        source="trading is between two, and hands end as large as they were",
        rule="while cards are traded every hand counts as large as it was dealt",
        fixed="the count would tell what was traded",
    ),
    Ruling(
        "BT-16",
        source="jokers are wild cards or rank higher than two",
        rule="whether a joker is a wild card, a card above every 2, or either",
        options=("joker_use",),
    ),
    Ruling(
        "BT-16",
        source="whether a wild may double a card of its own play isn't said",
        rule="it may not, except in five of a kind, where it stands for the rank alone",
        fixed="five of a kind is what jokers bring; a second card of the same suit isn't a play",
    ),
    Ruling(
        "BT-17",
        source="pairs with a joker are above natural ones of the rank; of singles nothing is said",
        rule="a single wild stands above every natural card of the rank it stands for",
        fixed="it goes as in pairs",
    ),
    Ruling(
        "BT-18",
        source="only of straights it is said what a joker as the highest card does",
        rule="in flushes, full houses and fours it does the same",
        fixed="the common sense of straights, for all hands of five",
    ),
    Ruling(
        "BT-20",
        source="who says what a joker stands for isn't said",
        rule="it is read as the highest that fits, unless the player says what it stands for",
        fixed="the player chooses by saying so",
    ),
    Ruling(
        "BT-22",
        source="how many rounds are played isn't said",
        rule="how many rounds are played",
        options=("rounds",),
        told={"1": "One round is played.", "": "{value} rounds are played."},
    ),
    Ruling(
        "BT-24",
        source="the bum may surrender, else the president asks; which trade comes first isn't said",
        rule="the bum speaks first, and both trades run side by side",
        fixed="neither trade can bear on the other",
    ),
    Ruling(
        "BT-25",
        source="what can be asked is shown by examples, none of them with jokers",
        rule="a joker is asked for by name, and is of no suit or rank",
        fixed="what it stands for is decided when it is played",
    ),
    Ruling(
        "BT-26",
        source="the bum may answer more than it has to; how questions come isn't said",
        rule="the bum may waive its privacy; several questions are put in their order, up to the "
        "first yes that makes something due",
        fixed="nobody has to give up more than one wants to, and a forum saves a day by it",
    ),
    Ruling(
        "BT-26",
        source="any question may be asked, and must be answered truthfully within privacy",
        rule="a question that isn't on the list is answered by the host",
        fixed="only who sees the hand can answer it",
    ),
    Ruling(
        "BT-26",
        source="what is revealed must be accepted for the sake of privacy",
        rule="by a question that only a waiver allows no card passes over",
        fixed="more can be told than can be taken",
    ),
    Ruling(
        "BT-26",
        source="the bum answers at once",
        rule="while a question in words waits only the host is awaited, and no time is renewed",
        fixed="else questions could put off the game",
    ),
    Ruling(
        "BT-27",
        source="of a suit with too few cards, or without a choice, nothing is said",
        rule="those there are pass over, and the bum gives what it owes itself",
        fixed="else the president would learn that there was no choice",
    ),
    Ruling(
        "BT-28",
        source="the bum may demand the lowest; until when isn't said",
        rule="until the president has given cards back",
        fixed="as long as it can still be followed",
    ),
    Ruling(
        "BT-29",
        source="free trade has no end but that hands are as large as before",
        rule="hours for free trade",
        options=("trade_hours",),
    ),
    Ruling(
        "BT-29",
        source="it can't end while hands differ in size",
        rule="it closes early only where no offer is unanswered and no hand differs",
        fixed="else a bargain in the making would be cut off",
    ),
    Ruling(
        "BT-29",
        source="how offers are made isn't said",
        rule="one offer at a time to the same player; before a trade is undone those that moved "
        "its cards on are",
        fixed="a matter of bookkeeping, not of taste",
    ),
)
