#!/usr/bin/env python3
"""`eugene run --check`: small wrong kernels, each of which must be found at its line and work-item, in both tiers.

    wrong_kernels_test.py EUGENE
"""
import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import python, run  # noqa: E402

EUGENE = sys.argv[1]

# More reads than compiled code has separate windows for: the last ones share windows.
READS = "int v = 0; " + " ".join(f"v += in[g * {2 * n + 3} & 255];" for n in range(140))

# name: (finding, its lines in the body, global ids that may have done it, body). 256 work-items in groups of 64; `out` has
# 256 ints, `in` 256 ints that are only read, `odd` 1001 bytes, `shared` 64 ints, `none` is NULL, `empty` has 256 ints that
# nothing has written.
KERNELS = {
    "write_behind": ("memory.bounds", (2,), {255}, "int at = g + 1;\n  out[at] = g;"),
    "read_behind": ("memory.bounds", (2,), {255}, "int at = g + 1;\n  int v = in[at];\n  out[g] = v;"),
    "write_before": ("memory.bounds", (1,), {0}, "out[g - 1] = g;"),
    "write_far": ("memory.bounds", (1,), {7}, "if (g == 7) out[g + 100000] = g;"),
    "byte_behind": ("memory.bounds", (1,), {9}, "if (g == 9) odd[1001] = 1;"),
    "through_null": ("memory.null", (1,), {3}, "if (g == 3) none[g] = 1;"),
    "local_behind": ("memory.local", (1,), {63, 127, 191, 255}, "shared[l + 1] = g;\n  out[g] = shared[l];"),
    "local_race": ("race.local", (1, 2), None, "shared[l] = g;\n  out[g] = shared[63 - l];"),
    "global_race": ("race.global", (1,), None, "out[0] = out[0] + 1;"),
    "write_read_only": ("memory.readonly", (1,), {5}, "if (g == 5) ((global int*)in)[g] = 1;"),
    "misaligned": ("align.access", (1,), {6}, "if (g == 6) *(global int4*)(odd + 1 + g * 16) = (int4)(g);"),
    "misaligned_late": ("align.access", (2,), {255}, READS + "\n  *(global int*)(odd + (g & 31) * 4 + (g == 255 ? 2 : 0)) = v;"),
    "not_a_number": ("float.nan", (2,), {4}, "float v = g == 4 ? in[0] - 10.0f : 1.0f;\n  out[g] = as_int(sqrt(v));"),
    "divided_by_zero": ("float.div0", (1,), {8}, "out[g] = 100 / (g - in[8]);"),
    "global_unwritten": ("init.global", (1,), {0}, "if (empty[g] == 3) out[g] = 1;"),
    "local_unwritten": ("init.local", (2,), {32}, "if (l < 32) shared[l] = g;\n  if (shared[l] == 3) out[g] = 1;"),
    "private_unwritten": ("init.private", (2,), {32}, """int v[64]; for (int i = 0; i < 32; i++) v[(g * 7 + i * 3) & 31] = i;
  if (v[l] == 99) out[g] = 1;"""),
    "parted": ("sync.barrier", (1,), None, "if (l < 16) barrier(CLK_LOCAL_MEM_FENCE);\n  out[g] = l;"),
}
RIGHT = {
    "reads": READS + " out[g] = v;",
    "right": "shared[l] = in[g];\n  barrier(CLK_LOCAL_MEM_FENCE);\n  out[g] = shared[63 - l] + odd[1000];",
    # vload and vstore need only the alignment of an element, and compilers access neighbouring elements at once.
    "bytes": """char2 two = vload2(0, odd + g * 3 + 1);
  char4 four = vload4(0, odd + g * 3 + 1);
  short2 shorts = vload2(l, (global short*)in + 1);
  out[g] = two.x + four.w + shorts.y + odd[g * 3] * odd[g * 3 + 1];""",
    # Local arguments follow the local variables that the kernel declares.
    "declared": """local int own[20];
  own[l % 20] = 1;
  shared[l] = in[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = shared[63 - l] + own[(l + 1) % 20];""",
}
HEAD = ("kernel void {}(global int* out, global const int* in, global char* odd, local int* shared, global int* none,\n"
        "                    global int* empty) {{\n"
        "  int g = get_global_id(0), l = get_local_id(0);\n  {}\n}}\n")
BODY = 4  # the line of a kernel at which its body begins, from 1
# Kinds that are checked together. `race` changes how compiled kernels are watched, and `float` interprets all kernels.
TOGETHER = "memory,align,sync", "race", "float", "init"

SCRIPT = """
import sys, numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
flags = cl.mem_flags
program = cl.Program(context, sys.argv[1]).build()
numbers = numpy.arange(256, dtype="i4")
for name in sys.argv[2:]:
    out = cl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=numbers)
    values = cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=numbers)
    odd = cl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=bytes(1001))
    empty = cl.Buffer(context, flags.READ_WRITE, 1024)
    getattr(program, name)(queue, (256,), (64,), out, values, odd, cl.LocalMemory(256), None, empty)
    try:
        queue.finish()
    except cl.Error:
        break
"""


class WrongKernels(unittest.TestCase):
    def findings(self, tier, kinds, bodies):
        """Returns the findings in kernels with these names and bodies, and the output of the run."""
        source = ""
        self.starts = {}
        for name, body in bodies.items():
            self.starts[name] = source.count("\n")
            source += HEAD.format(name, body)
        with tempfile.TemporaryDirectory() as directory:
            file = Path(directory) / "findings.json"
            done, _ = run(EUGENE, "run", tier, f"--check={kinds}", "--check-json", str(file), "--", *python(SCRIPT), source, *bodies)
            return done, json.loads(file.read_text())["findings"]

    def expect(self, name, found, stderr):
        kind, lines, items, _ = KERNELS[name]
        mine = [each for each in found if each["kernel"] == name]
        self.assertEqual([each["id"] for each in mine], [kind], stderr)
        sites = mine[0]["sites"]
        self.assertEqual({site["source"]["line"] for site in sites}, {self.starts[name] + BODY + line - 1 for line in lines}, stderr)
        if items is not None:
            self.assertIn(sites[0]["item"]["global"][0], items, stderr)

    def check(self, tier):
        for kinds in TOGETHER:
            # After a faulty barrier, a program cannot continue.
            bodies = {name: row[3] for name, row in KERNELS.items() if row[0].split(".")[0] in kinds.split(",")}
            done, found = self.findings(tier, kinds, bodies)
            self.assertEqual(done.returncode, 4, done.stderr)
            for name in bodies:
                with self.subTest(name):
                    self.expect(name, found, done.stderr)

    def test_interpreted(self):
        self.check("--interpret")

    def test_compiled(self):
        self.check("--jit")

    def test_right_kernels(self):
        for tier in "--interpret", "--jit":
            done, found = self.findings(tier, "all", RIGHT)
            self.assertEqual((done.returncode, found), (0, []), done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
