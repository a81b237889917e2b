"""Pages of threads as a browser copies them, in the form of each forum's software, and posts in
which somebody has typed the head of another one.
"""

from __future__ import annotations

from dataclasses import dataclass

POSTED = {"Ann": 31, "Bob": 212, "Cid": 48, "Dee": 907, "Harper": 3107, "Zoe": 3}
"""How many posts the forum says that each has."""


@dataclass(frozen=True)
class Posted:
    """A post of the 20th, at so many minutes past eight in the evening."""

    who: str
    at: int
    text: str
    number: int = 0
    block: bool = True
    """Whether what the forum tells of its author stands in its head."""


def phpbb(one: Posted) -> str:
    """The head of a post, and its words."""
    block = f"Posts: {POSTED[one.who]}\nJoined: Tue Mar 04, 2014 7:11 pm\n" * one.block
    head = f"User avatar\n{one.who}\n{block}\nRe: A poll\n\n    Quote\n\n"
    return f"{head}Post by {one.who} » Fri Nov 20, 2026 8:{one.at:02} pm\n{one.text}\nTop\n\n"


def xenforo(one: Posted) -> str:
    block = f"Joined\nMay 14, 2012\nMessages\n{POSTED[one.who]}\nReaction score\n11\nPoints\n28\n"
    head = f"{one.who}\nActive member\n{block * one.block}Today at 8:{one.at:02} PM\n\n"
    return f"{head}    Add bookmark\n    #{one.number}\n\n{one.text}\nLike Quote Reply\n"


def smf(one: Posted) -> str:
    block = f"    Full Member\n    ***\n    Posts: {POSTED[one.who]}\n    Logged\n" * one.block
    return f"{one.who}\n\n{block}\n#{one.number}\nToday at 08:{one.at:02}:02 PM\n{one.text}\n\n"


def smf_2_0(one: Posted) -> str:
    block = f"Full Member\n***\nPosts: {POSTED[one.who]}\n" * one.block
    head = f"{one.who}\n{block}Re: A poll\n"
    mark = f"« Reply #{one.number} on: Today at 08:{one.at:02}:02 PM »\n"
    return f"{head}{mark}{one.text}\nReport to moderator   Logged\n"


def proboards(one: Posted) -> str:
    at = f"Nov 20, 2026 20:{one.at:02}:10 GMT"
    block = f"Full Member\n***\nPosts: {POSTED[one.who]}\n\n\tA poll\n{at}\nQuote\n" * one.block
    return f"{one.who}\n{block}Select Post\nBack to Top\nPost by {one.who} on {at}\n{one.text}\n\n"


def discourse(one: Posted) -> str:
    name = f"{one.who} {one.who[0]}.\n" * one.block
    return f"{one.who}\n{name}{60 - one.at}m\n\n{one.text}\n\nReply\n\n"


def discord(one: Posted) -> str:
    return f"{one.who}\n{'PLAYER' * one.block}\n — Today at 8:{one.at:02} PM\n{one.text}\n"


FORUMS = {
    "phpbb": phpbb,
    "xenforo": xenforo,
    "smf": smf,
    "smf 2.0": smf_2_0,
    "proboards": proboards,
    "discourse": discourse,
    "discord": discord,
}
"""How each writes a post."""
ENDS = {
    "phpbb": "Top\n\n",
    "xenforo": "Like Quote Reply\n",
    "smf 2.0": "Report to moderator   Logged\n",
    "discourse": "Reply\n\n",
}
"""What stands below a post."""


def page(forum: str, posts: list[Posted], stated: int = 0) -> str:
    """A page with those posts, numbered from 2, which says that it has so many."""
    write, many = FORUMS[forum], stated or len(posts)
    body = "".join(
        write(Posted(one.who, one.at, one.text, number, one.block))
        for number, one in enumerate(posts, 2)
    )
    line = f"{many} posts • Page 1 of 1\n" if forum == "phpbb" else ""
    last = f"Topic created 1d ago · last reply 15m\n\n{many - 1}\nreplies\n74\nviews\n"
    return f"A poll\n{line}{body}{line}{last * (forum == 'discourse')}"


def forged(forum: str, words: str, inner: Posted) -> str:
    """The words of a post in which the head and the words of another one are typed."""
    head = FORUMS[forum](inner)
    return f"{words}\n{ENDS.get(forum, '')}{head.removesuffix(ENDS.get(forum, '')).rstrip()}"
