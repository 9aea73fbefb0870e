"""A seccomp system-call filter by ctypes: allows only what reading, memory, threads and clocks need.

An allowlist for x86_64 and aarch64. What is not listed fails with EPERM (with ENOSYS for calls newer than the list, so
that the C library falls back): no fork, no exec, no sockets, no signals to others, no file opened for writing, no
chmod, rename or unlink (which Landlock does not all cover), no ptrace, mount, bpf, keyrings or io_uring. A call of a
foreign architecture kills the process. Irreversible; the filter applies to every thread started later.
"""

import ctypes
import errno
import os
import platform
import struct

_PR_SET_SECCOMP, _MODE_FILTER = 22, 2
_ALLOW, _ERRNO, _KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x80000000
# Classic BPF: load a word, jump if equal, if greater or equal, if any bit is set; return a constant.
_LD, _JEQ, _JGE, _JSET, _RET = 0x20, 0x15, 0x35, 0x45, 0x06
_NR_OFFSET, _ARCH_OFFSET, _ARGS_OFFSET = 0, 4, 16
_FIRST_UNIFIED_NR = 424
"""From here on numbers are the same on all architectures, and the C library has a fallback for the call."""

_CLONE_THREAD = 0x00010000
_OPEN_FOR_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | 0o20000000  # the last bit is O_TMPFILE's own
_TERMINAL_QUESTIONS = (0x5401, 0x5413, 0x5450, 0x5451)  # TCGETS, TIOCGWINSZ, FIONCLEX, FIOCLEX
_FCNTL_COMMANDS = (0, 1, 2, 3, 4, 1030)  # DUPFD, GETFD, SETFD, GETFL, SETFL, DUPFD_CLOEXEC; not SETOWN, which signals
_PRCTL_NAMES = (15, 16, 0x53564D41)  # PR_SET_NAME, PR_GET_NAME, PR_SET_VMA

# name: (x86_64, aarch64); None if the architecture does not have the system call.
_PLAIN: dict[str, tuple[int, int | None]] = {
    "read": (0, 63), "write": (1, 64), "close": (3, 57), "lseek": (8, 62), "readv": (19, 65), "writev": (20, 66),
    "pread64": (17, 67), "newfstatat": (262, 79), "fstat": (5, 80), "stat": (4, None), "lstat": (6, None),
    "statx": (332, 291), "statfs": (137, 43), "fstatfs": (138, 44), "getdents64": (217, 61), "access": (21, None),
    "faccessat": (269, 48), "faccessat2": (439, 439), "readlink": (89, None), "readlinkat": (267, 78),
    "getcwd": (79, 17), "dup": (32, 23), "dup2": (33, None), "dup3": (292, 24), "mmap": (9, 222),
    "munmap": (11, 215), "mprotect": (10, 226), "mremap": (25, 216),
    "madvise": (28, 233), "brk": (12, 214), "futex": (202, 98), "set_robust_list": (273, 99), "rseq": (334, 293),
    "set_tid_address": (218, 96), "membarrier": (324, 283), "sched_yield": (24, 124),
    "sched_getaffinity": (204, 123), "sched_getparam": (143, 121), "sched_getscheduler": (145, 120),
    "getcpu": (309, 168), "get_mempolicy": (239, 236), "clock_gettime": (228, 113), "clock_getres": (229, 114),
    "clock_nanosleep": (230, 115), "nanosleep": (35, 101), "gettimeofday": (96, 169), "time": (201, None),
    "times": (100, 153), "getrusage": (98, 165), "getrlimit": (97, 163), "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139), "sigaltstack": (131, 132), "restart_syscall": (219, 128),
    "getpid": (39, 172), "getppid": (110, 173), "gettid": (186, 178), "getuid": (102, 174), "geteuid": (107, 175),
    "getgid": (104, 176), "getegid": (108, 177), "getrandom": (318, 278), "uname": (63, 160), "sysinfo": (99, 179),
    "exit": (60, 93), "exit_group": (231, 94), "poll": (7, None), "ppoll": (271, 73), "select": (23, None),
    "pselect6": (270, 72),
}  # fmt: skip
_CHECKED: dict[str, tuple[int, int | None]] = {
    "open": (2, None), "openat": (257, 56), "clone": (56, 220), "tgkill": (234, 131), "ioctl": (16, 29),
    "fcntl": (72, 25), "prctl": (157, 167), "prlimit64": (302, 261),
}  # fmt: skip
_ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

Instruction = tuple[int, int, int, int]


class SeccompError(OSError):
    """The kernel has no seccomp filters, or there is no list for this architecture."""


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def install_filter() -> None:
    """Install the filter for this process; no_new_privs must be set, and no other thread may run yet."""
    machine = platform.machine()
    if machine not in _ARCHITECTURES:
        raise SeccompError(0, f"no system-call list for {machine}")
    code = b"".join(struct.pack("=HBBI", *instruction) for instruction in build_filter(machine, os.getpid()))
    buffer = ctypes.create_string_buffer(code, len(code))
    program = _Program(len(code) // 8, ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(program), 0, 0) != 0:
        error = ctypes.get_errno()
        raise SeccompError(error, f"the system-call filter was refused: {os.strerror(error)}")


def build_filter(machine: str, own_pid: int) -> list[Instruction]:
    """The program for one architecture; `own_pid` is the only process that may be signalled."""
    column, audit_arch = _ARCHITECTURES[machine]
    program = [_load(_ARCH_OFFSET), (_JEQ, 1, 0, audit_arch), _return(_KILL_PROCESS), _load(_NR_OFFSET)]
    for numbers in _PLAIN.values():
        program += _on_call(numbers[column], [_return(_ALLOW)])
    for name, numbers in _CHECKED.items():
        program += _on_call(numbers[column], _argument_check(name, own_pid))
    newer = [(_JGE, 0, 1, _FIRST_UNIFIED_NR), _refuse(errno.ENOSYS)]
    return [*program, *newer, _refuse(errno.EPERM)]


def _argument_check(name: str, own_pid: int) -> list[Instruction]:
    """Loads one argument and returns an action on every path."""
    if name in ("open", "openat"):
        flags = _load_argument(1 if name == "open" else 2)
        return [flags, (_JSET, 0, 1, _OPEN_FOR_WRITING), _refuse(errno.EACCES), _return(_ALLOW)]
    if name == "clone":
        return [_load_argument(0), (_JSET, 0, 1, _CLONE_THREAD), _return(_ALLOW), _refuse(errno.EPERM)]
    if name == "prlimit64":
        # Reading a limit is allowed; setting one (third argument, both halves of the pointer) is not.
        nothing_new = [(_JEQ, 1, 0, 0), _refuse(errno.EPERM)]
        return [_load_argument(2), *nothing_new, _load_argument(2, high=True), *nothing_new, _return(_ALLOW)]
    argument, values = {
        "tgkill": (0, (own_pid,)),
        "ioctl": (1, _TERMINAL_QUESTIONS),
        "fcntl": (1, _FCNTL_COMMANDS),
        "prctl": (0, _PRCTL_NAMES),
    }[name]
    allowed = [step for value in values for step in ((_JEQ, 0, 1, value), _return(_ALLOW))]
    return [_load_argument(argument), *allowed, _refuse(errno.EPERM)]


def _on_call(number: int | None, verdict: list[Instruction]) -> list[Instruction]:
    return [] if number is None else [(_JEQ, 0, len(verdict), number), *verdict]


def _load(offset: int) -> Instruction:
    return (_LD, 0, 0, offset)


def _load_argument(index: int, high: bool = False) -> Instruction:
    """One half of a 64-bit argument; both architectures are little-endian."""
    return _load(_ARGS_OFFSET + 8 * index + (4 if high else 0))


def _return(action: int) -> Instruction:
    return (_RET, 0, 0, action)


def _refuse(error: int) -> Instruction:
    return _return(_ERRNO | error)
