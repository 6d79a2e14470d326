#!/usr/bin/env python3
"""`eugene run --check`: kernels made from reports of wrong ones (`reported/*.cl`), and the same kernels repaired.

    reported_test.py EUGENE [--directory DIR] [--only NAME] [--gpu GPU]... [--tier TIER]... [--verbose]

Each file says what is right: `expect` has the ids of which one has to be found, at a line with `//@`, or `hint`; `unoptimised`
the same for a build without optimisations, where it differs; `run` the kernel, its sizes and its arguments. An argument is a buffer
(`r=u4`: 4 bytes that nothing has written, `z`: of zeros, `m`: of the numbers 0, 1, ..., `null`), local memory (`=L128`), or a
number. `bad:` and `fixed:` mark what the wrong and the repaired kernel (-DFIXED) get.
"""
import argparse
import json
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import python, run  # noqa: E402

TIERS = {"default": [], "interpreted": ["--interpret"], "compiled": ["--jit"]}
BUILDS = {"optimised": [], "unoptimised": ["--unoptimised"]}

LAUNCH = """
import sys, numpy, pyopencl as cl
file, options, name, total, group, *arguments = sys.argv[1:]
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
flags = cl.mem_flags
kernel = cl.Kernel(cl.Program(context, open(file).read()).build(options.split()), name)
buffers = []
def value_of(text):
    _, _, what = text.rpartition("=")
    if what == "null":
        return None
    if what.isdigit():
        return numpy.int32(what)
    size = int(what[1:])
    if what[0] == "L":
        return cl.LocalMemory(size)
    if what[0] == "u":
        buffer = cl.Buffer(context, flags.READ_WRITE, size)
    else:
        numbers = numpy.arange(size, dtype="i4") if what[0] == "m" else numpy.zeros(size, "i4")
        buffer = cl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=numbers.tobytes()[:size])
    buffers.append((buffer, size))
    return buffer
kernel.set_args(*map(value_of, arguments))
cl.enqueue_nd_range_kernel(queue, kernel, (int(total),), (int(group),))
for buffer, size in buffers:
    cl.enqueue_copy(queue, numpy.empty(size, "u1"), buffer)
queue.finish()
"""


class Report:
    def __init__(self, path):
        self.path = path
        text = path.read_text()
        heads = dict(re.findall(r"^// (\w+): (.*)$", text, re.M))
        self.expected = {build: set(heads.get(build, heads["expect"]).split()) for build in BUILDS}
        self.words = heads["run"].split()
        self.lines = {number for number, line in enumerate(text.splitlines(), 1) if "//@" in line}

    def command(self, is_fixed):
        form, other = ("fixed:", "bad:") if is_fixed else ("bad:", "fixed:")
        words = [word.removeprefix(form) for word in self.words if not word.startswith(other)]
        return [*python(LAUNCH), self.path, "-DFIXED" if is_fixed else "", *words]


def findings_of(report, is_fixed, gpu, options):
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "findings.json"
        done, _ = run(ARGUMENTS.eugene, "run", "--gpu", gpu, "--check", "--check-json", file, *options, "--",
                      *report.command(is_fixed))
        if ARGUMENTS.verbose:
            print(done.stderr, flush=True)
        return done, json.loads(file.read_text())["findings"]


class Reported(unittest.TestCase):
    def check(self, report, gpu, tier, build):
        options = TIERS[tier] + BUILDS[build]
        done, found = findings_of(report, True, gpu, options)
        self.assertEqual((done.returncode, found), (0, []), done.stderr)
        done, found = findings_of(report, False, gpu, options)
        expected = report.expected[build]
        if expected == {"hint"}:
            self.assertEqual((done.returncode, found), (0, []), done.stderr)
            return self.assertRegex(done.stderr, r"(?m)^eugene: hint: kernel \w+, .*:\d+: a private array is indexed by a value")
        at = {(each["id"], site["source"]["line"]) for each in found for site in each["sites"] if "source" in site}
        self.assertTrue(at & {(each, line) for each in expected for line in report.lines}, done.stderr)
        self.assertEqual(done.returncode, 4, done.stderr)

    def test_each(self):
        for path in sorted(ARGUMENTS.directory.glob("*.cl")):
            if ARGUMENTS.only not in path.stem:
                continue
            report = Report(path)
            for gpu in ARGUMENTS.gpu or ("skl", "bxt"):
                for tier, build in ((tier, build) for tier in ARGUMENTS.tier or TIERS for build in BUILDS):
                    with self.subTest(path.stem, gpu=gpu, tier=tier, build=build):
                        self.check(report, gpu, tier, build)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("eugene")
    parser.add_argument("--directory", type=Path, default=Path(__file__).parent / "reported")
    parser.add_argument("--only", default="")
    parser.add_argument("--gpu", action="append")
    parser.add_argument("--tier", action="append", choices=TIERS)
    parser.add_argument("--verbose", action="store_true")
    ARGUMENTS = parser.parse_args()
    unittest.main(argv=sys.argv[:1], verbosity=2)
