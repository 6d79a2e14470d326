#!/usr/bin/env python3
"""What is built with -g is reported with the lines of its source: faults, findings, profiles.

    source_lines_test.py EUGENE
"""
import json
import os
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import python, run  # noqa: E402

EUGENE = sys.argv[1]

SOURCE = """// line 1
kernel void wild(global int* data, ulong where) {
  int value = data[get_global_id(0)];

  *(global int*)where = value;
}

kernel void work(global float* data) {
  float sum = 0;
  for (int i = 0; i < 50; i++)
    sum += sqrt(data[i]);
  data[get_global_id(0) + 64] = sum;
}
"""
WRITE, ROOT = 5, 11  # the lines of the write and of the square root

SCRIPT = f"""
import numpy, sys, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, '''{SOURCE}''').build(options=sys.argv[1:])
buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=bytearray(4096))
if "-DWILD" in sys.argv:
    try:
        program.wild(queue, (8,), (8,), buffer, numpy.uint64(0x7f000000))
        queue.finish()
    except cl.Error:
        pass
else:
    program.work(queue, (64,), (16,), buffer)
    queue.finish()
"""


class SourceLines(unittest.TestCase):
    def wild(self, *options):
        done, _ = run(EUGENE, "run", "--no-cache", "--", *python(SCRIPT), "-DWILD", *options)
        self.assertRegex(done.stderr, r"GPU fault: write to unmapped memory(.|\n)*kernel +wild")
        return done.stderr

    def profile(self, *options):
        with tempfile.TemporaryDirectory() as directory:
            report, page = Path(directory) / "profile.json", Path(directory) / "profile.html"
            done, _ = run(EUGENE, "profile", "--profile-full", "--profile-json", report, "--profile-html", page, "--", *python(SCRIPT), *options)
            self.assertEqual(done.returncode, 0, done.stderr)
            return done.stderr, json.loads(report.read_text())["kernels"][0], page.read_text()

    def test_a_fault_names_the_line(self):
        for tier in ("--interpret", "--jit"):
            with self.subTest(tier):
                # The binary that PyOpenCL has cached in the first run has no source.
                done, _ = run(EUGENE, "run", "--no-cache", tier, "--", *python(SCRIPT), "-DWILD", "-g", env={**os.environ, "PYOPENCL_NO_CACHE": "1"})
                self.assertRegex(done.stderr, rf"GPU fault: write to unmapped memory(.|\n)*source +[^\n:]+:{WRITE}(:\d+)?\b")
                self.assertIn("*(global int*)where = value;", done.stderr)

    def test_without_debug_data_it_does_not(self):
        self.assertNotIn("source", self.wild())

    def test_a_profile_has_time_by_line(self):
        text, kernel, page = self.profile("-g")
        lines = {each["line"]: each for each in kernel["lines"]}
        self.assertEqual(max(lines.values(), key=lambda each: each["issue"])["line"], ROOT, lines)
        self.assertTrue(set(lines) <= set(range(8, 14)), lines)
        self.assertEqual(sum(each["executions"] for each in lines.values()), kernel["total"]["executions"])
        roots = [each for each in kernel["instructions"] if each["text"].split()[0].startswith("math")]
        self.assertEqual({each["line"] for each in roots}, {ROOT}, roots)
        self.assertEqual(lines[ROOT]["text"], "sum += sqrt(data[i]);")
        self.assertRegex(text, rf"\d\.\d% .*:{ROOT}: sum \+= sqrt\(data\[i\]\);")
        self.assertRegex(page, rf":{ROOT}</span></a></td><td class=t>sum \+= sqrt\(data\[i\]\);")

    def test_a_profile_of_a_plain_program_does_too(self):
        """A profile adds -g. The instructions stay the same, and so does the output of a run without a profile."""
        plain, asked = self.profile()[1], self.profile("-g")[1]
        self.assertEqual(plain["lines"], asked["lines"])
        self.assertEqual([each["text"] for each in plain["instructions"]], [each["text"] for each in asked["instructions"]])


class Server(unittest.TestCase):
    """A server sees only the code of kernels, so programs leave their binaries for it."""

    def test_a_fault_names_kernel_and_line(self):
        done, _ = run(EUGENE, "run", "--no-cache", "--door", "tbx", "--", *python(SCRIPT), "-DWILD", "-g")
        self.assertRegex(done.stderr, rf"GPU fault: write to unmapped memory(.|\n)*kernel +wild(.|\n)*source +[^\n:]+:{WRITE}(:\d+)?\b")

    def test_a_profile_and_statistics_do(self):
        with tempfile.TemporaryDirectory() as directory:
            report = Path(directory) / "profile.json"
            done, _ = run(EUGENE, "profile", "--door", "tbx", "--stats", "--profile-json", report, "--", *python(SCRIPT), "-g")
            kernel = json.loads(report.read_text())["kernels"][0]
        self.assertEqual(kernel["name"], "work")
        self.assertEqual(max(kernel["lines"], key=lambda each: each["issue"])["line"], ROOT)
        self.assertRegex(done.stderr, r"(?m)^eugene: work +(interpreted|\d+% compiled)")

    def test_one_that_stays_does(self):
        with subprocess.Popen([EUGENE, "serve", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
            try:
                server.stdout.readline()
                command = shlex.split(server.stdout.readline())
                assert command[-1] == "PROGRAM"
                run(*command[:-1], *python(SCRIPT), "-DWILD", "-g")
            finally:
                server.terminate()
            log = server.communicate(timeout=20)[1]
        self.assertRegex(log, rf"kernel +wild(.|\n)*source +[^\n:]+:{WRITE}(:\d+)?\b")
        directory = next(word.split("=", 1)[1] for word in command if word.startswith("EUGENE_I915="))
        self.assertFalse(Path(directory).exists())


class Binaries(unittest.TestCase):
    """A binary of ocloc, with debug data."""

    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.directory = Path(cls.temporary.name)
        (cls.directory / "lines.cl").write_text(SOURCE)
        subprocess.run(["ocloc", "compile", "-q", "-file", "lines.cl", "-device", "bxt", "-options", "-g", "-output", "lines"],
                       cwd=cls.directory, check=True, capture_output=True)
        cls.binary = next(cls.directory.glob("lines*.bin"))

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def test_exec_names_the_line(self):
        done, _ = run(EUGENE, "exec", "--kernel", "wild", self.binary)
        self.assertRegex(done.stderr, rf"lines\.cl:{3}(:\d+)?: thread 0 at 0x")  # no surface to read from

    def test_exec_check_names_the_line(self):
        done, _ = run(EUGENE, "exec", "--check", "--json", "--kernel", "wild", self.binary)
        reports = json.loads(done.stdout)[0]["reports"]
        self.assertTrue(reports)
        for each in reports:
            self.assertTrue(each["source"]["file"].endswith("lines.cl"), each)
            self.assertIn(each["source"]["line"], range(2, 7))

    def test_check_names_the_line(self):
        """Intel's compiler makes dwords of integer vectors, which is worth a warning."""
        done, _ = run(EUGENE, "check", "--json", self.binary)
        problems = [each for each in json.loads(done.stdout)["problems"] if each["kernel"] == "work"]
        self.assertTrue(problems)
        for each in problems:
            self.assertTrue(each["source"]["file"].endswith("lines.cl"), each)
            self.assertIn(each["source"]["line"], range(8, 14))
        done, _ = run(EUGENE, "check", self.binary)
        self.assertRegex(done.stderr, r"  from \S*lines\.cl:\d+")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
