#!/usr/bin/env python3
"""Sources of OpenCL C, which ocloc compiles."""
import tempfile
import unittest
from pathlib import Path

import numpy as np

import eugene

SCALE = """
kernel void scale(global float* out, float by, local float* part) {
  int l = get_local_id(0);
  part[l] = out[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = part[l] * by + ADDED;
}
"""
NUMBERS = """
kernel void numbers(global double* out, char c, uchar u, short s, ushort v, long l, ulong w, half h, double d, float3 f, uchar2 p) {
  out[0] = c; out[1] = u; out[2] = s; out[3] = v; out[4] = l; out[5] = w; out[6] = h; out[7] = d; out[8] = f.z; out[9] = p.y;
}
"""


class Sources(unittest.TestCase):
    def setUp(self):
        self.gpu = eugene.Machine("skl", threads=1)

    def test_a_file(self):
        with tempfile.TemporaryDirectory() as directory:
            file = Path(directory, "scale.cl")
            file.write_text(SCALE)
            scale = self.gpu.load(file, options="-DADDED=1").scale
        values = self.gpu.array(np.arange(256, dtype="f4"))
        scale(values, 2.0, eugene.local(256), global_size=256, local_size=64)
        np.testing.assert_array_equal(values, np.arange(256) * 2 + 1)

    def test_what_does_not_compile(self):
        with self.assertRaisesRegex(eugene.CompileError, r"program\.cl:6:42: error: use of undeclared identifier 'ADDED'"):
            self.gpu.build(SCALE)

    def test_every_type_of_number(self):
        numbers = self.gpu.build("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" + NUMBERS).numbers
        out = np.zeros(10)
        given = [-128, 255, -(1 << 15), (1 << 16) - 1, -(1 << 53), 1 << 60, 1.5, 0.1, (1, 2, 3), (4, 5)]
        numbers(out, *given, global_size=1)
        self.assertEqual(out.tolist(), given[:8] + [3, 5])
        for at, wrong in enumerate([-129, 256, 1 << 15, -1, 1 << 63, 1 << 64]):
            with self.assertRaisesRegex(ValueError, f"argument {at + 1} .*: {wrong} is no"):
                numbers(out, *given[:at], wrong, *given[at + 1:], global_size=1)


if __name__ == "__main__":
    unittest.main()
