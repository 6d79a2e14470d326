// The handlers of the ioctls, grouped by file. Each behaves as the kernel's documentation of the uAPI describes
// (i915_drm.h, drm.h). The argument is a copy of the program's structure.
#pragma once

#include <i915_drm.h>

#include "i915/file.h"

namespace eugene::i915 {

struct NoArgument {};

// file_core.cpp
int version(IoctlCall& call, drm_version& args);
int gem_flink(IoctlCall& call, drm_gem_flink& args);
int gem_open(IoctlCall& call, drm_gem_open& args);
int set_master(IoctlCall& call, NoArgument&);
int get_magic(IoctlCall& call, drm_auth& args);
int auth_magic(IoctlCall& call, drm_auth& args);
int mode_get_resources(IoctlCall& call, drm_mode_card_res& args);
int get_cap(IoctlCall& call, drm_get_cap& args);
int set_client_cap(IoctlCall& call, drm_set_client_cap& args);
int prime_handle_to_fd(IoctlCall& call, drm_prime_handle& args);
int prime_fd_to_handle(IoctlCall& call, drm_prime_handle& args);

// file_device.cpp
int getparam(IoctlCall& call, drm_i915_getparam& args);
int query(IoctlCall& call, drm_i915_query& args);
int reg_read(IoctlCall& call, drm_i915_reg_read& args);
int gem_get_aperture(IoctlCall& call, drm_i915_gem_get_aperture& args);

// file_objects.cpp
int gem_create(IoctlCall& call, drm_i915_gem_create& args);
int gem_create_ext(IoctlCall& call, drm_i915_gem_create_ext& args);
int gem_userptr(IoctlCall& call, drm_i915_gem_userptr& args);
int gem_close(IoctlCall& call, drm_gem_close& args);
int gem_pread(IoctlCall& call, drm_i915_gem_pread& args);
int gem_pwrite(IoctlCall& call, drm_i915_gem_pwrite& args);
int gem_mmap(IoctlCall& call, drm_i915_gem_mmap& args);
int gem_mmap_offset(IoctlCall& call, drm_i915_gem_mmap_offset& args);

// file_object_state.cpp
int gem_set_domain(IoctlCall& call, drm_i915_gem_set_domain& args);
int gem_sw_finish(IoctlCall& call, drm_i915_gem_sw_finish& args);
int gem_set_tiling(IoctlCall& call, drm_i915_gem_set_tiling& args);
int gem_get_tiling(IoctlCall& call, drm_i915_gem_get_tiling& args);
int gem_madvise(IoctlCall& call, drm_i915_gem_madvise& args);
int gem_set_caching(IoctlCall& call, drm_i915_gem_caching& args);
int gem_get_caching(IoctlCall& call, drm_i915_gem_caching& args);
int gem_busy(IoctlCall& call, drm_i915_gem_busy& args);
int gem_wait(IoctlCall& call, drm_i915_gem_wait& args);
int gem_throttle(IoctlCall& call, NoArgument& args);

// file_contexts.cpp
int context_create(IoctlCall& call, drm_i915_gem_context_create_ext& args);
int context_destroy(IoctlCall& call, drm_i915_gem_context_destroy& args);
int context_getparam(IoctlCall& call, drm_i915_gem_context_param& args);
int context_setparam(IoctlCall& call, drm_i915_gem_context_param& args);
int get_reset_stats(IoctlCall& call, drm_i915_reset_stats& args);
int vm_create(IoctlCall& call, drm_i915_gem_vm_control& args);
int vm_destroy(IoctlCall& call, drm_i915_gem_vm_control& args);

// execbuffer.cpp
int gem_execbuffer2(IoctlCall& call, drm_i915_gem_execbuffer2& args);

// file_syncobjs.cpp
int syncobj_create(IoctlCall& call, drm_syncobj_create& args);
int syncobj_destroy(IoctlCall& call, drm_syncobj_destroy& args);
int syncobj_handle_to_fd(IoctlCall& call, drm_syncobj_handle& args);
int syncobj_fd_to_handle(IoctlCall& call, drm_syncobj_handle& args);
int syncobj_wait(IoctlCall& call, drm_syncobj_wait& args);
int syncobj_timeline_wait(IoctlCall& call, drm_syncobj_timeline_wait& args);
int syncobj_reset(IoctlCall& call, drm_syncobj_array& args);
int syncobj_signal(IoctlCall& call, drm_syncobj_array& args);
int syncobj_query(IoctlCall& call, drm_syncobj_timeline_array& args);
int syncobj_timeline_signal(IoctlCall& call, drm_syncobj_timeline_array& args);
int syncobj_transfer(IoctlCall& call, drm_syncobj_transfer& args);

}  // namespace eugene::i915
