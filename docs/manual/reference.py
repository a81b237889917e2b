"""The reference: the pages that are read off the program itself and its sessions."""

from __future__ import annotations

import re

from manual import answers, commands, forums, kinds, templates
from manual.sampling import Samples
from manual.tree import Commands

_OF_SESSIONS = re.compile(r"\s*- |An object:|A list of objects:|In |What `news` holds|$")


def pages(tree: Commands, samples: Samples) -> dict[str, str]:
    """Each page by its place below docs/."""
    return {
        "commands.md": commands.page(tree, kinds.titles()),
        "json.md": answers.page(tree, samples),
        "template-reference.md": templates.page(),
        "dialects.md": forums.page(),
        **kinds.pages(samples),
    }


def without_sessions(page: str) -> list[str]:
    """The lines of a page that are told without any session, such as those of options."""
    return [line for line in page.split("\n") if not _OF_SESSIONS.match(line)]
