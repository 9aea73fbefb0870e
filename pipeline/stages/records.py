"""Records of a run: the output of each stage, the verdict on a problem, and the sample that is published.

Data only. Their JSON is what the store contains and what replay shows.
"""

from typing import Any, Literal

from pydantic import Field

from agents.records import ProblemType, Reading, Rewritten
from dataset.items import EvidenceLevel
from dataset.video.records import VideoFacts
from geometry.checks import Check
from geometry.disclosure.difficulty_record import Difficulty
from geometry.record import Evidence
from geometry.report.figure_report import FigureReport
from geometry.shapes.coordinates import Coordinates
from pipeline.film.records import FilmSpec
from pipeline.scene.records import FittedScene as FittedScene
from pipeline.scene.records import SceneData

OUTVOTED = "Two other readings agree with each other and not with this one; theirs is taken."
"""The complaint after which a third reading takes the place of the first."""

Status = Literal["published", "quarantined", "failed"]


class Translated(Evidence):
    """The statement in English."""

    statement: str
    language: str
    """Language of the corpus row, such as `en` or `zh`."""
    checks: tuple[Check, ...] = ()


class Read(Evidence):
    """A statement's reading, and who read it."""

    reading: Reading
    by: str
    """`figure given`, `offline rules`, or the model."""
    reply: str = ""
    """The model's reply, to be quoted in a complaint if a later check fails."""
    checks: tuple[Check, ...] = ()


class Solved(Evidence):
    """A figure with coordinates on which every condition was measured."""

    report: FigureReport
    """The kernel's own solution and verdict."""
    coordinates: Coordinates
    """The coordinates for the next stages: the solver's if they passed every check, else the kernel's."""
    by: str
    checks: tuple[Check, ...] = ()


class Compared(Evidence):
    """How strong the evidence for a reading is."""

    level: EvidenceLevel
    perturbations: int = 0
    """Changes of the statement's numbers under which two readings had the same target."""
    readings: int = 1
    by: str = ""
    """Who read it again or audited it: a model, or `offline rules`."""
    other_figure: str = ""
    """The figure of the second reading."""
    checks: tuple[Check, ...] = ()


class Asked(Evidence):
    """What the question has to say."""

    figure: str
    """The figure with those added conditions only that the target needs when the object is seen."""
    text_figure: str
    """The figure for the variant that is answered without the film."""
    left_out: tuple[str, ...]
    """Lines of the reading's figure that the question does without."""
    reveals: tuple[str, ...]
    """Lengths of the object that the question tells, by their end points."""
    type_determines: bool
    """Whether the answer follows once the kind of the object is told too."""
    dimensions_determine: bool
    """Whether it follows once the object's own conditions are told."""
    checks: tuple[Check, ...] = ()


class Scripted(Evidence):
    """A script, and the audited scene it built in the sandbox."""

    script: str
    scene: SceneData
    by: str
    checks: tuple[Check, ...] = ()


class Rendered(Evidence):
    """A video by its files, relative to the run's folder."""

    video: str
    poster: str
    contact_sheet: str
    sha256: str
    """Hash of the video's bytes."""
    spec: FilmSpec
    facts: VideoFacts
    device: str
    seconds: float
    checks: tuple[Check, ...] = ()


class Questioned(Evidence):
    """The question in all its variants."""

    stripped: str
    """The stripped statement, still with its letters and marked quantities."""
    rewritten: Rewritten
    by: str
    checks: tuple[Check, ...] = ()


class Answered(Evidence):
    """The answer in the scene's metres."""

    value: float
    """Measured in the scene, in `unit`, rounded."""
    tolerance: float
    """Half a unit of the last digit of `value`."""
    unit: str
    """m, m², m³, °, rad or nothing."""
    stated_value: float
    """The corpus's answer as a number, in the statement's own unit; angles in radians. For a figure with a key, the
    number made from the quantity (m + n)."""
    statement_value: float
    """The same quantity measured on the figure before it was fitted; angles in radians."""
    exact: str
    """Closed form in the statement's unit if known, else the decimal."""
    letters: dict[str, str] = Field(default_factory=dict)
    """Letters of the figure's key as found, such as m = 5; empty without a key."""
    by: str
    checks: tuple[Check, ...] = ()


class Verdict(Evidence):
    """Why a problem is not published."""

    status: Literal["quarantined", "failed"]
    stage: str
    reason: str
    """The class of the reason in a few words, such as `answer disputed`."""
    sentence: str
    """What was found, in full."""
    checks: tuple[Check, ...] = ()
    figures: tuple[str, ...] = ()
    """The figures of readings that disagree, the reader's first."""
    may_reread: bool = False
    """Whether a model that read the statement is retried with this sentence."""
    is_outvoted: bool = False
    """Whether the reading is replaced by one that two readers agree on."""
    is_checkpoint: bool = True
    """Whether the same input ends the same way; a failure or a model's refusal is retried by the next call."""


class Sample(Evidence):
    """One line of `samples.jsonl`. Fields that a quarantined problem lacks are null or empty there."""

    id: str
    status: Status
    reason: str
    """Class of the reason when not published, else empty."""
    stage: str
    """The stage that stopped it, or `publish`."""
    sentence: str
    """The reason in full."""
    answer: float | None
    """The value measured in the scene, in `unit`, rounded to six significant digits."""
    answer_tolerance: float | None = None
    """Half a unit of the last digit of `answer`."""
    unit: str
    answer_exact: str
    """Closed form in the statement's unit; angles in radians."""
    answer_in_statement: float | None
    """The value in the statement's own unit; angles in radians."""
    problem_type: ProblemType | Literal[""]
    geometry_type: str
    question: str
    """The spatial question, which states nothing about the object."""
    variants: dict[str, str]
    """The question by how much it states: spatial, type, dimensions, text."""
    scale: float | None
    """Metres in the scene per unit of the statement."""
    size_m: float | None = None
    """Longest extent of the solid in the scene."""
    colours: dict[str, str]
    """Colour of each marked vertex by its label."""
    video: str
    """Path of the video within the run, empty when none was rendered."""
    poster: str
    figure: str
    """The figure in the project's notation."""
    asked_figure: str = ""
    """The figure of the question: without conditions and objects that the target does not need."""
    reveals: tuple[str, ...] = ()
    """Lengths of the object that the question tells, by their end points."""
    difficulty: Difficulty | None = None
    """What the question asks of whoever looks; none unless published."""
    determined_by: tuple[str, ...] = ()
    """Variants of the question that give the answer without the film; `text` always does, `spatial` never."""
    statement: str
    """The problem as the corpus has it."""
    stated_answer: str
    evidence: EvidenceLevel | Literal[""] = ""
    """How the figure is known to say what the statement says; empty if the problem ended before that was judged."""
    perturbations: int = 0
    """Changes of the statement's numbers under which two readings agreed."""
    checks: tuple[Check, ...]
    """The evidence, stage by stage."""
    provenance: dict[str, Any]
    """Versions, models, settings, seeds and checkpoint keys that made this sample."""
