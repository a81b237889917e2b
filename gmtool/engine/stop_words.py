"""The words that all games share: politeness, small words, and words that leave a doubt.

Every list is closed: a word that is on no list is not understood, and is never skipped. A game adds
the words of its moves.
"""

from __future__ import annotations

import re
import unicodedata

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.paste import plain
from gmtool.engine.text import FIRST_NUMERALS, said


def words(text: str) -> frozenset[str]:
    """The words of a list, separated by blanks."""
    return frozenset(text.split())


OPEN = words(
    "or if unless whichever whatever either depending depends depend provided otherwise else most "
    "least less than max maximum min minimum roughly approximately approx circa between each both "
    "apiece until once when whether any assuming except"
)
"""Words beside a move that make it depend on something, or leave open which it is."""
SOFT = words(
    "? maybe perhaps possibly probably think guess reckon suppose believe prefer should could "
    "might may can would i'd hm"
)
"""Words beside a move that make it less than definite."""
DENIALS = words(
    "not don't dont doesn't didn't won't wont wouldn't can't cannot isn't aren't no never nor "
    "neither without none nothing refuse refusing nicht kein keine keinen keiner nie niemals nein "
    "ne pas jamais aucun rien nunca jamás ningún non mai niente nessuno niet geen nooit"
)
"""Words that deny the move they stand beside."""
TAKING_BACK = words(
    "cancel cancelled scratch scrap retract withdraw withdrawn revoke undo remove forget ignore "
    "disregard nevermind nvm"
)
"""Words that take back the move before them, or the one they stand beside."""
SECOND_THOUGHTS = words(
    "wait edit edited oops whoops mistake typo misclick misread wrong correction correct meant "
    "rather actually instead changed"
)
"""Words that may change the move before them."""
FILLERS = words(
    "i i'll ill i'm im i've we we'll my me mine it it's its this that that's the a an and so then "
    "now well ooh oh ah aha argh wow um uh er yes yeah yea yep yup sure alright just let's "
    "lets goes will shall be is are am of course definitely absolutely here heres here's there's "
    "for with in at please to too also still but only gonna anyway anyways therefore thus "
    "ich je yo et und y auf por pour sur"
)
"""Words that change nothing about any move."""
ARTICLES = words("a an the this that")
OF_A_VALUE = words("my mine me the a an am is are for with in of to at it's its")
"""Fillers that belong to a value: beside a verb that has none they tell something else, as in “my
call” and “in for a call”.
"""
_ASSENT = words("yes yeah yea yep yup right correct exactly indeed precisely sure definitely")
_BESIDE_ASSENT = _ASSENT | FILLERS | words("what meant said got perfect")
WHEREABOUTS = words("at in")
"""Fillers that tell of a time or a place where a bare value follows: “see you at 9”."""

_MARKS = str.maketrans(dict.fromkeys("’‘ʼ", "'") | {"−": "-", "`": " "})
_DOUBTS = lazy_regex("[❓❔🤔🤷]+")
_REFUSES = lazy_regex("[❌❎✖✗✘✕🚫⛔👎🙅]+")
_NOT_DECORATION = "♠♡♢♣♤♥♦♧❤🔟💯🔢"
_BLANKS = lazy_regex(r"[^\S\n]+")
_BULLET = lazy_regex(r"^[^\S\n]*(?:[-*•–·]|\(?[0-9]{1,2}[.)])[^\S\n]+", re.MULTILINE)
_POLITE = lazy_regex(
    r"""(?<![\w'])(?<!\bno[ ])(?<!\bno,[ ])(?:
        thank\s+you(?:\s+(?:very|so)\s+much)? | (?:many\s+)?thanks(?:\s+(?:in\s+advance|a\s+lot))?
      | if\s+you(?:(?:'d|\s+would)\s+be\s+so\s+kind|\s+don't\s+mind)
      | if\s+(?:you\s+please|i\s+(?:may|must)|possible)
      | if\s+that(?:'s|\s+is)\s+(?:ok(?:ay)?|alright|possible)
      | (?:sorry|apologies)\s+(?:about|for)\s+(?:the|my|being|any|all)(?:\s+so)?\s+\w+
      | sorry,?\s+not\s+sorry | (?:best\s+|kind\s+)?regards(?=\W*$)
      | please | pls | plz | thx | ty | ta | cheers(?!\s+for\b) | kindly | sorry
      | hi(?:ya)?(?!\s+(?:and|or)\b) | hello | hey | ok | okay
      | gl | glhf | lol | haha | heh | ha | cya | bye(?!\s+\w)
      | good\s+luck(?:\s+(?:to\s+)?(?:everyone|everybody|all|you\s+all))?
      | good\s+(?:morning|afternoon|evening) | have\s+fun | happy\s+hosting
      | (?<!\bi[ ])see\s+you(?!\s+(?:at|on|in)\b)
      | (?:and\s+)?nothing\s+(?:else|more)(?!\s+than)(?:\s+(?:from|for)\s+me)?
      | wish\s+me\s+luck | (?:keep(?:ing)?\s+(?:my\s+)?)?fingers\s+crossed
      | here\s+(?:it\s+|i\s+|we\s+|you\s+)?go(?:es)?(?:\s+nothing)?
      | bonjour | salut | hallo | hola | ciao | bitte | danke | merci | gracias | grazie
      | por\s+favor | per\s+favore | alstublieft | s'il\s+(?:vous|te)\s+pla[iî]t
      | (?:would|will|could)\s+(?:you|ya)(?=\W*$)
      | let's\s+go+ | let's\s+do\s+(?:it|this) | no\s+(?:problem|worries) | of\s+course
    )(?![\w'])""",
    re.IGNORECASE | re.VERBOSE,
)
"""Politeness, which changes nothing about a move; “no thanks” does."""
_GREETING = lazy_regex(
    r"(?:hi|hello|hey|hiya|yo|dear|greetings|evening|morning|good\s+(?:morning|afternoon|evening|day)"
    r"|(?:many\s+|best\s+|kind\s+)?(?:thanks|thank\s+you|thx|ty|ta|cheers|regards|wishes|best|bye))\b",
    re.IGNORECASE,
)
_INTENT = lazy_regex(
    r"""(?<![\w'])(?:i|we)(?:\s+(?:only|just|really|also|now|then))?(?:
        (?:'d|\s+would)\s+(?:like|love)(?:\s+to|(?=\s+(?:\S*[0-9]|(?:it|that|this|the|lots?)\b)))
      | \s+(?:want|wish)\s+to
      | (?:'ll|\s+will|\s+shall)(?:\s+have\s+to)?
      | (?:'m|\s+am|'re|\s+are)(?:\s+(?:going\s+to|gonna))?(?!\s+(?:on|high|low|[0-9]+)\b)
      | \s+hereby
      | (?:'ve|\s+have)?\s+(?:got\s+to|have\s+to|has\s+to|gotta|need\s+to|must|decided?\s+to)
    )(?![\w'])|(?<![\w'])(?:let\s+me|lemme)(?=\s+\w)""",
    re.IGNORECASE | re.VERBOSE,
)
"""What stands before the verb when players write what they do: “I'd like to”."""
_SECOND = lazy_regex(
    r"^(?:(?:h+m+|oh|er|uh)\W+)*(?:no|nope|nah)(?:\W+(?:no|nope|nah))*,\s+(?=i(?:'ll|'m|'d)?\s)"
    r"|\bno,? (?=wait|sorry|actually|hold on|rather|make that)"
    r"|^no, (?!thank|thx|ty|not|never|more|i\b)(?=\S+(?: \S+)?$)"
    r"|\bwait,? no\b(?! (?:bids?|changes?))",
    re.IGNORECASE,
)
_NUMBER = rf"[0-9]|(?:{'|'.join(FIRST_NUMERALS)})\b"
_TURNS = tuple(
    (lazy_regex(pattern, re.IGNORECASE), word)
    for pattern, word in (
        (
            r"\b(?:the|a|long|can't|cannot|(?:have|had|sorry|happy|hate) to) wait\b"
            r"|\bwhy not\b(?! \w)",
            " ",
        ),
        (r"\bmy (?:2c|(?:two|2) cents)\b|\bpass(?:ing|ed)? out\b", "banter"),
        (r"(?<!not )\bthis (?:time|week)\b", "now"),
        (r"\bhold for (?:me|us)\b", "perhaps hold"),
        (r"\b(?:(?:it|that)(?:'s| is) )?an? (\w+) (?:from|by) me\b", r"\1"),
        (
            r"\b(?:it|that)(?:'s| is| will be|'ll be) an? (?:hard |clear |easy )?"
            r"(pass|call|fold|hold|push)\b",
            r"\1",
        ),
        (r"(?<!it )\bfrom me\b", " "),
        (r"(?:\b(?:i'm|we're|my|your|our|the) |^)number one\W*$|^(?:two|three) cheers\b", "banter"),
        (r"(?<=\w),? (?:mate|dude|bro|hun|hon|guys|folks|everyone|everybody)(?=\W*(?:$|,))", " "),
        (r"\b(pass|call|fold|hold|push) 4 me\b", r"\1"),
        (r"(?<=\w) it is(?=\W*$)", ""),
        (r"(?<=\w) (?-i:n) (?=\w)", " and "),
        (r"\b(?-i:a) (?:min|sec|mo)s?\b(?! (?:raise|bet|bid)| ?[0-9])", "moment"),
        (r"\b(?:begin|start|open) (?:by|with) (?=\w+ing\b)", " "),
        (r"\bas well\b", "too"),
        (r"\b(my|our) (\w+)'s\b", r"\1 \2 is"),
        (r"(?<!the )(?<!can't )\bwait\W*$", "cancel"),
        (r"\b(?:can|could|would) you\s+(?=(?:note|put|place|enter|record|mark|write)\b)", " "),
        (r"\b(?:kill|shoot) me now\b", "banter"),
        (r"^(?:hold it|take (?:5|five))\W*$", "wait"),
        (r"\bhigh[ -]fives?\b|\bstand by\b|\bdouble[- ]check\w*", "banter"),
        (r"\b(?:u+[hmg]{2,}|o{2,}h*|a+h{2,})\b|^\W*h+m+\W*$", " "),
        (r"\bh+m+\b", "hm"),
        (r"\bdon't (?:you dare|worry|laugh|judge|hate)(?: me)?\b", " "),
        (r"^(?:should|shall) (?:i|we)\b|\b(?:should|shall) (?:i|we)\b(?=.*\?)", "whether"),
        (
            r"\b(?:hang|hold)(?:ing)? on ?to"
            r" (?=(?:it|this|that|the|my|both|all)\b|\S*[0-9]|\W*(?:$|,))",
            "keep ",
        ),
        (r"\bon second thoughts?\b|\b(?:hold|hang) on\b(?! to)|\bmake (?:that|it)(?= )", "wait"),
        (r"\btake (?:that|it|this) back\b|\bnever ?mind\b", "cancel"),
        (r"^do (i|we|they)\b", r"? \1"),
        (
            r"^(?:(?:so|and|but|ok|well),? )*"
            r"(?:shall|will|am|are|is|do|does|did|can|may|must) (?:i|we|you|it|they|that|this)\b",
            "?",
        ),
        (r"(?<=\w),? but\W*$", " perhaps"),
        (r"\byou (?:pick|choose|decide)\b|\byour (?:choice|pick)\b", "whichever"),
        (r"\b(all|everything|anything|nothing) but\b", r"\1 except"),
        (
            r"\b(all|everything|anything)((?: \w+){1,3}),? but"
            r" (?=(?:the|my|an?|this|these|those)\b)",
            r"\1\2 except ",
        ),
        (
            r"\b(?:all|everything|anything|whatever|cards?|those)(?: cards?)?(?: that| which)?"
            r"(?: is| are)?(?: not|n't|'s not| isn't| aren't| ain't)"
            r" (?:(?:an?|the|my)\b|(?=\S*[0-9]))",
            "everything except those ",
        ),
        (r"\b(?:other than|(?:apart|aside) from|besides|barring|except for)\b(?! that)", "except"),
        (rf"\b(?:up to|no more than) (?={_NUMBER})", "max "),
        (r"\bmore than\b", "min"),
        (r"\b(?:as long as|in case)\b", "if"),
        (rf"\b(?:about|around) (?={_NUMBER})", "roughly "),
    )
)
"""Turns of phrase, each with a listed word that means the same."""
_SMILEYS = lazy_regex(r"(?:\s(?:[:;=]-?[()DPp]|<3|xD|XD|\^\^)){1,20}\s*$", re.MULTILINE)
"""Smileys at the end of a line. The bound keeps a long row from being scanned again from each
smiley.
"""
MOST_OF_A_GREETING = 3
"""The most words that may stand beside a greeting on its line, such as the host's name."""


def unadorned(text: str) -> str:
    """`text` in plain letters, without emoji; an emoji of doubt or refusal becomes the word for it.

    Line breaks are kept; every other run of blanks becomes one blank.
    """
    text = plain(said(text)).translate(_MARKS)
    if not text.isascii():
        text = _REFUSES.sub(" not ", _DOUBTS.sub(" ? ", text))
        text = "".join(" " if _is_decoration(char) else char for char in text)
    return _BLANKS.sub(" ", text)


def without_politeness(text: str, *, numbered: bool = False) -> str:
    """An unadorned text without bullets, greetings, thanks, smileys and “I'd like to”.

    In a `numbered` list the number at the beginning of a line may mean something, so bullets are
    kept.
    """
    bare = text if numbered else _BULLET.sub("", text)
    bare = _INTENT.sub(" , ", _POLITE.sub(" ", _SECOND.sub("wait ", bare)))
    for pattern, word in _TURNS:
        bare = pattern.sub(word, bare)
    return without_smileys(bare).strip(" ,\n")


def without_smileys(text: str) -> str:
    """A text without smileys at the ends of its lines."""
    return _SMILEYS.sub("", text)


def is_assent(text: str) -> bool:
    """Whether a message is a yes and nothing else."""
    said = re.findall(r"[^\W_]+(?:'[^\W_]+)*", without_politeness(unadorned(text)).casefold())
    # "Yes, and …" is no assent: every word must be one.
    return not _ASSENT.isdisjoint(said) and _BESIDE_ASSENT.issuperset(said)


def after_greeting(text: str) -> str | None:
    """The rest of a line behind its greeting; None where it begins with none."""
    opening = _GREETING.match(text)
    return text[opening.end() :] if opening else None


def _is_decoration(char: str) -> bool:
    if char < "\u2600" or char in _NOT_DECORATION:
        return False
    is_picture = "\u2600" <= char <= "\u27bf" or char in "⭐⭕" or char >= "\U0001f300"
    return is_picture and unicodedata.category(char) in {"So", "Sk"}
