"""Poster, contact sheet and samples: the right frames, whole pixels, the same bytes."""

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from dataset.video.pictures import (
    SHEET_GREY,
    PictureError,
    contact_sheet,
    uniform_indices,
    write_contact_sheet,
    write_png,
    write_poster,
    write_samples,
)

SAMPLE_COUNTS = (8, 16)
"""How many frames of a film are shown to models that take pictures instead of film."""
Pixels = NDArray[np.uint8]
FILM = np.random.default_rng(3).integers(0, 256, (48, 30, 40, 3), dtype=np.uint8)


def flat_film(count: int, height: int, width: int) -> Pixels:
    """Frame i is evenly of value i."""
    return np.broadcast_to(np.arange(count, dtype=np.uint8)[:, None, None, None], (count, height, width, 3))


def read(path: Path) -> Pixels:
    with Image.open(path) as picture:
        assert picture.mode == "RGB"
        return np.asarray(picture)


@pytest.mark.parametrize("count", SAMPLE_COUNTS)
def test_samples_of_the_orbit_are_equal_angles_apart_all_the_way_round(count: int) -> None:
    indices = np.array(uniform_indices(48, count))
    assert set(np.diff(np.append(indices, indices[0] + 48))) == {48 // count}


@given(st.integers(1, 500), st.integers(1, 500))
def test_samples_of_any_film_are_as_even_as_whole_frames_allow(frames: int, count: int) -> None:
    if count > frames:
        with pytest.raises(PictureError, match="Remedy"):
            uniform_indices(frames, count)
        return
    indices = np.array(uniform_indices(frames, count))
    steps = np.diff(np.append(indices, indices[0] + frames))
    assert indices[0] == 0
    assert indices[-1] < frames
    assert set(steps) <= {frames // count, -(-frames // count)}


@pytest.mark.parametrize("count", SAMPLE_COUNTS)
def test_sample_files_are_the_frames_their_names_say(tmp_path: Path, count: int) -> None:
    indices = write_samples(FILM, tmp_path / "samples", count)
    files = sorted((tmp_path / "samples").iterdir())
    assert [int(file.stem.removeprefix("frame_")) for file in files] == list(indices)
    for file, index in zip(files, indices, strict=True):
        np.testing.assert_array_equal(read(file), FILM[index])


def test_samples_of_an_earlier_film_do_not_stay_but_other_files_do(tmp_path: Path) -> None:
    write_samples(FILM, tmp_path, 16)
    (tmp_path / "notes.txt").write_text("mine")
    write_samples(FILM[:20], tmp_path, 4)
    assert sorted(os.listdir(tmp_path)) == [*(f"frame_{i:03d}.png" for i in (0, 5, 10, 15)), "notes.txt"]


def test_the_same_frames_give_the_same_bytes(tmp_path: Path) -> None:
    stored = np.memmap(tmp_path / "frames", dtype=np.uint8, mode="w+", shape=FILM.shape)
    stored[:] = FILM
    for name, frames in (("a", FILM), ("b", stored)):
        write_poster(frames, tmp_path / name / "poster.png", 5)
        write_contact_sheet(frames, tmp_path / name / "sheet.png")
    for picture in ("poster.png", "sheet.png"):
        assert (tmp_path / "a" / picture).read_bytes() == (tmp_path / "b" / picture).read_bytes()


def test_the_poster_is_the_frame_asked_for(tmp_path: Path) -> None:
    write_poster(FILM, tmp_path / "poster.png", 47)
    np.testing.assert_array_equal(read(tmp_path / "poster.png"), FILM[47])
    for index in (-1, 48):
        with pytest.raises(PictureError, match="from 0 to 47"):
            write_poster(FILM, tmp_path / "poster.png", index)
    assert os.listdir(tmp_path) == ["poster.png"]


def test_a_picture_holds_no_clock_and_no_author(tmp_path: Path) -> None:
    write_png(FILM[0], tmp_path / "frame.png")
    with Image.open(tmp_path / "frame.png") as picture:
        assert picture.info == {}


@pytest.mark.parametrize(("columns", "rows"), [(4, 3), (2, 2), (1, 5), (8, 1)])
@pytest.mark.parametrize(("height", "width"), [(90, 120), (225, 400)])
def test_the_sheet_reads_like_text_with_thin_gaps(columns: int, rows: int, height: int, width: int) -> None:
    sheet = contact_sheet(flat_film(48, height, width), columns, rows)
    shown = [value for line in sheet[..., 0] for value in line[np.flatnonzero(np.diff(line, prepend=-1))]]
    order = list(dict.fromkeys(int(value) for value in shown if value != SHEET_GREY))
    assert order == list(uniform_indices(48, columns * rows))
    gaps = (sheet == SHEET_GREY).all(axis=2)
    assert not gaps[0, 0]
    assert not gaps[-1, -1]
    assert gaps.mean() < 0.06
    assert gaps.any() == (columns * rows > 1)


@pytest.mark.parametrize(("frames", "cells"), [(1, (1, 1)), (3, (1, 3)), (5, (2, 4)), (11, (3, 4))])
def test_a_film_of_few_frames_is_shown_whole(frames: int, cells: tuple[int, int]) -> None:
    sheet = contact_sheet(flat_film(frames, 60, 80))
    assert set(np.unique(sheet)) - {SHEET_GREY} == set(range(frames))
    shown = sheet[15::31, 20::41, 0] if frames > 3 else sheet[:1, :: sheet.shape[1] // frames + 1, 0]
    assert shown.shape == cells
    assert shown.ravel()[:frames].tolist() == list(range(frames))


def test_a_sheet_averages_whole_blocks_of_pixels() -> None:
    film = np.zeros((12, 60, 80, 3), dtype=np.uint8)
    film[:, :, ::2] = 200
    sheet = contact_sheet(film)
    assert sheet.shape == (3 * 30 + 2, 4 * 40 + 3, 3)
    assert (sheet[:30, :40] == 100).all()


@pytest.mark.parametrize("bad", [np.zeros((4, 4, 3)), np.zeros((4, 4), np.uint8), np.zeros((0, 4, 3), np.uint8)])
def test_what_is_no_picture_is_refused_and_leaves_nothing(tmp_path: Path, bad: Pixels) -> None:
    with pytest.raises(PictureError, match="Remedy"):
        write_png(bad, tmp_path / "frame.png")
    assert os.listdir(tmp_path) == []


def test_a_folder_that_cannot_exist_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(PictureError, match=r"cannot be written: .*Remedy: choose another folder"):
        write_poster(FILM, tmp_path / "file" / "poster.png")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_named(tmp_path: Path) -> None:
    (tmp_path / f".poster.png.{os.getpid()}.draft").symlink_to("/dev/full")
    with pytest.raises(PictureError, match="No space left"):
        write_poster(FILM, tmp_path / "poster.png")
    assert os.listdir(tmp_path) == []
