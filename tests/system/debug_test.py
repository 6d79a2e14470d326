#!/usr/bin/env python3
"""`eugene debug`: stops in a kernel of a program that knows nothing of it, by commands from a file.

    debug_test.py EUGENE
"""
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import ENDLESS, python, run  # noqa: E402

EUGENE = sys.argv[1]

SCRIPT = """
import pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, '''kernel void scale(global int* out) {
  int i = get_global_id(0);
  if (i > 100)
    out[i] = i * 3;
}''').build()
buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, 1024)
program.scale(queue, (256,), (64,), buffer)
queue.finish()
print("the program's end")
"""


# Mistakes of several kinds, and local memory.
MISTAKES = """
import numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, '''kernel void turn(global int* out, local int* t) {
  int i = get_global_id(0), l = get_local_id(0);
  t[l] = i;
  out[i] = t[63 - l];
  out[i] += 1000 / (i + 1);
}
kernel void wild(global int* out) {
  int i = get_global_id(0);
  out[i] = 1;
  if (i == 20)
    *(global int*)(size_t)0x123400 = 1;
}''').build(options="-cl-opt-disable")
out = cl.Buffer(context, cl.mem_flags.READ_WRITE, 1024)
program.turn(queue, (256,), (64,), out, cl.LocalMemory(256))
try:
    program.wild(queue, (32,), (32,), out)
    queue.finish()
except cl.Error:
    print("lost")
print("the program's end")
"""

# The kernel prints each value of NAMES in the line in which the debugger shows it.
LONG = """
import numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, '''kernel void long_loop(global uint* out, uint n) {
  uint x = 1;
  for (uint i = 0; i < n; ++i)
    x = x * 1664525u + 1013904223u;
  out[0] = x;
}''').build()
program.long_loop(queue, (1,), (1,), cl.Buffer(context, cl.mem_flags.READ_WRITE, 64), numpy.uint32(4000000))
queue.finish()
"""

VARIABLES = """
import sys, numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, open(sys.argv[1]).read()).build(options=sys.argv[2:])
out = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=numpy.arange(64, dtype=numpy.int32))
program.many(queue, (64,), (64,), out, numpy.int32(7), numpy.float32(1.5), cl.LocalMemory(256))
queue.finish()
"""
NAMES = ("i", "n", "scale", "c", "uc", "s", "us", "u", "l", "f", "d", "v.x", "v.w", "iv.y", "p.a", "p.b[1]", "p.in.k", "arr[2]",
         "out[3]", "q[1]", "*q", "inner", "j", "r", "h.s1")
DECLARED = """typedef struct { int k; char t; } small_t;
typedef struct { float a; int b[2]; small_t in; } pair_t;
int twice(int x, int y) { return x * 2 + y; }
kernel void many(global int* out, int n, float scale, local float* t) {
  int i = get_global_id(0);
  char c = (char)(i - 70); uchar uc = (uchar)(i + 190); short s = (short)(i * -300); ushort us = (ushort)(i * 900);
  uint u = i * 77777777u; long l = (long)i << 33; float f = i * scale; double d = i / 3.0;
  float4 v = (float4)(f, 2, 3, i); int2 iv = (int2)(n, i * n); int4 h = (int4)(1, i + 5, 3, 4);
  pair_t p; p.a = f + 1; p.b[0] = 1; p.b[1] = n + i; p.in.k = i * i; p.in.t = 1;
  int arr[4];
  for (int j = 0; j < 4; ++j) arr[j] = twice(i, j);
  global int* q = out + i;
  t[i] = f;
  barrier(CLK_LOCAL_MEM_FENCE);
  int j = arr[i & 3];
  { int inner = j * 3;
    int r = twice(inner, n);
    if (i == 5) {
      PRINT
    }
    out[i] = inner + r + p.b[i & 1] + iv.x + (int)(t[63 - i] + v.y + l + d) + h.x + c + uc + s + us + u + p.in.k + (int)(p.a + v.x);
  }
}
"""

# Pointers and numbers that change, numbers that are calculated in fewer bits than the debugger uses, and some that do not change.
CHANGING_NAMES = ("out[1]", "q[0]", "*p", "*w", "moved", "neg", "far", "big", "k", "twice", "*r")
CHANGING = """kernel void many(global int* out, int n, float scale, local float* t) {
  int i = get_global_id(0);
  global int* q = out + (i * 2 - 3), * p = q - 1;
  global int* w = out; w += n;
  int moved = n; moved++;
  uint neg = i - 100, part = neg / 2; long far = part * 2u;
  int big = n * 1000000000;
  int k = n; { int k = n + 1; t[i] = k; }
  int twice = n; int* at = &twice; *at += i;
  global int* r = out + neg + 101;
  t[i] = scale;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i == 5) {
    PRINT
  }
  out[i] = *w + moved + neg + (int)far + big + k + twice + (int)t[63 - i] + *p + *q + r[0];
}
"""


# Functions that have code of their own in builds without optimisation, and have become part of the kernel in others.
CALLS = """
import sys, numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, '''int twice(int x, int y) {
  int z = x * 2;
  return z + y;
}
kernel void many(global int* out, int n) {
  int i = get_global_id(0);
  int a = twice(i, n);
  int b = twice(a, 2);
  out[i] = a + b;
}''').build(options=sys.argv[1:])
out = cl.Buffer(context, cl.mem_flags.READ_WRITE, 1024)
program.many(queue, (8,), (8,), out, numpy.int32(3))
queue.finish()
"""


class Debug(unittest.TestCase):
    def debug(self, *commands, program=SCRIPT, arguments=(), gpu="skl"):
        with tempfile.TemporaryDirectory() as directory:
            script = Path(directory) / "commands"
            script.write_text("\n".join(commands) + "\n")
            done, _ = run(EUGENE, "debug", "--gpu", gpu, "--batch", "-x", script, "--", *python(program), *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def text(self, *commands, program=SCRIPT, arguments=()):
        done = self.debug(*commands, program=program, arguments=arguments)
        return done.stdout + done.stderr

    def test_stops_by_conditions_and_says_messages(self):
        text = self.text("break 4 if i == 200 && r1.0:uw >= 0 say i is {i}", "break 4 if i > 210", "continue", "print i")
        self.assertIn("(200, 0, 0): i is 200\n", text)
        self.assertIn("breakpoint 2: launch 1, kernel scale, group (3, 0, 0)", text)
        self.assertIn("i = 211  (int)", text)

    def test_functions_are_stepped_over_and_left(self):
        text = self.text("break twice", "continue", "backtrace", "locals", "up", "locals", "down", "finish", "next", "next", "reverse-next",
                         "reverse-next", program=CALLS, arguments=["-cl-opt-disable"])
        answers = dict(zip(("break", "continue", "backtrace", "locals", "up", "outer", "down", "finish", "next", "over", "back", "before"),
                           text.split("(eugene) ")[1:]))
        self.assertRegex(answers["break"], "breakpoint 1 at .*1:2:")
        self.assertRegex(answers["backtrace"], r">  0 twice at .*1:2:\S+\n   1 many at .*1:7:")
        self.assertIn("int y = 3", answers["locals"])
        self.assertIn("int i = 0\n", answers["outer"])
        for name, line in (("finish", 7), ("next", 8), ("back", 1), ("before", 8)):
            self.assertIn(f"1:{line}:", answers[name].splitlines()[2], name)
        self.assertIn("breakpoint 1: ", answers["over"])  # in the second call

    def test_lines_stop_once_for_each_time_they_are_executed(self):
        text = self.text("break 7 item 5,0,0", "continue", "continue", program=CALLS)
        self.assertEqual(text.count("breakpoint 1: "), 1)

    def test_names_that_a_condition_cannot_know_are_refused(self):
        text = self.text("break 8 if nosuch > 3", "info breakpoints", "break 7 say {nosuch}", "break 7 if a > 3", "continue", "continue", program=CALLS)
        self.assertEqual(text.count("no breakpoint is set: there is no variable 'nosuch' at its place"), 2)
        self.assertLessEqual(text.count("a is not set yet"), 1)

    def test_arrays_in_local_memory_and_callers_have_values(self):
        program = CALLS.replace("int a = twice(i, n);", "local int tile[8]; tile[i] = i * 3; int a = twice(tile[i], n);")
        text = self.text("break twice item 5,0,0", "continue", "print x", "up", "print tile[i]", "print i", "x/4 tile", program=program,
                         arguments=["-cl-opt-disable"])
        self.assertIn("x = 15  (int)", text)
        self.assertIn("tile[i] = 15  (int)", text)
        self.assertIn("i = 5  (int)", text)

    def test_what_gdb_has(self):
        text = self.text("break 8 item 5,0,0", "continue", "info locals", "info args", "info breakpoints", "print/x i", "x/8 out", "x/2i", "list 1,3",
                         program=CALLS, arguments=["-cl-opt-disable"])
        answers = dict(zip(("break", "continue", "locals", "args", "breakpoints", "print", "x", "code", "list"), text.split("(eugene) ")[1:]))
        self.assertIn("int a = 13\n", answers["locals"])
        self.assertIn("int n = 3\n", answers["args"])
        self.assertNotIn("int a", answers["args"])
        self.assertIn("1 8 item (5, 0, 0), 1 hits", answers["breakpoints"])
        self.assertIn("i = 0x5", answers["print"])
        self.assertRegex(answers["x"], r"\n0x[0-9a-f]+:( 0){8}\n")
        self.assertEqual(answers["code"].count("\n0x"), 2)
        self.assertIn("     2    int z = x * 2;\n", answers["list"])

    def test_functions_that_are_part_of_the_kernel_are_told_apart(self):
        text = self.text("break twice", "continue", "backtrace", "up", "print i", "down", "finish", "backtrace", program=CALLS)
        self.assertRegex(text, r">  0 twice at .*1:2:\S+\n   1 many at .*1:7\n")
        self.assertIn("i = 0  (int)", text)
        self.assertRegex(text.split("(eugene) ")[-1], r"^backtrace\n>  0 many at .*\n$")

    def test_calculates(self):
        text = self.text("break 4 if i % 100 == 50 && get_local_id(0) != 22 say {i * 2} {get_group_id(0)} {out[i - 1] + 0.5}",
                         "break 5 item 70,0,0", "continue", "print out[i - 64] + 1", "print *(out + i) - i", "set i = i + 2", "print i", program=MISTAKES)
        self.assertIn("(50, 0, 0): 100 0 ", text)
        self.assertNotIn("(150, 0, 0): ", text)
        self.assertIn("(eugene) print out[i - 64] + 1\nout[i - 64] + 1 = ", text)
        self.assertIn("\ni = 72  (int)\n", text)

    def test_goes_back(self):
        text = self.text("break 4 item 200,0,0", "continue", "stepi 2", "reverse-stepi", "reverse-stepi", "reverse-step",
                         "delete 1", "break 4", "reverse-continue", "reverse-continue")
        stop = "kernel scale, group (3, 0, 0), thread 0, 32 channels, work-items (192, 0, 0) to (223, 0, 0)\n"
        begin = [each.split(stop)[1] for each in text.split("(eugene)") if stop in each]
        self.assertEqual(begin[0], begin[3])  # two instructions on, and two back
        self.assertNotEqual(begin[1], begin[2])
        self.assertIn(":3:", begin[4].splitlines()[0])  # the line before
        self.assertIn("back at breakpoint 2: launch 1, kernel scale, group (2, 0, 0), thread 1", text)
        self.assertIn("the program's end", text)

    def test_gets_to_the_same_end_after_going_back(self):
        straight = self.text("continue", program=MISTAKES)
        back = self.text("break 5 item 200,0,0", "continue", "reverse-continue", "delete 1", program=MISTAKES)
        self.assertIn("the beginning of the launch: launch 1, kernel turn, group (0, 0, 0)", back)
        self.assertEqual(straight.splitlines()[-1], back.splitlines()[-1])

    def test_tells_who_wrote(self):
        text = self.text("break 5 item 70,0,0", "continue", "writer out[64]", "writer local:20", "writer out[200]",
                         "watch local:20", "reverse-continue", "writer local:20", program=MISTAKES)
        answers = text.split("(eugene) writer ")
        self.assertIn("out[64]\nwritten by work-item (64, 0, 0), group (1, 0, 0), thread 0\n", answers[1])
        self.assertIn("out[i] = t[63 - l];", answers[1])
        self.assertIn("local:20\nwritten by work-item (69, 0, 0), group (1, 0, 0)", answers[2])
        self.assertIn("t[l] = i;", answers[2])
        self.assertIn("out[200]\nnobody has written these bytes", answers[3])
        self.assertIn("local:20\n", answers[4])  # before that write
        self.assertIn("nobody has written these bytes in this launch\n", answers[4])

    def test_tells_who_wrote_before_what_is_of_the_future(self):
        text = self.text("break 5 item 70,0,0", "continue", "watch local:20", "delete 1", "reverse-step", "reverse-step",
                         "writer out[64]", "writer out[0]", program=MISTAKES)
        answers = text.split("(eugene) writer ")
        self.assertIn("nobody has written these bytes in this launch: launch 1, kernel turn, group (1, 0, 0)", answers[1])
        self.assertIn("written by work-item (0, 0, 0), group (0, 0, 0), thread 0\n", answers[2])

    def test_stops_at_findings_and_faults(self):
        text = self.text("catch finding", "catch fault", "continue", "print i", "continue", "print i", program=MISTAKES)
        self.assertIn("race.local: read and write of the same local memory", text)
        self.assertIn("i = 32  (int)", text)
        self.assertIn("kernel wild", text)
        self.assertRegex(text, "fault: .*0x123400|memory\\.")
        self.assertIn("i = 20  (int)", text)

    def test_stops_at_writes(self):
        text = self.text("watch local:128", "continue", "print l", "stepi", "x local:128:d", program=MISTAKES)
        self.assertIn("watched bytes of 1 are about to be written", text)
        self.assertIn("l = 32  (int)", text)
        self.assertIn("0x80: 32", text)

    def interrupted(self, program, *commands):
        """The three lines that are shown when Ctrl-C comes while the last of the commands runs."""
        with tempfile.TemporaryDirectory() as directory:
            script = Path(directory) / "commands"
            script.write_text("".join(each + "\n" for each in commands))
            with subprocess.Popen([EUGENE, "debug", "-x", script, "--", *python(program)], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, text=True,
                                  preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as process:
                late = threading.Timer(60, process.kill)
                late.start()
                for line in process.stdout:
                    if f"(eugene) {commands[-1]}" in line:
                        break
                time.sleep(1)  # a signal would have no effect before the command runs
                process.send_signal(signal.SIGINT)
                shown = [next(process.stdout, "") for _ in range(3)]
                process.stdin.write("quit\n")
                process.stdin.close()
                self.assertEqual(process.wait(60), 128 + signal.SIGKILL)
                late.cancel()
                return shown

    def test_ctrl_c_stops_a_kernel(self):
        self.assertRegex(self.interrupted(ENDLESS, "continue")[0], "^interrupted: launch 1, kernel endless")

    def test_ctrl_c_ends_a_search_backwards_where_it_began(self):
        shown = self.interrupted(LONG, "break 5", "continue", "delete 1", "reverse-continue")
        self.assertRegex(shown[0], "^interrupted: launch 1, kernel long_loop")
        self.assertIn(":5:10: out[0] = x;", shown[1])

    def test_changes_values(self):
        text = self.text("break 4 item 100,0,0", "continue", "set i = 7", "print i", "set t[1] = 55", "x local:4",
                         "set r200:d = 1", "set nothing = 1", "set i = 0.5", program=MISTAKES)
        self.assertIn("i = 7  (int)", text)
        self.assertIn("cannot be set to this value", text)
        self.assertIn("there is no variable 'nothing' here", text)

    def values(self, *options, gpu="skl", names=NAMES, declared=DECLARED):
        """For each name: the value that the debugger shows, and the one that the kernel prints."""
        formats = {"c": "%d", "uc": "%d", "s": "%d", "us": "%d", "u": "%u", "l": "%ld", "f": "%.9g", "d": "%.17g", "scale": "%.9g", "neg": "%u", "far": "%ld",
                   "v.x": "%.9g", "v.w": "%.9g", "p.a": "%.9g"}
        prints = " ".join(f'printf("= {name} {formats.get(name, "%d")}\\n", {name});' for name in names)
        with tempfile.TemporaryDirectory() as directory:
            source = Path(directory) / "many.cl"
            source.write_text(declared.replace("PRINT", prints))
            line = next(i for i, each in enumerate(source.read_text().splitlines(), 1) if "printf" in each)
            says = " ".join(f"[{name} {{{name}}}]" for name in names)
            done = self.debug(f"break {line} item 5,0,0 after 0 say {says}", "continue", program=VARIABLES,
                              arguments=(source, *options), gpu=gpu)
        printed = dict(each.split()[1:3] for each in done.stdout.splitlines() if each.startswith("= "))
        said = next(each for each in done.stdout.splitlines() if each.startswith("(5, 0, 0): "))
        return dict(each.split() for each in said[len("(5, 0, 0): [") : -1].split("] [")), printed

    def count_right(self, *options, gpu="skl"):
        said, printed = self.values(*options, gpu=gpu)
        self.assertEqual(len(printed), len(NAMES), printed)
        right = [name for name in NAMES if said[name] == printed[name]]
        unknown = [name for name in NAMES if said[name] == "?"]
        wrong = {name: (said[name], printed[name]) for name in NAMES if name not in right and name not in unknown}
        return len(right), unknown, wrong

    def test_variables_of_builds_without_optimisation_are_right(self):
        right, unknown, wrong = self.count_right("-cl-opt-disable")
        self.assertEqual(wrong, {})
        self.assertGreaterEqual(right, 0.95 * len(NAMES), unknown)

    def test_variables_of_programs_of_32_bits_are_right(self):
        right, unknown, wrong = self.count_right("-cl-opt-disable", gpu="bxt")
        self.assertEqual(wrong, {})
        self.assertGreaterEqual(right, 0.95 * len(NAMES), unknown)

    def test_variables_of_optimised_builds_are_right_or_said_to_be_gone(self):
        right, unknown, wrong = self.count_right()
        self.assertEqual(wrong, {})
        self.assertGreaterEqual(right, 0.6 * len(NAMES), unknown)

    def test_values_are_not_derived_where_they_may_have_changed(self):
        said, printed = self.values(names=CHANGING_NAMES, declared=CHANGING)
        wrong = {name: (said[name], printed[name]) for name in CHANGING_NAMES if said[name] not in ("?", printed[name])}
        self.assertEqual(wrong, {})
        self.assertEqual({name: said[name] for name in ("out[1]", "q[0]", "*p")}, {name: printed[name] for name in ("out[1]", "q[0]", "*p")})

    def test_stops_at_the_entry_and_lets_the_program_end(self):
        done = self.debug("list", "print r1:uw")
        text = done.stdout + done.stderr
        self.assertIn("kernel scale, group (0, 0, 0), thread 0", text)
        self.assertIn("kernel void scale(global int* out) {", text)
        self.assertIn("   8: 8 9 10 11 12 13 14 15", text)  # local ids
        self.assertIn("the program's end", text)

    def test_stops_at_a_line_in_the_first_thread_that_reaches_it(self):
        done = self.debug("break 4", "continue", "lanes")
        text = done.stdout + done.stderr
        self.assertIn("group (1, 0, 0), thread 1, 27 channels, work-items (101, 0, 0) to (127, 0, 0)", text)
        self.assertIn("   4 waits    (100, 0, 0)", text)
        self.assertIn(">  5 runs     (101, 0, 0)", text)

    def test_stops_for_a_work_item(self):
        done = self.debug("break 4 item 200,0,0", "continue", "stepi")
        text = done.stdout + done.stderr
        self.assertIn("breakpoint 1: launch 1, kernel scale, group (3, 0, 0)", text)
        self.assertIn("step: launch 1, kernel scale, group (3, 0, 0)", text)

    def test_says_what_it_does_not_understand(self):
        done = self.debug("frobnicate", "break 400", "print r999:d")
        text = done.stdout + done.stderr
        for wrong in ("frobnicate", "400", "r999"):
            self.assertIn(wrong, text)
        self.assertIn("the program's end", text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=2)
