"""A cassette: recorded exchanges (requests and replies) in a JSON-lines file that can be shared and replayed.

Each line is written by one call under a file lock, so that threads and processes can share a cassette. A last line
left incomplete by a crash is ignored by readers and removed by the next writer. An invalid line anywhere else raises
CassetteError: a recording that silently lost a part would replay a different run.
"""

import fcntl
import os
import threading
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from agents.gateway.exchange import Exchange


class CassetteError(ValueError):
    """A cassette cannot be read; the message names the file, the line and the remedy."""


class CassetteExchanges:
    """Exchanges stored in one file. Only keys and file offsets are kept in memory."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._places: dict[str, tuple[int, int]] = {}
        self._read_to = 0
        if path.exists():
            self._index()

    def find(self, key: str) -> Exchange | None:
        with self._lock:
            place = self._places.get(key)
        if place is None:
            return None
        with self._path.open("rb") as file:
            return self._parse(os.pread(file.fileno(), place[1], place[0]), place[0])

    def add(self, exchange: Exchange) -> None:
        with self._lock, self._path.open("a+b", buffering=0) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            self._index()
            if exchange.key in self._places:
                return
            # Under the lock, anything after the last full line is the torn write of a process that crashed.
            os.ftruncate(file.fileno(), self._read_to)
            line = exchange.model_dump_json().encode() + b"\n"
            _write_all(file.fileno(), line)
            self._places[exchange.key] = (self._read_to, len(line))
            self._read_to += len(line)

    def exchanges(self) -> Iterator[Exchange]:
        """All of them, in the order of the file."""
        with self._lock:
            keys = tuple(self._places)
        return (found for key in keys if (found := self.find(key)))

    def _index(self) -> None:
        """Index the full lines added since the last call."""
        with self._path.open("rb") as file:
            file.seek(self._read_to)
            for line in file:
                if not line.endswith(b"\n"):
                    return
                if line.strip():
                    self._places.setdefault(self._parse(line, self._read_to).key, (self._read_to, len(line)))
                self._read_to += len(line)

    def _parse(self, line: bytes, offset: int) -> Exchange:
        try:
            return Exchange.model_validate_json(line)
        except ValidationError as error:
            raise CassetteError(
                f"{self._path}: the line at byte {offset} is not an exchange ({error.errors()[0]['msg']}). "
                "Remedy: remove that line, or record the cassette again"
            ) from error


def _write_all(descriptor: int, line: bytes) -> None:
    """Usually one write; repeated if the system wrote only a part."""
    while line:
        line = line[os.write(descriptor, line) :]
