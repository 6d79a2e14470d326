#!/usr/bin/env python3
"""The package eugene, with kernels that ocloc has compiled (tests/unit/binary/data/arguments.cl, lines.cl).

    package_test.py DIRECTORY_WITH_THE_BINARIES
"""
import gc
import sys
import threading
import unittest
from pathlib import Path

import numpy as np

import eugene

DATA = Path(sys.argv.pop(1))


class Arguments(unittest.TestCase):
    def setUp(self):
        self.gpu = eugene.Machine("bxt", threads=2)
        self.program = self.gpu.load(DATA / "arguments.bin")
        self.kernel = self.program.every_kind
        # x, c, l, s, v, f, q: 1000 + 100 + 10 + 0.5 + 7 + table[2]
        self.values = [self.gpu.zeros(64), np.array([1000], "i4"), eugene.local(32 * 4), np.array((100, 1), {"names": ["a", "b"], "formats": ["i4", "i1"], "itemsize": 8}),
                       (10, 2, 0, 0), 0.5, np.array([0, 7], "u1")]
        self.sizes = {"global_size": 64, "local_size": 32}

    def test_what_is_known_of_kernels(self):
        self.assertEqual(self.program.kernels, ("every_kind", "needs", "narrow"))
        self.assertEqual([len(self.program), self.kernel.name, self.kernel.simd], [3, "every_kind", 32])
        self.assertEqual([(each.name, each.type, each.kind) for each in self.kernel.arguments[3:5]],
                         [("s", "Pair", "value"), ("v", "int4", "value")])
        self.assertEqual(self.kernel.arguments[4].bytes, 16)
        self.assertIn("narrow", dir(self.program))
        self.assertEqual(self.program["narrow"].simd, 8)
        with self.assertRaisesRegex(AttributeError, "no kernel is named 'wide'"):
            self.program.wide  # pylint: disable=pointless-statement
        with self.assertRaises(KeyError):
            self.program["wide"]  # pylint: disable=pointless-statement

    def test_every_kind(self):
        run = self.kernel(*self.values, **self.sizes)
        np.testing.assert_array_equal(self.values[0], np.full(64, 1120.5, "f4"))
        self.assertEqual([run.groups, run.threads], [2, 2])
        self.assertGreater(run.instructions, 50)
        self.assertGreater(run.lane_operations, run.instructions)
        self.assertEqual(run.statistics["instructions"], run.instructions)
        self.assertEqual(run.copied, 4 + 2 + 2)  # c into the GPU, as it is constant; q there and back

    def test_by_name(self):
        x, c, l, s, v, f, q = self.values
        self.kernel(x, c, q=q, f=np.float64(0.25), v=np.array(v, "u1"), s=s.tobytes(), l=l, **self.sizes)
        self.assertEqual(x[63], 1120.25)

    def test_a_last_group_that_is_smaller(self):
        run = self.kernel(*self.values, global_size=62, local_size=32)
        np.testing.assert_array_equal(self.values[0], [1120.5] * 62 + [0, 0])
        self.assertEqual([run.groups, run.threads], [2, 2])
        shift = self.gpu.load(DATA / "lines.bin").shift  # not OpenCL C 2.0
        with self.assertRaisesRegex(eugene.Error, "7 work-items is not a multiple of the local size 4"):
            shift(self.gpu.zeros(16, "i4"), 1, global_size=7, local_size=4)

    def test_the_wrong_arguments(self):
        def refused(kind, text, *changes, **named):
            values = list(self.values)
            for number, value in changes:
                values[number] = value
            with self.assertRaisesRegex(kind, text):
                self.kernel(*values, **{**self.sizes, **named})
        refused(TypeError, r"argument 0 \(x\) is float\*, but the array's elements are float64", (0, np.zeros(64)))
        refused(TypeError, r"argument 0 \(x\) is memory", (0, 3))
        refused(TypeError, "another byte order", (0, np.zeros(64, ">f4")))
        refused(TypeError, "local memory: pass eugene.local", (2, 128))
        refused(TypeError, "has 8 bytes, not 3", (3, b"abc"))
        refused(TypeError, "it has 4 elements, but 3 were given", (4, (1, 2, 3)))
        refused(TypeError, "not integers", (4, (1, 2, 3, 4.5)))
        refused(ValueError, "a number does not fit in int4", (4, (1, 2, 3, 1 << 40)))
        refused(TypeError, "not numbers", (5, "half"))
        refused(TypeError, r"argument 5 \(f\) twice", f=1)
        refused(TypeError, "no argument g", g=1)
        refused(ValueError, "tuple of one to three", global_size=(1, 1, 1, 1))
        refused(ValueError, "from 0 to", global_size=1 << 32)
        refused(eugene.Error, "the limit is", global_size=1 << 14, local_size=1 << 14)
        with self.assertRaisesRegex(TypeError, "needs global_size"):
            self.kernel(*self.values)
        with self.assertRaisesRegex(TypeError, "7 arguments, but 6 were given"):
            self.kernel(*self.values[:6], **self.sizes)
        with self.assertRaisesRegex(TypeError, "7 arguments, not 8"):
            self.kernel(*self.values, 1, **self.sizes)
        self.kernel(*self.values, **self.sizes)  # and goes on as before
        self.assertEqual(self.values[0][5], 1120.5)

    def test_dimensions(self):
        out = np.zeros(64, "u4")
        self.program.needs(out, global_size=(4, 8, 2))
        np.testing.assert_array_equal(out, 41 + 63 - np.arange(64))


class Memory(unittest.TestCase):
    def setUp(self):
        self.gpu = eugene.Machine("bxt", threads=1)
        self.shift = self.gpu.load((DATA / "lines.bin").read_bytes()).shift

    def test_in_place(self):
        values = self.gpu.array(np.arange(8), "i4")
        run = self.shift(values, 4, global_size=4, local_size=4)
        self.assertEqual(values.tolist(), [0, 1, 2, 3, 0, 1, 2, 3])
        self.assertEqual(run.copied, 0)

    def test_copies(self):
        values = np.arange(8, dtype="i4")
        self.assertEqual(self.shift(values, 4, global_size=4).copied, 64)
        self.assertEqual(values.tolist(), [0, 1, 2, 3, 0, 1, 2, 3])
        every_other = np.arange(16, dtype="i4")[::2]
        self.shift(every_other, 4, global_size=4)
        self.assertEqual(every_other.tolist(), [0, 2, 4, 6, 0, 2, 4, 6])
        fixed = np.arange(8, dtype="i4")
        fixed.flags.writeable = False
        self.assertEqual(self.shift(fixed, 4, global_size=4).copied, 32)
        self.assertEqual(fixed.tolist(), list(range(8)))

    def test_a_part_of_an_array_of_the_gpu(self):
        values = self.gpu.zeros((4, 4), "i4")
        with self.assertRaisesRegex(ValueError, "pass a copy"):
            self.shift(values[1:], 4, global_size=4)
        with self.assertRaisesRegex(ValueError, "pass a copy"):
            self.shift(values.T, 4, global_size=4)

    def test_arrays_outlive_their_machine(self):
        values = eugene.Machine("bxt").array([1, 2, 3], "i4")
        gc.collect()
        self.assertEqual(values.sum(), 6)

    def test_memory_is_given_back(self):
        for _ in range(20):  # together more memory than a machine has
            self.gpu.zeros(1 << 28, "u1")
        for _ in range(20):
            self.shift(np.zeros(1 << 20, "i4"), 4, global_size=4)
        with self.assertRaisesRegex(eugene.Error, "not enough is left"):
            self.gpu.zeros(1 << 33, "u1")

    def test_arrays_of_no_elements(self):
        self.assertEqual(self.gpu.zeros((0, 3)).shape, (0, 3))
        with self.assertRaises(ValueError):
            self.gpu.zeros(-1)

    def test_threads_take_turns(self):
        def run(seed):
            for i in range(50):
                values = np.full(8, seed + i, "i4")
                values[4:] = 0
                self.shift(values, 4, global_size=4)
                results[seed] &= (values == seed + i).all()
        results = dict.fromkeys((1000, 2000, 3000), True)
        threads = [threading.Thread(target=run, args=(seed,)) for seed in results]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        self.assertEqual(results, dict.fromkeys((1000, 2000, 3000), True))


class Traces(unittest.TestCase):
    def setUp(self):
        gpu = eugene.Machine("bxt", jit=True)
        program = gpu.load(DATA / "lines.bin")
        self.shift, self.power = program.shift, program.power
        self.values = gpu.array(np.arange(24), "i4")

    def test_instructions_and_accesses(self):
        run = self.shift(self.values, 4, global_size=20, trace="instructions,memory", registers=range(7, 9))
        executed = run.trace[run.trace["kind"] == eugene.INSTRUCTION]
        self.assertEqual([len(executed), executed["enabled"].sum()], [run.instructions, run.lane_operations])
        self.assertEqual(executed["executed"].tolist(), list(range(run.instructions)))
        self.assertEqual(set(executed["instruction"]) - {each.offset for each in self.shift.instructions}, set())
        accesses = run.trace[run.trace["kind"] == eugene.ACCESS]
        self.assertEqual(accesses["access"].tolist(), [eugene.READ] * 20 + [eugene.WRITE] * 20)
        self.assertEqual(np.diff(accesses["address"].astype("i8")).tolist(), [4] * 19 + [-4 * 19 + 16] + [4] * 19)
        self.assertEqual(accesses["channels"].tolist(), [1 << item for item in range(20)] * 2)
        self.assertEqual(run.registers.shape, (len(run.trace), 2, 8))
        self.assertEqual(set(run.registers[:, 1, 2]), {4})  # r8.2 is the argument `by`, as the compiler has placed it

    def test_nothing_is_copied(self):
        run = self.shift(self.values, 4, global_size=20, trace="memory")
        self.assertIs(run.trace.base, run)
        self.assertIs(run.statistics.base, run)
        trace = run.trace
        del run
        gc.collect()
        self.assertEqual(len(trace), 40)

    def test_only_what_is_asked_for(self):
        self.assertEqual(set(self.shift(self.values, 4, global_size=20, trace="memory").trace["kind"]), {eugene.ACCESS})
        run = self.shift(self.values, 4, global_size=20)
        self.assertEqual([len(run.trace), run.registers.shape], [0, (0, 0, 8)])
        for wrong in ({"trace": "everything"}, {"trace": "memory", "registers": range(0, 8, 2)}, {"trace": "memory", "registers": range(120, 130)}):
            with self.assertRaises(ValueError):
                self.shift(self.values, 4, global_size=20, **wrong)

    def test_instructions_of_a_kernel(self):
        every = self.power.instructions
        self.assertEqual([each.offset + each.bytes for each in every[:-1]], [each.offset for each in every[1:]])
        (loop,) = [each for each in every if each.opcode == "while"]
        self.assertTrue(loop.file.endswith("lines.cl") and loop.line in (9, 10), loop)
        self.assertLess(every[0].block, loop.block)
        self.assertTrue(any(each.message.startswith("data1.untyped_read(") for each in every))


class Findings(unittest.TestCase):
    def setUp(self):
        self.gpu = eugene.Machine("bxt", jit=True)
        self.shift = self.gpu.load(DATA / "lines.bin").shift
        self.values = self.gpu.zeros(20, "i4")

    def launch(self, by, **options):
        return {each.id: each for each in self.shift(self.values, by, global_size=20, local_size=10, **options).findings}

    def test_of_a_launch(self):
        self.assertEqual(self.launch(0, check="all"), {})
        self.assertEqual(self.launch(1), {})
        found = self.launch(1, check="all")
        self.assertEqual(set(found), {"memory.bounds", "race.global"})
        (site,) = found["memory.bounds"].sites
        self.assertEqual([site.access, site.line, site.global_id[0], site.local_id[0], site.group[0]], ["write", 15, 19, 9, 1])
        self.assertTrue(site.has_ids and site.file.endswith("lines.cl") and "sends" in site.assembly)
        self.assertRegex(found["race.global"].memory, r"argument 0 `?values`? \(buffer of 80 bytes\), byte 40")
        self.assertEqual({each.access for each in found["race.global"].sites}, {"read", "write"})
        self.assertIn("lines.cl:15", str(found["race.global"]))
        self.assertEqual(set(self.launch(1, check="race")), {"race.global"})
        self.assertEqual(set(self.launch(1, check=True)), {"memory.bounds", "race.global"})
        self.assertEqual(self.launch(1), {})
        with self.assertRaisesRegex(ValueError, "not a list of check kinds"):
            self.launch(1, check="races")

    def test_with_a_trace(self):
        run = self.shift(self.values, 1, global_size=20, local_size=10, check="memory", trace="instructions")
        self.assertEqual([len(run.findings), len(run.trace)], [1, run.instructions])

    def test_of_a_machine(self):
        gpu = eugene.Machine("bxt", check="memory")
        gpu.collector = (collected := []).extend
        shift = gpu.load(DATA / "lines.bin").shift
        values = gpu.zeros(4, "i4")
        self.assertEqual(len(shift(values, 4, global_size=4).findings), 1)
        self.assertEqual([each.id for each in collected], ["memory.bounds"])
        self.assertEqual(len(shift(values, 4, global_size=4, check=False).findings), 0)
        self.assertEqual(len(shift(values, 4, global_size=4).findings), 1)


class Errors(unittest.TestCase):
    def test_machines(self):
        self.assertEqual(eugene.gpus()[0], "bxt")
        with self.assertRaisesRegex(eugene.UsageError, "unknown GPU 'dg2'; the GPUs are bxt"):
            eugene.Machine("dg2")
        with self.assertRaisesRegex(ValueError, "unknown option 'thread'"):
            eugene.Machine("skl", thread=1)
        with self.assertRaisesRegex(ValueError, "not a value of option threads"):
            eugene.Machine("skl", threads=-1)
        eugene.Machine("skl", interpret=True, no_cache=False, hot_after=None)

    def test_programs(self):
        gpu = eugene.Machine("skl")
        with self.assertRaises(eugene.Error):
            gpu.load(b"not a binary")
        with self.assertRaisesRegex(eugene.Error, "the binary is for"):
            eugene.Machine("snb").load(DATA / "lines.bin")
        with self.assertRaises(FileNotFoundError):
            gpu.load("there_is_none.cl")

    def test_faults(self):
        gpu = eugene.Machine("bxt", timeout=0.05)
        power = gpu.load(DATA / "lines.bin").power
        values = np.ones(1, "f4")
        with self.assertRaisesRegex(eugene.Fault, r"(?s)power.*thread       0 of group \(0, 0, 0\)"):
            power(values, np.array([0x7FFFFFFF], "i4"), global_size=1)
        power(values, np.array([1], "i4"), global_size=1)  # the machine still works after a fault
        self.assertGreater(values[0], 1)


if __name__ == "__main__":
    unittest.main()
