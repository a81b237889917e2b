"""What the demo of President must show, each in the game that is named, beside every move and every
text: news, written as in the files `*.clauses`, and what no news tells.
"""

from __future__ import annotations

from recorded import Feature, features, taken_back

from gmtool.engine.wording import HOST

LUNCH, BAR = "Lunch table", "Two at the bar"
NEWS = {
    LUNCH: (
        "RoundOpened: number = 1; names counts 5; roles = - - - - -",
        "RoundOpened: number = 3; roles has president; roles has vice president; roles has neutral",
        "RoundOpened: number = 3; roles has vice bum; roles has bum",
        # a president who is the bum in the next round
        "RoundOpened: number = 2; names.1 = Ben; roles.1 = president",
        "RoundOpened: number = 3; names.1 = Ben; roles.1 = bum",
        "RoundOver: number = 3",
        # one who gives up the highest, and one who is asked, in the same round
        "Taken: parties = Dan Ada; why = surrendered; how = -",
        "Held: parties = Cleo Ben",
        *("Answered: yes = no", "Answered: yes = yes; cards = -"),
        *("Answered: yes = yes; cards counts 1", "Taken: why = given; how = -"),
        *("Returned: demanded = yes", "Returned: demanded = no; how = -"),
        # 3D given back, so that another leads
        *("Returned: parties = Dan Ada; cards = 3D", "PlayOpened: must = 3D; leader = Ada"),
        *("Swapped", "Declined", "Withdrawn: gone = no", "SwapUndone", "Passed: how = default"),
        "Played: cards has LJ; stands lacks LJ",
    ),
    BAR: (
        *("RoundOver: actions counts 1", "RoundOpened: roles = president scum", "Drew"),
        *("TradingOpened: trades counts 1; trades.0.count = 1", "DealtAnew"),
        "Returned: how = default",
    ),
}
STAYING = [("", ""), ("president", "scum"), ("president", "scum")]
FEATURES = (
    *features(NEWS),
    Feature(
        "a pass taken back",
        LUNCH,
        lambda g: any(entry.who != HOST for gone in taken_back(g) for entry in gone),
    ),
    Feature(
        "roles that stay when hands are dealt anew",
        BAR,
        lambda g: [opened["roles"] for opened in g.news("RoundOpened")] == STAYING,
    ),
)
