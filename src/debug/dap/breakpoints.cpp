#include "debug/dap/breakpoints.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "base/number.h"
#include "debug/dap/fields.h"
#include "debug/operands.h"

namespace eugene::debug::dap {
namespace {

constexpr std::string_view kNameCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

std::string choices(const nlohmann::json& breakpoint) {
  std::string text;
  const std::string hits = read_text(breakpoint, "hitCondition");
  if (const auto count = parse_c_number<std::uint64_t>(trimmed(hits)); count && *count > 1)
    text += fmt::format(" after {}", *count - 1);
  if (const std::string condition = read_text(breakpoint, "condition"); !condition.empty()) text += " if " + condition;
  if (const std::string message = read_text(breakpoint, "logMessage"); !message.empty()) text += " say " + message;
  std::ranges::replace(text, '\n', ' ');
  return text;
}

// Parses FILE:LINE or FILE:LINE:COLUMN, up to the end of the line.
std::optional<std::pair<std::string, std::uint64_t>> file_and_line(std::string_view place) {
  std::optional<std::uint64_t> line;
  place = place.substr(0, place.find('\n'));
  while (true) {
    const std::size_t colon = place.rfind(':');
    const auto number =
        colon == std::string_view::npos ? std::nullopt : parse_c_number<std::uint64_t>(place.substr(colon + 1));
    if (!number) break;
    line = number;
    place = place.substr(0, colon);
  }
  return line ? std::optional(std::pair(std::string(place), *line)) : std::nullopt;
}

}  // namespace

bool can_be_read(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

std::string source_command(const std::string& path, const nlohmann::json& breakpoint) {
  const auto line = read_unsigned(breakpoint, "line");
  if (!line || *line == 0 || path.find_first_of(" \t\r\n") != std::string::npos) return {};
  return fmt::format("break {}{}{}", can_be_read(path) ? path + ":" : "", *line, choices(breakpoint));
}

std::string function_command(const nlohmann::json& breakpoint) {
  const std::string name = read_text(breakpoint, "name");
  const bool is_name = !name.empty() && name.find_first_not_of(kNameCharacters) == std::string::npos;
  return is_name ? fmt::format("break {}{}", name, choices(breakpoint)) : "";
}

std::string instruction_command(const nlohmann::json& breakpoint) {
  const auto offset = parse_c_number<std::uint64_t>(read_text(breakpoint, "instructionReference"));
  if (!offset) return {};
  return fmt::format("break *{:#x}{}", *offset + read_unsigned(breakpoint, "offset").value_or(0), choices(breakpoint));
}

// `answer` is "breakpoint 3 at 0x98, 1:4:14", "breakpoint 3, not in this kernel", "breakpoint 3: catch fault", or an
// error.
nlohmann::json Breakpoints::description(const std::string& kind, const One& one, const std::string& answer) const {
  nlohmann::json result{{"id", one.id},
                        {"verified", !one.number.empty() && answer.find("not in") == std::string::npos}};
  if (one.number.empty()) result["message"] = answer.empty() ? "set when the next kernel begins" : answer;
  if (const std::size_t at = answer.find(", "); at != std::string::npos && result["verified"]) {
    if (const auto place = file_and_line(std::string_view(answer).substr(at + 2)))
      result["line"] = find_line_(kind, place->first, place->second);
  }
  return result;
}

void Breakpoints::add(DebuggedProgram& program, const std::string& kind, std::size_t index,
                      std::function<void(nlohmann::json)> added) {
  const One& one = all_[kind][index];
  if (one.command.empty()) return added(description(kind, one, "the place of the breakpoint is missing or malformed"));
  program.ask(one.command, [this, kind, id = one.id, added = std::move(added)](const std::string& text) {
    constexpr std::string_view kPrefix = "breakpoint ";
    for (One& each : all_[kind]) {
      if (each.id != id) continue;
      std::string_view rest = text;
      if (rest.starts_with(kPrefix)) {
        rest.remove_prefix(kPrefix.size());
        each.number = rest.substr(0, rest.find_first_not_of("0123456789"));
      }
      return added(description(kind, each, text));
    }
    added({{"verified", false}});
  });
}

void Breakpoints::replace(DebuggedProgram& program, const std::string& kind, std::vector<std::string> commands,
                          const Set& set) {
  std::vector<One>& of_kind = all_[kind];
  for (const One& each : of_kind) {
    if (has_begun_ && !each.number.empty()) program.ask("delete " + each.number, [](const std::string&) {});
  }
  of_kind.clear();
  for (std::string& each : commands) of_kind.push_back({.id = ++last_id_, .command = std::move(each), .number = {}});
  auto described = std::make_shared<nlohmann::json>(nlohmann::json::array());
  if (!has_begun_ || of_kind.empty()) {
    for (const One& each : of_kind) described->push_back(description(kind, each, ""));
    return set(*described);
  }
  const std::size_t count = of_kind.size();
  if (!program.is_stopped()) {
    for (const One& each : of_kind) described->push_back(description(kind, each, ""));
    set(*described);
    for (std::size_t i = 0; i != count; ++i) add(program, kind, i, changed_);
    return;
  }
  // All calls share one copy of `set`, because `set` holds the editor's request: a copy for each breakpoint would take
  // quadratic space.
  const auto shared = std::make_shared<const Set>(set);
  for (std::size_t i = 0; i != count; ++i) {
    add(program, kind, i, [described, count, shared](nlohmann::json one) {
      described->push_back(std::move(one));
      if (described->size() == count) (*shared)(*described);
    });
  }
}

void Breakpoints::begin(DebuggedProgram& program) {
  has_begun_ = true;
  for (const auto& [kind, of_kind] : all_) {
    for (std::size_t i = 0; i != of_kind.size(); ++i) add(program, kind, i, changed_);
  }
}

void Breakpoints::forget_program() {
  has_begun_ = false;
  for (auto& [kind, of_kind] : all_) {
    for (One& each : of_kind) each.number.clear();
  }
}

nlohmann::json Breakpoints::with_number(unsigned number) const {
  nlohmann::json ids = nlohmann::json::array();
  for (const auto& [kind, of_kind] : all_) {
    for (const One& each : of_kind) {
      if (number != 0 && each.number == fmt::format("{}", number)) ids.push_back(each.id);
    }
  }
  return ids;
}

}  // namespace eugene::debug::dap
