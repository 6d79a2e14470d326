#!/usr/bin/env python3
"""The build stops where folders of a layer include each other in a circle: cmake/CheckIncludes.cmake.

Usage: includes_test.py <repository>
"""
import pathlib
import subprocess
import sys
import tempfile

SCRIPT = pathlib.Path(sys.argv[1]) / "cmake/CheckIncludes.cmake"


def check(files):
    """Runs the check on a layer `house`; `files` maps paths to what they include. Returns the messages, or ''."""
    with tempfile.TemporaryDirectory(prefix="eugene-includes-") as directory:
        root = pathlib.Path(directory) / "house"
        for path, included in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text("".join(f'#include "house/{each}"\n' for each in included.split()))
        done = subprocess.run(["cmake", "-DNAME=house", f"-DDIRECTORY={root}", "-DPUBLIC=", "-DPRIVATE=", "-DKNOWN=house",
                               f"-DSTAMP={directory}/stamp", "-P", SCRIPT],
                              capture_output=True, text=True, check=False)
        assert (done.returncode == 0) == (pathlib.Path(directory) / "stamp").exists(), done.stderr
        return done.stderr


def main():
    one_way = {"attic/a.h": "hall/h.h", "hall/h.h": "cellar/c.h", "cellar/c.h": "", "top.h": "attic/a.h"}
    assert check(one_way) == "", check(one_way)
    # A file beside folders belongs to none of them.
    assert check({"hall/h.h": "top.h", "top.h": "hall/h.h"}) == ""
    pair = check(one_way | {"cellar/c.h": "hall/h.h"})
    assert "folders of house include each other in a circle" in pair, pair
    assert "hall>cellar: " in pair and "cellar>hall: " in pair and "attic" not in pair, pair
    three = check(one_way | {"cellar/c.cpp": "attic/a.h"})
    assert all(arrow in three for arrow in ("attic>hall", "hall>cellar", "cellar>attic")), three
    # Folders in a folder are compared with each other.
    inner = {"hall/left/l.h": "hall/right/r.h", "hall/right/r.h": "hall/right/s.h", "hall/right/s.h": ""}
    assert check(inner) == ""
    circle = check(inner | {"hall/right/s.h": "hall/left/l.h"})
    assert "hall/left>hall/right: " in circle and "hall/right>hall/left: " in circle, circle


if __name__ == "__main__":
    sys.exit(main())
