// Scaling through VA-API: Intel's driver has the sampler's video scaler (sample_8x8) interpolate linearly. A picture of
// random bytes, larger and smaller, against the same interpolation on the host.
#include <fcntl.h>
#include <va/va.h>
#include <va/va_drm.h>
#include <va/va_vpp.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

constexpr unsigned kWidth = 176;
constexpr unsigned kHeight = 144;

void check(VAStatus status, const char* what) {
  if (status == VA_STATUS_SUCCESS) return;
  std::fprintf(stderr, "%s: %s\n", what, vaErrorStr(status));
  std::exit(2);
}

// A plane of NV12: luma, or U and V in turn.
struct Plane {
  unsigned width = 0;
  unsigned height = 0;
  unsigned components = 1;
  std::vector<std::uint8_t> data;

  int at(int x, int y, unsigned component) const {
    x = std::clamp(x, 0, static_cast<int>(width) - 1);
    y = std::clamp(y, 0, static_cast<int>(height) - 1);
    return data[(static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)) * components + component];
  }
  // Between texels at steps of 1/32, in both directions.
  double between(double x, double y, unsigned component) const {
    const double x32 = std::floor(x * 32 + 0.5) / 32;
    const double y32 = std::floor(y * 32 + 0.5) / 32;
    const int x0 = static_cast<int>(std::floor(x32));
    const int y0 = static_cast<int>(std::floor(y32));
    const double fx = x32 - x0;
    const double fy = y32 - y0;
    return (1 - fy) * ((1 - fx) * at(x0, y0, component) + fx * at(x0 + 1, y0, component)) +
           fy * ((1 - fx) * at(x0, y0 + 1, component) + fx * at(x0 + 1, y0 + 1, component));
  }
};

Plane plane_of(unsigned width, unsigned height, unsigned number) {
  if (number == 0) return {width, height, 1, std::vector<std::uint8_t>(std::size_t{width} * height)};
  return {width / 2, height / 2, 2, std::vector<std::uint8_t>(std::size_t{width} * height / 2)};
}

// Copies between a surface's planes and `planes`.
void transfer(VADisplay display, VASurfaceID surface, std::vector<Plane>& planes, bool to_surface) {
  VAImage image{};
  check(vaDeriveImage(display, surface, &image), "vaDeriveImage");
  void* memory = nullptr;
  check(vaMapBuffer(display, image.buf, &memory), "vaMapBuffer");
  for (std::size_t number = 0; number < planes.size(); ++number) {
    Plane& plane = planes[number];
    const std::size_t bytes = std::size_t{plane.width} * plane.components;
    for (unsigned y = 0; y < plane.height; ++y) {
      auto* line = static_cast<std::uint8_t*>(memory) + image.offsets[number] + std::size_t{y} * image.pitches[number];
      std::uint8_t* own = plane.data.data() + y * bytes;
      if (to_surface) {
        std::copy_n(own, bytes, line);
      } else {
        std::copy_n(line, bytes, own);
      }
    }
  }
  check(vaUnmapBuffer(display, image.buf), "vaUnmapBuffer");
  check(vaDestroyImage(display, image.image_id), "vaDestroyImage");
}

VASurfaceID create_surface(VADisplay display, unsigned width, unsigned height) {
  VASurfaceAttrib attribute{};
  attribute.type = VASurfaceAttribPixelFormat;
  attribute.flags = VA_SURFACE_ATTRIB_SETTABLE;
  attribute.value.type = VAGenericValueTypeInteger;
  attribute.value.value.i = static_cast<int>(VA_FOURCC_NV12);
  VASurfaceID surface = 0;
  check(vaCreateSurfaces(display, VA_RT_FORMAT_YUV420, width, height, &surface, 1, &attribute, 1), "vaCreateSurfaces");
  return surface;
}

std::size_t count_wrong(VADisplay display, VAConfigID config, unsigned width, unsigned height) {
  VASurfaceID surfaces[] = {create_surface(display, kWidth, kHeight), create_surface(display, width, height)};
  VAContextID context = 0;
  check(vaCreateContext(display, config, static_cast<int>(width), static_cast<int>(height), VA_PROGRESSIVE, surfaces, 2,
                        &context),
        "vaCreateContext");
  std::mt19937 random(width);
  std::vector<Plane> from{plane_of(kWidth, kHeight, 0), plane_of(kWidth, kHeight, 1)};
  for (Plane& plane : from) {
    for (std::uint8_t& byte : plane.data) byte = static_cast<std::uint8_t>(random());
  }
  transfer(display, surfaces[0], from, true);
  VAProcPipelineParameterBuffer parameters{};
  parameters.surface = surfaces[0];
  VABufferID buffer = 0;
  check(vaCreateBuffer(display, context, VAProcPipelineParameterBufferType, sizeof parameters, 1, &parameters, &buffer),
        "vaCreateBuffer");
  check(vaBeginPicture(display, context, surfaces[1]), "vaBeginPicture");
  check(vaRenderPicture(display, context, &buffer, 1), "vaRenderPicture");
  check(vaEndPicture(display, context), "vaEndPicture");
  check(vaSyncSurface(display, surfaces[1]), "vaSyncSurface");
  std::vector<Plane> to{plane_of(width, height, 0), plane_of(width, height, 1)};
  transfer(display, surfaces[1], to, false);
  std::size_t wrong = 0;
  for (std::size_t number = 0; number < to.size(); ++number) {
    const Plane& plane = to[number];
    for (unsigned y = 0; y < plane.height; ++y) {
      for (unsigned x = 0; x < plane.width; ++x) {
        for (unsigned component = 0; component < plane.components; ++component) {
          const double wanted =
              from[number].between(x * double{kWidth} / width, y * double{kHeight} / height, component);
          const int got = plane.at(static_cast<int>(x), static_cast<int>(y), component);
          // Gen6's kernels drop the fraction. A step of the scaler may be off by one of its 32 phases.
          const double slack = 1 + 255.0 / 16;
          wrong += std::fabs(got - wanted) > slack ? 1 : 0;
        }
      }
    }
  }
  vaDestroyBuffer(display, buffer);
  vaDestroyContext(display, context);
  vaDestroySurfaces(display, surfaces, 2);
  return wrong;
}

}  // namespace

int main() {
  const int device = ::open("/dev/dri/renderD128", O_RDWR);
  VADisplay display = vaGetDisplayDRM(device);
  int major = 0;
  int minor = 0;
  check(vaInitialize(display, &major, &minor), "vaInitialize");
  VAConfigID config = 0;
  check(vaCreateConfig(display, VAProfileNone, VAEntrypointVideoProc, nullptr, 0, &config), "vaCreateConfig");
  std::size_t wrong = 0;
  for (const auto& [width, height] : {std::pair{352U, 288U}, {88U, 72U}, {176U, 288U}}) {
    const std::size_t now = count_wrong(display, config, width, height);
    std::printf("NV12 %ux%u to %ux%u: %zu bytes wrong\n", kWidth, kHeight, width, height, now);
    wrong += now;
  }
  vaTerminate(display);
  return wrong == 0 ? 0 : 1;
}
