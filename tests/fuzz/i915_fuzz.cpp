// Any bytes as a program's ioctls: nothing is read or written but what the program may, and every call returns.
//
// The input is a list of calls: a byte that picks the ioctl, then its argument. It also lies in memory at kArena, so
// that pointers in arguments can be found to mean something.
#include <i915_drm.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "i915/file.h"
#include "i915/ioctl_table.h"

namespace {

using namespace eugene;

constexpr std::uint64_t kArena = 0x1000'0000;
constexpr std::size_t kArenaBytes = 0x10000;
constexpr std::size_t kMostCalls = 64;

std::byte* arena() {
  static auto* const memory =
      static_cast<std::byte*>(::mmap(reinterpret_cast<void*>(kArena), kArenaBytes, PROT_READ | PROT_WRITE,
                                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0));
  if (memory != reinterpret_cast<std::byte*>(kArena)) std::abort();
  return memory;
}

// The process's own memory is what it may do anything to; here that is the arena.
void keep_inside(drm_i915_gem_userptr& args) {
  args.user_ptr = kArena + (args.user_ptr & 0x7000);
  args.user_size = 0x1000 + (args.user_size & 0x7000);
}

std::vector<const i915::Ioctl*> all_ioctls() {
  std::vector<const i915::Ioctl*> result;
  for (unsigned number = 0; number < 256; ++number) {
    if (const i915::Ioctl* each = i915::find_ioctl(_IO(DRM_IOCTL_BASE, number))) result.push_back(each);
  }
  return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<const i915::Ioctl*> ioctls = all_ioctls();
  auto bytes = std::as_bytes(std::span(data, size));
  std::memset(arena(), 0, kArenaBytes);
  std::memcpy(arena(), bytes.data(), std::min(bytes.size(), kArenaBytes));
  i915::Machine machine({.threads = 1, .executor = {.timeout = std::chrono::milliseconds(20)}});
  i915::File file(machine);
  for (std::size_t calls = 0; calls < kMostCalls && !bytes.empty(); ++calls) {
    const i915::Ioctl& picked = *ioctls[static_cast<std::size_t>(bytes[0]) % ioctls.size()];
    bytes = bytes.subspan(1);
    alignas(16) std::array<std::byte, 512> argument{};
    const std::size_t length = std::min<std::size_t>(_IOC_SIZE(picked.request), bytes.size());
    std::copy_n(bytes.begin(), length, argument.begin());
    bytes = bytes.subspan(length);
    if (picked.request == DRM_IOCTL_I915_GEM_USERPTR) {
      keep_inside(*reinterpret_cast<drm_i915_gem_userptr*>(argument.data()));
    }
    if (picked.request == DRM_IOCTL_I915_GEM_CREATE) argument[3] = std::byte{0};  // of a size that can be had often
    const int result = file.ioctl(picked.request, argument.data());
    if (result == 0 && picked.request == DRM_IOCTL_I915_GEM_MMAP) {
      const auto& args = *reinterpret_cast<const drm_i915_gem_mmap*>(argument.data());
      ::munmap(reinterpret_cast<void*>(args.addr_ptr), args.size);
    }
  }
  return 0;
}
