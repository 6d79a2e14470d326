#include "binary/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "base/number.h"
#include "binary/reader.h"

namespace eugene::binary {
namespace {

constexpr std::string_view kMagic("\x93NUMPY", 6);
constexpr std::size_t kHeadAlignment = 64;

// Returns the text after 'KEY': in the header, a Python literal; empty if the key is missing.
std::string_view find_value(std::string_view header, std::string_view key) {
  const std::size_t at = header.find(fmt::format("'{}'", key));
  if (at == std::string_view::npos) return {};
  std::string_view rest = header.substr(at + key.size() + 2);
  rest.remove_prefix(std::min(rest.find_first_not_of(" :"), rest.size()));
  return rest;
}

Result<std::vector<std::uint64_t>> read_shape(std::string_view text, std::size_t offset) {
  std::vector<std::uint64_t> shape;
  const std::size_t end = text.find(')');
  if (!text.starts_with('(') || end == std::string_view::npos) return fail_at(offset, "the header has no shape");
  text = text.substr(1, end - 1);
  while (!text.empty()) {
    text.remove_prefix(std::min(text.find_first_not_of(" ,"), text.size()));
    if (text.empty()) break;
    const auto size = take_number<std::uint64_t>(text);
    if (!size) return fail_at(offset, "a size in the header's shape is not a number");
    shape.push_back(*size);
  }
  return shape;
}

}  // namespace

std::size_t element_bytes(const std::string& type) {
  if (type.size() < 2) return 0;
  const bool has_order = std::string_view("<|=").contains(type.front());
  const std::string_view rest = std::string_view(type).substr(has_order ? 1 : 0);
  const std::size_t bytes = parse_number<std::size_t>(rest.substr(1)).value_or(0);
  const bool is_number = std::string_view("iufb").contains(rest.front());
  const bool is_known = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
  return is_number && is_known ? bytes : 0;
}

bool is_npy(std::span<const std::byte> file) {
  return file.size() >= kMagic.size() && std::memcmp(file.data(), kMagic.data(), kMagic.size()) == 0;
}

Result<Array> read_npy(std::span<const std::byte> file) {
  Reader reader(file, 0);
  if (!is_npy(file)) return fail_at(0, "this is not a NumPy .npy file");
  const auto magic = reader.take(kMagic.size(), "the magic number");
  const auto version = reader.read<std::uint16_t>("the version");
  if (!magic || !version) return forward_error(magic, version);
  std::size_t length = 0;
  if ((*version & 0xFF) == 1) {
    const auto bytes = reader.read<std::uint16_t>("the header's length");
    if (!bytes) return forward_error(bytes);
    length = *bytes;
  } else {
    const auto bytes = reader.read<std::uint32_t>("the header's length");
    if (!bytes) return forward_error(bytes);
    length = *bytes;
  }
  const std::size_t offset = reader.offset();
  const auto head = reader.take(length, "the header");
  if (!head) return forward_error(head);
  const std::string_view header(reinterpret_cast<const char*>(head->data()), head->size());

  Array array;
  const std::string_view type = find_value(header, "descr");
  if (type.starts_with('\'')) array.type = type.substr(1, type.find('\'', 1) - 1);
  const std::size_t bytes = element_bytes(array.type);
  if (bytes == 0) return fail_at(offset, fmt::format("elements of type '{}' cannot be read", array.type));
  if (find_value(header, "fortran_order").starts_with("True"))
    return fail_at(offset, "the array is in Fortran order", "convert it with numpy.ascontiguousarray()");
  const auto shape = read_shape(find_value(header, "shape"), offset);
  if (!shape) return forward_error(shape);
  array.shape = *shape;
  std::uint64_t count = 1;
  for (const std::uint64_t size : array.shape) {
    if (size != 0 && count > file.size() / size) return fail_at(offset, "the file is shorter than its array");
    count *= size;
  }
  const auto data = reader.take(count * bytes, "the array's data");
  if (!data) return forward_error(data);
  array.data = *data;
  return array;
}

std::vector<std::byte> write_npy(std::span<const std::byte> data, const std::string& type) {
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({},), }}", type,
                                   data.size() / std::max<std::size_t>(element_bytes(type), 1));
  const std::size_t before = kMagic.size() + 2 + 2;
  while ((before + header.size() + 1) % kHeadAlignment != 0) header += ' ';
  header += '\n';
  const auto length = static_cast<std::uint16_t>(header.size());
  std::vector<std::byte> file;
  const auto add = [&](const void* bytes, std::size_t count) {
    const auto* from = static_cast<const std::byte*>(bytes);
    file.insert(file.end(), from, from + count);
  };
  constexpr std::uint16_t kVersion = 1;
  add(kMagic.data(), kMagic.size());
  add(&kVersion, sizeof kVersion);
  add(&length, sizeof length);
  add(header.data(), header.size());
  add(data.data(), data.size());
  return file;
}

}  // namespace eugene::binary
