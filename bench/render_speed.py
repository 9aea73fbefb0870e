"""How fast the baked film is and how true: beside a plain frame-by-frame render, both against a fine reference.

One object, one room, one run. The baked film is made twice: first with nothing cached, then with the room's plates
at hand, which is what every further problem in that room costs. The plain render is Cycles with 16 samples and the
OIDN denoiser; only the compared frames are rendered and their time is extrapolated to the whole orbit. The reference
has 512 samples and is denoised too; it is kept in the cache, because at full size it takes far longer than the rest.
"""

import hashlib
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from pydantic import Field

from bench.image_metrics import Pixels, psnr_db, ssim
from dataset.atomic_write import draft_of
from geometry.record import Record
from pipeline.film import encode
from pipeline.film.make_film import filmed
from pipeline.film.plates.keys import path_code_hash
from pipeline.film.records import FilmSpec
from pipeline.scene.records import SceneData
from workers.blender_jobs import OrbitSpec, ProceduralRoom, TracedQuality
from workers.blender_pool import BlenderPool

PLAIN_SAMPLES, REFERENCE_SAMPLES = 16, 512
SMALL = {"width": 320, "height": 240}
PATIENCE_SECONDS = 4 * 3600.0
"""A strip of a reference frame gives no sign of life for minutes, on a busy machine for much longer."""
STRIP_ROWS, STRIP_MARGIN = 225, 16
"""References are traced and kept in strips, so that little is lost when an hour-long frame is interrupted; what the
denoiser does at a border is cut away with the margin."""
COMPARED = 3
"""Frames compared with the reference, evenly spaced over the orbit."""

Say = Callable[[str], None]


class RenderBench(Record):
    """The outcome of a run; seconds are wall clock, on the machine it ran on."""

    seconds_warm: float
    """The 48-frame video with the room's plates cached, encoding included."""
    seconds_cold: float
    """The same with nothing cached."""
    seconds_plain: float
    """The plain render of the whole orbit, extrapolated from `plain_frames` frames, encoding included."""
    plain_frames: int
    speedup_warm: float
    speedup_cold: float
    psnr_db: float
    """Of the baked frames against the reference: the worst of the compared frames."""
    ssim: float
    baseline_psnr_db: float
    """Of the plain frames against the reference, likewise."""
    baseline_ssim: float
    peak_mb: float = Field(gt=0)
    """Largest memory of the Blender process while baking."""
    full_size: bool
    size: tuple[int, int]
    reference_samples: int
    room: str
    device: str


def run_bench(
    scene: SceneData, room: str, full: bool, cache: Path, reference_samples: int = REFERENCE_SAMPLES, say: Say = print
) -> RenderBench:
    """Measure everything; `cache` keeps only the reference frames."""
    orbit = OrbitSpec() if full else OrbitSpec(width=SMALL["width"], height=SMALL["height"])
    spec = FilmSpec(room=ProceduralRoom(name=room), orbit=orbit)
    chosen = tuple(orbit.frames * k // COMPARED for k in range(COMPARED))
    with tempfile.TemporaryDirectory(prefix="solidscene-bench-") as scratch:
        here = Path(scratch)
        with BlenderPool(here / "logs", stall_seconds=PATIENCE_SECONDS) as pool:
            say("baked, nothing cached ...")
            cold, _, _ = _baked(pool, scene, spec, here, chosen)
            say(f"{cold:.1f} s; baked, plates cached ...")
            warm, baked, (peak, device) = _baked(pool, scene, spec, here, chosen)
            say(f"{warm:.1f} s; plain render of {len(chosen)} frames ...")
            plain_seconds, plain = _plain(pool, scene, spec, here, chosen)
            say(f"{plain_seconds:.1f} s for the orbit; reference ...")
            reference = _reference(pool, scene, spec, (cache, here), (chosen, reference_samples), say)
    return RenderBench(
        seconds_warm=round(warm, 2),
        seconds_cold=round(cold, 2),
        seconds_plain=round(plain_seconds, 2),
        plain_frames=len(chosen),
        speedup_warm=round(plain_seconds / warm, 2),
        speedup_cold=round(plain_seconds / cold, 2),
        psnr_db=round(min(map(psnr_db, baked, reference)), 2),
        ssim=round(min(map(ssim, baked, reference)), 4),
        baseline_psnr_db=round(min(map(psnr_db, plain, reference)), 2),
        baseline_ssim=round(min(map(ssim, plain, reference)), 4),
        peak_mb=round(peak, 1),
        full_size=full,
        size=(orbit.width, orbit.height),
        reference_samples=reference_samples,
        room=room,
        device=device,
    )


def _baked(
    pool: BlenderPool, scene: SceneData, spec: FilmSpec, here: Path, chosen: tuple[int, ...]
) -> tuple[float, Pixels, tuple[float, str]]:
    """Seconds for the whole video, the chosen frames, peak memory and device."""
    started = time.perf_counter()
    with filmed(pool, scene, spec, here) as result:
        frames = np.load(result.frames_file, mmap_mode="r")
        encode.encode_video(frames, here / "baked.mp4", spec.orbit.fps)
        seconds = time.perf_counter() - started
        return seconds, np.array(frames[list(chosen)]), (result.peak_mb, result.device)


def _plain(
    pool: BlenderPool, scene: SceneData, spec: FilmSpec, here: Path, chosen: tuple[int, ...]
) -> tuple[float, Pixels]:
    """Seconds for the whole video by frame-by-frame path tracing, extrapolated, and the chosen frames."""
    started = time.perf_counter()
    with filmed(pool, scene, spec, here, chosen, TracedQuality(samples=PLAIN_SAMPLES)) as result:
        frames = np.array(np.load(result.frames_file))
        per_frame = (time.perf_counter() - started) / len(chosen)
    started = time.perf_counter()
    encode.encode_video(np.repeat(frames[:1], spec.orbit.frames, axis=0), here / "plain.mp4", spec.orbit.fps)
    return per_frame * spec.orbit.frames + time.perf_counter() - started, frames


def _reference(
    pool: BlenderPool,
    scene: SceneData,
    spec: FilmSpec,
    where: tuple[Path, Path],
    wanted: tuple[tuple[int, ...], int],
    say: Say,
) -> Pixels:
    """Finely sampled frames, from the cache where they are there already."""
    (cache, here), (chosen, samples) = where, wanted
    pictures = []
    for frame in chosen:
        folder = cache / "references" / _reference_key(scene, spec, frame, samples)
        strips = []
        for top in range(0, spec.orbit.height, STRIP_ROWS):
            path = folder / f"{top:05d}-{STRIP_ROWS}.npy"
            if not path.is_file():
                say(f"reference frame {frame} from row {top} with {samples} samples (kept for the next run) ...")
                with filmed(pool, scene, spec, here, (frame,), _strip(spec, top, samples)) as result:
                    _keep(np.load(result.frames_file)[0, top : top + STRIP_ROWS], path)
            strips.append(np.load(path))
        pictures.append(np.concatenate(strips))
    return np.stack(pictures)


def _strip(spec: FilmSpec, top: int, samples: int) -> TracedQuality:
    rows = (max(0, top - STRIP_MARGIN), min(spec.orbit.height, top + STRIP_ROWS + STRIP_MARGIN))
    return TracedQuality(samples=samples, rows=rows)


def _keep(rows: Pixels, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with draft_of(path) as draft, draft.open("wb") as file:
        np.save(file, rows)


def _reference_key(scene: SceneData, spec: FilmSpec, frame: int, samples: int) -> str:
    facts = [scene.model_dump_json(), spec.model_dump_json(), frame, samples, path_code_hash()]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:24]


def format_bench(found: RenderBench) -> str:
    """The figures as a small table."""
    width, height = found.size
    return "\n".join(
        [
            f"48 frames at {width} x {height}, room {found.room}, on {found.device}",
            f"  plain Cycles, 16 samples + OIDN  {found.seconds_plain:8.1f} s "
            f"(extrapolated from {found.plain_frames} frames)   "
            f"{found.baseline_psnr_db:.1f} dB  SSIM {found.baseline_ssim:.4f}",
            f"  baked, plates made first         {found.seconds_cold:8.1f} s   {found.speedup_cold:.1f} times faster",
            f"  baked, plates cached             {found.seconds_warm:8.1f} s   {found.speedup_warm:.1f} times faster   "
            f"{found.psnr_db:.1f} dB  SSIM {found.ssim:.4f}",
            f"  quality against {found.reference_samples} samples + OIDN, the worst of {COMPARED} frames; "
            f"peak memory {found.peak_mb:.0f} MB",
        ]
    )
