"""Packages of plates: what goes in comes out, and only for the keys it was made from."""

import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from bench.image_metrics import psnr_db
from pipeline.film.make_film import plates_for
from pipeline.film.plates.shipped import Keys, PackageError, pack, restore
from pipeline.film.profiles import quality_of
from pipeline.film.request import FilmRequest
from pipeline.scene.size_steps import STEPS
from workers.blender_jobs import BakedQuality
from workers.blender_pool import BlenderPool

KEYS = Keys(plates="p1", floor="f1")


def cached(cache: Path) -> NDArray[np.uint8]:
    """A small set of plates as the renderer keeps them."""
    y, x = np.mgrid[0:60, 0:80]
    frames: NDArray[np.uint8]
    frames = np.stack([np.stack([2 * x + k, 3 * y, x + y], axis=-1) for k in range(3)]).astype(np.uint8)
    folder = cache / "plates" / KEYS.plates
    folder.mkdir(parents=True)
    np.save(folder / "frames.npy", frames)
    np.save(folder / "floor.npy", np.packbits(np.broadcast_to(y > 30, (3, 60, 80)), axis=-1))
    (folder / "plates.json").write_text('{"vertices": 5, "description": "A room."}')
    (cache / "floors").mkdir()
    np.save(cache / "floors" / f"{KEYS.floor}.npy", np.linspace(0.1, 1.4, 300, dtype=np.float32).reshape(10, 10, 3))
    return frames


def test_a_package_gives_the_plates_back_to_a_fresh_cache(tmp_path: Path) -> None:
    frames = cached(tmp_path / "old")
    pack(tmp_path / "old", KEYS, tmp_path / "packages" / "room.zip")
    assert restore(tmp_path / "new", KEYS, tmp_path / "packages")
    folder = tmp_path / "new" / "plates" / KEYS.plates
    assert psnr_db(np.load(folder / "frames.npy"), frames) > 38
    old, new = (np.load(tmp_path / name / "plates" / KEYS.plates / "floor.npy") for name in ("old", "new"))
    assert np.array_equal(old, new)
    old, new = (np.load(tmp_path / name / "floors" / f"{KEYS.floor}.npy") for name in ("old", "new"))
    assert np.allclose(old, new, rtol=1e-3)
    assert new.dtype == np.float32
    assert not restore(tmp_path / "new", KEYS, tmp_path / "packages")


def test_films_begun_side_by_side_share_one_unpacking(tmp_path: Path) -> None:
    cached(tmp_path / "old")
    pack(tmp_path / "old", KEYS, tmp_path / "packages" / "room.zip")
    with ThreadPoolExecutor(4) as films:
        found = list(films.map(lambda _: restore(tmp_path / "new", KEYS, tmp_path / "packages"), range(4)))
    assert sorted(found) == [False, False, False, True]
    assert [p.name for p in (tmp_path / "new" / "plates").iterdir()] == [KEYS.plates]


@pytest.mark.slow
def test_an_unpacking_that_another_process_won_is_dropped(tmp_path: Path) -> None:
    cached(tmp_path / "old")
    pack(tmp_path / "old", KEYS, tmp_path / "packages" / "room.zip")
    script = (
        "import sys; from pathlib import Path; from pipeline.film.plates.shipped import Keys, restore\n"
        "here = Path(sys.argv[1]); sys.stdin.read(1)\n"
        f"restore(here / 'new', Keys(plates={KEYS.plates!r}, floor={KEYS.floor!r}), here / 'packages')"
    )
    racers = [subprocess.Popen([sys.executable, "-c", script, tmp_path], stdin=subprocess.PIPE) for _ in range(3)]
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write(b"x")
        racer.stdin.close()
    assert [racer.wait() for racer in racers] == [0, 0, 0]
    assert [p.name for p in (tmp_path / "new" / "plates").iterdir()] == [KEYS.plates]


def test_other_keys_and_damaged_packages_are_left_alone(tmp_path: Path) -> None:
    cached(tmp_path / "old")
    pack(tmp_path / "old", KEYS, tmp_path / "packages" / "room.zip")
    (tmp_path / "packages" / "torn.zip").write_bytes(b"PK torn")
    assert not restore(tmp_path / "new", Keys(plates="p2", floor="f1"), tmp_path / "packages")
    assert not (tmp_path / "new").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("torn", "left"),
    [
        *((name, left) for name in ("001.avif", "masks.npz", "light.npz") for left in ("half", "nothing")),
        *((name, "no entry") for name in ("masks.npz", "light.npz", "plates.json")),
    ],
)
def test_a_package_with_a_damaged_part_counts_for_nothing(tmp_path: Path, torn: str, left: str) -> None:
    cached(tmp_path / "old")
    pack(tmp_path / "old", KEYS, tmp_path / "whole.zip")
    (tmp_path / "packages").mkdir()
    with (
        zipfile.ZipFile(tmp_path / "whole.zip") as whole,
        zipfile.ZipFile(tmp_path / "packages" / "room.zip", "w") as package,
    ):
        for name in whole.namelist():
            data = whole.read(name)
            if name != torn:
                package.writestr(name, data)
            elif left != "no entry":
                package.writestr(name, data[: len(data) // 2] if left == "half" else b"")
    assert not restore(tmp_path / "new", KEYS, tmp_path / "packages")
    assert not list((tmp_path / "new").glob("*/*"))


def test_nothing_to_pack_is_told(tmp_path: Path) -> None:
    with pytest.raises(PackageError, match="Remedy"):
        pack(tmp_path, KEYS, tmp_path / "room.zip")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("profile", "cue", "shape", "longest_m"),
    [
        *(("baked", "rule", (48, 900, 1200, 3), step.longest_m) for step in STEPS),
        *(("preview", cue, (16, 300, 400, 3), step.longest_m) for cue in ("rule", "none") for step in STEPS),
    ],
)
def test_the_packages_that_come_with_the_program_are_those_a_first_film_needs(
    tmp_path: Path, profile: str, cue: str, shape: tuple[int, ...], longest_m: float
) -> None:
    """A change of room, orbit or light makes them worthless: pack them anew with `make plates`."""
    with BlenderPool(tmp_path / "logs") as pool:
        spec = FilmRequest(profile=profile, scale_cue=cue, seed=7).spec(pool, longest_m=longest_m)
    quality = quality_of(spec)
    assert isinstance(quality, BakedQuality)
    wanted = plates_for(spec, quality)
    assert restore(tmp_path / "cache", wanted), "no package in assets/plates has the key of today's code"
    frames = np.load(tmp_path / "cache" / "plates" / wanted.plates / "frames.npy", mmap_mode="r")
    assert frames.shape == shape
