"""The system-call filter, run in a small interpreter of its instructions, for the architecture at hand and the other.

The kernel's own verdict is seen in the hostile scripts; this one covers aarch64 too, and every call by name.
"""

import errno
import os
import runpy

import pytest

from tests.support.paths import ROOT

FILTER = runpy.run_path(str(ROOT / "blender_scripts" / "sandbox" / "seccomp_filter.py"))
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
ALLOW, KILL = 0x7FFF0000, 0x80000000
PID = 4321

# Numbers from the kernel's tables: (x86_64, aarch64).
NEVER = {
    "socket": (41, 198), "connect": (42, 203), "bind": (49, 200), "sendto": (44, 206), "execve": (59, 221),
    "execveat": (322, 281), "kill": (62, 129), "tkill": (200, 130), "rt_sigqueueinfo": (129, 138),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "mount": (165, 40),
    "umount2": (166, 39), "chroot": (161, 51), "unshare": (272, 97), "setns": (308, 268), "bpf": (321, 280),
    "keyctl": (250, 219), "perf_event_open": (298, 241), "memfd_create": (319, 279), "shmget": (29, 194),
    "truncate": (76, 45), "ftruncate": (77, 46), "fchmod": (91, 52), "fchmodat": (268, 53), "fchownat": (260, 54),
    "utimensat": (280, 88), "unlinkat": (263, 35), "renameat2": (316, 276), "linkat": (265, 37),
    "symlinkat": (266, 36), "mkdirat": (258, 34), "mknodat": (259, 33), "setxattr": (188, 5), "setsid": (112, 157),
    "setpgid": (109, 154), "setuid": (105, 146), "capset": (126, 91), "personality": (135, 92),
    "userfaultfd": (323, 282), "init_module": (175, 105), "kexec_load": (246, 104), "reboot": (169, 142),
    "sched_setaffinity": (203, 122), "setpriority": (141, 140), "setrlimit": (160, 164), "chdir": (80, 49),
    "timer_create": (222, 107), "quotactl": (179, 60), "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265), "pidfd_send_signal": (424, 424), "io_uring_setup": (425, 425),
    "clone3": (435, 435), "openat2": (437, 437), "pidfd_getfd": (438, 438), "landlock_restrict_self": (446, 446),
    "fchmodat2": (452, 452),
}  # fmt: skip
ONLY_X86 = {"fork": 57, "vfork": 58, "creat": 85, "chmod": 90, "chown": 92, "unlink": 87, "rename": 82, "symlink": 88,
            "mkdir": 83, "rmdir": 84, "link": 86, "utimes": 235}  # fmt: skip


def verdict(machine: str, number: int, *arguments: int, architecture: int | None = None) -> int:
    """What the program returns for one call; every jump must stay inside it."""
    words = {0: number, 4: ARCHITECTURES[machine] if architecture is None else architecture}
    for index, argument in enumerate([*arguments, *[0] * (6 - len(arguments))]):
        words[16 + 8 * index], words[20 + 8 * index] = argument & 0xFFFFFFFF, argument >> 32
    program: list[tuple[int, int, int, int]] = FILTER["build_filter"](machine, PID)
    counter, accumulator = 0, 0
    while True:
        code, if_true, if_false, constant = program[counter]
        counter += 1
        if code == 0x06:
            return constant
        if code == 0x20:
            accumulator = words[constant]
        else:
            holds = {0x15: accumulator == constant, 0x35: accumulator >= constant, 0x45: accumulator & constant}[code]
            counter += if_true if holds else if_false


def refused(error: int) -> int:
    return 0x00050000 | error


@pytest.mark.parametrize("column", [0, 1], ids=list(ARCHITECTURES))
def test_what_reaches_beyond_the_process_is_refused(column: int) -> None:
    machine = list(ARCHITECTURES)[column]
    for name, numbers in NEVER.items():
        expected = errno.ENOSYS if numbers[column] >= 424 else errno.EPERM
        assert verdict(machine, numbers[column]) == refused(expected), name


def test_the_old_calls_of_x86_are_refused_too() -> None:
    for name, number in ONLY_X86.items():
        assert verdict("x86_64", number) == refused(errno.EPERM), name


@pytest.mark.parametrize(("machine", "openat"), [("x86_64", 257), ("aarch64", 56)])
def test_files_open_for_reading_only(machine: str, openat: int) -> None:
    assert verdict(machine, openat, 0, 0, os.O_RDONLY | os.O_CLOEXEC | os.O_DIRECTORY) == ALLOW
    for flags in (os.O_WRONLY, os.O_RDWR, os.O_CREAT, os.O_TRUNC, os.O_TMPFILE, os.O_RDONLY | os.O_TRUNC):
        assert verdict(machine, openat, 0, 0, flags) == refused(errno.EACCES)


@pytest.mark.parametrize(("machine", "clone"), [("x86_64", 56), ("aarch64", 220)])
def test_threads_start_and_processes_do_not(machine: str, clone: int) -> None:
    assert verdict(machine, clone, 0x3D0F00) == ALLOW  # what glibc passes for a thread
    assert verdict(machine, clone, 0x1200011) == refused(errno.EPERM)  # what it passes for fork
    assert verdict(machine, clone, 0x4111) == refused(errno.EPERM)  # and for vfork


@pytest.mark.parametrize(("machine", "tgkill"), [("x86_64", 234), ("aarch64", 131)])
def test_signals_reach_the_process_itself_only(machine: str, tgkill: int) -> None:
    assert verdict(machine, tgkill, PID, PID, 6) == ALLOW
    assert verdict(machine, tgkill, PID - 1, PID - 1, 9) == refused(errno.EPERM)


@pytest.mark.parametrize(("machine", "prlimit"), [("x86_64", 302), ("aarch64", 261)])
def test_limits_are_read_and_not_set(machine: str, prlimit: int) -> None:
    assert verdict(machine, prlimit, 0, 7, 0, 0x7FFF00001000) == ALLOW
    assert verdict(machine, prlimit, 0, 7, 0x1000, 0) == refused(errno.EPERM)
    assert verdict(machine, prlimit, 0, 7, 0x7F00000000, 0) == refused(errno.EPERM)


def test_a_descriptor_cannot_be_made_to_signal_others() -> None:
    assert verdict("x86_64", 72, 3, 1) == ALLOW
    assert verdict("x86_64", 72, 3, 8) == refused(errno.EPERM)  # F_SETOWN
    assert verdict("x86_64", 16, 0, 0x5412) == refused(errno.EPERM)  # TIOCSTI
    assert verdict("x86_64", 157, 1) == refused(errno.EPERM)  # PR_SET_PDEATHSIG


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_a_call_of_another_architecture_ends_the_process(machine: str) -> None:
    assert verdict(machine, 1, architecture=0x40000003) == KILL  # i386
    assert verdict("x86_64", 0x40000000 | 59) != ALLOW  # x32


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_the_program_fits_into_the_kernel(machine: str) -> None:
    program = FILTER["build_filter"](machine, PID)
    assert len(program) <= 4096
    assert all(0 <= part < 256 for _, if_true, if_false, _ in program for part in (if_true, if_false))
    assert program[-1][0] == 0x06
