"""Every tolerance of the kernel, named and justified in one place."""

SOLVED_RELATIVE = 1e-9
"""A condition holds when its two sides differ by no more than this fraction of their size."""

SAME_TARGET_RELATIVE = 1e-6
"""Two solutions agree on the target when it differs by no more than this; looser than SOLVED because a
target may amplify the residual of the conditions (a small angle between nearly parallel planes)."""

DEGENERATE_RELATIVE = 1e-4
"""A solid is flat when its volume is below this times the cube of its size, an edge is a point when it is
shorter than this times the size. Far above rounding, far below any figure a person would draw."""

EQUAL_LENGTHS_RELATIVE = 1e-7
"""Lengths that a measure such as `edge(k)` takes for one differ by no more than this; solved coordinates
agree to 1e-9, so only figures whose lengths truly differ are refused."""

MARGIN_SLACK = 1e-9
"""An inequality may be missed by this much: a point at the very end of its segment is on it."""

STATIONARY = 1e-6
"""Projected slope of an extremal quantity, in units of its own size, below which a figure is stationary."""

BETTER_NEIGHBOUR = 1e-9
"""A neighbour of an extremum is better when it improves the quantity by more than this fraction."""

ACTIVE_LIMIT = 1e-6
"""A margin this small is at its limit; a solid this near to being flat is the limit of solids, not one."""

SLOPE_NOISE = 1e-7
"""Slopes by finite differences are good to about 1e-10; smaller singular values are redundancy, not equations."""

STRICT = 1e-6
"""A strict inequality ("AB < CD", "inside", "on the same side") must hold by at least this much, relative."""
