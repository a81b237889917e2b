"""What gmtool rules where the game as posted is silent or unclear."""

from __future__ import annotations

from gmtool.engine.rulings import Ruling

RULINGS = (
    Ruling(
        "GB-2",
        "Players group their tiles; whether one may think again isn't said.",
        "Other groups may be sent until both have grouped, and the latest count.",
        fixed="groups are sealed until then, so nobody learns anything by another's second thought",
    ),
    Ruling(
        "GB-4",
        "Tiles are dealt face down, and players are told the colours.",
        "A player doesn't see its own tile either.",
        fixed="who sees its own tile plays another game: then groups would hide nothing from it",
        told={"": "No number is told to anybody, not even to its owner."},
    ),
    Ruling(
        "GB-5",
        "The host, or the holder of the Bonus, decides who starts; until when isn't said.",
        "The holder has the hours of the grouping for it, and who starts is named once.",
        ("grouping_hours",),
    ),
    Ruling(
        "GB-5",
        "The winner of the last round starts; a drawn round has no winner.",
        "After a draw the same player starts again.",
        fixed="somebody must start, and anything else would need a draw of its own",
        told={
            "": "Later it is the winner of the round before; after a draw the same player again."
        },
    ),
    Ruling(
        "GB-6",
        "Players bet, fold or call a bet; what the first one may do, or a player without chips, "
        "isn't said.",
        "The starting player must bet or fold, by option it may call; without chips the tiles are "
        "shown.",
        ("opening_check",),
        told={
            "off": "The starting player must bet or fold; then you answer each other: raise, call "
            "or fold.",
            "on": "The starting player bets, folds or calls at once; then you answer each other: "
            "raise, call or fold.",
        },
    ),
    Ruling(
        "GB-6",
        "There are 2 minutes to group and 1 for a betting action, at a table.",
        "There are 48 hours to group and 24 for a betting action, unless the host sets others.",
        ("grouping_hours", "betting_hours"),
    ),
    Ruling(
        "GB-6",
        "What happens when time is up isn't said.",
        "The last groups stand again, in the first set fixed ones; who doesn't act folds.",
        fixed="a default that the host could choose would let it favour somebody",
    ),
    Ruling(
        "GB-10",
        "A player who can pay only a part of the ante isn't thought of.",
        "It puts in what it has, and the opponent the same.",
        fixed="the pot must be even, and nobody has lost before it is out of chips",
        told={"": "Who can't pay all of it puts in what is left, and the opponent as much."},
    ),
    Ruling(
        "GB-11",
        "The first to run out of chips loses; whether in the midst of a round isn't said.",
        "It is looked at when a round has ended.",
        fixed="who is all in may still win the pot",
        told={"": "Who has no chips left at the end of a round loses."},
    ),
    Ruling(
        "GB-12",
        "The ante may be increased if both agree; how they do isn't said.",
        "Each names one until both have grouped, the latest counts, and the same one holds for "
        "that set.",
        fixed="by sealed messages nobody is bound by an offer before the other has agreed",
    ),
    Ruling(
        "GB-13",
        "The loser's bet chips are discarded; whether the ante is one of them isn't said.",
        "Whatever was put in during a round is a bet chip, the ante included.",
        fixed="else the ante would be a matter of its own that the source says nothing about",
    ),
    Ruling(
        "GB-15",
        "One number may be swapped from A and from B, and two from C; how to say so is left open.",
        "`same` and `swap 1 6` are about the groups of the set before, as these count in the end.",
        fixed="it is a matter of bookkeeping, not of taste; who wants other groups writes them out",
    ),
    Ruling(
        "GB-16",
        "If neither can pay and chips are equal, the next to win a hand wins; how it is played "
        "isn't said.",
        "The next tiles are shown without ante and bets, as often as there is a draw.",
        fixed="neither has chips to play for, so nothing is left to decide",
    ),
    Ruling(
        "GB-17",
        "Peek shows the opponent's tile, and Order is used at the start of a set; no more is said.",
        "Each is used once, at the times that the clause names, and everybody learns that it was.",
        fixed="the opponent has to know what can still be used; only what it told is secret",
    ),
)
