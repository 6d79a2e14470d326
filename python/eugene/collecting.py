"""Collects the findings of the machines that a test makes, for the plugin of pytest."""
from __future__ import annotations

from dataclasses import dataclass, field

from ._native import Finding


@dataclass
class Checks:
    """The default checks of a test's machines, and the findings of these machines."""
    check: str
    findings: list[Finding] = field(default_factory=list)


@dataclass
class Current:
    """The checks of the running test. They hold for machines that any of its threads makes."""
    checks: Checks | None = None


current = Current()
