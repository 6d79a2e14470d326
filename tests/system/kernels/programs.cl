// Whole little programs.
#pragma OPENCL FP_CONTRACT OFF

// Iterations until escape; divergent on purpose.
SIMD kernel void mandelbrot(global int* out, int width, float x0, float y0, float step, int limit) {
  const int x = get_global_id(0), y = get_global_id(1);
  const float cx = x0 + x * step, cy = y0 + y * step;
  float zx = 0.0f, zy = 0.0f;
  int n = 0;
  while (n < limit) {
    const float xx = zx * zx, yy = zy * zy;
    if (xx + yy > 4.0f) break;
    zy = 2.0f * zx * zy + cy;
    zx = xx - yy + cx;
    ++n;
  }
  out[y * width + x] = n;
}

// One step of gravity; positions are x, y, z, mass. Bodies pass through local memory in tiles.
SIMD kernel void nbody(global const float4* positions, global float4* velocities, int count, float dt, local float4* tile) {
  const int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  const float4 me = positions[i];
  float3 force = (float3)(0.0f);
  for (int start = 0; start < count; start += size) {
    tile[l] = positions[start + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < size; ++k) {
      const float3 d = tile[k].xyz - me.xyz;
      const float r2 = d.x * d.x + d.y * d.y + d.z * d.z + 0.01f;
      const float inverse = rsqrt(r2);
      force += d * (tile[k].w * inverse * inverse * inverse);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  velocities[i].xyz += dt * force;
}

constant uint kRound[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
    0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// SHA-256 (FIPS 180-4) of one message per work item; each is `length` bytes, at most 55, `length` apart.
SIMD kernel void sha256(global const uchar* messages, uint length, global uint* digests) {
  const uint i = get_global_id(0);
  uint w[64];
  for (int t = 0; t < 16; ++t) {
    uint word = 0;
    for (uint b = 0; b < 4; ++b) {
      const uint at = 4 * t + b;
      const uint byte = at < length ? messages[i * length + at] : at == length ? 0x80 : 0;
      word = word << 8 | byte;
    }
    w[t] = word;
  }
  w[15] = length * 8;
  for (int t = 16; t < 64; ++t) {
    const uint s0 = rotate(w[t - 15], 25u) ^ rotate(w[t - 15], 14u) ^ (w[t - 15] >> 3);
    const uint s1 = rotate(w[t - 2], 15u) ^ rotate(w[t - 2], 13u) ^ (w[t - 2] >> 10);
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  const uint initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  uint s[8];
  for (int k = 0; k < 8; ++k) s[k] = initial[k];
  for (int t = 0; t < 64; ++t) {
    const uint e1 = rotate(s[4], 26u) ^ rotate(s[4], 21u) ^ rotate(s[4], 7u);
    const uint t1 = s[7] + e1 + ((s[4] & s[5]) ^ (~s[4] & s[6])) + kRound[t] + w[t];
    const uint e0 = rotate(s[0], 30u) ^ rotate(s[0], 19u) ^ rotate(s[0], 10u);
    const uint t2 = e0 + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    for (int k = 7; k > 0; --k) s[k] = s[k - 1];
    s[4] += t1;
    s[0] = t1 + t2;
  }
  for (int k = 0; k < 8; ++k) digests[8 * i + k] = initial[k] + s[k];
}

// MD5-like mixing on 64-bit words: long dependent chains of add, xor, rotate, multiply.
SIMD kernel void mix64(global const ulong* in, global ulong* out, int rounds) {
  const uint i = get_global_id(0);
  ulong h = in[i];
  for (int r = 0; r < rounds; ++r) {
    h ^= h >> 33;
    h *= 0xff51afd7ed558ccdUL;
    h = rotate(h, (ulong)(r + 5));
    h += in[(i + r) % get_global_size(0)] * 0x9e3779b97f4a7c15UL;
    h ^= h / (ulong)(r + 3);
    h -= h % 1000003UL;
  }
  out[i] = h;
}

// Conway's life on a torus, one byte a cell.
SIMD kernel void life(global const uchar* from, global uchar* to, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  int neighbours = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0) neighbours += from[(y + dy + height) % height * width + (x + dx + width) % width];
  to[y * width + x] = neighbours == 3 || (neighbours == 2 && from[y * width + x] != 0);
}

// Steps of the Collatz sequence: every lane leaves the loop at another time.
SIMD kernel void collatz(global const uint* in, global uint* steps) {
  const uint i = get_global_id(0);
  ulong n = in[i];
  uint count = 0;
  while (n != 1) {
    n = (n & 1) != 0 ? 3 * n + 1 : n / 2;
    ++count;
  }
  steps[i] = count;
}

// Number of placements of queens on an n x n board with the first two rows given by the work item; an explicit stack.
SIMD kernel void queens(int n, global uint* solutions) {
  const int id = get_global_id(0), first = id / n, second = id % n;
  uint columns[16], left[16], right[16], open[16];
  const uint all = (1u << n) - 1;
  uint found = 0;
  const uint a = 1u << first, b = 1u << second;
  if (((a | a << 1 | a >> 1) & b) == 0) {
    int depth = 2;
    columns[2] = a | b;
    left[2] = (a << 1 | b) << 1;
    right[2] = (a >> 1 | b) >> 1;
    open[2] = all & ~(columns[2] | left[2] | right[2]);
    while (depth >= 2) {
      if (open[depth] == 0) {
        --depth;
        continue;
      }
      const uint bit = open[depth] & -open[depth];
      open[depth] ^= bit;
      if (depth == n - 1) {
        ++found;
        continue;
      }
      columns[depth + 1] = columns[depth] | bit;
      left[depth + 1] = (left[depth] | bit) << 1;
      right[depth + 1] = (right[depth] | bit) >> 1;
      ++depth;
      open[depth] = all & ~(columns[depth] | left[depth] | right[depth]);
    }
  }
  solutions[id] = found;
}
