#include "binary/source_text.h"

#include <cstddef>

#include "base/trimmed.h"
#include "base/whole_file.h"

namespace eugene::binary {

std::string SourceTexts::text(const SourceLines& lines, const SourceLine& line) {
  return std::string(trimmed(indented(lines, line)));
}

std::string SourceTexts::indented(const SourceLines& lines, const SourceLine& line) {
  if (const NamedLines* const text = given(lines)) {
    std::string found = text->line(line.file, line.line);
    if (!found.empty() || line.file == given_name_) return found;
  }
  return file_named(line.file).line(line.file, line.line);
}

std::string SourceTexts::file_text(const SourceLines& lines, const SourceLine& line) {
  const NamedLines* const text = given(lines);
  return text != nullptr && text->has(line.file) ? text->text(line.file) : file_named(line.file).text(line.file);
}

std::string SourceTexts::from_column(const SourceLines& lines, const SourceLine& line) {
  const std::string text = file_text(lines, line);
  std::size_t begin = 0;
  for (std::uint32_t number = 1; number < line.line && begin != std::string::npos; ++number) {
    begin = text.find('\n', begin);
    if (begin != std::string::npos) ++begin;
  }
  if (line.line == 0 || line.column == 0 || begin >= text.size()) return {};
  const std::size_t end = text.find('\n', begin);
  const std::size_t first = begin + line.column - 1;
  return first < text.size() && first < end ? text.substr(first) : std::string();
}

const NamedLines* SourceTexts::given(const SourceLines& lines) {
  if (lines.given_text.empty()) return nullptr;
  const std::string name = lines.name_of_text();
  if (!given_ || given_text_ != lines.given_text || given_name_ != name) {
    given_text_ = lines.given_text;
    given_name_ = name;
    given_.emplace(given_text_, name);
  }
  return &*given_;
}

const NamedLines& SourceTexts::file_named(const std::string& name) {
  auto known = files_.find(name);
  if (known == files_.end()) {
    // Debug data may name a directory or a device; these have no lines.
    const std::string text = read_regular_file(name).value_or(std::string());
    known = files_.emplace(name, NamedLines(text, name)).first;
  }
  return known->second;
}

void add_source(Site& site, const SourceLines& lines) {
  site.source = lines.at(site.instruction);
  if (site.source) site.text = SourceTexts().text(lines, *site.source);
}

}  // namespace eugene::binary
