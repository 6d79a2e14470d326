// Two colours for one target.
#version 450
layout(location = 0) in vec4 shade;
layout(location = 0, index = 0) out vec4 color;
layout(location = 0, index = 1) out vec4 factor;
void main() {
  color = vec4(shade.xyz, 0.5);
  factor = vec4(shade.zxy, 0.25);
}
