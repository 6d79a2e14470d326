// The debugged program as the adapter sees it: it takes the commands of the terminal (command.h) one by one, while it
// is stopped, and answers each with text.
#pragma once

#include <deque>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "debug/console.h"

namespace eugene::debug::dap {

class Program {
 public:
  using Send = std::function<void(const nlohmann::json&)>;
  using Answer = std::function<void(const std::string& text)>;
  using Stopped = std::function<void(const Stop&)>;

  // `send`: to the program. `stopped`: called when it has, before commands are sent. `says`: text that answers nothing.
  Program(Send send, Stopped stopped, std::function<void(const std::string&)> says)
      : send_(std::move(send)), stopped_(std::move(stopped)), says_(std::move(says)) {}

  void received(const nlohmann::json& message);
  // The program is gone: what it was asked remains without an answer, which is "".
  void lost();

  // Sent as soon as the program waits for a command. It then does not run on.
  void ask(std::string command, Answer answer);
  // Lets it run on: there will be no answer, but stopped().
  void run(std::string command);
  // Stops it as it runs, or as soon as it does.
  void interrupt();
  // It has stopped, and is not about to run on.
  bool is_stopped() const { return is_stopped_ && !runs_later(); }

 private:
  struct Request {
    std::string command;
    Answer answer;  // empty: it runs on
  };
  bool runs_later() const;  // it is to, after what it is asked now
  void send_next();

  Send send_;
  Stopped stopped_;
  std::function<void(const std::string&)> says_;
  std::deque<Request> waiting_;
  Answer answer_;      // of the command that was sent
  std::string text_;   // its answer so far
  bool asks_ = false;  // it waits for a command
  bool is_stopped_ = false;
  bool interrupts_later_ = false;  // an interrupt would be lost on a program that waits
  std::optional<Stop> stop_;       // until it asks, and this is told
};

}  // namespace eugene::debug::dap
