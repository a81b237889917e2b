"""Records, posts and receipts that fit, and some that somebody has changed, for `verify` and its
page alike: for each the check that finds it, and words of the sentence in which the page says so,
or `verify` where that needs the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from by_hand import Ledger, chained, digest, ended, written

from gmtool.render.dialects import Dialect, find

AUCTION, GROUPING = "auction-poker/two-with-words", "grouping-bw/words-and-called-off"
OTHERS = (GROUPING, AUCTION, "ten-skip/six-with-two-decks", "split-decision/words-of-the-players")


@dataclass(frozen=True)
class Case:
    """What is handed in, and which check finds first what is wrong with it (none where it fits)."""

    name: str
    record: str
    posts: str | None = None
    receipt: str | None = None
    check: str = ""
    says: str = ""


def changed(text: str, *pairs: tuple[str, str]) -> str:
    """The text with each first part replaced by the second, once; it has to be there."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def without(text: str, *patterns: str) -> str:
    """The text without the first line that each pattern begins."""
    for pattern in patterns:
        text, count = re.subn(rf"^{pattern}.*\n", "", text, count=1, flags=re.MULTILINE)
        assert count, pattern
    return text


Forge = Callable[[Ledger], tuple[str, str]]
"""Makes of a game a record and posts."""

BY_RULES = ("rules", "standings", "windows")
"""The checks that the page can't make."""

NO_TIME = ("set chance: hold", "set chance: hold\nset ends_at: 31:00")
OPTION = ("option coins: 300", "option coins: 400")
SEED = ("seed: c3e3", "seed: d3e3")
BID, RAISED = "Ann: bid A 120", "Ann: bid A 121"
BID_LINE = ("from pm]: bid A 120", "from pm]: bid A 121")
ARRIVED = ("2026-11-03T21:00:00Z Ann", "2026-11-03T20:59:00Z Ann")
FIRST = "shuffle 3H 6H 10H QC"
SWAPPED = "shuffle 6H 3H 10H QC"
DECK = "# draw 1: shuffle 2C 3C"


def _text(*pairs: tuple[str, str]) -> Forge:
    return lambda one: (changed(one.record, *pairs), one.posts)


def _line(*pairs: tuple[str, str]) -> Forge:
    return lambda one: (ended(changed(one.record, *pairs)), one.posts)


def _whole(*pairs: tuple[str, str]) -> Forge:
    return lambda one: (chained(changed(one.record, *pairs)), one.posts)


def _left_out(*patterns: str) -> Forge:
    return lambda one: (ended(without(one.record, *patterns)), one.posts)


def _posts(*pairs: tuple[str, str]) -> Forge:
    return lambda one: (one.record, changed(one.posts, *pairs))


def _posts_without(pattern: str) -> Forge:
    return lambda one: (one.record, without(one.posts, pattern))


def _deck_laid(one: Ledger) -> tuple[str, str]:
    """The deck laid so that another order of the cards comes out of the same draw."""
    text = chained(one.record.replace(FIRST, SWAPPED))
    line = re.search(r"# draw 1: shuffle (.*)", text)
    assert line
    deck = line[1].split(" ")
    one_card, other = deck.index("3H"), deck.index("6H")
    deck[one_card], deck[other] = deck[other], deck[one_card]
    return ended(text.replace(line[1], " ".join(deck))), one.posts


def _sealed_again(one: Ledger) -> str:
    """The record with a seal more, of a bid that it doesn't have, as if a move had been put right
    by an entry that did nothing of the kind: so the receipt of that bid would fit.
    """
    found = re.search(r"# seal 5 \S+: (.*)\n", one.record)
    assert found
    own = found[1].replace("bid A 120", "bid A 130")
    last = re.search(r"# record 24 .*\n", one.record)
    assert last
    return ended(one.record.replace(last[0], f"# seal 5 by 24 {digest(own)}: {own}\n{last[0]}"))


def _before_the_last(one: Ledger) -> tuple[str, str]:
    """The record without its last entry, the close that ended the game."""
    head, tail = one.record.split("\n2026-11-09T21:03:00Z host ", 1)
    return ended(head + "\n" + tail[tail.index("end: ") :]), one.posts


def _before_the_last_draw(one: Ledger) -> tuple[str, str]:
    """The record up to where chance is due, without posts."""
    *_, last = re.finditer(r"\n\S+ chance .*", one.record)
    return ended(one.record[: last.start()]), ""


FORGED: dict[str, tuple[Forge, str, str]] = {
    "cut off": (lambda one: (one.record[:-60], one.posts), "end", "no end line"),
    "a letter changed": (_text(("banana", "bananas")), "end", "doesn't fit the lines above"),
    "entries said otherwise": (_text(("end: 24", "end: 23")), "end", "says 23 entries, and 24"),
    "no seed any more": (_left_out("seed: "), "end", "the seed was left out or changed"),
    "a seed that is none": (_line(("seed: c", "seed: z")), "end", "the seed was left out or"),
    "a policy that can't be": (
        lambda one: (_whole(NO_TIME)(one)[0], ""),
        "rules",
        "“31:00” is no time of day",
    ),
    "options changed": (_whole(OPTION), "commitment", "an option or the zone was changed"),
    "another seed": (_whole(SEED), "commitment", "opening post shows the commitment 4631aca7"),
    "another player": (
        _whole(("players: Ann, Bob", "players: Bob, Ann")),
        "commitment",
        "the seed, a player",
    ),
    "options changed, without posts": (
        lambda one: (_line(OPTION)(one)[0], ""),
        "chain",
        "Entry 1 doesn't follow from the commitment",
    ),
    "words changed": (_line(("3 legs", "4 legs")), "chain", "Entry 2 doesn't fit the chain"),
    "recorded earlier": (
        _line(("[recorded 2026-11-05T12:00:00Z", "[recorded 2026-11-05T11:45:00Z")),
        "chain",
        "Entry 8 doesn't fit the chain",
    ),
    "an entry left out": (
        _left_out("2026-11-04T18:00:00Z", "# record 7 "),
        "chain",
        "an entry was put in, left out or moved",
    ),
    "an entry put in": (
        _line(
            (
                "2026-11-04T18:00:00Z host: resume",
                "2026-11-04T17:00:00Z host: resume\n2026-11-04T18:00:00Z host: resume",
            )
        ),
        "chain",
        "Behind entry 8 stands the chain line of entry 7",
    ),
    "a chain cut short": (_left_out("# record 24 "), "chain", "Entry 24 has no chain line"),
    "no chain": (
        lambda one: (ended(re.sub(r"# record .*\n", "", one.record)), one.posts),
        "chain",
        "The record has no chain",
    ),
    "a sealed bid changed": (_line(BID_LINE), "seals", "Sealed for entry 5 is “bid A 120”"),
    "a sealed bid and its line": (
        _line(BID_LINE, (BID, RAISED)),
        "seals",
        "seal of entry 5 isn't the digest of the line",
    ),
    "a sealed bid's arrival": (_line(ARRIVED), "chain", "Entry 5 doesn't fit the chain"),
    "a sealed bid's arrival, and the chain": (
        lambda one: (chained(changed(one.record, ARRIVED), seals=False), one.posts),
        "seals",
        "By its seal entry 5 arrived",
    ),
    "a sealed bid of another": (
        _line(("21:00:00Z Ann [", "21:00:00Z Bob [")),
        "seals",
        "By its seal entry 5 is by Ann, and by its line by Bob",
    ),
    "a shuffle changed": (_line((FIRST, SWAPPED)), "seals", "Sealed for entry 3"),
    "a seal behind another entry": (
        _left_out("# seal 8 "),
        "chain",
        "Entry 8 doesn't fit the chain",
    ),
    "a sealed bid, seal and chain": (
        _whole(BID_LINE, (BID, RAISED)),
        "thread",
        "entries were changed or left out since",
    ),
    "words, and all made anew": (_whole(("3 legs", "4 legs")), "draws", "Draw 1 of the seed gives"),
    "a shuffle, and all made anew": (
        lambda one: (chained(one.record.replace(FIRST, SWAPPED)), one.posts),
        "draws",
        "gives “3H 6H 10H QC",
    ),
    "a seal put behind another entry": (
        lambda one: (_sealed_again(one), one.posts),
        "seals",
        "a seal of entry 5, which isn't put right there",
    ),
    "another form": (_line(("trust: 3", "trust: 4")), "chain", "“trust: 4”"),
    "a second commitment": (
        _posts(("[code]46", f"[code]{'b4' * 32}[/code]\n[code]46")),
        "commitment",
        "beside the commitment, such as b4b4b4",
    ),
    "a deck laid for it": (_deck_laid, "draws", "doesn't lie in its order"),
    "another draw": (
        _line(("# draw 1: ", "# draw 2: ")),
        "draws",
        "said to be draw 2, and it is draw 1",
    ),
    "a draw from nothing": (_left_out("# draw 2: "), "draws", "no line behind it says from what"),
    "a draw from what can't be": (_line((DECK, "# draw 1: deal 2C 3C")), "draws", "can't be read"),
    "a silence made up": (
        _line(("# silence 12 d", "# silence 12 e")),
        "silences",
        "nothing came from Bob before entry 12",
    ),
    "a silence of somebody else": (
        _line(("3fde81: Bob", "3fde81: Ann")),
        "silences",
        "nothing came from Ann",
    ),
    "a silence of a stranger": (_line(("3fde81: Bob", "3fde81: Zoe")), "silences", "Zoe"),
    "a silence moved": (
        _line(("# silence 12 ", "# silence 16 ")),
        "silences",
        "Behind entry 12 stands a silence of entry 16",
    ),
    "a late hand": (
        _whole(("[recorded 2026-11-05T12:00:00Z", "[recorded 2026-11-05T13:00:00Z")),
        "instants",
        "Entry 9 was recorded 2026-11-05T12:01:10Z, before the entry ahead",
    ),
    "arrived when it was recorded": (
        _whole(("2026-11-06T18:01:00Z host", "2026-11-06T18:09:00Z host")),
        "instants",
        "Entry 12 is said to have arrived 2026-11-06T18:09:00Z, after it was recorded",
    ),
    "an end left out": (_before_the_last, "thread", "this record ends with entry 23"),
    "a post of another game": (_posts(("record 4 · f1", "record 4 · f2")), "thread", "record 4"),
    "a first post of another game": (_posts(("record 3 · 8e", "record 3 · 8f")), "thread", "d 3"),
    "a listed seal changed": (_posts(("] c99454fe", "] c99454ff")), "lists", "c99454ff"),
    "a seal that was posted": (
        lambda one: (one.record, one.posts + "\nAnn wrote:\nseal c99454fd\n"),
        "posted",
        "posted “seal c99454fd”",
    ),
    "a seal that wasn't listed": (
        _posts_without(r"\[\*\] c99454"),
        "windows",
        "the window that entry 10 closed, but not that of entry 5",
    ),
    "a bid nobody may make": (
        lambda one: (chained(one.record.replace("bid A 120", "bid A 999")), ""),
        "rules",
        "Entry 5 doesn't go through the rules (AP-7)",
    ),
    "a draw left out": (_before_the_last_draw, "rules", "lacks: “shuffle"),
    "an option that can't be": (
        lambda one: (_whole(("option lots: 4", "option lots: many"))(one)[0], ""),
        "rules",
        "can't be played",
    ),
    "a result changed": (
        _line(("place 1, worth 15", "place 1, worth 25")),
        "standings",
        "Behind entry 24 the record says “# standing after 24: Ann coins 30, place 1, worth 25",
    ),
    "a result left out": (_left_out("# standing "), "standings", "says nothing of the kind"),
    "a round more": (
        _line(("# record 16", "# standing after 16: Ann coins 1\n# record 16")),
        "standings",
        "would have to be nothing of the kind",
    ),
}  # fmt: skip
"""Of the auction: what was changed, which check finds it first, and what it says."""


@cache
def cases() -> tuple[Case, ...]:
    """All cases, good ones first."""
    auction, grouping = written(AUCTION), written(GROUPING)
    forged = []
    for name, (forge, check, says) in FORGED.items():
        record, posts = forge(auction)
        forged.append(Case(name, record, posts or None, None, check, says))
    good = (*_good(auction), *_good(grouping), *_guarded())
    return (*good, *forged, *_others(auction), *_receipts(auction))


def _guarded() -> Iterator[Case]:
    """A game with a name full of markup, as dialects keep record and receipts from being any."""
    one = written("auction-poker/two-all-pigs", "[/c] ||Zoe||<x``` [c]")
    receipts = "".join(one.receipts.values())
    for name in ("bgg", "discord"):
        dialect = find(name)

        def shown(text: str, dialect: Dialect = dialect) -> str:
            lines = "\n".join(map(dialect.verbatim, text.split("\n")))
            before, after = dialect.code
            return dialect.guard(f"{before}{lines}{after}")[len(before) : -len(after)]

        assert "\u200b" in shown(receipts)
        yield Case(f"guarded as on {name}", shown(one.record), one.posts, shown(receipts))
        wrong = shown(receipts.replace(": bid A 20", ": bid A 19"))
        says = "seal below the receipt of entry 4"
        yield Case(f"forged on {name}", shown(one.record), None, wrong, "receipt", says)


def _good(one: Ledger) -> Iterator[Case]:
    name, receipts = one.header.name, "".join(one.receipts.values())
    yield Case(f"{name}, whole", one.record, one.posts, receipts)
    yield Case(f"{name}, alone", one.record)
    yield Case(f"{name}, running", one.running, one.posts, receipts)
    yield Case(f"{name}, of another system", one.record.replace("\n", "\r\n"), one.posts)
    yield Case(f"{name}, copied from posts", copied(one.record), one.posts)
    yield Case(f"{name}, in other markup", one.record, in_markup(one.posts))
    a_seal = next(iter(one.receipts.values())).split("\n")[2][:8]
    posted = f"{one.posts}\nAnn wrote:\nSeal {a_seal}"
    yield Case(f"{name}, with the record", one.record, posted.replace("Seal", "seal") + one.record)
    earlier = ended(one.record[: one.record.rindex("\n20") + 1])
    yield Case(f"{name}, with an earlier record", one.record, one.posts + earlier + one.record)
    yield Case(f"{name}, with nothing but records", one.record, earlier + one.record)
    marked = receipts.replace("\n", "[/code]\n[code]")
    yield Case(f"{name}, its receipts in marks", one.record, None, marked)
    later = one.posts[one.posts.index("[/code]") :]
    whole = re.search(r"# seal \d+ (\S+)", one.record)
    assert whole
    yield Case(f"{name}, from its second page", one.record, f"Ann wrote:\n{whole[1]}\n{later}")


def copied(record: str) -> str:
    """A record that was posted in parts, as it is copied from the forum's page."""
    lines = [line.replace(": ", ":\u00a0", 1).rstrip() + "  " for line in record.splitlines()]
    half = len(lines) // 2
    parts = ["Barbaro wrote:", "The record (1/2)", "Code: Select all", *lines[:half]]
    parts += ["", "Re: Round 3", "# The record (2/2)", "by Barbaro » Fri Nov 20", *lines[half:]]
    return "\n".join([*parts, "Last edited by Barbaro", "Top", ""])


def in_markup(posts: str) -> str:
    """Posts as other forums have their marks."""
    posts = re.sub(r"\[size=85\](.*)\[/size\]", "<small>\u200b*\\1*</small>", posts)
    return posts.replace(" · ", "\u00a0&middot; ").replace("[*] ", "- ").replace("[code]", "`")


def _others(one: Ledger) -> Iterator[Case]:
    """Forged seals, and running games."""
    line = re.search(r"# seal 5 \S+: (\S+) (\S+) (5 .*)", one.record)
    assert line
    nonce, game, rest = line.groups()
    for name, own, says in (
        ("a nonce of one's own", f"{'0' * 32} {game} {rest}", "doesn't come from the seed"),
        ("a seal of another game", f"{nonce} 00000000 {rest}", "the commitment 00000000…"),
        ("a seal of another entry", f"{nonce} {game} 6{rest[1:]}", "stands the seal of entry 6"),
        ("a seal of nobody", f"{nonce} {game} {rest.replace('Ann', 'Zoe')}", "isn't the line of"),
    ):
        text = one.record.replace(line[0], f"# seal 5 {digest(own)}: {own}")
        yield Case(name, chained(text, seals=False), one.posts, None, "seals", says)
    running = ended(changed(one.running, ("3 legs", "4 legs")))
    yield Case("words of a running game", running, None, None, "chain", "Entry 2 doesn't fit")
    first = re.search(r"\n(\d{4}-.*)\n", one.running)
    assert first
    stray = ended(one.running.replace(first[0], first[0] + first[0][1:]))
    yield Case("a line more of a running game", stray, one.posts, None, "chain", "put in later")
    other = changed(one.posts, ("[code]46", "[code]6c"))
    yield Case("another running game", one.running, other, None, "commitment", "shows")
    amended = written("auction-poker/six-called-off").record
    line = re.search(r"# seal 28 by 30 \S+: (.*)", amended)
    assert line
    own = f"{line[1]} 9"
    text = ended(amended.replace(line[0], f"# seal 28 by 30 {digest(own)}: {own}"))
    yield Case("a move put right otherwise", text, None, None, "seals", "Sealed for entry 28 is")
    two = written("auction-poker/six-poor")
    seal = re.search(r"# silence 28 (\S{8})\S+: Ann", two.record)
    assert seal
    posts = without(two.posts, rf"\[\*\] {seal[1]}")
    yield Case("a silence not listed", two.record, posts, None, "lists", "28 the posts list some")


def _receipts(one: Ledger) -> Iterator[Case]:
    """Receipts that don't fit a good record."""
    line = one.receipts[5].split("\n")[1]
    for name, own, says in (
        ("another bid", line.replace("120", "130"), "receipt is for “Ann: bid A 130”"),
        ("another arrival", line.replace("21:00:00Z", "20:59:00Z"), "arrived 2026-11-03T20:59"),
        ("a receipt of another game", line.replace("4631aca7", "00000000"), "another game"),
        ("an entry that is gone", line.replace(" 5 ", " 99 "), "the record ends with entry 24"),
        ("a receipt of a post", line.replace(" 5 ", " 6 "), "entry 6, which has no seal"),
    ):
        receipt = f"Got it:\n{own}\n\n{digest(own)[:32]}\n"
        yield Case(name, one.record, one.posts, receipt, "receipt", says)
    wrong = one.receipts[5].replace("120", "121")
    yield Case("a receipt copied wrongly", one.record, None, wrong, "receipt", "isn't that of its")
    yield Case("no receipt in it", one.record, None, "thanks", "receipt", "There is no receipt")
