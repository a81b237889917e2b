"""Frames of sentences: which words of a message can say a move at all (design §3a).

A move is said by its player, now. What is said of the past, of what isn't so, of others or by them,
and what is asked, only leads up to a move: no number, card or name in it counts. Nor does the name
of who is spoken to, or the time of day.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import groupby
from operator import itemgetter

from msgspec import Struct

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.names import MYSELF
from gmtool.engine.text import FIRST_NUMERALS, casefolded

_NAME = "somebodyx"
"""Stands for the name of a player in the expressions below."""
_LEAD = r"^\W*(?:(?:and|but|so|or|then|because|well|oh|hey|ok|lol|haha|hm+|though|also|wow)\b\W*)*"
_GAP = lazy_regex(
    r"((?<!\s)\s*[,;:]\s+|\s+[-–—]+\s+|(?<!\s)\s*\((?=[^)\s]{0,40}\s)|(?<=\w)[.!?]*\)(?=[\s,.;:!]|$)\s*"
    r"|\s+[:;]-?[()/DP](?=\s)|(?:(?<!\.)\.{2,}|…)\s+"
    r"|\s+(?=(?:ok|okay|and|but|anyways?|instead|because|though|although|while)\s)"
    r"|(?<!\bis)(?<!\bwas)(?<!\bare)(?<!\bwere)(?<!'s)(?<!'m)(?<!\bnot)\s+(?=so\s))",
    re.IGNORECASE,
)
_TURNS_TO_NOW = lazy_regex(
    r"(?:ok|okay|but|so|anyways?|instead|however|now|this (?:time|week|round|turn|one)|still"
    r"|today)\b",
    re.IGNORECASE,
)
_OWN = lazy_regex(r"(?:and |then )*(?:i|i'll|i'm|my|let's|please)\b", re.IGNORECASE)
_NUMBER = rf"(?:[0-9]+(?:[.:,][0-9]+)?|(?:{'|'.join(FIRST_NUMERALS)}))"
_WHEN = lazy_regex(
    r"(?P<before>(?<!\S)\S+\s+|^)(?P<when>(?:till?|until|by|before|after|since|at|for)\s+"
    rf"(?:about\s+)?{_NUMBER})(?![\w.:,]*[0-9])(?=\W|[ap]m|$)",
    re.IGNORECASE,
)
_LASTS = lazy_regex(
    rf"(?<![\w.,]){_NUMBER}[ -]?(?:am|pm|o'?clock|min(?:ute)?s?|h(?:ou)?rs?|sec(?:ond)?s?|days?"
    rf"|weeks?|months?|years?|nights?|times|points?|km|degrees| out of {_NUMBER}"
    r"|[hds](?= (?:from now|ago)\b))(?!\w)",
    re.IGNORECASE,
)
_TIME = "sometime"
"""What a number is replaced by that tells the time, or how long something takes."""

_PAST = (
    r"(?<!as they )(?<!as it )\b(?:was|were|wasn't|weren't|had|hadn't|did|didn't|yesterday"
    r"|back then|used to|back when|(?<!as )(?<!like )(?<!the )last (?:time|round|game|match|night"
    r"|year|week|month|season|trick|hand|batch|day|turn|episode|session))\b"
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
    r"|^\W*(?:it|this|that)(?:'ll| will) (?!be\b|do\b)"
)
_LEADS_UP = lazy_regex(f"{_PAST}|{_UNREAL}", re.IGNORECASE)
_PEOPLE = (
    r"(?:you|he|she|they|who|y'?all|(?:some|any|every|no)(?:body| ?one)|people|others"
    r"|(?:all|both|one|two|most|none|some) of (?:you|us|them))"
)
_VERBS = (
    r"(?:'s|'d|'ll|says|thinks|wants|will|would|could|should|might|must|can|may|still|keeps|votes"
    r"|bids|calls|folds|raises|passes|plays|holds|discards|challenges|takes|bets|leads"
    r"|are|both|seems?|looks?|sounds?|feels?|(?:is|has)(?! my| mine))\b"
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
_ABOUT_IT = lazy_regex(
    rf"(?:those|these) (?:was|were)\b|(?:says|said|thinks) (?:{_NAME}|my (?!gut\b|heart\b)\w+)"
    rf"|that(?:'s| is| was) what (?:{_NAME}|he|she|they|you)\b",
    re.IGNORECASE,
)
_EXCLAIMS = lazy_regex(r"\W*what an?\b", re.IGNORECASE)
_WOULD = lazy_regex(
    r"\b(?:would|could|i'd)\b(?! (?:like|love|say|go|prefer|rather)\b)", re.IGNORECASE
)
_BUT = lazy_regex(r"(?:but|only)\b", re.IGNORECASE)
"""What takes back what stands before it: “I would call, but …”, “30 on A: those were …”."""
_NOT = lazy_regex(r"(?:and |but )?not \w", re.IGNORECASE)
"""The beginning of what isn't meant, beside what is: “vote Emil, not Gus”."""
_ASKED = lazy_regex(
    rf"{_LEAD}(?:why|how|what|which|who|where|when|is|are|do|does|did|would a"
    r"|(?:can|could|may) i (?!have|get|take|.*please))\b.*\?"
    r"|\bwhat (?:would|do|should|'d) (?:you|we|i|they)\b.*\?|\?\W+or\b",
    re.IGNORECASE | re.DOTALL,
)
_POLITELY = lazy_regex(
    r"\b(?:please|(?:can|could|may|might) (?:i|you)|(?:ok|okay|yeah|yes|alright|would you)\W*$)",
    re.IGNORECASE,
)
_SAYING = r"(?:goes|says?|said|saying|writes|wrote|asked|yells?|yelled|shouts?|was like|is like)"
_QUOTED = r"(?<!\w)[\"“„][^\"“”„\n]*[\"”]"
_SPOKEN = lazy_regex(
    rf"(?<!\bi )\b{_SAYING}[,:]? {_QUOTED}|{_QUOTED},? (?!i )[\w']+ {_SAYING}\b", re.IGNORECASE
)
"""What somebody else said, in quotation marks."""
_AT_ITS_END = "?!.)\"'” "
_IRONY = lazy_regex(
    r"(?:^|\s)/(?:s|sarcasm|j|joke)(?=\s|$)|\b(?:just|only|i'm|im|am) (?:kidding|joking)\b"
    r"|(?<!\w)(?:jk|j/k|kidding)(?!\w)|\blol,? (?:no|nope|not)\b|\byeah,? right\b"
    r"|\bsaid (?:nobody|no one)\b|\b(?:can't|cannot) decide (?:which|yet|between)\b"
    r"|\b(?:in your dreams|as if|not really|no way|(?:a|that's a|was a) joke|psych|sike"
    r"|april fools?(?: day)?|fooled you)\W*$|\bgotcha\W*\Z",
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


class Frames(Struct, frozen=True, dict=True):
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
    verbs: frozenset[str] = frozenset()
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

    def without_addressed(self, sentence: str) -> tuple[str, str]:
        """A sentence without the name of who is spoken to, and what of it is said to another
        player: all behind the name, or the last that stands before it.
        """
        told = ""
        for way, is_player in self._addresses:
            found = way.search(sentence)
            if is_player and self.is_to_players:
                continue
            if found and not (is_player and self._is_listed(sentence, found)):
                before, behind = sentence[: found.start()].strip(), sentence[found.end() :].strip()
                sentence = f"{before} {behind}".strip()
                told = (behind or before.rpartition(",")[2].strip()) if is_player else told
        return sentence, told

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
        texts = _GAP.split(_SPOKEN.sub(" something was said ", sentence))
        made: list[tuple[str, bool]] = []
        is_leading = is_unreal = is_denied = in_brackets = False
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
            is_apart = is_denied or (not is_unreal and gap.strip() in {",", ":", ";"})
            is_done = is_apart and bool(self.verbs & {*own.casefold().split()[:1]})
            if turns or is_done or (_OWN.match(own) and not is_unreal):
                is_leading = False
            is_denied = len(texts) > 1 and bool(_NOT.match(self.plainly(own)))
            is_of_both = not self.is_to_players and self._is_of_both(own, behind)
            if is_denied or is_of_both or self._is_run_up(own):
                is_unreal = bool(re.search(_UNREAL, own, re.IGNORECASE))
                is_leading = True
            if _ABOUT_IT.match(self._named.sub(_NAME, own)):
                made = [(text, False) for text, _ in made]
            elif made and _BUT.match(own) and _WOULD.search(made[-1][0]):
                made[-1] = (made[-1][0], False)
            is_led = is_leading or bool(_EXCLAIMS.match(own))
            counts = not (is_led or (in_brackets and not self._is_understood(own)))
            made.append((f"{gap}{piece}", counts))
        for is_said, own in groupby(made, key=itemgetter(1)):
            whole = "".join(text for text, _ in own)
            text = _GAP.sub("", whole, count=1) if _GAP.match(whole) else whole
            if text.strip():
                yield text, is_said

    def _is_of_both(self, piece: str, behind: str) -> bool:
        """Whether a name is only the first of two of whom something is told: “Emil and I think”."""
        other = rf"and (?:(?:i|me|{self._names}) \w)"
        is_name = self._named.fullmatch(piece) or casefolded(piece) in MYSELF
        return bool(is_name and re.match(other, behind.strip(), re.IGNORECASE))

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
