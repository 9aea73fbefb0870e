"""Landlock by ctypes: restricts the calling process to reading an allowlist of paths.

Grants only reading. Writing, creating, removing, executing, TCP, abstract sockets and signals to processes outside are
denied as far as the kernel's Landlock ABI supports them; what an older ABI does not support is denied by the
system-call filter (`seccomp_filter`). Entered before `import bpy`, while the process has one thread. Irreversible.
"""

import ctypes
import os
import stat

# The same numbers on every architecture.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_FLAG = 1
_RULE_PATH_BENEATH = 1
_PR_SET_NO_NEW_PRIVS = 38

_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
# Number of file access rights of each ABI: EXECUTE to MAKE_SYM, then REFER, TRUNCATE and IOCTL_DEV.
_FS_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_NET_ABI, _NET_RIGHTS = 4, 0b11
_SCOPE_ABI, _SCOPES = 6, 0b11

_libc = ctypes.CDLL(None, use_errno=True)


class LandlockError(OSError):
    """The kernel has no Landlock, or a Landlock system call failed."""


class _RulesetAttr(ctypes.Structure):
    _fields_ = (("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent_fd", ctypes.c_int32))


def abi_version() -> int:
    """The kernel's Landlock ABI; 0 if there is none."""
    found = _libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION_FLAG))
    return max(found, 0)


def forbid_new_privileges() -> None:
    """Set no_new_privs: no setuid program or file capability adds privileges; required by Landlock and seccomp."""
    if _libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        raise LandlockError(ctypes.get_errno(), "no_new_privs was refused")


def restrict_to_reading(paths: list[str]) -> int:
    """From here on only files at and below `paths` can be opened, for reading only. Returns the ABI used."""
    abi = abi_version()
    if abi < 1:
        raise LandlockError(0, "this kernel has no Landlock")
    ruleset = _create_ruleset(abi)
    for path in paths:
        _grant_reading(ruleset, path)
    forbid_new_privileges()
    _checked(_libc.syscall(_RESTRICT_SELF, ruleset, ctypes.c_uint32(0)), "landlock_restrict_self")
    os.close(ruleset)
    return abi


def _create_ruleset(abi: int) -> int:
    fs = (1 << _FS_RIGHTS[min(abi, max(_FS_RIGHTS))]) - 1
    attr = _RulesetAttr(fs, _NET_RIGHTS if abi >= _NET_ABI else 0, _SCOPES if abi >= _SCOPE_ABI else 0)
    # An older kernel rejects a structure longer than it knows, so its size depends on the ABI.
    size = 8 if abi < _NET_ABI else 16 if abi < _SCOPE_ABI else 24
    return _checked(
        _libc.syscall(_CREATE_RULESET, ctypes.byref(attr), ctypes.c_size_t(size), ctypes.c_uint32(0)),
        "landlock_create_ruleset",
    )


def _grant_reading(ruleset: int, path: str) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
    rule = _PathBeneath(_READ_FILE | _READ_DIR if is_folder else _READ_FILE, descriptor)
    _checked(
        _libc.syscall(_ADD_RULE, ruleset, _RULE_PATH_BENEATH, ctypes.byref(rule), ctypes.c_uint32(0)),
        f"landlock_add_rule for {path}",
    )
    os.close(descriptor)


def _checked(result: int, step: str) -> int:
    if result < 0:
        error = ctypes.get_errno()
        raise LandlockError(error, f"{step}: {os.strerror(error)}")
    return int(result)
