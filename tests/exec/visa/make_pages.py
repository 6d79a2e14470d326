#!/usr/bin/python3
"""Writes pages_*.visaasm: instructions of the vISA manual in every type that their pages list, with what a model of the
pages' pseudo-code, written apart from Eugene, expects.

    make_pages.py DIRECTORY
"""
import random
import struct
import sys
from pathlib import Path

INTEGERS = {"b": (8, True), "ub": (8, False), "w": (16, True), "uw": (16, False), "d": (32, True), "ud": (32, False)}
WIDE = {"q": (64, True), "uq": (64, False)}
FLOATS = ("f", "df")
LANES = 4
RELATIONS = {"eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
             "lt": lambda a, b: a < b, "le": lambda a, b: a <= b}
pick = random.Random(16)


def limits(kind):
    bits, signed = {**INTEGERS, **WIDE}[kind]
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)


def wrap(value, kind):
    low, high = limits(kind)
    return (value - low) % (high - low + 1) + low


def single(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def rounded(value, kind):
    return single(value) if kind == "f" else float(value)


def converted(value, kind, saturates):
    """MOV: floats are truncated, integers lose their high bits; .sat clamps."""
    if kind in FLOATS:
        return rounded(min(max(value, 0), 1) if saturates else value, kind)
    whole = int(value)
    return min(max(whole, limits(kind)[0]), limits(kind)[1]) if saturates else wrap(whole, kind)


def values(kind, small=False):
    if kind in FLOATS:
        return [pick.randrange(-400, 400) / 8 for _ in range(LANES)]
    low, high = (max(limits(kind)[0], -100), 100) if small else limits(kind)
    return [pick.choice([low, high, pick.randint(low, high), pick.randint(low, high)]) for _ in range(LANES)]


def words(of):
    return " ".join(repr(v) if isinstance(v, float) else str(v) for v in of)


def region(kind, letter, modifier=""):
    return f"{modifier}{letter}_{kind}(0,0)<{LANES};{LANES},1>"


class Page:
    def __init__(self, name, pages):
        kinds = [*INTEGERS, *WIDE, *FLOATS]
        self.name = name
        self.lines = [f"// vISA manual {pages}: made by make_pages.py, whose model says what is expected.", ".version 4.1",
                      f'.kernel "{name}"']
        self.lines += [f".decl {letter}_{kind} v_type=G type={kind} num_elts=16 align=GRF"
                       for letter in "ABCR" for kind in kinds]
        self.lines += [".decl P1 v_type=P num_elts=16", '.kernel_attr Target="cm"', f'.function "{name}_0"', f"{name}_0:"]

    def case(self, title, given, expected, code):
        settings = [f"set {name} = {words(of)}" for name, of in given]
        self.lines += ["", f"// case {title}", "// " + " ; ".join([*settings, *(f"expect {e}" for e in expected)])]
        self.lines += [f"  {line}" for line in code]

    def result(self, kind, of):
        return f"R_{kind}:{kind} = {words(of)}"

    def write(self, directory):
        (Path(directory) / f"{self.name}.visaasm").write_text("\n".join(self.lines) + "\n")


def conversions(directory):
    page = Page("pages_mov", "MOV")
    kinds = [*INTEGERS, *FLOATS]
    for source in kinds:
        for to in kinds:
            for saturates in (False, True):
                of = values(source)
                if source in FLOATS and to not in FLOATS and not saturates:
                    low, high = limits(to)
                    of = [float(max(low, min(high, int(v)))) + (0.25 if v > 0 else 0) for v in of]
                wanted = [converted(v, to, saturates) for v in of]
                page.case(f"mov{'.sat' if saturates else ''} {source} to {to}", [(f"A_{source}:{source}", of)],
                          [page.result(to, wanted)],
                          [f"mov{'.sat' if saturates else ''} (M1, {LANES}) R_{to}(0,0)<1> {region(source, 'A')}"])
    for kind in ("w", "d", "f", "df"):
        for modifier, change in (("(-)", lambda v: -v), ("(abs)", abs), ("(-abs)", lambda v: -abs(v))):
            of = values(kind, small=True)
            page.case(f"{modifier} of {kind}", [(f"A_{kind}:{kind}", of)],
                      [page.result(kind, [change(v) for v in of])],
                      [f"mov (M1, {LANES}) R_{kind}(0,0)<1> {region(kind, 'A', modifier)}"])
    for source, to in (("d", "q"), ("ud", "uq"), ("q", "d"), ("uq", "ud"), ("q", "uq"), ("uq", "q")):
        of = values(source)
        page.case(f"mov {source} to {to}", [(f"A_{source}:{source}", of)],
                  [page.result(to, [converted(v, to, False) for v in of])],
                  [f"mov (M1, {LANES}) R_{to}(0,0)<1> {region(source, 'A')}"])
    page.write(directory)


def arithmetic(directory):
    page = Page("pages_arithmetic", "ADD, MUL, MAD, AVG, MIN_MAX, FRC, RNDD, RNDU, RNDE, RNDZ, ADD3")
    two = {"add": lambda a, b: a + b, "min": min, "max": max, "mul": lambda a, b: a * b}
    for name, model in two.items():
        for kind in [k for k in ("w", "uw", "d", "ud", *FLOATS)]:
            for saturates in ((False, True) if name == "add" else (False,)):
                a, b = values(kind), values(kind, small=True)
                exact = [model(x, y) for x, y in zip(a, b)]
                wanted = [converted(v, kind, saturates) for v in exact]
                page.case(f"{name}{'.sat' if saturates else ''} of {kind}",
                          [(f"A_{kind}:{kind}", a), (f"B_{kind}:{kind}", b)], [page.result(kind, wanted)],
                          [f"{name}{'.sat' if saturates else ''} (M1, {LANES}) R_{kind}(0,0)<1> "
                           f"{region(kind, 'A')} {region(kind, 'B')}"])
    for kind in ("w", "uw", "d", "ud"):
        a, b = values(kind, small=True), values(kind, small=True)
        page.case(f"avg of {kind}", [(f"A_{kind}:{kind}", a), (f"B_{kind}:{kind}", b)],
                  [page.result(kind, [x + y + 1 >> 1 for x, y in zip(a, b)])],
                  [f"avg (M1, {LANES}) R_{kind}(0,0)<1> {region(kind, 'A')} {region(kind, 'B')}"])
    for name in ("mad", "add3"):
        for kind in (("d", "f", "df") if name == "mad" else ("w", "uw", "d", "ud")):
            a, b, c = (values(kind, small=True) for _ in range(3))
            wanted = [x * y + z if name == "mad" else x + y + z for x, y, z in zip(a, b, c)]
            page.case(f"{name} of {kind}", [(f"{n}_{kind}:{kind}", of) for n, of in zip("ABC", (a, b, c))],
                      [page.result(kind, [converted(v, kind, False) for v in wanted])],
                      [f"{name} (M1, {LANES}) R_{kind}(0,0)<1> {region(kind, 'A')} {region(kind, 'B')} {region(kind, 'C')}"])
    rounding = {"rndd": lambda v: float(v // 1), "rndu": lambda v: -float(-v // 1), "rndz": lambda v: float(int(v)),
                "rnde": lambda v: float(round(v)), "frc": lambda v: v - v // 1}
    for name, model in rounding.items():
        of = [abs(v) + 0.5 if n % 2 else v for n, v in enumerate(values("f"))]
        page.case(f"{name} of f", [("A_f:f", of)], [page.result("f", [model(v) for v in of])],
                  [f"{name} (M1, {LANES}) R_f(0,0)<1> {region('f', 'A')}"])
    page.write(directory)


def logic(directory):
    page = Page("pages_logic", "AND, OR, XOR, NOT, SHL, SHR, ASR, CBIT, FBL, FBH, LZD, BFREV, CMP, SEL")
    two = {"and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b}
    for kind in ("w", "uw", "d", "ud"):
        for name, model in two.items():
            a, b = values(kind), values(kind)
            page.case(f"{name} of {kind}", [(f"A_{kind}:{kind}", a), (f"B_{kind}:{kind}", b)],
                      [page.result(kind, [wrap(model(x, y), kind) for x, y in zip(a, b)])],
                      [f"{name} (M1, {LANES}) R_{kind}(0,0)<1> {region(kind, 'A')} {region(kind, 'B')}"])
        a = values(kind)
        page.case(f"not of {kind}", [(f"A_{kind}:{kind}", a)], [page.result(kind, [wrap(~x, kind) for x in a])],
                  [f"not (M1, {LANES}) R_{kind}(0,0)<1> {region(kind, 'A')}"])
        right = "asr" if limits(kind)[0] else "shr"
        for name, model in (("shl", lambda x, n: x << n), (right, lambda x, n: x >> n)):
            a, count = values(kind), [pick.randrange(16) for _ in range(LANES)]
            page.case(f"{name} of {kind}", [(f"A_{kind}:{kind}", a), ("B_ud:ud", count)],
                      [page.result(kind, [wrap(model(x, n), kind) for x, n in zip(a, count)])],
                      [f"{name} (M1, {LANES}) R_{kind}(0,0)<1> {region(kind, 'A')} {region('ud', 'B')}"])
    bits = {"cbit": lambda v: bin(v).count("1"), "fbl": lambda v: (v & -v).bit_length() - 1 if v else 0xFFFFFFFF,
            "lzd": lambda v: 32 - v.bit_length(), "fbh": lambda v: 32 - v.bit_length() if v else 0xFFFFFFFF,
            "bfrev": lambda v: int(f"{v:032b}"[::-1], 2)}
    for name, model in bits.items():
        for rest in (0, 1 << 31):
            of = [rest, rest | 1, pick.randrange(1 << 31), pick.randrange(1 << 16) << 8]
            page.case(f"{name} of {words(of)}", [("A_ud:ud", of)], [page.result("ud", [model(v) for v in of])],
                      [f"{name} (M1, {LANES}) R_ud(0,0)<1> {region('ud', 'A')}"])
    for kind in ("w", "uw", "d", "ud", *FLOATS):
        for name, model in RELATIONS.items():
            a = values(kind)
            b = [a[0], *values(kind)[1:]]
            mask = sum(1 << n for n, (x, y) in enumerate(zip(a, b)) if model(x, y))
            page.case(f"cmp.{name} of {kind}", [(f"A_{kind}:{kind}", a), (f"B_{kind}:{kind}", b)], [f"P1 = {mask:#x}"],
                      [f"cmp.{name} (M1, {LANES}) P1 {region(kind, 'A')} {region(kind, 'B')}"])
        for sign in ("", "!"):
            a, b, mask = values(kind), values(kind), pick.randrange(1, 15)
            chosen = [x if bool(mask >> n & 1) != bool(sign) else y for n, (x, y) in enumerate(zip(a, b))]
            page.case(f"sel of {kind} by {sign}{mask:#x}", [(f"A_{kind}:{kind}", a), (f"B_{kind}:{kind}", b)],
                      [page.result(kind, chosen)],
                      [f"setp (M1, 16) P1 {mask:#x}:ud",
                       f"({sign}P1) sel (M1, {LANES}) R_{kind}(0,0)<1> {region(kind, 'A')} {region(kind, 'B')}"])
    page.write(directory)


def high(value, kind):
    return wrap(value >> 32, kind)


def quotient(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def field(value, width, offset, kind):
    bits = (value >> offset) & ((1 << width) - 1)
    return bits - (1 << width) if kind == "d" and bits >> width - 1 else bits


def boolean(function, a, b, c):
    return sum((function >> ((a >> n & 1) | (b >> n & 1) << 1 | (c >> n & 1) << 2) & 1) << n for n in range(32))


def rotated(value, count, bits):
    count %= bits
    return (value << count | value >> bits - count) & ((1 << bits) - 1)


def wide(directory):
    page = Page("pages_wide", "MULH, ADDC, SUBB, DIV, MOD, BFE, BFN, ROL, ROR, ADD3O")

    def dwords(title, code, kind, sources, wanted, also=()):
        given = [(f"{n}_{kind}:{kind}", of) for n, of in zip("ABC", sources)]
        page.case(title, given, [page.result(kind, wanted), *also],
                  [f"{code} " + " ".join(region(kind, n) for n, _ in zip("ABC", sources))])

    for kind in ("d", "ud"):
        for _ in range(2):
            a, b, c = values(kind), values(kind), values(kind)
            result = f"(M1, {LANES}) R_{kind}(0,0)<1>"
            dwords(f"mulh of {kind}", f"mulh {result}", kind, (a, b), [high(x * y, kind) for x, y in zip(a, b)])
            b = [x or 7 for x in values(kind, small=True)]
            dwords(f"div of {kind}", f"div {result}", kind, (a, b), [wrap(quotient(x, y), kind) for x, y in zip(a, b)])
            dwords(f"mod of {kind}", f"mod {result}", kind, (a, b), [x - y * quotient(x, y) for x, y in zip(a, b)])
            over = sum(1 << n for n, of in enumerate(zip(a, b, c)) if sum(of) != wrap(sum(of), kind))
            dwords(f"add3.o of {kind}", f"(P1) add3.o {result}", kind, (a, b, c),
                   [wrap(sum(of), kind) for of in zip(a, b, c)], [f"P1 = {over:#x}"])
            width, offset = [pick.randrange(1, 17) for _ in a], [pick.randrange(16) for _ in a]
            dwords(f"bfe of {kind}", f"bfe {result}", kind, (width, offset, c),
                   [field(v, w, o, kind) for w, o, v in zip(width, offset, c)])
    result = f"(M1, {LANES}) R_ud(0,0)<1>"
    for _ in range(2):
        a, b, c = values("ud"), values("ud"), values("ud")
        for name, model in (("addc", lambda x, y: x + y), ("subb", lambda x, y: x - y)):
            page.case(f"{name}", [("A_ud:ud", a), ("B_ud:ud", b)],
                      [page.result("ud", [wrap(model(x, y), "ud") for x, y in zip(a, b)]),
                       f"C_ud:ud = {words([int(model(x, y) != wrap(model(x, y), 'ud')) for x, y in zip(a, b)])}"],
                      [f"{name} {result} C_ud(0,0)<1> {region('ud', 'A')} {region('ud', 'B')}"])
        for name, sign in (("rol", 1), ("ror", -1)):
            count = [pick.randrange(40) for _ in a]
            dwords(name, f"{name} {result}", "ud", (a, count), [rotated(x, sign * n, 32) for x, n in zip(a, count)])
    for function in (0x00, 0x01, 0x1b, 0x80, 0x96, 0xca, 0xe8, 0xfe):
        a, b, c = values("ud"), values("ud"), values("ud")
        dwords(f"bfn {function:#x}", f"bfn.x{function:x} {result}", "ud", (a, b, c),
               [boolean(function, *of) for of in zip(a, b, c)])
    page.write(directory)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    conversions(sys.argv[1])
    arithmetic(sys.argv[1])
    logic(sys.argv[1])
    wide(sys.argv[1])
