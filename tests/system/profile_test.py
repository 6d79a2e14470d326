#!/usr/bin/env python3
"""`eugene profile` points at the bottleneck that each kernel of examples/bottlenecks.py is known for.

    profile_test.py EUGENE BOTTLENECKS
"""
import html
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from running import keep_compiled

keep_compiled()
EUGENE, BOTTLENECKS = sys.argv[1:3]
PYTHON = "/usr/bin/python3"


def profile(*kernels):
    """The kernels of the profile, by name, and its page."""
    with tempfile.TemporaryDirectory() as directory:
        report, page = Path(directory) / "profile.json", Path(directory) / "profile.html"
        done = subprocess.run([EUGENE, "profile", "--gpu", "bxt", "--profile-json", report, "--profile-html", page, "--", PYTHON, BOTTLENECKS, *kernels],
                              capture_output=True, text=True, timeout=200)
        assert done.returncode == 0, done.stderr
        assert "WRONG" not in done.stdout and "right" in done.stdout, done.stdout
        return {kernel["name"]: kernel for kernel in json.loads(report.read_text())["kernels"]}, page.read_text()


def limit(kernel, part):
    return next(each["cycles"] for each in kernel["limits"] if each["part"] == part)


class Bottlenecks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kernels, cls.page = profile("matmul_naive", "matmul_tiled", "reduction", "transpose_naive", "histogram")
        cls.local = profile("transpose_local")[0]["transpose_local"]
        cls.padded = profile("transpose_padded")[0]["transpose_local"]

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
        self.assertIn("access the same dword", " ".join(f["what"] for f in self.kernels["histogram"]["findings"]))

    def test_occupancy_says_what_limits_the_threads(self):
        # 16 work-items are a thread, 256 a group of 16: of 108 threads six groups are resident, two in each subslice.
        tiled = self.kernels["matmul_tiled"]["occupancy"]
        self.assertEqual((tiled["capacity"], tiled["group_threads"], tiled["groups"], tiled["threads"]), (108, 16, 6, 96))
        self.assertEqual(tiled["limited_by"], "threads")
        limits = {each["what"]: each["groups"] for each in tiled["limits"]}
        self.assertEqual(limits, {"threads": 6, "barriers": 48, "shared local memory": 64 // 2 * 2, "groups launched": 64})

    def test_roofline_counts_the_operations_of_the_source(self):
        for name in "matmul_naive", "matmul_tiled":
            with self.subTest(name):
                roofline = self.kernels[name]["roofline"]
                self.assertEqual((roofline["kind"], roofline["operations"]), ("floating-point", 2 * 128 ** 3))
                roofs = {each["part"]: each for each in roofline["roofs"]}
                self.assertEqual(roofs["arithmetic"]["operations_per_cycle"], 18 * 16)
                total = self.kernels[name]["total"]
                self.assertEqual(roofs["L3"]["bytes"], 64 * total["lines"])
                self.assertEqual(roofs["memory"]["bytes"], 64 * (total["lines"] - total["hits"]))
                self.assertLessEqual(roofline["share"], 1)
        self.assertIn("<svg class=roofline", self.page)

    def test_sends_are_in_words(self):
        said = {each["message"] for each in self.kernels["matmul_naive"]["instructions"] if "message" in each}
        self.assertEqual(said, {"read 4 bytes, surface 0 `a`", "read 4 bytes, surface 1 `b`", "write 4 bytes, surface 2 `c`", "end of the thread"})
        self.assertIn("arrive at the barrier", {each.get("message") for each in self.kernels["matmul_tiled"]["instructions"]})
        self.assertIn("<span class=soft>read 4 bytes, surface 0 `a`</span>", self.page)

    def test_page_is_drawn_by_a_browser(self):
        if shutil.which("chromium") is None:
            self.skipTest("chromium is not installed")
        with tempfile.TemporaryDirectory() as directory:
            page = Path(directory) / "page.html"
            page.write_text(self.page.replace("</body>", MEASURE + "</body>"))
            shown = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                                    "--disable-background-networking", "--disable-component-update", "--disable-sync", f"--user-data-dir={directory}/b",
                                    "--dump-dom", page.as_uri()], capture_output=True, text=True, timeout=100)
        found = re.search(r"<title>(\{.*\})</title>", shown.stdout)
        self.assertIsNotNone(found, shown.stderr)
        seen = json.loads(html.unescape(found[1]))
        self.assertEqual(sorted(seen["kernels"]), sorted(self.kernels))
        self.assertEqual(seen["rows"], sum(len(each["instructions"]) for each in self.kernels.values()))
        self.assertEqual(seen["dead"], [], "links lead nowhere")
        self.assertEqual(seen["twice"], [], "two rows have one name")
        for name, kernel in seen["kernels"].items():
            self.assertEqual(kernel["hottest"], "rgba(220, 60, 40, 0.55)", name)
            self.assertGreater(kernel["colours"], 2, name)
            self.assertEqual(kernel["longest"], 220, name)
            self.assertGreater(kernel["bars"], 5, name)


# Measures the page's elements as drawn, and writes the result into the page's title.
MEASURE = """<script>
const all = (selector, from) => [...(from || document).querySelectorAll(selector)];
const ids = all("tr[id]").map(each => each.id);
const seen = {kernels: {}, rows: ids.length, twice: ids.filter((each, n) => ids.indexOf(each) !== n),
              dead: all("a").map(each => each.hash.slice(1)).filter(each => !document.getElementById(each))};
for (const head of all("h2")) {
  let next = head, parts = [];
  while ((next = next.nextElementSibling) && next.tagName !== "H2") parts.push(next);
  const rows = parts.flatMap(each => all("tr[id]", each)), bars = parts.flatMap(each => all(".bar", each));
  const colours = rows.map(each => getComputedStyle(each).backgroundColor);
  const share = each => parseFloat(each.cells[0].textContent);
  const hottest = rows.reduce((a, b) => share(b) > share(a) ? b : a);
  seen.kernels[head.textContent] = {hottest: getComputedStyle(hottest).backgroundColor, colours: new Set(colours).size,
                                    longest: Math.max(...bars.map(each => each.offsetWidth)), bars: bars.length};
}
document.title = JSON.stringify(seen);
</script>"""

if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
