"""Models of pages of the sampler: 3D_LOAD, 3D_SAMPLE, INFO. A channel that is left out has no place in the result."""
from visa_pages import ANY, Page, channels, expected, general, given

BASE = 0x10000
COLOURS = "RGBA"


def texture(pick, kind):
    width, height = pick.choice([4, 8, 16]), pick.choice([2, 4, 8])
    most = 1 << 24 if kind == "f" else 1 << 32
    return width, height, [pick.randrange(most) for _ in range(4 * width * height)]


def asked(pick):
    mask = pick.randrange(1, 16)
    return [c for c in range(4) if mask >> c & 1]


def around(at, width, height, texels, kind, result):
    name = "FLOAT" if kind == "f" else "UINT"
    return [*at.directives, f"memory {BASE:#x} size 4096 ; surface 2 = {BASE:#x} width {width} height {height} format R32G32B32A32_{name}",
            "set T6 = 2", given(f"mem {BASE:#x}:{kind}", texels), f"set R_{kind}:{kind} = 99 ...", expected(f"R_{kind}:{kind}", result)]


def found(at, chosen, texel_of):
    result = [99] * (at.lanes * len(chosen))
    for m, c in enumerate(chosen):
        for i in range(at.lanes):
            if at.enabled[i]:
                result[m * at.lanes + i] = texel_of(i, c)
    return result


def load(pick):
    """Coordinates are texels; the level follows the two of them, as from Skylake on."""
    at, kind, chosen = channels(pick, [8, 16]), pick.choice(["f", "ud"]), asked(pick)
    width, height, texels = texture(pick, kind)
    u, v = ([pick.randrange(size) for _ in range(at.lanes)] for size in (width, height))
    result = found(at, chosen, lambda i, c: texels[4 * (v[i] * width + u[i]) + c])
    order = pick.choice(["load_3d{} T6 R_{}.0 U.0 V.0 L.0", "load_lz{} T6 R_{}.0 U.0 V.0"])
    name = "." + "".join(COLOURS[c] for c in chosen) + f" {at.size} 0x0:uw"
    return ([*around(at, width, height, texels, kind, result), given("U:ud", u), given("V:ud", v)],
            [*at.code, at.prefix + order.format(name, kind)])


def sample(pick):
    """The nearest texel of coordinates that are fractions of the size, clamped."""
    at, chosen = channels(pick, [8, 16]), asked(pick)
    width, height, texels = texture(pick, "f")
    u, v = ([pick.randrange(-4, 4 * size + 4) + 0.5 for _ in range(at.lanes)] for size in (width, height))  # quarters of texels

    def texel(i, c):
        x, y = (min(max(int(w // 4), 0), size - 1) for w, size in ((u[i], width), (v[i], height)))
        return texels[4 * (y * width + x) + c]
    result = found(at, chosen, texel)
    order = pick.choice(["sample_3d{} S0 T6 R_f.0 X.0 Y.0", "sample_lz{} S0 T6 R_f.0 X.0 Y.0", "sample_l{} S0 T6 R_f.0 Z.0 X.0 Y.0"])
    name = "." + "".join(COLOURS[c] for c in chosen) + f" {at.size} 0x0:uw"
    return ([*around(at, width, height, texels, "f", result), "sampler 1 = nearest clamp ; set S0 = 1",
             given("X:f", [w / (4 * width) for w in u]), given("Y:f", [w / (4 * height) for w in v])],
            [*at.code, at.prefix + order.format(name)])


def info(pick):
    """Width and height of the level that is asked for; what the other channels say of a surface of two dimensions is not modelled."""
    lanes, chosen = pick.choice([8, 16]), asked(pick)
    width, height, levels = pick.randrange(1, 4097), pick.randrange(1, 4097), pick.randrange(1, 6)
    mask = pick.choice([0xFFFFFFFF, pick.getrandbits(32)])
    of = [pick.randrange(levels) for _ in range(lanes)]
    result = []
    for c in chosen:
        for i in range(lanes):
            size = (width, height)[c] if c < 2 else None
            result.append(99 if not mask >> i & 1 else ANY if size is None else max(1, size >> of[i]))
    return ([f"mask = {mask:#x} ; surface 2 = {BASE:#x} width {width} height {height} format R32_FLOAT levels {levels} ; set T6 = 2",
             given("L:ud", of), "set R_ud:ud = 99 ...", expected("R_ud:ud", result)],
            [f"resinfo.{''.join(COLOURS[c] for c in chosen)} (M1, {lanes}) T6 L.0 R_ud.0"])


VARIABLES = [*(general(n, "ud", 16) for n in "UVL"), *(general(n, "f", 16) for n in "XYZ"), general("R_ud", "ud", 64),
             "R_f v_type=G type=f num_elts=64 align=GRF alias=<R_ud, 0>", "P1 v_type=P num_elts=32", "T6 v_type=T num_elts=1",
             "S0 v_type=S num_elts=1"]
PAGES = [Page("3D_LOAD", load, VARIABLES), Page("3D_SAMPLE", sample, VARIABLES), Page("INFO", info, VARIABLES)]
