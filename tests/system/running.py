"""Shared by the tests of `eugene run`: running commands, and programs with a kernel that ends or with an endless
one."""
import atexit
import concurrent.futures
import os
import signal
import subprocess
import tempfile
import time

# A kernel, for programs that go on from here.
TWICE = """
import os, sys, numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, "kernel void twice(global int* d) { d[get_global_id(0)] *= 2; }").build()
twice = program.twice
"""
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
try:
    queue.finish()
except cl.Error:
    print("told")
"""


# PyOpenCL keeps files with locks, and the lock of a program that is killed would hold up all that come later: each test has
# files of its own.
_cache = tempfile.TemporaryDirectory(prefix="cache-")
atexit.register(_cache.cleanup)
os.environ["XDG_CACHE_HOME"] = _cache.name


def keep_compiled():
    """From now on, until the test ends, Intel's driver stores each kernel that it compiles, and reads it when a program
    builds it again: compiling takes most of the time of a small program. Before programs start at the same time, their
    kernels must be stored, since one program could read a file that another is still writing. Debug data is not
    stored."""
    directory = tempfile.TemporaryDirectory(prefix="compiled-")
    atexit.register(directory.cleanup)
    os.environ["cl_cache_dir"] = directory.name


def run(*command, input=None, **options):
    """Runs a command. Returns what subprocess.run() does, and the seconds that it took.

    The output goes to files, as a process that the command leaves behind would keep a pipe open. After 100 s the
    command is killed with all that it has started. Bytes of the output that are not UTF-8 become \\xNN."""
    start = time.monotonic()
    with (tempfile.TemporaryFile("w+", errors="backslashreplace") as output,
          tempfile.TemporaryFile("w+", errors="backslashreplace") as errors):
        with subprocess.Popen(command, stdin=subprocess.PIPE if input else None, stdout=output, stderr=errors, text=True,
                              start_new_session=True, **options) as process:
            try:
                process.communicate(input, timeout=100)
            except subprocess.TimeoutExpired as late:
                os.killpg(process.pid, signal.SIGKILL)
                errors.seek(0)
                raise AssertionError(f"has not ended after 100 s: {errors.read()}") from late
        output.seek(0)
        errors.seek(0)
        done = subprocess.CompletedProcess(command, process.returncode, output.read(), errors.read())
    return done, time.monotonic() - start


def run_each(commands):
    """Calls run() for each command and returns the results in order. The first command runs alone: the driver compiles
    the kernels in it. Then four run at a time, since after a fault the driver only waits for half a second."""
    first, *others = commands
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        return [run(*first), *pool.map(lambda command: run(*command), others)]


def python(script):
    """Returns the command that runs a script with Debian's Python, which finds Debian's PyOpenCL."""
    return "/usr/bin/python3", "-W", "ignore", "-c", script
