"""Writes the cases of gen9/sampler/{state,texels,kinds}.asm: which states a message uses, how long they are cached, and
the texels of each format and layout."""
import itertools
import random
import re
import struct
from fractions import Fraction

from sampler_case import BASE, Case, decimal, number, store, texels
from sampler_header_cases import MIDDLES
from sampler_model import Image, bits

# Addresses of the states in `eugene exec` (docs/user/exec.md): first the binding table, surface states behind it; then
# sampler states, border colours behind them.
TABLE = 0xFFFF00000000
SURFACES = TABLE + 1024
SAMPLERS = 0xFFFE00000000
COLOURS = SAMPLERS + 256
SAMPLE_LZ, LD_LZ, FLUSH = 24, 26, 31


class Steps(Case):
    """Messages one after the other, the n-th to r60 + 4 n; two surfaces, 0 and 1, of four texels in a row."""

    def __init__(self, name, samplers=('nearest clamp',), surfaces=('width 4 height 1 pitch 64 format R32_FLOAT',) * 2):
        super().__init__(name, surfaces[0], samplers[0])
        for n, each in enumerate(surfaces[1:], 1):
            self.lines.append(f'// surface {n} = {BASE + n * 4096:#x} {each}')
        for n, each in enumerate(samplers[1:], 1):
            self.lines.append(f'// sampler {n} = {each}')
        for n in range(len(surfaces)):
            self.store(n * 4096, [float(10 * n + x) for x in range(4)])
        self.lines += ['// set r2..r3:ud = 0 ...', '// set r10:ud = 0 ...', '// set r20..r22:ud = 0 ...']
        self.code = []
        self.next = 60

    def answer(self, red):
        self.lines.append(f'// expect r{self.next}:f = {decimal(red)} ...')
        self.next += 4

    def load(self, surface, red):
        """Reads texel 0 with ld_lz."""
        self.code.append(f'send (8) r{self.next}:ud r2 0x2 {1 << 25 | 4 << 20 | 1 << 17 | LD_LZ << 12 | surface:#x}')
        self.answer(red)

    def sample(self, u, red, sampler=0, surface=0, table=None):
        """Samples with sample_lz. `table` is the sampler state pointer of a header."""
        header = table is not None
        if header:
            self.code.append(f'mov (1) r10.3:ud {table:#x}:ud')
        self.code.append(f'mov (8) r11:f {float(u)}:f')
        descriptor = (1 + header) << 25 | 4 << 20 | header << 19 | 1 << 17 | SAMPLE_LZ << 12 | sampler << 8 | surface
        self.code.append(f'send (8) r{self.next}:ud r{10 if header else 11} 0x2 {descriptor:#x}')
        self.answer(red)

    def poke(self, address, *values):
        """Writes dwords to memory, with A64 scattered writes of one channel."""
        for n, value in enumerate(values):
            self.code += [f'mov (1) r20.0:ud {(address + 4 * n) & 0xFFFFFFFF:#x}:ud', f'mov (1) r20.1:ud {address >> 32 | (0xFFFF0000 if address >> 47 else 0):#x}:ud',
                          f'mov (1) r22.0:ud {value:#x}:ud', 'send (1) null r20 0xC 0x06068100']

    def flush(self):
        self.code.append(f'send (8) r50 r10 0x2 {1 << 25 | 1 << 20 | 1 << 19 | 3 << 17 | FLUSH << 12:#x}')

    def stale(self, text='stale-state'):
        self.lines.append(f'// expect report "{text}"')

    def text(self):
        return '\n'.join(self.lines + self.code + self.end) + '\n'


def surface_state(address, width=4, pitch=64, format_=0xD8):
    """RENDER_SURFACE_STATE of a linear 2D surface of one row (SKL PRM vol2d); the first nine dwords."""
    return [1 << 29 | format_ << 18 | 1 << 16 | 1 << 14, 0, width - 1, pitch - 1, 0, 0, 0, 4 << 25 | 5 << 22 | 6 << 19 | 7 << 16, address]


def sampler_state(mode, border=0):
    """SAMPLER_STATE: nearest, no mip filter, all axes by one address mode; its four dwords."""
    return [0, 0, border, mode << 6 | mode << 3 | mode]


def state_cases():
    """Which surface and sampler states a message uses, and how long they are kept (BXT PRM vol6 "State", "State Caching")."""
    # Surface State Fetch: binding table index, entry, surface state.
    for count in (1, 2, 7):
        case = Steps(f'binding table index {count - 1} of {count}', surfaces=('width 4 height 1 pitch 64 format R32_FLOAT',) * count)
        case.load(count - 1, 10 * (count - 1))
        yield case
    case = Steps('two surfaces in turn')
    for n in (0, 1, 0):
        case.load(n, 10 * n)
    yield case
    case = Steps('an entry that names the surface state of another')
    case.poke(TABLE + 4, 1024)
    case.load(1, 0)
    yield case
    case = Steps('an entry, whose bits 5:0 do not count')
    case.poke(TABLE + 4, 1024 + 64 + 0x3F)
    case.load(1, 10)
    yield case
    case = Steps('a surface state that the program writes')
    case.poke(SURFACES, *surface_state(BASE + 4096))
    case.load(0, 10)
    yield case
    # Sampler State Fetch: the pointer from the command stream or the header, and the index.
    several = ('nearest border colour ' + ' '.join([number(bits(40))] * 4), 'nearest clamp', 'nearest wrap', 'nearest mirror')
    wanted = (40, 3, 2, 1)  # at u = 1.625, which is texel 6 of 4
    for n in range(4):
        case = Steps(f'sampler index {n}', several)
        case.sample(1.625, wanted[n], sampler=n)
        yield case
    for n, index in itertools.product((1, 2), (0, 1)):
        case = Steps(f'sampler state pointer {16 * n:#x} and index {index}', several)
        case.sample(1.625, wanted[n + index], sampler=index, table=16 * n)
        yield case
    case = Steps('sampler state pointer, whose bits 3:0 do not count', several)
    case.sample(1.625, wanted[2], table=0x2F)
    yield case
    case = Steps('a sampler state pointer of 0 is the first table', several)
    case.sample(1.625, wanted[1], sampler=1, table=0)
    yield case
    case = Steps('a sampler state that the program writes')
    case.poke(SAMPLERS, *sampler_state(0))
    case.sample(1.625, 2)
    yield case
    case = Steps('sampler index 15 of a table of 16', ['nearest clamp'] + ['nearest wrap'] * 15)
    case.sample(1.625, 2, sampler=15)
    yield case
    # State Caching: a state that has been read stays cached until the cache is flushed, even if memory changes.
    case = Steps('stale: a surface state changes')
    case.load(0, 0)
    case.poke(SURFACES + 32, BASE + 4096)
    case.load(0, 0)
    case.flush()
    case.load(0, 10)
    case.stale('stale surface state of binding table index 0')
    yield case
    case = Steps('stale: a binding table entry changes')
    case.load(0, 0)
    case.poke(TABLE, 1024 + 64)
    case.load(0, 0)
    case.flush()
    case.load(0, 10)
    case.stale('stale binding table index 0')
    yield case
    case = Steps('stale: a sampler state changes')
    case.sample(1.625, 3)
    case.poke(SAMPLERS, *sampler_state(0))
    case.sample(1.625, 3)
    case.flush()
    case.sample(1.625, 2)
    case.stale('stale sampler state')
    yield case
    case = Steps('stale: a border colour changes', several)
    case.sample(1.625, 40)
    case.poke(COLOURS, bits(41))
    case.sample(1.625, 40)
    case.flush()
    case.sample(1.625, 41)
    case.stale('stale border colour')
    yield case
    case = Steps('stale: a surface state that a typed message has read is the sampler\'s too')
    case.code.append('send (8) r40:ud r2 0xC 0x4115e00')
    case.poke(SURFACES + 32, BASE + 4096)
    case.load(0, 0)
    case.stale()
    yield case
    case = Steps('stale: a typed message uses what the sampler has read')
    case.lines.append('// expect r40:ud = 0 ...')
    case.load(0, 0)
    case.poke(SURFACES + 32, BASE + 4096)
    case.code.append('send (8) r40:ud r2 0xC 0x4115e00')
    case.stale()
    yield case
    case = Steps('not stale: a state that is written as it was')
    case.load(0, 0)
    case.poke(SURFACES + 32, BASE)
    case.load(0, 0)
    yield case
    case = Steps('not stale: a state that is flushed before it is used')
    case.load(0, 0)
    case.poke(SURFACES + 32, BASE + 4096)
    case.flush()
    case.load(0, 10)
    yield case
    case = Steps('not stale: a state that nothing has read yet')
    case.load(0, 0)
    case.poke(SURFACES + 64 + 32, BASE)
    case.load(1, 0)
    yield case
    case = Steps('not stale: texels are not kept')
    case.load(0, 0)
    case.poke(BASE, bits(7))
    case.load(0, 7)
    yield case
    case = Steps('a flush twice')
    case.flush()
    case.flush()
    case.load(0, 0)
    yield case


UNORM = ['R8G8B8A8', 'B8G8R8A8', 'R16G16B16A16', 'R10G10B10A2', 'B10G10R10A2', 'R16G16', 'R8G8', 'R8', 'R16', 'B5G6R5', 'B5G5R5A1',
         'B4G4R4A4', 'A8', 'L8', 'I8', 'L8A8', 'A16', 'L16', 'I16', 'L16A16', 'R8G8B8X8', 'B8G8R8X8', 'B5G5R5X1', 'A4B4G4R4']
SNORM = ['R8G8B8A8', 'R16G16B16A16', 'R16G16', 'R8G8', 'R8', 'R16']
WHOLE = ['R32G32B32A32', 'R16G16B16A16', 'R8G8B8A8', 'R32G32', 'R16G16', 'R8G8', 'R32', 'R16', 'R8', 'R32G32B32', 'R16G16B16', 'R8G8B8']
FLOAT = ['R32G32B32A32', 'R16G16B16A16', 'R32G32', 'R16G16', 'R32', 'R16', 'R32G32B32', 'L32', 'I32', 'A32', 'L16', 'I16', 'A16',
         'L32A32', 'L16A16', 'R16G16B16']


def channels_of(layout):
    """[(letter, low bit, width)]: components lie from the lowest bit on in the order of the name."""
    low = 0
    for letter, width in re.findall(r'([A-Z])(\d+)', layout):
        yield letter, low, int(width)
        low += int(width)


def decode(layout, kind, code):
    result = {'R': 0, 'G': 0, 'B': 0, 'A': 1}
    for letter, low, width in channels_of(layout):
        value = code >> low & ((1 << width) - 1)
        signed = value - (1 << width) if value >> (width - 1) else value
        if kind == 'UNORM':
            value = Fraction(value, (1 << width) - 1)
        elif kind == 'SNORM':
            value = max(Fraction(signed, (1 << (width - 1)) - 1), Fraction(-1))
        elif kind == 'SINT':
            value = signed & 0xFFFFFFFF
        elif kind == 'FLOAT':
            value = struct.unpack('<e' if width == 16 else '<f', value.to_bytes(width // 8, 'little'))[0]
        for target in {'L': 'RGB', 'I': 'RGBA', 'X': ''}.get(letter, letter):
            result[target] = value
    return tuple(result[c] for c in 'RGBA')


def pattern(layout, kind, source):
    """Random bits. Floats are small and finite."""
    code = 0
    for _, low, width in channels_of(layout):
        value = source.getrandbits(width)
        if kind == 'FLOAT':
            number_ = source.randrange(-4096, 4096) / 64
            value = int.from_bytes(struct.pack('<e' if width == 16 else '<f', number_), 'little')
        code |= value << low
    return code


def texel_cases():
    """Texels of each format, decoded from the format's name (SKL PRM vol2d SURFACE_FORMAT), and of each tiling."""
    formats = [(n, 'UNORM') for n in UNORM] + [(n, 'SNORM') for n in SNORM] + [(n, k) for k in ('UINT', 'SINT') for n in WHOLE]
    for layout, kind in formats + [(n, 'FLOAT') for n in FLOAT]:
        name = f'{layout}_{kind}'
        size = sum(width for _, _, width in channels_of(layout)) // 8
        source = random.Random(name)
        codes = [pattern(layout, kind, source) for _ in range(8)]
        if kind != 'FLOAT':
            codes[:3] = [0, (1 << 8 * size) - 1, 1 << (8 * size - 1)]
        case = Case(f'texels of {name}', f'width 8 height 1 pitch 128 format {name}')
        data = b''.join(code.to_bytes(size, 'little') for code in codes)
        case.lines.append(f'// set mem {BASE:#x}:ub = ' + ' '.join(map(number, data)))
        case.send('ld_lz', u=list(range(8)), v=0)
        case.expect([decode(layout, kind, code) for code in codes], integers=kind in ('UINT', 'SINT'))
        yield case
    # Two texels in four bytes, which share U and V: the positions of Y0, U, Y1, V.
    for name, order in (('YCRCB_NORMAL', 'YUyV'), ('YCRCB_SWAPUV', 'YVyU'), ('YCRCB_SWAPY', 'UYVy'), ('YCRCB_SWAPUVY', 'VYUy')):
        source = random.Random(name)
        data = [source.randrange(256) for _ in range(16)]
        case = Case(f'texels of {name}', f'width 8 height 1 pitch 128 format {name}')
        case.lines.append(f'// set mem {BASE:#x}:ub = ' + ' '.join(map(number, data)))
        case.send('ld_lz', u=list(range(8)), v=0)
        unit = lambda x, c: Fraction(data[x // 2 * 4 + order.index(c)], 255)
        case.expect([(unit(x, 'V'), unit(x, 'yY'[x % 2 == 0]), unit(x, 'U'), 1) for x in range(8)])
        yield case

    def place(tile, x, y, pitch):
        """The byte at column x of row y (SKL PRM vol5, tiling)."""
        if tile == 'x':
            return (y // 8 * (pitch // 512) + x // 512) * 4096 + y % 8 * 512 + x % 512
        if tile == 'y':
            return (y // 32 * (pitch // 128) + x // 128) * 4096 + x % 128 // 16 * 512 + y % 32 * 16 + x % 16
        if tile == 'w':  # 64 x 64 bytes: columns of 8, in which the low three bits of both alternate
            inner = sum((x >> n & 1) << 2 * n | (y >> n & 1) << (2 * n + 1) for n in range(3))
            return (y // 64 * (pitch // 64) + x // 64) * 4096 + x % 64 // 8 * 512 + y % 64 // 8 * 64 + inner
        return y * pitch + x

    for tile, (layout, kind) in itertools.product(('', 'x', 'y', 'w'), (('R8', 'UINT'), ('R16G16', 'UINT'), ('R32G32B32A32', 'UINT'))):
        if tile == 'w' and layout != 'R8':
            continue
        size = sum(width for _, _, width in channels_of(layout)) // 8
        width, height = 100, 50
        pitch = {'x': 2048, 'y': 1664, 'w': 128, '': 1600}[tile]
        source = random.Random(tile + layout)
        places = [(source.randrange(width), source.randrange(height)) for _ in range(8)]
        case = Case(f'{tile.upper() + "-tiled" if tile else "linear"} texels of {layout}_{kind}',
                    f'width {width} height {height} pitch {pitch} format {layout}_{kind}' + (f' tile {tile}' if tile else ''), memory=4096 * 64)
        codes = {}
        for x, y in places:
            codes[x, y] = source.getrandbits(8 * size)
            data = codes[x, y].to_bytes(size, 'little')
            case.lines.append(f'// set mem {BASE + place(tile, x * size, y, pitch):#x}:ub = ' + ' '.join(map(number, data)))
        case.send('ld_lz', u=[x for x, _ in places], v=[y for _, y in places])
        case.expect([decode(layout, kind, codes[p]) for p in places], integers=True)
        yield case


def kind_cases():
    """Linear filtering of every kind of surface: 1D, 3D, arrays, and levels that a surface begins at."""
    shapes = {'1D': ('1d', 1, (16, 1, 1), False), '2D': ('', 2, (8, 4, 1), False), '3D': ('3d depth 4 qpitch 4', 3, (8, 4, 4), False),
              '1D array': ('1d array depth 4 qpitch 16', 1, (16, 1, 4), True), '2D array': ('array depth 4 qpitch 8', 2, (8, 4, 4), True)}
    for name, (words, axes, (width, height, slices), is_array) in shapes.items():
        level = texels(width, height, slices, seed=30)
        slice_pitch = 64 if name == '1D array' else 64 * (8 if is_array else 4)
        image = Image([level])
        for mode, linear in itertools.product(('clamp', 'wrap', 'mirror'), (False, True)):
            source = random.Random(name + mode)
            points = [[Fraction(source.randrange(-512, 1536), 1024) for _ in range(3)] for _ in range(8)]
            elements = [Fraction(n, 4) for n in (0, 1, 3, 6, 9, 13, -5, 40)]
            case = Case(f'{name} {mode} {"linear" if linear else "nearest"}',
                        f'width {width} height {height} pitch 64 {words} format R32_FLOAT', f'{"linear" if linear else "nearest"} {mode}')
            store(case, level, 64, slice_pitch=slice_pitch)
            want = []
            for point, element in zip(points, elements):
                # Rounded to the nearest element, the even one of two, and clamped.
                slice_ = min(max(round(element), 0), slices - 1) if is_array else 0
                want.append(image.blend(image.level_taps(0, point[:axes], (mode,) * 3, linear, slice_=slice_)))
            names = ['u', 'v', 'r'][:axes]
            parameters = {n: [float(p[i]) for p in points] for i, n in enumerate(names)}
            if is_array:
                parameters['v' if axes == 1 else 'r'] = [float(e) for e in elements]
            case.send('sample_lz', **parameters)
            case.expect(want)
            yield case
    level = texels(8, 4, 4, seed=31)
    for first in (1, 2):
        case = Case(f'2D array from element {first}', f'width 8 height 4 pitch 64 array depth {4 - first} element {first} qpitch 8 format R32_FLOAT',
                    'nearest clamp')
        store(case, level, 64, slice_pitch=512)
        elements = [0, 1, 2, 3, 0, 1, 2, 0]
        case.send('sample_lz', u=[float(m) for m in MIDDLES], v=0.125, r=[float(e) for e in elements])
        case.expect([level[first + min(e, 3 - first)][0][x] for x, e in enumerate(elements)])
        yield case
    levels = [texels(8 >> n, 8 >> n, seed=40 + n) for n in range(4)]
    offsets = [0, 8 * 64, 8 * 64 + 4 * 4, 12 * 64 + 4 * 4]
    for first in (1, 2, 3):
        case = Case(f'from level {first}', f'width 8 height 8 format R32_FLOAT pitch 64 levels {4 - first} min-level {first}', 'nearest clamp mip nearest')
        for level, offset in zip(levels, offsets):
            store(case, level, 64, offset)
        lods = [0, 1, 2, 3, 0, 1, 2, 9]
        case.send('sample_l', lod=[float(l) for l in lods], u=0.0625, v=0.0625)
        case.expect([levels[min(first + l, 3)][0][0][0] for l in lods])
        yield case
    # Parameters of 16 bits, whose values are exact in them; results of 16 bits.
    level = texels(8, 4, seed=50)
    image = Image([level])
    for linear, simd in itertools.product((False, True), (8, 16)):
        points = [(Fraction(n % 16, 16), Fraction(n % 5, 8)) for n in range(simd)]
        case = Case(f'results of 16 bits, SIMD{simd} {"linear" if linear else "nearest"}', 'width 8 height 4 pitch 64 format R32_FLOAT',
                    f'{"linear" if linear else "nearest"} clamp')
        case.simd = simd
        store(case, level, 64)
        case.send('sample_lz', half=True, u=[float(u) for u, _ in points], v=[float(v) for _, v in points])
        want = [image.blend(image.level_taps(0, p, ('clamp',) * 2, linear)) for p in points]
        for channel in range(4):
            halves = [int.from_bytes(struct.pack('<e', w[channel]), 'little') for w in want]
            case.lines.append(f'// expect r{60 + channel}:uw = ' + ' '.join(map(number, halves + [0] * (16 - simd))))
        yield case


FILES = {'state': state_cases, 'texels': texel_cases, 'kinds': kind_cases}
