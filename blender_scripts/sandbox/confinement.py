"""Sandboxes the process before it runs an untrusted script; privileges are dropped in the order the kernel allows.

Resource limits, namespaces, capabilities, Landlock, the seccomp system-call filter; all irreversible. Namespaces and
the capability bounding set are best effort; the rest must succeed or an exception is raised, and the caller must then
not run the script.
"""

import ctypes
import os
import resource
import signal

import landlock
import seccomp_filter

_NEWUTS, _NEWIPC, _NEWUSER, _NEWNET = 0x04000000, 0x08000000, 0x10000000, 0x40000000
_PR_SET_PDEATHSIG, _PR_CAPBSET_DROP, _PR_CAP_AMBIENT, _AMBIENT_CLEAR_ALL = 1, 24, 47, 4
_CAPABILITY_VERSION_3 = 0x20080522
_MOST_FILES = 256

_libc = ctypes.CDLL(None, use_errno=True)


def set_limits(limits: dict[str, int]) -> None:
    """Limit CPU seconds, address space and CPU affinity; no core dumps, no writes to files."""
    cpu = limits["cpu_seconds"]
    # One second between the soft and the hard limit: SIGXCPU names the reason, SIGKILL follows if it is ignored.
    _cap(resource.RLIMIT_CPU, cpu, cpu + 1)
    _cap(resource.RLIMIT_AS, limits["memory_mb"] << 20)
    _cap(resource.RLIMIT_FSIZE, 0)
    _cap(resource.RLIMIT_CORE, 0)
    _cap(resource.RLIMIT_NOFILE, _MOST_FILES)
    # A write beyond RLIMIT_FSIZE fails instead of killing the process (SIGXFSZ is ignored).
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    keep_to_few_cpus(limits["cpus"])


def keep_to_few_cpus(most: int) -> None:
    """Limit the CPU affinity: Blender starts a thread per processor that it sees, and a script needs few."""
    allowed = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, allowed[-most:])


def die_with_parent() -> None:
    """Set the parent-death signal; called after the credentials changed, which clears it."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def enter(read_paths: list[str], use_landlock: bool, limits: dict[str, int]) -> dict[str, object]:
    """Enter the confinement; returns the active layers by name."""
    namespaces = _leave_namespaces() if use_landlock else ["given by bubblewrap"]
    if "user" in namespaces:
        # Counted per user namespace; elsewhere it would count every process of the user.
        _cap(resource.RLIMIT_NPROC, limits["threads"])
    _drop_capabilities()
    die_with_parent()
    landlock.forbid_new_privileges()
    abi = landlock.restrict_to_reading(read_paths) if use_landlock else 0
    seccomp_filter.install_filter()
    return {"landlock_abi": abi, "namespaces": namespaces, "seccomp": True}


def _leave_namespaces() -> list[str]:
    """Unshare user, network, IPC and UTS namespaces; none if the kernel or container forbids it."""
    shared = _NEWNET | _NEWIPC | _NEWUTS
    if _libc.unshare(shared | _NEWUSER) == 0:
        return ["user", "network", "ipc", "uts"]
    if _libc.unshare(shared) == 0:
        return ["network", "ipc", "uts"]
    return []


def _drop_capabilities() -> None:
    """Drop all capabilities; root still has access to its own files as their owner."""
    _libc.prctl(_PR_CAP_AMBIENT, _AMBIENT_CLEAR_ALL, 0, 0, 0)
    for capability in range(64):
        _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    nothing = (ctypes.c_uint32 * 6)()
    if _libc.capset(header, nothing) != 0:
        raise OSError(ctypes.get_errno(), "capabilities could not be dropped")


def _cap(kind: int, soft: int, hard: int | None = None) -> None:
    """Lower a limit; one that is already lower is kept."""
    ceiling = resource.getrlimit(kind)[1]
    hard = soft if hard is None else hard
    if ceiling != resource.RLIM_INFINITY:
        soft, hard = min(soft, ceiling), min(hard, ceiling)
    resource.setrlimit(kind, (soft, hard))
