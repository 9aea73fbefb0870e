"""Films: frames to an H.264 file that every player opens, and back to frames.

Frames go to ffmpeg one at a time through a pipe, so a film that lies on disk is never copied into memory. The same
frames give the same bytes with the same ffmpeg. A file appears under its name only when it is complete. Refuses odd
sizes, empty films and whatever ffmpeg refuses, always in a sentence that says what to do.
"""

import hashlib
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import ffmpeg  # type: ignore[import-untyped]
import imageio_ffmpeg  # type: ignore[import-untyped]
import numpy as np
from numpy.typing import NDArray

from pipeline.mp4_container import VideoError, read_container
from pipeline.video_records import FilmShape, VideoFacts

Pixels = NDArray[np.uint8]

CRF = 16
"""x264's quality; at 16 the colour error of a marker stays far below the distance between two palette colours."""
THREADS = 2
"""Fixed, because x264's output depends on the number of threads."""
LONGEST_START_S, LONGEST_FRAME_S = 60.0, 20.0
"""An ffmpeg that needs longer to open a film, or per frame of the whole, is stuck and is ended."""

# Rounded and upsampled with care, and the same with and without vector instructions.
_SCALER = "accurate_rnd+full_chroma_int+full_chroma_inp+bicubic+bitexact"
_COLOUR = {"colorspace": "bt709", "color_primaries": "bt709", "color_trc": "bt709", "color_range": "tv"}
_BITEXACT = {"map_metadata": -1, "fflags": "+bitexact", "flags:v": "+bitexact"}
_SETTINGS: dict[str, Any] = {
    "format": "mp4",
    "movflags": "+faststart",
    "vf": f"scale=out_color_matrix=bt709:out_range=tv:flags={_SCALER},format=yuv420p",
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
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _send_frames(frames, _encode_command(shape, partial), f"writing {path}")
        written = read_container(partial).frames
        if written != shape.frames:
            raise VideoError(f"{path} came out with {written} of {shape.frames} frames. Remedy: run it again.")
        os.replace(partial, path)
    except OSError as error:
        raise VideoError(f"{path} cannot be written: {error.strerror}. Remedy: choose another folder.") from error
    finally:
        with suppress(OSError):
            partial.unlink()
    return VideoFacts(**shape.model_dump(), size_bytes=path.stat().st_size, sha256=sha256_of(path))


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


def find_ffmpeg() -> str:
    """The system's ffmpeg, else the one that imageio-ffmpeg brings."""
    try:
        return shutil.which("ffmpeg") or str(imageio_ffmpeg.get_ffmpeg_exe())
    except RuntimeError as error:
        raise VideoError("No ffmpeg was found. Remedy: apt install ffmpeg, or pip install imageio-ffmpeg.") from error


def _encode_command(shape: FilmShape, path: Path) -> list[str]:
    size = f"{shape.width_px}x{shape.height_px}"
    frames = ffmpeg.input("pipe:", format="rawvideo", pix_fmt="rgb24", s=size, framerate=str(shape.rate))
    return _compiled(frames.output(f"file:{path}", **_SETTINGS))


def _decode_command(path: Path, **output: Any) -> list[str]:
    # Damage that ffmpeg notices is an error, not to be painted over with what it saw before.
    film = ffmpeg.input(f"file:{path}", err_detect="explode").output("pipe:", **output)
    return _compiled(film.global_args("-xerror"))


def _compiled(stream: Any) -> list[str]:
    quiet = stream.global_args("-hide_banner", "-nostdin", "-loglevel", "error")
    return [str(word) for word in ffmpeg.compile(quiet, cmd=find_ffmpeg(), overwrite_output=True)]


@contextmanager
def _running(command: list[str], limit_s: float, doing: str) -> Iterator[subprocess.Popen[bytes]]:
    """A started ffmpeg; on the way out it has ended, and its complaint has become a `VideoError`."""
    with tempfile.TemporaryFile() as complaints:
        # A file, not a pipe: nobody reads while frames are written, and a full pipe would stop both sides.
        try:
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints)
        except OSError as error:
            raise VideoError(f"{command[0]} does not start: {error.strerror}. Remedy: install ffmpeg.") from error
        watchdog = threading.Timer(limit_s, process.kill)
        watchdog.start()
        try:
            with process:
                yield process
        except BrokenPipeError:
            pass
        finally:
            in_time = watchdog.is_alive()
            watchdog.cancel()
        if process.returncode:
            raise VideoError(_explained(process, complaints, doing, in_time))


def _explained(process: subprocess.Popen[bytes], complaints: IO[bytes], doing: str, in_time: bool) -> str:
    """The failure of an ffmpeg in one sentence with a remedy."""
    complaints.seek(0)
    text = complaints.read(100_000).decode("utf-8", "replace").strip()
    if "Unknown encoder" in text or "Encoder not found" in text:
        return f"{find_ffmpeg()} cannot encode H.264 ({doing}). Remedy: install an ffmpeg that was built with libx264."
    if "No space left" in text:
        return f"The disk is full ({doing}). Remedy: free some space or choose another output folder."
    if not in_time:
        return f"ffmpeg took too long ({doing}). Remedy: run it again on a machine that is less busy."
    if process.returncode < 0:
        return f"ffmpeg was ended by signal {-process.returncode} ({doing}). Remedy: give it more memory."
    reason = text.splitlines()[-1] if text else f"exit code {process.returncode}"
    return f"ffmpeg failed ({doing}): {reason.rstrip('.')}. Remedy: make sure that the file and its folder can be used."


def _send_frames(frames: Pixels, command: list[str], doing: str) -> None:
    with _running(command, LONGEST_START_S + LONGEST_FRAME_S * len(frames), doing) as process:
        assert process.stdin is not None
        for frame in frames:
            process.stdin.write(np.ascontiguousarray(frame).data)


def decoded(path: Path) -> Generator[Pixels, None, None]:
    """All frames of a film in order, one at a time."""
    width, height, _ = read_header(path)
    # Frames are numbered anew: a raw pipe has a constant rate, and gaps would be filled with repeated frames.
    pixels = f"setpts=N/25/TB,scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags={_SCALER}"
    command = _decode_command(path, format="rawvideo", pix_fmt="rgb24", vf=pixels, r=25)
    with _running(command, 3600.0, f"reading {path}") as process:
        assert process.stdout is not None
        while len(data := process.stdout.read(width * height * 3)) == width * height * 3:
            yield np.frombuffer(data, np.uint8).reshape(height, width, 3)


def read_header(path: Path) -> tuple[int, int, str]:
    """Width, height and chroma of the first decoded frame, from the header of the YUV4MPEG2 stream that it becomes."""
    if not path.is_file():
        raise VideoError(f"{path} does not exist. Remedy: render the film first.")
    command = _decode_command(path, format="yuv4mpegpipe", strict=-1, vframes=1)
    with _running(command, LONGEST_START_S, f"opening {path}") as process:
        assert process.stdout is not None
        line = process.stdout.readline(1000).decode("ascii", "replace")
        process.stdout.read()
    if not line.startswith("YUV4MPEG2"):
        raise VideoError(f"{path} holds no picture. Remedy: render the film again.")
    words = {word[0]: word[1:] for word in line.split()[1:] if word[0] in "WHC"}
    return int(words["W"]), int(words["H"]), words.get("C", "420")
