// A buffer object: memory that the program and the GPU share.
//
// Each object is a separate shared anonymous mapping. The program's mappings are made from it by mremap() with length
// 0, so they share its pages, and the pages live as long as any mapping. As on a GPU, a closed object therefore stays
// where it is mapped. With one file for all objects, every munmap() would have to be observed.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "i915/fence.h"

namespace eugene::i915 {

// All but the memory itself is used under the DrmDevice's lock.
class Object {
 public:
  // Zeroed memory; null if the host has none left. `offset`: for mmap() of the device's node.
  static std::shared_ptr<Object> create(std::uint64_t offset, std::uint64_t bytes);
  // The program's memory, which it must keep mapped.
  static std::shared_ptr<Object> of_user(std::byte* host, std::uint64_t bytes, bool writable);
  ~Object();
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  std::uint64_t bytes() const { return bytes_; }
  std::byte* host() const { return host_; }  // one mapping that lives as long as the object
  bool is_user() const { return is_user_; }
  bool is_writable() const { return writable_; }
  // The offset for mmap() of the object on the device's node.
  std::uint64_t offset() const { return offset_; }
  // As mmap(), of the bytes from `at` on.
  void* map(void* address, std::uint64_t bytes, int protection, int flags, std::uint64_t at) const;

  // Work that reads or writes it.
  struct Use {
    FencePtr fence;
    std::uint16_t engine_class;  // I915_ENGINE_CLASS_*
    bool writes;
    const void* timeline;  // requests of one are executed in their order
  };
  void use(Use use);
  bool is_busy(bool only_writes) const;
  // Adds the fences of unfinished work to `to`.
  void add_work(bool only_writes, std::vector<FencePtr>& to) const;
  // The result of GEM_BUSY: from bit 16 on a bit for each engine class that uses the object; below that, one more than
  // the class that writes it.
  std::uint32_t busy_engines() const;

  bool is_needed = true;         // I915_MADV_WILLNEED
  std::uint32_t caching = 1;     // I915_CACHING_CACHED: shared with the processor's cache
  std::uint64_t last_place = 0;  // GPU address that it had last
  pid_t checked_by = 0;          // process that has looked whether the program's memory is there

 private:
  Object(bool is_user, std::byte* host, std::uint64_t offset, std::uint64_t bytes, bool writable)
      : is_user_(is_user), host_(host), offset_(offset), bytes_(bytes), writable_(writable) {}

  bool is_user_;
  std::byte* host_;
  std::uint64_t offset_;
  std::uint64_t bytes_;
  bool writable_;
  std::vector<Use> uses_;  // those that may not be done: of each timeline the last, and the last that writes
};

using ObjectPtr = std::shared_ptr<Object>;

}  // namespace eugene::i915
