"""Intrinsics of Intel's vector compiler (llvm.genx.*) that compute: their types, and what they compute, lane by lane, in Python.

The names and types are those of vc-intrinsics (GenXIntrinsics); what they compute is what the documents say of the instruction of that name.
"""
import dataclasses
import math
import struct
from typing import Callable, Optional

LANES = 16
BYTES = {"i1": 0, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "float": 4, "double": 8, "half": 2}
SHORT = {"float": "f32", "double": "f64", "half": "f16"}


@dataclasses.dataclass
class Case:
    name: str  # without llvm.genx.
    result: str  # type of a lane
    arguments: list  # types of lanes, or ("imm", type, value)
    meaning: Callable  # computes a lane's result from its arguments; integers are signed
    overloaded: list = dataclasses.field(default_factory=list)  # arguments whose types are part of the name
    device: str = "skl"
    relative: float = 0  # how far a float may be off
    small: Optional[tuple] = None  # arguments are from this range
    whole: bool = False  # `meaning` takes all lanes at once


def signed(value, bits):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> bits - 1 else value


def unsigned(value, bits):
    return value & (1 << bits) - 1


def clamp(value, bits, is_signed):
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if is_signed else (0, (1 << bits) - 1)
    return min(max(value, low), high)


def single(value):
    """`value` rounded to a float."""
    try:
        return struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def as_sign(letter, value, bits):
    return signed(value, bits) if letter == "s" else unsigned(value, bits)


def saturating(operation, bits, letters, wide):
    """s/u of the result and of the sources, in `letters`; sources have `wide` bits, the result `bits`."""
    return lambda *a: clamp(operation(*(as_sign(letters[1], v, wide) for v in a)), bits, letters[0] == "s")


def of_letters(operation, letter, bits):
    return lambda *a: operation(*(as_sign(letter, v, bits) for v in a))


def field(width, offset, value, is_signed):
    width, offset, value = width & 31, offset & 31, unsigned(value, 32)
    if width == 0:
        return 0
    if width + offset < 32:
        taken = value >> offset & (1 << width) - 1
        return signed(taken, width) if is_signed else taken
    return signed(value, 32) >> offset if is_signed else value >> offset


def inserted(width, offset, value, base):
    mask = (1 << (width & 31)) - 1 << (offset & 31) & 0xffffffff
    return unsigned(value << (offset & 31), 32) & mask | unsigned(base, 32) & ~mask


def highest(value, is_signed):
    value = unsigned(value, 32)
    if is_signed and value >> 31:
        value ^= 0xffffffff
    return 0xffffffff if value == 0 else 32 - value.bit_length()


def bytes_of(value):
    return [value >> shift & 0xff for shift in (0, 8, 16, 24)]


def dot4(letter, a, b, c):
    products = sum(as_sign(letter, y, 8) * as_sign(letter, z, 8) for y, z in zip(bytes_of(b), bytes_of(c)))
    return a + products


def sums_of_differences(letters, a, b):
    """SAD2: element 2n is the sum of the differences of 2n and 2n + 1."""
    convert = [(lambda v: signed(v, 8)) if letter == "s" else (lambda v: unsigned(v, 8)) for letter in letters]
    differences = [abs(convert[0](x) - convert[1](y)) for x, y in zip(a, b)]
    return [differences[n] + differences[n + 1] if n % 2 == 0 else None for n in range(len(a))]


def group_dot(count):
    """DP4 and the like: each group of four lanes has the product of its vectors, of `count` elements (DPH: 5)."""
    def dot(a, b):
        result = []
        for n in range(0, len(a), 4):
            terms = [a[n + k] * b[n + k] for k in range(min(count, 4))]
            if count == 5:  # DPH: the last element of the first vector counts as 1
                terms[3] = b[n + 3]
            result += 4 * [sum(terms)]
        return result
    return dot


def add(a, b):
    return a + b


def multiply(a, b):
    return a * b


def cases():
    table = []

    def case(name, result, arguments, meaning, overloaded=(), **more):
        table.append(Case(name, result, arguments, meaning, list(overloaded), **more))

    i32, i16, f = "i32", "i16", "float"
    case("bfrev", i32, [i32], lambda a: int(f"{unsigned(a, 32):032b}"[::-1], 2))
    case("cbit", i32, [i32], lambda a: unsigned(a, 32).bit_count(), [0])
    case("sfbh", i32, [i32], lambda a: highest(a, True))
    case("ufbh", i32, [i32], lambda a: highest(a, False))
    case("fbl", i32, [i32], lambda a: 0xffffffff if a == 0 else (a & -a).bit_length() - 1)
    case("lzd", i32, [i32], lambda a: 32 - unsigned(a, 32).bit_length())
    case("absi", i32, [i32], abs)
    case("absf", f, [f], abs)
    for letters in ("ss", "su", "us", "uu"):
        # The first letter is of the result, the second of the sources; of mul and mad they are of the two sources.
        case(f"{letters}add.sat", i16, [i16, i16], saturating(add, 16, letters, 16), [0])
        case(f"{letters}avg", i32, [i32, i32], of_letters(lambda a, b: a + b + 1 >> 1, letters[1], 32), [0])
        case(f"{letters}mul", i32, [i16, i16], lambda a, b, s=letters: as_sign(s[0], a, 16) * as_sign(s[1], b, 16), [0])
        case(f"{letters}mul.sat", i16, [i16, i16], saturating(multiply, 16, letters, 16), [0])
        case(f"{letters}mad", i32, [i16, i16, i32], lambda a, b, c, s=letters: as_sign(s[0], a, 16) * as_sign(s[1], b, 16) + c, [0])
        case(f"{letters}shl", i32, [i32, i32], lambda a, b: a << (b & 31), [0])
        case(f"{letters}trunc.sat", i16, [i32], saturating(lambda a: a, 16, letters, 32), [0])
        case(f"{letters}dp4a", i32, [i32, i32, i32], lambda a, b, c, s=letters[1]: dot4(s, a, b, c), [0, 1, 2], device="dg2")
    case("sbfe", i32, [i32, i32, i32], lambda a, b, c: field(a, b, c, True), small=(0, 31))
    case("ubfe", i32, [i32, i32, i32], lambda a, b, c: field(a, b, c, False), small=(0, 31))
    case("bfi", i32, [i32, i32, i32, i32], inserted, small=(0, 15))
    for name, choose in (("max", max), ("min", min)):
        case(f"s{name}", i32, [i32, i32], choose, [0])
        case(f"u{name}", i32, [i32, i32], of_letters(choose, "u", 32), [0])
        case(f"f{name}", f, [f, f], choose, [0])
    case("smulh", i32, [i32, i32], lambda a, b: a * b >> 32, [0])
    case("umulh", i32, [i32, i32], of_letters(lambda a, b: a * b >> 32, "u", 32), [0])
    case("add3", i32, [i32, i32, i32], lambda a, b, c: a + b + c, [0], device="dg2")
    case("bfn", i32, [i32, i32, i32, ("imm", "i8", 0xe8)], lambda a, b, c: a & b | b & c | a & c, [0], device="dg2")
    case("rol", i32, [i32, i32], lambda a, b: unsigned(a, 32) << (b & 31) | unsigned(a, 32) >> 32 - (b & 31), [0], device="dg2")
    case("ror", i32, [i32, i32], lambda a, b: unsigned(a, 32) >> (b & 31) | unsigned(a, 32) << 32 - (b & 31), [0], device="dg2")

    case("frc", f, [f], lambda a: a - math.floor(a))
    case("rndd", f, [f], math.floor)
    case("rndu", f, [f], math.ceil)
    case("rnde", f, [f], round)
    case("rndz", f, [f], math.trunc)
    case("inv", f, [f], lambda a: 1 / a, relative=1e-6)
    case("exp", f, [f], lambda a: 2 ** a, relative=1e-5)
    case("log", f, [f], lambda a: math.log2(abs(a)), relative=1e-4, small=(1, 90))
    case("pow", f, [f, f], lambda a, b: abs(a) ** b, relative=1e-4, small=(1, 9))
    case("sqrt", f, [f], lambda a: math.sqrt(a), relative=1e-6, small=(1, 90))
    case("rsqrt", f, [f], lambda a: 1 / math.sqrt(a), relative=1e-6, small=(1, 90))
    case("sin", f, [f], math.sin, relative=1e-4)
    case("cos", f, [f], math.cos, relative=1e-4)
    case("ieee.div", f, [f, f], lambda a, b: a / b)
    case("ieee.sqrt", f, [f], math.sqrt, small=(1, 90))
    case("lrp", f, [f, f, f], lambda a, b, c: a * b + (1 - a) * c, relative=1e-5)
    case("sat", f, [f], lambda a: min(max(a, 0.0), 1.0))
    case("fptosi.sat", i16, [f], lambda a: clamp(math.trunc(a * 1), 16, True), [0])
    case("fptoui.sat", i16, [f], lambda a: clamp(math.trunc(a), 16, False), [0])
    for count, name in ((2, "dp2"), (3, "dp3"), (4, "dp4"), (5, "dph")):
        case(name, f, [f, f], group_dot(count), relative=1e-5, whole=True)
    for letters in ("ss", "uu"):
        case(f"{letters[0]}sad2", i16, ["i8", "i8"], lambda a, b, s=letters: sums_of_differences(s, a, b), [0], whole=True)
    for letters in ("ss", "uu", "us", "su"):
        case(f"{letters}sad2add", i16, ["i8", "i8", i16],
             lambda a, b, c, s=letters: [None if d is None else d + e for d, e in zip(sums_of_differences(s[1] * 2, a, b), c)], [0], whole=True)
    return table
