#!/usr/bin/env python3
"""Random cases of pages of the vISA manual, with what their pseudo-code says must come out, executed by `eugene exec`.

    visa_pages_test.py EUGENE [--cases N] [--seed S] [--only PAGE] [--keep DIRECTORY] [--jit]

The models (visa_pages_memory.py, visa_pages_compute.py) are written from the pages alone. Cases are spread evenly over the
pages; the files of a run with differences are kept where --keep says.
"""
import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import visa_pages_compute
import visa_pages_groups
import visa_pages_lsc
import visa_pages_memory
import visa_pages_rules
import visa_pages_sampler

MOST_IN_FILE = 50


def text_of(page, cases):
    lines = [f"// platform: {page.platform}" if page.platform else "// vISA manual", ".version 4.1", '.kernel "k"']
    lines += [f".decl {each}" for each in page.declarations]
    lines += [f".input {each}" for each in page.inputs]
    lines += [f'.kernel_attr Target="cm"', '.function "k_0"', "k_0:"]
    for number, (directives, code) in enumerate(cases):
        lines += ["", f"// case {page.name} {number}", *(f"// {each}" for each in directives), *(f"  {each}" for each in code)]
    return "\n".join(lines) + "\n"


def executed(given, directory, page, cases):
    """Returns how many of `cases` have other results."""
    differ = 0
    for first in range(0, len(cases), MOST_IN_FILE):
        file = directory / f"{page.name.replace(' ', '_')}_{page.platform}_{first}.visaasm"
        file.write_text(text_of(page, cases[first:first + MOST_IN_FILE]))
        command = [given.eugene, "exec", *(["--jit"] if given.jit else []), "--budget", "1000000", str(file)]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode != 0:
            differ += max(1, sum(line.endswith(" failed") and ": case " in line for line in run.stderr.splitlines()))
            print(f"{file}:\n" + "\n".join(run.stderr.splitlines()[:12]))
    return differ


def checked(given, directory, page, cases):
    """Returns how many of `cases` are judged differently, or for another line."""
    places = {}
    for number, (lines, forbidden, *severity) in enumerate(cases):
        file = directory / f"rules_{page.name}_{page.platform}_{number}.visaasm"
        text, first = visa_pages_rules.text_of(page, lines)
        file.write_text(text)
        places[str(file)] = lines, {} if forbidden is None else {first + forbidden: (severity or ["error"])[0]}
    run = subprocess.run([given.eugene, "check", "--json", "--files-from", "-"], input="\n".join(places) + "\n", capture_output=True, text=True)
    reports = json.loads(run.stdout)
    reports = reports if isinstance(reports, list) else [reports]
    differ = len(places) - len(reports)
    for report in reports:
        lines, problems = places[report["file"]]
        said = {p["line"]: p["severity"] for p in sorted(report["problems"], key=lambda p: p["severity"] == "error")}  # the worst of a line
        if said != problems:
            differ += 1
            print(f"{report['file']}: {problems or 'allowed'}: {lines}\n  {report['problems'][:1] or 'accepted'}")
    return differ


def main():
    options = argparse.ArgumentParser()
    options.add_argument("eugene")
    options.add_argument("--cases", type=int, default=5000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only")
    options.add_argument("--keep", type=Path)
    options.add_argument("--jit", action="store_true")
    given = options.parse_args()
    modules = (visa_pages_memory, visa_pages_compute, visa_pages_lsc, visa_pages_groups, visa_pages_sampler)
    pages = [(p, executed) for module in modules for p in module.PAGES]
    pages += [(p, checked) for p in visa_pages_rules.PAGES]
    pages = [(p, run) for p, run in pages if given.only in (None, p.name)]
    if not pages:
        sys.exit(f"there is no page {given.only}")
    pick = random.Random(given.seed)
    failed = done = 0
    with tempfile.TemporaryDirectory() as scratch:
        directory = given.keep or Path(scratch)
        directory.mkdir(parents=True, exist_ok=True)
        for number, (page, run) in enumerate(pages):
            count = given.cases * (number + 1) // len(pages) - given.cases * number // len(pages)
            cases = [page.case(pick) for _ in range(count)]
            differ = run(given, directory, page, cases)
            print(f"{page.name} {page.platform or 'skl'}: {count} cases {run.__name__}, {differ} differ")
            failed += differ
            done += count
    print(f"{done} cases, {failed} differ")
    return 1 if failed or done == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
