"""The patterns and sentences of `verify`; those that the offline page shares it has from here."""

from __future__ import annotations

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
    "string": _STRING,
    "instant": _AT,
    "number": _N,
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
    "stopped": "the rules refuse an entry before",
    "no rules": "its rules aren't here; what goes without them `gmtool verify --page` checks",
    "unread": "its header can't be read",
}
"""Why something isn't checked."""

SENTENCES = {
    "end": "The record isn't as gmtool wrote it: {why}. Ask the host for the whole of it.",
    "seed missing": "The record shows what only that of an ended game does, and no seed of 64"
    " digits: the seed was left out or changed.",
    "commitment other": "The opening post shows the commitment {posted}, and this record gives"
    " {own}: the seed, a player, an option or the zone was changed after the game began, or this is"
    " another game's record.",
    "commitment several": "The opening post shows other numbers of 64 digits beside the commitment,"
    " such as {posted}: of several seeds one could be chosen later.",
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
    "line": "Behind entry {entry} the record says {said}, and by its seed, its entries and the"
    " rules it would have to be {there}: one of them was changed, left out or put in later.",
    "rules refused": "Entry {entry} doesn't go through the rules ({clause}): {why}",
    "rules header": "The record can't be played by the rules: {why}",
    "rules missing": "Before entry {entry} the rules make something happen that the record lacks:"
    " “{said}”.",
    "rules running": "By the rules the game isn't over after entry {entry}, the record's last: what"
    " came after it was left out.",
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
}
"""What comes out, in a line."""
