// Which line of its source each part of a kernel's machine code comes from, where a compiler has said so.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace eugene {

struct SourceLine {
  std::string file;  // as the compiler calls it
  std::uint32_t line = 0;
  std::uint32_t column = 0;  // 0: of the whole line
  bool operator==(const SourceLine&) const = default;
};

struct SourceLines {
  struct Row {
    std::uint32_t begin = 0;  // byte offset in the code; the row goes up to the next one's
    std::uint32_t file = 0;   // its number
    std::uint32_t line = 0;   // 0: of none
    std::uint32_t column = 0;
    bool operator==(const Row&) const = default;
  };
  std::vector<std::string> files;
  std::vector<Row> rows;  // by offset
  // The main file of the compilation, and its text if the program contains it; the file itself need not exist.
  std::uint32_t given_file = 0;
  std::string given_text;

  bool empty() const { return rows.empty(); }
  // The row that covers the instruction at `offset`. Null if no source line is known for it.
  const Row* row_at(std::uint32_t offset) const {
    const auto after = std::ranges::upper_bound(rows, offset, {}, &Row::begin);
    if (after == rows.begin()) return nullptr;
    const Row& row = *(after - 1);
    return row.line == 0 || row.file >= files.size() ? nullptr : &row;
  }
  std::optional<SourceLine> at(std::uint32_t offset) const {
    const Row* row = row_at(offset);
    if (row == nullptr) return std::nullopt;
    return SourceLine{.file = files[row->file], .line = row->line, .column = row->column};
  }
  bool operator==(const SourceLines&) const = default;
};

// "file:line:column", or "file:line" where the column is not known.
std::string text_of(const SourceLine& line);

}  // namespace eugene
