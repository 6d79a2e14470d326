#!/usr/bin/env python3
"""`eugene run --fill` and `--shuffle`: results that depend on what nothing has written, or on an order that nothing promises.

    variation_test.py EUGENE
"""
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import keep_compiled, python, run  # noqa: E402

EUGENE = sys.argv[1]

PROGRAM = """
import sys, numpy as np, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, '''
kernel void fresh(global uint* out) {
  local uint shared[16];
  if (out[4095]) shared[get_local_id(0)] = 1;
  out[get_global_id(0)] = shared[get_local_id(0)];
}
kernel void ordered(global uint* out) {
  local uint last;
  last = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) out[1 + get_group_id(0)] = last;
  out[0] = get_group_id(0);
}
''').build()
name, groups, size = sys.argv[1], 16, int(sys.argv[2])
buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, 4 * 4096)
result = np.zeros(groups + 1, np.uint32)
if name == "buffer":
    cl.enqueue_copy(queue, result, buffer)
else:
    zeros = np.zeros(4096, np.uint32)
    cl.enqueue_copy(queue, buffer, zeros)
    getattr(program, name)(queue, (groups * size,), (size,), buffer)
    cl.enqueue_copy(queue, result, buffer)
print(" ".join(f"{each:x}" for each in result))
"""


class Variation(unittest.TestCase):
    def words(self, *options, name, size=16):
        done, _ = run(EUGENE, "run", *options, "--", *python(PROGRAM), name, str(size))
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.split(), done.stderr

    def test_fill(self):
        for name in "fresh", "buffer":
            with self.subTest(name):
                self.assertEqual(set(self.words(name=name)[0]), {"0"})
                self.assertEqual(set(self.words("--fill", name=name)[0]), {"ffffffff"})
                self.assertEqual(set(self.words("--fill=7", name=name)[0]), {"7070707"})
                words, _ = self.words("--fill=random", name=name)
                self.assertGreater(len(set(words)), 8)
                self.assertEqual(self.words("--fill=random", name=name)[0], words)

    def test_shuffle(self):
        """The last group, and in each the last of four threads, differ by seed and repeat."""
        usual, text = self.words(name="ordered", size=64)
        self.assertEqual((len(set(usual[1:])), text), (1, ""))
        results = []
        for seed in "1", "2", "3":
            results.append(self.words(f"--shuffle={seed}", name="ordered", size=64)[0])
            self.assertEqual(self.words(f"--shuffle={seed}", name="ordered", size=64)[0], results[-1])
            self.assertGreater(len(set(results[-1][1:])), 1)
        self.assertGreater(len({each[0] for each in results}), 1)
        chosen, text = self.words("--shuffle", name="ordered", size=64)
        seed = re.fullmatch(r"eugene run: --shuffle=(\d+)\n", text)[1]
        self.assertEqual(self.words(f"--shuffle={seed}", name="ordered", size=64)[0], chosen)

    def test_wrong_values(self):
        for option in "--fill=256", "--fill=x", "--shuffle=x":
            done, _ = run(EUGENE, "run", option, "--", "true")
            self.assertEqual(done.returncode, 2, done.stderr)


if __name__ == "__main__":
    keep_compiled()
    unittest.main(argv=sys.argv[:1])
