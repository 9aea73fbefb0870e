"""What expressions of the notation evaluate to: lines, planes, regions, bodies, over a batch of figures.

Arrays are `(3,)` or `(N, 3)`: one figure or N variants of it. A body that only exists for one figure at a time
(a hull, a part cut off) is measured item by item, with `batch_of` and `item`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

import numpy as np

from geometry.numerics.vectors import Array


@dataclass(frozen=True)
class Line:
    """A line, segment or ray: a point and a direction; a segment ends at point + direction."""

    point: Array
    direction: Array
    extent: Literal["line", "segment", "ray"] = "line"


@dataclass(frozen=True)
class Plane:
    """A plane by a point and a normal of any non-zero length."""

    point: Array
    normal: Array


@dataclass(frozen=True)
class Polygon:
    """A polygon by its vertices in order, `(n, 3)` or `(N, n, 3)`."""

    vertices: Array


@dataclass(frozen=True)
class Circle:
    """A circle in space."""

    center: Array
    normal: Array
    radius: Array


@dataclass(frozen=True)
class Section:
    """Where a plane cuts a body."""

    body: "Body"
    plane: Plane


@dataclass(frozen=True)
class PolyBody:
    """A polyhedron with known faces: `vertices` `(..., V, 3)`, faces as consistently oriented index cycles."""

    vertices: Array
    faces: tuple[tuple[int, ...], ...]
    kind: str = "hull"
    groups: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class HullBody:
    """The convex hull of points `(..., n, 3)`."""

    points: Array


@dataclass(frozen=True)
class RoundBody:
    """A right circular solid: centres of base and top (or apex, or pole), radii of both ends."""

    kind: Literal["cylinder", "cone", "cone_frustum", "sphere", "hemisphere"]
    base: Array
    top: Array
    radius: Array
    top_radius: Array


@dataclass(frozen=True)
class PartBody:
    """The part of a body beside a plane: on the side of `point`, or the larger or smaller of the two."""

    body: "Body"
    plane: Plane
    which: Literal["side", "larger", "smaller"]
    point: Array = field(default_factory=lambda: np.zeros(3))


@dataclass(frozen=True)
class CommonBody:
    """The intersection of two convex polyhedra."""

    first: "Body"
    second: "Body"


@dataclass(frozen=True)
class CompositeBody:
    """Bodies joined and removed."""

    plus: tuple["Body", ...]
    minus: tuple["Body", ...]


@dataclass(frozen=True)
class Surface:
    """The surface of a body, for points that lie on it."""

    body: "Body"


@dataclass(frozen=True)
class Interior:
    """The interior of a body, for points that lie in it."""

    body: "Body"


Body = PolyBody | HullBody | RoundBody | PartBody | CommonBody | CompositeBody
Region = Polygon | Circle | Section


def batch_of(value: Any) -> int:
    """The number of variants in `value`, 0 for a single figure."""
    if isinstance(value, np.ndarray):
        return 0 if value.ndim < 2 else len(value)
    if isinstance(value, tuple):
        return max((batch_of(v) for v in value), default=0)
    if isinstance(value, Polygon | PolyBody | HullBody):
        array = value.points if isinstance(value, HullBody) else value.vertices
        return len(array) if array.ndim == 3 else 0
    if not hasattr(value, "__dataclass_fields__"):
        return 0
    return max((batch_of(getattr(value, f.name)) for f in fields(value)), default=0)


def item(value: Any, index: int) -> Any:
    """Variant `index` of a value; single values are returned unchanged."""
    if isinstance(value, Polygon | PolyBody | HullBody):
        name = "points" if isinstance(value, HullBody) else "vertices"
        array = getattr(value, name)
        return replace(value, **{name: array[index]}) if array.ndim == 3 else value
    if isinstance(value, Circle | RoundBody):
        return replace(value, **{f.name: _entry(getattr(value, f.name), f.name, index) for f in fields(value)})
    if isinstance(value, np.ndarray):
        return value[index] if value.ndim == 2 else value
    if isinstance(value, tuple):
        return tuple(item(v, index) for v in value)
    if hasattr(value, "__dataclass_fields__"):
        return replace(value, **{f.name: item(getattr(value, f.name), index) for f in fields(value)})
    return value


def _entry(value: Any, name: str, index: int) -> Any:
    # A radius is `(N,)`, a centre `(N, 3)`: only the field name distinguishes N = 3 radii from one point.
    if not isinstance(value, np.ndarray):
        return value
    single = 0 if name.endswith("radius") else 1
    return value[index] if value.ndim > single else value


def each(measure: Callable[..., float], *values: Any) -> Array:
    """`measure` of every variant; for single values the result as a 0-d array."""
    count = max(batch_of(v) for v in values)
    if count == 0:
        return np.asarray(measure(*values))
    return np.array([measure(*(item(v, i) for v in values)) for i in range(count)])
