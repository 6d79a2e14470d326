"""Writes most cases of gen9/sampler/*.asm: messages from the tables below, expectations from sampler_model.py."""
import itertools
import random
from fractions import Fraction

from sampler_case import BASE, Case, number, store, texels
from sampler_model import Image, bits

U = [-0.7, -0.06, 0.0, 0.14, 0.5, 0.86, 1.0, 1.63]
V = [1.2, 0.1, 0.95, 0.49, -0.3, 0.75, 0.0, 0.33]
U = [Fraction(round(u * 1024), 1024) for u in U]
V = [Fraction(round(v * 1024), 1024) for v in V]


def address_cases():
    """Every address mode with both filters, with and without rounding, with normalised coordinates and with texel coordinates."""
    modes = ['wrap', 'mirror', 'clamp', 'border', 'mirror-once', 'half-border', 'mirror-101']
    colour = (0.25, 0, 0, 1)
    level = texels(8, 4)
    for mode, linear, normalised, rounds in itertools.product(modes, (False, True), (True, False), (False, True)):
        if not normalised and mode not in ('clamp', 'border', 'half-border'):
            continue
        if rounds and mode not in ('clamp', 'wrap'):
            continue
        name = f'{mode} {"linear" if linear else "nearest"}{"" if normalised else " unnormalised"}{" rounds" if rounds else ""}'
        case = Case(name, 'width 8 height 4 format R32_FLOAT', f'{name} colour {number(bits(0.25))} 0 0 {number(bits(1))}')
        store(case, level, 32)
        image = Image([level], colour)
        u = U if normalised else [x * 8 for x in U]
        v = V if normalised else [x * 4 for x in V]
        case.send('sample_lz', u=[float(x) for x in u], v=[float(x) for x in v])
        case.expect([image.blend(image.level_taps(0, (a, b), (mode, mode), linear, normalised=normalised, rounds=rounds))
                     for a, b in zip(u, v)])
        yield case


def chain():
    """Four levels of 8 x 8 as they lie in memory of pitch 64: (level, offset)."""
    levels = [texels(8 >> n, 8 >> n, seed=10 + n) for n in range(4)]
    return levels, [0, 8 * 64, 8 * 64 + 4 * 4, 12 * 64 + 4 * 4]


MIPPED = 'width 8 height 8 format R32_FLOAT pitch 64 levels 4'


def mipped(name, sampler, kind=None):
    levels, offsets = chain()
    case = (kind or Case)(name, MIPPED, sampler)
    for level, offset in zip(levels, offsets):
        store(case, level, 64, offset)
    return case, Image(levels)


def trilinear(image, u, v, lod, mode='clamp', linear=True, mip='linear', texel=lambda t: t):
    """`lod` is in 1/256 of a level."""
    lod = min(max(lod, 0), 3 * 256)
    if mip == 'none':
        lod = 0
    if mip == 'nearest':
        lod = (lod + 128) // 256 * 256
    first, part = divmod(lod, 256)
    taps = image.level_taps(first, (u, v), (mode, mode), linear, Fraction(256 - part, 256))
    if part:
        taps += image.level_taps(first + 1, (u, v), (mode, mode), linear, Fraction(part, 256))
    return image.blend(taps, texel)


def compare(operation, reference):
    def texel(t):
        holds = {'less': t[0] < reference, 'greater': t[0] > reference, 'equal': t[0] == reference,
                 'not-equal': t[0] != reference, 'less-equal': t[0] <= reference, 'greater-equal': t[0] >= reference,
                 'always': True, 'never': False}[operation]
        return (0 if holds else 1,) + tuple(t[1:])
    return texel


def lod_cases(kind=None):
    """The sources of the level of detail, and the mip filters, for SIMD8 and SIMD16."""
    u = [Fraction(2 * i + 1, 16) for i in range(8)]
    v = [Fraction(n, 32) for n in (3, 29, 14, 8, 21, 2, 17, 30)]
    for mip, simd in itertools.product(('none', 'nearest', 'linear'), (8, 16)):
        lods = [0, 64, 128, 300, 512, 640, 900, -200] * (simd // 8)
        for linear in (False, True):
            name = f'sample_l SIMD{simd} {"linear" if linear else "nearest"} mip {mip}'
            case, image = mipped(name, f'{"linear" if linear else "nearest"} clamp mip {mip}', kind)
            case.simd = simd
            us, vs = u * (simd // 8), v * (simd // 8)
            case.send('sample_l', lod=[l / 256 for l in lods], u=list(map(float, us)), v=list(map(float, vs)))
            case.expect([trilinear(image, a, b, l, linear=linear, mip=mip) for a, b, l in zip(us, vs, lods)])
            yield case
    # Pixels of a 2 x 2 group whose neighbours are `step` texels away: level log2(step).
    for step, level in ((1, 0), (2, 256), (4, 512), (8, 768)):
        case, image = mipped(f'sample by neighbours {step} texels apart', 'linear clamp mip linear', kind)
        delta = Fraction(step, 8)
        us = [Fraction(1, 16) + (i & 1) * delta + (i >> 2) * Fraction(1, 8) for i in range(8)]
        vs = [Fraction(3, 16) + (i >> 1 & 1) * delta for i in range(8)]
        case.send('sample', u=list(map(float, us)), v=list(map(float, vs)))
        case.expect([trilinear(image, a, b, level) for a, b in zip(us, vs)])
        yield case
        case, image = mipped(f'sample_b by neighbours {step} texels apart', 'linear clamp mip linear', kind)
        case.send('sample_b', bias=[0.5] * 8, u=list(map(float, us)), v=list(map(float, vs)))
        case.expect([trilinear(image, a, b, level + 128) for a, b in zip(us, vs)])
        yield case
        case, image = mipped(f'sample_d of {step} texels', 'linear clamp mip linear', kind)
        case.send('sample_d', u=list(map(float, us)), v=list(map(float, vs)), dudx=float(delta), dudy=0.0, dvdx=0.0,
                  dvdy=float(delta) / 2)
        case.expect([trilinear(image, a, b, level) for a, b in zip(us, vs)])
        yield case
        case, image = mipped(f'lod of neighbours {step} texels apart', 'linear clamp mip linear bias 0x1f80', kind)
        case.send('lod', u=list(map(float, us)), v=list(map(float, vs)))
        case.expect([(max(level - 128, 0) / 256, (level - 128) / 256, 0, 0)] * 8)
        yield case
    for field, lods, wanted in (('min-lod 384', [0.0] * 8, 384), ('max-lod 192', [3.0] * 8, 192), ('bias 0x80', [1.0] * 8, 384),
                                ('bias 0x1f00', [2.0] * 8, 256)):
        case, image = mipped(f'sample_l {field}', f'linear clamp mip linear {field}', kind)
        case.send('sample_l', lod=lods, u=list(map(float, u)), v=list(map(float, v)))
        case.expect([trilinear(image, a, b, wanted) for a, b in zip(u, v)])
        yield case


def comparison_cases(kind=None, messages=('sample_c_lz', 'sample_l_c')):
    """Every comparison, before filtering."""
    u = [Fraction(2 * i + 1, 16) for i in range(8)]
    v = [Fraction(2 * n + 1, 16) for n in (3, 7, 1, 0, 6, 2, 4, 5)]
    names = ['always', 'never', 'less', 'equal', 'less-equal', 'greater', 'not-equal', 'greater-equal']
    levels, _ = chain()
    for operation in names:
        for message, linear in [(messages[0], False)] + [(message, True) for message in messages]:
            reference = levels[0][0][3][0][0]
            case, image = mipped(f'{message} {operation} {"linear" if linear else "nearest"}',
                                 f'{"linear" if linear else "nearest"} clamp mip nearest compare {operation}', kind)
            # Equal neighbours give a level far below 0, which a bias of 1 does not raise to 0.
            same = message in ('sample_c', 'sample_b_c')
            lod = 256 if message == 'sample_l_c' else 0
            shift = Fraction(1, 32) if linear else 0
            more = {'lod': 1.0} if lod else {'bias': 1.0} if 'sample_b' in message else {}
            us, vs = ([u[1]] * 8, [v[0]] * 8) if same else (u, v)
            case.send(message, ref=float(reference), u=[float(a + shift) for a in us], v=list(map(float, vs)), **more)
            case.expect([trilinear(image, a + shift, b, lod, linear=linear, mip='nearest', texel=compare(operation, reference))
                         for a, b in zip(us, vs)])
            yield case


def load_cases():
    kinds = {
        '1D': ('width 16 height 1 1d', 1, False, (16, 1, 1), 0),
        '2D': ('width 8 height 4 pitch 64', 2, False, (8, 4, 1), 64),
        '2D X-tiled': ('width 8 height 4 pitch 512 tile x', 2, False, (8, 4, 1), 512),
        '3D': ('width 8 height 4 pitch 64 3d depth 4 qpitch 4', 3, False, (8, 4, 4), 64),
        '1D array': ('width 16 height 1 1d array depth 4 qpitch 16', 1, True, (16, 1, 4), 64),
        '2D array': ('width 8 height 4 pitch 64 array depth 4 qpitch 8', 2, True, (8, 4, 4), 64),
    }
    for name, (surface, axes, is_array, (width, height, slices), pitch) in kinds.items():
        level = [[[(1000 * z + 100 * y + x, 0, 0, 1) for x in range(width)] for y in range(height)] for z in range(slices)]
        for message, simd in itertools.product(('ld', 'ld_lz', 'ld_mcs'), (8, 16)):
            case = Case(f'{message} SIMD{simd} {name}', f'{surface} format R32_UINT')
            case.simd = simd
            slice_pitch = 64 if name == '1D array' else pitch * (8 if is_array else 4)
            for z in range(slices):
                for y in range(height):
                    case.store(z * slice_pitch + y * pitch, [t[0] for t in level[z][y]])
            source = random.Random(name)
            places = [(source.randrange(width), source.randrange(height), source.randrange(slices)) for _ in range(simd)]
            places[3] = (width, 0, 0)  # outside
            places[5] = (-1, 0, 0)
            second = [p[2] if axes == 1 and is_array else p[1] for p in places]
            case.send(message, u=[p[0] for p in places], v=second, r=[p[2] for p in places])
            if message == 'ld_mcs':
                case.expect([(0, 0, 0, 0)] * simd, integers=True)
            else:
                case.expect([level[z][y][x] if 0 <= x < width else (0, 0, 0, 1) for x, y, z in places], integers=True)
            yield case
    for message in ('ld2dms', 'ld2dms_w'):
        case = Case(f'{message} of a surface without samples', 'width 8 height 4 pitch 64 format R32_UINT')
        case.store(0, range(100, 108))
        case.send(message, si=0, u=list(range(8)), v=0, r=0, lod=0)
        case.expect([(100 + i, 0, 0, 1) for i in range(8)], integers=True)
        yield case
    for lod in range(4):
        case, image = mipped(f'ld of level {lod}', 'nearest clamp')
        size = 8 >> lod
        case.send('ld', u=[i % size for i in range(8)], v=[(i * 3) % size for i in range(8)], lod=lod)
        case.expect([image.levels[lod][0][(i * 3) % size][i % size] for i in range(8)])
        yield case
    case, image = mipped('ld of a level that is not there', 'nearest clamp')
    case.send('ld', u=0, v=0, lod=[4, -1, 15, 100, 4, 4, 4, 4])
    case.expect([(0, 0, 0, 1)] * 8)
    yield case
    case = Case('sample_lz of a buffer of more elements than coordinates reach', 'size 0x100000000 pitch 1 format R8_UNORM', 'nearest wrap')
    case.store(0, [0xFF])
    case.send('sample_lz', u=0.0)
    case.expect([(1, 0, 0, 1)] * 8)
    yield case
    case = Case('ld_lz of a buffer', 'size 64 format R32_UINT')
    case.store(0, range(7, 23))
    case.send('ld_lz', u=[0, 1, 15, 16, 5, -1, 9, 3], v=0)
    case.expect([(7 + i, 0, 0, 1) if 0 <= i < 16 else (0, 0, 0, 1) for i in (0, 1, 15, 16, 5, -1, 9, 3)], integers=True)
    yield case


def gather_cases():
    level = [[[tuple(4 * x + 64 * y + c for c in range(4)) for x in range(8)] for y in range(4)]]
    u = [Fraction(2 * i + 1, 16) + Fraction(1, 32) for i in range(8)]
    v = [Fraction(2 * n + 1, 8) - Fraction(1, 32) for n in (0, 1, 2, 3, 3, 2, 1, 0)]

    def four(a, b, channel, offset=(0, 0), texel=lambda t: t):
        x = floor_half(a * 8) + offset[0]
        y = floor_half(b * 4) + offset[1]
        clamp = lambda i, n: min(max(i, 0), n - 1)
        return tuple(texel(level[0][clamp(y + j, 4)][clamp(x + i, 8)])[channel] for i, j in ((0, 1), (1, 1), (1, 0), (0, 0)))

    for channel in range(4):
        case = Case(f'gather4 of channel {channel}', 'width 8 height 4 format R32G32B32A32_FLOAT', 'nearest clamp')
        for y in range(4):
            case.store(y * 128, [float(c) for t in level[0][y] for c in t])
        case.header = {2: channel << 16}
        case.send('gather4', u=list(map(float, u)), v=list(map(float, v)))
        case.expect([four(a, b, channel) for a, b in zip(u, v)])
        yield case
    offsets = [(-3, 2), (5, -1), (0, 0), (1, 1), (-32, 31), (7, -8), (2, 0), (0, -2)]
    for message in ('gather4_c', 'gather4_po', 'gather4_po_c'):
        case = Case(message, 'width 8 height 4 format R32G32B32A32_FLOAT', 'nearest clamp compare less-equal')
        for y in range(4):
            case.store(y * 128, [float(c) for t in level[0][y] for c in t])
        compares, moves = message.endswith('_c'), '_po' in message
        parameters = {'u': list(map(float, u)), 'v': list(map(float, v))}
        if compares:
            parameters['ref'] = 100.0
        if moves:
            parameters |= {'offu': [o[0] for o in offsets], 'offv': [o[1] for o in offsets], 'r': 0.0}
        case.send(message, **parameters)
        texel = compare('less-equal', 100) if compares else lambda t: t
        case.expect([four(a, b, 0, o if moves else (0, 0), texel) for a, b, o in zip(u, v, offsets)])
        yield case

    # In a mirrored copy too, texels are ordered by coordinate, and an offset of 1 is one texel in the coordinate's
    # direction.
    def mirrored(i, n):
        return min(i % (2 * n), 2 * n - 1 - i % (2 * n))

    for name, dx, dy in (('to the right', 1, 0), ('below', 0, 1), ('to the left and above', -1, -1), ('further to the right', 2, 0)):
        case = Case(f'gather4 in a mirrored copy {name}', 'width 8 height 4 format R32G32B32A32_FLOAT', 'nearest mirror')
        for y in range(4):
            case.store(y * 128, [float(c) for t in level[0][y] for c in t])
        places = [(a + dx, b + dy) for a, b in zip(u, v)]
        places[5:7] = [(Fraction(5, 16) + dx, Fraction(3, 8) + dy), (Fraction(11, 16) + dx, Fraction(5, 8) + dy)]  # centres
        case.send('gather4', u=[float(a) for a, _ in places], v=[float(b) for _, b in places])
        case.expect([tuple(level[0][mirrored(floor_half(b * 4) + j, 4)][mirrored(floor_half(a * 8) + i, 8)][0]
                           for i, j in ((0, 1), (1, 1), (1, 0), (0, 0))) for a, b in places])
        yield case


def floor_half(x):
    return (x * 2 - 1) // 2


def info_cases():
    kinds = {'1D': ('width 16 height 1 1d levels 3', lambda l: (16 >> l, 0, 0)),
             '2D': ('width 16 height 8 pitch 64 levels 3', lambda l: (16 >> l, 8 >> l, 0)),
             '3D': ('width 16 height 8 pitch 64 3d depth 5 levels 3 qpitch 64', lambda l: (16 >> l, 8 >> l, max(5 >> l, 1))),
             '1D array': ('width 16 height 1 1d array depth 5 levels 3 qpitch 64', lambda l: (16 >> l, 5, 0)),
             '2D array': ('width 16 height 8 pitch 64 array depth 5 levels 3 qpitch 64', lambda l: (16 >> l, 8 >> l, 5)),
             'cube': ('width 16 height 16 pitch 64 cube levels 3 qpitch 64', lambda l: (16 >> l, 16 >> l, 0))}
    for name, (surface, size) in kinds.items():
        case = Case(f'resinfo {name}', f'{surface} format R32_UINT')
        case.send('resinfo', lod=[0, 1, 2, 3, -1, 0, 1, 2])
        case.expect([(*(size(l) if 0 <= l < 3 else (0, 0, 0)), 3) for l in (0, 1, 2, 3, -1, 0, 1, 2)], integers=True)
        yield case
    # A raw buffer, whose elements are bytes: GLSL's length() of a shader storage block. There are no texels in it.
    case = Case('resinfo raw buffer', 'size 4102 raw')
    case.send('resinfo', lod=0)
    case.expect([(4102, 0, 0, 0)] * 8, integers=True)
    yield case
    case = Case('ld raw buffer', 'size 4102 raw')
    case.send('ld', u=0, lod=0)
    case.fault('reads texels of surface 0, a raw buffer')
    yield case
    case = Case('sampleinfo', 'width 16 height 8 format R32_UINT')
    case.header = {}
    case.send('sampleinfo')
    case.expect([(1, 0, 0, 0)] * 8, integers=True)
    yield case


BINDLESS = 252  # binding table index


def bindless_cases():
    """Bindless surfaces and their sampler states (BXT PRM vol6 "Bindless Sampler State")."""
    row = [x + 0.25 for x in range(8)]
    middles = [(2 * x + 1) / 16 for x in range(8)]
    texels_of_row = [(t, 0, 0, 1) for t in row]
    third = 0x400 + 3 * 64  # address of the state of surface 3

    def make(name, sampler='nearest clamp', surface='width 8 height 1 format R32_FLOAT'):
        case = Case(name, 'width 1 height 1 format R32_FLOAT', sampler)  # surface 0, which the binding table names first
        case.lines.append(f'// surface 3 = {BASE + 0x1000:#x} {surface}')
        case.store(0x1000, [float(t) for t in row])
        case.indices = BINDLESS
        return case

    def name_state(case, offset):
        # The surface state's offset is bits 31:12 of the extended descriptor, in units of 64 bytes.
        send = case.code[0].split()
        case.code[0] = ' '.join([*send[:4], 'null', f'{offset >> 6 << 12 | 2:#x}', send[5]]).replace('send', 'sends', 1)

    case = make('ld of a bindless surface')
    case.send('ld', u=list(range(8)), lod=0)
    name_state(case, third)
    case.expect(texels_of_row)
    yield case
    case = make('resinfo of a bindless surface', surface='width 5 height 3 format R32_FLOAT')
    case.send('resinfo', lod=0)
    name_state(case, third)
    case.expect([(5, 3, 0, 1)] * 8, integers=True)
    yield case
    case = make('a bindless surface with the first sampler')
    case.send('sample_lz', u=middles, v=0.5)
    name_state(case, third)
    case.expect(texels_of_row)
    yield case
    case = make('a bindless surface with the sampler that the header points to', sampler='nearest wrap')
    case.lines.append('// sampler 1 = linear clamp')
    case.header = {3: 16}  # a sampler state has 16 bytes
    case.send('sample_lz', u=[x / 8 for x in range(8)], v=0.5)
    name_state(case, third)
    case.expect([((row[max(x - 1, 0)] + row[x]) / 2, 0, 0, 1) for x in range(8)])
    yield case
    case = make('a bindless surface state beyond the heap')
    case.send('ld', u=0, lod=0)
    name_state(case, 0x3FF_FFC0)
    case.fault('bindless surface state at offset 0x3ffffc0')
    yield case


def border_cases(kind=None, message='sample_lz', **more):
    colour = (2.0, -2.0, 0.25, -0.5)
    rows = [('R8G8B8A8_UNORM', (1, 0, 0.25, 0)), ('R16G16B16A16_UNORM', (1, 0, 0.25, 0)),
            ('R8G8B8A8_SNORM', (1, -1, 0.25, -0.5)), ('R16G16B16A16_SNORM', (1, -1, 0.25, -0.5)),
            ('R32G32B32A32_FLOAT', colour), ('R16G16B16A16_FLOAT', colour), ('R8_UNORM', (1, 0, 0, 1)), ('R32_FLOAT', (2, 0, 0, 1)),
            ('B8G8R8A8_UNORM', (1, 0, 0.25, 0)), ('A8_UNORM', (0, 0, 0, 0))]
    for name, want in rows:
        case = (kind or Case)(f'border colour of {name}', f'width 4 height 4 pitch 64 format {name}',
                    'nearest border colour ' + ' '.join(number(bits(c)) for c in colour))
        case.send(message, u=[-0.5, 1.5] * 4, v=0.5, **more)
        case.expect([want] * 8)
        yield case
    for name in ('R32G32B32A32_UINT', 'R8G8B8A8_SINT'):
        case = (kind or Case)(f'border colour of {name}', f'width 4 height 4 pitch 64 format {name}', 'nearest border colour 5 6 7 0xfffffff8')
        case.send(message, u=[-0.5, 1.5] * 4, v=0.5, **more)
        case.expect([(5, 6, 7, 0xfffffff8)] * 8, integers=True)
        yield case


def format_cases():
    """The border colour for each class of formats, next to a texel of zeros."""
    yield from border_cases()
    for reduction, pick in (('minimum', min), ('maximum', max)):
        level = texels(8, 4)
        case = Case(f'{reduction} of the texels', 'width 8 height 4 format R32_FLOAT', f'linear clamp reduce {reduction}')
        store(case, level, 32)
        u = [Fraction(i, 8) for i in range(8)]
        case.send('sample_lz', u=list(map(float, u)), v=0.5)
        case.expect([(pick(level[0][y][x][0] for y in (1, 2) for x in {max(i - 1, 0), i}), 0, 0, 1) for i in range(8)])
        yield case
    case = Case('a sampler that is disabled', 'width 4 height 4 pitch 64 format R8G8B8A8_UNORM', 'nearest disabled')
    case.send('sample_lz', u=0.0, v=0.0)
    case.expect([(0, 0, 0, 0)] * 8)
    yield case


def cube_cases(kind=None, rows=8, message='sample_lz', **more):
    """Faces of 4 x 4 texels; each texel's value encodes face, row and column."""
    def value(face, y, x):
        return face * 16 + y * 4 + x

    def make(name, sampler):
        shape = 'width 4 height 4 pitch 64 format R32_FLOAT cube' + (f' qpitch {rows}' if kind is None else '')
        case = (kind or Case)(name, shape, sampler)
        for face in range(6):
            for y in range(4):
                case.store((face * rows + y) * 64, [float(value(face, y, x)) for x in range(4)])
        return case

    direction = [lambda s, t: (1, -t, -s), lambda s, t: (-1, -t, s), lambda s, t: (s, 1, t), lambda s, t: (s, -1, -t),
                 lambda s, t: (s, -t, 1), lambda s, t: (-s, -t, -1)]
    for face in range(6):
        case = make(f'face {face} of a cube', 'nearest cube')
        places = [(0, 0), (3, 3), (1, 2), (2, 1), (0, 3), (3, 0), (2, 2), (1, 0)]
        ways = [direction[face]((2 * x + 1) / 4 - 1, (2 * y + 1) / 4 - 1) for x, y in places]
        case.send(message, u=[float(3 * w[0]) for w in ways], v=[float(3 * w[1]) for w in ways], r=[float(3 * w[2]) for w in ways], **more)
        case.expect([(value(face, y, x), 0, 0, 1) for x, y in places])
        yield case
    # At the edge between +x and -z, the last column of +x and the first of -z count half each. Gen9 can have that with
    # any address mode: `override-cube`.
    for row, how in [(0, 'cube'), (1, 'cube'), (2, 'cube'), (3, 'cube')] + ([] if kind else [(3, 'clamp override-cube')]):
        case = make(f'seam of +x and -z, row {row}, {how}', f'linear {how}')
        case.send(message, u=1.0, v=float(-((2 * row + 1) / 4 - 1)), r=-1.0, **more)
        case.expect([((value(0, row, 3) + value(5, row, 0)) / 2, 0, 0, 1)] * 8)
        yield case


FILES = {'address': address_cases, 'lod': lod_cases, 'comparison': comparison_cases, 'load': load_cases,
         'gather': gather_cases, 'info': info_cases, 'bindless': bindless_cases, 'formats': format_cases, 'cube': cube_cases}
