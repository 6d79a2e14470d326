// The terminal of `eugene debug`: prints messages from the debugger in the program (debug/connection.h), and sends it
// commands from a script and from standard input.
#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <string>

#include "debug_front.h"
#include "line_editor.h"

namespace eugene::cli {

class DebugTerminal final : public DebugFront {
 public:
  // `script` is a file of commands; empty: none. With `batch`, only the script gives commands.
  DebugTerminal(const std::string& script, bool batch);
  ~DebugTerminal() override;  // call when the program has ended

  // Stops the kernel that runs on the GPU.
  void interrupt() override;

 private:
  void serve() override;
  void serve_program(int program);
  void set_program(int program);
  bool answer(int program);
  std::optional<std::string> next_line(int program);
  std::optional<std::string> next_plain_line(int program);
  bool wait_for(int descriptor, int other) const;

  std::deque<std::string> script_;
  bool batch_ = false;
  bool has_input_ended_ = false;
  std::string typed_;
  std::unique_ptr<LineEditor> editor_;  // null: lines are read without editing
  bool has_editor_ = false;             // the editor has been requested
  int asking_ = -1;                     // socket of the program that waits for the line
  bool has_gone_ = false;               // that program has ended meanwhile
  std::mutex program_mutex_;
  int program_ = -1;  // socket of the connected program; -1: none
};

}  // namespace eugene::cli
