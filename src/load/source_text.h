// The text of lines of kernels' sources.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/source_lines.h"

namespace eugene::load {

class SourceTexts {
 public:
  // The text of `line`, one of `lines`, without the blanks around it: from the text that the compiler was given, else
  // from the file of that name. Empty where there is neither.
  std::string text(const SourceLines& lines, const SourceLine& line);
  // The same with the blanks before it.
  std::string indented(const SourceLines& lines, const SourceLine& line);

 private:
  std::map<std::string, std::vector<std::string>> files_;  // lines, by name
  std::string given_;                                      // the text of the previous call
  std::vector<std::string> given_lines_;
};

}  // namespace eugene::load
