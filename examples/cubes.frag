// Lights the sides, and draws a texture on them.
#version 450
layout(location = 0) in vec3 normal;
layout(location = 1) in vec2 place;
layout(location = 2) flat in vec3 paint;
layout(push_constant) uniform Push {
  vec4 eye;
  vec4 light;
};
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(location = 0) out vec4 color;
void main() {
  float shade = 0.25 + 0.75 * max(dot(normalize(normal), normalize(light.xyz)), 0.0);
  color = vec4(mix(paint, vec3(1), texture(picture, place).x) * shade, 1);
}
