// The encodings of Apache Parquet that traces use: "Parquet encoding definitions", parquet.apache.org.
//
// Integers are DELTA_BINARY_PACKED: differences, in blocks of 128 with the smallest taken off, packed in as few bits as
// the largest of 32 needs. Numbers of names, and levels, are RLE: runs of one value, and groups of 8 packed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace eugene::trace {

void put_varint(std::string& to, std::uint64_t value);
constexpr std::uint64_t zigzag(std::int64_t value) {
  return static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
}
constexpr std::int64_t unzigzag(std::uint64_t value) {
  return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1));
}

// Reads from the front of bytes. After the end, all is 0, and ok() false.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}
  bool ok() const { return is_ok_; }
  std::size_t left() const { return bytes_.size(); }
  std::uint8_t byte();
  std::uint64_t varint();
  std::string_view take(std::size_t count);  // of `count` bytes, or empty
  void fail() { is_ok_ = false; }

 private:
  std::string_view bytes_;
  bool is_ok_ = true;
};

// Integers as they come. Most columns of a trace have the same value for many rows: that costs next to nothing here.
class DeltaEncoder {
 public:
  void add(std::span<const std::int64_t> values);
  std::size_t size() const { return count_; }
  // Appends all of them to `to`, encoded, and begins again.
  void end(std::string& to);

 private:
  static constexpr std::size_t kBlock = 128;

  void add_same(std::size_t count);
  void end_block();

  std::string blocks_;
  std::array<std::uint64_t, kBlock> deltas_{};  // of the block under way; after those, zeros
  std::size_t filled_ = 0;                      // of it
  std::uint64_t any_ = 0;                       // their bits
  std::int64_t first_ = 0, last_ = 0;
  std::size_t count_ = 0;
};
// Nothing unless there are exactly `count`.
std::optional<std::vector<std::int64_t>> read_deltas(std::string_view bytes, std::size_t count);

// `width`: bits of a value, at most 8, or 24.
void put_runs(std::string& to, std::span<const std::uint8_t> values, unsigned width);
void put_runs(std::string& to, std::span<const std::uint32_t> values, unsigned width);
std::optional<std::vector<std::int64_t>> read_runs(std::string_view bytes, std::size_t count, unsigned width);

}  // namespace eugene::trace
