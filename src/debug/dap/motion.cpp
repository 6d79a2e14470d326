// Requests to continue and step, and the program's stops.
#include <fmt/format.h>

#include <map>
#include <utility>

#include "debug/dap/adapter.h"
#include "debug/dap/fields.h"
#include "debug/dap/numbers.h"
#include "debug/operands.h"

namespace eugene::debug::dap {

bool Adapter::handle_motion(const std::string& command, const json& request) {
  static const std::map<std::string, std::string> kCommands{
      {"next", "next"},         {"stepIn", "step"},
      {"stepOut", "finish"},    {"stepBack", "reverse-next"},
      {"continue", "continue"}, {"reverseContinue", "reverse-continue"}};
  if (command == "pause") {
    is_silent_ = false;
    if (!has_begun_)
      entry_ = "pause";
    else if (!program_.is_stopped())
      program_.interrupt();
    respond(request);
    return true;
  }
  const auto found = kCommands.find(command);
  if (found == kCommands.end()) return false;
  if (!program_.is_stopped()) {
    refuse(request, "the program is running: pause it first");
    return true;
  }
  const json& arguments = field(request, "arguments");
  const bool goes_on = command == "continue" || command == "reverseContinue";
  if (!goes_on) focus(read_unsigned(arguments, "threadId").value_or(1));
  const bool is_instruction = !goes_on && command != "stepOut" && read_text(arguments, "granularity") == "instruction";
  move(request, is_instruction ? (command == "stepBack" ? "reverse-stepi" : "stepi") : found->second,
       command == "continue" ? json{{"allThreadsContinued", true}} : json::object());
  return true;
}

void Adapter::move(const json& request, const std::string& command, json body) {
  respond(request, std::move(body));
  variables_.clear();
  source_.reset();
  program_.run(command);
}

void Adapter::stopped(const Stop& stop) {
  variables_.clear();
  source_.reset();
  stop_ = stop;
  if (!has_begun_) return begin();
  const bool is_unasked = stop.reason == "pause" || stop.reason == "entry";
  if (std::exchange(is_silent_, false) && is_unasked) return program_.run("continue");
  tell_of_stop(stop.reason, stop);
}

void Adapter::tell_of_stop(const std::string& reason, const Stop& stop) {
  json body{{"reason", reason},
            {"threadId", to_thread(stop.thread, stop.channel)},
            {"allThreadsStopped", true},
            {"text", stop.why}};
  if (reason == "exception") body["description"] = stop.why;
  if (const json ids = breakpoints_.with_number(stop.breakpoint); !ids.empty()) body["hitBreakpointIds"] = ids;
  event("stopped", std::move(body));
}

}  // namespace eugene::debug::dap
