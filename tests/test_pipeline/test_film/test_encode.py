"""Films written, read back and checked; every check is shown a film that fails it, every failure says what to do."""

import os
import subprocess
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import imageio_ffmpeg  # type: ignore[import-untyped]
import numpy as np
import pytest
from numpy.typing import NDArray

from dataset.video.checks import check_video
from dataset.video.decode import read_frames
from dataset.video.ffmpeg import find_ffmpeg
from dataset.video.mp4_container import VideoError
from dataset.video.records import FilmShape
from pipeline.film import encode
from pipeline.film.encode import encode_video

Pixels = NDArray[np.uint8]


def moving_film(count: int, height: int = 96, width: int = 128) -> Pixels:
    """Smooth stripes that turn, with a coloured square that walks."""
    y, x = np.mgrid[:height, :width]
    film = np.empty((count, height, width, 3), dtype=np.uint8)
    for i in range(count):
        film[i, ..., 0] = 128 + 90 * np.sin(x / 20 + i / 4)
        film[i, ..., 1] = 128 + 60 * np.cos(y / 15 + i / 5)
        film[i, ..., 2] = 100
        film[i, 30:50, 10 + 3 * i : 30 + 3 * i] = (250, 20, 250)
    return film


FILM = moving_film(12)


@pytest.fixture(scope="module")
def film_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("film") / "film.mp4"
    encode_video(FILM, path, 6)
    return path


def shape(**changes: float) -> FilmShape:
    return FilmShape.model_validate({"frames": 12, "width_px": 128, "height_px": 96, "fps": 6} | changes)


def failed(path: Path, expected: FilmShape, source: Pixels | None = None) -> set[str]:
    return {check.name for check in check_video(path, expected, source) if check.status != "passed"}


def ffmpeg_film(frames: Pixels, path: Path, *options: str) -> Path:
    """A film that was not written by the project."""
    height, width = frames.shape[1:3]
    source = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", "6", "-i", "pipe:"]
    command = [find_ffmpeg(), "-loglevel", "error", *source, "-vcodec", "libx264", *options, str(path)]
    subprocess.run(command, input=frames.tobytes(), check=True)
    return path


def fake_ffmpeg(folder: Path, script: str) -> Path:
    folder.mkdir()
    program = folder / "ffmpeg"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return folder


def test_the_film_holds_exactly_the_frames_and_passes_every_check(film_path: Path) -> None:
    checks = check_video(film_path, shape(), FILM)
    assert [check.sentence for check in checks if check.status != "passed"] == []
    assert len({check.name for check in checks}) == 10


def test_the_facts_describe_the_file(tmp_path: Path) -> None:
    facts = encode_video(FILM, tmp_path / "new" / "film.mp4", 6)
    assert (facts.frames, facts.width_px, facts.height_px, facts.duration_s) == (12, 128, 96, 2.0)
    assert facts.size_bytes == (tmp_path / "new" / "film.mp4").stat().st_size
    assert os.listdir(tmp_path / "new") == ["film.mp4"]


def test_the_same_frames_give_the_same_bytes_from_memory_and_from_disk(tmp_path: Path, film_path: Path) -> None:
    stored = np.memmap(tmp_path / "frames", dtype=np.uint8, mode="w+", shape=FILM.shape)
    stored[:] = FILM
    facts = encode_video(stored, tmp_path / "other name.mp4", 6)
    assert (tmp_path / "other name.mp4").read_bytes() == film_path.read_bytes()
    mirrored = encode_video(FILM[:, :, ::-1], tmp_path / "mirrored.mp4", 6)
    assert mirrored.sha256 != facts.sha256


@pytest.mark.slow
@pytest.mark.parametrize("fps", [1, 7.5, 23.976, 29.97, 30])
@pytest.mark.parametrize("count", [1, 7])
def test_any_rate_and_count_is_kept_exactly(tmp_path: Path, fps: float, count: int) -> None:
    path = tmp_path / "film.mp4"
    facts = encode_video(FILM[:count], path, fps)
    assert failed(path, facts, FILM[:count]) == set()


def test_a_film_on_disk_is_not_copied_into_memory(tmp_path: Path) -> None:
    big = np.memmap(tmp_path / "frames", dtype=np.uint8, mode="w+", shape=(64, 240, 320, 3))
    big[:, :, ::2] = np.arange(64, dtype=np.uint8)[:, None, None, None] * 3 + 20
    tracemalloc.start()
    encode_video(big, tmp_path / "film.mp4", 24)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < big.nbytes / 8


def test_frames_come_back_in_the_order_asked_for(film_path: Path) -> None:
    frames = read_frames(film_path, [11, 0, 5, 0])
    for frame, index in zip(frames, [11, 0, 5, 0], strict=True):
        errors = [np.abs(frame.astype(int) - source).mean() for source in FILM]
        assert int(np.argmin(errors)) == index
        assert min(errors) < 2.0


def test_colours_come_back_without_a_cast(film_path: Path) -> None:
    difference = read_frames(film_path, range(12)).astype(float) - FILM
    assert np.abs(difference.mean(axis=(0, 1, 2))).max() < 0.6


@pytest.mark.parametrize("indices", [[], [-1], [12]])
def test_frames_that_do_not_exist_are_refused(film_path: Path, indices: list[int]) -> None:
    with pytest.raises(VideoError, match="Remedy"):
        read_frames(film_path, indices)


@pytest.mark.parametrize(
    ("expected", "names"),
    [
        (shape(frames=13), {"video frames", "video duration"}),
        (shape(width_px=130), {"video size"}),
        (shape(height_px=90), {"video size"}),
        (shape(fps=12), {"video rate", "video duration"}),
    ],
)
def test_a_film_of_another_shape_fails_the_right_check(film_path: Path, expected: FilmShape, names: set[str]) -> None:
    assert failed(film_path, expected) == names


def test_an_index_at_the_end_other_pixels_and_missing_tags_are_found(tmp_path: Path) -> None:
    late = ffmpeg_film(FILM, tmp_path / "late.mp4", "-pix_fmt", "yuv420p", "-crf", "10")
    assert failed(late, shape()) == {"video faststart", "video colour tags"}
    rich = ffmpeg_film(FILM, tmp_path / "rich.mp4", "-pix_fmt", "yuv444p", "-movflags", "+faststart")
    assert failed(rich, shape()) == {"video pixel format", "video colour tags"}


def test_an_uneven_rate_is_found(tmp_path: Path) -> None:
    uneven = "setpts=if(gt(N\\,5)\\,N+1\\,N)/6/TB"
    options = ("-vf", uneven, "-fps_mode", "vfr", "-pix_fmt", "yuv420p", "-movflags", "+faststart")
    path = ffmpeg_film(FILM, tmp_path / "uneven.mp4", *options)
    assert "video rate" in failed(path, shape())


def altered(change: Callable[[Pixels], None]) -> Pixels:
    film = FILM.copy()
    change(film)
    return film


def blacken(film: Pixels) -> None:
    film[7] = 0


def freeze(film: Pixels) -> None:
    film[7] = film[6]


def swap(film: Pixels) -> None:
    film[[3, 8]] = film[[8, 3]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "alone", "with_source"),
    [
        (blacken, {"video not black"}, {"video not black", "video likeness"}),
        (freeze, {"video moves"}, {"video moves", "video likeness"}),
        (swap, set(), {"video likeness"}),
    ],
)
def test_black_frozen_and_swapped_frames_are_found(
    tmp_path: Path, change: Callable[[Pixels], None], alone: set[str], with_source: set[str]
) -> None:
    encode_video(altered(change), tmp_path / "film.mp4", 6)
    assert failed(tmp_path / "film.mp4", shape()) == alone
    assert failed(tmp_path / "film.mp4", shape(), FILM) == with_source


def test_a_film_that_should_stand_still_may(tmp_path: Path) -> None:
    still = np.repeat(FILM[:1], 12, axis=0)
    encode_video(still, tmp_path / "film.mp4", 6)
    assert failed(tmp_path / "film.mp4", shape(), still) == set()
    assert failed(tmp_path / "film.mp4", shape()) == {"video moves"}


def test_a_source_of_another_size_is_not_the_film(film_path: Path) -> None:
    assert failed(film_path, shape(), FILM[:, :90]) == {"video likeness"}


@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 0.999])
def test_a_cut_file_fails_to_open(tmp_path: Path, film_path: Path, share: float) -> None:
    data = film_path.read_bytes()
    (tmp_path / "cut.mp4").write_bytes(data[: int(len(data) * share)])
    assert failed(tmp_path / "cut.mp4", shape()) == {"video opens"}
    assert failed(tmp_path / "missing.mp4", shape()) == {"video opens"}


@pytest.mark.slow
@pytest.mark.parametrize("place", [0.3, 0.5, 0.8])
def test_damage_inside_a_film_is_found_without_its_source(tmp_path: Path, place: float) -> None:
    path = tmp_path / "film.mp4"
    facts = encode_video(FILM, path, 6)
    assert failed(path, facts) == set()
    data = bytearray(path.read_bytes())
    start = data.index(b"mdat") + int((len(data) - data.index(b"mdat")) * place)
    data[start : start + 40] = bytes(255 - byte for byte in data[start : start + 40])
    path.write_bytes(data)
    assert failed(path, facts) & {"video opens", "video bytes"}


@pytest.mark.parametrize(
    ("frames", "fps", "words"),
    [
        (np.zeros((2, 95, 128, 3), np.uint8), 6, "even sizes, not 128x95. Remedy: render at 128x96"),
        (np.zeros((2, 96, 127, 3), np.uint8), 6, "even sizes, not 127x96. Remedy: render at 128x96"),
        (np.zeros((0, 96, 128, 3), np.uint8), 6, "0 frames"),
        (np.zeros((2, 96, 128, 3), np.uint8), 0, "at 0 fps"),
        (np.zeros((2, 96, 128, 3)), 6, "float64"),
        (np.zeros((2, 96, 128, 4), np.uint8), 6, "uint8 (2, 96, 128, 4)"),
    ],
)
def test_frames_that_are_no_film_are_refused(tmp_path: Path, frames: Pixels, fps: float, words: str) -> None:
    with pytest.raises(VideoError) as refusal:
        encode_video(frames, tmp_path / "film.mp4", fps)
    assert words in str(refusal.value)
    assert os.listdir(tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("echo \"[vost#0:0] Unknown encoder 'libx264'\" >&2; exit 8", "built with libx264"),
        ("cat > /dev/null; kill -9 $$", "signal 9"),
        ("cat > /dev/null; exit 3", "exit code 3"),
        ("cat > /dev/null; exit 0", "not a complete MP4"),
        ("exec sleep 30", "took too long"),
    ],
)
def test_an_ffmpeg_that_fails_leaves_the_old_film_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, words: str
) -> None:
    folder = fake_ffmpeg(tmp_path / "bin", script)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    monkeypatch.setattr(encode, "START_TIMEOUT_S", 1.5)
    monkeypatch.setattr(encode, "FRAME_TIMEOUT_S", 0.0)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "film.mp4").write_text("the old film")
    with pytest.raises(VideoError, match=words) as failure:
        encode_video(FILM, tmp_path / "out" / "film.mp4", 6)
    assert "Remedy: " in str(failure.value)
    assert [p.read_text() for p in (tmp_path / "out").iterdir()] == ["the old film"]


def test_without_any_ffmpeg_the_remedy_names_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing() -> str:
        raise RuntimeError("No ffmpeg exe could be found.")

    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(imageio_ffmpeg, "get_ffmpeg_exe", nothing)
    with pytest.raises(VideoError, match=r"apt install ffmpeg, or pip install imageio-ffmpeg\."):
        encode_video(FILM, tmp_path / "film.mp4", 6)


def test_the_systems_ffmpeg_goes_before_the_bundled_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(fake_ffmpeg(tmp_path / "bin", "exit 0")))
    assert find_ffmpeg() == str(tmp_path / "bin" / "ffmpeg")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert Path(find_ffmpeg()).is_file()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_named(tmp_path: Path) -> None:
    # The unfinished film goes to a device on which every write fails for want of space.
    (tmp_path / f".film.mp4.{os.getpid()}.draft").symlink_to("/dev/full")
    with pytest.raises(VideoError, match=r"disk is full .*Remedy: free some space"):
        encode_video(FILM, tmp_path / "film.mp4", 6)
    assert os.listdir(tmp_path) == []


def test_a_folder_that_cannot_exist_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(VideoError, match=r"cannot be written: .*Remedy: choose another folder"):
        encode_video(FILM, tmp_path / "file" / "film.mp4", 6)
