#!/usr/bin/env python3
"""`eugene run --check=init`: values that nothing has written, where they are used, and silence where they are not.

    init_test.py EUGENE
"""
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import python, run  # noqa: E402

EUGENE = sys.argv[1]

# Where a kernel is wrong, a comment names the finding of that line.
SOURCE = """
kernel void branch(global int* in, global int* out) {
  if (in[get_global_id(0)] == 3)  // init.global
    out[get_global_id(0)] = 1;
  else
    out[get_global_id(0)] = 2;
}
kernel void address(global int* in, global int* out) {
  out[in[get_global_id(0)] & 63] = 5;  // init.global
}
kernel void exchange(global int* in, global int* out) {
  atomic_cmpxchg(in + get_global_id(0), 3, 4);  // init.global
  out[get_global_id(0)] = 0;
}
kernel void copy(global int* in, global int* out) {
  out[get_global_id(0)] = in[get_global_id(0)];  // init.result
}
kernel void shared(global int* in, global int* out) {
  local int values[64];
  if (get_local_id(0) < 32) values[get_local_id(0)] = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (values[get_local_id(0) ^ 40] > 7)  // init.local
    out[get_global_id(0)] = 1;
  else
    out[get_global_id(0)] = 2;
}
kernel void array(global int* in, global int* out) {
  int values[64];
  for (int i = 0; i < 32; ++i) values[(get_global_id(0) * 7 + i * 3) & 31] = i;
  out[get_global_id(0)] = values[get_local_id(0)];  // init.result
}
kernel void variable(global int* in, global int* out) {
  int x;
  if (get_global_id(0) == 77) x = 4;
  if (x > 5)  // init.private
    out[get_global_id(0)] = 1;
  else
    out[get_global_id(0)] = 2;
}
kernel void fill(global int* in, global int* out) { in[get_global_id(0)] = 4; }
kernel void sum(global int* in, global int* out) {
  local int values[64];
  values[get_local_id(0)] = in[get_global_id(0)];
  for (int step = 32; step != 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) < step) values[get_local_id(0)] += values[get_local_id(0) + step];
  }
  if (get_local_id(0) == 0) out[0] = values[0] > 100 ? 1 : 2;
}
kernel void ignored(global int* in, global int* out) {
  out[get_global_id(0)] = (in[get_global_id(0)] & 0x7000) >> 16;
}
kernel void triple(global int* in, global int* out) {
  ((global int3*)out)[get_global_id(0) / 4] = (int3)(get_global_id(0), 2, 3);
}
kernel void same_triples(global int* in, global int* out) {
  ((global int3*)out)[0] = vload3(0, in);
  ((global int3*)out)[1] = vload3(0, in + 1);
}
struct padded { char letter; int number; };
kernel void structure(global int* in, global int* out) {
  struct padded one = {7, (int)get_global_id(0)};
  ((global struct padded*)out)[get_global_id(0)] = one;
}
"""
LINES = SOURCE.splitlines()

# Arguments KIND:KERNEL. Runs these kernels in turn, each kind with a buffer of its own, and reads the results.
PROGRAM = f"""
import sys, numpy as np, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, '''{SOURCE}''').build(sys.argv[1].split())
flags = cl.mem_flags.READ_WRITE
numbers = np.full(64, 9, np.int32)

def buffer_of(kind):
    if kind == "given":
        return cl.Buffer(context, flags | cl.mem_flags.COPY_HOST_PTR, hostbuf=numbers)
    whole = cl.Buffer(context, flags, 1024)
    buffer = whole.get_sub_region(256, 256) if "part" in kind else cl.Buffer(context, flags, 256)
    if kind == "part_of_written":
        cl.enqueue_copy(queue, whole, numbers, device_offset=256)
    if kind == "part_of_partly_written":
        cl.enqueue_copy(queue, whole, numbers, device_offset=0)
        cl.enqueue_copy(queue, whole, numbers, device_offset=512)
    if kind == "written_part":
        cl.enqueue_copy(queue, buffer, numbers)
    if kind == "part_of_filled":
        getattr(program, "fill")(queue, (64,), (64,), buffer, whole)
        buffer = whole.get_sub_region(256, 256)  # another part of the same bytes
    if kind == "written":
        cl.enqueue_copy(queue, buffer, numbers)
    if kind == "filled":
        cl.enqueue_fill_buffer(queue, buffer, np.int32(3), 0, 256)
    if kind == "copied":
        cl.enqueue_copy(queue, buffer, cl.Buffer(context, flags | cl.mem_flags.COPY_HOST_PTR, hostbuf=numbers))
    if kind == "mapped":
        array, _ = cl.enqueue_map_buffer(queue, buffer, cl.map_flags.WRITE, 0, (64,), np.int32)
        array[:] = 5
        array.base.release(queue)
    return buffer

buffers = {{}}
for word in sys.argv[2:]:
    kind, name = word.split(":")
    buffer = buffers.setdefault(kind, buffer_of(kind))
    out = cl.Buffer(context, flags, 512)
    getattr(program, name)(queue, (64,), (64,), buffer, out)
    cl.enqueue_copy(queue, np.zeros(128, np.int32), out)
"""


def expected(kernel):
    """The line of that kernel with a finding, and its id."""
    first = next(i for i, line in enumerate(LINES) if line.startswith(f"kernel void {kernel}("))
    line = next(i for i in range(first, len(LINES)) if "// init." in LINES[i])
    return line + 1, re.search(r"init\.\w+", LINES[line])[0]


class Init(unittest.TestCase):
    def check(self, options, *words):
        done, _ = run(EUGENE, "run", "--check=init", "--", *python(PROGRAM), options, *words)
        self.assertNotIn("Traceback", done.stderr)
        return done.returncode, done.stderr

    def test_wrong_kernels(self):
        names = "branch", "address", "exchange", "copy", "shared", "array"
        for options, kernels in ("", names), ("-cl-opt-disable", (*names, "variable")):
            with self.subTest(options):
                status, text = self.check(options, *(f"fresh:{each}" for each in kernels))
                self.assertEqual(status, 4, text)
                found = re.findall(r"eugene: (init\.\w+): .*\n  (?:use|write) +[^\n:]+:(\d+) (?:.*\n)+?  kernel  (\w+),", text)
                self.assertEqual({kernel: (int(line), kind) for kind, line, kernel in found},
                                 {each: expected(each) for each in kernels}, text)
                self.assertEqual(len(found), len(kernels), text)

    def test_origin(self):
        _, text = self.check("", "fresh:branch")
        self.assertRegex(text, r"\n  origin  [^\n:]+:3  if \(in")
        self.assertRegex(text, r"\n  memory  argument 0 `in` \(buffer of 256 bytes\), byte \d+, 4 bytes\n")

    def test_parts_of_buffers(self):
        for kind in "part", "part_of_partly_written":
            status, text = self.check("", f"{kind}:branch")
            self.assertEqual(status, 4, text)
            self.assertRegex(text, r"\n  memory  argument 0 `in` \(sub-buffer of 256 bytes\), byte \d+, 4 bytes\n")
        status, text = self.check("", *(f"{kind}:branch" for kind in ("part_of_written", "written_part", "part_of_filled")))
        self.assertEqual(status, 0, text)

    def test_right_programs(self):
        """Values that the program or an earlier kernel has written, that are only copied, or that have no effect."""
        words = [f"{kind}:{name}" for kind in ("given", "written", "filled", "copied", "mapped")
                 for name in ("branch", "address", "copy")]
        words += ["fresh:ignored", "fresh:structure", "fresh:triple", "fresh:fill", "fresh:sum", "fresh:copy", "fresh:branch", "given:exchange",
                  "given:same_triples"]
        for options in "", "-cl-opt-disable":
            with self.subTest(options):
                status, text = self.check(options, *words)
                self.assertRegex(text, r"^eugene: 0 errors in 0 of \d+ kernels, 0 suppressed; exit status 0\n$")
                self.assertEqual(status, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
