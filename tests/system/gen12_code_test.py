#!/usr/bin/env python3
"""Machine code of Tiger Lake: what Intel's compiler writes survives Eugene, and iga64 and Eugene read each other's text.

    gen12_code_test.py EUGENE KERNELS_DIRECTORY [--files basic,...]

Each of the suite's kernel files is compiled by ocloc for Tiger Lake. Of each kernel, bytes become text and bytes again in every dialect;
iga64 assembles Eugene's text to the same bytes, Eugene assembles iga64's text to the same bytes, and both compact alike.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FILES = ["atomics", "basic", "blocks", "control", "convert", "groups", "half", "integers", "opencl2", "printf", "programs", "ranges",
         "subgroups", "uniform", "vectors"]
SETTINGS = ("-cl-std=CL3.0 -DT=int -DU=uint -DS=int -DV4=int4 -DBITS=32 -DSRC=float -DHAS_HALF -DGROUP=2 "
            "-DSIMD=__attribute__((intel_reqd_sub_group_size({})))")


def run(*command):
    done = subprocess.run(command, capture_output=True)
    assert done.returncode == 0, f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stderr.decode()[:2000]}"
    return done.stdout


def compiled(source, width, directory):
    """The machine code of each kernel of `source`, in files."""
    dump = directory / f"{source.stem}.{width}"
    dump.mkdir()
    environment = os.environ | {"IGC_ShaderDumpEnable": "1", "IGC_DumpToCustomDir": str(dump)}
    done = subprocess.run(["ocloc", "compile", "-file", source, "-device", "tgllp", "-out_dir", dump, "-output", "k", "-options",
                    f"{SETTINGS.format(width)} -I {source.parent}"], capture_output=True, env=environment)
    files = sorted(dump.glob("*.dat"))
    assert files, f"{source} at SIMD{width}: {done.stderr.decode()[:500]}"
    return files


def check(eugene, file):
    wanted = file.read_bytes()
    text, other = file.with_suffix(".text"), file.with_suffix(".bytes")
    for dialect in ("native", "mesa", "iga"):
        for names in ([], ["--message-names"]):
            run(eugene, "dis", "--gen", "gen12", "--dialect", dialect, *names, file, "-o", text)
            assert "Bits=" not in text.read_text(), file
            run(eugene, "asm", "--gen", "gen12", "--dialect", dialect, text, "-o", other)
            assert other.read_bytes() == wanted, (file, dialect)
    run(eugene, "dis", "--gen", "gen12", "--dialect", "iga", file, "-o", text)
    run("iga64", text, "-p=12p1", "-a", "-q", "-o", other)
    assert other.read_bytes() == wanted, (file, "iga64 reads Eugene's text")
    whole = re.sub(r"\{Compacted\}|Compacted, |, Compacted", "", text.read_text())
    text.write_text(whole)
    run("iga64", text, "-p=12p1", "-a", "-q", "-Xautocompact", "-o", other)
    compact = other.read_bytes()
    run(eugene, "asm", "--gen", "gen12", "--dialect", "iga", "--compaction", "all", text, "-o", other)
    assert other.read_bytes() == compact, (file, "compaction")
    run("iga64", file, "-p=12p1", "-d", "-o", text)
    run(eugene, "asm", "--gen", "gen12", "--dialect", "iga", text, "-o", other)
    assert other.read_bytes() == wanted, (file, "Eugene reads iga64's text")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("eugene")
    parser.add_argument("kernels", type=Path)
    parser.add_argument("--files", default=",".join(FILES))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor() as pool:
        directory = Path(place)
        files = [file for name in options.files.split(",") for width in (8, 16)
                 for file in compiled((options.kernels / f"{name}.cl").resolve(), width, directory)]
        assert len(files) > 10, "ocloc compiled almost nothing"
        for _ in pool.map(lambda file: check(options.eugene, file), files):
            pass
        print(f"{len(files)} kernels")


if __name__ == "__main__":
    sys.exit(main())
