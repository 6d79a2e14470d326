"""The commands of a page of the documentation, with what it says they print. pages_test.py executes them.

Code blocks are indented by four blanks or more, or fenced. A line that begins with `$ ` is a command, lines after it are its
output: standard output and standard error as they come. `...` stands for any lines, or for the rest of a line. Comments of
HTML, which a reader does not see, directly before a block say what else there is to know, separated by semicolons:

    <!-- file: NAME -->           the block is a file, which is there for the commands below it
    <!-- run: status 3 -->        how each command of the block ends, where not with 0; several numbers are for one command each
    <!-- run: without output -->  the page leaves the output out
    <!-- run: varies REGEX -->    what REGEX matches is different each time
    <!-- run: made by COMMAND --> COMMAND is executed instead, and shown before its output, as by make
    <!-- run: needs PART -->      executed where PART is installed: a part that `tests/system/needs` knows, intel-opencl above all
    <!-- run: not, REASON -->     the commands are not executed

`$ cat NAME` makes the file NAME if there is none: the page shows what it uses.
"""
import re
from dataclasses import dataclass, field

# Text that is different each time. Everything else on a page is compared.
ALWAYS_VARIES = (
    r"\d+(\.\d+)? m?s\b",               # times
    r"\d+(\.\d+)? million a second",    # rates
    r"(?<=at )0x[0-9a-f]{9,16}\b",      # addresses of the GPU, which depend on those of the process
    r"\b[0-9a-f]{16}(?=_simd)",         # hashes in the names of the compiler's files
)


@dataclass
class Command:
    line: int
    text: str
    output: list[str] = field(default_factory=list)
    end: int = 0  # the line after its output
    status: int = 0
    prints: bool = True  # False: the page does not show what it prints
    varies: list[str] = field(default_factory=list)
    instead: str = ""  # executed in place of it: the part of a `make` command that makes the output
    needs: list[str] = field(default_factory=list)
    reason: str = ""  # why it is not executed


@dataclass
class File:
    line: int
    name: str
    text: str


def blocks(lines):
    """(first line, indentation, lines without it) of each code block, and the comments before it."""
    i, comments = 0, []
    while i < len(lines):
        line = lines[i]
        comment = re.match(r"\s*<!-- (run|file): (.*?) -->$", line)
        if comment:
            comments.append((comment[1], comment[2]))
            i += 1
            continue
        fence = re.match(r"( *)```", line)
        indented = re.match(r" {4,}(?=\S)", line)
        if fence:
            end = next(j for j in range(i + 1, len(lines)) if lines[j].strip() == "```")
            yield i + 1, fence[1], [each[len(fence[1]):] for each in lines[i + 1:end]], comments
            i, comments = end + 1, []
        elif indented and (i == 0 or not lines[i - 1].strip()):
            indent, end = indented[0], i
            while end < len(lines) and (lines[end].startswith(indent) or not lines[end].strip()):
                end += 1
            while not lines[end - 1].strip():
                end -= 1
            yield i, indent, [each[len(indent):] for each in lines[i:end]], comments
            i, comments = end, []
        else:
            if line.strip():
                comments = []
            i += 1


def statements(comments):
    for kind, text in comments:
        for each in text.split("; ") if kind == "run" else [text]:
            yield kind, each.strip()


def read(text):
    """The commands and files of a page, in order, and the lines that look like commands and have no `$`."""
    found, wrong = [], []
    for first, _, lines, comments in blocks(text.split("\n")):
        told = list(statements(comments))
        name = next((each for kind, each in told if kind == "file"), None)
        if name:
            found.append(File(first, name, "\n".join(lines) + "\n"))
            continue
        commands, i = [], 0
        while i < len(lines):
            if not lines[i].startswith("$ "):
                if commands:
                    commands[-1].output.append(lines[i])
                elif re.match(r"(\w+=\S+ )*(build/)?eugene [a-z]", lines[i]):
                    wrong.append((first + i + 1, f"a command without '$ ': {lines[i]}"))
                i += 1
            else:
                command = Command(first + i + 1, lines[i][2:])
                while command.text.endswith("\\"):
                    i += 1
                    command.text += "\n" + lines[i]
                commands.append(command)
                i += 1
            if commands:
                commands[-1].end = first + i
        apply(told, commands)
        found += commands
    return found, wrong


def apply(told, commands):
    for kind, each in told:
        word, _, rest = each.partition(" ")
        for number, command in enumerate(commands):
            if word == "not,":
                command.reason = rest
            elif word == "needs":
                command.needs.append(rest)
            elif word == "status":
                statuses = [int(status) for status in rest.split()]
                command.status = statuses[number] if len(statuses) > 1 else statuses[0]
            elif each == "without output":
                command.prints = False
            elif each.startswith("made by "):
                command.instead = each.removeprefix("made by ")
            elif word == "varies":
                command.varies.append(rest)
            else:
                raise ValueError(f"<!-- {kind}: {each} -->")


def masked(line, varies):
    """Replaces what varies, and runs of blanks: the columns of a table move with the text in them."""
    for pattern in (*varies, *ALWAYS_VARIES):
        line = re.sub(pattern, "<varies>", line)
    return re.sub(r"(?<=\S) +", " ", line.rstrip())


def matches(expected, is_there, varies):
    """`expected` with its `...` describes `is_there`."""
    pattern = ""
    for line in expected:
        if line.strip() == "...":
            pattern += r"(?:[^\n]*\n)*?"
        else:
            parts = [re.escape(masked(part, varies)) for part in line.split("...")]
            pattern += r"[^\n]*".join(parts) + r"[ ]*\n"
    return re.fullmatch(pattern, "".join(masked(line, varies) + "\n" for line in is_there)) is not None
