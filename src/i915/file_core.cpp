// Ioctls that the DRM core answers for every driver: the driver's name, capabilities, PRIME.
#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

#include "i915/handlers.h"
#include "i915/user_memory.h"

namespace eugene::i915 {
namespace {

// Copies as much of `text` as fits in `length` bytes. Sets `length` to the size of the whole text.
int give_text(std::string_view text, char* to, __kernel_size_t& length) {
  const std::size_t count = std::min<std::size_t>(text.size(), length);
  length = text.size();
  if (to == nullptr || count == 0) return 0;
  const auto address = reinterpret_cast<std::uint64_t>(to);  // NOLINT: a program's pointer
  return copy_to_user(address, std::as_bytes(std::span(text).first(count))) ? 0 : -EFAULT;
}

}  // namespace

int version(IoctlCall&, drm_version& args) {
  args.version_major = 1;
  args.version_minor = 6;
  args.version_patchlevel = 0;
  for (const int result : {give_text("i915", args.name, args.name_len), give_text("20201103", args.date, args.date_len),
                           give_text("Intel Graphics", args.desc, args.desc_len)}) {
    if (result != 0) return result;
  }
  return 0;
}

int get_cap(IoctlCall&, drm_get_cap& args) {
  switch (args.capability) {
    case DRM_CAP_PRIME: args.value = DRM_PRIME_CAP_IMPORT | DRM_PRIME_CAP_EXPORT; return 0;
    case DRM_CAP_TIMESTAMP_MONOTONIC:
    case DRM_CAP_SYNCOBJ:
    case DRM_CAP_SYNCOBJ_TIMELINE: args.value = 1; return 0;
    default: return -EOPNOTSUPP;  // the others are about modes and screens
  }
}

// Gives the object a global name. Any file of the primary node can open the name while the object exists.
int gem_flink(IoctlCall& call, drm_gem_flink& args) {
  if (call.file.node() != Node::primary) return -EACCES;
  const ObjectPtr object = call.file.objects.find(args.handle);
  if (object == nullptr) return -ENOENT;
  args.name = call.drm().name_object(object);
  return 0;
}

int gem_open(IoctlCall& call, drm_gem_open& args) {
  if (call.file.node() != Node::primary) return -EACCES;
  const ObjectPtr object = call.drm().find_named(args.name);
  if (object == nullptr) return -ENOENT;
  args.handle = call.file.objects.add(object);
  args.size = object->bytes();
  return 0;
}

// The master may set modes. Eugene has no screens, so SET_MASTER and DROP_MASTER only check the node.
int set_master(IoctlCall& call, NoArgument&) { return call.file.node() == Node::primary ? 0 : -EACCES; }

// On Linux, the master authenticates a client of the primary node by its magic number. Here every client counts as
// authenticated, so all clients get the same number.
int get_magic(IoctlCall& call, drm_auth& args) {
  if (call.file.node() != Node::primary) return -EACCES;
  args.magic = 1;
  return 0;
}

int auth_magic(IoctlCall& call, drm_auth& args) {
  if (call.file.node() != Node::primary) return -EACCES;
  return args.magic == 1 ? 0 : -EINVAL;
}

// Without a screen the device has no modes.
int mode_get_resources(IoctlCall& call, drm_mode_card_res&) {
  return call.file.node() == Node::primary ? -EOPNOTSUPP : -EACCES;
}

int set_client_cap(IoctlCall&, drm_set_client_cap&) { return -EACCES; }  // as on a render node

int prime_handle_to_fd(IoctlCall& call, drm_prime_handle& args) {
  if ((args.flags & ~std::uint32_t{DRM_CLOEXEC | DRM_RDWR}) != 0) return -EINVAL;
  const ObjectPtr object = call.file.objects.find(args.handle);
  if (object == nullptr) return -ENOENT;
  if (object->is_user()) return -EINVAL;
  // The memory moves to a file, so the GPU must not write it meanwhile.
  if (!object->is_file()) call.wait([&] { return !object->is_busy(false); }, Waiters::kForever);
  args.fd = object->share((args.flags & DRM_CLOEXEC) != 0);
  if (args.fd < 0) return -errno;
  call.drm().add_exported(object);
  return 0;
}

int prime_fd_to_handle(IoctlCall& call, drm_prime_handle& args) {
  const ObjectPtr object = call.drm().import(args.fd);
  if (object == nullptr) return ::fcntl(args.fd, F_GETFD) < 0 ? -EBADF : -EINVAL;
  for (const auto& [handle, each] : call.file.objects.all()) {
    if (each != object) continue;
    args.handle = handle;
    return 0;
  }
  args.handle = call.file.objects.add(object);
  return 0;
}

}  // namespace eugene::i915
