"""Solve a figure: its coordinates, every condition measured on them, and the target in closed form."""

import solidscene

FIGURE = """
solid pyramid P-ABCD
given square(A, B, C, D), AB = 2, PA = 2
given PA ⟂ ABCD
point E = midpoint(P, D)
find angle(plane(A,E,C), plane(A,B,C,D))
"""

report = solidscene.solve(FIGURE)
print(f"{report.target} = {report.exact.pretty} ({report.value:.6f} rad)")
print(f"measured on {report.shapes} figures of different shape, {len(report.checks)} conditions checked")
for label, place in report.coordinates.points.items():
    print(label, *(f"{coordinate:8.4f}" for coordinate in place))

# A figure that leaves its target open is not an error: the report says what is missing.
open_figure = solidscene.solve("solid cuboid ABCD-EFGH\ngiven AB = 2\nfind volume(ABCD-EFGH)")
print(open_figure.status, "-", open_figure.reason)
