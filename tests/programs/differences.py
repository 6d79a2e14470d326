"""Tests that Eugene is known to fail where PoCL passes, and why. A row without need is told, so that it gets removed."""

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


KNOWN: list[Difference] = []


def reason_for(suite, test, mode):
    for row in KNOWN:
        if row.covers(suite, test, mode):
            row.used += 1
            return row.reason
    return None


def unneeded(suites):
    return [row for row in KNOWN if row.suite in suites and row.used == 0]
