"""A small run to export: samples that the pipeline really published, with small films that ffmpeg really encoded."""

import functools
import json
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agents.records import Problem
from dataset.file_names import safe_name
from pipeline.film.encode import encode_video
from pipeline.run.convert import convert_problems
from pipeline.run.options import ConvertOptions
from pipeline.run.settings import Settings

FRAMES, FPS, WIDTH, HEIGHT = 48, 6, 64, 48
"""The protocol of a full film in all but its size."""
_CUBE = "solid cube ABCD-EFGH\ngiven AB = {edge}\nfind {target}"
PROBLEMS = (
    Problem(
        id="007", statement="A cube has edge 2.", answer="8", figure=_CUBE.format(edge=2, target="volume(ABCD-EFGH)")
    ),
    Problem(
        id="NA",
        statement="A cube has edge 3.",
        answer="54",
        figure=_CUBE.format(edge=3, target="surface_area(ABCD-EFGH)"),
    ),
    Problem(
        id="a/b é", statement='A cube\thas\n"edge" 1.', answer="\\sqrt{3}", figure=_CUBE.format(edge=1, target="AG")
    ),
    Problem(
        id="ratio", statement="A cube has edge 5.", answer="\\sqrt{3}", figure=_CUBE.format(edge=5, target="AG : AB")
    ),
    Problem(
        id="unfilmed",
        statement="A cube has edge 4.",
        answer="64",
        figure=_CUBE.format(edge=4, target="volume(ABCD-EFGH)"),
    ),
    Problem(
        id="wrong", statement="A cube has edge 2.", answer="9", figure=_CUBE.format(edge=2, target="volume(ABCD-EFGH)")
    ),
)
_KEPT = tempfile.TemporaryDirectory(prefix="export-run-")
FILMED = ("007", "NA", "a/b é", "ratio")


@functools.cache
def finished_run() -> Path:
    """The run, built once for all tests of a process; never to be written to."""
    return build_run(Path(_KEPT.name))


def build_run(folder: Path) -> Path:
    """Convert the problems without Blender, then give four of them a film."""
    options = ConvertOptions(agents="offline", film=None, jobs=2)
    convert_problems(folder, list(enumerate(PROBLEMS)), (options, Settings()), folder / "cache")
    lines = (folder / "samples.jsonl").read_text().splitlines()
    samples = [json.loads(line) for line in lines]
    for number, sample in enumerate(samples):
        if sample.get("difficulty"):
            sample["difficulty"]["band"] = "easy"  # cubes are trivial, which is a matter of one test only
        if sample["id"] in FILMED:
            sample["video"] = f"videos/{safe_name(sample['id'])}.mp4"
            encode_video(_film(number), folder / sample["video"], FPS)
    (folder / "samples.jsonl").write_text("".join(json.dumps(sample) + "\n" for sample in samples))
    return folder


def _film(number: int) -> NDArray[np.uint8]:
    """Frames that get brighter, so that each can be told from the others."""
    film = np.zeros((FRAMES, HEIGHT, WIDTH, 3), dtype=np.uint8)
    film[...] = (np.arange(FRAMES) * 5)[:, None, None, None]
    film[..., number % 3] = 255 - film[..., number % 3]
    return film


def tree(folder: Path) -> dict[str, bytes]:
    """Every file of a folder by its relative name."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
