// The memory of buffer objects: ranges of a file without a name, so that every mapping of an object is of the same
// pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace eugene::i915 {

// Not safe to use from several threads at once. Offsets are never used again: a file has more than any program needs.
class Storage : public std::enable_shared_from_this<Storage> {
 public:
  static std::shared_ptr<Storage> create();  // null where the host refuses
  ~Storage();
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  // A range of zeros; `bytes` is a multiple of 4 KB.
  std::optional<std::uint64_t> allocate(std::uint64_t bytes);
  void free(std::uint64_t offset, std::uint64_t bytes);
  // A mapping of its own, as mmap(2); MAP_FAILED and errno where that fails.
  void* map(void* address, std::uint64_t bytes, int protection, int flags, std::uint64_t offset) const;

 private:
  explicit Storage(int file) : file_(file) {}

  int file_;
  std::uint64_t end_ = 0;
};

}  // namespace eugene::i915
