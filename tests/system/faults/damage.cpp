// The driver's own calls of send() and ioctl() are the ones here: this program exports them, and the dynamic linker
// takes a program's functions first.
#include "damage.h"

#include <dlfcn.h>
#include <i915_drm.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdarg>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <span>
#include <vector>

namespace {

// Words of the driver's command buffers, and what to write over them.
struct Damage {
  std::string_view name;
  std::uint32_t find;
  unsigned at;  // words after the one found
  std::uint32_t write;
};
constexpr std::array kDamages{
    Damage{"unknown-command", 0x7105'000D, 0, 0x7FFF'000D},  // GPGPU_WALKER
    Damage{"garbage", 0x7105'000D, 0, 0xFFFF'FFFF},
    Damage{"reserved-field", 0x7105'000D, 4, 0xFFFF'FFFF},  // its SIMD size
    Damage{"batch-address", 0x1880'0101, 2, 0x0000'7ABC},   // MI_BATCH_BUFFER_START
    Damage{"no-batch-end", 0x0500'0000, 0, 0},              // MI_BATCH_BUFFER_END
    Damage{"no-end-at-all", 0x0500'0000, 0, 0x1880'0101},   // a jump to another place instead
    // State that the driver writes for a simulator only; the i915 door has none of it.
    Damage{"ring-address", 0x0000'2038, 1, 0x7FFF'F000},  // RING_BUFFER_START in the context image
    Damage{"ring-disabled", 0x0000'203C, 1, 0},
    Damage{"page-tables", 0x0000'2270, 1, 0x7654'3000},  // PDP0
    // MI_SEMAPHORE_WAIT for a register that never changes.
    Damage{"endless-wait", 0x7105'000D, 0, 0x0E01'5002},
};
std::atomic<const Damage*> damage = nullptr;

// Damages the words of a memory write, but for page table entries, which are shorter than any command buffer.
void damage_words(const Damage& wanted, std::span<char> data) {
  const std::size_t at = 4 * wanted.at;
  for (std::size_t i = 0; data.size() >= 64 && i + at + 4 <= data.size(); i += 4) {
    if (std::memcmp(&data[i], &wanted.find, 4) == 0) std::memcpy(&data[i + at], &wanted.write, 4);
  }
}

// Damages what a piece of a conversation with a simulator writes to memory; `left` is how much of a write's data is
// still to come.
void damage_messages(const Damage* wanted, std::span<char> bytes, std::size_t& left) {
  while (!bytes.empty()) {
    std::size_t count = std::min(left, bytes.size());
    if (left > 0) {
      if (wanted != nullptr) damage_words(*wanted, bytes.first(count));
      left -= count;
    } else {
      // Type, transaction and size; for a memory write the body's third word is how much data follows.
      std::array<std::uint32_t, 6> head{};
      std::memcpy(head.data(), bytes.data(), std::min(sizeof head, bytes.size()));
      count = std::min<std::size_t>(12 + head[2], bytes.size());
      if (head[0] == 4) left = head[5];
    }
    bytes = bytes.subspan(count);
  }
}

int call_kernel(int file, unsigned long request, void* argument) {
  static const auto real = reinterpret_cast<int (*)(int, unsigned long, ...)>(::dlsym(RTLD_NEXT, "ioctl"));
  return real(file, request, argument);
}

// A buffer object: the program's own memory, or the kernel's.
struct Object {
  char* user = nullptr;  // null: the kernel's
  std::size_t bytes = 0;
};
std::mutex mutex;
std::map<std::uint32_t, Object> objects;  // by handle

void damage_object(const Damage& wanted, int file, std::uint32_t handle, const Object& object) {
  if (object.user != nullptr) return damage_words(wanted, {object.user, object.bytes});
  drm_i915_gem_mmap map{.handle = handle, .size = object.bytes};
  if (call_kernel(file, DRM_IOCTL_I915_GEM_MMAP, &map) != 0) return;
  auto* mapped = reinterpret_cast<char*>(map.addr_ptr);  // NOLINT: the kernel's answer
  damage_words(wanted, {mapped, object.bytes});
  ::munmap(mapped, object.bytes);
}

void damage_request(const Damage& wanted, int file, const drm_i915_gem_execbuffer2& request) {
  constexpr std::size_t kLongest = std::size_t{1} << 20;  // of a command buffer
  const std::scoped_lock lock(mutex);
  const auto* list = reinterpret_cast<const drm_i915_gem_exec_object2*>(request.buffers_ptr);  // NOLINT
  for (const auto& each : std::span(list, request.buffer_count)) {
    const auto found = objects.find(each.handle);
    if (found != objects.end() && found->second.bytes <= kLongest)
      damage_object(wanted, file, each.handle, found->second);
  }
}

void note_object(unsigned long request, const void* argument) {
  const std::scoped_lock lock(mutex);
  if (request == DRM_IOCTL_I915_GEM_USERPTR) {
    const auto& made = *static_cast<const drm_i915_gem_userptr*>(argument);
    objects[made.handle] = {reinterpret_cast<char*>(made.user_ptr), made.user_size};  // NOLINT
  } else if (request == DRM_IOCTL_I915_GEM_CREATE_EXT) {
    const auto& made = *static_cast<const drm_i915_gem_create_ext*>(argument);
    objects[made.handle] = {nullptr, made.size};
  }
}

}  // namespace

bool choose_damage(std::string_view name) {
  const auto found = std::ranges::find(kDamages, name, &Damage::name);
  if (found == kDamages.end()) return false;
  damage = found;
  return true;
}

extern "C" ssize_t send(int socket, const void* data, size_t size, int flags) {
  static const auto real = reinterpret_cast<ssize_t (*)(int, const void*, size_t, int)>(::dlsym(RTLD_NEXT, "send"));
  static std::map<int, std::size_t> left;  // the driver's calls are made one after the other
  std::vector<char> changed(static_cast<const char*>(data), static_cast<const char*>(data) + size);
  damage_messages(damage, changed, left[socket]);
  return real(socket, changed.data(), size, flags);
}

extern "C" int ioctl(int file, unsigned long request, ...) noexcept {
  va_list list;
  va_start(list, request);
  void* argument = va_arg(list, void*);
  va_end(list);
  const Damage* wanted = damage;
  if (wanted != nullptr && request == DRM_IOCTL_I915_GEM_EXECBUFFER2) {
    damage_request(*wanted, file, *static_cast<const drm_i915_gem_execbuffer2*>(argument));
  }
  const int result = call_kernel(file, request, argument);
  if (result == 0) note_object(request, argument);
  return result;
}
