"""The closed word lists: solids, measures, question openers, fillers. A word on no list makes a statement unreadable.

A word that could carry a relation or a number (`each`, `only`, `except`, `half`) is never a filler.
"""


def words(text: str) -> frozenset[str]:
    """The words of a string, split at spaces."""
    return frozenset(text.split())


_KINDS = "cube cuboid parallelepiped prism pyramid tetrahedron octahedron cylinder cone sphere hemisphere"
KIND_NOUNS = {kind: kind for kind in _KINDS.split()} | {"box": "cuboid", "die": "cube"}
"""Nouns that name the kind of a solid."""

FORM_WORDS = {"cylindrical": "cylinder", "cubic": "cube"}
"""Adjectives that name the kind of the noun behind them."""

OBJECT_NOUNS = words("can glass post pole box column die")
"""Everyday things; another word names their form."""

OPEN_OBJECTS = words(
    "glass tank mug container cup bowl barrel bucket drum jar vase beaker tent scoop cistern pot hat funnel vessel "
    "bottle storage room aquarium pool crate chest carton"
)
"""Things that may be open, so the word does not define their surface."""

OF_BASE = {
    "triangular": (3, "triangle"),
    "square": (4, "square"),
    "rectangular": (4, "rectangle"),
    "quadrangular": (4, "quadrilateral"),
    "pentagonal": (5, "pentagon"),
    "hexagonal": (6, "hexagon"),
}
"""Adjectives of prisms and pyramids: number of sides and shape of the base."""

MARKS = words("larger smaller large small big second new original inner inscribed circumscribed wide")
"""Adjectives that distinguish one solid from another of its kind."""

SAME_MARK = {"large": "larger", "big": "larger", "small": "smaller"}

IDLE_ADJECTIVES = words("solid given following water circular paper glass based")
"""Adjectives without a measure."""

IDLE_LEADS = (
    *("then", "now", "also", "hence", "so", "if", "given", "given that", "suppose", "let", "consider", "and", "when"),
    *("where", "such that", "so that", "with", "in space", "but", "as", "that"),
)
"""Words that open a clause and add no condition."""

DIAGRAM = (
    *("as shown", "as shown below", "in the diagram", "in the diagram below", "shown", "shown below", "below"),
    *("labeled as shown", "labeled as shown below", "the figure shows"),
)
"""References to a drawing."""

ASK = ("what is", "what is the value of", "find", "determine", "compute", "how big is")
"""Words that open a question."""

ANSWER_FORMS = ("in simplest radical form", "in terms of π", "as a common fraction")
"""How an answer is to be written; the value stays the same."""

MEASURES = {
    "volume": "volume|volumes",
    "surface": "surface area|surface",
    "total_surface": "total surface area",
    "lateral": "lateral surface area|lateral area|area of the curved surface",
    "base_area": "base area|area of the square face",
    "radius": "radius|base radius|bottom radius",
    "diameter": "diameter|length of the diameter",
    "circumference": "circumference|circumference of the base",
    "height": "height|altitude|perpendicular height",
    "slant": "slant height|lateral height",
    "edge": "edge|edge length|side|side length",
    "base_edge": "base edge",
    "diagonal": "diagonal|space diagonal|length of the diagonal|length of its diagonal|length of its space diagonal",
    "edge_sum": "sum of the lengths of all edges|sum of the lengths of all the edges|sum of the lengths of the edges"
    "|sum of the length of all its edges",
    "area": "area",
    "length": "length",
    "width": "width",
    "top_radius": "top radius",
    "top_area": "area of its upper base",
    "bottom_area": "area of its lower base",
    "side_face_area": "area of each triangular face",
}
"""Key of a measure: its phrases, separated by bars. A phrase that could mean two measures of one solid is left out."""
