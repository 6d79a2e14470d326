// Work items that cooperate: local memory, barriers, atomics.
#define TILE 16

// C = A * B for n x n matrices, n a multiple of TILE, through tiles in local memory.
#pragma OPENCL FP_CONTRACT OFF
SIMD kernel void matrix_multiply(global const float* a, global const float* b, global float* c, int n) {
  local float tile_a[TILE][TILE], tile_b[TILE][TILE];
  const int x = get_local_id(0), y = get_local_id(1);
  const int column = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int k = 0; k < n; k += TILE) {
    tile_a[y][x] = a[row * n + k + x];
    tile_b[y][x] = b[(k + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < TILE; ++i) sum += tile_a[y][i] * tile_b[i][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

// One sum, minimum and maximum per work-group; `scratch` is as large as the group.
SIMD kernel void reduce(global const int* in, global int* sums, global int* least, global int* most, local int* scratch) {
  const uint l = get_local_id(0), size = get_local_size(0), group = get_group_id(0);
  const int mine = in[get_global_id(0)];
  for (int what = 0; what < 3; ++what) {
    scratch[l] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = size / 2; step > 0; step /= 2) {
      if (l < step) {
        const int other = scratch[l + step];
        const int own = scratch[l];
        scratch[l] = what == 0 ? own + other : what == 1 ? min(own, other) : max(own, other);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) (what == 0 ? sums : what == 1 ? least : most)[group] = scratch[0];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

#ifdef cl_khr_fp64
SIMD kernel void reduce_double(global const double* in, global double* sums, local double* scratch) {
  const uint l = get_local_id(0);
  scratch[l] = in[get_global_id(0)];
  for (uint step = get_local_size(0) / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < step) scratch[l] += scratch[l + step];
  }
  if (l == 0) sums[get_group_id(0)] = scratch[0];
}
#endif

// Exclusive prefix sum in each work-group of 2 * local_size elements (Blelloch).
SIMD kernel void scan(global const uint* in, global uint* out, local uint* tree) {
  const uint l = get_local_id(0), n = 2 * get_local_size(0), base = get_group_id(0) * n;
  tree[2 * l] = in[base + 2 * l];
  tree[2 * l + 1] = in[base + 2 * l + 1];
  uint offset = 1;
  for (uint d = n / 2; d > 0; d /= 2, offset *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < d) tree[offset * (2 * l + 2) - 1] += tree[offset * (2 * l + 1) - 1];
  }
  if (l == 0) tree[n - 1] = 0;
  for (uint d = 1; d < n; d *= 2) {
    offset /= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < d) {
      const uint i = offset * (2 * l + 1) - 1, j = offset * (2 * l + 2) - 1;
      const uint left = tree[i];
      tree[i] = tree[j];
      tree[j] += left;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + 2 * l] = tree[2 * l];
  out[base + 2 * l + 1] = tree[2 * l + 1];
}

// 256 bins, first in local memory, then added to the global ones.
SIMD kernel void histogram_local(global const uchar* in, uint count, global uint* bins) {
  local uint mine[256];
  for (uint i = get_local_id(0); i < 256; i += get_local_size(0)) mine[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < count; i += get_global_size(0)) atomic_inc(&mine[in[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < 256; i += get_local_size(0)) atomic_add(&bins[i], mine[i]);
}

SIMD kernel void histogram_global(global const uchar* in, uint count, global uint* bins) {
  for (uint i = get_global_id(0); i < count; i += get_global_size(0)) atomic_inc(&bins[in[i]]);
}

// One compare-and-exchange pass of a bitonic sort over global memory.
SIMD kernel void bitonic_pass(global uint* data, uint stage, uint distance) {
  const uint i = get_global_id(0);
  const uint partner = i ^ distance;
  if (partner <= i) return;
  const uint a = data[i], b = data[partner];
  const bool ascending = (i & stage) == 0;
  if ((a > b) == ascending) {
    data[i] = b;
    data[partner] = a;
  }
}

// The whole sort of one group's elements in local memory.
SIMD kernel void bitonic_local(global ulong* data, local ulong* keys) {
  const uint l = get_local_id(0), n = get_local_size(0);
  keys[l] = data[get_global_id(0)];
  for (uint stage = 2; stage <= n; stage *= 2) {
    for (uint distance = stage / 2; distance > 0; distance /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      const uint partner = l ^ distance;
      if (partner > l) {
        const ulong a = keys[l], b = keys[partner];
        if ((a > b) == ((l & stage) == 0)) {
          keys[l] = b;
          keys[partner] = a;
        }
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = keys[l];
}

// Five-point stencil with the borders held.
SIMD kernel void stencil(global const float* from, global float* to, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  const int i = y * width + x;
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
    to[i] = from[i];
  } else {
    to[i] = 0.5f * from[i] + 0.125f * (((from[i - 1] + from[i + 1]) + from[i - width]) + from[i + width]);
  }
}

// Transpose through local memory; the pad avoids bank conflicts and is there for the addressing.
SIMD kernel void transpose(global const short* from, global short* to, int width, int height) {
  local short tile[TILE][TILE + 1];
  const int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
  if (x < width && y < height) tile[ly][lx] = from[y * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int tx = get_group_id(1) * TILE + lx, ty = get_group_id(0) * TILE + ly;
  if (tx < height && ty < width) to[ty * height + tx] = tile[lx][ly];
}

#ifdef cl_khr_fp64
// Every kind of element in local memory at odd places, read back by another work item.
SIMD kernel void local_types(global uint* out) {
  local uchar bytes[256];
  local ushort words[256];
  local uint4 wide[256];
  local double quads[256];
  const uint l = get_local_id(0), n = get_local_size(0), other = (l * 7 + 3) % n;
  bytes[l] = (uchar)(l * 5);
  words[l] = (ushort)(l * 777);
  wide[l] = (uint4)(l, l * l, l ^ 0x5555, ~l);
  quads[l] = l * 0.5;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint4 w = wide[other];
  out[get_global_id(0)] = bytes[other] + words[other] + w.x + 3 * w.y + 5 * w.z + 7 * w.w + (uint)(quads[other] * 4.0);
}
#endif

// 60 KB of local memory of the group's 64.
SIMD kernel void local_large(global uint* out) {
  local uint all[15 * 1024];
  const uint l = get_local_id(0), n = get_local_size(0);
  for (uint i = l; i < 15 * 1024; i += n) all[i] = i * 2654435761u;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (uint i = l; i < 15 * 1024; i += n) sum = sum * 31 + all[15 * 1024 - 1 - i];
  out[get_global_id(0)] = sum;
}
