#!/usr/bin/env python3
"""What README.md and docs/*/*.md say that commands print is what they print. pages.py has the notation.

    pages_test.py [--update] [--list] BUILD [PAGE...]

Each page's commands run one after the other in a directory of their own, which has `build`, `examples` and `tests` of the
repository, with the command on the path. --update writes what has been printed into the pages, but for output with `...`.
--list shows every command with its time, or why it is not executed.
"""
import collections
import concurrent.futures
import functools
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import pages  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 100  # seconds
HERE = "/home/me"  # what a page calls the directory


def environment(build, home):
    # Debian's python3 has PyOpenCL, and another may be first on the path.
    path = f"{build}:/usr/bin:{os.environ['PATH']}"
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("EUGENE_", "OCL_ICD"))}
    return kept | {"PATH": path, "HOME": str(home), "XDG_CACHE_HOME": str(home), "LC_ALL": "C", "PYOPENCL_NO_CACHE": "1",
                   "PYTHONWARNINGS": "ignore", "PYTHONPATH": f"{build}/python"}


@functools.cache
def lacking(part):
    """Why commands that need `part` are skipped; empty: it is installed."""
    done = subprocess.run([Path(__file__).with_name("needs"), part, "--", "true"], stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout.strip().removeprefix("skipped: ") if done.returncode == 77 else ""


class Page:
    def __init__(self, path, build):
        self.path, self.build = path, build
        self.found, self.wrong = pages.read(path.read_text())
        for command in self.commands():
            command.reason = command.reason or next(filter(None, map(lacking, command.needs)), "")
        self.times, self.new = {}, {}

    def run(self):
        with tempfile.TemporaryDirectory(prefix="pages-") as name:
            folder = Path(name, "here")
            home = Path(name, "home")
            folder.mkdir()
            home.mkdir()
            for each in ("examples", "tests", "tools", "docs"):
                (folder / each).symlink_to(ROOT / each)
            (folder / "build").symlink_to(self.build)
            for each in self.found:
                if isinstance(each, pages.File):
                    (folder / each.name).write_text(each.text)
                elif not each.reason:
                    self.execute(each, folder, home)
        return self

    def execute(self, command, folder, home):
        words = command.text.split()
        if len(words) == 2 and words[0] == "cat" and not (folder / words[1]).exists():
            (folder / words[1]).write_text("\n".join(command.output) + "\n")
        start = time.monotonic()
        try:
            done = subprocess.run(["bash", "-c", command.instead or command.text], cwd=folder, env=environment(self.build, home),
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LONGEST,
                                  check=False)
        except subprocess.TimeoutExpired:
            self.wrong.append((command.line, f"$ {command.text}\nhas not ended after {LONGEST} s"))
            return
        self.times[command.line] = time.monotonic() - start
        text = done.stdout.decode(errors="replace").replace(str(folder), HERE).rstrip("\n")
        printed = [command.instead] * bool(command.instead) + (text.split("\n") if text else [])
        if done.returncode != command.status:
            self.wrong.append((command.line, f"$ {command.text}\nends with {done.returncode}, not {command.status}:\n" +
                               "\n".join(printed[-20:])))
        elif command.prints and not pages.matches(command.output, printed, command.varies):
            self.new[command.line] = printed
            self.wrong.append((command.line, f"$ {command.text}\nprints\n" + "\n".join(f"    {each}" for each in printed)))

    def update(self):
        lines = self.path.read_text().split("\n")
        for command in reversed([each for each in self.found if each.line in self.new]):
            if any("..." in each for each in command.output) and command.output != ["..."]:
                continue
            head = lines[command.line - 1]
            indent = head[:len(head) - len(head.lstrip())]
            begin = command.line + command.text.count("\n")
            lines[begin:command.end] = [(indent + each).rstrip() for each in self.new[command.line]]
        self.path.write_text("\n".join(lines))

    def commands(self):
        return [each for each in self.found if isinstance(each, pages.Command)]


def main():
    arguments = [each for each in sys.argv[1:] if not each.startswith("--")]
    build = Path(arguments[0]).resolve()
    paths = [Path(each).resolve() for each in arguments[1:]] or [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        done = list(pool.map(Page.run, [Page(path, build) for path in paths]))
    left_out = collections.Counter()
    for page in done:
        name = os.path.relpath(page.path, ROOT)
        for line, what in page.wrong:
            print(f"{name}:{line}: {what}")
        left_out.update(each.reason for each in page.commands() if each.reason)
        if "--list" in sys.argv:
            for each in page.commands():
                print(f"{name}:{each.line}: {each.reason or format(page.times.get(each.line, 0), '.2f') + ' s'}: {each.text}")
        if "--update" in sys.argv:
            page.update()
    print(f"{sum(len(page.times) for page in done)} commands run in {time.monotonic() - start:.1f} s, "
          f"{sum(left_out.values())} not" + "".join(f"; {number}: {why}" for why, number in left_out.most_common()))
    return any(page.wrong for page in done)


if __name__ == "__main__":
    sys.exit(main())
