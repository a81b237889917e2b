"""A whole game of Minority Rule worked out by hand from the words of its file, and compared with
what gmtool makes of it day by day.
"""

from __future__ import annotations

from collections.abc import Iterator

from playing import Played, play, script_of, timed

from gmtool.desk import kinds
from gmtool.engine.header import Header

PLAYERS = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida")
BY_HAND = """
    Ann Bob Cid Dee Eve Fay Gus Hal Ida | yes no | out
    y   y   y   y   y   y   y   y   y   |  9   0 |
    y   y   y>n y   n   n   n   n>y -   |  4   4 | Ida
    y>n y>n y   y   y   n   n   n   .   |  3   5 | Ann Bob Fay Gus Hal
    .   .   y   y   y   .   .   .   .   |  3   0 |
    .   .   y   y>n y   .   .   .   .   |  2   1 | Cid Eve
"""
"""A line for each day, `y>n` where a yes was swapped for a no, `-` where nothing came, and a point
where somebody is out already. On the first day all say the same, so that nobody is out. On the
second Cid swaps to no and Hal to yes, so that four face four and only Ida is out, for its silence.
On the third there are five yes, until Ann and Bob swap: then it is no that most have said, and all
five of them are out. Three are left, who agree once; then Dee swaps alone, and is the last.
"""


def days() -> Iterator[tuple[dict[str, str], dict[str, int], list[str]]]:
    """What each said on each day, how often yes and no came, and who was out by that."""
    for row in BY_HAND.strip().splitlines()[1:]:
        said, counts, out = row.split("|")
        yes, no = map(int, counts.split())
        answers = dict(zip(PLAYERS, said.split(), strict=True))
        yield answers, {"yes": yes, "no": no}, out.split()


def begun() -> Played:
    """The game before its first vote."""
    text = next(one.text for one in kinds.setups("free") if one.name == "minority")
    header = Header("free", 1, "Test", "UTC", PLAYERS, file=text)
    return play(script_of(header)).then(timed(["host: start"]))


def say(game: Played, *lines: str) -> Played:
    """The game after more lines, each a minute or a span after the one before."""
    return game.then(timed(lines, game.entries[-1].received_at))


def test_ff_11_minority_rule_comes_out_as_it_does_by_hand() -> None:
    words = {"y": "yes", "n": "no"}
    game = begun()
    for answers, counts, out in days():
        inside = [who for who, said in answers.items() if said != "."]
        assert list(game.state.inside) == inside
        sent = {who: said for who, said in answers.items() if said[0] in words}
        votes = (f"{who}: vote {words[said[0]]}" for who, said in sent.items())
        game = say(game, "host: open vote", *votes, "+24h host: close")
        swaps = (f"{who}: swap my vote" for who, said in sent.items() if ">" in said)
        game = say(game, *swaps, "+12h host: close")
        assert {one.value: one.count for one in game.state.result("vote").totals} == {
            word: many for word, many in counts.items() if many
        }
        assert [who for who in inside if who not in game.state.inside] == out
    assert game.state.phase == "ended"
    assert game.state.winners == ("Dee",)
