"""Holds the posts of a copied page against each other.

Anybody can type into a post what looks like the head of another one. What its forum writes has to
agree, though: numbers are there once each and rise, times don't fall, the page states how many
posts it has, and what it tells of an author is the same in all posts.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.intake.thread_posts import AGE, DATE, Times
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.text import casefolded, plural

if TYPE_CHECKING:
    from gmtool.desk.intake.thread_posts import Post

_STATED = lazy_regex(r"(?P<posts>\d[\d,.]*) posts? • Page (?P<page>\d+) of (?P<pages>\d+)\b.*")
_REPLIES = lazy_regex(r"(?P<replies>\d{1,5}) repl(?:y|ies)")
"""Of a whole thread; a button that shows the replies to one post has a capital."""
HIDDEN = lazy_regex(r"This post was made by .{1,80} who is currently on your ignore list\..*")
"""A post that its forum counts and doesn't show."""
_LABELS = ("Posts", "Messages", "Joined", "Reaction score", "Points")
"""What forums write of every author."""
_OF_AN_AUTHOR = lazy_regex(rf"(?P<label>{'|'.join(_LABELS)})(?:: *(?P<value>.*))?")
_CHANGES = lazy_regex(rf"#\d+|{DATE}.*|{AGE}|[^\w\s]+|New|OP", re.IGNORECASE)
"""Lines of a head that aren't the same in all posts of an author."""
_USUAL = 5
"""A page of a forum has five posts, or a multiple of that."""

DoubtfulPlaces = Iterator[tuple[int, str]]
"""The place of a post that doesn't agree with others, and why."""


def doubted(
    posts: Sequence[Post],
    lines: Sequence[str],
    known: Collection[str],
    times: Times | None,
    typed: Collection[int],
) -> list[Post]:
    """The posts of a page that has those lines; from the first on that doesn't agree with the
    others each says why. Heads are compared of those who are `known` alone, by case-folded names:
    where the head of anybody else begins can't be told. In the lines that are `typed` stand heads
    of other forums.
    """
    found = [*_typed(posts, typed), *_counts(posts, lines), *_numbers(posts), *_feet(posts)]
    own = [place for place, post in enumerate(posts) if casefolded(post.who) in known]
    found += [*_labels(posts, own), *_authors(posts, own)]
    found += _times(posts, times) if times else ()
    first, why = min(found, default=(len(posts), ""))
    return [replace(p, doubt=why) if place >= first else p for place, p in enumerate(posts)]


def _typed(posts: Sequence[Post], typed: Collection[int]) -> DoubtfulPlaces:
    """Where a head of another forum stands; each post reaches up to the next."""
    ends = [*(post.at for post in posts[1:]), max(typed, default=0) + 1]
    first = min(typed, default=-1)
    place = next((n for n, end in enumerate(ends) if 0 <= first < end), None)
    if posts and place is not None:
        yield place, "heads of posts as two kinds of forums have them stand on the page"


def _numbers(posts: Sequence[Post]) -> DoubtfulPlaces:
    numbered = [place for place, post in enumerate(posts) if post.number is not None]
    for place, after in pairwise(numbered):
        one, other = posts[place].number, posts[after].number
        if one == other:
            yield place, f"two posts of the page have the number #{one}"
        elif (one or 0) > (other or 0):
            yield place, f"its number is #{one}, and the next post is #{other}"
    for place, post in enumerate(posts):
        if numbered and place and post.number is None:  # the opening post may have none
            yield place, "it has no number, and other posts of the page have one"


def _times(posts: Sequence[Post], times: Times) -> DoubtfulPlaces:
    before: tuple[int, datetime] | None = None
    for place, post in enumerate(posts):
        span = times.span_of(post.when)
        if span and before and span[1] < before[1]:
            yield before[0], "its time on the page is later than that of the next post"
        if span:
            before = place, span[0]


class _Stated(Struct, frozen=True):
    """What a line of the page says: so many posts in all, and which page of how many this is."""

    line: int
    posts: int
    page: int
    pages: int

    def allows(self, many: int) -> bool:
        """Whether this page can have so many posts."""
        if self.page < self.pages:
            return not many % _USUAL and (self.pages - 1) * many < self.posts <= self.pages * many
        if many == self.posts or self.pages < 2:
            return many == self.posts
        full, rest = divmod(self.posts - many, self.pages - 1)
        return not rest and not full % _USUAL and 0 < many <= full


def _counts(posts: Sequence[Post], lines: Sequence[str]) -> DoubtfulPlaces:
    """Where a page hasn't as many posts as it says."""
    stated = [one for place, line in enumerate(lines) for one in _stated(place, line)]
    pages: list[list[_Stated]] = []
    for one in stated:
        if not pages or pages[-1][0].page != one.page:
            pages.append([])
        pages[-1].append(one)
    seen = Counter(same[0].page for same in pages)
    full: set[int] = set()
    at = [post.at for post in posts]
    begins = [0, *(same[0].line for same in pages[1:]), len(lines)]
    for same, begin, end in zip(pages, begins, begins[1:], strict=False):
        own = range(bisect_left(at, begin), bisect_left(at, end))
        many = len(own) + sum(map(bool, map(HIDDEN.fullmatch, lines[begin:end])))
        is_told_twice = len({(one.posts, one.pages) for one in same}) > 1
        full |= {many} if same[0].page < same[0].pages else set()
        if own and (is_told_twice or seen[same[0].page] > 1 or len(full) > 1):
            yield own[0], "the page says in two ways how many posts it has"
        elif own and not same[0].allows(many):
            has = f"{plural(many, 'post')} can be told apart on this one"
            of = f"{plural(same[0].posts, 'post')} on {plural(same[0].pages, 'page')}"
            yield own[0], f"the page says that there are {of}, and {has}"
    for place, line in enumerate(lines):
        said = f"{lines[place - 1]} {line}" if place and line in {"reply", "replies"} else line
        replies = _REPLIES.fullmatch(said)
        if replies and len(posts) > int(replies["replies"]) + 1:
            yield 0, f"the page says “{said}”, and {len(posts)} posts can be told apart"


def _stated(place: int, line: str) -> Iterator[_Stated]:
    if found := _STATED.fullmatch(line):
        many = re.sub(r"\D", "", found["posts"])[:9]
        page, pages = (min(int(found[x][:9]), 10**6) for x in ("page", "pages"))
        yield _Stated(place, int(many), page, pages)


def _feet(posts: Sequence[Post]) -> DoubtfulPlaces:
    """Where a head stands inside a post: what is above it isn't over as all others are, or is over
    twice.
    """
    odd = [place for place, post in enumerate(posts[:-1], 1) if not post.feet]
    if len(odd) == 1 and len(posts) > 3:
        yield odd[0], "it begins before the post above it is over"
    for place, post in enumerate(posts):
        if post.other:
            yield place, f"two names stand above it, {post.other} and {post.who}"
        again = [line for line, many in Counter(post.feet).items() if many > 1]
        if place == len(posts) - 1:  # where two pages follow one another, one ends and one begins
            again += [line for line, many in Counter(post.ends).items() if many > 1]
        if again:
            yield place, f"below it “{again[0]}” stands twice"


def _labels(posts: Sequence[Post], places: Sequence[int]) -> DoubtfulPlaces:
    """Where a head lacks what all others have."""
    told = {place: {*_told(posts[place])} for place in places}
    many = Counter(label for own in told.values() for label in own)
    of_all_others = {label for label, count in many.items() if count == len(told) - 1 > 1}
    for place, own in told.items():
        if lacking := of_all_others - own:
            yield place, f"its head has no “{min(lacking)}”, and all others have"


def _told(post: Post) -> Mapping[str, str]:
    """What a head tells of its author, by labels."""
    found: dict[str, str] = {}
    for place, line in enumerate(post.block):
        if label := _OF_AN_AUTHOR.fullmatch(line):
            behind = post.block[place + 1 : place + 2]
            found[label["label"]] = label["value"] or "".join(behind)
        if post.when and line.startswith(post.when):
            found["time"] = ""  # ProBoards says it twice
    return found


def _authors(posts: Sequence[Post], places: Sequence[int]) -> DoubtfulPlaces:
    """Where the posts of one author don't tell the same of the author."""
    by: dict[str, list[int]] = defaultdict(list)
    for place in places:
        by[casefolded(posts[place].who)].append(place)
    for own in by.values():
        told = {place: _block(posts[place]) for place in own}
        counts = Counter(told.values()).most_common()
        usual = counts[0][0] if len(counts) < 2 or counts[0][1] > counts[1][1] else None
        for place in own if len(counts) > 1 else ():
            if told[place] != usual:
                who = posts[place].who
                yield place, f"what the page tells of {who} isn't the same in all posts of {who}'s"


def _block(post: Post) -> tuple[object, ...]:
    if told := _told(post):
        return tuple(sorted(told.items()))
    own = {line for line in post.block if not _CHANGES.fullmatch(line)}
    return tuple(sorted(line for line in own if casefolded(line) != casefolded(post.who)))
