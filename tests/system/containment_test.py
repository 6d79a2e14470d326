#!/usr/bin/env python3
"""Attacks on the kernel's door: what is left when a process is killed, copied or closes what it has in unusual ways.

    containment_test.py EUGENE
"""
import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from running import ENDLESS, TWICE, keep_compiled, python, run

keep_compiled()
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

# The child uses the objects that its parent has created.
FORKED = TWICE + """
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


# Makes requests directly, without a driver.
BY_HAND = """
import ctypes, fcntl, mmap, os, resource, struct, sys, threading, time
node = os.open("/dev/dri/renderD128", os.O_RDWR)
def call(number, size, *data, format):
    argument = bytearray(struct.pack(format, *data))
    fcntl.ioctl(node, 3 << 30 | size << 16 | ord("d") << 8 | number, argument)
    return struct.unpack(format, argument)
def create(words=()):
    handle = call(0x5B, 16, 4096, 0, 0, format="QII")[1]
    address = call(0x5E, 40, handle, 0, 0, 4096, 0, 0, format="IIQQQQ")[4]
    memory = (ctypes.c_uint32 * 1024).from_address(address)
    memory[:len(words)] = words
    return handle, memory
def context():
    return call(0x6D, 8, 0, 0, format="II")[0]
def execute(of, *objects):
    entries = b"".join(struct.pack("IIQQQQQQ", handle, 0, 0, 0, place, 0x1C, 0, 0) for handle, place in objects)
    room = ctypes.create_string_buffer(entries)
    call(0x69, 64, ctypes.addressof(room), len(objects), 0, 0, 0, 0, 0, 0, 0, of, 0, format="QIIIIIIQQQQ")
def wait(handle, seconds):
    try:
        call(0x6C, 16, handle, 0, int(seconds * 1e9), format="IIq")
        return True
    except OSError:
        return False
DATA, BATCH = 1 << 32, 2 << 32
END = 10 << 23
"""

# 14,000 requests that wait for a semaphore. Linux would not accept so many at once either.
WAITING = BY_HAND + """
data, words = create()
code = create([0x0E00C002, 1, DATA & 0xFFFFFFFF, DATA >> 32, END])[0]
own = context()
def submit():
    for _ in range(14000): execute(own, (data, DATA), (code, BATCH))
def memory(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
before = memory()
thread = threading.Thread(target=submit)
thread.start()
thread.join(1)
print(thread.is_alive(), memory() - before < 100000)
words[0] = 1
thread.join()
print(wait(data, 60), memory() - before < 100000)
"""

# A batch that jumps to its own beginning does not block other programs for ever.
ENDLESS_COMMANDS = BY_HAND + """
endless = create([0x18800101, BATCH & 0xFFFFFFFF, BATCH >> 32])[0]
data, words = create()
store = create([0x10000002, DATA & 0xFFFFFFFF, DATA >> 32, 77, END])[0]
execute(context(), (endless, BATCH))
start = time.monotonic()
execute(context(), (data, DATA), (store, BATCH))
print(wait(data, 60), words[0], time.monotonic() - start < 30)
"""


def processes_with(text):
    """Returns the processes that have `text` in their command line."""
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
        """The program ends with the command, and so does what it has started; the next run removes what is left."""
        for start in (), ("sh", "-c", '"$@"; true', "sh"):
            with self.subTest(start):
                self.kill(start)

    def kill(self, start):
        mark = f"containment_{os.getpid()}_{time.monotonic_ns()}"
        process = subprocess.Popen((*DOOR, "--", *start, *python(ENDLESS + f"# {mark}")), stdout=subprocess.PIPE, text=True,
                                   stderr=subprocess.DEVNULL)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.assertEqual(process.stdout.readline(), "ready\n")
        self.assertEqual(len(self.directories()), 1)
        mine = self.folder.name + "/eugene-mine12"  # a user's directory with a similar name, which must stay
        os.mkdir(mine)
        self.addCleanup(shutil.rmtree, mine, ignore_errors=True)
        # A run does not touch the directory of one that lives.
        self.assertEqual(run(*DOOR, "--", "true")[0].returncode, 0)
        self.assertEqual(len(self.directories()), 2)
        process.kill()
        process.wait()
        self.wait_until(lambda: not processes_with(mark))
        left = processes_with(mark)
        for each in left:
            os.kill(each, signal.SIGKILL)
        self.assertEqual(left, [])

        # A process that ends has no command line any more, but may still have the directory open.
        def only_mine():
            self.assertEqual(run(*DOOR, "--", "true")[0].returncode, 0)
            return self.directories() == [mine]

        self.wait_until(only_mine)
        self.assertEqual(self.directories(), [mine])
        os.rmdir(mine)

    @staticmethod
    def wait_until(happens):
        deadline = time.monotonic() + 20
        while not happens() and time.monotonic() < deadline:
            time.sleep(0.05)

    def test_daemon(self):
        """Processes that still run when the command ends continue."""
        code = FORKED.split("run()\nchild =")[0] + """
import time
if os.fork(): os._exit(0)
os.setsid()
run()
os.close(1)
os.close(2)
time.sleep(1)
open(sys.argv[1], "w").close()
os._exit(0)  # see test_end_of_a_forked_child
"""
        file = self.folder.name + "/lives"
        self.assertEqual(run(*DOOR, "--", *python(code), file)[0].returncode, 0)
        self.wait_until(lambda: os.path.exists(file))
        self.assertTrue(os.path.exists(file))

    def test_end_of_a_forked_child(self):
        """Intel's driver waits at its end for its thread that closes buffers, which a child of fork() does not have."""
        code = FORKED.split("run()\nchild =")[0] + """
if os.fork(): os._exit(0)
run()
open(sys.argv[1], "w").close()
"""
        environment = {**os.environ, "NEOReadDebugKeys": "1", "EnableGemCloseWorker": "0"}
        file = self.folder.name + "/forked"
        self.assertEqual(run(*DOOR, "--", *python(code), file, env=environment)[0].returncode, 0)
        self.wait_until(lambda: os.path.exists(file))
        self.assertTrue(os.path.exists(file))
        self.wait_until(lambda: not processes_with(file))
        left = processes_with(file)
        for each in left:
            os.kill(each, signal.SIGKILL)
        self.assertEqual(left, [])

    def test_directory_ends_at_once(self):
        """A process that outlives the command never sees a part of its directory, which would look like a full disk."""
        code = """
import os, sys
directory = os.environ["EUGENE_I915"]
for i in range(3000): open(f"{directory}/{i}", "w").close()
whole = len(os.listdir(directory))
if os.fork(): os._exit(0)
os.setsid()
try:
    while True:
        found = len(os.listdir(directory))
        if found < whole and os.path.exists(directory): break
except FileNotFoundError:
    found = whole
with open(sys.argv[1] + "-", "w") as file: file.write(f"{found} of {whole}")
os.rename(sys.argv[1] + "-", sys.argv[1])
"""
        file = self.folder.name + "/found"
        self.assertEqual(run(*DOOR, "--", *python(code), file)[0].returncode, 0)
        self.wait_until(lambda: os.path.exists(file))
        with open(file) as text:
            found, whole = text.read().split(" of ")
        self.assertEqual(found, whole)

    def test_settings_outlive_the_command(self):
        """A process that uses the GPU only after the command's end has the GPU that was asked for."""
        code = """
import os, sys, time
if os.fork(): os._exit(0)
os.setsid()
while os.path.exists(os.environ["EUGENE_I915"]): time.sleep(0.05)
import pyopencl as cl
name = cl.get_platforms()[0].get_devices()[0].name
with open(sys.argv[1] + "-", "w") as file: file.write(name)
os.rename(sys.argv[1] + "-", sys.argv[1])
"""
        file = self.folder.name + "/name"
        self.assertEqual(run(*DOOR, "--gpu", "skl", "--", *python(code), file)[0].returncode, 0)
        self.wait_until(lambda: os.path.exists(file))
        with open(file) as text:
            self.assertIn("Graphics 530", text.read())

    @staticmethod
    def beside_no_kernel(text):
        """Returns the messages without the line about programs that ran no kernels: direct requests run none."""
        return re.sub(r"^eugene run: .* ran no kernel on it( in \d+ requests)?\n", "", text)

    def test_closed(self):
        done, _ = run(*DOOR, "--", *python(CLOSED))
        self.assertEqual((self.beside_no_kernel(done.stderr), done.returncode), ("", 0))
        for line in done.stdout.splitlines():
            with self.subTest(line):
                self.assertEqual(line.split()[1:], ["True", "0"])
        self.assertEqual(done.stdout.count("\n"), 8)

    def test_waiting_requests_cost_little(self):
        done, _ = run(*DOOR, "--", *python(WAITING))
        self.assertEqual((self.beside_no_kernel(done.stderr), done.stdout, done.returncode),
                         ("", "True True\nTrue True\n", 0))

    def test_endless_commands(self):
        done, _ = run(*DOOR, "--", *python(ENDLESS_COMMANDS))
        self.assertEqual((done.stdout, done.returncode), ("True 77 True\n", 0), done.stderr)
        self.assertEqual(done.stderr.count("bad commands"), 1, done.stderr)
        self.assertIn("bad commands: for 10 s the commands have not let other contexts use the GPU", done.stderr)

    def test_forked(self):
        """Linux does not run such a program's work either. Eugene reports why."""
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
