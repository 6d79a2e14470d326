#!/usr/bin/env python3
"""`eugene run --check=race` of kernels that state a size of their groups which fits into one EU thread, where Intel's compiler
leaves out barriers: right ones are silent, wrong ones are found, and the program is answered and launched as without checks.

    small_groups_test.py EUGENE
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

# A tree reduction by 16 work-items. MISSING lacks the barrier of the loop.
BODY = """(global int* out) {
  local int sums[16];
  int l = get_local_id(0);
  sums[l] = l + get_local_size(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int n = 8; n > 0; n /= 2) {
    if (l < n) sums[l] += sums[l + n];
    BARRIER
  }
  if (l == 0) out[get_group_id(0)] = sums[0];
}
"""
RIGHT = "#define BARRIER barrier(CLK_LOCAL_MEM_FENCE);\n"
MISSING = "#define BARRIER\n"
SUM = 16 * 16 + sum(range(16))

# Ways in which a kernel states a group size of 16: the text before its body, and options.
SPELLINGS = {
    "attribute": ("kernel __attribute__((reqd_work_group_size(16, 1, 1))) void sums", []),
    "before_kernel": ("__attribute__((reqd_work_group_size(16,1,1))) __kernel void sums", []),
    "underscores": ("kernel __attribute__((__reqd_work_group_size__(16, 1, 1))) void sums", []),
    "among_others": ("kernel __attribute__((vec_type_hint(float4), reqd_work_group_size (16, 1, 1), work_group_size_hint(8, 1, 1))) void sums", []),
    "lines": ("kernel __attribute__((reqd_work_group_size(\n  4 * 4, /* y */ 1,\n  1)))\nvoid sums", []),
    "two_dimensions": ("kernel __attribute__((reqd_work_group_size(16, 1, 1)))\n__attribute__((vec_type_hint(int)))\nvoid sums", []),
    "macro": ("#define GROUP(...) __attribute__((reqd_work_group_size(__VA_ARGS__)))\n#define SIZES 16, 1, 1\nkernel GROUP(SIZES) void sums", []),
    "name_in_macro": ("#define STATED reqd_work_group_size\nkernel __attribute__((STATED(16, 1, 1))) void sums", []),
    "pasted": ("#define JOIN(a, b) a##b\nkernel __attribute__((JOIN(reqd_work_, group_size)(16, 1, 1))) void sums", []),
    "option": ("kernel __attribute__((reqd_work_group_size(SIZE, 1, 1))) void sums", ["-DSIZE=16"]),
    "whole_option": ("kernel STATED void sums", ["-DSTATED=__attribute__((reqd_work_group_size(16,1,1)))"]),
    "declared": ("kernel __attribute__((reqd_work_group_size(16, 1, 1))) void sums(global int* out);\nkernel void sums", []),
    "version_2": ("kernel __attribute__((reqd_work_group_size(16, 1, 1))) void sums", ["-cl-std=CL2.0"]),
    "version_3": ("kernel __attribute__((reqd_work_group_size(16, 1, 1))) void sums", ["-cl-std=CL3.0", "-Werror"]),
}
OTHERS = """
kernel void any(global int* out) { out[get_global_id(0)] = get_local_size(0); }
kernel __attribute__((reqd_work_group_size(4, 2, 1))) void rows(global int* out) { out[get_global_id(0)] = get_local_size(0) * 10 + get_local_size(1); }
kernel __attribute__((reqd_work_group_size(128, 1, 1))) void large(global int* out) { out[get_global_id(0)] = get_local_size(0); }
"""

HEAD = """
import sys, numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
device = context.devices[0]
out = cl.Buffer(context, cl.mem_flags.READ_WRITE, 4096)
def launch(kernel, total, group):
    kernel.set_arg(0, out)
    try:
        cl.enqueue_nd_range_kernel(queue, kernel, total, group)
        result = numpy.zeros(1, "i4")
        cl.enqueue_copy(queue, result, out)
        return int(result[0])
    except cl.Error as error:
        return str(error)
"""
BUILD = HEAD + """
for text, *options in map(eval, sys.argv[1:]):
    kernel = cl.Program(context, text).build(options=options).sums
    print(launch(kernel, (64,), (16,)), launch(kernel, (64,), None))
"""
ANSWERS = HEAD + """
def describe(program):
    print([len(each) for each in program.binaries], program.source == sys.argv[1])
    print(repr(program.get_build_info(device, cl.program_build_info.LOG)), program.get_build_info(device, cl.program_build_info.OPTIONS))
    for kernel in program.all_kernels():
        print(kernel.function_name, repr(kernel.attributes),
              kernel.get_work_group_info(cl.kernel_work_group_info.COMPILE_WORK_GROUP_SIZE, device))
        for total, group in (((64,), (16,)), ((64,), None), ((60,), None), ((60,), (16,)), ((60,), (10,)), ((60,), (7,)), ((64,), (8,)),
                             ((64, 4), (4, 2)), ((64, 4), None), ((64, 3), None), ((256,), (512,)), ((64,), (0,)), ((4, 2), (16, 1))):
            print(" ", total, group, launch(kernel, total, group))
for options in ["-DX"], ["-DX", "-cl-std=CL2.0"]:
    program = cl.Program(context, sys.argv[1]).build(options=options)
    describe(program)
    queue.finish()
part = cl.Program(context, sys.argv[1]).compile(options=["-DX"])
describe(cl.link_program(context, [part]))
"""
LINK = HEAD + """
header = cl.Program(context, "#define GROUP __attribute__((reqd_work_group_size(16, 1, 1)))\\n")
helper = cl.Program(context, "int doubled(int x) { return 2 * x; }").compile()
for body in sys.argv[1:]:
    first = cl.Program(context, '#include "group.h"\\nkernel GROUP void sums' + body).compile(headers=[("group.h", header)])
    library = cl.link_program(context, [first], options=["-create-library"])
    for inputs in [first], [first, helper], [library], [library, helper]:
        kernel = cl.link_program(context, inputs).sums
        print(launch(kernel, (64,), (16,)), launch(kernel, (64,), None),
              kernel.get_work_group_info(cl.kernel_work_group_info.COMPILE_WORK_GROUP_SIZE, device))
"""
SAVE = HEAD + """
program = cl.Program(context, sys.argv[1]).build()
open(sys.argv[2], "wb").write(program.binaries[0])
"""
LOAD = HEAD + """
kernel = cl.Program(context, [device], [open(sys.argv[1], "rb").read()]).build().sums
for _ in range(2):
    print(launch(kernel, (64,), (16,)))
"""


def ids(stderr):
    return re.findall(r"^eugene: (\w+\.\w+): ", stderr, re.M)


class SmallGroups(unittest.TestCase):
    def check(self, script, *arguments, options=("--check=race,sync",)):
        done, _ = run(EUGENE, "run", *options, "--", *python(script), *arguments)
        return done

    def build(self, macros, names, *options):
        texts = [repr((macros + SPELLINGS[name][0] + BODY, *SPELLINGS[name][1])) for name in names]
        return self.check(BUILD, *texts, options=["--check=race,sync", *options])

    def test_right_kernels(self):
        for tier in "--interpret", "--jit":
            done = self.build(RIGHT, SPELLINGS, tier)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(" 0 errors in 0 of", done.stderr)
            self.assertEqual(done.stdout.split(), [str(SUM)] * 2 * len(SPELLINGS), done.stderr)

    def test_wrong_kernels(self):
        for name in "attribute", "macro", "declared", "version_2":
            with self.subTest(name):
                done = self.build(MISSING, [name])
                self.assertEqual(set(ids(done.stderr)), {"race.local"}, done.stderr)
                # The report has the line numbers and the text of the program's own source.
                self.assertRegex(done.stderr, r"(?m)^  (read|write) +program 1:\d+  \w.*global id")

    def test_answers_are_those_of_a_run_without_checks(self):
        text = RIGHT + SPELLINGS["among_others"][0] + BODY + OTHERS
        # A checked run adds options of its own to the first build.
        plain = self.check(ANSWERS, text, options=["--stats"]).stdout
        checked = self.check(ANSWERS, text).stdout
        def without_build(printed):
            return [line for line in printed.splitlines() if not line.startswith(("[", "'"))]
        self.assertEqual(without_build(checked), without_build(plain))
        self.assertIn("vec_type_hint(float4) reqd_work_group_size(16,1,1) work_group_size_hint(8,1,1)", plain)
        self.assertIn("INVALID_WORK_GROUP_SIZE", plain)
        others = self.check(ANSWERS, text, options=["--check=memory"]).stdout
        self.assertEqual(checked, others)

    def test_linked_programs(self):
        done = self.check(LINK, BODY.replace("BARRIER", "barrier(CLK_LOCAL_MEM_FENCE);"))
        self.assertEqual((done.returncode, ids(done.stderr)), (0, []), done.stderr)
        self.assertEqual(done.stdout.splitlines(), [f"{SUM} {SUM} [16, 1, 1]"] * 4)
        done = self.check(LINK, BODY.replace("BARRIER", ""))
        self.assertEqual(set(ids(done.stderr)), {"race.local"}, done.stderr)

    def test_binaries_have_no_text(self):
        with tempfile.TemporaryDirectory() as directory:
            file = str(Path(directory) / "binary")
            text = RIGHT + SPELLINGS["attribute"][0] + BODY
            self.assertEqual(self.check(SAVE, text, file, options=[]).returncode, 0)
            done = self.check(LOAD, file)
            self.assertEqual((done.returncode, ids(done.stderr)), (0, []), done.stderr)
            self.assertEqual(done.stdout.split(), [str(SUM)] * 2)
            self.assertEqual(done.stderr.count("races inside such a group were not looked for"), 1, done.stderr)
            # A checked run gives the program the binary that it has asked for.
            self.assertEqual(self.check(SAVE, text, file).returncode, 0)
            done = self.check(LOAD, file, options=["--check=memory"])
            self.assertEqual(done.stdout.split(), [str(SUM)] * 2)
            done = self.check(LOAD, file)
            self.assertIn("sums, groups of 16 work-items", done.stderr)

    def test_counts_in_json(self):
        with tempfile.TemporaryDirectory() as directory:
            file = Path(directory) / "findings.json"
            self.build(MISSING, ["attribute"], "--check-json", str(file))
            self.assertEqual({each["id"] for each in json.loads(file.read_text())["findings"]}, {"race.local"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
