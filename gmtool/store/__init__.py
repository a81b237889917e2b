"""The one room that can lose a game: tables, the single writer of the journal, migrations."""

from gmtool.store.database import Store
from gmtool.store.places import default_path
from gmtool.store.problems import NameTaken, StoreProblem
from gmtool.store.records import Attempt, GameRecord, Head, Kept
from gmtool.store.rooms import ReadingRoom, WritingRoom

__all__ = [
    "Attempt",
    "GameRecord",
    "Head",
    "Kept",
    "NameTaken",
    "ReadingRoom",
    "Store",
    "StoreProblem",
    "WritingRoom",
    "default_path",
]
