// The shaders of most scenes, by a specialization constant.
#version 450
layout(constant_id = 0) const int kKind = 0;
layout(location = 0) in vec4 shade;
layout(push_constant) uniform Push {
  vec4 place;
  vec4 tint;
};
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(set = 0, binding = 1) buffer Counts { uint counts[]; };
layout(location = 0) out vec4 color;
void main() {
  color = shade * tint;
  if (kKind == 1) color = texture(picture, shade.xy * 2.0);
  if (kKind == 2 && fract(shade.x * 7.0) < 0.4) discard;
  if (kKind == 3) atomicAdd(counts[int(gl_FragCoord.x) / 64], 1u);
  if (kKind == 4) color = gl_FrontFacing ? vec4(shade.xy, gl_FragCoord.z, 1) : vec4(shade.z, 1, shade.x, 1);
}
