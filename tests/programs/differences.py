"""Tests that Eugene is known to fail where the reference passes, and why. A row that is no longer needed is printed, so
that somebody removes it."""

import fnmatch
from dataclasses import dataclass


@dataclass
class Difference:
    suite: str
    test: str  # a pattern of the shell, as `mode`
    reason: str
    mode: str = "*"
    gpu: str = "*"
    used: int = 0

    def covers(self, suite, test, mode, gpu):
        return self.suite == suite and all(
            fnmatch.fnmatchcase(name, pattern) for name, pattern in [(test, self.test), (mode, self.mode), (gpu, self.gpu)])


KNOWN: list[Difference] = [
    Difference("piglit_compute", "*/arb_shader_clock/execution/clock*",
               "the time register counts the instructions of a thread: it starts anew with each, and results stay the same"),
    Difference("piglit_compute", "*/nv_shader_atomic_float/execution/shared-*",
               "skipped: Gen9 cannot add floats atomically, so Mesa does not offer it"),
    Difference("piglit", "*/execute/calls-struct.cl*",
               "Intel's compiler hands a structure that is passed by value to a function without copying it: docs/record/errata.md"),
    Difference("piglit", "*/execute/global-offset.cl*",
               "on Skylake Intel's compiler reads what lies behind the three offsets for get_global_offset(3): docs/record/errata.md"),
    Difference("piglit", "*/execute/amdgcn-f16-inline-immediates.cl: add integer 64",
               "built with -cl-denorms-are-zero, the program wants a denormal all the same"),
    Difference("piglit", "*/build/vector-data-types.cl",
               "the program declares variables of type double, which Tiger Lake does not have", gpu="tgl"),
]


def reason_for(suite, test, mode, gpu):
    for row in KNOWN:
        if row.covers(suite, test, mode, gpu):
            row.used += 1
            return row.reason
    return None


def unneeded(suites, gpu):
    return [row for row in KNOWN if row.suite in suites and fnmatch.fnmatchcase(gpu, row.gpu) and row.used == 0]
