"""What a condition demands of coordinates, in numbers: residuals that must vanish, margins to keep positive."""

from dataclasses import dataclass

import numpy as np

from geometry.notation import syntax as s
from geometry.numerics.vectors import Array, beside


@dataclass(frozen=True)
class Demand:
    """A condition measured: `residuals` `(..., m)` must vanish, `margins` `(..., k)` must be positive."""

    residuals: Array
    margins: Array


def demand(residuals: list[Array], margins: list[Array] | None = None) -> Demand:
    return Demand(columns(residuals), columns(margins or []))


def columns(parts: list[Array]) -> Array:
    if not parts:
        return np.zeros((1, 0))
    return beside(parts)


def components(v: Array) -> list[Array]:
    return [v[..., 0], v[..., 1], v[..., 2]]


def only_filters(condition: s.Condition) -> bool:
    """Whether a condition's margins only say that a solid is a solid, or that one touching from inside stays inside.

    These are at their limit, or far from it, in every valid figure; a search that steered by them would be misled.
    """
    return isinstance(condition, s.Call) and condition.name in ("proper", "inscribed", "circumscribed")
