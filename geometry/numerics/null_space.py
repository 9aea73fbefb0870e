"""Directions in which a system of equations does not change to first order."""

import numpy as np

from geometry.numerics.vectors import Array

RANK_RELATIVE = 1e-5
"""Singular values below this fraction of the largest are zero: at a double root found to 1e-7 they are 1e-7."""


def null_space(J: Array) -> Array:
    """An orthonormal basis of the null space of `J` `(m, n)`, as columns `(n, k)`.

    Residuals and variables are both expected in their natural units: slopes of a healthy equation are near one, so a
    system whose every slope is tiny (one equation at a double root) is singular as well.
    """
    if J.size == 0:
        return np.eye(J.shape[1])
    _, sizes, basis = np.linalg.svd(J)
    rank = int((sizes > RANK_RELATIVE * max(sizes.max(initial=0.0), 0.1)).sum())
    return basis[rank:].T
