"""The rulebooks. Outsiders take a package's `GAME`; built-in kinds are found in this table."""

BUILT_IN = {
    "auction-poker": "gmtool.games.auction_poker",
    "split-decision": "gmtool.games.split_decision",
    "grouping-bw": "gmtool.games.grouping_bw",
}
"""Kind to package, in the order in which they are listed."""

EXAMPLE = next(iter(BUILT_IN))
"""The kind that help and first steps speak of."""
