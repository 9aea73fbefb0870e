"""The object as it is filmed, in a real Blender: its markers are balls, and every process builds the same numbers."""

from pathlib import Path

import numpy as np
import pytest

from tests.support.blender_probes import told_by

pytestmark = pytest.mark.blender


def test_markers_are_closed_balls_that_look_outward(tmp_path: Path) -> None:
    found = told_by("subject_probe.py", tmp_path)
    assert found["off_sphere"] < 1e-7
    assert found["off_outward"] < 0.05 * np.radians(0.5)  # half a degree, by the facets
    assert found["volume"] == pytest.approx(4 / 3 * np.pi * 0.05**3, rel=0.02)
    assert found["euler"] == 2


def test_a_round_side_is_shaded_apart_from_its_flat_ends(tmp_path: Path) -> None:
    assert told_by("subject_probe.py", tmp_path)["lean"] < 1e-6


def test_another_process_builds_the_same_numbers_in_the_same_order(tmp_path: Path) -> None:
    # Addresses differ from process to process, and what is ordered by them differs too: films would in their last bits.
    assert told_by("subject_probe.py", tmp_path)["digests"] == told_by("subject_probe.py", tmp_path)["digests"]
