"""Profiles of launches, added up."""
from __future__ import annotations

from typing import Any

import numpy as np

from ._native import Run


def by_line(run: Run) -> np.ndarray[Any, np.dtype[np.void]]:
    """The records of run.profile added up by source line, the most cycles first. Line 0 has the records of instructions
    without a line.

    `offset` is that of the first instruction of the line.
    """
    lines, first, of = np.unique(run.profile["line"], return_index=True, return_inverse=True)
    sums = run.profile[first].copy()
    for name in run.profile.dtype.names or ():
        if name not in ("offset", "line"):
            sums[name] = 0
            np.add.at(sums[name], of, run.profile[name])
    return sums[np.argsort(-(sums["issue"] + sums["stalled"]).astype("i8"), kind="stable")]
