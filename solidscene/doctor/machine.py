"""The doctor's checks of the machine: Python, memory, processors, disks, cache, settings. Starts no program.

Keys are never printed: a finding names the variable and whether it is set. Limits of a container (cgroup) count, not
those of the host.
"""

import importlib.util
import os
import shutil
import sys
import tempfile
from pathlib import Path

from dataset.paths import cache_folder
from pipeline.film.plates.cache import MOST_BYTES
from pipeline.run.settings import FILE_NAME, load_settings
from pipeline.run.settings_file import SettingsError
from solidscene.doctor.records import DoctorFinding, gone, good, poor

LEAST_MEMORY_GB = 6.0
"""A full-size film in a furnished room needs about four, the rest of the run about one."""
LEAST_DISK_GB, SCARCE_DISK_GB = 0.5, 5.0
"""Below the first a film with its frames does not fit; below the second a run overnight fills the disk."""
_GIB = float(1 << 30)
_CGROUP = Path("/sys/fs/cgroup")


def python() -> DoctorFinding:
    found = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] != (3, 11):
        return gone("Python", f"this is Python {found}", "use Python 3.11, the only version that bpy 4.5 supports")
    return good("Python", f"Python {found}")


def memory() -> DoctorFinding:
    """Memory available to this process: the machine's, or the container's limit."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    limit = _number(_CGROUP / "memory.max")
    size = min(total, limit or total) / _GIB
    if size < LEAST_MEMORY_GB:
        remedy = f"give it {LEAST_MEMORY_GB:.0f} GB, or use --profile preview"
        return poor("memory", f"{size:.1f} GB, too little for full-size films", remedy)
    return good("memory", f"{size:.1f} GB", necessary=False)


def _number(path: Path) -> int | None:
    """A limit of the container; None if the file is missing or contains `max`."""
    try:
        return int(path.read_text().split()[0])
    except (OSError, ValueError, IndexError):
        return None


def processors() -> DoctorFinding:
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    quota = _quota(_CGROUP / "cpu.max")
    cores = min(float(count), quota) if quota else float(count)
    if cores < 2:
        return poor("processors", f"{cores:g} core", "use two cores at least; films take twice as long on one")
    return good("processors", f"{cores:g} cores", necessary=False)


def _quota(path: Path) -> float | None:
    try:
        most, period = path.read_text().split()
        return int(most) / int(period)
    except (OSError, ValueError):
        return None


def disks() -> tuple[DoctorFinding, ...]:
    """Free space on the disks of the cache and of the current folder, where runs usually are."""
    places = {"disk of the cache": _existing(cache_folder()), "disk of this folder": Path.cwd()}
    return tuple(_disk(name, place) for name, place in places.items())


def _existing(path: Path) -> Path:
    """The path itself or its nearest existing parent."""
    return next(each for each in (path, *path.absolute().parents) if each.exists())


def _disk(name: str, place: Path) -> DoctorFinding:
    free = shutil.disk_usage(place).free / _GIB
    if free < LEAST_DISK_GB:
        return gone(name, f"{free:.1f} GB free at {place}", "free some space, or choose another place")
    if free < SCARCE_DISK_GB:
        sentence = f"{free:.1f} GB free at {place}; the cache of room plates may grow to {MOST_BYTES / _GIB:.0f}"
        return poor(name, sentence, "free some space before a long run")
    return good(name, f"{free:.0f} GB free at {place}")


def cache() -> tuple[DoctorFinding, ...]:
    """Whether the cache is writable, and how many plate sets are in it."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(b"x")
    except OSError as error:
        remedy = "set SOLIDSCENE_CACHE to a writable folder"
        return (gone("cache", f"{folder} cannot be written: {error.strerror}", remedy),)
    return good("cache", f"{folder} can be written"), _plates(folder)


def _plates(folder: Path) -> DoctorFinding:
    count = sum(each.is_dir() for each in (folder / "plates").glob("*"))
    if count == 0:
        remedy = "nothing to do; or run solidscene render once per room before a run"
        return poor("room plates", "none yet: the first film in each room takes minutes longer", remedy)
    return good("room plates", f"{count} in the cache, one for each room and orbit", necessary=False)


def settings() -> tuple[DoctorFinding, ...]:
    """Whether the settings are valid, and whether the key variable they name is set."""
    try:
        found = load_settings()
    except SettingsError as error:
        sentence, _, remedy = str(error).partition(" Remedy: ")
        return (gone("settings", sentence, remedy or f"correct {FILE_NAME}"),)
    origin = good("settings", f"{found.origin}: models {', '.join(sorted(found.models.models)) or 'none, offline'}")
    variable = found.models.api_key_env
    if found.models.api_key.get_secret_value():
        return origin, good("key", f"{variable} is set", necessary=False)
    if not found.models.models or not variable:
        return origin, good("key", "none is needed", necessary=False)
    return origin, poor("key", f"{variable} is not set", f"export {variable}, or use --agents offline or recorded")


def extras() -> tuple[DoctorFinding, ...]:
    """Optional programs that only some commands need."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
    browser = (
        good("chromium", f"{chromium}", necessary=False)
        if chromium
        else poor("chromium", "not found; only the tests of pages need it", "apt-get install chromium")
    )
    if importlib.util.find_spec("pyarrow") is None:
        remedy = "pip install -e '.[export]'"
        return browser, poor("pyarrow", "not installed; export --format parquet and lmms-eval need it", remedy)
    return browser, good("pyarrow", "installed, for exports", necessary=False)
