#!/usr/bin/env python3
"""Small pictures by OpenGL and Vulkan: Mesa's drivers for Eugene draw what Mesa draws on the processor, but at edges.

    draws_test.py EUGENE GL_SCENES [VULKAN_SCENES]
"""
import glob
import json
import os
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import run  # noqa: E402

EUGENE, GL_SCENES = sys.argv[1:3]
VULKAN_SCENES = sys.argv[3] if len(sys.argv) > 3 else None
SIDE = 256
PIXELS = SIDE * SIDE
# Pixels of a picture that may differ by more than one: vertices are rounded to 1/256 pixel, which moves edges, and texels
# are weighted with 8 bits.
MOST_AT_EDGES = 100
# Mesa's driver for processors blends with 8 bits, so its errors add up.
TOLERANCE = {"blend": 4, "two_colors": 4}


def pictures(file, names):
    """The pixels of each picture."""
    data = Path(file).read_bytes()
    assert len(data) == 4 * PIXELS * len(names), len(data)
    return {name: data[4 * PIXELS * i:4 * PIXELS * (i + 1)] for i, name in enumerate(names)}


def differences(one, other, tolerance):
    """How many pixels differ by more than `tolerance` in a channel."""
    far = 0
    for at in range(0, len(one), 4):
        if one[at:at + 4] == other[at:at + 4]:
            continue
        far += max(abs(a - b) for a, b in zip(one[at:at + 4], other[at:at + 4])) > tolerance
    return far


class Draws:
    """The tests of a program."""
    scenes = ""
    on_the_processor = {}  # what the environment adds

    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        file = os.path.join(cls.directory.name, "processor")
        done, _ = run(cls.scenes, file, env=os.environ | cls.on_the_processor)
        if done.returncode != 0:
            raise unittest.SkipTest("Mesa cannot draw on the processor here: " + done.stderr)
        renderer, *cls.names = done.stdout.split("\n")[:-1]
        assert "llvmpipe" in renderer, renderer
        cls.expected = pictures(file, cls.names)

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def draw(self, *options):
        file = os.path.join(self.directory.name, "gpu")
        done, _ = run(EUGENE, "run", *options, "--", self.scenes, file)
        if "Intel" not in done.stdout:
            self.skipTest("Mesa has no driver for this GPU: " + done.stdout)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("not drawn", done.stderr)
        return pictures(file, self.names)

    def test_draws_are_counted(self):
        file = os.path.join(self.directory.name, "counted")
        done, _ = run(EUGENE, "run", "--gpu", "skl", "--stats=json", "--", self.scenes, file)
        if "Intel" not in done.stdout:
            self.skipTest("Mesa has no driver for this GPU: " + done.stdout)
        stats = json.loads(done.stderr.splitlines()[-1])
        draws = stats["draws"]
        self.assertEqual(draws["not_drawn"], {})
        self.assertGreaterEqual(draws["count"], len(self.names))
        self.assertLessEqual(draws["total"]["time"], stats["wall"])
        by_stage = {stage: [each for each in stats["kernels"] if each["stage"] == stage] for stage in ("vertex", "pixel")}
        for stage, kernels in by_stage.items():
            threads = sum(each["interpreted"]["threads"] + each["compiled"]["threads"] for each in kernels)
            self.assertEqual(draws["total"][stage + "_shader"]["threads"], threads)
        times = [each["time"] for each in draws["longest"]]
        self.assertEqual(times, sorted(times, reverse=True))
        for draw in draws["longest"] + [draws["total"]]:
            self.assertEqual(draw["drawn_primitives"] + draw["culled_primitives"] + draw["clipped_primitives"],
                             draw["primitives"])
            self.assertLessEqual(draw["shaded_pixels"], draw["covered_pixels"])
            self.assertLessEqual(draw["shaded_pixels"], 16 * draw["pixel_shader"]["threads"])
            self.assertLessEqual(draw["shaded_vertices"], 8 * draw["vertex_shader"]["threads"])
        files = {each["file"] for each in by_stage["pixel"]}
        for draw in draws["longest"]:
            if draw["shaded_pixels"]:
                self.assertIn(draw["pixel_shader"]["name"], files)

    def test_traces_name_the_stages(self):
        trace = os.path.join(self.directory.name, "draws.parquet")
        done, _ = run(EUGENE, "run", "--gpu", "skl", "--trace", "memory", "-o", trace, "--", self.scenes,
                      os.path.join(self.directory.name, "traced"), "triangle")
        if "Intel" not in done.stdout:
            self.skipTest("Mesa has no driver for this GPU: " + done.stdout)
        self.assertEqual(done.returncode, 0, done.stderr)
        listed, _ = run(EUGENE, "trace", trace)
        for stage in "vertex", "pixel":
            self.assertIn(f": {stage} shader on", listed.stdout)

    def test_same_as_on_the_processor(self):
        for gpu in "bxt", "skl":
            drawn = self.draw("--gpu", gpu)
            for name in self.names:
                with self.subTest(gpu=gpu, scene=name):
                    far = differences(drawn[name], self.expected[name], TOLERANCE.get(name, 1))
                    self.assertLessEqual(far, MOST_AT_EDGES)
            self.assertEqual(drawn["clear"], self.expected["clear"])
            self.assertNotEqual(drawn["triangle"], drawn["clear"])

    def test_same_in_both_tiers_and_with_any_number_of_workers(self):
        one = self.draw("--gpu", "skl", "--threads", "1", "--interpret")
        four = self.draw("--gpu", "skl", "--threads", "4", "--jit")
        for name in self.names:
            with self.subTest(scene=name):
                self.assertEqual(one[name], four[name])

    def test_checks_find_nothing(self):
        """A finding would change the exit status, which draw() compares with 0."""
        for gpu, option in ("skl", "--check"), ("bxt", "--check=all"):
            checked, plain = self.draw("--gpu", gpu, option), self.draw("--gpu", gpu)
            for name in self.names:
                with self.subTest(gpu=gpu, scene=name):
                    self.assertEqual(checked[name], plain[name])


class OpenGl(Draws, unittest.TestCase):
    scenes = GL_SCENES
    on_the_processor = {"LIBGL_ALWAYS_SOFTWARE": "1"}


@unittest.skipIf(VULKAN_SCENES is None, "there is no Vulkan to build the program with")
class Vulkan(Draws, unittest.TestCase):
    scenes = VULKAN_SCENES
    on_the_processor = {"VK_ICD_FILENAMES": ":".join(glob.glob("/usr/share/vulkan/icd.d/lvp_icd*.json"))}


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
