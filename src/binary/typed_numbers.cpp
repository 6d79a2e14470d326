#include "binary/typed_numbers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include "base/number.h"
#include "base/opencl_type.h"
#include "binary/npy.h"

namespace eugene::binary {
namespace {

// Returns the bits of `value` as a half, rounded to nearest even.
std::uint16_t half_bits(float value) {
  const auto half = static_cast<_Float16>(value);
  std::uint16_t bits = 0;
  std::memcpy(&bits, &half, sizeof bits);
  return bits;
}

template <class Number>
void append(std::vector<std::byte>& bytes, Number number) {
  const auto* first = reinterpret_cast<const std::byte*>(&number);
  bytes.insert(bytes.end(), first, first + sizeof number);
}

bool append_float(std::vector<std::byte>& bytes, std::string_view text, std::size_t size) {
  if (text.ends_with('f') && !text.ends_with("inf")) text.remove_suffix(1);
  const auto value = parse_number<double>(text);
  if (!value) return false;
  if (size == sizeof(double))
    append(bytes, *value);
  else if (size == sizeof(float))
    append(bytes, static_cast<float>(*value));
  else
    append(bytes, half_bits(static_cast<float>(*value)));
  return true;
}

bool append_integer(std::vector<std::byte>& bytes, std::string_view text, std::size_t size) {
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  const auto number = parse_c_number<std::uint64_t>(text);
  if (!number) return false;
  std::uint64_t value = *number;
  const std::uint64_t half = std::uint64_t{1} << (8 * size - 1);
  if (is_negative ? value > half : value / 2 >= half) return false;
  if (is_negative) value = 0 - value;
  const auto* first = reinterpret_cast<const std::byte*>(&value);
  bytes.insert(bytes.end(), first, first + size);
  return true;
}

bool looks_like_float(std::string_view text) {
  return !text.starts_with("0x") && text.find_first_of(".enf") != std::string_view::npos;
}

std::vector<std::string_view> comma_parts(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    parts.push_back(text.substr(at, comma - at));
    at = comma + 1;
  }
  return parts;
}

template <class Number>
std::string numbers_text(std::span<const std::byte> bytes, std::size_t limit) {
  std::vector<Number> numbers(std::min(bytes.size() / sizeof(Number), limit));
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(Number));
  if constexpr (sizeof(Number) == 1) {
    std::vector<int> wide(numbers.begin(), numbers.end());
    return fmt::format("{}", fmt::join(wide, " "));
  }
  return fmt::format("{}", fmt::join(numbers, " "));
}

std::string halves_text(std::span<const std::byte> bytes, std::size_t limit) {
  std::vector<float> numbers;
  for (std::size_t at = 0; at + 2 <= bytes.size() && numbers.size() < limit; at += 2) {
    _Float16 half = 0;
    std::memcpy(&half, bytes.data() + at, sizeof half);
    numbers.push_back(static_cast<float>(half));
  }
  return fmt::format("{}", fmt::join(numbers, " "));
}

}  // namespace

std::string numpy_type(std::string_view type) {
  while (type.ends_with('*') || type.ends_with(' ')) type.remove_suffix(1);
  const auto found = opencl_type(type);
  return found ? fmt::format("<{}{}", static_cast<char>(found->kind), found->scalar_bytes) : std::string();
}

Result<std::vector<std::byte>> read_numbers(std::string_view text, std::string_view type_name, std::size_t bytes) {
  const std::vector<std::string_view> parts = comma_parts(text);
  const std::string type = numpy_type(type_name);
  // A vector of three has the size of a vector of four. Values smaller than an int take the size of an int.
  constexpr std::size_t kLeast = 4;
  const std::size_t elements = parts.size() == 3 ? 4 : parts.size();
  const std::size_t size = type.empty() ? bytes / elements : element_bytes(type);
  const bool is_number = std::has_single_bit(size) && size <= sizeof(std::uint64_t);
  if (std::max(size * elements, kLeast) != bytes || !is_number)
    return fail(fmt::format("{} number{} do{} not make a value of {} bytes ({})", parts.size(),
                            parts.size() == 1 ? "" : "s", parts.size() == 1 ? "es" : "", bytes,
                            type_name.empty() ? "no type is known" : type_name));
  std::vector<std::byte> value;
  for (const std::string_view part : parts) {
    const bool is_float = type.empty() ? size != 1 && looks_like_float(part) : type[1] == 'f';
    const bool done = is_float ? append_float(value, part, size) : append_integer(value, part, size);
    if (!done) return fail(fmt::format("\"{}\" is not a number of {} bytes", part, size));
  }
  value.resize(bytes);
  return value;
}

std::string elements_text(std::span<const std::byte> bytes, const std::string& type, std::size_t limit) {
  using Text = std::string (*)(std::span<const std::byte>, std::size_t);
  constexpr std::pair<std::string_view, Text> kTexts[] = {
      {"i1", numbers_text<std::int8_t>},   {"u1", numbers_text<std::uint8_t>},  {"i2", numbers_text<std::int16_t>},
      {"u2", numbers_text<std::uint16_t>}, {"i4", numbers_text<std::int32_t>},  {"u4", numbers_text<std::uint32_t>},
      {"i8", numbers_text<std::int64_t>},  {"u8", numbers_text<std::uint64_t>}, {"f2", halves_text},
      {"f4", numbers_text<float>},         {"f8", numbers_text<double>}};
  for (const auto& [name, text] : kTexts)
    if (type.ends_with(name)) return text(bytes, limit);
  return numbers_text<std::uint8_t>(bytes, limit);
}

}  // namespace eugene::binary
