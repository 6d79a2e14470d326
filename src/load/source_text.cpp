#include "load/source_text.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace eugene::load {
namespace {

std::vector<std::string> split(std::istream& text) {
  std::vector<std::string> lines;
  for (std::string each; std::getline(text, each);) lines.push_back(each);
  return lines;
}

std::string line_of(const std::vector<std::string>& lines, std::uint32_t number) {
  constexpr const char* kBlanks = " \t\r";
  const std::string text = number - 1U < lines.size() ? lines[number - 1U] : std::string();
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == std::string::npos ? std::string() : text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

}  // namespace

const std::vector<std::string>& SourceTexts::lines_of(const SourceLines& lines, const SourceLine& line) {
  if (!lines.given_text.empty() && lines.given_file < lines.files.size() &&
      lines.files[lines.given_file] == line.file) {
    if (given_ != lines.given_text) {
      given_ = lines.given_text;
      std::istringstream given(given_);
      given_lines_ = split(given);
    }
    return given_lines_;
  }
  const auto [at, is_new] = files_.try_emplace(line.file);
  std::error_code error;
  if (is_new && std::filesystem::is_regular_file(line.file, error)) {
    std::ifstream file(line.file);
    at->second = split(file);
  }
  return at->second;
}

std::string SourceTexts::text(const SourceLines& lines, const SourceLine& line) {
  return line_of(lines_of(lines, line), line.line);
}

std::string SourceTexts::from_column(const SourceLines& lines, const SourceLine& line) {
  const std::vector<std::string>& all = lines_of(lines, line);
  if (line.line == 0 || line.line > all.size() || line.column == 0 || line.column > all[line.line - 1].size())
    return {};
  std::string text = all[line.line - 1].substr(line.column - 1);
  for (std::size_t i = line.line; i < all.size(); ++i) text.append("\n").append(all[i]);
  return text;
}

}  // namespace eugene::load
