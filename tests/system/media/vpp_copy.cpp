// Video processing through VA-API at 1:1: the kernels of Intel's driver copy a picture of random bytes from one surface
// to another of the same format. NV12, YV12 and YUY2 must come out as they went in.
#include <fcntl.h>
#include <va/va.h>
#include <va/va_drm.h>
#include <va/va_vpp.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <span>
#include <vector>

namespace {

constexpr unsigned kWidth = 176;
constexpr unsigned kHeight = 144;

struct Format {
  const char* name;
  std::uint32_t fourcc;
  std::uint32_t surface;
};
constexpr Format kFormats[] = {{"NV12", VA_FOURCC_NV12, VA_RT_FORMAT_YUV420},
                               {"YV12", VA_FOURCC_YV12, VA_RT_FORMAT_YUV420},
                               {"YUY2", VA_FOURCC_YUY2, VA_RT_FORMAT_YUV422}};

void check(VAStatus status, const char* what) {
  if (status == VA_STATUS_SUCCESS) return;
  std::fprintf(stderr, "%s: %s\n", what, vaErrorStr(status));
  std::exit(2);
}

// The bytes of a line of each plane.
std::vector<unsigned> line_bytes(const Format& format) {
  if (format.fourcc == VA_FOURCC_YUY2) return {2 * kWidth};
  if (format.fourcc == VA_FOURCC_NV12) return {kWidth, kWidth};
  return {kWidth, kWidth / 2, kWidth / 2};
}

// Calls `each` for every line of a surface's picture, in the driver's memory.
template <class Each>
void for_each_line(VADisplay display, VASurfaceID surface, const Format& format, Each each) {
  VAImage image{};
  check(vaDeriveImage(display, surface, &image), "vaDeriveImage");
  void* memory = nullptr;
  check(vaMapBuffer(display, image.buf, &memory), "vaMapBuffer");
  const std::vector<unsigned> bytes = line_bytes(format);
  for (std::size_t plane = 0; plane < bytes.size(); ++plane) {
    const unsigned lines = plane == 0 ? kHeight : kHeight / 2;
    for (unsigned y = 0; y < lines; ++y) {
      auto* line = static_cast<std::uint8_t*>(memory) + image.offsets[plane] + std::size_t{y} * image.pitches[plane];
      each(std::span(line, bytes[plane]));
    }
  }
  check(vaUnmapBuffer(display, image.buf), "vaUnmapBuffer");
  check(vaDestroyImage(display, image.image_id), "vaDestroyImage");
}

VASurfaceID create_surface(VADisplay display, const Format& format) {
  VASurfaceAttrib attribute{};
  attribute.type = VASurfaceAttribPixelFormat;
  attribute.flags = VA_SURFACE_ATTRIB_SETTABLE;
  attribute.value.type = VAGenericValueTypeInteger;
  attribute.value.value.i = static_cast<int>(format.fourcc);
  VASurfaceID surface = 0;
  check(vaCreateSurfaces(display, format.surface, kWidth, kHeight, &surface, 1, &attribute, 1), "vaCreateSurfaces");
  return surface;
}

std::size_t count_wrong(VADisplay display, VAConfigID config, const Format& format) {
  VASurfaceID surfaces[] = {create_surface(display, format), create_surface(display, format)};
  VAContextID context = 0;
  check(vaCreateContext(display, config, kWidth, kHeight, VA_PROGRESSIVE, surfaces, 2, &context), "vaCreateContext");
  std::mt19937 random(format.fourcc);
  std::vector<std::uint8_t> picture;
  for_each_line(display, surfaces[0], format, [&](std::span<std::uint8_t> line) {
    for (std::uint8_t& byte : line) picture.push_back(byte = static_cast<std::uint8_t>(random()));
  });
  VAProcPipelineParameterBuffer parameters{};
  parameters.surface = surfaces[0];
  VABufferID buffer = 0;
  check(vaCreateBuffer(display, context, VAProcPipelineParameterBufferType, sizeof parameters, 1, &parameters, &buffer),
        "vaCreateBuffer");
  check(vaBeginPicture(display, context, surfaces[1]), "vaBeginPicture");
  check(vaRenderPicture(display, context, &buffer, 1), "vaRenderPicture");
  check(vaEndPicture(display, context), "vaEndPicture");
  check(vaSyncSurface(display, surfaces[1]), "vaSyncSurface");
  std::size_t wrong = 0;
  std::size_t at = 0;
  for_each_line(display, surfaces[1], format, [&](std::span<std::uint8_t> line) {
    for (const std::uint8_t byte : line) wrong += byte != picture[at++] ? 1 : 0;
  });
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
  std::printf("%s\n", vaQueryVendorString(display));
  VAConfigID config = 0;
  check(vaCreateConfig(display, VAProfileNone, VAEntrypointVideoProc, nullptr, 0, &config), "vaCreateConfig");
  std::size_t wrong = 0;
  for (const Format& format : kFormats) {
    const std::size_t now = count_wrong(display, config, format);
    std::printf("%s %ux%u: %zu bytes wrong\n", format.name, kWidth, kHeight, now);
    wrong += now;
  }
  vaTerminate(display);
  return wrong == 0 ? 0 : 1;
}
