"""From a verified scene to frames, video, pictures and their evidence. Nothing here knows Blender."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from geometry.checks import Check
from pipeline import encode, pictures, shipped_plates
from pipeline.free_space import check_frames_fit, check_plates_fit
from pipeline.palette import colour_named
from pipeline.plate_cache import drop_damaged, open_up, trim
from pipeline.plate_keys import floor_key, plate_key, plate_orbit
from pipeline.render_pool import RenderPool
from pipeline.render_profiles import BAKED, quality_of
from pipeline.render_records import (
    BakedQuality,
    Film,
    FilmResult,
    FilmSpec,
    MarkerSight,
    TracedQuality,
)
from pipeline.render_worker import Progress
from pipeline.scene_records import SceneData
from pipeline.video_checks import check_video

SEEN_FRAMES_SHARE = 4 / 48
"""A marker must be seen in at least this share of the frames (4 of 48)."""
SEEN_PART = 0.25
"""It counts as seen where at least this part of its disc is uncovered."""


def _silent(what: str, share: float) -> None:
    """Nobody wants to know how far it is."""


@contextmanager
def filmed(
    pool: RenderPool,
    scene: SceneData,
    spec: FilmSpec,
    cache: Path,
    wanted: Sequence[int] | None = None,
    quality: BakedQuality | TracedQuality | None = None,
    progress: Progress = _silent,
) -> Iterator[FilmResult]:
    """Film the wanted frames (all by default); the array file lives as long as the context."""
    frames = tuple(range(spec.orbit.frames)) if wanted is None else tuple(wanted)
    with tempfile.TemporaryDirectory(prefix="solidscene-") as folder:
        path = Path(folder) / "frames.npy"
        method = quality or quality_of(spec.profile, spec.orbit.width)
        job = _job(scene, spec, cache, frames, method) | {"frames_file": str(path)}
        check_frames_fit(Path(folder).parent, spec.orbit, len(frames))
        if isinstance(method, BakedQuality):
            _look_after_plates(job, spec, cache, method)
        answer = pool.run(job, progress)
        open_up(Path(job["plate_folder"]))
        trim(cache, keep=Path(job["plate_folder"]).name)
        sights = tuple(
            MarkerSight(name=marker.name, visible_px=tuple(seen))
            for marker, seen in zip(scene.markers, answer["visible_px"], strict=True)
        )
        yield FilmResult(
            frames_file=path,
            frames=frames,
            sights=sights,
            device=answer["device"],
            description=answer["description"],
            cold_plates=answer.get("cold_plates", False),
            free_rays=answer["free_rays"],
            seconds=answer["seconds"],
            peak_mb=answer["peak_mb"],
        )


def _look_after_plates(job: dict[str, Any], spec: FilmSpec, cache: Path, quality: BakedQuality) -> None:
    """Whatever can be told of the plates before Blender is asked: torn, missing with no room for them, shipped."""
    drop_damaged(Path(job["plate_folder"]), Path(job["floor_file"]))
    if not Path(job["plate_folder"]).is_dir():
        check_plates_fit(cache, spec.orbit)
    shipped_plates.restore(cache, plates_for(spec, quality))


def plates_for(spec: FilmSpec, quality: BakedQuality) -> shipped_plates.Keys:
    """Keys of the plates and of the floor's light that a baked film needs."""
    kept, _ = plate_orbit(spec.orbit)
    return shipped_plates.Keys(plates=plate_key(spec.room, kept, quality), floor=floor_key(spec.room, quality))


def _job(
    scene: SceneData, spec: FilmSpec, cache: Path, frames: tuple[int, ...], quality: BakedQuality | TracedQuality
) -> dict[str, Any]:
    kept, order = plate_orbit(spec.orbit)
    keys = plates_for(spec, quality if isinstance(quality, BakedQuality) else BAKED)
    return {
        "kind": "film",
        "method": "baked" if isinstance(quality, BakedQuality) else "path",
        "room": spec.room.model_dump(),
        "orbit": spec.orbit.model_dump(),
        "plate_orbit": kept.model_dump(),
        "plate_order": order,
        "plate_folder": str(cache / "plates" / keys.plates),
        "floor_file": str(cache / "floors" / f"{keys.floor}.npy"),
        "scene": _drawn_scene(scene, spec),
        "solid_rgb": spec.look.solid_rgb,
        "lines": spec.look.edges == "lines",
        "quality": quality.model_dump(),
        "frames": frames,
    }


def _drawn_scene(scene: SceneData, spec: FilmSpec) -> dict[str, Any]:
    """The scene as it is drawn: markers in their palette colour and in the size this film uses."""
    data = scene.model_dump(exclude={"strays"})
    for marker in data["markers"]:
        marker["display_rgb"] = colour_named(marker["name"].rpartition("_")[2]).srgb
        marker["radius_m"] = spec.look.marker_radius_m
    return data


def visibility_checks(result: FilmResult, spec: FilmSpec) -> tuple[Check, ...]:
    """Every marker is uncovered, to a fair part of its disc, in enough frames of the orbit."""
    needed = max(1, round(SEEN_FRAMES_SHARE * spec.orbit.frames))
    disc = np.pi * (spec.look.marker_radius_m * _focal_px(spec) / spec.orbit.radius_m) ** 2
    checks = []
    for sight in result.sights:
        count = sum(seen >= SEEN_PART * disc for seen in sight.visible_px)
        checks.append(
            Check(
                name=f"marker {sight.name} can be seen",
                status="passed" if count >= needed else "failed",
                measured=float(count),
                tolerance=float(needed),
                sentence=f"{sight.name} is in view in {count} of {spec.orbit.frames} frames; {needed} are needed.",
            )
        )
    return tuple(checks)


def view_check(result: FilmResult) -> Check:
    """The evidence that a film shows its object whole; the worker refuses to film one that is not."""
    return Check(
        name="the object is in full view",
        status="passed",
        measured=0.0,
        tolerance=0.0,
        sentence=f"Every frame holds the object whole, and nothing of the room stops any of {result.free_rays} rays "
        "from the cameras to it.",
    )


def _focal_px(spec: FilmSpec) -> float:
    return float(spec.orbit.height / 2 / np.tan(np.radians(spec.orbit.fov_deg) / 2))


def make_film(
    pool: RenderPool,
    scene: SceneData,
    spec: FilmSpec,
    cache: Path,
    video: Path,
    progress: Progress = _silent,
    samples: int = 0,
) -> Film:
    """Film, encode and check; the video's name also names poster, contact sheet and samples."""
    with filmed(pool, scene, spec, cache, progress=progress) as result:
        frames = np.load(result.frames_file, mmap_mode="r")
        video.parent.mkdir(parents=True, exist_ok=True)
        progress("encode", 0.0)
        facts = encode.encode_video(frames, video, spec.orbit.fps)
        poster, sheet = video.with_suffix(".poster.png"), video.with_suffix(".contact.png")
        pictures.write_poster(frames, poster)
        pictures.write_contact_sheet(frames, sheet)
        if samples:
            pictures.write_samples(frames, video.with_suffix(f".{samples}frames"), samples)
        checks = (view_check(result), *visibility_checks(result, spec), *check_video(video, facts, frames))
        progress("encode", 1.0)
    return Film(spec=spec, files=(video, poster, sheet), video=facts, result=result, checks=checks)


def make_stills(
    pool: RenderPool, scene: SceneData, spec: FilmSpec, cache: Path, folder: Path, progress: Progress = _silent
) -> Film:
    """Every view of the orbit as a PNG of its own; views of an earlier film do not stay beside them."""
    with filmed(pool, scene, spec, cache, progress=progress) as result:
        frames = np.load(result.frames_file, mmap_mode="r")
        folder.mkdir(parents=True, exist_ok=True)
        files = tuple(folder / f"still-{place + 1:02d}.png" for place in range(len(frames)))
        for frame, path in zip(frames, files, strict=True):
            pictures.write_png(frame, path)
        for old in set(folder.glob("still-*.png")) - set(files):
            old.unlink(missing_ok=True)
    return Film(
        spec=spec,
        files=files,
        video="none",
        result=result,
        checks=(view_check(result), *visibility_checks(result, spec)),
    )
