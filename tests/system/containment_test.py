#!/usr/bin/env python3
"""Attacks on the kernel's door: what is left when a process is killed, copied or closes what it has in unusual ways.

    containment_test.py EUGENE
"""
import glob
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from running import ENDLESS, python, run

EUGENE = sys.argv[1]
DOOR = (EUGENE, "run", "--no-cache")

# A closed node leaves nothing of its objects, however it was closed.
CLOSED = """
import ctypes, fcntl, os, struct
libc = ctypes.CDLL(None, use_errno=True)
create = 0xC010645B  # DRM_IOCTL_I915_GEM_CREATE
libc.fdopen.restype = ctypes.c_void_p
libc.fclose.argtypes = [ctypes.c_void_p]
libc.freopen.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p]
null = os.open("/dev/null", os.O_RDONLY)
ways = {
    "close": os.close,
    "dup2": lambda d: (libc.dup2(null, d), os.close(d)),
    "dup3": lambda d: (libc.dup3(null, d, os.O_CLOEXEC), os.close(d)),
    "close_range": lambda d: libc.close_range(d, d, 0),
    "closefrom": lambda d: libc.closefrom(d),
    "fclose": lambda d: libc.fclose(libc.fdopen(d, b"r+")),
    "freopen": lambda d: libc.freopen(b"/dev/null", b"r", libc.fdopen(d, b"r+")),
}
def objects():
    return sum("zero (deleted)" in line for line in open("/proc/self/maps"))
os.close(os.open("/dev/dri/renderD128", os.O_RDWR))  # what the GPU needs for itself
before = objects()
for name, close in ways.items():
    descriptor = os.open("/dev/dri/renderD128", os.O_RDWR)
    for _ in range(20):
        fcntl.ioctl(descriptor, create, bytearray(struct.pack("QII", 1 << 16, 0, 0)))
    there = objects() - before
    close(descriptor)
    print(name, there >= 20, objects() - before)
# A copy keeps it.
descriptor = os.open("/dev/dri/renderD128", os.O_RDWR)
copy = os.dup(descriptor)
libc.close_range(descriptor, descriptor, 0)
fcntl.ioctl(copy, create, bytearray(struct.pack("QII", 1 << 16, 0, 0)))
print("copy", True, objects() - before - 1)
"""

# The child uses what the parent has made ready.
FORKED = """
import os, sys, numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, "kernel void twice(global int* d) { d[get_global_id(0)] *= 2; }").build()
twice = program.twice
def run():
    numbers = numpy.arange(64, dtype=numpy.int32)
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=numbers)
    twice(queue, (64,), (8,), buffer)
    result = numpy.empty_like(numbers)
    try:
        cl.enqueue_copy(queue, result, buffer)
    except cl.Error:
        pass
run()
child = os.fork()
for _ in range(3): run()
if child == 0:
    os._exit(0)
os.waitpid(child, 0)
for _ in range(3): run()
"""


def processes_with(text):
    """Those that have `text` in their command line."""
    found = []
    for each in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            with open(each) as file:
                if text in file.read() and int(each.split("/")[2]) != os.getpid():
                    found.append(int(each.split("/")[2]))
        except OSError:
            pass
    return found


class Containment(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.environ["TMPDIR"] = self.folder.name

    def directories(self):
        return glob.glob(self.folder.name + "/eugene-*")

    def test_killed(self):
        """The program ends with the command; what the command leaves, its next run removes."""
        mark = f"containment_{os.getpid()}_{time.monotonic_ns()}"
        with subprocess.Popen((*DOOR, "--", *python(ENDLESS + f"# {mark}")), stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.DEVNULL) as process:
            self.assertEqual(process.stdout.readline(), "ready\n")
            self.assertEqual(len(self.directories()), 1)
            os.mkdir(self.folder.name + "/eugene-mine12")  # not one of those
            # A run does not touch the directory of one that lives.
            self.assertEqual(run(*DOOR, "--", "true")[0].returncode, 0)
            self.assertEqual(len(self.directories()), 2)
            process.kill()
            process.wait()
        deadline = time.monotonic() + 20
        while processes_with(mark) and time.monotonic() < deadline:
            time.sleep(0.05)
        left = processes_with(mark)
        for each in left:
            os.kill(each, signal.SIGKILL)
        self.assertEqual(left, [])
        self.assertEqual(run(*DOOR, "--", "true")[0].returncode, 0)
        self.assertEqual(self.directories(), [self.folder.name + "/eugene-mine12"])

    def test_closed(self):
        done, _ = run(*DOOR, "--", *python(CLOSED))
        self.assertEqual((done.stderr, done.returncode), ("", 0))
        for line in done.stdout.splitlines():
            with self.subTest(line):
                self.assertEqual(line.split()[1:], ["True", "0"])
        self.assertEqual(done.stdout.count("\n"), 8)

    def test_forked(self):
        """Linux loses such a program, too; here it is said why."""
        for gpu in "bxt", "skl":
            with self.subTest(gpu):
                done, _ = run(*DOOR, "--gpu", gpu, "--", *python(FORKED))
                said = re.findall("^eugene: process [0-9]+ submits work on a GPU device that its parent opened", done.stderr, re.M)
                self.assertEqual(len(said), 1, done.stderr)
                self.assertNotIn("not mapped", done.stderr)
                self.assertNotIn("bad commands", done.stderr)

    def test_fork_before_use(self):
        done, _ = run(*DOOR, "--", *python("import os\nif os.fork() == 0: os.wait = lambda: (0, 0)\n" +
                                           FORKED.split("child =")[0] + "os.wait()"))
        self.assertEqual((done.stderr, done.returncode), ("", 0))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
