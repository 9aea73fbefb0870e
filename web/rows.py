"""Read-only access to a run's rows, for the report and the viewer.

The file is opened with SQLite's query_only, and can be read while another process writes it. A folder that is missing
or not a run is rejected with a remedy. A file of an older version is read as it is; only a writer migrates it to the
current schema.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pipeline.store.sqlite_store import RUN_FILE, StoreError
from pipeline.store.tables import SCHEMA_VERSION

_PATIENCE_S = 10.0
"""How long a reader waits for a writer's lock; with WAL it waits only while the file is being recovered."""


class RunRows:
    """Read-only queries on one run. Not thread-safe."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        path = folder / RUN_FILE
        if not path.is_file():
            raise StoreError(
                f"{folder} is not a run folder: it has no {RUN_FILE}. Remedy: name the folder given to convert --out"
            )
        with _explained(path):
            self._connection = _connect(path)
            try:
                self._refuse_newer(path)
            except (sqlite3.Error, StoreError):
                self._connection.close()
                raise

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of a query with `?` for the values."""
        with _explained(self.folder / RUN_FILE):
            return self._connection.execute(query, values).fetchall()

    @property
    def version(self) -> int:
        """Changes whenever another connection has written to the file."""
        return int(self.rows("PRAGMA data_version")[0][0])

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> "RunRows":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def schema(self) -> int:
        """Version of the file's tables."""
        return int(self._connection.execute("PRAGMA user_version").fetchone()[0])

    def _refuse_newer(self, path: Path) -> None:
        if self.schema > SCHEMA_VERSION:
            raise StoreError(f"{path} was written by a newer version of SolidScene. Remedy: update SolidScene")
        self._connection.execute("SELECT 1 FROM problem LIMIT 1")


def _connect(path: Path) -> sqlite3.Connection:
    address = f"file:{quote(str(path.resolve()))}?mode=ro"
    connection = sqlite3.connect(address, uri=True, timeout=_PATIENCE_S, check_same_thread=False)
    try:
        connection.execute("PRAGMA query_only = 1")
        connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError:
        connection.close()
        if path.with_name(f"{path.name}-wal").exists():
            raise
        # On a read-only disk SQLite cannot create the shared-memory file that a WAL reader needs; there are no writers.
        connection = sqlite3.connect(f"{address}&immutable=1", uri=True, check_same_thread=False)
    return connection


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(
            f"{path} cannot be read as a run: {error}. Remedy: restore it from a copy, or name another run"
        ) from error
