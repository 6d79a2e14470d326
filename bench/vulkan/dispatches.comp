#version 450
// One step of a generator: a short kernel, for many dispatches.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
layout(push_constant) uniform Push { uint a, b, c, d; } push;
void main() {
  uint i = gl_GlobalInvocationID.x;
  words[i] = words[i] * 1664525u + push.a;
}
