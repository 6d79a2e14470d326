"""The launch that the tools of this directory look at: steps.cl, with a trace. Their functions take any kernel and run."""
from pathlib import Path

import eugene
import numpy as np


def launch(trace, apart=1, **options):
    """The kernel, the result of its launch, and the largest number of steps in each group."""
    gpu = eugene.Machine("skl")
    kernel = gpu.load(Path(__file__).with_name("steps.cl"), options="-g").steps
    numbers, most = gpu.array(np.arange(1, 64 * apart + 1), "i4"), gpu.zeros(2, "i4")
    run = kernel(numbers, most, eugene.local(4 * 32), apart, global_size=64, local_size=32, trace=trace, **options)
    return kernel, run, most
