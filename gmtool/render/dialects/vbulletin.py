"""vBulletin 3 and 4: as phpBB, with a tag for literal text and smilies anywhere."""

from msgspec.structs import replace

from gmtool.render.dialects import bbcode, phpbb

DIALECT = replace(
    phpbb.DIALECT,
    name="vbulletin",
    literal=bbcode.enclosed("noparse"),
    guard=bbcode.guard(bbcode.SMILEY, tag="noparse"),
    title=bbcode.titled,
    heading=("[size=4][b]", "[/b][/size]"),
    quote=("[quote={name}]", "[/quote]"),
    counted=len,
    post_limit=10_000,
    pm_limit=10_000,
    recipients=0,
    between_posts=0,
    between_messages=0,
)
