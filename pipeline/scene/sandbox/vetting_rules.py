"""The allowlists of the script vetting, as data. Everything not listed here is rejected.

Three lists work together: the dotted paths that may be reached from a module, the attributes that may be read or set
on any value, and the built-in functions. A dangerous feature of a harmless object (a depsgraph can write files, an
object can have a driver) is unreachable because its name is on no list. A test compares every entry with real Blender.
"""

MODULES = ("bpy", "bmesh", "mathutils", "math")

MOST_CHARACTERS = 200_000
MOST_NODES = 60_000
DEEPEST_NESTING = 120
LONGEST_TEXT = 20_000
MOST_FINDINGS = 40
LARGEST_REPEAT = 1_000_000
"""Steps of one loop, or items of one repeated literal."""
MOST_LOOP_STEPS = 20_000_000
"""Steps of nested loops multiplied."""
LARGEST_EXPONENT = 1_000

_OBJECT_OPERATORS = """
    convert delete duplicate duplicate_move editmode_toggle join location_clear make_single_user material_slot_add
    material_slot_assign material_slot_remove mode_set modifier_add modifier_apply modifier_remove move_to_collection
    origin_clear origin_set parent_clear parent_set rotation_clear scale_clear select_all select_by_type select_pattern
    shade_flat shade_smooth shade_smooth_by_angle subdivision_set transform_apply vertex_group_add
    vertex_group_assign visual_transform_apply
"""
_MESH_OPERATORS = """
    beautify_fill bevel bisect bridge_edge_loops convex_hull delete delete_loose dissolve_degenerate dissolve_edges
    dissolve_faces dissolve_limited dissolve_verts duplicate duplicate_move edge_collapse edge_face_add edge_split
    edges_select_sharp extrude_edges_move extrude_faces_move extrude_region extrude_region_move
    extrude_region_shrink_fatten extrude_vertices_move face_make_planar faces_shade_flat faces_shade_smooth fill
    fill_grid fill_holes flip_normals hide inset intersect intersect_boolean loopcut loopcut_slide mark_seam mark_sharp
    merge normals_make_consistent normals_tools poke primitive_circle_add primitive_cone_add primitive_cube_add
    primitive_cylinder_add primitive_grid_add primitive_ico_sphere_add primitive_plane_add primitive_torus_add
    primitive_uv_sphere_add quads_convert_to_tris region_to_loop remove_doubles reveal rip screw select_all select_axis
    select_face_by_sides select_interior_faces select_less select_linked select_loose select_mode select_more
    select_non_manifold select_nth select_similar separate set_normals_from_faces set_sharpness_by_angle solidify spin
    split subdivide symmetrize tris_convert_to_quads vert_connect vert_connect_path vertices_smooth wireframe
"""
_CONTEXT = """
    active_object collection edit_object evaluated_depsgraph_get mode object objects_in_mode scene
    selected_editable_objects selected_objects temp_override view_layer
"""
_TYPES = """
    Collection Material Mesh MeshEdge MeshLoop MeshPolygon MeshVertex Modifier NodeTree Object Scene ViewLayer
"""


def _under(prefix: str, names: str) -> set[str]:
    return {f"{prefix}.{name}" for name in names.split()}


TYPE_PATHS = frozenset(_under("bpy.types", _TYPES) | {"bmesh.types.*"})
"""For annotations and isinstance; no attribute of them may be used."""

PATHS = frozenset(
    _under("bpy.ops.object", _OBJECT_OPERATORS)
    | _under("bpy.ops.mesh", _MESH_OPERATORS)
    | _under("bpy.ops.transform", "mirror resize rotate shear shrink_fatten tosphere transform translate")
    | _under("bpy.ops.outliner", "orphans_purge")
    | _under("bpy.data", "collections materials meshes objects")
    | _under("bpy.context", _CONTEXT)
    | _under("bpy.app", "version")
    | _under("bmesh", "new from_edit_mesh update_edit_mesh ops.* utils.* geometry.*")
    | _under("mathutils", "Color Euler Matrix Quaternion Vector geometry.*")
    | {"math.*"}
    | TYPE_PATHS
)
"""What may be reached from the modules; `*` is every public name of a module that contains functions only."""

_OBJECTS = """
    active_material active_material_index bound_box children children_recursive closest_point_on_mesh color data
    delta_location dimensions display_type evaluated_get hide_get hide_render hide_select hide_set hide_viewport
    is_evaluated location material_slots matrix_basis matrix_local matrix_parent_inverse matrix_world mode modifiers
    name name_full original parent parent_type rotation_axis_angle rotation_euler rotation_mode rotation_quaternion
    scale select_get select_set show_in_front show_name show_wire to_mesh to_mesh_clear type update_from_editmode
    update_tag users users_collection vertex_groups visible_get pass_index rename ray_cast
"""
_MESHES = """
    area attributes calc_loop_triangles calc_tangents center clear_geometry co color_attributes corner_normals copy
    edge_keys edges flip flip_normals from_pydata groups has_custom_normals hide index is_loose key loop_indices
    loop_start loop_total loop_triangles loops material material_index materials normal normals_split_custom_set
    polygon_normals polygons select set_sharp_from_angle shade_flat shade_smooth split_faces total_vert_sel
    transform update use_edge_sharp use_seam use_smooth uv_layers validate vertex_index edge_index vertex_normals
    vertices validate_material_indices vector use_auto_smooth auto_smooth_angle calc_normals
"""
_COLLECTIONS = """
    active add all_objects append clear collection extend find foreach_get foreach_set get insert items keys
    layer_collection link new new_from_object objects pop remove unlink values exclude children_recursive is_visible
    active_layer_collection is_active move
"""
_MATERIALS = """
    alpha_threshold blend_method diffuse_color metallic roughness show_transparent_back specular_color
    specular_intensity surface_render_method use_backface_culling use_nodes use_fake_user user_clear node_tree nodes
    links inputs outputs default_value
"""
_MODIFIERS = """
    affect angle angle_limit axis constant_offset_displace count decimate_type double_threshold harden_normals
    iterations levels limit_method merge_threshold min_vertices mirror_object miter_outer ngon_method object offset
    offset_type operand_type operation profile quad_method quality ratio relative_offset_displace render_levels
    render_steps screw_offset segments show_render show_viewport show_in_editmode show_on_cage solver split_angle
    steps subdivision_type thickness use_axis use_clamp_overlap use_constant_offset use_creases use_edge_angle
    use_even_offset use_flip_normals use_hole_tolerant use_limit_surface use_merge_vertices use_normal_calculate
    use_normal_flip use_object_offset offset_object use_quality_normals use_relative_offset use_rim use_self
    use_smooth_shade use_clip use_mirror_merge vertex_group width voxel_size use_bisect_axis use_collapse_triangulate
    use_dissolve_boundaries octree_depth use_remove_disconnected fit_type fit_length material_mode
"""
_SCENES = """
    cursor depsgraph scene scale_length system length_unit unit_settings view_layer view_layers
    poll system_rotation
"""
_BMESH = """
    calc_area calc_angle calc_center_bounds calc_center_median calc_center_median_weighted calc_edge_angle
    calc_face_angle calc_face_angle_signed calc_length calc_normal calc_perimeter calc_tangent calc_volume copy_from
    edge ensure_lookup_table face faces free from_mesh from_object index_update is_boundary is_contiguous is_convex
    is_manifold is_valid is_wire layers link_edges link_faces link_loop_next link_loop_prev link_loops normal_flip
    normal_update other_vert seam select_flush select_flush_mode select_history select_mode smooth sort tag
    vert verts to_mesh
"""
_MATHUTILS = """
    Diagonal Fill Identity Linspace LocRotScale Rotation Scale Shear Translation adjugate adjugated angle_signed col
    conjugate conjugated cross decompose determinant dot freeze hsv identity invert invert_safe inverted
    inverted_safe is_identity is_negative is_orthogonal length length_squared lerp magnitude negate normalize
    normalized order orthogonal project reflect resize resize_3d resized rotate rotate_axis rotation_difference row
    slerp to_2d to_3d to_3x3 to_4d to_4x4 to_axis_angle to_euler to_matrix to_quaternion to_scale to_track_quat
    to_translation to_tuple translation transpose transposed zero
"""
_BUILTIN_METHODS = """
    as_integer_ratio capitalize casefold center count difference difference_update discard endswith fromkeys imag index
    intersection intersection_update is_integer isalnum isalpha isdigit isdisjoint islower isnumeric isspace issubset
    issuperset istitle isupper join ljust lower lstrip partition popitem real removeprefix removesuffix replace reverse
    rfind rindex rjust rpartition rsplit rstrip setdefault split splitlines startswith strip swapcase
    symmetric_difference title union upper zfill args
"""

ATTRIBUTE_GROUPS = {
    "objects": _OBJECTS,
    "meshes": _MESHES,
    "collections": _COLLECTIONS,
    "materials": _MATERIALS,
    "modifiers": _MODIFIERS,
    "scenes": _SCENES,
    "bmesh": _BMESH,
    "mathutils": _MATHUTILS,
    "builtins": _BUILTIN_METHODS,
}
ATTRIBUTES = frozenset(name for group in ATTRIBUTE_GROUPS.values() for name in group.split())
OLD_ATTRIBUTES = frozenset({"use_auto_smooth", "auto_smooth_angle", "calc_normals"})
"""Removed from Blender, but still written by models, usually behind `hasattr`."""
COMPONENTS = frozenset("xyzwrgbahsv")
"""Letters of vector components; up to four of x, y, z, w make a swizzle."""

_BUILTINS = """
    abs all any bool chr dict divmod enumerate filter float frozenset hasattr id int isinstance iter len list map max
    min next object ord pow print range repr reversed round set slice sorted str sum tuple zip
    ArithmeticError AssertionError AttributeError Exception IndexError KeyError LookupError NotImplementedError
    OverflowError RuntimeError StopIteration TypeError ValueError ZeroDivisionError
"""
BUILTINS = frozenset(_BUILTINS.split())

SET_AT_ONCE = frozenset(["co", "color", "hide", "material_index", "select", "use_edge_sharp", "use_smooth", "vector"])
"""Attributes that `foreach_set` may write: none of the indices that link the elements of a mesh."""

NUMBER_CAPS = {
    "levels": 6,
    "render_levels": 6,
    "subdivisions": 7,
    "octree_depth": 8,
    "number_cuts": 200,
    "cuts": 200,
    "iterations": 100,
    "count": 1_000,
    "segments": 2_000,
    "ring_count": 2_000,
    "u_segments": 2_000,
    "v_segments": 2_000,
    "major_segments": 2_000,
    "minor_segments": 2_000,
    "x_subdivisions": 1_000,
    "y_subdivisions": 1_000,
    "x_segments": 1_000,
    "y_segments": 1_000,
    "steps": 2_000,
    "render_steps": 2_000,
    "vertices": 20_000,
}
"""Largest number allowed for a setting of this name; each grows a mesh, some of them exponentially."""

HINTS = {
    "bpy.ops.wm": "The scene is empty when the script starts and the pipeline saves it; leave the line out.",
    "bpy.ops.script": "The script must stand by itself.",
    "bpy.ops.render": "The pipeline renders; leave the line out.",
    "bpy.ops.export_scene": "The pipeline reads the scene; leave the line out.",
    "bpy.ops.import_scene": "Build the mesh from coordinates.",
    "bpy.ops.image": "Images are not part of the scene; leave the line out.",
    "bpy.ops.preferences": "Preferences are not the script's to change; leave the line out.",
    "bpy.ops.object.camera_add": "The pipeline places the camera; leave the line out.",
    "bpy.ops.object.light_add": "The pipeline lights the scene; leave the line out.",
    "bpy.ops.object.text_add": "The scene holds no text; leave the line out.",
    "bpy.ops.object.shade_auto_smooth": "Use bpy.ops.object.shade_smooth_by_angle or polygon.use_smooth.",
    "bpy.data.cameras": "The pipeline places the camera; leave the line out.",
    "bpy.data.lights": "The pipeline lights the scene; leave the line out.",
    "bpy.data.worlds": "The pipeline makes the surroundings; leave the line out.",
    "bpy.data.images": "Images are not part of the scene; leave the line out.",
    "bpy.data.texts": "The scene holds no text blocks; leave the line out.",
    "bpy.data.libraries": "Nothing is loaded or written; build the mesh from coordinates.",
    "bpy.data.orphans_purge": "Use bpy.ops.outliner.orphans_purge or leave the line out.",
    "bpy.app.handlers": "The scene holds no handlers; do the work in the script itself.",
    "bpy.app.timers": "The scene holds no timers; do the work in the script itself.",
    "bpy.utils": "Nothing of it is needed to build a mesh; leave the line out.",
    "bpy.props": "Custom properties are not part of the scene; leave the line out.",
    "bpy.context.preferences": "Preferences are not the script's to change; leave the line out.",
}
"""What to do instead, by path; the longest match is shown."""
