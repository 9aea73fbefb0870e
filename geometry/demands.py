"""What a condition demands of coordinates, in numbers: residuals that must vanish, margins to keep positive."""

from dataclasses import dataclass

import numpy as np

from geometry.vectors import Array, beside


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
