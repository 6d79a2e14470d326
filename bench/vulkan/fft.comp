#version 450
// One radix-2 pass of Stockham's transform of push.a complex numbers, from word push.c to word push.d; push.b: length of the transforms done.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
layout(push_constant) uniform Push { uint a, b, c, d; } push;
void main() {
  uint i = gl_GlobalInvocationID.x, k = i % push.b, half_size = push.a / 2u;
  vec2 even = vec2(uintBitsToFloat(words[push.c + 2u * i]), uintBitsToFloat(words[push.c + 2u * i + 1u]));
  uint other = push.c + 2u * (i + half_size);
  vec2 odd = vec2(uintBitsToFloat(words[other]), uintBitsToFloat(words[other + 1u]));
  float angle = -3.14159265358979 * float(k) / float(push.b);
  vec2 turn = vec2(cos(angle), sin(angle));
  odd = vec2(odd.x * turn.x - odd.y * turn.y, odd.x * turn.y + odd.y * turn.x);
  uint to = push.d + 2u * ((i - k) * 2u + k);
  vec2 sum = even + odd, difference = even - odd;
  words[to] = floatBitsToUint(sum.x);
  words[to + 1u] = floatBitsToUint(sum.y);
  words[to + 2u * push.b] = floatBitsToUint(difference.x);
  words[to + 2u * push.b + 1u] = floatBitsToUint(difference.y);
}
