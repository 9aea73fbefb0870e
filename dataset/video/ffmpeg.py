"""Runs ffmpeg: finds it, starts it with a timeout, and turns its error output into one sentence with a remedy."""

import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import ffmpeg  # type: ignore[import-untyped]
import imageio_ffmpeg  # type: ignore[import-untyped]

from dataset.video.mp4_container import VideoError

START_TIMEOUT_S, FRAME_TIMEOUT_S = 60.0, 20.0
"""Timeouts: an ffmpeg that takes longer to open a film, or per frame of the film, is stuck and is killed."""

SCALER = "accurate_rnd+full_chroma_int+full_chroma_inp+bicubic+bitexact"
"""Accurate rounding and chroma upsampling, bit-exact with and without SIMD."""


def find_ffmpeg() -> str:
    """The system's ffmpeg, else the one bundled with imageio-ffmpeg."""
    try:
        return shutil.which("ffmpeg") or str(imageio_ffmpeg.get_ffmpeg_exe())
    except RuntimeError as error:
        raise VideoError("No ffmpeg was found. Remedy: apt install ffmpeg, or pip install imageio-ffmpeg.") from error


def compiled(stream: Any) -> list[str]:
    """The command line of a stream of ffmpeg-python."""
    quiet = stream.global_args("-hide_banner", "-nostdin", "-loglevel", "error")
    return [str(word) for word in ffmpeg.compile(quiet, cmd=find_ffmpeg(), overwrite_output=True)]


@contextmanager
def running(command: list[str], limit_s: float, doing: str) -> Iterator[subprocess.Popen[bytes]]:
    """A started ffmpeg; when the context exits it has ended, and a failure is raised as a `VideoError`."""
    with tempfile.TemporaryFile() as complaints:
        # A file, not a pipe: stderr is not read while frames are written, and a full pipe would deadlock both sides.
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
        return f"ffmpeg was killed by signal {-process.returncode} ({doing}). Remedy: give it more memory."
    reason = text.splitlines()[-1] if text else f"exit code {process.returncode}"
    return f"ffmpeg failed ({doing}): {reason.rstrip('.')}. Remedy: check that the file and its folder are accessible."
