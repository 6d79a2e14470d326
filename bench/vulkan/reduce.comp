#version 450
// The sum of each group's numbers, in shared memory; sums go behind the push.a numbers.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
layout(push_constant) uniform Push { uint a, b, c, d; } push;
shared uint part[64];
void main() {
  uint own = gl_LocalInvocationID.x;
  uint sum = 0u;
  for (uint k = 0; k < 16u; ++k) sum += words[(gl_WorkGroupID.x * 16u + k) * 64u + own];
  part[own] = sum;
  for (uint step = 32u; step > 0u; step >>= 1) {
    barrier();
    if (own < step) part[own] += part[own + step];
  }
  if (own == 0u) words[push.a + gl_WorkGroupID.x] = part[0];
}
