#!/usr/bin/env python3
"""What `eugene run` says of programs of OpenCL that forget an argument, give a null pointer or die in Intel's compiler.

    opencl_mistakes_test.py EUGENE
"""
import signal
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import keep_compiled, python, run  # noqa: E402

keep_compiled()
EUGENE = sys.argv[1]

BEGIN = """
import os, signal, sys, numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
"""

# Intel's compiler recurses without end for GPUs with 32-bit addresses.
ARGMAX = BEGIN + """
cl.Program(context, '''
  kernel void argmax(global int* p, int n) {
    int best = 0;
    for (int r = 1; r < n; r++) if (p[r] > p[best]) best = r;
    p[n] = best;
  }''').build(sys.argv[1:])
print("built")
"""

# Another process waits for the mark of a build, and ends this one then.
KILLED = BEGIN + """
if os.fork() == 0:
    while not any(each.startswith("building-") for each in os.listdir(os.environ["EUGENE_I915"])): pass
    os.kill(os.getppid(), signal.SIGKILL)
    os._exit(0)
for number in range(1000):
    cl.Program(context, f"kernel void k(global int* d) {{ d[{number}] = 1; }}").build()
"""

ARGUMENTS = BEGIN + """
queue = cl.CommandQueue(context)
program = cl.Program(context, '''
  kernel void move(global int* from, global int* to, int add, local int* own) {
    own[0] = add;
    to[get_global_id(0)] = from[get_global_id(0)] + own[0];
  }
  kernel void look(read_only image2d_t picture, global int* to) { to[0] = read_imagei(picture, (int2)(0)).x; }
  kernel void maybe(global int* to, global int* count) { if (count) count[0] = 1; to[0] = 7; }
''').build(sys.argv[1:])
buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=bytearray(4096))
own = cl.LocalMemory(4)
def launch(kernel, *arguments):
    for number, each in arguments:
        try:
            kernel._set_arg_null(number) if each is None else kernel.set_arg(number, each)
        except cl.Error:
            pass
    for _ in range(2):
        try:
            cl.enqueue_nd_range_kernel(queue, kernel, (8,), (8,))
            queue.finish()
        except cl.Error:
            pass
zero = numpy.int32(0)
"""

GREATER = "-cl-intel-greater-than-4GB-buffer-required"  # pointers, without surfaces


def said(script, *arguments, gpu="bxt", options=()):
    return run(EUGENE, "run", "--gpu", gpu, *options, "--", *python(script), *arguments)[0]


class DeathInCompiler(unittest.TestCase):
    LINE = (r"^eugene run: process [0-9]+ died in Intel's OpenCL compiler, while it compiled a program for bxt; --gpu skl "
            r"or building with -cl-opt-disable may avoid that$")

    def test_said_once(self):
        done = said(ARGMAX)
        self.assertEqual(done.returncode, 128 + signal.SIGSEGV)
        self.assertRegex(done.stderr, self.LINE)

    def test_of_what_the_program_has_started(self):
        done = said(f"import subprocess, sys\nsubprocess.run([sys.executable, '-W', 'ignore', '-c', {ARGMAX!r}])")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, self.LINE)

    def test_of_the_simulator_protocol(self):
        self.assertRegex(said(ARGMAX, options=("--door", "tbx")).stderr, self.LINE)

    def test_what_avoids_it(self):
        for gpu, *options in ("skl",), ("bxt", "-cl-opt-disable"):
            done = said(ARGMAX, *options, gpu=gpu)
            self.assertEqual((done.stdout, done.stderr, done.returncode), ("built\n", "", 0))

    def test_of_no_other_death(self):
        """Nothing is said after a build, nor about builds of other processes."""
        after = said(BEGIN + "cl.Program(context, 'kernel void k() {}').build()\nos.kill(os.getpid(), signal.SIGSEGV)")
        self.assertEqual((after.stderr, after.returncode), ("", 128 + signal.SIGSEGV))
        killed = said(KILLED)
        self.assertEqual((killed.stderr, killed.returncode), ("", 128 + signal.SIGKILL))


class Arguments(unittest.TestCase):
    def test_never_set(self):
        done = said(ARGUMENTS + "launch(program.move, (0, buffer), (2, zero))")
        self.assertEqual(done.stderr.splitlines()[:2],
                         ["eugene: kernel move is not launched: its argument 1 (to) was never set",
                          "eugene: kernel move is not launched: its argument 3 (own) was never set"])

    def test_not_accepted(self):
        done = said(ARGUMENTS + "launch(program.look, (0, None), (1, buffer))")
        self.assertEqual(done.stderr.splitlines()[0],
                         "eugene: kernel look is not launched: its argument 0 (picture) was not set: error -50")

    def test_set_later(self):
        """A kernel that was refused runs as soon as all is set."""
        done = said(ARGUMENTS + "k = program.move\nlaunch(k, (0, buffer))\nlaunch(k, (1, buffer), (2, zero), (3, own))\n"
                    "launch(program.move, (0, buffer), (1, buffer), (2, zero), (3, own))")
        self.assertEqual(done.stderr.count("\n"), 3, done.stderr)

    def test_null_buffers(self):
        what = {"surface": r"eugene: warning: write at offset 0x0 of surface \d+, which is empty: it has no effect; .*",
                GREATER: r"eugene: GPU fault: write to unmapped memory at address 0x.*"}
        for gpu in "bxt", "skl":
            for way, text in what.items():
                with self.subTest(gpu=gpu, way=way):
                    options = [way] if way == GREATER else []
                    done = said(ARGUMENTS + "launch(program.move, (0, buffer), (1, None), (2, zero), (3, own))", *options, gpu=gpu)
                    lines = done.stderr.splitlines()
                    self.assertRegex(lines[0], text)
                    self.assertRegex(lines[1], "  kernel       move at ")
                    self.assertEqual([line for line in lines if line.startswith("  argument")],
                                     ["  argument     1 (to): a null pointer, for example a buffer that was not created"])

    def test_null_buffers_in_each_tier(self):
        for tier in "--interpret", "--jit":
            done = said(ARGUMENTS + "launch(program.move, (0, None), (1, buffer), (2, zero), (3, own))", options=(tier, "--no-cache"))
            self.assertRegex(done.stderr, r"read at offset 0x0 of surface \d+, which is empty: it gives zeros; ")
            self.assertIn("  argument     0 (from): a null pointer", done.stderr)

    def test_null_buffers_that_are_not_used(self):
        for gpu in "bxt", "skl":
            done = said(ARGUMENTS + "launch(program.maybe, (0, buffer), (1, None))", gpu=gpu)
            self.assertEqual((done.stderr, done.returncode), ("", 0))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
