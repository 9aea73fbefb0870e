"""Metadata of an MP4 film from its boxes (ISO/IEC 14496-12), read without a decoder. Rejects truncated files."""

import struct
from collections.abc import Iterator
from pathlib import Path

from geometry.record import Record


class VideoError(RuntimeError):
    """A film that could not be written or read; one sentence and its remedy."""


class Container(Record):
    """Metadata from the boxes of an MP4 file (ISO/IEC 14496-12)."""

    frames: int
    steps: tuple[tuple[int, int], ...]
    """Runs of frames of equal duration: count, ticks."""
    ticks_per_s: int
    index_first: bool
    """`moov` before `mdat`: a player can start before the whole file has arrived."""
    colour: tuple[int, int, int]
    """Primaries, transfer and matrix by ISO/IEC 23001-8; 1 is BT.709, 2 unknown."""


def read_container(path: Path) -> Container:
    try:
        data = path.read_bytes()
        places = {kind: start for kind, start, _ in _boxes(data, 0, len(data))}
        media = _inside(data, "moov", "trak", "mdia")
        version = data[_inside(data, "mdhd", within=media)[0]]
        (ticks,) = struct.unpack_from(">I", data, _inside(data, "mdhd", within=media)[0] + (20 if version else 12))
        table = _inside(data, "minf", "stbl", within=media)
        start, _ = _inside(data, "stts", within=table)
        (runs,) = struct.unpack_from(">I", data, start + 4)
        steps = tuple(struct.unpack_from(">II", data, start + 8 + 8 * i) for i in range(runs))
        (frames,) = struct.unpack_from(">I", data, _inside(data, "stsz", within=table)[0] + 8)
        mark = data.find(b"colrnclx", *table)
        colour = struct.unpack_from(">HHH", data, mark + 8) if mark >= 0 else (2, 2, 2)
    except (OSError, struct.error, IndexError, KeyError) as error:
        raise VideoError(f"{path} is not a complete MP4 file. Remedy: render the film again.") from error
    first = places["moov"] < places.get("mdat", 0)
    return Container(frames=frames, steps=steps, ticks_per_s=ticks, index_first=first, colour=colour)


def _boxes(data: bytes, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """Kind, start and end of the content of each box between `start` and `end`."""
    while start < end:
        size, kind = struct.unpack_from(">I4s", data, start)
        head = 8
        if size == 1:
            (size,), head = struct.unpack_from(">Q", data, start + 8), 16
        size = size or end - start
        if size < head or start + size > end:
            raise IndexError(f"box {kind!r} extends beyond its parent")
        yield kind.decode("latin-1"), start + head, start + size
        start += size


def _inside(data: bytes, *kinds: str, within: tuple[int, int] | None = None) -> tuple[int, int]:
    """Start and end of the content of the first box at the end of a path of kinds."""
    place = within or (0, len(data))
    for wanted in kinds:
        places = {kind: (start, end) for kind, start, end in reversed(list(_boxes(data, *place)))}
        place = places[wanted]
    return place
