#!/usr/bin/env python3
"""`eugene run --check=race`: launches that nothing orders, and what the host does meanwhile.

    overlap_test.py EUGENE
"""
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import python, run  # noqa: E402

EUGENE = sys.argv[1]

SCRIPT = """
import sys, numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
flags, modes = cl.mem_flags, cl.command_queue_properties
a, b = cl.CommandQueue(context), cl.CommandQueue(context)
loose = cl.CommandQueue(context, properties=modes.OUT_OF_ORDER_EXEC_MODE_ENABLE)
program = cl.Program(context, '''
kernel void put(global int* to, int value) { to[get_global_id(0)] = value; }
kernel void get(global const int* from, global int* to) {
  to[get_global_id(0)] = from[get_global_id(0)];
}
kernel void count(global int* all) { atomic_inc(&all[get_global_id(0) & 7]); }
''').build()
x, y = (cl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=numpy.zeros(256, "i4")) for _ in range(2))
host = numpy.zeros(256, "i4")
put, get, count = (cl.Kernel(program, name) for name in ("put", "get", "count"))
def launch(kernel, queue, *arguments, items=256, offset=0, wait_for=None):
    return kernel(queue, (items,), (64,), *arguments, global_offset=(offset,), wait_for=wait_for)
seven, eight = numpy.int32(7), numpy.int32(8)
"""
# name: (findings, statements).
CASES = {
    "two queues": (["race.kernels"], "launch(put, a, x, seven); launch(get, b, x, y)"),
    "two writers": (["race.kernels"], "launch(put, a, x, seven); launch(put, b, x, eight)"),
    "out of order": (["race.kernels"], "launch(put, loose, x, seven); launch(get, loose, x, y)"),
    "an event of another": (["race.kernels"], """e = launch(put, a, y, seven); launch(put, a, x, seven)
launch(get, b, x, y, wait_for=[e])"""),
    "a read that does not wait": (["race.host"], "launch(put, a, x, seven); cl.enqueue_copy(b, host, x, is_blocking=False)"),
    "a fill before": (["race.host"], "cl.enqueue_fill_buffer(a, x, eight, 0, 1024); launch(get, b, x, y)"),
    "mapped": (["race.host"], """m, e = cl.enqueue_map_buffer(a, x, cl.map_flags.WRITE, 512, (64,), "i4")
launch(put, a, x, seven); m.base.release()"""),
    "equal values": ([], "launch(put, a, x, seven); launch(put, b, x, seven)"),
    "an event": ([], "e = launch(put, a, x, seven); launch(get, b, x, y, wait_for=[e])"),
    "a barrier": ([], "launch(put, loose, x, seven); cl.enqueue_barrier(loose); launch(get, loose, x, y)"),
    "a marker": ([], """launch(put, a, x, seven); e = cl.enqueue_marker(a)
launch(get, b, x, y, wait_for=[e])"""),
    "finish": ([], "launch(put, a, x, seven); a.finish(); launch(get, b, x, y)"),
    "wait": ([], "launch(put, a, x, seven).wait(); launch(get, b, x, y)"),
    "a read that waits": ([], "launch(put, a, x, seven); cl.enqueue_copy(a, host, x); launch(get, b, x, y)"),
    "asked": ([], """e = launch(put, a, x, seven); a.flush()
while e.command_execution_status != cl.command_execution_status.COMPLETE: pass
launch(get, b, x, y)"""),
    "a call back": ([], """import threading
done = threading.Event(); e = launch(put, a, x, seven)
e.set_callback(cl.command_execution_status.COMPLETE, lambda _: done.set()); a.flush(); done.wait()
launch(get, b, x, y)"""),
    "a user's event": ([], """u = cl.UserEvent(context); launch(put, a, x, seven)
launch(get, b, x, y, wait_for=[u]); a.finish(); u.set_status(cl.command_execution_status.COMPLETE)"""),
    "halves": ([], "launch(put, a, x, seven, items=128); launch(put, b, x, eight, items=128, offset=128)"),
    "readers": ([], "launch(get, a, x, y); b.finish(); launch(get, b, x, y)"),
    "atomics": ([], "launch(count, a, x); launch(count, b, x)"),
    "one queue": ([], "launch(put, a, x, seven); launch(get, a, x, y); cl.enqueue_copy(a, host, x, is_blocking=False)"),
    "mapped to read": ([], """m, e = cl.enqueue_map_buffer(a, x, cl.map_flags.READ, 0, (256,), "i4")
launch(get, a, x, y); m.base.release()"""),
    "mapped elsewhere": ([], """m, e = cl.enqueue_map_buffer(a, x, cl.map_flags.WRITE, 512, (64,), "i4")
launch(put, a, x, seven, items=128); m.base.release()"""),
    "unmapped": ([], """m, e = cl.enqueue_map_buffer(a, x, cl.map_flags.WRITE, 0, (256,), "i4"); m.base.release()
launch(put, a, x, seven)"""),
}


def check(statements, *options):
    script = f"{SCRIPT}\n{statements}\nfor queue in (a, b, loose): queue.finish()\n"
    done, _ = run(EUGENE, "run", "--check=race", *options, "--", *python(script))
    return done


class Overlaps(unittest.TestCase):
    def test_cases(self):
        for name, (ids, statements) in CASES.items():
            with self.subTest(name):
                done = check(statements)
                self.assertEqual(re.findall(r"^eugene: (race\.\w+): ", done.stderr, re.M), ids, done.stderr)
                self.assertEqual(done.returncode, 4 if ids else 0, done.stderr)

    def test_both_sides(self):
        for tier in "--interpret", "--jit":
            with self.subTest(tier):
                done = check(CASES["two queues"][1], tier)
                self.assertRegex(done.stderr, r"race\.kernels: write and read of the same memory by two launches, in no order: "
                                              r"put \(launch 1\) and get \(launch 2\)")
                self.assertRegex(done.stderr, r"(?m)^  write   program 1:2  .*to\[get_global_id\(0\)\] = value.*global id \(0,0,0\)$")
                self.assertRegex(done.stderr, r"(?m)^  read    program 1:4  to\[get.*global id \(0,0,0\)$")
                self.assertRegex(done.stderr, r"(?m)^  count   256$")

    def test_of_the_host(self):
        done = check(CASES["mapped"][1])
        self.assertRegex(done.stderr, r"race\.host: write of memory that the program has mapped for writing, in no order")
        self.assertRegex(done.stderr, r"global id \(128,0,0\)")
        self.assertRegex(done.stderr, r"memory  argument 0 `to` \(buffer of 1024 bytes\), byte 512, 4 bytes")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
