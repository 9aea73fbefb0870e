"""Directions in which a system of equations does not change to first order."""

import numpy as np

from geometry.numerics.vectors import Array

RANK_RELATIVE = 1e-5
"""Tolerance: singular values below this fraction of the largest count as zero; at a double root they are near 1e-7."""


def null_space(J: Array) -> Array:
    """An orthonormal basis of the null space of `J` `(m, n)`, as columns `(n, k)`.

    Residuals and variables must both be scaled to their natural units: derivatives of a regular equation are then near
    one, so that a system in which every derivative is tiny (one equation at a double root) is singular as well.
    """
    if J.size == 0:
        return np.eye(J.shape[1])
    _, sizes, basis = np.linalg.svd(J)
    rank = int((sizes > RANK_RELATIVE * max(sizes.max(initial=0.0), 0.1)).sum())
    return basis[rank:].T
