#!/usr/bin/env python3
"""What goes wrong is said well, soon, and without taking the server along.

    faults_test.py EUGENE CL_FAULT
"""
import os
import re
import shlex
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from running import ENDLESS, keep_compiled, python, run, run_each  # noqa: E402

keep_compiled()
EUGENE, CL_FAULT = sys.argv[1:3]

# Kinds of damage to the driver's commands (cl_fault.cpp), and what Eugene reports for each.
DAMAGES = {
    "unknown-command": "unknown command .dword 0x7fff000d at address",
    "garbage": "unknown command .dword 0xffffffff",
    "reserved-field": "GPGPU_WALKER: the SIMD size is reserved",
    "batch-address": "reads address 0x7abc[0-9a-f]*, which is not mapped",
    "no-batch-end": "in the batch buffer|not mapped",
    "no-end-at-all": "not mapped",
}
# Damages that only the protocol of a simulator can have.
TBX_DAMAGES = {
    "ring-address": "GGTT address 0x7ffff000, which is not mapped",
    "ring-disabled": "no enabled ring",
    "page-tables": "not mapped",
}

WRITE_SCRIPT = """
import numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, "kernel void wild(global int* d, ulong at) { *(global int*)at = d[0]; }").build()
buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, 4096)
program.wild(queue, (8,), (8,), buffer, numpy.uint64(0x7f000000))
try:
    cl.enqueue_copy(queue, numpy.empty(1024, numpy.int32), buffer)
except cl.Error:
    print("told")
"""


# Before the driver frees an image in the program's memory, it waits for a number that a failed request would have
# written.
RELEASE_SCRIPT = """
import sys, time
import numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, """ + repr("""
    kernel void wild(global int* d, ulong at) { *(global int*)at = d[0]; }
    kernel void fine(global int* d, write_only image2d_t to) { write_imagef(to, (int2)(0, 0), (float4)(1.0f)); }""") + """).build()
flags = cl.mem_flags.READ_WRITE
buffer = cl.Buffer(context, flags, 4096)
own = numpy.zeros((64, 64, 4), numpy.uint8)
image = cl.Image(context, flags | cl.mem_flags.USE_HOST_PTR, cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.UNORM_INT8),
                 shape=(64, 64), hostbuf=own)
def call(function, *arguments):
    try:
        function(*arguments)
    except cl.Error:
        print("told", flush=True)
fine, wild = program.fine, program.wild
fine.set_args(buffer, image)
wild.set_args(buffer, numpy.uint64(0x7f000000))
cl.enqueue_nd_range_kernel(queue, wild, (8,), (8,))
if "wait" in sys.argv:
    call(queue.finish)
    cl.enqueue_nd_range_kernel(queue, fine, (8,), (8,))
    start = time.monotonic()
    call(queue.finish)
    call(queue.finish)
    print("slow" if time.monotonic() - start > 0.9 else "soon")
image.release()
print("released", flush=True)
"""


class Faults(unittest.TestCase):
    def check_report(self, text, *patterns):
        for pattern in ("GPU fault: ", r"kernel +\S", r"instruction +0x[0-9a-f]+: \S", r"thread +\d+ of group \(\d+, 0, 0\)") + patterns:
            self.assertRegex(text, pattern)

    def check_status(self, done):
        """The program gets an error and fails. (If it did not notice, --strict would make the status 3.)"""
        self.assertIn("OpenCL error", done.stdout)
        self.assertEqual(done.returncode, 1)

    def test_nothing_wrong(self):
        done, _ = run(EUGENE, "run", "--strict", "--", CL_FAULT, "fine")
        self.assertEqual((done.stdout, done.stderr, done.returncode), ("finished\n", "", 0))

    def test_unmapped_reads_go_on(self):
        """They are reported once, by interpreter and compiled code alike, and give zeros."""
        for tier in ("--interpret", "--jit"):
            with self.subTest(tier):
                done, _ = run(EUGENE, "run", tier, "--", CL_FAULT, "read")
                self.assertEqual((done.stdout, done.returncode), ("finished\n", 0))
                instructions = re.findall("instruction +(0x[0-9a-f]+): send", done.stderr)  # one for each half of 32 channels
                self.assertEqual(len(set(instructions)), done.stderr.count("eugene: "), done.stderr)
                for pattern in ("eugene: warning: read of unmapped memory at address 0x[0-9a-f]*7f0000[0-9a-f]*: it gives zeros",
                                r"kernel +read at 0x", r"thread +0 of group \(0, 0, 0\), lane 0"):
                    self.assertRegex(done.stderr, pattern)

    def test_accesses_that_bounds_drop(self):
        done, _ = run(EUGENE, "run", "--", CL_FAULT, "beyond")
        self.assertEqual((done.stdout, done.stderr, done.returncode), ("finished\n", "", 0))
        for tier in ("--interpret", "--jit"):
            with self.subTest(tier):
                done, _ = run(EUGENE, "run", "--strict", "--report-bounds", tier, "--", CL_FAULT, "beyond")
                self.assertEqual((done.stdout, done.returncode), ("finished\n", 0))
                instructions = re.findall("instruction +(0x[0-9a-f]+): send", done.stderr)  # one for each half of 32 channels
                self.assertEqual(len(set(instructions)), done.stderr.count("eugene: "), done.stderr)
                for pattern in (r"eugene: warning: read at offset 0x4e20 of surface \d+, which has 1024 bytes at address 0x[0-9a-f]+: it gives zeros",
                                r"kernel +beyond at 0x", r"thread +0 of group \(0, 0, 0\), lane 0"):
                    self.assertRegex(done.stderr, pattern)

    def test_accesses_beyond_local_memory(self):
        """They are reported without an option, since no program needs them."""
        reports = {}
        for tier in ("--interpret", "--jit"):
            with self.subTest(tier):
                done, _ = run(EUGENE, "run", tier, "--", CL_FAULT, "local_beyond")
                self.assertEqual((done.stdout, done.returncode), ("finished\n", 0))
                for pattern in ("eugene: warning: write at offset 0x[0-9a-f]{3} of shared local memory, which has 1024 bytes: it has no effect",
                                "eugene: warning: read at offset -0x4 of shared local memory, which has 1024 bytes: it gives zeros",
                                r"kernel +local_beyond at 0x", r"thread +0 of group \(0, 0, 0\), lane 0"):
                    self.assertRegex(done.stderr, pattern)
                reports[tier] = done.stderr
        self.assertEqual(*reports.values())

    def test_unmapped_read(self):
        done, _ = run(EUGENE, "run", "--strict", "--", CL_FAULT, "read")
        self.check_report(done.stderr, "read of unmapped memory", "at address 0x[0-9a-f]*7f0000", r"lane \d+")
        self.check_status(done)

    def test_unmapped_write(self):
        done, _ = run(EUGENE, "run", "--strict", "--", CL_FAULT, "write")
        self.check_report(done.stderr, "write (of|to) unmapped memory", "at address 0x[0-9a-f]*7f0000", r"lane \d+")
        self.check_status(done)

    def test_without_strict_the_status_is_the_programs(self):
        done, _ = run(EUGENE, "run", "--", CL_FAULT, "write")
        self.check_report(done.stderr)
        self.assertEqual(done.returncode, 0 if done.stdout == "finished\n" else 1)

    def test_endless_loop(self):
        done, seconds = run(EUGENE, "run", "--strict", "--timeout", "1", "--", CL_FAULT, "endless")
        self.check_report(done.stderr, "time limit", "--timeout")
        self.check_status(done)
        self.assertLess(seconds, 60)

    def test_commands_that_cannot_be_executed(self):
        results = run_each([(EUGENE, "run", "--strict", "--", CL_FAULT, damage) for damage in DAMAGES])
        for (damage, said), (done, seconds) in zip(DAMAGES.items(), results):
            with self.subTest(damage):
                self.assertRegex(done.stderr, "bad commands: .*" + said)
                if "end" in damage:  # what the program waits for has been written by then
                    self.assertEqual((done.stdout, done.returncode), ("finished\n", 3))
                else:
                    self.check_status(done)
                self.assertLess(seconds, 30)

    def test_semaphore_that_never_comes(self):
        done, seconds = run(EUGENE, "run", "--timeout", "1", "--", CL_FAULT, "endless-wait")
        self.assertRegex(done.stderr, "bad commands: the wait did not end within the time limit: MI_SEMAPHORE_WAIT for register")
        self.check_status(done)
        self.assertLess(seconds, 30)

    def test_every_way_to_wait(self):
        status = {("batch-address", "event"): 1, ("fine", "status"): 0, ("fine", "read"): 0, ("fine", "callback"): 0}
        status |= {("write", wait): 1 for wait in ("event", "status", "read", "callback")}
        results = run_each([(EUGENE, "run", "--", CL_FAULT, *way) for way in status])
        for (way, expected), (done, _) in zip(status.items(), results):
            with self.subTest(way):
                self.assertEqual(done.returncode, expected, done.stdout + done.stderr)
                self.assertEqual("OpenCL error" in done.stdout, expected == 1, done.stdout)

    def test_no_driver(self):
        """If a program has not used the GPU, the missing part is named. (Only with --all-platforms do programs look elsewhere.)"""
        def vendors(*lines):
            folder = tempfile.TemporaryDirectory()
            self.addCleanup(folder.cleanup)
            for number, line in enumerate(lines):
                with open(f"{folder.name}/{number}.icd", "w") as file:
                    file.write(line + "\n")
            return folder.name

        for folder, said in (
            (vendors(), "not installed (no file in FOLDER names libigdrcl.so)"),
            (vendors("libother.so"), "not installed (no file in FOLDER names libigdrcl.so)"),
            ("/nowhere", "not installed (FOLDER is missing)"),
            (vendors("libother.so", "/nowhere/libigdrcl.so"),
             "incomplete (FOLDER/1.icd names /nowhere/libigdrcl.so, which is missing)"),
        ):
            done, _ = run(EUGENE, "run", "--all-platforms", "--", CL_FAULT, "fine", env=os.environ | {"OCL_ICD_VENDORS": folder})
            self.assertEqual(done.stderr, "eugene run: Intel's OpenCL driver is " + said.replace("FOLDER", folder) +
                             "\n  hint: apt-get install intel-opencl-icd (on Debian 12: tools/setup --intel-opencl) or "
                             "mesa-opencl-icd\n")
            self.assertEqual(done.returncode, 1)
        with self.subTest("no OpenCL"):  # as of OpenGL: the driver is not missed
            done, _ = run(EUGENE, "run", "--all-platforms", "--", "ls", "/etc", env=os.environ | {"OCL_ICD_VENDORS": "/nowhere"})
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_python(self):
        """PyOpenCL tries again what fails for lack of resources."""
        done, _ = run(EUGENE, "run", "--", "/usr/bin/python3", "-W", "ignore", "-c", WRITE_SCRIPT)
        self.check_report(done.stderr)
        self.assertEqual((done.stdout, done.returncode), ("told\n", 0))

    def test_release_of_an_image_after_a_fault(self):
        for gpu in "bxt", "skl":
            for wait, said in (["wait"], "told\ntold\ntold\nsoon\nreleased\n"), ([], "released\n"):
                with self.subTest(gpu, wait=wait):
                    done, seconds = run(EUGENE, "run", "--gpu", gpu, "--", "/usr/bin/python3", "-W", "ignore", "-c", RELEASE_SCRIPT, *wait)
                    self.check_report(done.stderr)
                    self.assertEqual((done.stdout, done.returncode), (said, 0), done.stderr)
                    self.assertLess(seconds, 30)
                    self.assertNotIn("bad commands", done.stderr)  # those that follow
                    self.assertEqual(done.stderr.count("has lost its state because of the failure above"), len(wait))

    def test_queue_after_a_fault(self):
        """A queue that is made afterwards gets no error. On Skylake, however, the driver uses the lost context for it
        too."""
        done, _ = run(EUGENE, "run", "--gpu", "bxt", "--", CL_FAULT, "write", "new-queue")
        self.assertEqual((done.stdout, done.returncode), ("told\nfinished\n", 0))

    def test_interrupt(self):
        """A program that handles the terminal's interrupt gets to its handler though a kernel does not end."""
        for handler in ("def handler(*_): sys.exit(77)", "handler = signal.SIG_DFL"):
            script = f"import signal, sys\n{handler}\nsignal.signal(signal.SIGINT, handler)\n" + ENDLESS
            with subprocess.Popen([EUGENE, "run", "--", "/usr/bin/python3", "-c", script], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True) as process:
                self.assertEqual(process.stdout.readline(), "ready\n")
                time.sleep(0.5)
                process.send_signal(signal.SIGINT)
                process.communicate(timeout=30)
                self.assertEqual(process.returncode, 77 if "exit" in script else 128 + signal.SIGINT)

    def test_status_of_the_program(self):
        self.assertEqual(run(EUGENE, "run", "--", "sh", "-c", "exit 42")[0].returncode, 42)
        self.assertEqual(run(EUGENE, "run", "--", "sh", "-c", "kill -TERM $$")[0].returncode, 128 + 15)
        self.assertEqual(run(EUGENE, "run", "--", "/no/such/program")[0].returncode, 127)

    def test_wrong_usage(self):
        self.assertEqual(run(EUGENE, "run")[0].returncode, 2)
        self.assertEqual(run(EUGENE, "run", "--gpu", "pentium", "--", "true")[0].returncode, 2)


class Server(unittest.TestCase):
    """One server for all tests: clients that send nonsense must not harm later clients."""

    def setUp(self):
        self.server = subprocess.Popen([EUGENE, "serve", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.port = int(re.search(r"port (\d+)", self.server.stdout.readline()).group(1))
        command = shlex.split(self.server.stdout.readline())
        self.assertEqual((command[0], command[-1]), ("env", "PROGRAM"))
        self.variables = dict(word.split("=", 1) for word in command[1:-1])

    def tearDown(self):
        self.server.terminate()
        self.server.communicate(timeout=20)
        self.assertEqual(self.server.returncode, 0)

    def send(self, data):
        """Returns the server's answer until the server closes the connection, or until a moment has passed."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as client:
            client.sendall(data)
            client.shutdown(socket.SHUT_WR)
            answer = b""
            while block := client.recv(65536):
                answer += block
            return answer

    def run_program(self):
        done, _ = run(CL_FAULT, "fine", env={**os.environ, **self.variables})
        self.assertEqual((done.stdout, done.returncode), ("finished\n", 0))

    def test_garbage_does_not_end_the_server(self):
        header = struct.Struct("<III")
        for garbage in (b"", b"\x00", b"GET / HTTP/1.0\r\n\r\n", bytes(range(256)) * 40, b"\xff" * 5000,
                        header.pack(4, 1, 0xFFFFFFFF), header.pack(5, 1, 20) + b"\xff" * 20,
                        header.pack(0, 1, 12) + struct.pack("<III", 1, 0x2230, 0xDEADBEEF) * 1,
                        header.pack(4, 1, 24) + struct.pack("<IIIII", 0, 0xFF000000, 0xFFFFFFF0, 0xFFFFFFFF, 0) + b"abcd"):
            try:
                self.send(garbage)
            except ConnectionError:
                pass  # the server may hang up on nonsense at once
            self.assertIsNone(self.server.poll())
        self.run_program()

    def test_catches_accesses_that_the_host_refuses(self):
        """An error of Eugene in one kernel must not end the server for all clients: base/host_fault.h."""
        with open(f"/proc/{self.server.pid}/status") as status:
            caught = int(re.search(r"SigCgt:\s*(\w+)", status.read()).group(1), 16)
        for number in signal.SIGSEGV, signal.SIGBUS:
            self.assertTrue(caught >> (number - 1) & 1, number)

    def test_clients_with_bad_commands_do_not_hang(self):
        """Clients cannot be notified over this protocol, but their reads give all ones. Other clients are not affected."""
        environment = {**os.environ, **self.variables}
        with subprocess.Popen([CL_FAULT, "fine-for-long"], env=environment, stdout=subprocess.PIPE) as good:
            for damage in ("unknown-command", "batch-address", *TBX_DAMAGES):
                with self.subTest(damage):
                    done, seconds = run(CL_FAULT, damage, "read", env=environment)
                    self.assertEqual((done.stdout, done.returncode), ("wrong result -1\n", 1))
                    self.assertLess(seconds, 30)
            self.assertEqual((good.communicate(timeout=60)[0], good.returncode), (b"finished\n", 0))
        self.server.terminate()
        log = self.server.stderr.read()
        for said in TBX_DAMAGES.values():
            self.assertRegex(log, "bad commands: .*" + said)

    def test_limits(self):
        """The limits of simultaneous clients, and of how long a client may be silent."""
        self.server.terminate()
        self.server.communicate(timeout=20)
        self.server = subprocess.Popen([EUGENE, "serve", "--port", "0", "--clients", "2", "--idle", "1"], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True)
        self.port = int(re.search(r"port (\d+)", self.server.stdout.readline()).group(1))
        self.server.stdout.readline()
        clients = [socket.create_connection(("127.0.0.1", self.port), timeout=10) for _ in range(3)]
        begin = time.monotonic()
        self.assertEqual(clients[2].recv(1), b"")
        self.assertLess(time.monotonic() - begin, 0.8)
        for client in clients[:2]:
            self.assertEqual(client.recv(1), b"")
        self.assertGreater(time.monotonic() - begin, 0.8)
        for client in clients:
            client.close()
        self.server.terminate()
        log = self.server.stderr.read()
        self.assertIn("client 2 refused: 2 clients are already connected", log)
        self.assertIn("client 0 disconnected: it has sent nothing for 1 s", log)

    def test_client_that_vanishes(self):
        for _ in range(20):
            socket.create_connection(("127.0.0.1", self.port)).close()
        idle = [socket.create_connection(("127.0.0.1", self.port)) for _ in range(10)]
        self.run_program()
        for client in idle:
            client.close()
        self.run_program()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
