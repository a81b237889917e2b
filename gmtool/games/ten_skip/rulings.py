"""What gmtool rules where the rules as written down are silent or unclear."""

from __future__ import annotations

from gmtool.engine.rulings import Ruling
from gmtool.games.ten_skip.terms import AGAIN, ONCE, SAME_PLAYER

RULINGS = (
    Ruling(
        "TS-1",
        "Six players or more need a second deck; how two decks lie before a shuffle isn't said.",
        "Two decks go into a shuffle one after the other.",
        fixed="a matter of bookkeeping, so that anybody can repeat a shuffle",
    ),
    Ruling(
        "TS-2",
        "Hands and runs depend on how many play; what becomes of them as players drop out isn't "
        "said.",
        "They stay as set, however many are eliminated later.",
        fixed="points already scored were scored with these hands",
    ),
    Ruling(
        "TS-3",
        "Equal high cards are drawn again; from which cards, and who deals later, isn't said.",
        "The deal passes to the left, or by option the dealer is drawn for in every round.",
        ("redraw_dealer",),
        told={
            "off": "For the first deal one card is turned over for each of you, and the highest "
            "deals; later the deal passes to the left.",
            "on": "In every round one card is turned over for each of you, and the highest deals.",
        },
    ),
    Ruling(
        "TS-5",
        "At a table nobody needs a deadline.",
        "There are 24 hours for each move, unless the host sets others.",
        ("move_hours",),
    ),
    Ruling(
        "TS-5",
        "What happens when a player doesn't move isn't said.",
        "The turn is played in a fixed way, without a notice or a challenge.",
        fixed="a default that the host could choose would let it favour somebody",
        told={
            "": "If nothing comes I give you more time, or play for you: your highest-scoring card "
            "goes, of the two drawn the lower-scoring one stays, and nobody is put on notice or "
            "challenged."
        },
    ),
    Ruling(
        "TS-6",
        "Two cards are drawn and one is kept; what if only one is left isn't said.",
        "It is taken and kept.",
        fixed="there is nothing to choose between",
        told={"": "If only one card is left, you just keep that."},
    ),
    Ruling(
        "TS-8",
        "With somebody on notice an empty pile ends nothing; who can take from nobody isn't "
        "thought of.",
        "It may pass in place of a challenge.",
        fixed="else a player could be forced to challenge, and to lose by it",
    ),
    Ruling(
        "TS-10",
        "Notice is given at the end of a turn; how a turn ends without it isn't said.",
        "Who can't give notice isn't asked: the turn ends by itself after the exchange.",
        fixed="there is nothing to choose, and the others needn't wait for it",
    ),
    Ruling(
        "TS-12",
        "Notice is given “if nobody else has already done so this round”; whether a refuted one "
        "counts isn't said.",
        "After a refuted claim any player may claim again, or by option only the same one, or "
        "nobody.",
        ("claims",),
        told={
            AGAIN: "Anybody who is still in may claim again.",
            SAME_PLAYER: "Only the same player may claim again in that round.",
            ONCE: "Nobody may claim again in that round.",
        },
    ),
    Ruling(
        "TS-15",
        "A bluffer's cards are known by all other players; for how long isn't said.",
        "A card stays known until it is seen to go, or one goes unseen, which might be it.",
        fixed="a list says what all could have noted down themselves, no more and no less",
    ),
    Ruling(
        "TS-16",
        "Correct challengers leave the round; what if only one player is left in it isn't said.",
        "The round ends at once, and that player loses with its own hand.",
        fixed="nobody is left whom it could play against",
        told={
            "": "Should one player alone be left in a round, the round ends, and that one loses."
        },
    ),
    Ruling(
        "TS-17",
        "Who wins unchallenged needn't reveal its hand; until when it may isn't said.",
        "It may until its next move, and the next deal doesn't wait for it.",
        fixed="it is for amusement, and nothing should wait for that",
    ),
    Ruling(
        "TS-19",
        "Each loser adds up its own points; whether it has to show them isn't said.",
        "The hands that score are shown.",
        fixed="else nobody but the host could check the points",
    ),
    Ruling(
        "TS-20",
        "The last remaining player wins; what if a round eliminates all who are left isn't said.",
        "The lowest total wins, and equal lowest totals share the win.",
        fixed="the one with the fewest points was the furthest from its end",
        told={"": "If a round puts out all who are left, the lowest total wins."},
    ),
)
