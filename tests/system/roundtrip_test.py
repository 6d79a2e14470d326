#!/usr/bin/env python3
"""What Intel's compiler writes survives Eugene: device binary -> text -> the same bytes.

    roundtrip_test.py EUGENE KERNELS_DIRECTORY [--all]

Each of the suite's kernel files is compiled by ocloc, for one width and each of two devices, or with --all for SIMD8,
SIMD16 and SIMD32 and every device. It is listed by `eugene info`, disassembled by `eugene dis` and assembled again by
`eugene asm`, in every dialect. Intel's assembler, iga64, reads the text in its dialect, and its disassembler then shows
what it shows of the original. What that disassembler writes is read by `eugene asm`, and gives the same code, but for
bits that the listing does not show.
"""
import itertools
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FILES = ["atomics", "basic", "control", "groups", "half", "opencl2", "programs", "ranges", "subgroups", "uniform", "vectors"]
DEVICES = {"bxt": ["-revision_id", "11"], "skl": []}


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout.decode()}{done.stderr.decode()}")
    return done.stdout


def compile_kernels(source, width, device, directory):
    target = directory / f"{source.stem}_{width}_{device}.cl"
    target.write_text(f"#define SIMD __attribute__((intel_reqd_sub_group_size({width})))\n" + source.read_text())
    run("ocloc", "compile", "-file", target, "-device", device, *DEVICES[device], "-out_dir", directory,
        "-output", target.stem, "-output_no_suffix", "-options", f"-cl-std=CL2.0 -I {source.parent}")
    return directory / target.stem


def seen_by_iga(code, directory):
    """Returns iga64's listing, without parts that its assembler may choose: compaction, and the implied types of calls."""
    file = directory / "code.krn"
    file.write_bytes(code)
    lines = run("iga64", "-p=9", "-d", file).decode().splitlines()
    lines = [re.sub(r"//.*|\bCompacted\b,?|\{\s*\}", "", line) for line in lines]
    lines = [re.sub(r":ud", "", line) if re.search(r"\b(call|ret)\b", line) else line for line in lines]
    return [" ".join(line.split()).replace(",}", "}") for line in lines]


def seen_by_eugene(eugene, code, directory):
    """Returns Eugene's listing, without parts that iga64's text lacks: bit 28 of while, and the region of ret's source."""
    file = directory / "code.krn"
    file.write_bytes(code)
    lines = run(eugene, "dis", "--gen", "gen9", file).decode().splitlines()
    lines = [re.sub(r"<\d;2,1>", "", line) if re.search(r"\bret\b", line) else line.replace("while.b", "while") for line in lines]
    return [" ".join(line.split()) for line in lines]


def must_be_same(want, got):
    differences = [f"{a}  |  {b}" for a, b in zip(want, got) if a != b and not re.fullmatch(r"L\d+:", a)]
    assert len(want) == len(got) and not differences, "\n".join(differences[:3])


def compare_with_iga(eugene, code, directory):
    kernel, text, assembled = (directory / name for name in ("original.krn", "original.iga", "assembled.krn"))
    kernel.write_bytes(code)
    run(eugene, "dis", "--dialect", "iga", "-o", text, kernel)
    run("iga64", "-p=9", "-a", text, f"-o={assembled}")
    must_be_same(seen_by_iga(code, directory), seen_by_iga(assembled.read_bytes(), directory))
    run("iga64", "-p=9", "-d", kernel, f"-o={text}")
    run(eugene, "asm", "--gen", "gen9", "--dialect", "iga", "-o", assembled, text)
    must_be_same(seen_by_eugene(eugene, code, directory), seen_by_eugene(eugene, assembled.read_bytes(), directory))


def main():
    eugene, kernels = sys.argv[1], Path(sys.argv[2])
    has_all = "--all" in sys.argv  # else a share, for every change
    ways = list(itertools.product((8, 16, 32), DEVICES)) if has_all else [(16, "bxt"), (8, "skl")]
    count = 0
    seen = set()  # code seen so far, since widths and devices may share code
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        for file, (width, device) in itertools.product(FILES, ways):
            binary = compile_kernels(kernels / f"{file}.cl", width, device, directory)
            listed = json.loads(run(eugene, "info", "--json", binary))["binaries"][0]["kernels"]
            content = binary.read_bytes()
            codes = [content[k["code_offset"]:k["code_offset"] + k["code_bytes"]] for k in listed]
            # Kernels with calls stay at SIMD16.
            assert all(k["simd"] in (width, 16) for k in listed), (file, width)
            run(eugene, "check", "--gpu", device, binary)  # status 0: warnings at most
            if seen.issuperset(codes):
                continue
            for dialect in ("native", "mesa", "iga"):
                text = run(eugene, "dis", "--dialect", dialect, binary)
                got = run(eugene, "asm", "--dialect", dialect, "-", input=text)
                assert got == b"".join(codes), f"{binary.name}: assembling the {dialect} disassembly gives other bytes"
            new = sorted(set(codes) - seen)
            compare_with_iga(eugene, b"".join(new), directory)  # jumps are relative: kernels may follow each other
            count += len(new)
            seen.update(new)
    assert count > (300 if has_all else 100), f"only {count} kernels"
    print(f"{count} kernels, byte for byte, and through iga64 both ways")


main()
