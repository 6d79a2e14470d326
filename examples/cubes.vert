// Cubes in a row of rings, turned by push constants. The corners come from their numbers.
#version 450
layout(push_constant) uniform Push {
  vec4 eye;    // turn of all, turn of each, distance, ratio of the sides
  vec4 light;
};
layout(location = 0) out vec3 normal;
layout(location = 1) out vec2 place;
layout(location = 2) flat out vec3 paint;

mat3 turn_y(float angle) {
  float c = cos(angle), s = sin(angle);
  return mat3(c, 0, -s, 0, 1, 0, s, 0, c);
}
mat3 turn_x(float angle) {
  float c = cos(angle), s = sin(angle);
  return mat3(1, 0, 0, 0, c, s, 0, -s, c);
}

void main() {
  int side = gl_VertexIndex / 4, corner = gl_VertexIndex % 4;
  vec2 at = vec2(corner & 1, corner >> 1) * 2.0 - 1.0;
  float away = side % 2 == 0 ? 1.0 : -1.0;
  vec3 point = side < 2 ? vec3(away, at) : side < 4 ? vec3(at.y, away, at.x) : vec3(at, away);
  normal = side < 2 ? vec3(away, 0, 0) : side < 4 ? vec3(0, away, 0) : vec3(0, 0, away);
  place = at * 0.5 + 0.5;
  float angle = float(gl_InstanceIndex) * 0.6283;
  mat3 own = turn_y(angle + eye.y) * turn_x(angle);
  vec3 seen = turn_x(eye.x) * (own * point * 0.28 + vec3(cos(angle), 0, sin(angle)) * 1.3) + vec3(0, 0, eye.z);
  normal = turn_x(eye.x) * own * normal;
  paint = 0.55 + 0.45 * cos(angle + vec3(0.0, 2.1, 4.2));
  gl_Position = vec4(1.9 * seen.x / eye.w, -1.9 * seen.y, seen.z - 0.5, seen.z);
}
