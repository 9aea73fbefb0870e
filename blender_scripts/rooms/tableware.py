"""Small objects placed on furniture: piles of books, bowls, vases. They stand on z = 0."""

from random import Random

from blender_scripts.rooms.mesh import Part, box, lathe, moved, one_shade


def book_pile(rng: Random, count: int) -> list[Part]:
    """A few books lying on each other."""
    parts, z = [], 0.001
    for _ in range(count):
        thick = rng.uniform(0.025, 0.045)
        book = one_shade(
            box((rng.uniform(0.2, 0.27), rng.uniform(0.15, 0.2), thick - 0.002), (0, 0, z + thick / 2), "books"),
            rng.randrange(60),
        )
        parts += moved(book, turn_deg=rng.uniform(-25, 25))
        z += thick
    return parts


def bowl(radius: float = 0.15) -> list[Part]:
    profile = [
        (0, 0.002),
        (radius * 0.45, 0.002),
        (radius * 0.5, 0.015),
        (radius * 0.9, 0.06),
        (radius, 0.095),
        (radius * 0.93, 0.095),
        (radius * 0.8, 0.06),
        (0, 0.03),
    ]
    return [lathe(profile, "ceramic", sides=20)]


def vase(height: float, rng: Random) -> list[Part]:
    """A turned vase, slim or bellied."""
    h, belly = height, height * rng.uniform(0.24, 0.36)
    profile = [
        (0, 0.002),
        (belly * 0.55, 0.002),
        (belly, h * 0.35),
        (belly * 0.8, h * 0.65),
        (belly * 0.32, h * 0.86),
        (belly * 0.45, h),
        (belly * 0.36, h),
        (belly * 0.24, h * 0.86),
        (0, h * 0.8),
    ]
    return [lathe(profile, "ceramic", sides=18)]
