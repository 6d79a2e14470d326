#include "debug/values.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "sem/half.h"

namespace eugene::debug {
namespace {

template <class T>
std::string as(std::span<const std::byte> bytes) {
  T value{};
  std::memcpy(&value, bytes.data(), sizeof value);
  return fmt::format("{}", value);
}

template <class T>
Number read(std::span<const std::byte> bytes) {
  T value{};
  std::memcpy(&value, bytes.data(), sizeof value);
  return static_cast<Number>(value);
}

template <class T>
bool write(Number value, std::span<std::byte> bytes) {
  if constexpr (std::is_integral_v<T>) {
    if (value < static_cast<Number>(std::numeric_limits<T>::min()) ||
        value > static_cast<Number>(std::numeric_limits<T>::max()) || value != std::trunc(value))
      return false;
  }
  const T stored = static_cast<T>(value);
  std::memcpy(bytes.data(), &stored, sizeof stored);
  return true;
}

std::uint16_t to_bits(std::span<const std::byte> bytes) {
  std::uint16_t value = 0;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

}  // namespace

std::string value_text(isa::Type type, std::span<const std::byte> bytes) {
  switch (type) {
    case isa::Type::ub: return fmt::format("{}", std::to_integer<unsigned>(bytes[0]));
    case isa::Type::b: return fmt::format("{}", static_cast<int>(static_cast<std::int8_t>(bytes[0])));
    case isa::Type::uw: return as<std::uint16_t>(bytes);
    case isa::Type::w: return as<std::int16_t>(bytes);
    case isa::Type::d: return as<std::int32_t>(bytes);
    case isa::Type::uq: return as<std::uint64_t>(bytes);
    case isa::Type::q: return as<std::int64_t>(bytes);
    case isa::Type::f: return as<float>(bytes);
    case isa::Type::df: return as<double>(bytes);
    case isa::Type::hf: return fmt::format("{}", static_cast<float>(to_number(type, bytes)));
    default: return as<std::uint32_t>(bytes);
  }
}

std::string value_text(Number value) {
  constexpr Number kMaxWhole = 18'446'744'073'709'551'616.0L;
  return value == std::trunc(value) && std::abs(value) < kMaxWhole ? fmt::format("{:.0f}", value)
                                                                   : fmt::format("{:.9g}", value);
}

Number to_number(isa::Type type, std::span<const std::byte> bytes) {
  switch (type) {
    case isa::Type::ub: return read<std::uint8_t>(bytes);
    case isa::Type::b: return read<std::int8_t>(bytes);
    case isa::Type::uw: return read<std::uint16_t>(bytes);
    case isa::Type::w: return read<std::int16_t>(bytes);
    case isa::Type::d: return read<std::int32_t>(bytes);
    case isa::Type::uq: return read<std::uint64_t>(bytes);
    case isa::Type::q: return read<std::int64_t>(bytes);
    case isa::Type::f: return read<float>(bytes);
    case isa::Type::df: return read<double>(bytes);
    case isa::Type::hf: return sem::half_to_float(sem::Half{to_bits(bytes)});
    default: return read<std::uint32_t>(bytes);
  }
}

bool store(isa::Type type, Number value, std::span<std::byte> bytes) {
  switch (type) {
    case isa::Type::ub: return write<std::uint8_t>(value, bytes);
    case isa::Type::b: return write<std::int8_t>(value, bytes);
    case isa::Type::uw: return write<std::uint16_t>(value, bytes);
    case isa::Type::w: return write<std::int16_t>(value, bytes);
    case isa::Type::d: return write<std::int32_t>(value, bytes);
    case isa::Type::uq: return write<std::uint64_t>(value, bytes);
    case isa::Type::q: return write<std::int64_t>(value, bytes);
    case isa::Type::f: return write<float>(value, bytes);
    case isa::Type::df: return write<double>(value, bytes);
    case isa::Type::ud: return write<std::uint32_t>(value, bytes);
    default: return false;
  }
}

std::span<std::byte> find_bytes(const Elements& elements, eu::Thread& thread, unsigned channel) {
  const unsigned bytes = isa::byte_size(elements.type);
  const isa::Region& region = elements.region;
  const auto registers = std::as_writable_bytes(std::span(thread.grf));
  const unsigned element =
      elements.element + channel / region.width * region.vstride + channel % region.width * region.hstride;
  const std::size_t at = std::size_t{elements.number} * eu::kGrfBytes + std::size_t{element} * bytes;
  return at + bytes <= registers.size() ? registers.subspan(at, bytes) : std::span<std::byte>();
}

std::optional<Number> to_number(const Elements& elements, const eu::Thread& thread, unsigned channel) {
  if (elements.is_flag) return thread.flag.at(elements.number) >> channel & 1U;
  const auto bytes = find_bytes(elements, const_cast<eu::Thread&>(thread), channel);
  if (bytes.empty()) return std::nullopt;
  return to_number(elements.type, bytes);
}

std::string elements_text(const Elements& elements, const eu::Thread& thread, unsigned channels, Format format) {
  constexpr unsigned kPerLine = 8;
  if (elements.is_flag) return fmt::format("f{} = {:#010x}\n", elements.number, thread.flag.at(elements.number));
  std::string text;
  for (unsigned i = 0; i != channels; ++i) {
    if (i % kPerLine == 0) text += fmt::format("{}  {:2}:", i == 0 ? "" : "\n", i);
    const auto bytes = find_bytes(elements, const_cast<eu::Thread&>(thread), i);
    const std::string value = bytes.empty() ? "-" : formatted(format, elements.type, bytes);
    text += (thread.running >> i & 1U) != 0 ? fmt::format(" {}", value) : fmt::format(" ({})", value);
  }
  return text + "\n";
}

}  // namespace eugene::debug
