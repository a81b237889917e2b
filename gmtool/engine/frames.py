"""Frames of sentences: which words of a message can say a move at all (design §3a).

A move is said by its player, now. What is said of the past, of what isn't so, of others or by them,
and what is asked, only leads up to a move: no number, card or name in it counts. Nor does the name
of who is spoken to, or the time of day.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from operator import itemgetter

from gmtool.engine import numerals
from gmtool.engine.card_words import CARD, COUNT, EITHER, GROUP, RANK, SUIT
from gmtool.engine.expressions import expression
from gmtool.engine.frozen import frozen
from gmtool.engine.grammar import Form, Found
from gmtool.engine.lexicon import ARTICLES, words
from gmtool.engine.names import MYSELF
from gmtool.engine.words import DOUBTS, NUMBER, TAKEN_BACK, WORD, Word

_NAME = "somebodyx"
"""Stands for the name of a player in the expressions below."""
_LEAD = r"^\W*(?:(?:and|but|so|or|then|because|well|oh|hey|ok|lol|haha|hm+|though|also|wow)\b\W*)*"
_GAP = expression(
    r"((?<!\s)\s*[,;:]\s+|\s+[-–—]+\s+|(?<!\s)\s*\((?=[^)\s]{0,40}\s)|(?<=\w)[.!?]*\)(?=[\s,.;:!]|$)\s*"
    r"|\s+[:;]-?[()/DP](?=\s)|(?:(?<!\.)\.{2,}|…)\s+|\s+(?=(?:ok|okay|and|but|so|anyways?|instead|because|though|although|while)\s))",
    re.IGNORECASE,
)
_TURNS_TO_NOW = expression(
    r"(?:ok|okay|but|so|anyways?|instead|however|now|this (?:time|week|round|turn|one)|still"
    r"|today)\b",
    re.IGNORECASE,
)
_OWN = expression(r"(?:and |then )*(?:i|i'll|i'm|my|let's|please)\b", re.IGNORECASE)
_NUMBER = rf"(?:[0-9]+(?:[.:,][0-9]+)?|(?:{'|'.join(numerals.FIRST)}))"
_WHEN = expression(
    r"(?P<before>(?<!\S)\S+\s+|^)(?P<when>(?:till?|until|by|before|after|since|at|for)\s+"
    rf"(?:about\s+)?{_NUMBER})(?![\w.:,]*[0-9])(?=\W|[ap]m|$)",
    re.IGNORECASE,
)
_LASTS = expression(
    rf"(?<![\w.,]){_NUMBER}[ -]?(?:am|pm|o'?clock|min(?:ute)?s?|h(?:ou)?rs?|sec(?:ond)?s?|days?"
    rf"|weeks?|months?|years?|nights?|times|km|degrees| out of {_NUMBER})(?!\w)",
    re.IGNORECASE,
)
_TIME = "sometime"
"""What a number is replaced by that tells the time, or how long something takes."""

_PAST = (
    r"(?<!as they )(?<!as it )\b(?:was|were|wasn't|weren't|had|hadn't|did|didn't|yesterday"
    r"|back then|used to|back when|(?<!as )(?<!like )(?<!the )last (?:time|round|game|match|night"
    r"|year|week|month|season|trick|hand|batch|day|turn|episode))\b"
    rf"|(?:\b(?<!what )i|{_NAME})(?:'ve| have|'d| would| should| could)?"
    r"(?: (?:also|really|just|nearly|almost|only|already|never|even))*"
    r" (?:(?!need|agreed|proceed|exceed|succeed|decided|indeed|hundred)[a-z]{2,}ed"
    r"|told|said|thought|went|came|took|gave|won|lost|knew|saw|made|held|left|felt|found|heard|ran"
    r"|forgot)(?![\w'])(?! my\b)"
    r"|^(?:\w+ )?(?:thought|wanted|tried|nearly|almost|considered|tempted|got(?![^?]*\?))\b"
)
_UNREAL = (
    r"^(?:and |but |so )?(?:even )?if\b"
    r"(?! (?:i|you) (?:may|must|can|could)| (?:it|that)(?:'s| is| comes| gets) (?!an? )"
    r"| (?:not|so|there|possible)\b)"
    r"|\bif (?:only )?(?:\S+ ){1,3}?(?:had|were|was|could|knew|got|held|hadn't|weren't|didn't|did)"
    r"\b"
    r"|(?:\b(?:would|could|should|might)|'d)(?: (?:never|almost|just|not))* have\b"
    r"|\b(?:normally|usually)\b|^(?:instead of|rather than)\b"
)
_LEADS_UP = expression(f"{_PAST}|{_UNREAL}", re.IGNORECASE)
_PEOPLE = (
    r"(?:you|he|she|they|who|y'?all|(?:some|any|every|no)(?:body| ?one)|people|others"
    r"|(?:all|both|one|two|most|none|some) of (?:you|us|them))"
)
_VERBS = (
    r"(?:'s|'d|'ll|says|thinks|wants|will|would|could|should|might|must|can|may|still|keeps|votes"
    r"|bids|calls|folds|raises|passes|plays|holds|discards|challenges|takes|bets|leads"
    r"|(?:is|has)(?! my| mine))\b"
)
_GETS = (
    r"(?:(?:'ll|can|may|will) )?(?:have|get|gets|receive|(?:go|goes|play|plays) first|starts?"
    r"|begins?)\b|(?:can|may|'ll) take\b"
)
"""Verbs by which something that another does is the speaker's move: “you can have the king”."""
_OF_OTHERS = (
    rf"{_LEAD}{_PEOPLE}(?:'(?:d|ll|re|ve))? (?!{_GETS})\w"
    rf"|{_LEAD}(?:(?:that|if|when|maybe|since|because) )?{_NAME} ?(?!{_GETS}){_VERBS}"
)
_BESIDE_OTHERS = rf"\bwith (?:you|{_NAME})\b"
_ABOUT_IT = expression(r"(?:those|these) (?:was|were)\b", re.IGNORECASE)
_WOULD = expression(
    r"\b(?:would|could|i'd)\b(?! (?:like|love|say|go|prefer|rather)\b)", re.IGNORECASE
)
_BUT = expression(r"(?:but|only)\b", re.IGNORECASE)
"""What takes back what stands before it: “I would call, but …”, “30 on A: those were …”."""
_NOT = expression(r"(?:and |but )?not \w", re.IGNORECASE)
"""The beginning of what isn't meant, beside what is: “vote Emil, not Gus”."""
_ASKED = expression(
    rf"{_LEAD}(?:why|how|what|which|who|where|when|is|are|do|does|did|would a"
    r"|(?:can|could|may) i (?!have|get|take|.*please))\b.*\?",
    re.IGNORECASE | re.DOTALL,
)
_POLITELY = expression(
    r"\b(?:please|(?:can|could|may|might) (?:i|you)|(?:ok|okay|yeah|yes|alright|would you)\W*$)",
    re.IGNORECASE,
)
_AT_ITS_END = "?!.)\"'” "
_IRONY = expression(
    r"(?:^|\s)/(?:s|sarcasm|j|joke)(?=\s|$)|\b(?:just|only|i'm|im|am) (?:kidding|joking)\b"
    r"|(?<!\w)(?:jk|j/k|kidding)(?!\w)|\blol,? (?:no|nope|not)\b|\byeah,? right\b"
    r"|\bsaid (?:nobody|no one)\b|\b(?:can't|cannot) decide (?:which|yet|between)\b"
    r"|\b(?:in your dreams|as if|not really|no way|(?:a|that's a|was a) joke)\W*$",
    re.IGNORECASE | re.MULTILINE,
)


def is_taken_back(text: str) -> bool:
    """Whether a message says that it isn't meant, as “just kidding” and “/s” do."""
    return bool(_IRONY.search(text))


def _is_question(sentence: str, *, is_alone: bool) -> bool:
    """Whether a sentence asks something; beside other sentences each does that ends with a question
    mark, unless it is one for politeness: “can I have 30 on A, please?”
    """
    if is_alone or "?" not in sentence[len(sentence.rstrip(_AT_ITS_END)) :]:
        return bool(_ASKED.search(sentence))
    return bool(_ASKED.search(sentence)) or not _POLITELY.search(sentence)


@frozen
class Frames:
    """The frames of one player's sentences.

    `names` are what other players may be called, in small letters, and `host` is what the host is
    called. `plainly` replaces a game's turns of phrase, as in “you get the ace” for a gift;
    `is_known` tells whether a word may belong to a move. Where a question `is_asked` for, one may
    be a move; where a move `is_to_players`, it is said to the player whom it names.
    """

    names: Iterable[str]
    host: str
    plainly: Callable[[str], str]
    is_known: Callable[[str], bool]
    verbs: Iterable[str] = ()
    is_asked: bool = False
    is_to_players: bool = False

    @cached_property
    def _names(self) -> str:
        longest = sorted(filter(None, self.names), key=len, reverse=True)
        return "|".join(map(re.escape, longest)) or "(?!)"

    @cached_property
    def _named(self) -> re.Pattern[str]:
        return re.compile(rf"(?<![\w'])(?:{self._names})(?!\w)", re.IGNORECASE)

    @cached_property
    def _addresses(self) -> tuple[tuple[re.Pattern[str], bool], ...]:
        """Where a name stands that is only spoken to, each with whether it is a player's."""
        greeted = (
            r"^\W*(?:(?:hi|hello|hey|dear|thanks|sorry|ok|oh|well|so|and|but|lol|haha|yes|no)\W+)*"
        )
        end = r"\W*(?:(?:please|pls|thanks|thx|lol|haha)\W*)*$"
        verbs = "|".join(map(re.escape, self.verbs)) or "(?!)"
        name, host = rf"(?:{self._names})", re.escape(self.host) or "(?!)"
        own = r"(?:i|i'\w+|im|you|your|you're|we|why|what|how|who|sorry)\b"
        ways = (
            (
                rf"{greeted}{host}\b[\s,!:.–—-]*|(?:(?<![\s,])[\s,]+)?\b(?:please )?{host}{end}",
                False,
            ),
            (rf"(?<=\w)\s*,?\s*\bplease\W+{name}{end}|(?<=[\w!)])\s*,\s*{name}{end}", True),
            (rf"{greeted}{name}(?: please)?\s*[,!…–—-]+\s*(?=\S+\s+\S|(?:{verbs})\b)", True),
            (rf"^{name}\s+(?={own})", True),
            (rf"(?<=\w)\s*,\s*{name}\s*,", True),
        )
        return tuple((re.compile(way, re.IGNORECASE), is_player) for way, is_player in ways)

    def without_addressed(self, sentence: str) -> tuple[str, bool]:
        """A sentence without the name of who is spoken to, and whether that is another player."""
        is_to_player = False
        for way, is_player in self._addresses:
            found = way.search(sentence)
            if is_player and self.is_to_players:
                continue
            if found and not (is_player and self._is_listed(sentence, found)):
                sentence = f"{sentence[: found.start()]} {sentence[found.end() :]}".strip()
                is_to_player = is_to_player or is_player
        return sentence, is_to_player

    def _is_listed(self, sentence: str, found: re.Match[str]) -> bool:
        """Whether what looks like a name that is spoken to is one of a list of names."""
        before, behind = sentence[: found.start()], sentence[found.end() :]
        last = [one.end() for one in self._named.finditer(before)]
        first = self._named.match(re.sub(r"^\W*(?:and |& )?", "", behind))
        return bool((last and last[-1] == len(before.rstrip())) or first)

    def pieces(self, sentence: str, *, is_alone: bool = False) -> Iterator[tuple[str, bool]]:
        """The pieces of a sentence, each with whether a move may be said in it. A question that
        `is_alone` on its line may say one: “A 30?”
        """
        texts = _GAP.split(sentence)
        made: list[tuple[str, bool]] = []
        is_leading = is_unreal = in_brackets = False
        if not self.is_asked and _is_question(sentence, is_alone=is_alone):
            yield sentence, False
            return
        for gap, piece, behind in zip(
            ["", *texts[1::2]], texts[::2], [*texts[2::2], ""], strict=True
        ):
            bracket = edge if (edge := gap.strip(" .!?")) in {"(", ")"} else ""
            in_brackets = bracket == "(" or (in_brackets and bracket != ")")
            own = piece.strip()
            turns = bool(bracket) or "." in gap or _TURNS_TO_NOW.match(own)
            if turns or (_OWN.match(own) and not is_unreal):
                is_leading = False
            is_denied = len(texts) > 1 and _NOT.match(self.plainly(own))
            is_of_both = (
                not self.is_to_players
                and self._named.fullmatch(own)
                and behind.strip().casefold().startswith("and i ")
            )
            if is_denied or is_of_both or self._is_run_up(own):
                is_unreal = bool(re.search(_UNREAL, own, re.IGNORECASE))
                is_leading = True
            if _ABOUT_IT.match(own):
                made = [(text, False) for text, _ in made]
            elif made and _BUT.match(own) and _WOULD.search(made[-1][0]):
                made[-1] = (made[-1][0], False)
            counts = not (is_leading or (in_brackets and not self._is_understood(own)))
            made.append((f"{gap}{piece}", counts))
        for is_said, own in groupby(made, key=itemgetter(1)):
            whole = "".join(text for text, _ in own)
            text = _GAP.sub("", whole, count=1) if _GAP.match(whole) else whole
            if text.strip():
                yield text, is_said

    def _is_run_up(self, piece: str) -> bool:
        masked = self._named.sub(_NAME, piece)
        plainly = self._named.sub(_NAME, self.plainly(piece))
        of_others = _OF_OTHERS if self.is_to_players else f"{_OF_OTHERS}|{_BESIDE_OTHERS}"
        is_of_others = re.search(of_others, plainly, re.IGNORECASE)
        return bool(is_of_others or _LEADS_UP.search(masked))

    def _is_understood(self, text: str) -> bool:
        return all(map(self.is_known, re.findall(r"[\w']+", text)))

    def without_times(self, text: str) -> str:
        """A text in which numbers that tell the time, or how long something takes, are none."""

        def put(found: re.Match[str]) -> str:
            before = found["before"].strip(" ,.;:!()")
            is_apart = not before or not self.is_known(before)
            return f"{found['before']}{_TIME}" if is_apart else found[0]

        return _WHEN.sub(put, _LASTS.sub(_TIME, text))


# ---- the words beside a move

_STOP = expression(
    r"[,;:!…()*]|\?(?=\s*\S)|\.(?![0-9])|\s[-–—]+\s"
    r"|\s(?=(?:because|cause|cuz|since|but|so|though|although|while|if|unless|until)\s)"
    r"|\s(?=and (?:i|i'\w+|we|let's|an?|may|good|it|that|hope|then|see)\s)"
    r"|\s(?=for (?:being|his|her|their|all|obvious|(?:the|those) reasons?)\s)"
    r"|\s(?=(?:just )?to (?:see|start|make|get|be|stop|test|save|beat|win|begin)\s)"
    r"|\s(?=as (?:i|he|she|they|we|you|it's|usual|always)\s)",
    re.IGNORECASE,
)
_IS = words("is are was were be")
_AM = words("i'm im")
_NOUN = _IS | _AM | words("it's its that's an what")
_TELLS = _IS | words("have has had got holds own owns i he she we they who like")
"""What tells something of a card instead of playing it: “10S is lovely”, “I still like 10S”."""
_NOW = words("just now")
_CONDITIONS, _ELSE = words("if unless whether"), words("not so")
_VAGUE = frozenset({RANK, COUNT, EITHER, GROUP, SUIT})
"""The kinds of words that name no card outright."""
_BESIDE_ANY = words("plan plans planning today tonight")
"""Words that may stand beside any move, though with them it isn't sure that it is made now."""
_ADVERB = expression(r"\w{3,}ly")
_MOST_BESIDE_A_CARD = 1
"""So many words that aren't understood may stand beside a card that is named outright."""


def is_said(
    form: Form, found: Found, said: Sequence[Word], text: str, known: frozenset[str]
) -> bool:
    """Whether a move is said by the words of a `text`: all that stand beside its verb and its
    value, up to the next comma or the like, are understood. So it is none in “call me crazy”,
    “pass the popcorn” and “I raise 2 kids”.
    """
    pieces = _pieces(said, text)
    verbs = [place for place, word in enumerate(said) if word.text in form.words]
    opens = {at for at in found.used or verbs if _is_open(said, pieces, at, known)}
    if found.used and (opens or _is_only_told(form, found, said, pieces, verbs)):
        return False
    told = {pieces[place] for place in found.used}
    is_alone = bool(form.slot and form.slot.alone)
    if found.used:
        of_verbs = {pieces[at] for at in verbs}
        ways = [told if told & of_verbs or is_alone else told | of_verbs]
    else:
        alone = [at for at in verbs if at not in opens and not _is_noun(said, at)]
        ways = [{pieces[at]} for at in alone] if verbs else [{*pieces}]
    kinds = {said[n].kind for n in found.used}
    is_named = (CARD in kinds and (verbs or is_alone)) or (kinds == {WORD} and not verbs)
    most = _MOST_BESIDE_A_CARD * bool(is_named)
    core = {*verbs, *found.used}
    return any(_is_understood(_beside(said, pieces, way, core), known, most) for way in ways)


def _is_only_told(
    form: Form, found: Found, said: Sequence[Word], pieces: Sequence[int], verbs: Sequence[int]
) -> bool:
    """Whether something is told of a value, or somebody told to do something, instead of a move
    being made: “my hand is trash”, “Gus just vote”, “both queens? lucky me”, “KS is mine”.
    """
    first, last = min(found.used), max(found.used)
    if verbs:
        between = {word.text for word in said[last + 1 : verbs[0]]}
        is_next = last < verbs[0] and between <= _NOW and said[last].text not in MYSELF
        is_order = is_next and said[verbs[0]].text == form.verb
        is_of_noun = any(at > last + 1 and _is_noun(said, at, has_value=True) for at in verbs)
        return is_of_noun or (is_order and bool(form.make(found.value).named))
    kinds = {said[n].kind for n in found.used}
    behind = {said[n].text for n in range(last + 1, len(said)) if pieces[n] == pieces[last]}
    is_vague = kinds <= _VAGUE and form.slot is not None and form.slot.may
    is_of_who = kinds == {NUMBER} and first > 0 and said[first - 1].text in _AM  # “I'm 40”
    return is_vague or is_of_who or bool(_IS & behind and "it" not in behind)


def _is_open(
    said: Sequence[Word], pieces: Sequence[int], place: int, known: frozenset[str]
) -> bool:
    """Whether before a word of a move, in its piece, stands what makes it a condition or takes it
    back: “if I surrender”, “withdraw my vote on Gus”.
    """
    before = [n for n in range(place) if pieces[n] == pieces[place]]
    return any(
        (said[n].text in _CONDITIONS and said[n + 1].text not in _ELSE)
        or (said[n].kind == TAKEN_BACK and said[n].text not in known)
        for n in before
    )


def _beside(
    said: Sequence[Word], pieces: Sequence[int], own: Collection[int], core: Collection[int]
) -> list[Word]:
    """The words that stand beside a move in its pieces, without adverbs before it: “grudgingly”."""
    made: list[Word] = []
    for piece in own:
        places = [n for n, of in enumerate(pieces) if of == piece]
        first = min((n for n in places if n in core), default=0)
        before = (said[n] for n in places if n < first)
        made += [word for word in before if not _ADVERB.fullmatch(word.text)]
        made += [said[n] for n in places if n >= first and n not in core]
    return made


def _is_understood(beside: Sequence[Word], known: frozenset[str], most: int) -> bool:
    """Whether of the words beside a move at most so many aren't understood, none where they tell
    something of a card.
    """
    spoken = {word.text for word in beside}
    if not spoken.isdisjoint(_TELLS) or any(word.kind in DOUBTS for word in beside):
        most = 0
    understood = known | _BESIDE_ANY
    return sum(w.kind == WORD and w.text not in understood for w in beside) <= most


def _is_noun(said: Sequence[Word], place: int, *, has_value: bool = False) -> bool:
    """Whether a word that is a verb of a move is none: “it's low here”, “call me”. One that stands
    without a value is none in “it's your call” either.
    """
    before = [word.text for word in said[max(place - 2, 0) : place]] or [""]
    if said[place].text.endswith("ing"):
        return False
    is_owned = before[0] in _NOUN and before[-1] not in ARTICLES
    is_of_me = any(word.text == "me" for word in said[place + 1 : place + 2])
    return before[-1] in _NOUN or (not has_value and (is_owned or is_of_me))


def _pieces(said: Sequence[Word], text: str) -> list[int]:
    """For each word of a text the number of the piece in which it stands."""
    text = text.casefold()
    stops = [stop.start() for stop in _STOP.finditer(text)]
    made, at = [], 0
    for word in said:
        start = text.find(word.written.casefold(), at)
        at = max(start, at)
        made.append(bisect(stops, at))
        at += len(word.written) * (start >= 0)
    return made
