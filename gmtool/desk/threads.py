"""Records a round by a copied page of its thread: the moves of known players, in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from gmtool.desk import pages, replying
from gmtool.desk.answers import Answer, Hint
from gmtool.desk.messages import Letter, keep
from gmtool.desk.pages import Post
from gmtool.desk.problems import UsageProblem
from gmtool.desk.requests import Request, Response
from gmtool.desk.session import Desk, Session, load, the_game, write
from gmtool.engine.amending import live
from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.moves import read_says
from gmtool.engine.refusals import Refusal
from gmtool.engine.table import awaited
from gmtool.engine.wording import HOST, casefolded, plural, short
from gmtool.store import WritingRoom


@dataclass(frozen=True)
class Found:
    """A post of a player's with its moves, as they would be or are recorded."""

    who: str
    texts: tuple[str, ...]
    at: Instant
    post: Post


@dataclass
class Round:
    """What a page gives: `found` in order, `known` posts that are on record already, `talk` of
    players that holds no move, of which `silent` are those of who was awaited, `others` by authors
    who don't play; and the first post that isn't sure, with `why`, at which the reading stops.
    """

    found: list[Found] = field(default_factory=list)
    known: int = 0
    talk: int = 0
    silent: list[Found] = field(default_factory=list)
    others: tuple[str, ...] = ()
    unsure: Found | None = None
    why: str = ""
    waits: int = 0
    """The message that the unsure post is on record as, from before."""
    is_refused: bool = False

    @property
    def may_wait(self) -> bool:
        """Whether the unsure post can be kept as a message that waits."""
        return self.unsure is not None and not self.waits and not self.is_refused


def record_thread(desk: Desk, text: str, file: str, *, yes: bool = False) -> Answer:
    """The moves on a page of the thread, copied into that file, that are sure and not on record
    yet; with `yes` they are recorded. Raises UsageProblem where the page has no posts that can be
    told apart.
    """

    def work(room: WritingRoom) -> Answer:
        session = load(room, the_game(room, desk))
        session.see_that_it_is_whole()
        posts = pages.posts_in(text, tuple(_called(session)))
        if not posts:
            names = ", ".join(dict.fromkeys(form.name for form in pages.FORMS))
            raise UsageProblem(
                f"{session.name}: this can't be cut into posts; what is read are threads as a "
                f"browser copies them from {names}. Paste posts one by one: "
                f"{desk.commands.line('record', 'WHO', '--from', '-')}"
            )
        response = Response(
            desk, session, room, Request(HOST, "thread"), HOST, desk.now, dry_run=not yes
        )
        found = _read(response, posts, keeps=yes)
        return _answer(response, found, file, yes=yes)

    with desk.store() as store:
        return store.write(work)


def _called(session: Session) -> Iterator[str]:
    """The names under which players and host may post."""
    for name in session.table.players:
        yield from (name, *session.table.callings.get(name, ()))
        mention = session.table.people.get(name, {}).get("mention", "")
        yield from (mention.removeprefix("@"),) if mention else ()
    host = session.settings.get("host", "")
    yield from (host,) if host else ()


def _player(session: Session, author: str) -> str:
    """The player who posts under that name; empty for anybody else."""
    said = casefolded(author.removeprefix("@"))
    for name in session.table.players:
        mention = session.table.people.get(name, {}).get("mention", "").removeprefix("@")
        own = (name, *session.table.callings.get(name, ()), mention)
        if said in set(map(casefolded, filter(None, own))):
            return name
    return ""


def _read(response: Response, posts: Sequence[Post], *, keeps: bool) -> Round:
    """Apply the moves of the posts one after the other, up to the first that isn't sure, which is
    kept as a message that waits where `keeps` says so.
    """
    session, found = response.session, Round()
    on_record = _on_record(response)
    found.others = tuple(dict.fromkeys(p.who for p in posts if not _player(session, p.who)))
    for post in posts:
        who = _player(session, post.who)
        if not who:
            continue
        known = _take_known(on_record[who], post, response)
        if known is not None and session.table.message(known.number):
            found.unsure = Found(who, (), known.received_at, post)
            found.why = f"message {known.number}, which waits for you"
            found.waits = known.number
        elif known is not None:
            found.known += 1
        else:
            _take(response, found, who, post, keeps=keeps)
        if found.unsure:
            break
    return found


def _take(response: Response, found: Round, who: str, post: Post, *, keeps: bool) -> None:
    """Apply the moves of a post, or find that it isn't sure."""
    session = response.session
    letter, at = _letter(response, who, post)
    reading = letter.reading
    refused = reading.refused
    if not (reading.moves or reading.readings or refused):
        found.talk += 1
        if who in {turn.who for turn in awaited(session.game, session.table)}:
            found.silent.append(Found(who, (), at, post))
        return
    if refused is None and reading.is_sure:
        moves = [str(move) for move in letter.named(reading.moves)]
        try:
            found.found.append(Found(who, _applied(response, who, moves, at, post), at, post))
        except Refusal as refusal:
            refused = refusal
        else:
            return
    found.unsure = Found(who, (), at, post)
    if refused is not None:
        found.is_refused = True
        found.why = f"refused ({refused.clause}): {refused.sentence(session.show)}"
        return
    offer = letter.offer(reading)
    found.why = "; ".join(offer.proposed or offer.readings) or "it isn't clear"
    if keeps:
        response.who, response.at, response.offer = who, at, offer
        response.request = replace(response.request, link=post.link)
        keep(response, post.text, source="post")


def _letter(response: Response, who: str, post: Post) -> tuple[Letter, Instant]:
    """The post as a message, and the instant at which it counts: when it was written, as far as the
    page says, but not before what is on record.
    """
    session, now = response.session, response.desk.now
    written = pages.instant_of(post.when, now.moment, session.zone)
    at = Instant.of(written) if written else now
    at = max(at, session.table.last_at or at)
    text = post.text
    if post.signature:
        last = Letter(session, response.room, who, at, now, post.signature).reading
        if not (last.moves or last.readings or last.refused):
            text = text.removesuffix(post.signature)
    return Letter(session, response.room, who, at, now, text), at


def _applied(
    response: Response, who: str, texts: Sequence[str], at: Instant, post: Post
) -> tuple[str, ...]:
    """Apply the moves of one post, all or none; raises a Refusal."""
    session = response.session
    recorded: list[str] = []
    for text in texts:
        entry = Entry(
            0,
            who,
            text,
            at,
            max(response.desk.now, at),
            source="post",
            link=post.link,
            raw="" if recorded else post.text,
        )
        recorded.append(session.apply(entry).entry.text)
    response.recorded += recorded
    return tuple(recorded)


def _on_record(response: Response) -> dict[str, list[Entry]]:
    """The entries of each player that count, in order."""
    session = response.session
    found: dict[str, list[Entry]] = {name: [] for name in session.table.players}
    for entry in live(response.room.entries(session.record.id)):
        who = session.table.seat(entry.who)
        if who in found and not entry.planned:
            found[who].append(entry)
    return found


def _take_known(entries: list[Entry], post: Post, response: Response) -> Entry | None:
    """The entry by which a post is on record already: it has its words, or a move that it can be
    read as and that was recorded since. Each entry accounts for one post.
    """
    words = post.text.strip()
    for entry in entries:
        says = read_says(entry.text)
        if words in {entry.raw.strip(), says.text.strip() if says else ""}:
            entries.remove(entry)
            return entry
    who = response.session.table.seat(entries[0].who) if entries else ""
    if not who:
        return None
    letter, _ = _letter(response, who, post)
    written = pages.instant_of(post.when, response.desk.now.moment, response.session.zone)
    reading = letter.plainly
    texts = {str(move) for move in letter.named((*reading.moves, *reading.readings))}
    for entry in entries:
        since = written is None or entry.recorded_at.moment >= written
        if not entry.raw and since and entry.text in texts:
            entries.remove(entry)
            return entry
    return None


# ---- the answer


def _answer(response: Response, found: Round, file: str, *, yes: bool) -> Answer:
    session = response.session
    lines = list(_lines(response, found, yes=yes))
    facts = {
        "game": session.name,
        "recorded" if yes else "proposed": [
            {"who": one.who, "moves": list(one.texts), "at": one.at} for one in found.found
        ],
        "known": found.known,
        "talk": found.talk,
        "silent": [{"who": one.who, "text": one.post.text, "at": one.at} for one in found.silent],
        "others": list(found.others),
        "unsure": _unsure(found),
        "may_wait": found.may_wait,
    }
    if yes and (found.found or response.message):
        done = replying.answer(response)
        write(response.room, session, response.desk.terminal)
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
    return Answer(
        tuple(lines),
        (),
        hints,
        facts,
        ok=bool(found.found) or found.may_wait or found.unsure is None,
    )


def _by_itself(response: Response, found: Round) -> Iterator[Hint]:
    """The command for the post that isn't sure and isn't kept."""
    if found.waits:
        yield Hint(response.desk.commands.line("inbox"), "the message that waits, and what to do")
    elif found.unsure is not None and not response.message:
        who, at = found.unsure.who, str(found.unsure.at)
        line = response.desk.commands.line("record", who, "--from", "-", "--at", at)
        yield Hint(line, f"{who}'s post, pasted by itself")


def _unsure(found: Round) -> dict[str, object] | None:
    if found.unsure is None:
        return None
    one = found.unsure
    return {"who": one.who, "text": one.post.text, "at": one.at, "why": found.why}


def _lines(response: Response, found: Round, *, yes: bool) -> Iterator[str]:
    session = response.session
    if not yes:
        many = plural(len(found.found), "post") if found.found else "no post"
        yield f"{session.name}: {many} with moves that aren't on record yet"
        for one in found.found:
            yield f"  {one.who}: {'; '.join(one.texts)} ({session.show(one.at)})"
        for step in session.applied:
            if step.entry.planned:
                yield f"  then {step.entry.who}: {step.entry.text}, as planned"
    if found.unsure is not None:
        said = short(" ".join(found.unsure.post.text.split()))
        yield f"  not sure, so nothing from there on: {found.unsure.who}, “{said}”"
        yield f"    {found.why}"
        yield "    once it is decided, the same page again goes on behind it"
    for one in found.silent:
        said = short(" ".join(one.post.text.split()))
        yield f"  no move seen, though one is awaited: {one.who}, “{said}” ({session.show(one.at)})"
    left = [f"{plural(found.known, 'post')} on record already"] * bool(found.known)
    left += [f"{plural(found.talk, 'post')} without a move"] * bool(found.talk)
    left += [f"posts of {', '.join(found.others)}, who don't play"] * bool(found.others)
    if left:
        yield f"  left out: {'; '.join(left)}"
