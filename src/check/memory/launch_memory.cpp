#include "check/memory/launch_memory.h"

#include <algorithm>

namespace eugene::check {
namespace {

bool has_place(const ArgumentMemory& argument, const MemoryRange& place) {
  return argument.is_local == place.is_local && argument.address && place.address >= *argument.address;
}

}  // namespace

std::string describe(const ArgumentMemory& argument) {
  std::string text = argument.label.empty() ? "argument " + std::to_string(argument.number) : argument.label;
  if (!argument.name.empty()) text.append(" `").append(argument.name).append("`");
  if (argument.is_null) return text + (argument.label.empty() ? " (a null pointer)" : " (no buffer is bound)");
  if (argument.is_image) return text + " (image)";
  return text + " (" + argument.made_as + (argument.made_as.empty() ? "" : " of ") + std::to_string(argument.bytes) +
         " bytes)";
}

const ArgumentMemory* find_argument(const LaunchMemory& memory, const MemoryRange& place) {
  const ArgumentMemory* nearest = nullptr;
  for (const ArgumentMemory& each : memory.arguments) {
    if (!has_place(each, place)) continue;
    const std::uint64_t offset = place.address - *each.address;
    if (offset < each.bytes) return &each;
    const bool is_near = offset - each.bytes < kPage;
    if (is_near && (nearest == nullptr || *nearest->address + nearest->bytes < *each.address + each.bytes))
      nearest = &each;
  }
  return nearest;
}

const ArgumentMemory* find_local_variable(const LaunchMemory& memory, const MemoryRange& place) {
  const auto found = std::ranges::find_if(memory.local_variables, [&](const ArgumentMemory& each) {
    return has_place(each, place) && place.address - *each.address < each.bytes;
  });
  return found == memory.local_variables.end() ? nullptr : &*found;
}

const ArgumentMemory* find_memory(const LaunchMemory& memory, const MemoryRange& place) {
  const ArgumentMemory* variable = find_local_variable(memory, place);
  return variable != nullptr ? variable : find_argument(memory, place);
}

std::string describe(const LaunchMemory& memory, const MemoryRange& place) {
  const ArgumentMemory* argument = find_memory(memory, place);
  if (argument == nullptr) return {};
  return describe(*argument) + ", byte " + std::to_string(place.address - *argument->address) + ", " +
         std::to_string(place.bytes) + (place.bytes == 1 ? " byte" : " bytes");
}

}  // namespace eugene::check
