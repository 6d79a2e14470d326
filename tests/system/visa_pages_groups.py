"""Models of pages of several threads, and of matrices of floats: NBARRIER, DPASW, DPAS."""
import struct

from visa_pages import Page, expected, general, given

INTEGERS = {"u8": 8, "s8": 8, "u4": 4, "s4": 4, "u2": 2, "s2": 2}


def field(dwords, bits, index, signed):
    value = dwords[index * bits // 32] >> index * bits % 32 & (1 << bits) - 1
    return value - (1 << bits) if signed and value >> bits - 1 else value


def named_barrier(pick):
    """Threads write numbers. Threads that share a barrier read each other's numbers after it, once or twice."""
    threads = pick.randrange(2, 9)
    ids = pick.sample(range(32), 3)
    of = [pick.randrange(3) for _ in range(threads)]
    values, rounds = [pick.randrange(1, 1000) for _ in range(threads)], pick.choice([1, 2])
    directives = [f"threads {threads} ; slm size 64 ; mask = 0xff", "set ALL:ud = 0 4 8 12 16 20 24 28"]
    for n in range(threads):
        fellows = [values[m] if of[m] == of[n] else "*" for m in range(threads)]
        directives += [f"set thread {n} N:ud = {n} ; set thread {n} X:ud = {values[n]} ; set thread {n} ID:ub = {ids[of[n]]}",
                       f"set thread {n} COUNT:ub = {of.count(of[n])}", expected(f"thread {n} E:ud", fellows)]
    code = ["shl (M1, 8) U(0,0)<1> N(0,0)<0;1,0> 2:d", "mov (M1, 8) V(0,0)<1> X(0,0)<0;1,0>", "scatter4_scaled.R (M1, 8) T0 0x0:ud U.0 V.0"]
    code += ["nbarrier.signal ID(0,0)<0;1,0> COUNT(0,0)<0;1,0>", "nbarrier.wait ID(0,0)<0;1,0>"] * rounds
    return directives, [*code, "gather4_scaled.R (M1, 8) T0 0x0:ud ALL.0 E.0"]


def fused(pick):
    """DPASW: source 2 is made of registers of both threads, of 32 bytes; all else is each thread's own."""
    one, two, repeat = pick.choice(list(INTEGERS)), pick.choice(list(INTEGERS)), pick.randrange(1, 9)
    bits1, bits2 = INTEGERS[one], INTEGERS[two]
    ops = 4 if bits1 == 8 or bits2 == 8 else 8
    registers = -(-bits2 * ops * repeat // 32)
    first = (registers + 1) // 2
    b, c = [[[pick.getrandbits(32) for _ in range(64)] for _ in range(2)] for _ in range(2)]
    a = [[pick.getrandbits(32) for _ in range(64)] for _ in range(2)]
    both = a[0][:8 * first] + a[1][:8 * (registers - first)]
    directives = ["threads 2"]
    for thread in range(2):
        directives += [given(f"thread {thread} {name}:ud", of[thread]) for name, of in (("A", a), ("B", b), ("C", c))]
        result = []
        for r in range(repeat):
            for i in range(8):
                total = c[thread][8 * r + i]
                for k in range(8 * ops):
                    dword = b[thread][k * bits1 // 32 * 8 + i]
                    total += (field([dword], bits1, k % (32 // bits1), one[0] == "s") *
                              field(both, bits2, r * 8 * ops + k, two[0] == "s"))
                result.append(total & 0xFFFFFFFF)
        directives.append(expected(f"thread {thread} D:ud", result))
    return directives, [f"dpasw.{one}.{two}.8.{repeat} (M1, 8) D_d.0 C_d.0 B.0 A(0,0)"]


def bits_of(kind, value):
    """Packs small integers, which all of these formats hold exactly."""
    if kind == "hf":
        return struct.unpack("<H", struct.pack("<e", value))[0]
    single = struct.unpack("<I", struct.pack("<f", value))[0]
    return single >> 16 if kind == "bf" else single


def float_products(lanes):
    """Sums stay below 2^24, so that no order of additions rounds anything."""
    def case(pick):
        kind = pick.choice(["bf", "hf", "tf32"])
        ops, repeat = 1 if kind == "tf32" else 2, pick.randrange(1, 9)
        depth = 8 * ops
        size = 32 if kind == "tf32" else 16
        left = [[pick.randrange(-99, 100) for _ in range(depth)] for _ in range(repeat)]
        right = [[pick.randrange(-99, 100) for _ in range(lanes)] for _ in range(depth)]
        plus = [[pick.randrange(-9999, 9999) for _ in range(lanes)] for _ in range(repeat)]
        has_sum = pick.random() < 0.7
        a = [0] * (repeat * depth * size // 32)
        for k, value in enumerate(sum(left, [])):
            a[k * size // 32] |= bits_of(kind, value) << k * size % 32
        b = [0] * (8 * lanes)
        for k in range(depth):
            for i in range(lanes):
                b[k * size // 32 * lanes + i] |= bits_of(kind, right[k][i]) << k * size % 32
        result = [float((plus[r][i] if has_sum else 0) + sum(left[r][k] * right[k][i] for k in range(depth)))
                  for r in range(repeat) for i in range(lanes)]
        return ([given("A:ud", a), given("B:ud", b), given("C_f:f", sum(plus, [])), expected("D_f:f", result)],
                [f"dpas.{kind}.{kind}.8.{repeat} (M1, {lanes}) D_f.0 {'C_f.0' if has_sum else '%null.0'} B.0 A(0,0)"])
    return case


BARRIERS = [general("N", "ud", 1), general("X", "ud", 1), general("ID", "ub", 1), general("COUNT", "ub", 1),
            *(general(n, "ud", 8) for n in ("U", "V", "ALL", "E"))]
MATRICES = [*(general(n, "ud", 128) for n in "ABCD"),
            *(f"{n}_{k} v_type=G type={k} num_elts=128 align=GRF alias=<{n}, 0>" for n in "ABCD" for k in ("d", "f"))]
PAGES = [Page("NBARRIER", named_barrier, BARRIERS, "pvc"), Page("DPASW", fused, MATRICES, "dg2"),
         Page("DPAS floats", float_products(8), MATRICES, "dg2"), Page("DPAS floats", float_products(16), MATRICES, "pvc")]
