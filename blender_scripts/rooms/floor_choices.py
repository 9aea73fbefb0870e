"""The floor of each style: the seed picks shades, sizes and directions."""

from random import Random

from blender_scripts.rooms import floors, patterns
from blender_scripts.rooms.colour import Rgb, paint
from blender_scripts.rooms.materials import Paint


def _pair(rng: Random, *pairs: tuple[str, str]) -> tuple[Rgb, Rgb]:
    dark, light = rng.choice(pairs)
    return paint(dark), paint(light)


def oak_boards(rng: Random) -> Paint:
    dark, light = _pair(rng, ("#87705a", "#b09a7f"), ("#8d7963", "#b8a48b"), ("#786655", "#a18c76"))
    return floors.planks(dark, light, rng.choice((0.14, 0.16, 0.18)), turned=rng.random() < 0.5)


def stone(rng: Random) -> Paint:
    dark, light = _pair(rng, ("#a8a49d", "#bcb8b0"), ("#a0a1a2", "#b4b5b6"), ("#aea69b", "#c0b9ae"))
    return floors.tiles(dark, light, rng.choice((0.8, 1.0, 1.2)))


def carpet(rng: Random) -> Paint:
    return floors.carpet(*_pair(rng, ("#7d746a", "#9c9287"), ("#6f757a", "#8f959a"), ("#7e7a6c", "#9d998a")))


def point_parquet(rng: Random) -> Paint:
    dark, light = _pair(rng, ("#6e5b4e", "#917d6d"), ("#756455", "#978675"), ("#6c5e55", "#8c7d70"))
    return floors.chevron(dark, light, rng.choice((0.12, 0.14)), rng.choice((0.56, 0.68)))


def honey_parquet(rng: Random) -> Paint:
    dark, light = _pair(rng, ("#7c6858", "#a08c78"), ("#756455", "#998775"))
    return floors.basket(dark, light, rng.choice((0.52, 0.6)))


def chequers(rng: Random) -> Paint:
    dark, light = _pair(rng, ("#a0988c", "#bdb6aa"), ("#979a94", "#b6b8b1"), ("#a3968a", "#bfb4a7"))
    return floors.tiles(dark, light, rng.choice((0.5, 0.6)), 45.0, chequered=True)


def concrete(rng: Random) -> Paint:
    return patterns.cast(*_pair(rng, ("#8a8985", "#a9a7a2"), ("#85888a", "#a4a6a7")))


def straw_mats(rng: Random) -> Paint:
    straw, pale = _pair(rng, ("#a09a84", "#b8b29c"), ("#9d978a", "#b4aea0"))
    return floors.tatami(straw, pale, paint(rng.choice(("#4f5148", "#55504a", "#464b52"))))
