"""Random OpenCL C kernels without undefined behaviour: the results of a seed must be the same on every conforming
device.

Signed sums and products are taken in the unsigned type, divisors are odd and positive, indexes are masked, all
work-items reach each barrier, atomics commute and are read after a barrier. Floats are used only in operations whose
rounding the specification defines.
"""

import random

INTEGERS = ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"]
BITS = {"char": 8, "short": 16, "int": 32, "long": 64, "float": 32}
WIDTHS = [1, 1, 1, 2, 3, 4, 8, 16]
ITEMS = 192
GROUPS = [16, 32, 64, 96]
COUNTERS = 40  # eight counters for each kind of atomic


def unsigned(base):
    return base if base.startswith("u") or base == "float" else "u" + base


def signed(base):
    return base[1:] if base.startswith("u") else base


def bits(base):
    return BITS[signed(base)]


def name(base, width):
    return base if width == 1 else f"{base}{width}"


class Kernel:
    """`text()` defines `kernel void <name>(global const int *in, global ulong *out)`.

    It is for ITEMS work-items in groups of `group`, takes ITEMS numbers and gives `results`: one of each work-item, then
    the counters of each group.
    """

    def __init__(self, seed):
        self.seed = seed
        self.name = f"k{seed}"
        self.random = random.Random(seed)
        self.group = self.random.choice(GROUPS)
        self.results = ITEMS + ITEMS // self.group * COUNTERS
        self.lines = []
        self.variables = []  # (name, base, width) that may be read and assigned
        self.loops = 0
        self.arrays = []
        self.body = None

    def pick(self, *choices):
        return self.random.choice(choices)

    # Expressions.

    def constant(self, base):
        value = self.pick(self.random.getrandbits(bits(base)), self.random.getrandbits(bits(base)), 0, 1, 2, 7,
                          (1 << (bits(base) - 1)) - 1, 1 << (bits(base) - 1), (1 << bits(base)) - 1)
        return f"as_{base}(({unsigned(base)}){value}u{'l' if bits(base) == 64 else ''})"

    def leaf(self, base, width):
        fitting = [v for v in self.variables if v[1:] == (base, width)]
        if fitting and self.random.random() < 0.7:
            return self.random.choice(fitting)[0]
        others = [v for v in self.variables if v[2] == width and v[1] != base]
        if others and self.random.random() < 0.7:
            return self.convert(self.random.choice(others), base, width)
        wider = [v for v in self.variables if v[1] == base and v[2] > width]
        if wider:
            variable = self.random.choice(wider)
            return f"{variable[0]}.s{''.join(self.random.choice('0123456789abcdef'[:variable[2]]) for _ in range(width))}"
        if width == 1:
            return self.constant(base)
        return f"({name(base, width)})({', '.join(self.leaf(base, 1) for _ in range(width))})"

    def convert(self, variable, base, width):
        source = variable[1]
        kind = name(base, width)
        if source != "float" and base != "float" and bits(source) == bits(base) and self.random.random() < 0.3:
            return f"as_{kind}({variable[0]})"
        # Intel's optimizer loses the saturation of some 64-bit sources.
        may = bits(source) < 64 or bits(base) == 64
        saturate = "_sat" if base != "float" and (source == "float" or (may and self.random.random() < 0.5)) else ""
        rounding = self.pick("", "_rte", "_rtz", "_rtp", "_rtn") if "float" in (base, source) else ""
        return f"convert_{kind}{saturate}{rounding}({variable[0]})"

    def expression(self, base, width, depth):
        if depth <= 0:
            return self.leaf(base, width)
        if base == "float":
            return self.float_expression(width, depth - 1)
        kind, wide = name(base, width), name(unsigned(base), width)
        a, b = (self.expression(base, width, depth - 1) for _ in range(2))
        as_kind, as_wide = f"as_{kind}", f"as_{wide}"
        choice = self.random.randrange(20)
        if choice < 4:
            return f"{as_kind}(({wide})({as_wide}({a}) {self.pick('+', '-', '*')} {self.widen_product(base, width, b)}))"
        if choice < 6:
            return f"({kind})({a} {self.pick('&', '|', '^')} {b})"
        if choice == 6:
            shift = f"({b} & ({kind}){self.random.choice([bits(base) - 1, 7])})"
            operand = f"{as_wide}({a})" if self.random.random() < 0.5 else None
            if operand is None:
                return f"({kind})({a} >> {shift})"
            return f"{as_kind}(({wide})({operand} {self.pick('<<', '>>')} {as_wide}(({kind}){shift})))"
        # Intel's compiler divides words as unsigned if it knows that the divisor is positive (docs/record/errata.md).
        if choice == 7 and (bits(base) >= 32 or base == unsigned(base)):
            divisor = f"(({b} & ({kind}){(1 << (bits(base) - 1)) - 1}{'l' if bits(base) == 64 else ''}) | ({kind})1)"
            return f"({kind})({a} {self.pick('/', '%')} {divisor})"
        if choice == 8:
            # Intel's compiler mistakes the sign of add_sat(x, x) where x is long and positive; its library's rhadd(x, x)
            # loses the carry where x is the largest ulong.
            names = ["sub_sat", "max", "min", "hadd", "mul_hi"] + (["add_sat", "rhadd"] if bits(base) < 64 else [])
            return f"{self.random.choice(names)}({a}, {b})"
        if choice == 9:
            return f"{self.pick('clz', 'popcount')}({a})"
        if choice == 10:
            # Never rotates by 0: Intel's library then shifts a short by 16, which its optimizer treats as undefined.
            return f"rotate({a}, ({kind})(({b} & ({kind})6) | ({kind})1))"
        if choice == 11:
            # Uses half of each value: for signed types, Intel's library subtracts, and its optimizer assumes a positive difference.
            a, b = (f"({kind})({x} >> ({kind})1)" if not base.startswith("u") else x for x in (a, b))
            return f"{as_kind}(abs_diff({a}, {b}))"
        if choice == 12:
            return f"bitselect({a}, {b}, {self.expression(base, width, depth - 1)})"
        if choice == 13:
            return f"clamp({a}, min({b}, ({kind})5), max({b}, ({kind})5))"
        if choice == 14:
            return f"({kind})(~{a})"
        if choice in (15, 16):
            c, d = (self.expression(base, width, depth - 1) for _ in range(2))
            condition = f"{a} {self.pick('<', '>', '<=', '>=', '==', '!=')} {b}"
            if width == 1:
                return f"({kind})(({condition}) ? {c} : {d})"
            return f"select({c}, {d}, {condition})"
        if choice == 17 and width in (2, 4, 8, 16):
            mask = f"as_{wide}({b})"
            return f"shuffle({a}, {mask})"
        if choice == 18 and width in (2, 4, 8):
            return f"({kind})(({a}).lo, ({b}).hi)"
        if choice == 19 and bits(base) <= 32:
            return f"mad_sat({a}, {b}, {self.leaf(base, width)})"
        return self.leaf(base, width)

    # A scalar ushort is promoted to int, where its product overflows: multiply unsigned.
    def widen_product(self, base, width, text):
        wide = name(unsigned(base), width)
        return f"(uint)as_{wide}({text})" if width == 1 and bits(base) < 32 else f"as_{wide}({text})"

    def float_expression(self, width, depth):
        a, b = (self.expression("float", width, depth) for _ in range(2))
        choice = self.random.randrange(8)
        if choice < 4:
            return f"tame{width}({a} {self.pick('+', '-', '*')} {b})"
        if choice == 4:
            return f"tame{width}(fma({a}, {b}, {self.leaf('float', width)}))"
        if choice == 5:
            return f"{self.pick('fmin', 'fmax')}({a}, {b})"
        if choice == 6:
            return f"{self.pick('floor', 'ceil', 'trunc', 'rint', 'round', 'fabs')}({a})"
        # fmin() and fmax() of +0 and -0 may give either: no sign is taken of a zero.
        return f"copysign({a}, tame{width}({b}))"

    # Statements.

    def emit(self, depth, text):
        self.lines.append("  " * (depth + 1) + text)

    def condition(self):
        base = self.pick(*INTEGERS)
        a, b = self.expression(base, 1, 1), self.expression(base, 1, 1)
        test = f"({a} {self.pick('<', '>', '==', '!=', '<=')} {b})"
        return test if self.random.random() < 0.7 else f"({test} {self.pick('&&', '||')} ((gid >> {self.random.randrange(6)}) & 1))"

    def assign(self, depth):
        variable = self.random.choice(self.variables)
        if variable[2] > 1 and self.random.random() < 0.3:
            places = self.random.sample("0123456789abcdef"[:variable[2]], self.pick(1, 2))
            self.emit(depth, f"{variable[0]}.s{''.join(places)} = {self.expression(variable[1], len(places), 2)};")
        else:
            self.emit(depth, f"{variable[0]} = {self.expression(variable[1], variable[2], 2)};")

    def block(self, depth, inside_loop):
        for _ in range(self.pick(1, 2, 3)):
            self.statement(depth, inside_loop)

    def statement(self, depth, inside_loop):
        choice = self.random.randrange(14)
        if depth >= 4 or choice < 5:
            self.assign(depth)
        elif choice < 7:
            self.emit(depth, f"if ({self.condition()}) {{")
            self.block(depth + 1, inside_loop)
            if self.random.random() < 0.5:
                self.emit(depth, "} else {")
                self.block(depth + 1, inside_loop)
            self.emit(depth, "}")
        elif choice < 9:
            index = f"i{self.loops}"
            self.loops += 1
            trip = f"(uint)({self.expression('uint', 1, 1)} & {self.pick(3, 7)}u)"
            if self.random.random() < 0.5:
                self.emit(depth, f"for (uint {index} = 0, n{index} = {trip}; {index} < n{index}; ++{index}) {{")
                self.block(depth + 1, True)
                self.emit(depth, "}")
            else:
                self.emit(depth, f"uint {index} = {trip};")
                self.emit(depth, "do {")
                self.block(depth + 1, True)
                self.emit(depth, f"}} while ({index}-- != 0);")
        elif choice == 9:
            self.emit(depth, f"switch ({self.expression('uint', 1, 1)} & 7u) {{")
            for label in self.random.sample(range(8), self.random.randrange(1, 6)):
                self.emit(depth, f"case {label}: {{")
                self.block(depth + 1, False)
                self.emit(depth, "}" + ("" if self.random.random() < 0.25 else " break;"))
            self.emit(depth, "default:")
            self.assign(depth + 1)
            self.emit(depth, "}")
        elif choice == 10 and inside_loop:
            # `continue` is safe: the counters advance in the loop's own condition.
            self.emit(depth, f"if ({self.condition()}) {self.pick('break', 'continue')};")
        elif choice == 11 and self.arrays:
            array, base, size = self.random.choice(self.arrays)
            self.emit(depth, f"{array}[{self.expression('uint', 1, 1)} & {size - 1}u] = {self.expression(base, 1, 1)};")
        elif choice == 12 and self.arrays:
            array, base, size = self.random.choice(self.arrays)
            target = self.random.choice([v for v in self.variables if v[2] == 1 and v[1] != "float"])
            self.emit(depth, f"{target[0]} = ({target[1]}){array}[{self.expression('uint', 1, 1)} & {size - 1}u];")
        elif choice == 13:
            operation = self.pick("atomic_add", "atomic_xor", "atomic_max", "atomic_min", "atomic_or", "atomic_sub")
            slot = {"atomic_add": 0, "atomic_sub": 0, "atomic_xor": 1, "atomic_max": 2, "atomic_min": 3, "atomic_or": 4}
            self.emit(depth, f"{operation}(&counters[{slot[operation]} * 8 + ({self.expression('uint', 1, 1)} & 7u)], "
                             f"{self.expression('uint', 1, 1)});")
        else:
            self.assign(depth)

    def exchange(self):
        base = self.pick(*INTEGERS)
        width = self.pick(1, 2, 4)
        variable = next((v for v in self.variables if v[1:] == (base, width)), None)
        if variable is None:
            variable = (f"v{len(self.variables)}", base, width)
            self.emit(0, f"{name(base, width)} {variable[0]} = {self.expression(base, width, 1)};")
            self.variables.append(variable)
        self.emit(0, "barrier(CLK_LOCAL_MEM_FENCE);")
        self.emit(0, f"((local {name(base, width)} *)shared)[lid] = {variable[0]};")
        self.emit(0, "barrier(CLK_LOCAL_MEM_FENCE);")
        self.emit(0, f"{variable[0]} ^= ((local {name(base, width)} *)shared)[(lid * {self.pick(1, 3, 5)} + "
                     f"{self.random.randrange(99)}) % {self.group}];")
        self.emit(0, "barrier(CLK_LOCAL_MEM_FENCE);")

    def declare(self):
        for i in range(self.random.randrange(6, 11)):
            base, width = self.pick(*INTEGERS, "float"), self.random.choice(WIDTHS)
            if i == 0:
                base, width = self.pick(*INTEGERS), 1
            start = ", ".join(self.start(base, i) for _ in range(width))
            self.emit(0, f"{name(base, width)} v{i} = ({name(base, width)})({start});")
            self.variables.append((f"v{i}", base, width))
        for i in range(self.random.randrange(3)):
            base, size = self.pick(*INTEGERS), self.pick(4, 8, 16, 32)
            self.emit(0, f"{base} a{i}[{size}];")
            self.emit(0, f"for (uint i = 0; i < {size}; ++i) a{i}[i] = ({base})(gid * 7u + i * {self.random.randrange(99)}u);")
            self.arrays.append((f"a{i}", base, size))

    def start(self, base, number):
        if self.random.random() < 0.6:
            saturate = "" if base == "float" else "_sat"
            return f"convert_{base}{saturate}(in[(gid + {self.random.randrange(ITEMS)}) % {ITEMS}])"
        if base == "float":
            return f"convert_float(as_short((ushort)(in[(gid * 3 + {number}) % {ITEMS}])))"
        return f"({base})(gid * {self.random.randrange(1, 99)}u)"

    def hash(self):
        """Emits a hash of everything that the kernel has computed. Float zeros lose their sign first."""
        self.emit(0, "ulong h = 0;")
        for variable, base, width in self.variables:
            for lane in range(width):
                value = variable if width == 1 else f"{variable}.s{lane:x}"
                if base == "float":
                    value = f"as_uint({value} == 0.0f || isnan({value}) ? 0.0f : {value})"
                self.emit(0, f"h = h * 0x9E3779B97F4A7C15ul + (ulong)({value});")
        for array, _, size in self.arrays:
            self.emit(0, f"for (uint i = 0; i < {size}; ++i) h = h * 0x9E3779B97F4A7C15ul + (ulong){array}[i];")
        self.emit(0, "out[gid] = h;")
        self.emit(0, "barrier(CLK_LOCAL_MEM_FENCE);")
        self.emit(0, f"if (lid == 0) for (uint i = 0; i < {COUNTERS}; ++i) "
                     f"out[{ITEMS} + (gid / {self.group}) * {COUNTERS} + i] = counters[i];")

    def text(self):
        if self.body is None:
            self.declare()
            for _ in range(self.random.randrange(4, 10)):
                if self.random.random() < 0.2:
                    self.exchange()
                else:
                    self.statement(0, False)
            self.hash()
            self.body = "\n".join(self.lines)
        return f"""
__attribute__((reqd_work_group_size({self.group}, 1, 1)))
kernel void {self.name}(global const int *in, global ulong *out) {{
  uint gid = get_global_id(0), lid = get_local_id(0);
  local ulong4 shared[{self.group}];
  local uint counters[{COUNTERS}];
  for (uint i = lid; i < {COUNTERS}; i += get_local_size(0)) counters[i] = i / 8 == 3 ? 0xFFFFFFFFu : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
{self.body}
}}
"""


PRELUDE = "#pragma OPENCL FP_CONTRACT OFF\n" + "".join(
    f"{name('float', w)} tame{w}({name('float', w)} x) {{\n"
    f"  return fabs(x) < 1e20f && fabs(x) > 1e-20f ? x : ({name('float', w)})(0.5f);\n}}\n" for w in sorted(set(WIDTHS)))
