"""Stated answers are compared with measured values in the habits of textbooks, and no further."""

import math

import pytest

from geometry.answers.read_answer import read_answer
from geometry.notation.dimensions import TargetClass
from pipeline.stages.answer_match import agrees


@pytest.mark.parametrize(
    ("stated", "value", "kind", "statement", "unit"),
    [
        (r"\frac{\sqrt{3}}{2}", math.sqrt(3) / 2, "length", "Find the distance.", ""),
        (r"45^\circ", math.pi / 4, "angle", "Find the angle.", ""),
        ("45", math.pi / 4, "angle", "Find the angle in degrees.", ""),
        ("120", 2 * math.pi / 3, "angle", "Find the angle.", ""),
        (r"\frac{\pi}{6}", math.pi / 6, "angle", "Find the angle.", ""),
        ("20", 0.2, "ratio", "By what percent does the volume grow?", ""),
        ("0.79", math.pi / 4, "volume", "Give the volume to the nearest hundredth.", ""),
        ("79", 78.54, "volume", "Give the volume to the nearest whole number.", ""),
        ("2000 cm^3", 2.0, "volume", "Find the volume.", "dm"),
        ("1:2", 0.5, "ratio", "Find the ratio.", ""),
        ("15.8113", math.sqrt(250), "length", "Find the length.", ""),
        ("79", 78.54, "volume", "What is the volume approximately?", ""),
    ],
)
def test_the_same_value(stated: str, value: float, kind: TargetClass, statement: str, unit: str) -> None:
    assert agrees(read_answer(stated), value, kind, statement, unit)


@pytest.mark.parametrize(
    ("stated", "value", "kind", "statement", "unit"),
    [
        ("45", math.pi / 3, "angle", "Find the angle in degrees.", ""),
        ("79", 78.54, "volume", "Find it.", ""),
        ("20", 0.2, "ratio", "Find the ratio of the volumes.", ""),
        ("8 cm^2", 8.0, "volume", "Find the volume.", "cm"),
        ("2000 cm^3", 2000.0, "volume", "Find the volume.", "dm"),
        ("1:2", 2.0, "ratio", "Find the ratio.", ""),
        ("15.8115", math.sqrt(250), "length", "Find the length.", ""),
        ("1.4", 1.49, "length", "Find the length.", ""),
        ("800%", 8.0, "length", "Find the length.", ""),
        ("16:2", 8.0, "length", "Find the length.", ""),
        ("1", 1.48, "length", "How long is it approximately?", ""),
    ],
)
def test_another_value(stated: str, value: float, kind: TargetClass, statement: str, unit: str) -> None:
    assert not agrees(read_answer(stated), value, kind, statement, unit)
