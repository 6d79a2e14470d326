#!/usr/bin/env python3
"""Launches one kernel of a file on made-up arguments, for a debugger.

    launch.py FILE KERNEL GLOBAL LOCAL OPTIONS [NAME=VALUE...]

Numbers are 8 (0.5 of floats) and pointers lead to small positive numbers, unless NAME says otherwise: a number, the bytes
of local memory, or of a buffer z (zeros), i50 (whole numbers below 50) or f0.5 (multiples of 0.5). Buffers are at the same
addresses in each run.
"""
import ctypes
import re
import sys

import numpy
import pyopencl as cl
import pyopencl.cltypes

BUFFER = 1 << 18
FLOATS = {"float": "f4", "double": "f8", "half": "f2"}
INTEGERS = {"char": "i1", "uchar": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4", "long": "i8", "ulong": "u8",
            "size_t": "u8"}


def numbers(kind, count, scale=0.25):
    at = numpy.arange(count)
    if kind in FLOATS:
        return (((at * 7 + 3) % 32 + 1) * scale).astype(FLOATS[kind])
    return ((at * 5 + 1) % 16).astype(INTEGERS.get(kind, "i4"))


class Buffers:
    """Allocates host memory that the device uses."""
    MAP_PRIVATE_FIXED = 0x32

    def __init__(self, context):
        self.context, self.all = context, []
        self.map = ctypes.CDLL(None).mmap
        self.map.restype = ctypes.c_void_p
        self.map.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]

    def make(self, data):
        at = self.map(0x200000000 + len(self.all) * BUFFER * 2, BUFFER, 3, self.MAP_PRIVATE_FIXED, -1, 0)
        memory = (ctypes.c_char * BUFFER).from_address(at)
        memory[:len(data)] = data
        buffer = cl.Buffer(self.context, cl.mem_flags.READ_WRITE | cl.mem_flags.USE_HOST_PTR, hostbuf=memory)
        self.all.append((buffer, memory))
        return buffer


def contents(kind, value):
    """Returns the contents of a buffer."""
    if value.startswith("z"):
        return bytes(BUFFER)
    if value.startswith("f"):
        return numbers("float", BUFFER // 4, float(value[1:] or 0.25)).tobytes()
    if value.startswith("i"):
        return (numbers("int", BUFFER // 4) % int(value[1:] or 16)).tobytes()
    return numbers(kind, BUFFER // 8).tobytes()[:BUFFER]


def argument(kernel, number, given, buffers):
    info = cl.kernel_arg_info
    name, kind = kernel.get_arg_info(number, info.NAME), kernel.get_arg_info(number, info.TYPE_NAME)
    space = kernel.get_arg_info(number, info.ADDRESS_QUALIFIER)
    value = given.get(name, "")
    found = re.match(r"((?:unsigned )?[a-z_]+?)(\d*)\**$", kind)
    base, width = (found[1].replace("unsigned ", "u"), int(found[2] or 1)) if found else ("int", 1)
    if space == cl.kernel_arg_address_qualifier.LOCAL:
        return cl.LocalMemory(int(value or 8192))
    if kind.endswith("*"):
        return buffers.make(contents(base, value))
    if width != 1:
        vector = numpy.zeros(1, getattr(cl.cltypes, kind))
        for i, each in enumerate(vector.dtype.names[:width]):
            vector[each] = float(value or 2) + i
        return vector[0]
    return numbers(base, 1).dtype.type(float(value or (0.5 if base in FLOATS else 8)))


def main():
    path, name, size, group, options, *rest = sys.argv[1:]
    given = dict(each.split("=", 1) for each in rest)
    context = cl.create_some_context(interactive=False)
    queue = cl.CommandQueue(context)
    with open(path, encoding="utf-8", errors="replace") as file:
        program = cl.Program(context, file.read()).build(options=[*options.split(), "-cl-kernel-arg-info"])
    kernel = getattr(program, name)
    buffers = Buffers(context)
    for i in range(kernel.num_args):
        kernel.set_arg(i, argument(kernel, i, given, buffers))
    cl.enqueue_nd_range_kernel(queue, kernel, *(tuple(map(int, each.split(","))) for each in (size, group)))
    queue.finish()


main()
