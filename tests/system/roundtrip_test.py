#!/usr/bin/env python3
"""What Intel's compiler writes survives Eugene: device binary -> text -> the same bytes.

    roundtrip_test.py EUGENE KERNELS_DIRECTORY

Each of the suite's kernel files is compiled by ocloc for SIMD8, SIMD16 and SIMD32, listed by `eugene info`,
disassembled by `eugene dis` and assembled again by `eugene asm`. `eugene check` finds nothing wrong with it.
"""
import json
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


def main():
    eugene, kernels = sys.argv[1], Path(sys.argv[2])
    count = 0
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
                text = run(eugene, "dis", binary)
                got = run(eugene, "asm", "-", input=text)
                assert got == want, f"{file}, SIMD{width}: assembling the disassembly gives other bytes"
                run(eugene, "check", binary)  # status 0: warnings at most
                count += len(listed)
    print(f"{count} kernels, byte for byte")


main()
