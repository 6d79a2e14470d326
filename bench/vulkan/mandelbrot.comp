#version 450
// Iterations until the point leaves the circle; a picture of push.a columns. Channels leave a loop one by one.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
layout(push_constant) uniform Push { uint a, b, c, d; } push;
void main() {
  uint i = gl_GlobalInvocationID.x;
  float x0 = float(i % push.a) * 3.0 / float(push.a) - 2.0, y0 = float(i / push.a) * 2.0 / float(push.a) - 1.0;
  float x = 0.0, y = 0.0;
  uint n = 0;
  for (; n < push.b && x * x + y * y < 4.0; ++n) {
    float next = x * x - y * y + x0;
    y = 2.0 * x * y + y0;
    x = next;
  }
  words[i] = n;
}
