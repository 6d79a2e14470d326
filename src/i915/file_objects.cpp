// Creates, maps, reads, writes and closes buffer objects.
#include <sys/mman.h>
#include <sys/sysinfo.h>

#include <cerrno>
#include <cstring>
#include <expected>
#include <memory>
#include <utility>

#include "base/bits.h"
#include "i915/extensions.h"
#include "i915/handlers.h"
#include "i915/host_memory.h"
#include "i915/user_memory.h"

namespace eugene::i915 {
namespace {

template <class Args>
int create(IoctlCall& call, Args& args) {
  const std::uint64_t bytes = align_up(std::uint64_t{args.size}, memory::kPageBytes);
  if (bytes == 0) return -EINVAL;  // size 0, or rounding up has overflowed
  if (args.size > host_memory().total) return -E2BIG;
  const ObjectPtr object = Object::create(call.drm().take_offsets(bytes), bytes);
  if (object == nullptr) return -ENOMEM;
  args.size = object->bytes();
  args.handle = call.file.objects.add(object);
  return 0;
}

bool is_inside(const Object& object, std::uint64_t offset, std::uint64_t bytes) {
  return offset <= object.bytes() && bytes <= object.bytes() - offset;
}

// Waits until the GPU no longer uses the object, and returns the args.size bytes that GEM_PREAD or GEM_PWRITE copies.
// If there is nothing to copy, returns the ioctl's result. The pointer owns the object, because other threads may close
// the handle meanwhile.
template <class Args>
std::expected<std::shared_ptr<std::byte>, int> range_to_copy(IoctlCall& call, const Args& args, bool writes) {
  const ObjectPtr object = call.file.objects.find(args.handle);
  if (args.size == 0) return std::unexpected(0);
  if (object == nullptr) return std::unexpected(-ENOENT);
  if (!is_inside(*object, args.offset, args.size)) return std::unexpected(-EINVAL);
  if (writes && !object->is_writable()) return std::unexpected(-EINVAL);
  if (!object->is_needed) return std::unexpected(-EFAULT);
  call.wait([&] { return !object->is_busy(false); }, Waiters::kForever);
  return std::shared_ptr<std::byte>(object, object->host() + args.offset);
}

}  // namespace

int gem_create(IoctlCall& call, drm_i915_gem_create& args) { return create(call, args); }

namespace {

// Checks the memory regions that the program allows for an object. System memory is the only region.
int check_regions(std::uint64_t address) {
  drm_i915_gem_create_ext_memory_regions list{};
  if (!read_user(list, address)) return -EFAULT;
  if (list.pad != 0 || list.num_regions == 0) return -EINVAL;
  for (std::uint32_t i = 0; i < list.num_regions; ++i) {
    drm_i915_gem_memory_class_instance region{};
    if (!read_user(region, list.regions + i * sizeof region)) return -EFAULT;
    if (i != 0 || region.memory_class != I915_MEMORY_CLASS_SYSTEM || region.memory_instance != 0) return -EINVAL;
  }
  return 0;
}

}  // namespace

int gem_create_ext(IoctlCall& call, drm_i915_gem_create_ext& args) {
  if (args.flags != 0) return -EINVAL;
  bool placed = false;
  const int extensions = for_each_extension(args.extensions, [&placed](std::uint32_t name, std::uint64_t address) {
    switch (name) {
      case I915_GEM_CREATE_EXT_MEMORY_REGIONS: return std::exchange(placed, true) ? -EINVAL : check_regions(address);
      case I915_GEM_CREATE_EXT_PROTECTED_CONTENT: return -ENODEV;
      default: return -EINVAL;
    }
  });
  return extensions != 0 ? extensions : create(call, args);
}

int gem_userptr(IoctlCall& call, drm_i915_gem_userptr& args) {
  constexpr std::uint32_t kKnown = I915_USERPTR_READ_ONLY | I915_USERPTR_PROBE | I915_USERPTR_UNSYNCHRONIZED;
  if ((args.flags & ~kKnown) != 0 || args.user_size == 0) return -EINVAL;
  if (((args.user_ptr | args.user_size) & (memory::kPageBytes - 1)) != 0) return -EINVAL;
  if (args.user_size > host_memory().total) return -E2BIG;
  constexpr std::uint64_t kUserEnd = low_mask(47);
  if (args.user_ptr > kUserEnd || args.user_size > kUserEnd - args.user_ptr) return -EFAULT;
  if ((args.flags & I915_USERPTR_UNSYNCHRONIZED) != 0) return -ENODEV;
  if ((args.flags & I915_USERPTR_PROBE) != 0 && !is_mapped(args.user_ptr, args.user_size)) return -EFAULT;
  auto* host = reinterpret_cast<std::byte*>(args.user_ptr);  // NOLINT: the program's memory
  args.handle =
      call.file.objects.add(Object::of_user(host, args.user_size, (args.flags & I915_USERPTR_READ_ONLY) == 0));
  return 0;
}

int gem_close(IoctlCall& call, drm_gem_close& args) { return call.file.close_object(args.handle) ? 0 : -EINVAL; }

int gem_pread(IoctlCall& call, drm_i915_gem_pread& args) {
  const auto range = range_to_copy(call, args, false);
  if (!range) return range.error();
  return copy_to_user(args.data_ptr, {range->get(), args.size}) ? 0 : -EFAULT;
}

int gem_pwrite(IoctlCall& call, drm_i915_gem_pwrite& args) {
  const auto range = range_to_copy(call, args, true);
  if (!range) return range.error();
  return copy_from_user({range->get(), args.size}, args.data_ptr) ? 0 : -EFAULT;
}

int gem_mmap(IoctlCall& call, drm_i915_gem_mmap& args) {
  if ((args.flags & ~std::uint64_t{I915_MMAP_WC}) != 0) return -EINVAL;
  const ObjectPtr object = call.file.objects.find(args.handle);
  if (object == nullptr) return -ENOENT;
  if (object->is_user()) return -ENXIO;
  if (args.size == 0 || !is_inside(*object, args.offset, args.size)) return -EINVAL;
  void* mapped = object->map(nullptr, args.size, PROT_READ | PROT_WRITE, MAP_SHARED, args.offset);
  if (mapped == MAP_FAILED) return -errno;
  args.addr_ptr = reinterpret_cast<std::uint64_t>(mapped);  // NOLINT: for the program
  return 0;
}

// Returns an offset for mmap() of the node. All mapping types (WC, WB, UC) give the same mapping.
int gem_mmap_offset(IoctlCall& call, drm_i915_gem_mmap_offset& args) {
  const int extensions = for_each_extension(args.extensions, [](std::uint32_t, std::uint64_t) { return -EINVAL; });
  if (extensions != 0) return extensions;
  if (args.flags > I915_MMAP_OFFSET_UC) return -EINVAL;  // FIXED is for discrete GPUs
  const ObjectPtr object = call.file.objects.find(args.handle);
  if (object == nullptr) return -ENOENT;
  if (object->is_user()) return -ENODEV;
  args.offset = object->offset();
  return 0;
}

}  // namespace eugene::i915
