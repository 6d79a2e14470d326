// What both OpenGL examples do: a context without a window, on an Intel GPU.
#pragma once

#define EGL_EGLEXT_PROTOTYPES
#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

[[noreturn]] inline void fail(const char* what) {
  std::fprintf(stderr, "%s fails\n", what);
  std::exit(1);
}

inline void make_context() {
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

// Ends the program if the renderer is not an Intel GPU: Mesa falls back to the processor in silence.
inline void check_renderer() {
  const char* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  std::printf("renderer  %s\n", renderer);
  if (std::strstr(renderer, "Intel") == nullptr) fail("finding an Intel GPU");
}
