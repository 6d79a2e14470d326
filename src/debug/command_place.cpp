#include "debug/command_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace eugene::debug {
namespace {

std::optional<GlobalId> global_id_of(std::string_view text) {
  GlobalId id{};
  for (std::size_t i = 0; i != id.size(); ++i) {
    const auto value = take_number(text, ~0U);
    if (!value) return std::nullopt;
    id.at(i) = *value;
    if (text.empty()) return id;
    if (!take(text, ',')) return std::nullopt;
  }
  return std::nullopt;
}

Result<void> add_where(std::string_view where, Place& place) {
  if (take(where, '*')) {
    const auto offset = number_of(where);
    if (!offset || *offset > ~0U) return fail("after * comes the offset of an instruction", {}, "break *0x148");
    place.offset = static_cast<std::uint32_t>(*offset);
    return {};
  }
  const std::size_t colon = where.rfind(':');
  const std::string_view last = colon == std::string_view::npos ? where : where.substr(colon + 1);
  const auto line = number_of(last);
  if (!line && colon != std::string_view::npos) return fail(fmt::format("'{}' is no line", last));
  if (line && (*line == 0 || *line > ~0U)) return fail("lines count from 1");
  place.line = static_cast<std::uint32_t>(line.value_or(0));
  place.name = line ? (colon == std::string_view::npos ? "" : where.substr(0, colon)) : where;
  return {};
}

Result<void> add_choice(std::string_view word, std::string_view value, Place& place) {
  if (word == "item") {
    place.item = global_id_of(value);
    if (!place.item) return fail(fmt::format("'{}' is no global id", value), {}, "item 5 or item 5,0,0");
  } else if (word == "after") {
    const auto count = number_of(value);
    if (!count) return fail(fmt::format("'{}' is no number of hits", value));
    place.ignored = *count;
  } else {
    return fail(fmt::format("'{}' is unknown after the place of a breakpoint", word), {}, "item, after, if or say");
  }
  return {};
}

// Takes what follows `word` from the end of `line`.
std::optional<std::string_view> take_rest(std::string_view& line, std::string_view word) {
  const std::size_t at = line.find(word);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = trimmed(line.substr(at + word.size()));
  line = line.substr(0, at);
  return rest;
}

Result<void> add_caught(std::string_view name, Place& place) {
  if (name.empty()) return fail("catch needs what to stop at", {}, "catch fault, catch finding or catch memory.bounds");
  place.caught = name;
  return {};
}

Result<void> add_written(std::string_view text, Place& place) {
  const Result<Memory> memory = parse_memory(text);
  if (!memory) return error_of(memory);
  place.written = *memory;
  return {};
}

std::string where_text(const Place& place) {
  if (!place.caught.empty()) return "catch " + place.caught;
  if (place.written)
    return fmt::format("watch {}{:#x}, {} bytes", place.written->is_local ? "local:" : "", place.written->address,
                       place.written->bytes());
  if (place.offset) return fmt::format("*{:#x}", *place.offset);
  if (place.line == 0) return place.name;
  return fmt::format("{}{}{}", place.name, place.name.empty() ? "" : ":", place.line);
}

}  // namespace

Result<Place> parse_place(Verb verb, std::string_view line) {
  Place place;
  if (const auto message = take_rest(line, " say ")) {
    Result<Message> parsed = parse_message(*message);
    if (!parsed) return error_of(parsed);
    place.message = *std::move(parsed);
  }
  if (const auto condition = take_rest(line, " if ")) {
    Result<Expression> parsed = parse_expression(*condition);
    if (!parsed) return error_of(parsed);
    place.condition = *std::move(parsed);
  }
  const std::vector<std::string_view> words = words_of(line);
  if (words.size() % 2 != 1) return fail("a breakpoint needs a place", {}, "break KERNEL, break LINE or break *OFFSET");
  const Result<void> added = verb == Verb::catch_  ? add_caught(words[0], place)
                             : verb == Verb::watch ? add_written(words[0], place)
                                                   : add_where(words[0], place);
  if (!added) return error_of(added);
  for (std::size_t i = 1; i < words.size(); i += 2) {
    if (const Result<void> chosen = add_choice(words[i], words[i + 1], place); !chosen) return error_of(chosen);
  }
  return place;
}

Result<Memory> parse_memory(std::string_view line) {
  constexpr std::uint64_t kMostElements = 4096;
  Memory memory;
  std::vector<std::string_view> words = words_of(line);
  if (words.size() == 2 && words[0].starts_with('/')) {
    const auto count = number_of(words[0].substr(1));
    if (!count || *count == 0 || *count > kMostElements)
      return fail(fmt::format("'{}' is no count of elements", words[0]), {}, "x /16 0x1000:f");
    memory.count = static_cast<std::uint32_t>(*count);
    words.erase(words.begin());
  }
  if (words.size() != 1) return fail("an address is needed", {}, "x /16 0x1000:f");
  std::string_view text = words[0];
  if (constexpr std::string_view kLocal = "local:"; text.starts_with(kLocal)) {
    memory.is_local = true;
    text.remove_prefix(kLocal.size());
  }
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    const auto type = type_of(text.substr(colon + 1));
    if (!type) return fail(fmt::format("'{}' is no type", text.substr(colon + 1)), {}, "ub b uw w ud d uq q hf f df");
    memory.type = *type;
    text = text.substr(0, colon);
  }
  const auto address = number_of(text);
  if (!address) return fail(fmt::format("'{}' is no address", text));
  memory.address = *address;
  return memory;
}

std::string text_of(const Place& place) {
  const std::string item =
      place.item ? fmt::format(" item ({}, {}, {})", (*place.item)[0], (*place.item)[1], (*place.item)[2]) : "";
  const std::string after = place.ignored == 0 ? "" : fmt::format(" after {}", place.ignored);
  const std::string condition = place.condition.empty() ? "" : " if " + place.condition.text;
  return fmt::format("{}{}{}{}{}", where_text(place), item, after, condition, place.message ? ", says a message" : "");
}

}  // namespace eugene::debug
