#include "i915/file.h"

#include <sys/ioctl.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <new>
#include <span>
#include <system_error>

#include "base/host_fault.h"
#include "i915/ioctl_table.h"
#include "i915/user_memory.h"

namespace eugene::i915 {
namespace {

constexpr std::size_t kLargestArgument = std::size_t{1} << _IOC_SIZEBITS;

}  // namespace

ContextPtr make_context(std::shared_ptr<AddressSpace> space) {
  auto context = std::make_shared<Context>();
  context->space = space != nullptr ? std::move(space) : std::make_shared<AddressSpace>();
  for (const OfferedEngine& engine : kOfferedEngines) context->slots.push_back(std::make_shared<EngineSlot>(&engine));
  return context;
}

File::File(DrmDevice& drm, Node node) : drm_(&drm), node_(node) {
  contexts.set(0, make_context());
  catch_host_faults();  // for arguments of ioctls
}

// Like the DRM core, accepts a structure that is shorter or longer than the known one.
int File::ioctl(unsigned long request, void* argument) {
  const Ioctl* known = find_ioctl(request);
  if (known == nullptr) return -EINVAL;
  alignas(std::max_align_t) std::array<std::byte, kLargestArgument> copy;
  const auto address = reinterpret_cast<std::uint64_t>(argument);  // NOLINT: a program's pointer
  const std::size_t size = std::min<std::size_t>(_IOC_SIZE(request), kLargestArgument);
  std::fill_n(copy.begin(), std::max<std::size_t>(size, _IOC_SIZE(known->request)), std::byte{0});
  const auto passed = std::span(copy).first(size);
  if ((_IOC_DIR(request) & _IOC_WRITE) != 0 && !read_argument(passed, address)) return -EFAULT;
  int result = 0;
  try {
    IoctlCall call{*this, std::unique_lock(drm_->mutex())};
    result = known->handler(call, copy.data());
  } catch (const std::bad_alloc&) {
    return -ENOMEM;
  } catch (const std::system_error&) {
    return -ENOMEM;  // the host has no more threads
  }
  if ((_IOC_DIR(request) & _IOC_READ) != 0 && !write_argument(address, passed) && result >= 0) return -EFAULT;
  return result;
}

void* File::map(void* address, std::uint64_t bytes, int protection, int flags, std::uint64_t offset) {
  const std::scoped_lock lock(drm_->mutex());
  for (const auto& [handle, object] : objects.all()) {
    if (object->is_user() || offset < object->offset() || offset - object->offset() >= object->bytes()) continue;
    const std::uint64_t at = offset - object->offset();
    if (bytes > object->bytes() - at) break;
    return object->map(address, bytes, protection, flags, at);
  }
  errno = EINVAL;
  return MAP_FAILED;
}

bool File::close_object(std::uint32_t handle) {
  const ObjectPtr object = objects.remove(handle);
  if (object == nullptr) return false;
  for (const auto& [id, each] : objects.all()) {
    if (each == object) return true;  // the object has another handle
  }
  for (const auto& [id, context] : contexts.all()) context->space->unbind(object.get());
  for (const auto& [id, space] : spaces.all()) space->unbind(object.get());
  return true;
}

}  // namespace eugene::i915
