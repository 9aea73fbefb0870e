"""Full disks: told before a film is begun, or in a sentence when they fill up meanwhile."""

import errno
import os
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from blender_scripts.errors import JobError
from blender_scripts.render import disk_space, exr, pixel_filter
from pipeline.film.make_film import filmed
from pipeline.film.plates.disk_space import BAND_RAYS, check_frames_fit, check_plates_fit
from tests.support.film_fixtures import box_scene, small_spec
from workers.blender_jobs import OrbitSpec
from workers.blender_pool import BlenderPool, RenderFailed

Usage = namedtuple("Usage", "total used free")


def test_new_frames_have_all_their_bytes_on_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "frames.npy"
    disk_space.new_frames(str(path), (4, 300, 400, 3))
    found = path.stat()
    assert found.st_size > 4 * 300 * 400 * 3
    assert found.st_blocks * 512 >= found.st_size
    assert np.load(path).shape == (4, 300, 400, 3)


@pytest.mark.parametrize("code", [errno.EOPNOTSUPP, errno.EINVAL])
def test_a_file_system_that_promises_no_space_is_no_hindrance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    monkeypatch.setattr(os, "posix_fallocate", _refusing(code))
    assert disk_space.new_frames(str(tmp_path / "frames.npy"), (1, 2, 2, 3)).shape == (1, 2, 2, 3)


def test_frames_that_do_not_fit_are_told_with_their_place_and_a_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "posix_fallocate", _refusing(errno.ENOSPC))
    path = tmp_path / "frames.npy"
    with pytest.raises(JobError, match="Remedy: free space there") as failure, disk_space.explained():
        disk_space.new_frames(str(path), (1, 2, 2, 3))
    assert str(path) in str(failure.value)
    assert failure.value.code == "disk_full"


def _refusing(code: int) -> Callable[..., None]:
    def refuse(*_: int) -> None:
        raise OSError(code, os.strerror(code))

    return refuse


@pytest.mark.parametrize("size", [0, 3, 40, 400])
def test_a_picture_that_was_written_in_part_is_told_as_a_full_disk(tmp_path: Path, size: int) -> None:
    whole = (exr.MAGIC).to_bytes(4, "little") + b"\2\0\0\0" + b"compression\0compression\0\1\0\0\0\0" + b"x" * 400
    path = tmp_path / "frame.exr"
    path.write_bytes(whole[:size])
    with pytest.raises(JobError, match=r"not whole .*: the disk is full. Remedy"), disk_space.explained():
        exr.read_exr(path)


def test_other_errors_are_left_as_they_are() -> None:
    for error in (ValueError("a bug"), OSError(errno.ENOENT, "no such file")):
        with pytest.raises(type(error)) as left, disk_space.explained():
            raise error
        assert left.value is error


def test_plates_and_frames_are_counted_by_their_pixels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    orbit = OrbitSpec()
    plates, frames = 48 * 900 * 1200 * 3, 10 * 900 * 1200 * 3
    for free, is_enough in ((int(1.1 * plates), False), (int(1.7 * plates), True)):
        monkeypatch.setattr("shutil.disk_usage", lambda place, free=free: Usage(0, 0, free))
        if is_enough:
            check_plates_fit(tmp_path / "not" / "there", orbit)
            continue
        with pytest.raises(
            RenderFailed, match=r"163 MB free, and the plates .* 249 MB. Remedy: free space, or .*--cache"
        ):
            check_plates_fit(tmp_path / "not" / "there", orbit)
    passing = 24 * BAND_RAYS
    monkeypatch.setattr("shutil.disk_usage", lambda place: Usage(0, 0, frames + passing - 1))
    with pytest.raises(RenderFailed, match="TMPDIR"):
        check_frames_fit(tmp_path, orbit, 10)
    check_frames_fit(tmp_path, orbit, 1)


def test_both_sides_of_the_process_border_know_how_much_passes_at_once() -> None:
    assert BAND_RAYS == pixel_filter.BAND_RAYS


@pytest.mark.slow
def test_a_film_without_room_for_its_plates_starts_no_blender(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    enough = 1 << 30
    monkeypatch.setattr("shutil.disk_usage", lambda place: Usage(0, 0, 0 if place == tmp_path else enough))
    with BlenderPool(tmp_path / "logs") as pool:
        with (
            pytest.raises(RenderFailed, match="the plates of this room need"),
            filmed(pool, box_scene(), small_spec(), tmp_path),
        ):
            pass
        assert not pool._alive
