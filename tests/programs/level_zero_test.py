#!/usr/bin/python3
"""The conformance tests of level-zero-tests (oneapi-src), which Debian does not have, on Eugene by Intel's driver.

    level_zero_test.py EUGENE [--directory DIR] [--gpu GPU] [--only TEXT] [--verbose]

DIR is a build of them (EUGENE_LZT): each program test_* below it runs in its own directory. A test that fails has a reason
in REASONS, or is unexplained. Exit status: 1 where one is.
"""
import argparse
import fnmatch
import os
import subprocess
import sys
import xml.etree.ElementTree as xml
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

LONGEST = 900  # seconds of a program
# Program and test, as shell patterns, and why it fails. Tests of a program that ends early did not report.
REASONS = []


def programs(directory):
    return sorted(each for each in directory.rglob("test_*") if each.is_file() and os.access(each, os.X_OK) and "helper" not in each.name)


def listed(program):
    """The tests that the program has; those of a suite with parameters have the parameter's number in their name."""
    done = subprocess.run([program, "--gtest_list_tests"], cwd=program.parent, capture_output=True, text=True, timeout=60, check=False)
    suite, found = "", []
    for line in done.stdout.splitlines():
        if line.startswith("  "):
            found.append(suite + line.split("#")[0].strip())
        elif line.split("#")[0].strip().endswith("."):
            suite = line.split("#")[0].strip()
    return found


def run(eugene, gpu, program, only):
    """What became of each test: passed, skipped, failed, or that it did not report."""
    tests = [each for each in listed(program) if only in each]
    results = dict.fromkeys(tests, "did not report")
    with TemporaryDirectory(prefix="level-zero-") as directory:
        report = Path(directory, "report.xml")
        command = [eugene, "run", "--gpu", gpu, "--", program, f"--gtest_output=xml:{report}"]
        if only:
            command.append(f"--gtest_filter=*{only}*")
        try:
            done = subprocess.run(command, cwd=program.parent, capture_output=True, text=True, errors="replace", timeout=LONGEST, check=False)
            text = done.stdout + done.stderr
        except subprocess.TimeoutExpired as late:
            text = (late.stdout or b"").decode(errors="replace")
        for words, result in ("[       OK ] ", "passed"), ("[  SKIPPED ] ", "skipped"), ("[  FAILED  ] ", "failed"):
            for line in text.splitlines():
                if line.startswith(words) and (test := line[len(words):].split(" (")[0].split(",")[0].strip()) in results:
                    results[test] = result
        if report.exists():
            for case in xml.parse(report).iter("testcase"):
                if case.find("skipped") is not None:
                    results[f"{case.get('classname')}.{case.get('name')}"] = "skipped"
    return results


def reason_for(program, test):
    return next((why for where, pattern, why in REASONS if where == program and fnmatch.fnmatchcase(test, pattern)), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("eugene", type=os.path.abspath)
    parser.add_argument("--directory", default=os.environ.get("EUGENE_LZT"), metavar="DIR")
    parser.add_argument("--gpu", default="skl")
    parser.add_argument("--only", default="", metavar="TEXT", help="only programs and tests whose names hold it")
    parser.add_argument("--verbose", action="store_true", help="name the tests whose failure has a reason, too")
    arguments = parser.parse_args()
    if not arguments.directory:
        print("level-zero-tests NOT RUN: no build was named (--directory DIR, or EUGENE_LZT=DIR)")
        return 0
    found = programs(Path(arguments.directory).resolve())
    unexplained = 0 if found else 1
    for program in found:
        only = "" if arguments.only in program.name else arguments.only
        results = run(arguments.eugene, arguments.gpu, program, only)
        counts = Counter(results.values())
        told = []
        for test, result in results.items():
            reason = reason_for(program.name, test) if result not in ("passed", "skipped") else None
            if result not in ("passed", "skipped") and reason is None:
                unexplained += 1
                told.append(f"    {test}: {result}")
            elif reason and arguments.verbose:
                told.append(f"    {test}: {result} ({reason})")
        print(f"{program.name}: " + ", ".join(f"{count} {what}" for what, count in sorted(counts.items())), *told, sep="\n", flush=True)
    print(f"{unexplained} unexplained" if unexplained else "all failures are explained")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
