"""Tests that Eugene is known to fail where the reference passes, and why. A row without need is told, so that it gets removed."""

import fnmatch
from dataclasses import dataclass


@dataclass
class Difference:
    suite: str
    test: str  # a pattern of the shell, as `mode`
    reason: str
    mode: str = "*"
    used: int = 0

    def covers(self, suite, test, mode):
        return self.suite == suite and fnmatch.fnmatchcase(test, self.test) and fnmatch.fnmatchcase(mode, self.mode)


KNOWN: list[Difference] = [
    Difference("piglit_compute", "*/arb_shader_clock/execution/clock*",
               "the time register counts the instructions of a thread: it starts anew with each, and results stay the same"),
    Difference("piglit_compute", "*/nv_shader_atomic_float/execution/shared-*",
               "skipped: Gen9 cannot add floats atomically, so Mesa does not offer it"),
]


def reason_for(suite, test, mode):
    for row in KNOWN:
        if row.covers(suite, test, mode):
            row.used += 1
            return row.reason
    return None


def unneeded(suites):
    return [row for row in KNOWN if row.suite in suites and row.used == 0]
