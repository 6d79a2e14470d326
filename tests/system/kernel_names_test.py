#!/usr/bin/env python3
"""Reports and statistics name the kernels of every program, also of those made where a released one was.

    kernel_names_test.py EUGENE
"""
import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import python, run  # noqa: E402

EUGENE = sys.argv[1]

# PyOpenCL releases a program when Python deletes its object, and the driver loads the next program at the same address.
# Eugene tells the kernels apart by their code, which differs.
SCRIPT = """
import numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=bytearray(4096))
MAKE = {
    "built": lambda source: cl.Program(context, source).build(),
    "linked": lambda source: cl.link_program(context, [cl.Program(context, source).compile()]),
}
for way, make in MAKE.items():
    for number in range(6):
        name = f"{way}{number}"
        program = make(f"kernel void {name}(global int* d) {{ d[get_global_id(0)] = {len(way) * 1000 + number}; }}")
        getattr(program, name)(queue, (8,), (8,), buffer)
        queue.finish()
        del program
"""


# The function is called, and its address and the table's are written into the code when the program is loaded.
RELOCATED = """
import pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=bytearray(4096))
program = cl.Program(context, '''
  constant int table[64] = {1, 2, 3};
  __attribute__((noinline)) int look(int i) { return table[i & 63]; }
  kernel void relocated(global int* d) { int i = get_global_id(0); d[i] = look(i + d[i]); }
''').build("-cl-opt-disable")
program.relocated(queue, (8,), (8,), buffer)
queue.finish()
"""


class KernelNames(unittest.TestCase):
    def test_of_programs_that_follow_each_other(self):
        done, _ = run(EUGENE, "run", "--stats=json", "--", *python(SCRIPT))
        self.assertEqual(done.returncode, 0, done.stderr)
        names = {kernel["name"] for kernel in json.loads(done.stderr.strip().splitlines()[-1])["kernels"]}
        self.assertEqual(names, {f"{way}{number}" for way in ("built", "linked") for number in range(6)})

    def test_of_code_that_the_driver_relocates(self):
        for gpu in "bxt", "skl":
            done, _ = run(EUGENE, "run", "--stats=json", "--gpu", gpu, "--", *python(RELOCATED))
            self.assertEqual(done.returncode, 0, done.stderr)
            kernels = json.loads(done.stderr.strip().splitlines()[-1])["kernels"]
            self.assertEqual([kernel["name"] for kernel in kernels], ["relocated"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
