"""Angles restated in radians."""

import pytest

from agents.language.wording.angle_units import in_radians


@pytest.mark.parametrize(
    ("text", "restated"),
    [
        (r"The angle is $60^\circ$.", r"The angle is $\frac{\pi}{3}$."),
        (r"$\angle ABC = 90^{\circ}$", r"$\angle ABC = \frac{\pi}{2}$"),
        ("(from 0° to 180°)", r"(from 0 to $\pi$)"),
        (r"an angle of 22.5°", r"an angle of $\frac{\pi}{8}$"),
        (r"$120^\circ$ and $AB = 60\ \mathrm{m}$", r"$\frac{2\pi}{3}$ and $AB = 60\ \mathrm{m}$"),
    ],
)
def test_degrees_become_multiples_of_pi(text: str, restated: str) -> None:
    assert in_radians(text) == restated
