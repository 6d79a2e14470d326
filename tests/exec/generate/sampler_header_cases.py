"""Writes the cases of gen9/sampler/header.asm: every field of the message header, with good and bad examples."""
from fractions import Fraction

from sampler_case import WIDE, Case, floats, number

SURFACE = 'width 8 height 4 format R32G32B32A32_FLOAT'
ROW = [(x + 0.25, x + 0.5, x + 0.75, -x) for x in range(8)]
MIDDLES = [Fraction(2 * i + 1, 16) for i in range(8)]  # centres of the texels of a row


def rows_of(name, sampler='nearest clamp', surface=SURFACE, kind=None):
    """Four rows, each 10 more than the one above."""
    case = (kind or Case)(name, surface, sampler)
    for y in range(4):
        case.store(y * 128, [float(c + 10 * y) for t in ROW for c in t])
    return case


def mask_cases(kind=None, message='sample_lz', **more):
    for off in range(15):
        channels = [c for c in range(4) if not off >> c & 1]
        case = rows_of(f'channel masks {off:04b}', kind=kind)
        case.header = {2: off << 12}
        case.send(message, response=len(channels), u=list(map(float, MIDDLES)), v=0.0, **more)
        case.expect(ROW, channels)
        yield case


def offset_cases(kind=None, messages=('sample_lz', 'ld_lz'), **more):
    for name, word, du, dv in (('u offset 3', 3 << 8, 3, 0), ('u offset -8', 8 << 8, -8, 0), ('v offset 2', 2 << 4, 0, 2),
                               ('v offset -1', 15 << 4, 0, -1), ('r offset, of a 2D surface without effect', 5, 0, 0)):
        for message in messages:
            case = rows_of(f'{message} {name}', kind=kind)
            case.header = {2: word}
            loads = message.startswith('ld')
            if loads:
                case.send(message, u=list(range(8)), v=1, **({'r': 0, 'lod': 0} if more else {}))
            else:
                case.send(message, u=list(map(float, MIDDLES)), v=0.375, **more)
            places = [(x + du, 1 + dv) for x in range(8)]
            if not loads:
                places = [(min(max(x, 0), 7), min(max(y, 0), 3)) for x, y in places]
            case.expect([tuple(c + 10 * y for c in ROW[x]) if 0 <= x < 8 and 0 <= y < 4 else (0, 0, 0, 0) for x, y in places])
            yield case


def pair_cases(kind=None, messages=('sample_l', 'ld_lz'), header=1 << 22):
    """SIMD4x2: two channels. A channel's four parameters are in one register, and so are its results."""
    for message in messages:
        for n in range(3):
            places = [(n, n), (7 - n, 3 - n)]
            case = rows_of(f'{message} SIMD4x2 of texels {places[0]} and {places[1]}', kind=kind)
            if header is not None:
                case.header = {2: header}
            if message.startswith('ld'):
                case.pairs(message, [(x, y, 0, 0) for x, y in places])
            else:
                case.pairs(message, [(MIDDLES[x], Fraction(2 * y + 1, 8), 0.0, 0.0, 0.0) for x, y in places])
            case.lines.append('// expect r60' + floats(c + 10 * y for x, y in places for c in ROW[x]))
            yield case


def header_cases():
    """Fields of the message header: their effects, and values that programming notes forbid (BXT PRM vol6 "Message Header")."""
    row, u, make = ROW, MIDDLES, rows_of
    yield from mask_cases()
    yield from offset_cases()
    yield from pair_cases()
    case = make('pixel null mask: every texel is there')
    case.header = {2: 1 << 23}
    case.send('sample_lz', response=5, u=list(map(float, u)), v=0.0)
    case.expect(row)
    case.lines.append('// expect r64:ud = 0xffffffff')
    yield case
    case = make('sample+killpix: without a chroma key every pixel lives')
    case.send('sample+killpix', response=5, u=list(map(float, u)), v=0.0)
    case.expect(row)
    case.lines.append('// expect r64:ud = 0xffffffff')
    yield case
    # A response of fewer channels leaves out the last ones.
    for message, simd, count in (('sample_lz', 8, 1), ('sample_lz', 8, 3), ('sample_lz', 16, 2), ('ld_lz', 8, 2), ('ld_lz', 16, 1)):
        case = make(f'{message} SIMD{simd} with a response of {count} channels')
        case.simd = simd
        columns = list(range(8)) * (simd // 8)
        place = {'u': columns, 'v': 1} if message == 'ld_lz' else {'u': [float(u[x]) for x in columns], 'v': 0.375}
        case.send(message, response=count, **place)
        case.expect([tuple(c + 10 for c in row[x]) for x in columns], range(count))
        case.lines.append(f'// expect r{60 + count * case.per_out}:ud = 0 ...')
        yield case
    case = make('channel mask 0001 with a response of 2 channels')
    case.header = {2: 1 << 12}
    case.send('sample_lz', response=2, u=list(map(float, u)), v=0.0)
    case.expect(row, (1, 2))
    yield case
    case = make('pixel null mask behind a response of 2 channels')
    case.header = {2: 1 << 23}
    case.send('sample_lz', response=3, u=list(map(float, u)), v=0.0)
    case.expect(row, (0, 1))
    case.lines.append('// expect r62:ud = 0xffffffff')
    yield case
    case = make('not allowed: SIMD16 with a response of half a channel')
    case.simd = 16
    case.send('ld_lz', response=1, u=list(range(8)) * 2, v=0)
    case.code[0] = case.code[0].replace(f'{2 << 20 | 4 << 25 | 2 << 17 | 26 << 12:#x}', f'{1 << 20 | 4 << 25 | 2 << 17 | 26 << 12:#x}')
    case.fault('too short')
    yield case
    case = make('results of 16 bits')
    case.send('sample_lz', half=True, u=list(map(float, u)), v=0.0)
    for c in range(4):
        case.lines.append(f'// expect r{60 + c}:hf = ' + ' '.join(str(t[c]) for t in row))
    yield case
    bad = [('all channels masked', 'sample_lz', {2: 0xF << 12}, 'all four channels masked'),
           ('masks of gather4', 'gather4', {2: 1 << 12}, 'masks must be 0 for gather4'),
           ('channel of gather4_c', 'gather4_c', {2: 1 << 16}, 'must select the red channel'),
           ('null mask with killpix', 'sample+killpix', {2: 1 << 23}, 'must be off for messages with killpix')]
    for name, message, header, text in bad:
        case = make(f'not allowed: {name}')
        case.header = header
        case.send(message, u=0.0, v=0.0)
        case.fault(text)
        yield case
    for field, shift in (('U', 8), ('V', 4), ('R', 0)):
        case = Case(f'not allowed: {field} offset on a cube', 'width 4 height 4 format R32_FLOAT cube qpitch 8')
        case.header = {2: 1 << shift}
        case.send('sample_lz', u=1.0, v=0.0, r=0.0)
        case.fault('must be 0 on cube and buffer surfaces')
        yield case
    case = Case('not allowed: U offset on a buffer', 'size 64 format R32_UINT')
    case.header = {2: 1 << 8}
    case.send('ld_lz', u=1, v=0)
    case.fault('must be 0 on cube and buffer surfaces')
    yield case
    for name, header in (('without a header', None), ('without the SIMD mode extension', 0)):
        case = make(f'not supported: SIMD8D, which SIMD4x2 is {name}')
        if header is not None:
            case.header = {2: header}
        case.pairs('ld_lz', [(0, 0, 0, 0)] * 2)
        case.fault('SIMD8D')
        yield case
    case = make('a header of zeros is none')
    case.header = {}
    case.send('sample_lz', u=list(map(float, u)), v=0.0)
    case.expect(row)
    yield case
    # gather4 takes offsets from the header. gather4_po takes them from the payload and ignores the header's.
    for message, header, more, dx in (('gather4', 2 << 8, {}, 2), ('gather4_po', 2 << 8, {'offu': -1, 'offv': 0}, -1)):
        case = make(f'{message} with an offset in its header')
        case.header = {2: header}
        case.send(message, u=[float(m + Fraction(1, 32)) for m in u], v=0.375, **more)
        clamp = lambda x: min(max(x, 0), 7)  # rows 1 and 2 are next to 1.5
        at = lambda x, y: row[clamp(x)][0] + 10 * y
        case.expect([(at(x + dx, 2), at(x + 1 + dx, 2), at(x + 1 + dx, 1), at(x + dx, 1)) for x in range(8)])
        yield case
    # The sampler can write results to a surface. The header says where and how.
    for name, header, text in (('Output Format 7', {5: 7}, 'Output Format 7 is reserved'), ('Output Format 18', {5: 18}, 'Output Format 18 is reserved'),
                               ('Destination X Address 2', {5: 4, 4: 2}, 'Destination X Address 2 is not a multiple of 4')):
        case = make(f'not allowed: {name}')
        case.wide('sample_8x8', 0, header)
        case.fault(text)
        yield case
    for code, name in ((0, 'YCRCB_NORMAL'), (4, 'PLANAR_420_8'), (17, 'Y32_UNORM')):
        case = make(f'not supported: sample_8x8 without a response, as {name}')
        case.wide('sample_8x8', 0, {2: 3 << 24, 4: 5 << 16 | 8, 5: code})
        case.fault(f'{name} at byte 8, row 5 of surface 3')
        yield case
    for name, header, text in (('all channels masked', {2: 0xF << 12}, 'all four channels masked'),
                               ('SIMD32/64 Output Format Control 1', {2: 1 << 18}, 'downsampled chroma'),
                               ('SIMD32/64 Output Format Control 3', {2: 3 << 18}, 'downsampled chroma')):
        case = make(f'not supported: sample_8x8 with {name}')
        case.wide('sample_8x8', 4, header)
        case.fault(text)
        if 'Output Format' in name:
            case.lines.append('// expect report "sampler-output-format"')
        yield case
    for message in WIDE:
        if message != 'sample_8x8':
            case = make(f'not supported: {message}')
            case.wide(message)
            case.fault(message)
            yield case
    case = make('not allowed: offsets of coordinates in texels', 'nearest clamp unnormalised')
    case.header = {2: 1 << 8}
    case.send('sample_lz', u=1.0, v=0.0)
    case.fault('texel offsets need')
    yield case


FILES = {'header': header_cases}
