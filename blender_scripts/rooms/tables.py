"""Tables of every height, and the plinths of the gallery.

Every piece stands on z = 0 around its own origin; its front faces -y.
"""

from random import Random

from blender_scripts.rooms.mesh import Part, box, joined, lathe, moved, rod
from blender_scripts.rooms.tableware import book_pile, bowl, vase


def _on_top(z: float, rng: Random, reach: float) -> list[Part]:
    """Something to put on a table: books, a bowl or a vase."""
    kind = rng.choice(("books", "bowl", "vase", "books_bowl"))
    if kind == "vase":
        return moved(vase(rng.uniform(0.2, 0.32), rng), (rng.uniform(-reach, reach), 0, z))
    parts = moved(book_pile(rng, rng.choice((2, 3, 4))), (-reach, 0.03, z)) if "books" in kind else []
    return parts + (moved(bowl(), (reach * 0.8, -0.02, z)) if "bowl" in kind else [])


def coffee_table(rng: Random) -> list[Part]:
    """Low table: rectangular with a shelf, or round on three legs."""
    if rng.random() < 0.5:
        r, h = rng.uniform(0.4, 0.5), 0.4
        top = lathe(
            [(0, 0), (r - 0.02, 0), (r, 0.012), (r, 0.028), (r - 0.008, 0.036), (r * 0.5, 0.036), (0, 0.036)],
            "wood",
            (0, 0, h),
            sides=32,
        )
        legs = [
            rod((c * r * 0.85, s * r * 0.85, 0), (c * r * 0.6, s * r * 0.6, h), "wood", 0.018, 0.024)
            for c, s in ((1, 0), (-0.5, 0.866), (-0.5, -0.866))
        ]
        return joined(flat_top(top), legs, _on_top(h + 0.036, rng, r * 0.4))
    w, d, h = rng.uniform(1.05, 1.3), rng.uniform(0.58, 0.68), rng.uniform(0.36, 0.42)
    legs = [
        box((0.05, 0.05, h), (sx * (w / 2 - 0.06), sy * (d / 2 - 0.06), h / 2), "wood")
        for sx in (-1, 1)
        for sy in (-1, 1)
    ]
    shelf = box((w - 0.18, d - 0.18, 0.02), (0, 0, 0.13), "wood")
    return joined(
        legs, shelf, box((w, d, 0.038), (0, 0, h + 0.019), "wood", bevel=0.012), _on_top(h + 0.038, rng, w * 0.26)
    )


def flat_top(part: Part) -> Part:
    """The same part with a UV map projected from above, so that boards run straight across a round top."""
    corners = part.vertices[[i for face in part.faces for i in face]]
    return Part(part.vertices, part.faces, part.role, corners[:, :2], smooth=False)


def side_table(rng: Random) -> list[Part]:
    """A small round table with a vase or books."""
    r, h = 0.23, rng.uniform(0.46, 0.54)
    top = lathe([(0, 0), (r, 0), (r, 0.022), (r * 0.5, 0.022), (0, 0.022)], "wood", (0, 0, h), sides=24)
    foot = lathe([(0.17, 0), (0.17, 0.012), (0.022, 0.03), (0.018, h), (0, h)], "metal", sides=18)
    return joined(
        flat_top(top), foot, moved(vase(0.24, rng) if rng.random() < 0.5 else book_pile(rng, 3), (0.02, 0, h + 0.022))
    )


def long_table(rng: Random, width: float = 2.2, depth: float = 0.92) -> list[Part]:
    """A dining or reading table with an apron."""
    h = 0.74
    legs = [
        box((0.075, 0.075, h - 0.04), (sx * (width / 2 - 0.09), sy * (depth / 2 - 0.09), (h - 0.04) / 2), "wood")
        for sx in (-1, 1)
        for sy in (-1, 1)
    ]
    aprons = [box((width - 0.26, 0.02, 0.09), (0, sy * (depth / 2 - 0.09), h - 0.086), "wood") for sy in (-1, 1)]
    return joined(
        legs, aprons, box((width, depth, 0.04), (0, 0, h - 0.02), "wood", bevel=0.012), _on_top(h, rng, width * 0.2)
    )


def desk(rng: Random) -> list[Part]:
    """A work table on trestles with paper, books and a jar."""
    w, d, h = rng.uniform(1.5, 1.8), 0.75, 0.74
    parts = [box((w, d, 0.035), (0, 0, h - 0.018), "wood", bevel=0.01)]
    for sx in (-1, 1):
        for sy in (-1, 1):
            parts.append(
                rod((sx * (w / 2 - 0.2), sy * 0.3, 0), (sx * (w / 2 - 0.26), sy * 0.06, h - 0.04), "metal", 0.018)
            )
        parts.append(rod((sx * (w / 2 - 0.22), -0.22, 0.25), (sx * (w / 2 - 0.22), 0.22, 0.25), "metal", 0.012))
    for k in range(3):
        parts += moved(
            box((0.42, 0.3, 0.003), (0, 0, 0.0035 + 0.005 * k), "paper"),
            (rng.uniform(-0.3, 0.1), rng.uniform(-0.1, 0.08), h),
            rng.uniform(-30, 30),
        )
    return joined(
        parts, moved(book_pile(rng, 3), (w / 2 - 0.3, 0.12, h)), moved(vase(0.16, rng), (-w / 2 + 0.2, 0.15, h))
    )


def plinth(rng: Random) -> list[Part]:
    """A white gallery plinth that carries a large vase."""
    h, side = rng.uniform(0.55, 0.85), rng.uniform(0.36, 0.44)
    return joined(
        box((side, side, h), (0, 0, h / 2 + 0.001), "plinth", bevel=0.006),
        moved(vase(rng.uniform(0.4, 0.6), rng), (0, 0, h)),
    )


def low_table(rng: Random) -> list[Part]:
    """A Japanese floor table with a tea bowl."""
    w, d, h = rng.uniform(1.1, 1.4), rng.uniform(0.7, 0.8), 0.33
    legs = [
        box((0.07, 0.07, h - 0.03), (sx * (w / 2 - 0.1), sy * (d / 2 - 0.1), (h - 0.03) / 2), "wood")
        for sx in (-1, 1)
        for sy in (-1, 1)
    ]
    top = box((w, d, 0.045), (0, 0, h - 0.022), "wood", bevel=0.015)
    return joined(legs, top, moved(bowl(0.1), (0.16, 0.05, h)), moved(vase(0.17, rng), (-0.2, -0.03, h)))
