"""Imports go one way; the contracts are in pyproject.toml."""

from pathlib import Path

from importlinter.cli import lint_imports


def test_imports_go_one_way() -> None:
    config = Path(__file__).parents[1] / "pyproject.toml"
    assert lint_imports(config_filename=str(config), no_cache=True) == 0
