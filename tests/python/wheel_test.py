#!/usr/bin/env python3
"""The wheel, made of a build without a network, is all that a program needs: unpacked elsewhere it runs a kernel.

    wheel_test.py BUILD SOURCE DIRECTORY_WITH_BINARIES
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

BUILD, SOURCE, DATA = map(Path, sys.argv[1:4])
PROGRAM = """
import sys, eugene, numpy
gpu = eugene.Machine("bxt", jit=True, threads=1)
values = gpu.array(numpy.arange(8), "i4")
gpu.load(sys.argv[1]).shift(values, 4, global_size=4)
print(eugene.__file__, values.tolist())
print(*sorted(line.split("/")[-1].strip() for line in open("/proc/self/maps") if "libeugene" in line and sys.path[0] in line))
"""


def run(*command, **options):
    done = subprocess.run([str(each) for each in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command}:\n{done.stdout}")
    return done.stdout


class Wheel(unittest.TestCase):
    def test_it(self):
        with tempfile.TemporaryDirectory() as name:
            work = Path(name)
            # The wheel is built from python/ and the installed build alone, without the rest of the source.
            shutil.copytree(SOURCE / "python", work / "source/python", ignore=shutil.ignore_patterns("build", "*.egg-info"))
            shutil.copy(SOURCE / "CMakeLists.txt", work / "source")
            for component in ("python", "python_libraries"):
                run("cmake", "--install", BUILD, "--component", component, "--prefix", work / "stage", "--strip")
            run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", work, work / "source/python",
                env={**os.environ, "EUGENE_STAGE": str(work / "stage")})
            (wheel,) = work.glob("eugene_gpu-*-cp3*-linux_x86_64.whl")
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(work / "site")
            self.assertIn("eugene.pytest_plugin = eugene.pytest_plugin", next(work.glob("site/*.dist-info/entry_points.txt")).read_text())
            self.assertTrue((work / "site/eugene/_native.pyi").exists())
            # The program must use the wheel's libraries, not those of the build.
            (work / "program.py").write_text(PROGRAM.replace("sys.path[0]", repr(str(work / "site"))))
            said = run(sys.executable, work / "program.py", DATA / "lines.bin", env={**os.environ, "PYTHONPATH": str(work / "site")})
            self.assertTrue(said.startswith(str(work / "site")), said)
            self.assertIn("[0, 1, 2, 3, 0, 1, 2, 3]", said)
            self.assertIn("libeugene.so.0", said)
            self.assertIn("libeugene_jit.so", said)


if __name__ == "__main__":
    sys.argv[1:4] = []
    unittest.main()
