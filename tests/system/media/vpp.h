// Common parts of the video processing programs: a VA-API display, surfaces, and one run of the driver's pipeline.
#pragma once

#include <fcntl.h>
#include <va/va.h>
#include <va/va_drm.h>
#include <va/va_vpp.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

inline void check(VAStatus status, const char* what) {
  if (status == VA_STATUS_SUCCESS) return;
  std::fprintf(stderr, "%s: %s\n", what, vaErrorStr(status));
  std::exit(2);
}

struct Size {
  unsigned width = 0;
  unsigned height = 0;
};

// The GPU's video processing.
class VideoProcessor {
 public:
  VideoProcessor() : display_(vaGetDisplayDRM(::open("/dev/dri/renderD128", O_RDWR))) {
    int major = 0;
    int minor = 0;
    check(vaInitialize(display_, &major, &minor), "vaInitialize");
    std::printf("%s\n", vaQueryVendorString(display_));
    check(vaCreateConfig(display_, VAProfileNone, VAEntrypointVideoProc, nullptr, 0, &config_), "vaCreateConfig");
  }
  ~VideoProcessor() { vaTerminate(display_); }
  VideoProcessor(const VideoProcessor&) = delete;
  VideoProcessor& operator=(const VideoProcessor&) = delete;

  VASurfaceID create_surface(std::uint32_t fourcc, std::uint32_t format, Size size) {
    VASurfaceAttrib attribute{};
    attribute.type = VASurfaceAttribPixelFormat;
    attribute.flags = VA_SURFACE_ATTRIB_SETTABLE;
    attribute.value.type = VAGenericValueTypeInteger;
    attribute.value.value.i = static_cast<int>(fourcc);
    VASurfaceID surface = 0;
    check(vaCreateSurfaces(display_, format, size.width, size.height, &surface, 1, &attribute, 1), "vaCreateSurfaces");
    return surface;
  }
  void destroy(VASurfaceID surface) { vaDestroySurfaces(display_, &surface, 1); }

  // Calls each(memory, image) with the surface's picture in the driver's memory.
  template <class Each>
  void with_picture(VASurfaceID surface, Each each) {
    VAImage image{};
    check(vaDeriveImage(display_, surface, &image), "vaDeriveImage");
    void* memory = nullptr;
    check(vaMapBuffer(display_, image.buf, &memory), "vaMapBuffer");
    each(static_cast<std::uint8_t*>(memory), image);
    check(vaUnmapBuffer(display_, image.buf), "vaUnmapBuffer");
    check(vaDestroyImage(display_, image.image_id), "vaDestroyImage");
  }

  // All of `from` to all of `to`, which is of `size`, on that background (0: none).
  void process(VASurfaceID from, VASurfaceID to, Size size, std::uint32_t background = 0) {
    VASurfaceID surfaces[] = {from, to};
    VAContextID context = 0;
    check(vaCreateContext(display_, config_, static_cast<int>(size.width), static_cast<int>(size.height),
                          VA_PROGRESSIVE, surfaces, 2, &context),
          "vaCreateContext");
    VAProcPipelineParameterBuffer parameters{};
    parameters.surface = from;
    parameters.output_background_color = background;
    VABufferID buffer = 0;
    check(vaCreateBuffer(display_, context, VAProcPipelineParameterBufferType, sizeof parameters, 1, &parameters,
                         &buffer),
          "vaCreateBuffer");
    check(vaBeginPicture(display_, context, to), "vaBeginPicture");
    check(vaRenderPicture(display_, context, &buffer, 1), "vaRenderPicture");
    check(vaEndPicture(display_, context), "vaEndPicture");
    check(vaSyncSurface(display_, to), "vaSyncSurface");
    vaDestroyBuffer(display_, buffer);
    vaDestroyContext(display_, context);
  }

 private:
  VADisplay display_;
  VAConfigID config_ = 0;
};
