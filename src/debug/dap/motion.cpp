// Running on, steps, and stops.
#include <fmt/format.h>

#include <map>
#include <utility>

#include "debug/dap/adapter.h"
#include "debug/dap/fields.h"
#include "debug/operands.h"

namespace eugene::debug::dap {

bool Adapter::handle_motion(const std::string& command, const json& request) {
  static const std::map<std::string, std::string> kCommands{
      {"next", "step"},         {"stepIn", "step"},
      {"stepOut", "finish"},    {"stepBack", "reverse-step"},
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
    refuse(request, "the program runs");
    return true;
  }
  const json& arguments = field(request, "arguments");
  const bool is_step = found->second.find("step") != std::string::npos;
  const bool is_instruction = is_step && text_of(arguments, "granularity") == "instruction";
  if (is_step || command == "stepOut") focus(unsigned_of(arguments, "threadId").value_or(1));
  move(request, found->second + (is_instruction ? "i" : ""),
       command == "continue" ? json{{"allThreadsContinued", true}} : json::object());
  return true;
}

void Adapter::move(const json& request, const std::string& command, json body) {
  respond(request, std::move(body));
  variables_.clear();
  program_.run(command);
}

void Adapter::stopped(const std::string& reason, const std::string& text) {
  variables_.clear();
  why_ = text;
  if (!has_begun_) return begin();
  if (std::exchange(is_silent_, false) && (reason == "pause" || reason == "entry")) return program_.run("continue");
  // The number of the thread is in the text: "..., thread 3, 16 channels".
  constexpr std::string_view kThread = ", thread ";
  std::uint64_t thread = 0;
  if (const std::size_t at = text.find(kThread); at != std::string::npos) {
    std::string_view rest = std::string_view(text).substr(at + kThread.size());
    thread = take_number(rest, ~0U).value_or(0);
  }
  json body{{"reason", reason},
            {"threadId", thread + 1},
            {"allThreadsStopped", true},
            {"text", text.substr(0, text.find(": launch"))}};
  if (reason == "exception") body["description"] = text.substr(0, text.find(": launch"));
  if (const json ids = breakpoints_.hit(text); !ids.empty()) body["hitBreakpointIds"] = ids;
  event("stopped", std::move(body));
}

}  // namespace eugene::debug::dap
