// Fills a quarter of a picture by libigt's GPGPU and media batches, whose kernels Intel wrote for these GPUs, and
// checks every byte. The library has no headers in its package: these are the functions' declarations.
#include <fcntl.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>

struct buf_ops;
struct intel_buf;
extern "C" {
using fill_function = void (*)(int device, intel_buf* buffer, unsigned x, unsigned y, unsigned width, unsigned height,
                               std::uint8_t value);
fill_function igt_get_gpgpu_fillfunc(int device_id);
fill_function igt_get_media_fillfunc(int device_id);
std::uint32_t intel_get_drm_devid(int device);
buf_ops* buf_ops_create(int device);
intel_buf* intel_buf_create(buf_ops* ops, int width, int height, int bits, int alignment, std::uint32_t tiling,
                            std::uint32_t compression);
void intel_buf_to_linear(buf_ops* ops, intel_buf* buffer, std::uint32_t* to);
void linear_to_intel_buf(buf_ops* ops, intel_buf* buffer, std::uint32_t* from);
}

namespace {

constexpr unsigned kSide = 64;
constexpr std::uint8_t kBefore = 0x4C;
constexpr std::uint8_t kFilled = 0x88;

unsigned count_wrong(int device, buf_ops* ops, fill_function fill) {
  alignas(4) std::array<std::uint8_t, kSide * kSide> picture;
  picture.fill(kBefore);
  intel_buf* buffer = intel_buf_create(ops, kSide, kSide, 8, 0, 0, 0);
  linear_to_intel_buf(ops, buffer, reinterpret_cast<std::uint32_t*>(picture.data()));
  fill(device, buffer, 0, 0, kSide / 2, kSide / 2, kFilled);
  picture.fill(0);
  intel_buf_to_linear(ops, buffer, reinterpret_cast<std::uint32_t*>(picture.data()));
  unsigned wrong = 0;
  for (unsigned y = 0; y < kSide; ++y) {
    for (unsigned x = 0; x < kSide; ++x) {
      const bool inside = x < kSide / 2 && y < kSide / 2;
      wrong += picture[y * kSide + x] != (inside ? kFilled : kBefore) ? 1 : 0;
    }
  }
  return wrong;
}

}  // namespace

int main() {
  const int device = ::open("/dev/dri/renderD128", O_RDWR);
  if (device < 0) {
    std::perror("/dev/dri/renderD128");
    return 2;
  }
  const int id = static_cast<int>(intel_get_drm_devid(device));
  buf_ops* ops = buf_ops_create(device);
  unsigned wrong = 0;
  for (const auto& [name, fill] :
       {std::pair{"gpgpu_fill", igt_get_gpgpu_fillfunc(id)}, std::pair{"media_fill", igt_get_media_fillfunc(id)}}) {
    const unsigned now = fill == nullptr ? kSide * kSide : count_wrong(device, ops, fill);
    std::printf("%s on %04x: %u of %u bytes wrong\n", name, static_cast<unsigned>(id), now, kSide * kSide);
    wrong += now;
  }
  return wrong == 0 ? 0 : 1;
}
