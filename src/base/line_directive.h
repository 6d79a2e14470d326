// C's `#line` directive, which gives lines of a source other numbers and file names, and the conditionals around it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace eugene {

inline constexpr std::uint32_t kMaxLineNumber = (std::uint32_t{1} << 31) - 1;  // C99 6.10.4

// Removes comments from the lines of a text, given one after the other.
class Comments {
 public:
  // Returns an empty string for a line that can have no directive.
  std::string removed(std::string_view line);

 private:
  bool is_inside_ = false;
};

struct Directive {
  enum class Kind : std::uint8_t { none, begin_if, other_branch, last_branch, end_if, line } kind = Kind::none;
  std::optional<std::uint32_t> line;  // nothing: a macro says which, or it is malformed
  std::optional<std::string> file;
};

// `code` is a line without comments.
Directive parse_line_directive(std::string_view code);

}  // namespace eugene
