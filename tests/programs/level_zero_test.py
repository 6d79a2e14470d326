#!/usr/bin/python3
"""The conformance tests of level-zero-tests (oneapi-src), which Debian does not have, on Eugene by Intel's driver.

    level_zero_test.py EUGENE [--directory DIR] [--gpu GPU] [--only TEXT] [--verbose]

DIR is a build of them (EUGENE_LZT): each program test_* below it runs in its own directory. A test that fails has a reason
in REASONS, or is unexplained. Exit status: 1 where one is.
"""
import argparse
import fnmatch
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

UNKNOWN = "did not report"
# Program and test, as shell patterns, and why it fails. Tests of a program that ends early did not report.
WAITS = "an immediate list of this driver waits for its work in the call that appends it, and the test lets the work go on only after that"
LATER = "calls zeCommandListHostSynchronize, which came with Level Zero 1.6: Debian 12 has a driver of 1.3"
REASONS = [
    ("test_barrier", "*ContextSystemBarrierTests*", "the driver answers ZE_RESULT_ERROR_UNSUPPORTED_FEATURE"),
    ("test_barrier", "*Immediate*AppendingBarrierWith*WaitEvents*", WAITS),
    ("test_barrier", "*Immediate*AppendingBarrierWithEvents*", WAITS),
    ("test_barrier", "*Immediate*AppendingMemoryRangesBarrier*WaitEvents*", WAITS),
    ("test_barrier", "*Immediate*WaitsForEventsWhenHostAndCommandListSendSignals*", WAITS),
    ("test_barrier", "*GivenEventSignaledWhenImmediate*", LATER),
    ("test_barrier", "TestKernelWithBarrier*/[135]", LATER),
    ("test_cmdlist", "*GivenImmediateCommandListWhenAppendWaitOnEventsThenSuccessIsReturned*", WAITS),
    ("test_context", "*ImmediateCmdList*", LATER),
    ("test_module", "zeModuleCreateTests.*Global*Pointer*", "zeModuleGetGlobalPointer of this driver answers ZE_RESULT_ERROR_INVALID_ARGUMENT"),
    ("test_module", "zeModuleCreateTests.*SpecConstants*", "zeModuleCreate of this driver answers ZE_RESULT_ERROR_MODULE_BUILD_FAILURE"),
    ("test_module", "zeModuleCreateTests.*CallToKernelWithFunctionPointerSucceeds",
     "zeModuleGetFunctionPointer of this driver answers ZE_RESULT_ERROR_INVALID_FUNCTION_NAME"),
    ("test_driver", "zeDriverGetLastErrorDescription.*", "calls a function of that name, which came with Level Zero 1.6"),
]


def programs(directory):
    return sorted(each for each in directory.rglob("test_*") if each.is_file() and os.access(each, os.X_OK) and "helper" not in each.name)


def listed(eugene, gpu, program):
    """The names of the program's tests. In a suite with parameters, the number of the parameter is part of the name."""
    done = subprocess.run([eugene, "run", "--gpu", gpu, "--", program, "--gtest_list_tests"], cwd=program.parent, capture_output=True, text=True,
                          timeout=60, check=False)  # the programs look for a driver even for that
    suite, found = "", []
    for line in done.stdout.splitlines():
        if line.startswith("  DISABLED_"):  # gtest does not run these
            continue
        if line.startswith("  "):
            found.append(suite + line.split("#")[0].strip())
        elif line.split("#")[0].strip().endswith("."):
            suite = line.split("#")[0].strip()
    return found


def run_once(command, directory, results, silence):
    """Runs the tests and stores their results. The last result may also be that the test ended the program, or did not
    end."""
    output = Path(directory, "output")
    with output.open("wb") as file:
        process = subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT, start_new_session=True, cwd=command[-2].parent)
    size, since = 0, time.monotonic()
    while process.poll() is None and time.monotonic() - since < silence:
        time.sleep(0.1)
        if output.stat().st_size != size:
            size, since = output.stat().st_size, time.monotonic()
    ended = process.poll() is not None
    if not ended:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    running = None
    for line in output.read_text(errors="replace").splitlines():
        if line.startswith("[ RUN      ] "):
            running = line.removeprefix("[ RUN      ] ").strip()
        for words, result in ("[       OK ] ", "passed"), ("[  SKIPPED ] ", "skipped"), ("[  FAILED  ] ", "failed"):
            test = line.removeprefix(words).split(" (")[0].split(",")[0].strip()
            if line.startswith(words) and test in results:
                results[test], running = result, None
    if running:
        results[running] = "ended the program" if ended else "did not end"
    return running is not None


def run(eugene, gpu, program, only, silence):
    """The result of each test. After a test that ends the program, or does not end, the other tests run in another
    process."""
    results = dict.fromkeys((each for each in listed(eugene, gpu, program) if only in each), UNKNOWN)
    with TemporaryDirectory(prefix="level-zero-") as directory:
        flags = Path(directory, "flags")
        while left := [test for test, result in results.items() if result == UNKNOWN]:
            flags.write_text("--gtest_filter=" + ":".join(left) + "\n")
            if not run_once([eugene, "run", "--gpu", gpu, "--", program, f"--gtest_flagfile={flags}"], directory, results, silence):
                break
    return results


def reason_for(program, test):
    return next((why for where, pattern, why in REASONS if where == program and fnmatch.fnmatchcase(test, pattern)), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("eugene", type=os.path.abspath)
    parser.add_argument("--directory", default=os.environ.get("EUGENE_LZT"), metavar="DIR")
    parser.add_argument("--gpu", default="skl")
    parser.add_argument("--silence", type=float, default=60, metavar="SECONDS", help="after which a test that prints nothing is stopped")
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
        results = run(arguments.eugene, arguments.gpu, program, only, arguments.silence)
        counts = Counter(results.values())
        told = []
        for test, result in results.items():
            reason = reason_for(program.name, test) if result not in ("passed", "skipped") else None
            if result not in ("passed", "skipped") and reason is None:
                unexplained += 1
                told.append(f"    {test}: {result}")
            elif reason and arguments.verbose:
                told.append(f"    {test}: {result} ({reason})")
        unexplained += not results  # a program without tests has not shown anything
        print(f"{program.name}: " + ", ".join(f"{count} {what}" for what, count in sorted(counts.items())), *told, sep="\n", flush=True)
    print(f"{unexplained} unexplained" if unexplained else "all failures are explained")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
