#version 450
// Each channel follows a chain of push.b indices; the chains are in the first push.a words, the ends go behind them.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
layout(push_constant) uniform Push { uint a, b, c, d; } push;
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint at = i;
  for (uint k = 0; k < push.b; ++k) at = words[at];
  words[push.a + i] = at;
}
