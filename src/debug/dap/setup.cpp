// Requests before the program runs, and at its end.
#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

#include "check/kinds.h"
#include "debug/dap/adapter.h"
#include "debug/dap/fields.h"
#include "debug/operands.h"

namespace eugene::debug::dap {
namespace {

using json = nlohmann::json;

json filter(std::string_view name, std::string_view label) {
  return {{"filter", name}, {"label", label}, {"default", false}};
}

// Returns the events at which a user can have the debugger stop.
json exception_filters() {
  json filters{filter("fault", "Faults"), filter("finding", "All findings of checks")};
  for (const check::Check* each : check::kCheckKinds) {
    if (!each->filter.empty()) filters.push_back(filter(each->name, each->filter));
  }
  return filters;
}

std::vector<std::string> read_texts(const json& array) {
  std::vector<std::string> texts;
  if (!array.is_array()) return texts;
  for (const json& each : array) {
    if (each.is_string()) texts.push_back(each.get<std::string>());
  }
  return texts;
}

std::vector<std::string> make_commands(const json& request,
                                       const std::function<std::string(const json& breakpoint)>& make_command) {
  std::vector<std::string> commands;
  const json& wanted = field(field(request, "arguments"), "breakpoints");
  if (!wanted.is_array()) return commands;
  for (const json& each : wanted) commands.push_back(make_command(each));
  return commands;
}

// The ID of a data breakpoint is the operand of `watch`.
std::string data_command(const json& breakpoint) {
  const std::string id = read_text(breakpoint, "dataId");
  return id.empty() || id.find('\n') != std::string::npos ? "" : "watch " + id;
}

// Returns the command that the arguments of a launch request ask for.
LaunchRequest read_launch(const json& arguments) {
  LaunchRequest wanted{
      .command = read_texts(field(arguments, "args")), .directory = read_text(arguments, "cwd"), .environment = {}};
  if (const std::string program = read_text(arguments, "program"); !program.empty())
    wanted.command.insert(wanted.command.begin(), program);
  else
    wanted.command.clear();
  const json& environment = field(arguments, "env");
  if (environment.is_object()) {
    for (const auto& [name, value] : environment.items()) {
      if (value.is_string()) wanted.environment[name] = value.get<std::string>();
    }
  }
  return wanted;
}

}  // namespace

void Adapter::initialize(const json& request) {
  json can;
  for (const char* each : {"supportsConfigurationDoneRequest",
                           "supportsConditionalBreakpoints",
                           "supportsHitConditionalBreakpoints",
                           "supportsLogPoints",
                           "supportsEvaluateForHovers",
                           "supportsStepBack",
                           "supportsSetVariable",
                           "supportsReadMemoryRequest",
                           "supportsDisassembleRequest",
                           "supportsInstructionBreakpoints",
                           "supportsDataBreakpoints",
                           "supportsDataBreakpointBytes",
                           "supportsFunctionBreakpoints",
                           "supportsSetExpression",
                           "supportsSteppingGranularity",
                           "supportsExceptionInfoRequest",
                           "supportsTerminateRequest",
                           "supportsRestartRequest",
                           "supportsCompletionsRequest",
                           "supportsLoadedSourcesRequest"})
    can[each] = true;
  can["exceptionBreakpointFilters"] = exception_filters();
  respond(request, std::move(can));
  event("initialized");
}

void Adapter::launch(const json& request) {
  const json& arguments = field(request, "arguments");
  if (launched_) return refuse(request, "a program has already been launched");
  launched_ = read_launch(arguments);
  if (read_flag(arguments, "stopOnEntry")) entry_ = "entry";
  respond(request);
  host_.launch(*launched_);
}

// Restarts the same program with the current breakpoints.
void Adapter::restart(const json& request) {
  const json& arguments = field(field(request, "arguments"), "arguments");
  if (!launched_ || has_ended_) return refuse(request, "no program is running");
  if (!arguments.empty() && read_launch(arguments) != *launched_)
    return refuse(request, "the launch configuration has changed: stop the program and start it again");
  entry_ = !arguments.empty() && read_flag(arguments, "stopOnEntry") ? "entry" : "";
  host_.restart();
  program_.lost();
  breakpoints_.forget_program();
  variables_.clear();
  source_.reset();
  has_begun_ = false;
  is_silent_ = false;
  respond(request);
}

void Adapter::replace(const json& request, const std::string& kind, std::vector<std::string> commands) {
  // A running program stops for the change, and then continues.
  const bool runs = has_begun_ && !program_.is_stopped();
  is_silent_ = runs;
  if (runs) program_.interrupt();
  if (has_begun_) with_source([] {});
  breakpoints_.replace(program_, kind, std::move(commands), [this, request](json breakpoints) {
    respond(request, {{"breakpoints", std::move(breakpoints)}});
  });
}

void Adapter::set_breakpoints(const json& request) {
  const std::string path = read_text(field(field(request, "arguments"), "source"), "path");
  std::erase(paths_, path);
  if (!path.empty()) paths_.push_back(path);
  replace(request, "source " + path,
          make_commands(request, [&](const json& each) { return source_command(path, each); }));
}

void Adapter::set_function_breakpoints(const json& request) {
  replace(request, "functions", make_commands(request, function_command));
}

void Adapter::set_instruction_breakpoints(const json& request) {
  replace(request, "instructions", make_commands(request, instruction_command));
}

void Adapter::set_exception_breakpoints(const json& request) {
  std::vector<std::string> commands;
  for (const std::string& each : read_texts(field(field(request, "arguments"), "filters")))
    commands.push_back(each.find_first_of(" \n") == std::string::npos ? "catch " + each : "");
  replace(request, "exceptions", std::move(commands));
}

void Adapter::set_data_breakpoints(const json& request) {
  replace(request, "data", make_commands(request, data_command));
}

// Called when the program has stopped for the first time, and when the editor has sent its configuration. Begins once
// both have happened.
void Adapter::begin() {
  if (has_begun_ || !is_configured_) return;
  has_begun_ = true;
  with_source([] {});
  breakpoints_.begin(program_);
  if (entry_.empty()) return program_.run("continue");
  // Reports the stop after the answers to the commands above.
  program_.ask("show place", [this](const std::string&) { tell_of_stop(entry_, stop_); });
}

void Adapter::disconnect(const json& request) {
  respond(request);
  is_done_ = read_text(request, "command") == "disconnect";
  host_.kill();
}

}  // namespace eugene::debug::dap
