"""The only room that can lose a game: tables, the single writer of the journal, migrations.

Its names are loaded on first use: not every command needs a database, and SQLModel takes a
third of a second.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gmtool.store.database import Store
    from gmtool.store.database_urls import default_path
    from gmtool.store.problems import Garbled, NameTaken, NothingThere, StoreProblem
    from gmtool.store.records import Attempt, Block, Draft, GameRecord, Sent, Snapshot, StoredEntry
    from gmtool.store.transactions import ReadTransaction, WriteTransaction

__all__ = [
    "Attempt",
    "Block",
    "Draft",
    "GameRecord",
    "Garbled",
    "NameTaken",
    "NothingThere",
    "ReadTransaction",
    "Sent",
    "Snapshot",
    "Store",
    "StoreProblem",
    "StoredEntry",
    "WriteTransaction",
    "default_path",
]

_ELSEWHERE = {
    "Store": "database",
    "default_path": "database_urls",
    "Garbled": "problems",
    "NameTaken": "problems",
    "NothingThere": "problems",
    "StoreProblem": "problems",
    "ReadTransaction": "transactions",
    "WriteTransaction": "transactions",
}
"""The modules of the names that aren't in `records`."""


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"{__name__}.{_ELSEWHERE.get(name, 'records')}")
    found = globals()[name] = getattr(module, name)
    return found
