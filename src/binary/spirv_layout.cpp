#include "binary/spirv_layout.h"

#include <algorithm>
#include <vector>

namespace eugene::binary {
namespace {

constexpr unsigned kMaxDepth = 32;                           // nesting depth of types
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 32;  // size of a type in shared memory

enum Opcode : std::uint16_t {
  kTypeBool = 20,
  kTypeInt = 21,
  kTypeFloat = 22,
  kTypeVector = 23,
  kTypeMatrix = 24,
  kTypeArray = 28,
  kTypeStruct = 30,
};

std::uint64_t aligned(std::uint64_t offset, std::uint64_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

}  // namespace

void SpirvTypes::add(std::uint16_t opcode, std::span<const std::uint32_t> words) {
  constexpr std::uint32_t kBoolBytes = 4;
  const auto at = [&](std::size_t i) { return i < words.size() ? words[i] : 0; };
  switch (opcode) {
    case kTypeBool: types_[at(0)] = {.bytes = kBoolBytes, .members = {}}; break;
    case kTypeInt:
    case kTypeFloat: types_[at(0)] = {.bytes = at(1) / 8, .members = {}}; break;
    case kTypeVector:
    case kTypeMatrix:
      types_[at(0)] = {
          .kind = Kind::several, .element = at(1), .count = at(2), .is_matrix = opcode == kTypeMatrix, .members = {}};
      break;
    case kTypeArray: types_[at(0)] = {.kind = Kind::array, .element = at(1), .count = at(2), .members = {}}; break;
    case kTypeStruct:
      if (!words.empty()) types_[at(0)] = {.kind = Kind::structure, .members = {words.begin() + 1, words.end()}};
      break;
    default: break;
  }
}

std::optional<SpirvTypes::Extent> SpirvTypes::extent(std::uint32_t id, const Value& find_value) const {
  return extent(id, find_value, 0);
}

std::optional<SpirvTypes::Extent> SpirvTypes::extent(std::uint32_t id, const Value& find_value, unsigned depth) const {
  const auto found = types_.find(id);
  if (found == types_.end() || depth == kMaxDepth) return std::nullopt;
  const Type& type = found->second;
  if (type.kind == Kind::number) {
    if (type.bytes == 0) return std::nullopt;
    return Extent{.bytes = type.bytes, .alignment = type.bytes};
  }
  Extent whole;
  if (type.kind == Kind::structure) {
    for (const std::uint32_t each : type.members) {
      const auto member = extent(each, find_value, depth + 1);
      if (!member) return std::nullopt;
      whole = {.bytes = aligned(whole.bytes, member->alignment) + member->bytes,
               .alignment = std::max(whole.alignment, member->alignment)};
      if (whole.bytes > kMaxBytes) return std::nullopt;
    }
    whole.bytes = aligned(whole.bytes, whole.alignment);
    return whole;
  }
  const auto element = extent(type.element, find_value, depth + 1);
  const auto count = type.kind == Kind::array ? find_value(type.count) : std::optional(type.count);
  if (!element || !count || *count == 0) return std::nullopt;
  const bool is_vector = type.kind == Kind::several && !type.is_matrix;
  const std::uint64_t stride = aligned(element->bytes, element->alignment);
  whole = {.bytes = stride * (*count - 1) + element->bytes,
           .alignment = is_vector ? element->bytes * (*count == 3 ? 4 : *count) : element->alignment};
  if (whole.bytes > kMaxBytes) return std::nullopt;
  return whole;
}

}  // namespace eugene::binary
