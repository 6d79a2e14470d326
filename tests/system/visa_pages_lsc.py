"""Models of LSC_UNTYPED and LSC_TYPED: quads, strides, transposed vectors, sizes of data, blocks, append counters."""
from visa_pages import ANY, Page, channels, expected, general, given

BASE, SPACE, COUNTER = 0x1000, 4096, 0x3000
MEMORY = f"memory {BASE:#x} size {SPACE}"


def row_of(lanes, size, register_bytes):
    """Returns the distance, in elements, of the registers at which the elements of a vector begin."""
    each = register_bytes // size
    return -(-lanes // each) * each


def random_words(pick, count, size):
    return [pick.getrandbits(8 * size) for _ in range(count)]


def access(name, size, writes, at, address, shape):
    data = f"D{8 * size}:{shape}"
    operands = f"{address} {data}" if writes else f"{data} {address}"
    return f"{at.prefix}lsc_{'store' if writes else 'load'}{name}.ugm {at.size} {operands}"


def around(at, size, memory, before, data, result, addresses):
    """Returns the directives of a case: memory and the data operand before and after."""
    return [*at.directives, MEMORY, given("A:uq", addresses), given(f"mem {BASE:#x}:{KIND[size]}", before),
            expected(f"mem {BASE:#x}:{KIND[size]}", memory), given(f"D{8 * size}:{KIND[size]}", data),
            expected(f"D{8 * size}:{KIND[size]}", result)]


KIND = {1: "ub", 2: "uw", 4: "ud", 8: "uq"}


def scattered(register_bytes):
    """LOAD, STORE, LOAD_QUAD, STORE_QUAD of 32 and 64 bits: the elements of a vector begin registers of their own."""
    def case(pick):
        at, writes, quad = channels(pick, [4, 8, 16]), pick.random() < 0.5, pick.random() < 0.5
        size = 4 if quad else pick.choice([4, 8])
        components = sorted(pick.sample(range(4), pick.randrange(1, 5))) if quad else list(range(pick.choice([1, 2, 3, 4])))
        before, data = random_words(pick, SPACE // size, size), random_words(pick, 1024 // size, size)
        memory, result = list(before), list(data)
        step = 32 // size  # 32 bytes, which no two channels share
        slots = pick.sample(range(SPACE // 32 - 1), at.lanes)
        offset = size * pick.randrange(4)
        row = row_of(at.lanes, size, register_bytes)
        for n in range(at.lanes):
            for m, v in enumerate(components):
                place = slots[n] * step + offset // size + v
                if writes and at.enabled[n]:
                    memory[place] = data[m * row + n]
                if not writes and at.enabled[n]:
                    result[m * row + n] = before[place]
        if not writes:  # the contents beyond the execution size are unspecified
            for m in range(len(components)):
                result[m * row + at.lanes:(m + 1) * row] = [ANY] * (row - at.lanes)
        names = "".join("xyzw"[c] for c in components)
        shape = f"d32.{names}" if quad else f"d{8 * size}" + (f"x{len(components)}" if len(components) > 1 else "")
        address = f"flat[A{f'+{offset:#x}' if offset else ''}]:a64"
        return (around(at, size, memory, before, data, result, [BASE + 32 * s for s in slots]),
                [*at.code, access("_quad" if quad else "", size, writes, at, address, shape)])
    return case


def strided(register_bytes):
    """LOAD_STRIDED, STORE_STRIDED: one address, and a pitch from channel to channel."""
    def case(pick):
        at, writes, size = channels(pick, [4, 8, 16]), pick.random() < 0.5, pick.choice([4, 8])
        count = pick.choice([1, 2])
        pitch = size * count * pick.randrange(1, 5)
        before, data = random_words(pick, SPACE // size, size), random_words(pick, 1024 // size, size)
        memory, result, row = list(before), list(data), row_of(at.lanes, size, register_bytes)
        start = size * pick.randrange(64)
        for n in range(at.lanes):
            for v in range(count):
                place = (start + n * pitch) // size + v
                if at.enabled[n] and writes:
                    memory[place] = data[v * row + n]
                elif at.enabled[n]:
                    result[v * row + n] = before[place]
        if not writes:
            for v in range(count):
                result[v * row + at.lanes:(v + 1) * row] = [ANY] * (row - at.lanes)
        shape = f"d{8 * size}" + (f"x{count}" if count > 1 else "")
        packed = pitch == size * count and pick.random() < 0.5
        address = "flat[A]:a64" if packed else f"flat[A, {pitch:#x}]:a64"
        return (around(at, size, memory, before, data, result, [BASE + start]),
                [*at.code, access("_strided", size, writes, at, address, shape)])
    return case


def transposed(pick):
    """DstData[n].elems[v] of one channel: the elements of the vector follow each other in registers."""
    at, writes, size = channels(pick, [1]), pick.random() < 0.5, pick.choice([4, 8])
    count = pick.choice([2, 3, 4, 8, 16, 32, 64])
    before, data = random_words(pick, SPACE // size, size), random_words(pick, 1024 // size, size)
    memory, result, start = list(before), list(data), pick.randrange(64)
    for v in range(count):
        if at.enabled[0] and writes:
            memory[start + v] = data[v]
        elif at.enabled[0]:
            result[v] = before[start + v]
    if not writes:  # the rest of the last register
        result[count:-(-count * size // 64) * 64 // size] = [ANY] * (-(-count * size // 64) * 64 // size - count)
    return (around(at, size, memory, before, data, result, [BASE + start * size]),
            [*at.code, access("", size, writes, at, "flat[A]:a64", f"d{8 * size}x{count}t")])


def power(value):
    return 1 << (value - 1).bit_length()


def block2d(register_bytes):
    """LOAD_BLOCK2D by its pseudo-code, with Y + y for y (docs/record/errata.md); blocks lie inside the surface."""
    def case(pick):
        size = pick.choice([1, 2, 4, 8])
        form = pick.choice(["nn", "nn", "nt"] if size < 4 else ["nn", "tn"])
        width = pick.choice([w for w in range(1, 64 // size + 1) if w * size >= 4 and w * size % 4 == 0 and (form != "tn" or w <= 32 // size)])
        height = pick.randrange(1, 9)
        if form == "nt":
            height = max(1, height * size // 4) * (4 // size)
        blocks = pick.choice([b for b in (1, 2, 4) if b == 1 or form == "nn" and b * width * size <= 64])
        pitch, rows = 128, 16
        x, y = pick.randrange((pitch // size - blocks * width) + 1), pick.randrange(rows - height + 1)
        if size < 4:  # a block begins at a multiple of four bytes
            x = x * size // 4 * 4 // size
        before = random_words(pick, pitch * rows // size, size)
        across = height if form == "tn" else width
        if form == "nt":
            across = width
        per = 4 // size if form == "nt" else 1
        row_pitch = power(across)
        block = row_pitch * (width if form == "tn" else height)
        each = register_bytes // size
        block_pitch = -(-block // each) * each
        result = [0] * (blocks * block_pitch)

        def element(b, row, column):
            return before[(y + row) * (pitch // size) + x + b * width + column]
        for b in range(blocks):
            for row in range(height):
                for column in range(width):
                    if form == "nn":
                        place = row * row_pitch + column
                    elif form == "tn":
                        place = column * row_pitch + row
                    else:
                        place = row // per * per * row_pitch + column * per + row % per
                    result[b * block_pitch + place] = element(b, row, column)
        name = f"D{8 * size}"
        directives = [MEMORY, given("A:uq", [BASE]), given("S:d", [x, y]), given(f"mem {BASE:#x}:{KIND[size]}", before),
                      expected(f"{name}:{KIND[size]}", result)]
        shape = f"d{8 * size}.{blocks}x{width}x{height}{form}"
        return directives, [f"lsc_load_block2d.ugm (M1, 1) {name}:{shape} flat[A, {pitch - 1:#x}, {rows - 1:#x}, {pitch - 1:#x}, S(0,0), S(0,1)]"]
    return case


def counters(pick):
    """AppendCounterAtomicAdd and Sub: each enabled channel takes the counter and then changes it."""
    at, name = channels(pick, [4, 8, 16]), pick.choice(["add", "sub"])
    counter, data = pick.getrandbits(32), random_words(pick, 16, 4)
    result = [9] * at.lanes
    now = counter
    for n in range(at.lanes):
        if at.enabled[n]:
            result[n] = now
            now = (now + data[n] if name == "add" else now - data[n]) & 0xFFFFFFFF
    return ([*at.directives, f"{MEMORY} ; memory {COUNTER:#x} size 4096 ; surface 3 = {BASE:#x} size 256 counter {COUNTER:#x}",
             given(f"mem {COUNTER:#x}:ud", [counter]), given("E:ud", data), "set D32:ud = 9 ...",
             expected("D32:ud", result), expected(f"mem {COUNTER:#x}:ud", [now])],
            [*at.code, f"{at.prefix}lsc_apndctr_atomic_{name}.ugm {at.size} D32:d32 bti(0x3) E:d32"])


def typed(register_bytes):
    """lsc_load_quad.tgm and lsc_store_quad.tgm of a surface whose texels are four dwords."""
    def case(pick):
        at, writes = channels(pick, [4, 8]), pick.random() < 0.5
        components = sorted(pick.sample(range(4), pick.randrange(1, 5)))
        width, height = 16, 4
        before, data = random_words(pick, 4 * width * height, 4), random_words(pick, 256, 4)
        memory, result, row = list(before), list(data), row_of(at.lanes, 4, register_bytes)
        spots = pick.sample(range(width * height), at.lanes)
        for n in range(at.lanes):
            for m, c in enumerate(components):
                if at.enabled[n] and writes:
                    memory[4 * spots[n] + c] = data[m * row + n]
                elif at.enabled[n]:
                    result[m * row + n] = before[4 * spots[n] + c]
        if not writes:
            for m in range(len(components)):
                result[m * row + at.lanes:(m + 1) * row] = [ANY] * (row - at.lanes)
        shape = "D32:d32." + "".join("xyzw"[c] for c in components)
        address = "bti(0x2)[U, V]:a32"
        directives = [*at.directives, f"{MEMORY} ; surface 2 = {BASE:#x} width {width} height {height} format R32G32B32A32_UINT",
                      given("U:ud", [s % width for s in spots]), given("V:ud", [s // width for s in spots]), given("D32:ud", data),
                      given(f"mem {BASE:#x}:ud", before), expected(f"mem {BASE:#x}:ud", memory), expected("D32:ud", result)]
        code = f"lsc_store_quad.tgm {at.size} {address} {shape}" if writes else f"lsc_load_quad.tgm {at.size} {shape} {address}"
        return directives, [*at.code, at.prefix + code]
    return case


DATA = [general("A", "uq", 16), general("D32", "ud", 256), *(f"D{8 * s} v_type=G type={KIND[s]} num_elts={1024 // s} align=GRF alias=<D32, 0>"
                                                           for s in (1, 2, 8)),
        general("E", "ud", 16), general("U", "ud", 16), general("V", "ud", 16), general("S", "d", 2), "P1 v_type=P num_elts=32"]
PAGES = [Page(f"LSC {name}", model(size), DATA, platform) for platform, size in (("dg2", 32), ("pvc", 64))
         for name, model in (("scattered", scattered), ("strided", strided), ("transposed", lambda _: transposed),
                             ("block2d", block2d), ("counters", lambda _: counters), ("typed", typed))]
