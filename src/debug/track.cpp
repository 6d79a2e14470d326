#include "debug/track.h"

#include <map>
#include <utility>

namespace eugene::debug {

Track::Track(const isa::Program& program, const SourceLines& lines)
    : lines_(program.instructions.size()), calls_(program.instructions.size()) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers;  // by file and line
  for (std::size_t i = 0; i != lines_.size(); ++i) {
    const isa::Opcode opcode = program.instructions[i].opcode;
    calls_[i] = opcode == isa::Opcode::call || opcode == isa::Opcode::calla;
    const SourceLines::Row* row = lines.row_at(program.offset_at(i));
    if (row == nullptr) continue;
    lines_[i] =
        numbers.try_emplace({row->file, row->line}, static_cast<std::uint32_t>(numbers.size()) + 1).first->second;
  }
}

void Track::begins(unsigned thread, std::uint32_t index, std::uint64_t event) {
  Thread& of = state_[thread];
  follow_calls(of, index);
  of.before = std::exchange(of.at, event);
  const std::uint32_t line = lines_[index];
  if (line == 0 || line == of.line) return;
  of.line = line;
  of.line_before = std::exchange(of.line_at, event);
}

// Updates the thread's call stack. A function returns to the instruction after its call. If the next instruction
// directly follows a call, all channels have skipped the call.
void Track::follow_calls(Thread& thread, std::uint32_t index) {
  const std::uint32_t last = std::exchange(thread.index, index);
  if (last < calls_.size() && calls_[last] && index != last + 1) thread.calls.push_back(last);
  while (!thread.calls.empty() && index == thread.calls.back() + 1) thread.calls.pop_back();
}

std::vector<std::uint32_t> Track::calls(unsigned thread) const {
  const std::vector<std::uint32_t>& calls = state_[thread].calls;
  return {calls.rbegin(), calls.rend()};
}

std::uint64_t Track::line_before(unsigned thread) const {
  const Thread& of = state_[thread];
  return of.line_at == of.at ? of.line_before : of.line_at;
}

}  // namespace eugene::debug
