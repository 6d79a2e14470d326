// The text of lines of kernels' sources.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/named_lines.h"
#include "base/source_lines.h"

namespace eugene::load {

class SourceTexts {
 public:
  // Returns the text of `line`, one of `lines`, without the blanks around it: from what the compiler was given, else
  // from the file of that name. Empty where there is neither.
  std::string text(const SourceLines& lines, const SourceLine& line);
  // The same with the blanks before it.
  std::string indented(const SourceLines& lines, const SourceLine& line);

 private:
  std::map<std::string, NamedLines> files_;  // by name
  std::string given_text_, given_name_;      // of the previous call
  std::optional<NamedLines> given_;
};

}  // namespace eugene::load
