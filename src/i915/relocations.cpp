#include "i915/relocations.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "gpu/commands/command_layout.h"
#include "i915/user_memory.h"

namespace eugene::i915 {
namespace {

// Returns the index in the list of a relocation's target; the list's size if the target is not in the list.
std::size_t find_target(const ExecList& list, std::uint32_t handle) {
  if (list.by_index) return std::min<std::size_t>(handle, list.entries.size());
  const auto found = std::ranges::find(list.entries, handle, &drm_i915_gem_exec_object2::handle);
  return static_cast<std::size_t>(found - list.entries.begin());
}

// Applies one relocation. `bytes` is the size of an address in a command, 4 or 8.
int relocate_one(ExecList& list, std::size_t bytes, const Object& object,
                 const drm_i915_gem_relocation_entry& relocation, std::uint64_t address) {
  const std::size_t target = find_target(list, relocation.target_handle);
  if (target == list.entries.size()) return -ENOENT;
  constexpr std::uint32_t kGpuDomains = I915_GEM_DOMAIN_RENDER | I915_GEM_DOMAIN_SAMPLER | I915_GEM_DOMAIN_COMMAND |
                                        I915_GEM_DOMAIN_INSTRUCTION | I915_GEM_DOMAIN_VERTEX;
  if (std::popcount(relocation.write_domain) > 1) return -EINVAL;
  if (((relocation.write_domain | relocation.read_domains) & ~kGpuDomains) != 0) return -EINVAL;
  if (relocation.write_domain != 0) list.entries[target].flags |= EXEC_OBJECT_WRITE;
  const std::uint64_t place = list.entries[target].offset;
  if (relocation.presumed_offset == place) return 0;
  // The uAPI declares the delta unsigned, but the kernel uses it as signed: it may point to before the object.
  const auto delta = static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(relocation.delta)});
  const std::uint64_t value = canonical((place + delta) & memory::kAddressMask);
  if (relocation.offset > object.bytes() - bytes || (relocation.offset & 3) != 0) return -EINVAL;
  if (!object.is_writable()) return -EFAULT;
  const std::span<const std::byte> written = std::as_bytes(std::span(&value, 1)).first(bytes);
  if (!object.is_user()) {
    std::memcpy(object.host() + relocation.offset, written.data(), bytes);
  } else if (!copy_to_user(reinterpret_cast<std::uint64_t>(object.host()) + relocation.offset, written)) {
    return -EFAULT;  // the program's memory, which it may have protected or unmapped
  }
  return write_user(address + offsetof(drm_i915_gem_relocation_entry, presumed_offset), place) ? 0 : -EFAULT;
}

}  // namespace

int relocate(IoctlCall& call, ExecList& list, const std::vector<std::uint64_t>& before, bool trusted) {
  const bool stays = std::ranges::equal(list.entries, before, {}, &drm_i915_gem_exec_object2::offset);
  if (trusted && stays) return 0;
  const std::size_t bytes = 4 * gpu::command_layout(*call.drm().device().gen).address_dwords();
  for (std::size_t i = 0; i < list.entries.size(); ++i) {
    const auto& entry = list.entries[i];
    if (entry.relocation_count == 0) continue;
    const ObjectPtr& object = list.objects[i];
    // Waits for running work, which must not see addresses change.
    call.wait([&] { return !object->is_busy(false); }, Waiters::kForever);
    for (std::uint32_t k = 0; k < entry.relocation_count; ++k) {
      const std::uint64_t address = entry.relocs_ptr + k * sizeof(drm_i915_gem_relocation_entry);
      drm_i915_gem_relocation_entry relocation{};
      if (!read_user(relocation, address)) return -EFAULT;
      const int result = relocate_one(list, bytes, *object, relocation, address);
      if (result != 0) return result;
    }
  }
  return 0;
}

}  // namespace eugene::i915
