#version 450
// Product of two matrices of push.a x push.a floats, tiles of 8 x 8 in shared memory.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
layout(push_constant) uniform Push { uint a, b, c, d; } push;
shared float left[8][8], right[8][8];
void main() {
  uint n = push.a, x = gl_LocalInvocationID.x % 8u, y = gl_LocalInvocationID.x / 8u;
  uint column = gl_WorkGroupID.x % (n / 8u) * 8u + x, row = gl_WorkGroupID.x / (n / 8u) * 8u + y;
  float sum = 0.0;
  for (uint tile = 0; tile < n; tile += 8u) {
    left[y][x] = uintBitsToFloat(words[row * n + tile + x]);
    right[y][x] = uintBitsToFloat(words[n * n + (tile + y) * n + column]);
    barrier();
    for (uint k = 0; k < 8u; ++k) sum += left[y][k] * right[k][x];
    barrier();
  }
  words[2u * n * n + row * n + column] = floatBitsToUint(sum);
}
