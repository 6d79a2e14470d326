#include "asm/lexer.h"

#include <algorithm>
#include <array>
#include <span>

#include "asm/name_table.h"

namespace eugene::assembly {
namespace {

enum Class : std::uint8_t { kOther, kBlank, kLetter, kDigit };

constexpr std::array<std::uint8_t, 256> kClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  for (const char c : {' ', '\t', '\r', '\f', '\v'}) classes[static_cast<unsigned char>(c)] = kBlank;
  for (int c = 'a'; c <= 'z'; ++c) classes[c] = kLetter;
  for (int c = 'A'; c <= 'Z'; ++c) classes[c] = kLetter;
  classes['_'] = kLetter;
  for (int c = '0'; c <= '9'; ++c) classes[c] = kDigit;
  return classes;
}();

Class classify(char c) { return static_cast<Class>(kClasses[static_cast<unsigned char>(c)]); }

// Returns the value of a hexadecimal digit, or 16 if `c` is not one.
unsigned hex_value(char c, bool lower_only) {
  if (is_digit(c)) return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (!lower_only && c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return 16;
}

constexpr std::size_t kDeepestExpansion = 64;
// Nested definitions can multiply. A file that expands more than this is wrong, or an attack.
constexpr std::size_t kMaxExpansions = 1'000'000;
constexpr std::size_t kMaxExpandedBytes = 1 << 24;

// Returns `text` with every identifier in `names` replaced by the value at the same index.
std::string substitute(std::string_view text, std::span<const std::string_view> names,
                       std::span<const std::string_view> values) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    const Class kind = classify(text[at]);
    if (kind >= kLetter) {  // letters belong to the number before them
      while (end < text.size() && classify(text[end]) >= kLetter) ++end;
    }
    const std::string_view word = text.substr(at, end - at);
    const auto name = kind == kLetter ? std::ranges::find(names, word) : names.end();
    out += name == names.end() ? word : values[static_cast<std::size_t>(name - names.begin())];
    at = end;
  }
  return out;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && classify(text.front()) == kBlank) text.remove_prefix(1);
  while (!text.empty() && classify(text.back()) == kBlank) text.remove_suffix(1);
  return text;
}

}  // namespace

Lexer::Lexer(std::string_view source, LexicalRules rules) : source_(source), rules_(rules), file_{source, 0, {}} {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // editors put it at the start of UTF-8 text
  if (source.starts_with(kByteOrderMark)) file_.at = kByteOrderMark.size();
  advance();
}

bool Lexer::skip_blanks(Input& input) {
  const std::string_view text = input.text;
  std::size_t at = input.at;
  // Lines without a token say nothing more than the end of the line before them. A case of a script may begin with as
  // many as the script has.
  const bool is_at_newline = token_.kind == TokenKind::newline && &input == &file_;
  while (at < text.size()) {
    const char c = text[at];
    if (classify(c) == kBlank) {
      ++at;
    } else if (c == '\n' && (!rules_.lines_matter || is_at_newline)) {
      ++at;
      if (&input == &file_) ++line_;
    } else if (c == '/' && at + 1 < text.size() && text[at + 1] == '/') {
      at = std::min(text.find('\n', at), text.size());
    } else if (c == '/' && at + 1 < text.size() && text[at + 1] == '*') {
      at = skip_comment(input, at);
    } else {
      break;
    }
  }
  const bool skipped = at != input.at || at == 0;
  input.at = at;
  return skipped;
}

// Returns the end of the /* comment */ that begins at `at`.
std::size_t Lexer::skip_comment(const Input& input, std::size_t at) {
  const std::string_view text = input.text;
  const std::size_t close = text.find("*/", at + 2);
  const std::size_t end = close == std::string_view::npos ? text.size() : close + 2;
  if (&input != &file_) return end;
  if (close == std::string_view::npos)
    open_comment_ =
        Token{.text = text.substr(at, 2), .offset = static_cast<std::uint32_t>(at), .length = 2, .line = line_};
  for (std::size_t i = at; i < end; ++i) line_ += text[i] == '\n';
  return end;
}

void Lexer::advance(bool expand_macros) {
  while (true) {
    Input& input = inputs_.empty() ? file_ : inputs_.back();
    token_.space_before = skip_blanks(input);
    if (input.at == input.text.size() && !inputs_.empty()) {
      inputs_.pop_back();
      continue;
    }
    if (inputs_.empty()) {
      token_.offset = static_cast<std::uint32_t>(input.at);
      token_.line = line_;
    } else {
      token_.offset = use_.offset;
      token_.line = use_.line;
    }
    scan(input);
    if (inputs_.empty()) {
      token_.length = static_cast<std::uint32_t>(token_.text.size());
    } else {
      token_.length = use_.length;
    }
    if (token_.is_stray() && !stray_) stray_ = token_;
    if (token_.kind == TokenKind::identifier && expand_macros && !macros_.empty() && expand(token_)) continue;
    return;
  }
}

bool Lexer::expand(const Token& token) {
  if (recursion_) return false;  // the file is wrong, so further expansions do not matter
  const auto macro = macros_.find(token.text);
  if (macro == macros_.end()) return false;
  bool recursive = inputs_.size() >= kDeepestExpansion || ++expansions_ > kMaxExpansions;
  // A macro with arguments may occur in its own argument. Only the depth is limited.
  for (const Input& input : inputs_)
    recursive = recursive || (input.macro == token.text && !macro->second.takes_arguments);
  if (recursive) {
    recursion_ = inputs_.empty() ? token : use_;
    return false;
  }
  std::string_view text = macro->second.replacement;
  if (macro->second.takes_arguments) {
    const auto replaced = with_arguments(macro->second);
    if (!replaced) return false;
    text = *replaced;
  }
  if (inputs_.empty()) use_ = token;
  inputs_.push_back({text, 0, macro->first});
  return true;
}

// Returns the replacement of `macro` with the arguments after its name, which are consumed. Null if there are no
// arguments, or if their number is wrong.
std::optional<std::string_view> Lexer::with_arguments(const Macro& macro) {
  Input& input = inputs_.empty() ? file_ : inputs_.back();
  const std::string_view text = input.text;
  std::size_t at = input.at;
  while (at < text.size() && classify(text[at]) == kBlank) ++at;
  if (at == text.size() || text[at] != '(') return std::nullopt;
  std::vector<std::string_view> arguments;
  std::size_t begin = ++at;
  for (int depth = 0;; ++at) {
    const char c = at < text.size() ? text[at] : '\n';
    if (c == '\n') break;
    if (depth == 0 && (c == ',' || c == ')')) {
      arguments.push_back(trimmed(text.substr(begin, at - begin)));
      begin = at + 1;
      if (c == ')') break;
    }
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
  }
  const bool is_closed = at < text.size() && text[at] == ')';
  if (macro.parameters.empty() && arguments.size() == 1 && arguments[0].empty()) arguments.clear();
  if (!is_closed || arguments.size() != macro.parameters.size()) {
    misuse_ = inputs_.empty() ? token_ : use_;
    return std::nullopt;
  }
  expanded_bytes_ += macro.replacement.size();
  for (const std::string_view argument : arguments) expanded_bytes_ += argument.size();
  if (expanded_bytes_ > kMaxExpandedBytes) {
    recursion_ = inputs_.empty() ? token_ : use_;
    return std::nullopt;
  }
  expanded_.push_back(substitute(macro.replacement, macro.parameters, arguments));
  expanded_bytes_ += expanded_.back().size();
  input.at = at + 1;
  return expanded_.back();
}

void Lexer::scan(Input& input) {
  const std::string_view text = input.text;
  if (input.at >= text.size()) {
    token_.kind = TokenKind::end;
    token_.text = text.substr(text.size());
    return;
  }
  const char c = text[input.at];
  switch (classify(c)) {
    case kLetter: scan_identifier(input); return;
    case kDigit: scan_number(input); return;
    default: break;
  }
  std::size_t length = 1;
  token_.kind = TokenKind::symbol;
  token_.symbol = c;
  if (c == '\n') {
    token_.kind = TokenKind::newline;
    if (&input == &file_) ++line_;
  } else if ((c == '<' || c == '>') && input.at + 1 < text.size() && text[input.at + 1] == c) {
    token_.symbol = c == '<' ? 'L' : 'R';
    length = 2;
  } else if (is_beyond_ascii(c)) {  // the whole UTF-8 character
    while (input.at + length < text.size() && (static_cast<unsigned char>(text[input.at + length]) & 0xC0) == 0x80)
      ++length;
  }
  token_.text = text.substr(input.at, length);
  input.at += length;
}

void Lexer::scan_identifier(Input& input) {
  const std::string_view text = input.text;
  std::size_t at = input.at + 1;
  while (at < text.size() && classify(text[at]) >= kLetter) ++at;
  token_.kind = TokenKind::identifier;
  token_.text = text.substr(input.at, at - input.at);
  input.at = at;
}

void Lexer::scan_number(Input& input) {
  const std::string_view text = input.text;
  std::size_t at = input.at;
  token_.kind = TokenKind::number;
  token_.is_fraction = token_.is_binary = token_.overflow = false;
  token_.hex_digits = 0;
  token_.value = 0;
  const auto peek = [&](std::size_t ahead) { return at + ahead < text.size() ? text[at + ahead] : '\0'; };
  if (peek(0) == '0' && (peek(1) == 'x' || peek(1) == 'X') && hex_value(peek(2), rules_.hex_is_lower_case) < 16) {
    at += 2;
    unsigned digits = 0;
    for (;; ++at, ++digits) {
      const unsigned d = hex_value(peek(0), rules_.hex_is_lower_case);
      if (d >= 16) break;
      token_.overflow = token_.overflow || (token_.value >> 60) != 0;
      token_.value = token_.value << 4 | d;
    }
    token_.hex_digits = static_cast<std::uint8_t>(std::min(digits, 255U));
  } else {
    for (; is_digit(peek(0)); ++at) {
      const auto digit = static_cast<std::uint64_t>(peek(0) - '0');
      token_.overflow = token_.overflow || token_.value > (~std::uint64_t{0} - digit) / 10;
      token_.value = token_.value * 10 + digit;
    }
    if (peek(0) == '.' && is_digit(peek(1))) {
      token_.is_fraction = true;
      for (++at; is_digit(peek(0));) ++at;
    }
    const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
    if ((peek(0) == 'e' || peek(0) == 'E') && is_digit(peek(1 + sign))) {
      token_.is_fraction = true;
      for (at += 1 + sign; is_digit(peek(0));) ++at;
    } else if ((peek(0) == 'b' || peek(0) == 'B') && peek(1) == '\'' && !token_.is_fraction) {
      // 8b'10011001: a binary number, as in the listings of SNB PRM vol4 part2 9.2.1.1.
      token_.is_binary = true;
      token_.value = 0;
      token_.overflow = false;
      for (at += 2; peek(0) == '0' || peek(0) == '1'; ++at) {
        token_.overflow = token_.overflow || (token_.value >> 63) != 0;
        token_.value = token_.value << 1 | static_cast<std::uint64_t>(peek(0) - '0');
      }
    }
  }
  token_.text = text.substr(input.at, at - input.at);
  input.at = at;
}

bool Lexer::blank_follows() const {
  const std::string_view text = rest();
  return !text.empty() && (classify(text[0]) == kBlank || text[0] == '\n');
}

std::string_view Lexer::take_line() {
  if (token_.kind == TokenKind::newline || token_.kind == TokenKind::end) return {};
  inputs_.clear();
  const std::size_t begin = token_.offset;
  const std::size_t end = std::min(source_.find('\n', begin), source_.size());
  std::string_view line = source_.substr(begin, end - begin);
  std::size_t at = 0, last = 0;  // `last`: past the last character that is neither blank nor comment
  while (at < line.size()) {
    const std::string_view rest = line.substr(at);
    if (rest.starts_with("//")) {
      at = line.size();
    } else if (rest.starts_with("/*")) {
      const std::size_t close = rest.find("*/", 2);
      if (close == std::string_view::npos) break;  // it continues on the next lines
      at += close + 2;
    } else {
      if (classify(rest[0]) != kBlank) last = at + 1;
      ++at;
    }
  }
  file_.at = begin + at;
  advance();
  return line.substr(0, last);
}

}  // namespace eugene::assembly
