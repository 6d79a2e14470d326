#version 450
// Branches in a loop that neighbouring channels take differently.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
layout(push_constant) uniform Push { uint a, b, c, d; } push;
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint x = words[i];
  for (uint k = 0; k < push.a; ++k) {
    switch (x & 3u) {
      case 0: x = x / 2u + 7u; break;
      case 1: x = x * 3u + 1u; break;
      case 2: if ((x & 8u) != 0u) x ^= x >> 5; else x += k; break;
      default: x = x * 1664525u + 1013904223u; break;
    }
  }
  words[i] = x;
}
