#!/usr/bin/env python3
"""A trace that Intel's own driver captures runs on Eugene, and a damaged trace is reported.

    replay_test.py EUGENE VECTOR_ADD CL_FAULT
"""
import array
import json
import lzma
import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

EUGENE, VECTOR_ADD, CL_FAULT = sys.argv[1:4]
# Writes the program's binary next to the trace.
SCRIPT = """
import numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, "kernel void wrong(global int* data, ulong where) { data[0] = *(global int*)where; }").build()
open("program.bin", "wb").write(program.binaries[0])
buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=bytearray(4096))
program.wrong(queue, (8,), (8,), buffer, numpy.uint64(0x7F000000))
queue.finish()
"""


def capture(directory, *command):
    """Returns the trace that the driver writes instead of executing the program."""
    environment = {**os.environ, "NEOReadDebugKeys": "1", "SetCommandStreamReceiver": "1", "ProductFamilyOverride": "bxt",
                   "OverrideRevision": "11", "OCL_ICD_VENDORS": "/etc/OpenCL/vendors/intel.icd"}
    subprocess.run(command, cwd=directory, env=environment, capture_output=True, timeout=60)
    return next(directory.glob("*.aub"))


def replay(*arguments):
    return subprocess.run([EUGENE, "replay", *arguments], capture_output=True, timeout=60)


class Replay(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.directory = Path(cls.temporary.name)
        for name in ("add", "fault"):
            (cls.directory / name).mkdir()
        cls.add = capture(cls.directory / "add", VECTOR_ADD)
        cls.fault = capture(cls.directory / "fault", CL_FAULT, "read")

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def test_gives_the_right_buffer(self):
        listed = json.loads(replay("--json", "--list", self.add).stdout)
        self.assertEqual([d["name"] for d in listed["dispatches"]], ["add"])
        # Some surface holds the sums: i + i/2.
        want = array.array("f", (1.5 * i for i in range(10000))).tobytes()
        self.assertIn({"index": 2, "type": "buffer", "bytes": len(want)},
                      [{k: s[k] for k in ("index", "type", "bytes")} for s in listed["dispatches"][0]["surfaces"]])
        done = replay("--surface", "2", self.add)
        self.assertEqual((done.stdout, done.stderr, done.returncode), (want, b"", 0))

    def test_an_output_is_of_bytes_or_of_a_trace(self):
        bytes_file, trace, other = (self.directory / name for name in ("bytes", "t.parquet", "other.parquet"))
        done = replay("--trace", "memory", "-o", trace, self.add)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(trace.read_bytes()[:4], b"PAR1")
        done = replay("--surface", "2", "-o", bytes_file, "--trace", "memory", "--trace-file", other, self.add)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((bytes_file.stat().st_size, other.read_bytes()), (40000, trace.read_bytes()))
        for options, words in (["-o", bytes_file], "--output needs --dump, --surface or --trace"), \
                (["-o", trace, "--trace", "memory", "--trace-file", other], "both name the file of the trace"), \
                (["-o", "-", "--trace", "memory"], "cannot be written to standard output"):
            done = replay(*options, self.add)
            self.assertEqual(done.returncode, 2)
            self.assertIn(words, done.stderr.decode())

    def test_faults_name_the_kernel(self):
        done = replay("--strict", self.fault)
        self.assertEqual(done.returncode, 3)
        self.assertRegex(done.stderr.decode(), r"GPU fault: read of unmapped memory(.|\n)*kernel +read at 0x")
        done = replay(self.fault)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr.decode(), r"warning: read of unmapped memory(.|\n)*kernel +read at 0x")

    def test_a_binary_names_the_kernel(self):
        directory = self.directory / "binary"
        directory.mkdir()
        trace = capture(directory, "/usr/bin/python3", "-c", SCRIPT)
        binary = directory / "program.bin"
        self.assertRegex(replay(trace).stderr.decode(), r"kernel +wrong at 0x")
        binary.write_bytes(binary.read_bytes().replace(b"wrong\0", b"named\0"))
        self.assertRegex(replay("--binary", binary, trace).stderr.decode(), r"kernel +named at 0x")
        self.assertEqual(replay("--binary", self.fault, trace).returncode, 2)

    def debug(self, *arguments, commands):
        script = self.directory / "commands"
        script.write_text("\n".join(commands) + "\n")
        done = replay("--debug", "--batch", "-x", script, *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.decode()

    def test_kernels_are_stopped_in(self):
        text = self.debug(self.add, commands=["break *0x10 item 70,0,0", "continue", "print r0", "reverse-continue"])
        self.assertIn("the next instruction: launch 1, kernel add, group (0, 0, 0)", text)
        self.assertRegex(text, r"breakpoint 1: launch 1, kernel add, .*work-items \(\d+, 0, 0\)")
        self.assertIn("the beginning of the launch", text)
        self.assertIn("dispatch", text)  # and what a replay prints at its end

    def test_a_binary_has_lines_and_variables_for_the_debugger(self):
        directory = self.directory / "debug"
        directory.mkdir()
        source = "{\\n int i = get_global_id(0);\\n data[i] = i * 2;\\n if (where) "
        script = SCRIPT.replace(".build()", ".build(options=['-g', '-cl-opt-disable'])").replace("{ data[0]", source + "data[0]")
        trace = capture(directory, "/usr/bin/python3", "-c", script.replace("0x7F000000", "0"))
        text = self.debug("--binary", directory / "program.bin", trace, commands=["break 3 if i == 5", "continue", "print i * 2", "backtrace", "step", "print data[i] + 1"])
        self.assertRegex(text, r"breakpoint 1 at .*:3:")
        self.assertIn("i * 2 = 10\n", text)
        self.assertRegex(text, r">  0 wrong at .*:3:")
        self.assertIn("data[i] + 1 = 11\n", text)  # by 32-bit pointers, from General State Base Address on

    def test_a_binary_names_the_line(self):
        directory = self.directory / "lines"
        directory.mkdir()
        script = SCRIPT.replace(".build()", ".build(options=['-g'])").replace("{ data[0]", "{\\n\\n data[0]")
        trace = capture(directory, "/usr/bin/python3", "-c", script)
        self.assertNotIn("source", replay(trace).stderr.decode())
        done = replay("--binary", directory / "program.bin", "--profile", trace)
        self.assertRegex(done.stderr.decode(), r"warning: read of unmapped memory(.|\n)*source +[^\n:]+:3(:\d+)?\n")
        self.assertRegex(done.stderr.decode(), r"\d\.\d% .* [^\n:]+:3\n", "in the profile")

    def test_spoiled_files(self):
        content = self.add.read_bytes()
        spoiled = self.directory / "spoiled.aub"
        rng = random.Random(1)
        garbage = [content[:size] for size in (1, 10, 27, 5000, len(content) - 3)]
        garbage += [b"\x7fELF" + bytes(100), rng.randbytes(10000), content[4:]]
        for data in garbage:
            spoiled.write_bytes(data)
            done = replay(spoiled)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertRegex(done.stderr.decode(), "^eugene replay: .*offset 0x[0-9a-f]+")
        for _ in range(20):  # damaged contents: any result except a crash
            data = bytearray(content)
            for _ in range(10):
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            spoiled.write_bytes(data)
            self.assertIn(replay("--timeout", "1", spoiled).returncode, (0, 1, 3))
        packed = self.directory / "spoiled.aub.xz"
        packed.write_bytes(lzma.compress(content)[:-20])
        self.assertEqual((done := replay(packed)).returncode, 1)
        self.assertIn(b"damaged or incomplete", done.stderr)
        self.assertEqual(replay(self.directory / "missing.aub").returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
