"""Frames of sentences: which words of a message can say a move at all (design §3a).

A move is said by its player, now. What is said of the past, of what isn't so, of others or by them,
and what is asked, only leads up to a move: no number, card or name in it counts. Nor does the name
of who is spoken to, or the time of day.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import takewhile

from gmtool.engine import numerals
from gmtool.engine.card_words import CARD, COUNT, EITHER, RANK
from gmtool.engine.expressions import expression
from gmtool.engine.frozen import frozen
from gmtool.engine.grammar import Form, Found
from gmtool.engine.lexicon import ARTICLES, FILLERS, words
from gmtool.engine.words import DOUBTS, NUMBER, WORD, Word

_NAME = "somebodyx"
"""Stands for the name of a player in the expressions below."""
_LEAD = r"^\W*(?:(?:and|but|so|or|then|because|well|oh|hey|ok|lol|haha|hm+|though|also|wow)\b\W*)*"
_GAP = expression(
    r"((?<!\s)\s*[,;:]\s+|\s+[-–—]+\s+|(?<!\s)\s*\((?=[^)\s]{0,40}\s)|(?<=\w)[.!?]*\)(?=[\s,.;:!]|$)\s*"
    r"|\s+[:;]-?[()/DP](?=\s)|\s+(?=(?:ok|okay|and|but|so|anyways?|instead|because|though|although|while)\s))",
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
    rf"|(?:\bi|{_NAME})(?:'ve| have|'d| would| should| could)?"
    r"(?: (?:also|really|just|nearly|almost|only|already|never|even))*"
    r" (?:(?!need|agreed|proceed|exceed|succeed|decided)[a-z]{2,}ed"
    r"|told|said|thought|went|came|took|gave|won|lost|knew|saw|made|held|left|felt|found|heard|ran"
    r"|forgot)(?![\w'])(?! my\b)"
    r"|^(?:\w+ )?(?:thought|wanted|tried|nearly|almost|considered|tempted|got(?![^?]*\?))\b"
)
_UNREAL = (
    r"\bif (?:only )?(?:\S+ ){1,3}?(?:had|were|was|could|knew|got|held|hadn't|weren't|didn't|did)\b"
    r"|(?:\b(?:would|could|should|might)|'d)(?: (?:never|almost|rather|just|not))* have\b"
    r"|\b(?:would|could|should|might)'ve\b|\bi(?:'d| would) never\b|\bi wish\b(?! to)|\btempted\b"
    r"|\b(?:thinking|dreaming|talking) (?:of|about)\b|\bconsidering\b|\bwonder(?:ing)?\b"
    r"|\bimagine\b|\bworst case\b|\bagainst any\w+ else\b|\bany other day\b"
    r"|\b(?:normally|usually)\b|^(?:instead of|rather than)\b"
)
_PEOPLE = (
    r"(?:you|he|she|they|who|y'?all|(?:some|any|every|no)(?:body| ?one)|people|others"
    r"|(?:all|both|one|two|most|none|some) of (?:you|us|them)"
    r"|(?:my|his|her|your|our) (?:brother|sister|wife|husband|mum|mom|dad|son|daughter|kids?"
    r"|cat|dog|boss|friend|mate|partner|flatmate|neighbou?r|gut|heart|head))"
)
_VERBS = (
    r"(?:'s|'d|'ll|told|tells|said|says|thinks|thought|claims|reckons|wrote|writes|swears|swore"
    r"|promised|asks|announced|shouted|hopes|wants|likes|loves|hates|will|would|could|should|might"
    r"|must|can|may|isn't|was|had|does|doesn't|did|always|never|already|still|keeps|votes"
    r"|bids|calls|folds|raises|passes|plays|holds|discards|challenges|bluffs|collects|takes|bets"
    r"|(?:is|has)(?! my| mine)|[a-z]{2,}ed)\b"
)
_GETS = (
    r"(?:(?:'ll|can|may|will) )?(?:have|get|gets|receive|(?:go|goes|play|plays) first|starts?"
    r"|begins?)\b|(?:can|may|'ll) take\b"
)
"""Verbs by which something that another does is the speaker's move: “you can have the king”."""
_OF_OTHERS = (
    rf"{_LEAD}(?:{_PEOPLE}|{_NAME} and {_NAME})(?:'(?:d|ll|re|ve))? (?!{_GETS})\w"
    rf"|{_LEAD}(?:(?:that|if|when|maybe|since|because) )?{_NAME} ?(?!{_GETS}){_VERBS}"
    r"|\b(?:you|him|her|them|us|everyone|everybody|somebody|someone|yours?|the others?) to \w"
    r"|\b(?!i\b|we\b)\w+ (?:is|are) (?!going)\w+ing\b|\btwo can play\b"
    rf"|\b(?:i was told|i heard|i hear|according to|rumou?r|{_NAME} and i)\b"
    rf"|\b(?:told|tells|says|said|warned) (?:me|us|him|her|them|everyone)\b"
)
_BESIDE_OTHERS = rf"\b(?:by|like|with|after) (?:you|{_NAME})\b"
_NOT = expression(r"(?:and |but )?not \w", re.IGNORECASE)
"""The beginning of what isn't meant, beside what is: “vote Emil, not Gus”."""
_ASKED = (
    rf"{_LEAD}(?:why|how|what|what's|whats|when|where|who|who's|whom|whose|which|did|does|do|is|are"
    r"|was|were|has|have|had|will|would you|can one|can we|should|shall|am|isn't|aren't"
    r"|don't|doesn't|didn't)\b"
    r".*\?"
)
_ASKS = (
    rf"{_LEAD}(?:what an?|why|how come|did you|what if|what do|should i|shall i|do you|does any\w+"
    r"|who do)\b"
)
_IRONY = expression(
    r"(?:^|\s)/(?:s|sarcasm|j|joke)(?=\s|$)|\b(?:just|only|i'm|im|am) (?:kidding|joking)\b"
    r"|(?<!\w)(?:jk|j/k|kidding)(?!\w)|\blol,? (?:no|nope|not)\b|\byeah,? right\b"
    r"|\b(?:in your dreams|as if|not really|no way|(?:a|that's a|was a) joke)\W*$",
    re.IGNORECASE | re.MULTILINE,
)


def is_taken_back(text: str) -> bool:
    """Whether a message says that it isn't meant, as “just kidding” and “/s” do."""
    return bool(_IRONY.search(text))


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
    def _leads_up(self) -> re.Pattern[str]:
        asks = "" if self.is_asked else f"|{_ASKS}"
        return re.compile(f"{_PAST}|{_UNREAL}{asks}", re.IGNORECASE)

    @cached_property
    def _addresses(self) -> tuple[tuple[re.Pattern[str], bool], ...]:
        """Where a name stands that is only spoken to, each with whether it is a player's."""
        greeted = (
            r"^\W*(?:(?:hi|hello|hey|dear|thanks|sorry|ok|oh|well|so|and|but|lol|haha|yes|no)\W+)*"
        )
        end = r"\W*(?:(?:please|pls|thanks|thx|lol|haha)\W*)*$"
        name, host = rf"(?:{self._names})", re.escape(self.host) or "(?!)"
        own = r"(?:i|i'\w+|im|you|your|you're|we|why|what|how|who|sorry)\b"
        ways = (
            (
                rf"{greeted}{host}\b[\s,!:.–—-]*|(?:(?<![\s,])[\s,]+)?\b(?:please )?{host}{end}",
                False,
            ),
            (rf"(?<=\w)\s*,?\s*\bplease\W+{name}{end}|(?<=[\w!)])\s*,\s*{name}{end}", True),
            (rf"{greeted}{name}(?: please)?\s*[,!…–—-]+\s*(?=\S+\s+\S)|^{name}\s+(?={own})", True),
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

    def pieces(self, sentence: str) -> Iterator[tuple[str, bool]]:
        """The pieces of a sentence, each with whether a move may be said in it."""
        texts = _GAP.split(sentence)
        made: list[tuple[str, bool]] = []
        is_leading = is_unreal = in_brackets = False
        if not self.is_asked and re.match(_ASKED, sentence, re.IGNORECASE):
            yield sentence, False
            return
        for gap, piece in zip(["", *texts[1::2]], texts[::2], strict=True):
            bracket = edge if (edge := gap.strip(" .!?")) in {"(", ")"} else ""
            in_brackets = bracket == "(" or (in_brackets and bracket != ")")
            own = piece.strip()
            turns = bool(bracket) or _TURNS_TO_NOW.match(own)
            if turns or (_OWN.match(own) and not is_unreal):
                is_leading = False
            is_denied = len(texts) > 1 and _NOT.match(self.plainly(own))
            if is_denied or self._is_run_up(own):
                is_unreal = bool(re.search(_UNREAL, own, re.IGNORECASE))
                is_leading = True
            counts = not (is_leading or (in_brackets and not self._is_understood(own)))
            if made and made[-1][1] == counts:
                made[-1] = (f"{made[-1][0]}{gap}{piece}", counts)
            else:
                made.append((piece, counts))
        yield from ((text, counts) for text, counts in made if text.strip())

    def _is_run_up(self, piece: str) -> bool:
        masked = self._named.sub(_NAME, piece)
        plainly = self._named.sub(_NAME, self.plainly(piece))
        of_others = _OF_OTHERS if self.is_to_players else f"{_OF_OTHERS}|{_BESIDE_OTHERS}"
        is_of_others = re.search(of_others, plainly, re.IGNORECASE)
        return bool(is_of_others or self._leads_up.search(masked))

    def _is_understood(self, text: str) -> bool:
        return all(map(self.is_known, re.findall(r"[\w']+", text)))

    def without_times(self, text: str) -> str:
        """A text in which numbers that tell the time, or how long something takes, are none."""

        def put(found: re.Match[str]) -> str:
            before = found["before"].strip(" ,.;:!()")
            is_apart = not before or not self.is_known(before)
            return f"{found['before']}{_TIME}" if is_apart else found[0]

        return _WHEN.sub(put, _LASTS.sub(_TIME, text))


# ---- the verb of a move

_BETWEEN, _LATER = words("still also just even"), "plan"
_PARTICLES = words("out up off by over down away through around")
"""What makes another verb of a verb: “check out”."""
_STOPS = expression(r"[,;:.!?()…]")
_SEEMS = words("would could might seems sounds looks")
_ANEW = words("and but so then because i i'm i'll it's that's let's")
"""What begins something else behind a move."""
_ITS = words("it's its that's is are")
"""What tells, before a word that is a verb of a move too, that it is none: “it's low here”."""


def does_another_thing(said: Sequence[Word], is_known: Callable[[str], bool]) -> bool:
    """Whether its speaker says of itself what is no move: “I still like the king”."""
    begun = [word.text for word in takewhile(lambda word: word.kind == WORD, said)]
    behind = said[begun.index("i") + 1 :] if "i" in begun else ()
    verbs = (w for w in behind if w.text not in _BETWEEN and not w.text.endswith("ly"))
    verb = next(verbs, None)
    return bool(verb and verb.kind == WORD and not is_known(verb.written))


def counts_alone(found: Found, said: Sequence[Word], text: str, known: frozenset[str]) -> bool:
    """Whether a number without a verb isn't that of a thing, as in “4 meetings today”."""
    last = max(found.used, default=len(said))
    if last + 1 >= len(said) or said[last].kind not in {NUMBER, RANK, COUNT, EITHER}:
        return True
    thing = said[last + 1]
    is_beside = f"{said[last].written} {thing.written}".casefold() in text.casefold()
    return not (is_beside and thing.kind == WORD and thing.text not in known)


def is_said(
    form: Form, found: Found, said: Sequence[Word], text: str, known: frozenset[str]
) -> bool:
    """Whether a verb is that of its move: words that aren't understood stand neither between it and
    a number, nor beside it where it stands alone, as in “call me crazy” and “pass the popcorn”.
    """
    verbs = [place for place, word in enumerate(said) if word.text in form.words]
    if not verbs:
        return True

    def is_strange(word: Word) -> bool:
        return word.kind == WORD and word.text not in known

    if found.used:
        first = min(found.used)
        if said[verbs[-1] + 1 :][:1] and said[verbs[-1] + 1].text in _PARTICLES - known:
            return False
        between = sum(map(is_strange, said[verbs[-1] : first]))
        return said[first].kind == CARD or between <= (0 if said[first].kind == NUMBER else 1)
    return any(_stands_alone(said, place, text, is_strange) for place in verbs)


def _stands_alone(
    said: Sequence[Word], place: int, text: str, is_strange: Callable[[Word], bool]
) -> bool:
    """Whether the word at a place belongs to no other turn of phrase than that of its move."""
    nth = sum(word.written == said[place].written for word in said[:place])
    many = [0, 0]
    for n, found in enumerate(re.finditer(rf"(?<!\w){re.escape(said[place].written)}(?!\w)", text)):
        if n == nth:
            before_it, behind_it = text[: found.start()], text[found.end() :]
            many = [
                len(_STOPS.split(before_it)[-1].split()),
                len(_STOPS.split(behind_it)[0].split()),
            ]
            break
    after = said[place + 1 : place + 1 + many[1]]
    behind = [*takewhile(lambda word: word.text not in _ANEW, after)]
    at = next((n for n, word in enumerate(behind) if word.text not in FILLERS), -1)
    first = behind[0].text if behind else ""
    refuses_to = at == 1 and first == "to" and behind[1].kind in DOUBTS
    if first == "me" or (at == 0 and first in _SEEMS) or refuses_to:
        return False  # “call me”, “low would be madness”, “I refuse to believe it”
    if at >= 0 and is_strange(behind[at]) and (at == 0 or behind[at - 1].text != "this"):
        return False
    before = said[max(place - min(many[0], 2), 0) : place]
    if not before:
        return True
    last = before[-1]
    if last.text in ARTICLES:
        return not (len(before) > 1 and is_strange(before[0]))
    is_said = not is_strange(last) or last.text.endswith("ly") or last.text == _LATER
    return last.text not in _ITS and is_said
