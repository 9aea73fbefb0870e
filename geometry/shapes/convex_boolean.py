"""Boolean operations: volume and surface area of a union of convex polyhedra minus other convex polyhedra.

A composite is the union of the `plus` bodies minus the union of the `minus` bodies. A face shared by two joined
bodies is not surface, nor is the opening of a hole; the walls of the hole are. Raises GeometryError for an empty
composite. Overlaps and gaps thinner than 1e-7 of the figure count as contact.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.errors import GeometryError
from geometry.numerics.vectors import cross
from geometry.shapes.polyhedra import ConvexPolyhedron, NoInsideError, convex_hull, edges, section, volume

FloatArray = NDArray[np.float64]
Polygon = FloatArray
"""(n, 2) corners of a convex polygon in a plane, counter-clockwise."""

Bodies = Sequence[ConvexPolyhedron]

CONTACT_RELATIVE = 1e-8
"""Tolerance: faces closer than this times the size of the composite are coplanar, as in `polyhedra`."""

EMPTY_RELATIVE = 1e-12
"""Tolerance: a remainder below this fraction of the bodies is the rounding error of a difference of volumes."""


def intersection(a: ConvexPolyhedron, b: ConvexPolyhedron) -> ConvexPolyhedron:
    """The intersection of two bodies; raises NoInsideError if they share no volume.

    Its vertices are the ends of the edge pieces of one body inside the other, so it is the convex hull of these.
    """
    slack = CONTACT_RELATIVE * max(float(np.ptp(body.vertices, axis=0).max()) for body in (a, b))
    points = np.concatenate([_edges_inside(a, b, slack), _edges_inside(b, a, slack)])
    if len(points) < 4:
        raise NoInsideError("The bodies share no volume.")
    return convex_hull(points)


def _edges_inside(body: ConvexPolyhedron, other: ConvexPolyhedron, slack: float) -> FloatArray:
    """Ends (k, 3) of the pieces of the edges of a body that lie inside the other (Cyrus and Beck, 1978)."""
    rings = [other.vertices[list(face)] for face in other.faces]
    normals = np.stack([_normal(ring) for ring in rings])
    anchors = np.stack([ring.mean(axis=0) for ring in rings])
    depth = ((anchors * normals).sum(axis=1)) - body.vertices @ normals.T
    depth[np.abs(depth) <= slack] = 0.0
    ends = np.asarray(edges(body))
    here, there = depth[ends[:, 0]], depth[ends[:, 1]]
    crossing = here * there < 0.0
    share = np.divide(here, here - there, out=np.zeros_like(here), where=crossing)
    enter = np.where(crossing & (here < 0.0), share, np.where((here < 0.0) & (there == 0.0), 1.0, 0.0))
    leave = np.where(crossing & (there < 0.0), share, np.where((there < 0.0) & (here == 0.0), 0.0, 1.0))
    first, last = enter.max(axis=1), leave.min(axis=1)
    start, along = body.vertices[ends[:, 0]], body.vertices[ends[:, 1]] - body.vertices[ends[:, 0]]
    # Where two edges intersect, rounding may put the end of the piece before its start.
    overlap = (first - last) * np.linalg.norm(along, axis=1) <= slack
    meets = ~((here < 0.0) & (there < 0.0)).any(axis=1) & overlap
    pieces = [start[meets] + share_of[meets, None] * along[meets] for share_of in (first, last)]
    return np.concatenate(pieces)


def composite_volume(plus: Bodies, minus: Bodies = ()) -> float:
    """Volume of the union of `plus` minus the union of `minus`, by inclusion–exclusion."""
    everything = _union_volume([*plus, *minus])
    left = everything - _union_volume(minus)
    if not plus or left <= EMPTY_RELATIVE * everything:
        raise GeometryError("Nothing is left of the composite solid.")
    return left


def composite_area(plus: Bodies, minus: Bodies = ()) -> float:
    """Surface area of the union of `plus` minus the union of `minus`, including the walls of cavities."""
    composite_volume(plus, minus)
    bodies = [(body, True) for body in plus] + [(body, False) for body in minus]
    corners = np.concatenate([body.vertices for body, _ in bodies])
    slack = CONTACT_RELATIVE * float(np.ptp(corners, axis=0).max())
    total, done = 0.0, list[tuple[FloatArray, FloatArray]]()
    for body, _ in bodies:
        for face in body.faces:
            ring = body.vertices[list(face)]
            if any(np.abs((ring - point) @ normal).max() <= slack for point, normal in done):
                continue
            done.append((ring.mean(axis=0), _normal(ring)))
            total += _area_in_plane(bodies, *done[-1], slack)
    return total


def _union_volume(bodies: Bodies) -> float:
    """Volume of a union by inclusion–exclusion: the signed sum over all intersections."""
    total = 0.0
    pending = [(body, index, 1.0) for index, body in enumerate(bodies)]
    while pending:
        common, last, sign = pending.pop()
        total += sign * volume(common)
        for index in range(last + 1, len(bodies)):
            try:
                pending.append((intersection(common, bodies[index]), index, -sign))
            except NoInsideError:
                continue
    return total


@dataclass(frozen=True)
class _Slice:
    """The outline of a body in a plane, and whether the body is present just below and just above it."""

    outline: Polygon
    adds: bool
    below: bool
    above: bool


@dataclass(frozen=True)
class _Cover:
    """Whether material lies below and above one cell of a plane, as far as known."""

    solid_below: bool = False
    solid_above: bool = False
    hole_below: bool = False
    hole_above: bool = False

    def under(self, part: _Slice) -> "_Cover":
        if part.adds:
            return _Cover(
                self.solid_below or part.below,
                self.solid_above or part.above,
                self.hole_below,
                self.hole_above,
            )
        return _Cover(self.solid_below, self.solid_above, self.hole_below or part.below, self.hole_above or part.above)

    @property
    def is_surface(self) -> bool:
        below, above = self.solid_below and not self.hole_below, self.solid_above and not self.hole_above
        return below != above


def _area_in_plane(
    bodies: list[tuple[ConvexPolyhedron, bool]], point: FloatArray, normal: FloatArray, slack: float
) -> float:
    """Area of the surface of the composite that lies in one plane."""
    frame = _frame(normal)
    slices = [cut for body, adds in bodies if (cut := _slice(body, adds, (point, normal, frame), slack)) is not None]
    total = 0.0
    seen: list[Polygon] = []
    for own in (cut for cut in slices if cut.below != cut.above):
        cells = [own.outline]
        for earlier in seen:
            cells = [piece for cell in cells for piece in _split(cell, earlier, slack)[1]]
        seen.append(own.outline)
        total += sum(_surface_in_cell(cell, slices, _Cover(), slack) for cell in cells)
    return total


def _slice(
    body: ConvexPolyhedron, adds: bool, plane: tuple[FloatArray, FloatArray, FloatArray], slack: float
) -> _Slice | None:
    """The outline of a body in the plane, or None if it does not reach the plane."""
    point, normal, frame = plane
    height = (body.vertices - point) @ normal
    below, above = bool(height.min() < -slack), bool(height.max() > slack)
    on_plane = np.abs(height) <= slack
    if below and above:
        outline = section(body, point, normal)
    elif int(on_plane.sum()) >= 3:
        face = next(face for face in body.faces if all(on_plane[i] for i in face))
        outline = body.vertices[list(face)]
    else:
        return None
    flat = (outline - point) @ frame
    return _Slice(flat if _area(flat) > 0.0 else flat[::-1], adds, below, above)


def _surface_in_cell(cell: Polygon, slices: list[_Slice], cover: _Cover, slack: float) -> float:
    """Area of surface in a convex cell, split along the outlines of the remaining slices."""
    if not slices:
        return _area(cell) if cover.is_surface else 0.0
    inside, outside = _split(cell, slices[0].outline, slack)
    total = sum(_surface_in_cell(piece, slices[1:], cover, slack) for piece in outside)
    if inside is not None:
        total += _surface_in_cell(inside, slices[1:], cover.under(slices[0]), slack)
    return total


def _split(cell: Polygon, outline: Polygon, slack: float) -> tuple[Polygon | None, list[Polygon]]:
    """The piece of a convex cell inside a convex outline, and convex pieces of the rest."""
    outside: list[Polygon] = []
    rest: Polygon | None = cell
    for start, end in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        if rest is None:
            break
        along = (end - start) / np.linalg.norm(end - start)
        left_of = np.array([-along[1], along[0]])
        depth = (rest - start) @ left_of
        depth[np.abs(depth) <= slack] = 0.0
        beyond = _keep(rest, -depth)
        if beyond is not None:
            outside.append(beyond)
        rest = _keep(rest, depth)
    return (None, [cell]) if rest is None else (rest, outside)


def _keep(cell: Polygon, depth: FloatArray) -> Polygon | None:
    """The part of a convex cell where the depth, given at its corners, is positive; None if it is empty."""
    if depth.max() <= 0.0:
        return None
    corners = []
    for k in range(len(cell)):
        here, there = depth[k - 1], depth[k]
        if here * there < 0.0:
            corners.append(cell[k - 1] + (cell[k] - cell[k - 1]) * (here / (here - there)))
        if there >= 0.0:
            corners.append(cell[k])
    return np.array(corners)


def _area(ring: Polygon) -> float:
    spokes = ring[1:] - ring[0]
    return float((spokes[:-1, 0] * spokes[1:, 1] - spokes[:-1, 1] * spokes[1:, 0]).sum() / 2.0)


def _normal(ring: FloatArray) -> FloatArray:
    """Unit normal (3,) of a planar polygon (n, 3), outward if its corners are counter-clockwise from outside."""
    spokes = ring[1:] - ring[0]
    vector = cross(spokes[:-1], spokes[1:]).sum(axis=0)
    return np.asarray(vector / np.linalg.norm(vector))


def _frame(normal: FloatArray) -> FloatArray:
    """(3, 2) matrix whose columns span the plane perpendicular to the normal."""
    return np.ascontiguousarray(np.linalg.svd(normal[None, :])[2][1:].T)
