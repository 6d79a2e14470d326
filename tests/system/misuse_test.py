#!/usr/bin/env python3
"""`eugene run --check=api`: calls that OpenCL forbids and Intel's driver accepts, and their right neighbours.

    misuse_test.py EUGENE
"""
import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import keep_compiled, python, run  # noqa: E402

EUGENE = sys.argv[1]

SCRIPT = """
import sys, numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, '''typedef long my_long;
kernel void scale(global int* data, int by, float3 unused, my_long own) {
  data[get_global_id(0)] *= by;
}''').build()
kernel = cl.Kernel(program, "scale")
buffer, other = (cl.Buffer(context, cl.mem_flags.READ_WRITE, 4096) for _ in range(2))
zeros = numpy.zeros(1024, "i4")

def arguments(data=buffer, by=numpy.int32(3), unused=numpy.zeros(4, "f4"), own=numpy.int64(1)):
    for number, value in enumerate((data, by, unused, own)):
        kernel.set_arg(number, value)

def launch():
    cl.enqueue_nd_range_kernel(queue, kernel, (64,), (64,))

def mapped(flags, offset=0, count=1024):
    return cl.enqueue_map_buffer(queue, buffer, flags, offset, (count,), "i4")[0]

def copy(source, target, size):
    cl.enqueue_copy(queue, buffer, buffer, src_offset=source, dst_offset=target, byte_count=size)

arguments()
write, read = cl.map_flags.WRITE, cl.map_flags.READ
exec(sys.argv[1])
queue.finish()
"""

# What the program does: the finding and a part of its words, or nothing.
WRONG = {
    "arguments(by=numpy.int64(3))": ("api.argument", "argument 1 (by) of kernel scale is set with 8 bytes, and has 4"),
    "arguments(by=numpy.int16(3))": ("api.argument", "with 2 bytes, and has 4: it is int"),
    "arguments(unused=numpy.zeros(3, 'f4'))": ("api.argument", "argument 2 (unused) of kernel scale is set with 12 bytes"),
    "m = mapped(write); launch()": ("api.mapped", "kernel scale is launched with argument 0 (data), which is mapped"),
    "m = mapped(read); cl.enqueue_fill_buffer(queue, buffer, zeros[:1], 0, 64)":
        ("api.mapped", "clEnqueueFillBuffer writes bytes 0 to 63 of a buffer of 4096 that is mapped"),
    "m = mapped(write); cl.enqueue_copy(queue, zeros, buffer)": ("api.mapped", "reads bytes 0 to 4095"),
    "copy(0, 64, 128)": ("api.overlap", "bytes 0 to 127 of a buffer to its bytes 64 to 191"),
    "c = cl.Context(context.devices); arguments(cl.Buffer(c, cl.mem_flags.READ_WRITE, 4096))":
        ("api.context", "argument 0 (data) of kernel scale is set to a buffer of another context"),
}
RIGHT = (
    "launch()",
    "arguments(own=numpy.int64(7)); launch()",
    "m = mapped(write); m.base.release(queue); launch()",
    "m = mapped(write, 2048, 16); launch()",  # the kernel may leave that part alone
    "m = mapped(read); launch()",
    "m = mapped(read); cl.enqueue_copy(queue, zeros, buffer)",
    "m = mapped(write, 2048, 16); cl.enqueue_fill_buffer(queue, buffer, zeros[:1], 0, 64)",
    "copy(0, 64, 64)",
)


class Misuse(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        keep_compiled()

    def check(self, action, kinds="api"):
        with tempfile.TemporaryDirectory() as directory:
            report = Path(directory) / "found.json"
            done, _ = run(EUGENE, "run", f"--check={kinds}", "--check-json", report, "--", *python(SCRIPT), action)
            return done, json.loads(report.read_text())["findings"]

    def test_misuse_is_told(self):
        for action, (name, words) in WRONG.items():
            with self.subTest(action):
                done, found = self.check(action)
                self.assertEqual((done.returncode, [each["id"] for each in found]), (4, [name]), done.stderr)
                self.assertIn(words, found[0]["what"])
                self.assertIn("OpenCL 3.0 API", found[0]["reference"])

    def test_what_is_right_is_not(self):
        for action in RIGHT:
            with self.subTest(action):
                done, found = self.check(action)
                self.assertEqual((done.returncode, found), (0, []), done.stderr)

    def test_it_is_told_where_it_is_asked_for(self):
        done, found = self.check("copy(0, 64, 128)", "memory")
        self.assertEqual((done.returncode, found), (0, []), done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
