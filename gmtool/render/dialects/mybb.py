"""MyBB: as phpBB, with strike and lines across, and counted in bytes.

Smilies may stand within words, and letters between round brackets become signs.
"""

from msgspec.structs import replace

from gmtool.render.dialects import bbcode, phpbb

DIALECT = replace(
    phpbb.DIALECT,
    name="mybb",
    guard=bbcode.guard(rf"{bbcode.SMILEY}|\((?=(?:c|r|tm)\))"),
    struck=("[s]", "[/s]"),
    heading=("[size=20][b]", "[/b][/size]"),
    hidden=("", ""),
    rule="[hr]",
    counted=lambda text: len(text.encode("utf-8")),
    post_limit=65_535,
    pm_limit=65_535,
    between_posts=0,
    between_messages=0,
)
