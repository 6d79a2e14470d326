#!/usr/bin/env python3
"""Mistakes of programs of Level Zero are found by --check as those of OpenCL are, and right programs are not blamed.

    mistakes_test.py EUGENE LEVEL_ZERO_MISTAKES
"""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent))
from running import run  # noqa: E402

EUGENE, MISTAKES = sys.argv[1:3]

# Each case with the ids that are found, the text of the line, the argument, and the first work-item's global id.
OUT = "argument 0 `out` (shared memory of 256 bytes)"
BEYOND = [("memory.bounds", "if (get_global_id(0) == 63) out[64] = value;", OUT, 63)]
SCALE = "to[get_global_id(0)] = from[get_global_id(0)] * 2;"
SCATTER = "to[from[get_global_id(0)] & 63] = 1;"
TO = "argument 1 `to` (shared memory of 256 bytes)"
FOUND = {
    "beyond device": BEYOND, "beyond host": BEYOND, "beyond shared": BEYOND, "indirectly": BEYOND,
    "from the middle": [],
    "freed": [("memory.freed", "*(global int*)addresses[get_global_id(0)] = 1;", "", 0)],
    "local": [("memory.local", "part[get_local_id(0) + 8] = 3;", "argument 1 `part` (local memory of 32 bytes)", 0)],
    "local enough": [],
    "undefined": [("init.global", SCATTER, "argument 0 `from` (shared memory of 256 bytes)", 0)],
    "half defined": [("init.global", SCATTER, "argument 0 `from` (shared memory of 256 bytes)", 32)],
    "defined": [], "of the host": [],
    "undefined result": [("init.result", SCALE, TO, 32)],
    "defined result": [],
    "no barrier": [("race.kernels", SCALE, "argument 0 `from` (shared memory of 256 bytes)", 0)],
    "barrier": [], "event": [], "two lists": [],
    "two queues": [("race.kernels", SCALE, TO, 0)],
    "two queues in order": [],
    "copied early": [("race.host", SCALE, TO, 0)],
    "copied late": [],
    "neighbours": [("race.local", "shared[get_local_id(0)] = get_local_id(0);", "", None)],
    "same place": [("race.global", "kernel void same_place(global int* out) { out[0] = get_global_id(0); }", OUT, None)],
    "some return": [("sync.barrier", "barrier(CLK_GLOBAL_MEM_FENCE);", "", 0)],
}


class Mistakes(unittest.TestCase):
    def checked(self, gpu, case, *options):
        with tempfile.TemporaryDirectory() as directory:
            report = Path(directory, "findings.json")
            done, _ = run(EUGENE, "run", "--gpu", gpu, "--threads", "1", "--check", "--check-json", report, *options, "--", MISTAKES, case)
            findings = json.loads(report.read_text())["findings"]
        self.assertEqual(done.returncode, 4 if findings else 0, done.stderr)
        return findings, done

    def test_every_case(self):
        cases = subprocess.run([MISTAKES], capture_output=True, text=True, check=False).stdout.splitlines()
        self.assertEqual(set(cases), set(FOUND) | {"launched with freed", "null", "sizes"})

    def test_findings(self):
        for gpu in "skl", "kbl":
            for case, wanted in FOUND.items():
                with self.subTest(case, gpu=gpu):
                    findings, done = self.checked(gpu, case)
                    self.assertEqual([each["id"] for each in findings], [each[0] for each in wanted], done.stderr)
                    for finding, (_, text, memory, item) in zip(findings, wanted):
                        site = finding["sites"][0]
                        self.assertEqual(site["text"], text)
                        self.assertEqual(Path(site["source"]["file"]).name, "mistakes.cl")
                        self.assertTrue(finding["memory"].startswith(memory), finding["memory"])
                        if item is not None: self.assertEqual(site["item"]["global"], [item, 0, 0])

    def test_launch_with_freed_memory(self):
        findings, _ = self.checked("skl", "launched with freed")
        self.assertEqual({each["id"] for each in findings}, {"memory.freed"})
        self.assertIn("argument 0, shared memory, which the program has released", findings[0]["what"])

    def test_null(self):
        """The kernel faults, so the program fails."""
        done, _ = run(EUGENE, "run", "--gpu", "skl", "--check", "--", MISTAKES, "null")
        self.assertEqual(done.returncode, 1)
        self.assertIn("eugene: memory.null: write of 4 bytes through a null pointer\n", done.stderr)
        self.assertIn("argument 0 `out` (a null pointer), byte 0, 4 bytes\n", done.stderr)

    def test_sizes_are_those_of_the_program(self):
        _, done = self.checked("skl", "sizes")
        self.assertEqual(done.stdout, "1 12345\n")

    def test_without_a_check(self):
        """Only a checked run finds it."""
        done, _ = run(EUGENE, "run", "--gpu", "skl", "--", MISTAKES, "beyond shared")
        self.assertEqual((done.stderr, done.returncode), ("", 0))

    def test_unoptimised(self):
        findings, _ = self.checked("skl", "beyond device", "--unoptimised")
        self.assertEqual([each["id"] for each in findings], ["memory.bounds"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
