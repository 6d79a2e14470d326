#!/usr/bin/env python3
"""The device by each of its names, and by every kind of call that takes one.

    device_names_test.py EUGENE
"""
import os
import subprocess
import sys
import unittest

from running import python, run

EUGENE = sys.argv[1]

NODE = "/dev/dri/renderD128"
VENDOR = "/sys/class/drm/renderD128/device/vendor"

# Names of the render node: (working directory, path).
NAMES = [("/", name) for name in (
    NODE, "//dev/dri/renderD128", "/dev//dri/renderD128", "/dev/dri//renderD128", "/dev/./dri/renderD128",
    "/dev/dri/./renderD128", "/dev/../dev/dri/renderD128", "/dev/dri/../dri/renderD128", "/proc/../dev/dri/renderD128",
    "dev/dri/renderD128", "./dev/dri/renderD128", "dev/../dev/dri/renderD128")] + [
    ("/dev", "dri/renderD128"), ("/dev", "./dri/../dri/renderD128"), ("/dev/dri", "renderD128"), ("/dev/dri", "./renderD128"),
    ("/dev/dri", "../dri/renderD128"), ("/dev/dri", "../../dev/dri/renderD128"), ("/sys/class/drm", "../../../dev/dri/renderD128"),
    ("/dev/dri", "/proc/self/cwd/renderD128")]

BY_NAME = """
import ctypes, fcntl, os, stat, sys
library = ctypes.CDLL(None, use_errno=True)
def is_node(status): return stat.S_ISCHR(status.st_mode) and status.st_rdev == os.makedev(226, 128)
def answers(descriptor):  # a driver's version, of a node alone
    fcntl.ioctl(descriptor, 0xC0406400, bytearray(64))
    return is_node(os.fstat(descriptor))
directory, name = sys.argv[1:]
os.chdir(directory)
assert os.getcwd() == directory, os.getcwd()
above = os.open("..", os.O_RDONLY)
here = os.open(directory, os.O_RDONLY)
by_link = f"/proc/self/fd/{here}/{name}" if name[0] != "/" else name
assert os.readlink(f"/proc/self/fd/{here}") == directory
for at in None, here:
    assert is_node(os.stat(name, dir_fd=at)) and is_node(os.lstat(name, dir_fd=at))
    assert answers(os.open(name, os.O_RDWR, dir_fd=at))
    for effective in False, True:
        assert os.access(name, os.R_OK | os.W_OK, dir_fd=at, effective_ids=effective)
        assert not os.access(name + "x", os.F_OK, dir_fd=at, effective_ids=effective)
    try:
        os.readlink(name, dir_fd=at)
        assert False
    except OSError as error:
        assert error.errno == 22, error
    try:
        os.stat(name + "/", dir_fd=at)
        assert False
    except NotADirectoryError:
        pass
assert is_node(os.stat(by_link)) and answers(os.open(by_link, os.O_RDWR))
if name.startswith("/proc"): sys.exit()
os.chdir("/")
assert answers(os.open(name, os.O_RDWR, dir_fd=here)) and is_node(os.stat(name, dir_fd=here))
os.chdir(directory)
assert os.path.realpath(name) == "/dev/dri/renderD128"
library.realpath.restype = ctypes.c_char_p
assert library.realpath(name.encode(), None) == b"/dev/dri/renderD128"
assert os.listxattr(name) is not None
try:
    os.getxattr(name, "user.none")
    assert False
except OSError as error:
    assert error.errno in (61, 95), error
for call in "eaccess", "euidaccess":
    assert getattr(library, call)(name.encode(), os.R_OK) == 0
assert os.statvfs(name).f_bsize > 0
assert library.pathconf(name.encode(), 4) > 0
with open(name, "r+b", buffering=0) as file: assert answers(file.fileno())
library.fopen.restype = ctypes.c_void_p
library.fileno.argtypes = [ctypes.c_void_p]
assert answers(library.fileno(library.fopen(name.encode(), b"r+")))
os.chmod(name, 0o600)
"""

# The node by the descriptor that it has, by every name of that.
BY_LINK = """
import os, stat, threading
assert not os.path.exists("/proc/self/fd/99")
node = os.open("/dev/dri/renderD128", os.O_RDWR)
for name in "/proc/self/fd/", f"/proc/{os.getpid()}/fd/", "/dev/fd/", "/proc/thread-self/fd/", "/proc//self/./fd/", f"/proc/self/task/{threading.get_native_id()}/fd/":
    name += str(node)
    status = os.stat(name)
    assert stat.S_ISCHR(status.st_mode) and status.st_rdev == os.makedev(226, 128), name
    assert stat.S_ISLNK(os.lstat(name).st_mode), name
    assert os.readlink(name) == os.path.realpath(name) == "/dev/dri/renderD128", (name, os.readlink(name))
    assert os.access(name, os.W_OK)
    again = os.open(name, os.O_RDWR)
    assert os.fstat(again).st_rdev == os.makedev(226, 128) and os.fstat(again).st_ino != os.fstat(node).st_ino, name
assert os.readlink(str(node), dir_fd=os.open("/proc/self/fd", os.O_RDONLY)) == "/dev/dri/renderD128"
"""

LISTS = """
import ctypes, glob, os
nodes = ["card0", "renderD128"]
library = ctypes.CDLL(None)
assert sorted(os.listdir("/dev/dri")) == sorted(os.listdir("/dev/./dri/")) == nodes
assert sorted(os.listdir(os.open("/dev/dri", os.O_RDONLY))) == nodes
for entry in os.scandir("/dev/dri"):
    assert not entry.is_file() and not entry.is_dir() and entry.is_file(follow_symlinks=False) is False
assert sorted(glob.glob("/dev/dri/*")) == sorted("/dev/dri/" + node for node in nodes)
class Found(ctypes.Structure):
    _fields_ = [("count", ctypes.c_size_t), ("names", ctypes.POINTER(ctypes.c_char_p)), ("rest", ctypes.c_char * 200)]
for call in library.glob, library.glob64:
    for pattern, names in {b"/dev/dri/render*": [b"/dev/dri/renderD128"], b"/dev/dri/card0": [b"/dev/dri/card0"],
                           b"/dev/dri/*": [b"/dev/dri/card0", b"/dev/dri/renderD128"], b"/dev/dri/none*": [],
                           b"/sys/class/drm/render*/device/vend?r": [b"/sys/class/drm/renderD128/device/vendor"],
                           b"/etc/passw?": [b"/etc/passwd"]}.items():
        found = Found()
        result = call(pattern, 0, None, ctypes.byref(found))
        assert result == (0 if names else 3), (pattern, result)
        assert found.names[:found.count] == names if names else True, (pattern, found.names[:found.count])
        library.globfree(ctypes.byref(found))
assert open("/dev/null").read() == ""
os.chdir("/dev/dri")
assert open("../null").read() == "" and os.path.samefile("..", "/dev") and os.path.samefile("../..", "/")
os.chdir("..")
assert os.getcwd() == "/dev"
os.chdir("/sys/class/drm/renderD128/device")
assert os.getcwd() == "/sys/devices/pci0000:00/0000:00:02.0", os.getcwd()
assert open("vendor").read() == open("drm/card0/../../vendor").read() == open("/sys/class/drm/card0/device/../0000:00:02.0/vendor").read() == "0x8086\\n"
assert os.stat("/sys/class/drm/card0/..").st_ino == os.stat("/sys/devices/pci0000:00/0000:00:02.0/drm").st_ino
"""

# Changes to the device's files do not change the host's files.
CHANGES = """
import errno, os
before = os.lstat("/dev")
os.symlink("renderD128", "/dev/dri/mine")
assert os.readlink("/dev/dri/mine") == "renderD128"
os.rename("/dev/dri/mine", "/dev/dri/ours")
os.unlink("/dev/dri/ours")
os.mkdir("/dev/dri/by-path")
os.rmdir("/dev/dri/by-path")
os.unlink("/dev/dri/card0")
assert os.listdir("/dev/dri") == ["renderD128"]
assert os.lstat("/dev").st_mtime_ns == before.st_mtime_ns
"""

SHELL = rf"""
[ -r {NODE} ] && [ -w {NODE} ] && [ -c {NODE} ] && [ -e {NODE} ] && ! [ -f {NODE} ] || echo "test of the node"
[ -d /dev/dri ] && [ -r {VENDOR} ] && ! [ -e /dev/dri/card9 ] || echo "test of others"
cd /dev/dri && [ "$(pwd)" = /dev/dri ] && [ "$(pwd -P)" = /dev/dri ] && [ "$(/bin/pwd -P)" = /dev/dri ] || echo "cd"
[ -c renderD128 ] && [ -c ./card0 ] && [ -c ../dri/card0 ] || echo "names from within"
[ "$(echo *)" = "card0 renderD128" ] && [ "$(echo /dev/dri/r*)" = {NODE} ] || echo "patterns"
[ "$(ls)" = "card0
renderD128" ] || echo "ls"
cd .. && [ "$(pwd -P)" = /dev ] && [ -c dri/card0 ] && [ -c null ] || echo "cd .."
[ "$(cat {VENDOR})" = 0x8086 ] || echo "cat"
[ "$(ls -l /dev/dri 2>&1 | grep -c '^crw')" = 2 ] && [ -z "$(ls -la /dev/dri /dev/dri/ /dev/./dri 2>&1 >/dev/null)" ] || ls -l /dev/dri
[ "$(stat -c %t:%T {NODE} /dev//dri/card0)" = "e2:80
e2:0" ] || echo "stat"
[ "$(find /dev/dri -type c | sort)" = "/dev/dri/card0
{NODE}" ] || echo "find"
[ "$(readlink -f /dev/dri/../dri/renderD128)" = {NODE} ] && [ "$(realpath /sys/class/drm/card0)" = /sys/devices/pci0000:00/0000:00:02.0/drm/card0 ] || echo "realpath"
[ "$(readlink /sys/class/drm/card0)" = ../../devices/pci0000:00/0000:00:02.0/drm/card0 ] || echo "readlink"
: < {NODE} || echo "redirection"
"""


class DeviceNames(unittest.TestCase):
    def through_the_door(self, *command):
        done, _ = run(EUGENE, "run", "--", *command)
        self.assertEqual((done.stdout, done.stderr, done.returncode), ("", "", 0))

    def test_names(self):
        for directory, name in NAMES:
            with self.subTest(directory=directory, name=name):
                done, _ = run(EUGENE, "run", "--", *python(BY_NAME), directory, name)
                self.assertEqual((done.stderr, done.returncode), ("", 0))

    def test_links_of_descriptors(self):
        self.through_the_door(*python(BY_LINK))

    def test_lists(self):
        self.through_the_door(*python(LISTS))

    def test_changes(self):
        self.through_the_door(*python(CHANGES))

    def test_shells(self):
        for shell in "bash", "dash":
            with self.subTest(shell):
                self.through_the_door(shell, "-c", SHELL)

    def test_without_a_door(self):
        """Everything else is as without Eugene."""
        script = "cd /usr/share && ls -la . .. /proc/self/cwd/ | head -50; pwd -P; readlink -f ../lib; cd ../../usr/lib; find /etc -maxdepth 1 | sort"
        plain = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
        done, _ = run(EUGENE, "run", "--", "bash", "-c", script)
        self.assertEqual((done.stdout, done.stderr), (plain.stdout, plain.stderr))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
