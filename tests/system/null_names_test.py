#!/usr/bin/env python3
"""Every function of the preloaded library, given NULL: does what the C library's own does.

    null_names_test.py EUGENE LIBRARY
"""
import re
import subprocess
import sys
import unittest

from running import python, run

EUGENE, LIBRARY = sys.argv[1:3]

# The arguments of each: d a directory's descriptor, s a name, m the mode of a stream, p another pointer, i a number, n a size.
ARGUMENTS = {
    "close": "i", "ioctl": "iip", "mmap": "piiiii", "mmap64": "piiiii", "fstat": "ip", "fstat64": "ip",
    "__fxstat": "iip", "__fxstat64": "iip", "__xstat": "isp", "__xstat64": "isp", "__lxstat": "isp", "__lxstat64": "isp",
    "__fxstatat": "idspi", "__fxstatat64": "idspi",
    "stat": "sp", "stat64": "sp", "lstat": "sp", "lstat64": "sp",
    "fstatat": "dspi", "fstatat64": "dspi", "statx": "dsiip",
    "open": "sii", "open64": "sii", "__open_2": "si", "__open64_2": "si", "creat": "si", "creat64": "si",
    "openat": "dsii", "openat64": "dsii", "__openat_2": "dsi", "__openat64_2": "dsi",
    "fopen": "sm", "fopen64": "sm", "freopen": "smp", "freopen64": "smp",
    "opendir": "s", "fdopendir": "i", "closedir": "p", "readdir": "p", "readdir64": "p", "readdir_r": "ppp", "readdir64_r": "ppp",
    "rewinddir": "p", "telldir": "p", "seekdir": "pi", "getdents64": "ipn",
    "fts_open": "pip", "fts_read": "p", "fts_children": "pi", "fts_set": "ppi", "fts_close": "p",
    "fts64_open": "pip", "fts64_read": "p", "fts64_children": "pi", "fts64_set": "ppi", "fts64_close": "p",
    "ftw": "spi", "ftw64": "spi", "nftw": "spii", "nftw64": "spii",
    "scandir": "sppp", "scandir64": "sppp", "scandirat": "dsppp", "scandirat64": "dsppp",
    "glob": "sipp", "glob64": "sipp",
    "access": "si", "eaccess": "si", "euidaccess": "si", "faccessat": "dsii",
    "readlink": "spi", "readlinkat": "dspi", "__readlink_chk": "spin", "__readlinkat_chk": "dspin",
    "realpath": "sp", "__realpath_chk": "spn", "canonicalize_file_name": "s",
    "getwd": "p", "getcwd": "pn", "__getcwd_chk": "pnn", "get_current_dir_name": "",
    "statfs": "sp", "statfs64": "sp", "statvfs": "sp", "statvfs64": "sp", "pathconf": "si", "ftok": "si",
    "fstatfs": "ip", "fstatfs64": "ip", "fstatvfs": "ip", "fstatvfs64": "ip",
    "getxattr": "sppi", "lgetxattr": "sppi", "listxattr": "spi", "llistxattr": "spi",
    "setxattr": "sppii", "lsetxattr": "sppii", "removexattr": "sp", "lremovexattr": "sp",
    "inotify_add_watch": "isi", "fanotify_mark": "iiids", "name_to_handle_at": "dsppi",
    "posix_spawn_file_actions_addopen": "pisii", "posix_spawn_file_actions_addchdir_np": "ps",
    "chdir": "s", "chroot": "s", "mkdir": "si", "mkdirat": "dsi", "rmdir": "s",
    "chmod": "si", "lchmod": "si", "fchmodat": "dsii", "chown": "sii", "lchown": "sii", "fchownat": "dsiii",
    "utime": "sp", "utimes": "sp", "lutimes": "sp", "futimesat": "dsp", "utimensat": "dspi",
    "truncate": "si", "truncate64": "si", "mknod": "sii", "mknodat": "dsii", "mkfifo": "si", "mkfifoat": "dsi",
    "unlink": "s", "unlinkat": "dsi", "remove": "s", "rename": "ss", "renameat": "dsds", "renameat2": "dsdsi",
    "link": "ss", "linkat": "dsdsi", "symlink": "ps", "symlinkat": "pds",
}
# Functions that take no name, or do not return.
OTHERS = {"__libc_start_main", "exit", "_exit", "_Exit", "pthread_create", "dup2", "dup3", "close_range", "closefrom", "fclose",
          "vaCreateConfig", "vaCreateSurfaces", "vaQueryImageFormats"}  # of libva

# Each call runs in a child of its own; if a signal ends the child, that is printed. Of a result, only whether it is 0,
# below or above counts: above 0 it is a pointer or a descriptor, whose value varies.
CALLS = """
import ctypes, os, signal, sys, tempfile
library = ctypes.CDLL(None, use_errno=True)
folder = tempfile.TemporaryDirectory()
FILE = os.path.join(folder.name, "file")
here = os.path.join(folder.name, "here")  # with AT_EMPTY_PATH, calls change the owner and the mode of where they are
os.mkdir(here)
os.chdir(here)
def told(name, arguments):
    function = getattr(library, name, None)
    if function is None: return "not there"
    with open(FILE, "w"): pass
    function.restype = ctypes.c_long
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(10)
        ctypes.set_errno(0)
        result = function(*arguments)
        if -1 << 31 <= result - (1 << 32) < 0: result -= 1 << 32
        text = f"{(result > 0) - (result < 0)} errno {ctypes.get_errno() if result <= 0 else 0}"
        os.write(writing, text.encode())
        os.kill(os.getpid(), signal.SIGKILL)
    os.close(writing)
    text = os.read(reading, 100).decode()
    os.close(reading)
    status = os.waitpid(child, 0)[1]
    return text or f"signal {os.WTERMSIG(status)}, status {status >> 8}"
for line in sys.stdin.read().split():
    name, kinds = line.split(":")
    for title, path, directory in ("no name", None, -100), ("no name, of a descriptor", None, 0), ("all but a name", FILE.encode(), -100), ("an empty name", b"", -100), ("an empty name, of none", b"", -1):
        if path is not None and "s" not in kinds: continue
        value = {"d": ctypes.c_int(directory), "s": path, "p": None, "i": ctypes.c_long(0), "m": b"r", "n": ctypes.c_long(4096)}
        print(name, title, told(name, [value[kind] for kind in kinds]))
        if "i" in kinds and "d" in kinds:  # AT_EMPTY_PATH
            value["i"] = ctypes.c_long(0x1000)
            print(name, title, "with flags", told(name, [value[kind] for kind in kinds]))
"""


class Names(unittest.TestCase):
    maxDiff = None

    def test_every_function_is_here(self):
        listed = subprocess.run(("nm", "-D", "--defined-only", LIBRARY), capture_output=True, text=True, check=True).stdout
        exported = {name for name in re.findall(r" T (\w+)", listed) if not name.startswith("eugene_")}
        self.assertGreater(len(exported), 100)
        self.assertEqual(exported, set(ARGUMENTS) | OTHERS)

    def test_null(self):
        given = "\n".join(f"{name}:{kinds}" for name, kinds in ARGUMENTS.items())
        plain, _ = run(*python(CALLS), input=given)
        done, _ = run(EUGENE, "run", "--", *python(CALLS), input=given)
        self.assertEqual((done.stderr, done.returncode), ("", 0))
        self.assertGreater(len(done.stdout.splitlines()), len(ARGUMENTS))
        self.assertEqual(done.stdout.splitlines(), plain.stdout.splitlines())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
