"""The grammar of Ten-Skip Challenge: how its moves are written and said (TS-5 to
TS-17), and what plans may say beside them (ALL-9).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from gmtool.engine import card_words
from gmtool.engine.argument_parsers import MOST_CHOICES, cards_meant, names_in
from gmtool.engine.cards import read_card
from gmtool.engine.grammar import (
    NOTHING,
    UNSAID,
    Asked,
    Form,
    Grammar,
    Known,
    Match,
    Slot,
    WholeMatch,
)
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import Move
from gmtool.engine.plans import Named, Planning, Until
from gmtool.engine.shuffling import shuffle
from gmtool.engine.stop_words import FILLERS, unadorned, words
from gmtool.engine.text import casefolded, quote, said
from gmtool.engine.words import DOUBTS, SOFT, WORD, Word, WordsOf
from gmtool.games.ten_skip import moves as m
from gmtool.games.ten_skip.exchange import is_done
from gmtool.games.ten_skip.moves import Discard, Hand, Keep, Top
from gmtool.games.ten_skip.state import HAND, IN_A_ROUND, KEEP, SHOWN, TOP, State
from gmtool.games.ten_skip.terms import higher, lower, without

SOMEBODY, BYSTANDER, CLAIMANT, TAKER = "@", "@bystander", "@claimant", "@taker"
"""What names are replaced by: a player who may be taken from, one who may not, the player who has
put everyone on notice, and the player whose turn it is.
"""
_DISCARDS = words(
    "discard discards discarding throw throws throwing toss tossing dump dumping drop drops "
    "dropping ditch ditching chuck chucking bin bins binning bury buries burying lose losing trash "
    "trashing junk junking shed shedding sacrifice sacrificing goodbye bye farewell"
)
_TAKES = words(
    "take takes taking steal steals stealing swap swaps swapping trade trades trading exchange "
    "exchanging give gives giving offer offers offering show shows showing gets snatch grab rob"
)
_FROM = words(
    "from of one any something got have can he she him her them his their return "
    "unchallenged @'s @claimant @claimant's"
)
_DOUBTS = words("challenging bluff bluffing bluffer liar lying doubt call busted")
_HIM, _MY_HAND = (
    words("you her him them who claim claims hand just @claimant @claimant's"),
    words("hand them all to"),
)
_AWAY = words("go going with out away face up from put putting unchallenged")
_GETS, _WANTS = _TAKES | {SOMEBODY}, _TAKES | words("want have hand over get receive")
_KEEPS = words(
    "keeps keeping hold holding take taking want choose choosing pick picking stays stick "
    "sticking hang"
)
_HANDS, _HAVE = (
    words("hands handing give giving gets take takes"),
    words("here over fine have enjoy you he she they him her"),
)
_PARTS = _DISCARDS | _TAKES | _KEEPS | _HANDS
"""Words by which a card changes its place."""
_PASSES, _ON_TOP = words("passing skip"), words("on leave leaving put lay place discard")
_CLAIMS, _NO_MORE = words("claim claims claiming"), words("finished pass passing skip nothing")
_SAYS = words("announce declare say add claim side my")
_AGREES = words("no nope nah carry next")
_ENDS = {
    **dict.fromkeys(words("low lower lowest small smaller"), lower),
    **dict.fromkeys(words("high higher highest big bigger"), higher),
}
"""What tells one of the two cards drawn from the other."""
_OF_TWO = words("one of those them these two pair card")
_CHATTER = words(
    "slowly stand stands sit sits sitting up down turn turns toward towards point points look "
    "looks around ladies gentlemen everyone everybody folks guys friends haha hehe muahaha mwahaha "
    "damn darn ugh sigh card cards pile time from drawn stays @taker"
)
"""Words for what the rulebook has players do as they speak."""
_SENTENCE = lazy_regex(r"(?<=[.!?;…])\s+|\n")
_GIVEN = lazy_regex(r"\b(?:giv|offer|show|swapp?|trad|exchang)(?:e|ing|)\b|\bgets\b|with my #")
_NOT_GIVEN = lazy_regex(
    r"(?<!from )(?:@|you|let|he|she|they) (?:give|take|swap|show|steal|trade|offer|exchange)s?\b"
    r"|\bme\b|@'s (?:the )?#|\bfor @'s"
)
"""_GIVEN tells that a card is given for the other's; this tells that another player does it, or
that it is the other's.
"""
_KEPT = r"\b(?:like|still|back|mine|also|too)\b"
_LEFT_OPEN = rf"\b(?:go|goes|going|away|out|leaves)\b|{_KEPT}"
_NOT_HANDED = rf"\b(?:take|get|gets|me|us)\b|\bi have\b|@taker give|{_KEPT}"
_ALL = r"all|both|guys|now|hereby|officially|everyone|everybody|folks|of you|lot|here"
_WHOM = r"you|y'all|all of you|every(?:one|body)|the (?:whole )?table|all"
_NOTICE = (
    rf" ?(?:\b(?:(?:{_WHOM})(?:'re|'s| are| is)?|your|consider yoursel(?:f|ves)"
    rf"|(?:i(?: a|')m )?(?:hereby |now )?put(?:ting)? (?:{_WHOM}))(?: (?:{_ALL})){{0,4}}"
    r" on notice\b"
    r"|(?:^|(?<=[-.,;:!&+(] )|(?<=\()|(?<=\band )|(?<=\band now )|(?<=\band then ))"
    r"notice(?=\s*(?:$|[.!?,;)])))"
)
_DONE = (
    r" ?\b(?:(?:won't|will not|don't|do not|not) (?:going to )?"
    r"(?:claim|put(?:ting)? (?:you|any(?:one|body)|every(?:one|body)) on notice)\b"
    r"|(?:no|not|without a) (?:claims?|claiming|notice)\b|end(?:ing|s)? (?:of )?(?:my |the )?turn\b"
    r"|that(?:'s| is) (?:it|all|my turn)(?: (?:for|from) me)?(?=\W*$)"
    r"|(?:my )?turn(?:'s| is)? (?:over|done|finished|ended)\b)"
)
_DRAW = (
    r"\b(?:and )?(?:draw(?:ing|s)?|gimme|hit me with)(?: my| the)?(?: top| next)? (?:two|2|one)"
    r"(?: new| fresh| more)?(?: cards?| ones?)?"
    r"(?: (?:from|off) the (?:draw )?(?:pile|deck|top))?(?! of)"
)
_UNCHALLENGED = (
    r"\b(?:no|not|without a|won't|don't|do not|too \w+ to|(?:scared|afraid) to)"
    r"(?: going to| gonna| want to| wanna| dare(?: to)?)? challeng(?:e|ing)\b"
)
_GOES = (
    r"\b(?:(?:go|goes|going) (?:back|away|out)(?! (?:in|to|into) (?:my|the) hand)|out goes|so long"
    r"|goes?(?=\W*$|,|\s+and\b)|(?:hits|into|in) the (?:bin|trash|dump)"
    r"|(?:has|have) (?:to|got to) go|can go"
    r"|gets? (?:the )?(?:tossed|binned|dumped|ditched|chucked|thrown|boot|axe|chop))\b"
)


def words_of(asked: Asked) -> WordsOf:
    """The function that splits a sentence into words, with each card and each player's name as one
    word.
    """
    named = {unadorned(own).strip(): name for own, name in asked.called.items()}
    ways = "|".join(map(re.escape, sorted(filter(None, named), key=len, reverse=True)))
    pattern = re.compile(rf"(?<!\w)({ways or '(?!)'})('s)?(?!\w)", re.IGNORECASE)
    role = SOMEBODY if "take" in asked.verbs or not asked.verbs else BYSTANDER
    roles = {asked.state.actor: TAKER, asked.state.on_notice: CLAIMANT}

    def of(text: str) -> list[Word]:
        found: list[Word] = []
        start = 0
        for place in pattern.finditer(text):
            name, end = named[casefolded(place[1])], place[2] or ""
            found += card_words.words_in(text[start : place.start()])
            found.append(Word(WORD, roles.get(name, role) + end, name + end))
            start = place.end()
        return found + card_words.words_in(text[start:])

    return of


def _line(action: Sequence[Word]) -> str:
    """The words as a line, with `#` for cards."""
    kinds = {card_words.CARD, card_words.RANK, card_words.SUIT}
    return " ".join("#" if word.kind in kinds else word.text for word in action)


def _cards(asked: Asked, action: Sequence[Word]) -> list[Match]:
    """Each card that may be meant; of several those among which the speaker has to choose."""
    among = asked.state.drawn if "keep" in asked.verbs else asked.hand
    found = cards_meant([w._replace(text="") if w.kind == WORD else w for w in action], among)
    ends = [n for n, w in enumerate(action) if "keep" in asked.verbs and w.text in _ENDS]
    if ends and not found:
        return [Match(_ENDS[action[n].text](among), frozenset({n})) for n in ends]
    each = {card: one for one in found for card in one.value}
    is_of_several = any(
        w.kind not in {WORD, card_words.SUIT} and w.written.endswith("s") for w in action
    )
    if len(each) > 1 and is_of_several and not any(w.text in _PARTS for w in action):
        return []  # “two nines!” is said of the hand
    fits = {card: one for card, one in each.items() if card in among} or each
    made = [Match(card, f.used, f.doubt if len(each) == 1 else UNSAID) for card, f in fits.items()]
    return made[:MOST_CHOICES]


def _card(unless: str, never: frozenset[str] = NOTHING) -> Slot:
    """A slot for one card. It isn't sure where the sentence matches `unless`, and finds nothing
    beside words of another move.
    """

    def find(asked: Asked, action: Sequence[Word]) -> list[Match]:
        texts = {word.text for word in action}
        if texts & never and not texts & _DISCARDS:
            return []
        found = _cards(asked, action)
        is_open = re.search(unless, _line(action)) is not None
        return [one._replace(doubt=UNSAID) for one in found] if is_open else found

    return Slot(find, alone=True)


def _typed_exchange(rest: str) -> tuple[str, str] | None:
    written, _, card = rest.rpartition(f" {m.GIVING} ")
    name = said(written)
    is_name = bool(name) and written in {quote(name), m.apart(name)}
    return (name, card) if is_name and read_card(card) == card else None


def _exchange(asked: Asked, action: Sequence[Word]) -> list[Match]:
    """The player from whom a card is taken, and the card that is shown for it."""
    named = {who: at for who, at in names_in(asked, action).items() if who != asked.who}
    line = _line(action)
    is_sure = len(named) == 1 and not any(set(casefolded(who).split()) <= FILLERS for who in named)
    is_sure = is_sure and bool(_GIVEN.search(line)) and not _NOT_GIVEN.search(line)
    if not named and "take" in asked.verbs:
        named = {who: frozenset[int]() for who in asked.state.victims(asked.who)}
    return [
        Match((who, one.value), at | one.used, one.doubt if is_sure else UNSAID)
        for who, at in named.items()
        for one in _cards(asked, action)
    ][:MOST_CHOICES]


def _over_sentences(asked: Asked, text: str) -> WholeMatch | None:
    """An exchange where one sentence names the player and another the card; None where there is
    none.
    """
    parts = [part for part in map(words_of(asked), _SENTENCE.split(text)) if part]
    said = [word for part in parts for word in part]
    whom = [part for part in parts if names_in(asked, part)]
    if any(w.kind in DOUBTS - {SOFT} or w.text in _DISCARDS for w in said):
        return None
    if any(own.endswith(".") for own in asked.called):
        return None  # its end isn't told from that of a sentence
    is_said = all(_WANTS & {w.text for w in part} and not _cards(asked, part) for part in whom)
    is_list = any(all(word.kind == card_words.CARD for word in part) for part in parts)
    found = _exchange(asked, said) if whom and is_said and not is_list else []
    return (
        WholeMatch((found[0].value,), doubt="it takes several sentences")
        if len(found) == 1
        else None
    )


def _plainly(_asked: Asked, action: Sequence[Word]) -> list[Match]:
    """No value beside the verb; only these words surely mean the move."""
    texts = {word.text for word in action}
    is_sure = bool(texts & words("reveal challenge challenging notice done finished"))
    return [Match(None, frozenset(), UNSAID * (not is_sure or bool(texts & {SOMEBODY, TAKER})))]


_OUTRIGHT = Slot(_plainly, typed=lambda _rest: None, optional=True)


def meant(asked: Asked, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves, adjusted after a draw: discarding one of the two cards drawn means keeping the
    other, and an end of the turn that comes by itself is left out (TS-6, TS-10).
    """
    state = asked.state
    if "keep" not in asked.verbs:
        return moves
    if len(moves) > 1 and not state.may_claim(asked.who):
        moves = tuple(move for move in moves if not isinstance(move, m.Done))
    gone = [move for move in moves if isinstance(move, m.Discard) and move.card in state.drawn]
    if len(gone) != 1:
        return moves
    (kept,) = without(state.drawn, gone[0].card)
    return tuple(dict.fromkeys(m.Keep(kept) if move == gone[0] else move for move in moves))


def together(moves: Sequence[Move]) -> bool:
    """Whether the moves are compatible: one move, or the card kept with the end of the turn, and
    beside them a hand that is revealed.
    """
    kinds = [type(move) for move in moves if not isinstance(move, m.Reveal)]
    return len(kinds) < 2 or kinds in ([m.Keep, m.Notice], [m.Keep, m.Done])


_DISCARD = _card(_KEPT, never=_TAKES | words("stay stays"))
_SWAP = Slot(_exchange, _over_sentences, _typed_exchange)
_WON = "after a round won unchallenged, until its next move"
_DRAWING = "its turn: two cards are drawn"
_TAKING = "its turn: a card of another player's"
_CLAIMING = "end of its turn: puts everyone on notice"
_DARED = "start of its turn, while another has all on notice"
_FORMS = (
    shuffle("the draw for dealer; every deal: top card first"),
    Form("reveal", m.Reveal, "TS-17", _WON, _OUTRIGHT, words("behold"), beside=_MY_HAND),
    Form("discard 9H", m.Discard, "TS-6", _DRAWING, _DISCARD, _DISCARDS | {SOMEBODY}, beside=_AWAY),
    Form(
        "take bob giving 9H",
        lambda it: m.Take(*it),
        "TS-7",
        _TAKING,
        _SWAP,
        _GETS,
        beside=_FROM,
        is_to_players=True,
    ),
    Form(
        "challenge",
        m.Challenge,
        "TS-13",
        _DARED,
        _OUTRIGHT,
        _DOUBTS,
        beside=_HIM,
        is_to_players=True,
    ),
    Form("pass", m.Pass, "TS-8", "its turn, with an empty draw pile and no victim", says=_PASSES),
    Form(
        "keep 4S",
        m.Keep,
        "TS-6",
        "then: of the two it was PMed",
        _card(_LEFT_OPEN),
        _KEEPS,
        words("have"),
        _OF_TWO,
    ),
    Form("hand 5C", m.Hand, "TS-7", "the victim, asked", _card(_NOT_HANDED), _HANDS, beside=_HAVE),
    Form("top 5C", m.Top, "TS-15", "after a right challenge", _card(_KEPT), beside=_ON_TOP),
    Form("notice", m.Notice, "TS-10", _CLAIMING, _OUTRIGHT, _CLAIMS),
    Form(
        "done",
        m.Done,
        "TS-10",
        "end of its turn, without a claim",
        _OUTRIGHT,
        _NO_MORE,
        _AGREES,
        _SAYS,
    ),
)

GRAMMAR = Grammar(
    forms=_FORMS,
    known=(
        Known("start", "set-up: sends the hands and opens the first round"),
        Known("close", "a move is overdue"),
        Known('adjust ann points +20 why "…"', "a score is to be corrected"),
    ),
    words_of=words_of,
    aliases=(
        (r"\b(?:i'd|i would) like (?:a|one) (?=card\b)", "i take a "),
        (r"\bi(?:'m| am) on notice\b|\bnothing to see here\b", "banter"),
        (_DONE, ", done"),
        (_NOTICE, ", °"),
        (r"\bnotice\b", "noticing"),
        ("°", "notice"),
        (r"^on noticing\b", "claim"),
        (_UNCHALLENGED, "unchallenged"),
        (r"\b(?:a|the) challenge\b|\b(?:don't|do not) (?:believe|buy)\b", "doubt"),
        (r"\bwell done\b|\bdone for\b|\b(?:is|it's|that's|so|very) challenging\b", "banter"),
        (r"\b(?:you(?:'re| are) |your )?(?:so |totally )?dead to me\b", "challenge"),
        (r"\bcall(?:ing)? (?=(?:\S+ ){0,4}bluff\b)", "challenge "),
        (
            r"\byou(?:'re| are) (?:a |such a )?(?:bluffing|bluffer|lying|liar|busted)\b",
            "perhaps challenge",
        ),
        (r"\bget a load of (?:this|that)\b(?: one\b)?", "i give"),
        (r"\bskip me\b", "skip"),
        (r"\b(?:get(?:ting)? rid of|part(?:ing)? with)\b", "discard"),
        (_GOES, "perhaps discard"),
        (_DRAW, " "),
        (r"\brevealing (?=my|the|all)", "reveal "),
        (r"\b(?:show(?:ing)?|here(?:'s| is| are)) (?:my|the) (?:hand|cards)\b", "behold"),
        (r"\b(?:my|your|his|her|the|whole) hand\b", "cards"),
    ),
    chatter=_CHATTER,
    together=together,
    meant=meant,
)
"""The moves of players and of chance; the host's are those of every game (ALL-6)."""


_WHICH, _OF_THEM = r"(?:the |my |whichever is )?", r"(?: (?:of the (?:two|pair)|one|card))*"
_VERBS = ("discard", "take", "challenge", "pass", "hand", "keep", "done", "notice", "top")
_MADE: dict[str, Callable[[str], Move]] = {KEEP: Keep, HAND: Hand, TOP: Top}


def only(state: State, who: str) -> Move | None:
    """The one move that the player can make where all cards that it may choose from are equal."""
    cards = state.drawn if state.phase == KEEP else state.player(who).hand
    is_one = state.phase in _MADE and len(set(cards)) == 1
    return _MADE[state.phase](cards[0]) if is_one else None


def _of_two(choose: Callable[[tuple[str, ...]], str]) -> Callable[[State, str], Move | None]:
    return lambda state, _who: Keep(choose(state.drawn)) if state.drawn else None


def _of_hand(
    make: Callable[[str], Move], choose: Callable[[tuple[str, ...]], str]
) -> Callable[[State, str], Move | None]:
    return lambda state, who: make(choose(state.player(who).hand))


def _new(state: State, who: str) -> Move | None:
    """The discard of the card that the player got last, if it still holds it."""
    player = state.player(who)
    return Discard(player.newest) if player.newest in player.hand else None


def _shown(state: State, who: str) -> Move | None:
    """The discard of the card that somebody showed to get another for it (TS-7)."""
    got = next((a.card for a in reversed(state.acts) if (a.what, a.other) == (SHOWN, who)), "")
    return Discard(got) if got in state.player(who).hand else None


def _lacks(state: State, who: str, move: Move) -> tuple[str, ...]:
    hand = state.player(who).hand
    if not isinstance(move, (Discard, Hand)) or not hand or move.card in hand:
        return ()
    return (move.card,)


PLANNING = Planning(
    only,
    stretches={
        "round": Until(
            lambda state: str(state.deal) if state.phase in IN_A_ROUND else "",
            "at every turn until the round is over",
        )
    },
    choices={
        "keep lower": Named(
            _of_two(lower),
            "the lower of the two cards drawn; an Ace is low",
            rf"keep(?:ing)? {_WHICH}low(?:er|est){_OF_THEM}",
        ),
        "keep higher": Named(
            _of_two(higher),
            "the higher of the two cards drawn",
            rf"keep(?:ing)? {_WHICH}high(?:er|est){_OF_THEM}",
        ),
        "hand lower": Named(
            _of_hand(Hand, lower),
            "to who takes from you, the lowest card of your hand",
            rf"(?:hand|give)(?: (?:over|him|her|them))* {_WHICH}low(?:er|est){_OF_THEM}",
        ),
        "hand higher": Named(
            _of_hand(Hand, higher),
            "to who takes from you, the highest card of your hand",
            rf"(?:hand|give)(?: (?:over|him|her|them))* {_WHICH}high(?:er|est){_OF_THEM}",
        ),
        "discard new": Named(
            _new,
            "the card that came to your hand last",
            r"discard(?:ing)? (?:the|my) new(?:est)?(?: (?:one|card))?",
        ),
        "discard shown": Named(
            _shown,
            "the card that somebody showed and gave for another",
            r"discard(?:ing)? (?:the|that) (?:shown (?:one|card)|card (?:he|she|they) showed)",
        ),
    },
    begins=frozenset({"discard", "take", "challenge", "pass"}),
    is_done=is_done,
    ends=dict.fromkeys(_VERBS, "round"),
    lacks=_lacks,
    example="plan discard 9H then keep lower then done",
)
