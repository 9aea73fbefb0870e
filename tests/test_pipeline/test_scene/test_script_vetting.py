"""The vetting accepts scripts as models honestly write them, and refuses everything that is on no list."""

import ast
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.scene.sandbox import vetting_rules as rules
from pipeline.scene.sandbox.script_vetting import vet_script
from tests.support.blender_probes import PROBES
from tests.support.paths import DATA

HONEST = sorted((DATA / "honest").glob("*.py.txt"))

REFUSED = {
    "a module on no list": ("import os", "`os` cannot be imported"),
    "a module on no list, renamed": ("import numpy as np\nnp.array([1])", "`numpy` cannot be imported"),
    "a submodule": ("import bpy.utils", "`bpy.utils` cannot be imported"),
    "a part of a module": ("from bpy import props", "`bpy.props` cannot be imported"),
    "a relative import": ("from . import bpy", "cannot be imported"),
    "a star import": ("from math import *", "import names one by one"),
    "an operator that runs files": ("import bpy\nbpy.ops.script.python_file_run()", "bpy.ops.script.python_file_run"),
    "the empty start": ("import bpy\nbpy.ops.wm.read_factory_settings(use_empty=True)", "leave the line out"),
    "a light": ("import bpy\nbpy.ops.object.light_add()", "The pipeline lights the scene"),
    "a module through an alias": ("import bpy\no = bpy.ops\no.wm.quit_blender()", "bpy.ops.wm.quit_blender"),
    "a module through an import": ("from bpy import ops\nops.wm.quit_blender()", "bpy.ops.wm.quit_blender"),
    "a module under another name": ("import bpy as b\nb.utils.execfile('x')", "bpy.utils.execfile"),
    "a module as an argument": ("import bpy\nprint(bpy.ops)", "`bpy.ops` may not be passed about"),
    "a module in a tuple": ("import bpy\na, b = bpy.data, bpy.ops", "may not be passed about"),
    "a module by walrus": ("import bpy\nif (x := bpy.ops):\n    pass", "may not be passed about"),
    "a module as a default": ("import bpy\ndef f(x=bpy.data):\n    return x", "may not be passed about"),
    "a module by return": ("import bpy\ndef f():\n    return bpy", "`bpy` may not be passed about"),
    "a module by lambda": ("import bpy\nf = lambda: bpy.data", "may not be passed about"),
    "a module in a loop": ("import bpy\nfor x in (bpy.data,):\n    x.texts", "may not be passed about"),
    "code in the annotation of an alias": ("import bpy\nops: eval('1') = bpy.ops", "`eval` is a built-in"),
    "a name with two meanings": ("import bpy\nx = bpy.data\nx = 3", "for something else"),
    "a parameter named like a module": ("import bpy\ndef f(bpy):\n    return bpy.x", "for something else"),
    "a loop variable named like a module": ("import bpy\nfor bpy in [1]:\n    pass", "for something else"),
    "setting a part of a module": ("import bpy\nbpy.ops = 3", "cannot be set"),
    "setting a function of math": ("import math\nmath.sin = None", "cannot be set"),
    "deleting a part of a module": ("import bpy\ndel bpy.data", "cannot be set or deleted"),
    "patching a type": ("import bpy\nbpy.types.Object.name = 1", "as a type only"),
    "a dunder name": ("print(__builtins__)", "starts with an underscore"),
    "a dunder attribute": ("().__class__", "`__class__` is not open"),
    "a private helper": ("def _f():\n    pass", "starts with an underscore"),
    "a private parameter": ("def f(_x):\n    pass", "starts with an underscore"),
    "a private exception": ("try:\n    pass\nexcept ValueError as _e:\n    pass", "starts with an underscore"),
    "a private import": ("import bpy as _b", "starts with an underscore"),
    "a private global": ("def f():\n    global _x", "starts with an underscore"),
    "a generator's frame": ("g = (x for x in [1])\ng.gi_frame", "`gi_frame` is not open"),
    "a coroutine's frame": ("x = 1\nx.cr_frame", "`cr_frame` is not open"),
    "a function's code": ("x = 1\nx.func_code", "`func_code` is not open"),
    "a traceback": ("x = 1\nx.tb_frame", "`tb_frame` is not open"),
    "getattr": ("getattr(1, 'real')", "`getattr` is a built-in"),
    "setattr": ("setattr(1, 'real', 2)", "`setattr` is a built-in"),
    "hasattr by a computed name": ("x = 'a'\nhasattr(1, x)", "literal name"),
    "hasattr for a closed attribute": ("hasattr(1, 'driver_add')", "literal name"),
    "type": ("type('X', (), {})", "`type` is a built-in"),
    "exit": ("exit()", "`exit` is a built-in"),
    "a built-in under its own name": ("open = 1\ndel open\nopen('x')", "`open` is a built-in"),
    "a built-in as a value": ("f = [eval]", "`eval` is a built-in"),
    "format on a variable": ("t = '{0.x}'\nt.format(1)", "use an f-string"),
    "format on a literal that reaches in": ("'{0.real}'.format(1)", "use an f-string"),
    "format with an index": ("'{0[a]}'.format({})", "use an f-string"),
    "format with a reach in the specification": ("'{:{0.real}}'.format(1)", "use an f-string"),
    "format_map": ("'{a}'.format_map({})", "use an f-string"),
    "format as a value": ("f = '{0.x}'.format\nf(1)", "use an f-string"),
    "a class": ("class A:\n    pass", "use functions"),
    "a decorator": ("@print\ndef f():\n    pass", "Decorators"),
    "an asynchronous function": ("async def f():\n    pass", "Asynchronous"),
    "a match": ("match 1:\n    case int(real=x):\n        pass", "`match` is not accepted"),
    "a driver": ("import bpy\nbpy.context.object.driver_add('location')", "`driver_add` is not open"),
    "a keyframe": ("import bpy\nbpy.context.object.keyframe_insert('location')", "`keyframe_insert` is not open"),
    "a property by its path": ("import bpy\nbpy.context.scene.path_resolve('name')", "`path_resolve` is not open"),
    "reflection": ("import bpy\nbpy.context.object.bl_rna", "`bl_rna` is not open"),
    "a way back to all data": ("import bpy\nbpy.data.objects.data.texts", "`texts` is not open"),
    "an undefined name": ("print(undefined_thing)", "is not defined"),
    "a tower of powers": ("10**10**10", "exponent"),
    "a large power by pow": ("pow(10, 10**9)", "exponent"),
    "a large shift": ("1 << 10**9", "exponent"),
    "a large text": ("'a' * 10**9", "repeated"),
    "a large list through a name": ("N = 10**9\nx = [0] * N", "repeated"),
    "a large range": ("range(10**12)", "range"),
    "a large range from below": ("range(-10**12, 0)", "range"),
    "a large number": ("x = 10000000000000000000000000000", "too large"),
    "a large setting": ("import bpy\nbpy.ops.mesh.primitive_ico_sphere_add(subdivisions=12)", "subdivisions = 12"),
    "an endless loop": ("while True:\n    pass", "never ends"),
    "an endless loop with an inner break": ("while 1:\n    for x in [1]:\n        break", "never ends"),
    "hasattr under another name": ("ask = hasattr\nask(1, '__class__')", "`hasattr` may not be passed about"),
    "hasattr handed on": ("print(list(map(hasattr, [1], ['x'])))", "`hasattr` may not be passed about"),
    "indices written at once": (
        "import bpy\nm = bpy.data.meshes.new('x')\nm.loops.foreach_set('vertex_index', [9])",
        "by its literal name",
    ),
    "a loop on not False": ("while not False:\n    pass", "never ends"),
    "a loop on a tuple": ("while (0,):\n    pass", "never ends"),
    "a loop on a comparison": ("while 1 < 2:\n    pass", "never ends"),
    "a cap by a dictionary": (
        "import bpy\nbpy.ops.mesh.primitive_ico_sphere_add(**{'subdivisions': 10})",
        "subdivisions = 10",
    ),
    "a cap by a sum": ("def f(m):\n    m.levels += 9", "Set levels to a plain number"),
    "a cap by a loop": ("def f(m):\n    for m.levels in (11,):\n        pass", "Set levels to a plain number"),
    "a cap by a pair": ("def f(m):\n    m.levels, x = 11, 1", "Set levels to a plain number"),
    "a cap by a chain": ("def f(m):\n    x = m.levels = 11", "levels = 11"),
    "a shift in place": ("x = 1\nx <<= 10**10", "An exponent above"),
    "no Python": ("def f(:", "This is not Python"),
    "a null byte": ("x = 1\0", "null bytes"),
    "a lone surrogate": ("x = '\ud800'", "parsed"),
}

ACCEPTED = {
    "main guard": "if __name__ == '__main__':\n    print(1)",
    "throw-away variable": "for _ in range(3):\n    pass",
    "literal format": "print('{:.3f} {} {name} {:>{w}}'.format(1.0, 2, 3, name='x', w=4))",
    "endless loop with a break": "n = 0\nwhile True:\n    n += 1\n    if n > 3:\n        break",
    "version check": "import bpy\nif bpy.app.version >= (4, 0, 0):\n    pass",
    "old attribute behind hasattr": "import bpy\nm = bpy.data.meshes.new('m')\nif hasattr(m, 'use_auto_smooth'):\n"
    "    m.use_auto_smooth = True",
    "types in annotations": "import bpy\ndef f(o: bpy.types.Object) -> bpy.types.Mesh:\n    return o.data",
    "isinstance": "import bmesh\nbm = bmesh.new()\nprint([e for e in bm.verts if isinstance(e, bmesh.types.BMVert)])",
    "operators by name": "import bpy\nadd = bpy.ops.mesh.primitive_cube_add\nadd(size=1)",
    "an alias of an alias": "import bpy\no = bpy.ops\nm = o.mesh\nm.primitive_cube_add()",
    "a swizzle": "from mathutils import Vector\nprint(Vector((1, 2, 3)).xy, Vector((1, 2, 3)).zyx)",
    "collections by subscript": "import bpy\nbpy.data.objects['A'].location.x = 1\nbpy.context.scene['note'] = 1",
}


def script(path: Path) -> str:
    return path.read_text()


@pytest.mark.parametrize("path", HONEST, ids=lambda path: path.name)
def test_an_honest_script_is_accepted(path: Path) -> None:
    assert vet_script(script(path)) == ()


@pytest.mark.parametrize("source", ACCEPTED.values(), ids=ACCEPTED.keys())
def test_usual_python_is_accepted(source: str) -> None:
    assert vet_script(source) == ()


@pytest.mark.parametrize(("source", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_on_no_list_is_refused_in_words(source: str, words: str) -> None:
    assert words in " ".join(finding.sentence for finding in vet_script(source))


def test_all_findings_come_at_once_with_their_lines() -> None:
    found = vet_script("import os\nx = 1\nopen('a')\nx.gi_frame\nwhile True:\n    x = 2\n")
    assert [finding.line for finding in found] == [1, 3, 4, 5]
    assert len({finding.sentence for finding in found}) == 4


def test_a_refused_module_is_reported_once_and_not_at_every_use() -> None:
    assert len(vet_script("import numpy as np\na = np.array([np.sin(1.0)])\nb = np.linalg.norm(a)\n")) == 1


@pytest.mark.slow
@given(
    path=st.sampled_from(HONEST),
    bad=st.sampled_from([source for source, _ in REFUSED.values() if "\n" not in source and "(:" not in source]),
    place=st.floats(0, 1),
)
def test_one_bad_line_spoils_an_honest_script(path: Path, bad: str, place: float) -> None:
    """Wherever it stands between the statements of the script."""
    lines = script(path).splitlines()
    # Statements after the future import, which has to come first.
    starts = [node.lineno for node in ast.parse(script(path)).body][2:]
    start = starts[min(int(place * len(starts)), len(starts) - 1)] - 1
    assert vet_script("\n".join([*lines[:start], bad, *lines[start:]])) != ()


def test_no_list_names_a_thing_that_touches_files_programs_or_code() -> None:
    words = "filepath driver animation handler keyframe librar export import exec compile script save load write"
    words += " bl_rna rna_type window preferences python image sound movie cache as_pointer graphviz"
    for name in [*rules.ATTRIBUTES, *rules.PATHS]:
        assert not any(word in name for word in words.split()), name
    assert not any(
        name.startswith(("_", "gi_", "cr_", "ag_", "f_", "tb_", "co_", "func_")) for name in rules.ATTRIBUTES
    )


@pytest.mark.slow
def test_every_entry_of_the_lists_exists_in_the_real_blender() -> None:
    lists = json.dumps({"paths": sorted(rules.PATHS), "attributes": sorted(rules.ATTRIBUTES)})
    probe = [sys.executable, str(PROBES / "allowlist_probe.py")]
    done = subprocess.run(probe, input=lists, capture_output=True, text=True, timeout=120, check=True)
    answer = json.loads(done.stdout.splitlines()[-1])
    assert answer["paths"] == []
    assert set(answer["attributes"]) == rules.OLD_ATTRIBUTES
    assert answer["modules"] == [], "a wildcard opens a module to walk into"


@pytest.mark.slow
@pytest.mark.parametrize(
    "source",
    [
        "import bpy\n" + "\n".join(f"a{i} = a{i + 1}" for i in range(9000)) + "\na9000 = bpy.ops\n",
        "\n".join(f"a{i} = a{i + 1} + a{i + 1}" for i in range(5000)) + "\na5000 = 1\nx = 2 ** a0\n",
        "x = " + "+".join(["1"] * 50_000),
        "x = " + "-" * 90_000 + "1",
        "x = " + "[" * 5_000,
        "\n".join(" " * i + "if 1:" for i in range(99)) + "\n" + " " * 99 + "pass",
        "x = 1\n" * 33_000,
        "x = 0x" + "f" * 190_000,
    ],
    ids=["aliases", "doubling sums", "long sum", "signs", "brackets", "blocks", "many lines", "long number"],
)
def test_a_script_written_to_tire_the_vetting_is_answered_soon(source: str) -> None:
    started = time.process_time()
    vet_script(source)
    assert time.process_time() - started < 5


@pytest.mark.slow
def test_a_script_beyond_the_caps_is_refused_unread() -> None:
    assert "characters" in vet_script("#" * (rules.MOST_CHARACTERS + 1))[0].sentence
    assert "nested" in vet_script("x = " + "[" * 130 + "]" * 130)[0].sentence
    assert "syntax elements" in vet_script("x = [" + "1," * 70_000 + "]")[0].sentence
