#include "debug/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "debug/operands.h"
#include "debug/values.h"

namespace eugene::debug {
namespace {

constexpr unsigned kBitsOfByte = 8;

std::string character_text(std::uint64_t bits) {
  const auto code = static_cast<std::int8_t>(bits);
  const bool is_printed = code >= ' ' && code <= '~';
  return is_printed ? fmt::format("{} '{}'", code, static_cast<char>(code))
                    : fmt::format("{} '\\{:03o}'", code, static_cast<std::uint8_t>(code));
}

}  // namespace

std::optional<FormatChoice> parse_format(std::string_view text) {
  constexpr std::string_view kFormats = "xadutocfi", kSizes = "bhwg";
  FormatChoice choice;
  if (!text.empty() && text[0] >= '0' && text[0] <= '9') {
    choice.count = take_number(text, ~0U);
    if (!choice.count) return std::nullopt;
  }
  for (const char each : text) {
    if (const std::size_t size = kSizes.find(each); size != std::string_view::npos)
      choice.bytes = 1U << size;
    else if (kFormats.find(each) != std::string_view::npos)
      choice.format = static_cast<Format>(each);
    else
      return std::nullopt;
  }
  return choice;
}

std::optional<isa::Type> choose_type(Format format, unsigned bytes) {
  using enum isa::Type;
  if (format == Format::character) return b;
  if (bytes == 0) bytes = format == Format::address ? 8 : 4;
  const bool is_signed = format == Format::decimal || format == Format::plain;
  switch (bytes) {
    case 1: return format == Format::floating ? std::nullopt : std::optional(is_signed ? b : ub);
    case 2: return format == Format::floating ? hf : is_signed ? w : uw;
    case 4: return format == Format::floating ? f : is_signed ? d : ud;
    default: return format == Format::floating ? df : is_signed ? q : uq;
  }
}

std::string formatted(Format format, isa::Type type, std::span<const std::byte> bytes, bool pads) {
  const std::size_t size = isa::byte_size(type);
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes.data(), std::min(size, sizeof bits));
  switch (format) {
    case Format::hexadecimal:
    case Format::address: return fmt::format("{:#0{}x}", bits, pads ? 2 * size + 2 : 0);
    case Format::octal: return fmt::format("{:#o}", bits);
    case Format::binary: return fmt::format("{:0{}b}", bits, pads ? size * kBitsOfByte : 1);
    case Format::character: return character_text(bits);
    case Format::decimal:
    case Format::natural:
    case Format::floating:
      if (const auto as = choose_type(format, static_cast<unsigned>(size))) return value_text(*as, bytes);
      [[fallthrough]];
    default: return value_text(type, bytes);
  }
}

}  // namespace eugene::debug
