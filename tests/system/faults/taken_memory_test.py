#!/usr/bin/env python3
"""Memory of the program that a kernel finds protected, unmapped or truncated does not end the program.

    taken_memory_test.py EUGENE TAKEN_MEMORY
"""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from running import keep_compiled, run_each  # noqa: E402

keep_compiled()
EUGENE, PROGRAM = sys.argv[1:3]

# The report for each way to take the memory.
SAID = {
    "const": "write to memory that the program may not write",
    "read-only": "write to memory that the program may not write",
    "protected": "write to memory that the program may not write",
    "unmapped": "write to memory that the program has unmapped",
    "truncated": "write to memory that the program has mapped beyond the end of a file",
}


class TakenMemory(unittest.TestCase):
    def run_ways(self, ways):
        """Runs the program for each of `ways`: how the memory is taken away, then options. Returns `how` and the result
        of each."""
        done = run_each([(EUGENE, "run", "--no-cache", "--strict", *options, "--", PROGRAM, *how.split()) for how, *options in ways])
        return [(how, each) for (how, *_), (each, _) in zip(ways, done)]

    def check(self, how, done):
        for pattern in ("eugene: GPU fault: " + SAID[how] + ".* at address 0x[0-9a-f]+", r"kernel +fill at 0x",
                        r"instruction +0x[0-9a-f]+: send", r"thread +\d+ of group \(\d+, 0, 0\)"):
            self.assertRegex(done.stderr, pattern)
        self.assertEqual(done.stderr.count("GPU fault"), 1, done.stderr)
        self.assertRegex(done.stdout, "OpenCL error")
        self.assertTrue(done.stdout.endswith("finished\n"), done.stdout)
        self.assertEqual(done.returncode, 3)  # from --strict: the program itself has ended with 0

    def test_that_is_kept_and_that_is_only_read(self):
        last = {"kept": 5, "const-read": 1}
        for how, done in self.run_ways([(how, tier) for how in last for tier in ("--interpret", "--jit")]):
            with self.subTest(" ".join(done.args)):
                self.assertEqual((done.stdout, done.stderr, done.returncode),
                                 (f"sum 262144, last {last[how]}\nfinished\n", "", 0))

    def test_whose_protected_page_no_channel_reads(self):
        ways = [("unused", *tier, "--gpu", gpu) for gpu in ("bxt", "skl")
                for tier in (["--interpret"], ["--jit"], ["--jit", "--host-cpu", "x86-64-v3"])]
        for _, done in self.run_ways(ways):
            with self.subTest(" ".join(done.args)):
                self.assertEqual((done.stdout, done.stderr, done.returncode), ("sum 436906, last 1\nfinished\n", "", 0))

    def test_that_is_taken(self):
        tiers = ["--interpret"], ["--jit"], ["--hot-after", "0"]
        for how, done in self.run_ways([(how, *tier) for how in SAID for tier in tiers]):
            with self.subTest(" ".join(done.args)):
                self.check(how, done)

    def test_of_a_64_bit_gpu(self):
        for how, done in self.run_ways([("unmapped", "--gpu", "skl", tier) for tier in ("--interpret", "--jit")]):
            with self.subTest(" ".join(done.args)):
                self.check(how, done)

    def test_in_a_program_with_a_handler_of_its_own(self):
        for _, done in self.run_ways([("protected handler", tier) for tier in ("--interpret", "--jit")]):
            with self.subTest(" ".join(done.args)):
                self.check("protected", done)
                self.assertIn("own handler\n", done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
