"""Groups of furniture that face the centre of the room from 3.3 m outwards, one for each direction.

A group offers its pieces in order of importance; `RoomBuilder` rejects pieces that do not fit.
"""

from blender_scripts.rooms import decor, plants, seating, storage, tables
from blender_scripts.rooms.layout import Frame


def sofa_corner(f: Frame) -> None:
    """A sofa that faces the centre, a low table in front of it, an armchair and a lamp beside it."""
    r = f.rng
    f.rug(0.0, 4.1)
    f.put(seating.sofa(r), 0.1, 4.85, r.uniform(-4, 4))
    f.put(tables.coffee_table(r), 0.0, 3.72, r.uniform(-6, 6))
    f.put(seating.armchair(r), -1.9, 3.95, r.uniform(42, 62))
    f.put(decor.floor_lamp(r), 1.75, 5.2)
    f.put(seating.pouf(r), 1.5, 3.9)
    f.put(tables.side_table(r), -1.4, 5.05)
    f.put(plants.plant(r), -2.2, 5.6)
    f.put(storage.bookshelf(r, 1.5, 0.8), 0.1, 5.75)


def armchair_circle(f: Frame) -> None:
    """Armchairs around a small table."""
    r = f.rng
    f.rug(0.0, 4.3)
    f.put(tables.coffee_table(r), 0.0, 4.05)
    f.put(seating.armchair(r), -1.3, 4.25, 60)
    f.put(seating.armchair(r), 1.3, 4.25, -60)
    f.put(seating.armchair(r), -0.5, 5.15, 8)
    f.put(seating.armchair(r), 0.5, 5.15, -8)
    f.put(decor.floor_lamp(r), 1.45, 5.25)
    f.put(plants.plant(r), -1.6, 5.4)


def dining(f: Frame) -> None:
    """A long table with chairs along both sides."""
    r = f.rng
    y = 4.6
    f.put(tables.long_table(r), 0.0, y)
    for x in (-0.66, 0.0, 0.66):
        f.put(seating.chair(r), x + r.uniform(-0.04, 0.04), y - 0.76, 180 + r.uniform(-9, 9))
        f.put(seating.chair(r), x + r.uniform(-0.04, 0.04), y + 0.76, r.uniform(-9, 9))
    f.put(seating.chair(r), 1.5, y, -90)
    f.put(seating.chair(r), -1.5, y, 90)
    f.put(plants.plant(r), -2.2, 5.4)
    f.put(storage.sideboard(r), 0.2, 6.3)


def reading_table(f: Frame) -> None:
    """A desk with a chair, a shelf of knee height and a lamp."""
    r = f.rng
    f.rug(0.0, 4.6)
    f.put(tables.desk(r), 0.0, 4.3, r.uniform(-8, 8))
    f.put(seating.chair(r), 0.1, 5.05, r.uniform(-15, 15))
    f.put(storage.bookshelf(r, 1.3, 0.8), -2.0, 4.7, r.uniform(12, 25))
    f.put(decor.floor_lamp(r), 1.4, 5.0)
    f.put(seating.armchair(r), 2.0, 4.1, -40)
    f.put(plants.plant(r), -1.2, 5.8)


def study_table(f: Frame) -> None:
    """A long reading table with books and chairs on one side and at the ends."""
    r = f.rng
    y = 4.7
    f.rug(0.0, y + 0.3)
    f.put(tables.long_table(r, 2.4, 1.0), 0.0, y, r.uniform(-4, 4))
    for x in (-0.7, 0.1, 0.75):
        f.put(seating.chair(r), x, y + 0.85, r.uniform(-12, 12))
    f.put(seating.chair(r), -0.5, y - 0.85, 180 + r.uniform(-12, 12))
    f.put(decor.floor_lamp(r), 1.65, y + 0.7)
    f.put(storage.bookshelf(r, 1.6, 1.0), 0.0, 6.2)
    f.put(seating.armchair(r), -2.1, y, 45)


def painters(f: Frame) -> None:
    """Easels with stools in front of them."""
    r = f.rng
    for x, y, turn in ((-1.5, 4.4, 20), (0.2, 4.6, -4), (1.8, 4.3, -26)):
        f.put(decor.easel(r), x, y, turn + r.uniform(-8, 8))
        f.put(seating.stool(r), x * 0.8, y - 0.95)
    f.put(tables.side_table(r), -0.55, 3.6)
    f.put(storage.bookshelf(r, 1.5, 0.8), -0.7, 5.7, r.uniform(-6, 6))
    f.put(plants.plant(r), 1.0, 5.6)


def workbench(f: Frame) -> None:
    """A work table with stools, jars and paper."""
    r = f.rng
    f.put(tables.desk(r), -0.6, 4.4, r.uniform(-6, 6))
    f.put(seating.stool(r), -1.0, 3.6)
    f.put(seating.stool(r), 0.2, 3.65)
    f.put(decor.easel(r), 1.6, 4.8, -25)
    f.put(storage.bookshelf(r, 1.4, 1.0), -0.5, 5.8, r.uniform(-5, 5))
    f.put(plants.plant(r), -2.2, 5.0)


def exhibits(f: Frame) -> None:
    """A bench in front of plinths with vases."""
    r = f.rng
    f.put(seating.bench(r), 0.0, 3.6, r.uniform(-4, 4))
    for x in (-1.8, 0.0, 1.8):
        f.put(tables.plinth(r), x + r.uniform(-0.1, 0.1), 4.6 + 0.2 * abs(x) + r.uniform(-0.15, 0.15))
    f.put(plants.fern(r), -2.5, 4.3)
    f.put(seating.bench(r), 0.1, 6.2)


def gallery_seats(f: Frame) -> None:
    """Two benches, a plinth and plants."""
    r = f.rng
    f.rug(0.0, 4.1)
    f.put(seating.pouf(r), 0.0, 4.1)
    f.put(seating.bench(r), -1.0, 4.0, 70)
    f.put(seating.bench(r), 1.0, 4.0, -70)
    f.put(tables.plinth(r), 0.0, 5.3)
    f.put(plants.plant(r), 1.9, 5.2)
    f.put(plants.plant(r), -1.9, 5.3)


def greenery(f: Frame) -> None:
    """Plants of all sizes with a garden chair between them."""
    r = f.rng
    f.put(seating.wicker_chair(r), 0.35, 4.0, r.uniform(-20, 20))
    f.put(tables.side_table(r), -0.4, 3.9)
    spots = (
        (plants.palm, -1.7, 4.6),
        (plants.tree, 1.8, 4.7),
        (plants.fern, 1.3, 3.65),
        (plants.fern, -1.3, 3.6),
        (plants.sword_plant, 0.1, 4.9),
    )
    for maker, x, y in spots:
        f.put(maker(r), x + r.uniform(-0.12, 0.12), y + r.uniform(-0.12, 0.12))
    f.put(seating.bench(r), 0.2, 5.7)


def garden_table(f: Frame) -> None:
    """Garden chairs around a low table, plants behind."""
    r = f.rng
    f.put(tables.coffee_table(r), 0.0, 4.1)
    for x, y, turn in ((-1.15, 4.15, 75), (1.15, 4.15, -75), (-0.45, 5.0, 8), (0.45, 5.05, -8)):
        f.put(seating.wicker_chair(r), x, y, turn + r.uniform(-8, 8))
    f.put(plants.palm(r), -1.8, 5.3)
    f.put(plants.tree(r), 1.8, 5.2)
    f.put(plants.fern(r), -2.3, 4.2)
    f.put(plants.sword_plant(r), 2.2, 4.2)
    f.put(plants.fern(r), 0.0, 5.9)


def tea_place(f: Frame) -> None:
    """A floor table with flat cushions around it and a lantern."""
    r = f.rng
    y = 4.2
    f.put(tables.low_table(r), 0.0, y)
    for dx, dy, turn in (
        (-0.35, -0.78, 0),
        (0.35, 0.78, 0),
        (-1.1, 0, 90),
        (1.1, 0, 90),
        (-0.35, 0.78, 0),
        (0.35, -0.78, 0),
    ):
        f.put(seating.zabuton(r), dx + r.uniform(-0.03, 0.03), y + dy, turn + r.uniform(-5, 5))
    f.put(decor.floor_lantern(r), 1.7, 5.0, 20)
    f.put(decor.folding_screen(r), -0.3, 5.7, r.uniform(-6, 6))
    f.put(plants.sword_plant(r), -1.8, 5.2)


def tea_corner(f: Frame) -> None:
    """A folding screen with a plant, a lantern and two cushions."""
    r = f.rng
    f.put(decor.folding_screen(r), 0.0, 5.1, r.uniform(-6, 6))
    f.put(seating.zabuton(r), -0.5, 4.0, 8)
    f.put(seating.zabuton(r), 0.35, 3.9, -8)
    f.put(decor.floor_lantern(r), 1.2, 4.5, 30)
    f.put(plants.sword_plant(r), -1.35, 4.7)
    f.put(plants.plant(r), 1.9, 5.3)
