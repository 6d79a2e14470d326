"""A second model of the sampler, written from the documents (SKL PRM vol7, 3D sampler), for the expectations of
sampler_cases.py: exact fractions, rounded to single precision at the end."""
import struct
from fractions import Fraction
from math import floor

BORDER = None


def f32(x):
    """x rounded to single precision, as a Python float."""
    return struct.unpack('<f', struct.pack('<f', float(x)))[0]


def bits(x):
    return struct.unpack('<I', struct.pack('<f', float(x)))[0]


def mode_index(mode, i, size):
    if 0 <= i < size:
        return i
    if mode == 'wrap':
        return i % size
    if mode == 'mirror':
        i %= 2 * size
        return i if i < size else 2 * size - 1 - i
    if mode == 'mirror-101':
        i %= 2 * size - 2
        return i if i < size else 2 * size - 2 - i
    if mode == 'mirror-once':
        return min(-1 - i if i < 0 else i, size - 1)
    if mode in ('border', 'half-border'):
        return BORDER
    return min(max(i, 0), size - 1)


class Axis:
    def __init__(self, mode, size, normalised=True, rounds=False):
        self.mode, self.size, self.normalised, self.rounds = mode, size, normalised, rounds

    def taps(self, coordinate, linear, offset=0):
        """Returns [(index or BORDER, weight)], without entries of weight 0."""
        u = Fraction(coordinate)
        reverse = False
        if self.normalised:
            if self.mode == 'wrap':
                u -= floor(u)
            elif self.mode == 'mirror':
                copy = floor(u)
                u -= copy
                if copy % 2:
                    u, reverse = 1 - u, True
            elif self.mode == 'mirror-once' and u < 0:
                u, reverse = -u, True
            u *= self.size
        u *= 256
        u = floor(u + Fraction(1, 2)) if self.rounds else floor(u)
        u += 256 * (-offset if reverse else offset)
        if self.mode == 'half-border':  # the nearest texel is never the border (docs/record/undefined.md)
            u = min(max(u, 0), 256 * self.size - (0 if linear else 1))
        if linear:
            u -= 128
        first, weight = u >> 8, u & 255 if linear else 0
        both = [(first, Fraction(256 - weight, 256)), (first + 1, Fraction(weight, 256))]
        return [(mode_index(self.mode, i, self.size), w) for i, w in both if w]


class Image:
    """Texels of one channel, levels of [slice][row][column], each a tuple of numbers."""

    def __init__(self, levels, border=(0, 0, 0, 0)):
        self.levels, self.border = levels, border

    def size(self, level):
        slices = self.levels[level]
        return len(slices[0][0]), len(slices[0]), len(slices)

    def blend(self, taps, texel=lambda t: t):
        """taps: [(level, slice, row, column, weight)]"""
        total = [Fraction(0)] * 4
        for level, z, y, x, weight in taps:
            value = self.border if BORDER in (z, y, x) else self.levels[level][z][y][x]
            value = texel(value)
            total = [t + weight * Fraction(v) for t, v in zip(total, value)]
        return [f32(t) for t in total]

    def level_taps(self, level, coordinates, modes, linear, share=Fraction(1), slice_=0, offsets=(0, 0, 0), **how):
        size = self.size(level)
        axes = [Axis(modes[n], size[n], **how).taps(c, linear, offsets[n]) for n, c in enumerate(coordinates)]
        axes += [[(0, Fraction(1))]] * (2 - len(axes))
        if len(axes) == 2:
            axes.append([(slice_, Fraction(1))])
        return [(level, z, y, x, share * wx * wy * wz) for z, wz in axes[2] for y, wy in axes[1] for x, wx in axes[0]]
