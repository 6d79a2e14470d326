#include "i915/fence_array.h"

#include <cerrno>

#include "i915/extensions.h"
#include "i915/user_memory.h"

namespace eugene::i915 {
namespace {

constexpr std::uint64_t kMaxFences = 1U << 20;

}  // namespace

int FenceArray::add(IoctlCall& call, const drm_i915_gem_exec_fence& fence, std::uint64_t value) {
  if ((fence.flags & ~std::uint32_t{I915_EXEC_FENCE_WAIT | I915_EXEC_FENCE_SIGNAL}) != 0) return -EINVAL;
  const auto syncobj = call.file.syncobjs.find(fence.handle);
  if (syncobj == nullptr) return -ENOENT;
  if ((fence.flags & I915_EXEC_FENCE_WAIT) != 0) {
    if (!syncobj->is_submitted(value)) return -EINVAL;
    for (FencePtr& each : syncobj->fences(value)) {
      if (!is_done(each)) waits_.push_back(std::move(each));
    }
  }
  if ((fence.flags & I915_EXEC_FENCE_SIGNAL) != 0) signals_.push_back({syncobj, value});
  return 0;
}

int FenceArray::read(IoctlCall& call, const drm_i915_gem_execbuffer2& args) {
  const auto read_all = [&](std::uint64_t handles, std::uint64_t values, std::uint64_t count) {
    if (count > kMaxFences) return -EINVAL;
    for (std::uint64_t i = 0; i < count; ++i) {
      drm_i915_gem_exec_fence fence{};
      std::uint64_t value = 0;
      if (!read_user(fence, handles + i * sizeof fence)) return -EFAULT;
      if (values != 0 && !read_user(value, values + i * sizeof value)) return -EFAULT;
      const int result = add(call, fence, value);
      if (result != 0) return result;
    }
    return 0;
  };
  if ((args.flags & I915_EXEC_USE_EXTENSIONS) != 0) {
    if ((args.flags & I915_EXEC_FENCE_ARRAY) != 0 || args.num_cliprects != 0) return -EINVAL;
    return for_each_extension(args.cliprects_ptr, [&](std::uint32_t name, std::uint64_t address) {
      if (name != DRM_I915_GEM_EXECBUFFER_EXT_TIMELINE_FENCES) return -EINVAL;
      drm_i915_gem_execbuffer_ext_timeline_fences list{};
      if (!read_user(list, address)) return -EFAULT;
      return read_all(list.handles_ptr, list.values_ptr, list.fence_count);
    });
  }
  if ((args.flags & I915_EXEC_FENCE_ARRAY) == 0) return 0;
  return read_all(args.cliprects_ptr, 0, args.num_cliprects);
}

void FenceArray::signal(const FencePtr& done) const {
  for (const Signal& each : signals_) {
    if (each.value != 0) {
      each.syncobj->add(each.value, done);
    } else {
      each.syncobj->replace(done);
    }
  }
}

}  // namespace eugene::i915
