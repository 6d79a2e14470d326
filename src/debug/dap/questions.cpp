// What the editor asks of the stopped program.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "debug/dap/adapter.h"
#include "debug/dap/base64.h"
#include "debug/dap/fields.h"
#include "debug/operands.h"

namespace eugene::debug::dap {

void Adapter::ask(const std::string& command, std::function<void(const json&)> answer) {
  program_.ask(command, [answer = std::move(answer)](const std::string& text) {
    json shown = json::parse(text, nullptr, false);
    answer(shown.is_discarded() ? json() : shown);
  });
}

// Threads and frames count from 1.
void Adapter::focus(std::uint64_t thread, std::optional<std::uint64_t> channel) {
  program_.ask(fmt::format("thread {}", std::max<std::uint64_t>(thread, 1) - 1), [](const std::string&) {});
  if (channel) program_.ask(fmt::format("lane {}", *channel), [](const std::string&) {});
}

void Adapter::threads(const json& request) {
  if (!program_.is_stopped()) return respond(request, {{"threads", {{{"id", 1}, {"name", "GPU"}}}}});
  ask("show threads", [this, request](const json& shown) {
    json all = json::array();
    for (const json& each : shown) {
      const auto thread = unsigned_of(each, "thread");
      if (thread) all.push_back({{"id", *thread + 1}, {"name", text_of(each, "name")}});
    }
    respond(request, {{"threads", std::move(all)}});
  });
}

void Adapter::stack(const json& request) {
  const std::uint64_t thread = unsigned_of(field(request, "arguments"), "threadId").value_or(1);
  focus(thread);
  ask("show place", [this, request, thread](const json& place) {
    const std::uint64_t ip = unsigned_of(place, "ip").value_or(0);
    json frame{{"id", thread},
               {"name", fmt::format("{} {}", text_of(place, "kernel"), text_of(place, "item"))},
               {"line", unsigned_of(place, "line").value_or(0)},
               {"column", std::max<std::uint64_t>(unsigned_of(place, "column").value_or(1), 1)},
               {"instructionPointerReference", fmt::format("{:#x}", ip)}};
    if (const std::string file = text_of(place, "file"); !file.empty()) {
      const bool is_given = flag_of(place, "given");
      frame["source"] = {{"name", is_given ? text_of(place, "kernel") + ".cl" : file}};
      if (is_given && !given_path_.empty())
        frame["source"] = {{"name", given_path_.substr(given_path_.rfind('/') + 1)}, {"path", given_path_}};
      else if (is_given)
        frame["source"]["sourceReference"] = 1;
      else
        frame["source"]["path"] = file;
    }
    respond(request, {{"stackFrames", {frame}}, {"totalFrames", 1}});
  });
}

std::uint64_t Adapter::reference(Variables of) {
  variables_.push_back(std::move(of));
  return variables_.size();
}

void Adapter::scopes(const json& request) {
  const std::uint64_t frame = unsigned_of(field(request, "arguments"), "frameId").value_or(1);
  const auto scope = [&](const char* name, const char* kind, bool is_expensive) {
    return json{{"name", name},
                {"variablesReference", reference({.thread = frame, .channel = {}, .kind = kind, .expression = {}})},
                {"expensive", is_expensive}};
  };
  json locals = scope("Locals", "locals", false);
  locals["presentationHint"] = "locals";
  json registers = scope("Registers", "registers", true);
  registers["presentationHint"] = "registers";
  respond(request, {{"scopes", {locals, scope("Channels", "channels", true), registers}}});
}

void Adapter::variables(const json& request) {
  const std::uint64_t number = unsigned_of(field(request, "arguments"), "variablesReference").value_or(0);
  if (number == 0 || number > variables_.size()) return refuse(request, "there are no such variables any more");
  const Variables of = variables_[number - 1];
  focus(of.thread, of.channel);
  const std::string what = of.kind == "parts" ? "parts " + of.expression : of.kind;
  ask("show " + what, [this, request, of](const json& shown) { list(request, of, shown); });
}

void Adapter::list(const json& request, const Variables& of, const json& shown) {
  json all = json::array();
  for (const json& each : shown) {
    if (of.kind != "channels") {
      all.push_back(variable(of, each));
      continue;
    }
    const std::uint64_t locals = reference(
        {.thread = of.thread, .channel = unsigned_of(each, "channel").value_or(0), .kind = "locals", .expression = {}});
    all.push_back({{"name", text_of(each, "item")},
                   {"value", flag_of(each, "runs") ? "runs" : "waits"},
                   {"variablesReference", locals}});
  }
  respond(request, {{"variables", std::move(all)}});
}

nlohmann::json Adapter::variable(const Variables& of, const json& datum) {
  json result{{"name", text_of(datum, "name")}, {"value", text_of(datum, "value")}, {"variablesReference", 0}};
  const std::string expression = text_of(datum, "expression");
  if (!expression.empty()) result["evaluateName"] = expression;
  if (const std::string type = text_of(datum, "type"); !type.empty()) result["type"] = type;
  if (const auto address = unsigned_of(datum, "address")) result["memoryReference"] = fmt::format("{:#x}", *address);
  if (flag_of(datum, "has_parts"))
    result["variablesReference"] =
        reference({.thread = of.thread, .channel = of.channel, .kind = "parts", .expression = expression});
  return result;
}

// At the prompt, all that a terminal knows; elsewhere a value.
void Adapter::evaluate(const json& request) {
  const json& arguments = field(request, "arguments");
  std::string expression = text_of(arguments, "expression");
  std::ranges::replace(expression, '\n', ' ');
  const std::uint64_t frame = unsigned_of(arguments, "frameId").value_or(0);
  if (frame != 0) focus(frame);
  ask("show value " + expression, [this, request, expression, frame](const json& shown) {
    if (flag_of(shown, "known")) {
      json result =
          variable({.thread = std::max<std::uint64_t>(frame, 1), .channel = {}, .kind = {}, .expression = {}}, shown);
      result["result"] = result["value"];
      return respond(request, std::move(result));
    }
    if (text_of(field(request, "arguments"), "context") != "repl") return refuse(request, text_of(shown, "value"));
    const std::vector<std::string_view> words = words_of(expression);
    const bool moves = !words.empty() && !can_be_asked(words[0]);
    if (moves) return refuse(request, "use the editor's own buttons to run the program");
    program_.ask(expression, [this, request](const std::string& text) {
      respond(request, {{"result", text}, {"variablesReference", 0}});
    });
  });
}

bool Adapter::can_be_asked(std::string_view verb) {
  constexpr std::array<std::string_view, 24> kAnswered{
      "break", "b",     "catch", "watch",   "delete", "d",    "breakpoints", "bl",
      "print", "p",     "set",   "locals",  "x",      "list", "l",           "disassemble",
      "dis",   "lanes", "lane",  "threads", "thread", "t",    "help",        "h"};
  return std::ranges::find(kAnswered, verb) != kAnswered.end();
}

void Adapter::set_variable(const json& request) {
  const json& arguments = field(request, "arguments");
  const std::uint64_t number = unsigned_of(arguments, "variablesReference").value_or(0);
  if (number == 0 || number > variables_.size()) return refuse(request, "there are no such variables any more");
  const Variables of = variables_[number - 1];
  std::string name = text_of(arguments, "name"), value = text_of(arguments, "value");
  if (of.kind == "parts") name = of.expression + (name.starts_with('[') ? name : name == "*" ? "[0]" : "." + name);
  if (name.find('\n') != std::string::npos || value.find('\n') != std::string::npos) return refuse(request, "one line");
  focus(of.thread, of.channel);
  program_.ask(fmt::format("set {} = {}", name, value), [this, request, name](const std::string& text) {
    if (!text.empty()) return refuse(request, text);
    ask("show value " + name, [this, request](const json& shown) {
      respond(request, {{"value", text_of(shown, "value")}});
    });
  });
}

void Adapter::read_memory(const json& request) {
  const json& arguments = field(request, "arguments");
  const auto base = number_of(text_of(arguments, "memoryReference"));
  if (!base) return refuse(request, "this is no place in memory");
  const std::uint64_t address = *base + static_cast<std::uint64_t>(signed_of(arguments, "offset"));
  const std::uint64_t count = unsigned_of(arguments, "count").value_or(0);
  ask(fmt::format("show memory {:#x} {}", address, count), [this, request, address, count](const json& shown) {
    const std::string hex = text_of(shown, "hex");
    const std::uint64_t read = hex.size() / 2;
    respond(request, {{"address", fmt::format("{:#x}", address)},
                      {"unreadableBytes", count - std::min(count, read)},
                      {"data", base64_of_hex(hex)}});
  });
}

void Adapter::disassemble(const json& request) {
  const json& arguments = field(request, "arguments");
  const auto base = number_of(text_of(arguments, "memoryReference"));
  if (!base) return refuse(request, "this is no place in code");
  const std::int64_t first = signed_of(arguments, "instructionOffset");
  const std::uint64_t count = unsigned_of(arguments, "instructionCount").value_or(0);
  const std::uint64_t before = first < 0 ? 0 - static_cast<std::uint64_t>(first) : 0;
  const std::uint64_t skipped = first > 0 ? static_cast<std::uint64_t>(first) : 0;
  constexpr std::uint64_t kMost = 65'536;
  ask(fmt::format("show code {:#x} {} {}", *base, before, std::min(count + skipped, kMost)),
      [this, request, skipped](const json& shown) {
        json all = json::array();
        std::uint64_t left = skipped;
        for (const json& each : shown) {
          if (left != 0 && left-- != 0) continue;
          json one{{"address", fmt::format("{:#x}", unsigned_of(each, "ip").value_or(0))},
                   {"instruction", text_of(each, "text")}};
          if (const auto line = unsigned_of(each, "line")) one["line"] = *line;
          all.push_back(std::move(one));
        }
        respond(request, {{"instructions", std::move(all)}});
      });
}

void Adapter::source(const json& request) {
  ask("show source", [this, request](const json& shown) {
    const std::string text = text_of(shown, "text");
    if (text.empty()) return refuse(request, "the source is not known");
    respond(request, {{"content", text}});
  });
}

void Adapter::data_breakpoint_info(const json& request) {
  const json& arguments = field(request, "arguments");
  const std::uint64_t number = unsigned_of(arguments, "variablesReference").value_or(0);
  std::string name = text_of(arguments, "name");
  if (number != 0 && number <= variables_.size() && variables_[number - 1].kind == "parts")
    name = variables_[number - 1].expression + (name.starts_with('[') ? name : "." + name);
  std::ranges::replace(name, '\n', ' ');
  ask("show value " + name, [this, request, name](const json& shown) {
    const auto address = unsigned_of(shown, "address");
    const auto bytes = unsigned_of(shown, "bytes");
    if (!address || !bytes) return respond(request, {{"dataId", nullptr}, {"description", name + " is not in memory"}});
    const char* type = *bytes == 1 ? ":ub" : *bytes == 2 ? ":uw" : *bytes == 8 ? ":uq" : "";
    constexpr std::uint64_t kLocal = 0x0A00'0000'0000'0000, kTag = 0xFF00'0000'0000'0000;
    const bool is_local = (*address & kTag) == kLocal;
    respond(
        request,
        {{"dataId", fmt::format("{}{:#x}{}", is_local ? "local:" : "", is_local ? *address & ~kTag : *address, type)},
         {"description", name},
         {"accessTypes", {"write"}}});
  });
}

void Adapter::exception_info(const json& request) {
  const std::string text = why_.substr(0, why_.find(": launch"));
  const bool is_fault = text.starts_with("fault");
  respond(request, {{"exceptionId", is_fault ? "fault" : "finding"}, {"description", text}, {"breakMode", "always"}});
}

}  // namespace eugene::debug::dap
