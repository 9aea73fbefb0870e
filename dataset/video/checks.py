"""Checks that a film file is the expected film, made by decoding it. Nothing is repaired."""

from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from dataset.video.decode import Pixels, decoded, read_header, sha256_of
from dataset.video.mp4_container import Container, VideoError, read_container
from dataset.video.records import FilmShape, VideoFacts
from geometry.checks import Check
from geometry.record import Record

LEAST_CHANGE, LEAST_STEP = 0.1, 0.02
"""Adjacent frames are frozen if they differ by less than this share of a step; a step below LEAST_STEP (of 255) is not
motion."""
BLACK_MEAN = 2.0
"""A frame whose mean (of 255) is lower is called black; the darkest room is lit to ten times that."""

LEAST_PSNR_DB = 32.0
"""Below this a viewer sees the compression; a grainy room at 1200x900 comes out near 48 dB."""


def check_video(path: Path, expected: FilmShape, source: Pixels | None = None) -> tuple[Check, ...]:
    """Checks by decoding that the file is the expected film; with `source`, that it shows those frames.

    A damaged stream can decode without an error: given the `VideoFacts` of the written file, its SHA-256 is compared
    too.
    """
    try:
        container, header = read_container(path), read_header(path)
        comparable = source is not None and source.shape[1:3] == (header[1], header[0])
        seen = _look_at_frames(path, source if comparable else None)
    except VideoError as error:
        return (Check(name="video opens", status="failed", measured=np.inf, tolerance=0.0, sentence=str(error)),)
    checks: tuple[Check, ...] = (
        *_shape_checks(expected, header, seen.count),
        *_container_checks(expected, container),
        _verdict("video not black", seen.black / seen.count, 0.0, f"{seen.black} of {seen.count} frames are black"),
        _frozen_check(seen),
    )
    if isinstance(expected, VideoFacts):
        same = sha256_of(path) == expected.sha256
        checks += (_verdict("video bytes", float(not same), 0.0, f"the bytes are {'' if same else 'not '}as written"),)
    return checks if source is None else (*checks, _likeness_check(seen))


class _Seen(Record):
    """Result of one pass over the decoded frames; changes are mean absolute differences of adjacent frames, of 255."""

    count: int
    black: int
    changes: tuple[float, ...]
    due: tuple[float, ...] | None
    """The changes of the source, if it is known."""
    errors: tuple[float, ...]
    """Root mean square difference of each frame to its source, of 1."""


def _look_at_frames(path: Path, source: Pixels | None) -> _Seen:
    black, changes, errors = 0, [], []
    before: Pixels | None = None
    for index, frame in enumerate(decoded(path)):
        black += float(frame.mean()) < BLACK_MEAN
        if before is not None:
            changes.append(_difference(frame, before))
        if source is not None and index < len(source):
            errors.append(_error(frame, source[index]))
        before = frame
    if before is None:
        raise VideoError(f"{path} holds no picture. Remedy: render the film again.")
    due = None if source is None else tuple(_difference(one, other) for one, other in pairwise(source))
    return _Seen(count=len(changes) + 1, black=black, changes=tuple(changes), due=due, errors=tuple(errors))


def _difference(one: Pixels, other: Pixels) -> float:
    return float(np.abs(one.astype(np.int16) - other).mean())


def _error(shown: Pixels, source: Pixels) -> float:
    return float(np.sqrt(np.mean((shown.astype(np.float32) - source) ** 2))) / 255


def _verdict(name: str, measured: float, tolerance: float, sentence: str) -> Check:
    status: Any = "passed" if measured <= tolerance else "failed"
    return Check(name=name, status=status, measured=measured, tolerance=tolerance, sentence=f"{sentence}.")


def _shape_checks(expected: FilmShape, header: tuple[int, int, str], count: int) -> tuple[Check, ...]:
    width, height, chroma = header
    off = max(abs(width / expected.width_px - 1), abs(height / expected.height_px - 1))
    size = f"{width}x{height} pixels, expected {expected.width_px}x{expected.height_px}"
    # Bit depths above eight are written 420p10; plain 420 may have a suffix for the chroma sample position.
    plain = chroma in ("420", "420jpeg", "420mpeg2", "420paldv")
    return (
        _verdict("video frames", abs(count / expected.frames - 1), 0.0, f"{count} frames, expected {expected.frames}"),
        _verdict("video size", off, 0.0, size),
        _verdict("video pixel format", float(not plain), 0.0, f"pixels are {chroma}, expected 8-bit 420"),
    )


def _container_checks(expected: FilmShape, container: Container) -> tuple[Check, ...]:
    tick = Fraction(1, max(1, container.ticks_per_s))
    worst = max((abs(ticks * tick * expected.rate - 1) for _, ticks in container.steps), default=Fraction(1))
    duration = float(sum(count * ticks for count, ticks in container.steps) * tick)
    off = abs(duration / expected.duration_s - 1)
    order = f"the index comes {'first' if container.index_first else 'last'}"
    tagged = container.colour == (1, 1, 1)
    return (
        _verdict("video rate", float(worst), 0.0, f"frames are off {expected.fps:g} per second by {float(worst):.2g}"),
        _verdict("video duration", off, 1e-9, f"{duration:g} s, expected {expected.duration_s:g} s"),
        _verdict("video faststart", float(not container.index_first), 0.0, order),
        _verdict("video colour tags", float(not tagged), 0.0, f"colour tags {container.colour}, expected BT.709"),
    )


def _frozen_check(seen: _Seen) -> Check:
    """No frame repeats its neighbour unless the source does; without a source the median step is what is expected."""
    typical = max(float(np.median(seen.changes)), LEAST_STEP) if seen.changes else LEAST_STEP
    due = (typical,) * len(seen.changes) if seen.due is None else seen.due
    steps = zip(seen.changes, due, strict=False)
    frozen = sum(change < LEAST_CHANGE * step for change, step in steps if step >= LEAST_STEP)
    sentence = f"{frozen} of {len(seen.changes)} neighbouring pairs are frozen"
    return _verdict("video moves", frozen / max(1, len(seen.changes)), 0.0, sentence)


def _likeness_check(seen: _Seen) -> Check:
    worst = max(seen.errors, default=np.inf)
    sentence = f"the worst frame has {-20 * np.log10(max(worst, 1e-9)):.1f} dB, at least {LEAST_PSNR_DB:g} needed"
    return _verdict("video likeness", worst, 10 ** (-LEAST_PSNR_DB / 20), sentence)
