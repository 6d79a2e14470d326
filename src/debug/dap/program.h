// The adapter's view of the debugged program. While the program is stopped, it takes the terminal's commands
// (command.h) one by one and answers each with text.
#pragma once

#include <deque>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "debug/console.h"

namespace eugene::debug::dap {

class DebuggedProgram {
 public:
  using Send = std::function<void(const nlohmann::json&)>;
  using Answer = std::function<void(const std::string& text)>;
  using Stopped = std::function<void(const Stop&)>;

  // `send` sends a message to the program. `stopped` is called at each stop, before commands are sent. `says` gets text
  // that is not the answer to a command.
  DebuggedProgram(Send send, Stopped stopped, std::function<void(const std::string&)> says)
      : send_(std::move(send)), stopped_(std::move(stopped)), says_(std::move(says)) {}

  void received(const nlohmann::json& message);
  // Called when the program is gone. The pending command gets the answer "".
  void lost();

  // Sends `command` as soon as the program waits for one. `command` must not let the program run.
  void ask(std::string command, Answer answer);
  // Sends a command that lets the program run. Such a command has no answer; stopped() follows.
  void run(std::string command);
  // Stops the program if it is running, or as soon as it runs.
  void interrupt();
  // Whether the program is stopped and no queued command lets it run.
  bool is_stopped() const { return is_stopped_ && !runs_later(); }

 private:
  struct Request {
    std::string command;
    Answer answer;  // empty: the command lets the program run
  };
  bool runs_later() const;  // whether a queued command lets the program run
  void send_next();

  Send send_;
  Stopped stopped_;
  std::function<void(const std::string&)> says_;
  std::deque<Request> waiting_;
  Answer answer_;      // callback for the answer to the command that was sent
  std::string text_;   // the command's answer so far
  bool asks_ = false;  // the program waits for a command
  bool is_stopped_ = false;
  bool interrupts_later_ = false;  // interrupt when the program runs: while waiting, it would drop an interrupt
  std::optional<Stop> stop_;       // the last stop, until the program waits for a command and the stop is reported
};

}  // namespace eugene::debug::dap
