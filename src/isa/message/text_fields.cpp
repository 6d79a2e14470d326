#include "isa/message/text_fields.h"

#include <algorithm>

#include "base/number.h"

namespace eugene::isa {

std::optional<std::uint64_t> TextReader::parse(std::string_view text) { return parse_c_number<std::uint64_t>(text); }

std::string TextReader::list(message_names::Names names) {
  std::string all;
  for (const std::string_view name : names) {
    if (!name.empty()) all += fmt::format("{}{}", all.empty() ? "" : ", ", name);
  }
  return all;
}

std::optional<std::size_t> TextReader::find(std::string_view name) {
  known_.push_back(name);
  std::optional<std::size_t> found;
  for (std::size_t n = 0; n < fields_.size(); ++n) {
    if (fields_[n].name != name) continue;
    used_[n] = true;
    if (found) fail(n, fmt::format("'{}' is given twice", name), "give it once");
    found = n;
  }
  return found;
}

std::optional<std::size_t> TextReader::require(std::string_view name) {
  const auto found = find(name);
  if (!found && missing_.empty()) missing_ = name;
  return found;
}

std::optional<std::size_t> TextReader::find_code(std::optional<std::size_t> at, message_names::Names names,
                                                 bool by_number) {
  if (!at) return std::nullopt;
  const std::string_view text = fields_[*at].value;
  for (std::size_t code = 0; code < names.size(); ++code) {
    if (!names[code].empty() && names[code] == text) return code;
  }
  const auto number = by_number ? parse(text) : std::nullopt;
  if (number && *number < names.size() && names[*number].empty()) return *number;
  bad_value(*at, list(names));
  return std::nullopt;
}

// Accepts any letters of xyzw, or of rgba.
void TextReader::channels(Bits, bool, std::uint8_t& channels) {
  const auto at = require("channels");
  if (!at) return;
  const std::string_view text = fields_[*at].value;
  unsigned mask = 0;
  bool ok = !text.empty();
  for (const char c : text == "none" ? std::string_view{} : text) {
    const std::size_t letter = std::min(std::string_view("xyzw").find(c), std::string_view("rgba").find(c));
    ok = ok && letter != std::string_view::npos && (mask >> letter & 1) == 0;
    if (ok) mask |= 1U << letter;
  }
  if (!ok) return bad_value(*at, "letters of xyzw or rgba, each at most once, or none");
  channels = static_cast<std::uint8_t>(mask);
}

void TextReader::fail(std::optional<std::size_t> field, std::string message, std::string hint) {
  if (failed_) return;
  failed_ = true;
  problem_ = {.field = field, .message = std::move(message), .hint = std::move(hint)};
}

void TextReader::bad_value(std::size_t field, std::string_view legal) {
  const WrittenField& written = fields_[field];
  fail(field,
       written.value.empty() ? fmt::format("'{}' has no value", written.name)
                             : fmt::format("'{}' cannot be '{}'", written.name, written.value),
       fmt::format("values of {} are {}", written.name, legal));
}

bool TextReader::finish(std::string_view message) {
  const std::string fields = fmt::format("fields of {} are {}", message, fmt::join(known_, ", "));
  for (std::size_t n = 0; n < fields_.size(); ++n) {
    if (!used_[n]) fail(n, fmt::format("{} has no field '{}'", message, fields_[n].name), fields);
  }
  if (!missing_.empty()) fail(std::nullopt, fmt::format("{} needs the field '{}'", message, missing_), fields);
  return !failed_;
}

}  // namespace eugene::isa
