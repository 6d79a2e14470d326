// One open file of the device: handles, contexts, address spaces, syncobjs.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>

#include "i915/context.h"
#include "i915/drm_device.h"
#include "i915/handles.h"
#include "i915/object.h"
#include "i915/syncobj.h"

namespace eugene::i915 {

// The primary node is for screens as well; of what this GPU has, the render node lacks only the names of objects.
enum class Node { primary, render };

class File {
 public:
  explicit File(DrmDevice& drm, Node node = Node::render);

  // An ioctl as the program makes it: `argument` may be any address. Negative: an errno.
  int ioctl(unsigned long request, void* argument);
  // mmap() of the device's node: MAP_FAILED and errno where that fails.
  void* map(void* address, std::uint64_t bytes, int protection, int flags, std::uint64_t offset);

  DrmDevice& drm() { return *drm_; }
  Node node() const { return node_; }
  // In the child of a fork: another process has opened it, and goes on using it.
  void become_inherited() { is_inherited_ = true; }
  bool is_inherited() const { return is_inherited_; }

  Handles<Object> objects;
  Handles<Context> contexts;
  Handles<AddressSpace> spaces;
  Handles<Syncobj> syncobjs;

  // Drops a handle of an object, and its places in address spaces.
  bool close_object(std::uint32_t handle);

 private:
  DrmDevice* drm_;
  Node node_;
  bool is_inherited_ = false;
};

// A context with a new address space, or with `space`.
ContextPtr make_context(std::shared_ptr<AddressSpace> space = nullptr);

// One ioctl under way. The lock is held when a handler is called, and when it returns.
struct IoctlCall {
  File& file;
  std::unique_lock<std::mutex> lock;

  DrmDevice& drm() { return file.drm(); }
  // Waits without the lock until `ready` (called with the lock) or the deadline. Returns the last result of `ready`. A
  // signal for the program interrupts the work on the GPU: drivers repeat a wait that a signal interrupts, so the
  // program's handler would otherwise not run before the end of the kernel.
  template <class Ready>
  bool wait(Ready&& ready, Waiters::Time deadline) {
    InterruptTime begin = InterruptTime::clock::now();
    bool has_slept = false;
    lock.unlock();
    const bool result = drm().waiters().wait(
        [&] {
          const std::scoped_lock own(drm().mutex());
          if (const InterruptTime last = has_slept ? drm().last_interrupt() : begin; last > begin) {
            begin = last;
            drm().queue().interrupt();
          }
          has_slept = true;
          return ready();
        },
        deadline);
    lock.lock();
    return result;
  }
};

}  // namespace eugene::i915
