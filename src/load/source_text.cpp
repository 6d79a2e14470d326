#include "load/source_text.h"

#include "base/trimmed.h"
#include "base/whole_file.h"

namespace eugene::load {

std::string SourceTexts::text(const SourceLines& lines, const SourceLine& line) {
  return std::string(trimmed(indented(lines, line)));
}

std::string SourceTexts::indented(const SourceLines& lines, const SourceLine& line) {
  if (!lines.given_text.empty()) {
    const std::string name = lines.name_of_text();
    if (!given_ || given_text_ != lines.given_text || given_name_ != name) {
      given_text_ = lines.given_text;
      given_name_ = name;
      given_.emplace(given_text_, name);
    }
    std::string text = given_->line(line.file, line.line);
    if (!text.empty() || line.file == name) return text;
  }
  auto known = files_.find(line.file);
  if (known == files_.end()) {
    // Debug data may name anything: a directory and a device have no lines.
    const std::string text = read_regular_file(line.file).value_or(std::string());
    known = files_.emplace(line.file, NamedLines(text, line.file)).first;
  }
  return known->second.line(line.file, line.line);
}

}  // namespace eugene::load
