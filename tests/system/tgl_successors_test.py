#!/usr/bin/env python3
"""Rocket, Alder and Raptor Lake: the drivers accept each, and kernels that are built from source are right on it.

    tgl_successors_test.py EUGENE
"""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from tgl_test import EUGENE, SOURCE

# --gpu: PCI device, and compute units by OpenCL.
GPUS = {"rkl": ("4c8a", 32), "adls": ("4680", 32), "adlp": ("46a6", 96), "rplp": ("a7a0", 96)}


class Successors(unittest.TestCase):
    def each(self, *words, statuses=(0,)):
        for gpu, (device, units) in GPUS.items():
            with self.subTest(gpu=gpu):
                done = subprocess.run([EUGENE, "run", "--gpu", gpu, "--", *words], capture_output=True, text=True, timeout=200)
                self.assertIn(done.returncode, statuses, done.stderr)
                self.assertNotIn("eugene:", done.stderr)
                yield done.stdout, device, units

    def test_kernels_are_right(self):
        with tempfile.TemporaryDirectory() as place:
            source = Path(place) / "kernels.c"
            source.write_text(SOURCE)
            program = source.with_suffix("")
            subprocess.run(["cc", "-O1", "-w", source, "-o", program, "-lOpenCL"], check=True)
            for text, device, _ in self.each(program):
                self.assertIn(f"[0x{device}]", text)
                for line in ("add: 0 wrong", "sums: 0 wrong", "wide: 0 wrong", "item 3 of 8"):
                    self.assertIn(line, text)

    @unittest.skipUnless(shutil.which("clinfo"), "no clinfo")
    def test_opencl_lists_them(self):
        for text, device, units in self.each("clinfo", "--raw"):
            self.assertIn(f"[0x{device}]", text)
            self.assertRegex(text, rf"CL_DEVICE_MAX_COMPUTE_UNITS\s+{units}\n")

    @unittest.skipUnless(shutil.which("vulkaninfo"), "no vulkaninfo")
    def test_vulkan_lists_them(self):
        for text, device, _ in self.each("vulkaninfo", "--summary"):
            self.assertRegex(text, rf"deviceID\s+= 0x{device}\n")

    @unittest.skipUnless(shutil.which("eglinfo"), "no eglinfo")
    def test_egl_accepts_them(self):
        # It fails for the platforms that have no display.
        for text, _, _ in self.each("eglinfo", statuses=(0, 2)):
            self.assertIn("EGL driver name: iris", text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
