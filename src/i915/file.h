// One open file of the device: handles, contexts, address spaces, syncobjs.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "i915/context.h"
#include "i915/drm_device.h"
#include "i915/handles.h"
#include "i915/object.h"
#include "i915/syncobj.h"

namespace eugene::i915 {

// The primary node is for screens too. Eugene has no screens, so the render node lacks only the ioctls for names of
// objects (GEM_FLINK), authentication and DRM master.
enum class Node { primary, render };

class File {
 public:
  explicit File(DrmDevice& drm, Node node = Node::render);

  // Executes an ioctl of the program. `argument` may be any address. Returns a negative errno on failure.
  int ioctl(unsigned long request, void* argument);
  // Executes an mmap() of the device's node. Returns MAP_FAILED and sets errno on failure.
  void* map(void* address, std::uint64_t bytes, int protection, int flags, std::uint64_t offset);

  DrmDevice& drm() { return *drm_; }
  Node node() const { return node_; }
  // Called in the child of a fork: the parent opened this file, and continues to use it.
  void become_inherited() { is_inherited_ = true; }
  bool is_inherited() const { return is_inherited_; }

  Handles<Object> objects;
  Handles<Context> contexts;
  Handles<AddressSpace> spaces;
  Handles<Syncobj> syncobjs;

  // Removes a handle. If it was the object's last handle, also unbinds the object from all address spaces.
  bool close_object(std::uint32_t handle);

 private:
  DrmDevice* drm_;
  Node node_;
  bool is_inherited_ = false;
};

// Makes a context with `space`, or with a new address space if null.
ContextPtr make_context(std::shared_ptr<AddressSpace> space = nullptr);

// An ioctl that is being executed. The lock is held when a handler is called. A handler may end without the lock.
struct IoctlCall {
  File& file;
  std::unique_lock<std::mutex> lock;

  DrmDevice& drm() { return file.drm(); }
  // Releases the lock and waits until `ready` (called with the lock) returns true, or until the deadline. Returns the
  // last result of `ready`. A signal for the program interrupts the work on the GPU: drivers repeat a wait that a
  // signal interrupts, so the program's handler would otherwise not run before the kernel ends.
  template <class Ready>
  bool wait(Ready&& ready, Waiters::Time deadline) {
    InterruptTime begin = InterruptTime::clock::now();
    bool has_slept = false;
    lock.unlock();
    const bool result = drm().waiters().wait(
        [&] {
          // A system call, so it is done without the lock.
          const InterruptTime last = std::exchange(has_slept, true) ? drm().last_interrupt() : begin;
          const std::scoped_lock own(drm().mutex());
          if (last > begin) {
            begin = last;
            drm().queue().interrupt();
          }
          return ready();
        },
        deadline);
    lock.lock();
    return result;
  }
};

}  // namespace eugene::i915
