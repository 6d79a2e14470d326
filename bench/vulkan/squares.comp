#version 450
// Squares each number. Measures what starting a program costs.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
layout(push_constant) uniform Push { uint a, b, c, d; } push;
void main() {
  uint i = gl_GlobalInvocationID.x;
  words[i] = words[i] * words[i];
}
