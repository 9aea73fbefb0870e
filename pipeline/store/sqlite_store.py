"""The store of a run: problems, stage checkpoints and paid exchanges as rows of one SQLite file.

Rows are readable JSON. Every write is committed before it returns, so a killed run can resume and loses nothing it
finished or paid for. One process writes a run at a time (file lock); a second one fails. The only module that imports
sqlmodel, besides `tables`.
"""

import fcntl
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from sqlalchemy import Connection, Engine, event, insert, text
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import DatabaseError
from sqlmodel import Session, SQLModel, create_engine, delete, select

from agents.gateway.exchange import Exchange
from pipeline.store.tables import (
    MIGRATIONS,
    SCHEMA_VERSION,
    STAGE_COLUMNS,
    ExchangeRow,
    NoteRow,
    ProblemRow,
    StageRow,
)

RUN_FILE = "run.sqlite"
CODE_NOTE = "code:"
"""Prefix of notes that hold the code hash of each stage, by the hash over all of them."""
_AT_ONCE = 500
"""Rows per statement: below SQLite's limit of bound variables."""


class StoreError(RuntimeError):
    """The run's file cannot be used; the message names it and a remedy."""


_QUOTED_COLUMNS = ", ".join(f'"{name}"' for name in STAGE_COLUMNS)
_PROBLEM_COLUMNS = ", ".join(f'"{name}"' for name in ProblemRow.model_fields)
_PUT_STAGE = (
    "INSERT OR REPLACE INTO stage (" + _QUOTED_COLUMNS + ") VALUES (" + ", ".join("?" * len(STAGE_COLUMNS)) + ")"
)
_FIND_STAGE = "SELECT " + _QUOTED_COLUMNS + ' FROM stage WHERE problem = ? AND stage = ? AND "key" = ?'


class Ending(NamedTuple):
    """How a problem ended, as far as a resume needs it."""

    status: str
    final_key: str
    code: str
    video: str


class Store:
    """The rows of one run. Safe to share between threads."""

    def __init__(self, folder: Path, writable: bool = True) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._guard: IO[str] | None = _claim(folder) if writable else None
        path = folder / RUN_FILE
        if not writable and not path.is_file():
            raise StoreError(
                f"{folder} is not a run folder: it has no {RUN_FILE}. Remedy: name the folder given to convert --out"
            )
        self._engine = _open(path)
        _migrate(self._engine, path)
        self._order = self._highest_order()
        self._begun: set[str] | None = None
        """Ids of problems with any checkpoint, loaded lazily; a new problem need not be looked up stage by stage."""
        self._fresh: dict[str, set[str]] = {}
        """Keys of checkpoints of new problems that are under way."""

    def close(self) -> None:
        self._engine.dispose()
        if self._guard is not None:
            self._guard.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Problems

    def put_problems(self, rows: Sequence[tuple[str, int, str]]) -> None:
        """Add problems by id, position and JSON; known ones keep their ending, and get the new row and position."""
        values = [{"id": i, "position": p, "row": r, "status": "pending"} for i, p, r in rows]
        with self._writing() as connection:
            for start in range(0, len(values), _AT_ONCE):
                statement = sqlite_insert(ProblemRow).values(
                    [
                        {**v, "reason": "", "stage": "", "final_key": "", "code": "", "sample": "", "video": ""}
                        | {"seconds": 0.0}
                        for v in values[start : start + _AT_ONCE]
                    ]
                )
                changed = {"position": statement.excluded.position, "row": statement.excluded.row}
                connection.execute(statement.on_conflict_do_update(index_elements=["id"], set_=changed))

    def endings(self) -> dict[str, Ending]:
        """How each problem ended, by id."""
        rows = self.rows("SELECT id, status, final_key, code, video FROM problem")
        return {identity: Ending(*rest) for identity, *rest in rows}

    def places(self) -> dict[str, tuple[int, str]]:
        """Position and row by id."""
        return {i: (place, row) for i, place, row in self.rows("SELECT id, position, row FROM problem")}

    def problem(self, identity: str) -> ProblemRow | None:
        with Session(self._engine) as session:
            return session.get(ProblemRow, identity)

    def finish(self, identity: str, ending: dict[str, Any]) -> None:
        """Set status, reason, stage, final key, sample and seconds of a problem."""
        with self._writing() as connection:
            columns = ", ".join(f'"{name}" = ?' for name in ending)
            connection.exec_driver_sql(f"UPDATE problem SET {columns} WHERE id = ?", (*ending.values(), identity))
            if self._begun is not None and identity in self._fresh:
                self._begun.add(identity)
                del self._fresh[identity]

    def copy_endings(self, other: "Store", pairs: Sequence[tuple[str, str, str]]) -> None:
        """Copy endings and checkpoints from another run: (its id, id here, final key)."""
        with self._lock, self._engine.connect() as connection:
            connection.exec_driver_sql("ATTACH DATABASE ? AS other", (str(other.folder / RUN_FILE),))
            connection.exec_driver_sql("CREATE TEMP TABLE pair (theirs TEXT, ours TEXT PRIMARY KEY, key TEXT)")
            connection.exec_driver_sql("INSERT INTO pair VALUES (?, ?, ?)", list(pairs))
            connection.exec_driver_sql(
                "UPDATE main.problem SET (status, reason, stage, sample, video, seconds, code, final_key) = "
                "(SELECT status, reason, stage, sample, video, seconds, o.code, pair.key FROM pair "
                "JOIN other.problem AS o ON o.id = pair.theirs WHERE pair.ours = main.problem.id) "
                "WHERE id IN (SELECT ours FROM pair)"
            )
            connection.exec_driver_sql(
                'INSERT OR IGNORE INTO main.stage SELECT pair.ours, s.stage, s.key, s.base_key, s.code, s."order", '
                "s.status, s.seconds, s.input, s.output FROM other.stage AS s JOIN pair ON pair.theirs = s.problem"
            )
            connection.exec_driver_sql("DROP TABLE pair")
            connection.commit()
            connection.exec_driver_sql("DETACH DATABASE other")

    def samples(self) -> Iterator[str]:
        """Lines of finished problems in the order of the corpus."""
        with Session(self._engine) as session:
            statement = select(ProblemRow.sample).where(ProblemRow.sample != "").order_by(ProblemRow.position)  # type: ignore[arg-type]
            yield from session.exec(statement)

    # Stages

    def find_stage(self, problem: str, stage: str, key: str) -> StageRow | None:
        if self._begun is None:
            self._begun = {begun for (begun,) in self.rows("SELECT DISTINCT problem FROM stage")}
        if problem not in self._begun and key not in self._fresh.get(problem, ()):
            return None
        # Plain SQL, as for writing the row: every stage of every problem is looked up.
        with self._engine.connect() as connection:
            found = connection.exec_driver_sql(_FIND_STAGE, (problem, stage, key)).first()
        return None if found is None else StageRow(**dict(zip(STAGE_COLUMNS, found, strict=True)))

    def find_made(self, problem: str, stage: str, base_keys: Sequence[str]) -> StageRow | None:
        """The newest row of a stage with the same input and settings, whatever code wrote it.

        `base_keys` are checkpoint keys without the code hash; a row of version 0.1 is found by its own key.
        """
        marks = ", ".join("?" * len(base_keys))
        query = (
            f"SELECT {_QUOTED_COLUMNS} FROM stage WHERE problem = ? AND stage = ? "
            f'AND (base_key IN ({marks}) OR "key" IN ({marks})) ORDER BY "order" DESC LIMIT 1'
        )
        with self._engine.connect() as connection:
            found = connection.exec_driver_sql(query, (problem, stage, *base_keys, *base_keys)).first()
        return None if found is None else StageRow(**dict(zip(STAGE_COLUMNS, found, strict=True)))

    def put_stage(self, row: dict[str, Any]) -> None:
        with self._writing() as connection:
            self._order += 1
            # Plain SQL for speed: this statement runs for every stage of every problem.
            connection.exec_driver_sql(_PUT_STAGE, tuple({**row, "order": self._order}[name] for name in STAGE_COLUMNS))
            if self._begun is not None and row["problem"] not in self._begun:
                self._fresh.setdefault(row["problem"], set()).add(row["key"])

    def stages(self, problem: str) -> list[StageRow]:
        """All stage rows of a problem, oldest first."""
        with Session(self._engine) as session:
            return list(session.exec(select(StageRow).where(StageRow.problem == problem).order_by(StageRow.order)))  # type: ignore[arg-type]

    def drop_stages(self, problem: str, stages: Iterable[str]) -> None:
        """Delete the checkpoints of some stages, so that they run again."""
        with self._lock, Session(self._engine) as session:
            session.exec(delete(StageRow).where(StageRow.problem == problem, StageRow.stage.in_(list(stages))))  # type: ignore[attr-defined, arg-type]
            session.commit()

    # Exchanges: the gateway's log of paid requests

    def find(self, key: str) -> Exchange | None:
        with Session(self._engine) as session:
            row = session.get(ExchangeRow, key)
            return Exchange.model_validate_json(row.body) if row else None

    def add(self, exchange: Exchange) -> None:
        values = exchange.model_dump(include=set(ExchangeRow.model_fields) - {"body"})
        with self._writing() as connection:
            # The first paid reply is kept: a second reply to the same request would make replays ambiguous.
            statement = insert(ExchangeRow).prefix_with("OR IGNORE")
            connection.execute(statement.values(**values, body=exchange.model_dump_json()))

    def exchanges(self, problem: str = "") -> list[Exchange]:
        """Exchanges of a problem, or all."""
        with Session(self._engine) as session:
            statement = select(ExchangeRow.body)
            if problem:
                statement = statement.where(ExchangeRow.problem_id == problem)
            return [Exchange.model_validate_json(body) for body in session.exec(statement)]

    def drop_exchanges(self, problem: str, roles: Iterable[str]) -> None:
        """Delete replies, so that models are asked again."""
        with self._lock, Session(self._engine) as session:
            chosen = ExchangeRow.role.in_(list(roles))  # type: ignore[attr-defined]
            session.exec(delete(ExchangeRow).where(ExchangeRow.problem_id == problem, chosen))  # type: ignore[arg-type]
            session.commit()

    def absorb(self, other: Path) -> int:
        """Merge the rows of another run's file; the better ending of a problem wins. Returns how many were in both."""
        rank = "CASE status WHEN 'published' THEN 3 WHEN 'quarantined' THEN 2 WHEN 'failed' THEN 1 ELSE 0 END"
        with self._lock, self._engine.connect() as connection:
            connection.exec_driver_sql("ATTACH DATABASE ? AS other", (str(other),))
            try:
                twice = connection.execute(text("SELECT COUNT(*) FROM other.problem JOIN main.problem USING (id)"))
                count = int(twice.scalar_one())
                better = f"(SELECT {rank} FROM main.problem AS mine WHERE mine.id = theirs.id)"
                connection.execute(
                    text(
                        f"INSERT OR REPLACE INTO main.problem ({_PROBLEM_COLUMNS}) "
                        f"SELECT {_PROBLEM_COLUMNS} FROM other.problem AS theirs "
                        f"WHERE COALESCE({better}, -1) < {rank}"
                    )
                )
                connection.execute(
                    text(
                        f"INSERT OR IGNORE INTO main.stage ({_QUOTED_COLUMNS}) "
                        f"SELECT {_QUOTED_COLUMNS} FROM other.stage"
                    )
                )
                connection.execute(text("INSERT OR IGNORE INTO main.exchange SELECT * FROM other.exchange"))
                connection.execute(
                    text(f"INSERT OR IGNORE INTO main.note SELECT * FROM other.note WHERE name LIKE '{CODE_NOTE}%'")
                )
                connection.commit()
            finally:
                connection.exec_driver_sql("DETACH DATABASE other")
        self._order = self._highest_order()
        return count

    # The run

    def note(self, name: str, value: str) -> None:
        with self._writing() as connection:
            connection.execute(insert(NoteRow).prefix_with("OR REPLACE").values(name=name, value=value))

    def notes(self) -> dict[str, str]:
        with Session(self._engine) as session:
            return {row.name: row.value for row in session.exec(select(NoteRow))}

    def rows(self, query: str, **values: Any) -> list[tuple[Any, ...]]:
        """Rows of a read-only query, for reports."""
        with self._engine.connect() as connection:
            return [tuple(row) for row in connection.execute(text(query), values)]

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """One transaction at a time, committed when the block ends; errors are raised as StoreError with a remedy."""
        try:
            with self._lock, self._engine.begin() as connection:
                yield connection
        except DatabaseError as error:
            where = self.folder / RUN_FILE
            raise StoreError(f"cannot write {where}: {error.orig}. Remedy: free disk space") from error

    def _highest_order(self) -> int:
        return int(self.rows('SELECT COALESCE(MAX("order"), 0) FROM stage')[0][0])


def _claim(folder: Path) -> IO[str]:
    """Create the folder and take its lock; the kernel releases it however the process ends."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        guard = (folder / ".lock").open("a")
    except OSError as error:
        raise StoreError(f"cannot write to {folder}: {error.strerror}. Remedy: choose another --out") from error
    try:
        fcntl.flock(guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        guard.close()
        raise StoreError(
            f"another process is writing {folder}. Remedy: wait for it, or use --shard with a folder each and merge"
        ) from error
    return guard


def _open(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 60, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _tune(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        # With WAL a killed process loses nothing; only a power failure may lose the last commits.
        connection.execute("PRAGMA synchronous=NORMAL")

    return engine


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except DatabaseError as error:
        raise StoreError(
            f"{path} cannot be read as a run: {error.orig}. Remedy: restore it from a copy, or start with a new --out"
        ) from error


def _migrate(engine: Engine, path: Path) -> None:
    """Migrate the file to the current schema; StoreError for a file of a newer version of the program."""
    with _explained(path), engine.begin() as connection:
        version = int(connection.execute(text("PRAGMA user_version")).scalar_one())
        if version > SCHEMA_VERSION:
            raise StoreError(f"{path} was written by a newer version of SolidScene. Remedy: update SolidScene")
        if version == 0:
            SQLModel.metadata.create_all(connection)
        for step in range(version or SCHEMA_VERSION, SCHEMA_VERSION):
            for statement in MIGRATIONS[step]:
                connection.execute(text(statement))
        connection.execute(text(f"PRAGMA user_version = {SCHEMA_VERSION}"))
