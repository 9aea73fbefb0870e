"""The record of the kernel's report on a figure. Lightweight: imports neither the solver nor numpy."""

from typing import Literal

from geometry.answers.exact_record import ExactForm, NotRecognised
from geometry.checks import Check
from geometry.notation.dimensions import TargetClass
from geometry.record import Evidence
from geometry.shapes.coordinates import Coordinates

FigureStatus = Literal["rigid", "free", "contradictory", "unsolved", "ill_posed", "unmeasurable"]


class FigureReport(Evidence):
    """What the kernel found about a figure."""

    status: FigureStatus
    """`rigid` and `free` are valid: the target has one value. `ill_posed`: it varies, a condition is missing."""
    ok: bool
    """Whether the figure is solved, every check passed and the target has one value."""
    reason: str
    """Why not, in a sentence; empty when ok."""
    freedom: int
    """Degrees of freedom left (rigid motions not counted); 0 unless free or ill-posed."""
    target: str
    """The target in canonical notation."""
    target_class: TargetClass
    """How the target scales with the figure."""
    value: float | Literal["none"]
    """The measured target, angles in radians; of an ill-posed figure one of its values; the word none otherwise."""
    exact: ExactForm | NotRecognised
    """The value in closed form where it is recognisable, with the residual; else the decimal and why."""
    spread: tuple[float, ...]
    """Distinct values of the target on valid figures; one when ok."""
    shapes: int = 1
    """Figures of different shape, each satisfying every condition, on which the target was measured."""
    deviation: float = 0.0
    """The largest relative difference between target values that count as equal."""
    coordinates: Coordinates | Literal["none"]
    """One valid figure, or the word none."""
    checks: tuple[Check, ...]
    """Every condition, re-measured."""
    conflict: tuple[str, ...]
    """The conditions that cannot hold together; empty unless contradictory."""
    set_to_one: tuple[str, ...]
    """Parameters the statement left general, now 1."""
