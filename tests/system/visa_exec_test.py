#!/usr/bin/env python3
"""What Eugene's execution of vISA does to memory is what the machine code that Intel's assembler makes of it does.

    visa_exec_test.py EUGENE KERNELS_DIRECTORY [--device bxt] [--files basic,...] [--inputs 4]
    visa_exec_test.py EUGENE FILE.visaasm...

GenX_IR (libigc-tools) makes machine code of each .visaasm, those that ocloc leaves of the suite's kernels or those that are named.
`eugene exec` runs both with the same payload, surfaces, shared local memory and addresses, of random contents; all of memory must be equal
afterwards, and a fault of one must be a fault of the other.
"""
import argparse
import json
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from visa_test import FILES, dumped  # noqa: E402

SURFACES, SURFACE_BYTES = 48, 4096
PLANES = 4  # indices that belong to a surface variable: media blocks count planes from it
SURFACE_BASE, SVM_BASE, SVM_BYTES = 0x100000, 0x200000, 0x10000
BYTES = {"b": 1, "ub": 1, "w": 2, "uw": 2, "d": 4, "ud": 4, "f": 4, "q": 8, "uq": 8, "df": 8, "hf": 2, "bf": 2, "bool": 1}


def machine_code(file, directory):
    """Returns the machine code that Intel's assembler makes from `file`; nothing if it fails."""
    work = Path(tempfile.mkdtemp(dir=directory))
    shutil.copy(file, work / "k.visaasm")
    subprocess.run(["GenX_IR", "k.visaasm", "-platform", "BXT", "-binary"], cwd=work, capture_output=True)
    code = sorted(work.glob("*.dat"))
    return code[0] if code else None


def random_memory(rng, count, kind):
    """Returns `count` bytes: small integers, floats, or random bits."""
    if kind == 0:
        return b"".join(struct.pack("<I", rng.randrange(256)) for _ in range(count // 4))
    if kind == 1:
        return b"".join(struct.pack("<f", rng.uniform(-100, 100)) for _ in range(count // 4))
    return rng.randbytes(count)


def payload(text, rng, is_wide):
    """Directives for the inputs of the kernel in `text`: indices of channels, small numbers, addresses that are mapped; or any numbers."""
    types = {m[1]: m[2] for m in re.finditer(r"^\.decl (\S+) v_type=G type=(\w+)", text, re.M)}
    directives = []
    for name, offset, size in re.findall(r"^\.input (\S+) offset=(\d+) size=(\d+)", text, re.M):
        kind, offset, size = types.get(name, "ud"), int(offset), int(size)
        count = size // BYTES[kind]
        if is_wide and kind not in ("f", "df", "hf") and not name.startswith("T"):
            bits = 8 * BYTES[kind]
            least = 0 if kind.startswith("u") else -(1 << bits - 1)
            values = [str(least + rng.getrandbits(rng.choice([4, bits - 1, bits]))) for _ in range(count)]
        elif kind in ("w", "uw") and count >= 8:
            values = [str(n) for n in range(count)]
        elif kind in ("q", "uq"):
            values = [hex(SVM_BASE + 64 * rng.randrange(16)) for _ in range(count)]
        elif kind in ("f", "df", "hf"):
            values = [f"{rng.uniform(-8, 8):.3f}" for _ in range(count)]
        elif name.startswith("T"):
            values = [str(PLANES * (int(name[1:]) - 6) % SURFACES)]
        else:
            values = [str(rng.randrange(1, 17)) for _ in range(count)]
        if count:
            last = (offset + size - 1) // 32
            place = f"r{offset // 32}..r{last}" if last != offset // 32 else f"r{offset // 32}.{offset % 32 // BYTES[kind]}"
            directives += ["--set", f"{place}:{kind} = {' '.join(values)}"]
    return directives


def outcome(eugene, program, directives):
    """Runs `program` by `eugene exec`. Returns whether it faults, and the memory afterwards."""
    done = subprocess.run([eugene, "exec", "--json", "--budget", "4000000", *directives, program], capture_output=True, text=True)
    try:
        case = json.loads(done.stdout)[0]
    except (ValueError, IndexError):
        return {"problem": done.stderr.strip() or done.stdout.strip()}
    if case["problems"]:
        return {"problem": "; ".join(f"line {p['line']}: {p['message']}" for p in case["problems"])}
    if "fault" in case:
        return {"fault": case["fault"]["what"]}
    return {"memory": [p["bits"] for p in case["prints"]], "places": [p["place"] for p in case["prints"]]}


def compare(eugene, file, directory, inputs, is_wide=False):
    """A line for each input whose results differ; the inputs whose results are memory, and the faults of the others."""
    text = file.read_text(errors="replace")
    code = machine_code(file, directory)
    if code is None:
        return ["GenX_IR makes no machine code of it"], 0, []
    simd = re.search(r"SimdSize=(\d+)", text)
    mask = (1 << int(simd[1] if simd else 32)) - 1
    differences, good, faults = [], 0, []
    for seed in range(inputs):
        rng = random.Random(seed)
        contents = directory / "memory.bin"
        contents.write_bytes(b"".join(random_memory(rng, SURFACE_BYTES, (n + seed) % 3) for n in range(SURFACES)))
        addresses = directory / "svm.bin"
        addresses.write_bytes(random_memory(rng, SVM_BYTES, seed % 3))
        directives = ["--slm", "size 65536", "--threads", "2", "--mask", hex(mask)]
        directives += ["--memory", f'{SURFACE_BASE:#x} file "{contents}"', "--memory", f'{SVM_BASE:#x} file "{addresses}"']
        # Machine code may spill to scratch memory, at a different address for each thread.
        directives += ["--memory", f"0 size {SURFACE_BASE:#x}", "--set", "thread 1 r0.5:ud = 0x80001"]
        for n in range(SURFACES):
            is_rectangle = re.search(rf"media_\w+\.\w+ \(.*\) T{6 + n // PLANES} ", text)
            shape = "width 64 height 64 format R8_UNORM" if is_rectangle else f"size {SURFACE_BYTES}"
            directives += ["--surface", f"{n} = {SURFACE_BASE + n * SURFACE_BYTES:#x} {shape}"]
        directives += payload(text, rng, is_wide)
        directives += ["--print", f"mem {SURFACE_BASE:#x}:ud size {SURFACES * SURFACE_BYTES}",
                       "--print", f"mem {SVM_BASE:#x}:ud size {SVM_BYTES}"]
        expected, found = outcome(eugene, code, directives), outcome(eugene, file, directives)
        if "problem" in found or "problem" in expected:
            return [f"{found.get('problem') or expected.get('problem')}"], good, faults
        if expected == found and "memory" in found:
            good += 1
        elif "memory" in found and "memory" in expected:
            place, n = next((place, n) for place, a, b in zip(found["places"], found["memory"], expected["memory"])
                            for n in range(len(a)) if a[n] != b[n])
            which = found["places"].index(place)
            count = sum(a != b for x, y in zip(found["memory"], expected["memory"]) for a, b in zip(x, y))
            differences.append(f"input {seed}: {count} dwords differ, first {place} [{n}]: vISA {found['memory'][which][n]:#x}, "
                               f"machine code {expected['memory'][which][n]:#x}")
        elif "fault" in found and "fault" in expected:
            faults.append(found["fault"])
        else:
            differences.append(f"input {seed}: vISA: {found.get('fault', 'no fault')}; "
                               f"machine code: {expected.get('fault', 'no fault')}")
    return differences, good, faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("eugene", type=Path)
    parser.add_argument("sources", type=Path, nargs="+")
    parser.add_argument("--device", default="bxt")
    parser.add_argument("--files", default=",".join(FILES))
    parser.add_argument("--inputs", type=int, default=3)
    options = parser.parse_args()
    if shutil.which("GenX_IR") is None:
        sys.exit("GenX_IR is not installed; `make setup` does that")
    failed = equal = runs = 0
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        for source in options.sources:
            if source.is_dir():
                files = [f for kind in options.files.split(",") for f in dumped(source / f"{kind}.cl", options.device, directory)]
            else:
                files = [source]
            for file in files:
                differences, good, faults = compare(options.eugene.resolve(), file, directory, options.inputs)
                failed += bool(differences)
                equal += not differences
                runs += good
                for line in differences[:2] + [f"both fault: {fault}" for fault in faults[:1]]:
                    print(f"{file.parent.name}/{file.name}: {line}")
    print(f"{equal} kernels equal on {runs} inputs, {failed} not")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
