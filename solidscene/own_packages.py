"""Checks for shadowed packages: `agents` and `pipeline` are names that other projects use too."""

from importlib.util import find_spec
from pathlib import Path

PACKAGES = ("geometry", "dataset", "agents", "workers", "pipeline", "bench", "web")
_ROOT = Path(__file__).resolve().parents[1]


def check_own_packages() -> None:
    """Raise ImportError with a remedy if another module shadows one of this project's."""
    for name in PACKAGES:
        try:
            spec = find_spec(name)
        except ValueError:
            spec = None  # a module object created by hand
        found = Path(spec.origin).resolve() if spec is not None and spec.origin else None
        if found is None or not found.is_relative_to(_ROOT):
            where = f"the module at {found}" if found else "a module of the same name, or nothing,"
            raise ImportError(
                f"SolidScene's package {name!r} is not found: {where} shadows it. "
                "Remedy: run from another folder, rename that module, or put it after SolidScene on sys.path "
                "(see: python -c 'import sys; print(sys.path)')",
                name=name,
            )
