// Draws a few small pictures by OpenGL ES without a window, and writes their pixels (256 x 256, four bytes each) one
// after the other to a file. Prints the renderer, and the name of each picture. With names as arguments, only those.
#define EGL_EGLEXT_PROTOTYPES
#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace {

constexpr int kSide = 256;

constexpr const char* kVertexShader = R"(#version 310 es
layout(location = 0) in vec4 position;
layout(location = 1) in vec3 color;
out vec3 shade;
void main() { gl_Position = position; shade = color; })";
constexpr const char* kPixelShader = R"(#version 310 es
precision highp float;
in vec3 shade;
layout(location = 0) out vec4 color;
void main() { color = vec4(shade, 0.5); })";

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "%s fails\n", what);
  std::exit(1);
}

EGLDisplay open_display() {
  EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
  if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr)) fail("eglInitialize");
  return display;
}

// Makes a context of OpenGL ES 3.1, or one of OpenGL with all that is old.
EGLContext make_context(EGLDisplay display, EGLenum api) {
  eglBindAPI(api);
  const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 1, EGL_NONE};
  EGLContext context =
      eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, api == EGL_OPENGL_ES_API ? version : nullptr);
  if (context == EGL_NO_CONTEXT) fail("eglCreateContext");
  return context;
}

// Functions and constants that only OpenGL has.
constexpr GLenum kAlphaTest = 0x0BC0, kPolygonStipple = 0x0B42, kLine = 0x1B01, kPoint = 0x1B00, kFill = 0x1B02,
                 kQuads = 7, kPolygon = 9, kLineStipple = 0x0B24, kFxt1 = 0x86B1;

template <class... Arguments>
void call(const char* name, Arguments... arguments) {
  reinterpret_cast<void (*)(Arguments...)>(eglGetProcAddress(name))(arguments...);
}

GLuint use_program(const char* vertex, const char* pixel) {
  const GLuint program = glCreateProgram();
  for (const auto& [kind, text] : {std::pair(GL_VERTEX_SHADER, vertex), std::pair(GL_FRAGMENT_SHADER, pixel)}) {
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
  return program;
}

// Numbers that look random, the same in each run.
class Numbers {
 public:
  float next() {
    state_ = state_ * 1664525U + 1013904223U;
    return static_cast<float>(state_ >> 8) / 0x1p24F;
  }
  float signed_next() { return next() * 2 - 1; }

 private:
  std::uint32_t state_ = 1;
};

struct Vertex {
  float x = 0, y = 0, z = 0, w = 1;
  float red = 0, green = 0, blue = 0;
};
using Vertices = std::vector<Vertex>;

const Vertices kTriangle{{-0.8F, -0.7F, 0, 1, 1, 0, 0}, {0.9F, -0.5F, 0, 1, 0, 1, 0}, {0.1F, 0.85F, 0, 1, 0, 0, 1}};
const Vertices kSquare{{-0.9F, -0.9F, 0, 1, 0, 0, 0},
                       {0.9F, -0.9F, 0, 1, 1, 0, 0},
                       {0.9F, 0.9F, 0, 1, 1, 1, 0},
                       {-0.9F, 0.9F, 0, 1, 0, 1, 0}};

void give(const Vertices& vertices) {
  GLuint buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size() * sizeof(Vertex)), vertices.data(),
               GL_STATIC_DRAW);
  glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(Vertex), nullptr);
  glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(Vertex), reinterpret_cast<const void*>(4 * sizeof(float)));
  glEnableVertexAttribArray(0);
  glEnableVertexAttribArray(1);
}

void draw(GLenum mode, const Vertices& vertices) {
  give(vertices);
  glDrawArrays(mode, 0, static_cast<GLsizei>(vertices.size()));
}

Vertices random_vertices(unsigned count) {
  Numbers numbers;
  Vertices vertices;
  for (unsigned i = 0; i < count; ++i) {
    const float x = numbers.signed_next(), y = numbers.signed_next(), z = numbers.signed_next();
    const float red = numbers.next(), green = numbers.next(), blue = numbers.next();
    vertices.push_back({x, y, z, 1, red, green, blue});
  }
  return vertices;
}

Vertices zigzag() {
  Numbers numbers;
  Vertices vertices;
  for (int i = 0; i < 20; ++i) {
    const float red = numbers.next(), green = numbers.next(), blue = numbers.next();
    vertices.push_back({-0.9F + 0.09F * static_cast<float>(i), i % 2 == 0 ? -0.6F : 0.6F, 0, 1, red, green, blue});
  }
  return vertices;
}

void draw_plain(GLenum mode, const Vertices& vertices) {
  use_program(kVertexShader, kPixelShader);
  draw(mode, vertices);
}

void perspective() {
  Vertices vertices = kTriangle;
  const float w[] = {1, 3, 0.5F};
  for (std::size_t i = 0; i < 3; ++i) {
    vertices[i].x *= w[i];
    vertices[i].y *= w[i];
    vertices[i].w = w[i];
  }
  draw_plain(GL_TRIANGLES, vertices);
}

// A vertex behind the eye.
void clipped() {
  Vertices vertices = kTriangle;
  vertices[2].z = -3;
  vertices[2].w = -1;
  draw_plain(GL_TRIANGLES, vertices);
}

void flat() {
  use_program(R"(#version 310 es
layout(location = 0) in vec4 position;
layout(location = 1) in vec3 color;
flat out vec3 shade;
void main() { gl_Position = position; shade = color; })",
              R"(#version 310 es
precision highp float;
flat in vec3 shade;
out vec4 color;
void main() { color = vec4(shade, 1); })");
  draw(GL_TRIANGLE_STRIP, zigzag());
}

void fan() {
  Vertices vertices{{0, 0, 0, 1, 1, 1, 1}};
  Numbers numbers;
  for (int i = 0; i <= 16; ++i) {
    const float angle = static_cast<float>(i) * 0.3927F;
    vertices.push_back({0.9F * std::cos(angle), 0.9F * std::sin(angle), 0, 1, numbers.next(), numbers.next(), 0});
  }
  draw_plain(GL_TRIANGLE_FAN, vertices);
}

void culled() {
  glEnable(GL_CULL_FACE);
  draw_plain(GL_TRIANGLES, random_vertices(30));
}

// Two squares of a strip each, with an index between them that ends strips.
void indexed() {
  use_program(kVertexShader, kPixelShader);
  give(zigzag());
  const std::uint16_t indices[] = {0, 1, 2, 3, 4, 0xFFFF, 10, 11, 12, 13, 14};
  GLuint buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
  glEnable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
  glDrawElements(GL_TRIANGLE_STRIP, 11, GL_UNSIGNED_SHORT, nullptr);
}

void uniforms() {
  const GLuint program = use_program(R"(#version 310 es
layout(location = 0) in vec4 position;
layout(location = 1) in vec3 color;
uniform mat4 turn;
out vec3 shade;
void main() { gl_Position = turn * position; shade = color; })",
                                     R"(#version 310 es
precision highp float;
in vec3 shade;
uniform vec4 tint;
out vec4 color;
void main() { color = vec4(shade, 0.5) * tint; })");
  const float turn[] = {0.5F, 0.2F, 0, 0, -0.2F, 0.5F, 0, 0, 0, 0, 1, 0, 0.1F, 0.1F, 0, 1};
  glUniformMatrix4fv(glGetUniformLocation(program, "turn"), 1, GL_FALSE, turn);
  glUniform4f(glGetUniformLocation(program, "tint"), 1, 0.5F, 0.25F, 1);
  draw(GL_TRIANGLES, kTriangle);
}

void scissored() {
  glEnable(GL_SCISSOR_TEST);
  glScissor(100, 80, 60, 77);
  draw_plain(GL_TRIANGLES, kTriangle);
}

void instanced() {
  use_program(R"(#version 310 es
layout(location = 0) in vec4 position;
layout(location = 1) in vec3 color;
out vec3 shade;
void main() {
  vec2 place = vec2(gl_InstanceID % 3, gl_InstanceID / 3) * 0.6 - 0.6;
  gl_Position = vec4(position.xy * 0.3 + place + vec2(0, float(gl_VertexID) * 0.05), 0, 1);
  shade = color;
})",
              kPixelShader);
  give(kTriangle);
  glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 9);
}

// Makes a texture with mip levels for the next draws.
void bind_picture(GLint minify) {
  constexpr int kTexels = 64;
  std::vector<std::uint8_t> texels;
  for (int i = 0; i < kTexels * kTexels; ++i) {
    const int x = i % kTexels, y = i / kTexels;
    for (const int value : {x * 4, y * 4, (x / 8 + y / 8) % 2 * 255, 255})
      texels.push_back(static_cast<std::uint8_t>(value));
  }
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, kTexels, kTexels, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  glGenerateMipmap(GL_TEXTURE_2D);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, minify);
}

// A square of a texture, which is as large as 64 / `repeats` pixels of it.
void textured(float repeats, GLint filter) {
  bind_picture(filter);
  const GLuint program = use_program(kVertexShader, R"(#version 310 es
precision highp float;
in vec3 shade;
uniform sampler2D picture;
uniform float repeats;
out vec4 color;
void main() { color = texture(picture, shade.xy * repeats); })");
  glUniform1f(glGetUniformLocation(program, "repeats"), repeats);
  draw(GL_TRIANGLE_FAN, kSquare);
}

// A texture in the middle of a square, with the colour that GL_CLAMP gives around it; two textures, one moved by an
// offset.
void clamped(GLint filter) {
  bind_picture(GL_LINEAR);
  constexpr GLint kClamp = 0x2900;
  const float border[] = {1, 0.5F, 0, 1};
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, kClamp);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, kClamp);
  glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border);
  use_program(kVertexShader, R"(#version 310 es
precision highp float;
in vec3 shade;
uniform sampler2D picture;
out vec4 color;
void main() {
  vec2 place = shade.xy * 1.4 - 0.2;
  color = gl_FragCoord.x < 128.0 ? textureLod(picture, place, 0.0)
                                 : textureLodOffset(picture, place, 0.0, ivec2(7, -8));
})");
  draw(GL_TRIANGLE_FAN, kSquare);
}

void blended() {
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  draw_plain(GL_TRIANGLES, random_vertices(60));
}

void deep(GLenum format, const char* pixel_shader) {
  GLuint buffer = 0;
  glGenRenderbuffers(1, &buffer);
  glBindRenderbuffer(GL_RENDERBUFFER, buffer);
  glRenderbufferStorage(GL_RENDERBUFFER, format, kSide, kSide);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, buffer);
  glClear(GL_DEPTH_BUFFER_BIT);
  glEnable(GL_DEPTH_TEST);
  use_program(kVertexShader, pixel_shader);
  draw(GL_TRIANGLES, random_vertices(90));
}

constexpr const char* kKillingShader = R"(#version 310 es
precision highp float;
in vec3 shade;
out vec4 color;
void main() {
  if (fract(shade.x * 7.0) < 0.4) discard;
  color = vec4(shade, 1);
})";
constexpr const char* kDepthShader = R"(#version 310 es
precision highp float;
in vec3 shade;
out vec4 color;
void main() {
  gl_FragDepth = shade.x;
  color = vec4(shade, 1);
})";

// A depth and stencil buffer that a shader can read.
class Buffer {
 public:
  explicit Buffer(GLenum format) : has_stencil_(format == GL_DEPTH24_STENCIL8 || format == GL_DEPTH32F_STENCIL8) {
    glGenTextures(1, &texture_);
    glBindTexture(GL_TEXTURE_2D, texture_);
    glTexStorage2D(GL_TEXTURE_2D, 1, format, kSide, kSide);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  }
  void attach(GLenum target = GL_FRAMEBUFFER) const { attach(target, texture_); }
  // Replaces the picture by the depths, or by the stencil values.
  void show(bool is_stencil = false) const {
    attach(GL_FRAMEBUFFER, 0);
    for (const GLenum each : {GL_DEPTH_TEST, GL_STENCIL_TEST, GL_SCISSOR_TEST, GL_CULL_FACE}) glDisable(each);
    glBindTexture(GL_TEXTURE_2D, texture_);
    glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_STENCIL_TEXTURE_MODE, is_stencil ? GL_STENCIL_INDEX : GL_DEPTH_COMPONENT);
    use_program(kVertexShader, is_stencil ? R"(#version 310 es
precision highp float;
uniform highp usampler2D values;
out vec4 color;
void main() {
  uint value = texelFetch(values, ivec2(gl_FragCoord.xy), 0).x;
  color = vec4(value >> 4u, value & 15u, 0, 15) / 15.0;
})"
                                          : R"(#version 310 es
precision highp float;
uniform highp sampler2D values;
out vec4 color;
void main() { color = vec4(texelFetch(values, ivec2(gl_FragCoord.xy), 0).xxx, 1); })");
    draw(GL_TRIANGLE_STRIP, {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}});
  }

 private:
  void attach(GLenum target, GLuint texture) const {
    glFramebufferTexture2D(target, has_stencil_ ? GL_DEPTH_STENCIL_ATTACHMENT : GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D,
                           texture, 0);
  }

  bool has_stencil_;
  GLuint texture_ = 0;
};

void set_scissor(GLint x, GLint y, GLsizei width, GLsizei height) {
  glEnable(GL_SCISSOR_TEST);
  glScissor(x, y, width, height);
}

// Clears of depth, whole and in parts.
void clear_depth(GLenum format) {
  const Buffer buffer(format);
  buffer.attach();
  glClearDepthf(0.875F);
  glClear(GL_DEPTH_BUFFER_BIT);
  set_scissor(13, 29, 101, 77);
  glClearDepthf(0.3F);
  glClear(GL_DEPTH_BUFFER_BIT);
  set_scissor(64, 64, 128, 160);
  glClearDepthf(0.6F);
  glClear(GL_DEPTH_BUFFER_BIT);
  buffer.show();
}

// Clears some bits of stencil values, and some beside depths.
void clear_stencil(GLenum format) {
  const Buffer buffer(format);
  buffer.attach();
  glClearStencil(0x5A);
  glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  glStencilMask(0x3C);
  glClearStencil(0xF3);
  set_scissor(5, 50, 150, 99);
  glClear(GL_STENCIL_BUFFER_BIT);
  glStencilMask(0xC0);
  set_scissor(100, 0, 156, 100);
  glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  glDisable(GL_SCISSOR_TEST);
  glStencilMask(0x01);
  glClear(GL_STENCIL_BUFFER_BIT);
  buffer.show(true);
}

// Fills a buffer with the depths of triangles, and a stencil value for each.
void fill(const Buffer& buffer, GLbitfield what) {
  buffer.attach();
  glClear(what);
  glEnable(GL_DEPTH_TEST);
  glEnable(GL_STENCIL_TEST);
  glStencilFunc(GL_ALWAYS, 0, 0xFF);
  glStencilOp(GL_KEEP, GL_INCR_WRAP, GL_INCR);
  draw_plain(GL_TRIANGLES, random_vertices(60));
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_STENCIL_TEST);
}

// Copies depths or stencil values from one buffer to a part of another, enlarged or made smaller or not.
void blit(GLenum format, GLbitfield what, bool is_scaled) {
  const Buffer from(format), to(format);
  const GLbitfield all = what | GL_DEPTH_BUFFER_BIT;
  glClearStencil(0x21);
  fill(from, all);
  GLint drawn = 0;
  glGetIntegerv(GL_FRAMEBUFFER_BINDING, &drawn);
  GLuint read = 0;
  glGenFramebuffers(1, &read);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, read);
  from.attach(GL_READ_FRAMEBUFFER);
  to.attach(GL_DRAW_FRAMEBUFFER);
  glClear(all);
  if (is_scaled)
    glBlitFramebuffer(16, 32, 144, 160, 7, 9, 250, 90, what, GL_NEAREST);
  else
    glBlitFramebuffer(10, 20, 210, 230, 30, 21, 230, 231, what, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(drawn));
  to.show(what == GL_STENCIL_BUFFER_BIT);
}

// Depths, and stencil values if the format has any, from the program's memory.
void upload(GLenum format, GLenum layout, GLenum type, bool shows_stencil) {
  const Buffer buffer(format);
  std::vector<std::uint32_t> texels;
  for (std::uint32_t i = 0; i < kSide * kSide; ++i) {
    const std::uint32_t x = i % kSide, y = i / kSide;
    if (type == GL_FLOAT) {
      const float depth = static_cast<float>(x * y) / (kSide * kSide);
      texels.push_back(std::bit_cast<std::uint32_t>(depth));
    } else {
      texels.push_back(x << 24 | (x * y & 0xFFFF) << 8 | (x ^ y));
    }
  }
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, kSide, kSide, layout, type, texels.data());
  glTexSubImage2D(GL_TEXTURE_2D, 0, 100, 33, 77, 99, layout, type, texels.data());
  buffer.show(shows_stencil);
}

// One column for each operation, with pixels that fail the stencil test, fail the depth test, and pass.
void stencil_operations(GLenum format) {
  const Buffer buffer(format);
  glClearStencil(0);
  fill(buffer, GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  glEnable(GL_STENCIL_TEST);
  glEnable(GL_DEPTH_TEST);
  glDepthMask(GL_FALSE);
  const GLenum operations[] = {GL_KEEP, GL_ZERO, GL_REPLACE, GL_INCR, GL_DECR, GL_INCR_WRAP, GL_DECR_WRAP, GL_INVERT};
  for (int i = 0; i < 24; ++i) {
    set_scissor(i % 8 * 32, i / 8 * 85, 32, 85);
    const GLenum operation = operations[i % 8];
    glStencilMask(i / 8 == 1 ? 0xFF : 0x8F);
    glStencilFunc(GL_GEQUAL, 0xA2, i / 8 == 2 ? 0x06 : 0x03);
    glStencilOp(i / 8 == 0 ? operation : GL_KEEP, i / 8 == 1 ? operation : GL_INVERT, i / 8 == 2 ? operation : GL_KEEP);
    draw_plain(GL_TRIANGLES, random_vertices(45));
  }
  glDepthMask(GL_TRUE);
  buffer.show(true);
}

// One column for each function; the picture shows the pixels that pass.
void stencil_functions() {
  const Buffer buffer(GL_DEPTH24_STENCIL8);
  glClearStencil(0);
  fill(buffer, GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_STENCIL_TEST);
  glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
  for (int i = 0; i < 8; ++i) {
    set_scissor(i * 32, 0, 32, kSide);
    glStencilFunc(GL_NEVER + static_cast<GLenum>(i), 1, 0x03);
    draw_plain(GL_TRIANGLES, random_vertices(60));
  }
}

// Front faces count up, back faces down, each under its own test; some pixels are dropped by the shader.
void two_sides(const char* pixel_shader) {
  const Buffer buffer(GL_DEPTH24_STENCIL8);
  buffer.attach();
  glClearStencil(0x80);
  glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  glEnable(GL_STENCIL_TEST);
  glEnable(GL_DEPTH_TEST);
  glStencilFuncSeparate(GL_FRONT, GL_NOTEQUAL, 0x82, 0xFF);
  glStencilFuncSeparate(GL_BACK, GL_LEQUAL, 0x7E, 0xFE);
  glStencilOpSeparate(GL_FRONT, GL_ZERO, GL_INCR_WRAP, GL_INCR_WRAP);
  glStencilOpSeparate(GL_BACK, GL_INVERT, GL_DECR, GL_DECR_WRAP);
  glStencilMaskSeparate(GL_BACK, 0x7F);
  use_program(kVertexShader, pixel_shader);
  draw(GL_TRIANGLES, random_vertices(90));
  buffer.show(true);
}

// The picture is the second of two targets.
void two_targets() {
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, kSide, kSide);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, texture, 0);
  const GLenum targets[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
  glDrawBuffers(2, targets);
  glClear(GL_COLOR_BUFFER_BIT);
  use_program(kVertexShader, R"(#version 310 es
precision highp float;
in vec3 shade;
layout(location = 0) out vec4 first;
layout(location = 1) out vec4 second;
void main() {
  first = vec4(shade, 1);
  second = vec4(shade.zyx, 0.25);
})");
  draw(GL_TRIANGLES, kTriangle);
  glReadBuffer(GL_COLOR_ATTACHMENT1);
}

// Draws only if the query before it has found pixels; prints what it has found.
void queried() {
  GLuint query = 0;
  glGenQueries(1, &query);
  use_program(kVertexShader, kPixelShader);
  GLuint found[2] = {};
  for (int i = 0; i < 2; ++i) {
    Vertices vertices = kTriangle;
    for (Vertex& each : vertices) each.x += i == 0 ? 3.0F : 0.0F;
    glBeginQuery(GL_ANY_SAMPLES_PASSED, query);
    draw(GL_TRIANGLES, vertices);
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    glGetQueryObjectuiv(query, GL_QUERY_RESULT, &found[i]);
  }
  if (found[0] != 0 || found[1] == 0) fail("the query");
}

// Squares of seven pixels, each with its own coordinates.
void points() {
  use_program(R"(#version 310 es
layout(location = 0) in vec4 position;
void main() { gl_Position = position; gl_PointSize = 7.0; })",
              R"(#version 310 es
precision highp float;
out vec4 color;
void main() { color = vec4(gl_PointCoord, 0, 1); })");
  draw(GL_POINTS, random_vertices(40));
}

// Some triangles and quads, as outlines or corners; every other triangle is culled.
void outlined(GLenum mode) {
  glEnable(GL_CULL_FACE);
  call("glPolygonMode", GLenum{GL_FRONT_AND_BACK}, mode);
  draw_plain(GL_TRIANGLES, random_vertices(12));
  draw_plain(kQuads, kSquare);
  Vertices polygon;
  for (int i = 0; i < 7; ++i) {
    const float angle = static_cast<float>(i) * 0.9F;
    polygon.push_back({0.5F * std::cos(angle), 0.5F * std::sin(angle), 0, 1, 1, 1, 0});
  }
  draw_plain(kPolygon, polygon);
  call("glPolygonMode", GLenum{GL_FRONT_AND_BACK}, kFill);
}

// Filled triangles, and lines and points, which have all their pixels.
void stippled() {
  Numbers numbers;
  std::vector<GLubyte> pattern;
  for (int i = 0; i < 128; ++i) pattern.push_back(static_cast<GLubyte>(numbers.next() * 256));
  glEnable(kPolygonStipple);
  call("glPolygonStipple", static_cast<const GLubyte*>(pattern.data()));
  draw_plain(GL_TRIANGLES, random_vertices(20));
  draw_plain(GL_LINES, random_vertices(8));
  draw_plain(GL_POINTS, random_vertices(8));
  glDisable(kPolygonStipple);
}

// Depths are written only for the pixels that pass.
void alpha_tested() {
  const Buffer buffer(GL_DEPTH_COMPONENT24);
  buffer.attach();
  glClear(GL_DEPTH_BUFFER_BIT);
  glEnable(GL_DEPTH_TEST);
  glEnable(kAlphaTest);
  call("glAlphaFunc", GLenum{GL_GREATER}, GLfloat{0.55F});
  use_program(kVertexShader, R"(#version 310 es
precision highp float;
in vec3 shade;
out vec4 color;
void main() { color = vec4(shade, fract(shade.x * 7.0)); })");
  draw(GL_TRIANGLES, random_vertices(60));
  glDisable(kAlphaTest);
}

// Stippled lines between middles of pixels: single lines, a loop, a strip, and lines three pixels wide.
void dashed() {
  const auto middle = [](float place) { return (std::floor(place * kSide / 2) + 0.5F) / (kSide / 2.0F); };
  Vertices vertices = random_vertices(24);
  for (Vertex& each : vertices) {
    each.x = middle(each.x);
    each.y = middle(each.y);
  }
  glEnable(kLineStipple);
  call("glLineStipple", GLint{3}, GLushort{0x5F3A});
  draw_plain(GL_LINES, vertices);
  draw_plain(GL_LINE_LOOP, Vertices(vertices.begin(), vertices.begin() + 6));
  call("glLineStipple", GLint{1}, GLushort{0x0FF1});
  draw_plain(GL_LINE_STRIP, Vertices(vertices.begin() + 6, vertices.begin() + 12));
  glLineWidth(3);
  draw_plain(GL_LINES, Vertices(vertices.begin() + 12, vertices.begin() + 18));
  glLineWidth(1);
  glDisable(kLineStipple);
}

// Draws the difference of attributes between the middle of each pixel and another place in the pixel. One offset is the
// same for all pixels, one differs from pixel to pixel. All w are 1, because llvmpipe divides by the w of the middle.
void interpolated_at() {
  const GLuint program = use_program(R"(#version 400
in vec4 position;
in vec3 color;
out vec3 shade;
noperspective out vec3 flat_shade;
void main() { gl_Position = position; shade = color; flat_shade = color; })",
                                     R"(#version 400
in vec3 shade;
noperspective in vec3 flat_shade;
out vec4 color;
void main() {
  vec2 own = floor(shade.xy * 15.0 - 7.5) / 16.0;
  vec3 moved = vec3(interpolateAtOffset(shade, vec2(0.25, -0.375)).x, interpolateAtOffset(shade, own).y,
                    interpolateAtOffset(flat_shade, own).z);
  vec3 centre = vec3(interpolateAtCentroid(shade).x, interpolateAtSample(shade, 0).y, flat_shade.z);
  color = vec4(0.5 + 16.0 * (moved - centre), 1.0);
})");
  glBindAttribLocation(program, 0, "position");
  glBindAttribLocation(program, 1, "color");
  glLinkProgram(program);
  glUseProgram(program);
  draw(GL_TRIANGLES, random_vertices(30));
}

// A square of random blocks of FXT1.
void fxt1() {
  constexpr GLsizei kWidth = 128, kHeight = 64;
  Numbers numbers;
  std::vector<GLubyte> blocks(std::size_t{kWidth} * kHeight / 2);
  for (GLubyte& each : blocks) each = static_cast<GLubyte>(numbers.next() * 256);
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glCompressedTexImage2D(GL_TEXTURE_2D, 0, kFxt1, kWidth, kHeight, 0, static_cast<GLsizei>(blocks.size()),
                         blocks.data());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  use_program(kVertexShader, R"(#version 310 es
precision highp float;
in vec3 shade;
uniform sampler2D picture;
out vec4 color;
void main() { color = texture(picture, shade.xy); })");
  draw(GL_TRIANGLE_FAN, kSquare);
}

void wide_lines() {
  glLineWidth(5);
  draw_plain(GL_LINES, random_vertices(20));
  glLineWidth(1);
}

struct Scene {
  const char* name;
  std::function<void()> draw;
  bool is_old = false;  // not OpenGL ES
};
const std::vector<Scene> kScenes{
    {"clear", [] {}},
    {"triangle", [] { draw_plain(GL_TRIANGLES, kTriangle); }},
    {"perspective", perspective},
    {"clipped", clipped},
    {"overlapping", [] { draw_plain(GL_TRIANGLES, random_vertices(60)); }},
    {"strip", [] { draw_plain(GL_TRIANGLE_STRIP, zigzag()); }},
    {"flat", flat},
    {"fan", fan},
    {"culled", culled},
    {"indexed", indexed},
    {"uniforms", uniforms},
    {"scissor", scissored},
    {"instances", instanced},
    {"texture", [] { textured(1, GL_LINEAR); }},
    {"mipmaps", [] { textured(5, GL_LINEAR_MIPMAP_NEAREST); }},
    {"blend", blended},
    {"depth16", [] { deep(GL_DEPTH_COMPONENT16, kPixelShader); }},
    {"depth24", [] { deep(GL_DEPTH_COMPONENT24, kPixelShader); }},
    {"depth32", [] { deep(GL_DEPTH_COMPONENT32F, kPixelShader); }},
    {"discard", [] { deep(GL_DEPTH_COMPONENT24, kKillingShader); }},
    {"computed_depth", [] { deep(GL_DEPTH_COMPONENT24, kDepthShader); }},
    {"two_targets", two_targets},
    {"query", queried},
    {"clear_depth16", [] { clear_depth(GL_DEPTH_COMPONENT16); }},
    {"clear_depth24", [] { clear_depth(GL_DEPTH_COMPONENT24); }},
    {"clear_depth32", [] { clear_depth(GL_DEPTH_COMPONENT32F); }},
    {"clear_stencil24", [] { clear_stencil(GL_DEPTH24_STENCIL8); }},
    {"clear_stencil32", [] { clear_stencil(GL_DEPTH32F_STENCIL8); }},
    {"blit_depth16", [] { blit(GL_DEPTH_COMPONENT16, GL_DEPTH_BUFFER_BIT, false); }},
    {"blit_depth24", [] { blit(GL_DEPTH_COMPONENT24, GL_DEPTH_BUFFER_BIT, true); }},
    {"blit_depth32", [] { blit(GL_DEPTH_COMPONENT32F, GL_DEPTH_BUFFER_BIT, true); }},
    {"blit_stencil", [] { blit(GL_DEPTH24_STENCIL8, GL_STENCIL_BUFFER_BIT, false); }},
    {"blit_both", [] { blit(GL_DEPTH24_STENCIL8, GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT, true); }},
    {"upload_depth16", [] { upload(GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, false); }},
    {"upload_depth24", [] { upload(GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, false); }},
    {"upload_depth32", [] { upload(GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, false); }},
    {"upload_both", [] { upload(GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, false); }},
    {"upload_stencil", [] { upload(GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, true); }},
    {"stencil_operations24", [] { stencil_operations(GL_DEPTH24_STENCIL8); }},
    {"stencil_operations32", [] { stencil_operations(GL_DEPTH32F_STENCIL8); }},
    {"stencil_functions", stencil_functions},
    {"stencil_two_sides", [] { two_sides(kPixelShader); }},
    {"stencil_discard", [] { two_sides(kKillingShader); }},
    {"stencil_computed_depth", [] { two_sides(kDepthShader); }},
    {"points", points},
    {"lines", [] { draw_plain(GL_LINES, random_vertices(40)); }},
    {"loop", [] { draw_plain(GL_LINE_LOOP, zigzag()); }},
    {"wide_lines", wide_lines},
    {"outlines", [] { outlined(kLine); }, true},
    {"corners", [] { outlined(kPoint); }, true},
    {"alpha_test", alpha_tested, true},
    {"clamped", [] { clamped(GL_NEAREST); }, true},
    {"clamped_linear", [] { clamped(GL_LINEAR); }, true},
    {"stippled", stippled, true},
    {"dashed", dashed, true},
    {"interpolated_at", interpolated_at, true},
    {"fxt1", fxt1, true},
};

std::vector<char> render(const Scene& scene) {
  GLuint frame = 0, target = 0;
  glGenFramebuffers(1, &frame);
  glBindFramebuffer(GL_FRAMEBUFFER, frame);
  glGenTextures(1, &target);
  glBindTexture(GL_TEXTURE_2D, target);
  glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, kSide, kSide);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target, 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) fail("glCheckFramebufferStatus");
  for (const GLenum each :
       {GL_BLEND, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_SCISSOR_TEST, GL_CULL_FACE, GL_PRIMITIVE_RESTART_FIXED_INDEX})
    glDisable(each);
  glClearDepthf(1);
  glStencilMask(0xFF);
  glViewport(0, 0, kSide, kSide);
  glClearColor(0.2F, 0.3F, 0.4F, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  scene.draw();
  std::vector<char> pixels(std::size_t{kSide} * kSide * 4);
  glReadPixels(0, 0, kSide, kSide, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  if (glGetError() != GL_NO_ERROR) fail(scene.name);
  return pixels;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) fail("scenes FILE [NAME...]");
  EGLDisplay display = open_display();
  EGLContext contexts[] = {make_context(display, EGL_OPENGL_ES_API), make_context(display, EGL_OPENGL_API)};
  if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, contexts[0])) fail("eglMakeCurrent");
  std::printf("%s\n", reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
  std::ofstream file(argv[1], std::ios::binary);
  const std::vector<std::string> wanted(argv + 2, argv + argc);
  for (const Scene& scene : kScenes) {
    bool is_wanted = wanted.empty();
    for (const std::string& name : wanted) is_wanted = is_wanted || name == scene.name;
    if (!is_wanted) continue;
    std::printf("%s\n", scene.name);
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, contexts[scene.is_old ? 1 : 0]))
      fail("eglMakeCurrent");
    const std::vector<char> pixels = render(scene);
    file.write(pixels.data(), static_cast<std::streamsize>(pixels.size()));
  }
  return 0;
}
