"""A condition as residuals, which must be zero, and margins, which must be positive.

`predicates.residuals_of` computes them for each kind of condition.
"""

from dataclasses import dataclass

import numpy as np

from geometry.notation import syntax as s
from geometry.numerics.vectors import Array, beside


@dataclass(frozen=True)
class ConditionResiduals:
    """A measured condition: `residuals` `(..., m)` must be zero, `margins` `(..., k)` must be positive."""

    residuals: Array
    margins: Array


def condition_residuals(residuals: list[Array], margins: list[Array] | None = None) -> ConditionResiduals:
    return ConditionResiduals(columns(residuals), columns(margins or []))


def columns(parts: list[Array]) -> Array:
    if not parts:
        return np.zeros((1, 0))
    return beside(parts)


def components(v: Array) -> list[Array]:
    return [v[..., 0], v[..., 1], v[..., 2]]


def only_filters(condition: s.Condition) -> bool:
    """Whether a condition's margins only require that a solid is valid, or that an inscribed solid stays inside.

    In every valid figure these are at their limit or far from it, so that steering a search by them would mislead it.
    """
    return isinstance(condition, s.Call) and condition.name in ("proper", "inscribed", "circumscribed")
