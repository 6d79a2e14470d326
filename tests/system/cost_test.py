#!/usr/bin/env python3
"""What Eugene adds to a program: memory (held to a bound), and time to start (printed).

    cost_test.py EUGENE VECTOR_ADD
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time

EUGENE, VECTOR_ADD = sys.argv[1:3]
MEGABYTES = 128
BOUND = MEGABYTES + 200  # the buffers once more, and 200 MB

SCRIPT = f"""
import numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, "kernel void touch(global int* data) {{ data[get_global_id(0) * 1024] += 1; }}").build()
buffers = [cl.Buffer(context, cl.mem_flags.READ_WRITE, 64 << 20) for _ in range({MEGABYTES} // 64)]
for buffer in buffers:
    program.touch(queue, (16384,), None, buffer)
queue.finish()
print("done")
"""


def peak(process):
    """The most memory that a process has had, in MB."""
    with open(f"/proc/{process}/status") as status:
        return int(re.search(r"VmHWM:\s+(\d+)", status.read()).group(1)) / 1024


def best(*command, **options):
    """Seconds, of three runs."""
    times = []
    for _ in range(3):
        start = time.monotonic()
        subprocess.run(command, check=False, capture_output=True, timeout=60, **options)
        times.append(time.monotonic() - start)
    return min(times)


def memory():
    with subprocess.Popen([EUGENE, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True) as server:
        try:
            server.stdout.readline()
            command = shlex.split(server.stdout.readline())
            environment = {**os.environ, **dict(word.split("=", 1) for word in command[1:-1])}
            idle = peak(server.pid)
            done = subprocess.run(["/usr/bin/python3", "-c", SCRIPT], env=environment, capture_output=True, text=True, timeout=200)
            assert done.stdout == "done\n", done.stderr
            busy = peak(server.pid)
        finally:
            server.terminate()
    print(f"memory: {idle:.0f} MB idle, {busy:.0f} MB with {MEGABYTES} MB of buffers, of {BOUND} MB allowed")
    assert busy >= MEGABYTES, "the buffers have not arrived"
    assert busy <= BOUND


def start():
    capture = {**os.environ, "NEOReadDebugKeys": "1", "SetCommandStreamReceiver": "1", "ProductFamilyOverride": "bxt",
               "OverrideRevision": "11", "OCL_ICD_VENDORS": "/etc/OpenCL/vendors/intel.icd"}
    with tempfile.TemporaryDirectory() as directory:
        alone = best(VECTOR_ADD, env=capture, cwd=directory)  # the driver writes a trace instead of running kernels
    whole = best(EUGENE, "run", "--", VECTOR_ADD)
    nothing = best(EUGENE, "run", "--", "true")
    print(f"start: vector_add {whole * 1e3:.0f} ms on Eugene, {alone * 1e3:.0f} ms with the driver alone; "
          f"an empty program {nothing * 1e3:.0f} ms")


start()
memory()
