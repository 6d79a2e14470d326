// Buffer objects: tiling, caching, and whether the GPU still works on them.
#include <algorithm>
#include <cerrno>

#include "i915/handlers.h"
#include "i915/user_memory.h"

namespace eugene::i915 {
int gem_set_domain(IoctlCall& call, drm_i915_gem_set_domain& args) {
  constexpr std::uint32_t kHost = I915_GEM_DOMAIN_CPU | I915_GEM_DOMAIN_GTT | I915_GEM_DOMAIN_WC;
  if (((args.read_domains | args.write_domain) & ~kHost) != 0) return -EINVAL;
  if (args.write_domain != 0 && args.read_domains != args.write_domain) return -EINVAL;
  if (args.read_domains == 0) return 0;
  const ObjectPtr object = call.file.objects.find(args.handle);
  if (object == nullptr) return -ENOENT;
  // Drivers use this ioctl to check that the program's memory is mapped.
  if (object->is_user() && !is_mapped(reinterpret_cast<std::uint64_t>(object->host()), object->bytes())) return -EFAULT;
  call.wait([&] { return !object->is_busy(args.write_domain == 0); }, Waiters::kForever);
  return 0;
}

int gem_sw_finish(IoctlCall& call, drm_i915_gem_sw_finish& args) {
  return call.file.objects.find(args.handle) == nullptr ? -ENOENT : 0;
}

// Leaves objects untiled, because Eugene has no fence registers, which would untile a mapping for the processor. A
// kernel that cannot handle a machine's swizzling does the same. Drivers use the tiling that the ioctl returns.
int gem_set_tiling(IoctlCall& call, drm_i915_gem_set_tiling& args) {
  const ObjectPtr object = call.file.objects.find(args.handle);
  if (object == nullptr) return -ENOENT;
  if (object->is_user()) return -ENXIO;
  if (args.tiling_mode > I915_TILING_Y) return -EINVAL;
  constexpr std::uint32_t kTileWidth[] = {1, 512, 128};  // bytes
  constexpr std::uint32_t kLargestStride = 2048 * 128;
  const bool tiled = args.tiling_mode != I915_TILING_NONE;
  if (tiled && (args.stride == 0 || args.stride % kTileWidth[args.tiling_mode] != 0 || args.stride > kLargestStride)) {
    return -EINVAL;
  }
  args.tiling_mode = I915_TILING_NONE;
  args.stride = 0;
  args.swizzle_mode = I915_BIT_6_SWIZZLE_NONE;
  return 0;
}

int gem_get_tiling(IoctlCall& call, drm_i915_gem_get_tiling& args) {
  if (call.file.objects.find(args.handle) == nullptr) return -ENOENT;
  args.tiling_mode = I915_TILING_NONE;
  args.swizzle_mode = I915_BIT_6_SWIZZLE_NONE;
  args.phys_swizzle_mode = I915_BIT_6_SWIZZLE_NONE;
  return 0;
}

// Nothing is ever purged: memory marked as not needed is kept. It is accessible only through existing mappings until it
// is marked as needed again.
int gem_madvise(IoctlCall& call, drm_i915_gem_madvise& args) {
  if (args.madv != I915_MADV_WILLNEED && args.madv != I915_MADV_DONTNEED) return -EINVAL;
  const ObjectPtr object = call.file.objects.find(args.handle);
  if (object == nullptr) return -ENOENT;
  object->is_needed = args.madv == I915_MADV_WILLNEED;
  args.retained = 1;
  return 0;
}

int gem_set_caching(IoctlCall& call, drm_i915_gem_caching& args) {
  if (args.caching > I915_CACHING_DISPLAY) return -EINVAL;
  const ObjectPtr object = call.file.objects.find(args.handle);
  if (object == nullptr) return -ENOENT;
  if (object->is_user() && args.caching != I915_CACHING_CACHED) return -ENXIO;
  object->caching = args.caching;
  return 0;
}

int gem_get_caching(IoctlCall& call, drm_i915_gem_caching& args) {
  const ObjectPtr object = call.file.objects.find(args.handle);
  if (object == nullptr) return -ENOENT;
  args.caching = object->caching;
  return 0;
}

int gem_busy(IoctlCall& call, drm_i915_gem_busy& args) {
  const ObjectPtr object = call.file.objects.find(args.handle);
  if (object == nullptr) return -ENOENT;
  args.busy = object->busy_engines();
  return 0;
}

int gem_wait(IoctlCall& call, drm_i915_gem_wait& args) {
  if (args.flags != 0) return -EINVAL;
  const ObjectPtr object = call.file.objects.find(args.bo_handle);
  if (object == nullptr) return -ENOENT;
  const auto begin = std::chrono::steady_clock::now();
  const auto longest = Waiters::kForever - begin;
  const std::chrono::nanoseconds allowed(args.timeout_ns);
  const auto deadline = args.timeout_ns < 0 || allowed >= longest ? Waiters::kForever : begin + allowed;
  const bool done = call.wait([&] { return !object->is_busy(false); }, deadline);
  if (args.timeout_ns > 0) {
    const auto left = deadline == Waiters::kForever ? allowed : deadline - std::chrono::steady_clock::now();
    args.timeout_ns = std::max<std::int64_t>(std::chrono::nanoseconds(left).count(), 0);
  }
  return done ? 0 : -ETIME;
}

// Does not wait: EXECBUFFER2 already limits how far a program is ahead (kMaxPending).
int gem_throttle(IoctlCall&, NoArgument&) { return 0; }

}  // namespace eugene::i915
