#version 450
// One invocation: a long loop of branches that a compiler cannot know to be uniform.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
layout(push_constant) uniform Push { uint a, b, c, d; } push;
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint x = words[i];
  for (uint k = 0; k < push.a; ++k) {
    if ((x & 1u) != 0u) x = x * 1664525u + 1013904223u;
    else x ^= k + (x >> 7);
  }
  words[i] = x;
}
