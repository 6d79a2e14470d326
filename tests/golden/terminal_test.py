#!/usr/bin/env python3
"""Tests what `eugene` writes to a terminal: colour, unless NO_COLOR or TERM forbids it, and no machine code.

    terminal_test.py EUGENE
"""
import os
import pty
import subprocess
import sys
import tempfile
from pathlib import Path


def on_terminal(arguments, **environment):
    """Returns (status, output) of a command whose standard output and error are one terminal."""
    leader, follower = pty.openpty()
    merged = {**os.environ, "TERM": "xterm", **environment}
    if "NO_COLOR" not in environment:
        merged.pop("NO_COLOR", None)
    process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=follower, stderr=follower, env=merged)
    os.close(follower)
    text = b""
    try:
        while block := os.read(leader, 4096):
            text += block
    except OSError:  # Linux reports the end of a terminal as an error
        pass
    os.close(leader)
    return process.wait(), text.decode()


def main():
    eugene = sys.argv[1]
    wrong = []

    def expect(what, condition, text):
        if not condition:
            wrong.append(f"{what}: {text!r}")

    with tempfile.TemporaryDirectory() as directory:
        bad, good = Path(directory, "bad.asm"), Path(directory, "good.asm")
        bad.write_text("frobnicate (8) r1:d r2:d\n")
        good.write_text("mov (8) r3:d 1:d\n")
        for command in ("asm", "check"):
            for environment, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True),
                                          ({"TERM": "dumb"}, False)):
                status, text = on_terminal([eugene, command, str(bad)], **environment)
                expect(f"{command} with {environment}", status == 1 and "error" in text and ("\x1b[" in text) == coloured, text)
        status, text = on_terminal([eugene, "asm", str(good)])
        expect("machine code to a terminal", status == 2 and "refusing" in text, text)
        status, text = on_terminal([eugene, "asm", "--hex", str(good)])
        expect("hex to a terminal", status == 0 and "refusing" not in text, text)
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
