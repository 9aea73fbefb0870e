"""Reads the uncompressed scan-line EXR files that `render.frames` writes. Rejects all other files.

Blender's image loader returns only the combined picture of a multilayer file; the layout itself is simple
(OpenEXR file layout: magic, version, attributes, line offsets, then per line its channels in alphabetical order).
"""

import struct
from pathlib import Path

import numpy as np

MAGIC = 20000630
_TYPES = {1: np.dtype("<f2"), 2: np.dtype("<f4")}


def read_exr(path: str | Path) -> dict[str, np.ndarray]:
    """Channels by name, each (h, w) float32, row 0 on top."""
    data = Path(path).read_bytes()
    if struct.unpack_from("<I", data)[0] != MAGIC:
        raise ValueError(f"{path} is not an EXR file")
    attributes, at = _header(data)
    if attributes["compression"] != b"\0":
        raise ValueError(f"{path} is compressed; it must be written with exr_codec NONE")
    left, top, right, bottom = struct.unpack("<4i", attributes["dataWindow"])
    width, height = right - left + 1, bottom - top + 1
    channels = _channels(attributes["channels"])
    row = np.dtype([("y", "<i4"), ("size", "<i4"), *((name, kind, (width,)) for name, kind in channels)])
    rows = np.frombuffer(data, dtype=row, count=height, offset=at + 8 * height)
    if not np.array_equal(rows["y"], np.arange(top, bottom + 1)):
        raise ValueError(f"{path} has its lines out of order")
    return {name: rows[name].astype(np.float32) for name, _ in channels}


def _header(data: bytes) -> tuple[dict[str, bytes], int]:
    attributes, at = {}, 8
    while data[at] != 0:
        name, at = _text(data, at)
        _, at = _text(data, at)
        (size,) = struct.unpack_from("<i", data, at)
        attributes[name] = data[at + 4 : at + 4 + size]
        at += 4 + size
    return attributes, at + 1


def _channels(block: bytes) -> list[tuple[str, np.dtype]]:
    found, at = [], 0
    while block[at] != 0:
        name, at = _text(block, at)
        (kind,) = struct.unpack_from("<i", block, at)
        found.append((name, _TYPES[kind]))
        at += 16
    return found


def _text(data: bytes, at: int) -> tuple[str, int]:
    end = data.index(0, at)
    return data[at:end].decode(), end + 1
