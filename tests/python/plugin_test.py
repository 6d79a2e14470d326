#!/usr/bin/env python3
"""The plugin of pytest: tests whose programs are right pass, others fail with what is found in them.

    plugin_test.py EUGENE
"""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

EUGENE = sys.argv.pop(1)
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


class Plugin(unittest.TestCase):
    def test_it(self):
        with tempfile.TemporaryDirectory() as name:
            work = Path(name)
            (work / "program.py").write_text(PROGRAM)
            (work / "test_it.py").write_text(TESTS)
            done = subprocess.run([sys.executable, "-m", "pytest", "-p", "eugene.pytest_plugin", "-p", "no:cacheprovider", "--strict-markers",
                                   "-v", "-rA"], cwd=work, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                                  env={**os.environ, "EUGENE": EUGENE, "PYOPENCL_NO_CACHE": "1", "XDG_CACHE_HOME": name})
            said = done.stdout
            for test in ("test_right PASSED", "test_wrong FAILED", "test_of_another_kind PASSED", "TestAll::test_wrong_on_bxt FAILED",
                         "TestAll::test_its_own_failure FAILED"):
                self.assertIn(test, said)
            self.assertIn("3 failed, 2 passed", said)
            self.assertEqual(said.count("memory.bounds: write of 4 bytes right behind argument 0 `out`"), 2, said)
            self.assertIn("assert 7 == 0", said)  # the test's own word goes first


if __name__ == "__main__":
    unittest.main()
