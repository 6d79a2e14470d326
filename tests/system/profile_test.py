#!/usr/bin/env python3
"""`eugene profile` points at the bottleneck that each kernel of examples/bottlenecks.py is known for.

    profile_test.py EUGENE BOTTLENECKS
"""
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

EUGENE, BOTTLENECKS = sys.argv[1:3]
PYTHON = "/usr/bin/python3"


def profile(*kernels, options=()):
    """The kernels of the profile, by name."""
    with tempfile.TemporaryDirectory() as directory:
        report = Path(directory) / "profile.json"
        done = subprocess.run([EUGENE, "profile", "--profile-json", report, *options, "--", PYTHON, BOTTLENECKS, *kernels],
                              capture_output=True, text=True, timeout=200)
        assert done.returncode == 0, done.stderr
        assert "WRONG" not in done.stdout and "right" in done.stdout, done.stdout
        return {kernel["name"]: kernel for kernel in json.loads(report.read_text())["kernels"]}


def limit(kernel, part):
    return next(each["cycles"] for each in kernel["limits"] if each["part"] == part)


class Bottlenecks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kernels = profile("matmul_naive", "matmul_tiled", "reduction", "transpose_naive", "histogram")
        cls.local = profile("transpose_local")["transpose_local"]
        cls.padded = profile("transpose_padded")["transpose_local"]

    def finds(self, kernel, text):
        what = [each["what"] for each in kernel["findings"]]
        self.assertTrue(any(text in each for each in what), what)

    def test_matrix_multiplication_waits_for_memory(self):
        self.finds(self.kernels["matmul_naive"], "waits for memory read")
        self.assertEqual(self.kernels["matmul_naive"]["limits"][0]["part"], "latency")

    def test_tiles_save_memory_accesses_and_wait_for_local_memory(self):
        naive, tiled = self.kernels["matmul_naive"], self.kernels["matmul_tiled"]
        self.assertLess(tiled["total"]["lines"] * 4, naive["total"]["lines"])
        self.finds(tiled, "local memory")

    def test_reduction_diverges_between_barriers(self):
        self.finds(self.kernels["reduction"], "divergence")
        self.finds(self.kernels["reduction"], "barriers")

    def test_transpose_writes_lines_of_which_it_needs_a_dword(self):
        self.finds(self.kernels["transpose_naive"], "not contiguous")

    def test_padding_removes_conflicts(self):
        self.finds(self.local, "conflicts in shared local memory")
        self.assertEqual(self.padded["total"]["slm_clocks"], self.padded["total"]["slm_least"])
        self.assertGreater(limit(self.local, "shared local memory"), 4 * limit(self.padded, "shared local memory"))

    def test_histogram_waits_for_atomics(self):
        self.finds(self.kernels["histogram"], "atomics")
        self.assertIn("meet at one dword", " ".join(f["what"] for f in self.kernels["histogram"]["findings"]))

    def test_page_opens_in_a_browser(self):
        browser = shutil.which("chromium")
        with tempfile.TemporaryDirectory() as directory:
            page = Path(directory) / "page.html"
            profile("histogram", options=("--profile-html", page))
            text = page.read_text()
            self.assertIn("<h2>histogram</h2>", text)
            if browser is None:
                return
            shown = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={directory}/b",
                                    "--dump-dom", page.as_uri()], capture_output=True, text=True, timeout=100)
            self.assertIn("<h2>histogram</h2>", shown.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
