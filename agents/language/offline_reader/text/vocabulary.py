"""The closed lists of words the reader knows: solids, shapes, fillers. A word on no list is a word not understood.

Nothing is a filler that could carry a relation or a number: `each`, `only`, `except` or `half` are on no list.
"""

from agents.language.offline_reader.text.word_lists import words

KIND_NOUNS = {
    "cube": "cube",
    "cubes": "cube",
    "cuboid": "cuboid",
    "box": "cuboid",
    "parallelepiped": "parallelepiped",
    "prism": "prism",
    "pyramid": "pyramid",
    "tetrahedron": "tetrahedron",
    "octahedron": "octahedron",
    "cylinder": "cylinder",
    "cylinders": "cylinder",
    "cone": "cone",
    "cones": "cone",
    "sphere": "sphere",
    "spheres": "sphere",
    "ball": "sphere",
    "hemisphere": "hemisphere",
    "die": "cube",
    "room": "cuboid",
}
"""Nouns that tell the kind of a solid by themselves."""

FORM_WORDS = {
    "cylindrical": "cylinder",
    "spherical": "sphere",
    "hemispherical": "hemisphere",
    "conical": "cone",
    "cubic": "cube",
    "cubical": "cube",
}
"""Adjectives that tell the kind of whatever noun follows; so does `cube-shaped`."""

OBJECT_NOUNS = words(
    "can glass post pole tank mug container cup bowl block box rod barrel bucket drum jar vase tin beaker "
    "tent column log candle scoop ball marble balloon globe die dice brick crate cistern pot hat funnel silo pillar "
    "vessel bar tower wheel disc disk coin roller mold mould bead bottle storage chest carton package room "
    "aquarium pool"
)
"""Everyday things that have a form told by another word."""

OPEN_OBJECTS = words(
    "glass tank mug container cup bowl barrel bucket drum jar vase beaker tent scoop cistern pot hat funnel vessel "
    "bottle storage room aquarium pool crate chest carton"
)
"""Things that may well be open: what their surface is, the word does not tell."""

OF_BASE = {
    "triangular": (3, "triangle"),
    "square": (4, "square"),
    "rectangular": (4, "rectangle"),
    "quadrilateral": (4, "quadrilateral"),
    "quadrangular": (4, "quadrilateral"),
    "pentagonal": (5, "pentagon"),
    "hexagonal": (6, "hexagon"),
}
"""Adjectives of prisms and pyramids: sides of the base and its shape."""

MARKS = words(
    "larger smaller large small big bigger largest smallest first second third new original inner outer inscribed "
    "circumscribed narrow wide resulting old"
)
"""Adjectives that tell one solid from another of its kind."""

SAME_MARK = {"large": "larger", "big": "larger", "bigger": "larger", "small": "smaller", "old": "original"}

IDLE_ADJECTIVES = words(
    "solid wooden certain given closed metal plastic empty certain standard following corresponding concrete "
    "water circular cardboard paper glass steel"
)
"""Adjectives that say nothing about measures."""

IDLE_LEADS = (
    "then",
    "now",
    "also",
    "furthermore",
    "moreover",
    "hence",
    "so",
    "if",
    "given",
    "given that",
    "it is given that",
    "it is known that",
    "we know that",
    "knowing that",
    "know that",
    "known that",
    "it is also known that",
    "suppose",
    "suppose that",
    "assume",
    "assume that",
    "assuming that",
    "let",
    "consider",
    "and",
    "when",
    "where",
    "such that",
    "so that",
    "with",
    "here",
    "also given",
    "further",
    "in addition",
    "we have",
    "there is",
    "we are given",
    "you are given",
    "in space",
    "we consider",
    "we look at",
    "imagine",
    "but",
    "while",
    "as",
    "in which",
    "satisfying",
    "that",
)
"""Words that open a clause and say nothing themselves."""

DIAGRAM = (
    "as shown",
    "as shown below",
    "as shown above",
    "as shown in the figure",
    "as shown in the figure below",
    "as shown in the diagram",
    "as shown in the diagram below",
    "as shown in figure",
    "as shown in the picture",
    "as pictured",
    "as pictured below",
    "as illustrated",
    "as illustrated below",
    "as in the figure",
    "as in the diagram",
    "in the figure",
    "in the figure below",
    "in the diagram",
    "in the diagram below",
    "in the accompanying figure",
    "in the adjoining figure",
    "in the given figure",
    "in the picture",
    "shown",
    "shown below",
    "shown above",
    "shown here",
    "shown in the figure",
    "shown in the figure below",
    "shown in the diagram",
    "shown in the diagram below",
    "pictured",
    "pictured below",
    "below",
    "labeled as shown",
    "labeled as shown below",
    "labelled as shown",
    "labelled as shown below",
    "see figure",
    "see diagram",
    "see the figure",
    "see the diagram",
    "see the figure below",
    "see the diagram below",
    "see picture",
    "not drawn to scale",
    "the diagram shows",
    "the figure shows",
    "the picture shows",
    "the figure below shows",
    "the diagram below shows",
    "the solid shown is",
    "not to scale",
)
"""References to a drawing that says nothing the words do not."""

ANSWER_FORMS = (
    "in simplest radical form",
    "in simplest form",
    "in simplest terms",
    "in simplified form",
    "in terms of π",
    "as a common fraction",
    "as a common fraction in terms of π",
    "as a fraction",
    "as a reduced fraction",
    "as a mixed number",
    "as a decimal",
    "as an integer",
    "as a ratio",
    "as a percent",
    "as a percentage",
    "in degrees",
    "in radians",
)
"""How an answer is to be written; the value stays the same."""
