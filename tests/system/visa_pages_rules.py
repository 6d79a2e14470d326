"""What pages allow and forbid, for `eugene check`: each case has a kernel that its page allows, or one that breaks one sentence.

A case is its lines after the declarations, and the line (from 0) that the page forbids; None: all are allowed. Where compilers break
the page, `check` warns (docs/record/errata.md): the case then has "warning" as well.
"""
from dataclasses import dataclass
from typing import Callable

from visa_pages import general

BYTES = {"ub": 1, "b": 1, "uw": 2, "w": 2, "hf": 2, "ud": 4, "d": 4, "f": 4, "uq": 8, "q": 8, "df": 8}
VARIABLES = [*(general(f"{n}_{k}", k, 512 // BYTES[k]) for n in "ABCDE" for k in BYTES), "P1 v_type=P num_elts=32", "T6 v_type=T num_elts=1"]
COLOURS = "RGBA"


@dataclass
class Rules:
    name: str
    case: Callable  # makes the lines and the forbidden line from a random.Random
    platform: str = "BXT"


def text_of(page, lines):
    head = [f"// platform: {page.platform.lower()}", ".version 4.1", '.kernel "k"', *(f".decl {each}" for each in VARIABLES)]
    head += ['.kernel_attr Target="cm"', '.function "k_0"', "k_0:"]
    return "\n".join(head + lines) + "\n", len(head) + 1


def gather4_typed(pick):
    kinds = {"u": "ud", "v": "ud", "r": "ud", "lod": "ud", "dst": pick.choice(["ud", "d", "f"])}
    size, surface = 8, "T6"
    wrong = pick.choice([None, None, None, "size", "surface", *kinds])
    if wrong == "size":
        size = pick.choice([1, 2, 4, 16, 32])
    elif wrong == "surface":
        surface = pick.choice(["T0", "T5", "%slm"])
    elif wrong:
        kinds[wrong] = pick.choice([k for k in BYTES if k not in (("ud", "d", "f") if wrong == "dst" else ("ud",))])
    coordinates = [f"{n}_{kinds[k]}.0" for n, k in zip("ABCD", ("u", "v", "r", "lod"))]
    for place in (3, 2):  # coordinates that the surface does not have are the null variable
        if wrong is None and pick.random() < 0.5:
            coordinates[place] = "%null.0"
    mask = pick.randrange(1, 16)
    masks = [m for m in ("M1", "M3", "M5", "M7", "M1_NM") if size == 8 or m in ("M1", "M1_NM")]
    name = "".join(c for n, c in enumerate(COLOURS) if mask >> n & 1)
    predicate = pick.choice(["", "(P1) ", "(!P1) "])
    return [f"{predicate}gather4_typed.{name} ({pick.choice(masks)}, {size}) {surface} {' '.join(coordinates)} E_{kinds['dst']}.0"], wrong and 0


def svm_scatter(pick):
    """The page's lists contain 8.4 with sixteen channels; eight blocks are allowed only with four bytes and eight
    channels."""
    block, blocks, size = pick.choice([1, 4, 8]), pick.choice([1, 2, 4]), pick.choice([8, 16])
    if blocks == 1:
        size = pick.choice([1, 2, 4, 8, 16])
    address, data = "uq", [k for k in BYTES if BYTES[k] == block and k not in ("hf", "f", "df")]
    wrong = pick.choice([None, None, None, "size", "eight", "address", "data"])
    if wrong == "size":
        size = 32
    elif wrong == "eight":
        block, blocks, size = pick.choice([(8, 8, 8), (4, 8, 16), (8, 8, 16), (4, 8, 4)])
        data = [k for k in ("ud", "uq") if BYTES[k] == block]
    elif wrong == "address":
        address = pick.choice(["ub", "uw", "w", "d", "ud", "f"])
    elif wrong == "data":
        data = [k for k in BYTES if BYTES[k] != block]
    elif pick.random() < 0.2:
        block, blocks, size, data = 4, 8, 8, ["d", "ud"]
    return [f"svm_scatter.{block}.{blocks} (M1, {size}) A_{address}.0 D_{pick.choice(data)}.0"], wrong and 0, \
        "warning" if wrong == "data" else "error"


def flow(pick):
    """GOTO and JMP go to a basic block (LABEL), CALL to a subroutine (SUBROUTINE), FCALL to a function."""
    size, predicate = pick.choice([8, 16]), pick.choice(["", "(P1) "])
    forms = [(f"{predicate}goto (M1, {size}) here", False), (f"{predicate}goto (M1, {size}) part", True),
             (f"{predicate}jmp (M1, 1) here", False), (f"{predicate}jmp (M1, 1) part", True),
             (f"{predicate}call (M1, {size}) part", False), (f"{predicate}call (M1, {size}) here", True),
             (f"{predicate}goto (M1, {size}) inside", True), (f"{predicate}jmp (M1, 1) inside", True),
             (f"fcall (M1, {size}) other 0 0", False), ("switchjmp (M1, 1) A_ub(0,0)<0;1,0> (here, after)", False),
             ("switchjmp (M1, 1) A_ub(0,0)<0;1,0> (here, part)", True), ("call (M1, 1) part", True), ("call (M1_NM, 1) part", False),
             ("fcall (M1, 1) other 0 0", True), ("fcall (M1_NM, 1) other 0 0", False)]
    line, forbidden = pick.choice(forms)
    before = pick.randrange(4)
    body = ["add (M1, 8) A_ud(0,0)<1> B_ud(0,0)<1;1,0> 1:ud"] * before
    rest = ["here:", "mov (M1, 8) A_ud(0,0)<1> 2:ud", "after:", "ret (M1, 1)", '.function "part"', "part:", "mov (M1, 8) C_ud(0,0)<1> 2:ud",
            "inside:", f"ret (M1, {size})", '.global_function "other"', *(f".decl {v}" for v in VARIABLES[:2]), '.kernel_attr Target="cm"',
            '.function "other_0"', "other_0:", f"fret (M1, {size})"]
    return [*body, line, *rest], before if forbidden else None


INTEGERS = {"u8": 8, "s8": 8, "u4": 4, "s4": 4, "u2": 2, "s2": 2}


def dpas(lanes):
    def case(pick):
        """Eight channels before PVC, sixteen from there on; both precisions are integers, or both are BF or HF."""
        one, two, size = pick.choice(list(INTEGERS)), pick.choice(list(INTEGERS)), lanes
        kind = "d"
        if pick.random() < 0.4:
            one = two = pick.choice(["bf", "hf"])
            kind = "f"
        wrong = pick.choice([None, None, "size", "precision"])
        if wrong == "size":
            size = pick.choice([s for s in (1, 2, 4, 8, 16, 32) if s != lanes])
        elif wrong == "precision":
            one, two = pick.choice([("bf", "hf"), ("hf", "bf"), ("u8", "bf"), ("hf", "s4"), ("s2", "hf")])
        repeat = pick.randrange(1, 9)
        line = f"dpas.{one}.{two}.8.{repeat} (M1, {size}) D_{kind}.0 {pick.choice([f'C_{kind}.0', '%null.0'])} B_ud.0 A_ud(0,0)"
        return [line], wrong and 0
    return case


def compare(pick):
    """Compares numbers. The result is a predicate, or elements of a general type that are -1 or 0."""
    kind, lanes = pick.choice([k for k in BYTES if k != "df"]), pick.choice([1, 2, 4, 8])
    to = pick.choice(["P1", f"D_{kind}(0,0)<1>"]) if kind in ("d", "ud") else "P1"
    relation = pick.choice(["eq", "ne", "gt", "ge", "lt", "le"])
    return [f"cmp.{relation} (M1, {lanes}) {to} A_{kind}(0,0)<1;1,0> B_{kind}(0,0)<1;1,0>"], None


def fbh(pick):
    """The source is UD, of which FBH counts leading zeros, or D, of which it counts leading sign bits."""
    of = pick.choice(["d", "ud", "d", "ud", "f", "hf", "df", "q", "uq"])
    lanes = pick.choice([1, 2, 4, 8])
    return [f"fbh (M1, {lanes}) D_ud(0,0)<1> A_{of}(0,0)<1;1,0>"], None if of in ("d", "ud") else 0


PAGES = [Rules("GATHER4_TYPED", gather4_typed), Rules("SVM_SCATTER", svm_scatter), Rules("flow", flow), Rules("DPAS", dpas(8), "DG2"),
         Rules("DPAS", dpas(16), "PVC"), Rules("CMP", compare), Rules("FBH", fbh)]
