#!/usr/bin/env python3
"""The filter of system calls that Docker gives a container without privileges, for `bwrap --seccomp FD`; written to standard output.

Docker's profile lists what it allows; the table here is the rest of x86-64's calls up to Linux 6.1, which fail with EPERM. clone3
fails with ENOSYS, so that C libraries fall back to clone."""
import struct
import sys

EPERM, ENOSYS = 1, 38
REFUSED = {
    "syslog": 103, "ustat": 136, "sysfs": 139, "vhangup": 153, "pivot_root": 155, "_sysctl": 156, "chroot": 161, "acct": 163,
    "settimeofday": 164, "mount": 165, "umount2": 166, "swapon": 167, "swapoff": 168, "reboot": 169, "sethostname": 170,
    "setdomainname": 171, "iopl": 172, "ioperm": 173, "create_module": 174, "init_module": 175, "delete_module": 176, "quotactl": 179,
    "lookup_dcookie": 212, "clock_settime": 227, "mbind": 237, "set_mempolicy": 238, "get_mempolicy": 239, "kexec_load": 246,
    "add_key": 248, "request_key": 249, "keyctl": 250, "migrate_pages": 256, "unshare": 272, "move_pages": 279, "perf_event_open": 298,
    "fanotify_init": 300, "open_by_handle_at": 304, "clock_adjtime": 305, "setns": 308, "kcmp": 312, "finit_module": 313,
    "kexec_file_load": 320, "bpf": 321, "userfaultfd": 323, "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427,
    "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433, "clone3": 435,
    "mount_setattr": 442, "quotactl_fd": 443, "set_mempolicy_home_node": 450,
    # Allowed by later versions of the profile, on kernels since 4.8.
    "ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "pidfd_getfd": 438, "process_madvise": 440,
}


def seccomp_filter():
    """A program for seccomp(2): load the call's number; for each refused call: if equal, jump to its error; allow."""
    load, equals, result = 0x20, 0x15, 0x06
    allow, error = 0x7FFF0000, 0x00050000
    numbers = list(REFUSED.items())
    program = [(load, 0, 0, 0)]
    for n, (name, number) in enumerate(numbers):
        behind = len(numbers) - 1 - n  # number of later comparisons; after them: allow, ENOSYS, EPERM
        program.append((equals, behind + (1 if name == "clone3" else 2), 0, number))
    program += [(result, 0, 0, allow), (result, 0, 0, error | ENOSYS), (result, 0, 0, error | EPERM)]
    return b"".join(struct.pack("=HBBI", *each) for each in program)


if __name__ == "__main__":
    sys.stdout.buffer.write(seccomp_filter())
