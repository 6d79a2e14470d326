#!/usr/bin/env python3
"""C-for-Media kernels do as vISA what the machine code does that Intel's finaliser makes of it.

    cm_visa_test.py EUGENE CM_KERNELS DIRECTORY [GPU]

DIRECTORY has containers of the Media SDK (cm_kernels.cpp). The driver compiles their vISA by libigc; GenX_IR makes the same machine code of them, by
which Eugene knows the kernel. With the machine code inside the containers it is the same without GenX_IR. Every dispatch runs as vISA and as machine code
from the same memory, and what is left is compared; then as vISA alone, whose results cm_kernels compares with its own.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PLATFORMS = {"skl": "SKL", "kbl": "SKL", "bxt": "BXT"}


def run(eugene, gpu, mode, directory, program, *arguments):
    done = subprocess.run([eugene, "run", "--gpu", gpu, mode, "--visa-kernels", directory, "--stats", "--", program, directory, *arguments],
                          capture_output=True, text=True, env=os.environ | {"LIBVA_DRIVER_NAME": "iHD"})
    said = done.stdout + done.stderr
    assert done.returncode == 0 and "WRONG" not in said, said
    dispatches, as_visa = (int(re.search(pattern, said)[1]) for pattern in (r"dispatches +(\d+)", r"vISA +(\d+) dispatches"))
    assert dispatches == as_visa > 0, said
    if mode == "--visa=compare":
        assert f"compared in {as_visa} of {dispatches} dispatches: 0 differ" in said, said
    return len(set(re.findall(r"kernel-\w+\.bin", said)))


def main():
    eugene, program, source = sys.argv[1:4]
    gpu = sys.argv[4] if len(sys.argv) > 4 else "skl"
    with tempfile.TemporaryDirectory() as name:
        for file in Path(source).glob("*.isa"):
            shutil.copy(file, name)
        kernels = [run(eugene, gpu, mode, name, program, "native") for mode in ("--visa=compare", "--visa")]
        if shutil.which("GenX_IR"):
            for file in Path(name).glob("*.isa"):
                subprocess.run(["GenX_IR", file.name, "-platform", PLATFORMS[gpu], "-binary"], cwd=name, capture_output=True)
            kernels += [run(eugene, gpu, mode, name, program) for mode in ("--visa=compare", "--visa")]
    print(f"{min(kernels)} kernels, the same as vISA and as machine code in {len(kernels)} runs")


if __name__ == "__main__":
    main()
