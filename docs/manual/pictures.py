"""The pictures of docs/images: a game played on a stage, looked at with headless Chromium."""

from __future__ import annotations

import base64
import io
import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from string import Template

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from gmtool.cli import script
from gmtool.render import dialects
from gmtool.render.preview import style_sheet, to_html
from manual.chromium import Chromium, Tab, chromium
from manual.stage import Stage, theatre

RESULT, DESK = "result.png", "desk.png"
WORDS = "Description"
"""Where a picture holds the words that it shows."""
_FRAMES = Path(__file__).parent / "frames"
_FORUM = "xenforo"
_PASTED = "gmtool record Bob "
"""So begins the command whose message is pasted at the desk in the browser first."""
_WIDTH = {RESULT: 900, DESK: 1100}
_GAP = 15
"""Pixels between the last box in sight and the edge; the next box would begin below that."""
_FLAGS = (
    "--hide-scrollbars",
    "--disable-lcd-text",  # letters without coloured edges
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
)
_LOOK_FIRST = """{
  const form = document.querySelector("form[action=record]");
  for (const [name, value] of Object.entries(%s)) form.elements[name].value = value;
  form.querySelector("[name=look]").click();
}"""
_ANSWERED = """
  document.querySelector("#told form[action=record]")
  && !document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling")
"""
_END = """
  Math.floor(document.querySelector("[aria-labelledby=h-outbox]").getBoundingClientRect().bottom)
"""
_WORDS_IN_SIGHT = """
  [...document.querySelectorAll("header, main > *")]
  .filter((one) => one.getBoundingClientRect().top < innerHeight)
  .map((one) => one.innerText).join("\\n")
"""


@dataclass(frozen=True)
class Played:
    """The game: as it is when the message is pasted, what is filled in there, and its last post."""

    stage: Stage
    filled: dict[str, str]
    post: str


def play(folder: Path) -> Played:
    """Play the game in an empty folder."""
    stage = pasted = Stage(folder / "game")
    filled, post = {}, ""
    stage.folder.mkdir()
    [chapter] = script.read(_read("game.txt")).chapters
    for step in (step for step in chapter.steps if isinstance(step, script.Typed)):
        stage = stage.at(step.now)
        if step.line.startswith(_PASTED):
            words = shlex.split(step.line)
            filled = {"who": words[2], "at": words[-1], "text": step.pasted}
            pasted = stage.copied_to(folder / "pasted")
        printed = stage(step.line, step.pasted)
        if printed.code:
            raise ValueError(f"{step.line}: {printed.all}")
        post = printed.out
    if not filled:
        raise ValueError(f"no line of the game begins with “{_PASTED}”")
    return Played(pasted, filled, post)


def take(folder: Path) -> None:
    """Take the pictures into a folder, each with the words that it shows in it."""
    fonts = str(_FRAMES / "fonts.conf")
    with theatre() as room, chromium(*_FLAGS, FONTCONFIG_FILE=fonts) as browser:
        played = play(room)
        _take_thread(Camera(browser, room, folder / RESULT), played.post)
        with _served(played.stage) as address:
            _take_desk(Camera(browser, room, folder / DESK), address, played.filled)


@dataclass(frozen=True)
class Camera:
    """Takes a picture for a file with that browser; pages are made in the folder."""

    browser: Chromium
    folder: Path
    file: Path

    @property
    def width(self) -> int:
        return _WIDTH[self.file.name]

    def take(self, words: str, frame: str, **parts: str) -> None:
        """Take a picture of a page made from a frame and parts, and write it with these words."""
        page = self.folder / frame
        page.write_text(Template(_read(frame)).substitute(parts), "utf-8")
        tab = self.browser.tab(page.as_uri())
        tab.resize(self.width, 1)
        tab.resize(self.width, tab.run("document.documentElement.scrollHeight"))
        taken = Image.open(io.BytesIO(base64.b64decode(tab.picture())))
        about = PngInfo()
        about.add_itxt(WORDS, words)
        taken.save(self.file, optimize=True, pnginfo=about)


def _take_thread(camera: Camera, post: str) -> None:
    body = to_html(dialects.find(_FORUM), post)
    camera.take(post, "thread.html", look=style_sheet(), post=body)


def _take_desk(camera: Camera, address: str, filled: dict[str, str]) -> None:
    tab: Tab = camera.browser.tab(address)
    width = camera.width - 2  # the frame has a border
    tab.resize(width, width)
    tab.run(_LOOK_FIRST % json.dumps(filled))
    tab.await_(_ANSWERED)
    tab.run("document.activeElement.blur(); scrollTo(0, 0)")
    tab.resize(width, tab.run(_END) + _GAP)
    words, title = tab.run(_WORDS_IN_SIGHT), tab.run("document.title")
    camera.take(words, "window.html", title=title, picture=tab.picture())


@contextmanager
def _served(stage: Stage) -> Iterator[str]:
    """The address of the desk in the browser, which is served meanwhile."""
    command = [sys.executable, "-m", "gmtool", "desk", "--no-open"]
    with (
        stage.set_up(),
        subprocess.Popen(  # noqa: S603
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process,
    ):
        try:
            yield process.stdout.readline().strip() if process.stdout else ""
        finally:
            process.terminate()


def _read(name: str) -> str:
    return (_FRAMES / name).read_text("utf-8")
