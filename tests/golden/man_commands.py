#!/usr/bin/env python3
"""A manual page for each command of `eugene`, made from its --help:

    man_commands.py [--update] EUGENE docs/man

Without --update they must be as they would be made. The overview, with what the GPUs and the variables are, is eugene.1, which
man_test.py looks at.
"""
import re
import sys
from pathlib import Path

from man_test import commands_of, escaped, help_of, written

NOT_OPTIONS = ("Positionals", "Subcommands")


def blocks(text):
    """(heading, lines) for each group of options in the help; the text behind them has the heading ''."""
    found = [(match[1], match[2]) for match in re.finditer(r"^([A-Z]\w*):\n((?:  .*\n)+)", text, re.M)]
    groups = [each for each in found if each[0] != "Examples"]
    end = max((text.index(f"\n{heading}:\n{lines}") + len(f"\n{heading}:\n{lines}") for heading, lines in groups), default=0)
    return groups, text[end:].strip("\n")


def entries(lines):
    """(head, description) for each entry of a group. A description may have several lines."""
    result = []
    for line in lines.splitlines():
        head = re.match(r"  (\S.*?)(?:  +(.*))?$", line)
        if head:
            result.append([head[1], head[2] or ""])
        else:
            result[-1][1] = f"{result[-1][1]} {line.strip()}".strip()
    return result


def listed(lines):
    text = ""
    for head, what in entries(lines):
        if "--help" in head:
            continue
        name = written(head) if head.startswith("-") else f"Ar {head.split()[0]}"
        text += f".It {name}\n{escaped(what)}.\n"
    return f".Bl -tag -width 4n\n{text}.El\n" if text else ""


def after(text):
    """Converts the help after the options. Indented lines are kept as they are; the other lines are prose."""
    page, literal = "", False
    for line in text.splitlines():
        is_literal = line.startswith("  ")
        if is_literal != literal:
            page += ".Bd -literal\n" if is_literal else ".Ed\n.Pp\n"
            literal = is_literal
        page += (escaped(line) if line else ".Pp") + "\n"
    return page + (".Ed\n" if literal else "")


def page(eugene, command, commands):
    text = help_of(eugene, command)
    groups, rest = blocks(text)
    what = text.splitlines()[0]
    usage = re.search(r"^Usage: eugene \w+ ?(.*)$", text, re.M)[1]
    words = "".join(f".Op Ar {word[1:-1].lower()}\n" if word.startswith("[") else f".Ar {word}\n" for word in usage.split())
    made = (f'.\\" made from --help by tests/golden/man_commands.py --update\n.Dd $Mdocdate$\n.Dt EUGENE-{command.upper()} 1\n.Os\n.Sh NAME\n'
            f".Nm eugene-{command}\n.Nd {what[0].lower()}{what[1:]}\n.Sh SYNOPSIS\n.Nm eugene {command}\n{words}")
    arguments = "".join(listed(lines) for heading, lines in groups if heading == "Positionals")
    made += f".Sh DESCRIPTION\n{escaped(what)}.\n{arguments}"
    options = [(heading, listed(lines)) for heading, lines in groups if heading not in NOT_OPTIONS]
    options = [each for each in options if each[1]]
    if options:
        made += ".Sh OPTIONS\n" + "".join((f".Ss {heading}\n" if len(options) > 1 else "") + lines for heading, lines in options)
    if rest:
        made += f".Sh NOTES\n{after(rest)}"
    others = " ,\n".join(f".Xr eugene-{each} 1" for each in commands if each != command)
    return made + f".Sh SEE ALSO\n.Xr eugene 1 ,\n{others}\n"


def main():
    arguments = [each for each in sys.argv[1:] if each != "--update"]
    eugene, directory = arguments[0], Path(arguments[1])
    commands = commands_of(help_of(eugene))
    wrong = []
    for command in commands:
        path, made = directory / f"eugene-{command}.1", page(eugene, command, commands)
        if "--update" in sys.argv:
            path.write_text(made)
        elif not path.exists() or path.read_text() != made:
            wrong.append(f"{path.name} is not that of --help; tests/golden/man_commands.py --update makes it anew")
    known = {f"eugene-{command}.1" for command in commands} | {"eugene-compare-launches.1"}
    wrong += [f"{path.name} is of no command" for path in directory.glob("eugene-*.1") if path.name not in known]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
