"""The one error the geometry kernel raises when a figure has no answer, instead of returning a placeholder value."""


class GeometryError(ValueError):
    """The figure is degenerate or the question has no answer; the message names the cause in one sentence."""
