"""Launches are recorded on any platform and replayed on any other; the first that differs is named.

    record_test.py EUGENE RECORDER COMPARE
"""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from running import keep_compiled

SOURCE = """
kernel void fill(global uint *out, uint start) { out[get_global_id(0)] = start + (uint)get_global_id(0); }

#ifdef WRONG
#define SCALE 3
#else
#define SCALE 2
#endif
struct Pair { int a; short b; };
typedef struct { uint value; } FLOAT_LIKE;
kernel void scale(global const FLOAT_LIKE *in, global float4 *out, local uint *shared, struct Pair pair, global int *none) {
  uint lid = get_local_id(0);
  shared[lid] = in[get_global_id(0)].value;
  barrier(CLK_LOCAL_MEM_FENCE);
  float other = shared[get_local_size(0) - 1 - lid];
  out[get_global_id(0)] = (float4)(other * SCALE, pair.a, pair.b, none == 0);
}
"""


def application():
    """Three launches: the first writes what the second reads; the third overwrites it."""
    import numpy
    import pyopencl as cl

    context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
    queue = cl.CommandQueue(context)
    program = cl.Program(context, SOURCE).build()
    hidden = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.HOST_NO_ACCESS, 64 * 4)
    out = cl.Buffer(context, cl.mem_flags.READ_WRITE, 64 * 16)
    pair = numpy.array([(-5, 7)], numpy.dtype([("a", "i4"), ("b", "i2")], align=True))
    program.fill(queue, (64,), None, hidden, numpy.uint32(100))
    program.scale(queue, (64,), (16,), hidden, out, cl.LocalMemory(64), pair, None)
    program.fill(queue, (32,), (8,), hidden, numpy.uint32(7), global_offset=(32,))
    result = numpy.empty(64 * 4, numpy.float32)
    cl.enqueue_copy(queue, result, out)
    assert list(result[:4]) == [230, -5, 7, 1], result[:4]


class Record(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.recording = Path(self.directory.name) / "recording"

    def run_it(self, *command, status=0, **environment):
        done = subprocess.run(command, capture_output=True, text=True, timeout=200,
                              env={**os.environ, "PYOPENCL_NO_CACHE": "1", **environment})
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def eugene(self, *options):
        return [EUGENE, "run", "--no-cache", *options, "--"]

    def record(self):
        self.run_it(*self.eugene("--record", str(self.recording)), sys.executable, __file__, "--application")

    def test_replays_in_another_tier(self):
        self.record()
        self.assertIn("3 launches the same, 0 different",
                      self.run_it(*self.eugene("--jit"), COMPARE, str(self.recording)))

    def test_names_what_differs_on_another_platform(self):
        self.record()
        self.assertIn("3 launches the same", self.run_it(COMPARE, str(self.recording), **POCL))
        said = self.run_it(COMPARE, "--options=-DWRONG", str(self.recording), status=1, **POCL)
        self.assertIn("launch 2, kernel scale, 64 work-items: differs", said)
        self.assertIn("argument 1 (float4* out): 64 of 256 elements differ; element 0 was 230.0, is 345.0", said)
        self.assertIn("1 launches the same, 1 different", said)
        said = self.run_it(COMPARE, "--all", "--options=-DWRONG", str(self.recording), status=1, **POCL)
        self.assertIn("2 launches the same, 1 different", said)
        self.assertIn("3 launches the same",
                      self.run_it(COMPARE, "--options=-DWRONG", "--tolerance=0.6", str(self.recording), **POCL))

    def test_records_any_platform(self):
        self.run_it(sys.executable, __file__, "--application", OPENCL_LAYERS=RECORDER, EUGENE_RECORD=str(self.recording),
                    **POCL)
        self.assertIn("3 launches the same", self.run_it(*self.eugene(), COMPARE, str(self.recording)))

    def test_says_what_is_no_recording(self):
        self.run_it(COMPARE, self.directory.name, status=2, **POCL)


POCL = {"OCL_ICD_VENDORS": "/etc/OpenCL/vendors/pocl.icd"}

if sys.argv[1:] == ["--application"]:
    application()
else:
    keep_compiled()
    EUGENE, RECORDER, COMPARE = (os.path.abspath(path) for path in sys.argv[1:4])
    unittest.main(argv=sys.argv[:1])
