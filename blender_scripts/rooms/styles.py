"""The room styles by name: surfaces, furniture, windows and lighting of each."""

from random import Random

from blender_scripts.rooms import corners, decor, floor_choices, groups, plants, seating, storage, tables
from blender_scripts.rooms.lights import Lighting
from blender_scripts.rooms.mesh import Part
from blender_scripts.rooms.shell import Windows
from blender_scripts.rooms.style import Style, Surfaces

THREE = (-4.8, 0.0, 4.8)
FOUR = (-6.0, -2.0, 2.0, 6.0)
TWO = (-4.4, 4.4)


def _wide_shelf(rng: Random) -> list[Part]:
    return storage.bookshelf(rng, 2.2, 2.0)


def _low_shelf(rng: Random) -> list[Part]:
    return storage.bookshelf(rng, 1.8, 0.85)


STYLES: dict[str, Style] = {
    "oak_loft": Style(
        title="loft with oak boards, tall dark windows and sofas",
        surfaces=Surfaces(
            floor=floor_choices.oak_boards,
            tile_colours=("#a1968a", "#bdb3a6"),
            walls=("#dcd7cd", "#d5d4cf", "#dfd8cb"),
            wood=(("#75604c", "#99826a"), ("#665343", "#89725a")),
            fabrics=("#7c8288", "#8d867c", "#6f7772", "#9a938a", "#8a7a6c", "#66707a"),
            rugs=(("#b9b0a2", "#6f6a64"), ("#a8aba9", "#5f666b"), ("#c0b8a9", "#84735f")),
            rug_kinds=("lattice", "worn", "stripes", "round"),
            frame="#3f4245",
        ),
        sides=(groups.sofa_corner, groups.armchair_circle, groups.dining, groups.reading_table),
        corners=(corners.lazy_corner, corners.plant_corner, corners.shelf_corner, corners.plant_corner),
        wall_pieces=(storage.sideboard, storage.bookshelf, decor.leaning_picture, seating.bench, plants.fern),
        windows=(Windows(THREE), Windows(TWO), Windows((0.0,)), Windows(THREE)),
    ),
    "tiled_gallery": Style(
        title="gallery with pale stone tiles, plinths, benches and paintings",
        surfaces=Surfaces(
            floor=floor_choices.stone,
            tile_colours=("#a5a19a", "#c2beb6"),
            walls=("#dfdedb", "#dbdad5", "#d8dadb"),
            wood=(("#6f6253", "#948570"), ("#4f4740", "#6b6157")),
            fabrics=("#6d6f73", "#86796f", "#59626a", "#a39685", "#7a8078", "#94897f"),
            rugs=(("#a09c96", "#66645f"), ("#8f9294", "#585d61")),
            rug_kinds=("round", "lattice"),
            trim="#d9d8d4",
            frame="#c9c9c6",
        ),
        sides=(groups.exhibits, groups.gallery_seats, groups.exhibits, groups.gallery_seats),
        corners=(corners.plinth_corner, corners.plant_corner),
        nooks=(plants.tree, tables.plinth, plants.palm),
        wall_pieces=(decor.wall_picture, decor.wall_picture, decor.leaning_picture, tables.plinth),
        windows=(Windows(TWO, 1.8), Windows(), Windows(TWO, 1.8), Windows()),
        lighting=Lighting(key_w=560.0, fill_w=110.0, ceiling_w=160.0, warmth=0.15),
        wall_places_m=(-2.2, 2.2, 0.0, -6.3, 6.3, 4.3, -4.3),
    ),
    "carpet_lounge": Style(
        title="lounge with a soft carpet, armchairs, curtains and lamps",
        surfaces=Surfaces(
            floor=floor_choices.carpet,
            tile_colours=("#93897d", "#b0a698"),
            walls=("#c9c2b6", "#bfc0ba", "#c8bfb2"),
            wood=(("#52413a", "#746056"), ("#5d4a3c", "#806a58")),
            fabrics=("#8c7268", "#6a7078", "#9c8f7e", "#77705f", "#7f6d70", "#a49a8c"),
            rugs=(("#a8a199", "#6c605a"), ("#989c9d", "#565e66"), ("#aea69a", "#6f675a")),
            rug_kinds=("round", "lattice", "rings"),
            trim="#d8d2c6",
            curtain="#a89d90",
        ),
        sides=(groups.sofa_corner, groups.armchair_circle, groups.sofa_corner, groups.armchair_circle),
        corners=(corners.lazy_corner, corners.lazy_corner, corners.plant_corner, corners.shelf_corner),
        wall_pieces=(storage.sideboard, decor.leaning_picture, decor.floor_lamp, storage.sideboard, plants.tree),
        windows=(
            Windows(THREE, 1.9, curtains=True),
            Windows(TWO, 1.9, curtains=True),
            Windows((0.0,), 1.9, curtains=True),
            Windows(),
        ),
        lighting=Lighting(key_w=900.0, fill_w=140.0, ceiling_w=165.0, lamp_w=16.0, warmth=0.55),
    ),
    "library": Style(
        title="library with dark point parquet, walls of books and reading tables",
        surfaces=Surfaces(
            floor=floor_choices.point_parquet,
            tile_colours=("#857c71", "#a1978a"),
            walls=("#c7bfae", "#bcb9ad", "#c9bfb0"),
            wood=(("#4e3f35", "#6d5849"), ("#58463a", "#775f4d")),
            fabrics=("#7a5f52", "#5d665e", "#6b5d52", "#83776a", "#5a6068", "#8f8370"),
            rugs=(("#9c8a7a", "#5b4a44"), ("#8d8c85", "#4d5257"), ("#a5957c", "#5f4f42")),
            rug_kinds=("lattice", "worn"),
            trim="#6d5b4c",
            frame="#6a594b",
        ),
        sides=(groups.reading_table, groups.study_table, groups.armchair_circle, groups.sofa_corner),
        corners=(corners.shelf_corner, corners.lazy_corner),
        wall_pieces=(_wide_shelf, _wide_shelf, _wide_shelf, _low_shelf),
        windows=(Windows(TWO, 1.9), Windows(), Windows((0.0,), 1.9), Windows()),
        lighting=Lighting(key_w=720.0, fill_w=250.0, ceiling_w=400.0, lamp_w=14.0, warmth=0.35),
        wall_places_m=(0.0, 2.35, -2.35, 4.7, -4.7, 6.9, -6.9),
    ),
    "winter_garden": Style(
        title="winter garden with chequered stone, wicker chairs and plants before high windows",
        surfaces=Surfaces(
            floor=floor_choices.chequers,
            tile_colours=("#9c9488", "#bab2a5"),
            walls=("#d9d9d0", "#d3d6cf", "#dcd8cc"),
            wood=(("#86715a", "#a9937a"), ("#7c6b59", "#9f8d77")),
            fabrics=("#a8a598", "#8f9a8c", "#b3a796", "#9aa3a3", "#8d8a7a"),
            frame="#dcdad3",
            pots=("#a98c79", "#b39a86", "#9b8576", "#c2b8a9"),
        ),
        sides=(groups.greenery, groups.garden_table, groups.greenery, groups.garden_table),
        corners=(corners.plant_corner, corners.garden_corner),
        nooks=(plants.tree, plants.palm),
        wall_pieces=(plants.palm, plants.fern, seating.bench, plants.tree, plants.sword_plant, plants.fern),
        windows=(
            Windows(FOUR, 2.9, 0.15),
            Windows(FOUR, 2.9, 0.15),
            Windows(FOUR, 2.9, 0.15),
            Windows(FOUR, 2.9, 0.15),
        ),
        lighting=Lighting(key_w=580.0, fill_w=130.0, ceiling_w=130.0, lamp_w=0.0, warmth=0.1),
        wall_places_m=(0.0, -4.0, 4.0, -2.0, 2.0, 6.4, -6.4),
    ),
    "studio": Style(
        title="painters' studio with a concrete floor, easels and work tables",
        surfaces=Surfaces(
            floor=floor_choices.concrete,
            tile_colours=("#94928d", "#b0ada7"),
            walls=("#dedcd7", "#d6d8d9"),
            wood=(("#94806a", "#b8a58c"), ("#877661", "#ab9a82")),
            fabrics=("#6f7a80", "#8f7d6d", "#7c8478", "#a3988a", "#85797d", "#5f676c"),
            rugs=(("#c0b9ad", "#6d6a66"), ("#a9aba8", "#5c6468"), ("#b9ab9c", "#7a6c60")),
            rug_kinds=("lattice", "stripes", "round"),
            trim="#cfcdc8",
            frame="#4c5052",
        ),
        sides=(groups.painters, groups.workbench, groups.painters, groups.sofa_corner),
        corners=(corners.shelf_corner, corners.plant_corner, corners.lazy_corner, corners.plinth_corner),
        wall_pieces=(decor.leaning_picture, storage.bookshelf, decor.leaning_picture, tables.desk, decor.wall_picture),
        windows=(Windows(THREE, 3.2, panes=(4, 6)), Windows(), Windows((0.0,)), Windows()),
        lighting=Lighting(key_w=760.0, fill_w=100.0, ceiling_w=140.0, warmth=0.1),
        wall_places_m=(-2.4, 2.4, 0.0, -4.4, 4.4, -6.6, 6.6),
    ),
    "dining_hall": Style(
        title="dining hall with basket parquet, long tables and sideboards",
        surfaces=Surfaces(
            floor=floor_choices.honey_parquet,
            tile_colours=("#9e9286", "#b9ad9f"),
            walls=("#cfcabb", "#c3c8c2", "#d2c8ba"),
            wood=(("#66503f", "#886e58"), ("#574639", "#776251")),
            fabrics=("#7f867f", "#927f72", "#6c757c", "#a0967f", "#80736a"),
            rugs=(("#a79b8b", "#655750"), ("#9b9f9c", "#5b6361"), ("#b5a994", "#7d6a58")),
            rug_kinds=("lattice", "stripes", "worn"),
            curtain="#b9b1a2",
        ),
        sides=(groups.dining, groups.dining, groups.dining, groups.armchair_circle),
        corners=(corners.plant_corner, corners.lazy_corner, corners.plinth_corner),
        wall_pieces=(storage.sideboard, plants.fern, storage.sideboard, decor.leaning_picture),
        windows=(
            Windows(THREE, 2.0, curtains=True),
            Windows(TWO, 2.0, curtains=True),
            Windows(THREE, 2.0, curtains=True),
            Windows(),
        ),
        lighting=Lighting(key_w=740.0, fill_w=210.0, ceiling_w=330.0, warmth=0.35),
    ),
    "tea_room": Style(
        title="tea room with straw mats, paper windows, low tables and floor cushions",
        surfaces=Surfaces(
            floor=floor_choices.straw_mats,
            tile_colours=("#a09a8a", "#bcb6a6"),
            walls=("#d3ccbb", "#cdc9bd", "#d6cdbd"),
            wood=(("#5c4a3d", "#7d6755"), ("#6c5847", "#8e7762")),
            fabrics=("#6e7480", "#7d6f66", "#8b8873", "#6f7a72", "#857077", "#9b9282"),
            rugs=(("#8f8d86", "#55534f"), ("#9a9186", "#5f554c"), ("#858b88", "#4d5452")),
            rug_kinds=("stripes", "worn", "lattice"),
            trim="#6b5848",
            frame="#6b5848",
            pots=("#8d8178", "#6e7072", "#77726a", "#9d968a"),
        ),
        sides=(groups.tea_place, groups.tea_corner, groups.tea_place, groups.tea_corner),
        corners=(corners.screen_corner, corners.plant_corner),
        nooks=(plants.tree, storage.low_chest, decor.folding_screen),
        wall_pieces=(
            storage.low_chest,
            plants.sword_plant,
            storage.low_chest,
            decor.floor_lantern,
            decor.leaning_picture,
        ),
        windows=(
            Windows(FOUR, 3.4, panes=(6, 9), view="paper"),
            Windows(THREE, 3.4, panes=(6, 9), view="paper"),
            Windows(THREE, 3.4, panes=(6, 9), view="paper"),
            Windows(FOUR, 3.4, panes=(6, 9), view="paper"),
        ),
        lighting=Lighting(key_w=620.0, fill_w=120.0, ceiling_w=125.0, lamp_w=10.0, warmth=0.35),
    ),
}
