#!/usr/bin/env python3
"""The kernel's door: what programs see of the device, and how they end.

    i915_test.py EUGENE CL_FAULT VECTOR_ADD
"""
import glob
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

EUGENE, CL_FAULT, VECTOR_ADD = sys.argv[1:4]
DOOR = (EUGENE, "run", "--door", "i915", "--no-cache")

ENDLESS = """
import pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, "kernel void endless(global volatile int* d) { while (d[0] != 1) d[1] += 1; }").build()
kernel = program.endless
buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=bytearray(4096))
kernel.set_args(buffer)
print("ready", flush=True)
cl.enqueue_nd_range_kernel(queue, kernel, (8,), (8,))
queue.finish()
"""

FILES = """
import os, stat
node = "/dev/dri/renderD128"
assert os.listdir("/dev/dri") == ["renderD128"]
status = os.stat(node)
assert stat.S_ISCHR(status.st_mode) and status.st_rdev == os.makedev(226, 128)
descriptor = os.open(node, os.O_RDWR)
for each in descriptor, os.dup(descriptor):
    assert os.fstat(each).st_rdev == os.makedev(226, 128)
device = os.path.realpath("/sys/dev/char/226:128/device")
assert device == "/sys/devices/pci0000:00/0000:00:02.0", device
assert open(device + "/vendor").read() == "0x8086\\n"
assert "PCI_ID=8086:5A84" in open("/sys/dev/char/226:128/device/uevent").read()
"""

FORK = """
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
run()
child = os.fork()
if child == 0:
    os.execv(sys.argv[1], sys.argv[1:])
run()
assert os.waitpid(child, 0)[1] == 0
run()
"""


def run(*command, options=(), **more):
    start = time.monotonic()
    done = subprocess.run((*DOOR, *options, "--", *command), capture_output=True, text=True, timeout=100, **more)
    return done, time.monotonic() - start


def python(script):
    return "/usr/bin/python3", "-W", "ignore", "-c", script


class Door(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.environ["TMPDIR"] = self.folder.name

    def tearDown(self):
        self.assertEqual(glob.glob(self.folder.name + "/eugene-*"), [])

    def test_files_of_the_device(self):
        done, _ = run(*python(FILES))
        self.assertEqual((done.stderr, done.returncode), ("", 0))

    def test_program_without_a_gpu(self):
        self.assertEqual(run("sh", "-c", "exit 42")[0].returncode, 42)
        self.assertEqual(run("sh", "-c", "kill -TERM $$")[0].returncode, 128 + 15)
        self.assertEqual(run("/no/such/program")[0].returncode, 127)

    def test_nothing_wrong(self):
        done, _ = run(CL_FAULT, "fine", options=("--strict",))
        self.assertEqual((done.stdout, done.stderr, done.returncode), ("finished\n", "", 0))

    def test_statistics(self):
        done, _ = run(VECTOR_ADD, options=("--stats",))
        self.assertRegex(done.stderr, r"dispatches +1 ")
        self.assertRegex(done.stderr, r"eugene: add +\S+ +1 ")

    def test_faults(self):
        for kernel, said in ("read", "read of unmapped"), ("write", "write (of|to) unmapped"):
            with self.subTest(kernel):
                done, seconds = run(CL_FAULT, kernel, options=("--strict",))
                for pattern in ("GPU fault: " + said, f"kernel +{kernel}", r"thread +\d+ of group", r"lane \d+"):
                    self.assertRegex(done.stderr, pattern)
                self.assertIn("OpenCL error", done.stdout)
                self.assertEqual(done.returncode, 1)
                self.assertLess(seconds, 30)

    def test_every_way_to_wait_for_a_fault(self):
        for wait in "event", "status", "read", "callback":
            with self.subTest(wait):
                done, _ = run(CL_FAULT, "read", wait, options=("--strict",))
                self.assertEqual(done.returncode, 1, done.stdout + done.stderr)

    def test_stray_read_is_told_of(self):
        done, _ = run(CL_FAULT, "read")
        self.assertEqual((done.stdout, done.returncode), ("finished\n", 0))
        self.assertRegex(done.stderr, "warning: read of unmapped memory .* it gives zeros")

    def test_endless_loop(self):
        done, seconds = run(CL_FAULT, "endless", options=("--timeout", "1"))
        self.assertRegex(done.stderr, "time limit")
        self.assertEqual(done.returncode, 1)
        self.assertLess(seconds, 60)

    def test_two_at_once(self):
        both = [subprocess.Popen((*DOOR, "--", VECTOR_ADD), stdout=subprocess.PIPE) for _ in range(2)]
        for each in both:
            each.communicate(timeout=100)
            self.assertEqual(each.returncode, 0)

    def test_fork(self):
        done, _ = run(*python(FORK), VECTOR_ADD)
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
