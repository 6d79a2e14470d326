#!/usr/bin/env python3
"""Programs of assembly and vISA in the package eugene: their registers, memory, diagnostics and profiles.

    text_test.py tests/library/twice.visaasm
"""
import sys
import threading
import time
import unittest
from pathlib import Path

import numpy as np

import eugene

VISA = Path(sys.argv.pop(1))
ADD = "add (8) r10<1>:d r2<8;8,1>:d 1:d\n"
READ = ("send (8) r10 r2 data1.untyped_read(bti=0, channels=x, simd=8)\nmul (8) r3<1>:f r10<8;8,1>:f 2:f\n"
        "send (8) null r2 data1.untyped_write(bti=1, channels=x, simd=8)\nsend (8) null r127 spawner.dereference(keep) {EOT}\n")
OFFSETS = np.arange(0, 32, 4, dtype="u4")
LOOP = "mov (1) r10<1>:d 1000:w\nL: add (1) r10<1>:d r10<0;1,0>:d -1:d\n" \
       "cmp.g.f0.0 (1) null<1>:d r10<0;1,0>:d 0:d\n(f0.0) jmpi (1) L {NoMask}\n"
ENDLESS = "L: add (8) r10<1>:d r10<8;8,1>:d 1:d\njmpi (1) L {NoMask}\n"


class Programs(unittest.TestCase):
    def test_from_text(self):
        program = eugene.Program.from_asm(ADD, name="add.asm")
        self.assertEqual([program.kernels, len(program.add.arguments), program.add.simd], [("add",), 0, 8])
        (add,) = program.add.instructions
        self.assertEqual([add.opcode, add.file, add.line], ["add", "add.asm", 1])
        self.assertEqual(program.warnings, ())
        self.assertEqual(eugene.Program.from_asm(ADD.encode(), eugene.Machine("bxt")).kernels, ("program",))
        with self.assertRaises(eugene.UsageError):
            eugene.Program.from_asm(ADD, "dg2")

    def test_what_is_wrong(self):
        with self.assertRaisesRegex(eugene.AssemblyError, "t.asm:2:") as raised:
            eugene.Machine("skl").assemble(ADD + "add (9) r10<1>:d r2<8;8,1>:d 1:d\n", "t.asm")
        (wrong,) = raised.exception.diagnostics
        self.assertEqual([wrong.file, wrong.line, wrong.severity], ["t.asm", 2, "error"])
        self.assertTrue(wrong.column > 0 and wrong.message and "t.asm:2: error" in repr(wrong))
        kernel = eugene.Program.from_asm(ADD).program
        with self.assertRaisesRegex(eugene.AssemblyError, "r2000") as raised:
            kernel("set r2000:d = 1")
        self.assertEqual(len(raised.exception.diagnostics), 1)
        kernel("set r2:d = 1")  # goes on
        with self.assertRaisesRegex(TypeError, "not global_size"):
            kernel(global_size=8)
        with self.assertRaisesRegex(TypeError, "set must be a dict"):
            kernel(set="r2")
        with self.assertRaisesRegex(TypeError, "cannot be lanes of a register"):
            kernel(set={"r2": np.zeros(8, "c8")})
        with self.assertRaisesRegex(ValueError, "array of the GPU"):
            kernel(surfaces={0: np.zeros(8)})

    def test_files(self):
        gpu = eugene.Machine("skl")
        program = gpu.load(VISA)
        self.assertEqual(program.kernels, ("twice",))
        run = program.twice()
        self.assertEqual(run.findings, ())
        self.assertEqual(run.thread().variable("W").view("u4").tolist(), [2 * each for each in range(1, 9)])
        with self.assertRaisesRegex(eugene.UsageError, "no variable Q"):
            run.thread().variable("Q")
        self.assertEqual(eugene.Program.from_visa(VISA.read_text()).kernels, ("twice",))

    def test_registers(self):
        kernel = eugene.Program.from_asm(ADD).program
        run = kernel("print r10:d", set={"r2": np.arange(8, dtype="i4"), "thread 1 r2:d": 41}, threads=2, groups=2, mask=0xFF)
        self.assertEqual(run.thread(0).registers[10].tolist(), list(range(1, 9)))
        self.assertEqual([run.thread(1).registers[10, 0], run.thread(3).registers[10, 0]], [42, 1])
        self.assertEqual([run.threads, run.groups, run.lane_operations], [4, 2, 32])
        self.assertIn("thread 1 r10:d = 42", run.output)
        self.assertEqual(run.thread(0).state[2], 0xFF)
        self.assertEqual(run.thread(0).message_registers.shape, (0, 8))
        with self.assertRaises(eugene.UsageError):
            run.thread(4)
        floats = eugene.Program.from_asm("mul (8) r10<1>:f r2<8;8,1>:f 2:f\n").program
        values = np.array([0.1, -1.5, np.inf, 3e-41, 0, -0.0, 1e30, 7], "f4")
        for given in (values, values.tolist()):
            self.assertEqual(floats(set={"r2": given}).thread().registers[10].view("f4")[[0, 1, 2, 6]].tolist(),
                             (values * 2)[[0, 1, 2, 6]].tolist())

    def test_memory(self):
        gpu = eugene.Machine("skl")
        kernel = gpu.assemble(READ).program
        source, out = gpu.array(np.arange(8, dtype="f4")), gpu.zeros(8)
        kernel(set={"r2": OFFSETS}, surfaces={0: source, 1: out}, mask=0xFF)
        self.assertEqual(out.tolist(), [0, 2, 4, 6, 8, 10, 12, 14])
        run = kernel("memory 0x1000 size 64", "set mem 0x1000:f = 4 5", "surface 0 = 0x1000 size 64 raw", "surface 1 = 0x1000 size 64 raw",
                     set={"r2": OFFSETS}, mask=0xFF)
        self.assertEqual(np.frombuffer(run.memory(0x1000, 12), "f4").tolist(), [8, 10, 0])
        self.assertEqual(np.frombuffer(run.memory(gpu.address(source) + 4, 4), "f4").tolist(), [1])
        with self.assertRaises(eugene.UsageError):
            run.memory(0x9000, 4)
        with self.assertRaisesRegex(eugene.UsageError, "only 4096 bytes"):
            run.memory(0x1000, 8192)
        with self.assertRaises(ValueError):
            gpu.address(np.zeros(4))

    def test_expectations_checks_and_faults(self):
        gpu = eugene.Machine("skl")
        kernel = gpu.assemble(ADD, "t.asm").t
        self.assertEqual(kernel("expect r10:d = 1 1").findings, ())
        (wrong,) = kernel("expect r10:d = 2 1").findings
        self.assertEqual([wrong.id, "expected 2, is 1" in wrong.what], ["expect.value", True])
        (report,) = kernel(check="all").findings
        self.assertTrue(report.id.startswith("exec.") and report.sites[0].line == 1, report)
        with self.assertRaisesRegex(eugene.Fault, "t.asm:1: thread 0"):
            gpu.assemble("send (8) r10 r2 data1.untyped_read(bti=stateless, channels=x, simd=8)\n", "t.asm").t(set={"r2": OFFSETS + 0x999000})

    def test_options(self):
        options = {each.name: each for each in eugene.options()}
        self.assertEqual([options["threads"].value, options["jit"].value], ["N", ""])
        self.assertIn("host threads", options["threads"].help)


class Profiles(unittest.TestCase):
    def test_of_assembly(self):
        kernel = eugene.Program.from_asm(LOOP).program
        run = kernel(profile=True)
        self.assertEqual(run.profile["executions"].tolist(), [1, 1000, 1000, 1000])
        self.assertEqual(run.profile["line"].tolist(), [1, 2, 3, 4])
        self.assertEqual(run.profile["offset"].tolist(), [each.offset for each in kernel.instructions])
        self.assertEqual(run.limit, "latency")
        self.assertGreater(run.cycles, 3001)
        lines = eugene.by_line(run)
        self.assertEqual([len(lines), lines["executions"].sum()], [4, run.instructions])
        cycles = lines["issue"] + lines["stalled"]
        self.assertTrue((cycles[:-1] >= cycles[1:]).all())
        self.assertEqual(len(kernel().profile), 0)

    def test_lines_of_several_instructions(self):
        kernel = eugene.Program.from_visa(VISA.read_bytes()).twice
        run = kernel(profile=True)
        lines = eugene.by_line(run)
        self.assertEqual(lines["channels"].sum(), run.profile["channels"].sum())
        self.assertEqual(sorted(set(lines["line"])), sorted(lines["line"]))


class Hooks(unittest.TestCase):
    def setUp(self):
        self.gpu = eugene.Machine("skl")
        self.kernel = self.gpu.assemble("send (8) null r0 gateway.barrier() {NoMask}\nwait n0\n" + ADD).program

    def test_events(self):
        trace = self.kernel(threads=4, trace="barriers,threads").trace
        phases = [(kind, int((trace["access"][trace["kind"] == kind] == eugene.BEGINS).sum()), int((trace["kind"] == kind).sum()))
                  for kind in (eugene.BARRIER, eugene.THREAD)]
        self.assertEqual(phases, [(eugene.BARRIER, 4, 8), (eugene.THREAD, 4, 8)])
        barriers = trace[trace["kind"] == eugene.BARRIER]["access"].tolist()
        self.assertEqual(barriers, [eugene.BEGINS] * 4 + [eugene.ENDS] * 4)
        self.assertEqual(len(self.kernel(trace="all").trace), 1 + 3 + 2 + 1)

    def test_a_function(self):
        seen = []
        run = self.kernel(threads=2, trace="instructions", registers=range(10, 12),
                          hook=lambda events, registers: seen.append((len(events), registers.shape)))
        self.assertEqual([seen, len(run.trace)], [[(6, (6, 2, 8))], 0])
        with self.assertRaises(TypeError):
            self.kernel(trace="instructions", hook=3)

    def test_what_it_raises(self):
        def hook(events, registers):
            raise KeyError(len(events), registers.shape)
        with self.assertRaisesRegex(KeyError, "3"):
            self.kernel(trace="instructions", hook=hook)
        with self.assertRaisesRegex(eugene.UsageError, "a hook cannot use the machine"):
            self.kernel(trace="instructions", hook=lambda *_: self.kernel())
        self.assertEqual(self.kernel().instructions, 3)


class Interrupts(unittest.TestCase):
    def test_a_launch(self):
        gpu = eugene.Machine("skl")
        gpu.interrupt()  # none runs
        endless = gpu.assemble(ENDLESS).program
        threading.Timer(0.05, gpu.interrupt).start()
        with self.assertRaises(eugene.Stopped):
            endless()
        self.assertEqual(gpu.assemble(ADD).program().instructions, 1)

    def test_steps(self):
        steps = eugene.Program.from_asm(ENDLESS).program.start()
        timer = threading.Timer(0.05, steps.interrupt)
        timer.start()
        self.assertTrue(steps.until(0x1230))
        self.assertGreater(steps.executed, 0)
        timer.join()
        self.assertTrue(steps.step())


class Steps(unittest.TestCase):
    def setUp(self):
        self.gpu = eugene.Machine("skl")
        self.kernel = self.gpu.assemble("mov (8) r10<1>:d 1:d\nadd (8) r10<1>:d r10<8;8,1>:d 1:d\n"
                                        "(f0.0) add (8) r11<1>:d r10<8;8,1>:d 10:d\n").program

    def test_step_back(self):
        with self.kernel.start(threads=2, mask=0xFF) as steps:
            with self.assertRaisesRegex(eugene.UsageError, "at its first instruction"):
                steps.step_back()
            self.assertTrue(steps.step(2))
            registers = steps.registers
            self.assertEqual(registers[10, 0], 2)
            self.assertTrue(steps.step_back())
            self.assertEqual([steps.executed, steps.instruction, registers[10, 0]], [1, 0x10, 1])
            steps.until(0x0)
            self.assertEqual([steps.number, steps.executed], [1, 0])
            self.assertTrue(steps.step_back())  # the last instruction of the other thread
            self.assertEqual([steps.number, steps.instruction, steps.registers[10, 0]], [0, 0x20, 2])
            self.assertTrue(steps.step_back(100))
            self.assertEqual([steps.number, steps.executed], [0, 0])
            self.assertEqual(steps.finish().instructions, 6)
        with self.assertRaises(eugene.UsageError):
            steps.step_back()

    def test_step_by_step(self):
        steps = self.kernel.start(threads=2, mask=0xFF)
        self.assertEqual([steps.group, steps.number, steps.threads, steps.executed, steps.instruction, steps.channels],
                         [0, 0, 2, 0, 0, 0xFF])
        registers = steps.registers
        self.assertTrue(steps.step(2))
        self.assertEqual(registers[10].tolist(), [2] * 8)  # the same array
        registers[10, 3] = 100
        steps.thread().flags[0] = 0xFF
        self.assertTrue(steps.step())
        self.assertEqual([steps.number, steps.instruction], [1, 0])
        self.assertEqual(registers[11].tolist(), [12, 12, 12, 110, 12, 12, 12, 12])
        self.assertEqual(steps.thread(0).registers[11, 3], 110)
        with self.assertRaises(eugene.UsageError):
            steps.thread(2)
        with self.assertRaises(eugene.UsageError):
            steps.step(0)
        self.assertTrue(steps)
        with self.assertRaisesRegex(eugene.UsageError, "must end first"):
            self.kernel()
        run = steps.finish()
        self.assertEqual([bool(steps), steps.group, steps.run is run, run.instructions], [False, None, True, 6])
        self.assertEqual([run.thread(0).registers[11, 3], run.thread(1).registers[11, 3]], [110, 0])
        self.assertEqual(registers[11, 3], 110)
        with self.assertRaisesRegex(eugene.UsageError, "has ended"):
            steps.step()
        with self.assertRaisesRegex(eugene.UsageError, "has ended"):
            steps.registers  # pylint: disable=pointless-statement
        self.assertIs(steps.finish(), run)
        self.assertEqual(self.kernel().instructions, 3)

    def test_the_ip(self):
        with self.kernel.start() as steps:
            steps.thread().ip = 0x10
            steps.step()
            self.assertEqual([steps.registers[10, 0], steps.thread().ip], [1, 0x20])
            steps.thread().ip = 0x24
            self.assertTrue(steps.step() and steps.at_fault)
            with self.assertRaisesRegex(eugene.Fault, "no instruction begins"):
                steps.step()

    def test_until(self):
        steps = self.kernel.start(groups=3)
        places = []
        while steps.until(0x10):
            places.append((steps.group, steps.executed))
        self.assertEqual([places, steps.run.groups], [[(0, 1), (1, 1), (2, 1)], 3])

    def test_a_launch_that_is_dropped(self):
        steps = self.kernel.start()
        registers = steps.registers
        steps.close()
        self.assertEqual([bool(steps), registers.shape], [False, (128, 8)])
        self.kernel()
        steps = self.kernel.start()
        del steps
        self.assertEqual(self.kernel().instructions, 3)
        steps, self.gpu, self.kernel = self.kernel.start(), None, None  # the machine is dropped first
        del steps

    def test_two_threads_of_python(self):
        endless = self.gpu.assemble(ENDLESS).program.start()
        waiting = threading.Thread(target=endless.until, args=(0x1230,))
        waiting.start()
        time.sleep(0.02)
        with self.assertRaisesRegex(eugene.UsageError, "another Python thread"):
            endless.step()
        endless.interrupt()
        waiting.join()
        self.assertTrue(endless.step())

    def test_local_memory_of_two_threads(self):
        steps = self.kernel.start("slm size 64", threads=2)
        first, second = steps.thread(0), steps.thread(1)
        self.assertEqual(first.local.shape, (64,))
        second.local[3] = 7
        steps.step()
        self.assertEqual([first.local[3], second.local[3]], [7, 7])
        steps.close()


if __name__ == "__main__":
    unittest.main()
