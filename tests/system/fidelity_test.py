#!/usr/bin/env python3
"""`eugene run --check=fidelity`: how sure it is that a GPU does the same as Eugene, for all that a run executes.

    fidelity_test.py EUGENE
"""
import json
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import python, run  # noqa: E402

EUGENE = sys.argv[1]

SOURCE = """
kernel void integers(global int* in, global int* out) {
  int i = get_global_id(0), sum = 0;
  for (int k = 0; k < 9; ++k) sum += in[(i + k) & 63] * k;
  out[i] = sum;
}
kernel void sines(global int* in, global int* out) {
  float x = native_sin(convert_float(in[get_global_id(0)]));
  ((global float*)out)[get_global_id(0)] = x;
}
kernel void address(global int* in, global int* out) {
  float x = native_sin(convert_float(in[get_global_id(0)]));  // made
  int i = (int)(x * 20.0f) & 63;
  out[i] = 1;  // fidelity.address
}
kernel void branch(global int* in, global int* out) {
  float x = native_exp2(convert_float(in[get_global_id(0)]));  // made
  if (x > 3.0f)  // fidelity.branch
    out[get_global_id(0)] = in[get_global_id(0) ^ 1];
}
kernel void shared(global int* in, global int* out) {
  local float values[64];
  values[get_local_id(0)] = native_sqrt(convert_float(in[get_global_id(0)]));  // made
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(int)values[get_local_id(0) ^ 1] & 63] = 3;  // fidelity.address
}
kernel void exchange(global int* in, global int* out) {
  int x = convert_int(native_log2(convert_float(in[get_global_id(0)])) * 4.0f);  // made
  atomic_cmpxchg(out + get_global_id(0), x, 4);  // fidelity.atomic
}
kernel void later(global int* in, global int* out) {
  in[convert_int(((global float*)out)[get_global_id(0)] * 8.0f) & 63] = 3;  // fidelity.address
}
kernel void bounded(global int* in, global int* out) {
  float x = native_sin(convert_float(in[get_global_id(0)]));
  out[get_global_id(0)] = in[get_global_id(0) / 3] + (x > 0.5f ? 7 : 9);
}
kernel void quotient(global int* in, global int* out) {
  double x = (double)in[get_global_id(0)] / (in[3] + 0.5);
  out[(int)x & 63] = 1;
}
kernel void divides(global int* in, global int* out) {
  out[get_global_id(0) / (in[1] + 2)] = in[get_global_id(0)] % (in[1] + 4);
}
"""
LINES = SOURCE.splitlines()


def line_of(kernel, comment):
    first = next(i for i, line in enumerate(LINES) if line.startswith(f"kernel void {kernel}("))
    return next(i for i in range(first, len(LINES)) if f"// {comment}" in LINES[i]) + 1


FINDING = r"eugene: (fidelity\.\w+): (.*)\n  use +[^\n:]+:(\d+) .*\n(?:  (?:made|origin) +[^\n:]+:(\d+) .*\n)?"

PROGRAM = f"""
import sys, numpy as np, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, '''{SOURCE}''').build()
flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
numbers = cl.Buffer(context, flags, hostbuf=np.arange(64, dtype=np.int32))
out = cl.Buffer(context, flags, hostbuf=np.zeros(128, np.int32))
for name in sys.argv[1:]:
    getattr(program, name)(queue, (64,), (64,), numbers, out)
queue.finish()
"""


class Fidelity(unittest.TestCase):
    def check(self, *kernels, options=()):
        done, _ = run(EUGENE, "run", "--check=fidelity", *options, "--", *python(PROGRAM), *kernels)
        self.assertNotIn("Traceback", done.stderr)
        return done

    def test_integers_are_exact(self):
        done = self.check("integers")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"eugene: fidelity of integers: \d+ instructions, all exact; \d+ messages, all exact\n")

    def test_sines_are_bounded(self):
        with tempfile.TemporaryDirectory() as directory:
            names = {kind: str(Path(directory) / kind) for kind in ("json", "sarif")}
            done = self.check("sines", "integers", "sines",
                              options=("--check-json", names["json"], "--check-sarif", names["sarif"], "--stats=json"))
            report, log = (json.loads(Path(names[kind]).read_text()) for kind in ("json", "sarif"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"\n  bounded +\d+  math.sin: SNB PRM vol4 part2 8\.3\.28\n")
        by_kernel = {each["kernel"]: each for each in report["fidelity"]}
        self.assertEqual(set(by_kernel), {"sines", "integers"})
        sines = by_kernel["sines"]
        self.assertEqual(sines["launches"], 2)
        item, = (each for each in sines["inexact"] if each["name"] == "math.sin")
        # Each work-item has one; a thread has 8, 16 or 32 of them, and an instruction 8 or 16.
        self.assertIn(item["count"], (8, 16))
        self.assertEqual(sines["instructions"]["bounded"], item["count"])
        self.assertEqual(by_kernel["integers"]["inexact"], [])
        self.assertEqual(log["runs"][0]["properties"]["fidelity"], report["fidelity"])
        stats = json.loads(next(line for line in (done.stdout + done.stderr).splitlines() if line.startswith('{"device"')))
        counts = {each["name"]: each["instructions"] for each in stats["fidelity"]}
        self.assertEqual(counts, {name: each["instructions"] for name, each in by_kernel.items()})

    def test_decisions(self):
        for kernel, kind, maker in (("address", "address", "sin"), ("branch", "branch", "exp"), ("shared", "address", "sqrt"),
                                    ("exchange", "atomic", "log")):
            with self.subTest(kernel):
                done = self.check(kernel)
                self.assertEqual(done.returncode, 4, done.stderr)
                (name, what, use, made), = re.findall(FINDING, done.stderr)
                self.assertEqual((name, int(use)), (f"fidelity.{kind}", line_of(kernel, f"fidelity.{kind}")), done.stderr)
                self.assertEqual(int(made), line_of(kernel, "made"), done.stderr)
                self.assertIn(f"the result of math.{maker}, which is bounded", what)
                self.assertIn("SNB PRM vol4 part2 8.3.28", done.stderr)

    def test_values_of_an_earlier_kernel(self):
        done = self.check("sines", "later")
        self.assertEqual(done.returncode, 4, done.stderr)
        (name, what, use, _), = re.findall(FINDING, done.stderr)
        self.assertEqual((name, int(use)), ("fidelity.address", line_of("later", "fidelity.address")))
        self.assertIn("made by math.sin, which is bounded (kernel sines)", what)

    def test_nothing_is_decided(self):
        """Values that are stored or selected, and divisions of integers, decide nothing."""
        done = self.check("sines", "bounded", "divides", "integers")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("fidelity.", done.stderr)

    def test_ieee_division_is_a_substitute(self):
        """The quotient is a GPU's, whatever the first step of the macro returns."""
        done = self.check("quotient")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"instructions \(\d+ exact, \d+ substitute\)")
        self.assertIn('math.invm: docs/record/undefined.md "INVM, RSQTM"', done.stderr)

    def test_counts_are_those_of_both_tiers(self):
        lines = [re.findall(r"eugene: fidelity .*", self.check("sines", options=(tier,)).stderr) for tier in ("--interpret", "--jit")]
        self.assertEqual(len(lines[0]), 1)
        self.assertEqual(lines[0], lines[1])

    def test_selected_kernels(self):
        done = self.check("sines", "integers", options=("--kernel", "int*"))
        self.assertEqual(re.findall(r"fidelity of (\w+)", done.stderr), ["integers"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
