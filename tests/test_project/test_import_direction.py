"""Imports go one way; the contracts are in pyproject.toml."""

import pytest
from importlinter.cli import lint_imports

from tests.support.paths import ROOT


@pytest.mark.slow
def test_imports_go_one_way() -> None:
    config = ROOT / "pyproject.toml"
    assert lint_imports(config_filename=str(config), no_cache=True) == 0
