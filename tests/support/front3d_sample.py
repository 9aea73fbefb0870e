"""A tiny download in the format of 3D-FRONT, made from nothing: five houses with what real ones trip loaders over.

Numbers as strings, null uvs, furniture that is not valid, walls wound the wrong way, a picture known by its material's
jid only, .mtl files that glow, a chiral model under a rotation whose quaternion order matters, a file cut short.
"""

import json
import math
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

CORNER = (10.0, 0.1, -7.0)  # of the living room: houses are not centred, nor their floors at zero
ROOM = (6.0, 2.8, 5.0)
ARMS = (0.9, 0.5, 0.3)  # the chiral model: three arms of different lengths along +x, +y, +z
TURN_XYZW = [0.0, 0.3826834323650898, 0.0, 0.9238795325112867]  # 45 degrees about the vertical
TILT_XYZW = [0.18257418583505536, 0.3651483716701107, 0.5477225575051661, 0.7302967433402214]
GREENISH, REDDISH = (96, 120, 96), (150, 90, 80)

Vec3 = tuple[float, float, float]
Plan = tuple[float, float]
Rgb8 = tuple[int, int, int]
Json = dict[str, Any]


def write_png(path: Path, rgb: Rgb8, side: int = 8) -> None:
    """A picture of one sRGB colour with a lighter first row, so that up and down differ."""
    lighter = tuple(min(255, c + 40) for c in rgb)
    rows = b"".join(b"\0" + bytes(lighter if row == 0 else rgb) * side for row in range(side))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    )


def box_points(low: Vec3, high: Vec3) -> list[Vec3]:
    return [(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]


BOX_QUADS = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))


def chiral_points() -> list[Vec3]:
    """The vertices of the chiral model, as its OBJ file lists them."""
    x, y, z = ARMS
    thick = 0.1
    boxes: list[tuple[Vec3, Vec3]]
    boxes = [((0, 0, 0), (x, thick, thick)), ((0, 0, 0), (thick, y, thick)), ((0, 0, 0), (thick, thick, z))]
    return [point for low, high in boxes for point in box_points(low, high)]


def write_model(
    folder: Path,
    points: Sequence[Vec3],
    quads: Sequence[tuple[int, int, int, int]] = BOX_QUADS,
    picture: Rgb8 | None = None,
    kd: Vec3 = (0.5, 0.4, 0.3),
) -> None:
    """An OBJ of boxes (eight points each) with its .mtl, whose emission and transmission are wrong as in the data."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = ["mtllib model.mtl", *(f"v {x} {y} {z}" for x, y, z in points), "vt 0 0", "vt 1 0", "vt 1 1", "vt 0 1"]
    lines.append("usemtl skin")
    for start in range(1, len(points) + 1, 8):
        lines += ["f " + " ".join(f"{start + i}/{k + 1}" for k, i in enumerate(quad)) for quad in quads]
    (folder / "raw_model.obj").write_text("\n".join(lines) + "\n")
    map_line = "map_Kd ./texture.png\n" if picture else ""
    (folder / "model.mtl").write_text(f"newmtl skin\nKd {kd[0]} {kd[1]} {kd[2]}\nKe 1 1 1\nTf 1 1 1\n{map_line}")
    if picture:
        write_png(folder / "texture.png", picture)


def mesh(
    uid: str,
    kind: str,
    corners: Sequence[Vec3],
    material: str = "",
    uv: Literal["metres"] | list[None] = "metres",
    text: bool = False,
) -> Json:
    """A quadrilateral of architecture, as two triangles; `text` writes its numbers as strings."""
    xyz: list[float] | list[str] = [value for corner in corners for value in corner]
    flat: list[float] | list[str] | list[None] = [0.0, 0.0, 2.0, 0.0, 2.0, 2.0, 0.0, 2.0] if uv == "metres" else uv
    faces: list[int] | list[str] = [0, 1, 2, 0, 2, 3]
    if text:
        xyz, flat, faces = ([str(value) for value in row] for row in (xyz, flat, faces))
    return {"uid": uid, "jid": "", "type": kind, "material": material, "xyz": xyz, "uv": flat, "faces": faces}


def rectangle(low_x: float, low_z: float, high_x: float, high_z: float, y: float) -> list[Vec3]:
    """A level quadrilateral, wound to look up."""
    return [(low_x, y, low_z), (low_x, y, high_z), (high_x, y, high_z), (high_x, y, low_z)]


def wall(start: Plan, end: Plan, low: float, high: float) -> list[Vec3]:
    """An upright quadrilateral over the plan segment from start to end (x, z)."""
    (x0, z0), (x1, z1) = start, end
    return [(x0, low, z0), (x1, low, z1), (x1, high, z1), (x0, high, z0)]


def walls(prefix: str, plan: list[Plan], low: float, high: float) -> list[Json]:
    """Walls round a plan polygon; every other one is wound the other way round."""
    sides = list(zip(plan, plan[1:] + plan[:1], strict=True))
    made = [wall(*(side if k % 2 else side[::-1]), low, high) for k, side in enumerate(sides)]
    return [mesh(f"{prefix}{k}", "WallInner", corners, "paint") for k, corners in enumerate(made)]


def item(uid: str, jid: str, title: str = "cabinet/block", valid: bool = True) -> Json:
    return {"uid": uid, "jid": jid, "title": title, "valid": valid}


def child(
    ref: str,
    pos: Vec3 = (0.0, 0.0, 0.0),
    rot: Sequence[float] | Sequence[str] = (0.0, 0.0, 0.0, 1.0),
    scale: Sequence[float] | Sequence[str] = (1.0, 1.0, 1.0),
) -> Json:
    return {"ref": ref, "pos": list(pos), "rot": list(rot), "scale": list(scale), "instanceid": ref}


def room(kind: str, number: int, children: list[Json]) -> Json:
    return {"type": kind, "instanceid": f"{kind}-{number}", "children": children}


def house(furniture: list[Json], meshes: list[Json], rooms: list[Json]) -> Json:
    material = [
        {"uid": "boards", "jid": "floor-picture", "texture": "", "color": [10, 200, 10, 255]}
        | {"UVTransform": ["0", "0.5", "0", "-0.5", "0", "0", "0", "0", "1"]},
        {"uid": "paint", "jid": "no-such-picture", "texture": "http://nowhere/x.png", "color": [200, 190, 170, 255]},
    ]
    return {"uid": "made", "furniture": furniture, "mesh": meshes, "material": material, "scene": {"room": rooms}}


def living_room() -> tuple[list[Json], list[Json], Json]:
    """Furniture along the walls, one tall piece near the middle, one that hangs, a rug, one that is not valid."""
    x, y, z = CORNER
    east, top, south = x + ROOM[0], y + ROOM[1], z + ROOM[2]
    meshes = [
        mesh("floor", "Floor", rectangle(x, z, east, south, y), "boards", text=True),
        mesh("ceiling", "SmartCustomizedCeiling", rectangle(x, z, east, south, top), "paint"),
        mesh("lid", "", rectangle(x, z, east, south, top - 0.2), "paint"),
        mesh("walltop", "WallTop", rectangle(x - 0.2, z, x, south, top), "paint"),
        mesh("jamb", "Hole", [(x - 0.2, y, z + 2), (x, y, z + 2), (x, top, z + 2), (x - 0.2, top, z + 2)], "paint"),
        mesh("window", "Window", wall((x - 0.1, z + 1), (x - 0.1, z + 3), y + 0.8, y + 2.2), "paint", [None] * 8),
        {"uid": "torn", "type": "BaseBoard", "xyz": [0, 0, 0], "faces": [0, 1, 2], "uv": []},
        *walls("wall", [(x, z), (east, z), (east, south), (x, south)], y, top),
    ]
    furniture = [
        item("turned", "chiral"),
        item("tilted", "chiral"),
        item("plain", "box", "table/coffee table"),
        item("flipped", "box", "table/side table"),
        item("tower", "tower", "cabinet/wardrobe"),
        item("lamp", "box", "lighting/ceiling lamp"),
        item("rug", "rug", "rug/carpet"),
        item("ghost", "never-made", valid=False),
        item("husk", "husk"),
    ]
    children = [child(entry["uid"]) for entry in meshes] + [
        child("turned", (x + 0.3, y, z + 0.4), TURN_XYZW, ("0.8", "1.0", "1.2")),
        child("tilted", (x + 0.4, y + 0.3, south - 0.4), [str(q) for q in TILT_XYZW], (0.4, 0.4, 0.4)),
        child("flipped", (east - 0.4, y, south - 0.4), scale=(-1.0, 1.0, 1.0)),
        child("plain", (east - 0.4, y, z + 0.4)),
        child("tower", (x + 1.3, y, z + 0.4)),
        child("lamp", (x + 3.0, y + 2.3, z + 2.5)),
        child("rug", (x + 3.0, y, z + 2.5)),
        child("ghost", (x + 2.0, y, z + 2.0)),
        child("husk", (x + 1.0, y, z + 1.0)),
        child("nowhere"),
    ]
    return furniture, meshes, room("LivingRoom", 1, children)


def corner_house() -> Json:
    """An L-shaped room: the walls of one leg stand, face on, between some cameras and a solid in the other."""
    plan = [(0.0, 0.0), (9.0, 0.0), (9.0, 3.0), (3.4, 3.0), (3.4, 8.0), (0.0, 8.0)]
    floors = [
        mesh("floor_a", "Floor", rectangle(0, 0, 9, 3, 0.0), "paint"),
        mesh("floor_b", "Floor", rectangle(0, 3, 3.4, 8, 0.0), "paint"),
    ]
    meshes = [*floors, *walls("wall", plan, 0.0, 2.8)]
    return house([], meshes, [room("LivingDiningRoom", 9, [child(entry["uid"]) for entry in meshes])])


def small_rooms() -> Json:
    """Rooms that cannot be used, each for one reason, and one that can."""
    meshes = [
        mesh("closet", "Floor", rectangle(0, 0, 2.4, 9, 0.0)),
        mesh("hall", "Floor", rectangle(0, 0, 4, 4, 0.0)),
        mesh("galley", "Floor", rectangle(0, 0, 3.2, 5, 0.0)),
        mesh("lone", "WallInner", wall((0, 0), (4, 0), 0.0, 2.8)),
    ]
    furniture = [item("gone", "never-made"), item("escape", "../../etc")]
    rooms = [
        room("Study", 5, [child("hall"), child("gone", (1, 0, 1))]),
        room("Storage", 6, [child("closet")]),
        room("Balcony", 7, [child("lone")]),
        room("Bedroom", 4, [child("hall"), child("lone")]),
        room("Kitchen", 10, [child("galley")]),
        room("Hall", 8, [child("hall"), child("escape")]),
    ]
    return house(furniture, meshes, rooms)


def bumpy_points(side: int) -> list[Vec3]:
    """A wavy sheet of side x side points, more than a model may have."""
    ticks = [k / (side - 1) for k in range(side)]
    return [(x - 0.5, 0.2 + 0.1 * math.sin(9 * x) * math.cos(7 * z), z - 0.5) for x in ticks for z in ticks]


def write_sheet(folder: Path, side: int) -> None:
    quads = [(i * side + j + 1, i * side + j + 2) for i in range(side - 1) for j in range(side - 1)]
    lines = [f"v {x:.5f} {y:.5f} {z:.5f}" for x, y, z in bumpy_points(side)]
    lines += [f"f {a} {b} {b + side} {a + side}" for a, b in quads]
    folder.mkdir(parents=True)
    (folder / "raw_model.obj").write_text("\n".join(lines) + "\n")


def heavy_house() -> Json:
    """A model with too many vertices; and a long screen that hides the solid with its middle, not with its ends."""
    meshes = [
        mesh("floor", "Floor", rectangle(0, 0, 5, 5, 0.0), "paint"),
        mesh("gallery", "Floor", rectangle(0, 0, 7, 7, 0.0), "paint"),
    ]
    rooms = [
        room("Library", 11, [child("floor"), child("heavy", (0.6, 0, 0.6))]),
        room("Gallery", 12, [child("gallery"), child("screen", (3.5, 0, 0.9))]),
    ]
    return house([item("heavy", "sheet"), item("screen", "screen")], meshes, rooms)


def write_sample(root: Path) -> Path:
    """Write the download into `root` and give it back."""
    models = root / "3D-FUTURE-model"
    write_model(models / "chiral", chiral_points(), picture=REDDISH)
    write_model(models / "box", box_points((-0.3, 0.0, -0.3), (0.3, 0.4, 0.3)))
    write_model(models / "tower", box_points((-0.3, 0.0, -0.3), (0.3, 2.3, 0.3)))
    write_model(models / "rug", box_points((-1.0, 0.0, -0.7), (1.0, 0.008, 0.7)), kd=(0.8, 0.05, 0.02))
    (models / "husk").mkdir()
    (models / "husk" / "raw_model.obj").write_text("v 0 0 0\n")
    write_png(root / "3D-FRONT-texture" / "floor-picture" / "texture.png", GREENISH)
    furniture, meshes, living = living_room()
    write_model(models / "screen", box_points((-3.3, 0.0, -0.05), (3.3, 1.8, 0.05)))
    write_sheet(models / "sheet", 220)
    houses = {
        "a_living": house(furniture, meshes, [living]),
        "c_corner": corner_house(),
        "d_small": small_rooms(),
        "e_heavy": heavy_house(),
    }
    (root / "3D-FRONT").mkdir()
    for name, data in houses.items():
        (root / "3D-FRONT" / f"{name}.json").write_text(json.dumps(data))
    (root / "3D-FRONT" / "b_broken.json").write_text(json.dumps(houses["a_living"])[:-400])
    return root
