"""Records a round by a copied page of its thread: the moves of known players, in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gmtool.desk import pages, recording, replying
from gmtool.desk.answers import Answer, Hint
from gmtool.desk.messages import Letter, keep
from gmtool.desk.pages import Post
from gmtool.desk.problems import Overtakes, UsageProblem
from gmtool.desk.requests import Request, Response
from gmtool.desk.session import Desk, Session, load, the_game, write
from gmtool.engine.amending import live
from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.moves import read_says
from gmtool.engine.reading import Reading
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
    who don't play; and the first post that isn't sure, with `why`, at which the reading stops. That
    one `waits` as the message of that number, or is refused, or may be kept as a message.
    """

    found: list[Found] = field(default_factory=list)
    known: int = 0
    talk: int = 0
    silent: list[Found] = field(default_factory=list)
    others: tuple[str, ...] = ()
    unsure: Found | None = None
    why: str = ""
    waits: int = 0
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
        players = _called(session)
        host = casefolded(session.settings.get("host", ""))
        posts = pages.posts_in(text, {*players, host} - {""})
        if not posts:
            names = ", ".join(dict.fromkeys(form.name for form in pages.FORMS))
            raise UsageProblem(
                f"{session.name}: this can't be cut into posts; what is read are threads as a "
                f"browser copies them from {names}. Paste posts one by one: "
                f"{desk.commands.line('record', 'WHO', '--from', '-')}"
            )
        request = Request(HOST, "thread")
        response = Response(desk, session, room, request, HOST, desk.now, dry_run=not yes)
        found = _read(response, players, posts)
        return _answer(response, found, file)

    with desk.store() as store:
        return store.write(work)


def _called(session: Session) -> Mapping[str, str]:
    """Players by the names under which they may post, case-folded."""
    found: dict[str, str] = {}
    for name in session.table.players:
        mention = session.table.people.get(name, {}).get("mention", "")
        for called in (mention, *session.table.callings.get(name, ()), name):
            found[casefolded(called.removeprefix("@"))] = name
    found.pop("", None)
    return found


def _read(response: Response, players: Mapping[str, str], posts: Sequence[Post]) -> Round:
    """Apply the moves of the posts one after the other, up to the first that isn't sure."""
    found = Round()
    on_record = _on_record(response)
    strangers: dict[str, None] = {}
    for post in posts:
        who = players.get(casefolded(post.who.removeprefix("@")))
        if who is None:
            strangers[post.who] = None
        elif found.unsure is None:
            _take(response, _Opened.by(response, who, post), on_record[who], found)
    return replace(found, others=tuple(strangers))


def _take(response: Response, one: _Opened, entries: list[Entry], found: Round) -> None:
    """Apply the moves of a post, or find why not."""
    own, at = one.own, one.own.at
    known = one.known(entries)
    if known is not None:
        entries.remove(known)
        if own.session.table.message(known.number) is None:
            found.known += 1
            return
        found.unsure = Found(own.who, (), known.received_at, one.post)
        found.why, found.waits = f"message {known.number}, which waits for you", known.number
        return
    if not _says_anything(one.reading):
        found.talk += 1
        if own.who in {turn.who for turn in awaited(own.session.game, own.session.table)}:
            found.silent.append(Found(own.who, (), at, one.post))
        return
    refused = one.apply()
    if own.recorded:
        found.found.append(Found(own.who, tuple(own.recorded), at, one.post))
        response.recorded += own.recorded
    if refused is not None:
        found.is_refused = True
        found.why = f"refused ({refused.clause}): {refused.sentence(own.session.show)}"
    elif not one.reading.is_sure:
        found.why = one.keep()
        response.who, response.at, response.request = own.who, at, own.request
        response.message, response.offer = own.message, own.offer
    else:
        return
    found.unsure = Found(own.who, (), at, one.post)


@dataclass
class _Opened:
    """A post as a message, read where the game stands by then; `own` is the response to it alone,
    and `written` tells when it was, as far as the page does.
    """

    own: Response
    post: Post
    written: Instant | None
    letter: Letter
    reading: Reading

    @classmethod
    def by(cls, response: Response, who: str, post: Post) -> _Opened:
        """A post of that player's. One without a time counts as now, and none before what is on
        record.
        """
        desk, session = response.desk, response.session
        moment = pages.instant_of(post.when, desk.now.moment, session.zone)
        written = Instant.of(moment) if moment else None
        at = max(filter(None, (written or desk.now, session.table.last_at)))
        request = Request(post.who, pasted=post.text, at=str(at), link=post.link, source="post")
        own = Response(desk, session, response.room, request, who, at, response.dry_run)
        letter = Letter(session, response.room, who, at, desk.now, post.text)
        if post.signature:
            last = replace(letter, text=post.signature).plainly
            if not _says_anything(last):
                letter = replace(letter, text=post.text.removesuffix(post.signature))
        return cls(own, post, written, letter, recording.read_letter(own, letter))

    def known(self, entries: Sequence[Entry]) -> Entry | None:
        """The entry by which the post is on record already: it has its words, or a move that it
        can be read as and that was typed since. Each entry accounts for one post.
        """
        words = self.post.text.strip()
        for entry in entries:
            says = read_says(entry.text)
            if words in {entry.raw.strip(), says.text.strip() if says else ""}:
                return entry
        moves = self.letter.named((*self.reading.moves, *self.reading.readings))
        texts = set(map(str, moves))
        return next((e for e in entries if e.text in texts and self._may_be(e)), None)

    def _may_be(self, entry: Entry) -> bool:
        return not entry.raw and (self.written is None or entry.recorded_at >= self.written)

    def apply(self) -> Refusal | None:
        """Record its moves, all or none, where it is sure what they are; returns why they were
        refused.
        """
        moves = self.letter.named(self.reading.moves)
        if self.reading.refused or not self.reading.is_sure:
            return self.reading.refused
        _, refused = self.letter.stand(moves)
        if refused:
            return refused[0]
        try:
            recording.apply_moves(self.own, moves)
        except Overtakes as problem:
            doubts = (*self.reading.doubts, problem.sentence)
            self.reading = replace(self.reading, is_sure=False, doubts=doubts)
        return next((refusal for _, refusal in self.own.refused), None)

    def keep(self) -> str:
        """What it may say. It is kept as a message that waits, except in a dry run."""
        offer = self.letter.offer(self.reading)
        if not self.own.dry_run:
            self.own.offer = offer
            keep(self.own, self.post.text, source="post")
        return "; ".join(offer.proposed or offer.readings) or "it isn't clear"


def _says_anything(reading: Reading) -> bool:
    """Whether something in a message may be a move."""
    return bool(reading.moves or reading.readings or reading.refused)


def _on_record(response: Response) -> dict[str, list[Entry]]:
    """The entries of each player that count, in order."""
    session = response.session
    found: dict[str, list[Entry]] = {name: [] for name in session.table.players}
    for entry in live(response.room.entries(session.record.id)):
        who = session.table.seat(entry.who)
        if who in found and not entry.planned:
            found[who].append(entry)
    return found


# ---- the answer


def _answer(response: Response, found: Round, file: str) -> Answer:
    session, yes = response.session, not response.dry_run
    lines = list(_lines(response, found))
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


def _lines(response: Response, found: Round) -> Iterator[str]:
    session = response.session
    if response.dry_run:
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
