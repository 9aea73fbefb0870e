"""The one error the geometry kernel raises when a figure has no answer; it never carries a made-up value."""


class GeometryError(ValueError):
    """The figure is degenerate or the question has no answer; the message says which, in one sentence."""
