#!/usr/bin/env python3
"""What Intel's compiler writes for Tiger Lake waits for everything, and `eugene check` finds each wait for a message that is taken away.

    scoreboard_test.py EUGENE KERNELS_DIRECTORY [--files basic,...] [--waits N]

The suite's kernel files are compiled by ocloc. In each kernel's machine code, at most N waits for tokens are removed, one at a time. Waits for a
distance are not counted: the compiler writes them although an instruction before has waited already.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from gen12_code_test import FILES, compiled  # noqa: E402

COMPACTED = 0x20  # in byte 3
OUT_OF_ORDER = {0x31, 0x32, 0x38}  # send, sendc, math


def scoreboard_findings(eugene, file):
    done = subprocess.run([eugene, "check", "--gen", "gen12", "--json", file], capture_output=True, text=True)
    report = json.loads(done.stdout)
    return [each for each in report["problems"] if each["rule"].startswith("swsb.")]


def token_waits(code):
    """Yields the offset of the scoreboard's byte and the byte without the wait, for each wait for a token."""
    at = 0
    while at + 8 <= len(code):
        opcode, board = code[at] & 0x7F, code[at + 1]
        if board & 0xE0 == 0x20:  # $n.dst, $n.src
            yield at + 1, 0
        elif board & 0x80 and opcode not in OUT_OF_ORDER:  # @n and $n.dst
            yield at + 1, board >> 4 & 7
        at += 8 if code[at + 3] & COMPACTED else 16


def check(eugene, file, limit):
    findings = scoreboard_findings(eugene, file)
    assert not findings, (file, findings[0])
    code = file.read_bytes()
    waits = list(token_waits(code))
    found = 0
    waits = waits[::max(1, len(waits) // limit)][:limit]
    changed = file.with_suffix(".changed")
    for at, byte in waits:
        changed.write_bytes(code[:at] + bytes([byte]) + code[at + 1:])
        found += bool(scoreboard_findings(eugene, changed))
    return len(waits), found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("eugene")
    parser.add_argument("kernels", type=Path)
    parser.add_argument("--files", default=",".join(FILES))
    parser.add_argument("--waits", type=int, default=8)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor() as pool:
        files = [file for name in options.files.split(",") for width in (8, 16)
                 for file in compiled((options.kernels / f"{name}.cl").resolve(), width, Path(place))]
        assert len(files) > 10, "ocloc compiled almost nothing"
        results = list(pool.map(lambda file: check(options.eugene, file, options.waits), files))
        waits, found = (sum(each) for each in zip(*results))
        print(f"{len(files)} kernels keep the rules; of {waits} waits taken away, {found} are found")
        # The rest is needed on no path: the compiler overwrites what it has waited for already.
        assert found >= 0.95 * waits > 0


if __name__ == "__main__":
    sys.exit(main())
