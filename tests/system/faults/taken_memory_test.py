#!/usr/bin/env python3
"""Memory of the program that a kernel finds protected, unmapped or truncated does not end the program.

    taken_memory_test.py EUGENE TAKEN_MEMORY
"""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from running import run  # noqa: E402

EUGENE, PROGRAM = sys.argv[1:3]

# What is said of each way to take it.
SAID = {
    "const": "write to memory that the program may not write",
    "read-only": "write to memory that the program may not write",
    "protected": "write to memory that the program may not write",
    "unmapped": "write to memory that the program has unmapped",
    "truncated": "write to memory that the program has mapped beyond the end of a file",
}


class TakenMemory(unittest.TestCase):
    def check(self, how, *options, handler=()):
        done, _ = run(EUGENE, "run", "--no-cache", "--strict", *options, "--", PROGRAM, how, *handler)
        for pattern in ("eugene: GPU fault: " + SAID[how] + ".* at address 0x[0-9a-f]+", r"kernel +fill at 0x",
                        r"instruction +0x[0-9a-f]+: send", r"thread +\d+ of group \(\d+, 0, 0\)"):
            self.assertRegex(done.stderr, pattern)
        self.assertEqual(done.stderr.count("GPU fault"), 1, done.stderr)
        self.assertRegex(done.stdout, "OpenCL error")
        self.assertTrue(done.stdout.endswith("finished\n"), done.stdout)
        self.assertEqual(done.returncode, 3)  # by --strict: the program has ended as it wanted
        return done

    def test_that_is_kept_and_that_is_only_read(self):
        for how, last in (("kept", 5), ("const-read", 1)):
            for tier in ("--interpret", "--jit"):
                with self.subTest(f"{how} {tier}"):
                    done, _ = run(EUGENE, "run", "--no-cache", "--strict", tier, "--", PROGRAM, how)
                    self.assertEqual((done.stdout, done.stderr, done.returncode),
                                     (f"sum 262144, last {last}\nfinished\n", "", 0))

    def test_that_is_taken(self):
        for how in SAID:
            for tier in ("--interpret", "--jit", "--hot-after=0"):
                with self.subTest(f"{how} {tier}"):
                    self.check(how, *tier.split("="))

    def test_of_a_64_bit_gpu(self):
        for tier in ("--interpret", "--jit"):
            with self.subTest(tier):
                self.check("unmapped", "--gpu", "skl", tier)

    def test_in_a_program_with_a_handler_of_its_own(self):
        for tier in ("--interpret", "--jit"):
            with self.subTest(tier):
                done = self.check("protected", tier, handler=["handler"])
                self.assertIn("own handler\n", done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
