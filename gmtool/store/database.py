"""The store: opens a database, runs its transactions, copies it.

SQLAlchemy is loaded only for a server, and for what is done with the tables themselves.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from gmtool.store.atomic_files import make_folder, whole
from gmtool.store.connections import NEWEST, DatabaseState, Statements
from gmtool.store.database_urls import OWNER_ALONE, FilePlace, Place, default_path, place_of
from gmtool.store.on_file import OnFile, copy_database
from gmtool.store.problems import NO_DATABASE, Garbled, NothingThere, StoreProblem, plainly
from gmtool.store.records import Snapshot
from gmtool.store.sealing import Seals
from gmtool.store.transactions import ReadTransaction, WriteTransaction
from gmtool.store.unit_of_work import UnitOfWork

if TYPE_CHECKING:
    from gmtool.store.on_server import OnServer  # SQLAlchemy costs a quarter of a second

T = TypeVar("T")
_LEAST_SIZE = 512
"""The bytes of the smallest database; SQLite would overwrite a file of one byte."""


class Store(AbstractContextManager["Store"]):
    """One database, open until `close`. Every method raises StoreProblem where it can't be used.

    `fresh` tells that it was set up just now. `damage` names the parts that are missing that
    protect the journal: such a database can be read and copied, but not written.
    """

    def __init__(self, place: Place, busy_timeout: float) -> None:
        self.name = str(place)
        self.fresh = False
        self.damage: tuple[str, ...] = ()
        self._place = place
        self._busy_timeout = busy_timeout
        self._base = _base_of(place, busy_timeout)
        self._keeping: Callable[[], AbstractContextManager[None]] = nullcontext
        self._seals = Seals()

    @classmethod
    def open(
        cls,
        where: str | os.PathLike[str] | Place | None = None,
        *,
        busy_timeout: float = 5.0,
        make: bool = True,
        keeping: Callable[[], AbstractContextManager[None]] = nullcontext,
        tell: Callable[[str], None] | None = None,
    ) -> Self:
        """The database of that path or URL, else the host's own. It is set up where it isn't there;
        with `make` off NothingThere is raised instead.

        A command waits for its turn to write until for `busy_timeout` seconds no other one got on.
        Commits happen inside the context manager that `keeping` returns. `tell` is called with a
        sentence about each cached state that was tampered with.
        """
        place = place_of(default_path() if where is None else where)
        if isinstance(place, FilePlace):
            _find_file(place, make=make, with_folder=where is None)
        store = cls(place, busy_timeout)
        try:
            store._see_that_it_is_ready(make=make)
        except BaseException:
            store.close()
            raise
        store._keeping = keeping
        if tell:
            store._seals = Seals(tell=tell)
        return store

    def _see_that_it_is_ready(self, *, make: bool) -> None:
        found = first = self._look()
        if first.revision is None and not make:
            raise NothingThere(f"The database {self.name} is empty: it never kept a game.")
        # `first` stays the first look: `fresh` is about the database before this.
        if first.revision != NEWEST:
            from gmtool.store.migrating import bring_up_to_date

            self.close()  # tables are replaced under what was looked at
            bring_up_to_date(self._place, self._busy_timeout, first)
            found = self._look()
        self.damage, self.fresh = found.damage, first.revision is None

    def _look(self) -> DatabaseState:
        with plainly(self.name):
            return self._base.look()

    @property
    def file(self) -> Path | None:
        """The database's file; None where it is on a server."""
        return self._place.file if isinstance(self._place, FilePlace) else None

    @contextmanager
    def reading(self) -> Iterator[ReadTransaction]:
        """A consistent look at the database, for which nobody has to wait."""
        with self._transaction(writes=False) as statements:
            transaction = ReadTransaction(statements, self._seals)
            yield transaction
        self._keep(transaction.remade)

    def write(self, work: Callable[[WriteTransaction], T], *, dry_run: bool = False) -> T:
        """Run `work` and commit all that it wrote as a whole; nothing on any exception, nor in a
        dry run. Returns its result.

        It works on a look at the database, and others wait only while its changes are put in. Where
        somebody wrote to the same game meanwhile, it runs once more while they wait.
        """
        plan, answer = self._planned(work)
        if dry_run or not plan.changes:
            return answer
        with self.writing() as transaction:
            if plan.is_so_in(transaction):
                _put_in(plan, transaction)
                return answer
            # Done again under the lock, so that no command is put off for ever.
            return work(transaction)

    def _planned(self, work: Callable[[WriteTransaction], T]) -> tuple[UnitOfWork, T]:
        self._see_that_it_can_be_written()
        with self._transaction(writes=False) as statements:
            plan = UnitOfWork(statements, self._seals)
            answer = work(plan)
        self._keep(plan.remade)
        return plan, answer

    @contextmanager
    def writing(self) -> Iterator[WriteTransaction]:
        """The one writer, for whom others wait. At the end all is committed as a whole;
        nothing on any exception.
        """
        self._see_that_it_can_be_written()
        with self._transaction(writes=True) as statements:
            yield WriteTransaction(statements, self._seals)

    def _keep(self, snapshots: Mapping[int, Snapshot]) -> None:
        """Keep heads that a command made anew, so that the next one needn't. It is no part of the
        command: nobody waits for it, and where it can't be done all is well.
        """
        if not snapshots or self.damage:
            return
        with (
            suppress(StoreProblem),
            plainly(self.name),
            closing(_base_of(self._place, 0)) as base,
            base.transaction(writes=True, keeping=nullcontext) as statements,
        ):
            transaction = WriteTransaction(statements, self._seals)
            for game_id, snapshot in snapshots.items():
                transaction.store_snapshot(game_id, snapshot)

    def check(self) -> tuple[str, ...]:
        """What is wrong with the database, one sentence each; empty where all is well."""
        from gmtool.store.check import problems_in
        from gmtool.store.sqlalchemy_engines import session_for_tables

        try:
            damage = self._look().damage
            with plainly(self.name), session_for_tables(self._place, self._busy_timeout) as session:
                return problems_in(session, damage, on_file=self.file is not None)
        except StoreProblem as problem:
            return (problem.what,)
        except (TypeError, ValueError) as error:  # values that gmtool never writes
            return (f"something in the database {self.name} can't be read ({error}).",)

    def mendable(self) -> tuple[str, ...]:
        """What `mend` would do, one sentence each."""
        from gmtool.store.check import mendings
        from gmtool.store.sqlalchemy_engines import session_for_tables

        with plainly(self.name), session_for_tables(self._place, self._busy_timeout) as session:
            return tuple(mendings(session, self._look().damage))

    def mend(self) -> None:
        """Rebuild what can be derived from the rest: guards, indexes, the list of waiting messages,
        and the tables that only cache.
        """
        from gmtool.store.check import mend
        from gmtool.store.sqlalchemy_engines import session_for_tables

        damage = self._look().damage
        tables = session_for_tables(self._place, self._busy_timeout, writes=True)
        with plainly(self.name), tables as session:
            mend(session, damage)
        self.damage = self._look().damage

    def backup(self, path: str | os.PathLike[str], look_at: Callable[[Store], None]) -> None:
        """Write a consistent copy to `path`, even while others write. It gets its name only after
        `look_at`, which is called with the opened copy, raised nothing.

        Raises StoreProblem where there is such a file already.
        """
        if not isinstance(self._place, FilePlace):
            raise StoreProblem(
                f"The database {self.name} is no file; back it up with the server's own `pg_dump`."
            )
        with plainly(self.name), whole(path) as part:
            copy_database(self._place, part, self._busy_timeout)
            with Store.open(FilePlace(part, "ro")) as copy:
                look_at(copy)

    def close(self) -> None:
        """Close all connections."""
        self._base.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _see_that_it_can_be_written(self) -> None:
        if self.damage:
            raise StoreProblem(
                f"The database {self.name} is damaged or was changed by another program "
                f"({', '.join(self.damage)}); it can be read but not written. `gmtool repair` "
                "shows what can be put right; else go back to your last backup, or export each "
                "game and import it into a new database."
            )

    @contextmanager
    def _transaction(self, *, writes: bool) -> Iterator[Statements]:
        transaction = self._base.transaction(writes=writes, keeping=self._keeping)
        with plainly(self.name), transaction as statements:
            yield statements


def _base_of(place: Place, busy_timeout: float) -> OnFile | OnServer:
    if isinstance(place, FilePlace):
        return OnFile(place, busy_timeout)
    from gmtool.store.on_server import OnServer

    return OnServer(place, busy_timeout)


def _put_in(plan: UnitOfWork, transaction: WriteTransaction) -> None:
    """Write the plan's changes. Raises Garbled where one is impossible that was possible on the
    look, though nobody wrote: a damaged index makes a database say two things.
    """
    try:
        plan.put_in(transaction)
    except (ValueError, LookupError) as error:
        raise Garbled(str(error)) from error


def _find_file(place: FilePlace, *, make: bool, with_folder: bool) -> None:
    """Make sure that there is a file to open. SQLite would make one that everybody can read."""
    try:
        if not make and not place.file.exists():
            raise NothingThere(f"There is no database {place.file}; none was made.")
        if with_folder:
            make_folder(place.file.parent)
        if not place.file.parent.is_dir():
            raise StoreProblem(
                f"There is no folder {place.file.parent}, so no database {place.file.name} in it. "
                "Make the folder first, or check the name given with --db or GMTOOL_DB."
            )
        if place.mode == "rwc" and not place.file.exists():
            with suppress(FileExistsError):
                flags = os.O_CREAT | os.O_EXCL | os.O_RDWR
                os.close(os.open(place.file, flags, OWNER_ALONE))
        _see_that_it_is_one(place)
    except OSError as error:
        raise StoreProblem(
            f"The database {place} can't be opened: {error.strerror}. Check the name given with "
            "--db or GMTOOL_DB, and that you may write there."
        ) from error


def _see_that_it_is_one(place: FilePlace) -> None:
    file = place.file
    found = file.stat()
    if stat.S_ISDIR(found.st_mode):
        raise StoreProblem(
            f"{file} is a folder, not a database; name a file in it, such as {file / 'games.db'}."
        )
    if not stat.S_ISREG(found.st_mode):
        raise StoreProblem(f"{file} is no file that could keep a database; name another one.")
    if 0 < found.st_size < _LEAST_SIZE:
        raise StoreProblem(f"The database {file} {NO_DATABASE}")
    if not found.st_size and place.mode != "ro":
        with suppress(PermissionError):  # somebody else's file: its owner decides who reads it
            file.chmod(OWNER_ALONE)
