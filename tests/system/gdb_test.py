#!/usr/bin/env python3
"""`eugene debug --gdb`, with gdb as Debian has it.

    gdb_test.py EUGENE
"""
import os
import re
import shutil
import socket
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


class Waiting:
    """A program that waits for gdb in its first kernel."""

    def __init__(self, place="0"):
        self.cache = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        self.process = subprocess.Popen([EUGENE, "debug", "--gdb", place, "--", *python(PROGRAM), "1"],  # pylint: disable=consider-using-with
                                        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=own_cache(self.cache.name))
        self.place = None
        for line in self.process.stderr:
            if found := re.search(r"target remote :?(\S+)", line):
                self.place = found[1]
                break

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()
        self.cache.cleanup()

    def connect(self):
        if "/" in self.place:
            client = socket.socket(socket.AF_UNIX)
            client.settimeout(20)
            client.connect(self.place)
            return client
        return socket.create_connection(("127.0.0.1", int(self.place)), timeout=20)

    def says(self, data):
        """What the stub answers before it closes the connection."""
        with self.connect() as client:
            client.sendall(data)
            answer = b""
            try:
                while block := client.recv(65536):
                    answer += block
            except ConnectionError:
                pass
        return answer


def packet(text):
    return f"${text}#{sum(text.encode()) & 0xFF:02x}".encode()


class Clients(unittest.TestCase):
    """Only gdb may drive the debugger."""

    # What a page in a browser, or a program that looks for open ports, can send.
    OTHERS = [b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\n$k#6b", b"$k#6b", b"+$k#6b",
              b"$vKill;1#6e", b"$c#63", b"GET /$k#6b HTTP/1.0\r\n\r\n", b"OPTIONS * HTTP/1.1\r\n\r\n+$qSupported#37$k#6b", b"\r\n$k#6b", b"\x03", b"-$k#6b",
              b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500), b"SSH-2.0-OpenSSH_9.2\r\n", b"EHLO localhost\r\n", b"$qSupported#00$k#6b",
              b"$$qSupported#37$k#6b", b"#00$k#6b", bytes(range(256)), b"$" + b"a" * 100000, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\x00$k#6b"]

    def finish(self, waiting):
        """A gdb can still connect, and the program then runs to its end."""
        with waiting.connect() as client:
            client.sendall(b"+" + packet("qSupported:swbreak+") + b"+" + packet("D") + b"+")
            answer = client.recv(65536)
            self.assertTrue(answer.startswith(b"+"), answer)
            self.assertEqual(waiting.process.wait(60), 0)

    def test_others_are_dropped(self):
        with Waiting() as waiting:
            for each in self.OTHERS:
                with self.subTest(begin=each[:40]):
                    self.assertEqual(waiting.says(each), b"")
                    self.assertIsNone(waiting.process.poll())
            self.finish(waiting)

    @unittest.skipUnless(shutil.which("curl"), "there is no curl")
    def test_a_form_that_is_posted(self):
        with Waiting() as waiting:
            for body in ("$k#6b", "+$qSupported#37+$k#6b"):
                done = subprocess.run(["curl", "-sS", "-m", "20", "--data-binary", body, f"http://127.0.0.1:{waiting.place}/"], stdout=subprocess.PIPE,
                                      stderr=subprocess.DEVNULL, timeout=60, check=False)
                self.assertEqual((done.stdout, waiting.process.poll()), (b"", None))
                self.assertNotEqual(done.returncode, 0)
            self.finish(waiting)

    def test_silent_clients_are_not_in_the_way(self):
        with Waiting() as waiting:
            silent = [waiting.connect() for _ in range(3)]
            half = waiting.connect()
            half.sendall(b"+$qSupp")
            self.finish(waiting)
            for each in (*silent, half):
                each.close()

    def test_a_second_gdb_waits(self):
        with Waiting() as waiting, waiting.connect() as first:
            first.sendall(b"+" + packet("qSupported"))
            self.assertTrue(first.recv(65536).startswith(b"+"))
            with waiting.connect() as second:
                second.sendall(b"+" + packet("qSupported"))
                second.settimeout(1)
                self.assertRaises(TimeoutError, second.recv, 1)
                first.close()
                second.settimeout(20)
                self.assertTrue(second.recv(65536).startswith(b"+"))

    @unittest.skipUnless(os.geteuid() == 0, "only root can be somebody else")
    def test_another_user_is_refused(self):
        program = "import socket, sys; s = socket.create_connection(('127.0.0.1', int(sys.argv[1])), 20); s.sendall(b'+' + sys.argv[2].encode())\n" \
                  "try:\n  print(s.recv(100))\nexcept ConnectionError:\n  print(b'')"
        with Waiting() as waiting:
            done = subprocess.run([sys.executable, "-c", program, waiting.place, packet("qSupported").decode()], stdout=subprocess.PIPE, user=65534,
                                  timeout=60, check=False)
            self.assertEqual(done.stdout, b"b''\n")
            self.finish(waiting)

    def test_a_socket(self):
        with tempfile.TemporaryDirectory() as directory, Waiting(f"{directory}/gdb") as waiting:
            self.assertEqual(waiting.place, f"{directory}/gdb")
            self.assertEqual(os.stat(waiting.place).st_mode & 0o777, 0o600)
            self.assertEqual(waiting.says(b"$k#6b"), b"")
            self.finish(waiting)
            self.assertFalse(os.path.exists(waiting.place))

    def test_what_is_no_place(self):
        for place in ("port", "-1", "65536", "4321x", ""):
            done = subprocess.run([EUGENE, "debug", "--gdb", place, "--", "true"], stderr=subprocess.PIPE, text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 2, place)
        with tempfile.NamedTemporaryFile() as taken:
            done = subprocess.run([EUGENE, "debug", "--gdb", taken.name, "--", "true"], stderr=subprocess.PIPE, text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn("cannot listen at", done.stderr)
            self.assertTrue(os.path.exists(taken.name))


@unittest.skipUnless(shutil.which("gdb"), "there is no gdb")
class Gdb(unittest.TestCase):
    def session(self, *commands):
        """Returns the output of gdb. The program ends with gdb, or runs to its end."""
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
        self.assertIn('Thread 1 "group (0, 0, 0), work-items (0, 0, 0) to (7, 0, 0)" hit Breakpoint 1, 0x0000000000000100 in ?? ()', text)
        forward, back, begin = (int(each, 16) for each in re.findall(r"^\$\d+ = (\w+)$", text, re.M))
        self.assertGreater(forward, 0x100)
        self.assertEqual((back, begin), (0x100, 0))
        self.assertIn("No more reverse-execution history", text)
        self.assertIn("exited normally", text)

    def test_names_threads_and_shows_the_assembly_of_intel(self):
        with tempfile.TemporaryDirectory() as directory:
            text = self.session("break *0x100", "continue", "info threads", f"pipe monitor gdb | cat > {directory}/eugene.py",
                                f"source {directory}/eugene.py", "x/2i $pc", "monitor x/1i 0x100", "kill")
        self.assertEqual(len(re.findall(r'"group \(0, 0, 0\), work-items \(\d+, 0, 0\) to \(\d+, 0, 0\)"', text.split("info threads")[-1])), 9)
        shown = re.search(r"^=> 0x100:\s+(.*)$", text, re.M)[1]
        said = re.findall(r"^0x0100: (.*)$", text, re.M)[-1]
        self.assertEqual(shown.split(), said.split())

    def test_shows_threads_registers_and_what_the_terminal_does(self):
        text = self.session("info threads", "thread 3", "p $grf1.uw[0]", "monitor break 12", "monitor continue", "continue", "monitor print i",
                            "monitor thread 1", "monitor print i", "kill")
        self.assertEqual(len(re.findall(r"^[ *] \d+ +Thread \d", text, re.M)), 8)
        self.assertIn("$1 = 16\n", text)
        self.assertIn("to run the program, use gdb's own commands", text)
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
