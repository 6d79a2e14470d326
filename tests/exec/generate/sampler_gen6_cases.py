"""Writes the cases of gen6/sampler/*.asm: the messages of Sandy Bridge's sampler, with the same model.

What differs from Gen9 is written here once more from SNB PRM vol4 part1 and vol1 part1: payloads are in message registers with
coordinates first, fewer messages and address modes, and array elements and slices lie where the surface's size says."""
import itertools
import random

import sampler_cases as gen9
import sampler_header_cases as header
from sampler_case import WIDE, Case, number, store, texels
from sampler_cases import U, V, mipped
from sampler_model import Image, bits

PARAMETERS = {'sample': 'u v r ai', 'sample_b': 'u v r ai bias', 'sample_l': 'u v r ai lod', 'sample_c': 'u v r ai ref',
              'sample_d': 'u v r ai dudx dudy dvdx dvdy', 'sample_b_c': 'u v r ai ref bias', 'sample_l_c': 'u v r ai ref lod',
              'ld': 'u v r lod', 'lod': 'u v r ai', 'resinfo': 'lod', 'sampleinfo': ''}
MODES = ['wrap', 'mirror', 'clamp', 'border', 'mirror-once']


class Case6(Case):
    parameters = PARAMETERS
    wide_types = {**WIDE, 'deinterlace': 8}
    bank, end = 'm', []


def align(value, unit):
    return -(-value // unit) * unit


def qpitch(height, alignment=4):
    """SNB PRM vol1 part1, 7.18.3.7: rows from an array element to the next."""
    return align(height, alignment) + align(max(height // 2, 1), alignment) + 11 * alignment


def address_cases():
    """Every address mode of Gen6 with both filters, with and without rounding, with normalised and with texel coordinates."""
    colour = (0.25, 0, 0, 1)
    level = texels(8, 4, seed=6)
    for mode, linear, normalised, rounds in itertools.product(MODES, (False, True), (True, False), (False, True)):
        if not normalised and mode not in ('clamp', 'border'):
            continue
        if rounds and mode not in ('clamp', 'wrap'):
            continue
        name = f'{mode} {"linear" if linear else "nearest"}{"" if normalised else " unnormalised"}{" rounds" if rounds else ""}'
        case = Case6(name, 'width 8 height 4 format R32_FLOAT', f'{name} colour {number(bits(0.25))} 0 0 {number(bits(1))}')
        store(case, level, 32)
        image = Image([level], colour)
        u = U if normalised else [x * 8 for x in U]
        v = V if normalised else [x * 4 for x in V]
        case.send('sample_l', u=[float(x) for x in u], v=[float(x) for x in v], lod=0.0)
        case.expect([image.blend(image.level_taps(0, (a, b), (mode, mode), linear, normalised=normalised, rounds=rounds))
                     for a, b in zip(u, v)])
        yield case


def lod_cases():
    """The sources of the level of detail, and the mip filters, for SIMD8 and SIMD16."""
    yield from gen9.lod_cases(Case6)


def comparison_cases():
    """Every comparison, before filtering."""
    yield from gen9.comparison_cases(Case6, ('sample_c', 'sample_b_c', 'sample_l_c'))


def load_cases():
    """ld from every kind of surface. The surface's height determines where array elements and slices lie."""
    rows = qpitch(4)
    kinds = {
        '1D': ('width 16 height 1 1d', 1, False, (16, 1, 1), 0),
        '2D': ('width 8 height 4 pitch 64', 2, False, (8, 4, 1), 0),
        '2D X-tiled': ('width 8 height 4 pitch 512 tile x', 2, False, (8, 4, 1), 0),
        '3D': ('width 8 height 4 pitch 64 3d depth 4', 3, False, (8, 4, 4), 4 * 64),
        '1D array': ('width 16 height 1 1d pitch 64 depth 4', 1, True, (16, 1, 4), qpitch(1) * 64),
        '2D array': ('width 8 height 4 pitch 64 depth 4', 2, True, (8, 4, 4), rows * 64),
        '2D array from element 1': ('width 8 height 4 pitch 64 depth 3 element 1', 2, True, (8, 4, 3), rows * 64),
    }
    for name, (surface, axes, is_array, (width, height, slices), slice_pitch) in kinds.items():
        pitch = 512 if 'tiled' in name else 64
        first = 1 if 'element' in name else 0
        for simd in (8, 16):
            case = Case6(f'ld SIMD{simd} {name}', f'{surface} format R32_UINT')
            case.simd = simd
            value = lambda x, y, z: 1000 * z + 100 * y + x
            for z, y in itertools.product(range(slices), range(height)):
                case.store((z + first) * slice_pitch + y * pitch, [value(x, y, z) for x in range(width)])
            source = random.Random(name)
            places = [(source.randrange(width), source.randrange(height), source.randrange(slices)) for _ in range(simd)]
            places[3] = (width, 0, 0)  # outside
            places[5] = (-1, 0, 0)
            second = [p[2] if axes == 1 and is_array else p[1] for p in places]
            case.send('ld', u=[p[0] for p in places], v=second, r=[p[2] for p in places], lod=0)
            case.expect([(value(x, y, z), 0, 0, 1) if 0 <= x < width else (0, 0, 0, 1) for x, y, z in places], integers=True)
            yield case
    for lod in range(4):
        case, image = mipped(f'ld of level {lod}', 'nearest clamp', Case6)
        size = 8 >> lod
        case.send('ld', u=[i % size for i in range(8)], v=[(i * 3) % size for i in range(8)], r=0, lod=lod)
        case.expect([image.levels[lod][0][(i * 3) % size][i % size] for i in range(8)])
        yield case
    case, image = mipped('ld of a level that is not there', 'nearest clamp', Case6)
    case.send('ld', u=0, v=0, r=0, lod=[4, -1, 15, 100, 4, 4, 4, 4])
    case.expect([(0, 0, 0, 1)] * 8)
    yield case
    case = Case6('ld of a buffer', 'size 64 format R32_UINT')
    case.store(0, range(7, 23))
    case.send('ld', u=[0, 1, 15, 16, 5, -1, 9, 3], v=0)
    case.expect([(7 + i, 0, 0, 1) if 0 <= i < 16 else (0, 0, 0, 1) for i in (0, 1, 15, 16, 5, -1, 9, 3)], integers=True)
    yield case


def info_cases():
    """Sizes and levels."""
    kinds = {'1D': ('width 16 height 1 1d levels 3', lambda l: (16 >> l, 0, 0)),
             '2D': ('width 16 height 8 pitch 64 levels 3', lambda l: (16 >> l, 8 >> l, 0)),
             '3D': ('width 16 height 8 pitch 64 3d depth 5 levels 3', lambda l: (16 >> l, 8 >> l, max(5 >> l, 1))),
             '2D array': ('width 16 height 8 pitch 64 depth 5 levels 3', lambda l: (16 >> l, 8 >> l, 5))}
    for name, (surface, size) in kinds.items():
        case = Case6(f'resinfo {name}', f'{surface} format R32_UINT')
        case.send('resinfo', lod=[0, 1, 2, 3, -1, 0, 1, 2])
        case.expect([(*(size(l) if 0 <= l < 3 else (0, 0, 0)), 3) for l in (0, 1, 2, 3, -1, 0, 1, 2)], integers=True)
        yield case


def header_cases():
    """Channel masks and offsets in the header, and SIMD4x2, which needs no header."""
    yield from header.mask_cases(Case6, 'sample_l', lod=0.0)
    yield from header.offset_cases(Case6, ('sample_l', 'ld'), lod=0.0)
    for field, shift in (('U', 8), ('V', 4), ('R', 0)):
        case = Case6(f'not allowed: {field} offset on a cube', 'width 4 height 4 format R32_FLOAT cube')
        case.header = {2: 1 << shift}
        case.send('sample_l', u=1.0, v=0.0, r=0.0, lod=0.0)
        case.fault('must be 0 on cube and buffer surfaces')
        yield case
    case = Case6('not allowed: all channels masked', 'width 8 height 4 format R32_FLOAT')
    case.header = {2: 0xF << 12}
    case.send('sample_l', u=0.0, v=0.0, lod=0.0)
    case.fault('all four channels masked')
    yield case
    case = Case6('not allowed: offsets of coordinates in texels', 'width 8 height 4 format R32_FLOAT', 'nearest clamp unnormalised')
    case.header = {2: 1 << 8}
    case.send('sample_l', u=1.0, v=0.0, lod=0.0)
    case.fault('texel offsets need')
    yield case
    case = Case6('not allowed: a response of 2 channels', 'width 8 height 4 format R32_FLOAT')
    case.send('sample_l', response=2, u=0.0, v=0.0, lod=0.0)
    case.fault('too short')
    yield case
    yield from header.pair_cases(Case6, ('sample_l', 'ld'), header=None)
    for message in ('sample_unorm', 'sample_unorm_rg', 'sample_unorm_killpix', 'deinterlace'):
        case = Case6(f'not supported: {message}', 'width 8 height 4 format R32_FLOAT')
        case.wide(message)
        case.fault(message)
        yield case


def format_cases():
    """The border colour for each class of formats, next to a texel of zeros."""
    yield from gen9.border_cases(Case6, 'sample_l', lod=0.0)
    case = Case6('a sampler that is disabled', 'width 4 height 4 pitch 64 format R8G8B8A8_UNORM', 'nearest disabled')
    case.send('sample_l', u=0.0, v=0.0, lod=0.0)
    case.expect([(0, 0, 0, 0)] * 8)
    yield case


def cube_cases():
    """Faces of 4 x 4 texels; each texel's value encodes face, row and column."""
    yield from gen9.cube_cases(Case6, qpitch(4), 'sample_l', lod=0.0)


FILES = {'address': address_cases, 'lod': lod_cases, 'comparison': comparison_cases, 'load': load_cases,
         'info': info_cases, 'header': header_cases, 'formats': format_cases, 'cube': cube_cases}
