"""Records a round by a copied page of its thread: the moves of known players, in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.answers import Answer, Hint
from gmtool.desk.desk import Desk
from gmtool.desk.intake import thread_parsers
from gmtool.desk.intake.post_matching import A_MINUTE, OpenedPost, Page, says_anything, words_of
from gmtool.desk.intake.thread_posts import Post, Times
from gmtool.desk.moves import next_steps, respond
from gmtool.desk.moves.requests import Request, Response
from gmtool.desk.problems import UsageProblem
from gmtool.desk.session.disclosure import Disclosure
from gmtool.desk.session.loading import the_session, write
from gmtool.desk.session.session import Session
from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.text import HOST, casefolded, plural, short
from gmtool.store import WriteTransaction

_FIRST_WORDS = 60


class PostMoves(Struct, frozen=True):
    """A post of a player's with its moves, as they would be or are recorded."""

    who: str
    texts: tuple[str, ...]
    at: Instant
    post: Post
    written: Instant | None = None
    first: int = 0
    """The number of the entry of its first move."""
    is_timed: bool = True

    @property
    def is_moved(self) -> bool:
        """Whether it counts from a later minute than the page says."""
        return bool(self.written and self.written.until(self.at) >= A_MINUTE)


class Round(Struct):
    """What a page gives, post by post: `found` in order, `known` posts that are on record already,
    of which `fuller` say more than that, `older` ones than the game, `talk` of players that holds
    no move, of which `silent` are those of who was awaited, `others` by authors who don't play;
    entries by posts that aren't there any more (`gone`); the entry by a post from which on the page
    is `doubted`; and the first post that isn't sure, with
    `why`, at which the reading stops. That one `waits` as the message of that number, or may be
    kept as a message, or it `is_for_host`, who pastes it alone: it is refused, its time can't be
    told, or nothing tells that its author wrote it.
    """

    posts: Sequence[Post]
    found: list[PostMoves] = []
    known: int = 0
    fuller: list[PostMoves] = []
    older: int = 0
    of_old: list[PostMoves] = []
    """Those of them that may hold moves."""
    talk: int = 0
    silent: list[PostMoves] = []
    others: tuple[str, ...] = ()
    gone: tuple[Entry, ...] = ()
    doubted: tuple[Entry, Post] | None = None
    unsure: PostMoves | None = None
    why: str = ""
    waits: int = 0
    is_for_host: bool = False

    @property
    def may_wait(self) -> bool:
        """Whether the unsure post can be kept as a message that waits."""
        return self.unsure is not None and not self.waits and not self.is_for_host


def record_thread(desk: Desk, text: str, file: str, *, yes: bool = False) -> Answer:
    """The moves on a page of the thread, copied into that file, that are sure and not on record
    yet; with `yes` they are recorded. Raises UsageProblem where the page has no posts that can be
    told apart.
    """

    def work(transaction: WriteTransaction) -> Answer:
        session = the_session(desk, transaction)
        session.see_that_it_is_whole()
        players = _called(session)
        host = casefolded(session.settings.get("host", ""))
        clock = desk.now.moment, session.zone
        posts = thread_parsers.posts_in(text, {*players, host} - {""}, clock)
        if not posts:
            names = ", ".join(dict.fromkeys(form.name for form in thread_parsers.FORMS))
            raise UsageProblem(
                f"{session.name}: this can't be cut into posts; what is read are threads as a "
                f"browser copies them from {names}. Paste posts one by one: "
                f"{desk.commands.line('record', 'WHO', '--from', '-')}"
            )
        request = Request(HOST, "thread")
        response = Response(desk, session, transaction, request, HOST, desk.now, dry_run=not yes)
        found = _read(response, players, posts)
        return _answer(response, found, file)

    with desk.store() as store:
        return store.write(work)


def _called(session: Session) -> Mapping[str, str]:
    """Players by the names under which they may post, case-folded."""
    found: dict[str, str] = {}
    for name in session.table.players:
        mention = session.table.people.get(name, {}).get("mention", "")
        for called in (mention, *session.table.callable_names.get(name, ()), name):
            found[casefolded(called.removeprefix("@"))] = name
    found.pop("", None)
    return found


def _read(response: Response, players: Mapping[str, str], posts: Sequence[Post]) -> Round:
    """Apply the moves of the posts one after the other, up to the first that isn't sure."""
    found = Round(posts)
    said = [post.when for post in posts]
    times = Times.on(said, response.desk.now.moment, response.session.zone)
    by = [players.get(casefolded(post.who), "") for post in posts]
    page = Page(response, times, posts, by)
    passed = page.passed()
    for place, (post, who) in enumerate(zip(posts, by, strict=True)):
        if who and found.unsure is None:
            _take(response, OpenedPost.on(page, who, post), found, is_passed=place < passed[who])
    strangers = (post.who for post, who in zip(posts, by, strict=True) if not who)
    return replace(found, others=tuple(dict.fromkeys(strangers)), gone=tuple(page.gone()))


def _take(response: Response, one: OpenedPost, found: Round, *, is_passed: bool) -> None:
    """Record the moves of a post, or find why not."""
    own, at = one.own, one.own.at
    known = one.known()
    if known is not None and own.session.table.message(known.number):
        found.unsure = PostMoves(own.who, (), known.received_at, one.post)
        found.why, found.waits = f"message {known.number}, which waits for you", known.number
    elif one.is_older:
        found.older += 1
        if says_anything(one.reading):
            found.of_old.append(PostMoves(own.who, (), at, one.post))
    elif known is not None or (is_passed and says_anything(one.reading)):
        found.known += 1
        if known is not None and one.says_more_than(known):
            found.fuller.append(PostMoves(own.who, (known.text,), at, one.post))
        if known is not None and known.source == "post" and one.is_first_doubted:
            found.doubted = known, one.post
    elif not says_anything(one.reading):
        found.talk += 1
        if not is_passed and any(window.opened <= at for window in one.page.asking(own.who)):
            found.silent.append(PostMoves(own.who, (), at, one.post))
    elif one.post.doubt:
        found.unsure = PostMoves(own.who, (), at, one.post, is_timed=not one.problem)
        found.why, found.is_for_host = one.post.doubt, True
    elif one.problem:
        zone = own.session.zone.key
        found.unsure = PostMoves(own.who, (), at, one.post, is_timed=False)
        found.why = f"“{one.post.when}” doesn't tell when, read as a time of {zone}: {one.problem}"
        found.is_for_host = True
    else:
        _record(response, one, found)


def _record(response: Response, one: OpenedPost, found: Round) -> None:
    """Apply the moves of a post that says something, or keep it, or find why it is refused."""
    own, at = one.own, one.own.at
    first = own.session.number + 1
    refused = one.apply()
    if own.recorded:
        found.found.append(
            PostMoves(own.who, tuple(own.recorded), at, one.post, one.written, first)
        )
        response.recorded += own.recorded
    if refused is not None:
        found.is_for_host = True
        found.why = f"refused ({refused.clause}): {refused.sentence(own.session.show)}"
    elif not one.reading.is_sure:
        found.why = one.keep()
        response.who, response.at, response.request = own.who, at, own.request
        response.message, response.offer = own.message, own.offer
    else:
        return
    found.unsure = PostMoves(own.who, (), at, one.post)


# ---- the answer


def _answer(response: Response, found: Round, file: str) -> Answer:
    session, yes = response.session, not response.dry_run
    lines = list(_lines(response, found))
    facts = {
        "game": session.name,
        "recorded" if yes else "proposed": [
            {"who": one.who, "moves": list(one.texts), "at": one.at} for one in found.found
        ],
        "posts": [
            {"number": one.number, "who": one.who, "text": one.text, "doubt": one.doubt}
            for one in found.posts
        ],
        "known": found.known,
        "talk": found.talk,
        "silent": [{"who": one.who, "text": one.post.text, "at": one.at} for one in found.silent],
        "others": list(found.others),
        "unsure": _unsure(found),
        "gone": [entry.number for entry in found.gone],
        "may_wait": found.may_wait,
    }
    if yes and (found.found or response.message):
        done = respond.respond(response)
        write(response.transaction, session, response.desk.terminal)
        return replace(
            done,
            lines=(*done.lines, *lines),
            hints=(*_by_itself(response, found), *done.hints),
            facts={**done.facts, **facts},
        )
    hints = tuple(_by_itself(response, found))
    if found.found or found.may_wait:
        again = response.desk.commands.line("record", "--thread", file, "--yes")
        what = "records them" if found.found else "keeps it as a message that waits"
        hints = (Hint(again, f"{what}; at a terminal one key does"), *hints)
    hints = hints or next_steps.hints(response.desk, Disclosure(session), session.others)
    return Answer(
        tuple(lines),
        (),
        hints,
        facts,
        ok=bool(found.found) or found.may_wait or found.unsure is None,
    )


def _by_itself(response: Response, found: Round) -> Iterator[Hint]:
    """The commands for the post that isn't sure and isn't kept, and for an entry by such a post."""
    if found.doubted is not None:
        number = str(found.doubted[0].number)
        line = response.desk.commands.line("amend", number, "--strike", "--why", "…")
        yield Hint(line, "if somebody else had typed that post")
    if found.waits:
        yield Hint(response.desk.commands.line("inbox"), "the message that waits, and what to do")
    elif found.unsure is not None and not response.message:
        who = found.unsure.who
        at = str(found.unsure.at) if found.unsure.is_timed else "WHEN"
        line = response.desk.commands.line("record", who, "--from", "-", "--at", at)
        whose = f", if {who} wrote it" if found.unsure.post.doubt else ""
        yield Hint(line, f"{who}'s post, pasted by itself{whose}")
    for one in found.silent[:1]:
        line = response.desk.commands.line("record", one.who, "--from", "-", "--at", str(one.at))
        yield Hint(line, f"{one.who}'s post, if it is a move after all")


def _unsure(found: Round) -> dict[str, object] | None:
    if found.unsure is None:
        return None
    one = found.unsure
    return {"who": one.who, "text": one.post.text, "at": one.at, "why": found.why}


def _lines(response: Response, found: Round) -> Iterator[str]:
    session = response.session
    if response.dry_run:
        many = plural(len(found.found), "post") if found.found else "no post"
        yield f"{session.name}: {many} with moves that aren't on record yet"
        yield from _proposed(session, found)
        yield from _all_posts(found)
    else:
        if not found.found and not response.message:
            nothing = "nothing was recorded" if found.unsure else "nothing new is on the page"
            yield f"{session.name}: {nothing}"
        for one in found.found:
            if one.is_moved or one.post.edited:
                yield f"  {one.who}: {'; '.join(one.texts)}: {_told(session, one)}"
    if found.unsure is not None:
        yield f"  not sure, so nothing from there on: {_quoted(session, found.unsure)}"
        yield f"    {found.why}"
        if found.unsure.post.doubt:
            yield from _around(found)
        else:
            yield "    once it is decided, the same page again goes on behind it"
    yield from _doubts_of_entries(session, found)
    for one in found.silent:
        yield f"  no move seen, though one is awaited: {_quoted(session, one)}"
    if found.of_old:
        yield (
            f"  older than the game, as times of {session.zone.key}, though it may be a move: "
            f"{_quoted(session, found.of_old[0])}"
        )
    older = f"{plural(found.older, 'post')} older than the game"
    left = [older] * bool(found.older)
    left += [f"{plural(found.known, 'post')} on record already"] * bool(found.known)
    left += [f"{plural(found.talk, 'post')} without a move"] * bool(found.talk)
    play = "doesn't play" if len(found.others) == 1 else "don't play"
    left += [f"posts of {', '.join(found.others)}, who {play}"] * bool(found.others)
    if left:
        yield f"  left out: {'; '.join(left)}"


def _doubts_of_entries(session: Session, found: Round) -> Iterator[str]:
    """What the page tells against what is on record."""
    if found.doubted is not None:
        entry, post = found.doubted
        yield (
            f"  on record, and not sure any more: entry {entry.number}, {entry.who}: {entry.text}; "
            f"{post.doubt}"
        )
    for one in found.fuller:
        yield f"  on record as {one.texts[0]}, and may say more: {_quoted(session, one)}"
    for entry in found.gone:
        said, at = short(" ".join(min(words_of(entry)).split())), session.show(entry.received_at)
        yield (
            f"  on record, and not on the page any more: entry {entry.number}, {entry.who}, "
            f"“{said}” ({at})"
        )


def _all_posts(found: Round) -> Iterator[str]:
    """Each post of the page: its number, its author and its first words."""
    yield f"  {plural(len(found.posts), 'post')} on the page:"
    for place, post in enumerate(found.posts, 1):
        number = f"{place}." if post.number is None else f"#{post.number}"
        words = " ".join(post.text.split())
        first = words if len(words) <= _FIRST_WORDS else f"{words[:_FIRST_WORDS].rstrip()} …"
        yield f"    {number} {post.who}: “{first}”{' (not sure)' if post.doubt else ''}"


def _around(found: Round) -> Iterator[str]:
    """What stands before the head of the post that isn't sure, and what to do."""
    post = found.unsure.post if found.unsure else None
    before = next((one for one, after in pairwise(found.posts) if after is post), None)
    if before is not None:
        said = short(before.text.split("\n")[-1])
        yield f"    before its head stands “{said}”, in a post of {before.who}'s as it seems"
    yield "    anybody can type the head of a post into a post: look in the thread who wrote it"
    yield "    if it was typed, delete it from the copy, head and all, and give the rest once more"


def _quoted(session: Session, one: PostMoves) -> str:
    edited = "; edited since" if one.post.edited else ""
    said = short(" ".join(one.post.text.split()))
    at = session.show(one.at) if one.is_timed else one.post.when
    return f"{one.who}, “{said}” ({at}{edited})"


def _proposed(session: Session, found: Round) -> Iterator[str]:
    """The moves of the posts, each with what was planned for the time after it."""
    planned = [step.entry for step in session.applied if step.entry.planned]
    for n, one in enumerate(found.found):
        yield f"  {one.who}: {'; '.join(one.texts)} ({_told(session, one)})"
        following = found.found[n + 1].first if n + 1 < len(found.found) else session.number + 1
        for entry in planned:
            if one.first < entry.number < following:
                yield f"  then {entry.who}: {entry.text}, as planned"


def _told(session: Session, one: PostMoves) -> str:
    """When a post counts as received, and why where the page says another time."""
    edited = "; edited since" if one.post.edited else ""
    if one.written is None or not one.is_moved:
        return f"{session.show(one.at)}{edited}"
    return f"{session.show(one.at)}, when it was asked for; the page says {one.post.when}{edited}"
