"""The names that a game of another package may import, and the number of this interface.

A package says for which number it was written, `Game(…, api=1)`; gmtool checks it on loading. This
one is VERSION. It goes up when something is taken away or means something else. What is added
doesn't change it. Every other module of gmtool may change at any time without a word.

The game as a value (docs/your-own-game.md builds one):

Game            a rulebook: its name, its tables and its seven functions
Option          what a host may choose with `-o key=value`; Options are the values, by name
Change          what a later version of the rules changed for games that had begun
Wanted          who may speak and in which windows; a Turn for each, Windows for those
Window          a time in which players may speak: `sealed`, `private`, `early`, `final`, …
Action          what was said: a move, who said it and when; for a `close` whom and which windows
                it is about
Misset          why no game can be made of a file: each Mistake in it, with its line and its key;
                `canonical` makes such a file of any text

What can be said:

Move            what a player, the host or chance says: frozen data with one text form, its `form`;
                secret, unless it is a PublicMove. A field stands in braces with its kind: word,
                words, amount, card, cards, string, player, players; what may be missing in
                brackets, its blank with it: `cheer {text:string}[ for {whom:player}]`
Start, Close, Adjust, Inactive, Redeal    the host's moves that a game may have to answer
Grammar, Form, Known, Slot    the moves as a phrase book
number, player, players, cards    the slots for what stands behind a verb
Asked, Word, Match, WholeMatch    what a slot of the game's own is asked with, and gives: in a
                sentence, or in a whole message
names_in, read_amount    what such a slot finds: players, a number
words           words that mean a move, written in one string
HOST, CHANCE    who speaks besides the players
quote, unquote  a text of free words as a JSON string in a move's text form, and back
write_name, write_names, read_names    names in a move's text form, as `players` reads them
casefolded, unadorned    a text as it is compared: without case, and without what only decorates it
listed, told    things in a sentence: A, B and C; a text in one, cut where it is very long
Instant         a time in UTC, as a host names it or a move arrived

What follows:

Telling         what a state is made from: it has `tell`, `but` and `each`
News            what was told, for the texts that follow from it
Refused, NotNow    why a move can't be taken: the rules forbid it, or not at this point; only an
                Instant is named in braces, and given beside the sentence
Planning        what players may say in plans (ALL-9), beside the moves
Draw            what chance is asked for: things to shuffle, numbers to draw; its text form ends
                with what was drawn, each a word of its own, so that anybody can check it
Choose          the last argument of `suggest`, which it chooses with: `below` and `shuffle`
Outcome         how a game came out, in figures
Course          about how long a game takes, in windows one after the other
unit_of, adjusted    what the host corrects by hand, and how much it comes to

What is shown:

View, redact  what PUBLIC, a player or the host may know; plain data, as `plain` makes it
MessageType        a text that a host may post or send: a POST or a PM; an EVENT, a STATE or a CALL
Message         an occasion that arose, for PUBLIC or for a player
"""

from gmtool.engine.adjusting import adjusted, unit_of
from gmtool.engine.argument_parsers import (
    cards,
    names_in,
    number,
    player,
    players,
)
from gmtool.engine.chance import Choose, Draw
from gmtool.engine.files import Misset, Mistake, canonical
from gmtool.engine.forms import read_amount
from gmtool.engine.game import (
    CALL,
    EVENT,
    PM,
    POST,
    PUBLIC,
    STATE,
    Action,
    Course,
    Game,
    Message,
    MessageType,
    Outcome,
    Turn,
    View,
    Wanted,
    Window,
)
from gmtool.engine.grammar import Asked, Form, Grammar, Known, Match, Slot, WholeMatch
from gmtool.engine.host_moves import Adjust, Inactive, Redeal, Start
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Move, PublicMove
from gmtool.engine.options import Option, Options
from gmtool.engine.plans import Planning
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.rulings import Change
from gmtool.engine.stop_words import unadorned, words
from gmtool.engine.telling import News, Telling, plain
from gmtool.engine.text import (
    CHANCE,
    HOST,
    casefolded,
    listed,
    quote,
    read_names,
    told,
    unquote,
    write_name,
    write_names,
)
from gmtool.engine.views import redact
from gmtool.engine.window_moves import Close
from gmtool.engine.words import Word

VERSION = 1
"""The number of this interface."""

__all__ = [
    "CALL",
    "CHANCE",
    "EVENT",
    "HOST",
    "PM",
    "POST",
    "PUBLIC",
    "STATE",
    "Action",
    "Adjust",
    "Asked",
    "Change",
    "Choose",
    "Close",
    "Course",
    "Draw",
    "Form",
    "Game",
    "Grammar",
    "Inactive",
    "Instant",
    "Known",
    "Match",
    "Message",
    "MessageType",
    "Misset",
    "Mistake",
    "Move",
    "News",
    "NotNow",
    "Option",
    "Options",
    "Outcome",
    "Planning",
    "PublicMove",
    "Redeal",
    "Refused",
    "Slot",
    "Start",
    "Telling",
    "Turn",
    "View",
    "Wanted",
    "WholeMatch",
    "Window",
    "Word",
    "adjusted",
    "canonical",
    "cards",
    "casefolded",
    "listed",
    "names_in",
    "number",
    "plain",
    "player",
    "players",
    "quote",
    "read_amount",
    "read_names",
    "redact",
    "told",
    "unadorned",
    "unit_of",
    "unquote",
    "words",
    "write_name",
    "write_names",
]
