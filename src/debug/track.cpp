#include "debug/track.h"

#include <map>
#include <utility>

namespace eugene::debug {

Track::Track(const isa::Program& program, const SourceLines& lines) : lines_(program.instructions.size()) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers;  // by file and line
  for (std::size_t i = 0; i != lines_.size(); ++i) {
    const SourceLines::Row* row = lines.row_at(program.offset_of(i));
    if (row == nullptr) continue;
    lines_[i] =
        numbers.try_emplace({row->file, row->line}, static_cast<std::uint32_t>(numbers.size()) + 1).first->second;
  }
}

void Track::group_begins(std::uint64_t group, unsigned threads) {
  now_ = {.group = group, .event = 0};
  threads_.assign(threads, {});
}

bool Track::begins(unsigned thread, std::uint32_t index, std::uint64_t executed) {
  Thread& of = threads_[thread];
  if (std::exchange(of.executed, executed) == executed) return false;
  ++now_.event;
  of.before = std::exchange(of.at, now_.event);
  const std::uint32_t line = lines_[index];
  if (line == 0 || line == of.line) return true;
  of.line = line;
  of.line_before = std::exchange(of.line_at, now_.event);
  return true;
}

std::uint64_t Track::line_before(unsigned thread) const {
  const Thread& of = threads_[thread];
  return of.line_at == of.at ? of.line_before : of.line_at;
}

}  // namespace eugene::debug
