#!/usr/bin/env python3
"""Runs the OpenCL suite with its kernels preempted again and again, by the system routine that Intel's driver installs:
slow_test.py EUGENE SUITE [PREEMPTIONS [GROUP...]]. The suite compares every result with the host's. Each group of tests runs
interpreted and compiled on Apollo Lake and Skylake, every time with other places of preemption, until its walkers have been
preempted that often (100,000 together, if not said), or until more runs do not help. GROUP: only these, with their share."""
import json
import subprocess
import sys

MOST_RUNS = 20  # of a group that is hardly ever preempted


def groups(eugene, suite, gpu):
    text = subprocess.run([eugene, "run", "--gpu", gpu, "--", suite, "--gtest_list_tests"], capture_output=True,
                          text=True, check=True).stdout
    return [line.rstrip(".") for line in text.splitlines() if line.endswith(".")]


def run(eugene, suite, gpu, tier, group, instructions):
    done = subprocess.run([eugene, "run", "--no-cache", "--gpu", gpu, *tier, "--preempt-instructions", str(instructions),
                           "--stats=json", "--", suite, f"--gtest_filter={group}.*"], capture_output=True, text=True)
    lines = [line for line in done.stderr.splitlines() if line.startswith("{")]
    stats = json.loads(lines[-1]) if lines else {}
    return done.returncode, stats.get("preemptions", 0), stats.get("kernels", [])


def main():
    eugene, suite = sys.argv[1:3]
    wanted = int(sys.argv[3]) if len(sys.argv) > 3 else 100_000
    total, failed, names = 0, [], set()
    work = [(gpu, tier, group) for gpu in ("bxt", "skl") for tier in (["--interpret"], ["--jit"])
            for group in groups(eugene, suite, gpu)]
    share = wanted // len(work)
    if sys.argv[4:]:
        work = [each for each in work if each[2] in sys.argv[4:]]
    for gpu, tier, group in work:
        so_far = 0
        for turn in range(MOST_RUNS):
            status, preemptions, kernels = run(eugene, suite, gpu, tier, group, 7 + 13 * turn)
            so_far += preemptions
            names |= {(gpu, kernel["file"]) for kernel in kernels}
            if status != 0:
                failed.append((gpu, tier[0], group, 7 + 13 * turn))
            if status != 0 or so_far >= share:
                break
        total += so_far
        print(f"{gpu} {tier[0]} {group}: {so_far} preemptions{', FAILED' if status != 0 else ''}", flush=True)
    print(f"{len(names)} kernels, {total} preemptions, {len(failed)} failed")
    for each in failed:
        print("failed:", *each)
    return 1 if failed or total < share * len(work) else 0


if __name__ == "__main__":
    sys.exit(main())
