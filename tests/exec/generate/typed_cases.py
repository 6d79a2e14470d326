"""Writes the cases of gen9/typed/typed.asm: addresses and codes are worked out here, apart from Eugene's source, of
which only the list of formats is read."""
import math
import random
import re
import struct
from pathlib import Path

BASE = 0x10000
LANES = range(8)
READ, WRITE, ATOMIC, ATOMIC_4X2 = 0x14000, 0x34000, 0x18000, 0x1C000
LOW = 1 << 12  # slots 7:0
END = 'send (8) null r127 0x27 0x02000010 {EOT}\n'
CHANNELS = {'R': 0, 'L': 0, 'I': 0, 'G': 1, 'B': 2, 'A': 3}
COLUMNS = [0, 1, 2, 3, 4, 5, 6, 7]
ROWS = [0, 0, 1, 1, 2, 2, 3, 3]
HEAD = '''// Typed surface messages on Gen9: every format that the data port reads or writes, tilings, slices, levels, SIMD4x2, atomics
// (SKL PRM vol7, typed surface messages).
// Made by tests/exec/generate/typed_cases.py.
// gen: gen9

'''

random.seed(4)
cases = []


def formats():
    table = Path(__file__).parents[3] / 'src/memory/format_table.h'
    return re.findall(r'row\(0x\w+, "(\w+)", "(......)"\)', table.read_text())


def channels(name):
    """(channel, low bit, width, type) of each, and the bytes of a pixel."""
    found, low, layout = [], 0, ''
    for word in name.split('_'):
        if word in ('UNORM', 'SNORM', 'UINT', 'SINT', 'FLOAT'):
            for letter, width in re.findall(r'([RGBALIX])(\d+)', layout):
                if letter in CHANNELS:
                    found.append((CHANNELS[letter], low, int(width), word))
                low += int(width)
        else:
            layout = word
    return found, low // 8


def float_bits(value):
    return struct.unpack('<I', struct.pack('<f', value))[0]


def nearest_even(value):
    low = math.floor(value)
    rest = value - low
    return low + (rest > 0.5 or (rest == 0.5 and low % 2 == 1))


def encode(kind, width, value):
    if kind == 'UINT':  # beyond the range: the nearest in it
        return min(value, (1 << width) - 1)
    if kind == 'SINT':
        signed = value - (1 << 32) if value >> 31 else value
        return max(min(signed, (1 << width - 1) - 1), -(1 << width - 1)) & (1 << width) - 1
    real = struct.unpack('<f', struct.pack('<I', value))[0]
    if kind == 'UNORM':
        return nearest_even(min(max(real, 0.0), 1.0) * ((1 << width) - 1))
    if kind == 'SNORM':
        return nearest_even(min(max(real, -1.0), 1.0) * ((1 << (width - 1)) - 1)) & ((1 << width) - 1)
    if width == 32:
        return value
    half = struct.unpack('<H', struct.pack('<e', real))[0]
    if width == 16:
        return half
    return 0 if real < 0 else (half & 0x7FFF) >> (10 - (width - 5))


def decode(kind, width, code):
    if kind == 'SINT':
        return (code - (1 << width) if code >> (width - 1) else code) & 0xFFFFFFFF
    if kind == 'UINT' or width == 32:
        return code
    return float_bits(struct.unpack('<e', struct.pack('<H', code))[0])


def offset(tile, pitch, x, y):
    """Returns the offset of byte x of row y."""
    if tile == 'x':
        return (y // 8) * (pitch // 512) * 4096 + x // 512 * 4096 + y % 8 * 512 + x % 512
    if tile == 'y':
        return (y // 32) * (pitch // 128) * 4096 + x // 128 * 4096 + x % 128 // 16 * 512 + y % 32 * 16 + x % 16
    if tile == 'w':
        bits = sum((x >> b & 1) << 2 * b | (y >> b & 1) << (2 * b + 1) for b in range(3))
        return (y // 64) * (pitch // 128) * 4096 + x // 64 * 4096 + x % 64 // 8 * 512 + y % 64 // 8 * 64 + bits
    return y * pitch + x


def numbers(values):
    return ' '.join(hex(v) if v > 9 else str(v) for v in values)


def bytes_lines(what, memory):
    """Directives for the bytes of `memory`, by address, a line for each run."""
    runs = []
    for address in sorted(memory):
        if runs and address == runs[-1][0] + len(runs[-1][1]):
            runs[-1][1].append(memory[address])
        else:
            runs.append((address, [memory[address]]))
    return [f'// {what} mem {address:#x}:ub = {numbers(run)}' for address, run in runs]


def add(title, surface, lines, send):
    cases.append('\n'.join([f'// case {title}', '// memory 0x10000 size 65536', f'// surface 0 = {BASE:#x} {surface}',
                            *lines, send, END]))


def registers(first, values):
    return [f'// set r{first + i}:ud = {numbers(each)}' for i, each in enumerate(values)]


def write(title, surface, name, place, values, coordinates, chosen=(0, 1, 2, 3)):
    layout, size = channels(name)
    memory = {}
    for lane in LANES:
        at = place(lane)
        if at is None:
            continue
        code = 0
        for channel, low, width, kind in reversed(layout):
            code |= encode(kind, width, values[channel][lane]) << low
        memory.update({BASE + at + k: code >> 8 * k & 255 for k in range(size)})
    payload = coordinates + [values[c] for c in chosen]
    disabled = 0xF ^ sum(1 << c for c in chosen)
    add(title, surface, registers(2, payload) + bytes_lines('expect', memory),
        f'send (8) null r2 0xC {WRITE | LOW | disabled << 8 | len(payload) << 25:#x}')


def random_pixel(layout, size):
    raw = bytearray(random.randrange(256) for _ in range(size))
    for _, low, width, kind in layout:
        if kind == 'FLOAT':  # no NaNs, whose bits do not survive
            value = random.choice([1.0, -2.5, 0.125, 100.0, -0.0, 7.75])
            struct.pack_into('<e' if width == 16 else '<f', raw, low // 8, value)
    return raw


def read(title, surface, name, place, coordinates):
    layout, size = channels(name)
    one = 1 if layout[0][3] in ('UINT', 'SINT') else float_bits(1.0)
    result = [[0] * 8 for _ in range(4)]
    memory = {}
    for lane in LANES:
        pixel = [0, 0, 0, one]
        at = place(lane)
        if at is not None:
            if BASE + at not in memory:
                memory.update({BASE + at + k: byte for k, byte in enumerate(random_pixel(layout, size))})
            code = sum(memory[BASE + at + k] << 8 * k for k in range(size))
            for channel, low, width, kind in layout:
                pixel[channel] = decode(kind, width, code >> low & ((1 << width) - 1))
        for channel in range(4):
            result[channel][lane] = pixel[channel]
    expected = [f'// expect r{20 + c}:ud = {numbers(result[c])}' for c in range(4)]
    add(title, surface, bytes_lines('set', memory) + registers(2, coordinates) + expected,
        f'send (8) r20 r2 0xC {READ | LOW | len(coordinates) << 25 | 4 << 20:#x}')


def values_for(name):
    kind = channels(name)[0][0][3]
    if kind == 'UINT':
        return [[37 * i + c * 11 & 0xFF for i in LANES] for c in range(4)]
    if kind == 'SINT':
        return [[5 * i - 17 * c - 3 & 0xFFFFFFFF for i in LANES] for c in range(4)]
    if kind == 'FLOAT':
        return [[float_bits((i + 1) * 0.5**c) for i in LANES] for c in range(4)]
    low = -1.25 if kind == 'SNORM' else -0.25
    return [[float_bits(low + (i + c / 4) * 0.31) for i in LANES] for c in range(4)]


def every_format():
    for name, uses in formats():
        if 'w' not in uses and 'r' not in uses:
            continue
        size = channels(name)[1]
        surface = f'width 16 height 16 format {name} pitch 256'
        place = lambda i, size=size: ROWS[i] * 256 + COLUMNS[i] * size
        if 'w' in uses:
            write(f'typed write of {name}', surface, name, place, values_for(name), [COLUMNS, ROWS])
        if 'r' in uses:
            read(f'typed read of {name}', surface, name, place, [COLUMNS, ROWS])


def out_of_range():
    """Integers that a channel has no room for."""
    extremes = [0, 0x7F, 0x80, 0xFF80, 0x8000, 0xFFFF8000, 0x7FFFFFFF, 0x80007FFF]
    for name in ('R8_UINT', 'R8_SINT', 'R16_UINT', 'R16_SINT', 'R16G16_SINT', 'R8G8B8A8_SINT', 'R32_SINT'):
        size = channels(name)[1]
        write(f'typed write of {name}, beyond its range', f'width 16 height 16 format {name} pitch 256', name,
              lambda i, size=size: ROWS[i] * 256 + COLUMNS[i] * size, [extremes[c:] + extremes[:c] for c in range(4)], [COLUMNS, ROWS])


def tilings():
    for tile in 'xy':
        for name in ('R8_UINT', 'R16_UINT', 'R32_UINT', 'R32G32_UINT', 'R32G32B32A32_UINT', 'R8G8B8A8_UINT'):
            size = channels(name)[1]
            xs = random.sample(range(1024 // size), 8)
            ys = [random.randrange(60) for _ in LANES]
            surface = f'width {1024 // size} height 60 format {name} pitch 1024 tile {tile}'
            place = lambda i: offset(tile, 1024, xs[i] * size, ys[i])
            read(f'typed read of {name}, tiled {tile.upper()}', surface, name, place, [xs, ys])
            write(f'typed write of {name}, tiled {tile.upper()}', surface, name, place, values_for(name), [xs, ys])
    xs, ys = [0, 1, 7, 8, 63, 64, 100, 127], [0, 1, 7, 8, 63, 64, 70, 127]
    read('typed read of R8_UINT, tiled W', 'width 128 height 128 format R8_UINT pitch 256 tile w', 'R8_UINT',
         lambda i: offset('w', 256, xs[i], ys[i]), [xs, ys])


def slices():
    name, size = 'R32_UINT', 'width 8 height 8 format R32_UINT pitch 64'
    at = lambda r: lambda i: (r[i] * 8 + ROWS[i]) * 64 + COLUMNS[i] * 4
    below = lambda r, count, first=0: lambda i: at([s + first for s in r])(i) if r[i] < count else None
    for kind, words in (('2D array', 'array depth 5 qpitch 8'), ('volume', '3d depth 5 qpitch 8')):
        inside, mixed = [0, 1, 2, 3, 4, 4, 1, 0], [0, 4, 5, 6, 99, 1, 2, 3]
        read(f'typed read of a {kind}', f'{size} {words}', name, at(inside), [COLUMNS, ROWS, inside])
        read(f'typed read of a {kind}, slices outside', f'{size} {words}', name, below(mixed, 5), [COLUMNS, ROWS, mixed])
        write(f'typed write of a {kind}, slices outside', f'{size} {words}', name, below(mixed, 5), values_for(name),
              [COLUMNS, ROWS, mixed], (0,))
    faces = [0, 1, 2, 3, 4, 5, 6, 11]
    read('typed read of faces of a cube array', f'{size} cube depth 2 qpitch 8', name, at(faces), [COLUMNS, ROWS, faces])
    first = [0, 1, 2, 3, 0, 1, 2, 4]
    read('the first array element counts', f'{size} array depth 3 qpitch 8 element 2', name, below(first, 3, 2),
         [COLUMNS, ROWS, first])
    threes = [3 * x for x in COLUMNS]
    read('typed read of a 1D array', 'width 32 height 1 format R32_UINT 1d array depth 4 qpitch 64', name,
         lambda i: (first[i] * 64 + threes[i]) * 4 if first[i] < 4 else None, [threes, first])


def levels():
    corner = [(0, 0), (0, 32), (16, 32), (16, 40)]
    size = [32, 16, 8, 4]
    zeros = [0] * 8

    def place(xs, ys, lods, first, count):
        def at(i):
            level = lods[i] + first
            if lods[i] >= count or xs[i] >= size[level] or ys[i] >= size[level]:
                return None
            return (corner[level][1] + ys[i]) * 256 + (corner[level][0] + xs[i]) * 4
        return at

    image = 'width 32 height 32 format R32_UINT pitch 256'
    xs, ys, lods = [31, 0, 15, 3, 7, 0, 3, 0], [31, 1, 15, 2, 7, 4, 2, 0], [0, 0, 1, 1, 2, 2, 3, 9]
    read('typed read of mip levels', f'{image} levels 4', 'R32_UINT', place(xs, ys, lods, 0, 4), [xs, ys, zeros, lods])
    xs, ys, lods = [15, 0, 16, 3, 7, 0, 3, 0], [15, 1, 1, 2, 7, 8, 2, 0], [0, 0, 0, 0, 1, 1, 2, 2]
    read('LODs count from the minimum', f'{image} levels 2 min-level 1', 'R32_UINT', place(xs, ys, lods, 1, 2),
         [xs, ys, zeros, lods])


def some_channels():
    image = 'width 16 height 16 format R8G8B8A8_UINT'
    zero = ['// set r3:ud = 0 ...']
    at = registers(2, [COLUMNS]) + zero
    red, blue = [0xA0 + i for i in LANES], [0xB0 + i for i in LANES]
    after = [0x44002200 | b << 16 | r for r, b in zip(red, blue)]
    add('typed write of some channels keeps the others', image,
        [f'// set mem {BASE:#x}:ud = {numbers([0x44332211] * 8)}', *at, *registers(4, [red, blue]),
         f'// expect mem {BASE:#x}:ud = {numbers(after)}'], f'send (8) null r2 0xC {WRITE | LOW | 0xA00 | 4 << 25:#x}')
    add('typed read of some channels has as many registers', image,
        [f'// set mem {BASE:#x}:ud = {numbers([0x04030201 * (i + 1) for i in LANES])}', *at,
         f'// expect r20:ud = {numbers([2 * (i + 1) for i in LANES])}',
         f'// expect r21:ud = {numbers([4 * (i + 1) for i in LANES])}'],
        f'send (8) r20 r2 0xC {READ | LOW | 0x500 | 2 << 25 | 2 << 20:#x}')


def pairs():
    image = 'width 16 height 16 format {} pitch 64'
    at = '// set r2:ud = 1 1 0 0 2 2 0 0'
    components = '0x11 0x22 0x33 0x44 0x55 0x66 0x77 0x88'
    pixels = lambda what: [f'// {what} mem 0x10044:ud = 0x44332211', f'// {what} mem 0x10088:ud = 0x88776655']
    add('typed read, SIMD4x2', image.format('R8G8B8A8_UINT'),
        [*pixels('set'), at, f'// expect r20:ud = {components}'], f'send (8) r20 r2 0xC {READ | 1 << 25 | 1 << 20:#x}')
    add('typed write, SIMD4x2', image.format('R8G8B8A8_UINT'),
        [at, f'// set r3:ud = {components}', *pixels('expect')], f'send (8) null r2 0xC {WRITE | 2 << 25:#x}')
    add('typed atomic add, SIMD4x2', image.format('R32_UINT'),
        ['// set mem 0x10044:ud = 10', '// set mem 0x10088:ud = 20', at, '// set r3:ud = 5 0 0 0 7 0 0 0',
         '// expect mem 0x10044:ud = 15', '// expect mem 0x10088:ud = 27'],
        f'send (8) null r2 0xC {ATOMIC_4X2 | 7 << 8 | 2 << 25:#x}')


def atomics():
    signed = lambda value: value - (1 << 32) if value >> 31 else value
    operations = {
        'and': (1, lambda o, a: o & a), 'or': (2, lambda o, a: o | a), 'xor': (3, lambda o, a: o ^ a),
        'mov': (4, lambda o, a: a), 'inc': (5, lambda o, a: o + 1), 'dec': (6, lambda o, a: o - 1),
        'add': (7, lambda o, a: o + a), 'sub': (8, lambda o, a: o - a), 'imax': (10, lambda o, a: max(o, a, key=signed)),
        'imin': (11, lambda o, a: min(o, a, key=signed)), 'umax': (12, max), 'umin': (13, min)}
    value = lambda: random.choice([random.randrange(1 << 32), random.randrange(100)])
    for name, (code, operation) in operations.items():
        before, source = [value() for _ in LANES], [value() for _ in LANES]
        for tile in ('', 'y'):
            places = [BASE + offset(tile, 256, 4 * x, 5) for x in COLUMNS]
            after = [operation(o, a) & 0xFFFFFFFF for o, a in zip(before, source)]
            payload = [COLUMNS, [5] * 8] + ([] if name in ('inc', 'dec') else [source])
            lines = [f'// set mem {p:#x}:ud = {b:#x}' for p, b in zip(places, before)]
            lines += registers(2, payload) + [f'// expect mem {p:#x}:ud = {v:#x}' for p, v in zip(places, after)]
            add(f'typed atomic {name}' + (', tiled Y' if tile else ''),
                'width 64 height 32 format R32_UINT pitch 256' + (' tile y' if tile else ''),
                [*lines, f'// expect r20:ud = {numbers(before)}'],
                f'send (8) r20 r2 0xC {ATOMIC | 1 << 13 | code << 8 | len(payload) << 25 | 1 << 20:#x}')


def bounds_and_faults():
    image = 'width 4 height 4 format {} pitch 64'
    place = lambda i: ROWS[i] * 64 + COLUMNS[i] * 16 if COLUMNS[i] < 4 else None
    integers, floats = 'R32G32B32A32_UINT', 'R32G32B32A32_FLOAT'
    read('typed reads outside are zeros, and one in alpha', image.format(integers), integers, place, [COLUMNS, ROWS])
    read('the same of floats', image.format(floats), floats, place, [COLUMNS, ROWS])
    write('typed writes outside are dropped', image.format(integers), integers, place, values_for(integers),
          [COLUMNS, ROWS])
    typed_read = READ | LOW | 2 << 25 | 4 << 20
    for what, name, descriptor, to, text in (
            ('typed read of a compressed format', 'BC1_UNORM', typed_read, 'r20', 'samplers'),
            ('typed read of YUV', 'YCRCB_NORMAL', typed_read, 'r20', 'samplers'),
            ('typed atomic on several channels', 'R8G8B8A8_UINT', ATOMIC | 5 << 8 | 2 << 25, 'null', 'one channel of 32 bits')):
        add(f'{what} is a fault', f'width 16 height 16 format {name} pitch 128',
            ['// set r2:ud = 0 ...', '// set r3:ud = 0 ...', f'// expect fault "{text}"'],
            f'send (8) {to} r2 0xC {descriptor:#x}')


def write_file(path):
    for group in (every_format, out_of_range, tilings, slices, levels, some_channels, pairs, atomics, bounds_and_faults):
        group()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEAD + '\n'.join(cases))
