// The words of one directive, each with its location for diagnostics.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace eugene::script {

struct DirectiveWord {
  std::string_view text;  // without the quotes of a string
  std::uint32_t column = 0;
  std::uint32_t length = 0;
  bool quoted = false;
};

class DirectiveLine {
 public:
  DirectiveLine(std::string_view line, std::size_t begin, std::size_t end, Location where)
      : line_(line), at_(begin), end_(end), where_(std::move(where)) {
    advance();
  }

  const DirectiveWord& peek() const { return word_; }
  bool at_end() const { return word_.length == 0; }
  DirectiveWord next() {
    const DirectiveWord word = word_;
    advance();
    return word;
  }
  // Skips the next word if it is `text`. Returns whether it was.
  bool accept(std::string_view text) {
    if (at_end() || word_.quoted || word_.text != text) return false;
    advance();
    return true;
  }
  // Returns the location of `word`.
  Location at(const DirectiveWord& word) const {
    Location where = where_;
    where.column = word.column;
    where.length = word.length == 0 ? 1 : word.length;
    return where;
  }
  // Returns the text from `first` up to `last`, excluded.
  std::string_view between(const DirectiveWord& first, const DirectiveWord& last) const {
    std::string_view text = line_.substr(first.column - 1, last.column - first.column);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
  }
  // Returns the rest of the line, without blanks at both ends.
  std::string_view rest() {
    const std::string_view all = line_.substr(0, end_);
    if (at_end()) return {};
    std::string_view text = all.substr(word_.column - 1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    at_ = end_;
    advance();
    return text;
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == ','; }

  void advance() {
    while (at_ < end_ && is_blank(line_[at_])) ++at_;
    word_ = {.text = {}, .column = static_cast<std::uint32_t>(at_ + 1)};
    const std::size_t begin = at_;
    if (at_ == end_) return;
    if (line_[at_] == '"') {
      const std::size_t close = line_.substr(0, end_).find('"', at_ + 1);
      const std::size_t stop = close == std::string_view::npos ? end_ : close;
      word_.text = line_.substr(begin + 1, stop - begin - 1);
      word_.quoted = true;
      at_ = close == std::string_view::npos ? end_ : close + 1;
    } else if (line_[at_] == '=') {
      ++at_;
      word_.text = line_.substr(begin, 1);
    } else {
      while (at_ < end_ && !is_blank(line_[at_]) && line_[at_] != '=' && line_[at_] != '"') ++at_;
      word_.text = line_.substr(begin, at_ - begin);
    }
    word_.length = static_cast<std::uint32_t>(at_ - begin);
  }

  std::string_view line_;
  std::size_t at_;
  std::size_t end_;
  Location where_;
  DirectiveWord word_;
};

}  // namespace eugene::script
