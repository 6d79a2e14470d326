// The encodings of Apache Parquet that traces use: "Parquet encoding definitions", parquet.apache.org.
//
// Integers are DELTA_BINARY_PACKED: differences in blocks of 128. The smallest difference of a block is subtracted, and
// each 32 differences are packed with the width of their largest. Indices of names, and levels, are RLE: runs of one
// value, and packed groups of 8 values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace eugene::accesses {

void put_varint(std::string& to, std::uint64_t value);
constexpr std::uint64_t zigzag(std::int64_t value) {
  return static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
}
constexpr std::int64_t unzigzag(std::uint64_t value) {
  return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1));
}

// Reads bytes from the front. Past the end, all values are 0 and ok() is false.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}
  bool ok() const { return is_ok_; }
  std::size_t left() const { return bytes_.size(); }
  std::uint8_t byte();
  std::uint64_t varint();
  std::string_view take(std::size_t count);  // `count` bytes; empty past the end
  void fail() { is_ok_ = false; }

 private:
  std::string_view bytes_;
  bool is_ok_ = true;
};

// Encodes integers as they come. Most columns of a trace have the same value for many rows; such runs cost next to
// nothing.
class DeltaEncoder {
 public:
  void add(std::span<const std::int64_t> values);
  std::size_t size() const { return count_; }
  // Appends all values to `to`, encoded, and clears the encoder.
  void end(std::string& to);

 private:
  static constexpr std::size_t kBlock = 128;

  void add_same(std::size_t count);
  void end_block();

  std::string blocks_;
  std::array<std::uint64_t, kBlock> deltas_{};  // of the current block; unused deltas are zeros
  std::size_t filled_ = 0;                      // number of deltas in the current block
  std::uint64_t any_ = 0;                       // bitwise or of the deltas
  std::int64_t first_ = 0, last_ = 0;
  std::size_t count_ = 0;
};
// Decodes `bytes`. Returns nothing unless they have exactly `count` values.
std::optional<std::vector<std::int64_t>> read_deltas(std::string_view bytes, std::size_t count);

// Encode and decode runs. `width` is the size of a value in bits: at most 8, or at most 24 for uint32_t.
void put_runs(std::string& to, std::span<const std::uint8_t> values, unsigned width);
void put_runs(std::string& to, std::span<const std::uint32_t> values, unsigned width);
std::optional<std::vector<std::int64_t>> read_runs(std::string_view bytes, std::size_t count, unsigned width);

}  // namespace eugene::accesses
