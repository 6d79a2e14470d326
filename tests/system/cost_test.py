#!/usr/bin/env python3
"""What Eugene adds to a program: memory (held to a bound), and time to start (printed).

    cost_test.py EUGENE VECTOR_ADD
"""
import os
import subprocess
import sys
import tempfile
import time

EUGENE, VECTOR_ADD = sys.argv[1:3]
MEGABYTES = 128
BOUND = 150  # MB more than the program's own memory and its buffers

SCRIPT = f"""
import numpy, pyopencl as cl, sys
def megabytes(name):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) // 1024 for line in status if line.startswith(name + ":"))
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, "kernel void touch(global int* data) {{ data[get_global_id(0) * 1024] += 1; }}").build()
before, resident = megabytes("VmHWM"), megabytes("VmRSS")
buffers = [cl.Buffer(context, cl.mem_flags.READ_WRITE, 64 << 20) for _ in range({MEGABYTES} // 64)]
for buffer in buffers:
    program.touch(queue, (16384,), None, buffer)
queue.finish()
print(before, megabytes("VmHWM"), megabytes("VmRSS") - resident)
"""


def best(*command, **options):
    """Seconds, of three runs."""
    times = []
    for _ in range(3):
        start = time.monotonic()
        subprocess.run(command, check=False, capture_output=True, timeout=60, **options)
        times.append(time.monotonic() - start)
    return min(times)


def memory():
    done = subprocess.run([EUGENE, "run", "--", "/usr/bin/python3", "-c", SCRIPT], capture_output=True, text=True,
                          timeout=200, env={**os.environ, "PYOPENCL_NO_CACHE": "1"})
    before, after, added = map(int, done.stdout.split())
    print(f"memory: {before} MB before any work, {after} MB after it on {MEGABYTES} MB of buffers; {BOUND} MB more are allowed")
    # The peak does not show this: memory that the compiler has freed is reused.
    assert added >= MEGABYTES, "the buffers are nowhere"
    assert after - before <= MEGABYTES + BOUND


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
