#!/usr/bin/env python3
"""The kernel's door: what programs see of the device, and how they end.

    door_test.py EUGENE VECTOR_ADD
"""
import glob
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from running import ENDLESS, python, run

EUGENE, VECTOR_ADD = sys.argv[1:3]
DOOR = (EUGENE, "run", "--no-cache")

FILES = """
import os, stat
nodes = {"card0": 0, "renderD128": 128}
assert sorted(os.listdir("/dev/dri")) == sorted(nodes)
for name, minor in nodes.items():
    node = "/dev/dri/" + name
    status = os.stat(node)
    assert stat.S_ISCHR(status.st_mode) and status.st_rdev == os.makedev(226, minor)
    descriptor = os.open(node, os.O_RDWR)
    for each in descriptor, os.dup(descriptor):
        assert os.fstat(each).st_rdev == os.makedev(226, minor)
    device = os.path.realpath(f"/sys/dev/char/226:{minor}/device")
    assert device == "/sys/devices/pci0000:00/0000:00:02.0", device
    assert open(device + "/vendor").read() == "0x8086\\n"
    assert "PCI_ID=8086:5A84" in open(f"/sys/dev/char/226:{minor}/device/uevent").read()
    again = os.open(f"/proc/self/fd/{descriptor}", os.O_RDWR)
    assert os.fstat(again).st_rdev == os.makedev(226, minor) and os.fstat(again).st_ino != os.fstat(descriptor).st_ino
"""

PROGRAM = """
import os, sys, numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, "kernel void twice(global int* d) { d[get_global_id(0)] *= 2; }").build()
def run():
    numbers = numpy.arange(64, dtype=numpy.int32)
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=numbers)
    program.twice(queue, (64,), (8,), buffer)
    result = numpy.empty_like(numbers)
    cl.enqueue_copy(queue, result, buffer)
    assert (result == 2 * numbers).all()
"""

FORK = """
run()
child = os.fork()
if child == 0:
    os.execv(sys.argv[1], sys.argv[1:])
run()
assert os.waitpid(child, 0)[1] == 0
run()
"""


def through_the_door(*command, options=()):
    return run(*DOOR, *options, "--", *command)[0]


class Door(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.environ["TMPDIR"] = self.folder.name

    def tearDown(self):
        self.assertEqual(glob.glob(self.folder.name + "/eugene-*"), [])

    def test_files_of_the_device(self):
        done = through_the_door(*python(FILES))
        self.assertEqual((done.stderr, done.returncode), ("", 0))

    def test_statistics(self):
        said = through_the_door(VECTOR_ADD, options=("--stats",)).stderr
        self.assertRegex(said, r"dispatches +1 ")
        self.assertRegex(said, r"eugene: add +\S+ +1 ")

    def test_statistics_of_a_program_that_ends_otherwise(self):
        for end, status in ("os._exit(5)", 5), ("time.sleep(0.3); run(); os.kill(os.getpid(), 9)", 128 + 9):
            with self.subTest(end):
                done = through_the_door(*python(PROGRAM + "import time\nrun()\n" + end), options=("--stats",))
                self.assertEqual(done.returncode, status)
                self.assertRegex(done.stderr, r"dispatches +[12] ")

    def test_two_at_once(self):
        both = [subprocess.Popen((*DOOR, "--", VECTOR_ADD), stdout=subprocess.PIPE) for _ in range(2)]
        for each in both:
            each.communicate(timeout=100)
            self.assertEqual(each.returncode, 0)

    def test_fork(self):
        done = through_the_door(*python(PROGRAM + FORK), VECTOR_ADD)
        self.assertEqual((done.stderr, done.returncode), ("", 0))
        self.assertIn(" 0 wrong", done.stdout)

    def test_end_in_the_middle_of_a_kernel(self):
        for number in signal.SIGINT, signal.SIGTERM:
            with self.subTest(number):
                with subprocess.Popen((*DOOR, "--", *python("import signal\nsignal.signal(signal.SIGINT, signal.SIG_DFL)\n" + ENDLESS)),
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
                    self.assertEqual(process.stdout.readline(), "ready\n")
                    time.sleep(0.5)
                    process.send_signal(number)
                    process.communicate(timeout=30)
                    self.assertEqual(process.returncode, 128 + number)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
