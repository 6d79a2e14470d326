#include "debug/command_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/number.h"

namespace eugene::debug {
namespace {

std::optional<GlobalId> parse_global_id(std::string_view text) {
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

Result<void> add_where(std::string_view where, StopPoint& place) {
  if (take(where, '*')) {
    const auto offset = parse_c_number<std::uint64_t>(where);
    if (!offset || *offset > ~0U) return fail("the offset of an instruction must follow *", {}, "break *0x148");
    place.offset = static_cast<std::uint32_t>(*offset);
    return {};
  }
  const std::size_t colon = where.rfind(':');
  const std::string_view last = colon == std::string_view::npos ? where : where.substr(colon + 1);
  const auto line = parse_c_number<std::uint64_t>(last);
  if (!line && colon != std::string_view::npos) return fail(fmt::format("'{}' is not the number of a line", last));
  if (line && (*line == 0 || *line > ~0U)) return fail("lines count from 1");
  place.line = static_cast<std::uint32_t>(line.value_or(0));
  place.name = line ? (colon == std::string_view::npos ? "" : where.substr(0, colon)) : where;
  return {};
}

Result<void> add_choice(std::string_view word, std::string_view value, StopPoint& place) {
  if (word == "item") {
    place.item = parse_global_id(value);
    if (!place.item) return fail(fmt::format("'{}' is not a global id", value), {}, "item 5 or item 5,0,0");
  } else if (word == "after") {
    const auto count = parse_c_number<std::uint64_t>(value);
    if (!count) return fail(fmt::format("'{}' is not a number of hits", value));
    place.ignored = *count;
  } else {
    return fail(fmt::format("unknown word '{}' after the place of a breakpoint", word), {}, "item, after, if or say");
  }
  return {};
}

// Removes `word` and the text after it from `line`. Returns the text after `word`.
std::optional<std::string_view> take_rest(std::string_view& line, std::string_view word) {
  const std::size_t at = line.find(word);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = trimmed(line.substr(at + word.size()));
  line = line.substr(0, at);
  return rest;
}

bool take_local(std::string_view& text) {
  constexpr std::string_view kLocal = "local:";
  const bool is_local = text.starts_with(kLocal);
  if (is_local) text.remove_prefix(kLocal.size());
  return is_local;
}

Result<void> add_caught(std::string_view name, StopPoint& place) {
  if (name.empty())
    return fail("catch needs the name of an event to stop at", {}, "catch fault, catch finding or catch memory.bounds");
  place.caught = name;
  return {};
}

Result<void> add_written(std::string_view text, StopPoint& place) {
  const Result<Memory> memory = parse_memory(text);
  if (!memory) return forward_error(memory);
  place.written = *memory;
  return {};
}

std::string where_text(const StopPoint& place) {
  if (!place.caught.empty()) return "catch " + place.caught;
  if (place.written)
    return fmt::format("watch {}{:#x}, {} bytes", place.written->is_local ? "local:" : "", place.written->address,
                       place.written->bytes());
  if (place.offset) return fmt::format("*{:#x}", *place.offset);
  if (place.line == 0) return place.name;
  return fmt::format("{}{}{}", place.name, place.name.empty() ? "" : ":", place.line);
}

}  // namespace

Result<StopPoint> parse_place(Verb verb, std::string_view line) {
  StopPoint place;
  if (const auto message = take_rest(line, " say ")) {
    Result<Message> parsed = parse_message(*message);
    if (!parsed) return forward_error(parsed);
    place.message = *std::move(parsed);
  }
  if (const auto condition = take_rest(line, " if ")) {
    Result<Expression> parsed = parse_expression(*condition);
    if (!parsed) return forward_error(parsed);
    place.condition = *std::move(parsed);
  }
  const std::vector<std::string_view> words = split_words(line);
  if (words.size() % 2 != 1) return fail("a breakpoint needs a place", {}, "break KERNEL, break LINE or break *OFFSET");
  const Result<void> added = verb == Verb::catch_  ? add_caught(words[0], place)
                             : verb == Verb::watch ? add_written(words[0], place)
                                                   : add_where(words[0], place);
  if (!added) return forward_error(added);
  for (std::size_t i = 1; i < words.size(); i += 2) {
    if (const Result<void> chosen = add_choice(words[i], words[i + 1], place); !chosen) return forward_error(chosen);
  }
  return place;
}

Result<Memory> parse_memory(std::string_view line) {
  Memory memory;
  const std::vector<std::string_view> words = split_words(line);
  if (words.size() != 1) return fail("the address is missing", {}, "0x1000:f");
  std::string_view text = words[0];
  memory.is_local = take_local(text);
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    const auto type = choose_type(text.substr(colon + 1));
    if (!type)
      return fail(fmt::format("'{}' is not a type", text.substr(colon + 1)), {}, "ub b uw w ud d uq q hf f df");
    memory.type = *type;
    text = text.substr(0, colon);
  }
  const auto address = parse_c_number<std::uint64_t>(text);
  if (!address) return fail(fmt::format("'{}' is not an address", text));
  memory.address = *address;
  return memory;
}

Result<Command> parse_examined(Command command, std::string_view line) {
  constexpr unsigned kMaxElements = 4096;
  constexpr const char* kExample = "x/16xw 0x1000, x/4f out, x/3i";
  FormatChoice choice;
  if (take(line, '/')) {
    const std::size_t end = std::min(line.find(' '), line.size());
    const auto parsed = parse_format(line.substr(0, end));
    if (!parsed || parsed->count.value_or(1) == 0 || parsed->count.value_or(1) > kMaxElements)
      return fail(fmt::format("'/{}' is not a format", line.substr(0, end)), {}, kExample);
    choice = *parsed;
    line = trimmed(line.substr(end));
  }
  command.memory.count = choice.count.value_or(1);
  command.memory.format = choice.format;
  const bool is_code = choice.format == Format::instruction;
  if (is_code && (line.empty() || line == "$pc")) return command;
  if (line.empty()) return fail("the address is missing", {}, kExample);
  const auto type = is_code ? std::optional(isa::Type::ud) : choose_type(choice.format, choice.bytes);
  if (!type) return fail("floating-point numbers have 2, 4 or 8 bytes");
  const bool says_type = choice.format != Format::plain || choice.bytes != 0;
  std::string_view after = line;
  const bool is_local = take_local(after);
  if (!is_local && (after.empty() || after[0] < '0' || after[0] > '9')) {
    // As in C, &out[3] is the address of out[3]. `x` shows the memory at that address anyway, so the & is skipped.
    (void)take(line, '&');
    Result<Expression> expression = parse_expression(line);
    if (!expression) return forward_error(expression);
    command.expression = *std::move(expression);
    command.memory.type = *type;
    command.has_type = says_type;
    return command;
  }
  const Result<Memory> memory = parse_memory(line);
  if (!memory) return forward_error(memory);
  const bool names_type = after.find(':') != std::string_view::npos;
  command.memory.is_local = memory->is_local;
  command.memory.address = memory->address;
  command.memory.type = says_type && !names_type ? *type : memory->type;
  command.has_type = true;
  return command;
}

std::string to_text(const StopPoint& place) {
  const std::string item =
      place.item ? fmt::format(" item ({}, {}, {})", (*place.item)[0], (*place.item)[1], (*place.item)[2]) : "";
  const std::string after = place.ignored == 0 ? "" : fmt::format(" after {}", place.ignored);
  const std::string condition = place.condition.empty() ? "" : " if " + place.condition.text;
  return fmt::format("{}{}{}{}{}", where_text(place), item, after, condition, place.message ? ", says a message" : "");
}

}  // namespace eugene::debug
