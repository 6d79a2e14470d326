// A diagnostic: where the input is wrong, what is wrong, which rule it breaks, and what to write instead.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eugene {

enum class Severity : std::uint8_t { note, warning, error };

// A location in the input. Text has line and column (from 1 on; 0: unknown) and the length of the marked span in
// characters. Binary input has a byte offset.
struct Location {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t length = 1;
  std::int64_t offset = -1;

  bool operator==(const Location&) const = default;
};

struct Diagnostic {
  Severity severity = Severity::error;
  Location where;
  std::string message;    // what is wrong, as one sentence without a full stop
  std::string rule;       // identifier of the rule, such as "region.width", if there is one
  std::string reference;  // document and section, such as "SNB PRM vol4 part2 5.3.10 rule 4"
  std::string hint;       // what to write instead, if known
  bool operator==(const Diagnostic&) const = default;
};

using Diagnostics = std::vector<Diagnostic>;

template <class T>
using Result = std::expected<T, Diagnostic>;

// Returns an error without a location; the caller adds it.
std::unexpected<Diagnostic> fail(std::string message, std::string reference = {}, std::string hint = {});

// Returns the error of the first of these results that failed, for a function with a different result type:
// `if (!size
// !name) return forward_error(size, name);`.
template <class T, class E>
std::unexpected<E> forward_error(const std::expected<T, E>& failed) {
  return std::unexpected<E>(failed.error());
}
template <class T, class E>
std::unexpected<E> forward_error(std::expected<T, E>&& failed) {
  return std::unexpected<E>(std::move(failed).error());
}
template <class T, class E, class Second, class... More>
std::unexpected<E> forward_error(const std::expected<T, E>& first, const Second& second, const More&... more) {
  return first ? forward_error(second, more...) : forward_error(first);
}

// Returns an error at a known location.
Diagnostic error_at(Location where, std::string message, std::string rule = {}, std::string reference = {},
                    std::string hint = {});

// True if any of `diagnostics` is an error.
bool has_errors(const Diagnostics& diagnostics);

// Formats "file:line:col: error: message [rule]", followed by the source line with a caret (if the column is unknown,
// under the whole statement), reference and hint, each on a separate line. `source` is the whole text of the file, or
// empty. With `colour`, uses ANSI colours.
std::string format(const Diagnostic& diagnostic, std::string_view source = {}, bool colour = false);
// Does the same, faster if a text has many diagnostics.
class TextLines;
std::string format(const Diagnostic& diagnostic, const TextLines& source, bool colour = false);

}  // namespace eugene
