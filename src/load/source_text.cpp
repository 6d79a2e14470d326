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

constexpr const char* kBlanks = " \t\r";

std::string line_of(const std::vector<std::string>& lines, std::uint32_t number) {
  const std::string text = number - 1U < lines.size() ? lines[number - 1U] : std::string();
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

}  // namespace

std::string SourceTexts::text(const SourceLines& lines, const SourceLine& line) {
  const std::string text = indented(lines, line);
  return text.substr(std::min(text.find_first_not_of(kBlanks), text.size()));
}

std::string SourceTexts::indented(const SourceLines& lines, const SourceLine& line) {
  if (!lines.given_text.empty() && lines.given_file < lines.files.size() &&
      lines.files[lines.given_file] == line.file) {
    if (given_ != lines.given_text) {
      given_ = lines.given_text;
      std::istringstream given(given_);
      given_lines_ = split(given);
    }
    return line_of(given_lines_, line.line);
  }
  const auto [at, is_new] = files_.try_emplace(line.file);
  std::error_code error;
  if (is_new && std::filesystem::is_regular_file(line.file, error)) {
    std::ifstream file(line.file);
    at->second = split(file);
  }
  return line_of(at->second, line.line);
}

}  // namespace eugene::load
