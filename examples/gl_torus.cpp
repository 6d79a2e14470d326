// OpenGL without a window: draws a lit torus, with indices, uniforms and a depth buffer, into a PNG file. Ends with 1
// if it is not an Intel GPU that drew (Mesa falls back to the processor in silence).
//
//     gl_torus [FILE.png]
#include <png.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "gl_context.h"

namespace {

constexpr int kWidth = 512, kHeight = 384;
constexpr unsigned kAround = 64, kAcross = 32;  // quads around the hole, and around the ring

// Turns the torus and looks at it from a distance of 3.
constexpr const char* kVertexShader = R"(#version 310 es
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform float angle;
uniform float aspect;
out vec3 direction;
out vec3 place;
void main() {
  float c = cos(angle), s = sin(angle);
  mat3 turn = mat3(1, 0, 0, 0, c, s, 0, -s, c);
  vec3 seen = turn * position - vec3(0, 0, 3);
  direction = turn * normal;
  place = position;
  gl_Position = vec4(1.8 * seen.x / aspect, 1.8 * seen.y, -1.2 * seen.z - 2.2, -seen.z);
})";
constexpr const char* kPixelShader = R"(#version 310 es
precision highp float;
in vec3 direction;
in vec3 place;
out vec4 color;
void main() {
  float light = max(dot(normalize(direction), normalize(vec3(1, 2, 2))), 0.0);
  vec3 paint = mix(vec3(0.1, 0.4, 0.8), vec3(1.0, 0.7, 0.2), step(0.0, sin(place.x * 12.0) * sin(place.y * 12.0)));
  color = vec4(paint * (0.15 + 0.85 * light) + pow(light, 40.0), 1);
})";

void make_target() {
  GLuint frame = 0, buffers[2] = {};
  glGenFramebuffers(1, &frame);
  glBindFramebuffer(GL_FRAMEBUFFER, frame);
  glGenRenderbuffers(2, buffers);
  glBindRenderbuffer(GL_RENDERBUFFER, buffers[0]);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, kWidth, kHeight);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffers[0]);
  glBindRenderbuffer(GL_RENDERBUFFER, buffers[1]);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, kWidth, kHeight);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, buffers[1]);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) fail("glCheckFramebufferStatus");
  glViewport(0, 0, kWidth, kHeight);
  glEnable(GL_DEPTH_TEST);
}

void use_program() {
  const GLuint program = glCreateProgram();
  for (const auto& [kind, text] : {std::pair(GL_VERTEX_SHADER, kVertexShader), {GL_FRAGMENT_SHADER, kPixelShader}}) {
    const GLuint shader = glCreateShader(static_cast<GLenum>(kind));
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    glAttachShader(program, shader);
  }
  glLinkProgram(program);
  GLint linked = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  if (linked == 0) fail("glLinkProgram");
  glUseProgram(program);
  glUniform1f(glGetUniformLocation(program, "angle"), -0.9F);
  glUniform1f(glGetUniformLocation(program, "aspect"), static_cast<float>(kWidth) / kHeight);
}

// Gives positions and normals, and returns the number of indices.
GLsizei make_torus() {
  constexpr float kTurn = 6.2831853F, kRadius = 0.9F, kThickness = 0.4F;
  std::vector<float> vertices;
  std::vector<std::uint16_t> indices;
  for (unsigned i = 0; i < kAround; ++i) {
    const float u = kTurn * static_cast<float>(i) / kAround;
    for (unsigned j = 0; j < kAcross; ++j) {
      const float v = kTurn * static_cast<float>(j) / kAcross;
      const float distance = kRadius + kThickness * std::cos(v);
      vertices.insert(vertices.end(), {distance * std::cos(u), distance * std::sin(u), kThickness * std::sin(v),
                                       std::cos(v) * std::cos(u), std::cos(v) * std::sin(u), std::sin(v)});
      const auto index = [](unsigned around, unsigned across) {
        return static_cast<std::uint16_t>(around % kAround * kAcross + across % kAcross);
      };
      indices.insert(indices.end(), {index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j),
                                     index(i + 1, j + 1), index(i, j + 1)});
    }
  }
  GLuint buffers[2] = {};
  glGenBuffers(2, buffers);
  glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size() * sizeof(float)), vertices.data(),
               GL_STATIC_DRAW);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(indices.size() * sizeof(std::uint16_t)), indices.data(),
               GL_STATIC_DRAW);
  for (GLuint i = 0; i < 2; ++i) {
    glVertexAttribPointer(i, 3, GL_FLOAT, GL_FALSE, 6 * sizeof(float),
                          reinterpret_cast<const void*>(i * 3 * sizeof(float)));
    glEnableVertexAttribArray(i);
  }
  return static_cast<GLsizei>(indices.size());
}

void write_png(const char* file) {
  std::vector<std::uint8_t> pixels(std::size_t{kWidth} * kHeight * 4);
  glReadPixels(0, 0, kWidth, kHeight, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  png.width = kWidth;
  png.height = kHeight;
  png.format = PNG_FORMAT_RGBA;
  constexpr png_int_32 kUpwards = -kWidth * 4;  // OpenGL's first row is the lowest
  if (png_image_write_to_file(&png, file, 0, pixels.data(), kUpwards, nullptr) == 0) fail("writing the picture");
}

}  // namespace

int main(int argc, char** argv) {
  const char* file = argc > 1 ? argv[1] : "torus.png";
  make_context();
  check_renderer();
  make_target();
  use_program();
  const GLsizei indices = make_torus();
  glClearColor(0.92F, 0.94F, 0.96F, 1);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  glDrawElements(GL_TRIANGLES, indices, GL_UNSIGNED_SHORT, nullptr);
  write_png(file);
  std::printf("wrote     %s\n", file);
  return 0;
}
