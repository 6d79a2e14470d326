"""Whose findings belong to whom: the plugin of pytest collects those of the machines that a test makes."""
from __future__ import annotations

from dataclasses import dataclass, field

from ._native import Finding


@dataclass
class Checks:
    """What machines are checked for that say nothing of it, and what is found in them."""
    check: str
    findings: list[Finding] = field(default_factory=list)


@dataclass
class Current:
    """Those of the test that runs, for machines that any of its threads makes."""
    checks: Checks | None = None


current = Current()
