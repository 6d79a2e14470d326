// The run of a text, kept for the next run of the same text. A step back, or a step on, restores an earlier state of
// the run and executes a small part of it again (gpu/timeline.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gpu/timeline.h"
#include "memory/flat_memory.h"

namespace eugene::web {

class Replay {
 public:
  static constexpr gpu::Timeline::Limits kLimits{.lines = std::size_t{1} << 18,        // about 25 MB
                                                 .state_bytes = std::size_t{1} << 25,  // 32 MB
                                                 .distance = std::uint64_t{1} << 13,
                                                 .marks_groups = false};

  explicit Replay(const gpu::Timeline::Limits& limits = kLimits) : limits_(limits) {}

  // Prepares a run of `text` to the instruction number `step`. Returns the mark from which to run on, with its memory
  // restored; null: the run is from the beginning, in new memory.
  const gpu::Timeline::Mark* begin(std::string_view text, std::uint64_t step) {
    if (text == text_ && timeline_) {
      if (const gpu::Timeline::Mark* mark = timeline_->rewind(step)) return mark;
    }
    text_ = text;
    memory_ = std::make_unique<memory::FlatMemory>();
    timeline_.emplace(*memory_, limits_);
    return nullptr;
  }

  memory::FlatMemory& memory() { return *memory_; }
  gpu::Timeline& timeline() { return *timeline_; }

 private:
  gpu::Timeline::Limits limits_;
  std::string text_;
  std::unique_ptr<memory::FlatMemory> memory_;
  std::optional<gpu::Timeline> timeline_;  // of `memory_`
};

}  // namespace eugene::web
