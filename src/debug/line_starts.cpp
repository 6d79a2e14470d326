#include "debug/line_starts.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

#include "debug/frames.h"

namespace eugene::debug {
namespace {

struct Part {
  std::uint32_t offset = 0;
  std::uint32_t index = 0;  // of the instruction
  std::vector<Frame> frames;
  std::uint32_t function() const { return frames.front().function; }
};

// Whether an instruction is of a function that has become part of the line.
bool is_called_from(const Part& part, std::uint32_t offset, const LineCode& code) {
  const std::vector<Frame> frames = frames_at(code.all, code.lines, offset, {});
  for (std::size_t i = 1; i < frames.size(); ++i) {
    const bool is_line =
        frames[i].line && part.frames.front().line && frames[i].line->line == part.frames.front().line->line;
    if (is_line && frames[i].function == part.function()) return true;
  }
  return false;
}

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
    // The last part before a function that the line calls: by then most of the lines before have been executed.
    std::uint32_t start = part.offset;
    std::uint32_t checked = part.index;
    for (const Part& later : parts) {
      if (later.offset <= start || !follows(later, part) || getenv("EUGENE_PICK_FIRST")) continue;
      if (code.flow.block_of(later.index) != code.flow.block_of(part.index)) continue;
      bool calls = false;
      for (; checked != later.index && !calls; ++checked)
        calls = is_called_from(part, static_cast<std::uint32_t>(code.program.offset_of(checked)), code);
      if (calls) break;
      start = later.offset;
    }
    starts.insert(start);
  }
  return starts;
}

}  // namespace eugene::debug
