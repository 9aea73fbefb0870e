"""Records for the closed form of a number, or its absence. Lightweight: imports neither numpy nor sympy."""

from geometry.record import Evidence


class ExactForm(Evidence):
    """A closed form that matches the decimal."""

    text: str
    """The form in ASCII, as sympy.sympify reads it: sqrt(3)/2, acos(1/3), 32*pi/3; always radians."""
    pretty: str
    """The form for display: √3/2, arccos(1/3), 32π/3, 60°."""
    latex: str
    """The form in LaTeX without dollar signs."""
    residual: float
    """|value - exact| / |value|; when the exact form is zero, |value|."""


class NotRecognised(Evidence):
    """No closed form matches the decimal with enough confidence; the decimal itself is the answer."""

    decimal: str
    """The value to 12 significant digits."""
    reason: str
    """Why no form is given, in one sentence."""
