#include "editor/features.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <optional>

#include "asm/dialect.h"
#include "base/name_character.h"
#include "editor/explain.h"
#include "editor/region_drawing.h"
#include "isa/opcode.h"
#include "script/outline.h"
#include "visa/form.h"
#include "visa/parse.h"

namespace eugene::editor {
namespace {

constexpr int kTextItem = 1, kFunctionItem = 3, kOperatorItem = 24, kTypeItem = 25;  // CompletionItemKind
constexpr int kKeySymbol = 20;                                                       // SymbolKind

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// A part of a line.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view in(std::string_view line) const { return line.substr(begin, end - begin); }
};

Span word_at(std::string_view line, std::size_t at) {
  Span span{std::min(at, line.size()), std::min(at, line.size())};
  while (span.begin > 0 && is_name_character(line[span.begin - 1])) --span.begin;
  while (span.end < line.size() && is_name_character(line[span.end])) ++span.end;
  return span;
}

// Returns a region such as r10.3<8;4,2>:w that contains `at`.
std::optional<Span> region_at(std::string_view line, std::size_t at) {
  for (std::size_t begin = 0; begin < std::min(at + 1, line.size()); ++begin) {
    const bool begins =
        (line[begin] == 'r' || line[begin] == 'm') && (begin == 0 || !is_name_character(line[begin - 1]));
    if (!begins || begin + 1 >= line.size() || !is_digit(line[begin + 1])) continue;
    std::size_t end = begin + 1;
    while (end < line.size() && (is_digit(line[end]) || line[end] == '.')) ++end;
    if (end < line.size() && line[end] == '<') end = std::min(line.find('>', end), line.size() - 1) + 1;
    if (end + 1 < line.size() && line[end] == ':' && is_name_character(line[end + 1]))
      for (++end; end < line.size() && is_name_character(line[end]);) ++end;
    if (at >= begin && at < end) return Span{begin, end};
  }
  return std::nullopt;
}

// Returns the execution size in the line, such as (8).
unsigned count_lanes(std::string_view line) {
  for (const unsigned lanes : {32U, 16U, 8U, 4U, 2U, 1U})
    if (line.contains(fmt::format("({})", lanes))) return lanes;
  return 8;
}

// Returns the label at the start of the line; an empty span if there is none.
Span label_in(std::string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  std::size_t end = begin;
  while (end < line.size() && is_name_character(line[end])) ++end;
  const bool is_label = end != begin && !is_digit(line[begin]) && end < line.size() && line[end] == ':';
  return is_label ? Span{begin, end} : Span{};
}

template <class Take>
void each_label(std::string_view text, Take take) {
  for (std::size_t line = 0; !text.empty(); ++line) {
    const std::string_view here = find_line(text, 0);
    if (const Span span = label_in(here); span.end != 0) take(line, span, span.in(here));
    const std::size_t end = text.find('\n');
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

std::string visa_instruction(std::string_view name) {
  const visa::Form* form = visa::find_mnemonic(name);
  if (form == nullptr) return {};
  const visa::PageRow& page = visa::table_row(form->page);
  return fmt::format("{}: {}\n  opcode     {:#04x}\n  see        vISA, {}\n", name, page.title, form->opcode(),
                     page.name);
}

void add_items(nlohmann::json& items, std::string_view name, int kind) {
  items.push_back({{"label", name}, {"kind", kind}});
}

}  // namespace

nlohmann::json hover_at(std::string_view text, Position position) {
  const std::string_view line = find_line(text, position.line);
  if (position.character > line.size()) return nullptr;
  Span span = word_at(line, position.character);
  std::string words;
  if (const auto region = region_at(line, position.character); region && !visa::is_visa_text(text)) {
    span = *region;
    if (const Result<std::string> drawing = drawn_region(script::choose_gen(text), span.in(line), count_lanes(line)))
      words = *drawing;
  } else if (const std::string_view word = span.in(line); !word.empty()) {
    words = visa::is_visa_text(text) ? visa_instruction(word) : explained(word);
  }
  if (words.empty()) return nullptr;
  return {{"contents", {{"kind", "markdown"}, {"value", fmt::format("```text\n{}```", words)}}},
          {"range", make_range(position.line, span.begin, span.end)}};
}

nlohmann::json label_at(std::string_view text, Position position) {
  const std::string_view line = find_line(text, position.line);
  const std::string_view word = word_at(line, position.character).in(line);
  nlohmann::json found = nullptr;
  each_label(text, [&](std::size_t at, const Span& span, std::string_view name) {
    if (found.is_null() && !word.empty() && name == word) found = make_range(at, span.begin, span.end);
  });
  return found;
}

nlohmann::json list_labels(std::string_view text) {
  nlohmann::json all = nlohmann::json::array();
  each_label(text, [&](std::size_t line, const Span& span, std::string_view name) {
    const nlohmann::json range = make_range(line, span.begin, span.end);
    all.push_back({{"name", name}, {"kind", kKeySymbol}, {"range", range}, {"selectionRange", range}});
  });
  return all;
}

nlohmann::json completions_at(std::string_view text, Position position) {
  const std::string_view line = find_line(text, position.line);
  const Span word = word_at(line, position.character);
  const char before = word.begin == 0 ? ' ' : line[word.begin - 1];
  const bool is_type = before == ':';
  const std::string_view start = line.substr(0, word.begin);
  // A mnemonic comes first, or after a predicate in parentheses. A condition follows its dot.
  const std::size_t head = start.starts_with('(') ? start.find(')') + 1 : 0;
  const bool is_first = start.find_first_not_of(" \t", head) == std::string_view::npos;
  nlohmann::json items = nlohmann::json::array();
  if (is_type) {
    for (const isa::TypeInfo& each : isa::kTypes) add_items(items, each.name, kTypeItem);
  } else if (is_first && visa::is_visa_text(text)) {
    for (const visa::Form& each : visa::forms()) add_items(items, each.mnemonic, kFunctionItem);
  } else if (is_first) {
    for (const isa::OpcodeInfo& each : isa::kOpcodes) add_items(items, each.mnemonic, kFunctionItem);
  } else if (before == '.') {
    add_items(items, "sat", kOperatorItem);
    for (const std::string_view each : assembly::kConditionNames)
      if (!each.empty()) add_items(items, each, kOperatorItem);
  } else {
    each_label(text, [&](std::size_t, const Span&, std::string_view name) { add_items(items, name, kTextItem); });
  }
  return items;
}

}  // namespace eugene::editor
