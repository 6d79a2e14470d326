#include "accesses/encoding.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace eugene::accesses {
namespace {

constexpr std::size_t kBlock = 128;
constexpr std::size_t kMini = 32;  // values that are packed with the same width
constexpr std::size_t kMinis = kBlock / kMini;
constexpr std::size_t kGroup = 8;

void pack(const std::uint64_t* values, unsigned width, char* to) {
  std::uint64_t buffer = 0;
  unsigned used = 0;
  for (std::size_t i = 0; i < kMini; ++i) {
    buffer |= values[i] << used;
    used += width;
    if (used < 64) continue;
    std::memcpy(to, &buffer, sizeof(buffer));
    to += sizeof(buffer);
    used -= 64;
    buffer = used == 0 ? 0 : values[i] >> (width - used);
  }
  if (used != 0) std::memcpy(to, &buffer, sizeof(std::uint32_t));  // an odd width leaves 32 bits
}

void unpack(const char* from, unsigned width, std::uint64_t* values) {
  const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  std::array<char, kMini * sizeof(std::uint64_t) + 2 * sizeof(std::uint64_t)> bytes{};
  std::memcpy(bytes.data(), from, width * kMini / 8);
  for (std::size_t i = 0; i < kMini; ++i) {
    const std::size_t bit = i * width;
    std::array<std::uint64_t, 2> two{};
    std::memcpy(two.data(), bytes.data() + bit / 64 * 8, sizeof(two));
    const unsigned shift = bit % 64;
    values[i] = (two[0] >> shift | (shift == 0 ? 0 : two[1] << (64 - shift))) & mask;
  }
}

template <class Value>
void put_group(std::string& to, std::span<const Value> values, unsigned width) {
  std::uint64_t bits = 0;
  unsigned filled = 0;
  for (std::size_t i = 0; i < kGroup; ++i) {
    bits |= std::uint64_t{i < values.size() ? values[i] : Value{0}} << filled;
    for (filled += width; filled >= 8; filled -= 8, bits >>= 8) to.push_back(static_cast<char>(bits & 0xFF));
  }
}

template <class Value>
void put_all_runs(std::string& to, std::span<const Value> values, unsigned width) {
  for (std::size_t at = 0; at < values.size();) {
    std::size_t run = 1;
    while (at + run < values.size() && values[at + run] == values[at]) ++run;
    if (run >= kGroup || at + run == values.size()) {
      put_varint(to, run << 1);
      for (unsigned bit = 0; bit < width; bit += 8) to.push_back(static_cast<char>(std::uint64_t{values[at]} >> bit));
      at += run;
    } else {
      put_varint(to, std::uint64_t{1} << 1 | 1);  // one packed group
      put_group(to, values.subspan(at, std::min(kGroup, values.size() - at)), width);
      at += kGroup;
    }
  }
}

}  // namespace

void put_varint(std::string& to, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) to.push_back(static_cast<char>((value & 0x7F) | 0x80));
  to.push_back(static_cast<char>(value));
}

std::uint8_t ByteReader::byte() {
  const std::string_view one = take(1);
  return one.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(one[0]);
}

std::uint64_t ByteReader::varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const std::uint8_t next = byte();
    value |= std::uint64_t{next & 0x7FU} << shift;
    if ((next & 0x80) == 0) return value;
  }
  fail();
  return 0;
}

std::string_view ByteReader::take(std::size_t count) {
  if (count > bytes_.size()) is_ok_ = false;
  if (!is_ok_) return {};
  const std::string_view taken = bytes_.substr(0, count);
  bytes_.remove_prefix(count);
  return taken;
}

void DeltaEncoder::add(std::span<const std::int64_t> values) {
  if (values.empty()) return;
  if (count_ == 0) {
    first_ = last_ = values[0];
    count_ = 1;
    values = values.subspan(1);
  }
  std::uint64_t other = 0;
  for (const std::int64_t each : values) other |= static_cast<std::uint64_t>(each ^ last_);
  count_ += values.size();
  if (other == 0) return add_same(values.size());
  while (!values.empty()) {
    const std::size_t part = std::min(values.size(), kBlock - filled_);
    auto before = static_cast<std::uint64_t>(last_);
    for (std::size_t i = 0; i < part; ++i) {
      const auto value = static_cast<std::uint64_t>(values[i]);
      any_ |= deltas_[filled_ + i] = value - before;
      before = value;
    }
    last_ = static_cast<std::int64_t>(before);
    filled_ += part;
    values = values.subspan(part);
    if (filled_ == kBlock) end_block();
  }
}

// Adds `count` copies of the last value. Their differences are zeros, which unused deltas already are.
void DeltaEncoder::add_same(std::size_t count) {
  while (count != 0) {
    const std::size_t part = std::min(count, kBlock - filled_);
    filled_ += part;
    count -= part;
    if (filled_ == kBlock) end_block();
  }
}

void DeltaEncoder::end_block() {
  if (any_ == 0) {
    blocks_.append(1 + kMinis, '\0');
    filled_ = 0;
    return;
  }
  auto least = static_cast<std::int64_t>(deltas_[0]);
  for (std::size_t i = 1; i < filled_; ++i) least = std::min(least, static_cast<std::int64_t>(deltas_[i]));
  put_varint(blocks_, zigzag(least));
  for (std::size_t i = 0; i < filled_; ++i) deltas_[i] -= static_cast<std::uint64_t>(least);
  std::array<char, kMinis> widths{};
  for (std::size_t mini = 0; mini < kMinis; ++mini) {
    std::uint64_t all = 0;
    for (std::size_t i = mini * kMini; i < (mini + 1) * kMini; ++i) all |= deltas_[i];
    widths[mini] = static_cast<char>(std::bit_width(all));
  }
  blocks_.append(widths.data(), widths.size());
  for (std::size_t mini = 0; mini < kMinis && mini * kMini < filled_; ++mini) {
    const auto width = static_cast<unsigned>(widths[mini]);
    if (width == 0) continue;
    const std::size_t at = blocks_.size();
    blocks_.resize(at + width * kMini / 8);
    pack(deltas_.data() + mini * kMini, width, blocks_.data() + at);
  }
  deltas_ = {};
  any_ = 0;
  filled_ = 0;
}

void DeltaEncoder::end(std::string& to) {
  if (filled_ != 0) end_block();
  put_varint(to, kBlock);
  put_varint(to, kMinis);
  put_varint(to, count_);
  put_varint(to, zigzag(first_));
  to += blocks_;
  blocks_.clear();
  first_ = last_ = 0;
  count_ = 0;
}

std::optional<std::vector<std::int64_t>> read_deltas(std::string_view bytes, std::size_t count) {
  ByteReader from(bytes);
  if (from.varint() != kBlock || from.varint() != kMinis || from.varint() != count) return std::nullopt;
  auto value = static_cast<std::uint64_t>(unzigzag(from.varint()));
  // Rejects a count that the bytes cannot hold: each block takes at least its smallest difference and its widths.
  if (!from.ok() || count / kBlock > bytes.size()) return std::nullopt;
  std::vector<std::int64_t> values;
  if (count == 0) return values;
  values.reserve(count);
  values.push_back(static_cast<std::int64_t>(value));
  while (values.size() < count) {
    const auto least = static_cast<std::uint64_t>(unzigzag(from.varint()));
    const std::string_view widths = from.take(kMinis);
    if (!from.ok()) return std::nullopt;
    for (std::size_t mini = 0; mini < kMinis && values.size() < count; ++mini) {
      const unsigned width = static_cast<std::uint8_t>(widths[mini]);
      if (width > 64) return std::nullopt;
      const std::string_view packed = from.take(width * kMini / 8);
      if (!from.ok()) return std::nullopt;
      std::array<std::uint64_t, kMini> deltas{};
      if (width != 0) unpack(packed.data(), width, deltas.data());
      const std::size_t end = std::min(kMini, count - values.size());
      for (std::size_t i = 0; i < end; ++i) {
        value += least + deltas[i];
        values.push_back(static_cast<std::int64_t>(value));
      }
    }
  }
  return values;
}

void put_runs(std::string& to, std::span<const std::uint8_t> values, unsigned width) {
  put_all_runs(to, values, width);
}
void put_runs(std::string& to, std::span<const std::uint32_t> values, unsigned width) {
  put_all_runs(to, values, width);
}

std::optional<std::vector<std::int64_t>> read_runs(std::string_view bytes, std::size_t count, unsigned width) {
  ByteReader from(bytes);
  std::vector<std::int64_t> values;
  while (values.size() < count) {
    const std::uint64_t header = from.varint();
    const std::uint64_t length = header >> 1;
    if (!from.ok() || length == 0) return std::nullopt;
    if ((header & 1) == 0) {
      if (length > count - values.size()) return std::nullopt;
      std::int64_t value = 0;
      for (unsigned bit = 0; bit < width; bit += 8) value |= std::int64_t{from.byte()} << bit;
      values.resize(values.size() + length, value);
      continue;
    }
    if (length > from.left()) return std::nullopt;
    for (std::uint64_t group = 0; group < length; ++group) {
      std::uint64_t bits = 0;
      unsigned filled = 0;
      for (std::size_t i = 0; i < kGroup; ++i) {
        for (; filled < width; filled += 8) bits |= std::uint64_t{from.byte()} << filled;
        if (values.size() < count) values.push_back(static_cast<std::int64_t>(bits & ((1U << width) - 1)));
        bits >>= width;
        filled -= width;
      }
    }
  }
  return from.ok() ? std::optional(std::move(values)) : std::nullopt;
}

}  // namespace eugene::accesses
