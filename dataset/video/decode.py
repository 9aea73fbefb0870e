"""Frames of a film, decoded by ffmpeg. Decoding errors are raised: ffmpeg's error concealment is off."""

import hashlib
from collections.abc import Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import ffmpeg  # type: ignore[import-untyped]
import numpy as np
from numpy.typing import NDArray

from dataset.video.ffmpeg import SCALER, START_TIMEOUT_S, compiled, running
from dataset.video.mp4_container import VideoError

Pixels = NDArray[np.uint8]


def read_frames(path: Path, indices: Sequence[int]) -> Pixels:
    """The frames at `indices`, in that order, as (len(indices), height, width, 3)."""
    if len(indices) == 0 or min(indices) < 0:
        raise VideoError(f"{path} has no frames {list(indices)}. Remedy: name at least one frame, from 0 on.")
    wanted, last = set(indices), max(indices)
    with closing(decoded(path)) as frames:
        kept = {i: frame for i, frame in zip(range(last + 1), frames, strict=False) if i in wanted}
    if last not in kept:
        raise VideoError(f"{path} ends before frame {last}. Remedy: render the film again.")
    return np.stack([kept[i] for i in indices])


def sha256_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _decode_command(path: Path, **output: Any) -> list[str]:
    # Otherwise ffmpeg conceals decoding errors with pixels of earlier frames.
    film = ffmpeg.input(f"file:{path}", err_detect="explode").output("pipe:", **output)
    return compiled(film.global_args("-xerror"))


def decoded(path: Path) -> Generator[Pixels, None, None]:
    """All frames of a film in order, one at a time."""
    width, height, _ = read_header(path)
    # Timestamps are renumbered: a raw pipe has a constant rate, and gaps would be filled with repeated frames.
    pixels = f"setpts=N/25/TB,scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags={SCALER}"
    command = _decode_command(path, format="rawvideo", pix_fmt="rgb24", vf=pixels, r=25)
    with running(command, 3600.0, f"reading {path}") as process:
        assert process.stdout is not None
        while len(data := process.stdout.read(width * height * 3)) == width * height * 3:
            yield np.frombuffer(data, np.uint8).reshape(height, width, 3)


def read_header(path: Path) -> tuple[int, int, str]:
    """Width, height and chroma of the first decoded frame, from the header of the YUV4MPEG2 stream that it becomes."""
    if not path.is_file():
        raise VideoError(f"{path} does not exist. Remedy: render the film first.")
    command = _decode_command(path, format="yuv4mpegpipe", strict=-1, vframes=1)
    with running(command, START_TIMEOUT_S, f"opening {path}") as process:
        assert process.stdout is not None
        line = process.stdout.readline(1000).decode("ascii", "replace")
        process.stdout.read()
    if not line.startswith("YUV4MPEG2"):
        raise VideoError(f"{path} holds no picture. Remedy: render the film again.")
    words = {word[0]: word[1:] for word in line.split()[1:] if word[0] in "WHC"}
    return int(words["W"]), int(words["H"]), words.get("C", "420")
