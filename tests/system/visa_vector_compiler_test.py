#!/usr/bin/env python3
"""What Intel's vector compiler makes of its intrinsics, executed by Eugene as vISA, is what the intrinsics mean.

    visa_vector_compiler_test.py EUGENE [--seed 1] [--rounds 4] [--only NAME] [--every 1]

LLVM IR with calls of llvm.genx.* (vector_intrinsics.py, vector_memory.py) becomes SPIR-V (llvm-spirv-14) and vISA (ocloc -vc-codegen), which `eugene check`
finds no error in, and `eugene exec` runs on random arguments. The results are compared with those computed here.
"""
import argparse
import json
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from vector_intrinsics import BYTES, LANES, SHORT, cases  # noqa: E402
from vector_memory import memory_cases  # noqa: E402

IN, OUT, BLOCK = 0x100000, 0x200000, 256  # bytes of an argument or a result
ARGUMENT = '"VCArgumentDesc"="{}" "VCArgumentIOKind"="0" "VCArgumentKind"="{}"'
POINTER, SURFACE = ARGUMENT.format("svmptr_t", 0), ARGUMENT.format("buffer_t", 2)
END = """attributes #0 = { noinline nounwind "VCFunction" "VCNamedBarrierCount"="0" "VCSLMSize"="0" }
!opencl.enable.FP_CONTRACT = !{}
!spirv.Source = !{!0}
!opencl.spir.version = !{!1}
!opencl.ocl.version = !{!0}
!0 = !{i32 0, i32 100000}
!1 = !{i32 1, i32 2}
"""
FORMATS = {"i8": "b", "i16": "h", "i32": "i", "i64": "q", "float": "f", "double": "d"}


def vector(kind, lanes=LANES):
    return f"<{lanes} x {kind}>"


def suffix(kind, lanes=LANES):
    return f"v{lanes}{SHORT.get(kind, kind)}"


class Module:
    """Kernels in LLVM IR, and their declarations."""

    def __init__(self):
        self.declarations, self.kernels = set(), []

    def call(self, result, name, arguments):
        """A call of an intrinsic; `arguments` are pairs of type and value."""
        self.declarations.add(f"declare {result} @llvm.genx.{name}({', '.join(kind for kind, _ in arguments)})")
        return f"call {result} @llvm.genx.{name}({', '.join(' '.join(pair) for pair in arguments)})"

    def load(self, to, kind, at, lanes=LANES):
        return [f"  %address.{to} = add i64 %in, {at}",
                f"  %{to} = " + self.call(vector(kind, lanes), f"svm.block.ld.unaligned.{suffix(kind, lanes)}.i64", [("i64", f"%address.{to}")])]

    def store(self, value, kind, lanes=LANES):
        return [f"  {self.call('void', f'svm.block.st.i64.{suffix(kind, lanes)}', [('i64', '%out'), (vector(kind, lanes), value)])}"]

    def kernel(self, name, lines):
        self.kernels.append(f"define dso_local spir_kernel void @{name}(i64 {POINTER} %in, i64 {POINTER} %out, i32 {SURFACE} %surface) #0 {{\n" +
                            "\n".join(lines) + "\n  ret void\n}\n")

    def computation(self, name, case):
        lines, arguments, overloads = [], [], [suffix(case.result)]
        for n, kind in enumerate(case.arguments):
            if isinstance(kind, tuple):
                arguments.append((kind[1], str(kind[2])))
                continue
            lines += self.load(f"a{n}", kind, n * BLOCK)
            arguments.append((vector(kind), f"%a{n}"))
            if n in case.overloaded:
                overloads.append(suffix(kind))
        lines.append("  %r = " + self.call(vector(case.result), ".".join([case.name] + overloads), arguments))
        self.kernel(name, lines + self.store("%r", case.result))

    def text(self):
        return 'target triple = "spir64-unknown-unknown"\n' + "\n".join(sorted(self.declarations)) + "\n" + "".join(self.kernels) + END


def compiled(text, device, directory):
    """Returns the .visaasm that the compiler writes for each kernel of `text`, by the kernel's name."""
    work = Path(tempfile.mkdtemp(dir=directory))
    (work / "k.ll").write_text(text)
    environment = os.environ | {"IGC_ShaderDumpEnable": "1", "IGC_DumpToCustomDir": str(work / "dump")}
    for command in (["llvm-as-14", "k.ll", "-o", "k.bc"],
                    ["llvm-spirv-14", "--spirv-ext=+all", "--spirv-allow-unknown-intrinsics=llvm.genx", "k.bc", "-o", "k.spv"],
                    ["ocloc", "compile", "-spirv_input", "-file", "k.spv", "-device", device, "-options", "-vc-codegen", "-out_dir", "."]):
        done = subprocess.run(command, cwd=work, capture_output=True, text=True, env=environment)
        if done.returncode != 0:
            sys.exit(f"{command[0]} for {device}: {done.stderr[-2000:]}{done.stdout[-2000:]}")
    return {file.stem.split("_")[-1]: file for file in (work / "dump").glob("*.visaasm")}


def argument(rng, kind, case):
    if case.small:
        value = rng.uniform(*case.small) if kind in ("float", "double") else rng.randint(*case.small)
    elif kind in ("float", "double"):
        value = rng.choice([rng.uniform(-9, 9), rng.randint(-20, 20) / 2 or 1.5])
    else:
        bits = 8 * BYTES[kind]
        value = rng.choice([rng.randrange(-9, 9), rng.randrange(-1 << bits - 1, 1 << bits - 1)])
    return struct.unpack("<f", struct.pack("<f", value))[0] if kind == "float" else value


def expected(case, arguments):
    """Returns the expected lanes for `arguments`, each a list of lanes; None for undefined lanes."""
    lanes = case.meaning(*arguments) if case.whole else [case.meaning(*values) for values in zip(*arguments)]
    if case.result in ("float", "double"):
        return lanes
    bits = 8 * BYTES[case.result]
    return [None if v is None else (v + (1 << bits - 1) & (1 << bits) - 1) - (1 << bits - 1) for v in lanes]


def is_equal(case, found, want):
    if want is None:
        return True
    if case.result not in ("float", "double"):
        return found == want
    exact = struct.unpack("<f", struct.pack("<f", want))[0]
    return found == exact or abs(found - want) <= case.relative * max(1.0, abs(want))


def execute(eugene, file, memory, surface, directory):
    """Runs `file` with `memory` at IN. Returns the bytes at OUT, and the surface's bytes."""
    contents = directory / "in.bin"
    contents.write_bytes(memory)
    (directory / "surface.bin").write_bytes(surface)
    directives = ["--memory", f'{IN:#x} file "{contents}"', "--memory", f"{OUT:#x} size 4096", "--memory", f'0x300000 file "{directory / "surface.bin"}"',
                  "--surface", f"0 = 0x300000 size {len(surface)}", "--slm", "size 4096"]
    text = file.read_text()
    values = {"0": IN, "1": OUT}
    inputs = [line.split()[1] for line in text.splitlines() if line.startswith(".input V")]
    directives += [item for n, name in enumerate(inputs[:2]) for item in ("--set", f"{name}:uq = {values[str(n)]:#x}")]
    done = subprocess.run([eugene, "exec", "--json", *directives, "--print", f"mem {OUT:#x}:ud size 1024", "--print", f"mem 0x300000:ud size {len(surface)}",
                           file], capture_output=True, text=True)
    try:
        case = json.loads(done.stdout)[0]
    except (ValueError, IndexError):
        return None, done.stderr.strip() or done.stdout.strip()
    if case["problems"] or "fault" in case:
        return None, str(case["problems"] or case["fault"])
    return [struct.pack(f"<{len(p['bits'])}I", *p["bits"]) for p in case["prints"]], None


def run_computation(eugene, case, file, rng, directory):
    """Returns what is wrong; nothing if the results are right."""
    arguments = [[argument(rng, kind, case) for _ in range(LANES)] for kind in case.arguments if not isinstance(kind, tuple)]
    kinds = [kind for kind in case.arguments if not isinstance(kind, tuple)]
    memory = b"".join(struct.pack(f"<{LANES}{FORMATS[kind]}", *lanes).ljust(BLOCK, b"\0") for kind, lanes in zip(kinds, arguments))
    found, problem = execute(eugene, file, memory, bytes(4096), directory)
    if found is None:
        return problem
    lanes = struct.unpack_from(f"<{LANES}{FORMATS[case.result]}", found[0])
    for n, (have, want) in enumerate(zip(lanes, expected(case, arguments))):
        if not is_equal(case, have, want):
            return f"lane {n} of {[a[n] for a in arguments]}: {have}, not {want}"
    return None


def run_memory(eugene, case, file, rng, directory):
    memory, surface = rng.randbytes(4096), rng.randbytes(4096)
    found, problem = execute(eugene, file, memory, surface, directory)
    if found is None:
        return problem
    out, after = case.meaning(memory, surface)
    if out is not None and found[0][:len(out)] != out:
        return f"results are {found[0][:len(out)].hex()}, not {out.hex()}"
    if after is not None and found[1] != after:
        n = next(n for n in range(len(after)) if after[n] != found[1][n])
        return f"byte {n} of the surface is {found[1][n]:#x}, not {after[n]:#x}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("eugene", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--only")
    parser.add_argument("--every", type=int, default=1, help="take every so manieth intrinsic")
    options = parser.parse_args()
    for tool in ("llvm-as-14", "llvm-spirv-14", "ocloc"):
        if shutil.which(tool) is None:
            print(f"skipped: {tool} is not installed; `tools/setup --nightly` does that")
            return 77
    rng, wrong = random.Random(options.seed), 0
    table = [(case, run_computation) for case in cases()] + [(case, run_memory) for case in memory_cases()]
    table = [(case, run) for case, run in table if options.only in (None, case.name)][::options.every]
    with tempfile.TemporaryDirectory() as name:
        directory, files = Path(name), {}
        for device in sorted({case.device for case, _ in table}):
            module = Module()
            for n, (case, run) in enumerate(table):
                if case.device == device:
                    module.computation(f"k{n}", case) if run is run_computation else module.kernel(f"k{n}", case.lines(module))
            files |= compiled(module.text(), device, directory)
        checked = subprocess.run([options.eugene, "check", "--json", *files.values()], capture_output=True, text=True)
        if checked.returncode != 0:
            print(checked.stdout + checked.stderr)
            wrong += 1
        for n, (case, run) in enumerate(table):
            for _ in range(options.rounds):
                problem = run(options.eugene.resolve(), case, files[f"k{n}"], rng, directory)
                if problem:
                    print(f"{case.name}: {problem}")
                    wrong += 1
                    break
    print(f"{len(table)} intrinsics, {len({case.name for case, _ in table})} names, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
