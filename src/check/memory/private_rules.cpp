#include "check/memory/private_rules.h"

#include <algorithm>
#include <utility>

namespace eugene::check {
namespace {

// Variables are aligned to registers. A larger gap may contain an unknown variable.
constexpr std::uint64_t kLargestGap = 31;

std::string count(std::uint64_t bytes) { return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes"); }

// Returns true if `offset` is in a gap around which all variables are known.
bool is_in_gap(const PrivateFrame& frame, std::uint64_t end, std::uint64_t offset) {
  std::uint64_t before = 0;
  for (const PrivateVariable& each : frame.variables) {
    if (offset < each.begin) return offset >= before && each.begin - before <= kLargestGap;
    before = std::max(before, each.end());
  }
  return offset >= end || (offset >= before && end - before <= kLargestGap);
}

}  // namespace

std::optional<std::string> PrivateRules::judge(const PrivateFrame& frame, std::uint64_t end, std::uint64_t offset,
                                               std::uint32_t bytes, unsigned channel, std::size_t instruction) const {
  const auto found = std::ranges::find_if(
      frame.variables, [&](const PrivateVariable& each) { return offset >= each.begin && offset < each.end(); });
  if (found == frame.variables.end()) {
    const bool is_known = instruction < facts_.layout.accesses.size() && facts_.layout.accesses[instruction];
    if (is_known || !is_in_gap(frame, end, offset)) return std::nullopt;
    return "outside of the private variables of its work-item";
  }
  const std::uint64_t inside = (offset - found->begin) % found->bytes;
  const std::uint64_t owner = (offset - found->begin) / found->bytes;
  if (owner != channel) return "in " + describe(frame, *found) + " of another work-item";
  if (inside + bytes > found->bytes) return "that begins in " + describe(frame, *found) + " and ends beyond it";
  const SourceVariable* const variable = find_source(frame, *found);
  return variable == nullptr ? std::nullopt : judge_member(*variable, inside, bytes, instruction);
}

std::optional<std::string> PrivateRules::judge_index(const PrivateFrame& frame, const PrivateVariable& variable,
                                                     std::uint64_t offset, std::uint32_t bytes,
                                                     unsigned channel) const {
  const std::uint64_t inside = offset - (variable.begin + channel * variable.bytes);
  if (inside < variable.bytes && bytes <= variable.bytes - inside) return std::nullopt;
  return "outside of " + describe(frame, variable);
}

const SourceVariable* PrivateRules::find_source(const PrivateFrame& frame, const PrivateVariable& variable) const {
  const auto number = static_cast<std::size_t>(&frame - facts_.layout.frames.data());
  const auto at = static_cast<std::size_t>(&variable - frame.variables.data());
  if (number >= facts_.named.size() || at >= facts_.named[number].size()) return nullptr;
  const std::uint32_t index = facts_.named[number][at];
  return index == PrivateFacts::kNone ? nullptr : &facts_.source.variables[index];
}

const SourceType* PrivateRules::type(std::uint32_t number) const {
  return number < facts_.source.types.size() ? &facts_.source.types[number] : nullptr;
}

std::string PrivateRules::describe(const PrivateFrame& frame, const PrivateVariable& variable) const {
  const SourceVariable* const source = find_source(frame, variable);
  if (source == nullptr) return "a private variable of " + count(variable.bytes);
  const SourceType* const of = type(source->type);
  const bool is_array = of != nullptr && of->kind == SourceType::Kind::array;
  return std::string(is_array ? "private array `" : "private variable `") + source->name + "` (" +
         count(variable.bytes) + ")";
}

// An array in a structure ends where other members begin, and these belong to the work-item too. Only the source shows
// which member is meant: an access is wrong if its statement names an array of the structure, but not the accessed
// member.
std::optional<std::string> PrivateRules::judge_member(const SourceVariable& variable, std::uint64_t offset,
                                                      std::uint32_t bytes, std::size_t instruction) const {
  if (instruction >= facts_.members.size() || facts_.members[instruction].has_whole) return std::nullopt;
  const std::set<std::string>& names = facts_.members[instruction].names;
  const SourceType* of = type(variable.type);
  while (of != nullptr) {
    if (of->kind == SourceType::Kind::array && of->bytes != 0 && of->count != 0) {
      offset %= of->bytes / of->count;
      of = type(of->element);
      continue;
    }
    if (of->kind != SourceType::Kind::structure) return std::nullopt;
    const SourceType::Member* array = nullptr;   // array that the statement names
    const SourceType::Member* inside = nullptr;  // accessed member, if the statement names it
    for (const SourceType::Member& each : of->members) {
      const SourceType* const member = type(each.type);
      if (member == nullptr || !names.contains(each.name)) continue;
      if (member->kind == SourceType::Kind::array) array = &each;
      if (offset >= each.offset && offset + bytes <= each.offset + member->bytes) inside = &each;
    }
    if (inside == nullptr) {
      if (array == nullptr) return std::nullopt;
      return "outside of array `" + array->name + "` (" + count(type(array->type)->bytes) + ") of private variable `" +
             variable.name + "`";
    }
    offset -= inside->offset;
    of = type(inside->type);
  }
  return std::nullopt;
}

}  // namespace eugene::check
