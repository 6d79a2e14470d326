#include "launch_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "base/number.h"
#include "binary/npy.h"
#include "binary/typed_numbers.h"
#include "input.h"
#include "nearest.h"

namespace eugene::cli {
namespace {

using binary::ArgumentKind;
using binary::DeclaredArgument;
using binary::DeviceKernel;

Result<std::uint64_t> read_count(std::string_view text) {
  const auto count = parse_number<std::uint64_t>(text);
  if (!count) return fail(fmt::format("\"{}\" is not a number of bytes or elements", text));
  return *count;
}

Result<void> read_file(std::string_view name, launch::Machine& machine, GivenArgument& given) {
  const auto file = read_whole_file(std::string(name));
  if (!file) return forward_error(file);
  std::span<const std::byte> data = *file;
  if (binary::is_npy(*file)) {
    const auto array = binary::read_npy(*file);
    if (!array) return fail(fmt::format("{}: {}", name, array.error().message), {}, array.error().hint);
    data = array->data;
    given.type = array->type;
  }
  const auto buffer = machine.allocate(data.size());
  if (!buffer) return forward_error(buffer);
  std::ranges::copy(data, machine.contents(*buffer).begin());
  given.value = *buffer;
  return {};
}

Result<void> make_zeros(std::string_view text, launch::Machine& machine, GivenArgument& given) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  if (end != text.size()) given.type = "<" + std::string(text.substr(end));
  if (given.type.empty()) given.type = "<u1";
  const std::size_t bytes = binary::element_bytes(given.type);
  if (bytes == 0)
    return fail(fmt::format("\"{}\" is not a type of elements", text.substr(end)), {},
                "the types are i1, i2, i4, i8, u1, u2, u4, u8, f2, f4 and f8");
  const auto count = read_count(text.substr(0, end));
  if (!count) return forward_error(count);
  if (*count > (std::uint64_t{1} << 32)) return fail(fmt::format("{} elements are too many", *count));
  const auto buffer = machine.allocate(*count * bytes);
  if (!buffer) return forward_error(buffer);
  given.value = *buffer;
  return {};
}

Result<void> read_given(std::string_view text, const DeclaredArgument& argument, launch::Machine& machine,
                        GivenArgument& given) {
  given.type = binary::numpy_type(argument.type);
  const auto after = [&](std::string_view prefix) {
    return text.starts_with(prefix) ? std::optional(text.substr(prefix.size())) : std::nullopt;
  };
  const auto read = after("r:"), both = after("rw:"), zeros = after("zeros:"), local = after("local:");
  given.is_written = both || zeros;
  if (read || both) return read_file(read ? *read : *both, machine, given);
  if (zeros) return make_zeros(*zeros, machine, given);
  if (local) {
    const auto bytes = read_count(*local);
    if (!bytes) return forward_error(bytes);
    given.value = launch::LocalArgument{static_cast<std::uint32_t>(std::min<std::uint64_t>(*bytes, 0xFFFF'FFFF))};
    return {};
  }
  if (text == "null") {
    given.value = launch::BufferArgument{};
    return {};
  }
  if (argument.kind != ArgumentKind::value)
    return fail(fmt::format("\"{}\" is a value, but the argument's kind is {}", text, binary::find_name(argument.kind)),
                {}, "write r:FILE, rw:FILE or zeros:COUNT for a buffer, local:BYTES for local memory");
  auto value = binary::read_numbers(text, argument.type, argument.size);
  if (!value) return forward_error(value);
  given.value = launch::ValueArgument{*std::move(value)};
  return {};
}

}  // namespace

Result<std::size_t> argument_number(const std::string& name, const DeviceKernel& kernel) {
  const auto named = std::ranges::find(kernel.arguments, name, &DeclaredArgument::name);
  if (named != kernel.arguments.end()) return static_cast<std::size_t>(named - kernel.arguments.begin());
  const auto number = parse_number<std::size_t>(name);
  if (number && *number < kernel.arguments.size()) return *number;
  std::vector<std::string> names;
  for (const DeclaredArgument& each : kernel.arguments)
    if (!each.name.empty()) names.push_back(each.name);
  return fail(fmt::format("kernel {} has no argument {}{}", kernel.name, name, suggestion(name, names)));
}

Result<GivenArgument> read_argument(const std::string& text, const DeviceKernel& kernel, std::size_t next,
                                    launch::Machine& machine) {
  const std::size_t equals = text.find('=');
  GivenArgument given{.number = next};
  if (equals != std::string::npos) {
    const auto number = argument_number(text.substr(0, equals), kernel);
    if (!number) return forward_error(number);
    given.number = *number;
  }
  if (given.number >= kernel.arguments.size())
    return fail(
        fmt::format("kernel {} has {} arguments: {} is one too many", kernel.name, kernel.arguments.size(), text));
  const std::string value = equals == std::string::npos ? text : text.substr(equals + 1);
  auto done = read_given(value, kernel.arguments[given.number], machine, given);
  if (!done) {
    done.error().message = fmt::format("--arg {}: {}", text, done.error().message);
    return forward_error(done);
  }
  return given;
}

std::optional<SizesText> read_sizes(const std::string& text, std::uint32_t least) {
  SizesText read{.sizes = {1, 1, 1}, .dimensions = 0};
  std::string_view rest = text;
  while (read.dimensions < read.sizes.size()) {
    const auto size = take_number<std::uint32_t>(rest);
    if (!size || *size < least) return std::nullopt;
    read.sizes[read.dimensions++] = *size;
    if (rest.empty()) return read;
    if (rest.front() != ',' && rest.front() != 'x') return std::nullopt;
    rest.remove_prefix(1);
  }
  return std::nullopt;
}

}  // namespace eugene::cli
