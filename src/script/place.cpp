#include "script/place.h"

#include <cstring>

#include "base/bits.h"

namespace eugene::script {
namespace {

std::span<std::byte> find_bytes(const Storage& storage, const Place& place) {
  switch (place.kind) {
    case Place::Kind::registers: return storage.registers;
    case Place::Kind::local_memory: return storage.local_memory;
    case Place::Kind::urb:
      if (storage.urb != nullptr) return std::as_writable_bytes(storage.urb->rows());
      break;
    case Place::Kind::accumulator:
    case Place::Kind::memory: break;
  }
  return {};
}

std::span<std::byte> element(const Storage& storage, const Place& place, std::uint64_t index) {
  const std::uint64_t size = isa::byte_size(place.type);
  const std::uint64_t at = place.begin + index * size;
  const std::span<std::byte> bytes = find_bytes(storage, place);
  if (index >= place.count() || at > bytes.size() || size > bytes.size() - at) return {};
  return bytes.subspan(at, size);
}

std::optional<std::uint64_t> read_accumulator(const eu::Accumulator& accumulator, isa::Type type,
                                              std::uint64_t channel) {
  const bool whole = isa::byte_size(type) == 8 && !isa::is_float(type);
  const std::size_t size = whole ? 4 : isa::byte_size(type);
  std::uint64_t bits = 0;
  if ((channel + 1) * size > accumulator.low.bytes.size()) return std::nullopt;
  std::memcpy(&bits, accumulator.low.bytes.data() + channel * size, size);
  if (whole) bits |= static_cast<std::uint64_t>(static_cast<std::uint32_t>(accumulator.guard[channel])) << 32;
  return bits;
}

bool write_accumulator(eu::Accumulator& accumulator, isa::Type type, std::uint64_t channel, std::uint64_t bits) {
  const bool whole = isa::byte_size(type) == 8 && !isa::is_float(type);
  const std::size_t size = whole ? 4 : isa::byte_size(type);
  if ((channel + 1) * size > accumulator.low.bytes.size()) return false;
  std::memcpy(accumulator.low.bytes.data() + channel * size, &bits, size);
  if (isa::is_float(type) || size == 1) return true;
  if (whole) {
    accumulator.guard[channel] = static_cast<std::int32_t>(bits >> 32);
  } else {
    const bool negative = isa::is_signed(type) && ((bits >> (8 * size - 1)) & 1) != 0;
    accumulator.guard[channel] = negative ? -1 : 0;
  }
  return true;
}

}  // namespace

std::optional<std::uint64_t> read_element(const Storage& storage, const Place& place, std::uint64_t index) {
  std::uint64_t bits = 0;
  const std::size_t size = isa::byte_size(place.type);
  if (place.kind == Place::Kind::accumulator) {
    if (index >= place.count()) return std::nullopt;
    return read_accumulator(storage.thread->acc[place.begin], place.type, place.first + index);
  }
  if (place.kind == Place::Kind::memory) {
    if (index >= place.count()) return std::nullopt;
    const auto to = std::as_writable_bytes(std::span(&bits, 1)).first(size);
    return storage.view->read(place.begin + index * size, to) ? std::optional(bits) : std::nullopt;
  }
  const std::span<std::byte> from = element(storage, place, index);
  if (from.empty()) return std::nullopt;
  std::memcpy(&bits, from.data(), from.size());
  return bits;
}

bool write_element(const Storage& storage, const Place& place, std::uint64_t index, std::uint64_t bits) {
  const std::size_t size = isa::byte_size(place.type);
  if (place.kind == Place::Kind::accumulator) {
    return index < place.count() &&
           write_accumulator(storage.thread->acc[place.begin], place.type, place.first + index, bits);
  }
  if (place.kind == Place::Kind::memory) {
    const auto from = std::as_bytes(std::span(&bits, 1)).first(size);
    return index < place.count() && storage.view->write(place.begin + index * size, from);
  }
  const std::span<std::byte> to = element(storage, place, index);
  if (to.empty()) return false;
  std::memcpy(to.data(), &bits, to.size());
  return true;
}

}  // namespace eugene::script
