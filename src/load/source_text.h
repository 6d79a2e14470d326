// The text of lines of kernels' sources.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/source_lines.h"

namespace eugene::load {

class SourceTexts {
 public:
  // Of `line`, one of `lines`, without the blanks around it: from what the compiler was given, else from the file of
  // that name. Empty where there is neither.
  std::string text(const SourceLines& lines, const SourceLine& line);
  // What follows from the column of `line` on, to the end of its file. Empty if the column is not known either.
  std::string from_column(const SourceLines& lines, const SourceLine& line);
  // All lines of the file that `line` is in.
  const std::vector<std::string>& lines_of(const SourceLines& lines, const SourceLine& line);

 private:
  std::map<std::string, std::vector<std::string>> files_;  // lines, by name
  std::string given_;                                      // the text of the previous call
  std::vector<std::string> given_lines_;
};

}  // namespace eugene::load
