#!/usr/bin/env python3
"""Programs in the format of Intel's newer compilers (zebin): ten kernels are compiled, listed, disassembled, checked and run,
with their names, lines and vISA.

    zebin_test.py EUGENE
"""
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import python, run  # noqa: E402

EUGENE = sys.argv[1]

SOURCE = """
#if __OPENCL_C_VERSION__ >= 200  // Apollo Lake's driver does not find program-scope data of a zebin with 32-bit pointers
constant int table[4] = {3, 5, 7, 11};
#define LOOK(i) table[(i) & 3]
#else
#define LOOK(i) (((i) & 3) * 2 + 3 + 2 * (((i) & 3) == 3))
#endif
kernel void copy(global int* to, global const int* from) { to[get_global_id(0)] = from[get_global_id(0)]; }
kernel void scale(global int* to, global const int* from, int by) { to[get_global_id(0)] = from[get_global_id(0)] * by; }
kernel void reversed(global int* to, global const int* from) {
  local int part[16];
  part[15 - get_local_id(0)] = from[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  to[get_global_id(0)] = part[get_local_id(0)];
}
kernel void given_local(global int* to, global const int* from, local int* part) {
  part[get_local_id(0)] = from[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  to[get_global_id(0)] = part[get_local_id(0) ^ 1];
}
kernel void sum(global int* to, global const int* from) { atomic_add(to, from[get_global_id(0)]); }
kernel void looked_up(global int* to, global const int* from) {
  to[get_global_id(0)] = from[get_global_id(0)] + LOOK(get_global_id(0));
}
kernel void collatz(global int* to, global const int* from) {
  uint n = from[get_global_id(0)] + 1, steps = 0;
  while (n != 1) { n = n & 1 ? 3 * n + 1 : n / 2; ++steps; }
  to[get_global_id(0)] = steps;
}
kernel void wide(global int* to, global const int* from, int4 add) {
  to[get_global_id(0)] = from[get_global_id(0)] + add.x + 10 * add.w;
}
kernel void rooted(global int* to, global const int* from) { to[get_global_id(0)] = (int)sqrt((float)from[get_global_id(0)]); }
__attribute__((reqd_work_group_size(16, 1, 1))) kernel void grouped(global int* to, global const int* from) {
  to[get_global_id(0)] = from[get_global_id(0)] + get_group_id(0) * 100;
}
"""
KERNELS = ["copy", "scale", "reversed", "given_local", "sum", "looked_up", "collatz", "wide", "rooted", "grouped"]

RUN_ALL = """
import sys, numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, context.devices, [open(sys.argv[1], "rb").read()]).build()
flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
start = numpy.arange(64, dtype=numpy.int32)
def steps(n):
    return 0 if n == 1 else 1 + steps(3 * n + 1 if n % 2 else n // 2)
by_group = start.reshape(4, 16)
expected = {
    "copy": ([], start), "scale": ([numpy.int32(7)], start * 7), "reversed": ([], by_group[:, ::-1].ravel()),
    "given_local": ([cl.LocalMemory(64)], start ^ 1), "sum": ([], numpy.array([start.sum()] + [0] * 63)),
    "looked_up": ([], start + numpy.tile([3, 5, 7, 11], 16)), "collatz": ([], numpy.array([steps(n + 1) for n in range(64)])),
    "wide": ([numpy.array([1, 2, 3, 4], numpy.int32)], start + 41),
    "rooted": ([], numpy.sqrt(start).astype(int)), "grouped": ([], start + 100 * (start // 16)),
}
for name, (more, result) in expected.items():
    source = cl.Buffer(context, flags, hostbuf=start)
    target = cl.Buffer(context, flags, hostbuf=numpy.zeros(64, numpy.int32))
    cl.Kernel(program, name)(queue, (64,), (16,), target, source, *more)
    got = numpy.empty(64, numpy.int32)
    cl.enqueue_copy(queue, got, target)
    assert (got == result).all(), (name, got)
print("right:", len(expected))
"""

LINES = """kernel void wild(global int* data, ulong where) {
  int value = data[get_global_id(0)];

  if (where) *(global int*)where = value;
}
"""
RUN_WILD = """
import sys, numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, context.devices, [open(sys.argv[1], "rb").read()]).build()
buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=bytearray(4096))
try:
    cl.Kernel(program, "wild")(queue, (8,), (8,), buffer, numpy.uint64(int(sys.argv[2], 0)))
    queue.finish()
except cl.Error:
    pass
"""


class Zebin(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = Path(tempfile.mkdtemp(prefix="zebin-"))
        cls.addClassCleanup(shutil.rmtree, cls.directory)
        cls.files = {gpu: cls.compile(gpu, SOURCE, "-cl-kernel-arg-info", standard)
                     for gpu, standard in (("skl", "-cl-std=CL2.0"), ("bxt", "-cl-std=CL1.2"))}

    @classmethod
    def compile(cls, gpu, source, *options):
        """A zebin, also with the vISA that it was made of."""
        name = f"{gpu}{len(source)}{len(options)}"
        (cls.directory / f"{name}.cl").write_text(source)
        # The driver of Apollo Lake has pointers of 32 bits, that of Skylake of 64. The compiler leaves files where it runs.
        done = subprocess.run(["ocloc", "compile", "-file", f"{name}.cl", "-device", gpu, "-32" if gpu == "bxt" else "-64", "--format", "zebin", "-output", name,
                               "-out_dir", ".", "-options", " ".join(options),
                               "-internal_options", "-ze-emit-zebin-visa-sections"],
                              cwd=cls.directory, text=True, capture_output=True, check=False)
        [file] = cls.directory.glob(f"{name}_*.bin")
        assert done.returncode == 0, done.stdout
        return file

    def test_kernels_are_listed(self):
        for gpu, file in self.files.items():
            with self.subTest(gpu):
                done, _ = run(EUGENE, "info", "--json", file)
                self.assertEqual(done.returncode, 0, done.stderr)
                binary = json.loads(done.stdout)["binaries"][0]
                self.assertRegex(binary["format"], r"^zebin 1\.\d+$")
                kernels = {each["name"]: each for each in binary["kernels"]}
                self.assertEqual(sorted(kernels), sorted(KERNELS))
                wide = [(each["kind"], each["type"], each["name"]) for each in kernels["wide"]["arguments"]]
                self.assertEqual(wide, [("global", "int*", "to"), ("global", "int*", "from"), ("value", "int4", "add")])
                self.assertEqual(kernels["reversed"]["slm_bytes"], 64)
                self.assertEqual(kernels["grouped"]["required_work_group_size"], [16, 1, 1])

    def test_kernels_are_disassembled_and_checked(self):
        for gpu, file in self.files.items():
            with self.subTest(gpu):
                done, _ = run(EUGENE, "dis", file)
                self.assertEqual(done.returncode, 0, done.stderr)
                for kernel in KERNELS:
                    self.assertRegex(done.stdout, rf"(?m)^\.kernel {kernel}$")
                self.assertEqual(done.stdout.count("EOT"), len(KERNELS))
                done, _ = run(EUGENE, "check", "--gpu", gpu, file)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_kernels_are_right_and_have_names(self):
        for gpu, file in self.files.items():
            with self.subTest(gpu):
                done, _ = run(EUGENE, "run", "--no-cache", "--gpu", gpu, "--stats=json", "--", *python(RUN_ALL), file)
                self.assertEqual(done.stdout, "right: 10\n", done.stderr)
                stats = json.loads(done.stderr)
                self.assertEqual(sorted(each["name"] for each in stats["kernels"]), sorted(KERNELS))

    def test_the_visa_in_it_is_executed(self):
        done, _ = run(EUGENE, "run", "--no-cache", "--gpu", "skl", "--visa=compare", "--", *python(RUN_ALL), self.files["skl"])
        self.assertEqual(done.stdout, "right: 10\n", done.stderr)
        self.assertIn("compared in 10 of 10 dispatches: 0 differ", done.stderr)

    def test_lines_are_named(self):
        file = self.compile("skl", LINES, "-g")
        done, _ = run(EUGENE, "run", "--no-cache", "--gpu", "skl", "--", *python(RUN_WILD), file, "0x7f000000")
        self.assertRegex(done.stderr, r"GPU fault: write to unmapped memory(.|\n)*kernel +wild(.|\n)*source +[^\n:]+:4(:\d+)?\b")
        report = self.directory / "profile.json"
        done, _ = run(EUGENE, "profile", "--gpu", "skl", "--profile-json", report, "--", *python(RUN_WILD), file, "0")
        kernels = json.loads(report.read_text())["kernels"]
        self.assertEqual([each["name"] for each in kernels], ["wild"], done.stderr)
        [kernel] = kernels
        self.assertLessEqual({2, 4}, {each["line"] for each in kernel["lines"]})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
