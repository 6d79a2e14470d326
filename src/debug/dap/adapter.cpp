#include "debug/dap/adapter.h"

#include <fmt/format.h>

#include <utility>

#include "debug/dap/fields.h"

namespace eugene::debug::dap {

Adapter::Adapter(Host host)
    : host_(std::move(host)),
      program_([this](const json& message) { host_.to_program(message); }, [this](const Stop& stop) { stopped(stop); },
               [this](const std::string& text) { program_has_written("console", text); }),
      breakpoints_(
          [this](const json& breakpoint) { event("breakpoint", {{"reason", "changed"}, {"breakpoint", breakpoint}}); },
          [this](const std::string& kind, const std::string& file, std::uint64_t line) {
            return line_in_file(kind, file, line);
          }) {}

void Adapter::from_client(const json& message) {
  if (read_text(message, "type") == "request") handle(message);
}

void Adapter::handle(const json& request) {
  const std::string command = read_text(request, "command");
  if (!handle_setup(command, request) && !handle_motion(command, request) && !handle_question(command, request))
    refuse(request, fmt::format("unknown request '{}'", command));
}

bool Adapter::handle_setup(const std::string& command, const json& request) {
  if (command == "initialize")
    initialize(request);
  else if (command == "launch")
    launch(request);
  else if (command == "restart")
    restart(request);
  else if (command == "setBreakpoints")
    set_breakpoints(request);
  else if (command == "setFunctionBreakpoints")
    set_function_breakpoints(request);
  else if (command == "setInstructionBreakpoints")
    set_instruction_breakpoints(request);
  else if (command == "setExceptionBreakpoints")
    set_exception_breakpoints(request);
  else if (command == "setDataBreakpoints")
    set_data_breakpoints(request);
  else if (command == "disconnect" || command == "terminate")
    disconnect(request);
  else if (command == "configurationDone") {
    is_configured_ = true;
    respond(request);
    if (program_.is_stopped()) begin();
  } else {
    return false;
  }
  return true;
}

bool Adapter::handle_question(const std::string& command, const json& request) {
  // Editors ask for threads at any time.
  if (command == "threads") {
    threads(request);
    return true;
  }
  using Handler = void (Adapter::*)(const json&);
  static const std::map<std::string, Handler> kHandlers{
      {"stackTrace", &Adapter::stack},
      {"scopes", &Adapter::scopes},
      {"variables", &Adapter::variables},
      {"evaluate", &Adapter::evaluate},
      {"setVariable", &Adapter::set_variable},
      {"setExpression", &Adapter::set_expression},
      {"readMemory", &Adapter::read_memory},
      {"disassemble", &Adapter::disassemble},
      {"source", &Adapter::source},
      {"dataBreakpointInfo", &Adapter::data_breakpoint_info},
      {"exceptionInfo", &Adapter::exception_info},
      {"completions", &Adapter::completions},
      {"loadedSources", &Adapter::loaded_sources},
  };
  const auto found = kHandlers.find(command);
  if (found == kHandlers.end()) return false;
  if (program_.is_stopped())
    (this->*found->second)(request);
  else
    refuse(request, "the program is running: pause it first");
  return true;
}

void Adapter::respond(const json& request, json body) {
  host_.to_client({{"seq", ++last_},
                   {"type", "response"},
                   {"request_seq", read_unsigned(request, "seq").value_or(0)},
                   {"success", true},
                   {"command", read_text(request, "command")},
                   {"body", std::move(body)}});
}

void Adapter::refuse(const json& request, const std::string& why) {
  host_.to_client({{"seq", ++last_},
                   {"type", "response"},
                   {"request_seq", read_unsigned(request, "seq").value_or(0)},
                   {"success", false},
                   {"command", read_text(request, "command")},
                   {"message", why}});
}

void Adapter::event(const char* name, json body) {
  host_.to_client({{"seq", ++last_}, {"type", "event"}, {"event", name}, {"body", std::move(body)}});
}

void Adapter::program_has_written(const char* category, const std::string& text) {
  event("output", {{"category", category}, {"output", text}});
}

void Adapter::program_has_ended(int status) {
  has_ended_ = true;
  program_.lost();
  event("exited", {{"exitCode", status}});
  event("terminated");
}

}  // namespace eugene::debug::dap
