#!/usr/bin/env python3
"""`eugene run --check=race,sync`: wrong kernels are found, with both lines, and right ones are not, in both tiers.

    race_test.py EUGENE
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

# name: (findings, or nothing for a right kernel; body). Arguments: out, in, shared.
KERNELS = {
    "same": ("race.global", "out[0] = out[0] + 1;"),
    "histogram": ("race.global", "out[in[g] & 7]++;"),
    "counted": ("", "atomic_inc(&out[in[g] & 7]);"),
    "reduced_badly": ("race.local", """shared[l] = in[g];
  for (int n = 32; n; n /= 2) if (l < n) shared[l] += shared[l + n];
  if (l == 0) out[get_group_id(0)] = shared[0];"""),
    "reduced": ("", """shared[l] = in[g]; barrier(CLK_LOCAL_MEM_FENCE);
  for (int n = 32; n; n /= 2) { if (l < n) shared[l] += shared[l + n]; barrier(CLK_LOCAL_MEM_FENCE); }
  if (l == 0) out[get_group_id(0)] = shared[0];"""),
    "scanned": ("", """shared[l] = in[g]; barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < 64; d *= 2) { int v = l >= d ? shared[l - d] : 0; barrier(CLK_LOCAL_MEM_FENCE);
    shared[l] += v; barrier(CLK_LOCAL_MEM_FENCE); }
  out[g] = shared[l];"""),
    # The flag is set to 0 again before all have read it.
    "voted_badly": ("race.local", """for (int i = 0; i < 3; i++) {
    if (l == 0) shared[0] = i; barrier(CLK_LOCAL_MEM_FENCE); if (in[g] == i + 60) shared[0] = 9;
    barrier(CLK_LOCAL_MEM_FENCE); if (shared[0] == 9) out[g] += i; }"""),
    "voted": ("", """for (int i = 0; i < 3; i++) {
    if (l == 0) shared[0] = i; barrier(CLK_LOCAL_MEM_FENCE); if (in[g] == i + 60) shared[0] = 9;
    barrier(CLK_LOCAL_MEM_FENCE); int f = shared[0]; barrier(CLK_LOCAL_MEM_FENCE); if (f == 9) out[g] += i; }"""),
    "met": ("sync.order", """if (l < 32) { barrier(CLK_LOCAL_MEM_FENCE); } else { barrier(CLK_LOCAL_MEM_FENCE); out[g] = 1; }"""),
    # No work-item waits for the copy, so the copy may still run while its memory is read.
    "copied_badly": ("sync.event race.local", """barrier(CLK_LOCAL_MEM_FENCE);
  event_t copy = async_work_group_copy(shared, in + get_group_id(0) * 64, 64, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = shared[l];"""),
    # The event of the second copy is not waited for. With 32-bit pointers Intel's compiler dies of debug data of such arrays.
    "copied_one": ("sync.event race.local", """barrier(CLK_LOCAL_MEM_FENCE); event_t copies[2];
  copies[0] = async_work_group_copy(shared, in + get_group_id(0) * 64, 64, 0);
  copies[1] = async_work_group_copy(shared + 64, in, 64, 0);
  wait_group_events(1, copies);
  out[g] = shared[l] + shared[63 - l + 64];"""),
    "copied_in_steps": ("sync.event", """shared[l] = in[g]; barrier(CLK_LOCAL_MEM_FENCE);
  event_t copy = async_work_group_strided_copy(out + get_group_id(0), shared, 64, 4, 0);  // wait_group_events(1, &copy);
  barrier(CLK_LOCAL_MEM_FENCE);"""),
    "copied": ("", """barrier(CLK_LOCAL_MEM_FENCE); event_t copies[2];
  copies[0] = async_work_group_copy(shared, in + get_group_id(0) * 64, 64, 0);
  copies[1] = async_work_group_copy(shared + 64, in, 64, 0);
  wait_group_events(2, copies); int sum = shared[l] + shared[63 - l + 64];
  barrier(CLK_LOCAL_MEM_FENCE); shared[l] = sum; barrier(CLK_LOCAL_MEM_FENCE);
  if (sum >= 0) {
    event_t back = async_work_group_copy(out + get_group_id(0) * 64, shared, 64, 0);
    WAIT(1, &back);
  }"""),
    "private_array": ("", """int all[64]; for (int i = 0; i < 64; i++) all[i] = in[(g + i) & 255];
  for (int i = 0; i < 8; i++) out[g] += all[in[g + i & 255] & 63];"""),
    # A work-item of the same EU thread has written it.
    "shifted": ("", "out[g] = in[g + 64 & 255] + g;"),
    # No barrier after the writes of two lines, which two lines read.
    "tiled_badly": ("race.local", """shared[l] = in[g];
  if (l < 4) shared[l] = l;
  int sum = shared[l + 16 & 63];
  sum += shared[63 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = sum + shared[0];"""),
    # With another race after each barrier.
    "tiled_worse": ("race.local", """shared[l] = in[g];
  int sum = shared[63 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  shared[l] = sum + 1;
  out[g] = shared[62 - l & 63];
  barrier(CLK_LOCAL_MEM_FENCE);"""),
    "in_lock_step": ("race.local", "shared[l] = l; out[g] = shared[l ^ 1];"),
}
SOURCE = "#define WAIT wait_group_events\n" + "\n".join(
    f"kernel void {name}(global int* out, global const int* in, local int* shared) {{\n"
    f"  int g = get_global_id(0), l = get_local_id(0); shared[64 + l] = {number};\n  {body}\n}}"
    for number, (name, (_, body)) in enumerate(KERNELS.items()))

SCRIPT = f"""
import sys, numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, '''{SOURCE}''').build(options=["-g"])
flags = cl.mem_flags
for name in sys.argv[1:]:
    name, _, is_same = name.partition("+")
    out = cl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=numpy.zeros(256, "i4"))
    values = cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=numpy.arange(256, dtype="i4"))
    getattr(program, name)(queue, (256,), (64,), out, out if is_same else values, cl.LocalMemory(512))
    queue.finish()
"""


class Races(unittest.TestCase):
    def check(self, *kernels, options=()):
        done, _ = run(EUGENE, "run", "--check=race,sync", *options, "--", *python(SCRIPT), *kernels)
        return done

    def test_wrong_kernels(self):
        for name, (kinds, _) in KERNELS.items():
            if not kinds:
                continue
            for tier in "--interpret", "--jit":
                with self.subTest(name, tier=tier):
                    done = self.check(name, options=[tier])
                    self.assertEqual(done.returncode, 4, done.stderr)
                    self.assertEqual(set(re.findall(r"^eugene: (\w+\.\w+): ", done.stderr, re.M)), set(kinds.split()), done.stderr)
                    self.assertRegex(done.stderr, rf"kernel  {name}, launch 1")

    def test_right_kernels(self):
        right = [name for name, (kinds, _) in KERNELS.items() if not kinds]
        for tier in "--interpret", "--jit":
            with self.subTest(tier):
                done = self.check(*right, options=[tier])
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(f"0 errors in 0 of {len(right)} kernels", done.stderr)

    def test_copies_alone(self):
        """With --check=sync but without race, kernels with copies are interpreted."""
        done, _ = run(EUGENE, "run", "--check=sync", "--jit", "--", *python(SCRIPT), "copied_badly", "copied")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertEqual(re.findall(r"^eugene: (\w+\.\w+): ", done.stderr, re.M), ["sync.event"], done.stderr)
        self.assertRegex(done.stderr, r"(?m)^  copy +program 1:\d+  event_t copy = async_work_group_copy\(.*global id \(0,0,0\)")

    def test_with_pointers_of_32_bits(self):
        for name in "copied_one", "copied":
            with self.subTest(name):
                done = self.check(name, options=["--gpu", "bxt"])
                self.assertEqual(set(re.findall(r"^eugene: (\w+\.\w+): ", done.stderr, re.M)), set(KERNELS[name][0].split()), done.stderr)

    def test_one_buffer_as_two_arguments(self):
        for tier in "--interpret", "--jit":
            with self.subTest(tier):
                done = self.check("shifted+same", options=[tier])
                self.assertEqual(set(re.findall(r"^eugene: (\w+\.\w+): ", done.stderr, re.M)), {"race.global"}, done.stderr)

    def test_one_missing_barrier_is_one_finding(self):
        """A finding lists the other lines. Races between other barriers, or in other memory, are separate findings."""
        for name, races, others in ("reduced_badly", 1, 0), ("tiled_badly", 1, 3), ("tiled_worse", 2, 0):
            for tier in "--interpret", "--jit":
                with self.subTest(name, tier=tier), tempfile.TemporaryDirectory() as directory:
                    file = Path(directory) / "findings.json"
                    done = self.check(name, options=[tier, "--check-json", str(file)])
                    self.assertEqual(len(re.findall(r"^eugene: race.local: ", done.stderr, re.M)), races, done.stderr)
                    also = re.findall(r"^  also    \w+ (?:program 1:\d+|0x\w+), \w+ (?:program 1:\d+|0x\w+)$", done.stderr, re.M)
                    self.assertGreaterEqual(len(also), others, done.stderr)
                    self.assertIn(f" {races} error{'s' * (races > 1)} in 1 of 1 kernel (race.local {races})", done.stderr)
                    found = json.loads(file.read_text())["findings"]
                    self.assertEqual(sum(len(each.get("others", [])) for each in found), len(also), done.stderr)
                    counts = [int(count) for count in re.findall(r"^  count +(\d+)$", done.stderr, re.M)]
                    self.assertEqual([each["count"] for each in found], counts)

    def test_both_sides(self):
        done = self.check("reduced_badly")
        lines = SOURCE.splitlines()
        first = lines.index("  shared[l] = in[g];") + 1
        read = re.search(r"^  read +program 1:(\d+) ", done.stderr, re.M)
        write = re.search(r"^  write +program 1:(\d+) ", done.stderr, re.M)
        self.assertTrue(read and write, done.stderr)
        self.assertIn(int(write[1]), (first, first + 1))
        self.assertEqual(int(read[1]), first + 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
