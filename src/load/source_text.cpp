#include "load/source_text.h"

#include <algorithm>
#include <sstream>

#include "base/whole_file.h"

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

std::string SourceTexts::text(const SourceLines& lines, const SourceLine& line) {
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
  // Debug data may name anything.
  if (const auto text = is_new ? read_regular_file(line.file) : std::nullopt) {
    std::istringstream file(*text);
    at->second = split(file);
  }
  return line_of(at->second, line.line);
}

}  // namespace eugene::load
