#include "profile/source_report.h"

#include <algorithm>
#include <map>
#include <utility>

namespace eugene::profile {

std::vector<LineReport> make_line_reports(const KernelCounts& kernel, const std::vector<std::uint32_t>& offsets,
                                          const SourceText& text) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, LineReport> found;  // by file and line
  for (std::size_t i = 0; i < std::min(offsets.size(), kernel.instructions.size()); ++i) {
    const SourceLines::Row* row = kernel.lines.row_at(offsets[i]);
    if (row == nullptr) continue;
    const auto [at, is_new] = found.try_emplace({row->file, row->line});
    LineReport& line = at->second;
    if (is_new) {
      line.source = {.file = kernel.lines.files[row->file], .line = row->line};
      line.first = i;
      if (text) line.text = text(kernel.lines, line.source);
    }
    line.counts += kernel.instructions[i];
    ++line.instructions;
  }
  std::vector<LineReport> lines;
  for (auto& [key, line] : found) lines.push_back(std::move(line));
  return lines;
}

}  // namespace eugene::profile
