#!/usr/bin/env python3
"""The vISA that Intel's compiler writes survives Eugene, and Intel's assembler takes it back.

    visa_test.py EUGENE KERNELS_DIRECTORY [--devices bxt,skl,...] [--files basic,...]

Each of the suite's kernel files is compiled by ocloc for each device, which leaves a .visaasm for every kernel. `eugene dis` prints it
as it was, without comments; `eugene asm` and `eugene dis` take it through a binary and back; `eugene check` finds no error. Where GenX_IR
is installed (libigc-tools), it makes the same native code of the original, of Eugene's text and of Eugene's binary.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FILES = ["atomics", "basic", "blocks", "control", "convert", "groups", "half", "integers", "math", "opencl2", "printf", "programs",
         "ranges", "subgroups", "uniform", "vectors"]
PLATFORMS = {"bxt": "BXT", "skl": "SKL", "bdw": "BDW", "icllp": "ICLLP", "tgllp": "TGLLP", "dg2": "DG2", "pvc": "PVC"}


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, **options)
    assert done.returncode == 0, f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout.decode()}{done.stderr.decode()}"
    return done.stdout


def without_comments(text):
    """Returns the lines of `text`, without comments and repeated blanks."""
    lines = (" ".join(re.sub(r"//.*", "", line).split()) for line in text.splitlines())
    return [line for line in lines if line]


def dumped(source, device, directory):
    """Returns the .visaasm files that the compiler writes for `source`; none if it cannot compile the source for `device`."""
    target = directory / source.name
    target.write_text("#define SIMD\n" + source.read_text())
    for standard in ("-cl-std=CL2.0", "-cl-std=CL3.0", ""):
        dump = directory / (source.stem + ".dump")
        shutil.rmtree(dump, ignore_errors=True)
        dump.mkdir()
        environment = os.environ | {"IGC_ShaderDumpEnable": "1", "IGC_DumpToCustomDir": str(dump)}
        subprocess.run(["ocloc", "compile", "-file", target, "-device", device, "-out_dir", directory, "-options",
                        f"{standard} -I {source.parent}"], capture_output=True, env=environment)
        found = sorted(dump.glob("*.visaasm"))
        if found:
            return found
    return []


def native(file, platform, directory):
    """Returns the machine code that Intel's assembler makes from `file`, if any. Ignores its status, which warnings change."""
    work = Path(tempfile.mkdtemp(dir=directory))
    shutil.copy(file, work / ("k" + file.suffix))
    subprocess.run(["GenX_IR", "k" + file.suffix, "-platform", platform, "-binary"], cwd=work, capture_output=True)
    code = [f.read_bytes() for f in sorted(work.iterdir()) if f.name.endswith(".dat")]
    return code


def same_code(file, mine, platform, directory):
    """Whether GenX_IR makes the same code from both. Retries a few times, since its output can vary for the same file."""
    wanted, found = [], []
    for _ in range(4):
        wanted.append(native(file, platform, directory))
        found.append(native(mine, platform, directory))
        if any(code in wanted for code in found):
            return True
    return False


def check_file(eugene, file, platform, directory):
    printed, binary, again = (directory / name for name in ("printed.visaasm", "assembled.isa", "again.visaasm"))
    run(eugene, "dis", file, "-o", printed)
    assert without_comments(file.read_text()) == without_comments(printed.read_text()), f"{file} is printed otherwise"
    run(eugene, "asm", file, "-o", binary)
    run(eugene, "dis", binary, "-o", again)
    assert printed.read_text() == again.read_text(), f"{file} does not survive the binary form"
    run(eugene, "check", file)
    if shutil.which("GenX_IR") is None:
        return 0
    if not native(file, platform, directory):
        print(f"GenX_IR refuses what the compiler has written: {file.parent.name}/{file.name}")
        return 0
    for mine in (printed, binary):
        assert same_code(file, mine, platform, directory), f"GenX_IR makes other code of {mine.name} than of {file}"
    return 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("eugene")
    parser.add_argument("kernels", type=Path)
    parser.add_argument("--devices", default=",".join(PLATFORMS))
    parser.add_argument("--files", default=",".join(FILES))
    options = parser.parse_args()
    count = assembled = failed = 0
    with tempfile.TemporaryDirectory() as temporary:
        directory = Path(temporary)
        for device in options.devices.split(","):
            before = count
            for name in options.files.split(","):
                for file in dumped(options.kernels / f"{name}.cl", device, directory):
                    count += 1
                    try:
                        assembled += check_file(options.eugene, file, PLATFORMS[device], directory)
                    except AssertionError as problem:
                        print(f"{device} {name}: {problem}")
                        failed += 1
            print(f"{device}: {count - before} kernels", flush=True)
    assert count, "the compiler has left no vISA"
    print(f"{count} kernels, {assembled} of them assembled by GenX_IR to the same code, {failed} not")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
