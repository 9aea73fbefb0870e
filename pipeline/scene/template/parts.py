"""The Python fragments that template scripts are composed of; a script contains only those it needs.

Text only. The fragments follow the scene-script contract: bpy, bmesh and math, no names that start with an underscore.
"""

HEAD = '''"""{title}

Metres, z up, the floor is z = 0. Makes one object called Solid and one ball per marked point.
"""

{imports}
'''

SEGMENTS = """
SEGMENTS = {segments}  # edges of every circle
"""

FLAT_FACED = '''

def flat_faced(vertices, faces):
    """A polyhedron from named vertices and faces that run counter-clockwise seen from outside."""
    order = {label: number for number, label in enumerate(vertices)}
    cycles = [[order[label] for label in face] for face in faces]
    return list(vertices.values()), cycles, [False] * len(cycles)
'''

TURNED = '''

def cross(u, v):
    return (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])


def turned(base, axis, first, outline):
    """A solid of revolution: `outline` lists (height over the base, radius) upwards, radius 0 is a point.

    `axis` and `first`, the direction of the first vertex of every ring, are unit vectors at a right angle.
    """
    second = cross(axis, first)
    points, rows, faces, smooth = [], [], [], []
    for height, radius in outline:
        count = SEGMENTS if radius > 0 else 1
        rows.append(list(range(len(points), len(points) + count)))
        for k in range(count):
            turn = 2 * math.pi * k / SEGMENTS
            x, y = radius * math.cos(turn), radius * math.sin(turn)
            spot = [b + height * a + x * u + y * v for b, a, u, v in zip(base, axis, first, second)]
            points.append(tuple(round(c, 9) for c in spot))
    for low, high in zip(rows, rows[1:]):
        for k in range(SEGMENTS):
            n = (k + 1) % SEGMENTS
            face = [low[k % len(low)], low[n % len(low)], high[n % len(high)], high[k % len(high)]]
            faces.append(list(dict.fromkeys(face)))
            smooth.append(True)
    if len(rows[0]) > 1:
        faces.append(rows[0][::-1])
        smooth.append(False)
    if len(rows[-1]) > 1:
        faces.append(rows[-1])
        smooth.append(False)
    return points, faces, smooth
'''

ADD_MESH = '''

def add_object(name, shell):
    """A mesh object in the scene; a face is shaded smoothly where its flag says so."""
    points, faces, smooth = shell
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, [], faces)
    for polygon, flag in zip(mesh.polygons, smooth):
        polygon.use_smooth = flag
    mesh.update()
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(thing)
    return thing
'''

INSIDE_OUT = '''

def inside_out(shell):
    """The same surface facing inwards: the wall of a cavity."""
    points, faces, smooth = shell
    return points, [face[::-1] for face in faces], smooth
'''

COMBINED = '''

def combined(target, tool, operation):
    """Unite `tool` with `target` or take it away from it; the tool is used up."""
    modifier = target.modifiers.new("Combine", "BOOLEAN")
    modifier.operation = operation
    modifier.solver = "EXACT"
    modifier.object = tool
    graph = bpy.context.evaluated_depsgraph_get()
    result = bpy.data.meshes.new_from_object(target.evaluated_get(graph))
    target.modifiers.clear()
    before, spent = target.data, tool.data
    target.data = result
    bpy.data.objects.remove(tool)
    bpy.data.meshes.remove(before)
    bpy.data.meshes.remove(spent)
    without_slivers(result)


def without_slivers(mesh):
    """Merge what single precision set apart: corners that the solver made beside others."""
    shape = bmesh.new()
    shape.from_mesh(mesh)
    bmesh.ops.remove_doubles(shape, verts=shape.verts, dist=0.00002)
    bmesh.ops.dissolve_degenerate(shape, edges=shape.edges, dist=0.00001)
    shape.to_mesh(mesh)
    shape.free()
'''

SHELL_OF = '''

def shell_of(thing):
    """Points, faces and smooth flags of an object, which is then removed."""
    mesh = thing.data
    points = [tuple(vertex.co) for vertex in mesh.vertices]
    faces = [list(polygon.vertices) for polygon in mesh.polygons]
    smooth = [polygon.use_smooth for polygon in mesh.polygons]
    bpy.data.objects.remove(thing)
    bpy.data.meshes.remove(mesh)
    return points, faces, smooth
'''

JOINED = '''

def joined(shells):
    """Closed shells as one mesh; where they touch each keeps its own wall."""
    points, faces, smooth = [], [], []
    for more_points, more_faces, more_smooth in shells:
        start = len(points)
        points += more_points
        faces += [[start + number for number in face] for face in more_faces]
        smooth += more_smooth
    return points, faces, smooth
'''

MARKERS = '''

def add_marker(name, centre, colour):
    """A coloured ball on a point of the solid."""
    bpy.ops.mesh.primitive_uv_sphere_add(segments=24, ring_count=12, radius={radius}, location=centre)
    ball = bpy.context.object
    ball.name = name
    ball.data.name = name
    material = bpy.data.materials.new(name)
    material.diffuse_color = (*colour, 1.0)
    material.use_nodes = True
    material.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (*colour, 1.0)
    ball.data.materials.append(material)
'''
