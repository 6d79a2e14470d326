#!/usr/bin/python3
"""Whole suites of other people's programs, on Eugene in each tier and on the host's processor.

    programs_test.py EUGENE [--suite NAME]... [--mode MODE]... [--only TEXT] [--sample N] [--seed N] [--cts DIR]
                     [--deqp DIR] [--npm DIR] [--verbose]

A test that passes on the reference (PoCL, llvmpipe) has to pass on Eugene, or its difference has a reason in
differences.py. Of the suites of pictures, which are large, a random sample is run. Exit status: 0 where all differences are explained, 1 where one is not. What could not be run is said.
"""
import argparse
import datetime
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import differences
from draw_suites import DeqpGles2, PiglitGl, PiglitShader
from launcher import MODES, REFERENCE, Launcher
from suites import PASSED, SKIPPED, C11Atomics, Compyle, Piglit, PiglitCompute, Sasmodels, StarPU
from webgpu_suites import Dawn, Deno


def results_of(suite, mode, arguments, compiled):
    launcher = Launcher(mode, arguments, compiled)
    try:
        return suite.run(launcher)
    finally:
        launcher.close()


class Judgement:
    """A suite in one mode, beside its reference."""

    def __init__(self, suite, mode, gpu, have, want):
        self.gpu = gpu
        self.passed, self.skipped, self.alike, self.known, self.unexplained = [], [], [], [], []
        for test in sorted({*have, *want}):
            self.judge(suite, test, mode, have.get(test, "did not report"), want.get(test))

    def judge(self, suite, test, mode, have, want):
        beside = f"{suite.reference}: {want or 'did not report'}"
        if have == PASSED:
            self.passed.append(test)
        elif have == SKIPPED and want in (SKIPPED, None):
            self.skipped.append(test)
        elif reason := differences.reason_for(suite.name, test, mode, self.gpu):
            self.known.append((test, have, reason))
        # The reference fails too, so the program is to blame. This does not excuse a fault of the GPU.
        elif want not in (PASSED, None) and "fault" not in have:
            self.alike.append((test, have, beside))
        else:
            self.unexplained.append((test, have, beside))

    def summary(self):
        counts = [(self.passed, "passed"), (self.skipped, "skipped"), (self.alike, "fail on the reference too"),
                  (self.known, "known differences"), (self.unexplained, "UNEXPLAINED")]
        return ", ".join(f"{len(tests)} {what}" for tests, what in counts if tests) or "nothing ran"


def run_suite(suite, arguments):
    """The number of unexplained differences."""
    missing = suite.missing()
    if missing:
        print(f"{suite.name:14} NOT RUN: {missing}", flush=True)
        return 0
    modes = arguments.mode or list(suite.modes)
    with tempfile.TemporaryDirectory(prefix="eugene-compiled-") as compiled, ThreadPoolExecutor(arguments.jobs) as pool:
        futures = {mode: pool.submit(results_of, suite, mode, arguments, compiled) for mode in [REFERENCE, *modes]}
    want = futures[REFERENCE].result()
    print(f"{suite.name:14} {suite.reference:10} {sum(v == PASSED for v in want.values())} of {len(want)} passed", flush=True)
    unexplained = 0
    for mode in modes:
        judged = Judgement(suite, mode, arguments.gpu, futures[mode].result(), want)
        print(f"{suite.name:14} {mode:10} {judged.summary()}", flush=True)
        # A suite in which no test passes has shown nothing: that counts as unexplained.
        unexplained += len(judged.unexplained) + (not judged.passed)
        told = judged.unexplained + judged.known + (judged.alike if arguments.verbose else [])
        for test, verdict, why in told:
            print(f"    {test}: {verdict} ({why})", flush=True)
    return unexplained


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("eugene", type=os.path.abspath)
    parser.add_argument("--suite", action="append", help="only this one; may be repeated")
    parser.add_argument("--mode", action="append", choices=list(MODES), help="only this tier; may be repeated")
    parser.add_argument("--only", default="", metavar="TEXT", help="only programs of a suite whose names hold it")
    parser.add_argument("--gpu", default="skl", help="skl (default) has what the suites want of OpenCL 2")
    parser.add_argument("--cts", default=os.environ.get("EUGENE_CTS"), metavar="DIR", help="a build of OpenCL-CTS")
    parser.add_argument("--deqp", default=os.environ.get("EUGENE_DEQP"), metavar="DIR",
                        help="sources of VK-GL-CTS with a build of deqp-gles2 in them")
    parser.add_argument("--sample", type=int, default=300, help="tests of a suite of pictures")
    parser.add_argument("--seed", type=int, default=int(datetime.date.today().strftime("%Y%m%d")),
                        help="of the sample (default: the date)")
    parser.add_argument("--npm", default=os.environ.get("EUGENE_NPM"), metavar="DIR", help="where `npm install webgpu deno` was run")
    parser.add_argument("--jobs", type=int, default=1, help="modes to run at the same time")
    parser.add_argument("--time-scale", type=float, default=1, help="factor of all times allowed, for busy machines")
    parser.add_argument("--verbose", action="store_true", help="name the tests that fail on the reference too")
    arguments = parser.parse_args()
    suites = [Sasmodels(), Compyle(), StarPU(), Piglit(), PiglitCompute(), PiglitGl(), PiglitShader(),
              DeqpGles2(arguments.deqp), C11Atomics(arguments.cts), Dawn(arguments.npm), Deno(arguments.npm)]
    names = [suite.name for suite in suites]
    for name in set(arguments.suite or []) - set(names):
        parser.error(f"no suite {name}; there are {', '.join(names)}")
    wanted = [suite for suite in suites if not arguments.suite or suite.name in arguments.suite]
    unexplained = sum(run_suite(suite, arguments) for suite in wanted)
    if not arguments.mode and not arguments.only:
        for row in differences.unneeded([suite.name for suite in wanted if not suite.missing()], arguments.gpu):
            print(f"not needed any more: {row.suite} {row.test} {row.mode} {row.gpu} ({row.reason})")
    print(f"{unexplained} unexplained differences" if unexplained else "all differences are explained")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
