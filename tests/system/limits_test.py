#!/usr/bin/env python3
"""Inputs that are small and cost much: nothing takes longer, or more memory, than its input is worth, and nothing waits for ever.

    limits_test.py EUGENE
"""
import json
import os
import re
import resource
import struct
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import run  # noqa: E402

EUGENE = str(Path(sys.argv[1]).resolve())
URI = "file:///a.asm"
NESTED = 100_000


def framed(message):
    text = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(text), text)


def opened(text):
    return {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": URI, "text": text}}}


def asked(method, line=0, character=0):
    return {"jsonrpc": "2.0", "id": 7, "method": f"textDocument/{method}",
            "params": {"textDocument": {"uri": URI}, "position": {"line": line, "character": character}}}


def limited(megabytes):
    """Returns a function that limits a child's memory to `megabytes`."""
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


class Editor(unittest.TestCase):
    def lsp(self, *messages):
        begin = time.monotonic()
        done = subprocess.run([EUGENE, "lsp"], input=b"".join(framed(each) for each in messages), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=100, check=False)
        return done, time.monotonic() - begin

    def test_nested_brackets_in_messages(self):
        nested = b"[" * NESTED + b"]" * NESTED
        objects = b'{"a":' * NESTED + b"1" + b"}" * NESTED
        for deep in (nested, objects, b"[" * NESTED):
            for message in (deep, b'{"id":' + deep + b',"method":"shutdown"}', b'{"id":1,"method":"initialize","params":' + deep + b"}", b'{"method":' + deep + b"}"):
                with self.subTest(message=message[:30]):
                    done, _ = self.lsp(message)
                    self.assertEqual(done.returncode, 2, done.stderr)
                    self.assertIn(b"is not a message of the Language Server Protocol", done.stderr)
                    command = [EUGENE, "debug", "--dap"]
                    debugger = subprocess.run(command, input=framed(message), stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=100, check=False)
                    self.assertEqual(debugger.returncode, 2, debugger.stderr)

    def test_nested_brackets_in_texts(self):
        for text in ("(" * NESTED, "mov (8) r10<1>:f " + "(" * NESTED + "1" + ")" * NESTED, "mov (8) r10<1>:f r" + "[" * NESTED, "mov (8) r10<1>:f " + "-" * NESTED,
                     "<" * NESTED, "{" * NESTED, "/*" * NESTED, '"' * NESTED, "if (8)\n" * 20_000, "do\n" * 20_000, "// set r2:ud = " + "(" * NESTED, "// case x\n// " * 1000,
                     ".version 3.6\n.kernel \"k\"\nmov (M1, 8) V32(0,0)<1> " + "(" * NESTED, ".define A A A\nA\n", ".define(a) A(a) A(a)\nA(" * 100):
            for method in ("hover", "completion", "documentSymbol", "formatting", "definition"):
                with self.subTest(text=text[:30], method=method):
                    done, seconds = self.lsp(opened(text), asked(method, 0, 20), {"id": 9, "method": "shutdown"}, {"method": "exit"})
                    self.assertEqual((done.returncode, done.stderr), (0, b""))
                    self.assertLess(seconds, 30)

    def test_lines_cost_what_they_are(self):
        """Eight times as many take eight times as long, not sixty-four."""
        def seconds(make, count):
            text = make(count)
            times = []
            for _ in range(2):
                done, time_ = self.lsp(opened(text), asked("documentSymbol"), {"id": 9, "method": "shutdown"}, {"method": "exit"})
                self.assertEqual(done.returncode, 0, done.stderr)
                times.append(time_)
            return min(times)
        for name, make in {"labels": lambda n: "".join(f"L{i}: nop\n" for i in range(n)),
                           "jumps": lambda n: "".join(f"L{i}: jmpi (1) L{i * 7 % n}\n" for i in range(n)),
                           "branches": lambda n: "".join(f"L{i}: (f0.0) if (8) L{i * 7 % n} L{i}\n" for i in range(n)),
                           "declarations": lambda n: ".version 3.6\n.kernel \"k\"\n" + "".join(f".decl V{i} v_type=G type=d num_elts=8\n" for i in range(n)),
                           "errors": lambda n: "".join(f"x{i} y\n" for i in range(n))}.items():
            with self.subTest(name):
                few, many = seconds(make, 8000), seconds(make, 64000)
                self.assertLess(many, max(4.0, 16 * few), f"{few:.2f} s for 8,000 lines, {many:.2f} s for 64,000")

    def test_reports_cost_what_they_are(self):
        with tempfile.TemporaryDirectory() as directory:
            times = []
            for count in (8000, 32000):
                file = Path(directory, "a.asm")
                file.write_text("".join(f"L{i}: jmpi (1) L{i * 7 % count}\n" for i in range(count)))
                begin = time.monotonic()
                done = subprocess.run([EUGENE, "check", file], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=100, check=False)
                times.append(time.monotonic() - begin)
                self.assertGreater(done.stderr.count(b"\n"), count)
            self.assertLess(times[1], max(1.0, 9 * times[0]), times)

    def test_many_cases(self):
        """The source of each has as many lines as the file has before it."""
        with tempfile.TemporaryDirectory() as directory:
            file = Path(directory, "a.asm")
            file.write_text("".join(f"// case {i}\nnop\n" for i in range(100_000)))
            for command in ("check", "exec"):
                with self.subTest(command):
                    begin = time.monotonic()
                    done = subprocess.run([EUGENE, command, file], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=100, preexec_fn=limited(3000), check=False)
                    self.assertEqual(done.returncode, 1, done.stderr)
                    self.assertIn("too many cases", done.stderr)
                    self.assertLess(time.monotonic() - begin, 30)


class Traces(unittest.TestCase):
    def test_a_large_footer(self):
        """30 MB of small values, which would have 80 bytes each in memory."""
        def varint(number):
            out = b""
            while number > 127:
                out += bytes([number & 127 | 128])
                number >>= 7
            return out + bytes([number])
        count = 30 << 20
        for field, list_type in ((2, 1), (4, 3), (4, 1), (5, 3), (9, 1)):
            footer = bytes([field << 4 | 9, 0xF0 | list_type]) + varint(count) + b"\x01" * count + b"\0"
            with tempfile.NamedTemporaryFile(suffix=".parquet") as file:
                file.write(b"PAR1" + footer + struct.pack("<I", len(footer)) + b"PAR1")
                file.flush()
                with self.subTest(field=field):
                    done = subprocess.run([EUGENE, "trace", file.name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60,
                                          preexec_fn=limited(400), check=False)
                    self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
                    self.assertIn("this is not a trace", done.stderr)


class Pipes(unittest.TestCase):
    """A pipe (FIFO) that nobody reads, where a file is asked for."""

    def setUp(self):
        self.directory = self.enterContext(tempfile.TemporaryDirectory())
        self.pipe = Path(self.directory, "pipe")
        os.mkfifo(self.pipe)

    def test_outputs(self):
        kernel = Path(self.directory, "a.asm")
        kernel.write_text("nop\n")
        for command in (["run", "--check", "--check-json", self.pipe, "--", "true"], ["run", "--check", "--check-sarif", self.pipe, "--", "true"],
                        ["run", "--profile-json", self.pipe, "--", "true"], ["run", "--profile-html", self.pipe, "--", "true"],
                        ["run", "--trace=memory", "--trace-file", self.pipe, "--", "true"], ["asm", kernel, "-o", self.pipe],
                        ["exec", "--profile-json", self.pipe, kernel]):
            with self.subTest(command=command[:3]):
                done, seconds = run(EUGENE, *command)
                self.assertLess(seconds, 20)
                self.assertNotEqual(done.returncode, 0, done.stderr)
                self.assertRegex(done.stderr, "nobody reads from this pipe|is not a regular file")
                self.assertTrue(self.pipe.is_fifo())

    def test_what_a_program_leaves_for_statistics(self):
        """In the directory that it shares with `eugene run`."""
        for name in ("stats-1", "findings-1", "profile-1", "running-999999", "building-999999"):
            for make in ("mkfifo", "mkdir", "ln -s /dev/zero", "ln -s /dev/stdin"):
                with self.subTest(name=name, make=make):
                    options = ["--check"] if name.startswith("findings") else ["--profile"] if name.startswith("profile") else ["--stats"]
                    done, seconds = run(EUGENE, "run", *options, "--", "sh", "-c", f'{make} "$EUGENE_I915/{name}"; echo "it ran"')
                    self.assertLess(seconds, 20)
                    self.assertEqual((done.returncode, done.stdout.splitlines()[0]), (0, "it ran"), done.stderr)

    def test_statistics_that_go_to_a_pipe(self):
        descriptor = os.open(self.pipe, os.O_RDWR)  # like a reader that does not read
        try:
            done = subprocess.run([EUGENE, "run", "--stats", "--", "true"], stderr=descriptor, timeout=20, check=False)
            self.assertEqual(done.returncode, 0)
            self.assertIn(b"dispatches    0", os.read(descriptor, 65536))
        finally:
            os.close(descriptor)


class Breakpoints(unittest.TestCase):
    def test_many(self):
        sys.argv[1:] = [EUGENE]  # dap_test reads them when it is imported
        from dap_client import Client  # pylint: disable=import-outside-toplevel
        from dap_test import PATH, PROGRAM  # pylint: disable=import-outside-toplevel
        client = Client(EUGENE)
        try:
            client.begin(PROGRAM, ["1"], path=PATH, breakpoints=[{"line": 7}])
            client.event("stopped")
            begin = time.monotonic()
            answers = client.ask("setFunctionBreakpoints", breakpoints=[{"name": f"function_{i}"} for i in range(2000)])["breakpoints"]
            self.assertEqual([len(answers), {each["verified"] for each in answers}], [2000, {False}])
            answers = client.ask("setInstructionBreakpoints", breakpoints=[{"instructionReference": hex(16 * i)} for i in range(2000)])["breakpoints"]
            self.assertEqual(len(answers), 2000)
            self.assertLess(time.monotonic() - begin, 30)
            status = Path(f"/proc/{client.process.pid}/status").read_text(encoding="ascii")
            self.assertLess(int(re.search(r"VmHWM:\s*(\d+) kB", status)[1]), 200_000)
            client.ask("setFunctionBreakpoints", breakpoints=[])
            client.ask("setInstructionBreakpoints", breakpoints=[])
            client.ask("continue", threadId=1)
        finally:
            client.process.kill()
            client.process.wait()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
