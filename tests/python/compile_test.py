#!/usr/bin/env python3
"""Sources of OpenCL C, which ocloc compiles."""
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import numpy as np

import eugene

SCALE = """
kernel void scale(global float* out, float by, local float* part) {
  int l = get_local_id(0);
  part[l] = out[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = part[l] * by + ADDED;
}
"""
NUMBERS = """
kernel void numbers(global double* out, char c, uchar u, short s, ushort v, long l, ulong w, half h, double d, float3 f, uchar2 p) {
  out[0] = c; out[1] = u; out[2] = s; out[3] = v; out[4] = l; out[5] = w; out[6] = h; out[7] = d; out[8] = f.z; out[9] = p.y;
}
"""


class Sources(unittest.TestCase):
    def setUp(self):
        self.gpu = eugene.Machine("skl", threads=1)

    def test_a_file(self):
        with tempfile.TemporaryDirectory() as directory:
            file = Path(directory, "scale.cl")
            file.write_text(SCALE)
            scale = self.gpu.load(file, options="-DADDED=1").scale
        values = self.gpu.array(np.arange(256, dtype="f4"))
        scale(values, 2.0, eugene.local(256), global_size=256, local_size=64)
        np.testing.assert_array_equal(values, np.arange(256) * 2 + 1)

    def test_what_does_not_compile(self):
        with self.assertRaisesRegex(eugene.CompileError, r"program\.cl:6:42: error: use of undeclared identifier 'ADDED'"):
            self.gpu.build(SCALE)

    def test_every_type_of_number(self):
        numbers = self.gpu.build("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" + NUMBERS).numbers
        out = np.zeros(10)
        given = [-128, 255, -(1 << 15), (1 << 16) - 1, -(1 << 53), 1 << 60, 1.5, 0.1, (1, 2, 3), (4, 5)]
        numbers(out, *given, global_size=1)
        self.assertEqual(out.tolist(), given[:8] + [3, 5])
        for at, wrong in enumerate([-129, 256, 1 << 15, -1, 1 << 63, 1 << 64]):
            with self.assertRaisesRegex(ValueError, f"argument {at + 1} .*: {wrong} does not fit in"):
                numbers(out, *given[:at], wrong, *given[at + 1:], global_size=1)


class Names(unittest.TestCase):
    """A file's name is a name, whatever is in it."""

    def test_what_cannot_be_said_to_the_compiler(self):
        source = "kernel void k(global int* out) { out[0] = 1; }"
        with tempfile.TemporaryDirectory() as directory:
            for name in ('a" -D kernel="', "a\\", 'a\\" -w "', "a\nb", 'dir"/k', "dir\\/k", "\t", "a\x7f"):
                file = Path(directory, name + ".cl")
                file.parent.mkdir(exist_ok=True)
                file.write_text(source)
                with self.subTest(name=name), self.assertRaisesRegex(eugene.CompileError, "cannot be passed to the compiler"):
                    eugene.compile_file(file)

    def test_other_names(self):
        source = "kernel void k(global int* out) { out[0] = __LINE__; }"
        with tempfile.TemporaryDirectory() as directory:
            for name in ("with space", "$(touch x)", "`touch x`", "-D k=x", "a;b", "a'b", "é", "%s", "{directory}", "dir with space/k"):
                file = Path(directory, name + ".cl")
                file.parent.mkdir(exist_ok=True)
                file.write_text(source)
                with self.subTest(name=name):
                    kernel = eugene.Machine("skl", threads=1).load(file).k
                    self.assertEqual(kernel.instructions[0].file, str(file))
            self.assertFalse(Path(directory, "x").exists() or Path("x").exists())


class TemporaryFiles(unittest.TestCase):
    """Compiling uses temporary directories. Where a process is killed, the next one that needs such a directory removes
    its."""

    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.place = Path(self.directory.name, "tmp")
        self.place.mkdir()
        (programs := Path(self.directory.name, "bin")).mkdir()
        compiler = programs / "ocloc"  # takes its time
        compiler.write_text("#!/bin/sh\nexec sleep 100\n")
        compiler.chmod(0o755)
        self.slow = {**os.environ, "TMPDIR": str(self.place), "PATH": f"{programs}:{os.environ['PATH']}"}

    def left(self):
        return sorted(each.name for each in self.place.iterdir())

    @staticmethod
    def kill_group(group):
        with contextlib.suppress(ProcessLookupError):  # all of its processes may have ended
            os.killpg(group, signal.SIGKILL)

    def build(self):
        process = subprocess.Popen([sys.executable, "-c", "import eugene; eugene.compile_text('x')"], env=self.slow, start_new_session=True)
        self.addCleanup(process.wait)
        self.addCleanup(self.kill_group, process.pid)
        end = time.monotonic() + 30
        before = set(self.left())
        while time.monotonic() < end and len(set(self.left()) - before) < 2:
            time.sleep(0.02)
        return process

    def sweep(self):
        subprocess.run([sys.executable, "-c", "from eugene import temporary\nwith temporary.held_directory(): pass"],
                       env={**self.slow, "PATH": os.environ["PATH"]}, check=True)

    def test_of_a_build_that_is_killed(self):
        killed, lives = self.build(), None
        self.assertEqual(len(self.left()), 2)  # a directory for the text, one for the binary
        killed.kill()
        killed.wait()
        self.assertEqual(len(self.left()), 2)
        lives = self.build()
        self.assertEqual(len(self.left()), 2)  # the new process has removed the killed one's
        self.sweep()
        self.assertEqual(len(self.left()), 2)  # and those of one that lives are not
        lives.kill()
        lives.wait()
        self.sweep()
        self.assertEqual(self.left(), [])

    def test_what_is_not_ours_stays(self):
        Path(self.place, "eugene-mine").mkdir()
        Path(self.place, "eugene-file").touch()
        Path(self.place, "other").mkdir()
        Path(self.place, "other", "held").touch()
        Path(self.place, "eugene-link").symlink_to("other")
        Path(self.place, "eugene-marked").mkdir()
        Path(self.place, "eugene-marked", "held").symlink_to("/etc/passwd")
        self.sweep()
        self.assertEqual(self.left(), ["eugene-file", "eugene-link", "eugene-marked", "eugene-mine", "other"])

    def test_a_place_where_others_may_rename(self):
        """The directory that is removed could be another than the one that was looked at."""
        killed = self.build()
        killed.kill()
        killed.wait()
        os.chmod(self.place, 0o777)
        before = self.left()
        self.sweep()
        self.assertEqual(self.left(), before)
        os.chmod(self.place, 0o1777)
        self.sweep()
        self.assertEqual(self.left(), [])


if __name__ == "__main__":
    unittest.main()
