#!/usr/bin/env python3
"""What Intel's compiler writes survives Eugene: device binary -> text -> the same bytes.

    roundtrip_test.py EUGENE KERNELS_DIRECTORY

Each of the suite's kernel files is compiled by ocloc for SIMD8, SIMD16 and SIMD32, listed by `eugene info`,
disassembled by `eugene dis` and assembled again by `eugene asm`, in every dialect. `eugene check` finds nothing wrong with
it. Intel's assembler, iga64, reads the text in its dialect, and its disassembler then shows what it shows of the original.
"""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FILES = ["atomics", "basic", "control", "groups", "half", "opencl2", "programs", "ranges", "subgroups", "vectors"]


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout.decode()}{done.stderr.decode()}")
    return done.stdout


def compile_kernels(source, width, directory):
    target = directory / f"{source.stem}_{width}.cl"
    target.write_text(f"#define SIMD __attribute__((intel_reqd_sub_group_size({width})))\n" + source.read_text())
    run("ocloc", "compile", "-file", target, "-device", "bxt", "-revision_id", "11", "-out_dir", directory,
        "-output", target.stem, "-output_no_suffix", "-options", f"-cl-std=CL2.0 -I {source.parent}")
    return directory / target.stem


def seen_by_iga(code, directory):
    """What iga64 shows, without what its assembler leaves open: compaction, and the types that calls imply."""
    file = directory / "code.krn"
    file.write_bytes(code)
    lines = run("iga64", "-p=9", "-d", file).decode().splitlines()
    lines = [re.sub(r"//.*|\bCompacted\b,?|\{\s*\}", "", line) for line in lines]
    lines = [re.sub(r":ud", "", line) if re.search(r"\b(call|ret)\b", line) else line for line in lines]
    return [" ".join(line.split()).replace(",}", "}") for line in lines]


def compare_with_iga(eugene, code, directory):
    kernel, text, assembled = (directory / name for name in ("original.krn", "original.iga", "assembled.krn"))
    kernel.write_bytes(code)
    run(eugene, "dis", "--dialect", "iga", "-o", text, kernel)
    if "Align16" in text.read_text():  # iga64 has a spelling of its own for single components
        return 0
    run("iga64", "-p=9", "-a", text, f"-o={assembled}")
    want, got = seen_by_iga(code, directory), seen_by_iga(assembled.read_bytes(), directory)
    differences = [f"{a}  |  {b}" for a, b in zip(want, got) if a != b and not re.fullmatch(r"L\d+:", a)]
    assert len(want) == len(got) and not differences, "\n".join(differences[:3])
    return 1


def main():
    eugene, kernels = sys.argv[1], Path(sys.argv[2])
    count = read_by_iga = 0
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        for file in FILES:
            for width in (8, 16, 32):
                binary = compile_kernels(kernels / f"{file}.cl", width, directory)
                listed = json.loads(run(eugene, "info", "--json", binary))["binaries"][0]["kernels"]
                content = binary.read_bytes()
                want = b"".join(content[k["code_offset"]:k["code_offset"] + k["code_bytes"]] for k in listed)
                # Kernels with calls stay at SIMD16.
                assert all(k["simd"] in (width, 16) for k in listed), (file, width)
                for dialect in ("native", "mesa", "iga"):
                    text = run(eugene, "dis", "--dialect", dialect, binary)
                    got = run(eugene, "asm", "--dialect", dialect, "-", input=text)
                    assert got == want, f"{file}, SIMD{width}: assembling the {dialect} disassembly gives other bytes"
                run(eugene, "check", binary)  # status 0: warnings at most
                for k in listed:
                    code = content[k["code_offset"]:k["code_offset"] + k["code_bytes"]]
                    read_by_iga += compare_with_iga(eugene, code, directory)
                count += len(listed)
    assert read_by_iga * 4 > count * 3, f"iga64 was asked about {read_by_iga} of {count} kernels only"
    print(f"{count} kernels, byte for byte, {read_by_iga} of them through iga64")


main()
