#!/usr/bin/python3
"""Oclgrind's own tests of its checks, under `eugene run --check`: which of the errors they expect are found.

    oclgrind_test.py EUGENE [--directory DIR] [--only TEXT] [--checks KINDS] [--json FILE] [--verbose]

DIR is `tests/kernels` of Oclgrind's sources (EUGENE_OCLGRIND). Each test runs as the compiler makes it and without
optimisations, as under Oclgrind; an error counts as found if one of the two finds its kind in the test. An extra finding is one
of a kind that the test does not expect. REASONS says why an error is not found, or an extra one is no mistake. Exit status: 1
where that is not said, or a test does not run.
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

import oclgrind_sim

LAUNCH = Path(__file__).parent / "oclgrind_launch.py"
BUILDS = {"optimised": [], "unoptimised": ["-cl-opt-disable"]}

BEYOND = "reads beyond a buffer give zeros, which are defined; the access itself is reported"
# (test, kind): why the two differ.
REASONS = {
    ("async_copy/async_copy_divergent", "init"): "the work-item that copies one element reads another, which nothing has written",
    ("memcheck/atomic_out_of_bounds", "init"): BEYOND,
    ("memcheck/dereference_null", "init"): BEYOND,
    ("memcheck/read_out_of_bounds", "init"): BEYOND,
    ("async_copy/async_copy_unwaited", "race.global"): "the copy that nobody waits for reads what the kernel writes",
}


def kind_of(finding):
    """The kind of a finding, as oclgrind_sim.py names it: the whole id for races (global or local memory), two ids that
    Oclgrind counts otherwise, and for all others the part before the point."""
    kind = {"sync.event": "async", "memory.private": "array"}.get(finding["id"], finding["id"].partition(".")[0])
    return finding["id"] if kind == "race" else kind


def findings_of(path, build, arguments):
    """The kinds of the findings; or a text that says what went wrong."""
    with tempfile.NamedTemporaryFile("r", suffix=".json") as found:
        command = [arguments.eugene, "run", f"--check={arguments.checks}", "--check-json", found.name, "--threads", "1", "--",
                   "/usr/bin/python3", "-W", "ignore", str(LAUNCH), str(path), *BUILDS[build]]
        environment = {**os.environ, "PYOPENCL_NO_CACHE": "1"}
        done = subprocess.run(command, capture_output=True, text=True, timeout=100, env=environment, check=False)
        if arguments.verbose:
            print(f"== {path.parent.name}/{path.stem} {build}: {done.returncode}\n{done.stderr}", flush=True)
        text = found.read()
        findings = json.loads(text)["findings"] if text else []
        return {kind_of(each) for each in findings}, "" if findings or done.returncode in (0, 4) else done.stderr[-200:]


def judge(path, arguments):
    want = oclgrind_sim.expected(path)
    found = {build: findings_of(path, build, arguments) for build in BUILDS}
    kinds = set().union(*(kinds for kinds, _ in found.values()))
    return {"test": f"{path.parent.name}/{path.stem}", "expected": want,
            "found": {build: sorted(kinds) for build, (kinds, _) in found.items()},
            "missing": sorted(set(want) - kinds), "extra": sorted(kinds - set(want)),
            "failed": "; ".join(error for _, error in found.values() if error)}


def differences(each):
    return [(what, kind, REASONS.get((each["test"], kind))) for what in ("missing", "extra") for kind in each[what]]


def report(results, checks):
    totals = {name: Counter(kind for each in results for kind in each[name]) for name in ("expected", "missing", "extra")}
    print(f"{'kind':14}{'expected':>9}{'found':>9}{'extra':>9}")
    for kind in sorted(set().union(*totals.values())):
        expected, missing, extra = (totals[name][kind] for name in ("expected", "missing", "extra"))
        print(f"{kind:14}{expected:9}{expected - missing:9}{extra:9}")
    unexplained = 0
    for each in results:
        for what, kind, reason in differences(each):
            is_asked = what == "extra" or kind not in ("init", "float") or kind in checks
            unexplained += is_asked and reason is None
            print(f"{each['test']}: {what} {kind}: {reason or ('UNEXPLAINED' if is_asked else 'not looked for')}")
        if each["failed"]:
            unexplained += 1
            print(f"{each['test']}: FAILED: {each['failed']}")
    return unexplained


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("eugene")
    parser.add_argument("--directory", default=os.environ.get("EUGENE_OCLGRIND"), metavar="DIR")
    parser.add_argument("--only", default="", metavar="TEXT")
    parser.add_argument("--checks", default="memory,init,race,sync,align", metavar="KINDS")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    if not arguments.directory:
        print("NOT RUN: no tests of Oclgrind were named (--directory DIR, or EUGENE_OCLGRIND=DIR)")
        return 0
    paths = [path for path in sorted(Path(arguments.directory).glob("*/*.sim")) if arguments.only in str(path)]
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda path: judge(path, arguments), paths))
    unexplained = report(results, arguments.checks.split(","))
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(results, indent=1))
    return 1 if unexplained or not results else 0


sys.exit(main())
