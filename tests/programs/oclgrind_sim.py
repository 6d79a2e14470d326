"""Reads Oclgrind's tests: the description of a kernel's launch (`.sim`), and the errors that it expects (`.ref`).

A description names a source file, a kernel, the sizes of the launch and of a group, and then the arguments in order: a
header between angle brackets, and where this names no other contents, numbers. `#` begins a comment of a line.
"""
import re
from dataclasses import dataclass, field
from pathlib import Path

import numpy

TYPES = {"char": "i1", "uchar": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4", "long": "i8", "ulong": "u8",
         "float": "f4", "double": "f8", "half": "f2", "bool": "u1"}

# Text in the first line of an Oclgrind error, and Eugene's id for such an error.
KINDS = [("data race at global", "race.global"), ("data race at local", "race.local"), ("Uninitialized", "init"),
         ("divergence detected (async copy)", "async"), ("wait event", "async"), ("waiting for events", "async"),
         ("divergence detected (barrier)", "sync"), ("not aligned", "align"), ("Invalid", "memory"),
         ("exceeds static array size", "array")]


@dataclass
class Argument:
    bytes: int = 0
    type: str = ""  # empty: that of the kernel's argument
    contents: list = field(default_factory=list)
    is_null: bool = False
    is_hex: bool = False
    fill: str = ""
    range: str = ""
    access: str = ""  # "ro", "wo", or both

    def has_contents(self):
        return bool(self.contents or self.fill or self.range)

    def values(self, declared):
        """Returns the argument's contents as numbers; None: arbitrary contents. `declared`: its type in the kernel."""
        kind = numpy.dtype(TYPES.get(self.type or re.sub(r"[0-9]*\*?$", "", declared), "i4"))
        number = (lambda text: int(text, 16)) if self.is_hex else (float if kind.kind == "f" else lambda text: int(text, 0))
        count = self.bytes // kind.itemsize
        if self.fill:
            numbers = [number(self.fill)] * count
        elif self.range:
            first, step, _ = (number(each) for each in self.range.split(":"))
            numbers = [first + i * step for i in range(count)]
        elif self.contents:
            numbers = [number(each) for each in self.contents]
        else:
            return None
        if kind.kind != "f":  # of either sign
            return b"".join((each % (1 << 8 * kind.itemsize)).to_bytes(kind.itemsize, "little") for each in numbers)
        return numpy.array(numbers, kind).tobytes()


@dataclass
class Launch:
    source: Path
    kernel: str
    total: tuple
    group: tuple
    options: list
    arguments: list


def argument_of(header):
    argument = Argument()
    for word in header.split():
        name, _, value = word.partition("=")
        if name == "size":
            argument.bytes = int(value, 0)
        elif name in TYPES:
            argument.type = name
        elif name in ("fill", "range"):
            setattr(argument, name, value)
        elif name == "null":
            argument.is_null = True
        elif name == "hex":
            argument.is_hex = True
        elif name in ("ro", "wo"):
            argument.access = name
        elif name not in ("dump", "noinit"):
            raise ValueError(f"an argument has {word}")
    return argument


def read(path):
    text = path.read_text()
    asked = re.match(r"# ARGS: --build-options (.*)", text)
    body = re.sub(r"#.*", "", text)
    words = re.findall(r"<[^>]*>|[^<\s]+", body)
    sizes = tuple(int(each) for each in words[2:8])
    arguments = []
    for word in words[8:]:
        if word.startswith("<"):
            arguments.append(argument_of(word[1:-1]))
        else:
            arguments[-1].contents.append(word)
    return Launch(path.parent / words[0], words[1], sizes[:3], sizes[3:], asked[1].split() if asked else [], arguments)


def kind_of(error):
    return next(kind for text, kind in KINDS if text in error)


def expected(path):
    """The kinds of the errors that the test beside `path` expects, each with its count."""
    reference = path.with_suffix(".ref")
    counts = {}
    for line in reference.read_text().splitlines() if reference.exists() else []:
        if line.startswith("ERROR"):
            counts[kind_of(line)] = counts.get(kind_of(line), 0) + 1
    return counts
