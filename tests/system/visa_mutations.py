"""Instructions of vISA with one thing changed: a size, a mask, a type, a region, a place, a modifier, a number, an operand.

An instruction is a line of text; its variables are those of DECLARATIONS.
"""
import re

VARIABLES = {"V0032": ("d", 64), "V0033": ("d", 64), "V0034": ("f", 64), "V0035": ("uq", 16), "V0036": ("ub", 64), "V0037": ("uw", 64),
             "V0038": ("hf", 64), "V0039": ("df", 16), "V0040": ("ud", 64), "V0041": ("w", 64), "V0042": ("b", 64), "V0043": ("q", 16)}
DECLARATIONS = "\n".join(['.version 4.1', '.kernel "k"'] +
                         [f".decl {name} v_type=G type={kind} num_elts={count} align=GRF" for name, (kind, count) in VARIABLES.items()] +
                         [".decl A0 v_type=A num_elts=16", ".decl P1 v_type=P num_elts=16", ".decl P2 v_type=P num_elts=32",
                          ".decl S0 v_type=S num_elts=1", ".decl T6 v_type=T num_elts=1", '.kernel_attr Target="cm"',
                          ".kernel_attr SimdSize=16", '.function "k_0"', "k_0:", "here:", "there:"]) + "\n"
# Instructions as compilers write them, for opcodes of which tests/unit/visa/every_form.visaasm has only made-up ones.
MORE = """
sad2 (M1, 8) V0041(0,0)<2> V0036(0,0)<8;8,1> V0036(0,0)<8;8,1>
sad2add (M1, 8) V0041(0,0)<2> V0036(0,0)<8;8,1> V0036(0,0)<8;8,1> V0041(0,0)<8;8,1>
(P1) mul (M2_NM, 4) r[A0(3),-16]<1>:d (abs)r[A0(0),32]<4;4,1>:d (-abs)r[A0(1),0]<4,1>:d
srnd (M1_NM, 16) V0038(0,0)<1> V0034(0,0)<1;1,0> 0x5:uw
fcvt (M1_NM, 16) V0036(0,0)<1> V0038(0,0)<1;1,0>
dpas.tf32.tf32.8.1 (M1, 16) V0034.0 V0034.0 V0040.64 V0040(0,0)
dpas.bf.bf.8.2 (M1, 8) V0034.0 V0034.0 V0040.0 V0040(0,0)
dword_atomic.cmpxchg (M1, 16) T6 V0040.0 V0040.64 V0040.128 V0040.0
lsc_atomic_iinc.ugm (M1, 16) V0032:d32 flat[V0035]:a64 %null %null
lsc_atomic_iadd.ugm (M1, 16) V0032:d32 flat[V0035]:a64 V0033 %null
lsc_atomic_fadd.ugm (M1, 16) V0034:d32 flat[V0035]:a64 V0034 %null
lsc_atomic_smax.slm (M1, 16) V0032:d32 flat[V0040]:a32 V0033 %null
lsc_atomic_icas.tgm (M1, 8) V0032:d32 bti(0x2)[V0040, V0040.32]:a32 V0033 V0032
lsc_load.ugm.ca.ca (M1, 8) V0032:d8c32 bti(0x3)[V0040.32]:a32
asr (M1, 8) V0041(0,0)<1> V0041(0,0)<1;1,0> 0x1:w
add (M1, 8) V0042(0,0)<2> V0042(0,0)<8;8,1> 0x1:b
add (M1, 4) V0043(0,0)<1> V0043(0,0)<1;1,0> V0043(0,2)<1;1,0>
mul (M1, 8) V0039(0,0)<1> V0039(0,0)<1;1,0> V0039(0,0)<0;1,0>
mov (M1, 8) V0036(0,0)<4> V0034(0,0)<1;1,0>
mov (M1, 16) V0038(0,0)<2> V0034(0,0)<1;1,0>
sel (M1, 16) V0037(0,0)<1> V0037(0,0)<1;1,0> 0x5:uw
cmp.ge (M1, 8) P1 V0039(0,0)<1;1,0> 0x0:df
"""
LANES = ["1", "2", "4", "8", "16", "32"]
MASKS = [f"M{n}" for n in range(1, 9)] + ["M1_NM", "M5_NM"]
TYPES = ["ub", "b", "uw", "w", "ud", "d", "uq", "q", "hf", "f", "df"]
REGIONS = ["<0;1,0>", "<1;1,0>", "<2;1,0>", "<4;4,1>", "<8;8,1>", "<16;16,1>", "<8;4,2>", "<16;8,2>", "<4;8,1>", "<0;4,1>", "<1;4,0>", "<8;8,4>",
           "<32;32,1>", "<0;1,1>", "<3;1,0>", "<8;8,3>"]
STRIDES = ["<0>", "<1>", "<2>", "<4>", "<8>", "<3>"]
CHANNELS = ["R", "G", "A", "RG", "GB", "RA", "RGB", "RGA", "RGBA"]


def replaced(rng, line, pattern, replacements):
    """Returns `line` with one match of `pattern` replaced by a different one of `replacements`; None if nothing matches."""
    found = list(re.finditer(pattern, line))
    if not found:
        return None
    at = rng.choice(found)
    choices = [each for each in replacements if each != at[0]]
    return line[:at.start()] + rng.choice(choices) + line[at.end():] if choices else None


def lanes(rng, line):
    return replaced(rng, line, r"(?<=, )\d+(?=\))", LANES) if re.search(r"\(M\d\w*, \d+\)", line) else None


def mask(rng, line):
    return replaced(rng, line, r"M[1-8](_NM)?(?=, )", MASKS)


def variable(rng, line):
    return replaced(rng, line, r"\bV00\d\d\b", list(VARIABLES))


def null(rng, line):
    return replaced(rng, line, r"\bV00\d\d\.\d+|\bV00\d\d\b(?=[:, \]]|$)", ["%null.0" if "lsc" not in line else "%null"])


def region(rng, line):
    return replaced(rng, line, r"<\d+;\d+,\d+>", REGIONS)


def stride(rng, line):
    return replaced(rng, line, r"<\d+>", STRIDES)


def place(rng, line):
    return replaced(rng, line, r"(?<=V00\d\d)\(\d,\d+\)", [f"({row},{column})" for row in (0, 1, 3, 7, 8) for column in (0, 1, 7, 31)])


def offset(rng, line):
    return replaced(rng, line, r"(?<=V00\d\d)\.\d+", [".0", ".4", ".16", ".32", ".64", ".128", ".252", ".256", ".300"])


def modifier(rng, line):
    found = list(re.finditer(r"(\([-~a-z]+\))?(?=V00\d\d\(\d,\d+\)<\d+;)", line))
    if not found:
        return None
    at = rng.choice(found)
    return line[:at.start()] + rng.choice(["(-)", "(abs)", "(-abs)", "(~)"]) + line[at.end():]


def saturation(rng, line):
    found = re.match(r"(\(.*?\) )?\w+(?= \()", line)
    return line[:found.end()] + ".sat" + line[found.end():] if found else None


def predicate(rng, line):
    bare = re.sub(r"^\([^)]*\) ", "", line)
    return rng.choice(["", "(P1) ", "(!P1) ", "(P2) ", "(P1.any) ", "(!P2.all) "]) + bare


def immediate(rng, line):
    return replaced(rng, line, r"0x[0-9a-f]+:\w+", ["0x0:ud", "0x1:d", "0x7:uw", "0x3:w", "0x3f800000:f", "0x20:ub", "0x8:b", "0x10:uq", "0x3c00:hf",
                                                   "0x76543210:v", "0x3ff0000000000000:df"])


def source_immediate(rng, line):
    return replaced(rng, line, r"V00\d\d\(\d,\d+\)<\d+;\d+,\d+>", ["0x1:d", "0x2:ud", "0x5:uw", "0x3f800000:f", "0x4:ub", "0x3:uq"])


def source_variable(rng, line):
    return replaced(rng, line, r"0x[0-9a-f]+:\w+", ["V0040(0,0)<0;1,0>", "V0034(0,0)<0;1,0>", "V0037(0,0)<0;1,0>"])


def number(rng, line):
    return replaced(rng, line, r"(?<=\.)\d+(?=[. ])(?=.*[( ])", ["0", "1", "2", "3", "4", "8", "16"])


def owords(rng, line):
    return replaced(rng, line, r"(?<=_ld \()\d+|(?<=_st \()\d+|(?<=unaligned \()\d+", ["1", "2", "3", "4", "8", "16"])


def block(rng, line):
    return replaced(rng, line, r"\(\d+,\d+\)(?= T6)", ["(1,1)", "(64,8)", "(65,4)", "(32,64)", "(16,33)", "(0,4)", "(4,65)"])


def surface(rng, line):
    return replaced(rng, line, r"\bT6\b", ["%slm", "%scratch", "%bss"])


def channels(rng, line):
    return replaced(rng, line, r"(?<=\.)[RGBA]+(?= )", CHANNELS)


def address(rng, line):
    return replaced(rng, line, r"A0\(\d+\)", [f"A0({n})" for n in (0, 4, 8, 12, 15, 16)])


def drop(rng, line):
    found = list(re.finditer(r" (\([-~a-z]+\))?[%VPAST]\w*\S*", line))
    at = rng.choice(found) if found else None
    return line[:at.start()] + line[at.end():] if at else None


def repeat(rng, line):
    found = list(re.finditer(r" (\([-~a-z]+\))?[%VPAST]\w*\S*", line))
    at = rng.choice(found) if found else None
    return line[:at.end()] + at[0] + line[at.end():] if at else None


def message_type(rng, line):
    return replaced(rng, line, r"(?<=:)d\d+\w*(?=[ .])", ["d8", "d16", "d32", "d64", "d8c32", "d16c32", "d32x2", "d32x3", "d32x4", "d32x8", "d64x2", "d32x8t",
                                                         "d64x4t", "d16x2"])


def address_type(rng, line):
    return replaced(rng, line, r"(?<=:)a\d\d", ["a16", "a32", "a64"])


def caching(rng, line):
    return replaced(rng, line, r"(?<=lsc_\w{4}|c_\w{5})\.\w+(\.\w\w\.\w\w)?(?= \()", [".ugm", ".slm", ".ugml", ".tgm", ".ugm.uc.uc", ".ugm.ca.wb", ".ugm.st.st",
                                                                                ".slm.ca.ca", ".ugm.wb.wb"])


def model(rng, line):
    return replaced(rng, line, r"\b(flat|bti\(0x\w+\)|bss\(\w+\)|ss\(\w+\))(?=\[)", ["flat", "bti(0x4)", "ss(V0040)", "bss(V0040)"])


def precision(rng, line):
    if not re.match(r"(\(.*?\) )?dpas", line):
        return None
    return replaced(rng, line, r"(?<=\.)(?:[a-z]+\d*)(?=\.)", ["s8", "u8", "s4", "u2", "hf", "bf", "tf32", "bf8"])


KINDS = [lanes, mask, variable, variable, null, region, region, stride, place, offset, modifier, saturation, predicate, immediate, source_immediate,
         source_variable, number, owords, block, surface, channels, address, drop, repeat, message_type, address_type, model, precision]


def mutated(rng, line):
    """Changes one thing in `line`. Returns the new line, and what was changed."""
    while True:
        kind = rng.choice(KINDS)
        changed = kind(rng, line)
        if changed and changed != line:
            return changed, kind.__name__
