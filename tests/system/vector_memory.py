"""Intrinsics of Intel's vector compiler (llvm.genx.*) that access memory, surfaces and parts of vectors: a kernel for each, and what it leaves.

A kernel finds random bytes at %in and in the surface, and leaves results at %out and in the surface.
"""
import dataclasses
import struct
from typing import Callable

IN = 0x100000  # the value of %in
LANES = 8
OFFSETS = [36, 4, 100, 64, 8, 252, 128, 16]  # offsets of the lanes, in bytes
DATA = 0x400  # offset from %in of the memory for atomics and scattered accesses


@dataclasses.dataclass
class MemoryCase:
    name: str
    lines: Callable  # makes the kernel in a Module
    # Computes the bytes at %out and in the surface from those at %in and in the surface. None: they are not compared.
    meaning: Callable
    device: str = "skl"


def constant(kind, values):
    return f"<{len(values)} x {kind}>", "<" + ", ".join(f"{kind} {v}" for v in values) + ">"


def dwords(data, count, at=0):
    return list(struct.unpack_from(f"<{count}I", data, at))


def packed(values):
    return struct.pack(f"<{len(values)}I", *(v & 0xffffffff for v in values))


def signed(value):
    return value - (1 << 32) if value >> 31 else value


TRUE = constant("i1", ["true"] * LANES)
VECTOR = f"<{LANES} x i32>"
ATOMICS = {"add": lambda old, a: old + a, "sub": lambda old, a: old - a, "min": min, "max": max, "xchg": lambda old, a: a,
           "and": lambda old, a: old & a, "or": lambda old, a: old | a, "xor": lambda old, a: old ^ a,
           "imin": lambda old, a: min(old, a, key=signed), "imax": lambda old, a: max(old, a, key=signed),
           "inc": lambda old: old + 1, "dec": lambda old: old - 1, "cmpxchg": lambda old, new, comparand: new if old == comparand else old}


def with_atomics(contents, base, update, sources):
    """Returns `contents` after an atomic of each lane, and the old values."""
    after, old = bytearray(contents), []
    for lane, offset in enumerate(OFFSETS):
        value = dwords(after, 1, base + offset)[0]
        old.append(value)
        struct.pack_into("<I", after, base + offset, update(value, *(s[lane] for s in sources)) & 0xffffffff)
    return bytes(after), old


def atomic_sources(module, count):
    """Loads of the operands. The last of three is compared with memory, and equals it in every second lane."""
    lines = []
    for n in range(count):
        lines += module.load(f"s{n}", "i32", n * 256, LANES)
    return lines, [(VECTOR, f"%s{n}") for n in range(count)]


def operands(memory, count):
    return [dwords(memory, LANES, n * 256) for n in range(count)]


def surface_atomic(name, update, count):
    def lines(module):
        loads, sources = atomic_sources(module, count)
        suffix = f"v{LANES}i32.v{LANES}i1" + (f".v{LANES}i32" if name not in ("inc", "dec", "cmpxchg") else "")
        call = module.call(VECTOR, f"dword.atomic.{name}.{suffix}", [TRUE, ("i32", "%surface"), constant("i32", OFFSETS), *sources, (VECTOR, "undef")])
        return loads + [f"  %r = {call}"] + module.store("%r", "i32", LANES)

    def meaning(memory, surface):
        after, old = with_atomics(surface, 0, update, operands(memory, count))
        return packed(old), after
    return MemoryCase(f"dword.atomic.{name}", lines, meaning)


def address_atomic(name, update, count):
    def lines(module):
        loads, sources = atomic_sources(module, count)
        addresses = constant("i64", [IN + DATA + offset for offset in OFFSETS])
        call = module.call(VECTOR, f"svm.atomic.{name}.v{LANES}i32.v{LANES}i1.v{LANES}i64", [TRUE, addresses, *sources, (VECTOR, "undef")])
        return loads + [f"  %r = {call}"] + module.store("%r", "i32", LANES) + copied(module, DATA, 256)

    def meaning(memory, surface):
        after, old = with_atomics(memory, DATA, update, operands(memory, count))
        return packed(old).ljust(256, b"\0") + after[DATA:DATA + 256], surface
    return MemoryCase(f"svm.atomic.{name}", lines, meaning)


def copied(module, source, count, to=256):
    """Copies bytes from %in + `source` to %out + `to`, to see what is there."""
    lines = []
    for n in range(0, count, 128):
        lines += module.load(f"copy{n}", "i32", source + n, 32)
        lines += [f"  %to{n} = add i64 %out, {to + n}",
                  f"  {module.call('void', 'svm.block.st.i64.v32i32', [('i64', f'%to{n}'), ('<32 x i32>', f'%copy{n}')])}"]
    return lines


def gathered(data, base=0):
    return [dwords(data, 1, base + offset)[0] for offset in OFFSETS]


def scattered(contents, values, base=0):
    after = bytearray(contents)
    for offset, value in zip(OFFSETS, values):
        struct.pack_into("<I", after, base + offset, value)
    return bytes(after)


def four(data, channels):
    """Returns the result of reading some of four channels: the lanes of the first channel, then of the next."""
    return [dwords(data, 1, offset + 4 * channel)[0] for channel in channels for offset in OFFSETS]


def computed(result, name, arguments, kind="i32", lanes=LANES):
    """Returns a kernel that stores the result of a surface intrinsic."""
    def make(module):
        values = arguments(module) if callable(arguments) else arguments
        return [f"  %r = {module.call(result, name, values)}"] + module.store("%r", kind, lanes)
    return make


def stored(name, kind, lanes, arguments):
    """Returns a kernel that passes the bytes at %in to a storing intrinsic."""
    def make(module):
        return module.load("a0", kind, 0, lanes) + [f"  {module.call('void', name, arguments)}"]
    return make


def surfaces():
    offsets, surface = constant("i32", OFFSETS), ("i32", "%surface")
    zero, undefined = ("i32", "0"), (VECTOR, "undef")
    v, m = f"v{LANES}i32", f"v{LANES}i1"
    data = (VECTOR, "%a0")
    yield MemoryCase("oword.ld", computed("<16 x i32>", "oword.ld.v16i32", [zero, surface, ("i32", "3")], lanes=16), lambda i, s: (s[48:112], s))
    yield MemoryCase("oword.ld.unaligned", computed("<16 x i32>", "oword.ld.unaligned.v16i32", [zero, surface, ("i32", "20")], lanes=16),
                     lambda i, s: (s[20:84], s))
    yield MemoryCase("oword.st", stored("oword.st.v16i32", "i32", 16, [surface, ("i32", "5"), ("<16 x i32>", "%a0")]),
                     lambda i, s: (None, s[:80] + i[:64] + s[144:]))
    yield MemoryCase("gather.scaled", computed(VECTOR, f"gather.scaled.{v}.{m}.{v}", [TRUE, ("i32", "2"), ("i16", "0"), surface, ("i32", "32"), offsets,
                                                                                  undefined]), lambda i, s: (packed(gathered(s, 32)), s))
    yield MemoryCase("gather.masked.scaled2", computed(VECTOR, f"gather.masked.scaled2.{v}.{v}.{m}", [("i32", "2"), ("i16", "0"), surface, zero, offsets,
                                                                                                   TRUE]), lambda i, s: (packed(gathered(s)), s))
    yield MemoryCase("scatter.scaled", stored(f"scatter.scaled.{m}.{v}.{v}", "i32", LANES, [TRUE, ("i32", "2"), ("i16", "0"), surface, zero, offsets, data]),
                     lambda i, s: (None, scattered(s, dwords(i, LANES))))
    two, channels = f"<{2 * LANES} x i32>", ("i32", "5")  # R and B
    yield MemoryCase("gather4.scaled", computed(two, f"gather4.scaled.v{2 * LANES}i32.{m}.{v}",
                                                [TRUE, channels, ("i16", "0"), surface, zero, offsets, (two, "undef")], lanes=2 * LANES),
                     lambda i, s: (packed(four(s, (0, 2))), s))
    yield MemoryCase("scatter4.scaled", stored(f"scatter4.scaled.{m}.{v}.v{LANES}i32", "i32", LANES,
                                               [TRUE, ("i32", "1"), ("i16", "0"), surface, zero, offsets, data]),
                     lambda i, s: (None, scattered(s, dwords(i, LANES))))


def addresses():
    v, m, a = f"v{LANES}i32", f"v{LANES}i1", f"v{LANES}i64"
    places = constant("i64", [IN + DATA + offset for offset in OFFSETS])
    yield MemoryCase("svm.block.ld", computed("<16 x i32>", "svm.block.ld.v16i32.i64", [("i64", "%in")], lanes=16), lambda i, s: (i[:64], s))
    yield MemoryCase("svm.block.ld.unaligned", lambda module: module.load("r", "i32", 4, 16) + module.store("%r", "i32", 16), lambda i, s: (i[4:68], s))
    yield MemoryCase("svm.block.st", lambda module: module.load("r", "i64", 0, 16) + module.store("%r", "i64", 16), lambda i, s: (i[:128], s))
    yield MemoryCase("svm.gather", computed(VECTOR, f"svm.gather.{v}.{m}.{a}", [TRUE, ("i32", "0"), places, (VECTOR, "undef")]),
                     lambda i, s: (packed(gathered(i, DATA)), s))
    yield MemoryCase("svm.scatter", lambda module: stored(f"svm.scatter.{m}.{a}.{v}", "i32", LANES, [TRUE, ("i32", "0"), places, (VECTOR, "%a0")])(module) +
                     copied(module, DATA, 256, 0), lambda i, s: (scattered(i, dwords(i, LANES), DATA)[DATA:DATA + 256], s))
    four_places = constant("i64", OFFSETS)
    yield MemoryCase("svm.gather4.scaled", computed(VECTOR, f"svm.gather4.scaled.{v}.{m}.{a}",
                                                    [TRUE, ("i32", "1"), ("i16", "0"), ("i64", "%in"), four_places, (VECTOR, "undef")]),
                     lambda i, s: (packed(gathered(i)), s))


def parts():
    """Regions of vectors and predicates."""
    def region(module):
        call = module.call(VECTOR, f"rdregioni.v{LANES}i32.v16i32.i16",
                           [("<16 x i32>", "%a"), ("i32", "8"), ("i32", "4"), ("i32", "2"), ("i16", "4"), ("i32", "undef")])
        return module.load("a", "i32", 0, 16) + [f"  %r = {call}"] + module.store("%r", "i32", LANES)

    def float_region(module):
        call = module.call("<8 x float>", "rdregionf.v8f32.v16f32.i16",
                           [("<16 x float>", "%a"), ("i32", "0"), ("i32", "8"), ("i32", "2"), ("i16", "0"), ("i32", "undef")])
        return module.load("a", "float", 0, 16) + [f"  %r = {call}"] + module.store("%r", "float", LANES)

    def written(kind, letter, overload):
        def lines(module):
            call = module.call(f"<16 x {kind}>", f"wrregion{letter}.v16{overload}.v8{overload}.i16.i1",
                               [(f"<16 x {kind}>", "%a"), (f"<8 x {kind}>", "%b"), ("i32", "0"), ("i32", "8"), ("i32", "2"), ("i16", "4"), ("i32", "undef"),
                                ("i1", "true")])
            return (module.load("a", kind, 0, 16) + module.load("b", kind, 256, 8) + [f"  %r = {call}"] + module.store("%r", kind, 16))
        return lines

    def merged(i, s):
        result = dwords(i, 16)
        result[1::2] = dwords(i, 8, 256)
        return packed(result), s

    def predicate(name):
        def lines(module):
            call = module.call("i1", f"{name}.v8i1", [("<8 x i1>", "%c")])
            return (module.load("a", "i32", 0, 8) + module.load("b", "i32", 256, 8) + ["  %c = icmp ugt <8 x i32> %a, %b", f"  %p = {call}",
                    "  %s = select i1 %p, <8 x i32> %a, <8 x i32> %b"] + module.store("%s", "i32", LANES))

        def meaning(i, s):
            a, b = dwords(i, 8), dwords(i, 8, 256)
            flags = [x > y for x, y in zip(a, b)]
            return packed(a if (any if name == "any" else all)(flags) else b), s
        return MemoryCase(name, lines, meaning)

    def half_predicate(module):
        call = module.call("<8 x i1>", "rdpredregion.v8i1.v16i1", [("<16 x i1>", "%c"), ("i32", "8")])
        return (module.load("a", "i32", 0, 16) + module.load("b", "i32", 256, 8) + ["  %c = icmp slt <16 x i32> %a, zeroinitializer", f"  %p = {call}",
                "  %s = select <8 x i1> %p, <8 x i32> %b, <8 x i32> zeroinitializer"] + module.store("%s", "i32", LANES))

    def constants(module):
        call = module.call("<8 x i32>", "constanti.v8i32", [constant("i32", [3, 1, 4, 1, 5, 9, 2, 6])])
        return [f"  %r = {call}"] + module.store("%r", "i32", LANES)

    def carried(name):
        def lines(module):
            kind = f"{{ {VECTOR}, {VECTOR} }}"
            call = module.call(kind, f"{name}.v8i32.v8i32", [(VECTOR, "%a"), (VECTOR, "%b")])
            return (module.load("a", "i32", 0, 8) + module.load("b", "i32", 256, 8) +
                    [f"  %both = {call}", f"  %carry = extractvalue {kind} %both, 0", f"  %sum = extractvalue {kind} %both, 1",
                     f"  %r = xor {VECTOR} %carry, %sum"] + module.store("%r", "i32", LANES))

        def meaning(i, s):
            pairs = list(zip(dwords(i, 8), dwords(i, 8, 256)))
            if name == "addc":
                return packed([a + b & 0xffffffff ^ a + b >> 32 for a, b in pairs]), s
            return packed([a - b & 0xffffffff ^ (a < b) for a, b in pairs]), s
        return MemoryCase(name, lines, meaning)

    yield MemoryCase("rdregioni", region, lambda i, s: (packed([dwords(i, 16)[1 + 8 * (n // 4) + 2 * (n % 4)] for n in range(8)]), s))
    yield MemoryCase("rdregionf", float_region, lambda i, s: (packed(dwords(i, 16)[0::2]), s))
    yield MemoryCase("wrregioni", written("i32", "i", "i32"), merged)
    yield MemoryCase("wrregionf", written("float", "f", "f32"), merged)
    yield MemoryCase("rdpredregion", half_predicate, lambda i, s: (packed([b if signed(a) < 0 else 0 for a, b in zip(dwords(i, 8, 32), dwords(i, 8, 256))]), s))
    yield MemoryCase("constanti", constants, lambda i, s: (packed([3, 1, 4, 1, 5, 9, 2, 6]), s))
    yield from (predicate(name) for name in ("any", "all"))
    yield from (carried(name) for name in ("addc", "subb"))


def memory_cases():
    counts = {"inc": 0, "dec": 0, "cmpxchg": 2}
    table = [surface_atomic(name, update, counts.get(name, 1)) for name, update in ATOMICS.items()]
    table += [address_atomic(name, update, counts.get(name, 1)) for name, update in ATOMICS.items()]
    return table + list(surfaces()) + list(addresses()) + list(parts())
