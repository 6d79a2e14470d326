#!/usr/bin/env python3
"""tests/fuzz/soak with stand-ins for fuzz targets: what it keeps, and how it ends.

    soak_test.py
"""
import os
import pathlib
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent

# As far as libFuzzer's command line goes: fuzzing adds an input to the corpus, merging adds to the first directory the
# inputs of the second one that end in "new".
TARGET = """#!/bin/sh
for each; do
  case $each in
    -merge=1|-set_cover_merge=1) shift; [ "$1" != -use_counters=0 ] || shift; for input in "$2"/*new; do cp "$input" "$1"; done; exit 0;;
    -artifact_prefix=*) prefix=${each#*=};;
    -max_total_time=*) echo "time ${each#*=}";;
    -*) ;;
    *) [ -n "$corpus" ] || corpus=$each;;
  esac
done
echo "#4096 pulse cov: 812"
"""
QUIET = TARGET + """echo x >"$corpus/1-new"; echo x >"$corpus/2-old"; sleep 1"""
FAILING = TARGET + """echo bad >"${prefix}crash-12"; exit 77"""


class Soak(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        for name in "build", "corpus", "seeds":
            (self.root / name).mkdir()

    def add(self, name, text):
        path = self.root / "build" / name
        path.write_text(text)
        path.chmod(0o755)

    def soak(self, *arguments):
        return subprocess.run([HERE / "soak", "--build", self.root / "build", "--corpus", self.root / "corpus", "--seeds",
                               self.root / "seeds", "--seconds", "5", "--every", "0.2", *arguments],
                              capture_output=True, text=True, timeout=60)

    def files(self, place):
        return sorted(str(path.relative_to(self.root / place)) for path in (self.root / place).rglob("*") if path.is_file())

    def test_keeps_what_reaches_new_code(self):
        self.add("one_fuzz", QUIET)
        self.add("two_fuzz", QUIET)
        done = self.soak("--jobs", "1")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.files("corpus"), ["one_fuzz/1-new", "two_fuzz/1-new"])
        self.assertEqual(self.files("seeds"), ["one_fuzz/1-new", "two_fuzz/1-new"])
        self.assertRegex(done.stdout, r"one_fuzz: \d of 5 s: #4096 pulse cov: 812")
        self.assertIn("1 targets wait", done.stdout)
        self.assertIn("two_fuzz: nothing found: #4096 pulse cov: 812; 1 inputs in its corpus, 1 new seeds", done.stdout)
        self.assertIn("2 of 2 targets have found nothing", done.stdout)

    def test_large_inputs_are_no_seeds(self):
        self.add("one_fuzz", TARGET + 'head -c 5000 /dev/zero >"$corpus/1-new"; echo x >"$corpus/2-new"')
        self.assertEqual(self.soak().returncode, 0)
        self.assertEqual(self.files("corpus"), ["one_fuzz/1-new", "one_fuzz/2-new"])
        self.assertEqual(self.files("seeds"), ["one_fuzz/2-new"])

    def test_finding_is_named_and_others_go_on(self):
        (self.root / "corpus/bad_fuzz").mkdir()
        (self.root / "corpus/bad_fuzz/kept").write_text("x")
        self.add("bad_fuzz", FAILING)
        self.add("good_fuzz", QUIET)
        done = self.soak("--jobs", "1")
        self.assertEqual(done.returncode, 1)
        finding = self.root / "build/findings/bad_fuzz-crash-12"
        self.assertEqual(finding.read_text(), "bad\n")
        self.assertIn(f"bad_fuzz HAS FOUND SOMETHING: {finding}; its report: {self.root}/build/findings/bad_fuzz.log",
                      done.stdout)
        self.assertEqual(self.files("corpus"), ["bad_fuzz/kept", "good_fuzz/1-new"])
        self.assertIn("1 of 2 targets have found nothing", done.stdout)

    def test_failure_to_merge_keeps_the_corpus(self):
        self.add("one_fuzz", QUIET.replace("exit 0", "exit 1"))
        done = self.soak()
        self.assertEqual(done.returncode, 1)
        self.assertEqual([each for each in self.files("corpus") if "smaller" not in each],
                         ["one_fuzz/1-new", "one_fuzz/2-old"])

    def test_interrupted(self):
        self.add("one_fuzz", TARGET + "exit 72")
        done = self.soak()
        self.assertEqual(done.returncode, 1)
        self.assertIn("one_fuzz: interrupted", done.stdout)
        self.assertNotIn("FOUND", done.stdout)

    def test_wrong_target(self):
        done = self.soak("none_fuzz")
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no target", done.stderr)


if __name__ == "__main__":
    unittest.main()
