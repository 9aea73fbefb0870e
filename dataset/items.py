"""One question of a benchmark with everything that belongs to it: pictures, options, answer, proof, provenance.

Data only, the same for converted and for generated items; every writer, the viewer of datasets and the evaluation read
nothing else. An item is published only with a proof whose every check passed.
"""

import hashlib
import json
from typing import Any, Literal, get_args

from pydantic import Field

from geometry.checks import Check
from geometry.record import Evidence

AnswerForm = Literal["number", "option", "ranking"]
MediaKind = Literal["video", "image"]
Capability = Literal["MM", "MR", "SR", "PT", "DA", "CR"]
"""EASI's six: metric measurement, mental reconstruction, spatial relations, perspective taking, deformation and
assembly, comprehensive reasoning."""


class Media(Evidence):
    """A film or picture of an item."""

    path: str
    """Relative to the folder of the dataset."""
    kind: MediaKind
    role: str
    """What it is for: `film`, `poster`, `option A` ..."""
    sha256: str
    size_bytes: int = Field(ge=0)
    width_px: int = Field(gt=0)
    height_px: int = Field(gt=0)
    frames: int = Field(default=1, gt=0)
    fps: float = Field(default=0.0, ge=0)
    """Frames per second; 0 for a still picture."""


class Option(Evidence):
    """One choice of a multiple-choice question or one thing to rank."""

    label: str
    """The letter it is chosen by."""
    text: str = ""
    media: str = ""
    """Path of the picture that is the option; empty for a text option."""
    is_right: bool
    reason: str
    """Why it is right or wrong, with its numbers."""


class Answer(Evidence):
    """The correct answer."""

    form: AnswerForm
    text: str
    """The exact answer: a closed form, a letter, or letters in order."""
    value: float | Literal["not_a_number"] = "not_a_number"
    """The number in `unit`, if the answer is a number."""
    unit: str = ""
    tolerance: float = 0.0
    """Half a unit of the last digit of `value`."""
    quantity: str = ""
    """What is measured: length, area, volume, angle, ratio ..."""


EvidenceLevel = Literal["two readings", "audited reading", "one reading", "figure given", "rules"]
"""How a figure is known to say what its statement says, strongest first."""
EVIDENCE_LEVELS: tuple[EvidenceLevel, ...] = get_args(EvidenceLevel)


_EVIDENCE_WORDS: dict[str, str] = {
    "two readings": "two readings agree",
    "audited reading": "one reading and an audit",
    "figure given": "figure given by hand",
}


def evidence_words(level: str, perturbations: int | None = None) -> str:
    """A level of evidence for people to read."""
    words = _EVIDENCE_WORDS.get(level, level) or "not judged"
    return words if perturbations is None or level != "two readings" else f"{words} under {perturbations} perturbations"


class Proof(Evidence):
    """The machine-checked evidence of an item."""

    checks: tuple[Check, ...] = Field(min_length=1)
    reading: EvidenceLevel | Literal[""] = ""
    """How the figure is known to say what its statement says; empty for generated items and unknown evidence."""
    perturbations: int = 0
    """Changes of the statement's numbers under which two readings agreed."""

    @property
    def holds(self) -> bool:
        return all(check.status == "passed" for check in self.checks)


class Provenance(Evidence):
    """Where an item comes from: enough to reproduce it, and to verify it independently of its generator."""

    generator: str
    """What made it, such as `convert`."""
    version: str
    """Version of the program."""
    seed: int
    parameters: dict[str, Any]
    """What a verifier needs: the figure, or the state of a puzzle."""
    source: dict[str, str] = Field(default_factory=dict)
    """The problem it was converted from, as its corpus states it."""
    licence: str = "unknown"
    """Licence of the source's texts."""
    process: dict[str, Any] = Field(default_factory=dict)
    """Models, prompts, settings and keys of code and checkpoints."""


class Item(Evidence):
    """One question, its answer and its evidence."""

    id: str = Field(min_length=1)
    suite: str
    """The benchmark it belongs to: `siri` ..."""
    task: str
    category: str
    """What it shows: the kind of solid, of puzzle or of structure."""
    level: str = ""
    """Difficulty where a suite has levels."""
    capabilities: tuple[Capability, ...] = ()
    question: str
    variants: dict[str, str] = Field(default_factory=dict)
    """The question by variant, that is by how much it states, for suites that have variants."""
    options: tuple[Option, ...] = ()
    answer: Answer
    media: tuple[Media, ...] = ()
    proof: Proof
    provenance: Provenance
    cluster: str = ""
    """The same for items that share a scene; they are not statistically independent."""

    @property
    def content_hash(self) -> str:
        """Hash of question, media and answer: the same for an item generated twice, on any machine."""
        asked = self.model_dump(mode="json", include={"suite", "task", "question", "variants", "options", "answer"})
        shown = [medium.sha256 for medium in self.media]
        return hashlib.sha256(json.dumps([asked, shown], sort_keys=True).encode()).hexdigest()

    def film(self) -> Media | None:
        """The film of the item, if it has one."""
        return next((medium for medium in self.media if medium.role == "film"), None)
