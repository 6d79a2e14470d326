#version 450
// Rounds of a hash: arithmetic of integers, without branches.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
layout(push_constant) uniform Push { uint a, b, c, d; } push;
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint x = words[i];
  for (uint k = 0; k < push.a; ++k) {
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    x ^= x >> 16;
  }
  words[i] = x;
}
