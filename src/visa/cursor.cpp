#include "visa/cursor.h"

#include <algorithm>
#include <cctype>
#include <limits>

namespace eugene::visa {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_letter(c) || is_digit(c); }

int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  const int lower = std::tolower(static_cast<unsigned char>(c));
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// Returns the character that "\c" stands for; 0 if there is none.
char escaped(char c) {
  switch (c) {
    case 'a': return '\a';
    case 'b': return '\b';
    case 'e': return '\x1b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'v': return '\v';
    case '\'':
    case '"':
    case '?':
    case '\\': return c;
    default: return 0;
  }
}

}  // namespace

Cursor::Cursor(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {
  lines_.push_back(0);
  for (std::size_t n = 0; n < text.size(); ++n) {
    if (text[n] == '\n') lines_.push_back(n + 1);
  }
}

std::uint32_t Cursor::find_line(std::size_t offset) const {
  return static_cast<std::uint32_t>(std::ranges::upper_bound(lines_, offset) - lines_.begin());
}

void Cursor::skip_blanks() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == ' ' || c == '\t' || c == '\r') {
      ++at_;
    } else if (c == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n') {
      at_ += 2;
    } else if (text_.substr(at_, 2) == "//") {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (text_.substr(at_, 2) == "/*") {
      const std::size_t end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
    } else {
      return;
    }
  }
}

bool Cursor::at_end() {
  skip_blanks();
  return at_ >= text_.size();
}

bool Cursor::at_line_end() { return at_end() || text_[at_] == '\n'; }

void Cursor::skip_line() {
  while (!at_line_end()) ++at_;
  if (at_ < text_.size()) ++at_;
}

void Cursor::skip_breaks() {
  while (!at_end() && text_[at_] == '\n') ++at_;
}

char Cursor::peek() {
  skip_blanks();
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool Cursor::accept(char c) {
  if (peek() != c) return false;
  ++at_;
  return true;
}

bool Cursor::accept(std::string_view word) {
  skip_blanks();
  if (!follows(word)) return false;
  const std::size_t end = at_ + word.size();
  if (is_word(word.back()) && end < text_.size() && is_word(text_[end])) return false;
  at_ = end;
  return true;
}

std::string_view Cursor::identifier() {
  skip_blanks();
  std::size_t end = at_;
  if (end < text_.size() && text_[end] == '%') ++end;
  if (end >= text_.size() || !is_letter(text_[end])) return {};
  while (end < text_.size() && is_word(text_[end])) ++end;
  const std::string_view word = text_.substr(at_, end - at_);
  at_ = end;
  return word;
}

std::string_view Cursor::label() {
  skip_blanks();
  const auto may_be_in = [](char c) { return is_word(c) || c == '-' || c == '$' || c == '@' || c == '?'; };
  std::size_t end = at_;
  if (end < text_.size() && (is_digit(text_[end]) || text_[end] == '-')) return {};
  while (end < text_.size() && may_be_in(text_[end])) ++end;
  const std::string_view word = text_.substr(at_, end - at_);
  at_ = end;
  return word;
}

std::string_view Cursor::digits() {
  std::size_t end = at_;
  while (end < text_.size() && is_digit(text_[end])) ++end;
  const std::string_view word = text_.substr(at_, end - at_);
  at_ = end;
  return word;
}

std::string_view Cursor::suffix() {
  std::size_t end = at_;
  while (end < text_.size() && (is_word(text_[end]) || text_[end] == '-')) ++end;
  const std::string_view word = text_.substr(at_, end - at_);
  at_ = end;
  return word;
}

std::optional<std::string> Cursor::string() {
  if (peek() != '"') return std::nullopt;
  std::string out;
  std::size_t n = at_ + 1;
  for (; n < text_.size() && text_[n] != '"' && text_[n] != '\n'; ++n) {
    if (text_[n] != '\\') {
      out += text_[n];
      continue;
    }
    if (++n >= text_.size()) break;
    if (text_[n] == 'x') {
      int value = 0;
      for (int k = 0; k < 2 && n + 1 < text_.size() && hex_value(text_[n + 1]) >= 0; ++k)
        value = value * 16 + hex_value(text_[++n]);
      out += static_cast<char>(value);
    } else if (is_digit(text_[n])) {
      int value = text_[n] - '0';
      for (int k = 0; k < 2 && n + 1 < text_.size() && is_digit(text_[n + 1]); ++k)
        value = value * 8 + (text_[++n] - '0');
      out += static_cast<char>(value);
    } else {
      out += escaped(text_[n]);
    }
  }
  if (n >= text_.size() || text_[n] != '"') {
    error("this string is not closed on its line", "visa.text.string", "write the closing \"");
    return std::nullopt;
  }
  at_ = n + 1;
  return out;
}

std::optional<std::uint64_t> Cursor::integer() {
  skip_blanks();
  if (at_ >= text_.size() || !is_digit(text_[at_])) return std::nullopt;
  const std::size_t begin = at_;
  const bool is_hex = text_.substr(at_, 2) == "0x" || text_.substr(at_, 2) == "0X";
  const std::uint64_t base = is_hex ? 16 : 10;
  std::uint64_t value = 0;
  bool is_large = false;
  std::size_t n = at_ + (is_hex ? 2 : 0);
  const std::size_t first = n;
  for (; n < text_.size(); ++n) {
    const int digit = is_hex ? hex_value(text_[n]) : is_digit(text_[n]) ? text_[n] - '0' : -1;
    if (digit < 0) break;
    is_large = is_large || value > (std::numeric_limits<std::uint64_t>::max() - static_cast<unsigned>(digit)) / base;
    value = value * base + static_cast<unsigned>(digit);
  }
  at_ = n;
  if (n == first || is_large) {
    error(begin, n == first ? "a hexadecimal number needs digits after 0x" : "this number has more than 64 bits",
          "visa.text.number");
    return std::nullopt;
  }
  return value;
}

std::optional<std::uint64_t> Cursor::integer(std::uint64_t limit, std::string_view what) {
  const std::size_t before = problems_.size();
  const auto value = integer();
  if (value && *value <= limit) return value;
  if (problems_.size() == before)
    error(std::string(what) + (value ? " must be at most " + std::to_string(limit) : " is missing here"),
          "visa.text.range");
  return std::nullopt;
}

bool Cursor::error(std::size_t offset, std::string message, std::string_view rule, std::string hint,
                   std::uint32_t length) {
  const std::uint32_t line = find_line(offset);
  Location where{.file = file_, .line = line, .column = static_cast<std::uint32_t>(offset - lines_[line - 1] + 1)};
  where.length = length;
  problems_.push_back(
      error_at(std::move(where), std::move(message), std::string(rule), "vISA manual 8", std::move(hint)));
  return false;
}

bool Cursor::error(std::string message, std::string_view rule, std::string hint) {
  skip_blanks();
  std::size_t end = at_;
  while (end < text_.size() && is_word(text_[end])) ++end;
  return error(at_, std::move(message), rule, std::move(hint),
               static_cast<std::uint32_t>(std::max<std::size_t>(end - at_, 1)));
}

bool Cursor::wrong(std::string_view word, std::string message, std::string_view rule, std::string hint) {
  if (word.empty()) return error(std::move(message), rule, std::move(hint));
  return error(static_cast<std::size_t>(word.data() - text_.data()), std::move(message), rule, std::move(hint),
               static_cast<std::uint32_t>(word.size()));
}

bool Cursor::expect(char c, std::string_view where) {
  if (accept(c)) return true;
  return error("'" + std::string(1, c) + "' is missing " + std::string(where), "visa.text.syntax");
}

}  // namespace eugene::visa
