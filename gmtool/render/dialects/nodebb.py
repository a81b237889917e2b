"""NodeBB: Markdown without HTML, with line ends kept and without hidden text."""

from msgspec.structs import replace

from gmtool.render.dialects.atomic import SEAM
from gmtool.render.dialects.markdown import MARKDOWN

DIALECT = replace(
    MARKDOWN,
    name="nodebb",
    mention=(f"{SEAM}@", SEAM),
    username=r"(?i)(?!(?:administrators|global-moderators|registered-users)$)\w[\w-]*",
    post_limit=32_767,
    pm_limit=1_000,
    between_messages=120,  # for newcomers
    channel="chat",
)
