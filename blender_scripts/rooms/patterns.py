"""Procedural textures as shader nodes, in metres: wood, plaster, cloth, paintings, rugs, views through windows.

Walls and views use the world position, furniture the UV map `UVMap`. Each function returns a paint for
`materials.matte` or `materials.glow`.
"""

from blender_scripts.rooms.colour import Rgb, blend
from blender_scripts.rooms.materials import Graph, Paint, Socket, Value


def wood_grain(g: Graph, along: Value, across: Value, tone: Value, colours: tuple[Rgb, Rgb]) -> Socket:
    """Grain of one board; `tone` sets its shade and offsets its pattern."""
    shift = g.math("MULTIPLY", tone, 40.0)
    point = g.vector(g.math("ADD", g.math("MULTIPLY", along, 1.1), shift), g.math("MULTIPLY", across, 17.0), shift)
    grain = g.noise(point, 1.6, 3.0)
    shade = g.math("ADD", g.math("MULTIPLY", tone, 0.42), g.math("MULTIPLY", g.step(grain, 0.3, 0.72), 0.58))
    return g.mix(shade, colours[0], colours[1])


def cast(dark: Rgb, light: Rgb, scale: float = 0.7) -> Paint:
    """Plaster or polished concrete: low-frequency noise with fine detail."""

    def draw(g: Graph) -> Socket:
        return g.mix(g.noise(g.position(), scale, 5.0), dark, light)

    return draw


def timber(dark: Rgb, light: Rgb) -> Paint:
    """Furniture wood, grain along u."""

    def draw(g: Graph) -> Socket:
        u, v, _ = g.axes(g.uv())
        tone = g.noise(g.vector(g.math("MULTIPLY", u, 0.21), g.math("MULTIPLY", v, 0.33)), 1.0, 0.0)
        return wood_grain(g, u, v, tone, (dark, light))

    return draw


def cloth(colour: Rgb, depth: float = 0.3) -> Paint:
    """Upholstery: a very fine weave and a low-frequency variation of shade."""

    def draw(g: Graph) -> Socket:
        thread = g.noise(g.scaled(g.uv(), (160.0, 55.0, 1.0)), 1.0, 1.0)
        slow = g.noise(g.uv(), 2.3, 1.0)
        shade = g.math("ADD", g.math("MULTIPLY", thread, 0.6), g.math("MULTIPLY", slow, 0.4))
        return g.mix(
            g.step(shade, 0.25, 0.75), blend(colour, (0, 0, 0), depth), blend(colour, (0.8, 0.8, 0.8), depth * 0.35)
        )

    return draw


def assorted(colours: list[Rgb]) -> Paint:
    """One random colour per integer part of u: books, leaves, pillows."""

    def draw(g: Graph) -> Socket:
        u, _, _ = g.axes(g.uv())
        return g.ramp(g.chance(g.vector(g.math("FLOOR", u), 0.5)), colours, stepped=True)

    return draw


def canvas(colours: list[Rgb]) -> Paint:
    """An abstract painting: bands of a few colours with irregular edges."""

    def draw(g: Graph) -> Socket:
        u, _, _ = g.axes(g.uv())
        drift = g.math("MULTIPLY", g.noise(g.scaled(g.uv(), (0.6, 1.3, 1.0)), 1.0, 1.5), 0.9)
        return g.ramp(g.math("PINGPONG", g.math("ADD", g.math("MULTIPLY", u, 0.7), drift), 1.0), colours, stepped=True)

    return draw


def outdoors(haze: Rgb, garden: Rgb, sky: Rgb) -> Paint:
    """The view through windows: blurred shrubs at the bottom that fade into a pale sky."""

    def draw(g: Graph) -> Socket:
        place = g.position()
        _, _, z = g.axes(place)
        shrubs = g.noise(g.scaled(place, (1.0, 1.0, 1.6)), 1.5, 2.0)
        rise = g.math("ADD", z, g.math("MULTIPLY", shrubs, -1.6))
        low = g.mix(g.step(shrubs, 0.3, 0.7), garden, haze)
        return g.mix(g.step(rise, -0.6, 0.9), low, sky)

    return draw


def rug(field: Rgb, border: Rgb, size_m: tuple[float, float], kind: str) -> Paint:
    """A woven rug: a band along the hem, a low-contrast pattern in the field.

    `size_m` are its half sides; the UV origin is its centre.
    """

    def draw(g: Graph) -> Socket:
        u, v, _ = g.axes(g.uv())
        hem = _hem(g, u, v, size_m, kind)
        figure = g.mix(_figure(g, u, v, kind), field, blend(field, border, 0.33))
        ring = g.math("MULTIPLY", g.step(hem, 0.10, 0.11), g.math("SUBTRACT", 1.0, g.step(hem, 0.26, 0.27)))
        banded = g.mix(g.math("MULTIPLY", ring, 0.85), figure, border)
        pile = g.noise(g.scaled(g.uv(), (90.0, 90.0, 1.0)), 1.0, 1.0)
        return g.mix(g.math("MULTIPLY", g.step(pile, 0.3, 0.75), 0.22), banded, (0.04, 0.035, 0.03))

    return draw


def _hem(g: Graph, u: Value, v: Value, size_m: tuple[float, float], kind: str) -> Socket:
    """Distance to the rim of the rug."""
    if kind == "round":
        square = g.math("ADD", g.math("MULTIPLY", u, u), g.math("MULTIPLY", v, v))
        return g.math("SUBTRACT", size_m[0], g.math("SQRT", square))
    return g.math(
        "MINIMUM", *(g.math("SUBTRACT", half, g.math("ABSOLUTE", c)) for half, c in zip(size_m, (u, v), strict=True))
    )


def _figure(g: Graph, u: Value, v: Value, kind: str) -> Socket:
    """Strength of the second colour in the field, 0 to 1."""
    if kind == "stripes":
        return g.step(g.math("PINGPONG", v, 0.11), 0.045, 0.06)
    if kind == "lattice":
        a, b = (g.math("PINGPONG", g.math(op, u, v), 0.16) for op in ("ADD", "SUBTRACT"))
        return g.math("SUBTRACT", 1.0, g.step(g.math("MINIMUM", a, b), 0.012, 0.024))
    if kind == "worn":
        return g.math("MULTIPLY", g.noise(g.vector(u, v), 5.0, 4.0), 0.8)
    # A braided rug: cords wound around the middle.
    from_middle = g.math("SQRT", g.math("ADD", g.math("MULTIPLY", u, u), g.math("MULTIPLY", v, v)))
    return g.math("MULTIPLY", g.step(g.math("PINGPONG", from_middle, 0.055), 0.015, 0.04), 0.55)
