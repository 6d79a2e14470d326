#!/usr/bin/env python3
"""Runs the OpenCL suite with its kernels preempted again and again, by the system routine that Intel's driver installs:
slow_test.py EUGENE SUITE [--preemptions N] [--gpu NAME]... [--tier TIER]... [GROUP...]. The suite compares every result with the
host's. Each test runs interpreted and compiled on Apollo Lake and Skylake, every time with other places of preemption, until each
of its kernels has been preempted that often (1,000 times, if not said), or until more runs do not help: compiled code without a
loop or a barrier is preempted between its threads alone. GROUP: only these tests."""
import argparse
import collections
import json
import subprocess
import sys
import time

MOST_RUNS = 6  # max runs of a test whose kernels are hardly ever preempted
REPEATS = 20   # repetitions of the test in every run but the first
LATER = {"OpenCl2"}  # groups of tests that Apollo Lake's driver cannot run
KERNELS = 100  # so many kernels must be preempted --preemptions times, on each GPU and in each tier


def tests(eugene, suite, gpu):
    text = subprocess.run([eugene, "run", "--gpu", gpu, "--", suite, "--gtest_list_tests"], capture_output=True,
                          text=True, check=True).stdout
    group, found = "", []
    for line in text.splitlines():
        if line.startswith("  "):
            found.append((group, line.split("#")[0].strip()))
        elif line.split("#")[0].strip().endswith("."):
            group = line.split("#")[0].strip().rstrip(".")
    return found


def run(eugene, suite, gpu, tier, test, turn, most):
    done = subprocess.run([eugene, "run", "--no-cache", "--gpu", gpu, f"--{tier}", "--preempt-instructions",
                           str(7 + 13 * turn), "--preempt-most", str(most), "--stats=json", "--", suite,
                           f"--gtest_filter={test}", f"--gtest_repeat={REPEATS if turn else 1}"],
                          capture_output=True, text=True)
    lines = [line for line in done.stderr.splitlines() if line.startswith("{")]
    stats = json.loads(lines[-1]) if lines else {}
    return done.returncode, stats.get("preemptions", 0), stats.get("kernels", [])


def run_test(options, gpu, tier, test, counts):
    """Runs a test. Adds preemptions to `counts`, by the kernel's file. Returns whether it passed, and all preemptions."""
    total = 0
    for turn in range(MOST_RUNS):
        status, preemptions, kernels = run(options.eugene, options.suite, gpu, tier, test, turn, options.preemptions)
        total += preemptions
        for kernel in kernels:
            counts[kernel["file"]] += kernel["preemptions"]
        lacking = [kernel for kernel in kernels if counts[kernel["file"]] < options.preemptions]
        if status != 0 or not any(kernel["preemptions"] for kernel in lacking):
            break
    return status == 0, total


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("eugene")
    parser.add_argument("suite")
    parser.add_argument("--preemptions", type=int, default=1000)
    parser.add_argument("--gpu", action="append")
    parser.add_argument("--tier", action="append", choices=("interpret", "jit"))
    parser.add_argument("groups", nargs="*")
    options = parser.parse_intermixed_args()
    failed, short = [], []
    for gpu in options.gpu or ("bxt", "skl"):
        all_tests = [each for each in tests(options.eugene, options.suite, gpu)
                     if (not options.groups or each[0] in options.groups) and (gpu != "bxt" or each[0] not in LATER)]
        for tier in options.tier or ("interpret", "jit"):
            counts, total, start = collections.Counter(), 0, time.monotonic()
            for number, (group, name) in enumerate(all_tests, 1):
                passed, preemptions = run_test(options, gpu, tier, f"{group}.{name}", counts)
                total += preemptions
                if not passed:
                    failed.append((gpu, tier, f"{group}.{name}"))
                reached = sum(count >= options.preemptions for count in counts.values())
                print(f"{gpu} {tier} {number}/{len(all_tests)} {group}.{name}: {preemptions} preemptions"
                      f"{'' if passed else ', FAILED'}; {reached} of {len(counts)} kernels done, "
                      f"{time.monotonic() - start:.0f} s", flush=True)
            reached = sum(count >= options.preemptions for count in counts.values())
            print(f"{gpu} {tier}: {reached} of {len(counts)} kernels {options.preemptions} times or more, {total} preemptions",
                  flush=True)
            if reached < KERNELS and not options.groups:
                short.append((gpu, tier))
    for each in failed:
        print("failed:", *each)
    for each in short:
        print("too few kernels:", *each)
    return 1 if failed or short else 0


if __name__ == "__main__":
    sys.exit(main())
