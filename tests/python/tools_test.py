#!/usr/bin/env python3
"""The tools of examples/python, with the kernel of their folder, compiled by Intel's compiler: their output must be
what the kernel's source implies.

    tools_test.py DIRECTORY_OF_THE_EXAMPLES
"""
import collections
import math
import subprocess
import sys
import unittest
from pathlib import Path

import numpy as np

EXAMPLES = Path(sys.argv.pop(1))
sys.path.insert(0, str(EXAMPLES))
import aiwc  # noqa: E402
import example  # noqa: E402
import instruction_count  # noqa: E402
import instruction_count_blocks  # noqa: E402
import launch_counts  # noqa: E402
import memory_divergence  # noqa: E402
import memory_trace  # noqa: E402
import mov_check  # noqa: E402
import opcode_histogram  # noqa: E402
import register_values  # noqa: E402

TOOLS = ["instruction_count", "instruction_count_blocks", "opcode_histogram", "memory_trace", "memory_divergence", "register_values",
         "mov_check", "launch_counts"]


def path(number):
    """The numbers that the kernel passes on the way from `number` to 1, without the 1."""
    while number > 1:
        yield number
        number = number // 2 if number % 2 == 0 else 3 * number + 1


STEPS = [len(list(path(number))) for number in range(1, 65)]
# A thread has 16 work-items, and goes around the loop as often as its longest.
ROUNDS = sum(max(STEPS[first:first + 16]) for first in range(0, 64, 16))
# Barriers of a work-item: one, and one after each halving of 32.
BARRIERS = 1 + 5


class Tools(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kernel, cls.run_, cls.most = example.launch("instructions", registers=range(128))

    def test_the_kernel(self):
        self.assertEqual(self.most.tolist(), [max(STEPS[:32]), max(STEPS[32:])])
        self.assertEqual([self.kernel.simd, self.run_.threads], [16, 4])

    def test_instruction_count(self):
        threads, running, enabled = instruction_count.count(self.run_)
        self.assertEqual([threads, enabled], [self.run_.instructions, self.run_.lane_operations])
        self.assertGreater(running, enabled)

    def test_instruction_count_blocks(self):
        blocks = instruction_count_blocks.blocks(self.kernel, self.run_)
        self.assertEqual(sum(size * entries for _, _, size, entries in blocks), self.run_.instructions)
        self.assertEqual([entries for _, line, size, entries in blocks if line in (7, 8, 10) and size > 3], [ROUNDS])

    def test_opcode_histogram(self):
        counts = opcode_histogram.histogram(*example.launch(None, profile=True)[:2])
        self.assertEqual(sum(counts.values()), self.run_.instructions)
        self.assertEqual(counts["gateway.barrier"], 4 * BARRIERS)
        self.assertEqual(counts["spawner.dereference"], 4)
        self.assertGreaterEqual(counts["while"], ROUNDS)

    def test_memory(self):
        for apart, lines in ((1, 1), (2, 2), (8, 8), (16, 16), (40, 16)):
            kernel, run, _ = example.launch("memory", apart=apart)
            (reads,) = [each for each in kernel.instructions if each.line == 6 and "read" in each.message]
            self.assertEqual(memory_divergence.divergence(run)[reads.offset], (4, 4 * lines))
        messages = [each for each in memory_trace.messages(example.launch("memory")[1])]
        loads = [each["address"] for each in messages if not each["is_local"][0] and each["access"][0] == 0 and len(each) == 16]
        base = min(each.min() for each in loads)
        self.assertEqual(np.concatenate(loads).tolist(), [int(base) + 4 * item for item in range(64)])
        local = [each["address"].tolist() for each in messages if each["is_local"][0] and each["access"][0] == 1 and each["group"][0] == 1]
        self.assertEqual(sum(local, []), [4 * item for count in (32, 16, 8, 4, 2, 1) for item in range(count)])

    def test_register_values(self):
        halves = [values for event, text, values in register_values.values(self.kernel, self.run_, "shr")
                  if text.startswith("shr (16)") and event["group"] == 0 and event["thread"] == 0]
        self.assertEqual(len(halves), max(STEPS[:16]))
        for item in range(8):  # the first register has eight of them
            self.assertEqual([int(values[item]) for values in halves[:STEPS[item]]], [each // 2 for each in path(item + 1)])

    def test_mov_check(self):
        right, wrong = mov_check.check(self.kernel, self.run_)
        self.assertEqual(wrong, 0)
        self.assertGreaterEqual(right, ROUNDS)
        # A wrong result is noticed.
        spoilt = collections.namedtuple("Run", "trace registers")(self.run_.trace, self.run_.registers.copy())
        spoilt.registers[:, 13] += 1  # the register to which the loop copies its count
        self.assertGreater(mov_check.check(self.kernel, spoilt)[1], 0)

    def test_launch_counts(self):
        gpu = example.eugene.Machine("skl")
        program = gpu.build(launch_counts.DOUBLE + launch_counts.SUM)
        values = gpu.array(np.ones(64), "i4")
        counts = launch_counts.counts([(program.doubled, values, 64), (program.sums, values, 64), (program.doubled, values, 32)])
        self.assertEqual([name for name, _, _ in counts], ["doubled", "sums", "doubled"])
        self.assertEqual(values.tolist(), [(2 + item * (item - 1) // 2) * (2 if item < 32 else 1) for item in range(64)])
        self.assertGreater(counts[1][2], counts[0][2])
        self.assertGreater(counts[0][2], counts[2][2])

    def test_they_are_short_and_run(self):
        for name in TOOLS:
            file = EXAMPLES / f"{name}.py"
            self.assertLessEqual(len(file.read_text().splitlines()), 30, name)
            self.assertGreater(len(subprocess.run([sys.executable, file], stdout=subprocess.PIPE, check=True).stdout), 20, name)


class Aiwc(unittest.TestCase):
    def test_a_launch(self):
        kernel, run, _ = example.launch("instructions,memory")
        found = aiwc.metrics(kernel, run)
        self.assertEqual(len(found), 28)
        events = [each for each in run.trace if each["kind"] == 1]
        accesses = [each for each in run.trace if each["kind"] == 2]
        barriers = {each.offset for each in kernel.instructions if each.message.startswith("gateway.barrier")}
        opcode = {each.offset: each.opcode for each in kernel.instructions}
        # The same, one event after the other.
        of_item, to_barrier, opcodes = collections.Counter(), collections.defaultdict(lambda: [0]), collections.Counter()
        for event in events:
            for channel in range(32):
                if event["channels"] >> channel & 1:
                    item = int(event["group"]), int(event["thread"]), channel
                    of_item[item] += 1
                    opcodes[opcode[event["instruction"]]] += 1
                    to_barrier[item][-1] += 1
                    if event["instruction"] in barriers:
                        to_barrier[item].append(0)
        waits = [count for counts in to_barrier.values() for count in counts if count]
        lengths = sorted(of_item.values())
        self.assertEqual([found[name] for name in ("Work-items", "Total Barriers Hit", "Total Instruction Count")],
                         [64, 64 * BARRIERS, sum(lengths)])
        self.assertEqual([found[f"{which} IPT"] for which in ("Min", "Max", "Median")], [lengths[0], lengths[-1], np.median(lengths)])
        self.assertEqual([found[f"{which} ITB"] for which in ("Min", "Max", "Median")], [min(waits), max(waits), np.median(waits)])
        most, covered = 0, 0
        for _, count in opcodes.most_common():
            most, covered = most + 1, covered + count
            if covered >= 0.9 * sum(lengths):
                break
        self.assertEqual(found["Opcode"], most)
        self.assertEqual(found["Max SIMD Width"], 16)
        self.assertAlmostEqual(found["Mean SIMD Width"], run.lane_operations / run.instructions)
        # 64 numbers, 2 results, and 32 dwords of local memory in each of the groups: read by halves twice, then the result.
        self.assertEqual([found["Unique Reads"], found["Unique Writes"], found["Total Memory Footprint"]], [64 + 64, 2 + 64, 64 + 2 + 64])
        self.assertEqual([found["Total Reads"], found["Total Writes"]], [64 + 2 * (2 * 31 + 1), 2 + 2 * (32 + 31)])
        places = collections.Counter((int(each["address"]), bool(each["is_local"]), bool(each["is_local"]) and int(each["group"]))
                                     for each in accesses)
        total = sum(places.values())
        self.assertAlmostEqual(found["Global Memory Address Entropy"],
                               -sum(count / total * math.log2(count / total) for count in places.values()))
        self.assertEqual(sorted(found["Local Memory Address Entropy"], reverse=True), found["Local Memory Address Entropy"])
        self.assertAlmostEqual(found["Local Memory Address Entropy"][1], found["Global Memory Address Entropy"])  # dwords
        self.assertTrue(0 < found["Average Linear Branch Entropy"] < 1)
        self.assertGreaterEqual(found["Total Unique Branch Instructions"], 4)

    def test_branches_that_are_known(self):
        even, odd = np.zeros(40, bool), np.arange(40) % 2 == 0
        self.assertEqual(aiwc.control([even])["Average Linear Branch Entropy"], 0)
        self.assertEqual(aiwc.control([even])["Yokota Branch Entropy"], 0)
        self.assertEqual(aiwc.control([odd])["Average Linear Branch Entropy"], 1)
        self.assertEqual(aiwc.control([odd])["Yokota Branch Entropy"], 0.5)
        self.assertEqual(aiwc.control([even, odd[:3]])["90% Branch Instructions"], 1)
        self.assertEqual(aiwc.control([])["Total Unique Branch Instructions"], 0)


if __name__ == "__main__":
    unittest.main()
