"""The grammar of Big Two and President: how their moves are written and said (BT-7,
BT-12, BT-24 to BT-29), and what plans may say beside them (ALL-9).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from gmtool.engine import card_words
from gmtool.engine.argument_parsers import cards_meant, names_in, player
from gmtool.engine.card_words import CARD, COUNT, EITHER, GROUP, RANK, SUIT
from gmtool.engine.forms import read_cards
from gmtool.engine.grammar import UNSAID, Asked, Form, Grammar, Idiom, Known, Match, Slot
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import Move
from gmtool.engine.plans import Named, Planning, Until
from gmtool.engine.shuffling import shuffle
from gmtool.engine.stop_words import words
from gmtool.engine.text import HOST
from gmtool.engine.text import said as unquoted
from gmtool.engine.words import NUMBER, SECOND, Word, WordsOf
from gmtool.games.big_two import moves as m
from gmtool.games.big_two import questions, said_plays, said_questions, terms
from gmtool.games.big_two.moves import FOR, NOTHING, Pass, Play
from gmtool.games.big_two.questions import HIGHEST, LOWEST, is_of
from gmtool.games.big_two.said_plays import AROUND, LEADS, Cards, places, resolved
from gmtool.games.big_two.state import PLAY, State
from gmtool.games.big_two.terms import is_joker
from gmtool.games.big_two.tricks import possible

_NAMED = (*terms.FIVE_CARDS, terms.SINGLE, terms.PAIR, terms.TRIPLE, terms.QUAD)
_KINDS = {
    **dict.fromkeys(("double", "doubles"), terms.PAIR),
    **{name + end: name for name in _NAMED for end in ("", "s")},
    **dict.fromkeys(("three of a kind", "trips"), terms.TRIPLE),
    "royal flush": terms.STRAIGHT_FLUSH,
}
"""The names of plays, with the game's own terms for them."""
_OFFERS = words("offer offering")
_DID = words("accepted declined rejected has did accepts declines rejects")
_NOT_GIVEN = words("or keep keeping mine")
_THEIRS = words("your his her their take")


# ---- cards that change hands


def _typed_cards(rest: str) -> Cards | None:
    named = read_cards(rest)
    return named if named and terms.THE_JOKER not in named else None


def _handed(asked: Asked, said: Sequence[Word]) -> list[Match]:
    """The cards that are given or given back; sure where they are named outright, or are the
    lowest or highest in number, or all that are due.
    """
    named = [word.text for word in said if word.kind == CARD]
    action = {word.text for word in said}
    if _NOT_GIVEN & action or places(said, SECOND):
        return []
    verbs = {"give", "return"} & asked.verbs
    if named:
        is_sure = bool(verbs | {"give", "return"} & action) and FOR not in action
        used, doubt = places(said, CARD, COUNT), "" if is_sure else UNSAID
        return [Match(cards, used, doubt) for cards in resolved(asked, named)]
    trade = asked.state.trade(asked.who)
    due, taken = (trade.due, trade.taken) if trade else (None, ())
    hand = tuple(card for card in asked.hand if not due or is_of(card, due.of))
    count = due.count if due else len(taken)
    ends = {LOWEST: hand[:count], HIGHEST: hand[len(hand) - count :]}
    used = places(said, *ends, COUNT, RANK, SUIT)
    counts = {word.text for word in said if word.kind in {COUNT, RANK, NUMBER}} or {"1"}
    suits = {word.text for word in said if word.kind == SUIT} - {due.of if due else ""}
    is_said = bool(verbs and (verbs | {"give"}) & action)
    is_sure = is_said and counts == {str(count)} and not suits
    doubt = "" if is_sure else UNSAID
    meant = [Match(cards, used, doubt) for end, cards in ends.items() if end in action]
    if meant or not places(said, RANK, GROUP, EITHER, SUIT):
        bare = [Match(hand, used)] if is_said and not meant else []
        return [one for one in meant or bare if 0 < len(one.value) == count]
    found = cards_meant(said, hand)
    return [one._replace(doubt=UNSAID) for one in found if 0 < len(one.value) == count]


def _revealed(asked: Asked, said: Sequence[Word]) -> list[Match]:
    """The cards that the host's answer to a question in words names."""
    named = [word.text for word in said if word.kind == CARD]
    used = places(said, CARD, COUNT)
    return [Match(cards, used) for cards in resolved(asked, named, own=False)] if named else []


def _counted(asked: Asked, said: Sequence[Word]) -> list[Match]:
    """How many cards a trade is about, as in “my two highest”."""
    trade = asked.state.trade(asked.who)
    count = str(trade.count) if trade else ""
    return [Match(None, places(said, COUNT, RANK, NUMBER) & places(said, count))]


def _demanded(asked: Asked, said: Sequence[Word]) -> list[Match]:
    return _counted(asked, said) if LOWEST in {word.text for word in said} else []


# ---- free trade

_CARD = r"(?:(?:10|[2-9JQKA])[CDHS]|[LH]J)"
_SIDE = rf"({NOTHING}|{_CARD}(?: {_CARD})*)"
_TYPED_OFFER = lazy_regex(rf'("(?:[^"\\]|\\.)*"|\S.*?) {_SIDE} {FOR} {_SIDE}')


def _typed_offer(rest: str) -> m.Propose | None:
    found = _TYPED_OFFER.fullmatch(rest)
    if found is None:
        return None
    gives, wants = (() if side == NOTHING else tuple(side.split()) for side in found.groups()[1:])
    offer = m.Propose(unquoted(found[1]), gives, wants)
    return offer if rest.startswith('"') or str(offer) == f"offer {rest}" else None


def _offered(asked: Asked, said: Sequence[Word]) -> list[Match]:
    """Offers such as “I offer Bob 4C and 5D for his 9H”; sure only with a word for offering."""
    action = [word.text for word in said]
    if action.count(FOR) != 1 or "or" in action:
        return []
    cut = action.index(FOR)
    sides = [[w.text for w in side if w.kind == CARD] for side in (said[:cut], said[cut:])]
    if "my" in action[cut:] or _THEIRS.intersection(action[:cut]):
        sides.reverse()  # “your 2H for my 3D”
    has_both = all(side or NOTHING in action for side in sides)
    named = {name: used for name, used in names_in(asked, said).items() if name != asked.who}
    used = places(said, CARD, NOTHING).union(*named.values())
    doubt = "" if _OFFERS.intersection(action) else UNSAID
    return [
        Match(m.Propose(name, gives, wants), used, doubt)
        for name in (named if has_both else ())
        for gives in resolved(asked, sides[0])
        for wants in resolved(asked, sides[1], own=False)
    ]


def _open_offer(own: str, other: str) -> Slot:
    """A slot for a player with whom an offer is open; where there is only one it needn't be
    named.
    """

    def find(asked: Asked, said: Sequence[Word]) -> Sequence[Match]:
        there = [getattr(o, other) for o in asked.state.offers if getattr(o, own) == asked.who]
        named = player().find(asked, said)
        if any(
            said[p].text in _DID for one in named for p in range(len(said)) if p - 1 in one.used
        ):
            return []  # “Bob accepted” tells what Bob did
        doubt = UNSAID * (len(there) > 1)
        return named or [Match(name, frozenset(), doubt) for name in there]

    return Slot(find)


def together(moves: Sequence[Move]) -> bool:
    """Whether the moves of one message are compatible: a demand or a waiver beside what the trade
    waits for, or moves about different offers.
    """
    if all(move.naming for move in moves):
        whose = [move.named for move in moves]
        what = [isinstance(move, m.Accept | m.Decline) or type(move) for move in moves]
        return len({*zip(what, whose, strict=True)}) == len(moves)
    others = [move for move in moves if not isinstance(move, m.DemandLowest | m.Waive)]
    is_beside = len(others) == 1 and isinstance(others[0], m.Surrender | m.Hold | m.Give)
    return len(moves) < 2 or is_beside


# ---- the moves

_PLAY = Slot(said_plays.plays_in, typed=said_plays.typed_play, alone=True)
_COUNTED = Slot(_counted, typed=lambda rest: not rest or None)
_REVEALED = Slot(_revealed, typed=_typed_cards)
_HANDED = Slot(_handed, typed=_typed_cards, alone=True)
_END = Slot(_demanded, typed=lambda rest: rest if rest == LOWEST else None)
_ASK = Slot(said_questions.questions_in, typed=questions.read, alone=True)
_TAKE = Slot(said_questions.taken_in, typed=lambda rest: not rest or None)
_TO_ANSWER, _MADE = _open_offer("to", "who"), _open_offer("who", "to")
_OFFER = Slot(_offered, typed=_typed_offer)

_ON_TURN = "its turn; `as` where a joker leaves a choice"
_FOLLOWING = "its turn, not leading"
_FIRST = "trading: the bum or vice bum speaks first"
_GIVES_PRIVACY = "trading: the bum lets any question be asked, for the rest of the trade"
_IN_WORDS = "trading: a question in words waits; what a yes reveals"
_NOTHING_REVEALED = "trading: a question in words waits; nothing is revealed"
_DUE = "trading, after `take`: the bum, from what is due"
_EARLY = "trading: the bum, before cards are given back"
_AFTER_HOLD = "trading, after `hold`: the president or vice president"
_TAKING = "trading: the president, when cards of a suit or rank are due"
_RETURNING = "trading: the president, as many as were taken"
_FREE = "free trade"
_SIDES = "free trade; `nothing` may stand on a side"

_GIVES_UP = words("check checking skip skipping fold folding knock nothing unable nope nah nada")
_SIGHS = words(
    "again one time turn must have unable round as usual from alas sadly unfortunately ugh ouch "
    "damn drat nice well played unlucky out sigh gotta choose nothing i've got here until next "
    "trick lap any gets whenever"
)
_CARDS = words(
    "to from president card cards highest best top lowest up over one hand return get back have "
    "bum vice"
)
_HAND = words("my mine card cards hand")
_YOURS = _CARDS | words("here's you your his her he she they want in")
_YIELDS, _WANTS = words("surrendering yield yielding concede"), words("demanding")
_LOW, _FOR = words("lowest"), words("for")
_PRIVACY = words("privacy any question questions ask away")
_ASKS, _GIVES = words("asking hold take taking"), words("returning give giving take")
_ANY = said_questions.CHOICE | words("card cards one ones them give like likes will do me")
_YES, _NO = words("deal yes agreed done sure fine yep sold"), words("no nope nah pass")
_ACCEPTS, _REJECTS = words("accepting accepted"), words("declining declined reject rejected")
_WITHDRAWS = words("withdrawing withdrawn retract retracting retracted")
_WHOSE = words(
    "offer offered what trade deal swap from of by to with on his her you your have hard one tell "
    "thanks"
)
_SWAPS = _OFFERS | words("take taking give giving swap swapping trade trading exchange")
_AND = words("you your his her their him them card cards you're return nothing")

_DEALING = shuffle("every deal: the whole deck, the top card first")
_PLAYING = (
    Form("play 7S LJ as 7S 7C", lambda play: play, "BT-12", _ON_TURN, _PLAY, LEADS, beside=AROUND),
    Form("pass", m.Pass, "BT-12", _FOLLOWING, None, words("passing"), _GIVES_UP, _SIGHS),
)
_TRADING = (
    Form("surrender", lambda *_: m.Surrender(), "BT-24", _FIRST, _COUNTED, _YIELDS, beside=_CARDS),
    Form("hold", m.Hold, "BT-24", _FIRST, None, words("holding"), beside=_HAND),
    Form("waive", m.Waive, "BT-26", _GIVES_PRIVACY, None, words("waiving"), beside=_PRIVACY),
    Form("give 2H", m.Give, "BT-27", _DUE, _HANDED, words("giving take"), beside=_YOURS),
    Form("demand lowest", lambda *_: m.DemandLowest(), "BT-28", _EARLY, _END, _WANTS, _LOW, _YOURS),
    Form(
        "ask any clubs",
        m.Ask,
        "BT-25",
        _AFTER_HOLD,
        _ASK,
        _ASKS,
        beside=said_questions.BESIDE,
        is_to_players=True,
        asks=True,
    ),
    Form("yes KS AS", m.Yes, "BT-26", _IN_WORDS, _REVEALED, beside=_CARDS, by=HOST),
    Form("no", m.No, "BT-26", _NOTHING_REVEALED, by=HOST),
    Form("take", lambda *_: m.Take(), "BT-27", _TAKING, _TAKE, words("taking"), beside=_ANY),
    Form("return 3C 4D", m.Return, "BT-28", _RETURNING, _HANDED, _GIVES, beside=_YOURS),
)
_FREE_TRADE = (
    Form(
        "accept ann",
        m.Accept,
        "BT-29",
        _FREE,
        _TO_ANSWER,
        _ACCEPTS,
        _YES,
        _WHOSE,
        is_to_players=True,
    ),
    Form(
        "decline ann",
        m.Decline,
        "BT-29",
        _FREE,
        _TO_ANSWER,
        _REJECTS,
        _NO,
        _WHOSE,
        is_to_players=True,
    ),
    Form(
        "withdraw bob",
        m.Withdraw,
        "BT-29",
        _FREE,
        _MADE,
        _WITHDRAWS,
        beside=_WHOSE,
        is_to_players=True,
    ),
    Form(
        "offer bob 4C for 9H",
        lambda offer: offer,
        "BT-29",
        _SIDES,
        _OFFER,
        _SWAPS,
        _FOR,
        _AND,
        is_to_players=True,
    ),
)
_TALK = lazy_regex(
    r"\bnext (?:time|turn|round|trick)\b|\bcomes? (?:round|around|back)\b"
    r"|\b(?:you|he|she|they|everyone|everybody) (?:pass|play|hold|surrender)\b"
)
_OF_ANOTHER = Idiom(_TALK, lambda _asked, _found: (), "speaks of another turn or player")
_THAT = r"(?: (?:that|it|this|those|these|anything|any|one|pair|card))"
_STANDS = r"(?:counts|acting|playing|used) as|(?:stand(?:s|ing)|subbing|filling)(?: in)? for"
_OUT = (
    r"\b(?:(?:sit(?:ting)?|let(?:ting)?) (?:it|that|this)(?: one| trick)? (?:out|go|slide)"
    r"|count me out|too (?:rich|high|good|much) for (?:me|my blood)|no can do|not this time)\b"
)
_UNQUOTED = r'(?=[^"]*(?:"[^"]*"[^"]*)*$)'
"""Outside of quotation marks, in which a question stands as it was put."""
_ONE_TO_THREE = ((1, "one"), (2, "two"), (3, "three"))
_ALIASES = (
    (r"\bskip me\b", "skip"),
    (r"\b(?:keep|sav)ing [^.,!?:;()–—-]*?(?=[.,!?:;()–—-]|\s(?:so|and|but)\s|$)", "banter"),
    (r"\bgo(?:ing)? (?:up|in) with (?=(?:the|my|an?)\b|\S*[0-9])", "play "),
    (r"\bpass(?:ing)? on (?:this|that|it|the)\b", "pass"),
    (r"\bdoes (?:he|she) (?:have|hold|own)\b", "ask"),
    (rf"\bcan(?:'?t| ?not) (?:(?:beat|top|match|follow){_THAT}*|play{_THAT}+)|{_OUT}", "unable"),
    (rf"\b(joker|[lh]j),? ?(?:=|->|→|\((?!as)|is|being|{_STANDS}) ?", r"\1 as "),
    (r"\b(?:against|in (?:exchange|return) for)\b", FOR),
    (rf"\bred\b{_UNQUOTED}", "diamonds and hearts"),
    (rf"\bblack\b{_UNQUOTED}", "clubs and spades"),
    (r"\b(?:give up|white flag)\b", "perhaps surrender"),
    (r"\b(?:take|have|give you) my (?=\w* ?(?:highest|best))", "perhaps surrender "),
    (r"\b(?:ask|fire) away\b|\bask me(?: anything)?\b|\bgo ahead(?: and ask)?\b", "perhaps hold"),
    (r"\b(?:want|give me|get|have) ((?:\w+ ){0,3}lowest.*)\bback\b", r"demand \1"),
    (r"^whichever\W*$|\byou (?:choose|pick)\b|\bany will do\b", "take any"),
    (r"\b(?:you )?give me\b", "taking"),
    (r"\byou (?:get|(?:can|may) have)\b", "give"),
    (r"\b(?:ask(?:ing)?|tell me) (?:you )?(?:if|whether)\b", "ask"),
    (r"^(?:and |but )?if (?:not|no|there are none),? (?=.*\?)", "maybe "),
    (r"\b(min \w+) (club|diamond|heart|spade)s?\b", r"\1 cards \2s"),
    (r"\b(min \w+) (ace|king|queen|jack|ten|nine|eight|seven|[0-9jqka]{1,2})\b", r"\1 \2s"),
    *((rf"\bmin (?:{n}|{word}) (?=\w)", f"at least {n + 1} ") for n, word in _ONE_TO_THREE),
    (r"\b(\w+)(?: or more|\+) (?=\w)", r"at least \1 "),
    (r"\b(\w+ \w+) or more\b", r"at least \1"),
    (r"\b([2-5]|two|three|four|five) (?=(?:clubs|diamonds|hearts|spades)\b)", r"\1 cards "),
)
_HOST = (
    Known("start", "set-up: sends the hands and opens the first round"),
    Known('redeal why "…"', "a card was shown by mistake, before the first play"),
    Known("close", "a move is overdue, or free trade has ended"),
)


def _words_of(_asked: Asked) -> WordsOf:
    return lambda text: card_words.words_in(text, _KINDS)


_FORMS = (_DEALING, *_PLAYING, *_TRADING, *_FREE_TRADE)
GRAMMAR = Grammar(_FORMS, _HOST, _words_of, (_OF_ANOTHER,), _ALIASES, together=together)
"""The moves of President."""
BIG_TWO_GRAMMAR = replace(GRAMMAR, forms=(_DEALING, *_PLAYING, *_FREE_TRADE))


def only(state: State, who: str) -> Move | None:
    """The one move of the player whose turn it is: a pass where it can't beat the last play, or the
    lead where it has no choice (BT-12). None for any other: a joker could stand for many cards.
    """
    if state.phase != PLAY or state.trick is None:
        return None
    found = possible(state, who)
    if state.trick.last is not None:
        return None if found else Pass()
    cards = found[0][0]
    return Play(cards) if len(found) == 1 and not any(map(is_joker, cards)) else None


def _lowest(state: State, who: str) -> Move | None:
    """The lowest play of the player that the rules allow, of as few cards as can be."""
    is_turn = state.phase == PLAY and state.trick is not None and state.trick.actor == who
    found = possible(state, who) if is_turn else ()
    return Play(found[0][0]) if found else None


def _in_play(state: State) -> bool:
    return state.phase == PLAY and state.trick is not None


def _lacks(state: State, who: str, move: Move) -> tuple[str, ...]:
    hand = state.player(who).hand
    cards = move.cards if isinstance(move, Play) and hand else ()
    return tuple(card for card in cards if card not in hand)


PLANNING = Planning(
    only,
    stretches={
        "trick": Until(
            lambda state: f"{state.deal}.{state.trick.number}" if _in_play(state) else "",
            "at every turn until the trick is over",
        ),
        "round": Until(
            lambda state: str(state.deal) if _in_play(state) else "",
            "at every turn until the round is over",
        ),
    },
    choices={
        "play lowest": Named(
            _lowest,
            "the lowest play that beats the last one, or leads",
            r"(?:(?:play|put down) )?(?:my |the )?(?:lowest|cheapest|smallest) "
            r"(?:that |which |card |play |thing |one )*(?:still )?(?:beats|tops|works|goes|can)"
            r"(?: (?:it|that))?",
        ),
    },
    begins=frozenset({"play", "pass"}),
    ends={"play": "round", "pass": "round"},
    lacks=_lacks,
    example="plan play 10H else pass",
)
