#!/usr/bin/python3
"""GPUVerify's test suite and benchmarks under `eugene run --check=race,sync`: kernels with a verdict.

    gpuverify_test.py EUGENE DIRECTORY... [--only TEXT] [--json FILE] [--verbose]

Each `*.cl` in the directories begins with `//pass` or `//xfail`, and sizes. One with `pass` has no race and no divergent barrier
whatever its buffers hold, so that each finding in it is to be explained. Of the others GPUVerify only says that it cannot show
this. EXPLAINED says why findings in kernels with `pass` are none of ours. Exit status 1: one is not there.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LAUNCH = Path(__file__).parent / "gpuverify_launch.py"
BATCH = 12
# Why the differences are no mistakes: a part of the file's text or of its path, and the reason.
EXPLAINED = {
    "--only-intra-group": "GPUVerify was told not to look for races between groups",
    "--warp-sync": "the lock step of a warp, which OpenCL does not promise",
    "--only-divergence": "GPUVerify was told not to look for races",
    "/checkArrays": "GPUVerify was told to look at one of the arrays",
    "__assume(": "what the proof assumes does not hold",
    "BinarySearch/kernel2": "what the proof assumes, sorted keys, does not hold",
    "normalize_weights_single": "a race: one group reads what the others write, and a barrier orders no groups",
    "devicememory/write": "a race: the addresses wrap around, so that work-items write the same elements",
}


def run(arguments, paths):
    """Runs the programs. For each: how it ended, and the ids of the findings."""
    results = []
    while paths:
        with tempfile.NamedTemporaryFile("r", suffix=".json") as found:
            command = [arguments.eugene, "run", "--check=race,sync", "--check-json", found.name, "--timeout", "20", "--",
                       "/usr/bin/python3", "-W", "ignore", str(LAUNCH), *map(str, paths)]
            environment = {**os.environ, "PYOPENCL_NO_CACHE": "1"}
            done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=environment, check=False)
            if arguments.verbose:
                print(done.stderr, flush=True)
            lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
            text = found.read()
        findings = json.loads(text)["findings"] if text else []
        ended = [line for line in lines if "begins" not in line]
        for line in ended:
            mine = [each for each in findings if line["launch"] and each["launch"] == line["launch"]]
            results.append({**line, "found": mine})
        begun = [line["begins"] for line in lines if "begins" in line]
        if len(begun) > len(ended):  # the process has died
            results.append({"path": begun[-1], "launch": 0, "why": f"died with status {done.returncode}", "found": []})
        if not begun:
            sys.exit(f"gpuverify_test: {done.stderr[-500:]}")
        paths = paths[len(begun):]
    return results


def verdict(path):
    first = path.read_text(errors="replace").partition("\n")[0].lower()
    return "pass" if first.startswith("//pass") else "xfail"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("eugene")
    parser.add_argument("directories", nargs="*", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--json")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    if not arguments.directories:
        print("NOT RUN: no directory was named")
        return 0
    paths = [path for each in arguments.directories for path in sorted(each.rglob("[!_]*.cl")) if arguments.only in str(path)]
    batches = [paths[i:i + BATCH] for i in range(0, len(paths), BATCH)]
    with ThreadPoolExecutor(2) as pool:
        results = [each for batch in pool.map(lambda batch: run(arguments, batch), batches) for each in batch]
    counts, unexplained = Counter(), 0
    for each in results:
        what = verdict(Path(each["path"]))
        state = "not launched" if not each["launch"] else "found" if each["found"] else "nothing found"
        counts[what, state] += 1
        name = each["path"]
        if what == "pass" and each["found"]:
            text = Path(name).read_text(errors="replace")
            reason = next((why for part, why in EXPLAINED.items() if part in text or part in name), None)
            unexplained += reason is None
            for one in each["found"]:
                print(f"{name}: {one['id']} " + " and ".join(f"{site.get('source', {}).get('line')}: {site.get('text')}" for site in one["sites"])
                      + f": {reason or 'UNEXPLAINED'}")
        elif each["why"]:
            print(f"{name}: {each['why']}")
    for (what, state), count in sorted(counts.items()):
        print(f"{what:6} {state:14} {count}")
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(results, indent=1))
    return 1 if unexplained else 0


sys.exit(main())
