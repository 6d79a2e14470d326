#!/usr/bin/env python3
"""What compiles, when, where it is kept, and who can see it: `eugene run` as a user runs it.

    tiers_test.py EUGENE MANDELBROT
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from running import keep_compiled  # noqa: E402

keep_compiled()
EUGENE, MANDELBROT = (os.path.abspath(path) for path in sys.argv[1:3])


class Tiers(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.cache = Path(self.directory.name) / "cache"
        self.environment = {**os.environ, "EUGENE_CACHE": str(self.cache)}
        self.image = str(Path(self.directory.name) / "image.png")

    def eugene(self, *options):
        return [EUGENE, "run", "--stats=json", *options, "--"]

    def mandelbrot(self, size="96x72", iterations=64):
        return [MANDELBROT, "--size", size, "--iterations", str(iterations), self.image]

    def command(self, *options, **size):
        return self.eugene(*options) + self.mandelbrot(**size)

    def run_it(self, *options, environment=None, **size):
        done = subprocess.run(self.command(*options, **size), capture_output=True, text=True, timeout=100,
                              env={**self.environment, **(environment or {})})
        self.assertEqual(done.returncode, 0, done.stderr)
        stats = json.loads(done.stderr.strip().splitlines()[-1])
        self.assertEqual(len(stats["kernels"]), 1)
        return stats["kernels"][0], Path(self.image).read_bytes()

    def files(self):
        return sorted(self.cache.glob("*")) if self.cache.exists() else []

    def test_every_tier_paints_the_same_picture(self):
        interpreted, first = self.run_it("--interpret")
        self.assertEqual(interpreted["tier"], "interpreted")
        self.assertEqual(interpreted["name"], "mandelbrot")
        counts = interpreted["interpreted"]
        for options in (["--jit"], ["--hot-after", "0"], ["--jit", "--threads", "1"]):
            kernel, image = self.run_it("--no-cache", *options)
            self.assertEqual(image, first, options)
            for count in counts:
                self.assertEqual(kernel["interpreted"][count] + kernel["compiled"][count], counts[count], (options, count))
            if "--jit" in options:
                self.assertEqual(kernel["tier"], "compiled")
                self.assertGreater(kernel["compile_time"], 0)
        self.assertEqual(self.files(), [])

    def test_a_program_that_ends_while_its_kernel_is_compiled_leaves_nothing_behind(self):
        temporary = Path(self.directory.name) / "tmp"
        temporary.mkdir()
        self.run_it("--hot-after", "0", size="32x8", iterations=1, environment={"TMPDIR": str(temporary)})
        self.assertEqual(list(temporary.iterdir()), [])

    def test_code_is_kept_between_runs(self):
        self.assertFalse(self.run_it("--jit")[0]["from_cache"])
        self.assertEqual(len(self.files()), 1)
        self.assertTrue(self.run_it("--jit")[0]["from_cache"])
        self.assertFalse(self.run_it("--jit", "--no-cache")[0]["from_cache"])
        self.assertFalse(self.run_it("--jit", environment={"EUGENE_CACHE": "off"})[0]["from_cache"])

    def test_code_is_kept_where_the_desktop_says(self):
        home = Path(self.directory.name) / "home"
        self.run_it("--jit", environment={"EUGENE_CACHE": "", "XDG_CACHE_HOME": str(home)})
        self.assertEqual(len(list((home / "eugene").iterdir())), 1)

    def test_processes_share_code_at_the_same_time(self):
        expected = self.run_it("--interpret")[1]
        for _ in range(2):
            started = []
            for number in range(4):
                command = self.command("--jit")
                command[-1] = f"{self.image}.{number}"
                started.append(subprocess.Popen(command, env=self.environment, stdout=subprocess.DEVNULL,
                                                stderr=subprocess.PIPE, text=True))
            for number, process in enumerate(started):
                _, errors = process.communicate(timeout=100)
                self.assertEqual(process.returncode, 0, errors)
                self.assertEqual(Path(f"{self.image}.{number}").read_bytes(), expected)
        self.assertEqual(len(self.files()), 1)

    def test_dump(self):
        dump = Path(self.directory.name) / "dump"
        dump.mkdir()
        self.run_it("--jit", "--jit-dump", str(dump))
        self.assertEqual(sorted(path.suffix for path in dump.iterdir()), [".asm", ".ll", ".s"])
        for path in dump.iterdir():
            self.assertTrue(path.name.startswith("gpu_mandelbrot-"))
            self.assertGreater(path.stat().st_size, 100)
            if path.suffix == ".s":  # no instruction is left to the interpreter
                self.assertNotIn("eugene_execute_one", path.read_text())

    @unittest.skipUnless(shutil.which("gdb"), "gdb is not installed")
    def test_gdb_knows_kernels_by_name(self):
        done = subprocess.run(
            [*self.eugene("--jit", "--threads", "1"), "gdb", "-nx", "-batch", "-ex", "set breakpoint pending on",
             "-ex", "break gpu_mandelbrot", "-ex", "run", "-ex", "backtrace", "-ex", "kill", "--args",
             *self.mandelbrot()],
            capture_output=True, text=True, timeout=100, env=self.environment)
        output = done.stdout + done.stderr
        if "ptrace" in output and "not permitted" in output:
            self.skipTest("gdb may not trace here")
        self.assertRegex(output, r"Breakpoint 1, 0x[0-9a-f]+ in gpu_mandelbrot")
        self.assertRegex(output, r"#0 +0x[0-9a-f]+ in gpu_mandelbrot")
        # The backtrace leads through compiled code to its caller.
        self.assertIn("eugene::gpu::TierRunner::run", output)

    @unittest.skipUnless(shutil.which("perf"), "perf is not installed")
    def test_perf_knows_kernels_by_name(self):
        data = str(Path(self.directory.name) / "perf.data")
        maps = set(Path("/tmp").glob("perf-*.map"))
        self.addCleanup(lambda: [path.unlink() for path in set(Path("/tmp").glob("perf-*.map")) - maps
                                 if "gpu_mandelbrot" in path.read_text()])
        record = ["perf", "record", "-q", "-o", data, *self.command("--jit", "--perf-map", size="320x240", iterations=2000)]
        done = subprocess.run(record, capture_output=True, text=True, timeout=100, env=self.environment)
        if done.returncode != 0 or not os.path.exists(data):
            self.skipTest("perf may not record here: " + done.stderr.strip()[:200])
        report = subprocess.run(["perf", "report", "--stdio", "-i", data], capture_output=True, text=True, timeout=100)
        self.assertIn("gpu_mandelbrot", report.stdout, report.stderr)
        self.assertNotRegex(report.stdout, r"\[JIT\].*\[\.\] 0x", "code without a name")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
