#!/usr/bin/env python3
"""Kernels with a well-known bottleneck each, for eugene profile: docs/user/profiling.md.

    eugene profile -- python3 bottlenecks.py [KERNEL...]
"""
import sys

import numpy as np
import pyopencl as cl

SOURCE = """
kernel void matmul_naive(int n, global const float* a, global const float* b, global float* c) {
  const int column = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

#define TILE 16
kernel void matmul_tiled(int n, global const float* a, global const float* b, global float* c) {
  local float tile_a[TILE][TILE], tile_b[TILE][TILE];
  const int x = get_local_id(0), y = get_local_id(1), column = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int start = 0; start < n; start += TILE) {
    tile_a[y][x] = a[row * n + start + x];
    tile_b[y][x] = b[(start + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) sum += tile_a[y][k] * tile_b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

kernel void reduction(int n, global const float* values, global float* sums) {
  local float partial[256];
  const uint l = get_local_id(0);
  partial[l] = values[get_global_id(0)];
  for (uint step = 1; step < 256; step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l % (2 * step) == 0) partial[l] += partial[l + step];
  }
  if (l == 0) sums[get_group_id(0)] = partial[0];
}

kernel void transpose_naive(int n, global const float* from, global float* to) {
  const int x = get_global_id(0), y = get_global_id(1);
  to[x * n + y] = from[y * n + x];
}

kernel void transpose_local(int n, global const float* from, global float* to) {
  local float tile[16][PITCH];
  const int x = get_local_id(0), y = get_local_id(1);
  const int left = get_group_id(0) * 16, top = get_group_id(1) * 16;
  tile[y][x] = from[(top + y) * n + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  to[(left + y) * n + top + x] = tile[x][y];
}

kernel void histogram(int n, global const uchar* bytes, global uint* bins) {
  atomic_inc(&bins[bytes[get_global_id(0)]]);
}
"""


def main(names):
    context = cl.create_some_context(interactive=False)
    queue = cl.CommandQueue(context)
    flags = cl.mem_flags
    n = 128
    random = np.random.default_rng(1)
    a, b = random.random((2, n, n), dtype=np.float32)
    few = random.integers(0, 8, n * n, dtype=np.uint8)

    def run(name, shape, group, inputs, result, pitch=16):
        program = cl.Program(context, SOURCE).build(f"-DPITCH={pitch}")
        buffers = [cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=each) for each in inputs]
        output = cl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=result)
        getattr(program, name)(queue, shape, group, np.int32(n), *buffers, output)
        cl.enqueue_copy(queue, result, output)
        return result

    square, tile = (n, n), (16, 16)
    empty = np.zeros((n, n), np.float32)
    kernels = {
        "matmul_naive": lambda: np.allclose(run("matmul_naive", square, tile, [a, b], empty), a @ b, 1e-4),
        "matmul_tiled": lambda: np.allclose(run("matmul_tiled", square, tile, [a, b], empty), a @ b, 1e-4),
        "reduction": lambda: np.allclose(
            run("reduction", (n * n,), (256,), [a], np.zeros(n * n // 256, np.float32)),
            a.reshape(-1, 256).sum(1), 1e-4),
        "transpose_naive": lambda: np.array_equal(run("transpose_naive", square, tile, [a], empty), a.T),
        "transpose_local": lambda: np.array_equal(run("transpose_local", square, tile, [a], empty), a.T),
        "transpose_padded": lambda: np.array_equal(run("transpose_local", square, tile, [a], empty, 17), a.T),
        "histogram": lambda: np.array_equal(
            run("histogram", (n * n,), (256,), [few], np.zeros(256, np.uint32)), np.bincount(few, minlength=256)),
    }
    for name in names or kernels:
        print(name, "right" if kernels[name]() else "WRONG", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
