#include "debug/dap/program.h"

#include <algorithm>
#include <utility>

#include "debug/dap/fields.h"

namespace eugene::debug::dap {

void DebuggedProgram::received(const nlohmann::json& message) {
  if (!message.is_object()) return;
  if (message.contains("stopped") && message["stopped"].is_string()) {
    // The pending command has made the program run and stop.
    if (answer_) std::exchange(answer_, nullptr)(std::exchange(text_, {}));
    stop_ = Stop{.reason = read_text(message, "stopped"),
                 .why = read_text(message, "why"),
                 .breakpoint = static_cast<unsigned>(read_unsigned(message, "breakpoint").value_or(0)),
                 .thread = static_cast<unsigned>(read_unsigned(message, "thread").value_or(0)),
                 .channel = static_cast<unsigned>(read_unsigned(message, "channel").value_or(0)),
                 .place = {}};
    text_.clear();
  }
  if (message.contains("say") && message["say"].is_string()) {
    const auto& text = message["say"].get_ref<const std::string&>();
    if (answer_ || stop_)
      text_ += text;
    else
      says_(text);
  }
  if (!message.contains("ask")) return;
  asks_ = true;
  is_stopped_ = true;
  std::string text = std::exchange(text_, {});
  // Commands sent from these callbacks are answered by later messages.
  if (const auto stop = std::exchange(stop_, std::nullopt))
    stopped_(*stop);
  else if (answer_)
    std::exchange(answer_, nullptr)(text);
  send_next();
}

void DebuggedProgram::lost() {
  asks_ = false;
  is_stopped_ = false;
  if (answer_) std::exchange(answer_, nullptr)(std::exchange(text_, {}));
  for (const Request& each : std::exchange(waiting_, {})) {
    if (each.answer) each.answer("");
  }
}

void DebuggedProgram::ask(std::string command, Answer answer) {
  waiting_.push_back({std::move(command), std::move(answer)});
  send_next();
}

void DebuggedProgram::run(std::string command) {
  waiting_.push_back({std::move(command), nullptr});
  send_next();
}

bool DebuggedProgram::runs_later() const {
  return std::ranges::any_of(waiting_, [](const Request& each) { return !each.answer; });
}

void DebuggedProgram::interrupt() {
  if (runs_later())
    interrupts_later_ = true;
  else
    send_({{"interrupt", true}});
}

void DebuggedProgram::send_next() {
  if (!asks_ || answer_ || waiting_.empty()) return;
  Request next = std::move(waiting_.front());
  waiting_.pop_front();
  asks_ = false;
  if (!next.answer) is_stopped_ = false;
  answer_ = std::move(next.answer);
  send_({{"command", next.command}});
  if (!answer_ && std::exchange(interrupts_later_, false)) send_({{"interrupt", true}});
}

}  // namespace eugene::debug::dap
