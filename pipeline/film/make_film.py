"""From a verified scene to frames, video, pictures and their evidence. Knows nothing of Blender."""

import math
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from dataset.video import pictures
from dataset.video.checks import check_video
from pipeline.film import encode
from pipeline.film.marker_sizes import marker_radii
from pipeline.film.plates import shipped
from pipeline.film.plates.cache import drop_damaged, open_up, trim
from pipeline.film.plates.disk_space import check_frames_fit, check_plates_fit
from pipeline.film.plates.keys import floor_key, light_key, light_views, plate_key, plate_orbit
from pipeline.film.profiles import BAKED, WHOLE_FILM, quality_of
from pipeline.film.records import Film, FilmResult, FilmSpec, MarkerSight
from pipeline.film.visibility_checks import view_check, visibility_checks
from pipeline.scene.palette import colour_named
from pipeline.scene.records import SceneData
from pipeline.scene.size_steps import LARGEST
from workers.blender_jobs import BakedQuality, DrawnMarker, DrawnScene, FilmJob, OrbitSpec, TracedQuality
from workers.blender_pool import BlenderPool
from workers.blender_worker import Progress

LINE_RADIUS_M = 0.004
"""Radius of edge lines on the largest solids: about two pixels wide at eight metres and 1200 x 900."""


def _silent(what: str, share: float) -> None:
    """Progress that is not shown."""


@contextmanager
def filmed(
    pool: BlenderPool,
    scene: SceneData,
    spec: FilmSpec,
    cache: Path,
    wanted: Sequence[int] | None = None,
    quality: BakedQuality | TracedQuality | None = None,
    progress: Progress = _silent,
) -> Iterator[FilmResult]:
    """Render the wanted frames (all by default); the array file is deleted when the context exits."""
    frames = tuple(range(spec.orbit.frames)) if wanted is None else tuple(wanted)
    with tempfile.TemporaryDirectory(prefix="solidscene-") as folder:
        path = Path(folder) / "frames.npy"
        method = quality or quality_of(spec)
        job = _job(scene, spec, cache, (frames, path), method)
        check_frames_fit(Path(folder).parent, spec.orbit, len(frames))
        if isinstance(method, BakedQuality):
            _prepare_plate_cache(job, spec, cache, method)
        answer = pool.run(job, progress)
        open_up(job.plate_folder)
        trim(cache, keep=(job.plate_folder, job.light_file))
        sights = tuple(
            MarkerSight(name=marker.name, radius_m=marker.radius_m, visible_px=tuple(seen))
            for marker, seen in zip(job.scene.markers, answer.visible_px, strict=True)
        )
        yield FilmResult(
            frames_file=path,
            frames=frames,
            sights=sights,
            device=answer.device,
            description=answer.description,
            cold_plates=answer.cold_plates,
            view=answer.view,
            seconds=answer.seconds,
            peak_mb=answer.peak_mb,
        )


def _prepare_plate_cache(job: FilmJob, spec: FilmSpec, cache: Path, quality: BakedQuality) -> None:
    """Prepare the plate cache: drop damaged plates, check free disk space for missing ones, unpack shipped ones."""
    drop_damaged(job.plate_folder, job.floor_file)
    if not job.plate_folder.is_dir():
        check_plates_fit(cache, spec.orbit)
    shipped.restore(cache, _keys(spec, job.plate_orbit, quality))


def plates_for(spec: FilmSpec, quality: BakedQuality) -> shipped.Keys:
    """Keys of the plates and of the floor's light that a baked film needs."""
    return _keys(spec, plate_orbit(spec.orbit)[0], quality)


def _keys(spec: FilmSpec, kept: OrbitSpec, quality: BakedQuality) -> shipped.Keys:
    return shipped.Keys(plates=plate_key(spec.room, kept, quality), floor=floor_key(spec.room, quality))


def _plates_at_hand(spec: FilmSpec, quality: BakedQuality, cache: Path) -> tuple[OrbitSpec, tuple[int, ...]]:
    """The orbit whose plates are used, and the plate of each frame: those of a whole film if they are there already.

    Four stills are every twelfth frame of a film with 48.
    """
    whole, own = WHOLE_FILM[spec.profile], spec.orbit.frames
    if own < whole and whole % own == 0:
        kept, order = plate_orbit(spec.orbit.model_copy(update={"frames": whole}))
        if shipped.at_hand(cache, _keys(spec, kept, quality)):
            return kept, order[:: whole // own]
    return plate_orbit(spec.orbit)


def _job(
    scene: SceneData,
    spec: FilmSpec,
    cache: Path,
    wanted: tuple[tuple[int, ...], Path],
    quality: BakedQuality | TracedQuality,
) -> FilmJob:
    """The job for the wanted frames and the file they go to."""
    baked = quality if isinstance(quality, BakedQuality) else BAKED
    kept, order = _plates_at_hand(spec, baked, cache)
    keys, views = _keys(spec, kept, baked), light_views(spec.orbit)
    frames, frames_file = wanted
    return FilmJob(
        method="baked" if isinstance(quality, BakedQuality) else "path",
        room=spec.room,
        orbit=spec.orbit,
        plate_orbit=kept,
        plate_order=order,
        plate_folder=cache / "plates" / keys.plates,
        light_file=cache / "lights" / f"{light_key(spec.room, views, baked)}.npz",
        light_views=views,
        floor_file=cache / "floors" / f"{keys.floor}.npy",
        scene=_drawn_scene(scene, spec),
        solid_rgb=spec.look.solid_rgb,
        line_radius_m=_line_radius_m(spec) if spec.look.edges == "lines" else 0.0,
        quality=quality,
        frames=frames,
        frames_file=frames_file,
    )


def _line_radius_m(spec: FilmSpec) -> float:
    """Edge lines are equally thin in the picture with every lens."""
    return LINE_RADIUS_M * math.tan(math.radians(spec.orbit.fov_deg / 2)) / math.tan(math.radians(LARGEST.fov_deg / 2))


def _drawn_scene(scene: SceneData, spec: FilmSpec) -> DrawnScene:
    """The scene as it is drawn: markers in their palette colour and in the size that suits film and vertex."""
    radii = marker_radii(scene, spec.look.marker_radius_m)
    markers = tuple(
        DrawnMarker(
            name=marker.name,
            position_m=marker.position_m,
            radius_m=radius_m,
            colour_rgb=marker.colour_rgb,
            display_rgb=colour_named(marker.name.rpartition("_")[2]).srgb,
        )
        for marker, radius_m in zip(scene.markers, radii, strict=True)
    )
    return DrawnScene(vertices_m=scene.vertices_m, faces=scene.faces, smooth=scene.smooth, markers=markers)


def make_film(
    pool: BlenderPool,
    scene: SceneData,
    spec: FilmSpec,
    cache: Path,
    video: Path,
    progress: Progress = _silent,
    samples: int = 0,
) -> Film:
    """Render, encode and check; poster, contact sheet and samples are named after the video."""
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
        checks = (view_check(result.view), *visibility_checks(result, spec), *check_video(video, facts, frames))
        progress("encode", 1.0)
    return Film(spec=spec, files=(video, poster, sheet), video=facts, result=result, checks=checks)


_PEBBLE = SceneData(
    vertices_m=((0.0, 0.0, 0.0), (0.01, 0.0, 0.0), (0.0, 0.01, 0.0), (0.0, 0.0, 0.01)),
    faces=((0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)),
    smooth=(False,) * 4,
    markers=(),
)


def render_plates(pool: BlenderPool, spec: FilmSpec, cache: Path, progress: Progress = _silent) -> None:
    """Put the plates that a film needs into the cache, by rendering one frame of a pebble."""
    with filmed(pool, _PEBBLE, spec, cache, (0,), progress=progress):
        pass


def make_stills(
    pool: BlenderPool, scene: SceneData, spec: FilmSpec, cache: Path, folder: Path, progress: Progress = _silent
) -> Film:
    """Every view of the orbit as a PNG; views of an earlier film in the same folder are removed."""
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
        checks=(view_check(result.view), *visibility_checks(result, spec)),
    )
