// Which bytes of memory are undefined, for the check `init`. Each byte has a difference: 0 where it is defined, else
// what makes of its value the other value that it might as well have. So copies keep a value's difference, and what
// does not depend on undefined bytes is equal for both values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "eu/observer.h"

namespace eugene::checks {

// The difference of a byte that nothing has written: in each of its bits.
inline constexpr std::uint8_t kUndefined = 0xFF;

// Where a difference comes from: 0 is nothing written, others are the number of what has stored it (InitMemory).
using StoreNumber = std::uint8_t;

// Bytes of a buffer; the end may lie behind the buffer's.
struct BufferRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// Bytes that follow each other.
class InitBytes {
 public:
  enum class Begin : std::uint8_t { defined, undefined };
  InitBytes(std::size_t count, Begin begin) : size_(count), all_(begin) {}

  std::size_t size() const { return size_; }
  void set_all(Begin begin) { all_ = begin; }
  void define(const BufferRange& range);
  // Whether all of it is; what lies behind the end counts as defined.
  bool is_defined(const BufferRange& range) const;
  // No byte is known to be of a store.
  bool has_no_stores() const { return all_.has_value(); }
  std::span<std::uint8_t> differences(std::size_t offset, std::size_t count) {
    account_for_each();
    return std::span(differences_).subspan(offset, count);
  }
  std::span<StoreNumber> stores(std::size_t offset, std::size_t count) {
    account_for_each();
    return std::span(stores_).subspan(offset, count);
  }
  // Before several threads look at them.
  void account_for_each();

 private:
  std::size_t size_;
  // All bytes are so: most buffers are written as a whole, and never looked at. Nothing: as the vectors say.
  mutable std::optional<Begin> all_;
  std::vector<std::uint8_t> differences_;
  std::vector<StoreNumber> stores_;
};

// A buffer of the program, for as long as it is launched with it.
struct InitBuffer {
  InitBytes bytes;
  std::uint64_t host_writes = 0;  // calls of the program that may have written it, when it was launched last
};

// The buffers of a program, by numbers that are never given twice. Safe for several threads; the bytes of a buffer are
// those of the dispatches that use it, one at a time.
class InitBuffers {
 public:
  // `fresh`: what a buffer holds that nothing has written.
  explicit InitBuffers(InitBytes::Begin fresh = InitBytes::Begin::undefined) : fresh_(fresh) {}

  static constexpr std::uint64_t kMost = std::uint64_t{1} << 30;  // bytes of a buffer; larger ones count as written

  // As a launch finds it: `host_writes` calls of the program may have written `written` of it so far. Null: nothing is
  // known of it.
  std::shared_ptr<InitBuffer> find(std::uint64_t number, std::uint64_t bytes, std::uint64_t host_writes,
                                   std::span<const BufferRange> written);
  // The stores whose undefined bytes are in [begin, end) of the buffer, each once.
  std::vector<StoreNumber> read_back(std::uint64_t number, std::uint64_t begin, std::uint64_t end);
  void forget(std::uint64_t number);

 private:
  InitBytes::Begin fresh_;
  std::mutex mutex_;
  std::map<std::uint64_t, std::shared_ptr<InitBuffer>> buffers_;
};

}  // namespace eugene::checks
