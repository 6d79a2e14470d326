// Maps a kernel's machine code to lines of its source, if a compiler has recorded them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace eugene {

struct SourceLine {
  std::string file;  // name from the compiler
  std::uint32_t line = 0;
  std::uint32_t column = 0;  // 0: the whole line
  bool operator==(const SourceLine&) const = default;
};

struct SourceLines {
  struct Row {
    std::uint32_t begin = 0;  // byte offset in the code; the row ends where the next one begins
    std::uint32_t file = 0;   // index in `files`
    std::uint32_t line = 0;   // 0: no line
    std::uint32_t column = 0;
    bool operator==(const Row&) const = default;
  };
  std::vector<std::string> files;
  std::vector<Row> rows;  // ordered by offset
  // The main file of the compilation, and its text if the program contains it. The file need not exist.
  std::uint32_t given_file = 0;
  std::string given_text;
  std::string given_name = {};  // name of the lines that no #line directive names; empty: the name of the main file

  bool empty() const { return rows.empty(); }
  std::string name_of_text() const {
    return !given_name.empty() || given_file >= files.size() ? given_name : files[given_file];
  }
  // Returns the row of the instruction at `offset`; null if its source line is unknown.
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

// Returns "file:line:column", or "file:line" if the column is unknown.
std::string to_text(const SourceLine& line);

}  // namespace eugene
