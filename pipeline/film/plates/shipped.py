"""Plates shipped with the program, so that the first film in the default room need not wait for them.

A package is a zip of one room's plates as AVIF pictures, its floor mask and its floor lightmap. It contains the cache
key of the plates it was made from: if code, room or orbit have changed since, the key differs and the package is
ignored. `pack` makes a package from the cache, `restore` unpacks one into the cache.
"""

import io
import json
import os
import shutil
import tempfile
import threading
import zipfile
import zlib
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

from dataset.atomic_write import draft_of
from dataset.paths import ASSETS
from geometry.record import Record

Array = np.ndarray[tuple[int, ...], np.dtype[np.generic]]

PACKAGES = ASSETS / "plates"
QUALITY = 80
"""Of the AVIF pictures: about 42.5 dB PSNR to the plates, a smaller loss than that of the film's own compression. WebP
needs 50 % more bytes for the same PSNR."""


class Keys(Record):
    """Cache keys of the plates in a package."""

    plates: str
    floor: str


class PackageError(ValueError):
    """The cache does not contain the plates to pack; the message has the remedy."""


def pack(cache_folder: Path, keys: Keys, target: Path) -> int:
    """Write a package of cached plates; returns its size in bytes."""
    folder, floor = _places(cache_folder, keys)
    if not (folder / "frames.npy").is_file() or not floor.is_file():
        raise PackageError(f"{cache_folder} has no plates {keys.plates}. Remedy: render them first")
    frames = np.load(folder / "frames.npy", mmap_mode="r")
    target.parent.mkdir(parents=True, exist_ok=True)
    with draft_of(target) as draft, zipfile.ZipFile(draft, "w", zipfile.ZIP_STORED) as package:
        package.writestr("keys.json", keys.model_dump_json())
        package.writestr("plates.json", (folder / "plates.json").read_text())
        package.writestr("masks.npz", _compressed(floor=np.load(folder / "floor.npy")))
        # The error of half precision is a tenth of an 8-bit display step.
        package.writestr("light.npz", _compressed(light=np.load(floor).astype(np.float16)))
        for number, frame in enumerate(frames):
            picture = io.BytesIO()
            Image.fromarray(np.asarray(frame)).save(picture, "AVIF", quality=QUALITY, subsampling="4:4:4")
            package.writestr(f"{number:03d}.avif", picture.getvalue())
    return target.stat().st_size


def at_hand(cache_folder: Path, keys: Keys, packages: Path = PACKAGES) -> bool:
    """Whether the plates are in the cache or in a package."""
    return _places(cache_folder, keys)[0].is_dir() or keys in _known(packages)


_one_at_a_time = threading.Lock()


def restore(cache_folder: Path, keys: Keys, packages: Path = PACKAGES) -> bool:
    """Unpack the package with these keys into the cache. False if the plates are cached or no package has them."""
    # Films start in parallel threads; the second waits here while the first unpacks.
    with _one_at_a_time:
        folder, floor = _places(cache_folder, keys)
        source = _known(packages).get(keys)
        return not folder.is_dir() and source is not None and _restored(source, folder, floor)


def _restored(source: Path, folder: Path, floor: Path) -> bool:
    content = _content(source)
    if content is None:
        return False
    folder.parent.mkdir(parents=True, exist_ok=True)
    floor.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=".draft-", dir=folder.parent))
    try:
        np.save(draft / "frames.npy", content.frames)
        np.save(draft / "floor.npy", content.floor)
        (draft / "plates.json").write_bytes(content.facts)
        np.save(draft / "light.npy", content.light)
        os.replace(draft / "light.npy", floor)
        os.rename(draft, folder)
    except OSError:
        if not folder.is_dir():
            raise
        return False  # another process was faster
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return True


class _Content(NamedTuple):
    """A package, unpacked."""

    frames: Array
    floor: Array
    light: Array
    facts: bytes


def _content(source: Path) -> _Content | None:
    """Content of a package, read completely before anything is written; None for a damaged one."""
    try:
        with zipfile.ZipFile(source) as package:
            pictures = sorted(name for name in package.namelist() if name.endswith(".avif"))
            return _Content(
                frames=np.stack([_picture(package.read(name)) for name in pictures]),
                floor=_array(package, "masks.npz", "floor"),
                light=_array(package, "light.npz", "light").astype(np.float32),
                facts=package.read("plates.json"),
            )
    except (OSError, KeyError, ValueError, SyntaxError, EOFError, zlib.error, zipfile.BadZipFile):
        return None


def _picture(data: bytes) -> Array:
    with Image.open(io.BytesIO(data)) as picture:
        return np.asarray(picture.convert("RGB"))


def _array(package: zipfile.ZipFile, name: str, field: str) -> Array:
    with np.load(io.BytesIO(package.read(name))) as arrays:
        found: Array = arrays[field]
        return found


def _compressed(**arrays: Array) -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


def _places(cache_folder: Path, keys: Keys) -> tuple[Path, Path]:
    return cache_folder / "plates" / keys.plates, cache_folder / "floors" / f"{keys.floor}.npy"


@cache
def _known(packages: Path) -> dict[Keys, Path]:
    """Packages by their keys; damaged ones are ignored."""
    found = {}
    for path in sorted(packages.glob("*.zip")):
        try:
            with zipfile.ZipFile(path) as package:
                found[Keys.model_validate(json.loads(package.read("keys.json")))] = path
        except (OSError, KeyError, ValueError, zipfile.BadZipFile):
            continue
    return found
