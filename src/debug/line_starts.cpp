#include "debug/line_starts.h"

#include <algorithm>
#include <vector>

#include "debug/frames.h"

namespace eugene::debug {
namespace {

struct Part {
  std::uint32_t offset = 0;
  std::uint32_t index = 0;  // index of the instruction
  std::vector<StackFrame> frames;
  std::uint32_t function() const { return frames.front().function; }
};

}  // namespace

std::set<std::uint32_t> line_starts(const std::set<std::uint32_t>& offsets, const LineCode& code) {
  std::vector<Part> parts;
  for (const std::uint32_t each : offsets) {
    if (const auto index = code.program.index_at(each))
      parts.push_back({each, static_cast<std::uint32_t>(*index), frames_at(code.all, code.lines, each, {})});
  }
  const auto follows = [&](const Part& part, const Part& first) {
    return first.offset != part.offset && first.function() == part.function() &&
           code.flow.precedes_each(first.index, part.index);
  };
  std::set<std::uint32_t> starts;
  for (const Part& part : parts) {
    if (std::ranges::any_of(parts, [&](const Part& first) { return follows(part, first); })) continue;
    starts.insert(part.offset);
  }
  return starts;
}

}  // namespace eugene::debug
