// What the groups of a dispatch have overwritten in the GPU's memory, so that it can be put back: for each group the
// lines that it has touched, as they were before it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "memory/view.h"

namespace eugene::debug {

class Journal {
 public:
  static constexpr std::uint64_t kLineBytes = 64;
  static constexpr std::size_t kMostLines = std::size_t{1} << 22;  // of all groups: about 400 MB

  explicit Journal(memory::PageSource& space, std::size_t most_lines = kMostLines)
      : view_(space), most_lines_(most_lines) {}

  void group_begins(std::uint64_t group);
  // Before the current group writes there.
  void keep(std::uint64_t address, std::uint64_t bytes);
  // The last group from which the dispatch can be run again to get to `group`.
  std::uint64_t group_before(std::uint64_t group) const;
  // Memory as it was before `group`, which is one of group_before(): that is then the next to begin.
  void restore(std::uint64_t group);

 private:
  using Line = std::array<std::byte, kLineBytes>;
  struct Part {
    std::uint64_t group = 0;  // the first of it
    std::unordered_map<std::uint64_t, Line> lines;
  };
  void thin_out();

  memory::View view_;
  std::size_t most_lines_;
  std::size_t lines_ = 0;
  std::vector<Part> parts_;  // by group
};

}  // namespace eugene::debug
