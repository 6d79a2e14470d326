#include "debug/stepping.h"

#include <algorithm>
#include <utility>

#include "eu/analysis/message_roles.h"
#include "isa/instruction.h"

namespace eugene::debug {

void Stepping::start(Step step, std::uint32_t index, const std::vector<std::uint8_t>* depths) {
  step_ = std::move(step);
  step_.count = std::max<std::uint64_t>(step_.count, 1);
  mode_ = step_.mode;
  depths_ = depths;
  line_ = track_->find_line(index);
  depth_ = depth(step_.thread, index);
}

unsigned Stepping::depth(const Track& track, unsigned thread, std::uint32_t index,
                         const std::vector<std::uint8_t>& depths) {
  const auto around = [&](std::uint32_t i) { return i < depths.size() ? std::max<unsigned>(depths[i], 1) : 1; };
  unsigned depth = around(index);
  for (const std::uint32_t call : track.calls(thread)) depth += around(call);
  return depth;
}

unsigned Stepping::depth(unsigned thread, std::uint32_t index) const {
  return depths_ == nullptr ? 0 : depth(*track_, thread, index, *depths_);
}

bool Stepping::ends_line(const eu::Thread& thread, std::uint32_t index) {
  const std::uint32_t now = track_->find_line(index);
  if (now == 0 || now == line_ || !is_in_channel(thread)) return false;
  if (mode_ == Mode::over) {
    const unsigned depth = this->depth(step_.thread, index);
    if (depth > depth_) return false;
    depth_ = depth;
  }
  line_ = now;
  return true;
}

bool Stepping::ends_function(const eu::Thread& thread, std::uint32_t index) const {
  if (!is_in_channel(thread) || depth(step_.thread, index) + step_.levels >= depth_) return false;
  return index >= step_.inside.size() || !step_.inside[index];
}

bool Stepping::ends(unsigned number, const eu::Thread& thread, std::uint32_t index) {
  if (mode_ == Mode::run) return false;
  if (mode_ == Mode::any) return true;
  if (number != step_.thread) return false;
  const isa::Instruction& instruction = program_->instructions[index];
  bool is_there = true;
  switch (mode_) {
    case Mode::line:
    case Mode::over: is_there = ends_line(thread, index); break;
    case Mode::out: is_there = ends_function(thread, index); break;
    case Mode::barrier: is_there = eu::message_role(*gen_, instruction) == eu::MessageRole::barrier; break;
    case Mode::finish: is_there = isa::ends_thread(instruction); break;
    default: break;
  }
  return is_there && --step_.count == 0;
}

}  // namespace eugene::debug
