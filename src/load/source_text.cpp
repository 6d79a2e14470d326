#include "load/source_text.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/trimmed.h"

namespace eugene::load {
namespace {

std::string read_text(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return {};
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

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
  if (known == files_.end()) known = files_.emplace(line.file, NamedLines(read_text(line.file), line.file)).first;
  return known->second.line(line.file, line.line);
}

}  // namespace eugene::load
