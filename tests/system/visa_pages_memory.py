"""Models of pages of messages: typed and untyped surfaces, addresses, render targets, the URB, raw messages, WAIT."""
from visa_pages import ANY, Page, channels, expected, general, given

PREDICATE = "P1 v_type=P num_elts=32"
SURFACE = "T6 v_type=T num_elts=1"
BASE, SPACE = 0x1000, 4096
COLOURS = "RGBA"


def mask_of(pick):
    mask = pick.randrange(1, 16)
    return mask, "".join(c for n, c in enumerate(COLOURS) if mask >> n & 1)


def ch_start(position, lanes, register_bytes):
    """GATHER4_* and SCATTER4_*: returns where the values of an enabled colour begin, in elements."""
    return position * max(lanes, register_bytes // 4)


def rows(lanes, mask, register_bytes):
    return [(ch_start(p, lanes, register_bytes), c) for p, c in enumerate(c for c in range(4) if mask >> c & 1)]


def typed_read(register_bytes):
    def case(pick):
        at, (mask, name) = channels(pick, [8]), mask_of(pick)
        width, height = pick.choice([4, 8]), pick.choice([2, 4])
        texels = [[pick.randrange(256) for _ in range(4)] for _ in range(width * height)]
        u, v = ([pick.randrange(most + 1) for _ in range(8)] for most in (width, height))
        result = [ANY] * 64
        for start, c in rows(8, mask, register_bytes):
            for i in range(8):
                inside = u[i] < width and v[i] < height
                texel = texels[v[i] * width + u[i]] if inside else [0, 0, 0, 1]  # out-of-bound access
                result[start + i] = texel[c] if at.enabled[i] else 99
        directives = [*at.directives, f"surface 2 = {BASE:#x} width {width} height {height} format R8G8B8A8_UINT",
                      f"memory {BASE:#x} size {SPACE} ; set T6 = 2", given(f"mem {BASE:#x}:ub", sum(texels, [])),
                      "set D:ud = 99 ...", given("U:ud", u) + " ; " + given("V:ud", v), expected("D:ud", result)]
        return directives, [*at.code, f"{at.prefix}gather4_typed.{name} {at.size} T6 U.0 V.0 %null.0 %null.0 D.0"]
    return case


def typed_write(register_bytes):
    def case(pick):
        at, (mask, name) = channels(pick, [8]), mask_of(pick)
        width, height = 8, 4
        texels = [0] * (4 * width * height)
        places = pick.sample(range(width * height + 8), 8)  # some of these places are below the surface
        data = [pick.randrange(256) for _ in range(64)]
        for start, c in rows(8, mask, register_bytes):
            for i in range(8):
                if at.enabled[i] and places[i] < width * height:
                    texels[4 * places[i] + c] = data[start + i]
        for i in range(8):  # colours that the message does not write
            for c in range(4):
                if at.enabled[i] and places[i] < width * height and not mask >> c & 1:
                    texels[4 * places[i] + c] = ANY
        directives = [*at.directives, f"surface 2 = {BASE:#x} width {width} height {height} format R8G8B8A8_UINT",
                      f"memory {BASE:#x} size {SPACE} ; set T6 = 2", given("D:ud", data),
                      given("U:ud", [p % width for p in places]) + " ; " + given("V:ud", [p // width for p in places]),
                      expected(f"mem {BASE:#x}:ub", texels)]
        return directives, [*at.code, f"{at.prefix}scatter4_typed.{name} {at.size} T6 U.0 V.0 %null.0 %null.0 D.0"]
    return case


def four(register_bytes, writes, a64):
    """GATHER4_SCALED, SCATTER4_SCALED, SVM_GATHER4_SCALED, SVM_SCATTER4_SCALED."""
    def case(pick):
        at, (mask, name) = channels(pick, [8, 16]), mask_of(pick)
        base = 16 * pick.randrange(8)
        slots = pick.sample(range(SPACE // 16 - 8), at.lanes)
        addresses = [16 * s + (BASE if a64 else 0) for s in slots]
        memory = [pick.getrandbits(32) for _ in range(SPACE // 4)] if not writes else [0] * (SPACE // 4)
        data = [pick.getrandbits(32) if writes else 99 for _ in range(64)]
        result = list(data) if writes else [ANY] * 64
        for start, c in rows(at.lanes, mask, register_bytes):
            for i in range(at.lanes):
                place = (16 * slots[i] + base) // 4 + c
                if writes and at.enabled[i]:
                    memory[place] = data[start + i]
                if not writes:
                    result[start + i] = memory[place] if at.enabled[i] else 99
        directives = [*at.directives, f"memory {BASE:#x} size {SPACE} ; surface 2 = {BASE:#x} size {SPACE} raw ; set T6 = 2",
                      given("A:uq" if a64 else "U:ud", addresses), given("D:ud", data),
                      expected(f"mem {BASE:#x}:ud", memory) if writes else given(f"mem {BASE:#x}:ud", memory),
                      expected("D:ud", result)]
        what = ("scatter" if writes else "gather")
        code = (f"svm_{what}4scaled.{name} {at.size} {base:#x}:uq A.0 D.0" if a64 else
                f"{what}4_scaled.{name} {at.size} T6 {base:#x}:ud U.0 D.0")
        return directives, [*at.code, at.prefix + code]
    return case


def svm_blocks(writes):
    def case(pick):
        size, blocks = pick.choice([(1, 1), (1, 2), (1, 4), (4, 1), (4, 2), (4, 4), (4, 8), (8, 1), (8, 2), (8, 4)])
        at = channels(pick, [8] if blocks == 8 else [8, 16] if blocks > 1 else [1, 2, 4, 8, 16])
        slots = pick.sample(range(SPACE // 32), at.lanes)
        memory = [pick.randrange(256) for _ in range(SPACE)] if not writes else [0] * SPACE
        stride = max(blocks, 4) if size == 1 else size  # bytes of a channel, or of a block
        data = [pick.randrange(256) if writes else 99 for _ in range(512)]
        result = list(data) if writes else [ANY] * 512
        for i in range(at.lanes):
            for j in range(blocks):
                for b in range(size):
                    place = 32 * slots[i] + j * size + b
                    element = (i * stride + j) if size == 1 else (j * at.lanes + i) * size + b
                    if writes and at.enabled[i]:
                        memory[place] = data[element]
                    if not writes:
                        result[element] = memory[place] if at.enabled[i] else 99
        directives = [*at.directives, f"memory {BASE:#x} size {SPACE}", given("A:uq", [BASE + 32 * s for s in slots]),
                      given("DB:ub", data), expected("DB:ub", result),
                      expected(f"mem {BASE:#x}:ub", memory) if writes else given(f"mem {BASE:#x}:ub", memory)]
        name = {1: "DB", 4: "D", 8: "DQ"}[size]
        return directives, [*at.code, f"{at.prefix}svm_{'scatter' if writes else 'gather'}.{size}.{blocks} {at.size} A.0 {name}.0"]
    return case


def raw_send(pick):
    """Untyped surface messages of one colour, SKL PRM vol7: type 1 reads, 9 writes; the function is the data cache 1."""
    at, writes = channels(pick, [8]), pick.random() < 0.5
    slots = pick.sample(range(SPACE // 4), 8)
    memory = [pick.getrandbits(32) for _ in range(SPACE // 4)] if not writes else [0] * (SPACE // 4)
    data = [pick.getrandbits(32) for _ in range(8)]
    result = list(data)
    for i in range(8):
        if writes and at.enabled[i]:
            memory[slots[i]] = data[i]
        if not writes:
            result[i] = memory[slots[i]] if at.enabled[i] else data[i]
    directives = [*at.directives, f"memory {BASE:#x} size {SPACE} ; surface 2 = {BASE:#x} size {SPACE} raw",
                  given("U:ud", [4 * s for s in slots]), given("D:ud", data), expected("D:ud", result),
                  expected(f"mem {BASE:#x}:ud", memory) if writes else given(f"mem {BASE:#x}:ud", memory)]
    response = 0 if writes else 1
    split = writes or pick.random() < 0.5
    descriptor = (2 | 0xE << 8 | 2 << 12 | (9 if writes else 1) << 14 | response << 20 | (1 if split else 1) << 25)
    conditional = pick.choice(["", "c"])
    if not split:
        code = f"raw_send{conditional} {at.size} 0xc 1 {response} {descriptor:#x}:ud U.0 D.0"
    else:
        second, dst = ("D.0", "%null.0") if writes else ("%null.0", "D.0")
        named = pick.random() < 0.5 or not conditional
        function = "12." if named else ""
        extended = (int(writes) << 6) | (0xC if not named or pick.random() < 0.5 else 0)
        code = (f"raw_sends{conditional}.{function}1.{int(writes)}.{response} {at.size} {extended:#x}:ud "
                f"{descriptor:#x}:ud U.0 {second} {dst}")
    return directives, [*at.code, at.prefix + code]


def subspans(pick, count, width, height):
    """Returns places of 2 x 2 blocks of pixels that do not overlap."""
    spots = pick.sample([(x, y) for x in range(0, width + 2, 2) for y in range(0, height, 2)], count)
    return spots, [(x + (p & 1), y + (p >> 1)) for x, y in spots for p in range(4)]


def rt_read(pick):
    width, height, lanes = 8, 16, pick.choice([16, 32])
    mask, lit = pick.choice([0xFFFFFFFF, pick.getrandbits(32)]), pick.choice([0xFFFFFFFF, pick.getrandbits(32)])
    spots, pixels = subspans(pick, lanes // 4, width, height)
    texels = [[pick.randrange(1000) for _ in range(4)] for _ in range(width * height)]
    result = [9] * (4 * lanes)
    for i, (x, y) in enumerate(pixels):
        for c in range(4):
            if mask >> i & 1 and lit >> i & 1:
                result[c * lanes + i] = texels[y * width + x][c] if x < width else 0
    headers = [given(f"H{n}.2:ud", [x | y << 16 for x, y in spots[4 * n:4 * n + 4]]) + " ; " +
               given(f"H{n}.7:ud", [lit >> 16 * n & 0xFFFF]) for n in range(lanes // 16)]
    directives = [f"mask = {mask:#x} ; memory {BASE:#x} size {SPACE} ; set T6 = 2",
                  f"surface 2 = {BASE:#x} width {width} height {height} format R32G32B32A32_FLOAT", *headers,
                  given(f"mem {BASE:#x}:f", sum(texels, [])), "set C:f = 9 ...", expected("C:f", result)]
    return directives, [f"rt_read (M1, {lanes}) T6 C.0"]


def rt_write(pick):
    width, height, lanes = 8, 16, pick.choice([8, 16])
    mask, lit = pick.choice([0xFFFFFFFF, pick.getrandbits(32)]), pick.choice([0xFFFF, pick.getrandbits(16)])
    spots, pixels = subspans(pick, lanes // 4, width, height)
    colours = [[pick.randrange(1000) for _ in range(16)] for _ in range(4)]
    texels = [0] * (4 * width * height)
    for i, (x, y) in enumerate(pixels):
        for c in range(4):
            if mask >> i & 1 and lit >> i & 1 and x < width:
                texels[4 * (y * width + x) + c] = colours[c][i]
    directives = [f"mask = {mask:#x} ; memory {BASE:#x} size {SPACE} ; set T6 = 2",
                  f"surface 2 = {BASE:#x} width {width} height {height} format R32G32B32A32_FLOAT",
                  given("HDR.10:ud", [x | y << 16 for x, y in spots]) + " ; " + given("HDR.15:ud", [lit]),
                  *(given(f"C{c}:f", of) for c, of in enumerate(colours)), expected(f"mem {BASE:#x}:f", texels)]
    return directives, [f"rt_write_3d (M1, {lanes}) T6 HDR.0 C0.0 C1.0 C2.0 C3.0"]


def urb_write(pick):
    count, start = pick.randrange(1, 9), pick.randrange(4)
    has_mask, has_offset, running = pick.random() < 0.5, pick.random() < 0.5, pick.choice([0xFF, pick.randrange(256)])
    handles = pick.sample(range(0, 256, 8), 8)
    offsets = [pick.randrange(8) for _ in range(8)]
    masks = [pick.randrange(256) for _ in range(8)]
    data = [pick.getrandbits(32) for _ in range(64)]
    urb = [0] * (264 * 8)
    for i in range(8):
        for p in range(count):
            if running >> i & 1 and (not has_mask or masks[i] >> p & 1):
                urb[handles[i] * 8 + 4 * (start + (offsets[i] if has_offset else 0)) + p] = data[8 * p + i]
    directives = [f"mask = {running:#x}", given("H:ud", handles), given("O:ud", offsets), given("M:ud", masks),
                  given("D:ud", data), expected("urb 0:ud", urb)]
    return directives, [f"urb_write_3d (M1, 8) {count} {start} {'M.0' if has_mask else '%null.0'} H.0 "
                        f"{'O.0' if has_offset else '%null.0'} D.0"]


def wait(pick):
    """Threads 1 to 3 write, or wait for thread 0 and then write. Thread 0 waits for them, except in slots of the mask."""
    mask, slots = pick.choice([0, 0xFF, pick.randrange(256)]), pick.sample(range(8), 3)
    valid, late = [pick.random() < 0.7 for _ in range(3)], [pick.random() < 0.4 for _ in range(3)]
    words, waited = [0] * 8, [v and not mask >> s & 1 for v, s in zip(valid, slots)]
    for n in range(3):
        words[slots[n]] = (0x8000 if valid[n] else 0) | n + 1
    directives = ["threads 4 ; slm size 64 ; mask = 0xff ; set ALL:ud = 0 4 8 12 16 20 24 28", given("thread 0 tdr0:uw", words)]
    directives += [f"set thread {n} N:ud = {n}" for n in range(4)]
    directives += [f"set thread {n + 1} tdr0:uw = 0x8000" for n in range(3) if late[n]]
    if any(w and l for w, l in zip(waited, late)):
        directives.append('expect fault "waits for the threads in tdr0 to end"')
    else:  # the other threads may or may not have written by then
        seen = [0, *(n + 1 if w else 0 if l else ANY for n, (w, l) in enumerate(zip(waited, late)))]
        directives.append(expected("thread 0 E:ud", seen))
    code = ["cmp.eq (M1, 1) P1 N(0,0)<0;1,0> 0x0:ud", "(P1) jmp (M1, 1) first", "wait 0x0:ub",
            "shl (M1, 8) U(0,0)<1> N(0,0)<0;1,0> 2:d", "mov (M1, 8) V(0,0)<1> N(0,0)<0;1,0>",
            "scatter4_scaled.R (M1, 8) T0 0x0:ud U.0 V.0", "jmp (M1, 1) done", "first:", f"wait {mask:#x}:ub",
            "gather4_scaled.R (M1, 8) T0 0x0:ud ALL.0 E.0", "done:"]
    return directives, code


SURFACES = [general("U", "ud", 16), general("V", "ud", 16), general("D", "ud", 128), general("A", "uq", 16),
            "DB v_type=G type=ub num_elts=512 align=GRF alias=<D, 0>", "DQ v_type=G type=uq num_elts=64 align=GRF alias=<D, 0>",
            PREDICATE, SURFACE]
PAGES = [Page(name, model(register_bytes), SURFACES, platform)
         for platform, register_bytes in (("", 32), ("pvc", 64))
         for name, model in (("GATHER4_TYPED", typed_read), ("SCATTER4_TYPED", typed_write),
                             ("GATHER4_SCALED", lambda r: four(r, False, False)), ("SCATTER4_SCALED", lambda r: four(r, True, False)),
                             ("SVM_GATHER4_SCALED", lambda r: four(r, False, True)),
                             ("SVM_SCATTER4_SCALED", lambda r: four(r, True, True)))]
PAGES += [Page("SVM_GATHER", svm_blocks(False), SURFACES), Page("SVM_SCATTER", svm_blocks(True), SURFACES),
          Page("RAW_SEND", raw_send, SURFACES),
          Page("RT_READ", rt_read, [general("H0", "ud", 8), general("H1", "ud", 8), general("C", "f", 128), SURFACE],
               inputs=["H0 offset=32 size=32", "H1 offset=64 size=32"]),
          Page("RT_WRITE", rt_write, [general("HDR", "ud", 16), *(general(f"C{n}", "f", 16) for n in range(4)), SURFACE]),
          Page("URB_WRITE", urb_write, [general(n, "ud", 64) for n in "HOMD"]),
          Page("WAIT", wait, [general("N", "ud", 1), *(general(n, "ud", 8) for n in ("U", "V", "ALL", "E")), PREDICATE])]
