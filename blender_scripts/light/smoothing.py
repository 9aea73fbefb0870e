"""Denoises the light of a lightmap mesh without blurring its shadows. Pure numpy.

An edge-preserving (bilateral) filter: neighbours are averaged as far as their difference could be noise. The noise of
each vertex is known because every probe is measured three times.
"""

import numpy as np

from blender_scripts.light.patches import Light, Patches

DARK_SHARE = 0.01
"""A probe with less than this share of the median light is inside an object; its value is invalid."""
THIN_M, DEEP_M = 0.03, 0.25
"""Cover below THIN_M is thin like a rug; at DEEP_M it is deep, like a cushion that contains the vertex."""
CONTACT = 0.5
"""How much darker than its neighbours a deep vertex is assumed to be: ambient occlusion towards a contact."""
COVERED_SHARE = 0.02
"""Like DARK_SHARE, for a probe with something right in front of it, such as the floor under a rug. Crevices, which are
really dark, get more light than this."""
TRUST = 1.5
"""Differences within this many standard errors count as noise."""
LONE_SHARE = 0.75
TURN = 0.02
"""1 - cos of the angle between normals (about 11 degrees) up to which neighbours count as alike."""


def smoothed(light: Light, patches: Patches, cover_m: np.ndarray | None = None, rounds: int = 6) -> np.ndarray:
    """(n, 3) light denoised over neighbours; vertices without light get that of their neighbours."""
    values, buried = light.mean.copy(), _buried(light.mean, DARK_SHARE)
    cover = np.full(len(values), np.inf) if cover_m is None else cover_m
    # A crease is covered too, by the adjacent surface, but receives some light.
    known = ~buried & ~((cover < THIN_M) & _buried(light.mean, COVERED_SHARE))
    known &= ~_lone_spots(values, known, patches.edges)
    sigma = _steady(light.sigma, patches.edges)
    alike = _likeness(patches.normals, patches.edges)
    for _ in range(rounds):
        values, sigma = _blend(values, sigma, alike * _both(known, patches.edges), patches.edges)
    deep = np.where(buried & np.isfinite(cover), np.minimum(cover / DEEP_M, 1.0) ** 2, 0.0)
    return _filled(values, known, patches.edges) * (1.0 - CONTACT * deep)[:, None]


def _lone_spots(mean: np.ndarray, known: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Outliers: single vertices far darker than every neighbour, half under a rug's edge. Real shadows span several."""
    brightness = mean.mean(axis=1)
    darkest = np.full(len(mean), np.inf)
    a, b = edges.T
    np.minimum.at(darkest, a, np.where(known[b], brightness[b], np.inf))
    np.minimum.at(darkest, b, np.where(known[a], brightness[a], np.inf))
    return np.isfinite(darkest) & (brightness < LONE_SHARE * darkest)


def _likeness(normals: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """(m,) weights of the edges, near 1 for equal normals: on a curved surface light changes with the normal."""
    a, b = edges.T
    return np.exp(-(1 - np.einsum("ij,ij->i", normals[a], normals[b])) / TURN)


def _buried(mean: np.ndarray, share: float) -> np.ndarray:
    brightness = mean.mean(axis=1)
    return brightness < share * np.median(brightness[brightness > 0])


def _steady(sigma: np.ndarray, edges: np.ndarray) -> np.ndarray:
    # Three samples give a poor estimate of the standard error; pooled with those of neighbours, a good one.
    for _ in range(3):
        total, count = _gather(sigma[:, None] ** 2, np.ones(len(edges)), edges)
        sigma = np.sqrt((sigma**2 + total[:, 0]) / (1 + count))
    return sigma


def _both(known: np.ndarray, edges: np.ndarray) -> np.ndarray:
    a, b = edges.T
    return known[a] & known[b]


def _blend(
    values: np.ndarray, sigma: np.ndarray, trust: np.ndarray, edges: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    a, b = edges.T
    gap = values[a].mean(axis=1) - values[b].mean(axis=1)
    noise = TRUST**2 * (sigma[a] ** 2 + sigma[b] ** 2) + 1e-12
    weight = np.exp(-(gap**2) / (2 * noise)) * trust
    total, count = _gather(values, weight, edges)
    blended = (values + total) / (1 + count)[:, None]
    size = len(values)
    squares = np.bincount(a, weight**2 * sigma[b] ** 2, size) + np.bincount(b, weight**2 * sigma[a] ** 2, size)
    # The noise of neighbours that were averaged before is correlated: the lower bound accounts for it.
    reduced = np.sqrt(sigma**2 + squares) / (1 + count)
    return blended, np.maximum(reduced, 0.5 * sigma)


def _filled(values: np.ndarray, known: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Extrapolate light from neighbours to invalid vertices, so that their black does not bleed."""
    known = known.copy()
    while not known.all():
        total, count = _gather(np.where(known[:, None], values, 0.0), np.ones(len(edges)), edges, known)
        reachable = ~known & (count > 0)
        if not reachable.any():
            break
        values[reachable] = total[reachable] / count[reachable, None]
        known |= reachable
    return values


def _gather(
    values: np.ndarray, weight: np.ndarray, edges: np.ndarray, known: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Weighted sums over neighbours and the sums of weights."""
    a, b = edges.T
    to_a = weight if known is None else weight * known[b]
    to_b = weight if known is None else weight * known[a]
    size = len(values)
    count = np.bincount(a, to_a, size) + np.bincount(b, to_b, size)
    columns = [
        np.bincount(a, to_a * values[b, k], size) + np.bincount(b, to_b * values[a, k], size)
        for k in range(values.shape[1])
    ]
    return np.stack(columns, axis=1), count
