#!/usr/bin/env python3
"""Every variable at every line: what `eugene debug` shows of an optimised build, beside what it shows with --unoptimised.

    debug_values_test.py EUGENE [--only NAME...] [--gpu GPU] [--runs FILE] [--keep DIRECTORY] [--known PERCENT]

A variable may be equal or not known. Arrays in local memory are compared no further than that they are known: the other
work-items of the group write them, and have gone further in one build than in the other. Elsewhere it is a difference, and the test fails, unless EXPLAINED has a reason: code that
the optimiser has moved, or float operations that it has contracted. The kernels are those in debug_values/kernels, or those
that FILE names, one a line: PATH [@only=KERNEL] [@global=X,Y] [@local=X,Y] [@item=X,Y,Z] [@options=A;B] [NAME=VALUE...].
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import python  # noqa: E402

HERE = Path(__file__).parent / "debug_values"
STOPS = 60
# Differences that were read: (kernel, line, variable) and why.
EXPLAINED = {}
LOCAL_ARRAY = re.compile(r"\b(?:__)?local\s+\w+\s+(\w+)\s*\[")


class Run:
    """A kernel, its launch arguments, and the work-item that stops."""

    def __init__(self, path, words):
        self.path, self.given, choices = path, [], {}
        for each in words:
            name, value = each.removeprefix("@").split("=", 1)
            if each.startswith("@") or name in ("item", "global", "local"):
                choices[name] = value
            else:
                self.given.append(each)
        self.options = choices.get("options", "").replace(";", " ")
        self.choices = choices

    def kernels(self):
        """The kernels of the file, with the sizes of the launch and the work-item to look at."""
        text = self.path.read_text(errors="replace")
        clean = re.sub(r"//[^\n]*|/\*.*?\*/", lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.S)
        attributes = r"(?:__attribute__\s*\(\(.*?\)\)\s*)?"
        for found in re.finditer(rf"\b(?:__)?kernel\s+{attributes}void\s+{attributes}(\w+)\s*\(", clean, re.S):
            if not re.fullmatch(self.choices.get("only", ".*"), found[1]):
                continue
            following = re.search(r"\b(?:__)?kernel\b", clean[found.end():])
            body = clean[found.start():found.end() + following.start() if following else None]
            flat = re.search(r"get_(global_id|local_id|group_id)\s*\(\s*1\s*\)", body) is None
            required = re.search(r"reqd_work_group_size\s*\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)", body)
            sized = ",".join(required.groups()) if required else None
            yield {"name": found[1], "global": self.choices.get("global") or sized or ("64" if flat else "32,4"),
                   "local": self.choices.get("local") or sized or ("32" if flat else "16,4"),
                   "item": self.choices.get("item") or ("5,0,0" if flat else "5,2,0")}


def shown(text):
    """The stops in the debugger's output: the place, and the variables of the function and its callers."""
    stops, asked, level = [], "", 0
    for line in text.splitlines():
        if line.startswith("(eugene) "):
            asked = line.removeprefix("(eugene) ").strip()
            level = int(asked.split()[1]) if asked.startswith("frame ") else 0 if asked == "continue" else level
        elif asked == "show place" and line.startswith("{"):
            place = json.loads(line)
            stops.append({"kernel": place["kernel"], "line": place.get("line"), "ip": place["ip"], "frames": [], "variables": {}})
        elif asked == "show frames" and line.startswith("["):
            stops[-1]["frames"] = json.loads(line)
        elif asked == "show locals" and line.startswith("[") and level < len(stops[-1]["frames"]):
            for each in json.loads(line):
                stops[-1]["variables"][level, each["name"]] = each["value"] if each["known"] else None
    return stops


def session(options, run, kernel, build, stops):
    """Returns the values that one build shows at each line that the work-item reaches."""
    lines = run.path.read_text(errors="replace").count("\n") + 1
    commands = [f"break {run.path}:{line} item {kernel['item']}" for line in range(1, lines + 1)]
    for _ in range(stops):
        commands += ["continue", "show place", "show frames", "show locals", "frame 1", "show locals", "frame 2", "show locals"]
    with tempfile.TemporaryDirectory() as directory:
        script = Path(directory) / "commands"
        script.write_text("\n".join(commands) + "\n")
        # The driver's addresses are the same in each run.
        fixed = ["setarch", "-R"] if shutil.which("setarch") else []
        program = (HERE / "launch.py").read_text()
        command = [*fixed, options.eugene, "debug", "--gpu", options.gpu, *(["--unoptimised"] if build == "unoptimised" else []),
                   "--batch", "-x", str(script), "--", *python(program), str(run.path), kernel["name"], kernel["global"],
                   kernel["local"], run.options, *run.given]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=900, check=False,
                              env={**os.environ, "PYOPENCL_NO_CACHE": "1"})
    if options.keep:
        Path(options.keep).mkdir(parents=True, exist_ok=True)
        Path(options.keep, f"{run.path.stem}.{kernel['name']}.{build}").write_text(done.stdout + done.stderr)
    found = [each for each in shown(done.stdout) if each["kernel"] == kernel["name"]]
    if not found:
        print(f"   no stop: {build} {kernel['name']}: {done.stderr[-300:]}")
    return found


def place_of(stop):
    return stop["line"], tuple((each["name"], each.get("line") if i else 0) for i, each in enumerate(stop["frames"]))


class Counts:
    def __init__(self, shared):
        self.shared = shared  # the names of arrays in local memory
        self.known = self.unknown = self.unchecked = 0
        self.different = []


def compare(optimised, plain, counts):
    """Compares the stops. `unchecked` counts values that are known, but not with --unoptimised."""
    there, here = defaultdict(list), defaultdict(list)
    for stops, by_place in ((plain, there), (optimised, here)):
        for stop in stops:
            by_place[place_of(stop)].append(stop)
    for place, stops in here.items():
        for i, stop in enumerate(stops):
            # If a loop executes a line equally often in both, compares by pass. Otherwise any value of the line is accepted.
            beside = [there[place][i]] if len(there[place]) == len(stops) else there[place]
            for name, value in stop["variables"].items():
                expected = [each["variables"][name] for each in beside if name in each["variables"]]
                if not expected:
                    continue
                if value is None:
                    counts.unknown += 1
                elif value in expected or name[1] in counts.shared:
                    counts.known += 1
                elif None in expected:
                    counts.known += 1
                    counts.unchecked += 1
                else:
                    counts.different.append((stop, name, value, expected))


def runs(options):
    if options.runs:
        for line in Path(options.runs).read_text().splitlines():
            if words := line.split("#")[0].split():
                yield Run((Path(options.runs).parent / words[0]).resolve(), words[1:])
        return
    for path in sorted((HERE / "kernels").glob("*.cl")):
        if not options.only or path.stem in options.only:
            yield Run(path.resolve(), re.search(r"^// run:(.*)", path.read_text(), re.M)[1].split())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("eugene")
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--gpu", default="skl")
    parser.add_argument("--runs")
    parser.add_argument("--keep")
    parser.add_argument("--known", type=float, default=60)
    options = parser.parse_args()
    known = unknown = unchecked = wrong = 0
    for run in runs(options):
        for kernel in run.kernels():
            counts = Counts(set(LOCAL_ARRAY.findall(run.path.read_text(errors="replace"))))
            try:
                plain = session(options, run, kernel, "unoptimised", STOPS * 8)
                optimised = session(options, run, kernel, "optimised", STOPS)
            except subprocess.TimeoutExpired:
                print(f"   {kernel['name']} takes too long")
                wrong += 1
                continue
            compare(optimised, plain, counts)
            unexplained = 0
            for stop, (level, name), value, expected in counts.different:
                reason = EXPLAINED.get((kernel["name"], stop["line"], name))
                unexplained += reason is None
                source = run.path.read_text(errors="replace").splitlines()[stop["line"] - 1].strip()[:80] if stop["line"] else ""
                print(f"   {run.path.name}:{stop['line']} {stop['ip']:#x} {'^' * level}{name} = {value[:60]}, unoptimised "
                      f"{' or '.join(str(each)[:60] for each in expected[:4])}: {reason or 'DIFFERS'} | {source}")
            print(f"{run.path.name} {kernel['name']}: {len(optimised)} stops ({len(plain)}), {counts.known} known, {counts.unknown} not, "
                  f"{len(counts.different)} different", flush=True)
            wrong += unexplained + (not optimised)
            known, unknown, unchecked = known + counts.known, unknown + counts.unknown, unchecked + counts.unchecked
    percent = 100 * known / max(1, known + unknown)
    print(f"{known} known ({percent:.1f} %), {unchecked} of them not with --unoptimised; {wrong} differ without a reason")
    return 1 if wrong or percent < options.known else 0


if __name__ == "__main__":
    sys.exit(main())
