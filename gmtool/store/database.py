"""The store: opening a database, its transactions, its copies."""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from sqlalchemy import Engine
from sqlmodel import Session

from gmtool.store.checking import problems_in
from gmtool.store.connecting import WRITES, engine_of
from gmtool.store.files import whole
from gmtool.store.mending import mend, mendings
from gmtool.store.migrating import HEAD, Rewrite, bring_up_to_date, copy_database, look
from gmtool.store.places import OWNER_ALONE, FilePlace, Place, default_path, place_of
from gmtool.store.planning import PlanningRoom
from gmtool.store.problems import NO_DATABASE, Garbled, NothingThere, StoreProblem, plainly
from gmtool.store.rooms import ReadingRoom, WritingRoom

T = TypeVar("T")
_OWNERS_FOLDER = 0o700
_LEAST_SIZE = 512
"""Bytes of the smallest database; SQLite would write over a file of one byte."""


class Store:
    """One database, open until `close`. Every method raises StoreProblem if it can't be used.

    `fresh` says that it was set up just now; `damage` what is missing of what keeps the journal:
    such a database can be read and copied, but not written.
    """

    def __init__(
        self,
        place: Place,
        engine: Engine,
        busy_timeout: float,
        damage: tuple[str, ...],
        *,
        fresh: bool,
    ) -> None:
        self.name = str(place)
        self.fresh = fresh
        self.damage = damage
        self._place = place
        self._engine = engine
        self._busy_timeout = busy_timeout
        self._keeping: Callable[[], AbstractContextManager[None]] = nullcontext

    @classmethod
    def open(
        cls,
        where: str | os.PathLike[str] | Place | None = None,
        *,
        busy_timeout: float = 5.0,
        make: bool = True,
        keeping: Callable[[], AbstractContextManager[None]] = nullcontext,
        rewrite: Rewrite | None = None,
    ) -> Self:
        """The database of that path or URL, else the host's own; set up if it isn't there, or with
        `make` off NothingThere is raised.

        `busy_timeout` is for how many seconds a command waits while another writes. What is
        written is kept inside of `keeping`, which is left without an exception once it is. Where a
        database is so old that its journals may hold words, `rewrite` puts them into text forms.
        """
        place = place_of(default_path() if where is None else where)
        if isinstance(place, FilePlace):
            _find_file(place, make=make, with_folder=where is None)
        found = first = look(place, busy_timeout)
        if first.revision is None and not make:
            raise NothingThere(f"The database {place} is empty: it never kept a game.")
        if first.revision != HEAD:
            bring_up_to_date(place, busy_timeout, first, rewrite)
            found = look(place, busy_timeout)
        engine = engine_of(place, busy_timeout)
        store = cls(place, engine, busy_timeout, found.damage, fresh=first.revision is None)
        store._keeping = keeping
        return store

    @property
    def file(self) -> Path | None:
        """The database's file, if it is one."""
        return self._place.file if isinstance(self._place, FilePlace) else None

    @contextmanager
    def reading(self) -> Iterator[ReadingRoom]:
        """One consistent look, which nobody has to wait for."""
        with self._transaction(writes=False) as session:
            yield ReadingRoom(session)

    def write(self, work: Callable[[WritingRoom], T]) -> T:
        """What `work` returns, all that it wrote being kept as a whole; on any exception, nothing.

        It works on one look at the database, and others wait only while what it would write is put
        in. If somebody wrote to the same game meanwhile it works once more, and they wait.
        """
        self._see_that_it_can_be_written()
        with self._transaction(writes=False) as session:
            plan = PlanningRoom(session)
            answer = work(plan)
        if not plan.changes:
            return answer
        with self.writing() as room:
            if plan.is_so_in(room):
                _put_in(plan, room)
                return answer
            return work(room)

    @contextmanager
    def writing(self) -> Iterator[WritingRoom]:
        """The one writer: others wait. Kept as a whole at the end; on any exception, not at all."""
        self._see_that_it_can_be_written()
        with self._transaction(writes=True) as session:
            yield WritingRoom(session)

    def check(self) -> tuple[str, ...]:
        """What is wrong with the database, a sentence each; nothing if all is well."""
        try:
            damage = look(self._place, self._busy_timeout).damage
            with self._transaction(writes=False) as session:
                return problems_in(session, damage, on_file=self.file is not None)
        except StoreProblem as problem:
            return (problem.what,)
        except (TypeError, ValueError) as error:  # of what no row of gmtool's own could hold
            return (f"something in the database {self.name} can't be read ({error}).",)

    def mendable(self) -> tuple[str, ...]:
        """What `mend` would do, a sentence each."""
        with self._transaction(writes=False) as session:
            return mendings(session, look(self._place, self._busy_timeout).damage)

    def mend(self) -> None:
        """Make again what can be made from the rest: guards, indexes, the list of what waits to go
        out, the tables that only keep what is known already.
        """
        with self._transaction(writes=True) as session:
            mend(session, look(self._place, self._busy_timeout).damage)
        self.damage = look(self._place, self._busy_timeout).damage

    def backup(self, path: str | os.PathLike[str], look_at: Callable[["Store"], None]) -> None:
        """Make a consistent copy, also while others write; it gets its name once `look_at`, which
        is given the copy opened to be read, raised nothing.

        Raises StoreProblem if there is such a file already.
        """
        if not isinstance(self._place, FilePlace):
            raise StoreProblem(
                f"The database {self.name} is no file; back it up with the server's own tools."
            )
        with plainly(self.name), whole(path) as part:
            copy_database(self._place, part, self._busy_timeout)
            with Store.open(FilePlace(part, "ro")) as copy:
                look_at(copy)

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
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
    def _transaction(self, *, writes: bool) -> Iterator[Session]:
        engine = self._engine.execution_options(**{WRITES: writes})
        with plainly(self.name), Session(engine, close_resets_only=False) as session:
            session.connection()  # begins it now, not at the first statement
            yield session
            with self._keeping() if writes else nullcontext():
                session.commit()


def _put_in(plan: PlanningRoom, room: WritingRoom) -> None:
    """Raises Garbled for what was fine on the look and isn't now, though nobody wrote: the database
    says two things, as it does with a damaged index.
    """
    try:
        plan.put_in(room)
    except (ValueError, LookupError) as error:
        raise Garbled(str(error)) from error


def _find_file(place: FilePlace, *, make: bool, with_folder: bool) -> None:
    """See to it that there is a file to open. SQLite would make it readable by everybody."""
    try:
        if not make and not place.file.exists():
            raise NothingThere(f"There is no database {place.file}; none was made.")
        if with_folder:
            _make_folder(place.file.parent)
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


def _make_folder(folder: Path) -> None:
    missing = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    for parent in reversed(missing):
        parent.mkdir(_OWNERS_FOLDER, exist_ok=True)


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
        with suppress(PermissionError):  # somebody else's, who then decides who reads it
            file.chmod(OWNER_ALONE)
