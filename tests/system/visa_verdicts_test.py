#!/usr/bin/env python3
"""Which instructions `eugene check` accepts, beside those that Intel's assembler accepts.

    visa_verdicts_test.py EUGENE EVERY_FORM.visaasm [--count 2000] [--seed 1] [--list]

Instructions that GenX_IR (libigc-tools) accepts, for Broxton or, if they are later, DG2 or PVC, are changed in one thing (visa_mutations.py),
and both judge them. Where they differ a row of visa_verdicts.py must say why; a difference without a row is a failure. `--list` prints each.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from visa_mutations import DECLARATIONS, MORE, mutated  # noqa: E402
from visa_verdicts import reason  # noqa: E402

PLATFORMS = ["BXT", "DG2", "PVC"]


def instructions(every_form):
    """The instructions of a file that has every form, without those that need more declarations than DECLARATIONS."""
    body = every_form.read_text().split("\nbegin:\n")[1].split('.function "part"')[0] + MORE
    lines = [line.strip() for line in body.splitlines()]
    return [line for line in lines if line and not line.endswith(":") and not re.match(r"(FILE|LOC|lifetime|call|fccall|fcall|faddr)\b", line)]


def source(line):
    return DECLARATIONS + f"  {line}\n  ret (M1, 1)\n"


def assembler(line, platform):
    """Returns why GenX_IR refuses `line`; nothing if it makes machine code."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        (work / "k.visaasm").write_text(source(line))
        try:
            # For some instructions, GenX_IR would use all memory.
            done = subprocess.run(["prlimit", "--as=4000000000", "GenX_IR", "k.visaasm", "-platform", platform, "-binary"],
                                  cwd=work, capture_output=True, timeout=60)
        except subprocess.TimeoutExpired:
            return "does not end"
        if list(work.glob("*.dat")):
            return ""
        errors = work / "k.errors.txt"
        text = errors.read_text(errors="replace") if errors.exists() else ""
        said = (re.findall(r"Error Message: (.*)", text) or re.findall(r"^ +\* (.*)", text, re.M) or
                re.findall(r"^near line \d+: (.*)", done.stderr.decode() + done.stdout.decode(), re.M) or
                re.findall(r"^\S+:\d+ (.*)", done.stderr.decode() + done.stdout.decode(), re.M))
        if done.returncode < 0:
            return f"crashes, signal {-done.returncode}" + (f" ({said[0]})" if said else "")
        return said[0].strip() if said else "no reason"


def checker(eugene, lines):
    """Returns, for each line, the rule that the line breaks according to `eugene check`, with the message, or nothing."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        names = [str(work / f"{n}.visaasm") for n in range(len(lines))]
        for file, line in zip(names, lines):
            Path(file).write_text(source(line))
        (work / "files").write_text("\n".join(names) + "\n")
        done = subprocess.run([eugene, "check", "--json", "--files-from", work / "files"], capture_output=True, text=True)
        said = {}
        for report in json.loads(done.stdout):
            errors = [f for f in report["problems"] if f["severity"] == "error"]
            said[report["file"]] = (errors[0]["rule"], errors[0]["message"]) if errors else None
        return [said[name] for name in names]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("eugene", type=Path)
    parser.add_argument("every_form", type=Path)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if shutil.which("GenX_IR") is None:
        sys.exit("GenX_IR is not installed; `make setup` does that")
    rng = random.Random(options.seed)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        forms = instructions(options.every_form)
        accepted = {platform: dict(zip(forms, pool.map(lambda line, p=platform: assembler(line, p) == "", forms))) for platform in PLATFORMS}
        bases = [(line, next(p for p in PLATFORMS if accepted[p][line])) for line in forms if any(accepted[p][line] for p in PLATFORMS)]
        mutants = {}
        while len(mutants) < options.count:
            line, platform = rng.choice(bases)
            changed, kind = mutated(rng, line)
            mutants.setdefault(changed, (platform, kind, line))
        lines = list(mutants)
        theirs = list(pool.map(lambda line: assembler(line, mutants[line][0]), lines))
    ours = checker(options.eugene.resolve(), lines)
    counts, unexplained = collections.Counter(), []
    for line, their, our in zip(lines, theirs, ours):
        if bool(their) == (our is not None):
            counts["both refuse" if their else "both accept"] += 1
            continue
        why = reason(line, their, our)
        side = "only eugene refuses" if our else "only GenX_IR refuses"
        counts[f"{side}: {why or 'UNEXPLAINED'}"] += 1
        text = f"{mutants[line][0]} {mutants[line][1]}: {line}\n    GenX_IR: {their or 'accepts'}\n    eugene:  {': '.join(our) if our else 'accepts'}"
        if not why:
            unexplained.append(text)
        elif options.list:
            print(f"{text}\n    {why}")
    for text in unexplained:
        print(text)
    print(f"{len(lines)} changed instructions of {len(bases)}")
    for what, count in sorted(counts.items(), key=lambda entry: -entry[1]):
        print(f"{count:6} {what}")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
