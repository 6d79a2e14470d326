// Requests for values of the stopped program: variables, expressions, and their memory.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "debug/command_place.h"
#include "debug/dap/adapter.h"
#include "debug/dap/fields.h"
#include "debug/operands.h"
#include "debug/variables.h"

namespace eugene::debug::dap {

std::uint64_t Adapter::reference(Variables of) {
  variables_.push_back(std::move(of));
  return variables_.size();
}

void Adapter::scopes(const json& request) {
  const std::uint64_t frame = read_unsigned(field(request, "arguments"), "frameId").value_or(0);
  const auto scope = [&](const char* name, const char* kind, bool is_expensive) {
    return json{{"name", name},
                {"variablesReference", reference({.frame = frame, .kind = kind, .expression = {}, .given = {}})},
                {"expensive", is_expensive}};
  };
  json locals = scope("Locals", "locals", false);
  locals["presentationHint"] = "locals";
  json registers = scope("Registers", "registers", true);
  registers["presentationHint"] = "registers";
  respond(request, {{"scopes", {locals, scope("All channels", "columns", true), registers}}});
}

void Adapter::variables(const json& request) {
  const std::uint64_t number = read_unsigned(field(request, "arguments"), "variablesReference").value_or(0);
  if (number == 0 || number > variables_.size())
    return refuse(request, "these variables no longer exist: the program has run on");
  const Variables of = variables_[number - 1];
  if (of.kind == "given") return respond(request, {{"variables", of.given}});
  focus_frame(of.frame);
  const std::string what = of.kind == "parts" ? "parts " + of.expression : of.kind;
  ask("show " + what, [this, request, of](const json& shown) {
    json all = json::array();
    for (const json& each : shown)
      all.push_back(of.kind == "columns" ? column(of.frame, each) : variable(of.frame, each));
    respond(request, {{"variables", std::move(all)}});
  });
}

nlohmann::json Adapter::variable(std::uint64_t frame, const json& datum) {
  json result{{"name", read_text(datum, "name")}, {"value", read_text(datum, "value")}, {"variablesReference", 0}};
  const std::string expression = read_text(datum, "expression");
  if (!expression.empty()) result["evaluateName"] = expression;
  if (const std::string type = read_text(datum, "type"); !type.empty()) result["type"] = type;
  if (const auto address = read_unsigned(datum, "address")) result["memoryReference"] = fmt::format("{:#x}", *address);
  if (read_flag(datum, "has_parts") && !expression.empty())
    result["variablesReference"] = reference({.frame = frame, .kind = "parts", .expression = expression, .given = {}});
  return result;
}

// Shows a variable in all channels, in a row. Values of channels that are not running are in parentheses, as at the
// prompt.
nlohmann::json Adapter::column(std::uint64_t frame, const json& shown) {
  std::string row;
  json items = json::array();
  for (const json& each : field(shown, "items")) {
    const bool is_known = read_flag(each, "known");
    const std::string value = is_known ? read_text(each, "value") : "-";
    row += fmt::format("{}{}", row.empty() ? "" : " ", read_flag(each, "runs") ? value : "(" + value + ")");
    items.push_back(variable(frame, each));
  }
  const std::uint64_t number =
      reference({.frame = frame, .kind = "given", .expression = {}, .given = std::move(items)});
  return {{"name", read_text(shown, "name")},
          {"type", read_text(shown, "type")},
          {"value", row},
          {"variablesReference", number}};
}

// At the editor's prompt, all commands of the terminal work; elsewhere, only expressions.
void Adapter::evaluate(const json& request) {
  const json& arguments = field(request, "arguments");
  std::string expression = read_text(arguments, "expression");
  std::ranges::replace(expression, '\n', ' ');
  const std::uint64_t frame = read_unsigned(arguments, "frameId").value_or(0);
  if (frame != 0) focus_frame(frame);
  ask("show value " + expression, [this, request, expression, frame](const json& shown) {
    if (read_flag(shown, "known")) {
      json result = variable(frame, shown);
      result["result"] = result["value"];
      return respond(request, std::move(result));
    }
    if (read_text(field(request, "arguments"), "context") != "repl") return refuse(request, read_text(shown, "value"));
    const Result<Command> command = parse_command(expression);
    if (!command) return refuse(request, command.error().message);
    if (lets_run(command->verb)) return refuse(request, "to run the program, use the editor's buttons");
    program_.ask(expression, [this, request](const std::string& text) {
      respond(request, {{"result", text}, {"variablesReference", 0}});
    });
  });
}

void Adapter::set_variable(const json& request) {
  const json& arguments = field(request, "arguments");
  const std::uint64_t number = read_unsigned(arguments, "variablesReference").value_or(0);
  if (number == 0 || number > variables_.size())
    return refuse(request, "these variables no longer exist: the program has run on");
  const Variables of = variables_[number - 1];
  std::string name = read_text(arguments, "name");
  if (of.kind == "columns" || of.kind == "given")
    return refuse(request, "a row of all channels cannot be set: select the work-item and set its variable");
  if (of.kind == "parts") name = of.expression + (name.starts_with('[') ? name : name == "*" ? "[0]" : "." + name);
  focus_frame(of.frame);
  set(request, name);
}

void Adapter::set_expression(const json& request) {
  const json& arguments = field(request, "arguments");
  if (const auto frame = read_unsigned(arguments, "frameId")) focus_frame(*frame);
  set(request, read_text(arguments, "expression"));
}

void Adapter::set(const json& request, const std::string& name) {
  const std::string value = read_text(field(request, "arguments"), "value");
  const std::string command = fmt::format("set {} = {}", name, value);
  if (command.find('\n') != std::string::npos) return refuse(request, "the value must be on one line");
  program_.ask(command, [this, request, name](const std::string& text) {
    if (!text.empty()) return refuse(request, text);
    ask("show value " + name,
        [this, request](const json& shown) { respond(request, {{"value", read_text(shown, "value")}}); });
  });
}

void Adapter::data_breakpoint_info(const json& request) {
  const json& arguments = field(request, "arguments");
  const std::uint64_t number = read_unsigned(arguments, "variablesReference").value_or(0);
  std::string name = read_text(arguments, "name");
  if (number != 0 && number <= variables_.size() && variables_[number - 1].kind == "parts")
    name = variables_[number - 1].expression + (name.starts_with('[') ? name : "." + name);
  std::ranges::replace(name, '\n', ' ');
  const auto answer = [this, request, name](bool is_local, std::uint64_t address, std::uint64_t bytes) {
    const char* type = bytes == 1 ? ":ub" : bytes == 2 ? ":uw" : bytes == 8 ? ":uq" : "";
    respond(request, {{"dataId", fmt::format("{}{:#x}{}", is_local ? "local:" : "", address, type)},
                      {"description", name},
                      {"accessTypes", {"write"}}});
  };
  if (read_flag(arguments, "asAddress")) {
    const Result<Memory> memory = parse_memory(name);
    if (!memory) return respond(request, {{"dataId", nullptr}, {"description", memory.error().message}});
    return answer(memory->is_local, memory->address, read_unsigned(arguments, "bytes").value_or(4));
  }
  if (number != 0 && number <= variables_.size()) focus_frame(variables_[number - 1].frame);
  ask("show value " + name, [this, request, name, answer](const json& shown) {
    const auto address = read_unsigned(shown, "address");
    const auto bytes = read_unsigned(shown, "bytes");
    if (!address || !bytes) return respond(request, {{"dataId", nullptr}, {"description", name + " is not in memory"}});
    const bool is_local = (*address & kTagMask) == kLocalTag;
    answer(is_local, is_local ? *address & ~kTagMask : *address, *bytes);
  });
}

}  // namespace eugene::debug::dap
