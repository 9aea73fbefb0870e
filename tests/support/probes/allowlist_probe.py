"""Run in a process of its own: compares the vetting's allowlists with the real Blender and prints what does not exist.

Takes the lists as JSON on standard input, since nothing that imports bpy may import the pipeline.
"""

import importlib
import json
import os
import sys
import types

import bpy

# These two exist only once bpy is loaded.
bmesh, mathutils = importlib.import_module("bmesh"), importlib.import_module("mathutils")


def missing_path(path: str) -> bool:
    module_name, *steps = path.split(".")
    here = importlib.import_module(module_name)
    if steps[:1] == ["ops"] and module_name == "bpy":
        return steps[2] not in dir(getattr(bpy.ops, steps[1], None))
    for step in steps:
        if step == "*":
            return False
        if not hasattr(here, step):
            return True
        here = getattr(here, step)
    return False


def exposed_modules(path: str) -> list[str]:
    """Modules that a wildcard would let a script walk into."""
    here = importlib.import_module(path.split(".")[0])
    for step in path.split(".")[1:-1]:
        here = getattr(here, step)
    public = [name for name in dir(here) if not name.startswith("_")]
    return [f"{path}: {name}" for name in public if isinstance(getattr(here, name), types.ModuleType)]


def known_attributes() -> set[str]:
    kinds = [getattr(bpy.types, name) for name in dir(bpy.types)]
    names = {name for kind in kinds for name in dir(kind)}
    for kind in kinds:
        if hasattr(kind, "bl_rna"):
            names |= {entry.identifier for entry in (*kind.bl_rna.properties, *kind.bl_rna.functions)}
    for module in (bmesh.types, mathutils):
        names |= {name for kind in vars(module).values() for name in dir(kind)}
    plain = (str, list, dict, set, tuple, int, float, Exception, bpy.ops.mesh.delete)
    return names | {name for kind in plain for name in dir(kind)}


lists = json.load(sys.stdin)
answer = {
    "paths": sorted(path for path in lists["paths"] if missing_path(path)),
    "attributes": sorted(set(lists["attributes"]) - known_attributes()),
    "modules": [found for path in lists["paths"] if path.endswith("*") for found in exposed_modules(path)],
}
print(json.dumps(answer))
sys.stdout.flush()
os._exit(0)
