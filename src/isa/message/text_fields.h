// The fields of a message (layout.h) as text: TextWriter prints them, TextReader finds them by name. Internal to the
// layer.
#pragma once

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "base/bits.h"
#include "isa/encoding/codes.h"
#include "isa/message/names.h"
#include "isa/message/text.h"

namespace eugene::isa {

// Returns the name of code `code`, or the number as text if it has no name.
inline std::string name_or_number(message_names::Names names, std::size_t code) {
  return code < names.size() && !names[code].empty() ? std::string(names[code]) : std::to_string(code);
}

inline constexpr std::string_view kUnnamedType = "type_";  // then a number: a message type without a name

class TextWriter {
 public:
  explicit TextWriter(const Gen& gen) : gen_(gen) {}

  const std::string& type_name() const { return type_; }
  const std::string& fields() const { return fields_; }

  void field(std::string_view name, std::string_view value) {
    word(name);
    fields_ += '=';
    fields_ += value;
  }
  void word(std::string_view text) {
    if (!fields_.empty()) fields_ += ", ";
    fields_ += text;
  }

  template <class T>
  void number(std::string_view name, Bits range, const T& value) {
    if (range.present()) field(name, std::to_string(value));
  }
  template <class T>
  void optional(std::string_view name, Bits range, const T& value) {
    if (value != 0) number(name, range, value);
  }
  template <class T>
  void optional(std::string_view name, Bits range, message_names::Names names, const T& value) {
    if (value != 0) named(name, range, names, value);
  }
  void flag(std::string_view name, Bits, bool value) {
    if (value) word(name);
  }
  template <class T>
  void bti(Bits, const T& value) {
    field("bti", value < gen_.surface_indices
                     ? std::to_string(value)
                     : std::string(message_names::list_bindings(gen_)[value - gen_.surface_indices]));
  }
  template <class T>
  void type(Bits, message_names::Names names, const T& value) {
    const auto code = static_cast<std::size_t>(value);
    type_ = code < names.size() && !names[code].empty() ? names[code] : fmt::format("{}{}", kUnnamedType, code);
  }
  template <class T, std::size_t N>
  void choice(std::string_view name, Bits, const CodeTable<T, N>&, const T& value) {
    field(name, std::to_string(value));
  }
  template <class T, std::size_t N>
  void named(std::string_view name, Bits, const CodeTable<T, N>& table, message_names::Names names, const T& value) {
    std::size_t code = 0;
    while (code < N && table.value[code] != value) ++code;
    field(name, name_or_number(names, code));
  }
  template <class T>
  void named(std::string_view name, Bits range, message_names::Names names, const T& value) {
    if (range.present()) field(name, name_or_number(names, static_cast<std::size_t>(value)));
  }
  template <class T, std::size_t N>
  void named(std::string_view name, Bits low, Bits, const CodeTable<T, N>& table, message_names::Names names,
             const T& value) {
    named(name, low, table, names, value);
  }
  void channels(Bits, bool, std::uint8_t channels) {
    std::string text;
    for (unsigned n = 0; n < 4; ++n) {
      if ((channels >> n & 1) != 0) text += "xyzw"[n];
    }
    field("channels", text.empty() ? "none" : text);
  }

 private:
  const Gen& gen_;
  std::string type_, fields_;
};

// Sets the fields that the text has. Only the first problem is kept. finish() reports unknown and missing fields.
class TextReader {
 public:
  TextReader(const Gen& gen, std::string_view type, std::span<const WrittenField> fields)
      : gen_(gen), type_(type), fields_(fields), used_(fields.size()) {}

  template <class T>
  void number(std::string_view name, Bits range, T& value) {
    if (!range.present()) return;
    assign(require(name), low_mask(range.width()), value);
  }
  template <class T>
  void optional(std::string_view name, Bits range, T& value) {
    if (!range.present()) return;
    assign(find(name), low_mask(range.width()), value);
  }
  template <class T>
  void optional(std::string_view name, Bits range, message_names::Names names, T& value) {
    if (!range.present()) return;
    if (const auto code = find_code(find(name), names, true)) value = static_cast<T>(*code);
  }
  void flag(std::string_view name, Bits range, bool& value) {
    if (!range.present()) return;
    const auto at = find(name);
    if (!at) return;
    const std::string_view text = fields_[*at].value;
    if (text.empty()) {
      value = true;
    } else {
      assign(at, 1, value);
    }
  }
  // Reads a field that is not part of the layout. Returns nothing if the text does not have it.
  std::optional<std::uint64_t> common(std::string_view name, std::uint64_t max) {
    std::uint64_t value = 0;
    const auto at = find(name);
    if (!at) return std::nullopt;
    assign(at, max, value);
    return value;
  }

  template <class T>
  void bti(Bits range, T& value) {
    const auto at = require("bti");
    if (!at) return;
    const message_names::Names names = message_names::list_bindings(gen_);
    if (const auto found = std::ranges::find(names, fields_[*at].value); found != names.end()) {
      value = static_cast<T>(gen_.surface_indices + (found - names.begin()));
      return;
    }
    const std::uint64_t max = low_mask(range.width());
    if (const auto number = parse(fields_[*at].value); number && *number <= max) {
      value = static_cast<T>(*number);
      return;
    }
    bad_value(*at, fmt::format("0 to {}, {}", max, list(names)));
  }
  template <class T>
  void type(Bits range, message_names::Names names, T& value) {
    for (std::size_t code = 0; code < names.size(); ++code) {
      if (names[code].empty() || names[code] != type_) continue;
      value = static_cast<T>(code);
      return;
    }
    const auto number = type_.starts_with(kUnnamedType) ? parse(type_.substr(kUnnamedType.size())) : std::nullopt;
    if (number && *number <= low_mask(range.width())) {
      value = static_cast<T>(*number);
    } else {
      fail(std::nullopt, fmt::format("no message '{}'", type_), "messages are " + list(names));
    }
  }
  template <class T, std::size_t N>
  void choice(std::string_view name, Bits, const CodeTable<T, N>& table, T& value) {
    const auto at = require(name);
    if (!at) return;
    std::string legal;
    const auto number = parse(fields_[*at].value);
    for (const T each : table.value) {
      if (each == CodeTable<T, N>::kReserved) continue;
      if (number == std::uint64_t{each}) {
        value = each;
        return;
      }
      legal += fmt::format("{}{}", legal.empty() ? "" : ", ", each);
    }
    bad_value(*at, legal);
  }
  template <class T, std::size_t N>
  void named(std::string_view name, Bits, const CodeTable<T, N>& table, message_names::Names names, T& value) {
    if (const auto code = find_code(require(name), names, false); code && *code < N) value = table.value[*code];
  }
  template <class T>
  void named(std::string_view name, Bits range, message_names::Names names, T& value) {
    if (!range.present()) return;
    if (const auto code = find_code(require(name), names, true)) value = static_cast<T>(*code);
  }
  template <class T, std::size_t N>
  void named(std::string_view name, Bits low, Bits high, const CodeTable<T, N>& table, message_names::Names names,
             T& value) {
    named(name, low, table, high.present() ? names : names.first(4), value);  // codes with bit 2 clear
  }
  void channels(Bits, bool, std::uint8_t& channels);

  // Returns false if there is a problem.
  bool finish(std::string_view message);
  const MessageProblem& problem() const { return problem_; }

 private:
  static std::optional<std::uint64_t> parse(std::string_view text);
  static std::string list(message_names::Names names);
  // Returns the index of the field in the text, if the text has it.
  std::optional<std::size_t> find(std::string_view name);
  // Likewise, but a missing field is a problem.
  std::optional<std::size_t> require(std::string_view name);
  // `by_number`: a code without a name is written as its number.
  std::optional<std::size_t> find_code(std::optional<std::size_t> at, message_names::Names names, bool by_number);
  void fail(std::optional<std::size_t> field, std::string message, std::string hint);
  void bad_value(std::size_t field, std::string_view legal);

  template <class T>
  void assign(std::optional<std::size_t> at, std::uint64_t max, T& value) {
    if (!at) return;
    const auto number = parse(fields_[*at].value);
    if (!number || *number > max) return bad_value(*at, fmt::format("0 to {}", max));
    value = static_cast<T>(*number);
  }

  const Gen& gen_;
  std::string_view type_;
  std::span<const WrittenField> fields_;
  std::vector<bool> used_;
  std::vector<std::string_view> known_;  // the fields of the message
  std::string missing_;                  // the first required field that the text lacks
  bool failed_ = false;
  MessageProblem problem_;
};

}  // namespace eugene::isa
