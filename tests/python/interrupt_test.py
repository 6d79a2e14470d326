#!/usr/bin/env python3
"""Ctrl-C during launches of the package eugene.

    interrupt_test.py tests/unit/binary/data
"""
import os
import signal
import sys
import threading
import time
import unittest
from pathlib import Path

import numpy as np

import eugene

DATA = Path(sys.argv.pop(1))
ENDLESS = "L: add (8) r10<1>:d r10<8;8,1>:d 1:d\njmpi (1) L {NoMask}\n"


class Interrupts(unittest.TestCase):
    # Ctrl-C, as a terminal sends it.
    def after_a_moment(self, signal_handler=signal.default_int_handler):
        before = signal.signal(signal.SIGINT, signal_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        self.addCleanup(timer.join)
        self.begun = time.monotonic()

    def test_a_launch_by_a_signal(self):
        gpu = eugene.Machine("skl")
        endless = gpu.assemble(ENDLESS).program
        self.after_a_moment()
        with self.assertRaises(KeyboardInterrupt):
            endless()
        self.assertLess(time.monotonic() - self.begun, 1)
        self.assertEqual(gpu.assemble("mov (8) r10<1>:d 1:d\n").program().instructions, 1)

    def test_a_kernel_by_a_signal(self):
        for how in {"jit": True}, {"interpret": True}:
            gpu = eugene.Machine("bxt", **how)
            power = gpu.load(DATA / "lines.bin").power
            values, times = gpu.array([1], "f4"), gpu.array([0x7FFFFFFF], "i4")
            self.after_a_moment()
            with self.subTest(how), self.assertRaises(KeyboardInterrupt):
                power(values, times, global_size=1)
            self.assertLess(time.monotonic() - self.begun, 1)
            times[0] = 1
            power(values, times, global_size=1)

    def test_steps_by_a_signal(self):
        steps = eugene.Program.from_asm(ENDLESS).program.start()
        self.after_a_moment()
        with self.assertRaises(KeyboardInterrupt):
            steps.until(0x1230)
        self.assertLess(time.monotonic() - self.begun, 1)
        executed = steps.executed
        self.assertTrue(steps.step())  # it is stopped, and goes on
        self.assertGreater(steps.executed, executed)

    # A handler of the program's own need not want the launch to end.
    def test_not_by_another_handler(self):
        came = []
        self.after_a_moment(lambda *_: came.append(True))
        power = eugene.Machine("bxt", jit=True, timeout=0.3).load(DATA / "lines.bin").power
        with self.assertRaises(eugene.Fault):
            power(np.ones(1, "f4"), np.array([0x7FFFFFFF], "i4"), global_size=1)
        self.assertEqual(came, [True])


if __name__ == "__main__":
    unittest.main()
