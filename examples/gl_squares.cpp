// OpenGL without a window: a compute shader squares numbers. Ends with 1 if a value is wrong, or if it is not an Intel
// GPU that computed it (Mesa falls back to the processor in silence).
#define EGL_EGLEXT_PROTOTYPES
#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

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

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "%s fails\n", what);
  std::exit(1);
}

void make_context() {
  EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
  if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr)) fail("eglInitialize");
  eglBindAPI(EGL_OPENGL_ES_API);
  const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (!eglChooseConfig(display, wanted, &config, 1, &count)) fail("eglChooseConfig");
  const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 1, EGL_NONE};
  EGLContext context = eglCreateContext(display, count == 0 ? EGL_NO_CONFIG_KHR : config, EGL_NO_CONTEXT, version);
  if (context == EGL_NO_CONTEXT) fail("eglCreateContext");
  if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) fail("eglMakeCurrent");
}

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
  const char* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  std::printf("renderer  %s\n", renderer);
  if (std::strstr(renderer, "Intel") == nullptr) fail("finding an Intel GPU");

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
