"""The tables of docs/notation.md, generated from the tables that the kernel uses, so that they stay in sync.

`python -m geometry.notation.reference` rewrites them in place; a test checks that they are current.
"""

from pathlib import Path

from geometry.notation.catalogue import KINDS
from geometry.notation.signatures import FUNCTIONS

DOCUMENT = Path(__file__).parents[2] / "docs" / "notation.md"
START, END = "<!-- tables: start -->", "<!-- tables: end -->"

_GROUPS = {
    "condition": "Conditions",
    "object": "Lines, planes, regions, solids",
    "point": "Points",
    "length": "Lengths",
    "area": "Areas",
    "volume": "Volumes",
    "angle": "Angles",
    "number": "Numbers",
}


def tables() -> str:
    """Kinds of solids and every function, as Markdown."""
    return "\n\n".join([_kinds(), *(_group(group, title) for group, title in _GROUPS.items())])


def _kinds() -> str:
    rows = [f"| {k.name} | `{k.labelling}` | {', '.join(k.properties) or '–'} | {k.meaning} |" for k in KINDS.values()]
    return "\n".join(["### Solids", "", "| kind | labels | properties | meaning |", "|---|---|---|---|", *rows])


def _group(group: str, title: str) -> str:
    rows = []
    for name, function in FUNCTIONS.items():
        if function.group == group and name not in ("proper", "homothetic"):
            forms = "<br>".join(f"`{signature.shown(name)}`" for signature in function.signatures)
            rows.append(f"| {forms} | {function.meaning} |")
    return "\n".join([f"### {title}", "", "| form | meaning |", "|---|---|", *rows])


def with_tables(document: str) -> str:
    """`document` with fresh tables between the markers."""
    before, rest = document.split(START)
    after = rest.split(END)[1]
    return f"{before}{START}\n\n{tables()}\n\n{END}{after}"


if __name__ == "__main__":
    DOCUMENT.write_text(with_tables(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
