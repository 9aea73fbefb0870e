"""Pixels from rays on a fine grid: the filter's own properties, bands that fit together, and Cycles' word on both."""

from pathlib import Path

import numpy as np
import pytest

from blender_scripts.render.pixel_filter import BAND_RAYS, MARGIN_PX, bands_of, pixels, ray_weights, with_margin
from tests.support.blender_probes import told_by

pytestmark = pytest.mark.blender


@pytest.mark.parametrize("grid", [1, 2, 3, 4, 7])
def test_weights_are_even_and_positive_and_as_wide_as_the_window(grid: int) -> None:
    weights = ray_weights(grid).astype(float)
    place = (np.arange(len(weights)) + 0.5) / grid - (MARGIN_PX + 0.5)
    assert weights.sum() == pytest.approx(1.0, abs=1e-6)
    assert np.allclose(weights, weights[::-1], atol=1e-7)
    assert (weights >= 0).all()
    assert (weights[np.abs(place) > 1.5 + 0.5 / grid] == 0).all()
    # The second moment of a cosine series a_k over three pixels: 9 (1/12 + sum of a_k / (2 pi^2 k^2 a_0)).
    terms = [a / k**2 for k, a in enumerate((-0.48829, 0.14128, -0.01168), start=1)]
    exact = 9 * (1 / 12 + sum(terms) / (2 * np.pi**2 * 0.35875))
    # Weights are means over a ray's cell, which adds the moment of a cell, 1/12 of its square.
    assert weights @ place**2 == pytest.approx(exact + 1 / (12 * grid**2), abs=0.02 if grid == 1 else 1e-4)


@pytest.mark.parametrize("grid", [1, 2, 3])
@pytest.mark.parametrize("box", [(0, 0, 40, 30), (5, 0, 12, 30), (3, 7, 21, 19), (38, 28, 40, 30)])
def test_even_and_evenly_rising_pictures_stay_what_they_are(grid: int, box: tuple[int, int, int, int]) -> None:
    y, x = (np.mgrid[0 : 30 * grid, 0 : 40 * grid] + 0.5) / grid - 0.5
    whole = np.stack([np.full_like(x, 0.7), 2 * x + 3 * y], axis=-1).astype(np.float32)
    left, top, right, bottom = traced = with_margin(box, (40, 30))
    found = pixels(whole[top * grid : bottom * grid, left * grid : right * grid], grid, box, traced)
    rows, columns = np.mgrid[box[1] : box[3], box[0] : box[2]]
    assert np.allclose(found[..., 0], 0.7, atol=1e-5)
    inner = (rows >= 2) & (rows < 28) & (columns >= 2) & (columns < 38)
    assert np.allclose(found[..., 1][inner], (2.0 * columns + 3 * rows)[inner], atol=1e-3)


@pytest.mark.parametrize(("box", "grid"), [((0, 0, 1200, 900), 3), ((10, 20, 400, 410), 3), ((0, 0, 7680, 4320), 7)])
def test_bands_cover_a_box_once_and_each_fits(box: tuple[int, int, int, int], grid: int) -> None:
    bands = list(bands_of(box, grid))
    assert [band[1] for band in bands] == [box[1], *(band[3] for band in bands[:-1])]
    assert bands[-1][3] == box[3]
    for left, top, right, bottom in bands:
        assert (left, right) == (box[0], box[2])
        assert 0 < (bottom - top) * (right - left) * grid**2 <= BAND_RAYS


def test_bands_of_a_picture_are_the_picture() -> None:
    rays = np.random.default_rng(1).random((60, 80, 3)).astype(np.float32)
    whole = pixels(rays, 2, (0, 0, 40, 30), (0, 0, 40, 30))
    parts = []
    for box in ((0, 0, 40, 11), (0, 11, 40, 12), (0, 12, 40, 30)):
        _, top, _, bottom = traced = with_margin(box, (40, 30))
        parts.append(pixels(rays[2 * top : 2 * bottom], 2, box, traced))
    assert np.allclose(np.concatenate(parts), whole, atol=1e-6)


def test_a_grid_is_nearer_to_many_rays_of_cycles_than_as_many_strewn_ones(tmp_path: Path) -> None:
    found = told_by("fine_grid_probe.py", tmp_path)
    assert found["grid"] < 0.5 * found["strewn"]
    assert abs(found["shift_px"]) < 0.01
    assert found["crop"] < 1e-6
