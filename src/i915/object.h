// A buffer object: memory that the program and the GPU share.
//
// Each object is a separate shared anonymous mapping. The program's mappings are made from it by mremap() with length
// 0, so they share its pages, and the pages live as long as any mapping. As with the kernel's driver, mappings of a
// closed object therefore stay valid. With one file for all objects, every munmap() would have to be observed. Only the
// memory of an object that processes share becomes a file (shared_memory.h).
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "i915/fence.h"
#include "i915/file_id.h"

namespace eugene::i915 {

// Everything except the memory itself is used under the DrmDevice's lock.
class Object {
 public:
  // Makes an object of zeroed memory; null if the host has no memory left. `offset` is for mmap() of the device's node.
  static std::shared_ptr<Object> create(std::uint64_t offset, std::uint64_t bytes);
  // Makes an object of the program's memory. The program must keep the memory mapped.
  static std::shared_ptr<Object> of_user(std::byte* host, std::uint64_t bytes, bool writable);
  // Makes an object of the memory of a shared file (shared_memory.h); null if the host has no memory left.
  static std::shared_ptr<Object> of_file(int descriptor, std::uint64_t offset, std::uint64_t bytes);
  ~Object();
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  std::uint64_t bytes() const { return bytes_; }
  std::byte* host() const { return host_; }  // one mapping that lives as long as the object
  bool is_user() const { return is_user_; }
  bool is_writable() const { return writable_; }
  // Returns the offset for mmap() of the object on the device's node.
  std::uint64_t offset() const { return offset_; }
  // Makes a descriptor of the object's memory for other processes. The first one makes the memory a file. Returns -1,
  // and sets errno, if that fails.
  int share(bool close_on_exec);
  // Whether the memory is a file, so that other processes may use it.
  bool is_file() const { return file_ != FileId(); }
  FileId file() const { return file_; }
  // Maps the object's bytes from `at` on, with arguments and result like mmap().
  void* map(void* address, std::uint64_t bytes, int protection, int flags, std::uint64_t at) const;

  // A request that reads or writes the object.
  struct Use {
    FencePtr fence;
    std::uint16_t engine_class;  // I915_ENGINE_CLASS_*
    bool writes;
    const void* timeline;  // requests of one timeline are executed in order
  };
  void use(Use use);
  bool is_busy(bool only_writes) const;
  // Adds the fences of unfinished work to `to`.
  void add_work(bool only_writes, std::vector<FencePtr>& to) const;
  // Returns the result of GEM_BUSY. Bits from 16 up: one bit for each engine class that uses the object. Bits 15:0: the
  // class that writes the object, plus 1.
  std::uint32_t busy_engines() const;

  bool is_needed = true;         // I915_MADV_WILLNEED
  std::uint32_t caching = 1;     // I915_CACHING_CACHED: shared with the processor's cache
  std::uint64_t last_place = 0;  // the object's last GPU address; 0: none yet
  pid_t checked_by = 0;          // last process that checked that the program's memory is mapped

 private:
  Object(bool is_user, std::byte* host, std::uint64_t offset, std::uint64_t bytes, bool writable)
      : is_user_(is_user), host_(host), offset_(offset), bytes_(bytes), writable_(writable) {}

  bool is_user_;
  std::byte* host_;
  std::uint64_t offset_;
  std::uint64_t bytes_;
  bool writable_;
  FileId file_;            // all zeros: the memory is anonymous
  int descriptor_ = -1;    // of the file
  std::vector<Use> uses_;  // uses that may be unfinished: for each timeline the last use and the last write
};

using ObjectPtr = std::shared_ptr<Object>;

}  // namespace eugene::i915
