#include "launch_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "input.h"
#include "load/npy.h"
#include "nearest.h"

namespace eugene::cli {
namespace {

using load::Argument;
using load::ArgumentKind;
using load::DeviceKernel;

// OpenCL C's scalar types, and what NumPy calls them.
struct ScalarType {
  std::string_view name;
  std::string_view numpy;
};
constexpr std::array kScalarTypes{ScalarType{"char", "<i1"},   ScalarType{"uchar", "<u1"},  ScalarType{"short", "<i2"},
                                  ScalarType{"ushort", "<u2"}, ScalarType{"int", "<i4"},    ScalarType{"uint", "<u4"},
                                  ScalarType{"long", "<i8"},   ScalarType{"ulong", "<u8"},  ScalarType{"half", "<f2"},
                                  ScalarType{"float", "<f4"},  ScalarType{"double", "<f8"}, ScalarType{"bool", "<u1"},
                                  ScalarType{"size_t", "<u8"}};

// "float4*" and "float4" are "float". Empty: it is a structure, or not known.
std::string_view numpy_type(std::string_view type) {
  while (!type.empty() && (type.back() == '*' || type.back() == ' ')) type.remove_suffix(1);
  if (type.starts_with("unsigned ") && type.ends_with("char")) return "<u1";
  while (!type.empty() && std::isdigit(static_cast<unsigned char>(type.back())) != 0) type.remove_suffix(1);
  const auto* found = std::ranges::find(kScalarTypes, type, &ScalarType::name);
  return found == kScalarTypes.end() ? std::string_view() : found->numpy;
}

// The bits of a half of that value, rounded to nearest even.
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
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return false;
  if (size == sizeof(double))
    append(bytes, value);
  else if (size == sizeof(float))
    append(bytes, static_cast<float>(value));
  else
    append(bytes, half_bits(static_cast<float>(value)));
  return true;
}

bool append_integer(std::vector<std::byte>& bytes, std::string_view text, std::size_t size) {
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  int base = 10;
  if (text.starts_with("0x")) {
    base = 16;
    text.remove_prefix(2);
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return false;
  if (size < sizeof value && value >> (8 * size) != 0) return false;
  if (is_negative) value = 0 - value;
  const auto* first = reinterpret_cast<const std::byte*>(&value);
  bytes.insert(bytes.end(), first, first + size);
  return true;
}

bool looks_like_float(std::string_view text) {
  return !text.starts_with("0x") && text.find_first_of(".enf") != std::string_view::npos;
}

Result<launch::ValueArgument> read_value(std::string_view text, const Argument& argument) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    parts.push_back(text.substr(at, comma - at));
    at = comma + 1;
  }
  const std::string_view type = numpy_type(argument.type);
  // A vector of three takes as much as one of four, and a char as much as an int.
  constexpr std::size_t kLeast = 4;
  const std::size_t elements = parts.size() == 3 ? 4 : parts.size();
  const std::size_t size = type.empty() ? argument.size / elements : load::element_bytes(std::string(type));
  if (std::max(size * elements, kLeast) != argument.size)
    return fail(fmt::format("{} number{} do{} not make a value of {} bytes ({})", parts.size(),
                            parts.size() == 1 ? "" : "s", parts.size() == 1 ? "es" : "", argument.size,
                            argument.type.empty() ? "no type is known" : argument.type));
  launch::ValueArgument value;
  for (const std::string_view part : parts) {
    const bool is_float = type.empty() ? looks_like_float(part) : type[1] == 'f';
    const bool done = is_float ? append_float(value.bytes, part, size) : append_integer(value.bytes, part, size);
    if (!done) return fail(fmt::format("\"{}\" is no number of {} bytes", part, size));
  }
  value.bytes.resize(argument.size);
  return value;
}

Result<std::uint64_t> read_count(std::string_view text) {
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size())
    return fail(fmt::format("\"{}\" is no number of bytes or elements", text));
  return count;
}

Result<void> read_file(std::string_view name, launch::Machine& machine, GivenArgument& given) {
  const auto file = read_input(std::string(name));
  if (!file) return error_of(file);
  std::span<const std::byte> data = *file;
  if (load::is_npy(*file)) {
    const auto array = load::read_npy(*file);
    if (!array) return fail(fmt::format("{}: {}", name, array.error().message), {}, array.error().hint);
    data = array->data;
    given.type = array->type;
  }
  const auto buffer = machine.allocate(data.size());
  if (!buffer) return error_of(buffer);
  std::ranges::copy(data, machine.contents(*buffer).begin());
  given.value = *buffer;
  return {};
}

Result<void> make_zeros(std::string_view text, launch::Machine& machine, GivenArgument& given) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  if (end != text.size()) given.type = "<" + std::string(text.substr(end));
  if (given.type.empty()) given.type = "<u1";
  const std::size_t bytes = load::element_bytes(given.type);
  if (bytes == 0)
    return fail(fmt::format("\"{}\" is no type of elements", text.substr(end)), {},
                "i1, u1, ... u8, f2, f4 and f8 are");
  const auto count = read_count(text.substr(0, end));
  if (!count) return error_of(count);
  if (*count > (std::uint64_t{1} << 32)) return fail(fmt::format("{} elements are too many", *count));
  const auto buffer = machine.allocate(*count * bytes);
  if (!buffer) return error_of(buffer);
  given.value = *buffer;
  return {};
}

Result<void> read_given(std::string_view text, const Argument& argument, launch::Machine& machine,
                        GivenArgument& given) {
  given.type = numpy_type(argument.type);
  const auto after = [&](std::string_view prefix) {
    return text.starts_with(prefix) ? std::optional(text.substr(prefix.size())) : std::nullopt;
  };
  const auto read = after("r:"), both = after("rw:"), zeros = after("zeros:"), local = after("local:");
  given.is_written = both || zeros;
  if (read || both) return read_file(read ? *read : *both, machine, given);
  if (zeros) return make_zeros(*zeros, machine, given);
  if (local) {
    const auto bytes = read_count(*local);
    if (!bytes) return error_of(bytes);
    given.value = launch::LocalArgument{static_cast<std::uint32_t>(std::min<std::uint64_t>(*bytes, 0xFFFF'FFFF))};
    return {};
  }
  if (text == "null") {
    given.value = launch::BufferArgument{};
    return {};
  }
  if (argument.kind != ArgumentKind::value)
    return fail(fmt::format("\"{}\" is a value, and the argument is of kind {}", text, load::name_of(argument.kind)),
                {}, "r:FILE, rw:FILE and zeros:COUNT are buffers, local:BYTES is local memory");
  const auto value = read_value(text, argument);
  if (!value) return error_of(value);
  given.value = *value;
  return {};
}

template <class Number>
std::string numbers_text(std::span<const std::byte> bytes, std::size_t most) {
  std::vector<Number> numbers(std::min(bytes.size() / sizeof(Number), most));
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(Number));
  if constexpr (sizeof(Number) == 1) {
    std::vector<int> wide(numbers.begin(), numbers.end());
    return fmt::format("{}", fmt::join(wide, " "));
  }
  return fmt::format("{}", fmt::join(numbers, " "));
}

std::string halves_text(std::span<const std::byte> bytes, std::size_t most) {
  std::vector<float> numbers;
  for (std::size_t at = 0; at + 2 <= bytes.size() && numbers.size() < most; at += 2) {
    _Float16 half = 0;
    std::memcpy(&half, bytes.data() + at, sizeof half);
    numbers.push_back(static_cast<float>(half));
  }
  return fmt::format("{}", fmt::join(numbers, " "));
}

}  // namespace

Result<std::size_t> argument_number(const std::string& name, const DeviceKernel& kernel) {
  const auto named = std::ranges::find(kernel.arguments, name, &Argument::name);
  if (named != kernel.arguments.end()) return static_cast<std::size_t>(named - kernel.arguments.begin());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error == std::errc() && end == name.data() + name.size() && number < kernel.arguments.size()) return number;
  std::vector<std::string> names;
  for (const Argument& each : kernel.arguments)
    if (!each.name.empty()) names.push_back(each.name);
  return fail(fmt::format("kernel {} has no argument {}{}", kernel.name, name, suggestion(name, names)));
}

Result<GivenArgument> read_argument(const std::string& text, const DeviceKernel& kernel, std::size_t next,
                                    launch::Machine& machine) {
  const std::size_t equals = text.find('=');
  GivenArgument given{.number = next};
  if (equals != std::string::npos) {
    const auto number = argument_number(text.substr(0, equals), kernel);
    if (!number) return error_of(number);
    given.number = *number;
  }
  if (given.number >= kernel.arguments.size())
    return fail(
        fmt::format("kernel {} has {} arguments: {} is one too many", kernel.name, kernel.arguments.size(), text));
  const std::string value = equals == std::string::npos ? text : text.substr(equals + 1);
  auto done = read_given(value, kernel.arguments[given.number], machine, given);
  if (!done) {
    done.error().message = fmt::format("--arg {}: {}", text, done.error().message);
    return error_of(done);
  }
  return given;
}

std::optional<SizesText> read_sizes(const std::string& text, std::uint32_t least) {
  SizesText read{.sizes = {1, 1, 1}, .dimensions = 0};
  const char* at = text.data();
  const char* const end = at + text.size();
  while (read.dimensions < read.sizes.size()) {
    const auto [after, error] = std::from_chars(at, end, read.sizes[read.dimensions]);
    if (error != std::errc() || read.sizes[read.dimensions] < least) return std::nullopt;
    ++read.dimensions;
    if (after == end) return read;
    if (*after != ',' && *after != 'x') return std::nullopt;
    at = after + 1;
  }
  return std::nullopt;
}

std::string elements_text(std::span<const std::byte> bytes, const std::string& type, std::size_t most) {
  using Text = std::string (*)(std::span<const std::byte>, std::size_t);
  constexpr std::pair<std::string_view, Text> kTexts[] = {
      {"i1", numbers_text<std::int8_t>},   {"u1", numbers_text<std::uint8_t>},  {"i2", numbers_text<std::int16_t>},
      {"u2", numbers_text<std::uint16_t>}, {"i4", numbers_text<std::int32_t>},  {"u4", numbers_text<std::uint32_t>},
      {"i8", numbers_text<std::int64_t>},  {"u8", numbers_text<std::uint64_t>}, {"f2", halves_text},
      {"f4", numbers_text<float>},         {"f8", numbers_text<double>}};
  for (const auto& [name, text] : kTexts)
    if (type.ends_with(name)) return text(bytes, most);
  return numbers_text<std::uint8_t>(bytes, most);
}

}  // namespace eugene::cli
