#!/usr/bin/env python3
"""vISA that Intel's compiler writes for Ponte Vecchio leaves in memory what the OpenCL kernel says.

    visa_later_test.py EUGENE

No driver here has such a machine, so the compiler's text is executed by `eugene exec`: one thread of sixteen channels, its arguments where
the text's .input directives say. Memory is compared with what Python computes.
"""
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

LANES = 16
DWORD = 0xFFFF_FFFF
SOURCE = """
#define LANES __attribute__((intel_reqd_sub_group_size(16)))
LANES kernel void gathers(global const uchar* a, global const ushort2* b, global const uint4* c, global ulong2* d) {
  size_t i = get_global_id(0);
  ulong2 old = d[i];
  d[i] = (ulong2)(old.y + a[i * 3], b[15 - i].y + c[i].z * 3u + old.x);
}
LANES kernel void scatters(global const uint* a, global uchar4* b, global ushort* c, global uint8* d) {
  size_t i = get_global_id(0);
  uint x = a[i];
  b[i] = (uchar4)(x, x >> 8, x >> 16, x >> 24).wzyx;
  c[i * 5] = x;
  d[i] = (uint8)(x, x + 1, x + 2, x + 3, x + 4, x + 5, x + 6, x + 7);
}
LANES kernel void atomics(global const uint* a, global uint* b, global int* c, global ulong* d) {
  size_t i = get_global_id(0);
  uint x = a[i];
  atomic_add(b + x % 4, x);
  atomic_max(c + x % 4, (int)x);
  atomic_xor(b + 8 + x % 4, x);
  atomic_cmpxchg(b + 16 + i, x & 1, x);
  d[i] = atomic_inc(b + 40) == i;
}
LANES kernel void branches(global const uint* a, global uint* b, global uint* c, global uint* d) {
  size_t i = get_global_id(0);
  uint sum = 0;
  for (uint n = 0; n < a[i] % 20; ++n) sum += c[n * 3 + i];
  if (a[i] & 1) b[i] = sum; else d[15 - i] = sum;
}
"""
# Each pointer's array: the base, the type in Eugene's words, bits of an element, how many.
BASES = [0x10000, 0x20000, 0x30000, 0x40000]
TYPES = {8: "ub", 16: "uw", 32: "ud", 64: "uq"}
ARRAYS = {"gathers": (8, 16, 32, 64), "scatters": (32, 8, 16, 32), "atomics": (32, 32, 32, 64), "branches": (32, 32, 32, 32)}
COUNT = 160


def gathers(a, b, c, d):
    for i in range(LANES):
        x, y = d[2 * i:2 * i + 2]
        d[2 * i] = (y + a[3 * i]) % 2**64
        d[2 * i + 1] = ((b[2 * (15 - i) + 1] + c[4 * i + 2] * 3) % 2**32 + x) % 2**64


def scatters(a, b, c, d):
    for i in range(LANES):
        b[4 * i:4 * i + 4] = [a[i] >> shift & 0xFF for shift in (24, 16, 8, 0)]
        c[5 * i] = a[i] & 0xFFFF
        d[8 * i:8 * i + 8] = [(a[i] + n) & DWORD for n in range(8)]


def signed(x):
    return x - 2**32 if x >> 31 else x


def atomics(a, b, c, d):
    for i in range(LANES):
        x = a[i]
        b[x % 4] = (b[x % 4] + x) & DWORD
        c[x % 4] = max(c[x % 4], x, key=signed)
        b[8 + x % 4] ^= x
        b[16 + i] = x if b[16 + i] == x & 1 else b[16 + i]
    for i in range(LANES):  # one message for all channels, in their order
        d[i] = int(b[40] == i)
        b[40] = (b[40] + 1) & DWORD


def branches(a, b, c, d):
    sums = [sum(c[n * 3 + i] for n in range(a[i] % 20)) & DWORD for i in range(LANES)]
    for i in range(LANES):
        if a[i] & 1:
            b[i] = sums[i]
        else:
            d[15 - i] = sums[i]


def compiled(directory):
    """Returns the compiler's text for each kernel."""
    source, dump = directory / "later.cl", directory / "dump"
    source.write_text(SOURCE)
    environment = os.environ | {"IGC_ShaderDumpEnable": "1", "IGC_DumpToCustomDir": str(dump)}
    done = subprocess.run(["ocloc", "compile", "-file", source, "-device", "pvc", "-out_dir", directory], capture_output=True,
                          env=environment, text=True)
    texts = {re.search(r'\.kernel "(\w+)"', file.read_text())[1]: file for file in dump.glob("*.visaasm")}
    return texts or sys.exit(f"ocloc makes nothing of it:\n{done.stdout}{done.stderr}")


def settings(text):
    """Where the kernel finds its arguments: the pointers in their order, the local identifiers, the size of the group."""
    inputs = [(m[1], int(m[2]), int(m[3])) for m in re.finditer(r"\.input (\w+) offset=(\d+) size=(\d+)", text)]
    pointers = sorted((offset, name) for name, offset, size in inputs if size == 8)
    if len(pointers) < len(BASES):
        sys.exit(f"these are not the arguments that were expected: {inputs}")
    found = [f"{name}:uq = {base:#x}" for (_, name), base in zip(pointers, BASES)]
    found += [f"{name}:uw = {' '.join(map(str, range(LANES)))}" for name, offset, _ in inputs if offset == 64]
    return found + [f"{name}:ud = {LANES} 1 1" for name, _, size in inputs if size == 12]


def check(eugene, name, file, generator):
    arrays = [[generator.getrandbits(bits) for _ in range(COUNT)] for bits in ARRAYS[name]]
    if name == "atomics":
        arrays[1][16:41] = [generator.getrandbits(1) for _ in range(24)] + [0]
    places = [f"mem {base:#x}:{TYPES[bits]}" for base, bits in zip(BASES, ARRAYS[name])]
    command = [eugene, "exec", "--unchecked", "--platform", "pvc", "--mask", "0xffff"]
    for base in BASES:
        command += ["--memory", f"{base:#x} size 4096"]
    for setting in settings(file.read_text()):
        command += ["--set", setting]
    for place, values in zip(places, arrays):
        command += ["--set", f"{place} = {' '.join(map(str, values))}"]
    globals()[name](*arrays)
    for place, values in zip(places, arrays):
        command += ["--expect", f"{place} = {' '.join(map(str, values))}"]
    done = subprocess.run([*command, file], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{name}: status {done.returncode}\n{done.stdout}{done.stderr}")


def main():
    generator = random.Random(16)
    with tempfile.TemporaryDirectory() as directory:
        texts = compiled(Path(directory))
        for name in ARRAYS:
            if "lsc_" not in texts[name].read_text():
                sys.exit(f"the compiler uses no lsc_* in {name}")
            for _ in range(10):
                check(sys.argv[1], name, texts[name], generator)
    print(f"{len(ARRAYS)} kernels, 10 inputs each: as OpenCL says")


main()
