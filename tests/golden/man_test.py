#!/usr/bin/env python3
"""The options in the manual page are those of `--help`:

    man_test.py [--update] EUGENE docs/man/eugene.1

The section OPTIONS, between two comments of the page, is made from the help of each command; --update writes it anew,
and the pages of the commands (man_commands.py). Every command stands in the SYNOPSIS and in the DESCRIPTION. The help has none of the notation of the library that reads the
command line.
"""
import re
import subprocess
import sys
from pathlib import Path

BEGIN, END = '.\\" begin: made from --help by tests/golden/man_test.py --update\n', '.\\" end: made from --help\n'
GPU_COMMANDS = ("run", "profile", "debug", "serve", "replay", "launch")
GPU_GROUP = "Commands that run a GPU: run, profile, debug, serve, replay, launch"
NOTATION = r"\b(TEXT|UINT|INT|FLOAT):|REQUIRED|Excludes:| in \[|\{text\}|\{run\}|:\{"


def help_of(eugene, *command):
    return subprocess.run([eugene, *command, "--help"], capture_output=True, text=True, check=True).stdout


def commands_of(text):
    block = re.search(r"^Subcommands:\n((?:  .*\n)*)", text, re.M).group(1)
    return re.findall(r"^  (\w+) ", block, re.M)


def options_of(text):
    """Returns (spelling, description) of each option except --help, in order."""
    blocks = re.findall(r"^(\w+):\n((?:  .*\n)*)", text, re.M)
    block = "".join(lines for heading, lines in blocks if heading not in ("Positionals", "Subcommands", "Examples"))
    options = []
    for line in block.splitlines():
        head = re.match(r"  (-.*?)(?:  +(.*))?$", line)
        if head:
            options.append([head[1], head[2] or ""])
        else:
            options[-1][1] = f"{options[-1][1]} {line.strip()}".strip()
    return [tuple(each) for each in options if "--help" not in each[0]]


def escaped(text):
    text = text.replace("\\", "\\e")
    return "\\&" + text if text.startswith((".", "'")) else text


def alternatives(text):
    """Formats `BYTE|random`: words in capitals are placeholders for values."""
    words, last = [], None
    for word in text.split("|"):
        macro = "Ar" if word.isupper() else "Cm"
        words.append(word if macro == last else f"{macro} {word}")
        last = macro
    return " | ".join(words)


def written(option):
    """`-o, --output FILE` in mdoc."""
    words = []
    for name in option.split(", "):
        flag, value = re.match(r"(-[\w-]+)(.*)", name).groups()
        word = f"Fl {flag[1:]}"
        if value.startswith("[="):
            word += " Ns Op = Ns " + alternatives(value[2:-1])
        elif "|" in value:
            word += " Cm " + value.strip().replace("|", " | ")
        elif value:
            word += f" Ar {value.strip()}"
        words.append(word)
    return " , ".join(words)


def group(title, options):
    if not options:
        return ""
    entries = "".join(f".It {written(name)}\n{escaped(what)}.\n" for name, what in options)
    return f".Ss {title}\n.Bl -tag -width 4n\n{entries}.El\n"


def section(helps):
    options = {command: options_of(text) for command, text in helps.items()}
    shared = [each for each in options["run"] if all(each in options[command] for command in GPU_COMMANDS)]
    assert options["profile"] == options["run"], "run and profile differ"
    text = group(GPU_GROUP, shared)
    for title in ("run, profile", "debug", "serve", "replay", "launch", "trace", "doctor", "info", "asm", "dis", "check", "exec", "explain", "lsp"):
        command = title.split(",")[0]
        also = " also" if command in GPU_COMMANDS else ""
        text += group(title + also, [each for each in options[command] if command not in GPU_COMMANDS or each not in shared])
    return text


def main():
    arguments = [each for each in sys.argv[1:] if each != "--update"]
    eugene, path = arguments[0], Path(arguments[1])
    overview = help_of(eugene)
    helps = {command: help_of(eugene, command) for command in commands_of(overview)}
    wrong = [f"eugene {command} --help: {line.strip()}" for command, text in helps.items()
             for line in text.splitlines() if re.search(NOTATION, line)]
    page = path.read_text()
    before, rest = page.split(BEGIN)
    made, after = rest.split(END)
    for command in helps:
        synopsis = re.search(r"\.Sh SYNOPSIS\n(.*?)\n\.Sh", page, re.S).group(1)
        if not re.search(rf"^\.Cm ([a-z| ]* )?{command}\b", synopsis, re.M):
            wrong.append(f"{path.name}: the SYNOPSIS has no {command}")
        if f"\n.It Cm {command}\n" not in page:
            wrong.append(f"{path.name}: the DESCRIPTION has no {command}")
        if not any(re.match(rf"(?:\w+, )*{command}\b", title) or title == GPU_GROUP and command in GPU_COMMANDS
                   for title in re.findall(r"^\.Ss (.*)$", section(helps), re.M)) and options_of(helps[command]):
            wrong.append(f"{path.name}: OPTIONS has none of {command}")
    if "--update" in sys.argv:
        path.write_text(before + BEGIN + section(helps) + END + after)
        subprocess.run([Path(__file__).parent / "man_commands.py", "--update", eugene, path.parent], check=True)
    elif made != section(helps):
        is_there, meant = made.splitlines(), section(helps).splitlines()
        wrong += [f"{path.name}: not in --help: {line}" for line in is_there if line not in meant]
        wrong += [f"{path.name}: missing: {line}" for line in meant if line not in is_there]
        wrong.append(f"{path.name}: OPTIONS is not that of --help; tests/golden/man_test.py --update makes it anew")
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
