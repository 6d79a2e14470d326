"""What tests of `eugene run` share: how they run a command, and a kernel that does not end."""
import subprocess
import time

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


def run(*command, **options):
    """What the command did, and how many seconds it took."""
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, **options)
    return done, time.monotonic() - start


def python(script):
    """The command that runs a script, by the interpreter that finds Debian's PyOpenCL."""
    return "/usr/bin/python3", "-W", "ignore", "-c", script
