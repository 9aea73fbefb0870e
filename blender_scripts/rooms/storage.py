"""Storage: sideboards, chests and shelves of books.

Every piece stands on z = 0 around its own origin; its front faces -y.
"""

from random import Random

from blender_scripts.rooms.mesh import Part, box, joined, merged, moved, one_shade, rod
from blender_scripts.rooms.tableware import book_pile, bowl, vase


def book_row(width: float, height: float, rng: Random, thickness: tuple[float, float]) -> list[Part]:
    """Upright books from x = 0 to at most `width`, spines at y = 0 and facing -y."""
    parts, x = [], 0.0
    while True:
        wide = rng.uniform(*thickness)
        if x + wide > width:
            return parts
        tall, deep = height * rng.uniform(0.68, 0.95), rng.uniform(0.15, 0.19)
        part = box(
            (wide - 0.003, deep, tall), (x + wide / 2, deep / 2 + rng.uniform(0, 0.012), tall / 2 + 0.002), "books"
        )
        parts.append(one_shade(part, rng.randrange(60)))
        x += wide


def sideboard(rng: Random) -> list[Part]:
    """A long low cupboard with doors and something on top."""
    w, d, h, foot = rng.uniform(1.5, 1.9), 0.42, rng.uniform(0.62, 0.74), 0.15
    body = box((w, d, h - foot), (0, 0, (h + foot) / 2), "wood", bevel=0.008)
    legs = [
        rod(
            (sx * (w / 2 - 0.12), sy * (d / 2 - 0.06), 0),
            (sx * (w / 2 - 0.14), sy * (d / 2 - 0.08), foot),
            "wood",
            0.014,
            0.022,
        )
        for sx in (-1, 1)
        for sy in (-1, 1)
    ]
    doors, count = [], rng.choice((3, 4))
    wide = (w - 0.06) / count
    for k in range(count):
        x = -w / 2 + 0.03 + wide * (k + 0.5)
        doors += [
            box((wide - 0.012, 0.018, h - foot - 0.07), (x, -d / 2 - 0.009, (h + foot) / 2), "panel"),
            box((0.09, 0.016, 0.014), (x, -d / 2 - 0.027, h - 0.1), "metal"),
        ]
    return joined(
        body,
        legs,
        doors,
        moved(vase(rng.uniform(0.28, 0.42), rng), (w * 0.32, 0, h)),
        moved(book_pile(rng, 4), (-w * 0.28, 0, h)),
    )


def bookshelf(rng: Random, width: float = 1.2, height: float = 2.2) -> list[Part]:
    """An open bookshelf; partly filled rows may get a vase or a pile of books."""
    d, board = 0.3, 0.025
    rows = max(1, round((height - 0.08) / 0.36))
    pitch = (height - 0.08 - board) / rows
    parts = joined(
        [box((board, d, height), (sx * (width - board) / 2, 0, height / 2), "wood") for sx in (-1, 1)],
        [
            box((width - 2 * board - 0.002, d - 0.02, board), (0, 0.002, 0.08 + pitch * k + board / 2), "wood")
            for k in range(rows + 1)
        ],
        box((width - 2 * board - 0.002, 0.012, height - 0.02), (0, d / 2 - 0.008, height / 2), "panel"),
        box((width - 2 * board - 0.002, 0.02, 0.076), (0, -d / 2 + 0.03, 0.038), "wood"),
    )
    for k in range(rows):
        # The cameras see only the lower rows of a shelf at the wall; thicker books above save vertices.
        thickness = (0.026, 0.056) if pitch * k < 0.75 else (0.09, 0.2)
        parts += moved(
            _shelf_load(width - 2 * board - 0.02, pitch - board, rng, thickness),
            (0, -d / 2 + 0.035, 0.08 + pitch * k + board),
        )
    return merged(parts)


def _shelf_load(width: float, height: float, rng: Random, thickness: tuple[float, float]) -> list[Part]:
    filled = width * rng.choice((1.0, 1.0, 0.85, 0.65))
    parts = moved(book_row(filled, height, rng, thickness), (-width / 2, 0, 0))
    if width - filled > 0.3:
        parts += moved(
            vase(min(0.22, height * 0.8), rng) if rng.random() < 0.5 else book_pile(rng, 3),
            (width / 2 - (width - filled) / 2, 0.12, 0.002),
        )
    return parts


def low_chest(rng: Random) -> list[Part]:
    """A low chest of drawers with a vase."""
    w, d, h = rng.uniform(1.2, 1.6), 0.4, rng.uniform(0.42, 0.55)
    parts = [
        box((w, d, h - 0.03), (0, 0, (h + 0.03) / 2), "wood", bevel=0.008),
        box((w - 0.1, d - 0.06, 0.03), (0, 0, 0.016), "wood"),
    ]
    for sx in (-1, 0, 1):
        for z in (0.3, 0.72):
            x = sx * (w - 0.05) / 3
            parts += [
                box(
                    ((w - 0.05) / 3 - 0.012, 0.016, (h - 0.08) / 2 - 0.01),
                    (x, -d / 2 - 0.008, 0.03 + (h - 0.03) * z),
                    "panel",
                ),
                box((0.08, 0.014, 0.012), (x, -d / 2 - 0.023, 0.03 + (h - 0.03) * z), "metal"),
            ]
    return joined(
        parts, moved(vase(rng.uniform(0.22, 0.34), rng), (w * 0.28, 0, h)), moved(bowl(0.12), (-w * 0.25, 0, h))
    )
