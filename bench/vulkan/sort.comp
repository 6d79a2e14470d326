#version 450
// One pass of a bitonic sort: compares elements whose distance is push.b, in runs of push.a.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
layout(push_constant) uniform Push { uint a, b, c, d; } push;
void main() {
  uint i = gl_GlobalInvocationID.x, other = i ^ push.b;
  if (other <= i) return;
  uint low = words[i], high = words[other];
  bool ascending = (i & push.a) == 0u;
  if ((low > high) == ascending) {
    words[i] = high;
    words[other] = low;
  }
}
