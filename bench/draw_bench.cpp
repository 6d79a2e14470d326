// Draws pictures of 1024 x 1024 pixels by OpenGL ES without a window, and prints the processor time of a frame of each
// workload: the renderer, then a line for each workload with its name, its work (pixels or triangles a frame) and the
// nanoseconds of a frame. bench/draw runs it on Eugene and on Mesa's llvmpipe.
//
//     draw_bench [--milliseconds N] [--picture DIRECTORY] [WORKLOAD...]
//
// A frame is drawn without being measured first, as both compile shaders at their first draw. Then frames are drawn for
// N milliseconds of processor time, at least two. With --picture, each last frame is written to
// DIRECTORY/WORKLOAD.rgba.
#define EGL_EGLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl31.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr int kSide = 1024;
constexpr double kPixels = double{kSide} * kSide;

constexpr const char* kVertexShader = R"(#version 310 es
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 color;
layout(location = 2) in vec2 place;
out vec4 shade;
out vec2 texel;
void main() { gl_Position = vec4(position, 1.0); shade = color; texel = place; })";
constexpr const char* kFlat = R"(#version 310 es
precision highp float;
layout(location = 0) uniform vec4 tint;
layout(location = 0) out vec4 color;
void main() { color = tint; })";
constexpr const char* kSmooth = R"(#version 310 es
precision highp float;
in vec4 shade;
layout(location = 0) out vec4 color;
void main() { color = shade; })";
constexpr const char* kTextured = R"(#version 310 es
precision highp float;
in vec2 texel;
uniform sampler2D image;
layout(location = 0) out vec4 color;
void main() { color = texture(image, texel); })";
// Sixty-four steps of about six operations.
constexpr const char* kLong = R"(#version 310 es
precision highp float;
in vec2 texel;
layout(location = 0) out vec4 color;
void main() {
  vec2 z = texel;
  float sum = 0.0;
  for (int i = 0; i < 64; ++i) {
    z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) * 0.9 + vec2(0.1, 0.05);
    sum += z.x * z.y;
  }
  color = vec4(fract(sum), fract(z), 1.0);
})";

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "draw_bench: %s fails\n", what);
  std::exit(1);
}

struct Vertex {
  float x = 0, y = 0, z = 0;
  float red = 0, green = 0, blue = 0, alpha = 1;
  float u = 0, v = 0;
};
using Vertices = std::vector<Vertex>;

void open_context() {
  EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
  if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr)) fail("eglInitialize");
  eglBindAPI(EGL_OPENGL_ES_API);
  const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 1, EGL_NONE};
  EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version);
  if (context == EGL_NO_CONTEXT || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
    fail("eglCreateContext");
}

void make_target() {
  GLuint frame = 0, buffers[2] = {};
  glGenFramebuffers(1, &frame);
  glGenRenderbuffers(2, buffers);
  glBindFramebuffer(GL_FRAMEBUFFER, frame);
  const GLenum formats[] = {GL_RGBA8, GL_DEPTH_COMPONENT24};
  const GLenum points[] = {GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT};
  for (int i = 0; i < 2; ++i) {
    glBindRenderbuffer(GL_RENDERBUFFER, buffers[i]);
    glRenderbufferStorage(GL_RENDERBUFFER, formats[i], kSide, kSide);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, points[i], GL_RENDERBUFFER, buffers[i]);
  }
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) fail("glCheckFramebufferStatus");
  glViewport(0, 0, kSide, kSide);
}

GLuint make_program(const char* pixel) {
  const GLuint program = glCreateProgram();
  for (const auto& [kind, text] : {std::pair(GL_VERTEX_SHADER, kVertexShader), std::pair(GL_FRAGMENT_SHADER, pixel)}) {
    const GLuint shader = glCreateShader(static_cast<GLenum>(kind));
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    glAttachShader(program, shader);
  }
  glLinkProgram(program);
  GLint linked = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  if (linked == 0) fail("glLinkProgram");
  return program;
}

void give(const Vertices& vertices) {
  GLuint buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size() * sizeof(Vertex)), vertices.data(),
               GL_STATIC_DRAW);
  std::size_t at = 0;
  for (const auto& [attribute, floats] : {std::pair(0U, 3), std::pair(1U, 4), std::pair(2U, 2)}) {
    glVertexAttribPointer(attribute, floats, GL_FLOAT, GL_FALSE, sizeof(Vertex), reinterpret_cast<const void*>(at));
    glEnableVertexAttribArray(attribute);
    at += static_cast<std::size_t>(floats) * sizeof(float);
  }
}

// Two triangles over the whole picture. `repeats` is how often the texture fits in the picture.
Vertices make_square(float z, float repeats) {
  const Vertex corners[] = {{-1, -1, z, 1, 0, 0, 0.5F, 0, 0},
                            {1, -1, z, 0, 1, 0, 0.5F, repeats, 0},
                            {1, 1, z, 0, 0, 1, 0.5F, repeats, repeats},
                            {-1, 1, z, 1, 1, 1, 0.5F, 0, repeats}};
  return {corners[0], corners[1], corners[2], corners[0], corners[2], corners[3]};
}

// A grid of `count` x `count` cells over the picture, two triangles each.
Vertices make_grid(int count) {
  Vertices vertices;
  const auto corner = [&](int x, int y) {
    const float u = static_cast<float>(x) / static_cast<float>(count);
    const float v = static_cast<float>(y) / static_cast<float>(count);
    return Vertex{u * 2 - 1, v * 2 - 1, 0, u, v, 1 - u, 1, u, v};
  };
  for (int y = 0; y < count; ++y) {
    for (int x = 0; x < count; ++x) {
      for (const auto& [dx, dy] :
           {std::pair(0, 0), std::pair(1, 0), std::pair(1, 1), std::pair(0, 0), std::pair(1, 1), std::pair(0, 1)})
        vertices.push_back(corner(x + dx, y + dy));
    }
  }
  return vertices;
}

void make_texture(GLenum minify, GLenum magnify) {
  constexpr int kTexels = 512;
  std::vector<std::uint32_t> texels(std::size_t{kTexels} * kTexels);
  for (std::uint32_t i = 0; i < texels.size(); ++i) texels[i] = (i * 2654435761U) | 0xFF000000U;
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, kTexels, kTexels, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  glGenerateMipmap(GL_TEXTURE_2D);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, static_cast<GLint>(minify));
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, static_cast<GLint>(magnify));
}

struct Workload {
  const char* name;
  double work;  // pixels or triangles of a frame
  const char* unit;
  std::function<void()> set_up;
  std::function<void()> draw;
};

void use(const char* shader, const Vertices& vertices) {
  glUseProgram(make_program(shader));
  give(vertices);
}

void draw_square() { glDrawArrays(GL_TRIANGLES, 0, 6); }

Workload textured(const char* name, float repeats, GLenum minify, GLenum magnify) {
  return {.name = name,
          .work = kPixels,
          .unit = "pixel",
          .set_up =
              [=] {
                use(kTextured, make_square(0, repeats));
                make_texture(minify, magnify);
              },
          .draw = draw_square};
}

// Squares in front of each other, the third nearest first: half of the pixels fail the test.
void draw_depths() {
  glClear(GL_DEPTH_BUFFER_BIT);
  for (const int layer : {2, 3, 1, 0}) glDrawArrays(GL_TRIANGLES, layer * 6, 6);
}

Vertices make_layers() {
  Vertices all;
  for (const float z : {0.8F, 0.4F, 0.0F, -0.4F}) {
    const Vertices square = make_square(z, 1);
    all.insert(all.end(), square.begin(), square.end());
  }
  return all;
}

std::vector<Workload> make_workloads() {
  constexpr int kCells = 128, kSmallCells = 256, kLayers = 4;
  const auto grid = [](const char* name, int cells) {
    return Workload{.name = name,
                    .work = 2.0 * cells * cells,
                    .unit = "triangle",
                    .set_up = [cells] { use(kSmooth, make_grid(cells)); },
                    .draw = [cells] { glDrawArrays(GL_TRIANGLES, 0, 6 * cells * cells); }};
  };
  return {
      {.name = "clear",
       .work = kPixels,
       .unit = "pixel",
       .set_up = [] {},
       .draw =
           [red = 0.0F]() mutable {  // drivers leave out a clear to what is there
             red = red == 0 ? 0.25F : 0.0F;
             glClearColor(red, 0.5F, 0.75F, 1);
             glClearDepthf(1 - red);
             glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
           }},
      {.name = "fill",
       .work = kPixels,
       .unit = "pixel",
       .set_up =
           [] {
             use(kFlat, make_square(0, 1));
             glUniform4f(0, 0.25F, 0.5F, 0.75F, 1);
           },
       .draw = draw_square},
      {.name = "shade",
       .work = kPixels,
       .unit = "pixel",
       .set_up = [] { use(kSmooth, make_square(0, 1)); },
       .draw = draw_square},
      grid("triangles_32", kCells),
      grid("triangles_8", kSmallCells),
      textured("nearest", 2, GL_NEAREST, GL_NEAREST),
      textured("linear", 1.5F, GL_LINEAR, GL_LINEAR),
      textured("mipmaps", 6, GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR),
      {.name = "blend",
       .work = kLayers * kPixels,
       .unit = "pixel",
       .set_up =
           [] {
             use(kSmooth, make_layers());
             glEnable(GL_BLEND);
             glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
           },
       .draw = [] { glDrawArrays(GL_TRIANGLES, 0, 6 * kLayers); }},
      {.name = "depth",
       .work = kLayers * kPixels,
       .unit = "pixel",
       .set_up =
           [] {
             use(kSmooth, make_layers());
             glEnable(GL_DEPTH_TEST);
           },
       .draw = draw_depths},
      {.name = "long_shader",
       .work = kPixels,
       .unit = "pixel",
       .set_up = [] { use(kLong, make_square(0, 1)); },
       .draw = draw_square},
  };
}

double processor_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

// Returns the least time of a frame.
double measure(const Workload& workload, double nanoseconds) {
  glDisable(GL_BLEND);
  glDisable(GL_DEPTH_TEST);
  glClearDepthf(1);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  workload.set_up();
  const auto frame = [&] {
    const double begin = processor_nanoseconds();
    workload.draw();
    glFinish();
    return processor_nanoseconds() - begin;
  };
  constexpr int kFrames = 2;
  (void)frame();
  double best = frame(), all = best;
  for (int frames = 1; frames < kFrames || all < nanoseconds; ++frames) {
    const double time = frame();
    best = std::min(best, time);
    all += time;
  }
  if (glGetError() != GL_NO_ERROR) fail(workload.name);
  return best;
}

void write_picture(const std::string& file) {
  std::vector<char> pixels(static_cast<std::size_t>(kPixels) * 4);
  glReadPixels(0, 0, kSide, kSide, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  std::ofstream(file, std::ios::binary).write(pixels.data(), static_cast<std::streamsize>(pixels.size()));
}

}  // namespace

int main(int count, char** arguments) {
  double milliseconds = 500;
  std::string directory;
  std::vector<std::string_view> wanted;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = arguments[i];
    if (word == "--milliseconds" && i + 1 < count)
      milliseconds = std::atof(arguments[++i]);
    else if (word == "--picture" && i + 1 < count)
      directory = arguments[++i];
    else
      wanted.push_back(word);
  }
  open_context();
  make_target();
  std::printf("%s\n", reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
  for (const Workload& workload : make_workloads()) {
    if (!wanted.empty() && std::ranges::find(wanted, workload.name) == wanted.end()) continue;
    std::printf("%s %.0f %s %.0f\n", workload.name, workload.work, workload.unit,
                measure(workload, milliseconds * 1e6));
    std::fflush(stdout);
    if (!directory.empty()) write_picture(directory + "/" + workload.name + ".rgba");
  }
}
