#include "i915/ioctl_table.h"

#include <sys/ioctl.h>

#include <algorithm>
#include <array>

#include "i915/handlers.h"

namespace eugene::i915 {
namespace {

template <class>
struct ArgumentOf;
template <class T>
struct ArgumentOf<int (*)(IoctlCall&, T&)> {
  using type = T;
};

// Makes the row of a handler with a typed argument.
template <auto Handler>
constexpr Ioctl row(unsigned long request, std::string_view name) {
  using Argument = typename ArgumentOf<decltype(Handler)>::type;
  return {request, name,
          [](IoctlCall& call, void* argument) { return Handler(call, *static_cast<Argument*>(argument)); }};
}

constexpr std::array kIoctls{
    // The DRM core's ioctls.
    row<version>(DRM_IOCTL_VERSION, "VERSION"),
    row<get_magic>(DRM_IOCTL_GET_MAGIC, "GET_MAGIC"),
    row<gem_close>(DRM_IOCTL_GEM_CLOSE, "GEM_CLOSE"),
    row<gem_flink>(DRM_IOCTL_GEM_FLINK, "GEM_FLINK"),
    row<gem_open>(DRM_IOCTL_GEM_OPEN, "GEM_OPEN"),
    row<get_cap>(DRM_IOCTL_GET_CAP, "GET_CAP"),
    row<set_client_cap>(DRM_IOCTL_SET_CLIENT_CAP, "SET_CLIENT_CAP"),
    row<auth_magic>(DRM_IOCTL_AUTH_MAGIC, "AUTH_MAGIC"),
    row<set_master>(DRM_IOCTL_SET_MASTER, "SET_MASTER"),
    row<set_master>(DRM_IOCTL_DROP_MASTER, "DROP_MASTER"),
    row<prime_handle_to_fd>(DRM_IOCTL_PRIME_HANDLE_TO_FD, "PRIME_HANDLE_TO_FD"),
    row<prime_fd_to_handle>(DRM_IOCTL_PRIME_FD_TO_HANDLE, "PRIME_FD_TO_HANDLE"),
    // i915's ioctls.
    row<getparam>(DRM_IOCTL_I915_GETPARAM, "I915_GETPARAM"),
    row<gem_busy>(DRM_IOCTL_I915_GEM_BUSY, "I915_GEM_BUSY"),
    row<gem_throttle>(DRM_IOCTL_I915_GEM_THROTTLE, "I915_GEM_THROTTLE"),
    row<gem_create>(DRM_IOCTL_I915_GEM_CREATE, "I915_GEM_CREATE"),
    row<gem_pread>(DRM_IOCTL_I915_GEM_PREAD, "I915_GEM_PREAD"),
    row<gem_pwrite>(DRM_IOCTL_I915_GEM_PWRITE, "I915_GEM_PWRITE"),
    row<gem_mmap>(DRM_IOCTL_I915_GEM_MMAP, "I915_GEM_MMAP"),
    row<gem_set_domain>(DRM_IOCTL_I915_GEM_SET_DOMAIN, "I915_GEM_SET_DOMAIN"),
    row<gem_sw_finish>(DRM_IOCTL_I915_GEM_SW_FINISH, "I915_GEM_SW_FINISH"),
    row<gem_set_tiling>(DRM_IOCTL_I915_GEM_SET_TILING, "I915_GEM_SET_TILING"),
    row<gem_get_tiling>(DRM_IOCTL_I915_GEM_GET_TILING, "I915_GEM_GET_TILING"),
    row<gem_get_aperture>(DRM_IOCTL_I915_GEM_GET_APERTURE, "I915_GEM_GET_APERTURE"),
    row<gem_mmap_offset>(DRM_IOCTL_I915_GEM_MMAP_OFFSET, "I915_GEM_MMAP_OFFSET"),
    row<gem_madvise>(DRM_IOCTL_I915_GEM_MADVISE, "I915_GEM_MADVISE"),
    row<gem_execbuffer2>(DRM_IOCTL_I915_GEM_EXECBUFFER2_WR, "I915_GEM_EXECBUFFER2"),
    row<gem_wait>(DRM_IOCTL_I915_GEM_WAIT, "I915_GEM_WAIT"),
    row<context_create>(DRM_IOCTL_I915_GEM_CONTEXT_CREATE_EXT, "I915_GEM_CONTEXT_CREATE"),
    row<context_destroy>(DRM_IOCTL_I915_GEM_CONTEXT_DESTROY, "I915_GEM_CONTEXT_DESTROY"),
    row<gem_set_caching>(DRM_IOCTL_I915_GEM_SET_CACHING, "I915_GEM_SET_CACHING"),
    row<gem_get_caching>(DRM_IOCTL_I915_GEM_GET_CACHING, "I915_GEM_GET_CACHING"),
    row<reg_read>(DRM_IOCTL_I915_REG_READ, "I915_REG_READ"),
    row<get_reset_stats>(DRM_IOCTL_I915_GET_RESET_STATS, "I915_GET_RESET_STATS"),
    row<gem_userptr>(DRM_IOCTL_I915_GEM_USERPTR, "I915_GEM_USERPTR"),
    row<context_getparam>(DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM, "I915_GEM_CONTEXT_GETPARAM"),
    row<context_setparam>(DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, "I915_GEM_CONTEXT_SETPARAM"),
    row<query>(DRM_IOCTL_I915_QUERY, "I915_QUERY"),
    row<vm_create>(DRM_IOCTL_I915_GEM_VM_CREATE, "I915_GEM_VM_CREATE"),
    row<vm_destroy>(DRM_IOCTL_I915_GEM_VM_DESTROY, "I915_GEM_VM_DESTROY"),
    row<gem_create_ext>(DRM_IOCTL_I915_GEM_CREATE_EXT, "I915_GEM_CREATE_EXT"),
    row<mode_get_resources>(DRM_IOCTL_MODE_GETRESOURCES, "MODE_GETRESOURCES"),
    // The DRM core's synchronisation objects.
    row<syncobj_create>(DRM_IOCTL_SYNCOBJ_CREATE, "SYNCOBJ_CREATE"),
    row<syncobj_destroy>(DRM_IOCTL_SYNCOBJ_DESTROY, "SYNCOBJ_DESTROY"),
    row<syncobj_handle_to_fd>(DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, "SYNCOBJ_HANDLE_TO_FD"),
    row<syncobj_fd_to_handle>(DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, "SYNCOBJ_FD_TO_HANDLE"),
    row<syncobj_wait>(DRM_IOCTL_SYNCOBJ_WAIT, "SYNCOBJ_WAIT"),
    row<syncobj_reset>(DRM_IOCTL_SYNCOBJ_RESET, "SYNCOBJ_RESET"),
    row<syncobj_signal>(DRM_IOCTL_SYNCOBJ_SIGNAL, "SYNCOBJ_SIGNAL"),
    row<syncobj_timeline_wait>(DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT, "SYNCOBJ_TIMELINE_WAIT"),
    row<syncobj_query>(DRM_IOCTL_SYNCOBJ_QUERY, "SYNCOBJ_QUERY"),
    row<syncobj_transfer>(DRM_IOCTL_SYNCOBJ_TRANSFER, "SYNCOBJ_TRANSFER"),
    row<syncobj_timeline_signal>(DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL, "SYNCOBJ_TIMELINE_SIGNAL"),
};

constexpr unsigned long number(const Ioctl& each) { return _IOC_NR(each.request); }

static_assert(std::ranges::is_sorted(kIoctls, {}, number) &&
              std::ranges::adjacent_find(kIoctls, {}, number) == kIoctls.end());

}  // namespace

const Ioctl* find_ioctl(unsigned long request) {
  if (_IOC_TYPE(request) != DRM_IOCTL_BASE) return nullptr;
  const auto found = std::ranges::lower_bound(kIoctls, _IOC_NR(request), {}, number);
  return found != kIoctls.end() && number(*found) == _IOC_NR(request) ? &*found : nullptr;
}

}  // namespace eugene::i915
