// Places vertices by push constants, each instance further right and up.
#version 450
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 color;
layout(push_constant) uniform Push {
  vec4 place;  // scale, offset
  vec4 tint;
};
layout(location = 0) out vec4 shade;
void main() {
  vec2 at = position.xy * place.xy + (place.zw + vec2(gl_InstanceIndex % 4, gl_InstanceIndex / 4) * 0.45) * position.w;
  gl_Position = vec4(at, position.zw);
  gl_PointSize = 5.0;
  shade = color;
}
