"""A case of `eugene exec` with sampler messages, for the generators next to this file."""
import random

from sampler_model import f32

BASE = 0x10000
TYPES = {'sample': 0, 'sample_b': 1, 'sample_l': 2, 'sample_c': 3, 'sample_d': 4, 'sample_b_c': 5, 'sample_l_c': 6, 'ld': 7,
         'gather4': 8, 'lod': 9, 'resinfo': 10, 'sampleinfo': 11, 'sample+killpix': 12, 'gather4_c': 16, 'gather4_po': 17,
         'gather4_po_c': 18, 'sample_d_c': 20, 'sample_lz': 24, 'sample_c_lz': 25, 'ld_lz': 26, 'ld2dms_w': 28,
         'ld_mcs': 29, 'ld2dms': 30}
PARAMETERS = {'sample': 'u v r ai', 'sample_b': 'bias u v r', 'sample_l': 'lod u v r', 'sample_c': 'ref u v r',
              'sample_d': 'u dudx dudy v dvdx dvdy', 'sample_b_c': 'ref bias u v', 'sample_l_c': 'ref lod u v',
              'sample_d_c': 'ref u dudx dudy v dvdx dvdy', 'sample_lz': 'u v r ai', 'sample_c_lz': 'ref u v r',
              'sample+killpix': 'u v r', 'ld': 'u v lod r', 'ld_lz': 'u v r', 'ld_mcs': 'u v r lod',
              'ld2dms': 'si mcs u v r lod', 'ld2dms_w': 'si mcsl mcsh u v r lod', 'gather4': 'u v r ai',
              'gather4_c': 'ref u v r', 'gather4_po': 'u v offu offv r', 'gather4_po_c': 'ref u v offu offv r',
              'lod': 'u v r', 'resinfo': 'lod', 'sampleinfo': ''}
WIDE = {'sample_unorm': 0, 'sample_unorm_rg': 1, 'sample_unorm_killpix': 2, 'sample_unorm_rg_killpix': 3, 'deinterlace': 4,
        'sample_unorm_media': 8, 'sample_unorm_media_killpix': 10, 'sample_8x8': 11}


def number(value):
    return f'{value:#x}'


def decimal(value):
    """The shortest decimal that is `value` in single precision."""
    single = f32(value)
    if single == round(single) and 0 < abs(single) < 1 << 24:
        return str(round(single))
    return next(text for digits in range(1, 10) if f32(text := f'{single:.{digits}g}') == single)


def typed(values):
    """`:type = values` of a directive: integers as dwords, everything else as floats."""
    if all(isinstance(v, int) for v in values):
        return ':ud = ' + ' '.join(number(v & 0xffffffff) for v in values)
    return ':f = ' + ' '.join(map(decimal, values))


def floats(values):
    return typed(list(map(float, values)))


class Case:
    parameters = PARAMETERS
    wide_types = WIDE
    bank, end = 'r', ['send (8) null r127 0x27 0x02000010 {EOT}']

    def __init__(self, name, surface, sampler='nearest clamp', memory=4096 * 16):
        self.lines = [f'// case {name}', f'// memory {BASE:#x} size {memory}', f'// surface 0 = {BASE:#x} {surface}',
                      f'// sampler 0 = {sampler}']
        self.simd = 8
        self.header = None
        self.indices = 0  # sampler << 8 | surface

    def store(self, offset, values):
        """Writes values to memory, 16 to a line: as integers if all are integers, else as floats."""
        values = list(values)
        for i in range(0, len(values), 16):
            self.lines.append(f'// set mem {BASE + offset + 4 * i:#x}' + typed(values[i:i + 16]))

    def send(self, message, response=4, half=False, half_input=False, simd4x2=False, **parameters):
        """Appends parameters: one value for all channels, or one for each. They are floats, except ld's parameters and
        offsets, which are integers."""
        at = 0
        per = 2 if self.simd == 16 and not half_input else 1
        if self.header is not None:
            self.lines.append(f'// set {self.register(-1)}:ud = ' + ' '.join(number(self.header.get(i, 0)) for i in range(8)))
        names = self.parameters[message].split()
        while names and names[-1] not in parameters:
            names.pop()
        for name in names:
            value = parameters.get(name, 0)
            values = list(value) if isinstance(value, (list, tuple)) else [value] * self.simd
            self.lines.append(f'// set {self.register(at)}..{self.register(at + per - 1)}' + typed(values))
            at += per
        per_out = 2 if self.simd == 16 and not half else 1
        self.message(TYPES[message], len(names) * per, response * per_out, 2 if self.simd == 16 else 1, half << 30)
        self.per_out = per_out

    def register(self, index):
        """Returns a register of the payload, which follows the header."""
        return f'{self.bank}{(21 if self.bank == "r" else 2) + index}'

    def message(self, type_, registers, response, simd, more=0, size=None):
        mlen = registers + (self.header is not None)
        descriptor = mlen << 25 | response << 20 | (self.header is not None) << 19 | type_ << 12 | more
        descriptor |= simd << (16 if self.bank == 'm' else 17) | self.indices
        first = self.register(-1 if self.header is not None else 0)
        self.code = [f'send ({size or self.simd}) r60:ud {first} 0x2 {descriptor:#x}'] + self.end

    def pairs(self, message, points, response=1):
        """SIMD4x2: `points` are the parameters of two channels in their order, four to a register."""
        if self.header is not None:
            self.lines.append(f'// set {self.register(-1)}:ud = ' + ' '.join(number(self.header.get(i, 0)) for i in range(8)))
        count = -(-max(map(len, points)) // 4)
        for n in range(count):
            values = [(list(p) + [0] * 8)[4 * n + i] for p in points for i in range(4)]
            self.lines.append(f'// set {self.register(n)}' + typed(values))
        self.message(TYPES[message], count, response, 0, size=8)

    def wide(self, message, response=4, header=None):
        """A message of SIMD32/64 with a header and one register of zeros."""
        self.header = header or {}
        self.lines.append(f'// set {self.register(-1)}:ud = ' + ' '.join(number(self.header.get(i, 0)) for i in range(8)))
        self.lines.append(f'// set {self.register(0)}:ud = 0 ...')
        self.message(self.wide_types[message], 1, response, 3, size=8)

    def expect(self, results, channels=(0, 1, 2, 3), integers=False):
        """results: four values for each lane."""
        for n, channel in enumerate(channels):
            values = [r[channel] for r in results]
            first = 60 + n * self.per_out
            self.lines.append(f'// expect r{first}..r{first + self.per_out - 1}' + (typed if integers else floats)(values))

    def fault(self, text):
        self.lines.append(f'// expect fault "{text}"')

    def text(self):
        return '\n'.join(self.lines + self.code) + '\n'


def texels(width, height, slices=1, seed=1):
    """Returns small fractions, so that the results of linear filtering fit into 24 bits."""
    source = random.Random(seed)
    return [[[(source.randrange(64) / 64, 0, 0, 1) for _ in range(width)] for _ in range(height)] for _ in range(slices)]


def store(case, level, pitch, offset=0, slice_pitch=0):
    for z, rows in enumerate(level):
        for y, row in enumerate(rows):
            case.store(offset + z * slice_pitch + y * pitch, [float(t[0]) for t in row])


def write_files(module, directory, gen):
    """Writes a file for each entry of the module's FILES, which are functions that yield cases. A function's docstring is the file's head."""
    directory.mkdir(parents=True, exist_ok=True)
    for name, cases in module.FILES.items():
        head = cases.__doc__.strip().splitlines()[0] if cases.__doc__ else name.capitalize() + ' messages of the sampler.'
        made_by = f'Made by tests/exec/generate/{module.__name__}.py.'
        (directory / f'{name}.asm').write_text(f'// {head}\n// {made_by}\n// gen: {gen}\n\n' + '\n'.join(c.text() for c in cases()))
