"""The patterns and sentences of `verify`, which the offline page has from here too."""

from __future__ import annotations

from gmtool.engine.ledger import COVERED_SETTINGS
from gmtool.render.last_lines import LAST_LINE, LISTED, MARK

_AT = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"
_STRING = r'"(?:[^"\\]|\\.)*"'
_N = "[1-9][0-9]{0,8}"

PATTERNS = {
    "begin": r"^gmtool-journal [12]$",
    "header": r"^(kind|rules|trust|name|zone|players|setup|seed|alias .+?|option .+?|set .+?)"
    r": ?(.*)$",
    "entry": rf'^({_AT}) ({_STRING}|[^\[:"#][^\[:"]*?)( \[(?:{_STRING}|[^\]"])*\])?: (.+)$',
    "end": r"^end: (0|[1-9][0-9]{0,6}) entr(?:y|ies), ([0-9a-f]{32})$",
    "record": rf"^# record ({_N}) · ([0-9a-f]{{64}})(?: · (.+))?$",
    "seal": rf"^# seal ({_N})(?: by ({_N}))? ([0-9a-f]{{64}}): (.+)$",
    "silence": rf"^# silence ({_N}) ([0-9a-f]{{64}}): (.+)$",
    "draw": rf"^# draw ({_N}): (.+)$",
    "again": rf"^# draw ({_N}) again by ({_N}): (.+) gives (.+)$",
    "standing": rf"^# standing after ({_N}): (.+)$",
    "commitment": r"^# commitment ([0-9a-f]{64})$",
    "sealed": rf"^([0-9a-f]{{32}}) ([0-9a-f]{{8}}) ({_N}) ({_AT}) (.+)$",
    "string": _STRING,
    "recorded": rf"(?:\[|; )recorded ({_AT})",
    "drawn": r"(?:\[|; )drawn seed",
    "late": r"(?:\[|; )late ",
    "undo": rf"^undo ({_N})\b",
    "redo": r"^redo\b",
    "righted": r"^(?:undo|amend|strike|insert) ",
    "amends": r"^(?:amend|strike|insert) ",
    "about": rf"^(?:amend|strike) ({_N})\b",
    "strike": r"^strike ",
    "to": rf"^amend {_N} to ({_STRING})",
    "inserted": rf"^insert {_N} ({_STRING}|\S+) at {_AT} ({_STRING})",
    "arrival": rf"^(?:amend {_N}(?: to {_STRING})?(?: by (?:{_STRING}|\S+))?"
    rf"|insert {_N} (?:{_STRING}|\S+)) at ({_AT})",
    "by": rf"^amend {_N}(?: to {_STRING})? by ({_STRING}|\S+)",
    "renamed": rf'^(?:set ({_STRING}|[^"=]+?) name=|replace ({_STRING}|\S+) )'
    rf"({_STRING}|\S.*?)(?: why {_STRING})?$",
    "words": rf"^words ({_STRING})$",
    "card": r"^(10|[2-9AJQK])([CDHS])$",
    "joker": r"^(?:LJ|HJ|JKR|JOKER|Joker)$",
    "whole": r"^[0-9]+$",
    "letter": r"^[A-Z]$",
    "covered": rf"^(?:option .+|set (?:{'|'.join(COVERED_SETTINGS)}))$",
    "name": rf"^\s*({_STRING}|[^,]+?)\s*(?:,|$)",
    # in posts: marks of a forum first, then what is looked for
    "mark": MARK,
    "marks behind": rf"(?:{MARK})+$",
    # what a dialect writes into a text that is shown as it stands, or a page adds
    "guards": "(?<=<) \u200b|[\u200b\u2060\ufeff]",
    "post": LAST_LINE,
    "committed": r"(?<![0-9a-zA-Z/=.&-])([0-9a-f]{64})(?![0-9a-zA-Z/])",
    "listed": LISTED,
    "posted": r"\b(?:seal|Seal|SEAL)\s*:?\s+([0-9a-fA-F]{8,64})(?![0-9a-zA-Z])",
    "receipt": rf"([0-9a-f]{{32}}) ([0-9a-f]{{8}}) ({_N}) ({_AT}) (.+)",
    "seal below": r"(?<![0-9a-zA-Z])([0-9a-f]{32})(?![0-9a-zA-Z])",
}
"""Regular expressions that Python and a browser read alike."""

CHECKS = {
    "end": "end line",
    "commitment": "commitment",
    "chain": "chain",
    "seals": "seals",
    "silences": "silences",
    "draws": "draws",
    "instants": "instants",
    "thread": "chain in the posts",
    "lists": "seals in the posts",
    "posted": "seals posted by players",
    "receipt": "receipts",
    "rules": "rules",
    "standings": "standings",
    "windows": "sealed windows in the posts",
}
"""What is checked, in this order, and what it is called."""

SKIPPED = {
    "posts": "no posts were given",
    "opening": "the opening post isn't among the posts",
    "none in posts": "the posts show none",
    "no receipt": "no receipt was given",
    "running": "only when the game has ended and its seed is known",
    "none": "there are none in the record",
    "page": "only `gmtool verify` knows the rules",
    "stopped": "the rules refuse an entry before",
}
"""Why something isn't checked."""

SENTENCES = {
    "end missing": "The record has no end line: it was cut off, or a part of it is missing. Ask the"
    " host for the whole of it.",
    "end changed": "The end line doesn't fit the lines above it: one of them was changed, added or"
    " left out after gmtool wrote the record, or the copy of it isn't complete.",
    "end count": "The end line says {said} entries, and {there} can be read: lines were added, left"
    " out or spoilt.",
    "seed missing": "The record shows what only that of an ended game does, and no seed of 64"
    " digits: the seed was left out or changed.",
    "commitment other": "The opening post shows the commitment {posted}, and this record gives"
    " {own}: the seed, a player, an option or the zone was changed after the game began, or this is"
    " another game's record.",
    "commitment several": "The opening post shows other numbers of 64 digits beside the commitment,"
    " such as {posted}: of several seeds one could be chosen later.",
    "chain form": "The record's header says “trust: {said}”, and only “trust: 3” is known here: it"
    " was changed, or another version of gmtool wrote it.",
    "chain stray": "The line “{said}” has no chain line behind it: it was put in later.",
    "chain none": "The record has no chain, the lines “# record 1 · …”: they were left out, or this"
    " isn't the record that `gmtool export --public` writes.",
    "chain first": "Entry 1 doesn't follow from the commitment: the seed, a player, an option, the"
    " zone or the entry itself was changed after it was recorded.",
    "chain broken": "Entry {entry} doesn't fit the chain: what it says, when it arrived or was"
    " recorded, whether it came late, or its place was changed after it was recorded.",
    "chain missing": "Entry {entry} has no chain line behind it: the line was left out, or the"
    " entry was put in later.",
    "chain order": "Behind entry {entry} stands the chain line of entry {said}: an entry was put"
    " in, left out or moved.",
    "seal digest": "The seal of entry {entry} isn't the digest of the line behind it: that line, or"
    " the digest, was changed.",
    "seal form": "What stands behind the seal of entry {entry} isn't the line of a receipt: it was"
    " changed.",
    "seal nonce": "The nonce of entry {entry} doesn't come from the seed: the seal was made later,"
    " or elsewhere.",
    "seal game": "The seal of entry {entry} is for the game with the commitment {said}…, and this"
    " one's begins {there}: it was taken from another game.",
    "seal by": "Behind entry {entry} stands a seal of entry {said}, which isn't put right there.",
    "seal entry": "Behind entry {entry} stands the seal of entry {said}: it was moved there.",
    "seal arrival": "By its seal entry {entry} arrived {said}, and by its line {there}: the time of"
    " its arrival was changed.",
    "seal who": "By its seal entry {entry} is by {said}, and by its line by {there}: one of the two"
    " was changed.",
    "seal move": "Sealed for entry {entry} is “{said}”, and the record says “{there}”: the move was"
    " changed after it was sealed.",
    "silence digest": "The line that nothing came from {who} before entry {entry} doesn't come from"
    " the seed: it was changed, or put in later.",
    "silence entry": "Behind entry {entry} stands a silence of entry {said}: it was moved there.",
    "silence who": "After entry {entry} somebody is said to have been silent who isn't in the game:"
    " {who}.",
    "draw missing": "Entry {entry} says it was drawn from the seed, and no line behind it says from"
    " what: that line was left out, so that nobody can draw it again.",
    "draw form": "What entry {entry} was drawn from can't be read: “{said}”.",
    "draw number": "Entry {entry} is said to be draw {said}, and it is draw {there}: draws were"
    " left out, or chosen among several.",
    "draw order": "What entry {entry} was drawn from doesn't lie in its order, suit by suit and"
    " from low to high: it may have been laid so that the draw comes out as wanted.",
    "draw other": "Draw {number} of the seed gives “{given}”, and entry {entry} says “{there}”: the"
    " draw was changed.",
    "instant back": "Entry {entry} was recorded {said}, before the entry ahead of it ({there}): the"
    " clock was set back, or the entry was recorded at another time than it says.",
    "instant early": "Entry {entry} is said to have arrived {said}, after it was recorded"
    " ({there}): one of the two was changed.",
    "thread beyond": "A post shows “record {entry} · {posted}”, and this record ends with entry"
    " {last}: {since}",
    "thread changed": "A post shows “record {entry} · {posted}”, and this record gives {own}:"
    " {since}",
    "thread left out": "entries were left out after that post.",
    "thread since": "the post before it still fits, with entry {last}, so what was changed comes"
    " after that one and not after entry {entry}.",
    "thread all": "something up to entry {entry} was changed since it was posted.",
    "thread whose": "if that is the host's post, entries were changed or left out since. Whose it"
    " is can't be told from this text, and in anybody else's it means nothing: look in the thread.",
    "list unknown": "The posts list the seal {posted}, and the record has none such: if it stands"
    " in a post of the host's, a sealed move was changed or left out after its list was posted.",
    "list silence": "Of those silent before entry {entry} the posts list some, but not {who}: the"
    " list was posted otherwise, so somebody may have been heard then.",
    "posted unknown": "Somebody posted “seal {posted}”, and no seal of the record begins so: it was"
    " mistyped, or the move that was sealed is missing or was changed. The receipt tells which.",
    "receipt none": "There is no receipt in that text: the line that begins with 32 digits, and"
    " below it the seal of 32.",
    "receipt digest": "The seal below the receipt of entry {entry} isn't that of its line: one of"
    " the two was changed, or copied wrongly.",
    "receipt game": "The receipt is for the game with the commitment {said}…, and this one's begins"
    " {there}: it belongs to another game, or the header was changed.",
    "receipt beyond": "The receipt is for entry {entry}, and the record ends with entry {last}: the"
    " move was left out.",
    "receipt other": "The receipt is for “{said}”, arrived {at}, as entry {entry}; the record says"
    " “{there}”, arrived {arrived}. What you sent was changed, or recorded as another entry.",
    "receipt unsealed": "The receipt is for entry {entry}, which has no seal in the record: the"
    " record says “{there}”.",
    "rules refused": "Entry {entry} doesn't go through the rules ({clause}): {why}",
    "rules header": "The record can't be played by the rules: {why}",
    "rules missing": "Before entry {entry} the rules make something happen that the record lacks:"
    " “{said}”.",
    "rules running": "By the rules the game isn't over after entry {entry}, the record's last: what"
    " came after it was left out.",
    "standing other": "After entry {entry} the record says “{said}”, and by the rules it is"
    " “{there}”: the result was changed.",
    "standing missing": "After entry {entry} the record says nothing of how it stood; by the rules:"
    " “{there}”.",
    "window seal": "The posts list seals of the window that entry {close} closed, but not that of"
    " entry {entry}: that move was put in after the list was posted.",
}
"""What doesn't fit: which entry, what it means and what may have happened."""

NOTES = {
    "running": "The game goes on: sealed moves, draws and the seed can be checked when it has"
    " ended.",
    "compare": "Its commitment is {own}; it has to be the one in the opening post.",
    "righted": "What was taken back, put right, struck or put in later stands on record by these"
    " numbers: {numbers}. Look there for a result that was changed after it was known.",
    "unlined": "The posts given show no line “record …”, with which each post of the host's ends:"
    " nothing binds the record to them.",
    "unbound": "Behind “record {entry}” the posts given show no line that fits: nothing binds what"
    " follows in the record to them.",
    "unlisted": "The posts given list no seals of what was closed by these numbers: {numbers}. A"
    " post is missing among them, or nothing tells that those moves were there before the result.",
    "typed": "Chance was typed by the host in entries {numbers}: nothing here shows where it came"
    " from.",
    "words": "Mixed into the draws, in this order: {words}. Look in the thread whether the players'"
    " words stood there in time.",
    "late hands": "Recorded after the deadline, as of before it, by these numbers: {numbers}. The"
    " posts say so; who doubts one asks its sender.",
    "not the host's": "Lines like “record {entry} · …” that don't fit stand in posts of {who}, too;"
    " they aren't the host's, and count for nothing.",
    "receipt back": "The move of that receipt, entry {entry}, was taken back later.",
    "receipt right": "The move of that receipt, entry {entry}, was put right by entry {by}.",
    "receipt struck": "The move of that receipt, entry {entry}, was struck by entry {by}.",
    "receipt later": "A receipt that fits here is right by itself; whether the record has its move"
    " is told when the game has ended.",
}
"""What is said beside it."""

VERDICTS = {
    "fits": "all that could be checked fits",
    "misfits": "something doesn't fit",
    "perhaps": "something may not fit, and whose it is can't be told",
    "unchecked": "Nothing could be checked.",
    "none": "No record begins in that text; it begins with a line “gmtool-journal 2”.",
    "without": "This browser gives this page no SHA-256 (crypto.subtle). Save the page to your disk"
    " and open it from there, or use another browser.",
}
"""What comes out, in a line."""
