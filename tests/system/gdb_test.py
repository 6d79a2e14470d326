#!/usr/bin/env python3
"""`eugene debug --gdb`, with gdb as Debian has it.

    gdb_test.py EUGENE
"""
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from dap_client import own_cache  # noqa: E402
from dap_test import PROGRAM  # noqa: E402
from running import python  # noqa: E402

EUGENE = sys.argv[1]


@unittest.skipUnless(shutil.which("gdb"), "there is no gdb")
class Gdb(unittest.TestCase):
    def session(self, *commands):
        """What gdb says; the program ends with it, or runs to its end."""
        with tempfile.TemporaryDirectory() as cache, \
             subprocess.Popen([EUGENE, "debug", "--gdb", "0", "--", *python(PROGRAM), "1"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
                              text=True, env=own_cache(cache)) as process:
            port = None
            for line in process.stderr:
                if port := re.search(r"target remote :(\d+)", line):
                    break
            self.assertIsNotNone(port, "it has not stopped")
            arguments = [each for command in (f"target remote :{port[1]}", *commands) for each in ("-ex", command)]
            done = subprocess.run(["gdb", "-q", "-nx", "-batch", "-ex", "set confirm off", *arguments], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, timeout=60, check=False)
            process.stderr.read()
            self.assertEqual(process.wait(30), 0 if "exited normally" in done.stdout else 137)
        return done.stdout

    def test_stops_steps_and_goes_back(self):
        text = self.session("break *0x100", "continue", "stepi", "p/x $pc", "reverse-stepi", "p/x $pc", "delete", "reverse-continue", "p/x $pc",
                            "continue")
        self.assertIn("Thread 1 hit Breakpoint 1, 0x0000000000000100 in ?? ()", text)
        forward, back, begin = (int(each, 16) for each in re.findall(r"^\$\d+ = (\w+)$", text, re.M))
        self.assertGreater(forward, 0x100)
        self.assertEqual((back, begin), (0x100, 0))
        self.assertIn("No more reverse-execution history", text)
        self.assertIn("exited normally", text)

    def test_shows_threads_registers_and_what_the_terminal_does(self):
        text = self.session("info threads", "thread 3", "p $grf1.uw[0]", "monitor break 12", "monitor continue", "continue", "monitor print i",
                            "monitor thread 1", "monitor print i", "kill")
        self.assertEqual(len(re.findall(r"^[ *] \d+ +Thread \d", text, re.M)), 8)
        self.assertIn("$1 = 16\n", text)
        self.assertIn("gdb's own commands run the program", text)
        self.assertIn("i = 0  (int)", text)
        self.assertIn("i = 8  (int)", text)

    def test_watches_memory(self):
        text = self.session("monitor break 10", "continue",
                            "python import re; at = re.search('out = (0x[0-9a-f]+)', gdb.execute('monitor print out', to_string=True))[1]",
                            "python gdb.execute('watch *(int*)' + at)", "monitor delete 1", "continue", "monitor lanes", "kill")
        self.assertIn("ardware watchpoint 1: *(int*)0x", text)
        self.assertEqual(text.count("SIGTRAP"), 2)  # the second before the write, so nothing has changed yet
        self.assertRegex(text, r"runs +\(0, 0, 0\)")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=2)
