#include "editor/format.h"

#include <algorithm>
#include <array>
#include <optional>

#include <nlohmann/json.hpp>

#include "base/name_character.h"
#include "editor/place.h"
#include "visa/parse.h"

namespace eugene::editor {
namespace {

constexpr std::string_view kBlanks = " \t\r\f\v";

bool is_blank(char c) { return kBlanks.contains(c); }

// A line: code, followed by a comment to the end of the line. A comment that is followed by code or that ends on
// another line is part of the code.
struct Parts {
  std::string code;  // multiple blanks are replaced by one
  std::string_view comment;
};

// Returns the end of the quoted text that begins at `at`.
std::size_t end_of_string(std::string_view line, std::size_t at) {
  const std::size_t quote = line.find('"', at + 1);
  return quote == std::string_view::npos ? line.size() : quote + 1;
}

// Returns nothing if a comment is still open at the line's end.
std::optional<Parts> split_parts(std::string_view line) {
  Parts parts;
  for (std::size_t at = 0; at < line.size();) {
    const std::string_view rest = line.substr(at);
    if (rest.starts_with("//")) {
      parts.comment = rest;
      break;
    }
    std::size_t end = at + 1;
    if (rest.starts_with("/*")) {
      const std::size_t closed = line.find("*/", at + 2);
      if (closed == std::string_view::npos) return std::nullopt;
      end = closed + 2;
      if (line.find_first_not_of(kBlanks, end) == std::string_view::npos) {
        parts.comment = line.substr(at, end - at);
        break;
      }
    } else if (line[at] == '"') {
      end = end_of_string(line, at);
    } else if (is_blank(line[at])) {
      if (!parts.code.empty() && parts.code.back() != ' ') parts.code += ' ';
      ++at;
      continue;
    }
    parts.code += line.substr(at, end - at);
    at = end;
  }
  while (parts.code.ends_with(' ')) parts.code.pop_back();
  while (!parts.comment.empty() && is_blank(parts.comment.back())) parts.comment.remove_suffix(1);
  return parts;
}

bool is_label(std::string_view code) {
  const auto end = std::ranges::find_if_not(code, is_name_character);
  return end != code.begin() && end != code.end() && *end == ':';
}

// Returns the mnemonic, which may follow a predicate in parentheses.
std::string_view read_mnemonic(std::string_view code) {
  if (code.starts_with('(')) code.remove_prefix(std::min(code.find(')'), code.size() - 1) + 1);
  while (code.starts_with(' ')) code.remove_prefix(1);
  return code.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(code, is_name_character) - code.begin()));
}

// The nesting depth of blocks in a text.
class Blocks {
 public:
  // Returns the depth of a line with this instruction, and updates the depth of the next line.
  std::size_t enter(std::string_view mnemonic) {
    const bool closes = mnemonic == "endif" || mnemonic == "while" || mnemonic == "else";
    if (closes && depth_ > 0) --depth_;
    const std::size_t here = depth_;
    if (mnemonic == "if" || mnemonic == "do" || mnemonic == "else") ++depth_;
    return std::min(here, kDeepest);
  }
  std::size_t depth() const { return std::min(depth_, kDeepest); }

 private:
  static constexpr std::size_t kDeepest = 32;  // limit, so that indentation stays readable
  std::size_t depth_ = 0;
};

class Formatter {
 public:
  Formatter(bool is_visa, const Indentation& level) : is_visa_(is_visa), level_(level.text()) {}

  // Returns nothing if the line must not be changed.
  std::optional<std::string> format(std::string_view line) {
    if (is_in_comment_) {
      is_in_comment_ = !line.contains("*/");
      return std::nullopt;
    }
    const std::optional<Parts> parts = split_parts(line);
    if (!parts) {
      is_in_comment_ = true;
      return std::nullopt;
    }
    if (parts->code.empty() && parts->comment.empty()) return std::string();
    if (parts->code.empty()) {
      const bool is_indented = is_blank(line.front());
      return (is_indented ? indentation(is_visa_ ? 1 : blocks_.depth()) : "") + std::string(parts->comment);
    }
    const std::string code = indentation(find_depth(parts->code)) + parts->code;
    return parts->comment.empty() ? code : code + "  " + std::string(parts->comment);
  }

 private:
  std::size_t find_depth(std::string_view code) {
    if (code.starts_with('.') || is_label(code)) return 0;
    return is_visa_ ? 1 : blocks_.enter(read_mnemonic(code));
  }
  std::string indentation(std::size_t depth) const {
    std::string all;
    for (; depth != 0; --depth) all += level_;
    return all;
  }

  bool is_visa_;
  std::string level_;
  Blocks blocks_;
  bool is_in_comment_ = false;
};

}  // namespace

nlohmann::json format_edits(std::string_view text, const Indentation& level) {
  Formatter formatter(visa::is_visa_text(text), level);
  nlohmann::json edits = nlohmann::json::array();
  for (std::size_t number = 0; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::optional<std::string> formatted = formatter.format(line);
    if (!formatted || *formatted == line) continue;
    edits.push_back({{"range", make_range(number, 0, line.size())}, {"newText", *formatted}});
  }
  return edits;
}

}  // namespace eugene::editor
