#include "debug/values.h"

#include <fmt/format.h>

#include <cstring>

namespace eugene::debug {
namespace {

template <class T>
std::string as(std::span<const std::byte> bytes) {
  T value{};
  std::memcpy(&value, bytes.data(), sizeof value);
  return fmt::format("{}", value);
}

std::string as_bits(std::span<const std::byte> bytes) {
  std::uint16_t value = 0;
  std::memcpy(&value, bytes.data(), sizeof value);
  return fmt::format("{:#06x}", value);
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
    case isa::Type::hf: return as_bits(bytes);
    default: return as<std::uint32_t>(bytes);
  }
}

std::string elements_text(const Elements& elements, const eu::Thread& thread, unsigned channels) {
  constexpr unsigned kPerLine = 8;
  if (elements.is_flag) return fmt::format("f{} = {:#010x}\n", elements.number, thread.flag.at(elements.number));
  const unsigned bytes = isa::size_of(elements.type);
  const isa::Region& region = elements.region;
  const auto registers = std::as_bytes(std::span(thread.grf));
  std::string text;
  for (unsigned i = 0; i != channels; ++i) {
    if (i % kPerLine == 0) text += fmt::format("{}  {:2}:", i == 0 ? "" : "\n", i);
    const unsigned element = elements.element + i / region.width * region.vstride + i % region.width * region.hstride;
    const std::size_t at = std::size_t{elements.number} * eu::kGrfBytes + std::size_t{element} * bytes;
    const bool is_there = at + bytes <= registers.size();
    const std::string value = is_there ? value_text(elements.type, registers.subspan(at, bytes)) : "-";
    text += (thread.running >> i & 1U) != 0 ? fmt::format(" {}", value) : fmt::format(" ({})", value);
  }
  return text + "\n";
}

}  // namespace eugene::debug
