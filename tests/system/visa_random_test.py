#!/usr/bin/env python3
"""Random programs of vISA, and the machine code that Intel's assembler makes of them, must leave the same memory.

    visa_random_test.py EUGENE [--programs 20] [--seed 1] [--instructions 40] [--uniform] [--keep DIRECTORY]

Each program computes with variables of all types, with regions, modifiers, predicates and branches that part channels,
and stores the results. With --uniform, some of the branches are decided by one channel for all running channels.
GenX_IR (libigc-tools) makes its machine code; `eugene exec` runs both (visa_exec_test.py). Programs that the assembler
refuses are skipped.
"""
import argparse
import random
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from visa_exec_test import BYTES, compare  # noqa: E402

ELEMENTS = 16  # elements of a variable
SIGNED, UNSIGNED = ["d", "w", "b"], ["ud", "uw", "ub"]
INTEGERS = SIGNED + UNSIGNED
# The types that each opcode takes. Where the types of several operands depend on each other, operands() chooses them.
UNARY = {"mov": INTEGERS + ["f"], "not": ["d", "ud", "w", "uw"], "cbit": ["ud"], "lzd": ["ud"], "fbl": ["ud"], "fbh": ["d", "ud"],
         "bfrev": ["ud"], "frc": ["f"], "rndd": ["f"], "rndu": ["f"], "rnde": ["f"], "rndz": ["f"], "inv": ["f"], "sqrt": ["f"],
         "rsqrt": ["f"], "exp": ["f"], "log": ["f"], "sin": ["f"], "cos": ["f"]}
BINARY = {"add": INTEGERS + ["f"], "mul": INTEGERS + ["f"], "and": ["d", "ud", "w", "uw"], "or": ["d", "ud", "w", "uw"],
          "xor": ["d", "ud", "w", "uw"], "shl": ["d", "ud"], "shr": ["ud"], "asr": ["d"], "avg": ["d", "ud", "w", "uw"],
          "min": ["d", "ud", "w", "uw", "f"], "max": ["d", "ud", "w", "uw", "f"], "div": ["d", "ud", "f"], "mod": ["d", "ud"],
          "mulh": ["d", "ud"], "pow": ["f"], "sel": ["d", "ud", "w", "uw", "f"]}
TERNARY = {"mad": ["d", "ud", "f"], "lrp": ["f"], "bfe": ["d", "ud"]}
UNPREDICATED = {"min", "max"}
MODIFIERS = {"not": ["", "(~)"], "and": ["", "(~)"], "or": ["", "(~)"], "xor": ["", "(~)"]}
ARITHMETIC = {"mov", "add", "mul", "mad", "frc", "rndd", "rndu", "rnde", "rndz", "min", "max", "div", "sel", "lrp"}


class Program:
    def __init__(self, rng, is_uniform=False):
        self.rng = rng
        self.is_uniform = is_uniform
        self.lines = []
        self.labels = 0
        self.variables = {f"{kind.upper()}{n}": kind for kind in INTEGERS + ["f"] for n in range(3)}
        self.lanes = 16

    def one_of(self, kind):
        return self.rng.choice([name for name, each in self.variables.items() if each == kind])

    def source(self, kind, modifiers=("",)):
        if self.rng.random() < 0.12 and kind in ("d", "ud", "f"):
            return {"f": f"0x{self.rng.choice([0x3f800000, 0x40490fdb, 0xbf000000, 0x42c80000]):x}:f",
                    "d": f"{self.rng.randrange(-1000, 1000)}:d", "ud": f"{self.rng.randrange(1 << 16)}:ud"}[kind]
        width = min(self.lanes, ELEMENTS // 2)
        region = "<0;1,0>" if width == 1 else self.rng.choice(["<0;1,0>"] + 3 * [f"<{width};{width},1>"])
        half = ELEMENTS // 2
        first = self.rng.randrange(ELEMENTS) if region == "<0;1,0>" else half if self.lanes <= half and self.rng.random() < 0.3 else 0
        return f"{self.rng.choice(list(modifiers))}{self.one_of(kind)}({self.place(kind, first)}){region}"

    @staticmethod
    def place(kind, element):
        byte = element * BYTES[kind]
        return f"{byte // 32},{byte % 32 // BYTES[kind]}"

    def destination(self, kind):
        half = ELEMENTS // 2
        first = half if self.lanes <= half and self.rng.random() < 0.3 else 0
        return f"{self.one_of(kind)}({self.place(kind, first)})<1>"

    def execution(self):
        self.lanes = self.rng.choice([16, 16, 8, 8, 4, 1])
        mask = "M3" if self.lanes == 8 and self.rng.random() < 0.2 else "M1"
        return f"({mask}{'_NM' if self.rng.random() < 0.1 else ''}, {self.lanes})"

    def instruction(self):
        table, sources = self.rng.choice([(UNARY, 1), (BINARY, 2), (BINARY, 2), (TERNARY, 3)])
        name = self.rng.choice(list(table))
        kind = self.rng.choice(table[name])
        execution = self.execution()
        modifiers = MODIFIERS.get(name) or (["", "", "(-)", "(abs)"] if name in ARITHMETIC and kind in ("d", "w", "f") else [""])
        if name == "sel" and kind == "f":  # Intel's assembler may make a mov of it, which passes on other bits of a NaN (docs/record/undefined.md)
            modifiers = [""]
        operands = [self.source(kind, modifiers) for _ in range(sources)]
        if name in ("shl", "shr", "asr"):
            operands[1] = f"{self.rng.randrange(32)}:ud"
        if name == "mulh":  # Intel's assembler multiplies by negative words wrongly (docs/record/errata.md)
            operands = [operand.replace("-", "") if operand.endswith(":d") else operand for operand in operands]
        if name == "bfe":
            operands[:2] = [f"{self.rng.randrange(1, 16)}:{kind}", f"{self.rng.randrange(16)}:{kind}"]
        result = self.rng.choice(UNARY["mov"]) if name == "mov" else "ud" if name == "fbh" else kind
        # Intel's assembler may split an instruction into two, and the second may read a result of the first.
        destination = self.destination(result)
        name_of, place_of = destination.split("(")[0], destination.split("<")[0]
        for operand in operands:
            operand = operand.replace("(-)", "").replace("(abs)", "").replace("(~)", "")
            if operand.startswith(name_of + "(") and (operand.endswith("<0;1,0>") or not operand.startswith(place_of)):
                return
        saturate = ".sat" if name in ("mov", "add") and kind != "ub" and self.rng.random() < 0.15 else ""
        predicate = ""
        if name == "sel" or (name not in UNPREDICATED and self.rng.random() < 0.2):
            predicate = f"({self.rng.choice(['', '!'])}P{self.rng.randrange(1, 4)}) "
        self.lines.append(f"  {predicate}{name}{saturate} {execution} {destination} {' '.join(operands)}")

    def comparison(self):
        kind = self.rng.choice(["d", "ud", "w", "uw", "f"])
        self.lanes = 16
        relation = self.rng.choice(["eq", "ne", "gt", "ge", "lt", "le"])
        self.lines.append(f"  cmp.{relation} (M1, 16) P{self.rng.randrange(1, 4)} {self.source(kind)} {self.source(kind)}")

    def uniform_branch(self, depth):
        """Makes all running channels take one of two branches, or skip one."""
        self.lanes = 1
        kind = self.rng.choice(["d", "ud", "w", "uw"])
        self.lines.append(f"  cmp.{self.rng.choice(['eq', 'ne', 'gt', 'lt'])} (M1_NM, 1) P4 {self.source(kind)} {self.source(kind)}")
        self.labels += 2
        other, joined = f"L{self.labels}", f"L{self.labels + 1}"
        self.lines.append(f"  ({self.rng.choice(['', '!'])}P4) goto (M1, 1) {other}")
        self.block(4, depth + 1)
        if self.rng.random() < 0.5:
            self.lines.append(f"  goto (M1, 1) {joined}")
        self.lines.append(f"{other}:")
        self.block(4, depth + 1)
        self.lines.append(f"{joined}:")

    def branch(self, depth):
        """Makes channels diverge, and reconverge."""
        if self.is_uniform and self.rng.random() < 0.5:
            self.uniform_branch(depth)
            return
        self.comparison()
        predicate = self.lines[-1].split()[3]
        self.labels += 2
        other, joined = f"L{self.labels}", f"L{self.labels + 1}"
        self.lines.append(f"  ({self.rng.choice(['', '!'])}{predicate}) goto (M1, 16) {other}")
        self.block(4, depth + 1)
        self.lines.append(f"  goto (M1, 16) {joined}")
        self.lines.append(f"{other}:")
        self.block(4, depth + 1)
        self.lines.append(f"{joined}:")

    def block(self, count, depth=0):
        for _ in range(count):
            what = self.rng.random()
            if what < 0.12:
                self.comparison()
            elif what < (0.25 if self.is_uniform else 0.17) and depth < (3 if self.is_uniform else 2):
                self.branch(depth)
            else:
                self.instruction()

    def text(self, instructions):
        self.block(instructions)
        head = [".version 4.1", '.kernel "random"']
        inputs, offset = [], 32
        for name, kind in self.variables.items():
            size = ELEMENTS * BYTES[kind]
            head.append(f".decl {name} v_type=G type={kind} num_elts={ELEMENTS} align=GRF")
            inputs.append(f".input {name} offset={offset} size={size}")
            offset += max(size, 32)
        head += [f".decl P{n} v_type=P num_elts=16" for n in (1, 2, 3)]
        head += [".decl P4 v_type=P num_elts=1"] if self.is_uniform else []
        head += [".decl T6 v_type=T num_elts=1"] + inputs + [f".input T6 offset={offset} size=4"]
        head += ['.kernel_attr Target="cm"', ".kernel_attr SimdSize=16", '.function "random_0"', "random_0:"]
        head += [f"  setp (M1_NM, 16) P{n} {self.rng.randrange(1 << 16):#x}:ud" for n in (1, 2, 3)]
        stores, at = [], 0
        for name, kind in self.variables.items():
            owords = ELEMENTS * BYTES[kind] // 16
            stores.append(f"  oword_st ({owords}) T6 {at:#x}:ud {name}.0")
            at += owords
        return "\n".join(head + self.lines + stores + ["  ret (M1, 1)", ""])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("eugene", type=Path)
    parser.add_argument("--programs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--instructions", type=int, default=40)
    parser.add_argument("--uniform", action="store_true")
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    if shutil.which("GenX_IR") is None:
        sys.exit("GenX_IR is not installed; `make setup` does that")
    failed = refused = 0
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        for seed in range(options.seed, options.seed + options.programs):
            file = directory / f"random{seed}.visaasm"
            file.write_text(Program(random.Random(seed), options.uniform).text(options.instructions))
            differences, good, _ = compare(options.eugene.resolve(), file, directory, 2, is_wide=True)
            if differences and "makes no machine code" in differences[0]:
                refused += 1
            elif differences or good == 0:
                failed += 1
                print(f"seed {seed}: {(differences or ['it only faults'])[0]}")
                if options.keep:
                    shutil.copy(file, options.keep)
    print(f"{options.programs} programs, {failed} differ, {refused} refused by the assembler")
    return 1 if failed or refused > options.programs // 2 else 0


if __name__ == "__main__":
    sys.exit(main())
