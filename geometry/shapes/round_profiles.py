"""Integrals over slices of a solid of revolution cut by a plane, used by `round_cuts`.

Everything is in the frame of the solid: the axis is z from 0 to the height, and the plane is
nx·x + nz·z = d with nx ≥ 0. The kept side is nx·x + nz·z ≥ d. Raises GeometryError if an integral does not
converge.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin, sqrt

from scipy.integrate import quad

from geometry.errors import GeometryError

QUADRATURE_RELATIVE = 1e-12
"""Requested relative accuracy of each integral; two digits better than needed, since parts are sums of several."""

REFUSED_RELATIVE = 1e-9
"""Tolerance: an integral whose error estimate exceeds this fraction of its value is rejected."""

NOISE_RELATIVE = 1e-13
"""Allowed error as a fraction of the whole solid: a sliver this small is the rounding error of its plane."""

BINDING_RELATIVE = 1e-13
"""Tolerance: a bound this close to zero at the end of an interval is the active one; rounding of one division."""


@dataclass(frozen=True)
class Plane:
    """The plane nx·x + nz·z = d in the frame of the solid, with nx ≥ 0 and nx² + nz² = 1."""

    nx: float
    nz: float
    d: float

    def drop(self, z: float) -> float:
        """nx times the x at which the plane passes height z."""
        return self.d - self.nz * z


@dataclass(frozen=True)
class Straight:
    """Profile of a cylinder, cone or frustum: the radius is linear in the height."""

    base_radius: float
    top_radius: float
    height: float

    def radius(self, z: float) -> float:
        share = z / self.height
        return self.base_radius * (1.0 - share) + self.top_radius * share

    def band(self, z: float) -> float:
        """Lateral area per unit of height and of angle."""
        return self.radius(z) * hypot(self.height, self.base_radius - self.top_radius) / self.height

    def kinks(self, plane: Plane) -> list[float]:
        """Heights at which the plane passes the lateral surface farthest to either side."""
        slope = (self.top_radius - self.base_radius) / self.height
        found = []
        for side in (plane.nx, -plane.nx):
            pace = side * slope + plane.nz
            if pace != 0.0:
                found.append((plane.d - side * self.base_radius) / pace)
        return found

    def whole_volume(self, low: float, high: float) -> float:
        a, b = self.radius(low), self.radius(high)
        return pi * (high - low) * (a * a + a * b + b * b) / 3.0

    def whole_area(self, low: float, high: float) -> float:
        return 2.0 * pi * (high - low) * self.band((low + high) / 2.0)


@dataclass(frozen=True)
class Spherical:
    """Profile of a hemisphere standing on its flat disk."""

    base_radius: float

    @property
    def height(self) -> float:
        return self.base_radius

    @property
    def top_radius(self) -> float:
        return 0.0

    def radius(self, z: float) -> float:
        return sqrt(max((self.base_radius - z) * (self.base_radius + z), 0.0))

    def band(self, z: float) -> float:
        """Lateral area per unit of height and of angle: the same at every height (Archimedes)."""
        return self.base_radius

    def kinks(self, plane: Plane) -> list[float]:
        reach = sqrt(max((self.base_radius - plane.d) * (self.base_radius + plane.d), 0.0))
        return [plane.d * plane.nz + side * reach * plane.nx for side in (1.0, -1.0)]

    def whole_volume(self, low: float, high: float) -> float:
        return pi * (high - low) * (self.base_radius**2 - (low * low + low * high + high * high) / 3.0)

    def whole_area(self, low: float, high: float) -> float:
        return 2.0 * pi * self.base_radius * (high - low)


Profile = Straight | Spherical


def kept_half_angle(profile: Profile, plane: Plane, z: float) -> float:
    """Half the angle of the arc of the circle at height z on the kept side, from 0 to π."""
    reach = plane.nx * profile.radius(z)
    return 2.0 * atan2(sqrt(max(reach - plane.drop(z), 0.0)), sqrt(max(reach + plane.drop(z), 0.0)))


def segment_area(radius: float, half_angle: float) -> float:
    """Area of the segment of a disk under an arc of twice the half angle."""
    return radius * radius * _less_sine(2.0 * half_angle) / 2.0


def kept_disk(profile: Profile, plane: Plane, z: float) -> float:
    """Area of the part of the disk at height z on the kept side."""
    reach = plane.nx * profile.radius(z)
    if plane.drop(z) >= reach:
        return 0.0
    if plane.drop(z) <= -reach:
        return pi * profile.radius(z) ** 2
    return segment_area(profile.radius(z), kept_half_angle(profile, plane, z))


def kept_volume(profile: Profile, plane: Plane) -> float:
    """Volume on the kept side."""

    def partly(z: float) -> float:
        return segment_area(profile.radius(z), kept_half_angle(profile, plane, z))

    return _over_slices(profile, plane, partly, profile.whole_volume)


def kept_lateral(profile: Profile, plane: Plane) -> float:
    """Lateral area on the kept side."""

    def partly(z: float) -> float:
        return 2.0 * profile.band(z) * kept_half_angle(profile, plane, z)

    return _over_slices(profile, plane, partly, profile.whole_area)


def _over_slices(
    profile: Profile,
    plane: Plane,
    partly: Callable[[float], float],
    whole: Callable[[float, float], float],
) -> float:
    """Sum over the heights where the plane crosses the slice (by quadrature) and where it does not."""
    inner = sorted(z for z in profile.kinks(plane) if 0.0 < z < profile.height)
    stops = [0.0, *inner, profile.height]
    total, error = 0.0, 0.0
    for low, high in pairwise(stops):
        middle = (low + high) / 2.0
        reach, drop = plane.nx * profile.radius(middle), plane.drop(middle)
        if drop <= -reach:
            total += whole(low, high)
        elif drop < reach:
            value, estimate = _between_roots(partly, low, high)
            total, error = total + value, error + estimate
    return _converged(total, error, NOISE_RELATIVE * whole(0.0, profile.height))


def _between_roots(function: Callable[[float], float], low: float, high: float) -> tuple[float, float]:
    """Integral and error of a function that may behave like a square root at both ends.

    Substituting z = middle − half·cos φ makes such ends smooth, so the quadrature keeps its full order.
    """
    middle, half = (low + high) / 2.0, (high - low) / 2.0
    return _over_half_turn(lambda phi: function(middle - half * cos(phi)) * half * sin(phi))


def _over_half_turn(function: Callable[[float], float]) -> tuple[float, float]:
    # full_output suppresses the warnings of quad; _converged checks the error instead.
    answer = quad(function, 0.0, pi, epsabs=0.0, epsrel=QUADRATURE_RELATIVE, limit=200, full_output=1)
    return float(answer[0]), float(answer[1])


def _converged(value: float, error: float, noise: float = 0.0) -> float:
    if not error <= REFUSED_RELATIVE * abs(value) + noise:
        raise GeometryError("An integral over the round solid did not converge.")
    return value


@dataclass(frozen=True)
class Conic:
    """The section of a straight profile: half width √(left·right) over an interval of length `length`.

    Both factors are linear along the interval, so each is stored as its values at the two ends: interpolating with
    positive weights loses no digits where the section closes.
    """

    length: float
    left: tuple[float, float]
    right: tuple[float, float]

    def area(self) -> float:
        return self.length * _converged(*_over_half_turn(lambda phi: sqrt(self._width_squared(phi)) * sin(phi)))

    def perimeter(self) -> float:
        """Length of the curved sides, plus the chord where a base disk ends the section."""
        chords = sum(2.0 * sqrt(a * b) for a, b in zip(self.left, self.right, strict=True))
        return 2.0 * _converged(*_over_half_turn(self._pace)) + chords

    def _width_squared(self, phi: float) -> float:
        near, far = cos(phi / 2.0) ** 2, sin(phi / 2.0) ** 2
        return (near * self.left[0] + far * self.left[1]) * (near * self.right[0] + far * self.right[1])

    def _pace(self, phi: float) -> float:
        """Length of the curved side per unit of φ, with y² = left·right and s = length·(1 − cos φ)/2."""
        near, far = cos(phi / 2.0) ** 2, sin(phi / 2.0) ** 2
        left = near * self.left[0] + far * self.left[1]
        right = near * self.right[0] + far * self.right[1]
        rise = (self.left[1] - self.left[0]) * right + left * (self.right[1] - self.right[0])
        return sin(phi) / 2.0 * hypot(self.length, rise / (2.0 * sqrt(left * right)))


def conic(profile: Straight, plane: Plane) -> Conic:
    """Section of a cylinder, cone or frustum by a plane known to cut it.

    Along the plane, x = d·nx − nz·s and z = d·nz + nx·s; inside means 0 ≤ z ≤ height and |x| ≤ radius(z),
    four bounds linear in s.
    """
    slope = (profile.top_radius - profile.base_radius) / profile.height
    x, z = (plane.d * plane.nx, -plane.nz), (plane.d * plane.nz, plane.nx)
    radius = (profile.base_radius + slope * z[0], slope * z[1])
    right = (radius[0] - x[0], radius[1] - x[1])
    left = (radius[0] + x[0], radius[1] + x[1])
    start, stop = _where_all_positive([z, (profile.height - z[0], -z[1]), left, right])
    noise = BINDING_RELATIVE * max(profile.base_radius, profile.top_radius, profile.height)

    def at_ends(bound: tuple[float, float]) -> tuple[float, float]:
        first, last = bound[0] + bound[1] * start, bound[0] + bound[1] * stop
        return (first if first > noise else 0.0, last if last > noise else 0.0)

    return Conic(stop - start, at_ends(left), at_ends(right))


def _where_all_positive(bounds: list[tuple[float, float]]) -> tuple[float, float]:
    """Interval of s on which every bound c + m·s is at least 0; constant bounds are assumed to hold."""
    low = max(-c / m for c, m in bounds if m > 0.0)
    high = min(-c / m for c, m in bounds if m < 0.0)
    if not high > low:
        raise GeometryError("The plane does not cut the round solid.")
    return low, high


def _less_sine(angle: float) -> float:
    """x − sin x without cancellation for small x."""
    if angle > 0.5:
        return angle - sin(angle)
    term, total, order = angle**3 / 6.0, 0.0, 3
    while abs(term) > 1e-18 * abs(total) and order < 40:
        total += term
        term *= -angle * angle / ((order + 1) * (order + 2))
        order += 2
    return total
