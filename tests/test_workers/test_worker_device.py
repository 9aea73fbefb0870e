"""The graphics card stays in use from one film to the next, in a real Blender with a pretended card."""

from pathlib import Path

import pytest

from tests.support.blender_probes import told_by

pytestmark = pytest.mark.blender


def test_a_new_room_leaves_the_chosen_device_in_use(tmp_path: Path) -> None:
    assert told_by("device_probe.py", tmp_path) == ["CUDA", "CUDA", "CUDA"]
