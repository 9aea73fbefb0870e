"""Selects the device Cycles renders on: the best GPU back end that has a device, else the CPU."""

import bpy

BACK_ENDS = ("OPTIX", "CUDA", "HIP", "ONEAPI", "METAL")
"""In order of preference; a back end that this build or machine lacks is skipped."""

_chosen: str | None = None


def best_device() -> str:
    """Name of the back end in use, such as `OPTIX` or `CPU`; devices are enabled on the first call."""
    global _chosen
    if _chosen is None:
        _chosen = next((name for name in BACK_ENDS if _enable(name)), "CPU")
    return _chosen


def _enable(back_end: str) -> bool:
    preferences = bpy.context.preferences.addons["cycles"].preferences
    try:
        preferences.compute_device_type = back_end
    except TypeError:  # this build does not know the back end
        return False
    preferences.refresh_devices()
    found = [device for device in preferences.devices if device.type == back_end]
    for device in preferences.devices:
        device.use = device.type == back_end
    if not found:
        preferences.compute_device_type = "NONE"
    return bool(found)


def use_best(scene) -> None:
    scene.cycles.device = "CPU" if best_device() == "CPU" else "GPU"
