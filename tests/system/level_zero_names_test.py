#!/usr/bin/env python3
"""Kernels of a Level Zero program have their names in statistics, profiles and with --visa.

    level_zero_names_test.py EUGENE LEVEL_ZERO_SUITE
"""
import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import run  # noqa: E402

EUGENE, SUITE = sys.argv[1:3]
FILTER = "--gtest_filter=Kernels.ReduceInLocalMemory:Kernels.WorkInSubgroups"
NAMES = ["in_subgroups", "sum_of_group"]


class LevelZeroNames(unittest.TestCase):
    def suite(self, *options):
        done, _ = run(EUGENE, "run", "--gpu", "skl", "--no-cache", *options, "--", SUITE, FILTER)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stderr

    def test_statistics(self):
        stderr = self.suite("--stats=json")
        stats = json.loads(stderr[stderr.index("{"):])
        self.assertEqual(sorted(each["name"] for each in stats["kernels"]), NAMES)

    def test_profile(self):
        with tempfile.TemporaryDirectory() as directory:
            report = Path(directory, "profile.json")
            self.suite("--profile-json", report)
            self.assertEqual(sorted(each["name"] for each in json.loads(report.read_text())["kernels"]), NAMES)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
