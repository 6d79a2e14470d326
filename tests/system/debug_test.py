#!/usr/bin/env python3
"""`eugene debug`: stops in a kernel of a program that knows nothing of it, by commands from a file.

    debug_test.py EUGENE
"""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import python, run  # noqa: E402

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


class Debug(unittest.TestCase):
    def debug(self, *commands):
        with tempfile.TemporaryDirectory() as directory:
            script = Path(directory) / "commands"
            script.write_text("\n".join(commands) + "\n")
            done, _ = run(EUGENE, "debug", "--batch", "-x", script, "--", *python(SCRIPT))
        return done

    def test_stops_at_the_entry_and_lets_the_program_end(self):
        done = self.debug("list", "print r1:uw")
        self.assertEqual(done.returncode, 0, done.stderr)
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
        self.assertIn("   5 runs     (101, 0, 0)", text)

    def test_stops_for_a_work_item(self):
        done = self.debug("break 4 item 200,0,0", "continue", "stepi")
        text = done.stdout + done.stderr
        self.assertIn("breakpoint 1: launch 1, kernel scale, group (3, 0, 0)", text)
        self.assertIn("step: launch 1, kernel scale, group (3, 0, 0)", text)

    def test_says_what_it_does_not_understand(self):
        done = self.debug("frobnicate", "break 400", "print r999:d")
        self.assertEqual(done.returncode, 0, done.stderr)
        text = done.stdout + done.stderr
        for wrong in ("frobnicate", "400", "r999"):
            self.assertIn(wrong, text)
        self.assertIn("the program's end", text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
