"""Property tests draw the same examples every time, so that a red build means a changed program.

`HYPOTHESIS_PROFILE=explore make test` draws new ones. No test may reach beyond this machine: a call to a real model
costs money, so a connection to anything but loopback is an error.

A shell that starts the tests in the background has them ignore Ctrl-C, and with them every program they start; tests
that press it would wait in vain.
"""

import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("steady", derandomize=True)
settings.register_profile("explore")
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

signal.signal(signal.SIGINT, signal.default_int_handler)


LONGEST_FILES = (
    "test_film",
    "test_rooms",
    "test_convert_commands",
    "test_wheel",
    "test_scene_audit",
    "test_hostile_scripts",
    "test_code_hash",
    "test_killed_runs",
    "test_blender_pool",
)
"""Files of more than a minute and a half, longest first: one of them begun last would run alone at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests first, so that short ones keep every process busy to the end."""
    items.sort(key=_rank)


def _rank(item: pytest.Item) -> int:
    if item.path.stem in LONGEST_FILES:
        return LONGEST_FILES.index(item.path.stem)
    is_long = any(item.get_closest_marker(mark) for mark in ("blender", "browser", "slow"))
    return len(LONGEST_FILES) + (not is_long)


@pytest.fixture(scope="session")
def plate_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache for the small films of a test run, whichever process makes them: a room is baked once."""
    own = tmp_path_factory.getbasetemp()
    return (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "plate_cache"


@pytest.fixture(autouse=True, scope="session")
def _loopback_only() -> Iterator[None]:
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in ("127.0.0.1", "::1", "localhost"):
            raise RuntimeError(f"a test tried to reach {address[0]}")
        connect(self, address)

    socket.socket.connect = guarded  # type: ignore[assignment,method-assign]
    yield
    socket.socket.connect = connect  # type: ignore[method-assign]
