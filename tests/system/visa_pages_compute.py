"""Models of pages of control flow, comparisons, predicates, products of matrices, and the load/store cache."""
import math

from visa_pages import ANY, Page, channels, expected, general, given

PREDICATE = "P1 v_type=P num_elts=32"
SIZES = {"b": (8, True), "ub": (8, False), "w": (16, True), "uw": (16, False), "d": (32, True), "ud": (32, False),
         "q": (64, True), "uq": (64, False)}
RELATIONS = {"eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
             "lt": lambda a, b: a < b, "le": lambda a, b: a <= b}


def numbers(pick, kind, count):
    if kind in ("f", "df"):
        return [pick.choice([math.nan, math.inf, -math.inf, 0.0, -0.0, pick.randrange(-99, 99) / 4, 1.5]) for _ in range(count)]
    bits, signed = SIZES[kind]
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    return [pick.choice([low, high, 0, 1, pick.randint(low, high)]) for _ in range(count)]


def compare(pick):
    name, kind = pick.choice(list(RELATIONS)), pick.choice(["w", "uw", "d", "ud", "q", "uq", "f", "df"])
    at = channels(pick, [4, 8, 16] if kind in ("q", "uq", "df") else [4, 8, 16, 32], predicated=False)
    a = numbers(pick, kind, 32)
    b = [x if pick.random() < 0.3 else y for x, y in zip(a, numbers(pick, kind, 32))]
    holds = [RELATIONS[name](x, y) for x, y in zip(a, b)]
    before = pick.getrandbits(32)
    directives = [*at.directives, given(f"A_{kind}:{kind}", a), given(f"B_{kind}:{kind}", b)]
    sources = f"A_{kind}(0,0)<1;1,0> B_{kind}(0,0)<1;1,0>"
    if kind in ("d", "ud") and pick.random() < 0.4:
        result = [(-1 if holds[i] else 0) if at.enabled[i] else 9 for i in range(at.lanes)] + [9] * (32 - at.lanes)
        return [*directives, "set R:d = 9 ...", expected("R:d", result)], [f"cmp.{name} {at.size} R_{kind}(0,0)<1> {sources}"]
    after = before
    for i in range(at.lanes):
        if at.enabled[i]:
            after = after & ~(1 << i + at.offset) | int(holds[i]) << i + at.offset
    return ([*directives, f"expect P1 = {after:#x}"],
            [f"setp (M1_NM, 32) P1 {before:#x}:ud", f"cmp.{name} {at.size} P1 {sources}"])


def first_bit(value, signed):
    """FBH: counts from the highest bit down while bits equal the sign (D) or are zero (UD)."""
    value &= 0xFFFFFFFF
    if value == 0 or (signed and value == 0xFFFFFFFF):
        return 0xFFFFFFFF
    sign = value >> 31 if signed else 0
    count = 0
    while count != 32 and (value >> 31 & 1) == sign:
        value, count = value << 1 & 0xFFFFFFFF, count + 1
    return count


def fbh(pick):
    at, kind = channels(pick, [1, 2, 4, 8, 16]), pick.choice(["d", "ud"])
    of = [pick.getrandbits(32) >> pick.randrange(32) for _ in range(32)]
    of = [pick.choice([v, v ^ 0xFFFFFFFF, 0, 0xFFFFFFFF]) for v in of]
    shown = [v - (1 << 32) if kind == "d" and v >> 31 else v for v in of]
    result = [first_bit(of[i], kind == "d") if at.enabled[i] else 9 for i in range(at.lanes)]
    return ([*at.directives, given(f"A_{kind}:{kind}", shown), "set R:ud = 9 ...", expected("R:ud", result)],
            [*at.code, f"{at.prefix}fbh {at.size} R_ud(0,0)<1> A_{kind}(0,0)<1;1,0>"])


def combine(pick):
    """.any and .all with an execution size equal to the predicate's size, for which both readings of 5_operands
    agree."""
    lanes, control, inverse = pick.choice([8, 16, 32]), pick.choice(["any", "all"]), pick.random() < 0.4
    bits = pick.choice([0, 0xFFFFFFFF, 1 << pick.randrange(lanes), ~(1 << pick.randrange(lanes)), pick.getrandbits(32)])
    bits &= (1 << lanes) - 1
    mask = pick.choice([0xFFFFFFFF, pick.getrandbits(32)])
    holds = (bits != 0 if control == "any" else bits == (1 << lanes) - 1) != inverse
    result = [7 if holds and mask >> i & 1 else 9 for i in range(lanes)]
    return ([f"mask = {mask:#x}", "set R:ud = 9 ...", expected("R:ud", result)],
            [f"setp (M1_NM, {lanes}) P{lanes} {bits:#x}:ud",
             f"({'!' if inverse else ''}P{lanes}.{control}) mov (M1, {lanes}) R_ud(0,0)<1> 7:ud"])


def goto(pick):
    """Channels diverge. Each channel is modelled separately, so the order in which the thread runs them does not matter."""
    lanes, blocks = pick.choice([8, 16]), pick.randrange(2, 7)
    steps = []  # for each block: number to add, target of the goto, comparison, its operand, whether it is inverted
    for n in range(blocks):
        forward = pick.random() < 0.7 or n == 0
        target = pick.randrange(n + 1, blocks + 1) if forward else pick.randrange(1, n + 1)
        steps.append((pick.randrange(1, 1000), target, pick.choice(list(RELATIONS)), pick.randrange(0, 6), pick.random() < 0.3))
    x, bound = [[pick.randrange(0, 6) for _ in range(lanes)] for _ in range(2)]
    mask = pick.choice([0xFFFFFFFF, pick.getrandbits(32)])

    def follow(i):
        at, total, turns = 0, 0, 0
        while at < blocks:
            add, target, relation, against, inverse = steps[at]
            total, turns = total + add, turns + 1
            if target > at:
                taken = RELATIONS[relation](x[i], against) != inverse
            else:
                taken = turns < bound[i] * 3
            at = target if taken else at + 1
        return total, turns
    ends = [follow(i) if mask >> i & 1 else (0, 0) for i in range(lanes)]
    code = []
    for n, (add, target, relation, against, inverse) in enumerate(steps):
        code += [f"L{n}:", f"add (M1, {lanes}) R_ud(0,0)<1> R_ud(0,0)<1;1,0> {add}:ud",
                 f"add (M1, {lanes}) B_ud(0,0)<1> B_ud(0,0)<1;1,0> 1:ud"]
        if target > n:
            code += [f"cmp.{relation} (M1, {lanes}) P16 A_ud(0,0)<1;1,0> {against}:ud",
                     f"({'!' if inverse else ''}P16) goto (M1, {lanes}) L{target}"]
        else:
            code += [f"cmp.lt (M1, {lanes}) P16 B_ud(0,0)<1;1,0> A_d(0,0)<1;1,0>", f"(P16) goto (M1, {lanes}) L{target}"]
    code += [f"L{blocks}:", f"add (M1, {lanes}) R_ud(0,0)<1> R_ud(0,0)<1;1,0> 0:ud"]
    return ([f"mask = {mask:#x}", given("A_ud:ud", x), given("A_d:d", [3 * v for v in bound]),
             expected("R:ud", [t for t, _ in ends]), expected("B_ud:ud", [t for _, t in ends])], code)


def switch(pick):
    labels = [f"L{pick.randrange(4)}" for _ in range(pick.randrange(1, 33))]
    index = pick.randrange(len(labels)) if pick.random() < 0.8 else pick.randrange(len(labels), 256)
    adds = [pick.randrange(1, 1000) for _ in range(4)]
    directives = [given("I:ub", [index])]
    if index < len(labels):
        directives.append(expected("R:ud", [sum(adds[int(labels[index][1]):])]))
    else:
        directives.append('expect fault "switchjmp with an index"')
    code = [f"switchjmp (M1_NM, 1) I(0,0)<0;1,0> ({', '.join(labels)})"]
    for n, add in enumerate(adds):
        code += [f"L{n}:", f"add (M1, 1) R_ud(0,0)<1> R_ud(0,0)<0;1,0> {add}:ud"]
    return directives, code


def dpas(lanes):
    bits_of = {"u8": 8, "s8": 8, "u4": 4, "s4": 4, "u2": 2, "s2": 2}

    def element(values, bits, index, signed):
        value = values[index * bits // 32] >> index * bits % 32 & (1 << bits) - 1
        return value - (1 << bits) if signed and value >> bits - 1 else value

    def case(pick):
        one, two = pick.choice(list(bits_of)), pick.choice(list(bits_of))
        repeat, depth = pick.randrange(1, 9), 8
        bits1, bits2 = bits_of[one], bits_of[two]
        ops = 4 if bits1 == 8 or bits2 == 8 else 8
        per_dword = 32 // (ops * bits1)
        b = [pick.getrandbits(32) for _ in range(lanes * -(-depth // per_dword))]
        a = [pick.getrandbits(32) for _ in range(-(-repeat * depth * ops * bits2 // 32))]
        has_sum = pick.random() < 0.7
        c = [pick.randrange(-1 << 20, 1 << 20) if has_sum else 0 for _ in range(lanes * repeat)]
        result, k = [], 0
        for r in range(repeat):
            row = c[lanes * r:lanes * (r + 1)]
            for d in range(depth):
                m, n = d // per_dword, d % per_dword * ops
                for i in range(lanes):
                    row[i] += sum(element([b[m * lanes + i]], bits1, n + e, one[0] == "s") *
                                  element(a, bits2, k + e, two[0] == "s") for e in range(ops))
                k += ops
            result += row
        return ([given("B:ud", b), given("A:ud", a), given("C:d", c), expected("D:d", result)],
                [f"dpas.{one}.{two}.{depth}.{repeat} (M1, {lanes}) D.0 {'C.0' if has_sum else '%null.0'} B.0 A(0,0)"])
    return case


def lsc(register_bytes):
    """Loads and stores of dwords at addresses, and fences, which have no effect that one thread sees."""
    def case(pick):
        at = channels(pick, [8, 16])
        vector, writes = pick.choice([1, 2, 3, 4]), pick.random() < 0.5
        scale_offset = 4 * pick.randrange(8)
        slots = pick.sample(range(200), at.lanes)
        memory = [pick.getrandbits(32) if not writes else 0 for _ in range(1024)]
        data = [pick.getrandbits(32) if writes else 99 for _ in range(128)]
        row = max(at.lanes, register_bytes // 4)
        result = list(data) if writes else [ANY] * 128
        for n in range(at.lanes):
            for v in range(vector):
                place = 4 * slots[n] + scale_offset // 4 + v
                if writes and at.enabled[n]:
                    memory[place] = data[v * row + n]
                if not writes:
                    result[v * row + n] = memory[place] if at.enabled[n] else 99
        fence = (f"lsc_fence.{pick.choice(['ugm', 'tgm', 'slm'])}.{pick.choice(['none', 'evict', 'invalidate', 'clean'])}."
                 f"{pick.choice(['group', 'local', 'tile', 'gpu', 'gpus', 'system', 'sysrel', 'sysacq'])}")
        shape = f"d32x{vector}" if vector > 1 else "d32"
        address = f"flat[A{f'+{scale_offset:#x}' if scale_offset else ''}]:a64"
        access = f"lsc_store.ugm {at.size} {address} D:{shape}" if writes else f"lsc_load.ugm {at.size} D:{shape} {address}"
        directives = [*at.directives, "memory 0x1000 size 4096", given("A:uq", [0x1000 + 16 * s for s in slots]),
                      given("D:ud", data), expected("D:ud", result),
                      expected("mem 0x1000:ud", memory) if writes else given("mem 0x1000:ud", memory)]
        return directives, [*at.code, fence, at.prefix + access, fence]
    return case


KINDS = [*SIZES, "f", "df"]
PLAIN = [*(general(f"{n}_{k}", k, 32) for n in "AB" for k in KINDS), general("R", "ud", 32), general("I", "ub", 1),
         "R_ud v_type=G type=ud num_elts=32 align=GRF alias=<R, 0>", "R_d v_type=G type=d num_elts=32 align=GRF alias=<R, 0>",
         PREDICATE, *(f"P{n} v_type=P num_elts={n}" for n in (8, 16, 32))]
MATRICES = [general("A", "ud", 128), general("B", "ud", 128), general("C", "d", 128), general("D", "d", 128)]
CACHE = [general("A", "uq", 16), general("D", "ud", 128), PREDICATE]
PAGES = [Page("CMP", compare, PLAIN), Page("FBH", fbh, PLAIN), Page("PREDICATION", combine, PLAIN), Page("GOTO", goto, PLAIN),
         Page("SWITCHJMP", switch, PLAIN), Page("DPAS", dpas(8), MATRICES, "dg2"), Page("DPAS", dpas(16), MATRICES, "pvc"),
         Page("LSC", lsc(32), CACHE, "dg2"), Page("LSC", lsc(64), CACHE, "pvc")]
