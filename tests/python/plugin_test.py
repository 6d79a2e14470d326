#!/usr/bin/env python3
"""The plugin for pytest: tests whose kernels are right pass; the others fail, and name the finding.

    plugin_test.py EUGENE DIRECTORY_WITH_BINARIES
"""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

EUGENE = sys.argv.pop(1)
DATA = sys.argv.pop(1)
PROGRAM = """
import sys, numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, '''kernel void shift(global int* out, int by) { out[get_global_id(0) + by] = get_global_id(0); }''').build()
buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, 256)
program.shift(queue, (64,), (64,), buffer, numpy.int32(sys.argv[1]))
queue.finish()
print("ended on", context.devices[0].name)
sys.exit(int(sys.argv[2]))
"""
TESTS = """
import sys, pytest

def test_right(eugene_run):
    done = eugene_run(sys.executable, "program.py", 0, 0)
    assert done.returncode == 0 and "ended on" in done.stdout

def test_wrong(eugene_run):
    assert eugene_run(sys.executable, "program.py", 1, 0).returncode == 0

@pytest.mark.eugene(check="race")
def test_of_another_kind(eugene_run):
    eugene_run(sys.executable, "program.py", 1, 0, check=True)

@pytest.mark.eugene(check="memory", gpu="bxt")
class TestAll:
    def test_wrong_on_bxt(self, eugene_run):
        eugene_run(sys.executable, "program.py", 1, 0)

    def test_its_own_failure(self, eugene_run):
        assert eugene_run(sys.executable, "program.py", 1, 7).returncode == 0
"""


LAUNCHES = """
import threading, eugene, pytest

@pytest.fixture
def shift():
    gpu = eugene.Machine("bxt")
    return lambda by: gpu.load("DATA/lines.bin").shift(gpu.zeros(8, "i4"), by, global_size=8)

@pytest.mark.eugene
def test_right(shift):
    shift(0)

@pytest.mark.eugene(check="all")
def test_wrong(shift):
    shift(1)
    shift(1)

@pytest.mark.eugene
def test_in_a_thread():
    gpu = eugene.Machine("bxt", threads=1)
    shift = gpu.load("DATA/lines.bin").shift
    thread = threading.Thread(target=lambda: shift(gpu.zeros(8, "i4"), 1, global_size=8))
    thread.start()
    thread.join()

@pytest.mark.eugene(check="align")
def test_of_another_kind(shift):
    shift(1)

@pytest.mark.eugene
def test_its_own_failure(shift):
    shift(1)
    assert 7 == 0

def test_unmarked(shift):
    assert not shift(1).findings
"""


class Plugin(unittest.TestCase):
    def test_launches(self):
        with tempfile.TemporaryDirectory() as name:
            said = self.pytest(Path(name), LAUNCHES.replace("DATA", DATA))
            self.assertEqual(sorted(line.split(" ")[0].split("::")[1] for line in said.splitlines() if " PASSED" in line),
                             ["test_of_another_kind", "test_right", "test_unmarked"])
            self.assertIn("3 failed, 3 passed", said)
            self.assertEqual(said.count("memory.bounds: write of 4 bytes right behind argument 0 `values`"), 3, said)
            self.assertIn("assert 7 == 0", said)

    def pytest(self, work, tests):
        (work / "test_it.py").write_text(tests)
        done = subprocess.run([sys.executable, "-m", "pytest", "-p", "eugene.pytest_plugin", "-p", "no:cacheprovider", "--strict-markers", "-v"],
                              cwd=work, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                              env={**os.environ, "EUGENE": EUGENE, "PYOPENCL_NO_CACHE": "1", "XDG_CACHE_HOME": str(work)})
        return done.stdout

    def test_programs(self):
        with tempfile.TemporaryDirectory() as name:
            Path(name, "program.py").write_text(PROGRAM)
            said = self.pytest(Path(name), TESTS)
            for test in ("test_right PASSED", "test_wrong FAILED", "test_of_another_kind PASSED", "TestAll::test_wrong_on_bxt FAILED",
                         "TestAll::test_its_own_failure FAILED"):
                self.assertIn(test, said)
            self.assertIn("3 failed, 2 passed", said)
            self.assertEqual(said.count("memory.bounds: write of 4 bytes right behind argument 0 `out`"), 2, said)
            self.assertIn("assert 7 == 0", said)  # the test's own word goes first


if __name__ == "__main__":
    unittest.main()
