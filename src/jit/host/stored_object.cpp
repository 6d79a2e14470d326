#include "jit/host/stored_object.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace eugene::jit {
namespace {

void append(std::vector<std::byte>& to, std::span<const std::byte> bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}

template <class T>
std::span<const std::byte> to_bytes(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

// File format: five lengths and is_optimised, then name, entries, joins, left_out and object.
constexpr std::size_t kLengths = 5;
using Header = std::array<std::uint64_t, kLengths + 1>;

}  // namespace

std::vector<std::byte> serialise(const KernelObject& kernel) {
  std::vector<std::byte> result;
  const Header header{kernel.name.size(),     kernel.entries.size(), kernel.joins.size(),
                      kernel.left_out.size(), kernel.object.size(),  kernel.is_optimised ? 1U : 0U};
  append(result, std::as_bytes(std::span(header)));
  append(result, std::as_bytes(std::span(kernel.name)));
  append(result, to_bytes(kernel.entries));
  append(result, to_bytes(kernel.joins));
  append(result, to_bytes(kernel.left_out));
  append(result, kernel.object);
  return result;
}

std::optional<KernelObject> deserialise(std::span<const std::byte> bytes) {
  Header header{};
  if (bytes.size() < sizeof header) return std::nullopt;
  std::memcpy(header.data(), bytes.data(), sizeof header);
  bytes = bytes.subspan(sizeof header);
  const auto lengths = std::span(header).first<kLengths>();
  if (std::ranges::any_of(lengths, [&](std::uint64_t length) { return length > bytes.size(); }) ||
      lengths[0] + (lengths[1] + lengths[2] + lengths[3]) * sizeof(std::uint32_t) + lengths[4] != bytes.size())
    return std::nullopt;
  KernelObject kernel;
  const auto take = [&](auto& to, std::uint64_t count) {
    to.resize(count);
    const auto place = std::as_writable_bytes(std::span(to));
    std::ranges::copy(bytes.first(place.size()), place.begin());
    bytes = bytes.subspan(place.size());
  };
  take(kernel.name, lengths[0]);
  take(kernel.entries, lengths[1]);
  take(kernel.joins, lengths[2]);
  take(kernel.left_out, lengths[3]);
  take(kernel.object, lengths[4]);
  kernel.is_optimised = header[kLengths] != 0;
  return kernel;
}

}  // namespace eugene::jit
