// OpenGL without a window: a compute shader squares numbers. Ends with 1 if a value is wrong, or if it is not an Intel
// GPU that computed it (Mesa falls back to the processor in silence).

#include <cstdio>
#include <vector>

#include "gl_context.h"

namespace {

constexpr unsigned kCount = 4096;
constexpr unsigned kGroup = 64;

constexpr const char* kShader = R"(#version 310 es
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Numbers { uint numbers[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  numbers[i] = numbers[i] * numbers[i];
})";

GLuint make_program() {
  const GLuint shader = glCreateShader(GL_COMPUTE_SHADER);
  glShaderSource(shader, 1, &kShader, nullptr);
  glCompileShader(shader);
  const GLuint program = glCreateProgram();
  glAttachShader(program, shader);
  glLinkProgram(program);
  GLint linked = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  if (linked == 0) fail("glLinkProgram");
  return program;
}

}  // namespace

int main() {
  make_context();
  check_renderer();

  std::vector<unsigned> numbers(kCount);
  for (unsigned i = 0; i < kCount; ++i) numbers[i] = i;
  GLuint buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
  glBufferData(GL_SHADER_STORAGE_BUFFER, kCount * sizeof(unsigned), numbers.data(), GL_DYNAMIC_READ);
  glUseProgram(make_program());
  glDispatchCompute(kCount / kGroup, 1, 1);
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  const auto* result = static_cast<const unsigned*>(
      glMapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, kCount * sizeof(unsigned), GL_MAP_READ_BIT));
  if (result == nullptr) fail("glMapBufferRange");
  for (unsigned i = 0; i < kCount; ++i) {
    if (result[i] != i * i) fail("comparing");
  }
  std::printf("%u squares are right\n", kCount);
  return 0;
}
