"""Records of an export: what is asked for, one row of it, and the columns that every tabular form shares. Data only."""

from pathlib import Path
from typing import Literal, get_args

from pydantic import Field

from dataset.errors import DatasetError
from dataset.items import EvidenceLevel, Item, Media
from geometry.disclosure.difficulty_record import Band
from geometry.record import Evidence

Format = Literal["dataset", "hf", "parquet", "vlmevalkit", "lmms-eval", "jsonl"]
Variant = Literal["spatial", "type", "dimensions", "text"]
VideoStorage = Literal["bytes", "paths"]
Kind = Literal["string", "float64", "int64"]
FORMATS: tuple[Format, ...] = get_args(Format)
VARIANTS: tuple[Variant, ...] = get_args(Variant)
STORAGES: tuple[VideoStorage, ...] = get_args(VideoStorage)


ExportError = DatasetError
"""An export cannot be made; the same error as for every other dataset."""


class ExportRequest(Evidence):
    """What a user asks of an export."""

    format: Format
    variant: Variant = "spatial"
    frames: int = Field(default=0, ge=0)
    """Evenly spaced frames of each film as pictures; 0 for none, except in formats that need them."""
    videos: VideoStorage = "paths"
    """Whether a Parquet file holds the films themselves or the names of files beside it."""
    text_only: bool = False
    """Leave out all films, so that samples without one are exported too."""
    licence: str = "unknown"
    """Licence of the problem texts, as the Hub names it."""
    min_evidence: EvidenceLevel | Literal[""] = ""
    """The weakest evidence for a reading that is exported; empty for any."""
    min_difficulty: Band = "easy"
    """The easiest questions that are exported; a trivial one asks only for a single size."""


class Chosen(Evidence):
    """An item with the film that belongs to it."""

    item: Item
    video: Path | None
    """The film's file; None in a text-only export."""
    film: Media | None


class Selection(Evidence):
    """What of a run is exported."""

    chosen: tuple[Chosen, ...]
    unpublished: int
    """Problems that were quarantined or failed."""
    filmless: int
    """Published samples left out because they have no film."""
    weaker: int = 0
    """Published samples left out because the evidence for their reading is weaker than asked for."""
    easier: int = 0
    """Published samples left out because they are easier than asked for."""


class ExportRow(Evidence):
    """One sample in a tabular form; every field is a column of `COLUMNS`."""

    id: str
    question: str
    answer: float
    answer_tolerance: float
    unit: str
    answer_exact: str
    answer_in_statement: float
    problem_type: str
    geometry_type: str
    variant: Variant
    scale: float
    size_m: float | None
    colours: str
    statement: str
    stated_answer: str
    figure: str
    evidence: str
    perturbations: int
    difficulty: str
    checks_passed: int
    film_frames: int | None
    film_fps: float | None
    film_width_px: int | None
    film_height_px: int | None
    film_sha256: str | None
    generator: str
    seed: int


class Column(Evidence):
    """A column that all tabular forms share."""

    name: str
    kind: Kind
    meaning: str


def _column(name: str, kind: Kind, meaning: str) -> Column:
    return Column(name=name, kind=kind, meaning=meaning)


COLUMNS: tuple[Column, ...] = (
    _column("id", "string", "id of the problem in the corpus"),
    _column("question", "string", "what is asked, in the chosen variant"),
    _column("answer", "float64", "the value measured in the scene, in `unit`, to six significant digits"),
    _column("answer_tolerance", "float64", "half a unit of the last digit of `answer`"),
    _column("unit", "string", "m, m², m³, °, rad or, for a plain number, 1"),
    _column("answer_exact", "string", "closed form in the statement's own unit; angles in radians"),
    _column("answer_in_statement", "float64", "value in the statement's own unit; angles in radians"),
    _column("problem_type", "string", "angle, ratio, length, area or volume"),
    _column("geometry_type", "string", "the solid in words"),
    _column("variant", "string", "how much the question states: spatial, type, dimensions or text"),
    _column("scale", "float64", "metres in the scene per unit of the statement"),
    _column("size_m", "float64", "longest extent of the solid in the scene"),
    _column("colours", "string", "JSON object: colour of each marked vertex by its label in the statement"),
    _column("statement", "string", "the problem as the corpus has it"),
    _column("stated_answer", "string", "the answer as the corpus has it"),
    _column("figure", "string", "the figure in SolidScene's notation"),
    _column("evidence", "string", "how the figure is known to say what the statement says, see the card"),
    _column("perturbations", "int64", "changes of the statement's numbers under which two readings agreed"),
    _column("difficulty", "string", "trivial, easy, medium or hard: what has to be constructed and estimated"),
    _column("checks_passed", "int64", "machine checks that this sample passed; `evidence.jsonl` lists them"),
    _column("film_frames", "int64", "frames of the film; null in a text-only export, like all film_ columns"),
    _column("film_fps", "float64", "frames per second"),
    _column("film_width_px", "int64", "width of the film"),
    _column("film_height_px", "int64", "height of the film"),
    _column("film_sha256", "string", "hash of the film's bytes"),
    _column("generator", "string", "version of SolidScene that made the sample"),
    _column("seed", "int64", "seed of the run"),
)
VIDEO_COLUMN = "video"
FRAMES_COLUMN = "frames"
