"""Encodes a film: frames to an H.264 file (libx264, yuv420p, faststart) that every player opens.

Frames go to ffmpeg one at a time through a pipe, so a film on disk is never loaded into memory as a whole. The same
frames give the same bytes with the same ffmpeg. The file is written atomically. Rejects odd sizes, empty films and
whatever ffmpeg rejects, with a remedy in the message.
"""

from pathlib import Path
from typing import Any

import ffmpeg  # type: ignore[import-untyped]
import numpy as np

from dataset.atomic_write import draft_of
from dataset.video.decode import Pixels, sha256_of
from dataset.video.ffmpeg import FRAME_TIMEOUT_S, SCALER, START_TIMEOUT_S, compiled, running
from dataset.video.mp4_container import VideoError, read_container
from dataset.video.records import FilmShape, VideoFacts

CRF = 16
"""x264's CRF; at 16 the colour error of a marker is far below the distance between two palette colours."""
THREADS = 2
"""Fixed, because x264's output depends on the number of threads."""
_COLOUR = {"colorspace": "bt709", "color_primaries": "bt709", "color_trc": "bt709", "color_range": "tv"}
_BITEXACT = {"map_metadata": -1, "fflags": "+bitexact", "flags:v": "+bitexact"}
_SETTINGS: dict[str, Any] = {
    "format": "mp4",
    "movflags": "+faststart",
    "vf": f"scale=out_color_matrix=bt709:out_range=tv:flags={SCALER},format=yuv420p",
    "vcodec": "libx264",
    "crf": CRF,
    "preset": "medium",
    "threads": THREADS,
    **_COLOUR,
    **_BITEXACT,
}


def encode_video(frames: Pixels, path: Path, fps: float) -> VideoFacts:
    """Write `frames` (n, height, width, 3) as an H.264 film of exactly n frames at `fps`."""
    shape = _shape_of(frames, fps)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft_of(path) as draft:
            _send_frames(frames, _encode_command(shape, draft), f"writing {path}")
            written = read_container(draft).frames
            if written != shape.frames:
                raise VideoError(f"{path} came out with {written} of {shape.frames} frames. Remedy: run it again.")
    except OSError as error:
        raise VideoError(f"{path} cannot be written: {error.strerror}. Remedy: choose another folder.") from error
    return VideoFacts(**shape.model_dump(), size_bytes=path.stat().st_size, sha256=sha256_of(path))


def _shape_of(frames: Pixels, fps: float) -> FilmShape:
    if frames.dtype != np.uint8 or frames.ndim != 4 or frames.shape[3] != 3:
        raise VideoError(f"Frames are {frames.dtype} {frames.shape}. Remedy: pass uint8 (n, height, width, 3).")
    count, height, width = frames.shape[:3]
    if 0 in (count, height, width) or not 0 < fps < 1000:
        raise VideoError(f"A film of {count} frames of {width}x{height} at {fps} fps is empty. Remedy: render frames.")
    if height % 2 or width % 2:
        even = f"{width + width % 2}x{height + height % 2}"
        raise VideoError(f"H.264 in yuv420p needs even sizes, not {width}x{height}. Remedy: render at {even}.")
    return FilmShape(frames=count, width_px=width, height_px=height, fps=fps)


def _encode_command(shape: FilmShape, path: Path) -> list[str]:
    size = f"{shape.width_px}x{shape.height_px}"
    frames = ffmpeg.input("pipe:", format="rawvideo", pix_fmt="rgb24", s=size, framerate=str(shape.rate))
    return compiled(frames.output(f"file:{path}", **_SETTINGS))


def _send_frames(frames: Pixels, command: list[str], doing: str) -> None:
    with running(command, START_TIMEOUT_S + FRAME_TIMEOUT_S * len(frames), doing) as process:
        assert process.stdin is not None
        for frame in frames:
            process.stdin.write(np.ascontiguousarray(frame).data)
