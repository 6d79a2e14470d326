#!/usr/bin/env python3
"""The kernel's door: what programs see of the device, and how they end.

    door_test.py EUGENE VECTOR_ADD
"""
import glob
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from running import ENDLESS, keep_compiled, python, run

keep_compiled()
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
    assert "PCI_ID=8086:1912" in open(f"/sys/dev/char/226:{minor}/device/uevent").read()
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

# Each thread has its own context, and so its own address space.
THREADS = """
import threading
import numpy, pyopencl as cl
device = cl.get_platforms()[0].get_devices()[0]
wrong = []
def work(number):
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    program = cl.Program(context, f"kernel void f(global int* d) {{ d[get_global_id(0)] += {number} * get_global_id(0); }}").build()
    kernel = program.f
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=numpy.zeros(256, numpy.int32))
    kernel.set_args(buffer)
    result = numpy.empty(256, numpy.int32)
    for turn in range(1, 41):
        cl.enqueue_nd_range_kernel(queue, kernel, (256,), (8,))
        cl.enqueue_copy(queue, result, buffer)
        if (result != turn * number * numpy.arange(256)).any():
            wrong.append((number, turn))
threads = [threading.Thread(target=work, args=(number,)) for number in (3, 5)]
for each in threads: each.start()
for each in threads: each.join()
print("wrong:", wrong)
"""

# A kernel accesses addresses that it was not given: the program's memory, the node's ring, unmapped memory.
HOSTILE = """
import ctypes, mmap
import numpy, pyopencl as cl
secret = mmap.mmap(-1, 4096)
secret[:] = b"S" * 4096
at = ctypes.addressof(ctypes.c_char.from_buffer(secret))
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, '''
    kernel void look(global const ulong* at, global ulong* out) {
      for (int i = 0; i < 5; ++i) out[i] = *(global const ulong*)at[i];
    }
    kernel void spoil(global const ulong* at) { *(global ulong*)at[0] = 1; }''').build()
places = numpy.array([at, at + 4088, 1 << 40, 0x7FFFFFFFF000, 0xFFFF800000000000], numpy.uint64)
given = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=places)
seen = cl.Buffer(context, cl.mem_flags.READ_WRITE, 40)
program.look(queue, (1,), (1,), given, seen)
found = numpy.ones(5, numpy.uint64)
cl.enqueue_copy(queue, found, seen)
print("seen:", list(map(int, found)))
try:
    program.spoil(queue, (1,), (1,), given)
    queue.finish()
except cl.Error:
    print("told")
print("spoilt" if secret[:] != b"S" * 4096 else "untouched")
"""

# A closed node must leave nothing in the process, whether or not its objects were closed.
LEFT = """
import fcntl, os, struct
create = 0xC010645B  # DRM_IOCTL_I915_GEM_CREATE
def open_and_close():
    descriptor = os.open("/dev/dri/renderD128", os.O_RDWR)
    for _ in range(20):
        fcntl.ioctl(descriptor, create, bytearray(struct.pack("QII", 1 << 16, 0, 0)))
    os.close(descriptor)
def left():
    return len(os.listdir("/proc/self/fd")), sum("zero (deleted)" in line for line in open("/proc/self/maps"))
open_and_close()
before = left()
for _ in range(50): open_and_close()
print(before == left(), before, left())
"""

# Asks for the driver's version, as every driver does first.
ASK = """
import ctypes, fcntl, os
fcntl.ioctl(os.open("/dev/dri/renderD128", os.O_RDWR), 0xC0406400, bytearray(64))
"""

# Opens VA-API's display as vainfo does, and may go on as players do.
VIDEO = """
import ctypes, os, sys
ctypes.CDLL("libva.so.2", ctypes.RTLD_GLOBAL)
libva, drm = ctypes.CDLL(None), ctypes.CDLL("libva-drm.so.2")  # as a program that is linked with it
drm.vaGetDisplayDRM.restype = ctypes.c_void_p
display = ctypes.c_void_p(drm.vaGetDisplayDRM(os.open("/dev/dri/renderD128", os.O_RDWR)))
a, b = ctypes.c_int(), ctypes.c_int()
assert libva.vaInitialize(display, ctypes.byref(a), ctypes.byref(b)) == 0
profiles = (ctypes.c_int * 100)()
assert libva.vaQueryConfigProfiles(display, profiles, ctypes.byref(a)) == 0
config = ctypes.c_uint()
if sys.argv[1] == "decodes":
    assert libva.vaCreateConfig(display, 7, 1, None, 0, ctypes.byref(config)) != 0  # VAProfileH264High, VAEntrypointVLD
if sys.argv[1] == "asks for formats":
    libva.vaQueryImageFormats(display, ctypes.create_string_buffer(100000), ctypes.byref(a))
libva.vaTerminate(display)
"""

# Asks about a display, as eglinfo does, and may make a context of OpenGL ES, which it does not use.
CONTEXT = """
import ctypes, sys
egl = ctypes.CDLL("libEGL.so.1")
for name in "eglGetPlatformDisplay", "eglCreateContext", "eglQueryString": getattr(egl, name).restype = ctypes.c_void_p
display = ctypes.c_void_p(egl.eglGetPlatformDisplay(0x31DD, None, None))  # surfaceless
assert egl.eglInitialize(display, None, None) and egl.eglQueryString(display, 0x3053)
config, count = ctypes.c_void_p(), ctypes.c_int()
assert egl.eglBindAPI(0x30A0)
assert egl.eglChooseConfig(display, (ctypes.c_int * 5)(0x3040, 4, 0x3033, 1, 0x3038), ctypes.byref(config), 1, ctypes.byref(count)) and count.value
if sys.argv[1] == "draws":
    assert egl.eglCreateContext(display, config, None, (ctypes.c_int * 3)(0x3098, 3, 0x3038))
"""

# Closes the node while the other driver is loaded.
UNLOADED = """
import ctypes, _ctypes, fcntl, os
node = os.open("/dev/dri/renderD128", os.O_RDWR)
fcntl.ioctl(node, 0xC0406400, bytearray(64))
other = ctypes.CDLL("libvulkan_lvp.so")
os.close(node)
_ctypes.dlclose(other._handle)
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

    def test_queues_of_vulkan(self):
        """Eugene asks Mesa for a queue family without drawing if that works in its version (22.3, not 25)."""
        for version, told in (("1.3.230", "gc=1,c=1\n"), ("1.4.305", ""), ("", "")):
            icd = Path(self.folder.name) / "intel_icd.x86_64.json"
            icd.write_text(json.dumps({"ICD": {"api_version": version}}))
            done, _ = run(*DOOR, "--", "printenv", "ANV_QUEUE_OVERRIDE", env={**os.environ, "VK_DRIVER_FILES": str(icd)})
            self.assertEqual(done.stdout, told, version)
            icd.unlink()
        done, _ = run(*DOOR, "--", "printenv", "ANV_QUEUE_OVERRIDE", env={**os.environ, "ANV_QUEUE_OVERRIDE": "c=1"})
        self.assertEqual(done.stdout, "c=1\n")

    def test_no_dispatch_is_told(self):
        said = "eugene run: the program asked for the GPU, but ran no kernel on it"
        self.assertEqual(through_the_door(*python("import os; os.open('/dev/dri/renderD128', os.O_RDWR)")).stderr, "")
        # A program that only queries the GPU, like clinfo, gets no message.
        self.assertEqual(through_the_door(*python(ASK)).stderr, "")
        self.assertEqual(through_the_door("clinfo").stderr, "")
        queue = "import pyopencl as cl\ncl.CommandQueue(cl.create_some_context(interactive=False))"
        self.assertEqual(through_the_door(*python(queue)).stderr, said + "\n")
        for end in "", "os._exit(0)":
            done = through_the_door(*python(ASK + "ctypes.CDLL('libvulkan_lvp.so')\n" + end))
            self.assertEqual(done.stderr, said + "; it has loaded llvmpipe, which may have done its work\n")
        done = through_the_door(*python(UNLOADED))
        self.assertEqual(done.stderr, said + "; it has loaded llvmpipe, which may have done its work\n")
        self.assertEqual(through_the_door(VECTOR_ADD).stderr, "")

    def test_no_dispatch_of_others_is_told(self):
        """The remark comes for programs of VA-API and OpenGL that make a context or ask for what a player needs, not
        for those that only list features."""
        said = "eugene run: the program asked for the GPU, but ran no kernel on it"
        for driver in "i965", "iHD":
            environment = {**os.environ, "LIBVA_DRIVER_NAME": driver, "LIBVA_MESSAGING_LEVEL": "0"}
            for case, more in ("lists", None), ("decodes", "; the processor may have done its work, since VA-API decodes and encodes nothing here"), \
                    ("asks for formats", "; the processor may have done its work, since VA-API decodes and encodes nothing here"):
                with self.subTest(case, driver=driver):
                    done, _ = run(*DOOR, "--gpu", "bxt", "--stats=json", "--", *python(VIDEO), case, env=environment)
                    lines = done.stderr.splitlines()
                    self.assertEqual(lines[:-1], [] if more is None else [said + more])
                    stats = json.loads(lines[-1])
                    self.assertEqual((stats["requests"], stats["remark"]), (0, "" if more is None else (said + more)[len("eugene run: "):]))
        self.assertEqual(through_the_door(*python(CONTEXT), "lists").stderr, "")
        self.assertEqual(through_the_door(*python(CONTEXT), "draws").stderr, said + "\n")

    def test_a_program_that_overwrites_its_environment(self):
        """Chromium overwrites the environment with the title of a process."""
        code = """
import ctypes, os
begin = int(open("/proc/self/stat").read().split()[-3])  # env_start, env_end, exit_code
end = int(open("/proc/self/stat").read().split()[-2])
os.stat("/dev")
ctypes.memset(begin, ord("x"), end - begin - 1)
os.stat("/dev/dri/renderD128")
"""
        self.assertEqual(through_the_door(*python(code)).stderr, "")

    def test_opencl_on_sandy_bridge(self):
        said = ("eugene run: Intel's OpenCL driver does not support Intel HD Graphics 2000 (Sandy Bridge), which runs only "
                "VA-API programs; for OpenCL use --gpu bxt or skl\n")
        self.assertEqual(through_the_door("clinfo", "-l", options=("--gpu", "snb")).stderr, said)
        self.assertEqual(through_the_door("true", options=("--gpu", "snb")).stderr, "")

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

    def test_two_threads_with_a_context_each(self):
        for gpu in "bxt", "skl":
            with self.subTest(gpu):
                done = through_the_door(*python(THREADS), options=("--gpu", gpu))
                self.assertEqual((done.stderr, done.stdout, done.returncode), ("", "wrong: []\n", 0))

    def test_kernels_reach_only_what_they_are_given(self):
        for tier in "--interpret", "--jit":
            with self.subTest(tier):
                done = through_the_door(*python(HOSTILE), options=("--gpu", "skl", tier))
                self.assertEqual(done.stdout, "seen: [0, 0, 0, 0, 0]\ntold\nuntouched\n")
                self.assertRegex(done.stderr, "read of unmapped memory")
                self.assertRegex(done.stderr, "GPU fault: write to unmapped memory")

    def test_closing_leaves_nothing(self):
        done = through_the_door(*python(LEFT))
        self.assertTrue(done.stdout.startswith("True "), done.stdout + done.stderr)

    def test_end_in_the_middle_of_a_kernel(self):
        for number in signal.SIGINT, signal.SIGTERM:
            with self.subTest(number):
                with subprocess.Popen((*DOOR, "--", *python("import signal\nsignal.signal(signal.SIGINT, signal.SIG_DFL)\n" + ENDLESS)),
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
                    self.assertEqual(process.stdout.readline(), "ready\n")
                    time.sleep(2)
                    process.send_signal(number)
                    _, said = process.communicate(timeout=30)
                    self.assertEqual(process.returncode, 128 + number)
                    self.assertEqual(said, "eugene: interrupted: kernel endless, 0 of 1 groups done\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
