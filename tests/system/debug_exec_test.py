#!/usr/bin/env python3
"""`eugene debug FILE`: assembly, vISA and machine code that `exec` runs, by all doors of the debugger.

    debug_exec_test.py EUGENE
"""
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from dap_client import Client  # noqa: E402
from running import run  # noqa: E402

EUGENE = sys.argv[1]

# Each channel adds 2000, 1999, ... 1, and writes the sum so far to its dword of the group.
KERNEL = """// threads 2
// groups 2
// memory 0x1000 size 4096
// set r20:d = 2000 ...
// print mem 0x1000:d size 64
    mov (8) r4.0<1>:w 0x76543210:v
    shl (1) r3.1<1>:ud r0.1<0;1,0>:ud 5:ud {NoMask}
    shl (8) r2.0<1>:ud r4.0<8;8,1>:uw 2:ud
    add (8) r16.0<1>:ud r2.0<8;8,1>:ud r3.1<0;1,0>:ud
    add (8) r16.0<1>:ud r16.0<8;8,1>:ud 0x1000:ud
    mov (8) r17.0<1>:d 0:d
  again:
    add (8) r17.0<1>:d r17.0<8;8,1>:d r20.0<8;8,1>:d
    send (8) null r16 0xC 0x4026eff
    add (8) r20.0<1>:d r20.0<8;8,1>:d -1:d
    cmp.nz.f0.0 (8) null:d r20.0<8;8,1>:d 0:d
    (f0.0) while (8) again
    send (8) null r127 0x27 0x02000010 {EOT}
"""
SUM = 2000 * 2001 // 2
ADDS = next(i for i, text in enumerate(KERNEL.splitlines(), 1) if "add (8) r17" in text)

GEN6 = """// gen gen6
// case first
// set r1:d = 5 ...
// expect r3:d = 17 ...
    add (8) r2.0<1>:d r1.0<8;8,1>:d 6:d
    add (8) r3.0<1>:d r2.0<8;8,1>:d 6:d
// case second
// set r1:d = 1 ...
// expect r2:d = 1 ...
    mov (8) r2.0<1>:d r1.0<8;8,1>:d
"""

FAULT = """// set r2:ud = 0x5000 ...
    mov (8) r3.0<1>:d 1:d
    send (8) null r2 0xC 0x4026eff
"""


class DebugExec(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.file = Path(self.directory.name) / "sum.asm"
        self.file.write_text(KERNEL)

    def debug(self, *commands, file=None, options=(), status=0):
        script = Path(self.directory.name) / "commands"
        script.write_text("\n".join(commands) + "\n")
        done, _ = run(EUGENE, "debug", "--batch", "-x", script, file or self.file, *options)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout, done.stderr

    def test_steps_by_lines_of_the_file(self):
        text, _ = self.debug(f"break {ADDS} after 400", "continue", "print r17:d", "step", "step", "set r17:d = 7", "print r17:d", "delete 1")
        self.assertIn("launch 1, kernel sum, group (0, 0, 0), thread 0", text)
        stops = re.findall(r"^.*sum\.asm:(\d+): (.*)$", text, re.M)
        self.assertEqual(stops[1:], [(str(ADDS), "add (8) r17.0<1>:d r17.0<8;8,1>:d r20.0<8;8,1>:d"),
                                     (str(ADDS + 1), "send (8) null r16 0xC 0x4026eff"),
                                     (str(ADDS + 2), "add (8) r20.0<1>:d r20.0<8;8,1>:d -1:d")])
        before = int(re.search(r"print r17:d\n   0: (\d+)", text)[1])
        self.assertIn(f"print r17:d\n   0: 7 {before + 2000 - before // 1900}", text)
        self.assertIn(f"mem 0x1000:d size 64 = {SUM - before - 2000 + before // 1900 + 7} {SUM}", text.splitlines()[-2])

    def test_goes_back_over_groups_to_the_same_end(self):
        straight, _ = self.debug("continue")
        text, _ = self.debug("break *0 after 2", "continue", "reverse-stepi", "writer 0x1004", "delete 1", "watch 0x1000",
                             "reverse-continue", "print r20:d", "delete 2")
        self.assertIn("written by thread 1 channel 1, group (0, 0, 0), thread 1\n", text)
        self.assertIn("step back: launch 1, kernel sum, group (0, 0, 0), thread ", text)
        self.assertRegex(text, r"print r20:d\n   0: 1 1 1 1")
        self.assertEqual(straight.splitlines()[-2:], text.splitlines()[-2:])

    def test_cases_are_launches_and_gen6_goes_back(self):
        file = Path(self.directory.name) / "gen6.asm"
        file.write_text(GEN6)
        text, messages = self.debug("stepi", "print r2:d", "reverse-stepi", "print r2:d", "break second", "continue", "print r1:d", file=file)
        self.assertEqual([each.split()[1] for each in re.findall(r"print r2:d\n(.*)", text)], ["11", "0"])
        self.assertIn("breakpoint 1: launch 2, kernel second, ", text)
        self.assertIn("2 cases, 0 failed", messages)

    def test_stops_at_a_fault_and_goes_back_from_it(self):
        file = Path(self.directory.name) / "fault.asm"
        file.write_text(FAULT)
        text, messages = self.debug("catch fault", "continue", "reverse-stepi", "print r3:d", "continue", file=file, status=3)
        self.assertEqual(text.count("fault: "), 2)
        self.assertRegex(text, r"print r3:d\n   0: 0 0")
        self.assertIn("fault.asm:3", messages)

    def test_machine_code_and_visa(self):
        code = Path(self.directory.name) / "code.bin"
        run(EUGENE, "asm", self.file, "-o", code)
        text, _ = self.debug("list", "stepi", "print r4:w", file=code, options=["--threads", "1"], status=3)
        self.assertIn("no source line is known here", text)
        self.assertIn("   0: 0 1 2 3 4 5 6 7", text)
        visa = Path(__file__).parents[1] / "exec/visa/arithmetic.visaasm"
        text, _ = self.debug("step", "step", "reverse-step", file=visa)
        stops = re.findall(r"arithmetic\.visaasm:(\d+): ", text)
        self.assertEqual(len(stops), 3)
        self.assertEqual(stops[0], stops[2])
        self.assertLess(int(stops[0]), int(stops[1]))

    def test_an_editor(self):
        client = Client(EUGENE, str(self.file))
        self.addCleanup(client.close)
        client.begin(path=str(self.file), breakpoints=[{"line": ADDS, "hitCondition": "3"}])
        client.event("stopped")
        threads = client.ask("threads")["threads"]
        frame = client.frames(threads[0]["id"])[0]
        self.assertEqual((frame["name"], frame["line"], frame["source"]["path"]), ("sum", ADDS, str(self.file)))
        client.move("stepBack", threadId=threads[0]["id"])
        self.assertNotEqual(client.frames(threads[0]["id"])[0]["line"], ADDS)
        self.assertIn("r20", client.ask("evaluate", expression="print r20:d", context="repl")["result"] + "r20")
        client.breakpoints("source", str(self.file), breakpoints=[])
        client.ask("continue", threadId=threads[0]["id"])
        self.assertEqual(client.event("exited")["exitCode"], 0)
        client.end()

    @unittest.skipUnless("libedit" in subprocess.run(["ldd", EUGENE], stdout=subprocess.PIPE, text=True, check=False).stdout, "built without libedit")
    def test_lines_are_edited_at_a_terminal(self):
        controller, terminal = pty.openpty()
        with subprocess.Popen([EUGENE, "debug", self.file], stdin=terminal, stdout=terminal, stderr=terminal,
                              env={**os.environ, "TERM": "xterm", "HOME": self.directory.name}) as process:
            os.close(terminal)
            text = b""

            def answer(typed):
                """What follows until the next prompt, or the end."""
                nonlocal text
                os.write(controller, typed)
                before, text = len(text), text
                while not re.search(rb"\n[^\n]*\(eugene\) $", text[before:]):
                    self.assertTrue(select.select([controller], [], [], 20)[0], text)
                    try:
                        part = os.read(controller, 4096)
                    except OSError:
                        break
                    if not part:
                        break
                    text += part
                return text[before:].decode()

            answer(b"")
            answer(b"stepi\r")
            self.assertIn("0: 0 1 2 3 4 5 6 7", answer(b"prin r4:w\x1b[D\x1b[D\x1b[D\x1b[D\x1b[Dt\r"))  # the cursor to the left
            self.assertIn("0: 0 1 2 3 4 5 6 7", answer(b"\x1b[A\r"))  # the line before
            self.assertIn("0x0010", answer(b"x\x7fdisassemble\r"))  # x, and back
            self.assertIn(f"= {SUM}", answer(b"detach\r"))
            self.assertEqual(process.wait(20), 0)
        os.close(controller)

    @unittest.skipUnless(shutil.which("gdb"), "there is no gdb")
    def test_gdb(self):
        with subprocess.Popen([EUGENE, "debug", "--gdb", "0", self.file], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            port = None
            while port is None:
                port = re.search(r"target remote :(\d+)", process.stderr.readline())
            commands = [f"target remote :{port[1]}", "break *0x60", "continue", "p $grf20.ud[0]", "continue", "reverse-continue", "p $grf20.ud[0]",
                        "delete", "continue"]
            done = subprocess.run(["gdb", "-q", "-nx", "-batch", "-ex", "set confirm off", *[each for command in commands for each in ("-ex", command)]],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=40, check=False)
            output = process.stdout.read()
            process.stderr.read()
        self.assertIn("exited normally", done.stdout)
        self.assertEqual(re.findall(r"^\$\d+ = (\d+)", done.stdout, re.M), ["2000", "2000"])
        self.assertIn(f"= {SUM}", output)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=2)
