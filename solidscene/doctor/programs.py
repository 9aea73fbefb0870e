"""The doctor's checks of programs: Blender, ffmpeg and the sandbox are started and do what a run needs of them.

An installed program that does not work is detected; nothing is judged by its file alone. Blender runs in its own
process, as always: a broken graphics driver crashes that one, not the doctor.
"""

import tempfile
from pathlib import Path

import numpy as np

from dataset.paths import ASSETS
from dataset.video.decode import read_frames
from dataset.video.ffmpeg import find_ffmpeg
from dataset.video.mp4_container import VideoError
from pipeline.film.encode import encode_video
from pipeline.scene.sandbox.launch import available_sandboxes
from solidscene.doctor.records import DoctorFinding, gone, good, poor
from workers.blender_worker import BlenderWorker, WorkerDied

BPY = (4, 5)
"""The Blender series that the scripts are written for."""
LIBRARIES = ASSETS / "blender-libraries.txt"
"""Libraries that bpy links to, as installed by setup and image: a library and its Debian package per line."""


def blender() -> tuple[DoctorFinding, ...]:
    """Blender's version and Cycles' render device, as reported by a render worker."""
    with tempfile.TemporaryDirectory(prefix="solidscene-doctor-") as folder:
        log = Path(folder) / "log"
        try:
            worker = BlenderWorker(log)
        except WorkerDied as error:
            words = _last_words(log) or str(error)
            remedy = f"pip install 'bpy==4.5.*'; on Debian also apt-get install {_packages()}"
            return (gone("Blender", f"bpy does not start: {words}", remedy),)
        try:
            return _version(str(worker.hello["bpy"])), _device(str(worker.hello["device"]))
        finally:
            worker.close()


def _packages() -> str:
    lines = LIBRARIES.read_text(encoding="utf-8").splitlines()
    return " ".join(line.split()[1] for line in lines if not line.startswith("#"))


def _last_words(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines() if log.is_file() else []
    return lines[-1] if lines else ""


def _version(found: str) -> DoctorFinding:
    numbers = tuple(int(word) for word in found.split()[0].split(".")[:2])
    if numbers != BPY:
        return poor("Blender", f"bpy {found} starts, but 4.5 is what is tested", "pip install 'bpy==4.5.*'")
    return good("Blender", f"bpy {found} starts")


def _device(name: str) -> DoctorFinding:
    if name == "CPU":
        return good("render device", "Cycles finds no GPU and renders on the processor", necessary=False)
    return good("render device", f"Cycles renders on {name}", necessary=False)


def ffmpeg() -> DoctorFinding:
    """Whether an H.264 film can be written and read back."""
    frames = np.zeros((2, 32, 32, 3), dtype=np.uint8)
    frames[1] = 255
    try:
        program = find_ffmpeg()
        with tempfile.TemporaryDirectory(prefix="solidscene-doctor-") as folder:
            film = Path(folder) / "trial.mp4"
            encode_video(frames, film, 2)
            seen = read_frames(film, [0, 1])
    except VideoError as error:
        sentence, _, remedy = str(error).partition(" Remedy: ")
        return gone("ffmpeg", sentence, remedy or "apt-get install ffmpeg")
    if abs(seen.astype(int) - frames).max() > 8:
        return gone("ffmpeg", f"{program} changes the colours of a film", "apt-get install ffmpeg, of another version")
    return good("ffmpeg", f"{program} encodes H.264")


def sandbox() -> DoctorFinding:
    """What confines scripts that a model wrote."""
    found = available_sandboxes()
    usable = [f"{entry.kind} ({entry.reason})" for entry in found if entry.available]
    if usable:
        return good("sandbox", "; ".join(usable))
    reasons = "; ".join(f"{entry.kind}: {entry.reason}" for entry in found)
    remedy = "use Linux 5.13 or later with Landlock, or apt-get install bubblewrap; in a container see docs/exports.md"
    return gone("sandbox", f"no sandbox works ({reasons})", remedy)
