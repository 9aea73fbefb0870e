"""Tolerances shared by several modules of the kernel; one that belongs to a single algorithm stands in its module."""

SOLVED_RELATIVE = 1e-9
"""A condition holds when its two sides differ by no more than this fraction of their size."""

SAME_TARGET_RELATIVE = 1e-6
"""Two solutions agree on the target when it differs by no more than this; looser than SOLVED because a
target may amplify the residual of the conditions (a small angle between nearly parallel planes)."""

DEGENERATE_RELATIVE = 1e-4
"""A solid is flat when its volume is below this times the cube of its size, an edge is a point when it is
shorter than this times the size. Far above rounding, far below any figure a person would draw."""

EQUAL_LENGTHS_RELATIVE = 1e-7
"""A measure such as `edge(k)` treats lengths as equal when they differ by no more than this; solved coordinates
agree to 1e-9, so only figures whose lengths really differ are rejected."""

ON_SURFACE_RELATIVE = 1e-7
"""A point this close to a surface, relative to the solid, lies on it; solved points are off by 1e-9."""

MARGIN_SLACK = 1e-9
"""A margin may be negative by this much: a point exactly at the end of its segment counts as on it."""

STATIONARY = 1e-6
"""A figure is stationary if the projected gradient of the extremal quantity, relative to its size, is below this."""

BETTER_NEIGHBOUR = 1e-9
"""A neighbour of an extremum is better when it improves the quantity by more than this fraction."""

ACTIVE_LIMIT = 1e-6
"""A margin below this is an active constraint; a solid this close to flat is degenerate, not a solution."""

SLOPE_NOISE = 1e-7
"""Singular values below this mean redundant equations: finite-difference derivatives are accurate to about 1e-10."""

STRICT = 1e-6
"""A strict inequality ("AB < CD", "inside", "on the same side") must hold by at least this much, relative."""
