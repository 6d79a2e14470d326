// Completions for the editor's prompt, and the list of files that contain the kernel's lines.
#include <algorithm>
#include <utility>

#include "base/name_character.h"
#include "debug/command.h"
#include "debug/dap/adapter.h"
#include "debug/dap/fields.h"
#include "debug/expression.h"

namespace eugene::debug::dap {
namespace {

using nlohmann::json;

// The text before the cursor: the expression that leads to the name, and the part of the name typed so far.
struct Typed {
  std::string line;
  std::string of;  // the expression before . or ->, if the name is a member
  std::string name;
};

// `text` may have several lines. Lines and columns count from 1.
Typed typed_at(const json& arguments) {
  std::string text = read_text(arguments, "text");
  for (auto line = read_unsigned(arguments, "line").value_or(1); line > 1 && text.find('\n') != std::string::npos;
       --line)
    text.erase(0, text.find('\n') + 1);
  text.resize(std::min(text.find('\n'), text.size()));
  text.resize(std::min<std::size_t>(read_unsigned(arguments, "column").value_or(text.size() + 1) - 1, text.size()));
  const auto is_name = [](char each) { return is_name_character(each); };
  const auto find_begin = [&](std::size_t end) {
    const auto last =
        std::find_if_not(text.rbegin() + static_cast<std::ptrdiff_t>(text.size() - end), text.rend(), is_name);
    return static_cast<std::size_t>(text.rend() - last);
  };
  const std::size_t begin = find_begin(text.size());
  Typed typed{.line = text.substr(0, begin), .of = {}, .name = text.substr(begin)};
  const bool is_member = typed.line.ends_with('.') || typed.line.ends_with("->");
  if (!is_member) return typed;
  const std::size_t end = begin - (typed.line.ends_with('.') ? 1 : 2);
  // Go back over names, members and elements: p->items[i + 1].
  std::size_t of = end;
  int depth = 0;
  while (of != 0) {
    const char each = text[of - 1];
    depth += each == ']' ? 1 : each == '[' ? -1 : 0;
    const bool is_arrow = of > 1 && each == '>' && text[of - 2] == '-';
    if (depth < 0 || (depth == 0 && each != '[' && !is_name_character(each) && each != '.' && !is_arrow)) break;
    of -= is_arrow ? 2 : 1;
  }
  typed.of = text.substr(of, end - of);
  return typed;
}

}  // namespace

void Adapter::completions(const json& request) {
  const json& arguments = field(request, "arguments");
  const Typed typed = typed_at(arguments);
  const auto respond_with = [this, request, typed](std::vector<std::pair<std::string, const char*>> all) {
    json targets = json::array();
    for (const auto& [label, type] : all) {
      if (label.starts_with(typed.name)) targets.push_back({{"label", label}, {"type", type}});
    }
    respond(request, {{"targets", std::move(targets)}});
  };
  if (const auto frame = read_unsigned(arguments, "frameId").value_or(0); frame != 0) focus_frame(frame);
  if (!typed.of.empty()) {
    ask("show parts " + typed.of, [respond_with](const json& shown) {
      std::vector<std::pair<std::string, const char*>> all;
      for (const json& each : shown) {
        if (const std::string name = read_text(each, "name"); !name.empty() && is_name_character(name[0]))
          all.emplace_back(name, "field");
      }
      respond_with(std::move(all));
    });
    return;
  }
  ask("show locals", [respond_with, is_first = trimmed(typed.line).empty()](const json& shown) {
    std::vector<std::pair<std::string, const char*>> all;
    for (const json& each : shown) all.emplace_back(read_text(each, "name"), "variable");
    for (const std::string_view each : id_functions()) all.emplace_back(each, "function");
    for (const std::string_view each : is_first ? command_names() : std::vector<std::string_view>())
      all.emplace_back(each, "keyword");
    respond_with(std::move(all));
  });
}

void Adapter::loaded_sources(const json& request) {
  with_source([] {});
  ask("show files", [this, request](const json& shown) {
    json sources = json::array();
    for (const json& each : shown) {
      json source = make_source(read_text(each, "file"), read_flag(each, "given"));
      if (std::ranges::find(sources, source) == sources.end()) sources.push_back(std::move(source));
    }
    respond(request, {{"sources", std::move(sources)}});
  });
}

}  // namespace eugene::debug::dap
