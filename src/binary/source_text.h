// Reads the text of source lines of kernels.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/named_lines.h"
#include "base/site.h"
#include "base/source_lines.h"

namespace eugene::binary {

class SourceTexts {
 public:
  // Returns the text of `line`, one of `lines`, without blanks around it: from the text that the compiler was given,
  // else from the file. Empty if neither is known.
  std::string text(const SourceLines& lines, const SourceLine& line);
  // Does the same, but keeps the blanks before the text.
  std::string indented(const SourceLines& lines, const SourceLine& line);
  // Returns the text of the file that contains `line`, with each line at its number. Empty if the text is unknown.
  std::string file_text(const SourceLines& lines, const SourceLine& line);
  // Returns the text from the column of `line` to the end of the file. Empty if the column is not known.
  std::string from_column(const SourceLines& lines, const SourceLine& line);

 private:
  // Returns the text that the compiler was given; null if there is none.
  const NamedLines* given(const SourceLines& lines);
  const NamedLines& file_named(const std::string& name);

  std::map<std::string, NamedLines> files_;  // by name
  std::string given_text_, given_name_;      // of the previous call
  std::optional<NamedLines> given_;
};

// Adds the source line of the site's instruction, and the line's text, where `lines` have them.
void add_source(Site& site, const SourceLines& lines);

}  // namespace eugene::binary
