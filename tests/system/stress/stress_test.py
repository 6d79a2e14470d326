#!/usr/bin/env python3
"""Many processes at once that are hard on the kernel's interface (i915_stress.cpp), for so many seconds.

    stress_test.py EUGENE I915_STRESS [--processes 4] [--seconds 5] [--seed 1]
"""
import argparse
import itertools
import re
import subprocess
import sys
import threading
import time

STEPS = "200"

parser = argparse.ArgumentParser()
parser.add_argument("eugene")
parser.add_argument("stress")
parser.add_argument("--processes", type=int, default=4)
parser.add_argument("--seconds", type=float, default=5)
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()

seeds = itertools.count(options.seed)
failures = []
end = time.monotonic() + options.seconds


def run():
    # Each thread runs at least one program, however slow the host is.
    while True:
        seed = next(seeds)
        gpu = ("bxt", "skl")[seed % 2]
        done = subprocess.run([options.eugene, "run", "--gpu", gpu, "--", options.stress, str(seed), STEPS],
                              capture_output=True, text=True, timeout=200)
        # Its batches have no kernels.
        said = re.sub(r"^eugene run: .* ran no kernel on it in \d+ requests\n$", "", done.stderr)
        if (done.returncode, said) != (0, ""):
            failures.append(f"seed {seed} on {gpu} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        if failures or time.monotonic() >= end:
            return


threads = [threading.Thread(target=run) for _ in range(options.processes)]
for each in threads:
    each.start()
for each in threads:
    each.join()
print(f"{next(seeds) - options.seed} runs, {len(failures)} failed")
print("\n".join(failures), end="")
sys.exit(1 if failures else 0)
