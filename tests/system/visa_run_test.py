"""`eugene run --visa` executes what the compiler left of each kernel, and --visa=compare finds where it differs.

    visa_run_test.py EUGENE

The programs change the vISA between its compilation and its first launch, so that the results tell which of the two was executed.
"""
import json
import os
import sys
import tempfile
import unittest
from pathlib import Path

from running import python, run

# Changes a number in the vISA, then prints the kernel's results.
PROGRAM = """
import os, pathlib
import pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
source = '''kernel void scale(global int* out, int n) {{
  int i = get_global_id(0);
  if (i % 2 == 1)
    out[i] = i * n + 4711;
}}'''
program = cl.Program(context, source).build(options={options!r})
out = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=bytearray(4 * 64))
kernel = program.scale
for file in (pathlib.Path(os.environ["EUGENE_I915"]) / "visa").glob("*.visaasm"):
    text = file.read_text()
    assert "0x1267" in text
    file.write_text(text.replace("0x1267", {number!r}))
kernel(queue, (64,), (16,), out, __import__("numpy").int32(2))
result = bytearray(4 * 64)
cl.enqueue_copy(queue, result, out)
print([int.from_bytes(result[4 * n : 4 * n + 4], "little") for n in (0, 1, 33)])
"""
# Replaces the number by a variable that each thread increments although nothing has written it.
COUNTING_PROGRAM = """
import os, pathlib, re
import pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, "kernel void scale(global int* out, int n) {{ out[get_global_id(0)] = get_global_id(0) * n + 4711; }}").build()
kernel = program.scale
for file in (pathlib.Path(os.environ["EUGENE_I915"]) / "visa").glob("*.visaasm"):
    lines = file.read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if "0x1267" in line)
    lines = [re.sub(r"0x1267:[a-z]+", "COUNT(0,0)<0;1,0>", line) for line in lines]
    lines.insert(at, "    add (M1_NM, 1) COUNT(0,0)<1> COUNT(0,0)<0;1,0> 0x1:d")
    lines.insert(next(n for n, line in enumerate(lines) if line.startswith(".input")), ".decl COUNT v_type=G type=d num_elts=8 align=GRF")
    file.write_text(chr(10).join(lines) + chr(10))
out = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=bytearray(4 * 8192))
kernel(queue, (8192,), (16,), out, __import__("numpy").int32(2))
result = bytearray(4 * 8192)
cl.enqueue_copy(queue, result, out)
print(sum(int.from_bytes(result[4 * n : 4 * n + 4], "little") == 2 * n + 1 for n in range(8192)))
"""
# The same kernel as a binary, which is kept with the compiler's files of the first run.
BINARY_PROGRAM = """
import os, pathlib, shutil
import pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
kept = pathlib.Path({directory!r})
binary = kept / "program"
if not binary.exists():
  source = "kernel void scale(global int* out, int n) {{ out[get_global_id(0)] = get_global_id(0) * n + 4711; }}"
  program = cl.Program(context, source).build()
  binary.write_bytes(program.binaries[0])
  for n, file in enumerate((pathlib.Path(os.environ["EUGENE_I915"]) / "visa").glob("*.visaasm")):
    (kept / f"k{{n}}.visaasm").write_text(file.read_text().replace("0x1267", "0x1"))
    shutil.copy(file.with_suffix(".dat"), kept / f"k{{n}}_0.dat")
else:
  program = cl.Program(context, context.devices, [binary.read_bytes()]).build()
  out = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=bytearray(4 * 64))
  program.scale(queue, (64,), (16,), out, __import__("numpy").int32(2))
  result = bytearray(4 * 64)
  cl.enqueue_copy(queue, result, out)
  print(int.from_bytes(result[12:16], "little"))
"""
# The function is called, in a text of its own, and takes the address of the table from the driver.
CALLING_PROGRAM = """
import pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
host = bytearray(b"".join(i.to_bytes(4, "little") for i in range(24)))
buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=host)
program = cl.Program(context, '''
  constant int table[32] = {{7, 10, 20, 30, 40, 50, 60}};
  __attribute__((noinline)) int look(int i) {{ return table[i & 31]; }}
  __attribute__((noinline)) int twice(int i) {{ return i & 1 ? look(i) + look(i + 1) : -look(i); }}
  kernel void calls(global int* d) {{ int i = get_global_id(0); d[i] = twice(d[i]); }}
''').build("-cl-opt-disable")
program.calls(queue, (24,), (8,), buffer)
cl.enqueue_copy(queue, host, buffer)
print([int.from_bytes(host[4 * i:4 * i + 4], "little", signed=True) for i in range(8)])
"""
MACHINE_CODE = "[0, 4713, 4777]"


def program(number="0x1267", options=()):
    return python(PROGRAM.format(number=number, options=list(options)))


class VisaRun(unittest.TestCase):
    def eugene(self, *command):
        return run(EUGENE, "run", *command, env=os.environ | {"PYOPENCL_NO_CACHE": "1"})[0]

    def test_visa_is_what_is_executed(self):
        done = self.eugene("--visa", "--stats=json", "--", *program("0x1"))
        self.assertEqual((done.returncode, done.stdout.strip()), (0, "[0, 3, 67]"), done.stderr)
        stats = json.loads(done.stderr.splitlines()[-1])
        self.assertEqual((stats["visa"], stats["differences"]), (1, 0))

    def test_functions_and_what_the_driver_relocates(self):
        for tier in "--jit", "--interpret":
            command = python(CALLING_PROGRAM.format())
            done = self.eugene("--visa", tier, "--gpu=skl", "--stats=json", "--", *command)
            self.assertEqual((done.returncode, done.stdout.strip()), (0, "[-7, 30, -20, 70, -40, 110, -60, 0]"))
            self.assertEqual(json.loads(done.stderr.splitlines()[-1])["visa"], 1, done.stderr)

    def test_what_is_equal_is_no_difference(self):
        done = self.eugene("--visa=compare", "--", *program())
        self.assertEqual((done.returncode, done.stdout.strip()), (0, MACHINE_CODE), done.stderr)
        self.assertEqual(done.stderr, "eugene run: vISA and machine code compared in 1 of 1 dispatches: 0 differ\n")

    def test_a_difference_names_both_instructions_and_the_source_line(self):
        done = self.eugene("--visa=compare", "--", *program("0x1268", ["-g"]))
        self.assertEqual((done.returncode, done.stdout.strip()), (3, MACHINE_CODE), done.stderr)
        self.assertRegex(done.stderr, r"kernel scale: its vISA and its machine code differ\n")
        self.assertRegex(done.stderr, r"memory +at 0x[0-9a-f]+4: 0x0000126a by vISA, 0x00001269 by machine code; ")
        self.assertRegex(done.stderr, r"vISA +0x[0-9a-f]+: .*\.visaasm:\d+: .*scatter.*:4\)\n")
        self.assertRegex(done.stderr, r"machine code +0x[0-9a-f]+: .*send")
        self.assertRegex(done.stderr, r"compared in 1 of 1 dispatches: 1 differ\n$")

    def test_vISA_that_is_wrong_is_named_with_its_line(self):
        done = self.eugene("--visa", "--", *program("nonsense"))
        self.assertEqual((done.returncode, done.stdout.strip()), (0, MACHINE_CODE), done.stderr)
        self.assertRegex(done.stderr, r"kernel scale: its machine code is executed: its vISA cannot be\n.*\.visaasm:\d+:")

    def test_variables_are_zero_in_every_thread(self):
        for tier in ("--jit", "--interpret"):
            done = self.eugene("--visa", tier, "--threads", "1", "--", *python(COUNTING_PROGRAM.format()))
            self.assertEqual((done.returncode, done.stdout.strip()), (0, "8192"), done.stderr)

    def test_vISA_of_a_binary_is_named(self):
        with tempfile.TemporaryDirectory() as directory:
            command = python(BINARY_PROGRAM.format(directory=directory))
            self.assertEqual(self.eugene("--visa", "--", *command).returncode, 0)
            for file in Path(directory).glob("*.visaasm"):
                self.assertEqual(run(EUGENE, "asm", str(file), "-o", str(file.with_suffix(".isa")))[0].returncode, 0)
            without = self.eugene("--visa", "--", *command)
            self.assertEqual(without.stdout.strip(), "4717", without.stderr)
            done = self.eugene("--visa", "--visa-kernels", directory, "--", *command)
            self.assertEqual(done.stdout.strip(), "7", done.stderr)

    def test_only_on_gen9(self):
        for option in ("--door=tbx", "--gpu=snb", "--profile"):
            done = self.eugene("--visa", option, "--", "true")
            self.assertEqual(done.returncode, 2, option)
            self.assertIn("--visa works only on a Gen9 GPU", done.stderr)


if __name__ == "__main__":
    EUGENE = sys.argv.pop(1)
    unittest.main()
