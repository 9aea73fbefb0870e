"""Smaller groups of furniture on the diagonals of the room, between the groups of the four directions."""

from blender_scripts.rooms import decor, plants, seating, storage, tables
from blender_scripts.rooms.layout import Frame


def lazy_corner(f: Frame) -> None:
    """Towards a corner: armchair, side table, lamp and a plant behind."""
    r = f.rng
    f.put(seating.armchair(r), 0.1, 5.7, r.uniform(-12, 12))
    f.put(tables.side_table(r), -0.75, 5.6)
    f.put(decor.floor_lamp(r), 0.95, 6.2)
    f.put(plants.plant(r), -0.8, 6.6)


def plant_corner(f: Frame) -> None:
    """Towards a corner: plants from low to high."""
    r = f.rng
    f.put(plants.sword_plant(r), 0.1, 5.5)
    f.put(plants.fern(r), -0.85, 5.9)
    f.put(plants.palm(r), 0.9, 6.3)
    f.put(plants.tree(r), -0.2, 7.2)


def garden_corner(f: Frame) -> None:
    """Towards a corner: a bench between ferns under a palm."""
    r = f.rng
    f.put(seating.bench(r), 0.0, 5.5, r.uniform(-8, 8))
    f.put(plants.fern(r), -1.2, 5.7)
    f.put(plants.palm(r), 0.2, 6.8)
    f.put(plants.sword_plant(r), 1.15, 5.9)


def shelf_corner(f: Frame) -> None:
    """Towards a corner: a shelf with a seat in front of it."""
    r = f.rng
    f.put(storage.bookshelf(r, 1.4, 1.6), 0.0, 7.2)
    f.put(seating.armchair(r), 0.35, 5.8, r.uniform(-20, 10))
    f.put(plants.plant(r), -1.2, 6.7)
    f.put(seating.pouf(r), -0.5, 5.6)


def plinth_corner(f: Frame) -> None:
    """Towards a corner: a plinth between two plants."""
    r = f.rng
    f.put(tables.plinth(r), 0.0, 5.7)
    f.put(plants.tree(r), -0.95, 6.5)
    f.put(plants.sword_plant(r), 0.8, 6.1)


def screen_corner(f: Frame) -> None:
    """Towards a corner: a folding screen with a lantern and a cushion."""
    r = f.rng
    f.put(decor.folding_screen(r), 0.0, 6.6)
    f.put(decor.floor_lantern(r), 0.75, 5.9, 15)
    f.put(seating.zabuton(r), -0.1, 5.5, r.uniform(-10, 10))
    f.put(plants.sword_plant(r), -0.9, 6.0)
