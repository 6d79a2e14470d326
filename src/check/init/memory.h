// Undefined bytes of memory, for the check `init`. Each byte has a difference: 0 if the byte is defined, else the XOR
// of its value and the value that its twin has. Copies keep the difference, and a result that does not depend on
// undefined bytes is equal for both values.
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

namespace eugene::check {

// The difference of a byte that nothing has written: every bit differs.
inline constexpr std::uint8_t kUndefined = 0xFF;

// Where a difference comes from: 0 if nothing has written the byte, else the number of the store (InitFacts).
using StoreNumber = std::uint8_t;

// A range of bytes in a buffer. The end may lie beyond the end of the buffer.
struct BufferRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// Differences and stores of consecutive bytes.
class InitBytes {
 public:
  enum class Begin : std::uint8_t { defined, undefined };
  InitBytes(std::size_t count, Begin begin) : size_(count), all_(begin) {}

  std::size_t size() const { return size_; }
  void set_all(Begin begin) { all_ = begin; }
  void define(const BufferRange& range);
  // Whether the whole range is defined. Bytes beyond the end count as defined.
  bool is_defined(const BufferRange& range) const;
  // True if no byte is known to come from a store.
  bool has_no_stores() const { return all_.has_value(); }
  std::span<std::uint8_t> differences(std::size_t offset, std::size_t count) {
    account_for_each();
    return std::span(differences_).subspan(offset, count);
  }
  std::span<StoreNumber> stores(std::size_t offset, std::size_t count) {
    account_for_each();
    return std::span(stores_).subspan(offset, count);
  }
  // Must be called before several threads look at the bytes.
  void account_for_each();

 private:
  std::size_t size_;
  // The state of all bytes, if they are all alike: most buffers are written as a whole, and never looked at. Nothing:
  // the vectors hold each byte's state.
  mutable std::optional<Begin> all_;
  std::vector<std::uint8_t> differences_;
  std::vector<StoreNumber> stores_;
};

// A buffer of the program that kernels are launched with.
struct InitBuffer {
  InitBytes bytes;
  std::uint64_t host_writes = 0;  // calls of the program that may have written the buffer before its last launch
};

// The buffers of a program, by ID. IDs are never reused. Thread-safe, except for a buffer's bytes: these belong to the
// dispatches that use the buffer, one at a time.
class InitBuffers {
 public:
  // `fresh` is the initial state of a buffer.
  explicit InitBuffers(InitBytes::Begin fresh = InitBytes::Begin::undefined) : fresh_(fresh) {}

  static constexpr std::uint64_t kMax = std::uint64_t{1} << 30;  // max bytes; larger buffers count as written

  // Returns the buffer as a launch finds it: `host_writes` calls of the program may have written the ranges `written`
  // so far. Returns null if nothing is known of the buffer.
  std::shared_ptr<InitBuffer> find(std::uint64_t number, std::uint64_t bytes, std::uint64_t host_writes,
                                   std::span<const BufferRange> written);
  // Returns the stores whose undefined bytes are in [begin, end) of the buffer, each once.
  std::vector<StoreNumber> read_back(std::uint64_t number, std::uint64_t begin, std::uint64_t end);
  void forget(std::uint64_t number);

 private:
  InitBytes::Begin fresh_;
  std::mutex mutex_;
  std::map<std::uint64_t, std::shared_ptr<InitBuffer>> buffers_;
};

}  // namespace eugene::check
