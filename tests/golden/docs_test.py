#!/usr/bin/env python3
"""What the documents say of the repository itself:

    docs_test.py ROOT

Every path that README.md, CONTRIBUTING.md, SECURITY.md or a page of docs/ names exists: paths from the root, src/ and
tests/unit/ (with or without the ending), and links. No line is wider than 150 columns, so no cell of a table is a
paragraph. The graph that docs/how/reading-guide.md draws is that of src/CMakeLists.txt without the arrows that follow from
others. Examples that README.md runs are built by `make demo`. The rows of docs/record/undefined.md that the classes of
src/isa/fidelity.h cite are there. The kinds and ids of findings in docs/user/findings.md are those of src/check/*/kind.cpp, in
the order of src/check/kinds.def, and no source has another id. docs/user/checking.md has the same kinds, and says which are the default. The layers that docs/how/architecture.md lists are those of src/CMakeLists.txt, in their order.
"""
import re
import sys
from pathlib import Path

ROOT = Path(sys.argv[1])
TOP = ("src", "tests", "tools", "docs", "bench", "examples", "cmake")
WIDTH = 150
# Paths that do not exist: the pages tell a reader to create them.
EXAMPLES = {"tests/exec/gen9/foo.asm", "src/check/idle", "tests/unit/check/idle_check_test.cpp"}


def layers():
    """Each layer and those that it names, from src/CMakeLists.txt."""
    text = (ROOT / "src/CMakeLists.txt").read_text()
    found = {}
    for arguments in re.findall(r"^\s*eugene_layer\(([^)]*)\)", text, re.M):
        name, *words = arguments.split()
        found[name] = set()
        for word in words:
            if word == "PACKAGES":
                break
            if word not in ("PUBLIC", "PRIVATE", "HEADERS", "BY_FILE", "BATCH", "FOLDERS") and not word.isdigit():
                found[name].add(word.split(":")[0])  # or a part of a layer
    cli = re.search(r"eugene_check_includes\(eugene_run cli ([^)]*)\)", text).group(1).split()
    found["cli"] = set(cli) - {"PUBLIC", "PRIVATE"}
    return found


def reduced(graph):
    """The arrows that do not follow from others."""
    def reach(name):
        return {name}.union(*(reach(below) for below in graph[name]))
    return {(name, below) for name, all_below in graph.items() for below in all_below
            if not any(below in reach(other) for other in all_below if other != below)}


def exists(path):
    """`path`, from the root, src/ or tests/unit/, is a file, with or without its ending, or a folder; {a,b} is both."""
    brace = re.match(r"(.*)\{(.*)\}(.*)", path)
    if brace:
        return all(exists(brace[1] + part + brace[3]) for part in brace[2].split(","))
    return any(list(ROOT.glob(start + path.rstrip("/") + end))
               for start in ("", "src/", "tests/unit/") for end in ("", ".cpp", ".h"))


def paths_of(text):
    """Paths in back quotes, as opposed to commands and URLs: those that begin with a folder of the root or a layer."""
    tops = set(TOP) | {entry.name for entry in (ROOT / "src").iterdir() if entry.is_dir()}
    for quoted in re.findall(r"`([^`\n]+)`", text):
        if re.fullmatch(r"[A-Za-z0-9_.*{},/-]+", quoted) and "/" in quoted and quoted.split("/")[0] in tops:
            yield quoted


def cited_rows():
    """Yields the rows of docs/record/undefined.md that chosen() and substitute() in tables of src/isa name, with the table's file."""
    for path in sorted((ROOT / "src/isa").rglob("*fidelity*")):
        for words in re.findall(r'\b(?:chosen|substitute)\(\s*((?:"[^"]*"\s*)+)\)', path.read_text()):
            yield path.relative_to(ROOT), "".join(re.findall(r'"([^"]*)"', words))


def rules():
    """Returns the mismatches of kinds and ids between the tables in docs/user, src/check/*/kind.cpp and the sources."""
    text = "".join(path.read_text() for path in sorted((ROOT / "src/check").glob("*/kind.cpp")))
    ids = set(re.findall(r'Rule\{\s*"([^"]+)"', text))
    rows = {kind: row for kind, row in re.findall(r"rows::(\w+)\{(.*?)^\};", text, re.S | re.M)}
    listed = re.findall(r"^EUGENE_CHECK\((\w+)\)", (ROOT / "src/check/kinds.def").read_text(), re.M)
    if sorted(rows) != sorted(listed):
        yield f"src/check/kinds.def has {listed}, and src/check/*/kind.cpp have {sorted(rows)}"
        return
    names = [re.search(r'\.name = "(\w+)"', rows[kind])[1] for kind in listed]
    defaults = ["yes" if ".is_default = true" in rows[kind] else "no" for kind in listed]
    kinds = "|".join(names)
    told = re.findall(rf"^\| \[({kinds})\].*\| (yes|no) \|$", (ROOT / "docs/user/checking.md").read_text(), re.M)
    if told != list(zip(names, defaults)):
        yield f"docs/user/checking.md: the table has the kinds {told}, and src/check/kinds.def {list(zip(names, defaults))}"
    page = (ROOT / "docs/user/findings.md").read_text()
    rows = [line.split("|")[2] for line in page.splitlines() if re.match(rf"\| *({kinds})? *\|", line)]
    listed = set(re.findall(rf"`((?:{kinds})\.\w+)`", "".join(rows)))
    yield from (f"docs/user/findings.md: the table has no {each}" for each in sorted(ids - listed))
    told = re.findall(rf"^\| ({kinds}) \|", page, re.M)
    if told != names:
        yield f"docs/user/findings.md: the table has the kinds {told}, and src/check/kinds.def {names}"
    yield from (f"src/check/*/kind.cpp: there is no rule of {each}, which docs/user/findings.md has" for each in sorted(listed - ids))
    for path in sorted((ROOT / "src").rglob("*.cpp")):
        text = re.sub(r"^#include.*", "", path.read_text(), flags=re.MULTILINE)
        for each in set(re.findall(rf'"((?:{kinds})\.[a-z0-9_]+)"', text)) - ids:
            yield f"{path.relative_to(ROOT)}: no src/check/*/kind.cpp has a rule of {each}"


def architecture():
    """The differences between the list of layers in docs/how/architecture.md and the layers of src/CMakeLists.txt, in their order."""
    text = (ROOT / "docs/how/architecture.md").read_text().split("## Layers")[1].split("\n## ")[0]
    listed = re.findall(r"^- `(\w+)`:", text, re.M)
    meant = re.search(r"set\(EUGENE_LAYERS ([^)]*)\)", (ROOT / "src/CMakeLists.txt").read_text()).group(1).split()
    if listed != meant:
        yield f"docs/how/architecture.md lists the layers {' '.join(listed)}; src/CMakeLists.txt has {' '.join(meant)}"


def main():
    wrong = list(rules())
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").rglob("*.md"))]
    for page in pages:
        text = page.read_text()
        name = page.relative_to(ROOT)
        wrong += [f"{name}: there is no {path}" for path in paths_of(text) if path not in EXAMPLES and not exists(path)]
        wrong += [f"{name}:{number}: {len(line)} columns are more than {WIDTH}"
                  for number, line in enumerate(text.splitlines(), 1) if len(line) > WIDTH]
        for link in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
            if "://" not in link and not (page.parent / link).exists():
                wrong.append(f"{name}: the link to {link} leads nowhere")
    undefined = re.sub(r"\s+", " ", (ROOT / "docs/record/undefined.md").read_text())
    rows = list(cited_rows())
    wrong += [f"{path}: docs/record/undefined.md has no row '{row}'" for path, row in rows
              if f"- **{row}**:" not in undefined and f"- {row}:" not in undefined]
    wrong += ["src/isa: no class cites docs/record/undefined.md"] if len(rows) < 10 else []
    demo = re.search(r"^demo:.*(?:\n\t.*)*--target (.*)", (ROOT / "Makefile").read_text(), re.M).group(1).split()
    wrong += [f"README.md: make demo does not build {name}"
              for name in sorted(set(re.findall(r"build/examples/(\w+)", (ROOT / "README.md").read_text()))) if name not in demo]
    guide = (ROOT / "docs/how/reading-guide.md").read_text()
    drawn = set(re.findall(r"^ *(\w+) --> (\w+)$", guide, re.M))
    meant = reduced(layers())
    wrong += [f"docs/how/reading-guide.md: {above} --> {below} is drawn for nothing" for above, below in sorted(drawn - meant)]
    wrong += [f"docs/how/reading-guide.md: {above} --> {below} is missing" for above, below in sorted(meant - drawn)]
    wrong += architecture()
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
