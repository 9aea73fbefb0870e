"""The words for measures of a solid, each with the phrases people use; `THE` stands for any determiner.

A phrase that could mean two measures of one solid is on no list.
"""

PATTERNS = {
    "volume": "volume|capacity|volumes",
    "surface": "surface area|surface",
    "total_surface": "total surface area|entire surface area|whole surface area|total area|full surface area",
    "lateral": "lateral surface area|lateral area|curved surface area|area of THE curved surface"
    "|area of THE lateral surface|total lateral area|area of THE lateral faces",
    "base_area": "base area|area of THE base|area of THE square face|area of THE square base|area of THE circular base",
    "radius": "radius|base radius|radius of THE base|radius of THE circular base|lower base radius"
    "|lower radius|bottom radius|radius of THE lower base|radius of THE bottom base"
    "|radius of THE bottom|inside radius|radii|radius of THE larger base",
    "diameter": "diameter|base diameter|diameter of THE base|bottom diameter|lower base diameter"
    "|diameter of THE bottom|diameter of THE lower base|inside diameter|inner diameter"
    "|length of THE diameter",
    "circumference": "circumference|base circumference|circumference of THE base",
    "height": "height|altitude|perpendicular height|vertical height|depth|length of THE altitude|heights",
    "slant": "slant height|lateral height|slant|slant length|generatrix|generator",
    "edge": "edge|edge length|length of one edge|edge lengths|side|side length|side lengths"
    "|length of THE edge|length of THE side|sides|length of each of its edges"
    "|length of one of its edges|length of each of its sides|length of its edges|length of its sides"
    "|length of THE edges|length of the sides|length of an edge",
    "base_edge": "base edge|base edges|base edge length|side of THE base|side length of THE base|edge of THE base"
    "|length of THE side of THE base|side of THE square base|side length of THE square base"
    "|length of a base edge|base side length|side lengths of THE base|length of one side of THE base"
    "|base side",
    "lateral_edge": "lateral edge|lateral edges|lateral edge length|length of THE lateral edge|side edge"
    "|side edge length",
    "diagonal": "diagonal|space diagonal|interior diagonal|body diagonal|length of THE diagonal|main diagonal"
    "|length of THE space diagonal|length of THE interior diagonal|length of THE main diagonal",
    "face_diagonal": "face diagonal|diagonal of THE face|length of THE face diagonal",
    "edge_sum": "sum of the lengths of all edges|sum of the lengths of all its edges"
    "|sum of the lengths of all the edges|sum of the lengths of the edges"
    "|sum of the lengths of its edges|sum of all edge lengths|total edge length|sum of all its edges"
    "|sum of all edges|sum of all of its edges|sum of the lengths of all of its edges"
    "|sum of all the edges|sum of the length of all its edges|sum of the edge lengths"
    "|total length of all its edges|sum of the lengths of its twelve edges"
    "|sum of the lengths of the twelve edges|total length of the edges"
    "|sum of the lengths of all of the edges|total length of all edges|total length of all the edges",
    "base_perimeter": "perimeter of THE base|base perimeter|perimeter of THE square base",
    "area": "area",
    "perimeter": "perimeter",
    "length": "length",
    "width": "width|breadth",
    "top_radius": "top radius|upper base radius|upper radius|radius of THE upper base|radius of THE top"
    "|radius of THE top base|radius of THE smaller base",
    "top_diameter": "top diameter|upper base diameter|diameter of THE top|diameter of THE upper base",
    "top_area": "area of THE upper base|area of THE top base|upper base area|top area",
    "bottom_area": "area of THE lower base|area of THE bottom base|lower base area|bottom area",
    "face_area": "area of THE face|area of one of its faces|area of each of its faces",
    "side_face_area": "area of each lateral face|area of each triangular face|area of one lateral face"
    "|area of one triangular face|area of each of the triangular faces"
    "|area of each of its lateral faces",
}
"""Key of a measure: its phrases, separated by bars."""
