"""How like two pictures are: PSNR and SSIM on 8-bit display values. Pure functions."""

import numpy as np
import numpy.typing as npt
from scipy.ndimage import gaussian_filter

Pixels = npt.NDArray[np.uint8]

WINDOW_SIGMA = 1.5
"""Width of the Gaussian window of Wang et al. (2004), cut at 11 pixels."""
WINDOW_CUT = 5 / WINDOW_SIGMA
C1, C2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
LUMA = np.array([0.2126, 0.7152, 0.0722])


def psnr_db(one: Pixels, other: Pixels) -> float:
    """Peak signal to noise over all channels; infinite for equal pictures."""
    error = float(np.mean((one.astype(np.float64) - other.astype(np.float64)) ** 2))
    return float("inf") if error == 0 else float(10 * np.log10(255**2 / error))


def ssim(one: Pixels, other: Pixels) -> float:
    """Structural similarity of the luma, mean over the picture (Wang et al. 2004, Gaussian window)."""
    x, y = one.astype(np.float64) @ LUMA, other.astype(np.float64) @ LUMA
    mean_x, mean_y = _blur(x), _blur(y)
    var_x, var_y = _blur(x * x) - mean_x**2, _blur(y * y) - mean_y**2
    both = _blur(x * y) - mean_x * mean_y
    top = (2 * mean_x * mean_y + C1) * (2 * both + C2)
    return float(np.mean(top / ((mean_x**2 + mean_y**2 + C1) * (var_x + var_y + C2))))


def _blur(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.asarray(gaussian_filter(values, WINDOW_SIGMA, truncate=WINDOW_CUT))
