// Facts about the stopped program as JSON, for programs that drive the debugger (`show` at the prompt).
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/hex.h"
#include "base/named_lines.h"
#include "debug/inspector.h"
#include "debug/values.h"
#include "gpu/schedule/work/payload.h"

namespace eugene::debug {
namespace {

using nlohmann::json;

constexpr std::uint64_t kMaxShown = 65'536;  // bytes, or instructions

// Returns the text of the file that the code at `ip` comes from, with each line at its number.
std::string text_of_file(const SourceLines& lines, std::uint32_t ip) {
  const auto place = lines.at(ip);
  const std::string text = place ? NamedLines(lines.given_text, lines.name_of_text()).text(place->file) : std::string();
  return text.empty() ? lines.given_text : text;
}

}  // namespace

std::string Inspector::shown(const std::string& what) const {
  const std::vector<std::string_view> words = split_words(what);
  const std::string_view kind = words[0];
  const std::string rest(trimmed(std::string_view(what).substr(kind.size())));
  const auto number = [&](std::size_t i) {
    return i < words.size() ? parse_c_number<std::uint64_t>(words[i]).value_or(0) : 0;
  };
  json result;
  if (kind == "place") result = shown_place();
  if (kind == "frames") result = shown_frames();
  if (kind == "items") result = shown_items();
  if (kind == "threads") result = shown_threads();
  if (kind == "columns") result = shown_columns();
  if (kind == "locals") result = shown_locals();
  if (kind == "parts") result = shown_parts(rest);
  if (kind == "value") result = shown_value(rest);
  if (kind == "registers") result = shown_registers();
  if (kind == "state") result = shown_state();
  if (kind == "memory") result = shown_memory(number(1), number(2));
  if (kind == "code") result = shown_code(number(1), number(2), number(3));
  if (kind == "files") result = shown_files();
  if (kind == "source") result = {{"text", text_of_file(group_->text.lines, group_->focused().ip)}};
  return result.dump(-1, ' ', false, json::error_handler_t::replace);
}

json Inspector::shown_place() const {
  const eu::Thread& thread = group_->focused();
  const std::uint64_t index = group_->now().group;
  json place{{"launch", group_->launch},
             {"kernel", group_->text.kernel},
             {"stage", stage_name(group_->dispatch.work.stage)},
             {"group", group_->dispatch.work.payload->id(index)},
             {"thread", group_->thread},
             {"channel", group_->channel},
             {"item", item_text(index, group_->thread, group_->channel)},
             {"ip", thread.ip}};
  if (const auto line = group_->text.lines.at(thread.ip)) add_line(place, *line);
  return place;
}

// Returns the work-items of the group, by thread.
json Inspector::shown_items() const {
  json all = json::array();
  for (unsigned thread = 0; thread != group_->count; ++thread) {
    const eu::Thread& of = (*group_->threads)[thread];
    for (unsigned channel = 0; channel != group_->dispatch.work.simd; ++channel) {
      if ((of.dispatched >> channel & 1U) == 0) continue;
      all.push_back({{"thread", thread},
                     {"channel", channel},
                     {"item", item_text(group_->now().group, thread, channel)},
                     {"runs", (of.running >> channel & 1U) != 0}});
    }
  }
  return all;
}

// Returns the EU threads of the group, with names.
json Inspector::shown_threads() const {
  const gpu::GroupId group = group_->dispatch.work.payload->id(group_->now().group);
  json all = json::array();
  for (unsigned thread = 0; thread != group_->count; ++thread) {
    const std::string items = items_text(thread, (*group_->threads)[thread].dispatched);
    all.push_back({{"name", fmt::format("group ({}, {}, {}){}", group[0], group[1], group[2], items)}});
  }
  return all;
}

// Returns each variable of the function, in all channels of the thread.
json Inspector::shown_columns() const {
  json all = json::array();
  for (const SourceVariable* each : variables().locals(in_frame(group_->channel))) {
    json items = json::array();
    for (unsigned i = 0; i != group_->dispatch.work.simd; ++i) {
      if ((group_->focused().dispatched >> i & 1U) == 0) continue;
      const Channel at = in_frame(i);
      json one = shown_datum(each->name, {}, variables().value(*each, at), at);
      one["name"] = item_text(group_->now().group, group_->thread, i);
      one["runs"] = (group_->focused().running >> i & 1U) != 0;
      items.push_back(std::move(one));
    }
    all.push_back({{"name", each->name}, {"type", variables().type_name(each->type)}, {"items", std::move(items)}});
  }
  return all;
}

json Inspector::shown_datum(const std::string& name, const std::string& expression, const Result<Datum>& datum,
                            const Channel& at) const {
  json result{{"name", name}, {"expression", expression}};
  if (!datum) {
    result["value"] = datum.error().message;
    result["known"] = false;
    return result;
  }
  const SourceType& type = variables().type(datum->type);
  result["known"] = true;
  result["value"] = variables().text(*datum, at);
  result["type"] = variables().type_name(datum->type);
  result["has_parts"] = type.kind != SourceType::Kind::number && type.kind != SourceType::Kind::unknown;
  if (datum->address) {
    result["address"] = resolved(*datum->address);
    result["bytes"] = type.bytes;
  } else if (type.kind == SourceType::Kind::pointer) {
    if (const auto to = variables().number(*datum, at)) result["address"] = resolved(static_cast<std::uint64_t>(*to));
  }
  return result;
}

json Inspector::shown_locals() const {
  const Channel at = in_frame(group_->channel);
  json all = json::array();
  for (const SourceVariable* each : variables().locals(at))
    all.push_back(shown_datum(each->name, each->name, variables().value(*each, at), at));
  return all;
}

json Inspector::shown_parts(const std::string& expression) const {
  const Channel at = in_frame(group_->channel);
  json all = json::array();
  const Result<Expression> parsed = parse_expression(expression);
  const Result<Value> value = parsed ? evaluate(*parsed, in_focus(group_->channel)) : forward_error(parsed);
  const auto* datum = value ? std::get_if<Datum>(&*value) : nullptr;
  if (datum == nullptr) return all;
  for (const auto& [name, part] : variables().parts(*datum, at)) {
    const std::string of = parsed->nodes.size() == 1 ? expression : fmt::format("({})", expression);
    const bool is_element = name == "*" || name[0] == '[';
    const std::string whole = fmt::format("{}{}{}", of, is_element ? "" : ".", name == "*" ? "[0]" : name);
    all.push_back(shown_datum(name, whole, part, at));
  }
  return all;
}

json Inspector::shown_value(const std::string& expression) const {
  const Result<Expression> parsed = parse_expression(expression);
  const Scope scope = in_focus(group_->channel);
  const Result<Value> value = parsed ? evaluate(*parsed, scope) : forward_error(parsed);
  if (!value) return shown_datum(expression, expression, forward_error(value), scope.channel);
  if (const auto* datum = std::get_if<Datum>(&*value))
    return shown_datum(expression, expression, *datum, scope.channel);
  return {{"name", expression}, {"known", true}, {"value", debug::to_text(*value, scope)}};
}

json Inspector::shown_registers() const {
  json all = json::array();
  for (unsigned i = 0; i != eu::kGrfCount; ++i) {
    std::string value;
    const auto bytes = std::span<const std::byte>(group_->focused().grf[i].bytes);
    for (std::size_t at = 0; at != bytes.size(); at += sizeof(std::uint32_t))
      value += fmt::format("{}{}", at == 0 ? "" : " ", value_text(isa::Type::ud, bytes.subspan(at)));
    all.push_back({{"name", fmt::format("r{}", i)}, {"value", value}});
  }
  for (unsigned i = 0; i != group_->focused().flag.size(); ++i)
    all.push_back({{"name", fmt::format("f{}", i)}, {"value", fmt::format("{:#010x}", group_->focused().flag.at(i))}});
  return all;
}

json Inspector::shown_state() const {
  const eu::Thread& thread = group_->focused();
  return {{"ip", thread.ip},
          {"grf", to_hex(std::as_bytes(std::span(thread.grf)))},
          {"flags", to_hex(std::as_bytes(std::span(thread.flag)))}};
}

// Returns mapped bytes at `address`: the count is halved until all bytes are mapped.
json Inspector::shown_memory(std::uint64_t address, std::uint64_t count) const {
  std::vector<std::byte> bytes(std::min(count, kMaxShown));
  while (!bytes.empty() && !read_pointed(address, bytes)) bytes.resize(bytes.size() / 2);
  return {{"address", address}, {"hex", to_hex(bytes)}};
}

// Returns the files that the kernel's code comes from.
json Inspector::shown_files() const {
  const SourceLines& lines = group_->text.lines;
  json all = json::array();
  for (std::uint32_t i = 0; i != lines.files.size(); ++i) {
    if (std::ranges::find(lines.rows, i, &SourceLines::Row::file) == lines.rows.end()) continue;
    json one;
    add_line(one, {.file = lines.files[i]});
    all.push_back(std::move(one));
  }
  return all;
}

json Inspector::shown_code(std::uint64_t ip, std::uint64_t before, std::uint64_t count) const {
  const isa::Program& program = group_->dispatch.kernel.program();
  json all = json::array();
  const auto index = program.index_at(static_cast<std::uint32_t>(ip));
  if (!index) return all;
  std::uint64_t at = *index - std::min<std::uint64_t>(before, *index);
  for (; at < program.instructions.size() && all.size() < std::min(count, kMaxShown); ++at) {
    const std::uint32_t offset = program.offset_at(at);
    std::string text = instruction_text(offset);
    json each{{"ip", offset}, {"text", text.substr(text.find(": ") + 2, text.rfind('\n') - text.find(": ") - 2)}};
    if (const auto line = group_->text.lines.at(offset)) each["line"] = line->line;
    all.push_back(std::move(each));
  }
  return all;
}

}  // namespace eugene::debug
